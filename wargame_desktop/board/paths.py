"""Movement for all rule systems: where a unit can go, by which path, at what cost, and why no farther.

``reach`` gives every destination with cost and path and, for any other space, the reason. ``route`` finds the
cheapest path through given spaces. ``explain`` walks a given path step by step up to the first step that is
refused. All three answer with data; a sentence is made only when somebody reads it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from wargame_desktop.board.errors import BoardError
from wargame_desktop.board.model import Link
from wargame_desktop.board.policy import MovePolicy, Parts
from wargame_desktop.board.search import (
    FORBIDDEN,
    LIMIT,
    MUST_STOP,
    NO_LEAVE,
    NOT_ENOUGH,
    ZONE_TO_ZONE,
    Found,
    Miss,
    State,
    StateFound,
    Tester,
    Trail,
    complete,
    fits_tables,
    search,
    search_for_a_reason,
    search_states,
)

_CODES = {
    MUST_STOP: "must_stop_before",
    NO_LEAVE: "may_not_leave",
    ZONE_TO_ZONE: "zone_to_zone",
    LIMIT: "limit",
    NOT_ENOUGH: "not_enough",
    FORBIDDEN: "forbidden",
}


class Reason(NamedTuple):
    """Why a unit cannot move to a space.

    ``code`` is one of not_enough, forbidden, must_stop_before, may_not_leave, zone_to_zone, limit,
    cannot_end, too_far (beyond the rim; ``needs`` is then the cost of the whole way), no_route, no_link.
    ``needs`` and ``has`` are the cost of the step and the points left at ``origin``; for a limit, the count
    the step would bring and the most allowed. ``detail`` is the rule system's own word for what forbids.
    """

    code: str
    space: str
    origin: str | None = None
    needs: int | None = None
    has: int | None = None
    parts: Parts = ()
    detail: str = ""
    link: Link | None = None

    def sentence(self, points: str = "movement points", scale: int = 1) -> str:
        """The reason in words; ``scale`` is how many units of cost make one point."""
        why = f" ({self.detail})" if self.detail else ""
        if self.code == "too_far" and self.needs is None:
            return f"{self.space} is too far for the unit's {_points(self.has, scale)} {points}."
        texts = {
            "forbidden": f"{self.space} may not be entered from {self.origin}{why}.",
            "must_stop_before": f"A unit that enters {self.origin} must stop there, short of {self.space}.",
            "may_not_leave": f"A unit in {self.origin} may not leave it.",
            "zone_to_zone": f"A unit may not go from {self.origin} to {self.space}: both are in enemy zones.",
            "limit": f"Entering {self.space} would make it {self.needs} where {self.has} are allowed{why}.",
            "cannot_end": f"A unit may pass {self.space} but not end its move there{why}.",
            "no_route": f"There is no way to {self.space} for this unit.",
            "no_link": f"{self.space} is not linked to {self.origin}.",
            "too_far": f"The way to {self.space} needs {_points(self.needs, scale)} {points}, "
            f"the unit has {_points(self.has, scale)}.",
        }
        if self.code in texts:
            return texts[self.code]
        # Parts that leave something of the cost unnamed would look like a wrong sum.
        named = self.parts if sum(cost for _, cost in self.parts) == self.needs else ()
        tail = ": " + " + ".join(f"{name} {_points(cost, scale)}" for name, cost in named) if named else ""
        return (
            f"Entering {self.space} from {self.origin} needs {_points(self.needs, scale)} {points}, "
            f"has {_points(self.has, scale)}{tail}."
        )


def _points(cost: int | None, scale: int) -> str:
    """A cost in the player's points: 3 at scale 2 is 1½."""
    if cost is None:
        return "any number of"
    whole, rest = divmod(cost, scale)
    if not rest:
        return str(whole)
    if 2 * rest == scale:
        return f"{whole or ''}½"
    return f"{whole} {rest}/{scale}" if whole else f"{rest}/{scale}"


class RouteStep(NamedTuple):
    """One step taken: from, to, over which link, its cost taken apart, the total so far."""

    origin: str
    space: str
    link: Link
    cost: int
    total: int
    parts: Parts


@dataclass(frozen=True)
class Route:
    """A path as far as it can be walked; ``refused`` tells why it goes no farther, None if it need not."""

    start: str
    steps: tuple[RouteStep, ...]
    allowance: int | None
    refused: Reason | None = None

    @property
    def path(self) -> tuple[str, ...]:
        """The spaces walked, the start first."""
        return (self.start, *(step.space for step in self.steps))

    @property
    def cost(self) -> int:
        """Points spent."""
        return self.steps[-1].total if self.steps else 0

    @property
    def left(self) -> int | None:
        """Points left; None when the allowance is unlimited."""
        return None if self.allowance is None else max(0, self.allowance - self.cost)


