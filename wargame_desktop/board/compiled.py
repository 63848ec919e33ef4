"""A board as integers: what the searches run on.

Spaces get numbers in the board's order; every link becomes two directed edges. Edges that leave one space
lie next to each other, sorted by where they lead and then by the link's place on the board, so every loop
over them is the same in every process. A :class:`Net` is the part of the board that one use of it can see:
the rail net, the sea, the sides a zone of control crosses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from wargame_desktop.board.errors import unknown
from wargame_desktop.board.model import Kinds, Link, kind_set

if TYPE_CHECKING:
    from wargame_desktop.board.model import Board


class Net:
    """Which spaces are one step apart for one use of the board, in integers, both ways alike."""

    __slots__ = ("board", "neighbours")

    def __init__(self, board: Board, neighbours: tuple[tuple[int, ...], ...]) -> None:
        self.board = board
        self.neighbours = neighbours


class CompiledBoard:
    """Integer adjacency of a board. ``edges[i]`` are the numbers of the directed edges that leave space i."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.ids: tuple[str, ...] = tuple(space.id for space in board.spaces)
        self.index: dict[str, int] = {space_id: number for number, space_id in enumerate(self.ids)}
        leaving: list[list[tuple[int, int]]] = [[] for _ in self.ids]
        for number, link in enumerate(board.links):
            a, b = self.index[link.a], self.index[link.b]
            leaving[a].append((b, number))
            leaving[b].append((a, number))
        self.tail: list[int] = []
        self.head: list[int] = []
        self.link: list[int] = []
        edges: list[range] = []
        for here, steps in enumerate(leaving):
            first = len(self.tail)
            for there, number in sorted(steps):
                self.tail.append(here)
                self.head.append(there)
                self.link.append(number)
            edges.append(range(first, len(self.tail)))
        self.edges: tuple[range, ...] = tuple(edges)
        self._nets: dict[frozenset[str] | None, Net] = {}

    def __len__(self) -> int:
        return len(self.ids)

    def number(self, space_id: str) -> int:
        """The number of a space; ``BoardError`` with near matches when there is none."""
        try:
            return self.index[space_id]
        except (KeyError, TypeError):
            raise unknown("space", space_id, self.index) from None

    def numbers(self, space_ids: Iterable[str]) -> list[int]:
        """The numbers of several spaces, in the order given."""
        wanted = list(space_ids)
        try:
            return [self.index[space_id] for space_id in wanted]
        except (KeyError, TypeError):
            # The ids may come from a set: name the first unknown one in an order that does not change.
            strangers = set(map(str, wanted)).difference(self.index)
            raise unknown("space", min(strangers, default=""), self.index) from None

    def flags(self, space_ids: Iterable[str]) -> list[bool]:
        """One truth value per space: whether it is among those given."""
        flags = [False] * len(self.ids)
        for number in self.numbers(space_ids):
            flags[number] = True
        return flags

    def edge_link(self, edge: int) -> Link:
        """The link that a directed edge runs along."""
        return self.board.links[self.link[edge]]

    def net(self, kind: Kinds = None) -> Net:
        """The net of all links of these kinds (None: all); kept, so ask as often as you like."""
        wanted = kind_set(kind)
        if wanted not in self._nets:
            self._nets[wanted] = self.net_where(lambda link: wanted is None or link.kind in wanted)
        return self._nets[wanted]

    def net_where(self, usable: Callable[[Link], bool]) -> Net:
        """A net of the links this test accepts (no all-sea sides, canals open now…); keep it yourself."""
        open_link = [usable(link) for link in self.board.links]
        head, link = self.head, self.link
        return Net(
            self.board,
            tuple(tuple(dict.fromkeys(head[e] for e in edges if open_link[link[e]])) for edges in self.edges),
        )
