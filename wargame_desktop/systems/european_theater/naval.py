"""Fleets and what they carry: sailing, embarking, landing, assault (8.1.3, 8.1.4, 8.3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from wargame_desktop.board.model import HEXSIDE, Link, Space
from wargame_desktop.board.paths import Route, explain, reach, route
from wargame_desktop.board.policy import Barred, Conditions, MovePolicy, StepCosts
from wargame_desktop.core.draft import Draft
from wargame_desktop.core.refusal import Refusal, refuse
from wargame_desktop.core.sequence import Choice, Chooser, Rule, Target
from wargame_desktop.core.state import HOLD, Piece, State

from .choices import choices_of
from .countries import closed_waters, entry, invade
from .facts import BOX_LINK, STRAITS, Facts
from .model import (
    ATLANTIC_LAND,
    DROPPED,
    LANDED,
    NEUTRAL,
    SAILED,
    SPENT,
    Embark,
    Land,
    Sail,
    other,
)
from .movement import RegularOnly, mover_refusals
from .options import is_air_base
from .routes import explain_reason, waking_zones
from .situation import Situation
from .steps import displace_stray_air, displace_with_strays, step_into, stop

if TYPE_CHECKING:
    from .system import EuropeanTheater

ASSAULT_HEXES = 5
PORT, COAST, ASSAULT = "port", "coast", "assault"


def sea_costs(facts: Facts) -> StepCosts:
    """One point a hex; boxes as the map says (8.3.1, 8.3.3)."""

    def cost(link: Link, a: Space, b: Space) -> int | Barred:
        if link.kind == BOX_LINK:
            return int(str(link.attrs.get("cost", 0)))
        if link.kind != HEXSIDE or b.id not in facts.water or a.id not in facts.water:
            return Barred("fleets keep to the sea")
        return Barred("the hexside is all land") if link.attrs.get("all_land") else 1

    return StepCosts(facts.board, cost)


def sea_policy(sit: Situation, costs: StepCosts, fleet: Piece, assault: bool) -> MovePolicy:
    """How a fleet moves: stops next to enemy fleets, avoids what is closed to it (5.1.2, 8.3).

    `assault` is for fleets that carry a unit to a port of the enemy.
    """
    key = ("sea", fleet.power, assault)
    if key not in sit.memo:
        sit.memo[key] = _sea_conditions(sit, fleet, assault)
    spent = fleet.mark(SPENT) or 0
    assert isinstance(spent, int)
    return MovePolicy(costs, sit.memo[key], max(0, sit.unit(fleet).move[sit.is_reduced(fleet)] - spent))


def _sea_conditions(sit: Situation, fleet: Piece, assault: bool) -> Conditions:
    side = sit.owner(fleet)
    ring = set(sit.fleet_ring(other(side)).spaces)
    forbidden: dict[str, str] = {}
    no_end: dict[str, str] = {}
    stop = set(ring)
    for space in sorted({piece.space for piece in sit.on_map} & sit.facts.water):
        friends = [p.power for p, _ in sit.at(space) if sit.owner(p) == side]
        assaults = assault and sit.is_enemy_port(side, space)
        if sit.fleets_at(space, other(side)):
            forbidden[space] = "enemy fleets"
        elif sit.enemies_in(space, side) and not assaults:
            (forbidden if space in STRAITS else no_end)[space] = "enemy units"
        elif sit.enemies_in(space, side) and space in STRAITS:
            stop.add(space)
        elif not sit.work_together((fleet.power, *friends)):
            no_end[space] = "Soviet and other Allied units do not stack, rule 12.4.3"
    forbidden.update(closed_waters(sit, side, assault))
    return Conditions(sit.facts.board, forbidden=forbidden, no_end=no_end, stop=stop, zone=ring)


class SailRule(RegularOnly, Rule[Sail]):
    """Fleets move by their printed factor, alone or together."""

    action = Sail
    title = "Move fleets"
    rule = "8.3"
    not_armored = "Fleets do not move in Armored Action; armor alone does, over land."
    not_armored_rule = "10.1"

    def __init__(self, system: EuropeanTheater) -> None:
        self.system = system

    def refusals(self, state: State, action: Sail) -> list[Refusal]:
        """Ready fleets of one place, along a way open to all of them."""
        found = mover_refusals(self.system, state, action.fleets, "sea")
        if found:
            return found
        if len({state.piece(fleet).space for fleet in action.fleets}) > 1:
            return [refuse("movement.apart", "Fleets that move together start in the same place.", "8.3")]
        return self._path(state, action)[1]

    def policies(self, state: State, fleets: Sequence[str], assault: bool) -> dict[str, MovePolicy]:
        """The policy of each fleet."""
        sit = self.system.situation(state)
        return {
            fleet: sea_policy(sit, self.system.sea_costs, state.piece(fleet), assault) for fleet in fleets
        }

    def _assaults(self, state: State, fleets: Sequence[str], space: str) -> bool:
        """Whether fleets that go there mean to land an army in a port against resistance (8.1.4)."""
        sit, side = self.system.situation(state), str(state.top["side"])
        cargo = [held for held in map(sit.cargo, fleets) if held is not None and sit.unit(held).is_land]
        if space not in sit.facts.ground or not sit.facts.has(space, "port"):
            return False
        return any(sit.is_enemy_port(side, space) or entry(sit, held.power, space).invades for held in cargo)

    def _path(self, state: State, action: Sail) -> tuple[Route | None, list[Refusal]]:
        """The way of the fleets; enemies in a port bar them unless an assault is within its five hexes."""
        known = self.system.facts.water | {ATLANTIC_LAND}
        for space in (*action.via, action.space):
            if space not in known:
                sentence = f"{space} is neither a sea or coastal hex nor a box."
                return None, [refuse("movement.no_hex", sentence, "8.3.1", spaces=(space,))]
        if action.space == state.piece(action.fleets[0]).space:
            return None, [refuse("movement.stays", "The fleets are there already.", "8.3")]
        if not self._assaults(state, action.fleets, action.space):
            return self._way(state, action, False)
        found, refused = self._way(state, action, True)
        far = 0 if found is None else self._hexes(state, action.fleets, found.path)
        if far <= ASSAULT_HEXES:
            return found, refused
        found, refused = self._way(state, action, False)
        return (None, [self._too_far(state, action, far)]) if refused else (found, [])

    def _hexes(self, state: State, fleets: Sequence[str], path: Sequence[str]) -> int:
        """How many hexes the fleets will have entered in this phase; boxes are none (8.1.4.1)."""
        sailed = max(int(str(state.piece(fleet).mark(SAILED) or 0)) for fleet in fleets)
        return sailed + sum(space in self.system.facts.hexes for space in path[1:])

    def _too_far(self, state: State, action: Sail, far: int) -> Refusal:
        where, name = self.system.space_name(action.space), self.system.label(state, action.fleets[0])
        sentence = f"{name} would move {far} hexes to {where}; an assault allows {ASSAULT_HEXES}."
        spaces = (action.space,)
        return refuse("assault.too_far", sentence, "8.1.4.1", spaces=spaces, needs=far, has=ASSAULT_HEXES)

    def _way(self, state: State, action: Sail, assault: bool) -> tuple[Route | None, list[Refusal]]:
        policies = self.policies(state, action.fleets, assault)
        slowest = min(action.fleets, key=lambda fleet: policies[fleet].allowance or 0)
        found = route(policies[slowest], state.piece(slowest).space, *action.via, action.space)
        if found.refused is not None:
            return None, [explain_reason(self.system, state, found.refused, "8.3.1", slowest)]
        refused = []
        for fleet in action.fleets:
            walked = explain(policies[fleet], found.path)
            if walked.refused is not None:
                refused.append(explain_reason(self.system, state, walked.refused, "8.3.1", fleet))
        return found, refused

    def perform(self, draft: Draft, action: Sail) -> None:
        """Sail hex by hex; the enemy may strike on the way."""
        found, _ = self._path(draft.state, action)
        assert found is not None
        draft.emit("sailed", pieces=action.fleets, path=found.path)
        costs = tuple(step.cost for step in found.steps)
        draft.push("voyage", fleets=action.fleets, path=found.path[1:], costs=costs, retreat=False)

    def targets(self, state: State, pieces: Sequence[str]) -> Mapping[str, Target]:
        """Where these fleets may go together."""
        if mover_refusals(self.system, state, pieces, "sea"):
            return {}
        if len({state.piece(fleet).space for fleet in pieces}) > 1:
            return {}
        found = self._reached(state, pieces, False)
        sit = self.system.situation(state)
        if any(sit.cargo(fleet) is not None for fleet in pieces):
            ports = self._reached(state, pieces, True)
            ports = {s: target for s, target in ports.items() if self._assaults(state, pieces, s)}
            found |= {
                s: target
                for s, target in ports.items()
                if self._hexes(state, pieces, target.path) <= ASSAULT_HEXES
            }
        return found

    def _reached(self, state: State, pieces: Sequence[str], assault: bool) -> dict[str, Target]:
        policies = self.policies(state, pieces, assault)
        reaches = [reach(policies[fleet], state.piece(fleet).space) for fleet in pieces]
        slowest = min(reaches, key=len)
        return {
            space: Target(space, Sail(tuple(pieces), space), str(cost), slowest.path(space))
            for space, cost in slowest.costs.items()
            if all(space in one for one in reaches)
        }

    def legal(self, state: State, piece: str | None = None) -> Iterable[Sail]:
        """Each fleet to each place it can reach."""
        for fleet in self._own(state):
            if piece in (None, fleet):
                for space in self.targets(state, (fleet,)):
                    yield Sail((fleet,), space)

    def _own(self, state: State) -> list[str]:
        return [
            piece.id
            for piece in state.pieces.values()
            if piece.kind in self.system.facts.kinds
            and self.system.facts.unit(piece).is_fleet
            and not mover_refusals(self.system, state, (piece.id,), "sea")
        ]

    def sample(self, state: State, chooser: Chooser) -> Sail | None:
        """A fleet at random to a place at random."""
        own = self._own(state)
        if not own:
            return None
        fleet = own[chooser.randrange(len(own))]
        spaces = list(self.targets(state, (fleet,)))
        return Sail((fleet,), spaces[chooser.randrange(len(spaces))]) if spaces else None

    def drop(self, state: State, pieces: Sequence[str], space: str, via: Sequence[str]) -> Sail | None:
        """Dropping fleets moves them."""
        units = [state.pieces.get(piece) for piece in pieces]
        if all(unit is not None and self.system.facts.unit(unit).is_fleet for unit in units):
            return Sail(tuple(pieces), space, tuple(via))
        return None


class EmbarkRule(RegularOnly, Rule[Embark]):
    """A surface fleet takes one land or air unit aboard (8.3.4)."""

    action = Embark
    title = "Embark a unit"
    rule = "8.3.4"
    not_armored = "Nobody embarks in Armored Action; armor moves over land."

    def __init__(self, system: EuropeanTheater) -> None:
        self.system = system

    def refusals(self, state: State, action: Embark) -> list[Refusal]:
        """Both in one port or box since the phase began, and room aboard."""
        found = mover_refusals(self.system, state, (action.piece,), "ground", anywhere=True)
        found += mover_refusals(self.system, state, (action.fleet,), "sea")
        if found:
            return found
        sit = self.system.situation(state)
        piece, fleet = state.piece(action.piece), state.piece(action.fleet)
        cargo, name = self.system.name_of(piece), self.system.name_of(fleet)
        if sit.unit(fleet).arm == "submarine":
            sentence = f"{name} is a submarine fleet and carries nothing."
            return [refuse("embark.submarine", sentence, "8.3.4", pieces=(fleet.id,))]
        held = sit.cargo(fleet.id)
        if held is not None:
            sentence = f"{name} carries {self.system.name_of(held)} already; there is room for one."
            return [refuse("embark.full", sentence, "8.3.4", pieces=(fleet.id,))]
        if piece.space != fleet.space:
            places = [self.system.space_name(one.space) for one in (piece, fleet)]
            sentence = f"{cargo} is in {places[0]}, {name} in {places[1]}; both begin in one port or box."
            return [refuse("embark.apart", sentence, "8.3.4", pieces=(piece.id, fleet.id))]
        if piece.mark(SPENT) or fleet.mark(SAILED) or piece.mark(LANDED):
            moved = name if fleet.mark(SAILED) else cargo
            sentence = f"{moved} has moved in this phase; unit and fleet must both have stayed in the port."
            return [refuse("embark.moved", sentence, "8.3.4", pieces=(piece.id, fleet.id))]
        port = sit.facts.has(piece.space, "port")
        if piece.space in sit.facts.hexes and not (port and sit.is_own(piece.power, piece.space)):
            where = self.system.space_name(piece.space)
            sentence = f"{where} is no friendly port; units embark only in one."
            return [refuse("embark.no_port", sentence, "8.3.4", spaces=(piece.space,))]
        if not sit.work_together((piece.power, fleet.power)):
            return [refuse("embark.soviet", "Soviet and other Allied units do not mix.", "12.4.3")]
        if piece.power == "it" and sit.flag("italy_neutral") and fleet.power != "it":
            return [refuse("embark.italy", "Neutral Italy uses only its own fleet.", "12.1.1")]
        return []

    def perform(self, draft: Draft, action: Embark) -> None:
        """Go aboard."""
        draft.move((action.piece,), HOLD + action.fleet)
        draft.emit("embarked", pieces=(action.piece,), fleet=action.fleet)
        displace_stray_air(draft, self.system.facts)  # an air unit it shielded is alone now (5.1.3)

    def choices(self, state: State) -> Sequence[Choice]:
        """What is allowed now."""
        return choices_of(self.legal(state), ("piece", "piece"), ("fleet", "piece"))

    def legal(self, state: State, piece: str | None = None) -> Iterable[Embark]:
        """Every unit with every fleet beside it."""
        sit = self.system.situation(state)
        for space in sorted({*sit.facts.ports, ATLANTIC_LAND}):
            there = list(sit.at(space))
            for unit, facts in there:
                for fleet, other_facts in there:
                    if not facts.is_fleet and other_facts.is_fleet and piece in (None, unit.id):
                        action = Embark(unit.id, fleet.id)
                        if not self.refusals(state, action):
                            yield action

    def targets(self, state: State, pieces: Sequence[str]) -> Mapping[str, Target]:
        """The holds of the fleets that would take a unit."""
        found = self.legal(state, pieces[0]) if len(pieces) == 1 else ()
        return {HOLD + one.fleet: Target(HOLD + one.fleet, one, "embark") for one in found}

    def drop(self, state: State, pieces: Sequence[str], space: str, via: Sequence[str]) -> Embark | None:
        """Dropping a unit on a fleet's hold puts it aboard."""
        aboard = space.startswith(HOLD) and len(pieces) == 1
        return Embark(pieces[0], space.removeprefix(HOLD)) if aboard else None


