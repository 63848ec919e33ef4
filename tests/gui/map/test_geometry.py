"""Places of spaces in the scene: the way there and back, neighbours, borders, boxes beside the map."""

from __future__ import annotations

import math

import pytest
from PySide6.QtCore import QPointF, QRectF

from tests.gui.map.maps import AREAS, HEXES, shipped
from wargame_desktop.board.errors import BoardError
from wargame_desktop.board.hexgrid import HexGrid, Sheet
from wargame_desktop.board.model import Board, Link, Space
from wargame_desktop.content.documents import Header
from wargame_desktop.content.map_paint import Box, Inset, Paint
from wargame_desktop.content.maps import GameMap
from wargame_desktop.content.provenance import Provenance
from wargame_desktop.core.frozen import EMPTY
from wargame_desktop.gui.map.geometry import PITCH, MapGeometry


def _map(board: Board, paint: Paint | None = None) -> GameMap:
    header = Header("map", "test", "Test", Provenance("original"))
    return GameMap(header, board.grid, board, EMPTY, EMPTY, (), (), paint or Paint(), EMPTY)


@pytest.mark.parametrize("name", [HEXES, AREAS])
def test_the_space_at_a_centre_is_that_space(name: str) -> None:
    geometry = MapGeometry(shipped(name))
    assert geometry.space_ids
    for key in geometry.space_ids:
        assert geometry.space_at(geometry.centre(key)) == key
        assert geometry.outline(key).contains(geometry.centre(key))
        assert geometry.bounds.contains(geometry.centre(key))


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_a_hex_is_one_pitch_between_opposite_sides(orientation: str) -> None:
    towards = "south" if orientation == "flat" else "east"
    grid = HexGrid(orientation, (Sheet((1, 6), (1, 5)),), "odd", towards, size=7.5)
    board = Board.from_hexgrid(grid, dict.fromkeys(grid.labels, "clear"))
    geometry = MapGeometry(_map(board))
    for label in grid.labels:
        for other in grid.neighbours(label).values():
            a, b = geometry.centre(label), geometry.centre(other)
            assert math.hypot(a.x() - b.x(), a.y() - b.y()) == pytest.approx(PITCH)
    rect = geometry.outline("0303").boundingRect()
    assert (rect.height() if orientation == "flat" else rect.width()) == pytest.approx(PITCH)


def test_points_just_inside_and_outside_a_hexside() -> None:
    geometry = MapGeometry(shipped(HEXES))
    side = geometry.hexside("0505", "0506")
    assert side is not None
    middle = side.center()
    assert geometry.space_at(middle + QPointF(0, -1)) == "0505"
    assert geometry.space_at(middle + QPointF(0, 1)) == "0506"
    assert side.length() == pytest.approx(PITCH / math.sqrt(3))
    assert geometry.hexside("0505", "0507") is None
    assert geometry.hexside("0505", "turn.1") is None


def test_off_the_map_there_is_no_space() -> None:
    for name in (HEXES, AREAS):
        geometry = MapGeometry(shipped(name))
        assert geometry.space_at(geometry.bounds.topLeft() - QPointF(300, 300)) is None
        assert geometry.space_at(QPointF(math.nan, 0)) is None
        assert geometry.space_at(QPointF(math.inf, 0)) is None


@pytest.mark.parametrize("name", [HEXES, AREAS])
def test_spaces_in_a_rectangle_are_those_whose_outline_touches_it(name: str) -> None:
    geometry = MapGeometry(shipped(name))
    bounds = geometry.bounds
    rect = QRectF(bounds.x() + 0.3 * bounds.width(), bounds.y() + 0.3 * bounds.height(), 260, 180)
    found = geometry.spaces_in(rect)
    touching = {key for key in geometry.space_ids if geometry.outline(key).intersects(rect)}
    assert touching <= set(found)
    assert all(
        geometry.outline(key).boundingRect().adjusted(-60, -60, 60, 60).intersects(rect) for key in found
    )
    assert found == sorted(found, key=geometry.space_ids.index)
    assert set(geometry.spaces_in(bounds)) == set(geometry.space_ids)


def test_neighbours_run_clockwise_from_the_north() -> None:
    geometry = MapGeometry(shipped(HEXES))
    assert geometry.neighbours("0505") == ["0504", "0604", "0605", "0506", "0405", "0404"]


