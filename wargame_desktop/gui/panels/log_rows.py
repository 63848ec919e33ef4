"""The rows of the log: headings for turns and phases, actions with what came of them, refusals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from PySide6.QtCore import QCoreApplication, QModelIndex, QObject, QSize, QStringListModel

from wargame_desktop.core.refusal import Refusal
from wargame_desktop.reports.text import MARKS, roll_text
from wargame_desktop.reports.turnlog import EDIT, VARIATION, Entry, LoggedRoll, Read

_INLINE_DICE = 3
_MOST_REFUSALS = 5

Place = tuple[str, str, str]
"""Turn, phase and who decided."""


class Kind(Enum):
    """What a row is."""

    TURN = "turn"
    PHASE = "phase"
    ACTION = "action"
    DETAIL = "detail"
    COMMENT = "comment"
    DICE = "dice"
    REFUSAL = "refusal"


@dataclass(frozen=True, slots=True)
class Row:
    """One row. `position` is the action's place in the line, -1 for headings and refusals."""

    kind: Kind
    text: str
    position: int = -1
    number: str = ""
    side_note: str = ""
    rolls: tuple[LoggedRoll, ...] = ()
    tags: tuple[str, ...] = ()
    important: bool = False

    @property
    def dice(self) -> list[tuple[int, int]]:
        """The dice to draw: their sides and what they show."""
        return [(roll.sides, value) for roll in self.rolls for value in roll.values]

    @property
    def spoken(self) -> str:
        """The row in words, for copying and for screen readers."""
        parts = [
            self.number,
            self.text,
            *(roll_text(roll) for roll in self.rolls),
            self.side_note,
            *self.tags,
        ]
        return "  ".join(part for part in parts if part)


@dataclass(frozen=True, slots=True)
class Filter:
    """Which entries are shown."""

    needle: str = ""
    important_only: bool = False

    def accepts(self, read: Read) -> bool:
        """Whether an entry is shown."""
        entry = read.entry
        if self.important_only and not entry.is_important:
            return False
        return not self.needle or self.needle.casefold() in _haystack(read)


def _haystack(read: Read) -> str:
    entry = read.entry
    texts = [read.turn, read.phase, entry.who, entry.action, entry.comment, str(entry.node)]
    texts += [sentence.text for sentence in entry.sentences]
    texts += [roll.purpose for roll in entry.rolls]
    return "\n".join(texts).casefold()


def place_of(read: Read) -> Place:
    """Where an entry stands."""
    return read.turn, read.phase, read.entry.who


def headings(before: Place | None, place: Place) -> list[Row]:
    """The headings between two entries."""
    rows = []
    if place[0] and (before is None or before[0] != place[0]):
        rows.append(Row(Kind.TURN, place[0]))
    if before is None or before != place:
        rows.append(Row(Kind.PHASE, place[1], side_note=place[2]))
    return rows


def rows_of(
    entries: Iterable[tuple[int, Read]], wanted: Filter, before: Place | None = None
) -> tuple[list[Row], Place | None, Place | None]:
    """Rows for entries, with the places of the first and the last one shown."""
    rows: list[Row] = []
    first, last = None, before
    for position, read in entries:
        if wanted.accepts(read):
            place = place_of(read)
            first = first or place
            rows += headings(last, place)
            rows += _action_rows(position, read.entry, wanted.important_only)
            last = place
    return rows, first, last


def _action_rows(position: int, entry: Entry, important_only: bool) -> list[Row]:
    told = [item for item in entry.sentences if item.important or not important_only]
    texts = [(item.text, item.important) for item in told] or [(entry.action or _unknown(), False)]
    count = sum(len(roll.values) for roll in entry.rolls)
    inline = entry.rolls if count <= _INLINE_DICE else ()
    first, *rest = texts
    rows = [
        Row(Kind.ACTION, first[0], position, str(entry.node), "", inline, _tags(entry), important=first[1])
    ]
    rows += [Row(Kind.DETAIL, text, position, important=important) for text, important in rest]
    if not inline:
        rows += [Row(Kind.DICE, roll.purpose, position, rolls=(roll,)) for roll in entry.rolls]
    if entry.comment:
        rows.append(Row(Kind.COMMENT, entry.comment, position))
    return rows


def _tags(entry: Entry) -> tuple[str, ...]:
    """What is unusual about an entry; that the line is a variation is said once, not at every action."""
    tags = [_edited() if mark == EDIT else MARKS[mark] for mark in entry.marks if mark != VARIATION]
    if entry.others:
        tags.append(_branch())
    return tuple(tags)


def _edited() -> str:
    return QCoreApplication.translate("LogPanel", "edit")


def _branch() -> str:
    return QCoreApplication.translate("LogPanel", "branch")


def _unknown() -> str:
    return QCoreApplication.translate("LogPanel", "An action you may not know.")


def refusal_rows(refusals: Sequence[Refusal], action: str) -> list[Row]:
    """Rows that say why an action was not done."""
    rows = [Row(Kind.REFUSAL, str(refusal), side_note=action) for refusal in refusals[:_MOST_REFUSALS]]
    left = len(refusals) - len(rows)
    if left > 0:
        more = QCoreApplication.translate("LogPanel", "… and {} more reasons.").format(left)
        rows.append(Row(Kind.REFUSAL, more, side_note=action))
    return rows


class LogModel(QObject):
    """Rows, and beside them their words as a model of Qt's own, in which thousands are laid out fast."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: list[Row] = []
        self.sizes: list[QSize | None] = []
        """How large the rows are, as far as they have been measured."""
        self.words = QStringListModel(self)

    def index(self, row: int) -> QModelIndex:
        """The index of a row, for views."""
        return self.words.index(row)

    def forget_sizes(self) -> None:
        """Measure all rows anew, for instance because the view is wider."""
        self.sizes = [None] * len(self.rows)

    def replace_from(self, start: int, rows: Sequence[Row]) -> None:
        """Put rows in the place of those from `start` on."""
        if start == 0:
            self.rows = list(rows)
            self.forget_sizes()
            self.words.setStringList([row.spoken for row in rows])
            return
        self.take(start, len(self.rows) - start)
        self.insert(start, rows)

    def insert(self, start: int, rows: Sequence[Row]) -> None:
        """Put rows before the one at `start`."""
        if rows:
            self.rows[start:start] = rows
            self.sizes[start:start] = [None] * len(rows)
            self.words.insertRows(start, len(rows))
            for number, row in enumerate(rows, start):
                self.words.setData(self.index(number), row.spoken)

    def take(self, start: int, count: int) -> None:
        """Take rows away."""
        if count > 0:
            del self.rows[start : start + count]
            del self.sizes[start : start + count]
            self.words.removeRows(start, count)

    def row_of_position(self, position: int) -> int | None:
        """The first row of the action at a position of the line, by halving: positions ascend."""
        low, high = 0, len(self.rows)
        while low < high:
            middle = (low + high) // 2
            at = self._position_near(middle)
            if at < position:
                low = middle + 1
            else:
                high = middle
        return low if low < len(self.rows) and self.rows[low].position == position else None

    def _position_near(self, row: int) -> int:
        """The position of a row; a heading or refusal counts as the action before it."""
        while row >= 0 and self.rows[row].position < 0:
            row -= 1
        return self.rows[row].position if row >= 0 else -1
