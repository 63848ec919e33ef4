"""The laws of the table: what is named exists, and nothing is carried by itself."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from typing import TypeVar

from wargame_desktop.core.refusal import Refusal, refuse
from wargame_desktop.core.sequence import Chooser
from wargame_desktop.core.state import HOLD, State
from wargame_desktop.systems.base import GameSystem

T = TypeVar("T")


def near(word: str, known: Iterable[str]) -> str:
    """A hint at what may have been meant, or nothing."""
    found = difflib.get_close_matches(word, list(known), 1)
    return f" Did you mean {found[0]}?" if found else ""


def piece_refusals(state: State, pieces: Sequence[str]) -> list[Refusal]:
    """Pieces that are missing, named twice, or none at all."""
    if not pieces:
        return [refuse("table.no_pieces", "No piece is named.")]
    found: list[Refusal] = []
    for piece in dict.fromkeys(pieces):
        if piece not in state.pieces:
            # A hint must not name what the reader may not know of.
            open_pieces = [other.id for other in state.pieces.values() if not other.concealed]
            sentence = f"There is no piece {piece} on the table.{near(piece, open_pieces)}"
            found.append(refuse("table.unknown_piece", sentence, pieces=(piece,)))
        elif pieces.count(piece) > 1:
            found.append(refuse("table.named_twice", f"Piece {piece} is named twice.", pieces=(piece,)))
    return found


def space_refusals(system: GameSystem, state: State, space: str, carriers: bool = True) -> list[Refusal]:
    """Why nothing can lie in a space of that id."""
    if system.has_space(space):
        return []
    if space.startswith(HOLD):
        if not carriers:
            return [refuse("table.not_a_space", f"{space} is a piece's hold, not a space of the board.")]
        carrier = space.removeprefix(HOLD)
        return piece_refusals(state, [carrier])
    ids = (item.id for item in system.board.spaces)
    return [refuse("table.unknown_space", f"There is no space {space}.{near(space, ids)}", spaces=(space,))]


def carrying_refusals(state: State, pieces: Sequence[str], space: str) -> list[Refusal]:
    """A piece cannot be put aboard itself, nor aboard what it carries."""
    while space.startswith(HOLD):
        carrier = space.removeprefix(HOLD)
        if carrier in pieces:
            sentence = f"Piece {carrier} cannot be carried by itself."
            return [refuse("table.carries_itself", sentence, pieces=(carrier,))]
        held = state.pieces.get(carrier)
        if held is None:
            return []
        space = held.space
    return []


def pick(chooser: Chooser, items: Sequence[T]) -> T | None:
    """One of the items at random, None when there are none."""
    return items[chooser.randrange(len(items))] if items else None
