"""Supply: staged lines over the whole map, one unit at a time, and what cuts a unit off."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.board.maps import boards, hex_board, line_board, some_spaces
from wargame_desktop.board import (
    Board,
    BoardError,
    Change,
    Cut,
    Line,
    Link,
    Space,
    Stage,
    SupplyMap,
    SupplyPolicy,
    find_cut,
    supply_map,
    trace,
)


def on_foot(length: int = 9, limit: int | None = None, **values: object) -> SupplyPolicy:
    """One stage along s0, s1, …"""
    net = line_board(length).compiled.net()
    return SupplyPolicy((Stage("land", net, limit),), **values)  # type: ignore[arg-type]


def coast() -> Board:
    """A unit's hexes h0 … h4, a railway r0 … r3 from h4, ports r3 and q over a sea, home beyond."""
    spaces = [Space(i) for i in ("h0", "h1", "h2", "h3", "h4", "r1", "r2", "r3", "sea", "q", "home")]
    land = [("h0", "h1"), ("h1", "h2"), ("h2", "h3"), ("h3", "h4"), ("q", "home")]
    rail = [("h4", "r1"), ("r1", "r2"), ("r2", "r3")]
    sea = [("r3", "sea"), ("sea", "q")]
    links = [Link(a, b, "land") for a, b in land] + [Link(a, b, "rail") for a, b in rail]
    return Board(spaces, links + [Link(a, b, "sea") for a, b in sea])


def coast_policy(board: Board, **values: object) -> SupplyPolicy:
    """Up to four hexes over land, then rail, then from port to port, then two hexes from the far port."""
    net = board.compiled.net
    ports = frozenset({"r3", "q"})
    return SupplyPolicy(
        (
            Stage("land", net("land"), 4),
            Stage("rail", net("rail"), ends=False),
            Stage("sea", net("sea"), only=frozenset({"sea", "q", "r3"}), ends=False),
            Stage("home", net("land"), 2),
        ),
        (Change("land", "rail"), Change("rail", "sea", ports), Change("sea", "home", ports)),
        **values,  # type: ignore[arg-type]
    )


def cut(supply: SupplyMap, space: str) -> Cut:
    found = find_cut(supply, space)
    assert found is not None
    return found


# Lines


def test_a_line_in_stages_over_land_rail_and_sea() -> None:
    board = coast()
    supply = supply_map(coast_policy(board), ["home"])
    line = supply.line("h0")
    assert line == (
        ("h0", "land"), ("h1", "land"), ("h2", "land"), ("h3", "land"), ("h4", "land"),
        ("h4", "rail"), ("r1", "rail"), ("r2", "rail"), ("r3", "rail"),
        ("r3", "sea"), ("sea", "sea"), ("q", "sea"), ("q", "home"), ("home", "home"),
    )  # fmt: skip
    assert trace(supply.policy, ["home"], "h0") == line
    assert supply.source_of("h0") == "home" and supply.is_supplied("h0")
    assert "sea" not in supply.supplied, "a unit begins on land"
    first, *others = supply.policy.stages
    shorter = replace(supply.policy, stages=(replace(first, limit=3), *others))
    assert not supply_map(shorter, ["home"]).is_supplied("h0")
    assert supply_map(shorter, ["home"]).is_supplied("h1")


def test_a_unit_on_its_source_needs_no_line() -> None:
    supply = supply_map(on_foot(3, blocked=frozenset({"s0"})), ["s0"])
    assert supply.line("s0") == (("s0", "land"),) and supply.source_of("s1") is None
    assert supply.supplied == ("s0",), "a blocked source feeds only who stands on it"
    assert supply.line("s1") is None and trace(supply.policy, ["s0"], "s1") is None


def test_a_limit_counts_the_steps_of_one_stretch() -> None:
    supply = supply_map(on_foot(limit=3), ["s0", "s8"])
    assert supply.supplied == ("s0", "s1", "s2", "s3", "s5", "s6", "s7", "s8")
    assert supply.line("s5") == (("s5", "land"), ("s6", "land"), ("s7", "land"), ("s8", "land"))
    assert supply_map(on_foot(limit=0), ["s4"]).supplied == ("s4",)


def test_a_line_may_leave_a_blocked_space_but_not_enter_one() -> None:
    supply = supply_map(on_foot(blocked=frozenset({"s2", "s3"})), ["s0"])
    assert supply.supplied == ("s0", "s1", "s2")
    friend = supply_map(on_foot(blocked=frozenset({"s2", "s3"}), exempt=frozenset({"s2"})), ["s0"])
    assert friend.supplied == ("s0", "s1", "s2", "s3")


