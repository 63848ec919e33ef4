"""The palette: type a few letters of a command, a place or a unit, and press Enter."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QPainter, QPalette
from PySide6.QtWidgets import (
    QDialog,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from wargame_desktop.core.view import UNKNOWN

from .commands import COMMANDS, CommandTable
from .start.parts import label
from .table import Table

_MOST_SHOWN = 60
_COMMAND, _PLACE, _UNIT = range(3)


@dataclass(frozen=True)
class Entry:
    """Something to be chosen: its text, what is said beside it, and what it does."""

    text: str
    note: str
    run: Callable[[], object]
    kind: int = _COMMAND


def score(wanted: str, text: str) -> int | None:
    """How well a text answers what was typed, lower is better; None when it does not.

    Every word typed must occur: at the start of a word, inside one, or as letters in the right order.
    """
    text = text.casefold()
    total = 0
    for word in wanted.casefold().split():
        at = text.find(word)
        if at >= 0:
            total += 0 if at == 0 else 1 if not text[at - 1].isalnum() else 3
            continue
        spread = _spread(word, text)
        if spread is None:
            return None
        total += 6 + spread
    return total


def _spread(word: str, text: str) -> int | None:
    """How far apart the letters of a word stand in a text; None when they do not come in that order."""
    at = first = text.find(word[0])
    for letter in word[1:]:
        at = text.find(letter, at + 1) if at >= 0 else -1
    return None if at < 0 else at - first + 1 - len(word)


class _NoteDelegate(QStyledItemDelegate):
    """Draws the note of an entry at the right end of its row."""

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """The row as any list has it, and the note."""
        super().paint(painter, option, index)
        painter.save()
        painter.setPen(option.palette.color(QPalette.ColorRole.PlaceholderText))
        entry = index.data(Qt.ItemDataRole.UserRole)
        align = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(option.rect.adjusted(0, 0, -10, 0), align, entry.note)
        painter.restore()


class CommandPalette(QDialog):
    """A field and a list under it; the keyboard alone is enough."""

    def __init__(
        self, commands: CommandTable, table: Table | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Find a command, a place or a unit"))
        self.setWindowFlag(Qt.WindowType.FramelessWindowHint)
        self._entries = [*self._commands(commands), *(() if table is None else self._of_game(table))]
        self._chosen: Entry | None = None
        self.field = QLineEdit()
        self.field.setPlaceholderText(self.tr("Type a command, a place or a unit"))
        self.field.setAccessibleName(self.windowTitle())
        self.field.textChanged.connect(self._filter)
        self.field.installEventFilter(self)
        self.list = QListWidget()
        self.list.setProperty("role", "bare")
        self.list.setAccessibleName(self.tr("What was found"))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setItemDelegate(_NoteDelegate(self.list))
        self.list.itemClicked.connect(lambda _item: self._choose())
        self.nothing = label(self.tr("Nothing of that name."), "dim")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 12, 12, 12)
        layout.addWidget(self.field)
        layout.addWidget(self.list, 1)
        layout.addWidget(self.nothing)
        self.resize(520, 420)
        self.field.setFocus()
        self._filter("")

    # What there is

    def _commands(self, commands: CommandTable) -> Iterable[Entry]:
        for command in COMMANDS:
            action = commands[command.id]
            if action.isEnabled() and command.id != "help.palette":
                key = QKeySequence(commands.key(command)).toString(QKeySequence.SequenceFormat.NativeText)
                yield Entry(action.text().rstrip("…"), key, action.trigger)

    def _of_game(self, table: Table) -> Iterable[Entry]:
        """Places, and pieces that the viewer knows by name."""
        session = table.session
        if session.waiting_for is not None:
            return
        system, view = session.system, session.view
        go_to = self.tr("Go to {place}")
        for space in system.board.spaces:
            text = go_to.format(place=system.space_name(space.id))
            yield Entry(text, self.tr("place"), partial(table.show_space, space.id), _PLACE)
        known = (piece for piece in view.pieces.values() if piece.kind != UNKNOWN)
        for piece in known:
            where = system.space_name(piece.space)
            yield Entry(system.name_of(piece), where, partial(table.show_pieces, [piece.id]), _UNIT)

    # Finding

    def _filter(self, text: str) -> None:
        found = self.matches(text)
        self.list.clear()
        for entry in found:
            item = QListWidgetItem(entry.text, self.list)
            item.setData(Qt.ItemDataRole.UserRole, entry)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{entry.text}, {entry.note}")
        self.list.setCurrentRow(0 if found else -1)
        self.nothing.setVisible(not found)

    def matches(self, text: str) -> list[Entry]:
        """The entries that answer a text, best first; commands alone while nothing is typed."""
        if not text.strip():
            return [entry for entry in self._entries if entry.kind == _COMMAND]
        ranked = [
            (points, entry.kind, len(entry.text), number)
            for number, entry in enumerate(self._entries)
            if (points := score(text, entry.text)) is not None
        ]
        return [self._entries[number] for *_, number in sorted(ranked)[:_MOST_SHOWN]]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Up and down walk through the list while the field keeps the focus; Enter chooses."""
        if watched is self.field and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            step = {
                Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 8, Qt.Key.Key_PageUp: -8,
            }.get(Qt.Key(event.key()))  # fmt: skip
            if step is not None and self.list.count():
                row = min(self.list.count() - 1, max(0, self.list.currentRow() + step))
                self.list.setCurrentRow(row)
                self.field.setAccessibleDescription(self.list.item(row).text())
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._choose()
                return True
        return super().eventFilter(watched, event)

    def _choose(self) -> None:
        item = self.list.currentItem()
        if self.list.currentRow() >= 0:
            self._chosen = item.data(Qt.ItemDataRole.UserRole)
            self.accept()

    def done(self, result: int) -> None:
        """Do what was chosen once the palette is gone, so that a dialog it opens has the screen."""
        super().done(result)
        chosen, self._chosen = self._chosen, None
        if result == QDialog.DialogCode.Accepted and chosen is not None:
            chosen.run()
