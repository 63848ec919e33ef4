"""Small signs on the map: marks of towns, ports and works, and the quiet symbols that fill terrain.

Marks are drawn around a point at a size in scene units. Terrain symbols stand on one lattice over the whole
map, so that neighbouring hexes of a kind read as one wood or one range.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from wargame_desktop.gui.map.curves import Point, hash01
from wargame_desktop.gui.theme import Theme, faded

Mark = Callable[[QPainter, QPointF, float, Theme], None]


def _disc(painter: QPainter, at: QPointF, radius: float, fill: QColor, line: QColor, width: float) -> None:
    painter.setPen(QPen(line, width) if width > 0 else Qt.PenStyle.NoPen)
    painter.setBrush(fill)
    painter.drawEllipse(at, radius, radius)


def star_path(at: QPointF, radius: float, inner: float = 0.42) -> QPainterPath:
    """A five-pointed star standing on two points."""
    path = QPainterPath()
    for corner in range(10):
        reach = radius if corner % 2 == 0 else radius * inner
        angle = math.pi * (corner / 5 - 0.5)
        spot = QPointF(at.x() + reach * math.cos(angle), at.y() + reach * math.sin(angle))
        if corner == 0:
            path.moveTo(spot)
        else:
            path.lineTo(spot)
    path.closeSubpath()
    return path


def paint_town(painter: QPainter, at: QPointF, size: float, theme: Theme) -> None:
    """An open ring."""
    _disc(painter, at, 0.26 * size, theme.board.casing, theme.board.ink, 0.13 * size)


def paint_large(painter: QPainter, at: QPointF, size: float, theme: Theme) -> None:
    """A ring with a dot."""
    _disc(painter, at, 0.34 * size, theme.board.casing, theme.board.ink, 0.13 * size)
    _disc(painter, at, 0.15 * size, theme.board.ink, theme.board.ink, 0)


def paint_capital(painter: QPainter, at: QPointF, size: float, theme: Theme) -> None:
    """A dark square with a star."""
    side = 0.8 * size
    square = QRectF(at.x() - side / 2, at.y() - side / 2, side, side)
    painter.setPen(QPen(theme.board.casing, 0.1 * size))
    painter.setBrush(theme.board.ink)
    painter.drawRoundedRect(square, 0.1 * size, 0.1 * size)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.status.marker_number)
    painter.drawPath(star_path(at, 0.33 * size))


def paint_victory(painter: QPainter, at: QPointF, size: float, theme: Theme) -> None:
    """A red star with a paper edge."""
    star = star_path(at, 0.56 * size)
    painter.strokePath(star, QPen(theme.board.casing, 0.2 * size, j=Qt.PenJoinStyle.RoundJoin))
    painter.fillPath(star, theme.board.victory_city)


def paint_port(painter: QPainter, at: QPointF, size: float, theme: Theme) -> None:
    """An anchor on a blue disc."""
    _disc(painter, at, 0.46 * size, theme.status.marker_sea, theme.board.casing, 0.08 * size)
    pen = QPen(theme.status.mark_edge, 0.085 * size, c=Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    x, y = at.x(), at.y()
    painter.drawEllipse(QPointF(x, y - 0.22 * size), 0.065 * size, 0.065 * size)
    anchor = QPainterPath(QPointF(x, y - 0.14 * size))
    anchor.lineTo(x, y + 0.25 * size)
    anchor.moveTo(x - 0.12 * size, y - 0.06 * size)
    anchor.lineTo(x + 0.12 * size, y - 0.06 * size)
    anchor.moveTo(x - 0.22 * size, y + 0.06 * size)
    anchor.quadTo(x - 0.19 * size, y + 0.26 * size, x, y + 0.26 * size)
    anchor.quadTo(x + 0.19 * size, y + 0.26 * size, x + 0.22 * size, y + 0.06 * size)
    painter.drawPath(anchor)


def paint_factory(painter: QPainter, at: QPointF, size: float, theme: Theme) -> None:
    """A saw-tooth roof with a chimney on a dark disc."""
    _disc(painter, at, 0.46 * size, theme.status.marker, theme.board.casing, 0.08 * size)
    x, y = at.x() - 0.27 * size, at.y() + 0.2 * size
    works = QPainterPath(QPointF(x, y))
    for dx, dy in (
        (0, -0.38), (0.1, -0.38), (0.1, -0.2), (0.27, -0.32),
        (0.27, -0.2), (0.44, -0.32), (0.54, -0.2), (0.54, 0),
    ):  # fmt: skip
        works.lineTo(x + dx * size, y + dy * size)
    works.closeSubpath()
    painter.fillPath(works, theme.status.mark_edge)


def paint_fort(painter: QPainter, at: QPointF, size: float, theme: Theme) -> None:
    """A four-pointed bastion."""
    fort = QPainterPath()
    for corner in range(8):
        reach = 0.5 * size if corner % 2 == 0 else 0.27 * size
        angle = math.pi * (corner / 4 + 0.25)
        spot = QPointF(at.x() + reach * math.cos(angle), at.y() + reach * math.sin(angle))
        if corner:
            fort.lineTo(spot)
        else:
            fort.moveTo(spot)
    fort.closeSubpath()
    painter.strokePath(fort, QPen(theme.board.casing, 0.16 * size, j=Qt.PenJoinStyle.RoundJoin))
    painter.fillPath(fort, theme.status.marker_earth)
    _disc(painter, at, 0.12 * size, theme.status.mark_edge, theme.status.mark_edge, 0)


def paint_resource(painter: QPainter, at: QPointF, size: float, theme: Theme) -> None:
    """A drop on an earthen disc: oil and other raw materials."""
    _disc(painter, at, 0.46 * size, theme.status.marker_earth, theme.board.casing, 0.08 * size)
    drop = QPainterPath(QPointF(at.x(), at.y() - 0.3 * size))
    drop.cubicTo(
        at.x() + 0.1 * size,
        at.y() - 0.1 * size,
        at.x() + 0.2 * size,
        at.y(),
        at.x() + 0.2 * size,
        at.y() + 0.1 * size,
    )
    drop.cubicTo(
        at.x() + 0.2 * size, at.y() + 0.36 * size, at.x() - 0.2 * size, at.y() + 0.36 * size,
        at.x() - 0.2 * size, at.y() + 0.1 * size,
    )  # fmt: skip
    drop.cubicTo(
        at.x() - 0.2 * size, at.y(), at.x() - 0.1 * size, at.y() - 0.1 * size, at.x(), at.y() - 0.3 * size
    )
    painter.fillPath(drop, theme.status.mark_edge)


MARKS: dict[str, Mark] = {
    "town": paint_town,
    "large": paint_large,
    "capital": paint_capital,
    "victory": paint_victory,
    "port": paint_port,
    "factory": paint_factory,
    "fort": paint_fort,
    "resource": paint_resource,
}


# Terrain symbols


class Lattice:
    """The places of one kind of symbol: rows `down` apart, places `across` apart, each a little astray."""

    def __init__(self, across: float, down: float, astray: float, seed: int) -> None:
        self.across = across
        self.down = down
        self.astray = astray
        self.seed = seed

    def places(self, rect: QRectF) -> Iterator[tuple[Point, int, float]]:
        """Points in a rectangle from top to bottom, each with a running number and a chance from 0 to 1."""
        for row in range(math.floor(rect.top() / self.down), math.ceil(rect.bottom() / self.down) + 1):
            shift = 0.5 if row % 2 else 0.0
            first = math.floor(rect.left() / self.across)
            for column in range(first, math.ceil(rect.right() / self.across) + 1):
                chance = hash01(column, row, self.seed)
                x = (column + shift) * self.across + (
                    2 * hash01(column, row, self.seed + 1) - 1
                ) * self.astray
                y = row * self.down + (2 * hash01(column, row, self.seed + 2) - 1) * self.astray * 0.6
                yield (x, y), column + row // 2, chance


class Symbols:
    """Paths of the symbols of one place: what is filled light, what is filled dark, what is only a line."""

    def __init__(self) -> None:
        self.light = QPainterPath()
        self.dark = QPainterPath()
        self.lines = QPainterPath()

    def add(self, other: Symbols) -> None:
        """Take another's paths in."""
        self.light.addPath(other.light)
        self.dark.addPath(other.dark)
        self.lines.addPath(other.lines)


