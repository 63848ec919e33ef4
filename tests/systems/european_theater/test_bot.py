"""The opponent of the European theatre: lawful, purposeful, better than chance."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from wargame_desktop.bots.selfplay import OVER, OWN, RANDOM, selfplay
from wargame_desktop.core import engine
from wargame_desktop.core.dice import SeededDice
from wargame_desktop.core.event import Event
from wargame_desktop.core.state import State
from wargame_desktop.systems import registry
from wargame_desktop.systems.european_theater.bot_view import odds
from wargame_desktop.systems.european_theater.fights import LAND
from wargame_desktop.systems.european_theater.model import Pass, Upgrade
from wargame_desktop.systems.european_theater.preview import winners
from wargame_desktop.systems.european_theater.system import EuropeanTheater

SCENARIO = "european_theater/barbarossa"


def winner(seed: str, axis: str, allies: str) -> str:
    (result,) = selfplay(SCENARIO, 1, seed, 6000, players={"axis": axis, "allies": allies})
    assert result.ending == OVER, result.problem
    return result.outcome.split()[0]


def play(
    scenario: str, seed: str, until: Callable[[State], bool]
) -> tuple[State, list[Event], EuropeanTheater]:
    """Bot against bot until something is so; every proposal must be lawful."""
    new = registry.new_game(f"european_theater/{scenario}", seed=seed)
    system, state = new.system, new.state
    assert isinstance(system, EuropeanTheater)
    bot, dice, events = system.bot(seed), SeededDice(seed), []
    while state.stack and not until(state):
        action = bot.choose(system, state)
        assert action is not None and not engine.refusals_for(system, state, action)
        outcome = engine.apply(system, state, action, dice)
        events += outcome.events
        state = outcome.state
    return state, events, system


def test_it_beats_the_random_player_from_either_side() -> None:
    assert winner("bot", OWN, RANDOM) == "axis"
    assert winner("bot", RANDOM, OWN) == "allies"


def test_the_same_seed_plays_the_same_game() -> None:
    first = selfplay(SCENARIO, 1, "same", 150, players={"axis": OWN, "allies": OWN})
    again = selfplay(SCENARIO, 1, "same", 150, players={"axis": OWN, "allies": OWN})
    assert first == again


def test_the_campaign_begins_with_the_conquest_of_poland_and_no_other_war() -> None:
    _, events, _ = play("campaign", "poland", lambda state: state.var("turn") == 2)
    invaded = [event.data["power"] for event in events if event.kind == "invaded"]
    assert invaded == ["pol"]
    assert [event.data["power"] for event in events if event.kind == "conquered"] == ["pol"]


def test_it_invades_the_soviet_union_in_summer_1941() -> None:
    state, _, _ = play("barbarossa", "b", lambda state: state.var("turn") != 8)
    assert state.var("ussr_neutral") is False


def test_the_allies_get_ashore_in_summer_1944() -> None:
    _, events, _ = play("overlord", "d-day", lambda state: state.var("turn") == 22)
    assert any(event.kind == "assault_begun" for event in events)


def test_it_passes_in_production_only_when_nothing_can_be_bought() -> None:
    system = registry.new_game(SCENARIO, seed="points").system
    assert isinstance(system, EuropeanTheater)
    left = []

    def watch(state: State) -> bool:
        if state.top.name == "produce" and state.top["power"] == "su":
            found = [a for a in engine.legal_actions(system, state) if isinstance(a, Upgrade)]
            left.append((bool(found), system.bot("points").choose(system, state) == Pass()))
        return state.var("turn") == 10

    play("barbarossa", "points", watch)
    assert left and (True, True) not in left


@pytest.mark.parametrize(("attack", "defence", "absorbs"), [(14, 4, 0), (20, 12, 2), (3, 8, 0)])
def test_its_odds_are_those_of_the_rules(attack: int, defence: int, absorbs: int) -> None:
    system = registry.new_game(SCENARIO, seed="odds").system
    assert isinstance(system, EuropeanTheater)
    seen = odds(system.facts, attack, defence, -1, absorbs)
    exact = winners(system.facts, (LAND, attack, -1), (LAND, defence, 0), absorbs)
    assert seen.win == pytest.approx(float(exact["attacker"]))
    assert seen.lose == pytest.approx(float(exact["defender"]))


@pytest.mark.slow
def test_it_beats_the_random_player_nearly_always() -> None:
    wins = sum(winner(f"a{n}", OWN, RANDOM) == "axis" for n in range(50))
    wins += sum(winner(f"b{n}", RANDOM, OWN) == "allies" for n in range(50))
    assert wins >= 95
