"""What every layer of the map needs while it paints: painter, part to paint, scale and theme."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from wargame_desktop.gui.theme import Theme


@contextmanager
def saved(painter: QPainter) -> Iterator[None]:
    """Save the painter's state and bring it back, also when painting is broken off in the middle."""
    painter.save()
    try:
        yield
    finally:
        painter.restore()


@dataclass(frozen=True)
class Brush:
    """One job of painting. `scale` is device pixels per scene unit; `level` the level of detail, 0 to 3.

    `control` maps spaces to the colour key of who holds them, `sides` to a side: a front line runs between
    neighbours of different sides.
    """

    painter: QPainter
    rect: QRectF
    scale: float
    pitch: float
    level: int
    theme: Theme
    control: Mapping[str, str] = field(default_factory=dict)
    sides: Mapping[str, str] = field(default_factory=dict)

    @property
    def pitch_px(self) -> float:
        """Height of a hex on the device."""
        return self.pitch * self.scale

    def width(self, wanted: float, least_px: float = 0.7) -> float:
        """A line width in scene units that never becomes thinner than `least_px` on the device."""
        return max(wanted, least_px / self.scale)

    def text(self, size: float) -> float:
        """A text or mark size in scene units: it grows more slowly than the map, by the root of the scale."""
        return size * (self.pitch_px / self.pitch) ** 0.5 / self.scale

    def text_px(self, size: float) -> float:
        """The same size on the device."""
        return self.text(size) * self.scale

    def pen(self, colour: QColor, width: float, least_px: float = 0.7) -> QPen:
        """A round pen."""
        return QPen(
            colour,
            self.width(width, least_px),
            Qt.PenStyle.SolidLine,
            Qt.PenCapStyle.RoundCap,
            Qt.PenJoinStyle.RoundJoin,
        )

    def stroke(self, path: QPainterPath, colour: QColor, width: float, least_px: float = 0.7) -> None:
        """Stroke a path with a round pen."""
        if not path.isEmpty():
            self.painter.strokePath(path, self.pen(colour, width, least_px))
