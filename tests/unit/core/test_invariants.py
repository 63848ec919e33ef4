"""What must hold of every state, each with its sentence."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.unit.core import toy
from wargame_desktop.core.frozen import FrozenMap
from wargame_desktop.core.invariants import InvariantError, check, problems
from wargame_desktop.core.state import HOLD, Frame, Piece, PieceTable, State, frame

game = toy.Toy()
START = toy.start()


class Strict(toy.Toy):
    """A game with an invariant of its own."""

    def problems(self, state: State) -> list[str]:
        return ["red may not win"]


def listed_wrongly() -> PieceTable:
    return PieceTable().set("a", Piece("b", "tank", "red", "north"))  # type: ignore[return-value]


def test_a_good_state_has_no_problems() -> None:
    assert problems(game, START) == []
    check(game, START)
    assert problems(game, replace(START, stack=())) == []
    assert problems(game, replace(START, powers=FrozenMap())) == []


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        (replace(START, pieces=listed_wrongly()), "piece b is listed as a"),
        (
            toy.with_piece(START, id="blue.tank", space="moon"),
            "piece blue.tank is in moon, which is no space",
        ),
        (
            toy.with_piece(START, id="blue.tank", space=HOLD + "red.ship"),
            "piece blue.tank is carried by red.ship, which is not in the game",
        ),
        (
            toy.with_piece(START, id="red.sub", space=HOLD + "red.agent"),
            "piece red.sub is carried in a circle",
        ),
        (
            replace(START, control=FrozenMap({"moon": "red"})),
            "red controls moon, which is no space of this map",
        ),
        (
            replace(START, control=FrozenMap({"north": "green"})),
            "north is controlled by green, which is no power of this game",
        ),
        (replace(START, stack=(frame("missing"), *START.stack)), "toy has no phase missing"),
        (replace(START, stack=(frame("missing"),)), "toy has no phase missing"),
        (replace(START, stack=(frame("quiet"),)), "the phase quiet asks nobody"),
        (replace(START, vars=FrozenMap({"x": [1]})), "x is not plain data"),
        (replace(START, vars=FrozenMap({"x": (FrozenMap({"y": 0.5}),)})), "x is not plain data"),
        (replace(START, options=FrozenMap({"x": {}})), "x is not plain data"),
        (
            toy.with_piece(START, id="blue.tank", marks=FrozenMap({"fuel": 1.5})),
            "the marks of piece blue.tank are not plain data",
        ),
        (
            replace(START, stack=(Frame("turn", FrozenMap({"side": "red", "x": 1.5})),)),  # type: ignore[dict-item]
            "the parameters of phase turn are not plain data",
        ),
    ],
)
def test_each_problem_is_told(state: State, sentence: str) -> None:
    found = problems(game, state)
    assert any(sentence in problem for problem in found), found
    with pytest.raises(InvariantError) as caught:
        check(game, state)
    assert sentence in str(caught.value)


def test_a_game_adds_its_own_and_all_come_at_once() -> None:
    state = replace(START, control=FrozenMap({"moon": "green"}), stack=(frame("quiet"),))
    with pytest.raises(InvariantError) as caught:
        check(Strict(), state)
    assert str(caught.value) == (
        "green controls moon, which is no space of this map; "
        "moon is controlled by green, which is no power of this game; "
        "the phase quiet asks nobody; red may not win"
    )
