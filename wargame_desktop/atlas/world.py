"""Makes the world map of `revised` from geography and its hand-written sources.

    python -m wargame_desktop.atlas.world GEOGRAPHY [--sources DIR] [--out DIR] [--unpack PACKAGE]

GEOGRAPHY is a folder with the Natural Earth files that atlas/sheet.yaml pins by digest. With --unpack they
are first taken out of the Debian package that carries them. The same inputs give the same bytes.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import shapely
from shapely import LineString, Polygon

from wargame_desktop.atlas.geography import unpack
from wargame_desktop.atlas.world_anchors import anchors_of
from wargame_desktop.atlas.world_cells import GRID, Cells, divide
from wargame_desktop.atlas.world_islands import fit
from wargame_desktop.atlas.world_land import gather, polygons
from wargame_desktop.atlas.world_sheet import Sheet, densified
from wargame_desktop.atlas.world_sources import (
    Geography,
    Place,
    WorldError,
    load_geography,
    load_source,
    points,
)
from wargame_desktop.atlas.world_write import art_text, map_text

REVISED = Path(__file__).parents[2] / "resources" / "revised"


def make(geography: Geography, sources: Path) -> tuple[str, str]:
    """The texts of the map file and of the art file."""
    facts, seas = load_source(sources / "facts.yaml"), load_source(sources / "seas.yaml")
    territories, layout = load_source(sources / "territories.yaml"), load_source(sources / "sheet.yaml")
    sheet = Sheet(layout)
    land = gather(geography, territories)
    islands = {key for key, item in facts["spaces"].items() if item.get("island")}
    cells = divide(fit(land, sheet, layout, islands), sheet, seas, territories["pinches"])
    spaces = _ordered(cells, facts["spaces"])
    anchors = anchors_of(spaces, facts["spaces"], load_source(sources / "anchors.yaml"), sheet)
    dry = [one for key, parts in spaces.items() if facts["spaces"][key]["kind"] != "sea" for one in parts]
    ground = shapely.union_all(dry)
    lines = {
        "graticule": _graticule(sheet, int(layout["graticule"])),
        "river": _rivers(geography, sheet, ground, int(layout["river_rank"])),
        "canal": [(one["name"], _course(sheet, one["course"])) for one in layout["canals"]],
    }
    lakes = _lakes(land.lakes, sheet, float(layout["lake_size"]))
    labels = [
        (one["text"], _rounded(sheet.place(points(one["at"])[0])), float(one["angle"]))
        for one in layout["labels"]
    ]
    return map_text(facts, anchors), art_text((sheet.width, sheet.height), spaces, lines, lakes, labels)


def _ordered(cells: Cells, facts: Mapping[str, Any]) -> dict[str, list[Polygon]]:
    missing = [key for key in facts if key not in cells.spaces]
    strangers = [key for key in cells.spaces if key not in facts]
    if missing or strangers:
        raise WorldError(
            f"spaces without land or water: {missing}; land or water of unknown spaces: {strangers}"
        )
    return {key: sorted(cells.spaces[key], key=lambda one: (-one.area, one.bounds)) for key in facts}


def _rounded(at: Place) -> Place:
    return round(at[0], 1), round(at[1], 1)


def _course(sheet: Sheet, text: str) -> list[Place]:
    return [_rounded(sheet.place(at)) for at in points(text)]


def _graticule(sheet: Sheet, every: int) -> list[tuple[str, list[Place]]]:
    """Lines of longitude and latitude over the whole sheet."""
    frame = shapely.box(0, 0, sheet.width, sheet.height)
    lines = [[(lon, lat) for lat in range(-66, 85, 3)] for lon in range(-165, 181, every)]
    lines += [[(lon, lat) for lon in range(-180, 189, 3)] for lat in range(-60, 76, every)]
    found = []
    for line in lines:
        shape = sheet.shape(LineString([(float(lon), float(lat)) for lon, lat in line]))
        found += _parts(shape.intersection(frame), 0.3)
    return [("", one) for one in found]


def _rivers(geography: Geography, sheet: Sheet, ground: Any, rank: int) -> list[tuple[str, list[Place]]]:
    shapely.prepare(ground)
    found = []
    for name, own_rank, course in geography.rivers:
        if own_rank <= rank and course.bounds[1] > -58:
            shape = sheet.shape(course).intersection(ground)
            found += [(name, one) for one in _parts(shape, 1.0) if LineString(one).length > 12]
    return sorted(found)


def _parts(shape: Any, tolerance: float) -> list[list[Place]]:
    lines = shapely.get_parts(shapely.line_merge(shape)) if shape.geom_type != "LineString" else [shape]
    found: list[list[Place]] = []
    for line in lines:
        if line.geom_type == "LineString" and not line.is_empty:
            row = [_rounded((x, y)) for x, y in line.simplify(tolerance).coords]
            row = [at for number, at in enumerate(row) if number == 0 or at != row[number - 1]]
            if len(row) > 1:
                found.append(row)
    return found


def _lakes(lakes: Iterable[Polygon], sheet: Sheet, least: float) -> list[Polygon]:
    found = []
    for lake in lakes:
        shape = sheet.shape(densified(lake, 1.0)).simplify(1.0)
        found += polygons(shapely.set_precision(shape, GRID))
    return sorted((Polygon(one.exterior) for one in found if one.area >= least), key=lambda one: one.bounds)


def main(arguments: list[str] | None = None) -> int:
    """The command; 0 done, 1 when the sources do not make a map."""
    parser = argparse.ArgumentParser(prog="python -m wargame_desktop.atlas.world", description=__doc__)
    parser.add_argument("geography", type=Path, help="folder with the Natural Earth files")
    parser.add_argument("--sources", type=Path, default=REVISED / "atlas", help="folder of the source files")
    parser.add_argument("--out", type=Path, default=REVISED, help="folder for map.yaml and art.yaml")
    parser.add_argument("--unpack", type=Path, help="Debian package to take the geography from first")
    chosen = parser.parse_args(arguments)
    try:
        digests = load_source(chosen.sources / "sheet.yaml")["geography"]
        if chosen.unpack is not None:
            unpack([chosen.unpack], digests, chosen.geography)
        texts = make(load_geography(chosen.geography, digests), chosen.sources)
    except (WorldError, OSError) as error:
        print(f"The map was not made: {error}", file=sys.stderr)
        return 1
    chosen.out.mkdir(parents=True, exist_ok=True)
    for name, text in zip(("map.yaml", "art.yaml"), texts, strict=True):
        (chosen.out / name).write_text(text, encoding="utf-8", newline="\n")
        print(f"{chosen.out / name}: {len(text.encode())} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
