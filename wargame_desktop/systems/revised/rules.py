"""What all rules of the game share: the facts at hand, and the checks every action needs."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, TypeVar

from wargame_desktop.core.action import Action
from wargame_desktop.core.refusal import Refusal, refuse
from wargame_desktop.core.sequence import Chooser, Rule
from wargame_desktop.core.state import Piece, State

from .situation import Situation

if TYPE_CHECKING:
    from .system import Revised

A = TypeVar("A", bound=Action)
T = TypeVar("T")


class RevisedRule(Rule[A]):
    """A rule that knows the game's facts."""

    def __init__(self, game: Revised) -> None:
        self.game = game
        self.facts = game.facts

    def see(self, state: State) -> Situation:
        """The state as the power to move sees it."""
        return Situation(self.facts, state)

    def why_not_now(self, state: State, action: A) -> list[Refusal]:
        """A rule is not available when it has nothing to offer; its own reasons say why."""
        return self.refusals(state, action)


def unknown_pieces(state: State, pieces: Sequence[str]) -> list[Refusal]:
    """Pieces that do not exist, or are named twice, or none at all."""
    if not pieces:
        return [refuse("pieces.none", "No unit is named.")]
    found = []
    for piece_id in dict.fromkeys(pieces):
        if piece_id not in state.pieces:
            found.append(refuse("pieces.unknown", f"There is no unit {piece_id}.", pieces=(piece_id,)))
        elif list(pieces).count(piece_id) > 1:
            found.append(refuse("pieces.twice", f"The unit {piece_id} is named twice.", pieces=(piece_id,)))
    return found


def foreign_pieces(sit: Situation, pieces: Sequence[str]) -> list[Refusal]:
    """Units the power to move does not command."""
    found = []
    for piece_id in pieces:
        piece = sit.state.piece(piece_id)
        if not sit.is_own(piece):
            sentence = f"{piece_id} is not a unit of {sit.power}, whose turn it is."
            found.append(refuse("pieces.foreign", sentence, "The Combatants", pieces=(piece_id,)))
    return found


def unknown_name(what: str, name: str, known: Iterable[str]) -> Refusal:
    """There is no such thing, with what may have been meant."""
    names = list(known)
    near = difflib.get_close_matches(name, names, 1)
    hint = f" Did you mean {near[0]}?" if near else ""
    return refuse(f"{what.replace(' ', '_')}.unknown", f"There is no {what} {name}.{hint}")


def pick(chooser: Chooser, items: Sequence[T]) -> T | None:
    """One of several at random."""
    return items[chooser.randrange(len(items))] if items else None


def group_of(state: State, pieces: Collection[str]) -> list[Piece]:
    """The pieces by id, in the order of ids."""
    return [state.piece(piece_id) for piece_id in sorted(pieces)]
