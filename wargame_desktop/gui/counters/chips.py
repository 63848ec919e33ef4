"""Plastic pieces of area boards: silhouettes with a paper edge, and chips that carry a group."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from wargame_desktop.gui.counters.face import CounterFace
from wargame_desktop.gui.counters.lettering import draw_text, round_pen
from wargame_desktop.gui.counters.marks import paint_count, paint_selection, paint_status
from wargame_desktop.gui.counters.nations import paint_mark
from wargame_desktop.gui.counters.symbols import Kind, cast_base, find_symbol, silhouette
from wargame_desktop.gui.theme import Theme, faded, mix

_BLACK = QColor("#000000")
# Ships are long and low: drawn larger, they weigh the same as the other pieces.
_WIDE = {Kind.SEA: 1.16, Kind.AIR: 1.04}
_PAD = 0.14


def paint_piece(painter: QPainter, rect: QRectF, face: CounterFace, theme: Theme) -> None:
    """Draw a plastic piece into a square rectangle, with its count if there is more than one."""
    side = rect.width()
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if face.selected:
        paint_selection(painter, rect, side * 0.2, theme)
    if face.hidden:
        size = side * 0.7
        paint_mark(
            painter,
            QRectF(rect.center().x() - size / 2, rect.center().y() - size / 2, size, size),
            theme.nation(face.nation),
        )
    else:
        _paint_cast(
            painter,
            rect.adjusted(side * 0.06, side * 0.06, -side * 0.06, -side * 0.06),
            face,
            theme,
            edge=True,
        )
    marks = rect.adjusted(side * 0.04, side * 0.04, -side * 0.04, -side * 0.04)
    paint_status(painter, marks, face, theme, plastic=True)
    if face.count > 1:
        centre = QPointF(rect.right() - side * 0.13, rect.bottom() - side * 0.15)
        paint_count(painter, centre, max(9.0, side * 0.32), face.count, theme)
    painter.restore()


def piece_color(face: CounterFace, theme: Theme) -> QColor:
    """Colour of a plastic piece: the nation's, a little darker so that pale nations hold against paper."""
    style = theme.nation(face.nation)
    color = mix(style.body, _BLACK, 0.18)
    return mix(color, theme.status.moved_paper, 0.35) if face.moved or face.ops_complete else color


def _paint_cast(painter: QPainter, rect: QRectF, face: CounterFace, theme: Theme, edge: bool) -> None:
    symbol = find_symbol(face.symbol)
    path, color = silhouette(symbol.key), piece_color(face, theme)
    bounds = path.boundingRect()
    grow = _WIDE.get(symbol.kind, 1.0)
    scale = grow * min(rect.width() / max(bounds.width(), 92), rect.height() / max(bounds.height(), 92))
    painter.save()
    painter.translate(rect.center())
    painter.scale(scale, scale)
    painter.translate(-bounds.center())
    if edge:
        sheet, rim = cast_base(symbol.key)
        if theme.shadows:
            painter.translate(2.4, 4.4)
            painter.fillPath(rim, faded(theme.status.shadow, 0.32))
            painter.translate(-2.4, -4.4)
        painter.fillPath(rim, theme.board.casing)
        painter.fillPath(sheet, theme.board.casing)
    # A fine dark line keeps yellow and mint pieces apart from the paper under them.
    painter.strokePath(path, QPen(mix(color, _BLACK, 0.45), 1.6))
    painter.fillPath(path, color)
    painter.restore()


def chip_size(faces: Sequence[CounterFace], side: float) -> QSizeF:
    """Size of the chip that holds these pieces, each `side` pixels wide."""
    return QSizeF(side * (max(1, len(faces)) * 1.02 + 2 * _PAD), side * (1 + 2 * _PAD))


def paint_chip(
    painter: QPainter, top_left: QPointF, side: float, faces: Sequence[CounterFace], theme: Theme
) -> QRectF:
    """Draw a group of one nation's pieces on a paper chip; returns the chip's rectangle."""
    size = chip_size(faces, side)
    rect = QRectF(top_left, size)
    if not faces:
        return rect
    style = theme.nation(faces[0].nation)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    radius = side * 0.2
    if theme.shadows:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(faded(theme.status.shadow, 0.16))
        painter.drawRoundedRect(rect.translated(side * 0.03, side * 0.06), radius, radius)
    if any(face.selected for face in faces):
        painter.setPen(QPen(theme.overlay.selected_ring, max(2.0, side * 0.16)))
        painter.drawRoundedRect(rect, radius, radius)
    painter.setPen(QPen(theme.status.edge, max(1.6, side * 0.1)))
    painter.setBrush(theme.board.callout)
    painter.drawRoundedRect(rect, radius, radius)
    painter.setPen(QPen(style.body, max(1.2, side * 0.075)))
    painter.drawRoundedRect(rect, radius, radius)
    for k, face in enumerate(faces):
        _paint_slot(
            painter,
            QRectF(rect.x() + side * (_PAD + 1.02 * k), rect.y() + side * _PAD, side, side),
            face,
            theme,
        )
    mark = max(9.0, side * 0.34)
    paint_mark(painter, QRectF(rect.x() - mark * 0.42, rect.y() - mark * 0.42, mark, mark), style)
    painter.restore()
    return rect


def _paint_slot(painter: QPainter, slot: QRectF, face: CounterFace, theme: Theme) -> None:
    """One kind of piece on a chip, its count at the lower right."""
    side = slot.width()
    inner = slot.adjusted(side * 0.1, side * 0.04, -side * 0.1, -side * 0.16)
    _paint_cast(painter, inner, face, theme, edge=False)
    paint_status(painter, slot, face, theme, plastic=True)
    if face.count > 1:
        text = str(face.count)
        width = side * (0.1 + 0.2 * len(text))
        area = QRectF(slot.right() - width, slot.bottom() - side * 0.36, width, side * 0.36)
        draw_text(
            painter,
            area,
            text,
            side * 0.42,
            theme.status.box_line,
            round_pen(theme.board.callout, side * 0.14),
        )


def paint_leader(painter: QPainter, chip: QRectF, target: QPointF, theme: Theme) -> None:
    """A line from a chip to the territory it belongs to, ending in a dot; draw it before the chip."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for color, width in ((theme.board.casing, 4.0), (theme.board.ink, 1.6)):
        painter.setPen(round_pen(color, width))
        painter.drawLine(chip.center(), target)
        painter.setBrush(theme.board.ink)
        painter.drawEllipse(target, 3.0, 3.0)
    painter.restore()
