"""What a rule system tells the path search: costs of steps, flags of spaces, limits, odd rules.

Three things change at three speeds, so they are three objects. :class:`StepCosts` belongs to a class of
units and a map (and perhaps the weather) and is kept for the whole game. :class:`Conditions` belongs to a
state: enemies, zones, full stacks. :class:`MovePolicy` joins them with one unit's allowance and costs
nothing to make.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from copy import copy
from dataclasses import dataclass
from typing import NamedTuple

from wargame_desktop.board.errors import BoardError
from wargame_desktop.board.model import Board, Link, Space

Parts = tuple[tuple[str, int], ...]
"""A cost taken apart for the player: (("forest", 2), ("river", 1))."""

BARRED = 1 << 60  # more than any sum of costs: a step that nobody can pay
_MOST = 1 << 40

STOP, ZONE, HOLD = 1, 2, 4  # flags of a space that the search looks at when it leaves it


class Barred(NamedTuple):
    """A step that may not be taken, and why in the rule system's own word."""

    detail: str = ""


SAME: Hashable = object()
"""Stands for the stage the unit already has."""


class Taken(NamedTuple):
    """A step that may be taken: its cost, whether it ends the move, and the unit's stage if that changes."""

    cost: int | Parts
    stop: bool = False
    stage: Hashable = SAME


class StepView(NamedTuple):
    """What a step rule sees. ``cost`` is what the table of costs says, None where it bars the step."""

    link: Link
    origin: str
    space: str
    stage: Hashable
    cost: int | None


StepAnswer = int | Parts | Barred | Taken | None
StepRule = Callable[[StepView], StepAnswer]
"""An unusual rule: asked about every step, it answers in place of the table of costs, or None to agree.

Spaces' flags (forbidden, zones, stops, extra cost) and limits still hold after it.
"""


def total(cost: int | Parts, *what: str) -> int:
    """The sum of a cost; refuses what is no whole number from 0 up, and says of what."""
    amount = cost if isinstance(cost, int) else sum(number for _, number in cost)
    if type(amount) is not int or not 0 <= amount < _MOST:
        raise BoardError(f"The cost of {' '.join(what)} must be a whole number from 0 up, not {cost!r}.")
    return amount


def parts_of(cost: int | Parts) -> Parts:
    """The named parts of a cost; none when it is a bare number."""
    return () if isinstance(cost, int) else tuple(cost)


Row = tuple[tuple[int, tuple[int, ...]], ...]


class StepCosts:
    """The cost of every step for one class of units, worked out once.

    ``cost_of(link, from, to)`` answers with a number, with named parts, or with ``Barred``. Of several links
    between the same two spaces the search uses the cheapest.
    """

    def __init__(self, board: Board, cost_of: Callable[[Link, Space, Space], int | Parts | Barred]) -> None:
        self.board = board
        net = board.compiled
        self.cost: list[int] = []
        self.parts: list[Parts] = []
        self.barred: dict[int, str] = {}
        for edge, (tail, head) in enumerate(zip(net.tail, net.head, strict=True)):
            link = net.edge_link(edge)
            answer = cost_of(link, board.spaces[tail], board.spaces[head])
            if isinstance(answer, Barred):
                self.barred[edge] = answer.detail
                self.cost.append(BARRED)
                self.parts.append(())
            else:
                self.cost.append(total(answer, "the step from", net.ids[tail], "to", net.ids[head]))
                self.parts.append(parts_of(answer))
        self.best: dict[tuple[int, int], int] = {}
        for edge, pair in enumerate(zip(net.tail, net.head, strict=True)):
            if pair not in self.best or self.cost[edge] < self.cost[self.best[pair]]:
                self.best[pair] = edge
        self.heads: list[list[tuple[int, int]]] = [[] for _ in net.ids]
        self.tails: list[list[int]] = [[] for _ in net.ids]
        for (tail, head), edge in self.best.items():
            self.heads[tail].append((head, self.cost[edge]))
            self.tails[head].append(tail)


Named = Iterable[str] | Mapping[str, str]
"""Spaces, or spaces with the reason each has its flag."""


def _details(spaces: Named) -> dict[str, str]:
    return dict(spaces) if isinstance(spaces, Mapping) else dict.fromkeys(spaces, "")


