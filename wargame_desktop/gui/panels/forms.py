"""A form made of an offer: a field for each argument, the rules' answer while it is filled in, a button."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QKeyEvent, Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from wargame_desktop.core.action import Action, Argument, NotationError
from wargame_desktop.core.refusal import Refusal, refuse
from wargame_desktop.core.sequence import Choice, Offer
from wargame_desktop.gui.table import Table
from wargame_desktop.systems.base import Preview

from .forms_fields import ChoiceField, Field, FlagField, NumberField, TextField
from .forms_lists import CheckListField, CountsField, EntriesField
from .forms_values import label_of, title_of
from .preview import PreviewBox

_CHECK_AFTER_MS = 120
_SINGLES: dict[str, type[Field]] = {"number": NumberField, "text": TextField, "flag": FlagField}
_ORDERED = ("path", "numbers")


def field_for(table: Table, choice: Choice, argument: Argument) -> Field:
    """The field that fits one argument."""
    kind, values = argument.kind, choice.values
    if kind in _SINGLES:
        return _SINGLES[kind](table, choice, argument)
    if kind in ("word", "piece", "space", "power"):
        return ChoiceField(table, choice, argument)
    if kind == "counts" and values:
        return CountsField(table, choice, argument)
    listed = bool(values) and kind not in _ORDERED
    if listed and (kind in ("pieces", "spaces", "words") or all("@" in value for value in values)):
        return CheckListField(table, choice, argument)
    return EntriesField(table, choice, argument)


def refusal_html(refusals: Sequence[Refusal], warn: str) -> str:
    """Refusals as lines, each with its rule number in the colour given."""
    lines = []
    for refusal in refusals:
        rule = f' <span style="color:{warn}">{escape(refusal.rule)}</span>' if refusal.rule else ""
        lines.append(escape(refusal.sentence) + rule)
    return "<br>".join(lines)


class RefusalLabel(QLabel):
    """Why not, in sentences with rule numbers; hidden when there is nothing to say."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self._table = table
        self._refusals: tuple[Refusal, ...] = ()
        self.setProperty("role", "refusal")
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setAccessibleName(self.tr("Why not"))
        self.hide()
        table.theme_changed.connect(self._theme_changed)

    def _theme_changed(self, _theme: object) -> None:
        self.show_refusals(self._refusals)

    def show_refusals(self, refusals: Sequence[Refusal]) -> None:
        """Say why not; nothing to say hides the label."""
        self._refusals = tuple(refusals)
        self.setText(refusal_html(refusals, self._table.theme.window.warn.name()))
        self.setAccessibleDescription(" ".join(str(refusal) for refusal in refusals))
        self.setVisible(bool(refusals))

    @property
    def sentences(self) -> str:
        """What is said, as plain text."""
        return "\n".join(str(refusal) for refusal in self._refusals)


