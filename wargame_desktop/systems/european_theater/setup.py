"""The set-up: where every counter begins, and the free placement of the campaign of 1939 (2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from wargame_desktop.core.draft import Draft
from wargame_desktop.core.frozen import EMPTY, FrozenMap
from wargame_desktop.core.refusal import Refusal, refuse
from wargame_desktop.core.sequence import Choice, Chooser, Phase, Prompt, Rule, Target
from wargame_desktop.core.state import Piece, PieceTable, State, frame

from . import options
from .commit import PassRule
from .facts import Facts
from .model import ALLIES, AXIS, DEAD, Auto, Place, pool_of, track_of
from .options_events import strengthen_france
from .retreat import LIMITS
from .setup_lots import HISTORY, Lot, Step, set_up_steps
from .situation import Situation, side_name
from .wording import counted

if TYPE_CHECKING:
    from .system import EuropeanTheater

OPTIONAL = ("fr.army_1", "fr.vichy_air")
"""Counters that only an optional rule brings into play."""
SCOPE_NAMES = {
    "power": "this power, as in history",
    "rest": "what is still waiting",
    "all": "everybody, as in history",
}
"""How much the program sets up, in the notation and for people."""
SCOPES = tuple(SCOPE_NAMES)


# Where every counter begins


def opening(system: EuropeanTheater, state: State) -> State:
    """The scenario's set-up, with every counter it does not name in its pool, on the track, or out."""
    start: dict[str, Any] = {
        "turn": 1,
        "holders": FrozenMap(dict(state.powers)),
        "conquered": EMPTY,
        "italy_neutral": False,
        "ussr_neutral": False,
        "us_entered": False,
        "us_delay": 0,
        "active_minors": (),
        "iraq": "quiet",
        "vichy": "",
        "lend": FrozenMap({"gb": 0, "su": 0}),
        "territories": EMPTY,
    }
    given = dict(state.vars)
    holders, dead = given.pop("holders", EMPTY), given.pop("dead", ())
    assert isinstance(holders, FrozenMap) and isinstance(dead, tuple)
    start["holders"] = start["holders"].update(holders)
    state = replace(state, vars=EMPTY.update({**start, **given}), stack=state.stack or (frame("game"),))
    rest = [_unnamed(system.facts, piece, state, dead) for piece in _counters(system, state)]
    state = replace(state, pieces=PieceTable([*state.pieces.values(), *rest]))
    return _reduce_russian_fleet(state)


def _counters(system: EuropeanTheater, state: State) -> Iterable[Piece]:
    """The counters that the scenario does not place, each in its pool."""
    (units,) = system.data.units
    for counter in units.counters.values():
        for piece_id in counter.piece_ids():
            if piece_id not in state.pieces:
                yield Piece(piece_id, counter.id, counter.power, pool_of(counter.power))


def _unnamed(facts: Facts, piece: Piece, state: State, dead: tuple[Any, ...]) -> Piece:
    turn, conquered = state.vars["turn"], state.vars["conquered"]
    assert isinstance(turn, int) and isinstance(conquered, FrozenMap)
    row = facts.arrivals.rows.get(piece.kind)
    due = int(str(row["turn"])) if row is not None else 0
    if piece.power in conquered or piece.kind in OPTIONAL or piece.id in dead:
        return replace(piece, space=DEAD)
    return replace(piece, space=track_of(due)) if due > turn else piece


def _reduce_russian_fleet(state: State) -> State:
    fleet = state.pieces.get("su.fleet")
    if fleet is None or state.options.get("russian_fleet") is not True:
        return state
    others = (piece for piece in state.pieces.values() if piece.id != fleet.id)
    return replace(state, pieces=PieceTable([*others, replace(fleet, face="back")]))


# Free set-up


def lot_of(step: Step, piece: str) -> Lot | None:
    """The lot a piece belongs to in a step."""
    return next((lot for lot in step.lots if piece in lot.pieces), None)


def _kind(sit: Situation, piece: Piece) -> str:
    unit = sit.unit(piece)
    return unit.arm if unit.arm in LIMITS else ("fleet" if unit.is_fleet else "land")


def has_room(sit: Situation, piece: Piece, space: str) -> bool:
    """Whether a hex has room for one more of its kind (5.2.1)."""
    kind = _kind(sit, piece)
    there = [p for p, _ in sit.at(space) if p.id != piece.id and _kind(sit, p) == kind]
    most = options.air_room(sit, space) if kind == "air" else LIMITS[kind]
    return len(there) < most


