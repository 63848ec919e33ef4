"""Neutrality, invasion, and what happens when a place changes hands (5.3, 12)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from wargame_desktop.core.draft import Draft
from wargame_desktop.core.frozen import FrozenMap, Plain
from wargame_desktop.core.refusal import Refusal, refuse
from wargame_desktop.core.state import HOLD, Piece, State

from . import options
from .facts import Facts
from .model import (
    ALLIES,
    ATLANTIC,
    ATLANTIC_LAND,
    AXIS,
    DEAD,
    DROPPED,
    NEUTRAL,
    SEA_BOXES,
    is_on_track,
    other,
    pool_of,
)
from .situation import DANISH_STRAITS, SKAGERRAK, WESTERN, Situation

VICHY = "vichy"


@dataclass(frozen=True, slots=True)
class Entry:
    """Whether a power's land and air units may enter a hex, and whom they would invade by it."""

    refusal: Refusal | None = None
    invades: str = ""


def entry(sit: Situation, power: str, space: str) -> Entry:
    """The rules of borders for one hex."""
    owner = sit.power_of(space)
    side = sit.state.side_of(power)
    if not owner:
        return Entry()
    if owner == "swi":
        return _no("country.switzerland", "Switzerland may not be entered.", "3.4.2", space)
    if owner == "irq" and sit.text("iraq") == "quiet":
        return _no("country.iraq", "No unit may enter Iraq before it rebels.", "12.5", space)
    if power == "it" and sit.flag("italy_neutral"):
        if owner == "it":
            return Entry()
        sentence = "While Italy is neutral its units stay in Italian territory."
        return _no("country.italy_neutral", sentence, "12.1.1", space)
    if options.bulgaria_stays(sit, power, space):
        sentence = "Bulgarian units stay in Bulgaria, Yugoslavia, Greece, Albania and Turkey."
        return _no("country.bulgaria", sentence, "optional: Bulgaria", space)
    holder = sit.holder_at(space)
    if holder == side:
        return Entry()
    if holder == NEUTRAL:
        return _enter_neutral(sit, power, side, owner, space)
    if side == ALLIES and sit.is_quiet(owner):
        name = sit.facts.powers[owner].name
        sentence = f"The Allies may not invade {name} before an Axis unit has entered or left it."
        return _no("country.quiet_minor", sentence, "12.1.2", space)
    return Entry()


def borders(sit: Situation, power: str) -> Mapping[str, Entry]:
    """The rules of borders for a power and every land and coastal hex."""
    key = ("borders", power)
    if key not in sit.memo:
        known: dict[str, Entry] = {}
        for one, lot in sit.facts.lots.items():
            known.update(dict.fromkeys(lot, entry(sit, power, one)))
        sit.memo[key] = known
    found: Mapping[str, Entry] = sit.memo[key]
    return found


def closed_waters(sit: Situation, side: str, assault: bool = False) -> dict[str, str]:
    """Boxes, Danish waters and the coast of quiet Iraq, closed to a side's fleets, each with the reason.

    `assault` is for fleets on their way to assault a port, to whom the Skagerrak is open.
    """
    found: dict[str, str] = {}
    if sit.text("iraq") == "quiet":
        coast = [space for space in sit.facts.home("irq") if space in sit.facts.water]
        found.update(dict.fromkeys(coast, "Iraq, which no unit enters before it rebels, rule 12.5"))
    if side == AXIS:
        boxes = [box for box in (*SEA_BOXES, ATLANTIC_LAND) if box != ATLANTIC and box in sit.facts.board]
        return {**found, **dict.fromkeys(boxes, "Axis fleets use only the Atlantic box, rule 8.3.3")}
    if not sit.flag("us_entered"):
        found[ATLANTIC_LAND] = "the United States is neutral, rule 5.3.1"
    shut = sit.shut_waters(side)
    if SKAGERRAK in shut and not assault:
        found[SKAGERRAK] = "Danish waters, open until Norway is Allied only for an assault, rule 8.3.2"
    for space in DANISH_STRAITS:
        if space in shut or sit.enemies_in(space, side):
            found[space] = "Danish waters, until Denmark is Allied and free of the Axis, rule 8.3.2"
    return found


def _no(code: str, sentence: str, rule: str, space: str) -> Entry:
    return Entry(refuse(code, sentence, rule, spaces=(space,)))


