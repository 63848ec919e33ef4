"""An opponent: it marches on capitals, attacks at good odds, spends all its points and keeps its own safe.

It reads the same rules as a player: every action it proposes comes from a rule's own answers. What it has
looked at and left alone in a phase it does not look at again, so a turn takes few searches.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from wargame_desktop.board.ranges import steps_from
from wargame_desktop.core.action import Action
from wargame_desktop.core.engine import legal_actions, phase_of, refusals_for
from wargame_desktop.core.state import Piece, State

from .combat import AttackRule, supporters
from .countries import entry
from .fights import number, words
from .model import (
    ALLIES,
    ATLANTIC_LAND,
    AXIS,
    Advance,
    Attack,
    Bomb,
    Build,
    Commit,
    Convoy,
    Embark,
    Land,
    LendLease,
    Lose,
    Move,
    Pass,
    Sail,
    Sink,
    Upgrade,
    other,
)
from .situation import Situation
from .strategic import lend_limit, soviet_limit

if TYPE_CHECKING:
    from .system import EuropeanTheater

GOOD_ODDS = 0.55
"""The least chance of winning at which it attacks."""
INVASIONS = {
    "pol": 1, "den": 3, "nor": 3, "bel": 3, "net": 3, "yug": 7, "gre": 7, "su": 8, "vichy": 13,
}  # fmt: skip
"""The turn from which the Axis is ready to invade a country; others it leaves alone."""
WORTH = {"armor": 7, "strategic_air": 4, "air": 5, "infantry": 6, "paratroop": 1, "artillery": 4, "fort": 1}
"""What it likes to build; fleets and the rest come last."""


class TheaterBot:
    """Plays whichever side owes the decision."""

    def __init__(self, seed: str) -> None:
        self._chooser = random.Random(seed)
        self._place: tuple[object, ...] = ()
        self._left: set[str] = set()

    def choose(self, system: EuropeanTheater, state: State) -> Action | None:
        """The best action it sees."""
        if not state.stack:
            return None
        place = (
            state.var("turn"),
            *(str(frame.get("side", frame.get("power", ""))) for frame in state.stack),
        )
        place = (*place, *(frame.name for frame in state.stack))
        if place != self._place:
            self._place, self._left = place, set()
        plan = _PLANS.get(state.top.name)
        action = plan(self, system, state) if plan is not None else None
        if action is not None and not refusals_for(system, state, action):
            return action
        return self._anything(system, state)

    def _anything(self, system: EuropeanTheater, state: State) -> Action | None:
        """Pass if that is allowed, else the first lawful thing."""
        for rule in phase_of(system, state.top).rules:
            if rule.action is Pass and not rule.refusals(state, Pass()):
                return Pass()
        return next(iter(legal_actions(system, state)), None)

    # Movement

    def _move(self, system: EuropeanTheater, state: State) -> Action | None:
        sit, side = system.situation(state), str(state.top["side"])
        goals = self._distances(sit, side)
        rules = {rule.action: rule for rule in phase_of(system, state.top).rules}
        move: Any = rules[Move]
        for unit in move.own_units(state):
            if unit.id in self._left or sit.unit(unit).is_air:
                continue
            self._left.add(unit.id)
            if state.top.get("armored") is True and sit.unit(unit).arm != "armor":
                continue
            best = self._best_hex(system, state, goals, unit, move)
            if best is not None:
                return Move((unit.id,), best)
        if state.top.get("armored") is not True:
            return self._fly(system, state, sit, goals, move) or self._ship(system, state, sit, side)
        return None

    def _best_hex(
        self, system: EuropeanTheater, state: State, goals: dict[str, int], unit: Piece, rule: Any
    ) -> str | None:
        sit = system.situation(state)
        side = sit.side(unit)
        if self._guards(sit, unit, side):
            return None
        zone = sit.land_zone(other(side))
        here = self._score(sit, goals, unit, unit.space, zone)
        best, found = here, None
        lines = system.lines(state)
        for space, target in rule.targets(state, (unit.id,)).items():
            if any(not self._may_cross(sit, unit.power, step) for step in target.path[1:]):
                continue
            score = self._score(sit, goals, unit, space, zone)
            if score > best and lines.reaches(unit.power, space):
                best, found = score, space
        return found

    @staticmethod
    def _guards(sit: Situation, unit: Piece, side: str) -> bool:
        """The last land unit in a capital or production city of its own that an enemy could reach stays."""
        space = unit.space
        if not (sit.facts.has(space, "capital_of") or sit.facts.has(space, "production")):
            return False
        if len([p for p in sit.land_at(space, side) if not sit.unit(p).is_fort]) > 1:
            return False
        near = sit.facts.within(space, 4)
        foe = other(side)
        return any(sit.side(p) == foe and sit.unit(p).is_land and p.space in near for p in sit.on_map)

    def _score(self, sit: Situation, goals: dict[str, int], unit: Piece, space: str, zone: Any) -> float:
        """Near the goals, next to enemies in company, not alone, not too many in a hex."""
        side = sit.side(unit)
        mates = [p for p in sit.land_at(space, side) if p.id != unit.id and not sit.unit(p).is_fort]
        if len(mates) >= 2:
            return -1000.0
        score = -2.0 * goals.get(space, 60)
        if space in zone:
            score += 1.5
        score += 0.6 * len(mates)
        score -= 0.4 * sit.facts.terrain(space, "move")
        return score + 0.01 * self._chooser.random()

    def _distances(self, sit: Situation, side: str) -> dict[str, int]:
        """Steps over land from every hex to the nearest goal of a side."""
        net = sit.facts.board.compiled
        foe = other(side)
        found: list[str] = []
        for space in sit.facts.board.spaces:
            if not (space.attrs.get("production") or space.attrs.get("capital_of")):
                continue
            owner = sit.power_of(space.id)
            if sit.controls(foe, space.id):
                if side == AXIS and owner == "su" and not self._wants(sit, side, "su"):
                    continue
                found.append(space.id)
            elif space.id in sit.neutral_ground and self._wants(sit, side, owner):
                found.append(space.id)
        steps = steps_from(sit.facts.land_net, [net.number(space) for space in found], None)
        return {net.ids[node]: count for node, count in steps.items()}

    @staticmethod
    def _wants(sit: Situation, side: str, owner: str) -> bool:
        """Whether a neutral country is on the list and its time has come."""
        return side == AXIS and sit.turn >= INVASIONS.get(owner, 99)

    def _may_cross(self, sit: Situation, power: str, space: str) -> bool:
        invaded = entry(sit, power, space).invades
        return not invaded or self._wants(sit, sit.state.side_of(power), invaded)

    def _fly(
        self, system: EuropeanTheater, state: State, sit: Situation, goals: dict[str, int], rule: Any
    ) -> Action | None:
        """Air units follow the armies: to a hex with friends, within range of the enemy."""
        for unit in rule.own_units(state):
            if unit.id in self._left or not sit.unit(unit).is_air:
                continue
            self._left.add(unit.id)
            side = sit.side(unit)
            best, found = 2.0 * goals.get(unit.space, 60), None
            for space, target in rule.targets(state, (unit.id,)).items():
                crowded = sit.air_at(space, side)
                if crowded or not sit.land_at(space, side) or goals.get(space, 60) < 2:
                    continue
                if any(not self._may_cross(sit, unit.power, step) for step in target.path[1:]):
                    continue
                if 2.0 * goals.get(space, 60) < best - 3:
                    best, found = 2.0 * goals.get(space, 60), space
            if found is not None:
                return Move((unit.id,), found)
        return None

    # Ships

    def _ship(self, system: EuropeanTheater, state: State, sit: Situation, side: str) -> Action | None:
        """Bring American and British units over, and land where the coast is weak."""
        for action in legal_actions(system, state):
            if isinstance(action, Land) and self._worth_landing(sit, state.piece(action.piece), side):
                return action
            if isinstance(action, Embark) and action.piece not in self._left:
                self._left.add(action.piece)
                if (
                    state.piece(action.piece).space == ATLANTIC_LAND
                    and state.piece(action.piece).power == "us"
                ):
                    return action
            if isinstance(action, Move | Sail):
                continue
        return self._cross(system, state, sit, side)

    @staticmethod
    def _worth_landing(sit: Situation, piece: Piece, side: str) -> bool:
        space = sit.ground_of(piece)
        return space != ATLANTIC_LAND and space in sit.facts.ground

    def _cross(self, system: EuropeanTheater, state: State, sit: Situation, side: str) -> Action | None:
        """A laden fleet makes for a weak enemy port in reach of an assault, else for a friendly port."""
        if side != ALLIES:
            return None
        rules = {rule.action: rule for rule in phase_of(system, state.top).rules}
        for fleet in sit.state.pieces.values():
            if fleet.id in self._left or fleet.kind not in sit.facts.kinds or sit.side(fleet) != side:
                continue
            if not sit.unit(fleet).is_fleet or sit.cargo(fleet.id) is None:
                continue
            self._left.add(fleet.id)
            targets = rules[Sail].targets(state, (fleet.id,))
            ports = [
                space for space in targets if space in sit.facts.hexes and sit.is_friendly_port(side, space)
            ]
            home = [port for port in ports if sit.power_of(port) == "gb" and port in sit.facts.home("gb")]
            if home:
                return Sail((fleet.id,), sorted(home)[0])
        return None

    # Combat

    def _fight(self, system: EuropeanTheater, state: State) -> Action | None:
        """The attack with the best chance, if it is good enough."""
        sit, side = system.situation(state), str(state.top["side"])
        rule = next(rule for rule in phase_of(system, state.top).rules if isinstance(rule, AttackRule))
        best, found = GOOD_ODDS, None
        for action in rule.legal(state):
            chance = self._chance(system, state, action)
            must = any(state.piece(piece).mark("dropped") for piece in action.pieces)
            if chance > best or (must and found is None):
                best, found = max(chance, best), action
        if found is not None and not found.support:
            helpers = tuple(p.id for p in supporters(sit, side, found.space))
            helped = Attack(found.space, found.pieces, helpers)
            if helpers and not rule.refusals(state, helped):
                return helped
        return found

    @staticmethod
    def _chance(system: EuropeanTheater, state: State, action: Attack) -> float:
        seen = system.preview(state, action)
        if seen is None:
            return 0.0
        return float(dict(seen.chances[0].outcomes)["Attacker"])

    def _commit(self, system: EuropeanTheater, state: State) -> Action | None:
        """Send everything that may help."""
        return Commit(tuple(system.committable(state)))

    def _lose(self, system: EuropeanTheater, state: State) -> Action | None:
        """Full units turn over before reduced ones die; the cheap before the dear."""
        sit = system.situation(state)
        due = number(state.top, "points")
        steps = {p: sit.steps(state.piece(p)) for p in words(state.top, "candidates") if p in state.pieces}
        order = sorted(steps, key=lambda p: (-steps[p], sit.combat(state.piece(p)), p))
        taken: dict[str, int] = {}
        for wave in (1, 2):
            for piece in order:
                if due and steps[piece] - taken.get(piece, 0) > (0 if wave == 2 else 1):
                    taken[piece] = taken.get(piece, 0) + 1
                    due -= 1
        while due:
            open_ = [piece for piece in order if taken.get(piece, 0) < steps[piece]]
            if not open_:
                break
            taken[open_[0]] = taken.get(open_[0], 0) + 1
            due -= 1
        return Lose(tuple(sorted(taken.items())))

    def _advance(self, system: EuropeanTheater, state: State) -> Action | None:
        """Take what was vacated with the strongest unit that can."""
        sit = system.situation(state)
        found = [a for a in legal_actions(system, state) if isinstance(a, Advance) and a.pieces]
        if not found or "advanced" in self._left:
            return Advance()
        self._left.add("advanced")
        return max(found, key=lambda action: sit.combat(state.piece(action.pieces[0])))

    # Strategy and production

    def _bomb(self, system: EuropeanTheater, state: State) -> Action | None:
        """Strategic bombers bomb; the others save themselves for the armies."""
        sit = system.situation(state)
        for action in legal_actions(system, state):
            if isinstance(action, Bomb) and sit.unit(state.piece(action.pieces[0])).range == 6:
                return action
        return Pass()

    def _lend(self, system: EuropeanTheater, state: State) -> Action | None:
        sit = system.situation(state)
        soviet = soviet_limit(sit)
        return LendLease(max(0, lend_limit(sit) - soviet), min(soviet, lend_limit(sit)))

    def _convoy(self, system: EuropeanTheater, state: State) -> Action | None:
        stage = str(state.top.get("stage", "declare"))
        if stage == "declare":
            return max(
                (a for a in legal_actions(system, state) if isinstance(a, Convoy)),
                key=lambda a: len(a.fleets),
            )
        if stage == "sink":
            return next((a for a in legal_actions(system, state) if isinstance(a, Sink)), None)
        may = system.committable(state)
        return Commit(tuple(may[:1]))

    def _produce(self, system: EuropeanTheater, state: State) -> Action | None:
        """Upgrades at the front first, then the best unit that can be paid, near the goals."""
        sit = system.situation(state)
        power = str(state.top["power"])
        upgrades = [a for a in legal_actions(system, state) if isinstance(a, Upgrade)]
        if upgrades:
            return max(upgrades, key=lambda a: (self._likes(sit, state.piece(a.piece)), a.piece))
        goals = self._distances(sit, state.side_of(power))
        builds = [a for a in legal_actions(system, state) if isinstance(a, Build)]
        builds = [a for a in builds if self._fits(sit, state.piece(a.piece), a.space)]
        if not builds:
            return Pass()
        return max(
            builds,
            key=lambda a: (self._likes(sit, state.piece(a.piece)), -goals.get(a.space, 60), a.piece, a.space),
        )

    @staticmethod
    def _likes(sit: Situation, piece: Piece) -> int:
        unit = sit.unit(piece)
        return WORTH.get(unit.type if unit.type in WORTH else unit.arm, 0)

    @staticmethod
    def _fits(sit: Situation, piece: Piece, space: str) -> bool:
        """Room in the hex, so that nothing is eliminated for stacking."""
        if space == ATLANTIC_LAND:
            return True
        side, unit = sit.side(piece), sit.unit(piece)
        if unit.is_air:
            return not sit.air_at(space, side)
        if unit.is_fleet:
            return len(sit.fleets_at(space, side)) < 2
        same = [
            p for p in sit.land_at(space, side) if (sit.unit(p).arm == unit.arm) or not sit.unit(p).is_fort
        ]
        return len(same) < (1 if unit.arm in ("fort", "artillery") else 2)


Plan = Callable[[TheaterBot, Any, State], Action | None]
_PLANS: dict[str, Plan] = {
    "movement": TheaterBot._move,
    "combat": TheaterBot._fight,
    "battle": TheaterBot._commit,
    "raid": TheaterBot._commit,
    "transit": TheaterBot._commit,
    "bomb_run": TheaterBot._commit,
    "losses": TheaterBot._lose,
    "advance": TheaterBot._advance,
    "bombing": TheaterBot._bomb,
    "lend_lease": TheaterBot._lend,
    "convoy": TheaterBot._convoy,
    "produce": TheaterBot._produce,
}
