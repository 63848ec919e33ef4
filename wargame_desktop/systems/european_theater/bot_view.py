"""How the opponent sees the map: ways to its goals, dangers, strength in company, chances of a fight."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from wargame_desktop.board.ranges import distances, steps_from
from wargame_desktop.core.state import Piece, State

from .bot_wishes import FAR, GATHER, goals, wants, worth
from .countries import entry
from .facts import Facts
from .fights import LAND
from .model import AXIS, NEUTRAL, other
from .naval import ASSAULT_HEXES

if TYPE_CHECKING:
    from .system import EuropeanTheater

EMBARK = 25
"""How far off a goal beyond the sea seems from the port one embarks in."""
COMPANY = 2
"""Within so many hexes units stand by each other."""
SPARE, WATCH, WALL = 1, 2, 5
"""Ports held beyond one for each landing army: by the Allies, the Axis, the Axis against America too."""
INLAND = 2
"""A capital so near a port is not safe from a landing there."""
RAID = 8
"""How far armor gets in a turn, its Armored Action included."""
_WEIGHTS = {roll: 6 - abs(7 - roll) for roll in range(2, 13)}


@dataclass(frozen=True, slots=True)
class Odds:
    """The chances of an exchange and what it costs on average."""

    win: float
    lose: float
    inflicted: float
    suffered: float


_KNOWN: dict[tuple[int, int, int, int], Odds] = {}


def odds(facts: Facts, attack: int, defence: int, shift: int = 0, absorbs: int = 0) -> Odds:
    """The chances of a land fight: factors against factors, columns shifted, steps of a fort."""
    fire = facts.column(LAND, attack) + shift if attack > 0 else 0
    answer = facts.column(LAND, defence)
    key = (id(facts), fire, answer, absorbs)
    if key not in _KNOWN:
        _KNOWN[key] = _odds(facts, fire, answer, absorbs)
    return _KNOWN[key]


def _odds(facts: Facts, fire: int, answer: int, absorbs: int) -> Odds:
    win = lose = inflicted = suffered = 0
    for first, weight in _WEIGHTS.items():
        for second, other_weight in _WEIGHTS.items():
            both = weight * other_weight
            hurt, left = facts.result(answer, second), facts.result(fire, first)
            net = max(0, left - absorbs)
            inflicted, suffered = inflicted + both * left, suffered + both * hurt
            if (net, first) > (hurt, second):
                win += both
            elif (net, first) < (hurt, second):
                lose += both
    return Odds(win / 1296, lose / 1296, inflicted / 1296, suffered / 1296)


class View:
    """One state through the eyes of one side."""

    def __init__(self, system: EuropeanTheater, state: State, side: str) -> None:
        self.system, self.state, self.side = system, state, side
        self.sit = system.situation(state)
        self.lines = system.lines(state)
        self.facts = system.facts
        self.foe = other(side)
        self.goals = goals(self.sit, side)
        self.pull = self._pull()
        self.danger: dict[str, int] = {}
        self.menace: dict[str, int] = {}
        self.near: dict[str, int] = {}
        self.stack: dict[str, list[str]] = {}
        self.cover: dict[str, int] = {}
        self.raided: set[str] = set()
        self._look()

    def _pull(self) -> dict[str, int]:
        """Steps from every hex to the goal that seems nearest, or to where one embarks for it."""
        found = self._steps(self.goals)
        self.stranded = frozenset(space for space in self.facts.ground if space not in found)
        targets = [
            port for port in self.facts.ports if port in found and not self.sit.controls(self.side, port)
        ]
        near = distances(self.facts.sea_net, [p for p in targets if p in self.facts.hexes], ASSAULT_HEXES)
        ports = [p for p in self.facts.ports if p in self.stranded and self.sit.controls(self.side, p)]
        staging = {port: EMBARK + near.get(port, 2 * ASSAULT_HEXES) for port in ports}
        return {**self._steps(staging), **found}

    def _steps(self, places: Mapping[str, int]) -> dict[str, int]:
        """Steps over open ground to the place that seems nearest."""
        compiled = self.facts.board.compiled
        found: dict[str, int] = {}
        for offset in sorted(set(places.values())):
            starts = [compiled.number(space) for space, off in places.items() if off == offset]
            for node, steps in steps_from(self.facts.land_net, starts, None, barred=self._closed).items():
                space = compiled.ids[node]
                found[space] = min(found.get(space, FAR), steps + offset)
        return found

    @cached_property
    def _closed(self) -> frozenset[int]:
        """Neutral ground that this side will not cross."""
        power = "ge" if self.side == AXIS else "gb"
        compiled = self.facts.board.compiled
        shut = []
        for one, lot in self.facts.lots.items():
            owner = self.sit.power_of(one)
            crossing = entry(self.sit, power, one)
            unwanted = crossing.invades and not wants(self.sit, self.side, crossing.invades, GATHER)
            if owner and (unwanted or (crossing.refusal is not None and owner != "su")):
                shut += [compiled.number(space) for space in lot]
        return frozenset(shut)

    def _look(self) -> None:
        """Count who stands by whom, then who can strike where past our lines."""
        land = [piece for piece in self.sit.on_map if self.sit.unit(piece).is_land]
        for piece in land:
            if self.sit.side(piece) == self.side:
                self.enter(piece, piece.space)
        line = frozenset(space for space, units in self.cover.items() if units > 0)
        for piece in land:
            unit, whose = self.sit.unit(piece), self.sit.side(piece)
            if whose == self.foe and not unit.is_fort:
                self._fear(piece, 4 if unit.arm == "armor" else 2, line)
                if unit.arm == "armor":
                    self.raided.update(self.facts.over_land(piece.space, RAID))
            elif whose == NEUTRAL and wants(self.sit, self.side, piece.power, GATHER):
                self._fear(piece, 2, line)

    def _fear(self, piece: Piece, reach: int, line: frozenset[str]) -> None:
        """A unit is a menace to all it could reach, a danger to what our zones leave open (5.1.1)."""
        strength = self.sit.combat(piece)
        for space in self.facts.over_land(piece.space, reach):
            self.menace[space] = self.menace.get(space, 0) + strength
        for space in self._past(piece.space, reach, line):
            self.danger[space] = self.danger.get(space, 0) + strength

    def _past(self, start: str, reach: int, line: frozenset[str]) -> set[str]:
        """Hexes a unit could strike: it stops in the first zone of ours and attacks what is beside it."""
        seen, edge = {start}, [start]
        for _ in range(reach):
            free = [s for s in edge if s == start or s not in line]
            edge = sorted({n for s in free for n in self.facts.land_neighbours(s)} - seen)
            seen.update(edge)
        return seen | {n for s in seen if s in line for n in self.facts.land_neighbours(s)}

    def enter(self, piece: Piece, space: str) -> None:
        """A unit of ours is, or will be, in a hex."""
        self._count(piece, space, 1)
        self.stack.setdefault(space, []).append(piece.id)

    def leave(self, piece: Piece, space: str) -> None:
        """A unit of ours will not be in a hex any more."""
        self._count(piece, space, -1)
        self.stack[space].remove(piece.id)

    def _count(self, piece: Piece, space: str, sign: int) -> None:
        strength = sign * self.sit.combat(piece)
        for near in self.facts.over_land(space, COMPANY):
            self.near[near] = self.near.get(near, 0) + strength
        for near in (space, *self.facts.land_neighbours(space)):
            self.cover[near] = self.cover.get(near, 0) + sign

    def gaps(self, space: str) -> int:
        """Hexes open to the enemy that a unit here would close: in danger, in no zone of ours."""
        around = (space, *self.facts.land_neighbours(space))
        return sum(1 for s in around if s in self.danger and not self.cover.get(s))

    def strength_in(self, space: str) -> int:
        """Our land factors in a hex, as planned."""
        return sum(self.sit.combat(self.state.piece(piece)) for piece in self.stack.get(space, ()))

    def has_room(self, piece: Piece, space: str) -> bool:
        """Whether a hex takes one more unit of this kind at the end of the phase (5.2.1)."""
        guns = self.sit.unit(piece).arm == "artillery"
        there = [
            self.sit.unit(self.state.piece(one)).arm for one in self.stack.get(space, ()) if one != piece.id
        ]
        if guns:
            return "artillery" not in there
        return sum(arm not in ("artillery", "fort") for arm in there) < 2

    def defence(self, space: str) -> tuple[int, int]:
        """The land factors of the defender of a hex, and the steps its forts absorb."""
        units = self.defenders(space)
        factors = sum(self.sit.combat(p) for p in units)
        return factors, sum(self.sit.steps(p) for p in units if self.sit.unit(p).is_fort)

    def defenders(self, space: str) -> list[Piece]:
        """The land units in a hex that would fight us there, those of a neutral included."""
        return [p for p, u in self.sit.at(space) if u.is_land and self.sit.owner(p) != self.side]

    def enemy_air(self, space: str) -> int:
        """What the enemy's ready air units could add to the defence of a hex."""
        return sum(self.sit.combat(p) for p in self.sit.ready_air(self.foe, space))

    def value(self, space: str) -> int:
        """What a hex is worth taking or keeping."""
        return worth(self.sit, space)

    def own_air(self, space: str) -> int:
        """What our ready air units could add to an attack, were they near."""
        return self._air // 2

    @cached_property
    def _air(self) -> int:
        return sum(self.sit.combat(p) for p in self.sit.air_units(self.side) if self.sit.is_at_war(p.power))

    def shore_need(self, space: str) -> int:
        """The factors a port should have against a landing (8.1.4)."""
        return self._shores.get(space, 0)

    @cached_property
    def _landings(self) -> dict[str, tuple[int, int]]:
        """Ports of ours that enemy armies could land in, how many from one port, and with what strength."""
        compiled = self.facts.board.compiled
        shut = frozenset(compiled.number(space) for space in self.sit.shut_waters(self.foe))
        found: dict[str, tuple[int, int]] = {}
        for start, force in self._landing_force().items():
            near = steps_from(self.facts.sea_net, [compiled.number(start)], ASSAULT_HEXES, barred=shut)
            for space in (compiled.ids[node] for node in near):
                if self.sit.is_friendly_port(self.side, space) and not self._is_safe(space):
                    found[space] = max(found.get(space, (0, 0)), force)
        return found

    @cached_property
    def _shores(self) -> dict[str, int]:
        """What to hold against landings: capitals near the coast, and as many ports as may be landed in."""
        landings = self._landings
        order = sorted(landings, key=lambda s: (-self.lure(s), s))
        wide = SPARE if self.side != AXIS else WALL if self.sit.flag("us_entered") else WATCH
        most, strength = max(landings.values(), default=(0, 0))
        found = dict.fromkeys(order[: most + wide], 4)
        for space in self.facts.prizes:
            inland = self.facts.over_land(space, INLAND)
            doors = [port for port in landings if port in inland]
            if self.value(space) >= 12 and doors and self.sit.controls(self.side, space):
                found[space] = max(5, min(11, strength)) if self.is_heart(space) else 5
                found.update(dict.fromkeys(self._doors(doors, most) if self.is_heart(space) else (), 4))
        return found

    def _doors(self, ports: list[str], armies: int) -> list[str]:
        """The ports a landing would choose, as many as there are armies for, and one more."""
        return sorted(ports, key=lambda port: (-self.lure(port), port))[: armies + 1]

    def is_heart(self, space: str) -> bool:
        """A place that loses the war: Berlin (13), or the last Soviet capital for the Allies (3.4.1)."""
        return space in self._hearts

    @cached_property
    def _hearts(self) -> frozenset[str]:
        power = "ge" if self.side == AXIS else "su"
        held = [s for s in self.facts.capitals[power] if self.sit.controls(self.side, s)]
        return frozenset(held if len(held) == 1 else ())

    def lure(self, space: str) -> int:
        """What a landing in a port would lead to: places of worth close by."""
        return sum(self.value(s) for s in self.facts.within(space, 2) if s in self.facts.ground)

    def _is_safe(self, space: str) -> bool:
        return self.facts.is_overseas(self.facts.territory(space)) and self.value(space) < 4

    def _landing_force(self) -> dict[str, tuple[int, int]]:
        """Enemy ports with fleets near: how many armies could embark, how strong; one fleet is no threat."""
        found: dict[str, tuple[int, int]] = {}
        sit, foe = self.sit, self.foe
        fleets = [p.space for p in sit.on_map if sit.unit(p).arm == "fleet" and sit.side(p) == foe]
        for port in self.facts.ports:
            if port not in self.facts.hexes or not sit.is_friendly_port(foe, port):
                continue
            near = self.facts.within(port, 2)
            lifts = sum(1 for space in fleets if space in near)
            around = (port, *self.facts.land_neighbours(port))
            armies = [sit.combat(p) for s in around for p in sit.land_at(s, foe) if not sit.unit(p).is_fort]
            armies = sorted(armies, reverse=True)[:lifts]
            if armies and lifts > (self.side != AXIS):
                found[port] = len(armies), sum(armies)
        return found
