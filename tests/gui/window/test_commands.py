"""Every command does something or is off, and the window holds at small sizes and large scales."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QFileDialog, QInputDialog, QLabel, QWidget

from tests.gui.window.hands import Hands, close_dialogs
from tests.gui.window.strict import strict_game
from wargame_desktop.core.timeline import MATCH
from wargame_desktop.gui.commands import COMMANDS, MOST_OVERLAYS
from wargame_desktop.gui.window import WITHOUT_A_GAME

_LEAVING = ("game.new", "game.start", "game.close", "game.quit")
_OF_OTHER_GAMES = ("view.zones", "view.supply", *(f"view.overlay_{n}" for n in range(1, MOST_OVERLAYS + 1)))
"""Commands that a game without zones, supply and overlays of its own does not have."""


def test_without_a_game_only_what_needs_none_is_on(make_hands) -> None:
    commands = make_hands().window.commands
    on = {command.id for command in COMMANDS if commands[command.id].isEnabled()}
    assert on == set(WITHOUT_A_GAME)


def test_no_two_commands_have_the_same_key(make_hands) -> None:
    commands = make_hands().window.commands
    keys = [commands.key(command) for command in COMMANDS if commands.key(command)]
    assert len({QKeySequence(key).toString() for key in keys}) == len(keys)


@pytest.mark.parametrize("mode", ["study", MATCH])
def test_every_command_can_be_used_with_a_game(
    make_hands, folders: Path, monkeypatch: pytest.MonkeyPatch, mode: str
) -> None:
    """Dialogs are closed as soon as they open: nothing raises, and a Qt warning would fail the test."""
    hands: Hands = make_hands(new=strict_game(), mode=mode)
    hands.session.play("move nor.2_arm 1005")
    hands.tables.table.show_pieces(["nor.2_arm"])
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(folders / "out"), ""))
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: ("", ""))
    monkeypatch.setattr(QInputDialog, "getMultiLineText", lambda *_: ("", False))
    timer = close_dialogs(hands.window)
    for command in COMMANDS:
        if command.id in _LEAVING:
            continue
        action = hands.window.commands[command.id]
        if not action.isVisible():
            assert command.id in _OF_OTHER_GAMES
            continue
        assert action.isEnabled(), command.id
        action.trigger()
        QTest.qWait(10)
        if command.checkable:
            action.trigger()
            QTest.qWait(10)
        assert hands.window.tables is not None
    timer.stop()
    assert {path.suffix for path in folders.glob("out.*")} >= {".pdf", ".html", ".png", ".wargame"}


@pytest.mark.parametrize("command", _LEAVING)
def test_commands_that_leave_the_game_keep_it(make_hands, command: str) -> None:
    hands: Hands = make_hands("free_table/skirmish")
    hands.session.play("move nor.2_arm 1005")
    path = hands.window.game_file().path
    hands.window.commands[command].trigger()
    QTest.qWait(20)
    assert hands.window.tables is None
    assert "nor.2_arm 1005" in path.read_text(encoding="utf-8")
    assert hands.window.isVisible() == (command != "game.quit")


def test_keys_can_be_changed_while_playing(make_hands) -> None:
    hands: Hands = make_hands("free_table/skirmish")
    hands.session.play("move nor.2_arm 1005")
    hands.window.commands.bind("edit.undo", "Ctrl+U")
    hands.tables.view.setFocus()
    hands.key(Qt.Key.Key_U, Qt.KeyboardModifier.ControlModifier)
    assert hands.session.node.id == 0


def test_letters_typed_into_a_field_are_no_commands(make_hands) -> None:
    hands: Hands = make_hands("free_table/skirmish")
    line = hands.tables.decision.line
    line.setFocus()
    hands.type("zn+ ")
    assert line.text() == "zn+ "


# Sizes


def _clipped(window: QWidget) -> list[str]:
    """Buttons and one-line labels whose words do not fit, or that reach out of their parents."""
    found = []
    for widget in window.findChildren(QWidget):
        if not widget.isVisible() or widget.width() == 0:
            continue
        if isinstance(widget, QAbstractButton) and widget.text():
            needs = widget.fontMetrics().horizontalAdvance(widget.text().replace("&", ""))
            if widget.width() < needs:
                found.append(f"{widget.text()}: {widget.width()} of {needs} pixels")
        if isinstance(widget, QAbstractButton | QLabel):
            corner = widget.mapTo(window, QPoint(0, 0))
            if corner.x() < 0 or corner.x() + widget.width() > window.width():
                found.append(f"{widget.objectName() or widget.text()} is out of the window")
    return found


@pytest.mark.parametrize("size", [(1024, 700), (1280, 800), (1920, 1080)])
def test_table_is_usable_at_this_size(make_hands, size: tuple[int, int]) -> None:
    hands: Hands = make_hands("free_table/skirmish", size=size)
    window, tables = hands.window, hands.tables
    assert (window.width(), window.height()) == size
    assert _clipped(window) == []
    parts = (tables.left, tables.view, tables.right, tables.timeline)
    spots = [QRect(part.mapTo(window, QPoint(0, 0)), part.size()) for part in parts]
    for number, spot in enumerate(spots):
        assert window.rect().contains(spot)
        assert not any(spot.intersects(other) for other in spots[number + 1 :])
    assert tables.view.width() >= 340 and tables.view.height() >= 400
    assert tables.view.pitch_on_screen >= 64
    hands.drag("1104", "1005")
    assert hands.place("nor.2_arm") == "1005"


def test_start_screen_is_usable_in_a_small_window(make_hands) -> None:
    hands: Hands = make_hands(size=(1024, 700))
    assert (hands.window.width(), hands.window.height()) == (1024, 700)
    assert _clipped(hands.window) == []
    screen = hands.window.start_screen
    button = screen.chooser.go_on
    assert hands.window.rect().contains(QRect(button.mapTo(hands.window, QPoint(0, 0)), button.size()))


def test_first_look_is_where_the_deciding_side_stands(make_hands) -> None:
    hands: Hands = make_hands("free_table/skirmish")
    tables = hands.tables
    view = hands.session.view
    own = [piece.space for piece in view.pieces.values() if view.side_of(piece.power) == "pact"]
    seen = [
        space
        for space in own
        if tables.geometry_.is_on_map(space)
        and tables.view.visible_rect.contains(tables.geometry_.piece_anchor(space))
    ]
    assert len(seen) >= len([space for space in own if tables.geometry_.is_on_map(space)]) / 2


def test_picture_of_the_window_at_twice_the_scale(folders: Path) -> None:
    target = folders / "twice.png"
    done = subprocess.run(
        [sys.executable, "-m", "wargame_desktop", "--new", "free_table/skirmish",
         "--screenshot", str(target), "--size", "1280x800"],
        env={**os.environ, "QT_SCALE_FACTOR": "2", "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert struct.unpack(">II", target.read_bytes()[16:24]) == (2560, 1600)


def test_size_of_the_interface_is_taken_from_the_preferences(folders: Path) -> None:
    (folders / "config").mkdir()
    (folders / "config" / "preferences.json").write_text('{"interface_scale": 150}', encoding="utf-8")
    target = folders / "large.png"
    done = subprocess.run(
        [sys.executable, "-m", "wargame_desktop", "--screenshot", str(target), "--size", "1100x700"],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert struct.unpack(">II", target.read_bytes()[16:24]) == (1650, 1050)


def test_preferences_reach_the_commands_and_the_copies(make_hands) -> None:
    hands: Hands = make_hands("free_table/skirmish")
    hands.window.preferences.set("show_zones", True)
    assert hands.window.commands["view.zones"].isChecked()
    hands.window.preferences.set("autosave_copies", 9)
    assert hands.window.recovery.autosaves.keep == 9


def test_tabs_for_which_a_game_has_nothing_are_left_out(make_hands) -> None:
    hands: Hands = make_hands("free_table/skirmish")
    tabs, numbers = hands.tables.tabs, hands.tables.numbers
    assert not tabs.isTabVisible(tabs.indexOf(numbers))
    assert hands.session.play("set weather 3")
    assert tabs.isTabVisible(tabs.indexOf(numbers))
    assert hands.session.undo()
    assert not tabs.isTabVisible(tabs.indexOf(numbers))