def test_a_stage_has_its_own_blocks() -> None:
    board = Board(
        [Space(i) for i in "abc"], [Link("a", "b", "rail"), Link("b", "c", "rail"), Link("a", "b", "land")]
    )
    net = board.compiled.net
    stages = (Stage("land", net("land"), 1), Stage("rail", net("rail"), blocked=frozenset("b")))
    supply = supply_map(SupplyPolicy(stages, (Change("land", "rail"),)), ["c"])
    # Over land into b, which the rail may not enter but may leave.
    assert supply.line("a") == (("a", "land"), ("b", "land"), ("b", "rail"), ("c", "rail"))


def test_a_unit_may_begin_in_any_of_the_named_stages() -> None:
    board = coast()
    policy = coast_policy(board, starts=("land", "sea"))
    supply = supply_map(policy, ["home"])
    assert "sea" in supply.supplied and "h0" in supply.supplied and "r1" not in coast_policy(board).starts
    assert supply.line("sea") == (("sea", "sea"), ("q", "sea"), ("q", "home"), ("home", "home"))


def test_stages_that_lead_into_each_other_give_lines_without_circles() -> None:
    """Changing both ways sets the count of hexes back; the line must still come to its end."""
    board = Board(
        [Space(i) for i in ("x", "y", "z", "far", "source")],
        [
            Link("source", "z", "land"), Link("z", "x", "land"), Link("x", "y", "land"),
            Link("y", "x", "rail"), Link("x", "far", "land"),
        ],
    )  # fmt: skip
    net = board.compiled.net
    policy = SupplyPolicy(
        (Stage("land", net("land"), 3), Stage("rail", net("rail"))),
        (Change("land", "rail", frozenset("xy")), Change("rail", "land", frozenset("xy"))),
    )
    supply = supply_map(policy, ["source"])
    assert len(supply.supplied) == 5
    for space in supply.supplied:
        check_line(policy, {"source"}, supply.line(space), space)
    assert supply.line("x") == (("x", "land"), ("z", "land"), ("source", "land"))


# What cuts a unit off


def test_a_unit_in_supply_is_not_cut_off() -> None:
    assert find_cut(supply_map(on_foot(), ["s0"]), "s5") is None


def test_the_space_that_cuts_a_line_is_found() -> None:
    found = cut(supply_map(on_foot(blocked=frozenset({"s2", "s7"})), ["s0"]), "s5")
    assert found.why == "blocked" and found.space == "s5"
    assert found.region == ("s3", "s4", "s5", "s6") and found.blocks == ("s2", "s7")
    assert found.decisive == found.freed == ("s2",)
    assert [space for space, _ in found.line] == ["s5", "s4", "s3", "s2", "s1", "s0"]


def test_two_spaces_in_a_row_are_freed_together_and_neither_decides_alone() -> None:
    found = cut(supply_map(on_foot(blocked=frozenset({"s2", "s3"})), ["s0"]), "s5")
    assert found.blocks == ("s3",) and found.decisive == () and found.freed == ("s3", "s2")


def test_a_line_too_long_and_no_line_at_all() -> None:
    far = cut(supply_map(on_foot(limit=3, blocked=frozenset({"s8"})), ["s0"]), "s6")
    assert (far.why, far.freed, far.line, far.decisive) == ("too_far", (), (), ())
    assert far.region == ("s3", "s4", "s5", "s6", "s7") and far.blocks == ("s8",)
    board = Board([Space(i) for i in "abc"], [Link("a", "b")])
    policy = SupplyPolicy((Stage("land", board.compiled.net()),))
    assert cut(supply_map(policy, ["c"]), "a").why == "no_route"


def test_freeing_a_space_beyond_the_limit_decides_nothing() -> None:
    # s4 is in the way both times, but from s7 the three hexes do not reach the source beyond it.
    supply = supply_map(on_foot(limit=3, blocked=frozenset({"s4"})), ["s3"])
    assert cut(supply, "s6").decisive == ("s4",) and cut(supply, "s7").decisive == ()
    assert cut(supply, "s7").why == "too_far"


# Policies that cannot be


def test_policies_that_cannot_be() -> None:
    net = line_board(3).compiled.net()
    land = Stage("land", net)
    with pytest.raises(BoardError, match="at least one stage"):
        SupplyPolicy(())
    with pytest.raises(BoardError, match="same name: land, land"):
        SupplyPolicy((land, land))
    with pytest.raises(BoardError, match="two different boards"):
        SupplyPolicy((land, Stage("rail", line_board(3).compiled.net())))
    with pytest.raises(BoardError, match="“land” is limited to -1 steps"):
        SupplyPolicy((Stage("land", net, -1),))
    with pytest.raises(BoardError, match=r"no supply stage “lnd”\. Did you mean land\?"):
        SupplyPolicy((land,), (Change("lnd", "land"),))
    with pytest.raises(BoardError, match="no supply stage “air”"):
        SupplyPolicy((land,), starts=("air",))
    with pytest.raises(BoardError, match="no space “s9”"):
        supply_map(SupplyPolicy((land,)), ["s9"])
    with pytest.raises(BoardError, match="no space “s9”"):
        supply_map(SupplyPolicy((land,), blocked=frozenset({"s9"})), ["s0"])
    with pytest.raises(BoardError, match="no space “s9”"):
        supply_map(SupplyPolicy((land,)), ["s0"]).is_supplied("s9")


