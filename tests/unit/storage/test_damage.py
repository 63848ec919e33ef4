"""Files that are cut, bitten or made up: opened as far as they are good, or refused with a sentence."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.unit.storage.tables import SCRIPT, create, play_all, quick_bind
from wargame_desktop.core.state import State
from wargame_desktop.storage import disk, reading
from wargame_desktop.storage.errors import (
    BrokenRecord,
    Damaged,
    MissingRules,
    NotAGame,
    NotWritten,
    StorageError,
    TooLarge,
    TooNew,
)
from wargame_desktop.storage.file import GameFile, replay
from wargame_desktop.storage.lines import DEEPEST, LONGEST_LINE, Line, decode, encode_all
from wargame_desktop.systems import registry


@pytest.fixture
def played(tmp_path: Path) -> Path:
    with create(tmp_path / "a.wargame") as game:
        play_all(game)
        game.save()
        game.play("flip sel.hq")
        game.play("flip nor.hq")
    (tmp_path / "a.wargame.bak").unlink()
    return game.path


def write_lines(path: Path, *lines: Line) -> Path:
    path.write_bytes(encode_all(lines)[0])
    return path


def opening_lines(path: Path, **header: Any) -> list[Line]:
    """Header and first position of a good file, with changes to the header."""
    first, second = (decode(raw) for raw in path.read_bytes().splitlines()[:2])
    return [{**first, **header}, second]


def test_a_file_torn_at_any_byte_of_its_last_two_lines(played: Path) -> None:
    whole = played.read_bytes()
    lines = whole.splitlines(keepends=True)
    last, before = len(whole) - len(lines[-1]), len(whole) - len(lines[-1]) - len(lines[-2])
    count = len(SCRIPT) + 2
    for cut in range(before, len(whole)):
        played.write_bytes(whole[:cut])
        result = GameFile.open(played, bind=quick_bind)
        with result.game as game:
            kept = count - 2 if cut < last else count - 1
            good = before if cut < last else last
            assert len(game.timeline.nodes) - 1 == kept
            assert played.read_bytes() == whole[:good]
            copies = list(played.parent.glob("*.damaged*"))
            if cut == good:
                assert result.notes == [] and copies == []
            else:
                assert [copy.read_bytes() for copy in copies] == [whole[:cut]]
                copies[0].unlink()
                assert f"Line {len(lines) - (1 if cut < last else 0)} is damaged" in result.notes[0]
                assert f"{kept} actions" in result.notes[0]
                assert result.notes[1] == "The damaged file is kept as a.wargame.damaged."
            if cut % 16 == 0:
                game.play("flip sel.1_inf")
                assert (
                    replay(played, bind=quick_bind).ok and replay(played, bind=quick_bind).actions == kept + 1
                )


def test_a_file_torn_at_every_line(played: Path) -> None:
    lines = played.read_bytes().splitlines(keepends=True)
    for number in range(len(lines)):
        played.write_bytes(b"".join(lines[:number]) + lines[number][:-5])
        if number < 2:
            with pytest.raises(Damaged if number else NotAGame):
                GameFile.open(played, bind=quick_bind)
            continue
        result = GameFile.open(played, bind=quick_bind, write=False)
        assert f"Line {number + 1} is damaged (it is not complete)" in "".join(result.notes)
        assert replay(played, bind=quick_bind).ok is False
        assert str(replay(played, bind=quick_bind)).endswith("bytes are left out.")


def test_one_bitten_line_hides_what_follows_and_all_of_it_is_kept_aside(played: Path) -> None:
    whole = played.read_bytes()
    lines = whole.splitlines(keepends=True)
    lines[4] = lines[4].replace(b"flip", b"flap")
    played.write_bytes(b"".join(lines))
    with GameFile.open(played).game as game:
        assert len(game.timeline.nodes) - 1 == 2
    assert (played.parent / "a.wargame.damaged").read_bytes() == b"".join(lines)
    assert replay(played).ok
    played.write_bytes(whole[:-3])
    GameFile.open(played).game.close()
    assert (played.parent / "a.wargame.damaged-2").read_bytes() == whole[:-3]


def test_lines_may_have_been_turned_into_those_of_another_system(played: Path) -> None:
    played.write_bytes(played.read_bytes().replace(b"\n", b"\r\n"))
    result = GameFile.open(played)
    with result.game as game:
        assert result.notes == []
        game.play("flip sel.1_inf")
    assert replay(played).ok and replay(played).actions == len(SCRIPT) + 3


def test_where_no_copy_can_be_kept_the_damaged_file_is_left_alone(
    played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(path: Path, copy: Path) -> None:
        raise OSError(28, "No space left on device")

    played.write_bytes(played.read_bytes()[:-3])
    before = played.read_bytes()
    monkeypatch.setattr(disk, "keep_copy", fail)
    result = GameFile.open(played)
    assert result.read_only
    assert "could not be copied to a.wargame.damaged: No space left on device." in result.notes[-1]
    assert played.read_bytes() == before


def test_an_older_copy_is_pointed_to(played: Path) -> None:
    (played.parent / "a.wargame.bak").write_bytes(played.read_bytes())
    played.write_bytes(b"")
    with pytest.raises(NotAGame, match=r"a\.wargame is empty\. An older copy is kept as a\.wargame\.bak\."):
        GameFile.open(played)
    with GameFile.open(played.parent / "a.wargame.bak").game as game:
        assert len(game.timeline.nodes) == len(SCRIPT) + 3


@pytest.mark.parametrize(
    ("content", "error", "sentence"),
    [
        (b"", NotAGame, "is empty"),
        (b"PK\3\4 a zip archive\n", NotAGame, r"line 1: it is not JSON"),
        (b"\xff\xfe\n", NotAGame, "line 1: it is not UTF-8 text"),
        (b"[]\n", NotAGame, "line 1: it is not a JSON object"),
        (b'{"kind":"header"}', NotAGame, "line 1: it is not complete"),
        (b'{"kind":"node"}\n', NotAGame, "line 1: it is no header"),
        (b'{"kind":"header","format":"2"}\n', NotAGame, "“format” should be a whole number"),
        (b'{"kind":"header","format":0}\n', NotAGame, "there is no format 0"),
        (b'{"kind":"header","format":true}\n', NotAGame, "“format” should be a whole number"),
        (b'{"kind":"header","format":2}\n', Damaged, "it does not end with its check value"),
        (b'{"kind":"header","format":2,"chain":"0123456789ab"}\n', Damaged, "its check value does not fit"),
        (b'{"kind":"header","format":1}\n', Damaged, "does not say which data"),
        (b'{"kind":"header","format":9}\n', TooNew, "by a newer version in format 9"),
        (b"[" * 100_000 + b"\n", NotAGame, f"deeper than {DEEPEST} levels"),
        (b'{"a":' * 60 + b"1" + b"}" * 60 + b"\n", NotAGame, f"deeper than {DEEPEST} levels"),
    ],
)
def test_no_game(tmp_path: Path, content: bytes, error: type[StorageError], sentence: str) -> None:
    path = tmp_path / "a.wargame"
    path.write_bytes(content)
    with pytest.raises(error, match=sentence):
        GameFile.open(path)
    assert path.read_bytes() == content
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("change", "error", "sentence"),
    [
        ({"refs": 3}, Damaged, "which data the game uses"),
        ({"seats": {}}, Damaged, "its seats are not a list"),
        ({"seats": [1]}, Damaged, "its seats are not a list"),
        ({"title": 5}, Damaged, "“title” should be text"),
        ({"mode": "blitz"}, Damaged, "“mode” should be match or study"),
        ({"dice": "loaded"}, Damaged, "“dice” should be seeded or typed"),
        ({"system": "free_tabel"}, Damaged, "not the one that was written"),
        ({"refs": {}}, MissingRules, "does not say which data it uses"),
        (
            {"refs": {"map": "no/map", "units": [], "charts": [], "cards": [], "boxes": []}},
            MissingRules,
            "no/map",
        ),
        ({"format": 9, "app": "7.1", "title": 5}, TooNew, "by version 7.1 in format 9"),
    ],
)
def test_a_header_with_nonsense(
    played: Path, change: dict[str, Any], error: type[StorageError], sentence: str
) -> None:
    write_lines(played, *opening_lines(played, **change))
    with pytest.raises(error, match=sentence):
        GameFile.open(played)


def test_a_system_that_is_not_here(played: Path) -> None:
    header, root = opening_lines(played, system="chess")
    state = State.from_plain({**root["state"], "system": "chess"})
    write_lines(played, header, {"kind": "state", "hash": state.hash, "state": state.to_plain()})
    with pytest.raises(MissingRules, match="no rule system “chess”"):
        GameFile.open(played)


def test_the_first_position_must_be_there_and_whole(played: Path) -> None:
    header, root = opening_lines(played)
    cases: list[tuple[list[Line], str]] = [
        ([header], "ends before its first position"),
        ([header, {"kind": "cursor", "node": 0}], "it should hold the first position"),
        ([header, {**root, "hash": "00"}], "not the one that was written"),
        ([header, {**root, "state": []}], "a state should be a mapping"),
    ]
    for lines, sentence in cases:
        write_lines(played, *lines)
        with pytest.raises(Damaged, match=sentence):
            GameFile.open(played)
    write_lines(played, {**header, "format": 9, "app": "7.1"}, {"kind": "state", "position": "new"})
    with pytest.raises(TooNew, match=r"version 7\.1 in format 9"):
        GameFile.open(played)


def test_a_first_position_that_this_board_does_not_know(played: Path) -> None:
    header, root = opening_lines(played)
    root["state"]["pieces"][0]["space"] = "atlantis"
    root["hash"] = State.from_plain(root["state"]).hash
    write_lines(played, header, root)
    with pytest.raises(BrokenRecord, match=r"does not fit the rules and data here: piece .* is in atlantis"):
        GameFile.open(played)


NODE: Line = {"kind": "node", "id": 1, "parent": 0, "action": "flip sel.hq", "dice": [], "hash": "00"}


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ({"kind": "spell"}, "a line of kind “spell” is not known"),
        ({"node": 1}, "“kind” should be text"),
        ({**NODE, "id": 2}, "should have the number 1, not 2"),
        ({**NODE, "id": 0}, "should have the number 1, not 0"),
        ({**NODE, "parent": 1}, "no position 1"),
        ({**NODE, "parent": "0"}, "“parent” should be a whole number"),
        ({**NODE, "dice": "3"}, "dice should be whole numbers"),
        ({**NODE, "dice": [True]}, "dice should be whole numbers"),
        ({**NODE, "dice": [1.5]}, "dice should be whole numbers"),
        ({**NODE, "action": 4}, "“action” should be text"),
        ({**NODE, "hash": None}, "“hash” should be text"),
        ({"kind": "cursor", "node": 5}, "no position 5"),
        ({"kind": "comment", "node": 0}, "“text” should be text"),
        ({"kind": "promote", "node": 0}, "no variations beside it"),
        ({"kind": "demote", "node": 0}, "no variations beside it"),
        ({"kind": "checkpoint", "node": 0, "state": 4}, "a state should be a mapping"),
        ({"kind": "checkpoint", "node": 0, "state": {"system": "free_table"}}, "not the one after action 0"),
        ({"kind": "checkpoint", "node": 0, "state": {"system": "x", "vars": {"a": 0.5}}}, "not plain data"),
        ({"kind": "rules", "node": 0, "rules_version": 2}, "“rules_version” should be text"),
        ({**NODE, "x": 10**50}, "a number of 51 digits, 40 is the limit"),
    ],
)
def test_a_line_with_nonsense_ends_the_reading(played: Path, line: Line, reason: str) -> None:
    lines = [*opening_lines(played), line, NODE]
    write_lines(played, *lines)
    report = replay(played)
    assert report.actions == 0 and "Line 3 is damaged" in report.damage
    assert reason in report.damage
    with GameFile.open(played).game as game:
        assert game.state == game.timeline.state_at(game.timeline.root)


def test_an_action_nobody_can_read_is_kept(played: Path) -> None:
    write_lines(played, *opening_lines(played), {**NODE, "action": "flap sel.hq"})
    result = GameFile.open(played)
    with result.game as game:
        assert result.mismatch is not None
        assert "no action is called “flap”" in str(result.mismatch)
        assert game.cursor.id == 0
        game.save()
    assert decode(played.read_bytes().splitlines()[2])["action"] == "flap sel.hq"


def test_too_many_actions(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MOST_NODES", 3)
    report = replay(played)
    assert report.actions == 3 and "a game may have 3 actions" in report.damage


def test_too_long_a_line(played: Path) -> None:
    whole = played.read_bytes()
    played.write_bytes(whole + b"{" + b" " * LONGEST_LINE + b"}\n")
    report = replay(played)
    assert f"{LONGEST_LINE} is the limit" in report.damage and report.actions == len(SCRIPT) + 2


def test_too_large_a_file(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"x" * 11)
    with pytest.raises(TooLarge, match="a is larger than 10 bytes"):
        disk.read(path, 10)


def test_a_newer_file_is_read_as_far_as_it_is_understood(played: Path) -> None:
    lines = [decode(raw) for raw in played.read_bytes().splitlines()]
    lines[0] |= {"format": 9, "app": "7.1", "weather": "fine"}
    lines.insert(4, {"kind": "clock", "minutes": 5})
    lines.append({"kind": "node", "id": "eleven"})
    before = encode_all(lines)[0]
    played.write_bytes(before)
    result = GameFile.open(played)
    assert result.read_only
    assert "written by version 7.1 in format 9" in result.notes[0]
    assert result.notes[1] == "1 lines of a kind not known here were passed over."
    assert "should have the number" in result.notes[2] or "whole number" in result.notes[2]
    assert len(result.game.timeline.nodes) == len(SCRIPT) + 3
    assert played.read_bytes() == before and not list(played.parent.glob("*.lock"))
    result.game.save_as(played.parent / "b.wargame")
    result.game.close()
    assert replay(played.parent / "b.wargame").ok
    newer = GameFile.open(played, write=False)
    assert "written by version 7.1" in newer.notes[0] and len(newer.notes) == 3


def test_an_uncommon_failure_frees_the_lock(played: Path) -> None:
    def stop(system_id: str, refs: object) -> Any:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        GameFile.open(played, bind=stop)
    result = GameFile.open(played, bind=registry.bind)
    assert not result.read_only
    result.game.close()


def test_json_of_a_line_is_not_trusted() -> None:
    cases = {
        b'{"a":1,"a":2}': "names “a” twice",
        b'{"a":NaN}': "holds NaN",
        b'{"a":-Infinity}': "holds -Infinity",
        b'{"a":1e999}': "the number 1e999",
        b'{"a":"\\ud800"}': "half a character",
        b'{"a":"\xed\xa0\x80"}': "not UTF-8",
        b'{"a":' + b"9" * 5000 + b"}": "5000 digits",
    }
    for raw, reason in cases.items():
        with pytest.raises(ValueError, match=reason):
            decode(raw)
    assert decode(b'{"a":"\\ud83d\\ude00","chain":"x"}') == {"a": "\U0001f600"}
    assert decode(json.dumps({"n": -(10**39)}).encode()) == {"n": -(10**39)}
    with pytest.raises(ValueError, match="is the limit"):
        decode(b" " * (LONGEST_LINE + 1))


def test_not_written_keeps_the_file(tmp_path: Path) -> None:
    with pytest.raises(NotWritten):
        disk.append(tmp_path / "none", b"x", 0)
