"""Reads the description of a map: its frame, its geography, places, hand-written corrections and labels.

All of it lies in one folder: frame.yaml (the top of the map file, taken over word for word), geography.yaml,
places.yaml, corrections.yaml and labels.yaml. Every mistake is reported with its file and line.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from wargame_desktop.atlas.draft import Limits
from wargame_desktop.board.hexgrid import HexGrid
from wargame_desktop.content.map_hex import grid_of, hexgrid_record
from wargame_desktop.content.map_paint import Box, BoxSchema
from wargame_desktop.content.map_parts import MapPoint, pair_of
from wargame_desktop.content.problems import quoted
from wargame_desktop.content.schema import (
    BAD,
    Bad,
    Bool,
    Built,
    Fields,
    Id,
    ListOf,
    MapOf,
    Number,
    PlainMap,
    Reading,
    Record,
    Ref,
    Schema,
    Text,
    keys_of,
)
from wargame_desktop.content.yaml_source import Mapping, Node, read_file
from wargame_desktop.core.frozen import EMPTY, FrozenMap
from wargame_desktop.core.frozen import Plain as PlainValue

Pair = tuple[str, str]
SIDE_KINDS = ("all_sea", "all_land", "open")


@dataclass(frozen=True)
class Place:
    """A place on the earth and what stands in its hex.

    `printed` is the hex number a rulebook prints for it, `misprint` one that a ruling set aside, `hex` the
    number used where none is printed; without any the place lies where the bent earth puts it.
    """

    name: str
    lon: float
    lat: float
    hex: str
    printed: str
    misprint: str
    rule: str
    why: str
    city: str
    port: bool
    attrs: FrozenMap[PlainValue]

    @property
    def pinned(self) -> str:
        """The hex it must lie in, or nothing."""
        return self.printed or self.hex


@dataclass(frozen=True)
class RiverPlan:
    """A river that counts on the map: what its stretches are called in the geography, its ends in degrees."""

    name: str
    parts: tuple[str, ...]
    start: tuple[float, float]
    end: tuple[float, float]


@dataclass(frozen=True)
class LabelPlan:
    """A name to write on the map, by its place on the earth."""

    text: str
    at: tuple[float, float]
    kind: str
    angle: float


@dataclass(frozen=True)
class Corrections:
    """What is written by hand over the draft, by hex or hexside."""

    kinds: dict[str, str]
    terrains: dict[str, str]
    countries: dict[str, str]
    sides: dict[Pair, str]
    straits: dict[str, str]
    marks: dict[str, tuple[str, ...]]
    divisions: tuple[str, ...]
    rivers_not: frozenset[Pair]
    sources: dict[str, tuple[str, str]]


@dataclass(frozen=True)
class ArtPlan:
    """How finely things are painted, in map units; ranks and heights as the geography counts them."""

    detail: float
    smallest: float
    course_rank: float
    relief: tuple[float, ...]


@dataclass(frozen=True)
class Source:
    """Everything a map is made from, but the geography itself.

    `area` is the part of the earth to read, in degrees; `sheet` what is painted, in map units: the hexes and,
    around them, room for boxes.
    """

    id: str
    frame: str
    grid: HexGrid
    projection: str
    area: tuple[float, float, float, float]
    sheet: tuple[float, float, float, float]
    inset: float
    stiffness: float
    limits: Limits
    files: dict[str, str]
    digests: dict[str, str]
    places: tuple[Place, ...]
    rivers: tuple[RiverPlan, ...]
    corrections: Corrections
    labels: tuple[LabelPlan, ...]
    art: ArtPlan


class Hexes:
    """Hexes in one text: `1315 2916-2918`, a range in the order of the numbers."""

    def read(self, node: Node, reading: Reading) -> tuple[str, ...] | Bad:
        """The labels, each known to the grid."""
        text = Text(20_000).read(node, reading)
        if isinstance(text, Bad):
            return BAD
        labels = sorted(reading.known("space") or ())
        found: list[str] = []
        for word in text.split():
            first, _, last = word.partition("-")
            if first not in labels or (last and last not in labels):
                return reading.refuse(node, f"the grid has no hex {quoted(word)}")
            found += [one for one in labels if first <= one <= (last or first)]
        return tuple(found)


class Sides:
    """Hexsides in one text: `1315/1316 1315/1415`."""

    def read(self, node: Node, reading: Reading) -> tuple[Pair, ...] | Bad:
        """The pairs, smaller label first."""
        text = Text(20_000).read(node, reading)
        if isinstance(text, Bad):
            return BAD
        pairs = [pair_of(node, word, reading) for word in text.split()]
        return tuple((min(pair), max(pair)) for pair in pairs if pair)


def read_source(folder: Path) -> Source:
    """Read a map's description; `ContentError` with every problem when something is wrong."""
    reading = Reading()
    roots = {name: read_file(folder / f"{name}.yaml", f"{name}.yaml") for name in _FILES}
    frame = roots["frame"]
    grid = _grid(frame, reading)
    reading.declare("country", keys_of(frame.get("countries")))
    reading.declare("terrain", keys_of(frame.get("terrains")))
    parts: dict[str, Any] = {name: one.read(roots[name], reading) for name, one in _schemas().items()}
    if grid is None:
        reading.note(frame, 'the key "hexgrid" is missing or wrong')
    reading.problems.raise_if_any()
    assert grid is not None and not any(isinstance(part, Bad) for part in parts.values())
    geography: Fields = parts["geography"]
    corrections = _corrections(parts["corrections"], reading)
    reading.problems.raise_if_any()
    text = (folder / "frame.yaml").read_text("utf-8")
    return Source(
        id=frame.text("id") or folder.parent.name,
        frame=text,
        grid=grid,
        projection=geography["projection"],
        area=_corners(geography["area"]),
        sheet=_corners(geography["sheet"]) if geography["sheet"] else (0, 0, *grid.extent),
        inset=float(geography["inset"]),
        stiffness=float(geography["stiffness"]),
        limits=_limits(geography["limits"]),
        files=dict(geography["files"]),
        digests=dict(geography["digests"]),
        places=tuple(_place(name, item) for name, item in parts["places"].items()),
        rivers=geography["rivers"],
        corrections=corrections,
        labels=parts["labels"]["labels"],
        art=_art(geography["art"]),
    )


