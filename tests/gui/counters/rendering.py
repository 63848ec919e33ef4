"""Helpers of the counter tests: pictures as bytes, and how colours look to other eyes."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from wargame_desktop.gui.counters.face import CounterFace
from wargame_desktop.gui.counters.painter import paint_counter
from wargame_desktop.gui.theme import Theme

MARGIN = 0.25

# Machado, Oliveira and Fernandes 2009, full severity; they act on linear light.
EYES: dict[str, tuple[tuple[float, float, float], ...]] = {
    "full": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": (
        (0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": (
        (1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}  # fmt: skip


def picture(face: CounterFace, side: float, theme: Theme, ratio: float = 1.0) -> QImage:
    """One counter on a transparent ground, with room for its marks."""
    edge = round(side * (1 + 2 * MARGIN) * ratio)
    image = QImage(edge, edge, QImage.Format.Format_ARGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    paint_counter(
        painter,
        QRectF(QPointF(side * MARGIN, side * MARGIN), QPointF(side * (1 + MARGIN), side * (1 + MARGIN))),
        face,
        theme,
    )
    painter.end()
    return image


def pixels(image: QImage) -> bytes:
    """The raw pixels of a picture."""
    return bytes(image.constBits())


def different_pixels(first: QImage, second: QImage, threshold: int = 48) -> int:
    """In how many pixels two pictures of one size differ clearly in grey."""
    one, two = (pixels(image.convertToFormat(QImage.Format.Format_Grayscale8)) for image in (first, second))
    return sum(abs(a - b) > threshold for a, b in zip(one, two, strict=True))


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def lab(color: QColor, eyes: str) -> tuple[float, float, float]:
    """CIE L*a*b* of a colour as those eyes see it."""
    light = [_linear(v) for v in (color.redF(), color.greenF(), color.blueF())]
    seen = [min(1.0, max(0.0, sum(m * v for m, v in zip(row, light, strict=True)))) for row in EYES[eyes]]
    red, green, blue = seen
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    fx, fy, fz = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def distance(first: QColor, second: QColor, eyes: str) -> float:
    """How far apart two colours look (CIE 1976)."""
    return sum((a - b) ** 2 for a, b in zip(lab(first, eyes), lab(second, eyes), strict=True)) ** 0.5
