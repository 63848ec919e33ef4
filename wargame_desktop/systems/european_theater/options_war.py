"""What optional rules do to countries the moment something happens: powers that join, Italy, Vichy France."""

from __future__ import annotations

from wargame_desktop.core.draft import Draft
from wargame_desktop.core.frozen import FrozenMap
from wargame_desktop.core.state import HOLD, Piece

from . import options
from .countries import free_landed, hold
from .facts import Facts
from .model import ALLIES, AXIS, DEAD, NEUTRAL, pool_of
from .situation import Situation

NA_ARMY = "it.na_inf"
VICHY_UNITS = ("fr.army_1", "fr.vichy_air")
PORTUGAL_FOLLOWS = 3


def watch(draft: Draft, facts: Facts) -> None:
    """Look whether a power joins now or Italy gives up: after captures, invasions, dates and rebellions."""
    for power, side in list(options.joiners(Situation(facts, draft.state))):
        join_war(draft, power, side)
    if options.italy_gives_up(Situation(facts, draft.state)):
        _surrender(draft, facts)


def join_war(draft: Draft, power: str, side: str) -> None:
    """A neutral power takes a side of its own will; Republican Spain may bring Portugal along."""
    draft.align(power, side)
    hold(draft, power, side)
    draft.emit("joined", power=power, side=side, important=True)
    if power == "spa" and draft.state.side_of("por") == NEUTRAL:
        (roll,) = draft.roll("Portugal follows Spain", 1)
        draft.emit("variant_checked", power="por", roll=roll, joins=roll >= PORTUGAL_FOLLOWS)
        if roll >= PORTUGAL_FOLLOWS:
            join_war(draft, "por", side)


def _surrender(draft: Draft, facts: Facts) -> None:
    """Italian units leave; Germany takes over what the Axis holds, and the NA army may be raised again."""
    draft.emit("italy_surrenders", important=True)
    sit = Situation(facts, draft.state)
    ground = [space for space in sorted(facts.ground) if sit.power_of(space) == "it"]
    places = [space for space in ground if facts.has(space, "city") or facts.has(space, "port")]
    overseas = [space for space in ground if facts.is_overseas(facts.territory(space))]
    territories = draft.state.var("territories", FrozenMap({}))
    assert isinstance(territories, FrozenMap)
    for space in places:
        if sit.controls(AXIS, space):
            draft.control(space, "ge")
    draft.set("territories", territories.update({facts.territory(s): sit.holder_at(s) for s in overseas}))
    draft.set(options.SURRENDERED, True)
    for piece in [piece for piece in draft.state.pieces.values() if piece.power == "it"]:
        _remove(draft, piece, pool_of("it") if piece.kind == NA_ARMY else DEAD)
    free_landed(draft, facts)


def _remove(draft: Draft, piece: Piece, space: str) -> None:
    """A unit leaves the map; what it carries for others goes back to its pool."""
    for held in draft.state.at(HOLD + piece.id):
        if held.power != piece.power:
            draft.change(held.id, face="front", marks=FrozenMap({}))
            draft.move((held.id,), pool_of(held.power))
    draft.change(piece.id, face="front", marks=FrozenMap({}))
    draft.move((piece.id,), space)


def vichy_joins_axis(draft: Draft, facts: Facts) -> None:
    """The Allies have attacked Vichy before US entry: it fights for the Axis (optional: Vichy goes Axis)."""
    draft.set("vichy", AXIS)
    draft.set(options.VICHY_AXIS, True)
    draft.set("vichy_joined", True)
    draft.align("fr", AXIS)
    for piece in VICHY_UNITS:
        draft.change(piece, face="back", marks=FrozenMap({}))
        draft.move((piece,), facts.place("toulon"))
    draft.emit("vichy_joins_axis", important=True)


def vichy_falls(draft: Draft) -> None:
    """Toulon is in Allied hands: the units of a Vichy that joined the Axis are gone."""
    if draft.state.var(options.VICHY_AXIS) is not True:
        return
    draft.set(options.VICHY_AXIS, False)
    draft.align("fr", ALLIES)
    for piece in [piece for piece in draft.state.pieces.values() if piece.power == "fr"]:
        _remove(draft, piece, DEAD)
