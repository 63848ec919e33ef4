"""Edit mode: changes by hand, the same in every system. They are actions like others, so they are logged,
undone and replayed; every one is checked, and none may leave a position that cannot be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

from wargame_desktop.core import invariants
from wargame_desktop.core.action import Action, Number, PieceId, Pieces, PowerId, SpaceId, Text, Word
from wargame_desktop.core.dice import NoDice
from wargame_desktop.core.draft import Draft
from wargame_desktop.core.event import Event
from wargame_desktop.core.frozen import FrozenMap
from wargame_desktop.core.refusal import Refusal, refuse
from wargame_desktop.core.sequence import Rule
from wargame_desktop.core.state import HOLD, State

from .base import GameSystem

NOBODY = "nobody"
EVENT = "edited"
A = TypeVar("A", bound=Action)


@dataclass(frozen=True)
class EditMove(Action):
    """Put pieces anywhere."""

    verb: ClassVar[str] = "edit.move"
    pieces: Pieces
    space: SpaceId


@dataclass(frozen=True)
class EditFace(Action):
    """Lay a piece with a face up: front or back."""

    verb: ClassVar[str] = "edit.face"
    piece: PieceId
    face: Word


@dataclass(frozen=True)
class EditMark(Action):
    """Put a mark on a piece; the value “off” takes it away."""

    verb: ClassVar[str] = "edit.mark"
    piece: PieceId
    name: Word
    value: Text = ""


@dataclass(frozen=True)
class EditAdd(Action):
    """Bring one more counter, marker or card into the game."""

    verb: ClassVar[str] = "edit.add"
    kind: Word
    space: SpaceId
    power: PowerId = ""


@dataclass(frozen=True)
class EditRemove(Action):
    """Take pieces out of the game."""

    verb: ClassVar[str] = "edit.remove"
    pieces: Pieces


@dataclass(frozen=True)
class EditControl(Action):
    """Give a space to a power, or to nobody."""

    verb: ClassVar[str] = "edit.control"
    space: SpaceId
    power: PowerId


@dataclass(frozen=True)
class EditSide(Action):
    """Put a power on a side."""

    verb: ClassVar[str] = "edit.side"
    power: PowerId
    side: Word


@dataclass(frozen=True)
class EditNumber(Action):
    """Set a number of the game: `turn`, or `treasury.ger` in a table of numbers."""

    verb: ClassVar[str] = "edit.set"
    name: Word
    value: Number


EDIT_ACTIONS: tuple[type[Action], ...] = (
    EditMove, EditFace, EditMark, EditAdd, EditRemove, EditControl, EditSide, EditNumber,
)  # fmt: skip


class EditRule(Rule[A]):
    """An edit: what it names must exist, and the position after it must be possible."""

    rule = "edit"

    def __init__(self, system: GameSystem) -> None:
        self.system = system

    def missing(self, state: State, action: A) -> list[str]:
        """What the action names that does not exist, as sentences."""
        return []

    def edit(self, draft: Draft, action: A) -> tuple[tuple[str, ...], str]:
        """Do it; return the pieces it was done to, and what was done."""
        raise AssertionError(f"{type(self).__name__} does not say what it does")

    def refusals(self, state: State, action: A) -> list[Refusal]:
        """Try the edit and look at the position it leads to."""
        missing = self.missing(state, action)
        if missing:
            return [refuse("edit.unknown", sentence) for sentence in missing]
        draft = Draft(state, NoDice())
        self.edit(draft, action)
        known = set(invariants.problems(self.system, state))
        wrong = [text for text in invariants.problems(self.system, draft.state) if text not in known]
        return [
            refuse("edit.impossible", f"The edit leaves an impossible position: {text}.") for text in wrong
        ]

    def perform(self, draft: Draft, action: A) -> None:
        """Do it, and log it as an edit."""
        pieces, done = self.edit(draft, action)
        draft.emit(EVENT, pieces=pieces, done=done, important=True)


def _no_pieces(state: State, *pieces: str) -> list[str]:
    if not pieces:
        return ["No piece is named."]
    return [f"There is no piece {piece}." for piece in dict.fromkeys(pieces) if piece not in state.pieces]


class MoveRule(EditRule[EditMove]):
    """Move by hand."""

    action = EditMove
    title = "Edit: move pieces"

    def missing(self, state: State, action: EditMove) -> list[str]:
        """Pieces and the space."""
        found = _no_pieces(state, *action.pieces)
        if not self.system.has_space(action.space) and not action.space.startswith(HOLD):
            found.append(f"There is no space {action.space}.")
        return found

    def edit(self, draft: Draft, action: EditMove) -> tuple[tuple[str, ...], str]:
        """Lay them there."""
        draft.move(tuple(dict.fromkeys(action.pieces)), action.space)
        return action.pieces, f"put in {self.system.space_name(action.space)}"


class FaceRule(EditRule[EditFace]):
    """Turn by hand."""

    action = EditFace
    title = "Edit: turn a piece"

    def missing(self, state: State, action: EditFace) -> list[str]:
        """The piece and the face."""
        wrong = (
            [] if action.face in ("front", "back") else [f"A piece lies front or back, not {action.face}."]
        )
        return _no_pieces(state, action.piece) + wrong

    def edit(self, draft: Draft, action: EditFace) -> tuple[tuple[str, ...], str]:
        """Turn it."""
        draft.change(action.piece, face=action.face)
        return (action.piece,), f"laid {action.face} up"


class MarkRule(EditRule[EditMark]):
    """Mark by hand."""

    action = EditMark
    title = "Edit: mark a piece"

    def missing(self, state: State, action: EditMark) -> list[str]:
        """The piece."""
        return _no_pieces(state, action.piece)

    def edit(self, draft: Draft, action: EditMark) -> tuple[tuple[str, ...], str]:
        """Put the mark on or off; digits are a number."""
        value: object = action.value or True
        if action.value.isdecimal() and len(action.value) < 10:
            value = int(action.value)
        draft.mark(action.piece, action.name, None if action.value == "off" else value)
        return (action.piece,), f"marked {action.name} {action.value or 'on'}"


class AddRule(EditRule[EditAdd]):
    """Bring in by hand."""

    action = EditAdd
    title = "Edit: add a piece"

    def missing(self, state: State, action: EditAdd) -> list[str]:
        """The kind, the space and the power."""
        found = []
        if self.system.what_is(action.kind) is None:
            found.append(f"No counter, marker or card is called {action.kind}.")
        if not self.system.has_space(action.space) and not action.space.startswith(HOLD):
            found.append(f"There is no space {action.space}.")
        if action.power and action.power not in state.powers:
            found.append(f"There is no power {action.power}.")
        return found

    def edit(self, draft: Draft, action: EditAdd) -> tuple[tuple[str, ...], str]:
        """Lay a fresh piece on top."""
        piece = self.system.fresh_piece(draft.state, action.kind, action.space, action.power)
        draft.add(piece)
        draft.move((piece.id,), action.space)
        return (piece.id,), f"added in {self.system.space_name(action.space)}"


class RemoveRule(EditRule[EditRemove]):
    """Take out by hand."""

    action = EditRemove
    title = "Edit: remove pieces"

    def missing(self, state: State, action: EditRemove) -> list[str]:
        """The pieces."""
        return _no_pieces(state, *action.pieces)

    def edit(self, draft: Draft, action: EditRemove) -> tuple[tuple[str, ...], str]:
        """Take them away."""
        for piece in dict.fromkeys(action.pieces):
            draft.remove(piece)
        return action.pieces, "removed"


class ControlRule(EditRule[EditControl]):
    """Change control by hand."""

    action = EditControl
    title = "Edit: change control"

    def missing(self, state: State, action: EditControl) -> list[str]:
        """The space and the power."""
        found = [] if self.system.has_space(action.space) else [f"There is no space {action.space}."]
        if action.power != NOBODY and action.power not in state.powers:
            found.append(f"There is no power {action.power}.")
        return found

    def edit(self, draft: Draft, action: EditControl) -> tuple[tuple[str, ...], str]:
        """Hand it over."""
        draft.control(action.space, None if action.power == NOBODY else action.power)
        return (), f"{self.system.space_name(action.space)} given to {action.power}"


class SideRule(EditRule[EditSide]):
    """Change sides by hand."""

    action = EditSide
    title = "Edit: change sides"

    def missing(self, state: State, action: EditSide) -> list[str]:
        """The power and the side."""
        found = [] if action.power in state.powers else [f"There is no power {action.power}."]
        sides = (*self.system.sides(state), "neutral")
        if action.side not in sides:
            found.append(f"There is no side {action.side} (sides: {', '.join(sides)}).")
        return found

    def edit(self, draft: Draft, action: EditSide) -> tuple[tuple[str, ...], str]:
        """Put it there."""
        draft.align(action.power, action.side)
        return (), f"{self.system.power_name(action.power)} put on the side {action.side}"


class NumberRule(EditRule[EditNumber]):
    """Set a number by hand: only one that is there, since the rules give names their meaning."""

    action = EditNumber
    title = "Edit: set a number"

    def missing(self, state: State, action: EditNumber) -> list[str]:
        """The number."""
        value: Any = state.vars
        for part in action.name.split("."):
            value = value.get(part) if isinstance(value, FrozenMap) else None
        if isinstance(value, int) and not isinstance(value, bool):
            return []
        return [f"The game has no number {action.name}."]

    def edit(self, draft: Draft, action: EditNumber) -> tuple[tuple[str, ...], str]:
        """Write it down."""
        first, *inner = action.name.split(".")
        draft.set(first, _with(draft.state.var(first), inner, action.value))
        return (), f"{action.name} set to {action.value}"


def _with(value: Any, names: list[str], number: int) -> Any:
    if not names:
        return number
    return value.set(names[0], _with(value[names[0]], names[1:], number))


_RULES = (MoveRule, FaceRule, MarkRule, AddRule, RemoveRule, ControlRule, SideRule, NumberRule)


def edit_rules(system: GameSystem) -> list[Rule[Any]]:
    """The edits of a system."""
    return [kind(system) for kind in _RULES]


def describe_edit(event: Event) -> str | None:
    """An edit as a sentence; None when the event is none."""
    if event.kind != EVENT:
        return None
    pieces = event["pieces"]
    assert isinstance(pieces, tuple)
    named = f"{', '.join(map(str, pieces))} " if pieces else ""
    return f"Edited by hand: {named}{event.text('done')}."
