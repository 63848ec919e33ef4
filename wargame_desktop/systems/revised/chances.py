"""Exact chances of a combat, by following every position it can come to instead of throwing dice.

A cycle leads from a pair of forces to others with known chances. Positions are worked off from the largest
to the smallest, and a cycle without hits is summed up in closed form. Where submarines of both sides sink
ships that then no longer fire, the position between opening fire and normal fire is one of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from .forces import (
    AT_SEA,
    DAMAGED,
    FLYERS,
    ON_LAND,
    TROOPS,
    VALUES,
    Force,
    Number,
    Side,
    Troops,
    base,
    chances,
    convolve,
    cost_of,
    order_for,
    tally,
    values_of,
)
from .model import DESTROYER

__all__ = [
    "AT_SEA", "DAMAGED", "ON_LAND", "TROOPS", "VALUES", "Answer", "Question", "Side", "cost_of",
    "order_for", "solve",
]  # fmt: skip


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
    kamikaze: Mapping[str, int] = field(default_factory=dict)
    """Air units that attack ships in the opening fire and are lost; they are not among the attackers."""
    guns: Mapping[str, tuple[tuple[int, ...], ...]] | None = None
    """Instead of `gun`: for each air unit, by kind, what the guns on its way hit on."""


@dataclass
class Answer:
    """Chances of how a combat ends: pairs of forces, and whether the attacker broke off."""

    ends: dict[tuple[Force, Force, bool], Number] = field(default_factory=dict)

    def add(self, attack: Force, defend: Force, retreated: bool, chance: Number) -> None:
        """Count one way it can end."""
        key = (attack, defend, retreated)
        self.ends[key] = self.ends.get(key, 0) + chance


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
        """Positions at the beginning of a cycle: the defender, and against it the attackers."""
        self.halves: dict[int, Spread] = {}
        """The same between opening fire and normal fire."""
        self._leftovers: dict[tuple[bool, int, int, bool], Spread] = {}
        # Chances far below what a float can tell apart from nothing are not followed.
        self.least: Number = self.zero if exact else 1e-18

    def answer(self) -> Answer:
        """Every way the combat can end."""
        for (ours, theirs), chance in self._before().items():
            if self.q.kamikaze and not self.ours.health[ours]:
                for left, part in self._rammed(theirs).items():
                    self._ends(ours, left, chance * part, False)
            elif not self._ends(ours, theirs, chance, False):
                for left_a, left_d in self._first_cycle(ours, theirs):
                    self._pass_on(self.rows, left_a, left_d, chance)
        # No cycle makes a force larger: the strongest defender first, and against it the strongest attacker.
        while self.rows or self.halves:
            theirs = max((*self.rows, *self.halves), key=self.theirs.health.__getitem__)
            row, half = self.rows.setdefault(theirs, {}), self.halves.setdefault(theirs, {})
            while row or half:
                for ours in sorted({**row, **half}, key=self.ours.health.__getitem__, reverse=True):
                    fought = self._finish_cycle(ours, theirs, half.pop(ours, self.zero))
                    self._follow(ours, theirs, row.pop(ours, self.zero), *fought)
            del self.rows[theirs], self.halves[theirs]
        return self.result

    def _finish_cycle(self, ours: int, theirs: int, chance: Number) -> tuple[Number, Number]:
        """Where opening fire led to this position: what normal fire leaves unhurt, and all of it."""
        if not chance:
            return self.zero, self.zero
        return chance * self._unhurt(ours, theirs), chance

    def _unhurt(self, ours: int, theirs: int) -> Number:
        """The chance that normal fire hurts nobody."""
        attack, defend = self.ours, self.theirs
        left_a, left_d = (
            self._left(attack, ours, defend, theirs, False),
            self._left(defend, theirs, attack, ours, False),
        )
        return left_a[ours] * left_d[theirs] if ours in left_a and theirs in left_d else self.zero

    def _follow(self, ours: int, theirs: int, chance: Number, back: Number, halved: Number) -> None:
        """All cycles from here until somebody is hurt; `halved` comes from the middle of a cycle."""
        chance += back
        if not chance or self._ends(ours, theirs, chance, True):
            self._normal_fire(ours, theirs, halved)
        elif self.q.sea and self._sinks_on_both_sides(ours, theirs):
            hit_a, hit_d = self._opening(ours, theirs)
            none = hit_a[ours] * hit_d[theirs]
            begun = chance / (self.one - none * self._unhurt(ours, theirs))
            self._normal_fire(ours, theirs, halved + begun * none)
            self._pass_on(self.halves, hit_a, hit_d, begun)
            self.halves[theirs].pop(ours, None)  # nobody hit: counted above
        else:
            self._normal_fire(ours, theirs, halved)
            self._whole_cycles(ours, theirs, chance)

    def _normal_fire(self, ours: int, theirs: int, chance: Number) -> None:
        """Pass on what normal fire leaves of a position, except the position itself."""
        if not chance:
            return
        left_a = self._left(self.ours, ours, self.theirs, theirs, False)
        left_d = self._left(self.theirs, theirs, self.ours, ours, False)
        self._pass_on(self.rows, left_a, left_d, chance)
        self.rows[theirs].pop(ours, None)

    def _whole_cycles(self, ours: int, theirs: int, chance: Number) -> None:
        ways = self._cycle(ours, theirs, theirs, False, self.one)
        stay = self.zero
        for left_a, left_d in ways:
            if ours in left_a and theirs in left_d:
                stay += left_a[ours] * left_d[theirs]
        if stay == self.one:  # nobody can hurt anybody: they part
            self.result.add(self.ours.forces[ours], self.theirs.forces[theirs], True, chance)
            return
        for left_a, left_d in ways:
            self._pass_on(self.rows, left_a, left_d, chance / (self.one - stay))
        # A cycle that hurt nobody was counted in closed form and does not come back.
        self.rows[theirs].pop(ours, None)

    def _pass_on(self, rows: dict[int, Spread], left_a: Spread, left_d: Spread, chance: Number) -> None:
        """Add every pair of two independent spreads to what is to be followed."""
        for theirs, part in left_d.items():
            weight = chance * part
            if weight < self.least:
                continue
            row = rows.setdefault(theirs, {})
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

    def _first_cycle(self, ours: int, theirs: int) -> list[tuple[Spread, Spread]]:
        """Kamikaze attacks come with the opening fire; what they sink never fires back."""
        found = []
        for left, chance in self._rammed(theirs).items():
            found += self._cycle(ours, theirs, left, True, chance)
        return found

    def _rammed(self, theirs: int) -> Spread:
        """What kamikaze attacks leave of the defender."""
        shots: dict[int, int] = {}
        for kind, count in self.q.kamikaze.items():
            value, _, dice = values_of(self.q.attack, kind, True)
            shots[value] = shots.get(value, 0) + count * dice
        return _spread(self.theirs.after(theirs, "ships"), chances(shots, self.exact), self.one)

    def _opening(self, ours: int, theirs: int) -> tuple[Spread, Spread]:
        """What submarines leave of both sides."""
        attack, defend = self.ours, self.theirs
        hit_a = _spread(attack.after(ours, "ships"), defend.dive(theirs), self.one)
        return hit_a, _spread(defend.after(theirs, "ships"), attack.dive(ours), self.one)

    def _sinks_on_both_sides(self, ours: int, theirs: int) -> bool:
        """Whether submarines of both sides sink ships that no destroyer lets fire back."""
        destroyers = self.ours.count(ours, DESTROYER) or self.theirs.count(theirs, DESTROYER)
        return not destroyers and all(len(hit) > 1 for hit in self._opening(ours, theirs))

    def _cycle(
        self, ours: int, theirs: int, rammed: int, first: bool, chance: Number
    ) -> list[tuple[Spread, Spread]]:
        """Where one cycle leads, as pairs of independent spreads to be multiplied and added up.

        `rammed` is what kamikaze attacks have left of the defender, with the chance of that.
        """
        attack, defend = self.ours, self.theirs
        if not self.q.sea:
            left_d = self._left(defend, theirs, attack, ours, first)
            return [(self._left(attack, ours, defend, theirs, first), left_d)]
        hit_a = _spread(attack.after(ours, "ships"), defend.dive(theirs), chance)
        hit_d = _spread(defend.after(rammed, "ships"), attack.dive(ours), self.one)
        # Without a destroyer, what submarines have sunk no longer fires: then the two spreads hang together.
        ties_a = len(hit_a) > 1 and not attack.count(ours, DESTROYER)
        ties_d = len(hit_d) > 1 and not defend.count(theirs, DESTROYER)
        found = []
        for part_a in _parts(hit_a, ties_a):
            for part_d in _parts(hit_d, ties_d):
                fires_a = next(iter(part_a)) if ties_a else ours
                fires_d = next(iter(part_d)) if ties_d else rammed
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
        hits = chances(tally(self.q.bombard), self.exact)
        defends = _spread(self.theirs.after(self.theirs.start, "troops"), hits, self.one)
        attacks = self._after_guns()
        return {(a, d): p * r for a, p in attacks.items() for d, r in defends.items()}

    def _after_guns(self) -> Spread:
        start = self.ours.forces[self.ours.start]
        found: dict[Force, Number] = {start: self.one}
        for number, kind in enumerate(self.q.attack.order):
            lost = self._shot_down(kind, start[number])
            if len(lost) > 1:
                spread: dict[Force, Number] = {}
                for force, chance in found.items():
                    for count, part in enumerate(lost):
                        new = (*force[:number], force[number] - count, *force[number + 1 :])
                        spread[new] = spread.get(new, self.zero) + chance * part
                found = spread
        return {self.ours.number(force): chance for force, chance in found.items()}

    def _shot_down(self, kind: str, count: int) -> list[Number]:
        """The chances that guns shoot down 0, 1, 2 … of the air units of a kind."""
        ways: tuple[tuple[int, ...], ...] = ()
        if self.q.guns is not None:
            ways = self.q.guns.get(kind, ())
        elif self.q.gun and base(kind) in FLYERS:
            ways = ((self.q.gun,),) * count
        found: list[Number] = [self.one]
        for way in ways:
            safe = self.one
            for value in way:
                safe = safe * (6 - value) / 6
            if safe != self.one:
                found = convolve(found, [safe, self.one - safe])
        return found


def _parts(spread: Spread, apart: bool) -> list[Spread]:
    return [{force: chance} for force, chance in spread.items()] if apart else [spread]


def _spread(forces: Sequence[int], hits: Sequence[Number], whole: Number) -> Spread:
    """Chances of the forces after so many hits, `whole` in all; hits beyond the last change nothing more."""
    last = len(forces) - 1
    found = dict(zip(forces, hits, strict=False))
    if len(hits) > last:
        found[forces[last]] = 1 - sum(hits[:last]) if last else whole**0
    return found if whole == 1 else {force: whole * chance for force, chance in found.items()}


def solve(question: Question, exact: bool = False) -> Answer:
    """Follow a combat through; `exact` gives fractions and takes longer."""
    return Combat(question, exact).answer()
