"""The order of battle: what each power has, and where, as one side may know it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from wargame_desktop.core.engine import view_for
from wargame_desktop.core.frozen import canonical
from wargame_desktop.core.state import HOLD, Piece, State
from wargame_desktop.systems.base import GameSystem

from .wording import one_line, provenance, turn_title


@dataclass(frozen=True, slots=True)
class Row:
    """Like pieces in one space: how many, what they are, and in what state."""

    name: str
    notes: tuple[str, ...]
    count: int
    pieces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """A space and what a power has there."""

    space: str
    name: str
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class PowerForces:
    """All that a power has. Pieces of nobody, such as markers, stand under a power without an id."""

    power: str
    name: str
    side: str
    count: int
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class OrderOfBattle:
    """The whole report with what its head and foot say."""

    title: str
    subtitle: str
    position: str
    provenance: str
    powers: tuple[PowerForces, ...]

    def to_plain(self) -> dict[str, Any]:
        """JSON form."""
        return asdict(self)


def order_of_battle(
    system: GameSystem, state: State, *, title: str = "", side: str | None = None
) -> OrderOfBattle:
    """What lies on the table by power, space and piece; `side` None sees all."""
    seen = view_for(system, state, side)
    groups: dict[str, dict[str, list[Piece]]] = {}
    for piece in seen.pieces.values():
        groups.setdefault(piece.power, {}).setdefault(piece.space, []).append(piece)
    known = [power for power in seen.powers if power in groups]
    others = sorted(power for power in groups if power not in seen.powers)
    reader = "everything" if side is None else f"as {system.side_name(side)} may know it"
    when = turn_title(system, state)
    name = one_line(title) or system.meta.title
    return OrderOfBattle(
        title=f"{name}: order of battle",
        subtitle=", ".join(part for part in (when, reader) if part),
        position=state.hash,
        provenance=provenance(system),
        powers=tuple(_power(system, seen, power, groups[power]) for power in (*known, *others)),
    )


def _power(system: GameSystem, seen: State, power: str, by_space: dict[str, list[Piece]]) -> PowerForces:
    places = [
        Place(space, place_name(system, seen, space), _rows(system, pieces))
        for space, pieces in by_space.items()
    ]
    order = {space.id: number for number, space in enumerate(system.board.spaces)}
    places.sort(key=lambda place: (order.get(_ground(seen, place.space), len(order)), place.space))
    return PowerForces(
        power=power,
        name=system.power_name(power) if power else "No power",
        side=system.side_name(seen.side_of(power)) if power else "no side",
        count=sum(len(pieces) for pieces in by_space.values()),
        places=tuple(places),
    )


def place_name(system: GameSystem, seen: State, space: str) -> str:
    """A space's name; a hold is named after its carrier and where that is."""
    if not space.startswith(HOLD):
        return system.space_name(space)
    carrier = seen.pieces.get(space.removeprefix(HOLD))
    if carrier is None:
        return system.space_name(space)
    return f"aboard {system.name_of(carrier)}, {place_name(system, seen, carrier.space)}"


def _ground(seen: State, space: str) -> str:
    """The space of the board under a hold."""
    while space.startswith(HOLD) and space.removeprefix(HOLD) in seen.pieces:
        space = seen.pieces[space.removeprefix(HOLD)].space
    return space


def _rows(system: GameSystem, pieces: list[Piece]) -> tuple[Row, ...]:
    like: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for piece in sorted(pieces, key=lambda piece: (piece.order, piece.id)):
        like.setdefault((one_line(system.name_of(piece)), _notes(system, piece)), []).append(piece.id)
    return tuple(Row(name, notes, len(ids), tuple(ids)) for (name, notes), ids in like.items())


def _notes(system: GameSystem, piece: Piece) -> tuple[str, ...]:
    notes = [] if piece.face == "front" else [piece.face]
    if piece.face == "back" and getattr(system.what_is(piece.kind), "reduced", None) is not None:
        notes = ["reduced"]
    if piece.concealed:
        notes.append("concealed")
    for name, value in sorted(piece.marks.items()):
        shown = value if isinstance(value, str | int) else canonical(value)
        notes.append(name if value is True else f"{name} {shown}")
    return tuple(one_line(note.replace("_", " ")) for note in notes)
