"""A free table with three verbs more, for what reports must cope with: secrets, edits, and a failing rule."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from wargame_desktop.content.folders import Folders, shipped_root
from wargame_desktop.content.library import Library
from wargame_desktop.core.action import Action, Notation, PieceId, SpaceId, Word
from wargame_desktop.core.dice import SeededDice
from wargame_desktop.core.draft import Draft
from wargame_desktop.core.event import Event
from wargame_desktop.core.refusal import Refusal, refuse
from wargame_desktop.core.sequence import Rule
from wargame_desktop.core.state import State
from wargame_desktop.core.timeline import Node, Timeline
from wargame_desktop.systems import registry
from wargame_desktop.systems.base import GameData
from wargame_desktop.systems.free_table.model import ACTIONS
from wargame_desktop.systems.free_table.system import FreeTable

LIBRARY = Library(Folders(shipped_root()))


@dataclass(frozen=True)
class Plot(Action):
    """One side writes down a plan; the other hears that it did."""

    verb: ClassVar[str] = "plot"
    side: Word
    plan: Word


@dataclass(frozen=True)
class EditMove(Action):
    """A piece is put somewhere against the rules."""

    verb: ClassVar[str] = "edit.move"
    piece: PieceId
    space: SpaceId


@dataclass(frozen=True)
class Forbidden(Action):
    """Allowed once, no longer."""

    verb: ClassVar[str] = "forbidden"


class PlotRule(Rule[Plot]):
    action = Plot

    def perform(self, draft: Draft, action: Plot) -> None:
        draft.roll("the plan's worth")
        draft.set(f"plan.{action.side}", action.plan)
        draft.emit("plotted", side=action.side, plan=action.plan, audience=[action.side])
        draft.emit("note_written", text=f"{action.side} made a plan.", important=True)


class EditMoveRule(Rule[EditMove]):
    action = EditMove

    def perform(self, draft: Draft, action: EditMove) -> None:
        draft.move([action.piece], action.space)
        draft.emit("pieces_moved", pieces=(action.piece,), space=action.space)


class ForbiddenRule(Rule[Forbidden]):
    action = Forbidden

    def refusals(self, state: State, action: Forbidden) -> list[Refusal]:
        return [refuse("desk.forbidden", "That is not done any more.")]


class Desk(FreeTable):
    """The free table with the verbs of this file."""

    notation = Notation([*ACTIONS, Plot, EditMove, Forbidden])

    def __init__(self, data: GameData) -> None:
        super().__init__(data)
        table = self.phases["table"]
        more: list[Rule[Any]] = [PlotRule(), EditMoveRule(), ForbiddenRule()]
        table.rules = [*table.rules, *more]

    def describe(self, event: Event, state: State) -> str:
        return f"Plan: {event['plan']}." if event.kind == "plotted" else super().describe(event, state)

    def is_secret(self, name: str, side: str) -> bool:
        return name.startswith("plan.") and name != f"plan.{side}"


def new_game(scenario: str = "free_table/skirmish") -> Timeline:
    """A fresh game of a scenario at this desk."""
    new = registry.new_game(scenario, seed="desk", library=LIBRARY)
    return Timeline(Desk(new.system.data), new.state)


def play(timeline: Timeline, *lines: str) -> list[Node]:
    """Do actions given by their lines; the nodes they led to."""
    notation = timeline.system.notation
    return [timeline.play(notation.parse(line), SeededDice("desk"))[0] for line in lines]
