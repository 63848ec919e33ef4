"""The opponent of the European theatre: lawful, purposeful, better than chance."""

from __future__ import annotations

import pytest

from wargame_desktop.bots.selfplay import OVER, OWN, RANDOM, selfplay
from wargame_desktop.core import engine
from wargame_desktop.core.dice import SeededDice
from wargame_desktop.systems import registry

SCENARIO = "european_theater/barbarossa"


def winner(seed: str, axis: str, allies: str) -> str:
    (result,) = selfplay(SCENARIO, 1, seed, 6000, players={"axis": axis, "allies": allies})
    assert result.ending == OVER, result.problem
    return result.outcome.split()[0]


def test_it_beats_the_random_player_from_either_side() -> None:
    assert winner("bot", OWN, RANDOM) == "axis"
    assert winner("bot", RANDOM, OWN) == "allies"


def test_it_invades_the_soviet_union_in_summer_1941() -> None:
    new = registry.new_game(SCENARIO, seed="b")
    system, state = new.system, new.state
    bot = system.bot("b")
    assert bot is not None
    while state.top.name != "movement" or state.top["side"] == "axis":
        action = bot.choose(system, state)
        assert action is not None and not engine.refusals_for(system, state, action)
        state = engine.apply(system, state, action, SeededDice("b")).state
        if state.var("ussr_neutral") is False:
            return
    pytest.fail("the Axis did not cross the border")


def test_the_same_seed_plays_the_same_game() -> None:
    first = selfplay(SCENARIO, 1, "same", 150, players={"axis": OWN, "allies": OWN})
    again = selfplay(SCENARIO, 1, "same", 150, players={"axis": OWN, "allies": OWN})
    assert first == again


@pytest.mark.slow
def test_it_beats_the_random_player_nearly_always() -> None:
    wins = sum(winner(f"a{n}", OWN, RANDOM) == "axis" for n in range(50))
    wins += sum(winner(f"b{n}", RANDOM, OWN) == "allies" for n in range(50))
    assert wins >= 95