def kind_of_landing(sit: Situation, piece: Piece) -> str:
    """How a unit aboard would come ashore where its fleet is: in a port, on a coast, by assault (8.1.3.3)."""
    space, side = sit.ground_of(piece), sit.owner(piece)
    has_port = sit.facts.has(space, "port")
    if sit.land_at(space, other(side)):
        return ASSAULT
    if sit.unit(piece).is_air and (sit.enemies_in(space, side) or _is_covered(sit, piece, space)):
        return ASSAULT
    if has_port and sit.is_own(piece.power, space):
        return PORT
    if entry(sit, piece.power, space).invades:
        is_air = sit.unit(piece).is_air
        guarded = any(unit.is_land or is_air for army, unit in sit.at(space) if sit.side(army) == NEUTRAL)
        return ASSAULT if has_port or guarded else COAST
    hostile = sit.controls(other(side), space) if has_port else sit.holder_at(space) == other(side)
    return ASSAULT if hostile else COAST


def _is_covered(sit: Situation, air: Piece, space: str) -> bool:
    """Whether an enemy land zone, or that of an army an invasion wakes, keeps an air unit out (5.1.3)."""
    side = sit.owner(air)
    zone = {*sit.land_zone(other(side)).spaces, *waking_zones(sit, air.power)}
    return space in zone and not sit.land_at(space, side)


