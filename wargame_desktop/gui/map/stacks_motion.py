"""Pictures that glide over the map: moves, and pieces that go back to where they were taken from."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEasingCurve, QObject, QPointF, QVariantAnimation
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QGraphicsItem, QGraphicsPixmapItem, QGraphicsScene

STEP_MS = 220
LONGEST_MS = 900
GLIDE_Z = 60.0


def flying_item(pixmap: QPixmap, offset: QPointF, at: QPointF) -> QGraphicsPixmapItem:
    """An item that shows a picture at a point of the scene, the same size at every zoom."""
    item = QGraphicsPixmapItem(pixmap)
    item.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations)
    item.setOffset(offset)
    item.setPos(at)
    item.setZValue(GLIDE_Z)
    return item


class Motion(QObject):
    """Runs the glides of one scene. When motion is turned off, everything arrives at once."""

    def __init__(self, scene: QGraphicsScene) -> None:
        super().__init__(scene)
        self._scene = scene
        self.enabled = True
        self._running: dict[QVariantAnimation, tuple[QGraphicsItem, Callable[[], None]]] = {}

    @property
    def is_running(self) -> bool:
        """Whether anything is under way."""
        return bool(self._running)

    def glide(
        self, pixmap: QPixmap, offset: QPointF, points: Sequence[QPointF], arrived: Callable[[], None]
    ) -> None:
        """Let a picture glide along points of the scene; `arrived` is called at the end in any case."""
        if not self.enabled or len(points) < 2:
            arrived()
            return
        item = flying_item(pixmap, offset, points[0])
        self._scene.addItem(item)
        route = _Route(points)
        animation = QVariantAnimation(self)
        animation.setStartValue(0.0)
        animation.setEndValue(1.0)
        animation.setDuration(min(LONGEST_MS, STEP_MS * (len(points) - 1)))
        animation.setEasingCurve(QEasingCurve.Type.InOutCubic)
        animation.valueChanged.connect(lambda part: item.setPos(route.at(part)))
        animation.finished.connect(lambda: self._end(animation))
        self._running[animation] = (item, arrived)
        animation.start()

    def finish(self) -> None:
        """Let everything under way arrive now."""
        for animation in list(self._running):
            animation.stop()
            self._end(animation)

    def _end(self, animation: QVariantAnimation) -> None:
        found = self._running.pop(animation, None)
        if found is None:
            return
        item, arrived = found
        self._scene.removeItem(item)
        animation.deleteLater()
        arrived()


class _Route:
    """A broken line, walked by parts of its length."""

    def __init__(self, points: Sequence[QPointF]) -> None:
        self._points = list(points)
        self._lengths = [
            ((b.x() - a.x()) ** 2 + (b.y() - a.y()) ** 2) ** 0.5
            for a, b in zip(self._points, self._points[1:], strict=False)
        ]

    def at(self, part: float) -> QPointF:
        """The point after `part` (0 to 1) of the way."""
        left = part * sum(self._lengths)
        for start, end, length in zip(self._points, self._points[1:], self._lengths, strict=False):
            if length and left <= length:
                return start + (end - start) * (left / length)
            left -= length
        return self._points[-1]
