"""Reads the geography a map is drawn from: land, rivers and elevation, each from a file in one folder.

Land and rivers are shapefiles in degrees, elevation is a classic netCDF file with one variable on a grid of
latitude and longitude. Every file is checked against the digest that the map's own source names, so that
the same source always gives the same map.
"""

from __future__ import annotations

import hashlib
import io
import struct
import tarfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import shapefile
import shapely
from numpy.typing import NDArray
from shapely.geometry import shape
from shapely.geometry.base import BaseGeometry

from wargame_desktop.atlas.errors import AtlasError

Area = tuple[float, float, float, float]
_NETCDF_TYPES = {1: ">i1", 2: "S1", 3: ">i2", 4: ">i4", 5: ">f4", 6: ">f8"}
_DIMENSIONS, _VARIABLES, _ATTRIBUTES = 10, 11, 12


@dataclass(frozen=True)
class River:
    """One stretch of a river; a low rank is a great river."""

    name: str
    rank: float
    line: BaseGeometry


@dataclass(frozen=True)
class Elevation:
    """Heights in metres on an even grid of degrees."""

    lons: NDArray[np.float64]
    lats: NDArray[np.float64]
    metres: NDArray[np.float64]


@dataclass(frozen=True)
class Geography:
    """What is known of a part of the earth, in degrees."""

    land: BaseGeometry
    rivers: tuple[River, ...]
    elevation: Elevation | None


def read_geography(
    folder: Path, files: Mapping[str, str], digests: Mapping[str, str], area: Area
) -> Geography:
    """Read the files of the roles `land`, `rivers` and `elevation` (which may be missing) within an area."""
    for name, digest in sorted(digests.items()):
        _check_digest(folder / name, digest)
    if "land" not in files:
        raise AtlasError("The source names no file for the role “land”.")
    rivers = tuple(_rivers(folder / files["rivers"], area)) if "rivers" in files else ()
    elevation = _elevation(folder / files["elevation"], area) if "elevation" in files else None
    return Geography(_land(folder / files["land"], area), rivers, elevation)


def unpack(packages: Iterable[Path], names: Iterable[str], folder: Path) -> list[str]:
    """Take the files of these names out of Debian packages into a folder; returns the names found."""
    wanted = set(names)
    found: list[str] = []
    folder.mkdir(parents=True, exist_ok=True)
    for package in packages:
        with tarfile.open(fileobj=io.BytesIO(_data_part(package))) as archive:
            for member in archive:
                name = Path(member.name).name
                stream = archive.extractfile(member) if member.isfile() and name in wanted else None
                if stream is not None:
                    (folder / name).write_bytes(stream.read())
                    found.append(name)
    return sorted(found)


def _data_part(package: Path) -> bytes:
    """The files inside a Debian package: an `ar` archive whose part data.tar.* holds them."""
    data = _bytes(package)
    if not data.startswith(b"!<arch>\n"):
        raise AtlasError(f"“{package.name}” is no Debian package.")
    at = 8
    while at + 60 <= len(data):
        name, size = data[at : at + 16].decode("ascii", "replace").strip(), data[at + 48 : at + 58]
        length = int(size)
        if name.startswith("data.tar"):
            return data[at + 60 : at + 60 + length]
        at += 60 + length + length % 2
    raise AtlasError(f"The package “{package.name}” holds no files.")


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise AtlasError(f"“{path.name}” cannot be read: {error.strerror}.") from None


def _check_digest(path: Path, digest: str) -> None:
    found = hashlib.sha256(_bytes(path)).hexdigest()
    if found != digest:
        message = f"“{path.name}” is not the file the map was drawn from"
        raise AtlasError(f"{message}: its SHA-256 is {found}, not {digest}.")


def _shapes(path: Path) -> Any:
    try:
        return shapefile.Reader(str(path), encoding="cp1252", encodingErrors="replace")
    except (shapefile.ShapefileException, OSError) as error:
        raise AtlasError(f"“{path.name}” is no shapefile that can be read: {error}.") from None


