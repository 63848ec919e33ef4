"""An order made of numbers: one line for each kind of piece, with buttons for more and fewer."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QSizePolicy, QSpinBox, QVBoxLayout, QWidget

from wargame_desktop.core.state import Piece
from wargame_desktop.gui.faces import face_of
from wargame_desktop.gui.fonts import ui
from wargame_desktop.gui.table import Table
from wargame_desktop.systems.tables import ShopRow, order_key

from .stack_paint import piece_style

_MOST = 99
_ROW, _FACE = 29, 26


class _Face(QWidget):
    """The piece itself."""

    def __init__(self, table: Table, row: ShopRow) -> None:
        super().__init__()
        self.table, self.row = table, row
        self.setFixedSize(_FACE + 6, _ROW)

    def paintEvent(self, event: QPaintEvent) -> None:
        """One counter or plastic piece."""
        session = self.table.session
        piece = Piece(self.row.kind, self.row.kind, self.row.power, "")
        face = face_of(session.system, session.view, piece, piece_style(self.table))
        painter = QPainter(self)
        pixmap, offset = self.table.counters.counter(face, _FACE, self.devicePixelRatioF(), self.table.theme)
        painter.drawPixmap(QRectF(2, (_ROW - _FACE) / 2, _FACE, _FACE).topLeft() + offset, pixmap)
        painter.end()


class ShopBasket(QWidget):
    """The lines of an order. `changed` after every change, `looked` with the row in hand."""

    changed = Signal()
    looked = Signal(object)

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.rows: tuple[ShopRow, ...] = ()
        self.money = 0
        self.counts: dict[str, QSpinBox] = {}
        self._labels: dict[str, tuple[QLabel, QLabel]] = {}
        self._owner: dict[QObject, ShopRow] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._body: QWidget | None = None

    def show_rows(self, rows: tuple[ShopRow, ...], money: int) -> None:
        """Offer these; an order begun for the same rows is kept."""
        self.money = money
        if [row.kind for row in rows] != [row.kind for row in self.rows]:
            self._build(rows)
        self.rows = rows
        self._limit()

    def _build(self, rows: tuple[ShopRow, ...]) -> None:
        if self._body is not None:
            self._column.removeWidget(self._body)
            self._body.hide()
            self._body.deleteLater()
        self._body = QWidget()
        self.counts, self._labels, self._owner = {}, {}, {}
        grid = QGridLayout(self._body)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(6)
        grid.setVerticalSpacing(0)
        grid.setColumnStretch(1, 1)
        for number, row in enumerate(rows):
            self._add(grid, number, row)
        self._column.addWidget(self._body)

    def _add(self, grid: QGridLayout, number: int, row: ShopRow) -> None:
        name = QLabel(row.name[:1].upper() + row.name[1:])
        name.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        price = QLabel(str(row.cost))
        price.setFont(ui(13, QFont.Weight.DemiBold))
        price.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        count = QSpinBox()
        count.setFixedSize(64, _ROW - 3)
        count.setRange(0, _MOST)
        count.setAccessibleName(self.tr("How many: {name}, {cost} each").format(name=row.name, cost=row.cost))
        count.valueChanged.connect(lambda _value: self._edited(row))
        face = _Face(self.table, row)
        for column, part in enumerate((face, name, price, count)):
            grid.addWidget(part, number, column)
            part.installEventFilter(self)
            self._owner[part] = row
        key = order_key(row)
        self.counts[key], self._labels[key] = count, (name, price)
        grid.setRowMinimumHeight(number, _ROW)

    # The order

    @property
    def names(self) -> dict[str, QLabel]:
        """The words of each line; a click on them orders one more."""
        return {key: labels[0] for key, labels in self._labels.items()}

    @property
    def order(self) -> dict[str, int]:
        """How many of each are wanted, those of which none are left out."""
        return {key: count.value() for key, count in self.counts.items() if count.value()}

    @property
    def cost(self) -> int:
        """What the order costs."""
        order = self.order
        return sum((row.cost or 0) * order.get(order_key(row), 0) for row in self.rows)

    def clear(self) -> None:
        """Want nothing."""
        for count in self.counts.values():
            count.setValue(0)

    def _edited(self, row: ShopRow) -> None:
        self._limit()
        self.looked.emit(row)
        self.changed.emit()

    def _limit(self) -> None:
        """Nobody orders more than there is money for; what cannot be had any more is dim."""
        left = self.money - self.cost
        for row in self.rows:
            count, price = self.counts[order_key(row)], row.cost or 0
            most = count.value() + (max(0, left) // price if price else _MOST)
            count.setMaximum(min(_MOST, most))
            for label in self._labels[order_key(row)]:
                _set_role(label, "dim" if most == 0 else "")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Say what a line is about while the mouse or the keyboard is on it; a click on it orders one."""
        # Qt sends last events to widgets whose Python side has been taken apart.
        row = self.__dict__.get("_owner", {}).get(watched)
        if row is None:
            return False
        if event.type() in (QEvent.Type.Enter, QEvent.Type.FocusIn):
            self.looked.emit(row)
        elif event.type() == QEvent.Type.MouseButtonRelease and not isinstance(watched, QSpinBox):
            self.counts[order_key(row)].stepUp()
            return True
        return False

    def sizeHint(self) -> QSize:
        """As high as the lines."""
        return QSize(260, _ROW * len(self.rows))


def _set_role(label: QLabel, role: str) -> None:
    if label.property("role") != role:
        label.setProperty("role", role)
        label.style().unpolish(label)
        label.style().polish(label)


def titled(left: QLabel, right: QLabel) -> QHBoxLayout:
    """Two labels in one line, the second at the right end."""
    line = QHBoxLayout()
    line.setSpacing(8)
    line.addWidget(left, 1)
    line.addWidget(right)
    return line
