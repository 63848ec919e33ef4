"""Shapes of overlays in scene coordinates: the outline around a set of spaces, and lines through spaces."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainterPath, QPolygonF

from wargame_desktop.gui.map.geometry import MapGeometry

_Corner = tuple[int, int]
_GRAIN = 8.0
"""Corners closer than an eighth of a scene unit are the same corner."""


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


def smooth_line(points: Sequence[QPointF], bow: float = 0.0) -> QPainterPath:
    """A rounded line through points; a line of only two may be bowed by a part of its length."""
    path = QPainterPath()
    if len(points) < 2:
        return path
    path.moveTo(points[0])
    if len(points) == 2:
        along = points[1] - points[0]
        side = QPointF(along.y(), -along.x()) * (bow if along.x() >= 0 else -bow)
        path.quadTo((points[0] + points[1]) / 2 + side, points[1])
        return path
    for k in range(len(points) - 1):
        before, start = points[max(0, k - 1)], points[k]
        end, after = points[k + 1], points[min(len(points) - 1, k + 2)]
        path.cubicTo(start + (end - before) / 6, end - (after - start) / 6, end)
    return path


def trimmed(path: QPainterPath, start: float, end: float, step: float = 4.0) -> QPainterPath:
    """A line without its first and last stretch, given in scene units."""
    length = path.length()
    cut = QPainterPath()
    if length <= start + end + 1.0:
        return cut
    count = max(2, math.ceil((length - start - end) / step))
    for k in range(count + 1):
        point = path.pointAtPercent(path.percentAtLength(start + (length - start - end) * k / count))
        if k:
            cut.lineTo(point)
        else:
            cut.moveTo(point)
    return cut


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
