"""Damaged files: whatever the bytes, only ContentError, and never for long."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest

from wargame_desktop.content.folders import Folders
from wargame_desktop.content.library import Library
from wargame_desktop.content.problems import MOST_PROBLEMS, ContentError
from wargame_desktop.content.yaml_source import Mapping, Node, Scalar, Sequence, read_bytes

SHIPPED = Path(__file__).parent / "data" / "shipped"
FILES = sorted(SHIPPED.rglob("*.yaml"))
TOKENS = [
    b"&a ",
    b"*a",
    b"!!x ",
    b"\n",
    b"  ",
    b": ",
    b"- ",
    b"[",
    b"]",
    b"{",
    b"}",
    b"'",
    b'"',
    b"#",
    b"|",
    b">",
    b"%",
    b"@",
    b"?",
    b",",
    b"\t",
    b"\xff",
    b"---\n",
    b"\\",
    b"0",
    b"~",
    b":",
    b"-1",
    b"99999999999",
    b"null",
    b"in:",
    b"*3",
    b"/",
]


def damage(data: bytes, rng: random.Random) -> bytes:
    """The data with a few bytes replaced, dropped, inserted or doubled."""
    out = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 6))):
        place = rng.randrange(len(out))
        match rng.randrange(4):
            case 0:
                out[place] = rng.randrange(256)
            case 1:
                del out[place : place + rng.randrange(1, 12)]
            case 2:
                out[place:place] = rng.choice(TOKENS)
            case _:
                start = rng.randrange(len(out))
                out[place:place] = out[start : start + rng.randrange(1, 80)]
    return bytes(out)


def try_damaged_files(rounds: int, seed: int, folder: Path) -> int:
    rng = random.Random(seed)
    library = Library(Folders(SHIPPED))
    refused = 0
    path = folder / "damaged.yaml"
    for number in range(rounds):
        path.write_bytes(damage(FILES[number % len(FILES)].read_bytes(), rng))
        started = time.process_time()
        refused += bool(library.problems_in(path))
        assert time.process_time() - started < 10, path.read_bytes()
    return refused


def test_a_file_of_nothing_but_mistakes_is_given_up_soon(tmp_path: Path) -> None:
    head = (SHIPPED / "resources/tiny/map.yaml").read_text()
    path = tmp_path / "map.yaml"
    path.write_text(head + "links:\n  ferry:\n" + "    - 0101/0101x 010a/0202\n" * 50_000)
    library = Library(Folders(SHIPPED))
    started = time.process_time()
    found = library.problems_in(path)
    assert time.process_time() - started < 10
    assert len(found) == MOST_PROBLEMS + 1 and found[0].message.startswith("more than ")
    (tmp_path / "resources" / "tiny").mkdir(parents=True)
    (tmp_path / "resources" / "tiny" / "map.yaml").write_bytes(path.read_bytes())
    with pytest.raises(ContentError):
        Library(Folders(tmp_path)).load_map("tiny")


def shape(node: Node) -> object:
    if isinstance(node, Scalar):
        return (node.line, node.column, node.text, node.quoted)
    if isinstance(node, Sequence):
        return (node.line, [shape(item) for item in node.items])
    return (node.line, [(shape(key), shape(value)) for key, value in node.entries.values()])


def read_both_ways(data: bytes) -> list[object]:
    results: list[object] = []
    for pure in (False, True):
        try:
            tree: Mapping = read_bytes(data, "f", pure)
            results.append(shape(tree))
        except ContentError:
            results.append("refused")
    return results


def test_damaged_files_give_problems_and_nothing_else(tmp_path: Path) -> None:
    assert try_damaged_files(200, 1, tmp_path) > 100


@pytest.mark.slow
def test_many_damaged_files(tmp_path: Path) -> None:
    assert try_damaged_files(2000, 2, tmp_path) > 1000


def test_both_parsers_agree_on_damaged_files() -> None:
    rng = random.Random(3)
    for number in range(200):
        data = damage(FILES[number % len(FILES)].read_bytes(), rng)
        fast, pure = read_both_ways(data)
        assert fast == pure, data
