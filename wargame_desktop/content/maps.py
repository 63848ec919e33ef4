"""Map files: hexes or areas, links, boxes and countries made into a board, and what is painted under it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from wargame_desktop.board.hexgrid import HexGrid
from wargame_desktop.board.model import HEXSIDE, Board, Link, Space
from wargame_desktop.content.documents import Header, read_document
from wargame_desktop.content.map_areas import area_fields, read_areas
from wargame_desktop.content.map_hex import HexReader, grid_of, hex_fields, hex_ids, hexgrid_record
from wargame_desktop.content.map_paint import Paint, SpacePaint, SpaceWish, paint_schema
from wargame_desktop.content.map_parts import (
    Country,
    Line,
    MapLink,
    MapSpace,
    Terrain,
    box_ids,
    box_record,
    countries,
    country_record,
    link_groups,
    read_boxes,
    read_links,
    terrain_record,
    terrains,
)
from wargame_desktop.content.problems import near, quoted
from wargame_desktop.content.provenance import Provenance
from wargame_desktop.content.schema import (
    At,
    Bad,
    Fields,
    Id,
    ListOf,
    MapOf,
    Reading,
    Schema,
    Words,
    keys_of,
)
from wargame_desktop.content.yaml_source import Mapping
from wargame_desktop.core.frozen import FrozenMap
from wargame_desktop.core.frozen import Plain as PlainValue


@dataclass(frozen=True, slots=True)
class GameMap:
    """A map: its board, and what the board leaves out because only painting and explaining need it."""

    header: Header
    grid: HexGrid | None
    board: Board
    terrains: FrozenMap[Terrain]
    countries: FrozenMap[Country]
    hexsides: tuple[Line, ...]
    lines: tuple[Line, ...]
    paint: Paint
    sources: FrozenMap[Provenance]

    def provenance(self, part: str) -> Provenance:
        """The source of a part such as `hex 2104`, `area ukraine`, `layer terrain`: its own or the map's."""
        return self.sources.get(part, self.header.provenance)

    def drawn(self, space_id: str) -> SpacePaint:
        """How a space is drawn; what no file says is the space's own outline and centre."""
        space = self.board.space(space_id)
        wish = self.paint.spaces.get(space_id, _NO_WISH)
        return wish.drawn(space.polygon, (space.x, space.y))

    def with_art(self, art: Paint) -> GameMap:
        """The same map with the painting of its art file added; the board is the same object."""
        return replace(self, paint=self.paint.with_art(art))


_NO_WISH = SpaceWish()


def load_map(root: Mapping, reading: Reading) -> GameMap | None:
    """Read a map file; None when problems were noted."""
    before = len(reading.problems)
    reading.declare("terrain", keys_of(root.get("terrains")))
    reading.declare("country", keys_of(root.get("countries")))
    is_hex = root.get("hexgrid") is not None
    if is_hex == (root.get("areas") is not None):
        reading.note(root, 'a map has either the key "hexgrid" or the key "areas"')
        return None
    grid = _declare_spaces(root, reading)
    header, fields = read_document(root, "map", {}, _fields(is_hex), reading)
    if is_hex and grid is None:
        return None
    builder = _Builder(header, fields, grid, reading)
    game_map = builder.build()
    return game_map if len(reading.problems) == before else None


def load_art(root: Mapping, reading: Reading) -> Paint:
    """Read an art file: what is painted, kept apart from the map because it is large."""
    _, fields = read_document(root, "art", {"paint": (paint_schema(), Paint())}, {}, reading)
    paint: Paint = fields["paint"]
    return paint


def board_with_boxes(
    game_map: GameMap | None, boxes: Iterable[tuple[str, str, str, FrozenMap[PlainValue]]]
) -> Board:
    """The map's board with a scenario's boxes (id, name, kind, attrs); of boxes alone without a map."""
    extra = [Space(key, name, kind, attrs=attrs.set("off_map", True)) for key, name, kind, attrs in boxes]
    if game_map is not None and not extra:
        return game_map.board
    spaces = list(game_map.board.spaces) if game_map is not None else []
    links = list(game_map.board.links) if game_map is not None else []
    return Board([*spaces, *extra], links, game_map.grid if game_map is not None else None)


def _declare_spaces(root: Mapping, reading: Reading) -> HexGrid | None:
    """Declare the ids of all spaces before anything refers to them."""
    grid: HexGrid | None = None
    ids = keys_of(root.get("areas"))
    node = root.get("hexgrid")
    if node is not None:
        quiet = Reading()
        fields = hexgrid_record().read(node, quiet)
        # The document's own reading notes bad fields; what only the grid itself can see is noted here.
        if not isinstance(fields, Bad) and not len(quiet.problems):
            grid = grid_of(fields, reading)
        if grid is None:
            return None
        ids = hex_ids(root, grid)
    boxes = box_ids(root.get("boxes"))
    for box in sorted(set(ids).intersection(boxes)):
        entry = root.get("boxes")
        at = entry.entries[box][0] if isinstance(entry, Mapping) and box in entry.entries else root
        reading.note(at, f"the box {quoted(box)} has the id of another space")
    reading.declare("space", {*ids, *boxes})
    return grid


def _fields(is_hex: bool) -> dict[str, tuple[Schema[Any], Any]]:
    common: dict[str, tuple[Schema[Any], Any]] = {
        "terrains": (MapOf(terrain_record()), {}),
        "countries": (MapOf(country_record()), {}),
        "links": (link_groups(), {}),
        "boxes": (MapOf(box_record()), {}),
        "must_connect": (ListOf(At(Words(Id(), least=1))), ()),
        "paint": (paint_schema(), Paint()),
    }
    return {**common, **(hex_fields() if is_hex else area_fields())}


