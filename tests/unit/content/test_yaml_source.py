"""Located YAML: what is kept, what is refused, and at which line."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from wargame_desktop.content import yaml_source
from wargame_desktop.content.problems import MOST_PROBLEMS, ContentError, Problem, Problems, near
from wargame_desktop.content.yaml_source import Mapping, Node, Scalar, Sequence, read_bytes, read_file

DATA = Path(__file__).parent / "data"
BOTH = pytest.mark.parametrize("pure", [False, True], ids=["c", "pure"])


def shape(node: Node) -> object:
    """Everything a node says, for comparing trees."""
    if isinstance(node, Scalar):
        return (node.line, node.column, node.text, node.quoted)
    if isinstance(node, Sequence):
        return (node.line, [shape(item) for item in node.items])
    return (node.line, [(shape(key), shape(value)) for key, value in node.entries.values()])


def refused(data: bytes, pure: bool = False) -> list[str]:
    with pytest.raises(ContentError) as caught:
        read_bytes(data, "f", pure)
    return str(caught.value).split("\n")


@BOTH
def test_scalars_keep_their_text_and_lines(pure: bool) -> None:
    tree = read_bytes(
        b"hex: 0412\ncountry: NO\nlist:\n  - yes\n  - 'true'\nmap:\n\n  far: 1.0\nnone:\n", "f", pure
    )
    assert tree.keys() == ["hex", "country", "list", "map", "none"]
    assert tree.text("hex") == "0412"
    assert tree.text("country") == "NO"
    assert tree.text("list") is None
    items = tree.get("list")
    assert isinstance(items, Sequence)
    assert [(i.text, i.quoted, i.line) for i in items.items if isinstance(i, Scalar)] == [
        ("yes", False, 4),
        ("true", True, 5),
    ]
    inner = tree.get("map")
    assert isinstance(inner, Mapping)
    assert inner.line == 6, "a mapping is reported at its key"
    far = inner.get("far")
    assert far is not None and (far.line, far.column, far.file) == (8, 8, "f")
    nothing = tree.get("none")
    assert nothing is not None and nothing.line == 9


@BOTH
@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (
            b"a: &x 1\nb: *x\n",
            [
                "f:1: the anchor &x; write the value out where it is used",
                "f:2: the alias *x; write the value out",
            ],
        ),
        (
            b"a: !!python/object:os.system 1\n",
            ['f:1: the tag "tag:yaml.org,2002:python/object:os.system"; data files use none'],
        ),
        (
            b"a: 1\nb: 2\na: 3\nb: 4\n",
            ['f:3: the key "a" is already given in line 1', 'f:4: the key "b" is already given in line 2'],
        ),
        (b"a: 1\n---\nb: 2\n", ["f:2: a second document starts here; a data file holds one"]),
        (
            b"? [a, b]\n: 1\n? {c: d}\n: [1, 2]\ne: 3\ne: 4\n",
            [
                "f:1: a key must be text, not a list",
                "f:3: a key must be text, not a mapping",
                'f:6: the key "e" is already given in line 5',
            ],
        ),
        (b"%YAML 1.1\n---\na: 1\n", ["f:1: a % directive; data files use none"]),
        (b"a:\tb\n\nc: d\n\te: f\n", ["f:1: contains a tab; use spaces", "f:4: contains a tab; use spaces"]),
        (b"a: b\x00\n", ["f:1: contains a NUL character"]),
        (b"\xef\xbb\xbfa: b\n", ["f:1: contains a byte order mark"]),
        (b"a: b\rc: d\n", ["f:1: contains a lone carriage return"]),
        ("a: b\u2028c\n".encode(), ["f:1: contains the character U+2028, which is not printable"]),
        (b"a: 1\nb: \xff\n", ["f:2: not UTF-8 text (byte 0xff)"]),
        (b'a: "x\\0y"\n', ["f:1: text with a NUL character"]),
        (b"a:\n  {b: , c}\n", ['f:2: a value is missing inside [ ] or { }; write null or ""']),
        (b"", ["f:1: the file is empty"]),
        (b"# only a comment\n", ["f:1: the file is empty"]),
        (b"- a\n- b\n", ["f:1: the file must be a mapping of keys to values, not a list"]),
        (b"text\n", ["f:1: the file must be a mapping of keys to values, not text"]),
    ],
)
def test_what_a_data_file_may_not_contain(data: bytes, expected: list[str], pure: bool) -> None:
    assert refused(data, pure) == expected


@BOTH
def test_a_syntax_error_is_one_clear_line(pure: bool) -> None:
    (message,) = refused(b"ok: 1\ntitle: Case: Blue\n", pure)
    assert message.startswith("f:2: not valid YAML: ") and message.endswith(
        "(a text with a colon needs quotes)"
    )
    (message,) = refused(b"a: 1\nb: [1, 2\nc: 3\n", pure)
    assert message.startswith("f:3: not valid YAML: ")
    (message,) = refused(b"a: 1\nkey without colon\nb: 2\n", pure)
    assert "(a key without its colon, or a wrong indentation)" in message


def test_what_the_parsers_read_differently_is_refused() -> None:
    data = b"a: {b: why?, c: 'why?'}\nd: why?\n"
    assert refused(data) == ["f:1: a text with ? inside [ ] or { } needs quotes"]
    assert len(refused(data, pure=True)) == 1
    assert len(refused(b"a: {b:}\n")) == len(refused(b"a: {b:}\n", pure=True)) == 1


@BOTH
def test_escapes_that_name_no_character_are_refused(pure: bool) -> None:
    assert len(refused(b'a: "\\UFFFFFFFF"\n', pure)) == 1
    assert len(refused(b'a: "\\ud800"\n', pure)) == 1


@BOTH
def test_windows_line_ends_count_as_lines(pure: bool) -> None:
    tree = read_bytes(b"a: 1\r\nb:\r\n  - c\r\n", "f", pure)
    assert shape(tree) == shape(read_bytes(b"a: 1\nb:\n  - c\n", "f", pure))


def test_both_parsers_give_the_same_trees() -> None:
    files = sorted(DATA.rglob("*.yaml"))
    assert files
    for path in files:
        assert shape(read_bytes(path.read_bytes(), "f")) == shape(
            read_bytes(path.read_bytes(), "f", pure=True)
        )


@BOTH
def test_bounds(pure: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    deep = b"a: " + b"[" * 31 + b"x" + b"]" * 31
    assert read_bytes(deep, "f", pure).keys() == ["a"]
    assert refused(b"a: " + b"[" * 32 + b"]" * 32, pure) == ["f:1: nested deeper than 32 levels"]
    monkeypatch.setattr(yaml_source, "MAX_NODES", 100)
    assert refused(b"a: [" + b"1, " * 200 + b"1]", pure) == [
        "f:1: more than 100 values, the most a data file may have"
    ]
    monkeypatch.setattr(yaml_source, "MAX_BYTES", 1024 * 1024)
    assert refused(b"a" * (1024 * 1024 + 1), pure) == ["f: larger than 1 MB, the most a data file may have"]


@pytest.mark.parametrize(
    "data",
    [
        b"[" * 3_000_000,
        b"{a: " * 1_000_000,
        b"- " * 1_500_000,
        b"a: [" + b"1," * 2_000_000,
        b"? " * 1_000_000,
        b"a: &x [*x, *x]\n" + b"b: [*x, *x, *x]\n" * 1000,
        b"\t" * 3_000_000,
        b"a" * 4_000_000,
        b"'" * 1_000_000,
    ],
)
def test_hostile_files_are_refused_at_once(data: bytes) -> None:
    started = time.process_time()
    with pytest.raises(ContentError) as caught:
        read_bytes(data, "f")
    assert len(caught.value.problems) <= MOST_PROBLEMS + 1
    assert time.process_time() - started < 20, "no file may hold the program up"


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for path in (tmp_path / "missing.yaml", tmp_path, Path("nul\0byte")):
        with pytest.raises(ContentError) as caught:
            read_file(path, "shown.yaml")
        (problem,) = caught.value.problems
        assert str(problem).startswith("shown.yaml: cannot be read: ")
    good = tmp_path / "good.yaml"
    good.write_bytes(b"a: 1\n")
    assert read_file(good).file == str(good)


def test_problems_are_sorted_unique_and_bounded() -> None:
    error = ContentError(
        [Problem("b", 1, "x"), Problem("a", 10, "x"), Problem("a", 9, "x"), Problem("a", 9, "x")]
    )
    assert str(error) == "a:9: x\na:10: x\nb:1: x"
    problems = Problems()
    problems.extend(Problem("f", number, "x") for number in range(1, MOST_PROBLEMS + 1))
    assert len(problems) == MOST_PROBLEMS
    with pytest.raises(ContentError) as caught:
        problems.add("f", 7, "one more")
    assert len(caught.value.problems) == MOST_PROBLEMS + 1
    assert str(caught.value.problems[0]) == f"f: more than {MOST_PROBLEMS} problems; the rest are left out"


def test_near_matches() -> None:
    assert near("forrest", ["clear", "forest"]) == '; did you mean "forest"?'
    assert near("tyni", ["tiny", "other"]) == '; did you mean "tiny"?', "two letters the wrong way round"
    assert near("zzz", ["clear", "forest"]) == ""
    many = [f"{number:05d}" for number in range(20_000)]
    assert near("0123x", many).startswith('; did you mean "01')
