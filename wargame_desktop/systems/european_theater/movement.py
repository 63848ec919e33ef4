"""Movement of land and air units (8.1, 8.2, 10.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from wargame_desktop.board.model import HEXSIDE, Link, Space
from wargame_desktop.board.paths import Reason, Route, explain, reach, route
from wargame_desktop.board.policy import Barred, Conditions, MovePolicy, Parts, StepCosts
from wargame_desktop.core.draft import Draft
from wargame_desktop.core.refusal import Refusal, refuse
from wargame_desktop.core.sequence import Chooser, Phase, Rule, Target
from wargame_desktop.core.state import HOLD, Piece, State

from .countries import Entry, entry
from .facts import NO_RAIL, Facts
from .model import DROPPED, LANDED, SPENT, STOPPED, Airdrop, Move, Rail, other
from .situation import Situation, side_name
from .steps import step_into, stop
from .supply import Lines

if TYPE_CHECKING:
    from .system import EuropeanTheater

AIRDROP_RANGE = 3
SPRING_MUD = 2


class StepTables:
    """Costs of steps by class of unit; they belong to the map and are made once."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.land = StepCosts(facts.board, self._land)
        self.rail = StepCosts(facts.board, self._rail)
        self.air = StepCosts(facts.board, lambda link, a, b: 1 if link.kind == HEXSIDE else Barred("box"))

    def _land(self, link: Link, a: Space, b: Space) -> int | Parts | Barred:
        if link.kind != HEXSIDE:
            return Barred("only fleets use the boxes")
        if b.id not in self.facts.ground:
            return Barred("all sea")
        if link.attrs.get("all_sea"):
            return Barred("the hexside is all sea")
        parts = [(b.terrain or "clear", self.facts.terrain(b.id, "move"))]
        parts += [
            (kind, int(str(self.facts.side_table.value(kind, "move"))))
            for kind in ("river", "strait")
            if link.attrs.get(kind)
        ]
        return tuple(parts)

    def _rail(self, link: Link, a: Space, b: Space) -> int | Barred:
        step = self._land(link, a, b)
        if isinstance(step, Barred):
            return step
        return Barred("no railways here") if self.facts.territory(b.id) in NO_RAIL else 0


def land_policy(sit: Situation, tables: StepTables, piece: Piece, lines: Lines, armored: bool) -> MovePolicy:
    """How a land unit moves: stops at enemy zones, or pays for them in Armored Action (5.1.1, 10.1.1)."""
    side = sit.side(piece)
    zone = set(sit.land_zone(other(side)).spaces) | set(_waking_zones(sit, piece.power))
    forbidden = forbidden_ground(sit, piece)
    if armored:
        extra: dict[str, int | Parts] = dict.fromkeys(zone, (("enemy zone", 1),))
        conditions = Conditions(sit.facts.board, forbidden=forbidden, extra=extra)
    else:
        conditions = Conditions(sit.facts.board, forbidden=forbidden, stop=zone, zone=zone)
    return MovePolicy(tables.land, conditions, allowance(sit, piece, lines))


def _waking_zones(sit: Situation, power: str) -> Iterable[str]:
    """Hexes next to a neutral's army inside its country: its zone is there the instant of invasion (5.1.4)."""
    for army in sit.on_map:
        if not sit.unit(army).is_land or army.space not in sit.neutral_ground:
            continue
        if entry(sit, power, army.space).invades:
            for space in sit.facts.board.neighbours(army.space, HEXSIDE):
                if space in sit.neutral_ground and sit.power_of(space) == sit.power_of(army.space):
                    yield space


def forbidden_ground(sit: Situation, piece: Piece) -> dict[str, str]:
    """Hexes a land unit may not enter, each with the reason in words."""
    side = sit.side(piece)
    found: dict[str, str] = {}
    for space in sit.facts.ground:
        crossing = entry(sit, piece.power, space)
        if crossing.refusal is not None:
            found[space] = f"{crossing.refusal.sentence.rstrip('.')}, rule {crossing.refusal.rule}"
    for stander in sit.on_map:
        space = stander.space
        if sit.side(stander) == other(side) and sit.unit(stander).is_land:
            found[space] = "enemy land units"
        elif sit.side(stander) == side and not sit.work_together((piece.power, stander.power)):
            found[space] = "Soviet and other Allied units do not stack, rule 12.4.3"
        elif (
            space in sit.neutral_ground
            and sit.power_of(space) == stander.power
            and stander.power != piece.power
        ):
            found[space] = "the army of a neutral country"
    return found


