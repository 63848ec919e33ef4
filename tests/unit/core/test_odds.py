"""Exact chances against counting every case."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from wargame_desktop.core.odds import Distribution, certain, dice_sum, die, hits, to_plain, total


@pytest.mark.parametrize(("count", "sides"), [(0, 6), (1, 6), (3, 6), (2, 10)])
def test_sums_against_every_throw(count: int, sides: int) -> None:
    cases = Counter(sum(throw) for throw in product(range(1, sides + 1), repeat=count))
    for outcome, number in cases.items():
        assert dice_sum(count, sides)[outcome] == Fraction(number, sides**count)
    assert len(dice_sum(count, sides)) == len(cases)
    assert dice_sum(count, sides) == total([die(sides)] * count)


@pytest.mark.parametrize(("count", "target"), [(0, 3), (1, 0), (3, 2), (4, 5), (2, 6), (2, 9), (2, -1)])
def test_hits_against_every_throw(count: int, target: int) -> None:
    cases = Counter(sum(face <= target for face in throw) for throw in product(range(1, 7), repeat=count))
    assert dict(hits(count, target).items()) == {n: Fraction(c, 6**count) for n, c in cases.items()}


def test_chances_that_depend_on_each_other() -> None:
    second = die().then(lambda face: hits(face, 1) if face > 3 else certain(face))
    cases: Counter[int] = Counter()
    for face in range(1, 7):
        for throw in product(range(1, 7), repeat=6):  # always six more dice, of which `face` count
            cases[sum(f <= 1 for f in throw[:face]) if face > 3 else face] += 1
    assert dict(second.items()) == {n: Fraction(c, 6**7) for n, c in cases.items()}
    assert sum(chance for _, chance in second.items()) == 1


def test_reading_a_distribution() -> None:
    pair = die(2).with_(die(3))
    assert pair[(1, 3)] == Fraction(1, 6) and pair[(9, 9)] == 0
    assert pair.chance(lambda both: both[0] == both[1]) == Fraction(1, 3)
    assert pair.mean(lambda both: both[0] * both[1]) == Fraction(3, 2) * 2
    assert list(die(2)) == [1, 2] and die(2) != {1: 1, 2: 1}
    assert Distribution([("a", 2), ("a", 2), ("b", 0), ("c", 4)]) == Distribution({"a": 1, "c": 1})
    assert repr(die(2)) == "Distribution({1: 1/2, 2: 1/2})"
    assert die(4).map(lambda face: face % 2)[1] == Fraction(1, 2)
    assert to_plain(die(2))[0] == {"outcome": 1, "fraction": "1/2", "decimal": 0.5}


def test_what_is_no_distribution() -> None:
    with pytest.raises(ValueError, match="at least one outcome"):
        Distribution({"a": 0})
    with pytest.raises(ValueError, match="the weight of 'a' is negative"):
        Distribution({"a": -1})
