"""Production: points, building, upgrading (7)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from wargame_desktop.core.draft import Draft
from wargame_desktop.core.frozen import FrozenMap
from wargame_desktop.core.refusal import Refusal, refuse
from wargame_desktop.core.sequence import Phase, Prompt, Rule, Target
from wargame_desktop.core.state import Piece, State

from .commit import PassRule
from .convoys import US_POINTS, seaborne
from .facts import Unit
from .model import ALLIES, ATLANTIC_LAND, AXIS, NEUTRAL, SIDES, Build, Upgrade, other, pool_of
from .options import SURRENDERED, VICHY_AXIS, free_french_barred, is_air_base, pays_as_minor, total_points
from .situation import Situation
from .steps import displace_enemies, hold_ground, is_welcome, wake_minors
from .supply import Lines
from .wording import counted

if TYPE_CHECKING:
    from .system import EuropeanTheater

SOVIET_UPGRADES_FROM = 6
"""Winter 1941: the neutral Soviet Union may upgrade (7.1.6)."""
SOVIET_NEUTRAL_POINTS = 2
BONUS_CITIES = {"bucharest": ("rum",), "stockholm": ("swe", "nor")}
"""German bonus points and the countries that must be neutral or Axis for them (7.1.2)."""
FREE_FRENCH = "gb.free_french"


def candidates_for(sit: Situation, lines: Lines, space: str, side: str) -> list[str]:
    """The major powers that could use a city: its own, else all whose capital it can trace to (7.1.1)."""
    owner = sit.power_of(space)
    majors = [power for power in sit.facts.majors() if sit.state.side_of(power) == side and power != "us"]
    majors = [power for power in majors if power in sit.facts.capitals and sit.is_at_war(power)]
    majors = [power for power in majors if not is_conquered(sit, power) and not pays_as_minor(sit, power)]
    if sit.text("vichy"):  # France has no units left to build; its freed cities work for Britain (5.3.3)
        majors = [power for power in majors if power != "fr"]
    if owner == "fr" and side == ALLIES and sit.text("vichy"):
        majors = ["gb"]
    elif owner in majors:
        majors = [owner]
    return [power for power in majors if space in sit.facts.capitals[power] or lines.reaches(power, space)]


def is_conquered(sit: Situation, power: str) -> bool:
    """Whether a country has been conquered and not been liberated."""
    conquered = sit.state.var("conquered")
    return isinstance(conquered, FrozenMap) and power in conquered


def city_points(sit: Situation, lines: Lines) -> dict[str, str]:
    """Each production city that gives a point, and the power it goes to."""
    chosen = sit.state.var("assigned")
    bombed = sit.state.var("bombed", ())
    assert isinstance(bombed, tuple)
    bonus = german_bonus_cities(sit)
    found: dict[str, str] = {}
    for space in sit.facts.production_cities:
        for side in SIDES:
            if not sit.controls(side, space) or space in bombed or (side == AXIS and space in bonus):
                continue
            may = candidates_for(sit, lines, space, side)
            wish = chosen.get(space) if isinstance(chosen, FrozenMap) else None
            if may:
                found[space] = str(wish) if wish in may else _usual(sit, space, side, may)
    return found


def _usual(sit: Situation, space: str, side: str, may: list[str]) -> str:
    """Who uses a city until its side says otherwise: who took it, Britain for what the Americans took."""
    taker = sit.state.control.get(space, "")
    taker = "gb" if taker == "us" else taker
    first = "ge" if side == AXIS else "gb"
    return taker if taker in may else first if first in may else may[0]


def points_of(sit: Situation, lines: Lines, power: str) -> int:
    """The production points of a major power this turn (7.1)."""
    if power == "us":
        lend = sit.state.var("lend")
        sent = sum(int(str(v)) for v in lend.values()) if isinstance(lend, FrozenMap) else 0
        return max(0, us_points(sit) - sent) if sit.flag("us_entered") else 0
    if power == "it" and sit.flag(SURRENDERED):
        return 1 if sit.season == "winter" else 0
    if is_conquered(sit, power) or sit.state.side_of(power) not in SIDES:
        return 0
    if power == "su" and sit.flag("ussr_neutral"):
        return SOVIET_NEUTRAL_POINTS if sit.turn >= SOVIET_UPGRADES_FROM else 0
    cities = sum(1 for owner in city_points(sit, lines).values() if owner == power)
    if power == "it" and sit.flag("italy_neutral"):
        return _neutral_italy(sit)
    return total_points(sit, power, cities + bonus_points(sit, power))


def german_bonus_cities(sit: Situation) -> list[str]:
    """Cities that work for Germany while their countries are neutral or Axis (7.1.2)."""
    found = []
    for city, countries in BONUS_CITIES.items():
        place = sit.facts.place(city)
        safe = all(sit.holder(country) in (NEUTRAL, AXIS) for country in countries)
        if safe and not sit.controls(ALLIES, place):
            found.append(place)
    return found


def us_points(sit: Situation) -> int:
    """Ten each turn (7.1.2), less what an optional rule takes."""
    lost = sit.state.var("us_lost", 0)
    assert isinstance(lost, int)
    return US_POINTS - lost


def _neutral_italy(sit: Situation) -> int:
    """Neutral Italy uses its two points in Winter alone (7.1.7)."""
    bombed = sit.state.var("bombed", ())
    assert isinstance(bombed, tuple)
    own = [c for c in sit.facts.production_cities if c in sit.facts.home("it") and c not in bombed]
    return len(own) if sit.season == "winter" else 0


def bonus_points(sit: Situation, power: str) -> int:
    """Points that come from no city of one's own (7.1.2, 12.3, 12.5)."""
    sunk = sit.state.var("sunk")
    lost = {name: int(str(n)) for name, n in sunk.items()} if isinstance(sunk, FrozenMap) else {}
    at_sea = {name: count - lost.get(name, 0) for name, count in seaborne(sit).items()}
    if power == "gb":
        return at_sea["lend_gb"] + at_sea["dominions"] + at_sea["iraq"]
    if power == "su":
        return at_sea["lend_su"]
    if power != "ge":
        return 0
    bombed = sit.state.var("bombed", ())
    assert isinstance(bombed, tuple)
    total = sum(1 for city in german_bonus_cities(sit) if city not in bombed)
    conquered = sit.state.var("conquered")
    if isinstance(conquered, FrozenMap) and conquered.get("pol") == AXIS and sit.flag("ussr_neutral"):
        total += 1
    return total + (1 if sit.text("iraq") in ("revolt", "axis") else 0)


