"""What systems tell a table besides their rules: shops, charts and overlays that fit together."""

from __future__ import annotations

import pytest

from wargame_desktop.core import engine
from wargame_desktop.core.dice import SeededDice
from wargame_desktop.core.state import State
from wargame_desktop.systems import registry
from wargame_desktop.systems.base import GameSystem
from wargame_desktop.systems.tables import STYLES, order_key

SCENARIOS = ("european_theater/campaign", "european_theater/barbarossa", "revised/spring_1942")


def play(system: GameSystem, state: State, *lines: str) -> State:
    for number, line in enumerate(lines):
        state = engine.apply(system, state, system.notation.parse(line), SeededDice(str(number))).state
    return state


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_charts_and_overlays_name_only_what_there_is(scenario: str) -> None:
    new = registry.new_game(scenario, seed="1")
    system, state = new.system, new.state
    charts = system.tables(state)
    assert len({chart.id for chart in charts}) == len(charts) > 3
    for chart in charts:
        assert all(len(line.cells) == len(chart.columns) for line in chart.lines)
        assert all(system.has_space(line.space) for line in chart.lines if line.space)
    piece = next(iter(state.pieces))
    for kind in system.overlays:
        for area in system.overlay(state, kind.id, piece):
            assert area.style in STYLES
            assert all(map(system.has_space, area.spaces)) and set(area.labels) <= set(area.spaces)
            assert len(set(area.spaces)) == len(area.spaces)


def test_an_order_of_the_basket_is_the_action_that_buys_it() -> None:
    new = registry.new_game("revised/spring_1942", seed="1")
    system, state = new.system, play(new.system, new.state, "end")
    shop = system.shop(state)
    assert shop is not None and shop.basket is not None and shop.money == 24
    verb, argument = shop.basket
    for row in shop.rows:
        action = system.notation.make(verb, {argument: ((order_key(row), 1),)})
        refusals = engine.refusals_for(system, state, action)
        assert bool(refusals) == bool(row.why_not), row
    assert next(row for row in shop.rows if row.name == "tank").spaces == ("caucasus", "russia")


def test_what_the_production_panel_offers_is_what_the_rules_allow() -> None:
    new = registry.new_game("european_theater/campaign", seed="1")
    system, state = new.system, new.state
    state = play(system, state, "auto all", *["pass"] * 4)
    while state.top.name != "produce":
        state = play(system, state, "pass")
    shop = system.shop(state)
    assert shop is not None and shop.money == state.top["points"]
    for row in shop.rows:
        if row.action is not None:
            assert bool(engine.refusals_for(system, state, row.action)) == bool(row.why_not), row
        elif not row.why_not:
            assert set(engine.targets(system, state, row.pieces[:1])) == set(row.spaces), row
        else:
            assert not engine.targets(system, state, row.pieces[:1]), row


def test_every_unit_of_a_set_up_lists_where_it_may_stand() -> None:
    new = registry.new_game("european_theater/campaign", seed="1")
    system, state = new.system, new.state
    shop = system.shop(state)
    assert shop is not None and shop.title == "Set up France"
    assert [row.pieces for row in shop.rows] == [(piece,) for piece in engine.phase_of(
        system, state.top).unfinished(state)]  # fmt: skip
    for row in shop.rows:
        assert set(engine.targets(system, state, row.pieces)) == set(row.spaces)
    for shortcut in shop.shortcuts:
        assert not engine.refusals_for(system, state, shortcut.action)


def test_a_bombed_city_and_a_city_cut_off_say_why_they_do_not_count() -> None:
    new = registry.new_game("european_theater/campaign", seed="1")
    system = new.system
    state = play(system, new.state, "auto all")
    cities = {
        line.space: line for chart in system.tables(state) if chart.id == "cities" for line in chart.lines
    }
    assert cities["1907"].cells[1:] == ("Germany", "1") and cities["1907"].mark == "+"
    assert cities["2010"].cells[1:] == ("Italy is neutral", "0") and cities["2010"].mark == "-"


def test_a_fighter_sees_where_it_could_land() -> None:
    new = registry.new_game("revised/spring_1942", seed="1")
    system, state = new.system, play(new.system, new.state, "end", "buy infantry:8")
    areas = {area.title: area for area in system.overlay(state, "reach", "ussr.fighter.1")}
    landing = next(area for title, area in areas.items() if title.startswith("Where it could land"))
    assert "russia" in landing.spaces and "germany" not in landing.spaces
    assert all("closed" in area.title or "open" in area.title for area in system.overlay(state, "canals"))
