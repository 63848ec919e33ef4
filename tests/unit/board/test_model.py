"""Boards: spaces, links, hex and area maps, what is wrong with them, and their integer form."""

from __future__ import annotations

import os
import subprocess
import sys

import networkx as nx
import pytest
from hypothesis import given

from tests.unit.board.maps import boards, hex_board, line_board
from wargame_desktop.board import (
    HEXSIDE,
    AreaMap,
    Board,
    BoardError,
    HexGrid,
    Link,
    Sheet,
    Space,
    structural_problems,
)
from wargame_desktop.board.errors import near_matches

GRID = HexGrid("flat", (Sheet((1, 3), (1, 3)),), "even", "south")


def points() -> Board:
    """Three towns: two lines between the first two, one of another kind on to the third."""
    return Board(
        [Space("berlin", "Berlin", "point"), Space("breslau"), Space("vienna")],
        [
            Link("berlin", "breslau", "road", {"cost": 2}),
            Link("breslau", "berlin", "rail", {"cost": 1}),
            Link("vienna", "breslau", "rail"),
        ],
    )


# Spaces and links


def test_links_of_several_kinds_between_two_spaces_stay_apart() -> None:
    board = points()
    assert [link.kind for link in board.links_between("berlin", "breslau")] == ["road", "rail"]
    assert board.links_between("breslau", "berlin", "rail")[0].attrs == {"cost": 1}
    assert board.links_between("berlin", "vienna") == ()
    assert board.neighbours("breslau") == ("berlin", "vienna")
    assert board.neighbours("breslau", "road") == ("berlin",)
    assert board.neighbours("breslau", ("road", "rail")) == ("berlin", "vienna")
    assert board.degree("breslau") == 3 and board.degree("breslau", "rail") == 2
    assert board.kinds() == ("rail", "road")


def test_the_graph_is_a_frozen_multigraph_with_the_links_on_it() -> None:
    board = points()
    assert isinstance(board.graph, nx.MultiGraph)
    assert {key: data["link"] for _, _, key, data in board.graph.edges(keys=True, data=True)} == dict(
        enumerate(board.links)
    )
    assert board.graph.nodes["berlin"]["space"] is board.space("berlin")
    with pytest.raises(nx.NetworkXError):
        board.graph.add_node("paris")


def test_a_board_is_a_collection_of_spaces() -> None:
    board = points()
    assert len(board) == 3 and "vienna" in board and "paris" not in board
    assert [space.id for space in board] == ["berlin", "breslau", "vienna"]
    assert board.position("vienna") == 2
    assert board.space("berlin").name == "Berlin"


def test_an_unknown_space_is_refused_with_near_matches() -> None:
    board = points()
    with pytest.raises(BoardError, match=r"There is no space “Viena”\. Did you mean vienna\?"):
        board.space("Viena")
    for ask in (board.neighbours, board.links_of, board.degree, board.position, board.compiled.number):
        with pytest.raises(BoardError, match="no space “xyz”"):
            ask("xyz")
    with pytest.raises(BoardError, match="no space “xyz”"):
        board.links_between("berlin", "xyz")
    with pytest.raises(BoardError, match="no space"):
        board.space(["berlin"])  # type: ignore[arg-type]
    with pytest.raises(BoardError, match="no space"):
        board.compiled.number(["berlin"])  # type: ignore[arg-type]


def test_several_unknown_spaces_name_the_same_one_in_any_order() -> None:
    net = points().compiled
    for wanted in (["zz", "berlin", "aa"], ["aa", "zz"], [None, "aa"]):
        with pytest.raises(BoardError, match=r"no space “(aa|None)”"):
            net.numbers(wanted)  # type: ignore[arg-type]
    with pytest.raises(BoardError, match="no space"):
        net.flags([["berlin"]])  # type: ignore[list-item]


def test_near_matches_look_past_capitals() -> None:
    assert near_matches("BERLN", ["Berlin", "Bern", "Oslo"]) == ("Berlin", "Bern")
    assert near_matches("q", ["Berlin"]) == ()


def test_the_far_end_of_a_link() -> None:
    link = Link("a", "b", "rail")
    assert link.other("a") == "b" and link.other("b") == "a"
    with pytest.raises(BoardError, match="rail link from “a” to “b” does not touch “c”"):
        link.other("c")


def test_a_canal_is_open_to_who_holds_its_gates() -> None:
    assert Link("a", "b").is_open(lambda _: False)
    both = Link("red sea", "east med", "sea", gates=("egypt", "sinai"))
    assert both.is_open({"egypt", "sinai"}.__contains__)
    assert not both.is_open({"egypt"}.__contains__)
    either = Link("red sea", "east med", "sea", gates=("egypt", "sinai"), gates_needed="any")
    assert either.is_open({"egypt"}.__contains__) and not either.is_open(set[str]().__contains__)


# Boards that cannot be


