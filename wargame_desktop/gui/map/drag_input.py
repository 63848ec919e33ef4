"""Mouse and keyboard on the map: choosing pieces, spreading stacks, carrying, the space cursor.

Works as a filter in front of the view, and takes only what belongs to pieces: a press on the empty map,
the wheel and all other keys go on to the view, which pans and zooms.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QGraphicsView, QRubberBand

from wargame_desktop.gui.map import drag_cursor
from wargame_desktop.gui.map.stacks import Hit

if TYPE_CHECKING:
    from wargame_desktop.gui.map.scene import TableScene

_ARROWS = {
    Qt.Key.Key_Up: drag_cursor.UP,
    Qt.Key.Key_Down: drag_cursor.DOWN,
    Qt.Key.Key_Left: drag_cursor.LEFT,
    Qt.Key.Key_Right: drag_cursor.RIGHT,
}
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_CHORD = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
_EDGE = 28
_SCROLL = 14


@dataclass
class _Press:
    """A left button that is down: where, over what, and what it has turned into."""

    at: QPoint
    hit: Hit | None
    chosen_before: bool = False
    dragging: bool = False


class TableInput(QObject):
    """The hands at one view of a table."""

    def __init__(self, view: QGraphicsView, table: TableScene) -> None:
        super().__init__(view)
        self._view, self._table = view, table
        self._press: _Press | None = None
        self._band: QRubberBand | None = None
        self._band_adds = False
        self._last = QPoint()
        self._space_held = False
        self._hovered: str | None = None
        self._scroll = QTimer(self, interval=16)
        self._scroll.timeout.connect(self._scroll_on)
        table.drag.add_resolver(self._space_on_screen)
        self._on_viewport: dict[QEvent.Type, Callable[[QMouseEvent], bool]] = {
            QEvent.Type.MouseButtonPress: self._pressed,
            QEvent.Type.MouseButtonDblClick: self._double_clicked,
            QEvent.Type.MouseMove: self._moved,
            QEvent.Type.MouseButtonRelease: self._released,
        }
        self._on_view: dict[QEvent.Type, Callable[[QKeyEvent], bool]] = {
            QEvent.Type.KeyPress: self._key_pressed,
            QEvent.Type.KeyRelease: self._key_released,
            QEvent.Type.ShortcutOverride: self._key_claimed,
        }
        view.viewport().setMouseTracking(True)
        view.viewport().installEventFilter(self)
        view.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Look at an event before the view does; True keeps it from the view."""
        if "_view" not in self.__dict__:
            # Python has taken this object apart, and Qt still sends the last events to its view.
            return False
        kind = event.type()
        if watched is self._view:
            on_key = self._on_view.get(kind)
            return on_key is not None and on_key(cast(QKeyEvent, event))
        if kind == QEvent.Type.Paint:
            self._tell_zoom()
            return False
        on_mouse = self._on_viewport.get(kind)
        return on_mouse is not None and on_mouse(cast(QMouseEvent, event))

    def _tell_zoom(self) -> None:
        """Whatever changed the zoom, the stacks hear of it before the next frame."""
        view = self._view
        pitch = self._table.geometry.pitch * view.viewportTransform().m11()
        visible = view.mapToScene(view.viewport().rect()).boundingRect()
        self._table.stacks.set_zoom(pitch, view.devicePixelRatioF(), visible)

    # Where things are

    def _space_at(self, at: QPoint) -> str | None:
        return self._table.geometry.space_at(self._view.mapToScene(at))

    def _space_on_screen(self, at: QPoint) -> str | None:
        local = self._view.viewport().mapFromGlobal(at)
        return self._space_at(local) if self._view.viewport().rect().contains(local) else None

    def _hit(self, at: QPoint) -> Hit | None:
        to_view = self._view.viewportTransform()
        fan = self._table.fan
        if fan is not None:
            local = QPointF(at) - to_view.map(fan.pos())
            piece = fan.piece_at(local)
            if piece is not None:
                return Hit(fan.space, (piece,))
            if fan.covers(local):
                return Hit(fan.space, ())
        return self._table.stacks.hit(QPointF(at), to_view)

    # Mouse

    def _pressed(self, event: QMouseEvent) -> bool:
        at, drag = event.position().toPoint(), self._table.drag
        if event.button() == Qt.MouseButton.RightButton and drag.is_active:
            drag.add_waypoint()
            return True
        if event.button() != Qt.MouseButton.LeftButton:
            return False
        if self._space_held:
            # The space bar turns the mouse into a hand that moves the map, pieces and all.
            self._space_held = False
            return False
        self._view.setFocus(Qt.FocusReason.MouseFocusReason)
        self._table.hand.hide_refusal()
        if drag.is_active:
            drag.hover(self._space_at(at))
            drag.drop()
            return True
        # A space to be picked is picked, whatever lies in it.
        hit = None if self._table.is_candidate(self._space_at(at)) else self._hit(at)
        self._press = _Press(at, hit)
        if hit is not None:
            self._press_pieces(hit, event.modifiers())
            return True
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self._start_band(at, bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))
            return True
        return False

    def _press_pieces(self, hit: Hit, modifiers: Qt.KeyboardModifier) -> None:
        """Choose at once what is pressed, so that it can be dragged; a chord waits for the release."""
        selection = self._table.selection
        assert self._press is not None
        self._press.chosen_before = any(piece in selection for piece in hit.pieces)
        if not self._press.chosen_before and not modifiers & _CHORD and hit.pieces:
            selection.select(hit.pieces[:1])
        self._table.put_cursor(hit.space)

    def _moved(self, event: QMouseEvent) -> bool:
        at, press = event.position().toPoint(), self._press
        if self._band is not None and press is not None:
            self._band.setGeometry(QRect(press.at, at).normalized())
            return True
        if press is None or press.hit is None:
            self._hover(at)
            return self._table.drag.is_active and not event.buttons()
        far = (at - press.at).manhattanLength() >= QApplication.startDragDistance()
        if not press.dragging and far and press.hit.pieces:
            self._start_drag(press)
        if press.dragging:
            self._carry(at, event.modifiers())
        return True

    def _hover(self, at: QPoint) -> None:
        if self._table.targets and not self._table.drag.is_active:
            space = self._space_at(at)
            if space != self._hovered:
                self._hovered = space
                self._table.hover_target(space)

    def _start_drag(self, press: _Press) -> None:
        assert press.hit is not None
        selection = self._table.selection
        if not any(piece in selection for piece in press.hit.pieces):
            selection.select(press.hit.pieces[:1], add=True)
        press.dragging = self._table.drag.begin(selection.pieces)
        self._table.close_fan()

    def _carry(self, at: QPoint, modifiers: Qt.KeyboardModifier) -> None:
        drag = self._table.drag
        if not drag.is_active:
            return
        self._last = at
        before = drag.space
        drag.carry(self._view.viewport().mapToGlobal(at))
        if modifiers & Qt.KeyboardModifier.AltModifier and drag.space not in (None, before):
            drag.add_waypoint()
        inner = self._view.viewport().rect().adjusted(_EDGE, _EDGE, -_EDGE, -_EDGE)
        near_edge = self._view.viewport().rect().contains(at) and not inner.contains(at)
        if near_edge and not self._scroll.isActive():
            self._scroll.start()
        elif not near_edge:
            self._scroll.stop()

    def _scroll_on(self) -> None:
        """Carry the map along while the hand rests at the edge of the view."""
        if not self._table.drag.is_active:
            self._scroll.stop()
            return
        rect, bars = self._view.viewport().rect(), self._view
        dx = _SCROLL * ((self._last.x() > rect.right() - _EDGE) - (self._last.x() < _EDGE))
        dy = _SCROLL * ((self._last.y() > rect.bottom() - _EDGE) - (self._last.y() < _EDGE))
        bars.horizontalScrollBar().setValue(bars.horizontalScrollBar().value() + dx)
        bars.verticalScrollBar().setValue(bars.verticalScrollBar().value() + dy)
        self._table.drag.carry(self._view.viewport().mapToGlobal(self._last))

    def _released(self, event: QMouseEvent) -> bool:
        at, press = event.position().toPoint(), self._press
        if event.button() != Qt.MouseButton.LeftButton or press is None:
            return event.button() == Qt.MouseButton.RightButton and self._table.drag.is_active
        self._press = None
        self._scroll.stop()
        if self._band is not None:
            self._end_band(QRect(press.at, at).normalized())
            return True
        if press.hit is not None:
            if press.dragging:
                self._table.drag.carry(self._view.viewport().mapToGlobal(at))
                self._table.drag.drop()
            else:
                self._clicked(press, event.modifiers())
            return True
        if (at - press.at).manhattanLength() < QApplication.startDragDistance():
            self._hovered = None
            self._table.click_space(self._space_at(at))
        return False

    def _clicked(self, press: _Press, modifiers: Qt.KeyboardModifier) -> None:
        """A press on pieces that did not become a drag."""
        hit, selection = press.hit, self._table.selection
        assert hit is not None
        if not hit.pieces:
            return
        if modifiers & Qt.KeyboardModifier.ControlModifier:
            fresh = [piece for piece in hit.pieces if piece not in selection]
            selection.toggle(fresh[:1] or hit.pieces[:1])
        elif modifiers & Qt.KeyboardModifier.ShiftModifier:
            fresh = [piece for piece in hit.pieces if piece not in selection]
            selection.select(fresh[:1], add=True)
        elif press.chosen_before:
            in_fan = self._table.fan is not None
            selection.select(hit.pieces[:1])
            if not in_fan:
                self._table.open_fan(hit.space)

    def _double_clicked(self, event: QMouseEvent) -> bool:
        at = event.position().toPoint()
        if event.button() != Qt.MouseButton.LeftButton:
            return False
        hit = self._hit(at)
        if hit is None or not hit.pieces:
            return self._pressed(event)
        self._table.close_fan()
        add = bool(event.modifiers() & _CHORD)
        self._table.selection.select(self._table.mates_of(hit.pieces[0]), add=add)
        # Held down, the second press of a double click drags the whole stack.
        self._press = _Press(at, hit)
        return True

    # Rubber band

    def _start_band(self, at: QPoint, adds: bool) -> None:
        self._band_adds = adds
        self._band = QRubberBand(QRubberBand.Shape.Rectangle, self._view.viewport())
        self._band.setGeometry(QRect(at, QSize()))
        self._band.show()

    def _end_band(self, area: QRect) -> None:
        if self._band is not None:
            self._band.deleteLater()
            self._band = None
        found = self._table.stacks.within(QRectF(area), self._view.viewportTransform())
        self._table.selection.select(found, add=self._band_adds)

    # Keyboard

    def _key_claimed(self, event: QKeyEvent) -> bool:
        """While pieces are in hand, keys that steer them are not for menus."""
        if self._table.drag.is_active and event.key() in (Qt.Key.Key_W, Qt.Key.Key_Escape, *_ARROWS, *_ENTER):
            event.accept()
        return False

    def _key_pressed(self, event: QKeyEvent) -> bool:
        key, drag = event.key(), self._table.drag
        plain = not event.modifiers() & (_CHORD | Qt.KeyboardModifier.AltModifier)
        if key == Qt.Key.Key_Escape:
            return self._escape()
        if key == Qt.Key.Key_W and drag.is_active:
            drag.add_waypoint()
            return True
        if key in _ENTER:
            return self._enter(bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
        if key in _ARROWS and plain:
            self._arrow(Qt.Key(key))
            return True
        if key == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space_held = True
        return False

    def _key_released(self, event: QKeyEvent) -> bool:
        """A tap on the space bar spreads the stack in hand; held down it is the view's, for panning."""
        if event.key() != Qt.Key.Key_Space or event.isAutoRepeat():
            return False
        tapped, self._space_held = self._space_held and self._press is None, False
        space = self._table.selection.space
        if tapped and not self._table.drag.is_active:
            if self._table.fan is not None:
                self._table.close_fan()
            elif space is not None:
                self._table.open_fan(space)
        return False

    def _escape(self) -> bool:
        table = self._table
        if table.drag.is_active:
            if self._press is not None:
                self._press.dragging = False
                self._press.hit = Hit("", ())
            table.drag.cancel()
        elif table.is_picking:
            table.pick_given_up.emit()
        elif table.fan is not None:
            table.close_fan()
        elif table.selection.pieces:
            table.selection.clear()
        else:
            table.hand.hide_refusal()
            return False
        return True

    def _enter(self, whole_stack: bool) -> bool:
        """Pick up the chosen pieces, or the top one or all under the cursor; or put them down."""
        table = self._table
        if table.drag.is_active:
            table.drag.drop()
            return True
        if table.is_picking:
            self._pick_at_cursor()
            return True
        space = table.cursor.space or table.selection.space
        pieces = table.selection.pieces
        if not pieces and space is not None:
            pieces = table.stacks.pieces_at(space)[:1]
        if whole_stack and pieces:
            pieces = table.mates_of(pieces[0])
        if not pieces:
            return False
        table.selection.select(pieces)
        table.close_fan()
        table.cursor.put(space or table.stacks.place_of(pieces[0]))
        return table.drag.begin(pieces)

    def _pick_at_cursor(self) -> None:
        """The space under the cursor answers; before any arrow was pressed it is only shown."""
        table, space = self._table, self._table.cursor.space
        if space is not None and table.is_candidate(space) and table.overlays.cursor.isVisible():
            table.picked.emit(space)
        elif space is not None:
            table.overlays.set_cursor(space)
            table.said.emit(table.describe(space))

    def _arrow(self, key: Qt.Key) -> None:
        table = self._table
        if table.fan is not None and not table.drag.is_active:
            self._arrow_in_fan(key)
            return
        if table.cursor.space is None and table.selection.space is not None:
            table.cursor.put(table.selection.space)
        space = table.cursor.step(_ARROWS[key])
        if space is None:
            return
        table.overlays.set_cursor(space)
        table.selection.set_space(space)
        self._bring_into_view(space)
        if table.drag.is_active:
            table.hand.hold_at(table.geometry.piece_anchor(space))
            table.drag.hover(space)
        else:
            table.hover_target(space)
            table.said.emit(table.describe(space))

    def _arrow_in_fan(self, key: Qt.Key) -> None:
        fan = self._table.fan
        assert fan is not None
        chosen = [k for k, piece in enumerate(fan.pieces) if piece in self._table.selection]
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: -fan.columns}.get(key, fan.columns)
        start = chosen[0] if chosen else (-1 if step > 0 else len(fan.pieces))
        number = min(max(start + step, 0), len(fan.pieces) - 1)
        self._table.selection.select(fan.pieces[number : number + 1])

    def _bring_into_view(self, space: str) -> None:
        around = self._table.geometry.outline(space).boundingRect()
        visible = self._view.mapToScene(self._view.viewport().rect()).boundingRect()
        if not visible.contains(around.center()):
            self._view.centerOn(around.center())
        elif not visible.contains(around):
            self._view.ensureVisible(around, 40, 40)
