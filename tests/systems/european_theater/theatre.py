"""The European theatre's map for its tests: hexes, their neighbours, and who may step where."""

from __future__ import annotations

from functools import cache

import networkx as nx

from wargame_desktop.board.model import HEXSIDE, Link, Space
from wargame_desktop.content.library import Library
from wargame_desktop.content.maps import GameMap


@cache
def theatre() -> GameMap:
    """The shipped map."""
    return Library().load_map("european_theater")


def space(label: str) -> Space:
    """A hex."""
    return theatre().board.space(label)


def kind(label: str) -> str:
    """All-land, coastal or all-sea."""
    one = space(label)
    return str(one.attrs.get("kind", one.kind))


def country(label: str) -> str:
    """The country or territory of a hex; empty at sea."""
    return str(space(label).attrs.get("country", ""))


def hexes() -> list[str]:
    """All hexes of the grid."""
    grid = theatre().grid
    assert grid is not None
    return [label for label in grid.labels if label in theatre().board]


def place(name: str) -> str:
    """The hex that bears a name."""
    (found,) = [one.id for one in theatre().board.spaces if one.name == name]
    return found


def neighbours(label: str) -> set[str]:
    """The hexes around a hex."""
    grid = theatre().grid
    assert grid is not None
    return {other for other in grid.neighbours(label).values() if other in theatre().board}


def touch(a: str, b: str) -> bool:
    """Whether two hexes share a side."""
    return b in neighbours(a)


def hexsides() -> list[Link]:
    """All hexsides."""
    return [link for link in theatre().board.links if link.kind == HEXSIDE]


@cache
def land_net() -> nx.Graph:
    """Where land units may walk (8.1)."""
    net = nx.Graph()
    net.add_nodes_from(one for one in hexes() if kind(one) != "sea")
    for link in hexsides():
        if link.a in net and link.b in net and not link.attrs.get("all_sea"):
            net.add_edge(link.a, link.b)
    return net


@cache
def sea_net() -> nx.Graph:
    """Where fleets may sail (8.3.1)."""
    net = nx.Graph()
    net.add_nodes_from(one for one in hexes() if kind(one) != "land")
    for link in hexsides():
        if link.a in net and link.b in net and not link.attrs.get("all_land"):
            net.add_edge(link.a, link.b)
    return net
