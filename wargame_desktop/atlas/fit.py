"""Lays the earth under a hex grid: a projection, a turn and a scale, then a gentle bend.

Printed maps are drawn by eye: a city may stand a whole hex away from where any projection puts it. So the
earth is first turned and scaled to fit all known places best, and then bent by a thin plate spline, no
more than is needed to bring every known place inside its own hex.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pyproj import CRS, Proj
from pyproj.exceptions import CRSError, ProjError

from wargame_desktop.atlas.errors import AtlasError

Floats = NDArray[np.float64]
Point = tuple[float, float]

_ROUNDS = 400
_NUDGE = 0.01  # degrees
_METRES = 1e6  # projected coordinates are counted in thousands of kilometres, near 1, which solves well


@dataclass(frozen=True)
class Pin:
    """A place whose hex is known: longitude, latitude, and the corners of the hex in map units."""

    name: str
    lon: float
    lat: float
    corners: tuple[Point, ...]


@dataclass(frozen=True)
class Residual:
    """How far the turned and scaled earth, not yet bent, puts a place from the middle of its hex.

    `at` is that point; `apart` and `bent` are in hexes: before bending from the middle, after bending to the
    outside of the hex.
    """

    name: str
    at: Point
    apart: float
    bent: float


class Projection:
    """Longitude and latitude to a plane, by a PROJ string such as `+proj=laea +lat_0=48 +lon_0=15`."""

    def __init__(self, text: str) -> None:
        try:
            CRS.from_user_input(text)
            self._proj = Proj(text)
        except (CRSError, ProjError) as error:
            raise AtlasError(f"“{text}” is no map projection: {error}") from None

    def __call__(self, lon: Any, lat: Any) -> Floats:
        """One row of x, y for each point."""
        x, y = self._proj(np.asarray(lon, float), np.asarray(lat, float))
        return np.stack([x, y], -1) / _METRES


class Warp:
    """Longitude and latitude to map units."""

    def __init__(self, projection: Projection, turn: Floats, nodes: Floats, bend: Floats) -> None:
        self._projection = projection
        self._turn = turn
        self._nodes = nodes
        self._bend = bend

    def __call__(self, lon: Any, lat: Any) -> Floats:
        """One row of x, y in map units for each point."""
        flat = self._projection(lon, lat)
        moved = _turned(flat, self._turn)
        for start in range(0, len(flat), 20_000):  # in pieces, or a long coast would need gigabytes
            part = slice(start, start + 20_000)
            moved[part] += _kernel(flat[part], self._nodes) @ self._bend
        return moved

    def point(self, lon: float, lat: float) -> Point:
        """One point."""
        x, y = self([lon], [lat])[0]
        return float(x), float(y)


def fit(pins: Sequence[Pin], projection: Projection, pitch: float, inset: float, stiffness: float) -> Warp:
    """The warp that brings every pin at least `inset` (of a hex's half width) inside its hex.

    `stiffness` is how much a bend costs against a place that stays outside.
    """
    if len(pins) < 4:
        raise AtlasError(f"{len(pins)} places with a known hex; at least 4 are needed to place the earth.")
    flat = projection([pin.lon for pin in pins], [pin.lat for pin in pins])
    middles = np.array([_middle(pin.corners) for pin in pins])
    turn = _similarity(flat, middles)
    if math.hypot(turn[0], turn[1]) * 1e-9 > pitch or not np.isfinite(turn).all():
        raise AtlasError("The places with a known hex all lie in one spot; they cannot place the earth.")
    base = _turned(flat, turn)
    rooms = [_shrunk(np.array(pin.corners), inset) for pin in pins]
    kernel = _kernel(flat, flat)
    matrix = kernel.copy()
    count = len(pins)
    matrix[:count] += np.eye(count, count + 3) * stiffness
    full = np.vstack([matrix, np.hstack([kernel[:, count:].T, np.zeros((3, 3))])])
    solve = np.linalg.inv(full)[:, :count]
    goal = np.array([nearest(room, point) for room, point in zip(rooms, base, strict=True)])
    bend = solve @ (goal - base)
    for _ in range(_ROUNDS):
        here = base + kernel @ bend
        goal = np.array([nearest(room, point) for room, point in zip(rooms, here, strict=True)])
        # Aim past the room's edge by what is still missing, or the last stretch would take for ever.
        bend = bend + solve @ (goal - here)
    return Warp(projection, turn, flat, bend)


def residuals(pins: Sequence[Pin], projection: Projection, warp: Warp, pitch: float) -> list[Residual]:
    """How well each place fits, the worst first."""
    flat = projection([pin.lon for pin in pins], [pin.lat for pin in pins])
    middles = np.array([_middle(pin.corners) for pin in pins])
    base = _turned(flat, _similarity(flat, middles))
    bent = warp([pin.lon for pin in pins], [pin.lat for pin in pins])
    found = []
    for pin, before, after, middle in zip(pins, base, bent, middles, strict=True):
        inside = nearest(np.array(pin.corners), after)
        at = (float(before[0]), float(before[1]))
        apart, left = _length(before - middle) / pitch, _length(after - inside) / pitch
        found.append(Residual(pin.name, at, apart, left))
    return sorted(found, key=lambda one: (-one.apart, one.name))


def folds(
    warp: Warp, area: tuple[float, float, float, float], sheet: tuple[float, float, float, float]
) -> list[Point]:
    """Where on the sheet, in degrees, the bent earth folds over itself and east lies west of west."""
    west, south, east, north = area
    lons, lats = (
        one.ravel() for one in np.meshgrid(np.arange(west, east, 0.5), np.arange(south, north, 0.5))
    )
    here = warp(lons, lats)
    along = warp(lons + _NUDGE, lats) - here
    up = warp(lons, lats + _NUDGE) - here
    left, top, right, bottom = sheet
    shown = (here[:, 0] > left) & (here[:, 0] < right) & (here[:, 1] > top) & (here[:, 1] < bottom)
    # On the screen y grows downwards: a step north turns against the clock from a step east.
    folded = shown & (along[:, 0] * up[:, 1] - along[:, 1] * up[:, 0] >= 0)
    return [(float(lon), float(lat)) for lon, lat in zip(lons[folded], lats[folded], strict=True)]


def nearest(corners: Floats, point: Floats) -> Floats:
    """The point of a convex outline (clockwise on the screen) nearest to a point; itself when inside."""
    ends = np.roll(corners, -1, axis=0)
    along = ends - corners
    away = point - corners
    cross = along[:, 0] * away[:, 1] - along[:, 1] * away[:, 0]
    if (cross >= 0).all():
        return point
    share = np.clip((away * along).sum(1) / (along * along).sum(1), 0, 1)
    spots = corners + share[:, None] * along
    best: Floats = spots[((spots - point) ** 2).sum(1).argmin()]
    return best


def _similarity(flat: Floats, goal: Floats) -> Floats:
    """a, b, tx, ty of the best turn and scale; y is turned over, for rows grow down the screen."""
    x, y = flat[:, 0], flat[:, 1]
    one, none = np.ones_like(x), np.zeros_like(x)
    rows = np.vstack([np.stack([x, y, one, none], 1), np.stack([-y, x, none, one], 1)])
    found: Floats = np.linalg.lstsq(rows, np.concatenate([goal[:, 0], goal[:, 1]]), rcond=None)[0]
    return found


def _turned(flat: Floats, turn: Floats) -> Floats:
    a, b, tx, ty = turn
    x, y = flat[:, 0], flat[:, 1]
    return np.stack([a * x + b * y + tx, b * x - a * y + ty], 1)


def _kernel(points: Floats, nodes: Floats) -> Floats:
    """r² log r to every node, and the three columns of a plane."""
    apart = ((points[:, None, :] - nodes[None, :, :]) ** 2).sum(2)
    spline = 0.5 * apart * np.log(np.where(apart > 0, apart, 1.0))
    return np.hstack([spline, np.ones((len(points), 1)), points])


def _middle(corners: Sequence[Point]) -> Point:
    return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)


def _shrunk(corners: Floats, inset: float) -> Floats:
    middle = corners.mean(0)
    shrunk: Floats = middle + (corners - middle) * (1 - inset)
    return shrunk


def _length(vector: Floats) -> float:
    return math.hypot(float(vector[0]), float(vector[1]))
