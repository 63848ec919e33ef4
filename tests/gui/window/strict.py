"""A system in which every move but one costs too much, so that a drop can be refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from wargame_desktop.core.action import Notation
from wargame_desktop.core.event import Event
from wargame_desktop.core.refusal import Refusal, refuse
from wargame_desktop.core.sequence import Target
from wargame_desktop.core.state import State
from wargame_desktop.systems import registry
from wargame_desktop.systems.base import GameData
from wargame_desktop.systems.editing import EDIT_ACTIONS, describe_edit, edit_rules
from wargame_desktop.systems.free_table.model import ACTIONS, Move
from wargame_desktop.systems.free_table.piece_rules import MoveRule
from wargame_desktop.systems.free_table.system import FreeTable

OPEN = ("1005", "1106")
"""The spaces that may be entered."""
WHY = "Needs 4 movement points, has 3: forest 2 + river 1 + enemy zone 1."


class NarrowMoveRule(MoveRule):
    """Only some spaces may be entered."""

    def refusals(self, state: State, action: Move) -> list[Refusal]:
        found = super().refusals(state, action)
        if not found and action.space not in OPEN:
            found = [refuse("movement.not_enough_mp", WHY, "8.1", pieces=action.pieces, needs=4, has=3)]
        return found

    def targets(self, state: State, pieces: Sequence[str]) -> Mapping[str, Target]:
        return {space: Target(space, Move(tuple(pieces), space), "2") for space in OPEN}


class StrictTable(FreeTable):
    """The free table with a rule of movement, and with edits that may break it."""

    notation = Notation((*ACTIONS, *EDIT_ACTIONS))

    def __init__(self, data: GameData) -> None:
        super().__init__(data)
        table = self.phases["table"]
        table.rules = [NarrowMoveRule(self) if rule.action is Move else rule for rule in table.rules]
        self.edits = edit_rules(self)

    def describe(self, event: Event, state: State) -> str:
        return describe_edit(event) or super().describe(event, state)


def strict_game() -> registry.NewGame:
    """The skirmish under that rule."""
    new = registry.new_game("free_table/skirmish", seed="1")
    return replace(new, system=StrictTable(new.system.data))
