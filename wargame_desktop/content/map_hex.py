"""Hex maps: the grid, layers of one-character codes in rows, single hexes, hexsides and lines.

A row reads as the map is seen, from west to east, one character for each hex; a blank means that there
is no hex. `terrain` is the layer that makes the spaces; any other layer (country, weather zone …) gives
its value to the spaces.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from wargame_desktop.board.errors import BoardError
from wargame_desktop.board.hexgrid import HexGrid, Sheet
from wargame_desktop.content.map_parts import Line, MapLink, MapSpace, Terrain, pair_of
from wargame_desktop.content.problems import near, quoted
from wargame_desktop.content.provenance import Provenance, provenance_of, source_fields
from wargame_desktop.content.ranges import Range, parse_range
from wargame_desktop.content.schema import (
    BAD,
    At,
    Bad,
    Bool,
    Choice,
    Fields,
    Id,
    Int,
    ListOf,
    Located,
    MapOf,
    Number,
    PlainMap,
    Reading,
    Record,
    Ref,
    Schema,
    Short,
    Text,
    check_ref,
)
from wargame_desktop.content.yaml_source import Mapping, Node, Scalar
from wargame_desktop.core.frozen import EMPTY
from wargame_desktop.core.frozen import Plain as PlainValue

MOST_HEXES = 40_000
VOID = " "


class _Numbers:
    """The first and last number of columns or rows, such as 1-42."""

    def read(self, node: Node, reading: Reading) -> Range | Bad:
        text = Text(20).read(node, reading)
        if isinstance(text, Bad):
            return BAD
        found = parse_range(text)
        if found is None or found.low is None or found.high is None or found.low < 0:
            return reading.refuse(
                node, f"expected the first and last number such as 1-42, found {quoted(text)}"
            )
        return found


def hexgrid_record() -> Record:
    """How the hexes of a printed map are numbered; see `board.HexGrid`."""
    sheet = Record(
        {"columns": _Numbers(), "rows": _Numbers()},
        {
            "prefix": (Id(r"[a-z]{0,4}", "a prefix of letters"), ""),
            "column_offset": (Int(-500, 500), 0),
            "row_offset": (Int(-500, 500), 0),
        },
    )
    return Record(
        {
            "orientation": Choice("flat", "pointy"),
            "shoved": Choice("odd", "even"),
            "shoved_towards": Choice("north", "south", "east", "west"),
            "sheets": ListOf(sheet, least=1, most=12),
        },
        {
            "columns_grow": (Choice("east", "west"), "east"),
            "rows_grow": (Choice("south", "north"), "south"),
            "label_order": (Choice("column_row", "row_column"), "column_row"),
            "column_digits": (Int(1, 4), 2),
            "row_digits": (Int(1, 4), 2),
            "size": (Number(0, 10_000), 1),
        },
    )


def layer_record() -> Record:
    """One layer of codes: what each character means, and the rows."""
    return Record(
        {"legend": MapOf(At(Text(80)), _Code()), "rows": MapOf(At(_RowText()), Text(12))}, source_fields()
    )


class _Code:
    """One character that is not a blank."""

    def read(self, node: Node, reading: Reading) -> str | Bad:
        text = node.text if isinstance(node, Scalar) else ""
        return (
            text
            if len(text) == 1 and text != VOID
            else reading.refuse(node, "expected a code of one character")
        )


class _RowText:
    """The characters of a row; blanks count, so they are kept."""

    def read(self, node: Node, reading: Reading) -> str | Bad:
        return node.text if isinstance(node, Scalar) else reading.refuse(node, "expected the row as text")


def hex_fields() -> dict[str, tuple[Schema[Any], Any]]:
    """The top keys that only hex maps have."""
    hex_record = Record(
        {},
        {
            "name": (Text(80), ""),
            "terrain": (Ref("terrain"), ""),
            "country": (Ref("country"), ""),
            "owner": (Id(), ""),
            "city": (Id(), ""),
            "port": (Bool(), False),
            "attrs": (PlainMap(), EMPTY),
            **source_fields(),
        },
    )
    chain = Record(
        {"path": Text(20_000)}, {"name": (Text(80), ""), "attrs": (PlainMap(), EMPTY), **source_fields()}
    )
    groups: Schema[Any] = MapOf(ListOf(Short("path", chain)))
    return {
        "hexgrid": (hexgrid_record(), None),
        "layers": (MapOf(layer_record()), {}),
        "hexes": (MapOf(hex_record, Ref("space")), {}),
        "hexsides": (groups, {}),
        "lines": (groups, {}),
    }


def grid_of(fields: Fields, reading: Reading) -> HexGrid | None:
    """The grid, or None after noting why it cannot be."""
    sheets = tuple(
        Sheet(
            (item["columns"].low, item["columns"].high),
            (item["rows"].low, item["rows"].high),
            item["prefix"],
            item["column_offset"],
            item["row_offset"],
        )
        for item in fields["sheets"]
    )
    hexes = sum((s.columns[1] - s.columns[0] + 1) * (s.rows[1] - s.rows[0] + 1) for s in sheets)
    if hexes > MOST_HEXES:
        reading.note(fields.node, f"a grid of {hexes} hexes; at most {MOST_HEXES} are allowed")
        return None
    plain = {
        key: fields[key] for key in ("orientation", "shoved", "shoved_towards", "columns_grow", "rows_grow")
    }
    digits = {key: fields[key] for key in ("label_order", "column_digits", "row_digits")}
    try:
        return HexGrid(sheets=sheets, size=float(fields["size"]), **plain, **digits)
    except BoardError as error:
        for problem in error.problems:
            reading.note(fields.node, str(problem))
        return None


class HexReader:
    """Builds the spaces and links of a hex map; every mistake is noted with its line."""

    def __init__(
        self, grid: HexGrid, terrains: dict[str, Terrain], outer: Provenance, reading: Reading
    ) -> None:
        self.grid = grid
        self.terrains = terrains
        self.outer = outer
        self.reading = reading
        self.label_of = self._labels_by_row()
        self.cells: dict[str, dict[str, str]] = {}
        self.where: dict[str, Node] = {}
        self.parts: dict[str, Provenance] = {}

    def _labels_by_row(self) -> dict[str, list[str]]:
        """Row key (prefix and number) to its labels from west to east."""
        rows: dict[str, list[str]] = {}
        for sheet in self.grid.sheets:
            columns = list(range(sheet.columns[0], sheet.columns[1] + 1))
            if self.grid.columns_grow == "west":
                columns.reverse()
            for row in range(sheet.rows[0], sheet.rows[1] + 1):
                row_text = f"{row:0{self.grid.row_digits}d}"
                names = [f"{column:0{self.grid.column_digits}d}" for column in columns]
                by_column = self.grid.label_order == "column_row"
                labels = [
                    sheet.prefix + (name + row_text if by_column else row_text + name) for name in names
                ]
                rows[sheet.prefix + row_text] = labels
        return rows

    def read_layers(self, layers: dict[str, Fields], node: Node) -> None:
        """Take all layers; the terrain layer must give every row."""
        if "terrain" not in layers:
            self.reading.note(node, 'a hex map needs the layer "terrain"')
        for name, layer in layers.items():
            self.parts[f"layer {name}"] = provenance_of(layer, self.reading, self.outer)
            codes = self._legend(name, layer)
            for key, row in layer["rows"].items():
                self._row(name, key, row, codes)
            if name == "terrain":
                for key in self.label_of:
                    if key not in layer["rows"]:
                        self.reading.note(layer.at("rows"), f"the row {quoted(key)} is missing")

    def _legend(self, name: str, layer: Fields) -> dict[str, str | None]:
        """Code to value; a value nobody declared is noted and then counts as known."""
        codes: dict[str, str | None] = {}
        for code, value in layer["legend"].items():
            if name in ("terrain", "country"):
                is_none = name == "country" and value.value == "none"
                if not is_none:
                    check_ref(value.node, value.value, name, self.reading)
            codes[code] = None if value.value == "none" else value.value
        return codes

    def _row(self, layer: str, key: str, row: Located[str], codes: dict[str, str | None]) -> None:
        labels = self.label_of.get(key)
        if labels is None:
            self.reading.note(row.node, f"the grid has no row {quoted(key)}{near(key, self.label_of)}")
            return
        text = row.value
        if len(text) != len(labels):
            message = f"row {key} of the layer {layer} has {len(text)} hexes; the grid has {len(labels)}"
            self.reading.note(row.node, message)
            return
        for position, (label, code) in enumerate(zip(labels, text, strict=True), 1):
            if code == VOID:
                continue
            if code not in codes:
                message = (
                    f"unknown code {quoted(code)} at place {position} (hex {label}) of the layer {layer}"
                )
                self.reading.note(row.node, message)
                continue
            value = codes[code]
            if value is not None:
                self.cells.setdefault(label, {})[layer] = value
                self.where.setdefault(label, row.node)

    def spaces(self, hexes: dict[str, Fields]) -> list[MapSpace]:
        """All hexes that have terrain, sorted by label."""
        found = []
        for label in self.grid.labels:
            cell = self.cells.get(label, {})
            own = hexes.get(label)
            terrain = (own["terrain"] if own else "") or cell.get("terrain", "")
            if not terrain:
                continue
            attrs: dict[str, PlainValue] = {
                key: value for key, value in cell.items() if key not in ("terrain", "kind")
            }
            if own:
                attrs.update(_hex_attrs(own))
                provenance = provenance_of(own, self.reading, self.outer)
                if provenance != self.outer:
                    self.parts[f"hex {label}"] = provenance
            # A layer may tell hexes of one terrain apart: a coast is clear land that ships can reach.
            kind = cell.get("kind") or (self.terrains[terrain].kind if terrain in self.terrains else "land")
            node = own.node if own else self.where[label]
            name = own["name"] if own else ""
            found.append(
                MapSpace(
                    label, name, kind, terrain, attrs, self.grid.centre(label), self.grid.corners(label), node
                )
            )
        return found

    def sides(self, groups: dict[str, tuple[Fields, ...]]) -> list[Line]:
        """Hexsides by kind: each `a/b` must be two hexes that touch."""
        lines = []
        for kind, chains in groups.items():
            for chain in chains:
                node = chain.at("path")
                pairs = [pair_of(node, word, self.reading) for word in chain["path"].split()]
                good = [pair for pair in pairs if pair and self._touch(pair, node)]
                lines.append(self._line(kind, chain, (), tuple(good)))
        return lines

    def lines(self, groups: dict[str, tuple[Fields, ...]]) -> tuple[list[Line], list[MapLink]]:
        """Lines by kind: a chain of hexes, each touching the next, and the links that it makes."""
        lines: list[Line] = []
        links: list[MapLink] = []
        seen: set[tuple[str, str, str]] = set()
        for kind, chains in groups.items():
            for chain in chains:
                node = chain.at("path")
                path = [
                    word for word in chain["path"].split() if check_ref(node, word, "space", self.reading)
                ]
                steps = [pair for pair in pairwise(path) if self._touch(pair, node)]
                lines.append(self._line(kind, chain, tuple(path), tuple(steps)))
                for a, b in steps:
                    if (kind, min(a, b), max(a, b)) not in seen:  # two lines may share a stretch
                        links.append(MapLink(a, b, kind, dict(chain["attrs"]), node))
                    seen.add((kind, min(a, b), max(a, b)))
        return lines, links

    def _touch(self, pair: tuple[str, str], node: Node) -> bool:
        if pair[0] not in self.grid or pair[1] not in self.grid:
            return False  # a box, or noted as unknown already
        distance = self.grid.distance(*pair)
        if distance != 1:
            self.reading.note(node, f"{pair[0]} and {pair[1]} do not touch; they are {distance} hexes apart")
        return distance == 1

    def _line(
        self, kind: str, item: Fields, path: tuple[str, ...], pairs: tuple[tuple[str, str], ...]
    ) -> Line:
        provenance = provenance_of(item, self.reading, self.outer)
        return Line(kind, item["name"], path, pairs, item["attrs"], provenance)


def _hex_attrs(own: Fields) -> dict[str, PlainValue]:
    attrs: dict[str, PlainValue] = {key: own[key] for key in ("country", "owner", "city") if own[key]}
    if own["port"]:
        attrs["port"] = True
    attrs.update(own["attrs"])
    return attrs


def hex_ids(root: Mapping, grid: HexGrid) -> list[str]:
    """The labels that terrain layer or single hexes fill; all labels when it cannot be told."""
    layers = root.get("layers")
    terrain = layers.get("terrain") if isinstance(layers, Mapping) else None
    rows = terrain.get("rows") if isinstance(terrain, Mapping) else None
    if not isinstance(rows, Mapping):
        return list(grid.labels)
    reader = HexReader(grid, {}, Provenance("original"), Reading())
    found: set[str] = set()
    for key, (_, row) in rows.entries.items():
        labels = reader.label_of.get(key, [])
        text = row.text if isinstance(row, Scalar) and len(row.text) == len(labels) else "." * len(labels)
        found.update(label for label, code in zip(labels, text, strict=True) if code != VOID)
    single = root.get("hexes")
    extra = (
        [key for key, (_, item) in single.entries.items() if _has_terrain(item)]
        if isinstance(single, Mapping)
        else []
    )
    return sorted(found | {key for key in extra if key in grid})


def _has_terrain(node: Node) -> bool:
    return isinstance(node, Mapping) and node.get("terrain") is not None