def _tree(into: Symbols, x: float, y: float, chance: float) -> None:
    """A clump of three crowns with a shadow at its foot."""
    size = 3.2 + 1.4 * chance
    for dx, dy in ((-0.8, 0.25), (0.8, 0.2), (0.05, -0.6)):
        into.light.addEllipse(QPointF(x + dx * size, y + dy * size), size, 0.94 * size)
    into.dark.addEllipse(QPointF(x + 0.35 * size, y + 0.55 * size), 1.25 * size, 0.55 * size)


def _peak(into: Symbols, x: float, y: float, chance: float) -> None:
    """A ridge in the old manner: two slopes, and strokes down the side away from the light."""
    high, wide = 15 + 8 * chance, 15 + 5 * chance
    top_x, top = x + (chance - 0.5) * 6, y - high
    shoulder = QPointF(x + 0.5 * wide, y - 0.52 * high)
    into.light.moveTo(x - wide, y)
    into.light.quadTo(x - 0.35 * wide, y - 0.35 * high, top_x, top)
    into.light.quadTo(top_x - 0.04 * wide, y - 0.5 * high, x + 0.1 * wide, y)
    into.light.closeSubpath()
    into.dark.moveTo(top_x, top)
    into.dark.lineTo(shoulder)
    into.dark.quadTo(x + 0.7 * wide, y - 0.28 * high, x + wide, y)
    into.dark.quadTo(x + 0.55 * wide, y - 0.12 * high, x + 0.1 * wide, y)
    into.dark.quadTo(top_x - 0.04 * wide, y - 0.5 * high, top_x, top)
    into.lines.moveTo(x - wide, y)
    into.lines.quadTo(x - 0.35 * wide, y - 0.35 * high, top_x, top)
    into.lines.lineTo(shoulder)
    into.lines.quadTo(x + 0.7 * wide, y - 0.28 * high, x + wide, y)


