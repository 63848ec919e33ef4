"""Movement of land and air units (8.1, 8.2, 10.1)."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from wargame_desktop.board.paths import Reach, Route, explain, reach, route
from wargame_desktop.board.policy import MovePolicy
from wargame_desktop.core.action import Action
from wargame_desktop.core.draft import Draft
from wargame_desktop.core.refusal import Refusal, refuse
from wargame_desktop.core.sequence import Choice, Chooser, Phase, Rule, Target
from wargame_desktop.core.state import HOLD, Piece, State

from . import options
from .countries import Entry, borders, entry
from .fights import words
from .model import DROPPED, LANDED, MUD, SHORT, SPENT, STOPPED, Airdrop, Move, Rail, other
from .routes import air_policy, explain_reason, intended, land_policy, rail_policy
from .situation import Situation, side_name
from .steps import displace, displace_stray_air, step_into, stop

if TYPE_CHECKING:
    from .system import EuropeanTheater

AIRDROP_RANGE = 3
_WRONG_KIND = {
    "ground": ("is a fleet, and fleets sail", "8.3"),
    "sea": ("is no fleet and does not sail", "8.3"),
    "paratroop": ("cannot drop; only paratroops can", "8.1.1"),
}
"""Why a unit does not move in the way it is asked to."""


def mover_refusals(
    system: EuropeanTheater, state: State, pieces: Sequence[str], kinds: str, anywhere: bool = False
) -> list[Refusal]:
    """Why these pieces may not move now: they must belong to the phase's side and not have finished.

    `kinds` is ground (land and air), sea, paratroop or any; `anywhere` lets them be aboard or in a box.
    """
    sit = system.situation(state)
    side = str(state.top["side"])
    if not pieces:
        return [refuse("movement.nobody", "No unit is named.", "8")]
    found: list[Refusal] = []
    for piece_id in pieces:
        piece = state.pieces.get(piece_id)
        if piece is None or piece.kind not in sit.facts.kinds:
            found.append(refuse("movement.unknown", f"There is no unit {piece_id}.", "8"))
        else:
            found += _refusals_of(system, sit, piece, side, kinds, anywhere)
    if len(set(pieces)) < len(pieces):
        found.append(refuse("movement.twice", "A unit is named twice.", "8"))
    return found or options.mover_refusals(sit, pieces)


def _refusals_of(
    system: EuropeanTheater, sit: Situation, piece: Piece, side: str, kinds: str, anywhere: bool
) -> list[Refusal]:
    name, unit = system.name_of(piece), sit.unit(piece)
    fits = {"ground": not unit.is_fleet, "sea": unit.is_fleet, "any": True}.get(kinds, unit.arm == kinds)
    in_place = unit.is_fleet or anywhere or piece.space in sit.facts.hexes
    if sit.owner(piece) != side:
        found = ("movement.not_yours", f"{name} does not belong to {side_name(side)}.", "8")
    elif piece.power == "su" and not sit.is_at_war("su"):
        sentence = "Soviet units do not move while the Soviet Union is neutral."
        found = ("movement.soviet_neutral", sentence, "12.4.1")
    elif unit.is_fort:
        found = ("movement.fort", "Forts never move.", "3.3.1")
    elif not fits:
        found = ("movement.kind", f"{name} {_WRONG_KIND[kinds][0]}.", _WRONG_KIND[kinds][1])
    elif not in_place or not sit.is_in_play(piece):
        found = ("movement.off_map", f"{name} is not on the map.", "8")
    elif piece.mark(STOPPED):
        found = ("movement.finished", f"{name} has finished moving in this phase.", "8")
    elif unit.is_fleet and not sit.is_ready(piece):
        found = ("movement.ops_complete", f"{name} is Ops Complete and cannot move.", "3.4.3")
    else:
        return []
    return [refuse(*found, pieces=(piece.id,))]


class _Movement:
    """What the rules of movement share."""

    def __init__(self, system: EuropeanTheater) -> None:
        self.system = system

    def mover_refusals(self, state: State, pieces: Sequence[str], kinds: str) -> list[Refusal]:
        """Why these pieces may not move now."""
        return mover_refusals(self.system, state, pieces, kinds)

    def own_units(self, state: State) -> list[Piece]:
        """The land and air units of the phase's side that may still move."""
        sit, side = self.system.situation(state), str(state.top["side"])
        return [
            piece for piece in sit.on_map if not _refusals_of(self.system, sit, piece, side, "ground", False)
        ]


