"""One scene item for each meaning an overlay can have. All but glyphs of refusal lie below the counters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem

from wargame_desktop.gui.counters.lettering import round_pen
from wargame_desktop.gui.map import overlays_pens as pens
from wargame_desktop.gui.map.overlays_shapes import BrokenLine, arrow_head
from wargame_desktop.gui.theme import Theme, faded

PILL = 20.0
_PILL_LEAST, _PILL_MOST = 13.0, 26.0
_PILLS_FROM = 48.0 / 140.0
_ROOM = 90.0
"""How far lines and glyphs reach beyond the shapes they belong to."""


class Layer(QGraphicsItem):
    """An overlay: shapes in scene coordinates, lines that keep a sensible width at every zoom."""

    def __init__(self, theme: Theme, z: float) -> None:
        super().__init__()
        self.theme = theme
        self._bounds = QRectF()
        self.exposed = QRectF()
        self.ratio = 1.0
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.setZValue(z)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setVisible(False)

    def boundingRect(self) -> QRectF:
        return self._bounds

    def set_bounds(self, bounds: QRectF) -> None:
        """Call when the shapes are others than before."""
        self.prepareGeometryChange()
        empty = bounds.isNull()
        self._bounds = QRectF() if empty else bounds.adjusted(-_ROOM, -_ROOM, _ROOM, _ROOM)
        self.update()

    def paint(self, painter: QPainter, option, widget=None) -> None:
        scale = QStyleOptionGraphicsItem.levelOfDetailFromTransform(painter.worldTransform())
        if scale > 0:
            self.exposed = option.exposedRect
            self.ratio = painter.device().devicePixelRatioF()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self.draw(painter, scale)

    def draw(self, painter: QPainter, scale: float) -> None:
        """Draw at `scale` screen pixels per scene unit."""
        raise AssertionError(f"{type(self).__name__} does not say how it is drawn")


def on_pixels(painter: QPainter) -> QTransform:
    """Switch a painter to screen pixels; the answer leads from the scene to them. Save the painter first."""
    to_screen = painter.worldTransform()
    painter.setWorldTransform(QTransform())
    return to_screen


class AreaLayer(Layer):
    """A set of spaces as one outline."""

    def __init__(self, theme: Theme, z: float) -> None:
        super().__init__(theme, z)
        self.outline = QPainterPath()

    def set_outline(self, outline: QPainterPath) -> None:
        """Show another set of spaces."""
        self.outline = outline
        self.set_bounds(outline.boundingRect())


@dataclass(frozen=True)
class Pill:
    """A cost at the foot of a space; `in_zone` when an enemy's zone makes it one."""

    at: QPointF
    text: str
    in_zone: bool = False


class ReachLayer(AreaLayer):
    """Where the chosen pieces can go: amber fill, solid outline, cost pills."""

    pills: Sequence[Pill] = ()

    def draw(self, painter: QPainter, scale: float) -> None:
        theme = self.theme
        painter.fillPath(self.outline, theme.overlay.reach_fill)
        casing = pens.width_at(theme.width.reach_casing, scale, 3.0)
        line = pens.width_at(theme.width.reach, scale, 1.6)
        pens.cased(
            painter,
            self.outline,
            round_pen(theme.board.casing, casing),
            round_pen(theme.overlay.reach_line, line),
        )
        if scale >= _PILLS_FROM:
            self._draw_pills(painter, scale)

    def _draw_pills(self, painter: QPainter, scale: float) -> None:
        painter.save()
        shown = self.exposed.adjusted(-_ROOM, -_ROOM, _ROOM, _ROOM)
        to_screen = on_pixels(painter)
        height = min(max(PILL * scale, _PILL_LEAST), _PILL_MOST)
        for pill in self.pills:
            if shown.contains(pill.at):
                ground = self.theme.overlay.zone if pill.in_zone else self.theme.overlay.reach_line
                pens.paint_pill(painter, to_screen.map(pill.at), height, pill.text, ground, self.theme)
        painter.restore()


class ZoneLayer(AreaLayer):
    """Enemy zones: hatching and a dashed outline."""

    def draw(self, painter: QPainter, scale: float) -> None:
        theme = self.theme
        color = theme.overlay.zone
        hatch = pens.hatching(
            faded(color, 0.62), theme.width.zone_hatch, theme.width.zone_hatch_gap, scale, self.ratio
        )
        painter.fillPath(self.outline, hatch)
        width = pens.width_at(1.8, scale, 1.0)
        pens.cased(
            painter,
            self.outline,
            round_pen(faded(theme.board.casing, 0.8), width * 2.2),
            pens.dashed(color, width, 4, 2.5),
        )


class CandidateLayer(AreaLayer):
    """Spaces to pick from: a dotted outline and a ring with a dot."""

    marks: Sequence[QPointF] = ()

    def draw(self, painter: QPainter, scale: float) -> None:
        theme = self.theme
        painter.fillPath(self.outline, faded(theme.board.casing, 0.34))
        width = pens.width_at(3.0, scale, 1.6)
        pens.cased(
            painter,
            self.outline,
            round_pen(theme.board.casing, width * 2),
            pens.beads(theme.overlay.path, width * 1.15, width * 2.7),
        )
        radius = pens.width_at(11.0, scale, 5.0)
        for point in self.marks:
            pens.paint_aim(painter, point, radius, theme)


class CursorLayer(AreaLayer):
    """The space in hand: a white ring in an ink ring."""

    def draw(self, painter: QPainter, scale: float) -> None:
        width = pens.width_at(3.2, scale, 1.8)
        pens.cased(
            painter,
            self.outline,
            round_pen(self.theme.overlay.selected_ring, width * 2.1),
            round_pen(self.theme.overlay.selected, width),
        )


