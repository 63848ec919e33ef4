"""Names for people of what a form asks for, and boxes to choose or type one value."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QComboBox, QCompleter, QListView, QWidget

from wargame_desktop.core.state import Piece
from wargame_desktop.gui.table import Table

_TYPE_FROM = 9
"""A list of this many values or more can be searched by typing."""
SINGLE = {"pieces": "piece", "spaces": "space", "path": "space", "words": "word", "numbers": "number"}
"""The kind of one entry in a list of a kind."""


def words_of(name: str) -> str:
    """An identifier as words: `out_of_supply` becomes “out of supply”."""
    return name.replace("_", " ").strip()


def title_of(name: str) -> str:
    """An identifier as the label of a field."""
    words = words_of(name)
    return words[:1].upper() + words[1:]


_LABELS = {"piece": "unit", "pieces": "units", "space": "place", "spaces": "places", "via": "by way of"}
"""What players say for the arguments of actions that every game has."""


def label_of(name: str) -> str:
    """The name of an argument as people say it."""
    return _LABELS.get(name, words_of(name))


def value_name(table: Table, kind: str, value: str) -> str:
    """What a value is called at the table."""
    system, view = table.session.system, table.session.view
    if value in view.pieces and kind in ("piece", "word", "pair"):
        name = system.name_of(view.pieces[value])
        return name[:1].upper() + name[1:]
    if kind == "space" or (kind == "pair" and system.has_space(value)):
        return system.space_name(value)
    if kind == "power":
        return system.power_name(value)
    if kind == "word":
        return _word_name(table, value)
    return value


def _word_name(table: Table, value: str) -> str:
    system = table.session.system
    what = system.what_is(value)
    if what is not None:
        return system.name_of(Piece(value, value, "", ""))
    said = system.word_name(value)
    if said:
        return said
    side = system.side_name(value)
    if side != value:
        return side
    return system.space_name(value) if system.has_space(value) else title_of(value)


def labelled(table: Table, kind: str, values: Iterable[str]) -> list[tuple[str, str]]:
    """(label, value) pairs; values that share a name are told apart by their ids."""
    named = [(value_name(table, kind, value), value) for value in values]
    seen = Tally(label for label, _ in named)
    return [(label if seen[label] == 1 else f"{label} ({value})", value) for label, value in named]


def known_values(table: Table, kind: str) -> Sequence[str]:
    """All values of a kind on this table, for arguments that do not list theirs."""
    session = table.session
    if kind == "piece":
        return tuple(session.view.pieces)
    if kind == "space":
        return tuple(space.id for space in session.system.board.spaces)
    if kind == "power":
        return tuple(session.view.powers)
    return ()


def fit_rows(rows: QListView, count: int, most: int) -> None:
    """Make a list as high as its rows, up to a few; the rest scrolls."""
    rows.ensurePolished()
    high = max(rows.sizeHintForRow(0), rows.fontMetrics().height() + 8)
    rows.setFixedHeight(min(count, most) * high + 2 * rows.frameWidth() + 2)


def _measure_once(rows: QAbstractItemView | None) -> None:
    """One row stands for all: measuring every space of a large map would hold up the form."""
    if isinstance(rows, QListView):
        rows.setUniformItemSizes(True)


class ValueBox(QComboBox):
    """A drop-down of named values. Long ones can be searched, open ones take anything typed."""

    edited = Signal()

    def __init__(
        self,
        pairs: Sequence[tuple[str, str]],
        *,
        open_ended: bool = False,
        empty: str | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._by_label: dict[str, str] = {}
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(6)
        self.setMaxVisibleItems(14)
        _measure_once(self.view())
        self.setEditable(open_ended or len(pairs) >= _TYPE_FROM)
        self._fill([*([] if empty is None else [(empty, "")]), *pairs])
        if self.isEditable():
            self._let_search()
            if empty is None:
                self.setCurrentIndex(-1)
                self.clearEditText()
        self.currentTextChanged.connect(lambda _text: self.edited.emit())

    def _fill(self, pairs: Sequence[tuple[str, str]]) -> None:
        # In one go: a box of all spaces of a large map must open without a pause.
        self.addItems([label for label, _ in pairs])
        self._by_label = dict(pairs)
        self._labels = {value: label for label, value in reversed(pairs)}

    def _let_search(self) -> None:
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        completer = QCompleter(self.model(), self)
        completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        _measure_once(completer.popup())
        self.setCompleter(completer)

    def value(self) -> str:
        """The chosen value, or what was typed."""
        text = self.currentText().strip()
        return self._by_label.get(self.currentText(), self._by_label.get(text, text))

    def set_value(self, value: str) -> None:
        """Show a value."""
        label = self._labels.get(value)
        if label is not None:
            self.setCurrentIndex(self.findText(label, Qt.MatchFlag.MatchExactly))
        elif self.isEditable():
            self.setEditText(value)

    def offers_value(self, value: str) -> bool:
        """Whether a value is on the list."""
        return value in self._labels


def box_for(
    table: Table, kind: str, values: Sequence[str], *, required: bool = True, empty: str = "–"
) -> ValueBox:
    """A box for one value of a kind: the listed ones, or all of the table and anything typed."""
    listed = values or known_values(table, kind)
    return ValueBox(labelled(table, kind, listed), open_ended=not values, empty=None if required else empty)
