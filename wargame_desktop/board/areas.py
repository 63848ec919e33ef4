"""Area, point-to-point and sea zone maps, put together piece by piece into a board.

An :class:`AreaMap` collects spaces and links in any order and finds every problem at the end, so that a
map file with five mistakes gives five messages.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from wargame_desktop.board.checks import BoardProblem, structural_problems
from wargame_desktop.board.errors import BoardError
from wargame_desktop.board.model import Board, Link, Space


class AreaMap:
    """Builder of a board without a hex grid: areas, sea zones, points, boxes, typed links, canals."""

    def __init__(self) -> None:
        self._spaces: list[Space] = []
        self._links: list[Link] = []
        self._listed: dict[str, dict[tuple[str, str], None]] = {}

    def add_space(self, space: Space) -> None:
        """Add an area, sea zone, point or box."""
        self._spaces.append(space)

    def add_link(self, link: Link) -> None:
        """Add a link; several links of any kinds may join the same two spaces."""
        self._links.append(link)

    def add_box(self, box: Space, entries: Iterable[str], kind: str = "box") -> None:
        """Add a box off the map and a link of that kind to each of its entry spaces."""
        self.add_space(box)
        for entry in entries:
            self.add_link(Link(box.id, entry, kind))

    def add_canal(
        self,
        a: str,
        b: str,
        gates: Iterable[str],
        *,
        kind: str = "sea",
        needed: Literal["all", "any"] = "all",
        attrs: Mapping[str, object] | None = None,
    ) -> None:
        """Join two spaces by a link that is open only to who holds the gate spaces, all or any of them."""
        self.add_link(Link(a, b, kind, attrs or {}, tuple(gates), needed))

    def add_neighbours(self, space_id: str, others: Iterable[str], kind: str = "border") -> None:
        """List a space's neighbours as printed adjacency tables do: each pair is listed from both ends."""
        own = self._listed.setdefault(space_id, {})
        for other in others:
            own[other, kind] = None

    def _listed_links(self) -> list[Link]:
        pairs = {
            (*sorted((here, other)), kind): Link(here, other, kind)
            for here in reversed(self._listed)
            for other, kind in self._listed[here]
        }
        return [pairs[key] for key in sorted(pairs)]

    def problems(self, connected: Iterable[Iterable[str]] = ()) -> list[BoardProblem]:
        """Every structural problem, adjacency listed from one end only included."""
        found = structural_problems(self._spaces, [*self._links, *self._listed_links()], connected)
        for here, others in self._listed.items():
            for other, kind in others:
                if (here, kind) not in self._listed.get(other, {}):
                    text = f"“{here}” lists “{other}” as a {kind} neighbour, but not the other way round."
                    found.append(BoardProblem("asymmetric", text, (here, other)))
        return found

    def build(self, connected: Iterable[Iterable[str]] = ()) -> Board:
        """The board; one ``BoardError`` with every problem when there is any."""
        problems = self.problems(connected)
        if problems:
            raise BoardError(" ".join(problem.message for problem in problems), problems)
        return Board(self._spaces, [*self._links, *self._listed_links()])
