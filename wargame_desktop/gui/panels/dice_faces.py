"""Dice as they are drawn in log, tray and entry dialog."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from wargame_desktop.gui.fonts import ui
from wargame_desktop.gui.theme import Theme, mix

_SPOTS = {
    1: ((0.5, 0.5),),
    2: ((0.27, 0.27), (0.73, 0.73)),
    3: ((0.27, 0.27), (0.5, 0.5), (0.73, 0.73)),
    4: ((0.27, 0.27), (0.73, 0.27), (0.27, 0.73), (0.73, 0.73)),
    5: ((0.27, 0.27), (0.73, 0.27), (0.5, 0.5), (0.27, 0.73), (0.73, 0.73)),
    6: ((0.27, 0.25), (0.73, 0.25), (0.27, 0.5), (0.73, 0.5), (0.27, 0.75), (0.73, 0.75)),
}  # fmt: skip


def die_colors(theme: Theme) -> tuple[QColor, QColor]:
    """Body and spots of a die."""
    return mix(theme.window.text, theme.window.panel, 0.32), theme.window.panel


def paint_die(
    painter: QPainter,
    rect: QRectF,
    value: int | None,
    sides: int,
    theme: Theme,
    colors: tuple[QColor, QColor] | None = None,
) -> None:
    """One die; None is a die not thrown yet. Six-sided ones have spots, all others a figure."""
    body, spots = colors or die_colors(theme)
    side = rect.width()
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if value is None:
        painter.setPen(QPen(theme.window.dim, max(1.0, side * 0.03), Qt.PenStyle.DashLine))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), side * 0.2, side * 0.2)
    else:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(body)
        painter.drawRoundedRect(rect, side * 0.2, side * 0.2)
        _paint_value(painter, rect, value, sides, spots)
    painter.restore()


def _paint_value(painter: QPainter, rect: QRectF, value: int, sides: int, spots: QColor) -> None:
    side = rect.width()
    if sides == 6 and value in _SPOTS:
        painter.setBrush(spots)
        for x, y in _SPOTS[value]:
            centre = QPointF(rect.x() + x * side, rect.y() + y * side)
            painter.drawEllipse(centre, side * 0.095, side * 0.095)
        return
    text = str(value)
    painter.setPen(spots)
    painter.setFont(ui(side * (0.62, 0.54, 0.4)[min(len(text), 3) - 1], ui().Weight.DemiBold))
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, text)
