"""Overlays of this war: zones of control of each side, production cities, where a unit could get to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from wargame_desktop.core.sequence import Target
from wargame_desktop.core.state import State
from wargame_desktop.systems.tables import (
    BAD,
    GOOD,
    LANDING,
    REACH,
    SECOND_REACH,
    SECOND_ZONE,
    THIRD_REACH,
    ZONE,
    Area,
    OverlayKind,
)

from .ledgers import why_idle
from .model import ALLIES, AXIS, Airdrop, Move, Rail, Sail
from .production import city_points
from .situation import Situation

if TYPE_CHECKING:
    from .system import EuropeanTheater

KINDS = (
    OverlayKind("land", "Land zones"),
    OverlayKind("naval", "Zones of fleets"),
    OverlayKind("air", "Zones of air units"),
    OverlayKind("cities", "Production cities"),
    OverlayKind("reach", "Reach of the chosen unit", of_piece=True),
)
_STYLES = ((AXIS, ZONE, "Axis"), (ALLIES, SECOND_ZONE, "Allied"))
_WAYS = (
    (Move, REACH, "March or flight"),
    (Sail, REACH, "By sea"),
    (Rail, SECOND_REACH, "By rail"),
    (Airdrop, THIRD_REACH, "Airdrop"),
)


def overlay(system: EuropeanTheater, state: State, name: str, piece: str | None) -> Sequence[Area]:
    """One of the overlays."""
    sit = system.situation(state)
    if name == "cities":
        return _cities(system, state)
    if name == "reach":
        return () if piece is None else _reach(system, state, piece)
    title = {"land": "land zone (5.1.1)", "naval": "zone of fleets (5.1.2)", "air": "air zone (5.1.3)"}[name]
    return [Area(f"{whose} {title}", style, _zone(sit, side, name)) for side, style, whose in _STYLES]


def _zone(sit: Situation, side: str, kind: str) -> tuple[str, ...]:
    if kind == "land":
        return tuple(sit.land_zone(side).spaces)
    if kind == "naval":
        return tuple(sit.fleet_zone(side).spaces)
    covered: set[str] = set()
    for air in sit.air_units(side):
        if sit.is_ready(air):
            covered |= sit.air_zone(air)
    return tuple(sorted(covered))


def _cities(system: EuropeanTheater, state: State) -> list[Area]:
    sit, lines = system.situation(state), system.lines(state)
    counted = city_points(sit, lines)
    idle = tuple(space for space in sit.facts.production_cities if space not in counted)
    reasons = {space: why_idle(system, sit, lines, space) for space in idle}
    labels = {space: power.upper() for space, power in counted.items()}
    bombed = tuple(space for space in idle if reasons[space].startswith("bombed"))
    return [
        Area("City that gives a point, and to whom", GOOD, tuple(counted), labels),
        Area("City bombed this turn", LANDING, bombed),
        Area("City that gives none (reasons in Numbers)", BAD, tuple(s for s in idle if s not in bombed)),
    ]


def _reach(system: EuropeanTheater, state: State, piece: str) -> list[Area]:
    """What the rules of the phase allow the piece, by the way it goes, and the zone of an air unit."""
    sit, known = system.situation(state), state.pieces.get(piece)
    if known is None or known.kind not in sit.facts.kinds:
        return []
    found = []
    seen: set[str] = set()
    for action, style, title in _WAYS:
        targets = _targets(system, state, piece, action)
        spaces = tuple(space for space in targets if space not in seen)
        seen.update(spaces)
        if spaces:
            costs = {space: targets[space].cost for space in spaces if style != SECOND_REACH}
            found.append(Area(title, style, spaces, costs))
    if sit.unit(known).is_air and sit.ground_of(known) in sit.facts.hexes:
        zone = sit.facts.within(sit.ground_of(known), sit.unit(known).range)
        found.append(Area("Its zone: support and interception", SECOND_ZONE, tuple(sorted(zone))))
    return found


def _targets(system: EuropeanTheater, state: State, piece: str, action: type) -> dict[str, Target]:
    for rule in system.phases[state.top.name].rules if state.stack else ():
        if rule.action is action and rule.available(state):
            return dict(rule.targets(state, (piece,)))
    return {}
