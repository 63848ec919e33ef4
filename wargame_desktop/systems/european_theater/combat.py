"""Declaring attacks: on land, from the air, at sea (9)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from wargame_desktop.core.draft import Draft
from wargame_desktop.core.refusal import Refusal, refuse
from wargame_desktop.core.sequence import Choice, Rule, Target
from wargame_desktop.core.state import Piece, State

from . import options
from .choices import choices_of
from .countries import borders, entry, invade
from .model import DROPPED, FOUGHT, Attack, Engage, Strike, other
from .situation import Situation, side_name
from .steps import attack_neutrals, displace_stray_air

if TYPE_CHECKING:
    from .system import EuropeanTheater


def can_attack(sit: Situation, piece: Piece, space: str) -> bool:
    """Whether a land unit exerts its zone into a hex, or has landed on top of it (9.1.1)."""
    if piece.mark(DROPPED):
        return piece.space == space
    return space in sit.facts.land_neighbours(piece.space)


def is_target(sit: Situation, side: str, space: str) -> bool:
    """A hex with enemy land units, or a port under assault (9.1, 8.1.4.3)."""
    if space not in sit.facts.ground:
        return False
    return bool(sit.land_at(space, other(side))) or bool(assaulters(sit, side, space))


def assaulters(sit: Situation, side: str, space: str) -> list[Piece]:
    """A side's units that have dropped on or landed in a hex and must attack there (5.2.3)."""
    return [piece for piece in sit.land_at(space, side) if piece.mark(DROPPED)]


def supporters(sit: Situation, side: str, space: str) -> list[Piece]:
    """A side's ready air units and fleets that can support a land fight in a hex (9.1.2)."""
    found = sit.ready_air(side, space)
    if sit.facts.is_coast(space):
        fleets = [fleet for fleet in sit.ready_fleets(side, space) if not fleet.mark(FOUGHT)]
        found = [*found, *options.supporting_fleets(sit, fleets, space)]
    return [piece for piece in found if sit.is_at_war(piece.power)]


def besieged(sit: Situation, power: str, space: str) -> str:
    """The neutral country that an attack on this hex invades: its army stands in its every hex (5.3.1)."""
    invaded = borders(sit, power)[space].invades if space in sit.facts.ground else ""
    home = sit.facts.home(invaded) if invaded else frozenset()
    full = all(any(unit.is_land for _, unit in sit.at(hex_)) for hex_ in home)
    return invaded if home and full else ""


class _Attacks:
    """What all attacks have in common."""

    def __init__(self, system: EuropeanTheater) -> None:
        self.system = system

    def attacker_refusals(self, state: State, pieces: Sequence[str], kind: str) -> list[Refusal]:
        """Units of the side whose phase it is, able to fight, each named once."""
        sit, side = self.system.situation(state), str(state.top["side"])
        if not pieces:
            return [refuse("attack.nobody", "No unit is named.", "9")]
        found = []
        for piece_id in pieces:
            piece = state.pieces.get(piece_id)
            if piece is None or piece.kind not in sit.facts.kinds or not sit.is_in_play(piece):
                sentence = f"{self.system.label(state, piece_id)} is not on the map."
                found.append(refuse("attack.unknown", sentence, "9"))
                continue
            problem = self._problem(sit, piece, side, kind)
            if problem is not None:
                found.append(refuse(*problem, pieces=(piece.id,)))
        if len(set(pieces)) < len(pieces):
            found.append(refuse("attack.twice", "A unit is named twice.", "9"))
        powers = [state.piece(piece).power for piece in pieces if piece in state.pieces]
        if not sit.work_together(powers):
            found.append(refuse("attack.soviet", "Soviet units attack with nobody else.", "12.4.3"))
        return found

    def range_refusals(
        self, state: State, pieces: Sequence[str], space: str, code: str, rule: str
    ) -> list[Refusal]:
        """Air units that do not reach a hex, with the distances."""
        sit, found = self.system.situation(state), []
        grid = sit.facts.board.grid
        for piece in (state.piece(piece_id) for piece_id in pieces):
            if not sit.covers(piece, space):
                here, reach = sit.ground_of(piece), sit.unit(piece).range
                far = grid.distance(here, space) if grid is not None and here in sit.facts.hexes else 0
                name, where = self.system.name_of(piece), self.system.space_name(space)
                sentence = f"{where} is {far} hexes from {name}, whose range is {reach}."
                if far <= reach:
                    sentence = f"{name} cannot act in {where}: no zone crosses the border of a neutral."
                found.append(refuse(code, sentence, rule, pieces=(piece.id,), needs=far, has=reach))
        return found

    def _problem(self, sit: Situation, piece: Piece, side: str, kind: str) -> tuple[str, str, str] | None:
        name, unit = self.system.name_of(piece), sit.unit(piece)
        if sit.owner(piece) != side:
            return "attack.not_yours", f"{name} does not belong to {side_name(side)}.", "9"
        if not sit.is_at_war(piece.power):
            return "attack.neutral", f"{name} belongs to a neutral power.", "3.4.2"
        fits = {"land": unit.is_land, "air": unit.is_air, "sea": unit.is_fleet}.get(kind, not unit.is_land)
        if not fits:
            how = {"land": "on land", "air": "from the air", "sea": "at sea"}.get(kind)
            told = f"cannot attack {how}" if how else "is a land unit and gives no support"
            return "attack.kind", f"{name} {told}.", "9"
        if unit.is_fort:
            return "attack.fort", "Forts do not attack.", "9.1.1"
        if not unit.is_land and not sit.is_ready(piece):
            return "attack.ops_complete", f"{name} is Ops Complete.", "3.4.3"
        if piece.mark(FOUGHT):
            return "attack.fought", f"{name} has attacked in this phase.", "9.1"
        return None