def placement_refusals(
    sit: Situation, step: Step, piece_id: str, space: str, name: str = ""
) -> list[Refusal]:
    """Why a unit may not be set up in a hex; `name` is what people call it."""
    lot, piece = lot_of(step, piece_id), sit.state.pieces.get(piece_id)
    if lot is None or piece is None:
        sentence = f"{name or piece_id} is not one of the units to be set up now: those of {step.name}."
        return [refuse("setup.not_now", sentence, step.rule)]
    if space not in sit.facts.hexes or space not in lot.zone(sit.facts):
        sentence = f"{name or piece_id} is set up {lot.where}."
        return [refuse("setup.zone", sentence, step.rule, pieces=(piece_id,), spaces=(space,))]
    if sit.unit(piece).is_air and not _may_base(sit, space):
        sentence = "Air units are based in cities and ports."
        return [refuse("setup.air_base", sentence, "optional: air base", spaces=(space,))]
    if not has_room(sit, piece, space):
        full = sit.facts.space(space).name or space
        sentence = f"{full} is full: one fort, one artillery, one air unit, two other land units, two fleets."
        return [refuse("setup.stacking", sentence, "5.2.1", pieces=(piece_id,), spaces=(space,))]
    return []


def _may_base(sit: Situation, space: str) -> bool:
    built = sit.facts.has(space, "city") or sit.facts.has(space, "port")
    return built or not sit.option("air_bases")


def step_in_charge(sit: Situation) -> Step:
    """The part of the set-up in progress."""
    at = sit.state.top["at"]
    assert isinstance(at, int)
    return set_up_steps(sit)[at]


def waiting(sit: Situation, step: Step) -> list[str]:
    """The units of a step that are not on the map yet."""
    units = [piece for lot in step.lots for piece in lot.pieces]
    return [piece for piece in units if sit.state.piece(piece).space not in sit.facts.hexes]


def put(draft: Draft, step: Step, piece: str, space: str) -> None:
    """A unit takes its place, on the side the set-up names."""
    lot = lot_of(step, piece)
    assert lot is not None
    draft.change(piece, face="back" if piece in lot.reduced else "front")
    draft.move((piece,), space)
    draft.emit("placed", pieces=(piece,), space=space)


def place_for(draft: Draft, facts: Facts, step: Step, pieces: Iterable[str]) -> None:
    """Set units up where history had them, or in the nearest hex the rules allow."""
    grid = facts.board.grid
    assert grid is not None
    for piece in pieces:
        sit = Situation(facts, draft.state)
        lot, wish = lot_of(step, piece), HISTORY[piece]
        assert lot is not None
        near = sorted(lot.zone(facts), key=lambda space: (grid.distance(wish, space), space))
        put(draft, step, piece, next(s for s in near if not placement_refusals(sit, step, piece, s)))


class PlaceRule(Rule[Place]):
    """Place a unit of the power that sets up now, or place it anew."""

    action = Place
    title = "Set a unit up"
    rule = "2"

    def __init__(self, system: EuropeanTheater) -> None:
        self.system = system

    def refusals(self, state: State, action: Place) -> list[Refusal]:
        """In its zone, within the stacking limits."""
        sit = self.system.situation(state)
        name = self.system.label(state, action.piece)
        return placement_refusals(sit, step_in_charge(sit), action.piece, action.space, name)

    def perform(self, draft: Draft, action: Place) -> None:
        """Put it there."""
        step = step_in_charge(Situation(self.system.facts, draft.state))
        put(draft, step, action.piece, action.space)

    def legal(self, state: State, piece: str | None = None) -> Iterable[Place]:
        """Every unit of the step in every hex it may stand in."""
        sit = self.system.situation(state)
        for lot in step_in_charge(sit).lots:
            for unit in lot.pieces:
                if piece in (None, unit):
                    yield from (Place(unit, space) for space in self._spots(sit, unit))

    def sample(self, state: State, chooser: Chooser) -> Place | None:
        """A unit that waits, in a hex at random."""
        sit = self.system.situation(state)
        units = waiting(sit, step_in_charge(sit))
        if not units:
            return None
        unit = units[chooser.randrange(len(units))]
        spots = list(self._spots(sit, unit))
        return Place(unit, spots[chooser.randrange(len(spots))])

    def targets(self, state: State, pieces: Sequence[str]) -> Mapping[str, Target]:
        """Where one unit may stand."""
        return self._spots(self.system.situation(state), pieces[0]) if len(pieces) == 1 else {}

    def _spots(self, sit: Situation, piece: str) -> dict[str, Target]:
        step = step_in_charge(sit)
        lot = lot_of(step, piece)
        spaces = sorted(lot.zone(sit.facts)) if lot is not None else []
        return {
            space: Target(space, Place(piece, space))
            for space in spaces
            if not placement_refusals(sit, step, piece, space)
        }

    def drop(self, state: State, pieces: Sequence[str], space: str, via: Sequence[str]) -> Place | None:
        """Dropping a unit on a hex sets it up there."""
        return Place(pieces[0], space) if len(pieces) == 1 else None