def allowance(sit: Situation, piece: Piece, lines: Lines) -> int:
    """Movement points left in this phase; half of them without supply (11.2.4)."""
    full = sit.unit(piece).move[sit.is_reduced(piece)]
    if not lines.is_supplied(piece):
        full //= 2
    if sit.option("weather") and sit.season == "spring" and sit.facts.power_of(sit.ground_of(piece)) == "su":
        full = max(0, full - SPRING_MUD)
    spent = piece.mark(SPENT) or 0
    assert isinstance(spent, int)
    return max(0, full - spent)


def air_policy(sit: Situation, tables: StepTables, piece: Piece) -> MovePolicy:
    """How an air unit moves: three times its range, twice after a landing (8.2, 8.1.3.2)."""
    side = sit.side(piece)
    forbidden: dict[str, str] = {}
    no_end: dict[str, str] = dict.fromkeys(sit.facts.hexes - sit.facts.ground, "all sea")
    zone = sit.land_zone(other(side))
    for space in sit.facts.ground:
        crossing = entry(sit, piece.power, space)
        if crossing.refusal is not None:
            forbidden[space] = f"{crossing.refusal.sentence.rstrip('.')}, rule {crossing.refusal.rule}"
        elif sit.land_at(space, other(side)):
            forbidden[space] = "enemy land units"
        elif space in zone and not sit.land_at(space, side):
            forbidden[space] = "an enemy land zone without a friendly land unit"
        elif not sit.work_together(
            [piece.power, *(p.power for p, _ in sit.at(space) if sit.side(p) == side)]
        ):
            no_end[space] = "Soviet and other Allied units do not stack, rule 12.4.3"
    times = 2 if piece.mark(LANDED) else 3
    spent = piece.mark(SPENT) or 0
    assert isinstance(spent, int)
    points = max(0, times * sit.unit(piece).range - spent)
    return MovePolicy(tables.air, Conditions(sit.facts.board, forbidden=forbidden, no_end=no_end), points)


def rail_policy(sit: Situation, tables: StepTables, piece: Piece) -> MovePolicy:
    """Rail: any distance through countries that are not neutral, clear of enemy land zones (8.1.2)."""
    side = sit.side(piece)
    zone = sit.land_zone(other(side))
    forbidden = forbidden_ground(sit, piece)
    for space in sit.facts.ground:
        if space in sit.neutral_ground and space not in forbidden and sit.power_of(space) != piece.power:
            forbidden[space] = "a neutral country"
        elif space in zone:
            forbidden[space] = "an enemy land zone"
    return MovePolicy(tables.rail, Conditions(sit.facts.board, forbidden=forbidden))


def explain_reason(sit: Situation, reason: Reason, rule: str, piece: str) -> Refusal:
    """A reason of the path search as a refusal with its rule and numbers."""
    rules = {"must_stop_before": "5.1.1", "zone_to_zone": "5.1.1"}
    numbers = {
        key: value for key, value in (("needs", reason.needs), ("has", reason.has)) if value is not None
    }
    spaces = tuple(space for space in (reason.origin, reason.space) if space)
    return refuse(
        f"movement.{reason.code}",
        reason.sentence(),
        rules.get(reason.code, rule),
        pieces=(piece,),
        spaces=spaces,
        **numbers,
    )


class _Movement:
    """What the rules of movement share: who may move now."""

    def __init__(self, system: EuropeanTheater) -> None:
        self.system = system

    def mover_refusals(self, state: State, pieces: Sequence[str], kinds: str) -> list[Refusal]:
        """Pieces of the side whose phase it is, that have not finished moving."""
        sit = self.system.situation(state)
        side = str(state.top["side"])
        if not pieces:
            return [refuse("movement.nobody", "No unit is named.", "8")]
        found: list[Refusal] = []
        for piece_id in pieces:
            piece = state.pieces.get(piece_id)
            if piece is None or piece.kind not in sit.facts.kinds:
                found.append(refuse("movement.unknown", f"There is no unit {piece_id}.", "8"))
                continue
            found += self._refusals_of(sit, piece, side, kinds)
        return found

    def _refusals_of(self, sit: Situation, piece: Piece, side: str, kinds: str) -> list[Refusal]:
        name, unit = self.system.name_of(piece), sit.unit(piece)
        if sit.side(piece) != side:
            sentence = f"{name} does not belong to {side_name(side)}."
            return [refuse("movement.not_yours", sentence, "8", pieces=(piece.id,))]
        if not sit.is_at_war(piece.power):
            sentence = "Soviet units do not move while the Soviet Union is neutral."
            return [refuse("movement.soviet_neutral", sentence, "12.4.1", pieces=(piece.id,))]
        if unit.is_fort:
            return [refuse("movement.fort", "Forts never move.", "3.3.1", pieces=(piece.id,))]
        if kinds not in (unit.arm, "any") and not (kinds == "ground" and not unit.is_fleet):
            return [refuse("movement.kind", f"{name} does not move this way.", "8", pieces=(piece.id,))]
        if piece.space not in sit.facts.hexes and kinds != "any":
            sentence = f"{name} is not on the map."
            return [refuse("movement.off_map", sentence, "8", pieces=(piece.id,))]
        if piece.mark(STOPPED):
            sentence = f"{name} has finished moving in this phase."
            return [refuse("movement.finished", sentence, "8", pieces=(piece.id,))]
        return []

    def own_units(self, state: State) -> list[Piece]:
        """The units of the phase's side that may still move."""
        return [piece for piece in state.pieces.values() if self._may_move(state, piece)]

    def _may_move(self, state: State, piece: Piece) -> bool:
        sit = self.system.situation(state)
        return piece.kind in sit.facts.kinds and not self._refusals_of(
            sit, piece, str(state.top["side"]), "any"
        )


