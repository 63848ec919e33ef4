"""A game being played: rules, tree of positions, dice and players, without any file.

Every change is also a line (`_record`); a `GameFile` writes it down, a plain `Game` does not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from wargame_desktop.core import engine, invariants
from wargame_desktop.core.action import Action
from wargame_desktop.core.dice import Dice, DiceError, RecordedDice, SeededDice, TypedDice
from wargame_desktop.core.engine import Outcome
from wargame_desktop.core.refusal import Refused
from wargame_desktop.core.state import State
from wargame_desktop.core.timeline import MATCH, Node, Timeline, TimelineError
from wargame_desktop.systems.base import GameSystem

from .errors import BrokenRecord, TooLarge
from .header import SEEDED, Header
from .lines import MOST_NODES, Line

CHECKPOINT_EVERY = 50
LONGEST_COMMENT = 100_000


@dataclass(frozen=True)
class UnreadAction(Action):
    """An action on record that the rules at hand cannot read; kept, so that saving loses nothing."""

    verb = "?"
    text: str
    reason: str


@dataclass(frozen=True)
class RulesInForce:
    """Which rules and data the actions numbered above `after` were played with, starting at `base`."""

    rules_version: str
    data_hash: str
    base: int = 0
    after: int = 0


class Game:
    """A game in memory."""

    def __init__(self, header: Header, system: GameSystem, root: State) -> None:
        self.header = header
        self.system = system
        self.timeline = Timeline(system, root, header.mode)
        self.rules = [RulesInForce(header.rules_version, header.data_hash)]
        """What the game has been played with: first as the header says, last as the newest actions were."""
        self.checkpoints: dict[int, State] = {}
        """Positions as they were recorded; they hold even where the actions no longer replay."""
        self.resume_points: tuple[int, ...] = ()
        """Where play may go on when the record does not replay to its end."""

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
        with self._on_record(node):
            state = self.timeline.state_at(node)
        if state.hash != node.state_hash:
            raise BrokenRecord(
                f"Position {node.id} comes out differently from what was recorded:"
                f" {state.hash} and not {node.state_hash}."
            )
        return state

    @contextmanager
    def _on_record(self, node: Node) -> Iterator[None]:
        try:
            yield
        except TimelineError:
            raise
        except Exception as error:  # a fault of the rules at one action must not take the game away
            raise BrokenRecord(f"Position {node.id} cannot be reached: {explain(error)}") from error

    def text_of(self, action: Action) -> str:
        """An action as it is written in the file."""
        return action.text if isinstance(action, UnreadAction) else self.system.notation.format(action)

    def node(self, node: Node | int) -> Node:
        """A position by its number."""
        return self.timeline.node(node) if isinstance(node, int) else node

    # Playing

    def play(self, action: Action | str, dice: Sequence[int] | Dice | None = None) -> tuple[Node, Outcome]:
        """Do an action at the cursor; without `dice` the seed decides.

        `dice` are values thrown by hand, of which none may be left over, or a source of dice.
        Raises NotationError, Refused, DiceNeeded or DiceError when it cannot be done; nothing changes.
        """
        self._require_writable()
        if isinstance(action, str):
            action = self.system.notation.parse(action)
        if len(self.timeline.nodes) > MOST_NODES:
            raise TooLarge(f"A game may have {MOST_NODES} actions with all its variations; this one has.")
        base, before, known = self.cursor, self.state, len(self.timeline.nodes)
        node, outcome = self.timeline.play(action, self._dice_for(before, action, dice))
        if len(self.timeline.nodes) == known:
            self._moved()
            return node, outcome
        lines = [*self._rules_lines(base, before), self._node_line(node)]
        if node.id % CHECKPOINT_EVERY == 0:
            lines.append(self._checkpoint(node, outcome.state))
        self._record(*lines)
        return node, outcome

    def _dice_for(self, state: State, action: Action, given: Sequence[int] | Dice | None) -> Dice:
        seeded = SeededDice(self.header.seed, self._salt())
        if self.header.dice == SEEDED:
            if given is None:
                return seeded
            if self.header.mode == MATCH:
                raise DiceError("In this match the program rolls the dice; they cannot be typed in.")
        if given is not None and not isinstance(given, Sequence):
            return given
        typed = TypedDice(given or (), seeded)
        # A rehearsal, because dice left over must stop the action before it is recorded.
        outcome = engine.apply(self.system, state, action, typed)
        if typed.left:
            count = len(given or ())
            raise DiceError(f"{count} dice were given, the action uses {count - len(typed.left)}.")
        return RecordedDice(outcome.dice)

    def _salt(self) -> str:
        """Names the branch, so that another try rolls anew; the first line played has none."""
        if self.cursor.variations:
            return str(len(self.timeline.nodes))
        for node in self.cursor.line():
            # Compared by number, because promoting a variation must not change its dice.
            beside = node.parent.variations if node.parent is not None else ()
            if len(beside) > 1 and min(other.id for other in beside) < node.id:
                return str(node.id)
        return ""

    def _rules_lines(self, base: Node, state: State) -> list[Line]:
        """When the rules at hand are others than those of the last action: the lines that say so."""
        if not self.rules_changed:
            return []
        after = len(self.timeline.nodes) - 2  # the new action has been added already
        in_force = RulesInForce(self.system.rules_version, self.system.data_hash, base.id, after)
        self.rules.append(in_force)
        if base.parent is None or base.id in self.checkpoints:
            return [_rules_line(in_force)]
        # What led here may not replay with the rules of tomorrow: the position itself goes on record.
        return [self._checkpoint(base, state), _rules_line(in_force)]

    # Moving about and editing

    def undo(self) -> Node:
        """Step back one action; in match play dice and seen pieces stop it with a TimelineError."""
        node = self.cursor
        if node.parent is not None:
            self.state_at(node.parent)
        with self._on_record(node):
            self.timeline.undo()
        return self._moved()

    def redo(self) -> Node:
        """Step forward along the first variation."""
        if self.cursor.variations:
            self.state_at(self.cursor.variations[0])
        self.timeline.redo()
        return self._moved()

    def goto(self, node: Node | int) -> Node:
        """Jump to a position; in match play only as undo and redo would."""
        node = self.node(node)
        self.state_at(node)
        with self._on_record(node):
            self.timeline.goto(node)
        return self._moved()

    def resume_at(self, node: Node | int) -> Node:
        """Go on where the record still holds after the rules changed; not bound by match play."""
        node = self.node(node)
        if node.id not in self.resume_points:
            raise TimelineError(f"The game cannot be resumed at position {node.id}.")
        self.state_at(node)
        self.timeline.cursor = node
        return self._moved()

    def _moved(self) -> Node:
        self._record(_cursor_line(self.cursor))
        return self.cursor

    def comment(self, node: Node | int, text: str) -> None:
        """Write a comment at a position; an empty one takes it away."""
        self._require_writable()
        node = self.node(node)
        if len(text) > LONGEST_COMMENT:
            raise TooLarge(f"A comment may have {LONGEST_COMMENT} characters, this one has {len(text)}.")
        node.comment = text.encode("utf-8", "replace").decode()
        self._record(_comment_line(node))

    def promote(self, node: Node | int) -> None:
        """Move a variation one place towards the main line."""
        self._require_writable()
        node = self.node(node)
        self.timeline.promote(node)
        self._record({"kind": "promote", "node": node.id})

    def demote(self, node: Node | int) -> None:
        """Move a variation one place away from the main line."""
        self._require_writable()
        node = self.node(node)
        self.timeline.demote(node)
        self._record({"kind": "demote", "node": node.id})

    # The record

    @property
    def rules_changed(self) -> bool:
        """Whether the rules or data at hand are others than those of the last action."""
        last = self.rules[-1]
        return (last.rules_version, last.data_hash) != (self.system.rules_version, self.system.data_hash)

    def add_checkpoint(self, node: Node, state: State) -> None:
        """Keep a recorded position; states are computed from it when the rules at hand know it."""
        self.checkpoints[node.id] = state
        if not (self.rules_changed and misfit(self.system, state)):
            self.timeline.keep(node, state)

    def recorded(self, node: Node) -> State | None:
        """The position that the record holds here, when the rules at hand know it."""
        state = self.checkpoints.get(node.id)
        return None if state is None or misfit(self.system, state) else state

    def _checkpoint(self, node: Node, state: State) -> Line:
        self.add_checkpoint(node, state)
        return _checkpoint_line(node, state)

    def lines(self) -> Iterator[Line]:
        """The whole game as the lines of a file; the same game gives the same lines."""
        root = self.timeline.root
        nodes = [self.timeline.nodes[number] for number in sorted(self.timeline.nodes)]
        changes: dict[int, list[RulesInForce]] = {}
        for in_force in self.rules[1:]:
            changes.setdefault(in_force.after, []).append(in_force)
        yield self.header.to_line()
        yield {"kind": "state", "hash": root.state_hash, "state": self.timeline.state_at(root).to_plain()}
        for node in nodes:
            if node.parent is not None:
                yield self._node_line(node)
            if node.id in self.checkpoints:
                yield _checkpoint_line(node, self.checkpoints[node.id])
            yield from map(_rules_line, changes.get(node.id, ()))
        for node in nodes:
            yield from _order_lines(node)
        for node in nodes:
            if node.comment:
                yield _comment_line(node)
        yield _cursor_line(self.cursor)

    def _node_line(self, node: Node) -> Line:
        assert node.parent is not None and node.action is not None
        return {
            "kind": "node",
            "id": node.id,
            "parent": node.parent.id,
            "action": self.text_of(node.action),
            "dice": list(node.dice),
            "hash": node.state_hash,
        }

    def _require_writable(self) -> None:
        """Raise ReadOnly when changes cannot be kept."""

    def _record(self, *lines: Line) -> None:
        """Write lines down; a game in memory has nowhere to."""


def explain(error: BaseException) -> str:
    """Why the rules did not accept a recorded action, as a sentence."""
    if isinstance(error, Refused | DiceError):
        return str(error)
    return f"{error} ({type(error).__name__})"


def misfit(system: GameSystem, state: State) -> str:
    """What in a recorded position the rules and data at hand do not know; empty when all is well."""
    try:
        return "; ".join(invariants.problems(system, state)[:3])
    except Exception as error:  # rules asked about a position that they would never have made
        return f"{error} ({type(error).__name__})"


def _checkpoint_line(node: Node, state: State) -> Line:
    return {"kind": "checkpoint", "node": node.id, "state": state.to_plain()}


def _comment_line(node: Node) -> Line:
    return {"kind": "comment", "node": node.id, "text": node.comment}


def _cursor_line(node: Node) -> Line:
    return {"kind": "cursor", "node": node.id}


def _rules_line(in_force: RulesInForce) -> Line:
    return {
        "kind": "rules",
        "node": in_force.base,
        "rules_version": in_force.rules_version,
        "data_hash": in_force.data_hash,
    }


def _order_lines(parent: Node) -> Iterator[Line]:
    """The promotions that bring the variations from the order they were played in to their order now."""
    order = sorted(node.id for node in parent.variations)
    if order == [node.id for node in parent.variations]:
        return
    for place, node in enumerate(parent.variations):
        at = order.index(node.id)
        order.insert(place, order.pop(at))
        for _ in range(at - place):
            yield {"kind": "promote", "node": node.id}
