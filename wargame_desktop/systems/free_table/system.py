"""The free table as a rule system: one phase in which everything is allowed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from wargame_desktop.core.action import Notation
from wargame_desktop.core.event import Event
from wargame_desktop.core.sequence import Phase, Prompt, Rule
from wargame_desktop.core.state import Piece, State, frame
from wargame_desktop.systems.base import GameData, GameSystem

from . import piece_rules, table_rules
from .describe import describe
from .meta import META
from .model import ACTIONS

_PIECE_RULES = (
    piece_rules.MoveRule,
    piece_rules.StackRule,
    piece_rules.FlipRule,
    piece_rules.ConcealRule,
    piece_rules.RevealRule,
    piece_rules.MarkRule,
    piece_rules.UnmarkRule,
    piece_rules.AddRule,
    piece_rules.RemoveRule,
)
_TABLE_RULES = (
    table_rules.DrawRule,
    table_rules.ReturnRule,
    table_rules.ShuffleRule,
    table_rules.RollRule,
    table_rules.ControlRule,
    table_rules.SetNumberRule,
    table_rules.TurnRule,
    table_rules.PhaseRule,
    table_rules.SideRule,
    table_rules.NoteRule,
)


class Table(Phase):
    """The only phase: whoever sits at the table does what they like."""

    name = "table"
    title = "Free table"

    def __init__(self, system: GameSystem) -> None:
        self.system = system
        rules: list[Rule[Any]] = [kind(system) for kind in (*_PIECE_RULES, *_TABLE_RULES)]
        self.rules = rules

    def decider(self, state: State) -> str:
        """The side that was handed the table, at first the first one."""
        side = state.var("side")
        sides = self.system.sides(state)
        return str(side) if side in sides else (sides[0] if sides else "table")

    def prompt(self, state: State) -> Prompt:
        """Turn, phase, and what may be done: anything."""
        phase = state.var("phase")
        now = f"Turn {table_rules.turn_of(state)}" + (f", {phase}" if phase else "")
        return Prompt(now, "Move, turn, mark, draw or roll as your own rules say; nothing is checked.")


class FreeTable(GameSystem):
    """Any map, any counters, no rules."""

    meta = META
    notation = Notation(ACTIONS)

    def __init__(self, data: GameData) -> None:
        super().__init__(data)
        self.phases = {"table": Table(self)}

    def opening(self, state: State) -> State:
        """The scenario's pieces as they lie, turn 1 and the first phase unless it says otherwise."""
        start = {"turn": table_rules.turn_of(state)}
        phases = table_rules.phases_of(state)
        first = {"phase": phases[0]} if phases and "phase" not in state.vars else {}
        return replace(state, vars=state.vars.update({**start, **first}), stack=(frame("table"),))

    def describe(self, event: Event, state: State) -> str:
        """An event of the table as a sentence."""
        return describe(self, event, state)

    def is_hidden(self, state: State, piece: Piece, side: str) -> bool:
        """Face-down cards are hidden from all in a deck, and from the others in a hand."""
        space = self.space(piece.space) if piece.concealed else None
        if space is None or not table_rules.is_covered(space.kind):
            return super().is_hidden(state, piece, side)
        if space.kind == "deck":
            return True
        return space.attrs.get("side") != side and state.options.get("open_hands") is not True

    def sequence(self, state: State) -> Sequence[tuple[str, str]]:
        """The scenario's phases, for the checklist."""
        return tuple((phase, phase.replace("_", " ").capitalize()) for phase in table_rules.phases_of(state))


SYSTEM = FreeTable
