"""Filled surfaces that may be huge: cut into cells once, so that a tile fills only its own part."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainterPath

from wargame_desktop.gui.map.curves import Point, path_of

_MANY_POINTS = 400


class Surface:
    """Closed outlines (each a ring with its holes) that are filled as one."""

    def __init__(self, outlines: Iterable[Sequence[Sequence[Point]]], smallest: float) -> None:
        self._cells: list[tuple[QRectF, QPainterPath]] = []
        for rings in outlines:
            self._cut([list(ring) for ring in rings], smallest)

    def _cut(self, rings: list[list[Point]], smallest: float) -> None:
        """Halve across the longer side until a cell has few points or is small."""
        rings = [ring for ring in rings if len(ring) >= 3]
        if not rings:
            return
        xs, ys = [x for ring in rings for x, _ in ring], [y for ring in rings for _, y in ring]
        left, right, top, bottom = min(xs), max(xs), min(ys), max(ys)
        if len(xs) <= _MANY_POINTS or max(right - left, bottom - top) <= smallest:
            path = QPainterPath()
            path.setFillRule(Qt.FillRule.OddEvenFill)
            for ring in rings:
                path.addPath(path_of(ring, True))
            self._cells.append((path.boundingRect(), path))
            return
        axis = 0 if right - left >= bottom - top else 1
        middle = (left + right) / 2 if axis == 0 else (top + bottom) / 2
        self._cut([_clipped(ring, axis, middle, 1) for ring in rings], smallest)
        self._cut([_clipped(ring, axis, middle, -1) for ring in rings], smallest)

    def near(self, rect: QRectF) -> QPainterPath:
        """The surface around a rectangle, to fill or to clip with.

        Cells that touch show no seam: within one path the coverage of a shared edge cancels out.
        """
        path = QPainterPath()
        path.setFillRule(Qt.FillRule.OddEvenFill)
        for around, cell in self._cells:
            if around.intersects(rect):
                path.addPath(cell)
        return path

    def __bool__(self) -> bool:
        return bool(self._cells)


def _clipped(ring: list[Point], axis: int, limit: float, sign: int) -> list[Point]:
    """The part of a ring on one side of an upright or level line (Sutherland and Hodgman)."""
    kept: list[Point] = []
    before = ring[-1]
    was_in = sign * (before[axis] - limit) <= 0
    for point in ring:
        is_in = sign * (point[axis] - limit) <= 0
        if is_in != was_in:
            part = (limit - before[axis]) / (point[axis] - before[axis])
            dx, dy = point[0] - before[0], point[1] - before[1]
            kept.append((before[0] + dx * part, before[1] + dy * part))
        if is_in:
            kept.append(point)
        before, was_in = point, is_in
    return kept
