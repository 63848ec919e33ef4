"""From the bytes of a file to a game, as far as the bytes are good."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from wargame_desktop.core.action import Action, NotationError
from wargame_desktop.core.state import State, StateError
from wargame_desktop.core.timeline import Node, TimelineError
from wargame_desktop.systems.base import GameSystem

from .errors import BrokenRecord, Damaged, MissingRules, NotAGame, TooNew
from .game import Game, RulesInForce, UnreadAction, misfit
from .header import Header, number, text
from .lines import FIRST_CHAIN, LONGEST_LINE, MOST_NODES, Line, LineError, decode, next_chain
from .migrations import FORMAT, migrate

Bind: TypeAlias = Callable[[str, Mapping[str, Any]], GameSystem]
"""How the rule system of a game is found: `registry.bind`."""

_FIRST_CHAINED = 2


@dataclass(frozen=True)
class Damage:
    """The first line that is not as it was written; what follows it is not read."""

    line: int
    reason: str
    bytes_lost: int

    def __str__(self) -> str:
        return f"Line {self.line} is damaged ({self.reason}); {self.bytes_lost} bytes are left out."


G = TypeVar("G", bound=Game)


@dataclass
class Reading(Generic[G]):
    """A game as far as its file could be read, and what a writer must know to go on with the file."""

    game: G
    written: int
    length: int
    chain: str
    damage: Damage | None = None
    skipped: int = 0

    @property
    def is_newer(self) -> bool:
        """Whether a newer version of the program wrote the file."""
        return self.written > FORMAT


class _Lines:
    """The lines of a file, one after the other, each checked against the chain."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self.number = 0
        self.end = 0
        self.chain = FIRST_CHAIN
        self.written = 0

    def __iter__(self) -> Iterator[Line]:
        while self.end < len(self._data):
            line, end, chain = self._next()
            yield line
            # Only now is the line good: whoever reads it may find it wanting.
            self.end, self.chain = end, chain

    def _next(self) -> tuple[Line, int, str]:
        self.number += 1
        stop = self._data.find(b"\n", self.end)
        if stop < 0:
            raise LineError("it is not complete")
        if stop - self.end > LONGEST_LINE:
            raise LineError(f"it has {stop - self.end} bytes, {LONGEST_LINE} is the limit")
        raw = self._data[self.end : stop].removesuffix(b"\r")
        if self.number == 1:
            self.written = _format_of(raw)
        chain = next_chain(raw, self.chain) if self.written >= _FIRST_CHAINED else FIRST_CHAIN
        return migrate(decode(raw), self.written), stop + 1, chain


def _format_of(raw: bytes) -> int:
    line = decode(raw)
    if line.get("kind") != "header":
        raise LineError("it is no header")
    written = number(line, "format")
    if written < 1:
        raise LineError(f"there is no format {written}")
    return written


def read_game(
    data: bytes, name: str, bind: Bind, make: Callable[[Header, GameSystem, State], G]
) -> Reading[G]:
    """Read a game file; a StorageError says why nothing of it can be used."""
    lines = _Lines(data)
    stream = iter(lines)
    header = _read_header(lines, stream, name)
    root = _read_root(lines, stream, name, header)
    system = _bind(bind, header, name)
    problem = misfit(system, root)
    if problem:
        raise BrokenRecord(f"The first position of {name} does not fit the rules and data here: {problem}.")
    game = make(header, system, root)
    skipped, damage = 0, None
    try:
        for line in stream:
            skipped += not _take(game, line, lines.written > FORMAT)
    except (LineError, StateError, TimelineError, RecursionError) as error:
        damage = Damage(lines.number, str(error), len(data) - lines.end)
    return Reading(game, lines.written, lines.end, lines.chain, damage, skipped)


def _read_header(lines: _Lines, stream: Iterator[Line], name: str) -> Header:
    try:
        line = next(stream)
    except StopIteration:
        raise NotAGame(f"{name} is empty.") from None
    except LineError as error:
        if lines.written > FORMAT:
            raise _too_new(name, lines.written, "", str(error)) from None
        if lines.written:
            raise Damaged(f"The first line of {name} is damaged: {error}.") from None
        raise NotAGame(f"{name} is no game of this program (line 1: {error}).") from None
    try:
        return Header.from_line(line)
    except LineError as error:
        if lines.written > FORMAT:
            raise _too_new(name, lines.written, str(line.get("app", "")), str(error)) from None
        raise Damaged(f"The first line of {name} is damaged: {error}.") from None


