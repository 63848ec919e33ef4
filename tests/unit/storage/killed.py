"""Plays a game in processes that are killed at random moments, and checks the file after each death.

Run as a program: `killed.py FOLDER COUNT SEED`; prints one JSON line for each death. One process is
started by the test and forks the players, so that a death costs milliseconds.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import time
from pathlib import Path
from typing import Any, BinaryIO

from tests.unit.storage.tables import create, quick_bind
from wargame_desktop.storage import disk
from wargame_desktop.storage.file import GameFile, replay

SPACES = ("0507", "0706", "0404", "0905")
LONGEST = 300


def play(path: Path, acknowledge: int, chance: random.Random, die_within: bool) -> None:
    """Play until killed; one byte is sent for each action that is said to be safe."""
    game = GameFile.open(path, bind=quick_bind).game
    if die_within:
        die_in_a_write(chance)
    for number in range(10_000):
        game.play("roll 1d6" if number % 5 == 0 else f"move sel.2_inf {SPACES[number % 4]}")
        os.write(acknowledge, b".")
        if number % 11 == 10:
            game.save()
        if number % 13 == 12:
            game.undo()


def die_in_a_write(chance: random.Random) -> None:
    """Let one of the next writes break off in the middle, as a loss of power does."""
    writes_left = chance.randrange(12)

    def write_through(file: BinaryIO, data: bytes, *, sync: bool = True) -> None:
        nonlocal writes_left
        if writes_left == 0:
            file.write(data[: chance.randrange(len(data) + 1)])
            file.flush()
            os.kill(os.getpid(), signal.SIGKILL)
        writes_left -= 1
        file.write(data)
        file.flush()

    disk.write_through = write_through


def one_death(path: Path, before: int, chance: random.Random) -> dict[str, Any]:
    """Start a player, kill it, and say what the file holds."""
    die_within = chance.random() < 0.5
    seed, patience = chance.random(), chance.random() * 0.03
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            play(path, writing, random.Random(seed), die_within)
        finally:
            os._exit(1)
    os.close(writing)
    if not die_within:
        time.sleep(patience)
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    acknowledged = before + len(os.read(reading, 1 << 16))
    os.close(reading)
    result = GameFile.open(path, bind=quick_bind)
    with result.game as game:
        found = len(game.timeline.nodes) - 1
        game.play("flip sel.hq")
    report = replay(path, bind=quick_bind)
    return {
        "signal": os.WTERMSIG(status) if os.WIFSIGNALED(status) else None,
        "acknowledged": acknowledged,
        "found": found,
        "ok": report.ok and report.actions == found + 1,
        "read_only": result.read_only,
        "damaged": bool(result.notes),
        "leftovers": [other.name for other in path.parent.iterdir() if other.name.endswith(".tmp")],
    }


def main(folder: Path, count: int, seed: str) -> None:
    """So many deaths, one after the other, over and over in the same file until it is long."""
    chance = random.Random(seed)
    path, before = folder / "game.wargame", LONGEST
    for _ in range(count):
        if before >= LONGEST:
            create(path, overwrite=True).close()
            before = 0
        result = one_death(path, before, chance)
        before = result["found"] + 1
        print(json.dumps(result), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
