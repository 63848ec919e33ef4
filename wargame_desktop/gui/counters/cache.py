"""Ready pictures of counters: a bounded cache that forgets what was used longest ago."""

from __future__ import annotations

import math
from collections import OrderedDict

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap

from wargame_desktop.gui.counters.face import CounterFace
from wargame_desktop.gui.counters.painter import paint_stack, stack_extent
from wargame_desktop.gui.theme import Theme

_Key = tuple[tuple[CounterFace, ...], float, float, Theme]


class CounterCache:
    """Pixmaps by face, side, device pixel ratio and theme, at most `budget` bytes of them.

    A pixmap is larger than the counter, for shadows and marks: `offset` says where its top left corner goes
    relative to the counter's.
    """

    def __init__(self, budget: int = 64 * 1024 * 1024) -> None:
        self._budget = budget
        self._bytes = 0
        self._pictures: OrderedDict[_Key, tuple[QPixmap, QPointF]] = OrderedDict()

    def counter(self, face: CounterFace, side: float, ratio: float, theme: Theme) -> tuple[QPixmap, QPointF]:
        """The picture of one counter, and the offset at which to draw it."""
        return self.stack((face,), side, ratio, theme)

    def stack(
        self, faces: tuple[CounterFace, ...], side: float, ratio: float, theme: Theme
    ) -> tuple[QPixmap, QPointF]:
        """The picture of a stack, top counter first, and the offset at which to draw it."""
        key = (faces, side, ratio, theme)
        found = self._pictures.get(key)
        if found is not None:
            self._pictures.move_to_end(key)
            return found
        picture = _render(faces, side, ratio, theme)
        self._pictures[key] = picture
        self._bytes += _weight(picture[0])
        # The newest picture stays even if it alone is over the budget: someone is about to draw it.
        while self._bytes > self._budget and len(self._pictures) > 1:
            _, (old, _) = self._pictures.popitem(last=False)
            self._bytes -= _weight(old)
        return picture

    def clear(self) -> None:
        """Forget everything, for instance when the theme changes."""
        self._pictures.clear()
        self._bytes = 0

    @property
    def used_bytes(self) -> int:
        """Memory the pictures hold."""
        return self._bytes

    def __len__(self) -> int:
        return len(self._pictures)


def _weight(pixmap: QPixmap) -> int:
    return pixmap.width() * pixmap.height() * 4


def _render(
    faces: tuple[CounterFace, ...], side: float, ratio: float, theme: Theme
) -> tuple[QPixmap, QPointF]:
    extent = stack_extent(len(faces), side)
    # Whole logical pixels, so that a counter drawn on the pixel grid stays on it.
    left, top = math.floor(extent.left()), math.floor(extent.top())
    width, height = math.ceil(extent.right()) - left, math.ceil(extent.bottom()) - top
    pixmap = QPixmap(math.ceil(width * ratio), math.ceil(height * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    paint_stack(painter, QRectF(-left, -top, side, side), faces, theme)
    painter.end()
    return pixmap, QPointF(left, top)
