"""What counters and hexes are: the printed facts, looked up once per game."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass
from functools import cached_property

from wargame_desktop.board.compiled import Net
from wargame_desktop.board.model import HEXSIDE, Board, Link, Space
from wargame_desktop.board.ranges import within
from wargame_desktop.content.charts import Chart, ChartSet, Table
from wargame_desktop.content.units import Counter
from wargame_desktop.core.state import Piece
from wargame_desktop.systems.base import GameData

from .model import SEA_BOXES

STRAITS = ("3414", "3415", "2911", "3012", "1315")
"""Hexes that land units and fleets may enter (8.1)."""
NO_RAIL = frozenset(("spanish_morocco", "french_north_africa", "tunisia", "libya", "saudi_arabia", "persia"))
"""Territories without railways (8.1.2)."""
STRATEGIC_RANGE = 6
BOX_LINK = "box"
"""The kind of link between a box and a hex or another box; `cost` is what a fleet pays (8.3.3)."""
FLEET_ZONE = 3


@dataclass(frozen=True, slots=True)
class Unit:
    """A counter's printed facts; `steps` is 1 for a counter with a blank back."""

    id: str
    power: str
    arm: str
    type: str
    combat: tuple[int, int]
    asw: tuple[int, int]
    move: tuple[int, int]
    range: int
    steps: int
    named_fort: str
    is_naval_air: bool

    @property
    def is_land(self) -> bool:
        """Armor, infantry, artillery, paratroops, forts."""
        return self.arm not in ("air", "fleet", "submarine")

    @property
    def is_air(self) -> bool:
        """Air units."""
        return self.arm == "air"

    @property
    def is_fleet(self) -> bool:
        """Surface and submarine fleets."""
        return self.arm in ("fleet", "submarine")

    @property
    def is_fort(self) -> bool:
        """Forts: they never move, advance or retreat (3.3.1)."""
        return self.arm == "fort"


def _values(counter: Counter, name: str) -> tuple[int, int]:
    full = counter.values.get(name, 0)
    reduced = (counter.reduced or counter.values).get(name, 0)
    assert isinstance(full, int) and isinstance(reduced, int)
    return full, reduced


def unit_of(counter: Counter, arm: str) -> Unit:
    """The facts of a counter."""
    named = counter.id.split(".", 1)[1].removesuffix("_fort") if arm == "fort" else ""
    return Unit(
        id=counter.id,
        power=counter.power,
        arm=arm,
        type=counter.type,
        combat=_values(counter, "combat"),
        asw=_values(counter, "asw"),
        move=_values(counter, "move"),
        range=_values(counter, "range")[0],
        steps=1 if counter.reduced is None else 2,
        named_fort="" if named == "fort" else named,
        is_naval_air=counter.type == "naval_air",
    )


