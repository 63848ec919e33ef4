"""Exact chances of a combat, by following every position it can come to instead of throwing dice.

A force is a row of counts, one for each kind of unit, in the order in which it is lost; a battleship is two kinds,
whole and damaged. A cycle of combat leads from a pair of forces to others with known chances. Positions are
worked off from the largest to the smallest, and a cycle without hits is summed up in closed form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from math import comb
from typing import Any

from .model import (
    ARTILLERY,
    BATTLESHIP,
    BOMBARDMENT,
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
MOST_UNITS = 60
EXACT_UP_TO = 144
"""Up to this product of hits both sides can take, chances are also given as fractions."""

Force = tuple[int, ...]
Number = Any
"""A chance: a float, or a Fraction when fractions are asked for."""


class OddsError(ValueError):
    """A question that cannot be answered, with a sentence that says why."""


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


class Combat:
    """A combat whose chances are followed through."""

    def __init__(self, question: Question, exact: bool) -> None:
        self.q = question
        self.one: Number = Fraction(1) if exact else 1.0
        self.zero: Number = Fraction(0) if exact else 0.0
        self.exact = exact
        self._hits: dict[tuple[tuple[int, int], ...], list[Number]] = {}
        self._lost: dict[tuple[bool, Force, int, str], Force] = {}

    # Forces

    def start(self, side: Side) -> Force:
        """The force at the beginning."""
        return tuple(side.units.get(kind, 0) for kind in side.order)

    def lose(self, attacking: bool, force: Force, hits: int, pool: str) -> Force:
        """The force after hits: any unit, only ships, or only land units, in the order of loss."""
        key = (attacking, force, hits, pool)
        if key in self._lost:
            return self._lost[key]
        side = self.q.attack if attacking else self.q.defend
        left = list(force)
        damaged = side.order.index(DAMAGED) if DAMAGED in side.order else -1
        allowed = {"any": None, "ships": SHIPS, "troops": TROOPS}[pool]
        for _ in range(hits):
            for number, kind in enumerate(side.order):
                if left[number] and (allowed is None or kind in allowed):
                    left[number] -= 1
                    if kind == BATTLESHIP and damaged >= 0:
                        left[damaged] += 1
                    break
            else:
                break
        found = self._lost[key] = tuple(left)
        return found

    def size(self, force: Force) -> int:
        """How many units a force has."""
        return sum(force)

    def _count(self, side: Side, force: Force, kind: str) -> int:
        return force[side.order.index(kind)] if kind in side.order else 0

    # Fire

    def chances(self, shots: Mapping[int, int]) -> list[Number]:
        """The chances of 0, 1, 2 … hits of so many dice on each value."""
        key = tuple(sorted((value, dice) for value, dice in shots.items() if dice and value))
        if key not in self._hits:
            found = [self.one]
            for value, dice in key:
                found = _convolve(found, self._binomial(dice, value), self.zero)
            self._hits[key] = found
        return self._hits[key]

    def _binomial(self, dice: int, value: int) -> list[Number]:
        value = min(value, 6)
        total = 6**dice
        weights = [comb(dice, hits) * value**hits * (6 - value) ** (dice - hits) for hits in range(dice + 1)]
        return [Fraction(weight, total) if self.exact else weight / total for weight in weights]

    def attack_shots(self, force: Force, first: bool) -> dict[int, int]:
        """Dice the attackers throw after opening fire."""
        side, shots = self.q.attack, {}
        supported = self._count(side, force, ARTILLERY)
        for kind, count in zip(side.order, force, strict=True):
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

    def defence_shots(self, force: Force, first: bool) -> dict[int, int]:
        """Dice the defenders throw after opening fire."""
        side, shots = self.q.defend, {}
        for kind, count in zip(side.order, force, strict=True):
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

    def submarine_shots(self, attacking: bool, force: Force) -> dict[int, int]:
        """Dice submarines throw in opening fire."""
        side = self.q.attack if attacking else self.q.defend
        value = side.submarines or VALUES[SUBMARINE][0 if attacking else 1]
        if attacking and not side.submarines and SUPER_SUBS in side.tech:
            value = 3
        return {value: self._count(side, force, SUBMARINE)}

    # A cycle

    def cycle(self, attack: Force, defend: Force, first: bool) -> dict[tuple[Force, Force], Number]:
        """Where one cycle leads, with chances."""
        found: dict[tuple[Force, Force], Number] = {}
        for (fires_a, left_a, fires_d, left_d), chance in self._opening(attack, defend).items():
            hits = self.chances(self.attack_shots(fires_a, first)) if any(left_d) else [self.one]
            back = self.chances(self.defence_shots(fires_d, first)) if any(left_a) else [self.one]
            after_d = [self.lose(False, left_d, number, "any") for number in range(len(hits))]
            after_a = [self.lose(True, left_a, number, "any") for number in range(len(back))]
            ends_a = _merged(after_a, back)
            for new_d, part in _merged(after_d, hits).items():
                weight = chance * part
                for new_a, other in ends_a.items():
                    key = (new_a, new_d)
                    found[key] = found.get(key, self.zero) + weight * other
        return found

    def _opening(self, attack: Force, defend: Force) -> dict[tuple[Force, Force, Force, Force], Number]:
        """Submarines of both sides: who still fires afterwards, and who is left."""
        if not self.q.sea:
            return {(attack, attack, defend, defend): self.one}
        found: dict[tuple[Force, Force, Force, Force], Number] = {}
        our_destroyer = self._count(self.q.attack, attack, DESTROYER) > 0
        their_destroyer = self._count(self.q.defend, defend, DESTROYER) > 0
        hits = self.chances(self.submarine_shots(True, attack))
        back = self.chances(self.submarine_shots(False, defend))
        for number, chance in enumerate(hits):
            left_d = self.lose(False, defend, number, "ships")
            for other, again in enumerate(back):
                left_a = self.lose(True, attack, other, "ships")
                fires_a = attack if our_destroyer else left_a
                fires_d = defend if their_destroyer else left_d
                key = (fires_a, left_a, fires_d, left_d)
                found[key] = found.get(key, self.zero) + chance * again
        return found

    # The whole combat

    def answer(self) -> Answer:
        """Every way the combat can end."""
        result = Answer()
        waiting: dict[tuple[Force, Force], Number] = {}
        for (attack, defend), chance in self._before().items():
            self._pass_on(result, waiting, attack, defend, chance, first=True)
        after: dict[tuple[Force, Force], Number] = {}
        for (attack, defend), chance in waiting.items():
            for (new_a, new_d), part in self.cycle(attack, defend, True).items():
                self._pass_on(result, after, new_a, new_d, chance * part)
        while after:
            key = max(after, key=lambda pair: (self._strength(pair[0]) + self._strength(pair[1]), pair))
            chance = after.pop(key)
            self._follow(result, after, key, chance)
        return result

    def _strength(self, force: Force) -> int:
        return sum(force)

    def _follow(
        self,
        result: Answer,
        after: dict[tuple[Force, Force], Number],
        key: tuple[Force, Force],
        chance: Number,
    ) -> None:
        ways = self.cycle(*key, False)
        stay = ways.pop(key, self.zero)
        if stay == self.one or not ways:
            result.add(*key, True, chance)  # nobody can hurt anybody: they part
            return
        scale = chance / (self.one - stay)
        for (new_a, new_d), part in ways.items():
            self._pass_on(result, after, new_a, new_d, scale * part)

    def _pass_on(
        self,
        result: Answer,
        waiting: dict[tuple[Force, Force], Number],
        attack: Force,
        defend: Force,
        chance: Number,
        first: bool = False,
    ) -> None:
        if not any(attack) or not any(defend):
            result.add(attack, defend, False, chance)
        elif not first and self.size(attack) <= self.q.retreat_at:
            result.add(attack, defend, True, chance)
        else:
            waiting[attack, defend] = waiting.get((attack, defend), self.zero) + chance

    def _before(self) -> dict[tuple[Force, Force], Number]:
        """What anti-aircraft fire and bombardment leave before the first cycle."""
        attack, defend = self.start(self.q.attack), self.start(self.q.defend)
        attacks = self._after_guns(attack)
        hits = self.chances(_tally(self.q.bombard))
        defends = _merged([self.lose(False, defend, n, "troops") for n in range(len(hits))], hits)
        return {(a, d): p * r for a, p in attacks.items() for d, r in defends.items()}

    def _after_guns(self, attack: Force) -> dict[Force, Number]:
        found: dict[Force, Number] = {attack: self.one}
        if not self.q.gun:
            return found
        for number, kind in enumerate(self.q.attack.order):
            if kind not in FLYERS or not attack[number]:
                continue
            chances = self._binomial(attack[number], self.q.gun)
            spread: dict[Force, Number] = {}
            for force, chance in found.items():
                for lost, part in enumerate(chances):
                    new = (*force[:number], force[number] - lost, *force[number + 1 :])
                    spread[new] = spread.get(new, self.zero) + chance * part
            found = spread
        return found


def _convolve(a: list[Number], b: list[Number], zero: Number) -> list[Number]:
    found = [zero] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            found[i + j] += x * y
    return found


def _merged(states: Sequence[Force], chances: Sequence[Number]) -> dict[Force, Number]:
    found: dict[Force, Number] = {}
    for state, chance in zip(states, chances, strict=True):
        found[state] = found[state] + chance if state in found else chance
    return found


def _tally(values: Iterable[int]) -> dict[int, int]:
    found: dict[int, int] = {}
    for value in values:
        found[value] = found.get(value, 0) + 1
    return found


@cache
def _names(sea: bool) -> tuple[str, ...]:
    return AT_SEA if sea else ON_LAND


def solve(question: Question, exact: bool = False) -> Answer:
    """Follow a combat through; `exact` gives fractions and takes longer."""
    return Combat(question, exact).answer()


def hits_to_take(side: Side) -> int:
    """How many hits a side can take."""
    return sum(count * (2 if kind == BATTLESHIP else 1) for kind, count in side.units.items())


def cost_of(order: Sequence[str], force: Force) -> int:
    """What a force cost."""
    return sum(VALUES[kind][2] * count for kind, count in zip(order, force, strict=True))


WHEN: dict[str, Callable[[Force, Force, bool], bool]] = {
    "win": lambda a, d, r: not r and any(a) and not any(d),
    "lose": lambda a, d, r: not r and any(d) and not any(a),
    "draw": lambda a, d, r: not r and not any(a) and not any(d),
    "retreat": lambda a, d, r: r,
}
