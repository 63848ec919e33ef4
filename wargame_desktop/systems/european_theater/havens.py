"""Fleets that have to leave: the way to the nearest friendly port (4.2.C.3, 5.2.3, 9.3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from wargame_desktop.board.ranges import steps_from
from wargame_desktop.core.draft import Draft
from wargame_desktop.core.refusal import Refusal, refuse
from wargame_desktop.core.sequence import Choice, Phase, Prompt, Rule, Target
from wargame_desktop.core.state import Frame, Piece, State

from . import options
from .choices import choices_of
from .countries import closed_waters
from .facts import STRAITS, Facts
from .fights import words
from .model import ATLANTIC_LAND, OPS, SEA_BOXES, Retreat, other
from .situation import Situation
from .steps import eliminate, is_welcome

if TYPE_CHECKING:
    from .system import EuropeanTheater


def closed_to(sit: Situation, fleet: Piece) -> frozenset[int]:
    """What a retreating fleet may not enter: rings of enemy fleets without a friend, closed waters, boxes."""
    side, here = sit.owner(fleet), sit.ground_of(fleet)
    closed = {space for space in sit.fleet_ring(other(side)).spaces if not sit.fleets_at(space, side)}
    closed |= {p.space for p in sit.on_map if sit.side(p) == other(side) and sit.unit(p).is_fleet}
    closed |= {box for box in SEA_BOXES if box in sit.facts.board} | set(closed_waters(sit, side))
    closed |= {space for space in STRAITS if sit.enemies_in(space, side)}
    return frozenset(sit.facts.board.compiled.numbers(sorted(closed - {here})))


def ports_for(sit: Situation, fleet: Piece) -> list[str]:
    """The nearest friendly ports a fleet can reach; out of the Atlantic those nearest to any western hex."""
    side, here = sit.owner(fleet), sit.ground_of(fleet)
    if here in sit.facts.hexes and _is_shelter(sit, side, here) and not sit.land_at(here, other(side)):
        return [here]
    barred = closed_to(sit, fleet)
    net = sit.facts.board.compiled
    if here in sit.facts.hexes:
        return _nearest_ports(sit, fleet, net.number(here), barred)
    found: set[str] = set()
    for start in sit.facts.shipping_net.neighbours[net.number(here)]:
        if start not in barred:
            found.update(_nearest_ports(sit, fleet, start, barred | {net.number(here)}))
    return sorted(found)


def _is_shelter(sit: Situation, side: str, port: str) -> bool:
    return sit.is_friendly_port(side, port) and not options.is_exposed(sit, port)


def _takes_in(sit: Situation, fleet: Piece, port: str) -> bool:
    """A shelter without enemies, where the fleet may stand beside those who are there (8.3.1, 12.4.3)."""
    side = sit.owner(fleet)
    free = _is_shelter(sit, side, port) and not sit.enemies_in(port, side)
    return free and is_welcome(sit, fleet, port)


def _nearest_ports(sit: Situation, fleet: Piece, start: int, barred: frozenset[int]) -> list[str]:
    net = sit.facts.board.compiled
    if net.ids[start] == ATLANTIC_LAND:
        return [ATLANTIC_LAND]  # all America is one port (8.3.6)
    steps = steps_from(sit.facts.sea_net, [start], None, barred=barred)
    found: dict[int, list[str]] = {}
    for port in sit.facts.ports:
        if port in sit.facts.hexes and net.number(port) in steps and _takes_in(sit, fleet, port):
            found.setdefault(steps[net.number(port)], []).append(port)
    return sorted(found[min(found)]) if found else []


def havens(sit: Situation, fleet: Piece, beaten: bool) -> list[str]:
    """Where a fleet goes: to a port, or after a failed landing to any hex it can sail to (5.2.3)."""
    ports = ports_for(sit, fleet)
    if ports or beaten:
        return ports
    net, side = sit.facts.board.compiled, sit.owner(fleet)
    far = sit.unit(fleet).move[sit.is_reduced(fleet)]
    here = net.number(sit.ground_of(fleet))
    steps = steps_from(sit.facts.sea_net, [here], far, barred=closed_to(sit, fleet))
    free = [net.ids[n] for n in steps if n != here and not sit.enemies_in(net.ids[n], side)]
    return sorted(space for space in free if is_welcome(sit, fleet, space))


def way_to(sit: Situation, fleet: Piece, port: str) -> tuple[str, ...]:
    """The hexes a fleet passes on its way."""
    net = sit.facts.board.compiled
    here, goal = net.number(sit.ground_of(fleet)), net.number(port)
    steps = steps_from(sit.facts.shipping_net, [goal], None, barred=closed_to(sit, fleet))
    path, node = [], here
    while node != goal:
        near = [n for n in sit.facts.shipping_net.neighbours[node] if n in steps]
        node = min(near, key=lambda n: (steps[n], n))
        path.append(net.ids[node])
    return tuple(path)


class RetreatToPortRule(Rule[Retreat]):
    """The owner chooses among the nearest ports."""

    action = Retreat
    title = "Retreat to port"
    rule = "4.2.C.3"

    def __init__(self, system: EuropeanTheater) -> None:
        self.system = system

    def _may(self, state: State) -> list[str]:
        fleet = state.piece(words(state.top, "fleets")[0])
        return havens(self.system.situation(state), fleet, _is_beaten(state.top))

    def refusals(self, state: State, action: Retreat) -> list[Refusal]:
        """Only the fleet asked for, only to a nearest port."""
        fleet = words(state.top, "fleets")[0]
        if action.piece != fleet:
            sentence = f"{self.system.name_of(state.piece(fleet))} retreats first."
            return [refuse("retreat.other", sentence, "4.2.C.3", pieces=(fleet,))]
        found = self._may(state)
        if action.space in found:
            return []
        named = ", ".join(map(self.system.space_name, found[:12]))
        sentence = f"The nearest friendly ports are {named}."
        return [refuse("retreat.not_nearest", sentence, "4.2.C.3", spaces=tuple(found[:12]))]

    def perform(self, draft: Draft, action: Retreat) -> None:
        """Set sail."""
        send_to_port(draft, self.system.facts, action.piece, action.space)

    def choices(self, state: State) -> Sequence[Choice]:
        """What is allowed now."""
        return choices_of(self.legal(state), ("piece", "piece"), ("space", "space"))

    def legal(self, state: State, piece: str | None = None) -> Iterable[Retreat]:
        """Each nearest port."""
        fleet = words(state.top, "fleets")[0]
        return (Retreat(fleet, port) for port in self._may(state) if piece in (None, fleet))

    def targets(self, state: State, pieces: Sequence[str]) -> Mapping[str, Target]:
        """The ports the fleet may choose from."""
        found = self.legal(state, pieces[0]) if len(pieces) == 1 else ()
        return {action.space: Target(action.space, action) for action in found}

    def drop(self, state: State, pieces: Sequence[str], space: str, via: Sequence[str]) -> Retreat | None:
        """Dropping the fleet on a port sends it there."""
        return Retreat(pieces[0], space) if len(pieces) == 1 else None


def _is_beaten(frame: Frame) -> bool:
    return frame["beaten"] is True


def send_to_port(draft: Draft, facts: Facts, fleet: str, port: str) -> None:
    """A fleet sails for port, open to transit attacks on the way; a beaten one can do no more (9.3)."""
    sit = Situation(facts, draft.state)
    path = way_to(sit, draft.state.piece(fleet), port)
    if _is_beaten(draft.top):
        draft.mark(fleet, OPS, True)
    draft.update(fleets=words(draft.top, "fleets")[1:])
    draft.emit("fleet_retreats", pieces=(fleet,), space=port)
    if path:
        draft.push("voyage", fleets=(fleet,), path=path, costs=(0,) * len(path), retreat=True)


class FleetRetreatPhase(Phase):
    """Fleets make for port one after the other."""

    name = "fleet_retreat"
    title = "Retreat to port"
    rule = "4.2.C.3"

    def __init__(self, system: EuropeanTheater) -> None:
        self.system = system
        rules: list[Rule[Any]] = [RetreatToPortRule(system)]
        self.rules = rules

    def decider(self, state: State) -> str | None:
        """The owner, when ports are equally near."""
        fleets = words(state.top, "fleets")
        if not fleets:
            return None
        sit = self.system.situation(state)
        fleet = state.piece(fleets[0])
        if not sit.is_in_play(fleet) or len(havens(sit, fleet, _is_beaten(state.top))) < 2:
            return None
        return sit.owner(fleet)

    def prompt(self, state: State) -> Prompt:
        """Which port."""
        name = self.system.name_of(state.piece(words(state.top, "fleets")[0]))
        return Prompt(f"{name} retreats", "Choose one of the nearest friendly ports.", self.rule)

    def advance(self, draft: Draft) -> None:
        """One port, or none: then the fleet is lost."""
        fleets = words(draft.top, "fleets")
        if not fleets:
            draft.pop()
            return
        fleet = draft.state.piece(fleets[0])
        sit = Situation(self.system.facts, draft.state)
        found = havens(sit, fleet, _is_beaten(draft.top)) if sit.is_in_play(fleet) else []
        if found:
            send_to_port(draft, self.system.facts, fleet.id, found[0])
            return
        draft.update(fleets=fleets[1:])
        if sit.is_in_play(fleet):
            eliminate(draft, self.system.facts, (fleet.id,))
