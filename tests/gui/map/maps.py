"""Maps and pictures for the tests of the map: the shipped ones, a made-up one, and painting into an image."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from wargame_desktop.content.library import Library
from wargame_desktop.content.maps import GameMap
from wargame_desktop.gui.map.geometry import MapGeometry
from wargame_desktop.gui.map.painting import MapPainter
from wargame_desktop.gui.theme import load_theme

HEXES = "free_table"
AREAS = "free_table_areas"


@cache
def shipped(name: str) -> GameMap:
    """A map from the box, with its art."""
    return Library().load_painted_map(name)


def painter_of(name: str, theme: str = "light") -> MapPainter:
    """A painter of a shipped map."""
    game_map = shipped(name)
    return MapPainter(game_map, MapGeometry(game_map), load_theme(theme))


def picture(painter: MapPainter, rect: QRectF, scale: float, **wishes) -> QImage:
    """A part of the map as an image."""
    image = QImage(round(rect.width() * scale), round(rect.height() * scale), QImage.Format.Format_RGB32)
    image.fill(0xFF00FF)
    brush = QPainter(image)
    brush.scale(scale, scale)
    brush.translate(-rect.topLeft())
    painter.paint(brush, rect, scale, **wishes)
    brush.end()
    return image


def pixels(image: QImage) -> bytes:
    """The raw pixels."""
    return bytes(image.constBits())


def colours(image: QImage) -> int:
    """How many different colours an image has."""
    raw = pixels(image)
    return len({raw[i : i + 4] for i in range(0, len(raw), 4)})