class MoveRule(_Movement, Rule[Move]):
    """Land units by their movement factor, air units by three times their range."""

    action = Move
    title = "Move units"
    rule = "8"

    def refusals(self, state: State, action: Move) -> list[Refusal]:
        """Each unit must be able to go the whole way."""
        found = self.mover_refusals(state, action.pieces, "ground")
        if found:
            return found
        places = {state.piece(piece).space for piece in action.pieces}
        if len(places) > 1:
            return [refuse("movement.apart", "Units that move together start in the same hex.", "8")]
        for piece in action.pieces:
            found += self._not_in_armored_action(state, piece)
        if found:
            return found
        _, refused = self._path(state, action)
        return refused

    def _not_in_armored_action(self, state: State, piece: str) -> list[Refusal]:
        unit = self.system.facts.unit(state.piece(piece))
        if state.top.get("armored") is True and unit.arm != "armor":
            sentence = "Only armor moves in Armored Action."
            return [refuse("movement.only_armor", sentence, "10", pieces=(piece,))]
        return []

    def policy(self, state: State, piece: Piece) -> MovePolicy:
        """The policy of one unit in this phase."""
        sit, tables = self.system.situation(state), self.system.step_tables
        if sit.unit(piece).is_air:
            return air_policy(sit, tables, piece)
        return land_policy(sit, tables, piece, self.system.lines(state), state.top.get("armored") is True)

    def _path(self, state: State, action: Move) -> tuple[Route | None, list[Refusal]]:
        """The way all of them can go: that of the unit with the fewest points."""
        pieces = [state.piece(piece) for piece in action.pieces]
        policies = {piece.id: self.policy(state, piece) for piece in pieces}
        slowest = min(pieces, key=lambda piece: policies[piece.id].allowance or 0)
        if action.space not in self.system.facts.hexes:
            sentence = f"{action.space} is no hex of the map."
            return None, [refuse("movement.no_hex", sentence, "8", spaces=(action.space,))]
        for waypoint in action.via:
            if waypoint not in self.system.facts.hexes:
                return None, [refuse("movement.no_hex", f"{waypoint} is no hex of the map.", "8")]
        found = route(policies[slowest.id], slowest.space, *action.via, action.space)
        sit = self.system.situation(state)
        rule = "8.2" if sit.unit(slowest).is_air else "8.1"
        if found.refused is not None:
            return None, [explain_reason(sit, found.refused, rule, slowest.id)]
        if action.space == slowest.space:
            return None, [refuse("movement.stays", "The units are there already.", "8")]
        refused = []
        for piece in pieces:
            walked = explain(policies[piece.id], found.path)
            if walked.refused is not None:
                refused.append(explain_reason(sit, walked.refused, rule, piece.id))
        return found, refused

    def perform(self, draft: Draft, action: Move) -> None:
        """Go step by step; what a step sets off may need decisions."""
        found, _ = self._path(draft.state, action)
        assert found is not None
        costs = [step.cost for step in found.steps]
        draft.emit("moved", pieces=action.pieces, path=found.path)
        draft.push("march", pieces=action.pieces, path=found.path[1:], costs=costs)

    def legal(self, state: State, piece: str | None = None) -> Iterable[Move]:
        """Each unit to each hex it can reach."""
        for unit in self.own_units(state):
            if piece in (None, unit.id):
                for space in self.targets(state, (unit.id,)):
                    yield Move((unit.id,), space)

    def sample(self, state: State, chooser: Chooser) -> Move | None:
        """A unit at random to a hex at random."""
        units = [unit for unit in self.own_units(state) if unit.space in self.system.facts.hexes]
        for _ in range(min(4, len(units))):
            unit = units[chooser.randrange(len(units))]
            spaces = list(self.targets(state, (unit.id,)))
            if spaces:
                return Move((unit.id,), spaces[chooser.randrange(len(spaces))])
        return None

    def targets(self, state: State, pieces: Sequence[str]) -> Mapping[str, Target]:
        """Where these units may go together, with the cost of the way."""
        if self.mover_refusals(state, pieces, "ground"):
            return {}
        units = [state.piece(piece) for piece in pieces]
        if len({unit.space for unit in units}) > 1:
            return {}
        if any(self._not_in_armored_action(state, piece) for piece in pieces):
            return {}
        reaches = [reach(self.policy(state, unit), unit.space) for unit in units]
        slowest = min(reaches, key=len)
        found = {}
        for space, cost in slowest.costs.items():
            if all(space in other_reach for other_reach in reaches):
                action = Move(tuple(pieces), space)
                found[space] = Target(space, action, str(cost), slowest.path(space))
        return found

    def drop(self, state: State, pieces: Sequence[str], space: str, via: Sequence[str]) -> Move | None:
        """Dropping land and air units moves them."""
        units = [state.pieces.get(piece) for piece in pieces]
        if any(unit is None or self.system.facts.unit(unit).is_fleet for unit in units):
            return None
        if any(unit is not None and unit.space.startswith(HOLD) for unit in units):
            return None
        return Move(tuple(pieces), space, tuple(via))


