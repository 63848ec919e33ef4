"""Games of every scenario as files: what was written is read back, byte for byte."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.suites.games import LIBRARY, SCENARIOS, chooser
from wargame_desktop.bots.random import RandomBot
from wargame_desktop.storage.file import GameFile
from wargame_desktop.storage.replay import verify
from wargame_desktop.systems import registry
from wargame_desktop.systems.base import GameSystem

every_scenario = pytest.mark.parametrize("scenario", SCENARIOS)
ACTIONS = 60


def bind(system: str, refs: Mapping[str, Any]) -> GameSystem:
    """The rules of a stored game with the data that came with the program."""
    return registry.bind(system, refs, LIBRARY)


def create(path: Path, scenario: str) -> GameFile:
    """A game on the disk, at its first decision."""
    return GameFile.create(path, registry.new_game(scenario, seed="file", library=LIBRARY), created="1939")


def play(game: GameFile, actions: int, seed: str) -> None:
    """Play at random from where the game is; it may end before."""
    bot = RandomBot(seed)
    for _ in range(actions):
        action = bot.choose(game.system, game.state)
        if action is None:
            return
        game.play(action)


def play_with_branches(game: GameFile) -> None:
    """A line, two lines that leave it, comments, and the cursor in the middle."""
    play(game, ACTIONS, "main")
    choose = chooser(game.header.title)
    for number in range(2):
        game.goto(choose.randrange(len(game.timeline.nodes)))
        play(game, ACTIONS // 4, f"branch {number}")
    game.comment(game.cursor, "As far as this.\nNo farther: “ß” €")
    game.goto(len(game.timeline.nodes) // 2)


@every_scenario
def test_save_load_save_gives_the_same_bytes(scenario: str, tmp_path: Path) -> None:
    path = tmp_path / "game.wargame"
    with create(path, scenario) as game:
        play_with_branches(game)
        game.save()
        saved = path.read_bytes()
        hashes = {node.id: node.state_hash for node in game.timeline.nodes.values()}
        cursor, state = game.cursor.id, game.state
    opened = GameFile.open(path, bind=bind)
    with opened.game as again:
        assert {node.id: node.state_hash for node in again.timeline.nodes.values()} == hashes
        assert again.cursor.id == cursor
        assert again.state == state
        again.save()
        assert path.read_bytes() == saved


@every_scenario
def test_what_was_played_is_on_the_disk_without_saving(scenario: str, tmp_path: Path) -> None:
    path = tmp_path / "game.wargame"
    with create(path, scenario) as game:
        play_with_branches(game)
        expected = list(game.lines())
    with GameFile.open(path, bind=bind).game as again:
        assert list(again.lines()) == expected


@every_scenario
def test_every_position_on_record_is_reached_again(scenario: str, tmp_path: Path) -> None:
    path = tmp_path / "game.wargame"
    with create(path, scenario) as game:
        play_with_branches(game)
    with GameFile.open(path, bind=bind).game as again:
        report = verify(again)
        assert report.ok, str(report)
        assert report.actions >= 1
        play(again, 10, "on")  # and the game goes on
        assert verify(again).ok
