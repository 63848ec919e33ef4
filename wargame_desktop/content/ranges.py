"""Labels of charts that stand for numbers: "7", "4-7", "12+", "<=1"; and dice such as 2d6."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

_SINGLE = re.compile(r"-?[0-9]{1,6}")
_BETWEEN = re.compile(r"(-?[0-9]{1,6})\s*(?:-|–|to)\s*(-?[0-9]{1,6})")
_FROM = re.compile(r"(?:>=\s*(-?[0-9]{1,6})|(-?[0-9]{1,6})\+)")
_TO = re.compile(r"<=\s*(-?[0-9]{1,6})")
_DIE = re.compile(r"([1-9]?)d([1-9][0-9]{0,2})")


@dataclass(frozen=True, slots=True)
class Range:
    """Whole numbers from `low` to `high`; None on either end is open."""

    low: int | None
    high: int | None

    def __contains__(self, number: object) -> bool:
        if not isinstance(number, int):
            return False
        return (self.low is None or number >= self.low) and (self.high is None or number <= self.high)

    def __str__(self) -> str:
        if self.low == self.high:
            return "any" if self.low is None else str(self.low)
        if self.low is None:
            return f"<={self.high}"
        return f"{self.low}+" if self.high is None else f"{self.low}-{self.high}"


@dataclass(frozen=True, slots=True)
class Die:
    """Dice thrown together and summed."""

    number: int
    sides: int

    @property
    def range(self) -> Range:
        """The lowest and highest sum."""
        return Range(self.number, self.number * self.sides)

    def __str__(self) -> str:
        return f"{self.number}d{self.sides}"


def parse_range(text: str) -> Range | None:
    """The numbers a label stands for, or None when it is no such label."""
    text = text.strip()
    if _SINGLE.fullmatch(text):
        return Range(int(text), int(text))
    if match := _BETWEEN.fullmatch(text):
        low, high = int(match[1]), int(match[2])
        return Range(low, high) if low <= high else None
    if match := _FROM.fullmatch(text):
        return Range(int(match[1] or match[2]), None)
    if match := _TO.fullmatch(text):
        return Range(None, int(match[1]))
    return None


def parse_die(text: str) -> Die | None:
    """Dice such as d6, 1d10 or 2d6, or None."""
    match = _DIE.fullmatch(text.strip())
    return Die(int(match[1] or "1"), int(match[2])) if match else None


def range_problems(ranges: Sequence[Range], span: Range) -> list[tuple[int, str]]:
    """Gaps, overlaps and ranges outside the span, each with the position of the range at fault."""
    found: list[tuple[int, str]] = []
    lowest, highest = -(10**9), 10**9
    order = sorted(range(len(ranges)), key=lambda i: (_low(ranges[i], lowest), _high(ranges[i], highest)))
    expected = _low(span, lowest)
    for index in order:
        one = ranges[index]
        low, high = _low(one, lowest), _high(one, highest)
        if low < expected:
            before = low < _low(span, lowest)
            found.append(
                (index, f"{one} starts below the span {span}" if before else f"{one} overlaps another range")
            )
        elif low > expected:
            found.append((index, f"no range for {_numbers(expected, low - 1, lowest, highest)} before {one}"))
        expected = max(expected, high + 1)
    top = _high(span, highest)
    if expected <= top:
        found.append((order[-1] if order else 0, f"no range for {_numbers(expected, top, lowest, highest)}"))
    elif order and expected - 1 > top:
        found.append((order[-1], f"{ranges[order[-1]]} ends above the span {span}"))
    return found


def _low(one: Range, lowest: int) -> int:
    return lowest if one.low is None else one.low


def _high(one: Range, highest: int) -> int:
    return highest if one.high is None else one.high


def _numbers(low: int, high: int, lowest: int, highest: int) -> str:
    return str(Range(None if low == lowest else low, None if high == highest else high))
