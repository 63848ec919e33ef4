"""A small game for trying the kernel: two sides move, hide, show and roll until one ends it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from wargame_desktop.core.action import (
    Action,
    Notation,
    Number,
    Numbers,
    Path,
    PieceId,
    SpaceId,
    Text,
    Word,
    Words,
)
from wargame_desktop.core.draft import Draft
from wargame_desktop.core.engine import System
from wargame_desktop.core.event import Event
from wargame_desktop.core.frozen import FrozenMap
from wargame_desktop.core.refusal import Refusal, refuse
from wargame_desktop.core.sequence import Choice, Phase, PhaseList, Prompt, Rule, Target
from wargame_desktop.core.state import HOLD, Piece, PieceTable, State, frame

SPACES = ("north", "south", "sea")


@dataclass(frozen=True)
class Move(Action):
    verb = "move"
    piece: PieceId
    space: SpaceId


@dataclass(frozen=True)
class Roll(Action):
    verb = "roll"
    count: Number = 1


@dataclass(frozen=True)
class Show(Action):
    verb = "show"
    piece: PieceId


@dataclass(frozen=True)
class Pass(Action):
    verb = "pass"


@dataclass(frozen=True)
class Surrender(Action):
    verb = "surrender"


@dataclass(frozen=True)
class Break(Action):
    """Ways in which a rule can break the kernel's contract."""

    verb = "break"
    how: Word


@dataclass(frozen=True)
class Note(Action):
    verb = "note"
    text: Text
    dice: Numbers = ()
    about: Words = ()
    path: Path = ()


class MoveRule(Rule[Move]):
    action = Move
    title = "Move a piece"
    rule = "8.1"

    def refusals(self, state: State, action: Move) -> list[Refusal]:
        found = []
        if action.piece not in state.pieces:
            found.append(refuse("move.no_piece", f"There is no piece {action.piece}.", pieces=[action.piece]))
        if action.space not in SPACES:
            found.append(refuse("move.no_space", f"There is no space {action.space}.", "8.2", has=3))
        return found

    def perform(self, draft: Draft, action: Move) -> None:
        draft.move([action.piece], action.space)
        draft.emit("moved", piece=action.piece, to=action.space, important=True)

    def legal(self, state: State, piece: str | None = None) -> Iterable[Move]:
        for piece_id in state.pieces if piece is None else (piece,):
            yield from (Move(piece_id, space) for space in SPACES if state.piece(piece_id).space != space)

    def choices(self, state: State) -> list[Choice]:
        return [Choice("space", "space", SPACES)]

    def targets(self, state: State, pieces: Iterable[str]) -> dict[str, Target]:
        (piece,) = pieces
        return {move.space: Target(move.space, move, "1") for move in self.legal(state, piece)}

    def drop(self, state: State, pieces: Sequence[str], space: str, via: Sequence[str]) -> Move | None:
        return Move(pieces[0], space) if len(pieces) == 1 else None


class RollRule(Rule[Roll]):
    action = Roll

    def perform(self, draft: Draft, action: Roll) -> None:
        for number in range(action.count):
            (value,) = draft.roll(f"die {number + 1}")
            draft.set("sum", draft.state.number("sum") + value)


class ShowRule(Rule[Show]):
    action = Show

    def available(self, state: State) -> bool:
        return any(piece.concealed for piece in state.pieces.values())

    def perform(self, draft: Draft, action: Show) -> None:
        draft.change(action.piece, concealed=False)

    def legal(self, state: State, piece: str | None = None) -> Iterable[Show]:
        found = (item.id for item in state.pieces.values() if item.concealed)
        return [Show(piece_id) for piece_id in found if piece in (None, piece_id)]


class PassRule(Rule[Pass]):
    action = Pass

    def perform(self, draft: Draft, action: Pass) -> None:
        draft.pop()

    def legal(self, state: State, piece: str | None = None) -> Iterable[Pass]:
        return (Pass(),) if piece is None else ()


class SurrenderRule(Rule[Surrender]):
    action = Surrender

    def perform(self, draft: Draft, action: Surrender) -> None:
        while draft.state.stack:
            draft.pop()