def test_every_impossible_link_is_listed() -> None:
    with pytest.raises(BoardError) as caught:
        Board(
            [Space("berlin"), Space("oslo"), Space("berlin")],
            [Link("berlin", "osl"), Link("oslo", "oslo"), Link("berlin", "oslo", "sea", gates=("kiel",))],
        )
    codes = [problem.code for problem in caught.value.problems]  # type: ignore[attr-defined]
    assert codes == ["duplicate_space", "unknown_end", "self_loop", "unknown_gate"]
    assert "Did you mean oslo?" in str(caught.value)


def test_a_map_full_of_mistakes_is_listed_to_the_end() -> None:
    with pytest.raises(BoardError) as caught:
        Board([Space("oslo")], [Link("oslo", f"osl{n}") for n in range(40)])
    problems = caught.value.problems
    assert len(problems) == 40
    assert "Did you mean" in problems[0].message  # type: ignore[attr-defined]
    assert "Did you mean" not in problems[39].message  # type: ignore[attr-defined]


def test_check_finds_repeated_links_false_hexsides_and_cut_off_parts() -> None:
    spaces = [Space(label) for label in ("0101", "0102", "0103", "0201", "0301")]
    links = [
        Link("0101", "0102", HEXSIDE),
        Link("0102", "0101", HEXSIDE),
        Link("0101", "0103", HEXSIDE),
        Link("0201", "0301", "rail"),
        Link("0101", "0102", "rail"),
        Link("0102", "0103", "rail"),
    ]
    board = Board(spaces, links, GRID)
    found = {problem.code: problem for problem in board.check(connected=["rail", ["road"]])}
    assert sorted(found) == ["false_hexside", "no_links", "repeated_link", "unconnected"]
    assert found["false_hexside"].spaces == ("0101", "0103")
    assert found["repeated_link"].spaces == ("0102", "0101")
    assert found["unconnected"].spaces == ("0201", "0301")
    assert "2 spaces cannot reach the other 3" in found["unconnected"].message
    assert "road" in found["no_links"].message
    assert board.check() == [found["repeated_link"], found["false_hexside"]]


def test_a_single_space_or_a_long_list_cut_off() -> None:
    # A kind that touches a space has two ends there, so one space alone comes only from a bad link list.
    links = [Link("a", "b", "rail"), Link("b", "c", "rail"), Link("x", "x", "rail")]
    problems = structural_problems([Space(i) for i in "abcx"], links, [["rail"]])
    assert [problem.code for problem in problems] == ["self_loop", "unconnected"]
    assert problems[1].message == "By rail links, “x” cannot reach the other 3 spaces."
    far = line_board(20)
    two = Board(
        [*far.spaces, *(Space(f"t{n}") for n in range(8))],
        [*far.links, *(Link(f"t{n}", f"t{n + 1}") for n in range(7))],
    )
    (problem,) = two.check([["border"]])
    assert problem.spaces == tuple(f"t{n}" for n in range(8)) and "…" in problem.message


def test_two_canals_between_the_same_seas_are_no_repetition() -> None:
    seas = [Space("a"), Space("b"), Space("north"), Space("south")]
    links = [Link("a", "b", "sea", gates=("north",)), Link("a", "b", "sea", gates=("south",))]
    assert Board(seas, links).check() == []


# Hex boards


def test_a_hex_board_has_every_side_once_with_its_attributes() -> None:
    board = Board.from_hexgrid(
        GRID,
        {"0101": "clear", "0102": "forest", "0201": "sea"},
        spaces={"0102": {"name": "Pripet", "port": True}, "0201": {"kind": "sea"}},
        hexsides={("0102", "0101"): {"river": True}, ("0101", "0102"): {"bridge": True}},
        lines=[("rail", ["0101", "0102"]), ("rail", ["0201", "0102", "0101"])],
        extra_spaces=[Space("pool", kind="box")],
        extra_links=[Link("pool", "0101", "box")],
    )
    assert [space.id for space in board] == ["0101", "0102", "0201", "pool"]
    pripet = board.space("0102")
    assert (pripet.name, pripet.kind, pripet.terrain) == ("Pripet", "hex", "forest")
    assert pripet.attrs == {"port": True}
    assert board.space("0201").kind == "sea"
    assert (pripet.x, pripet.y) == GRID.centre("0102") and pripet.polygon == GRID.corners("0102")
    (side,) = board.links_between("0101", "0102", HEXSIDE)
    assert side.attrs == {"river": True, "bridge": True}
    assert len([link for link in board.links if link.kind == HEXSIDE]) == 3
    rails = [(link.a, link.b) for link in board.links if link.kind == "rail"]
    assert rails == [("0101", "0102"), ("0102", "0201")]
    assert board.grid is GRID and board.check() == []


def test_every_mistake_in_hex_data_is_named() -> None:
    with pytest.raises(BoardError) as caught:
        Board.from_hexgrid(GRID, {"0101": "clear", "0109": "clear"}, spaces={"0301": {}})
    assert len(caught.value.problems) == 2
    assert "Terrain: hex “0109” is not on the map. Did you mean" in str(caught.value)
    terrain = dict.fromkeys(GRID.labels, "clear")
    with pytest.raises(BoardError) as caught:
        Board.from_hexgrid(
            GRID,
            terrain,
            hexsides={("0101", "0103"): {}, ("0101", "0202"): {}, ("0101", "9999"): {}},
            lines=[("rail", ["0101", "0102", "0302"])],
        )
    messages = [str(problem) for problem in caught.value.problems]
    assert len(messages) == 4
    assert "The hexside 0101/0103 joins hexes that do not touch: they are 2 apart." in messages
    assert "The hexside 0101/9999: hex “9999” is not on the map." in messages
    assert any(message.startswith("The rail line 0102/0302") for message in messages)


