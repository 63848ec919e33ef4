"""The small map in the corner: where the view is, where the stacks are; click or drag to go there."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen, QPixmap, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from wargame_desktop.gui.map.painting import MapPainter
from wargame_desktop.gui.map.tile_store import RenderJob

_DOT = 2.4
_SLICE = 0.004
_PAUSE_MS = 12
"""Seconds of drawing at a time, and the pause after it: a new picture must not hold up a click."""


class Minimap(QWidget):
    """A picture of the whole map with the visible part framed."""

    centre_wanted = Signal(QPointF)
    """A point of the scene that shall come to the middle of the view."""

    def __init__(self, painter: MapPainter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._painter = painter
        self._picture: QPixmap | None = None
        self._job: RenderJob | None = None
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._work)
        self._control: Mapping[str, str] = {}
        self._dots: list[tuple[QPointF, QColor]] = []
        self._view = QRectF()
        self.setAccessibleName("Small map")
        self.setAccessibleDescription("The whole map with the visible part framed. Click to go there.")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def set_painter(self, painter: MapPainter) -> None:
        """Another theme or another map."""
        self._painter = painter
        self._forget()
        self.updateGeometry()

    def set_control(self, control: Mapping[str, str] | None) -> None:
        """Who holds what: space to colour key."""
        if dict(control or {}) != dict(self._control):
            self._control = dict(control or {})
            self._renew()

    def set_dots(self, dots: Iterable[tuple[QPointF, QColor]]) -> None:
        """The stacks as dots: points of the scene with colours."""
        self._dots = [(QPointF(at), QColor(colour)) for at, colour in dots]
        self.update()

    def set_view_rect(self, rect: QRectF) -> None:
        """The part of the scene that the view shows."""
        if rect != self._view:
            self._view = QRectF(rect)
            self.update()

    def _forget(self) -> None:
        """The picture is of no use any more; the next one is drawn at once."""
        self._drop_job()
        self._picture = None
        self.update()

    def _renew(self) -> None:
        """The picture is out of date; it stays until the next one is ready."""
        self._drop_job()
        if self._picture is not None:
            self._timer.start(_PAUSE_MS)

    def _drop_job(self) -> None:
        self._timer.stop()
        if self._job is not None:
            self._job.cancel()
            self._job = None

    def _work(self) -> None:
        """Draw for one slice, then let the program breathe."""
        if self._job is None:
            self._job = self._new_job()
        end = time.perf_counter() + _SLICE
        while time.perf_counter() < end:
            if not self._job.step():
                self._show(self._job)
                self.update()
                return
        self._timer.start(_PAUSE_MS)

    # Size

    def hasHeightForWidth(self) -> bool:
        """The map's shape decides the height."""
        return True

    def heightForWidth(self, width: int) -> int:
        """The height that fits a width."""
        bounds = self._painter.geometry.bounds
        return max(40, round(width * bounds.height() / bounds.width()))

    def sizeHint(self) -> QSize:
        """As wide as a side panel."""
        return QSize(296, self.heightForWidth(296))

    def minimumSizeHint(self) -> QSize:
        """Still of use."""
        return QSize(120, 60)

    # Painting

    def _frame(self) -> tuple[QRectF, float]:
        """The picture's place in the widget, and widget pixels per scene unit."""
        bounds = self._painter.geometry.bounds
        zoom = min(self.width() / bounds.width(), self.height() / bounds.height())
        size = bounds.size() * zoom
        left, top = (self.width() - size.width()) / 2, (self.height() - size.height()) / 2
        return QRectF(QPointF(left, top), size), zoom

    def to_widget(self, point: QPointF) -> QPointF:
        """Where a point of the scene is on the small map."""
        frame, zoom = self._frame()
        return frame.topLeft() + (point - self._painter.geometry.bounds.topLeft()) * zoom

    def to_scene(self, point: QPointF) -> QPointF:
        """The point of the scene under a point of the small map."""
        frame, zoom = self._frame()
        return self._painter.geometry.bounds.topLeft() + (point - frame.topLeft()) / zoom

    def _new_job(self) -> RenderJob:
        """The map at the farthest level of detail, without names: they could not be read."""
        _, zoom = self._frame()
        bounds = self._painter.geometry.bounds
        scale = zoom * self.devicePixelRatioF()
        return RenderJob(bounds, scale, self._painter, self._control, {}, is_small=True)

    def _show(self, job: RenderJob) -> None:
        """A finished picture takes the place of the last."""
        self._picture = job.pixmap()
        self._picture.setDevicePixelRatio(self.devicePixelRatioF())
        self._job = None

    def paintEvent(self, event: QPaintEvent) -> None:
        """The picture, the dots, the frame of the view."""
        if self._picture is None:
            job = self._new_job()
            while job.step():
                pass
            self._show(job)
        assert self._picture is not None
        frame, _ = self._frame()
        theme = self._painter.theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.drawPixmap(frame.topLeft(), self._picture)
        painter.setPen(QPen(theme.board.casing, 0.8))
        for at, colour in self._dots:
            painter.setBrush(colour)
            painter.drawEllipse(self.to_widget(at), _DOT, _DOT)
        if self._view.isValid():
            seen = QRectF(self.to_widget(self._view.topLeft()), self.to_widget(self._view.bottomRight()))
            seen = seen.intersected(frame).adjusted(1, 1, -1, -1)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            for colour, width in ((theme.board.casing, 3.4), (theme.overlay.path, 1.6)):
                painter.setPen(QPen(colour, width, j=Qt.PenJoinStyle.MiterJoin))
                painter.drawRect(seen)
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another size wants another picture."""
        self._forget()
        super().resizeEvent(event)

    # Mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go there."""
        self._go(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Go along with the mouse while the button is down."""
        self._go(event)

    def _go(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self.centre_wanted.emit(self.to_scene(event.position()))
            event.accept()
