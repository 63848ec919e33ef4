"""The view on the table: zoom to the cursor, pan with momentum, keys, and which space is under the mouse."""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QResizeEvent,
    QTransform,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QGraphicsScene, QGraphicsView, QWidget

from wargame_desktop.gui.map.geometry import MapGeometry
from wargame_desktop.gui.map.tiles import MapItem
from wargame_desktop.gui.map.view_motion import Glide, Throw
from wargame_desktop.gui.theme import Theme

_STEP = 2.0**0.25
"""One notch of the wheel."""
_NEAREST_PITCH = 420.0
"""A hex is never shown higher than this on screen."""
_FIT_PART = 0.85
"""The farthest zoom shows the whole sheet with a little room around it."""
_READABLE_PITCH, _GOOD_PITCH = 64.0, 88.0
"""From the first on counters can be read; at the second they are a pleasure to read."""
_KEY_STEP = 0.12
_CLICK_PX = 5


class MapView(QGraphicsView):
    """Shows a scene with a map in it. Left presses on items are the scene's; on empty map they pan.

    `zoom` is screen pixels per scene unit. `animated` switches gliding zoom and momentum on and off.
    """

    space_hovered = Signal(object)
    """The space under the mouse, or None; sent when it changes."""
    space_pressed = Signal(object, object)
    """A space (or None) and the mouse button that went down on the map."""
    space_clicked = Signal(object, object)
    """A space (or None) and the button that was pressed and released without dragging."""
    space_double_clicked = Signal(object)
    menu_wanted = Signal(object, QPoint)
    """A space (or None) and a global point: the right button was clicked there."""
    view_changed = Signal()
    """The visible part or the zoom changed."""

    def __init__(
        self, scene: QGraphicsScene, geometry: MapGeometry, map_item: MapItem | None = None,
        parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        super().__init__(scene, parent)
        self._geometry = geometry
        self._map = map_item
        self.animated = True
        self._zoom = 1.0
        self._goal = 1.0
        self._fixed: tuple[QPointF, QPointF] = (QPointF(), QPointF())
        self._from = 1.0
        self._hovered: str | None = None
        self._hand: QPointF | None = None
        self._pressed_at: tuple[QPointF, Qt.MouseButton] | None = None
        self._space_held = False
        self._keep: Callable[[], None] | None = self.fit
        """What to show again when the size changes; None keeps zoom and middle."""
        self._remainder = QPointF()
        self._throw = Throw(self._pan_by, self)
        self._glide = Glide(self._glide_to, self)
        self._set_up()

    def _set_up(self) -> None:
        self.setAccessibleName("Map")
        self.setAccessibleDescription(
            "The board. Arrow keys move the view, plus and minus zoom, Home fits the map."
        )
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setResizeAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.MinimalViewportUpdate)
        self.setOptimizationFlag(QGraphicsView.OptimizationFlag.DontAdjustForAntialiasing)
        self.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)
        if self._map is not None:
            self.set_theme(self._map.painter.theme)
        for bar in (self.horizontalScrollBar(), self.verticalScrollBar()):
            bar.valueChanged.connect(self._moved)

    def set_theme(self, theme: Theme) -> None:
        """The ground around the sheet."""
        self.setBackgroundBrush(theme.window.ground)

    # Zoom

    @property
    def zoom(self) -> float:
        """Screen pixels per scene unit."""
        return self._zoom

    @zoom.setter
    def zoom(self, value: float) -> None:
        self.zoom_at(self._middle, value, animated=False)

    @property
    def pitch_on_screen(self) -> float:
        """Height of a hex on screen in pixels."""
        return self._zoom * self._geometry.pitch

    @property
    def fit_zoom(self) -> float:
        """The zoom at which the whole sheet is in sight."""
        sheet, size = self._geometry.sheet, self.viewport().size()
        return max(1e-4, min(size.width() / sheet.width(), size.height() / sheet.height()))

    @property
    def zoom_limits(self) -> tuple[float, float]:
        """The farthest and the nearest zoom."""
        farthest = self.fit_zoom * _FIT_PART
        return farthest, max(farthest, _NEAREST_PITCH / self._geometry.pitch)

    def zoom_at(self, at: QPointF, zoom: float, animated: bool | None = None) -> None:
        """Zoom so that what is under a point of the viewport stays there."""
        low, high = self.zoom_limits
        self._throw.stop()
        self._goal = min(high, max(low, zoom))
        self._fixed = (at, self._scene_point(at))
        self._from = self._zoom
        self._keep = None
        if (self.animated if animated is None else animated) and self.isVisible():
            self._set_zooming(True)
            self._glide.start()
        else:
            self._glide.stop()
            self._show_zoom(self._goal)
            self._set_zooming(False)

    def zoom_by(self, steps: float, at: QPointF | None = None) -> None:
        """Zoom by notches of the wheel: in when more than 0."""
        spot = at if at is not None else self._middle
        goal = self._goal if self._glide.is_running else self._zoom
        self.zoom_at(spot, goal * _STEP**steps)

    def _glide_to(self, part: float) -> None:
        self._show_zoom(self._from * (self._goal / self._from) ** part)
        if not self._glide.is_running:
            self._set_zooming(False)

    def _show_zoom(self, zoom: float) -> None:
        """Take a zoom with the fixed point where it is."""
        self._zoom = zoom
        self.setTransform(QTransform.fromScale(zoom, zoom))
        self._give_room()
        at, spot = self._fixed
        self._scroll_so_that(spot, at)
        self.view_changed.emit()

    def _set_zooming(self, is_zooming: bool) -> None:
        if self._map is not None:
            self._map.is_zooming = is_zooming
            if not is_zooming:
                ratio = self.viewport().devicePixelRatioF()
                low, high = self.zoom_limits
                near = (self._zoom * _STEP, self._zoom / _STEP)
                self._map.next_scales = tuple(one * ratio for one in near if low <= one <= high)
                self._map.update()

    @property
    def _middle(self) -> QPointF:
        return QPointF(self.viewport().width() / 2, self.viewport().height() / 2)

    def _scene_point(self, at: QPointF) -> QPointF:
        """Like mapToScene, but for parts of a pixel."""
        return self.viewportTransform().inverted()[0].map(at)

    def _scroll_so_that(self, spot: QPointF, at: QPointF) -> None:
        """Scroll until a point of the scene lies at a point of the viewport, as far as there is room."""
        now = self.viewportTransform().map(spot)
        for bar, off in (
            (self.horizontalScrollBar(), now.x() - at.x()), (self.verticalScrollBar(), now.y() - at.y())
        ):  # fmt: skip
            bar.setValue(bar.value() + round(off))

    def _give_room(self) -> None:
        """Room to move the map's edge to the middle of the view, but not out of sight."""
        size = self.viewport().size()
        across, down = 0.5 * size.width() / self._zoom, 0.5 * size.height() / self._zoom
        self.setSceneRect(self._geometry.sheet.adjusted(-across, -down, across, down))

    # Going places

    def fit(self) -> None:
        """Show the whole map."""
        self._show(self._geometry.sheet.center(), self.fit_zoom)
        self._keep = self.fit

    def look_at(self, point: QPointF) -> None:
        """A first look: the whole map when its counters can be read then, else what lies around a point."""
        zoom, pitch = self.fit_zoom, self._geometry.pitch
        if zoom * pitch < _READABLE_PITCH:
            zoom = _GOOD_PITCH / pitch
        self._show(self._inside(point, zoom), zoom)
        self._keep = lambda: self.look_at(point)

    def _inside(self, point: QPointF, zoom: float) -> QPointF:
        """The nearest middle to a point at which the view shows no ground beyond the sheet."""
        sheet, size = self._geometry.sheet, self.viewport().size()
        half_x = min(size.width() / zoom, sheet.width()) / 2
        half_y = min(size.height() / zoom, sheet.height()) / 2
        return QPointF(
            min(max(point.x(), sheet.left() + half_x), sheet.right() - half_x),
            min(max(point.y(), sheet.top() + half_y), sheet.bottom() - half_y),
        )

    def zoom_to(self, rect: QRectF) -> None:
        """Show a part of the scene as large as it goes."""
        size = self.viewport().size()
        if rect.width() > 0 and rect.height() > 0:
            zoom = 0.92 * min(size.width() / rect.width(), size.height() / rect.height())
            self._show(rect.center(), zoom)

    def centre_on(self, space_id: str) -> None:
        """Bring a space to the middle; one beside the map changes nothing."""
        if self._geometry.is_on_map(space_id):
            self._show(self._geometry.piece_anchor(space_id), self._zoom)

    def centre_on_point(self, point: QPointF) -> None:
        """Bring a point of the scene to the middle."""
        self._show(point, self._zoom)

    def back_to_sheet(self) -> None:
        """Show no ground beyond the sheet any more, as far as that goes at this zoom."""
        middle = self.visible_rect.center()
        inside = self._inside(middle, self._zoom)
        if (inside - middle).manhattanLength() > 1:
            self._show(inside, self._zoom)

    def _show(self, middle: QPointF, zoom: float) -> None:
        low, high = self.zoom_limits
        self._glide.stop()
        self._throw.stop()
        self._goal = min(high, max(low, zoom))
        self._fixed = (self._middle, middle)
        self._keep = None
        self._show_zoom(self._goal)
        self._set_zooming(False)

    @property
    def visible_rect(self) -> QRectF:
        """The part of the scene in sight."""
        return self.viewportTransform().inverted()[0].mapRect(QRectF(self.viewport().rect()))

    def _pan_by(self, pixels: QPointF) -> None:
        """Move the map with the hand; parts of a pixel are kept for the next time."""
        whole = self._remainder + pixels
        dx, dy = round(whole.x()), round(whole.y())
        self._remainder = whole - QPointF(dx, dy)
        self._keep = None
        self.horizontalScrollBar().setValue(self.horizontalScrollBar().value() - dx)
        self.verticalScrollBar().setValue(self.verticalScrollBar().value() - dy)

    def _moved(self) -> None:
        self.view_changed.emit()

    # Events

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep what is in the middle; a fitted map stays fitted."""
        old = event.oldSize()
        middle = QPointF(old.width() / 2, old.height() / 2)
        spot = self._scene_point(middle) if old.isValid() else self._geometry.sheet.center()
        super().resizeEvent(event)
        if self._keep is not None:
            self._keep()
        else:
            self._show(spot, self._zoom)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom to the cursor; a touchpad's sideways or shifted wheel pans."""
        event.accept()
        pixels = event.pixelDelta()
        is_touchpad = event.source() != Qt.MouseEventSource.MouseEventNotSynthesized
        if (
            is_touchpad
            and not pixels.isNull()
            and not event.modifiers() & Qt.KeyboardModifier.ControlModifier
        ):
            self._pan_by(QPointF(pixels))
            return
        delta = event.angleDelta()
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier or abs(delta.x()) > abs(delta.y()):
            self._pan_by(QPointF(delta.x() or delta.y(), 0) / 2)
            return
        self.zoom_by(delta.y() / 120.0, event.position())

    def viewportEvent(self, event: QEvent) -> bool:
        """Pinch on a touchpad, and the mouse leaving the map."""
        if isinstance(event, QNativeGestureEvent):
            if event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture:
                self.zoom_at(event.position(), self._zoom * (1.0 + event.value()), animated=False)
                return True
        elif event.type() == QEvent.Type.Leave:
            self._hover(None)
        return super().viewportEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Items come first; a press that no item takes may become a pan."""
        self._throw.stop()
        at, button = event.position(), event.button()
        is_pan = button in (Qt.MouseButton.MiddleButton, Qt.MouseButton.RightButton) or self._space_held
        if not is_pan:
            super().mousePressEvent(event)
            if self.scene().mouseGrabberItem() is not None:
                return
        self._pressed_at = (at, button)
        self.space_pressed.emit(self._geometry.space_at(self._scene_point(at)), button)
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Pan when the hand is down on the map, else tell what is under the mouse."""
        at = event.position()
        if self._pressed_at is not None and self._hand is None:
            start = self._pressed_at[0]
            if math.hypot(at.x() - start.x(), at.y() - start.y()) > _CLICK_PX:
                self._hand = start
                self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
        if self._hand is not None:
            self._pan_by(at - self._hand)
            self._hand = at
            self._throw.drag(at)
            event.accept()
            return
        self._hover(self._geometry.space_at(self._scene_point(at)))
        super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End a pan, with momentum; else it was a click."""
        pressed, self._pressed_at = self._pressed_at, None
        if self._hand is not None:
            self._hand = None
            self.viewport().unsetCursor()
            if self.animated:
                self._throw.drag(event.position())
                self._throw.release()
            event.accept()
            return
        super().mouseReleaseEvent(event)
        if pressed is not None and pressed[1] == event.button():
            event.accept()
            space = self._geometry.space_at(self._scene_point(event.position()))
            self.space_clicked.emit(space, event.button())
            if event.button() == Qt.MouseButton.RightButton:
                self.menu_wanted.emit(space, event.globalPosition().toPoint())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Tell which space was clicked twice, unless an item takes it."""
        super().mouseDoubleClickEvent(event)
        if event.button() == Qt.MouseButton.LeftButton and self.scene().mouseGrabberItem() is None:
            self.space_double_clicked.emit(self._geometry.space_at(self._scene_point(event.position())))

    def _hover(self, space: str | None) -> None:
        if space != self._hovered:
            self._hovered = space
            self.space_hovered.emit(space)

    @property
    def hovered_space(self) -> str | None:
        """The space under the mouse."""
        return self._hovered

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows pan, plus and minus zoom, Home fits, the space bar turns the mouse into a hand."""
        key = event.key()
        size = self.viewport().size()
        steps = {
            Qt.Key.Key_Left: (1, 0), Qt.Key.Key_Right: (-1, 0),
            Qt.Key.Key_Up: (0, 1), Qt.Key.Key_Down: (0, -1),
        }  # fmt: skip
        if key in steps:
            dx, dy = steps[Qt.Key(key)]
            self._pan_by(QPointF(dx * size.width() * _KEY_STEP, dy * size.height() * _KEY_STEP))
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom_by(1)
        elif key == Qt.Key.Key_Minus:
            self.zoom_by(-1)
        elif key == Qt.Key.Key_Home:
            self.fit()
        elif key == Qt.Key.Key_Space:
            self._space_held = True
            self.viewport().setCursor(Qt.CursorShape.OpenHandCursor)
        else:
            super().keyPressEvent(event)
            return
        event.accept()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """The space bar comes up: the mouse is a pointer again."""
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space_held = False
            self.viewport().unsetCursor()
            event.accept()
        else:
            super().keyReleaseEvent(event)
