"""Pens, hatching and small glyphs of overlays. Each meaning has its own line, fill and glyph."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen, QPixmap, QTransform

from wargame_desktop.gui.counters.lettering import draw_text, round_pen
from wargame_desktop.gui.theme import Theme

_THICKEST = 1.7
_HATCH_LEAST = 6.0


def width_at(width: float, scale: float, least: float = 1.2) -> float:
    """A line width in scene units that is never hair-thin nor clumsy on screen."""
    return min(max(width * scale, least), width * _THICKEST) / scale


def cased(
    painter: QPainter, path: QPainterPath, casing: QPen, line: QPen, brush: QBrush | None = None
) -> None:
    """Stroke a path twice: first the light casing, then the line."""
    painter.setBrush(brush or QBrush(Qt.BrushStyle.NoBrush))
    painter.setPen(casing)
    painter.drawPath(path)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(line)
    painter.drawPath(path)


def dashed(color: QColor, width: float, *pattern: float) -> QPen:
    """A dashed pen; the pattern is in line widths."""
    pen = QPen(color, width, Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.RoundJoin)
    pen.setDashPattern(list(pattern))
    return pen


def beads(color: QColor, width: float, gap: float) -> QPen:
    """A pen that sets round beads at even distances."""
    pen = QPen(color, width, Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
    pen.setDashPattern([0.01, gap / width])
    return pen


def hatching(color: QColor, width: float, gap: float, scale: float, ratio: float) -> QBrush:
    """Lines at 45°, `gap` scene units apart but never closer than the eye can part.

    `ratio` is device pixels per screen pixel.
    """
    tile = max(9, round(max(_HATCH_LEAST, gap * scale) * ratio * 2**0.5))
    brush = QBrush(_hatch_tile(color.rgba(), max(1.0, min(width * scale, 2.4)) * ratio, tile))
    # A tile is drawn pixel by pixel whatever the zoom; it stays fixed to the map.
    brush.setTransform(QTransform.fromScale(1 / (scale * ratio), 1 / (scale * ratio)))
    return brush


@lru_cache(maxsize=64)
def _hatch_tile(rgba: int, width: float, tile: int) -> QPixmap:
    pixmap = QPixmap(tile, tile)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor.fromRgba(rgba), width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.SquareCap))
    for shift in (-tile, 0, tile):
        painter.drawLine(QPointF(shift, tile), QPointF(shift + tile, 0))
    painter.end()
    return pixmap


def paint_pill(
    painter: QPainter, centre: QPointF, height: float, text: str, ground: QColor, theme: Theme
) -> None:
    """A cost on a round ground with a light edge; long texts make it longer."""
    width = max(height, height * (0.5 + 0.42 * len(text)))
    pill = QRectF(centre.x() - width / 2, centre.y() - height / 2, width, height)
    painter.setPen(QPen(theme.board.casing, max(1.0, height * 0.09)))
    painter.setBrush(ground)
    painter.drawRoundedRect(pill, height / 2, height / 2)
    draw_text(painter, pill.adjusted(height * 0.14, 0, -height * 0.14, 0), text, height * 0.74, _WHITE)


def paint_no_entry(painter: QPainter, centre: QPointF, radius: float, theme: Theme) -> None:
    """A red disc with a white bar."""
    painter.setPen(QPen(theme.board.casing, radius * 0.2))
    painter.setBrush(theme.overlay.refusal)
    painter.drawEllipse(centre, radius, radius)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(_WHITE)
    bar = QRectF(centre.x() - radius * 0.55, centre.y() - radius * 0.17, radius * 1.1, radius * 0.34)
    painter.drawRoundedRect(bar, radius * 0.1, radius * 0.1)


def paint_crate(painter: QPainter, centre: QPointF, radius: float, theme: Theme) -> None:
    """A disc with a crate: where supply comes from."""
    painter.setPen(QPen(theme.board.casing, radius * 0.18))
    painter.setBrush(theme.overlay.supply)
    painter.drawEllipse(centre, radius, radius)
    half_w, half_h = radius * 0.5, radius * 0.4
    crate = QRectF(centre.x() - half_w, centre.y() - half_h, 2 * half_w, 2 * half_h)
    painter.setPen(round_pen(_WHITE, radius * 0.15))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(crate)
    painter.drawLine(crate.topLeft(), crate.center())
    painter.drawLine(crate.center(), crate.topRight())


def paint_broken_bead(painter: QPainter, centre: QPointF, radius: float, theme: Theme) -> None:
    """Two halves of a bead that have come apart: here supply is cut."""
    painter.setPen(QPen(theme.board.casing, radius * 0.22))
    painter.setBrush(theme.overlay.refusal)
    box = QRectF(-radius, -radius, 2 * radius, 2 * radius)
    painter.save()
    painter.translate(centre)
    painter.rotate(24)
    painter.drawChord(box.translated(-radius * 0.26, 0), 90 * 16, 180 * 16)
    painter.drawChord(box.translated(radius * 0.26, 0), 270 * 16, 180 * 16)
    painter.restore()


def paint_waypoint(painter: QPainter, centre: QPointF, radius: float, number: int, theme: Theme) -> None:
    """A numbered disc on a planned path."""
    painter.setPen(QPen(theme.board.casing, radius * 0.2))
    painter.setBrush(theme.overlay.path)
    painter.drawEllipse(centre, radius, radius)
    box = QRectF(centre.x() - radius, centre.y() - radius, 2 * radius, 2 * radius)
    draw_text(painter, box, str(number), radius * 1.4, _WHITE)


def paint_aim(painter: QPainter, centre: QPointF, radius: float, theme: Theme) -> None:
    """A ring with a dot: this may be picked."""
    for color, width in ((theme.board.casing, 0.55), (theme.overlay.path, 0.26)):
        painter.setPen(round_pen(color, radius * width))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(centre, radius * 0.8, radius * 0.8)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.overlay.path)
    painter.drawEllipse(centre, radius * 0.3, radius * 0.3)


_WHITE = QColor("#FFFFFF")
