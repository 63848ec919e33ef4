"""What the opponent sees of a position: forces, ways, what the enemy can bring, exact odds.

Everything is read from the state alone and worked out when it is first asked for; nothing here decides.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from wargame_desktop.core.state import Piece, State

from .chances import AT_SEA, ON_LAND, TROOPS, VALUES, Answer, Question, Side, cost_of, order_for, solve
from .model import (
    AIR,
    BATTLESHIP,
    CARRIER,
    FIGHTER,
    LAND,
    SEA,
    SUBMARINE,
    SUBMERGED,
    TANK,
    TRANSPORT,
)
from .situation import Situation, names, table
from .victory import CITIES, cities_of

if TYPE_CHECKING:
    from .system import Revised

Counts = tuple[tuple[str, int], ...]
"""Units by kind, in the order of kinds."""
MOST_UNITS = 22
"""Larger forces than this are scaled down for their odds: that is close enough to decide by, and quick."""
DETOUR = 2.5
"""What it costs to sail from another place than the port."""
NOWHERE = 99
"""A distance to what cannot be reached."""


@dataclass(frozen=True, slots=True)
class Odds:
    """What the attacker may expect of a combat, in IPCs and chances; `left` is left after a victory."""

    win: float = 0.0
    capture: float = 0.0
    lost: float = 0.0
    killed: float = 0.0
    left: Counts = ()


NO_HOPE = Odds()


def counts_of(kinds: Iterable[str]) -> Counts:
    """Units counted by kind."""
    found: dict[str, int] = {}
    for kind in kinds:
        found[kind] = found.get(kind, 0) + 1
    return tuple(sorted(found.items()))


def price(units: Counts) -> int:
    """What units cost."""
    return sum(VALUES[kind][2] * count for kind, count in units)


def odds(
    attack: Counts,
    defend: Counts,
    sea: bool = False,
    gun: int = 0,
    bombard: tuple[int, ...] = (),
    tech: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset()),
) -> Odds:
    """The exact chances of a combat fought to the end; huge forces are looked at in proportion."""
    most = max(sum(n for _, n in attack), sum(n for _, n in defend))
    if most <= MOST_UNITS:
        return _odds(attack, defend, sea, gun, bombard, tech)
    scale = most / MOST_UNITS
    small = _odds(_scaled(attack, 1 / scale), _scaled(defend, 1 / scale), sea, gun, bombard, tech)
    left = _scaled(small.left, scale)
    return Odds(small.win, small.capture, small.lost * scale, small.killed * scale, left)


def _scaled(units: Counts, scale: float) -> Counts:
    return tuple((kind, max(1, round(n * scale))) for kind, n in units)


@lru_cache(maxsize=50_000)
def _odds(
    attack: Counts,
    defend: Counts,
    sea: bool,
    gun: int,
    bombard: tuple[int, ...],
    tech: tuple[frozenset[str], frozenset[str]],
) -> Odds:
    kinds = AT_SEA if sea else ON_LAND
    ours, theirs = ({kind: n for kind, n in units if kind in kinds} for units in (attack, defend))
    if not theirs:
        walks = any(kind in TROOPS for kind in ours)
        return Odds(1.0, 1.0 if walks else 0.0, left=attack)
    if not any(VALUES[kind][0] for kind in ours):
        return Odds(lost=float(price(attack)))
    order = order_for(kinds)
    sides = Side(ours, order, tech[0]), Side(theirs, order, tech[1])
    return _summed(order, attack, defend, solve(Question(*sides, sea=sea, gun=gun, bombard=bombard)))


def _summed(order: tuple[str, ...], attack: Counts, defend: Counts, answer: Answer) -> Odds:
    win = capture = left_a = left_d = 0.0
    survivors = [0.0] * len(order)
    for (mine, foes, _), chance in answer.ends.items():
        left_a += chance * cost_of(order, mine)
        left_d += chance * cost_of(order, foes)
        if any(mine) and not any(foes):
            win += chance
            capture += chance * any(n and kind in TROOPS for n, kind in zip(mine, order, strict=True))
            survivors = [total + chance * n for total, n in zip(survivors, mine, strict=True)]
    rounded = [(_name(kind), round(n / win)) for kind, n in zip(order, survivors, strict=True)] if win else []
    left = counts_of(kind for kind, n in rounded for _ in range(n))
    return Odds(win, capture, price(attack) - left_a, price(defend) - left_d, left)


def _name(kind: str) -> str:
    """A damaged battleship is repaired after the combat."""
    return kind if kind in SEA or kind in LAND or kind in AIR else BATTLESHIP


@dataclass(frozen=True, slots=True)
class Danger:
    """The worst attack an enemy power could make on a place: its chance, our loss and his."""

    capture: float = 0.0
    lost: float = 0.0
    cost: float = 0.0

    @property
    def gain(self) -> float:
        """What the enemy would gain in units."""
        return self.lost - self.cost


class View:
    """A position as one power sees it."""

    def __init__(self, game: Revised, state: State, power: str = "") -> None:
        self.game, self.state, self.facts = game, state, game.facts
        self.sit = Situation(game.facts, state, power)
        self.power = self.sit.power
        self.side = self.sit.side(self.power)
        self.enemies = tuple(p for p in self.sit.order() if self.sit.side(p) != self.side)
        self.land = {key: game.facts.land_next(key) for key in game.facts.territories}
        self.pieces: dict[str, list[Piece]] = {}
        for piece in state.pieces.values():
            self.pieces.setdefault(self.sit.place(piece), []).append(piece)
        for there in self.pieces.values():
            there.sort(key=lambda piece: piece.id)
        self.hostile_zones = frozenset(z for z in game.facts.zones if self.sit.is_hostile_zone(z))
        self._seas: dict[str, dict[str, tuple[str, ...]]] = {}
        self._refuge: dict[tuple[str, str], int] = {}
        self._reach: dict[tuple[str, str, frozenset[str]], Counts] = {}

    # Units

    def kind(self, piece: Piece) -> str:
        """What a piece is."""
        return self.sit.type(piece)

    def tech(self, power: str) -> frozenset[str]:
        """The developments of a power."""
        return frozenset(names(table(self.state, "developments").get(power)))

    def at(self, space: str, kinds: tuple[str, ...], ours: bool = True) -> list[Piece]:
        """Units of some kinds in a space, those of our side or of the enemy; cargo counts."""
        found = self.pieces.get(space, ())
        return [
            p
            for p in found
            if (not self.sit.is_enemy(p)) == ours and self.kind(p) in kinds and not p.mark(SUBMERGED)
        ]

    def own(self, space: str, kinds: tuple[str, ...]) -> list[Piece]:
        """The power's own units of some kinds in a space."""
        return [p for p in self.pieces.get(space, ()) if self.sit.is_own(p) and self.kind(p) in kinds]

    def defenders(self, space: str, ours: bool) -> Counts:
        """Who would defend a space."""
        if self.facts.is_sea(space):
            return counts_of(self.kind(p) for p in self.at(space, (*SEA, FIGHTER), ours))
        on_foot = [p for p in self.at(space, (*LAND, *AIR), ours) if p.space == space]
        return counts_of(self.kind(p) for p in on_foot)

    # Ways

    def seas(self, power: str) -> dict[str, tuple[str, ...]]:
        """The sea zones next to each other for a power, canals it may use included."""
        if power not in self._seas:
            own = Situation(self.facts, self.state, power)
            found: dict[str, list[str]] = {zone: [] for zone in self.facts.zones}
            for link in self.facts.board.links:
                if link.kind not in ("sea", "canal") or (link.gates and not own.canal_open(link.gates)):
                    continue
                if link.a in found and link.b in found:
                    found[link.a].append(link.b)
                    found[link.b].append(link.a)
            self._seas[power] = {zone: tuple(sorted(near)) for zone, near in found.items()}
        return self._seas[power]

    def seaways(self, start: str, most: int, fight: bool = False) -> dict[str, tuple[str, ...]]:
        """Where a ship of ours can be after so many zones, and by which way; into enemies only to fight."""
        ways: dict[str, tuple[str, ...]] = {start: ()}
        queue = deque([start])
        while queue:
            here = queue.popleft()
            if len(ways[here]) == most or (here in self.hostile_zones and here != start):
                continue
            for there in self.seas(self.power)[here]:
                if there not in ways and (fight or there not in self.hostile_zones):
                    ways[there] = (*ways[here], there)
                    queue.append(there)
        return ways

    def sea_distances(self, goals: Iterable[str]) -> dict[str, int]:
        """How many zones each sea zone is from the nearest of some."""
        found = dict.fromkeys(goals, 0)
        queue = deque(found)
        while queue:
            here = queue.popleft()
            for there in self.seas(self.power)[here]:
                if there not in found:
                    found[there] = found[here] + 1
                    queue.append(there)
        return found

    def flight(self, a: str, b: str) -> int:
        """Spaces an air unit counts between two places."""
        found = self.facts.distance(a, b)
        return NOWHERE if found is None else found

    def refuge(self, side: str, space: str) -> int:
        """How far the nearest territory of a side is from a space, for air units."""
        key = (side, space)
        if key not in self._refuge:
            lands = (t for t in self.facts.territories if self.sit.side(self.sit.start_holder(t)) == side)
            self._refuge[key] = min((self.flight(space, land) for land in lands), default=NOWHERE)
        return self._refuge[key]

    # What the enemy can bring

    def reach(self, enemy: str, space: str, dead: frozenset[str] = frozenset()) -> Counts:
        """What an enemy power can attack a space with next; units in `dead` spaces do not count."""
        key = (enemy, space, dead)
        if key not in self._reach:
            if self.facts.is_sea(space):
                kinds = self._ships_on(enemy, space, dead)
            else:
                kinds = self._marching_on(enemy, space, dead) + self._landing_on(enemy, space, dead)
            self._reach[key] = counts_of(kinds + self._flying_to(enemy, space, dead))
        return self._reach[key]

    def _of(self, enemy: str, space: str, kinds: tuple[str, ...]) -> list[str]:
        there = self.pieces.get(space, ())
        return [
            self.kind(p) for p in there if p.power == enemy and self.kind(p) in kinds and p.space == space
        ]

    def _marching_on(self, enemy: str, space: str, dead: frozenset[str]) -> list[str]:
        found: list[str] = []
        near = [one for one in self.land[space] if one not in dead]
        for one in near:
            found += self._of(enemy, one, LAND)
        for middle in self.land[space]:
            if self.at(middle, LAND):
                continue
            for far in self.land[middle]:
                if far != space and far not in near and far not in dead:
                    near.append(far)
                    found += self._of(enemy, far, (TANK,))
        return found

    def _landing_on(self, enemy: str, space: str, dead: frozenset[str]) -> list[str]:
        """Two units for each transport that could be off the shore with something to carry."""
        beaches = set(self.facts.coasts(space))
        found: list[str] = []
        taken: dict[str, int] = {}
        for ship in self._near_ships(enemy, beaches, 2, (TRANSPORT,), dead):
            found += [self.kind(p) for p in self.sit.cargo(ship) if self.kind(p) in LAND]
            room = 2 - len(self.sit.cargo(ship))
            shores = {
                land
                for zone in (ship.space, *self.seas(enemy)[ship.space])
                for land in self.facts.coasts(zone)
            }
            for shore in sorted(shores - dead):
                waiting = sorted(self._of(enemy, shore, LAND), key=lambda kind: -VALUES[kind][0])
                waiting = waiting[taken.get(shore, 0) :][:room]
                taken[shore] = taken.get(shore, 0) + len(waiting)
                room -= len(waiting)
                found += waiting
        return found

    def _near_ships(
        self, power: str, zones: Iterable[str], most: int, kinds: tuple[str, ...], dead: frozenset[str]
    ) -> list[Piece]:
        near = dict.fromkeys(sorted(zones), 0)
        queue = deque(near)
        while queue:
            here = queue.popleft()
            for there in self.seas(power)[here] if near[here] < most else ():
                if there not in near:
                    near[there] = near[here] + 1
                    queue.append(there)
        ships = [p for zone in near if zone not in dead for p in self.pieces.get(zone, ())]
        return [p for p in ships if p.power == power and self.kind(p) in kinds]

    def _ships_on(self, enemy: str, zone: str, dead: frozenset[str]) -> list[str]:
        kinds = (BATTLESHIP, "destroyer", CARRIER, SUBMARINE)
        return [self.kind(p) for p in self._near_ships(enemy, (zone,), 2, kinds, dead)]

    def _flying_to(self, enemy: str, space: str, dead: frozenset[str]) -> list[str]:
        side = self.sit.side(enemy)
        home = self.refuge(side, space)
        if self.facts.is_land(space) and self.sit.side(self.sit.holder(space)) == side:
            home = 0
        found = []
        for place, there in self.pieces.items():
            if place in dead or not self.facts.is_open(place):
                continue
            for piece in there:
                kind = self.kind(piece)
                if piece.power == enemy and kind in AIR:
                    back = min(home, 1) if kind == FIGHTER and piece.space != place else home
                    if self.flight(place, space) + back <= self.facts.units[kind].move:
                        found.append(kind)
        return found

    def danger(self, space: str, defenders: Counts, dead: frozenset[str] = frozenset()) -> Danger:
        """The worst that can happen to defenders in a space before our next turn."""
        sea, worst = self.facts.is_sea(space), Danger()
        gun = int(not sea and any(self.kind(p) == "aa_gun" for p in self.pieces.get(space, ())))
        for enemy in self.enemies:
            force = self.reach(enemy, space, dead)
            if not force or (not sea and not any(kind in LAND for kind, _ in force)):
                continue
            tech = (self.tech(enemy), self.tech(self.power))
            found = odds(force, defenders, sea, gun, (), tech)
            one = Danger(found.win if sea else found.capture, found.killed, found.lost)
            if (one.capture, one.gain) > (worst.capture, worst.gain):
                worst = one
        return worst

    # Where the war is to be won

    def worth(self, space: str) -> float:
        """What holding a territory is worth, besides the units in it."""
        facts = self.facts
        value = 2.0 * facts.income[space] + (self.city_worth if space in facts.city else 0.0)
        if self.sit.complex_at(space) is not None:
            value += 4.0
        owner = next((power for power, capital in facts.capital.items() if capital == space), "")
        if owner:
            value += 12.0 + (self.sit.ipc(owner) if owner in self.state.powers else 0)
        return value

    @cached_property
    def port(self) -> str:
        """The territory from which the power sends its troops across the sea."""
        capital = self.facts.capital.get(self.power, "")
        if self.sit.holder(capital) == self.power and self.facts.coasts(capital):
            return capital
        built = [t for t in self.facts.territories if self.sit.holder(t) == self.power]
        built = [t for t in built if self.sit.complex_at(t) is not None and self.facts.coasts(t)]
        return min(built, key=lambda t: (-self.facts.income[t], t)) if built else ""

    @cached_property
    def hinterland(self) -> frozenset[str]:
        """The friendly territories from which troops can walk to the port."""
        found, rim = {self.port}, [self.port] if self.port else []
        while rim:
            near = {one for space in rim for one in self.land[space] if self.sit.is_friendly_land(one)}
            rim = sorted(near - found)
            found |= near
        return frozenset(found)

    @cached_property
    def city_worth(self) -> float:
        """A victory city counts the more the nearer either side is to victory."""
        needed = CITIES.get(str(self.state.options.get("victory", "minor")), 8)
        held = [
            len(cities_of(self.game, self.state, side)) for side in sorted(set(self.state.powers.values()))
        ]
        missing = max(1, needed - max(held))
        return (8.0 + 24.0 / missing**2) * (1.0 + 3.0 * self.boldness)

    @cached_property
    def boldness(self) -> float:
        """Caution wears off in a long war, so that armies do not face each other for ever."""
        return min(0.6, 0.05 * max(0, self.state.number("turn", 1) - 6))

    def decides(self, space: str) -> bool:
        """Whether the city of a territory could decide the war now."""
        return space in self.facts.city and self.city_worth > 20.0

    @cached_property
    def goal(self) -> dict[str, float]:
        """How far each territory is from the enemy's cities and factories, by land and by sea."""
        return self._distances(self._steps)

    @cached_property
    def front(self) -> dict[str, float]:
        """The same by land alone."""
        return self._distances({space: [(one, 1.0) for one in near] for space, near in self.land.items()})

    def _distances(self, steps: Mapping[str, list[tuple[str, float]]]) -> dict[str, float]:
        found = {t: float(NOWHERE) for t in self.facts.territories}
        for space in self.facts.territories:
            if self.sit.is_hostile_land(space):
                prize = self.worth(space)
                found[space] = 0.0 if prize >= 12 else 2.0 if prize >= 4 else 3.5
        changed = True
        while changed:
            changed = False
            for space in self.facts.territories:
                best = min((found[one] + cost for one, cost in steps[space]), default=float(NOWHERE))
                if best < found[space] - 1e-9:
                    found[space], changed = best, True
        return found

    @cached_property
    def targets(self) -> tuple[str, ...]:
        """The enemy's cities and factories."""
        hostile = (t for t in self.facts.territories if self.sit.is_hostile_land(t))
        return tuple(t for t in hostile if self.worth(t) >= 12)

    def flight_to_target(self, space: str) -> int:
        """How far air units in a space are from the nearest city or factory of the enemy."""
        return min((self.flight(space, one) for one in self.targets), default=0)

    @cached_property
    def _steps(self) -> Mapping[str, list[tuple[str, float]]]:
        """Ways from each territory to others: a step by land, or a voyage that takes its turns."""
        return {space: self._steps_from(space) for space in self.facts.territories}

    def _steps_from(self, space: str) -> list[tuple[str, float]]:
        found = [(one, 1.0) for one in self.land[space]]
        far = self.sea_distances(sorted(self.facts.coasts(space)))
        inland = DETOUR if space in self.hinterland and space != self.port else 0.0
        for zone, distance in far.items():
            if distance <= 4:
                cost = 1.5 + max(0, distance - 2) * 0.75 + inland
                found += [(shore, cost) for shore in self.facts.coasts(zone) if shore != space]
        return found
