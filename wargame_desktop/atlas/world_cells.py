"""The sheet divided without gaps: land by territory, water by sea zone, borders shared corner by corner."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import shapely
from shapely import LineString, Point, Polygon, STRtree

from wargame_desktop.atlas.world_land import polygons
from wargame_desktop.atlas.world_sheet import Sheet
from wargame_desktop.atlas.world_sources import Place, WorldError, points

GRID = 0.1
"""Corners lie on this grid, in map units."""
_POOL = 400.0
"""Square units up to which water without a zone is a pool that goes with its neighbour."""
CLOSED = "closed water"


@dataclass(frozen=True)
class Cells:
    """What covers the sheet: spaces by id, and water of no zone."""

    spaces: dict[str, list[Polygon]]
    closed: list[Polygon]


def divide(
    land: Mapping[str, list[Polygon]],
    sheet: Sheet,
    seas: Mapping[str, Any],
    pinches: Iterable[Mapping[str, Any]],
) -> Cells:
    """Divide the sheet by all coasts and borders and by the lines between the sea zones."""
    frame = shapely.box(0, 0, sheet.width, sheet.height)
    tokens = _Tokens(land, sheet, seas)
    sea_lines = [tokens.line(text) for text in seas["lines"]]
    borders = [one.boundary for parts in land.values() for one in parts]
    network = shapely.union_all([*borders, *sea_lines, frame.exterior], grid_size=GRID)
    faces = [
        one
        for one in shapely.get_parts(shapely.polygonize(shapely.get_parts(network)))
        if frame.contains(one.representative_point())
    ]
    owners = _land_owners(faces, land)
    _sea_owners(faces, owners, sheet, seas)
    _pools(faces, owners)
    pieces: dict[str, list[Polygon]] = {}
    for number, face in enumerate(faces):
        pieces.setdefault(owners[number], []).append(face)
    whole = {key: polygons(shapely.union_all(parts)) for key, parts in sorted(pieces.items())}
    for item in pinches:
        _pinch(whole, *item["between"])
    return Cells(
        {key: parts for key, parts in whole.items() if key != CLOSED},
        whole.get(CLOSED, []),
    )


class _Tokens:
    """Reads the lines of the sea file."""

    def __init__(self, land: Mapping[str, list[Polygon]], sheet: Sheet, seas: Mapping[str, Any]) -> None:
        self.land = {key: shapely.union_all(parts) for key, parts in land.items()}
        self.shore = shapely.union_all(list(self.land.values()), grid_size=GRID).boundary
        self.sheet = sheet
        self.meet = {key: sheet.place(points(text)[0]) for key, text in seas["meet"].items()}

    def line(self, text: str) -> LineString:
        """A line on the sheet."""
        words = text.split()
        found: list[Place | None] = [None if word[0] == "@" else self._place(word) for word in words]
        for number, word in enumerate(words):
            if word[0] == "@":
                beside = (
                    found[number + 1] if number + 1 < len(found) and found[number + 1] else found[number - 1]
                )
                if beside is None:
                    raise WorldError(f"seas: the line {text} needs a place beside {word}")
                found[number] = self._landfall(word[1:], beside)
        return LineString([one for one in found if one is not None])

    def _place(self, word: str) -> Place:
        if word in self.meet:
            return self.meet[word]
        if word[0] in "<>":
            return self.sheet.edge(float(word[1:]), right=word[0] == ">")
        return self.sheet.place(points(word)[0])

    def _landfall(self, pair: str, beside: Place) -> Place:
        """Where the border of two territories comes down to the sea."""
        a, b = (self.land[key] for key in pair.split("/"))
        # The shared border grows a little, so that corners moved by rounding still count.
        shared = a.intersection(b)
        corners = [Point(one) for one in shapely.get_coordinates(shared)]
        at_sea = [one for one in corners if one.distance(self.shore) < 2 * GRID]
        if not at_sea:
            raise WorldError(f"seas: the border {pair} does not come down to the sea")
        best = min(at_sea, key=lambda one: (one.distance(Point(beside)), one.x, one.y))
        return best.x, best.y


def _land_owners(faces: list[Polygon], land: Mapping[str, list[Polygon]]) -> dict[int, str]:
    keys = [key for key in sorted(land) for _ in land[key]]
    tree = STRtree([one for key in sorted(land) for one in land[key]])
    inner = [face.representative_point() for face in faces]
    owners: dict[int, str] = {}
    face_numbers, land_numbers = tree.query(inner, predicate="within")
    for face, part in zip(face_numbers.tolist(), land_numbers.tolist(), strict=True):
        owners[face] = keys[part]
    return owners


def _sea_owners(faces: list[Polygon], owners: dict[int, str], sheet: Sheet, seas: Mapping[str, Any]) -> None:
    tree = STRtree(faces)
    seeds = [(f"sz_{number}", points(text)[0]) for number, text in seas["zones"].items()]
    seeds += [(CLOSED, at) for at in points(seas["closed"])]
    wrong = []
    for key, at in seeds:
        found = tree.query(Point(sheet.place(at)), predicate="within")
        if not len(found):
            continue
        number = int(found[0])
        if owners.get(number, key) != key:
            wrong.append(f"{key} at {at[0]:g},{at[1]:g} lies in {owners[number]}")
        owners[number] = key
    if wrong:
        raise WorldError(f"seas: {'; '.join(wrong)}")


def _pools(faces: list[Polygon], owners: dict[int, str]) -> None:
    """Give each pool to the neighbour with the longest shore, waters before lands."""
    tree = STRtree(faces)
    waiting = [number for number in range(len(faces)) if number not in owners]
    for number in sorted(waiting, key=lambda one: -faces[one].area):
        face = faces[number]
        if face.area > _POOL:
            at = face.representative_point()
            raise WorldError(
                f"seas: no zone claims the water at {at.x:.0f},{at.y:.0f} ({face.area:.0f} square units)"
            )
    for _ in range(4):
        for number in list(waiting):
            shore: dict[str, float] = {}
            for near in sorted(int(one) for one in tree.query(faces[number], predicate="intersects")):
                if near in owners:
                    shared = faces[number].intersection(faces[near]).length
                    shore[owners[near]] = shore.get(owners[near], 0.0) + shared
            if shore:
                owners[number] = max(
                    sorted(shore), key=lambda key: (shore[key] > 0 and key.startswith("sz_"), shore[key])
                )
                waiting.remove(number)


def _pinch(whole: dict[str, list[Polygon]], a: str, b: str) -> None:
    """Draw the border between two spaces together into one point."""
    edges_of_a, edges_of_b = (_edges(whole[key]) for key in (a, b))
    shared = edges_of_a & edges_of_b
    if not shared:
        return
    corners = sorted({corner for edge in shared for corner in edge})
    x = sum(one[0] for one in corners) / len(corners)
    y = sum(one[1] for one in corners) / len(corners)
    centre = min(corners, key=lambda one: (one[0] - x) ** 2 + (one[1] - y) ** 2)
    moved = dict.fromkeys(corners, centre)
    for key, parts in whole.items():
        whole[key] = [one for part in parts for one in _moved(part, moved)]
        if not all(one.is_valid for one in whole[key]):
            raise WorldError(f"pinches: {a} and {b} cannot be drawn together without tearing {key}")


def _moved(part: Polygon, moved: Mapping[Place, Place]) -> list[Polygon]:
    rings = [list(ring.coords) for ring in (part.exterior, *part.interiors)]
    if not any(corner in moved for ring in rings for corner in ring):
        return [part]
    changed = []
    for ring in rings:
        row = [moved.get((corner[0], corner[1]), (corner[0], corner[1])) for corner in ring]
        row = [one for number, one in enumerate(row) if number == 0 or one != row[number - 1]]
        changed.append(row)
    if len(changed[0]) < 4:
        return []
    return [Polygon(changed[0], [ring for ring in changed[1:] if len(ring) >= 4])]


def _edges(parts: Iterable[Polygon]) -> set[tuple[Place, Place]]:
    found = set()
    for part in parts:
        for ring in (part.exterior, *part.interiors):
            for start, end in pairwise(ring.coords):
                first, last = sorted(((start[0], start[1]), (end[0], end[1])))
                found.add((first, last))
    return found