def _land(path: Path, area: Area) -> BaseGeometry:
    frame = shapely.box(*area)
    parts = []
    for one in _shapes(path).iterShapes():
        if one.shapeType and shapely.box(*one.bbox).intersects(frame):
            parts.append(shapely.intersection(shapely.make_valid(shape(one.__geo_interface__)), frame))
    return shapely.union_all(parts)


def _rivers(path: Path, area: Area) -> Iterable[River]:
    frame = shapely.box(*area)
    for one in _shapes(path).iterShapeRecords():
        if one.shape.shapeType and shapely.box(*one.shape.bbox).intersects(frame):
            line = shapely.intersection(shape(one.shape.__geo_interface__), frame)
            if not line.is_empty:
                yield River(str(one.record["name"]).strip(), float(one.record["scalerank"]), line)


def _elevation(path: Path, area: Area) -> Elevation:
    """The one variable of a netCDF file that lies on two axes, cut to the area."""
    try:
        variables = _netcdf(_bytes(path))
        grid = next(name for name, (axes, _) in variables.items() if len(axes) == 2)
        (lat_name, lon_name), metres = variables[grid]
        lats, lons = variables[lat_name][1], variables[lon_name][1]
    except (struct.error, KeyError, StopIteration, ValueError, IndexError):
        raise AtlasError(f"“{path.name}” is no netCDF file of heights on a grid.") from None
    turned = np.where(lons > 180, lons - 360, lons)
    order = np.argsort(turned, kind="stable")
    order = order[(turned[order] >= area[0]) & (turned[order] <= area[2])]
    rows = np.flatnonzero((lats >= area[1]) & (lats <= area[3]))
    return Elevation(turned[order], lats[rows], metres[np.ix_(rows, order)].astype(float))


def _netcdf(data: bytes) -> dict[str, tuple[tuple[str, ...], NDArray[Any]]]:
    """The variables of a classic netCDF file without records: axes and values by name."""
    if data[:4] not in (b"CDF\x01", b"CDF\x02"):
        raise ValueError("not netCDF")
    reader = _Big(data, 8)
    dimensions = [(reader.name(), reader.number()) for _ in reader.count(_DIMENSIONS)]
    reader.skip_attributes()
    found = {}
    for _ in reader.count(_VARIABLES):
        name = reader.name()
        axes = [dimensions[reader.number()] for _ in range(reader.number())]
        reader.skip_attributes()
        kind = _NETCDF_TYPES[reader.number()]
        reader.number()  # the size, which the axes tell as well
        start = reader.number() if data[3] == 1 else (reader.number() << 32) + reader.number()
        size = [length for _, length in axes]
        values = np.frombuffer(data, kind, int(np.prod(size)), start).reshape(size)
        found[name] = (tuple(axis for axis, _ in axes), values)
    return found


class _Big:
    """Walks through big-endian data."""

    def __init__(self, data: bytes, at: int) -> None:
        self.data = data
        self.at = at

    def number(self) -> int:
        """The next four bytes as a number."""
        (value,) = struct.unpack_from(">I", self.data, self.at)
        self.at += 4
        return int(value)

    def name(self) -> str:
        """A text after its length, filled up to four bytes."""
        length = self.number()
        text = self.data[self.at : self.at + length].decode("utf-8", "replace")
        self.at += -(-length // 4) * 4
        return text

    def count(self, tag: int) -> range:
        """The length of a list with its tag, or an empty one."""
        found, length = self.number(), self.number()
        if length and found != tag:
            raise ValueError("another list was expected")
        return range(length)

    def skip_attributes(self) -> None:
        """Step over a list of attributes."""
        for _ in self.count(_ATTRIBUTES):
            self.name()
            size = np.dtype(_NETCDF_TYPES[self.number()]).itemsize
            length = size * self.number()
            self.at += -(-length // 4) * 4
