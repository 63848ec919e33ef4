"""Text as outlines: any size, with halos, along curves, and the same on screen and paper."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont, QFontMetricsF, QPainterPath, QTransform

REFERENCE = 64.0
"""Fonts are handed in at this pixel size; the outlines are then scaled."""
_MOST_OUTLINES = 4096
_outlines: dict[tuple[str, str], tuple[QPainterPath, float, float]] = {}


class Lettering:
    """One line of text at a size; its outline lies left on the baseline at the origin."""

    def __init__(self, path: QPainterPath, width: float, cap: float, size: float) -> None:
        self.path = path
        self.width = width
        self.cap = cap
        self.size = size

    @staticmethod
    def of(text: str, font: QFont, size: float) -> Lettering:
        """The text in a font of pixel size 64, drawn `size` scene units high."""
        path, width, cap = _outline(text, font)
        factor = size / REFERENCE
        scaled = QTransform.fromScale(factor, factor).map(path)
        return Lettering(scaled, width * factor, cap * factor, size)

    def centred(self, at: QPointF, angle: float = 0.0) -> QPainterPath:
        """The outline with its middle at a point, turned clockwise by `angle` degrees."""
        turn = QTransform.fromTranslate(at.x(), at.y())
        turn.rotate(angle)
        turn.translate(-self.width / 2, self.cap / 2)
        return turn.map(self.path)

    def box_at(self, at: QPointF) -> QRectF:
        """The space the text takes when centred at a point, unturned."""
        high = max(self.cap, 0.72 * self.size)
        top = at.y() - high / 2 - 0.12 * self.size
        return QRectF(at.x() - self.width / 2, top, self.width, 1.1 * self.size)


def _outline(text: str, font: QFont) -> tuple[QPainterPath, float, float]:
    """Outline, width and height of capitals at the reference size, kept for the next time."""
    key = (text, font.key())
    found = _outlines.get(key)
    if found is None:
        path = QPainterPath()
        path.addText(QPointF(0, 0), font, text)
        metrics = QFontMetricsF(font)
        width = metrics.horizontalAdvance(text) - (font.letterSpacing() if text else 0.0)
        if len(_outlines) >= _MOST_OUTLINES:
            _outlines.clear()
        found = _outlines[key] = (path, width, metrics.capHeight())
    return found


def along_arc(text: str, font: QFont, size: float, at: QPointF, angle: float, bend: float) -> QPainterPath:
    """Text on a gentle arc whose middle lies at a point; `bend` is the arc's rise as a part of its width."""
    letters = [Lettering.of(one, font, size) for one in text]
    spacing = font.letterSpacing() * size / REFERENCE
    total = sum(one.width for one in letters) + spacing * (len(letters) - 1)
    rise = max(1e-6, bend * total)
    radius = (total * total / 4 + rise * rise) / (2 * rise)
    whole = QPainterPath()
    run = -total / 2
    for letter in letters:
        turn = (run + letter.width / 2) / radius
        place = QTransform.fromTranslate(radius * math.sin(turn), radius * (1 - math.cos(turn)))
        place.rotate(math.degrees(turn))
        place.translate(-letter.width / 2, letter.cap / 2)
        whole.addPath(place.map(letter.path))
        run += letter.width + spacing
    turned = QTransform.fromTranslate(at.x(), at.y())
    turned.rotate(angle)
    return turned.map(whole)
