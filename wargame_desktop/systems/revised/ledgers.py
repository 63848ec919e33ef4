"""Charts as the war stands: economy, production, victory cities, developments, units."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame_desktop.core.state import State
from wargame_desktop.systems.tables import Line, Table

from .develop import number_of
from .mobilize import capacity_left
from .model import DEVELOPMENTS, UNITS
from .situation import Situation, names, table
from .victory import CITIES, cities_of, income_of

if TYPE_CHECKING:
    from .system import Revised


def tables(game: Revised, state: State) -> tuple[Table, ...]:
    """All of them, in the order they are asked for."""
    sit = Situation(game.facts, state)
    found = [
        _economy(game, sit),
        _cities(game, sit),
        _production(game, sit),
        _weapons(game, sit),
        _units(sit),
    ]
    if any(names(table(state, "advantages").get(power)) for power in sit.order()):
        found.append(_advantages(game, sit))
    return tuple(found)


def _economy(game: Revised, sit: Situation) -> Table:
    found = []
    for power in sit.order():
        pieces = [piece for piece in sit.state.pieces.values() if piece.power == power]
        worth = sum(sit.facts.units[sit.type(piece)].cost for piece in pieces)
        cells = (
            game.power_name(power),
            str(sit.ipc(power)),
            str(income_of(sit, power)),
            str(len(pieces)),
            str(worth),
        )
        mark = "-" if sit.capital_lost(power) else "*" if power == sit.power else ""
        found.append(Line(cells, sit.facts.capital.get(power, ""), mark))
    notes = ("Worth is what a power's units cost. A power without its capital collects nothing.",)
    columns = ("Power", "IPCs", "Income", "Units", "Worth")
    return Table("economy", "Economy", columns, tuple(found), notes, "Phase 7: Collect Income")


def _cities(game: Revised, sit: Situation) -> Table:
    found = []
    for space, city in sit.facts.city.items():
        holder = sit.holder(space)
        mark = "-" if holder != sit.facts.original.get(space) else ""
        found.append(Line((city, game.facts.name(space), game.power_name(holder)), space, mark))
    needed = CITIES.get(str(sit.state.options.get("victory", "minor")), 8)
    sides = sorted(set(sit.state.powers.values()))
    counts = ", ".join(f"{game.side_name(side)} {len(cities_of(game, sit.state, side))}" for side in sides)
    notes = (f"{counts}; {needed} at the end of a round win.",)
    columns = ("City", "Territory", "Held by")
    return Table("cities", "Victory cities", columns, tuple(found), notes, "Check for Victory")


def _production(game: Revised, sit: Situation) -> Table:
    """Every territory that earns something, by its holder."""
    found = []
    order = {power: number for number, power in enumerate(sit.order())}
    earning = [space for space in sit.facts.territories if sit.facts.income[space]]
    earning.sort(key=lambda space: (order.get(sit.holder(space), 9), -sit.facts.income[space], space))
    for space in earning:
        has = sit.complex_at(space) is not None
        left = str(max(0, capacity_left(sit, space))) if has and sit.holder(space) == sit.power else ""
        works = f"yes, {left} left" if left else "yes" if has else ""
        cells = (
            game.facts.name(space),
            game.power_name(sit.holder(space)),
            str(sit.facts.income[space]),
            works,
        )
        taken = sit.holder(space) != sit.facts.original.get(space)
        found.append(Line(cells, space, "-" if taken else ""))
    notes = ("Marked rows are in other hands than when the war began.",)
    columns = ("Territory", "Held by", "IPCs", "Complex")
    return Table("production", "Production", columns, tuple(found), notes, "Phase 6: Mobilize New Units")


def _weapons(game: Revised, sit: Situation) -> Table:
    chart = sit.facts.tables["developments"]
    found = []
    for key in DEVELOPMENTS:
        owners = [game.power_name(power) for power in sit.order() if sit.has_tech(power, key)]
        title, effect = str(chart.value(key, "name")), str(chart.value(key, "effect"))
        cells = (str(number_of(key)), title, effect, ", ".join(owners))
        found.append(Line(cells, mark="+" if owners else ""))
    notes = ("A research die costs 5 IPCs; any die that shows the number brings the development.",)
    columns = ("Roll", "Development", "Effect", "Made by")
    return Table("weapons", "Weapons development", columns, tuple(found), notes, "Phase 1: Develop Weapons")


def _units(sit: Situation) -> Table:
    found = []
    for kind in UNITS:
        unit = sit.facts.units[kind]
        cells = (unit.name.capitalize(), str(unit.cost), str(unit.attack), str(unit.defend), str(unit.move))
        found.append(Line(cells))
    columns = ("Unit", "Cost", "Attack", "Defence", "Move")
    return Table("units", "Units", columns, tuple(found), (), "Phase 2: Purchase Units")


def _advantages(game: Revised, sit: Situation) -> Table:
    chart = sit.facts.tables["advantages"]
    found = []
    for power in sit.order():
        for key in names(table(sit.state, "advantages").get(power)):
            found.append(Line((game.power_name(power), str(chart.value(key, "name")))))
    columns = ("Power", "Advantage")
    return Table("advantages", "National advantages", columns, tuple(found), (), "Appendix 3: Optional Rules")
