"""The state of a game as a value: pieces in spaces, control, variables, and the stack of phases."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, cast

from .frozen import EMPTY, FrozenMap, Plain, PlainError, canonical, freeze, is_whole_text, short_digest, thaw

HOLD = "in:"
"""Prefix of the space that a carrying piece is: `in:uk.home_fleet`."""


class StateError(ValueError):
    """A state's plain form could not be read."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A counter, plastic piece, card or marker; always in exactly one space.

    `kind` names what it is in the units file. `face` is the side that lies up (front is full
    strength), `concealed` hides it from other sides, `order` is its height in the stack,
    `marks` holds what lies on it or is remembered of it (moved, damaged, fuel …).
    """

    id: str
    kind: str
    power: str
    space: str
    face: str = "front"
    concealed: bool = False
    order: int = 0
    marks: FrozenMap[Plain] = EMPTY

    def mark(self, name: str) -> Plain:
        """The value of a mark, None when it has none."""
        return self.marks.get(name)

    def to_plain(self) -> dict[str, Any]:
        """JSON form; what is at its default is left out."""
        out: dict[str, Any] = {"id": self.id, "kind": self.kind, "power": self.power, "space": self.space}
        if self.face != "front":
            out["face"] = self.face
        if self.concealed:
            out["concealed"] = True
        if self.order:
            out["order"] = self.order
        if self.marks:
            out["marks"] = thaw(self.marks)
        return out

    @staticmethod
    def from_plain(data: Mapping[str, Any]) -> Piece:
        """Read the JSON form back."""
        return Piece(
            id=_text(data, "id"),
            kind=_text(data, "kind"),
            power=_text(data, "power"),
            space=_text(data, "space"),
            face=_text(data, "face", "front"),
            concealed=_typed(data, "concealed", bool, False),
            order=_typed(data, "order", int, 0),
            marks=_map(data, "marks"),
        )


class PieceTable(FrozenMap[Piece]):
    """All pieces by id, with an index by space that is kept up to date once it was asked for."""

    __slots__ = ("_by_space",)

    def __init__(self, pieces: Iterable[Piece] = ()) -> None:
        super().__init__({piece.id: piece for piece in pieces})
        self._by_space: dict[str, tuple[Piece, ...]] | None = None

    def _derive(self, changes: Mapping[str, Piece], removed: Iterable[str]) -> PieceTable:
        removed = tuple(removed)
        new = cast(PieceTable, super()._derive(changes, removed))
        new._by_space = None if self._by_space is None else self._reindex(changes, removed)
        return new

    def _reindex(self, changes: Mapping[str, Piece], removed: Iterable[str]) -> dict[str, tuple[Piece, ...]]:
        index = dict(self._by_space or {})
        gone = [self._data[key] for key in removed]
        gone += [self._data[key] for key in changes if key in self._data]
        for piece in gone:
            rest = tuple(other for other in index[piece.space] if other.id != piece.id)
            if rest:
                index[piece.space] = rest
            else:
                del index[piece.space]
        known = len(index)
        for piece in changes.values():
            index[piece.space] = _stacked((*index.get(piece.space, ()), piece))
        return index if len(index) == known else dict(sorted(index.items()))

    def at(self, space: str) -> tuple[Piece, ...]:
        """The pieces in a space, lowest in the stack first."""
        return self.by_space.get(space, ())

    @property
    def by_space(self) -> Mapping[str, tuple[Piece, ...]]:
        """Occupied spaces in the order of their ids, and their stacks, lowest piece first.

        The order must not tell how the pieces came there: a game read back from a file goes on alike.
        """
        if self._by_space is None:
            groups: dict[str, list[Piece]] = {}
            for piece in self._data.values():
                groups.setdefault(piece.space, []).append(piece)
            self._by_space = {space: _stacked(groups[space]) for space in sorted(groups)}
        return self._by_space


def _stacked(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    return tuple(sorted(pieces, key=lambda piece: (piece.order, piece.id)))


@dataclass(frozen=True, slots=True)
class Frame:
    """One phase in progress: its name and its parameters."""

    name: str
    params: FrozenMap[Plain] = EMPTY

    def __getitem__(self, key: str) -> Plain:
        return self.params[key]

    def get(self, key: str, default: Plain = None) -> Plain:
        """A parameter, or the default."""
        return self.params.get(key, default)

    def to_plain(self) -> dict[str, Any]:
        """JSON form."""
        return {"name": self.name, **({"params": thaw(self.params)} if self.params else {})}

    @staticmethod
    def from_plain(data: Mapping[str, Any]) -> Frame:
        """Read the JSON form back."""
        return Frame(_text(data, "name"), _map(data, "params"))


def frame(name: str, /, **params: object) -> Frame:
    """A frame with its parameters frozen."""
    return Frame(name, cast("FrozenMap[Plain]", freeze(params)))


@dataclass(frozen=True)
class State:
    """Everything that decides what may happen next. Compare with ==, keep old ones for undo.

    `powers` maps each power to the side it is on now, `control` each space to the power that
    holds it, `vars` holds what a rule system keeps besides (turn, treasury, tracks).
    """

    system: str
    scenario: str = ""
    options: FrozenMap[Plain] = EMPTY
    powers: FrozenMap[str] = EMPTY
    pieces: PieceTable = field(default_factory=PieceTable)
    control: FrozenMap[str] = EMPTY
    vars: FrozenMap[Plain] = EMPTY
    stack: tuple[Frame, ...] = ()
    dice_rolled: int = 0
    secret: str = ""

    @property
    def top(self) -> Frame:
        """The frame that decides what happens now."""
        if not self.stack:
            raise StateError("the game has no phase in progress")
        return self.stack[-1]

    def at(self, space: str) -> tuple[Piece, ...]:
        """The pieces in a space, lowest first."""
        return self.pieces.at(space)

    def piece(self, piece_id: str) -> Piece:
        """A piece by id; unknown ids are a KeyError."""
        return self.pieces[piece_id]

    def side_of(self, power: str) -> str:
        """The side a power is on now; a power of no side is a side of its own."""
        return self.powers.get(power, power)

    def var(self, name: str, default: Plain = None) -> Plain:
        """A variable of the rule system."""
        return self.vars.get(name, default)

    def number(self, name: str, default: int = 0) -> int:
        """A variable that is a whole number."""
        value = self.vars.get(name, default)
        if not isinstance(value, int):
            raise StateError(f"variable {name} should be a whole number, it is {value!r}")
        return value

    @cached_property
    def hash(self) -> str:
        """A digest of the whole state, the same in every process and on every machine."""
        frames = canonical(self.stack)
        tables = (self.options, self.powers, self.pieces, self.control, self.vars)
        digests = " ".join(f"{table.digest:032x}" for table in tables)
        return short_digest(self.system, self.scenario, digests, frames, str(self.dice_rolled), self.secret)

    def to_plain(self) -> dict[str, Any]:
        """JSON form of the whole state, in a fixed order of keys."""
        return {
            "system": self.system,
            "scenario": self.scenario,
            "options": thaw(self.options),
            "powers": thaw(self.powers),
            "pieces": [piece.to_plain() for piece in self.pieces.values()],
            "control": thaw(self.control),
            "vars": thaw(self.vars),
            "stack": [item.to_plain() for item in self.stack],
            "dice_rolled": self.dice_rolled,
            "secret": self.secret,
        }

    @staticmethod
    def from_plain(data: object) -> State:
        """Read the JSON form back; anything amiss is a StateError with a sentence."""
        if not isinstance(data, Mapping):
            raise StateError("a state should be a mapping")
        pieces = [Piece.from_plain(_mapping(item, "piece")) for item in _typed(data, "pieces", list, [])]
        table = PieceTable(pieces)
        if len(table) != len(pieces):
            raise StateError("two pieces of the state have the same id")
        return State(
            system=_text(data, "system"),
            scenario=_text(data, "scenario", ""),
            options=_map(data, "options"),
            powers=_texts(data, "powers"),
            pieces=table,
            control=_texts(data, "control"),
            vars=_map(data, "vars"),
            stack=tuple(
                Frame.from_plain(_mapping(item, "frame")) for item in _typed(data, "stack", list, [])
            ),
            dice_rolled=_typed(data, "dice_rolled", int, 0),
            secret=_text(data, "secret", ""),
        )

    def with_top(self, top: Frame) -> State:
        """The state with another frame in the place of the top one."""
        return replace(self, stack=(*self.stack[:-1], top))


def _mapping(value: object, what: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise StateError(f"a {what} of the state should be a mapping, it is {value!r}")
    return value


def _typed(data: Mapping[str, Any], key: str, kind: type, default: Any = None) -> Any:
    value = data.get(key, default)
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise StateError(f"{key} of the state should be {kind.__name__}, it is {value!r}")
    return value


def _text(data: Mapping[str, Any], key: str, default: str | None = None) -> str:
    value = data.get(key, default)
    if not isinstance(value, str):
        raise StateError(f"{key} of the state should be text, it is {value!r}")
    if not is_whole_text(value):
        raise StateError(f"{key} of the state holds half a character: {value!r}")
    return value


def _map(data: Mapping[str, Any], key: str) -> FrozenMap[Plain]:
    value = data.get(key, {})
    try:
        return cast("FrozenMap[Plain]", freeze(_mapping(value, key)))
    except PlainError as error:
        raise StateError(f"{key} of the state: {error}") from None
    except RecursionError:
        raise StateError(f"{key} of the state is nested too deeply") from None


def _texts(data: Mapping[str, Any], key: str) -> FrozenMap[str]:
    table = _map(data, key)
    for name, value in table.items():
        if not isinstance(value, str):
            raise StateError(f"{key} of the state should name a text for {name}, it is {value!r}")
    return cast("FrozenMap[str]", table)
