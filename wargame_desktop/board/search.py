"""The search behind :mod:`paths`: one algorithm, two loops with the same results.

``search_tables`` is the quick loop over integer tables, for moves whose rules fit in costs and flags.
``search_states`` also counts limits, asks a step rule and passes waypoints; it walks over (space, stage)
states and is some ten times slower. Both settle spaces in order of cost, first come first served at equal
cost, so their costs, paths and reasons agree.

What cannot be entered is kept as a :class:`Miss`: the cheapest way in that failed, and how.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterator, Mapping
from typing import NamedTuple, Protocol, TypeVar

from wargame_desktop.board.errors import BoardError
from wargame_desktop.board.policy import (
    BARRED,
    HOLD,
    SAME,
    STOP,
    ZONE,
    Barred,
    MovePolicy,
    Parts,
    Row,
    StepView,
    Taken,
    parts_of,
    total,
)

# Ways a step can fail. At equal cost the lowest number is the one reported.
MUST_STOP, NO_LEAVE, ZONE_TO_ZONE, LIMIT, NOT_ENOUGH, FORBIDDEN = range(6)
MOST_STAGES, _STAGES_FOR_A_REASON = 500, 20  # per space
_FEW = 256  # allowances up to here count in a plain list


class Miss(NamedTuple):
    """A failed step: total cost had it been taken, how it failed, from where, over which edge."""

    total: int
    failure: int
    origin: int
    edge: int
    detail: str
    needs: int | None
    has: int | None
    parts: Parts


class State(NamedTuple):
    """Where a moving unit is and what of its past still matters."""

    node: int
    passed: int
    counts: tuple[int, ...]
    stage: Hashable
    halted: bool


Trail = list[tuple[int, int, Parts]]
"""(edge taken, total cost after it, what that step cost part by part) for each step from the start."""


class Found(Protocol):
    """What a search found: the cost of every space that can be entered, and what lies just beyond."""

    minimum: frozenset[int]
    gave_up: bool

    @property
    def entered(self) -> Collection[int]:
        """Every space that can be entered, the start included, cheapest first."""

    @property
    def amounts(self) -> Mapping[int, int] | list[int]:
        """The cost by space, for each space that can be entered."""

    def trail(self, node: int) -> Trail:
        """The steps from the start to a space that was entered."""

    def rim(self) -> frozenset[int]:
        """The spaces just beyond: a step into each was tried, and none worked."""

    def miss(self, node: int) -> Miss:
        """For a space of the rim, the cheapest way in that failed."""


def search(policy: MovePolicy, start: int) -> Found:
    """Every space the unit can enter from ``start``, by the quicker loop that fits the policy."""
    return search_tables(policy, start) if fits_tables(policy) else complete(search_states(policy, start))


def fits_tables(policy: MovePolicy) -> bool:
    """Whether costs and flags say it all, so that the quick loop will do."""
    return policy.step is None and not policy.limits


def search_for_a_reason(policy: MovePolicy, start: int, via: tuple[int, ...] = ()) -> StateFound:
    """A search without an allowance to bound it, which gives up early: somebody waits for a sentence."""
    return search_states(policy, start, via, _STAGES_FOR_A_REASON)


def complete(found: StateFound) -> StateFound:
    """The same; refuses a search that gave up."""
    if found.gave_up:
        text = f"A step rule makes more than {MOST_STAGES} stages per space: the search was given up."
        raise BoardError(text)
    return found


_Item = TypeVar("_Item")


def _drain(buckets: dict[int, list[_Item]]) -> Iterator[tuple[int, list[_Item]]]:
    """Every cost with its bucket in rising order, while dearer buckets are still being filled."""
    while buckets:
        cost = min(buckets)  # few at a time: no more than there are different costs of a step
        yield cost, buckets[cost]
        del buckets[cost]


# The quick loop


class TableFound:
    """Result of the quick loop, by space number; paths and reasons are worked out when asked for.

    ``edge`` are the entered spaces from which not every step could be taken.
    """

    gave_up = False

    def __init__(
        self,
        policy: MovePolicy,
        amounts: list[int],
        parent: dict[int, int],
        entered: list[int],
        edge: list[int],
    ) -> None:
        self.policy = policy
        self.amounts = amounts
        self.parent = parent
        self.entered = entered
        self.edge = edge
        self.minimum: frozenset[int] = frozenset()
        if policy.minimum_move:
            self._add_minimum_moves()

    def trail(self, node: int) -> Trail:
        """The steps from the start to a space that was entered."""
        steps = []
        while node in self.parent:
            before = self.parent[node]
            edge = self.policy.costs.best[before, node]
            steps.append((edge, self.amounts[node], self._parts(edge, node)))
            node = before
        return steps[::-1]

    def rim(self) -> frozenset[int]:
        """The spaces just beyond."""
        neighbours = self.policy.board.compiled.net().neighbours
        return frozenset().union(*map(neighbours.__getitem__, self.edge)).difference(self.entered)

    def miss(self, node: int) -> Miss:
        """The cheapest failed way into a space of the rim."""
        best, amounts, budget = self.policy.costs.best, self.amounts, self.policy.budget
        around = self.policy.board.compiled.net().neighbours[node]
        reached = (here for here in around if amounts[here] <= budget or here in self.minimum)
        return min(self._miss_from(here, node, best[here, node]) for here in reached)

    def _miss_from(self, here: int, there: int, edge: int) -> Miss:
        costs, conditions = self.policy.costs, self.policy.conditions
        flag, spent = conditions.flag[here], self.amounts[here]
        step, has = costs.cost[edge] + conditions.entry[there], _left(self.policy, spent)
        if step >= BARRED:
            detail = conditions.forbidden.get(there, costs.barred.get(edge, ""))
            return Miss(spent + step, FORBIDDEN, here, edge, detail, None, has, ())
        failure = NOT_ENOUGH
        if here in self.minimum or (flag & STOP and here != self.entered[0]):
            failure = MUST_STOP
        elif flag & HOLD:
            failure = NO_LEAVE
        elif flag & ZONE and there in conditions.zone_to:
            failure = ZONE_TO_ZONE
        return Miss(spent + step, failure, here, edge, "", step, has, self._parts(edge, there))

    def _parts(self, edge: int, node: int) -> Parts:
        return self.policy.costs.parts[edge] + self.policy.conditions.extra_parts.get(node, ())

    def _add_minimum_moves(self) -> None:
        """Enter the neighbours that only the right to move one space reaches."""
        conditions, start, budget = self.policy.conditions, self.entered[0], self.policy.budget
        row = conditions.rows(self.policy.costs)[start]
        row = _row_out_of(row, conditions.flag[start], True, conditions.zone_to)
        added = []
        for step, heads in row:
            for there in heads:
                if step < BARRED and self.amounts[there] > budget:
                    self.amounts[there] = step
                    self.parent[there] = start
                    added.append(there)
        self.entered += added
        self.edge += added
        self.minimum = frozenset(added)


def _left(policy: MovePolicy, spent: int) -> int | None:
    return None if policy.allowance is None else max(0, policy.allowance - spent)


def search_tables(policy: MovePolicy, start: int) -> TableFound:
    """The quick loop: costs and flags only, and no test made per step that can be made per space.

    Steps come grouped by cost, cheapest first: the first group that is too dear ends the row, and a step that
    improves nothing costs one comparison.
    """
    conditions, budget = policy.conditions, policy.budget
    rows, flags, zone_to = conditions.rows(policy.costs), conditions.flag, conditions.zone_to
    amounts = [budget + 1] * len(flags)
    amounts[start] = 0
    parent: dict[int, int] = {}
    entered: list[int] = []
    edge: list[int] = []
    buckets = _buckets(budget)
    buckets[0].append(start)
    for spent, bucket in enumerate(buckets) if isinstance(buckets, list) else _drain(buckets):
        for here in bucket:  # a free step adds to this very list, and the loop goes on to it
            if amounts[here] != spent:
                continue
            entered.append(here)
            row = rows[here]
            if flags[here]:
                edge.append(here)
                row = _row_out_of(row, flags[here], here == start, zone_to)
            for step, heads in row:
                amount = spent + step
                if amount > budget:
                    edge.append(here)
                    break
                for there in heads:
                    if amount < amounts[there]:
                        amounts[there] = amount
                        parent[there] = here
                        buckets[amount].append(there)
    return TableFound(policy, amounts, parent, entered, edge)


Buckets = list[list[int]] | defaultdict[int, list[int]]


def _buckets(budget: int) -> Buckets:
    """Spaces to look at, by cost: a short list where the costs are few, else a mapping."""
    return [[] for _ in range(budget + 1)] if budget < _FEW else defaultdict(list)


def _row_out_of(row: Row, flag: int, is_start: bool, zone_to: frozenset[int]) -> Row:
    """The steps that the flags of the space being left allow."""
    if flag & HOLD or (flag & STOP and not is_start):
        return ()
    if flag & ZONE:
        return tuple((step, tuple(there for there in heads if there not in zone_to)) for step, heads in row)
    return row


# The loop over states


class Tester:
    """Tries single steps for one policy: the one place where the rules of a step are put in order."""

    def __init__(self, policy: MovePolicy, via: tuple[int, ...] = ()) -> None:
        self.policy = policy
        self.net = policy.board.compiled
        self.via = via
        self.limits = [(limit, frozenset(self.net.numbers(sorted(limit.spaces)))) for limit in policy.limits]

    def begin(self, start: int) -> State:
        """The state of a unit that has not moved."""
        return State(start, 0, (0,) * len(self.limits), self.policy.stage, False)

    def _cost(self, state: State, edge: int) -> Taken | Barred:
        """What the step rule or, without its word, the table says of a step."""
        costs = self.policy.costs
        amount = costs.cost[edge]
        if self.policy.step is not None:
            net = self.net
            view = StepView(
                net.edge_link(edge),
                net.ids[state.node],
                net.ids[net.head[edge]],
                state.stage,
                None if amount == BARRED else amount,
            )
            answer = self.policy.step(view)
            if isinstance(answer, Barred):
                return answer
            if isinstance(answer, Taken):
                return answer._replace(stage=state.stage) if answer.stage is SAME else answer
            if answer is not None:
                return Taken(answer, False, state.stage)
        if amount == BARRED:
            return Barred(costs.barred[edge])
        return Taken(costs.parts[edge] or amount, False, state.stage)

    def _counts(self, state: State, edge: int) -> tuple[int, ...]:
        kind, there = self.net.edge_link(edge).kind, self.net.head[edge]
        return tuple(
            count + (there in spaces) + (kind in limit.kinds)
            for count, (limit, spaces) in zip(state.counts, self.limits, strict=True)
        )

    def attempt(self, state: State, spent: int, edge: int, first: bool) -> tuple[int, State, Parts] | Miss:
        """Take one step: the total cost and state after it and the cost's parts, or how it fails."""
        policy, conditions = self.policy, self.policy.conditions
        here, there = state.node, self.net.head[edge]
        taken = self._cost(state, edge)
        has = _left(policy, spent)
        if isinstance(taken, Barred) or there in conditions.forbidden:
            step = BARRED if isinstance(taken, Barred) else self._amount(taken, edge)
            sealed = step + conditions.entry[there]
            detail = conditions.forbidden.get(there, taken.detail if isinstance(taken, Barred) else "")
            return Miss(spent + sealed, FORBIDDEN, here, edge, detail, None, has, ())
        needs = self._amount(taken, edge) + conditions.entry[there]
        parts = parts_of(taken.cost) + conditions.extra_parts.get(there, ())
        flag, counts = conditions.flag[here], self._counts(state, edge)
        amount, failure = spent + needs, None
        if state.halted:
            failure = MUST_STOP
        elif flag & HOLD:
            failure = NO_LEAVE
        elif flag & ZONE and there in conditions.zone_to:
            failure = ZONE_TO_ZONE
        if failure is not None:
            return Miss(amount, failure, here, edge, "", needs, has, parts)
        for count, (limit, _) in zip(counts, self.limits, strict=True):
            if count > limit.at_most:
                return Miss(amount, LIMIT, here, edge, limit.name, count, limit.at_most, ())
        dear = amount > policy.budget
        if dear and not (first and policy.minimum_move):
            return Miss(amount, NOT_ENOUGH, here, edge, "", needs, has, parts)
        passed = state.passed
        if passed < len(self.via) and there == self.via[passed]:
            passed += 1
        halted = dear or taken.stop or bool(conditions.flag[there] & STOP)
        return amount, State(there, passed, counts, taken.stage, halted), parts

    def _amount(self, taken: Taken, edge: int) -> int:
        net = self.net
        return total(taken.cost, "the step from", net.ids[net.tail[edge]], "to", net.ids[net.head[edge]])


