"""The parts of a printed page: headings, lines of the log, dice. Measures are pixels, 96 to the inch."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QTextCharFormat, QTextLayout, QTextOption

from wargame_desktop.reports.text import entry_marks, roll_text
from wargame_desktop.reports.turnlog import Entry, LoggedRoll

from .counters.face import CounterFace
from .counters.painter import paint_stack
from .fonts import serif, ui
from .theme import Theme

BODY, SMALL, TINY = 11.0, 9.0, 8.0
CHIT = 17.0
_GUTTER, _TEXT = 24.0, 52.0
_DIE = 15.0
_BOX_PAD = 7.0
_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def sans(px: float, weight: QFont.Weight = QFont.Weight.Normal, italic: bool = False) -> QFont:
    """Inter for paper."""
    return _searchable(ui(px, weight, italic))


def _searchable(font: QFont) -> QFont:
    """The font with its plain glyphs: other figures and ligatures cannot be searched for in a PDF."""
    font.clearFeatures()
    for name in ("liga", "clig", "calt"):
        font.setFeature(QFont.Tag(name), 0)
    return font


class Paragraph:
    """Text wrapped to a width; a part at its start may be bold."""

    def __init__(
        self, text: str, font: QFont, width: float, colour: QColor, bold: int = 0, align_right: bool = False
    ) -> None:
        self._colour = colour
        # Design metrics scale to any printer; lines then break in the same places on screen and paper.
        option = QTextOption(Qt.AlignmentFlag.AlignRight if align_right else Qt.AlignmentFlag.AlignLeft)
        option.setUseDesignMetrics(True)
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self._layout = QTextLayout(text, font)
        self._layout.setTextOption(option)
        self._layout.setFormats(self._formats(text, font, bold))
        self._layout.beginLayout()
        self.height = 0.0
        while (line := self._layout.createLine()).isValid():
            line.setLineWidth(width)
            line.setPosition(QPointF(0, self.height))
            self.height += line.height() * 1.06
        self._layout.endLayout()

    def _formats(self, text: str, font: QFont, bold: int) -> list[QTextLayout.FormatRange]:
        weight = QTextCharFormat()
        weight.setFontWeight(QFont.Weight.DemiBold)
        return [_range(0, bold, weight)] if bold else []

    def draw(self, painter: QPainter, x: float, y: float) -> None:
        """Draw with the top left corner there."""
        painter.setPen(self._colour)
        self._layout.draw(painter, QPointF(x, y))


class Headline(Paragraph):
    """A line in EB Garamond with figures in Inter: Garamond's plain 1 reads as an I."""

    def __init__(self, text: str, px: float, width: float, colour: QColor) -> None:
        super().__init__(text, _searchable(serif(px)), width, colour)

    def _formats(self, text: str, font: QFont, bold: int) -> list[QTextLayout.FormatRange]:
        figures = QTextCharFormat()
        figures.setFont(sans(font.pixelSize() * 0.86))
        return [_range(one.start(), len(one.group()), figures) for one in re.finditer(r"[0-9]+", text)]


def _range(start: int, length: int, look: QTextCharFormat) -> QTextLayout.FormatRange:
    made = QTextLayout.FormatRange()
    made.start, made.length, made.format = start, length, look
    return made


class Block(Protocol):
    """A part of a column: how high it is, whether it must stay with what follows, and drawing it."""

    height: float
    keeps_next: bool

    def draw(self, painter: QPainter, x: float, y: float) -> None:
        """Draw with the top left corner there."""


class PhaseHeading:
    """The title of a phase over a thin line."""

    keeps_next = True

    def __init__(self, number: int, title: str, count: str, width: float, theme: Theme) -> None:
        self._title = Headline(f"{number}  {title}", 16, width * 0.72, theme.window.text)
        self._count = Paragraph(count, sans(TINY), width * 0.28, theme.window.dim, align_right=True)
        self._width, self._theme = width, theme
        self.height = self._title.height + 16

    def draw(self, painter: QPainter, x: float, y: float) -> None:
        """Title at the left, count at the right, a line under both."""
        self._title.draw(painter, x, y + 6)
        self._count.draw(painter, x + self._width * 0.72, y + 6 + self._title.height - self._count.height - 2)
        bottom = y + self._title.height + 9
        painter.setPen(QPen(self._theme.window.line, 0.7))
        painter.drawLine(QPointF(x, bottom), QPointF(x + self._width, bottom))


@dataclass(frozen=True)
class EntryLook:
    """What an entry needs beside itself: its counters, and whether it says who acted."""

    faces: Sequence[CounterFace] = ()
    names_who: bool = True


