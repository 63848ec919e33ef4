"""The shipped map and art are what the atlas draws from their sources, byte for byte."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

pytest.importorskip("shapely")
pytest.importorskip("pyproj")
pytest.importorskip("shapefile")

from tests.systems.european_theater.theatre import hexes, kind, space, theatre
from wargame_desktop.atlas.__main__ import main
from wargame_desktop.atlas.source import read_source
from wargame_desktop.content.library import Library

FOLDER = Path(__file__).resolve().parents[3] / "resources" / "european_theater"
GEOGRAPHY = os.environ.get("WARGAME_GEOGRAPHY", "")


@pytest.mark.slow
@pytest.mark.skipif(not GEOGRAPHY, reason="WARGAME_GEOGRAPHY names no folder with the geography")
def test_the_whole_map_is_drawn_again_byte_for_byte() -> None:
    assert main(["check", str(FOLDER / "atlas"), "--geography", GEOGRAPHY]) == 0


def test_the_map_begins_with_its_frame() -> None:
    source = read_source(FOLDER / "atlas")
    assert (FOLDER / "map.yaml").read_text("utf-8").startswith(source.frame.rstrip("\n"))


def test_the_map_obeys_the_corrections() -> None:
    corrections = read_source(FOLDER / "atlas").corrections
    for label, wanted in corrections.kinds.items():
        assert (kind(label) if label in theatre().board else "void") == wanted
    for label, wanted in corrections.countries.items():
        assert space(label).attrs["country"] == wanted
    for label, wanted in corrections.terrains.items():
        assert kind(label) == "sea" or space(label).terrain == wanted


def test_every_place_stands_where_the_source_pins_it_and_in_the_table() -> None:
    table = (FOLDER / "PLACES.md").read_text("utf-8")
    for place in read_source(FOLDER / "atlas").places:
        (label,) = re.findall(rf"(?m)^\| {re.escape(place.name)} \| [^|]+ \| (\d{{4}}) \|", table)
        assert space(label).name == place.name
        assert place.pinned in ("", label)


def test_town_marks_stand_inside_their_hexes() -> None:
    painted = Library().load_painted_map("european_theater")
    assert painted.grid is not None
    for label in hexes():
        if space(label).attrs.get("city"):
            assert painted.grid.label_at(*painted.drawn(label).label) == label, space(label).name


def test_art_stays_small_and_covers_the_sheet() -> None:
    assert (FOLDER / "art.yaml").stat().st_size < 1_500_000
    paint = Library().load_painted_map("european_theater").paint
    assert {"land", "lake", "relief"} <= set(paint.shapes)
    assert {"river", "graticule"} <= set(paint.lines)
    assert paint.bounds is not None and paint.bounds.width > 50
