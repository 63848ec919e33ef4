"""Writes the world map's files: the same sources give the same bytes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from textwrap import wrap
from typing import Any

from shapely import Polygon

from wargame_desktop.atlas.world_anchors import Anchors
from wargame_desktop.atlas.world_sources import Place

_WIDE = 108
_HEAD = """\
# Made by `python -m wargame_desktop.atlas.world` from the files in atlas/; edit those and make it anew.
kind: {kind}
format: 1
id: revised
title: {title}
source: reconstructed
why: >-
  {why}
"""
_WHY_MAP = """spaces, connections, owners and incomes are those of the printed board as far as public records
  give them; borders and sea zones are drawn anew from true geography to fit the connections"""
_WHY_ART = "drawn from Natural Earth (public domain), with sea zones and divided provinces by hand"
_POWERS = {
    "ussr": "Soviet Union",
    "germany": "Germany",
    "britain": "United Kingdom",
    "japan": "Japan",
    "usa": "United States",
}
_PLAIN = ("capital", "victory_city", "complex", "island")


def map_text(facts: Mapping[str, Any], anchors: Mapping[str, Anchors]) -> str:
    """The map file: spaces with their facts and anchors, and links."""
    rows = [_HEAD.format(kind="map", title="The World in 1942", why=_WHY_MAP)]
    rows.append("must_connect: [[sea], [land, coast, sea]]\n\ncountries:\n")
    rows += [f"  {key}: {{name: {name}, power: {key}, colour: {key}}}\n" for key, name in _POWERS.items()]
    rows.append("\nareas:\n")
    for key, item in facts["spaces"].items():
        rows += _area(key, item, anchors[key])
    rows.append("\nlinks:\n")
    rows += _links(facts)
    return "".join(rows)


def _area(key: str, item: Mapping[str, Any], anchors: Anchors) -> Iterable[str]:
    yield f"  {key}:\n    name: {item['name']}\n    kind: {item['kind']}\n"
    for name in ("owner", "income"):
        if name in item:
            yield f"    {name}: {item[name]}\n"
    plain = ", ".join(f"{name}: {_scalar(item[name])}" for name in _PLAIN if name in item)
    if plain:
        yield f"    attrs: {{{plain}}}\n"
    yield f"    at: {_point(anchors.label)}\n"
    if anchors.pieces != anchors.label:
        yield f"    pieces: {_point(anchors.pieces)}\n"


def _links(facts: Mapping[str, Any]) -> Iterable[str]:
    around = set(facts["wraps"].split())
    for kind, text in facts["links"].items():
        yield f"  {kind}:\n"
        for row in wrap(
            " ".join(one for one in text.split() if one not in around),
            _WIDE - 6,
            break_on_hyphens=False,
            break_long_words=False,
        ):
            yield f"    - {row}\n"
        if kind == "sea":
            yield from (f"    - {{link: {one}, wraps: true}}\n" for one in facts["wraps"].split())
    yield "  canal:\n"
    for link, item in facts["canals"].items():
        yield f"    - {{link: {link}, name: {item['name']}, gates: {item['gates']}}}\n"


def art_text(
    size: tuple[float, float],
    spaces: Mapping[str, list[Polygon]],
    lines: Mapping[str, Sequence[tuple[str, list[Place]]]],
    lakes: Sequence[Polygon],
    labels: Sequence[tuple[str, Place, float]],
) -> str:
    """The art file: outlines of all spaces, rivers, lakes and names."""
    rows = [_HEAD.format(kind="art", title="The World in 1942, as painted", why=_WHY_ART)]
    rows.append(f"paint:\n  bounds: [0, 0, {size[0]:g}, {size[1]:g}]\n  lines:\n")
    for kind, features in lines.items():
        rows.append(f"    {kind}:\n")
        for name, course in features:
            rows.append(f"      - name: {name}\n        points: >-\n" if name else "      - >-\n")
            rows += _folded(course, 10)
    rows.append("  shapes:\n    lake:\n")
    for lake in lakes:
        rows.append("      - polygon:\n")
        rows += _outline(lake, 10, "          ")
    rows.append("  labels:\n")
    for text, at, angle in labels:
        slant = f", angle: {angle:g}" if angle else ""
        rows.append(f"    - {{text: {text}, at: {_point(at)}, kind: sea{slant}}}\n")
    rows.append("  spaces:\n")
    for key, parts in spaces.items():
        rows.append(f"    {key}:\n      polygon:\n")
        for part in parts:
            rows += _outline(part, 10, "        - ")
    return "".join(rows)


def _outline(part: Polygon, depth: int, lead: str) -> Iterable[str]:
    yield f"{lead}outline: >-\n"
    yield from _folded(_ring(part.exterior), depth + 2)
    if part.interiors:
        yield f"{' ' * depth}holes:\n"
        for hole in part.interiors:
            yield f"{' ' * depth}  - >-\n"
            yield from _folded(_ring(hole), depth + 6)


def _ring(ring: Any) -> list[Place]:
    return [(x, y) for x, y in ring.coords][:-1]


def _folded(places: Iterable[Place], depth: int) -> Iterable[str]:
    row: list[str] = []
    used = depth
    for x, y in places:
        word = f"{_number(x)},{_number(y)}"
        if row and used + len(word) + 1 > _WIDE:
            yield f"{' ' * depth}{' '.join(row)}\n"
            row, used = [], depth
        row.append(word)
        used += len(word) + 1
    yield f"{' ' * depth}{' '.join(row)}\n"


def _number(value: float) -> str:
    text = f"{value:.1f}"
    return text.removesuffix(".0") if text != "-0.0" else "0"


def _point(at: Place) -> str:
    return f"[{_number(at[0])}, {_number(at[1])}]"


def _scalar(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
