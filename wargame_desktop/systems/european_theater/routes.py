"""Where land and air units may go and what it costs: the policies of the path search (8.1, 8.2, 10.1)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from wargame_desktop.board.model import HEXSIDE, Link, Space
from wargame_desktop.board.paths import Reason
from wargame_desktop.board.policy import Barred, Conditions, MovePolicy, Parts, StepCosts
from wargame_desktop.core.refusal import Refusal, refuse
from wargame_desktop.core.state import Piece, State

from . import options
from .countries import VICHY, borders
from .facts import NO_RAIL, Facts
from .model import ALLIES, AXIS, LANDED, MUD, NEUTRAL, SHORT, SPENT, other
from .situation import AXIS_MINORS, Situation
from .supply import Lines

if TYPE_CHECKING:
    from .system import EuropeanTheater

SPRING_MUD = 2
NEUTRAL_ARMY = "the army of a neutral country"
WAKING_ZONE = "a land zone of the enemy from the moment the border is crossed"
NO_BASE = "air units are based in friendly cities and ports, rule optional: air base"


class StepTables:
    """Costs of steps by class of unit; they belong to the map and are made once."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.land = StepCosts(facts.board, self._land)
        self.rail = StepCosts(facts.board, self._rail)
        self.air = StepCosts(facts.board, lambda link, a, b: 1 if link.kind == HEXSIDE else Barred("box"))

    def _land(self, link: Link, a: Space, b: Space) -> int | Parts | Barred:
        if link.kind != HEXSIDE:
            return Barred("only fleets use the boxes")
        if b.id not in self.facts.ground:
            return Barred("all sea")
        if link.attrs.get("all_sea"):
            return Barred("the hexside is all sea")
        parts = [(b.terrain or "clear", self.facts.terrain(b.id, "move"))]
        parts += [
            (kind, int(str(self.facts.side_table.value(kind, "move"))))
            for kind in ("river", "strait")
            if link.attrs.get(kind)
        ]
        return tuple(parts)

    def _rail(self, link: Link, a: Space, b: Space) -> int | Barred:
        step = self._land(link, a, b)
        if isinstance(step, Barred):
            return step
        return Barred("no railways here") if self.facts.territory(b.id) in NO_RAIL else 0


def intended(sit: Situation, power: str, spaces: Iterable[str]) -> frozenset[str]:
    """The neutral countries that a move names by going into them; it enters no others on the way (5.3.1)."""
    crossings = borders(sit, power)
    return frozenset(crossings[s].invades for s in spaces if s in crossings and crossings[s].invades)


def land_policy(
    sit: Situation, tables: StepTables, piece: Piece, lines: Lines, armored: bool, through: frozenset[str]
) -> MovePolicy:
    """How a land unit moves: stops at enemy zones, or pays for them in Armored Action (5.1.1, 10.1.1)."""
    key = ("land", piece.power, armored, through)
    if key not in sit.memo:
        sit.memo[key] = _land_conditions(sit, piece, armored, through)
    return MovePolicy(tables.land, sit.memo[key], allowance(sit, piece, lines))


def _land_conditions(sit: Situation, piece: Piece, armored: bool, through: frozenset[str]) -> Conditions:
    zone = {*sit.land_zone(other(sit.owner(piece))).spaces, *waking_zones(sit, piece.power)}
    forbidden = forbidden_ground(sit, piece, through)
    if armored:
        extra: dict[str, int | Parts] = dict.fromkeys(zone, (("enemy zone", 1),))
        return Conditions(sit.facts.board, forbidden=forbidden, extra=extra)
    return Conditions(sit.facts.board, forbidden=forbidden, stop=zone, zone=zone)


def _neutral_armies(sit: Situation, power: str) -> list[str]:
    """Hexes with an army that would fight for its country if a power crossed the border."""
    crossings = borders(sit, power)
    return sorted(s for s in sit.standing(NEUTRAL, land=True) if s in crossings and crossings[s].invades)


