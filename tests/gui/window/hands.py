"""Hands for the main window: real presses on the map and on widgets, and eyes that read all its words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QDialog,
    QGroupBox,
    QLabel,
    QLineEdit,
    QMenu,
    QTabWidget,
    QTextEdit,
    QWidget,
)

from wargame_desktop.gui.app import settle
from wargame_desktop.gui.session import Session
from wargame_desktop.gui.table_widget import TableWidget
from wargame_desktop.gui.window import MainWindow

LEFT = Qt.MouseButton.LeftButton
NONE = Qt.KeyboardModifier.NoModifier
CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
ALT = Qt.KeyboardModifier.AltModifier
_ROLES = (
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.ToolTipRole,
    Qt.ItemDataRole.StatusTipRole,
    Qt.ItemDataRole.WhatsThisRole,
    Qt.ItemDataRole.AccessibleTextRole,
    Qt.ItemDataRole.AccessibleDescriptionRole,
    Qt.ItemDataRole.EditRole,
)


class Hands:
    """One person at a main window."""

    def __init__(self, qtbot, window: MainWindow) -> None:
        self.qtbot, self.window = qtbot, window

    @property
    def tables(self) -> TableWidget:
        """The table."""
        assert self.window.tables is not None
        return self.window.tables

    @property
    def session(self) -> Session:
        """The game."""
        return self.tables.table.session

    @property
    def status(self) -> str:
        """What the status line says."""
        return self.window.statusBar().currentMessage()

    def settle(self) -> None:
        """Let everything be drawn."""
        settle(self.window)

    def place(self, piece: str) -> str:
        """The space of a piece."""
        return self.session.view.piece(piece).space

    # The map

    def at(self, space: str) -> QPoint:
        """Where the pieces of a space are in the viewport; the space is brought into view."""
        view, geometry = self.tables.view, self.tables.geometry_
        anchor = geometry.piece_anchor(space)
        if not view.viewport().rect().adjusted(60, 60, -60, -60).contains(self._spot(anchor)):
            view.centre_on(space)
            QTest.qWait(1)
        return self._spot(anchor)

    def _spot(self, point: QPointF) -> QPoint:
        return self.tables.view.mapFromScene(point)

    def see(self, *spaces: str) -> None:
        """Bring all these spaces into view."""
        view, geometry = self.tables.view, self.tables.geometry_
        rect = geometry.outline(spaces[0]).boundingRect()
        for space in spaces[1:]:
            rect = rect.united(geometry.outline(space).boundingRect())
        pitch = geometry.pitch
        view.zoom_to(rect.adjusted(-pitch, -pitch, pitch, pitch))
        self.settle()

    def drag(self, start: str, end: str, modifier: Qt.KeyboardModifier = NONE) -> None:
        """Press on the pieces of a space, carry them, let go over another."""
        self.see(start, end)
        port, here, there = self.tables.view.viewport(), self.at(start), self.at(end)
        self.qtbot.mousePress(port, LEFT, modifier, here)
        for point in (here + (there - here) / 2, there):
            self.qtbot.mouseMove(port, point)
            QTest.qWait(1)
        self.qtbot.mouseRelease(port, LEFT, modifier, there)
        QTest.qWait(1)

    def click_map(self, space: str, modifier: Qt.KeyboardModifier = NONE) -> None:
        """Click on the pieces of a space."""
        self.qtbot.mouseClick(self.tables.view.viewport(), LEFT, modifier, self.at(space))

    # Keys and buttons

    def key(self, key: Qt.Key, modifier: Qt.KeyboardModifier = NONE) -> None:
        """A key for whatever has the focus."""
        QTest.keyClick(QApplication.focusWidget() or self.window, key, modifier)
        QTest.qWait(1)

    def type(self, text: str) -> None:
        """Letters for whatever has the focus."""
        widget = QApplication.focusWidget()
        assert widget is not None
        QTest.keyClicks(widget, text)

    def press(self, button: QAbstractButton) -> None:
        """Click a button."""
        assert button.isVisible() and button.isEnabled()
        self.qtbot.mouseClick(button, LEFT)

    def with_dialog(self, act: Callable[[], object], answer: Callable[[QWidget], object]) -> None:
        """Do something that opens a dialog, and answer it; fails when none opens."""
        seen: list[QWidget] = []

        def look() -> None:
            dialog = QApplication.activeModalWidget() or QApplication.activePopupWidget()
            if dialog is None:
                return
            timer.stop()
            seen.append(dialog)
            try:
                answer(dialog)
            finally:
                if dialog.isVisible():
                    dialog.close()

        timer = QTimer(self.window, interval=5)
        timer.timeout.connect(look)
        timer.start()
        act()
        self.qtbot.waitUntil(lambda: bool(seen), timeout=5000)
        timer.stop()
        # What a window manager does when a dialog is gone.
        self.window.activateWindow()
        QTest.qWait(1)


def close_dialogs(window: QWidget) -> QTimer:
    """A timer that closes every dialog and menu as soon as it opens."""

    def close() -> None:
        for widget in (QApplication.activeModalWidget(), QApplication.activePopupWidget()):
            if isinstance(widget, QDialog):
                widget.reject()
            elif widget is not None:
                widget.close()

    timer = QTimer(window, interval=5)
    timer.timeout.connect(close)
    timer.start()
    return timer


# Reading


def words_of(window: QWidget, only_visible: bool = False) -> list[str]:
    """Every word a widget of the window holds: texts, tips, accessible names, rows of lists, titles."""
    found: list[str] = []
    for widget in (window, *window.findChildren(QWidget)):
        if only_visible and not widget.isVisible():
            continue
        found += [
            widget.windowTitle(),
            widget.toolTip(),
            widget.statusTip(),
            widget.whatsThis(),
            widget.accessibleName(),
            widget.accessibleDescription(),
            *_own_words(widget),
        ]
    found += [action.text() for action in window.findChildren(QAction)]
    return [text for text in found if text]


def _own_words(widget: QWidget) -> Iterator[str]:
    if isinstance(widget, QLabel | QLineEdit | QAbstractButton):
        yield widget.text()
    elif isinstance(widget, QTextEdit):
        yield widget.toPlainText()
    elif isinstance(widget, QComboBox):
        yield from (widget.itemText(number) for number in range(widget.count()))
    elif isinstance(widget, QTabWidget):
        yield from (widget.tabText(number) for number in range(widget.count()))
    elif isinstance(widget, QMenu | QGroupBox):
        yield widget.title()
    elif isinstance(widget, QAbstractItemView) and widget.model() is not None:
        yield from _cells(widget.model(), QModelIndex())


def _cells(model: QAbstractItemModel, parent: QModelIndex) -> Iterator[str]:
    for row in range(model.rowCount(parent)):
        for column in count():  # a list's number of columns is nobody's business in Qt
            index = model.index(row, column, parent)
            if not index.isValid():
                break
            for role in _ROLES:
                value = index.data(role)
                if isinstance(value, str):
                    yield value
        yield from _cells(model, model.index(row, 0, parent))
