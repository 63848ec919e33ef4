"""The opponent's ships in the noncombat move: transports carry reinforcements, warships stay with them."""

from __future__ import annotations

from functools import cached_property

from wargame_desktop.core.action import Action
from wargame_desktop.core.state import Piece

from .bot_front import Front
from .bot_view import NOWHERE, View, counts_of
from .model import (
    ARTILLERY,
    BATTLESHIP,
    CARRIER,
    DESTROYER,
    DONE,
    INFANTRY,
    LAND,
    OFFLOADED,
    SUBMARINE,
    TANK,
    TRANSPORT,
    Load,
    Move,
    Offload,
)
from .situation import moved

NEARER = 0.8
"""How much nearer to the enemy a voyage must bring troops."""
FAR_INLAND = 6.0
"""Shores farther than this from the enemy's cities are no place to land reinforcements."""
ESCORTS = (DESTROYER, BATTLESHIP, CARRIER, SUBMARINE)


class Fleet:
    """Where the ships of a power go; the front says where troops are needed."""

    def __init__(self, view: View, front: Front) -> None:
        self.view, self.front = view, front
        self.sit, self.facts = view.sit, view.facts
        self.ships: dict[str, list[str]] = {}
        for zone in self.facts.zones:
            self.ships[zone] = [view.kind(p) for p in view.at(zone, (*ESCORTS, TRANSPORT, "fighter"))]
        self.orders: list[Action] = []
        self._companies: dict[str, list[str]] = {}

    def ferry(self) -> None:
        """Each transport brings troops nearer to the enemy, or goes where troops wait."""
        for ship in self.sit.own_pieces():
            if self.view.kind(ship) != TRANSPORT or not self.facts.is_sea(ship.space):
                continue
            if ship.mark(DONE) or moved(ship) or ship.mark(OFFLOADED) or ship.power != self.view.power:
                continue
            if ship.space in self.view.hostile_zones:
                continue
            if not (self._deliver(ship) or self._carry(ship)):
                self._return(ship)

    # Delivering in this turn

    def _deliver(self, ship: Piece) -> bool:
        best: tuple[float, str] | None = None
        for pick, to_pick in self.view.seaways(ship.space, 2).items():
            units = self._load_at(ship, pick)
            if not units:
                continue
            for zone, way in self.view.seaways(pick, 2 - len(to_pick)).items():
                for shore in self.facts.coasts(zone):
                    rate = self._rate_shore(units, shore, zone, ship)
                    if rate is not None and (best is None or (rate, shore) > best):
                        best = (rate, shore)
                        plan = (pick, to_pick, way, units)
        if best is None:
            return False
        pick, to_pick, way, units = plan
        self._sail(ship, to_pick)
        self._take_aboard(ship, units)
        self._sail(ship, way)
        self.orders.append(Offload(tuple(p.id for p in units), best[1]))
        self.front.stand.setdefault(best[1], []).extend(self.view.kind(p) for p in units)
        self._moved(ship, (*to_pick, *way))
        return True

    def _rate_shore(self, units: list[Piece], shore: str, zone: str, ship: Piece) -> float | None:
        """How much better the troops would be there; None when it is not worth while."""
        if not self.sit.is_friendly_land(shore):
            return None
        front = self.view.front
        origins = [p.space for p in units if self.facts.is_land(p.space)]
        before = min((front[space] for space in origins), default=FAR_INLAND + 1.0)
        gain = min(before, FAR_INLAND + 1.0) - front[shore]
        if gain < NEARER or shore in origins:
            return None
        if not self.front.is_safe(shore, units) or not self._is_calm(zone, ship):
            return None
        return gain - 0.1 * self._fear(zone, ship)

    def _load_at(self, ship: Piece, pick: str) -> list[Piece]:
        """The cargo, and what fits besides from the shores of a zone."""
        aboard = [p for p in self.sit.cargo(ship) if self.sit.is_own(p)]
        kinds = [self.view.kind(p) for p in aboard]
        shore = [p for p in self.front.free.values() if pick in self.facts.coasts(p.space)]
        shore.sort(key=lambda p: (-self.view.goal[p.space], p.id))
        room = 2 - len(aboard)
        fits_heavy = room > 0 and all(kind == INFANTRY for kind in kinds)
        heavy = [p for p in shore if self.view.kind(p) in (TANK, ARTILLERY)][: 1 if fits_heavy else 0]
        foot = [p for p in shore if self.view.kind(p) == INFANTRY][: room - len(heavy)]
        return aboard + heavy + foot

    def _take_aboard(self, ship: Piece, units: list[Piece]) -> None:
        for unit in units:
            if unit.id in self.front.free:
                self.orders.append(Load((unit.id,), ship.id))
                del self.front.free[unit.id]

    def _sail(self, ship: Piece, way: tuple[str, ...]) -> None:
        if way:
            self.orders.append(Move((ship.id,), way))

    def _moved(self, ship: Piece, way: tuple[str, ...]) -> None:
        if way:
            self.ships[ship.space].remove(self.view.kind(ship))
            self.ships[way[-1]].append(self.view.kind(ship))

    # Longer voyages

    def _carry(self, ship: Piece) -> bool:
        """Troops that cannot be landed in this turn are brought nearer, if the way is safe."""
        best: tuple[float, str] | None = None
        plan: tuple[tuple[str, ...], tuple[str, ...], list[Piece]] = ((), (), [])
        for pick, to_pick in self.view.seaways(ship.space, 2).items():
            units = self._load_at(ship, pick)
            if not units:
                continue
            from_land = [self.view.goal[p.space] for p in units if self.facts.is_land(p.space)]
            for zone, way in self.view.seaways(pick, 2 - len(to_pick)).items():
                rate = -self._sea_goal.get(zone, NOWHERE)
                if from_land and min(from_land) + rate < NEARER:
                    continue
                if self._is_calm(zone, ship) and (best is None or (rate, zone) > best):
                    best, plan = (rate, zone), (to_pick, way, units)
        if best is None:
            return False
        to_pick, way, units = plan
        self._sail(ship, to_pick)
        self._take_aboard(ship, units)
        self._sail(ship, way)
        self._moved(ship, (*to_pick, *way))
        return True

    @cached_property
    def _sea_goal(self) -> dict[str, float]:
        """How far each zone is from shores that bring troops to the enemy."""
        found: dict[str, float] = {}
        for zone in self.facts.zones:
            shores = [self.view.front[t] for t in self.facts.coasts(zone)]
            found[zone] = min(shores, default=float(NOWHERE)) + 0.7
        for _ in range(12):
            for zone, near in self.view.seas(self.view.power).items():
                found[zone] = min(found[zone], *(found[one] + 0.6 for one in near), float(NOWHERE))
        return found

    def _return(self, ship: Piece) -> None:
        """An empty transport goes where troops wait or are built."""
        ports = [zone for t in self._ports() for zone in self.facts.coasts(t)]
        far = self.view.sea_distances(sorted(set(ports)))
        ways = self.view.seaways(ship.space, 2)
        calm = [zone for zone in ways if self._is_calm(zone, ship)] or list(ways)
        best = min(
            calm, key=lambda zone: (far.get(zone, NOWHERE), self._fear(zone, ship), len(ways[zone]), zone)
        )
        self._sail(ship, ways[best])
        self._moved(ship, ways[best])

    def _ports(self) -> list[str]:
        """Own territories from which troops go on by sea."""
        goal, found = self.view.goal, []
        for space in self.facts.territories:
            if self.sit.holder(space) != self.view.power or not self.facts.coasts(space):
                continue
            by_land = min((goal[one] + 1 for one in self.view.land[space]), default=float(NOWHERE))
            builds = self.sit.complex_at(space) is not None
            if goal[space] < by_land - 0.1 and (builds or len(self.view.own(space, LAND)) > 1):
                found.append(space)
        return found

    # Safety

    def _fear(self, zone: str, ship: Piece) -> float:
        """What the enemy would gain by attacking the ships in a zone, with all that can go there together."""
        there = list(self.ships[zone])
        if ship.space != zone:
            there.append(self.view.kind(ship))
        together = self._company(zone)
        fleet = counts_of(together if len(together) > len(there) else there)
        return max(0.0, self.view.danger(zone, fleet).gain)

    def _company(self, zone: str) -> list[str]:
        """Every ship of ours that is or could be in a zone at the end of this move."""
        if zone not in self._companies:
            found = [self.view.kind(p) for p in self.view.at(zone, (*ESCORTS, TRANSPORT, "fighter"))]
            for near in self.view.seaways(zone, 2):
                ready = self.view.own(near, (*ESCORTS, TRANSPORT)) if near != zone else []
                found += [self.view.kind(p) for p in ready if not p.mark(DONE) and not moved(p)]
            self._companies[zone] = found
        return self._companies[zone]

    def _is_calm(self, zone: str, ship: Piece) -> bool:
        return self._fear(zone, ship) <= 3.0

    # Warships

    def escort(self) -> None:
        """Warships go where transports are, all that can reach the same zone together; else to safety."""
        ready = [
            p
            for p in self.sit.own_pieces()
            if self.view.kind(p) in ESCORTS
            and self.facts.is_sea(p.space)
            and not p.mark(DONE)
            and not moved(p)
        ]
        ready = [p for p in ready if p.space not in self.view.hostile_zones and not self._is_awaited(p)]
        meeting = {p.id: self._meeting(p) for p in ready}
        for ship in ready:
            ways = self.view.seaways(ship.space, self.sit.range_left(ship))
            goal = meeting[ship.id]
            far = self.view.sea_distances([goal]) if goal else {}
            friends = {zone: [self.view.kind(p) for p in ready if meeting[p.id] == zone] for zone in ways}
            best = min(
                ways,
                key=lambda zone: (
                    self._unsafe(zone, ship, friends[zone]), far.get(zone, NOWHERE), len(ways[zone]), zone,
                ),
            )  # fmt: skip
            self._sail(ship, ways[best])
            self._moved(ship, ways[best])

    def _is_awaited(self, ship: Piece) -> bool:
        """A carrier on which fighters are to land."""
        return self.view.kind(ship) == CARRIER and ship.space in self.front.decks

    def _unsafe(self, zone: str, ship: Piece, friends: list[str]) -> int:
        there = self.ships[zone] if len(self.ships[zone]) > len(friends) else friends
        extra = [] if ship.space == zone else [self.view.kind(ship)]
        worst = self.view.danger(zone, counts_of([*there, *extra]))
        return round(max(0.0, worst.gain) / 6.0)

    def _meeting(self, ship: Piece) -> str:
        """The zone with most transports in reach, weighed by how far it is."""
        far = self.view.sea_distances([ship.space])
        own = [p for p in self.sit.own_pieces() if self.view.kind(p) == TRANSPORT]
        zones: dict[str, int] = {}
        for zone, kinds in self.ships.items():
            mine = kinds.count(TRANSPORT)
            if mine and own and far.get(zone, NOWHERE) <= 6:
                zones[zone] = mine
        return max(zones, key=lambda zone: (zones[zone] - far[zone], zone)) if zones else ""
