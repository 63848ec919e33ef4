"""Drafts what each hex is from the bent earth: land, coast or sea, its heights, and what its sides are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from wargame_desktop.atlas.fit import Warp
from wargame_desktop.atlas.geography import Elevation, Geography, River
from wargame_desktop.board.hexgrid import HexGrid

Bounds = tuple[float, float, float, float]
Pair = tuple[str, str]
_OVER = 0.5


@dataclass(frozen=True)
class Limits:
    """Where the draft draws its lines: shares of a hex or hexside, areas in hexes, heights in metres."""

    sea_from: float = 0.9  # at least so much sea: an all-sea hex
    land_from: float = 0.95  # at least so much land: an all-land hex
    side_from: float = 0.92  # at least so much of one kind along a side: an all-sea or all-land side
    lake_up_to: float = 0.8  # inland water up to this area is a lake, painted but no sea
    mountain_mean: float = 1000
    mountain_spread: float = 450
    rough_mean: float = 550
    rough_spread: float = 230


@dataclass(frozen=True)
class Heights:
    """Points of the bent earth with their heights."""

    points: NDArray[np.float64]
    metres: NDArray[np.float64]


@dataclass(frozen=True)
class Earth:
    """The geography in map units, cut to the map."""

    bounds: Bounds
    land: BaseGeometry
    seas: BaseGeometry
    lakes: BaseGeometry
    rivers: tuple[River, ...]
    heights: Heights | None


@dataclass(frozen=True)
class HexDraft:
    """What the earth says of one hex."""

    sea: float
    kind: str
    terrain: str
    mean: float
    spread: float


def bend(geography: Geography, warp: Warp, grid: HexGrid, sheet: Bounds, limits: Limits) -> Earth:
    """Carry the geography over to map units and tell seas from lakes."""
    # A little more than the sheet, so that its own edge is no coast.
    bounds = (sheet[0] - _OVER, sheet[1] - _OVER, sheet[2] + _OVER, sheet[3] + _OVER)
    frame = shapely.box(*bounds)
    land = shapely.intersection(shapely.make_valid(_bent(geography.land, warp)), frame)
    hex_area = shapely.Polygon(grid.corners(grid.labels[0])).area
    seas: list[BaseGeometry] = []
    lakes: list[BaseGeometry] = []
    for part in shapely.get_parts(shapely.difference(frame, land)):
        (seas if part.area > limits.lake_up_to * hex_area else lakes).append(part)
    rivers = []
    for river in geography.rivers:
        line = shapely.intersection(_bent(river.line, warp), frame)
        if not line.is_empty:
            rivers.append(River(river.name, river.rank, line))
    heights = _heights(geography.elevation, warp) if geography.elevation is not None else None
    return Earth(bounds, land, shapely.union_all(seas), shapely.union_all(lakes), tuple(rivers), heights)


def _bent(geometry: BaseGeometry, warp: Warp) -> Any:
    return shapely.transform(geometry, lambda points: warp(points[:, 0], points[:, 1]))


def _heights(elevation: Elevation, warp: Warp) -> Heights:
    lons, lats = np.meshgrid(elevation.lons, elevation.lats)
    return Heights(warp(lons.ravel(), lats.ravel()), elevation.metres.ravel())


def draft_hexes(grid: HexGrid, earth: Earth, limits: Limits) -> dict[str, HexDraft]:
    """The draft of every hex."""
    heights = _heights_by_hex(grid, earth.heights) if earth.heights is not None else {}
    drafts = {}
    for label in grid.labels:
        outline = shapely.Polygon(grid.corners(label))
        sea = shapely.intersection(outline, earth.seas).area / outline.area
        metres = heights.get(label, np.zeros(1))
        mean, spread = float(metres.mean()), float(metres.std())
        kind = "sea" if sea >= limits.sea_from else "land" if 1 - sea >= limits.land_from else "coast"
        drafts[label] = HexDraft(sea, kind, _terrain(kind, mean, spread, limits), mean, spread)
    return drafts


def _terrain(kind: str, mean: float, spread: float, limits: Limits) -> str:
    if kind == "sea":
        return "sea"
    if mean >= limits.mountain_mean or spread >= limits.mountain_spread:
        return "mountain"
    return "rough" if mean >= limits.rough_mean or spread >= limits.rough_spread else "clear"


def _heights_by_hex(grid: HexGrid, heights: Heights) -> dict[str, NDArray[np.float64]]:
    """Heights of the dry points in each hex."""
    width, height = grid.extent
    points = heights.points
    inside = (points >= 0).all(1) & (points[:, 0] <= width) & (points[:, 1] <= height) & (heights.metres > 0)
    found: dict[str, list[float]] = {}
    for (x, y), metres in zip(points[inside], heights.metres[inside], strict=True):
        label = grid.label_at(float(x), float(y))
        if label is not None:
            found.setdefault(label, []).append(float(metres))
    return {label: np.array(values) for label, values in found.items()}


def draft_sides(grid: HexGrid, earth: Earth, kinds: Mapping[str, str], limits: Limits) -> dict[Pair, str]:
    """`all_sea` or `all_land` for the hexsides between two hexes that both units and fleets may enter.

    Only a side between two coastal hexes needs saying: a land hex keeps fleets out, a sea hex land units.
    """
    found: dict[Pair, str] = {}
    for label in grid.labels:
        for other in grid.neighbours(label).values():
            if label < other and kinds[label] == kinds[other] == "coast":
                side = shapely.LineString(grid.side(label, other))
                wet = shapely.intersection(side, earth.seas).length / side.length
                if wet >= limits.side_from:
                    found[label, other] = "all_sea"
                elif 1 - wet >= limits.side_from:
                    found[label, other] = "all_land"
    return found