def waking_zones(sit: Situation, power: str) -> Iterable[str]:
    """Hexes in which a zone is the instant a unit of this power crosses the border (5.1.4).

    That of a neutral's army in its own country, and that of enemies next to a neutral country or to an Axis
    minor power, which a unit of another power opens to them by entering it (12.1.2).
    """
    crossings, side = borders(sit, power), sit.state.side_of(power)
    for army in _neutral_armies(sit, power):
        for space in sit.facts.land_neighbours(army):
            if crossings[space].invades == crossings[army].invades:
                yield space
    quiet = {p for p in AXIS_MINORS if p != power and sit.is_quiet(p)} if side == AXIS else set()
    for foe in sorted(sit.standing(other(side), land=True)):
        for space in sit.facts.land_neighbours(foe):
            if crossings[space].invades or sit.power_of(space) in quiet:
                yield space


def forbidden_ground(sit: Situation, piece: Piece, through: frozenset[str]) -> dict[str, str]:
    """Hexes a land unit may not enter, each with the reason in words."""
    side = sit.owner(piece)
    found = dict.fromkeys(sorted(sit.standing(other(side), land=True)), "enemy land units")
    for stander in sit.on_map if side == ALLIES else ():
        if sit.owner(stander) == side and not sit.work_together((piece.power, stander.power)):
            found[stander.space] = "Soviet and other Allied units do not stack, rule 12.4.3"
    found |= dict.fromkeys(_neutral_armies(sit, piece.power), NEUTRAL_ARMY)
    return found | closed_borders(sit, piece.power, through)


def closed_borders(sit: Situation, power: str, through: frozenset[str]) -> dict[str, str]:
    """Hexes that a power's units may not enter because of whose they are."""
    found: dict[str, str] = {}
    crossings = borders(sit, power)
    for one, lot in sit.facts.lots.items():
        crossing, reason = crossings[one], ""
        if crossing.refusal is not None:
            reason = f"{crossing.refusal.sentence.rstrip('.')}, rule {crossing.refusal.rule}"
        elif crossing.invades and crossing.invades not in through:
            name = "Vichy France" if crossing.invades == VICHY else sit.facts.powers[crossing.invades].name
            reason = f"{name} is neutral and would be invaded; name a hex there to do so, rule 5.3.1"
        if reason:
            found.update(dict.fromkeys(lot, reason))
    return found


def allowance(sit: Situation, piece: Piece, lines: Lines) -> int:
    """Movement points left in this phase; half of them if it began its move without supply (11.2.4)."""
    full = sit.unit(piece).move[sit.is_reduced(piece)]
    spent = piece.mark(SPENT) or 0
    assert isinstance(spent, int)
    if piece.mark(SHORT) if spent else not lines.is_supplied(piece):
        full //= 2
    if piece.mark(MUD) if spent else options.in_mud(sit, piece):
        full = max(0, full - SPRING_MUD)
    return max(0, full - spent)


def air_policy(sit: Situation, tables: StepTables, piece: Piece, through: frozenset[str]) -> MovePolicy:
    """How an air unit moves: three times its range, twice after a landing (8.2, 8.1.3.2)."""
    base, key = ("air", piece.power, frozenset[str]()), ("air", piece.power, through)
    if base not in sit.memo:
        sit.memo[base] = _air_conditions(sit, piece)
    if key not in sit.memo:
        sit.memo[key] = _with_invasion(sit, piece, sit.memo[base], through)
    times = 2 if piece.mark(LANDED) else 3
    spent = piece.mark(SPENT) or 0
    assert isinstance(spent, int)
    return MovePolicy(tables.air, sit.memo[key], max(0, times * sit.unit(piece).range - spent))


def _air_conditions(sit: Situation, piece: Piece) -> Conditions:
    side = sit.owner(piece)
    foe = other(side)
    forbidden = closed_borders(sit, piece.power, frozenset())
    friends = sit.standing(sit.side(piece), land=True)
    alone = set(sit.land_zone(foe).spaces) - friends
    forbidden |= dict.fromkeys(sorted(alone), "an enemy land zone without a friendly land unit")
    forbidden |= dict.fromkeys(sorted(sit.standing(foe, land=True)), "enemy land units")
    forbidden |= {s: WAKING_ZONE for s in waking_zones(sit, piece.power) if s not in friends}
    forbidden |= dict.fromkeys(_neutral_armies(sit, piece.power), NEUTRAL_ARMY)
    return Conditions(sit.facts.board, forbidden=forbidden, no_end=_no_landing(sit, piece))


