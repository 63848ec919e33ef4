"""Files played with other rules or data: what still replays, what does not, and where play goes on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.unit.storage.tables import (
    broken_rules,
    create,
    lazy_rules,
    long_script,
    play_all,
    same_rules,
    strict_rules,
)
from wargame_desktop.core.state import State
from wargame_desktop.core.timeline import TimelineError
from wargame_desktop.storage.errors import BrokenRecord
from wargame_desktop.storage.file import GameFile, replay
from wargame_desktop.storage.game import misfit
from wargame_desktop.storage.lines import decode
from wargame_desktop.storage.replay import verify
from wargame_desktop.systems import registry
from wargame_desktop.systems.base import GameData, GameSystem
from wargame_desktop.systems.free_table.system import FreeTable

# Node 61 turns a piece over, so `lazy_rules` lead elsewhere there; the checkpoint of node 100 lies behind it.
SCRIPT = [*long_script(60), "flip sel.1_inf", *long_script(60)]


@pytest.fixture(params=["match", "study"])
def played(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    with create(tmp_path / "a.wargame", mode=request.param) as game:
        play_all(game, SCRIPT)
    return game.path


def other_data(system_id: str, refs: Mapping[str, Any]) -> GameSystem:
    data = registry.bind(system_id, refs).data
    return FreeTable(replace(data, data_hash="other"))


def test_rules_that_change_nothing(played: Path) -> None:
    before = played.read_bytes()
    result = GameFile.open(played, bind=same_rules)
    with result.game as game:
        assert result.mismatch is None and result.report is not None and result.report.ok
        assert result.notes == [
            "The game was played with rules version 1, here is 2."
            " 121 actions in 1 branch replayed, every position is as recorded."
        ]
        assert played.read_bytes() == before
        assert game.rules_changed
        game.play("flip sel.hq")
        assert not game.rules_changed
        added = [decode(raw)["kind"] for raw in played.read_bytes()[len(before) :].splitlines()]
        assert added == ["checkpoint", "rules", "node"]
        game.play("flip sel.hq")
        game.save()
        saved = played.read_bytes()
    result = GameFile.open(played, bind=same_rules)
    with result.game as again:
        assert result.notes == [] and [r.rules_version for r in again.rules] == ["1", "2"]
        assert (again.rules[1].base, again.rules[1].after) == (121, 121)
        again.save()
    assert played.read_bytes() == saved
    assert GameFile.open(played, write=False).notes[1].startswith("The game was played with rules version 2")


def test_other_data_with_the_same_results(played: Path) -> None:
    result = GameFile.open(played, bind=other_data)
    assert result.notes[0].startswith("The maps, units or charts have changed since the game was played.")
    result.game.play("flip sel.hq")
    result.game.close()
    assert GameFile.open(played, bind=other_data, write=False).game.rules[-1].data_hash == "other"


def test_an_action_that_is_refused_now(played: Path) -> None:
    result = GameFile.open(played, bind=strict_rules)
    game, mismatch, report = result.game, result.mismatch, result.report
    assert mismatch is not None and report is not None
    first = mismatch.difference
    assert (first.node, first.action, first.found) == (3, "move sel.2_inf 0404", "")
    assert first.expected == game.node(3).state_hash
    assert first.reason == "it cannot be done: 0404 is closed. (rule 9.9)"
    assert report.differences[0] == first
    assert not report.ok and "not reached" in str(report)
    assert mismatch.last_good == 2
    assert mismatch.kept == 103  # from the checkpoint at 100 the record replays to the next refused action
    assert str(mismatch) in result.notes[-1]
    assert "from position 2, before that action, or from position 103 as it was recorded" in str(mismatch)
    game.close()


@pytest.mark.parametrize("choice", ["last_good", "kept"])
def test_the_players_choose_where_to_go_on(played: Path, choice: str) -> None:
    result = GameFile.open(played, bind=lazy_rules)
    game, mismatch = result.game, result.mismatch
    assert mismatch is not None and mismatch.difference.found
    assert "it leads to position" in mismatch.difference.reason
    assert (mismatch.difference.node, mismatch.last_good, mismatch.kept) == (61, 60, 121)
    assert game.cursor.id == 121
    node = game.resume_at(getattr(mismatch, choice))
    with pytest.raises(TimelineError, match="cannot be resumed at position 30"):
        game.resume_at(30)
    game.play("move sel.2_inf 0905")
    game.play("roll 1d6")
    played_on = game.cursor
    assert played_on.id == 123 and node.variations[-1].id == 122
    game.save()
    game.close()

    result = GameFile.open(played, bind=lazy_rules)
    with result.game as again:
        assert result.notes == [] and result.mismatch is None
        assert again.cursor.id == 123
        report = verify(again)
        assert report.ok and [item.node for item in report.earlier] == [61]
        assert "1 actions of earlier rules would differ today" in str(report)
    # With yet other rules, what was settled then is not brought up again.
    result = GameFile.open(played, bind=same_rules, write=False)
    assert result.mismatch is None


def test_what_was_settled_once_is_not_judged_again(played: Path) -> None:
    with GameFile.open(played, bind=lazy_rules).game as game:
        play_all(game, ["move sel.2_inf 0905", "move sel.2_inf 0404"])
        assert game.rules[-1].base == 121
    result = GameFile.open(played, bind=strict_rules)
    with result.game as game:
        # Actions 3 and following would be refused too, but play has gone on from 121 since.
        assert result.mismatch is not None
        assert (result.mismatch.difference.node, result.mismatch.last_good, result.mismatch.kept) == (
            123,
            122,
            122,
        )
        assert result.report is not None
        assert [item.node for item in result.report.differences] == [123]
        assert result.report.earlier[0].node == 3


@pytest.mark.parametrize("base", [0, 100])
def test_no_second_copy_of_a_position_on_record(tmp_path: Path, base: int) -> None:
    with create(tmp_path / "a.wargame") as game:
        play_all(game, SCRIPT)
    with GameFile.open(game.path, bind=same_rules).game as again:
        again.goto(base)
        before = game.path.stat().st_size
        again.play("flip sel.hq")
        added = [decode(raw)["kind"] for raw in game.path.read_bytes()[before:].splitlines()]
        assert added == ["rules", "node"]
        again.save()
        saved = game.path.read_bytes()
    with GameFile.open(game.path, bind=same_rules).game as again:
        again.save_as(tmp_path / "b.wargame")
    assert (tmp_path / "b.wargame").read_bytes() == saved


def test_what_cannot_be_reached_is_said_and_harms_nothing(played: Path) -> None:
    result = GameFile.open(played, bind=lazy_rules, write=False)
    with result.game as game:
        assert result.mismatch is not None
        with pytest.raises(BrokenRecord, match="Position 61 comes out differently"):
            game.state_at(game.node(61))
        with pytest.raises(BrokenRecord, match="Position 70"):
            game.goto(70)
        assert game.cursor.id == 121
        game.resume_at(60)
        with pytest.raises(BrokenRecord, match="Position 61"):
            game.redo()
        assert game.cursor.id == 60
    result = GameFile.open(played, bind=strict_rules)
    with result.game as game:
        game.resume_at(103)
        with pytest.raises(BrokenRecord, match="Position 104 cannot be reached: 0404 is closed"):
            game.redo()
        with pytest.raises(BrokenRecord, match="Position 99 cannot be reached"):
            game.timeline.cursor = game.node(100)
            game.undo()
        assert game.cursor.id == 100


def test_rules_that_changed_under_the_same_version(tmp_path: Path) -> None:
    with create(tmp_path / "a.wargame") as game:
        play_all(game, ["flip sel.hq", "flip nor.hq"])
    result = GameFile.open(game.path, bind=broken_rules)
    with result.game as again:
        assert result.mismatch is not None and result.report is None
        assert (result.mismatch.last_good, result.mismatch.kept) == (0, 0)
        assert again.cursor.id == 0
    report = replay(game.path, bind=broken_rules)
    assert [item.node for item in report.differences] == [1] and report.unreached == 1
    assert str(report.differences[0]).startswith("Action 1, “flip sel.hq”: it leads to position ")


def test_a_difference_on_another_branch_does_not_stop_play(tmp_path: Path) -> None:
    with create(tmp_path / "a.wargame") as game:
        game.play("flip sel.hq")
        game.goto(0)
        game.play("move sel.2_inf 0905")
    result = GameFile.open(game.path, bind=lazy_rules)
    with result.game as again:
        assert result.mismatch is None and result.report is not None and not result.report.ok
        assert "2 actions in 2 branches: 1 differ" in result.notes[0]
        assert again.cursor.id == 2
        again.play("move sel.2_inf 0706")


def test_dice_that_do_not_fit_are_a_difference(tmp_path: Path) -> None:
    with create(tmp_path / "a.wargame") as game:
        game.play("roll 2d6")
        game.timeline.cursor.dice = (1, 2, 3)
        report = verify(game)
        assert "the record holds 3 dice, the action used 2" in report.differences[0].reason


class SmallerBoard(FreeTable):
    """The table without a space, and with a question it cannot answer."""

    def __init__(self, data: GameData) -> None:
        super().__init__(replace(data, data_hash="smaller"))

    def has_space(self, space: str) -> bool:
        return space != "0605" and super().has_space(space)

    def problems(self, state: State) -> list[str]:
        if state.var("turn") == 7:
            raise ValueError("a riddle")
        return super().problems(state)


def smaller_board(system_id: str, refs: Mapping[str, Any]) -> GameSystem:
    return SmallerBoard(registry.bind(system_id, refs).data)


def test_a_recorded_position_that_the_data_no_longer_know(tmp_path: Path) -> None:
    with create(tmp_path / "a.wargame") as game:
        play_all(game, ["move sel.1_cav 0605", *long_script(50), "move sel.1_cav 0806", *long_script(50)])
        play_all(game, ["turn number=7", *long_script(60)])
    result = GameFile.open(game.path, bind=smaller_board)
    with result.game as again:
        assert sorted(again.checkpoints) == [50, 100, 150]
        assert [again.recorded(again.node(number)) is None for number in (50, 100, 150)] == [
            True,
            False,
            True,
        ]
        assert misfit(again.system, again.checkpoints[150]) == "a riddle (ValueError)"
        assert "0605, which is no space of this map" in misfit(again.system, again.checkpoints[50])
        assert result.mismatch is not None
        assert (result.mismatch.last_good, result.mismatch.kept) == (0, 163)
        with pytest.raises(BrokenRecord):
            again.goto(50)
        again.save()
    with GameFile.open(game.path).game as whole:  # what could not be used has not been thrown away
        assert sorted(whole.checkpoints) == [50, 100, 150] and replay(game.path).ok


def test_progress_is_told(played: Path) -> None:
    seen: list[tuple[int, int]] = []
    with GameFile.open(played).game as game:
        verify(game, lambda done, total: seen.append((done, total)))
    assert seen[0] == (1, 121) and seen[-1] == (121, 121) and len(seen) == 121
