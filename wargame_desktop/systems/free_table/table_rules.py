"""Decks, dice, control, numbers, turns and notes at a free table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from wargame_desktop.core.draft import Draft
from wargame_desktop.core.frozen import FrozenMap, Plain
from wargame_desktop.core.refusal import Refusal, refuse
from wargame_desktop.core.sequence import Choice, Chooser
from wargame_desktop.core.state import State

from .checks import carrying_refusals, near, pick, piece_refusals, space_refusals
from .model import (
    NOBODY,
    Control,
    Draw,
    NextPhase,
    NextTurn,
    Note,
    PassTo,
    Return,
    RollDice,
    SetNumber,
    Shuffle,
)
from .piece_rules import TableRule

_MOST_DICE = 100
_MOST_SIDES = 1000
_TERM = re.compile(r"([1-9][0-9]{0,2})?d([1-9][0-9]{0,3})|([0-9]{1,6})")
_KEPT_BY_THE_TABLE = ("turn", "phase", "phases", "side", "power")


def is_covered(space_kind: str) -> bool:
    """Whether pieces lie face down in a box of that kind."""
    return space_kind in ("deck", "hand")


class DrawRule(TableRule[Draw]):
    """The top of a deck or pool goes elsewhere; out of a deck onto the board it is shown."""

    action = Draw
    title = "Draw from a deck or pool"

    def refusals(self, state: State, action: Draw) -> list[Refusal]:
        """There must be as many pieces as are drawn."""
        found = space_refusals(self.system, state, action.source)
        found += space_refusals(self.system, state, action.space)
        has = len(state.at(action.source))
        if not found and not 1 <= action.count <= has:
            sentence = f"{self.system.space_name(action.source)} holds {has}; {action.count} cannot be drawn."
            found.append(refuse("table.draw", sentence, spaces=(action.source,), needs=action.count, has=has))
        return found or carrying_refusals(state, _top(state, action), action.space)

    def perform(self, draft: Draft, action: Draw) -> None:
        """Move the top pieces and turn them as the place they go to asks."""
        pieces = _top(draft.state, action)
        space = self.system.space(action.space)
        shown = space is None or not is_covered(space.kind)
        for piece_id in pieces:
            if shown and draft.state.piece(piece_id).concealed:
                draft.change(piece_id, concealed=False)
        draft.move(pieces, action.space)
        draft.emit("pieces_drawn", pieces=pieces, source=action.source, space=action.space)

    def legal(self, state: State, piece: str | None = None) -> Iterable[Draw]:
        """One piece from each box to each other box."""
        boxes = [space.id for space in self.system.board.spaces if space.kind in ("deck", "pool", "hand")]
        for source in () if piece is not None else boxes:
            if state.at(source):
                for space in boxes:
                    if space != source:
                        yield Draw(source, space)


def _top(state: State, action: Draw) -> tuple[str, ...]:
    stack = state.at(action.source)
    return tuple(piece.id for piece in stack[max(0, len(stack) - action.count) :])


class ReturnRule(TableRule[Return]):
    """Pieces go back into a deck or pool; into a deck face down."""

    action = Return
    title = "Return to a deck or pool"

    def refusals(self, state: State, action: Return) -> list[Refusal]:
        """Only what does not exist is refused."""
        found = piece_refusals(state, action.pieces)
        return found + space_refusals(self.system, state, action.space, carriers=False)

    def perform(self, draft: Draft, action: Return) -> None:
        """Lay them on top, or shift the others up."""
        space = self.system.space(action.space)
        for piece_id in action.pieces:
            if space is not None and space.kind == "deck":
                draft.change(piece_id, concealed=True)
        draft.move(action.pieces, action.space)
        if action.bottom:
            others = [piece.id for piece in draft.state.at(action.space) if piece.id not in action.pieces]
            for order, piece_id in enumerate((*action.pieces, *others)):
                draft.change(piece_id, order=order)
        draft.emit("pieces_returned", pieces=action.pieces, space=action.space, bottom=action.bottom)

    def sample(self, state: State, chooser: Chooser) -> Return | None:
        """A piece and a deck or pool at random."""
        boxes = [space.id for space in self.system.board.spaces if space.kind in ("deck", "pool")]
        piece, box = pick(chooser, tuple(state.pieces)), pick(chooser, boxes)
        return None if piece is None or box is None else Return((piece,), box, chooser.randrange(2) == 0)


class ShuffleRule(TableRule[Shuffle]):
    """The order of a deck or pool is left to chance."""

    action = Shuffle
    title = "Shuffle a deck or pool"

    def refusals(self, state: State, action: Shuffle) -> list[Refusal]:
        """There must be something to shuffle."""
        found = space_refusals(self.system, state, action.space)
        if not found and len(state.at(action.space)) < 2:
            sentence = f"{self.system.space_name(action.space)} holds fewer than two pieces to shuffle."
            found.append(refuse("table.shuffle", sentence, spaces=(action.space,)))
        return found

    def perform(self, draft: Draft, action: Shuffle) -> None:
        """Number the stack in the new order."""
        order = draft.shuffle(f"shuffle {action.space}", [piece.id for piece in draft.state.at(action.space)])
        for height, piece_id in enumerate(order):
            draft.change(piece_id, order=height)
        draft.emit("space_shuffled", space=action.space)

    def legal(self, state: State, piece: str | None = None) -> Iterable[Shuffle]:
        """Boxes with two pieces or more."""
        for space in () if piece is not None else self.system.board.spaces:
            if space.kind in ("deck", "pool") and len(state.at(space.id)) > 1:
                yield Shuffle(space.id)


class RollRule(TableRule[RollDice]):
    """Any dice, with a purpose for the log."""

    action = RollDice
    title = "Roll dice"

    def refusals(self, state: State, action: RollDice) -> list[Refusal]:
        """The dice must be readable and few enough to look at."""
        terms = dice_terms(action.dice)
        if terms is None:
            sentence = f"“{action.dice}” is no dice; write 2d6, d10 or 3d6+1."
            return [refuse("table.dice", sentence)]
        count = sum(number for number, sides in terms if sides)
        if count > _MOST_DICE or any(sides > _MOST_SIDES or sides == 1 for _, sides in terms):
            sentence = f"At most {_MOST_DICE} dice of 2 to {_MOST_SIDES} sides can be rolled at once."
            return [refuse("table.dice", sentence, needs=count, has=_MOST_DICE)]
        return []

    def perform(self, draft: Draft, action: RollDice) -> None:
        """Throw each term in turn."""
        values: list[int] = []
        plus = 0
        for number, sides in dice_terms(action.dice) or ():
            if sides:
                values += draft.roll(action.purpose or action.dice, number, sides)
            else:
                plus += number
        total = sum(values) + plus
        draft.emit("dice_rolled", dice=action.dice, values=values, total=total, purpose=action.purpose)

    def sample(self, state: State, chooser: Chooser) -> RollDice | None:
        """Common dice."""
        return RollDice(("d6", "2d6", "d10", "3d6+1")[chooser.randrange(4)])


def dice_terms(text: str) -> list[tuple[int, int]] | None:
    """`2d6+1` as [(2, 6), (1, 0)]: how many of how many sides, 0 sides for a number; None if unreadable."""
    terms: list[tuple[int, int]] = []
    for part in text.split("+"):
        match = _TERM.fullmatch(part)
        if match is None:
            return None
        count, sides, plus = match.groups()
        terms.append((int(plus), 0) if plus else (int(count or 1), int(sides)))
    return terms if any(sides for _, sides in terms) else None


class ControlRule(TableRule[Control]):
    """Who holds a space is a matter of record."""

    action = Control
    title = "Change control"

    def choices(self, state: State) -> Sequence[Choice]:
        """The powers, or nobody."""
        return (Choice("power", "power", (*state.powers, NOBODY)),)

    def refusals(self, state: State, action: Control) -> list[Refusal]:
        """Space and power must exist."""
        found = space_refusals(self.system, state, action.space, carriers=False)
        if action.power != NOBODY and action.power not in state.powers:
            hint = near(action.power, (*state.powers, NOBODY))
            found.append(refuse("table.unknown_power", f"There is no power {action.power}.{hint}"))
        return found

    def perform(self, draft: Draft, action: Control) -> None:
        """Hand the space over."""
        draft.control(action.space, None if action.power == NOBODY else action.power)
        draft.emit("control_changed", space=action.space, power=action.power)

    def sample(self, state: State, chooser: Chooser) -> Control | None:
        """Any space to any power or nobody."""
        space = pick(chooser, self.system.board.spaces)
        power = pick(chooser, (*state.powers, NOBODY)) or NOBODY
        return None if space is None else Control(space.id, power)


class SetNumberRule(TableRule[SetNumber]):
    """Numbers the players keep; `treasury.sel` reaches into a table."""

    action = SetNumber
    title = "Set a number"

    def choices(self, state: State) -> Sequence[Choice]:
        """The numbers there are; new names are free."""
        return (Choice("name", "word", tuple(number_names(state))),)

    def refusals(self, state: State, action: SetNumber) -> list[Refusal]:
        """A number may not take the place of something else."""
        first, dot, rest = action.name.partition(".")
        old = state.var(first)
        if first in _KEPT_BY_THE_TABLE:
            return [refuse("table.kept", f"{first} is changed by turn, phase and side, not by set.")]
        if dot and (not rest or "." in rest):
            return [refuse("table.name", f"“{action.name}” should be a name or table.name.")]
        if dot and isinstance(old, FrozenMap):
            old = old.get(rest)
        elif dot and old is not None:
            return [refuse("table.no_table", f"{first} is no table of numbers.")]
        if old is not None and (isinstance(old, bool) or not isinstance(old, int)):
            return [refuse("table.no_number", f"{action.name} is no number.")]
        return []

    def perform(self, draft: Draft, action: SetNumber) -> None:
        """Write the number down."""
        first, dot, rest = action.name.partition(".")
        value: Plain = action.value
        if dot:
            table = draft.state.var(first)
            value = (table if isinstance(table, FrozenMap) else FrozenMap({})).set(rest, value)
        draft.set(first, value)
        draft.emit("number_set", name=action.name, value=action.value)

    def sample(self, state: State, chooser: Chooser) -> SetNumber | None:
        """One of the numbers there are."""
        name = pick(chooser, list(number_names(state)))
        return None if name is None else SetNumber(name, chooser.randrange(20))


def number_names(state: State) -> Iterable[str]:
    """The numbers the players keep, by name."""
    for name, value in sorted(state.vars.items()):
        if name in _KEPT_BY_THE_TABLE:
            continue
        if isinstance(value, FrozenMap):
            yield from (f"{name}.{key}" for key, item in sorted(value.items()) if isinstance(item, int))
        elif isinstance(value, int) and not isinstance(value, bool):
            yield name


def phases_of(state: State) -> tuple[str, ...]:
    """The scenario's list of phases."""
    found = state.var("phases")
    return tuple(str(item) for item in found) if isinstance(found, tuple) else ()


