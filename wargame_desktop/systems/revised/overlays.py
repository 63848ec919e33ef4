"""Overlays of this war: how far a unit gets and where it can land, canals, complexes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from wargame_desktop.core import engine
from wargame_desktop.core.state import Piece, State
from wargame_desktop.systems.tables import BAD, GOOD, LANDING, REACH, SECOND_REACH, Area, OverlayKind

from . import landing
from .mobilize import capacity_left
from .model import AIR, CARRIER, FIGHTER
from .situation import Situation

if TYPE_CHECKING:
    from .system import Revised

KINDS = (
    OverlayKind("reach", "Reach and landing places of the chosen unit", of_piece=True),
    OverlayKind("complexes", "Industrial complexes"),
    OverlayKind("canals", "Canals"),
)


def overlay(game: Revised, state: State, name: str, piece: str | None) -> Sequence[Area]:
    """One of the overlays."""
    sit = Situation(game.facts, state)
    if name == "canals":
        return _canals(game, sit)
    if name == "complexes":
        return _complexes(sit)
    known = state.pieces.get(piece) if piece is not None else None
    return [] if known is None else _reach(game, sit, known)


def _canals(game: Revised, sit: Situation) -> list[Area]:
    found = []
    for name, gates in sit.facts.canals.items():
        open_ = sit.canal_open(gates)
        who = game.power_name(sit.power)
        title = f"{name}: open to {who}" if open_ else f"{name}: closed to {who}, both banks needed"
        zones = sorted(
            {end for link in sit.facts.board.links if link.gates == gates for end in (link.a, link.b)}
        )
        found.append(Area(title, GOOD if open_ else BAD, (*gates, *zones)))
    return found


def _complexes(sit: Situation) -> list[Area]:
    """Those that can place units now, with how many; and all the others."""
    with_one = [space for space in sit.facts.territories if sit.complex_at(space) is not None]
    able = {space: capacity_left(sit, space) for space in with_one}
    ready = {space: str(left) for space, left in able.items() if left > 0}
    others = {space: str(sit.facts.income[space]) for space in with_one if space not in ready}
    return [
        Area("Complex of the power to move, units it can still place", GOOD, tuple(ready), ready),
        Area("Other complex, units it can place in a turn", LANDING, tuple(others), others),
    ]


def _reach(game: Revised, sit: Situation, piece: Piece) -> list[Area]:
    """Where it may be dropped now; for an air unit its range, and where it could come down."""
    targets = engine.targets(game, sit.state, (piece.id,))
    found = []
    if targets:
        title = "Where it may go now"
        found.append(Area(title, REACH, tuple(targets), {key: one.cost for key, one in targets.items()}))
    if sit.type(piece) in AIR and sit.facts.is_open(sit.place(piece)):
        found += _flight(game, sit, piece, frozenset(targets))
    return found


def _flight(game: Revised, sit: Situation, piece: Piece, lit: frozenset[str]) -> list[Area]:
    place, left = sit.place(piece), max(0, sit.range_left(piece))
    spaces = (*sit.facts.territories, *sit.facts.zones)
    flown = {space: sit.flight(piece.power, place, space) for space in spaces}
    within = {space: way for space, way in flown.items() if way is not None and 0 < way <= left}
    own = Situation(game.facts, sit.state, piece.power)
    land = [s for s in within if sit.facts.is_land(s) and own.is_friendly_since_start(s)]
    decks = _decks(own, piece, within)
    rest = tuple(space for space in within if space not in lit)
    found = []
    if rest:
        labels = {space: str(within[space]) for space in rest}
        found.append(Area(f"Within its range of {left}", SECOND_REACH, rest, labels))
    if land or decks:
        found.append(
            Area("Where it could land: friendly land, or a carrier in time", LANDING, (*land, *decks))
        )
    return found


def _decks(sit: Situation, piece: Piece, within: dict[str, int]) -> list[str]:
    """Sea zones where a friendly carrier with room is, or can be when the turn ends."""
    if sit.type(piece) != FIGHTER:
        return []
    found: set[str] = set()
    for ship in sit.state.pieces.values():
        friendly = sit.type(ship) == CARRIER and not sit.is_enemy(ship) and sit.facts.is_sea(ship.space)
        if friendly and sit.fighter_room(ship) > 0:
            found |= landing.deck_zones(sit, ship)
    return sorted(zone for zone in found if zone in within)
