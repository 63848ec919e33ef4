"""The search against networkx, and its quick loop against its thorough one, on random maps."""

from __future__ import annotations

import networkx as nx
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.board.maps import boards, some_spaces
from wargame_desktop.board import (
    Barred,
    Board,
    Conditions,
    Limit,
    Link,
    MovePolicy,
    Reach,
    Space,
    StepCosts,
    StepView,
    explain,
    reach,
    route,
)

many = settings(max_examples=300, deadline=None)


@st.composite
def step_costs(draw: st.DrawFn, board: Board) -> StepCosts:
    """A cost for every step and direction, a few of them barred."""
    one = st.one_of(st.integers(0, 4), st.builds(lambda n: (("terrain", n),), st.integers(0, 4)))
    amounts = draw(st.lists(st.one_of(one, st.just(Barred("cliff"))), min_size=1, max_size=25))
    numbers = {(link, end): n for n, link in enumerate(board.links) for end in (link.a, link.b)}
    return StepCosts(
        board, lambda link, a, _b: amounts[(7 * numbers[link, a.id] + (a.id == link.a)) % len(amounts)]
    )


@st.composite
def policies(draw: st.DrawFn) -> MovePolicy:
    """Any policy that needs neither limits nor a step rule."""
    board = draw(boards())
    spaces = some_spaces(board, 4)
    ids = st.sampled_from([space.id for space in board.spaces])
    conditions = Conditions(
        board,
        forbidden=draw(st.dictionaries(ids, st.sampled_from(("enemy", "neutral")), max_size=2)),
        stop=draw(spaces),
        zone=draw(spaces),
        zone_exempt=draw(spaces),
        no_leave=draw(st.frozensets(ids, max_size=1)),
        no_end=draw(spaces),
        extra=draw(st.dictionaries(ids, st.integers(0, 3), max_size=3)),
    )
    allowance = draw(st.one_of(st.none(), st.integers(0, 9), st.just(300)))
    return MovePolicy(draw(step_costs(board)), conditions, allowance, draw(st.booleans()))


def by_step_rule(policy: MovePolicy) -> MovePolicy:
    """The same rules asked of a function step by step, from a table of costs that knows nothing."""
    costs, net = policy.costs, policy.board.compiled
    answers = {}
    for edge, (tail, head) in enumerate(zip(net.tail, net.head, strict=True)):
        answer = Barred(costs.barred[edge]) if edge in costs.barred else costs.parts[edge] or costs.cost[edge]
        answers[net.link[edge], net.ids[tail], net.ids[head]] = answer
    place = {id(link): number for number, link in enumerate(policy.board.links)}

    def rule(view: StepView) -> int | tuple[tuple[str, int], ...] | Barred:
        return answers[place[id(view.link)], view.origin, view.space]

    blank = StepCosts(policy.board, lambda *_: 1)
    return MovePolicy(blank, policy.conditions, policy.allowance, policy.minimum_move, step=rule)


def starts(policy: MovePolicy) -> st.SearchStrategy[str]:
    return st.sampled_from([space.id for space in policy.board.spaces])


def told(found: Reach) -> dict[str, object]:
    """Everything a search has to say."""
    spaces = [space.id for space in found.policy.board.spaces]
    entered = [space for space in spaces if space in found or _passed(found, space)]
    return {
        "costs": list(found.costs.items()),
        "rim": found.rim,
        "routes": [found.route(space) for space in entered],
        "paths": [found.path(space) for space in entered],
        "minimum": [found.is_minimum_move(space) for space in entered],
        "left": [found.left(space) for space in entered],
        "why": [found.why_not(space) for space in spaces],
    }


def _passed(found: Reach, space: str) -> bool:
    reason = found.why_not(space)
    return reason is not None and reason.code == "cannot_end"


@many
@given(st.data())
def test_costs_are_those_of_networkx(data: st.DataObject) -> None:
    board = data.draw(boards())
    costs = data.draw(step_costs(board))
    policy = MovePolicy(costs, Conditions(board), data.draw(st.one_of(st.none(), st.integers(0, 12))))
    start = data.draw(starts(policy))
    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_nodes_from(space.id for space in board.spaces)
    net = board.compiled
    for (tail, head), edge in costs.best.items():
        if edge not in costs.barred:
            graph.add_edge(net.ids[tail], net.ids[head], weight=costs.cost[edge])
    expected = nx.single_source_dijkstra_path_length(graph, start, cutoff=policy.allowance)
    found = reach(policy, start)
    assert {**found.costs, start: 0} == expected
    for space, cost in found.costs.items():
        path = found.path(space)
        assert path[0] == start and path[-1] == space
        assert nx.path_weight(graph, path, "weight") == cost


