"""Whole games of Axis & Allies Revised with random players: every position holds, the war is won.

Two random players build more than they lose, so from the usual set-up they hardly ever end a war. Here they
have worn-out armies and no factories; from the usual set-up one side plays to a plan. Long random play of the
usual set-up is in the general suites.
"""

from __future__ import annotations

import pytest

from tests.systems.revised.positions import Table
from wargame_desktop.bots.selfplay import OVER, OWN, RANDOM, play_out, selfplay

SIDES = ("axis", "allies")
WON = (2, 3, 5, 7, 8, 10, 13, 19, 20, 21, 22, 24, 26, 28, 29, 31, 32, 35, 36, 37)
"""Games that somebody wins soon; in others both armies are spent, and nobody is left to win."""
WORN_OUT = {
    "germany": "germany.infantry*2 germany.tank germany.fighter",
    "eastern_europe": "germany.tank*2",
    "karelia_ssr": "germany.infantry*2 germany.tank",
    "western_europe": "germany.infantry*2",
    "southern_europe": "germany.infantry",
    "russia": "ussr.infantry*2 ussr.tank",
    "archangel": "ussr.tank*2",
    "caucasus": "ussr.infantry",
    "united_kingdom": "britain.infantry*2 britain.tank britain.bomber",
    "sz_6": "britain.transport britain.battleship",
    "india": "britain.infantry britain.tank",
    "japan": "japan.infantry*2 japan.fighter",
    "sz_60": "japan.transport*2 japan.battleship",
    "french_indochina": "japan.tank*2 japan.infantry",
    "philippine_islands": "japan.infantry",
    "eastern_united_states": "usa.infantry*2 usa.tank",
    "western_united_states": "usa.infantry usa.bomber",
    "sz_10": "usa.transport usa.destroyer",
}


def play_at_random(number: int) -> str:
    """One game of two random players, invariants checked after each action; gives its ending."""
    held = {"karelia_ssr": "germany"}
    table = Table("ussr", "combat_move", WORN_OUT, control=held, options={"victory": "minor"})
    result = play_out(table.system, table.state, f"worn.{number}", 1_000, check=True)
    assert not result.problem, f"{number}: {result.problem} at “{result.last_action}”"
    assert result.outcome in SIDES or result.ending != OVER
    return result.ending


def play_to_a_plan(number: int, planner: str) -> None:
    """One game of a planner against a random player, from the usual set-up."""
    players = {side: OWN if side == planner else RANDOM for side in SIDES}
    seed = f"whole.{number}"
    (result,) = selfplay("revised/spring_1942", 1, seed, 9_000, players=players, check=True)
    assert result.ending == OVER, f"{seed}: {result.problem} at “{result.last_action}”"
    assert result.outcome == planner


@pytest.mark.parametrize("number", WON)
def test_a_whole_game_of_random_players(number: int) -> None:
    assert play_at_random(number) == OVER


@pytest.mark.parametrize("number", range(6))
def test_a_whole_game_against_a_random_player(number: int) -> None:
    play_to_a_plan(number, SIDES[number % 2])


@pytest.mark.slow
def test_many_games_of_random_players() -> None:
    endings = [play_at_random(number) for number in range(500)]
    assert endings.count(OVER) > 200


@pytest.mark.slow
@pytest.mark.parametrize("number", range(20, 520))
def test_many_whole_games_against_a_random_player(number: int) -> None:
    play_to_a_plan(number, SIDES[number % 2])
