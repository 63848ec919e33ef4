"""The dice of fights as a battle board shows them: two for each force, and what they inflicted (4.2.C.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from wargame_desktop.core.dice import Roll
from wargame_desktop.core.event import Event
from wargame_desktop.systems.showing import ATTACKER, DEFENDER, Throw

from .fights import purpose
from .model import other
from .wording import counted

if TYPE_CHECKING:
    from .system import EuropeanTheater


def throws(system: EuropeanTheater, events: Sequence[Event], rolls: Sequence[Roll]) -> list[Throw]:
    """The throws among what an action led to, in the order they fell."""
    left = list(rolls)
    found: list[Throw] = []
    for event in events:
        if event.kind == "clash":
            found += _clash(system, event, left)
        elif event.kind == "bombed":
            values = _take(left, f"bombing {event['space']}")
            result = "the city is bombed" if event["hit"] else "no effect"
            found.append(Throw(ATTACKER, _column(system, event["fire"]), values, (), result))
        elif event.kind == "convoy_rolled":
            values = _take(left, "convoy attack")
            result = f"{counted(int(str(event['hits'])), 'point')} hit"
            found.append(Throw(ATTACKER, _column(system, event["fire"]), values, (), result))
    return found


def _clash(system: EuropeanTheater, event: Event, left: list[Roll]) -> list[Throw]:
    side, where = event.text("side"), event.text("space")
    losses: Any = event["losses"]
    found = []
    for role, who, key, lost in (
        (ATTACKER, side, "fire", losses[1]),
        (DEFENDER, other(side), "answer", losses[0]),
    ):
        fire: Any = event[key]
        values = _take(left, purpose(who, str(fire[0]), where)) if int(fire[1]) > 0 else ()
        if values:
            result = f"{sum(values)}: {lost} lost"
            found.append(Throw(role, _column(system, fire), values, (), result))
    return found


def _take(left: list[Roll], wanted: str) -> tuple[int, ...]:
    """The next roll for a purpose, which is used up."""
    for roll in left:
        if roll.purpose == wanted:
            left.remove(roll)
            return roll.values
    return ()


def _column(system: EuropeanTheater, fire: Any) -> str:
    line, factors, shift = str(fire[0]), int(fire[1]), int(fire[2])
    column = max(0, system.facts.column(line, factors) + shift) if factors > 0 else 0
    return f"column {column}"
