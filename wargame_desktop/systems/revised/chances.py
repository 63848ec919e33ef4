"""Exact chances of a combat, by following every position it can come to instead of throwing dice.

A force is a row of counts, one for each kind of unit, in the order in which it is lost; a battleship is two
kinds, whole and damaged. A cycle leads from a pair of forces to others with known chances. Positions
are worked off from the largest to the smallest, and a cycle without hits is summed up in closed form.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Any

from .model import (
    ARTILLERY,
    BATTLESHIP,
    BOMBER,
    CARRIER,
    DESTROYER,
    FIGHTER,
    HEAVY,
    INFANTRY,
    JETS,
    SUBMARINE,
    SUPER_SUBS,
    TANK,
    TRANSPORT,
)

DAMAGED = "damaged_battleship"
VALUES = {
    INFANTRY: (1, 2, 3), ARTILLERY: (2, 2, 4), TANK: (3, 3, 5), FIGHTER: (3, 4, 10), BOMBER: (4, 1, 15),
    BATTLESHIP: (4, 4, 24), DESTROYER: (3, 3, 12), CARRIER: (1, 3, 16), TRANSPORT: (0, 1, 8),
    SUBMARINE: (2, 2, 8), DAMAGED: (4, 4, 24),
}  # fmt: skip
"""Attack, defence and cost of each kind, as printed."""
ON_LAND = (INFANTRY, ARTILLERY, TANK, FIGHTER, BOMBER)
AT_SEA = (BATTLESHIP, TRANSPORT, SUBMARINE, FIGHTER, DESTROYER, BOMBER, CARRIER, DAMAGED)
SHIPS = frozenset((BATTLESHIP, DAMAGED, TRANSPORT, SUBMARINE, DESTROYER, CARRIER))
TROOPS = frozenset((INFANTRY, ARTILLERY, TANK))
FLYERS = frozenset((FIGHTER, BOMBER))

Force = tuple[int, ...]
Number = Any
"""A chance: a float, or a Fraction when fractions are asked for."""


@dataclass(frozen=True)
class Side:
    """One side of a combat: its units, the order they are lost in, and what changes their fire."""

    units: Mapping[str, int]
    order: tuple[str, ...]
    tech: frozenset[str] = frozenset()
    infantry: int = 0
    """What infantry hit on when an advantage says so, else 0."""
    infantry_first: int = 0
    """The same for the first cycle only (Marines, Atlantic Wall)."""
    artillery: int = 0
    submarines: int = 0
    """What submarines hit on when an advantage says so, else 0."""


@dataclass(frozen=True)
class Question:
    """A combat to look into; `retreat_at` makes the attacker break off with so many units left or fewer."""

    attack: Side
    defend: Side
    sea: bool = False
    gun: int = 0
    """What an anti-aircraft gun hits on, 0 without one."""
    bombard: tuple[int, ...] = ()
    """What each bombarding ship hits on."""
    retreat_at: int = 0


@dataclass
class Answer:
    """Chances of how a combat ends: pairs of forces, and whether the attacker broke off."""

    ends: dict[tuple[Force, Force, bool], Number] = field(default_factory=dict)

    def add(self, attack: Force, defend: Force, retreated: bool, chance: Number) -> None:
        """Count one way it can end."""
        key = (attack, defend, retreated)
        self.ends[key] = self.ends.get(key, 0) + chance


def order_for(kinds: Sequence[str], given: Sequence[str] = ()) -> tuple[str, ...]:
    """The order of loss: what was asked for first, then by cost; a damaged battleship goes last."""
    first = [kind for kind in given if kind in kinds]
    return (*first, *(kind for kind in kinds if kind not in first))


class Troops:
    """One side's forces, numbered as they turn up: what each throws, and what hits make of it."""

    def __init__(self, side: Side, attacking: bool, exact: bool) -> None:
        self.side, self.attacking, self.exact = side, attacking, exact
        self.one: Number = Fraction(1) if exact else 1.0
        self.forces: list[Force] = []
        self._number: dict[Force, int] = {}
        self.health: list[int] = []
        self._weights = tuple(2 if kind == BATTLESHIP else 1 for kind in side.order)
        self._damaged = side.order.index(DAMAGED) if DAMAGED in side.order else -1
        self._after: dict[tuple[int, str], list[int]] = {}
        self._fire: dict[tuple[int, bool], list[Number]] = {}
        self._dives: dict[int, list[Number]] = {}
        self.start = self.number(tuple(side.units.get(kind, 0) for kind in side.order))

    def number(self, force: Force) -> int:
        """The number of a force."""
        if force not in self._number:
            self._number[force] = len(self.forces)
            self.forces.append(force)
            self.health.append(sum(n * w for n, w in zip(force, self._weights, strict=True)))
        return self._number[force]

    def count(self, force: int, kind: str) -> int:
        """How many units of a kind a force has."""
        return self.forces[force][self.side.order.index(kind)] if kind in self.side.order else 0

    def size(self, force: int) -> int:
        """How many units a force has."""
        return sum(self.forces[force])

    def after(self, force: int, pool: str) -> list[int]:
        """The forces after 0, 1, 2 … hits on any unit, on ships or on land units; the last stays the last."""
        key = (force, pool)
        if key not in self._after:
            found = [force]
            while (following := self._lose(found[-1], pool)) is not None:
                found.append(following)
            self._after[key] = found
        return self._after[key]

    def _lose(self, force: int, pool: str) -> int | None:
        left = list(self.forces[force])
        allowed = {"any": None, "ships": SHIPS, "troops": TROOPS}[pool]
        for number, kind in enumerate(self.side.order):
            if left[number] and (allowed is None or kind in allowed):
                left[number] -= 1
                if kind == BATTLESHIP and self._damaged >= 0:
                    left[self._damaged] += 1
                return self.number(tuple(left))
        return None

    # Fire

    def fire(self, force: int, first: bool) -> list[Number]:
        """The chances of 0, 1, 2 … hits after opening fire."""
        key = (force, first)
        if key not in self._fire:
            shots = self._attack(force, first) if self.attacking else self._defence(force, first)
            self._fire[key] = chances(shots, self.exact)
        return self._fire[key]

    def dive(self, force: int) -> list[Number]:
        """The chances of 0, 1, 2 … hits of submarines in opening fire."""
        if force not in self._dives:
            side = self.side
            value = side.submarines or VALUES[SUBMARINE][0 if self.attacking else 1]
            if self.attacking and not side.submarines and SUPER_SUBS in side.tech:
                value = 3
            self._dives[force] = chances({value: self.count(force, SUBMARINE)}, self.exact)
        return self._dives[force]

    def _attack(self, force: int, first: bool) -> dict[int, int]:
        side, shots = self.side, dict[int, int]()
        supported = self.count(force, ARTILLERY)
        for kind, count in zip(side.order, self.forces[force], strict=True):
            if not count or kind in (SUBMARINE, TRANSPORT):
                continue
            value, dice = VALUES[kind][0], count
            if kind == INFANTRY:
                better = side.infantry_first if first and side.infantry_first else side.infantry
                with_guns = 0 if better else min(count, supported)
                shots[2] = shots.get(2, 0) + with_guns
                value, dice = better or value, count - with_guns
            elif kind == BOMBER and HEAVY in side.tech:
                dice = 2 * count
            shots[value] = shots.get(value, 0) + dice
        return shots

    def _defence(self, force: int, first: bool) -> dict[int, int]:
        side, shots = self.side, dict[int, int]()
        for kind, count in zip(side.order, self.forces[force], strict=True):
            if not count or kind == SUBMARINE:
                continue
            value = VALUES[kind][1]
            if kind == FIGHTER and JETS in side.tech:
                value = 5
            elif kind == INFANTRY:
                value = (side.infantry_first if first else 0) or side.infantry or value
            elif kind == ARTILLERY:
                value = side.artillery or value
            shots[value] = shots.get(value, 0) + count
        return shots


