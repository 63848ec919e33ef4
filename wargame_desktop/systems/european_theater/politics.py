"""Dates that change the war; countries conquered and liberated (5.3, 12)."""

from __future__ import annotations

from wargame_desktop.core.draft import Draft
from wargame_desktop.core.state import State

from .countries import conquer, conquered, hold, liberate
from .facts import Facts
from .model import ALLIES, NEUTRAL, SIDES, other
from .options import SURRENDERED
from .situation import Situation
from .steps import displace_stray_air
from .supply import Lines

ITALY_ENTERS = 4
"""Summer 1940 (12.1.1)."""
SOVIET_UNION_ENTERS = 10
"""Winter 1942 (12.4.1)."""


def enter_by_date(draft: Draft, facts: Facts) -> None:
    """Italy, the Soviet Union and the United States enter when their date has come."""
    sit = Situation(facts, draft.state)
    if sit.flag("italy_neutral") and sit.turn >= ITALY_ENTERS:
        draft.set("italy_neutral", False)
        draft.emit("italy_enters", important=True)
    if sit.flag("ussr_neutral") and sit.turn >= SOVIET_UNION_ENTERS:
        draft.set("ussr_neutral", False)
        draft.emit("soviet_entry", important=True)
    delay = draft.state.var("us_delay", 0)
    assert isinstance(delay, int)
    if not sit.flag("us_entered") and sit.turn >= us_entry_turn(facts) + delay:
        draft.set("us_entered", True)
        draft.emit("us_enters", important=True)


def us_entry_turn(facts: Facts) -> int:
    """The turn the track names for the United States."""
    rows = [row for row in facts.calendar.rows if facts.calendar.value(row, "us_entry") in (True, "yes")]
    return int(rows[0])


def home_side(state: State, power: str) -> str:
    """The side that controlled a country when the game began; an invaded neutral's is the one it joined."""
    if power == "fr":
        return ALLIES  # Vichy or not, France is for the Allies to lose and to free
    if power in conquered(state):
        return other(str(conquered(state)[power]))
    return state.side_of(power)


def conquer_and_liberate(draft: Draft, facts: Facts) -> None:
    """At the end of a turn: capitals in enemy hands with supply lines decide (3.4.1, 5.3.2, 5.3.3)."""
    for power in facts.powers:
        capitals = facts.capitals.get(power, ())
        sit = Situation(facts, draft.state)
        home = home_side(draft.state, power)
        if not capitals or home not in SIDES or sit.holder(power) == NEUTRAL:
            continue
        lines = Lines(sit)
        if power == "it" and sit.flag(SURRENDERED):
            _italy_after_surrender(draft, facts, lines)
            continue
        is_conquered = power in conquered(draft.state)
        taker = home if is_conquered else other(home)
        if all(_holds(sit, lines, taker, space) for space in capitals):
            change = liberate if is_conquered else conquer
            change(draft, facts, power, taker)
    displace_stray_air(draft, facts)


def _italy_after_surrender(draft: Draft, facts: Facts, lines: Lines) -> None:
    """Who holds Rome has Italy; what is left of its army fights on (optional: Italy)."""
    rome = facts.place("rome")
    for side in SIDES:
        if lines.sit.holder("it") != side and _holds(lines.sit, lines, side, rome):
            hold(draft, "it", side)
            draft.emit("conquered" if side == ALLIES else "liberated", power="it", side=side, important=True)


def _holds(sit: Situation, lines: Lines, side: str, space: str) -> bool:
    """A capital in a side's hands, with a line to a capital of its own."""
    return sit.controls(side, space) and lines.is_linked(side, space)
