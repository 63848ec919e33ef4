"""An opponent for each power: it guards its capital, attacks where exact odds promise profit, buys to a plan.

A move phase is planned as a whole when it begins and then carried out action by action; what the rules refuse
meanwhile is left out. Everything else is decided as it comes up.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING

from wargame_desktop.core.action import Action
from wargame_desktop.core.engine import legal_actions, refusals_for
from wargame_desktop.core.state import Piece, State

from .bot_attack import Attack
from .bot_buy import Orders, place
from .bot_fleet import Fleet
from .bot_front import Front
from .bot_view import View
from .casualties import by_default, candidates
from .combat import is_optional, open_fights, sea_first
from .model import (
    AIR,
    LAND,
    Bomb,
    Casualties,
    Choose,
    Declare,
    End,
    Fight,
    Ignore,
    Place,
    Press,
    Recruit,
    Retreat,
    Rocket,
    Stay,
    Submerge,
    Withdraw,
)
from .odds import odds_of
from .situation import Situation

if TYPE_CHECKING:
    from .system import Revised

WINTER_RISK = 0.2
"""The danger to Moscow at which a severe winter is declared."""


class RevisedBot:
    """Plays whichever power owes the decision."""

    def __init__(self, seed: str) -> None:
        self._chance = random.Random(seed)
        self._phase: tuple[object, ...] = ()
        self._queue: list[Action] = []

    def choose(self, system: Revised, state: State) -> Action | None:
        """The next action of whoever has to decide; None when the game is over."""
        if not state.stack:
            return None
        if state.top.name in ("combat_move", "noncombat"):
            return self._next_move(system, state)
        decide = _DECISIONS.get(state.top.name)
        action = decide(self, system, state) if decide is not None else None
        if action is not None and not refusals_for(system, state, action):
            return action
        return _anything(system, state)

    # The two move phases

    def _next_move(self, system: Revised, state: State) -> Action | None:
        phase = (state.var("turn"), state.var("power"), state.top.name)
        if phase != self._phase:
            self._phase = phase
            view = View(system, state)
            if state.top.name == "combat_move":
                self._queue = Attack(view, self._chance).plan()
            else:
                self._queue = _redeploy(view)
        while self._queue:
            action = self._queue.pop(0)
            if not refusals_for(system, state, action):
                return action
        return _anything(system, state)

    # Money

    def purchase(self, system: Revised, state: State) -> Action | None:
        """Once a turn, all at once."""
        return Orders(View(system, state)).decide() or End()

    def mobilize(self, system: Revised, state: State) -> Action | None:
        """Free infantry first, then everything that waits."""
        free = next((a for a in legal_actions(system, state) if isinstance(a, Recruit)), None)
        return free or place(View(system, state)) or End()

    # Combat

    def combat(self, system: Revised, state: State) -> Action | None:
        """Rockets and raids, then combats at sea before landings; submarines are hunted only at good odds."""
        sit = Situation(system.facts, state)
        for action in legal_actions(system, state):
            if isinstance(action, Rocket | Bomb):
                return action
        for space in open_fights(sit):
            if is_optional(sit, space):
                found = odds_of(system, state, space)
                if found is None or found["swing"] <= 0:
                    return Ignore(space)
            if not sea_first(sit, space):
                return Fight(space)
        return End()

    def press(self, system: Revised, state: State) -> Action | None:
        """Go on while that promises more than leaving."""
        space = str(state.top["space"])
        found = odds_of(system, state, space)
        if found is None:
            return Press()
        view = View(system, state)
        prize = found["capture"]["decimal"] * view.worth(space) * 0.75 if "capture" in found else 0.0
        if found["swing"] + prize >= 0:
            return Press()
        for kind in (Retreat, Withdraw, Submerge):
            ways = [action for action in legal_actions(system, state) if isinstance(action, kind)]
            if ways:
                return max(ways, key=lambda action: (_safety(view, action), str(action)))
        return Press()

    def submerge(self, system: Revised, state: State) -> Action | None:
        """Defending submarines leave a combat they would lose."""
        found = odds_of(system, state, str(state.top["space"]))
        if found is not None and found["win"]["decimal"] < 0.5:
            return Stay()
        ways = [action for action in legal_actions(system, state) if isinstance(action, Submerge)]
        return max(ways, key=lambda action: len(action.pieces)) if ways else Stay()

    def casualties(self, system: Revised, state: State) -> Action | None:
        """The cheapest, but where much is to be won an air unit before the last land unit."""
        sit, frame = Situation(system.facts, state), state.top
        chosen = by_default(sit, frame)
        space = str(frame["space"])
        if frame["role"] != "attacker" or not system.facts.is_land(space):
            return Casualties(chosen)
        pool = candidates(sit, frame)
        troops = [p for p in pool if sit.type(p) in LAND]
        spare = [p for p in pool if sit.type(p) in AIR and p.id not in chosen]
        if troops and spare and {p.id for p in troops} <= set(chosen):
            cheapest = min(spare, key=lambda p: (system.facts.units[sit.type(p)].cost, p.id))
            if View(system, state).worth(space) >= system.facts.units[sit.type(cheapest)].cost:
                best = max(troops, key=lambda p: (system.facts.units[sit.type(p)].cost, p.id))
                return Casualties(_swapped(chosen, best, cheapest))
        return Casualties(chosen)

    # National advantages

    def advantage(self, system: Revised, state: State) -> Action | None:
        """Any of them: which is best hangs on the game."""
        left = [action for action in legal_actions(system, state) if isinstance(action, Choose)]
        return left[self._chance.randrange(len(left))] if left else None

    def offer(self, system: Revised, state: State) -> Action | None:
        """What is offered for nothing is taken."""
        return next((a for a in legal_actions(system, state) if not isinstance(a, Stay | End)), None)

    def winter(self, system: Revised, state: State) -> Action | None:
        """The winter is called when the capital is in danger."""
        view = View(system, state)
        capital = system.facts.capital.get(view.power, "")
        risk = view.danger(capital, view.defenders(capital, ours=True)).capture if capital else 0.0
        offered = (a for a in legal_actions(system, state) if isinstance(a, Declare))
        return next(offered, None) if risk > WINTER_RISK else End()

    def decline(self, system: Revised, state: State) -> Action | None:
        """Leave things as they are."""
        return Stay()


def _redeploy(view: View) -> list[Action]:
    """The noncombat move: garrisons, voyages, the march to the front, and everybody lands."""
    front = Front(view)
    fleet = Fleet(view, front)
    pickups = front.pickups()
    front.garrison()
    front.outposts()
    fleet.ferry()
    front.march()
    flights = front.flights()
    fleet.escort()
    return [*pickups, *flights, *front.march_orders(), *fleet.orders]


def _safety(view: View, action: Action) -> float:
    """How safe the place of a retreat is; other ways out are all alike."""
    if not isinstance(action, Retreat):
        return 0.0
    there = view.defenders(action.space, ours=True)
    return -view.danger(action.space, there).capture


def _swapped(chosen: tuple[str, ...], keep: Piece, lose: Piece) -> tuple[str, ...]:
    left = list(chosen)
    left.remove(keep.id)
    return tuple(sorted((*left, lose.id)))


def _anything(system: Revised, state: State) -> Action | None:
    """The end of the phase if it may be ended, else the first thing that is allowed."""
    if not refusals_for(system, state, End()):
        return End()
    actions = legal_actions(system, state)
    first = next(iter(actions), None)
    return first if not isinstance(first, Place) else place(View(system, state)) or first


_DECISIONS: dict[str, Callable[[RevisedBot, Revised, State], Action | None]] = {
    "choose_advantages": RevisedBot.advantage,
    "offer": RevisedBot.offer,
    "kaiten": RevisedBot.decline,
    "enigma": RevisedBot.decline,
    "purchase": RevisedBot.purchase,
    "combat": RevisedBot.combat,
    "casualties": RevisedBot.casualties,
    "press": RevisedBot.press,
    "submerge": RevisedBot.submerge,
    "mobilize": RevisedBot.mobilize,
    "income": RevisedBot.winter,
}
