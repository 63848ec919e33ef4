"""What the world map is made from: hand-written files, and public-domain geography pinned by digest."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import shapefile
import yaml
from shapely.geometry import shape
from shapely.geometry.base import BaseGeometry

from wargame_desktop.atlas.errors import AtlasError

Place = tuple[float, float]

LAYERS = {
    "land": "ne_10m_land",
    "countries": "ne_10m_admin_0_boundary_lines_land",
    "provinces": "ne_10m_admin_1_states_provinces_lines",
    "rivers": "ne_10m_rivers_lake_centerlines",
}


class WorldError(AtlasError):
    """The sources do not make a map: the message says which part of them is wrong."""


@dataclass(frozen=True)
class Geography:
    """Natural Earth layers in degrees; each river with its name and rank (0 is the greatest)."""

    land: list[BaseGeometry]
    countries: list[BaseGeometry]
    provinces: list[BaseGeometry]
    rivers: list[tuple[str, int, BaseGeometry]]


def load_geography(folder: Path, digests: dict[str, str]) -> Geography:
    """The layers in a folder; a file that is missing or not the pinned one raises ``WorldError``."""
    for name, expected in digests.items():
        path = folder / name
        if not path.is_file():
            raise WorldError(f"the geography folder {folder} has no file {name}")
        found = hashlib.sha256(path.read_bytes()).hexdigest()
        if found != expected:
            raise WorldError(f"{name} is not the file the map was made from: sha256 {found}, not {expected}")
    return Geography(
        _shapes(folder / LAYERS["land"]),
        _shapes(folder / LAYERS["countries"]),
        _shapes(folder / LAYERS["provinces"]),
        _rivers(folder / LAYERS["rivers"]),
    )


def _open(path: Path) -> Any:
    return shapefile.Reader(str(path), encoding="cp1252", encodingErrors="replace")


def _shapes(path: Path) -> list[BaseGeometry]:
    with _open(path) as reader:
        found = (reader.shape(number) for number in range(len(reader)))
        return [shape(one.__geo_interface__) for one in found if one.points]


def _rivers(path: Path) -> list[tuple[str, int, BaseGeometry]]:
    with _open(path) as reader:
        found = []
        for number in range(len(reader)):
            geometry, record = reader.shape(number), reader.record(number).as_dict()
            if geometry.points:
                name = str(record["name"] or "")
                found.append((name, int(record["scalerank"]), shape(geometry.__geo_interface__)))
        return found


def load_source(path: Path) -> dict[str, Any]:
    """A hand-written source file."""
    with path.open(encoding="utf-8") as stream:
        found = yaml.safe_load(stream)
    if not isinstance(found, dict):
        raise WorldError(f"{path.name} holds no mapping")
    return found


def points(text: str) -> list[Place]:
    """Places written `12.5,3 14,5`."""
    found = []
    for word in text.split():
        x, comma, y = word.partition(",")
        try:
            found.append((float(x), float(y)))
        except ValueError:
            raise WorldError(f"expected a place such as 12.5,3 and found {word}") from None
        if not comma:
            raise WorldError(f"expected a place such as 12.5,3 and found {word}")
    return found
