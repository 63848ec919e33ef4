"""Fields of a form that ask for several values: pieces, spaces, a path, counts, who goes with whom."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QSpinBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from wargame_desktop.core.action import Argument
from wargame_desktop.core.sequence import Choice
from wargame_desktop.gui.table import Table

from .forms_fields import Field, PickButton, number_box
from .forms_values import SINGLE, ValueBox, box_for, fit_rows, label_of, labelled, value_name

_VALUE = Qt.ItemDataRole.UserRole
_MOST_ROWS = 5


def _fit(rows: QListWidget) -> None:
    fit_rows(rows, rows.count(), _MOST_ROWS)
    rows.setVisible(rows.count() > 0)


def _tool(text: str) -> QToolButton:
    button = QToolButton()
    button.setText(text)
    button.setProperty("role", "framed")
    return button


class CheckListField(Field):
    """Some of a list: a tick for each value that is wanted."""

    is_wide = True

    def __init__(self, table: Table, choice: Choice, argument: Argument) -> None:
        super().__init__(table, choice, argument)
        self.rows = QListWidget()
        self.rows.setAccessibleName(label_of(choice.name))
        self.rows.setUniformItemSizes(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.rows)
        self.setFocusProxy(self.rows)
        for label, value in self._named():
            item = QListWidgetItem(label, self.rows)
            item.setData(_VALUE, value)
            item.setCheckState(Qt.CheckState.Unchecked)
        _fit(self.rows)
        self.set_value(argument.default or ())
        self.rows.itemChanged.connect(lambda _item: self._touch())

    def _named(self) -> list[tuple[str, str]]:
        if self.choice.kind != "pairs":
            return labelled(self.table, SINGLE[self.choice.kind], self.choice.values)
        return [(_pair_name(self.table, *_split(value)), value) for value in self.choice.values]

    def value(self) -> tuple[Any, ...]:
        """What is ticked, in the order of the list."""
        items = (self.rows.item(row) for row in range(self.rows.count()))
        ticked = (str(item.data(_VALUE)) for item in items if item.checkState() == Qt.CheckState.Checked)
        return tuple(_split(value) if self.choice.kind == "pairs" else value for value in ticked)

    def set_value(self, value: Iterable[Any]) -> None:
        """Tick these and no others."""
        wanted = {"@".join(item) if isinstance(item, tuple) else item for item in value}
        with QSignalBlocker(self.rows):
            for row in range(self.rows.count()):
                item = self.rows.item(row)
                on = item.data(_VALUE) in wanted
                item.setCheckState(Qt.CheckState.Checked if on else Qt.CheckState.Unchecked)
        self.rows.viewport().update()

    def take_pieces(self, pieces: Sequence[str]) -> None:
        """Tick those of the selection that are on the list."""
        if self.choice.kind == "pieces" and not self.touched:
            before = self.value()
            self.set_value(pieces)
            if self.value() != before:
                self.edited.emit()


def _split(pair: str) -> tuple[str, str]:
    first, _, second = pair.partition("@")
    return first, second


def _pair_name(table: Table, first: str, second: str) -> str:
    return f"{value_name(table, 'pair', first)} → {value_name(table, 'pair', second)}"


class _Rows(QListWidget):
    """The entries made so far; Delete takes the marked one out."""

    removal_wanted = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete and Backspace remove; everything else is the list's own."""
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and self.currentRow() >= 0:
            self.removal_wanted.emit()
        else:
            super().keyPressEvent(event)