def _read_root(lines: _Lines, stream: Iterator[Line], name: str, header: Header) -> State:
    try:
        line = next(stream)
        if line.get("kind") != "state":
            raise LineError("it should hold the first position")
        state = State.from_plain(line.get("state"))
        if state.hash != text(line, "hash") or state.system != header.system:
            raise LineError("the first position is not the one that was written")
    except StopIteration:
        raise Damaged(f"{name} ends before its first position.") from None
    except (LineError, StateError, RecursionError) as error:
        if lines.written > FORMAT:
            raise _too_new(name, lines.written, header.app, str(error)) from None
        raise Damaged(f"Line 2 of {name} is damaged: {error}.") from None
    return state


def _too_new(name: str, written: int, app: str, reason: str) -> TooNew:
    by = f"version {app}" if app else "a newer version"
    return TooNew(f"{name} was written by {by} in format {written}, which is not understood here: {reason}.")


def _bind(bind: Bind, header: Header, name: str) -> GameSystem:
    try:
        return bind(header.system, header.refs)
    except Exception as error:  # the file names rules and data freely: whatever they lack is the file's fault
        raise MissingRules(f"{name} cannot be played here: {error}") from error


# Line by line


def _take(game: Game, line: Line, is_newer: bool) -> bool:
    """Add what a line says to the game; False when a newer version's line is passed over."""
    take = _TAKE.get(text(line, "kind"))
    if take is None:
        if is_newer:
            return False
        raise LineError(f"a line of kind “{text(line, 'kind')[:40]}” is not known")
    take(game, line)
    return True


def _take_node(game: Game, line: Line) -> None:
    timeline = game.timeline
    expected = len(timeline.nodes)
    if number(line, "id") != expected:
        raise LineError(f"its action should have the number {expected}, not {number(line, 'id')}")
    if expected > MOST_NODES:
        raise LineError(f"a game may have {MOST_NODES} actions")
    dice = line.get("dice")
    if not isinstance(dice, list) or not all(type(value) is int for value in dice):
        raise LineError("its dice should be whole numbers")
    action = _action(game, text(line, "action"))
    node = timeline.attach(_node_of(game, line, "parent"), expected, action, tuple(dice), text(line, "hash"))
    timeline.cursor = node


def _action(game: Game, written: str) -> Action:
    try:
        return game.system.notation.parse(written)
    except NotationError as error:
        return UnreadAction(written, str(error))


def _take_checkpoint(game: Game, line: Line) -> None:
    node = _node_of(game, line)
    state = State.from_plain(line.get("state"))
    if state.hash != node.state_hash:
        raise LineError(f"its position is not the one after action {node.id}")
    game.add_checkpoint(node, state)


def _take_cursor(game: Game, line: Line) -> None:
    game.timeline.cursor = _node_of(game, line)


def _take_comment(game: Game, line: Line) -> None:
    _node_of(game, line).comment = text(line, "text")


def _take_promote(game: Game, line: Line) -> None:
    game.timeline.promote(_node_of(game, line))


def _take_demote(game: Game, line: Line) -> None:
    game.timeline.demote(_node_of(game, line))


def _take_rules(game: Game, line: Line) -> None:
    base, after = _node_of(game, line).id, len(game.timeline.nodes) - 1
    game.rules.append(RulesInForce(text(line, "rules_version"), text(line, "data_hash"), base, after))


def _node_of(game: Game, line: Line, key: str = "node") -> Node:
    return game.timeline.node(number(line, key))


_TAKE: dict[str, Callable[[Game, Line], None]] = {
    "node": _take_node,
    "checkpoint": _take_checkpoint,
    "cursor": _take_cursor,
    "comment": _take_comment,
    "promote": _take_promote,
    "demote": _take_demote,
    "rules": _take_rules,
}
