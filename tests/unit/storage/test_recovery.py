"""Games left open by a program that died, games nobody named yet, and the copies made during play."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import platformdirs
import pytest

from tests.unit.storage.tables import create, new_game, play_all
from wargame_desktop.core.frozen import FrozenMap
from wargame_desktop.core.state import Frame
from wargame_desktop.storage import autosave, disk
from wargame_desktop.storage.autosave import EVERY, KEEP_PHASES, KEEP_RECENT, Autosaves, label_of
from wargame_desktop.storage.errors import Locked, NotWritten
from wargame_desktop.storage.file import GameFile, replay
from wargame_desktop.storage.recovery import LeftOpen, Recovery

ROOT = Path(__file__).parents[3]

# Opens games as a running program does, says so, and waits to be killed.
PROGRAM = """
import sys, time
from pathlib import Path
from tests.unit.storage.tables import create
from wargame_desktop.storage.recovery import Recovery
recovery = Recovery(Path(sys.argv[1]))
recovery.start()
games = [create(Path(path)) for path in (*sys.argv[2:], recovery.new_path("Skirmish!"))]
for game in games:
    game.play("flip sel.hq")
    recovery.opened(game.path)
print("ready", flush=True)
time.sleep(60)
"""


@pytest.fixture
def recovery(tmp_path: Path) -> Iterator[Recovery]:
    found = Recovery(tmp_path / "user")
    found.start()
    yield found
    found.end()


def start_program(folder: Path, *games: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", PROGRAM, str(folder), *map(str, games)]
    program = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert program.stdout is not None and program.stdout.readline() == "ready\n"
    return program


def kill(program: subprocess.Popen[str]) -> None:
    program.send_signal(signal.SIGKILL)
    program.wait()
    assert program.stdout is not None
    program.stdout.close()


def test_games_of_a_program_that_died_are_offered(tmp_path: Path) -> None:
    folder, saved = tmp_path / "user", tmp_path / "año 1939.wargame"
    program = start_program(folder, saved)
    recovery = Recovery(folder)
    try:
        recovery.start()
        assert recovery.left_open() == []  # it is still running
        result = GameFile.open(saved)
        assert result.read_only and f"in another program (process {program.pid})" in result.notes[0]
        with pytest.raises(Locked, match="close it there first"):
            create(saved, overwrite=True)
    finally:
        kill(program)
    found = recovery.left_open()
    assert [item.is_unsaved for item in found] == [False, True]
    assert found[0] == LeftOpen(saved, False)
    assert found[1].path.name.startswith("skirmish-")
    for item in found:
        with GameFile.open(item.path).game as game:
            assert len(game.timeline.nodes) == 2
            recovery.opened(item.path)
    assert recovery.left_open() == []  # open here now
    recovery.forget()
    recovery.end()
    again = Recovery(folder)
    assert [item.path for item in again.left_open()] == [found[1].path]  # unsaved games are never forgotten


def test_a_program_that_ends_in_good_order_leaves_nothing_open(tmp_path: Path) -> None:
    first = Recovery(tmp_path)
    first.start()
    path = tmp_path / "a.wargame"
    create(path).close()
    first.opened(path)
    first.opened(path)
    first.end()
    assert Recovery(tmp_path).left_open() == []


def dead_session(tmp_path: Path, *paths: Path) -> None:
    """What a program that died leaves behind."""
    program = Recovery(tmp_path)
    program.start()
    for path in paths:
        program.opened(path)
    program._lock.free()


def test_a_closed_or_removed_game_is_not_offered(tmp_path: Path) -> None:
    here, closed, gone = (tmp_path / name for name in ("here.wargame", "closed.wargame", "gone.wargame"))
    for path in (here, closed):
        create(path).close()
    program = Recovery(tmp_path)
    program.start()
    for path in (here, closed, gone):
        program.opened(path)
    program.closed(closed)
    program.closed(closed)
    program._lock.free()
    recovery = Recovery(tmp_path)
    assert [item.path for item in recovery.left_open()] == [here]
    recovery.forget()
    assert recovery.left_open() == []


@pytest.mark.skipif(sys.platform != "linux", reason="names that are no text exist there only")
def test_a_name_that_is_no_text(tmp_path: Path) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.wargame"))
    with create(path) as game:
        game.play("flip sel.hq")
        Autosaves(tmp_path / "copies").save(game)
    dead_session(tmp_path, path)
    assert [item.path for item in Recovery(tmp_path).left_open()] == [path]


@pytest.mark.parametrize("content", [b"", b"{}", b'{"open":5}', b'{"open":[5,"%00"]}', b"\xff", b"{" * 9])
def test_a_damaged_marker_offers_nothing(tmp_path: Path, content: bytes) -> None:
    recovery = Recovery(tmp_path)
    recovery.start()
    (tmp_path / "sessions" / "1-a.json").write_bytes(content)
    assert recovery.left_open() == []
    recovery.forget()
    assert not (tmp_path / "sessions" / "1-a.json").exists()
    recovery.end()


def test_an_unsaved_game_moves_out_when_it_is_saved(recovery: Recovery, tmp_path: Path) -> None:
    path = recovery.new_path("Über alles?")
    assert path.name.startswith("über-alles-") and recovery.new_path("???").name.startswith("game-")
    with create(path) as game:
        recovery.opened(game.path)
        play_all(game)
        game.save()
        assert recovery.is_unsaved(game.path)
        recovery.save_as(game, tmp_path / "mine.wargame")
        assert not path.exists() and list(path.parent.glob("*")) == []
        assert game.path == tmp_path / "mine.wargame" and not recovery.is_unsaved(game.path)
        game.play("flip sel.hq")
        recovery.save_as(game, tmp_path / "second.wargame")
        assert (tmp_path / "mine.wargame").exists()
        recovery.discard(game.path)
        assert game.path.exists()  # only unsaved games are thrown away
        recovery.save_as(game, game.path)
        assert game.path.exists()
    assert replay(game.path).ok


def test_the_user_folder_is_the_systems_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(platformdirs, "user_data_path", lambda name, appauthor: tmp_path / name)
    assert Recovery().folder == tmp_path / "wargame-desktop" / "games"


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    recovery = Recovery(tmp_path / "file")
    with pytest.raises(NotWritten, match="folder for games cannot be made: Not a directory"):
        recovery.start()
    assert recovery.left_open() == []
    recovery.forget()
    with (
        create(tmp_path / "a.wargame") as game,
        pytest.raises(NotWritten, match="autosave could not be written"),
    ):
        recovery.autosaves.save(game)


# Autosaves


def test_a_copy_for_every_phase_and_a_few_between(tmp_path: Path) -> None:
    copies = Autosaves(tmp_path / "copies")
    with create(tmp_path / "a.wargame") as game:
        made = []
        for line in ("flip sel.hq", "flip sel.hq", "phase", "flip sel.hq", "side league", "phase"):
            game.play(line)
            made.append(copies.after_action(game))
        names = [path.name if path else None for path in made]
        assert names == [
            "000001.phase.turn-1-weather-the-pact.wargame",
            None,
            "000002.phase.turn-1-reinforcements-the-pact.wargame",
            None,
            "000003.phase.turn-1-reinforcements-the-league.wargame",
            "000004.phase.turn-1-movement-the-league.wargame",
        ]
        for _ in range(EVERY * 2):
            game.play("flip sel.hq")
            copies.after_action(game)
        assert [copy.is_phase for copy in copies.copies(game)] == [True] * 4 + [False] * 2
        again = Autosaves(tmp_path / "copies")
        game.play("flip sel.hq")
        assert again.after_action(game) is None  # the phase has its copy from before
    assert made[2] is not None
    assert replay(made[2]).actions == 3
    with GameFile.open(made[2]).game as old:
        assert old.header.id == game.header.id


def test_old_copies_go_and_only_of_the_same_game(tmp_path: Path) -> None:
    copies = Autosaves(tmp_path / "copies")
    with create(tmp_path / "a.wargame") as game, create(tmp_path / "b.wargame") as other:
        copies.save(other)
        (copies.folder_of(game)).mkdir(parents=True)
        (copies.folder_of(game) / "mine.txt").write_text("keep")
        for _ in range(KEEP_RECENT + 3):
            copies.save(game)
        assert [copy.number for copy in copies.copies(game)] == [4, 5, 6, 7, 8]
        for turn in range(1, KEEP_PHASES + 3):
            game.play(f"turn number={turn + 1}")
            copies.after_action(game)
        found = copies.copies(game)
        assert sum(copy.is_phase for copy in found) == KEEP_PHASES
        assert sum(not copy.is_phase for copy in found) == KEEP_RECENT
        assert found[-1].label == "turn-63-weather-the-pact"
        assert len(copies.copies(other)) == 1
        assert (copies.folder_of(game) / "mine.txt").exists()


def test_a_copy_holds_what_the_file_lacks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(path: Path, data: bytes, length: int, sync: bool) -> None:
        raise NotWritten("the stick was pulled out")

    with create(tmp_path / "a.wargame") as game:
        with monkeypatch.context() as broken:
            broken.setattr(disk, "append", fail)
            with pytest.raises(NotWritten, match="pulled out"):
                game.play("flip sel.hq")
        copy = Autosaves(tmp_path / "copies").save(game)
    assert replay(copy).actions == 1 and replay(game.path).actions == 0


def test_a_copy_that_cannot_be_removed_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(path: Path) -> None:
        raise PermissionError(13, "busy")

    copies = Autosaves(tmp_path / "copies")
    with create(tmp_path / "a.wargame") as game:
        for _ in range(KEEP_RECENT):
            copies.save(game)
        with monkeypatch.context() as broken:
            broken.setattr(Path, "unlink", fail)
            copies.save(game)
        assert len(copies.copies(game)) == KEEP_RECENT + 1


def test_labels() -> None:
    new = new_game()
    system, state = new.system, new.state
    assert label_of(system, state) == "turn-1-weather-the-pact"
    plain = replace(state, vars=FrozenMap({"phase": "siesta"}))
    assert label_of(system, plain) == "turn-1-free-table-the-league"
    assert label_of(system, replace(state, vars=FrozenMap({"power": "nor"}))) == "turn-1-free-table-the-pact"
    assert label_of(system, replace(state, stack=())) == "game-over"
    listed = replace(state, stack=(Frame("movement"), Frame("table")))
    assert label_of(system, listed) == "turn-1-movement-the-pact"
    assert len(autosave.slug("x" * 100)) == 60
