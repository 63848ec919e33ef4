"""What spaces and units are: the printed facts, looked up once per game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from wargame_desktop.board.compiled import Net
from wargame_desktop.board.model import Link, Space
from wargame_desktop.board.policy import Barred, StepCosts
from wargame_desktop.board.ranges import distances
from wargame_desktop.content.charts import Table
from wargame_desktop.core.state import Piece
from wargame_desktop.systems.base import GameData

SEA_LINKS = ("sea", "canal")
FLY, LAND_STEP, SAIL = "fly", "land", "sail"


@dataclass(frozen=True, slots=True)
class UnitFacts:
    """A kind of unit: attack, defence, move and cost as printed."""

    name: str
    attack: int
    defend: int
    move: int
    cost: int


class Facts:
    """The board and the charts of one game."""

    def __init__(self, data: GameData) -> None:
        self.board = data.board
        self.units = {key: self._unit(data, key) for one in data.units for key in one.types}
        self.tables: dict[str, Table] = {key: one.tables[key] for one in data.charts for key in one.tables}
        spaces = {space.id: space for space in data.board.spaces}
        self.spaces = spaces
        self.territories = tuple(key for key, space in spaces.items() if space.kind == "land")
        self.zones = tuple(key for key, space in spaces.items() if space.kind == "sea")
        self.original = {key: str(spaces[key].attrs.get("owner", "")) for key in self.territories}
        self.income = {key: _number(spaces[key]) for key in self.territories}
        self.city = {
            key: str(spaces[key].attrs["victory_city"])
            for key in self.territories
            if "victory_city" in spaces[key].attrs
        }
        self.capital = {
            str(spaces[key].attrs["capital"]): key
            for key in self.territories
            if "capital" in spaces[key].attrs
        }
        self._coasts: dict[str, tuple[str, ...]] = {}
        # An island group lies inside one sea zone; Japan, Australia and Madagascar touch several.
        self.islands = frozenset(
            key
            for key in self.territories
            if len(self.coasts(key)) == 1 and not data.board.neighbours(key, "land")
        )
        self._distances: dict[tuple[str, bool], dict[str, int]] = {}
        self._costs: dict[tuple[str, tuple[str, ...], bool], StepCosts] = {}

    def _unit(self, data: GameData, key: str) -> UnitFacts:
        for one in data.units:
            if key in one.types:
                found = one.types[key]
                values = [found.values.get(name, 0) for name in ("attack", "defend", "move", "cost")]
                attack, defend, move, cost = (value if isinstance(value, int) else 0 for value in values)
                return UnitFacts(found.name, attack, defend, move, cost)
        raise KeyError(key)

    # Spaces

    def is_land(self, space: str) -> bool:
        """A territory that may be entered."""
        return space in self.income

    def is_sea(self, space: str) -> bool:
        """A sea zone."""
        return space in self.spaces and self.spaces[space].kind == "sea"

    def name(self, space: str) -> str:
        """A space's name for people."""
        return self.spaces[space].name if space in self.spaces else space

    def coasts(self, space: str) -> tuple[str, ...]:
        """The sea zones of a territory, or the territories of a sea zone that may be entered."""
        if space not in self._coasts:
            found = self.board.neighbours(space, "coast")
            self._coasts[space] = tuple(one for one in found if self.is_sea(one) or self.is_land(one))
        return self._coasts[space]

    def land_next(self, space: str) -> tuple[str, ...]:
        """The territories next to a territory by land."""
        return tuple(one for one in self.board.neighbours(space, "land") if self.is_land(one))

    @cached_property
    def neighbours(self) -> dict[str, tuple[str, ...]]:
        """Spaces next to each space, over any link, neutrals left out."""
        return {
            key: tuple(one for one in self.board.neighbours(key) if self.is_open(one)) for key in self.spaces
        }

    def is_open(self, space: str) -> bool:
        """No neutral territory and no box."""
        return space in self.spaces and self.spaces[space].kind in ("land", "sea")

    # Ways

    @cached_property
    def _air_net(self) -> Net:
        return self.board.compiled.net_where(lambda link: self.is_open(link.a) and self.is_open(link.b))

    @cached_property
    def _any_net(self) -> Net:
        return self.board.compiled.net()

    def distance(self, a: str, b: str, island_bases: bool = False) -> int | None:
        """Spaces an air unit counts from one space to another, None when there is no way."""
        if island_bases:
            return self._base_distances(a).get(b)
        key = (a, False)
        if key not in self._distances:
            self._distances[key] = distances(self._air_net, [a])
        return self._distances[key].get(b)

    def rocket_distance(self, a: str, b: str) -> int | None:
        """Spaces a rocket crosses: it flies over anything."""
        return distances(self._any_net, [a]).get(b)

    def _base_distances(self, a: str) -> dict[str, int]:
        """Distances when an island group is part of its sea zone (Island Bases)."""
        key = (a, True)
        if key not in self._distances:
            found = {a: 0}
            level = [a]
            while level:
                level = self._one_farther(level, found)
            self._distances[key] = found
        return self._distances[key]

    def _one_farther(self, level: list[str], found: dict[str, int]) -> list[str]:
        free = list(level)
        for here in free:  # grows while it runs: steps that cost nothing belong to the same level
            for there in self.neighbours[here]:
                if there not in found and self.is_free_hop(here, there):
                    found[there] = found[here]
                    free.append(there)
        farther = []
        for here in free:
            for there in self.neighbours[here]:
                if there not in found and not self.is_free_hop(here, there):
                    found[there] = found[here] + 1
                    farther.append(there)
        return farther

    def is_free_hop(self, a: str, b: str) -> bool:
        """Between an island group and a sea zone that holds it."""
        return (a in self.islands and self.is_sea(b)) or (b in self.islands and self.is_sea(a))

    @cached_property
    def canals(self) -> dict[str, tuple[str, ...]]:
        """The canals and the territories on their banks."""
        return {str(link.attrs.get("name", link.kind)): link.gates for link in self.board.links if link.gates}

    def costs(self, way: str, closed: tuple[str, ...] = (), island_bases: bool = False) -> StepCosts:
        """One point a step for land units, ships or air units, with what bars a step; `closed` are canals."""
        key = (way, closed, island_bases)
        if key not in self._costs:
            self._costs[key] = StepCosts(self.board, _CostOf(self, way, closed, island_bases))
        return self._costs[key]

    # Units

    def type_of(self, piece: Piece) -> str:
        """What a piece is: infantry, fighter …"""
        return piece.kind.partition(".")[2]

    def listing(self, pieces: Iterable[Piece]) -> str:
        """Units counted by kind: 3 infantry, 1 tank."""
        counts: dict[str, int] = {}
        for piece in pieces:
            kind = self.type_of(piece)
            counts[kind] = counts.get(kind, 0) + 1
        order = {kind: number for number, kind in enumerate(self.units)}
        kinds = sorted(counts, key=lambda kind: order.get(kind, 99))
        return ", ".join(f"{counts[kind]} {self.plural(kind, counts[kind])}" for kind in kinds) or "nothing"

    def plural(self, kind: str, count: int) -> str:
        """The name of so many units of a kind."""
        name = self.units[kind].name if kind in self.units else kind
        if count == 1 or kind in ("infantry", "artillery"):
            return name
        return f"{name}es" if name.endswith("x") else f"{name}s"


@dataclass(frozen=True, slots=True)
class _CostOf:
    """The cost of a step for one way of moving."""

    facts: Facts
    way: str
    closed: tuple[str, ...]
    island_bases: bool

    def __call__(self, link: Link, tail: Space, head: Space) -> int | Barred:
        if head.kind == "neutral":
            return Barred("neutral territory")
        if head.kind not in ("land", "sea"):
            return Barred("not a place to move to")
        if self.way == LAND_STEP and link.kind != "land":
            return Barred("land units cross water only aboard transports")
        if self.way == SAIL and link.kind not in SEA_LINKS:
            return Barred("ships stay at sea")
        if self.way == SAIL and link.attrs.get("name") in self.closed:
            return Barred(f"the {link.attrs.get('name')} is closed to you in this turn")
        free = self.way == FLY and self.island_bases and self.facts.is_free_hop(tail.id, head.id)
        return 0 if free else 1


def _number(space: Space) -> int:
    value = space.attrs.get("income", 0)
    return value if isinstance(value, int) else 0
