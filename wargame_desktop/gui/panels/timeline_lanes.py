"""Where the positions of a game tree are drawn: how far along, and in which lane. Knows no widget."""

from __future__ import annotations

from dataclasses import dataclass, field

from wargame_desktop.core.timeline import Node


@dataclass(eq=False)
class Run:
    """Positions that follow one another in one lane; the first one's depth is `start`."""

    lane: int
    start: int
    parent: Node | None
    nodes: list[Node] = field(default_factory=list)

    @property
    def end(self) -> int:
        """The depth of the last position."""
        return self.start + len(self.nodes) - 1


class Lanes:
    """The tree laid out: the main line in lane 0, variations below, none on top of another."""

    def __init__(self, root: Node) -> None:
        self.root = root
        self.runs: list[Run] = []
        self._place: dict[int, tuple[Run, int]] = {}
        self._in_lane: list[list[Run]] = []
        self.rebuild()

    def rebuild(self) -> None:
        """Lay the whole tree out."""
        self.runs, self._place, self._in_lane = [], {}, []
        waiting: list[tuple[Node, Node | None, int, int]] = [(self.root, None, 0, 0)]
        while waiting:
            node, parent, start, lane = waiting.pop()
            run = Run(lane, start, parent)
            branches = self._follow(run, node)
            self._settle(run)
            # The branch nearest to the end is laid out first and so gets the nearest lane.
            waiting += [(child, above, depth, run.lane + 1) for child, above, depth in branches]

    def _follow(self, run: Run, node: Node) -> list[tuple[Node, Node, int]]:
        """Fill a run along the first variations, and return where others leave it."""
        branches: list[tuple[Node, Node, int]] = []
        depth = run.start
        while True:
            run.nodes.append(node)
            self._place[node.id] = (run, depth)
            others = node.variations[1:]
            branches += [(child, node, depth + 1) for child in reversed(others)]
            if not node.variations:
                return branches
            node, depth = node.variations[0], depth + 1

    def _settle(self, run: Run) -> None:
        """Find the first lane with room, from the one wished for downwards."""
        while True:
            while len(self._in_lane) <= run.lane:
                self._in_lane.append([])
            if all(
                other.end + 1 < run.start or run.end + 1 < other.start for other in self._in_lane[run.lane]
            ):
                break
            run.lane += 1
        self._in_lane[run.lane].append(run)
        self.runs.append(run)

    def add(self, node: Node) -> None:
        """Take a new position in; cheap when it goes on at the end of a line."""
        if node.id in self._place:
            return
        known = None if node.parent is None else self._place.get(node.parent.id)
        if known is None:
            self.rebuild()
            return
        run, depth = known
        follows = run.nodes[-1] is node.parent and not node.variations
        free = all(other is run or other.start != depth + 2 for other in self._in_lane[run.lane])
        if follows and free:
            run.nodes.append(node)
            self._place[node.id] = (run, depth + 1)
        else:
            self.rebuild()

    @property
    def count(self) -> int:
        """How many lanes there are."""
        return len(self._in_lane)

    @property
    def depth(self) -> int:
        """How many actions the longest line has."""
        return max(run.end for run in self.runs)

    def run_of(self, node: Node) -> Run:
        """The run a position lies in."""
        return self._place[node.id][0]

    def place(self, node: Node) -> tuple[int, int]:
        """Depth and lane of a position."""
        run, depth = self._place[node.id]
        return depth, run.lane

    def nearest(self, depth: int, lane: int) -> Node | None:
        """The position at a depth of a lane, or the nearest one in it."""
        if not 0 <= lane < self.count:
            return None
        best: tuple[int, Node] | None = None
        for run in self._in_lane[lane]:
            at = min(max(depth, run.start), run.end)
            found = (abs(at - depth), run.nodes[at - run.start])
            best = found if best is None or found[0] < best[0] else best
        return None if best is None else best[1]
