"""Complete games of Axis & Allies Revised, action by action, with the position at the beginning of each turn.

A record is `NAME.game`: what is played, then actions, and before each turn a line `= …` with the round, the
power, victory cities, money and the hash of the position. After a change that is meant to alter positions,
write the `=` lines anew with `WARGAME_REGENERATE=1 python -m pytest tests/playthroughs/revised`; an action
the rules no longer allow makes the game fail, and `record` plays a new one.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from wargame_desktop.bots.selfplay import Players
from wargame_desktop.content.folders import Folders, shipped_root
from wargame_desktop.content.library import Library
from wargame_desktop.core import invariants
from wargame_desktop.core.dice import SeededDice
from wargame_desktop.core.engine import Outcome, apply
from wargame_desktop.core.state import State
from wargame_desktop.systems import registry
from wargame_desktop.systems.revised.situation import Situation
from wargame_desktop.systems.revised.system import Revised
from wargame_desktop.systems.revised.victory import cities_of

HERE = Path(__file__).parent
GAMES = sorted(HERE.glob("*.game"))
LIBRARY = Library(Folders(shipped_root()))


def begun(header: list[str]) -> tuple[Revised, State, str]:
    """The game a header names, at its first decision."""
    words = [line.split(" ", 1) for line in header]
    options = dict(value.split("=", 1) for key, value in words if key == "option")
    named = {key: value for key, value in words if key != "option"}
    new = registry.new_game(named["scenario"], seed=named["seed"], options=options, library=LIBRARY)
    assert isinstance(new.system, Revised)
    return new.system, new.state, new.seed


def standing(system: Revised, state: State) -> str:
    """A position in one line."""
    sit = Situation(system.facts, state)
    cities = ", ".join(f"{side} {len(cities_of(system, state, side))}" for side in system.sides(state))
    money = ", ".join(f"{power} {sit.ipc(power)}" for power in sit.order())
    turn = f"round {state.number('turn', 1)} {sit.power}" if state.stack else f"won by {state.var('winner')}"
    return f"= {turn}; cities: {cities}; IPCs: {money}; {state.hash}"


def lines_after(system: Revised, outcome: Outcome) -> Iterator[str]:
    """The line of a position at which a turn begins or the game ends; every event must be told."""
    for event in outcome.events:
        assert system.describe(event, outcome.state)
    if not outcome.state.stack or any(event.kind == "turn_begun" for event in outcome.events):
        invariants.check(system, outcome.state)
        yield standing(system, outcome.state)


def replayed(record: Path) -> list[str]:
    """The record as the rules write it now."""
    lines = record.read_text(encoding="utf-8").splitlines()
    header = [line for line in lines if line.split(" ", 1)[0] in ("scenario", "seed", "option")]
    actions = [line for line in lines[len(header) :] if not line.startswith("=")]
    system, state, seed = begun(header)
    found = [*header, standing(system, state)]
    for line in actions:
        outcome = apply(system, state, system.notation.parse(line), SeededDice(seed))
        state = outcome.state
        found += [line, *lines_after(system, outcome)]
    assert not state.stack, "the game is not complete"
    return found


def record(path: Path, header: list[str], players: Mapping[str, str], most: int = 4000) -> None:
    """Let the program play a game to its end and write it down."""
    system, state, seed = begun(header)
    found = [*header, standing(system, state)]
    player = Players(system, seed, players)
    while state.stack and most:
        action = player.choose(system, state)
        assert action is not None
        outcome = apply(system, state, action, SeededDice(seed))
        state, most = outcome.state, most - 1
        found += [system.notation.format(action), *lines_after(system, outcome)]
    assert not state.stack, "the game did not end"
    path.write_text("\n".join(found) + "\n", encoding="utf-8", newline="\n")


@pytest.mark.parametrize("game", GAMES, ids=lambda path: path.stem)
def test_the_whole_game_goes_as_on_record(game: Path) -> None:
    found = replayed(game)
    if os.environ.get("WARGAME_REGENERATE") == "1":
        game.write_text("\n".join(found) + "\n", encoding="utf-8", newline="\n")
        pytest.skip(f"{game.name} was written anew")
    assert found == game.read_text(encoding="utf-8").splitlines()


def test_three_complete_games_are_on_record() -> None:
    assert len(GAMES) >= 3
    assert all("= won by" in game.read_text(encoding="utf-8") for game in GAMES)