def _begin_turn(draft: Draft, number: int) -> None:
    draft.set("turn", number)
    draft.emit("turn_begun", turn=number, important=True)
    phases = phases_of(draft.state)
    if phases:
        _begin_phase(draft, phases[0])


def _begin_phase(draft: Draft, name: str) -> None:
    draft.set("phase", name)
    draft.emit("phase_begun", phase=name)


def turn_of(state: State) -> int:
    """The turn in progress."""
    turn = state.var("turn", 1)
    return turn if isinstance(turn, int) else 1


class TurnRule(TableRule[NextTurn]):
    """The turn marker goes on, or wherever the players say."""

    action = NextTurn
    title = "Next turn"

    def refusals(self, state: State, action: NextTurn) -> list[Refusal]:
        """Turns are counted from 1."""
        if action.number < 0:
            return [refuse("table.turn", f"Turns are counted from 1; there is no turn {action.number}.")]
        return []

    def perform(self, draft: Draft, action: NextTurn) -> None:
        """Set the turn and its first phase."""
        _begin_turn(draft, action.number or turn_of(draft.state) + 1)

    def legal(self, state: State, piece: str | None = None) -> Iterable[NextTurn]:
        """The next one."""
        return () if piece is not None else (NextTurn(),)


class PhaseRule(TableRule[NextPhase]):
    """The scenario's phases in turn; after the last comes the next turn."""

    action = NextPhase
    title = "Next phase"
    ends_phase = True

    def available(self, state: State) -> bool:
        """A scenario may do without phases."""
        return bool(phases_of(state))

    def choices(self, state: State) -> Sequence[Choice]:
        """The phases of the scenario."""
        return (Choice("name", "word", phases_of(state), required=False),)

    def refusals(self, state: State, action: NextPhase) -> list[Refusal]:
        """A named phase must be on the list."""
        phases = phases_of(state)
        if not action.name or action.name in phases:
            return []
        return [refuse("table.phase", f"There is no phase {action.name} (phases: {', '.join(phases)}).")]

    def perform(self, draft: Draft, action: NextPhase) -> None:
        """Set the phase, or begin the next turn."""
        phases = phases_of(draft.state)
        now = str(draft.state.var("phase", ""))
        after = phases.index(now) + 1 if now in phases else 0
        if action.name:
            _begin_phase(draft, action.name)
        elif after < len(phases):
            _begin_phase(draft, phases[after])
        else:
            _begin_turn(draft, turn_of(draft.state) + 1)

    def legal(self, state: State, piece: str | None = None) -> Iterable[NextPhase]:
        """The next one."""
        return () if piece is not None else (NextPhase(),)


