"""A game file through its life: written as played, opened again, saved, saved elsewhere."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.unit.storage.tables import SCRIPT, branched, create, long_script, new_game, play_all
from wargame_desktop import __version__
from wargame_desktop.core.timeline import MATCH, TimelineError
from wargame_desktop.storage import disk, file
from wargame_desktop.storage.errors import AlreadyThere, NotReadable, NotWritten, ReadOnly, TooLarge
from wargame_desktop.storage.file import GameFile, replay
from wargame_desktop.storage.game import LONGEST_COMMENT, Game
from wargame_desktop.storage.lines import decode


def lines_of(path: Path) -> list[dict[str, object]]:
    return [decode(raw) for raw in path.read_bytes().splitlines()]


def tree_of(game: Game) -> list[object]:
    nodes = game.timeline.nodes.values()
    return [
        (
            n.id,
            n.parent and n.parent.id,
            n.action,
            n.dice,
            n.state_hash,
            n.comment,
            [v.id for v in n.variations],
        )
        for n in nodes
    ] + [game.cursor.id]


def test_a_new_file_says_what_is_played(tmp_path: Path) -> None:
    seats = [{"id": "league", "name": "Ada"}]
    with create(tmp_path / "a.wargame", mode=MATCH, dice="typed", seats=seats) as game:
        header, state, cursor = lines_of(game.path)
        assert header == {
            "kind": "header",
            "format": 2,
            "app": __version__,
            "system": "free_table",
            "rules_version": game.system.rules_version,
            "data_hash": game.system.data_hash,
            "refs": game.system.refs,
            "title": "Skirmish on the Selm",
            "seed": "7",
            "dice": "typed",
            "mode": "match",
            "seats": seats,
            "created": "2026-01-02T03:04:05+00:00",
        }
        assert state["state"] == game.state.to_plain()
        assert cursor == {"kind": "cursor", "node": 0}


def test_a_new_game_takes_its_seats_and_the_time(tmp_path: Path) -> None:
    with GameFile.create(tmp_path / "a.wargame", new_game()) as game:
        assert [seat["id"] for seat in game.header.seats] == ["league", "pact"]
        assert game.header.created.startswith("20") and game.header.created.endswith("+00:00")


def test_what_cannot_be_read_back_is_not_written(tmp_path: Path) -> None:
    for bad in (
        {"mode": "blitz"},
        {"seats": [{"name": "\ud800"}]},
        {"seats": [{"age": 1e999}]},
        {"seats": [3]},
    ):
        with pytest.raises(NotWritten, match="cannot be written down"):
            create(tmp_path / "a.wargame", **bad)
    assert list(tmp_path.iterdir()) == []


def test_each_action_is_one_line_behind_the_others(tmp_path: Path) -> None:
    with create(tmp_path / "a.wargame") as game:
        inode = game.path.stat().st_ino
        for number, line in enumerate(long_script(120), 1):
            before = game.path.read_bytes()
            node, outcome = game.play(line)
            after = game.path.read_bytes()
            assert after.startswith(before)
            added = [decode(raw) for raw in after[len(before) :].splitlines()]
            assert added[0] == {
                "kind": "node",
                "id": number,
                "parent": number - 1,
                "action": line,
                "dice": list(outcome.dice),
                "hash": outcome.state.hash,
            }
            kinds = [item["kind"] for item in added]
            assert kinds == (["node", "checkpoint"] if number in (50, 100) else ["node"])
        assert game.path.stat().st_ino == inode
        assert node.id == 120


def test_every_line_is_chained_to_the_one_before(tmp_path: Path) -> None:
    with create(tmp_path / "a.wargame") as game:
        play_all(game)
        chains = [json.loads(raw)["chain"] for raw in game.path.read_bytes().splitlines()]
    assert len(set(chains)) == len(chains) and all(len(chain) == 12 for chain in chains)


def test_opening_gives_the_game_that_was_played(tmp_path: Path) -> None:
    with branched(tmp_path / "a.wargame") as game:
        expected, state = tree_of(game), game.state
    result = GameFile.open(tmp_path / "a.wargame")
    with result.game as again:
        assert (result.notes, result.read_only, result.mismatch) == ([], False, None)
        assert tree_of(again) == expected
        assert again.state == state
        assert [n.id for n in again.node(3).variations] == [113, 4, 105]


def test_saving_twice_gives_the_same_bytes(tmp_path: Path) -> None:
    with branched(tmp_path / "a.wargame") as game:
        played = game.path.read_bytes()
        expected = tree_of(game)
        game.save()
        saved = game.path.read_bytes()
    assert saved != played
    assert disk.beside(game.path, ".bak").read_bytes() == played
    with GameFile.open(game.path).game as again:
        assert tree_of(again) == expected
        again.save()
        again.save_as(tmp_path / "b.wargame")
        assert disk.beside(game.path, ".bak").read_bytes() == played  # an unchanged file keeps its backup
    assert game.path.read_bytes() == saved
    assert (tmp_path / "b.wargame").read_bytes() == saved


def test_a_saved_game_is_played_on(tmp_path: Path) -> None:
    with create(tmp_path / "a.wargame") as game:
        play_all(game)
        game.save()
        play_all(game, long_script(60))
    assert replay(game.path).ok
    with GameFile.open(game.path).game as again:
        again.play("flip sel.hq")
        assert len(again.timeline.nodes) == len(SCRIPT) + 62


def test_undo_redo_and_jumps_are_on_record(tmp_path: Path) -> None:
    with create(tmp_path / "a.wargame") as game:
        play_all(game)
        moves: list[Callable[[], object]] = [game.undo, game.undo, game.redo, lambda: game.goto(2)]
        for move in moves:
            move()
            with GameFile.open(game.path, write=False).game as reader:
                assert reader.cursor.id == game.cursor.id
        size = game.path.stat().st_size
        game.play(SCRIPT[2])  # the line that exists already is followed
        assert game.cursor.id == 3 and len(game.timeline.nodes) == len(SCRIPT) + 1
        assert game.path.stat().st_size - size < 100


def test_comments_and_order_of_variations_are_on_record(tmp_path: Path) -> None:
    with create(tmp_path / "a.wargame") as game:
        for line in ("flip sel.hq", "flip nor.hq", "flip sel.1_inf"):
            game.goto(0)
            game.play(line)
        game.promote(3)
        game.promote(3)
        game.demote(1)
        game.comment(2, "half a \ud800 character")
        game.comment(1, "a slip")
        game.comment(1, "")
        with GameFile.open(game.path, write=False).game as reader:
            assert [n.id for n in reader.timeline.root.variations] == [3, 2, 1]
            assert [reader.node(i).comment for i in (1, 2)] == ["", "half a ? character"]
        with pytest.raises(TooLarge, match="100000 characters, this one has 100001"):
            game.comment(1, "x" * (LONGEST_COMMENT + 1))
        with pytest.raises(TimelineError):
            game.promote(0)
        with pytest.raises(TimelineError, match="no position 99"):
            game.goto(99)


def test_a_file_opened_for_reading_stays_as_it_is(tmp_path: Path) -> None:
    with create(tmp_path / "a.wargame") as game:
        play_all(game)
    before = game.path.read_bytes()
    result = GameFile.open(game.path, write=False)
    reader = result.game
    assert result.read_only and result.notes == ["a.wargame was opened for reading alone."]
    reader.undo()
    reader.goto(1)
    changes: list[Callable[[], object]] = [
        lambda: reader.play("flip sel.hq"),
        lambda: reader.comment(1, "x"),
        lambda: reader.promote(1),
        lambda: reader.demote(1),
        reader.save,
    ]
    for change in changes:
        with pytest.raises(ReadOnly, match="opened for reading alone"):
            change()
    assert game.path.read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.wargame"]
    reader.save_as(tmp_path / "b.wargame")
    reader.play("flip sel.hq")
    reader.close()
    assert game.path.read_bytes() == before
    assert replay(tmp_path / "b.wargame").actions == len(SCRIPT) + 1


def test_a_write_protected_file_is_opened_for_reading(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    create(tmp_path / "a.wargame").close()
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    result = GameFile.open(tmp_path / "a.wargame")
    assert result.notes == ["a.wargame is write-protected; it was opened for reading alone."]


def test_a_closed_game_is_not_written_to(tmp_path: Path) -> None:
    game = create(tmp_path / "a.wargame")
    game.close()
    game.close()
    with pytest.raises(ReadOnly, match=r"a\.wargame has been closed"):
        game.play("flip sel.hq")


def test_two_programs_do_not_write_one_file(tmp_path: Path) -> None:
    with create(tmp_path / "a.wargame") as game:
        result = GameFile.open(game.path)
        assert result.read_only and "is open in this program already" in result.notes[0]
        with pytest.raises(ReadOnly, match="in this program already"):
            result.game.play("flip sel.hq")
        game.play("flip sel.hq")
    result = GameFile.open(game.path)
    assert not result.read_only
    result.game.close()
    assert not list(tmp_path.glob("*.lock"))


def test_save_as_goes_on_in_the_new_file(tmp_path: Path) -> None:
    with create(tmp_path / "a.wargame") as game:
        play_all(game)
        old = game.path.read_bytes()
        (tmp_path / "b.wargame").write_text("something else")
        with pytest.raises(AlreadyThere, match=r"b\.wargame exists already"):
            game.save_as(tmp_path / "b.wargame")
        game.play("flip sel.hq")
        assert game.path.name == "a.wargame" and game.path.read_bytes().startswith(old)
        old = game.path.read_bytes()
        game.save_as(tmp_path / "b.wargame", overwrite=True)
        game.play("flip sel.hq")
        game.save_as(game.path)
        assert (tmp_path / "b.wargame.bak").exists()
        GameFile.open(tmp_path / "a.wargame").game.close()  # free again
    assert (tmp_path / "a.wargame").read_bytes() == old
    assert replay(tmp_path / "b.wargame").actions == len(SCRIPT) + 2


def test_creating_does_not_replace_a_game_unasked(tmp_path: Path) -> None:
    with create(tmp_path / "a.wargame") as game:
        play_all(game)
    old = game.path.read_bytes()
    with pytest.raises(AlreadyThere):
        create(game.path)
    assert game.path.read_bytes() == old
    create(game.path, overwrite=True).close()
    assert (tmp_path / "a.wargame.bak").read_bytes() == old


def test_a_link_stays_a_link_and_permissions_stay(tmp_path: Path) -> None:
    real = tmp_path / "real.wargame"
    create(real).close()
    real.chmod(0o640)
    link = tmp_path / "link.wargame"
    link.symlink_to(real)
    with GameFile.open(link).game as game:
        game.play("flip sel.hq")
        game.save()
    assert link.is_symlink() and stat.S_IMODE(real.stat().st_mode) == 0o640
    assert replay(real).actions == 1


def test_a_full_disk_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    with create(tmp_path / "a.wargame") as game:
        play_all(game)
        with monkeypatch.context() as broken:
            broken.setattr(os, "fsync", full)
            with pytest.raises(NotWritten, match="No space left on device"):
                game.play("flip sel.hq")
            assert game.unsaved and game.cursor.id == len(SCRIPT) + 1
            with pytest.raises(NotWritten, match=r"a\.wargame could not be saved: No space left"):
                game.play("flip nor.hq")
            assert not list(tmp_path.glob("*.tmp"))
        game.play("flip sel.1_inf")
        assert not game.unsaved
        expected = tree_of(game)
    assert replay(game.path).actions == len(SCRIPT) + 3
    with GameFile.open(game.path).game as again:
        assert tree_of(again) == expected


@pytest.mark.parametrize("harm", ["removed", "cut", "longer"])
def test_a_file_changed_behind_our_back_is_written_anew(tmp_path: Path, harm: str) -> None:
    with create(tmp_path / "a.wargame") as game:
        play_all(game)
        if harm == "removed":
            game.path.unlink()
        else:
            content = game.path.read_bytes()
            game.path.write_bytes(content[:-10] if harm == "cut" else content + b"x")
        game.play("flip sel.hq")
    assert replay(game.path).ok and replay(game.path).actions == len(SCRIPT) + 1


def test_no_file_grows_beyond_what_can_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with create(tmp_path / "a.wargame") as game:
        monkeypatch.setattr(file, "LARGEST_FILE", game.path.stat().st_size + 10)
        with pytest.raises(NotWritten, match="is the limit"):
            game.play("flip sel.hq")
        with pytest.raises(NotWritten, match="is the limit"):
            game.save()


@pytest.mark.parametrize("path", ["missing.wargame", ".", "no/such/folder/a.wargame", "a\0b"])
def test_what_is_no_file_cannot_be_opened(tmp_path: Path, path: str) -> None:
    with pytest.raises(NotReadable):
        GameFile.open(tmp_path / path)
    assert list(tmp_path.iterdir()) == []


def test_a_game_needs_a_folder(tmp_path: Path) -> None:
    with pytest.raises(NotWritten, match="cannot be written here: No such file"):
        create(tmp_path / "none" / "a.wargame")
    with pytest.raises(NotReadable, match="is no name of a file"):
        create(tmp_path / "a\0b")


def test_leftovers_of_a_crash_are_cleared(tmp_path: Path) -> None:
    create(tmp_path / "a.wargame").close()
    leftover = tmp_path / "a.wargame.0123abcd.tmp"
    other = tmp_path / "b.wargame.0123abcd.tmp"
    leftover.touch()
    other.touch()
    GameFile.open(tmp_path / "a.wargame").game.close()
    assert not leftover.exists() and other.exists()
