"""The terrain symbols of each hex, made when a tile first needs them."""

from __future__ import annotations

import math

from PySide6.QtCore import QRectF

from wargame_desktop.gui.map.curves import Point, Segment
from wargame_desktop.gui.map.glyphs import KINDS, Symbols
from wargame_desktop.gui.map.scenery import Scenery


class TerrainSymbols:
    """Symbols by hex and density; neighbouring hexes of one terrain share a lattice and show no gap."""

    def __init__(self, scenery: Scenery) -> None:
        self._scenery = scenery
        self._ready: dict[tuple[str, bool], Symbols] = {}

    def in_rect(self, rect: QRectF, sparse: bool) -> dict[str, Symbols]:
        """Terrain colour to all its symbols in and around a rectangle."""
        hexes = self._scenery.hexes
        found: dict[str, Symbols] = {}
        if hexes is None:
            return found
        for key in self._scenery.geometry.spaces_in(rect.adjusted(-30, -30, 30, 30)):
            colour = self._scenery.colour_of.get(key, "")
            if colour in KINDS and self._scenery.is_land(key):
                found.setdefault(colour, Symbols()).add(self.of_hex(key, sparse))
        return found

    def of_hex(self, key: str, sparse: bool) -> Symbols:
        """The symbols whose foot stands in this hex."""
        ready = self._ready.get((key, sparse))
        if ready is None:
            ready = self._ready[key, sparse] = self._make(key, sparse)
        return ready

    def _make(self, key: str, sparse: bool) -> Symbols:
        geometry = self._scenery.geometry
        lattice, draw, keep = KINDS[self._scenery.colour_of[key]]
        edges = self._foreign_edges(key)
        symbols = Symbols()
        for (x, y), number, chance in lattice.places(geometry.outline(key).boundingRect()):
            if sparse and number % 2:
                continue
            home = geometry.grid.label_at(x / geometry.scale, y / geometry.scale) if geometry.grid else None
            if home == key and all(_distance((x, y), edge) >= keep for edge in edges):
                draw(symbols, x, y, chance)
        return symbols

    def _foreign_edges(self, key: str) -> list[Segment]:
        """The sides of a hex beyond which other terrain begins."""
        geometry, hexes = self._scenery.geometry, self._scenery.hexes
        assert geometry.grid is not None and hexes is not None
        spot = geometry.grid.to_axial(key)
        own = self._scenery.colour_of[key]
        corners = hexes.corners(spot)
        edges = []
        for side, (q, r) in enumerate(hexes.steps):
            other = hexes.at.get((spot[0] + q, spot[1] + r))
            is_same = other is None or (
                self._scenery.is_land(other) and self._scenery.colour_of[other] == own
            )
            if not is_same:
                edges.append((corners[side], corners[(side + 1) % 6]))
        return edges


def _distance(point: Point, edge: Segment) -> float:
    """How far a point is from a stretch of line."""
    (ax, ay), (bx, by) = edge
    dx, dy = bx - ax, by - ay
    part = ((point[0] - ax) * dx + (point[1] - ay) * dy) / (dx * dx + dy * dy)
    part = min(1.0, max(0.0, part))
    return math.hypot(point[0] - ax - part * dx, point[1] - ay - part * dy)
