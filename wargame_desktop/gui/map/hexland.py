"""Regions of a hex map: which hexes belong together and the rings around them.

Hexes on the rim are thought to go on beyond it, so that woods and coasts run off the edge of the paper.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from wargame_desktop.board.hexgrid import Axial
from wargame_desktop.gui.map.curves import Point, Segment, chains, drawn_by_hand
from wargame_desktop.gui.map.geometry import MapGeometry

# Steps to the six neighbours, in the order of the corners: side i joins corners i and i + 1.
_STEPS: dict[str, tuple[Axial, ...]] = {
    "flat": ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)),
    "pointy": ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)),
}


class HexField:
    """The hexes of a map by axial coordinate, and one ring of copies beyond the rim."""

    def __init__(self, geometry: MapGeometry) -> None:
        assert geometry.grid is not None
        grid = geometry.grid
        self.pitch = geometry.pitch
        self.steps = _STEPS[grid.orientation]
        self.at: dict[Axial, str] = {grid.to_axial(key): key for key in geometry.space_ids if key in grid}
        first = next(iter(self.at.items()), ((0, 0), ""))
        centre = grid.centre(first[1]) if first[1] else (0.0, 0.0)
        self._scale = geometry.scale
        self._flat = grid.orientation == "flat"
        self._size = grid.size * geometry.scale
        self._zero = (0.0, 0.0)
        x, y = self.centre(first[0])
        self._zero = (centre[0] * self._scale - x, centre[1] * self._scale - y)
        corners = grid.corners(first[1]) if first[1] else ()
        self._offsets = [
            ((cx - centre[0]) * self._scale, (cy - centre[1]) * self._scale) for cx, cy in corners
        ]
        self.rim = self._beyond()

    def centre(self, spot: Axial) -> Point:
        """The middle of a hex that may lie beyond the map."""
        q, r = spot
        root3 = 3.0**0.5
        if self._flat:
            x, y = 1.5 * q, root3 * (r + q / 2)
        else:
            x, y = root3 * (q + r / 2), 1.5 * r
        return self._zero[0] + x * self._size, self._zero[1] + y * self._size

    def corners(self, spot: Axial) -> list[Point]:
        """The six corners of a hex that may lie beyond the map."""
        x, y = self.centre(spot)
        return [(x + dx, y + dy) for dx, dy in self._offsets]

    def _beyond(self) -> dict[Axial, str]:
        """Places next to the rim, two deep, each with the hex that it copies."""
        known: dict[Axial, str] = dict(self.at)
        rim: dict[Axial, str] = {}
        for _ in range(2):
            grown: dict[Axial, str] = {}
            for spot in sorted(known):
                for step in self.steps:
                    other = (spot[0] + step[0], spot[1] + step[1])
                    if other not in known:
                        grown.setdefault(other, known[spot])
            known.update(grown)
            rim.update(grown)
        return rim

    def everywhere(self) -> Iterable[tuple[Axial, str]]:
        """All places, those beyond the rim with the hex that they copy."""
        yield from self.at.items()
        yield from self.rim.items()

    def rings(self, belongs: Callable[[str], bool]) -> list[list[Point]]:
        """The rings around all hexes that belong together, along hexsides."""
        inside = {spot for spot, key in self.everywhere() if belongs(key)}
        return [line for line, closed in chains(self._rim_of(inside)) if closed]

    def natural_rings(self, belongs: Callable[[str], bool], strength: float = 1.0) -> list[list[Point]]:
        """The same rings as if drawn by hand."""
        return [drawn_by_hand(ring, self.pitch, True, strength) for ring in self.rings(belongs)]

    def _rim_of(self, inside: set[Axial]) -> Iterable[Segment]:
        for spot in sorted(inside):
            corners = None
            for side, step in enumerate(self.steps):
                if (spot[0] + step[0], spot[1] + step[1]) not in inside:
                    corners = corners or self.corners(spot)
                    yield corners[side], corners[(side + 1) % 6]

    def seams(self, group: Mapping[str, str]) -> Iterable[tuple[Segment, str, str]]:
        """Every side between two hexes of different groups, and the two hexes; ungrouped hexes have none."""
        for spot, key in sorted(self.at.items()):
            for side, step in enumerate(self.steps[:3]):
                other = self.at.get((spot[0] + step[0], spot[1] + step[1]))
                if other is not None and key in group and other in group and group[key] != group[other]:
                    corners = self.corners(spot)
                    yield (corners[side], corners[(side + 1) % 6]), key, other

    def sides(self) -> Iterable[tuple[Axial, Segment]]:
        """Every hexside of the map once, with the hex it is drawn for."""
        for spot in sorted(self.at):
            corners = self.corners(spot)
            for side, step in enumerate(self.steps):
                other = (spot[0] + step[0], spot[1] + step[1])
                if other not in self.at or spot < other:
                    yield spot, (corners[side], corners[(side + 1) % 6])
