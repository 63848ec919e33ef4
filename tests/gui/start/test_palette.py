"""The palette and the sheet of keys."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QMainWindow

from wargame_desktop.core.timeline import MATCH
from wargame_desktop.gui.commands import COMMANDS, CommandTable
from wargame_desktop.gui.palette import CommandPalette, score
from wargame_desktop.gui.shortcuts_dialog import ShortcutsDialog, keys_by_menu


@pytest.fixture
def window(qtbot) -> QMainWindow:
    """A window for commands."""
    window = QMainWindow()
    qtbot.addWidget(window)
    return window


@pytest.fixture
def commands(window: QMainWindow, preferences) -> CommandTable:
    """Its commands."""
    return CommandTable(window, preferences)


def opened(qtbot, commands: CommandTable, table=None) -> CommandPalette:
    """A palette on the screen."""
    palette = CommandPalette(commands, table)
    qtbot.addWidget(palette)
    palette.show()
    qtbot.waitExposed(palette)
    return palette


@pytest.mark.parametrize(
    ("wanted", "better", "worse"),
    [
        ("undo", "Undo", "Reset phase"),
        ("save", "Save", "Autosave of the phase"),
        ("kess", "Go to Kessel", "Keyboard shortcuts"),
        ("zo in", "Zoom in", "Show enemy zones"),
        ("fscr", "Full screen", "Find a place"),
    ],
)
def test_better_answers_come_first(wanted: str, better: str, worse: str) -> None:
    first, second = score(wanted, better), score(wanted, worse)
    assert first is not None
    assert second is None or first < second


def test_letters_in_the_wrong_order_are_no_answer() -> None:
    assert score("odnu", "Undo") is None
    assert score("", "Undo") == 0


def test_a_command_is_run_by_typing_and_enter(qtbot, commands: CommandTable) -> None:
    done: list[str] = []
    commands.connect_to("edit.redo", lambda: done.append("redo"))
    palette = opened(qtbot, commands)
    qtbot.keyClicks(palette.field, "redo")
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    assert done == ["redo"]
    assert not palette.isVisible()


def test_arrows_choose_another_answer(qtbot, commands: CommandTable) -> None:
    done: list[str] = []
    for name in ("view.zoom_in", "view.zoom_out"):
        commands.connect_to(name, lambda name=name: done.append(name))
    palette = opened(qtbot, commands)
    qtbot.keyClicks(palette.field, "zoom")
    first = palette.list.currentItem().text()
    qtbot.keyClick(palette.field, Qt.Key.Key_Down)
    assert palette.list.currentItem().text() != first
    assert palette.focusWidget() is palette.field
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    assert len(done) == 1


def test_escape_does_nothing(qtbot, commands: CommandTable) -> None:
    done: list[str] = []
    commands.connect_to("edit.undo", lambda: done.append("undo"))
    palette = opened(qtbot, commands)
    qtbot.keyClicks(palette.field, "undo")
    qtbot.keyClick(palette.field, Qt.Key.Key_Escape)
    assert done == [] and not palette.isVisible()


def test_commands_that_are_off_are_not_offered(qtbot, commands: CommandTable) -> None:
    commands.enable(["edit.undo"], False)
    palette = opened(qtbot, commands)
    assert "Undo" not in [entry.text for entry in palette.matches("undo")]
    assert palette.matches("xyzzyq") == []
    qtbot.keyClicks(palette.field, "xyzzyq")
    assert palette.nothing.isVisible()
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    assert palette.isVisible()


def test_go_to_a_place_and_to_a_unit(qtbot, commands: CommandTable, table) -> None:
    centred: list[str] = []
    table.centre_wanted.connect(centred.append)
    palette = opened(qtbot, commands, table)
    qtbot.keyClicks(palette.field, "go to kessel")
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    assert centred == ["0706"]
    palette = opened(qtbot, commands, table)
    qtbot.keyClicks(palette.field, "norrin 2 arm")
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    assert centred == ["0706", "1104"]
    assert list(table.selection.pieces) == ["nor.2_arm"]


def test_hidden_units_are_not_found(qtbot, commands: CommandTable, make_table) -> None:
    table = make_table(mode=MATCH)
    assert table.session.viewer == "pact"
    palette = opened(qtbot, commands, table)
    assert any("Parachute" in entry.text for entry in palette.matches("norrin para"))
    table.session.start()
    table.session.play("side league")
    assert opened(qtbot, commands, table).matches("kessel") == []  # nobody has sat down
    table.session.take_seat()
    found = opened(qtbot, commands, table).matches("norrin")
    assert found and not any("Parachute" in entry.text for entry in found)


def test_sheet_lists_every_key_in_force(qtbot, commands: CommandTable) -> None:
    commands.bind("edit.undo", "F9")
    dialog = ShortcutsDialog(commands)
    qtbot.addWidget(dialog)
    shown = {label.text() for label in dialog.findChildren(QLabel)}
    assert "F9" in shown and "Ctrl+Z" not in shown
    assert {commands.title(one) for one in COMMANDS if commands.key(one)} <= shown
    assert [len(rows) for _, rows in keys_by_menu(commands)].count(0) == 0
