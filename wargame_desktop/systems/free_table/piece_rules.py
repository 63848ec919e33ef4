"""Moving, stacking, turning, marking, adding and removing pieces at a free table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from wargame_desktop.core.action import Action
from wargame_desktop.core.draft import Draft
from wargame_desktop.core.refusal import Refusal, refuse
from wargame_desktop.core.sequence import Choice, Chooser, Rule, Target
from wargame_desktop.core.state import HOLD, Piece, State
from wargame_desktop.systems.base import GameSystem

from .checks import carrying_refusals, near, pick, piece_refusals, space_refusals
from .model import Add, Conceal, Flip, Mark, Move, Remove, Reveal, Stack, Unmark

A = TypeVar("A", bound=Action)


class TableRule(Rule[A]):
    """A rule of the free table: it knows the board and the counters in use."""

    def __init__(self, system: GameSystem) -> None:
        self.system = system


class MoveRule(TableRule[Move]):
    """Any piece may go anywhere."""

    action = Move
    title = "Move pieces"

    def refusals(self, state: State, action: Move) -> list[Refusal]:
        """Only what does not exist is refused."""
        found = piece_refusals(state, action.pieces) + space_refusals(self.system, state, action.space)
        return found or carrying_refusals(state, action.pieces, action.space)

    def perform(self, draft: Draft, action: Move) -> None:
        """Lay the pieces on top."""
        draft.move(action.pieces, action.space)
        draft.emit("pieces_moved", pieces=action.pieces, space=action.space)

    def legal(self, state: State, piece: str | None = None) -> Iterable[Move]:
        """Each piece to each space."""
        for piece_id in state.pieces if piece is None else (piece,):
            if piece_id in state.pieces:
                for space in self.system.board.spaces:
                    yield Move((piece_id,), space.id)

    def sample(self, state: State, chooser: Chooser) -> Move | None:
        """A piece and a space at random; now and then aboard another piece."""
        piece = pick(chooser, tuple(state.pieces))
        if piece is None:
            return None
        carrier = pick(chooser, tuple(state.pieces))
        hold = f"{HOLD}{carrier}"
        if chooser.randrange(8) == 0 and not carrying_refusals(state, (piece,), hold):
            return Move((piece,), hold)
        space = pick(chooser, self.system.board.spaces)
        return None if space is None else Move((piece,), space.id)

    def targets(self, state: State, pieces: Sequence[str]) -> Mapping[str, Target]:
        """Every space of the board."""
        moving = tuple(pieces)
        if piece_refusals(state, moving):
            return {}
        return {space.id: Target(space.id, Move(moving, space.id)) for space in self.system.board.spaces}

    def drop(self, state: State, pieces: Sequence[str], space: str, via: Sequence[str]) -> Move | None:
        """Dropping is moving."""
        return Move(tuple(pieces), space)


class StackRule(TableRule[Stack]):
    """The order of a stack is its owner's business."""

    action = Stack
    title = "Change the order of a stack"

    def refusals(self, state: State, action: Stack) -> list[Refusal]:
        """The height must lie within the stack."""
        found = piece_refusals(state, (action.piece,))
        if found:
            return found
        most = len(state.at(state.piece(action.piece).space))
        if 1 <= action.height <= most:
            return []
        sentence = f"The stack is {most} high; {action.piece} cannot lie at height {action.height}."
        return [refuse("table.height", sentence, pieces=(action.piece,), needs=action.height, has=most)]

    def perform(self, draft: Draft, action: Stack) -> None:
        """Number the stack anew with the piece at its height."""
        piece = draft.state.piece(action.piece)
        others = [item.id for item in draft.state.at(piece.space) if item.id != piece.id]
        others.insert(action.height - 1, piece.id)
        for order, piece_id in enumerate(others):
            if draft.state.piece(piece_id).order != order:
                draft.change(piece_id, order=order)
        draft.emit("piece_stacked", pieces=(piece.id,), height=action.height)

    def legal(self, state: State, piece: str | None = None) -> Iterable[Stack]:
        """Every other height for each piece in a stack."""
        for piece_id in state.pieces if piece is None else (piece,):
            if piece_id in state.pieces:
                stack = state.at(state.pieces[piece_id].space)
                for height, item in enumerate(stack, 1):
                    if item.id != piece_id:
                        yield Stack(piece_id, height)


