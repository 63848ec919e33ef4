"""Areas that a game marks on its map: zones of both sides, cities, ranges, landing places, with a legend.

Every style has a pattern and an outline of its own, so that no two are told apart by colour alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetrics,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPixmap,
    QTransform,
)
from PySide6.QtWidgets import QWidget

from wargame_desktop.gui.counters.lettering import round_pen
from wargame_desktop.gui.fonts import ui
from wargame_desktop.gui.map import overlays_pens as pens
from wargame_desktop.gui.map.overlays_layers import Layer, Pill, on_pixels
from wargame_desktop.gui.theme import Theme, faded
from wargame_desktop.systems import tables

_GAP = 11.0
_PILL, _PILL_LEAST, _PILL_MOST = 20.0, 13.0, 24.0
_PILLS_FROM = 40.0 / 140.0
RISING, FALLING, UPRIGHT, LEVEL, DOTS, PLAIN, EMPTY = (
    "rising", "falling", "upright", "level", "dots", "plain", "empty",
)  # fmt: skip


@dataclass(frozen=True)
class Look:
    """How a style is drawn: which colour of the theme, which pattern, which dashes."""

    colour: str
    pattern: str
    dashes: tuple[float, ...]
    glyph: str = ""


LOOKS = {
    tables.ZONE: Look("zone", RISING, (4, 2.5)),
    tables.SECOND_ZONE: Look("path", FALLING, (1, 2)),
    tables.GOOD: Look("supply", PLAIN, (), "tick"),
    tables.BAD: Look("zone", EMPTY, (3, 2), "cross"),
    tables.REACH: Look("reach_line", EMPTY, ()),
    tables.SECOND_REACH: Look("reach_line", DOTS, (2, 2)),
    tables.THIRD_REACH: Look("reach_line", UPRIGHT, (6, 2, 1, 2)),
    tables.LANDING: Look("supply", LEVEL, (1.2, 1.6)),
}


@dataclass(frozen=True)
class Shown:
    """One area as it is drawn."""

    title: str
    look: Look
    outline: QPainterPath
    pills: Sequence[Pill] = ()
    glyphs: Sequence[QPointF] = ()


class AreasLayer(Layer):
    """All areas that are shown, in the order they were asked for."""

    areas: Sequence[Shown] = ()

    def set_areas(self, areas: Sequence[Shown]) -> None:
        """Show other areas."""
        self.areas = areas
        bounds = QRectF()
        for area in areas:
            bounds = bounds.united(area.outline.boundingRect())
        self.set_bounds(bounds)

    def draw(self, painter: QPainter, scale: float) -> None:
        """Fills and outlines first, then what stands in the spaces."""
        for area in self.areas:
            self._draw_area(painter, area, scale)
        painter.save()
        shown = self.exposed.adjusted(-90, -90, 90, 90)
        to_screen = on_pixels(painter)
        height = min(max(_PILL * scale, _PILL_LEAST), _PILL_MOST)
        for area in self.areas:
            for at in area.glyphs:
                if shown.contains(at):
                    paint_glyph(painter, to_screen.map(at), height * 0.48, area.look, self.theme)
            for pill in area.pills if scale >= _PILLS_FROM else ():
                if shown.contains(pill.at):
                    ground = colour_of(area.look, self.theme)
                    pens.paint_pill(painter, to_screen.map(pill.at), height, pill.text, ground, self.theme)
        painter.restore()

    def _draw_area(self, painter: QPainter, area: Shown, scale: float) -> None:
        painter.fillPath(area.outline, brush_of(area.look, self.theme, scale, self.ratio))
        width = pens.width_at(2.2, scale, 1.3)
        casing = round_pen(faded(self.theme.board.casing, 0.85), width * 2.1)
        pens.cased(painter, area.outline, casing, pen_of(area.look, self.theme, width))


def colour_of(look: Look, theme: Theme) -> QColor:
    """The colour of a look in a theme."""
    found: QColor = getattr(theme.overlay, look.colour)
    return found


def pen_of(look: Look, theme: Theme, width: float) -> QPen:
    """The outline of a look."""
    colour = colour_of(look, theme)
    return pens.dashed(colour, width, *look.dashes) if look.dashes else round_pen(colour, width)


def brush_of(look: Look, theme: Theme, scale: float, ratio: float) -> QBrush:
    """The pattern of a look; it keeps its size on the screen and its place on the map."""
    colour = colour_of(look, theme)
    if look.pattern == PLAIN:
        return QBrush(faded(colour, 0.2))
    if look.pattern == EMPTY:
        return QBrush(Qt.BrushStyle.NoBrush)
    side = max(9, round(max(8.0, min(_GAP * scale * 1.4, 15.0)) * ratio))
    brush = QBrush(_tile(faded(colour, 0.55).rgba(), look.pattern, side, 1.3 * ratio))
    brush.setTransform(QTransform.fromScale(1 / (scale * ratio), 1 / (scale * ratio)))
    return brush


@lru_cache(maxsize=128)
def _tile(rgba: int, pattern: str, side: int, width: float) -> QPixmap:
    pixmap = QPixmap(side, side)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    colour = QColor.fromRgba(rgba)
    painter.setPen(QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.SquareCap))
    if pattern in (RISING, FALLING):
        for shift in (-side, 0, side):
            start, end = QPointF(shift, side), QPointF(shift + side, 0)
            if pattern == FALLING:
                start, end = QPointF(shift, 0), QPointF(shift + side, side)
            painter.drawLine(start, end)
    elif pattern == UPRIGHT:
        painter.drawLine(QPointF(side / 2, 0), QPointF(side / 2, side))
    elif pattern == LEVEL:
        painter.drawLine(QPointF(0, side / 2), QPointF(side, side / 2))
    else:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawEllipse(QPointF(side / 2, side / 2), width * 1.1, width * 1.1)
    painter.end()
    return pixmap


def paint_glyph(painter: QPainter, at: QPointF, radius: float, look: Look, theme: Theme) -> None:
    """A disc with a tick or a cross."""
    painter.setPen(QPen(theme.board.casing, radius * 0.22))
    painter.setBrush(colour_of(look, theme))
    painter.drawEllipse(at, radius, radius)
    painter.setPen(round_pen(QColor("#FFFFFF"), radius * 0.3))
    if look.glyph == "tick":
        painter.drawPolyline(
            [at + QPointF(x, y) * radius for x, y in ((-0.45, 0.02), (-0.1, 0.38), (0.48, -0.36))]
        )
    else:
        arm = radius * 0.38
        painter.drawLine(at + QPointF(-arm, -arm), at + QPointF(arm, arm))
        painter.drawLine(at + QPointF(-arm, arm), at + QPointF(arm, -arm))


class Legend(QWidget):
    """What the patterns on the map mean, in a corner of it; the mouse goes through."""

    _SWATCH, _ROW, _PAD = 26, 22, 10

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.theme = theme
        self.entries: tuple[tuple[str, str], ...] = ()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName(self.tr("Legend of the overlays"))
        self.hide()

    def show_entries(self, entries: Sequence[tuple[str, str]]) -> None:
        """Explain these, each a title and the name of its style; none hides the legend."""
        self.entries = tuple(entries)
        self.setAccessibleDescription("; ".join(title for title, _ in entries))
        self.setVisible(bool(entries))
        self.resize(self.sizeHint())
        self.place()
        self.raise_()
        self.update()

    def place(self) -> None:
        """The lower left corner of the map."""
        ground = self.parentWidget()
        if ground is not None:
            self.move(10, ground.height() - self.height() - 10)

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme."""
        self.theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        """As wide as its longest line, but never wider than the map."""
        metrics = QFontMetrics(ui(12, QFont.Weight.Medium))
        words = max((metrics.horizontalAdvance(title) for title, _ in self.entries), default=0)
        ground = self.parentWidget()
        most = 10_000 if ground is None else ground.width() - 20
        width = self._SWATCH + 3 * self._PAD + words + 4
        return QSize(min(width, most), self._ROW * len(self.entries) + self._PAD)

    def paintEvent(self, event: QPaintEvent) -> None:
        """A card with one line for each meaning."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self.theme.window.line, 1))
        painter.setBrush(faded(self.theme.board.callout, 0.94))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
        for number, (title, style) in enumerate(self.entries):
            top = self._PAD / 2 + number * self._ROW
            self._paint_swatch(painter, QRectF(self._PAD, top + 4, self._SWATCH, self._ROW - 8), style)
            painter.setFont(ui(12, QFont.Weight.Medium))
            painter.setPen(self.theme.board.ink)
            left = self._SWATCH + 2 * self._PAD
            room = QRectF(left, top, self.width() - left - self._PAD, self._ROW)
            words = QFontMetrics(painter.font()).elidedText(
                title, Qt.TextElideMode.ElideRight, int(room.width()) + 1
            )
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, words)
        painter.end()

    def _paint_swatch(self, painter: QPainter, rect: QRectF, style: str) -> None:
        if style in ("supply", "cut"):
            middle = rect.center().y()
            colour = self.theme.overlay.supply
            painter.setPen(pens.beads(colour, 4.5, 7.0))
            painter.drawLine(QPointF(rect.left() + 2, middle), QPointF(rect.right() - 2, middle))
            if style == "cut":
                pens.paint_broken_bead(painter, rect.center(), 5.5, self.theme)
            return
        look = LOOKS[style]
        painter.setPen(pen_of(look, self.theme, 1.5))
        painter.setBrush(brush_of(look, self.theme, 1.0, self.devicePixelRatioF()))
        painter.drawRoundedRect(rect, 2, 2)
        if look.glyph:
            paint_glyph(painter, rect.center(), 6.5, look, self.theme)