class LandRule(RegularOnly, Rule[Land]):
    """Put a unit ashore where its fleet is; against a hostile port that is an assault."""

    action = Land
    title = "Land a unit"
    rule = "8.1.3"
    not_armored = "There are no landings and no assaults in Armored Action."

    def __init__(self, system: EuropeanTheater) -> None:
        self.system = system

    def refusals(self, state: State, action: Land) -> list[Refusal]:
        """Aboard a fleet on a coast; hostile country only at a port, within five hexes."""
        found = mover_refusals(self.system, state, (action.piece,), "ground", anywhere=True)
        if found:
            return found
        piece = state.piece(action.piece)
        if not piece.space.startswith(HOLD):
            sentence = f"{self.system.name_of(piece)} is not aboard a fleet."
            return [refuse("land.ashore", sentence, "8.1.3", pieces=(piece.id,))]
        sit = self.system.situation(state)
        space = sit.ground_of(piece)
        if space == ATLANTIC_LAND:
            return []  # a fleet gets there only once the United States is at war
        if space not in sit.facts.ground:
            sentence = f"{self.system.space_name(space)} is open sea; units land on coasts."
            return [refuse("land.at_sea", sentence, "8.1.3.1", spaces=(space,))]
        crossing = entry(sit, piece.power, space)
        if crossing.refusal is not None:
            return [crossing.refusal]
        side = sit.owner(piece)
        if sit.fleets_at(space, other(side)):
            sentence = f"Enemy fleets are in {self.system.space_name(space)}."
            return [refuse("land.enemy_fleets", sentence, "8.1.3.1", spaces=(space,))]
        if sit.unit(piece).is_air and not is_air_base(sit, piece.power, space):
            sentence = "Air units are based in friendly cities and ports."
            return [refuse("land.air_base", sentence, "optional: air base", spaces=(space,))]
        return self._assault_refusals(sit, piece, space) if kind_of_landing(sit, piece) == ASSAULT else []

    def _assault_refusals(self, sit: Situation, piece: Piece, space: str) -> list[Refusal]:
        where = self.system.space_name(space)
        if not sit.unit(piece).is_land:
            sentence = f"The enemy disputes {where}; air units land only where nobody does."
            return [refuse("assault.air", sentence, "8.2", pieces=(piece.id,), spaces=(space,))]
        if not sit.facts.has(space, "port"):
            sentence = f"{where} is hostile and no port; an assault is possible only against a port."
            return [refuse("assault.no_port", sentence, "8.1.4.1", spaces=(space,))]
        fleet = sit.state.piece(piece.space.removeprefix(HOLD))
        sailed = fleet.mark(SAILED) or 0
        assert isinstance(sailed, int)
        if sailed > ASSAULT_HEXES:
            name = self.system.name_of(fleet)
            sentence = f"{name} has moved {sailed} hexes; an assault allows {ASSAULT_HEXES}."
            return [refuse("assault.too_far", sentence, "8.1.4.1", needs=sailed, has=ASSAULT_HEXES)]
        return []

    def perform(self, draft: Draft, action: Land) -> None:
        """Go ashore, or into the assault."""
        sit = Situation(self.system.facts, draft.state)
        piece = draft.state.piece(action.piece)
        space = sit.ground_of(piece)
        if space == ATLANTIC_LAND:
            draft.move((piece.id,), space)
            draft.emit("landed", pieces=(piece.id,), space=space)
            stop(draft, (piece.id,))  # no other fleet takes it on: it did not begin here (8.3.4)
            return
        kind = kind_of_landing(sit, piece)
        if kind == ASSAULT:
            self._assault(draft, piece, space, entry(sit, piece.power, space).invades)
            return
        draft.emit("landed", pieces=(piece.id,), space=space)
        step_into(draft, self.system.facts, (piece.id,), space)
        if sit.unit(piece).is_air:
            displace_stray_air(draft, self.system.facts)  # it may have invaded a neutral country
        zone = Situation(self.system.facts, draft.state).land_zone(other(sit.owner(piece)))
        held_up = sit.unit(piece).is_land and space in zone
        if kind == PORT and not held_up:
            draft.mark(piece.id, LANDED, True)
        else:
            stop(draft, (piece.id,))

    def _assault(self, draft: Draft, piece: Piece, space: str, invaded: str) -> None:
        """Fight for the port in the combat phase; what stands in the way makes room (8.1.4)."""
        facts = self.system.facts
        if invaded:
            invade(draft, facts, piece.power, invaded)
        draft.move((piece.id,), space)
        stop(draft, (piece.id,))
        draft.mark(piece.id, DROPPED, "sea")
        draft.emit("assault_begun", pieces=(piece.id,), space=space, important=True)
        sit = Situation(facts, draft.state)
        foe = other(sit.owner(piece))
        there = (*sit.fleets_at(space, foe), *sit.air_at(space, foe))
        displace_with_strays(draft, facts, [p.id for p in there])

    def choices(self, state: State) -> Sequence[Choice]:
        """What is allowed now."""
        return choices_of(self.legal(state), ("piece", "piece"))

    def legal(self, state: State, piece: str | None = None) -> Iterable[Land]:
        """Every unit aboard that may go ashore."""
        for held in state.pieces.values():
            if held.space.startswith(HOLD) and piece in (None, held.id):
                action = Land(held.id)
                if not self.refusals(state, action):
                    yield action

    def targets(self, state: State, pieces: Sequence[str]) -> Mapping[str, Target]:
        """The hex of the fleet, when what it carries may go ashore."""
        sit = self.system.situation(state)
        found = self.legal(state, pieces[0]) if len(pieces) == 1 else ()
        places = {sit.ground_of(state.piece(action.piece)): action for action in found}
        return {space: Target(space, action, "land") for space, action in places.items()}

    def drop(self, state: State, pieces: Sequence[str], space: str, via: Sequence[str]) -> Land | None:
        """Dropping what a fleet carries on the fleet's hex puts it ashore."""
        held = state.pieces.get(pieces[0]) if len(pieces) == 1 else None
        if held is None or not held.space.startswith(HOLD):
            return None
        return Land(held.id) if self.system.situation(state).ground_of(held) == space else None
