"""Marks of state. Each has its own corner and its own shape; colour comes second."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPolygonF

from wargame_desktop.gui.counters.face import CounterFace
from wargame_desktop.gui.counters.lettering import draw_text, round_pen
from wargame_desktop.gui.counters.shapes import curve, open_curve, polygon, star
from wargame_desktop.gui.theme import Theme


def _at(rect: QRectF, x: float, y: float) -> QPointF:
    return QPointF(rect.x() + x * rect.width(), rect.y() + y * rect.width())


def _disc(painter: QPainter, centre: QPointF, size: float, color, theme: Theme) -> None:
    painter.setPen(round_pen(theme.status.mark_edge, max(1.0, size * 0.085)))
    painter.setBrush(color)
    painter.drawEllipse(centre, size / 2, size / 2)


def _glyph(painter: QPainter, path: QPainterPath, centre: QPointF, size: float, color, width: float) -> None:
    """Stroke a path given in a box of 100 about (0, 0)."""
    painter.save()
    painter.translate(centre)
    painter.scale(size / 100, size / 100)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(round_pen(color, width))
    painter.drawPath(path)
    painter.restore()


def _out_of_supply(painter: QPainter, rect: QRectF, size: float, theme: Theme) -> None:
    """A red disc, top right, with an empty drop struck through."""
    centre = QPointF(rect.right() - size * 0.28, rect.top() + size * 0.28)
    _disc(painter, centre, size, theme.status.out_of_supply, theme)
    drop = curve((0, -32), (34, 6, 18, 28, 0, 28), (-18, 28, -34, 6, 0, -32))
    _glyph(painter, drop, centre, size, theme.status.mark_edge, 9)
    _glyph(painter, open_curve((-27, 27), (27, -27)), centre, size, theme.status.mark_edge, 9)


def _disrupted(painter: QPainter, rect: QRectF, size: float, theme: Theme) -> None:
    """An orange disc with a bolt, bottom left."""
    centre = QPointF(rect.left() + size * 0.28, rect.bottom() - size * 0.28)
    _disc(painter, centre, size, theme.status.disrupted, theme)
    bolt = open_curve((8, -32), (-14, 4), (14, -2), (-8, 32))
    _glyph(painter, bolt, centre, size, theme.status.box_line, 12)


def _moved(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    """A folded corner, bottom right."""
    fold, right, bottom = rect.width() * 0.26, rect.right(), rect.bottom()
    painter.fillPath(
        polygon((right - fold, bottom), (right, bottom - fold), (right, bottom)), theme.status.fold_shade
    )
    painter.fillPath(
        polygon((right - fold, bottom), (right, bottom - fold), (right - fold, bottom - fold)),
        theme.status.fold,
    )


def _moved_piece(painter: QPainter, rect: QRectF, size: float, theme: Theme) -> None:
    """A pale disc with a chevron, top left: a plastic piece has no corner to fold."""
    centre = QPointF(rect.left() + size * 0.28, rect.top() + size * 0.28)
    painter.setPen(round_pen(theme.status.box_line, max(1.0, size * 0.085)))
    painter.setBrush(theme.status.mark_edge)
    painter.drawEllipse(centre, size / 2, size / 2)
    for x in (-18, 6):
        chevron = open_curve((x, -22), (x + 16, 0), (x, 22))
        _glyph(painter, chevron, centre, size, theme.status.box_line, 11)


def _ops_complete(painter: QPainter, rect: QRectF, size: float, plastic: bool, theme: Theme) -> None:
    """A dark disc with a tick, bottom right; top left on plastic pieces, whose count is bottom right."""
    if plastic:
        centre = QPointF(rect.left() + size * 0.28, rect.top() + size * 0.28)
    else:
        centre = QPointF(rect.right() - size * 0.28, rect.bottom() - size * 0.28)
    _disc(painter, centre, size, theme.status.ops_complete, theme)
    _glyph(painter, open_curve((-22, 2), (-6, 18), (24, -18)), centre, size, theme.status.mark_edge, 13)


def _loaded(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    """A hull under the counter."""
    corners = [(-0.1, 0.955), (1.1, 0.955), (0.98, 1.125), (0.04, 1.125)]
    painter.setPen(round_pen(theme.status.mark_edge, max(1.0, rect.width() * 0.03)))
    painter.setBrush(theme.status.loaded)
    painter.drawPolygon(QPolygonF([_at(rect, x, y) for x, y in corners]))


def _damaged(painter: QPainter, rect: QRectF, size: float, hits: int, theme: Theme) -> None:
    """A burst on the left edge: pale with the number of hits, or dark where damage is not counted."""
    centre = _at(rect, 0.08, 0.41)
    ink, fill = theme.status.damaged_ink, theme.status.damaged
    if not hits:
        ink, fill = fill, ink
    painter.setPen(round_pen(ink, max(0.8, size * 0.06)))
    painter.setBrush(fill)
    painter.drawPath(star(centre.x(), centre.y(), size * 0.55, 8, 0.66))
    half = size / 2
    text = str(hits) if hits else "!"
    box = QRectF(centre.x() - half, centre.y() - half, size, size)
    draw_text(painter, box, text, size * 0.72, ink)


def paint_status(
    painter: QPainter, rect: QRectF, face: CounterFace, theme: Theme, plastic: bool = False
) -> None:
    """Draw every mark of state a face carries over the finished counter or plastic piece."""
    side = rect.width()
    size = side * (0.42 if side < theme.detail.mark_from else 0.34)
    if face.moved and not face.ops_complete:
        if plastic:
            _moved_piece(painter, rect, size, theme)
        else:
            _moved(painter, rect, theme)
    if face.loaded:
        _loaded(painter, rect, theme)
    if face.ops_complete:
        _ops_complete(painter, rect, size, plastic, theme)
    if face.disrupted:
        _disrupted(painter, rect, size, theme)
    if face.damaged or face.hits:
        _damaged(painter, rect, size, face.hits, theme)
    if face.out_of_supply:
        _out_of_supply(painter, rect, size, theme)


def paint_selection(painter: QPainter, rect: QRectF, radius: float, theme: Theme) -> None:
    """A white ring inside an ink ring about the counter; round where the radius is half the side."""
    side = rect.width()
    grow = side * 0.05
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for width, color in ((0.13, theme.overlay.selected_ring), (0.075, theme.overlay.selected)):
        painter.setPen(round_pen(color, side * width))
        painter.drawRoundedRect(rect.adjusted(-grow, -grow, grow, grow), radius + grow, radius + grow)


def paint_count(painter: QPainter, centre: QPointF, size: float, count: int, theme: Theme) -> None:
    """A dark pill with a number."""
    text = str(count)
    width = size * max(1.0, 0.42 + 0.46 * len(text))
    pill = QRectF(centre.x() - width / 2, centre.y() - size / 2, width, size)
    painter.setPen(round_pen(theme.status.mark_edge, max(1.0, size * 0.09)))
    painter.setBrush(theme.status.pill)
    painter.drawRoundedRect(pill, size / 2, size / 2)
    draw_text(painter, pill, text, size * 0.78, theme.status.pill_text)
