"""Everything in the box is sound: all data files check, and the free table has what it promises."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from wargame_desktop.content.check import check_all
from wargame_desktop.content.folders import Folders
from wargame_desktop.content.library import Library
from wargame_desktop.content.map_paint import Outline, area
from wargame_desktop.content.map_parts import Point
from wargame_desktop.content.maps import GameMap

REPOSITORY = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def box() -> Library:
    return Library(Folders(REPOSITORY))


def test_all_shipped_data_checks(box: Library) -> None:
    assert [str(problem) for problem in check_all(box)] == []


def test_the_free_table(box: Library) -> None:
    assert [info.id for info in box.scenarios("free_table")] == ["campaign", "empty", "skirmish"]
    for info in box.scenarios("free_table"):
        data = box.open_scenario(f"free_table/{info.id}")
        assert len(data.scenario.pieces) > 60
        assert data.scenario.vars["phases"]
        assert {piece.space for piece in data.scenario.pieces if not piece.space.startswith("in:")} <= {
            space.id for space in data.board
        }


def test_the_empty_table_holds_every_counter(box: Library) -> None:
    data = box.open_scenario("free_table/empty")
    placed = {piece.id for piece in data.scenario.pieces}
    (units,) = data.units
    assert {piece for counter in units.counters.values() for piece in counter.piece_ids()} <= placed


def test_rivers_of_the_hex_map_are_unbroken(box: Library) -> None:
    game_map = box.load_map("free_table")
    assert game_map.grid is not None
    for river in game_map.hexsides:
        sides = [game_map.grid.side(a, b) for a, b in river.pairs]
        for before, after in pairwise(sides):
            gap = min(abs(p[0] - q[0]) + abs(p[1] - q[1]) for p in before for q in after)
            assert gap < 1e-6, f"the {river.name} has a gap"


def test_land_has_a_country_and_sea_has_none(box: Library) -> None:
    for space in box.load_map("free_table").board:
        if space.kind in ("land", "sea"):
            assert ("country" in space.attrs) == (space.kind == "land"), space.id


Edge = tuple[Point, Point]


def edges_of(game_map: GameMap, space_id: str) -> list[Edge]:
    """The edges of a space, the space always on the same hand: outlines one way round, holes the other."""
    found: list[Edge] = []
    for outline in game_map.drawn(space_id).outlines:
        rings = [(outline.ring, 1), *((hole, -1) for hole in outline.holes)]
        for ring, hand in rings:
            turned = ring if area(ring) * hand > 0 else ring[::-1]
            found += pairwise((*turned, turned[0]))
    return found


def test_the_area_map_is_tiled_without_gap_or_overlap(box: Library) -> None:
    game_map = box.load_painted_map("free_table_areas")
    places = [space.id for space in game_map.board if space.kind in ("land", "sea")]
    assert len(places) == 28
    edges = [edge for place in places for edge in edges_of(game_map, place)]
    assert len(edges) == len(set(edges)), "no two spaces lie on the same side of an edge"
    lonely = [(a, b) for a, b in edges if (b, a) not in set(edges)]
    on_the_sheet = [(a, b) for a, b in lonely if (a[0] == b[0] in (0, 120)) or (a[1] == b[1] in (0, 80))]
    assert lonely == on_the_sheet, "every other edge has a neighbour"
    surface = sum(
        abs(area(outline.ring)) - sum(abs(area(hole)) for hole in outline.holes)
        for place in places
        for outline in game_map.drawn(place).outlines
    )
    assert surface == pytest.approx(120 * 80)


def test_the_links_of_the_area_map_are_its_borders(box: Library) -> None:
    game_map = box.load_painted_map("free_table_areas")
    kinds = {space.id: space.kind for space in game_map.board if space.kind in ("land", "sea")}
    owner = {edge: place for place in kinds for edge in edges_of(game_map, place)}
    borders = {frozenset((place, owner[b, a])) for (a, b), place in owner.items() if (b, a) in owner}
    wanted = {"land": "land", "sea": "sea", "land sea": "coast"}
    drawn = {(wanted[" ".join(sorted({kinds[one] for one in pair}))], pair) for pair in borders}
    links = {
        (link.kind, frozenset((link.a, link.b)))
        for link in game_map.board.links
        if link.kind in ("land", "sea", "coast") and not link.gates
    }
    assert links == drawn
    (canal,) = (link for link in game_map.board.links if link.gates)
    assert (canal.a, canal.b, canal.gates) == ("sz_3", "sz_4", ("gardale", "orveld"))
    assert frozenset(("sz_3", "sz_4")) not in borders, "without the canal there is no way through"


def test_anchors_lie_in_their_areas(box: Library) -> None:
    game_map = box.load_painted_map("free_table_areas")
    for space in game_map.board:
        if space.kind in ("land", "sea"):
            drawn = game_map.drawn(space.id)
            for anchor in (drawn.label, drawn.pieces, (space.x, space.y)):
                assert contains(drawn.outlines, anchor), f"{anchor} is not in {space.id}"


def contains(outlines: tuple[Outline, ...], point: Point) -> bool:
    """True when a line from the point to the east crosses an odd number of edges."""
    x, y = point
    crossings = 0
    for outline in outlines:
        for ring in (outline.ring, *outline.holes):
            for (ax, ay), (bx, by) in pairwise((*ring, ring[0])):
                if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
                    crossings += 1
    return crossings % 2 == 1
