"""Two soft pictures made once for a map: how deep the sea is, and how light falls on the hills.

Both change slowly, so a small picture drawn large is enough. They are built from whole-image operations
alone; numbers per pixel would take seconds in Python.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from wargame_desktop.gui.theme import SeaColors

_MOST_SIDE = 1400
_SEA_PER_PITCH = 16.0
_RELIEF_PER_PITCH = 26.0
# Height of terrains above the plain, by colour key.
HEIGHTS = {
    "alpine": 1.0, "mountain": 0.86, "mountains": 0.86, "rough": 0.46, "hills": 0.46, "highland": 0.6,
    "impassable": 0.8, "desert": 0.1, "forest": 0.16, "clear": 0.07, "farm": 0.05,
}  # fmt: skip
_LOW = 0.07

_Grey = QImage.Format.Format_Grayscale8
_Rgb = QImage.Format.Format_RGB32
_Mode = QPainter.CompositionMode


class SoftPicture:
    """A small picture spread over a part of the scene."""

    def __init__(self, image: QImage, area: QRectF) -> None:
        self.image = image
        self.area = area

    def paint(self, painter: QPainter, rect: QRectF) -> None:
        """Draw the part of it that lies in a rectangle of the scene."""
        part = rect.intersected(self.area)
        if part.isEmpty():
            return
        sx, sy = self.image.width() / self.area.width(), self.image.height() / self.area.height()
        source = QRectF(
            (part.x() - self.area.x()) * sx,
            (part.y() - self.area.y()) * sy,
            part.width() * sx,
            part.height() * sy,
        )
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(part, self.image, source)


def _blank(area: QRectF, per_pitch: float, pitch: float, fill: QColor) -> QImage:
    scale = min(per_pitch / pitch, _MOST_SIDE / max(area.width(), area.height()))
    image = QImage(max(2, round(area.width() * scale)), max(2, round(area.height() * scale)), _Rgb)
    image.fill(fill)
    return image


def _painter(image: QImage, area: QRectF) -> QPainter:
    painter = QPainter(image)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
    painter.scale(image.width() / area.width(), image.height() / area.height())
    painter.translate(-area.topLeft())
    return painter


def sea_depth(
    area: QRectF, pitch: float, paint_land: Callable[[QPainter], None], colours: SeaColors
) -> SoftPicture:
    """The sea from the shelf along the coast to the deep; `paint_land` paints the land white.

    A blurred picture of the land is lighter the nearer the coast is: wide blurs for the shelf, a narrow
    one for the shore.
    """
    land = _blank(area, _SEA_PER_PITCH, pitch, QColor(0, 0, 0))
    painter = _painter(land, area)
    paint_land(painter)
    painter.end()
    image = _blank(area, _SEA_PER_PITCH, pitch, colours.deep)
    painter = QPainter(image)
    for colour, halvings, strength in (
        (colours.shelf, 5, 0.6), (colours.shelf, 4, 0.75), (colours.shore, 3, 0.5), (colours.shore, 2, 0.4)
    ):  # fmt: skip
        layer = QImage(image.size(), QImage.Format.Format_ARGB32)
        layer.fill(colour)
        layer.setAlphaChannel(_times(_softened(land, halvings), 2).convertToFormat(_Grey))
        painter.setOpacity(strength)
        painter.drawImage(0, 0, layer)
    painter.end()
    return SoftPicture(image, area)


def _softened(image: QImage, halvings: int = 1) -> QImage:
    """A blurred copy, by halving it some times and doubling it again; many small steps leave no blocks."""
    sizes = [image.size()]
    for _ in range(halvings):
        sizes.append(QSize(max(2, sizes[-1].width() // 2), max(2, sizes[-1].height() // 2)))
    for size in (*sizes[1:], *reversed(sizes[:-1])):
        image = image.scaled(
            size, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
        )
    return image


def hill_shade(area: QRectF, pitch: float, paint_heights: Callable[[QPainter], None]) -> SoftPicture:
    """Light from the north-west over ridges; `paint_heights` paints the height of the ground in grey."""
    height = _blank(area, _RELIEF_PER_PITCH, pitch, QColor(0, 0, 0))
    painter = _painter(height, area)
    paint_heights(painter)
    painter.end()
    height = _softened(height, 4)
    ridges = _ridges(height.size(), height.width() / area.width() * pitch)
    painter = QPainter(ridges)
    painter.setCompositionMode(_Mode.CompositionMode_Multiply)
    painter.drawImage(0, 0, height)
    painter.end()
    return SoftPicture(_lit(ridges), area)


def _ridges(size: QSize, pitch: float) -> QImage:
    """Ridged noise: several layers of mountains, each finer and lower than the one before."""
    total = QImage(size, _Rgb)
    total.fill(QColor(0, 0, 0))
    painter = QPainter(total)
    for octave, (wave, part) in enumerate(((0.85, 0.5), (0.42, 0.27), (0.2, 0.15), (0.1, 0.08))):
        painter.setCompositionMode(_Mode.CompositionMode_Plus)
        painter.setOpacity(part)
        painter.drawImage(0, 0, _ridge_layer(size, wave * pitch, octave))
    painter.end()
    return total


def _ridge_layer(size: QSize, wave: float, octave: int) -> QImage:
    """One layer: noise folded at its middle, so that its zero lines become crests."""
    reach = int(1.5 * max(size.width(), size.height()) / wave) + 4
    # Seeded: the same hills on every run.
    grains = random.Random(77 + octave).randbytes(reach * reach)
    noise = QImage(grains, reach, reach, reach, _Grey).convertToFormat(_Rgb)
    smooth = Qt.TransformationMode.SmoothTransformation
    # Twice as large twice: the second time rounds the creases that the first left. Fine grain shows none.
    growth = 2 if reach < 400 else 0
    for _ in range(growth):
        noise = noise.scaled(noise.size() * 2, Qt.AspectRatioMode.IgnoreAspectRatio, smooth)
    layer = QImage(size, _Rgb)
    painter = QPainter(layer)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.translate(size.width() / 2, size.height() / 2)
    painter.rotate(23 + 41 * octave)  # no two layers share their axes
    painter.scale(wave / 2**growth, wave / 2**growth)
    painter.drawImage(QPointF(-noise.width() / 2, -noise.height() / 2), noise)
    painter.resetTransform()
    painter.setCompositionMode(_Mode.CompositionMode_Difference)
    painter.fillRect(layer.rect(), QColor(128, 128, 128))
    painter.setCompositionMode(_Mode.CompositionMode_Plus)
    painter.drawImage(0, 0, layer.copy())
    painter.end()
    layer.invertPixels()
    return layer


def _lit(height: QImage) -> QImage:
    """Shade where the ground falls away from the north-west, light where it faces it, clear where level."""
    ahead, behind = _shifted(height, 1), _shifted(height, -1)
    result = QImage(height.size(), QImage.Format.Format_ARGB32_Premultiplied)
    result.fill(Qt.GlobalColor.transparent)
    painter = QPainter(result)
    for colour, higher, lower in (
        (QColor(70, 58, 44), ahead, behind),
        (QColor(255, 252, 240), behind, ahead),
    ):
        layer = QImage(height.size(), QImage.Format.Format_ARGB32)
        layer.fill(colour)
        layer.setAlphaChannel(_excess(higher, lower).convertToFormat(_Grey))
        painter.drawImage(0, 0, layer)
    painter.end()
    return result


def _shifted(image: QImage, by: int) -> QImage:
    moved = image.copy()
    painter = QPainter(moved)
    painter.drawImage(by, by, image)
    painter.end()
    return moved


def _excess(higher: QImage, lower: QImage) -> QImage:
    """How much one picture is lighter than another, four times over; black where it is not."""
    rest = higher.copy()
    rest.invertPixels()
    painter = QPainter(rest)
    painter.setCompositionMode(_Mode.CompositionMode_Plus)
    painter.drawImage(0, 0, lower)
    painter.end()
    rest.invertPixels()
    return _times(rest, 4)


def _times(image: QImage, factor: int) -> QImage:
    """A picture some times as light."""
    strong = image.copy()
    painter = QPainter(strong)
    painter.setCompositionMode(_Mode.CompositionMode_Plus)
    for _ in range(factor - 1):
        painter.drawImage(0, 0, image)
    painter.end()
    return strong


def height_colour(key: str) -> QColor:
    """The grey in which a terrain's height is painted."""
    level = round(255 * HEIGHTS.get(key, _LOW))
    return QColor(level, level, level)
