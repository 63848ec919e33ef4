"""Where air units can come down: friendly land, or carriers that can be there in time (Air Units; Fighters).

No air unit may be sent where it cannot come back from, and a carrier that has to pick up a fighter must not
go elsewhere. Both follow from one question: can all air units aloft still be landed?
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from wargame_desktop.core.state import Piece

from .model import AIR, CARRIER, DONE, FIGHTER, FOUGHT, KAMIKAZE
from .sea_moves import carrier_zones
from .situation import Situation, moved, phase_name


@dataclass(frozen=True, slots=True)
class Plan:
    """Which fighter is picked up by which carrier where, and who cannot be landed at all."""

    pickups: tuple[tuple[str, str, str], ...]
    stranded: tuple[str, ...]


def aloft(sit: Situation) -> list[Piece]:
    """Own air units that still have to land."""
    found = []
    for piece in sit.own_pieces():
        if sit.type(piece) not in AIR or piece.mark(KAMIKAZE):
            continue
        place = piece.space
        if sit.facts.is_sea(place) or (sit.facts.is_land(place) and not sit.is_friendly_since_start(place)):
            found.append(piece)
    return found


def can_reach_land(sit: Situation, piece: Piece, place: str, left: int) -> bool:
    """Whether a territory to land in lies within range."""
    return any(
        sit.is_friendly_since_start(space) and _within(sit, piece, place, space, left)
        for space in sit.facts.territories
    )


def _within(sit: Situation, piece: Piece, place: str, space: str, left: int) -> bool:
    distance = sit.flight(piece.power, place, space)
    return distance is not None and distance <= left


def landing_zones(sit: Situation, piece: Piece, place: str, left: int) -> frozenset[str]:
    """Sea zones a fighter can fly to."""
    if sit.type(piece) != FIGHTER:
        return frozenset()
    return frozenset(zone for zone in sit.facts.zones if _within(sit, piece, place, zone, left))


def plan(sit: Situation) -> Plan:
    """The best plan for all air units aloft."""
    needy: dict[str, frozenset[str]] = {}
    for piece in aloft(sit):
        left = max(0, sit.range_left(piece))
        if not can_reach_land(sit, piece, piece.space, left):
            needy[piece.id] = landing_zones(sit, piece, piece.space, left)
    if not needy:
        return Plan((), ())
    decks = [(ship, deck_zones(sit, ship), sit.fighter_room(ship)) for ship in _carriers(sit)]
    places = frozenset(sit.state.piece(key).space for key in needy)
    found = _Assignment(needy, [deck for deck in decks if deck[2] > 0], places).best()
    stranded = tuple(sorted(key for key in needy if key not in found))
    return Plan(tuple((key, *found[key]) for key in sorted(found)), stranded)


def _carriers(sit: Situation) -> list[Piece]:
    pieces = sit.state.pieces.values()
    found = [piece for piece in pieces if sit.type(piece) == CARRIER and not sit.is_enemy(piece)]
    return sorted((piece for piece in found if sit.facts.is_sea(piece.space)), key=lambda piece: piece.id)


def deck_zones(sit: Situation, ship: Piece) -> frozenset[str]:
    """The sea zones in which a carrier can be when the noncombat move ends."""
    in_noncombat = phase_name(sit.state) == "noncombat"
    is_fixed = bool(ship.mark(DONE) or ship.mark(FOUGHT)) or (moved(ship) > 0 and not in_noncombat)
    # Carriers led in a Joint Strike stay where the combat move left them.
    if ship.power != sit.power or is_fixed or sit.is_hostile_zone(ship.space):
        return frozenset((ship.space,))
    return frozenset((ship.space, *carrier_zones(sit, ship, expect_victory=not in_noncombat)))


def why_stranded(sit: Situation, piece: Piece) -> str:
    """Why an air unit has nowhere to land: the nearest land, and what is the matter with each carrier."""
    place, left = sit.place(piece), max(0, sit.range_left(piece))
    lands = [space for space in sit.facts.territories if sit.is_friendly_since_start(space)]
    away = sorted((d, sit.facts.name(to)) for to in lands if (d := sit.flight(piece.power, place, to)))
    reasons = [f"{away[0][1]}, the nearest friendly territory, is {_spaces(away[0][0])} away"] if away else []
    if sit.type(piece) != FIGHTER:
        return " and ".join(reasons) or "there is no friendly territory"
    zones = landing_zones(sit, piece, place, left)
    decks = [(ship, deck_zones(sit, ship)) for ship in _carriers(sit)]
    full = [ship.id for ship, reach in decks if reach & zones]
    gone = [ship for ship, reach in decks if not reach & zones and moved(ship)]
    if full:
        reasons.append(f"{' and '.join(full)} can take two fighters and has no room left")
    elif len(gone) == 1 and len(decks) == 1:
        reasons.append(f"the only carrier, {gone[0].id}, moved to {sit.facts.name(gone[0].space)}")
    elif gone:
        reasons.append(f"{', '.join(ship.id for ship in gone)} moved away")
    else:
        reasons.append("no carrier of your side can come within range")
    return " and ".join(reasons)


def _spaces(count: int) -> str:
    return "1 space" if count == 1 else f"{count} spaces"


class _Assignment:
    """As many fighters as possible to carriers of two, each carrier in one sea zone."""

    def __init__(
        self,
        needy: dict[str, frozenset[str]],
        decks: Iterable[tuple[Piece, frozenset[str], int]],
        places: frozenset[str],
    ) -> None:
        self.needy, self.places = needy, places
        self.order = sorted(needy, key=lambda key: (len(needy[key]), key))
        self.decks = {ship.id: (self._useful(zones), room) for ship, zones, room in decks}

    def _useful(self, zones: frozenset[str]) -> list[str]:
        """One sea zone for each set of fighters that can reach it, those with most fighters first."""
        seen: dict[tuple[str, ...], str] = {}
        for zone in sorted(zones, key=lambda zone: (zone not in self.places, zone)):
            reach = tuple(key for key in self.order if zone in self.needy[key])
            if reach:
                seen.setdefault(reach, zone)
        return [seen[reach] for reach in sorted(seen, key=lambda reach: (-len(reach), reach))]

    def best(self) -> dict[str, tuple[str, str]]:
        """Fighter to carrier and zone, for the largest number of fighters."""
        self.found: dict[str, tuple[str, str]] = {}
        self._search(0, {}, {})
        return self.found

    def _search(self, at: int, chosen: dict[str, tuple[str, str]], fixed: dict[str, tuple[str, int]]) -> bool:
        if len(chosen) > len(self.found):
            self.found = dict(chosen)
        if len(self.found) == len(self.order):
            return True
        if at == len(self.order) or len(chosen) + len(self.order) - at <= len(self.found):
            return False
        key = self.order[at]
        for ship, (zones, room) in self.decks.items():
            options = [fixed[ship][0]] if ship in fixed else zones
            used = fixed[ship][1] if ship in fixed else 0
            for zone in options:
                if used < room and zone in self.needy[key]:
                    step = {**fixed, ship: (zone, used + 1)}
                    if self._search(at + 1, {**chosen, key: (ship, zone)}, step):
                        return True
        return self._search(at + 1, chosen, fixed)
