"""How a scenario is played: who sits where, which optional rules, which dice, match or study."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QRadioButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from .parts import button, label, scrolled
from .request import BOT, HUMAN, NewGameRequest, random_seed

if TYPE_CHECKING:
    from wargame_desktop.content.library import ScenarioData
    from wargame_desktop.content.scenarios import Option, Seat

LONGEST_TITLE = 80
_LARGEST_NUMBER = 1_000_000
_OPTIONAL = "optional: "
"""Before the name of a rule that a rulebook offers as optional."""


class SetupPage(QFrame):
    """The second page of a new game: everything has a usual value, so Start may be pressed at once."""

    started = Signal(object)
    """The NewGameRequest."""
    left = Signal()
    """Back to the choice of scenarios."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "panel")
        self._scenario: Path | None = None
        self._seats: dict[str, QComboBox] = {}
        self._options: dict[str, Callable[[], str]] = {}
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(10)
        layout.addWidget(label(self.tr("NEW GAME"), "heading"))
        self._heading = label("", "title")
        layout.addWidget(self._heading)
        self._problem = label("", "refusal")
        self._problem.hide()
        layout.addWidget(self._problem)
        self._form = scrolled(QWidget())
        layout.addWidget(self._form, 1)
        layout.addLayout(self._foot())

    def _foot(self) -> QHBoxLayout:
        foot = QHBoxLayout()
        self.back = button(self.tr("Back"))
        self.back.clicked.connect(self.left)
        self.start = button(self.tr("Start the game"), "primary", self.tr("Ctrl+Enter"))
        self.start.setMinimumWidth(160)
        self.start.clicked.connect(self._start)
        foot.addWidget(self.back)
        foot.addStretch(1)
        foot.addWidget(self.start)
        return foot

    # The form

    def show_scenario(self, path: Path, data: ScenarioData) -> None:
        """Fill the page for a scenario, with what is usual."""
        self._scenario = path
        self._seats, self._options = {}, {}
        self._heading.setText(data.scenario.header.title)
        self.show_problem("")
        content = QWidget()
        columns = QHBoxLayout(content)
        columns.setContentsMargins(0, 0, 12, 0)
        columns.setSpacing(32)
        for stretch, parts in (
            (3, (self._title_part(data), self._seat_part(data), self._option_part(data))),
            (2, (self._mode_part(), self._dice_part())),
        ):
            column = QVBoxLayout()
            column.setSpacing(22)
            for part in parts:
                if part is not None:
                    column.addLayout(part)
            column.addStretch(1)
            columns.addLayout(column, stretch)
        self._form.setWidget(content)
        content.setAutoFillBackground(False)

    def _part(self, heading: str) -> QVBoxLayout:
        part = QVBoxLayout()
        part.setSpacing(7)
        part.addWidget(label(heading.upper(), "heading"))
        return part

    def _title_part(self, data: ScenarioData) -> QVBoxLayout:
        part = self._part(self.tr("Title"))
        self.title = QLineEdit(data.scenario.header.title)
        self.title.setMaxLength(LONGEST_TITLE)
        self.title.setAccessibleName(self.tr("Title of the game"))
        part.addWidget(self.title)
        part.addWidget(label(self.tr("The file is named after it and the date."), "dim"))
        return part

    def _seat_part(self, data: ScenarioData) -> QVBoxLayout:
        part = self._part(self.tr("Who plays"))
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setColumnStretch(0, 1)
        names = {power.id: power.name for units in data.units for power in units.powers.values()}
        for row, seat in enumerate(data.scenario.seats):
            grid.addLayout(self._seat_name(seat, names), row, 0)
            grid.addWidget(self._player_box(seat, data.scenario.system), row, 1)
        part.addLayout(grid)
        if not data.scenario.seats:
            part.addWidget(label(self.tr("Everyone plays every power."), "dim"))
        return part

    def _seat_name(self, seat: Seat, names: dict[str, str]) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(0)
        column.addWidget(label(seat.name, wrap=False))
        powers = ", ".join(names.get(power, power) for power in seat.powers)
        if powers and powers != seat.name:
            column.addWidget(label(powers, "dim"))
        return column

    def _player_box(self, seat: Seat, system: str) -> QComboBox:
        from wargame_desktop.systems.registry import has_bot

        box = QComboBox()
        box.addItem(self.tr("Person at this table"), HUMAN)
        box.addItem(self.tr("The program") if has_bot(system) else self.tr("The program, at random"), BOT)
        box.setAccessibleName(self.tr("Who plays {seat}").format(seat=seat.name))
        self._seats[seat.id] = box
        return box

    def _option_part(self, data: ScenarioData) -> QVBoxLayout | None:
        options = data.scenario.options
        if not options:
            return None
        part = self._part(self.tr("Optional rules"))
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setColumnStretch(0, 1)
        for row, option in enumerate(options.values()):
            self._add_option(grid, row, option)
        part.addLayout(grid)
        return part

    def _add_option(self, grid: QGridLayout, row: int, option: Option) -> None:
        title = option.title or option.id.replace("_", " ").capitalize()
        named = option.rule.startswith(_OPTIONAL)
        rule = option.rule.removeprefix(_OPTIONAL)
        if rule[:1].isdecimal():
            rule = self.tr("rule {number}").format(number=rule)
        # A rule with a name of its own is found by that name; then the title explains it.
        name, note = (rule[:1].upper() + rule[1:], title) if named else (title, rule)
        field, read = _option_field(option, name)
        field.setAccessibleName(f"{name}, {note}" if note else name)
        self._options[option.id] = read
        if not isinstance(field, QCheckBox):
            grid.addWidget(label(name), row, 0)
            grid.addWidget(field, row, 1)
        else:
            grid.addWidget(field, row, 0, 1, 1 if named else 2)
        if named:
            grid.addWidget(label(note, "dim"), row, 1, 1, 2)
            grid.setColumnStretch(0, 0)
            grid.setColumnStretch(1, 1)
        else:
            at = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            grid.addWidget(label(note, "dim", wrap=False), row, 2, at)

    def _mode_part(self) -> QVBoxLayout:
        part = self._part(self.tr("Match or study"))
        self.study = self._choice(
            part,
            self.tr("Study"),
            self.tr("You see everything, take back anything, and try other lines beside the one played."),
        )
        self.match = self._choice(
            part,
            self.tr("Match"),
            self.tr("Each side sees what it may know; dice and what was revealed cannot be taken back."),
        )
        self._group(self.study, self.match)
        return part

    def _dice_part(self) -> QVBoxLayout:
        part = self._part(self.tr("Dice"))
        self.rolled = self._choice(
            part,
            self.tr("Rolled by the program"),
            self.tr("They follow from the seed, so a game can be replayed."),
        )
        self.typed = self._choice(
            part, self.tr("Typed in"), self.tr("You roll real dice on the table; the program asks what fell.")
        )
        self._group(self.rolled, self.typed)
        row = QHBoxLayout()
        self.seed = QLineEdit(random_seed())
        self.seed.setMaxLength(LONGEST_TITLE)
        self.seed.setAccessibleName(self.tr("Seed of the dice"))
        another = button(self.tr("Another"), tip=self.tr("Another seed at random"))
        another.setAccessibleName(self.tr("Another seed"))
        another.clicked.connect(lambda: self.seed.setText(random_seed()))
        row.addWidget(label(self.tr("Seed"), wrap=False))
        row.addWidget(self.seed, 1)
        row.addWidget(another)
        part.addLayout(row)
        return part

    def _choice(self, part: QVBoxLayout, text: str, explained: str) -> QRadioButton:
        radio = QRadioButton(text)
        radio.setAccessibleDescription(explained)
        line = label(explained, "dim")
        line.setContentsMargins(23, 0, 0, 2)
        part.addWidget(radio)
        part.addWidget(line)
        return radio

    def _group(self, first: QRadioButton, second: QRadioButton) -> None:
        group = QButtonGroup(first)
        group.addButton(first)
        group.addButton(second)
        first.setChecked(True)

    # What was chosen

    def request(self) -> NewGameRequest:
        """The game as the page has it now."""
        assert self._scenario is not None
        return NewGameRequest(
            scenario=self._scenario,
            title=self.title.text().strip(),
            seed=self.seed.text().strip(),
            options={name: read() for name, read in self._options.items()},
            seats={seat: str(box.currentData()) for seat, box in self._seats.items()},
            dice="typed" if self.typed.isChecked() else "seeded",
            mode="match" if self.match.isChecked() else "study",
        )

    def show_problem(self, text: str) -> None:
        """Say why the game could not be begun; empty when there is nothing to say."""
        self._problem.setText(text)
        self._problem.setVisible(bool(text))

    def _start(self) -> None:
        if self._scenario is not None:
            self.show_problem("")
            self.started.emit(self.request())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape goes back, Ctrl+Enter starts."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._start()
        else:
            super().keyPressEvent(event)


def _option_field(option: Option, name: str) -> tuple[QWidget, Callable[[], str]]:
    """The control for an optional rule, and how to read it as text."""
    if isinstance(option.default, bool):
        check = QCheckBox(name)
        check.setChecked(option.default)
        return check, lambda: "yes" if check.isChecked() else "no"
    if option.choices:
        box = QComboBox()
        for choice in option.choices:
            box.addItem(str(choice).replace("_", " "), str(choice))
        box.setCurrentIndex(option.choices.index(option.default))
        return box, lambda: str(box.currentData())
    if isinstance(option.default, int):
        spin = QSpinBox()
        spin.setRange(-_LARGEST_NUMBER, _LARGEST_NUMBER)
        spin.setValue(option.default)
        return spin, lambda: str(spin.value())
    line = QLineEdit(str(option.default))
    return line, line.text
