"""What there is to paint on a map, made ready once and for every theme: land, coasts, woods, rivers, lines.

Where an art file gives true shapes they are used; else coasts and woods follow the hexsides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainterPath

from wargame_desktop.board.model import HEXSIDE, Space
from wargame_desktop.content.map_paint import Feature, Outline, Paint
from wargame_desktop.content.maps import GameMap
from wargame_desktop.gui.map.curves import (
    Point,
    Segment,
    Strokes,
    chains,
    curve_through,
    drawn_by_hand,
    path_of,
    thinned,
)
from wargame_desktop.gui.map.geometry import MapGeometry, is_sea
from wargame_desktop.gui.map.hexland import HexField
from wargame_desktop.gui.map.surfaces import Surface

WATER_SIDES = frozenset(("river", "major_river", "minor_river", "canal", "lake", "lake_side"))
FRONTIERS = ("frontier", "border", "boundary")
_PLAIN_SIDES = frozenset(("all_sea", "all_land"))
"""Hexsides of which the coast itself shows what they are."""
# Links that are drawn as lines, with the style of each; links between neighbouring areas need no line.
LINK_STYLES = {
    "rail": "rail", "railway": "rail", "railroad": "rail", "rail_road": "rail",
    "road": "road", "track_road": "road", "highway": "road", "trail": "road",
    "sea_lane": "lane", "sea_route": "lane", "lane": "lane", "ferry": "lane", "convoy": "lane",
    "strait": "strait", "crossing": "strait", "canal": "strait",
    "air": "air", "air_lane": "air", "air_link": "air",
}  # fmt: skip
_UNDRAWN = frozenset((HEXSIDE, "track", "box"))
_BOXES = frozenset(("pool", "deck", "hand", "track", "box"))
_NO_PAINT = Paint()


@dataclass(frozen=True)
class Patch:
    """All hexes of one terrain colour: the surface, and its rim for the soft edge."""

    colour: str
    surface: Surface
    rim: Strokes


@dataclass(frozen=True)
class AreaShape:
    """A land area or sea zone of an area map."""

    space: Space
    path: QPainterPath
    around: QRectF


class Scenery:
    """The shapes of a map in scene coordinates; every part is made when it is first asked for."""

    def __init__(self, game_map: GameMap | None, geometry: MapGeometry) -> None:
        self.game_map = game_map
        self.geometry = geometry
        self.pitch = geometry.pitch
        self.paint = game_map.paint if game_map is not None else _NO_PAINT
        self.hexes = HexField(geometry) if geometry.grid is not None else None

    # Land and water

    @cached_property
    def has_true_land(self) -> bool:
        """Whether an art file gives the land's own shape."""
        return "land" in self.paint.shapes

    @cached_property
    def _land_rings(self) -> list[list[list[Point]]]:
        if self.has_true_land:
            return [
                [self._ring(ring) for ring in (one.ring, *one.holes)]
                for shape in self.paint.shapes["land"]
                for one in shape.outlines
            ]
        if self.hexes is not None:
            return [self.hexes.natural_rings(self.is_land)]
        return []

    def _ring(self, ring: Iterable[Point]) -> list[Point]:
        scale = self.geometry.scale
        return [(x * scale, y * scale) for x, y in ring]

    def is_land(self, space_id: str) -> bool:
        """Whether a space is land."""
        return not is_sea(self.geometry.space(space_id))

    @cached_property
    def land(self) -> Surface:
        """All land; on an area map only what the art file adds to the areas."""
        return Surface(self._land_rings, 4 * self.pitch)

    @cached_property
    def coast(self) -> Strokes:
        """The line between land and sea."""
        return Strokes(self._coast_lines)

    @cached_property
    def soft_coast(self) -> Strokes:
        """The same with fewer points, for broad bands and for looking from afar."""
        return Strokes((thinned(line, 5.0), closed) for line, closed in self._coast_lines)

    @cached_property
    def _coast_lines(self) -> list[tuple[list[Point], bool]]:
        if self._land_rings:
            lines = [(ring, True) for rings in self._land_rings for ring in rings]
        else:
            lines = chains(self._open_edges())
        return lines + [(self._ring(one.points), one.closed) for one in self.paint.lines.get("coast", ())]

    def _open_edges(self) -> Iterable[Segment]:
        """Edges that only one land area has: the coast of an area map."""
        count: Counter[Segment] = Counter()
        for area in self.land_areas:
            for one in self._outlines(area.space):
                for ring in (one.ring, *one.holes):
                    for start, end in zip(ring, (*ring[1:], ring[0]), strict=True):
                        count[min(start, end), max(start, end)] += 1
        scale = self.geometry.scale
        for ((ax, ay), (bx, by)), times in count.items():
            if times == 1:
                yield (ax * scale, ay * scale), (bx * scale, by * scale)

    def _outlines(self, space: Space) -> tuple[Outline, ...]:
        return self.game_map.drawn(space.id).outlines if self.game_map is not None else ()

    @cached_property
    def lakes(self) -> Surface:
        """Inland waters drawn over the land."""
        shapes = (one for kind in ("lake", "water") for one in self.paint.shapes.get(kind, ()))
        outlines = (
            [self._ring(ring) for ring in (one.ring, *one.holes)]
            for shape in shapes
            for one in shape.outlines
        )
        return Surface(outlines, 4 * self.pitch)

    @cached_property
    def shores(self) -> Strokes:
        """The rims of the lakes."""
        shapes = (one for kind in ("lake", "water") for one in self.paint.shapes.get(kind, ()))
        return Strokes(
            (self._ring(ring), True)
            for shape in shapes
            for one in shape.outlines
            for ring in (one.ring, *one.holes)
        )

    # Terrain of hex maps

    def terrain_colour(self, space_id: str) -> str:
        """The theme's colour key for a space's terrain."""
        space = self.geometry.space(space_id)
        if self.game_map is None or space.terrain not in self.game_map.terrains:
            return space.terrain or "clear"
        return self.game_map.terrains[space.terrain].colour

    @cached_property
    def colour_of(self) -> dict[str, str]:
        """Terrain colour by hex; a sea hex takes that of the land beside it, for the strip of coast in it."""
        assert self.hexes is not None
        own = {key: self.terrain_colour(key) for key in self.hexes.at.values() if self.is_land(key)}
        if not self.has_true_land:
            return own
        found = dict(own)
        for spot, key in self.hexes.at.items():
            if key not in own:
                beside = [self.hexes.at.get((spot[0] + q, spot[1] + r), "") for q, r in self.hexes.steps]
                common = Counter(sorted(own[one] for one in beside if one in own)).most_common(1)
                found[key] = common[0][0] if common else "clear"
        return found

    @cached_property
    def patches(self) -> list[Patch]:
        """One patch for each terrain colour but clear, which is the ground."""
        if self.hexes is None:
            return []
        patches = []
        for colour in sorted(set(self.colour_of.values()) - {"clear"}):
            members = {key for key, own in self.colour_of.items() if own == colour}
            rings = self.hexes.natural_rings(members.__contains__, 1.5)
            surface = Surface([rings], 4 * self.pitch)
            patches.append(Patch(colour, surface, Strokes((ring, True) for ring in rings)))
        return patches

    # Areas

    @cached_property
    def land_areas(self) -> list[AreaShape]:
        """Land areas of an area map, largest first so that enclaves lie on top."""
        return self._areas(False)

    @cached_property
    def sea_areas(self) -> list[AreaShape]:
        """Sea zones of an area map."""
        return self._areas(True)

    def _areas(self, sea: bool) -> list[AreaShape]:
        if self.hexes is not None:
            return []
        found = []
        for key in self.geometry.space_ids:
            space = self.geometry.space(key)
            if is_sea(space) == sea and space.kind not in _BOXES and not self.geometry.is_point(key):
                path = self.geometry.to_scene_path(self._outlines(space))
                found.append(AreaShape(space, path, path.boundingRect()))
        return sorted(found, key=lambda one: -one.around.width() * one.around.height())

    @cached_property
    def points(self) -> list[Space]:
        """Spaces drawn as discs."""
        return [
            space
            for space in map(self.geometry.space, self.geometry.space_ids)
            if space.kind not in _BOXES and self.geometry.is_point(space.id)
        ]

    @cached_property
    def boxes(self) -> list[Space]:
        """Boxes and tracks printed on the map."""
        return [space for space in map(self.geometry.space, self.geometry.space_ids) if space.kind in _BOXES]

    # Lines

    def _features(self, *kinds: str) -> list[tuple[list[Point], bool]]:
        found: list[Feature] = [one for kind in kinds for one in self.paint.lines.get(kind, ())]
        return [(self._ring(one.points), one.closed) for one in found]

    @cached_property
    def courses(self) -> Strokes:
        """Rivers and canals where they truly run."""
        strokes = Strokes(())
        for points, closed in self._features("river", "canal", "stream"):
            line = [*points, points[0]] if closed else points
            # A few points by hand want a curve; a surveyed course has its own bends.
            strokes.add(curve_through(line, 1.0) if len(line) < 40 else path_of(line))
        return strokes

    def _sides(self, kinds: Iterable[str]) -> list[Segment]:
        if self.game_map is None:
            return []
        wanted = frozenset(kinds)
        found = []
        for line in self.game_map.hexsides:
            for a, b in line.pairs if line.kind in wanted else ():
                side = self.geometry.hexside(a, b)
                if side is not None:
                    found.append(((side.x1(), side.y1()), (side.x2(), side.y2())))
        return found

    def _pairs(self, kind: str) -> frozenset[frozenset[str]]:
        """The hexsides of a kind, each as its two hexes."""
        lines = () if self.game_map is None else self.game_map.hexsides
        return frozenset(frozenset(pair) for line in lines if line.kind == kind for pair in line.pairs)

    @cached_property
    def river_sides(self) -> Strokes:
        """Rivers along hexsides, joined into unbroken lines."""
        return self._by_hand(self._sides(WATER_SIDES))

    def _by_hand(self, segments: Iterable[Segment]) -> Strokes:
        return Strokes((drawn_by_hand(line, self.pitch, closed), closed) for line, closed in chains(segments))

    @cached_property
    def other_sides(self) -> dict[str, Strokes]:
        """Hexsides of all other kinds (fortified lines, closed sides …) as straight lines."""
        if self.game_map is None:
            return {}
        drawn_elsewhere = WATER_SIDES | set(FRONTIERS) | _PLAIN_SIDES
        kinds = sorted({line.kind for line in self.game_map.hexsides} - drawn_elsewhere)
        return {kind: Strokes(chains(self._sides((kind,)))) for kind in kinds}

    @cached_property
    def frontiers(self) -> Strokes:
        """Frontiers as given, else where the countries of two land hexes differ."""
        given = self._features(*FRONTIERS)
        if given:
            return Strokes(given)
        sides = self._sides(FRONTIERS)
        if not sides and self.hexes is not None:
            country = {
                key: str(space.attrs["country"])
                for key, space in ((key, self.geometry.space(key)) for key in self.hexes.at.values())
                if space.attrs.get("country") and not is_sea(space)
            }
            water = self._pairs("all_sea")
            sides = [side for side, a, b in self.hexes.seams(country) if frozenset((a, b)) not in water]
        return self._by_hand(sides)

    @cached_property
    def graticule(self) -> Strokes:
        """Lines of longitude and latitude, if the art file has them."""
        return Strokes(self._features("graticule"))

    @cached_property
    def ways(self) -> dict[str, Strokes]:
        """Railways, roads, sea lanes and other drawn links by style."""
        segments: dict[str, list[Segment]] = {}
        if self.game_map is None:
            return {}
        for link in self.game_map.board.links:
            style = LINK_STYLES.get(link.kind)
            if style is None and link.kind not in _UNDRAWN and self._joins_points(link.a, link.b):
                style = "road"
            # A canal between two seas is drawn where it truly runs.
            elsewhere = link.kind == "canal" and not self._joins_points(link.a, link.b)
            if style is None or link.wraps or elsewhere:
                continue
            if self.geometry.is_on_map(link.a) and self.geometry.is_on_map(link.b):
                a, b = self.geometry.centre(link.a), self.geometry.centre(link.b)
                segments.setdefault(style, []).append(((a.x(), a.y()), (b.x(), b.y())))
        return {style: self._curved(segments[style]) for style in sorted(segments)}

    def _joins_points(self, a: str, b: str) -> bool:
        on_map = self.geometry.is_on_map(a) and self.geometry.is_on_map(b)
        return on_map and self.geometry.is_point(a) and self.geometry.is_point(b)

    def _curved(self, segments: Iterable[Segment]) -> Strokes:
        strokes = Strokes(())
        for line, closed in chains(segments):
            strokes.add(curve_through([*line, line[0]] if closed else line, 0.9))
        return strokes

    @cached_property
    def grid(self) -> Strokes:
        """Every hexside once, in blocks of neighbouring hexes."""
        strokes = Strokes(())
        if self.hexes is None:
            return strokes
        blocks: dict[tuple[int, int], QPainterPath] = {}
        for spot, (start, end) in self.hexes.sides():
            x, y = self.hexes.centre(spot)
            block = (int(x // (4 * self.pitch)), int(y // (4 * self.pitch)))
            path = blocks.setdefault(block, QPainterPath())
            path.moveTo(*start)
            path.lineTo(*end)
        for key in sorted(blocks):
            strokes.add(blocks[key])
        return strokes
