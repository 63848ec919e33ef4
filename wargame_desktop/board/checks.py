"""Structural problems of a map, all of them, as data."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wargame_desktop.board.errors import near_matches

if TYPE_CHECKING:
    from wargame_desktop.board.hexgrid import HexGrid
    from wargame_desktop.board.model import Link, Space


@dataclass(frozen=True)
class BoardProblem:
    """One thing wrong with a map: a stable code, the sentence, the spaces at fault."""

    code: str
    message: str
    spaces: tuple[str, ...] = ()


def link_problems(spaces: Sequence[Space], links: Sequence[Link]) -> list[BoardProblem]:
    """What makes a board impossible: duplicate ids, links or gates to unknown spaces, self loops."""
    problems = []
    seen: set[str] = set()
    for space in spaces:
        if space.id in seen:
            text = f"Space “{space.id}” is defined twice."
            problems.append(BoardProblem("duplicate_space", text, (space.id,)))
        seen.add(space.id)
    for link in links:
        for what, ends in (("end", dict.fromkeys((link.a, link.b))), ("gate", dict.fromkeys(link.gates))):
            for end in ends:
                if end not in seen:
                    # Looking for what was meant is slow; a map with this many mistakes needs no more of it.
                    known = seen if len(problems) < 20 else set()
                    problems.append(_unknown_end(link, what, end, known))
        if link.a == link.b:
            text = f"The {link.kind} link of “{link.a}” leads back to itself."
            problems.append(BoardProblem("self_loop", text, (link.a,)))
    return problems


def _unknown_end(link: Link, what: str, end: str, known: set[str]) -> BoardProblem:
    near = near_matches(end, known)
    hint = f" Did you mean {' or '.join(near)}?" if near else ""
    where = f"The {link.kind} link from “{link.a}” to “{link.b}”"
    verb = "ends in" if what == "end" else "is gated by"
    return BoardProblem(f"unknown_{what}", f"{where} {verb} “{end}”, which is no space.{hint}", (end,))


def structural_problems(
    spaces: Sequence[Space],
    links: Sequence[Link],
    connected: Iterable[Iterable[str]] = (),
    grid: HexGrid | None = None,
) -> list[BoardProblem]:
    """Every structural problem of a map.

    Besides what :func:`link_problems` finds: the same link given twice, hexsides between hexes that do not
    touch, and, for each group of link kinds in ``connected``, spaces touched by such links that cannot reach
    the group's largest part over them.
    """
    problems = link_problems(spaces, links)
    problems += _repeated_links(links)
    if grid is not None:
        problems += _false_hexsides(links, grid)
    for kinds in connected:
        problems += _unconnected(spaces, links, frozenset((kinds,) if isinstance(kinds, str) else kinds))
    return problems


def _repeated_links(links: Sequence[Link]) -> list[BoardProblem]:
    problems = []
    seen: set[tuple[object, ...]] = set()
    for link in links:
        # Two canals between the same seas are two links; the same gates twice are a slip of the pen.
        key = (*sorted((link.a, link.b)), link.kind, link.gates)
        if key in seen:
            text = f"The {link.kind} link between “{link.a}” and “{link.b}” is given twice."
            problems.append(BoardProblem("repeated_link", text, (link.a, link.b)))
        seen.add(key)
    return problems


def _false_hexsides(links: Sequence[Link], grid: HexGrid) -> list[BoardProblem]:
    problems = []
    for link in links:
        both = link.a in grid and link.b in grid
        if link.kind == "hexside" and (not both or grid.distance(link.a, link.b) != 1):
            text = f"There is no hexside between “{link.a}” and “{link.b}”: they do not touch."
            problems.append(BoardProblem("false_hexside", text, (link.a, link.b)))
    return problems


def _unconnected(spaces: Sequence[Space], links: Sequence[Link], kinds: frozenset[str]) -> list[BoardProblem]:
    around: dict[str, list[str]] = {}
    for link in links:
        if link.kind in kinds:
            around.setdefault(link.a, []).append(link.b)
            around.setdefault(link.b, []).append(link.a)
    parts: list[list[str]] = []
    seen: set[str] = set()
    for space in spaces:
        if space.id in around and space.id not in seen:
            part = _component(space.id, around)
            seen.update(part)
            parts.append(part)
    if not parts:
        names = ", ".join(sorted(kinds))
        return [BoardProblem("no_links", f"No space has a link of kind {names}.")]
    largest = max(parts, key=len)
    return [_cut_off(part, largest, kinds) for part in parts if part is not largest]


def _cut_off(part: list[str], largest: list[str], kinds: frozenset[str]) -> BoardProblem:
    names = ", ".join(sorted(kinds))
    shown = ", ".join(f"“{space}”" for space in part[:5]) + (", …" if len(part) > 5 else "")
    text = f"By {names} links, {len(part)} spaces cannot reach the other {len(largest)}: {shown}."
    if len(part) == 1:
        text = f"By {names} links, {shown} cannot reach the other {len(largest)} spaces."
    return BoardProblem("unconnected", text, tuple(part))


def _component(start: str, around: dict[str, list[str]]) -> list[str]:
    found = {start: None}
    queue = [start]
    for here in queue:
        for other in around[here]:
            if other not in found:
                found[other] = None
                queue.append(other)
    return sorted(found)
