"""Overlays: outlines of sets of spaces, told apart without colour, fading, and where cards go."""

from __future__ import annotations

import math
from itertools import combinations

import pytest
from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QGraphicsScene

from tests.gui.counters.rendering import different_pixels
from tests.gui.table.tables import RIVER
from wargame_desktop.content.library import Library
from wargame_desktop.core.refusal import refuse
from wargame_desktop.gui.map.callout import place_card, text_of
from wargame_desktop.gui.map.geometry import MapGeometry
from wargame_desktop.gui.map.overlays import Overlays
from wargame_desktop.gui.map.overlays_shapes import BrokenLine, Unions, smooth_line
from wargame_desktop.gui.theme import load_theme

SPACE = "1006"


@pytest.fixture(scope="module")
def geometry(qapp) -> MapGeometry:
    return MapGeometry(Library().load_map("free_table"))


@pytest.fixture
def overlays(qapp, geometry: MapGeometry) -> Overlays:
    scene = QGraphicsScene()
    found = Overlays(scene, geometry, load_theme("light"))
    found.fades = False
    found.keep = scene  # type: ignore[attr-defined]  # a scene nobody holds is gone
    return found


def picture(overlays: Overlays, geometry: MapGeometry, space: str = SPACE, zoom: float = 1.0) -> QImage:
    """The overlays about one space, on paper."""
    around = geometry.outline(space).boundingRect().adjusted(-30, -30, 30, 30)
    image = QImage(round(around.width() * zoom), round(around.height() * zoom), QImage.Format.Format_ARGB32)
    image.fill(load_theme("light").terrain("clear"))
    painter = QPainter(image)
    overlays.keep.render(painter, QRectF(image.rect()), around)  # type: ignore[attr-defined]
    painter.end()
    return image


def lit(overlays: Overlays) -> dict:
    """Each meaning on the same space, one at a time."""
    return {
        "reach": lambda: overlays.set_reach({SPACE: "3"}),
        "reach in a zone": lambda: overlays.set_reach({SPACE: "3"}, [SPACE]),
        "zone": lambda: overlays.set_zones([SPACE]),
        "refused": lambda: overlays.set_refusal(SPACE),
        "candidate": lambda: overlays.set_candidates([SPACE]),
        "cursor": lambda: overlays.set_cursor(SPACE),
        "path": lambda: overlays.set_path([SPACE, "1105"]),
        "supply": lambda: overlays.set_supply([[SPACE, "1105"]]),
        "cut": lambda: overlays.set_supply([], [[SPACE, "1105"]]),
        "nothing": lambda: None,
    }


def test_outline_of_a_hex_and_its_ring_leaves_out_inner_sides(geometry: MapGeometry) -> None:
    unions = Unions(geometry)
    assert unions.outline([SPACE]).toSubpathPolygons()[0].size() == 7
    seven = unions.outline(geometry.grid.within(SPACE, 1))
    (ring,) = seven.toSubpathPolygons()
    assert ring.size() == 19
    around = unions.outline(geometry.grid.ring(SPACE, 1))
    assert len(around.toSubpathPolygons()) == 2
    assert not around.contains(geometry.centre(SPACE))
    assert seven.contains(geometry.centre(SPACE))


def test_outline_of_areas_that_touch_has_no_border_between_them(qapp) -> None:
    areas = MapGeometry(Library().load_map("free_table_areas"))
    border = areas.border("aldmark", "castrel")
    middle = border.pointAtPercent(0.5)
    union = Unions(areas).outline(["aldmark", "castrel"])
    edges = [
        math.hypot(corner.x() - middle.x(), corner.y() - middle.y())
        for polygon in union.toSubpathPolygons()
        for corner in polygon.toList()
    ]
    assert union.contains(middle)
    assert min(edges) > 5


def test_meanings_are_told_apart_in_grey(overlays: Overlays, geometry: MapGeometry) -> None:
    images = {}
    for name, show in lit(overlays).items():
        overlays.clear()
        show()
        images[name] = picture(overlays, geometry)
    too_close = [
        (a, b)
        for a, b in combinations(images, 2)
        if {a, b} != {"reach", "reach in a zone"} and different_pixels(images[a], images[b], 24) < 90
    ]
    assert too_close == []


@pytest.mark.parametrize("zoom", [0.2, 0.45, 1.0, 2.5])
def test_every_meaning_is_seen_at_every_zoom(overlays: Overlays, geometry: MapGeometry, zoom: float) -> None:
    plain = picture(overlays, geometry, zoom=zoom)
    for name, show in lit(overlays).items():
        overlays.clear()
        show()
        changed = different_pixels(picture(overlays, geometry, zoom=zoom), plain, 8)
        assert (changed > 12) == (name != "nothing"), name


def test_cost_in_a_zone_is_red_when_zones_are_shown(overlays: Overlays) -> None:
    overlays.set_reach({SPACE: "2", "1105": "1"})
    overlays.set_zones([SPACE])
    assert {pill.text: pill.in_zone for pill in overlays.reach.pills} == {"2": True, "1": False}
    overlays.set_zones(())
    assert not any(pill.in_zone for pill in overlays.reach.pills)


