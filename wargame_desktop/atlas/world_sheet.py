"""From degrees to the sheet: a cylindrical projection, cut along a bent seam, swollen where room is needed.

The projection is Miller's with chosen bands of latitude and longitude made wider or narrower. Then the sheet
swells around chosen centres: each pushes its surroundings outwards like a drop of water spreading under
them, in many small steps, so that nothing folds over. The edges of the sheet stay straight and the two
sides of the cut fit each other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from wargame_desktop.atlas.world_sources import Place, points

Array = NDArray[np.float64]

_STEPS = 16
_SEAM_REACH = 42.0
"""Degrees from the cut within which its bends are evened out."""
_EDGE = 320.0
"""Units from the edge of the sheet within which swells die away."""


class Sheet:
    """Projects longitude and latitude to map units, x to the right and y downwards."""

    def __init__(self, source: Mapping[str, Any]) -> None:
        self.width = float(source["width"])
        seam = sorted((float(lat), float(lon)) for lat, lon in source["seam"])
        self._seam_lats = np.array([lat for lat, _ in seam])
        self._seam_lons = np.array([lon for _, lon in seam])
        self.middle = float(np.mean(self._seam_lons))
        self._lon_knots, self._lon_values = _stretched(
            self.middle, self.middle + 360.0, source["stretch_east"], lambda degrees: degrees
        )
        self._lat_knots, self._lat_values = _stretched(-85.0, 85.0, source["stretch_north"], _miller)
        self._scale = self.width / float(self._lon_values[-1] - self._lon_values[0])
        self._top = 0.0
        headroom = float(source["headroom"])
        self._top = float(self._flat(np.array([[0.0, float(source["top"])]]))[0, 1]) - headroom
        self.height = round(float(self._flat(np.array([[0.0, float(source["bottom"])]]))[0, 1]))
        self._swells = [
            (self.flat(points(one["at"])[0]), float(one["radius"]), float(one["grow"]))
            for one in source["swells"]
        ]

    def shape(self, geometry: BaseGeometry) -> BaseGeometry:
        """A geometry in degrees, on the sheet."""
        return shapely.transform(geometry, self.places)

    def place(self, at: Place) -> Place:
        """One place in degrees, on the sheet."""
        x, y = self.places(np.array([at]))[0]
        return float(x), float(y)

    def flat(self, at: Place) -> Place:
        """One place on the sheet before it swells."""
        x, y = self._flat(np.array([at]))[0]
        return float(x), float(y)

    def edge(self, lat: float, right: bool) -> Place:
        """The place at a latitude on the left or right edge of the sheet."""
        lon = float(np.interp(lat, self._seam_lats, self._seam_lons)) + (360.0 if right else 0.0)
        return (self.width if right else 0.0), self.place((lon, lat))[1]

    def places(self, degrees: Array) -> Array:
        """Many places at once."""
        return self._swell(self._flat(np.asarray(degrees, float)))

    def _flat(self, degrees: Array) -> Array:
        lon, lat = degrees[:, 0], degrees[:, 1]
        bend = np.interp(lat, self._seam_lats, self._seam_lons) - self.middle
        left, right = self.middle + bend, self.middle + bend + 360.0
        near_left = _smooth(1.0 - np.abs(lon - left) / _SEAM_REACH)
        near_right = _smooth(1.0 - np.abs(lon - right) / _SEAM_REACH)
        even = lon - bend * np.maximum(near_left, near_right)
        x = (np.interp(even, self._lon_knots, self._lon_values) - self._lon_values[0]) * self._scale
        north = np.interp(lat, self._lat_knots, self._lat_values)
        return np.column_stack([x, -north * self._scale - self._top])

    def _swell(self, flat: Array) -> Array:
        found = flat.copy()
        for _ in range(_STEPS):
            push = np.zeros_like(found)
            for centre, radius, grow in self._swells:
                away = found - centre
                square = np.maximum((away**2).sum(axis=1) / radius**2, 1e-12)
                push += away * (grow / _STEPS * -np.expm1(-square) / square)[:, None]
            x, y = found[:, 0], found[:, 1]
            side = _smooth(x / _EDGE) * _smooth((self.width - x) / _EDGE)
            found = found + push * np.column_stack([side, side * _smooth((self.height - y) / _EDGE)])
        return found


def _miller(lat: Array) -> Array:
    """Miller's cylindrical projection, in degrees of longitude at the equator."""
    return np.degrees(1.25 * np.log(np.tan(np.pi / 4 + 0.4 * np.radians(lat))))


def _smooth(part: Array) -> Array:
    """From 0 to 1 without corners."""
    t = np.clip(part, 0.0, 1.0)
    return t * t * (3.0 - 2.0 * t)


def _stretched(start: float, end: float, bands: Sequence[Sequence[float]], plain: Any) -> tuple[Array, Array]:
    """Knots every half degree and what they become when bands of them are made wider or narrower."""
    knots = np.arange(start, end + 0.25, 0.5)
    steps = np.diff(plain(knots))
    middles = (knots[:-1] + knots[1:]) / 2
    factor = np.ones_like(middles)
    for low, high, by in bands:
        # Five degrees on either side of a band lead over to it.
        inside = _smooth((middles - low) / 10.0 + 0.5) * _smooth((high - middles) / 10.0 + 0.5)
        factor *= 1.0 + (by - 1.0) * inside
    values = np.concatenate([[0.0], np.cumsum(steps * factor)])
    zero = float(np.interp(0.0, knots, values))
    return knots, values - zero


def densified(surface: BaseGeometry, longest: float) -> MultiPolygon:
    """The same surface with no edge longer than this; both neighbours of an edge get the same new corners."""
    found = []
    for part in shapely.get_parts(surface):
        rings = [_filled(shapely.get_coordinates(one), longest) for one in (part.exterior, *part.interiors)]
        found.append(Polygon(rings[0], rings[1:]))
    return MultiPolygon(found)


def _filled(corners: Array, longest: float) -> Array:
    found = [corners[:1]]
    for start, end in pairwise(corners):
        count = int(np.ceil(np.hypot(*(end - start)) / longest))
        if count > 1:
            first, last = sorted((tuple(start), tuple(end)))
            part = np.linspace(first, last, count + 1)[1:-1]
            found.append(part if first == tuple(start) else part[::-1])
        found.append(end[None, :])
    return np.concatenate(found)
