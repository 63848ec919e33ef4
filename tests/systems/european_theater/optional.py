"""Positions with optional rules in use, for the tests of those rules."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.systems.european_theater.table import Table, movement
from wargame_desktop.core.state import frame
from wargame_desktop.systems.european_theater.production import points_of


def on(*names: str) -> dict[str, bool]:
    """These optional rules are in use."""
    return dict.fromkeys(names, True)


def points(table: Table, power: str) -> int:
    """The production points of a power in a position."""
    return points_of(table.sit, table.lines, power)


def change(power: str, option: str, units: dict[str, str] | None = None, **more: Any) -> int:
    """By how many points an option changes a power's production."""
    with_it = movement(units or {"2106": "ge.1_inf"}, "axis", options=on(option), **more)
    without = movement(units or {"2106": "ge.1_inf"}, "axis", **more)
    return points(with_it, power) - points(without, power)


def turn_starts(
    *names: str, turn: int, dice: tuple[int, ...] = (), units: dict[str, str] | None = None, **more: Any
) -> Table:
    """A turn has begun, with the dice its optional rules roll."""
    spaces = units or {"2106": "ge.1_inf", "1606": "gb.1_armor"}
    table = movement(spaces, "axis", turn=turn, options=on(*names), **more)
    return Table(replace(table.state, stack=(*table.state.stack, frame("turn_start")))).start(*dice)
