"""The player who does anything allowed: a yardstick for opponents and a fuzzer for the rules."""

from __future__ import annotations

import random

from wargame_desktop.core.action import Action
from wargame_desktop.core.engine import System, legal_actions, phase_of
from wargame_desktop.core.state import State


class RandomBot:
    """Chooses among the actions that exist now; the same seed makes the same choices everywhere."""

    def __init__(self, seed: str) -> None:
        # Seeding with text goes through SHA-512, so it does not depend on the process's string hashes.
        self._chooser = random.Random(seed)

    def choose(self, system: System, state: State) -> Action | None:
        """An allowed action, None when the game is over or nothing at all may be done.

        Each kind of action has the same chance, so that the many ways to move do not drown the rest.
        """
        if not state.stack:
            return None
        rules = [rule for rule in phase_of(system, state.top).rules if rule.available(state)]
        while rules:
            rule = rules.pop(self._chooser.randrange(len(rules)))
            action = rule.sample(state, self._chooser)
            if action is not None:
                return action
        # A sample may look at a few pieces only and miss the one that can still do something.
        left = list(legal_actions(system, state))
        return self._chooser.choice(left) if left else None
