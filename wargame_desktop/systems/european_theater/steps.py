"""Units in motion: each step into a hex with everything it sets off, and the frames that carry a move on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from wargame_desktop.core.draft import Draft
from wargame_desktop.core.frozen import FrozenMap
from wargame_desktop.core.refusal import Refusal, refuse
from wargame_desktop.core.sequence import Phase, Prompt, Rule
from wargame_desktop.core.state import Piece, State

from .countries import Entry, entry, invade, take_place, wake_minor
from .facts import Facts
from .model import AXIS, SPENT, STOPPED, Displace, other, pool_of
from .situation import AXIS_MINORS, Situation

if TYPE_CHECKING:
    from .system import EuropeanTheater


def step_into(draft: Draft, facts: Facts, pieces: Sequence[str], space: str, cost: int = 0) -> None:
    """Land or air units enter a hex: borders, invasion, control, displacement."""
    for piece_id in pieces:
        piece = draft.state.piece(piece_id)
        sit = Situation(facts, draft.state)
        _cross_border(draft, facts, piece, space, sit)
        spent = piece.mark(SPENT) or 0
        assert isinstance(spent, int)
        if cost:
            draft.mark(piece_id, SPENT, spent + cost)
    draft.move(pieces, space)
    for piece_id in pieces:
        piece = draft.state.piece(piece_id)
        if facts.unit(piece).is_land:
            take_place(draft, facts, piece)
    displace_enemies(draft, facts, pieces)


def _cross_border(draft: Draft, facts: Facts, piece: Piece, space: str, sit: Situation) -> None:
    invaded = entry(sit, piece.power, space).invades
    if invaded:
        invade(draft, facts, piece.power, invaded)
    here, there = sit.power_of(sit.ground_of(piece)), sit.power_of(space)
    if sit.side(piece) == AXIS and here != there:
        for owner in (here, there):
            if owner in AXIS_MINORS and (owner != piece.power or owner == here):
                wake_minor(draft, owner)


def displace_enemies(draft: Draft, facts: Facts, pieces: Sequence[str]) -> None:
    """Enemy fleets in the hex and enemy air units in the zone must go (5.1.1)."""
    sit = Situation(facts, draft.state)
    movers = [sit.state.piece(piece) for piece in pieces if sit.unit(sit.state.piece(piece)).is_land]
    if not movers:
        return
    space = movers[0].space
    side = sit.side(movers[0])
    foe = other(side)
    gone = [fleet.id for fleet in sit.fleets_at(space, foe)]
    gone += [air.id for air in air_in_trouble(sit, foe)]
    displace(draft, facts, gone)


def air_in_trouble(sit: Situation, side: str) -> list[Piece]:
    """A side's air units in an enemy land zone without a land unit of their own beside them (5.1.3)."""
    zone = sit.land_zone(other(side))
    return [
        piece
        for piece in sit.on_map
        if sit.side(piece) == side
        and sit.unit(piece).is_air
        and piece.space in zone
        and not sit.land_at(piece.space, side)
    ]


def displace(draft: Draft, facts: Facts, pieces: Iterable[str]) -> None:
    """Ask for each piece in turn where it goes; the last asked for is answered first."""
    for piece in reversed(list(dict.fromkeys(pieces))):
        draft.push("displace", piece=piece)


def refuges(sit: Situation, piece: Piece) -> list[str]:
    """The nearest hexes a displaced unit may go to; several when they are equally near."""
    grid = sit.facts.board.grid
    assert grid is not None
    side = sit.side(piece)
    unit = sit.unit(piece)
    zone = sit.land_zone(other(side))
    found: dict[int, list[str]] = {}
    for space in sorted(sit.facts.water if unit.is_fleet else sit.facts.ground):
        if space not in sit.facts.hexes or space == piece.space or sit.enemies_in(space, side):
            continue
        if unit.is_air and (space in zone or entry(sit, piece.power, space) != Entry()):
            continue
        if unit.is_air and sit.air_at(space, side):
            continue
        found.setdefault(grid.distance(piece.space, space), []).append(space)
    return found[min(found)] if found else []


