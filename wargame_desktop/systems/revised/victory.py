"""Income, victory cities, and the individual winner (Phase 7; Check for Victory)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame_desktop.core.draft import Draft
from wargame_desktop.core.state import State

from .capture import pay
from .model import BRITAIN, GERMANY, SUBMARINE, USA
from .situation import Situation

if TYPE_CHECKING:
    from .system import Revised

CITIES = {"minor": 8, "major": 10, "total": 12}


def income_of(sit: Situation, power: str) -> int:
    """What a power collects: its production, less the U-boats, nothing without its capital."""
    if sit.capital_lost(power):
        return 0
    income = sit.production(power)
    if power in (BRITAIN, USA) and sit.has_advantage(GERMANY, "u_boat_interdiction"):
        pieces = sit.state.pieces.values()
        boats = [
            p
            for p in pieces
            if p.power == GERMANY and sit.type(p) == SUBMARINE and sit.place(p) in sit.facts.zones
        ]
        income -= len(boats)
    return max(0, income)


def collect(game: Revised, draft: Draft) -> None:
    """The power to move collects its income."""
    sit = Situation(game.facts, draft.state)
    income = income_of(sit, sit.power)
    pay(draft, sit.power, income)
    total = Situation(game.facts, draft.state).ipc(sit.power)
    draft.emit("income_collected", power=sit.power, income=income, total=total, important=True)


def cities_of(game: Revised, state: State, side: str) -> list[str]:
    """The victory cities a side holds."""
    sit = Situation(game.facts, state)
    return [city for space, city in game.facts.city.items() if sit.side(sit.holder(space)) == side]


def winner(game: Revised, state: State) -> str | None:
    """The side that holds enough victory cities."""
    needed = CITIES.get(str(state.options.get("victory", "minor")), 8)
    for side in sorted(set(state.powers.values())):
        if len(cities_of(game, state, side)) >= needed:
            return side
    return None


def individual_winner(game: Revised, state: State, side: str) -> tuple[str, int] | None:
    """The power of a side whose production grew most since the start; the first in order of play on a tie."""
    sit = Situation(game.facts, state)
    gains = []
    for number, power in enumerate(sit.order()):
        if sit.side(power) == side:
            start = sum(v for key, v in game.facts.income.items() if game.facts.original[key] == power)
            gains.append((sit.production(power) - start, -number, power))
    if not gains:
        return None
    gain, _, power = max(gains)
    return power, gain


def check(game: Revised, draft: Draft) -> bool:
    """At the end of a round: whether the war is won, and by whom."""
    side = winner(game, draft.state)
    if side is None:
        return False
    count = len(cities_of(game, draft.state, side))
    draft.set("winner", side)
    draft.emit("war_won", side=side, cities=count, important=True)
    if draft.state.options.get("individual_winner") is True:
        found = individual_winner(game, draft.state, side)
        if found is not None:
            draft.set("winning_power", found[0])
            draft.emit("best_power", power=found[0], gain=found[1], important=True)
    return True
