"""Files with random damage: a good part is kept or a sentence is given, in bounded time, never a crash."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest

from tests.unit.storage.tables import branched, quick_bind
from wargame_desktop.storage.errors import StorageError
from wargame_desktop.storage.file import GameFile, replay
from wargame_desktop.storage.lines import LineError, decode, encode_all

TOKENS = (
    b"\0",
    b"\xff",
    b"\n",
    b"}",
    b'"',
    b"NaN",
    b"1e999",
    b"9" * 400,
    b"[" * 3000,
    b"\\ud800",
    b'"a":1,"a":1,',
)
SLOWEST = 20.0  # generous: only a search without end would take so long


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A game with everything in it that a file can hold, saved once and then played on."""
    with branched(tmp_path_factory.mktemp("original") / "a.wargame") as game:
        game.save()
        game.undo()
        game.play("flip sel.hq")
        game.demote(game.cursor)
    return game.path.read_bytes()


def mutate_bytes(data: bytes, chance: random.Random) -> bytes:
    """Cut, bite, repeat or stuff at random places."""
    found = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 5))):
        at, length = chance.randrange(len(found) + 1), chance.randrange(1, 200)
        kind = chance.randrange(5)
        if kind == 0:
            del found[at:]
        elif kind == 1:
            del found[at : at + length]
        elif kind == 2:
            found[at:at] = found[at : at + length]
        elif kind == 3:
            found[at:at] = chance.choice(TOKENS)
        elif at < len(found):
            found[at] ^= 1 << chance.randrange(8)
    return bytes(found)


def mutate_lines(data: bytes, chance: random.Random) -> bytes:
    """Change values inside lines and chain them anew, so that nothing but sense is missing."""
    lines = [decode(raw) for raw in data.splitlines()]
    values = [
        None,
        True,
        -1,
        0,
        10**17,
        1.5,
        "",
        "x",
        "roll 99999999d6",
        "move - -",
        [],
        {},
        [[]],
        {"a": [1]},
        [7],
    ]
    for _ in range(chance.choice((1, 1, 2, 5))):
        at = chance.randrange(len(lines)) if chance.random() < 0.7 else chance.randrange(3)
        target = lines[at]
        while chance.random() < 0.6:
            inner = [value for value in target.values() if isinstance(value, dict) and value]
            if not inner:
                break
            target = chance.choice(inner)
        kind = chance.randrange(5)
        if kind < 3 and target:
            target[chance.choice(list(target))] = chance.choice(values)
        elif kind == 3:
            lines.insert(chance.randrange(len(lines)), dict(lines[at]))
        else:
            del lines[at]
    return encode_all(lines)[0]


def check(path: Path, data: bytes) -> str:
    """Open, look around, play on; says how far that went."""
    path.write_bytes(data)
    started = time.monotonic()
    try:
        report = replay(path, bind=quick_bind)
        result = GameFile.open(path, bind=quick_bind)
    except StorageError as error:
        assert str(error)
        assert path.read_bytes() == data
        outcome = type(error).__name__
    else:
        with result.game as game:
            assert game.state.hash == game.cursor.state_hash
            for node in list(game.timeline.nodes.values())[::20]:
                try:
                    game.goto(node)
                except (StorageError, ValueError) as error:
                    assert str(error)
            if not result.read_only:
                game.play("note again")
                game.save()
        again = replay(path, bind=quick_bind)
        assert not again.damage and again.actions <= report.actions + 1
        outcome = "opened" if result.read_only or not report.damage else "salvaged"
    assert time.monotonic() - started < SLOWEST
    for other in path.parent.iterdir():
        other.unlink()
    return outcome


def run(folder: Path, original: bytes, count: int, seed: str) -> set[str]:
    chance = random.Random(seed)
    outcomes = set()
    for number in range(count):
        mutate = mutate_lines if number % 2 else mutate_bytes
        try:
            data = mutate(original, chance)
        except (ValueError, LineError):  # the damage itself could not be written
            continue
        outcomes.add(check(folder / "a.wargame", data))
    return outcomes


def test_two_hundred_damaged_files(tmp_path: Path, original: bytes) -> None:
    outcomes = run(tmp_path, original, 200, "1939")
    assert {"opened", "salvaged", "NotAGame", "Damaged"} <= outcomes


@pytest.mark.slow
@pytest.mark.parametrize("seed", ["1940", "1941"])
def test_two_thousand_damaged_files(tmp_path: Path, original: bytes, seed: str) -> None:
    assert len(run(tmp_path, original, 1000, seed)) >= 4
