"""What only painting needs of a map: outlines with holes, coasts and rivers, names, insets.

All of it is in map units, y growing downwards, as `HexGrid.centre` gives them. Nothing here decides a
rule, so it stays out of the board and out of the hash of the data. Small maps keep it under `paint` (and
an area's outline with the area); large geometry goes to `art.yaml` beside the map, under the same key.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from wargame_desktop.content.map_parts import COORDINATE, MapPoint, Point
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
    Short,
    Text,
    word_nodes,
)
from wargame_desktop.content.yaml_source import Node, Scalar, Sequence
from wargame_desktop.core.frozen import EMPTY, FrozenMap
from wargame_desktop.core.frozen import Plain as PlainValue

Ring = tuple[Point, ...]

_PAIR = f"{COORDINATE},{COORDINATE}"
_POINTS = re.compile(rf"{_PAIR}(?:\s+{_PAIR})*")
_ONE_POINT = re.compile(_PAIR)
_NO_AREA = 1e-9


@dataclass(frozen=True, slots=True)
class Outline:
    """One closed outline, its last corner joined to its first, and the holes in it."""

    ring: Ring
    holes: tuple[Ring, ...] = ()


@dataclass(frozen=True, slots=True)
class Box:
    """An upright rectangle: left, top, width, height."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Feature:
    """A line to paint: a stretch of coast, a river, a border; `closed` joins its end to its start."""

    name: str
    points: Ring
    closed: bool
    attrs: FrozenMap[PlainValue]


@dataclass(frozen=True, slots=True)
class Shape:
    """A surface to paint: a lake, a mountain range, the land itself."""

    name: str
    outlines: tuple[Outline, ...]
    attrs: FrozenMap[PlainValue]


@dataclass(frozen=True, slots=True)
class Label:
    """A name on the map that is no space's: a sea, a range, a region. `angle` in degrees, clockwise."""

    text: str
    at: Point
    kind: str
    angle: float


@dataclass(frozen=True, slots=True)
class Inset:
    """A frame on the sheet. With `shows` that part of the map is drawn again in it, to the frame's scale;
    without, the spaces inside the frame lie there anyway and the frame only sets them apart."""

    id: str
    title: str
    frame: Box
    shows: Box | None


@dataclass(frozen=True, slots=True)
class SpacePaint:
    """How a space is drawn: its outlines (none for a point), and where its name and its pieces go."""

    outlines: tuple[Outline, ...]
    label: Point
    pieces: Point
    label_angle: float = 0.0


@dataclass(frozen=True, slots=True)
class SpaceWish:
    """What a file says of a space's drawing; what it leaves out (None) is taken from elsewhere."""

    outlines: tuple[Outline, ...] | None = None
    label: tuple[Point, float] | None = None
    pieces: Point | None = None

    def over(self, under: SpaceWish) -> SpaceWish:
        """This wish, filled up from another."""
        return SpaceWish(
            under.outlines if self.outlines is None else self.outlines,
            under.label if self.label is None else self.label,
            under.pieces if self.pieces is None else self.pieces,
        )

    def drawn(self, ring: Ring, centre: Point) -> SpacePaint:
        """The drawing of a space whose own outline and centre fill what is missing."""
        outlines = self.outlines if self.outlines is not None else (Outline(ring),) if ring else ()
        label, angle = self.label or (centre, 0.0)
        return SpacePaint(outlines, label, self.pieces or centre, angle)


@dataclass(frozen=True, slots=True)
class Paint:
    """Everything painted on and under a map; `lines` and `shapes` by kind (coast, river, border, lake …)."""

    bounds: Box | None = None
    lines: FrozenMap[tuple[Feature, ...]] = EMPTY
    shapes: FrozenMap[tuple[Shape, ...]] = EMPTY
    labels: tuple[Label, ...] = ()
    insets: tuple[Inset, ...] = ()
    spaces: FrozenMap[SpaceWish] = EMPTY

    def with_art(self, art: Paint) -> Paint:
        """This with an art file's added: its kinds of lines and shapes, insets and spaces replace ours."""
        insets = {one.id: one for one in (*self.insets, *art.insets)}
        none = SpaceWish()
        spaces = {key: wish.over(self.spaces.get(key, none)) for key, wish in art.spaces.items()}
        return Paint(
            art.bounds or self.bounds,
            self.lines.update(art.lines),
            self.shapes.update(art.shapes),
            (*self.labels, *art.labels),
            tuple(insets.values()),
            self.spaces.update(spaces),
        )


class Points:
    """Points in one text, `0,0 4,0 4,3`; it may be folded over many lines."""

    def __init__(self, least: int) -> None:
        self.least = least

    def read(self, node: Node, reading: Reading) -> Ring | Bad:
        """The points in order."""
        text = Text(4_000_000).read(node, reading)
        if isinstance(text, Bad):
            return BAD
        if not _POINTS.fullmatch(text):
            wrong = next(word for word in text.split() if not _ONE_POINT.fullmatch(word))
            return reading.refuse(node, f"expected points such as 12.5,3 14,5, found {quoted(wrong)}")
        numbers = [float(word) for word in text.replace(",", " ").split()]
        points = tuple(zip(numbers[::2], numbers[1::2], strict=True))
        if len(points) < self.least:
            return reading.refuse(node, f"{len(points)} points; at least {self.least} needed")
        return points


class Corners:
    """The corners of a closed outline, which must have an area; the first may be repeated at the end."""

    def read(self, node: Node, reading: Reading) -> Ring | Bad:
        """The corners, each once."""
        points = Points(3).read(node, reading)
        if isinstance(points, Bad):
            return BAD
        ring = points[:-1] if points[0] == points[-1] else points
        return reading.refuse(node, "an outline without any area") if abs(area(ring)) < _NO_AREA else ring


