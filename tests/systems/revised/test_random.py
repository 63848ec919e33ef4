"""Whole games of Axis & Allies Revised against a random player: every position holds, every game ends.

Two random players hardly ever win a war; with one side played to a plan the games are short and go through
captured capitals, landings, liberations and the end of the war. Long random play is in the general suites.
"""

from __future__ import annotations

import pytest

from wargame_desktop.bots.selfplay import OVER, OWN, RANDOM, selfplay

SIDES = ("axis", "allies")


def play(number: int, planner: str) -> None:
    """One game, invariants checked after each action."""
    players = {side: OWN if side == planner else RANDOM for side in SIDES}
    seed = f"whole.{number}"
    (result,) = selfplay("revised/spring_1942", 1, seed, 9_000, players=players, check=True)
    assert result.ending == OVER, f"{seed}: {result.problem} at “{result.last_action}”"
    assert result.outcome == planner


@pytest.mark.parametrize("number", range(20))
def test_a_whole_game_with_a_random_player(number: int) -> None:
    play(number, "allies" if number % 10 == 0 else "axis")


@pytest.mark.slow
@pytest.mark.parametrize("number", range(20, 520))
def test_many_whole_games_with_a_random_player(number: int) -> None:
    play(number, SIDES[number % 2])
