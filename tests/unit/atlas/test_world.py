"""Making the world map: the sheet, provinces gathered into territories, cells without gaps."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("shapely")
pytest.importorskip("shapefile")

import numpy as np
import shapely
from shapely import LineString, Polygon

from wargame_desktop.atlas import world
from wargame_desktop.atlas.errors import AtlasError
from wargame_desktop.atlas.world_cells import Cells, divide
from wargame_desktop.atlas.world_land import gather
from wargame_desktop.atlas.world_sheet import Sheet, densified
from wargame_desktop.atlas.world_sources import Geography, load_geography, load_source, points

LAYOUT: dict[str, Any] = {
    "width": 3600,
    "top": 75,
    "bottom": -60,
    "headroom": 0,
    "seam": [[90, -169], [64, -169], [50, -180], [-90, -174]],
    "stretch_east": [],
    "stretch_north": [],
    "swells": [{"at": "15,50", "radius": 300, "grow": 0.5}],
}


def _flat() -> Sheet:
    return Sheet(LAYOUT | {"swells": []})


# The sheet


def test_both_sides_of_the_cut_fit_each_other() -> None:
    sheet = Sheet(LAYOUT)
    for lat in range(-55, 75, 5):
        left, right = sheet.edge(lat, right=False), sheet.edge(lat, right=True)
        assert left[0] == 0 and right[0] == sheet.width
        assert left[1] == pytest.approx(right[1], abs=1e-6)


def test_the_cut_bends_with_the_seam() -> None:
    sheet = _flat()
    assert sheet.place((-169.0, 66.0))[0] == pytest.approx(0, abs=1e-6)
    assert sheet.place((191.0, 66.0))[0] == pytest.approx(sheet.width, abs=1e-6)
    assert 0 < sheet.place((-179.3, 40.0))[0] < 10


def test_a_swell_makes_room_around_its_centre_and_folds_nothing() -> None:
    flat, swollen = _flat(), Sheet(LAYOUT)
    near = Polygon([(12, 48), (18, 48), (18, 52), (12, 52)])
    assert swollen.shape(near).area > 1.8 * flat.shape(near).area
    grid = swollen.places(
        np.array([(lon, lat) for lat in range(60, 30, -1) for lon in range(-20, 50)], float)
    )
    rows = grid.reshape(30, 70, 2)
    assert (np.diff(rows[:, :, 0], axis=1) > 0).all()
    assert (np.diff(rows[:, :, 1], axis=0) > 0).all()


def test_north_is_up() -> None:
    sheet = Sheet(LAYOUT)
    assert sheet.place((0.0, 60.0))[1] < sheet.place((0.0, 0.0))[1] < sheet.place((0.0, -40.0))[1]


def test_neighbours_get_the_same_new_corners() -> None:
    left = Polygon([(0, 0), (1, 0.3), (1, 7.1), (0, 7)])
    right = Polygon([(1, 0.3), (2, 0), (2, 7), (1, 7.1)])
    corners = [
        set(map(tuple, shapely.get_coordinates(densified(one, 0.4)).tolist())) for one in (left, right)
    ]
    on_border = [{at for at in one if at[0] == 1} for one in corners]
    assert on_border[0] == on_border[1] and len(on_border[0]) > 15


# Territories


def _island() -> Geography:
    """A land of ten by four degrees: two countries, the eastern of two provinces with a lake between."""
    shore = [(0, 0), (10, 0), (10, 4), (0, 4)]
    lake = [(7.5, 1.5), (8.5, 1.5), (8.5, 2.5), (7.5, 2.5)]
    provinces = [LineString([(8, 0), (8, 1.5)]), LineString([(8, 2.5), (8, 4)])]
    return Geography([Polygon(shore, [lake])], [LineString([(5, 0), (5, 4)])], provinces, [])


def _source(**territories: dict[str, Any]) -> dict[str, Any]:
    return {"territories": territories, "divides": []}


def test_countries_go_as_a_whole_and_provinces_one_by_one() -> None:
    land = gather(
        _island(), _source(west={"whole": "2,2"}, east={"whole": "6,1"}, far={"part": ["9,0 9,4 10,4 10,0"]})
    )
    assert land.territories["west"].equals(shapely.box(0, 0, 5, 4))
    assert land.territories["far"].area == pytest.approx(7.5)
    # The lake goes with the shore that is longer: half and half here, so by name.
    assert land.territories["east"].area == pytest.approx(12.5)
    assert sum(one.area for one in land.territories.values()) == pytest.approx(40)
    assert len(land.lakes) == 1


def test_a_carved_outline_cuts_through_provinces() -> None:
    carved = {"carve": "-1,-1 -1,2 1,2 1,-1"}
    land = gather(_island(), _source(west={"whole": "2,2"}, east={"whole": "6,1 9,1"}, port=carved))
    assert land.territories["port"].equals(shapely.box(0, 0, 1, 2))
    assert land.territories["west"].area == pytest.approx(18)


def test_a_point_in_no_country_is_named() -> None:
    with pytest.raises(AtlasError, match="east 20,20"):
        gather(_island(), _source(west={"whole": "2,2"}, east={"whole": "20,20"}))


def test_a_province_of_nobody_is_named() -> None:
    with pytest.raises(AtlasError, match=r"nobody claims .* \(beside west\)"):
        gather(_island(), _source(west={"whole": "2,2"}))


# Cells


def _square(x: float, y: float, size: float) -> Polygon:
    return shapely.box(x, y, x + size, y + size)


def _seas(sheet: Sheet, **changes: Any) -> dict[str, Any]:
    """An ocean parted west and east of the island of two territories, at the place where they meet."""
    return {
        "meet": {},
        "lines": ["@a/b 0,-70", "@a/b 0,80"],
        "zones": {1: "-90,0", 2: "90,0"},
        "closed": "",
    } | changes


def _two(sheet: Sheet) -> dict[str, list[Polygon]]:
    x, y = sheet.place((0.0, 0.0))
    return {"a": [_square(x - 100, y, 100)], "b": [_square(x, y, 100)]}


def _length(cells: Cells, a: str, b: str) -> float:
    return float(shapely.union_all(cells.spaces[a]).intersection(shapely.union_all(cells.spaces[b])).length)


def test_cells_cover_the_sheet_and_meet_where_the_lines_say() -> None:
    sheet = _flat()
    cells = divide(_two(sheet), sheet, _seas(sheet), [])
    whole = sum(one.area for parts in cells.spaces.values() for one in parts)
    assert whole == pytest.approx(sheet.width * sheet.height)
    assert _length(cells, "a", "sz_1") > 250 and _length(cells, "b", "sz_2") > 250
    assert _length(cells, "a", "sz_2") == 0 and _length(cells, "b", "sz_1") == 0
    assert _length(cells, "a", "b") == pytest.approx(100, abs=0.3)


def test_a_pinch_draws_a_border_together_into_a_point() -> None:
    sheet = _flat()
    x, y = sheet.place((0.0, 0.0))
    land = {
        "a": [shapely.box(x - 90, y, x, y + 52)],
        "b": [shapely.box(x, y + 48, x + 90, y + 90)],
        "c": [shapely.box(x - 90, y + 52, x, y + 90)],
        "d": [shapely.box(x, y, x + 90, y + 48)],
    }
    seas = _seas(sheet, lines=[], zones={1: "-90,0"})
    assert _length(divide(land, sheet, seas, []), "a", "b") == pytest.approx(4, abs=0.3)
    cells = divide(land, sheet, seas, [{"between": ["a", "b"]}])
    assert _length(cells, "a", "b") == 0 and _length(cells, "c", "d") == 0
    assert all(one.is_valid for parts in cells.spaces.values() for one in parts)


def test_a_pinch_that_would_tear_a_space_is_refused() -> None:
    sheet = _flat()
    with pytest.raises(AtlasError, match="a and b cannot be drawn together"):
        divide(_two(sheet), sheet, _seas(sheet), [{"between": ["a", "b"]}])


def test_zones_that_leak_into_each_other_are_named() -> None:
    sheet = _flat()
    with pytest.raises(AtlasError, match="sz_2 at 90,0 lies in sz_1"):
        divide(_two(sheet), sheet, _seas(sheet, lines=["@a/b 0,-70"]), [])


def test_water_of_no_zone_is_named() -> None:
    sheet = _flat()
    with pytest.raises(AtlasError, match="no zone claims the water"):
        divide(_two(sheet), sheet, _seas(sheet, zones={1: "-90,0"}), [])


def test_a_border_inland_is_no_place_for_a_line_to_end() -> None:
    sheet = _flat()
    x, y = sheet.place((0.0, 0.0))
    ring = _square(x - 100, y - 100, 300).difference(_square(x, y, 50))
    with pytest.raises(AtlasError, match="the border a/b does not come down to the sea"):
        divide({"a": [_square(x, y, 50)], "b": [ring]}, sheet, _seas(sheet), [])


# Sources and the command


def test_places_are_read_and_refused() -> None:
    assert points("12.5,3 -4,5") == [(12.5, 3.0), (-4.0, 5.0)]
    with pytest.raises(AtlasError, match="found north"):
        points("12,3 north")


def test_other_geography_than_the_pinned_one_is_refused(tmp_path: Path) -> None:
    (tmp_path / "land.shp").write_bytes(b"not the same")
    with pytest.raises(AtlasError, match=r"land\.shp is not the file"):
        load_geography(tmp_path, {"land.shp": "0" * 64})
    with pytest.raises(AtlasError, match=r"no file sea\.shp"):
        load_geography(tmp_path, {"sea.shp": "0" * 64})


def test_the_command_says_what_is_missing_and_writes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert world.main([str(tmp_path), "--out", str(tmp_path / "out")]) == 1
    assert "The map was not made" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_source_files_agree_with_each_other() -> None:
    sources = world.REVISED / "atlas"
    facts, seas = load_source(sources / "facts.yaml"), load_source(sources / "seas.yaml")
    territories, layout = load_source(sources / "territories.yaml"), load_source(sources / "sheet.yaml")
    land = {key for key, item in facts["spaces"].items() if item["kind"] != "sea"}
    assert set(territories["territories"]) | set(layout["drawn"]) == land
    assert {f"sz_{number}" for number in seas["zones"]} == set(facts["spaces"]) - land
    assert set(load_source(sources / "anchors.yaml")) <= set(facts["spaces"])


@pytest.mark.slow
def test_the_shipped_files_are_made_again_byte_for_byte(tmp_path: Path) -> None:
    folder = os.environ.get("WARGAME_GEOGRAPHY", "")
    if not folder:
        pytest.skip("WARGAME_GEOGRAPHY names no folder with the Natural Earth files")
    assert world.main([folder, "--out", str(tmp_path)]) == 0
    for name in ("map.yaml", "art.yaml"):
        assert (tmp_path / name).read_bytes() == (world.REVISED / name).read_bytes()
