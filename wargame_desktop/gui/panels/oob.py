"""The order of battle: what each power has and where, with search and a way to every piece."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QModelIndex, Qt, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from wargame_desktop.core.state import State
from wargame_desktop.gui.table import Table
from wargame_desktop.reports.oob import Place, PowerForces, Row, order_of_battle

from .oob_model import PIECES, SPACE, ForcesModel

_PAUSE_MS = 120
_ALL, _UNMOVED, _MARK = "all", "unmoved", "mark:"


class OrderOfBattlePanel(QFrame):
    """Power, space, piece. A click shows the place on the map and takes the pieces in hand."""

    def __init__(self, table: Table, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "panel")
        self.table = table
        self.model = ForcesModel(table, self)
        self._stale = True
        self._timer = QTimer(self, interval=0, singleShot=True)
        self._timer.timeout.connect(self.refresh)
        self._build()
        table.session.changed.connect(self._game_changed)
        table.theme_changed.connect(lambda _theme: self.model.repaint_marks())
        self.search.textChanged.connect(lambda _text: self._timer.start(_PAUSE_MS))
        self.kind.activated.connect(lambda _row: self.refresh())
        self.tree.clicked.connect(self._chosen)
        self.tree.activated.connect(self._chosen)

    def _build(self) -> None:
        heading = QLabel(self.tr("ORDER OF BATTLE"))
        heading.setProperty("role", "heading")
        self.total = QLabel()
        self.total.setProperty("role", "dim")
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Find a unit or place"))
        self.search.setClearButtonEnabled(True)
        self.search.setAccessibleName(self.tr("Find a unit or place"))
        self.kind = QComboBox()
        self.kind.setAccessibleName(self.tr("Which units to show"))
        self.tree = QTreeView()
        self.tree.setAccessibleName(self.tr("Order of battle"))
        self.tree.setProperty("role", "bare")
        self.tree.setFrameShape(QFrame.Shape.NoFrame)
        self.tree.setModel(self.model)
        self.tree.setHeaderHidden(True)
        self.tree.setUniformRowHeights(True)
        self.tree.setIndentation(14)
        self.tree.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.tree.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        header = self.tree.header()
        header.setStretchLastSection(False)
        header.setMinimumSectionSize(20)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Fixed)
        header.resizeSection(1, 44)
        head = QHBoxLayout()
        head.addWidget(heading)
        head.addStretch()
        head.addWidget(self.total)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addLayout(head)
        layout.addWidget(self.search)
        layout.addWidget(self.kind)
        layout.addWidget(self.tree, 1)

    # Keeping up

    def showEvent(self, event: QShowEvent) -> None:
        """What changed while the panel was out of sight is shown now."""
        super().showEvent(event)
        if self._stale:
            self.refresh()

    def _game_changed(self, _changed: object) -> None:
        self._stale = True
        if self.table.session.waiting_for is not None:
            self.model.show_powers(())
            self.total.clear()
        elif self.isVisible():
            self._timer.start(0)

    def refresh(self) -> None:
        """Show what the viewer may know of all forces."""
        self._timer.stop()
        session = self.table.session
        if session.waiting_for is not None:
            return
        self._stale = False
        view = session.view
        self._offer_kinds(view)
        # The view is masked already, so the report is made for one who sees all of it.
        powers = order_of_battle(session.system, view).powers
        needle, kind = self.search.text().strip().casefold(), str(self.kind.currentData())
        shown = powers if not needle and kind == _ALL else self._filtered(powers, view, needle, kind)
        first = self.model.rowCount() == 0
        self.model.show_powers(shown)
        self.total.setText(self.tr("{} pieces").format(sum(power.count for power in shown)))
        if needle or kind != _ALL:
            self.tree.expandAll()
        elif first:
            self.tree.expandToDepth(0)

    def _offer_kinds(self, view: State) -> None:
        marks = sorted({name for piece in view.pieces.values() for name in piece.marks})
        items = [(_ALL, self.tr("All units")), (_UNMOVED, self.tr("Not moved yet"))]
        items += [(f"{_MARK}{name}", name.replace("_", " ").capitalize()) for name in marks]
        if [(self.kind.itemData(row), self.kind.itemText(row)) for row in range(self.kind.count())] == items:
            return
        chosen = self.kind.currentData()
        self.kind.clear()
        for value, text in items:
            self.kind.addItem(text, value)
        self.kind.setCurrentIndex(max(0, self.kind.findData(chosen)))

    def _filtered(
        self, powers: tuple[PowerForces, ...], view: State, needle: str, kind: str
    ) -> tuple[PowerForces, ...]:
        """The powers, places and rows in which something is left."""

        def fits(row: Row, place: Place, power: PowerForces) -> bool:
            marks = view.pieces[row.pieces[0]].marks
            if kind == _UNMOVED and (marks.get("moved") or not power.power):
                return False
            if kind.startswith(_MARK) and not marks.get(kind.removeprefix(_MARK)):
                return False
            words = f"{row.name} {' '.join(row.notes)} {place.name} {place.space} {power.name}"
            return needle in f"{words} {' '.join(row.pieces)}".casefold()

        found = []
        for power in powers:
            places = []
            for place in power.places:
                rows = tuple(row for row in place.rows if fits(row, place, power))
                if rows:
                    places.append(replace(place, rows=rows))
            if places:
                count = sum(row.count for place in places for row in place.rows)
                found.append(replace(power, places=tuple(places), count=count))
        return tuple(found)

    # What the person does

    def _chosen(self, index: QModelIndex) -> None:
        index = index.siblingAtColumn(0)
        pieces, space = index.data(PIECES), index.data(SPACE)
        if pieces:
            self.table.show_pieces(pieces)
        elif space:
            self.table.show_space(space)
