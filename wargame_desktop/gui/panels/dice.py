"""The dice tray: the last roll, all rolls of the game by side, and what they say about chance."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from wargame_desktop.gui.table import Table
from wargame_desktop.reports.turnlog import LoggedRoll

from .dice_entry import ask_dice
from .dice_statistics import ENOUGH, Tally
from .dice_widgets import FaceBars, LastRoll
from .log_feed import feed_of
from .log_rows import Kind, LogModel, Row
from .log_view import LogView

__all__ = ["DicePanel", "Throw", "ask_dice"]


@dataclass(frozen=True, slots=True)
class Throw:
    """A roll, at which position of the line it fell, and whose decision it came from."""

    position: int
    node: int
    who: str
    roll: LoggedRoll


class DicePanel(QFrame):
    """What the dice did, as far as the viewer may know."""

    def __init__(self, table: Table, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "panel")
        self.table, self.feed = table, feed_of(table)
        self.throws: list[Throw] = []
        self.last = LastRoll(table)
        self.bars = FaceBars(table)
        self.model = LogModel(self)
        self.history = LogView(self.model, table.theme)
        self._build()
        self._connect()
        self._line_changed(0)

    def _build(self) -> None:
        heading = QLabel(self.tr("DICE"))
        heading.setProperty("role", "heading")
        self.who = QComboBox()
        self.who.setAccessibleName(self.tr("Whose dice"))
        self.size_of_dice = QComboBox()
        self.size_of_dice.setAccessibleName(self.tr("Which dice"))
        self.history.setAccessibleName(self.tr("Rolls of the game, newest first"))
        self.verdict = QLabel(wordWrap=True)
        self.verdict.setProperty("role", "dim")
        self.pages = QStackedWidget()
        self.pages.addWidget(self.history)
        self.pages.addWidget(self._statistics_page())
        tabs = QHBoxLayout()
        tabs.setSpacing(2)
        self._group = QButtonGroup(self)
        for number, text in enumerate((self.tr("History"), self.tr("Statistics"))):
            button = QToolButton()
            button.setText(text)
            button.setCheckable(True)
            self._group.addButton(button, number)
            tabs.addWidget(button)
        self._group.button(0).setChecked(True)
        tabs.addStretch()
        tabs.addWidget(self.who)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(heading)
        layout.addWidget(self.last)
        layout.addLayout(tabs)
        layout.addWidget(self.pages, 1)

    def _statistics_page(self) -> QWidget:
        page = QWidget()
        layout = QVBoxLayout(page)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.size_of_dice)
        layout.addWidget(self.bars)
        layout.addWidget(self.verdict)
        layout.addStretch()
        return page

    def _connect(self) -> None:
        self.feed.line_changed.connect(self._line_changed)
        self.feed.read_more.connect(lambda _count: self._line_changed(0, tumble=False))
        self.feed.cursor_moved.connect(self._show)
        self.table.theme_changed.connect(self._theme_changed)
        self._group.idClicked.connect(self.pages.setCurrentIndex)
        self.who.activated.connect(lambda _row: self._show())
        self.size_of_dice.activated.connect(lambda _row: self._show_statistics())
        self.history.opened.connect(self._jump)

    # Keeping up

    def _line_changed(self, start: int, tumble: bool = True) -> None:
        feed, before = self.feed, len(self.throws)
        start = max(start, feed.first)
        self.throws = [throw for throw in self.throws if feed.first < throw.position + 1 <= start]
        if start == feed.first:
            self.throws = []
        kept = len(self.throws)
        for number in range(start, len(feed.line)):
            entry = feed.read_at(number).entry
            self.throws += [Throw(number, entry.node, entry.who, roll) for roll in entry.rolls]
        fresh = tumble and start > 0 and len(self.throws) > kept and kept == before
        self._offer_names()
        self._show(tumble=fresh)

    def _offer_names(self) -> None:
        names = list(dict.fromkeys(throw.who for throw in self.throws if throw.who))
        sizes = sorted({throw.roll.sides for throw in self.throws})
        _offer(self.who, [("", self.tr("Everyone")), *((name, name) for name in names)])
        _offer(self.size_of_dice, [(str(size), self.tr("Dice with {} sides").format(size)) for size in sizes])
        self.size_of_dice.setVisible(len(sizes) > 1)

    def chosen(self) -> list[Throw]:
        """The rolls up to the position shown, of the side that is asked for."""
        who = self.who.currentData()
        return [
            throw for throw in self.throws if throw.position < self.feed.at and (not who or throw.who == who)
        ]

    def showEvent(self, event: QShowEvent) -> None:
        """What fell while the tray was out of sight is shown now."""
        super().showEvent(event)
        self._show()

    def _show(self, tumble: bool = False) -> None:
        if not self.isVisible() and not self.feed.is_veiled:
            return
        shown = self.chosen()
        newest = shown[-1] if shown else None
        roll, who = (None, "") if newest is None else (newest.roll, newest.who)
        if tumble or roll is not self.last.roll:
            self.last.show_roll(roll, who, tumble)
        rows = [
            Row(Kind.DICE, throw.roll.purpose, throw.position, str(throw.node), "", (throw.roll,))
            for throw in reversed(shown)
        ]
        if rows != self.model.rows:
            fresh = len(rows) - len(self.model.rows)
            if 0 < fresh < 9 and rows[fresh:] == self.model.rows:
                self.model.insert(0, rows[:fresh])
            else:
                self.model.replace_from(0, rows)
        # The list holds nothing from after the position shown, so nothing in it is dimmed or marked.
        self.history.set_now(len(self.feed.line) + 1)
        self._show_statistics()

    def _show_statistics(self) -> None:
        shown = self.chosen()
        size = int(self.size_of_dice.currentData() or 6)
        tally = Tally.of(size, [v for t in shown if t.roll.sides == size for v in t.roll.values])
        self.bars.show_tally(tally)
        self.verdict.setText(self.judgement(tally))

    def judgement(self, tally: Tally) -> str:
        """What may be said of so many dice, and no more."""
        if not tally.total:
            return self.tr("No such dice have fallen.")
        low, high = tally.mean_interval
        luck = self.tr("{n} dice, {e:.1f} expected of each face. Average {m:.2f}; 95 of 100 fair sets of {n} "
                       "lie between {a:.2f} and {b:.2f}.")  # fmt: skip
        text = luck.format(n=tally.total, e=tally.expected, m=tally.mean, a=low, b=high)
        if not tally.is_enough:
            few = self.tr("Whether the dice are fair cannot be judged from {} or fewer.").format(ENOUGH)
            return f"{text}\n{few}"
        low, high = tally.chi_square_interval
        chi = self.tr("χ² is {c:.1f} (95 of 100 fair sets: {a:.1f} to {b:.1f}); fair dice are as uneven as "
                      "this in {p:.0%} of cases.")  # fmt: skip
        return f"{text}\n{chi.format(c=tally.chi_square, a=low, b=high, p=tally.p_value)}"

    def _theme_changed(self, theme: object) -> None:
        self.history.set_theme(self.table.theme)
        self.last.update()
        self.bars.update()

    def _jump(self, row: int) -> None:
        self.table.session.goto(self.feed.line[self.model.rows[row].position])


def _offer(box: QComboBox, items: list[tuple[str, str]]) -> None:
    """Fill a list of choices, and keep what was chosen where it is still there."""
    if [(box.itemData(row), box.itemText(row)) for row in range(box.count())] == items:
        return
    chosen = box.currentData()
    box.clear()
    for value, text in items:
        box.addItem(text, value)
    box.setCurrentIndex(max(0, box.findData(chosen)))
