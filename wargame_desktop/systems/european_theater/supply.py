"""Supply lines (11): any length, over land and sea, changing only in friendly ports."""

from __future__ import annotations

from wargame_desktop.board.supply import Change, Stage, SupplyMap, SupplyPolicy, supply_map
from wargame_desktop.board.trace import find_cut
from wargame_desktop.core.draft import Draft
from wargame_desktop.core.sequence import Phase
from wargame_desktop.core.state import Piece
from wargame_desktop.systems.base import Supply

from .facts import STRAITS, Facts
from .model import ALLIES, ATLANTIC, ATLANTIC_LAND, AXIS, DROPPED, SEA_BOXES, other
from .options import SURRENDERED
from .situation import Situation
from .steps import eliminate

US_SOURCES = ("london", "paris", "algiers", "rome")
"""A line is never traced to the United States themselves (11.2.3)."""
FRENCH_SOURCES = ("paris", "toulon", "algiers")
"""What is left of France draws from the seats of its government (12.2)."""
LAND, SEA = "land", "sea"


def sources(sit: Situation, power: str) -> list[str]:
    """The friendly-controlled capitals at home that a power's units draw from (11)."""
    if power == "us":
        hexes = [sit.facts.place(name) for name in US_SOURCES]
    elif power == "fr" and sit.text("vichy"):
        hexes = [sit.facts.place(name) for name in FRENCH_SOURCES]
    else:
        hexes = list(sit.facts.capitals.get(power, ()))
    if power == "it" and sit.flag(SURRENDERED):
        hexes += sit.facts.capitals["ge"]  # what fights on fights with the Germans (optional: Italy)
    return [space for space in hexes if sit.is_own(power, space)]