class ActionForm(QWidget):
    """The fields of one action. `submitted` carries the action, `closed` that the form is wanted no more."""

    submitted = Signal(object)
    closed = Signal()

    def __init__(self, table: Table, offer: Offer) -> None:
        super().__init__()
        self.table, self.offer = table, offer
        self.fields: dict[str, Field] = {}
        self.refusal = RefusalLabel(table)
        self.preview = PreviewBox(table)
        self.hint = QLabel()
        self.hint.setProperty("role", "dim")
        self.hint.setWordWrap(True)
        self.submit_button = QPushButton(offer.title)
        self.submit_button.setProperty("role", "primary")
        self.close_button = QPushButton(self.tr("Close"))
        self._make_fields()
        self._lay_out()
        self._timer = QTimer(self, interval=_CHECK_AFTER_MS, singleShot=True)
        self._timer.timeout.connect(self.check)
        self.submit_button.clicked.connect(self.submit)
        self.close_button.clicked.connect(self._close)
        table.selection.changed.connect(self._selection_changed)
        table.selection.space_changed.connect(self._space_changed)
        self._selection_changed()
        self._space_changed(table.selection.space)
        self.check()

    def _make_fields(self) -> None:
        arguments = {
            item.name: item for item in self.table.session.system.notation.arguments(self.offer.verb)
        }
        for choice in self.offer.arguments:
            field = field_for(self.table, choice, arguments[choice.name])
            field.edited.connect(self.check_soon)
            self.fields[choice.name] = field

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        grid = QGridLayout()
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(1, 1)
        for name, field in self.fields.items():
            label = QLabel(title_of(label_of(name)))
            label.setProperty("role", "dim")
            label.setBuddy(field)
            row = grid.rowCount()
            if field.is_wide:
                grid.addWidget(label, row, 0, 1, 2)
                grid.addWidget(field, row + 1, 0, 1, 2)
            else:
                grid.addWidget(label, row, 0)
                grid.addWidget(field, row, 1)
        column.addLayout(grid)
        column.addWidget(self.hint)
        column.addWidget(self.refusal)
        column.addWidget(self.preview)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.submit_button, 1)
        buttons.addWidget(self.close_button)
        column.addLayout(buttons)

    # What it says

    def values(self) -> dict[str, Any]:
        """What is filled in."""
        return {name: field.value() for name, field in self.fields.items()}

    def action(self) -> Action:
        """The action as filled in; a NotationError when it cannot be written."""
        return self.table.session.system.notation.make(self.offer.verb, self.values())

    def missing(self) -> list[str]:
        """Names of what must still be filled in."""
        return [label_of(name) for name, field in self.fields.items() if field.missing()]

    def fill(self, action: Action) -> None:
        """Fill in the form as an action says."""
        for name, field in self.fields.items():
            field.set_value(getattr(action, name))
            field.touched = True
        self.check()

    def take_over(self, other: ActionForm) -> None:
        """Keep what a person filled in when the form of the same action is made anew."""
        for name, field in self.fields.items():
            old = other.fields.get(name)
            if old is not None and old.touched and old.argument.kind == field.argument.kind:
                field.set_value(old.value())
                field.touched = True
        self.check()

    # What the rules say

    def check_soon(self) -> None:
        """Ask the rules once things have calmed down."""
        self._timer.start()

    def check(self) -> None:
        """Ask the rules now, and show the answer."""
        self._timer.stop()
        missing = self.missing()
        if missing:
            wanted = ", ".join(missing)
            self._answer(self.tr("Still to fill in: {names}.").format(names=wanted), ())
            return
        preview = None
        try:
            action = self.action()
            refusals = self.table.session.why_not(action)
            preview = None if refusals else self.table.session.preview(action)
        except NotationError as error:
            refusals = [refuse("notation", sentence(str(error)))]
        self._answer("", refusals, preview)

    def _answer(self, hint: str, refusals: Sequence[Refusal], preview: Preview | None = None) -> None:
        self.preview.show_preview(preview)
        self.hint.setText(hint)
        self.hint.setVisible(bool(hint))
        self.refusal.show_refusals(refusals)

    def submit(self) -> None:
        """Send the action, or say what is lacking."""
        self.check()
        if self.missing():
            self._first_missing().setFocus()
            return
        try:
            action = self.action()
        except NotationError:
            return  # the check has said it
        self.submitted.emit(action)

    def _first_missing(self) -> Field:
        return next(field for field in self.fields.values() if field.missing())

    # What goes on around it

    def _selection_changed(self) -> None:
        pieces = self.table.selection.pieces
        for field in self.fields.values():
            if field.argument.kind in ("piece", "pieces"):
                field.take_pieces(pieces)
                return

    def _space_changed(self, space: object) -> None:
        """The space in hand answers the first question for one, unless the form is about pieces there."""
        kinds = [field.argument.kind for field in self.fields.values()]
        if not isinstance(space, str) or "piece" in kinds or "pieces" in kinds:
            return
        for field in self.fields.values():
            if field.argument.kind == "space":
                field.take_space(space)
                return

    def follow_again(self) -> None:
        """The action is done: fields follow the selection again."""
        for field in self.fields.values():
            field.touched = False

    def focus_first(self) -> None:
        """Put the keyboard into the first field that needs it."""
        fields = list(self.fields.values())
        if fields:
            next((field for field in fields if field.missing()), fields[0]).setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter sends the form, Esc gives up picking and then the form."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.submit()
        elif event.key() == Qt.Key.Key_Escape and self.table.is_picking:
            self.table.cancel_pick()
        elif event.key() == Qt.Key.Key_Escape:
            self._close()
        else:
            super().keyPressEvent(event)

    def _close(self) -> None:
        self.table.cancel_pick()
        self.closed.emit()


def sentence(text: str) -> str:
    """A notation error begins small and has no full stop."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?", "!")) else ".")
