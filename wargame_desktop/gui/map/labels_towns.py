"""Towns of hex maps and points of point maps: their marks and names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QFont

from wargame_desktop.board.model import Space
from wargame_desktop.gui.fonts import serif, ui
from wargame_desktop.gui.map.brush import Brush
from wargame_desktop.gui.map.geometry import is_sea
from wargame_desktop.gui.map.label_parts import (
    CAPITAL,
    LARGE,
    TOWN,
    Occupied,
    Place,
    Placed,
    Sign,
    Text,
    has_own_label,
    is_shown,
    place_of,
)
from wargame_desktop.gui.map.lettering import Lettering
from wargame_desktop.gui.map.scenery import Scenery
from wargame_desktop.gui.theme import Theme, mix

_SIZES = {CAPITAL: 15.5, LARGE: 14.0, TOWN: 12.5}
_WEIGHTS = {CAPITAL: QFont.Weight.Bold, LARGE: QFont.Weight.DemiBold, TOWN: QFont.Weight.Medium}
_MARKS = {CAPITAL: "capital", LARGE: "large", TOWN: "town"}
_MARK_SIZE = {CAPITAL: 13.0, LARGE: 12.0, TOWN: 11.0}
_FOOT = 0.285
"""How far below a hex's middle its town stands, as a part of the pitch: just under the counters."""