# Placement


def build_hexes(sit: Situation, lines: Lines, piece: Piece) -> list[str]:
    """Where a new unit may appear (7.2)."""
    unit = sit.unit(piece)
    side = sit.owner(piece)
    if piece.power == "us":
        return [ATLANTIC_LAND]
    if unit.is_fort:
        return _fort_hexes(sit, lines, piece, unit, side)
    home = sit.facts.home(piece.power)
    if piece.kind == FREE_FRENCH and free_french_barred(sit):
        return []
    if piece.kind == FREE_FRENCH:
        cities = [c for c in sit.facts.production_cities if sit.power_of(c) in ("gb", "fr")]
        places = [*cities, sit.facts.place("algiers"), sit.facts.place("toulon")]
        found = [space for space in places if sit.controls(side, space)]
    elif unit.is_fleet:
        found = [port for port in sit.facts.ports if port in home and sit.is_own(piece.power, port)]
    else:
        cities = [c for c in sit.facts.production_cities if sit.is_own(piece.power, c)]
        minor = piece.power not in sit.facts.majors()
        if minor and not home.intersection(cities):  # anywhere at home that no enemy stands in (7.2.3)
            return [s for s in sorted(home) if not sit.enemies_in(s, side) and is_welcome(sit, piece, s)]
        if piece.power == "fr" and sit.flag(VICHY_AXIS):
            cities = [sit.facts.place("toulon")]
            home = frozenset(space for space in home if sit.is_vichy(space))
        near = {c for city in cities for c in (city, *sit.facts.board.neighbours(city))}
        found = sorted(near & home)
    return [space for space in dict.fromkeys(found) if _may_appear(sit, piece, space)]


