"""How one piece of a stack is drawn in the list: counter, name, figures, and its state as small tags."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from wargame_desktop.gui.counters.face import Style
from wargame_desktop.gui.faces import face_of
from wargame_desktop.gui.fonts import ui
from wargame_desktop.gui.table import Table

from .stack_rows import StackRow, Tone

ROW = Qt.ItemDataRole.UserRole
"""The role under which the model gives a StackRow."""

_PAD = 8
_COUNTER = 46
_CARGO = 34
_INDENT = 26
_NAME, _FIGURES, _TAG = 18, 17, 21
_Index = QModelIndex | QPersistentModelIndex


def piece_style(table: Table) -> Style | None:
    """Counters or plastic as the person prefers; None leaves it to the game."""
    chosen = table.preferences["counter_style"]
    return None if chosen == "system" else Style(chosen)


class RowDelegate(QStyledItemDelegate):
    """Paints the rows; each is as high as its tags need."""

    def __init__(self, view: QListView, table: Table) -> None:
        super().__init__(view)
        self._view, self._table = view, table
        self._tag_font = ui(11)
        self._metrics = QFontMetricsF(self._tag_font)

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        """The height of name, figures and as many lines of tags as fit the width."""
        row: StackRow = index.data(ROW)
        width = self._view.viewport().width()
        lines = len(self._tag_lines(row.states, width - self._text_left(row) - _PAD))
        text = _NAME + (_FIGURES if row.figures else 0) + lines * _TAG
        return QSize(width, max(text, self._side(row) + 4) + 2 * _PAD)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Paint one piece."""
        row: StackRow = index.data(ROW)
        rect: QRect = option.rect
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter, rect, option)
        self._paint_counter(painter, rect, row)
        self._paint_words(painter, rect, row)
        painter.restore()

    def _side(self, row: StackRow) -> int:
        return _CARGO if row.depth else _COUNTER

    def _text_left(self, row: StackRow) -> int:
        return _PAD + row.depth * _INDENT + self._side(row) + 12

    def _paint_ground(self, painter: QPainter, rect: QRect, option: QStyleOptionViewItem) -> None:
        """Chosen rows are filled and framed: the frame tells without colour."""
        colors = self._table.theme.window
        box = QRectF(rect).adjusted(1, 1.5, -1, -1.5)
        state: QStyle.StateFlag = option.state
        if state & QStyle.StateFlag.State_Selected:
            painter.setPen(QPen(colors.accent, 1.4))
            painter.setBrush(colors.selection)
            painter.drawRoundedRect(box, 8, 8)
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colors.hover)
            painter.drawRoundedRect(box, 8, 8)
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(colors.text, 1, Qt.PenStyle.DotLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box.adjusted(2.5, 2.5, -2.5, -2.5), 6, 6)

    def _paint_counter(self, painter: QPainter, rect: QRect, row: StackRow) -> None:
        session, theme = self._table.session, self._table.theme
        face = face_of(session.system, session.view, row.piece, piece_style(self._table))
        side = self._side(row)
        left = rect.left() + _PAD + row.depth * _INDENT
        top = rect.top() + (rect.height() - side) // 2
        ratio = self._view.devicePixelRatioF()
        picture, offset = self._table.counters.counter(face, side, ratio, theme)
        painter.drawPixmap(QPointF(left, top) + offset, picture)
        if row.depth:
            # A hook from the carrier above.
            painter.setPen(QPen(theme.window.dim, 1.2))
            x, y = left - _INDENT / 2, rect.center().y()
            painter.drawLine(QPointF(x, rect.top()), QPointF(x, y))
            painter.drawLine(QPointF(x, y), QPointF(left - 4, y))

    def _paint_words(self, painter: QPainter, rect: QRect, row: StackRow) -> None:
        colors = self._table.theme.window
        left = rect.left() + self._text_left(row)
        width = rect.right() - _PAD - left
        lines = self._tag_lines(row.states, width)
        high = _NAME + (_FIGURES if row.figures else 0) + len(lines) * _TAG
        top = rect.top() + max(_PAD, (rect.height() - high) // 2)
        left_centre = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        parts = ((row.name, ui(13, QFont.Weight.DemiBold), colors.text, _NAME),)
        if row.figures:
            parts = (*parts, (row.figures, ui(12), colors.dim, _FIGURES))  # type: ignore[assignment]
        for text, font, color, height in parts:
            painter.setFont(font)
            painter.setPen(color)
            shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, width)
            painter.drawText(QRect(left, top, width, height), left_centre, shown)
            top += height
        self._paint_tags(painter, left, top, lines)

    def _tag_width(self, word: str) -> float:
        return self._metrics.horizontalAdvance(word) + 14

    def _tag_lines(self, states: Sequence[tuple[str, Tone]], width: float) -> list[list[tuple[str, Tone]]]:
        """The tags in as many lines as they need."""
        lines: list[list[tuple[str, Tone]]] = []
        left = 0.0
        for word, tone in states:
            need = self._tag_width(word) + 5
            if not lines or left + need > width:
                lines.append([])
                left = 0.0
            lines[-1].append((word, tone))
            left += need
        return lines

    def _paint_tags(
        self, painter: QPainter, left: int, top: int, lines: list[list[tuple[str, Tone]]]
    ) -> None:
        colors = self._table.theme.window
        painter.setFont(self._tag_font)
        painter.setBrush(colors.panel)
        for number, line in enumerate(lines):
            x = float(left)
            for word, tone in line:
                width = self._tag_width(word)
                box = QRectF(x, top + number * _TAG + 3, width, _TAG - 4)
                painter.setPen(QPen(getattr(colors, tone.value), 1))
                painter.drawRoundedRect(box, box.height() / 2, box.height() / 2)
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, word)
                x += width + 5