class StateFound:
    """Result of the loop over states: per space its first settled state and the cheapest failed way in."""

    def __init__(self, tester: Tester, start: int) -> None:
        self.tester = tester
        self.start = start
        self.amounts: dict[int, int] = {}
        self.minimum: frozenset[int] = frozenset()
        self.gave_up = False
        self.state_of: dict[int, State] = {}
        self.parent: dict[State, tuple[State, int, int, Parts]] = {}
        self.missed: dict[tuple[int, int], Miss] = {}
        self.farthest = 0

    def trail(self, node: int) -> Trail:
        """The steps from the start to a space that was entered, with every waypoint passed."""
        steps = []
        state = self.state_of[node]
        while state in self.parent:
            state, edge, amount, parts = self.parent[state]
            steps.append((edge, amount, parts))
        return steps[::-1]

    @property
    def entered(self) -> Collection[int]:
        """Every space that can be entered, the start included, cheapest first."""
        return self.amounts

    def rim(self) -> frozenset[int]:
        """The spaces just beyond, once every waypoint is passed."""
        last = len(self.tester.via)
        return frozenset(node for node, passed in self.missed if passed == last and node not in self.amounts)

    def miss(self, node: int) -> Miss:
        """The cheapest failed way into a space of the rim."""
        return self.missed[node, len(self.tester.via)]

    def note(self, node: int, passed: int, miss: Miss) -> None:
        """Keep a failed step if it is the cheapest into that space so far."""
        known = self.missed.get((node, passed))
        if known is None or miss[:4] < known[:4]:
            self.missed[node, passed] = miss