def placement_rule(sit: Situation, piece: Piece) -> str:
    """The rule that says where a new unit may appear."""
    if sit.unit(piece).is_fort:
        return "7.2.5"
    if piece.kind == FREE_FRENCH:
        return "7.2.4"
    return "7.2.2" if piece.power in sit.facts.majors() else "7.2.3"


def _may_appear(sit: Situation, piece: Piece, space: str) -> bool:
    """Not on enemies, not in an enemy's city, not in an enemy zone without a friend (7.2.2)."""
    side = sit.owner(piece)
    if sit.enemies_in(space, side):
        return False
    if (sit.facts.has(space, "city") or sit.facts.has(space, "port")) and sit.controls(other(side), space):
        return False
    if space in sit.land_zone(other(side)) and not sit.land_at(space, side):
        return False
    if sit.unit(piece).is_air and not is_air_base(sit, piece.power, space):
        return False
    return is_welcome(sit, piece, space)


def _fort_hexes(sit: Situation, lines: Lines, piece: Piece, unit: Unit, side: str) -> list[str]:
    """Named forts only in their city; others anywhere friendly with supply (7.2.5)."""
    if unit.named_fort:
        hexes = [s.id for s in sit.facts.board.spaces if s.attrs.get("fort") == unit.named_fort]
        hexes = [h for h in hexes if sit.controls(side, h) and not sit.land_at(h, other(side))]
        return [h for h in hexes if lines.reaches_any(side, h)]
    found = []
    for space in sorted(sit.facts.ground):
        friendly = sit.holder_at(space) == side and not sit.land_at(space, other(side))
        taken = any(sit.unit(p).is_fort for p in sit.land_at(space, side))
        if friendly and not taken and lines.reaches_any(side, space):
            found.append(space)
    return found


def price(sit: Situation, piece: Piece, column: str) -> int:
    """What a unit costs its power; powers with one point a Winter pay as minor powers do (7.1.3)."""
    unit = sit.unit(piece)
    if unit.arm == "infantry" and pays_as_minor(sit, piece.power):
        return int(str(sit.facts.costs.value("minor_infantry", column)))
    return sit.facts.cost(unit, column)


# Actions


class _Spending:
    """What building and upgrading share: the power in charge and its points."""

    def __init__(self, system: EuropeanTheater) -> None:
        self.system = system

    def pays(self, state: State, piece: Piece) -> str:
        """The power whose points a unit uses: US units on the map use British ones (7.3.1)."""
        sit = self.system.situation(state)
        if piece.power == "us" and sit.ground_of(piece) not in (ATLANTIC_LAND, pool_of("us")):
            return "gb"
        return piece.power if piece.kind in sit.facts.kinds else ""

    def price_refusals(self, state: State, piece: Piece, column: str) -> list[Refusal]:
        """Enough points of the right power."""
        power, points = str(state.top["power"]), int(str(state.top["points"]))
        payer = self.pays(state, piece)
        if payer != power:
            uses, spent = self.system.power_name(payer), self.system.power_name(power)
            sentence = f"{self.system.name_of(piece)} uses points of {uses}, not of {spent}."
            rule = "7.3.1" if payer != piece.power else "7.1.1"
            return [refuse("production.other_power", sentence, rule, pieces=(piece.id,))]
        cost = price(self.system.situation(state), piece, column)
        if cost > points:
            sentence = f"{self.system.name_of(piece)} costs {cost}, {points} are left."
            return [
                refuse("production.points", sentence, "7.1.4", pieces=(piece.id,), needs=cost, has=points)
            ]
        return []

    def spend(self, draft: Draft, piece: Piece, column: str) -> None:
        """Take the points off."""
        cost = price(Situation(self.system.facts, draft.state), piece, column)
        draft.update(points=int(str(draft.top["points"])) - cost)


