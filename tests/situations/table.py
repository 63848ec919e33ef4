"""What the five situations share: a base for throw-away games, and a table that mistrusts the kernel.

After every action the table puts the state through JSON and goes on from the copy, so a state that
remembers anything outside its plain form cannot pass.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Sequence

from wargame_desktop.core import engine, invariants
from wargame_desktop.core.action import Action, Notation
from wargame_desktop.core.dice import SeededDice, TypedDice
from wargame_desktop.core.engine import Outcome, System
from wargame_desktop.core.event import Event
from wargame_desktop.core.sequence import Phase
from wargame_desktop.core.state import State
from wargame_desktop.core.timeline import STUDY, Timeline


class Small(System):
    """A throw-away game: its spaces, its sides, its actions and its phases."""

    rules_version = "1"

    def __init__(
        self,
        name: str,
        spaces: Iterable[str],
        sides: Sequence[str],
        actions: Iterable[type[Action]],
        phases: Iterable[Phase],
    ) -> None:
        self.id = name
        self.spaces = frozenset(spaces)
        self._sides = tuple(sides)
        self.notation = Notation(actions)
        self.phases = {phase.name: phase for phase in phases}

    def has_space(self, space: str) -> bool:
        return space in self.spaces

    def sides(self, state: State) -> tuple[str, ...]:
        return self._sides

    def describe(self, event: Event, state: State) -> str:
        return " ".join([event.kind, *(f"{key}={event.text(key)}" for key in event.data)])


def through_json(state: State) -> State:
    """The state as a file would give it back."""
    copy = State.from_plain(json.loads(json.dumps(state.to_plain())))
    assert copy == state and copy.hash == state.hash
    # Order too: a rule that goes through the pieces must meet them alike.
    assert json.dumps(copy.to_plain()) == json.dumps(state.to_plain())
    assert list(copy.pieces.by_space.items()) == list(state.pieces.by_space.items())
    return copy


class Table:
    """Plays a game line by line."""

    def __init__(self, game: System, start: State, mode: str = STUDY) -> None:
        self.game = game
        self.state = through_json(start)
        self.tree = Timeline(game, start, mode)
        invariants.check(game, start)

    def do(self, line: str, *dice: int) -> Outcome:
        """Do an action with exactly these dice, and go on from a copy of the state."""
        action = self.game.notation.parse(line)
        assert self.game.notation.format(action) == line
        source = TypedDice(dice)
        outcome = engine.apply(self.game, self.state, action, source)
        assert source.left == (), "dice left over"
        node, again = self.tree.play(action, TypedDice(dice))
        assert again.state == outcome.state and node.state_hash == outcome.state.hash
        invariants.check(self.game, outcome.state)
        self.state = through_json(outcome.state)
        return outcome

    def why(self, line: str) -> list[str]:
        """The codes of the refusals of a line."""
        return [r.code for r in engine.refusals_for(self.game, self.state, self.game.notation.parse(line))]

    def owner(self) -> str | None:
        """Who has to decide now; None when the game is over."""
        decision = engine.decision(self.game, self.state)
        return None if decision is None else decision.owner

    def phase(self) -> str:
        """The name of the phase in charge."""
        return self.state.top.name

    def legal(self) -> list[str]:
        """The legal actions as lines."""
        return [self.game.notation.format(a) for a in engine.legal_actions(self.game, self.state)]

    def back_and_forth(self) -> None:
        """Undo to the start and redo to here: every position is the one it was."""
        here = self.tree.cursor
        line = list(here.line())
        for node in line[1:]:
            self.tree.undo()
            assert self.tree.cursor is node and self.tree.state.hash == node.state_hash
        for _ in line[1:]:
            self.tree.redo()
        assert self.tree.cursor is here and self.tree.state == self.state

    def back(self, steps: int) -> None:
        """Take back some actions and go on from there."""
        for _ in range(steps):
            self.tree.undo()
        self.state = through_json(self.tree.state)


def random_game(
    game: System, start: State, seed: int, look: Callable[[Outcome], None] = lambda outcome: None
) -> State:
    """Play random legal actions to the end, from a copy each time; return the last state."""
    chooser, state = random.Random(seed), through_json(start)
    for _ in range(500):
        if not state.stack:
            return state
        actions = list(engine.legal_actions(game, state))
        assert actions, f"nothing can be done in {state.top}"
        for action in actions:
            assert engine.refusals_for(game, state, action) == []
            assert game.notation.parse(game.notation.format(action)) == action
        before = state.hash
        outcome = engine.apply(game, state, chooser.choice(actions), SeededDice(str(seed)))
        assert state.hash == before
        invariants.check(game, outcome.state)
        look(outcome)
        state = through_json(outcome.state)
    raise AssertionError("the game does not end")
