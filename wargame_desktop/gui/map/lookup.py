"""Which of many outlines lies under a point or touches a rectangle, by way of a coarse grid of cells."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

_MOST_CELLS = 4096


class SpaceIndex:
    """Outlines given from the top down, sorted into cells of about `cell` scene units."""

    def __init__(self, outlines: Sequence[tuple[str, QPainterPath]], cell: float) -> None:
        self._outlines = [(key, path, path.boundingRect()) for key, path in outlines]
        around = QRectF()
        for _, _, rect in self._outlines:
            around = around.united(rect)
        # A few huge outlines must not make millions of cells.
        area = around.width() * around.height()
        self._cell = max(cell, math.sqrt(area / _MOST_CELLS)) if area > 0 else cell
        self._cells: dict[tuple[int, int], list[int]] = {}
        for number, (_, _, rect) in enumerate(self._outlines):
            for spot in self._spots(rect):
                self._cells.setdefault(spot, []).append(number)

    def _spots(self, rect: QRectF) -> Iterator[tuple[int, int]]:
        left, right = math.floor(rect.left() / self._cell), math.floor(rect.right() / self._cell)
        top, bottom = math.floor(rect.top() / self._cell), math.floor(rect.bottom() / self._cell)
        for column in range(left, right + 1):
            for row in range(top, bottom + 1):
                yield column, row

    def at(self, point: QPointF) -> str | None:
        """The topmost outline that holds a point, or None."""
        x, y = point.x(), point.y()
        if not (math.isfinite(x) and math.isfinite(y)):
            return None
        for number in self._cells.get((math.floor(x / self._cell), math.floor(y / self._cell)), ()):
            key, path, rect = self._outlines[number]
            if rect.contains(point) and path.contains(point):
                return key
        return None

    def touching(self, rect: QRectF) -> list[str]:
        """The outlines whose surroundings touch a rectangle, from the top down."""
        numbers: set[int] = set()
        if self._cells:
            for spot in self._spots(rect) if self._worth_walking(rect) else self._cells:
                numbers.update(self._cells.get(spot, ()))
        return [
            self._outlines[number][0]
            for number in sorted(numbers)
            if self._outlines[number][2].intersects(rect)
        ]

    def _worth_walking(self, rect: QRectF) -> bool:
        """Whether the rectangle covers fewer cells than there are."""
        return (rect.width() / self._cell + 1) * (rect.height() / self._cell + 1) < len(self._cells)
