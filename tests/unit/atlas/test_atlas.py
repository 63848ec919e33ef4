"""The atlas on a small island: fit, draft, corrections, files, and the same bytes every time."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
from itertools import pairwise
from pathlib import Path

import pytest

pytest.importorskip("shapely")
pytest.importorskip("pyproj")
pytest.importorskip("shapefile")

from tests.unit.atlas import island
from wargame_desktop.atlas.__main__ import main
from wargame_desktop.atlas.build import Drawn, draw, place_earth
from wargame_desktop.atlas.errors import AtlasError
from wargame_desktop.atlas.geography import read_geography, unpack
from wargame_desktop.atlas.source import read_source
from wargame_desktop.content.folders import Folders
from wargame_desktop.content.library import Library
from wargame_desktop.content.maps import GameMap
from wargame_desktop.content.problems import ContentError

ROOT = Path(__file__).resolve().parents[3]


def folders(home: Path, **changes: str) -> tuple[Path, Path]:
    """Source and geography of the island."""
    digests = island.write_geography(home / "geography")
    return island.write_source(
        home / "resources" / "island" / "atlas", digests, **changes
    ), home / "geography"


def drawn(home: Path, **changes: str) -> Drawn:
    """The island's map."""
    source_folder, geography_folder = folders(home, **changes)
    source = read_source(source_folder)
    return draw(source, read_geography(geography_folder, source.files, source.digests, source.area))


def loaded(home: Path) -> GameMap:
    """The island's map, written and read back by the program."""
    source, geography = folders(home)
    assert main(["draw", str(source), "--geography", str(geography)]) == 0
    return Library(Folders(home)).load_painted_map("island")


def test_draft_tells_land_coast_and_sea(tmp_path: Path) -> None:
    kinds = drawn(tmp_path).hexes.kinds
    assert kinds["0304"] == kinds["0504"] == "land"
    assert kinds["0202"] == kinds["0604"] == "coast"
    assert kinds["0102"] == kinds["0801"] == "sea"


def test_terrain_comes_from_heights_and_corrections(tmp_path: Path) -> None:
    terrains = drawn(tmp_path).hexes.terrains
    assert terrains["0504"] == "mountain" and terrains["0304"] == "clear"
    assert terrains["0303"] == "forest"  # corrected
    assert terrains["0703"] == "clear"  # corrected from sea to coast: no sea any more


def test_the_map_can_be_read_by_the_program(tmp_path: Path) -> None:
    game_map = loaded(tmp_path)
    board = game_map.board
    assert "0101" not in board  # void
    assert board.space("0205").name == "Harbour" and board.space("0205").attrs["port"] is True
    assert board.space("0602").attrs["city"] == "capital" and board.space("0602").attrs["fort"] is True
    assert board.space("0204").attrs["strait"] == "The Neck"
    assert board.space("0403").attrs["garden"] is True
    assert board.space("0502").attrs["country"] == "east" and "country" not in board.space("0801").attrs
    assert game_map.provenance("hex 0202").reference == "1"
    assert game_map.provenance("hex 0403").reference == "7"
    assert game_map.provenance("hex 0205").kind == "reconstructed"


def test_a_first_draft_needs_no_corrections(tmp_path: Path) -> None:
    source, geography = folders(tmp_path, corrections="{}", labels="labels: []")
    assert main(["draw", str(source), "--geography", str(geography)]) == 0
    game_map = Library(Folders(tmp_path)).load_painted_map("island")
    assert len(game_map.board.spaces) == 48
    assert not any("country" in space.attrs for space in game_map.board.spaces)


def test_sides(tmp_path: Path) -> None:
    sides = drawn(tmp_path).hexes.sides
    assert sides["0603", "0703"] == "all_sea"
    assert not any("0204" in pair for pair in sides)  # a straits hex has neither kind of side


