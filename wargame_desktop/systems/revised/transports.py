"""Transports: loading, carrying, offloading, amphibious assaults (Transports; Multinational Forces)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from wargame_desktop.core.draft import Draft
from wargame_desktop.core.refusal import Refusal, refuse
from wargame_desktop.core.sequence import Target
from wargame_desktop.core.state import HOLD, Piece, State

from .model import (
    AA_GUN,
    ASSAULT,
    BEACH,
    CARRIED,
    DONE,
    FOUGHT,
    INFANTRY,
    LANDINGS,
    LOADED,
    MOVED,
    OFFLOADED,
    RETREATED,
    SEA,
    Load,
    Offload,
)
from .rules import RevisedRule, foreign_pieces, unknown_name, unknown_pieces
from .sides import attackers
from .situation import Situation, moved

if TYPE_CHECKING:
    from .system import Revised

LOADING = "Transports: Loading and Offloading"
CAPACITY = "Transports: Carry Land Units"
USED = "used_after_combat"
"""Mark of a transport that loaded or offloaded after a combat: `load` or `offload`."""


def fits(sit: Situation, ship: Piece, extra: Sequence[Piece]) -> bool:
    """Whether units fit aboard besides what is there: one of any kind and one infantry."""
    kinds = [sit.type(piece) for piece in (*sit.cargo(ship), *extra)]
    any_kind, infantry = sit.capacity(ship)
    heavy = sum(1 for kind in kinds if kind != INFANTRY)
    return len(kinds) <= any_kind + infantry and heavy <= any_kind


class CargoRule:
    """What loading and offloading have in common."""

    combat: bool

    def ship_refusals(self, sit: Situation, ship: Piece, what: str) -> list[Refusal]:
        """Why a ship may neither load nor offload now."""
        found = []
        zone = ship.space
        if sit.is_hostile_zone(zone) and not (what == "offload" and self.combat):
            sentence = f"{ship.id} may not {what} in {sit.facts.name(zone)}, where enemy ships are."
            found.append(refuse("cargo.hostile_zone", sentence, LOADING, pieces=(ship.id,), spaces=(zone,)))
        if ship.mark(RETREATED):
            sentence = f"{ship.id} has retreated and may not {what} in this turn."
            found.append(refuse("cargo.retreated", sentence, "Phase 5: Noncombat Move", pieces=(ship.id,)))
        if self.combat or not ship.mark(DONE):
            return found
        used = ship.mark(USED)
        if not ship.mark(FOUGHT):
            sentence = f"{ship.id} moved in the combat move and may not {what} in the noncombat move."
            found.append(refuse("cargo.moved", sentence, "Phase 5: Noncombat Move", pieces=(ship.id,)))
        elif used is not None and used != what:
            sentence = f"{ship.id} has been in combat: it may load or offload after it, not both."
            found.append(refuse("cargo.one_only", sentence, LOADING, pieces=(ship.id,)))
        return found


class LoadRule(CargoRule, RevisedRule[Load]):
    """Land units go aboard from a territory next to the ship's sea zone; that is their whole move."""

    action = Load
    title = "Load units"
    rule = LOADING

    def __init__(self, game: Revised, combat: bool) -> None:
        super().__init__(game)
        self.combat = combat

    def refusals(self, state: State, action: Load) -> list[Refusal]:
        """Ship, units, place and room."""
        sit = self.see(state)
        found = unknown_pieces(state, action.pieces) or foreign_pieces(sit, action.pieces)
        ship = state.pieces.get(action.transport)
        if ship is None:
            found.append(refuse("pieces.unknown", f"There is no ship {action.transport}."))
        if found or ship is None:
            return found
        if sit.is_enemy(ship) or not sit.is_carrying_ship(ship) or not self.facts.is_sea(ship.space):
            sentence = f"{ship.id} is no transport of your side at sea."
            return [refuse("cargo.no_transport", sentence, CAPACITY, pieces=(ship.id,))]
        units = [state.piece(piece_id) for piece_id in action.pieces]
        found += self.ship_refusals(sit, ship, "load")
        if ship.mark(OFFLOADED):
            sentence = f"{ship.id} has offloaded and may not load again in this turn."
            found.append(refuse("cargo.offloaded", sentence, LOADING, pieces=(ship.id,)))
        for unit in units:
            found += self._unit_refusals(sit, unit, ship)
        if not fits(sit, ship, units):
            aboard = self.facts.listing(sit.cargo(ship))
            sentence = (
                f"{ship.id} takes one land unit and one infantry; with {aboard} aboard there is no room for "
                f"{self.facts.listing(units)}."
            )
            found.append(refuse("cargo.full", sentence, CAPACITY, pieces=(ship.id, *action.pieces)))
        return found

    def _unit_refusals(self, sit: Situation, unit: Piece, ship: Piece) -> list[Refusal]:
        kind, name = sit.type(unit), f"The {self.facts.units[sit.type(unit)].name} {unit.id}"
        if kind not in CARRIED:
            return [refuse("cargo.kind", f"{name} cannot be carried.", CAPACITY, pieces=(unit.id,))]
        if unit.space.startswith(HOLD):
            sentence = f"{name} is aboard a ship already; cargo never goes from ship to ship."
            return [refuse("cargo.ship_to_ship", sentence, LOADING, pieces=(unit.id,))]
        found = []
        if ship.space not in sit.facts.coasts(unit.space) if self.facts.is_land(unit.space) else True:
            sentence = f"{name} is not in a territory next to {self.facts.name(ship.space)}."
            found.append(refuse("cargo.not_next", sentence, LOADING, pieces=(unit.id,), spaces=(ship.space,)))
        if moved(unit) or unit.mark(DONE) or unit.mark(LOADED):
            sentence = f"{name} has moved or fought in this turn; going aboard is a whole move."
            found.append(refuse("cargo.unit_moved", sentence, CAPACITY, pieces=(unit.id,)))
        return found

    def perform(self, draft: Draft, action: Load) -> None:
        """Put the units aboard."""
        units = self.facts.listing(draft.state.piece(piece_id) for piece_id in action.pieces)
        space = draft.state.piece(action.pieces[0]).space
        draft.move(action.pieces, HOLD + action.transport)
        for piece_id in action.pieces:
            draft.mark(piece_id, LOADED, True)
            draft.mark(piece_id, MOVED, 1)
        if not self.combat and draft.state.piece(action.transport).mark(DONE):
            draft.mark(action.transport, USED, "load")
        draft.emit("loaded", units=units, space=space, ship=action.transport)

    def legal(self, state: State, piece: str | None = None) -> Iterable[Load]:
        """One unit on one ship."""
        sit = self.see(state)
        for ship in state.pieces.values():
            if sit.is_enemy(ship) or not sit.is_carrying_ship(ship) or not self.facts.is_sea(ship.space):
                continue
            for space in self.facts.coasts(ship.space):
                for unit in state.at(space):
                    if sit.type(unit) in CARRIED and sit.is_own(unit) and piece in (None, unit.id, ship.id):
                        action = Load((unit.id,), ship.id)
                        if not self.refusals(state, action):
                            yield action

    def targets(self, state: State, pieces: Sequence[str]) -> Mapping[str, Target]:
        """Sea zones with a ship that takes these units."""
        found: dict[str, Target] = {}
        for ship, action in self._ships_for(state, tuple(pieces)):
            if ship.space not in found and not self.refusals(state, action):
                found[ship.space] = Target(ship.space, action, "load")
        return found

    def _ships_for(self, state: State, pieces: tuple[str, ...]) -> Iterable[tuple[Piece, Load]]:
        sit = self.see(state)
        units = [state.pieces.get(piece) for piece in pieces]
        if not units or any(unit is None or sit.type(unit) not in CARRIED for unit in units):
            return
        first = units[0]
        assert first is not None
        zones = self.facts.coasts(first.space) if self.facts.is_land(first.space) else ()
        for zone in zones:
            for ship in state.at(zone):
                if sit.type(ship) in SEA and sit.is_carrying_ship(ship) and not sit.is_enemy(ship):
                    yield ship, Load(pieces, ship.id)

    def drop(self, state: State, pieces: Sequence[str], space: str, via: Sequence[str]) -> Load | None:
        """Dropping land units on a sea zone, or on a ship, loads them."""
        ships = [(ship, action) for ship, action in self._ships_for(state, tuple(pieces))]
        here = [pair for pair in ships if space in (pair[0].space, HOLD + pair[0].id)]
        good = [action for _, action in here if not self.refusals(state, action)]
        return good[0] if good else here[0][1] if here else None


