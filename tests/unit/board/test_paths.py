"""Movement: costs, flags, limits, waypoints, given paths, and the reasons at every edge of it."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from tests.unit.board.maps import hex_board, line_board
from wargame_desktop.board import (
    Barred,
    Board,
    BoardError,
    Conditions,
    Limit,
    Link,
    MovePolicy,
    Parts,
    Reason,
    Space,
    StepCosts,
    StepView,
    Taken,
    explain,
    reach,
    route,
)

TERRAIN = {"clear": 1, "forest": 2, "swamp": 3}


def terrain_cost(link: Link, _: Space, there: Space) -> Parts | Barred:
    """Terrain, and 1 for a river; the sea is barred."""
    if there.terrain == "sea" or link.attrs.get("all_sea"):
        return Barred("sea")
    parts = ((there.terrain, TERRAIN[there.terrain]),)
    return (*parts, ("river", 1)) if link.attrs.get("river") else parts


def flat(_link: Link, _a: Space, _b: Space) -> int:
    return 1


def row(length: int = 6, allowance: int | None = 3, **flags: object) -> MovePolicy:
    """A unit that pays 1 per step along s0, s1, …"""
    board = line_board(length)
    return MovePolicy(StepCosts(board, flat), Conditions(board, **flags), allowance)  # type: ignore[arg-type]


def ask(policy: MovePolicy, space: str, start: str = "s0") -> Reason:
    """The reason why a unit cannot get there, which must exist."""
    reason = reach(policy, start).why_not(space)
    assert reason is not None
    return reason


def with_step_rule(policy: MovePolicy) -> MovePolicy:
    """The same policy through the slower loop."""
    return MovePolicy(
        policy.costs, policy.conditions, policy.allowance, policy.minimum_move, policy.limits, lambda _: None
    )


# Costs and the rim


def test_destinations_costs_paths_and_points_left() -> None:
    found = reach(row(), "s1")
    assert found.costs == {"s0": 1, "s2": 1, "s3": 2, "s4": 3}
    assert list(found) == list(found.destinations) == ["s0", "s2", "s3", "s4"] and len(found) == 4
    assert "s4" in found and "s5" not in found and "s1" not in found
    assert found.path("s4") == ("s1", "s2", "s3", "s4")
    assert found.left("s3") == 1 and found.cost("s3") == 2
    assert found.path("s1") == ("s1",) and found.cost("s1") == 0
    assert found.rim == ("s5",)
    assert found.why_not("s3") is None and found.why_not("s1") is None
    walked = found.route("s3")
    assert walked.path == ("s1", "s2", "s3") and (walked.cost, walked.left) == (2, 1)
    assert walked.steps[1].link == Link("s2", "s3", "border") and walked.steps[1].total == 2


def test_a_space_out_of_reach_has_no_cost_and_no_path() -> None:
    found = reach(row(), "s0")
    for question in (found.cost, found.path, found.left, found.route, found.is_minimum_move):
        with pytest.raises(BoardError, match="cannot move from s0 to s5"):
            question("s5")
        with pytest.raises(BoardError, match="no space “s77”"):
            question("s77")


def test_the_rim_names_cost_and_parts() -> None:
    grid = hex_board(3, 3).grid
    assert grid is not None
    terrain = dict.fromkeys(grid.labels, "clear") | {"0103": "forest", "0202": "sea"}
    board = Board.from_hexgrid(grid, terrain, hexsides={("0102", "0103"): {"river": True}})
    costs = StepCosts(board, terrain_cost)
    conditions = Conditions(board, extra={"0103": (("enemy zone", 1),)})
    found = reach(MovePolicy(costs, conditions, 3), "0101")
    reason = found.why_not("0103")
    assert reason is not None
    assert (reason.code, reason.space, reason.origin, reason.needs, reason.has) == (
        "not_enough", "0103", "0102", 4, 2,
    )  # fmt: skip
    assert reason.parts == (("forest", 2), ("river", 1), ("enemy zone", 1))
    assert reason.link is not None and reason.link.attrs == {"river": True}
    assert reason.sentence() == (
        "Entering 0103 from 0102 needs 4 movement points, has 2: forest 2 + river 1 + enemy zone 1."
    )
    sea = found.why_not("0202")
    assert sea is not None and (sea.code, sea.detail) == ("forbidden", "sea")
    assert sea.sentence() == "0202 may not be entered from 0102 (sea)."


def test_far_spaces_are_too_far_with_the_whole_cost() -> None:
    policy = row(9)
    assert ask(policy, "s7") == Reason("too_far", "s7", needs=7, has=3)
    assert ask(policy, "s7").sentence() == "The way to s7 needs 7 movement points, the unit has 3."
    blocked = row(9, forbidden={"s6": "enemy"})
    assert ask(blocked, "s6").code == "forbidden" and ask(blocked, "s6").detail == "enemy"
    assert ask(blocked, "s8") == Reason("no_route", "s8")
    assert ask(blocked, "s8").sentence() == "There is no way to s8 for this unit."


def test_an_unlimited_allowance_goes_to_the_end() -> None:
    found = reach(row(9, None), "s0")
    assert found.cost("s8") == 8 and found.left("s8") is None and found.route("s8").left is None
    assert found.rim == ()
    assert ask(row(9, None, forbidden=["s3"]), "s5") == Reason("no_route", "s5")


def test_the_cheapest_of_links_side_by_side_is_used() -> None:
    board = Board(
        [Space("a"), Space("b")], [Link("a", "b", "road"), Link("b", "a", "rail"), Link("a", "b", "path")]
    )
    price: dict[str, int | Barred] = {"road": 2, "rail": 1, "path": Barred()}
    policy = MovePolicy(StepCosts(board, lambda link, _a, _b: price[link.kind]), Conditions(board), 5)
    for one in (policy, with_step_rule(policy)):
        assert [step.link.kind for step in reach(one, "a").route("b").steps] == ["rail"]
    assert [step.link.kind for step in explain(policy, ["a", "b"]).steps] == ["rail"]


def test_free_steps_and_big_allowances() -> None:
    board = line_board(5)
    free = MovePolicy(StepCosts(board, lambda *_: 0), Conditions(board), 0)
    assert reach(free, "s0").costs == {"s1": 0, "s2": 0, "s3": 0, "s4": 0}
    dear = MovePolicy(StepCosts(board, lambda *_: 400), Conditions(board), 1000)
    assert reach(dear, "s0").costs == {"s1": 400, "s2": 800}


# Flags


def both_loops(policy: MovePolicy) -> Iterable[MovePolicy]:
    return (policy, with_step_rule(policy))


def test_a_unit_stops_where_it_must_but_may_start_there() -> None:
    for policy in both_loops(row(stop=["s0", "s2"])):
        found = reach(policy, "s0")
        assert found.destinations == ("s1", "s2")
        reason = ask(policy, "s3")
        assert (reason.code, reason.origin, reason.needs, reason.has) == ("must_stop_before", "s2", 1, 1)
        assert reason.sentence() == "A unit that enters s2 must stop there, short of s3."


def test_no_step_from_zone_to_zone_unless_exempt() -> None:
    for policy in both_loops(row(zone=["s1", "s2", "s4"])):
        assert reach(policy, "s0").destinations == ("s1",)
        assert ask(policy, "s2").code == "zone_to_zone"
        assert "both are in enemy zones" in ask(policy, "s2").sentence()
    for policy in both_loops(row(zone=["s0", "s1", "s2"], zone_exempt=["s1"])):
        assert reach(policy, "s0").destinations == ("s1",), "into the exempt space, not on from it"
    for policy in both_loops(row(zone=["s1", "s2"], zone_exempt=["s2"], stop=["s2"])):
        assert reach(policy, "s0").destinations == ("s1", "s2")


def test_no_leaving_even_at_the_start() -> None:
    for policy in both_loops(row(no_leave=["s0"])):
        assert len(reach(policy, "s0")) == 0
        assert ask(policy, "s1").sentence() == "A unit in s0 may not leave it."


def test_spaces_to_pass_but_not_to_end_in() -> None:
    for policy in both_loops(row(no_end={"s0": "here", "s2": "full", "s5": "far"})):
        found = reach(policy, "s0")
        assert found.destinations == ("s1", "s3") and found.rim == ("s2", "s4")
        assert found.cost("s2") == 2 and found.path("s2") == ("s0", "s1", "s2")
        assert found.why_not("s2") == Reason("cannot_end", "s2", detail="full")
        assert ask(policy, "s2").sentence() == "A unit may pass s2 but not end its move there (full)."


def test_extra_cost_on_entering() -> None:
    for policy in both_loops(row(extra={"s2": 2})):
        assert reach(policy, "s0").costs == {"s1": 1}
        reason = ask(policy, "s2")
        assert (reason.needs, reason.has) == (3, 2)
        assert reason.sentence().endswith("needs 3 movement points, has 2.")


def test_unnamed_extra_cost_leaves_the_sum_unsaid() -> None:
    board = line_board(3)
    costs = StepCosts(board, lambda *_: (("clear", 1),))
    reason = reach(MovePolicy(costs, Conditions(board, extra={"s1": 3}), 2), "s0").why_not("s1")
    assert reason is not None and reason.parts == (("clear", 1),)
    assert reason.sentence() == "Entering s1 from s0 needs 4 movement points, has 2."


def test_half_points_are_told_as_halves() -> None:
    reason = Reason("not_enough", "b", "a", needs=3, has=1, parts=(("rail", 3),))
    assert reason.sentence(scale=2) == "Entering b from a needs 1½ movement points, has ½: rail 1½."
    assert reason.sentence("points", 4) == "Entering b from a needs 3/4 points, has 1/4: rail 3/4."
    assert Reason("too_far", "b", needs=7, has=2).sentence(scale=3).startswith("The way to b needs 2 1/3 ")
    assert "any number of" in Reason("not_enough", "b", "a", needs=3).sentence()


# A minimum move


def minimum(**flags: object) -> MovePolicy:
    board = line_board(4)
    return MovePolicy(
        StepCosts(board, lambda *_: 3), Conditions(board, **flags), 2, minimum_move=True  # type: ignore[arg-type]
    )


def test_a_unit_may_always_move_one_space() -> None:
    for policy in both_loops(minimum()):
        found = reach(policy, "s1")
        assert found.costs == {"s0": 3, "s2": 3}
        assert found.is_minimum_move("s2") and found.left("s2") == 0
        assert found.path("s2") == ("s1", "s2")
        assert ask(policy, "s3", "s1").code == "must_stop_before"
        assert explain(policy, ["s1", "s2"]).refused is None
        refused = explain(policy, ["s1", "s2", "s3"]).refused
        assert refused is not None and refused.code == "must_stop_before"


def test_a_minimum_move_breaks_no_other_rule() -> None:
    for flags in ({"forbidden": ["s1"]}, {"zone": ["s0", "s1"]}, {"no_leave": ["s0"]}):
        for policy in both_loops(minimum(**flags)):
            assert len(reach(policy, "s0")) == 0
    # Dearer by one than the allowance is dear enough.
    board = line_board(3)
    costs, conditions = StepCosts(board, lambda *_: 3), Conditions(board, no_end=["s1"])
    policy = MovePolicy(costs, conditions, 2, minimum_move=True)
    for one in both_loops(policy):
        assert reach(one, "s0").rim == ("s1", "s2")
        assert reach(one, "s0").is_minimum_move("s1")


def test_a_space_in_ordinary_reach_is_no_minimum_move() -> None:
    board = Board([Space(i) for i in "abc"], [Link("a", "b"), Link("b", "c"), Link("a", "c", "swamp")])
    costs = StepCosts(board, lambda link, *_: 9 if link.kind == "swamp" else 1)
    policy = MovePolicy(costs, Conditions(board), 2, minimum_move=True)
    for one in both_loops(policy):
        found = reach(one, "a")
        assert found.cost("c") == 2 and not found.is_minimum_move("c") and found.path("c") == ("a", "b", "c")


# Limits


def test_a_limit_counts_spaces_and_kinds_and_finds_the_way_round() -> None:
    # Through b is shorter but uses up the limit, so the way to d runs round by x.
    board = Board(
        [Space(i) for i in "abcdx"],
        [Link("a", "b"), Link("b", "c"), Link("c", "d"), Link("a", "x"), Link("x", "c")],
    )
    costs = StepCosts(board, lambda _l, _a, there: 2 if there.id == "x" else 1)
    deep = Limit("penetration", 2, frozenset("bcd"))
    found = reach(MovePolicy(costs, Conditions(board), 9, limits=(deep,)), "a")
    assert found.cost("c") == 2 and found.path("d") == ("a", "x", "c", "d") and found.cost("d") == 4
    tight = Limit("penetration", 1, frozenset("bcd"))
    reason = reach(MovePolicy(costs, Conditions(board), 9, limits=(tight,)), "a").why_not("d")
    assert reason is not None
    assert (reason.code, reason.needs, reason.has, reason.detail) == ("limit", 2, 1, "penetration")
    assert reason.sentence() == "Entering d would make it 2 where 1 are allowed (penetration)."


def test_a_limit_on_links_of_a_kind() -> None:
    board = Board([Space(i) for i in "abc"], [Link("a", "b", "strait"), Link("b", "c", "strait")])
    straits = Limit("straits", 1, kinds=frozenset({"strait"}))
    found = reach(MovePolicy(StepCosts(board, flat), Conditions(board), None, limits=(straits,)), "a")
    assert found.destinations == ("b",)
    assert found.why_not("c").code == "limit"  # type: ignore[union-attr]


# Step rules


def test_a_step_rule_overrules_the_table_and_keeps_its_own_stage() -> None:
    """Two steps on rail are free, then rail ends; the stage counts them."""

    def rule(view: StepView) -> int | Parts | Barred | Taken | None:
        used = view.stage
        assert isinstance(used, int)
        if view.space == "s9":
            return Barred("edge")
        if used < 2:
            return Taken((("rail", 0),), stage=used + 1)
        return (("march", 2),) if view.space == "s4" else None

    board = line_board(10)
    policy = MovePolicy(StepCosts(board, flat), Conditions(board), 3, step=rule, stage=0)
    found = reach(policy, "s0")
    assert found.costs == {"s1": 0, "s2": 0, "s3": 1, "s4": 3}
    assert [step.parts for step in found.route("s4").steps] == [
        (("rail", 0),), (("rail", 0),), (), (("march", 2),),
    ]  # fmt: skip
    assert found.why_not("s5") == Reason("not_enough", "s5", "s4", 1, 0, (), "", board.links[4])
    assert found.why_not("s7") == Reason("too_far", "s7", needs=6, has=3)
    edge = found.why_not("s9")
    assert edge is not None and (edge.code, edge.detail) == ("forbidden", "edge")


def test_a_step_rule_may_stop_the_unit_and_the_stage_stays_unless_named() -> None:
    seen: set[object] = set()

    def rule(view: StepView) -> Taken:
        seen.add(view.stage)
        return Taken(1, stop=view.space == "s2")

    board = line_board(4)
    policy = MovePolicy(StepCosts(board, flat), Conditions(board), 9, step=rule, stage="tired")
    assert reach(policy, "s0").destinations == ("s1", "s2")
    assert seen == {"tired"}


def test_a_step_rule_sees_what_the_table_bars_and_may_open_it() -> None:
    board = line_board(3)
    costs = StepCosts(board, lambda *_: Barred("mountain"))
    policy = MovePolicy(costs, Conditions(board, forbidden={"s2": "enemy"}), 5)
    assert reach(policy, "s0").why_not("s1").detail == "mountain"  # type: ignore[union-attr]
    opened = MovePolicy(costs, policy.conditions, 5, step=lambda view: 2 if view.cost is None else None)
    assert reach(opened, "s0").costs == {"s1": 2}
    assert reach(opened, "s0").why_not("s2").detail == "enemy"  # type: ignore[union-attr]


def test_a_step_rule_with_stages_without_end_is_given_up() -> None:
    board = line_board(3)

    def endless(view: StepView) -> Taken:
        return Taken(1, stage=(view.stage or 0) + 1)  # type: ignore[operator]

    policy = MovePolicy(StepCosts(board, flat), Conditions(board), 1, step=endless)
    assert reach(policy, "s0").destinations == ("s1",), "the allowance bounds it"
    unlimited = MovePolicy(policy.costs, policy.conditions, None, step=endless)
    with pytest.raises(BoardError, match="more than 500 stages"):
        reach(unlimited, "s0")
    # Somebody who only wants to know why is not told of the machine's troubles.
    walled = Board([*board.spaces, Space("s3"), Space("s4")], [*board.links, Link("s3", "s4")])
    far = MovePolicy(StepCosts(walled, flat), Conditions(walled), 1, step=endless)
    reason = reach(far, "s0").why_not("s4")
    assert reason == Reason("too_far", "s4", has=1)
    assert reason.sentence() == "s4 is too far for the unit's 1 movement points."
    assert route(far, "s0", "s1", "s4").refused == Reason("too_far", "s4", has=1)
    with pytest.raises(BoardError, match="more than 500 stages"):
        route(MovePolicy(far.costs, far.conditions, None, step=endless), "s0", "s1", "s4")


# Routes through given spaces


def test_a_route_passes_its_waypoints_in_order() -> None:
    board = hex_board(5, 5)
    policy = MovePolicy(StepCosts(board, flat), Conditions(board), 8)
    assert route(policy, "0101", "0103").cost == 2
    found = route(policy, "0101", "0301", "0103")
    assert found.refused is None and found.cost == 5
    assert found.path[0] == "0101" and found.path[2] == "0301" and found.path[-1] == "0103"
    back = route(policy, "0101", "0102", "0101")
    assert back.path == ("0101", "0102", "0101")


def test_a_waypoint_the_unit_stands_in_already_is_no_detour() -> None:
    policy = row(6, 3)
    assert route(policy, "s0", "s0", "s2", "s2").path == ("s0", "s1", "s2")
    assert route(policy, "s0", "s0").path == ("s0",)
    assert route(policy, "s0", "s0").refused is None
    with pytest.raises(BoardError, match="at least one space"):
        route(policy, "s0")
    with pytest.raises(BoardError, match="no space “nowhere”"):
        route(policy, "s0", "s1", "nowhere")


def test_a_route_that_cannot_be_says_what_is_wrong_with_the_first_space_missed() -> None:
    assert route(row(9, 3), "s0", "s6").refused == Reason("too_far", "s6", needs=6, has=3)
    assert route(row(9, 3), "s0", "s2", "s4").refused.code == "not_enough"  # type: ignore[union-attr]
    assert route(row(9, 3), "s0", "s6", "s1").refused == Reason("too_far", "s6", needs=6, has=3)
    no_end = route(row(9, 5, no_end={"s3": "full"}), "s0", "s2", "s3")
    assert no_end.refused == Reason("cannot_end", "s3", detail="full") and no_end.steps == ()
    assert route(row(9, 5, no_end=["s1"]), "s0", "s1", "s3").refused is None, "it is only passed"
    walled = row(9, 3, forbidden={"s5": "enemy"})
    assert route(walled, "s0", "s1", "s5").refused.detail == "enemy"  # type: ignore[union-attr]
    assert route(walled, "s0", "s1", "s7").refused == Reason("no_route", "s7")
    assert route(row(9, None, forbidden=["s5"]), "s0", "s1", "s7").refused == Reason("no_route", "s7")


# Given paths


def test_a_given_path_is_walked_to_the_first_refused_step() -> None:
    policy = row(6, 3)
    good = explain(policy, ["s0", "s1", "s0", "s1"])
    assert good.refused is None and good.cost == 3 and good.left == 0
    short = explain(policy, ["s0", "s1", "s2", "s3", "s4"])
    assert short.path == ("s0", "s1", "s2", "s3") and short.refused is not None
    assert (short.refused.code, short.refused.needs, short.refused.has) == ("not_enough", 1, 0)
    jump = explain(policy, ["s0", "s2"])
    assert jump.refused == Reason("no_link", "s2", "s0") and jump.cost == 0
    assert jump.refused.sentence() == "s2 is not linked to s0."
    assert explain(policy, ["s3"]).refused is None
    with pytest.raises(BoardError, match="at least the space it starts in"):
        explain(policy, [])
    with pytest.raises(BoardError, match="no space “s99”"):
        explain(policy, ["s0", "s99"])


def test_a_given_path_may_not_end_in_a_full_space_but_pass_it() -> None:
    policy = row(6, 3, no_end={"s0": "", "s2": "full"})
    assert explain(policy, ["s0", "s1", "s2"]).refused == Reason("cannot_end", "s2", detail="full")
    assert explain(policy, ["s0", "s1", "s2", "s3"]).refused is None
    assert explain(policy, ["s0"]).refused is None


def test_a_given_path_over_links_side_by_side_takes_those_that_lead_on() -> None:
    """The rail is cheaper, but only one rail link may be used, and it is needed later."""
    board = Board(
        [Space(i) for i in "abc"], [Link("a", "b", "rail"), Link("a", "b", "road"), Link("b", "c", "rail")]
    )
    costs = StepCosts(board, lambda link, _a, _b: 1 if link.kind == "rail" else 2)
    once = Limit("rail", 1, kinds=frozenset({"rail"}))
    policy = MovePolicy(costs, Conditions(board), 9, limits=(once,))
    walked = explain(policy, ["a", "b", "c"])
    assert walked.refused is None and [step.link.kind for step in walked.steps] == ["road", "rail"]
    assert reach(policy, "a").route("c") == walked


# What cannot be asked


def test_costs_must_be_whole_numbers_from_0_up() -> None:
    board = line_board(2)
    for cost in (-1, True, 1 << 50, (("forest", -2),)):
        with pytest.raises(BoardError, match="cost of the step from s0 to s1 must be a whole number"):
            StepCosts(board, lambda *_, cost=cost: cost)  # type: ignore[misc]
    with pytest.raises(BoardError, match="cost of entering s1"):
        Conditions(board, extra={"s1": -1})
    policy = MovePolicy(StepCosts(board, flat), Conditions(board), 5, step=lambda _: -3)
    with pytest.raises(BoardError, match="step from s0 to s1 must be a whole number from 0 up, not -3"):
        reach(policy, "s0")


def test_policies_that_cannot_be() -> None:
    board = line_board(2)
    with pytest.raises(BoardError, match="two different boards"):
        MovePolicy(StepCosts(board, flat), Conditions(line_board(2)))
    with pytest.raises(BoardError, match="must be 0 or more, not -1"):
        MovePolicy(StepCosts(board, flat), Conditions(board), -1)
    with pytest.raises(BoardError, match="no space “s9”"):
        Conditions(board, forbidden=["s9"])
    with pytest.raises(BoardError, match="no space “s9”"):
        reach(row(), "s9")
