"""Where the chips of an area board lie: in their territory if they fit, else close beside it.

Works in screen pixels at one zoom. A chip keeps its distance from its anchor in pixels, so a layout that
is free of overlaps stays so when the map is enlarged under it.
"""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF

from wargame_desktop.gui.map.geometry import MapGeometry, is_sea

_Rect = tuple[float, float, float, float]
_GAP = 3.0
_DIRECTIONS = 16
_RINGS = (0.55, 0.9, 1.35, 1.9, 2.6)
_LAND_PENALTY = 26.0
_OVERLAP_PENALTY = 4000.0


class ChipLayout:
    """The places taken by chips at one zoom."""

    def __init__(self, geometry: MapGeometry, zoom: float) -> None:
        self._geometry = geometry
        self._zoom = zoom
        self._taken: dict[str, _Rect] = {}
        self.offsets: dict[str, QPointF] = {}

    def place_all(self, extents: dict[str, QRectF]) -> None:
        """Lay out many chips: first those that fit where they belong, then the rest around them."""
        crowded = []
        for space, extent in extents.items():
            if self._fits(space, extent) and not self._clash(space, self._rect(space, extent, 0.0, 0.0)):
                self._take(space, extent, QPointF(0.0, 0.0))
            else:
                crowded.append(space)
        for space in crowded:
            self.place(space, extents[space])

    def place(self, space: str, extent: QRectF) -> QPointF:
        """Find a place for one chip; the answer is its shift from the anchor in pixels."""
        self.remove(space)
        home = self._rect(space, extent, 0.0, 0.0)
        if self._fits(space, extent) and not self._clash(space, home):
            return self._take(space, extent, QPointF(0.0, 0.0))
        best, least = QPointF(0.0, 0.0), self._clash(space, home) * _OVERLAP_PENALTY + extent.height()
        for shift in self._shifts(space, extent):
            score = self._score(space, extent, shift)
            if score < least:
                best, least = shift, score
        return self._take(space, extent, best)

    def remove(self, space: str) -> None:
        """Give the place of a chip free."""
        self._taken.pop(space, None)
        self.offsets.pop(space, None)

    def _take(self, space: str, extent: QRectF, shift: QPointF) -> QPointF:
        self._taken[space] = self._rect(space, extent, shift.x(), shift.y())
        self.offsets[space] = shift
        return shift

    def _rect(self, space: str, extent: QRectF, dx: float, dy: float) -> _Rect:
        anchor = self._geometry.piece_anchor(space)
        x, y = anchor.x() * self._zoom + dx, anchor.y() * self._zoom + dy
        return (
            x + extent.left() - _GAP,
            y + extent.top() - _GAP,
            x + extent.right() + _GAP,
            y + extent.bottom() + _GAP,
        )

    def _fits(self, space: str, extent: QRectF) -> bool:
        """Whether nearly all of a chip lies in its own territory."""
        if self._geometry.is_point(space):
            return True
        anchor, outline = self._geometry.piece_anchor(space), self._geometry.outline(space)
        inside = sum(
            outline.contains(
                QPointF(
                    anchor.x() + (extent.left() + extent.width() * u) / self._zoom,
                    anchor.y() + (extent.top() + extent.height() * v) / self._zoom,
                )
            )
            for u in (0.04, 0.35, 0.65, 0.96)
            for v in (0.08, 0.5, 0.92)
        )
        return inside >= 10

    def _clash(self, space: str, rect: _Rect) -> float:
        """How much of a place is taken, 0 to 1 and more."""
        left, top, right, bottom = rect
        covered = 0.0
        for other, (a, b, c, d) in self._taken.items():
            if left < c and a < right and top < d and b < bottom and other != space:
                covered += (min(right, c) - max(left, a)) * (min(bottom, d) - max(top, b))
        return covered / ((right - left) * (bottom - top))

    def _shifts(self, space: str, extent: QRectF) -> list[QPointF]:
        """Places around the territory, the near ones first."""
        bounds = self._geometry.outline(space).boundingRect()
        limit = 2.6 * self._geometry.pitch * self._zoom
        half_w = min(bounds.width() * self._zoom, limit) / 2 + extent.width() / 2
        half_h = min(bounds.height() * self._zoom, limit) / 2 + extent.height() / 2
        return [
            QPointF(
                math.cos(k * math.tau / _DIRECTIONS) * half_w * ring,
                math.sin(k * math.tau / _DIRECTIONS) * half_h * ring,
            )
            for ring in _RINGS
            for k in range(_DIRECTIONS)
        ]

    def _score(self, space: str, extent: QRectF, shift: QPointF) -> float:
        rect = self._rect(space, extent, shift.x(), shift.y())
        score = math.hypot(shift.x(), shift.y()) + self._clash(space, rect) * _OVERLAP_PENALTY
        centre = QPointF((rect[0] + rect[2]) / 2 / self._zoom, (rect[1] + rect[3]) / 2 / self._zoom)
        if not self._geometry.bounds.contains(centre):
            return score + _OVERLAP_PENALTY
        under = self._geometry.space_at(centre)
        # A chip on somebody else's land could be taken for theirs.
        if under is not None and under != space and not is_sea(self._geometry.space(under)):
            score += _LAND_PENALTY
        return score
