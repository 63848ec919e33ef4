"""The cover between two players: nothing of the game shows, and one key lifts it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QAction, QKeySequence
from PySide6.QtWidgets import QApplication, QDialog, QDockWidget, QLabel, QLineEdit, QMainWindow, QWidget

from wargame_desktop.core.timeline import MATCH
from wargame_desktop.gui.handover import HandoverScreen, public_task
from wargame_desktop.gui.theme import load_theme


@pytest.fixture
def window(qtbot) -> QMainWindow:
    """A window full of secrets."""
    window = QMainWindow()
    theme = load_theme("light")
    window.setPalette(theme.palette())
    window.setStyleSheet(theme.style_sheet)
    window.setCentralWidget(QLineEdit("hush fleet"))
    dock = QDockWidget("Stack", window)
    dock.setWidget(QLabel("hush stack"))
    window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, dock)
    window.menuBar().addMenu("Game")
    window.statusBar().showMessage("hush move")
    qtbot.addWidget(window)
    window.resize(800, 600)
    window.show()
    qtbot.waitExposed(window)
    return window


def cover(window: QMainWindow, qtbot, asked: str = "") -> HandoverScreen:
    """Cover a window."""
    screen = HandoverScreen("The Pact", window, asked)
    screen.show()
    qtbot.waitUntil(screen.seat.hasFocus)
    return screen


def read_aloud(widget: QWidget) -> list[str]:
    """Everything a screen reader can find: the names and values of what is not invisible."""
    found: list[str] = []

    def visit(interface) -> None:
        if interface is None or interface.state().invisible:
            return
        found.extend(interface.text(kind) for kind in (QAccessible.Text.Name, QAccessible.Text.Value))
        for number in range(interface.childCount()):
            visit(interface.child(number))

    visit(QAccessible.queryAccessibleInterface(widget))
    return found


def test_nothing_of_the_game_is_visible_or_readable(window: QMainWindow, qtbot) -> None:
    assert any("hush" in text for text in read_aloud(window))
    screen = cover(window, qtbot, "You are asked for: Movement")
    seen = [one for one in window.findChildren(QWidget) if one.isVisible()]
    assert screen in seen and all(screen.isAncestorOf(one) for one in seen)
    heard = " ".join(read_aloud(window))
    assert "hush" not in heard
    assert "The Pact, please take your seat" in heard
    assert screen.seat.accessibleDescription() == "You are asked for: Movement"


def test_cover_is_opaque_to_the_last_corner(window: QMainWindow, qtbot) -> None:
    cover(window, qtbot)
    picture = window.grab().toImage()
    corners = [(0, 0), (799, 0), (0, 599), (799, 599), (400, 40)]
    assert {picture.pixelColor(QPoint(*at)).name() for at in corners} == {
        load_theme("light").window.ground.name()
    }


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
def test_a_key_shows_the_table_again(window: QMainWindow, qtbot, key: Qt.Key) -> None:
    screen = cover(window, qtbot)
    with qtbot.waitSignal(screen.seated):
        qtbot.keyClick(QApplication.focusWidget(), key)
    assert window.centralWidget().isVisible()
    assert window.menuBar().isVisible() and window.statusBar().isVisible()
    assert all(dock.isVisible() for dock in window.findChildren(QDockWidget))
    assert not screen.isVisible()


def test_what_was_hidden_before_stays_hidden(window: QMainWindow, qtbot) -> None:
    window.statusBar().hide()
    screen = cover(window, qtbot)
    qtbot.mouseClick(screen.seat, Qt.MouseButton.LeftButton)
    assert not window.statusBar().isVisible()


def test_keys_of_commands_do_nothing_meanwhile(window: QMainWindow, qtbot) -> None:
    undone: list[bool] = []
    action = QAction("Undo", window)
    action.setShortcut(QKeySequence("F8"))
    action.triggered.connect(lambda: undone.append(True))
    window.addAction(action)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    qtbot.keyClick(window, Qt.Key.Key_F8)
    assert len(undone) == 1
    cover(window, qtbot)
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_F8)
    assert len(undone) == 1


def test_cover_grows_with_the_window(window: QMainWindow, qtbot) -> None:
    screen = cover(window, qtbot)
    window.resize(1000, 700)
    qtbot.waitUntil(lambda: screen.size() == window.size())


def test_parts_made_meanwhile_appear_only_afterwards(window: QMainWindow, qtbot) -> None:
    screen = cover(window, qtbot)
    late = QLabel("hush late", window)
    late.show()
    qtbot.waitUntil(lambda: not late.isVisible())
    screen.take_seat()
    assert late.isVisible()


def test_open_questions_are_closed_for_good(window: QMainWindow, qtbot) -> None:
    dialog = QDialog(window)
    dialog.show()
    screen = cover(window, qtbot)
    assert not dialog.isVisible()
    screen.take_seat()
    assert not dialog.isVisible()


def test_a_second_call_takes_the_place_of_the_first(window: QMainWindow, qtbot) -> None:
    first = cover(window, qtbot)
    second = HandoverScreen("The League", window)
    second.show()
    assert not first.isVisible() and second.isVisible()
    second.take_seat()
    assert window.centralWidget().isVisible()


def test_the_session_hands_over_and_the_next_side_sees_its_own(
    make_table, window: QMainWindow, qtbot
) -> None:
    session = make_table(mode=MATCH).session
    session.start()
    calls: list[str] = []
    session.handover.connect(calls.append)
    session.play("side league")
    assert calls == ["league"] and session.waiting_for == "league"
    assert public_task(session) == "You are asked for: Free table"
    screen = HandoverScreen(session.system.side_name("league"), window, public_task(session))
    screen.seated.connect(session.take_seat)
    screen.show()
    qtbot.mouseClick(screen.seat, Qt.MouseButton.LeftButton)
    assert session.waiting_for is None and session.viewer == "league"