def _with_invasion(sit: Situation, piece: Piece, base: Conditions, through: frozenset[str]) -> Conditions:
    """The same with the countries open that are to be invaded, save their armies and the zones of those."""
    crossings = borders(sit, piece.power)
    shut = {*_neutral_armies(sit, piece.power), *waking_zones(sit, piece.power)}
    return base.opened(
        s for s, crossing in crossings.items() if crossing.invades in through and s not in shut
    )


def _no_landing(sit: Situation, air: Piece) -> dict[str, str]:
    """Hexes that an air unit may pass but not end in."""
    side = sit.owner(air)
    found: dict[str, str] = {}
    for space in sorted(sit.standing(side)) if air.power == "su" or side == ALLIES else ():
        if not _are_together(sit, air, space):
            found[space] = "Soviet and other Allied units do not stack, rule 12.4.3"
    if sit.option("air_bases"):
        bare = [space for space in sit.facts.ground if not options.is_air_base(sit, air.power, space)]
        found |= dict.fromkeys(sorted(bare), NO_BASE)
    found |= dict.fromkeys(sorted(sit.standing(other(side))), "enemy units")
    crossings = borders(sit, air.power)
    woken = [s for s in sorted(sit.standing(NEUTRAL)) if s in crossings and crossings[s].invades]
    found |= dict.fromkeys(woken, "units of a neutral country")
    return found | dict.fromkeys(sorted(sit.facts.hexes - sit.facts.ground), "all sea")


def _are_together(sit: Situation, piece: Piece, space: str) -> bool:
    friends = [p.power for p, _ in sit.at(space) if sit.owner(p) == sit.owner(piece)]
    return sit.work_together((piece.power, *friends))


def rail_policy(sit: Situation, tables: StepTables, piece: Piece) -> MovePolicy:
    """Rail: any distance through friendly countries, clear of enemy land zones (4.2.C.2, 8.1.2)."""
    is_air = sit.unit(piece).is_air
    key = ("rail", piece.power, is_air)
    if key not in sit.memo:
        sit.memo[key] = _rail_conditions(sit, piece, is_air)
    return MovePolicy(tables.rail, sit.memo[key])


def _rail_conditions(sit: Situation, piece: Piece, is_air: bool) -> Conditions:
    side = sit.owner(piece)
    forbidden = dict.fromkeys(waking_zones(sit, piece.power), WAKING_ZONE)
    forbidden |= dict.fromkeys(sit.land_zone(other(side)).spaces, "an enemy land zone")
    for one, lot in sit.facts.lots.items():
        holder = sit.holder_at(one)
        if holder != side and not sit.is_home_of_neutral(piece.power, one):
            neutral = holder == NEUTRAL and bool(sit.power_of(one))
            reason = "a neutral country" if neutral else "no friendly country"
            forbidden |= dict.fromkeys(lot, reason)
    forbidden |= forbidden_ground(sit, piece, frozenset())
    for one, lot in sit.facts.lots.items():  # the plainest reason for the border of a neutral
        if one in sit.neutral_ground and not sit.is_home_of_neutral(piece.power, one):
            forbidden |= dict.fromkeys(lot, "a neutral country")
    return Conditions(sit.facts.board, forbidden=forbidden, no_end=_no_landing(sit, piece) if is_air else ())


def explain_reason(system: EuropeanTheater, state: State, reason: Reason, rule: str, piece: str) -> Refusal:
    """A reason of the path search as a refusal with its rule, numbers, and the names of unit and places."""
    unit = state.piece(piece)
    zones = "5.1.2" if system.facts.unit(unit).is_fleet else "5.1.1"
    origin = system.space_name(reason.origin) if reason.origin else ""
    why, names_rule, last = reason.detail.rpartition(", rule ")  # what forbids may have a rule of its own
    detail, own = (why, last) if names_rule else (reason.detail, rule)
    named = reason._replace(space=system.space_name(reason.space), origin=origin, detail=detail)
    rules = {"must_stop_before": zones, "zone_to_zone": zones}
    numbers = {
        key: value for key, value in (("needs", reason.needs), ("has", reason.has)) if value is not None
    }
    spaces = tuple(space for space in (reason.origin, reason.space) if space)
    return refuse(
        f"movement.{reason.code}",
        f"{system.name_of(unit)}: {named.sentence()}",
        rules.get(reason.code, own),
        pieces=(piece,),
        spaces=spaces,
        **numbers,
    )
