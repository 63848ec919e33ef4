"""From pieces to faces: sides, figures, marks, markers, cards, hidden pieces."""

from __future__ import annotations

from dataclasses import replace

import pytest

from wargame_desktop.core.engine import view_for
from wargame_desktop.core.frozen import FrozenMap
from wargame_desktop.core.state import Piece
from wargame_desktop.gui.counters.face import CounterFace, Side, Style
from wargame_desktop.gui.counters.symbols import SYMBOLS, find_symbol
from wargame_desktop.gui.faces import default_style, face_of, grouped, nation_of, simplified, stack_faces
from wargame_desktop.systems.registry import NewGame, new_game


@pytest.fixture(scope="module")
def game() -> NewGame:
    return new_game("free_table/skirmish", seed="faces")


def face(game: NewGame, piece: str, **changes: object) -> CounterFace:
    found = replace(game.state.piece(piece), **changes)  # type: ignore[arg-type]
    return face_of(game.system, game.state, found)


def test_full_side(game: NewGame) -> None:
    assert face(game, "nor.2_arm") == CounterFace(
        nation="germany", symbol="armour", figures=("7", "5", "6"), size="XXX", designation="2"
    )


def test_reduced_side_shows_its_own_figures(game: NewGame) -> None:
    found = face(game, "nor.2_arm", face="back")
    assert (found.side, found.figures) == (Side.REDUCED, ("3", "3", "6"))


def test_unit_without_a_reduced_side_has_a_blank_back(game: NewGame) -> None:
    assert face(game, "sel.1_cav", face="back").side is Side.BLANK_BACK


@pytest.mark.parametrize("mark", ["moved", "ops_complete", "out_of_supply", "disrupted", "damaged"])
def test_marks_of_state(game: NewGame, mark: str) -> None:
    assert getattr(face(game, "nor.2_arm", marks=FrozenMap({mark: True})), mark)
    assert not getattr(face(game, "nor.2_arm", marks=FrozenMap({mark: False})), mark)


def test_counted_marks(game: NewGame) -> None:
    found = face(game, "nor.2_arm", marks=FrozenMap({"hits": 2, "steps": 3, "fuel": 9}))
    assert (found.hits, found.steps) == (2, 3)


def test_carrier_is_loaded_by_what_lies_in_its_hold(game: NewGame) -> None:
    assert face(game, "cal.transport.1").loaded
    assert not face(game, "cal.home_fleet").loaded


def test_marker_without_a_drawing_is_a_tag_with_its_words(game: NewGame) -> None:
    tag = face_of(game.system, game.state, Piece("m", "out_of_supply", "", "1105"))
    assert (tag.symbol, tag.label) == ("text", "OOS")
    flag = face_of(game.system, game.state, Piece("m", "control", "nor", "1105"))
    assert (flag.symbol, flag.nation) == ("flag", "germany")


def test_card_shows_its_title_and_its_back(game: NewGame) -> None:
    card = Piece("early_thaw", "early_thaw", "", "event_discard")
    shown = face_of(game.system, game.state, card)
    assert (shown.symbol, shown.label) == ("card", "Early thaw")
    assert face_of(game.system, game.state, replace(card, face="back")).hidden


def test_hidden_piece_is_known_by_nation_alone(game: NewGame) -> None:
    view = view_for(game.system, game.state, "league")
    (hidden,) = [piece for piece in view.at("1202") if piece.kind == "unknown"]
    found = face_of(game.system, view, hidden)
    assert found == CounterFace(nation="germany", symbol="unknown", side=Side.FACE_DOWN)
    own = view_for(game.system, game.state, "pact").piece("nor.para")
    assert not face_of(game.system, view, own).hidden


def test_unknown_kinds_and_powers_are_drawn_and_do_not_fail(game: NewGame) -> None:
    found = face_of(game.system, game.state, Piece("x", "no_such_kind", "nobody", "1105"))
    assert found.symbol == "unknown"
    assert nation_of(game.system, "nobody") == "neutral"


def test_stack_is_top_first(game: NewGame) -> None:
    pieces = game.state.at("1204")
    faces = stack_faces(game.system, game.state, pieces)
    assert faces[0] == face_of(game.system, game.state, pieces[-1])
    assert len(faces) == len(pieces)


def test_style_follows_the_map_unless_one_is_asked_for(game: NewGame) -> None:
    areas = new_game("free_table/campaign", seed="faces")
    assert default_style(game.system) is Style.COUNTER
    assert default_style(areas.system) is Style.PLASTIC
    piece = areas.state.piece("nor.1_arm")
    plastic = face_of(areas.system, areas.state, piece)
    assert plastic.style is Style.PLASTIC and plastic.designation == ""
    assert face_of(areas.system, areas.state, piece, Style.COUNTER).figures == ("6", "5", "6")


def test_pieces_that_look_alike_become_one_with_a_count() -> None:
    one, two = CounterFace(symbol="infantry"), CounterFace(symbol="armour")
    groups = grouped([("a", one), ("b", two), ("c", one)])
    assert [(face.symbol, face.count, ids) for face, ids in groups] == [
        ("infantry", 2, ("a", "c")),
        ("armour", 1, ("b",)),
    ]


def test_levels_of_detail_drop_marks() -> None:
    marked = CounterFace(moved=True, out_of_supply=True, hits=2)
    assert simplified(marked, 3) is marked
    assert simplified(marked, 1) == CounterFace(out_of_supply=True)
    assert simplified(marked, 0) == CounterFace()


def test_every_counter_and_marker_of_the_box_has_a_drawing(game: NewGame) -> None:
    for units in game.system.data.units:
        for kind in (*units.counters, *units.markers):
            found = face_of(game.system, game.state, Piece("x", kind, "", "1105"))
            assert find_symbol(found.symbol) is not SYMBOLS["unknown"], kind
