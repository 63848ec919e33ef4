"""The rule systems there are, and how a game of one begins or is found again.

Adding a system: one package here with `meta.py` and `system.py`, and one line in `_PACKAGES`.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from wargame_desktop.content.library import Library
from wargame_desktop.content.problems import ContentError, Problem
from wargame_desktop.content.scenarios import Option, Scenario
from wargame_desktop.core.dice import SeededDice
from wargame_desktop.core.engine import begin
from wargame_desktop.core.frozen import FrozenMap, Plain, short_digest
from wargame_desktop.core.state import PieceTable, State

from .base import GameData, GameSystem, Meta

_PACKAGES = ("european_theater", "free_table", "revised")


class UnknownSystem(LookupError):
    """No rule system has that id."""


@dataclass(frozen=True)
class NewGame:
    """A game at its first decision."""

    system: GameSystem
    state: State
    seats: tuple[dict[str, Any], ...]
    title: str
    seed: str


def metas() -> list[Meta]:
    """All rule systems, in the order they are shown."""
    return [meta(name) for name in _PACKAGES]


def meta(system_id: str) -> Meta:
    """The facts of one rule system."""
    if system_id not in _PACKAGES:
        near = difflib.get_close_matches(system_id, _PACKAGES, 1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise UnknownSystem(f"there is no rule system “{system_id}”{hint}")
    found: Meta = import_module(f"wargame_desktop.systems.{system_id}.meta").META
    return found


def has_bot(system_id: str) -> bool:
    """Whether the program knows how to play this game, and does not only move at random."""
    found: type[GameSystem] = import_module(meta(system_id).module).SYSTEM
    return found.bot is not GameSystem.bot


def _create(system_id: str, data: GameData) -> GameSystem:
    module = import_module(meta(system_id).module)
    system: GameSystem = module.SYSTEM(data)
    return system


def bind(system_id: str, refs: Mapping[str, Any], library: Library | None = None) -> GameSystem:
    """The rule system of a stored game, with the data it names."""
    meta(system_id)
    return _create(system_id, GameData.of_refs(library or Library(), refs))


def new_game(
    scenario: str | Path,
    *,
    seed: str,
    options: Mapping[str, str] | None = None,
    library: Library | None = None,
) -> NewGame:
    """Set up a scenario and run it to its first decision."""
    shelf = library or Library()
    data = shelf.open_scenario(scenario)
    set_up = data.scenario
    system = _create(set_up.system, GameData.of_scenario(data, shelf))
    start = State(
        system=set_up.system,
        scenario=set_up.id,
        options=_options(set_up, options or {}),
        powers=set_up.powers,
        pieces=PieceTable(set_up.pieces),
        control=set_up.control,
        vars=_start_vars(set_up),
        stack=set_up.start.stack,
        secret=short_digest("secret", seed, set_up.id),
    )
    outcome = begin(system, system.opening(start), SeededDice(seed))
    seats = tuple({"id": seat.id, "name": seat.name, "powers": list(seat.powers)} for seat in set_up.seats)
    return NewGame(system, outcome.state, seats, set_up.header.title, seed)


def _start_vars(scenario: Scenario) -> FrozenMap[Plain]:
    start = scenario.start
    found: dict[str, Plain] = {}
    if start.turn is not None:
        found["turn"] = start.turn
    if start.side:
        found["side"] = start.side
    if start.power:
        found["power"] = start.power
    return scenario.vars.update(found)


def _options(scenario: Scenario, chosen: Mapping[str, str]) -> FrozenMap[Plain]:
    values: dict[str, Plain] = {name: option.default for name, option in scenario.options.items()}
    problems: list[Problem] = []
    for name, text in chosen.items():
        option = scenario.options.get(name)
        if option is None:
            known = ", ".join(scenario.options) or "none"
            problems.append(Problem(scenario.id, 0, f"there is no option “{name}” (options: {known})"))
            continue
        try:
            values[name] = _option_value(option, text)
        except ValueError as error:
            problems.append(Problem(scenario.id, 0, str(error)))
    if problems:
        raise ContentError(problems)
    return FrozenMap(values)


def _option_value(option: Option, text: str) -> Plain:
    value: Plain = text
    if isinstance(option.default, bool):
        if text not in ("true", "false", "yes", "no"):
            raise ValueError(f"option {option.id} should be yes or no, not “{text}”")
        value = text in ("true", "yes")
    elif isinstance(option.default, int):
        if not text.lstrip("-").isdecimal() or len(text) > 12:
            raise ValueError(f"option {option.id} should be a whole number, not “{text}”")
        value = int(text)
    if option.choices and value not in option.choices:
        allowed = ", ".join(str(choice) for choice in option.choices)
        raise ValueError(f"option {option.id} should be one of {allowed}, not “{text}”")
    return value