class _Each(TableRule[A]):
    """A rule that does one thing to each of the pieces named."""

    event: str

    def refusals(self, state: State, action: A) -> list[Refusal]:
        """The pieces must exist."""
        return piece_refusals(state, action.pieces)  # type: ignore[attr-defined]

    def change(self, draft: Draft, piece: Piece) -> None:
        """What happens to one piece."""
        raise AssertionError(f"{type(self).__name__} does not say what it does")

    def perform(self, draft: Draft, action: A) -> None:
        """Change piece after piece."""
        pieces: tuple[str, ...] = action.pieces  # type: ignore[attr-defined]
        for piece_id in pieces:
            self.change(draft, draft.state.piece(piece_id))
        draft.emit(self.event, pieces=pieces)

    def worth(self, piece: Piece) -> bool:
        """Whether it makes a difference to this piece."""
        return True

    def legal(self, state: State, piece: str | None = None) -> Iterable[A]:
        """One piece at a time."""
        for piece_id in state.pieces if piece is None else (piece,):
            found = state.pieces.get(piece_id)
            if found is not None and self.worth(found):
                yield self.action((piece_id,))  # type: ignore[call-arg]


class FlipRule(_Each[Flip]):
    """Front becomes back, back becomes front."""

    action = Flip
    title = "Turn pieces over"
    event = "pieces_flipped"

    def change(self, draft: Draft, piece: Piece) -> None:
        """Turn it over."""
        draft.change(piece.id, face="back" if piece.face == "front" else "front")


class ConcealRule(_Each[Conceal]):
    """Others see a blank counter."""

    action = Conceal
    title = "Conceal pieces"
    event = "pieces_concealed"

    def worth(self, piece: Piece) -> bool:
        """Open pieces."""
        return not piece.concealed

    def change(self, draft: Draft, piece: Piece) -> None:
        """Hide it."""
        draft.change(piece.id, concealed=True)


class RevealRule(_Each[Reveal]):
    """All see it."""

    action = Reveal
    title = "Reveal pieces"
    event = "pieces_revealed"

    def worth(self, piece: Piece) -> bool:
        """Concealed pieces."""
        return piece.concealed

    def change(self, draft: Draft, piece: Piece) -> None:
        """Show it."""
        draft.change(piece.id, concealed=False)


class MarkRule(TableRule[Mark]):
    """A mark lies on the piece and goes where it goes."""

    action = Mark
    title = "Mark a piece"

    def refusals(self, state: State, action: Mark) -> list[Refusal]:
        """The piece must exist."""
        return piece_refusals(state, (action.piece,))

    def perform(self, draft: Draft, action: Mark) -> None:
        """Lay the mark on."""
        draft.mark(action.piece, action.name, action.value or True)
        draft.emit("piece_marked", pieces=(action.piece,), name=action.name, value=action.value)

    def sample(self, state: State, chooser: Chooser) -> Mark | None:
        """Any piece, one of the usual marks."""
        piece = pick(chooser, tuple(state.pieces))
        name = ("moved", "disrupted", "out_of_supply")[chooser.randrange(3)]
        return None if piece is None else Mark(piece, name)


class UnmarkRule(TableRule[Unmark]):
    """Marks can be taken off."""

    action = Unmark
    title = "Take a mark off"

    def refusals(self, state: State, action: Unmark) -> list[Refusal]:
        """The piece must bear the mark."""
        found = piece_refusals(state, (action.piece,))
        if found or action.name in state.piece(action.piece).marks:
            return found
        borne = ", ".join(sorted(state.piece(action.piece).marks)) or "none"
        sentence = f"{action.piece} bears no mark {action.name} (marks: {borne})."
        return [refuse("table.no_mark", sentence, pieces=(action.piece,))]

    def perform(self, draft: Draft, action: Unmark) -> None:
        """Take it off."""
        draft.mark(action.piece, action.name, None)
        draft.emit("piece_unmarked", pieces=(action.piece,), name=action.name)

    def legal(self, state: State, piece: str | None = None) -> Iterable[Unmark]:
        """Every mark on the table."""
        for piece_id in state.pieces if piece is None else (piece,):
            found = state.pieces.get(piece_id)
            for name in sorted(found.marks) if found else ():
                yield Unmark(piece_id, name)


