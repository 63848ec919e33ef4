"""The list that shows the log: only rows in sight are measured and painted."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QHelpEvent, QKeyEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolTip,
    QTreeView,
    QWidget,
)

from wargame_desktop.gui.fonts import ui
from wargame_desktop.gui.theme import Theme, faded

from .dice_faces import paint_die
from .log_rows import Kind, LogModel, Row

Index = QModelIndex | QPersistentModelIndex
_NUMBER, _GAP, _DIE, _PAD = 36, 6, 16, 3
_HEAD = {Kind.TURN: 26, Kind.PHASE: 23}
_WRAP = Qt.TextFlag.TextWordWrap


@lru_cache(maxsize=64)
def _font(kind: Kind, important: bool) -> QFont:
    bold, semi = QFont.Weight.Bold, QFont.Weight.DemiBold
    if kind is Kind.TURN:
        return ui(13, bold)
    if kind is Kind.PHASE:
        return ui(12, semi)
    if kind is Kind.COMMENT:
        return ui(12, italic=True)
    return ui(12 if kind is Kind.DICE else 13, semi if important else QFont.Weight.Normal)


@lru_cache(maxsize=8192)
def _text_height(text: str, width: int, kind: Kind, important: bool) -> int:
    metrics = QFontMetrics(_font(kind, important))
    return metrics.boundingRect(QRect(0, 0, max(width, 40), 10_000), _WRAP, text).height()


class LogDelegate(QStyledItemDelegate):
    """Paints rows. `now` is how many actions lie before the position shown: later ones are dimmed."""

    def __init__(self, view: LogView, theme: Theme) -> None:
        super().__init__(view)
        self.view, self.theme, self.now = view, theme, 0

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """As high as the words need at the width of the view; Qt asks for every row above, every time."""
        row = index.row()
        size = self.view.log.sizes[row]
        if size is None:
            size = self.view.log.sizes[row] = self._measure(self.view.rows[row])
        return size

    def _measure(self, row: Row) -> QSize:
        width = self.view.viewport().width()
        if row.kind in _HEAD:
            return QSize(width, _HEAD[row.kind])
        _, space, dice = _columns(row, width)
        height = _text_height(row.text, space, row.kind, row.important) if row.text else 0
        if row.kind is Kind.DICE:
            height = max(height, _dice_rows(row, dice) * (_DIE + 2))
        if row.tags:
            height += 17
        return QSize(width, max(height, 16) + 2 * _PAD)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """One row."""
        row, rect, win = self.view.rows[index.row()], option.rect, self.theme.window
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if row.kind in _HEAD:
            self._paint_heading(painter, rect, row)
            painter.restore()
            return
        if option.state & QStyle.StateFlag.State_Selected:
            _fill(painter, rect, win.selection)
        elif option.state & QStyle.StateFlag.State_MouseOver:
            _fill(painter, rect, win.hover)
        if row.position == self.now - 1 and self.now:
            _fill(painter, QRect(rect.left(), rect.top() + 2, 3, rect.height() - 4), win.accent, 1.5)
        if row.position >= self.now:
            painter.setOpacity(0.5)
        self._paint_row(painter, rect, row)
        painter.restore()

    def _paint_heading(self, painter: QPainter, rect: QRect, row: Row) -> None:
        win = self.theme.window
        painter.setFont(_font(row.kind, False))
        painter.setPen(win.text if row.kind is Kind.TURN else win.accent)
        box = rect.adjusted(_PAD + 4, 4, -_PAD, 0)
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, row.text)
        used = QFontMetrics(painter.font()).horizontalAdvance(row.text) + 10
        rest = box.adjusted(used, 0, 0, 0)
        if row.side_note:
            painter.setFont(ui(12))
            painter.setPen(win.dim)
            note = QFontMetrics(painter.font()).elidedText(
                row.side_note, Qt.TextElideMode.ElideRight, rest.width()
            )
            painter.drawText(rest, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, note)
        elif row.kind is Kind.TURN:
            painter.setPen(QPen(win.line, 1))
            y = rest.center().y() + 1
            painter.drawLine(rest.left(), y, rest.right(), y)

    def _paint_row(self, painter: QPainter, rect: QRect, row: Row) -> None:
        win = self.theme.window
        left, space, dice = _columns(row, rect.width())
        if row.number:
            painter.setFont(
                ui(12, QFont.Weight.DemiBold if row.position == self.now - 1 else QFont.Weight.Normal)
            )
            painter.setPen(win.dim)
            number = QRect(rect.left(), rect.top() + _PAD, _NUMBER, 16)
            painter.drawText(number, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, row.number)
        if row.kind in (Kind.REFUSAL, Kind.COMMENT):
            mark = win.bad if row.kind is Kind.REFUSAL else win.warn
            _fill(painter, QRect(rect.left() + _NUMBER - 5, rect.top() + 2, 3, rect.height() - 4), mark, 1.5)
        painter.setFont(_font(row.kind, row.important))
        painter.setPen(self._ink(row))
        words = QRect(rect.left() + left, rect.top() + _PAD, space, rect.height() - 2 * _PAD)
        painter.drawText(words, _WRAP, row.text)
        _paint_dice(painter, rect, row, dice, self.theme)
        if row.tags:
            foot = _text_height(row.text, space, row.kind, row.important) + rect.top() + _PAD + 2
            self._paint_tags(painter, QPoint(rect.left() + left, foot), row.tags)

    def _ink(self, row: Row) -> QColor:
        win = self.theme.window
        if row.kind is Kind.REFUSAL:
            return win.bad
        return win.dim if row.kind in (Kind.COMMENT, Kind.DICE) else win.text

    def _paint_tags(self, painter: QPainter, at: QPoint, tags: tuple[str, ...]) -> None:
        win = self.theme.window
        painter.setFont(ui(11, QFont.Weight.DemiBold))
        metrics = QFontMetrics(painter.font())
        x = at.x()
        for tag in tags:
            box = QRectF(x + 0.5, at.y() + 0.5, metrics.horizontalAdvance(tag) + 14, 15)
            painter.setPen(QPen(win.warn, 1))
            painter.setBrush(faded(win.warn, 0.10))
            painter.drawRoundedRect(box, 7.5, 7.5)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, tag)
            x += int(box.width()) + 5


def _columns(row: Row, width: int) -> tuple[int, int, int]:
    """Where the words begin, how wide they may be, and how wide the dice are."""
    left = _NUMBER + _GAP
    room = width - left - _GAP
    if not row.rolls:
        return left, room, 0
    if row.kind is Kind.DICE:
        words = int(room * 0.42)
        return left, words, room - words - _GAP
    dice = len(row.dice) * (_DIE + 2) + _GAP
    return left, room - dice, dice


def _dice_rows(row: Row, width: int) -> int:
    in_a_row = max(1, width // (_DIE + 2))
    return -(-len(row.dice) // in_a_row)


def _paint_dice(painter: QPainter, rect: QRect, row: Row, width: int, theme: Theme) -> None:
    in_a_row = max(1, width // (_DIE + 2))
    left = rect.right() - _GAP - width + _GAP
    for number, (sides, value) in enumerate(row.dice):
        x = left + (number % in_a_row) * (_DIE + 2)
        y = rect.top() + _PAD + (number // in_a_row) * (_DIE + 2)
        paint_die(painter, QRectF(x, y, _DIE, _DIE), value, sides, theme)


def _fill(painter: QPainter, rect: QRect, color: QColor, radius: float = 5) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    painter.drawRoundedRect(rect, radius, radius)


class LogView(QTreeView):
    """The rows of a LogModel. Headings cannot be chosen."""

    chosen = Signal(int)
    """A row was clicked or reached by the arrow keys."""
    opened = Signal(int)
    """A row was double-clicked, or Return was pressed on it."""

    def __init__(self, model: LogModel, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.log = model
        self.delegate = LogDelegate(self, theme)
        self.setModel(model.words)
        self.setItemDelegate(self.delegate)
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setIndentation(0)
        self.setItemsExpandable(False)
        self.setMouseTracking(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty("role", "bare")
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        # By item, so that rows out of sight never need to be measured.
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.header().setStretchLastSection(True)
        self.clicked.connect(lambda index: self.chosen.emit(index.row()))
        self.doubleClicked.connect(lambda index: self.opened.emit(index.row()))

    @property
    def rows(self) -> list[Row]:
        """The rows shown."""
        return self.log.rows

    def set_theme(self, theme: Theme) -> None:
        """Paint in another theme."""
        self.delegate.theme = theme
        self.viewport().update()

    def set_now(self, now: int) -> None:
        """How many actions lie before the position shown."""
        if now != self.delegate.now:
            self.delegate.now = now
            self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return opens a row; arrows choose one."""
        row = self.currentIndex().row()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and row >= 0:
            self.opened.emit(row)
            return
        super().keyPressEvent(event)
        now = self.currentIndex().row()
        if now != row and now >= 0:
            self.chosen.emit(now)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width breaks lines elsewhere."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.log.forget_sizes()
            self.scheduleDelayedItemsLayout()

    def viewportEvent(self, event: QEvent) -> bool:
        """Tell what a refused action was, under the mouse."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            index = self.indexAt(event.pos())
            row = self.rows[index.row()] if index.isValid() else None
            tip = row.side_note if row is not None and row.kind is Kind.REFUSAL else ""
            QToolTip.showText(event.globalPos(), tip, self)
            return True
        return super().viewportEvent(event)