class EntriesField(Field):
    """A list made entry by entry, in the order it is made: chosen, typed, or picked on the map."""

    is_wide = True

    def __init__(self, table: Table, choice: Choice, argument: Argument) -> None:
        super().__init__(table, choice, argument)
        self._entries: list[Any] = list(argument.default or ())
        self.rows = _Rows()
        self.rows.setAccessibleName(label_of(choice.name))
        self.rows.setUniformItemSizes(True)
        self.boxes = self._make_boxes()
        self.add_button = _tool(self.tr("Add"))
        self.add_button.setAccessibleName(self.tr("Add to {name}").format(name=label_of(choice.name)))
        self.remove_button = _tool(self.tr("Remove"))
        self.remove_button.setAccessibleName(self.tr("Remove from {name}").format(name=label_of(choice.name)))
        self._lay_out()
        self.setFocusProxy(self.boxes[0])
        self.add_button.clicked.connect(self._add)
        self.remove_button.clicked.connect(self._remove)
        self.rows.removal_wanted.connect(self._remove)
        self._show()

    def _make_boxes(self) -> list[QWidget]:
        kind, values = self.choice.kind, self.choice.values
        if kind == "numbers":
            return [number_box(self.choice)]
        if kind == "pairs":
            return [
                box_for(self.table, "piece", values),
                ValueBox(labelled(self.table, "pair", self._partners()), open_ended=True),
            ]
        boxes: list[QWidget] = [box_for(self.table, SINGLE.get(kind, "word"), values)]
        if kind == "counts":
            boxes.append(number_box(self.choice))
        return boxes

    def _partners(self) -> list[str]:
        session = self.table.session
        return [*(space.id for space in session.system.board.spaces), *session.view.pieces]

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.rows)
        tools = QHBoxLayout()
        tools.setSpacing(2)
        for number, box in enumerate(self.boxes):
            box.setAccessibleName(f"{label_of(self.choice.name)} {number + 1}")
            if self.choice.kind == "pairs":
                column.addWidget(box)
            else:
                tools.addWidget(box, 1)
        tools.addWidget(self.add_button)
        if self.choice.kind in ("spaces", "path"):
            tools.addWidget(PickButton(self.table, self.choice.values, self._append, again=True))
        tools.addWidget(self.remove_button)
        if self.choice.kind == "pairs":
            tools.addStretch(1)
        column.addLayout(tools)

    def value(self) -> tuple[Any, ...]:
        """The entries in order."""
        return tuple(self._entries)

    def set_value(self, value: Iterable[Any]) -> None:
        """Show these entries."""
        self._entries = list(value)
        self._show()

    def take_pieces(self, pieces: Sequence[str]) -> None:
        """The selection becomes the list, until a person changes it by hand."""
        if self.choice.kind == "pieces" and not self.touched and list(pieces) != self._entries:
            self.set_value(pieces)
            self.edited.emit()

    def _show(self) -> None:
        self.rows.clear()
        for entry in self._entries:
            self.rows.addItem(self._name(entry))
        self._fitted()

    def _fitted(self) -> None:
        _fit(self.rows)
        self.remove_button.setVisible(bool(self._entries))

    def _name(self, entry: Any) -> str:
        kind = self.choice.kind
        if kind == "counts":
            return f"{value_name(self.table, 'word', entry[0])} × {entry[1]}"
        if kind == "pairs":
            return _pair_name(self.table, *entry)
        return value_name(self.table, SINGLE.get(kind, "word"), str(entry))

    def _entry(self) -> Any:
        values = [box.value() for box in self.boxes if isinstance(box, ValueBox | QSpinBox)]
        if "" in values:
            return None
        return values[0] if len(values) == 1 else tuple(values)

    def _add(self) -> None:
        entry = self._entry()
        if entry is not None:
            self._append(entry)
            self.boxes[0].setFocus()

    def _append(self, entry: Any) -> None:
        self._entries.append(entry)
        self.rows.addItem(self._name(entry))
        self.rows.scrollToBottom()
        self._fitted()
        self._touch()

    def _remove(self) -> None:
        row = self.rows.currentRow() if self.rows.currentRow() >= 0 else self.rows.count() - 1
        if row >= 0:
            del self._entries[row]
            self.rows.takeItem(row)
            self._fitted()
            self._touch()


class CountsField(Field):
    """How many of each listed thing."""

    is_wide = True

    def __init__(self, table: Table, choice: Choice, argument: Argument) -> None:
        super().__init__(table, choice, argument)
        self.boxes: dict[str, QSpinBox] = {}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(2)
        grid.setColumnStretch(0, 1)
        for row, (label, value) in enumerate(labelled(table, "word", choice.values)):
            box = number_box(Choice(choice.name, "number", least=choice.least or 0, most=choice.most))
            box.setAccessibleName(label)
            box.valueChanged.connect(self._touch)
            name = QLabel(label)
            name.setWordWrap(True)
            name.setBuddy(box)
            grid.addWidget(name, row, 0)
            grid.addWidget(box, row, 1)
            self.boxes[value] = box
        if self.boxes:
            self.setFocusProxy(next(iter(self.boxes.values())))
        self.set_value(argument.default or ())

    def value(self) -> tuple[tuple[str, int], ...]:
        """What is wanted more or less than not at all."""
        return tuple((name, box.value()) for name, box in self.boxes.items() if box.value())

    def set_value(self, value: Iterable[tuple[str, int]]) -> None:
        """Show these numbers, and none of the rest."""
        wanted = dict(value)
        for name, box in self.boxes.items():
            with QSignalBlocker(box):
                box.setValue(wanted.get(name, 0))
