"""Condensed lettering as outlines, so that figures keep their exact size and place at every zoom."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPen, QTransform

from wargame_desktop.gui import fonts

_EM = 100.0


@lru_cache(maxsize=4096)
def _outline(text: str) -> tuple[QPainterPath, float]:
    """The outline of a text at 100 px with its baseline at 0, and its advance width."""
    font = fonts.condensed(_EM)
    path = QPainterPath()
    path.addText(0, 0, font, text)
    return path, QFontMetricsF(font).horizontalAdvance(text)


@lru_cache(maxsize=1)
def _cap_height() -> float:
    return QFontMetricsF(fonts.condensed(_EM)).capHeight()


def lettered(rect: QRectF, text: str, px: float) -> QPainterPath:
    """The text centred in the rectangle by its capitals, made narrower where it would not fit."""
    outline, width = _outline(text)
    scale = px / _EM
    squeeze = min(1.0, rect.width() / (width * scale)) if width else 1.0
    # A long text first loses width, then size: letters narrower than 78 % are hard to read.
    narrow = max(squeeze, 0.78)
    scale *= squeeze / narrow
    across = scale * narrow
    x = rect.center().x() - width * across / 2
    y = rect.center().y() + _cap_height() * scale / 2
    return QTransform(across, 0, 0, scale, x, y).map(outline)


def draw_text(
    painter: QPainter, rect: QRectF, text: str, px: float, color: QColor, halo: QPen | None = None
) -> None:
    """Fill the text in one colour, over a halo if a pen for it is given."""
    path = lettered(rect, text, px)
    if halo is not None:
        painter.strokePath(path, halo)
    painter.fillPath(path, color)


def round_pen(color: QColor, width: float) -> QPen:
    """A pen with round ends and joins."""
    return QPen(color, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
