"""The numbers a game keeps, put in order for a table. Knows no widget."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from wargame_desktop.core.frozen import FrozenMap
from wargame_desktop.core.state import State
from wargame_desktop.systems.base import GameSystem

_SAID_ELSEWHERE = frozenset({"turn"})


@dataclass(frozen=True, slots=True)
class Figure:
    """A number and how it changed since the turn began; None when that is not known."""

    value: int
    change: int | None = None


@dataclass(frozen=True, slots=True)
class Block:
    """Numbers that belong together: rows by name, one figure or None for each column."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Figure | None, ...]], ...]

    @property
    def shape(self) -> tuple[object, ...]:
        """What stays the same while only numbers change."""
        return self.title, self.columns, tuple(name for name, _ in self.rows)


def number_blocks(system: GameSystem, view: State, before: State | None) -> list[Block]:
    """All numbers in a view: those of powers side by side, other tables, then single ones."""
    single: list[tuple[str, tuple[Figure | None, ...]]] = []
    by_power: dict[str, Mapping[str, object]] = {}
    others: list[Block] = []
    for name, value in view.vars.items():
        old = None if before is None else before.vars.get(name)
        if name in _SAID_ELSEWHERE:
            continue
        if _is_number(value):
            single.append((_title(name), (_figure(value, old),)))
        elif isinstance(value, FrozenMap) and value and all(map(_is_number, value.values())):
            if all(key in view.powers for key in value):
                by_power[name] = value
            else:
                others.append(_list(system, name, value, old))
        elif isinstance(value, FrozenMap) and value and all(map(_is_table, value.values())):
            others.append(_matrix(system, name, value, old))
    blocks = [_powers(system, view, before, by_power)] if by_power else []
    blocks += others
    if single:
        blocks.append(Block("Other" if blocks else "", ("",), tuple(single)))
    return blocks


def _powers(
    system: GameSystem, view: State, before: State | None, tables: Mapping[str, Mapping[str, object]]
) -> Block:
    rows = []
    for power in view.powers:
        if not any(power in table for table in tables.values()):
            continue
        figures = []
        for name, table in tables.items():
            old = None if before is None else before.vars.get(name)
            figures.append(_figure(table[power], _entry(old, power)) if power in table else None)
        rows.append((system.power_name(power), tuple(figures)))
    return Block("", tuple(map(_title, tables)), tuple(rows))


def _list(system: GameSystem, name: str, table: Mapping[str, object], old: object) -> Block:
    rows = tuple((_named(system, key), (_figure(value, _entry(old, key)),)) for key, value in table.items())
    return Block(_title(name), ("",), rows)


def _matrix(system: GameSystem, name: str, table: Mapping[str, object], old: object) -> Block:
    inner = [value for value in table.values() if isinstance(value, FrozenMap)]
    columns = tuple(dict.fromkeys(key for value in inner for key in value))
    rows = []
    for key, value in table.items():
        assert isinstance(value, FrozenMap)
        was = _entry(old, key)
        figures = [_figure(value[c], _entry(was, c)) if c in value else None for c in columns]
        rows.append((_named(system, key), tuple(figures)))
    return Block(_title(name), tuple(_named(system, column) for column in columns), tuple(rows))


def _figure(value: object, old: object) -> Figure:
    assert isinstance(value, int)
    return Figure(value, value - old if isinstance(old, int) and not isinstance(old, bool) else None)


def _entry(table: object, key: str) -> object:
    return table.get(key) if isinstance(table, FrozenMap) else None


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_table(value: object) -> bool:
    return isinstance(value, FrozenMap) and bool(value) and all(map(_is_number, value.values()))


def _title(name: str) -> str:
    text = name.replace("_", " ").replace(".", " ")
    return text[:1].upper() + text[1:]


def _named(system: GameSystem, key: str) -> str:
    """A power, side or space by its name; anything else as a word."""
    name = system.side_name(key)
    if name != key:
        return name
    return system.space_name(key) if system.has_space(key) else _title(key)
