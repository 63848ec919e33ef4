"""The opponent's armies: guards for what counts, groups for attacks at good odds, the rest where needed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from wargame_desktop.core.action import Action
from wargame_desktop.core.engine import phase_of
from wargame_desktop.core.state import Piece, State

from .bot_view import View, odds
from .bot_wishes import FAR, may_cross, sails_for, waits
from .combat import besieged
from .model import AXIS, Airdrop, Move, Rail

if TYPE_CHECKING:
    from .system import EuropeanTheater

GOOD, SURE = 0.6, 0.85
"""The chance of winning that an attack is planned for, and that which needs no more units."""
MOST_GUARD, LAST_STAND = 12, 24
"""Factors that are enough in any place, and in the one that decides the war."""
LARGE = 6
"""A part of a garrison that only the best units give."""
RELIEF = 8
"""What it is worth to drive off an enemy who stands so near to the place that decides the war."""


@dataclass
class Soldier:
    """A unit with the hexes it can be in at the end of its move, and how it gets there."""

    piece: Piece
    strength: int
    ways: dict[str, Action | None]


@dataclass
class Group:
    """Units chosen to attack a hex, each with the hex it attacks from."""

    target: str
    members: dict[str, str]
    chance: float
    worth: float


class LandPlan:
    """One movement phase of a side's land units."""

    def __init__(self, system: EuropeanTheater, state: State, side: str) -> None:
        self.view = View(system, state, side)
        self.system, self.state, self.side = system, state, side
        self.armored = state.top.get("armored") is True
        rules = {rule.action: rule for rule in phase_of(system, state.top).rules}
        self._march: Any = rules[Move]
        self._rail: Any = rules[Rail]
        self._drop: Any = rules[Airdrop]
        self.soldiers = self._soldiers()
        self.targets: list[str] = []
        self.actions: list[Action] = []

    def make(self) -> list[Action]:
        """The moves, in the order they should be made."""
        self._guard()
        self._attack()
        self._deploy()
        return self.actions

    # Who can go where

    def _soldiers(self) -> dict[str, Soldier]:
        found: dict[str, Soldier] = {}
        for piece in self._march.own_units(self.state):
            unit = self.view.sit.unit(piece)
            if unit.is_air or (self.armored and unit.arm != "armor"):
                continue
            if not self.view.sit.is_at_war(piece.power):
                continue
            found[piece.id] = Soldier(piece, self.view.sit.combat(piece), self._ways(piece))
        return found

    def _ways(self, piece: Piece) -> dict[str, Action | None]:
        sit, lines = self.view.sit, self.view.lines
        found: dict[str, Action | None] = {}
        if not self.armored and not self._is_engaged(piece):
            for space in self._rail.targets(self.state, (piece.id,)):
                if may_cross(sit, piece.power, space) and self._is_of_use(space):
                    found[space] = Rail(piece.id, space)
        for space, target in self._march.targets(self.state, (piece.id,)).items():
            supplied = space in sit.neutral_ground or lines.reaches(piece.power, space)
            if supplied and self._is_open(piece, target.path):
                found[space] = Move((piece.id,), space)
        if not self.armored and sit.unit(piece).arm == "paratroop":
            found.update(self._drops(piece))
        found[piece.space] = None
        return found

    def _is_engaged(self, piece: Piece) -> bool:
        return piece.space in self.view.sit.land_zone(self.view.foe)

    def _is_of_use(self, space: str) -> bool:
        """Rails lead anywhere; only places near the war are looked at."""
        view = self.view
        return view.pull.get(space, FAR) < 12 or space in view.danger or view.value(space) > 0

    def _is_open(self, piece: Piece, path: Iterable[str]) -> bool:
        return all(may_cross(self.view.sit, piece.power, step) for step in list(path)[1:])

    def _drops(self, piece: Piece) -> Mapping[str, Action]:
        """Airdrops on places of worth that nobody holds."""
        sit = self.view.sit
        return {
            action.space: action
            for action in self._drop.legal(self.state, piece.id)
            if action.space in self.view.goals
            and not any(unit.is_land for _, unit in sit.at(action.space))
            and may_cross(sit, piece.power, action.space)
        }

    # Guards

    def _guard(self) -> None:
        """The places that count, the dearest first, get what the danger asks for."""
        if self.armored:
            return
        view = self.view
        places = [s for s in sorted(view.facts.ground) if self._is_ours(s) and self._need(s) > 0]
        places.sort(key=lambda space: (-view.value(space), -self._need(space), space))
        for space in places:
            self._man(space, self._need(space))

    def _is_ours(self, space: str) -> bool:
        return self.view.value(space) > 0 and self.view.sit.controls(self.side, space)

    def _need(self, space: str) -> int:
        """The factors a place should be held with: by the danger on land, and from the sea."""
        view = self.view
        danger = view.danger.get(space, 0)
        need = 0
        if danger and view.value(space) > 2:
            need = min(MOST_GUARD, 1 + danger * (6 if view.value(space) >= 12 else 4) // 10)
        elif danger:
            need = 1
        if view.value(space) >= 12:
            need = max(need, 4 if space in view.raided else 1, min(9, view.menace.get(space, 0) * 4 // 10))
        if view.is_heart(space) and view.menace.get(space):
            need = LAST_STAND if danger else MOST_GUARD
        if sails_for(view.sit, self.side) and any(p.power == "ge" for p in self._ships(space)):
            need = max(need, 4)
        return max(need, view.shore_need(space))

    def _ships(self, space: str) -> list[Piece]:
        """Our surface fleets in a hex."""
        return [p for p in self.view.sit.fleets_at(space, self.side) if self.view.sit.unit(p).arm == "fleet"]

    def _man(self, space: str, need: int) -> None:
        """Bring a hex to its strength: with few places left and much to hold, the strongest come."""
        while True:
            bound = [self.state.piece(p) for p in self.view.stack.get(space, ()) if p not in self.soldiers]
            missing = need - sum(self.view.sit.combat(piece) for piece in bound)
            room = self._rooms(space)
            able = [s for s in self.soldiers.values() if space in s.ways and room[self._is_guns(s)] > 0]
            if missing <= 0 or not able:
                return
            share = max(missing / sum(room), min(missing, 4))
            self._assign(min(able, key=lambda s: (self._misfit(s, space, share), s.piece.id)), space)

    def _is_guns(self, soldier: Soldier) -> bool:
        return self.view.sit.unit(soldier.piece).arm == "artillery"

    def _misfit(self, soldier: Soldier, space: str, share: float) -> float:
        """How ill a unit suits a garrison: by its strength, and by how much it would be missed elsewhere."""
        if soldier.piece.space == space:
            return abs(soldier.strength - share) - 1
        return abs(soldier.strength - share) + (self._use(soldier) if share < LARGE else 0)

    def _use(self, soldier: Soldier) -> float:
        """How much a unit would be missed: armor most, and who stands before the enemy."""
        armor = 4.0 if self.view.sit.unit(soldier.piece).arm == "armor" else 0.0
        return armor + min(4.0, 0.5 * self.view.danger.get(soldier.piece.space, 0))

    def _assign(self, soldier: Soldier, space: str) -> int:
        """Send a unit to a hex; it is not asked again."""
        del self.soldiers[soldier.piece.id]
        action = soldier.ways[space]
        if space != soldier.piece.space:
            self.view.leave(soldier.piece, soldier.piece.space)
            self.view.enter(soldier.piece, space)
        if action is not None:
            self.actions.append(action)
        return soldier.strength

    # Attacks

    def _attack(self) -> None:
        """The best attack first, until none is good enough."""
        waiting = self._prey()
        for _ in range(12):
            groups = [group for group in map(self._group, waiting) if group is not None]
            if not groups:
                return
            best = max(groups, key=lambda group: (group.worth, group.target))
            waiting.remove(best.target)
            self.targets.append(best.target)
            for member, space in best.members.items():
                self._assign(self.soldiers[member], space)

    def _prey(self) -> list[str]:
        """Hexes with enemy land units that somebody can be next to."""
        view = self.view
        near = {n for s in self.soldiers.values() for w in s.ways for n in view.facts.land_neighbours(w)}
        land = [piece for piece in view.sit.on_map if view.sit.unit(piece).is_land]
        held = {piece.space for piece in land if view.sit.owner(piece) != self.side}
        power = next((s.piece.power for s in self.soldiers.values()), "")
        return [s for s in sorted(held & near) if may_cross(view.sit, power, s) and not self._is_early(s)]

    def _is_early(self, target: str) -> bool:
        return self.side == AXIS and waits(self.view.sit, self.view.sit.power_of(target))

    def _group(self, target: str) -> Group | None:
        """Who should attack a hex, if it can be done well."""
        view = self.view
        spots = [s for s in view.facts.land_neighbours(target) if not view.sit.enemies_in(s, self.side)]
        factors, absorbs = view.defence(target)
        helped = factors + min(factors, view.enemy_air(target) // 2)
        members: dict[str, str] = {}
        room = {spot: self._rooms(spot) for spot in spots}
        fixed = self._already(spots)
        total, chance = fixed, 0.0
        support = min(view.own_air(target), 12)
        shift = -view.facts.terrain(target, "shift")
        able = sorted(self.soldiers.values(), key=lambda s: (-s.strength, s.piece.id))
        for soldier in able:
            spot = self._spot(soldier, spots, room, target)
            if spot is None or not self._mixes(soldier, members):
                continue
            members[soldier.piece.id] = spot
            room[spot][self._is_guns(soldier)] -= 1
            total += soldier.strength
            chance = odds(view.facts, total + min(total, support), helped, shift, absorbs).win
            if chance >= SURE:
                break
        if not members or chance < GOOD or not self._opens(members, target):
            return None
        worth = 3 + view.value(target) + self._closeness(target) + self._relief(target)
        return Group(target, members, chance, chance * worth)

    def _opens(self, members: Mapping[str, str], target: str) -> bool:
        """A neutral is attacked by crossing its border, unless its army fills the whole country (5.3.1)."""
        neutral = self.view.sit.neutral_ground
        if target not in neutral or any(spot in neutral for spot in members.values()):
            return True
        return bool(besieged(self.view.sit, self.state.piece(next(iter(members))).power, target))

    def _rooms(self, spot: str) -> list[int]:
        """Free places in a hex for units and for artillery, less who is bound there already."""
        there = [p for p in self.view.stack.get(spot, ()) if p not in self.soldiers]
        arms = [self.view.sit.unit(self.state.piece(p)).arm for p in there]
        return [2 - sum(a not in ("artillery", "fort") for a in arms), 1 - ("artillery" in arms)]

    def _already(self, spots: list[str]) -> int:
        """Factors beside the target that will not move any more; half of them are free to attack."""
        bound = [p for s in spots for p in self.view.stack.get(s, ()) if p not in self.soldiers]
        units = [self.state.piece(p) for p in bound]
        return sum(self.view.sit.combat(p) for p in units if not self.view.sit.unit(p).is_fort) // 2

    def _spot(
        self, soldier: Soldier, spots: list[str], room: Mapping[str, list[int]], target: str
    ) -> str | None:
        """The hex beside the target a unit goes to: where it stands, else not over water."""
        guns = self._is_guns(soldier)
        open_ = [spot for spot in spots if spot in soldier.ways and room[spot][guns] > 0]
        if not open_:
            return None
        here = soldier.piece.space
        facts, neutral = self.view.facts, self.view.sit.neutral_ground
        outside = {s: target in neutral and s not in neutral for s in open_}
        return min(
            open_, key=lambda s: (outside[s], s != here, facts.crossing_shift(s, target), self._exposed(s), s)
        )

    def _exposed(self, spot: str) -> int:
        return self.view.danger.get(spot, 0) - self.view.near.get(spot, 0)

    def _mixes(self, soldier: Soldier, members: Mapping[str, str]) -> bool:
        """Soviet units fight with nobody else (12.4.3)."""
        first = next(iter(members), None)
        return first is None or (self.state.piece(first).power == "su") == (soldier.piece.power == "su")

    def _closeness(self, target: str) -> float:
        return max(0.0, 8 - self.view.pull.get(target, FAR)) * 0.5

    def _relief(self, target: str) -> int:
        near = self.view.facts.over_land(target, 3)
        return RELIEF if any(self.view.is_heart(s) and s in near for s in self.view.facts.prizes) else 0

    # The rest

    def _deploy(self) -> None:
        """Everybody else goes where it helps most, the strongest first."""
        order = sorted(self.soldiers.values(), key=lambda s: (-s.strength, s.piece.id))
        for soldier in order:
            self.view.leave(soldier.piece, soldier.piece.space)
            best = max(
                (space for space in soldier.ways if self.view.has_room(soldier.piece, space)),
                key=lambda space: (self._score(soldier, space), space),
                default=soldier.piece.space,
            )
            self.view.enter(soldier.piece, soldier.piece.space)
            self._assign(soldier, best)

    def _score(self, soldier: Soldier, space: str) -> float:
        """Towards the goals with enough company, into gaps, away from places where it would be lost."""
        view = self.view
        danger, near = view.danger.get(space, 0), view.near.get(space, 0)
        pull = view.pull.get(space, FAR)
        score = -1.0 * min(pull, 40)
        if space in view.goals and not view.sit.land_at(space, view.foe):
            score += 6 + view.value(space)
        if danger:
            ratio = (near + soldier.strength) / danger
            score += 3.0 * min(1.0, ratio) - 4.0 * max(0.0, 0.7 - ratio)
            score -= 1.5 * max(0.0, ratio - 1.6)
            held = view.strength_in(space)
            score += 0.5 * view.gaps(space) - (0.4 if held else 0.0)
            score += 0.5 * view.facts.terrain(space, "shift")
        elif near:
            score -= 0.03 * near
        if self._is_ours(space):
            score += 0.15 * view.value(space)
        if soldier.ways[space] is None:
            score += 0.2
        return score
