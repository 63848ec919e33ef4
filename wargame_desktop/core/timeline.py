"""The game as a tree of positions: undo moves a cursor and deletes nothing.

Modelled on a chess study: each node has a parent, the action that led to it, the dice that
fell, a comment, and its variations (the first is the main line).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field

from .action import Action
from .dice import Dice, RecordedDice
from .engine import Outcome, System, apply
from .state import State

MATCH, STUDY = "match", "study"
_KEEP_EVERY = 32
_KEEP_RECENT = 64


class TimelineError(ValueError):
    """A step in the tree that does not exist, or that match play does not allow."""


@dataclass(eq=False)
class Node:
    """A position in the tree."""

    id: int
    parent: Node | None = field(repr=False)  # a node is shown alone, not with the whole tree
    action: Action | None = None
    dice: tuple[int, ...] = ()
    state_hash: str = ""
    reveals: bool | None = None  # None: read from a file and not looked at yet
    comment: str = ""
    variations: list[Node] = field(default_factory=list, repr=False)

    @property
    def depth(self) -> int:
        """How many actions lie before it."""
        return sum(1 for _ in self.line()) - 1

    @property
    def is_main_line(self) -> bool:
        """Whether it lies on the line of first variations from the root."""
        node = self
        while node.parent is not None:
            if node.parent.variations[0] is not node:
                return False
            node = node.parent
        return True

    def line(self) -> Iterator[Node]:
        """The nodes from here back to the root."""
        node: Node | None = self
        while node is not None:
            yield node
            node = node.parent


class Timeline:
    """The tree, the cursor in it, and the states along it, recomputed when they are not at hand."""

    def __init__(self, system: System, root: State, mode: str = STUDY) -> None:
        self.system = system
        self.mode = mode
        self.root = Node(0, None, state_hash=root.hash)
        self.cursor = self.root
        self.nodes: dict[int, Node] = {0: self.root}
        self._next_id = 1
        self._root_state = root
        self._kept: dict[int, State] = {}
        self._recent: OrderedDict[int, State] = OrderedDict()
        self._played: tuple[Node, Outcome] | None = None

    # States

    @property
    def state(self) -> State:
        """The state at the cursor."""
        return self.state_at(self.cursor)

    def state_at(self, node: Node) -> State:
        """The state at any node."""
        steps: list[Node] = []
        at: Node = node
        while (found := self._known(at)) is None:
            steps.append(at)
            assert at.parent is not None  # the root state is always known
            at = at.parent
        state = found
        for step in reversed(steps):
            state = self._replay(state, step).state
            self._keep(step, state)
        return state

    def outcome_at(self, node: Node) -> Outcome:
        """What the action of a node led to: events, dice and changes."""
        if node.parent is None:
            raise TimelineError("nothing happened before the start")
        if self._played is not None and self._played[0] is node:  # the log asks right after an action
            return self._played[1]
        return self._replay(self.state_at(node.parent), node)

    def _replay(self, state: State, node: Node) -> Outcome:
        assert node.action is not None
        dice = RecordedDice(node.dice)
        outcome = apply(self.system, state, node.action, dice)
        dice.finish()
        return outcome

    def _known(self, node: Node) -> State | None:
        if node.id == 0:
            return self._root_state
        return self._kept.get(node.id) or self._recent.get(node.id)

    def _keep(self, node: Node, state: State) -> None:
        if node.id % _KEEP_EVERY == 0:
            self._kept[node.id] = state
        self._recent[node.id] = state
        self._recent.move_to_end(node.id)
        while len(self._recent) > _KEEP_RECENT:
            self._recent.popitem(last=False)

    def keep(self, node: Node, state: State) -> None:
        """Trust a state read from a checkpoint, so that jumps need not replay from the start."""
        self._kept[node.id] = state

    # Growing

    def play(self, action: Action, dice: Dice) -> tuple[Node, Outcome]:
        """Do an action at the cursor and go there. A line that exists already is followed, not doubled."""
        outcome = apply(self.system, self.state, action, dice)
        for child in self.cursor.variations:
            if child.action == action and child.dice == outcome.dice:
                self.cursor = child
                return child, outcome
        node = self.attach(self.cursor, self._next_id, action, outcome.dice, outcome.state.hash)
        node.reveals = outcome.reveals
        self._keep(node, outcome.state)
        self._played = node, outcome
        self.cursor = node
        return node, outcome

    def attach(
        self, parent: Node, node_id: int, action: Action, dice: tuple[int, ...], state_hash: str
    ) -> Node:
        """Add a node as a file records it, without computing its state."""
        if node_id in self.nodes:
            raise TimelineError(f"there is a node {node_id} already")
        node = Node(node_id, parent, action, dice, state_hash)
        parent.variations.append(node)
        self.nodes[node_id] = node
        self._next_id = max(self._next_id, node_id + 1)
        return node

    # Moving the cursor

    def node(self, node_id: int) -> Node:
        """A node by its number."""
        try:
            return self.nodes[node_id]
        except KeyError:
            raise TimelineError(f"the game has no position {node_id}") from None

    def undo_refusal(self) -> str | None:
        """Why the last action may not be taken back; None when it may."""
        node = self.cursor
        if node.parent is None:
            return "There is nothing to take back."
        if self.mode == MATCH and node.dice:
            return "Dice have fallen: in match play that cannot be taken back."
        if self.mode == MATCH and self._reveals(node):
            return "Hidden pieces were seen: in match play that cannot be taken back."
        return None

    def _reveals(self, node: Node) -> bool:
        if node.reveals is None:
            node.reveals = self.outcome_at(node).reveals
        return node.reveals

    def undo(self) -> Node:
        """Step back one action."""
        refusal = self.undo_refusal()
        if refusal is not None:
            raise TimelineError(refusal)
        assert self.cursor.parent is not None
        self.cursor = self.cursor.parent
        return self.cursor

    def redo(self) -> Node:
        """Step forward along the first variation."""
        if not self.cursor.variations:
            raise TimelineError("There is nothing to do again.")
        self.cursor = self.cursor.variations[0]
        return self.cursor

    def goto(self, node: Node) -> None:
        """Jump anywhere; in match play only back as far as undo allows, or forward along the game."""
        if self.mode == MATCH:
            self._match_jump(node)
        self.cursor = node

    def _match_jump(self, node: Node) -> None:
        ahead = set(map(id, node.line()))
        if id(self.cursor) in ahead:
            return
        start = self.cursor
        while id(self.cursor) not in ahead:
            refusal = self.undo_refusal()
            if refusal is not None:
                self.cursor = start
                raise TimelineError(refusal)
            assert self.cursor.parent is not None
            self.cursor = self.cursor.parent

    # Editing the tree

    def promote(self, node: Node) -> None:
        """Make a variation one place more important; the first is the main line."""
        siblings = _siblings(node)
        at = siblings.index(node)
        if at:
            siblings[at - 1], siblings[at] = siblings[at], siblings[at - 1]

    def demote(self, node: Node) -> None:
        """Make a variation one place less important."""
        siblings = _siblings(node)
        at = siblings.index(node)
        if at + 1 < len(siblings):
            siblings[at + 1], siblings[at] = siblings[at], siblings[at + 1]

    def main_line(self) -> list[Node]:
        """The nodes of the main line, without the root."""
        line, node = [], self.root
        while node.variations:
            node = node.variations[0]
            line.append(node)
        return line


def _siblings(node: Node) -> list[Node]:
    if node.parent is None:
        raise TimelineError("the start of the game has no variations beside it")
    return node.parent.variations
