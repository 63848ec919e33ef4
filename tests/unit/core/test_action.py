"""The one notation: what is printed reads back equal, what is typed is read or refused with a sentence."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wargame_desktop.core import action as a


@dataclass(frozen=True)
class Everything(a.Action):
    verb = "everything"
    word: a.Word
    piece: a.PieceId
    space: a.SpaceId
    power: a.PowerId
    text: a.Text
    number: a.Number
    flag: a.Flag
    pieces: a.Pieces
    spaces: a.Spaces
    words: a.Words
    numbers: a.Numbers
    counts: a.Counts
    pairs: a.Pairs
    path: a.Path


@dataclass(frozen=True)
class Optional(a.Action):
    verb = "optional"
    word: a.Word = "none"
    text: a.Text = ""
    number: a.Number = 0
    flag: a.Flag = False
    pieces: a.Pieces = ()
    numbers: a.Numbers = field(default_factory=lambda: (1, 2))
    counts: a.Counts = ()
    pairs: a.Pairs = ()
    path2: a.Path = ()


@dataclass(frozen=True)
class Stranger(a.Action):
    verb = "optional"


notation = a.Notation([Everything, Optional])
ids = st.text("ab.1-/:_?é", min_size=1, max_size=6).filter(lambda text: text != "-")
numbers = st.integers(-(10**18) + 1, 10**18 - 1)
texts = st.text(max_size=12) | st.text('"\\=, \n\u2028\x85-a', max_size=8)


def tuples(inner: st.SearchStrategy[object], least: int = 0) -> st.SearchStrategy[tuple[object, ...]]:
    return st.lists(inner, min_size=least, max_size=4).map(tuple)


counts = tuples(st.tuples(ids, numbers))
pairs = tuples(st.tuples(ids, ids))
everything = st.builds(
    Everything, ids, ids, ids, ids, texts, numbers, st.booleans(), tuples(ids), tuples(ids), tuples(ids),
    tuples(numbers), counts, pairs, tuples(ids, 1),
)  # fmt: skip
optional = st.builds(
    Optional, ids, texts, numbers, st.booleans(), tuples(ids), tuples(numbers), counts, pairs, tuples(ids)
)


@given(everything | optional)
def test_an_action_reads_back_equal_from_one_line(action: a.Action) -> None:
    line = notation.format(action)
    assert len(line.splitlines()) == 1
    assert notation.parse(line) == action


pieces_of_lines = st.sampled_from(
    ["everything", "optional", "word=", "text=", '"', '"a b"', "\\", "=", ",", "-", "-0", "007", "yes", "x:1",
     " ", "\n", "a.b", "\ud800", "number=3", "path2=a,b", "counts=a:1", "pairs=a@b", "@"]
)  # fmt: skip


@given(st.text() | st.lists(pieces_of_lines).map("".join) | st.lists(pieces_of_lines).map(" ".join))
def test_arbitrary_text_is_read_canonically_or_refused(line: str) -> None:
    try:
        action = notation.parse(line)
    except a.NotationError as error:
        assert str(error)
        return
    canonical = notation.format(action)
    assert notation.parse(canonical) == action
    assert notation.format(notation.parse(canonical)) == canonical


def test_what_holds_its_default_is_left_out() -> None:
    assert notation.format(Optional()) == "optional"
    assert notation.format(Optional(numbers=(), text="a b")) == 'optional text="a b" numbers=-'
    assert notation.parse("optional text=hello") == Optional(text="hello")
    assert notation.parse("optional path2=a,b  flag=yes") == Optional(flag=True, path2=("a", "b"))


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("", "an empty line is no action"),
        ("optionl", "no action is called “optionl”; did you mean optional?"),
        ("zzz", "no action is called “zzz”"),
        ("optional a", "optional does not take “a”; write: optional [word=WORD]"),
        ("everything a", "everything lacks its piece; write: everything WORD PIECE"),
        ("optional colour=red", "optional has no option colour"),
        ("optional number=1 number=2", "optional names number twice"),
        ("optional number=one", "number should be a whole number, not “one”"),
        ("optional number=-0", "number should be a whole number, not “-0”"),
        ("optional flag=maybe", "flag should be yes or no, not “maybe”"),
        ("optional counts=a", "counts should be written name:number, not “a”"),
        ("optional pairs=a", "pairs should be written name@name, not “a”"),
        ("optional pairs=a@b@c", "pairs should be written name@name, not “a@b@c”"),
        ("optional pairs=a@b,-@c", "pairs should be written name@name, not “-@c”"),
        ("optional pieces=a,,b", "pieces should be a name without blanks, not “”"),
        ("optional word=-", "word should be a name without blanks, not “-”"),
        ('optional text="a', "unbalanced quotation marks"),
        ('optional text="\\x"', "text is not a well-formed quoted text"),
        ('optional text="\\ud800"', "text holds half a character"),
        ("optional \udc00", "the line holds half a character"),
        ("x" * 20_001, "an action of 20001 characters is too long; 20000 is the limit"),
    ],
)
def test_a_bad_line_is_refused_with_a_sentence(line: str, sentence: str) -> None:
    with pytest.raises(a.NotationError) as caught:
        notation.parse(line)
    assert sentence in str(caught.value)


BLANK = Everything("a", "a", "a", "a", "", 0, True, (), (), (), (), (), (), ("a",))


@pytest.mark.parametrize(
    "action",
    [
        Optional(word="a b"), Optional(word="-"), Optional(word="\ud800"), Optional(text="\ud800"),
        Optional(number=10**18), Optional(numbers=(10**18,)), Optional(counts=(("a", 10**18),)),
        Optional(pieces=("a,b",)),
        Optional(pairs=(("a@b", "c"),)), Optional(pairs=(("a", "-"),)),
        Stranger(), Everything(**{**BLANK.__dict__, "path": ()}),
    ],
)  # fmt: skip
def test_what_cannot_be_written_is_refused(action: a.Action) -> None:
    with pytest.raises(a.NotationError):
        notation.format(action)


def test_the_table_of_actions() -> None:
    assert notation.verbs == ("everything", "optional")
    assert notation.usage("everything").endswith("NUMBERS NAME:N,… NAME@NAME,… SPACE…")
    assert [argument.required for argument in notation.arguments("optional")] == [False] * 9
    assert a.substitute(("a", ("b", 1)), {"a": "x", "b": "y"}) == ("x", ("y", 1))


@dataclass(frozen=True)
class PathFirst(a.Action):
    verb = "path_first"
    path: a.Path
    word: a.Word


@dataclass(frozen=True)
class Bare(a.Action):
    verb = "bare"
    word: str


@pytest.mark.parametrize(
    ("kinds", "sentence"),
    [
        ([Optional, Stranger], "two actions are called optional"),
        ([PathFirst], "a path must be the last required field"),
        ([Bare], "field word needs one of the annotated types"),
    ],
)
def test_actions_that_cannot_be_told_apart_or_written(kinds: list[type[a.Action]], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        a.Notation(kinds)
