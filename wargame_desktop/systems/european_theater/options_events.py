"""Events that optional rules bring about at fixed moments: the start of a turn, the end of Axis movement."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from wargame_desktop.core.draft import Draft
from wargame_desktop.core.engine import refusals_for
from wargame_desktop.core.frozen import EMPTY, FrozenMap
from wargame_desktop.core.refusal import Refusal, refuse
from wargame_desktop.core.sequence import Phase, Prompt, Rule
from wargame_desktop.core.state import Piece, State

from . import options
from .countries import invade, take_place
from .facts import Facts
from .model import ALLIES, ATLANTIC_LAND, AXIS, DEAD, NEUTRAL, RED_SEA, Move, Rail, Send, pool_of
from .options_war import join_war, watch
from .situation import Situation
from .steps import eliminate

if TYPE_CHECKING:
    from .system import EuropeanTheater

JAPAN_SPARES = "gb.channel_fleet"
LOST_FLEET, LOST_POINTS = "us.12_fleet", 2
ARRIVAL_PORTS = {
    "oslo": ("nor", ("fleet", "submarine")),
    "copenhagen": ("den", ("fleet", "submarine", "air")),
}
"""Capitals taken by arriving: their country, and the arms that take them (optional: Oslo and Copenhagen)."""


# The start of a turn


def turn_starts(draft: Draft, facts: Facts) -> None:
    """Everything that optional rules and variants tie to a date."""
    draft.set(options.EXPOSED, None)
    sit = Situation(facts, draft.state)
    if sit.turn == options.AUTUMN_1940 and sit.option("france_modernized"):
        _modernize_france(draft, sit)
    _republican_spain(draft, sit)
    _ireland(draft, sit)
    watch(draft, facts)
    if sit.option("japan"):
        _japan(draft, facts, sit)


def _modernize_france(draft: Draft, sit: Situation) -> None:
    conquered = sit.state.var("conquered", EMPTY)
    assert isinstance(conquered, FrozenMap)
    if "fr" not in conquered and options.variant(sit, ALLIES) != options.FRENCH_UPDATED:
        strengthen_france(draft)
        draft.emit("france_modernized", important=True)


def strengthen_france(draft: Draft) -> None:
    """One factor more for every French unit, and the 1 Army in the pool."""
    bonus = draft.state.var("bonus", EMPTY)
    assert isinstance(bonus, FrozenMap)
    kinds = sorted({piece.kind for piece in draft.state.pieces.values() if piece.power == "fr"})
    draft.set("bonus", bonus.update(dict.fromkeys(kinds, 1)))
    draft.move(("fr.army_1",), pool_of("fr"))


def _republican_spain(draft: Draft, sit: Situation) -> None:
    due = options.variant(sit, ALLIES) == options.REPUBLICAN_SPAIN and sit.turn == options.WINTER_1940
    if not due or sit.holder("spa") != NEUTRAL:
        return
    (roll,) = draft.roll("Spain joins the Allies", 1)
    draft.emit("variant_checked", power="spa", roll=roll, joins=roll >= 5)
    if roll >= 5:
        join_war(draft, "spa", ALLIES)


def _ireland(draft: Draft, sit: Situation) -> None:
    lost = options.holds(sit, AXIS, "paris") or options.holds(sit, AXIS, "london")
    if options.variant(sit, AXIS) == options.IRELAND and lost and sit.holder("ire") == NEUTRAL:
        join_war(draft, "ire", AXIS)


def _japan(draft: Draft, facts: Facts, sit: Situation) -> None:
    if sit.turn == options.SUMMER_1942:
        (roll,) = draft.roll("Japan draws America away", 1)
        draft.emit("japan_rolled", roll=roll, lost=roll >= 4, important=True)
        if roll >= 4:
            eliminate(draft, facts, (LOST_FLEET,))
            draft.move((LOST_FLEET,), DEAD)
            draft.set("us_lost", LOST_POINTS)
    if sit.turn >= options.SPRING_1942 and not sit.text(options.RED_SEA_FLEET):
        draft.push("japan")


class SendRule(Rule[Send]):
    """One British fleet leaves for the Red Sea and stays there."""

    action = Send
    title = "Send a fleet to the Red Sea"
    rule = "optional: Japan"

    def __init__(self, system: EuropeanTheater) -> None:
        self.system = system

    def fleets(self, state: State) -> list[str]:
        """British fleets in play, but not the Channel fleet."""
        sit = self.system.situation(state)
        found = [
            piece
            for piece in state.pieces.values()
            if piece.power == "gb" and piece.kind in sit.facts.kinds and sit.unit(piece).is_fleet
            and piece.kind != JAPAN_SPARES and sit.is_in_play(piece)
        ]  # fmt: skip
        # Who goes aboard never comes back, so fleets that can put everybody ashore go first.
        free = [piece for piece in found if sit.cargo(piece.id) is None or _in_port(sit, piece)]
        return [piece.id for piece in free or found]

    def refusals(self, state: State, action: Send) -> list[Refusal]:
        """Only those."""
        may = self.fleets(state)
        if action.fleet in may:
            return []
        sentence = f"One of these fleets has to go: {self.system.labels(state, may)}."
        return [refuse("japan.fleet", sentence, self.rule, pieces=tuple(may))]

    def perform(self, draft: Draft, action: Send) -> None:
        """It goes at once; what it carries stays in the port it leaves."""
        draft.pop()
        sit, fleet = Situation(self.system.facts, draft.state), draft.state.piece(action.fleet)
        cargo = sit.cargo(fleet.id)
        if cargo is not None and _in_port(sit, fleet):
            draft.move((cargo.id,), fleet.space)
        draft.move((action.fleet,), RED_SEA)
        draft.set(options.RED_SEA_FLEET, action.fleet)
        draft.emit("sent_east", pieces=(action.fleet,), important=True)

    def legal(self, state: State, piece: str | None = None) -> Iterable[Send]:
        """Each of them."""
        return (Send(fleet) for fleet in self.fleets(state) if piece in (None, fleet))

    def drop(self, state: State, pieces: Sequence[str], space: str, via: Sequence[str]) -> Send | None:
        """Dropping a fleet on the Red Sea sends it."""
        return Send(pieces[0]) if len(pieces) == 1 and space == RED_SEA else None


def _in_port(sit: Situation, fleet: Piece) -> bool:
    """Whether a fleet lies in a port of its side, or in America."""
    return fleet.space == ATLANTIC_LAND or sit.is_friendly_port(ALLIES, fleet.space)


class JapanPhase(Phase):
    """From Spring 1942 a British fleet has to be in the east; with none in play Britain owes it still."""

    name = "japan"
    title = "Japan"
    rule = "optional: Japan"

    def __init__(self, system: EuropeanTheater) -> None:
        self._rule = SendRule(system)
        rules: list[Rule[Any]] = [self._rule]
        self.rules = rules

    def decider(self, state: State) -> str | None:
        """The Allies, when there is a fleet to send."""
        return ALLIES if self._rule.fleets(state) else None

    def prompt(self, state: State) -> Prompt:
        """Which fleet."""
        text = "Choose a British fleet, not the Channel fleet, to stand against Japan. It stays there."
        return Prompt("Send a fleet east", text, self.rule)


# The end of Axis movement


def take_by_arrival(draft: Draft, facts: Facts) -> None:
    """German fleets that ended their move in Oslo or Copenhagen take the city, air units Copenhagen too."""
    sit = Situation(facts, draft.state)
    if not sit.option("oslo_copenhagen"):
        return
    for place, (country, arms) in ARRIVAL_PORTS.items():
        space = facts.place(place)
        there = [p for p, unit in sit.at(space) if p.power == "ge" and unit.arm in arms]
        if not there or sit.land_at(space, ALLIES) or sit.controls(AXIS, space):
            continue
        if sit.holder(country) == NEUTRAL:
            invade(draft, facts, "ge", country)
        take_place(draft, facts, there[0])
        exposed = draft.state.var(options.EXPOSED, ())
        assert isinstance(exposed, tuple)
        draft.set(options.EXPOSED, (*exposed, space))


def garrison_refusals(system: EuropeanTheater, state: State) -> list[Refusal]:
    """The Axis ends its movement with a German army in Warsaw, if any can get there."""
    sit = system.situation(state)
    if state.top["side"] != AXIS or state.top.get("armored") is True or options.warsaw_garrison(sit) != []:
        return []
    warsaw = system.facts.place("warsaw")
    armies = [p.id for p in sit.on_map if p.power == "ge" and sit.unit(p).is_land and not sit.unit(p).is_fort]
    for army in armies:
        ways = (Rail(army, warsaw), Move((army,), warsaw))
        if any(not refusals_for(system, state, way) for way in ways):
            name = system.label(state, army)
            sentence = f"A German army has to be in Warsaw while the Soviets are neutral; {name} can go."
            return [refuse("movement.garrison", sentence, "optional: Soviet German border", pieces=(army,))]
    return []
