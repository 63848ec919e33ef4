"""Shapes of overlays in scene coordinates: the outline around a set of spaces, and lines through spaces."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath, QPolygonF

from wargame_desktop.gui.map.geometry import MapGeometry

_Corner = tuple[int, int]
_GRAIN = 8.0
"""Corners closer than an eighth of a scene unit are the same corner."""
_STEPS = 12
"""Straight pieces that make up one bend."""


class Unions:
    """Outlines of sets of spaces: sides that two spaces of the set share are left out."""

    def __init__(self, geometry: MapGeometry) -> None:
        self._geometry = geometry
        self._rings: dict[str, list[list[_Corner]]] = {}

    def outline(self, spaces: Iterable[str]) -> QPainterPath:
        """Closed rings around the spaces, to be filled odd-even."""
        sides: dict[tuple[_Corner, _Corner], None] = {}
        for space in spaces:
            for ring in self._corners(space):
                for start, end in zip(ring, (*ring[1:], ring[0]), strict=True):
                    side = (start, end) if start < end else (end, start)
                    if side in sides:
                        del sides[side]
                    else:
                        sides[side] = None
        path = QPainterPath()
        path.setFillRule(Qt.FillRule.OddEvenFill)
        for ring in _chained(sides):
            path.addPolygon(QPolygonF([QPointF(x / _GRAIN, y / _GRAIN) for x, y in ring]))
            path.closeSubpath()
        return path

    def _corners(self, space: str) -> list[list[_Corner]]:
        found = self._rings.get(space)
        if found is None:
            found = self._rings[space] = []
            for polygon in self._geometry.outline(space).toSubpathPolygons():
                ring = [(round(point.x() * _GRAIN), round(point.y() * _GRAIN)) for point in polygon.toList()]
                ring = [corner for k, corner in enumerate(ring) if corner != ring[k - 1]]
                if len(ring) > 2:
                    found.append(ring)
        return found


def _chained(sides: Iterable[tuple[_Corner, _Corner]]) -> list[list[_Corner]]:
    """Single sides joined end to end into closed rings."""
    ends: dict[_Corner, list[_Corner]] = {}
    for a, b in sides:
        ends.setdefault(a, []).append(b)
        ends.setdefault(b, []).append(a)
    rings = []
    for start in ends:
        while ends[start]:
            ring, here = [start], ends[start].pop()
            ends[here].remove(start)
            while here != start and ends[here]:
                ring.append(here)
                there = ends[here].pop()
                ends[there].remove(here)
                here = there
            rings.append(ring)
    return rings


class BrokenLine:
    """A line through points, walked by its length."""

    def __init__(self, points: Sequence[QPointF] = ()) -> None:
        self.points = list(points)
        self._ends = [0.0]
        for a, b in pairwise(self.points):
            self._ends.append(self._ends[-1] + math.hypot(b.x() - a.x(), b.y() - a.y()))

    @property
    def length(self) -> float:
        """From end to end."""
        return self._ends[-1]

    def at(self, length: float) -> QPointF:
        """The point after a stretch of the line."""
        number = min(bisect_right(self._ends, length), len(self.points) - 1)
        start, end = self._ends[number - 1], self._ends[number]
        if number == 0 or end == start:
            return self.points[number]
        part = min(max((length - start) / (end - start), 0.0), 1.0)
        return self.points[number - 1] + (self.points[number] - self.points[number - 1]) * part

    def until(self, length: float) -> BrokenLine:
        """The line without what lies beyond a length."""
        kept = [point for point, end in zip(self.points, self._ends, strict=True) if end < length]
        return BrokenLine([*kept, self.at(length)])

    def between(self, start: float, end: float) -> QPainterPath:
        """The stretch between two lengths; empty where nothing is left."""
        path = QPainterPath()
        if len(self.points) < 2 or end - start < 1.0:
            return path
        path.moveTo(self.at(start))
        for point, length in zip(self.points, self._ends, strict=True):
            if start < length < end:
                path.lineTo(point)
        path.lineTo(self.at(end))
        return path

    def bounds(self) -> QRectF:
        """The rectangle around all points."""
        return QPolygonF(self.points).boundingRect()


def smooth_line(points: Sequence[QPointF], bow: float = 0.0) -> BrokenLine:
    """A rounded line through points; a line of only two may be bowed by a part of its length."""
    if len(points) < 2:
        return BrokenLine(points)
    if len(points) == 2:
        along = points[1] - points[0]
        side = QPointF(along.y(), -along.x()) * (bow if along.x() >= 0 else -bow)
        middle = (points[0] + points[1]) / 2 + side / 2
        points = [points[0], middle, points[1]]
    found = [points[0]]
    for k in range(len(points) - 1):
        before, start = points[max(0, k - 1)], points[k]
        end, after = points[k + 1], points[min(len(points) - 1, k + 2)]
        first, second = start + (end - before) / 6, end - (after - start) / 6
        found += [_cubic(start, first, second, end, step / _STEPS) for step in range(1, _STEPS + 1)]
    return BrokenLine(found)


def _cubic(a: QPointF, b: QPointF, c: QPointF, d: QPointF, t: float) -> QPointF:
    u = 1 - t
    return a * (u * u * u) + b * (3 * u * u * t) + c * (3 * u * t * t) + d * (t * t * t)


def arrow_head(tip: QPointF, towards: QPointF, length: float, width: float) -> QPainterPath:
    """A swept arrow head with its tip at a point."""
    size = math.hypot(towards.x(), towards.y()) or 1.0
    along = towards / size
    across = QPointF(-along.y(), along.x())
    path = QPainterPath(tip)
    path.lineTo(tip - along * length + across * width / 2)
    path.lineTo(tip - along * length * 0.72)
    path.lineTo(tip - along * length - across * width / 2)
    path.closeSubpath()
    return path