def test_the_river_runs_from_shore_to_shore(tmp_path: Path) -> None:
    game_map = loaded(tmp_path)
    (river,) = [line for line in game_map.hexsides if line.kind == "river"]
    assert river.name == "Long" and len(river.pairs) >= 4
    assert game_map.grid is not None
    ends = [set(game_map.grid.side(*pair)) for pair in river.pairs]
    assert all(a & b for a, b in pairwise(ends))  # one unbroken chain


def test_art_holds_island_lake_river_relief_and_names(tmp_path: Path) -> None:
    game_map = loaded(tmp_path)
    paint = game_map.paint
    assert len(paint.shapes["land"]) == 2 and len(paint.shapes["lake"]) == 1
    assert {shape.attrs["metres"] for shape in paint.shapes["relief"]} == {1000}
    assert len(paint.lines["river"]) == 1 and paint.lines["graticule"]
    assert [label.text for label in paint.labels] == ["The Deep"]
    assert game_map.grid is not None
    for place, label in (("Harbour", "0205"), ("Northeast", "0602")):
        assert game_map.grid.label_at(*game_map.drawn(label).label) == label, place


def test_every_pinned_place_lies_in_its_hex(tmp_path: Path) -> None:
    far = island.PLACES.replace('hex: "0605"', 'hex: "0705"')  # a whole hex away from where it wants to be
    source = read_source(folders(tmp_path, places=far)[0])
    warp, found = place_earth(source)
    for place in source.places[:4]:
        assert source.grid.label_at(*warp.point(place.lon, place.lat)) == place.pinned
    assert max(one.apart for one in found) > 0.2
    assert all(one.bent < 0.01 for one in found)


def test_the_table_of_places_gives_every_distance(tmp_path: Path) -> None:
    result = drawn(tmp_path)
    for one in result.residuals:
        (line,) = [line for line in result.places.splitlines() if line.startswith(f"| {one.name} |")]
        assert f"| {one.apart:.2f} |" in line
    assert "| Northwest | 0202 | 0202 | 0202 |" in result.places


def test_the_same_bytes_again_whatever_the_hash_seed(tmp_path: Path) -> None:
    source, geography = folders(tmp_path)
    for seed in ("1", "2"):
        command = [sys.executable, "-m", "wargame_desktop.atlas", "draw", str(source)]
        command += ["--geography", str(geography), "--out", str(tmp_path / seed)]
        subprocess.run(command, check=True, cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": seed})
    for name in ("map.yaml", "art.yaml", "PLACES.md"):
        assert (tmp_path / "1" / name).read_bytes() == (tmp_path / "2" / name).read_bytes()


def test_check_sees_a_changed_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, geography = folders(tmp_path)
    arguments = [str(source), "--geography", str(geography)]
    assert main(["draw", *arguments]) == 0
    assert main(["check", *arguments]) == 0
    shipped = source.parent / "map.yaml"
    shipped.write_text(shipped.read_text("utf-8").replace("Harbour", "Haven"), "utf-8")
    assert main(["check", *arguments]) == 1
    assert "map.yaml" in capsys.readouterr().err


def test_other_geography_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, geography = folders(tmp_path)
    (geography / "heights.cdf").write_bytes(island.netcdf() + b"\0")
    assert main(["draw", str(source), "--geography", str(geography)]) == 1
    assert "“heights.cdf” is not the file the map was drawn from" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("corrections", "0202-0205 ", "0203-0205 ", "dry but belong to no country: 0202"),
        ("corrections", "0602-0605 0703", "0602-0605 0703 0801", "not dry but belong to a country: 0801"),
        ("corrections", "0603/0703", "0603/0802", "0603 and 0802 do not touch"),
        ("corrections", "0603/0703", "0303/0304", "0303/0304 is not between two coastal hexes"),
        ("places", "at: [2.6, 3.0]", "at: [1.3, 1.5]", "Harbour and Midtown lie in hex 0205"),
        ("places", "at: [2.6, 3.0]", "at: [40, 3.0]", "Midtown lies off the map"),
        ("places", "city: large}", "city: large, port: true}", "ports do not lie in a coastal hex: Midtown"),
    ],
)
def test_a_draft_that_makes_no_map_is_refused(
    tmp_path: Path, file: str, old: str, new: str, said: str
) -> None:
    text = {"corrections": island.CORRECTIONS, "places": island.PLACES}[file]
    assert old in text
    with pytest.raises(AtlasError, match=said):
        drawn(tmp_path, **{file: text.replace(old, new)})


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("corrections", 'countries: {nowhere: "0202"}', "nowhere"),
        ("corrections", 'kinds: {swamp: "0202"}', "unknown kind"),
        ("corrections", 'kinds: {sea: "0202", land: "0202"}', "0202 stands under both"),
        ("corrections", 'kinds: {sea: "9999"}', "the grid has no hex"),
        ("places", 'Spot: {at: [1], hex: "0202"}', "expected a point"),
        ("frame", "kind: map", "hexgrid"),
    ],
)
def test_mistakes_in_the_source_are_told_with_their_line(
    tmp_path: Path, file: str, text: str, said: str
) -> None:
    with pytest.raises(ContentError, match=rf"{file}\.yaml:\d+: .*{said}"):
        drawn(tmp_path, **{file: text})


