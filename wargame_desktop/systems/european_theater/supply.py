"""Supply lines (11): any length, over land and sea, changing only in friendly ports."""

from __future__ import annotations

from wargame_desktop.board.supply import Change, Stage, SupplyMap, SupplyPolicy, supply_map
from wargame_desktop.board.trace import find_cut
from wargame_desktop.core.draft import Draft
from wargame_desktop.core.sequence import Phase
from wargame_desktop.core.state import Piece
from wargame_desktop.systems.base import Supply

from .facts import Facts
from .model import ALLIES, ATLANTIC, ATLANTIC_LAND, AXIS, SEA_BOXES, other
from .situation import Situation
from .steps import eliminate

US_SOURCES = ("london", "paris", "algiers", "rome")
"""A line is never traced to the United States themselves (11.2.3)."""
LAND, SEA = "land", "sea"


def sources(sit: Situation, power: str) -> list[str]:
    """The friendly-controlled capitals at home that a power's units draw from (11)."""
    side = sit.state.side_of(power)
    if power == "us":
        hexes = [sit.facts.place(name) for name in US_SOURCES]
    else:
        hexes = list(sit.facts.capitals.get(power, ()))
    return [space for space in hexes if sit.controls(side, space)]


def policy(sit: Situation, side: str, starts: str) -> SupplyPolicy:
    """What a side's lines may enter (11.2.1, 11.2.2)."""
    facts, foe = sit.facts, other(side)
    zone = sit.land_zone(foe)
    land_blocked = frozenset(
        space
        for space in facts.ground
        if (space in zone and not sit.land_at(space, side)) or sit.land_at(space, foe)
    )
    fleets = sit.fleet_zone(foe)
    sea_blocked = frozenset(
        space for space in fleets.spaces if space in facts.water and not sit.fleets_at(space, side)
    )
    boxes = SEA_BOXES if side == ALLIES else (ATLANTIC,)
    water = frozenset(space for space in facts.water if space in facts.hexes or space in boxes)
    ports = frozenset(space for space in facts.ports if sit.is_friendly_port(side, space))
    return SupplyPolicy(
        stages=(
            Stage(LAND, facts.land_net, only=facts.ground - sit.neutral_ground, blocked=land_blocked),
            Stage(SEA, facts.shipping_net, only=water, blocked=sea_blocked),
        ),
        changes=(Change(LAND, SEA, ports), Change(SEA, LAND, ports)),
        starts=(starts,),
    )


class Lines:
    """The supply of every power in one state, worked out as it is asked for."""

    def __init__(self, sit: Situation) -> None:
        self.sit = sit
        self._policies: dict[tuple[str, str], SupplyPolicy] = {}
        self._maps: dict[tuple[str, str], SupplyMap] = {}

    def map(self, power: str, starts: str = LAND) -> SupplyMap:
        """Where units of a power would be in supply; fleets start at sea."""
        key = (power, starts)
        if key not in self._maps:
            side = self.sit.state.side_of(power)
            if (side, starts) not in self._policies:
                self._policies[side, starts] = policy(self.sit, side, starts)
            self._maps[key] = supply_map(self._policies[side, starts], sources(self.sit, power))
        return self._maps[key]

    def reaches(self, power: str, space: str) -> bool:
        """Whether a line runs from a hex to a capital of a power."""
        return space in self.sit.facts.ground and self.map(power).is_supplied(space)

    def reaches_any(self, side: str, space: str) -> bool:
        """Whether a line runs from a hex to any friendly-controlled capital."""
        powers = [power for power, own in self.sit.state.powers.items() if own == side]
        return any(self.reaches(power, space) for power in powers)

    def is_supplied(self, piece: Piece) -> bool:
        """Whether a unit is in supply where it stands; forts always are."""
        sit = self.sit
        unit = sit.unit(piece)
        space = sit.ground_of(piece)
        if unit.is_fort or space == ATLANTIC_LAND:
            return True
        if space in SEA_BOXES:
            return sit.side(piece) == ALLIES or (
                unit.arm == "submarine" and any(sit.is_friendly_port(AXIS, port) for port in sit.facts.ports)
            )
        if space not in sit.facts.hexes:
            return True
        starts = SEA if unit.is_fleet or piece.space != space else LAND
        return self.map(piece.power, starts).is_supplied(space)

    def report(self, piece: Piece) -> Supply:
        """A unit's supply with its line, or what cuts it."""
        supplied = self.is_supplied(piece)
        space = self.sit.ground_of(piece)
        if space not in self.sit.facts.hexes or self.sit.unit(piece).is_fort:
            return Supply(piece.id, supplied, rule="11")
        starts = SEA if self.sit.unit(piece).is_fleet or piece.space != space else LAND
        found = self.map(piece.power, starts)
        line = found.line(space)
        if line is not None:
            return Supply(piece.id, True, tuple(dict.fromkeys(place for place, _ in line)), rule="11")
        cut = find_cut(found, space)
        sentence = "No line of supply reaches a friendly capital of its own country."
        return Supply(piece.id, supplied, (), () if cut is None else cut.freed, sentence, "11")


class SupplyPhase(Phase):
    """Air units and fleets without a line are reduced, reduced ones eliminated (4.2.F)."""

    name = "supply"
    title = "Supply"
    rule = "11"

    def __init__(self, facts: Facts) -> None:
        self.facts = facts

    def advance(self, draft: Draft) -> None:
        """Check all of them at once, then apply."""
        draft.pop()
        sit = Situation(self.facts, draft.state)
        lines = Lines(sit)
        starved = [
            piece
            for piece in sit.state.pieces.values()
            if piece.kind in self.facts.kinds
            and sit.side(piece) in (AXIS, ALLIES)
            and not sit.unit(piece).is_land
            and (sit.ground_of(piece) in self.facts.hexes or sit.ground_of(piece) in SEA_BOXES)
            and not lines.is_supplied(piece)
        ]
        for piece in starved:
            if sit.steps(piece) > 1:
                draft.change(piece.id, face="back")
                draft.emit("starved", pieces=(piece.id,))
            else:
                eliminate(draft, self.facts, (piece.id,))
