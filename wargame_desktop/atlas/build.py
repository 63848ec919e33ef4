"""Makes a map from its source and the geography: fit, draft, corrections, and the three files that result."""

from __future__ import annotations

import math
from dataclasses import dataclass

from wargame_desktop.atlas.art import art_text
from wargame_desktop.atlas.draft import Earth, HexDraft, bend, draft_hexes, draft_sides
from wargame_desktop.atlas.errors import AtlasError
from wargame_desktop.atlas.fit import Pin, Projection, Residual, Warp, fit, folds, residuals
from wargame_desktop.atlas.geography import Geography
from wargame_desktop.atlas.rivers import DRY, SideNet, river_sides
from wargame_desktop.atlas.source import Pair, Place, Source
from wargame_desktop.atlas.write import map_text, places_text


@dataclass(frozen=True)
class HexMap:
    """The finished hexes: what the map file says of each, and of the sides between them."""

    kinds: dict[str, str]
    terrains: dict[str, str]
    countries: dict[str, str]
    places: dict[str, Place]
    sides: dict[Pair, str]
    rivers: dict[str, list[Pair]]


@dataclass(frozen=True)
class Drawn:
    """The files of a drawn map, and how well it fits."""

    map: str
    art: str
    places: str
    residuals: list[Residual]
    hexes: HexMap


def draw(source: Source, geography: Geography) -> Drawn:
    """Draw the whole map; `AtlasError` when draft and corrections do not make one."""
    warp, found = place_earth(source)
    earth = bend(geography, warp, source.grid, source.sheet, source.limits)
    hexes = make_hexes(source, earth, warp)
    return Drawn(
        map=map_text(source, hexes),
        art=art_text(source, earth, warp, hexes),
        places=places_text(source, hexes, found),
        residuals=found,
        hexes=hexes,
    )


def place_earth(source: Source) -> tuple[Warp, list[Residual]]:
    """The bend that brings every pinned place into its hex; `AtlasError` for those it cannot."""
    grid = source.grid
    pins = [Pin(one.name, one.lon, one.lat, grid.corners(one.pinned)) for one in source.places if one.pinned]
    pitch = grid.size * math.sqrt(3)
    projection = Projection(source.projection)
    warp = fit(pins, projection, pitch, source.inset, source.stiffness)
    found = residuals(pins, projection, warp, pitch)
    outside = [f"{one.name} by {one.bent:.2f} hexes" for one in found if one.bent > 0.01]
    if outside:
        raise AtlasError(f"The earth cannot be bent so far; outside their hexes lie {', '.join(outside)}.")
    for lon, lat in folds(warp, source.area, source.sheet)[:1]:
        spot = f"{lon:g} east, {lat:g} north"
        raise AtlasError(f"The earth is bent so far that it folds near {spot}: places there contradict.")
    return warp, found


def make_hexes(source: Source, earth: Earth, warp: Warp) -> HexMap:
    """Draft every hex and hexside, lay the corrections over it, and check that it makes a map."""
    drafts = draft_hexes(source.grid, earth, source.limits)
    corrections = source.corrections
    kinds = {label: corrections.kinds.get(label, draft.kind) for label, draft in drafts.items()}
    terrains = {label: _terrain(source, label, kinds[label], draft) for label, draft in drafts.items()}
    places = _places_by_hex(source, warp)
    sides = _sides(source, earth, kinds)
    net = SideNet(source.grid, kinds)
    rivers = {plan.name: _river(source, river_sides(plan, earth, warp, net)) for plan in source.rivers}
    problems = _country_problems(source, kinds) + _port_problems(places, kinds)
    problems += _side_problems(source, kinds)
    if problems:
        raise AtlasError("\n".join(problems))
    return HexMap(kinds, terrains, dict(corrections.countries), places, sides, rivers)


def _terrain(source: Source, label: str, kind: str, draft: HexDraft) -> str:
    if kind in ("sea", "void"):
        return kind
    drafted = "clear" if draft.terrain == "sea" else draft.terrain
    return source.corrections.terrains.get(label, drafted)


def _places_by_hex(source: Source, warp: Warp) -> dict[str, Place]:
    found: dict[str, Place] = {}
    for place in source.places:
        label = place.pinned or source.grid.label_at(*warp.point(place.lon, place.lat))
        if label is None:
            raise AtlasError(f"{place.name} lies off the map.")
        if label in found:
            both = f"{found[label].name} and {place.name}"
            raise AtlasError(f"{both} lie in hex {label}; a hex has one place.")
        found[label] = place
    return found


def _sides(source: Source, earth: Earth, kinds: dict[str, str]) -> dict[Pair, str]:
    """All-sea and all-land sides; a straits hex has neither, for armies and fleets both pass through it."""
    drafted = draft_sides(source.grid, earth, kinds, source.limits)
    straits = source.corrections.straits
    sides = {pair: kind for pair, kind in drafted.items() if not straits.keys() & set(pair)}
    sides.update(source.corrections.sides)
    return {pair: kind for pair, kind in sorted(sides.items()) if kind != "open"}


def _river(source: Source, chain: list[Pair]) -> list[Pair]:
    return [pair for pair in chain if pair not in source.corrections.rivers_not]


def _country_problems(source: Source, kinds: dict[str, str]) -> list[str]:
    countries = source.corrections.countries
    if not countries:
        return []
    bare = sorted(label for label, kind in kinds.items() if kind in DRY and label not in countries)
    wet = sorted(label for label in countries if kinds[label] not in DRY)
    problems = [f"These hexes are dry but belong to no country: {' '.join(bare)}."] if bare else []
    return [
        *problems,
        *([f"These hexes are not dry but belong to a country: {' '.join(wet)}."] if wet else []),
    ]


def _port_problems(places: dict[str, Place], kinds: dict[str, str]) -> list[str]:
    ports = [(label, one) for label, one in sorted(places.items()) if one.port]
    inland = [f"{one.name} ({label})" for label, one in ports if kinds[label] != "coast"]
    return [f"These ports do not lie in a coastal hex: {', '.join(inland)}."] if inland else []


def _side_problems(source: Source, kinds: dict[str, str]) -> list[str]:
    """Corrections of sides that say nothing, because a side is not between two coastal hexes that touch."""
    grid, problems = source.grid, []
    for pair in sorted(source.corrections.sides):
        if grid.distance(*pair) != 1:
            problems.append(f"The hexes {pair[0]} and {pair[1]} do not touch.")
        elif kinds[pair[0]] != "coast" or kinds[pair[1]] != "coast":
            problems.append(f"The side {pair[0]}/{pair[1]} is not between two coastal hexes.")
    return problems
