"""Supply lines: traced in stages, for the whole map at once.

A line runs from a unit to a source in stages, such as "up to 4 hexes over land, then rail of any length,
then from port to port by sea". A :class:`SupplyPolicy` is that sentence as data: stages with the net they run
over and a limit, and changes from stage to stage with the spaces where they may happen. A line may leave a
blocked space but not enter one, so a unit's own space is never asked.

``supply_map`` searches backwards from all sources once, over (space, stage). For rules that differ from unit
to unit, and for what cuts a unit off, see :mod:`trace`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from wargame_desktop.board.compiled import Net
from wargame_desktop.board.errors import BoardError, unknown
from wargame_desktop.board.model import Board

Line = tuple[tuple[str, str], ...]
"""(space, stage) from the unit to the source; a change of stage repeats the space."""

UNSEEN = 1 << 30


@dataclass(frozen=True)
class Stage:
    """One kind of stretch of a line.

    limit: most steps in one such stretch, None for any number. only: the spaces it may enter, None for all.
    blocked: spaces it may not enter because of the enemy, besides the policy's own. ends: whether a line may
    arrive at a source in this stage.
    """

    name: str
    net: Net
    limit: int | None = None
    only: frozenset[str] | None = None
    blocked: frozenset[str] = frozenset()
    ends: bool = True


@dataclass(frozen=True)
class Change:
    """Leave to go from one stage over to another, in these spaces (None: anywhere).

    Changing enters no space, so the next stage's blocks are not asked there: put what matters in ``at``.
    """

    before: str
    after: str
    at: frozenset[str] | None = None


@dataclass(frozen=True)
class SupplyPolicy:
    """Stages, the changes between them, and what blocks. ``starts`` names the stages a unit may begin in.

    A space that is ``exempt`` is never blocked, as where a friend stands in an enemy zone.
    """

    stages: tuple[Stage, ...]
    changes: tuple[Change, ...] = ()
    starts: tuple[str, ...] = ()
    blocked: frozenset[str] = frozenset()
    exempt: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        if not self.stages:
            raise BoardError("A supply policy needs at least one stage.")
        names = [stage.name for stage in self.stages]
        if len(set(names)) < len(names):
            raise BoardError(f"Two stages of a supply line have the same name: {', '.join(names)}.")
        if any(stage.net.board is not self.board for stage in self.stages):
            raise BoardError("The stages of a supply line run over two different boards.")
        for stage in self.stages:
            if stage.limit is not None and stage.limit < 0:
                raise BoardError(f"Stage “{stage.name}” is limited to {stage.limit} steps.")
        changed = [end for change in self.changes for end in (change.before, change.after)]
        for name in (*self.starts, *changed):
            if name not in names:
                raise unknown("supply stage", name, names)

    @property
    def board(self) -> Board:
        """The board the stages run over."""
        return self.stages[0].net.board

    @cached_property
    def tables(self) -> Tables:
        """The policy in integers, made on first use."""
        return Tables(self)


class Tables:
    """A supply policy in integers: per stage what may be entered, what the enemy blocks, what leads to it."""

    def __init__(self, policy: SupplyPolicy) -> None:
        net = policy.board.compiled
        number = {stage.name: position for position, stage in enumerate(policy.stages)}
        self.starts = [number[name] for name in policy.starts or (policy.stages[0].name,)]
        self.limits = [UNSEEN if stage.limit is None else stage.limit for stage in policy.stages]
        self.nets = [stage.net.neighbours for stage in policy.stages]
        exempt = frozenset(net.numbers(policy.exempt))
        everywhere = frozenset(net.numbers(policy.blocked))
        self.blocked = [(everywhere | frozenset(net.numbers(s.blocked))) - exempt for s in policy.stages]
        self.usable: list[list[bool]] = []
        self.enterable: list[list[bool]] = []
        for stage, blocked in zip(policy.stages, self.blocked, strict=True):
            usable = [True] * len(net) if stage.only is None else net.flags(stage.only)
            enterable = usable.copy()
            for node in blocked:
                enterable[node] = False
            self.usable.append(usable)
            self.enterable.append(enterable)
        self.into: list[list[tuple[int, list[bool] | None]]] = [[] for _ in policy.stages]
        self.onward: list[list[tuple[int, list[bool] | None]]] = [[] for _ in policy.stages]
        for change in policy.changes:
            before, after = number[change.before], number[change.after]
            at = None if change.at is None else net.flags(change.at)
            self.into[after].append((before, at))
            self.onward[before].append((after, at))


class SupplyMap:
    """Who is in supply on the whole map, and by which line."""

    def __init__(self, policy: SupplyPolicy, sources: frozenset[int]) -> None:
        self.policy = policy
        self.sources = sources
        self._net = policy.board.compiled
        # Fewest steps from a space to the end of its stretch, by stage; UNSEEN where no line begins.
        self.used = [[UNSEEN] * len(self._net) for _ in policy.stages]
        self._trails = _Trails()
        _spread(self, policy.tables, self._trails)
        columns = [self.used[stage] for stage in policy.tables.starts]
        self._begin = columns[0] if len(columns) == 1 else list(map(min, *columns))

    def is_supplied(self, space: str) -> bool:
        """Whether a unit in this space is in supply."""
        return self._begin[self._net.number(space)] < UNSEEN

    @cached_property
    def supplied(self) -> tuple[str, ...]:
        """Every space in which a unit would be in supply, in the board's order."""
        ids = self._net.ids
        return tuple(ids[node] for node, used in enumerate(self._begin) if used < UNSEEN)

    def line(self, space: str) -> Line | None:
        """The line from a unit in this space to its source, None when there is none."""
        net, trails = self._net, self._trails
        node = net.number(space)
        starts = [(stage, node) for stage in self.policy.tables.starts]
        found = [trails.first[start] for start in starts if start in trails.first]
        if not found:
            return None
        line = []
        label = min(found)
        while label >= 0:
            line.append((net.ids[trails.node[label]], self.policy.stages[trails.stage[label]].name))
            label = trails.onward[label]
        return tuple(line)

    def source_of(self, space: str) -> str | None:
        """The source that feeds a unit in this space, None when there is none."""
        line = self.line(space)
        return None if line is None else line[-1][0]


