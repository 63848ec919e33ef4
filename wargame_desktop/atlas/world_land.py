"""The land of the world map: provinces of the geography gathered into territories, in degrees.

Coast, country borders and province borders together enclose faces. A territory takes whole countries by a
point in each, or single provinces by a rough outline around their inner points; so its borders are true
ones. Where the board parts a province a line is drawn through it by hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely
from shapely import MultiPolygon, Point, Polygon, STRtree
from shapely.geometry.base import BaseGeometry

from wargame_desktop.atlas.world_sources import Geography, WorldError, points

_GRID = 1e-5
_CASPIAN = (50.0, 42.0)
_ROUND = np.array([360.0, 0.0])
_NEAR = 0.6
"""Degrees within which an island that nobody claims goes with its nearest territory."""
_SLIVER = 0.5
_SOUTH = -60.0
"""Antarctica is not on the sheet."""
_CHUKOTKA_WEST = -168.9
"""What lies west of here and north of 60° is drawn at the right edge of the sheet, with the rest of Asia."""


@dataclass(frozen=True)
class Land:
    """Territories by id, and the lakes worth drawing; all in degrees. Far islands of nobody are left out."""

    territories: dict[str, BaseGeometry]
    lakes: list[Polygon]


def gather(geography: Geography, source: Mapping[str, Any]) -> Land:
    """The territories as the source file describes them."""
    land = _shifted(geography.land)
    borders = [*_shifted_lines(geography.countries)]
    divides: list[BaseGeometry] = [shapely.LineString(points(one["points"])) for one in source["divides"]]
    carved = [one["carve"] for one in source["territories"].values() if "carve" in one]
    divides += [Polygon(points(one)).exterior for one in carved]
    # A line across a strait would make a lake of the sea behind it.
    divides = [one.intersection(land) for one in divides]
    countries = _faces([land.boundary, *borders])
    provinces = _faces([land.boundary, *borders, *_shifted_lines(geography.provinces), *divides])
    dry, wet = _dry_and_wet(provinces, land)
    owners = _claims(dry, countries, source["territories"])
    owners |= _lake_owners(dry, wet, owners)
    pieces: dict[str, list[BaseGeometry]] = {}
    others: list[Polygon] = []
    for number, face in enumerate([*dry, *wet]):
        if number in owners:
            pieces.setdefault(owners[number], []).append(face)
        elif number < len(dry):
            others.append(face)
    _adopt(others, pieces)
    territories = {key: shapely.union_all(faces, grid_size=_GRID) for key, faces in sorted(pieces.items())}
    return Land(territories, [one for one in wet if one.area > 0.12])


def _shifted(parts: Iterable[BaseGeometry]) -> BaseGeometry:
    found = [_shift(shapely.make_valid(one)) for one in parts if one.bounds[3] > _SOUTH]
    return shapely.union_all(found, grid_size=_GRID)


def _shifted_lines(lines: Iterable[BaseGeometry]) -> list[BaseGeometry]:
    return [_shift(one) for one in lines]


def _shift(one: BaseGeometry) -> BaseGeometry:
    west, south, _, _ = one.bounds
    if west < _CHUKOTKA_WEST and south > 60:
        east = shapely.box(_CHUKOTKA_WEST, 0, 180, 90)
        far = shapely.box(-181, 0, _CHUKOTKA_WEST, 90)
        moved = shapely.transform(one.intersection(far), lambda xy: xy + _ROUND)
        return shapely.union_all([one.intersection(east), moved])
    return one


def _faces(lines: list[BaseGeometry]) -> list[Polygon]:
    network = shapely.union_all(lines, grid_size=_GRID)
    return list(shapely.get_parts(shapely.polygonize(shapely.get_parts(network))))


def _dry_and_wet(faces: list[Polygon], land: BaseGeometry) -> tuple[list[Polygon], list[Polygon]]:
    """Provinces, and lakes inside the land; the open sea makes no face, the Caspian is a sea."""
    shapely.prepare(land)
    caspian = Point(_CASPIAN)
    dry, wet = [], []
    for face in faces:
        if land.contains(face.representative_point()):
            dry.append(face)
        elif not face.contains(caspian):
            wet.append(face)
    return dry, wet


def _claims(dry: list[Polygon], countries: list[Polygon], source: Mapping[str, Any]) -> dict[int, str]:
    inner = [face.representative_point() for face in dry]
    tree = STRtree(inner)
    owners: dict[int, str] = {}
    country_tree = STRtree(countries)
    lost: list[str] = []
    for key, item in source.items():
        for at in points(item.get("whole", "")):
            found = country_tree.query(Point(at), predicate="within")
            members = tree.query(countries[found[0]], predicate="contains") if len(found) else ()
            if not len(members):
                lost.append(f"{key} {at[0]:g},{at[1]:g}")
            owners.update((int(number), key) for number in members)
    if lost:
        raise WorldError(f"territories: no country lies at {'; '.join(lost)}")
    for key, item in source.items():
        for outline in item.get("part", ()):
            _take(key, outline, tree, owners)
    for key, item in source.items():
        if "carve" in item:
            _take(key, item["carve"], tree, owners)
    return owners


def _take(key: str, outline: str, tree: STRtree, owners: dict[int, str]) -> None:
    shape = shapely.make_valid(Polygon(points(outline)))
    owners.update((int(number), key) for number in tree.query(shape, predicate="contains"))


def _lake_owners(dry: list[Polygon], wet: list[Polygon], owners: Mapping[int, str]) -> dict[int, str]:
    """A lake goes with the territory that has most of its shore."""
    tree = STRtree(dry)
    found: dict[int, str] = {}
    for number, lake in enumerate(wet):
        shore: dict[str, float] = {}
        for near in sorted(int(one) for one in tree.query(lake, predicate="intersects")):
            if near in owners:
                shared = lake.intersection(dry[near]).length
                shore[owners[near]] = shore.get(owners[near], 0.0) + shared
        if shore:
            found[len(dry) + number] = max(sorted(shore), key=lambda key: shore[key])
    return found


def _adopt(others: list[Polygon], pieces: dict[str, list[BaseGeometry]]) -> None:
    """Give islands close to a territory to it.

    A province on the mainland that nobody claims is a mistake in the source.
    """
    faces = [(key, face) for key in sorted(pieces) for face in pieces[key]]
    tree = STRtree([face for _, face in faces])
    lost = []
    for island in others:
        near = tree.query_nearest(island, max_distance=_NEAR, all_matches=False)
        if len(near):
            key, face = faces[int(near[0])]
            if island.area > _SLIVER and island.intersection(face).length > 0:
                at = island.representative_point()
                lost.append(f"{at.x:.2f},{at.y:.2f} (beside {key})")
            pieces[key].append(island)
    if lost:
        raise WorldError(f"territories: nobody claims the provinces at {'; '.join(lost)}")


def polygons(shape: BaseGeometry) -> list[Polygon]:
    """The polygons of a shape, without the lines and points an intersection may leave."""
    if isinstance(shape, Polygon):
        return [shape] if not shape.is_empty else []
    if isinstance(shape, MultiPolygon) or hasattr(shape, "geoms"):
        return [one for part in shape.geoms for one in polygons(part)]
    return []
