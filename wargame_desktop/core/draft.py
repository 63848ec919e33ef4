"""The workbench on which a rule performs an action: a state being changed step by step.

`draft.state` is a complete state after every step, so all reading functions work in the middle.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar, cast

from .dice import DICE, SHUFFLE, Dice, Roll
from .event import Event
from .frozen import FrozenMap, Plain, freeze
from .state import Frame, Piece, PieceTable, State, frame

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Changed:
    """What an action touched, so that the table repaints no more than that."""

    pieces: tuple[str, ...] = ()
    spaces: tuple[str, ...] = ()
    vars: tuple[str, ...] = ()
    phase: bool = False
    powers: bool = False


class Draft:
    """A state under change, with the events and dice of the action in hand."""

    def __init__(self, state: State, dice: Dice) -> None:
        self.before = state
        self.state = state
        self.events: list[Event] = []
        self.rolls: list[Roll] = []
        self.reveals = False
        """Set by a rule that lets a side learn something no piece shows: a peek, a secret variable told."""
        self._dice = dice
        self._pieces: set[str] = set()
        self._spaces: set[str] = set()
        self._vars: set[str] = set()

    # Pieces

    def change(self, piece_id: str, **fields: Any) -> Piece:
        """Change fields of a piece (space, face, order, …) and return it."""
        old = self.state.piece(piece_id)
        new = replace(old, **fields)
        self._put((new,))
        return new

    def move(self, piece_ids: Iterable[str], space: str) -> None:
        """Put pieces on top of a space's stack, keeping their order."""
        moving = [self.state.piece(piece_id) for piece_id in piece_ids]
        ids = {piece.id for piece in moving}
        height = max((piece.order for piece in self.state.at(space) if piece.id not in ids), default=-1) + 1
        moving.sort(key=lambda piece: (piece.order, piece.id))
        self._put([replace(piece, space=space, order=height + i) for i, piece in enumerate(moving)])

    def mark(self, piece_id: str, name: str, value: object) -> None:
        """Set a mark of a piece; None takes it off."""
        piece = self.state.piece(piece_id)
        if value is None:
            marks = piece.marks.without(name) if name in piece.marks else piece.marks
        else:
            marks = piece.marks.set(name, freeze(value))
        self._put((replace(piece, marks=marks),))

    def add(self, piece: Piece) -> None:
        """Bring a new piece into the game."""
        if piece.id in self.state.pieces:
            raise ValueError(f"there is a piece {piece.id} already")
        self._put((piece,))

    def remove(self, piece_id: str) -> None:
        """Take a piece out of the game for good."""
        piece = self.state.piece(piece_id)
        self._pieces.add(piece_id)
        self._spaces.add(piece.space)
        self.state = replace(self.state, pieces=cast(PieceTable, self.state.pieces.without(piece_id)))

    def _put(self, pieces: Sequence[Piece]) -> None:
        for piece in pieces:
            old = self.state.pieces.get(piece.id)
            if old is not None:
                self._spaces.add(old.space)
            self._spaces.add(piece.space)
            self._pieces.add(piece.id)
        table = self.state.pieces.update({piece.id: piece for piece in pieces})
        self.state = replace(self.state, pieces=cast(PieceTable, table))

    # Spaces, powers, variables

    def control(self, space: str, power: str | None) -> None:
        """Give a space to a power; None leaves it to nobody."""
        table = self.state.control
        if power is not None:
            table = table.set(space, power)
        elif space in table:
            table = table.without(space)
        self._spaces.add(space)
        self.state = replace(self.state, control=table)

    def align(self, power: str, side: str) -> None:
        """Put a power on a side."""
        self.state = replace(self.state, powers=self.state.powers.set(power, side))

    def set(self, name: str, value: object) -> None:
        """Set a variable of the rule system; None takes it away."""
        table = self.state.vars
        if value is not None:
            table = table.set(name, freeze(value))
        elif name in table:
            table = table.without(name)
        self._vars.add(name)
        self.state = replace(self.state, vars=table)

    # The stack of phases

    @property
    def top(self) -> Frame:
        """The frame in charge."""
        return self.state.top

    def push(self, name: str, /, **params: object) -> None:
        """Start a phase on top of the one in progress."""
        self.push_frame(frame(name, **params))

    def push_frame(self, item: Frame) -> None:
        """Start a phase given as a frame."""
        self.state = replace(self.state, stack=(*self.state.stack, item))

    def pop(self) -> Frame:
        """End the phase in charge and return it; the one below goes on."""
        top = self.state.top
        self.state = replace(self.state, stack=self.state.stack[:-1])
        return top

    def update(self, **params: object) -> None:
        """Change parameters of the frame in charge."""
        changes = cast("FrozenMap[Plain]", freeze(params))
        self.state = self.state.with_top(Frame(self.top.name, self.top.params.update(changes)))

    # Dice

    def roll(self, purpose: str, count: int = 1, sides: int = 6) -> tuple[int, ...]:
        """Throw dice; the roll is recorded with its purpose."""
        return self._draw(purpose, count, sides, DICE)

    def shuffle(self, purpose: str, items: Sequence[T]) -> tuple[T, ...]:
        """Put things in an order decided by the dice source."""
        left, result = list(items), []
        while len(left) > 1:
            (value,) = self._draw(purpose, 1, len(left), SHUFFLE)
            result.append(left.pop(value - 1))
        return (*result, *left)

    def _draw(self, purpose: str, count: int, sides: int, kind: str) -> tuple[int, ...]:
        values = self._dice.draw(purpose, count, sides, self.state.dice_rolled, kind)
        self.rolls.append(Roll(purpose, sides, values, kind))
        self.state = replace(self.state, dice_rolled=self.state.dice_rolled + count)
        return values

    # Events

    def emit(
        self, kind: str, /, *, audience: Sequence[str] | None = None, important: bool = False, **data: object
    ) -> None:
        """Record that something happened."""
        frozen = cast("FrozenMap[Plain]", freeze(data))
        self.events.append(Event(kind, frozen, None if audience is None else tuple(audience), important))

    def changed(self) -> Changed:
        """What has been touched so far."""
        return Changed(
            tuple(sorted(self._pieces)),
            tuple(sorted(self._spaces)),
            tuple(sorted(self._vars)),
            self.before.stack != self.state.stack,
            self.before.powers != self.state.powers,
        )
