"""Weapons development and the purchase of units (Phases 1 and 2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from wargame_desktop.core.draft import Draft
from wargame_desktop.core.refusal import Refusal, refuse
from wargame_desktop.core.sequence import Choice, Chooser
from wargame_desktop.core.state import State

from .capture import add_units, pay, set_entry
from .model import DEVELOPMENTS, MOBILIZATION, RESEARCH_COST, UNITS, Buy, End, Research
from .rules import RevisedRule, unknown_name
from .situation import Situation, names, table

if TYPE_CHECKING:
    from .system import Revised

MOST_DICE = 60
MOST_UNITS = 99


def number_of(development: str) -> int:
    """The face that brings a development."""
    return DEVELOPMENTS.index(development) + 1


class ResearchRule(RevisedRule[Research]):
    """One development a turn, as many dice as one can pay; any die with its number brings it."""

    action = Research
    title = "Roll research dice"
    rule = "Phase 1: Develop Weapons"
    ends_phase = True

    def _wanted(self, sit: Situation) -> list[str]:
        return [one for one in DEVELOPMENTS if not sit.has_tech(sit.power, one)]

    def available(self, state: State) -> bool:
        """Money for a die and something left to find."""
        sit = self.see(state)
        return sit.ipc(sit.power) >= RESEARCH_COST and bool(self._wanted(sit))

    def choices(self, state: State) -> Sequence[Choice]:
        """Developments not made yet, and dice that can be paid."""
        sit = self.see(state)
        most = min(MOST_DICE, sit.ipc(sit.power) // RESEARCH_COST)
        return (
            Choice("development", "word", tuple(self._wanted(sit))),
            Choice("dice", "number", least=1, most=most),
        )

    def refusals(self, state: State, action: Research) -> list[Refusal]:
        """Known, not yet made, and paid for."""
        sit = self.see(state)
        found = []
        if action.development not in DEVELOPMENTS:
            found.append(unknown_name("development", action.development, DEVELOPMENTS))
        elif sit.has_tech(sit.power, action.development):
            sentence = f"{action.development} has been developed already."
            found.append(refuse("research.known", sentence, self.rule))
        cost, has = action.dice * RESEARCH_COST, sit.ipc(sit.power)
        if action.dice < 1 or action.dice > MOST_DICE:
            sentence = f"Between 1 and {MOST_DICE} dice can be rolled, not {action.dice}."
            found.append(refuse("research.dice", sentence, self.rule))
        elif cost > has:
            sentence = f"{action.dice} research dice cost {cost} IPCs; there are {has}."
            found.append(refuse("research.money", sentence, self.rule, needs=cost, has=has))
        return found

    def perform(self, draft: Draft, action: Research) -> None:
        """Pay, roll, and mark the development at once; that was the phase."""
        power = str(draft.state.var("power"))
        pay(draft, power, -action.dice * RESEARCH_COST)
        dice = draft.roll(f"research for {action.development}", action.dice)
        success = number_of(action.development) in dice
        if success:
            known = names(table(draft.state, "developments").get(power))
            set_entry(draft, "developments", power, (*known, action.development))
        draft.emit(
            "researched",
            power=power, development=action.development, dice=dice, success=success, important=success,
        )  # fmt: skip
        draft.pop()

    def legal(self, state: State, piece: str | None = None) -> Iterable[Research]:
        """One die for each, or all the money."""
        sit = self.see(state)
        most = min(MOST_DICE, sit.ipc(sit.power) // RESEARCH_COST)
        for development in self._wanted(sit) if piece is None else ():
            for dice in sorted({1, most}):
                if dice:
                    yield Research(development, dice)


class BuyRule(RevisedRule[Buy]):
    """Any units one can pay for; they wait in the mobilization zone."""

    action = Buy
    title = "Buy units"
    rule = "Phase 2: Purchase Units"

    def available(self, state: State) -> bool:
        """Money for the cheapest unit."""
        sit = self.see(state)
        return sit.ipc(sit.power) >= min(self.facts.units[kind].cost for kind in UNITS)

    def choices(self, state: State) -> Sequence[Choice]:
        """All kinds of units."""
        return (Choice("units", "counts", UNITS),)

    def refusals(self, state: State, action: Buy) -> list[Refusal]:
        """Known units, sensible numbers, enough money."""
        sit = self.see(state)
        found = [unknown_name("unit", kind, UNITS) for kind, _ in action.units if kind not in UNITS]
        if not action.units:
            found.append(refuse("buy.nothing", "No units are ordered.", self.rule))
        if len({kind for kind, _ in action.units}) < len(action.units):
            found.append(refuse("buy.twice", "A kind of unit is ordered twice; give one number.", self.rule))
        for kind, count in action.units:
            if not 1 <= count <= MOST_UNITS:
                sentence = f"Between 1 and {MOST_UNITS} {kind} can be ordered, not {count}."
                found.append(refuse("buy.count", sentence, self.rule))
        if found:
            return found
        cost, has = (
            sum(self.facts.units[kind].cost * count for kind, count in action.units),
            sit.ipc(sit.power),
        )
        if cost > has:
            sentence = f"These units cost {cost} IPCs; there are {has}."
            found.append(refuse("buy.money", sentence, self.rule, needs=cost, has=has))
        return found

    def perform(self, draft: Draft, action: Buy) -> None:
        """Pay and put them in the mobilization zone."""
        power = str(draft.state.var("power"))
        cost = sum(self.facts.units[kind].cost * count for kind, count in action.units)
        pay(draft, power, -cost)
        bought = []
        for kind, count in action.units:
            bought += add_units(self.game, draft, power, kind, count, MOBILIZATION)
        draft.emit("bought", power=power, units=self.facts.listing(bought), cost=cost)

    def legal(self, state: State, piece: str | None = None) -> Iterable[Buy]:
        """One of each kind that can be paid."""
        sit = self.see(state)
        for kind in UNITS if piece is None else ():
            if self.facts.units[kind].cost <= sit.ipc(sit.power):
                yield Buy(((kind, 1),))

    def sample(self, state: State, chooser: Chooser) -> Buy | None:
        """Some of one kind."""
        sit = self.see(state)
        kinds = [kind for kind in UNITS if self.facts.units[kind].cost <= sit.ipc(sit.power)]
        if not kinds:
            return None
        kind = kinds[chooser.randrange(len(kinds))]
        most = min(5, sit.ipc(sit.power) // self.facts.units[kind].cost)
        return Buy(((kind, chooser.randrange(most) + 1),))


class EndRule(RevisedRule[End]):
    """Close a phase in which nothing is owed."""

    action = End
    title = "End the phase"
    ends_phase = True

    def __init__(self, game: Revised, title: str = "") -> None:
        super().__init__(game)
        self.title = title or type(self).title

    def perform(self, draft: Draft, action: End) -> None:
        """Go on."""
        draft.pop()

    def legal(self, state: State, piece: str | None = None) -> Iterable[End]:
        """When it is allowed."""
        return (End(),) if piece is None and not self.refusals(state, End()) else ()
