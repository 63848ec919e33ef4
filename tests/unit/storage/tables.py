"""Games for the storage tests: a free table, and the same table with other rules."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from wargame_desktop.core.refusal import Refusal, refuse
from wargame_desktop.core.state import State
from wargame_desktop.storage.file import GameFile
from wargame_desktop.systems import registry
from wargame_desktop.systems.base import GameData, GameSystem
from wargame_desktop.systems.free_table import piece_rules
from wargame_desktop.systems.free_table.model import Flip, Move
from wargame_desktop.systems.free_table.system import FreeTable
from wargame_desktop.systems.registry import NewGame

SCRIPT = (
    "move sel.2_inf 0706",
    'roll 2d6 purpose="attack on Kessel"',
    "flip sel.1_inf",
    "phase",
    "reveal nor.para",
    'note "line one\\nline two \\u201cquoted\\u201d"',
    "move nor.1_arm,nor.1_mech 1006",
    "set treasury.sel -999999999999999999",
)


_BOUND: dict[str, GameSystem] = {}


def quick_bind(system_id: str, refs: Mapping[str, Any]) -> GameSystem:
    """`registry.bind`, which reads the data files only once."""
    key = json.dumps([system_id, refs])
    if key not in _BOUND:
        _BOUND[key] = registry.bind(system_id, refs)
    return _BOUND[key]


def new_game(seed: str = "7", scenario: str = "free_table/skirmish") -> NewGame:
    """A small free table."""
    return registry.new_game(scenario, seed=seed)


def create(path: Path, **arguments: Any) -> GameFile:
    """A new game in a file, always with the same header."""
    return GameFile.create(path, new_game(), **{"created": "2026-01-02T03:04:05+00:00", **arguments})


def play_all(game: GameFile, script: Sequence[str] = SCRIPT) -> None:
    """Do the actions of a script."""
    for line in script:
        game.play(line)


def long_script(count: int) -> list[str]:
    """So many actions, with dice now and then."""
    spaces = ("0507", "0706", "0404", "0905")
    return [
        "roll 1d6" if number % 7 == 3 else f"move sel.2_inf {spaces[number % 4]}" for number in range(count)
    ]


def branched(path: Path) -> GameFile:
    """A game with two checkpoints, variations out of order, comments, and a cursor off the main line."""
    game = create(path)
    play_all(game, long_script(104))
    game.goto(3)
    for line in SCRIPT:
        game.play(line)
    game.goto(3)
    game.play("flip sel.hq")
    game.promote(game.cursor)
    game.promote(game.cursor)
    game.comment(3, "three ways on: “left”, right,\nstraight")
    game.comment(0, "the start")
    game.goto(107)
    return game


class _StrictMove(piece_rules.MoveRule):
    def refusals(self, state: State, action: Move) -> list[Refusal]:
        """Nobody may go to 0404 any more."""
        closed = [refuse("test.closed", "0404 is closed.", "9.9")] if action.space == "0404" else []
        return super().refusals(state, action) + closed


class _LazyFlip(piece_rules.FlipRule):
    def perform(self, draft: Any, action: Flip) -> None:
        """Turning over does something else than it did."""
        draft.set("flipped", list(action.pieces))


def _with_rules(*changed: type[Any], version: str) -> Callable[[str, Mapping[str, Any]], GameSystem]:
    class Table(FreeTable):
        def __init__(self, data: GameData) -> None:
            super().__init__(data)
            self.rules_version = version
            phase = self.phases["table"]
            by_action = {kind.action: kind for kind in changed}
            phase.rules = [
                by_action[rule.action](self) if rule.action in by_action else rule for rule in phase.rules
            ]

    return lambda system_id, refs: Table(registry.bind(system_id, refs).data)


same_rules = _with_rules(version="2")
"""Another version that changes nothing."""
strict_rules = _with_rules(_StrictMove, version="3")
"""A version that refuses what used to be allowed."""
lazy_rules = _with_rules(_LazyFlip, version="4")
"""A version in which an action leads elsewhere."""
broken_rules = _with_rules(_LazyFlip, version="1")
"""Rules that changed although their version did not."""
