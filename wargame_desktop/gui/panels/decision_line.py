"""The typed action: the notation of the log and the command line, with completion of verbs and ids."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QStringListModel, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QCompleter, QLineEdit

from wargame_desktop.core.action import Argument
from wargame_desktop.core.sequence import Choice, Offer
from wargame_desktop.gui.table import Table

from .forms_values import SINGLE, known_values

_MOST_SHOWN = 60
_LISTS = ("pieces", "spaces", "words", "counts", "pairs", "numbers")


def completions(table: Table, offers: Sequence[Offer], line: str) -> tuple[int, list[str]]:
    """Where the word at the end of a line begins, and what it may become."""
    tokens = line.split(" ")
    last = tokens[-1]
    start = len(line) - len(last)
    by_verb = {offer.verb: offer for offer in offers}
    if len(tokens) == 1:
        return start, _matching(by_verb, last)
    offer = by_verb.get(tokens[0])
    if offer is None:
        return start, []
    choice = _choice_at(table, offer, [token for token in tokens[1:-1] if token], last)
    if choice is None:
        return start, _matching((f"{item.name}=" for item in _optional(table, offer)), last)
    value = last.partition("=")[2] if "=" in last else last
    if choice.kind in _LISTS:
        value = value.rpartition(",")[2]
    if choice.kind == "pairs":
        value = value.rpartition("@")[2]
    kind = SINGLE.get(choice.kind, choice.kind)
    return len(line) - len(value), _matching(choice.values or known_values(table, kind), value)


def _matching(values: Iterable[str], part: str) -> list[str]:
    """Values that begin with what was typed, then those that hold it."""
    low = part.lower()
    first, other = [], []
    for value in values:
        text = str(value)
        if text.lower().startswith(low):
            first.append(text)
        elif low and low in text.lower():
            other.append(text)
        if len(first) >= _MOST_SHOWN:
            break
    return [text for text in (*first, *other) if text != part][:_MOST_SHOWN]


def _arguments(table: Table, offer: Offer) -> tuple[Argument, ...]:
    return table.session.system.notation.arguments(offer.verb)


def _optional(table: Table, offer: Offer) -> list[Argument]:
    return [item for item in _arguments(table, offer) if not item.required]


def _choice_at(table: Table, offer: Offer, before: Sequence[str], last: str) -> Choice | None:
    """The argument that the word being typed stands for."""
    choices = {choice.name: choice for choice in offer.arguments}
    name, equals, _ = last.partition("=")
    if equals:
        return choices.get(name)
    required = [item for item in _arguments(table, offer) if item.required]
    at = sum("=" not in word for word in before)
    if at < len(required):
        return choices.get(required[at].name)
    if required and required[-1].kind == "path":
        return choices.get(required[-1].name)
    return None


class ActionLine(QLineEdit):
    """A line in which an action is typed. Tab completes, Up and Down bring back earlier lines."""

    entered = Signal(str)

    def __init__(self, table: Table) -> None:
        super().__init__()
        self._table = table
        self._offers: Sequence[Offer] = ()
        self._start = 0
        self._history: list[str] = []
        self._at = 0
        self._words = QStringListModel(self)
        self._completer = QCompleter(self._words, self)
        self._completer.setWidget(self)
        self._completer.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        self._completer.activated.connect(self._insert)
        self._popup: QAbstractItemView = self._completer.popup()  # type: ignore[assignment]
        self.setAccessibleName(self.tr("Type an action"))
        self.setPlaceholderText(self.tr("Type an action…"))
        self.setClearButtonEnabled(True)
        self.textEdited.connect(self._edited)

    def set_offers(self, offers: Sequence[Offer]) -> None:
        """What may be typed now."""
        self._offers = offers
        self.setEnabled(bool(offers))

    @property
    def verb(self) -> str:
        """The first word, when it is an action that is offered."""
        word = self.text().partition(" ")[0]
        return word if any(offer.verb == word for offer in self._offers) else ""

    def remember(self, line: str) -> None:
        """Keep a line that was done, and begin an empty one."""
        if line and self._history[-1:] != [line]:
            self._history.append(line)
        self._at = len(self._history)
        self.clear()

    def _edited(self, text: str) -> None:
        self._start, found = completions(self._table, self._offers, text)
        self._words.setStringList(found)
        # A bare line would drop down all there is, at every blank.
        if found and text and self.cursorPosition() == len(text):
            self._completer.complete()
        else:
            self._popup.hide()

    def _insert(self, word: str) -> None:
        tail = "" if word.endswith("=") else " "
        self.setText(self.text()[: self._start] + word + tail)
        self._popup.hide()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter does it, Tab takes the first completion, Up and Down go through earlier lines."""
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._popup.hide()
            if self.text().strip():
                self.entered.emit(self.text().strip())
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down) and not self._popup.isVisible():
            self._recall(-1 if key == Qt.Key.Key_Up else 1)
        else:
            super().keyPressEvent(event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab completes a word that is begun, and otherwise leaves the line."""
        start, found = completions(self._table, self._offers, self.text())
        part = self.text()[start:]
        if forward and part and found and found[0].lower().startswith(part.lower()):
            self._start = start
            self._insert(found[0])
            return True
        return super().focusNextPrevChild(forward)

    def _recall(self, step: int) -> None:
        self._at = max(0, min(len(self._history), self._at + step))
        self.setText(self._history[self._at] if self._at < len(self._history) else "")