class RegularOnly:
    """What Armored Action leaves out, with the words that refuse it there (10.1.2)."""

    not_armored = ""
    not_armored_rule = "10.1.2"

    def available(self, state: State) -> bool:
        """In the movement phase of a player turn alone."""
        return state.top.get("armored") is not True

    def why_not_now(self, state: State, action: Action) -> list[Refusal]:
        """Armored Action has no such movement."""
        return [refuse("movement.armored_action", self.not_armored, self.not_armored_rule)]


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

    def policy(self, state: State, piece: Piece, through: frozenset[str]) -> MovePolicy:
        """The policy of one unit in this phase, into the neutral countries it is meant to invade."""
        sit, tables = self.system.situation(state), self.system.step_tables
        if sit.unit(piece).is_air:
            return air_policy(sit, tables, piece, through)
        armored = state.top.get("armored") is True
        return land_policy(sit, tables, piece, self.system.lines(state), armored, through)

    def through(self, state: State, action: Move) -> frozenset[str]:
        """The neutral countries a move names."""
        power = state.piece(action.pieces[0]).power
        return intended(self.system.situation(state), power, (*action.via, action.space))

    def _path(self, state: State, action: Move) -> tuple[Route | None, list[Refusal]]:
        """The way all of them can go: that of the unit with the fewest points."""
        pieces = [state.piece(piece) for piece in action.pieces]
        through = self.through(state, action)
        policies = {piece.id: self.policy(state, piece, through) for piece in pieces}
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
            return None, [explain_reason(self.system, state, found.refused, rule, slowest.id)]
        if action.space == slowest.space:
            return None, [refuse("movement.stays", "The units are there already.", "8")]
        refused = []
        for piece in pieces:
            walked = explain(policies[piece.id], found.path)
            if walked.refused is not None:
                refused.append(explain_reason(self.system, state, walked.refused, rule, piece.id))
        return found, refused

    def perform(self, draft: Draft, action: Move) -> None:
        """Go step by step; what a step sets off may need decisions."""
        found, _ = self._path(draft.state, action)
        assert found is not None
        costs = [step.cost for step in found.steps]
        draft.emit("moved", pieces=action.pieces, path=found.path)
        lines = self.system.lines(draft.state)
        for piece in [draft.state.piece(piece) for piece in action.pieces]:
            fresh = not piece.mark(SPENT) and self.system.facts.unit(piece).is_land
            if fresh and not lines.is_supplied(piece):
                draft.mark(piece.id, SHORT, True)
            if fresh and options.in_mud(self.system.situation(draft.state), piece):
                draft.mark(piece.id, MUD, True)
        through = tuple(sorted(self.through(draft.state, action)))
        draft.push("march", pieces=action.pieces, path=found.path[1:], costs=costs, through=through)

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
        sit = self.system.situation(state)
        crossings = borders(sit, units[0].power)
        every = frozenset(crossing.invades for crossing in crossings.values()) - {""}
        result = self._reached(state, units, frozenset())
        # No way may enter a neutral country in passing, so each is asked for by itself.
        for country in sorted(intended(sit, units[0].power, self._reaches(state, units, every)[0])):
            own = {s for s, crossing in crossings.items() if crossing.invades == country}
            result.update(self._reached(state, units, frozenset((country,)), own))
        return result

    def _reaches(self, state: State, units: Sequence[Piece], through: frozenset[str]) -> list[Reach]:
        """How far each unit gets, the one with the fewest places first."""
        found = [reach(self.policy(state, unit, through), unit.space) for unit in units]
        return sorted(found, key=len)

    def _reached(
        self,
        state: State,
        units: Sequence[Piece],
        through: frozenset[str],
        only: Container[str] | None = None,
    ) -> dict[str, Target]:
        slowest, *others = self._reaches(state, units, through)
        pieces = tuple(unit.id for unit in units)
        return {
            space: Target(space, Move(pieces, space), str(cost), slowest.path(space))
            for space, cost in slowest.costs.items()
            if (only is None or space in only) and all(space in one for one in others)
        }

    def drop(self, state: State, pieces: Sequence[str], space: str, via: Sequence[str]) -> Move | None:
        """Dropping land and air units moves them."""
        units = [state.pieces.get(piece) for piece in pieces]
        if any(unit is None or self.system.facts.unit(unit).is_fleet for unit in units):
            return None
        if any(unit is not None and unit.space.startswith(HOLD) for unit in units):
            return None
        return Move(tuple(pieces), space, tuple(via))


