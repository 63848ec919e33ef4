"""What play lays over the map: reach, zones, refusals, planned path, supply, candidates, space in hand.

Every meaning has its own fill, outline and glyph, so that none is told by colour alone.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from PySide6.QtCore import QObject, QPointF, QVariantAnimation
from PySide6.QtGui import QPainterPath
from PySide6.QtWidgets import QGraphicsScene

from wargame_desktop.core.refusal import Refusal
from wargame_desktop.gui.map.geometry import MapGeometry
from wargame_desktop.gui.map.overlays_areas import LOOKS, AreasLayer, Shown
from wargame_desktop.gui.map.overlays_layers import (
    CandidateLayer,
    CursorLayer,
    Layer,
    NoEntryLayer,
    PathLayer,
    Pill,
    ReachLayer,
    RefusalLayer,
    SupplyLayer,
    SupplyShapes,
    ZoneLayer,
)
from wargame_desktop.gui.map.overlays_shapes import Unions, smooth_line
from wargame_desktop.gui.theme import Theme
from wargame_desktop.systems.tables import Area

FADE_MS = 120
_FOOT = 0.36
_BOW = 0.12


class Overlays(QObject):
    """The overlays of one map. Each `set_…` replaces what was shown of that meaning; empty takes it off."""

    def __init__(self, scene: QGraphicsScene, geometry: MapGeometry, theme: Theme) -> None:
        super().__init__(scene)
        self._geometry = geometry
        self._unions = Unions(geometry)
        self.fades = True
        self.occupied: Callable[[str], bool] = lambda space: False
        """Asked where a glyph has to make room for counters."""
        self._zone_spaces: frozenset[str] = frozenset()
        self._reach: dict[str, str] = {}
        self._reach_in_zone: frozenset[str] = frozenset()
        self.areas = AreasLayer(theme, 9)
        self.zones = ZoneLayer(theme, 10)
        self.reach = ReachLayer(theme, 11)
        self.candidates = CandidateLayer(theme, 12)
        self.supply = SupplyLayer(theme, 13)
        self.refusal = RefusalLayer(theme, 14)
        self.path = PathLayer(theme, 15)
        self.cursor = CursorLayer(theme, 16)
        self.no_entry = NoEntryLayer(theme, 70)
        self._layers: tuple[Layer, ...] = (
            self.areas, self.zones, self.reach, self.candidates, self.supply, self.refusal, self.path,
            self.cursor, self.no_entry,
        )  # fmt: skip
        self._fading: dict[Layer, QVariantAnimation] = {}
        for layer in self._layers:
            scene.addItem(layer)

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme."""
        for layer in self._layers:
            layer.theme = theme
            layer.update()

    # Each meaning

    def set_reach(self, costs: Mapping[str, str], in_zone: Collection[str] = ()) -> None:
        """Light spaces with what it costs to get there; `in_zone` are reached under an enemy's zone."""
        self._reach = {space: cost for space, cost in costs.items() if self._geometry.is_on_map(space)}
        self._reach_in_zone = frozenset(in_zone)
        if self._reach:
            self._set_pills()
            self.reach.set_outline(self._unions.outline(self._reach))
        self._show(self.reach, bool(self._reach))

    def set_zones(self, spaces: Iterable[str]) -> None:
        """Hatch the enemy's zones."""
        shown = self._on_map(spaces)
        self._zone_spaces = frozenset(shown)
        if shown:
            self.zones.set_outline(self._unions.outline(shown))
        self._set_pills()
        self._show(self.zones, bool(shown))

    def set_areas(self, areas: Sequence[Area]) -> None:
        """Mark the areas of the game's own overlays; those without a space on the map are left out."""
        shown = []
        for area in areas:
            spaces = list(dict.fromkeys(self._on_map(area.spaces)))
            if spaces:
                look = LOOKS[area.style]
                labels = {space: text for space, text in area.labels.items() if text and space in spaces}
                pills = [Pill(self.foot(space), text) for space, text in labels.items()]
                signed = [space for space in spaces if look.glyph and space not in labels]
                glyphs = [self.foot(space) for space in signed]
                shown.append(Shown(area.title, look, self._unions.outline(spaces), pills, glyphs))
        self.areas.set_areas(shown)
        self._show(self.areas, bool(shown))

    def _set_pills(self) -> None:
        red = self._zone_spaces | self._reach_in_zone
        self.reach.pills = [
            Pill(self.foot(space), cost, space in red) for space, cost in self._reach.items() if cost
        ]
        self.reach.update()

    def set_path(self, spaces: Sequence[str], via: Sequence[str] = ()) -> None:
        """Draw an arrow through spaces, from the first to the last, with the waypoints numbered."""
        shown = self._on_map(spaces)
        if len(shown) > 1:
            anchors = [self._geometry.piece_anchor(space) for space in shown]
            stops = [self._geometry.piece_anchor(space) for space in self._on_map(via)]
            line = smooth_line(anchors, _BOW)
            if self.occupied(shown[-1]):
                # The head stays in sight before the counters that lie there or are held over it.
                line = line.until(line.length - self._geometry.pitch * 0.26)
            self.path.set_line(line, stops, self._geometry.pitch * 0.27)
        self._show(self.path, len(shown) > 1, fade=False)

    def set_supply(self, lines: Iterable[Sequence[str]], cuts: Iterable[Sequence[str]] = ()) -> None:
        """Draw lines of supply, each from a piece to its source, and lines cut in their last space."""
        shapes = SupplyShapes()
        sources: dict[str, None] = {}
        for line in lines:
            shown = self._on_map(line)
            if shown:
                anchors = [self._geometry.piece_anchor(space) for space in shown[:-1]]
                shapes.lines.append(self._beaded([*anchors, self._source_place(shown[-1])], 0.1))
                sources[shown[-1]] = None
        for line in cuts:
            shown = self._on_map(line)
            if shown:
                anchors = [self._geometry.piece_anchor(space) for space in shown]
                if len(anchors) > 1:
                    # On the border of the space that is to blame, where no counter hides it.
                    anchors[-1] = (anchors[-2] + anchors[-1]) / 2
                shapes.cut_lines.append(self._beaded(anchors, 0.13))
                shapes.cuts.append(anchors[-1])
        shapes.sources = [self._source_place(space) for space in sources]
        self.supply.set_shapes(shapes)
        self._show(self.supply, bool(shapes.sources or shapes.cuts))

    def _beaded(self, points: Sequence[QPointF], clear_of_end: float) -> QPainterPath:
        pitch = self._geometry.pitch
        line = smooth_line(points)
        return line.between(pitch * 0.24, line.length - pitch * clear_of_end)

    def _source_place(self, space: str) -> QPointF:
        """Where the crate of a source goes: the middle of its space, or its foot below counters."""
        return self.foot(space) if self.occupied(space) else self._geometry.piece_anchor(space)

    def set_refusal(
        self,
        space: str | None,
        refusals: Sequence[Refusal] = (),
        side: tuple[str, str] | None = None,
    ) -> None:
        """Mark a refused space; the hexside to blame is `side`, or a pair of hexes a refusal names."""
        if space is None or not self._geometry.is_on_map(space):
            self._show(self.refusal, False)
            self._show(self.no_entry, False)
            return
        pairs = [side] if side is not None else [one.spaces for one in refusals if len(one.spaces) == 2]
        found = [self._geometry.hexside(first, second) for first, second in pairs]
        self.refusal.sides = [line for line in found if line is not None]
        self.refusal.set_outline(self._unions.outline([space]))
        self.no_entry.set_place(self._glyph_place(space))
        self._show(self.refusal, True, fade=False)
        self._show(self.no_entry, True, fade=False)

    def set_candidates(self, spaces: Iterable[str]) -> None:
        """Mark spaces that may be picked now."""
        shown = self._on_map(spaces)
        if shown:
            self.candidates.set_outline(self._unions.outline(shown))
            self.candidates.marks = [self.foot(space) for space in shown]
        self._show(self.candidates, bool(shown))

    def set_cursor(self, space: str | None) -> None:
        """Ring the space in hand."""
        shown = space is not None and self._geometry.is_on_map(space)
        if shown and space is not None:
            self.cursor.set_outline(self._unions.outline([space]))
        self._show(self.cursor, shown, fade=False)

    def clear(self) -> None:
        """Take everything off."""
        self.set_reach({})
        self.set_zones(())
        self.set_areas(())
        self.set_path(())
        self.set_supply(())
        self.set_refusal(None)
        self.set_candidates(())
        self.set_cursor(None)

    # Places

    def foot(self, space: str) -> QPointF:
        """Where a pill or glyph of a space goes: below its counters, but inside the space."""
        anchor = self._geometry.piece_anchor(space)
        outline = self._geometry.outline(space)
        for part in (_FOOT, 0.26, 0.18):
            point = anchor + QPointF(0.0, self._geometry.pitch * part)
            if outline.contains(point):
                return point
        return anchor

    def _glyph_place(self, space: str) -> QPointF:
        """The middle of a space, or its upper left where counters lie in the middle."""
        anchor = self._geometry.piece_anchor(space)
        if not self.occupied(space):
            return anchor
        return anchor + QPointF(-self._geometry.pitch * 0.27, -self._geometry.pitch * 0.27)

    def _on_map(self, spaces: Iterable[str]) -> list[str]:
        return [space for space in spaces if self._geometry.is_on_map(space)]

    # Fading

    def _show(self, layer: Layer, visible: bool, fade: bool = True) -> None:
        running = self._fading.pop(layer, None)
        if running is not None:
            running.stop()
            running.deleteLater()
        if not fade or not self.fades:
            layer.setOpacity(1.0)
            layer.setVisible(visible)
            return
        settled = layer.opacity() == 1.0 if visible else True
        if visible == layer.isVisible() and settled:
            return
        start = layer.opacity() if layer.isVisible() else 0.0
        layer.setOpacity(start)
        layer.setVisible(True)
        animation = QVariantAnimation(self)
        animation.setStartValue(start)
        animation.setEndValue(1.0 if visible else 0.0)
        animation.setDuration(FADE_MS)
        animation.valueChanged.connect(layer.setOpacity)
        animation.finished.connect(lambda: self._faded(layer, animation, visible))
        self._fading[layer] = animation
        animation.start()

    def _faded(self, layer: Layer, animation: QVariantAnimation, visible: bool) -> None:
        if self._fading.get(layer) is animation:
            del self._fading[layer]
            layer.setVisible(visible)
            animation.deleteLater()