class RefusalLayer(AreaLayer):
    """A refused space: red fill, heavy dashes, and the hexside that is to blame glows."""

    sides: Sequence[QLineF] = ()

    def draw(self, painter: QPainter, scale: float) -> None:
        theme = self.theme
        color = theme.overlay.refusal
        painter.fillPath(self.outline, theme.overlay.refusal_fill)
        painter.fillPath(
            self.outline, pens.hatching(faded(color, 0.35), theme.width.zone_hatch, 10.0, scale, self.ratio)
        )
        width = pens.width_at(4.6, scale, 2.4)
        pens.cased(
            painter,
            self.outline,
            round_pen(theme.board.casing, width * 1.75),
            pens.dashed(color, width, 2.6, 1.3),
        )
        for side in self.sides:
            for part, alpha in ((6.0, 0.13), (4.2, 0.2), (2.9, 0.3)):
                painter.setPen(round_pen(faded(color, alpha), width * part))
                painter.drawLine(side)
            painter.setPen(round_pen(theme.board.casing, width * 2.3))
            painter.drawLine(side)
            painter.setPen(round_pen(color, width * 1.6))
            painter.drawLine(side)


class NoEntryLayer(Layer):
    """The no-entry disc of a refused space, above the counters."""

    at = QPointF()

    def set_place(self, at: QPointF) -> None:
        """Put the disc at a point."""
        self.at = at
        self.set_bounds(QRectF(at.x() - 1, at.y() - 1, 2, 2))

    def draw(self, painter: QPainter, scale: float) -> None:
        pens.paint_no_entry(painter, self.at, pens.width_at(14.5, scale, 8.0), self.theme)


class PathLayer(Layer):
    """A planned move: an arrow with its head in the target space, and numbered waypoints."""

    line = BrokenLine()
    waypoints: Sequence[QPointF] = ()
    clear_of_start = 0.0

    def set_line(self, line: BrokenLine, waypoints: Sequence[QPointF], clear_of_start: float) -> None:
        """Show another path; its first stretch is left free for the counters."""
        self.line, self.waypoints, self.clear_of_start = line, waypoints, clear_of_start
        self.set_bounds(line.bounds())

    def draw(self, painter: QPainter, scale: float) -> None:
        theme = self.theme
        width = pens.width_at(theme.width.path, scale, 2.6)
        casing = width * theme.width.path_casing / theme.width.path
        length = self.line.length
        head = min(width * 4.6, length * 0.6)
        body = self.line.between(min(self.clear_of_start, length * 0.35), length - head * 0.75)
        tip = self.line.at(length)
        arrow = arrow_head(tip, tip - self.line.at(length - head), head, head * 0.95)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(round_pen(theme.board.casing, casing))
        painter.drawPath(body)
        painter.setPen(round_pen(theme.board.casing, casing - width))
        painter.drawPath(arrow)
        painter.setPen(round_pen(theme.overlay.path, width))
        painter.drawPath(body)
        painter.fillPath(arrow, theme.overlay.path)
        for number, point in enumerate(self.waypoints, 1):
            pens.paint_waypoint(painter, point, width * 1.7, number, theme)


@dataclass
class SupplyShapes:
    """Lines of supply with their sources, and lines that are cut with the places of the cuts."""

    lines: list[QPainterPath] = field(default_factory=list)
    sources: list[QPointF] = field(default_factory=list)
    cut_lines: list[QPainterPath] = field(default_factory=list)
    cuts: list[QPointF] = field(default_factory=list)


class SupplyLayer(Layer):
    """Beaded lines to crates; beads with a gap and a broken bead where supply is cut."""

    shapes = SupplyShapes()

    def set_shapes(self, shapes: SupplyShapes) -> None:
        """Show other lines."""
        self.shapes = shapes
        bounds = QRectF()
        for path in (*shapes.lines, *shapes.cut_lines):
            bounds = bounds.united(path.boundingRect().adjusted(-1, -1, 1, 1))
        for point in (*shapes.sources, *shapes.cuts):
            bounds = bounds.united(QRectF(point.x() - 1, point.y() - 1, 2, 2))
        self.set_bounds(bounds)

    def draw(self, painter: QPainter, scale: float) -> None:
        color = self.theme.overlay.supply
        width = pens.width_at(self.theme.width.supply, scale, 1.3)
        for path in self.shapes.lines:
            self._beaded(painter, path, color, width, thread=True)
        for path in self.shapes.cut_lines:
            self._beaded(painter, path, color, width, thread=False)
        for point in self.shapes.sources:
            pens.paint_crate(painter, point, width * 5.0, self.theme)
        for point in self.shapes.cuts:
            pens.paint_broken_bead(painter, point, width * 4.2, self.theme)

    def _beaded(
        self, painter: QPainter, path: QPainterPath, color: QColor, width: float, thread: bool
    ) -> None:
        gap = width * self.theme.width.supply_bead_gap / self.theme.width.supply
        painter.setBrush(Qt.BrushStyle.NoBrush)
        steps = [
            (round_pen(self.theme.board.casing, width * 2.2), thread),
            (pens.beads(self.theme.board.casing, width * 3.5, gap), True),
            (round_pen(color, width), thread),
            (pens.beads(color, width * 2.4, gap), True),
        ]
        for pen, wanted in steps:
            if wanted:
                painter.setPen(pen)
                painter.drawPath(path)
