"""What the table offers to take: units to buy (Phase 2), units to place (Phase 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame_desktop.core.state import Piece, State
from wargame_desktop.systems.tables import Shop, ShopRow

from .mobilize import capacity_left, may_found, spots, waiting
from .model import AIR, COMPLEX, SEA, UNITS
from .situation import Situation

if TYPE_CHECKING:
    from .system import Revised

COIN = "IPC"
_NAMED = 4


def shop(game: Revised, state: State) -> Shop | None:
    """The tray of the phase in charge."""
    if not state.stack:
        return None
    if state.top.name == "purchase":
        return _purchase(game, state)
    return _mobilize(game, state) if state.top.name == "mobilize" else None


def figures(sit: Situation, kind: str) -> str:
    """What is printed on the chart for a kind of unit."""
    unit = sit.facts.units[kind]
    if kind == COMPLEX:
        return "builds as many units as its territory earns"
    return f"attack {unit.attack}, defence {unit.defend}, moves {unit.move}"


def _group(kind: str) -> str:
    return "Sea" if kind in SEA else "Air" if kind in AIR else "Land"


# Purchase


def _purchase(game: Revised, state: State) -> Shop:
    sit = Situation(game.facts, state)
    money = sit.ipc(sit.power)
    rows = tuple(_for_sale(game, sit, kind, money) for kind in UNITS)
    places = sum(capacity_left(sit, space) for space in sit.facts.territories)
    held = sit.facts.listing(waiting(sit))
    note = f"Your complexes can place {places} units at the end of this turn."
    note += f" Bought already: {held}." if waiting(sit) else ""
    title = f"Purchases of {game.power_name(sit.power)}"
    return Shop(title, rows, money, COIN, "Phase 2: Purchase Units", note, ("buy", "units"), verbs=("buy",))


def _for_sale(game: Revised, sit: Situation, kind: str, money: int) -> ShopRow:
    unit = sit.facts.units[kind]
    spaces = _places(sit, kind)
    why = f"It costs {unit.cost} IPCs; there are {money}." if unit.cost > money else ""
    where = _listed(game, spaces) or "nowhere: no complex of yours could place it in this turn"
    full = f"{sit.power}.{kind}"
    return ShopRow(
        full, sit.power, unit.name, unit.cost, figures(sit, kind), (), spaces, where, why, _group(kind)
    )


def _places(sit: Situation, kind: str) -> tuple[str, ...]:
    """Where a unit bought now could be placed in this turn, as far as that can be told."""
    if kind == COMPLEX:
        return tuple(space for space in sit.facts.territories if may_found(sit, space))
    homes = [space for space in sit.facts.territories if capacity_left(sit, space) > 0]
    if kind in SEA:
        return tuple(dict.fromkeys(zone for home in homes for zone in sit.facts.coasts(home)))
    return tuple(homes)


# Mobilization


def _mobilize(game: Revised, state: State) -> Shop:
    sit = Situation(game.facts, state)
    alike: dict[str, list[Piece]] = {}
    for piece in waiting(sit):
        alike.setdefault(piece.kind, []).append(piece)
    rows = tuple(_to_place(game, sit, pieces) for pieces in alike.values())
    homes = [space for space in sit.facts.territories if capacity_left(sit, space) > 0]
    left = ", ".join(f"{game.facts.name(space)} {capacity_left(sit, space)}" for space in homes)
    note = f"Complexes can still place: {left}." if left else "No complex can place another unit."
    note += " Shift drags a whole heap." if any(len(row.pieces) > 1 for row in rows) else ""
    rule = "Phase 6: Mobilize New Units"
    return Shop(f"New units of {game.power_name(sit.power)}", rows, rule=rule, note=note, verbs=("place",))


def _to_place(game: Revised, sit: Situation, pieces: list[Piece]) -> ShopRow:
    first, kind = pieces[0], sit.type(pieces[0])
    spaces = tuple(dict.fromkeys(space for space, _ in spots(sit, first)))
    why = "" if spaces else "No complex of yours can place it; it waits for the next turn."
    return ShopRow(
        first.kind,
        first.power,
        sit.facts.units[kind].name,
        None,
        figures(sit, kind),
        tuple(piece.id for piece in pieces),
        spaces,
        _listed(game, spaces),
        why,
        "Mobilization zone",
    )


def _listed(game: Revised, spaces: tuple[str, ...]) -> str:
    shown = [game.space_name(space) for space in spaces[:_NAMED]]
    more = len(spaces) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")
