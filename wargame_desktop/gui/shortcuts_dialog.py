"""The sheet of all keys, made from the table of commands."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QDialog, QGridLayout, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from .commands import COMMANDS, CONTEXT, MENU_TITLES, MENUS, Command, CommandTable
from .start.parts import label, scrolled

_COLUMNS = 2


def keys_by_menu(commands: CommandTable) -> list[tuple[str, list[tuple[Command, str]]]]:
    """Every menu with its commands that have a key, as the person has them now."""
    found = []
    for menu in MENUS:
        title = QCoreApplication.translate(CONTEXT, MENU_TITLES[menu]).replace("&", "")
        own = [(one, commands.key(one)) for one in COMMANDS if one.menu == menu and commands.key(one)]
        found.append((title, own))
    return found


class ShortcutsDialog(QDialog):
    """All keys at a glance: those of commands, and those that work on the map."""

    def __init__(self, commands: CommandTable, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Keyboard shortcuts"))
        blocks = [
            (title, [(commands.title(one), _shown(key)) for one, key in rows])
            for title, rows in keys_by_menu(commands)
            if rows
        ]
        blocks.append((self.tr("On the map"), self._map_keys()))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 16)
        layout.setSpacing(12)
        layout.addWidget(label(self.tr("Keyboard shortcuts"), "title"))
        layout.addWidget(scrolled(_in_columns(blocks)), 1)
        foot = QHBoxLayout()
        foot.addWidget(label(self.tr("Keys of commands can be changed in the preferences."), "dim"), 1)
        close = QPushButton(self.tr("Close"))
        close.setProperty("role", "primary")
        close.clicked.connect(self.accept)
        foot.addWidget(close)
        layout.addLayout(foot)
        self.resize(760, 640)

    def _map_keys(self) -> list[tuple[str, str]]:
        return [
            (self.tr("To a neighbouring space"), self.tr("Arrows")),
            (self.tr("Take up or put down"), self.tr("Enter")),
            (self.tr("Let go"), self.tr("Esc")),
        ]


def _in_columns(blocks: Sequence[tuple[str, Sequence[tuple[str, str]]]]) -> QWidget:
    """Blocks of keys, spread over columns of about the same length."""
    content = QWidget()
    row = QHBoxLayout(content)
    row.setContentsMargins(0, 0, 12, 0)
    row.setSpacing(36)
    columns: list[QVBoxLayout] = []
    for _ in range(_COLUMNS):
        column = QVBoxLayout()
        column.setSpacing(18)
        columns.append(column)
        row.addLayout(column, 1)
    heights = [0] * _COLUMNS
    for title, rows in blocks:
        shortest = heights.index(min(heights))
        columns[shortest].addLayout(_block(title, rows))
        heights[shortest] += len(rows) + 2
    for column in columns:
        column.addStretch(1)
    return content


def _block(title: str, rows: Sequence[tuple[str, str]]) -> QGridLayout:
    grid = QGridLayout()
    grid.setVerticalSpacing(5)
    grid.setColumnStretch(0, 1)
    grid.addWidget(label(title.upper(), "heading"), 0, 0, 1, 2)
    for number, (text, key) in enumerate(rows, start=1):
        grid.addWidget(label(text, wrap=False), number, 0)
        shown: QLabel = label(key, "dim", wrap=False)
        grid.addWidget(shown, number, 1, Qt.AlignmentFlag.AlignRight)
    return grid


def _shown(key: str) -> str:
    return QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)
