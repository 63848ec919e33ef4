"""What the decider may have forgotten: the list of it, and the warning before a phase ends."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QHBoxLayout,
    QLabel,
    QListView,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from wargame_desktop.core.action import Action
from wargame_desktop.gui.table import Table


def item_name(table: Table, item: str) -> str:
    """A piece with its place, or a space, for people."""
    system, view = table.session.system, table.session.view
    piece = view.pieces.get(item)
    if piece is None:
        return system.space_name(item)
    name = system.name_of(piece)
    return f"{name[:1].upper()}{name[1:]}, {system.space_name(piece.space)}"


def show_item(table: Table, item: str) -> None:
    """Select what is left and bring it into view."""
    if item in table.session.view.pieces:
        table.show_pieces([item])
    else:
        table.selection.clear()
        table.show_space(item)


class LeftModel(QAbstractListModel):
    """Pieces and spaces left to do, named only when they are drawn."""

    def __init__(self, table: Table, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._table = table
        self.items: tuple[str, ...] = ()

    def set_items(self, items: Sequence[str]) -> None:
        """Show these."""
        if tuple(items) != self.items:
            self.beginResetModel()
            self.items = tuple(items)
            self.endResetModel()

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex | None = None) -> int:
        """One row for each."""
        return 0 if parent is not None and parent.isValid() else len(self.items)

    def data(
        self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """The name."""
        if index.isValid() and role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return item_name(self._table, self.items[index.row()])
        return None


def left_view(model: LeftModel, name: str) -> QListView:
    """A bare list of what is left."""
    view = QListView()
    view.setModel(model)
    view.setProperty("role", "bare")
    view.setUniformItemSizes(True)
    view.setAccessibleName(name)
    view.setTextElideMode(Qt.TextElideMode.ElideRight)
    view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    return view


class PhaseEndDialog(QDialog):
    """Lists what is left before a phase ends. A click on a line goes there instead."""

    def __init__(self, table: Table, title: str, items: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._table = table
        self.setWindowTitle(self.tr("Before the phase ends"))
        self.setMinimumWidth(360)
        head = QLabel(self.tr("Before the phase ends"))
        head.setProperty("role", "title")
        note = self.tr("{title}. Still to do: {count}. Choose a line to go there.")
        text = QLabel(note.format(title=title, count=len(items)))
        text.setTextFormat(Qt.TextFormat.PlainText)
        text.setProperty("role", "dim")
        text.setWordWrap(True)
        self._model = LeftModel(table, self)
        self._model.set_items(items)
        self.rows = left_view(self._model, self.tr("Left to do"))
        self.rows.clicked.connect(self._go)
        self.rows.activated.connect(self._go)
        self.end_button = QPushButton(self.tr("End anyway"))
        self.end_button.setProperty("role", "danger")
        self.stay_button = QPushButton(self.tr("Stay in the phase"))
        self.stay_button.setProperty("role", "primary")
        self.stay_button.setDefault(True)
        self.end_button.clicked.connect(self.accept)
        self.stay_button.clicked.connect(self.reject)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(self.end_button)
        buttons.addWidget(self.stay_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 18)
        column.setSpacing(10)
        for part in (head, text, self.rows):
            column.addWidget(part)
        column.addLayout(buttons)
        self.stay_button.setFocus()

    def _go(self, index: QModelIndex) -> None:
        item = self._model.items[index.row()]
        self.reject()
        show_item(self._table, item)


def ends_phase(table: Table, action: Action) -> bool:
    """Whether the rules say that an action closes the phase."""
    decision = table.session.decision
    return decision is not None and any(
        offer.verb == action.verb and offer.ends_phase for offer in decision.offers
    )


def confirm_phase_end(table: Table, action: Action, parent: QWidget | None = None) -> bool:
    """Whether to go on with an action: asks only when it ends a phase in which something is left to do."""
    if not table.preferences["confirm_phase_end"] or not ends_phase(table, action):
        return True
    session = table.session
    left = session.unfinished()
    if not left or session.why_not(action):
        return True  # nothing to lose; a refused action is refused with its own words
    assert session.decision is not None
    dialog = PhaseEndDialog(table, session.decision.prompt.title, left, parent)
    answer = dialog.exec()
    dialog.deleteLater()
    return answer == QDialog.DialogCode.Accepted