class DisplaceRule(Rule[Displace]):
    """The owner chooses among the nearest free hexes."""

    action = Displace
    title = "Displace the unit"
    rule = "5.1.1"

    def __init__(self, system: EuropeanTheater) -> None:
        self.system = system

    def refusals(self, state: State, action: Displace) -> list[Refusal]:
        """Only the unit asked for, only to a nearest hex."""
        piece = str(state.top["piece"])
        if action.piece != piece:
            return [refuse("displace.other", f"{piece} has to be displaced first.", "5.1.1", pieces=(piece,))]
        found = refuges(self.system.situation(state), state.piece(piece))
        if action.space in found:
            return []
        sentence = f"The nearest hexes free of the enemy are {', '.join(found)}."
        return [refuse("displace.not_nearest", sentence, "5.1.1", spaces=tuple(found))]

    def perform(self, draft: Draft, action: Displace) -> None:
        """Go there."""
        draft.pop()
        settle(draft, action.piece, action.space)

    def legal(self, state: State, piece: str | None = None) -> Iterable[Displace]:
        """Each nearest hex."""
        moving = str(state.top["piece"])
        if piece in (None, moving):
            for space in refuges(self.system.situation(state), state.piece(moving)):
                yield Displace(moving, space)

    def drop(self, state: State, pieces: Sequence[str], space: str, via: Sequence[str]) -> Displace | None:
        """Dropping the unit displaces it."""
        return Displace(pieces[0], space) if len(pieces) == 1 else None


def settle(draft: Draft, piece: str, space: str) -> None:
    """A displaced unit is in its new hex."""
    draft.move((piece,), space)
    draft.emit("displaced", pieces=(piece,), space=space)


class DisplacePhase(Phase):
    """A unit has to make way."""

    name = "displace"
    title = "Displacement"
    rule = "5.1.1"

    def __init__(self, system: EuropeanTheater) -> None:
        self.system = system
        rules: list[Rule[Any]] = [DisplaceRule(system)]
        self.rules = rules

    def decider(self, state: State) -> str | None:
        """The owner, when there is a choice."""
        piece = state.pieces.get(str(state.top["piece"]))
        if piece is None:
            return None
        found = refuges(self.system.situation(state), piece)
        return self.system.situation(state).side(piece) if len(found) > 1 else None

    def prompt(self, state: State) -> Prompt:
        """Where to."""
        name = self.system.name_of(state.piece(str(state.top["piece"])))
        return Prompt(f"Displace {name}", "Choose one of the nearest hexes free of the enemy.", "5.1.1")

    def advance(self, draft: Draft) -> None:
        """One place or none: no choice. A unit with nowhere to go is lost."""
        piece = str(draft.pop()["piece"])
        if piece not in draft.state.pieces:
            return
        found = refuges(Situation(self.system.facts, draft.state), draft.state.piece(piece))
        if found:
            settle(draft, piece, found[0])
        else:
            eliminate(draft, self.system.facts, (piece,))


def eliminate(draft: Draft, facts: Facts, pieces: Sequence[str]) -> None:
    """Units go back to the pool, or out of play for good (2, 7.2.5, 12.2.1)."""
    for piece_id in pieces:
        piece = draft.state.piece(piece_id)
        for held in draft.state.at(f"in:{piece_id}"):
            eliminate(draft, facts, (held.id,))
        draft.change(piece_id, face="front", marks=FrozenMap({}))
        draft.move((piece_id,), _grave(draft.state, facts, piece))
    draft.emit("eliminated", pieces=tuple(pieces), important=True)


def _grave(state: State, facts: Facts, piece: Piece) -> str:
    conquered = state.var("conquered")
    is_out = isinstance(conquered, FrozenMap) and piece.power in conquered
    if piece.kind == "fr.maginot" or is_out or state.side_of(piece.power) == "neutral":
        return "dead"
    if piece.power == "fr" and state.var("vichy"):
        return "dead"
    return pool_of(piece.power)


def stop(draft: Draft, pieces: Iterable[str]) -> None:
    """The move of these units is over for this phase."""
    for piece in pieces:
        draft.mark(piece, STOPPED, True)
