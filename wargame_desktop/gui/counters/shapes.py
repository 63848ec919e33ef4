"""Small vocabulary for drawing silhouettes: every shape is a path in a box of 100 by 100."""

from __future__ import annotations

import math
from collections.abc import Iterable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath, QPainterPathStroker, QPolygonF, QTransform

Point = tuple[float, float]


def polygon(*points: Point) -> QPainterPath:
    """A closed outline through the points."""
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(x, y) for x, y in points]))
    path.closeSubpath()
    return path


def rect(x: float, y: float, w: float, h: float, radius: float = 0) -> QPainterPath:
    """A rectangle, with rounded corners if a radius is given."""
    path = QPainterPath()
    path.addRoundedRect(QRectF(x, y, w, h), radius, radius)
    return path


def disc(x: float, y: float, r: float, ry: float | None = None) -> QPainterPath:
    """A disc about a centre, or an ellipse if a second radius is given."""
    path = QPainterPath()
    path.addEllipse(QPointF(x, y), r, r if ry is None else ry)
    return path


def curve(start: Point, *steps: tuple[float, ...]) -> QPainterPath:
    """A closed outline of lines (2 numbers) and cubic curves (6 numbers)."""
    path = open_curve(start, *steps)
    path.closeSubpath()
    return path


def open_curve(start: Point, *steps: tuple[float, ...]) -> QPainterPath:
    """An open line of lines (2 numbers) and cubic curves (6 numbers)."""
    path = QPainterPath(QPointF(*start))
    for step in steps:
        if len(step) == 2:
            path.lineTo(step[0], step[1])
        else:
            path.cubicTo(*step)
    return path


def raw_stroke(path: QPainterPath, width: float, round_ends: bool = True) -> QPainterPath:
    """The outline of a pen along a path; it may cross itself and is filled by winding."""
    pen = QPainterPathStroker()
    pen.setWidth(width)
    if round_ends:
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    else:
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    outline = pen.createStroke(path)
    outline.setFillRule(Qt.FillRule.WindingFill)
    return outline


def outer(path: QPainterPath) -> QPainterPath:
    """A path without its holes, or anything else that lies within another part of it."""
    parts = path.toSubpathPolygons()
    boxes = [part.boundingRect() for part in parts]
    whole = QPainterPath()
    for part, box in zip(parts, boxes, strict=True):
        if not any(other is not box and other.contains(box) for other in boxes):
            whole.addPolygon(part)
    return whole


def stroke(path: QPainterPath, width: float, round_ends: bool = True) -> QPainterPath:
    """The area a pen of that width covers along a path, as one plain area that can be joined and cut."""
    return raw_stroke(path, width, round_ends).simplified()


def line(width: float, *points: Point, round_ends: bool = True) -> QPainterPath:
    """A straight or broken line of that width, as an area."""
    return stroke(open_curve(points[0], *points[1:]), width, round_ends)


def join(*paths: QPainterPath) -> QPainterPath:
    """One area out of several; holes stay holes."""
    whole = QPainterPath()
    for path in paths:
        whole = whole.united(path)
    return whole


def cut(path: QPainterPath, *holes: QPainterPath) -> QPainterPath:
    """A path with holes taken out of it."""
    for hole in holes:
        path = path.subtracted(hole)
    return path


def moved(path: QPainterPath, dx: float = 0, dy: float = 0, scale: float = 1) -> QPainterPath:
    """A path scaled about the origin and then shifted."""
    return QTransform(scale, 0, 0, scale, dx, dy).map(path)


def mirrored(path: QPainterPath) -> QPainterPath:
    """A path and its mirror image about the middle line."""
    return join(path, QTransform(-1, 0, 0, 1, 100, 0).map(path))


def star(x: float, y: float, r: float, points: int = 5, inner: float = 0.4) -> QPainterPath:
    """A star about a centre, one point up."""
    corners: Iterable[Point] = (
        (
            x + r * (inner if k % 2 else 1) * math.sin(k * math.pi / points),
            y - r * (inner if k % 2 else 1) * math.cos(k * math.pi / points),
        )
        for k in range(2 * points)
    )
    return polygon(*corners)


def gear(x: float, y: float, r: float, hole: float) -> QPainterPath:
    """A gear wheel with eight teeth."""
    corners: list[Point] = []
    for k in range(32):
        reach = r if (k // 2) % 2 == 0 else r * 0.76
        turn = (k - 0.5) * math.pi / 16
        corners.append((x + reach * math.cos(turn), y + reach * math.sin(turn)))
    return cut(polygon(*corners), disc(x, y, hole))
