"""Cities that could work for more than one major power (7.1.1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from wargame_desktop.core.draft import Draft
from wargame_desktop.core.frozen import FrozenMap
from wargame_desktop.core.refusal import Refusal, refuse
from wargame_desktop.core.sequence import Choice, Phase, Prompt, Rule
from wargame_desktop.core.state import State

from .choices import choices_of
from .commit import PassRule
from .model import AXIS, Assign
from .production import candidates_for, city_points, german_bonus_cities

if TYPE_CHECKING:
    from .system import EuropeanTheater


class AssignRule(Rule[Assign]):
    """A side chooses which of its major powers uses a city that could serve several (7.1.1)."""

    action = Assign
    title = "Give away a city"
    rule = "7.1.1"

    def __init__(self, system: EuropeanTheater) -> None:
        self.system = system

    def _may(self, state: State) -> dict[str, list[str]]:
        sit, lines, side = self.system.situation(state), self.system.lines(state), str(state.top["side"])
        found = {}
        bonus = german_bonus_cities(sit) if side == AXIS else []  # those work for Germany alone (7.1.2)
        for space in sit.facts.production_cities:
            if sit.controls(side, space) and space not in bonus:
                may = candidates_for(sit, lines, space, side)
                if len(may) > 1:
                    found[space] = may
        return found

    def refusals(self, state: State, action: Assign) -> list[Refusal]:
        """A city with a choice, a power that can use it."""
        may = self._may(state)
        if action.power in may.get(action.space, ()):
            return []
        city, power = self.system.space_name(action.space), self.system.power_name(action.power)
        sentence = f"{city} cannot work for {power}."
        return [refuse("assign.cannot", sentence, "7.1.1", spaces=(action.space,))]

    def perform(self, draft: Draft, action: Assign) -> None:
        """Remember it until it is changed."""
        chosen = draft.state.var("assigned", FrozenMap({}))
        assert isinstance(chosen, FrozenMap)
        draft.set("assigned", chosen.set(action.space, action.power))
        draft.emit("assigned", space=action.space, power=action.power)

    def choices(self, state: State) -> Sequence[Choice]:
        """What is allowed now."""
        return choices_of(self.legal(state), ("space", "space"), ("power", "power"))

    def legal(self, state: State, piece: str | None = None) -> Iterable[Assign]:
        """Every choice that changes something."""
        sit, lines = self.system.situation(state), self.system.lines(state)
        now = city_points(sit, lines)
        for space, powers in self._may(state).items() if piece is None else ():
            for power in powers:
                if now.get(space) != power:
                    yield Assign(space, power)


class AssignPhase(Phase):
    """Cities that could work for more than one power."""

    name = "assign"
    title = "Cities"
    rule = "7.1.1"

    def __init__(self, system: EuropeanTheater) -> None:
        self.system = system
        self._rule = AssignRule(system)
        rules: list[Rule[Any]] = [self._rule, PassRule(system)]
        self.rules = rules

    def decider(self, state: State) -> str | None:
        """The side, when there is a choice."""
        return str(state.top["side"]) if self._rule._may(state) else None

    def prompt(self, state: State) -> Prompt:
        """Which city for whom."""
        text = "A city that could work for two of your powers may be given to the other. Give one, or pass."
        return Prompt("Who uses which city", text, "7.1.1")