class RailRule(RegularOnly, _Movement, Rule[Rail]):
    """Any distance by rail, once, instead of moving by road or air."""

    action = Rail
    title = "Move by rail"
    rule = "8.1.2"
    not_armored = "There is no rail movement in Armored Action."

    def refusals(self, state: State, action: Rail) -> list[Refusal]:
        """Neither start nor way may lie in an enemy land zone."""
        found = self._boarding_refusals(state, action.piece)
        if found:
            return found
        piece = state.piece(action.piece)
        sit = self.system.situation(state)
        if action.space not in sit.facts.ground:
            sentence = f"{self.system.space_name(action.space)} is no land or coastal hex."
            return [refuse("movement.no_hex", sentence, "8.1.2", spaces=(action.space,))]
        if action.space == piece.space:
            return [refuse("movement.stays", "The unit is there already.", "8.1.2", pieces=(piece.id,))]
        walked = route(rail_policy(sit, self.system.step_tables, piece), piece.space, action.space)
        if walked.refused is not None:
            return [explain_reason(self.system, state, walked.refused, "8.1.2", piece.id)]
        return []

    def _boarding_refusals(self, state: State, unit: str) -> list[Refusal]:
        """Why a unit cannot take a train at all."""
        found = self.mover_refusals(state, (unit,), "ground")
        if found:
            return found
        sit, piece = self.system.situation(state), state.piece(unit)
        name = self.system.name_of(piece)
        if piece.mark(SPENT):
            sentence = f"{name} has moved by itself in this phase and cannot take the train."
            return [refuse("rail.moved", sentence, "8.1.2", pieces=(piece.id,))]
        if piece.space in sit.land_zone(other(sit.owner(piece))):
            where = self.system.space_name(piece.space)
            sentence = f"{name} is in an enemy land zone in {where} and cannot move by rail."
            return [refuse("rail.zone", sentence, "8.1.2", pieces=(piece.id,), spaces=(piece.space,))]
        return []

    def perform(self, draft: Draft, action: Rail) -> None:
        """Ride there; that was the unit's move."""
        piece = draft.state.piece(action.piece)
        sit = Situation(self.system.facts, draft.state)
        found = route(rail_policy(sit, self.system.step_tables, piece), piece.space, action.space)
        draft.emit("railed", pieces=(piece.id,), path=found.path)
        stop(draft, (piece.id,))
        costs = [0] * (len(found.path) - 1)
        draft.push("march", pieces=(piece.id,), path=found.path[1:], costs=costs, through=())

    def sample(self, state: State, chooser: Chooser) -> Rail | None:
        """A unit at random to a hex at random."""
        units = [unit for unit in self.own_units(state) if unit.space in self.system.facts.ground]
        if not units:
            return None
        unit = units[chooser.randrange(len(units))]
        sit = self.system.situation(state)
        if self._boarding_refusals(state, unit.id):
            return None
        spaces = list(reach(rail_policy(sit, self.system.step_tables, unit), unit.space))
        return Rail(unit.id, spaces[chooser.randrange(len(spaces))]) if spaces else None

    def choices(self, state: State) -> Sequence[Choice]:
        """The units that could take a train; where to is picked on the map."""
        able = [unit for unit in self.own_units(state) if unit.space in self.system.facts.ground]
        free = [unit.id for unit in able if not self._boarding_refusals(state, unit.id)]
        return (Choice("piece", "piece", tuple(free)), Choice("space", "space"))

    def legal(self, state: State, piece: str | None = None) -> Iterable[Rail]:
        """Each unit to each hex the railways lead to."""
        for unit in self.own_units(state):
            if piece in (None, unit.id):
                yield from (Rail(unit.id, space) for space in self.targets(state, (unit.id,)))

    def targets(self, state: State, pieces: Sequence[str]) -> Mapping[str, Target]:
        """Where the railways lead one unit."""
        sit = self.system.situation(state)
        unit = state.pieces.get(pieces[0]) if len(pieces) == 1 else None
        if unit is None or unit.space not in sit.facts.ground:
            return {}
        if self._boarding_refusals(state, unit.id):
            return {}
        found = reach(rail_policy(sit, self.system.step_tables, unit), unit.space)
        return {space: Target(space, Rail(unit.id, space), "rail", found.path(space)) for space in found}