class RailRule(_Movement, Rule[Rail]):
    """Any distance by rail, once, instead of moving by road or air."""

    action = Rail
    title = "Move by rail"
    rule = "8.1.2"

    def available(self, state: State) -> bool:
        """Not in Armored Action (10.1.2)."""
        return state.top.get("armored") is not True

    def refusals(self, state: State, action: Rail) -> list[Refusal]:
        """Neither start nor way may lie in an enemy land zone."""
        found = self.mover_refusals(state, (action.piece,), "ground")
        if found:
            return found
        piece = state.piece(action.piece)
        sit = self.system.situation(state)
        if action.space not in sit.facts.ground:
            return [refuse("movement.no_hex", f"{action.space} is no land hex.", "8.1.2")]
        if piece.mark(SPENT):
            sentence = "A unit that has moved by itself in this phase cannot take the train."
            return [refuse("rail.moved", sentence, "8.1.2", pieces=(piece.id,))]
        if piece.space in sit.land_zone(other(sit.side(piece))):
            sentence = "A unit in an enemy land zone cannot move by rail."
            return [refuse("rail.zone", sentence, "8.1.2", pieces=(piece.id,), spaces=(piece.space,))]
        walked = route(rail_policy(sit, self.system.step_tables, piece), piece.space, action.space)
        if walked.refused is not None:
            return [explain_reason(sit, walked.refused, "8.1.2", piece.id)]
        return []

    def perform(self, draft: Draft, action: Rail) -> None:
        """Ride there; that was the unit's move."""
        piece = draft.state.piece(action.piece)
        sit = Situation(self.system.facts, draft.state)
        found = route(rail_policy(sit, self.system.step_tables, piece), piece.space, action.space)
        draft.emit("railed", pieces=(piece.id,), path=found.path)
        stop(draft, (piece.id,))
        draft.push("march", pieces=(piece.id,), path=found.path[1:], costs=[0] * (len(found.path) - 1))

    def sample(self, state: State, chooser: Chooser) -> Rail | None:
        """A unit at random to a hex at random."""
        units = [unit for unit in self.own_units(state) if unit.space in self.system.facts.ground]
        if not units:
            return None
        unit = units[chooser.randrange(len(units))]
        sit = self.system.situation(state)
        if self.refusals(state, Rail(unit.id, unit.space)):
            return None
        spaces = list(reach(rail_policy(sit, self.system.step_tables, unit), unit.space))
        return Rail(unit.id, spaces[chooser.randrange(len(spaces))]) if spaces else None

    def legal(self, state: State, piece: str | None = None) -> Iterable[Rail]:
        """Each unit to each hex the railways lead to."""
        sit = self.system.situation(state)
        for unit in self.own_units(state):
            if piece in (None, unit.id) and unit.space in sit.facts.ground:
                if not self.refusals(state, Rail(unit.id, unit.space)):
                    for space in reach(rail_policy(sit, self.system.step_tables, unit), unit.space):
                        yield Rail(unit.id, space)