@many
@given(st.data())
def test_a_step_rule_and_the_tables_agree_in_everything(data: st.DataObject) -> None:
    policy = data.draw(policies())
    start = data.draw(starts(policy))
    assert told(reach(policy, start)) == told(reach(by_step_rule(policy), start))


def test_coming_back_to_a_start_where_one_must_stop_tells_nothing_new() -> None:
    board = Board([Space(f"s{n}") for n in range(3)], [Link("s0", "s1", "land"), Link("s0", "s2", "land")])
    costs = StepCosts(board, lambda *_: 0)
    conditions = Conditions(board, stop=("s0",), zone=("s0", "s1"))
    policy = MovePolicy(costs, conditions)
    assert told(reach(policy, "s0")) == told(reach(by_step_rule(policy), "s0"))
    reason = reach(policy, "s0").why_not("s1")
    assert reason is not None and reason.code == "zone_to_zone"


@many
@given(st.data())
def test_a_limit_that_never_bites_changes_nothing(data: st.DataObject) -> None:
    policy = data.draw(policies())
    start = data.draw(starts(policy))
    idle = Limit("idle", 10**6, frozenset(space.id for space in policy.board.spaces))
    limited = MovePolicy(policy.costs, policy.conditions, policy.allowance, policy.minimum_move, (idle,))
    assert told(reach(policy, start)) == told(reach(limited, start))


@many
@given(st.data())
def test_every_path_found_can_be_walked_at_the_cost_told(data: st.DataObject) -> None:
    policy = data.draw(policies())
    kinds = data.draw(st.sampled_from([frozenset(), frozenset({"rail"})]))
    limit = Limit("deep", data.draw(st.integers(0, 2)), data.draw(some_spaces(policy.board)), kinds)
    if data.draw(st.booleans()):
        policy = MovePolicy(policy.costs, policy.conditions, policy.allowance, policy.minimum_move, (limit,))
    start = data.draw(starts(policy))
    found = reach(policy, start)
    for space in found:
        walked = explain(policy, found.path(space))
        assert walked.refused is None and walked.cost == found.cost(space)
        assert route(policy, start, space).cost == found.cost(space)
    for space in found.rim:
        assert found.why_not(space) is not None
        assert found.why_not(space).sentence()  # type: ignore[union-attr]


@many
@given(st.data())
def test_limits_are_those_of_a_search_over_counts(data: st.DataObject) -> None:
    """The count of spaces entered made part of the node: networkx on (space, count) must agree."""
    board = data.draw(boards())
    costs = data.draw(step_costs(board))
    marked, most = data.draw(some_spaces(board)), data.draw(st.integers(0, 3))
    policy = MovePolicy(costs, Conditions(board), None, limits=(Limit("deep", most, marked),))
    start = data.draw(starts(policy))
    graph: nx.DiGraph[tuple[str, int]] = nx.DiGraph()
    graph.add_node((start, 0))
    net = board.compiled
    for (tail, head), edge in costs.best.items():
        for count in range(most + 1):
            after = count + (net.ids[head] in marked)
            if after <= most and edge not in costs.barred:
                graph.add_edge((net.ids[tail], count), (net.ids[head], after), weight=costs.cost[edge])
    expected: dict[str, int] = {}
    for (space, _), cost in nx.single_source_dijkstra_path_length(graph, (start, 0)).items():
        expected[space] = min(cost, expected.get(space, cost))
    assert {**reach(policy, start).costs, start: 0} == expected


@many
@given(st.data())
def test_waypoints_cost_what_the_legs_cost_together(data: st.DataObject) -> None:
    """Without flags that remember where a unit came from, a route is the sum of its legs."""
    board = data.draw(boards())
    policy = MovePolicy(data.draw(step_costs(board)), Conditions(board), None)
    start, *stops = data.draw(st.lists(starts(policy), min_size=2, max_size=4))
    found = route(policy, start, *stops)
    total, here = 0, start
    for stop in stops:
        leg = reach(policy, here)
        if stop != here and stop not in leg:
            assert found.refused is not None and found.refused.space == stop and found.steps == ()
            return
        total, here = total + leg.cost(stop), stop
    assert found.refused is None and found.cost == total and found.path[-1] == stops[-1]
    assert explain(policy, found.path).cost == total
