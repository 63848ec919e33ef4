"""The log: turn, phase and action as the viewer may know them, with a filter and ways back."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QSize, Qt, QTimer
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QLineEdit, QMenu, QToolButton, QVBoxLayout, QWidget

from wargame_desktop.core.refusal import Refusal
from wargame_desktop.core.timeline import Node
from wargame_desktop.gui.table import Table

from .log_comment import edit_comment
from .log_feed import feed_of
from .log_rows import Filter, LogModel, Place, headings, refusal_rows, rows_of
from .log_view import LogView

_FILTER_PAUSE_MS = 150


class LogPanel(QFrame):
    """What happened. A click shows where, a double click goes back there."""

    def __init__(self, table: Table, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "panel")
        self.table, self.feed = table, feed_of(table)
        self.model = LogModel(self)
        self.view = LogView(self.model, table.theme)
        self._wanted = Filter()
        self._first: Place | None = None
        self._last: Place | None = None
        self._refusals: tuple[int, int] = (0, 0)
        """Where the rows of the last refusal stand, and how many there are."""
        self._filter_timer = QTimer(self, interval=_FILTER_PAUSE_MS, singleShot=True)
        self._filter_timer.timeout.connect(self._filter_changed)
        self._build()
        self._connect()
        self._rebuild()

    def _build(self) -> None:
        heading = QLabel(self.tr("LOG"))
        heading.setProperty("role", "heading")
        self.important = QToolButton()
        self.important.setText(self.tr("Important only"))
        self.important.setCheckable(True)
        self.important.setAccessibleName(self.tr("Show important events only"))
        self.filter = QLineEdit(placeholderText=self.tr("Filter the log"), clearButtonEnabled=True)
        self.filter.setAccessibleName(self.tr("Filter the log"))
        self.view.setAccessibleName(self.tr("Log of the game"))
        head = QHBoxLayout()
        head.addWidget(heading)
        head.addStretch()
        head.addWidget(self.important)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addLayout(head)
        layout.addWidget(self.filter)
        layout.addWidget(self.view, 1)
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._copy = QAction(self.tr("Copy line"), self.view)
        self._copy.setShortcut(QKeySequence(QKeySequence.StandardKey.Copy))
        self._copy.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self.view.addAction(self._copy)

    def _connect(self) -> None:
        self.feed.line_changed.connect(self._line_changed)
        self.feed.read_more.connect(self._read_more)
        self.feed.cursor_moved.connect(self._cursor_moved)
        self.feed.notes_changed.connect(self._rebuild)
        self.table.session.refused.connect(self._refused)
        self.table.theme_changed.connect(self.view.set_theme)
        self.filter.textChanged.connect(lambda _text: self._filter_timer.start())
        self.filter.returnPressed.connect(self._filter_changed)
        self.important.toggled.connect(lambda _on: self._filter_changed())
        self.view.chosen.connect(self._show_subjects)
        self.view.opened.connect(self._jump_to_row)
        self.view.customContextMenuRequested.connect(self._menu)
        self._copy.triggered.connect(self.copy_line)

    def sizeHint(self) -> QSize:
        """Room for about ten lines."""
        return QSize(324, 300)

    def showEvent(self, event: QShowEvent) -> None:
        """Rows cannot be scrolled to before they have been laid out."""
        super().showEvent(event)
        QTimer.singleShot(0, self, self._show_cursor)

    # Keeping up

    def _rebuild(self) -> None:
        at = self.view.currentIndex().row()
        chosen = self.model.rows[at].position if 0 <= at < len(self.model.rows) else -1
        rows, self._first, self._last = rows_of(self.feed.entries(), self._wanted)
        self._refusals = (0, 0)
        self.model.replace_from(0, rows)
        again = self.model.row_of_position(chosen) if chosen >= 0 else None
        if again is not None:
            self.view.setCurrentIndex(self.model.index(again))
        self._show_cursor()

    def _line_changed(self, start: int) -> None:
        self._clear_refusals()
        at = self._row_from(start)
        if at is None or start < self.feed.first:
            self._rebuild()
            return
        before = self._place_before(at)
        fresh = ((number, self.feed.read_at(number)) for number in range(start, len(self.feed.line)))
        rows, first, self._last = rows_of(fresh, self._wanted, before)
        self._first = self._first or first
        self.model.replace_from(at, rows)
        self._show_cursor()

    def _row_from(self, start: int) -> int | None:
        """The row after the last one of the actions before a position; None when all must be made anew."""
        rows = self.model.rows
        at = len(rows)
        while at and (rows[at - 1].position >= start or rows[at - 1].position < 0):
            at -= 1
        return at or None

    def _place_before(self, at: int) -> Place:
        read = self.feed.read_at(self.model.rows[at - 1].position)
        return read.turn, read.phase, read.entry.who

    def _read_more(self, count: int) -> None:
        """Older actions come in at the top; what is in sight stays where it is."""
        fresh = [(n, self.feed.read_at(n)) for n in range(self.feed.first, self.feed.first + count)]
        rows, first, last = rows_of(fresh, self._wanted)
        if not rows:
            return
        doubled = 0
        if self._first is not None:
            doubled = len(headings(None, self._first)) - len(headings(last, self._first))
        bar = self.view.verticalScrollBar()
        offset = bar.value()
        self.model.take(0, doubled)
        self.model.insert(0, rows)
        self._first, self._last = first, self._last or last
        if self._refusals[1]:
            self._refusals = (self._refusals[0] + len(rows) - doubled, self._refusals[1])
        self.view.doItemsLayout()
        bar.setValue(offset + len(rows) - doubled)

    def _cursor_moved(self) -> None:
        self._clear_refusals()
        self._show_cursor()

    def _show_cursor(self) -> None:
        self.view.set_now(self.feed.at)
        row = self._row_of_cursor()
        if row is not None:
            self.view.scrollTo(self.model.index(row))

    def _row_of_cursor(self) -> int | None:
        """The last row of the position shown, or of the nearest action before it that is shown."""
        rows = self.model.rows
        if not rows or not self.feed.at:
            return None
        start = self.model.row_of_position(self.feed.at)
        at = (len(rows) if start is None else start) - 1
        while at >= 0 and not 0 <= rows[at].position < self.feed.at:
            at -= 1
        return at if at >= 0 else None

    # Refusals

    def _refused(self, refusals: Sequence[Refusal], action: str) -> None:
        self._clear_refusals()
        if self.feed.is_veiled:
            return
        cursor = self._row_of_cursor()
        at = 0 if cursor is None else cursor + 1
        rows = refusal_rows(refusals, action)
        self.model.insert(at, rows)
        self._refusals = (at, len(rows))
        self.view.scrollTo(self.model.index(at + len(rows) - 1))

    def _clear_refusals(self) -> None:
        at, count = self._refusals
        self._refusals = (0, 0)
        self.model.take(at, count)

    # What the person does

    def _filter_changed(self) -> None:
        self._filter_timer.stop()
        wanted = Filter(self.filter.text().strip(), self.important.isChecked())
        if wanted != self._wanted:
            self._wanted = wanted
            self._rebuild()

    def _node_of(self, row: int) -> Node | None:
        if not 0 <= row < len(self.model.rows):
            return None
        position = self.model.rows[row].position
        return self.feed.line[position] if position >= 0 else None

    def _show_subjects(self, row: int) -> None:
        """Light up what a line speaks of, and bring it into view."""
        if self._node_of(row) is None:
            self.table.overlay_wanted.emit("highlight", None)
            return
        read = self.feed.read_at(self.model.rows[row].position)
        view = self.table.session.view
        self.table.selection.select([piece for piece in read.pieces if piece in view.pieces])
        self.table.overlay_wanted.emit("highlight", read.spaces or None)
        if read.spaces:
            self.table.show_space(read.spaces[0])

    def _jump_to_row(self, row: int) -> None:
        node = self._node_of(row)
        if node is not None:
            self.table.session.goto(node)

    def undo_from(self, row: int) -> None:
        """Take back the action of a row and all that came after it."""
        node = self._node_of(row)
        if node is not None and node.parent is not None:
            self.table.session.goto(node.parent)

    def copy_line(self) -> None:
        """Put the words of the chosen row on the clipboard."""
        row = self.view.currentIndex().row()
        if 0 <= row < len(self.model.rows):
            QGuiApplication.clipboard().setText(self.model.rows[row].spoken)

    def _menu(self, at: QPoint) -> None:
        index = self.view.indexAt(at)
        if not index.isValid():
            return
        self.view.setCurrentIndex(index)
        menu = self.menu_for(index.row())
        menu.exec(self.view.viewport().mapToGlobal(at))
        menu.deleteLater()

    def menu_for(self, row: int) -> QMenu:
        """What can be done with a row."""
        menu, node = QMenu(self), self._node_of(row)
        if node is not None:
            menu.addAction(self.tr("Jump to this position"), lambda: self._jump_to_row(row))
            undo = menu.addAction(self.tr("Undo from here on"), lambda: self.undo_from(row))
            undo.setEnabled(self.model.rows[row].position < self.feed.at)
            # A comment may hold what another side must not know, so only who sees all may write or read one.
            if self.table.session.viewer is None:
                menu.addAction(self.tr("Comment…"), lambda: edit_comment(self, self.table, node))
            menu.addSeparator()
        menu.addAction(self.tr("Copy line"), self.copy_line)
        return menu