class AirdropRule(_Movement, Rule[Airdrop]):
    """Paratroops drop up to three hexes away, on enemies too."""

    action = Airdrop
    title = "Airdrop"
    rule = "8.1.1"

    def available(self, state: State) -> bool:
        """Not in Armored Action (10.1.2)."""
        return state.top.get("armored") is not True

    def refusals(self, state: State, action: Airdrop) -> list[Refusal]:
        """Paratroops that have not moved, three hexes, no sea."""
        found = self.mover_refusals(state, (action.piece,), "paratroop")
        if found:
            return found
        piece = state.piece(action.piece)
        sit = self.system.situation(state)
        if piece.mark(SPENT):
            sentence = "Paratroops either march or drop."
            return [refuse("airdrop.moved", sentence, "8.1.1", pieces=(piece.id,))]
        if action.space not in sit.facts.ground:
            return [refuse("airdrop.sea", f"{action.space} is no land or coastal hex.", "8.1.1")]
        grid = sit.facts.board.grid
        assert grid is not None
        far = grid.distance(piece.space, action.space)
        if not 1 <= far <= AIRDROP_RANGE:
            sentence = f"{action.space} is {far} hexes away; an airdrop reaches {AIRDROP_RANGE}."
            return [
                refuse(
                    "airdrop.range", sentence, "8.1.1", spaces=(action.space,), needs=far, has=AIRDROP_RANGE
                )
            ]
        crossing = entry(sit, piece.power, action.space)
        if crossing.refusal is not None:
            return [crossing.refusal]
        side = sit.side(piece)
        friends = [p.power for p, _ in sit.at(action.space) if sit.side(p) == side]
        if not sit.work_together([piece.power, *friends]):
            return [refuse("movement.soviet", "Soviet and other Allied units do not stack.", "12.4.3")]
        return []

    def perform(self, draft: Draft, action: Airdrop) -> None:
        """Land; on top of enemies the unit must attack."""
        draft.emit("dropped", pieces=(action.piece,), space=action.space)
        stop(draft, (action.piece,))
        step_into(draft, self.system.facts, (action.piece,), action.space)
        sit = Situation(self.system.facts, draft.state)
        side = sit.side(draft.state.piece(action.piece))
        if sit.land_at(action.space, other(side)):
            draft.mark(action.piece, DROPPED, "air")

    def legal(self, state: State, piece: str | None = None) -> Iterable[Airdrop]:
        """Every hex in range."""
        for unit in self.own_units(state):
            if self.system.facts.unit(unit).arm == "paratroop" and piece in (None, unit.id):
                if unit.space in self.system.facts.hexes:
                    for space in sorted(self.system.facts.within(unit.space, AIRDROP_RANGE)):
                        action = Airdrop(unit.id, space)
                        if not self.refusals(state, action):
                            yield action


class MarchPhase(Phase):
    """Units on their way: one step at a time, so that what a step sets off can be decided in between."""

    name = "march"
    title = "Moving"
    rule = "8"

    def __init__(self, system: EuropeanTheater) -> None:
        self.system = system

    def advance(self, draft: Draft) -> None:
        """Take the next step, or end."""
        path, costs = draft.top["path"], draft.top["costs"]
        pieces = draft.top["pieces"]
        assert isinstance(path, tuple) and isinstance(costs, tuple) and isinstance(pieces, tuple)
        if not path:
            draft.pop()
            return
        moving = [str(piece) for piece in pieces]
        before = draft.state.vars
        draft.update(path=path[1:], costs=costs[1:])
        step_into(draft, self.system.facts, moving, str(path[0]), int(str(costs[0])))
        self._must_stop(draft, moving, before != draft.state.vars)

    def _must_stop(self, draft: Draft, pieces: Sequence[str], changed: bool) -> None:
        """Stop at an enemy zone; one that came up on the way ends the rest of the path (5.1.4)."""
        sit = Situation(self.system.facts, draft.state)
        first = draft.state.piece(pieces[0])
        if not sit.unit(first).is_land or self._armored(draft.state):
            return
        if first.space in sit.land_zone(other(sit.side(first))):
            stop(draft, pieces)
            if changed:
                self._cut_short(draft)

    @staticmethod
    def _armored(state: State) -> bool:
        return any(frame.get("armored") is True for frame in state.stack)

    @staticmethod
    def _cut_short(draft: Draft) -> None:
        place = max(i for i, frame in enumerate(draft.state.stack) if frame.name == "march")
        above = [draft.pop() for _ in range(len(draft.state.stack) - 1 - place)]
        draft.update(path=(), costs=())
        for frame in reversed(above):
            draft.push_frame(frame)


__all__ = ["AirdropRule", "Entry", "MarchPhase", "MoveRule", "RailRule", "StepTables"]
