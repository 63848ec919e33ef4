"""Where dice come from: a seed, the players' own hands, or the record. Never a global generator."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Protocol

DICE, SHUFFLE = "dice", "shuffle"


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice that fell: what for, how many sides, the values, and whether they ordered a deck."""

    purpose: str
    sides: int
    values: tuple[int, ...]
    kind: str = DICE


class DiceError(ValueError):
    """Dice that do not fit what the rules asked for."""


class DiceNeeded(Exception):
    """The rules ask for dice that have not been thrown yet; nothing has changed."""

    def __init__(self, purpose: str, count: int, sides: int) -> None:
        self.purpose, self.count, self.sides = purpose, count, sides
        dice = f"{count} dice" if count > 1 else "one die"
        super().__init__(f"{purpose}: roll {dice} with {sides} sides and give the result")


class Dice(Protocol):
    """A source of dice. `position` is how many dice the game has used before these."""

    def draw(self, purpose: str, count: int, sides: int, position: int, kind: str) -> tuple[int, ...]:
        """Values from 1 to `sides`."""


class SeededDice:
    """Dice fixed by a seed and by how many dice fell before: anyone can check them afterwards.

    `salt` tells branches apart: trying the same action again in another variation rolls anew.
    """

    def __init__(self, seed: str, salt: str = "") -> None:
        self.seed, self.salt = seed, salt

    def draw(self, purpose: str, count: int, sides: int, position: int, kind: str) -> tuple[int, ...]:
        """The dice at this position of the seed's sequence."""
        return tuple(self._die(position + i, sides) for i in range(count))

    def _die(self, position: int, sides: int) -> int:
        limit = (1 << 64) - (1 << 64) % sides
        attempt = 0
        while True:  # a value past the last whole multiple would favour low faces
            text = f"{self.seed}|{self.salt}|{position}|{attempt}"
            value = int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")
            if value < limit:
                return value % sides + 1
            attempt += 1


class TypedDice:
    """Dice thrown on a real table and typed in; when they run out the rules' request is raised.

    Nobody shuffles by typing numbers, so decks are ordered by `shuffler`.
    """

    def __init__(self, values: Iterable[int], shuffler: Dice | None = None) -> None:
        self._values = list(values)
        self._next = 0
        self._shuffler = shuffler

    @property
    def left(self) -> tuple[int, ...]:
        """Values not used yet."""
        return tuple(self._values[self._next :])

    def draw(self, purpose: str, count: int, sides: int, position: int, kind: str) -> tuple[int, ...]:
        """The next typed values."""
        if kind == SHUFFLE and self._shuffler is not None:
            return self._shuffler.draw(purpose, count, sides, position, kind)
        if len(self._values) - self._next < count:
            raise DiceNeeded(purpose, count, sides)
        values = tuple(self._values[self._next : self._next + count])
        _check_range(purpose, values, sides)
        self._next += count
        return values


class RecordedDice:
    """Dice as a game file holds them, used up in order and completely."""

    def __init__(self, values: Sequence[int]) -> None:
        self._values = tuple(values)
        self._next = 0

    def draw(self, purpose: str, count: int, sides: int, position: int, kind: str) -> tuple[int, ...]:
        """The next recorded values; too few is a DiceError."""
        values = self._values[self._next : self._next + count]
        if len(values) < count:
            raise DiceError(f"{purpose}: the record holds {len(values)} of {count} dice")
        _check_range(purpose, values, sides)
        self._next += count
        return values

    def finish(self) -> None:
        """Check that the action used every recorded die."""
        if self._next != len(self._values):
            raise DiceError(f"the record holds {len(self._values)} dice, the action used {self._next}")


class NoDice:
    """For actions that must not roll: any draw is a DiceNeeded."""

    def draw(self, purpose: str, count: int, sides: int, position: int, kind: str) -> tuple[int, ...]:
        """Always asks for the dice."""
        raise DiceNeeded(purpose, count, sides)


def _check_range(purpose: str, values: Sequence[int], sides: int) -> None:
    for value in values:
        if not 1 <= value <= sides:
            raise DiceError(f"{purpose}: a die with {sides} sides cannot show {value}")