def _enter_neutral(sit: Situation, power: str, side: str, owner: str, space: str) -> Entry:
    if owner == "su" and side == ALLIES:
        sentence = "The Western Allies may not enter the Soviet Union while it is neutral."
        return _no("country.soviet_neutral", sentence, "12.4.1", space)
    if owner == "fr" and sit.is_vichy(space):
        if side == AXIS:
            return Entry(invades=VICHY)
        if sit.flag("us_entered"):
            return Entry()
        effect = options.vichy_entry(sit, space)
        if effect != "barred":
            return Entry(invades=VICHY if effect == "invades" else "")
        sentence = "The Allies may enter Vichy France only once the United States is at war."
        return _no("country.vichy", sentence, "12.2.2", space)
    if power in WESTERN and sit.flag("us_entered"):
        sentence = "After the United States has entered the war the Western Allies invade no neutrals."
        return _no("country.neutral", sentence, "5.3.1", space)
    return Entry(invades=owner)


def invade(draft: Draft, facts: Facts, power: str, invaded: str) -> None:
    """A border is crossed: the other side takes over the country's forces and cities (5.3.1)."""
    side = draft.state.side_of(power)
    draft.emit("invaded", power=invaded, by=power, important=True)
    if invaded == VICHY and side == ALLIES:
        from .options_war import vichy_joins_axis

        vichy_joins_axis(draft, facts)
        return
    if invaded == VICHY:
        open_vichy(draft, facts)
        return
    if invaded == "su":
        draft.set("ussr_neutral", False)
        draft.emit("soviet_entry", important=True)
        _watch(draft, facts)
        return
    if invaded == "it":
        draft.set("italy_neutral", False)
    _join(draft, invaded, other(side))
    if power in ("gb", "fr"):
        delay = draft.state.var("us_delay", 0)
        assert isinstance(delay, int)
        draft.set("us_delay", delay + 1)
        draft.emit("us_delayed", turns=delay + 1, important=True)


def _join(draft: Draft, power: str, side: str) -> None:
    draft.align(power, side)
    hold(draft, power, side)


def hold(draft: Draft, power: str, side: str) -> None:
    """A side controls a country from now on."""
    holders = draft.state.var("holders")
    assert isinstance(holders, FrozenMap)
    draft.set("holders", holders.set(power, side))


def wake_minor(draft: Draft, owner: str) -> None:
    """An Axis unit has entered or left an Axis minor power: the Allies may invade it now (12.1.2)."""
    active = draft.state.var("active_minors", ())
    assert isinstance(active, tuple)
    if owner not in active:
        draft.set("active_minors", (*active, owner))
        draft.emit("minor_woken", power=owner)


def open_vichy(draft: Draft, facts: Facts) -> None:
    """French units on the map fight for the Allies, and Toulon works for them (12.2.2)."""
    draft.set("vichy", "open")
    draft.align("fr", ALLIES)
    draft.emit("vichy_opened", important=True)


def take_place(draft: Draft, facts: Facts, piece: Piece) -> None:
    """A land unit stands in a hex: cities and ports change hands, and what hangs on them (3.4.7, 12)."""
    space = piece.space
    sit = Situation(facts, draft.state)
    side = sit.owner(piece)
    if not (facts.has(space, "city") or facts.has(space, "port") or facts.has(space, "capital_of")):
        return
    was = sit.is_own(piece.power, space)
    if draft.state.control.get(space) is None and was:
        return
    draft.control(space, piece.power)
    if was:
        return
    draft.emit("captured", space=space, power=piece.power, important=True)
    _consequences(draft, facts, piece, side)


def _consequences(draft: Draft, facts: Facts, piece: Piece, side: str) -> None:
    space = piece.space
    sit = Situation(facts, draft.state)
    if side == AXIS and space == facts.place("paris") and not sit.text("vichy"):
        create_vichy(draft, facts)
    elif sit.text("vichy") and space in (facts.place("toulon"), facts.place("algiers")):
        _fight_over_vichy(draft, facts, space, side)
    elif space == facts.place("baghdad"):
        _fight_over_iraq(draft, facts, side)
    territory = facts.territory(space)
    if facts.is_overseas(territory) and facts.has(space, "territory_capital"):
        _take_territory(draft, facts, territory, side)
    _watch(draft, facts)


def _watch(draft: Draft, facts: Facts) -> None:
    """Optional rules may have been waiting for this; they change countries by what is defined here."""
    from .options_war import watch

    watch(draft, facts)


