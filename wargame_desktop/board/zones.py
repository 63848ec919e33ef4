"""Zones of control: who projects a zone into which space.

A zone spreads over a net, and the net carries the rule: sides a land zone does not cross (all-sea, mountain,
strait) are left out of it, a fleet's net is the sea, an air unit's net is every hexside. The radius is 1 for
the ring next to a unit, more for zones by path or range.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from wargame_desktop.board.compiled import Net
from wargame_desktop.board.model import Board
from wargame_desktop.board.ranges import steps_from


class Projector(NamedTuple):
    """A unit that projects a zone: its id, where it stands, how far the zone goes."""

    id: str
    space: str
    radius: int = 1


class ZoneMap:
    """Which spaces lie in a zone, and whose. Made once per state, asked often."""

    def __init__(self, board: Board, by: Mapping[int, tuple[str, ...]]) -> None:
        self.board = board
        self._by = {board.compiled.ids[node]: by[node] for node in sorted(by)}

    @property
    def spaces(self) -> tuple[str, ...]:
        """Every space in a zone, in the board's order."""
        return tuple(self._by)

    def __contains__(self, space: object) -> bool:
        return space in self._by

    def __len__(self) -> int:
        return len(self._by)

    def projectors(self, space: str) -> tuple[str, ...]:
        """The units whose zone covers this space, in the order they were given."""
        self.board.space(space)
        return self._by.get(space, ())


def project(
    net: Net, projectors: Iterable[Projector], *, barred: Iterable[str] = (), own: bool = True
) -> ZoneMap:
    """The zones of these units over a net.

    A zone neither enters nor crosses ``barred`` spaces (neutral countries). ``own`` says whether a unit's own
    space counts as in its zone.
    """
    compiled = net.board.compiled
    closed = frozenset(compiled.numbers(barred))
    by: dict[int, list[str]] = {}
    known: dict[tuple[int, int], list[int]] = {}
    for unit in projectors:
        key = (compiled.number(unit.space), unit.radius)
        if key not in known:
            found = steps_from(net, [key[0]], unit.radius, barred=closed)
            known[key] = [node for node in found if own or node != key[0]]
        for node in known[key]:
            by.setdefault(node, []).append(unit.id)
    return ZoneMap(net.board, {node: tuple(ids) for node, ids in by.items()})
