"""The terrain symbols of each hex, made when a tile first needs them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from math import floor

from PySide6.QtCore import QRectF

from wargame_desktop.board.hexgrid import Axial
from wargame_desktop.gui.map.curves import Point, Segment
from wargame_desktop.gui.map.glyphs import KINDS, PEAKS, Symbols
from wargame_desktop.gui.map.scenery import Scenery

_AT_A_TIME = 6


class TerrainSymbols:
    """Symbols by hex and density; neighbouring hexes of one terrain share a lattice and show no gap.

    The copies beyond the rim have theirs too, so that the half hexes at the edge of the paper are not bare.
    """

    def __init__(self, scenery: Scenery) -> None:
        self._scenery = scenery
        self._ready: dict[tuple[Axial, bool], Symbols] = {}
        self._blocks: dict[tuple[int, int], list[tuple[Axial, str, QRectF]]] | None = None

    def in_rect(self, rect: QRectF, sparse: bool) -> Iterator[tuple[str, Symbols]]:
        """The symbols in and around a rectangle, a handful of hexes of one terrain at a time."""
        spots = sorted((colour, spot) for spot, colour in self._spots(rect))
        for start in range(0, len(spots), _AT_A_TIME):
            found: dict[str, Symbols] = {}
            for colour, spot in spots[start : start + _AT_A_TIME]:
                found.setdefault(colour, Symbols()).add(self._of_hex(spot, colour, sparse))
            yield from found.items()

    def _spots(self, rect: QRectF) -> Iterator[tuple[Axial, str]]:
        """The hexes with symbols that touch a rectangle, by blocks of four pitches."""
        side = 4 * self._scenery.pitch
        if self._blocks is None:
            self._blocks = self._sorted_into(side)
        reach = self._scenery.pitch * 0.6
        for column in range(floor((rect.left() - reach) / side), floor((rect.right() + reach) / side) + 1):
            for row in range(floor((rect.top() - reach) / side), floor((rect.bottom() + reach) / side) + 1):
                for spot, colour, around in self._blocks.get((column, row), ()):
                    if around.intersects(rect):
                        yield spot, colour

    def _sorted_into(self, side: float) -> dict[tuple[int, int], list[tuple[Axial, str, QRectF]]]:
        scenery, hexes = self._scenery, self._scenery.hexes
        blocks: dict[tuple[int, int], list[tuple[Axial, str, QRectF]]] = {}
        for spot, key in sorted(hexes.everywhere()) if hexes is not None else ():
            colour = scenery.colour_of.get(key, "")
            if hexes is not None and colour in KINDS and scenery.is_land(key):
                x, y = hexes.centre(spot)
                blocks.setdefault((floor(x / side), floor(y / side)), []).append(
                    (spot, colour, _around(x, y, 0.6 * scenery.pitch + 8))
                )
        return blocks

    def _of_hex(self, spot: Axial, colour: str, sparse: bool) -> Symbols:
        """The symbols whose foot stands in this hex."""
        ready = self._ready.get((spot, sparse))
        if ready is None:
            ready = self._ready[spot, sparse] = self._make(spot, colour, sparse)
        return ready

    def _make(self, spot: Axial, colour: str, sparse: bool) -> Symbols:
        hexes = self._scenery.hexes
        assert hexes is not None
        lattice, draw, keep = KINDS[colour]
        corners = hexes.corners(spot)
        sides = list(zip(corners, corners[1:] + corners[:1], strict=True))
        foreign = [
            side for side, step in zip(sides, hexes.steps, strict=True) if self._differs(spot, step, colour)
        ]
        x, y = hexes.centre(spot)
        reach = self._scenery.pitch * 0.6
        # Peaks with gaps between them would look strewn; a range stays a range.
        thins = sparse and KINDS[colour] is not PEAKS
        symbols = Symbols()
        for point, number, chance in lattice.places(_around(x, y, reach)):
            is_wanted = not (thins and number % 2) and all(_is_inside(point, side) for side in sides)
            if is_wanted and all(_distance(point, side) >= keep for side in foreign):
                draw(symbols, *point, chance)
        return symbols

    def _differs(self, spot: Axial, step: Axial, colour: str) -> bool:
        """Whether other terrain begins beyond that side."""
        hexes = self._scenery.hexes
        assert hexes is not None
        other = (spot[0] + step[0], spot[1] + step[1])
        key = hexes.at.get(other) or hexes.rim.get(other)
        return key is not None and not (self._scenery.is_land(key) and self._scenery.colour_of[key] == colour)


def _around(x: float, y: float, reach: float) -> QRectF:
    return QRectF(x - reach, y - reach, 2 * reach, 2 * reach)


def _is_inside(point: Point, side: Segment) -> bool:
    """Whether a point is on the inner side of a hexside; corners run clockwise."""
    (ax, ay), (bx, by) = side
    return (bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax) >= 0


def _distance(point: Point, edge: Segment) -> float:
    """How far a point is from a stretch of line."""
    (ax, ay), (bx, by) = edge
    dx, dy = bx - ax, by - ay
    part = ((point[0] - ax) * dx + (point[1] - ay) * dy) / (dx * dx + dy * dy)
    part = min(1.0, max(0.0, part))
    return math.hypot(point[0] - ax - part * dx, point[1] - ay - part * dy)