class TownNames:
    """Places towns with their marks, then names of other named hexes and of points."""

    def __init__(self, scenery: Scenery, theme: Theme) -> None:
        self.scenery = scenery
        self.theme = theme

    def place(self, brush: Brush, occupied: Occupied) -> Iterator[Placed | None]:
        """All that finds room; None now and then, as a pause."""
        shown = [(place, space) for place, space in self._places if is_shown(place, brush.level)]
        for number, (place, space) in enumerate(shown):
            yield from self._mark(brush, occupied, place, space)
            if number % 8 == 7:
                yield None
        shown.sort(key=lambda one: one[0].rank or 0)
        for number, (place, space) in enumerate(shown):
            yield from self._name(brush, occupied, place, space)
            if number % 3 == 2:
                yield None
        if brush.level >= 2:
            for place, space in self._places:
                if place.rank is None:
                    yield from self._plain_name(brush, occupied, place, space)
        for space in self.scenery.points:
            yield from self._point_name(brush, occupied, space)

    @cached_property
    def _places(self) -> list[tuple[Place, Space]]:
        """The hexes that have something to show, in the order of their labels."""
        hexes, geometry = self.scenery.hexes, self.scenery.geometry
        spaces = [geometry.space(key) for key in sorted(hexes.at.values())] if hexes is not None else []
        places = ((place_of(space.attrs), space) for space in spaces)
        return [one for one in places if one[0].rank is not None or one[1].name or one[0].works]

    # Towns

    def _row(self, brush: Brush, place: Place, space: Space) -> tuple[Lettering, list[str], float]:
        """The name, the marks after it, and the width of mark, name and marks together."""
        rank = place.rank if place.rank is not None else TOWN
        text = Lettering.of(space.name, ui(64, _WEIGHTS[rank]), self._size(brush, rank))
        works = list(place.works) if brush.level == 3 else []
        mark, gap = brush.text(_MARK_SIZE[rank]), brush.text(3.5)
        return text, works, mark + gap + text.width + sum(mark * 1.02 + gap * 0.5 for _ in works)

    def _size(self, brush: Brush, rank: int) -> float:
        """A town that is shown at all has a name that can be read."""
        return max(brush.text(_SIZES[rank]), (self.theme.detail.text_from + 0.2) / brush.scale)

    def _mark_at(self, brush: Brush, place: Place, space: Space) -> QPointF:
        """Where the town's mark stands: where the file says, else at the foot of its hex."""
        geometry = self.scenery.geometry
        centre, anchor = geometry.centre(space.id), geometry.label_anchor(space.id)
        if has_own_label(anchor, centre):
            return anchor
        foot = QPointF(centre.x(), centre.y() + _FOOT * brush.pitch)
        if brush.level < 3:
            return foot
        _, _, width = self._row(brush, place, space)
        mark = brush.text(_MARK_SIZE[place.rank or 0])
        return QPointF(foot.x() - width / 2 + mark / 2, foot.y())

    def _mark(self, brush: Brush, occupied: Occupied, place: Place, space: Space) -> Iterator[Placed]:
        assert place.rank is not None
        sign = Sign(
            _MARKS[place.rank], self._mark_at(brush, place, space), brush.text(_MARK_SIZE[place.rank])
        )
        occupied.take(sign.box)
        yield sign

    def _name(self, brush: Brush, occupied: Occupied, place: Place, space: Space) -> Iterator[Placed]:
        text, works, width = self._row(brush, place, space)
        if not space.name or text.size * brush.scale < self.theme.detail.text_from:
            return
        at = self._mark_at(brush, place, space)
        mark, gap = brush.text(_MARK_SIZE[place.rank or 0]), brush.text(3.5)
        beside = mark / 2 + gap
        rest = width - mark - gap
        high = 0.9 * text.size
        candidates = [
            QPointF(at.x() + beside, at.y()),
            QPointF(at.x() - beside - rest, at.y()),
            QPointF(at.x() - rest / 2, at.y() - mark / 2 - high * 0.62),
            QPointF(at.x() - rest / 2, at.y() + mark / 2 + high * 0.62),
            QPointF(at.x() + beside * 0.6, at.y() - high * 0.75),
            QPointF(at.x() + beside * 0.6, at.y() + high * 0.75),
        ]
        for left in candidates:
            box = QRectF(left.x(), left.y() - high / 2, rest, high)
            if occupied.is_free(box):
                occupied.take(box)
                yield self._text(brush, text, left, self.theme.board.ink)
                yield from self._works(brush, works, left.x() + text.width + gap, left.y(), mark)
                return

    def _works(self, brush: Brush, works: list[str], x: float, y: float, size: float) -> Iterator[Placed]:
        for work in works:
            yield Sign(work, QPointF(x + size / 2, y), size)
            x += size * 1.02 + brush.text(1.75)

    def _text(self, brush: Brush, text: Lettering, left: QPointF, colour: QColor) -> Text:
        middle = QPointF(left.x() + text.width / 2, left.y())
        return Text(
            text.centred(middle), text.box_at(middle), colour, brush.text(self.theme.width.label_halo)
        )

    # Other names

    def _plain_name(self, brush: Brush, occupied: Occupied, place: Place, space: Space) -> Iterator[Placed]:
        """A named hex that is no town, such as a sound or a pass, and works without a town."""
        geometry = self.scenery.geometry
        centre, anchor = geometry.centre(space.id), geometry.label_anchor(space.id)
        at = anchor
        if not has_own_label(anchor, centre):
            at = QPointF(centre.x(), centre.y() + _FOOT * brush.pitch)
        colour = self.theme.board.sea_name if is_sea(space) else mix(
            self.theme.board.ink, self.theme.board.paper, 0.25
        )  # fmt: skip
        text = Lettering.of(space.name, serif(64, italic=True), brush.text(14))
        works = list(place.works) if brush.level == 3 else []
        mark = brush.text(11)
        width = text.width + len(works) * (mark * 1.02 + brush.text(1.75)) + (brush.text(3) if works else 0)
        box = QRectF(at.x() - width / 2, at.y() - 0.5 * text.size, width, text.size)
        if text.size * brush.scale < self.theme.detail.text_from or not occupied.is_free(box):
            return
        occupied.take(box)
        if space.name:
            name = self._text(brush, text, QPointF(box.left(), at.y()), colour)
            yield replace(name, halo=0.0) if is_sea(space) else name
        yield from self._works(
            brush, works, box.left() + text.width + (brush.text(3) if space.name else 0), at.y(), mark
        )

    def _point_name(self, brush: Brush, occupied: Occupied, space: Space) -> Iterator[Placed]:
        geometry = self.scenery.geometry
        centre, anchor = geometry.centre(space.id), geometry.label_anchor(space.id)
        radius = geometry.point_radius
        place = place_of(space.attrs)
        occupied.take(QRectF(centre.x() - radius, centre.y() - radius, 2 * radius, 2 * radius))
        rank = place.rank if place.rank is not None else TOWN
        text = Lettering.of(space.name, ui(64, _WEIGHTS[rank]), brush.text(_SIZES[rank]))
        if not space.name or text.size * brush.scale < self.theme.detail.text_from:
            return
        down = radius + 0.75 * text.size
        candidates = [anchor] if has_own_label(anchor, centre) else []
        candidates += [
            QPointF(centre.x(), centre.y() + down),
            QPointF(centre.x(), centre.y() - down),
            QPointF(centre.x() + radius + text.width / 2 + brush.text(4), centre.y()),
            QPointF(centre.x() - radius - text.width / 2 - brush.text(4), centre.y()),
        ]
        for at in candidates:
            box = text.box_at(at)
            if occupied.is_free(box):
                occupied.take(box)
                yield self._text(brush, text, QPointF(at.x() - text.width / 2, at.y()), self.theme.board.ink)
                if brush.level == 3 and place.works:
                    size = brush.text(11)
                    yield from self._works(
                        brush, list(place.works), box.right() + brush.text(3), at.y(), size
                    )
                return
