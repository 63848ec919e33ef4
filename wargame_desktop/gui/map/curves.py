"""Lines made by rule: smoothed, chained and warped so that they look drawn by hand, the same on every run.

Everything that follows hexsides (coasts, woods, rivers, frontiers) is moved by one field of offsets: two
lines that share a hexside still share it after the move, from whichever side it was drawn.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath, QPolygonF

Point = tuple[float, float]
Segment = tuple[Point, Point]

_CHUNK = 48


def hash01(*numbers: int) -> float:
    """A number from 0 up to 1 that looks random and depends on nothing but the arguments."""
    value = 0x9E3779B9
    for number in numbers:
        value = (value ^ (number & 0xFFFFFFFF)) * 0x85EBCA6B & 0xFFFFFFFF
        value ^= value >> 13
        value = value * 0xC2B2AE35 & 0xFFFFFFFF
        value ^= value >> 16
    return value / 4294967296.0


# Noise repeats after 64 cells, farther than anyone compares: looking up is much faster than computing.
_CELLS = 64
_WAVES = ((0.46, 0.052), (0.17, 0.026), (0.07, 0.009))
_TABLES = [
    [
        [(2 * hash01(x, y, layer, 1) - 1, 2 * hash01(x, y, layer, 2) - 1) for x in range(_CELLS + 1)]
        for y in range(_CELLS + 1)
    ]
    for layer in range(len(_WAVES))
]
for _table in _TABLES:  # the last row and column repeat the first
    _table[_CELLS] = _table[0]
    for _row in _table:
        _row[_CELLS] = _row[0]


def warp(point: Point, pitch: float, strength: float = 1.0) -> Point:
    """A point moved by the field: large slow bends with smaller ones on them."""
    x, y = point
    dx = dy = 0.0
    for table, (wave, height) in zip(_TABLES, _WAVES, strict=True):
        u, v = (x / (wave * pitch)) % _CELLS, (y / (wave * pitch)) % _CELLS
        column, row = int(u), int(v)
        u -= column
        v -= row
        u, v = u * u * (3 - 2 * u), v * v * (3 - 2 * v)
        top, bottom = table[row], table[row + 1]
        (ax, ay), (bx, by), (cx, cy), (ex, ey) = (
            top[column], top[column + 1], bottom[column], bottom[column + 1],
        )  # fmt: skip
        ax += (bx - ax) * u
        ay += (by - ay) * u
        dx += height * (ax + (cx + (ex - cx) * u - ax) * v)
        dy += height * (ay + (cy + (ey - cy) * u - ay) * v)
    reach = pitch * strength
    return x + dx * reach, y + dy * reach


def rounded(points: Sequence[Point], closed: bool, times: int = 2) -> list[Point]:
    """A line with its corners cut off again and again (Chaikin); open ends stay where they are."""
    line = list(points)
    for _ in range(times):
        if len(line) < 3:
            return line
        pairs = list(zip(line, line[1:] + line[:1] if closed else line[1:], strict=False))
        cut = [
            (ax + (bx - ax) * part, ay + (by - ay) * part)
            for (ax, ay), (bx, by) in pairs
            for part in (0.25, 0.75)
        ]
        line = cut if closed else [line[0], *cut[1:-1], line[-1]]
    return line


def subdivided(points: Sequence[Point], step: float, closed: bool) -> list[Point]:
    """The same line with a point at least every `step`."""
    line: list[Point] = []
    ends = list(zip(points, [*points[1:], points[0]] if closed else points[1:], strict=False))
    for (ax, ay), (bx, by) in ends:
        parts = max(1, math.ceil(math.hypot(bx - ax, by - ay) / step))
        line += [(ax + (bx - ax) * i / parts, ay + (by - ay) * i / parts) for i in range(parts)]
    return line if closed else [*line, points[-1]]


def thinned(points: Sequence[Point], least: float) -> list[Point]:
    """The same line without points nearer than `least` to the one before; the ends stay."""
    kept = [points[0]]
    for x, y in points[1:-1]:
        if abs(x - kept[-1][0]) + abs(y - kept[-1][1]) >= least:
            kept.append((x, y))
    return [*kept, points[-1]]


def drawn_by_hand(points: Sequence[Point], pitch: float, closed: bool, strength: float = 1.0) -> list[Point]:
    """A line along hexsides as a natural one: corners rounded, then warped."""
    fine = subdivided(rounded(points, closed), 0.05 * pitch, closed)
    return [warp(point, pitch, strength) for point in fine]


def _key(point: Point) -> tuple[int, int]:
    return round(point[0] * 16), round(point[1] * 16)


def chains(segments: Iterable[Segment]) -> list[tuple[list[Point], bool]]:
    """Segments joined into the longest lines that do not pass a junction; True marks a closed ring."""
    ends: dict[tuple[int, int], list[int]] = {}
    pieces: list[Segment] = []
    seen: set[tuple[tuple[int, int], tuple[int, int]]] = set()
    for a, b in segments:
        ka, kb = _key(a), _key(b)
        if ka == kb or (min(ka, kb), max(ka, kb)) in seen:
            continue
        seen.add((min(ka, kb), max(ka, kb)))
        ends.setdefault(ka, []).append(len(pieces))
        ends.setdefault(kb, []).append(len(pieces))
        pieces.append((a, b))
    used = [False] * len(pieces)

    def walk(start: int, here: Point) -> list[Point]:
        line, number = [here], start
        while True:
            used[number] = True
            a, b = pieces[number]
            here = b if _key(a) == _key(here) else a
            line.append(here)
            around = ends[_key(here)]
            free = [one for one in around if not used[one]]
            if len(around) != 2 or not free:
                return line
            number = free[0]

    found: list[tuple[list[Point], bool]] = []
    for number, piece in enumerate(pieces):
        for end in piece:
            if not used[number] and len(ends[_key(end)]) != 2:
                found.append((walk(number, end), False))
    for number, (a, _) in enumerate(pieces):  # what is left has no end: rings
        if not used[number]:
            line = walk(number, a)
            found.append((line[:-1], True))
    return found


def path_of(points: Sequence[Point], closed: bool = False) -> QPainterPath:
    """A straight-edged path through points."""
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(x, y) for x, y in points]))
    if closed:
        path.closeSubpath()
    return path


def curve_through(points: Sequence[Point], tension: float = 0.5) -> QPainterPath:
    """A smooth open curve through points (Catmull-Rom as cubics)."""
    path = QPainterPath(QPointF(*points[0]))
    for i in range(len(points) - 1):
        before, start = points[max(0, i - 1)], points[i]
        end, after = points[i + 1], points[min(len(points) - 1, i + 2)]
        pull = tension / 3.0
        path.cubicTo(
            QPointF(start[0] + (end[0] - before[0]) * pull, start[1] + (end[1] - before[1]) * pull),
            QPointF(end[0] - (after[0] - start[0]) * pull, end[1] - (after[1] - start[1]) * pull),
            QPointF(*end),
        )
    return path


class Strokes:
    """Many lines cut into short stretches, so that a tile strokes only what comes near it."""

    def __init__(self, lines: Iterable[tuple[Sequence[Point], bool]]) -> None:
        self._stretches: list[tuple[QRectF, QPainterPath]] = []
        for points, closed in lines:
            whole = [*points, points[0]] if closed else list(points)
            for start in range(0, max(1, len(whole) - 1), _CHUNK):
                self.add(path_of(whole[start : start + _CHUNK + 1]))

    def add(self, path: QPainterPath) -> None:
        """Add a stretch as it is."""
        if not path.isEmpty():
            self._stretches.append((path.boundingRect().adjusted(-1, -1, 1, 1), path))

    def near(self, rect: QRectF, reach: float) -> QPainterPath:
        """All stretches that come within `reach` of a rectangle, as one path."""
        wide = rect.adjusted(-reach, -reach, reach, reach)
        path = QPainterPath()
        for around, stretch in self._stretches:
            if around.intersects(wide):
                path.addPath(stretch)
        return path

    def __bool__(self) -> bool:
        return bool(self._stretches)
