"""Typing in dice that were thrown on a real table."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from wargame_desktop.core.dice import DiceNeeded
from wargame_desktop.gui.theme import Theme, load_theme

from .dice_faces import paint_die

_MOST_BUTTONS = 20
_SIDE, _GAP = 38, 8


class _Slots(QWidget):
    """The dice asked for, those typed in already with their values."""

    def __init__(self, needed: DiceNeeded, theme: Theme) -> None:
        super().__init__()
        self.needed, self.theme = needed, theme
        self.values: list[int] = []
        self._side = _SIDE if needed.count <= 16 else 22
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        in_a_row = max(1, 384 // (self._side + _GAP))
        rows = -(-self.needed.count // in_a_row)
        return QSize(384, rows * (self._side + _GAP))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        step = self._side + _GAP
        in_a_row = max(1, (self.width() + _GAP) // step)
        for number in range(self.needed.count):
            value = self.values[number] if number < len(self.values) else None
            box = QRectF(number % in_a_row * step, number // in_a_row * step, self._side, self._side)
            paint_die(painter, box, value, self.needed.sides, self.theme)
        painter.end()


class _DieButton(QPushButton):
    """A large button with a face."""

    def __init__(self, value: int, sides: int, theme: Theme) -> None:
        super().__init__()
        self._value, self._sides, self._theme = value, sides, theme
        self.setFixedSize(58, 58)
        self.setAccessibleName(str(value))
        self.setToolTip(str(value))
        self.setAutoDefault(False)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        paint_die(painter, QRectF(9, 9, 40, 40), self._value, self._sides, self._theme)
        painter.end()


class DiceDialog(QDialog):
    """Asks for the dice of one roll. Digits, Backspace and Return do all of it.

    A die of up to nine sides takes one digit, one of ten a 0 for the 10; larger ones take a number and
    then Space.
    """

    def __init__(self, needed: DiceNeeded, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.needed = needed
        self._typed = ""
        self.slots_ = _Slots(needed, theme)
        self.setWindowTitle(self.tr("Dice"))
        title = QLabel(needed.purpose or self.tr("Dice"), wordWrap=True)
        title.setProperty("role", "title")
        self.note = QLabel(wordWrap=True)
        self.note.setProperty("role", "dim")
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        self.ok = self.buttons.button(QDialogButtonBox.StandardButton.Ok)
        self.ok.setProperty("role", "primary")
        self.back = self.buttons.addButton(self.tr("Take back"), QDialogButtonBox.ButtonRole.ResetRole)
        self.back.setAutoDefault(False)
        self.back.clicked.connect(self.take_back)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 18)
        layout.setSpacing(12)
        for widget in (title, self.note, self.slots_):
            layout.addWidget(widget)
        if needed.sides <= _MOST_BUTTONS:
            layout.addLayout(self._faces(theme))
        layout.addWidget(self.buttons)
        # Keys belong to the dialog until the person goes to a button, so that Space ends a number.
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFocus()
        self._show()

    def _faces(self, theme: Theme) -> QGridLayout:
        grid = QGridLayout()
        grid.setSpacing(6)
        columns = 6 if self.needed.sides != 10 else 5
        for value in range(1, self.needed.sides + 1):
            button = _DieButton(value, self.needed.sides, theme)
            button.clicked.connect(lambda _checked=False, value=value: self.enter_value(value))
            grid.addWidget(button, (value - 1) // columns, (value - 1) % columns)
        grid.setColumnStretch(columns, 1)
        return grid

    @property
    def values(self) -> list[int]:
        """What has been typed in."""
        return list(self.slots_.values)

    def enter_value(self, value: int) -> None:
        """Take one die; more than were asked for, and values the die has not, are left out."""
        if 1 <= value <= self.needed.sides and len(self.slots_.values) < self.needed.count:
            self.slots_.values.append(value)
        self._typed = ""
        self._show()

    def take_back(self) -> None:
        """Take the last digit or die back."""
        if self._typed:
            self._typed = self._typed[:-1]
        elif self.slots_.values:
            self.slots_.values.pop()
        self._show()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Digits are dice."""
        text = event.text()
        if len(text) == 1 and text in "0123456789":
            self._digit(text)
        elif event.key() == Qt.Key.Key_Backspace:
            self.take_back()
        elif event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Comma) and self._typed:
            self.enter_value(int(self._typed))
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self._typed:
                self.enter_value(int(self._typed))
            elif self.ok.isEnabled():
                self.accept()
        else:
            super().keyPressEvent(event)

    def _digit(self, digit: str) -> None:
        if self.needed.sides <= 10:
            self.enter_value(10 if digit == "0" and self.needed.sides == 10 else int(digit))
            return
        longest = len(str(self.needed.sides))
        self._typed = (self._typed + digit)[:longest]
        self._show()

    def _show(self) -> None:
        left = self.needed.count - len(self.slots_.values)
        self.ok.setEnabled(left == 0)
        self.back.setEnabled(bool(self.slots_.values or self._typed))
        if self._typed:
            words = self.tr("{} … then Space.").format(self._typed)
        elif left:
            words = self.tr("Give {n} more with 1 to {sides}.").format(n=left, sides=self.needed.sides)
        else:
            words = self.tr("Together {}. Return goes on.").format(sum(self.slots_.values))
        self.note.setText(words)
        self.slots_.setAccessibleName(", ".join(map(str, self.slots_.values)) or self.tr("no dice yet"))
        self.slots_.update()


def ask_dice(parent: QWidget, needed: DiceNeeded, theme: Theme | None = None) -> list[int] | None:
    """Ask for the dice of one roll; None when the person does not want to throw now."""
    dialog = DiceDialog(needed, theme or _theme_of(parent), parent)
    accepted = dialog.exec() == QDialog.DialogCode.Accepted
    values = dialog.values
    dialog.deleteLater()
    return values if accepted else None


def _theme_of(widget: QWidget) -> Theme:
    """The theme of the panel or window that asks; the light or dark one when it does not say."""
    at: QWidget | None = widget
    while at is not None:
        for holder in (at, getattr(at, "table", None)):
            found = getattr(holder, "theme", None)
            if isinstance(found, Theme):
                return found
        at = at.parentWidget()
    dark = QApplication.palette().window().color().lightness() < 128
    return load_theme("dark" if dark else "light")
