"""The list of a stack: drawn counters with words, chosen like files in a folder, dragged out onto the map."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QListView, QWidget

from wargame_desktop.gui.table import Table

from .stack_paint import ROW, RowDelegate
from .stack_rows import StackRow

_Index = QModelIndex | QPersistentModelIndex
_KEEPING = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


class StackModel(QAbstractListModel):
    """The rows of one stack."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: tuple[StackRow, ...] = ()

    def set_rows(self, rows: Sequence[StackRow]) -> bool:
        """Show these rows; True when they are other pieces than before, and not the same in another state."""
        new, old = tuple(rows), self.rows
        if [row.piece.id for row in new] != [row.piece.id for row in old]:
            self.beginResetModel()
            self.rows = new
            self.endResetModel()
            return True
        self.rows = new
        for number, (before, after) in enumerate(zip(old, new, strict=True)):
            if before != after:
                self.dataChanged.emit(self.index(number), self.index(number))
        return False

    def rowCount(self, parent: _Index | None = None) -> int:
        """One row for each piece."""
        return 0 if parent is not None and parent.isValid() else len(self.rows)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The name, the row itself for the painter, and all of it in words."""
        if not index.isValid():
            return None
        row = self.rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return row.name
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return row.said
        return row if role == ROW else None


class StackView(QListView):
    """Rows in step with the table's selection. A press on a chosen row that moves becomes a drag."""

    drag_started = Signal(object)
    """The pieces taken up, as a tuple of ids."""
    drag_moved = Signal(QPoint)
    """Where the pointer is on the screen."""
    drag_dropped = Signal(QPoint)
    drag_cancelled = Signal()

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.stack = StackModel(self)
        self._following = False
        self._keep_others = False
        self._pressed_at: QPoint | None = None
        self._late_click = QPersistentModelIndex()
        self._dragging = False
        self.setModel(self.stack)
        self.setItemDelegate(RowDelegate(self, table))
        self.setProperty("role", "bare")
        self.setAccessibleName(self.tr("Stack"))
        self.setSelectionMode(QListView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setSpacing(0)
        self.selectionModel().selectionChanged.connect(self._rows_chosen)
        self.activated.connect(self._activated)
        table.selection.changed.connect(self.follow)
        table.theme_changed.connect(self._theme_changed)

    def show_rows(self, rows: Sequence[StackRow]) -> None:
        """Show a stack."""
        self._following = True
        self.stack.set_rows(rows)
        self._following = False
        self.follow()

    def _theme_changed(self, _theme: object) -> None:
        self.viewport().update()

    # Selection, both ways

    def follow(self) -> None:
        """Mark the rows of the pieces that are chosen on the table."""
        chosen = QItemSelection()
        for number, row in enumerate(self.stack.rows):
            if row.piece.id in self.table.selection:
                index = self.stack.index(number)
                chosen.select(index, index)
        self._following = True
        self.selectionModel().select(chosen, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        self._following = False

    def _rows_chosen(self, _selected: object, _deselected: object) -> None:
        if self._following:
            return
        rows = sorted(index.row() for index in self.selectedIndexes())
        here = {row.piece.id for row in self.stack.rows}
        selection = self.table.selection
        others = [piece for piece in selection.pieces if piece not in here] if self._keep_others else []
        selection.select([*others, *(self.stack.rows[row].piece.id for row in rows)])

    def _activated(self, index: QModelIndex) -> None:
        self.table.show_pieces([self.stack.rows[index.row()].piece.id])

    # Mouse and keyboard

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A press on a chosen row waits: it may become a drag of everything chosen."""
        self._keep_others = bool(event.modifiers() & _KEEPING)
        index = self.indexAt(event.position().toPoint())
        self._pressed_at = None
        self._late_click = QPersistentModelIndex()
        if event.button() == Qt.MouseButton.LeftButton and index.isValid():
            self._pressed_at = event.position().toPoint()
            if self.selectionModel().isSelected(index) and not self._keep_others:
                self._late_click = QPersistentModelIndex(index)
                self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)
                return
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Past a short way the chosen pieces come along."""
        if self._dragging:
            self.drag_moved.emit(event.globalPosition().toPoint())
        elif self._pressed_at is not None and event.buttons() & Qt.MouseButton.LeftButton:
            way = (event.position().toPoint() - self._pressed_at).manhattanLength()
            if way >= QApplication.startDragDistance() and len(self.table.selection):
                self._dragging = True
                self.setCursor(Qt.CursorShape.ClosedHandCursor)
                self.drag_started.emit(self.table.selection.pieces)
                self.drag_moved.emit(event.globalPosition().toPoint())
        else:
            super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A drag ends here; a click on a chosen row leaves that one alone chosen."""
        self._pressed_at = None
        if self._dragging:
            self._end_drag()
            self.drag_dropped.emit(event.globalPosition().toPoint())
        elif self._late_click.isValid():
            row = self.stack.index(self._late_click.row())
            self.selectionModel().select(row, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        else:
            super().mouseReleaseEvent(event)
        self._late_click = QPersistentModelIndex()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc lets go of a drag; the rest is the list's own."""
        if event.key() == Qt.Key.Key_Escape and self._dragging:
            self._end_drag()
            self.drag_cancelled.emit()
            return
        self._keep_others = bool(event.modifiers() & _KEEPING)
        super().keyPressEvent(event)

    def _end_drag(self) -> None:
        self._dragging = False
        self._pressed_at = None
        self.unsetCursor()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Words wrap anew at another width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.scheduleDelayedItemsLayout()
