"""From space to space with the arrow keys, on hexes and on areas of any shape."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF

from wargame_desktop.gui.map.geometry import MapGeometry

UP, DOWN, LEFT, RIGHT = QPointF(0, -1), QPointF(0, 1), QPointF(-1, 0), QPointF(1, 0)
_WIDEST = math.radians(68)
"""A neighbour further off the direction than this is not in that direction."""


class SpaceCursor:
    """The space the keyboard stands on.

    Going left or right over flat-topped hexes zigzags, so the cursor remembers the line it set out on
    and keeps as close to it as it can.
    """

    def __init__(self, geometry: MapGeometry) -> None:
        self._geometry = geometry
        self.space: str | None = None
        self._line = 0.0
        self._way = QPointF()

    def put(self, space: str | None) -> None:
        """Stand on a space."""
        if space != self.space:
            self.space = space if space is not None and self._geometry.is_on_map(space) else None
            self._way = QPointF()

    def step(self, way: QPointF) -> str | None:
        """Go one space in a direction (one of UP, DOWN, LEFT, RIGHT); the answer is where the cursor is."""
        if self.space is None:
            self.put(self._middle())
            return self.space
        here = self._geometry.centre(self.space)
        if self._way != way:
            self._way, self._line = way, _across(here, way)
        near = [space for space in self._geometry.neighbours(self.space) if self._ahead(space, here, way)]
        if near:
            self.space = min(near, key=lambda space: self._drift(space, way))
        else:
            self.space = self._nearest_ahead(here, way) or self.space
        return self.space

    def _middle(self) -> str | None:
        middle = self._geometry.bounds.center()
        spaces = self._geometry.space_ids
        return min(spaces, key=lambda space: _length(self._geometry.centre(space) - middle), default=None)

    def _ahead(self, space: str, here: QPointF, way: QPointF) -> bool:
        off = self._geometry.centre(space) - here
        along = QPointF.dotProduct(off, way)
        return along > 0 and math.acos(min(1.0, along / (_length(off) or 1.0))) <= _WIDEST

    def _drift(self, space: str, way: QPointF) -> float:
        return abs(_across(self._geometry.centre(space), way) - self._line)

    def _nearest_ahead(self, here: QPointF, way: QPointF) -> str | None:
        """Where no neighbour lies that way: the nearest space that does, islands included."""
        ahead = [space for space in self._geometry.space_ids if self._ahead(space, here, way)]
        return min(ahead, key=lambda space: _length(self._geometry.centre(space) - here), default=None)


def _across(point: QPointF, way: QPointF) -> float:
    return point.x() if way.x() == 0 else point.y()


def _length(vector: QPointF) -> float:
    return math.hypot(vector.x(), vector.y())
