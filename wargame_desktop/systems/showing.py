"""What a rule system tells a table about a fight in progress, and about chances one may ask for.

Everything here is plain data for showing: the pieces in their columns, the dice, what has to be chosen and
with which actions it can be answered. A table draws it and needs to know no rule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from wargame_desktop.core.action import Action
from wargame_desktop.core.state import State

if TYPE_CHECKING:
    from .base import Preview

ATTACKER, DEFENDER = "attacker", "defender"


@dataclass(frozen=True, slots=True)
class Column:
    """Pieces that count alike, such as those that hit on a 3; `lost` are those that are out already."""

    heading: str
    pieces: tuple[str, ...]
    note: str = ""
    lost: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FightSide:
    """One side of a fight."""

    name: str
    power: str
    columns: tuple[Column, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice that fell in a fight: whose, what for, which of them hit, and what came of it in a few words."""

    side: str
    title: str
    values: tuple[int, ...]
    hits: tuple[bool, ...] = ()
    result: str = ""


@dataclass(frozen=True, slots=True)
class Picks:
    """Pieces to choose on the board: among which, how often each may be named, and how many in all.

    `default` is the choice one click away. The chosen pieces become the argument of an action; with `counts`
    as pairs of piece and number, else as names, a piece named as often as it was chosen.
    """

    side: str
    title: str
    button: str
    verb: str
    argument: str
    among: tuple[tuple[str, int], ...]
    least: int
    most: int
    default: tuple[str, ...] = ()
    counts: bool = False
    loses: bool = False
    """Whether what is chosen is lost."""
    besides: tuple[tuple[str, str], ...] = ()
    """Other arguments of the action, which nobody has to choose."""

    def value(self, chosen: Sequence[str]) -> tuple[Any, ...]:
        """The argument that says these pieces were chosen."""
        if not self.counts:
            return tuple(sorted(chosen))
        return tuple((piece, chosen.count(piece)) for piece in sorted(set(chosen)))


@dataclass(frozen=True, slots=True)
class Option:
    """An answer that one button gives; `main` is the one most people give."""

    title: str
    action: Action
    main: bool = False


@dataclass(frozen=True, slots=True)
class Fight:
    """A fight in progress. `key` stays the same from its beginning to its end."""

    key: str
    title: str
    space: str
    attacker: FightSide
    defender: FightSide
    steps: tuple[str, ...] = ()
    step: int = 0
    lines: tuple[str, ...] = ()
    picks: Picks | None = None
    options: tuple[Option, ...] = ()
    may_leave: bool = False
    """Whether the decision owed now is one about going on or breaking off."""
    knows_retreat: bool = False
    """Whether such a decision may come up at all."""

    def side(self, name: str) -> FightSide:
        """The attacker or the defender."""
        return self.attacker if name == ATTACKER else self.defender


# Chances for any two forces


class CalculatorError(ValueError):
    """A question that has no answer, with a sentence that says why."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Something to set before chances are asked for: a number, a switch, or one of several words.

    `side` is the force it belongs to, empty for what concerns both. `twin` is the same entry of the other
    force, with which it changes places when the sides are swapped. `shown_if` names a switch and the value
    it must have.
    """

    id: str
    title: str
    side: str = ""
    kind: str = "number"
    default: int = 0
    most: int = 60
    cost: int = 0
    note: str = ""
    piece: str = ""
    """The kind of counter to draw beside it."""
    words: tuple[str, ...] = ()
    twin: str = ""
    shown_if: tuple[str, int] = ("", 0)


class Calculator(Protocol):
    """Answers what would come of a fight between any two forces.

    Values are numbers by entry; a switch is 0 or 1, a word is its place in `words`.
    """

    title: str
    entries: tuple[Entry, ...]

    def ask(self, values: Mapping[str, int]) -> Preview:
        """The chances; a CalculatorError when the question makes no sense."""

    def take(self, state: State, space: str) -> dict[str, int] | None:
        """The forces that stand or are about to fight in a space; None when nobody is there."""
