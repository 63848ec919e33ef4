"""The record is the game: undo, jumps and replays come back to the very same positions."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.suites.games import SCENARIOS, played
from wargame_desktop.core.dice import RecordedDice
from wargame_desktop.core.engine import apply
from wargame_desktop.core.timeline import Timeline

ROOT = Path(__file__).parents[2]
every_scenario = pytest.mark.parametrize("scenario", SCENARIOS)


@every_scenario
def test_undo_to_the_start_and_forward_again(scenario: str) -> None:
    game = played(scenario)
    hashes = [state.hash for state in game.states]
    timeline = game.timeline
    timeline.goto(game.nodes[-1])
    backwards = [timeline.state.hash]
    while timeline.undo_refusal() is None:
        timeline.undo()
        backwards.append(timeline.state.hash)
    assert backwards == hashes[::-1]
    forwards = [timeline.state.hash]
    while timeline.cursor.variations:
        timeline.redo()
        forwards.append(timeline.state.hash)
    assert forwards == hashes


@every_scenario
def test_the_written_record_leads_to_the_same_positions(scenario: str) -> None:
    """Only the lines and the dice are kept, as in a file; the tree knows no state but the first."""
    game = played(scenario)
    notation = game.system.notation
    timeline = Timeline(game.system, game.new.state)
    at = timeline.root
    for node in game.nodes:
        assert node.action is not None
        action = notation.parse(notation.format(node.action))
        at = timeline.attach(at, node.id, action, node.dice, node.state_hash)
    for node in reversed(timeline.main_line()[::7]):
        assert timeline.state_at(node).hash == node.state_hash
    assert timeline.state_at(at) == game.states[-1]


@every_scenario
def test_an_action_needs_exactly_the_dice_on_record(scenario: str) -> None:
    game = played(scenario)
    for state, node, outcome in zip(game.states, game.nodes, game.outcomes, strict=False):
        assert node.action is not None
        dice = RecordedDice(node.dice)
        again = apply(game.system, state, node.action, dice)
        dice.finish()
        assert again.state == outcome.state
        assert (again.events, again.rolls, again.changed) == (outcome.events, outcome.rolls, outcome.changed)
        assert again.state.dice_rolled == state.dice_rolled + len(node.dice)


@every_scenario
def test_the_same_seed_plays_the_same_game(scenario: str) -> None:
    first = played(scenario)
    again = played.__wrapped__(scenario)
    assert [node.state_hash for node in again.nodes] == [node.state_hash for node in first.nodes]
    other = played(scenario, seed="another")
    assert [node.state_hash for node in other.nodes] != [node.state_hash for node in first.nodes]


def test_no_game_depends_on_the_hash_seed_of_the_process() -> None:
    """Sets of names come in another order in every process; neither positions nor logs may show it."""
    printed = {seed: run_fingerprint(seed) for seed in ("0", "1", "4242")}
    assert printed["0"].count("\n") == len(SCENARIOS)
    assert len(set(printed.values())) == 1


def run_fingerprint(hash_seed: str) -> str:
    """The output of `fingerprint.py` in a fresh process."""
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)}
    result = subprocess.run(
        [sys.executable, "-m", "tests.suites.fingerprint"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert result.returncode == 0, result.stderr
    return result.stdout
