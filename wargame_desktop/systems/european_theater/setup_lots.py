"""Who is set up where in 1939: the order of powers, their units and the hexes open to each (2.1 to 2.8)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache, partial

from wargame_desktop.board.model import HEXSIDE

from . import options
from .facts import Facts
from .model import ALLIES, AXIS
from .situation import Situation

Zone = Callable[[Facts], frozenset[str]]


@dataclass(frozen=True)
class Lot:
    """Units with the same choice of hexes; `where` finishes the sentence “is set up …”."""

    pieces: tuple[str, ...]
    where: str
    zone: Zone
    reduced: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Step:
    """What one power, or one side for its minors, sets up in one go."""

    name: str
    side: str
    rule: str
    lots: tuple[Lot, ...]


# Zones


@lru_cache(maxsize=64)
def home(power: str, facts: Facts) -> frozenset[str]:
    """Anywhere in a country."""
    return facts.home(power)


@lru_cache(maxsize=64)
def ports(power: str, facts: Facts) -> frozenset[str]:
    """Any port of a country."""
    return frozenset(port for port in facts.ports if port in facts.home(power))


@lru_cache(maxsize=64)
def frontier(power: str, others: tuple[str, ...], facts: Facts) -> frozenset[str]:
    """Hexes of a country next to any of the others."""
    theirs = frozenset(space for other in others for space in facts.home(other))
    return frozenset(s for s in facts.home(power) if theirs.intersection(facts.board.neighbours(s, HEXSIDE)))


@lru_cache(maxsize=8)
def soviet_border(facts: Facts) -> frozenset[str]:
    """In or next to the hexes along the border with Germany, Poland, Hungary and Rumania (2.2)."""
    line = frontier("su", ("ge", "pol", "hun", "rum"), facts)
    near = {space for one in line for space in facts.board.neighbours(one, HEXSIDE)}
    return (line | near) & facts.home("su")


@lru_cache(maxsize=8)
def soviet_front(facts: Facts) -> frozenset[str]:
    """On the border itself, the Finnish one too; Poland's border is Germany's (optional: Soviet border)."""
    return frontier("su", ("ge", "pol", "hun", "rum", "fin"), facts)


@lru_cache(maxsize=8)
def polish_front(facts: Facts) -> frozenset[str]:
    """German hexes next to Poland, and East Prussia (2.6)."""
    prussia = frozenset(space for space in facts.home("ge") if facts.has(space, "east_prussia"))
    return frontier("ge", ("pol",), facts) | prussia


def one_hex(name: str, facts: Facts) -> frozenset[str]:
    """A named place."""
    return frozenset((facts.place(name),))


# The order of rule 2


def set_up_steps(sit: Situation) -> tuple[Step, ...]:
    """The parts of the set-up in order, as options and variants have them."""
    return (
        Step("France", ALLIES, "2.1", _french(sit)),
        Step("the Soviet Union", ALLIES, "2.2", _soviet(sit)),
        Step("Great Britain", ALLIES, "2.3", _british(sit)),
        Step("Italy", AXIS, "2.5", _italian(sit)),
        Step("Germany", AXIS, "2.6", _german(sit)),
        Step("the Axis minor powers", AXIS, "2.7", _minors(AXIS_MINORS)),
        Step("the neutral powers", ALLIES, "2.8", _minors(NEUTRALS, reduced=("pol.1_inf", "pol.2_inf"))),
    )


def _french(sit: Situation) -> tuple[Lot, ...]:
    pieces = ("fr.1_armor", "fr.2_inf", "fr.3_inf", "fr.alp_inf", "fr.air")
    full = ("fr.2_inf", "fr.3_inf") if sit.option("armies_at_start") else ()
    return (Lot(pieces, "anywhere in France", partial(home, "fr"), frozenset(pieces).difference(full)),)


def _soviet(sit: Situation) -> tuple[Lot, ...]:
    pieces = ("su.1_armor", "su.2_armor", *(f"su.{n}_inf" for n in range(1, 9)), "su.1_air", "su.2_air")
    spared = ("su.1_inf", "su.2_inf", "su.3_inf")
    full = spared if options.variant(sit, ALLIES) == options.NO_PURGES else ()
    reduced = frozenset(pieces).difference(full)
    if sit.option("soviet_border"):
        where = "on the border with Germany and Poland, Hungary, Rumania and Finland"
        return (Lot(pieces, where, soviet_front, reduced),)
    where = "in or next to a hex on the border with Germany, Poland, Hungary and Rumania"
    return (Lot(pieces, where, soviet_border, reduced),)


def _british(sit: Situation) -> tuple[Lot, ...]:
    weak = frozenset(("gb.1_armor", "gb.bomber"))
    if options.variant(sit, ALLIES) == options.BEF_PREPARED:
        weak = frozenset()
    anywhere, where = partial(home, "gb"), "anywhere in Britain"
    if not sit.option("armies_at_start"):
        return (Lot(("gb.1_armor", "gb.1_raf", "gb.bomber"), where, anywhere, weak),)
    return (
        Lot(("gb.1_armor",), "in Paris", partial(one_hex, "paris"), weak),
        Lot(("gb.1_raf", "gb.bomber"), where, anywhere, weak),
    )


def _italian(sit: Situation) -> tuple[Lot, ...]:
    weak = frozenset(("it.1_armor", "it.2_inf", "it.3_inf"))
    if options.variant(sit, AXIS) == options.NO_ETHIOPIA:
        weak = frozenset()
    pieces = ("it.1_armor", "it.2_inf", "it.3_inf", "it.air")
    return (Lot(pieces, "anywhere in Italy", partial(home, "it"), weak),)


def _german(sit: Situation) -> tuple[Lot, ...]:
    early = sit.option("armies_at_start")
    third = "ge.6_inf" if early else "ge.10_inf"
    east = ("ge.1_armor", "ge.2_armor", "ge.4_inf", third, "ge.14_inf", "ge.1_air")
    ships = ("ge.surface_fleet", "ge.1_sub")
    ready = {"ge.1_sub"} if options.variant(sit, AXIS) == options.PLAN_Z else set()
    west = ("ge.1_inf", "ge.7_inf", "ge.18_inf", "ge.2_air")
    weak = frozenset(("ge.1_inf", "ge.7_inf", "ge.18_inf") if early else ())
    return (
        Lot(east, "in a German hex next to Poland, or in East Prussia", polish_front),
        Lot(west, "anywhere in Germany", partial(home, "ge"), weak),
        Lot(ships, "in any German port", partial(ports, "ge"), frozenset(ships) - ready),
    )


AXIS_MINORS = ("fin.inf", "hun.inf", "rum.inf", "bul.inf")
NEUTRALS = (
    "por.inf", "spa.1_inf", "spa.2_inf", "bel.inf", "net.inf", "pol.1_inf", "pol.2_inf", "swe.inf", "yug.inf",
    "gre.inf", "tur.1_inf", "tur.2_inf", "per.inf",
)  # fmt: skip


def _minors(pieces: Iterable[str], reduced: Iterable[str] = ()) -> tuple[Lot, ...]:
    weak = frozenset(reduced)
    return tuple(
        Lot((piece,), "inside its own country", partial(home, piece.split(".")[0]), weak & {piece})
        for piece in pieces
    )


HISTORY = {
    "fr.1_armor": "1709", "fr.2_inf": "1909", "fr.3_inf": "1808", "fr.alp_inf": "1910", "fr.air": "1709",
    "su.1_armor": "2605", "su.2_armor": "2606", "su.1_inf": "2602", "su.2_inf": "2908", "su.3_inf": "2807",
    "su.4_inf": "2707", "su.5_inf": "2504", "su.6_inf": "2505", "su.7_inf": "2503", "su.8_inf": "2604",
    "su.1_air": "2806", "su.2_air": "2604",
    "gb.1_armor": "1607", "gb.1_raf": "1606", "gb.bomber": "1605",
    "it.1_armor": "2211", "it.2_inf": "2010", "it.3_inf": "2411", "it.air": "2312",
    "ge.1_armor": "2307", "ge.2_armor": "2205", "ge.4_inf": "2205", "ge.10_inf": "2307", "ge.6_inf": "2307",
    "ge.14_inf": "2407", "ge.1_air": "2307", "ge.1_inf": "2008", "ge.7_inf": "1908", "ge.18_inf": "1907",
    "ge.2_air": "1907", "ge.surface_fleet": "2005", "ge.1_sub": "2005",
    "fin.inf": "2501", "hun.inf": "2508", "rum.inf": "2809", "bul.inf": "2710",
    "por.inf": "1213", "spa.1_inf": "1611", "spa.2_inf": "1412", "bel.inf": "1807", "net.inf": "1806",
    "pol.1_inf": "2405", "pol.2_inf": "2406", "swe.inf": "2201", "yug.inf": "2510", "gre.inf": "2712",
    "tur.1_inf": "3509", "tur.2_inf": "3111", "per.inf": "4108",
}  # fmt: skip
"""Where the armies stood, or stood in the set-ups of the following years; used when the program sets up."""
