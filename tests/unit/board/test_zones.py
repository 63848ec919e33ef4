"""Zones of control and plain ranges."""

from __future__ import annotations

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.board.maps import boards, hex_board, line_board
from wargame_desktop.board import (
    Board,
    BoardError,
    HexGrid,
    Projector,
    Sheet,
    distance,
    distances,
    project,
    within,
)


def test_a_land_zone_covers_the_ring_but_crosses_no_all_sea_side() -> None:
    grid = HexGrid("flat", (Sheet((1, 5), (1, 5)),), "even", "south")
    board = Board.from_hexgrid(
        grid, dict.fromkeys(grid.labels, "clear"), hexsides={("0303", "0302"): {"all_sea": True}}
    )
    land = board.compiled.net_where(lambda link: not link.attrs.get("all_sea"))
    zone = project(land, [Projector("corps", "0303")], own=False)
    assert sorted(zone.spaces) == sorted(set(grid.ring("0303", 1)) - {"0302"})
    assert "0303" not in zone and "0304" in zone and len(zone) == 5
    assert zone.projectors("0304") == ("corps",) and zone.projectors("0302") == ()
    with pytest.raises(BoardError, match="no space"):
        zone.projectors("9999")


def test_a_fleet_zone_goes_three_steps_by_sea_and_an_air_zone_over_everything() -> None:
    sea = {"0101", "0102", "0202", "0302", "0402", "0502"}
    grid = HexGrid("flat", (Sheet((1, 6), (1, 6)),), "even", "south")
    board = Board.from_hexgrid(grid, {label: "sea" if label in sea else "clear" for label in grid.labels})
    by_sea = board.compiled.net_where(
        lambda link: board.space(link.a).terrain == "sea" and board.space(link.b).terrain == "sea"
    )
    fleet = project(by_sea, [Projector("home fleet", "0101", 3)])
    assert set(fleet.spaces) == {"0101", "0102", "0202", "0302"}
    air = project(board.compiled.net("hexside"), [Projector("raf", "0303", 2)])
    assert set(air.spaces) == set(grid.within("0303", 2))


def test_a_zone_stops_at_barred_spaces_and_names_every_projector_in_order() -> None:
    net = line_board(9).compiled.net()
    zone = project(
        net,
        [Projector("b", "s3", 3), Projector("a", "s3", 3), Projector("c", "s8"), Projector("d", "s6", 0)],
        barred=["s5"],
    )
    assert zone.spaces == ("s0", "s1", "s2", "s3", "s4", "s6", "s7", "s8"), "neither in s5 nor beyond"
    assert zone.projectors("s4") == ("b", "a") and zone.projectors("s6") == ("d",)
    assert zone.projectors("s7") == ("c",) and len(project(net, [])) == 0


def test_what_no_zone_can_have() -> None:
    net = line_board(3).compiled.net()
    with pytest.raises(BoardError, match="range cannot be -1"):
        project(net, [Projector("a", "s0", -1)])
    with pytest.raises(BoardError, match="no space “s7”"):
        project(net, [Projector("a", "s7")])


def test_ranges_on_a_hex_board_are_those_of_its_grid() -> None:
    board = hex_board(6, 6)
    net, grid = board.compiled.net(), board.grid
    assert grid is not None
    assert within(net, "0303", 2) == grid.within("0303", 2)
    assert distance(net, "0101", "0606") == grid.distance("0101", "0606")
    assert distance(net, "0202", "0202") == 0


@given(st.data())
def test_distances_are_those_of_networkx(data: st.DataObject) -> None:
    board = data.draw(boards())
    ids = [space.id for space in board.spaces]
    kind = data.draw(st.sampled_from([None, "land", "rail"]))
    graph = nx.Graph([(k.a, k.b) for k in board.links if kind is None or k.kind == kind])
    graph.add_nodes_from(ids)
    sources = data.draw(st.lists(st.sampled_from(ids), min_size=1, max_size=3))
    radius = data.draw(st.one_of(st.none(), st.integers(0, 4)))
    net = board.compiled.net(kind)
    found = distances(net, sources, radius)
    expected = nx.multi_source_dijkstra_path_length(graph, set(sources), cutoff=radius, weight=None)
    assert found == expected
    assert list(found.values()) == sorted(found.values()), "nearest first"
    for other in ids:
        assert distance(net, sources[0], other) == (
            nx.shortest_path_length(graph, sources[0], other)
            if nx.has_path(graph, sources[0], other)
            else None
        )
