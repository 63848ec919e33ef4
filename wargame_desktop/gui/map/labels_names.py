"""Large quiet names: seas along a curve, regions and ranges, countries in spaced capitals."""

from __future__ import annotations

import math
from collections.abc import Iterator

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QFont, QPainterPath

from wargame_desktop.content.map_paint import Label
from wargame_desktop.gui.fonts import serif
from wargame_desktop.gui.map.brush import Brush
from wargame_desktop.gui.map.geometry import is_sea
from wargame_desktop.gui.map.label_parts import Occupied, Placed, Text
from wargame_desktop.gui.map.lettering import Lettering, along_arc
from wargame_desktop.gui.map.scenery import Scenery
from wargame_desktop.gui.theme import Theme, faded, mix

_WATERS = {
    "ocean": 34.0,
    "sea": 25.0,
    "gulf": 18.0,
    "bay": 18.0,
    "channel": 16.0,
    "strait": 15.0,
    "lake": 15.0,
}
_SPACING = 0.26


class RegionNames:
    """Places the labels of the map file, then the names of countries where there is room."""

    def __init__(self, scenery: Scenery, theme: Theme) -> None:
        self.scenery = scenery
        self.theme = theme

    def place(self, brush: Brush, occupied: Occupied) -> Iterator[Placed | None]:
        """All that finds room; None now and then, as a pause."""
        for label in self.scenery.paint.labels:
            yield from self._label(brush, occupied, label)
        yield None
        if not any(label.kind == "country" for label in self.scenery.paint.labels):
            for country, keys in self._members().items():
                yield from self._country(brush, occupied, country, keys)
                yield None

    def _label(self, brush: Brush, occupied: Occupied, label: Label) -> Iterator[Placed]:
        at = self.scenery.geometry.to_scene(*label.at)
        for part in (1.0, 0.82, 0.66, 0.54):
            path, colour, size = self._styled(brush, label, at, part)
            if label.kind not in _WATERS or self._is_wet(path, label.angle):
                break
        if size * brush.scale < self.theme.detail.text_from:
            return
        box = path.boundingRect()
        is_free = occupied.is_free(box) if abs(label.angle) < 12 else True
        if is_free or label.kind in _WATERS:
            if abs(label.angle) < 12:
                occupied.take(box)
            halo = 0.0 if label.kind in _WATERS else 0.7 * brush.text(self.theme.width.label_halo)
            yield Text(path, box, colour, halo)

    def _styled(
        self, brush: Brush, label: Label, at: QPointF, part: float
    ) -> tuple[QPainterPath, QColor, float]:
        board = self.theme.board
        if label.kind in _WATERS:
            size = part * brush.text(_WATERS[label.kind])
            font = serif(64, italic=True, spacing=0.1)
            return along_arc(label.text, font, size, at, label.angle, 0.045), board.sea_name, size
        if label.kind == "country":
            size = brush.text(22)
            path = along_arc(label.text.upper(), serif(64, spacing=_SPACING), size, at, label.angle, 0.02)
            return path, board.country_name, size
        size = brush.text(14.5)
        colour = faded(mix(self.theme.line.mountain_glyph, board.ink, 0.45), 0.9)
        font = serif(64, italic=True, spacing=0.08)
        return along_arc(label.text, font, size, at, label.angle, 0.03), colour, size

    def _is_wet(self, path: QPainterPath, angle: float) -> bool:
        """Whether a sea's name keeps to the water, by a few points along its middle."""
        geometry = self.scenery.geometry
        box = path.boundingRect()
        run = math.radians(angle)
        half = 0.5 * math.hypot(box.width(), box.height())
        for step in range(-3, 4):
            x = box.center().x() + math.cos(run) * half * step / 3
            y = box.center().y() + math.sin(run) * half * step / 3
            key = geometry.space_at(QPointF(x, y))
            if key is not None and self.scenery.is_land(key):
                return False
        return True

    # Countries

    def _members(self) -> dict[str, list[str]]:
        """Country to its land hexes, largest countries first."""
        hexes, geometry = self.scenery.hexes, self.scenery.geometry
        members: dict[str, list[str]] = {}
        for key in sorted(hexes.at.values()) if hexes is not None else ():
            space = geometry.space(key)
            if space.attrs.get("country") and not is_sea(space):
                members.setdefault(str(space.attrs["country"]), []).append(key)
        return dict(sorted(members.items(), key=lambda one: (-len(one[1]), one[0])))

    def _country(self, brush: Brush, occupied: Occupied, country: str, keys: list[str]) -> Iterator[Placed]:
        game_map = self.scenery.game_map
        if game_map is None or country not in game_map.countries:
            return
        name = game_map.countries[country].name.upper()
        middles = [self.scenery.geometry.centre(key) for key in keys]
        home = QPointF(
            sum(one.x() for one in middles) / len(middles), sum(one.y() for one in middles) / len(middles)
        )
        own = frozenset(keys)
        wide = max(one.x() for one in middles) - min(one.x() for one in middles) + brush.pitch
        for part in (1.0, 0.8, 0.62):
            size = min(brush.text(30), 0.62 * wide / (0.95 * len(name))) * part
            if size * brush.scale < self.theme.detail.text_from:
                return
            text = Lettering.of(name, _spaced(), size)
            best = self._best_place(brush, occupied, text, own, middles, home)
            if best is not None:
                box = text.box_at(best)
                occupied.take(box)
                halo = 0.8 * brush.text(self.theme.width.label_halo)
                yield Text(text.centred(best), box, self.theme.board.country_name, halo, 0.5)
                return

    def _best_place(
        self, brush: Brush, occupied: Occupied, text: Lettering, own: frozenset[str], middles: list[QPointF],
        home: QPointF,
    ) -> QPointF | None:  # fmt: skip
        """The free place inside the country nearest to its middle; between hex rows, clear of counters."""
        step = 0.5 * brush.pitch
        places = [QPointF(m.x() + dx, m.y() + step) for m in middles for dx in (0.0, step)]
        places.sort(key=lambda p: (abs(p.x() - home.x()) + 1.4 * abs(p.y() - home.y()), p.x(), p.y()))
        for at in places[:160]:
            box = text.box_at(at)
            if occupied.is_free(box) and self._inside(box, own):
                return at
        return None

    def _inside(self, box: QRectF, own: frozenset[str]) -> bool:
        geometry = self.scenery.geometry
        points = [QPointF(box.left() + box.width() * i / 6, box.center().y()) for i in range(7)]
        return all(geometry.space_at(point) in own for point in points)


def _spaced() -> QFont:
    return serif(64, spacing=_SPACING)