# Area maps


def area_map() -> AreaMap:
    areas = AreaMap()
    for name in ("egypt", "trans-jordan", "libya"):
        areas.add_space(Space(name))
    for name in ("sz15", "sz34"):
        areas.add_space(Space(name, kind="sea zone"))
    areas.add_neighbours("egypt", ["trans-jordan", "libya"])
    areas.add_neighbours("libya", ["egypt"])
    areas.add_neighbours("trans-jordan", ["egypt"])
    areas.add_link(Link("egypt", "sz15", "coast"))
    areas.add_canal("sz15", "sz34", ["egypt", "trans-jordan"], attrs={"name": "Suez"})
    return areas


def test_an_area_map_builds_a_board() -> None:
    areas = area_map()
    areas.add_box(Space("pool", kind="box"), ["egypt", "libya"])
    areas.add_link(Link("sz34", "sz15", "sea", wraps=True))
    board = areas.build(connected=[["border", "coast", "sea", "box"]])
    assert board.neighbours("egypt", "border") == ("trans-jordan", "libya")
    assert len(board.links_of("egypt", "border")) == 2, "a pair listed from both ends is one link"
    canal, around = board.links_between("sz15", "sz34")
    assert canal.gates == ("egypt", "trans-jordan") and canal.attrs == {"name": "Suez"}
    assert around.wraps and not canal.wraps
    assert board.neighbours("pool") == ("egypt", "libya")
    held = {"egypt"}
    closed = board.compiled.net_where(lambda link: link.kind == "sea" and link.is_open(held.__contains__))
    assert closed.neighbours[board.position("sz15")] == (board.position("sz34"),), "by the way around"


def test_every_problem_of_an_area_map_is_found() -> None:
    areas = area_map()
    areas.add_neighbours("libya", ["trans-jordan", "atlantis"])
    areas.add_space(Space("egypt"))
    areas.add_link(Link("egypt", "libya", "border"))
    codes = [problem.code for problem in areas.problems(connected=[["sea"]])]
    assert sorted(codes) == ["asymmetric", "asymmetric", "duplicate_space", "repeated_link", "unknown_end"]
    with pytest.raises(BoardError, match="“libya” lists “trans-jordan” as a border neighbour") as caught:
        areas.build()
    assert len(caught.value.problems) == 5


# The integer form


@given(boards())
def test_the_integer_form_holds_the_same_links(board: Board) -> None:
    net = board.compiled
    assert board.compiled is net and len(net) == len(board)
    steps = [(net.ids[net.tail[e]], net.ids[net.head[e]], net.link[e]) for e in range(len(net.tail))]
    expected = [(k.a, k.b, n) for n, k in enumerate(board.links)]
    expected += [(k.b, k.a, n) for n, k in enumerate(board.links)]
    assert sorted(steps) == sorted(expected)
    for here, edges in enumerate(net.edges):
        assert all(net.tail[edge] == here for edge in edges)
        order = [(net.head[e], net.link[e]) for e in edges]
        assert order == sorted(order)
    for kind in (None, "rail", ("rail", "land")):
        near = net.net(kind).neighbours
        for space in board.spaces:
            named = tuple(net.ids[n] for n in near[net.number(space.id)])
            assert named == board.neighbours(space.id, kind)
    assert net.net("rail") is net.net(["rail"]), "kept"


def test_flags_and_edge_links() -> None:
    board = points()
    net = board.compiled
    assert net.flags(["vienna", "berlin"]) == [True, False, True]
    assert [net.edge_link(edge).kind for edge in net.edges[0]] == ["road", "rail"]


SCRIPT = """
from tests.unit.board.maps import hex_board
from wargame_desktop.board import *
board = hex_board(5, 5, lines=[("rail", ["0101", "0102", "0103"])])
zone = project(board.compiled.net(), [Projector("x", "0404")])
policy = MovePolicy(StepCosts(board, lambda link, a, b: 1), Conditions(board, stop=set(zone.spaces)), 3)
found = reach(policy, "0101")
net = board.compiled
stages = (Stage("land", net.net("hexside"), 2),)
supply = supply_map(SupplyPolicy(stages, blocked=frozenset(zone.spaces)), {"0101", "0505"})
print(board.kinds(), found.costs, found.rim, [found.path(s) for s in found], supply.supplied)
print([supply.line(s) for s in supply.supplied], find_cut(supply, "0404"))
"""


def test_results_do_not_depend_on_the_hash_seed() -> None:
    outputs = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("0", "1", "12345")
    }
    assert len(outputs) == 1 and len(outputs.pop()) > 500


def test_a_whole_board_is_connected() -> None:
    assert hex_board().check([[HEXSIDE]]) == []
