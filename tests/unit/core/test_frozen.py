"""Immutable maps: content decides the digest, however they were built."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wargame_desktop.core.frozen import EMPTY, FrozenMap, PlainError, canonical, freeze, short_digest, thaw
from wargame_desktop.core.state import Piece

scalars = st.none() | st.booleans() | st.integers() | st.text(max_size=5)
plain = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
)
names = st.sampled_from("abcdef")
steps = st.lists(st.tuples(names, st.none() | st.integers(0, 5)), max_size=20)


@given(st.dictionaries(names, st.integers(0, 5)), steps)
def test_the_digest_kept_up_to_date_is_the_digest_computed_anew(
    data: dict[str, int], changes: list[tuple[str, int | None]]
) -> None:
    table: FrozenMap[int] = FrozenMap(data)
    assert table.digest >= 0  # from here on it is kept up to date
    for name, value in changes:
        if value is not None:
            table = table.set(name, value)
        elif name in table:
            table = table.without(name)
        assert table.digest == FrozenMap(dict(table)).digest


@given(st.dictionaries(st.text(max_size=4), plain, max_size=6), st.randoms(use_true_random=False))
def test_order_does_not_matter(data: dict[str, object], chance: object) -> None:
    items = list(data.items())
    chance.shuffle(items)  # type: ignore[attr-defined]
    one, two = freeze(data), freeze(dict(items))
    assert one == two
    assert isinstance(one, FrozenMap) and isinstance(two, FrozenMap)
    assert one.digest == two.digest
    assert hash(one) == hash(two) == hash(one)
    assert canonical(one) == canonical(two)


@given(plain)
def test_plain_data_survives_freezing_thawing_and_json(value: object) -> None:
    frozen = freeze(value)
    assert thaw(frozen) == value
    assert freeze(json.loads(canonical(frozen))) == frozen


def test_changing_a_map_leaves_the_old_one_alone() -> None:
    old: FrozenMap[int] = FrozenMap({"a": 1})
    new = old.update({"a": 2, "b": 3})
    assert dict(old) == {"a": 1}
    assert dict(new) == {"a": 2, "b": 3}
    assert dict(new.without("a", "b")) == {}
    assert list(new) == ["a", "b"] and len(new) == 2 and "b" in new and new["b"] == 3
    assert repr(old) == "FrozenMap({'a': 1})"
    with pytest.raises(KeyError):
        old.without("b")


def test_a_map_equals_only_maps_of_its_kind() -> None:
    assert FrozenMap({"a": 1}) != {"a": 1}
    assert FrozenMap({"a": 1}).digest != FrozenMap({"a": 2}).digest != FrozenMap({"b": 2}).digest


def test_sets_become_sorted_tuples() -> None:
    assert freeze({"b", "a", "c"}) == ("a", "b", "c")
    assert freeze(frozenset({3, 1})) == (1, 3)


@pytest.mark.parametrize("value", [1.5, object(), [2.5], {"a": b"x"}, {1: "a"}, "half \ud800", {"\udfff": 1}])
def test_what_is_not_plain_is_refused(value: object) -> None:
    with pytest.raises(PlainError):
        freeze(value)


def test_thaw_prints_what_has_a_plain_form_and_refuses_the_rest() -> None:
    piece = Piece("a", "tank", "red", "north")
    assert thaw((piece,)) == [{"id": "a", "kind": "tank", "power": "red", "space": "north"}]
    with pytest.raises(PlainError, match="not plain data"):
        thaw(1.5)


def test_short_digest_keeps_parts_apart() -> None:
    assert short_digest("ab", "c") != short_digest("a", "bc")
    assert len(short_digest("x", size=4)) == 8


def test_a_map_made_from_the_empty_one_may_hold_anything_until_it_is_asked_for_its_digest() -> None:
    assert EMPTY.digest == 0
    odd = EMPTY.update({"a": object()})
    assert "a" in odd
    with pytest.raises(PlainError):
        _ = odd.digest
