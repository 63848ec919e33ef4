"""Land units as NATO-style boxes: each function draws what stands inside the frame."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from wargame_desktop.gui.counters.lettering import draw_text
from wargame_desktop.gui.counters.symbols import silhouette


@dataclass(frozen=True)
class Box:
    """A symbol box being drawn; coordinates of the methods run from 0 to 1 over its width and height."""

    painter: QPainter
    rect: QRectF
    ink: QColor
    fill: QColor
    line: float

    def at(self, x: float, y: float) -> QPointF:
        """The point at a part of width and height."""
        return QPointF(self.rect.x() + x * self.rect.width(), self.rect.y() + y * self.rect.height())

    def part(self, x: float, y: float, w: float, h: float) -> QRectF:
        """A rectangle given in parts of width and height."""
        return QRectF(self.at(x, y), self.at(x + w, y + h))

    def lines(self, *points: tuple[float, float], width: float = 1.0) -> None:
        """A broken line; `width` multiplies the line of the frame."""
        self._pen(width)
        self.painter.drawPolyline(QPolygonF([self.at(x, y) for x, y in points]))

    def solid(self, *points: tuple[float, float]) -> None:
        """A filled outline."""
        path = QPainterPath()
        path.addPolygon(QPolygonF([self.at(x, y) for x, y in points]))
        self.painter.fillPath(path, self.ink)

    def dot(self, x: float, y: float, radius: float, hollow: bool = False) -> None:
        """A true circle; the radius is a part of the box's height."""
        r = radius * self.rect.height()
        if hollow:
            self._pen(1.0)
            self.painter.setBrush(self.fill)
        else:
            self.painter.setPen(Qt.PenStyle.NoPen)
            self.painter.setBrush(self.ink)
        self.painter.drawEllipse(self.at(x, y), r, r)

    def oval(self, part: QRectF, width: float = 1.15) -> None:
        """A lying oval, as for tracks."""
        self._pen(width)
        r = part.height() / 2
        self.painter.drawRoundedRect(part, r, r)

    def arc(self, part: QRectF, width: float = 1.1) -> None:
        """The upper half of an ellipse."""
        self._pen(width)
        self.painter.drawArc(part, 0, 180 * 16)

    def text(self, letters: str, height: float = 0.72) -> None:
        """Letters in the middle of the box."""
        draw_text(self.painter, self.part(0.08, 0, 0.84, 1), letters, self.rect.height() * height, self.ink)

    def _pen(self, width: float) -> None:
        cap, corner = Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.MiterJoin
        self.painter.setPen(QPen(self.ink, self.line * width, Qt.PenStyle.SolidLine, cap, corner))
        self.painter.setBrush(Qt.BrushStyle.NoBrush)


def _cross(box: Box) -> None:
    box.lines((0, 0), (1, 1))
    box.lines((0, 1), (1, 0))


def _slash(box: Box) -> None:
    box.lines((0, 1), (1, 0))


def _oval(box: Box) -> None:
    box.oval(box.part(0.17, 0.25, 0.66, 0.5))


def _mechanised(box: Box) -> None:
    _cross(box)
    _oval(box)


def _motorised(box: Box) -> None:
    _cross(box)
    box.lines((0.5, 0), (0.5, 1), width=1.2)


def _cavalry_mechanised(box: Box) -> None:
    _slash(box)
    _oval(box)


def _artillery(box: Box) -> None:
    box.dot(0.5, 0.5, 0.22)


def _paratroop(box: Box) -> None:
    _cross(box)
    for x in (0.29, 0.5):
        box.arc(box.part(x, 0.66, 0.21, 0.5), width=1.2)


def _marine(box: Box) -> None:
    _cross(box)
    height = box.rect.height() * 0.86
    box.painter.save()
    box.painter.setPen(Qt.PenStyle.NoPen)
    box.painter.setBrush(box.fill)
    box.painter.drawEllipse(box.rect.center(), height * 0.42, height * 0.5)
    box.painter.translate(box.rect.center().x() - height * 0.44, box.rect.center().y() - height * 0.5)
    box.painter.scale(height * 0.0088, height * 0.01)
    box.painter.fillPath(silhouette("port"), box.ink)
    box.painter.restore()


