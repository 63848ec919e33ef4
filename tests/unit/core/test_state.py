"""States as values: read back equal, hashed alike everywhere, bad forms refused with a sentence."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.core import toy
from tests.unit.core.test_frozen import plain
from wargame_desktop.core.frozen import FrozenMap, freeze
from wargame_desktop.core.state import Frame, Piece, PieceTable, State, StateError, frame

ROOT = Path(__file__).parents[3]
text = st.text(max_size=4)
maps = st.dictionaries(text, plain, max_size=3).map(freeze)
pieces = st.builds(
    Piece,
    id=text,
    kind=text,
    power=text,
    space=text,
    face=text,
    concealed=st.booleans(),
    order=st.integers(),
    marks=maps,
)
states = st.builds(
    State,
    system=text,
    scenario=text,
    options=maps,
    powers=st.dictionaries(text, text, max_size=3).map(FrozenMap),
    pieces=st.lists(pieces, max_size=4).map(PieceTable),
    control=st.dictionaries(text, text, max_size=3).map(FrozenMap),
    vars=maps,
    stack=st.lists(st.builds(Frame, text, maps), max_size=3).map(tuple),
    dice_rolled=st.integers(0, 99),
    secret=text,
)


@given(states)
def test_a_state_reads_back_equal_with_the_same_hash(state: State) -> None:
    copy = State.from_plain(json.loads(json.dumps(state.to_plain())))
    assert copy == state
    assert copy.hash == state.hash
    assert copy.to_plain() == state.to_plain()


def test_the_hash_is_the_same_in_every_process() -> None:
    program = "from tests.unit.core import toy; print(toy.start().hash)"
    found = set()
    for seed in ("0", "1", "4242"):
        env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-c", program]
        done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
        found.add(done.stdout.strip())
    assert found == {toy.start().hash}


def test_every_field_counts_for_the_hash() -> None:
    plain_form = toy.start().to_plain()
    changes: dict[str, Any] = {
        "system": "other", "scenario": "other", "options": {}, "powers": {}, "pieces": [], "control": {},
        "vars": {}, "stack": [], "dice_rolled": 1, "secret": "other",
    }  # fmt: skip
    assert set(changes) == set(plain_form)
    hashes = {State.from_plain({**plain_form, key: value}).hash for key, value in changes.items()}
    assert len(hashes | {toy.start().hash}) == len(changes) + 1


GOOD: dict[str, Any] = {"system": "toy"}
PIECE = {"id": "a", "kind": "tank", "power": "red", "space": "north"}


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ([], "should be a mapping"),
        ({}, "system of the state should be text, it is None"),
        ({"system": 3}, "system of the state should be text, it is 3"),
        ({"system": "\ud800"}, "half a character"),
        (GOOD | {"pieces": {}}, "pieces of the state should be list"),
        (GOOD | {"pieces": ["a"]}, "a piece of the state should be a mapping, it is 'a'"),
        (GOOD | {"pieces": [{"id": "a"}]}, "kind of the state should be text"),
        (GOOD | {"pieces": [PIECE, PIECE]}, "two pieces of the state have the same id"),
        (GOOD | {"pieces": [PIECE | {"order": True}]}, "order of the state should be int, it is True"),
        (GOOD | {"pieces": [PIECE | {"concealed": 1}]}, "concealed of the state should be bool, it is 1"),
        (GOOD | {"pieces": [PIECE | {"marks": {"fuel": 1.5}}]}, "1.5 is not plain data"),
        (GOOD | {"pieces": [PIECE | {"marks": []}]}, "a marks of the state should be a mapping"),
        (GOOD | {"powers": {"red": 1}}, "should name a text for red, it is 1"),
        (GOOD | {"control": {"north": None}}, "should name a text for north"),
        (GOOD | {"vars": {"x": float("nan")}}, "not plain data"),
        (GOOD | {"vars": {"x": "\ud800"}}, "half a character"),
        (GOOD | {"stack": [1]}, "a frame of the state should be a mapping"),
        (GOOD | {"stack": [{"name": None}]}, "name of the state should be text"),
        (GOOD | {"dice_rolled": "3"}, "dice_rolled of the state should be int"),
    ],
)
def test_a_bad_form_is_refused_with_a_sentence(data: object, sentence: str) -> None:
    with pytest.raises(StateError) as caught:
        State.from_plain(data)
    assert sentence in str(caught.value)


def test_a_form_nested_without_end_is_refused() -> None:
    deep: Any = 1
    for _ in range(5000):
        deep = [deep]
    with pytest.raises(StateError, match="vars of the state is nested too deeply"):
        State.from_plain(GOOD | {"vars": {"x": deep}})


keys = st.sampled_from(
    ["system", "pieces", "powers", "control", "vars", "stack", "dice_rolled", "secret", "id", "kind", "power",
     "space", "marks", "name", "params", "order"]
)  # fmt: skip
junk = st.recursive(
    st.none() | st.integers() | st.floats() | st.text(max_size=3) | st.just("\ud800"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=5),
)


@given(junk)
def test_arbitrary_json_raises_nothing_but_a_state_error(data: object) -> None:
    try:
        state = State.from_plain({"system": "toy", **data} if isinstance(data, dict) else data)
    except StateError:
        return
    assert State.from_plain(state.to_plain()).hash == state.hash


def test_the_index_by_space_is_kept_up_to_date() -> None:
    def piece(name: str, space: str, order: int = 0) -> Piece:
        return Piece(name, "tank", "red", space, order=order)

    table = PieceTable([piece("a", "north", 2), piece("b", "north", 1)])
    assert [p.id for p in table.at("north")] == ["b", "a"]
    moved = table.update({"a": piece("a", "south"), "c": piece("c", "north")})
    assert isinstance(moved, PieceTable)
    assert {space: [p.id for p in stack] for space, stack in moved.by_space.items()} == {
        "north": ["c", "b"],
        "south": ["a"],
    }
    emptied = moved.without("a")
    assert isinstance(emptied, PieceTable)
    assert emptied.at("south") == () and "south" not in emptied.by_space
    assert [p.id for p in table.at("north")] == ["b", "a"]
    fresh = PieceTable([piece("a", "north")]).set("b", piece("b", "north", -1))
    assert isinstance(fresh, PieceTable)
    assert [p.id for p in fresh.at("north")] == ["b", "a"]


@given(st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from("wxyz"), st.integers(0, 2)), max_size=12))
def test_the_index_does_not_tell_how_pieces_came_there(moves: list[tuple[str, str, int]]) -> None:
    table = PieceTable([Piece(name, "tank", "red", "x") for name in "abcd"])
    assert list(table.by_space) == ["x"]
    for name, space, order in moves:
        table = table.set(name, Piece(name, "tank", "red", space, order=order))  # type: ignore[assignment]
    fresh = PieceTable(table.values())
    assert list(table.by_space.items()) == list(fresh.by_space.items())


def test_reading_a_state() -> None:
    state = toy.start()
    assert state.top == frame("turn", side="red", watching=["red.spy"])
    assert state.top["side"] == "red" and state.top.get("missing", 3) == 3
    assert state.side_of("red2") == "red" and state.side_of("nobody") == "nobody"
    assert state.var("missing", 1) == 1 and state.number("missing", 2) == 2 and state.number("sum") == 0
    assert state.piece("red.tank").mark("escort") == "red.spy"
    assert state.piece("red.tank").mark("missing") is None
    assert [piece.id for piece in state.at("north")] == ["red.tank", "red.spy", "red.mine"]
    with pytest.raises(StateError, match="variable target should be a whole number"):
        state.number("target")
    with pytest.raises(StateError, match="no phase in progress"):
        _ = State("toy").top
