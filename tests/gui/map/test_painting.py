"""The map painter: every level of detail shows something of its own, in every theme, the same each time."""

from __future__ import annotations

import dataclasses
import os
import subprocess
import sys
from itertools import pairwise

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QPdfWriter

from tests.gui.map.maps import AREAS, HEXES, colours, painter_of, picture, pixels, shipped
from wargame_desktop.content.map_paint import Outline, Paint, Shape
from wargame_desktop.core.frozen import EMPTY, FrozenMap
from wargame_desktop.gui.map.curves import chains, drawn_by_hand, warp
from wargame_desktop.gui.map.geometry import PITCH, MapGeometry
from wargame_desktop.gui.map.label_parts import Occupied, Text
from wargame_desktop.gui.map.painting import MapPainter
from wargame_desktop.gui.map.surfaces import Surface
from wargame_desktop.gui.theme import load_theme

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.mark.parametrize("name", [HEXES, AREAS])
@pytest.mark.parametrize("theme", ["light", "dark", "paper"])
@pytest.mark.parametrize("pitch", [30, 60, 100, 150])
def test_every_level_of_detail_paints(name: str, theme: str, pitch: int) -> None:
    painter = painter_of(name, theme)
    middle = painter.geometry.bounds.center()
    scale = pitch / PITCH
    rect = QRectF(middle.x() - 150 / scale, middle.y() - 100 / scale, 300 / scale, 200 / scale)
    image = picture(painter, rect, scale)
    assert colours(image) > 60
    assert b"\xff\x00\xff\x00" not in pixels(image), "a part of the map was left unpainted"


def test_levels_of_detail_of_a_hex_map_differ() -> None:
    painter = painter_of(HEXES)
    rect = QRectF(painter.geometry.bounds.center() - QPointF(200, 150), painter.geometry.bounds.center())
    shown = [pixels(picture(painter, rect, 1.0, lod=level)) for level in range(4)]
    assert all(a != b for a, b in pairwise(shown))


@pytest.mark.parametrize(("pitch", "has_names"), [(25, False), (110, True)])
def test_an_area_map_shows_names_only_where_they_can_be_read(pitch: int, has_names: bool) -> None:
    painter = painter_of(AREAS)
    rect, scale = painter.geometry.bounds, pitch / PITCH
    bare = pixels(picture(painter, rect, scale, names=False))
    assert (pixels(picture(painter, rect, scale)) != bare) == has_names


def test_the_same_picture_every_time_and_from_any_painter() -> None:
    rect = painter_of(HEXES).geometry.bounds
    assert pixels(picture(painter_of(HEXES), rect, 0.4)) == pixels(picture(painter_of(HEXES), rect, 0.4))


