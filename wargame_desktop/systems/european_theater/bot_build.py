"""The opponent's production: upgrades at the front, armies and wings by need, ships to cross the sea."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame_desktop.core.action import Action
from wargame_desktop.core.engine import legal_actions
from wargame_desktop.core.state import Piece, State

from .bot_view import View
from .bot_wishes import FAR
from .model import ATLANTIC_LAND, Build, Pass, Upgrade, pool_of
from .production import price

if TYPE_CHECKING:
    from .system import EuropeanTheater

LIKES = {
    "infantry": 10, "armor": 11, "air": 9, "artillery": 9, "strategic_air": 6, "paratroop": 5, "fort": 3,
    "submarine": 6, "naval_air": 4, "fleet": 3,
}  # fmt: skip
"""What it likes to have, all things being equal."""
SHIPS = 4
"""American and British fleets wanted to carry armies over the sea."""


def produce(system: EuropeanTheater, state: State) -> Action:
    """Spend every point: the best upgrade or unit that can be paid, in the best place."""
    power = str(state.top["power"])
    view = View(system, state, state.side_of(power))
    found = [a for a in legal_actions(system, state) if isinstance(a, Upgrade | Build)]
    fit = [a for a in found if isinstance(a, Upgrade) or _fits(view, state.piece(a.piece), a.space)]
    if not fit:
        return Pass()
    return max(fit, key=lambda action: (_taste(view, action), action.piece, getattr(action, "space", "")))


def _taste(view: View, action: Upgrade | Build) -> float:
    piece = view.state.piece(action.piece)
    unit, sit = view.sit.unit(piece), view.sit
    liking = float(LIKES.get(unit.type, 2))
    if unit.arm == "fleet" and piece.power in ("us", "gb"):
        liking = 12.0 if _ships(view) < SHIPS else 3.0
    if isinstance(action, Upgrade):
        gained = unit.combat[0] - unit.combat[1]
        where = sit.ground_of(piece)
        front = 2.0 if view.danger.get(where) else 0.0
        return liking + 3 * gained / max(1, price(sit, piece, "upgrade")) - 4 + front
    if unit.is_fort and view.is_heart(action.space) and action.space in view.raided:
        return 13.0
    if unit.is_fort and not view.danger.get(action.space) and not view.shore_need(action.space):
        return 0.1
    if action.space == ATLANTIC_LAND:
        return liking
    danger = view.danger.get(action.space, 0)
    need = 1.5 if danger > view.near.get(action.space, 0) else 0.0
    return liking + need + 0.02 * view.value(action.space) - 0.01 * view.pull.get(action.space, FAR)


def _ships(view: View) -> int:
    """Western surface fleets in play."""
    fleets = [p for p in view.state.pieces.values() if p.power in ("us", "gb")]
    kinds = view.facts.kinds
    return sum(
        1
        for p in fleets
        if p.kind in kinds and view.sit.unit(p).arm == "fleet" and p.space != pool_of(p.power)
    )


def _fits(view: View, piece: Piece, space: str) -> bool:
    """Room in the hex, so that nothing is eliminated for stacking."""
    if space == ATLANTIC_LAND:
        return True
    unit = view.sit.unit(piece)
    if unit.is_air:
        return not view.sit.air_at(space, view.side)
    if unit.is_fleet:
        return len(view.sit.fleets_at(space, view.side)) < 2
    if unit.is_fort:
        return not any(view.sit.unit(p).is_fort for p in view.sit.land_at(space, view.side))
    return view.has_room(piece, space)
