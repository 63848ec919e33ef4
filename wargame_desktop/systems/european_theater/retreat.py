"""Retreat and advance after combat, and stacking at the end of a phase (4.2.C.3, 5.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from wargame_desktop.core.draft import Draft
from wargame_desktop.core.refusal import Refusal, refuse
from wargame_desktop.core.sequence import Choice, Phase, Prompt, Rule, Target
from wargame_desktop.core.state import HOLD, Piece, State

from . import options
from .choices import choices_of
from .countries import Entry, entry
from .facts import Facts
from .fights import words
from .model import DROPPED, SIDES, Advance, Retreat, Scrap, other
from .situation import Situation
from .steps import displace_stray_air, eliminate, step_into
from .wording import listed

if TYPE_CHECKING:
    from .system import EuropeanTheater

LIMITS = {"fort": 1, "artillery": 1, "air": 1, "land": 2, "fleet": 2}
"""How many of each may stand in a hex at the end of a phase (5.2.1)."""


def retreat_hexes(sit: Situation, piece: Piece) -> list[str]:
    """Where a beaten land unit may go: one hex, no enemy zone without a friend there (5.1.1)."""
    side = sit.side(piece)
    zone = sit.land_zone(other(side))
    found = []
    for space in sit.facts.land_neighbours(piece.space):
        if sit.land_at(space, other(side)) or entry(sit, piece.power, space) != Entry():
            continue
        friends = sit.land_at(space, side)
        if space in zone and not friends:
            continue
        if sit.work_together((piece.power, *(p.power for p, _ in sit.at(space) if sit.side(p) == side))):
            found.append(space)
    return sorted(found)


def ships_for(sit: Situation, piece: Piece) -> list[str]:
    """Fleets in the hex that can take a beaten landing force aboard again (5.2.3)."""
    return [
        fleet.id
        for fleet in sit.fleets_at(piece.space, sit.side(piece))
        if sit.unit(fleet).arm == "fleet"
        and sit.cargo(fleet.id) is None
        and sit.work_together((piece.power, fleet.power))
    ]


def ways_out(sit: Situation, piece: Piece) -> list[str]:
    """Every place a beaten unit may go to."""
    if sit.unit(piece).is_fort:
        return []  # forts cannot retreat, so they fall with their hex (3.3.1)
    if piece.mark(DROPPED) == "sea":
        return [HOLD + fleet for fleet in ships_for(sit, piece)]
    if piece.mark(DROPPED) == "air" and sit.option("paratroopers"):
        return []
    return retreat_hexes(sit, piece)


class RetreatRule(Rule[Retreat]):
    """Each survivor goes one hex."""

    action = Retreat
    title = "Retreat a unit"
    rule = "4.2.C.3"

    def __init__(self, system: EuropeanTheater) -> None:
        self.system = system

    def refusals(self, state: State, action: Retreat) -> list[Refusal]:
        """A unit that has to go, to a hex that is open to it."""
        if action.piece not in words(state.top, "pieces"):
            sentence = f"{self.system.label(state, action.piece)} does not have to retreat."
            return [refuse("retreat.not_asked", sentence, "4.2.C.3")]
        piece = state.piece(action.piece)
        found = ways_out(self.system.situation(state), piece)
        if action.space in found:
            return []
        places = ", ".join(map(self.system.space_name, found))
        sentence = f"{self.system.name_of(piece)} may retreat to {places}."
        return [refuse("retreat.closed", sentence, "5.1.1", pieces=(action.piece,), spaces=tuple(found))]

    def perform(self, draft: Draft, action: Retreat) -> None:
        """Go."""
        fall_back(draft, self.system.facts, action.piece, action.space)

    def choices(self, state: State) -> Sequence[Choice]:
        """What is allowed now."""
        return choices_of(self.legal(state), ("piece", "piece"), ("space", "space"))

    def legal(self, state: State, piece: str | None = None) -> Iterable[Retreat]:
        """Every unit to every open hex."""
        for unit in words(state.top, "pieces"):
            if piece in (None, unit) and unit in state.pieces:
                for space in ways_out(self.system.situation(state), state.piece(unit)):
                    yield Retreat(unit, space)

    def targets(self, state: State, pieces: Sequence[str]) -> Mapping[str, Target]:
        """Where a unit may retreat."""
        found = self.legal(state, pieces[0]) if len(pieces) == 1 else ()
        return {action.space: Target(action.space, action) for action in found}

    def drop(self, state: State, pieces: Sequence[str], space: str, via: Sequence[str]) -> Retreat | None:
        """Dropping a unit retreats it."""
        return Retreat(pieces[0], space) if len(pieces) == 1 else None


def fall_back(draft: Draft, facts: Facts, piece: str, space: str) -> None:
    """One unit retreats."""
    rest = tuple(other_piece for other_piece in words(draft.top, "pieces") if other_piece != piece)
    draft.update(pieces=rest)
    draft.mark(piece, DROPPED, None)
    draft.emit("retreated", pieces=(piece,), space=space)
    if space.startswith(HOLD):
        draft.move((piece,), space)
    else:
        step_into(draft, facts, (piece,), space)


class RetreatPhase(Phase):
    """The losers of a battle leave."""

    name = "retreat"
    title = "Retreat"
    rule = "4.2.C.3"

    def __init__(self, system: EuropeanTheater) -> None:
        self.system = system
        rules: list[Rule[Any]] = [RetreatRule(system)]
        self.rules = rules

    def decider(self, state: State) -> str | None:
        """The owner, while somebody has more than one way."""
        sit = self.system.situation(state)
        pieces = [piece for piece in words(state.top, "pieces") if piece in state.pieces]
        ways = [ways_out(sit, state.piece(piece)) for piece in pieces]
        return str(state.top["side"]) if ways and all(len(way) > 1 for way in ways) else None

    def prompt(self, state: State) -> Prompt:
        """Who still has to go."""
        left = ", ".join(self.system.name_of(state.piece(piece)) for piece in words(state.top, "pieces"))
        return Prompt("Retreat", f"Drag each to a lit hex next to it: {left}.", self.rule)

    def advance(self, draft: Draft) -> None:
        """Those without a choice go first, or die."""
        pieces = words(draft.top, "pieces")
        sit = Situation(self.system.facts, draft.state)
        for piece in pieces:
            if piece not in draft.state.pieces or not sit.is_in_play(draft.state.piece(piece)):
                draft.update(pieces=tuple(p for p in pieces if p != piece))
                return
            ways = ways_out(sit, draft.state.piece(piece))
            if len(ways) == 1:
                fall_back(draft, self.system.facts, piece, ways[0])
                return
            if not ways:
                draft.update(pieces=tuple(p for p in pieces if p != piece))
                eliminate(draft, self.system.facts, (piece,))
                return
        draft.pop()


class AdvanceRule(Rule[Advance]):
    """The winner may enter what was vacated, whatever zones are there."""

    action = Advance
    title = "Advance"
    plain_title = "Advance no further"
    rule = "4.2.C.3"

    def __init__(self, system: EuropeanTheater) -> None:
        self.system = system

    def refusals(self, state: State, action: Advance) -> list[Refusal]:
        """Winners into vacated hexes next to them; nobody ends it."""
        if not action.pieces:
            return []
        may, spaces = words(state.top, "pieces"), words(state.top, "spaces")
        space = action.space or spaces[0]
        found = []
        if space not in spaces:
            named = self.system.space_name(space)
            found.append(refuse("advance.hex", f"{named} was not vacated.", "4.2.C.3", spaces=(space,)))
        for piece in action.pieces:
            if piece not in may:
                sentence = f"{self.system.label(state, piece)} may not advance; only winners here may, once."
                found.append(refuse("advance.who", sentence, "4.2.C.3", pieces=(piece,)))
            else:
                found += self._step_refusals(state, state.piece(piece), space)
        return found

    def _step_refusals(self, state: State, piece: Piece, space: str) -> list[Refusal]:
        """Next to it, over a border that is open to it, and not among strangers."""
        sit, facts = self.system.situation(state), self.system.facts
        is_fleet = facts.unit(piece).is_fleet
        near = facts.sea_neighbours(piece.space) if is_fleet else facts.land_neighbours(piece.space)
        if space not in near:
            sentence = f"{self.system.space_name(space)} is not next to {self.system.name_of(piece)}."
            return [refuse("advance.far", sentence, "4.2.C.3", pieces=(piece.id,), spaces=(space,))]
        friends = [p.power for p, _ in sit.at(space) if sit.owner(p) == sit.owner(piece)]
        if not sit.work_together((piece.power, *friends)):
            return [refuse("advance.soviet", "Soviet and other Allied units do not stack.", "12.4.3")]
        crossing = Entry() if is_fleet else entry(sit, piece.power, space)
        return [] if crossing.refusal is None else [crossing.refusal]

    def perform(self, draft: Draft, action: Advance) -> None:
        """Enter; those who advanced are done."""
        if not action.pieces:
            draft.pop()
            return
        space = action.space or words(draft.top, "spaces")[0]
        rest = tuple(piece for piece in words(draft.top, "pieces") if piece not in action.pieces)
        draft.update(pieces=rest)
        draft.emit("advanced", pieces=action.pieces, space=space)
        if self.system.facts.unit(draft.state.piece(action.pieces[0])).is_fleet:
            draft.push("voyage", fleets=action.pieces, path=(space,), costs=(0,), retreat=True)
        else:
            step_into(draft, self.system.facts, action.pieces, space)

    def choices(self, state: State) -> Sequence[Choice]:
        """What is allowed now."""
        return choices_of(self.legal(state), ("pieces?", "pieces"), ("space?", "space"))

    def legal(self, state: State, piece: str | None = None) -> Iterable[Advance]:
        """Nobody, or each unit into each hex."""
        yield Advance()
        for unit in words(state.top, "pieces"):
            for space in words(state.top, "spaces"):
                action = Advance((unit,), space)
                if piece in (None, unit) and not self.refusals(state, action):
                    yield action

    def targets(self, state: State, pieces: Sequence[str]) -> Mapping[str, Target]:
        """The vacated hexes that all these units may enter."""
        found = {space: Advance(tuple(pieces), space) for space in words(state.top, "spaces")}
        return {s: Target(s, action) for s, action in found.items() if not self.refusals(state, action)}

    def drop(self, state: State, pieces: Sequence[str], space: str, via: Sequence[str]) -> Advance | None:
        """Dropping winners advances them."""
        return Advance(tuple(pieces), space)


class AdvancePhase(Phase):
    """The winner enters the vacated hexes, or not."""

    name = "advance"
    title = "Advance after combat"
    rule = "4.2.C.3"

    def __init__(self, system: EuropeanTheater) -> None:
        self.system = system
        rules: list[Rule[Any]] = [AdvanceRule(system)]
        self.rules = rules

    def decider(self, state: State) -> str | None:
        """The winner, while somebody can advance."""
        rule = self.rules[0]
        assert isinstance(rule, AdvanceRule)
        able = any(action.pieces for action in rule.legal(state))
        return str(state.top["side"]) if able else None

    def prompt(self, state: State) -> Prompt:
        """Where to."""
        spaces = listed([self.system.space_name(space) for space in words(state.top, "spaces")])
        text = f"Units that won may enter {spaces}: drag them there, or advance no further."
        return Prompt("Advance", text, self.rule)


# Stacking


def excess(sit: Situation, space: str, side: str) -> list[Piece]:
    """The units among which one has to go, when a hex holds too many of a kind (5.2.1)."""
    kinds: dict[str, list[Piece]] = {}
    for piece, unit in sit.at(space):
        if sit.owner(piece) == side:
            kind = unit.arm if unit.arm in LIMITS else ("fleet" if unit.is_fleet else "land")
            kinds.setdefault(kind, []).append(piece)
    for kind, pieces in kinds.items():
        most = LIMITS[kind]
        if kind == "air":
            most = options.air_room(sit, space)
        if len(pieces) > most:
            return pieces
    return []


def crowded(sit: Situation, side: str) -> str | None:
    """A hex of a side with too many units."""
    for space in sorted({piece.space for piece in sit.on_map if sit.owner(piece) == side}):
        if excess(sit, space, side):
            return space
    return None


class ScrapRule(Rule[Scrap]):
    """The owner chooses who goes."""

    action = Scrap
    title = "Remove a unit"
    rule = "5.2.2"

    def __init__(self, system: EuropeanTheater) -> None:
        self.system = system

    def _may(self, state: State) -> list[str]:
        sit, side = self.system.situation(state), str(state.top["side"])
        space = crowded(sit, side)
        return [] if space is None else [piece.id for piece in excess(sit, space, side)]

    def refusals(self, state: State, action: Scrap) -> list[Refusal]:
        """One of the units that are too many."""
        may = self._may(state)
        if action.piece in may:
            return []
        named = ", ".join(self.system.name_of(state.piece(piece)) for piece in may)
        sentence = f"One of {named} has to go."
        return [refuse("stacking.other", sentence, "5.2.1", pieces=tuple(may))]

    def perform(self, draft: Draft, action: Scrap) -> None:
        """Eliminate it."""
        draft.emit("overstacked", pieces=(action.piece,))
        eliminate(draft, self.system.facts, (action.piece,))

    def choices(self, state: State) -> Sequence[Choice]:
        """What is allowed now."""
        return choices_of(self.legal(state), ("piece", "piece"))

    def legal(self, state: State, piece: str | None = None) -> Iterable[Scrap]:
        """Each of them."""
        return (Scrap(unit) for unit in self._may(state) if piece in (None, unit))


class StackingPhase(Phase):
    """Both sides bring their stacks within the limits, one after the other."""

    name = "stacking"
    title = "Stacking"
    rule = "5.2.2"

    def __init__(self, system: EuropeanTheater) -> None:
        self.system = system
        rules: list[Rule[Any]] = [ScrapRule(system)]
        self.rules = rules

    def decider(self, state: State) -> str | None:
        """The side with a stack too high."""
        side = str(state.top["side"])
        return side if crowded(self.system.situation(state), side) is not None else None

    def prompt(self, state: State) -> Prompt:
        """Where."""
        space = crowded(self.system.situation(state), str(state.top["side"]))
        text = (
            "Choose the unit to remove. "
            "A hex holds one fort, one artillery, one air unit, two other land units and two fleets."
        )
        return Prompt(f"Too many units in {self.system.space_name(str(space))}", text, self.rule)

    def advance(self, draft: Draft) -> None:
        """On to the other side, then end."""
        side = str(draft.top["side"])
        draft.pop()
        if side == SIDES[0]:
            draft.push("stacking", side=SIDES[1])
        else:
            displace_stray_air(draft, self.system.facts)