class _Builder:
    """Puts the parts of a map file together and checks the whole."""

    def __init__(self, header: Header, fields: Fields, grid: HexGrid | None, reading: Reading) -> None:
        self.header = header
        self.fields = fields
        self.grid = grid
        self.reading = reading
        self.terrains = terrains(fields["terrains"], header.provenance, reading)
        self.countries = countries(fields["countries"], header.provenance, reading)
        self.sources: dict[str, Provenance] = {}
        self.paint: Paint = fields["paint"]
        self.hexsides: list[Line] = []
        self.lines: list[Line] = []

    def build(self) -> GameMap | None:
        """The map, or None when the parts do not fit together (noted)."""
        before = len(self.reading.problems)
        boxes, box_links = read_boxes(self.fields["boxes"], self.reading)
        links = read_links(self.fields["links"], self.reading)
        spaces, own_links = self._hexes() if self.grid is not None else (self._areas(), [])
        is_whole = len(self.reading.problems) == 0
        self._connect_check([*spaces, *boxes], [*own_links, *links, *box_links], is_whole)
        if len(self.reading.problems) > before:
            return None
        return GameMap(
            self.header,
            self.grid,
            _board([*spaces, *boxes], [*own_links, *links, *box_links], self.grid),
            FrozenMap(self.terrains),
            FrozenMap(self.countries),
            tuple(self.hexsides),
            tuple(self.lines),
            self.paint,
            FrozenMap(self.sources),
        )

    def _areas(self) -> list[MapSpace]:
        areas = self.fields["areas"]
        spaces, wishes, self.sources = read_areas(areas, self.header.provenance, self.reading)
        self.paint = Paint(spaces=FrozenMap(wishes)).with_art(self.paint)
        return spaces

    def _hexes(self) -> tuple[list[MapSpace], list[MapLink]]:
        assert self.grid is not None
        reader = HexReader(self.grid, self.terrains, self.header.provenance, self.reading)
        reader.read_layers(self.fields["layers"], self.fields.node)
        spaces = reader.spaces(self.fields["hexes"])
        self.hexsides = reader.sides(self.fields["hexsides"])
        self.lines, line_links = reader.lines(self.fields["lines"])
        self.sources = reader.parts
        return spaces, [*self._hex_links(spaces), *line_links]

    def _hex_links(self, spaces: list[MapSpace]) -> list[MapLink]:
        """One link for each pair of hexes that touch, with what lies on the hexside."""
        assert self.grid is not None
        on_side: dict[tuple[str, str], dict[str, PlainValue]] = {}
        for line in self.hexsides:
            for a, b in line.pairs:
                attrs = on_side.setdefault((min(a, b), max(a, b)), {})
                attrs[line.kind] = line.name or True
                attrs.update(line.attrs)
        present = {space.id: space for space in spaces}
        links = []
        for label, space in present.items():
            for other in self.grid.neighbours(label).values():
                if label < other and other in present:
                    links.append(MapLink(label, other, HEXSIDE, on_side.get((label, other), {}), space.node))
        return links

    def _connect_check(self, spaces: list[MapSpace], links: list[MapLink], is_whole: bool) -> None:
        """Every group in `must_connect` hangs together; else each smaller part is named.

        A group names kinds of spaces (all seas are one water), of links (one rail net), or both. Where a
        mistake has left a space or link out (not `is_whole`), a part cut off would be no news.
        """
        declared = {*self.fields["links"], *(self.fields["lines"] if self.grid is not None else ())}
        for group in self.fields["must_connect"]:
            kinds = group.value
            known = {space.kind for space in spaces} | {link.kind for link in links} | declared
            strangers = [kind for kind in kinds if kind not in known]
            for kind in strangers:
                message = f"no space and no link is of the kind {quoted(kind)}{near(kind, known)}"
                self.reading.note(group.node, message)
            if is_whole and not strangers:
                self._note_cut_off(kinds, {space.id: space for space in spaces}, links)

    def _note_cut_off(
        self, kinds: tuple[str, ...], spaces: dict[str, MapSpace], links: list[MapLink]
    ) -> None:
        around: dict[str, list[str]] = {key: [] for key, space in spaces.items() if space.kind in kinds}
        for link in links:
            ends = [spaces.get(link.a), spaces.get(link.b)]
            if link.kind in kinds or all(end is not None and end.kind in kinds for end in ends):
                around.setdefault(link.a, []).append(link.b)
                around.setdefault(link.b, []).append(link.a)
        for part in sorted(_groups(around), key=len)[:-1]:
            shown = ", ".join(part[:5]) + (" …" if len(part) > 5 else "")
            message = f"cut off from the rest of {' and '.join(kinds)} (must_connect): {shown}"
            self.reading.note(spaces[part[0]].node if part[0] in spaces else self.fields.node, message)


def _groups(near: dict[str, list[str]]) -> list[list[str]]:
    left = dict.fromkeys(near)
    groups: list[list[str]] = []
    while left:
        group = [next(iter(left))]
        del left[group[0]]
        for one in group:  # grows while it is walked
            for other in near[one]:
                if other in left:
                    del left[other]
                    group.append(other)
        groups.append(group)
    return groups


def _board(spaces: list[MapSpace], links: list[MapLink], grid: HexGrid | None) -> Board:
    return Board([_space(one) for one in spaces], [_link(one) for one in links], grid)


def _space(one: MapSpace) -> Space:
    x, y = one.centre
    return Space(one.id, one.name, one.kind, one.terrain, FrozenMap(one.attrs), x, y, one.polygon)


def _link(one: MapLink) -> Link:
    attrs = FrozenMap(one.attrs)
    return Link(one.a, one.b, one.kind, attrs, one.gates, one.gates_needed, one.wraps)