def supply_map(policy: SupplyPolicy, sources: Iterable[str]) -> SupplyMap:
    """Trace every unit's line at once, backwards from the sources."""
    return SupplyMap(policy, frozenset(policy.board.compiled.numbers(sources)))


class _Trails:
    """Every line found, as labels: where a line begins, in which stage, and the label it goes on with.

    A space found anew with fewer steps used gets a new label and keeps the old one, because other lines run
    over that. So a label only ever goes on with an older one, and no line can run in a circle.
    """

    def __init__(self) -> None:
        self.node: list[int] = []
        self.stage: list[int] = []
        self.onward: list[int] = []

    def add(self, nodes: list[int], stage: int, onward: list[int]) -> range:
        """New labels, by number."""
        self.node += nodes
        self.onward += onward
        self.stage += [stage] * len(nodes)
        return range(len(self.node) - len(nodes), len(self.node))

    @cached_property
    def first(self) -> dict[tuple[int, int], int]:
        """The oldest label of each (stage, space): the line that was found first."""
        return {
            (stage, node): len(self.node) - 1 - age
            for age, (stage, node) in enumerate(zip(reversed(self.stage), reversed(self.node), strict=True))
        }


def _spread(found: SupplyMap, tables: Tables, trails: _Trails) -> None:
    """Fill in every state that has a line, stage by stage, until no stage gives another one a new start.

    Within a stage the search goes by steps used; where any number is allowed none are counted. A state is
    taken up again only when it is found with fewer steps used, so this ends.
    """
    pending: list[list[int]] = [[] for _ in tables.nets]
    for stage, rules in enumerate(found.policy.stages):
        if rules.ends:
            nodes = sorted(found.sources)
            pending[stage] += trails.add(nodes, stage, [-1] * len(nodes))
            for node in nodes:
                found.used[stage][node] = 0
    while any(pending):
        # Last stage first: it is the one nearest the sources, and the stages before it wait for its results.
        for stage in reversed(range(len(pending))):
            seeds, pending[stage] = pending[stage], []
            if seeds:
                labels = [*seeds, *_spread_stage(found.used[stage], tables, trails, stage, seeds)]
                for before, at in tables.into[stage]:
                    pending[before] += _change(found.used[before], at, trails, before, labels)


def _change(used: list[int], at: list[bool] | None, trails: _Trails, before: int, labels: list[int]) -> range:
    """Where a line may change from stage ``before`` to one of these, it begins a stretch of that stage."""
    place = trails.node
    labels = [label for label in labels if used[place[label]] and (at is None or at[place[label]])]
    nodes = [place[label] for label in labels]
    for node in nodes:
        used[node] = 0
    return trails.add(nodes, before, labels)


def _spread_stage(used: list[int], tables: Tables, trails: _Trails, stage: int, seeds: list[int]) -> range:
    """Spread one stage from new starts; returns the labels it made."""
    neighbours, enterable, limit = tables.nets[stage], tables.enterable[stage], tables.limits[stage]
    node, onward = trails.node, trails.onward
    count = 0 if limit == UNSEEN else 1
    first = len(node)
    level: Sequence[int] = seeds
    steps = 0
    while level and steps < limit:
        steps += count
        begun = len(node)
        for label in level:
            here = node[label]
            # The line enters this space on its way to the source, so it must be free to enter.
            if enterable[here]:
                for there in neighbours[here]:
                    if steps < used[there]:
                        used[there] = steps
                        node.append(there)
                        onward.append(label)
        level = range(begun, len(node))
    fresh = range(first, len(node))
    trails.stage.extend([stage] * len(fresh))
    return fresh
