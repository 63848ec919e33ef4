"""The ground of the map: paper sheet, sea, land by terrain, relief, coast, control."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from wargame_desktop.gui.fonts import serif
from wargame_desktop.gui.map.brush import Brush, saved
from wargame_desktop.gui.map.curves import Strokes
from wargame_desktop.gui.map.glyphs import symbol_colours
from wargame_desktop.gui.map.lettering import Lettering
from wargame_desktop.gui.map.relief import SoftPicture, height_colour, hill_shade, sea_depth
from wargame_desktop.gui.map.scenery import Scenery
from wargame_desktop.gui.map.surfaces import Surface
from wargame_desktop.gui.map.terrain_symbols import TerrainSymbols
from wargame_desktop.gui.theme import Theme, faded, mix

_CONTROL_TINT = 0.26
_SOFT_EDGE = ((22.0, 0.22), (13.0, 0.3), (6.0, 0.4))
_WATERLINES = ((46.0, 0.16), (30.0, 0.2), (15.0, 0.34), (6.5, 0.6))


class Ground:
    """Paints everything under the lines and names of one map in one theme."""

    def __init__(self, scenery: Scenery, theme: Theme) -> None:
        self.scenery = scenery
        self.theme = theme
        self.symbols = TerrainSymbols(scenery)
        self._depth: SoftPicture | None = None
        self._relief: SoftPicture | None = None
        self._tints: dict[str, tuple[frozenset[str], Surface]] = {}

    # Sheet

    def sheet(self, brush: Brush) -> None:
        """The paper and its frame: a fine line, a gap, a stronger line around the map."""
        painter, geometry, board = brush.painter, self.scenery.geometry, self.theme.board
        painter.fillRect(geometry.sheet, board.paper)
        bounds, gap = geometry.bounds, 0.055 * brush.pitch
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for reach, width in ((gap, 0.9), (gap * 1.55, 2.4)):
            pen = QPen(mix(board.paper, board.ink, 0.72), brush.width(width))
            pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
            painter.setPen(pen)
            painter.drawRect(bounds.adjusted(-reach, -reach, reach, reach))
        edge = QPen(mix(board.paper, board.ink, 0.22), brush.width(1.0))
        painter.setPen(edge)
        painter.drawRect(geometry.sheet)
        self._title(brush)

    def _title(self, brush: Brush) -> None:
        """The map's title in the lower margin."""
        game_map, geometry = self.scenery.game_map, self.scenery.geometry
        size = 0.15 * brush.pitch
        if game_map is None or size * brush.scale < self.theme.detail.text_from:
            return
        text = Lettering.of(game_map.header.title, serif(64, spacing=0.06), size)
        middle = QPointF(geometry.bounds.center().x(), geometry.bounds.bottom() + 0.62 * geometry.margin)
        brush.painter.fillPath(text.centred(middle), mix(self.theme.board.paper, self.theme.board.ink, 0.8))

    # Sea

    def sea(self, brush: Brush) -> None:
        """Depth from deep to shelf, lines of longitude and latitude, and light bands along the coast."""
        if self._depth is None:
            bounds = self.scenery.geometry.bounds
            self._depth = sea_depth(bounds, brush.pitch, self._white_land, self.theme.sea)
        self._depth.paint(brush.painter, brush.rect)
        lines = self.scenery.graticule.near(brush.rect, 4)
        brush.stroke(lines, faded(self.theme.sea.line, 0.22), 0.8)

    def _white_land(self, painter: QPainter) -> None:
        white = QColor(255, 255, 255)
        painter.fillPath(self.scenery.land.near(self.scenery.geometry.bounds), white)
        for area in self.scenery.land_areas:
            painter.fillPath(area.path, white)

    def waterlines(self, brush: Brush) -> Iterator[None]:
        """Bands of lighter water along every coast."""
        coast = self.scenery.soft_coast.near(brush.rect, 30)
        bands = _WATERLINES if brush.level else _WATERLINES[1::2]
        for width, strength in bands:
            brush.stroke(coast, faded(self.theme.sea.halo, strength), width, 1.5)
            yield

    def coast(self, brush: Brush) -> None:
        """Lakes and the coast line."""
        painter, sea = brush.painter, self.theme.sea
        lakes = self.scenery.lakes.near(brush.rect)
        painter.fillPath(lakes, mix(sea.shelf, sea.shore, 0.4))
        shores = self.scenery.shores.near(brush.rect, 4)
        brush.stroke(shores, faded(self.theme.line.coast, 0.8), 0.9 * self.theme.width.coast, 0.5)
        line = self.scenery.coast if brush.level else self.scenery.soft_coast
        coast = line.near(brush.rect, 4)
        brush.stroke(coast, self.theme.line.coast, self.theme.width.coast, 0.6)

    # Land of hex maps

    def land(self, brush: Brush) -> Iterator[None]:
        """Terrain, its symbols, relief and control, all cut off at the coast; a pause after each."""
        land = self.scenery.land.near(brush.rect)
        if land.isEmpty():
            return
        painter = brush.painter
        with saved(painter):
            painter.setClipPath(land, Qt.ClipOperation.IntersectClip)
            painter.fillRect(brush.rect, self.theme.terrain("clear"))
            for patch in self.scenery.patches:
                self._patch(brush, self.theme.terrain(patch.colour), patch.surface, patch.rim)
                yield
            self.relief(brush)
            yield
            if brush.level >= 2:
                yield from self._symbols(brush)
            self._control(brush)

    def _patch(self, brush: Brush, colour: QColor, surface: Surface, rim: Strokes) -> None:
        """One terrain with a soft edge."""
        edge = rim.near(brush.rect, 14)
        for width, strength in _SOFT_EDGE if brush.level else _SOFT_EDGE[1:2]:
            brush.stroke(edge, faded(colour, strength), width)
        brush.painter.fillPath(surface.near(brush.rect), colour)

    def _symbols(self, brush: Brush) -> Iterator[None]:
        sparse = brush.level == 2
        painter = brush.painter
        painter.setOpacity(0.75 if sparse else 1.0)
        for colour, symbols in self.symbols.in_rect(brush.rect, sparse):
            light, dark, line = symbol_colours(colour, self.theme)
            painter.fillPath(symbols.light, light)
            painter.fillPath(symbols.dark, dark)
            brush.stroke(symbols.lines, line, 1.1, 0.6)
            yield
        painter.setOpacity(1.0)

    # Relief

    def relief(self, brush: Brush) -> None:
        """Light from the north-west, low in contrast."""
        if self._relief is None:
            area = self.scenery.geometry.bounds
            self._relief = hill_shade(area, brush.pitch, self._heights)
        self._relief.paint(brush.painter, brush.rect)

    def _heights(self, painter: QPainter) -> None:
        """The height of the ground in grey."""
        whole = self.scenery.geometry.bounds
        painter.fillRect(whole, height_colour("clear"))
        for patch in self.scenery.patches:
            painter.fillPath(patch.surface.near(whole), height_colour(patch.colour))
        for area in self.scenery.land_areas:
            painter.fillPath(area.path, height_colour(self.scenery.terrain_colour(area.space.id)))

    # Control

    def _control(self, brush: Brush) -> None:
        """The holder's colour over the land that is held."""
        if not brush.control or self.scenery.hexes is None:
            return
        for colour, surface in self._tint_surfaces(brush.control).items():
            body = self.theme.nation(colour).body
            brush.painter.fillPath(surface.near(brush.rect), faded(body, _CONTROL_TINT))

    def _tint_surfaces(self, control: Mapping[str, str]) -> dict[str, Surface]:
        """One surface for each holder, kept until it holds something else."""
        assert self.scenery.hexes is not None
        held: dict[str, set[str]] = {}
        for space, colour in control.items():
            held.setdefault(colour, set()).add(space)
        for colour, spaces in held.items():
            if colour not in self._tints or self._tints[colour][0] != spaces:
                rings = self.scenery.hexes.natural_rings(spaces.__contains__)
                self._tints[colour] = frozenset(spaces), Surface([rings], 4 * self.scenery.pitch)
        return {colour: self._tints[colour][1] for colour in sorted(held)}

    # Veil

    def veil(self, brush: Brush) -> None:
        """The theme's veil over the map, which calms it below overlays and counters."""
        if self.theme.board.veil.alpha() > 0:
            brush.painter.fillRect(self.scenery.geometry.sheet, self.theme.board.veil)