class Reach:
    """Everywhere one unit can go in one move, and why not elsewhere.

    ``costs`` has the cost of every destination, cheapest first. The start is not one, nor is a space that can
    only be passed.
    """

    def __init__(self, policy: MovePolicy, start: str, found: Found) -> None:
        self.policy = policy
        self.start = start
        self._found = found
        self._net = policy.board.compiled
        ids, amounts, no_end = self._net.ids, found.amounts, policy.conditions.no_end
        self.costs: dict[str, int] = {ids[node]: amounts[node] for node in found.entered}
        del self.costs[start]
        self._passed: list[str] = []
        if no_end:
            self._passed = [ids[node] for node in sorted(no_end) if ids[node] in self.costs]
            for space in self._passed:
                del self.costs[space]

    @property
    def destinations(self) -> tuple[str, ...]:
        """The spaces where the move can end, cheapest first."""
        return tuple(self.costs)

    def __contains__(self, space: object) -> bool:
        return space in self.costs

    def __iter__(self) -> Iterator[str]:
        return iter(self.costs)

    def __len__(self) -> int:
        return len(self.costs)

    def cost(self, space: str) -> int:
        """Points to get there; also for a space that can only be passed. By a minimum move, the full cost."""
        return self._found.amounts[self._entered(space)]

    def _entered(self, space: str) -> int:
        number = self._net.number(space)
        if space not in self.costs and space not in self._passed and space != self.start:
            raise BoardError(f"This unit cannot move from {self.start} to {space}.")
        return number

    def left(self, space: str) -> int | None:
        """Points left on arrival; None when unlimited, 0 after a minimum move."""
        allowance = self.policy.allowance
        return None if allowance is None else max(0, allowance - self.cost(space))

    def is_minimum_move(self, space: str) -> bool:
        """Whether only the right to move one space leads there."""
        return self._entered(space) in self._found.minimum

    def route(self, space: str) -> Route:
        """The cheapest way there, step by step."""
        trail = self._found.trail(self._entered(space))
        return Route(self.start, _steps(self.policy, trail), self.policy.allowance)

    def path(self, space: str) -> tuple[str, ...]:
        """The spaces of the cheapest way there, start and end included."""
        head = self._net.head
        trail = self._found.trail(self._entered(space))
        return (self.start, *(self._net.ids[head[edge]] for edge, _, _ in trail))

    @cached_property
    def _beyond(self) -> frozenset[int]:
        return self._found.rim()

    @cached_property
    def rim(self) -> tuple[str, ...]:
        """The spaces just beyond and those to pass but not end in; ``why_not`` explains each."""
        nodes = sorted(self._beyond.union(self._net.numbers(self._passed)) if self._passed else self._beyond)
        return tuple(map(self._net.ids.__getitem__, nodes))

    def why_not(self, space: str) -> Reason | None:
        """Why the move cannot end there; None when it can. Answers for any space, near or far."""
        number = self._net.number(space)
        if space in self.costs or space == self.start:
            return None
        if space in self._passed:
            return Reason("cannot_end", space, detail=self.policy.conditions.no_end[number])
        if number in self._beyond:
            return _reason(self.policy, number, self._found.miss(number))
        return self._far(number)

    @cached_property
    def _everywhere(self) -> tuple[Found, frozenset[int]]:
        """What the unit could enter with points without end, and the rim of that."""
        policy, start = _unbounded(self.policy), self._net.index[self.start]
        found = search(policy, start) if fits_tables(policy) else search_for_a_reason(policy, start)
        return found, found.rim()

    def _far(self, number: int) -> Reason:
        space, allowance = self._net.ids[number], self.policy.allowance
        found, rim = self._everywhere
        if allowance is not None and number in found.entered:
            return Reason("too_far", space, needs=found.amounts[number], has=allowance)
        if number in rim:
            return _reason(self.policy, number, found.miss(number))
        return Reason("too_far", space, has=allowance) if found.gave_up else Reason("no_route", space)


def _unbounded(policy: MovePolicy) -> MovePolicy:
    return replace(policy, allowance=None, minimum_move=False)


def reach(policy: MovePolicy, start: str) -> Reach:
    """Every destination of a unit in ``start``, with costs, paths and, beyond them, reasons."""
    return Reach(policy, start, search(policy, policy.board.compiled.number(start)))


