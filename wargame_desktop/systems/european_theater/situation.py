"""A state read with the rules' eyes: who stands where, whose country it is, zones of control, supply.

One Situation belongs to one state and works things out when they are first asked for.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from wargame_desktop.board.zones import Projector, ZoneMap, project
from wargame_desktop.core.frozen import FrozenMap
from wargame_desktop.core.state import HOLD, Piece, State

from .facts import FLEET_ZONE, STRAITS, Facts, Unit
from .model import ALLIES, ATLANTIC_LAND, AXIS, NEUTRAL, OPS, SEA_BOXES, SIDES, other

WESTERN = ("gb", "fr", "us")
AXIS_MINORS = ("fin", "hun", "rum", "bul")
SKAGERRAK, DANISH_STRAITS = "1904", ("2003", "2004")
"""Danish waters: the first hang on Norway, the others on Denmark (8.3.2)."""
PEACE = {"it": "italy_neutral", "su": "ussr_neutral"}
"""Powers that begin on a side and yet neutral, and the variable that says so (12.1.1, 12.4.1)."""


class Situation:
    """Everything the rules ask of one state."""

    def __init__(self, facts: Facts, state: State) -> None:
        self.facts = facts
        self.state = state
        self.memo: dict[Hashable, Any] = {}
        """What other parts of the rules have worked out of this state and will ask again."""
        self._at_peace = frozenset(power for power, flag in PEACE.items() if state.var(flag) is True)

    # Variables

    def flag(self, name: str) -> bool:
        """A yes-or-no variable."""
        return self.state.var(name) is True

    def text(self, name: str) -> str:
        """A word kept as a variable."""
        return str(self.state.var(name, ""))

    @property
    def turn(self) -> int:
        """The turn in progress, Autumn 1939 is 1."""
        turn = self.state.var("turn", 1)
        assert isinstance(turn, int)
        return turn

    @property
    def season(self) -> str:
        """The season of the turn."""
        return self.facts.date(self.turn)[0]

    @property
    def year(self) -> int:
        """The year of the turn; Winter opens it."""
        return self.facts.date(self.turn)[1]

    def option(self, name: str) -> bool:
        """Whether an optional rule is in use."""
        return self.state.options.get(name) is True

    # Units

    def unit(self, piece: Piece) -> Unit:
        """The printed facts of a piece."""
        return self.facts.unit(piece)

    def side(self, piece: Piece) -> str:
        """The side a piece fights for; neutral when it fights for nobody, as those of neutral Italy."""
        return NEUTRAL if piece.power in self._at_peace else self.state.side_of(piece.power)

    def owner(self, piece: Piece) -> str:
        """The side that moves a piece: the Axis moves the units of neutral Italy (12.1.1)."""
        return self.state.side_of(piece.power)

    @cached_property
    def on_map(self) -> tuple[Piece, ...]:
        """Every unit in a hex, not carried, in the order of hexes."""
        return tuple(
            piece
            for space, stack in self.state.pieces.by_space.items()
            if space in self.facts.hexes
            for piece in stack
            if piece.kind in self.facts.kinds
        )

    def standing(self, side: str, land: bool = False) -> frozenset[str]:
        """The hexes with units of a side, or with its land units."""
        return self._standing.get((side, land), frozenset())

    @cached_property
    def _standing(self) -> Mapping[tuple[str, bool], frozenset[str]]:
        found: dict[tuple[str, bool], set[str]] = {}
        for piece in self.on_map:
            side = self.side(piece)
            found.setdefault((side, False), set()).add(piece.space)
            if self.unit(piece).is_land:
                found.setdefault((side, True), set()).add(piece.space)
        return {key: frozenset(spaces) for key, spaces in found.items()}

    def at(self, space: str) -> Iterator[tuple[Piece, Unit]]:
        """The units in a hex or box, not what they carry."""
        for piece in self.state.at(space):
            if piece.kind in self.facts.kinds:
                yield piece, self.unit(piece)

    def land_at(self, space: str, side: str) -> list[Piece]:
        """A side's land units in a hex, forts included."""
        return [p for p, u in self.at(space) if u.is_land and self.side(p) == side]

    def air_at(self, space: str, side: str) -> list[Piece]:
        """A side's air units in a hex."""
        return [p for p, u in self.at(space) if u.is_air and self.side(p) == side]

    def fleets_at(self, space: str, side: str) -> list[Piece]:
        """A side's fleets in a hex or box."""
        return [p for p, u in self.at(space) if u.is_fleet and self.side(p) == side]

    def cargo(self, fleet: str) -> Piece | None:
        """What a fleet carries."""
        held = self.state.at(HOLD + fleet)
        return held[0] if held else None

    def ground_of(self, piece: Piece) -> str:
        """The hex or box a unit is in, also when it is aboard a fleet."""
        space = piece.space
        while space.startswith(HOLD):
            space = self.state.piece(space.removeprefix(HOLD)).space
        return space

    def is_in_play(self, piece: Piece) -> bool:
        """Whether a unit is on the map or in a box beside it, aboard or not; not in a pool."""
        space = self.ground_of(piece)
        return space in self.facts.hexes or space in SEA_BOXES or space == ATLANTIC_LAND

    @staticmethod
    def is_reduced(piece: Piece) -> bool:
        """Whether the weak side lies up."""
        return piece.face != "front"

    def steps(self, piece: Piece) -> int:
        """How many loss points it can take."""
        return 1 if self.is_reduced(piece) else self.unit(piece).steps

    def is_ready(self, piece: Piece) -> bool:
        """Whether an air unit or fleet may act (3.4.3)."""
        return piece.mark(OPS) is None

    def combat(self, piece: Piece) -> int:
        """The combat factor of the side that lies up, before supply."""
        bonus = self.state.var("bonus")
        extra = bonus.get(piece.kind, 0) if isinstance(bonus, FrozenMap) else 0
        assert isinstance(extra, int)
        return self.unit(piece).combat[self.is_reduced(piece)] + extra

    def asw(self, piece: Piece) -> int:
        """The anti-submarine factor of the side that lies up."""
        return self.unit(piece).asw[self.is_reduced(piece)]

    # Countries

    def power_of(self, space: str) -> str:
        """The power whose country, or whose territory overseas, a hex belongs to; empty at sea."""
        return self.facts.power_of(space)

    def holder(self, power: str) -> str:
        """The side that controls a country, or neutral."""
        if power in self._at_peace:
            return NEUTRAL
        holders = self.state.var("holders")
        assert isinstance(holders, FrozenMap)
        return str(holders.get(power, NEUTRAL))

    def holder_at(self, space: str) -> str:
        """The side that controls the country of a hex; Vichy and territories overseas by themselves."""
        own = self.state.var("territories")
        territory = self.facts.territory(space)
        if isinstance(own, FrozenMap) and territory in own:
            return str(own[territory])
        power = self.power_of(space)
        if power == "fr" and self.is_vichy(space):
            return self.vichy_holder
        return self.holder(power) if power else NEUTRAL

    def is_vichy(self, space: str) -> bool:
        """Whether a hex belongs to Vichy France now (12.2.1)."""
        return bool(self.text("vichy")) and (
            self.facts.has(space, "vichy") or self.facts.territory(space) in self.facts.french_overseas
        )

    @property
    def vichy_holder(self) -> str:
        """Who controls Vichy: neutral, or the side that Toulon fell to."""
        return {"": NEUTRAL, "neutral": NEUTRAL, "open": ALLIES}.get(self.text("vichy"), self.text("vichy"))

    @cached_property
    def neutral_ground(self) -> frozenset[str]:
        """Hexes of countries that are neutral now: no zone reaches them (5.1.4). Nobody's land is not one."""
        return frozenset(
            space
            for one, lot in self.facts.lots.items()
            if self.power_of(one) and self.holder_at(one) == NEUTRAL
            for space in lot
        )

    def sealed(self, side: str) -> frozenset[str]:
        """Hexes no zone of a side reaches: neutral countries and others its units may not enter (5.1.4)."""
        return self._sealed[side]

    @cached_property
    def _sealed(self) -> Mapping[str, frozenset[str]]:
        quiet = {power for power in AXIS_MINORS if self.is_quiet(power)}
        shut: dict[str, set[str]] = {side: set(self.neutral_ground) for side in SIDES}
        for one, lot in self.facts.lots.items():
            owner = self.power_of(one)
            if owner == "irq" and self.text("iraq") == "quiet":
                for side in SIDES:
                    shut[side].update(lot)
            elif owner in quiet and self.holder_at(one) == AXIS:
                shut[ALLIES].update(lot)
        return {side: frozenset(spaces) for side, spaces in shut.items()}

    def is_quiet(self, power: str) -> bool:
        """Whether no Axis unit has entered or left an Axis minor power yet: the Allies keep out (12.1.2)."""
        active = self.state.var("active_minors")
        return power in AXIS_MINORS and not (isinstance(active, tuple) and power in active)

    def shut_waters(self, side: str) -> frozenset[str]:
        """Danish waters that are closed to the Allies, whoever is there (8.3.2)."""
        if side != ALLIES:
            return frozenset()
        norway = () if self.holder("nor") == ALLIES else (SKAGERRAK,)
        return frozenset(norway if self.holder("den") == ALLIES else (*norway, *DANISH_STRAITS))

    def controls(self, side: str, space: str) -> bool:
        """Whether a side controls a hex's city or port: the last to stand there, or its country's holder."""
        last = self.state.control.get(space)
        if last is not None:
            return self.state.side_of(last) == side
        return self.holder_at(space) == side

    def is_own(self, power: str, space: str) -> bool:
        """Whether a power may use a hex as friendly: its side controls it; a neutral has its own country."""
        if power in self._at_peace:
            return self.is_home_of_neutral(power, space)
        return self.controls(self.state.side_of(power), space)

    def is_home_of_neutral(self, power: str, space: str) -> bool:
        """Whether a hex belongs to a power that is neutral though it is on a side: Italy in 1939."""
        return power in self._at_peace and self.power_of(space) == power

    def is_enemy_port(self, side: str, space: str) -> bool:
        """A port the other side controls."""
        return self.facts.has(space, "port") and self.controls(other(side), space)

    def is_friendly_port(self, side: str, space: str) -> bool:
        """A port the side controls."""
        return self.facts.has(space, "port") and self.controls(side, space)

    # Zones of control

    @cached_property
    def _land_zones(self) -> Mapping[str, ZoneMap]:
        return {side: self._project_land(side) for side in SIDES}

    def _project_land(self, side: str) -> ZoneMap:
        units = [
            Projector(piece.id, piece.space)
            for piece in self.on_map
            if self.side(piece) == side and self.unit(piece).is_land
        ]
        return project(self.facts.land_net, units, barred=self.sealed(side))

    def land_zone(self, side: str) -> ZoneMap:
        """Where a side's land units exert their zone (5.1.1), their own hexes included."""
        return self._land_zones[side]

    @cached_property
    def _fleet_zones(self) -> Mapping[tuple[str, int], ZoneMap]:
        found = {}
        for side in SIDES:
            fleets = [p for p in self.on_map if self.side(p) == side and self.unit(p).is_fleet]
            for radius in (1, FLEET_ZONE):
                found[side, radius] = self._project_fleets(side, fleets, radius)
        return found

    def _project_fleets(self, side: str, fleets: Sequence[Piece], radius: int) -> ZoneMap:
        """The hexes fleets could sail to: into a strait that enemies hold, not beyond; no neutral coast."""
        held = [space for space in STRAITS if self.enemies_in(space, side)]
        barred = {*self.shut_waters(side), *held}
        zone = project(self.facts.sea_net, [Projector(p.id, p.space, radius) for p in fleets], barred=barred)
        by = {space: zone.projectors(space) for space in zone.spaces}
        if held:
            close = [Projector(p.id, p.space, radius - 1) for p in fleets]
            before = project(self.facts.sea_net, close, barred=barred)
            for strait in held:
                near = [ids for n in self.facts.sea_neighbours(strait) for ids in before.projectors(n)]
                by[strait] = tuple(dict.fromkeys((*by.get(strait, ()), *near)))
        sealed, own = self.sealed(side), {fleet.space for fleet in fleets}
        number = self.facts.board.compiled.number
        return ZoneMap(
            self.facts.board,
            {number(s): ids for s, ids in by.items() if ids and (s not in sealed or s in own)},
        )

    def fleet_zone(self, side: str) -> ZoneMap:
        """Where a side's fleets exert their zone of three hexes by sea (5.1.2)."""
        return self._fleet_zones[side, FLEET_ZONE]

    def fleet_ring(self, side: str) -> ZoneMap:
        """The zone next to a side's fleets, which stops movement."""
        return self._fleet_zones[side, 1]

    def covers(self, air: Piece, space: str) -> bool:
        """Whether an air unit's zone reaches a hex (5.1.3)."""
        ground = self.ground_of(air)
        if ground not in self.facts.hexes or space not in self.facts.within(ground, self.unit(air).range):
            return False
        return space not in self.sealed(self.owner(air))

    def air_zone(self, air: Piece) -> frozenset[str]:
        """The hexes in an air unit's zone: its range, less what is closed to it (5.1.3, 5.1.4)."""
        ground = self.ground_of(air)
        if ground not in self.facts.hexes:
            return frozenset()
        return self.facts.within(ground, self.unit(air).range) - self.sealed(self.owner(air))

    def air_units(self, side: str) -> Sequence[Piece]:
        """A side's air units that exert a zone: on the map, or naval air aboard a fleet on the map."""
        return self._air_units[side]

    @cached_property
    def _air_units(self) -> Mapping[str, Sequence[Piece]]:
        found: dict[str, list[Piece]] = {side: [] for side in SIDES}
        for piece in self.state.pieces.values():
            if piece.kind not in self.facts.kinds or not self.unit(piece).is_air:
                continue
            aboard = piece.space.startswith(HOLD)
            exerts = not aboard or self.unit(piece).is_naval_air
            if exerts and self.side(piece) in SIDES and self.ground_of(piece) in self.facts.hexes:
                found[self.side(piece)].append(piece)
        return found

    def ready_air(self, side: str, space: str, reach: Iterable[int] = (3, 6)) -> list[Piece]:
        """A side's ready air units whose zone reaches a hex, of these printed ranges."""
        ranges = tuple(reach)
        return [
            piece
            for piece in self.air_units(side)
            if self.is_ready(piece) and self.unit(piece).range in ranges and self.covers(piece, space)
        ]

    def ready_fleets(self, side: str, space: str) -> list[Piece]:
        """A side's ready fleets whose zone reaches a hex."""
        zone = self.fleet_zone(side)
        if space not in zone:
            return []
        fleets = [self.state.piece(piece) for piece in zone.projectors(space)]
        return [fleet for fleet in fleets if self.is_ready(fleet)]

    def enemies_in(self, space: str, side: str) -> list[Piece]:
        """The other side's units of any kind in a hex."""
        foe = other(side)
        return [piece for piece, _ in self.at(space) if self.side(piece) == foe]

    def prey(self, space: str, side: str) -> list[Piece]:
        """What a side may attack in a hex: enemies, and at sea neutral Italy's units (5.1.4, 12.1.1)."""
        if space in self.sealed(side):
            return []
        foe = other(side)
        there = [piece for piece, _ in self.at(space) if self.owner(piece) == foe]
        return [piece for piece in there if self.side(piece) == foe or piece.power == "it"]

    # Who may work with whom

    def is_at_war(self, power: str) -> bool:
        """Whether a power may fight."""
        return power not in self._at_peace and self.state.side_of(power) in SIDES

    @staticmethod
    def work_together(powers: Iterable[str]) -> bool:
        """Soviet units do nothing together with other Allied units (12.4.3)."""
        found = set(powers)
        return "su" not in found or found == {"su"}


def side_name(side: str) -> str:
    """A side for people."""
    return {AXIS: "the Axis", ALLIES: "the Allies"}.get(side, "nobody")
