"""Axis & Allies Revised as a rule system."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from wargame_desktop.core.action import Action, Notation
from wargame_desktop.core.dice import Roll
from wargame_desktop.core.draft import Draft
from wargame_desktop.core.event import Event
from wargame_desktop.core.frozen import FrozenMap
from wargame_desktop.core.sequence import Phase
from wargame_desktop.core.state import Frame, State, frame
from wargame_desktop.systems.base import Bot, GameData, GameSystem, Preview
from wargame_desktop.systems.editing import EDIT_ACTIONS, edit_rules
from wargame_desktop.systems.showing import Fight, Throw
from wargame_desktop.systems.tables import Area, OverlayKind, Shop, Table

from . import advantages, checks, fight_board, ledgers, overlays, shop
from .advantage_rules import ChooseAdvantages, Garrison, KaitenPhase, Offer
from .aftermath import Homeless
from .battle import Battle
from .bot import RevisedBot
from .calculator import OddsCalculator
from .casualties import CasualtiesRule, ChooseCasualties, DisagreeRule
from .combat import Combat
from .describe import describe
from .enigma import Enigma
from .facts import Facts
from .meta import META
from .model import ACTIONS, ORDER
from .preview import preview
from .retreat import PressPhase, SubmergePhase
from .sequence import STEPS, TITLES, turn_phases
from .situation import table


class SetUp(Phase):
    """Before the first turn: national advantages, rolled or chosen."""

    name = "set_up"
    title = "Set-up"
    rule = "Appendix 3: Optional Rules"

    def __init__(self, game: Revised) -> None:
        self.game = game

    def advance(self, draft: Draft) -> None:
        """Roll them all, or ask each power in turn."""
        draft.pop()
        draft.push("garrison")
        count = draft.state.options.get("advantages", 0)
        assert isinstance(count, int)
        if draft.state.options.get("roll_advantages") is True:
            advantages.roll_all(self.game, draft, count)
            return
        for power in reversed(ORDER):
            if power in draft.state.powers:
                draft.push("choose_advantages", power=power, count=count)


class Revised(GameSystem):
    """Five powers, two sides, twelve victory cities."""

    meta = META
    notation = Notation((*ACTIONS, *EDIT_ACTIONS))

    def __init__(self, data: GameData) -> None:
        super().__init__(data)
        self.facts = Facts(data)
        self.edits = edit_rules(self)
        casualties = ChooseCasualties([CasualtiesRule(self), DisagreeRule(self)])
        phases: list[Phase] = [
            *turn_phases(self), SetUp(self), ChooseAdvantages(self), Garrison(self), Offer(self),
            KaitenPhase(self), Enigma(self), Combat(self), Battle(self), casualties, PressPhase(self),
            SubmergePhase(self), Homeless(self),
        ]  # fmt: skip
        self.phases = {phase.name: phase for phase in phases}

    def opening(self, state: State) -> State:
        """The scenario as it lies; territories belong to the powers of their colours unless it says so."""
        colours = {key: power for key, power in self.facts.original.items() if power in state.powers}
        held = FrozenMap({**colours, **dict(state.control)})
        first = next((power for power in ORDER if power in state.powers), ORDER[0])
        start = {"turn": state.var("turn", 1), "power": state.var("power", first), "ipc": table(state, "ipc")}
        return replace(state, control=held, vars=state.vars.update(start), stack=self._stack(state))

    def _stack(self, state: State) -> tuple[Frame, ...]:
        """From the beginning, or in the phase the scenario names."""
        given = state.stack
        if not given:
            wants = state.options.get("advantages", 0)
            return (frame("war"), frame("set_up")) if wants else (frame("war"),)
        if given[0].name in STEPS:
            power = state.var("power", ORDER[0])
            order = [one for one in ORDER if one in state.powers]
            after = order.index(str(power)) + 1 if power in order else 1
            return (frame("war", next=after), frame("turn", at=STEPS.index(given[0].name) + 1), *given)
        return given

    def describe(self, event: Event, state: State) -> str:
        """An event as a sentence."""
        return describe(self, event, state)

    def problems(self, state: State) -> list[str]:
        """What cannot be in this game."""
        return checks.problems(self, state)

    def bot(self, seed: str) -> Bot:
        """The opponent that knows this war."""
        return RevisedBot(seed)

    def outcome(self, state: State) -> str:
        """The side that won, once it has."""
        won = state.var("winner")
        return str(won) if won is not None else ""

    def preview(self, state: State, action: Action) -> Preview | None:
        """The chances of the combat, raid or research an action is about."""
        return preview(self, state, action)

    def sequence(self, state: State) -> Sequence[tuple[str, str]]:
        """The seven phases."""
        return TITLES

    # Fights, for a battle board

    def fight(self, state: State) -> Fight | None:
        """The combat in progress."""
        return fight_board.fight_of(self, state)

    def prospects(self, state: State) -> Preview | None:
        """The chances of what is left of it."""
        return fight_board.prospects(self, state)

    def throws(self, state: State, events: Sequence[Event], rolls: Sequence[Roll]) -> Sequence[Throw]:
        """The dice of combats."""
        return fight_board.throws(events, rolls)

    def fights_left(self, state: State) -> Sequence[str]:
        """Combats still to be resolved in this phase."""
        return fight_board.fights_left(self, state)

    def quick(self, state: State) -> Action | None:
        """Cheapest losses, and pressing on while the odds are good."""
        return fight_board.quick(self, state)

    def calculator(self) -> OddsCalculator:
        """The odds of any combat."""
        return OddsCalculator(self)

    def when(self, state: State) -> str:
        """The round, and whose turn it is."""
        turn, power = state.number("turn", 1), str(state.var("power", ""))
        return f"Round {turn}, {self.power_name(power)}"

    def shop(self, state: State) -> Shop | None:
        """Units to buy, units to place."""
        return shop.shop(self, state)

    def tables(self, state: State) -> Sequence[Table]:
        """Economy, victory cities, production, developments, units."""
        return ledgers.tables(self, state)

    @property
    def overlays(self) -> Sequence[OverlayKind]:
        """Reach and landing places, complexes, canals."""
        return overlays.KINDS

    def overlay(self, state: State, overlay: str, piece: str | None = None) -> Sequence[Area]:
        """One of those."""
        return overlays.overlay(self, state, overlay, piece)

    @cached_property
    def victory_cities(self) -> dict[str, str]:
        """The territories with victory cities, and their names."""
        return dict(self.facts.city)


SYSTEM = Revised