def _hill(into: Symbols, x: float, y: float, chance: float) -> None:
    """A low dome with three strokes on its lee side."""
    wide, high = 12 + 5 * chance, 7 + 3 * chance
    into.lines.moveTo(x - wide, y)
    into.lines.cubicTo(x - 0.55 * wide, y - 1.25 * high, x + 0.35 * wide, y - 1.35 * high, x + wide, y)
    for part, fall in ((0.28, 0.5), (0.5, 0.48), (0.72, 0.36)):
        level = y - high * (0.98 - 0.95 * part * part)
        into.lines.moveTo(x + part * wide - 1.2, level + 2.2)
        into.lines.lineTo(x + part * wide - 2.2, level + 2.2 + fall * high)


def _reed(into: Symbols, x: float, y: float, chance: float) -> None:
    into.lines.moveTo(x - 7, y)
    into.lines.lineTo(x + 7, y)
    for lean, high in ((-3.2, 4.6), (0.0, 6.4), (3.2, 4.6)):
        into.lines.moveTo(x + lean * 0.6, y - 1.4)
        into.lines.lineTo(x + lean, y - high)
    if chance > 0.5:
        into.lines.moveTo(x - 3, y + 3.2)
        into.lines.lineTo(x + 4.5, y + 3.2)


def _dune(into: Symbols, x: float, y: float, chance: float) -> None:
    wide = 6 + 5 * chance
    into.lines.moveTo(x - wide, y)
    into.lines.quadTo(x - 0.2 * wide, y - 4.2, x + wide, y - 0.4)


def _block(into: Symbols, x: float, y: float, chance: float) -> None:
    side = 4.5 + 2.5 * chance
    into.dark.addRect(QRectF(x - side / 2, y - side / 2, side, side * 0.8))


def _cross(into: Symbols, x: float, y: float, chance: float) -> None:
    into.lines.moveTo(x - 4, y - 4)
    into.lines.lineTo(x + 4, y + 4)
    into.lines.moveTo(x - 4, y + 4)
    into.lines.lineTo(x + 4, y - 4)


Drawer = Callable[[Symbols, float, float, float], None]
_FOREST = (Lattice(24, 18, 4.2, 11), _tree, 9.0)
PEAKS = (Lattice(44, 25, 5.0, 21), _peak, 13.0)
_HILLS = (Lattice(54, 30, 6.0, 31), _hill, 13.0)
_MARSH = (Lattice(34, 22, 3.0, 41), _reed, 11.0)
_DUNES = (Lattice(36, 24, 5.0, 51), _dune, 11.0)
_BLOCKS = (Lattice(13, 12, 1.5, 61), _block, 14.0)
_CROSSES = (Lattice(30, 26, 0.0, 71), _cross, 10.0)
KINDS: dict[str, tuple[Lattice, Drawer, float]] = {
    "forest": _FOREST, "woods": _FOREST, "jungle": _FOREST,
    "mountain": PEAKS, "mountains": PEAKS, "alpine": PEAKS,
    "rough": _HILLS, "hills": _HILLS, "highland": _HILLS,
    "marsh": _MARSH, "swamp": _MARSH,
    "desert": _DUNES, "city": _BLOCKS, "impassable": _CROSSES,
}  # fmt: skip
"""Terrain colour to its lattice, its symbol, and how far symbols keep from the edge of the terrain."""


def symbol_colours(key: str, theme: Theme) -> tuple[QColor, QColor, QColor]:
    """Light fill, dark fill and line of a terrain's symbols."""
    line = theme.line
    if KINDS.get(key) is _FOREST:
        return faded(line.forest_glyph, 0.38), faded(line.forest_glyph, 0.42), QColor(0, 0, 0, 0)
    if KINDS.get(key) is PEAKS:
        return (
            faded(theme.board.casing, 0.3), faded(line.mountain_glyph, 0.34), faded(line.mountain_glyph, 0.6)
        )  # fmt: skip
    if KINDS.get(key) is _MARSH:
        return faded(line.marsh_glyph, 0.5), faded(line.marsh_glyph, 0.5), faded(line.marsh_glyph, 0.75)
    return faded(line.mountain_glyph, 0.3), faded(line.mountain_glyph, 0.3), faded(line.mountain_glyph, 0.45)
