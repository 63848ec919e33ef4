"""What lies beside the map: pools, decks, hands, tracks and holds, as small maps of their own."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QVBoxLayout, QWidget

from wargame_desktop.core.draft import Changed
from wargame_desktop.core.state import HOLD
from wargame_desktop.gui.table import Table

from .boxes_canvas import BoxesCanvas


class BoxesPanel(QFrame):
    """The boxes of the board. Drags go out and come in through signals, as from the map."""

    drag_started = Signal(object)
    """The pieces taken up, as a tuple of ids."""
    drag_moved = Signal(QPoint)
    """Where the pointer is on the screen."""
    drag_dropped = Signal(QPoint)
    drag_cancelled = Signal()

    def __init__(self, table: Table, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "panel")
        self.table = table
        self._stale = True
        self._seen_by = (table.session.viewer, table.session.waiting_for)
        self.canvas = BoxesCanvas(table)
        heading = QLabel(self.tr("BESIDE THE MAP"))
        heading.setProperty("role", "heading")
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.area.setWidget(self.canvas)
        self.area.viewport().setAutoFillBackground(False)
        self.canvas.setAutoFillBackground(False)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(heading)
        layout.addWidget(self.area, 1)
        for mine, its in (
            (self.drag_started, self.canvas.drag_started),
            (self.drag_moved, self.canvas.drag_moved),
            (self.drag_dropped, self.canvas.drag_dropped),
            (self.drag_cancelled, self.canvas.drag_cancelled),
        ):
            its.connect(mine)
        self.canvas.place_reached.connect(self._bring_into_sight)
        table.session.changed.connect(self._game_changed)

    def showEvent(self, event: QShowEvent) -> None:
        """What changed while the panel was out of sight is shown now."""
        super().showEvent(event)
        if self._stale:
            self._refresh()

    def _game_changed(self, changed: Changed | None) -> None:
        session = self.table.session
        seen_by = (session.viewer, session.waiting_for)
        may_skip = seen_by == self._seen_by and changed is not None and not self._stale
        if may_skip and changed is not None and not any(map(self._is_here, changed.spaces)):
            return
        self._seen_by = seen_by
        self._stale = True
        if self.isVisible() or session.waiting_for is not None:
            self._refresh()

    def _is_here(self, space: str) -> bool:
        """Whether a space is shown; a carrier on the map matters too, for the name of its hold."""
        if space.startswith(HOLD) or self.canvas.rect_of(space) is not None:
            return True
        view = self.table.session.view
        return any(view.at(HOLD + piece.id) for piece in view.at(space))

    def _refresh(self) -> None:
        self._stale = False
        self.canvas.refresh()

    # For drags that come from elsewhere

    def space_at(self, at: QPoint) -> str | None:
        """The box at a point of the screen, None when there is none in sight."""
        port = self.area.viewport()
        if not self.isVisible() or not port.rect().contains(port.mapFromGlobal(at)):
            return None
        cell = self.canvas.cell_at(QPointF(self.canvas.mapFromGlobal(at)))
        return None if cell is None else cell.space

    def set_targets(self, spaces: Collection[str]) -> None:
        """Light the boxes onto which what is being dragged may be dropped; none when the drag is over."""
        self.canvas.set_targets(spaces)

    def set_drop(self, space: str | None, allowed: bool = False) -> None:
        """Show which box is under the pieces being dragged, and whether they may go there."""
        self.canvas.set_drop(space, allowed)

    def show_space(self, space: str) -> None:
        """Bring a box into sight, as soon as the panel has been laid out."""
        QTimer.singleShot(0, self, lambda: self._scroll_to(space))

    def _scroll_to(self, space: str) -> None:
        rect = self.canvas.rect_of(space)
        if rect is not None:
            self._bring_into_sight(rect)

    def _bring_into_sight(self, rect: QRectF) -> None:
        centre = rect.center().toPoint()
        self.area.ensureVisible(centre.x(), centre.y(), 0, int(rect.height() / 2) + 24)
