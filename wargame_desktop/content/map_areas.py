"""Area maps and point-to-point maps: areas, sea zones and points with their outlines and anchors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from wargame_desktop.content.map_parts import MapPoint, MapSpace, Point, Points
from wargame_desktop.content.provenance import Provenance, provenance_of, source_fields
from wargame_desktop.content.schema import (
    Fields,
    Id,
    Int,
    ListOf,
    MapOf,
    PlainMap,
    Reading,
    Record,
    Ref,
    Schema,
    Text,
)
from wargame_desktop.core.frozen import EMPTY
from wargame_desktop.core.frozen import Plain as PlainValue


@dataclass(frozen=True, slots=True)
class Anchors:
    """Where a space's name and pieces go, in map units."""

    label: Point
    pieces: Point


def area_fields() -> dict[str, tuple[Schema[Any], Any]]:
    """The top keys that only area maps have."""
    record = Record(
        {"name": Text(80), "kind": Id()},
        {
            "owner": (Id(), ""),
            "country": (Ref("country"), ""),
            "income": (Int(0, 999), None),
            "terrain": (Ref("terrain"), ""),
            "polygon": (Points(3), None),
            "parts": (ListOf(Points(3)), ()),
            "at": (MapPoint(), None),
            "label": (MapPoint(), None),
            "pieces": (MapPoint(), None),
            "attrs": (PlainMap(), EMPTY),
            **source_fields(),
        },
    )
    return {"areas": (MapOf(record), {})}


def read_areas(
    items: dict[str, Fields], outer: Provenance, reading: Reading
) -> tuple[
    list[MapSpace], dict[str, Anchors], dict[str, tuple[tuple[Point, ...], ...]], dict[str, Provenance]
]:
    """Areas as spaces, their anchors, outlying parts (islands), and sources that differ from the map's."""
    spaces: list[MapSpace] = []
    anchors: dict[str, Anchors] = {}
    parts: dict[str, tuple[tuple[Point, ...], ...]] = {}
    sources: dict[str, Provenance] = {}
    for key, item in items.items():
        polygon: tuple[Point, ...] = item["polygon"] or ()
        if item["at"] is None and not polygon:
            reading.note(item.node, 'an area needs a point "at" or an outline "polygon"')
            continue
        centre: Point = item["at"] or middle(polygon)
        spaces.append(
            MapSpace(
                key, item["name"], item["kind"], item["terrain"], _attrs(item), centre, polygon, item.node
            )
        )
        anchors[key] = Anchors(item["label"] or centre, item["pieces"] or centre)
        if item["parts"]:
            parts[key] = item["parts"]
        provenance = provenance_of(item, reading, outer)
        if provenance != outer:
            sources[f"area {key}"] = provenance
    return spaces, anchors, parts, sources


def middle(polygon: tuple[Point, ...]) -> Point:
    """The centre of gravity of an outline; of its corners when it has no area."""
    twice = x = y = 0.0
    for (ax, ay), (bx, by) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        cross = ax * by - bx * ay
        twice += cross
        x += (ax + bx) * cross
        y += (ay + by) * cross
    if abs(twice) < 1e-9:
        return sum(p[0] for p in polygon) / len(polygon), sum(p[1] for p in polygon) / len(polygon)
    return x / (3 * twice), y / (3 * twice)


def _attrs(item: Fields) -> dict[str, PlainValue]:
    attrs: dict[str, PlainValue] = {key: item[key] for key in ("owner", "country") if item[key]}
    if item["income"] is not None:
        attrs["income"] = item["income"]
    attrs.update(item["attrs"])
    return attrs
