"""The world map as the tests ask about it."""

from __future__ import annotations

import math
from collections import defaultdict
from functools import cache
from itertools import pairwise

from wargame_desktop.board.model import Board
from wargame_desktop.content.library import Library
from wargame_desktop.content.map_paint import Outline, Ring
from wargame_desktop.content.maps import GameMap

Point = tuple[float, float]
Pair = tuple[str, str]


@cache
def world() -> GameMap:
    """The map with its painting."""
    return Library().load_painted_map("revised")


def board() -> Board:
    """The board alone."""
    return world().board


def pair(a: str, b: str) -> Pair:
    """Two spaces in a settled order."""
    return (min(a, b), max(a, b))


def neighbours(space: str) -> set[str]:
    """The spaces linked with a space in any way."""
    return {link.b if link.a == space else link.a for link in board().links_of(space)}


def steps(start: str, end: str, kinds: set[str]) -> int:
    """How many links of these kinds lead from one space to another."""
    reached, rim, count = {start}, {start}, 0
    while end not in reached:
        count += 1
        rim = {
            other
            for space in rim
            for link in board().links_of(space)
            if link.kind in kinds
            for other in (link.a, link.b)
        } - reached
        assert rim, f"{end} cannot be reached from {start}"
        reached |= rim
    return count


def rings(outline: Outline) -> tuple[Ring, ...]:
    """An outline and its holes."""
    return (outline.ring, *outline.holes)


@cache
def edges() -> dict[tuple[Point, Point], list[str]]:
    """Every edge of every outline, and the spaces that have it."""
    found: dict[tuple[Point, Point], list[str]] = defaultdict(list)
    for space in board().spaces:
        for outline in world().drawn(space.id).outlines:
            for ring in rings(outline):
                for start, end in pairwise((*ring, ring[0])):
                    found[min(start, end), max(start, end)].append(space.id)
    return found


@cache
def contacts() -> dict[Pair, float]:
    """How long the common border of two spaces is, for all that have one."""
    found: dict[Pair, float] = defaultdict(float)
    for (start, end), spaces in edges().items():
        for a, b in [spaces] if len(spaces) == 2 and spaces[0] != spaces[1] else []:
            found[pair(a, b)] += math.dist(start, end)
    return found


@cache
def contacts_around() -> dict[Pair, float]:
    """The same where the left edge of the sheet is joined to the right one."""
    bounds = world().paint.bounds
    assert bounds is not None
    left: list[tuple[float, float, str]] = []
    right: list[tuple[float, float, str]] = []
    for ((ax, ay), (bx, by)), spaces in edges().items():
        if ax == bx == bounds.x:
            left.append((min(ay, by), max(ay, by), spaces[0]))
        elif ax == bx == bounds.x + bounds.width:
            right.append((min(ay, by), max(ay, by), spaces[0]))
    found: dict[Pair, float] = defaultdict(float)
    for top, bottom, a in left:
        for upper, lower, b in right:
            if min(bottom, lower) > max(top, upper):
                found[pair(a, b)] += min(bottom, lower) - max(top, upper)
    return found


def contains(space: str, at: Point) -> bool:
    """Whether a point lies in a space, by counting the edges to its right."""
    x, y = at
    crossed = 0
    for outline in world().drawn(space).outlines:
        for ring in rings(outline):
            for (ax, ay), (bx, by) in pairwise((*ring, ring[0])):
                if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
                    crossed += 1
    return crossed % 2 == 1
