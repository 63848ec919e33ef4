"""The preferences: each choice takes effect at once, and no two commands share a key unnoticed."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMainWindow, QRadioButton

from wargame_desktop.gui.commands import COMMANDS, CommandTable
from wargame_desktop.gui.preferences import Preferences
from wargame_desktop.gui.preferences_dialog import PreferencesDialog, ThemeSample

LEFT = Qt.MouseButton.LeftButton
CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def commands(qtbot, preferences: Preferences) -> CommandTable:
    """The commands of a window."""
    window = QMainWindow()
    qtbot.addWidget(window)
    table = CommandTable(window, preferences)
    table.window = window  # keeps it alive
    return table


@pytest.fixture
def dialog(qtbot, preferences: Preferences, commands: CommandTable) -> PreferencesDialog:
    """The dialog, shown."""
    dialog = PreferencesDialog(preferences, commands)
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitExposed(dialog)
    return dialog


def press_key(dialog: PreferencesDialog, qtbot, key: Qt.Key, modifier=Qt.KeyboardModifier.NoModifier) -> None:
    """Press a key in the field for a new one, and leave it."""
    edit = dialog.keys.edit
    edit.clear()
    edit.setFocus()
    with qtbot.waitSignal(edit.editingFinished, timeout=5_000):
        qtbot.keyClick(edit, key, modifier)


def choose(dialog: PreferencesDialog, command: str) -> None:
    """Take a command in hand."""
    dialog.tabs.setCurrentWidget(dialog.keys)
    dialog.keys.table.setCurrentCell([one.id for one in COMMANDS].index(command), 0)


def test_theme_changes_at_once(dialog: PreferencesDialog, qtbot, preferences: Preferences) -> None:
    dark = dialog.findChild(QRadioButton, "dark")
    with qtbot.waitSignal(preferences.changed) as changed:
        qtbot.mouseClick(dark, LEFT, pos=QPoint(8, dark.height() // 2))
    assert changed.args == ["theme"] and preferences["theme"] == "dark"


def test_theme_is_chosen_by_arrow_and_by_its_picture(dialog, qtbot, preferences: Preferences) -> None:
    light = dialog.findChild(QRadioButton, "light")
    light.setFocus()
    qtbot.keyClick(light, Qt.Key.Key_Right)
    assert preferences["theme"] == "dark"
    qtbot.mouseClick(dialog.findChildren(ThemeSample)[2], LEFT)
    assert preferences["theme"] == "paper"


def test_every_other_choice_is_kept(dialog: PreferencesDialog, qtbot, preferences: Preferences) -> None:
    dialog.tabs.setCurrentIndex(0)
    qtbot.keyClick(dialog.counter_style, Qt.Key.Key_Down)
    qtbot.keyClick(dialog.scale, Qt.Key.Key_Up)
    qtbot.keyClick(dialog.animation, Qt.Key.Key_Space)
    dialog.tabs.setCurrentIndex(1)
    qtbot.keyClick(dialog.copies, Qt.Key.Key_Down)
    qtbot.keyClick(dialog.confirm, Qt.Key.Key_Space)
    qtbot.keyClick(dialog.hand_over, Qt.Key.Key_Space)
    again = Preferences(preferences.path)
    names = ("counter_style", "interface_scale", "animation", "autosave_copies", "confirm_phase_end")
    assert [again[name] for name in names] == ["counter", 110, False, 4, False]
    assert again["always_hand_over"] is True


def test_a_free_key_is_taken_at_once(dialog, qtbot, commands: CommandTable) -> None:
    choose(dialog, "game.save")
    press_key(dialog, qtbot, Qt.Key.Key_F7)
    assert commands["game.save"].shortcut() == QKeySequence("F7")
    row = dialog.keys.table.currentRow()
    assert dialog.keys.table.item(row, 1).text() == "F7"


def test_a_key_in_use_is_refused_with_the_name_of_its_owner(dialog, qtbot, commands: CommandTable) -> None:
    choose(dialog, "game.save")
    press_key(dialog, qtbot, Qt.Key.Key_Z, CTRL)
    assert dialog.keys.message.text() == "Ctrl+Z belongs to “Undo” already."
    assert dialog.keys.message.isVisible()
    assert commands["game.save"].shortcut() == QKeySequence("Ctrl+S")
    assert commands["edit.undo"].shortcut() == QKeySequence("Ctrl+Z")


def test_a_key_in_use_can_be_taken_over(dialog, qtbot, commands: CommandTable) -> None:
    choose(dialog, "game.save")
    press_key(dialog, qtbot, Qt.Key.Key_Z, CTRL)
    qtbot.mouseClick(dialog.keys.take, LEFT)
    assert commands["game.save"].shortcut() == QKeySequence("Ctrl+Z")
    assert commands["edit.undo"].shortcut().isEmpty()
    assert not dialog.keys.message.isVisible() and not dialog.keys.take.isEnabled()


def test_reset_gives_a_key_back_unless_another_has_it(dialog, qtbot, commands: CommandTable) -> None:
    commands.bind("game.save", "F7")
    commands.bind("edit.undo", "Ctrl+S")
    choose(dialog, "game.save")
    qtbot.mouseClick(dialog.keys.reset_one, LEFT)
    assert "belongs to “Undo”" in dialog.keys.message.text()
    assert commands["game.save"].shortcut() == QKeySequence("F7")
    commands.bind("edit.undo", "Ctrl+Z")
    qtbot.mouseClick(dialog.keys.reset_one, LEFT)
    assert commands["game.save"].shortcut() == QKeySequence("Ctrl+S")


def test_reset_all(dialog, qtbot, commands: CommandTable) -> None:
    commands.bind("game.save", "F7")
    commands.bind("edit.undo", "F8")
    qtbot.mouseClick(dialog.keys.reset_all, LEFT)
    assert [commands.key(one) for one in COMMANDS] == [one.key for one in COMMANDS]


def test_no_two_commands_share_a_key_to_begin_with(commands: CommandTable) -> None:
    assert [one.id for one in COMMANDS if commands.conflicts(one.id, commands.key(one))] == []