class AttackRule(_Attacks, Rule[Attack]):
    """Land units attack a hex next to them, with air units and fleets in support."""

    action = Attack
    title = "Attack with land units"
    asks_first = True
    rule = "9.1"

    def refusals(self, state: State, action: Attack) -> list[Refusal]:
        """A target, units that reach it, support that reaches it."""
        sit, side = self.system.situation(state), str(state.top["side"])
        found = self.attacker_refusals(state, action.pieces, "land")
        if action.support:
            found += self.attacker_refusals(state, action.support, "support")
        where = self.system.space_name(action.space)
        powers = [state.piece(piece).power for piece in action.pieces if piece in state.pieces]
        invades = bool(powers) and all(besieged(sit, power, action.space) for power in powers)
        if not is_target(sit, side, action.space) and not invades:
            sentence = f"No enemy land unit stands in {where}."
            found.append(refuse("attack.no_target", sentence, "9.1", spaces=(action.space,)))
        if found:
            return found
        for piece in action.pieces:
            if not can_attack(sit, state.piece(piece), action.space):
                sentence = f"{self.system.name_of(state.piece(piece))} exerts no zone into {where}."
                found.append(
                    refuse("attack.reach", sentence, "9.1.1", pieces=(piece,), spaces=(action.space,))
                )
            closed = entry(sit, state.piece(piece).power, action.space).refusal
            if closed is not None:  # no zone reaches where the unit may not go (5.1.4)
                found.append(closed)
            if options.finland_holds(sit, state.piece(piece), action.space):
                sentence = "Finland attacks no Soviet units before Leningrad is in Axis hands."
                found.append(refuse("attack.finland", sentence, "optional: Finland", pieces=(piece,)))
        found += self.support_refusals(state, action.support, action.space)
        missing = [p.id for p in assaulters(sit, side, action.space) if p.id not in action.pieces]
        if missing:
            names = ", ".join(self.system.name_of(state.piece(piece)) for piece in missing)
            sentence = f"{names} landed there and must take part."
            found.append(refuse("attack.landed", sentence, "5.2.3", pieces=tuple(missing)))
        powers = [state.piece(piece).power for piece in (*action.pieces, *action.support)]
        if not found and not sit.work_together(powers):
            found.append(refuse("attack.soviet", "Soviet units receive no support from others.", "12.4.3"))
        return found

    def support_refusals(self, state: State, pieces: Sequence[str], space: str) -> list[Refusal]:
        """Why air units and fleets cannot support a land fight there, with the distances."""
        sit, where = self.system.situation(state), self.system.space_name(space)
        may = {piece.id for piece in supporters(sit, str(state.top["side"]), space)}
        idle = [state.piece(piece) for piece in pieces if piece not in may]
        air = [piece.id for piece in idle if sit.unit(piece).is_air]
        found = self.range_refusals(state, air, space, "attack.support", "9.1.2")
        for piece in idle:
            if piece.id in air:
                continue
            name, rule = self.system.name_of(piece), "5.1.2"
            sentence = f"{where} is not in the zone of {name}: three hexes by sea."
            if not sit.facts.is_coast(space):
                sentence = f"{where} is no coastal hex; {name} cannot support land units there."
            elif piece in sit.ready_fleets(sit.owner(piece), space):
                sentence = f"{name} supports land units only in its own hex and in landings."
                rule = "optional: fleets in land combat"
            found.append(refuse("attack.support", sentence, rule, pieces=(piece.id,), spaces=(space,)))
        return found

    def perform(self, draft: Draft, action: Attack) -> None:
        """Declare it; the defender answers."""
        side = draft.top["side"]
        facts = self.system.facts
        sit = Situation(facts, draft.state)
        first = draft.state.piece(action.pieces[0])
        invades = not is_target(sit, str(side), action.space)
        if invades:
            invade(draft, facts, first.power, besieged(sit, first.power, action.space))
        origins = tuple(dict.fromkeys(draft.state.piece(piece).space for piece in action.pieces))
        landing = any(draft.state.piece(piece).mark(DROPPED) == "sea" for piece in action.pieces)
        for piece in (*action.pieces, *action.support):
            draft.mark(piece, FOUGHT, True)
        draft.emit(
            "attacked", pieces=action.pieces, support=action.support, space=action.space, important=True
        )
        draft.push(
            "battle",
            side=side,
            where=action.space,
            attackers=action.pieces,
            support=action.support,
            origins=origins,
            landing=landing,
            committed=(),
            answered=False,
            stage="commit",
        )
        if invades:
            displace_stray_air(draft, facts)

    def choices(self, state: State) -> Sequence[Choice]:
        """What is allowed now."""
        return choices_of(self.legal(state), ("space", "space"), ("pieces", "pieces"), ("support?", "pieces"))

    def legal(self, state: State, piece: str | None = None) -> Iterable[Attack]:
        """Every target with everybody who can reach it, without and with support."""
        sit, side = self.system.situation(state), str(state.top["side"])
        own = [p for p in sit.on_map if sit.side(p) == side and sit.unit(p).is_land]
        powers = list(dict.fromkeys(p.power for p in own))
        beside = {near for p in own for near in (p.space, *sit.facts.land_neighbours(p.space))}
        for space in sorted({p.space for p in sit.on_map if p.space in beside}):
            if not is_target(sit, side, space) and not any(besieged(sit, power, space) for power in powers):
                continue
            units = [p for p in own if can_attack(sit, p, space)]
            units = [p for p in units if borders(sit, p.power)[space].refusal is None]
            units = [p for p in units if not options.finland_holds(sit, p, space)]
            units = [p for p in units if not self.attacker_refusals(state, (p.id,), "land")]
            for soviet in (True, False):
                able = tuple(p.id for p in units if (p.power == "su") is soviet)
                if not able or (piece is not None and piece not in able):
                    continue
                help_ = tuple(
                    p.id
                    for p in supporters(sit, side, space)
                    if (p.power == "su") is soviet and not p.mark(FOUGHT)
                )
                for action in (Attack(space, able), Attack(space, able, help_)):
                    if (help_ or not action.support) and not self.refusals(state, action):
                        yield action

    def targets(self, state: State, pieces: Sequence[str]) -> Mapping[str, Target]:
        """The hexes these units can attack together, with the chance of winning."""
        units = [state.pieces.get(piece) for piece in pieces]
        first = units[0] if units else None
        if first is None or first.space not in self.system.facts.hexes:
            return {}
        found = {}
        for space in (first.space, *self.system.facts.land_neighbours(first.space)):
            action = Attack(space, tuple(pieces))
            if not self.refusals(state, action):
                seen = self.system.preview(state, action)
                chance = "" if seen is None else f"{float(dict(seen.chances[0].outcomes)['Attacker']):.0%}"
                found[space] = Target(space, action, chance)
        return found

    def drop(self, state: State, pieces: Sequence[str], space: str, via: Sequence[str]) -> Attack | None:
        """Dropping land units on an enemy hex attacks it."""
        units = [state.pieces.get(piece) for piece in pieces]
        if units and all(unit is not None and self.system.facts.unit(unit).is_land for unit in units):
            return Attack(space, tuple(pieces))
        return None


