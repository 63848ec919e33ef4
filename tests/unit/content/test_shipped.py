"""Everything in the box is sound: all data files check, and the free table has what it promises."""

from __future__ import annotations

from pathlib import Path

import pytest

from wargame_desktop.content.check import check_all
from wargame_desktop.content.folders import Folders
from wargame_desktop.content.library import Library

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
        for before, after in zip(sides, sides[1:], strict=False):
            gap = min(abs(p[0] - q[0]) + abs(p[1] - q[1]) for p in before for q in after)
            assert gap < 1e-6, f"the {river.name} has a gap"


def test_land_has_a_country_and_sea_has_none(box: Library) -> None:
    for space in box.load_map("free_table").board:
        if space.kind in ("land", "sea"):
            assert ("country" in space.attrs) == (space.kind == "land"), space.id
