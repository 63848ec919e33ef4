"""Pictures that glide over the map: moves, and pieces that go back to where they were taken from."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEasingCurve, QObject, QPointF, QVariantAnimation
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QGraphicsItem, QGraphicsPixmapItem, QGraphicsScene

from wargame_desktop.gui.map.overlays_shapes import BrokenLine

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
        route = BrokenLine(points)
        animation = QVariantAnimation(self)
        animation.setStartValue(0.0)
        animation.setEndValue(1.0)
        animation.setDuration(min(LONGEST_MS, STEP_MS * (len(points) - 1)))
        animation.setEasingCurve(QEasingCurve.Type.InOutCubic)
        animation.valueChanged.connect(lambda part: item.setPos(route.at(part * route.length)))
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
