"""What the dice of a game say about chance, without more being read into them than is there."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

ENOUGH = 100
"""χ² means little with fewer dice, so it is given only above this many."""
_NORMAL_95 = 1.959963984540054


@dataclass(frozen=True, slots=True)
class Tally:
    """How often each face of dice with `sides` sides fell."""

    sides: int
    counts: tuple[int, ...]

    @staticmethod
    def of(sides: int, values: Iterable[int]) -> Tally:
        """Count values from 1 to `sides`."""
        counts = [0] * sides
        for value in values:
            counts[value - 1] += 1
        return Tally(sides, tuple(counts))

    @property
    def total(self) -> int:
        """How many dice fell."""
        return sum(self.counts)

    @property
    def expected(self) -> float:
        """How often each face should have fallen."""
        return self.total / self.sides

    @property
    def mean(self) -> float:
        """What the dice showed on average."""
        return sum(face * count for face, count in enumerate(self.counts, 1)) / self.total

    @property
    def mean_interval(self) -> tuple[float, float]:
        """Between which averages 95 of 100 fair sets of as many dice lie."""
        middle = (self.sides + 1) / 2
        spread = _NORMAL_95 * math.sqrt((self.sides**2 - 1) / 12 / self.total)
        return max(1.0, middle - spread), min(float(self.sides), middle + spread)

    @property
    def chi_square(self) -> float:
        """The sum of squared differences from what was expected, each over what was expected."""
        return sum((count - self.expected) ** 2 for count in self.counts) / self.expected

    @property
    def p_value(self) -> float:
        """How often fair dice are at least as uneven."""
        return chi_square_above(self.chi_square, self.sides - 1)

    @property
    def chi_square_interval(self) -> tuple[float, float]:
        """Between which values of χ² 95 of 100 fair sets lie."""
        freedom = self.sides - 1
        return chi_square_quantile(0.975, freedom), chi_square_quantile(0.025, freedom)

    @property
    def is_enough(self) -> bool:
        """Whether there are dice enough for χ² to mean something."""
        return self.total > ENOUGH and self.sides > 1


def chi_square_above(value: float, freedom: int) -> float:
    """The chance that χ² with so many degrees of freedom is above a value."""
    if value <= 0:
        return 1.0
    a, x = freedom / 2, value / 2
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        return 1.0 - scale * _series(a, x)
    return scale * _fraction(a, x)


def _series(a: float, x: float) -> float:
    """The lower incomplete gamma function by its series, without its scale; for small x."""
    term = total = 1.0 / a
    for n in range(1, 10_000):
        term *= x / (a + n)
        total += term
        if term < total * 1e-15:
            break
    return total


def _fraction(a: float, x: float) -> float:
    """The upper incomplete gamma function by its continued fraction, without its scale; for large x."""
    b = x + 1 - a
    c, d = 1e300, 1.0 / b
    result = d
    for n in range(1, 10_000):
        factor = -n * (n - a)
        b += 2
        d = 1.0 / (factor * d + b)
        c = b + factor / c
        result *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return result


def chi_square_quantile(above: float, freedom: int) -> float:
    """The value that χ² exceeds with a given chance, by halving."""
    low, high = 0.0, 10.0 * freedom + 50.0
    for _ in range(80):
        middle = (low + high) / 2
        if chi_square_above(middle, freedom) > above:
            low = middle
        else:
            high = middle
    return (low + high) / 2
