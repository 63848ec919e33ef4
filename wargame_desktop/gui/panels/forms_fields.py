"""Fields of a form that ask for one value: a choice, a number, a text, yes or no."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLineEdit, QSpinBox, QToolButton, QWidget

from wargame_desktop.core.action import Argument
from wargame_desktop.core.sequence import Choice
from wargame_desktop.gui.table import Table

from .forms_values import box_for, label_of

_FARTHEST = 999_999


class Field(QWidget):
    """One argument of an action; `edited` says that a person has changed it."""

    edited = Signal()
    is_wide = False
    """Whether the label stands above the field and not beside it."""

    def __init__(self, table: Table, choice: Choice, argument: Argument) -> None:
        super().__init__()
        self.table, self.choice, self.argument = table, choice, argument
        self.touched = False

    def value(self) -> Any:
        """What the action gets."""
        raise AssertionError(f"{type(self).__name__} has no value")

    def set_value(self, value: Any) -> None:
        """Show a value, as when a form is made anew."""
        raise AssertionError(f"{type(self).__name__} cannot show a value")

    def missing(self) -> bool:
        """Whether something must still be filled in before the rules can be asked."""
        return False

    def take_pieces(self, pieces: Sequence[str]) -> None:
        """The selection is this now; a field that asks for pieces takes it over."""

    def take_space(self, space: str) -> None:
        """This space is in hand now; a field that asks for one takes it over."""

    def _touch(self) -> None:
        self.touched = True
        self.edited.emit()


class PickButton(QToolButton):
    """Asks for a space on the map; pressed for as long as it waits for the click."""

    def __init__(
        self, table: Table, candidates: Sequence[str], picked: Callable[[str], None], again: bool = False
    ) -> None:
        super().__init__()
        self._table, self._candidates, self._picked, self._again = table, tuple(candidates), picked, again
        self._asking = False
        self.setText(self.tr("Pick"))
        self.setProperty("role", "framed")
        self.setAccessibleName(self.tr("Pick a space on the map"))
        self.setToolTip(self.tr("Pick a space on the map; Esc gives up"))
        self.setCheckable(True)
        self.toggled.connect(self._toggled)
        table.candidates_changed.connect(self._candidates_changed)

    def _toggled(self, on: bool) -> None:
        if not on:
            self._table.cancel_pick()
            return
        self._asking = True
        self._table.pick_space(self._candidates, self._answered)
        self._asking = False
        self._table.hint.emit(self.tr("Click a space on the map; Esc gives up."))

    def _candidates_changed(self, _candidates: object) -> None:
        # Someone else asks now, or nobody does: this question is over.
        if not self._asking:
            with QSignalBlocker(self):
                self.setChecked(False)

    def _answered(self, space: str) -> None:
        self._picked(space)
        if self._again:
            self.setChecked(True)


class ChoiceField(Field):
    """A word, piece, space or power: from a list, by typing, or from the selection and the map."""

    def __init__(self, table: Table, choice: Choice, argument: Argument) -> None:
        super().__init__(table, choice, argument)
        self.box = box_for(table, choice.kind, choice.values, required=argument.required)
        self.box.setAccessibleName(label_of(choice.name))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        row.addWidget(self.box, 1)
        if choice.kind == "space":
            row.addWidget(PickButton(table, choice.values, self._picked))
        self.setFocusProxy(self.box)
        if not argument.required and argument.default:
            self.box.set_value(str(argument.default))
        self.box.edited.connect(self._touch)

    def value(self) -> str:
        """The id of what was chosen, or the words typed."""
        return self.box.value() or ("" if self.argument.required else str(self.argument.default))

    def set_value(self, value: str) -> None:
        """Choose it, when it is still to be had."""
        if not self.choice.values or self.box.offers_value(value):
            with QSignalBlocker(self.box):
                self.box.set_value(value)

    def missing(self) -> bool:
        """Whether nothing is chosen."""
        return self.argument.required and not self.value()

    def take_pieces(self, pieces: Sequence[str]) -> None:
        """The first of the selection that is offered."""
        if self.choice.kind == "piece" and not self.touched:
            self._take([piece for piece in pieces if self.box.offers_value(piece)])

    def take_space(self, space: str) -> None:
        """The space in hand, when it is offered."""
        if self.choice.kind == "space" and not self.touched and self.box.offers_value(space):
            self._take([space])

    def _take(self, values: Sequence[str]) -> None:
        if values and values[0] != self.box.value():
            with QSignalBlocker(self.box):
                self.box.set_value(values[0])
            self.edited.emit()

    def _picked(self, space: str) -> None:
        self.box.set_value(space)


class NumberField(Field):
    """A whole number within its bounds."""

    def __init__(self, table: Table, choice: Choice, argument: Argument) -> None:
        super().__init__(table, choice, argument)
        self.box = number_box(choice)
        self.box.setAccessibleName(label_of(choice.name))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.box, 1)
        self.setFocusProxy(self.box)
        if not argument.required:
            self.box.setMinimum(min(self.box.minimum(), argument.default))
            self.box.setMaximum(max(self.box.maximum(), argument.default))
            self.box.setValue(argument.default)
        self.box.valueChanged.connect(self._touch)

    def value(self) -> int:
        """The number."""
        return self.box.value()

    def set_value(self, value: int) -> None:
        """Show a number."""
        with QSignalBlocker(self.box):
            self.box.setValue(value)


def number_box(choice: Choice) -> QSpinBox:
    """A spinner within the bounds of a choice; without bounds it starts at 0."""
    box = QSpinBox()
    box.setRange(
        -_FARTHEST if choice.least is None else choice.least,
        _FARTHEST if choice.most is None else choice.most,
    )
    box.setValue(max(box.minimum(), min(0, box.maximum())))
    return box


class TextField(Field):
    """Any words."""

    def __init__(self, table: Table, choice: Choice, argument: Argument) -> None:
        super().__init__(table, choice, argument)
        self.box = QLineEdit(str(argument.default or ""))
        self.box.setAccessibleName(label_of(choice.name))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.box)
        self.setFocusProxy(self.box)
        self.box.textEdited.connect(self._touch)

    def value(self) -> str:
        """The words."""
        return self.box.text()

    def set_value(self, value: str) -> None:
        """Show words."""
        self.box.setText(value)


class FlagField(Field):
    """Yes or no."""

    def __init__(self, table: Table, choice: Choice, argument: Argument) -> None:
        super().__init__(table, choice, argument)
        self.box = QCheckBox(self.tr("yes"))
        self.box.setAccessibleName(label_of(choice.name))
        self.box.setChecked(bool(argument.default))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.box, 1, Qt.AlignmentFlag.AlignLeft)
        self.setFocusProxy(self.box)
        self.box.toggled.connect(self._touch)

    def value(self) -> bool:
        """Whether the box is ticked."""
        return self.box.isChecked()

    def set_value(self, value: bool) -> None:
        """Tick the box or not."""
        with QSignalBlocker(self.box):
            self.box.setChecked(value)