Spread = dict[int, Number]
"""Chances of forces, by number."""


class Combat:
    """A combat whose chances are followed through."""

    def __init__(self, question: Question, exact: bool) -> None:
        self.q = question
        self.exact = exact
        self.ours = Troops(question.attack, True, exact)
        self.theirs = Troops(question.defend, False, exact)
        self.one: Number = self.ours.one
        self.zero: Number = self.one - self.one
        self.result = Answer()
        self.rows: dict[int, Spread] = {}
        self._leftovers: dict[tuple[bool, int, int, bool], Spread] = {}
        # Chances far below what a float can tell apart from nothing are not followed.
        self.least: Number = self.zero if exact else 1e-18

    def answer(self) -> Answer:
        """Every way the combat can end."""
        for (ours, theirs), chance in self._before().items():
            if self._ends(ours, theirs, chance, False):
                continue
            for left_a, left_d in self._cycle(ours, theirs, True):
                self._pass_on(left_a, left_d, chance)
        # No cycle makes a force larger: the strongest defender first, and against it the strongest attacker.
        while self.rows:
            theirs = max(self.rows, key=self.theirs.health.__getitem__)
            row = self.rows[theirs]
            while row:
                for ours in sorted(row, key=self.ours.health.__getitem__, reverse=True):
                    chance = row.pop(ours)
                    if not self._ends(ours, theirs, chance, True):
                        self._follow(ours, theirs, chance)
            del self.rows[theirs]
        return self.result

    def _follow(self, ours: int, theirs: int, chance: Number) -> None:
        """All cycles from here until somebody is hurt."""
        ways = self._cycle(ours, theirs, False)
        stay = self.zero
        for left_a, left_d in ways:
            if ours in left_a and theirs in left_d:
                stay += left_a[ours] * left_d[theirs]
        if stay == self.one:  # nobody can hurt anybody: they part
            self.result.add(self.ours.forces[ours], self.theirs.forces[theirs], True, chance)
            return
        for left_a, left_d in ways:
            self._pass_on(left_a, left_d, chance / (self.one - stay))
        # A cycle that hurt nobody was counted in closed form and does not come back.
        self.rows[theirs].pop(ours, None)

    def _pass_on(self, left_a: Spread, left_d: Spread, chance: Number) -> None:
        """Add every pair of two independent spreads to what is to be followed."""
        for theirs, part in left_d.items():
            weight = chance * part
            if weight < self.least:
                continue
            row = self.rows.setdefault(theirs, {})
            for ours, other in left_a.items():
                row[ours] = row[ours] + weight * other if ours in row else weight * other

    def _ends(self, ours: int, theirs: int, chance: Number, may_retreat: bool) -> bool:
        """Count a combat that is over, by destruction or by retreat."""
        over = not self.ours.health[ours] or not self.theirs.health[theirs]
        if over or (may_retreat and self.ours.size(ours) <= self.q.retreat_at):
            self.result.add(self.ours.forces[ours], self.theirs.forces[theirs], not over, chance)
            return True
        return False

    # A cycle

    def _cycle(self, ours: int, theirs: int, first: bool) -> list[tuple[Spread, Spread]]:
        """Where one cycle leads, as pairs of independent spreads to be multiplied and added up."""
        attack, defend = self.ours, self.theirs
        if not self.q.sea:
            left_d = self._left(defend, theirs, attack, ours, first)
            return [(self._left(attack, ours, defend, theirs, first), left_d)]
        dives, answers = attack.dive(ours), defend.dive(theirs)
        hit_d = _spread(defend.after(theirs, "ships"), dives, self.one)
        hit_a = _spread(attack.after(ours, "ships"), answers, self.one)
        # Without a destroyer, what submarines have sunk no longer fires: then the two spreads hang together.
        ties_a = len(hit_a) > 1 and not attack.count(ours, DESTROYER)
        ties_d = len(hit_d) > 1 and not defend.count(theirs, DESTROYER)
        found = []
        for part_a in _parts(hit_a, ties_a):
            for part_d in _parts(hit_d, ties_d):
                fires_a = next(iter(part_a)) if ties_a else ours
                fires_d = next(iter(part_d)) if ties_d else theirs
                left_d = self._then(defend, part_d, attack, fires_a, first)
                left_a = self._then(attack, part_a, defend, fires_d, first)
                found.append((left_a, left_d))
        return found

    def _then(self, side: Troops, spread: Spread, foe: Troops, fires: int, first: bool) -> Spread:
        """What the other side's normal fire leaves of a spread of forces."""
        found: Spread = {}
        for force, chance in spread.items():
            left_over = self._left(side, force, foe, fires, first)
            if len(spread) == 1:
                return {left: chance * part for left, part in left_over.items()}
            for left, part in left_over.items():
                found[left] = found.get(left, self.zero) + chance * part
        return found

    def _left(self, side: Troops, force: int, foe: Troops, fires: int, first: bool) -> Spread:
        """What normal fire leaves of one force."""
        key = (side.attacking, force, fires, first)
        if key not in self._leftovers:
            hits = foe.fire(fires, first)
            self._leftovers[key] = _spread(side.after(force, "any"), hits, self.one)
        return self._leftovers[key]

    # Before the first cycle

    def _before(self) -> dict[tuple[int, int], Number]:
        """What anti-aircraft fire and bombardment leave."""
        hits = chances(_tally(self.q.bombard), self.exact)
        defends = _spread(self.theirs.after(self.theirs.start, "troops"), hits, self.one)
        attacks = self._after_guns()
        return {(a, d): p * r for a, p in attacks.items() for d, r in defends.items()}

    def _after_guns(self) -> Spread:
        start = self.ours.forces[self.ours.start]
        found: dict[Force, Number] = {start: self.one}
        for number, kind in enumerate(self.q.attack.order if self.q.gun else ()):
            if kind not in FLYERS or not start[number]:
                continue
            spread: dict[Force, Number] = {}
            for force, chance in found.items():
                for lost, part in enumerate(chances({self.q.gun: start[number]}, self.exact)):
                    new = (*force[:number], force[number] - lost, *force[number + 1 :])
                    spread[new] = spread.get(new, self.zero) + chance * part
            found = spread
        return {self.ours.number(force): chance for force, chance in found.items()}