class AutoRule(Rule[Auto]):
    """The program sets up: the power in charge anew, only what waits, or all that is left for both sides."""

    action = Auto
    title = "Set up historically"
    rule = "2"

    def __init__(self, system: EuropeanTheater) -> None:
        self.system = system

    def choices(self, state: State) -> Sequence[Choice]:
        """How much."""
        return (Choice("scope", "word", SCOPES),)

    def refusals(self, state: State, action: Auto) -> list[Refusal]:
        """A known scope, and something to do."""
        if action.scope not in SCOPES:
            sentence = f"The program sets up {', '.join(SCOPES)}, not “{action.scope}”."
            return [refuse("setup.scope", sentence, "2")]
        sit = self.system.situation(state)
        if action.scope == "rest" and not waiting(sit, step_in_charge(sit)):
            return [refuse("setup.nothing", "No unit is waiting; go on.", "2")]
        return []

    def perform(self, draft: Draft, action: Auto) -> None:
        """Place; with everything placed the set-up is over."""
        facts = self.system.facts
        sit = Situation(facts, draft.state)
        steps, at = set_up_steps(sit), draft.top["at"]
        assert isinstance(at, int)
        if action.scope == "rest":
            place_for(draft, facts, steps[at], waiting(sit, steps[at]))
            return
        for step in steps[at:] if action.scope == "all" else steps[at : at + 1]:
            pieces = [piece for lot in step.lots for piece in lot.pieces]
            for piece in pieces:
                draft.move((piece,), pool_of(draft.state.piece(piece).power))
            place_for(draft, facts, step, pieces)
        if action.scope == "all":
            draft.update(at=len(steps))

    def legal(self, state: State, piece: str | None = None) -> Iterable[Auto]:
        """Every scope that does something."""
        found = (Auto(scope) for scope in SCOPES if piece is None)
        return (action for action in found if not self.refusals(state, action))


class SetupPhase(Phase):
    """Powers set up in the order of rule 2; the Axis places its minors, the Allies the neutrals."""

    name = "setup"
    title = "Set-up"
    rule = "2"

    def __init__(self, system: EuropeanTheater) -> None:
        self.system = system
        rules: list[Rule[Any]] = [PlaceRule(system), AutoRule(system), PassRule(system, "Go on")]
        self.rules = rules

    def decider(self, state: State) -> str | None:
        """The side whose power sets up."""
        at = state.top.get("at")
        sit = self.system.situation(state)
        if not isinstance(at, int) or at >= len(set_up_steps(sit)):
            return None
        return step_in_charge(sit).side

    def prompt(self, state: State) -> Prompt:
        """Who is placed, and how many are left."""
        sit = self.system.situation(state)
        step = step_in_charge(sit)
        left = len(waiting(sit, step))
        text = f"{counted(left, 'unit')} to place: drag them onto the map, or let the program do it."
        if not left:
            text = "All units are placed. Move them about, or go on."
        return Prompt(f"Set up {step.name}", text, step.rule)

    def unfinished(self, state: State) -> Sequence[str]:
        """Units that wait."""
        sit = self.system.situation(state)
        return waiting(sit, step_in_charge(sit))

    def advance(self, draft: Draft) -> None:
        """History may change before the first unit is placed; after the last the war begins."""
        if draft.top.get("at") is not None:
            draft.pop()
            return
        draft.update(at=0)
        if Situation(self.system.facts, draft.state).option("variant_roll"):
            _roll_variants(draft)


def pass_refusals(system: EuropeanTheater, state: State) -> list[Refusal]:
    """A power goes on when all its units are placed."""
    sit = system.situation(state)
    step = step_in_charge(sit)
    left = waiting(sit, step)
    if not left:
        return []
    units = f"{counted(len(left), 'unit')} of {step.name} still {'has' if len(left) == 1 else 'have'}"
    sentence = f"{units} to be placed: {system.labels(state, left)}."
    return [refuse("setup.waiting", sentence, step.rule, pieces=tuple(left), needs=len(left), has=0)]


def passed(draft: Draft) -> None:
    """On to the next power."""
    at = draft.top["at"]
    assert isinstance(at, int)
    draft.update(at=at + 1)


def _roll_variants(draft: Draft) -> None:
    """One die for each side before the war (optional: variant roll)."""
    rolls = {}
    for side in (AXIS, ALLIES):
        (rolls[side],) = draft.roll(f"variant of {side_name(side)}", 1)
        draft.emit("variant_rolled", side=side, roll=rolls[side], important=True)
    draft.set("variant", rolls)
    bonus: dict[str, int] = {}
    if rolls[AXIS] == options.PLAN_Z:
        bonus["ge.surface_fleet"] = 1
    if rolls[AXIS] == options.NO_ETHIOPIA:
        bonus["it.fleet"] = 1
    draft.set("bonus", bonus)
    if rolls[ALLIES] == options.FRENCH_UPDATED:
        strengthen_france(draft)
