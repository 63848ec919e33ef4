"""The sequence of play: rounds, turns, seven phases (Order of Play)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from wargame_desktop.core.draft import Draft
from wargame_desktop.core.frozen import EMPTY
from wargame_desktop.core.sequence import Phase, Prompt, Rule
from wargame_desktop.core.state import State

from . import advantages, landing, noncombat, victory
from .advantage_rules import DeclareRule, LendLeaseRule, RecruitRule
from .develop import BuyRule, EndRule, ResearchRule
from .mobilize import EmbarkRule, EndMobilizeRule, PlaceRule, spots, waiting
from .model import BRITAIN, MOBILIZATION, USA, USSR
from .movement import LaunchRule, MoveRule
from .noncombat import EndNoncombatRule
from .situation import Situation
from .transports import LoadRule, OffloadRule

if TYPE_CHECKING:
    from .system import Revised

STEPS = ("develop", "purchase", "combat_move", "enigma", "combat", "noncombat", "mobilize", "income")
WITHOUT_CAPITAL = ("combat_move", "enigma", "combat", "noncombat")
TITLES = (
    ("develop", "1 Develop weapons"),
    ("purchase", "2 Purchase units"),
    ("combat_move", "3 Combat move"),
    ("combat", "4 Conduct combat"),
    ("noncombat", "5 Noncombat move"),
    ("mobilize", "6 Mobilize new units"),
    ("income", "7 Collect income"),
)

PROMPTS = {
    "develop": "Buy research dice at 5 IPCs each for one development, or go on.",
    "purchase": "Order units now; they are placed at the end of the turn.",
    "mobilize": "Drag the new units to complexes, ships to the sea beside them.",
}
MOVE_PROMPTS = {
    "combat_move": "Drag units to where they shall fight. Drop troops on a transport to load them, "
    "and a loaded transport on a coast to land them.",
    "noncombat": "Drag units that have not fought to friendly places. Every air unit has to land.",
}


class War(Phase):
    """Round after round: each power its turn, then the check for victory."""

    name = "war"
    title = "The war"
    rule = "Order of Play"

    def __init__(self, game: Revised) -> None:
        self.game = game

    def advance(self, draft: Draft) -> None:
        """Begin the next turn, or end the round."""
        order = Situation(self.game.facts, draft.state).order()
        at = draft.top.get("next")
        if not isinstance(at, int):
            first = draft.state.var("power")
            at = order.index(str(first)) if first in order else 0
        if at >= len(order):
            if victory.check(self.game, draft):
                draft.pop()
                return
            draft.set("turn", draft.state.number("turn", 1) + 1)
            at = 0
        draft.update(next=at + 1)
        self._begin_turn(draft, order[at])

    def _begin_turn(self, draft: Draft, power: str) -> None:
        draft.set("power", power)
        for name in ("taken", "placed", "recruited", "joint", "joint_over", "pickups"):
            if draft.state.var(name) is not None:
                draft.set(name, None)
        if power == USSR and draft.state.var("winter") is not None:
            draft.set("winter", None)
        if power == USA and draft.state.var("joint_strike") is not None:
            draft.set("joint_strike", None)
            draft.set("joint", True)
        draft.emit("turn_begun", power=power, turn=draft.state.number("turn", 1), important=True)
        draft.push("turn")


class Turn(Phase):
    """One power's turn: the phases in order, those it may not have left out."""

    name = "turn"
    title = "Turn"
    rule = "Turn Sequence"

    def __init__(self, game: Revised) -> None:
        self.game = game

    def advance(self, draft: Draft) -> None:
        """Push the next phase, or close the turn."""
        at = draft.top.get("at", 0)
        assert isinstance(at, int)
        sit = Situation(self.game.facts, draft.state)
        while at < len(STEPS) and not self._takes_place(sit, STEPS[at]):
            at += 1
        if at >= len(STEPS):
            self._close(draft)
            return
        draft.update(at=at + 1)
        if STEPS[at] == "noncombat":
            if draft.state.var("joint") is True:
                draft.set("joint_over", True)
            noncombat.begin(self.game, draft)
        draft.push(STEPS[at])

    def _takes_place(self, sit: Situation, step: str) -> bool:
        if sit.capital_lost(sit.power) and step not in WITHOUT_CAPITAL:
            return False
        if step == "enigma":
            return sit.power == "germany"
        if step == "combat" and sit.power == BRITAIN and sit.state.var("joint_strike") == "declared":
            return False
        has_units = any(piece.space != MOBILIZATION for piece in sit.own_pieces())
        return has_units or step not in WITHOUT_CAPITAL

    def _close(self, draft: Draft) -> None:
        for piece in list(draft.state.pieces.values()):
            if piece.marks:
                draft.change(piece.id, marks=EMPTY)
        draft.pop()


