"""Commands that move in the tree of positions."""

from __future__ import annotations

import argparse
from typing import Any

from wargame_desktop.core.timeline import Node
from wargame_desktop.storage.game import Game

from .games import opened
from .output import print_json
from .run import DONE, Usage


def tree(arguments: argparse.Namespace) -> int:
    """List every position; variations are indented."""
    with opened(arguments.file) as game:
        if arguments.json:
            nodes = [_plain(game, game.timeline.nodes[number]) for number in sorted(game.timeline.nodes)]
            print_json({"cursor": game.cursor.id, "nodes": nodes})
            return DONE
        # A stack and not a recursion: a game may be thousands of actions long.
        open_nodes: list[tuple[Node, int]] = [(game.timeline.root, 0)]
        while open_nodes:
            node, indent = open_nodes.pop()
            _print_node(game, node, indent)
            open_nodes += [(first, indent) for first in node.variations[:1]]
            open_nodes += [(other, indent + 1) for other in reversed(node.variations[1:])]
    return DONE


def _print_node(game: Game, node: Node, indent: int) -> None:
    action = "start" if node.action is None else game.text_of(node.action)
    dice = f"  dice {','.join(map(str, node.dice))}" if node.dice else ""
    here = "  ← here" if node is game.cursor else ""
    comment = f"  {{{node.comment}}}" if node.comment else ""
    print(f"{'    ' * indent}{node.id}. {action}{dice}{comment}{here}")


def _plain(game: Game, node: Node) -> dict[str, Any]:
    return {
        "id": node.id,
        "parent": None if node.parent is None else node.parent.id,
        "action": "" if node.action is None else game.text_of(node.action),
        "dice": list(node.dice),
        "hash": node.state_hash,
        "comment": node.comment,
        "variations": [child.id for child in node.variations],
    }


def undo(arguments: argparse.Namespace) -> int:
    """Go back."""
    return _steps(arguments, back=True)


def redo(arguments: argparse.Namespace) -> int:
    """Go forward."""
    return _steps(arguments, back=False)


def _steps(arguments: argparse.Namespace, *, back: bool) -> int:
    if arguments.steps < 1:
        raise Usage(f"{arguments.steps} steps make no sense")
    with opened(arguments.file, write=True) as game:
        for _ in range(arguments.steps):
            if back:
                game.undo()
            else:
                game.redo()
        return _here(arguments, game)


def goto(arguments: argparse.Namespace) -> int:
    """Go to a position."""
    with opened(arguments.file, write=True) as game:
        game.goto(game.timeline.node(arguments.node))
        return _here(arguments, game)


def comment(arguments: argparse.Namespace) -> int:
    """Comment on the current position."""
    with opened(arguments.file, write=True) as game:
        game.comment(game.cursor, arguments.text)
        return _here(arguments, game)


def _here(arguments: argparse.Namespace, game: Game) -> int:
    node = game.cursor
    if arguments.json:
        print_json({"node": node.id, "hash": game.state_at(node).hash})
    else:
        print(f"at position {node.id}")
    return DONE