_FILES = ("frame", "geography", "places", "corrections", "labels")


def _grid(frame: Mapping, reading: Reading) -> HexGrid | None:
    node = frame.get("hexgrid")
    found = hexgrid_record().read(node, reading) if node is not None else BAD
    grid = None if isinstance(found, Bad) else grid_of(found, reading)
    if grid is not None:
        reading.declare("space", grid.labels)
    return grid


def _schemas() -> dict[str, Schema[Any]]:
    place = Record(
        {"at": MapPoint()},
        {
            "hex": (Ref("space"), ""),
            "printed": (Ref("space"), ""),
            "misprint": (Ref("space"), ""),
            "rule": (Text(20), ""),
            "why": (Text(200), ""),
            "city": (Id(), ""),
            "port": (Bool(), False),
            "attrs": (PlainMap(), EMPTY),
        },
    )
    label = Record(
        {"text": Text(80), "at": MapPoint()}, {"kind": (Id(), "region"), "angle": (Number(-180, 180), 0)}
    )
    labels: Schema[LabelPlan] = Built(
        label, lambda item, _: LabelPlan(item["text"], item["at"], item["kind"], float(item["angle"]))
    )
    return {
        "geography": _geography_record(),
        "places": MapOf(place, Text(40)),
        "corrections": _corrections_record(),
        "labels": Record({"labels": ListOf(labels)}, {}),
    }