class BuildRule(_Spending, Rule[Build]):
    """Buy a unit at full strength and place it."""

    action = Build
    title = "Build a unit"
    rule = "7.2"

    def refusals(self, state: State, action: Build) -> list[Refusal]:
        """In the pool, paid for, in a lawful place."""
        piece = state.pieces.get(action.piece)
        if piece is None or piece.space != pool_of(piece.power):
            name = action.piece if piece is None else self.system.name_of(piece)
            return [refuse("build.not_in_pool", f"{name} is not in a force pool.", "7")]
        found = self.price_refusals(state, piece, "build")
        if state.top.get("upgrades_only") is True:
            sentence = "The neutral Soviet Union builds nothing; it may only upgrade."
            found.append(refuse("build.soviet_neutral", sentence, "7.1.6"))
        if found:
            return found
        places = build_hexes(self.system.situation(state), self.system.lines(state), piece)
        if action.space in places:
            return []
        where = ", ".join(map(self.system.space_name, places[:12])) or "nowhere now"
        left = len(places) - 12
        more = f" and {left} other {'hex' if left == 1 else 'hexes'}" if left > 0 else ""
        sentence = f"{self.system.name_of(piece)} may appear in {where}{more}."
        rule = placement_rule(self.system.situation(state), piece)
        return [refuse("build.place", sentence, rule, pieces=(piece.id,), spaces=tuple(places[:12]))]

    def perform(self, draft: Draft, action: Build) -> None:
        """It appears at once; enemy fleets and air units make way (7.2.5, 5.1.3)."""
        piece, facts = draft.state.piece(action.piece), self.system.facts
        self.spend(draft, piece, "build")
        if action.space in facts.ground:
            wake_minors(draft, Situation(facts, draft.state), piece, action.space)
        draft.change(action.piece, face="front")
        draft.move((action.piece,), action.space)
        draft.emit("built", pieces=(action.piece,), space=action.space)
        if action.space in facts.ground:
            hold_ground(draft, facts, action.piece)
            displace_enemies(draft, facts, (action.piece,))

    def legal(self, state: State, piece: str | None = None) -> Iterable[Build]:
        """Every unit that can be paid, in every place."""
        if state.top.get("upgrades_only") is True:
            return
        sit, lines = self.system.situation(state), self.system.lines(state)
        for unit in state.at(pool_of(str(state.top["power"]))):
            if piece in (None, unit.id) and not self.price_refusals(state, unit, "build"):
                for space in build_hexes(sit, lines, unit):
                    yield Build(unit.id, space)

    def targets(self, state: State, pieces: Sequence[str]) -> Mapping[str, Target]:
        """Where one unit of the pool may appear."""
        found = self.legal(state, pieces[0]) if len(pieces) == 1 else ()
        return {action.space: Target(action.space, action) for action in found}

    def drop(self, state: State, pieces: Sequence[str], space: str, via: Sequence[str]) -> Build | None:
        """Dropping a unit from the pool builds it."""
        return Build(pieces[0], space) if len(pieces) == 1 else None


class UpgradeRule(_Spending, Rule[Upgrade]):
    """Bring a reduced unit to full strength."""

    action = Upgrade
    title = "Upgrade a unit"
    rule = "7.3"

    def refusals(self, state: State, action: Upgrade) -> list[Refusal]:
        """Reduced, two-sided, supplied, paid."""
        sit = self.system.situation(state)
        piece = state.pieces.get(action.piece)
        if piece is None or piece.kind not in sit.facts.kinds or not sit.is_in_play(piece):
            name = self.system.label(state, action.piece)
            return [refuse("upgrade.unknown", f"{name} is no unit on the map or in a box.", "7.3")]
        if sit.unit(piece).steps < 2:
            sentence = f"{self.system.name_of(piece)} has a blank back and cannot be upgraded."
            return [refuse("upgrade.blank", sentence, "7.3.1", pieces=(piece.id,))]
        if not sit.is_reduced(piece):
            sentence = f"{self.system.name_of(piece)} is at full strength."
            return [refuse("upgrade.full", sentence, "7.3", pieces=(piece.id,))]
        found = self.price_refusals(state, piece, "upgrade")
        if not found and not self._supplied(state, sit, piece):
            found.append(self._no_supply(sit, piece))
        return found

    def _no_supply(self, sit: Situation, piece: Piece) -> Refusal:
        name, where = self.system.name_of(piece), self.system.space_name(sit.ground_of(piece))
        need, rule = "has no line to the capital of a friendly major power", "7.3.1"
        if sit.unit(piece).is_fleet:
            need, rule = "is in no friendly port with a line to a friendly production city", "7.3.2"
        return refuse("upgrade.supply", f"{name} in {where} {need}.", rule, pieces=(piece.id,))

    def _supplied(self, state: State, sit: Situation, piece: Piece) -> bool:
        side, space = sit.owner(piece), sit.ground_of(piece)
        lines = self.system.lines(state)
        if space == ATLANTIC_LAND:
            return True
        if not sit.unit(piece).is_fleet:
            majors = [p for p in sit.facts.majors() if state.side_of(p) == side and p != "us"]
            majors = [p for p in majors if sit.is_at_war(p) or p == piece.power]  # neutrals help nobody
            return any(lines.reaches(power, space) for power in majors)
        in_port = space in sit.facts.hexes and sit.facts.has(space, "port")
        if not in_port or not sit.is_own(piece.power, space):
            return False
        if not sit.is_at_war(piece.power):
            return True
        return sit.facts.has(space, "production") or lines.reaches_city(side, space)

    def perform(self, draft: Draft, action: Upgrade) -> None:
        """Turn it over."""
        self.spend(draft, draft.state.piece(action.piece), "upgrade")
        draft.change(action.piece, face="front")
        draft.emit("upgraded", pieces=(action.piece,))

    def legal(self, state: State, piece: str | None = None) -> Iterable[Upgrade]:
        """Every unit that can be upgraded."""
        for unit in state.pieces.values():
            if unit.face != "front" and piece in (None, unit.id):
                action = Upgrade(unit.id)
                if not self.refusals(state, action):
                    yield action


