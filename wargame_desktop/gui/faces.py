"""From a piece of the game to the face that is drawn of it: looks only, nothing about rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from weakref import WeakKeyDictionary

from wargame_desktop.content.cards import Card
from wargame_desktop.content.units import Counter, Marker, UnitSet
from wargame_desktop.core.state import HOLD, Piece, State
from wargame_desktop.core.view import UNKNOWN
from wargame_desktop.gui.counters.face import CounterFace, Side, Style
from wargame_desktop.gui.counters.symbols import ALIASES, SYMBOLS, Kind, find_symbol
from wargame_desktop.systems.base import GameSystem

STATUS_MARKS = ("moved", "ops_complete", "out_of_supply", "disrupted", "loaded", "damaged")
"""Marks that have a sign of their own on a counter."""

_MOST_FIGURES = 3
_LONGEST_DESIGNATION = 9

# The print of each kind and side, by system: pieces of one kind differ only in power and marks.
_prints: WeakKeyDictionary[GameSystem, dict[tuple[str, bool, Style], CounterFace]] = WeakKeyDictionary()


def default_style(system: GameSystem) -> Style:
    """Cardboard counters on hex maps, plastic pieces on area boards."""
    game_map = system.data.map
    return Style.PLASTIC if game_map is not None and game_map.grid is None else Style.COUNTER


def nation_of(system: GameSystem, power: str) -> str:
    """The theme's key for the looks of a power."""
    for units in system.data.units:
        if power in units.powers:
            return units.powers[power].colour
    return "neutral"


def face_of(system: GameSystem, state: State, piece: Piece, style: Style | None = None) -> CounterFace:
    """The face of a piece as the viewer of the state may see it."""
    style = style or default_style(system)
    if piece.kind == UNKNOWN:
        return CounterFace(nation_of(system, piece.power), UNKNOWN, side=Side.FACE_DOWN, style=style)
    prints = _prints.setdefault(system, {})
    key = (piece.kind, piece.face == "front", style)
    printed = prints.get(key)
    if printed is None:
        printed = prints[key] = _printed(system, piece.kind, piece.face == "front", style)
    changes: dict[str, object] = _marks(piece.marks)
    if state.at(HOLD + piece.id):
        changes["loaded"] = True
    if piece.power and isinstance(system.what_is(piece.kind), Marker | Card):
        changes["nation"] = nation_of(system, piece.power)
    return replace(printed, **changes) if changes else printed  # type: ignore[arg-type]


def stack_faces(
    system: GameSystem, state: State, pieces: Sequence[Piece], style: Style | None = None
) -> tuple[CounterFace, ...]:
    """Faces of a stack, top piece first; `pieces` are lowest first, as a state gives them."""
    style = style or default_style(system)
    return tuple(face_of(system, state, piece, style) for piece in reversed(pieces))


def grouped(faces: Iterable[tuple[str, CounterFace]]) -> list[tuple[CounterFace, tuple[str, ...]]]:
    """Pieces that look the same become one face with a count, in the order they come."""
    groups: dict[CounterFace, list[str]] = {}
    for piece, face in faces:
        groups.setdefault(face, []).append(piece)
    return [(replace(face, count=len(ids)), tuple(ids)) for face, ids in groups.items()]


@lru_cache(maxsize=4096)
def simplified(face: CounterFace, level: int) -> CounterFace:
    """The face with the marks of state that a level of detail shows: none, supply only, or all."""
    if level >= 2:
        return face
    return replace(
        face, moved=False, ops_complete=False, disrupted=False, loaded=False, damaged=False, hits=0, steps=0,
        out_of_supply=face.out_of_supply and level == 1,
    )  # fmt: skip


def _marks(marks: Mapping[str, object]) -> dict[str, object]:
    """What the marks on a piece change in its face."""
    found: dict[str, object] = {name: True for name in STATUS_MARKS if marks.get(name)}
    for name in ("hits", "steps", "facing"):
        value = marks.get(name)
        if isinstance(value, int) and not isinstance(value, bool):
            found[name] = value
    text = marks.get("text")
    if isinstance(text, str):
        found["label"] = text
    return found


def _printed(system: GameSystem, kind: str, front: bool, style: Style) -> CounterFace:
    for units in system.data.units:
        counter = units.counters.get(kind)
        if counter is not None:
            return _counter_face(units, counter, front, style)
        marker = units.markers.get(kind)
        if marker is not None:
            return _marker_face(marker, front)
    what = system.what_is(kind)
    if isinstance(what, Card):
        side = Side.FULL if front else Side.FACE_DOWN
        return CounterFace(symbol="card", label=_lines(what.title), side=side)
    return CounterFace(symbol=UNKNOWN, label=kind, style=style)


def _counter_face(units: UnitSet, counter: Counter, front: bool, style: Style) -> CounterFace:
    reduced = not front and counter.reduced is not None
    values = counter.reduced if reduced and counter.reduced is not None else counter.values
    side = Side.FULL if front else Side.REDUCED if reduced else Side.BLANK_BACK
    power = units.powers.get(counter.power)
    elite = counter.attrs.get("elite")
    nation = "neutral" if power is None else power.colour
    # Only what has a silhouette can be cast in plastic, and nothing is printed on it.
    if style is Style.PLASTIC and find_symbol(counter.symbol).kind is not Kind.MARKER:
        return CounterFace(nation, counter.symbol, side=side, style=style)
    return CounterFace(
        nation=nation,
        symbol=counter.symbol,
        figures=_figures(units, counter, values),
        size=counter.size.upper(),
        designation=_designation(counter),
        elite=elite if isinstance(elite, str) else "",
        side=side,
    )


def _figures(units: UnitSet, counter: Counter, values: Mapping[str, object]) -> tuple[str, ...]:
    """The figures named by the attribute `printed`, else the first of the file's figures the unit has."""
    wanted = counter.attrs.get("printed")
    if isinstance(wanted, tuple):
        names = [name for name in wanted if isinstance(name, str)]
    else:
        names = [name for name in units.figures if values.get(name) is not None][:_MOST_FIGURES]
    return tuple(_figure(values.get(name)) for name in names)


def _figure(value: object) -> str:
    return "–" if value is None else str(value)


def _designation(counter: Counter) -> str:
    given = counter.attrs.get("designation")
    text = given if isinstance(given, str) else counter.name
    if len(text) <= _LONGEST_DESIGNATION:
        return text
    first = text.split()[0]
    return first if len(first) <= _LONGEST_DESIGNATION else first[: _LONGEST_DESIGNATION - 1] + "."


def _marker_face(marker: Marker, front: bool) -> CounterFace:
    symbol = ALIASES.get(marker.symbol, marker.symbol)
    drawn = symbol in SYMBOLS and SYMBOLS[symbol].kind is Kind.MARKER
    label = marker.text if drawn or marker.text else marker.name
    side = Side.FULL if front else Side.BLANK_BACK
    return CounterFace(symbol=symbol if drawn else "text", label=_lines(label), side=side)


def _lines(title: str, longest: int = 11) -> str:
    """Words on up to three lines, for tags and cards."""
    lines: list[str] = []
    for word in title.split():
        if lines and len(lines[-1]) + 1 + len(word) <= longest:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return "\n".join(lines[:3])
