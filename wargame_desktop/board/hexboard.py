"""Turns hex data (terrain, hexsides, rail chains) into the spaces and links of a board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from wargame_desktop.board.errors import BoardError, near_matches
from wargame_desktop.board.hexgrid import HexGrid
from wargame_desktop.board.model import HEXSIDE, Link, Space


def hex_spaces(
    grid: HexGrid, terrain: Mapping[str, str], values: Mapping[str, Mapping[str, object]]
) -> list[Space]:
    """One space per label in ``terrain``, in label order, centred and outlined by the grid."""
    problems = [_stray("terrain", label, grid.labels) for label in terrain if label not in grid]
    problems += [_stray("values", label, terrain) for label in values if label not in terrain]
    if problems:
        raise BoardError(" ".join(problems), problems)
    spaces = []
    for label in sorted(terrain):
        own = dict(values.get(label, {}))
        name, kind = str(own.pop("name", "")), str(own.pop("kind", "hex"))
        x, y = grid.centre(label)
        spaces.append(Space(label, name, kind, terrain[label], own, x, y, grid.corners(label)))
    return spaces


def hex_links(
    grid: HexGrid,
    terrain: Mapping[str, str],
    hexsides: Mapping[tuple[str, str], Mapping[str, object]],
    lines: Iterable[tuple[str, Sequence[str]]],
) -> list[Link]:
    """A ``hexside`` link for every touching pair, then one link per step of each line."""
    attrs, problems = _side_attrs(grid, terrain, hexsides)
    links = []
    for label in sorted(terrain):
        for other in grid.neighbours(label).values():
            if label < other and other in terrain:
                links.append(Link(label, other, HEXSIDE, attrs.get((label, other), {})))
    laid: set[tuple[str, str, str]] = set()
    for kind, chain in lines:
        for a, b in pairwise(chain):
            trouble = _not_touching(grid, terrain, f"The {kind} line", a, b)
            if trouble:
                problems.append(trouble)
                continue
            first, second = min(a, b), max(a, b)
            # Two lines may share a stretch of track; it is still one link.
            if (kind, first, second) not in laid:
                laid.add((kind, first, second))
                links.append(Link(first, second, kind))
    if problems:
        raise BoardError(" ".join(problems), problems)
    return links


def _side_attrs(
    grid: HexGrid,
    terrain: Mapping[str, str],
    hexsides: Mapping[tuple[str, str], Mapping[str, object]],
) -> tuple[dict[tuple[str, str], dict[str, object]], list[str]]:
    attrs: dict[tuple[str, str], dict[str, object]] = {}
    problems = []
    for (a, b), values in hexsides.items():
        trouble = _not_touching(grid, terrain, "The hexside", a, b)
        if trouble:
            problems.append(trouble)
        else:
            attrs.setdefault((min(a, b), max(a, b)), {}).update(values)
    return attrs, problems


def _not_touching(grid: HexGrid, terrain: Mapping[str, str], what: str, a: str, b: str) -> str | None:
    for label in (a, b):
        if label not in terrain:
            return _stray(f"{what} {a}/{b}", label, terrain)
    if grid.distance(a, b) != 1:
        return f"{what} {a}/{b} joins hexes that do not touch: they are {grid.distance(a, b)} apart."
    return None


def _stray(what: str, label: str, known: Iterable[str]) -> str:
    near = near_matches(label, known)
    hint = f" Did you mean {' or '.join(near)}?" if near else ""
    return f"{what[0].upper()}{what[1:]}: hex “{label}” is not on the map.{hint}"