class ProducePhase(Phase):
    """One power spends its points; what is left is lost (7)."""

    name = "produce"
    title = "Production"
    rule = "7"

    def __init__(self, system: EuropeanTheater) -> None:
        self.system = system
        rules: list[Rule[Any]] = [BuildRule(system), UpgradeRule(system), PassRule(system, "End production")]
        self.rules = rules

    def decider(self, state: State) -> str | None:
        """The power's side, while there is something to buy."""
        build, upgrade = self.rules[0], self.rules[1]
        able = next(iter(build.legal(state)), None) or next(iter(upgrade.legal(state)), None)
        return state.side_of(str(state.top["power"])) if able is not None else None

    def prompt(self, state: State) -> Prompt:
        """How many points."""
        name = self.system.power_name(str(state.top["power"]))
        points = counted(int(str(state.top["points"])), "point")
        text = f"{points} to build new units or bring reduced ones to full strength."
        return Prompt(f"Production of {name}", text, "7")


class ProductionPhase(Phase):
    """All powers in the order of the set-up, in Winter the minors after them (7.2.1)."""

    name = "production"
    title = "Production"
    rule = "7"

    def __init__(self, system: EuropeanTheater) -> None:
        self.system = system

    def order(self, sit: Situation) -> list[str]:
        """Who produces, in order."""
        majors = [power for power in sit.facts.majors() if not pays_as_minor(sit, power)]
        minors: list[str] = []
        if sit.season == "winter":
            for side in (ALLIES, AXIS):
                minors += [
                    power
                    for power in sit.facts.powers
                    if power not in majors and sit.state.side_of(power) == side and self._produces(sit, power)
                ]
        return [*majors, *minors]

    @staticmethod
    def _produces(sit: Situation, power: str) -> bool:
        if is_conquered(sit, power) and not pays_as_minor(sit, power):
            return False
        return power != "irq" or sit.text("iraq") in ("revolt", "axis")

    def advance(self, draft: Draft) -> None:
        """The next power; at the end forget what was bombed and sunk."""
        sit = Situation(self.system.facts, draft.state)
        at = int(str(draft.top.get("at", 0)))
        order = self.order(sit)
        if at >= len(order):
            draft.pop()
            for name in ("bombed", "sunk"):
                draft.set(name, None)
            draft.push("stacking", side=SIDES[0])
            return
        draft.update(at=at + 1)
        power = order[at]
        minor = power not in sit.facts.majors() or pays_as_minor(sit, power)
        points = 1 if minor else points_of(sit, Lines(sit), power)
        if points:
            neutral = power == "su" and sit.flag("ussr_neutral")
            draft.emit("points", power=power, points=points)
            draft.push("produce", power=power, points=points, upgrades_only=neutral)
