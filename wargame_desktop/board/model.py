"""The map of every game: spaces and the links between them.

The graph is a networkx ``MultiGraph`` because one pair of spaces can be joined several times: a rail and
a road between two points, two canals between two seas, a hexside with a rail across it. Each of these has
its own kind, cost and attributes, and a plain graph would have to hide them in one edge. An edge's key is
the link's position in ``Board.links``, and its ``link`` attribute the :class:`Link` itself.

A board never changes. What a game changes (owners, pieces, broken rails) lives in the game's state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Literal

import networkx as nx

from wargame_desktop.board.checks import BoardProblem, link_problems, structural_problems
from wargame_desktop.board.errors import BoardError, unknown
from wargame_desktop.board.hexgrid import HexGrid

if TYPE_CHECKING:
    from wargame_desktop.board.compiled import CompiledBoard

Kinds = str | Iterable[str] | None
HEXSIDE = "hexside"


@dataclass(frozen=True)
class Space:
    """A hex, area, sea zone, point or box. ``attrs`` holds what only the rules know (port, country)."""

    id: str
    name: str = ""
    kind: str = "area"
    terrain: str = ""
    attrs: Mapping[str, object] = field(default_factory=dict, hash=False)
    x: float = 0.0
    y: float = 0.0
    polygon: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True)
class Link:
    """One way from a space to another, usable in both directions.

    A canal is a link with ``gates``: the spaces whose holders decide whether it is open, all of them or
    any one of them. ``wraps`` marks a link that leaves the drawing at one edge and comes back at the other.
    """

    a: str
    b: str
    kind: str = "border"
    attrs: Mapping[str, object] = field(default_factory=dict, hash=False)
    gates: tuple[str, ...] = ()
    gates_needed: Literal["all", "any"] = "all"
    wraps: bool = False

    def other(self, end: str) -> str:
        """The space at the far end."""
        if end == self.a:
            return self.b
        if end == self.b:
            return self.a
        raise BoardError(f"The {self.kind} link from “{self.a}” to “{self.b}” does not touch “{end}”.")

    def is_open(self, holds: Callable[[str], bool]) -> bool:
        """Whether the gates let this through, given which gate spaces count as held. No gates: always."""
        if not self.gates:
            return True
        held = [holds(gate) for gate in self.gates]
        return all(held) if self.gates_needed == "all" else any(held)


def kind_set(kind: Kinds) -> frozenset[str] | None:
    """One kind, several kinds or None (any kind) as a set or None."""
    if kind is None:
        return None
    return frozenset((kind,)) if isinstance(kind, str) else frozenset(kind)


class Board:
    """Spaces, links and the graph over them; the same class for hex maps, area maps and point maps."""

    def __init__(self, spaces: Iterable[Space], links: Iterable[Link], grid: HexGrid | None = None) -> None:
        """Build a board; raises one ``BoardError`` that lists every duplicate, unknown end and self loop."""
        self.spaces: tuple[Space, ...] = tuple(spaces)
        self.links: tuple[Link, ...] = tuple(links)
        self.grid = grid
        problems = link_problems(self.spaces, self.links)
        if problems:
            raise BoardError(" ".join(problem.message for problem in problems), problems)
        self._by_id = {space.id: space for space in self.spaces}
        self._position = {space.id: number for number, space in enumerate(self.spaces)}
        graph: nx.MultiGraph[str] = nx.MultiGraph()
        for space in self.spaces:
            graph.add_node(space.id, space=space)
        for number, link in enumerate(self.links):
            graph.add_edge(link.a, link.b, key=number, link=link, kind=link.kind)
        self.graph: nx.MultiGraph[str] = nx.freeze(graph)

    @classmethod
    def from_hexgrid(
        cls,
        grid: HexGrid,
        terrain: Mapping[str, str],
        *,
        spaces: Mapping[str, Mapping[str, object]] | None = None,
        hexsides: Mapping[tuple[str, str], Mapping[str, object]] | None = None,
        lines: Iterable[tuple[str, Sequence[str]]] = (),
        extra_spaces: Iterable[Space] = (),
        extra_links: Iterable[Link] = (),
    ) -> Board:
        """A hex board: one space per label in ``terrain``, one ``hexside`` link per pair that touches.

        ``spaces`` gives a hex's ``name``, ``kind`` (else "hex") and any other values, which become attrs.
        ``hexsides`` gives the attributes of the side between two hexes, in either order. ``lines`` are chains
        of hexes joined by links of another kind (rail, road). Boxes and their links come as extras.
        """
        from wargame_desktop.board.hexboard import hex_links, hex_spaces

        own = hex_spaces(grid, terrain, spaces or {})
        links = hex_links(grid, terrain, hexsides or {}, lines)
        return cls([*own, *extra_spaces], [*links, *extra_links], grid)

    # Spaces

    def __contains__(self, space_id: object) -> bool:
        return space_id in self._by_id

    def __len__(self) -> int:
        return len(self.spaces)

    def __iter__(self) -> Iterator[Space]:
        return iter(self.spaces)

    def space(self, space_id: str) -> Space:
        """The space with this id; ``BoardError`` with near matches when there is none."""
        try:
            return self._by_id[space_id]
        except (KeyError, TypeError):
            raise unknown("space", space_id, self._by_id) from None

    def position(self, space_id: str) -> int:
        """The space's place in the board's fixed order."""
        self.space(space_id)
        return self._position[space_id]

    # Links

    def links_of(self, space_id: str, kind: Kinds = None) -> tuple[Link, ...]:
        """The links that end in this space, in the board's order, of these kinds (None: all)."""
        self.space(space_id)
        wanted = kind_set(kind)
        numbers = sorted(key for _, _, key in self.graph.edges(space_id, keys=True))
        return tuple(self.links[n] for n in numbers if wanted is None or self.links[n].kind in wanted)

    def links_between(self, a: str, b: str, kind: Kinds = None) -> tuple[Link, ...]:
        """The links that join these two spaces directly, in the board's order."""
        self.space(b)
        return tuple(link for link in self.links_of(a, kind) if link.other(a) == b)

    def neighbours(self, space_id: str, kind: Kinds = None) -> tuple[str, ...]:
        """The spaces one link away over these kinds (None: any), in the board's order, each once."""
        ends = {link.other(space_id) for link in self.links_of(space_id, kind)}
        return tuple(sorted(ends, key=self._position.__getitem__))

    def degree(self, space_id: str, kind: Kinds = None) -> int:
        """How many links of these kinds end in this space."""
        return len(self.links_of(space_id, kind))

    def kinds(self) -> tuple[str, ...]:
        """Every kind of link on the board, sorted."""
        return tuple(sorted({link.kind for link in self.links}))

    # Whole board

    def check(self, connected: Iterable[Iterable[str]] = ()) -> list[BoardProblem]:
        """Every structural problem as data; see :func:`checks.structural_problems`."""
        return structural_problems(self.spaces, self.links, connected, self.grid)

    @cached_property
    def compiled(self) -> CompiledBoard:
        """The integer form that the searches run on, built on first use."""
        from wargame_desktop.board.compiled import CompiledBoard

        return CompiledBoard(self)