def _mountain(box: Box) -> None:
    _cross(box)
    box.solid((0.31, 1), (0.5, 0.44), (0.69, 1))


def _ski(box: Box) -> None:
    _cross(box)
    box.lines((0.16, 0.8), (0.78, 0.8), (0.88, 0.62), width=1.5)


def _hq(box: Box) -> None:
    box.text("HQ", 0.86)


def _fort(box: Box) -> None:
    box.lines(
        (0.1, 0.86),
        (0.1, 0.2),
        (0.36, 0.2),
        (0.36, 0.58),
        (0.64, 0.58),
        (0.64, 0.2),
        (0.9, 0.2),
        (0.9, 0.86),
        width=1.4,
    )


def _garrison(box: Box) -> None:
    box.text("G", 0.92)
    box.lines((0.16, 0), (0.16, 1), width=1.2)
    box.lines((0.84, 0), (0.84, 1), width=1.2)


def _static(box: Box) -> None:
    _cross(box)
    box.solid((0, 0.7), (1, 0.7), (1, 1), (0, 1))


def _partisan(box: Box) -> None:
    box.solid((0, 0), (0.5, 0.5), (0, 1))
    box.solid((1, 0), (0.5, 0.5), (1, 1))


def _militia(box: Box) -> None:
    box.lines((0, 0), (0.5, 0.78), (1, 0))
    box.dot(0.5, 0.3, 0.13)


def _engineer(box: Box) -> None:
    box.lines((0.2, 0.78), (0.2, 0.3), (0.8, 0.3), (0.8, 0.78), width=1.5)
    box.lines((0.5, 0.3), (0.5, 0.78), width=1.5)


def _aa_gun(box: Box) -> None:
    box.arc(box.part(0.14, 0.16, 0.72, 1.68), width=1.2)
    box.lines((0.5, 1), (0.5, 0.34), width=1.2)


def _anti_tank(box: Box) -> None:
    box.lines((0.04, 1), (0.5, 0.1), (0.96, 1), width=1.2)


def _logistic(box: Box) -> None:
    box.lines((0, 0.66), (1, 0.66), width=1.2)
    box.dot(0.3, 0.66, 0.2, hollow=True)
    box.dot(0.7, 0.66, 0.2, hollow=True)


def _detachment(box: Box) -> None:
    box.solid((0.5, 0.16), (0.72, 0.5), (0.5, 0.84), (0.28, 0.5))


def _unknown(box: Box) -> None:
    box.text("?", 0.9)


BOXES: dict[str, Callable[[Box], None]] = {
    "infantry": _cross,
    "armour": _oval,
    "mechanised": _mechanised,
    "motorised": _motorised,
    "cavalry": _slash,
    "cavalry_mechanised": _cavalry_mechanised,
    "artillery": _artillery,
    "paratroop": _paratroop,
    "marine": _marine,
    "mountain": _mountain,
    "ski": _ski,
    "hq": _hq,
    "fort": _fort,
    "garrison": _garrison,
    "static": _static,
    "partisan": _partisan,
    "militia": _militia,
    "engineer": _engineer,
    "aa_gun": _aa_gun,
    "anti_tank": _anti_tank,
    "logistic": _logistic,
    "detachment": _detachment,
    "unknown": _unknown,
}


def paint_box(painter: QPainter, rect: QRectF, key: str, ink: QColor, fill: QColor) -> None:
    """Draw the symbol box of a land unit into the rectangle."""
    line = max(1.0, rect.height() * 0.085)
    painter.save()
    painter.setPen(QPen(ink, line, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.MiterJoin))
    painter.setBrush(fill)
    painter.drawRect(rect)
    painter.setClipRect(
        rect.adjusted(-line / 2, -line / 2, line / 2, line / 2), Qt.ClipOperation.IntersectClip
    )
    BOXES[key](Box(painter, rect, ink, fill, line))
    painter.restore()