class AddRule(TableRule[Add]):
    """The box holds as many counters as anybody wants."""

    action = Add
    title = "Add a piece"

    def __init__(self, system: GameSystem) -> None:
        super().__init__(system)
        self.kinds = tuple(
            kind for units in system.data.units for kind in (*units.counters, *units.markers)
        ) + tuple(kind for cards in system.data.cards for kind in cards.cards)

    def available(self, state: State) -> bool:
        """Something must be in the box."""
        return bool(self.kinds)

    def choices(self, state: State) -> Sequence[Choice]:
        """The kinds there are."""
        powers = tuple(state.powers)
        return (Choice("kind", "word", self.kinds), Choice("power", "power", powers, required=False))

    def refusals(self, state: State, action: Add) -> list[Refusal]:
        """The kind, the space and the power must exist."""
        found = space_refusals(self.system, state, action.space)
        if self.system.what_is(action.kind) is None:
            sentence = f"No counter, marker or card is called {action.kind}.{near(action.kind, self.kinds)}"
            found.append(refuse("table.unknown_kind", sentence))
        if action.power and action.power not in state.powers:
            sentence = f"There is no power {action.power}.{near(action.power, state.powers)}"
            found.append(refuse("table.unknown_power", sentence))
        return found

    def perform(self, draft: Draft, action: Add) -> None:
        """Lay a fresh piece on top."""
        piece = self.system.fresh_piece(draft.state, action.kind, action.space, action.power)
        draft.add(piece)
        draft.move((piece.id,), action.space)
        draft.emit("piece_added", pieces=(piece.id,), space=action.space)

    def sample(self, state: State, chooser: Chooser) -> Add | None:
        """Seldom, so that random play does not bury the board."""
        kind, space = pick(chooser, self.kinds), pick(chooser, self.system.board.spaces)
        return None if kind is None or space is None or chooser.randrange(4) else Add(kind, space.id)


class RemoveRule(TableRule[Remove]):
    """What leaves the table leaves it for good; a piece that may come back goes to a pool."""

    action = Remove
    title = "Remove pieces for good"

    def refusals(self, state: State, action: Remove) -> list[Refusal]:
        """The pieces must exist."""
        return piece_refusals(state, action.pieces)

    def perform(self, draft: Draft, action: Remove) -> None:
        """Put down what they carry, then take them away."""
        names = [self.system.name_of(draft.state.piece(piece_id)) for piece_id in action.pieces]
        shown = [draft.state.piece(piece_id).concealed for piece_id in action.pieces]
        for piece_id in action.pieces:
            piece = draft.state.piece(piece_id)
            cargo = [item.id for item in draft.state.at(HOLD + piece_id)]
            if cargo:
                draft.move(cargo, piece.space)
            draft.remove(piece_id)
        # A concealed piece goes unseen: its name is not for the log.
        said = ["a hidden piece" if hidden else name for name, hidden in zip(names, shown, strict=True)]
        draft.emit("pieces_removed", names=", ".join(said))

    def legal(self, state: State, piece: str | None = None) -> Iterable[Remove]:
        """One piece at a time."""
        for piece_id in state.pieces if piece is None else (piece,):
            if piece_id in state.pieces:
                yield Remove((piece_id,))

    def sample(self, state: State, chooser: Chooser) -> Remove | None:
        """As seldom as adding, so that random play keeps something to play with."""
        piece = pick(chooser, tuple(state.pieces))
        return None if piece is None or chooser.randrange(4) else Remove((piece,))