def _take_territory(draft: Draft, facts: Facts, territory: str, side: str) -> None:
    """A territory overseas changes sides the instant an enemy enters its capital (12.2.3).

    Units of the other side keep the places they stand in, though they may never have taken them (3.4.7).
    """
    sit = Situation(facts, draft.state)
    for space in facts.of_territory(territory):
        standing = sit.land_at(space, other(side))
        if standing and (facts.has(space, "city") or facts.has(space, "port")):
            draft.control(space, standing[0].power)
    own = draft.state.var("territories", FrozenMap({}))
    assert isinstance(own, FrozenMap)
    draft.set("territories", own.set(territory, side))
    draft.emit("territory_taken", territory=territory, side=side)


def _fight_over_iraq(draft: Draft, facts: Facts, side: str) -> None:
    """The Allies end the rebellion in Baghdad, the Axis renews it there (12.5.2)."""
    if side == ALLIES:
        draft.set("iraq", "allied")
        draft.emit("iraq_conquered", important=True)
        conquer(draft, facts, "irq", ALLIES)
    else:
        draft.set("iraq", "axis")
        draft.align("irq", AXIS)
        draft.emit("iraq_liberated", important=True)
        liberate(draft, facts, "irq", AXIS)


def _fight_over_vichy(draft: Draft, facts: Facts, space: str, side: str) -> None:
    if draft.state.var("vichy") == "neutral":
        open_vichy(draft, facts)
    if space == facts.place("toulon"):
        from .options_war import vichy_falls

        if side == ALLIES:
            vichy_falls(draft)
        _settle_vichy(draft, facts, side)
        free_landed(draft, facts)


def _settle_vichy(draft: Draft, facts: Facts, side: str) -> None:
    """Who takes Toulon has Vichy, and each French territory whose capital no enemy stands in (12.2.3)."""
    draft.set("vichy", side)
    draft.emit("vichy_settled", side=side, important=True)
    sit = Situation(facts, draft.state)
    own = draft.state.var("territories", FrozenMap({}))
    assert isinstance(own, FrozenMap)
    south = [hex_ for hex_ in sorted(facts.ground) if facts.has(hex_, "vichy")]
    _change_hands(draft, facts, sit, south, side)
    for hex_ in sorted(facts.ground):
        territory = facts.territory(hex_)
        if territory in facts.french_overseas and facts.has(hex_, "territory_capital"):
            holder = other(side) if sit.enemies_in(hex_, side) else side
            own = own.set(territory, holder)
            _change_hands(draft, facts, sit, facts.of_territory(territory), holder)
    draft.set("territories", own)


def create_vichy(draft: Draft, facts: Facts) -> None:
    """The instant Paris falls France is conquered and Vichy is made (12.2.1)."""
    pin_standing(draft, facts, "fr", AXIS)
    draft.set("vichy", "neutral")
    hold(draft, "fr", AXIS)
    draft.emit("vichy_created", important=True)
    _send_french_home(draft, facts)
    draft.align("fr", NEUTRAL)
    draft.set("conquered", conquered(draft.state).set("fr", AXIS))
    _forget_captures(draft, facts)
    _clear_vichy(draft, facts)
    free_landed(draft, facts)


def free_landed(draft: Draft, facts: Facts) -> None:
    """Units that had come down on enemies who are suddenly gone hold the place without a fight (5.2.3).

    A port that is still the enemy's has to be taken by assault all the same (8.1.4.3).
    """
    sit = Situation(facts, draft.state)
    for piece in [piece for piece in sit.on_map if piece.mark(DROPPED)]:
        alone = not sit.land_at(piece.space, other(sit.owner(piece)))
        if alone and (piece.mark(DROPPED) == "air" or sit.is_own(piece.power, piece.space)):
            draft.mark(piece.id, DROPPED, None)
            take_place(draft, facts, draft.state.piece(piece.id))


def _forget_captures(draft: Draft, facts: Facts) -> None:
    """Vichy has its cities and colonies back; what France took elsewhere stays with its ally."""
    own = draft.state.var("territories", FrozenMap({}))
    assert isinstance(own, FrozenMap)
    for territory in sorted(facts.french_overseas.intersection(own)):
        own = own.without(territory)
    draft.set("territories", own)
    sit = Situation(facts, draft.state)
    for space, power in list(draft.state.control.items()):
        if sit.is_vichy(space):
            draft.control(space, None)
        elif power == "fr":
            draft.control(space, None if facts.power_of(space) == "fr" else "gb")


