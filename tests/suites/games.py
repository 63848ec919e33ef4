"""Games for the suites: every shipped scenario, played at random by the program.

A rule system is covered as soon as it is registered and has a scenario.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache

from wargame_desktop.bots.random import RandomBot
from wargame_desktop.content.folders import Folders, shipped_root
from wargame_desktop.content.library import Library
from wargame_desktop.core.dice import SeededDice
from wargame_desktop.core.engine import Outcome
from wargame_desktop.core.state import State
from wargame_desktop.core.timeline import Node, Timeline
from wargame_desktop.systems import registry
from wargame_desktop.systems.base import GameSystem

# What a user keeps in a folder of their own must not change what the tests see.
LIBRARY = Library(Folders(shipped_root()))
SCENARIOS = [f"{info.system}/{info.id}" for info in LIBRARY.scenarios()]
ACTIONS = 250


@dataclass(frozen=True)
class Played:
    """A game and how it went; `outcomes[i]` is what the action of `nodes[i]` led to."""

    new: registry.NewGame
    timeline: Timeline
    nodes: tuple[Node, ...]
    outcomes: tuple[Outcome, ...]

    @property
    def system(self) -> GameSystem:
        """The rules of the game."""
        return self.new.system

    @property
    def states(self) -> list[State]:
        """All positions from the first decision on."""
        return [self.new.state, *(outcome.state for outcome in self.outcomes)]

    def sample(self, count: int) -> list[State]:
        """Some of the positions, spread over the game, the first and the last among them."""
        states = self.states
        step = max(1, (len(states) - 1) // max(1, count - 1))
        return [*states[:-1:step], states[-1]]


@cache
def played(scenario: str, actions: int = ACTIONS, seed: str = "suite") -> Played:
    """A random game of a scenario; it ends earlier when the rules end it."""
    new = registry.new_game(scenario, seed=seed, library=LIBRARY)
    timeline = Timeline(new.system, new.state)
    bot, dice = RandomBot(seed), SeededDice(seed)
    nodes, outcomes = [], []
    while timeline.state.stack and len(nodes) < actions:
        action = bot.choose(new.system, timeline.state)
        assert action is not None, f"a decision is owed after {len(nodes)} actions, but nothing may be done"
        node, outcome = timeline.play(action, dice)
        nodes.append(node)
        outcomes.append(outcome)
    return Played(new, timeline, tuple(nodes), tuple(outcomes))


def chooser(*parts: object) -> random.Random:
    """A generator of its own for each test and position."""
    return random.Random("|".join(map(str, parts)))