def policy(sit: Situation, power: str, *starts: str) -> SupplyPolicy:
    """What a power's lines may enter (11.2.1, 11.2.2); those of a neutral keep to its own country.

    A line that comes to a port may change there only if no zone closes the port on land or at sea; one that
    begins in a port leaves it either way, so whoever asks for a port asks for both starts.
    """
    facts, side = sit.facts, sit.state.side_of(power)
    foe = other(side)
    zone = sit.land_zone(foe)
    land_blocked = frozenset(
        space
        for space in facts.ground
        if (space in zone and not sit.land_at(space, side)) or sit.land_at(space, foe)
    )
    fleets = sit.fleet_zone(foe)
    sea_blocked = frozenset(
        space for space in fleets.spaces if space in facts.water and not sit.fleets_at(space, side)
    ) | frozenset(space for space in STRAITS if sit.land_at(space, foe))
    boxes = SEA_BOXES if side == ALLIES else (ATLANTIC,)
    water = frozenset(space for space in facts.water if space in facts.hexes or space in boxes)
    ports = frozenset(space for space in facts.ports if sit.is_own(power, space))
    doors = ports - land_blocked - sea_blocked
    own = frozenset() if sit.is_at_war(power) else frozenset(s for s in facts.ground if sit.is_own(power, s))
    shut = sit.neutral_ground
    if side == ALLIES and sit.flag("us_entered"):  # they may be in neutral Vichy then (12.2.2)
        shut = frozenset(space for space in shut if not sit.is_vichy(space))
    return SupplyPolicy(
        stages=(
            Stage(LAND, facts.land_net, only=facts.ground - shut | own, blocked=land_blocked),
            Stage(SEA, facts.shipping_net, only=water, blocked=sea_blocked, ends=False),
        ),
        changes=(Change(LAND, SEA, doors), Change(SEA, LAND, doors)),
        starts=starts,
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
            # Powers of a side that are at war share what their lines may enter.
            shared = self.sit.state.side_of(power) if self.sit.is_at_war(power) else power
            if (shared, starts) not in self._policies:
                self._policies[shared, starts] = policy(self.sit, power, starts)
            self._maps[key] = supply_map(self._policies[shared, starts], sources(self.sit, power))
        return self._maps[key]

    def reaches(self, power: str, space: str) -> bool:
        """Whether a line runs from a hex to a capital of a power."""
        return space in self.sit.facts.ground and self._found(power, space, LAND).is_supplied(space)

    def _found(self, power: str, space: str, starts: str) -> SupplyMap:
        """The map to ask for a hex: in a port of its own a line begins on land or at sea (11.2.2)."""
        found = self.map(power, starts)
        in_port = self.sit.facts.has(space, "port") and self.sit.is_own(power, space)
        if found.is_supplied(space) or not in_port:
            return found
        other_way = self.map(power, SEA if starts == LAND else LAND)
        return other_way if other_way.is_supplied(space) else found

    def reaches_city(self, side: str, port: str) -> bool:
        """Whether a line runs from a port to a friendly production city (7.3.2)."""
        sit = self.sit
        cities = [city for city in sit.facts.production_cities if sit.controls(side, city)]
        if not cities:
            return False
        power = self._at_war(side)[0]
        key = (f"{side} cities", LAND)
        if key not in self._maps:
            self._maps[key] = supply_map(policy(sit, power, LAND, SEA), cities)
        return self._maps[key].is_supplied(port)

    def _at_war(self, side: str) -> list[str]:
        return [p for p, own in self.sit.state.powers.items() if own == side and self.sit.is_at_war(p)]

    def reaches_any(self, side: str, space: str) -> bool:
        """Whether a line runs from a hex to any friendly-controlled capital (7.2.5)."""
        return any(self.reaches(power, space) for power in self._at_war(side))

    def is_linked(self, side: str, capital: str) -> bool:
        """Whether a line runs from a captured capital to another capital of its new owners (5.3.2)."""
        powers = [p for p in self._at_war(side) if capital not in self.sit.facts.capitals.get(p, ())]
        found = [space for power in powers for space in sources(self.sit, power) if space != capital]
        starts = (LAND, SEA) if self.sit.is_friendly_port(side, capital) else (LAND,)
        return bool(found) and supply_map(policy(self.sit, powers[0], *starts), found).is_supplied(capital)

    def is_supplied(self, piece: Piece) -> bool:
        """Whether a unit is in supply where it stands; forts always are."""
        sit = self.sit
        unit = sit.unit(piece)
        space = sit.ground_of(piece)
        if unit.is_fort or space == ATLANTIC_LAND:
            return True
        if space in SEA_BOXES:
            if sit.side(piece) == ALLIES:
                return True
            if unit.arm == "submarine":
                return any(sit.is_friendly_port(AXIS, port) for port in sit.facts.ports)
            return self.map(piece.power, SEA).is_supplied(space)
        if space not in sit.facts.hexes:
            return True
        return self._found(piece.power, space, self._starts(piece)).is_supplied(space)

    def _starts(self, piece: Piece) -> str:
        """Where a line begins: at sea for fleets, what they carry, and what they put ashore to attack."""
        at_sea = self.sit.unit(piece).is_fleet or piece.space != self.sit.ground_of(piece)
        return SEA if at_sea or piece.mark(DROPPED) == "sea" else LAND

    def report(self, piece: Piece) -> Supply:
        """A unit's supply with its line, or what cuts it."""
        supplied = self.is_supplied(piece)
        space = self.sit.ground_of(piece)
        if space not in self.sit.facts.hexes or self.sit.unit(piece).is_fort:
            return Supply(piece.id, supplied, rule="11")
        found = self._found(piece.power, space, self._starts(piece))
        line = found.line(space)
        if line is not None:
            return Supply(piece.id, True, tuple(dict.fromkeys(place for place, _ in line)), rule="11")
        cut = find_cut(found, space)
        goal = "a friendly capital of its own country"
        if piece.power == "us":
            goal = "London, Paris, Algiers or Rome in friendly hands"
        sentence = f"No line of supply reaches {goal}."
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
            if not Situation(self.facts, draft.state).is_in_play(draft.state.piece(piece.id)):
                continue  # it went down with the fleet that carried it
            if sit.steps(piece) > 1:
                draft.change(piece.id, face="back")
                draft.emit("starved", pieces=(piece.id,))
            else:
                eliminate(draft, self.facts, (piece.id,))
