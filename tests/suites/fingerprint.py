"""Prints one line per scenario that says all of a short random game: positions, offers and the log.

Run in processes with different string hashes, it must print the same.
"""

from __future__ import annotations

from itertools import islice

from tests.suites.games import SCENARIOS, played
from wargame_desktop.core.engine import decision, legal_actions, view_for
from wargame_desktop.core.frozen import short_digest
from wargame_desktop.reports.html import oob_html
from wargame_desktop.reports.oob import order_of_battle
from wargame_desktop.reports.text import log_text
from wargame_desktop.reports.turnlog import game_log


def fingerprint(scenario: str) -> str:
    """A digest of everything a game of a scenario shows to anybody."""
    game = played(scenario, 80)
    system = game.system
    parts = [node.state_hash for node in game.nodes]
    for state in game.sample(6):
        parts.append(str(decision(system, state)))
        parts += [system.notation.format(action) for action in islice(legal_actions(system, state), 500)]
        parts += [str(view_for(system, state, side).to_plain()) for side in system.sides(state)]
    last = game.states[-1]
    for side in (None, *system.sides(last)):
        parts.append(log_text(game_log(game.timeline, system, side=side)))
        parts.append(oob_html(order_of_battle(system, last, side=side)))
    return short_digest(*parts)


if __name__ == "__main__":
    for name in SCENARIOS:
        print(name, fingerprint(name))
