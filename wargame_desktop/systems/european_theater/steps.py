"""Units in motion: each step into a hex with everything it sets off, and the frames that carry a move on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from wargame_desktop.board.ranges import distances
from wargame_desktop.core.draft import Draft
from wargame_desktop.core.frozen import FrozenMap
from wargame_desktop.core.refusal import Refusal, refuse
from wargame_desktop.core.sequence import Choice, Phase, Prompt, Rule, Target
from wargame_desktop.core.state import HOLD, Piece, State

from . import options
from .choices import choices_of
from .countries import Entry, closed_waters, entry, invade, take_place, wake_minor
from .facts import Facts
from .model import AXIS, DEAD, NEUTRAL, SIDES, SPENT, STOPPED, Displace, other, pool_of
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
        hold_ground(draft, facts, piece_id)
    displace_enemies(draft, facts, pieces)


def attack_neutrals(draft: Draft, facts: Facts, targets: Iterable[str]) -> None:
    """Units of neutral Italy are attacked: it is at war (12.1.1), and zones reach over its border."""
    if draft.state.var("italy_neutral") is True and any(draft.state.piece(t).power == "it" for t in targets):
        draft.set("italy_neutral", False)
        draft.emit("italy_enters", important=True)
        displace_stray_air(draft, facts)


def hold_ground(draft: Draft, facts: Facts, piece_id: str) -> None:
    """A land unit takes the place it stands in, unless enemy land units dispute it (3.4.7, 5.2.3)."""
    piece = draft.state.piece(piece_id)
    sit = Situation(facts, draft.state)
    if facts.unit(piece).is_land and not sit.land_at(piece.space, other(sit.owner(piece))):
        take_place(draft, facts, piece)


def _cross_border(draft: Draft, facts: Facts, piece: Piece, space: str, sit: Situation) -> None:
    invaded = entry(sit, piece.power, space).invades
    if options.enters_syria(sit, sit.owner(piece), space):
        draft.set(options.VICHY_BARRED, True)
    if invaded:
        invade(draft, facts, piece.power, invaded)
    wake_minors(draft, sit, piece, space)


def wake_minors(draft: Draft, sit: Situation, piece: Piece, space: str) -> None:
    """An Axis unit that enters an Axis minor power, or leaves one, opens it to the Allies (12.1.2)."""
    if sit.owner(piece) != AXIS:
        return
    aboard = piece.space not in sit.facts.hexes
    here, there = piece.power if aboard else sit.power_of(piece.space), sit.power_of(space)
    if here == there:
        return
    for owner in (here, there):
        if owner in AXIS_MINORS and (owner != piece.power or owner == here):
            wake_minor(draft, owner)


def displace_enemies(draft: Draft, facts: Facts, pieces: Sequence[str]) -> None:
    """Enemy fleets in the hex must go, and air units left alone in an enemy zone (5.1.1, 5.1.3)."""
    sit = Situation(facts, draft.state)
    movers = [sit.state.piece(piece) for piece in pieces if sit.unit(sit.state.piece(piece)).is_land]
    if not movers:
        return
    foe, space = other(sit.owner(movers[0])), movers[0].space
    gone = [fleet.id for fleet in sit.fleets_at(space, foe)]
    gone += [air.id for air in sit.air_at(space, foe) if not sit.land_at(space, foe)]
    displace_with_strays(draft, facts, gone)


def displace_stray_air(draft: Draft, facts: Facts) -> None:
    """Air units that find themselves in an enemy land zone go, whatever brought it about (5.1.3)."""
    displace_with_strays(draft, facts, ())


def displace_with_strays(draft: Draft, facts: Facts, pieces: Iterable[str]) -> None:
    """These units go, and every air unit that a change of zones has left in trouble."""
    sit = Situation(facts, draft.state)
    displace(draft, facts, [*pieces, *(air.id for side in SIDES for air in air_in_trouble(sit, side))])


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
    side = sit.owner(piece)
    is_air = sit.unit(piece).is_air
    shut = {} if is_air else closed_waters(sit, side)
    nearest: list[str] = []
    least = 0
    for space, far in distances(sit.facts.air_net if is_air else sit.facts.sea_net, [piece.space]).items():
        if nearest and far > least:
            break
        if space == piece.space or space in shut or sit.enemies_in(space, side):
            continue
        if not is_welcome(sit, piece, space):
            continue
        if is_air and not _may_land(sit, piece, space):
            continue
        nearest.append(space)
        least = far
    return sorted(nearest)


def is_welcome(sit: Situation, piece: Piece, space: str) -> bool:
    """Whether a unit may stand beside its friends in a hex (12.4.3)."""
    friends = [p.power for p, _ in sit.at(space) if sit.owner(p) == sit.owner(piece)]
    return sit.work_together((piece.power, *friends))


def _may_land(sit: Situation, air: Piece, space: str) -> bool:
    """Whether an air unit may be put into a hex: land, no enemy zone, no invasion (5.1.3)."""
    side = sit.owner(air)
    if space not in sit.facts.ground or space in sit.land_zone(other(side)):
        return False
    return entry(sit, air.power, space) == Entry() and options.is_air_base(sit, air.power, space)


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
            sentence = f"{self.system.name_of(state.piece(piece))} has to be displaced first."
            return [refuse("displace.other", sentence, "5.1.1", pieces=(piece,))]
        found = refuges(self.system.situation(state), state.piece(piece))
        if action.space in found:
            return []
        named = ", ".join(map(self.system.space_name, found))
        sentence = f"The nearest hexes free of the enemy are {named}."
        return [refuse("displace.not_nearest", sentence, "5.1.1", spaces=tuple(found))]

    def perform(self, draft: Draft, action: Displace) -> None:
        """Go there."""
        draft.pop()
        settle(draft, self.system.facts, action.piece, action.space)

    def choices(self, state: State) -> Sequence[Choice]:
        """What is allowed now."""
        return choices_of(self.legal(state), ("piece", "piece"), ("space", "space"))

    def legal(self, state: State, piece: str | None = None) -> Iterable[Displace]:
        """Each nearest hex."""
        moving = str(state.top["piece"])
        if piece in (None, moving):
            for space in refuges(self.system.situation(state), state.piece(moving)):
                yield Displace(moving, space)

    def targets(self, state: State, pieces: Sequence[str]) -> Mapping[str, Target]:
        """Where the unit may go."""
        found = self.legal(state, pieces[0]) if len(pieces) == 1 else ()
        return {action.space: Target(action.space, action) for action in found}

    def drop(self, state: State, pieces: Sequence[str], space: str, via: Sequence[str]) -> Displace | None:
        """Dropping the unit displaces it."""
        return Displace(pieces[0], space) if len(pieces) == 1 else None


def settle(draft: Draft, facts: Facts, piece: str, space: str) -> None:
    """A displaced unit is in its new hex."""
    if facts.unit(draft.state.piece(piece)).is_air:
        wake_minors(draft, Situation(facts, draft.state), draft.state.piece(piece), space)
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
        piece = state.piece(str(state.top["piece"]))
        if piece.space not in self.system.facts.hexes:
            return None
        found = refuges(self.system.situation(state), piece)
        return self.system.situation(state).owner(piece) if len(found) > 1 else None

    def prompt(self, state: State) -> Prompt:
        """Where to."""
        name = self.system.name_of(state.piece(str(state.top["piece"])))
        return Prompt(f"Displace {name}", "Choose one of the nearest hexes free of the enemy.", "5.1.1")

    def advance(self, draft: Draft) -> None:
        """One place or none: no choice. A unit with nowhere to go is lost."""
        piece = str(draft.pop()["piece"])
        if draft.state.piece(piece).space not in self.system.facts.hexes:
            return  # lost or taken away before its turn came
        found = refuges(Situation(self.system.facts, draft.state), draft.state.piece(piece))
        if found:
            settle(draft, self.system.facts, piece, found[0])
        else:
            eliminate(draft, self.system.facts, (piece,))


def eliminate(draft: Draft, facts: Facts, pieces: Sequence[str]) -> None:
    """Units go back to the pool, or out of play for good (2, 7.2.5, 12.2.1)."""
    for piece_id in pieces:
        piece = draft.state.piece(piece_id)
        for held in draft.state.at(HOLD + piece_id):
            eliminate(draft, facts, (held.id,))
        draft.change(piece_id, face="front", marks=FrozenMap({}))
        draft.move((piece_id,), _grave(draft.state, facts, piece))
    draft.emit("eliminated", pieces=tuple(pieces), important=True)


def _grave(state: State, facts: Facts, piece: Piece) -> str:
    if piece.power == "fr" and state.var(options.VICHY_AXIS) is True:
        return pool_of("fr")
    conquered = state.var("conquered")
    is_out = isinstance(conquered, FrozenMap) and piece.power in conquered
    if piece.kind == "fr.maginot" or is_out or state.side_of(piece.power) == NEUTRAL:
        return DEAD
    if piece.power == "fr" and state.var("vichy"):
        return DEAD
    return pool_of(piece.power)


def stop(draft: Draft, pieces: Iterable[str]) -> None:
    """The move of these units is over for this phase."""
    for piece in pieces:
        draft.mark(piece, STOPPED, True)
