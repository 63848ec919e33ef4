"""Area maps and point-to-point maps: areas, sea zones and points with their outlines and anchors."""

from __future__ import annotations

from typing import Any

from wargame_desktop.content.map_paint import Outline, SpaceWish, area, middle, space_fields, wish_of
from wargame_desktop.content.map_parts import MapPoint, MapSpace, Point
from wargame_desktop.content.provenance import Provenance, provenance_of, source_fields
from wargame_desktop.content.schema import (
    Fields,
    Id,
    Int,
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


def area_fields() -> dict[str, tuple[Schema[Any], Any]]:
    """The top keys that only area maps have."""
    record = Record(
        {"name": Text(80), "kind": Id()},
        {
            "owner": (Id(), ""),
            "country": (Ref("country"), ""),
            "income": (Int(0, 999), None),
            "terrain": (Ref("terrain"), ""),
            "at": (MapPoint(), None),
            **space_fields(),
            "attrs": (PlainMap(), EMPTY),
            **source_fields(),
        },
    )
    return {"areas": (MapOf(record), {})}


def read_areas(
    items: dict[str, Fields], outer: Provenance, reading: Reading
) -> tuple[list[MapSpace], dict[str, SpaceWish], dict[str, Provenance]]:
    """Areas as spaces, how they are drawn, and sources that differ from the map's."""
    spaces: list[MapSpace] = []
    wishes: dict[str, SpaceWish] = {}
    sources: dict[str, Provenance] = {}
    for key, item in items.items():
        outlines: tuple[Outline, ...] = item["polygon"] or ()
        if item["at"] is None and not item.has("polygon"):
            reading.note(item.node, 'an area needs a point "at" or an outline "polygon"')
        ring = max((one.ring for one in outlines), key=lambda one: abs(area(one)), default=())
        centre: Point = item["at"] or (middle(ring) if ring else (0.0, 0.0))
        spaces.append(
            MapSpace(key, item["name"], item["kind"], item["terrain"], _attrs(item), centre, ring, item.node)
        )
        wishes[key] = wish_of(item)
        provenance = provenance_of(item, reading, outer)
        if provenance != outer:
            sources[f"area {key}"] = provenance
    return spaces, wishes, sources


def _attrs(item: Fields) -> dict[str, PlainValue]:
    attrs: dict[str, PlainValue] = {key: item[key] for key in ("owner", "country") if item[key]}
    if item["income"] is not None:
        attrs["income"] = item["income"]
    attrs.update(item["attrs"])
    return attrs