@pytest.mark.slow
def test_the_same_picture_under_any_hash_seed() -> None:
    code = (
        "import hashlib; from PySide6.QtWidgets import QApplication; app = QApplication([]);"
        "from tests.gui.map.maps import *;"
        "p = painter_of(HEXES); print(hashlib.sha1(pixels(picture(p, p.geometry.bounds, 0.5))).hexdigest())"
    )
    found = set()
    for seed in ("1", "2"):
        env = os.environ | {"PYTHONHASHSEED": seed}
        done = subprocess.run(
            [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True
        )
        found.add(done.stdout)
    assert len(found) == 1


def test_tiles_of_one_scale_fit_together() -> None:
    painter = painter_of(HEXES)
    rect = QRectF(400, 300, 640, 400)
    whole = picture(painter, rect, 1.0)
    left = picture(painter, QRectF(400, 300, 320, 400), 1.0)
    right = picture(painter, QRectF(720, 300, 320, 400), 1.0)
    joined = QImage(640, 400, QImage.Format.Format_RGB32)
    brush = QPainter(joined)
    brush.drawImage(0, 0, left)
    brush.drawImage(320, 0, right)
    brush.end()
    one, two = pixels(whole), pixels(joined)
    off = sum(abs(a - b) > 24 for a, b in zip(one, two, strict=True))
    assert off < 0.002 * len(one)


def test_control_tints_land_and_not_sea() -> None:
    painter = painter_of(HEXES)
    geometry = painter.geometry
    land, sea = geometry.centre("0806"), geometry.centre("0109")
    held = {"0806": "ussr", "0109": "ussr"}
    for at, changes in ((land, True), (sea, False)):
        rect = QRectF(at.x() - 20, at.y() - 20, 40, 40)
        plain = pixels(picture(painter, rect, 1.0))
        assert (plain != pixels(picture(painter, rect, 1.0, control=held))) == changes


def test_an_area_takes_the_colour_of_its_holder() -> None:
    painter = painter_of(AREAS)
    at = painter.geometry.centre("kestrow") + QPointF(0, 24)
    rect = QRectF(at.x() - 6, at.y() - 6, 12, 12)
    grey = picture(painter, rect, 1.0).pixelColor(6, 6)
    red = picture(painter, rect, 1.0, control={"kestrow": "ussr"}).pixelColor(6, 6)
    assert red.red() - red.blue() > grey.red() - grey.blue() + 40


def test_the_front_runs_between_sides() -> None:
    painter = painter_of(HEXES)
    side = painter.geometry.hexside("0806", "0807")
    assert side is not None
    at = side.center()
    rect = QRectF(at.x() - 30, at.y() - 30, 60, 60)
    sides = {"0806": "one", "0807": "two"}
    plain, with_front = (pixels(picture(painter, rect, 1.0, sides=one)) for one in (None, sides))
    assert plain != with_front
    same = pixels(picture(painter, rect, 1.0, sides={"0806": "one", "0807": "one"}))
    assert same == plain


def test_unknown_terrain_looks_clear_and_breaks_nothing() -> None:
    game_map = shipped(HEXES)
    strange = {
        key: dataclasses.replace(terrain, colour="lava") if key == "forest" else terrain
        for key, terrain in game_map.terrains.items()
    }
    odd = dataclasses.replace(game_map, terrains=FrozenMap(strange))
    painter = MapPainter(odd, MapGeometry(odd), load_theme("light"))
    at = painter.geometry.centre("1004")
    shown = picture(painter, QRectF(at.x() - 5, at.y() - 5, 10, 10), 1.0, names=False)
    assert colours(shown) >= 1


def test_a_game_without_a_map_paints_a_blank_sheet() -> None:
    geometry = MapGeometry(None)
    painter = MapPainter(None, geometry, load_theme("light"))
    image = picture(painter, geometry.sheet, 0.3)
    assert b"\xff\x00\xff\x00" not in pixels(image)


def test_no_two_names_overlap() -> None:
    for name in (HEXES, AREAS):
        painter = painter_of(name)
        picture(painter, painter.geometry.bounds, 0.75)
        for layout in painter.labels._layouts.values():  # the inset has one of its own
            texts = [placed.box for _, placed in layout if isinstance(placed, Text)]
            upright = [box.adjusted(1, 3, -1, -3) for box in texts if box.width() > box.height()]
            assert len(upright) > 5
            for number, box in enumerate(upright):
                assert not any(box.intersects(other) for other in upright[:number])


def test_the_veil_darkens_the_dark_theme_only_inside_the_frame() -> None:
    light, dark = painter_of(HEXES), painter_of(HEXES, "dark")
    inside = QRectF(light.geometry.bounds.center(), light.geometry.bounds.center() + QPointF(40, 40))
    bright, dim = (_mean(picture(one, inside, 1.0)) for one in (light, dark))
    assert dim < bright - 20


def _mean(image: QImage) -> float:
    small = image.scaled(1, 1)
    return QColor(small.pixelColor(0, 0)).lightness()


def test_an_art_file_decides_where_land_is() -> None:
    game_map = shipped(HEXES)
    width, height = game_map.grid.extent
    ring = ((0.0, 0.0), (width / 2, 0.0), (width / 2, height), (0.0, height))
    land = Paint(shapes=FrozenMap({"land": (Shape("", (Outline(ring),), EMPTY),)}))
    drawn = game_map.with_art(land)
    painter = MapPainter(drawn, MapGeometry(drawn), load_theme("light"))
    west = painter.geometry.to_scene(width * 0.3, height * 0.45)
    east = painter.geometry.to_scene(width * 0.8, height * 0.45)
    colour = [
        picture(painter, QRectF(at.x() - 2, at.y() - 2, 4, 4), 1.0, lod=0, names=False).pixelColor(2, 2)
        for at in (west, east)
    ]
    assert colour[0].red() > colour[0].blue() and colour[1].blue() > colour[1].red()


def test_the_map_goes_into_a_pdf(tmp_path) -> None:
    painter = painter_of(HEXES, "paper")
    writer = QPdfWriter(str(tmp_path / "map.pdf"))
    brush = QPainter(writer)
    scale = writer.width() / painter.geometry.sheet.width()
    brush.scale(scale, scale)
    painter.paint(brush, painter.geometry.sheet, scale, lod=3)
    brush.end()
    assert (tmp_path / "map.pdf").stat().st_size > 20_000


# Lines by rule


def test_chains_join_at_shared_ends_and_stop_at_junctions() -> None:
    line = [
        ((0.0, 0.0), (1.0, 0.0)),
        ((2.0, 0.0), (1.0, 0.0)),
        ((2.0, 0.0), (3.0, 1.0)),
        ((2.0, 0.0), (3.0, -1.0)),
    ]
    found = sorted((len(points), closed) for points, closed in chains(line))
    assert found == [(2, False), (2, False), (3, False)]
    ring = [((0.0, 0.0), (1.0, 0.0)), ((1.0, 0.0), (1.0, 1.0)), ((1.0, 1.0), (0.0, 0.0))]
    assert [(len(points), closed) for points, closed in chains([*ring, ring[0]])] == [(3, True)]


def test_a_line_by_hand_is_the_same_from_either_end_and_keeps_near() -> None:
    zigzag = [(0.0, 0.0), (40.0, 70.0), (120.0, 70.0), (160.0, 140.0)]
    there, back = drawn_by_hand(zigzag, PITCH, False), drawn_by_hand(zigzag[::-1], PITCH, False)
    assert there[0] == back[-1] and there[-1] == back[0]
    for x, y in zigzag:
        wx, wy = warp((x, y), PITCH)
        assert abs(wx - x) < 0.1 * PITCH and abs(wy - y) < 0.1 * PITCH


def test_a_surface_cut_into_cells_covers_the_same_ground() -> None:
    import math

    ring = [
        (500 + (400 + 30 * math.sin(i)) * math.cos(i * math.tau / 2000),
         500 + (400 + 30 * math.sin(i)) * math.sin(i * math.tau / 2000))
        for i in range(2000)
    ]  # fmt: skip
    hole = [(450.0, 450.0), (550.0, 450.0), (550.0, 550.0), (450.0, 550.0)]
    surface = Surface([[ring, hole]], 100.0)
    path = surface.near(QRectF(0, 0, 1000, 1000))
    assert not path.contains(QPointF(500, 500))
    for angle in range(0, 360, 15):
        near = QPointF(500 + 300 * math.cos(math.radians(angle)), 500 + 300 * math.sin(math.radians(angle)))
        assert path.contains(near)
    assert not path.contains(QPointF(20, 20))


def test_taken_ground_is_not_free() -> None:
    occupied = Occupied(50)
    occupied.take(QRectF(10, 10, 100, 20))
    assert not occupied.is_free(QRectF(100, 15, 50, 50))
    assert occupied.is_free(QRectF(120, 40, 50, 50))
