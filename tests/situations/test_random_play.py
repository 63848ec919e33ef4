"""Random play of each situation to its end: from a copy each time, with invariants, and back again."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.situations import battles, cards, face_down, fleet, supply
from tests.situations.table import random_game
from wargame_desktop.core import engine
from wargame_desktop.core.dice import SeededDice
from wargame_desktop.core.state import State
from wargame_desktop.core.timeline import Timeline

SITUATIONS = {module.game.id: module for module in (fleet, battles, supply, face_down, cards)}
ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", SITUATIONS)
def test_a_random_game_ends_well(name: str, seed: int) -> None:
    module = SITUATIONS[name]
    last = random_game(module.game, module.start(), seed)
    assert last.stack == () and len(last.pieces) == len(module.start().pieces)


@pytest.mark.parametrize("name", SITUATIONS)
def test_back_to_the_start_and_forward_again_from_every_position(name: str) -> None:
    module = SITUATIONS[name]
    tree = Timeline(module.game, module.start())
    seen: list[State] = [tree.state]
    while tree.state.stack:
        actions = list(engine.legal_actions(module.game, tree.state))
        tree.play(actions[len(seen) * 7 % len(actions)], SeededDice("walk"))
        seen.append(tree.state)
        for state in reversed(seen[:-1]):
            tree.undo()
            assert tree.state == state
        for state in seen[1:]:
            tree.redo()
            assert tree.state == state
    assert len(seen) > 2 and len(tree.nodes) == len(seen)


def test_random_games_are_the_same_under_any_hash_seed() -> None:
    program = (
        "from tests.situations.test_random_play import SITUATIONS, random_game\n"
        "for m in SITUATIONS.values(): print(m.game.id, random_game(m.game, m.start(), 3).hash)"
    )
    found = set()
    for seed in ("0", "77"):
        env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-c", program]
        found.add(subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout)
    assert len(found) == 1 and len(found.pop().splitlines()) == len(SITUATIONS)
