"""The drawn parts of the dice tray: the last roll, large, and how often each face fell."""

from __future__ import annotations

from PySide6.QtCore import QEasingCurve, QPointF, QRectF, QSize, Qt, QVariantAnimation
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from wargame_desktop.gui.fonts import ui
from wargame_desktop.gui.table import Table
from wargame_desktop.reports.turnlog import LoggedRoll

from .dice_faces import paint_die
from .dice_statistics import Tally

_TUMBLE_MS = 500
_PAD, _GAP = 12, 8


class LastRoll(QWidget):
    """The dice of the last roll and what they were thrown for; new dice tumble once."""

    def __init__(self, table: Table, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.table = table
        self.roll: LoggedRoll | None = None
        self.who = ""
        self._tumble = QVariantAnimation(self)
        self._tumble.setDuration(_TUMBLE_MS)
        self._tumble.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._tumble.setStartValue(0.0)
        self._tumble.setEndValue(1.0)
        self._tumble.valueChanged.connect(lambda _value: self.update())
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_roll(self, roll: LoggedRoll | None, who: str = "", tumble: bool = False) -> None:
        """Show a roll; `tumble` when it has just been thrown."""
        self.roll, self.who = roll, who
        self._tumble.stop()
        if tumble and roll is not None and self.table.preferences["animation"]:
            self._tumble.start()
        self.setAccessibleName(self.words())
        self.updateGeometry()
        self.update()

    def words(self) -> str:
        """The roll in words."""
        if self.roll is None:
            return self.tr("No dice have fallen.")
        total = sum(self.roll.values)
        return (
            self.tr("Rolled {}").format(total)
            if len(self.roll.values) < 7
            else self.tr("Sum {}").format(total)
        )

    def _side(self) -> int:
        count = 0 if self.roll is None else len(self.roll.values)
        return 40 if count <= 2 else 32 if count <= 6 else 24

    def _words_beside(self) -> bool:
        """A few dice leave room for the words at their side; otherwise these go below."""
        return self.roll is None or len(self.roll.values) <= 3

    def _in_a_row(self) -> int:
        if self.roll is None:
            return 1
        room = self.width() - 2 * _PAD - (120 if self._words_beside() else 0) + _GAP
        return max(1, room // (self._side() + _GAP))

    def _dice_height(self) -> int:
        if self.roll is None:
            return 0
        return -(-len(self.roll.values) // self._in_a_row()) * (self._side() + _GAP) - _GAP

    def sizeHint(self) -> QSize:
        """As high as the dice need."""
        below = 0 if self._words_beside() else 42
        return QSize(296, max(66, self._dice_height() + 2 * _PAD + below))

    minimumSizeHint = sizeHint

    def paintEvent(self, event: QPaintEvent) -> None:
        """A card with dice and words."""
        win = self.table.theme.window
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(win.line, 1))
        painter.setBrush(win.ground)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 7, 7)
        if self.roll is None:
            painter.setPen(win.dim)
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.words())
        else:
            self._paint_dice(painter, self.roll)
            self._paint_words(painter, self.roll)
        painter.end()

    def _paint_dice(self, painter: QPainter, roll: LoggedRoll) -> None:
        side, in_a_row = self._side(), self._in_a_row()
        running = self._tumble.state() == QVariantAnimation.State.Running
        left = 1.0 - float(self._tumble.currentValue()) if running else 0.0
        top = (self.height() - self._dice_height()) / 2 if self._words_beside() else _PAD
        for number, value in enumerate(roll.values):
            x = _PAD + number % in_a_row * (side + _GAP)
            y = top + number // in_a_row * (side + _GAP)
            painter.save()
            painter.translate(x + side / 2, y + side / 2)
            painter.rotate(-300 * left)
            shown = (value + int(left * 7) - 1) % roll.sides + 1
            paint_die(painter, QRectF(-side / 2, -side / 2, side, side), shown, roll.sides, self.table.theme)
            painter.restore()

    def _paint_words(self, painter: QPainter, roll: LoggedRoll) -> None:
        win, side = self.table.theme.window, self._side()
        if self._words_beside():
            x = _PAD + len(roll.values) * (side + _GAP) + 6
            box = QRectF(x, self.height() / 2 - 20, self.width() - x - _PAD, 40)
        else:
            box = QRectF(_PAD, self.height() - 48, self.width() - 2 * _PAD, 40)
        painter.setPen(win.text)
        painter.setFont(ui(14, QFont.Weight.DemiBold))
        painter.drawText(box, Qt.AlignmentFlag.AlignTop, self.words())
        painter.setPen(win.dim)
        painter.setFont(ui(12))
        note = ", ".join(part for part in (self.who, roll.purpose) if part)
        text = QFontMetrics(painter.font()).elidedText(note, Qt.TextElideMode.ElideRight, int(box.width()))
        painter.drawText(box, Qt.AlignmentFlag.AlignBottom, text)


class FaceBars(QWidget):
    """A bar for each face, with a line at what fair dice give on average."""

    _ROW = 20

    def __init__(self, table: Table, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.table = table
        self.tally = Tally(6, (0,) * 6)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_tally(self, tally: Tally) -> None:
        """Show how often faces fell."""
        self.tally = tally
        faces = ", ".join(f"{face}: {count}" for face, count in enumerate(tally.counts, 1))
        self.setAccessibleName(self.tr("How often each face fell: {}").format(faces))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """A row for each face; dice with very many faces get thinner rows."""
        return QSize(296, len(self.tally.counts) * self._row())

    minimumSizeHint = sizeHint

    def _row(self) -> int:
        return self._ROW if self.tally.sides <= 12 else 16 if self.tally.sides <= 20 else 4

    def paintEvent(self, event: QPaintEvent) -> None:
        """Bars on one scale."""
        win, row = self.table.theme.window, self._row()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        most = max(1.0, *map(float, self.tally.counts), self.tally.expected)
        left, right = 30.0, self.width() - 76.0
        for number, count in enumerate(self.tally.counts):
            y = number * row
            bar = QRectF(left, y + row / 2 - min(5, row / 3), right - left, min(10.0, row / 1.5))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(win.track)
            painter.drawRoundedRect(bar, bar.height() / 2, bar.height() / 2)
            painter.setBrush(win.accent)
            if count:
                filled = QRectF(
                    bar.left(), bar.top(), max(bar.height(), bar.width() * count / most), bar.height()
                )
                painter.drawRoundedRect(filled, bar.height() / 2, bar.height() / 2)
            if row >= 16:
                self._paint_row(painter, number, count, y, row)
        x = left + (right - left) * self.tally.expected / most
        painter.setPen(QPen(win.text, 1.4, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(x, 1), QPointF(x, self.height() - 1))
        painter.end()

    def _paint_row(self, painter: QPainter, number: int, count: int, y: int, row: int) -> None:
        win = self.table.theme.window
        die = QRectF(2, y + row / 2 - 8, 16, 16)
        paint_die(painter, die, number + 1, self.tally.sides, self.table.theme)
        painter.setFont(ui(12))
        painter.setPen(win.text)
        box = QRectF(self.width() - 72, y, 30, row)
        painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, str(count))
        painter.setPen(win.dim)
        part = f"{count / self.tally.total:.0%}" if self.tally.total else "–"
        box = QRectF(self.width() - 40, y, 40, row)
        painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, part)
