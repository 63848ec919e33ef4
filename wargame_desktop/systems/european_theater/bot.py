"""An opponent: it marches on capitals, attacks at good odds, spends all its points and keeps its own safe.

It reads the same rules as a player: every action is asked about before it is returned. A movement phase is
planned at its start, fleets, then armies, then air units; what has become impossible on the way is left out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from wargame_desktop.core.action import Action
from wargame_desktop.core.engine import legal_actions, phase_of, refusals_for
from wargame_desktop.core.state import State

from . import bot_air, bot_build, bot_fight
from .bot_land import LandPlan
from .bot_sea import SeaPlan
from .convoys import lend_limit, soviet_limit
from .model import ALLIES, ATLANTIC, AXIS, Auto, Commit, Convoy, LendLease, Pass, Sink

if TYPE_CHECKING:
    from .system import EuropeanTheater

SEA, LAND, AIR, OVER = range(4)
"""The stages of a movement phase."""


class TheaterBot:
    """Plays whichever side owes the decision; it leaves nothing to chance, so the seed changes nothing."""

    def __init__(self, seed: str) -> None:
        self._phase: tuple[object, ...] = ()
        self._stage = SEA
        self._orders: list[Action] = []
        self._targets: list[str] = []

    def choose(self, system: EuropeanTheater, state: State) -> Action | None:
        """The best action it sees."""
        if not state.stack:
            return None
        plan = _PLANS.get(state.top.name)
        action = plan(self, system, state) if plan is not None else None
        if action is not None and not refusals_for(system, state, action):
            return action
        return self._anything(system, state)

    @staticmethod
    def _anything(system: EuropeanTheater, state: State) -> Action | None:
        """Pass if that is allowed, else the first lawful thing."""
        for rule in phase_of(system, state.top).rules:
            if rule.action is Pass and not rule.refusals(state, Pass()):
                return Pass()
        return next(iter(legal_actions(system, state)), None)

    def _set_up(self, system: EuropeanTheater, state: State) -> Action | None:
        return Pass() if not refusals_for(system, state, Pass()) else Auto("rest")

    # Movement

    def _move(self, system: EuropeanTheater, state: State) -> Action | None:
        side, armored = str(state.top["side"]), state.top.get("armored") is True
        phase = (state.var("turn"), side, armored)
        if phase != self._phase:
            self._phase, self._stage, self._orders = phase, LAND if armored else SEA, []
            self._plan(system, state, side)
        while self._stage != OVER:
            while self._orders:
                action = self._orders.pop(0)
                if not refusals_for(system, state, action):
                    return action
            self._stage = OVER if armored else self._stage + 1
            self._plan(system, state, side)
        return Pass()

    def _plan(self, system: EuropeanTheater, state: State, side: str) -> None:
        """The orders of the stage that begins."""
        if self._stage == SEA:
            self._orders = SeaPlan(system, state, side).make()
        elif self._stage == LAND:
            plan = LandPlan(system, state, side)
            self._orders, self._targets = plan.make(), plan.targets
        elif self._stage == AIR:
            self._orders = bot_air.fly(system, state, side, self._targets)

    # Combat

    def _fight(self, system: EuropeanTheater, state: State) -> Action | None:
        return bot_fight.choose_attack(system, state)

    def _commit(self, system: EuropeanTheater, state: State) -> Action | None:
        return bot_fight.commit(system, state)

    def _lose(self, system: EuropeanTheater, state: State) -> Action | None:
        return bot_fight.lose(system, state)

    def _advance(self, system: EuropeanTheater, state: State) -> Action | None:
        return bot_fight.advance(system, state)

    def _retreat(self, system: EuropeanTheater, state: State) -> Action | None:
        return bot_fight.retreat(system, state)

    def _displace(self, system: EuropeanTheater, state: State) -> Action | None:
        return bot_fight.displace(system, state)

    def _scrap(self, system: EuropeanTheater, state: State) -> Action | None:
        return bot_fight.scrap(system, state)

    # Strategic warfare and production

    def _bomb(self, system: EuropeanTheater, state: State) -> Action | None:
        return bot_air.bomb(system, state)

    def _lend(self, system: EuropeanTheater, state: State) -> Action | None:
        """All that may be sent: what the Soviet Union may have goes there."""
        sit = system.situation(state)
        soviet = min(soviet_limit(sit), lend_limit(sit))
        return LendLease(lend_limit(sit) - soviet, soviet)

    def _convoy(self, system: EuropeanTheater, state: State) -> Action | None:
        """Attack unless the escorts are much stronger."""
        stage = str(state.top.get("stage", "declare"))
        sit = system.situation(state)
        if stage == "declare":
            ours, theirs = (
                sum(sit.combat(p) for p in sit.fleets_at(ATLANTIC, side)) for side in (AXIS, ALLIES)
            )
            found = [a for a in legal_actions(system, state) if isinstance(a, Convoy)]
            count = max if ours * 2 >= theirs else min
            return count(found, key=lambda a: len(a.fleets))
        if stage == "sink":
            return next((a for a in legal_actions(system, state) if isinstance(a, Sink)), None)
        return Commit(tuple(system.committable(state)[:1]))

    def _produce(self, system: EuropeanTheater, state: State) -> Action | None:
        return bot_build.produce(system, state)


Plan = Callable[[TheaterBot, Any, State], Action | None]
_PLANS: dict[str, Plan] = {
    "setup": TheaterBot._set_up,
    "movement": TheaterBot._move,
    "combat": TheaterBot._fight,
    "battle": TheaterBot._commit,
    "raid": TheaterBot._commit,
    "transit": TheaterBot._commit,
    "bomb_run": TheaterBot._commit,
    "losses": TheaterBot._lose,
    "advance": TheaterBot._advance,
    "retreat": TheaterBot._retreat,
    "displace": TheaterBot._displace,
    "stacking": TheaterBot._scrap,
    "bombing": TheaterBot._bomb,
    "lend_lease": TheaterBot._lend,
    "convoy": TheaterBot._convoy,
    "produce": TheaterBot._produce,
}
