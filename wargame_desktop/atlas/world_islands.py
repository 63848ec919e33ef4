"""Land made fit for the sheet: fewer corners, no specks, open straits, small islands drawn large."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import shapely
from shapely import MultiPolygon, Polygon
from shapely.affinity import scale, translate
from shapely.geometry.base import BaseGeometry

from wargame_desktop.atlas.world_land import Land, polygons
from wargame_desktop.atlas.world_sheet import Sheet, densified
from wargame_desktop.atlas.world_sources import points

_CORNERS = 18
_DUST = 5.0
"""Square units below which a speck of land or water is nothing."""
_LONGEST = 0.6
"""Degrees after which a straight border gets another corner, because it may be bent on the sheet."""


def fit(land: Land, sheet: Sheet, source: Mapping[str, Any], islands: set[str]) -> dict[str, list[Polygon]]:
    """The land on the sheet by territory."""
    frame = shapely.box(0, 0, sheet.width, sheet.height)
    keys = sorted(land.territories)
    drawn = [_without_dust(sheet.shape(densified(land.territories[key], _LONGEST))) for key in keys]
    simple = shapely.coverage_simplify(drawn, float(source["simplify"]))
    found = {key: polygons(one.intersection(frame)) for key, one in zip(keys, simple, strict=True)}
    _drop_specks(found, sheet, source, islands)
    for key, item in source["enlarge"].items():
        by = float(item["by"])
        group = scale(MultiPolygon(found[key]), by, by, origin="center")
        found[key] = polygons(translate(group, *item.get("move", (0, 0))))
    for key, blobs in source["drawn"].items():
        found[key] = [_blob(sheet, text) for text in blobs]
    water = shapely.union_all([_channel(sheet, one) for one in source["channels"]])
    shapely.prepare(water)
    return {
        key: [
            part
            for one in parts
            for part in (polygons(one.difference(water)) if water.intersects(one) else [one])
        ]
        for key, parts in found.items()
    }


def _without_dust(shape: BaseGeometry) -> MultiPolygon:
    parts = [one for one in polygons(shape) if one.area > _DUST]
    return MultiPolygon(
        [Polygon(one.exterior, [r for r in one.interiors if Polygon(r).area > _DUST]) for one in parts]
    )


def _drop_specks(
    found: dict[str, list[Polygon]], sheet: Sheet, source: Mapping[str, Any], islands: set[str]
) -> None:
    least, least_of_islands = source["islets"]
    for key, parts in found.items():
        limit = least_of_islands if key in islands else least
        found[key] = [one for one in parts if one.area >= limit]
    for item in source["clear"]:
        outline = sheet.shape(densified(Polygon(points(item["outline"])), 2.0))
        for key, parts in found.items():
            found[key] = [
                one
                for one in parts
                if one.area >= item["below"] or not outline.contains(one.representative_point())
            ]


def _channel(sheet: Sheet, item: Mapping[str, Any]) -> BaseGeometry:
    course = sheet.shape(shapely.LineString(points(item["course"])))
    return course.buffer(float(item["width"]) / 2, quad_segs=3)


def _blob(sheet: Sheet, text: str) -> Polygon:
    """An island by hand: an uneven oval, the same every time."""
    at, width, height, slant = text.split()
    x, y = sheet.place(points(at)[0])
    turn = math.radians(float(slant))
    corners = []
    for number in range(_CORNERS):
        angle = 2 * math.pi * number / _CORNERS
        uneven = (
            1
            + 0.13 * math.sin(3 * angle + x)
            + 0.09 * math.sin(5 * angle + y)
            + 0.06 * math.sin(2 * angle + x + y)
        )
        across = float(width) / 2 * uneven * math.cos(angle)
        down = float(height) / 2 * uneven * math.sin(angle)
        corners.append(
            (
                x + across * math.cos(turn) - down * math.sin(turn),
                y + across * math.sin(turn) + down * math.cos(turn),
            )
        )
    return Polygon(corners)
