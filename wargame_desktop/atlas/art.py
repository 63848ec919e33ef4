"""Writes the art file: land, lakes, relief and river courses as the bent earth shows them, and names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from wargame_desktop.atlas.draft import Earth, Heights
from wargame_desktop.atlas.fit import Warp
from wargame_desktop.atlas.source import Source

if TYPE_CHECKING:
    from wargame_desktop.atlas.build import HexMap

_GRATICULE = 10  # degrees


def art_text(source: Source, earth: Earth, warp: Warp, hexes: HexMap) -> str:
    """The whole art file."""
    plan = source.art
    left, top, right, bottom = source.sheet
    lines = [
        f"# What is painted under the hexes of {source.id}.",
        "# Drawn by `python -m wargame_desktop.atlas`: do not edit.",
        "kind: art",
        "format: 1",
        f"id: {source.id}",
        "title: Coasts, rivers and relief",
        "source: original",
        "paint:",
        f"  bounds: [{left:g}, {top:g}, {right - left:g}, {bottom - top:g}]",
        "  shapes:",
    ]
    land = _simple(shapely.union(earth.land, earth.lakes), plan.detail)
    lines += ["    land:", *_shapes(land, plan.smallest, "")]
    lakes = list(_shapes(_simple(earth.lakes, plan.detail), plan.smallest, ""))
    lines += ["    lake:", *lakes] if lakes else []
    if earth.heights is not None:
        lines += _relief(earth, earth.heights, plan.relief, plan.detail, plan.smallest)
    lines += ["  lines:"]
    lines += ["    river:", *_courses(earth, plan.course_rank, plan.detail)] if earth.rivers else []
    lines += ["    graticule:", *_graticule(source, warp, earth)]
    lines += _labels(source, warp)
    lines += ["  spaces:", *_spaces(warp, hexes)] if hexes.places else []
    return "\n".join(lines) + "\n"


def _simple(geometry: BaseGeometry, detail: float) -> BaseGeometry:
    return shapely.make_valid(shapely.simplify(geometry, detail))


def _polygons(geometry: BaseGeometry, smallest: float) -> Iterator[Any]:
    """The polygons worth painting, the largest first."""
    parts = [part for part in shapely.get_parts(geometry) if part.geom_type == "Polygon"]
    large = [part for part in parts if part.area >= smallest]
    yield from sorted(large, key=lambda part: (-part.area, part.bounds))


def _shapes(geometry: BaseGeometry, smallest: float, attrs: str) -> Iterator[str]:
    for part in _polygons(geometry, smallest):
        ring = shapely.normalize(part)
        holes = [hole for hole in ring.interiors if shapely.Polygon(hole).area >= smallest]
        tail = f", attrs: {attrs}" if attrs else ""
        if not holes:
            yield f'      - {{polygon: "{_points(ring.exterior.coords)}"{tail}}}'
            continue
        yield f'      - polygon: {{outline: "{_points(ring.exterior.coords)}", holes: ['
        yield ",\n".join(f'          "{_points(hole.coords)}"' for hole in holes) + "]}"
        if attrs:
            yield f"        attrs: {attrs}"


def _points(coords: Iterable[Any]) -> str:
    """Points to a thousandth, those that fall on the one before left out."""
    words: list[str] = []
    for x, y in coords:
        word = f"{_number(x)},{_number(y)}"
        if not words or words[-1] != word:
            words.append(word)
    return " ".join(words)


def _number(value: float) -> str:
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _courses(earth: Earth, rank: float, detail: float) -> Iterator[str]:
    """River courses, those of one rank together, great rivers first."""
    for river in sorted(earth.rivers, key=lambda one: (one.rank, one.line.bounds)):
        if river.rank > rank:
            continue
        for part in shapely.get_parts(shapely.simplify(_merged(river.line), detail)):
            if part.geom_type == "LineString" and part.length > 0.15:
                yield f'      - {{points: "{_points(part.coords)}", attrs: {{rank: {round(river.rank)}}}}}'


def _merged(line: BaseGeometry) -> BaseGeometry:
    return shapely.line_merge(line) if line.geom_type == "MultiLineString" else line


def _relief(
    earth: Earth, heights: Heights, levels: Iterable[float], detail: float, smallest: float
) -> list[str]:
    """Outlines of the ground above each height, softened."""
    lines = ["    relief:"]
    points = heights.points
    # How far the known heights lie apart: dots of that size grow together, and are then rounded off.
    step = float(np.median(np.hypot(*np.diff(points, axis=0).T)))
    left, top, right, bottom = earth.bounds
    near = (points[:, 0] > left) & (points[:, 0] < right) & (points[:, 1] > top) & (points[:, 1] < bottom)
    for level in levels:
        spots = points[near & (heights.metres >= level)]
        if not len(spots):
            continue
        dots = shapely.buffer(shapely.points(np.round(spots, 4)), step * 1.6, quad_segs=2)
        blot = shapely.union_all(dots)
        soft = shapely.buffer(shapely.buffer(blot, -step * 1.2), step * 0.4)
        shape = _simple(shapely.intersection(soft, earth.land), detail * 4)
        lines += _shapes(shape, smallest * 30, f"{{metres: {round(level)}}}")
    return lines if len(lines) > 1 else []


def _graticule(source: Source, warp: Warp, earth: Earth) -> Iterator[str]:
    west, south, east, north = source.area
    frame = shapely.box(*earth.bounds)
    lons = range(-180, 181, _GRATICULE)
    lats = range(-80, 81, _GRATICULE)
    along_lat, along_lon = np.arange(south, north + 0.1), np.arange(west, east + 0.1)
    lines = [warp(np.full_like(along_lat, lon), along_lat) for lon in lons if west < lon < east]
    lines += [warp(along_lon, np.full_like(along_lon, lat)) for lat in lats if south < lat < north]
    for line in lines:
        for part in shapely.get_parts(shapely.intersection(shapely.LineString(line), frame)):
            if part.geom_type == "LineString" and part.length > 0.5:
                yield f'      - "{_points(part.coords)}"'


def _labels(source: Source, warp: Warp) -> list[str]:
    if not source.labels:
        return []
    lines = ["  labels:"]
    for label in source.labels:
        x, y = warp.point(*label.at)
        angle = f", angle: {_number(label.angle)}" if label.angle else ""
        at = f"[{_number(x)}, {_number(y)}]"
        lines.append(f"    - {{text: {label.text}, at: {at}, kind: {label.kind}{angle}}}")
    return lines


def _spaces(warp: Warp, hexes: HexMap) -> Iterator[str]:
    """Where the mark of each town stands: its true place."""
    for key, place in sorted(hexes.places.items()):
        x, y = warp.point(place.lon, place.lat)
        yield f'    "{key}": {{label: [{_number(x)}, {_number(y)}]}}'