def route(policy: MovePolicy, start: str, *stops: str) -> Route:
    """The cheapest path from ``start`` through the given spaces in order; the last one ends the move.

    When there is none, the route has no steps and ``refused`` says what is wrong with the first space that
    cannot be had.
    """
    if not stops:
        raise BoardError("A route needs at least one space to go to.")
    net = policy.board.compiled
    nodes = [net.number(start), *net.numbers(stops)]
    # Where the unit already is, it need not go: a space named twice running is one stop.
    via = tuple(there for here, there in pairwise(nodes) if here != there)
    if len(via) < 2:
        everywhere = reach(policy, start)
        goal = net.ids[via[0]] if via else start
        refused = everywhere.why_not(goal)
        return everywhere.route(goal) if refused is None else Route(start, (), policy.allowance, refused)
    found = search_states(policy, nodes[0], via)
    if via[-1] not in found.amounts:
        return Route(start, (), policy.allowance, _why_no_route(policy, nodes[0], via, found))
    if via[-1] in policy.conditions.no_end:
        refused = Reason("cannot_end", stops[-1], detail=policy.conditions.no_end[via[-1]])
        return Route(start, (), policy.allowance, refused)
    return Route(start, _steps(policy, found.trail(via[-1])), policy.allowance)


def _why_no_route(policy: MovePolicy, origin: int, via: tuple[int, ...], found: StateFound) -> Reason:
    """What stands between the unit and the first waypoint it cannot reach."""
    complete(found)
    wanted, space = via[found.farthest], policy.board.compiled.ids[via[found.farthest]]
    miss = found.missed.get((wanted, found.farthest))
    if miss is not None:
        return _reason(policy, wanted, miss)
    beyond = search_for_a_reason(_unbounded(policy), origin, via[: found.farthest + 1])
    if wanted in beyond.amounts:
        return Reason("too_far", space, needs=beyond.amounts[wanted], has=policy.allowance)
    miss = beyond.missed.get((wanted, found.farthest))
    if miss is not None:
        return _reason(policy, wanted, miss)
    return Reason("too_far", space, has=policy.allowance) if beyond.gave_up else Reason("no_route", space)


def explain(policy: MovePolicy, path: Sequence[str]) -> Route:
    """Walk a given path. Where links run side by side the cheapest way of using them is found.

    The steps go as far as the path is legal; ``refused`` is the first step that is not, or the reason why the
    move cannot end in the last space.
    """
    if not path:
        raise BoardError("A path needs at least the space it starts in.")
    net = policy.board.compiled
    nodes = net.numbers(path)
    tester = Tester(policy)
    walks: list[tuple[int, State, Trail]] = [(0, tester.begin(nodes[0]), [])]
    refused: Reason | None = None
    for position, (here, there) in enumerate(pairwise(nodes)):
        edges = [edge for edge in net.edges[here] if net.head[edge] == there]
        if not edges:
            refused = Reason("no_link", net.ids[there], net.ids[here])
            break
        farther, misses = _walk_on(tester, walks, edges, position == 0)
        if not farther:
            refused = _reason(policy, there, min(misses, key=lambda miss: miss[:4]))
            break
        walks = farther
    best = min(walks, key=lambda walk: walk[0])
    end = best[1].node
    if refused is None and len(nodes) > 1 and end in policy.conditions.no_end:
        refused = Reason("cannot_end", net.ids[end], detail=policy.conditions.no_end[end])
    return Route(path[0], _steps(policy, best[2]), policy.allowance, refused)


def _walk_on(
    tester: Tester, walks: list[tuple[int, State, Trail]], edges: list[int], first: bool
) -> tuple[list[tuple[int, State, Trail]], list[Miss]]:
    """Every way of taking one step of a path from every way of having come so far, cheapest per state."""
    farther: dict[State, tuple[int, State, Trail]] = {}
    misses = []
    for spent, state, trail in walks:
        for edge in edges:
            outcome = tester.attempt(state, spent, edge, first)
            if isinstance(outcome, Miss):
                misses.append(outcome)
                continue
            amount, after, parts = outcome
            if after not in farther or amount < farther[after][0]:
                farther[after] = (amount, after, [*trail, (edge, amount, parts)])
    return list(farther.values()), misses


def _reason(policy: MovePolicy, node: int, miss: Miss) -> Reason:
    net = policy.board.compiled
    return Reason(
        _CODES[miss.failure],
        net.ids[node],
        net.ids[miss.origin],
        miss.needs,
        miss.has,
        miss.parts,
        miss.detail,
        net.edge_link(miss.edge),
    )


def _steps(policy: MovePolicy, trail: Trail) -> tuple[RouteStep, ...]:
    net = policy.board.compiled
    steps = []
    before = 0
    for edge, amount, parts in trail:
        origin, space = net.ids[net.tail[edge]], net.ids[net.head[edge]]
        steps.append(RouteStep(origin, space, net.edge_link(edge), amount - before, amount, parts))
        before = amount
    return tuple(steps)