class Conditions:
    """Flags of spaces in one state of the game, seen by one side.

    forbidden: may not be entered. stop: a unit that enters stops; one that starts there may leave.
    zone: no step from one such space to another, except into ``zone_exempt``. no_leave: no step out, even
    for a unit that starts there. no_end: may be passed but not ended in. extra: added cost on entering.
    """

    def __init__(
        self,
        board: Board,
        *,
        forbidden: Named = (),
        stop: Iterable[str] = (),
        zone: Iterable[str] = (),
        zone_exempt: Iterable[str] = (),
        no_leave: Iterable[str] = (),
        no_end: Named = (),
        extra: Mapping[str, int | Parts] | None = None,
    ) -> None:
        self.board = board
        net = board.compiled
        self.entry: list[int] = [0] * len(net)
        self.extra_parts: dict[int, Parts] = {}
        self._extra: dict[int, int] = {}
        for space, cost in (extra or {}).items():
            number = net.number(space)
            self.entry[number] = self._extra[number] = total(cost, "entering", space)
            self.extra_parts[number] = parts_of(cost)
        self.forbidden = {net.number(space): why for space, why in _details(forbidden).items()}
        for number in self.forbidden:
            self.entry[number] = BARRED
        self.no_end = {net.number(space): why for space, why in _details(no_end).items()}
        self.flag: list[int] = [0] * len(net)
        for spaces, bit in ((stop, STOP), (zone, ZONE), (no_leave, HOLD)):
            for number in net.numbers(spaces):
                self.flag[number] |= bit
        exempt = frozenset(net.numbers(zone_exempt))
        self.zone_to: frozenset[int] = frozenset(
            number for number, flag in enumerate(self.flag) if flag & ZONE and number not in exempt
        )
        self._rows: dict[StepCosts, Rows] = {}

    def opened(self, spaces: Iterable[str]) -> Conditions:
        """The same with these spaces no longer forbidden; rows of steps that do not touch them are kept."""
        freed = [number for number in self.board.compiled.numbers(spaces) if number in self.forbidden]
        found = copy(self)
        found.entry = list(self.entry)
        found.forbidden = dict(self.forbidden)
        for number in freed:
            found.entry[number] = self._extra.get(number, 0)
            del found.forbidden[number]
        found._rows = {costs: rows.kept(found.entry, freed) for costs, rows in self._rows.items()}
        return found

    def rows(self, costs: StepCosts) -> Rows:
        """Steps out of each space grouped by cost, entering included; filled in as spaces are left."""
        if costs not in self._rows:
            self._rows[costs] = Rows(costs, self.entry)
        return self._rows[costs]


class Rows(dict[int, Row]):
    """Per space its steps as (cost, spaces at that cost), cheapest first: the food of the quick loop.

    A row is made when the search first leaves that space, because most moves see little of the map.
    """

    def __init__(self, costs: StepCosts, entry: list[int]) -> None:
        self.costs = costs
        self.heads = costs.heads
        self.entry = entry

    def kept(self, entry: list[int], changed: Iterable[int]) -> Rows:
        """Rows for other costs of entering that differ in these spaces alone."""
        found = Rows(self.costs, entry)
        found.update(self)
        for space in changed:
            for here in self.costs.tails[space]:
                found.pop(here, None)
        return found

    def __missing__(self, here: int) -> Row:
        groups: dict[int, list[int]] = {}
        for there, cost in self.heads[here]:
            groups.setdefault(min(cost + self.entry[there], BARRED), []).append(there)
        row = self[here] = tuple((cost, tuple(groups[cost])) for cost in sorted(groups))
        return row


@dataclass(frozen=True)
class Limit:
    """At most so many of these spaces entered and links of these kinds used in one move, counted together."""

    name: str
    at_most: int
    spaces: frozenset[str] = frozenset()
    kinds: frozenset[str] = frozenset()


@dataclass(frozen=True)
class MovePolicy:
    """Everything the search must know about one unit's move.

    ``allowance`` None is unlimited. ``minimum_move`` lets a unit that cannot pay for a neighbouring space
    enter it all the same, as its whole move. ``stage`` is the start value of a step rule's own state.
    """

    costs: StepCosts
    conditions: Conditions
    allowance: int | None = None
    minimum_move: bool = False
    limits: tuple[Limit, ...] = ()
    step: StepRule | None = None
    stage: Hashable = None

    def __post_init__(self) -> None:
        if self.costs.board is not self.conditions.board:
            raise BoardError("The costs and the conditions of a move belong to two different boards.")
        if self.allowance is not None and not 0 <= self.allowance < _MOST:
            raise BoardError(f"A movement allowance must be 0 or more, not {self.allowance}.")

    @property
    def board(self) -> Board:
        """The board both tables were made for."""
        return self.costs.board

    @property
    def budget(self) -> int:
        """The allowance as a number; a huge one when there is no limit."""
        return BARRED - 1 if self.allowance is None else self.allowance
