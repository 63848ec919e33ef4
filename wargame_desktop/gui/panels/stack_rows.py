"""What the stack panel says of pieces and spaces, as plain data: names, figures, state in words, totals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QCoreApplication

from wargame_desktop.board.model import HEXSIDE
from wargame_desktop.content.cards import Card
from wargame_desktop.content.units import Counter, Marker
from wargame_desktop.core.state import HOLD, Piece, State
from wargame_desktop.core.view import UNKNOWN
from wargame_desktop.systems.base import GameSystem

from .forms_values import title_of, words_of


def _tr(text: str) -> str:
    return QCoreApplication.translate("Stack", text)


class Tone(StrEnum):
    """How a word of state is meant; named like the colours of the window."""

    PLAIN = "dim"
    GOOD = "good"
    WARN = "warn"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class StackRow:
    """One piece in the list; `depth` says in how many carriers it lies."""

    piece: Piece
    depth: int
    name: str
    figures: str
    states: tuple[tuple[str, Tone], ...]

    @property
    def said(self) -> str:
        """The whole row in words."""
        inside = _tr("aboard") if self.depth else ""
        parts = (self.name, self.figures, *(word for word, _ in self.states), inside)
        return ", ".join(part for part in parts if part)


_TONES = {"out_of_supply": Tone.BAD, "disrupted": Tone.WARN, "damaged": Tone.BAD, "hits": Tone.WARN}
# Adding these up says nothing: a group moves as its slowest.
_LEAST_COUNTS = ("move", "movement", "range")
_SAID_ELSEWHERE = ("off_map",)


def home_space(state: State, space: str) -> str:
    """The space itself, or for a hold the space in which its carrier stands."""
    seen: set[str] = set()
    while space.startswith(HOLD) and space not in seen:
        seen.add(space)
        carrier = state.pieces.get(space.removeprefix(HOLD))
        if carrier is None:
            break
        space = carrier.space
    return space


def rows_of(system: GameSystem, state: State, space: str) -> list[StackRow]:
    """The stack of a space, top to bottom, cargo under its carrier."""
    return [_row(system, state, piece, depth) for piece, depth in _piled(state, space, 0)]


def _piled(state: State, space: str, depth: int) -> Iterator[tuple[Piece, int]]:
    for piece in reversed(state.at(space)):
        yield piece, depth
        yield from _piled(state, HOLD + piece.id, depth + 1)


def _row(system: GameSystem, state: State, piece: Piece, depth: int) -> StackRow:
    cargo = len(state.at(HOLD + piece.id))
    carries = ((_tr("Carries {count}").format(count=cargo), Tone.PLAIN),) if cargo else ()
    if piece.kind == UNKNOWN:
        whose = f", {system.power_name(piece.power)}" if piece.power else ""
        return StackRow(piece, depth, _tr("Unknown") + whose, "", carries)
    figures = ", ".join(f"{words_of(key)} {value}" for key, value in figures_of(system, piece).items())
    what = system.what_is(piece.kind)
    if not figures:
        figures = _tr("marker") if isinstance(what, Marker) else _tr("card") if isinstance(what, Card) else ""
    states = (*_strength(what, piece), *_marks(piece), *carries)
    begun = tuple((_begun(word), tone) for word, tone in states)
    return StackRow(piece, depth, _name(system, piece), _begun(figures), begun)


def _name(system: GameSystem, piece: Piece) -> str:
    """The name without its power, which the counter shows."""
    name = system.name_of(piece)
    short = name.removeprefix(system.power_name(piece.power)).strip() if piece.power else name
    return _begun(short or name)


def _begun(text: str) -> str:
    return text[:1].upper() + text[1:]


def figures_of(system: GameSystem, piece: Piece) -> dict[str, object]:
    """The figures on the side of the counter that lies up, in the order of the units file."""
    for units in system.data.units:
        counter = units.counters.get(piece.kind)
        if counter is not None:
            values: Mapping[str, object] = counter.values
            if piece.face != "front" and counter.reduced is not None:
                values = counter.reduced
            return {name: values[name] for name in units.figures if values.get(name) is not None}
    return {}


def _strength(what: object, piece: Piece) -> Iterator[tuple[str, Tone]]:
    front = piece.face == "front"
    if isinstance(what, Counter) and what.reduced is not None:
        yield (_tr("full strength"), Tone.PLAIN) if front else (_tr("reduced"), Tone.WARN)
    elif not front:
        yield _tr("turned over"), Tone.PLAIN
    if piece.concealed:
        yield _tr("concealed"), Tone.PLAIN


def _marks(piece: Piece) -> Iterator[tuple[str, Tone]]:
    for name, value in sorted(piece.marks.items()):
        if value is None or value is False:
            continue
        said = words_of(name) if value is True else f"{words_of(name)} {_plain(value)}"
        yield said, _TONES.get(name, Tone.PLAIN)


def _plain(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(_plain(item) for item in value)
    return words_of(value) if isinstance(value, str) else str(value)


def totals(system: GameSystem, pieces: Iterable[Piece]) -> list[tuple[str, str]]:
    """For each power: its id, and how many pieces with which figures in all."""
    groups: dict[str, list[Piece]] = {}
    for piece in pieces:
        if isinstance(system.what_is(piece.kind), Counter) or piece.kind == UNKNOWN:
            groups.setdefault(piece.power, []).append(piece)
    return [(power, _total(system, group)) for power, group in groups.items()]


def _total(system: GameSystem, pieces: list[Piece]) -> str:
    columns: dict[str, list[int]] = {}
    for piece in pieces:
        for name, value in figures_of(system, piece).items():
            if isinstance(value, int) and not isinstance(value, bool):
                columns.setdefault(name, []).append(value)
    parts = [_tr("1 piece") if len(pieces) == 1 else _tr("{count} pieces").format(count=len(pieces))]
    for name, numbers in columns.items():
        least = name in _LEAST_COUNTS
        parts.append(f"{words_of(name)} {min(numbers) if least else sum(numbers)}")
    unknown = sum(piece.kind == UNKNOWN for piece in pieces)
    if unknown:
        parts.append(_tr("{count} unknown").format(count=unknown))
    return ", ".join(parts)


# Spaces


def space_title(system: GameSystem, space: str) -> str:
    """A space in a heading: its number and its name."""
    found = system.space(space)
    if found is None or not found.name or found.name == space:
        return system.space_name(space)
    numbered = space[:1].isdigit() or space[1:].isdigit()
    return f"{space}, {found.name}" if numbered else found.name


def space_facts(system: GameSystem, state: State, space: str) -> str:
    """Terrain, kind, holder and values of a space in one line."""
    found = system.space(space)
    if found is None:
        return ""
    parts = [" ".join(dict.fromkeys(words_of(word) for word in (found.terrain, found.kind) if word))]
    holder = system.holders(state).get(space)
    if holder:
        parts.append(_tr("held by {power}").format(power=system.power_name(holder)))
    for name, value in found.attrs.items():
        if name not in _SAID_ELSEWHERE and value not in (None, False, "", ()):
            parts.append(_fact(system, name, value, holder))
    return _begun(" · ".join(part for part in parts if part))


def _fact(system: GameSystem, name: str, value: object, holder: str | None) -> str:
    """One value of a space; its country is said only when somebody else holds it."""
    if value is True:
        return words_of(name)
    if name == "city":
        return _tr("{size} city").format(size=value)
    if name == "country":
        country = words_of(str(value)).title()
        ours = holder is not None and country == system.power_name(holder)
        return "" if ours else _tr("in {country}").format(country=country)
    return f"{words_of(name)} {_named(system, value)}"


def _named(system: GameSystem, value: object) -> str:
    name = system.side_name(value) if isinstance(value, str) else value
    return str(name) if name != value else _plain(value)


def space_links(system: GameSystem, space: str) -> str:
    """Where a space is linked to, by kind of link; plain hexsides go without saying."""
    if system.space(space) is None:
        return ""
    groups: dict[str, list[str]] = {}
    for link in system.board.links_of(space):
        other = link.b if link.a == space else link.a
        for label in _link_labels(link.kind, link.attrs):
            groups.setdefault(label, []).append(_short_name(system, other))
    return "\n".join(f"{label}: {', '.join(names)}" for label, names in groups.items())


def _link_labels(kind: str, attrs: Mapping[str, object]) -> list[str]:
    labels = [] if kind == HEXSIDE else [title_of(kind)]
    for name, value in attrs.items():
        if value not in (None, False, ""):
            labels.append(title_of(name) if value is True else f"{title_of(name)} {_plain(value)}")
    # What is said of a link of another kind than a hexside belongs to that one label.
    return labels if kind == HEXSIDE or len(labels) < 2 else [f"{labels[0]} ({', '.join(labels[1:])})"]


def _short_name(system: GameSystem, space: str) -> str:
    found = system.space(space)
    return found.name if found is not None and found.name else space
