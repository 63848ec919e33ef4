"""The workbench: each step leaves a complete state, the old one is untouched, what changed is known."""

from __future__ import annotations

import pytest

from tests.unit.core import toy
from wargame_desktop.core.dice import SHUFFLE, NoDice, SeededDice, TypedDice
from wargame_desktop.core.draft import Changed, Draft
from wargame_desktop.core.frozen import FrozenMap, PlainError
from wargame_desktop.core.state import Piece, StateError, frame


@pytest.fixture
def draft() -> Draft:
    return Draft(toy.start(), NoDice())


def test_a_stack_put_where_it_lies_stays_as_it_is(draft: Draft) -> None:
    draft.move(["red.tank", "red.spy", "red.mine"], "north")
    assert draft.state == draft.before


def test_pieces_go_on_top_of_a_stack_in_their_own_order(draft: Draft) -> None:
    draft.move(["red.mine", "red.spy"], "south")
    assert [piece.id for piece in draft.state.at("south")] == ["blue.tank", "red.spy", "red.mine"]
    assert [piece.id for piece in draft.state.at("north")] == ["red.tank"]
    assert draft.changed() == Changed(("red.mine", "red.spy"), ("north", "south"))
    draft.move(["red.spy"], "south")  # within a stack: to the top
    assert [piece.id for piece in draft.state.at("south")] == ["blue.tank", "red.mine", "red.spy"]
    assert draft.before == toy.start()


def test_changing_adding_and_removing_a_piece(draft: Draft) -> None:
    assert draft.change("blue.tank", face="back").face == "back"
    draft.add(Piece("blue.new", "tank", "blue", "sea"))
    with pytest.raises(ValueError, match=r"there is a piece blue\.new already"):
        draft.add(Piece("blue.new", "tank", "blue", "sea"))
    draft.remove("red.spy")
    with pytest.raises(KeyError):
        draft.change("red.spy", face="back")
    assert draft.state.piece("blue.tank").face == "back" and "red.spy" not in draft.state.pieces
    assert draft.changed() == Changed(("blue.new", "blue.tank", "red.spy"), ("north", "sea", "south"))


def test_marks(draft: Draft) -> None:
    draft.mark("blue.tank", "fuel", [2, 3])
    assert draft.state.piece("blue.tank").mark("fuel") == (2, 3)
    draft.mark("blue.tank", "fuel", None)
    draft.mark("blue.tank", "never", None)
    assert draft.state == draft.before
    with pytest.raises(PlainError, match="is not plain data"):
        draft.mark("blue.tank", "fuel", 0.5)


def test_control_powers_and_variables(draft: Draft) -> None:
    draft.control("sea", "blue")
    draft.control("north", None)
    draft.control("south", None)
    draft.control("south", None)
    assert draft.state.control == FrozenMap({"sea": "blue"})
    draft.align("red2", "blue")
    assert draft.state.side_of("red2") == "blue"
    draft.set("weather", {"west": "mud"})
    draft.set("sum", None)
    draft.set("never", None)
    assert draft.state.var("weather") == FrozenMap({"west": "mud"}) and "sum" not in draft.state.vars
    spaces, names = ("north", "sea", "south"), ("never", "sum", "weather")
    assert draft.changed() == Changed((), spaces, names, powers=True)


def test_the_stack_of_phases(draft: Draft) -> None:
    draft.push("battle", name="Kursk", space="north")
    draft.update(round=2, losses=["a"])
    assert draft.top == frame("battle", name="Kursk", space="north", round=2, losses=["a"])
    assert draft.changed().phase
    assert draft.pop().name == "battle"
    assert draft.state == draft.before and not draft.changed().phase
    draft.pop()
    draft.pop()
    with pytest.raises(StateError, match="no phase in progress"):
        draft.pop()


def test_every_roll_is_recorded_with_its_purpose() -> None:
    draft = Draft(toy.start(), TypedDice([3, 4, 9]))
    assert draft.roll("fire", 2) == (3, 4) and draft.roll("weather", sides=10) == (9,)
    assert [(roll.purpose, roll.sides, roll.values) for roll in draft.rolls] == [
        ("fire", 6, (3, 4)),
        ("weather", 10, (9,)),
    ]
    assert draft.state.dice_rolled == 3


def test_a_shuffle_is_an_order_of_the_same_things_by_the_dice() -> None:
    draft = Draft(toy.start(), TypedDice([3, 1]))
    assert draft.shuffle("deck", "abc") == ("c", "a", "b")
    assert [(roll.sides, roll.kind) for roll in draft.rolls] == [(3, SHUFFLE), (2, SHUFFLE)]
    assert draft.shuffle("deck", ["only"]) == ("only",) and draft.shuffle("deck", ()) == ()
    assert draft.state.dice_rolled == 2
    deck = range(52)
    shuffled = Draft(toy.start(), SeededDice("seed")).shuffle("deck", deck)
    assert shuffled != tuple(deck) and sorted(shuffled) == list(deck)


def test_a_power_that_changes_sides_is_a_change(draft: Draft) -> None:
    assert not draft.changed().powers
    draft.align("red", "blue")
    assert draft.changed().powers
