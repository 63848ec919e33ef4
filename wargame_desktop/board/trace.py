"""Supply of one unit: its shortest line, or what cuts it off.

The search runs forwards from the unit over (space, stage). To find the cut it may also push through spaces
the enemy blocks, at a price: the line that needs the fewest spaces freed shows what to free.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from itertools import count, pairwise
from typing import NamedTuple

from wargame_desktop.board.supply import UNSEEN, Line, SupplyMap, SupplyPolicy


class Cut(NamedTuple):
    """Why a unit is out of supply.

    why: blocked (freeing spaces would help), too_far (a limit is the trouble) or no_route. region: where its
    line can run. blocks: the blocked spaces at the region's edge. decisive: those of which each alone, freed,
    would open a line. freed: the fewest spaces to free, in the order of the line they would open.
    """

    space: str
    why: str
    region: tuple[str, ...]
    blocks: tuple[str, ...]
    decisive: tuple[str, ...]
    freed: tuple[str, ...]
    line: Line


class _Visit(NamedTuple):
    """A settled state: spaces freed and steps made so far, then where, and the visit before."""

    freed: int
    steps: int
    order: int
    stage: int
    node: int
    used: int
    before: int


class _Walk:
    """One forward search from a unit."""

    def __init__(
        self, policy: SupplyPolicy, sources: frozenset[int], start: int, *, free: bool, limits: bool = True
    ) -> None:
        self.policy = policy
        self.tables = policy.tables
        self.sources = sources
        self.free = free
        self.limits = self.tables.limits if limits else [UNSEEN] * len(policy.stages)
        self.visits: list[_Visit] = []
        self.refused: dict[tuple[int, int], int] = {}
        self._heap: list[_Visit] = []
        self._ages = count()
        for stage in self.tables.starts:
            self._push(0, 0, stage, start, 0, -1)
        self.goal = self._run()

    def _push(self, freed: int, steps: int, stage: int, node: int, used: int, before: int) -> None:
        # The running number settles ties by age.
        heapq.heappush(self._heap, _Visit(freed, steps, next(self._ages), stage, node, used, before))

    def _run(self) -> int | None:
        """Settle states, fewest freed and then fewest steps first, up to a source; its visit or None."""
        settled: dict[tuple[int, int], int] = {}
        while self._heap:
            visit = heapq.heappop(self._heap)
            key = (visit.stage, visit.node)
            if settled.get(key, UNSEEN) <= visit.used:
                continue
            settled[key] = visit.used
            number = len(self.visits)
            self.visits.append(visit)
            if visit.node in self.sources and self.policy.stages[visit.stage].ends:
                return number
            for after, at in self.tables.onward[visit.stage]:
                if at is None or at[visit.node]:
                    self._push(visit.freed, visit.steps, after, visit.node, 0, number)
            self._step(visit, number)
        return None

    def _step(self, visit: _Visit, number: int) -> None:
        stage, limit = visit.stage, self.limits[visit.stage]
        if visit.used >= limit:
            return
        used = 0 if limit == UNSEEN else visit.used + 1
        enterable, usable = self.tables.enterable[stage], self.tables.usable[stage]
        for there in self.tables.nets[stage][visit.node]:
            if enterable[there]:
                self._push(visit.freed, visit.steps + 1, stage, there, used, number)
            elif usable[there]:
                known = self.refused.get((stage, there), UNSEEN)
                self.refused[stage, there] = min(known, used)
                if self.free:
                    self._push(visit.freed + 1, visit.steps + 1, stage, there, used, number)

    def trail(self) -> list[_Visit]:
        """The visits from the unit to the source, when there was one."""
        found = []
        number = -1 if self.goal is None else self.goal
        while number >= 0:
            found.append(self.visits[number])
            number = self.visits[number].before
        return found[::-1]

    def line(self) -> Line:
        """The same as spaces and stages."""
        ids, stages = self.policy.board.compiled.ids, self.policy.stages
        return tuple((ids[visit.node], stages[visit.stage].name) for visit in self.trail())


def trace(policy: SupplyPolicy, sources: Iterable[str], space: str) -> Line | None:
    """The shortest line of one unit, None when it is out of supply; for rules that differ per unit."""
    compiled = policy.board.compiled
    walk = _Walk(policy, frozenset(compiled.numbers(sources)), compiled.number(space), free=False)
    return None if walk.goal is None else walk.line()


def find_cut(supply: SupplyMap, space: str) -> Cut | None:
    """What cuts a unit in this space off; None when it is in supply."""
    if supply.is_supplied(space):
        return None
    policy, compiled = supply.policy, supply.policy.board.compiled
    start = compiled.number(space)
    here = _Walk(policy, supply.sources, start, free=False)
    freeing = _Walk(policy, supply.sources, start, free=True)
    trail = freeing.trail()
    freed = [after.node for before, after in pairwise(trail) if after.freed > before.freed]
    if freed:
        why = "blocked"
    else:
        farther = _Walk(policy, supply.sources, start, free=True, limits=False)
        why = "no_route" if farther.goal is None else "too_far"
    # The backward search marks a blocked space when a line could go on from it: half of the line is there.
    limits = policy.tables.limits
    decisive = {
        node
        for (stage, node), used in here.refused.items()
        if supply.used[stage][node] < UNSEEN and supply.used[stage][node] + used <= limits[stage]
    }

    def named(nodes: Iterable[int]) -> tuple[str, ...]:
        return tuple(compiled.ids[node] for node in sorted(nodes))

    return Cut(
        space,
        why,
        named({visit.node for visit in here.visits}),
        named({node for _, node in here.refused}),
        named(decisive),
        tuple(compiled.ids[node] for node in dict.fromkeys(freed)),
        freeing.line(),
    )
