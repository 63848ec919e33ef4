"""What can be done at a free table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from wargame_desktop.core.action import (
    Action,
    Flag,
    Number,
    PieceId,
    Pieces,
    PowerId,
    SpaceId,
    Text,
    Word,
)

NOBODY = "nobody"


@dataclass(frozen=True)
class Move(Action):
    """Put pieces on top of a space's stack; `in:PIECE` loads them aboard a piece."""

    verb: ClassVar[str] = "move"
    pieces: Pieces
    space: SpaceId


@dataclass(frozen=True)
class Stack(Action):
    """Put a piece at a height in its stack, 1 is the bottom."""

    verb: ClassVar[str] = "stack"
    piece: PieceId
    height: Number


@dataclass(frozen=True)
class Flip(Action):
    """Turn pieces over."""

    verb: ClassVar[str] = "flip"
    pieces: Pieces


@dataclass(frozen=True)
class Conceal(Action):
    """Hide pieces from the other sides."""

    verb: ClassVar[str] = "conceal"
    pieces: Pieces


@dataclass(frozen=True)
class Reveal(Action):
    """Show hidden pieces to all."""

    verb: ClassVar[str] = "reveal"
    pieces: Pieces


@dataclass(frozen=True)
class Mark(Action):
    """Put a mark on a piece, with a value when it needs one."""

    verb: ClassVar[str] = "mark"
    piece: PieceId
    name: Word
    value: Text = ""


@dataclass(frozen=True)
class Unmark(Action):
    """Take a mark off a piece."""

    verb: ClassVar[str] = "unmark"
    piece: PieceId
    name: Word


@dataclass(frozen=True)
class Add(Action):
    """Bring one more counter or marker of a kind to the table."""

    verb: ClassVar[str] = "add"
    kind: Word
    space: SpaceId
    power: PowerId = ""


@dataclass(frozen=True)
class Remove(Action):
    """Take pieces off the table for good."""

    verb: ClassVar[str] = "remove"
    pieces: Pieces


@dataclass(frozen=True)
class Draw(Action):
    """Take the top pieces of a deck or pool to another space."""

    verb: ClassVar[str] = "draw"
    source: SpaceId
    space: SpaceId
    count: Number = 1


@dataclass(frozen=True)
class Return(Action):
    """Put pieces back into a deck or pool, on top or at the bottom."""

    verb: ClassVar[str] = "return"
    pieces: Pieces
    space: SpaceId
    bottom: Flag = False


@dataclass(frozen=True)
class Shuffle(Action):
    """Put the pieces of a deck or pool in random order."""

    verb: ClassVar[str] = "shuffle"
    space: SpaceId


@dataclass(frozen=True)
class RollDice(Action):
    """Roll dice such as 2d6."""

    verb: ClassVar[str] = "roll"
    dice: Word
    purpose: Text = ""


@dataclass(frozen=True)
class Control(Action):
    """Give a space to a power, or to nobody."""

    verb: ClassVar[str] = "control"
    space: SpaceId
    power: PowerId


@dataclass(frozen=True)
class SetNumber(Action):
    """Set a number that the players keep: a track, a treasury (`treasury.sel`)."""

    verb: ClassVar[str] = "set"
    name: Word
    value: Number


@dataclass(frozen=True)
class NextTurn(Action):
    """Go to the next turn, or to a given one."""

    verb: ClassVar[str] = "turn"
    number: Number = 0


@dataclass(frozen=True)
class NextPhase(Action):
    """Go to the next phase of the scenario's list, or to a named one."""

    verb: ClassVar[str] = "phase"
    name: Word = ""


@dataclass(frozen=True)
class PassTo(Action):
    """Hand the table to a side."""

    verb: ClassVar[str] = "side"
    side: Word


@dataclass(frozen=True)
class Note(Action):
    """Write a line into the log."""

    verb: ClassVar[str] = "note"
    text: Text


ACTIONS: tuple[type[Action], ...] = (
    Move, Stack, Flip, Conceal, Reveal, Mark, Unmark, Add, Remove, Draw, Return, Shuffle,
    RollDice, Control, SetNumber, NextTurn, NextPhase, PassTo, Note,
)  # fmt: skip