class StrikeRule(_Attacks, Rule[Strike]):
    """Air units attack air units and fleets in a hex."""

    action = Strike
    title = "Air strike"
    asks_first = True
    rule = "9.2"

    def refusals(self, state: State, action: Strike) -> list[Refusal]:
        """Something to strike, in range of everyone."""
        sit, side = self.system.situation(state), str(state.top["side"])
        found = self.attacker_refusals(state, action.pieces, "air")
        if action.space not in sit.facts.hexes or not strike_targets(sit, side, action.space):
            sentence = f"No enemy air units or fleets are in {self.system.space_name(action.space)}."
            found.append(refuse("strike.no_target", sentence, "9.2.1", spaces=(action.space,)))
        if found:
            return found
        return self.range_refusals(state, action.pieces, action.space, "strike.range", "9.2")

    def perform(self, draft: Draft, action: Strike) -> None:
        """Declare it."""
        sit = Situation(self.system.facts, draft.state)
        side = str(draft.top["side"])
        there = tuple(piece.id for piece in strike_targets(sit, side, action.space))
        attack_neutrals(draft, self.system.facts, there)
        draft.emit("struck", pieces=action.pieces, space=action.space, important=True)
        _push_raid(draft, side, action.space, action.pieces, there)

    def choices(self, state: State) -> Sequence[Choice]:
        """What is allowed now."""
        return choices_of(self.legal(state), ("space", "space"), ("pieces", "pieces"))

    def legal(self, state: State, piece: str | None = None) -> Iterable[Strike]:
        """Every target with everybody in range, and with each alone."""
        sit, side = self.system.situation(state), str(state.top["side"])
        for space in sorted({p.space for p in sit.on_map}):
            if not strike_targets(sit, side, space):
                continue
            able = [
                p for p in sit.ready_air(side, space) if not self.attacker_refusals(state, (p.id,), "air")
            ]
            for one in able:
                if piece in (None, one.id):
                    yield Strike(space, (one.id,))

    def targets(self, state: State, pieces: Sequence[str]) -> Mapping[str, Target]:
        """The hexes that all these air units can strike."""
        found = (Strike(one.space, tuple(pieces)) for one in self.legal(state, pieces[0]))
        return {one.space: Target(one.space, one) for one in found if not self.refusals(state, one)}

    def drop(self, state: State, pieces: Sequence[str], space: str, via: Sequence[str]) -> Strike | None:
        """Dropping air units on a hex strikes it."""
        units = [state.pieces.get(piece) for piece in pieces]
        if units and all(unit is not None and self.system.facts.unit(unit).is_air for unit in units):
            return Strike(space, tuple(pieces))
        return None


