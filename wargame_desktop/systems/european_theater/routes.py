"""Where land and air units may go and what it costs: the policies of the path search (8.1, 8.2, 10.1)."""

from __future__ import annotations

from collections.abc import Iterable

from wargame_desktop.board.model import HEXSIDE, Link, Space
from wargame_desktop.board.paths import Reason
from wargame_desktop.board.policy import Barred, Conditions, MovePolicy, Parts, StepCosts
from wargame_desktop.core.refusal import Refusal, refuse
from wargame_desktop.core.state import Piece

from . import options
from .countries import VICHY, Entry, borders
from .facts import NO_RAIL, Facts
from .model import LANDED, SHORT, SPENT, other
from .situation import Situation
from .supply import Lines

SPRING_MUD = 2
NO_BASE = "air units are based in friendly cities and ports, optional rule on air bases"


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
    zone = set(sit.land_zone(other(sit.owner(piece))).spaces) | set(_waking_zones(sit, piece.power, through))
    forbidden = forbidden_ground(sit, piece, through)
    if armored:
        extra: dict[str, int | Parts] = dict.fromkeys(zone, (("enemy zone", 1),))
        return Conditions(sit.facts.board, forbidden=forbidden, extra=extra)
    return Conditions(sit.facts.board, forbidden=forbidden, stop=zone, zone=zone)


def _waking_zones(sit: Situation, power: str, through: frozenset[str]) -> Iterable[str]:
    """Hexes next to a neutral's army in its country: its zone is there the instant of invasion (5.1.4)."""
    crossings = borders(sit, power)
    for army in sit.on_map if through else ():
        if army.space in sit.neutral_ground and sit.unit(army).is_land:
            for space in sit.facts.land_neighbours(army.space):
                if space in sit.neutral_ground and crossings[space].invades == crossings[army.space].invades:
                    yield space


def forbidden_ground(sit: Situation, piece: Piece, through: frozenset[str]) -> dict[str, str]:
    """Hexes a land unit may not enter, each with the reason in words."""
    side = sit.owner(piece)
    found = closed_borders(sit, piece.power, through)
    for stander in sit.on_map:
        space = stander.space
        if sit.side(stander) == other(side) and sit.unit(stander).is_land:
            found[space] = "enemy land units"
        elif sit.owner(stander) == side and not sit.work_together((piece.power, stander.power)):
            found[space] = "Soviet and other Allied units do not stack, rule 12.4.3"
        elif borders(sit, piece.power).get(space, Entry()).invades and sit.unit(stander).is_land:
            found[space] = "the army of a neutral country"
    return found


def closed_borders(sit: Situation, power: str, through: frozenset[str]) -> dict[str, str]:
    """Hexes that a power's units may not enter because of whose they are."""
    found: dict[str, str] = {}
    for space, crossing in borders(sit, power).items():
        if crossing.refusal is not None:
            found[space] = f"{crossing.refusal.sentence.rstrip('.')}, rule {crossing.refusal.rule}"
        elif crossing.invades and crossing.invades not in through:
            name = "Vichy France" if crossing.invades == VICHY else sit.facts.powers[crossing.invades].name
            found[space] = f"{name} is neutral and would be invaded; name a hex there to do so, rule 5.3.1"
    return found


def allowance(sit: Situation, piece: Piece, lines: Lines) -> int:
    """Movement points left in this phase; half of them if it began its move without supply (11.2.4)."""
    full = sit.unit(piece).move[sit.is_reduced(piece)]
    spent = piece.mark(SPENT) or 0
    assert isinstance(spent, int)
    if piece.mark(SHORT) if spent else not lines.is_supplied(piece):
        full //= 2
    if sit.option("weather") and sit.season == "spring" and sit.facts.power_of(sit.ground_of(piece)) == "su":
        full = max(0, full - SPRING_MUD)
    return max(0, full - spent)


def air_policy(sit: Situation, tables: StepTables, piece: Piece, through: frozenset[str]) -> MovePolicy:
    """How an air unit moves: three times its range, twice after a landing (8.2, 8.1.3.2)."""
    key = ("air", piece.power, through)
    if key not in sit.memo:
        sit.memo[key] = _air_conditions(sit, piece, through)
    times = 2 if piece.mark(LANDED) else 3
    spent = piece.mark(SPENT) or 0
    assert isinstance(spent, int)
    return MovePolicy(tables.air, sit.memo[key], max(0, times * sit.unit(piece).range - spent))


def _air_conditions(sit: Situation, piece: Piece, through: frozenset[str]) -> Conditions:
    side = sit.owner(piece)
    forbidden = closed_borders(sit, piece.power, through)
    no_end: dict[str, str] = dict.fromkeys(sit.facts.hexes - sit.facts.ground, "all sea")
    zone = sit.land_zone(other(side))
    for space in sit.facts.ground:
        if sit.land_at(space, other(side)):
            forbidden[space] = "enemy land units"
        elif space in zone and not sit.land_at(space, side):
            forbidden[space] = "an enemy land zone without a friendly land unit"
        elif sit.enemies_in(space, side):
            no_end[space] = "enemy units"
        elif not _are_together(sit, piece, space):
            no_end[space] = "Soviet and other Allied units do not stack, rule 12.4.3"
        elif not options.is_air_base(sit, side, space):
            no_end[space] = NO_BASE
    return Conditions(sit.facts.board, forbidden=forbidden, no_end=no_end)


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
    zone = sit.land_zone(other(side))
    forbidden = forbidden_ground(sit, piece, frozenset())
    for space in sit.neutral_ground:
        if not sit.is_home_of_neutral(piece.power, space):
            forbidden[space] = "a neutral country"
    no_end: dict[str, str] = {}
    for space in sorted(sit.facts.ground - forbidden.keys()):
        friendly = sit.holder_at(space) == side or sit.is_home_of_neutral(piece.power, space)
        if space in zone:
            forbidden[space] = "an enemy land zone"
        elif not friendly:
            forbidden[space] = "no friendly country"
        elif is_air and sit.enemies_in(space, side):
            no_end[space] = "enemy units"
        elif is_air and not options.is_air_base(sit, side, space):
            no_end[space] = NO_BASE
    return Conditions(sit.facts.board, forbidden=forbidden, no_end=no_end)


def explain_reason(sit: Situation, reason: Reason, rule: str, piece: str) -> Refusal:
    """A reason of the path search as a refusal with its rule and numbers."""
    zones = "5.1.2" if sit.unit(sit.state.piece(piece)).is_fleet else "5.1.1"
    rules = {"must_stop_before": zones, "zone_to_zone": zones}
    numbers = {
        key: value for key, value in (("needs", reason.needs), ("has", reason.has)) if value is not None
    }
    spaces = tuple(space for space in (reason.origin, reason.space) if space)
    return refuse(
        f"movement.{reason.code}",
        reason.sentence(),
        rules.get(reason.code, rule),
        pieces=(piece,),
        spaces=spaces,
        **numbers,
    )