class MovePhase(Phase):
    """Combat move or noncombat move."""

    def __init__(self, game: Revised, name: str, title: str, rule: str, rules: Sequence[Rule[Any]]) -> None:
        self.game, self.name, self.title, self.rule = game, name, title, rule
        self.rules = rules

    def decider(self, state: State) -> str | None:
        """The power whose turn it is."""
        return str(state.var("power"))

    def prompt(self, state: State) -> Prompt:
        """The phase, and which carriers have to meet whom."""
        sit = Situation(self.game.facts, state)
        found = landing.plan(sit).pickups
        text = "; ".join(f"{ship} meets {key} in {self.game.facts.name(zone)}" for key, ship, zone in found)
        pickups = f" Pick-ups: {text}." if text else ""
        return Prompt(self.title, MOVE_PROMPTS[self.name] + pickups, self.rule)

    def unfinished(self, state: State) -> Sequence[str]:
        """Air units that have not landed yet."""
        if self.name != "noncombat":
            return ()
        return tuple(piece.id for piece in landing.aloft(Situation(self.game.facts, state)))


class Simple(Phase):
    """A phase of the power to move that is passed over when there is nothing to decide."""

    def __init__(
        self,
        game: Revised,
        name: str,
        title: str,
        rule: str,
        rules: Sequence[Rule[Any]],
        asks: Callable[[State], bool],
    ) -> None:
        self.game, self.name, self.title, self.rule = game, name, title, rule
        self.rules, self.asks = rules, asks

    def decider(self, state: State) -> str | None:
        """The power whose turn it is, if it has a choice."""
        return str(state.var("power")) if self.asks(state) else None

    def prompt(self, state: State) -> Prompt:
        """The phase, and how much money there is."""
        power = str(state.var("power"))
        ipc = Situation(self.game.facts, state).ipc(power)
        return Prompt(self.title, f"{PROMPTS.get(self.name, '')} {ipc} IPCs in hand.".strip(), self.rule)


class Income(Simple):
    """Income is collected by itself; then the Soviet Union may declare a severe winter."""

    def decider(self, state: State) -> str | None:
        """Only who may declare something is asked."""
        if state.top.get("collected") is not True:
            return None
        return super().decider(state)

    def advance(self, draft: Draft) -> None:
        """Collect, then close."""
        if draft.top.get("collected") is not True:
            draft.update(collected=True)
            victory.collect(self.game, draft)
        else:
            draft.pop()


def turn_phases(game: Revised) -> list[Phase]:
    """The phases of a turn, and the frames around them."""
    research, buy, lend = ResearchRule(game), BuyRule(game), LendLeaseRule(game)
    recruit, embark, declare = RecruitRule(game), EmbarkRule(game), DeclareRule(game)
    combat: list[Rule[Any]] = [
        MoveRule(game, True), LaunchRule(game), LoadRule(game, True), OffloadRule(game, True), declare,
        EndRule(game, "End combat moves"),
    ]  # fmt: skip
    noncombat_rules: list[Rule[Any]] = [
        MoveRule(game, False), LoadRule(game, False), OffloadRule(game, False), EndNoncombatRule(game),
    ]  # fmt: skip

    def can_mobilize(state: State) -> bool:
        sit = Situation(game.facts, state)
        places = any(spots(sit, piece) for piece in waiting(sit))
        return places or recruit.available(state) or any(True for _ in embark.legal(state))

    return [
        War(game),
        Turn(game),
        Simple(
            game,
            "develop",
            "Develop weapons",
            "Phase 1: Develop Weapons",
            [research, EndRule(game, "Develop nothing")],
            research.available,
        ),
        Simple(
            game,
            "purchase",
            "Purchase units",
            "Phase 2: Purchase Units",
            [buy, lend, EndRule(game, "End purchases")],
            lambda state: buy.available(state) or lend.available(state),
        ),
        MovePhase(game, "combat_move", "Combat move", "Phase 3: Combat Move", combat),
        MovePhase(game, "noncombat", "Noncombat move", "Phase 5: Noncombat Move", noncombat_rules),
        Simple(
            game,
            "mobilize",
            "Mobilize new units",
            "Phase 6: Mobilize New Units",
            [PlaceRule(game), embark, recruit, EndMobilizeRule(game)],
            can_mobilize,
        ),
        Income(
            game,
            "income",
            "Collect income",
            "Phase 7: Collect Income",
            [declare, EndRule(game)],
            lambda state: advantages.can_declare_winter(Situation(game.facts, state)),
        ),
    ]
