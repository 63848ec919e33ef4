"""An opponent for each power: defends its capital, attacks where the exact odds promise a profit, buys to a plan.

`choose` looks at the position alone and names the next action; it keeps nothing between calls, so a game can be
taken up anywhere. Equal choices are settled by the seed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, cast

from wargame_desktop.core.action import Action
from wargame_desktop.core.engine import legal_actions, refusals_for
from wargame_desktop.core.state import State

from . import bot_attack, bot_front
from .advantages import of_power
from .casualties import by_default
from .combat import is_optional, open_fights, sea_first
from .mobilize import capacity_left, spots, waiting
from .model import (
    ARTILLERY,
    COMPLEX,
    FIGHTER,
    INFANTRY,
    SEA,
    TANK,
    TRANSPORT,
    Bomb,
    Buy,
    Casualties,
    Choose,
    Declare,
    End,
    Fight,
    Ignore,
    Place,
    Press,
    Rocket,
    Stay,
)
from .odds import odds_of
from .situation import Situation

if TYPE_CHECKING:
    from wargame_desktop.systems.base import GameSystem

    from .system import Revised

ISLANDERS = ("britain", "japan", "usa")
"""Powers that need ships to fight at all."""
FLEET = {"britain": 3, "japan": 4, "usa": 5}
"""How many transports each of them wants to have."""
ENOUGH = 0.35
"""The chance of winning below which an attack is broken off."""


def choose(system: GameSystem, state: State, seed: str) -> Action | None:
    """The next action of whoever has to decide; None when the game is over."""
    if not state.stack:
        return None
    game = cast("Revised", system)
    decide = _PHASES.get(state.top.name)
    action = decide(game, state, random.Random(f"{seed} {state.hash}")) if decide is not None else None
    if action is not None and not refusals_for(game, state, action):
        return action
    return _anything(game, state)


def _anything(game: Revised, state: State) -> Action | None:
    """The end of the phase if it may be ended, else the first thing that is allowed."""
    if not refusals_for(game, state, End()):
        return End()
    return next(iter(legal_actions(game, state)), None)


# Money


def _purchase(game: Revised, state: State, chance: random.Random) -> Action | None:
    sit = Situation(game.facts, state)
    money = sit.ipc(sit.power)
    room = sum(max(0, capacity_left(sit, space)) for space in game.facts.territories) - len(waiting(sit))
    if room <= 0:
        return End()
    order: dict[str, int] = {}
    kinds = [piece for piece in sit.own_pieces() if sit.type(piece) == TRANSPORT]
    if len(kinds) < FLEET.get(sit.power, 0) and not bot_front.threatened_home(sit) and money >= 8 + 9 and room > 3:
        order[TRANSPORT] = 1
        money, room = money - 8, room - 1
    _spend(order, money, room, sit)
    return Buy(tuple(order.items())) if order else End()


def _spend(order: dict[str, int], money: int, room: int, sit: Situation) -> None:
    """Infantry to fill the complexes; what money is left makes them artillery, tanks and fighters."""
    count = min(room, money // 3)
    order[INFANTRY] = count
    money -= 3 * count
    for kind, extra in ((TANK, 2), (ARTILLERY, 1)) if not bot_front.threatened_home(sit) else ((ARTILLERY, 1),):
        while money >= extra and order[INFANTRY] > count // 2:
            order[INFANTRY] -= 1
            order[kind] = order.get(kind, 0) + 1
            money -= extra
    while money >= 7 and order[INFANTRY] > 0:
        order[INFANTRY] -= 1
        order[FIGHTER] = order.get(FIGHTER, 0) + 1
        money -= 7
    for kind in [kind for kind, number in order.items() if not number]:
        del order[kind]


def _mobilize(game: Revised, state: State, chance: random.Random) -> Action | None:
    """Each unit at the complex nearest to the enemy that has room."""
    sit = Situation(game.facts, state)
    for piece in waiting(sit):
        places = spots(sit, piece)
        if not places:
            continue
        if sit.type(piece) in SEA:
            places.sort(key=lambda spot: (sit.is_hostile_zone(spot[0]), -bot_front.escort(sit, spot[0]), spot))
        else:
            places = [spot for spot in places if spot[0] in game.facts.income]
            places.sort(key=lambda spot: (bot_front.to_enemy(sit, spot[0]), spot))
        if places:
            space, home = places[0]
            return Place((piece.id,), space, home if home != space else "")
    return next((a for a in legal_actions(game, state) if not isinstance(a, Place)), End())


# Combat


def _combat(game: Revised, state: State, chance: random.Random) -> Action | None:
    sit = Situation(game.facts, state)
    for kind in (Rocket, Bomb):
        found = next((action for action in legal_actions(game, state) if isinstance(action, kind)), None)
        if found is not None:
            return found
    for space in open_fights(sit):
        if is_optional(sit, space) and not _is_good(game, state, space):
            return Ignore(space)
        if not sea_first(sit, space):
            return Fight(space)
    return End()


def _is_good(game: Revised, state: State, space: str) -> bool:
    found = odds_of(game, state, space)
    return found is not None and found["win"]["decimal"] > 0.6


def _press(game: Revised, state: State, chance: random.Random) -> Action | None:
    """Go on while the chances are fair, else leave if there is a way."""
    found = odds_of(game, state, str(state.top["space"]))
    if found is None or found["win"]["decimal"] >= ENOUGH or found["swing"] > 0:
        return Press()
    others = [action for action in legal_actions(game, state) if not isinstance(action, Press)]
    return others[0] if others else Press()


def _casualties(game: Revised, state: State, chance: random.Random) -> Action | None:
    """The cheapest first, but the last land unit of an attack only after the air units."""
    sit = Situation(game.facts, state)
    chosen = by_default(sit, state.top)
    return Casualties(bot_attack.spare_the_last(sit, state.top, chosen))


# Advantages


def _choose(game: Revised, state: State, chance: random.Random) -> Action | None:
    left = [action for action in legal_actions(game, state) if isinstance(action, Choose)]
    ranked = of_power(game, str(state.top["power"]))
    left.sort(key=lambda action: ranked.index(action.advantage))
    return left[chance.randrange(len(left))] if left else None


def _declare(game: Revised, state: State, chance: random.Random) -> Action | None:
    return next((action for action in legal_actions(game, state) if isinstance(action, Declare)), None)


def _stay(game: Revised, state: State, chance: random.Random) -> Action | None:
    return Stay()


def _end(game: Revised, state: State, chance: random.Random) -> Action | None:
    return End()


def complexes(sit: Situation) -> Iterable[str]:
    """The territories where the power can build."""
    return (space for space in sit.facts.territories if sit.holder(space) == sit.power and sit.complex_at(space))


_PHASES: dict[str, Callable[[Revised, State, random.Random], Action | None]] = {
    "choose_advantages": _choose,
    "offer": _declare,
    "kaiten": _stay,
    "enigma": _stay,
    "submerge": _stay,
    "develop": _end,
    "purchase": _purchase,
    "combat_move": bot_attack.next_move,
    "combat": _combat,
    "casualties": _casualties,
    "press": _press,
    "noncombat": bot_front.next_move,
    "mobilize": _mobilize,
    "income": _declare,
}
BUILDS = COMPLEX
