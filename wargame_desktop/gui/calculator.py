"""The odds calculator: both forces set freely or taken from the map, and what would come of their fight."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QPointF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from wargame_desktop.core.state import Piece
from wargame_desktop.systems.showing import ATTACKER, DEFENDER, Calculator, CalculatorError, Entry

from .faces import face_of
from .panels.preview import PreviewBox
from .panels.stack_paint import piece_style
from .table import Table

_ASK_AFTER_MS = 60
_PICTURE = 30
_SIZE = QSize(1040, 660)


class PiecePicture(QWidget):
    """The counter of a kind, small."""

    def __init__(self, table: Table, kind: str) -> None:
        super().__init__()
        self._table, self._kind = table, kind
        self.setFixedSize(_PICTURE + 8, _PICTURE + 4)
        table.theme_changed.connect(lambda _theme: self.update())

    def paintEvent(self, event: QPaintEvent) -> None:
        """As on the map."""
        session = self._table.session
        piece = Piece("calculator", self._kind, self._kind.partition(".")[0], "")
        face = face_of(session.system, session.view, piece, piece_style(self._table))
        ratio = self.devicePixelRatioF()
        picture, offset = self._table.counters.counter(face, _PICTURE, ratio, self._table.theme)
        painter = QPainter(self)
        painter.drawPixmap(QPointF(3, 2) + offset, picture)
        painter.end()


class EntryField(QWidget):
    """One thing to set: a spinner, a check box or a list of words."""

    edited = Signal()

    def __init__(self, entry: Entry) -> None:
        super().__init__()
        self.entry = entry
        self.control: QWidget = self._make()
        self.control.setAccessibleName(entry.title)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.control)
        self.set_value(entry.default)

    def _make(self) -> QWidget:
        if self.entry.kind == "switch":
            box = QCheckBox()
            box.toggled.connect(lambda _on: self.edited.emit())
            return box
        if self.entry.kind == "word":
            words = QComboBox()
            words.addItems(list(self.entry.words))
            words.currentIndexChanged.connect(lambda _row: self.edited.emit())
            return words
        spinner = QSpinBox()
        spinner.setRange(0, self.entry.most)
        spinner.setMinimumWidth(64)
        spinner.setAlignment(Qt.AlignmentFlag.AlignRight)
        spinner.valueChanged.connect(lambda _value: self.edited.emit())
        return spinner

    def value(self) -> int:
        """What is set."""
        control = self.control
        if isinstance(control, QCheckBox):
            return int(control.isChecked())
        if isinstance(control, QComboBox):
            return control.currentIndex()
        assert isinstance(control, QSpinBox)
        return control.value()

    def set_value(self, value: int) -> None:
        """Set it."""
        control = self.control
        if isinstance(control, QCheckBox):
            control.setChecked(bool(value))
        elif isinstance(control, QComboBox):
            control.setCurrentIndex(value)
        elif isinstance(control, QSpinBox):
            control.setValue(value)


class ForcePanel(QFrame):
    """The entries of one side one below the other, with what they cost together."""

    def __init__(self, table: Table, title: str, entries: list[Entry]) -> None:
        super().__init__()
        self.setProperty("role", "panel")
        self.title = title
        self.heading = QLabel()
        self.heading.setProperty("role", "heading")
        self.fields: dict[str, EntryField] = {}
        self._rows: dict[str, list[QWidget]] = {}
        inside = QWidget()
        self._grid = QGridLayout(inside)
        self._grid.setContentsMargins(0, 0, 6, 0)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(1, 1)
        for entry in entries:
            self._add(table, entry)
        self._grid.setRowStretch(self._grid.rowCount(), 1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(inside)
        inside.setAutoFillBackground(False)
        area.viewport().setAutoFillBackground(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.heading)
        column.addWidget(area, 1)

    def _add(self, table: Table, entry: Entry) -> None:
        row = self._grid.rowCount()
        field = self.fields[entry.id] = EntryField(entry)
        words = QLabel(entry.title)
        words.setWordWrap(True)
        note = QLabel(entry.note)
        note.setProperty("role", "dim")
        note.setWordWrap(True)
        text = QWidget()
        column = QVBoxLayout(text)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(words)
        column.addWidget(note)
        note.setVisible(bool(entry.note))
        parts: list[QWidget] = [text, field]
        if entry.piece:
            picture = PiecePicture(table, entry.piece)
            self._grid.addWidget(picture, row, 0)
            parts.append(picture)
        self._grid.addWidget(text, row, 1)
        self._grid.addWidget(field, row, 2, Qt.AlignmentFlag.AlignRight)
        self._rows[entry.id] = parts

    def show_entries(self, values: Mapping[str, int]) -> None:
        """Show the entries that mean something now, and the sum."""
        units = cost = 0
        for key, field in self.fields.items():
            switch, wanted = field.entry.shown_if
            shown = not switch or values.get(switch, 0) == wanted
            for part in self._rows[key]:
                part.setVisible(shown)
            if shown and field.entry.cost:
                units += field.value()
                cost += field.value() * field.entry.cost
        sums = self.tr(": {units} units, worth {cost}").format(units=units, cost=cost) if units else ""
        self.heading.setText(f"{self.title}{sums}".upper())


class CalculatorWindow(QDialog):
    """Both forces on the left, the answer on the right; it stays open beside the game."""

    def __init__(self, table: Table, calculator: Calculator, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.table, self.calculator = table, calculator
        self.setWindowTitle(calculator.title)
        self.setModal(False)
        self.resize(_SIZE)
        self.common = ForcePanel(table, self.tr("Combat"), self._of(""))
        self.forces = {
            ATTACKER: ForcePanel(table, self.tr("Attacker"), self._of(ATTACKER)),
            DEFENDER: ForcePanel(table, self.tr("Defender"), self._of(DEFENDER)),
        }
        self.fields: dict[str, EntryField] = {}
        for panel in (self.common, *self.forces.values()):
            self.fields.update(panel.fields)
        self.answer = PreviewBox(table)
        self.problem = QLabel()
        self.problem.setProperty("role", "refusal")
        self.problem.setWordWrap(True)
        self.take_button = QPushButton(self.tr("Take from the map"))
        self.swap_button = QPushButton(self.tr("Swap sides"))
        self.clear_button = QPushButton(self.tr("Clear"))
        self._lay_out()
        self._timer = QTimer(self, interval=_ASK_AFTER_MS, singleShot=True)
        self._timer.timeout.connect(self.ask)
        self._connect()
        self.ask()

    def _of(self, side: str) -> list[Entry]:
        return [entry for entry in self.calculator.entries if entry.side == side]

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        for button in (self.take_button, self.swap_button, self.clear_button):
            button.setAutoDefault(False)
            buttons.addWidget(button)
        buttons.addStretch(1)
        both = QHBoxLayout()
        both.setSpacing(8)
        for panel in self.forces.values():
            both.addWidget(panel, 1)
        left = QVBoxLayout()
        left.setSpacing(8)
        self.common.setMaximumHeight(84)
        left.addWidget(self.common)
        left.addLayout(both, 1)
        left.addLayout(buttons)
        result = QFrame()
        result.setProperty("role", "panel")
        result.setMinimumWidth(340)
        column = QVBoxLayout(result)
        column.setContentsMargins(0, 0, 0, 0)
        heading = QLabel(self.tr("WHAT TO EXPECT"))
        heading.setProperty("role", "heading")
        column.addWidget(heading)
        column.addWidget(self.problem)
        column.addWidget(self.answer)
        column.addStretch(1)
        row = QHBoxLayout(self)
        row.setSpacing(8)
        row.addLayout(left, 3)
        row.addWidget(result, 2)

    def _connect(self) -> None:
        for field in self.fields.values():
            field.edited.connect(self._edited)
        self.take_button.clicked.connect(self.take)
        self.swap_button.clicked.connect(self.swap)
        self.clear_button.clicked.connect(self.clear)
        self.table.session.changed.connect(self._game_changed)

    # Values

    def values(self) -> dict[str, int]:
        """What is set now."""
        return {key: field.value() for key, field in self.fields.items()}

    def set_values(self, values: Mapping[str, int]) -> None:
        """Set what is named, the rest to nothing."""
        for key, field in self.fields.items():
            field.set_value(values.get(key, 0))
        self.ask()

    def clear(self) -> None:
        """Both forces as in the beginning."""
        self.set_values({entry.id: entry.default for entry in self.calculator.entries})

    def swap(self) -> None:
        """The attacker defends and the defender attacks."""
        values = self.values()
        twins = {entry.id: entry.twin for entry in self.calculator.entries if entry.twin}
        self.set_values({**values, **{key: values[twin] for key, twin in twins.items()}})

    def take(self) -> None:
        """The forces in the space that is chosen on the map."""
        session, space = self.table.session, self.table.selection.space
        if space is None or session.waiting_for is not None:
            self._complain(self.tr("Choose a space on the map first."))
            return
        found = self.calculator.take(session.view, space)
        if found is None:
            name = session.system.space_name(space)
            self._complain(self.tr("Nobody to fight stands in {space}.").format(space=name))
            return
        self.set_values(found)

    # Answers

    def _edited(self) -> None:
        self._timer.start()

    def ask(self) -> None:
        """Ask the rules now."""
        self._timer.stop()
        values = self.values()
        for panel in (self.common, *self.forces.values()):
            panel.show_entries(values)
        try:
            preview = self.calculator.ask(values)
        except CalculatorError as error:
            self._complain(str(error))
            return
        self.problem.hide()
        self.answer.show_preview(preview)

    def _complain(self, why: str) -> None:
        self.answer.show_preview(None)
        self.problem.setText(why)
        self.problem.show()

    def _game_changed(self, _changed: object) -> None:
        """What was taken from the map must not be read by the next to sit down."""
        if self.table.session.waiting_for is not None:
            self.close()
