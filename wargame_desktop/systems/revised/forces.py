"""Forces for the reckoning of chances: what each unit throws, in which order units are lost, what hits leave.

A force is a row of counts, one for each kind of unit, in the order in which it is lost; a battleship is two
kinds, whole and damaged. A kind may be written `infantry+3` when units of it fire differently from others.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
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
Shot = tuple[int, int, int]
"""What a unit hits on in the first cycle and later (Marines, Atlantic Wall), and how many dice it throws."""
Number = Any
"""A chance: a float, or a Fraction when fractions are asked for."""


@dataclass(frozen=True)
class Side:
    """One side of a combat: its units, the order they are lost in, and what changes their fire."""

    units: Mapping[str, int]
    order: tuple[str, ...]
    tech: frozenset[str] = frozenset()
    values: Mapping[str, Shot] = field(default_factory=dict)
    """Kinds whose fire is not what the chart and the developments say."""


def base(kind: str) -> str:
    """The kind of unit without what makes some of them fire differently."""
    return kind.partition("+")[0]


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
        self.kinds = tuple(base(kind) for kind in side.order)
        self._shot = tuple(values_of(side, kind, attacking) for kind in side.order)
        self._weights = tuple(2 if kind == BATTLESHIP else 1 for kind in self.kinds)
        self._damaged = self.kinds.index(DAMAGED) if DAMAGED in self.kinds else -1
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
        return sum(n for n, one in zip(self.forces[force], self.kinds, strict=True) if one == kind)

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
        for number, kind in enumerate(self.kinds):
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
            self._fire[key] = chances(self._shots(force, first), self.exact)
        return self._fire[key]

    def dive(self, force: int) -> list[Number]:
        """The chances of 0, 1, 2 … hits of submarines in opening fire."""
        if force not in self._dives:
            shots = dict[int, int]()
            for kind, count, values in zip(self.kinds, self.forces[force], self._shot, strict=True):
                if kind == SUBMARINE:
                    shots[values[1]] = shots.get(values[1], 0) + count
            self._dives[force] = chances(shots, self.exact)
        return self._dives[force]

    def _shots(self, force: int, first: bool) -> dict[int, int]:
        """Dice by what they hit on; an artillery raises one infantry that attacks on 1."""
        shots = dict[int, int]()
        guns = self.count(force, ARTILLERY) if self.attacking else 0
        for kind, count, values in zip(self.kinds, self.forces[force], self._shot, strict=True):
            if not count or kind == SUBMARINE:
                continue
            value, dice = values[0 if first else 1], count * values[2]
            if kind == INFANTRY and self.attacking and value < 2:
                supported = min(count, guns)
                guns -= supported
                dice -= supported
                shots[2] = shots.get(2, 0) + supported
            shots[value] = shots.get(value, 0) + dice
        return shots


def values_of(side: Side, kind: str, attacking: bool) -> Shot:
    """How a kind of unit of a side fires."""
    return side.values.get(kind) or plain_shot(kind, side.tech, attacking)


def plain_shot(kind: str, tech: Collection[str], attacking: bool) -> Shot:
    """How a kind of unit fires by the chart and the developments of its power."""
    value = VALUES[base(kind)][0 if attacking else 1]
    if kind == FIGHTER and not attacking and JETS in tech:
        value = 5
    elif kind == SUBMARINE and attacking and SUPER_SUBS in tech:
        value = 3
    return value, value, 2 if kind == BOMBER and attacking and HEAVY in tech else 1


def chances(shots: Mapping[int, int], exact: bool) -> list[Number]:
    """The chances of 0, 1, 2 … hits of so many dice on each value."""
    return list(_chances(tuple(sorted((v, n) for v, n in shots.items() if n and v)), exact))


@lru_cache(maxsize=20_000)
def _chances(shots: tuple[tuple[int, int], ...], exact: bool) -> tuple[Number, ...]:
    found: list[Number] = [Fraction(1) if exact else 1.0]
    for value, dice in shots:
        found = convolve(found, _binomial(dice, min(value, 6), exact))
    return tuple(found)


def _binomial(dice: int, value: int, exact: bool) -> list[Number]:
    total = 6**dice
    weights = [comb(dice, hits) * value**hits * (6 - value) ** (dice - hits) for hits in range(dice + 1)]
    return [Fraction(weight, total) if exact else weight / total for weight in weights]


def convolve(a: list[Number], b: list[Number]) -> list[Number]:
    found = [0 * a[0]] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            found[i + j] += x * y
    return found


def tally(values: Iterable[int]) -> dict[int, int]:
    found: dict[int, int] = {}
    for value in values:
        found[value] = found.get(value, 0) + 1
    return found


def hits_to_take(side: Side) -> int:
    """How many hits a side can take."""
    return sum(count * (2 if base(kind) == BATTLESHIP else 1) for kind, count in side.units.items())


def cost_of(order: Sequence[str], force: Force) -> int:
    """What a force cost."""
    return sum(VALUES[base(kind)][2] * count for kind, count in zip(order, force, strict=True))
