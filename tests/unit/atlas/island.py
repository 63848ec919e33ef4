"""A small made-up island: its geography as files, and the description of a map of it."""

from __future__ import annotations

import hashlib
import struct
from pathlib import Path

import numpy as np

# Degrees east and north. An island with a lake, and a rock too small to stand on.
ISLAND = [(1, 1), (1, 5), (6, 5), (6, 1), (1, 1)]
LAKE = [(4.2, 3.8), (4.8, 3.8), (4.8, 4.2), (4.2, 4.2), (4.2, 3.8)]
ROCK = [(7.5, 3.0), (7.5, 3.1), (7.6, 3.1), (7.6, 3.0), (7.5, 3.0)]
RIVER = [(3.5, 4.8), (3.4, 3.6), (3.5, 2.4), (3.4, 0.9)]

FRAME = """\
kind: map
format: 1
id: island
title: Island
source: original
hexgrid:
  orientation: flat
  shoved: even
  shoved_towards: south
  sheets: [{columns: 1-8, rows: 1-6}]
terrains:
  clear: {name: Clear}
  rough: {name: Rough}
  mountain: {name: Mountain}
  forest: {name: Forest}
  sea: {name: Sea, kind: sea}
countries:
  east: {name: East}
  west: {name: West}
"""

PLACES = """\
Northwest: {at: [1.4, 4.7], printed: "0202", rule: "1"}
Harbour: {at: [1.2, 1.4], hex: "0205", why: "on the shore", city: town, port: true}
Northeast: {at: [5.6, 4.6], hex: "0602", why: "opposite", city: capital, attrs: {fort: true}}
Southeast: {at: [5.7, 1.3], hex: "0605", why: "opposite"}
Midtown: {at: [2.6, 3.0], city: large}
"""

CORRECTIONS = """\
kinds: {coast: "0703", void: "0101"}
terrains: {forest: "0303"}
countries: {west: "0202-0205 0302-0306 0402-0405", east: "0502-0506 0602-0605 0703"}
straits: {"0204": The Neck}
sides: {all_sea: "0603/0703"}
marks: {garden: "0403"}
sources: [{hexes: "0403", source: rule 7}]
"""

LABELS = "labels: [{text: The Deep, at: [0.2, 0.4], kind: sea, angle: 10}]\n"


def write_geography(folder: Path) -> dict[str, str]:
    """Write land, rivers and heights; returns the digest of every file."""
    import shapefile

    folder.mkdir(parents=True, exist_ok=True)
    with shapefile.Writer(str(folder / "land"), shapefile.POLYGON) as land:
        land.field("name", "C")
        for rings in ([ISLAND, LAKE[::-1]], [ROCK]):
            land.poly([list(map(list, ring)) for ring in rings])
            land.record("land")
    with shapefile.Writer(str(folder / "rivers"), shapefile.POLYLINE) as rivers:
        rivers.field("name", "C")
        rivers.field("scalerank", "N", decimal=1)
        rivers.line([[list(point) for point in RIVER]])
        rivers.record("Long", 2)
    (folder / "heights.cdf").write_bytes(netcdf())
    # The date of writing inside a .dbf file would change its digest every day.
    names = ("land.shp", "land.shx", "rivers.shp", "rivers.shx", "heights.cdf")
    return {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in names}


def netcdf() -> bytes:
    """Heights on a grid of half degrees: a ridge in the east."""
    lons, lats = np.arange(0, 9, 0.5), np.arange(0, 7, 0.5)
    metres = np.where(lons[None, :] > 4.9, 1500.0, 20.0) + np.zeros((len(lats), 1))
    arrays = [("x", [0], lons), ("y", [1], lats), ("height", [1, 0], metres)]

    def name(text: str) -> bytes:
        return struct.pack(">I", len(text)) + text.encode().ljust(-(-len(text) // 4) * 4, b"\0")

    units = struct.pack(">II", 12, 1) + name("units") + struct.pack(">II", 2, 7) + b"degrees\0"
    head = b"CDF\x01" + struct.pack(">I", 0)
    head += struct.pack(">II", 10, 2) + name("x") + struct.pack(">I", len(lons))
    head += name("y") + struct.pack(">I", len(lats)) + struct.pack(">II", 0, 0)
    head += struct.pack(">II", 11, len(arrays))
    size = len(head) + sum(len(name(key)) + 4 + 4 * len(axes) + len(units) + 12 for key, axes, _ in arrays)
    body = b""
    for key, axes, values in arrays:
        data = values.astype(">f8").tobytes()
        head += name(key) + struct.pack(f">I{len(axes)}I", len(axes), *axes) + units
        head += struct.pack(">III", 6, len(data), size + len(body))
        body += data
    return head + body


def write_source(folder: Path, digests: dict[str, str], **changes: str) -> Path:
    """Write the map's description; `changes` replace whole files by name."""
    folder.mkdir(parents=True, exist_ok=True)
    listed = "".join(f"  {name}: {digest}\n" for name, digest in sorted(digests.items()))
    geography = (
        "projection: +proj=eqc +lat_ts=3\narea: [-3, -3, 15, 13]\ninset: 0.2\nstiffness: 0.01\n"
        "files: {land: land.shp, rivers: rivers.shp, elevation: heights.cdf}\n"
        f"digests:\n{listed}"
        "limits: {lake_up_to: 0.4}\n"
        "art: {detail: 0.01, smallest: 0.001, course_rank: 5, relief: [1000]}\n"
        'rivers: [{name: Long, parts: ["L?ng"], from: [3.5, 4.8], to: [3.4, 1.0]}]\n'
    )
    texts = {
        "frame": FRAME,
        "geography": geography,
        "places": PLACES,
        "corrections": CORRECTIONS,
        "labels": LABELS,
        **changes,
    }
    for name, text in texts.items():
        (folder / f"{name}.yaml").write_text(text, "utf-8")
    return folder
