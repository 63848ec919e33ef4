"""Files of every format there has been still open, replay to the same positions and can be played on."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.unit.storage.test_file import tree_of
from wargame_desktop.storage.file import GameFile, replay
from wargame_desktop.storage.lines import LineError, decode
from wargame_desktop.storage.migrations import FORMAT, MIGRATIONS, migrate

SAVES = Path(__file__).parents[2] / "saves"


def copy_of(tmp_path: Path, number: int) -> Path:
    path = tmp_path / "old.wargame"
    shutil.copyfile(SAVES / f"format-{number}.wargame", path)
    return path


def test_there_is_a_file_and_a_migration_for_every_format() -> None:
    numbers = range(1, FORMAT + 1)
    assert sorted(path.name for path in SAVES.glob("format-*")) == [f"format-{n}.wargame" for n in numbers]
    assert sorted(MIGRATIONS) == list(range(1, FORMAT))


@pytest.mark.parametrize("number", range(1, FORMAT + 1))
def test_an_old_file_replays_to_the_positions_it_records(tmp_path: Path, number: int) -> None:
    path = copy_of(tmp_path, number)
    report = replay(path)
    assert report.ok and not report.earlier
    assert (report.actions, report.branches) == (56, 3)


def test_an_old_file_holds_the_same_game() -> None:
    old, new = (GameFile.open(SAVES / f"format-{n}.wargame", write=False).game for n in (1, 2))
    assert tree_of(old) == tree_of(new)
    assert [old.state_at(node) for node in old.timeline.nodes.values()] == [
        new.state_at(node) for node in new.timeline.nodes.values()
    ]
    assert old.checkpoints == new.checkpoints and old.header.seats == new.header.seats
    assert old.node(11).comment == "Zürich – é" and old.cursor.id == 11


def test_looking_leaves_an_old_file_as_it_is_and_playing_keeps_a_copy(tmp_path: Path) -> None:
    path = copy_of(tmp_path, 1)
    before = path.read_bytes()
    result = GameFile.open(path)
    with result.game as game:
        assert "is in the old format 1" in result.notes[0] and not result.read_only
        game.undo()
        game.goto(8)
        assert path.read_bytes() == before
        game.play("flip sel.hq")
        game.play("flip sel.hq")
    assert (tmp_path / "old.wargame.format-1").read_bytes() == before
    assert decode(path.read_bytes().splitlines()[0])["format"] == FORMAT
    assert replay(path).ok and replay(path).actions == 58
    assert GameFile.open(path, write=False).game.cursor.id == 58


def test_an_old_file_that_is_torn(tmp_path: Path) -> None:
    path = copy_of(tmp_path, 1)
    path.write_bytes(path.read_bytes()[:-4])
    result = GameFile.open(path)
    assert "is damaged" in result.notes[0]
    result.game.save()
    result.game.close()
    assert replay(path).ok


@pytest.mark.parametrize("dice", [3, "0", "1,,2", "a", "1;2", "1234567", "٣", None])
def test_dice_of_format_1_are_checked(dice: object) -> None:
    with pytest.raises(LineError, match="numbers with commas"):
        migrate({"kind": "move", "dice": dice}, 1)


def test_lines_of_format_1() -> None:
    assert migrate({"kind": "move", "dice": "3,12"}, 1) == {"kind": "node", "dice": [3, 12]}
    assert migrate({"kind": "move"}, 1) == {"kind": "node", "dice": []}
    assert migrate({"kind": "at", "move": 4}, 1) == {"kind": "cursor", "node": 4}
    assert migrate({"kind": "comment"}, 1) == {"kind": "comment"}
