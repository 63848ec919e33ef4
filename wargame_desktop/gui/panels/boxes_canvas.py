"""The drawn boxes: pieces in them are chosen, dragged out and dropped as on the map."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFont,
    QFontMetrics,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QApplication, QToolTip, QWidget

from wargame_desktop.gui.counters.marks import paint_count
from wargame_desktop.gui.fonts import ui
from wargame_desktop.gui.table import Table
from wargame_desktop.gui.theme import faded

from .boxes_layout import TITLE, Cell, Grip, Layout, Tray, box_groups, holds, lay_out

_KEEPING = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


class BoxesCanvas(QWidget):
    """All boxes below one another."""

    drag_started = Signal(object)
    drag_moved = Signal(QPoint)
    drag_dropped = Signal(QPoint)
    drag_cancelled = Signal()
    place_reached = Signal(QRectF)
    """The keyboard went to a place that should be in sight."""

    def __init__(self, table: Table, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.table = table
        self.layout_ = Layout()
        self.targets: frozenset[str] = frozenset()
        self.drop: tuple[str, bool] | None = None
        self._groups = box_groups(table.session.system)
        self._pressed: tuple[QPoint, Grip] | None = None
        self._dragging = False
        self._at = 0
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Boxes beside the map"))
        table.selection.changed.connect(self.update)
        table.selection.space_changed.connect(lambda _space: self.update())
        table.candidates_changed.connect(lambda _spaces: self.update())
        table.theme_changed.connect(lambda _theme: self.update())

    # Keeping up

    def refresh(self) -> None:
        """Lay everything out anew."""
        session = self.table.session
        if session.waiting_for is not None:
            self.layout_ = Layout()
        else:
            view = session.view
            groups = [*self._groups, *holds(session.system, view)]
            self.layout_ = lay_out(session.system, view, groups, max(120.0, float(self.width())))
        self._at = min(self._at, max(0, len(self._stops()) - 1))
        self.setMinimumHeight(int(self.layout_.height))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """As high as the boxes need."""
        return QSize(280, int(self.layout_.height))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width wraps elsewhere."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.refresh()

    def set_targets(self, spaces: Collection[str]) -> None:
        """Light the boxes onto which what is being dragged may be dropped."""
        self.targets = frozenset(spaces)
        self.update()

    def set_drop(self, space: str | None, allowed: bool) -> None:
        """Show which box is under the pieces being dragged, and whether they may go there."""
        drop = None if space is None else (space, allowed)
        if drop != self.drop:
            self.drop = drop
            self.update()

    # What is where

    def cell_at(self, point: QPointF) -> Cell | None:
        """The cell at a point."""
        return next((cell for cell in self.layout_.cells if cell.rect.contains(point)), None)

    def grip_at(self, point: QPointF) -> Grip | None:
        """The pieces at a point, those drawn last first."""
        return next((grip for grip in reversed(self.layout_.grips) if grip.rect.contains(point)), None)

    def rect_of(self, space: str) -> QRectF | None:
        """Where a box is drawn."""
        return next((cell.rect for cell in self.layout_.cells if cell.space == space), None)

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """The trays in sight."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        seen = QRectF(event.rect())
        for tray in self.layout_.trays:
            if tray.rect.intersects(seen):
                self._paint_tray(painter, tray)
        for grip in self.layout_.grips:
            if grip.rect.adjusted(-9, -9, 9, 9).intersects(seen):
                self._paint_grip(painter, grip)
        stops = self._stops()
        if self.hasFocus() and stops:
            painter.setPen(QPen(self.table.theme.window.text, 1.4, Qt.PenStyle.DotLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(
                stops[self._at].rect.adjusted(-3, -3, 3, 3).intersected(QRectF(self.rect())), 5, 5
            )
        painter.end()

    def _paint_tray(self, painter: QPainter, tray: Tray) -> None:
        win = self.table.theme.window
        title = QRectF(tray.rect.left() + 2, tray.rect.top(), tray.rect.width() - 4, TITLE - 3)
        painter.setFont(ui(12, QFont.Weight.DemiBold))
        painter.setPen(win.text)
        room = int(title.width()) - 40
        words = QFontMetrics(painter.font()).elidedText(tray.title, Qt.TextElideMode.ElideRight, room)
        painter.drawText(title, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, words)
        painter.setFont(ui(12))
        painter.setPen(win.dim)
        if not tray.is_track:
            note = str(tray.count) if tray.count else self.tr("empty")
            painter.drawText(title, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, note)
        for cell in tray.cells:
            self._paint_cell(painter, cell)

    def _paint_cell(self, painter: QPainter, cell: Cell) -> None:
        win, overlay = self.table.theme.window, self.table.theme.overlay
        rect = cell.rect.adjusted(0.5, 0.5, -0.5, -0.5)
        if cell.label:
            rect = rect.adjusted(1, 1, -1, -1)
        wanted = cell.space in self.targets or cell.space in self.table.candidates
        painter.setBrush(overlay.reach_fill if wanted else win.ground)
        pen = QPen(overlay.reach_line, 2) if wanted else QPen(win.line, 1)
        if cell.space == self.table.selection.space:
            pen = QPen(win.accent, 2)
        if self.drop is not None and self.drop[0] == cell.space:
            pen = QPen(win.good, 2.5) if self.drop[1] else QPen(win.bad, 2.5, Qt.PenStyle.DashLine)
            painter.setBrush(faded(win.good if self.drop[1] else win.bad, 0.14))
        painter.setPen(pen)
        painter.drawRoundedRect(rect, 6, 6)
        if cell.label:
            painter.setFont(ui(11))
            painter.setPen(win.dim)
            painter.drawText(rect.adjusted(6, 2, 0, 0), Qt.AlignmentFlag.AlignLeft, cell.label)

    def _paint_grip(self, painter: QPainter, grip: Grip) -> None:
        theme, chosen = self.table.theme, self._chosen_in(grip)
        face = replace(grip.face, selected=bool(chosen))
        pixmap, offset = self.table.counters.counter(face, grip.rect.width(), self.devicePixelRatioF(), theme)
        painter.drawPixmap(grip.rect.topLeft() + offset, pixmap)
        if len(grip.pieces) > 1:
            size = max(13.0, grip.rect.width() * 0.36)
            at = QPointF(grip.rect.left() - 1, grip.rect.bottom() + 1)
            paint_count(painter, at, size, len(chosen) or len(grip.pieces), theme)

    def _chosen_in(self, grip: Grip) -> list[str]:
        return [piece for piece in grip.pieces if piece in self.table.selection]

    # Mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose pieces or a box; with Ctrl or Shift one more of a heap."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        grip, cell = self.grip_at(event.position()), self.cell_at(event.position())
        if cell is not None and self.table.is_picking:
            self.table.answer_pick(cell.space)
            return
        if grip is not None:
            self._pressed = (event.position().toPoint(), grip)
            self._choose(grip, keep=bool(event.modifiers() & _KEEPING))
        elif cell is not None:
            self.table.selection.clear()
        if cell is not None:
            self.table.selection.set_space(cell.space)

    def _choose(self, grip: Grip, keep: bool) -> None:
        selection, chosen = self.table.selection, self._chosen_in(grip)
        if not keep:
            if not chosen:
                selection.select(grip.pieces[:1])
            return
        left = [piece for piece in grip.pieces if piece not in selection]
        if left and not grip.covered:
            selection.select(left[:1], add=True)
        elif chosen:
            selection.deselect(chosen)
        else:
            selection.select(grip.pieces[:1], add=True)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Choose a whole heap."""
        grip = self.grip_at(event.position())
        if grip is not None and not grip.covered:
            self.table.selection.select(grip.pieces)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """A press that moves is a drag of everything chosen."""
        if self._pressed is None or not event.buttons() & Qt.MouseButton.LeftButton:
            return
        way = event.position().toPoint() - self._pressed[0]
        if not self._dragging and way.manhattanLength() >= QApplication.startDragDistance():
            self._dragging = True
            self.setFocus()
            self.drag_started.emit(self.table.selection.pieces or self._pressed[1].pieces[:1])
        if self._dragging:
            self.drag_moved.emit(event.globalPosition().toPoint())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Drop what was dragged."""
        if event.button() == Qt.MouseButton.LeftButton:
            pressed, was_dragging = self._pressed, self._dragging
            self._pressed, self._dragging = None, False
            if was_dragging:
                self.drag_dropped.emit(event.globalPosition().toPoint())
            elif pressed is not None and not event.modifiers() & _KEEPING:
                # A press leaves others chosen, because a drag may follow; a click does not.
                self.table.selection.select(self._chosen_in(pressed[1]))

    # Keyboard

    def _stops(self) -> list[Cell | Grip]:
        """Where the arrow keys stop: each box, then the heaps in it."""
        stops: list[Cell | Grip] = []
        for cell in self.layout_.cells:
            stops.append(cell)
            stops += [grip for grip in self.layout_.grips if grip.space == cell.space]
        return stops

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows go from place to place, Return and Space choose, Escape ends a drag."""
        key, stops = event.key(), self._stops()
        if key == Qt.Key.Key_Escape and self._dragging:
            self._dragging, self._pressed = False, None
            self.drag_cancelled.emit()
        elif not stops:
            event.ignore()
        elif key in (Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Up):
            step = 1 if key in (Qt.Key.Key_Right, Qt.Key.Key_Down) else -1
            self._at = (self._at + step) % len(stops)
            self.place_reached.emit(stops[self._at].rect)
            self.update()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._take(stops[self._at], bool(event.modifiers() & _KEEPING))
        else:
            super().keyPressEvent(event)

    def _take(self, stop: Cell | Grip, keep: bool) -> None:
        if self.table.is_picking:
            self.table.answer_pick(stop.space)
            return
        if isinstance(stop, Grip):
            self._choose(stop, keep)
        self.table.selection.set_space(stop.space)

    def event(self, event: QEvent) -> bool:
        """Names under the mouse, as the viewer may know them."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), self.told(QPointF(event.pos())), self)
            return True
        return super().event(event)

    def told(self, point: QPointF) -> str:
        """What lies at a point, in words."""
        system, view = self.table.session.system, self.table.session.view
        grip, cell = self.grip_at(point), self.cell_at(point)
        if grip is not None:
            if grip.covered:
                return self.tr("{} face down").format(len(grip.pieces))
            name = system.name_of(view.pieces[grip.pieces[0]])
            return f"{name} × {len(grip.pieces)}" if len(grip.pieces) > 1 else name
        return "" if cell is None else system.space_name(cell.space)
