"""The parts that hex maps and area maps share: terrains, countries, links, boxes, points on the map."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from wargame_desktop.content.problems import quoted
from wargame_desktop.content.provenance import Provenance, provenance_of, source_fields
from wargame_desktop.content.schema import (
    BAD,
    Bad,
    Bool,
    Choice,
    Fields,
    Id,
    Int,
    ListOf,
    MapOf,
    PlainMap,
    Raw,
    Reading,
    Record,
    Ref,
    Schema,
    Text,
    Words,
    check_ref,
    word_nodes,
)
from wargame_desktop.content.yaml_source import Mapping, Node, Scalar
from wargame_desktop.core.frozen import EMPTY, FrozenMap
from wargame_desktop.core.frozen import Plain as PlainValue

Point = tuple[float, float]
Attrs = FrozenMap[PlainValue]

COORDINATE = r"-?[0-9]{1,7}(?:\.[0-9]{1,6})?"


@dataclass(frozen=True, slots=True)
class Terrain:
    """A kind of terrain; `kind` is the kind of space it makes (land, sea …)."""

    id: str
    name: str
    kind: str
    colour: str
    attrs: Attrs
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class Country:
    """A country of the map; `power` is the power it belongs to, if one does from the start."""

    id: str
    name: str
    power: str
    colour: str
    attrs: Attrs
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class MapSpace:
    """A space as the file gives it, with the line it stands in."""

    id: str
    name: str
    kind: str
    terrain: str
    attrs: dict[str, PlainValue]
    centre: Point
    polygon: tuple[Point, ...]
    node: Node


@dataclass(frozen=True, slots=True)
class MapLink:
    """A link as the file gives it, with the line it stands in."""

    a: str
    b: str
    kind: str
    attrs: dict[str, PlainValue]
    node: Node
    gates: tuple[str, ...] = ()
    gates_needed: Literal["all", "any"] = "all"
    wraps: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A named chain of spaces, such as a railway, or of hexsides (pairs), such as a river."""

    kind: str
    name: str
    path: tuple[str, ...]
    pairs: tuple[tuple[str, str], ...]
    attrs: Attrs
    provenance: Provenance


class MapPoint:
    """A point on the map: `[12.5, 3]`."""

    def read(self, node: Node, reading: Reading) -> Point | Bad:
        """The point."""
        texts = [item.text for item in word_nodes(node) if isinstance(item, Scalar)]
        if len(texts) != 2 or not all(re.fullmatch(COORDINATE, text) for text in texts):
            return reading.refuse(node, "expected a point of two numbers such as [12.5, 3]")
        return float(texts[0]), float(texts[1])


def terrain_record() -> Record:
    """The record of a terrain."""
    return Record(
        {"name": Text(80)},
        {"kind": (Id(), "land"), "colour": (Id(), ""), "attrs": (PlainMap(), EMPTY), **source_fields()},
    )


def country_record() -> Record:
    """The record of a country."""
    return Record(
        {"name": Text(80)},
        {"power": (Id(), ""), "colour": (Id(), ""), "attrs": (PlainMap(), EMPTY), **source_fields()},
    )


def terrains(items: dict[str, Fields], outer: Provenance, reading: Reading) -> dict[str, Terrain]:
    """Terrains as objects."""
    return {
        key: Terrain(
            key,
            item["name"],
            item["kind"],
            item["colour"] or key,
            item["attrs"],
            provenance_of(item, reading, outer),
        )
        for key, item in items.items()
    }


def countries(items: dict[str, Fields], outer: Provenance, reading: Reading) -> dict[str, Country]:
    """Countries as objects."""
    return {
        key: Country(
            key,
            item["name"],
            item["power"],
            item["colour"],
            item["attrs"],
            provenance_of(item, reading, outer),
        )
        for key, item in items.items()
    }


def link_groups() -> Schema[Any]:
    """`links`, `hexsides` and `lines`: for each kind a list of texts or records."""
    return MapOf(ListOf(Raw()))


def pair_of(node: Node, text: str, reading: Reading) -> tuple[str, str] | None:
    """The two spaces of `a/b`, both known and different; None after noting what is wrong."""
    a, slash, b = text.partition("/")
    if not slash or not a or not b or "/" in b:
        reading.note(node, f"expected two spaces such as 2104/2105, found {quoted(text)}")
        return None
    known = [check_ref(node, one, "space", reading) for one in (a, b)]
    if a == b:
        reading.note(node, f"{quoted(text)} links a space with itself")
        return None
    return (a, b) if all(known) else None