def test_boxes_beside_the_map_have_no_place() -> None:
    geometry = MapGeometry(shipped(HEXES), [Space("extra", "Extra", "pool", attrs={"off_map": True})])
    for key in ("dead", "turn.3", "extra", "nowhere"):
        assert not geometry.is_on_map(key)
        with pytest.raises(BoardError):
            geometry.centre(key)
    with pytest.raises(BoardError, match="beside the map"):
        geometry.outline("extra")


def test_boxes_printed_on_the_map_have_one() -> None:
    geometry = MapGeometry(shipped(AREAS))
    assert geometry.is_on_map("round.1")
    assert geometry.space_at(geometry.centre("round.2")) == "round.2"


def test_a_game_without_a_map_has_a_blank_sheet() -> None:
    geometry = MapGeometry(None, [Space("pool", "Pool", "pool", attrs={"off_map": True})])
    assert geometry.space_ids == ()
    assert geometry.bounds.width() > 0 and geometry.bounds.height() > 0
    assert geometry.space_at(geometry.bounds.center()) is None
    assert geometry.spaces_in(geometry.bounds) == []


def test_areas_share_their_border_and_a_median_area_is_one_pitch_wide() -> None:
    geometry = MapGeometry(shipped(AREAS))
    border = geometry.border("castrel", "brennar")
    assert not border.isEmpty()
    near = border.boundingRect()
    assert geometry.outline("castrel").boundingRect().adjusted(-1, -1, 1, 1).contains(near)
    assert geometry.outline("brennar").boundingRect().adjusted(-1, -1, 1, 1).contains(near)
    assert geometry.border("castrel", "orveld").isEmpty()
    widths = sorted(
        geometry.outline(key).boundingRect().width()
        for key in geometry.space_ids
        if geometry.space(key).kind == "land"
    )
    assert 0.7 * PITCH < widths[len(widths) // 2] < 1.5 * PITCH


def test_points_lie_on_top_of_areas_and_links_set_the_scale_of_point_maps() -> None:
    spaces = [Space("a", "A", "point", x=10, y=10), Space("b", "B", "point", x=30, y=10)]
    geometry = MapGeometry(_map(Board(spaces, [Link("a", "b", "rail")])))
    a, b = geometry.centre("a"), geometry.centre("b")
    assert b.x() - a.x() == pytest.approx(PITCH)
    assert geometry.space_at(a + QPointF(geometry.point_radius * 0.9, 0)) == "a"
    assert geometry.space_at(a + QPointF(geometry.point_radius * 1.2, 0)) is None
    with_areas = MapGeometry(shipped(AREAS))
    assert with_areas.space_at(with_areas.centre("jorund_junction")) == "jorund_junction"


def test_land_lies_on_top_of_a_sea_zone_drawn_under_it() -> None:
    sea = Space("sea", "Sea", "sea", x=1, y=1, polygon=((0, 0), (20, 0), (20, 20), (0, 20)))
    isle = Space("isle", "Isle", "land", x=10, y=10, polygon=((8, 8), (12, 8), (12, 12), (8, 12)))
    geometry = MapGeometry(_map(Board([sea, isle], [])))
    assert geometry.space_at(geometry.centre("isle")) == "isle"
    assert geometry.space_at(geometry.centre("sea")) == "sea"


def test_an_inset_shows_spaces_again() -> None:
    a = Space("a", "A", "land", x=5, y=5, polygon=((0, 0), (10, 0), (10, 10), (0, 10)))
    b = Space("b", "B", "land", x=15, y=5, polygon=((10, 0), (20, 0), (20, 10), (10, 10)))
    inset = Inset("big", "Large", Box(30, 0, 20, 20), Box(0, 0, 10, 10))
    paint = Paint(bounds=Box(0, 0, 60, 30), insets=(inset,))
    geometry = MapGeometry(_map(Board([a, b], []), paint))
    again = geometry.to_scene(40, 10)
    assert geometry.space_at(again) == "a"
    assert geometry.outline("a").contains(again)
    assert geometry.piece_anchor("a") == again
    assert geometry.piece_anchor("b") == geometry.to_scene(15, 5)
    assert geometry.space_at(geometry.to_scene(55, 25)) is None