class OffloadRule(CargoRule, RevisedRule[Offload]):
    """Cargo goes ashore, in one territory for each ship; into hostile land only as an assault."""

    action = Offload
    title = "Offload units"
    rule = LOADING

    def __init__(self, game: Revised, combat: bool) -> None:
        super().__init__(game)
        self.combat = combat

    def refusals(self, state: State, action: Offload) -> list[Refusal]:
        """Each unit and its ship."""
        sit = self.see(state)
        found = unknown_pieces(state, action.pieces) or foreign_pieces(sit, action.pieces)
        if action.space not in self.facts.spaces:
            found.append(unknown_name("space", action.space, self.facts.spaces))
        if found:
            return found
        if not self.facts.is_land(action.space):
            sentence = f"{self.facts.name(action.space)} is no territory where units can go ashore."
            return [refuse("cargo.no_shore", sentence, LOADING, spaces=(action.space,))]
        hostile = sit.is_hostile_land(action.space)
        if hostile != self.combat:
            phase = "combat move, as an amphibious assault" if hostile else "noncombat move"
            sentence = f"Units go ashore in {self.facts.name(action.space)} only in the {phase}."
            found.append(refuse("cargo.phase", sentence, "Amphibious Assaults", spaces=(action.space,)))
        for piece_id in action.pieces:
            found += self._unit_refusals(sit, state.piece(piece_id), action.space)
        return found

    def _unit_refusals(self, sit: Situation, unit: Piece, space: str) -> list[Refusal]:
        ship, name = sit.carrier_of(unit), f"The {self.facts.units[sit.type(unit)].name} {unit.id}"
        if ship is None or sit.type(unit) not in CARRIED:
            return [
                refuse("cargo.not_aboard", f"{name} is not aboard a transport.", LOADING, pieces=(unit.id,))
            ]
        found = self.ship_refusals(sit, ship, "offload")
        if ship.space not in self.facts.coasts(space):
            sentence = (
                f"{self.facts.name(space)} is not next to {self.facts.name(ship.space)}, where {ship.id} is."
            )
            found.append(refuse("cargo.not_next", sentence, LOADING, pieces=(ship.id,), spaces=(space,)))
        if self.combat and sit.type(unit) == AA_GUN:
            sentence = f"{name} cannot attack."
            found.append(refuse("cargo.gun", sentence, "Anti-aircraft Guns", pieces=(unit.id,)))
        if unit.mark(ASSAULT):
            where = self.facts.name(str(unit.mark(ASSAULT)))
            found.append(refuse("cargo.planned", f"{name} is to land in {where} already.", LOADING))
        if not sit.is_own(ship) and unit.mark(LOADED):
            sentence = f"{name} went aboard a friend's ship in this turn and leaves it in a later one."
            found.append(
                refuse("cargo.friend", sentence, "Transporting Multinational Forces", pieces=(unit.id,))
            )
        if not sit.is_own(ship) and sit.is_hostile_zone(ship.space) and not attackers(sit, ship.space):
            sentence = (
                f"Enemy ships in {self.facts.name(ship.space)} keep {unit.id} aboard its friend's ship "
                "as long as nothing of yours attacks them."
            )
            found.append(refuse("cargo.hostile_zone", sentence, LOADING, pieces=(unit.id,)))
        return found + self._second_shore(sit, ship, space)

    def _second_shore(self, sit: Situation, ship: Piece, space: str) -> list[Refusal]:
        done = ship.mark(OFFLOADED)
        if done is None or done == space or (self.combat and sit.may_land_again(ship)):
            return []
        sentence = f"{ship.id} has offloaded in {self.facts.name(str(done))}; one territory a turn is all."
        return [refuse("cargo.one_territory", sentence, LOADING, pieces=(ship.id,), spaces=(space,))]

    def perform(self, draft: Draft, action: Offload) -> None:
        """Put the units ashore, or note the assault that follows in the combat."""
        sit = self.see(draft.state)
        units = [draft.state.piece(piece_id) for piece_id in action.pieces]
        ships = sorted({unit.space.removeprefix(HOLD) for unit in units})
        for ship in ships:
            self._count_landing(draft, sit, ship, action.space)
            draft.mark(ship, OFFLOADED, action.space)
            if not self.combat and draft.state.piece(ship).mark(DONE):
                draft.mark(ship, USED, "offload")
        for unit in units:
            draft.mark(unit.id, MOVED, 1)
            if self.combat:
                draft.mark(unit.id, ASSAULT, action.space)
                draft.mark(unit.id, BEACH, sit.place(unit))
            if not self.combat or self._lands_at_once(sit, unit):
                draft.move([unit.id], action.space)
        kind = "assault_planned" if self.combat else "offloaded"
        zone = sit.place(units[0])
        draft.emit(kind, units=self.facts.listing(units), space=action.space, zone=zone)

    def _lands_at_once(self, sit: Situation, unit: Piece) -> bool:
        """Lightning Assaults: the troops go ashore in the combat move, so that their ship can sail on."""
        ship = sit.carrier_of(unit)
        return ship is not None and sit.may_land_again(ship)

    def _count_landing(self, draft: Draft, sit: Situation, ship_id: str, space: str) -> None:
        ship = sit.state.piece(ship_id)
        if self.combat and sit.may_land_again(ship) and ship.mark(OFFLOADED) != space:
            draft.mark(ship_id, LANDINGS, 2 if ship.mark(LANDINGS) else 1)

    def legal(self, state: State, piece: str | None = None) -> Iterable[Offload]:
        """One unit to each shore."""
        sit = self.see(state)
        for unit in sit.own_pieces():
            ship = sit.carrier_of(unit)
            if ship is None or piece not in (None, unit.id) or sit.type(unit) not in CARRIED:
                continue
            for space in self.facts.coasts(ship.space):
                action = Offload((unit.id,), space)
                if self.facts.is_land(space) and not self.refusals(state, action):
                    yield action

    def targets(self, state: State, pieces: Sequence[str]) -> Mapping[str, Target]:
        """The shores these units, or the cargo of these ships, can be put on."""
        sit = self.see(state)
        units = cargo_of(sit, pieces)
        found: dict[str, Target] = {}
        if units:
            ship = sit.carrier_of(units[0])
            for space in self.facts.coasts(ship.space) if ship is not None else ():
                action = Offload(tuple(unit.id for unit in units), space)
                if not self.refusals(state, action):
                    found[space] = Target(space, action, "land" if self.combat else "offload")
        return found

    def drop(self, state: State, pieces: Sequence[str], space: str, via: Sequence[str]) -> Offload | None:
        """Dropping cargo, or a loaded ship, on land offloads it."""
        units = cargo_of(self.see(state), pieces)
        if not units or not self.facts.is_land(space):
            return None
        return Offload(tuple(unit.id for unit in units), space)


def cargo_of(sit: Situation, pieces: Sequence[str]) -> list[Piece]:
    """The own land units meant by dragging cargo or the ships that carry it."""
    found: list[Piece] = []
    for piece_id in pieces:
        piece = sit.state.pieces.get(piece_id)
        if piece is None:
            return []
        aboard = [piece] if sit.type(piece) in CARRIED else list(sit.cargo(piece))
        found += [unit for unit in aboard if sit.type(unit) in CARRIED and unit.space.startswith(HOLD)]
    return [unit for unit in found if sit.is_own(unit)]


def is_cargo_drop(sit: Situation, pieces: Sequence[str], space: str) -> bool:
    """Whether dropping pieces on a space is about cargo: troops on a ship beside them, cargo on land."""
    if sit.facts.is_land(space):
        return bool(cargo_of(sit, pieces))
    units = [sit.state.piece(piece) for piece in pieces]
    if any(sit.type(unit) not in CARRIED or not sit.facts.is_land(unit.space) for unit in units):
        return False
    if space not in sit.facts.coasts(units[0].space):
        return False
    return any(sit.is_carrying_ship(ship) and not sit.is_enemy(ship) for ship in sit.state.at(space))