def _outline() -> Schema[Outline]:
    """An outline as one text, or `{outline: …, holes: […]}`."""
    return Built(
        Short("outline", Record({"outline": Corners()}, {"holes": (ListOf(Corners()), ())})), _outline_of
    )


def _outline_of(item: Fields, reading: Reading) -> Outline | Bad:
    outer = extent(item["outline"])
    for hole in item["holes"]:
        if not _within(extent(hole), outer):
            x, y = hole[0]
            return reading.refuse(item.at("holes"), f"the hole at {x:g},{y:g} reaches out of its outline")
    return Outline(item["outline"], item["holes"])


class Outlines:
    """One outline, or a list of them for a space in several parts, such as a coast with its islands."""

    def read(self, node: Node, reading: Reading) -> tuple[Outline, ...] | Bad:
        """The outlines in the order of the file."""
        if isinstance(node, Sequence):
            return ListOf(_outline(), least=1).read(node, reading)
        one = _outline().read(node, reading)
        return one if isinstance(one, Bad) else (one,)


class BoxSchema:
    """`[left, top, width, height]`."""

    def read(self, node: Node, reading: Reading) -> Box | Bad:
        """The rectangle."""
        texts = [item.text for item in word_nodes(node) if isinstance(item, Scalar)]
        if len(texts) != 4 or not all(re.fullmatch(COORDINATE, text) for text in texts):
            return reading.refuse(node, "expected left, top, width and height such as [0, 0, 40, 30]")
        x, y, width, height = (float(text) for text in texts)
        if width <= 0 or height <= 0:
            return reading.refuse(node, f"a rectangle of {width:g} by {height:g}; both must be more than 0")
        return Box(x, y, width, height)


def _label_place() -> Schema[tuple[Point, float]]:
    """Where a space's name goes: a point, or `{at: [12, 3], angle: -20}` for a slanting name."""
    record = Record({"at": MapPoint()}, {"angle": (Number(-180, 180), 0)})
    return Built(Short("at", record), lambda item, _: (item["at"], float(item["angle"])))


def space_fields() -> dict[str, tuple[Schema[Any], Any]]:
    """The keys of a space's drawing, of an area as well as under `paint: spaces`."""
    return {"polygon": (Outlines(), None), "label": (_label_place(), None), "pieces": (MapPoint(), None)}


def wish_of(item: Fields) -> SpaceWish:
    """The drawing that a record asks for."""
    return SpaceWish(item["polygon"], item["label"], item["pieces"])


def paint_schema() -> Schema[Paint]:
    """The value of the key `paint`, in a map file and in an art file."""
    label = Record(
        {"text": Text(80), "at": MapPoint()}, {"kind": (Id(), "region"), "angle": (Number(-180, 180), 0)}
    )
    inset = Record({"frame": BoxSchema()}, {"title": (Text(80), ""), "shows": (BoxSchema(), None)})
    optional: dict[str, tuple[Schema[Any], Any]] = {
        "bounds": (BoxSchema(), None),
        "lines": (MapOf(ListOf(_feature())), {}),
        "shapes": (MapOf(ListOf(_shape())), {}),
        "labels": (ListOf(Built(label, _label)), ()),
        "insets": (MapOf(inset), {}),
        "spaces": (MapOf(Built(Record({}, space_fields()), lambda item, _: wish_of(item)), Ref("space")), {}),
    }
    return Built(Record({}, optional), _paint)


def _paint(item: Fields, reading: Reading) -> Paint:
    insets = (Inset(key, one["title"], one["frame"], one["shows"]) for key, one in item["insets"].items())
    bounds = item["bounds"]
    for one in item["insets"].values():
        if bounds is not None and not _within(one["frame"], bounds):
            reading.note(one.at("frame"), "the frame reaches out of the bounds of the map")
    return Paint(
        bounds,
        FrozenMap(item["lines"]),
        FrozenMap(item["shapes"]),
        item["labels"],
        tuple(insets),
        FrozenMap(item["spaces"]),
    )


def _label(item: Fields, reading: Reading) -> Label:
    return Label(item["text"], item["at"], item["kind"], float(item["angle"]))


def _feature() -> Schema[Feature]:
    record = Record(
        {"points": Points(2)},
        {"name": (Text(80), ""), "closed": (Bool(), False), "attrs": (PlainMap(), EMPTY)},
    )
    return Built(
        Short("points", record),
        lambda item, _: Feature(item["name"], item["points"], item["closed"], item["attrs"]),
    )


def _shape() -> Schema[Shape]:
    record = Record({"polygon": Outlines()}, {"name": (Text(80), ""), "attrs": (PlainMap(), EMPTY)})
    return Built(
        Short("polygon", record), lambda item, _: Shape(item["name"], item["polygon"], item["attrs"])
    )


def area(ring: Ring) -> float:
    """The area of an outline, by the shoelace sum; its sign tells which way round it runs."""
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairwise((*ring, ring[0]))) / 2


def middle(ring: Ring) -> Point:
    """The centre of gravity of an outline that has an area."""
    x = y = 0.0
    for (ax, ay), (bx, by) in pairwise((*ring, ring[0])):
        cross = ax * by - bx * ay
        x += (ax + bx) * cross
        y += (ay + by) * cross
    six = 6 * area(ring)
    return x / six, y / six


def extent(ring: Ring) -> Box:
    """The smallest rectangle around some points."""
    xs, ys = [x for x, _ in ring], [y for _, y in ring]
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _within(inner: Box, outer: Box) -> bool:
    return (
        inner.x >= outer.x
        and inner.y >= outer.y
        and inner.x + inner.width <= outer.x + outer.width
        and inner.y + inner.height <= outer.y + outer.height
    )