def test_spaces_beside_the_map_are_left_out(overlays: Overlays) -> None:
    overlays.set_reach({"nor_pool": "1"})
    overlays.set_candidates(["dead"])
    overlays.set_refusal("nor_pool", [RIVER])
    overlays.set_path(["nor_pool", SPACE])
    overlays.set_cursor("turn.1")
    assert not any(
        layer.isVisible()
        for layer in (overlays.reach, overlays.candidates, overlays.refusal, overlays.path, overlays.cursor)
    )


def test_guilty_hexside_comes_from_the_refusal_or_the_caller(overlays: Overlays) -> None:
    overlays.set_refusal("1106", [RIVER])
    assert len(overlays.refusal.sides) == 1
    overlays.set_refusal("1106", [refuse("x", "No.", spaces=("1106", "1307"))])
    assert list(overlays.refusal.sides) == []
    overlays.set_refusal("1106", [], side=("1106", "1107"))
    assert len(overlays.refusal.sides) == 1


def test_no_entry_disc_makes_room_for_counters(overlays: Overlays, geometry: MapGeometry) -> None:
    overlays.set_refusal(SPACE)
    assert overlays.no_entry.at == geometry.piece_anchor(SPACE)
    overlays.occupied = lambda space: True
    overlays.set_refusal(SPACE)
    assert overlays.no_entry.at != geometry.piece_anchor(SPACE)


def test_arrow_head_makes_room_for_counters(overlays: Overlays, geometry: MapGeometry) -> None:
    overlays.set_path(["1105", SPACE])
    free = overlays.path.line
    assert free.at(free.length) == geometry.piece_anchor(SPACE)
    overlays.occupied = lambda space: True
    overlays.set_path(["1105", SPACE])
    tip = overlays.path.line.at(overlays.path.line.length)
    assert geometry.space_at(tip) == SPACE
    assert tip != geometry.piece_anchor(SPACE)


def test_fading_ends_and_can_be_turned_off(overlays: Overlays, qtbot) -> None:
    overlays.fades = True
    overlays.set_reach({SPACE: "1"})
    assert overlays.reach.opacity() < 1.0
    qtbot.waitUntil(lambda: overlays.reach.opacity() == 1.0 and not overlays._fading, timeout=2000)
    overlays.set_reach({})
    overlays.set_reach({SPACE: "1"})
    overlays.set_reach({})
    qtbot.waitUntil(lambda: not overlays.reach.isVisible(), timeout=2000)
    overlays.fades = False
    overlays.set_reach({SPACE: "1"})
    assert overlays.reach.isVisible() and overlays.reach.opacity() == 1.0


def test_broken_line_is_walked_by_length() -> None:
    line = BrokenLine([QPointF(0, 0), QPointF(10, 0), QPointF(10, 10)])
    assert line.length == 20
    assert line.at(0) == QPointF(0, 0)
    assert line.at(15) == QPointF(10, 5)
    assert line.at(99) == QPointF(10, 10)
    assert line.between(5, 15).boundingRect() == QRectF(5, 0, 5, 5)
    assert line.between(15, 15).isEmpty()
    assert line.until(15).points == [QPointF(0, 0), QPointF(10, 0), QPointF(10, 5)]
    assert BrokenLine().length == 0


def test_smooth_line_passes_through_its_points() -> None:
    points = [QPointF(0, 0), QPointF(100, 0), QPointF(100, 100)]
    smooth = smooth_line(points)
    for point in points:
        assert any(
            abs(one.x() - point.x()) < 0.01 and abs(one.y() - point.y()) < 0.01 for one in smooth.points
        )


def test_card_takes_the_nearest_free_place_inside_the_view() -> None:
    view, size, anchor = QRectF(0, 0, 800, 600), QSizeF(240, 80), QPointF(400, 300)
    free = place_card(size, anchor, [], view)
    assert not free.contains(anchor)
    blocked = [free.adjusted(10, 10, -10, -10), QRectF(380, 340, 40, 40)]
    other = place_card(size, anchor, blocked, view)
    assert not any(other.intersects(one) for one in blocked)
    for corner in (QPointF(2, 2), QPointF(798, 2), QPointF(2, 598), QPointF(798, 598)):
        assert view.contains(place_card(size, corner, blocked, view))


def test_card_on_a_full_map_covers_as_little_as_can_be() -> None:
    view, size = QRectF(0, 0, 500, 400), QSizeF(200, 80)
    taken = [QRectF(x, y, 50, 50) for x in range(0, 500, 60) for y in range(0, 300, 60)]
    card = place_card(size, QPointF(250, 330), taken, view)
    assert view.contains(card)
    assert card.top() >= 290


def test_words_of_a_refusal() -> None:
    text = text_of("X cannot go to Y", [RIVER])
    assert text.sentences == (f"{RIVER.sentence} (8.1)",)
    assert text.numbers == "allowance 6"
    assert text.plain().startswith("X cannot go to Y. Needs 4")
    many = text_of("X", [refuse("a", f"Reason {k}.") for k in range(7)])
    assert len(many.sentences) == 5 and many.sentences[-1] == "And 3 reasons more."
