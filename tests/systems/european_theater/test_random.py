"""Random games of all seven scenarios to the verdict, every position checked on the way."""

from __future__ import annotations

import pytest

from tests.systems.european_theater.games import LIBRARY
from wargame_desktop.bots.random import RandomBot
from wargame_desktop.bots.selfplay import OVER, GameResult, play_out
from wargame_desktop.systems import registry

GAMES = {
    "campaign": 1, "fall_gelb": 2, "barbarossa": 3, "blau": 3, "citadel": 3, "overlord": 4,
    "wacht_am_rhein": 4,
}  # fmt: skip
"""How many games of each are always played, fewer of the long ones."""
FEW = [(name, number) for name, games in GAMES.items() for number in range(games)]
OPTIONS = (
    "weather", "fleets_at_home", "air_bases", "paratroopers", "japan", "persia", "variant_roll", "grozny",
    "russian_fleet", "france_modernized", "vichy_goes_axis", "syria", "soviet_border", "oslo_copenhagen",
    "armies_at_start", "bulgaria", "finland", "italy", "ethiopia",
)  # fmt: skip
MOST_ACTIONS = 20_000
MANY = 500


def play(name: str, seed: str, *options: str) -> GameResult:
    """One game; invariants are checked after every action."""
    chosen = dict.fromkeys(options, "yes")
    new = registry.new_game(f"european_theater/{name}", seed=seed, options=chosen, library=LIBRARY)
    return play_out(new.system, new.state, seed, MOST_ACTIONS, check=True, player=RandomBot(seed))


def judge(result: GameResult) -> None:
    """It came to an end by the rules, with a winner."""
    assert result.ending == OVER, f"{result.problem} at “{result.last_action}”, turn {result.turn}"
    assert result.turn == 23
    winner, level = result.outcome.split()
    assert winner in ("axis", "allies") and level in ("total", "major", "minor")


@pytest.mark.parametrize(("name", "number"), FEW)
def test_random_games_reach_a_verdict(name: str, number: int) -> None:
    judge(play(name, f"ci.{number}"))


def test_a_random_campaign_with_every_optional_rule() -> None:
    judge(play("campaign", "options", *OPTIONS))


@pytest.mark.slow
@pytest.mark.parametrize("number", range(MANY))
def test_many_random_games_reach_a_verdict(number: int) -> None:
    name = tuple(GAMES)[number % len(GAMES)]
    options = OPTIONS if name == "campaign" and number % 2 else ()
    judge(play(name, f"many.{number}", *options))
