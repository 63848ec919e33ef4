"""Where a name and where the pieces of a space go: the roomiest places, or as the source says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import shapely
from shapely import Polygon
from shapely.affinity import scale

from wargame_desktop.atlas.world_land import polygons
from wargame_desktop.atlas.world_sheet import Sheet
from wargame_desktop.atlas.world_sources import Place, points

_FLAT = 0.42
"""A name is wider than high, so the roomiest place is looked for in a shape squeezed sideways by this."""
_LETTER = 8.0
_LINE = 17.0
_INCOME = 22.0


@dataclass(frozen=True)
class Anchors:
    """The middle of a name with what stands under it, and of the pieces."""

    label: Place
    pieces: Place


def anchors_of(
    spaces: Mapping[str, list[Polygon]], facts: Mapping[str, Any], wishes: Mapping[str, Any], sheet: Sheet
) -> dict[str, Anchors]:
    """The anchors of every space."""
    found = {}
    for key, parts in spaces.items():
        body = max(parts, key=lambda one: one.area)
        wish = wishes.get(key, {})
        label = _wished(wish, "label", sheet) or _roomiest(body, _FLAT)
        pieces = _wished(wish, "pieces", sheet) or _beside(body, label, facts[key])
        found[key] = Anchors(_rounded(label), _rounded(pieces))
    return found


def _wished(wish: Mapping[str, str], name: str, sheet: Sheet) -> Place | None:
    return sheet.place(points(wish[name])[0]) if name in wish else None


def _roomiest(shape: Polygon, flat: float) -> Place:
    squeezed: Polygon = scale(shape, flat, 1.0, origin=(0, 0))
    circle = shapely.maximum_inscribed_circle(squeezed, 0.5)
    x, y = circle.coords[0]
    return float(x) / flat, float(y)


def _beside(body: Polygon, label: Place, facts: Mapping[str, Any]) -> Place:
    """The roomiest place that leaves the name free; in a small space the same place."""
    wide, high = _block(facts)
    x, y = label
    block = shapely.box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
    rest: Sequence[Polygon] = polygons(body.difference(block))
    best = max(rest, key=lambda one: shapely.maximum_inscribed_circle(one, 0.5).length, default=None)
    if best is None or shapely.maximum_inscribed_circle(best, 0.5).length < 9.0:
        return _roomiest(body, 1.0)
    return _roomiest(best, 0.75)


def _block(facts: Mapping[str, Any]) -> tuple[float, float]:
    if facts["kind"] == "sea":
        return 44.0, 30.0
    words = str(facts["name"]).split()
    lines = 1 if len(words) < 3 and len(str(facts["name"])) < 12 else 2
    wide = len(str(facts["name"])) / lines * _LETTER
    return wide, lines * _LINE + (_INCOME if "income" in facts else 0.0)


def _rounded(place: Place) -> Place:
    return round(place[0], 1), round(place[1], 1)
