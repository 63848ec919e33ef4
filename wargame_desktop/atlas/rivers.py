"""Lays rivers along hexsides: the chain of sides that keeps nearest to the true course."""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from fnmatch import fnmatchcase

import shapely
from shapely.geometry.base import BaseGeometry

from wargame_desktop.atlas.draft import Earth
from wargame_desktop.atlas.errors import AtlasError
from wargame_desktop.atlas.fit import Warp
from wargame_desktop.atlas.source import Pair, RiverPlan
from wargame_desktop.board.hexgrid import HexGrid

Point = tuple[float, float]
_SAMPLES = (0.1, 0.3, 0.5, 0.7, 0.9)
DRY = ("land", "coast")
_STRAY = 5.0  # how dear it is to leave the course by one hex size, squared, against walking one side on it


class SideNet:
    """The corners of the grid, joined by the sides that a river may follow: those between two dry hexes."""

    def __init__(self, grid: HexGrid, kinds: Mapping[str, str]) -> None:
        self.size = grid.size
        self.sides: dict[Point, list[tuple[Point, Pair]]] = {}
        for label in grid.labels:
            for other in grid.neighbours(label).values():
                if label < other and kinds[label] in DRY and kinds[other] in DRY:
                    a, b = grid.side(label, other)
                    start, end = _key(a), _key(b)
                    self.sides.setdefault(start, []).append((end, (label, other)))
                    self.sides.setdefault(end, []).append((start, (label, other)))

    def nearest(self, point: Point) -> Point:
        """The corner nearest to a point."""
        return min(self.sides, key=lambda corner: (_apart(corner, point), corner))

    def chain(self, course: BaseGeometry, start: Point, end: Point) -> list[Pair]:
        """The sides from corner to corner that stray least from a course; none when there is no way."""
        shapely.prepare(course)
        best: dict[Point, float] = {start: 0.0}
        came: dict[Point, tuple[Point, Pair]] = {}
        queue = [(0.0, start)]
        while queue:
            cost, here = heapq.heappop(queue)
            if here == end:
                break
            if cost > best[here]:
                continue
            for there, pair in self.sides[here]:
                total = cost + self._cost(course, here, there)
                if total < best.get(there, float("inf")):
                    best[there] = total
                    came[there] = (here, pair)
                    heapq.heappush(queue, (total, there))
        chain: list[Pair] = []
        while end in came:
            end, pair = came[end]
            chain.append(pair)
        return chain[::-1]

    def _cost(self, course: BaseGeometry, a: Point, b: Point) -> float:
        spots = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for t in _SAMPLES]
        apart = [shapely.distance(course, shapely.Point(spot)) / self.size for spot in spots]
        return 1 + _STRAY * sum(one * one for one in apart) / len(apart)


def river_sides(plan: RiverPlan, earth: Earth, warp: Warp, net: SideNet) -> list[Pair]:
    """The hexsides of one river, from its source to its mouth."""
    stretches = [one for one in earth.rivers if any(fnmatchcase(one.name, part) for part in plan.parts)]
    course = shapely.union_all([one.line for one in stretches])
    if course.is_empty:
        raise AtlasError(f"The geography has no river called {' or '.join(plan.parts)} for the {plan.name}.")
    return net.chain(course, net.nearest(warp.point(*plan.start)), net.nearest(warp.point(*plan.end)))


def _key(point: Point) -> Point:
    return round(point[0], 6), round(point[1], 6)


def _apart(a: Point, b: Point) -> float:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2
