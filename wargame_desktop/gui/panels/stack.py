"""The stack panel: a space, every piece in it top to bottom, and what they add up to."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QVBoxLayout

from wargame_desktop.core.draft import Changed
from wargame_desktop.gui.table import Table

from .stack_rows import home_space, rows_of, space_facts, space_links, space_title, totals
from .stack_view import StackView

_ALWAYS_SHOWN = 3


class StackPanel(QFrame):
    """What lies in the space in hand. Rows are chosen and dragged like counters on the map."""

    drag_started = Signal(object)
    """The pieces taken up, as a tuple of ids."""
    drag_moved = Signal(QPoint)
    """Where the pointer is on the screen."""
    drag_dropped = Signal(QPoint)
    """Where on the screen the pieces were let go."""
    drag_cancelled = Signal()

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.space: str | None = None
        """The space that is shown; never a hold, but the space where its carrier stands."""
        self.setProperty("role", "panel")
        self.setAccessibleName(self.tr("Stack"))
        self.heading = _label("heading")
        self.facts = _label("dim")
        self.links = _label("dim")
        self.empty = _label("dim")
        self.rows = StackView(table)
        self.totals = _label("dim")
        self.totals.setTextFormat(Qt.TextFormat.RichText)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        for part in (self.heading, self.facts, self.links, self.empty):
            column.addWidget(part)
        column.addWidget(self.rows, 1)
        column.addWidget(self.totals)
        # What is left over lies at the foot when there are no rows to take it.
        column.addStretch(0)
        self._connect()
        self._space_changed(table.selection.space)

    def _connect(self) -> None:
        table, rows = self.table, self.rows
        for mine, theirs in (
            (self.drag_started, rows.drag_started),
            (self.drag_moved, rows.drag_moved),
            (self.drag_dropped, rows.drag_dropped),
            (self.drag_cancelled, rows.drag_cancelled),
        ):
            theirs.connect(mine)
        table.selection.space_changed.connect(self._space_changed)
        table.selection.changed.connect(self._selection_changed)
        table.session.changed.connect(self._game_changed)
        table.preferences.changed.connect(self._preference_changed)

    # Which space

    def _follow_pieces(self) -> bool:
        """Go where the chosen pieces are when none of them is in the space shown; True when it is another."""
        view = self.table.session.view
        pieces = [view.pieces[piece] for piece in self.table.selection.pieces if piece in view.pieces]
        spaces = [home_space(view, piece.space) for piece in pieces]
        if not spaces or self.space in spaces:
            return False
        # The space in hand goes along, so that a click on the one left behind is news again.
        self.space = spaces[0]
        self.table.selection.set_space(spaces[0])
        return True

    def _space_changed(self, space: str | None) -> None:
        self.space = None if space is None else home_space(self.table.session.view, space)
        self.refresh()

    def _selection_changed(self) -> None:
        if self._follow_pieces():
            self.refresh()
        else:
            self._show_totals()

    def _game_changed(self, changed: Changed | None) -> None:
        moved = self._follow_pieces()
        if changed is None or moved or self._touches(changed):
            self.refresh()

    def _touches(self, changed: Changed) -> bool:
        """Whether a change shows here: the space itself, or a piece in it or aboard one in it."""
        here = {row.piece.id for row in self.rows.stack.rows}
        return (
            self.space in changed.spaces
            or any(piece in here for piece in changed.pieces)
            or any(home_space(self.table.session.view, space) == self.space for space in changed.spaces)
        )

    def _preference_changed(self, name: str) -> None:
        if name == "counter_style":
            self.rows.viewport().update()

    # What is said of it

    def refresh(self) -> None:
        """Show the space in hand and all that lies in it."""
        session = self.table.session
        space = None if session.waiting_for is not None else self.space
        system = session.system
        rows = [] if space is None else rows_of(system, session.view, space)
        self.rows.show_rows(rows)
        self.rows.setVisible(bool(rows))
        # A few pieces are always in sight, however little room the other panels leave.
        few = range(min(len(rows), _ALWAYS_SHOWN))
        self.rows.setMinimumHeight(sum(self.rows.sizeHintForRow(row) for row in few))
        if space is None:
            self._say(self.heading, self.tr("STACK"))
            self._say(self.facts, "")
            self._say(self.links, "")
            ask = self.tr("Choose a space or a piece to see what lies there.")
            nothing = "" if session.waiting_for else ask
        else:
            title = space_title(system, space).upper()
            self._say(self.heading, self.tr("STACK IN {space}").format(space=title))
            self._say(self.facts, space_facts(system, session.view, space))
            self._say(self.links, space_links(system, space))
            nothing = "" if rows else self.tr("No pieces here.")
        self._say(self.empty, nothing)
        self._show_totals()

    def _show_totals(self) -> None:
        """Sums by power of what stands here, or of the part that is chosen; cargo does not count."""
        pieces = [row.piece for row in self.rows.stack.rows if not row.depth]
        chosen = [piece for piece in pieces if piece.id in self.table.selection]
        part = bool(chosen) and len(chosen) < len(pieces)
        system = self.table.session.system
        lines = []
        for power, total in totals(system, chosen if part else pieces):
            name = system.power_name(power) if power else self.tr("Nobody")
            head = self.tr("{power}, chosen").format(power=name) if part else name
            lines.append(f"<b>{escape(head)}</b>: {escape(total)}")
        self._say(self.totals, "<br>".join(lines))

    @staticmethod
    def _say(label: QLabel, text: str) -> None:
        label.setText(text)
        label.setVisible(bool(text))


def _label(role: str) -> QLabel:
    label = QLabel()
    label.setProperty("role", role)
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    return label
