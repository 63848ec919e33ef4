"""Opening game files for the commands."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from wargame_desktop.core import engine
from wargame_desktop.core.state import State
from wargame_desktop.core.timeline import Node
from wargame_desktop.storage.errors import ReadOnly
from wargame_desktop.storage.file import GameFile
from wargame_desktop.storage.game import Game
from wargame_desktop.systems.base import GameSystem

from .run import Usage


@contextmanager
def opened(path: str, *, write: bool = False) -> Iterator[GameFile]:
    """A game file; what there is to say about its condition goes to standard error."""
    result = GameFile.open(path, write=write)
    with result.game as game:
        if write and game.read_only:
            raise ReadOnly(game.read_only)
        for note in result.notes:
            if note != game.read_only:
                print(f"wargame: {note}", file=sys.stderr)
        yield game


def position(game: Game, arguments: argparse.Namespace) -> tuple[Node, State]:
    """The position a command asks about: the current one, or the one of `--at`."""
    node = game.cursor if arguments.at is None else game.timeline.node(arguments.at)
    return node, game.state_at(node)


def side_of(system: GameSystem, state: State, side: str | None) -> str | None:
    """The side named, checked; None sees all."""
    if side is not None and side not in system.sides(state):
        raise Usage(f"there is no side {side} (sides: {', '.join(system.sides(state))})")
    return side


def decision_plain(system: GameSystem, state: State) -> dict[str, Any] | None:
    """The decision owed, as JSON."""
    owed = engine.decision(system, state)
    if owed is None:
        return None
    return {
        "owner": owed.owner,
        "title": owed.prompt.title,
        "text": owed.prompt.text,
        "rule": owed.prompt.rule,
        "phase": [frame.name for frame in state.stack],
        "actions": [
            {
                "verb": offer.verb,
                "title": offer.title,
                "rule": offer.rule,
                "usage": system.notation.usage(offer.verb),
            }
            for offer in owed.offers
        ],
    }


def options_of(pairs: list[str]) -> dict[str, str]:
    """`--option name=value` as a mapping."""
    found: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise Usage(f"--option should be NAME=VALUE, not “{pair}”")
        found[name] = value
    return found
