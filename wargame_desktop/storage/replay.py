"""Playing a record again: does every action still lead where it led?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from wargame_desktop.core import engine
from wargame_desktop.core.dice import RecordedDice
from wargame_desktop.core.state import State
from wargame_desktop.core.timeline import Node

from .game import Game, UnreadAction, explain


@dataclass(frozen=True)
class Difference:
    """An action that no longer leads where it led. `found` is empty when it cannot be done at all."""

    node: int
    action: str
    expected: str
    found: str
    reason: str

    def __str__(self) -> str:
        return f"Action {self.node}, “{self.action}”: {self.reason}"


@dataclass
class ReplayReport:
    """The outcome of replaying every branch.

    `earlier` are differences at actions played before the rules last changed, which the players
    have been told of; `unreached` are actions behind a difference. `damage` says what of the file
    could not be read.
    """

    actions: int = 0
    branches: int = 0
    unreached: int = 0
    differences: list[Difference] = field(default_factory=list)
    earlier: list[Difference] = field(default_factory=list)
    damage: str = ""

    @property
    def ok(self) -> bool:
        """Whether the whole file could be read, and every action leads where it led."""
        return not self.differences and not self.damage

    def __str__(self) -> str:
        actions = "1 action" if self.actions == 1 else f"{self.actions} actions"
        branches = "1 branch" if self.branches == 1 else f"{self.branches} branches"
        what = f"{actions} in {branches}"
        if self.differences:
            what += f": {len(self.differences)} differ, {self.unreached} not reached. {self.differences[0]}"
        else:
            what += " replayed, every position is as recorded."
        if self.earlier:
            what += f" {len(self.earlier)} actions of earlier rules would differ today."
        return f"{what} {self.damage}".rstrip()


@dataclass(frozen=True)
class Mismatch:
    """The record does not replay with the rules and data at hand.

    `difference` is the first on the way to where the players left off. Play may go on at
    `last_good`, the position before it, or at `kept`, the last position that the record itself holds.
    """

    difference: Difference
    last_good: int
    kept: int

    def __str__(self) -> str:
        sentence = f"{self.difference} The game can go on from position {self.last_good}, before that action"
        return f"{sentence}, or from position {self.kept} as it was recorded."


def verify(game: Game, progress: Callable[[int, int], None] | None = None) -> ReplayReport:
    """Replay every branch from the start and compare every state hash."""
    report = ReplayReport(actions=len(game.timeline.nodes) - 1)
    old = game.rules[-1].after
    start = game.timeline.state_at(game.timeline.root)
    # Depth first: only the states at forks are in memory at once.
    waiting: list[tuple[Node, State | None]] = [(game.timeline.root, start)]
    done = 0
    while waiting:
        node, state = waiting.pop()
        if node.parent is not None:
            before = state
            state, difference = check_node(game, node, before)
            if difference is not None:
                (report.differences if node.id > old else report.earlier).append(difference)
            report.unreached += before is None and state is None
            done += 1
            if progress is not None:
                progress(done, report.actions)
        report.branches += not node.variations
        waiting.extend((child, state) for child in reversed(node.variations))
    return report


def check_node(game: Game, node: Node, before: State | None) -> tuple[State | None, Difference | None]:
    """The state to go on with after an action, and how it differs from the record.

    Where the record holds the position itself, that stands in for one that cannot be reached.
    """
    if before is None:
        return game.recorded(node), None
    assert node.action is not None
    found, reason = "", ""
    try:
        if isinstance(node.action, UnreadAction):
            raise ValueError(node.action.reason)
        dice = RecordedDice(node.dice)
        after = engine.apply(game.system, before, node.action, dice).state
        dice.finish()
        if after.hash == node.state_hash:
            return after, None
        found = after.hash
        reason = f"it leads to position {found}, recorded is {node.state_hash}."
    except Exception as error:  # a fault of the rules is a difference too
        reason = f"it cannot be done: {explain(error)}"
    return game.recorded(node), Difference(node.id, game.text_of(node.action), node.state_hash, found, reason)


def find_mismatch(game: Game, target: Node) -> Mismatch | None:
    """What stands between the start of the rules in force and a position; None when nothing does."""
    bases = {in_force.base for in_force in game.rules}
    line: list[Node] = []
    at: State | None = None
    for node in target.line():
        line.append(node)
        at = game.recorded(node) if node.id in bases else None
        if at is not None:
            break
    line.reverse()
    at = at or game.timeline.state_at(line[0])
    first: Difference | None = None
    last_good = kept = line[0].id
    for node in line[1:]:
        at, difference = check_node(game, node, at)
        first = first or difference
        if first is None:
            last_good = node.id
        if at is not None:
            kept = node.id
    return None if first is None else Mismatch(first, last_good, kept)