def _send_french_home(draft: Draft, facts: Facts) -> None:
    """Two French units stay, at full strength; all others are gone for good."""
    keep = {"fr.col_inf": facts.place("algiers"), "fr.fleet": facts.place("toulon")}
    for piece in [piece for piece in draft.state.pieces.values() if piece.power == "fr"]:
        if piece.space == DEAD:
            continue
        _put_ashore(draft, facts, piece)
        draft.change(piece.id, face="front", marks=FrozenMap({}))
        draft.move((piece.id,), keep.get(piece.kind, DEAD))


def _put_ashore(draft: Draft, facts: Facts, fleet: Piece) -> None:
    """What a vanishing fleet carries for another power reaches the nearest port of its own."""
    for held in draft.state.at(HOLD + fleet.id):
        if held.power != fleet.power:
            sit = Situation(facts, draft.state)
            here = sit.ground_of(fleet)
            near = nearest_own_city(sit, sit.owner(held), here, True) if here in facts.hexes else None
            draft.move((held.id,), near or pool_of(held.power))


def _clear_vichy(draft: Draft, facts: Facts) -> None:
    """Axis units leave the south and the colonies for the nearest city or port of theirs."""
    sit = Situation(facts, draft.state)
    for piece in sit.on_map:
        if sit.side(piece) == AXIS and piece.space in facts.ground and sit.is_vichy(piece.space):
            target = nearest_own_city(sit, AXIS, piece.space, facts.unit(piece).is_fleet)
            draft.move((piece.id,), target if target is not None else DEAD)
            draft.emit("left_vichy", pieces=(piece.id,), space=target or DEAD)


# Conquest and liberation


def conquered(state: State) -> FrozenMap[Plain]:
    """The conquered countries and by which side."""
    found = state.var("conquered", FrozenMap({}))
    assert isinstance(found, FrozenMap)
    return found


def conquer(draft: Draft, facts: Facts, power: str, side: str) -> None:
    """A country falls: its units leave the game until it is liberated (5.3.2)."""
    draft.emit("conquered", power=power, side=side, important=True)
    pin_standing(draft, facts, power, side)
    draft.set("conquered", conquered(draft.state).set(power, side))
    hold(draft, power, side)
    if power == "fr" and draft.state.var("vichy"):
        return  # Paris falls again: what is left of the French belongs to Vichy (12.2.1)
    for piece in [piece for piece in draft.state.pieces.values() if piece.power == power]:
        if piece.space != DEAD and not is_on_track(piece.space):
            _put_ashore(draft, facts, piece)
            draft.change(piece.id, face="front", marks=FrozenMap({}))
            draft.move((piece.id,), DEAD)


def liberate(draft: Draft, facts: Facts, power: str, side: str) -> None:
    """A country is free: its units come back to the pool; a freed France works for Britain (5.3.3)."""
    draft.emit("liberated", power=power, side=side, important=True)
    pin_standing(draft, facts, power, side)
    if power in conquered(draft.state):
        draft.set("conquered", conquered(draft.state).without(power))
    hold(draft, power, side)
    if power == "fr":
        return  # its units are gone for good (12.2.1)
    draft.align(power, side)
    for piece in [piece for piece in draft.state.pieces.values() if piece.power == power]:
        if piece.space == DEAD:
            draft.move((piece.id,), pool_of(power))


def pin_standing(draft: Draft, facts: Facts, power: str, side: str) -> None:
    """Before a country goes over to a side: cities with units of the others in them stay with those."""
    sit = Situation(facts, draft.state)
    own = [space for space in sorted(facts.ground) if facts.power_of(space) == power]
    _change_hands(draft, facts, sit, own, side)


def _change_hands(draft: Draft, facts: Facts, sit: Situation, spaces: Iterable[str], side: str) -> None:
    for space in spaces:
        if facts.has(space, "city") or facts.has(space, "port"):
            owner = sit.power_of(space)
            enemies = [piece for piece in sit.land_at(space, other(side)) if piece.power != owner]
            if enemies:
                draft.control(space, enemies[0].power)
            elif space in draft.state.control and not sit.controls(side, space):
                draft.control(space, None)


def nearest_own_city(sit: Situation, side: str, space: str, port: bool = False) -> str | None:
    """The nearest city or port a side controls, by hexes; the lowest number of those equally near."""
    grid = sit.facts.board.grid
    assert grid is not None
    own = [
        hex_
        for hex_ in sorted(sit.facts.ground)
        if (sit.facts.has(hex_, "port") or (sit.facts.has(hex_, "city") and not port))
        and sit.controls(side, hex_)
        and not sit.is_vichy(hex_)
        and not sit.enemies_in(hex_, side)
    ]
    return min(own, key=lambda hex_: (grid.distance(space, hex_), hex_), default=None)