# Properties

many = settings(max_examples=400, deadline=None)


@st.composite
def supply_policies(draw: st.DrawFn) -> SupplyPolicy:
    """Up to three stages with any changes between them, to and fro."""
    board = draw(boards())
    spaces = some_spaces(board, 4)
    stages = tuple(
        Stage(
            name,
            board.compiled.net(draw(st.sampled_from([None, "land", "rail"]))),
            draw(st.one_of(st.none(), st.integers(0, 3))),
            draw(st.one_of(st.none(), some_spaces(board))),
            draw(some_spaces(board, 2)),
            draw(st.booleans()),
        )
        for name in ("one", "two", "three")[: draw(st.integers(1, 3))]
    )
    names = st.sampled_from([stage.name for stage in stages])
    changes = draw(st.lists(st.builds(Change, names, names, st.one_of(st.none(), spaces)), max_size=4))
    starts = draw(st.lists(names, unique=True, max_size=2))
    return SupplyPolicy(stages, tuple(changes), tuple(starts), draw(spaces), draw(some_spaces(board, 2)))


def check_line(policy: SupplyPolicy, sources: set[str], line: Line | None, space: str) -> None:
    """A line is what the policy allows, step by step."""
    assert line is not None
    stages = {stage.name: stage for stage in policy.stages}
    assert line[0][0] == space and line[0][1] in (policy.starts or (policy.stages[0].name,))
    assert line[-1][0] in sources and stages[line[-1][1]].ends
    ids, used = policy.board.compiled.ids, 0
    for (here, before), (there, after) in pairwise(line):
        stage = stages[after]
        if here == there:
            ways = [change for change in policy.changes if (change.before, change.after) == (before, after)]
            assert any(way.at is None or here in way.at for way in ways)
            used = 0
            continue
        assert before == after
        assert ids.index(there) in stage.net.neighbours[ids.index(here)]
        assert there not in (policy.blocked | stage.blocked) - policy.exempt
        assert stage.only is None or there in stage.only
        used += 1
        assert stage.limit is None or used <= stage.limit


@many
@given(st.data())
def test_the_whole_map_at_once_is_every_unit_alone(data: st.DataObject) -> None:
    policy = data.draw(supply_policies())
    sources = data.draw(some_spaces(policy.board, 3))
    supply = supply_map(policy, sources)
    for space in policy.board.spaces:
        alone = trace(policy, sources, space.id)
        assert supply.is_supplied(space.id) == (alone is not None) == (space.id in supply.supplied)
        assert (supply.line(space.id) is None) == (alone is None)
        if alone is not None:
            check_line(policy, set(sources), alone, space.id)
            check_line(policy, set(sources), supply.line(space.id), space.id)
            assert find_cut(supply, space.id) is None


@many
@given(st.data())
def test_freeing_what_the_cut_names_brings_supply(data: st.DataObject) -> None:
    policy = data.draw(supply_policies())
    sources = data.draw(some_spaces(policy.board, 3))
    supply = supply_map(policy, sources)
    for space in policy.board.spaces:
        found = find_cut(supply, space.id)
        if found is None:
            continue
        assert set(found.decisive) <= set(found.blocks) and found.space in found.region
        for one in found.decisive:
            freed = replace(policy, exempt=policy.exempt | {one})
            assert trace(freed, sources, space.id) is not None
        all_freed = replace(policy, exempt=policy.exempt | set(found.freed))
        assert (trace(all_freed, sources, space.id) is not None) == (found.why == "blocked")
        assert bool(found.freed) == (found.why == "blocked")
        if len(found.freed) == 1:
            assert found.freed[0] in found.decisive
        everything_free = replace(policy, exempt=frozenset(policy.board.compiled.ids))
        assert found.why == "blocked" or trace(everything_free, sources, space.id) is None


def test_supply_over_a_hex_map_with_an_enemy_ring() -> None:
    board = hex_board(9, 9)
    grid = board.grid
    assert grid is not None
    ring = frozenset(grid.ring("0505", 2))
    policy = SupplyPolicy((Stage("land", board.compiled.net("hexside")),), blocked=ring)
    supply = supply_map(policy, ["0101"])
    assert set(board.compiled.ids) - set(supply.supplied) == set(grid.within("0505", 1))
    found = cut(supply, "0505")
    assert set(found.blocks) == set(found.decisive) == ring
    assert set(found.region) == set(grid.within("0505", 1))
    assert len(found.freed) == 1
