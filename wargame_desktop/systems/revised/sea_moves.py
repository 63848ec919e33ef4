"""How ships move: stopping at enemies, submarines and destroyers, canals (Sea Units; Submarines; Canals)."""

from __future__ import annotations

from wargame_desktop.board.paths import Reach, Route, explain, reach
from wargame_desktop.board.policy import Conditions, MovePolicy
from wargame_desktop.core.refusal import Refusal, refuse
from wargame_desktop.core.state import Piece

from .facts import SAIL
from .model import CARRIER, DESTROYER, DONE, OFFLOADED, SUBMARINE, TRANSPORT
from .situation import Situation, moved


def policy(sit: Situation, ship: Piece, combat: bool, expect_victory: bool = False) -> MovePolicy:
    """What the search must know of one ship."""
    hostile = [zone for zone in sit.facts.zones if sit.is_hostile_zone(zone)]
    if expect_victory:
        # While attacks are being planned, a zone under attack may be counted on to be cleared.
        hostile = [zone for zone in hostile if not _is_attacked(sit, zone)]
    is_sub = sit.type(ship) == SUBMARINE
    stop: list[str] = []
    forbidden: dict[str, str] = {}
    no_end: dict[str, str] = {}
    for zone in hostile:
        if is_sub and not sit.enemy_destroyer(zone):
            if not combat:
                no_end[zone] = "a submarine may not end a noncombat move among enemies"
        elif combat:
            stop.append(zone)
        else:
            forbidden[zone] = "enemy ships are there"
    if sit.type(ship) == DESTROYER:
        stop += [zone for zone in sit.facts.zones if sit.submerged_enemy(zone) and zone not in hostile]
    conditions = Conditions(sit.facts.board, stop=stop, forbidden=forbidden, no_end=no_end)
    closed = tuple(name for name, gates in sit.facts.canals.items() if not sit.canal_open(gates))
    return MovePolicy(sit.facts.costs(SAIL, closed), conditions, max(0, sit.range_left(ship)))


def _is_attacked(sit: Situation, zone: str) -> bool:
    return any(sit.is_own(piece) for piece in sit.state.at(zone))


def carrier_zones(sit: Situation, ship: Piece, expect_victory: bool) -> tuple[str, ...]:
    """Where a carrier could go in the noncombat move."""
    return reach(policy(sit, ship, False, expect_victory), ship.space).destinations


def reach_of(sit: Situation, ship: Piece, combat: bool) -> Reach:
    """Everywhere a ship can go."""
    return reach(policy(sit, ship, combat), ship.space)


def walk(sit: Situation, ship: Piece, path: tuple[str, ...], combat: bool) -> Route:
    """A given path, as far as the ship can follow it."""
    return explain(policy(sit, ship, combat), (ship.space, *path))


def state_refusals(sit: Situation, ship: Piece, combat: bool) -> list[Refusal]:
    """Why a ship may not move at all now."""
    name = f"The {sit.facts.units[sit.type(ship)].name} {ship.id}"
    if ship.mark(OFFLOADED) and not (combat and sit.may_land_again(ship)):
        where = sit.facts.name(str(ship.mark(OFFLOADED)))
        sentence = f"{name} has offloaded in {where} and cannot move again this turn."
        return [refuse("sea.offloaded", sentence, "Transports: Loading and Offloading", pieces=(ship.id,))]
    if not combat and ship.mark(DONE):
        sentence = f"{name} moved or fought in the combat phases and has no noncombat move."
        return [refuse("sea.done", sentence, "Phase 5: Noncombat Move", pieces=(ship.id,))]
    if combat and moved(ship) and sit.is_hostile_zone(ship.space) and not _may_slip(sit, ship):
        sentence = f"{name} has met enemies in {sit.facts.name(ship.space)} and must stop there."
        return [refuse("sea.stopped", sentence, "Sea Units", pieces=(ship.id,), spaces=(ship.space,))]
    return []


def _may_slip(sit: Situation, ship: Piece) -> bool:
    return sit.type(ship) == SUBMARINE and not sit.enemy_destroyer(ship.space)


def end_refusals(sit: Situation, ship: Piece, start: str, end: str) -> list[Refusal]:
    """A warship ends a combat move among enemies, off a hostile coast, or away from enemies it was beside."""
    if sit.type(ship) in (TRANSPORT, CARRIER) or sit.is_hostile_zone(end) or sit.is_carrying_ship(ship):
        return []
    if sit.is_hostile_zone(start) or any(sit.is_hostile_land(space) for space in sit.facts.coasts(end)):
        return []
    sentence = (
        f"{sit.facts.name(end)} holds no enemies and touches no hostile coast: "
        f"the {sit.facts.units[sit.type(ship)].name} {ship.id} may end there only in the noncombat move."
    )
    return [refuse("sea.no_combat", sentence, "Phase 3: Combat Move", pieces=(ship.id,), spaces=(end,))]