class Facts:
    """The printed game: units by kind, hexes by number, charts."""

    def __init__(self, data: GameData) -> None:
        self.board: Board = data.board
        assert data.map is not None
        self._countries = data.map.countries
        self._within: dict[tuple[str, int], frozenset[str]] = {}
        self._near: dict[tuple[Net, str], tuple[str, ...]] = {}
        self._thresholds: dict[str, list[int]] = {}
        self._results: dict[tuple[int, int], int] = {}
        (units,) = data.units
        self.powers = units.powers
        self._units = {
            counter.id: unit_of(counter, str(units.types[counter.type].attrs["arm"]))
            for counter in units.counters.values()
        }
        charts: ChartSet = data.charts[0]
        self.losses: Chart = charts.charts["losses"]
        self.lines: Chart = charts.charts["lines"]
        self.terrain_table: Table = charts.tables["terrain"]
        self.side_table: Table = charts.tables["hexsides"]
        self.costs: Table = charts.tables["costs"]
        self.calendar: Table = charts.tables["calendar"]
        self.arrivals: Table = charts.tables["arrivals"]

    # Units

    def unit(self, piece: Piece) -> Unit:
        """The facts of a piece."""
        return self._units[piece.kind]

    @property
    def kinds(self) -> Container[str]:
        """The kinds of pieces that are units, and no markers."""
        return self._units

    def majors(self) -> list[str]:
        """The major powers in the order of production (7.2.1)."""
        found = [power for power in self.powers.values() if power.attrs.get("major") is True]
        return [power.id for power in sorted(found, key=lambda power: int(str(power.attrs["order"])))]

    # Hexes

    def space(self, space: str) -> Space:
        """A hex or box."""
        return self.board.space(space)

    def is_sea(self, space: str) -> bool:
        """All-sea hexes and the ocean boxes."""
        return space in SEA_BOXES or self.space(space).kind == "sea"

    def is_coast(self, space: str) -> bool:
        """Hexes that land units and fleets may both enter."""
        return self.space(space).kind == "coast"

    def is_hex(self, space: str) -> bool:
        """Whether it is a hex of the map and no box."""
        return space in self.hexes

    @cached_property
    def hexes(self) -> frozenset[str]:
        """All hexes of the map."""
        return frozenset(s.id for s in self.board.spaces if s.kind in ("land", "coast", "sea"))

    @cached_property
    def ground(self) -> frozenset[str]:
        """Hexes that land units may enter: land and coast."""
        return frozenset(s.id for s in self.board.spaces if s.kind in ("land", "coast"))

    @cached_property
    def water(self) -> frozenset[str]:
        """Hexes and boxes that fleets may enter: sea and coast."""
        seas = frozenset(s.id for s in self.board.spaces if s.kind in ("sea", "coast"))
        return seas | frozenset(box for box in SEA_BOXES if box in self.board)

    def territory(self, space: str) -> str:
        """The territory a hex belongs to: a country, or a part of it overseas; empty at sea."""
        return self._territories[space]

    @cached_property
    def _territories(self) -> dict[str, str]:
        return {space.id: str(space.attrs.get("country", "")) for space in self.board.spaces}

    def power_of(self, space: str) -> str:
        """The power a hex belonged to in 1939; empty at sea and in boxes."""
        return self._owners[space]

    @cached_property
    def _owners(self) -> dict[str, str]:
        known = {country.id: country.power for country in self._countries.values()}
        return {space: known.get(territory, "") for space, territory in self._territories.items()}

    @cached_property
    def french_overseas(self) -> frozenset[str]:
        """The French territories beyond the sea, which go with Vichy (12.2.1)."""
        return frozenset(
            country.id
            for country in self._countries.values()
            if country.power == "fr" and country.attrs.get("overseas") is True
        )

    def of_territory(self, territory: str) -> list[str]:
        """The land and coastal hexes of a territory."""
        return [space for space in sorted(self.ground) if self.territory(space) == territory]

    @cached_property
    def lots(self) -> dict[str, tuple[str, ...]]:
        """Hexes that always share one fate, under the first of them: a territory, or its Vichy part."""
        found: dict[tuple[str, bool], list[str]] = {}
        for space in sorted(self.ground):
            found.setdefault((self.territory(space), self.has(space, "vichy")), []).append(space)
        return {spaces[0]: tuple(spaces) for spaces in found.values()}

    def is_overseas(self, territory: str) -> bool:
        """Whether a territory lies outside its power's home country."""
        country = self._countries.get(territory)
        return country is not None and country.attrs.get("overseas") is True

    def home(self, power: str) -> frozenset[str]:
        """The hexes of a power's home country."""
        return self._homes.get(power, frozenset())

    @cached_property
    def _homes(self) -> dict[str, frozenset[str]]:
        found: dict[str, set[str]] = {}
        for space in sorted(self.ground):
            if not self.is_overseas(self.territory(space)):
                found.setdefault(self.power_of(space), set()).add(space)
        return {power: frozenset(spaces) for power, spaces in found.items()}

    @cached_property
    def capitals(self) -> dict[str, tuple[str, ...]]:
        """The capital hexes of each power; the Soviet Union has three (3.4.1)."""
        found: dict[str, tuple[str, ...]] = {}
        for space in self.board.spaces:
            power = str(space.attrs.get("capital_of", ""))
            if power:
                found[power] = (*found.get(power, ()), space.id)
        return found

    def within(self, space: str, radius: int) -> frozenset[str]:
        """The hexes within a range, terrain ignored."""
        key = (space, radius)
        if key not in self._within:
            self._within[key] = frozenset(within(self.air_net, space, radius))
        return self._within[key]

    def over_land(self, space: str, radius: int) -> frozenset[str]:
        """The hexes so many steps over land away, terrain ignored."""
        key = (space, -radius)
        if key not in self._within:
            self._within[key] = frozenset(within(self.land_net, space, radius))
        return self._within[key]

    def has(self, space: str, what: str) -> bool:
        """Whether a hex has a port, a production city, a capital and the like."""
        return bool(self.space(space).attrs.get(what))

    @cached_property
    def ports(self) -> tuple[str, ...]:
        """Every port, in the board's order."""
        return tuple(s.id for s in self.board.spaces if s.attrs.get("port"))

    @cached_property
    def production_cities(self) -> tuple[str, ...]:
        """Every production city, in the board's order."""
        return tuple(s.id for s in self.board.spaces if s.attrs.get("production"))

    @cached_property
    def prizes(self) -> tuple[str, ...]:
        """Places that decide who holds a country or what it makes: cities, capitals, seats overseas."""
        marks = ("production", "capital_of", "territory_capital")
        return tuple(s.id for s in self.board.spaces if s.id in self.ground and any(map(s.attrs.get, marks)))

    def place(self, name: str) -> str:
        """The hex of a named place."""
        return self._places[name.lower()]

    @cached_property
    def _places(self) -> dict[str, str]:
        return {space.name.lower(): space.id for space in self.board.spaces if space.name}

    # Hexsides

    def sides(self) -> Iterable[Link]:
        """All hexsides."""
        return (link for link in self.board.links if link.kind == HEXSIDE)

    @cached_property
    def land_net(self) -> Net:
        """Steps that land units may take: no all-sea hex, no all-sea hexside (8.1)."""
        return self.board.compiled.net_where(
            lambda link: (
                link.kind == HEXSIDE
                and link.a in self.ground
                and link.b in self.ground
                and not link.attrs.get("all_sea")
            )
        )

    @cached_property
    def sea_net(self) -> Net:
        """Steps that fleets may take between hexes: no all-land hex, no all-land hexside (8.3.1)."""
        return self.board.compiled.net_where(
            lambda link: (
                link.kind == HEXSIDE
                and link.a in self.water
                and link.b in self.water
                and not link.attrs.get("all_land")
            )
        )

    @cached_property
    def shipping_net(self) -> Net:
        """The sea with the boxes beside the map: what fleets and supply lines use."""
        return self.board.compiled.net_where(
            lambda link: (
                link.kind == BOX_LINK
                or (
                    link.kind == HEXSIDE
                    and link.a in self.water
                    and link.b in self.water
                    and not link.attrs.get("all_land")
                )
            )
        )

    @cached_property
    def air_net(self) -> Net:
        """Every hexside: air units ignore terrain (5.1.3)."""
        return self.board.compiled.net_where(lambda link: link.kind == HEXSIDE)

    def land_neighbours(self, space: str) -> tuple[str, ...]:
        """The hexes a land unit could step to from here."""
        return self._neighbours(self.land_net, space)

    def sea_neighbours(self, space: str) -> tuple[str, ...]:
        """The hexes a fleet could step to from here."""
        return self._neighbours(self.sea_net, space)

    def _neighbours(self, net: Net, space: str) -> tuple[str, ...]:
        key = (net, space)
        if key not in self._near:
            ids = self.board.compiled.ids
            self._near[key] = tuple(ids[n] for n in net.neighbours[self.board.compiled.number(space)])
        return self._near[key]

    def crossing_shift(self, a: str, b: str) -> int:
        """Columns an attack across this hexside loses: rivers and straits."""
        shifts = [
            int(str(self.side_table.value(kind, "shift")))
            for link in self.board.links_between(a, b, HEXSIDE)
            for kind in ("river", "strait")
            if link.attrs.get(kind)
        ]
        return max(shifts, default=0)

    # Charts

    def column(self, line: str, factors: int) -> int:
        """The column a force reaches on a line of the combat chart, counted from 1; 0 is none."""
        if line not in self._thresholds:
            cells = [self.lines.cell(column, line) for column in self.lines.columns.labels]
            self._thresholds[line] = [int(str(cell)) for cell in cells]
        return max((n for n, least in enumerate(self._thresholds[line], 1) if factors >= least), default=0)

    def result(self, column: int, roll: int) -> int:
        """The losses of a column for a roll of two dice."""
        if column < 1:
            return 0
        key = (min(column, len(self.losses.columns.labels)), roll)
        if key not in self._results:
            self._results[key] = int(str(self.losses.cell(str(key[0]), roll)))
        return self._results[key]

    def terrain(self, space: str, column: str) -> int:
        """Movement points or column shift of a hex."""
        return int(str(self.terrain_table.value(self.space(space).terrain or "clear", column)))

    def cost(self, unit: Unit, column: str) -> int:
        """Production points to build or upgrade a unit; minors have one point a year for theirs (7.1.3)."""
        minor = unit.arm == "infantry" and unit.power not in self.majors()
        return int(str(self.costs.value("minor_infantry" if minor else unit.type, column)))

    def date(self, turn: int) -> tuple[str, int]:
        """Season and year of a turn."""
        row = str(turn)
        return str(self.calendar.value(row, "season")), int(str(self.calendar.value(row, "year")))

    @property
    def last_turn(self) -> int:
        """Spring 1945 (13)."""
        return len(self.calendar.rows)