class AirdropRule(RegularOnly, _Movement, Rule[Airdrop]):
    """Paratroops drop up to three hexes away, on enemies too."""

    action = Airdrop
    title = "Airdrop"
    rule = "8.1.1"
    not_armored = "There are no airdrops in Armored Action."

    def refusals(self, state: State, action: Airdrop) -> list[Refusal]:
        """Paratroops that have not moved, three hexes, no sea."""
        found = self.mover_refusals(state, (action.piece,), "paratroop")
        if found:
            return found
        piece = state.piece(action.piece)
        sit = self.system.situation(state)
        name, where = self.system.name_of(piece), self.system.space_name(action.space)
        if piece.mark(SPENT):
            sentence = f"{name} has marched in this phase; paratroops either march or drop."
            return [refuse("airdrop.moved", sentence, "8.1.1", pieces=(piece.id,))]
        if piece.mark(LANDED):
            sentence = f"{name} has come by sea; after a landing it moves on over land."
            return [refuse("airdrop.landed", sentence, "8.1.3.2", pieces=(piece.id,))]
        if action.space not in sit.facts.ground:
            sentence = f"{where} is no land or coastal hex."
            return [refuse("airdrop.sea", sentence, "8.1.1", spaces=(action.space,))]
        grid = sit.facts.board.grid
        assert grid is not None
        far = grid.distance(piece.space, action.space)
        if not 1 <= far <= AIRDROP_RANGE:
            sentence = f"{where} is {far} hexes from {name}; an airdrop reaches {AIRDROP_RANGE}."
            return [
                refuse(
                    "airdrop.range", sentence, "8.1.1", spaces=(action.space,), needs=far, has=AIRDROP_RANGE
                )
            ]
        crossing = entry(sit, piece.power, action.space)
        if crossing.refusal is not None:
            return [crossing.refusal]
        friends = [p.power for p, _ in sit.at(action.space) if sit.owner(p) == sit.owner(piece)]
        if not sit.work_together([piece.power, *friends]):
            return [refuse("movement.soviet", "Soviet and other Allied units do not stack.", "12.4.3")]
        return []

    def perform(self, draft: Draft, action: Airdrop) -> None:
        """Land; on top of enemies the unit must attack."""
        draft.emit("dropped", pieces=(action.piece,), space=action.space)
        stop(draft, (action.piece,))
        step_into(draft, self.system.facts, (action.piece,), action.space)
        sit = Situation(self.system.facts, draft.state)
        foe = other(sit.owner(draft.state.piece(action.piece)))
        if sit.land_at(action.space, foe):
            draft.mark(action.piece, DROPPED, "air")
            displace(draft, self.system.facts, [air.id for air in sit.air_at(action.space, foe)])

    def legal(self, state: State, piece: str | None = None) -> Iterable[Airdrop]:
        """Every hex in range."""
        for unit in self.own_units(state):
            able = self.system.facts.unit(unit).arm == "paratroop" and piece in (None, unit.id)
            near = self.system.facts.within(unit.space, AIRDROP_RANGE) if able else frozenset()
            for space in sorted(near):
                action = Airdrop(unit.id, space)
                if not self.refusals(state, action):
                    yield action

    def targets(self, state: State, pieces: Sequence[str]) -> Mapping[str, Target]:
        """Where one unit of paratroops may come down."""
        found = self.legal(state, pieces[0]) if len(pieces) == 1 else ()
        return {action.space: Target(action.space, action, "drop") for action in found}


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
        if not path or self._closed(draft, str(pieces[0]), str(path[0])):
            draft.pop()
            if self.system.facts.unit(draft.state.piece(str(pieces[0]))).is_air:
                displace_stray_air(draft, self.system.facts)  # it may have brought a country into the war
            return
        moving = [str(piece) for piece in pieces]
        draft.update(path=path[1:], costs=costs[1:])
        step_into(draft, self.system.facts, moving, str(path[0]), int(str(costs[0])))
        self._must_stop(draft, moving)

    def _closed(self, draft: Draft, piece: str, space: str) -> bool:
        """Whether something on the way has closed the next hex: Paris fell, or the unit is no more."""
        sit = Situation(self.system.facts, draft.state)
        mover = draft.state.piece(piece)
        crossing = entry(sit, mover.power, space) if space in sit.facts.ground else Entry()
        if mover.space not in sit.facts.hexes or crossing.refusal is not None:
            return True
        return bool(crossing.invades) and crossing.invades not in words(draft.top, "through")

    def _must_stop(self, draft: Draft, pieces: Sequence[str]) -> None:
        """Stop at an enemy zone, also one that came up on the way (5.1.1, 5.1.4)."""
        sit = Situation(self.system.facts, draft.state)
        first = draft.state.piece(pieces[0])
        if not sit.unit(first).is_land or self._armored(draft.state):
            return
        if first.space in sit.land_zone(other(sit.owner(first))):
            stop(draft, pieces)
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
