"""Names and figures of areas and sea zones."""

from __future__ import annotations

import re
from collections.abc import Iterator

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QFont, QPainterPath

from wargame_desktop.gui.fonts import condensed, serif, ui
from wargame_desktop.gui.map.brush import Brush
from wargame_desktop.gui.map.label_parts import Figure, Occupied, Placed, Sign, Text, place_of, wrapped
from wargame_desktop.gui.map.lettering import Lettering
from wargame_desktop.gui.map.scenery import AreaShape, Scenery
from wargame_desktop.gui.theme import Theme, mix

_NAME = 13.5
_ZONE = 17.0
_ZONE_NUMBER = re.compile(r"(?:sea zone|zone|sea|sz)\s*(\d+)", re.IGNORECASE)
_MAY_OVERHANG = 1.25
"""How much wider than its area a name may be."""


class AreaNames:
    """Places the names of areas with their income, then those of sea zones."""

    def __init__(self, scenery: Scenery, theme: Theme) -> None:
        self.scenery = scenery
        self.theme = theme

    def place(self, brush: Brush, occupied: Occupied) -> Iterator[Placed | None]:
        """All that finds room; None now and then, as a pause."""
        for number, area in enumerate(self.scenery.land_areas):
            yield from self._area(brush, occupied, area)
            if number % 8 == 7:
                yield None
        for zone in self.scenery.sea_areas:
            yield from self._zone(brush, occupied, zone)

    def _area(self, brush: Brush, occupied: Occupied, area: AreaShape) -> Iterator[Placed]:
        """Name, income below it, and a star for a victory city, near the place the map gives them."""
        anchor = self.scenery.geometry.label_anchor(area.space.id)
        lines = self._fitting(brush, area.space.name, _MAY_OVERHANG * _width_at(area.path, anchor))
        income = area.space.attrs.get("income")
        figure = brush.text(19) if income and brush.text_px(19) >= 11 else 0.0
        at = self._free_place(occupied, area, anchor, lines, figure)
        if at is None:
            lines, at = [], anchor
        top = at.y() - _height(lines, figure) / 2
        for line in lines:
            middle = QPointF(at.x(), top + line.size / 2)
            box = line.box_at(middle)
            occupied.take(box)
            halo = brush.text(self.theme.width.label_halo)
            yield Text(line.centred(middle), box, self.theme.board.ink, halo)
            top += line.size
        below = QPointF(at.x(), top + 0.6 * figure)
        if figure:
            yield from self._income(occupied, str(income), below, figure)
        if place_of(area.space.attrs).is_objective:
            size = brush.text(15)
            star = Sign("victory", QPointF(below.x() + 1.25 * size, top + 0.75 * size), size)
            occupied.take(star.box)
            yield star
            yield from self._victory_city(brush, occupied, area, star.box)

    def _victory_city(
        self, brush: Brush, occupied: Occupied, area: AreaShape, star: QRectF
    ) -> Iterator[Placed]:
        """The city's name in italics beside its star, or below it, where there is room."""
        name = area.space.attrs.get("victory_city")
        size = brush.text(13)
        if not isinstance(name, str) or size * brush.scale < self.theme.detail.text_from:
            return
        text = Lettering.of(name, serif(64, italic=True), size)
        right = QPointF(star.right() + 0.3 * size + text.width / 2, star.center().y())
        below = QPointF(star.center().x(), star.bottom() + 0.6 * size)
        for at in (right, below):
            box = text.box_at(at)
            if occupied.is_free(box):
                occupied.take(box)
                yield Text(text.centred(at), box, self.theme.board.victory_city, 0.25 * size)
                return

    def _free_place(
        self, occupied: Occupied, area: AreaShape, anchor: QPointF, lines: list[Lettering], figure: float
    ) -> QPointF | None:
        """The anchor, or a place a little off it inside the area, where the whole block is free."""
        step = 0.2 * self.scenery.pitch
        for dx, dy in ((0, 0), (0, -1), (0, 1), (-1, 0), (1, 0), (-1, -1), (1, -1), (-1, 1), (1, 1)):
            at = QPointF(anchor.x() + dx * step, anchor.y() + dy * step)
            wide = max((line.width for line in lines), default=figure)
            high = _height(lines, figure)
            block = QRectF(at.x() - wide / 2, at.y() - high / 2, wide, high)
            if occupied.is_free(block) and area.path.contains(at):
                return at
        return None

    def _income(self, occupied: Occupied, number: str, at: QPointF, size: float) -> Iterator[Placed]:
        text = Lettering.of(number, condensed(64), 0.62 * size)
        figure = Figure(text.centred(at), at, size / 2)
        if occupied.is_free(figure.box):
            occupied.take(figure.box)
            yield figure

    def _fitting(self, brush: Brush, name: str, room: float) -> list[Lettering]:
        """The name on one line or two, a little smaller if it must be; nothing when it cannot fit."""
        font = ui(64, QFont.Weight.DemiBold)
        for part in (1.0, 0.86, 0.74):
            size = brush.text(_NAME) * part
            if size * brush.scale < self.theme.detail.text_from:
                break
            for parts in ([name], wrapped(name)):
                lines = [Lettering.of(one, font, size) for one in parts]
                if max(line.width for line in lines) <= room:
                    return lines
        return []

    def _zone(self, brush: Brush, occupied: Occupied, zone: AreaShape) -> Iterator[Placed]:
        """A sea zone's number or name in blue italics."""
        name = zone.space.name
        numbered = _ZONE_NUMBER.fullmatch(name)
        text = numbered[1] if numbered else name
        at = self.scenery.geometry.label_anchor(zone.space.id)
        for size in (brush.text(_ZONE), 0.8 * brush.text(_ZONE)):
            if size * brush.scale < self.theme.detail.text_from:
                return
            for parts in ([text], wrapped(text)):
                lines = [Lettering.of(one, serif(64, italic=True, spacing=0.02), size) for one in parts]
                boxes = [
                    line.box_at(QPointF(at.x(), at.y() + (i - (len(lines) - 1) / 2) * size))
                    for i, line in enumerate(lines)
                ]
                fits = max(line.width for line in lines) <= _width_at(zone.path, at)
                if fits and all(occupied.is_free(box) for box in boxes):
                    for i, (line, box) in enumerate(zip(lines, boxes, strict=True)):
                        occupied.take(box)
                        middle = QPointF(at.x(), at.y() + (i - (len(lines) - 1) / 2) * size)
                        yield Text(line.centred(middle), box, self._zone_colour(), 0.0)
                    return

    def _zone_colour(self) -> QColor:
        return mix(self.theme.board.sea_name, self.theme.board.ink, 0.25)


def _height(lines: list[Lettering], figure: float) -> float:
    return sum(line.size for line in lines) + 1.1 * figure


def _width_at(path: QPainterPath, at: QPointF) -> float:
    """How wide a shape is at the height of a point: twice the way to its nearer side."""
    around = path.boundingRect()
    if not path.contains(at):
        return around.width()
    reach = []
    step = max(2.0, around.width() / 60)
    for way in (-1, 1):
        x = at.x()
        while around.left() <= x <= around.right() and path.contains(QPointF(x, at.y())):
            x += way * step
        reach.append(abs(x - at.x()))
    return 2 * min(reach)
