"""What each side of the opponent is after, by date: whom it invades, which places it wants."""

from __future__ import annotations

from .countries import entry
from .model import ALLIES, AXIS, NEUTRAL, other
from .situation import Situation

INVASIONS = {"pol": 1, "den": 3, "nor": 3, "bel": 3, "net": 3, "yug": 7, "gre": 7, "su": 8}
"""The turn from which the Axis invades a neutral country; others it leaves alone."""
WEST_FROM = 3
"""Spring 1940: until then the Axis only holds in the west."""
GATHER = 1
"""Turns before an invasion in which armies gather at the border."""
MINORS_MARCH = 7
"""Spring 1941: until then the Axis keeps its minor allies out of the war, so that nobody may invade them."""
MINORS = ("fin", "hun", "rum", "bul")
FAR = 99
"""Farther than any way on the map."""


def wants(sit: Situation, side: str, owner: str, ahead: int = 0) -> bool:
    """Whether a side means to invade a neutral country now, or so many turns from now."""
    return side == AXIS and sit.turn + ahead >= INVASIONS.get(owner, FAR)


def may_cross(sit: Situation, power: str, space: str) -> bool:
    """Whether a unit may step there without starting a war nobody wants."""
    crossing = entry(sit, power, space)
    if crossing.refusal is not None:
        return False
    if crossing.invades:
        return wants(sit, sit.state.side_of(power), crossing.invades)
    return not _wakes(sit, power, space)


def _wakes(sit: Situation, power: str, space: str) -> bool:
    """Whether a step would draw a quiet minor ally of the Axis into the war too early (12.1.2)."""
    if sit.state.side_of(power) != AXIS or sit.turn >= MINORS_MARCH:
        return False
    owner = sit.power_of(space)
    quiet = power if power in MINORS and owner != power else owner if owner in MINORS else ""
    return bool(quiet) and owner != power and sit.is_quiet(quiet)


def worth(sit: Situation, space: str) -> int:
    """What a place means to either side: capitals of major powers most, ports least."""
    facts = sit.facts
    capital = str(facts.space(space).attrs.get("capital_of", ""))
    found = 2 if facts.has(space, "port") else 0
    if capital:
        found = max(found, 12 if capital in facts.majors() else 6)
    if facts.has(space, "territory_capital"):
        found = max(found, 4)
    if facts.has(space, "production"):
        found = max(found, 7) + 2 * (found > 6)
    return found


def goals(sit: Situation, side: str) -> dict[str, int]:
    """The places a side wants to take, with how many steps farther off each seems than it is."""
    found: dict[str, int] = {}
    for space in sit.facts.prizes:
        owner = sit.power_of(space)
        if sit.controls(other(side), space):
            if not (side == AXIS and waits(sit, owner)):
                found[space] = max(0, 6 - worth(sit, space) // 2)
        elif space in sit.neutral_ground:
            vichy = side == ALLIES and owner == "fr" and sit.flag("us_entered")
            if vichy or wants(sit, side, owner, GATHER):
                found[space] = 2
    return found


def sails_for(sit: Situation, side: str) -> str:
    """The country the Axis means to invade across the sea, if there is one: Norway."""
    north = side == AXIS and wants(sit, side, "nor") and sit.holder("nor") == NEUTRAL
    return "nor" if north else ""


def waits(sit: Situation, owner: str) -> bool:
    """Whether the Axis only watches a country: the west in 1939, the Soviet Union before its time."""
    if owner == "su":
        return sit.turn < INVASIONS["su"] - GATHER and sit.flag("ussr_neutral")
    return owner in ("fr", "gb") and sit.turn < WEST_FROM