def test_too_few_places_and_a_bad_projection(tmp_path: Path) -> None:
    with pytest.raises(AtlasError, match="at least 4 are needed"):
        drawn(tmp_path / "few", places="\n".join(island.PLACES.splitlines()[:3]))
    source, geography = folders(tmp_path / "projection")
    path = source / "geography.yaml"
    path.write_text(path.read_text("utf-8").replace("+proj=eqc +lat_ts=3", "+proj=nonsense"), "utf-8")
    assert main(["draw", str(source), "--geography", str(geography)]) == 1


def test_places_that_contradict_each_other_are_refused(tmp_path: Path) -> None:
    crossed = island.PLACES + 'Eastward: {at: [3.2, 3.0], hex: "0204", why: "too far west"}\n'
    crossed += 'Westward: {at: [2.9, 3.0], hex: "0504", why: "too far east"}\n'
    with pytest.raises(AtlasError, match="folds near"):
        drawn(tmp_path, places=crossed)


def test_unpack_takes_the_named_files_out_of_a_package(tmp_path: Path) -> None:
    payload = tmp_path / "data.tar.xz"
    (tmp_path / "wanted.shp").write_bytes(b"land")
    (tmp_path / "other.txt").write_bytes(b"no")
    with tarfile.open(payload, "w:xz") as archive:
        for name in ("wanted.shp", "other.txt"):
            archive.add(tmp_path / name, f"./usr/share/{name}")
    parts = [("debian-binary", b"2.0\n"), ("control.tar.xz", b"odd"), ("data.tar.xz", payload.read_bytes())]
    package = b"!<arch>\n"
    for name, data in parts:
        package += f"{name:<16}{0:<12}{0:<6}{0:<6}{100644:<8}{len(data):<10}`\n".encode() + data
        package += b"\n" * (len(data) % 2)
    (tmp_path / "some.deb").write_bytes(package)
    assert unpack([tmp_path / "some.deb"], ["wanted.shp", "absent"], tmp_path / "out") == ["wanted.shp"]
    assert [one.name for one in (tmp_path / "out").iterdir()] == ["wanted.shp"]
    assert (tmp_path / "out" / "wanted.shp").read_bytes() == b"land"


def test_files_that_are_no_geography(tmp_path: Path) -> None:
    _, geography = folders(tmp_path)
    (geography / "heights.cdf").write_bytes(b"CDF\x01\0\0")
    with pytest.raises(AtlasError, match="no netCDF file"):
        read_geography(geography, {"land": "land.shp", "elevation": "heights.cdf"}, {}, (-3, -3, 12, 10))
    with pytest.raises(AtlasError, match="no shapefile"):
        read_geography(geography, {"land": "missing.shp"}, {}, (-3, -3, 12, 10))
    with pytest.raises(AtlasError, match="no Debian package"):
        unpack([geography / "land.shp"], ["x"], tmp_path / "out")
