"""Markers: round discs with a sign, text tags, numbers and small cards."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from wargame_desktop.gui.counters.face import CounterFace
from wargame_desktop.gui.counters.lettering import draw_text
from wargame_desktop.gui.counters.marks import paint_selection
from wargame_desktop.gui.counters.nations import paint_mark
from wargame_desktop.gui.counters.symbols import Symbol, silhouette
from wargame_desktop.gui.theme import Theme, faded


def paint_marker(painter: QPainter, rect: QRectF, face: CounterFace, symbol: Symbol, theme: Theme) -> None:
    """Draw a marker into a square rectangle."""
    side = rect.width()
    if symbol.key in ("text", "card"):
        radius = side * 0.09
        _paint_paper(painter, rect, face, symbol, theme)
    else:
        radius = side * 0.46
        _paint_round(painter, rect, face, symbol, theme)
    if face.selected:
        paint_selection(painter, rect, radius, theme)


def _paint_round(painter: QPainter, rect: QRectF, face: CounterFace, symbol: Symbol, theme: Theme) -> None:
    side, centre = rect.width(), rect.center()
    radius = side * 0.46
    style = theme.nation(face.nation)
    ground = getattr(theme.status, symbol.ground) if symbol.ground else style.body
    painter.setPen(Qt.PenStyle.NoPen)
    if theme.shadows:
        painter.setBrush(faded(theme.status.shadow, 0.18))
        painter.drawEllipse(QPointF(centre.x() + side * 0.02, centre.y() + side * 0.045), radius, radius)
    painter.setBrush(theme.status.edge)
    painter.drawEllipse(centre, radius + side * 0.02, radius + side * 0.02)
    painter.setBrush(theme.status.mark_edge)
    painter.drawEllipse(centre, radius, radius)
    painter.setBrush(ground)
    painter.drawEllipse(centre, radius * 0.9, radius * 0.9)
    if symbol.key == "control":
        size = side * 0.52
        paint_mark(painter, QRectF(centre.x() - size / 2, centre.y() - size / 2, size, size), style)
    elif symbol.key == "number":
        text = face.label or "-".join(face.figures)
        box = QRectF(centre.x() - side * 0.36, centre.y() - side * 0.4, side * 0.72, side * 0.8)
        draw_text(painter, box, text, side * 0.56, theme.status.box_line)
    else:
        _paint_sign(painter, rect, face, symbol, theme)


def _paint_sign(painter: QPainter, rect: QRectF, face: CounterFace, symbol: Symbol, theme: Theme) -> None:
    """The sign of a round marker, turned by its facing, above a short text where there is one."""
    side, centre = rect.width(), rect.center()
    text = face.label or "-".join(face.figures)
    with_text = bool(text) and side >= theme.detail.mark_from
    size = side * (0.42 if with_text else 0.54)
    painter.save()
    painter.translate(centre.x(), centre.y() - (side * 0.1 if with_text else 0))
    painter.rotate(face.facing)
    painter.scale(size / 100, size / 100)
    painter.translate(-50, -50)
    painter.fillPath(silhouette(symbol.key), theme.status.mark_edge)
    painter.restore()
    if with_text:
        box = QRectF(centre.x() - side * 0.3, centre.y() + side * 0.12, side * 0.6, side * 0.24)
        draw_text(painter, box, text, side * 0.24, theme.status.mark_edge)


def _paint_paper(painter: QPainter, rect: QRectF, face: CounterFace, symbol: Symbol, theme: Theme) -> None:
    """A tag with words on it, or a card with a nation's band at its head."""
    side = rect.width()
    style = theme.nation(face.nation)
    card = symbol.key == "card"
    sheet = (
        rect.adjusted(side * 0.13, 0, -side * 0.13, 0)
        if card
        else rect.adjusted(0, side * 0.16, 0, -side * 0.16)
    )
    outline = QPainterPath()
    outline.addRoundedRect(sheet, side * 0.07, side * 0.07)
    if theme.shadows:
        painter.fillPath(outline.translated(side * 0.02, side * 0.045), faded(theme.status.shadow, 0.2))
    painter.fillPath(outline, theme.board.callout)
    painter.save()
    painter.setClipPath(outline, Qt.ClipOperation.IntersectClip)
    band = sheet.height() * (0.26 if card else 0.17)
    painter.fillRect(QRectF(sheet.x(), sheet.y(), sheet.width(), band), style.body)
    painter.restore()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(theme.status.edge, max(0.8, side * 0.02)))
    painter.drawPath(outline)
    if side >= theme.detail.mark_from and card:
        size = band * 0.7
        paint_mark(painter, QRectF(sheet.center().x() - size / 2, sheet.y() + band * 0.15, size, size), style)
    words = (face.label or "-".join(face.figures)).split("\n")
    _paint_words(
        painter, sheet.adjusted(side * 0.05, band, -side * 0.05, 0), words, side, theme.status.box_line
    )


def _paint_words(painter: QPainter, area: QRectF, words: list[str], side: float, ink: QColor) -> None:
    """Up to three lines, as large as they fit."""
    words = words[:3]
    height = area.height() / len(words)
    px = min(height * 0.86, side * 0.34)
    for k, line in enumerate(words):
        draw_text(painter, QRectF(area.x(), area.y() + k * height, area.width(), height), line, px, ink)