def search_states(
    policy: MovePolicy, start: int, via: tuple[int, ...] = (), most_stages: int = MOST_STAGES
) -> StateFound:
    """The full loop: step rules, limits and waypoints, over (space, stage) states in order of cost.

    With waypoints it ends as soon as the last of them is reached. A step rule can make stages without end:
    past ``most_stages`` per space the search gives up, and what it found so far is right but not all.
    """
    tester = Tester(policy, via)
    found = StateFound(tester, start)
    net = tester.net
    origin = tester.begin(start)
    best = {origin: 0}
    settled: dict[tuple[int, int, Hashable, bool], list[tuple[int, ...]]] = {}
    buckets: defaultdict[int, list[State]] = defaultdict(list, {0: [origin]})
    for spent, bucket in _drain(buckets):
        for state in bucket:
            if best[state] != spent or _dominated(state, settled):
                continue
            _settle(found, state, spent)
            if via and via[-1] in found.amounts:
                return found
            for edge in net.edges[state.node]:
                outcome = tester.attempt(state, spent, edge, state == origin)
                if isinstance(outcome, Miss):
                    found.note(net.head[edge], state.passed, outcome)
                    continue
                amount, after, parts = outcome
                if amount < best.get(after, BARRED):
                    if len(best) > most_stages * len(net):
                        found.gave_up = True
                        return found
                    best[after] = amount
                    found.parent[after] = (state, edge, amount, parts)
                    buckets[amount].append(after)
    if policy.minimum_move:
        found.minimum = frozenset(node for node, amount in found.amounts.items() if amount > policy.budget)
    return found


def _dominated(state: State, settled: dict[tuple[int, int, Hashable, bool], list[tuple[int, ...]]]) -> bool:
    """Whether a state settled earlier, so no dearer, has used up no more of any limit; else note this one.

    A unit that must stop can do nothing that one in the same space that may go on cannot: a way that comes
    back to the start and has to stop there tells nothing new.
    """
    known = settled.setdefault((state.node, state.passed, state.stage, state.halted), [])
    free = settled.get((state.node, state.passed, state.stage, False), []) if state.halted else []
    if any(all(a <= b for a, b in zip(counts, state.counts, strict=True)) for counts in (*known, *free)):
        return True
    known.append(state.counts)
    return False


def _settle(found: StateFound, state: State, spent: int) -> None:
    found.farthest = max(found.farthest, state.passed)
    if state.passed == len(found.tester.via) and state.node not in found.amounts:
        found.amounts[state.node] = spent
        found.state_of[state.node] = state