def read_links(groups: dict[str, tuple[Node, ...]], reading: Reading) -> list[MapLink]:
    """Links by kind: texts `a/b c/d`, or records with gates (a canal), wrap-around or values of their own."""
    record = Record(
        {"link": Text(100)},
        {
            "name": (Text(80), ""),
            "gates": (Words(Ref("space")), ()),
            "gates_needed": (Choice("all", "any"), "all"),
            "wraps": (Bool(), False),
            "attrs": (PlainMap(), EMPTY),
            **source_fields(),
        },
    )
    found: list[MapLink] = []
    for kind, nodes in groups.items():
        for node in nodes:
            if isinstance(node, Mapping):
                fields = record.read(node, reading)
                if not isinstance(fields, Bad):
                    found += _links_of(fields.at("link"), fields["link"], kind, fields, reading)
            elif isinstance(node, Scalar):
                found += _links_of(node, node.text, kind, None, reading)
            else:
                reading.note(
                    node, 'expected links such as a/b, or a mapping with the key "link"; found a list'
                )
    _refuse_doubles(found, reading)
    return found


def _links_of(node: Node, text: str, kind: str, own: Fields | None, reading: Reading) -> list[MapLink]:
    pairs = [pair_of(node, word, reading) for word in text.split()]
    good = [pair for pair in pairs if pair]
    if own is None:
        return [MapLink(a, b, kind, {}, node) for a, b in good]
    attrs: dict[str, PlainValue] = {**({"name": own["name"]} if own["name"] else {}), **own["attrs"]}
    gates = (tuple(own["gates"]), own["gates_needed"], own["wraps"])
    return [MapLink(a, b, kind, dict(attrs), node, *gates) for a, b in good]


def _refuse_doubles(links: Iterable[MapLink], reading: Reading) -> None:
    seen: dict[tuple[object, ...], int] = {}
    for link in links:
        # Two canals with different gates may join the same seas.
        key = (link.kind, min(link.a, link.b), max(link.a, link.b), link.gates)
        if key in seen:
            reading.note(
                link.node, f"the {link.kind} link {link.a}/{link.b} is already given in line {seen[key]}"
            )
        seen.setdefault(key, link.node.line)


def box_record() -> Record:
    """A box beside the map: force pool, turn track, delay box; with links to the spaces it leads to."""
    return Record(
        {"name": Text(80)},
        {
            "kind": (Id(), "box"),
            "at": (MapPoint(), None),
            "size": (MapPoint(), None),
            "owner": (Id(), ""),
            "attrs": (PlainMap(), EMPTY),
            "links": (Words(Ref("space")), ()),
            "link_kind": (Id(), "box"),
            "cells": (Int(1, 400), None),
            **source_fields(),
        },
    )


def read_boxes(items: dict[str, Fields], reading: Reading) -> tuple[list[MapSpace], list[MapLink]]:
    """Boxes as spaces, and their links. A track of `cells: n` makes id.1 to id.n, each linked to the next."""
    spaces: list[MapSpace] = []
    links: list[MapLink] = []
    for key, item in items.items():
        attrs: dict[str, PlainValue] = dict(item["attrs"])
        if item["owner"]:
            attrs["owner"] = item["owner"]
        if item["at"] is None:
            attrs["off_map"] = True
        names = [key] if item["cells"] is None else [f"{key}.{n}" for n in range(1, item["cells"] + 1)]
        for number, name in enumerate(names, 1):
            title = item["name"] if item["cells"] is None else f"{item['name']} {number}"
            centre, polygon = _cell_shape(item, number - 1)
            spaces.append(MapSpace(name, title, item["kind"], "", dict(attrs), centre, polygon, item.node))
            if number > 1:
                links.append(MapLink(names[number - 2], name, "track", {}, item.node))
        links += [
            MapLink(names[0], other, item["link_kind"], {}, item.at("links")) for other in item["links"]
        ]
    return spaces, links


def _cell_shape(item: Fields, steps: int) -> tuple[Point, tuple[Point, ...]]:
    """The middle and outline of a box; the cells of a track lie side by side, to the right."""
    x, y = item["at"] or (0.0, 0.0)
    if item["size"] is None:
        return (x, y), ()
    width, height = item["size"]
    x += steps * width
    left, right, top, bottom = x - width / 2, x + width / 2, y - height / 2, y + height / 2
    return (x, y), ((left, top), (right, top), (right, bottom), (left, bottom))


def box_ids(node: Node | None) -> list[str]:
    """The ids that the boxes of a file declare, the cells of tracks included."""
    ids: list[str] = []
    for key, (_, box) in node.entries.items() if isinstance(node, Mapping) else ():
        cells = (
            Int(1, 400).read(box.get("cells") or Scalar("", 0, 0, "x"), Reading())
            if isinstance(box, Mapping)
            else BAD
        )
        ids += [key] if isinstance(cells, Bad) else [f"{key}.{n}" for n in range(1, cells + 1)]
    return ids