class SideRule(TableRule[PassTo]):
    """Who sits at the table now: the others see what that side may see."""

    action = PassTo
    title = "Hand over to a side"

    def available(self, state: State) -> bool:
        """One side alone has nobody to hand over to."""
        return len(self.system.sides(state)) > 1

    def choices(self, state: State) -> Sequence[Choice]:
        """The sides of the game."""
        return (Choice("side", "word", self.system.sides(state)),)

    def refusals(self, state: State, action: PassTo) -> list[Refusal]:
        """The side must exist."""
        sides = self.system.sides(state)
        if action.side in sides:
            return []
        return [refuse("table.unknown_side", f"There is no side {action.side} (sides: {', '.join(sides)}).")]

    def perform(self, draft: Draft, action: PassTo) -> None:
        """Let the side play."""
        draft.set("side", action.side)
        draft.emit("side_passed", side=action.side)

    def legal(self, state: State, piece: str | None = None) -> Iterable[PassTo]:
        """Every other side."""
        for side in () if piece is not None else self.system.sides(state):
            if side != state.var("side"):
                yield PassTo(side)


class NoteRule(TableRule[Note]):
    """A line for the log."""

    action = Note
    title = "Write a note"

    def refusals(self, state: State, action: Note) -> list[Refusal]:
        """A note says something."""
        return [] if action.text.strip() else [refuse("table.note", "The note is empty.")]

    def perform(self, draft: Draft, action: Note) -> None:
        """Write it down."""
        draft.emit("note_written", text=action.text)

    def sample(self, state: State, chooser: Chooser) -> Note | None:
        """A short one."""
        return Note(f"note {chooser.randrange(100)}")
