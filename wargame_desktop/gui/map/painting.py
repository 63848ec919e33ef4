"""The map painter: one function for screen tiles, minimap, print and picture files.

Layers lie in a fixed order and are chosen by level of detail. `steps` paints them one by one with a pause
between, so that the screen can be served in the middle of a tile; `paint` does all of them at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from wargame_desktop.content.maps import GameMap
from wargame_desktop.gui.fonts import serif
from wargame_desktop.gui.map.brush import Brush, saved
from wargame_desktop.gui.map.geometry import InsetView, MapGeometry
from wargame_desktop.gui.map.labels import LabelLayouts
from wargame_desktop.gui.map.lettering import Lettering
from wargame_desktop.gui.map.painting_areas import Areas
from wargame_desktop.gui.map.painting_ground import Ground
from wargame_desktop.gui.map.painting_lines import Lines
from wargame_desktop.gui.map.scenery import Scenery
from wargame_desktop.gui.theme import Theme

_NOBODY: Mapping[str, str] = {}


class MapPainter:
    """Paints one map in one theme. Scenery may be shared between painters of different themes."""

    def __init__(
        self, game_map: GameMap | None, geometry: MapGeometry, theme: Theme, scenery: Scenery | None = None
    ) -> None:
        self.geometry = geometry
        self.theme = theme
        self.scenery = scenery or Scenery(game_map, geometry)
        self.ground = Ground(self.scenery, theme)
        self.lines = Lines(self.scenery, theme)
        self.areas = Areas(self.scenery, theme, self.ground)
        self.labels = LabelLayouts(self.scenery, theme)

    def paint(
        self,
        painter: QPainter,
        rect: QRectF,
        scale: float,
        lod: int | None = None,
        control: Mapping[str, str] | None = None,
        sides: Mapping[str, str] | None = None,
        names: bool = True,
    ) -> None:
        """Paint the part of the map in `rect` (scene units); the painter is already set to scene units.

        `scale` is device pixels per scene unit and decides the level of detail unless `lod` (0 to 3) does.
        `control` maps spaces to the colour key of their holder, `sides` to their side, for the front line.
        Without `names` towns and lettering are left out, as the minimap wants it.
        """
        for _ in self.steps(painter, rect, scale, lod, control, sides, names):
            pass

    def steps(
        self,
        painter: QPainter,
        rect: QRectF,
        scale: float,
        lod: int | None = None,
        control: Mapping[str, str] | None = None,
        sides: Mapping[str, str] | None = None,
        names: bool = True,
    ) -> Iterator[None]:
        """The same in steps: the painter may stay open between them, but not be used for anything else."""
        pitch = self.geometry.pitch
        level = self.theme.detail.level(pitch * scale) if lod is None else min(3, max(0, lod))
        brush = Brush(painter, rect, scale, pitch, level, self.theme, control or _NOBODY, sides or _NOBODY)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        self.ground.sheet(brush)
        if not rect.intersects(self.geometry.bounds):
            self.ground.veil(brush)
            return
        with saved(painter):
            painter.setClipRect(self.geometry.bounds, Qt.ClipOperation.IntersectClip)
            yield from self._layers(brush, names)
            for inset in self.geometry.insets:
                if inset.frame.intersects(rect):
                    yield from self._inset(brush, inset, names)
        if self.theme.dark:
            self.ground.veil(brush)

    def _layers(self, brush: Brush, names: bool) -> Iterator[None]:
        """Everything inside the frame, from the sea up."""
        is_hex = self.scenery.hexes is not None
        self.ground.sea(brush)
        yield
        if not is_hex:
            self.areas.sea_zones(brush)
        yield from self.ground.waterlines(brush)
        yield from self.ground.land(brush) if is_hex else self.areas.land(brush)
        yield
        for layer in self._upper_layers():
            layer(brush)
            yield
        # A pale veil must not wash out what is to be read; a dark one must not leave it glaring.
        if not self.theme.dark:
            self.ground.veil(brush)
        self.lines.front(brush)
        if names:
            yield from self.labels.steps(brush)

    def _upper_layers(self) -> tuple[Callable[[Brush], None], ...]:
        ground, lines, areas = self.ground, self.lines, self.areas
        return (
            ground.coast, lines.frontiers, lines.rivers, lines.other_sides, lines.grid, lines.ways,
            areas.points, areas.boxes,
        )  # fmt: skip

    def _inset(self, brush: Brush, inset: InsetView, names: bool) -> Iterator[None]:
        """A frame with its part of the map drawn again, larger."""
        painter, board = brush.painter, self.theme.board
        if inset.shows != inset.frame:
            factor = inset.transform.m11()
            inverted, _ = inset.transform.inverted()
            part = inverted.mapRect(brush.rect.intersected(inset.frame))
            with saved(painter):
                painter.setClipRect(inset.frame, Qt.ClipOperation.IntersectClip)
                painter.setTransform(inset.transform, True)
                again = Brush(
                    painter,
                    part,
                    brush.scale * factor,
                    brush.pitch,
                    brush.level,
                    self.theme,
                    brush.control,
                    brush.sides,
                )
                yield from self._layers(again, names)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for colour, width in ((board.paper, 7.0), (board.ink, 1.6)):
            painter.setPen(QPen(colour, brush.width(width), j=Qt.PenJoinStyle.MiterJoin))
            painter.drawRect(inset.frame)
        self._inset_title(brush, inset)

    def _inset_title(self, brush: Brush, inset: InsetView) -> None:
        size = brush.text(13)
        if not inset.title or size * brush.scale < self.theme.detail.text_from:
            return
        text = Lettering.of(inset.title, serif(64), size)
        at = inset.frame.topLeft()
        plate = QRectF(at.x() - 3, at.y() - 1.7 * size, text.width + 1.2 * size, 1.7 * size)
        brush.painter.fillRect(plate, self.theme.board.paper)
        brush.painter.fillPath(text.centred(plate.center()), self.theme.board.ink)
