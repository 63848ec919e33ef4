"""Hex numbering and geometry."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.board.maps import EUROPEAN_THEATER, PRINTED, SUPREME_COMMANDER, TOTALER_KRIEG
from wargame_desktop.board import BoardError, HexGrid, Sheet

ALL_GRIDS = [
    HexGrid(orientation, (Sheet((3, 9), (2, 8)),), shoved, towards, columns, rows, order, 2, 3, 7.5)
    for orientation, sides in (("flat", ("north", "south")), ("pointy", ("east", "west")))
    for shoved in ("odd", "even")
    for towards in sides
    for columns in ("east", "west")
    for rows in ("south", "north")
    for order in ("column_row", "row_column")
]
grids = st.sampled_from([*ALL_GRIDS, *PRINTED.values()])


@st.composite
def grid_and_labels(draw: st.DrawFn, count: int = 3) -> tuple[HexGrid, list[str]]:
    grid = draw(grids)
    return grid, draw(st.lists(st.sampled_from(grid.labels), min_size=count, max_size=count))


# What the printed rules say of their own maps.


@pytest.mark.parametrize(
    ("grid", "a", "b", "apart"),
    [
        # A corps in Jutland and the hexes its zone would cover but for the water between.
        *((SUPREME_COMMANDER, "1733", x, 1) for x in ("1633", "1634", "1734", "1834", "1732", "1833")),
        (SUPREME_COMMANDER, "2528", "2428", 1),  # Krakow
        (SUPREME_COMMANDER, "2528", "2527", 1),
        (SUPREME_COMMANDER, "1928", "2029", 1),  # the Danzig corridor
        (SUPREME_COMMANDER, "2041", "2137", 4),  # London to Rotterdam
        (SUPREME_COMMANDER, "2041", "2440", 4),  # London to Paris
        (SUPREME_COMMANDER, "2536", "2535", 1),  # the Maginot fort and the far bank
        (TOTALER_KRIEG, "e3609", "e3608", 1),  # Kiev and the way to the marshes
        (TOTALER_KRIEG, "e3608", "e3707", 1),
        (TOTALER_KRIEG, "e3609", "e3708", 1),
        (TOTALER_KRIEG, "e4209", "e4207", 2),
        (TOTALER_KRIEG, "e1306", "e1406", 1),  # next to Tobruk
        (TOTALER_KRIEG, "e1206", "e1207", 1),
        (TOTALER_KRIEG, "e1207", "e1307", 1),  # Sollum
        (TOTALER_KRIEG, "e1919", "e2119", 2),
        (TOTALER_KRIEG, "e1819", "e2019", 2),
        (TOTALER_KRIEG, "w2026", "w2125", 1),  # a carrier off Reggio
        (TOTALER_KRIEG, "w2022", "w2122", 1),  # off Palermo
        (TOTALER_KRIEG, "w2022", "w2320", 3),  # and in reach of Cagliari
        (TOTALER_KRIEG, "w3915", "w3815", 1),  # Southampton, the beach hex, Cherbourg
        (TOTALER_KRIEG, "w3815", "w3714", 1),
        (TOTALER_KRIEG, "w4224", "w4124", 1),  # Copenhagen and Malmo
        (TOTALER_KRIEG, "w3624", "w3524", 1),  # Leipzig and Prague
        (TOTALER_KRIEG, "w3718", "w3618", 1),  # Antwerp and Lille
        (TOTALER_KRIEG, "w3717", "w3617", 1),  # Calais and Amiens
        (TOTALER_KRIEG, "w3619", "w3518", 1),  # over the river to Verdun
        (EUROPEAN_THEATER, "1315", "1415", 1),  # Gibraltar and the coast that adjoins it
        (EUROPEAN_THEATER, "1908", "1909", 1),  # West Wall and Maginot Line
        (EUROPEAN_THEATER, "1909", "2008", 1),
        (EUROPEAN_THEATER, "2911", "3012", 2),
    ],
)
def test_distances_that_the_rules_print_or_need(grid: HexGrid, a: str, b: str, apart: int) -> None:
    assert grid.distance(a, b) == apart


def test_neighbours_of_the_three_printed_grids_by_compass() -> None:
    assert EUROPEAN_THEATER.neighbours("1010") == {
        "N": "1009", "NE": "1110", "SE": "1111", "S": "1011", "SW": "0911", "NW": "0910",
    }  # fmt: skip
    assert EUROPEAN_THEATER.neighbours("1110") == {
        "N": "1109", "NE": "1209", "SE": "1210", "S": "1111", "SW": "1010", "NW": "1009",
    }  # fmt: skip
    assert SUPREME_COMMANDER.neighbours("1733") == {
        "NE": "1633", "E": "1732", "SE": "1833", "SW": "1834", "W": "1734", "NW": "1634",
    }  # fmt: skip
    assert SUPREME_COMMANDER.neighbours("1834") == {
        "NE": "1733", "E": "1833", "SE": "1933", "SW": "1934", "W": "1835", "NW": "1734",
    }  # fmt: skip
    assert TOTALER_KRIEG.neighbours("w3718") == {
        "NE": "w3819", "E": "w3719", "SE": "w3619", "SW": "w3618", "W": "w3717", "NW": "w3818",
    }  # fmt: skip
    assert TOTALER_KRIEG.neighbours("w3618") == {
        "NE": "w3718", "E": "w3619", "SE": "w3518", "SW": "w3517", "W": "w3617", "NW": "w3717",
    }  # fmt: skip


def test_two_sheets_join_by_their_offset() -> None:
    assert TOTALER_KRIEG.neighbour("w3026", "E") == "e3001"
    assert TOTALER_KRIEG.neighbours("w3126") == {
        "NE": "e3201", "E": "e3101", "SE": "e3001", "SW": "w3026", "W": "w3125", "NW": "w3226",
    }  # fmt: skip
    other = replace(
        TOTALER_KRIEG,
        sheets=(Sheet((1, 27), (10, 52), "w"), Sheet((1, 28), (10, 52), "e", column_offset=27)),
    )
    assert TOTALER_KRIEG.distance("w3825", "e3501") + 1 == other.distance("w3825", "e3501")


def test_a_label_is_written_with_prefix_order_and_digits() -> None:
    grid = HexGrid("flat", (Sheet((7, 8), (1, 1), "n"),), "odd", "north", row_digits=3)
    assert grid.labels == ("n07001", "n08001") and len(grid) == 2
    assert "n07001" in grid and "n7001" not in grid
    assert replace(grid, label_order="row_column").labels == ("n00107", "n00108")


# Directions


@given(grid_and_labels(1))
def test_a_step_and_the_step_back(drawn: tuple[HexGrid, list[str]]) -> None:
    grid, (label,) = drawn
    for direction, other in grid.neighbours(label).items():
        assert grid.direction(label, other) == direction
        assert grid.neighbour(other, grid.opposite(direction)) == label
        assert grid.distance(label, other) == 1


def test_directions_turn_clockwise_from_the_top() -> None:
    assert EUROPEAN_THEATER.directions == ("N", "NE", "SE", "S", "SW", "NW")
    assert SUPREME_COMMANDER.directions == ("NE", "E", "SE", "SW", "W", "NW")
    assert EUROPEAN_THEATER.rotate("NW", 1) == "N" and EUROPEAN_THEATER.rotate("N", -2) == "SW"
    assert SUPREME_COMMANDER.opposite("E") == "W"
    assert EUROPEAN_THEATER.neighbour("0101", "N") is None


@given(grid_and_labels(1))
def test_directions_point_where_their_names_say(drawn: tuple[HexGrid, list[str]]) -> None:
    grid, (label,) = drawn
    x, y = grid.centre(label)
    for direction, other in grid.neighbours(label).items():
        other_x, other_y = grid.centre(other)
        assert ("N" in direction) == (other_y < y - 1e-9) and ("S" in direction) == (other_y > y + 1e-9)
        assert ("E" in direction) == (other_x > x + 1e-9) and ("W" in direction) == (other_x < x - 1e-9)


def test_wrong_directions_are_refused() -> None:
    with pytest.raises(BoardError, match="no direction “E”"):
        EUROPEAN_THEATER.rotate("E", 1)
    with pytest.raises(BoardError, match="do not touch: they are 3 hexes apart"):
        EUROPEAN_THEATER.direction("0101", "0104")


# Distances and shapes


@given(grid_and_labels(3))
def test_distance_is_a_metric(drawn: tuple[HexGrid, list[str]]) -> None:
    grid, (a, b, c) = drawn
    assert (grid.distance(a, b) == 0) == (a == b)
    assert grid.distance(a, b) == grid.distance(b, a)
    assert grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c)


@pytest.mark.parametrize("grid", ALL_GRIDS[::3])
def test_distance_is_that_of_the_graph_of_neighbours(grid: HexGrid) -> None:
    graph = nx.Graph([(label, other) for label in grid.labels for other in grid.neighbours(label).values()])
    for label, steps in nx.all_pairs_shortest_path_length(graph):
        assert steps == {other: grid.distance(label, other) for other in grid.labels}


@given(grid_and_labels(1), st.integers(0, 6))
def test_rings_and_ranges_are_by_distance(drawn: tuple[HexGrid, list[str]], radius: int) -> None:
    grid, (label,) = drawn
    by_distance = {other: grid.distance(label, other) for other in grid.labels}
    ring = grid.ring(label, radius)
    assert len(set(ring)) == len(ring)
    assert sorted(ring) == [other for other, steps in by_distance.items() if steps == radius]
    assert grid.within(label, radius) == tuple(o for o, steps in by_distance.items() if steps <= radius)


def test_a_ring_goes_clockwise_from_the_top() -> None:
    assert EUROPEAN_THEATER.ring("1010", 1) == ("1009", "1110", "1111", "1011", "0911", "0910")
    assert EUROPEAN_THEATER.ring("1010", 2)[:3] == ("1008", "1109", "1209")
    assert SUPREME_COMMANDER.ring("1733", 1) == tuple(SUPREME_COMMANDER.neighbours("1733").values())


def test_negative_ranges_are_refused() -> None:
    with pytest.raises(BoardError, match="-1"):
        EUROPEAN_THEATER.ring("1010", -1)
    with pytest.raises(BoardError, match="-2"):
        EUROPEAN_THEATER.within("1010", -2)


@given(grid_and_labels(2))
def test_a_line_is_unbroken_and_the_same_backwards(drawn: tuple[HexGrid, list[str]]) -> None:
    grid, (a, b) = drawn
    line = grid.line(a, b)
    assert line[0] == a and line[-1] == b
    assert line == tuple(reversed(grid.line(b, a)))
    # Only where both ways along the map's edge leave it has a line fewer hexes.
    if len(line) == grid.distance(a, b) + 1:
        assert all(grid.distance(one, two) == 1 for one, two in pairwise(line))
        assert all(grid.distance(a, spot) == steps for steps, spot in enumerate(line))


def test_a_line_along_hexsides_leans_to_where_the_map_is() -> None:
    # Straight east on a flat-top grid every second hex is a choice of two; at the edge only one exists.
    assert EUROPEAN_THEATER.line("0101", "0501") == ("0101", "0201", "0301", "0401", "0501")
    assert len(EUROPEAN_THEATER.line("0218", "0618")) == 5
    assert EUROPEAN_THEATER.line("0505", "0505") == ("0505",)


# Points


@given(grid_and_labels(1), st.floats(0, 2 * math.pi), st.floats(0, 0.85))
def test_a_point_inside_a_hex_finds_its_label(
    drawn: tuple[HexGrid, list[str]], angle: float, part: float
) -> None:
    grid, (label,) = drawn
    x, y = grid.centre(label)
    reach = part * grid.size  # the circle inside a hex has 0.866 of its size
    assert grid.label_at(x + reach * math.cos(angle), y + reach * math.sin(angle)) == label


@given(grid_and_labels(1))
def test_label_and_coordinate_round_trip(drawn: tuple[HexGrid, list[str]]) -> None:
    grid, (label,) = drawn
    assert grid.from_axial(grid.to_axial(label)) == label


@given(grid_and_labels(1))
def test_corners_are_on_the_map_and_one_size_from_the_centre(drawn: tuple[HexGrid, list[str]]) -> None:
    grid, (label,) = drawn
    centre, (width, height) = grid.centre(label), grid.extent
    for x, y in grid.corners(label):
        assert math.dist(centre, (x, y)) == pytest.approx(grid.size)
        assert 0 <= x <= width and 0 <= y <= height


@given(grid_and_labels(1))
def test_a_side_is_shared_to_the_last_bit_and_lies_towards_the_neighbour(
    drawn: tuple[HexGrid, list[str]],
) -> None:
    grid, (label,) = drawn
    for number, direction in enumerate(grid.directions):
        other = grid.neighbour(label, direction)
        if other is None:
            continue
        assert grid.side(label, other) == grid.side(other, label)
        corners = grid.corners(label)
        assert set(grid.side(label, other)) == {corners[number], corners[(number + 1) % 6]}
        middle = [sum(values) / 2 for values in zip(*grid.side(label, other), strict=True)]
        between = [sum(v) / 2 for v in zip(grid.centre(label), grid.centre(other), strict=True)]
        assert middle == pytest.approx(between)


def test_the_map_begins_at_its_top_left_corner() -> None:
    for grid in ALL_GRIDS:
        points = [point for label in grid.labels for point in grid.corners(label)]
        assert min(x for x, _ in points) == 0 and min(y for _, y in points) == 0
        assert (max(x for x, _ in points), max(y for _, y in points)) == grid.extent


def test_points_off_the_grid_have_no_label() -> None:
    grid = EUROPEAN_THEATER
    for x, y in ((-5.0, -5.0), (math.inf, 0.0), (0.0, math.nan), (1e308, 1e308), (-1e308, 1e308)):
        assert grid.label_at(x, y) is None
    assert grid.from_axial((-100, 0)) is None


# Refusals


def test_an_unknown_label_names_near_ones() -> None:
    with pytest.raises(BoardError, match=r"There is no hex “W3825”\. Did you mean w3825") as caught:
        TOTALER_KRIEG.to_axial("W3825")
    assert caught.value.problems == (str(caught.value),)
    with pytest.raises(BoardError, match="no hex"):
        TOTALER_KRIEG.distance("w3825", ["w3825"])  # type: ignore[arg-type]


def test_every_wrong_field_is_named_at_once() -> None:
    with pytest.raises(BoardError) as caught:
        HexGrid(
            "round", (), "third", "up", "in", "out", "any", size=-1.0,  # type: ignore[arg-type]
        )  # fmt: skip
    assert len(caught.value.problems) == 8
    for word in ("round", "third", "up", "“in”", "out", "any", "-1.0", "at least one sheet"):
        assert word in str(caught.value)
    for size in (math.nan, math.inf, 0.0):
        with pytest.raises(BoardError, match="size"):
            replace(EUROPEAN_THEATER, size=size)
    with pytest.raises(BoardError, match="shoved north or south, not “east”"):
        replace(EUROPEAN_THEATER, shoved_towards="east")


def test_sheets_that_cannot_be() -> None:
    def grid(*sheets: Sheet) -> HexGrid:
        return HexGrid("flat", sheets, "odd", "south")

    with pytest.raises(BoardError, match="columns of sheet “w” run from 5 to 4"):
        grid(Sheet((5, 4), (1, 2), "w"))
    with pytest.raises(BoardError, match="Rows up to 100 do not fit in 2 digits"):
        grid(Sheet((1, 2), (1, 100)))
    with pytest.raises(BoardError, match="both have a hex labelled “0101”"):
        grid(Sheet((1, 2), (1, 2)), Sheet((1, 2), (1, 2), column_offset=9))
    with pytest.raises(BoardError, match="“w0301” and “e0101” are one hex"):
        grid(Sheet((1, 3), (1, 2), "w"), Sheet((1, 3), (1, 2), "e", column_offset=2))