class BreakRule(Rule[Break]):
    action = Break

    def perform(self, draft: Draft, action: Break) -> None:
        if action.how == "align":
            draft.align("red2", "blue")
        elif action.how == "remove":
            draft.remove("red.spy")
        elif action.how == "add":
            draft.add(Piece("red.new", "tank", "red", "north", concealed=True))
        else:
            draft.push(action.how)


class NothingRule(Rule[Note]):
    """A rule that forgot to say what it does."""

    action = Note


class Turn(Phase):
    name = "turn"
    title = "the turn"
    rule = "8"
    rules = (MoveRule(), RollRule(), ShowRule(), PassRule(), SurrenderRule(), BreakRule(), NothingRule())

    def decider(self, state: State) -> str:
        return str(state.top["side"])

    def prompt(self, state: State) -> Prompt:
        return Prompt(f"{self.decider(state)} moves")


class Ask(Phase):
    """Somebody is asked, and may only let it pass."""

    name = "ask"
    rules = (PassRule(),)

    def decider(self, state: State) -> str:
        return "blue"


class Stuck(Phase):
    name = "stuck"

    def advance(self, draft: Draft) -> None:
        """Neither asks nor goes on."""


class Endless(Phase):
    name = "endless"

    def advance(self, draft: Draft) -> None:
        draft.set("steps", draft.state.number("steps") + 1)


class Quiet(Phase):
    """Runs by itself and ends at once."""

    name = "quiet"


class Toy(System):
    """The game of this file."""

    id = "toy"
    rules_version = "1"
    notation = Notation([Move, Roll, Show, Pass, Surrender, Break, Note])

    def __init__(self) -> None:
        turns = PhaseList(
            "turns", "Turns", lambda state, top: [frame("turn", side=side) for side in ("red", "blue")]
        )
        finished = PhaseList("finished", "Last", lambda state, top: (), finish=finish)
        phases: list[Phase] = [turns, finished, Turn(), Ask(), Stuck(), Endless(), Quiet()]
        self.phases = {phase.name: phase for phase in phases}

    def has_space(self, space: str) -> bool:
        return space in SPACES

    def sides(self, state: State) -> tuple[str, ...]:
        return ("red", "blue")

    def describe(self, event: Event, state: State) -> str:
        return f"{event.kind} {event.text('piece')}"

    def is_secret(self, name: str, side: str) -> bool:
        return name.startswith("secret.") and name != f"secret.{side}"


class PlainToy(Toy):
    """The game without what it adds to the kernel's own answers."""

    is_secret = System.is_secret


class EditedToy(Toy):
    """The game in which anything may be shown by hand at any time."""

    edits = (ShowRule(),)


def finish(draft: Draft) -> None:
    """The end of a phase list that does something before it goes."""
    draft.set("finished", True)
    draft.pop()


def pieces() -> PieceTable:
    """Two sides; red hides a spy, a submarine with a passenger, and a mine beside an open tank."""
    return PieceTable(
        [
            Piece("red.tank", "tank", "red", "north", marks=FrozenMap({"escort": "red.spy"})),
            Piece("red.spy", "spy", "red", "north", concealed=True, order=1),
            Piece("red.mine", "mine", "red2", "north", concealed=True, order=2),
            Piece("red.sub", "submarine", "red", "sea", concealed=True),
            Piece("red.agent", "agent", "red", HOLD + "red.sub", concealed=True),
            Piece("red.radio", "radio", "red", HOLD + "red.sub"),
            Piece("blue.tank", "tank", "blue", "south"),
        ]
    )


def start() -> State:
    """The first decision of the game: red's."""
    return State(
        "toy",
        "small",
        options=FrozenMap({"fog": True}),
        powers=FrozenMap({"red": "red", "red2": "red", "blue": "blue"}),
        pieces=pieces(),
        control=FrozenMap({"north": "red", "south": "blue"}),
        vars=FrozenMap(
            {"sum": 0, "target": ("red.spy", FrozenMap({"red.mine": "in:red.sub"})), "secret.red": 7}
        ),
        stack=(frame("turns", at=1), frame("turn", side="red", watching=["red.spy"])),
        secret="salt",
    )


def with_piece(state: State, **changes: object) -> State:
    """The state with one piece of it changed, unchecked."""
    piece = replace(state.piece(str(changes.pop("id"))), **changes)  # type: ignore[arg-type]
    return replace(state, pieces=PieceTable([*state.pieces.without(piece.id).values(), piece]))
