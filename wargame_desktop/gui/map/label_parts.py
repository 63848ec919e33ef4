"""The parts of a map's lettering: placed texts and marks, what is already taken, and what a space shows."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainterPath, QPen

from wargame_desktop.gui.map.brush import Brush
from wargame_desktop.gui.map.glyphs import MARKS

CAPITAL, LARGE, TOWN = 0, 1, 2
_LARGE = frozenset(("large", "city", "major", "key", "metropolis", "big"))
_OBJECTIVES = ("victory", "victory_city", "objective", "points", "vp", "victory_points")
# What a space may carry besides its town, with the attributes that say so.
_WORKS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("port", ("port", "naval_base", "harbour")),
    ("factory", ("factory", "factories", "industry", "industrial", "production")),
    ("fort", ("fort", "fortress", "fortification")),
    ("resource", ("oil", "resource", "resources", "raw_materials")),
)


@dataclass(frozen=True)
class Text:
    """A text in its place; `halo` is the width of the paper edge around it, 0 for none."""

    path: QPainterPath
    box: QRectF
    colour: QColor
    halo: float
    strength: float = 0.86

    def paint(self, brush: Brush) -> None:
        """Draw the halo, then the letters."""
        if self.halo > 0:
            colour = QColor(brush.theme.board.paper)
            colour.setAlphaF(self.strength)
            pen = QPen(
                colour, self.halo, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin
            )
            brush.painter.strokePath(self.path, pen)
        brush.painter.fillPath(self.path, self.colour)


@dataclass(frozen=True)
class Sign:
    """A mark (town, port, factory …) in its place."""

    mark: str
    at: QPointF
    size: float

    @property
    def box(self) -> QRectF:
        """The place it takes."""
        return QRectF(self.at.x() - self.size / 2, self.at.y() - self.size / 2, self.size, self.size)

    def paint(self, brush: Brush) -> None:
        """Draw the mark."""
        MARKS[self.mark](brush.painter, self.at, self.size, brush.theme)


@dataclass(frozen=True)
class Figure:
    """A number in a paper circle, such as an area's income."""

    path: QPainterPath
    at: QPointF
    radius: float

    @property
    def box(self) -> QRectF:
        """The place it takes."""
        side = 2 * self.radius
        return QRectF(self.at.x() - self.radius, self.at.y() - self.radius, side, side)

    def paint(self, brush: Brush) -> None:
        """Draw circle and number."""
        board = brush.theme.board
        brush.painter.setPen(QPen(board.ink, brush.width(0.11 * self.radius)))
        brush.painter.setBrush(board.callout)
        brush.painter.drawEllipse(self.at, self.radius, self.radius)
        brush.painter.fillPath(self.path, board.ink)


Placed = Text | Sign | Figure


class Occupied:
    """Rectangles already taken, sorted into cells so that a test looks only at what is near."""

    def __init__(self, cell: float) -> None:
        self._cell = cell
        self._cells: dict[tuple[int, int], list[QRectF]] = {}

    def _spots(self, rect: QRectF) -> Iterator[tuple[int, int]]:
        for column in range(math.floor(rect.left() / self._cell), math.floor(rect.right() / self._cell) + 1):
            for row in range(math.floor(rect.top() / self._cell), math.floor(rect.bottom() / self._cell) + 1):
                yield column, row

    def take(self, rect: QRectF) -> None:
        """Mark a rectangle as taken."""
        for spot in self._spots(rect):
            self._cells.setdefault(spot, []).append(rect)

    def is_free(self, rect: QRectF) -> bool:
        """Whether nothing taken overlaps a rectangle."""
        return not any(
            rect.intersects(taken) for spot in self._spots(rect) for taken in self._cells.get(spot, ())
        )


@dataclass(frozen=True)
class Place:
    """What the map shows of a space: its rank as a town (None: no town), its works, its worth."""

    rank: int | None
    works: tuple[str, ...] = field(default=())
    is_objective: bool = False


def place_of(attrs: Mapping[str, object]) -> Place:
    """Read the common attributes of towns, ports, works and objectives."""
    city = str(attrs.get("city", "") or "")
    is_objective = any(attrs.get(key) for key in _OBJECTIVES)
    rank: int | None = None
    if city == "capital" or attrs.get("capital"):
        rank = CAPITAL
    elif city in _LARGE:
        rank = LARGE
    elif city:
        rank = TOWN
    works: list[str] = []
    for mark, keys in _WORKS:
        value = next((attrs[key] for key in keys if attrs.get(key)), None)
        if value is not None:
            many = value if isinstance(value, int) and not isinstance(value, bool) else 1
            works += [mark] * (min(3, max(1, many)) if mark == "factory" else 1)
    return Place(rank, tuple(works), is_objective)


def is_shown(place: Place, level: int) -> bool:
    """Whether a town is drawn at a level of detail: objectives, capitals and key, large, all."""
    if place.rank is None:
        return False
    if level == 0:
        return (place.is_objective and place.rank <= LARGE) or place.rank == CAPITAL
    if level == 1:
        return place.rank == CAPITAL or place.is_objective
    return level == 3 or place.rank <= LARGE or place.is_objective


def wrapped(name: str) -> list[str]:
    """A name on two lines, broken at the space nearest its middle; one line when it has none."""
    breaks = [i for i, letter in enumerate(name) if letter == " "]
    if not breaks:
        return [name]
    at = min(breaks, key=lambda i: abs(i - len(name) / 2))
    return [name[:at], name[at + 1 :]]


def has_own_label(anchor: QPointF, centre: QPointF) -> bool:
    """Whether the map file says where in the space the town lies."""
    return math.hypot(anchor.x() - centre.x(), anchor.y() - centre.y()) > 1.0
