"""Nation marks: the second channel beside colour, drawn from circles, bars and stars."""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from wargame_desktop.gui.counters.shapes import polygon, star
from wargame_desktop.gui.theme import NationStyle

_WHITE, _INK = QColor("#FFFFFF"), QColor("#15191B")
_RED, _BLUE, _NAVY = QColor("#B3261E"), QColor("#23407A"), QColor("#1F3263")
_GOLD, _GREEN, _RING = QColor("#FFD24A"), QColor("#15402A"), QColor("#6B6475")

_Draw = Callable[[QPainter, NationStyle], None]


def _disc(painter: QPainter, radius: float, color: QColor) -> None:
    painter.setBrush(color)
    painter.drawEllipse(QPointF(50, 50), radius, radius)


def _cross(painter: QPainter, style: NationStyle) -> None:
    for color, arm in ((_WHITE, 25), (_INK, 14)):
        painter.setBrush(color)
        painter.drawRect(QRectF(50 - arm, 0, 2 * arm, 100))
        painter.drawRect(QRectF(0, 50 - arm, 100, 2 * arm))


def _bars(painter: QPainter, style: NationStyle) -> None:
    _disc(painter, 50, _WHITE)
    painter.setBrush(_GREEN)
    for x in (26, 50, 74):
        painter.drawRect(QRectF(x - 7.5, 20, 15, 60))


def _sun_disc(painter: QPainter, style: NationStyle) -> None:
    _disc(painter, 50, _WHITE)
    _disc(painter, 37, _RED)


def _roundel_red(painter: QPainter, style: NationStyle) -> None:
    _disc(painter, 50, _BLUE)
    _disc(painter, 34, _WHITE)
    _disc(painter, 18, _RED)


def _roundel_blue(painter: QPainter, style: NationStyle) -> None:
    _disc(painter, 52, _WHITE)
    _disc(painter, 46, _RED)
    _disc(painter, 33, _WHITE)
    _disc(painter, 18, _BLUE)


def _star_disc(painter: QPainter, style: NationStyle) -> None:
    _disc(painter, 52, _WHITE)
    _disc(painter, 47, _NAVY)
    painter.fillPath(star(50, 52, 43), _WHITE)


def _bare_star(painter: QPainter, style: NationStyle) -> None:
    painter.setPen(QPen(QColor("#5E1E10"), 7))
    painter.setBrush(_GOLD)
    painter.drawPath(star(50, 56, 60))


def _rayed_sun(painter: QPainter, style: NationStyle) -> None:
    _disc(painter, 50, QColor("#1F3F86"))
    rays = [
        (50 + r * math.sin(k * math.pi / 12), 50 - r * math.cos(k * math.pi / 12))
        for k, r in ((k, 22 if k % 2 else 42) for k in range(24))
    ]
    painter.fillPath(polygon(*rays), _WHITE)


def _ring(painter: QPainter, style: NationStyle) -> None:
    _disc(painter, 52, _WHITE)
    if not style.bands:
        _disc(painter, 31, _RING)
        return
    core = QPainterPath()
    core.addEllipse(QPointF(50, 50), 40, 40)
    painter.setClipPath(core, Qt.ClipOperation.IntersectClip)
    step = 80 / len(style.bands)
    for k, color in enumerate(style.bands):
        band = QRectF(10 + k * step, 10, step, 80) if style.upright else QRectF(10, 10 + k * step, 80, step)
        painter.fillRect(band, color)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(_INK, 6))
    painter.drawEllipse(QPointF(50, 50), 40, 40)


_DRAW: dict[str, _Draw] = {
    "cross": _cross,
    "bars": _bars,
    "disc": _sun_disc,
    "roundel_red": _roundel_red,
    "roundel_blue": _roundel_blue,
    "star_disc": _star_disc,
    "star": _bare_star,
    "sun": _rayed_sun,
    "ring": _ring,
}


def paint_mark(painter: QPainter, rect: QRectF, style: NationStyle) -> None:
    """Draw a nation's mark into the rectangle."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(rect.topLeft())
    painter.scale(rect.width() / 100, rect.height() / 100)
    painter.setPen(Qt.PenStyle.NoPen)
    _DRAW[style.mark](painter, style)
    painter.restore()
