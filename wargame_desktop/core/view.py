"""What one side may know. Hidden information leaves the kernel through here and nowhere else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from typing import Any, TypeVar

from .action import Action, substitute
from .event import Event
from .frozen import EMPTY, FrozenMap, short_digest
from .state import HOLD, Frame, Piece, PieceTable, State

A = TypeVar("A", bound=Action)
UNKNOWN = "unknown"


def aliases(state: State, hidden: Callable[[Piece], bool]) -> dict[str, str]:
    """Stand-in ids for hidden pieces: the space and a number that says nothing of the piece.

    Within a space they are numbered in an order drawn from the game's secret, so that neither
    the alphabet nor the order of set-up shows through. What lies in a hidden carrier's hold is
    named after the carrier's own stand-in.
    """
    numbers: dict[str, int] = {}
    for stack in state.pieces.by_space.values():
        covered = [piece for piece in stack if hidden(piece)]
        covered.sort(key=lambda piece: short_digest(state.secret, piece.id))
        numbers.update((piece.id, number) for number, piece in enumerate(covered, 1))
    names: dict[str, str] = {}
    for piece_id in numbers:
        names[piece_id] = f"?{_place(state, piece_id, numbers)}.{numbers[piece_id]}"
        names[HOLD + piece_id] = HOLD + names[piece_id]
    return names


def _place(state: State, piece_id: str, numbers: Mapping[str, int]) -> str:
    """The space of a piece, with hidden carriers under their stand-ins."""
    space = state.pieces[piece_id].space
    carrier = space.removeprefix(HOLD)
    if space == carrier or carrier not in numbers:
        return space
    return f"{HOLD}?{_place(state, carrier, numbers)}.{numbers[carrier]}"


def mask(state: State, hidden: Callable[[Piece], bool], drop_vars: Callable[[str], bool]) -> State:
    """The state with hidden pieces turned into unknown ones and secret variables left out."""
    names = aliases(state, hidden)
    pieces = []
    for piece in state.pieces.values():
        space = names.get(piece.space, piece.space)
        if piece.id in names:
            pieces.append(Piece(names[piece.id], UNKNOWN, piece.power, space, concealed=True))
        elif space != piece.space or piece.marks:
            pieces.append(replace(piece, space=space, marks=_rename(piece.marks, names)))
        else:
            pieces.append(piece)
    # Hidden pieces come in the order of their stand-ins: the table's own order would tell them apart.
    pieces.sort(key=lambda piece: (piece.kind == UNKNOWN, piece.id if piece.kind == UNKNOWN else ""))
    kept = {name: value for name, value in state.vars.items() if not drop_vars(name)}
    return replace(
        state,
        pieces=PieceTable(pieces),
        control=_rename(state.control, names),
        vars=_rename(FrozenMap(kept), names),
        stack=tuple(Frame(item.name, _rename(item.params, names)) for item in state.stack),
        secret="",
    )


def mask_event(event: Event, side: str | None, names: Mapping[str, str]) -> Event | None:
    """The event as a side may know it, or None."""
    if not event.visible_to(side):
        return None
    return replace(event, data=_rename(event.data, names))


def mask_action(action: A, names: Mapping[str, str]) -> A:
    """The action with hidden pieces under their stand-ins."""
    changes = {item.name: substitute(getattr(action, item.name), names) for item in fields(action)}
    return replace(action, **changes)


def _rename(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, tuple):
        return tuple(_rename(item, names) for item in value)
    if isinstance(value, FrozenMap):
        if not value:
            return EMPTY
        return FrozenMap({names.get(key, key): _rename(item, names) for key, item in value.items()})
    return value
