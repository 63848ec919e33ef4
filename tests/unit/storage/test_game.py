"""Dice, undo and branches of a game in play."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.storage.tables import create, new_game, play_all
from wargame_desktop.core.action import NotationError
from wargame_desktop.core.dice import DiceError, DiceNeeded, SeededDice, TypedDice
from wargame_desktop.core.refusal import Refused
from wargame_desktop.core.timeline import MATCH, TimelineError
from wargame_desktop.storage import game as game_module
from wargame_desktop.storage.errors import TooLarge
from wargame_desktop.storage.file import GameFile, replay
from wargame_desktop.storage.game import Game
from wargame_desktop.storage.header import TYPED
from wargame_desktop.systems.free_table.model import RollDice


def test_a_game_needs_no_file(tmp_path: Path) -> None:
    new = new_game()
    game = Game(create(tmp_path / "a.wargame").header, new.system, new.state)
    node, outcome = game.play("flip sel.hq")
    game.comment(node, "turned")
    assert game.state == outcome.state
    assert game.undo() is game.timeline.root
    assert game.state == new.state
    assert game.redo() is node


def test_the_seed_decides_the_dice(tmp_path: Path) -> None:
    rolls = []
    for name in ("a", "b"):
        with create(tmp_path / f"{name}.wargame") as game:
            play_all(game, ["flip sel.hq", "roll 20d6", "roll 20d6"])
            rolls.append([game.node(2).dice, game.node(3).dice])
    assert rolls[0] == rolls[1]
    assert rolls[0][0] != rolls[0][1]
    assert rolls[0][0] == SeededDice("7").draw("", 20, 6, 0, "dice")


def test_another_try_rolls_anew_and_keeps_its_dice(tmp_path: Path) -> None:
    with create(tmp_path / "a.wargame") as game:
        play_all(game, ["roll 20d6", "roll 20d6"])
        for _ in range(3):
            game.goto(0)
            play_all(game, ["roll 20d6", "roll 20d6"])
        assert len({node.dice for node in game.timeline.nodes.values()}) == 9  # with the root, that has none
        game.promote(7)
        game.goto(8)
        with create(tmp_path / "b.wargame") as other:
            play_all(other, ["roll 20d6"])
            for _ in range(3):
                other.goto(0)
                play_all(other, ["roll 20d6", "roll 20d6"])
            other.play("roll 20d6")
        game.play("roll 20d6")
        assert game.cursor.dice == SeededDice("7", "7").draw("", 20, 6, 40, "dice")
        assert other.cursor.dice == SeededDice("7", "6").draw("", 20, 6, 40, "dice")
    assert replay(game.path).ok


def test_typed_dice_are_asked_for_checked_and_recorded(tmp_path: Path) -> None:
    with create(tmp_path / "a.wargame", dice=TYPED) as game:
        game.play("flip sel.hq")
        before = game.path.read_bytes()
        with pytest.raises(DiceNeeded, match="2 dice with 6 sides"):
            game.play("roll 2d6")
        with pytest.raises(DiceError, match="3 dice were given, the action uses 2"):
            game.play("roll 2d6", [3, 4, 5])
        with pytest.raises(DiceError, match="cannot show 7"):
            game.play("roll 2d6", [3, 7])
        assert game.path.read_bytes() == before and game.cursor.id == 1
        node, _ = game.play("roll 2d6", [3, 4])
        assert node.dice == (3, 4)
    assert replay(game.path).ok


def test_a_source_of_dice_may_serve_several_actions(tmp_path: Path) -> None:
    with create(tmp_path / "a.wargame") as game:
        dice = TypedDice([1, 2, 3, 4])
        assert game.play("roll 2d6", dice)[0].dice == (1, 2)
        assert game.play("roll 1d6", dice)[0].dice == (3,)
        assert dice.left == (4,)


def test_decks_are_shuffled_by_the_seed_even_with_typed_dice(tmp_path: Path) -> None:
    with create(tmp_path / "a.wargame", dice=TYPED) as game:
        node, _ = game.play("shuffle sel_pool")
        assert node.dice
        assert game.play("roll 1d6", [5])[0].dice == (5,)
    assert replay(game.path).ok


def test_in_a_match_the_program_rolls_and_dice_stop_undo(tmp_path: Path) -> None:
    with create(tmp_path / "a.wargame", mode=MATCH) as game:
        with pytest.raises(DiceError, match="cannot be typed in"):
            game.play("roll 1d6", [6])
        play_all(game, ["flip sel.hq", "roll 1d6", "flip nor.hq"])
        game.undo()
        with pytest.raises(TimelineError, match="Dice have fallen"):
            game.undo()
        with pytest.raises(TimelineError, match="Dice have fallen"):
            game.goto(0)
        game.redo()
    with GameFile.open(game.path).game as again:
        assert again.cursor.id == 3
        again.undo()
        with pytest.raises(TimelineError, match="Dice have fallen"):
            again.undo()


def test_in_a_match_what_was_seen_stays_seen_after_opening(tmp_path: Path) -> None:
    with create(tmp_path / "a.wargame", mode=MATCH) as game:
        game.play("reveal nor.para")
    with (
        GameFile.open(game.path).game as again,
        pytest.raises(TimelineError, match="Hidden pieces were seen"),
    ):
        again.undo()


def test_what_is_refused_changes_nothing(tmp_path: Path) -> None:
    with create(tmp_path / "a.wargame") as game:
        before = game.path.read_bytes()
        with pytest.raises(Refused, match="nowhere"):
            game.play("move sel.hq nowhere")
        with pytest.raises(NotationError, match="did you mean move"):
            game.play("mvoe sel.hq 0706")
        with pytest.raises(TimelineError, match="nothing to take back"):
            game.undo()
        with pytest.raises(TimelineError, match="nothing to do again"):
            game.redo()
        with pytest.raises(TimelineError, match="cannot be resumed at position 0"):
            game.resume_at(0)
        assert game.path.read_bytes() == before
        assert game.play(RollDice("1d6"))[0].id == 1


def test_a_game_does_not_grow_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_module, "MOST_NODES", 2)
    with create(tmp_path / "a.wargame") as game:
        play_all(game, ["flip sel.hq", "flip nor.hq"])
        with pytest.raises(TooLarge, match="2 actions"):
            game.play("flip sel.hq")
