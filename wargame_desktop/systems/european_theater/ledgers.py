"""Charts as the war stands: production by power and by city, the calendar, lend-lease, who would win."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame_desktop.core.frozen import FrozenMap
from wargame_desktop.core.state import State
from wargame_desktop.systems.tables import Line, Table

from .convoys import lend_limit, seaborne, soviet_limit
from .model import ALLIES, AXIS, NEUTRAL, SIDES, pool_of, track_of
from .options import pays_as_minor
from .politics import us_entry_turn
from .production import (
    bonus_points,
    candidates_for,
    city_points,
    german_bonus_cities,
    is_conquered,
    points_of,
)
from .situation import Situation, side_name
from .supply import Lines
from .victory import axis_powers, verdict

if TYPE_CHECKING:
    from .system import EuropeanTheater

_SEA_TITLES = {
    "lend_gb": "Lend-lease to Britain",
    "lend_su": "Lend-lease to the Soviet Union",
    "dominions": "Dominions to Britain",
    "iraq": "Oil of Iraq to Britain",
}


def tables(system: EuropeanTheater, state: State) -> tuple[Table, ...]:
    """All of them, in the order they are asked for."""
    sit, lines = system.situation(state), system.lines(state)
    return (
        _powers(system, sit, lines),
        _cities(system, sit, lines),
        _at_sea(sit),
        _calendar(system, sit),
        _victory(system, sit),
    )


def date(sit: Situation, turn: int) -> str:
    """A turn as season and year."""
    season, year = sit.facts.date(turn)
    return f"{season.capitalize()} {year}"


# Production


def _powers(system: EuropeanTheater, sit: Situation, lines: Lines) -> Table:
    counted = list(city_points(sit, lines).values())
    found = []
    for power in sit.facts.majors():
        cities, bonus = counted.count(power), bonus_points(sit, power)
        points = points_of(sit, lines, power)
        mark = "-" if is_conquered(sit, power) else ""
        pool = len(sit.state.at(pool_of(power)))
        cells = (system.power_name(power), str(cities), str(bonus), str(points), str(pool))
        found.append(Line(cells, mark=mark))
    notes = (
        "A city gives a point to the power it can trace supply to, unless it was bombed this turn.",
        "Extra points come from other countries, dominions and lend-lease.",
    )
    return Table("production", "National production", ("Power", "Cities", "Extra", "Points", "Pool"),
                 tuple(found), notes, "7.1")  # fmt: skip


def _cities(system: EuropeanTheater, sit: Situation, lines: Lines) -> Table:
    counted = city_points(sit, lines)
    found = []
    for space in sorted(sit.facts.production_cities, key=lambda one: (counted.get(one, "zz"), one)):
        place = sit.facts.space(space).name or space
        if space in counted:
            found.append(Line((place, system.power_name(counted[space]), "1"), space, "+"))
        else:
            found.append(Line((place, why_idle(system, sit, lines, space), "0"), space, "-"))
    return Table("cities", "Production cities", ("City", "Works for", "Points"), tuple(found), (), "7.1.1")


def why_idle(system: EuropeanTheater, sit: Situation, lines: Lines, space: str) -> str:
    """Why a production city gives no point of its own now."""
    bombed = sit.state.var("bombed", ())
    assert isinstance(bombed, tuple)
    if space in bombed:
        return "bombed this turn (6.1)"
    if space in german_bonus_cities(sit):
        return "counts as Germany's extra point (7.1.2)"
    owner = sit.power_of(space)
    holder = next((side for side in SIDES if sit.controls(side, space)), NEUTRAL)
    if holder == NEUTRAL:
        return f"{system.power_name(owner)} is neutral" if owner else "nobody holds it"
    if candidates_for(sit, lines, space, holder):
        return "counted otherwise"
    if pays_as_minor(sit, owner):
        return f"{system.power_name(owner)} builds as a minor power (7.1.3)"
    return f"{side_name(holder)}: no supply line to a capital (7.1.1)"


def _at_sea(sit: Situation) -> Table:
    sunk = sit.state.var("sunk")
    lost = {name: int(str(n)) for name, n in sunk.items()} if isinstance(sunk, FrozenMap) else {}
    found = []
    for name, count in seaborne(sit).items():
        gone = lost.get(name, 0)
        cells = (_SEA_TITLES[name], str(count), str(gone), str(count - gone))
        found.append(Line(cells, mark="-" if gone else ""))
    most, soviet = lend_limit(sit), soviet_limit(sit)
    note = f"Lend-lease this turn: up to {most} points, up to {soviet} of them to the Soviet Union (12.3)."
    return Table("at_sea", "Lend-lease and convoys", ("Points", "Sent", "Sunk", "Arrive"), tuple(found),
                 (note,), "12.3")  # fmt: skip


# The calendar


def _calendar(system: EuropeanTheater, sit: Situation) -> Table:
    found = []
    delay = sit.state.var("us_delay", 0)
    assert isinstance(delay, int)
    entry = us_entry_turn(sit.facts) + delay
    last = system.last_turn(sit.state)
    for row in sit.facts.calendar.rows:
        turn = int(row)
        arrivals = [system.name_of(piece) for piece in sit.state.at(track_of(turn))]
        if turn == entry and not sit.flag("us_entered"):
            arrivals.insert(0, "the United States enters the war")
        if turn == last:
            arrivals.append("the game ends")
        lend = str(sit.facts.calendar.value(row, "lend_lease"))
        mark = "*" if turn == sit.turn else ""
        found.append(Line((date(sit, turn), lend, ", ".join(arrivals)), track_of(turn), mark))
    return Table("calendar", "Turn record track", ("Turn", "Lend", "Arrives"), tuple(found), (), "4")


# Victory


def _victory(system: EuropeanTheater, sit: Situation) -> Table:
    held = axis_powers(sit)
    found = []
    for power in sit.facts.powers:
        if power not in sit.facts.capitals or power in ("us", "irq"):
            continue
        holder = sit.holder(power)
        mark = "-" if is_conquered(sit, power) else ""
        capital = sit.facts.capitals[power][0]
        found.append(Line((system.power_name(power), _holder(holder)), capital, mark))
    winner, level = verdict(sit)
    notes = (f"The Axis controls {len(held)} powers. If the war ended now: {level} victory for "
             f"{side_name(winner)}.",)  # fmt: skip
    return Table("victory", "Who holds which country", ("Country", "Held by"), tuple(found), notes, "13")


def _holder(side: str) -> str:
    return {AXIS: "the Axis", ALLIES: "the Allies"}.get(side, "neutral")