def _geography_record() -> Record:
    river: Schema[RiverPlan] = Built(
        Record({"name": Text(40), "parts": ListOf(Text(80)), "from": MapPoint(), "to": MapPoint()}, {}),
        lambda item, _: RiverPlan(item["name"], item["parts"], item["from"], item["to"]),
    )
    art = Record(
        {"detail": Number(0), "smallest": Number(0), "course_rank": Number(), "relief": ListOf(Number())}, {}
    )
    limits = Record({}, {one.name: (Number(0), None) for one in fields(Limits)})
    return Record(
        {
            "projection": Text(200),
            "area": BoxSchema(),
            "files": MapOf(Text(100)),
            "digests": MapOf(Id(r"[0-9a-f]{64}", "a SHA-256 in hexadecimal"), Text(100)),
            "art": art,
        },
        {
            "sheet": (BoxSchema(), None),
            "inset": (Number(0, 1), 0),
            "stiffness": (Number(0), 1),
            "limits": (limits, None),
            "rivers": (ListOf(river), ()),
            "packages": (ListOf(Text(200)), ()),
            "made_with": (Text(200), ""),
        },
    )


def _corrections_record() -> Record:
    source = Record({"hexes": Hexes(), "source": Text(40)}, {"why": (Text(300), "")})
    hexes = MapOf(Hexes())
    return Record(
        {},
        {
            "kinds": (hexes, {}),
            "terrains": (MapOf(Hexes(), Ref("terrain")), {}),
            "countries": (MapOf(Hexes(), Ref("country")), {}),
            "straits": (MapOf(Text(80), Ref("space")), {}),
            "sides": (MapOf(Sides()), {}),
            "rivers_not": (Sides(), ()),
            "marks": (hexes, {}),
            "divisions": (ListOf(Id()), ()),
            "sources": (ListOf(source), ()),
        },
    )


def _corrections(item: Fields, reading: Reading) -> Corrections:
    for key, known in (("kinds", ("land", "coast", "sea", "void")), ("sides", SIDE_KINDS)):
        for name in item[key]:
            if name not in known:
                message = f"unknown {key[:-1]} {quoted(name)}; it is one of {', '.join(known)}"
                reading.note(item.at(key), message)
    return Corrections(
        kinds=_by_hex(item, "kinds", reading),
        terrains=_by_hex(item, "terrains", reading),
        countries=_by_hex(item, "countries", reading),
        sides={pair: kind for kind, pairs in item["sides"].items() for pair in pairs},
        straits=dict(item["straits"]),
        marks=dict(item["marks"]),
        divisions=tuple(item["divisions"]),
        rivers_not=frozenset(item["rivers_not"]),
        sources={hex_: (one["source"], one["why"]) for one in item["sources"] for hex_ in one["hexes"]},
    )


def _by_hex(item: Fields, key: str, reading: Reading) -> dict[str, str]:
    """Hex to the value it is listed under; a hex under two values is a mistake."""
    found: dict[str, str] = {}
    for value, hexes in item[key].items():
        for one in hexes:
            if found.setdefault(one, value) != value:
                message = f"hex {one} stands under both {quoted(found[one])} and {quoted(value)}"
                reading.note(item.at(key), message)
    return found


def _place(name: str, item: Fields) -> Place:
    lon, lat = item["at"]
    texts = {key: item[key] for key in ("hex", "printed", "misprint", "rule", "why", "city")}
    return Place(name=name, lon=lon, lat=lat, port=item["port"], attrs=item["attrs"], **texts)


def _corners(box: Box) -> tuple[float, float, float, float]:
    """Left, top, right, bottom; of degrees west, south, east, north."""
    return box.x, box.y, box.x + box.width, box.y + box.height


def _limits(item: Fields | None) -> Limits:
    if item is None:
        return Limits()
    names = [one.name for one in fields(Limits)]
    return Limits(**{name: float(item[name]) for name in names if item[name] is not None})


def _art(item: Fields) -> ArtPlan:
    return ArtPlan(
        float(item["detail"]),
        float(item["smallest"]),
        float(item["course_rank"]),
        tuple(float(one) for one in item["relief"]),
    )
