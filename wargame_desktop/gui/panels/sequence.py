"""The sequence of play: the checklist, the phases in progress, and what can still be done."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QToolButton, QVBoxLayout

from wargame_desktop.core.engine import phase_of
from wargame_desktop.gui.table import Table

from .forms_values import fit_rows
from .sequence_left import LeftModel, confirm_phase_end, left_view, show_item
from .sequence_steps import StepsView, steps_of

__all__ = ["SequencePanel", "confirm_phase_end"]

_MOST_LEFT = 4


class SequencePanel(QFrame):
    """Where play stands, and a list of what the decider may have forgotten."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.setProperty("role", "panel")
        self.setAccessibleName(self.tr("Sequence of play"))
        self.heading = _label("heading", self.tr("SEQUENCE OF PLAY"))
        self.frames = _label("dim", "")
        self.frames.setWordWrap(True)
        self.steps = StepsView(table)
        self.left_heading = _label("heading", "")
        self.previous_button = self._arrow(Qt.ArrowType.LeftArrow, self.tr("Previous to do"))
        self.next_button = self._arrow(Qt.ArrowType.RightArrow, self.tr("Next to do"))
        self.left = LeftModel(table, self)
        self.left_rows = left_view(self.left, self.tr("Still to do"))
        self._lay_out()
        self.previous_button.clicked.connect(lambda: self.go_to_left(-1))
        self.next_button.clicked.connect(lambda: self.go_to_left(1))
        self.left_rows.clicked.connect(self._left_chosen)
        self.left_rows.activated.connect(self._left_chosen)
        table.session.changed.connect(self._game_changed)
        self.refresh()

    def _arrow(self, arrow: Qt.ArrowType, name: str) -> QToolButton:
        button = QToolButton()
        button.setArrowType(arrow)
        button.setAccessibleName(name)
        button.setToolTip(name)
        button.setProperty("role", "framed")
        return button

    def _lay_out(self) -> None:
        tools = QHBoxLayout()
        tools.setSpacing(4)
        tools.addWidget(self.left_heading, 1)
        tools.addWidget(self.previous_button)
        tools.addWidget(self.next_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.heading)
        column.addWidget(self.frames)
        column.addWidget(self.steps)
        column.addLayout(tools)
        column.addWidget(self.left_rows)

    def _game_changed(self, _changed: object) -> None:
        self.refresh()

    def refresh(self) -> None:
        """Show where play stands now."""
        session = self.table.session
        hidden = session.waiting_for is not None
        left = () if hidden else tuple(session.unfinished())
        note = self.tr("{count} to do").format(count=len(left)) if left else ""
        self.steps.show_steps([] if hidden else steps_of(session.system, session.view, note))
        self._show_frames(hidden)
        self._show_left(left)

    def _show_frames(self, hidden: bool) -> None:
        session = self.table.session
        titles = [] if hidden else [phase_of(session.system, item).title for item in session.view.stack]
        titles = list(dict.fromkeys(title for title in titles if title))
        # A single phase is the decision's own title: it need not be said twice.
        shown = len(titles) > 1 or (bool(titles) and not self.steps.steps.steps)
        self.frames.setText(" › ".join(titles))
        self.frames.setVisible(shown)

    def _show_left(self, left: tuple[str, ...]) -> None:
        kept = self.current_left
        self.left.set_items(left)
        if kept in left and self.current_left != kept:
            self.left_rows.setCurrentIndex(self.left.index(left.index(kept)))
        self.left_heading.setText(self.tr("STILL TO DO: {count}").format(count=len(left)))
        for part in (self.left_heading, self.previous_button, self.next_button, self.left_rows):
            part.setVisible(bool(left))
        if left:
            fit_rows(self.left_rows, len(left), _MOST_LEFT)

    @property
    def current_left(self) -> str:
        """The piece or space of the list that is in hand; empty when there is none."""
        row = self.left_rows.currentIndex().row()
        return self.left.items[row] if 0 <= row < len(self.left.items) else ""

    def go_to_left(self, step: int) -> bool:
        """Select and centre the next (1) or previous (-1) thing to do; False when nothing is left."""
        count = len(self.left.items)
        if not count:
            self.table.hint.emit(self.tr("Nothing is left to do in this phase."))
            return False
        row = self._row_in_hand()
        row = (row + step) % count if row >= 0 else (0 if step > 0 else count - 1)
        self.left_rows.setCurrentIndex(self.left.index(row))
        show_item(self.table, self.left.items[row])
        return True

    def _row_in_hand(self) -> int:
        """The row of what is selected on the table, else the row marked in the list."""
        for piece in self.table.selection.pieces[:1]:
            if piece in self.left.items:
                return self.left.items.index(piece)
        return self.left_rows.currentIndex().row()

    def _left_chosen(self, index: QModelIndex) -> None:
        show_item(self.table, self.left.items[index.row()])


def _label(role: str, text: str) -> QLabel:
    label = QLabel(text)
    label.setProperty("role", role)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label