def strike_targets(sit: Situation, side: str, space: str) -> list[Piece]:
    """The enemy air units and fleets in a hex, naval air aboard included."""
    found = [piece for piece in sit.prey(space, side) if not sit.unit(piece).is_land]
    aboard = [sit.cargo(fleet.id) for fleet in found if sit.unit(fleet).is_fleet]
    return [*found, *(air for air in aboard if air is not None and sit.unit(air).is_naval_air)]


def engage_targets(sit: Situation, side: str, space: str) -> list[Piece]:
    """What fleets may attack in a hex: fleets and air units, but no fleets in a port of theirs (9, 9.3.1)."""
    found = strike_targets(sit, side, space)
    if sit.is_friendly_port(other(side), space) and not options.is_exposed(sit, space):
        found = [piece for piece in found if piece.space == space and sit.unit(piece).is_air]
    return found


class EngageRule(_Attacks, Rule[Engage]):
    """Fleets attack fleets in their zone, but not in a friendly port of theirs."""

    action = Engage
    title = "Sea combat"
    asks_first = True
    rule = "9.3"

    def refusals(self, state: State, action: Engage) -> list[Refusal]:
        """Enemy fleets at sea, in the zone of every fleet, in range of every air unit."""
        sit, side = self.system.situation(state), str(state.top["side"])
        found = self.attacker_refusals(state, action.fleets, "sea")
        if action.support:
            found += self.attacker_refusals(state, action.support, "air")
        where = self.system.space_name(action.space)
        if action.space not in sit.facts.hexes or not strike_targets(sit, side, action.space):
            sentence = f"No enemy fleet or air unit is in {where}."
            found.append(refuse("engage.no_target", sentence, "9.3", spaces=(action.space,)))
        elif not engage_targets(sit, side, action.space):
            sentence = "Fleets in a port of their own cannot be attacked by fleets."
            found.append(refuse("engage.port", sentence, "9.3.1", spaces=(action.space,)))
        if found:
            return found
        reach = {piece.id for piece in sit.ready_fleets(side, action.space)}
        for piece in action.fleets:
            if piece not in reach:
                name = self.system.name_of(state.piece(piece))
                sentence = f"{where} is not in the zone of {name}: three hexes by sea."
                found.append(refuse("engage.reach", sentence, "9.3", pieces=(piece,)))
        found += self.range_refusals(state, action.support, action.space, "engage.range", "9.3.2")
        powers = [state.piece(piece).power for piece in (*action.fleets, *action.support)]
        if not found and not sit.work_together(powers):
            found.append(refuse("attack.soviet", "Soviet units receive no support from others.", "12.4.3"))
        return found

    def perform(self, draft: Draft, action: Engage) -> None:
        """Declare it."""
        sit = Situation(self.system.facts, draft.state)
        side = str(draft.top["side"])
        for piece in action.fleets:
            draft.mark(piece, FOUGHT, True)
        there = [piece.id for piece in engage_targets(sit, side, action.space)]
        attack_neutrals(draft, self.system.facts, there)
        draft.emit(
            "engaged", pieces=action.fleets, support=action.support, space=action.space, important=True
        )
        _push_raid(draft, side, action.space, (*action.fleets, *action.support), there)

    def choices(self, state: State) -> Sequence[Choice]:
        """What is allowed now."""
        return choices_of(self.legal(state), ("space", "space"), ("fleets", "pieces"), ("support?", "pieces"))

    def legal(self, state: State, piece: str | None = None) -> Iterable[Engage]:
        """Every target with each fleet that reaches it, without and with the air units in range."""
        sit, side = self.system.situation(state), str(state.top["side"])
        reach = sit.fleet_zone(side)
        for space in sorted({p.space for p in sit.on_map if p.space in reach}):
            if not engage_targets(sit, side, space):
                continue
            able = [p for p in sit.ready_air(side, space) if not p.mark(FOUGHT)]
            for fleet in sit.ready_fleets(side, space):
                if piece not in (None, fleet.id):
                    continue
                help_ = tuple(p.id for p in able if (p.power == "su") is (fleet.power == "su"))
                for support in ((), help_) if help_ else ((),):
                    action = Engage(space, (fleet.id,), support)
                    if not self.refusals(state, action):
                        yield action

    def targets(self, state: State, pieces: Sequence[str]) -> Mapping[str, Target]:
        """The hexes that all these fleets can attack."""
        found = (Engage(one.space, tuple(pieces)) for one in self.legal(state, pieces[0]))
        return {one.space: Target(one.space, one) for one in found if not self.refusals(state, one)}

    def drop(self, state: State, pieces: Sequence[str], space: str, via: Sequence[str]) -> Engage | None:
        """Dropping fleets on a hex attacks it."""
        units = [state.pieces.get(piece) for piece in pieces]
        if units and all(unit is not None and self.system.facts.unit(unit).is_fleet for unit in units):
            return Engage(space, tuple(pieces))
        return None


def _push_raid(
    draft: Draft, side: str, space: str, attackers: Sequence[str], defenders: Sequence[str]
) -> None:
    draft.push(
        "raid",
        side=side,
        where=space,
        attackers=tuple(attackers),
        defenders=tuple(defenders),
        committed=(),
        answered=False,
        stage="commit",
    )