def _parts(spread: Spread, apart: bool) -> list[Spread]:
    return [{force: chance} for force, chance in spread.items()] if apart else [spread]


def _spread(forces: Sequence[int], hits: Sequence[Number], one: Number) -> Spread:
    """Chances of the forces after so many hits; hits beyond the last unit change nothing more."""
    last = len(forces) - 1
    found = dict(zip(forces, hits, strict=False))
    if len(hits) > last:
        found[forces[last]] = one - sum(hits[:last]) if last else one
    return found


def chances(shots: Mapping[int, int], exact: bool) -> list[Number]:
    """The chances of 0, 1, 2 … hits of so many dice on each value."""
    return list(_chances(tuple(sorted((v, n) for v, n in shots.items() if n and v)), exact))


@lru_cache(maxsize=20_000)
def _chances(shots: tuple[tuple[int, int], ...], exact: bool) -> tuple[Number, ...]:
    found: list[Number] = [Fraction(1) if exact else 1.0]
    for value, dice in shots:
        found = _convolve(found, _binomial(dice, min(value, 6), exact))
    return tuple(found)


def _binomial(dice: int, value: int, exact: bool) -> list[Number]:
    total = 6**dice
    weights = [comb(dice, hits) * value**hits * (6 - value) ** (dice - hits) for hits in range(dice + 1)]
    return [Fraction(weight, total) if exact else weight / total for weight in weights]


def _convolve(a: list[Number], b: list[Number]) -> list[Number]:
    found = [0 * a[0]] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            found[i + j] += x * y
    return found


def _tally(values: Iterable[int]) -> dict[int, int]:
    found: dict[int, int] = {}
    for value in values:
        found[value] = found.get(value, 0) + 1
    return found


def solve(question: Question, exact: bool = False) -> Answer:
    """Follow a combat through; `exact` gives fractions and takes longer."""
    return Combat(question, exact).answer()


def hits_to_take(side: Side) -> int:
    """How many hits a side can take."""
    return sum(count * (2 if kind == BATTLESHIP else 1) for kind, count in side.units.items())


def cost_of(order: Sequence[str], force: Force) -> int:
    """What a force cost."""
    return sum(VALUES[kind][2] * count for kind, count in zip(order, force, strict=True))