class EntryBlock:
    """One action: its number, its counters, what happened, dice in a box of their own, and remarks."""

    keeps_next = False

    def __init__(self, entry: Entry, look: EntryLook, width: float, theme: Theme) -> None:
        self._theme, self._width = theme, width
        self._faces = tuple(look.faces)
        self._number = Paragraph(str(entry.node), sans(TINY), _GUTTER, theme.window.dim, align_right=True)
        self._boxed = bool(entry.rolls)
        inner = width - _TEXT - (_BOX_PAD if self._boxed else 0)
        self._texts = self._paragraphs(entry, look.names_who, inner)
        self._rolls = [DiceRow(roll, inner, theme) for roll in entry.rolls]
        self._text_height = sum(text.height for text in self._texts)
        body = max(self._text_height, CHIT if self._faces else 0.0) + sum(roll.height for roll in self._rolls)
        self.height = body + (2 * _BOX_PAD + 5 if self._boxed else 5.0)

    def _paragraphs(self, entry: Entry, names_who: bool, width: float) -> list[Paragraph]:
        window = self._theme.window
        lines = [(sentence.text, sentence.important) for sentence in entry.sentences]
        if not lines:
            lines = [(entry.action or "An action this reader may not know.", False)]
        found = []
        for number, (text, important) in enumerate(lines):
            who = f"{entry.who}: " if names_who and entry.who and number == 0 else ""
            bold = len(who) + len(text) if important else len(who)
            found.append(Paragraph(who + text, sans(BODY), width, window.text, bold))
        if entry.comment:
            found.append(Paragraph(f"“{entry.comment}”", sans(BODY, italic=True), width, window.text))
        marks = entry_marks(entry)
        if marks:
            found.append(Paragraph(f"[{'; '.join(marks)}]", sans(SMALL), width, window.dim))
        return found

    def draw(self, painter: QPainter, x: float, y: float) -> None:
        """Number, counters, text, dice."""
        if self._boxed:
            painter.setPen(QPen(self._theme.window.line, 0.8))
            painter.setBrush(self._theme.window.note)
            painter.drawRoundedRect(QRectF(x, y, self._width, self.height - 5), 4, 4)
            y += _BOX_PAD
        self._number.draw(painter, x, y + 1.5)
        if self._faces:
            square = QRectF(x + _GUTTER + 6, y, CHIT, CHIT)
            paint_stack(painter, square, self._faces, self._theme)
        top = y + (max(0.0, (CHIT - self._text_height) / 2) if self._faces else 0.0)
        for text in self._texts:
            text.draw(painter, x + _TEXT, top)
            top += text.height
        top = max(top, y + CHIT if self._faces else top)
        for roll in self._rolls:
            roll.draw(painter, x + _TEXT, top)
            top += roll.height


class DiceRow:
    """Dice that fell, with what for: pips for ordinary dice, figures for others."""

    def __init__(self, roll: LoggedRoll, width: float, theme: Theme) -> None:
        self._roll, self._theme = roll, theme
        self._per_row = max(1, int(width // (_DIE + 4)))
        rows = -(-len(roll.values) // self._per_row)
        self._dice_height = rows * (_DIE + 4)
        self._text = Paragraph(roll_text(roll), sans(SMALL), width, theme.window.dim)
        self.height = 4 + self._dice_height + self._text.height

    def draw(self, painter: QPainter, x: float, y: float) -> None:
        """The dice, and the words under them."""
        for number, value in enumerate(self._roll.values):
            row, column = divmod(number, self._per_row)
            square = QRectF(x + column * (_DIE + 4), y + 4 + row * (_DIE + 4), _DIE, _DIE)
            draw_die(painter, square, value, self._roll.sides, self._theme)
        self._text.draw(painter, x, y + 4 + self._dice_height)


def draw_die(painter: QPainter, square: QRectF, value: int, sides: int, theme: Theme) -> None:
    """One die."""
    side = square.width()
    painter.setPen(QPen(theme.window.text, 0.8))
    painter.setBrush(theme.board.paper)
    painter.drawRoundedRect(square, side * 0.18, side * 0.18)
    if sides == 6 and value in _PIPS:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.window.text)
        for dx, dy in _PIPS[value]:
            centre = square.center() + QPointF(dx, dy) * side * 0.26
            painter.drawEllipse(centre, side * 0.09, side * 0.09)
    else:
        painter.setFont(sans(side * 0.6, QFont.Weight.DemiBold))
        painter.drawText(square, Qt.AlignmentFlag.AlignCenter, str(value))
