"""The opponent at sea: assaults on ports, armies ferried over, raiders and escorts in the Atlantic."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from wargame_desktop.board.ranges import distances
from wargame_desktop.core.action import Action
from wargame_desktop.core.engine import phase_of
from wargame_desktop.core.state import Piece, State

from .battle import empty_port_strength
from .bot_view import View, odds
from .bot_wishes import FAR, may_cross, sails_for
from .countries import entry
from .model import ALLIES, ATLANTIC, ATLANTIC_LAND, AXIS, SAILED, Embark, Land, Sail
from .movement import mover_refusals
from .naval import ASSAULT_HEXES

if TYPE_CHECKING:
    from .system import EuropeanTheater

GOOD = 0.65
"""The chance of winning at which it lands among enemies."""
OVERLORD = 12
"""Summer 1942: from here on the Allies land where the enemy can strike back."""
BLACK_SEA = ("su", "rum", "bul")
"""Coasts that the western Allies leave to the Soviet Union."""
LIKES = {"armor": 0, "infantry": 1, "paratroop": 3, "artillery": 3}


@dataclass(frozen=True)
class Lift:
    """A fleet and the unit it could take aboard, or has aboard."""

    fleet: Piece
    cargo: Piece
    aboard: bool


class SeaPlan:
    """One movement phase of a side's fleets."""

    def __init__(self, system: EuropeanTheater, state: State, side: str) -> None:
        self.view = View(system, state, side)
        self.system, self.state, self.side = system, state, side
        rules = {rule.action: rule for rule in phase_of(system, state.top).rules}
        self._sail: Any = rules[Sail]
        self._embark: Any = rules[Embark]
        self.actions: list[Action] = []
        self._used: set[str] = set()
        self._berths: dict[str, int] = {}

    def make(self) -> list[Action]:
        """The moves of the fleets, landings first."""
        fleets = self._fleets()
        if not fleets:
            return []
        self._assault(self._lifts(fleets))
        for fleet in fleets:
            if fleet.id not in self._used:
                self._employ(fleet)
        return self.actions

    def _fleets(self) -> list[Piece]:
        sit = self.view.sit
        own = [p for p in self.state.pieces.values() if p.kind in sit.facts.kinds and sit.unit(p).is_fleet]
        own = [p for p in own if sit.owner(p) == self.side and sit.is_at_war(p.power) and p.power != "su"]
        own = [p for p in own if not mover_refusals(self.system, self.state, (p.id,), "sea")]
        return sorted(own, key=lambda p: p.id)

    # Landings among enemies

    def _lifts(self, fleets: Sequence[Piece]) -> list[Lift]:
        """Every fleet with the best unit it can carry."""
        found, taken = [], set()
        for fleet in fleets:
            cargo = self.view.sit.cargo(fleet.id)
            if cargo is not None:
                found.append(Lift(fleet, cargo, True))
                continue
            for unit in self._passengers(fleet):
                if unit.id not in taken and self.view.sit.unit(unit).is_land:
                    taken.add(unit.id)
                    found.append(Lift(fleet, unit, False))
                    break
        return [lift for lift in found if self.view.sit.unit(lift.cargo).is_land]

    def _passengers(self, fleet: Piece) -> list[Piece]:
        """Units beside a fleet that may go aboard and are of no use where they are, the best first."""
        sit = self.view.sit
        units = [p for p, u in sit.at(fleet.space) if not u.is_fleet and p.id not in self._used]
        units = [p for p in units if not self._embark.refusals(self.state, Embark(p.id, fleet.id))]
        units = [p for p in units if self._is_marooned(p) and not self._is_last_guard(p)]
        return sorted(units, key=lambda p: (LIKES.get(sit.unit(p).arm, 2), -sit.combat(p), p.id))

    def _is_marooned(self, piece: Piece) -> bool:
        """Whether no goal can be reached over land from where a unit is."""
        if piece.space == ATLANTIC_LAND:
            return True
        if self.view.sit.unit(piece).is_air:
            return False
        return piece.space in self.view.stranded or bool(sails_for(self.view.sit, self.side))

    def _is_last_guard(self, piece: Piece) -> bool:
        """A unit that alone keeps a place that counts."""
        space = piece.space
        if space == ATLANTIC_LAND or self.view.value(space) < 4:
            return False
        return len([p for p in self.view.stack.get(space, ()) if p not in self._used]) < 2

    def _assault(self, lifts: list[Lift]) -> None:
        """The best port to land in with up to two units, as long as there is a good one."""
        for _ in range(2):
            plans = [
                plan for port in self.view.facts.ports if (plan := self._landing(port, lifts)) is not None
            ]
            if not plans:
                return
            _, port, force = max(plans, key=lambda plan: (plan[0], plan[1]))
            for lift in force:
                self._go(lift, port)
                lifts.remove(lift)

    def _landing(self, port: str, lifts: Sequence[Lift]) -> tuple[float, str, list[Lift]] | None:
        """What landing in a port would bring, and who would do it."""
        view, sit = self.view, self.view.sit
        if not self._is_worth(port):
            return None
        near = distances(view.facts.sea_net, [port], ASSAULT_HEXES)
        able = [lift for lift in lifts if self._reaches(lift, near, port)]
        able.sort(key=lambda lift: (-sit.combat(lift.cargo), lift.fleet.id))
        force = able[:2]
        if not force:
            return None
        land = sum(sit.combat(lift.cargo) for lift in force)
        ships = sum(sit.combat(lift.fleet) for lift in force)
        air = sum(sit.combat(p) for p in sit.ready_air(self.side, port) if p.power != "su")
        factors, absorbs = view.defence(port)
        help_ = min(land, ships + max(0, air - view.enemy_air(port)))
        guard = factors or empty_port_strength(sit, view.lines, view.foe, port)
        chance = odds(view.facts, land + help_, guard, -view.facts.terrain(port, "shift"), absorbs).win
        back = view.danger.get(port, 0)
        if chance < GOOD or back > (3.5 if sit.turn >= OVERLORD else 1.0) * land:
            return None
        gain = view.lure(port) + (20 - min(20, view.pull.get(port, FAR))) - 0.3 * back
        return chance * gain, port, force

    def _is_worth(self, port: str) -> bool:
        """A port of the enemy, or of a neutral on the list, that leads somewhere; not in Britain."""
        view, sit = self.view, self.view.sit
        if port not in view.facts.hexes or sit.fleets_at(port, view.foe):
            return False
        if (
            self.side == AXIS
            and sit.power_of(port) == "gb"
            and not view.facts.is_overseas(view.facts.territory(port))
        ):
            return False
        if self._is_left(port):
            return False
        power = "ge" if self.side == AXIS else "gb"
        if port in sit.neutral_ground:
            crossing = entry(sit, power, port)
            vichy = self.side == ALLIES and crossing.refusal is None and not crossing.invades
            return vichy or (bool(crossing.invades) and may_cross(sit, power, port) and port in view.goals)
        return sit.is_enemy_port(self.side, port) and view.pull.get(port, FAR) < 10

    def _is_left(self, port: str) -> bool:
        """Whether a coast is the Soviet Union's to free."""
        return self.side == ALLIES and self.view.sit.power_of(port) in BLACK_SEA

    def _reaches(self, lift: Lift, near: dict[str, int], port: str) -> bool:
        sailed = lift.fleet.mark(SAILED) or 0
        assert isinstance(sailed, int)
        may = may_cross(self.view.sit, lift.cargo.power, port)
        return may and lift.fleet.space in near and near[lift.fleet.space] + sailed <= ASSAULT_HEXES

    def _go(self, lift: Lift, port: str) -> None:
        """Embark, sail, land."""
        self._used.update((lift.fleet.id, lift.cargo.id))
        self._berths[port] = self._berths.get(port, 0) + 1
        if not lift.aboard:
            self.actions.append(Embark(lift.cargo.id, lift.fleet.id))
        if lift.fleet.space != port:
            self.actions.append(Sail((lift.fleet.id,), port))
        self.actions.append(Land(lift.cargo.id))

    # Everything else

    def _employ(self, fleet: Piece) -> None:
        """Carry what waits, fetch what waits elsewhere, or take a station."""
        self._used.add(fleet.id)
        sit = self.view.sit
        places = self._sail.targets(self.state, (fleet.id,))
        if sit.unit(fleet).arm == "submarine":
            if ATLANTIC in places and not sit.is_reduced(fleet):
                self.actions.append(Sail((fleet.id,), ATLANTIC))
            return
        cargo = sit.cargo(fleet.id)
        waiting = self._passengers(fleet) if cargo is None else [cargo]
        if waiting:
            port = self._haven(fleet, places, waiting[0])
            if port:
                self._go(Lift(fleet, waiting[0], cargo is not None), port)
            return
        station = self._station(fleet, places)
        if station and station != fleet.space:
            self._berths[station] = self._berths.get(station, 0) + 1
            self.actions.append(Sail((fleet.id,), station))

    def _haven(self, fleet: Piece, places: Any, cargo: Piece) -> str:
        """The friendly port from which a unit can do most."""
        ports = [p for p in (*places, fleet.space) if p in self.view.facts.hexes]
        ports = [
            p for p in ports if self.view.sit.is_friendly_port(self.side, p) and self._has_berth(p, fleet)
        ]
        ports = [p for p in ports if cargo.power != "it" or self.view.sit.power_of(p) == "it"]
        ports = [p for p in ports if not self._is_left(p)]
        here = self._use_of(cargo.space) if cargo.space in self.view.facts.hexes else FAR * 2
        best = min(ports, key=lambda port: (self._use_of(port), port), default="")
        return best if best and self._use_of(best) < here else ""

    def _use_of(self, port: str) -> int:
        """How far from the war a port is, over land or as a place to embark."""
        return (
            self.view.pull.get(port, FAR)
            + self.view.facts.terrain(port, "shift")
            + 3 * len(self.view.stack.get(port, ()))
        )

    def _has_berth(self, port: str, fleet: Piece) -> bool:
        there = [
            p for p in self.view.sit.fleets_at(port, self.side) if p.id != fleet.id and p.id not in self._used
        ]
        return len(there) + self._berths.get(port, 0) < 2

    def _station(self, fleet: Piece, places: Any) -> str:
        """Where an empty fleet is wanted: America, a port with waiting armies, the convoys."""
        sit = self.view.sit
        if self.side == AXIS:
            return ""
        raiders = sum(sit.combat(p) for p in sit.fleets_at(ATLANTIC, AXIS))
        escorts = sum(sit.combat(p) for p in sit.fleets_at(ATLANTIC, ALLIES))
        escorts += 3 * self._berths.get(ATLANTIC, 0)
        if raiders and escorts < raiders + 2 and ATLANTIC in (*places, fleet.space):
            return ATLANTIC
        waiting = len([1 for p, u in sit.at(ATLANTIC_LAND) if not u.is_fleet])
        lifts = len(sit.fleets_at(ATLANTIC_LAND, ALLIES)) + self._berths.get(ATLANTIC_LAND, 0)
        if waiting > lifts and ATLANTIC_LAND in places:
            return ATLANTIC_LAND
        ports = [p for p in places if p in self.view.stranded and sit.is_friendly_port(self.side, p)]
        ports = [p for p in ports if self._has_berth(p, fleet) and self._armies(p) > self._berths.get(p, 0)]
        best = min(
            ports, key=lambda port: (self.view.pull.get(port, FAR), -self._armies(port), port), default=""
        )
        if best:
            return best
        return (
            ATLANTIC_LAND
            if sit.flag("us_entered") and ATLANTIC_LAND in places and fleet.power == "us"
            else ""
        )

    def _armies(self, port: str) -> int:
        """Land units in a port beyond the fleets that can carry them."""
        armies = [p for p in self.view.sit.land_at(port, self.side) if not self.view.sit.unit(p).is_fort]
        return len(armies) - len(self.view.sit.fleets_at(port, self.side))
