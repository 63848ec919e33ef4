"""A game being played: rules, tree of positions, dice and players, without any file.

Every change is also a line (`_record`); a `GameFile` writes it down, a plain `Game` does not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from wargame_desktop.core import engine
from wargame_desktop.core.action import Action
from wargame_desktop.core.dice import Dice, DiceError, RecordedDice, SeededDice, TypedDice
from wargame_desktop.core.engine import Outcome
from wargame_desktop.core.refusal import Refused
from wargame_desktop.core.state import State
from wargame_desktop.core.timeline import MATCH, Node, Timeline
from wargame_desktop.systems.base import GameSystem

from .errors import BrokenRecord
from .header import SEEDED, TYPED, Header
from .lines import Line

CHECKPOINT_EVERY = 50


@dataclass(frozen=True)
class UnreadAction(Action):
    """An action on record that the rules at hand cannot read; kept, so that saving loses nothing."""

    verb = "?"
    text: str


class Game:
    """A game in memory."""

    def __init__(self, header: Header, system: GameSystem, root: State) -> None:
        self.header = header
        self.system = system
        self.timeline = Timeline(system, root, header.mode)
        self.checkpoints: dict[int, State] = {}
        """Positions as they were recorded; they hold even where the actions no longer replay."""
        self.recorded_cursor = self.timeline.root
        """Where the record left off, which may not be reachable with the rules at hand."""

    # Looking

    @property
    def cursor(self) -> Node:
        """The position the table shows."""
        return self.timeline.cursor

    @property
    def state(self) -> State:
        """The state at the cursor."""
        return self.state_at(self.cursor)

    def state_at(self, node: Node) -> State:
        """The state at any position; BrokenRecord when the rules at hand do not lead there."""
        try:
            return self.timeline.state_at(node)
        except Exception as error:  # a fault of the rules at one action must not take the game away
            raise BrokenRecord(f"Position {node.id} cannot be reached: {explain(error)}") from error

    def text_of(self, action: Action) -> str:
        """An action as it is written in the file."""
        return action.text if isinstance(action, UnreadAction) else self.system.notation.format(action)

    # Playing

    def play(self, action: Action | str, dice: Sequence[int] | None = None) -> tuple[Node, Outcome]:
        """Do an action at the cursor. `dice` are values thrown by hand; without them the seed decides.

        Raises NotationError, Refused, DiceNeeded or DiceError when it cannot be done; nothing changes.
        """
        self._require_writable()
        if isinstance(action, str):
            action = self.system.notation.parse(action)
        state, known = self.state, len(self.timeline.nodes)
        node, outcome = self.timeline.play(action, self._dice_for(state, action, dice))
        if node.id < known:
            self._record({"kind": "cursor", "node": node.id})
        elif node.id % CHECKPOINT_EVERY:
            self._record(self._node_line(node))
        else:
            self.add_checkpoint(node, outcome.state)
            self._record(self._node_line(node), _checkpoint_line(node, outcome.state))
        return node, outcome

    def _dice_for(self, state: State, action: Action, values: Sequence[int] | None) -> Dice:
        seeded = SeededDice(self.header.seed, self._salt())
        if self.header.dice == SEEDED and values is None:
            return seeded
        if self.header.dice == SEEDED and self.header.mode == MATCH:
            raise DiceError("In this match the program rolls the dice; they cannot be typed in.")
        typed = TypedDice(values or (), seeded)
        # A rehearsal, because dice left over must stop the action before it is recorded.
        outcome = engine.apply(self.system, state, action, typed)
        if typed.left:
            given = len(values or ())
            raise DiceError(f"{given} dice were given, the action uses {given - len(typed.left)}.")
        return RecordedDice(outcome.dice)

    def _salt(self) -> str:
        """Names the branch, so that another try rolls anew; the first line played has none."""
        if self.cursor.variations:
            return str(len(self.timeline.nodes))
        for node in self.cursor.line():
            if node.parent is not None and any(other.id < node.id for other in node.parent.variations):
                return str(node.id)
        return ""

    # Moving about and editing

    def undo(self) -> Node:
        """Step back one action; in match play dice and seen pieces stop it with a TimelineError."""
        self.timeline.undo()
        return self._moved()

    def redo(self) -> Node:
        """Step forward along the first variation."""
        if self.cursor.variations:
            self.state_at(self.cursor.variations[0])
        self.timeline.redo()
        return self._moved()

    def goto(self, node: Node | int) -> Node:
        """Jump to a position."""
        node = self.timeline.node(node) if isinstance(node, int) else node
        self.state_at(node)
        self.timeline.goto(node)
        return self._moved()

    def _moved(self) -> Node:
        self._record({"kind": "cursor", "node": self.cursor.id})
        return self.cursor

    def comment(self, node: Node | int, text: str) -> None:
        """Write a comment at a position; an empty one takes it away."""
        self._require_writable()
        node = self.timeline.node(node) if isinstance(node, int) else node
        node.comment = text.encode("utf-8", "replace").decode()
        self._record(_comment_line(node))

    def promote(self, node: Node | int) -> None:
        """Move a variation one place towards the main line."""
        self._require_writable()
        node = self.timeline.node(node) if isinstance(node, int) else node
        self.timeline.promote(node)
        self._record({"kind": "promote", "node": node.id})

    def demote(self, node: Node | int) -> None:
        """Move a variation one place away from the main line."""
        self._require_writable()
        node = self.timeline.node(node) if isinstance(node, int) else node
        self.timeline.demote(node)
        self._record({"kind": "demote", "node": node.id})

    # When the rules have changed since

    def accept_rules(self, node: Node) -> None:
        """Go on at a position with the rules at hand, leaving the rest of the record as it is."""
        self._require_writable()
        state = self.state_at(node)
        versions = {"rules_version": self.system.rules_version, "data_hash": self.system.data_hash}
        self.header = replace(self.header, **versions)
        self.timeline.cursor = self.recorded_cursor = node
        lines: list[Line] = [{"kind": "rules", **versions}, {"kind": "cursor", "node": node.id}]
        if node.parent is not None and node.id not in self.checkpoints:
            # What led here may not replay tomorrow either: the position itself goes on record.
            self.add_checkpoint(node, state)
            lines.insert(0, _checkpoint_line(node, state))
        self._record(*lines)

    # The record

    def add_checkpoint(self, node: Node, state: State) -> None:
        """Keep a recorded position."""
        self.checkpoints[node.id] = state
        self.timeline.keep(node, state)

    def lines(self) -> Iterator[Line]:
        """The whole game as the lines of a file; the same game gives the same lines."""
        root = self.timeline.root
        yield self.header.to_line()
        yield {"kind": "state", "hash": root.state_hash, "state": self.state_at(root).to_plain()}
        nodes = [self.timeline.nodes[number] for number in sorted(self.timeline.nodes)]
        for node in nodes[1:]:
            yield self._node_line(node)
            if node.id in self.checkpoints:
                yield _checkpoint_line(node, self.checkpoints[node.id])
        for node in nodes:
            yield from _order_lines(node)
        for node in nodes:
            if node.comment:
                yield _comment_line(node)
        yield {"kind": "cursor", "node": self.cursor.id}

    def _node_line(self, node: Node) -> Line:
        assert node.parent is not None and node.action is not None
        line: Line = {
            "kind": "node",
            "id": node.id,
            "parent": node.parent.id,
            "action": self.text_of(node.action),
            "dice": list(node.dice),
            "hash": node.state_hash,
        }
        return {**line, "reveals": True} if node.reveals else line

    def _require_writable(self) -> None:
        """Raise ReadOnly when changes cannot be kept."""

    def _record(self, *lines: Line) -> None:
        """Write lines down; a game in memory has nowhere to."""


def explain(error: BaseException) -> str:
    """Why the rules did not accept a recorded action, as a sentence."""
    if isinstance(error, Refused | DiceError):
        return str(error)
    return f"{error} ({type(error).__name__})"


def _checkpoint_line(node: Node, state: State) -> Line:
    return {"kind": "checkpoint", "node": node.id, "state": state.to_plain()}


def _comment_line(node: Node) -> Line:
    return {"kind": "comment", "node": node.id, "text": node.comment}


def _order_lines(parent: Node) -> Iterator[Line]:
    """The promotions that bring the variations from the order they were played in to their order now."""
    order = sorted(node.id for node in parent.variations)
    for place, node in enumerate(parent.variations):
        at = order.index(node.id)
        order.insert(place, order.pop(at))
        for _ in range(at - place):
            yield {"kind": "promote", "node": node.id}


__all__ = ["CHECKPOINT_EVERY", "SEEDED", "TYPED", "Game", "UnreadAction", "explain"]
