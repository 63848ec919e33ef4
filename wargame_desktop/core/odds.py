"""Exact chances: distributions as whole-number weights, read out as fractions. No sampling."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from math import gcd
from typing import Any, Generic, TypeVar

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)


class Distribution(Generic[T]):
    """Outcomes with their weights; the chance of an outcome is its weight over the total."""

    __slots__ = ("total", "weights")

    def __init__(self, weights: Mapping[T, int] | Iterable[tuple[T, int]]) -> None:
        merged: dict[T, int] = {}
        for outcome, weight in weights.items() if isinstance(weights, Mapping) else weights:
            if weight < 0:
                raise ValueError(f"the weight of {outcome!r} is negative")
            if weight:
                merged[outcome] = merged.get(outcome, 0) + weight
        divisor = gcd(*merged.values()) if merged else 1
        if not merged:
            raise ValueError("a distribution needs at least one outcome")
        self.weights: dict[T, int] = {o: w // divisor for o, w in merged.items()}
        self.total: int = sum(self.weights.values())

    def __iter__(self) -> Iterator[T]:
        return iter(self.weights)

    def __len__(self) -> int:
        return len(self.weights)

    def __getitem__(self, outcome: T) -> Fraction:
        return Fraction(self.weights.get(outcome, 0), self.total)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Distribution) and self.weights == other.weights

    def __repr__(self) -> str:
        cells = ", ".join(f"{o!r}: {self[o]}" for o in self.weights)
        return f"Distribution({{{cells}}})"

    def items(self) -> list[tuple[T, Fraction]]:
        """Outcomes and chances in the order they arose."""
        return [(outcome, self[outcome]) for outcome in self.weights]

    def map(self, change: Callable[[T], U]) -> Distribution[U]:
        """The distribution of a function of the outcome."""
        return Distribution((change(outcome), weight) for outcome, weight in self.weights.items())

    def then(self, follow: Callable[[T], Distribution[U]]) -> Distribution[U]:
        """Another chance that depends on the outcome of this one."""
        branches = [(weight, follow(outcome)) for outcome, weight in self.weights.items()]
        common = 1
        for _, branch in branches:
            common = common * branch.total // gcd(common, branch.total)
        cells: list[tuple[U, int]] = []
        for weight, branch in branches:
            scale = weight * (common // branch.total)
            cells.extend((outcome, scale * inner) for outcome, inner in branch.weights.items())
        return Distribution(cells)

    def with_(self, other: Distribution[U]) -> Distribution[tuple[T, U]]:
        """Both of two independent chances."""
        return Distribution(
            ((a, b), wa * wb) for a, wa in self.weights.items() for b, wb in other.weights.items()
        )

    def chance(self, test: Callable[[T], bool]) -> Fraction:
        """The chance that the outcome passes a test."""
        return Fraction(sum(w for o, w in self.weights.items() if test(o)), self.total)

    def mean(self, value: Callable[[T], int | Fraction]) -> Fraction:
        """The expected value of a number that depends on the outcome."""
        total = sum((w * Fraction(value(o)) for o, w in self.weights.items()), Fraction(0))
        return total / self.total


def certain(outcome: T) -> Distribution[T]:
    """An outcome with no doubt."""
    return Distribution({outcome: 1})


@cache
def die(sides: int = 6) -> Distribution[int]:
    """One fair die."""
    return Distribution(dict.fromkeys(range(1, sides + 1), 1))


@cache
def dice_sum(count: int, sides: int = 6) -> Distribution[int]:
    """The sum of several fair dice."""
    if count == 0:
        return certain(0)
    return dice_sum(count - 1, sides).with_(die(sides)).map(lambda pair: pair[0] + pair[1])


@cache
def hits(count: int, target: int, sides: int = 6) -> Distribution[int]:
    """How many of several dice show the target or less."""
    if count == 0:
        return certain(0)
    good = min(max(target, 0), sides)
    one = Distribution({1: good, 0: sides - good})
    return hits(count - 1, target, sides).with_(one).map(lambda pair: pair[0] + pair[1])


def total(parts: Iterable[Distribution[int]]) -> Distribution[int]:
    """The sum of independent numbers."""
    result: Distribution[int] = certain(0)
    for part in parts:
        result = result.with_(part).map(lambda pair: pair[0] + pair[1])
    return result


def to_plain(distribution: Distribution[Any]) -> list[dict[str, Any]]:
    """Rows for JSON: outcome, exact fraction, decimal."""
    return [
        {"outcome": outcome, "fraction": str(chance), "decimal": float(chance)}
        for outcome, chance in distribution.items()
    ]
