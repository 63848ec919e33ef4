"""Parts of the battle board: a side with its head and dice, the answers as buttons, the chances."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from wargame_desktop.gui.table import Table
from wargame_desktop.systems.base import Preview
from wargame_desktop.systems.showing import FightSide

from .battle_dice import ThrowRows
from .battle_side import SideColumns
from .battle_watch import SideDice
from .decision_head import NationChip
from .preview import ChanceBars

_LEAST_BUTTON = 132
_WIDE = 700
_LONG_NAME = 24


class SideBox(QWidget):
    """Who fights, with what, and what was thrown."""

    def __init__(self, table: Table, role: str) -> None:
        super().__init__()
        self.chip = NationChip(table)
        self.chip.setFixedSize(28, 28)
        self.name = label("", "")
        self.name.setStyleSheet("font-weight: 600")
        self.role = label("dim", role)
        self.columns = SideColumns(table)
        self.columns.setAccessibleName(role)
        self.dice = ThrowRows(table)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self.chip)
        head.addWidget(self.name)
        head.addWidget(self.role, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addLayout(head)
        column.addWidget(self.columns)
        column.addWidget(self.dice)
        column.addStretch(1)

    def show_side(self, side: FightSide, dice: SideDice) -> None:
        """Show a side and its last dice."""
        self.chip.show_powers((side.power,) if side.power else ())
        self.name.setText(side.name)
        self.role.setVisible(bool(side.name))  # of a fight over at once only the dice are known
        self.columns.show_side(side)
        self.show_dice(dice)

    def show_dice(self, dice: SideDice) -> None:
        """Show only other dice."""
        self.dice.show_throws(dice.throws, dice.fresh)


@dataclass(frozen=True)
class Answer:
    """A button: its text, what it does, and whether it is the one Enter presses."""

    text: str
    do: Callable[[], object]
    primary: bool = False
    enabled: bool = True


class AnswerButtons(QWidget):
    """Answers in as many columns as fit."""

    def __init__(self) -> None:
        super().__init__()
        self.buttons: list[QPushButton] = []
        self._answers: list[Answer] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(8)

    def show_answers(self, answers: Sequence[Answer]) -> None:
        """Make the buttons; those with the same texts as before are kept, with the keyboard in them."""
        wanted = [(answer.text, answer.primary) for answer in answers]
        kept = wanted == [(answer.text, answer.primary) for answer in self._answers]
        self._answers = list(answers)
        if not kept:
            self._make()
        for button, answer in zip(self.buttons, answers, strict=True):
            button.setEnabled(answer.enabled)

    @property
    def primary(self) -> QPushButton | None:
        """The button that Enter presses."""
        for button, answer in zip(self.buttons, self._answers, strict=True):
            if answer.primary and answer.enabled:
                return button
        return None

    def _make(self) -> None:
        for button in self.buttons:
            self._grid.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.buttons = [self._button(number, answer) for number, answer in enumerate(self._answers)]
        self._place()

    def _button(self, number: int, answer: Answer) -> QPushButton:
        button = QPushButton(answer.text, self)
        button.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
        if answer.primary:
            button.setProperty("role", "primary")
        button.clicked.connect(lambda: self._answers[number].do())
        own_keys(button)
        return button

    def _place(self) -> None:
        widest = max((button.sizeHint().width() for button in self.buttons), default=_LEAST_BUTTON)
        columns = max(1, min(len(self.buttons), (self.width() + 8) // (max(widest, _LEAST_BUTTON) + 8)))
        for number, button in enumerate(self.buttons):
            self._grid.addWidget(button, number // columns, number % columns)
            button.show()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Others fit side by side now."""
        super().resizeEvent(event)
        self._place()


class Chances(QFrame):
    """The rest of the fight in chances: as many of them side by side as there is room for."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self._table = table
        self._shown: tuple[Preview | None, int] = (None, 0)
        self.setAccessibleName(self.tr("What to expect"))
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(18)
        table.theme_changed.connect(lambda _theme: self.update())

    def show_preview(self, preview: Preview | None, width: int) -> None:
        """Show another answer of the rules, or none."""
        most = 2 if width >= _WIDE else 1
        if (preview, most) == self._shown:
            return
        self._shown = (preview, most)
        while (item := self._row.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.setVisible(preview is not None and bool(preview.chances))
        for chance in preview.chances[:most] if preview is not None else ():
            part = QWidget()
            column = QVBoxLayout(part)
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(2)
            column.addWidget(label("heading", chance.title.upper()))
            column.addWidget(ChanceBars(self._table, chance))
            column.addStretch(1)
            longest = max(len(name) for name, _ in chance.outcomes)
            self._row.addWidget(part, 3 if longest > _LONG_NAME else 2)


class Seam(QWidget):
    """A thin line between the sides."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self._table = table
        self.setFixedWidth(1)
        table.theme_changed.connect(lambda _theme: self.update())

    def paintEvent(self, event: QPaintEvent) -> None:
        """In the colour of the panels' lines."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._table.theme.window.line)
        painter.end()


class _KeyGuard(QObject):
    """Lets a button have the keys that press it although the window uses them too."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Space belongs to the button with the focus."""
        is_key = event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent)
        if is_key and event.key() == Qt.Key.Key_Space:  # type: ignore[attr-defined]
            event.accept()
            return True
        return super().eventFilter(watched, event)


def own_keys(button: QWidget) -> None:
    """Let a button be pressed with space."""
    button.installEventFilter(_KeyGuard(button))


def label(role: str, text: str = "") -> QLabel:
    """A label of the theme."""
    found = QLabel(text)
    found.setProperty("role", role)
    found.setWordWrap(role != "")
    found.setTextFormat(Qt.TextFormat.PlainText)
    return found
