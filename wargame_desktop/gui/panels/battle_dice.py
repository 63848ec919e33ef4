"""The dice of a fight as drawn dice, hits told apart by colour and by a bar below them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from wargame_desktop.gui.fonts import ui
from wargame_desktop.gui.table import Table
from wargame_desktop.gui.theme import mix
from wargame_desktop.systems.showing import Throw

from .dice_faces import die_colors, paint_die

_DIE, _GAP, _TITLE, _RESULT = 22, 5, 38, 44
_ROW = _DIE + 7
_MOST_TITLE = 150


class ThrowRows(QWidget):
    """One line for each throw: what for, the dice, what came of it."""

    def __init__(self, table: Table, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.table = table
        self.throws: tuple[Throw, ...] = ()
        self._fresh = True
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        table.theme_changed.connect(lambda _theme: self.update())

    def show_throws(self, throws: Sequence[Throw], fresh: bool) -> None:
        """Show these; those that are not of the last action are paler."""
        self.throws, self._fresh = tuple(throws), fresh
        told = [f"{t.title}: {', '.join(map(str, t.values))}, {t.result}" for t in throws]
        self.setAccessibleName(self.tr("Dice: {}").format("; ".join(told) or self.tr("none")))
        self.setFixedHeight(self.sizeHint().height())
        self.update()

    def _title_width(self) -> float:
        metrics = QFontMetricsF(ui(12))
        widest = max((metrics.horizontalAdvance(throw.title) + 8 for throw in self.throws), default=0.0)
        return min(max(float(_TITLE), widest), _MOST_TITLE)

    def _result_width(self) -> float:
        metrics = QFontMetricsF(ui(12))
        widest = max((metrics.horizontalAdvance(throw.result) + 4 for throw in self.throws), default=0.0)
        return max(float(_RESULT), widest)

    def _in_a_row(self) -> int:
        room = max(self.width(), 240) - self._title_width() - self._result_width() + _GAP
        return max(1, int(room // (_DIE + _GAP)))

    def _lines(self, throw: Throw) -> int:
        return max(1, -(-len(throw.values) // self._in_a_row()))

    def sizeHint(self) -> QSize:
        """As high as the dice need."""
        return QSize(260, sum(self._lines(throw) for throw in self.throws) * _ROW)

    def resizeEvent(self, event: object) -> None:
        """Dice wrap anew."""
        self.setFixedHeight(self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Title, dice, result."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setOpacity(1.0 if self._fresh else 0.5)
        top = 0.0
        for throw in self.throws:
            self._paint(painter, throw, top)
            top += self._lines(throw) * _ROW
        painter.end()

    def _paint(self, painter: QPainter, throw: Throw, top: float) -> None:
        colours, left = self.table.theme.window, self._title_width()
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.setFont(ui(12))
        painter.setPen(colours.dim)
        box = QRectF(0, top, left - 4, _ROW)
        title = QFontMetricsF(painter.font()).elidedText(throw.title, Qt.TextElideMode.ElideRight, left - 4)
        painter.drawText(box, middle | Qt.AlignmentFlag.AlignLeft, title)
        in_a_row, body = self._in_a_row(), die_colors(self.table.theme)
        pale = (colours.track, mix(colours.text, colours.track, 0.45))
        for number, value in enumerate(throw.values):
            x = left + number % in_a_row * (_DIE + _GAP)
            y = top + 2 + number // in_a_row * _ROW
            die = QRectF(x, y, _DIE, _DIE)
            hit = not throw.hits or throw.hits[number]
            ink = body if not throw.hits else (colours.accent, colours.accent_text) if hit else pale
            paint_die(painter, die, value, 6, self.table.theme, ink)
            if throw.hits and hit:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(colours.accent)
                painter.drawRoundedRect(QRectF(x + 3, y + _DIE + 2, _DIE - 6, 3), 1.5, 1.5)
        painter.setPen(colours.text)
        right = QRectF(self.width() - self._result_width(), top, self._result_width(), _ROW)
        painter.drawText(right, middle | Qt.AlignmentFlag.AlignRight, throw.result)
