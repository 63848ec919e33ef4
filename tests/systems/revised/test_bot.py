"""The opponent of Axis & Allies Revised: lawful, careful with its capital, better than chance."""

from __future__ import annotations

import pytest

from tests.systems.revised.positions import Table
from wargame_desktop.bots.selfplay import OVER, OWN, RANDOM, selfplay
from wargame_desktop.core.dice import SeededDice
from wargame_desktop.core.engine import apply, refusals_for
from wargame_desktop.systems import registry
from wargame_desktop.systems.revised.bot import RevisedBot
from wargame_desktop.systems.revised.bot_attack import SURE
from wargame_desktop.systems.revised.bot_front import CAPITAL_RISK
from wargame_desktop.systems.revised.bot_view import View, odds
from wargame_desktop.systems.revised.model import Buy, End, Retreat, Submerge

SCENARIO = "revised/spring_1942"
QUIET = {"russia": "ussr.infantry*9", "germany": "germany.infantry*9", "united_kingdom": "britain.infantry*5"}
"""Garrisons that keep the capitals out of the question."""


def lines(table: Table, seed: str = "1") -> list[str]:
    """What the opponent does until the phase or the decision changes, as it would be written."""
    bot, found = RevisedBot(seed), []
    phase, power = table.phase, table.state.var("power")
    while table.state.stack and (table.phase, table.state.var("power")) == (phase, power):
        action = bot.choose(table.system, table.state)
        assert action is not None and not refusals_for(table.system, table.state, action)
        found.append(table.system.notation.format(action))
        table.state = apply(table.system, table.state, action, SeededDice(seed)).state
    return found


def winner(seed: str, axis: str, allies: str) -> str:
    """Who wins a game between two players."""
    (result,) = selfplay(SCENARIO, 1, seed, 9_000, players={"axis": axis, "allies": allies})
    assert result.ending == OVER, result.problem
    return result.outcome


def test_it_beats_the_random_player_from_either_side() -> None:
    assert winner("bot", OWN, RANDOM) == "axis"
    assert winner("bot", RANDOM, OWN) == "allies"


def test_five_of_it_play_to_a_victory() -> None:
    (result,) = selfplay(SCENARIO, 1, "five", 9_000, players={"axis": OWN, "allies": OWN}, check=True)
    assert result.ending == OVER, result.problem


def test_the_same_seed_plays_the_same_game() -> None:
    players = {"axis": OWN, "allies": OWN}
    first = selfplay(SCENARIO, 1, "same", 150, players=players)
    assert first == selfplay(SCENARIO, 1, "same", 150, players=players)


def test_every_action_it_names_is_allowed_and_nobody_ditches() -> None:
    new = registry.new_game(SCENARIO, seed="lawful", options={"advantages": "2"})
    system, state, dice = new.system, new.state, SeededDice("lawful")
    bot = system.bot("lawful")
    assert isinstance(bot, RevisedBot)
    while state.number("turn", 1) == 1:
        action = bot.choose(system, state)
        assert action is not None and not refusals_for(system, state, action)
        outcome = apply(system, state, action, dice)
        moving = state.top.name == "noncombat"
        assert not moving or not [event for event in outcome.events if event.kind == "ditched"]
        state = outcome.state
    assert sum(len(held) for held in state.var("advantages").values()) == 10  # type: ignore[union-attr]


# Combat move


def test_it_walks_into_an_empty_city() -> None:
    table = Table("germany", "combat_move", {**QUIET, "belorussia": "germany.infantry*2 germany.tank"})
    lines(table)
    assert table.state.control["karelia_ssr"] == "germany"


def test_it_leaves_a_hopeless_attack_alone() -> None:
    units = {**QUIET, "belorussia": "germany.infantry*2", "karelia_ssr": "ussr.infantry*8"}
    assert lines(Table("germany", "combat_move", units)) == ["end"]


def test_it_does_not_strip_its_capital_for_a_gain_elsewhere() -> None:
    units = {
        "germany": "germany.infantry*7 germany.tank*2",
        "eastern_europe": "ussr.infantry*7 ussr.tank",
        "western_europe": "britain.infantry",
        "russia": "ussr.infantry*9",
    }
    control = {"eastern_europe": "ussr", "western_europe": "britain"}
    table = Table("germany", "combat_move", units, control=control)
    lines(table)
    capital = View(table.system, table.state, "germany")
    left = capital.defenders("germany", ours=True)
    assert capital.danger("germany", left).capture <= SURE
    assert capital.danger("germany", (("infantry", 3),)).capture > 0.5  # there was something to fear


def test_it_lands_from_the_sea() -> None:
    units = {**QUIET, "united_kingdom": "britain.infantry*9 britain.tank", "sz_6": "britain.transport"}
    table = Table("britain", "combat_move", {**units, "sz_3": "britain.battleship britain.destroyer"})
    told = lines(table)
    assert [line for line in told if line.startswith("load")]
    assert [line for line in told if line.startswith("offload")]


def test_an_air_unit_attacks_only_where_it_can_land_in_safety() -> None:
    units = {
        **QUIET,
        "sz_5": "ussr.transport",
        "eastern_europe": "germany.fighter",
        "karelia_ssr": "ussr.infantry*4",
        "belorussia": "ussr.infantry*4",
    }
    control = {"belorussia": "ussr"}
    told = lines(Table("germany", "combat_move", units, control=control))
    assert "move germany.fighter.1 sz_5" in told  # Germany is near enough to come back to


# After the combat


def test_reinforcements_march_to_the_front_and_garrison_the_capital() -> None:
    units = {
        "germany": "germany.infantry*12",
        "eastern_europe": "germany.infantry*2",
        "belorussia": "germany.infantry*2",
        "karelia_ssr": "ussr.infantry*3",
        "russia": "ussr.infantry*9",
    }
    table = Table("germany", "noncombat", units)
    lines(table)
    away = [p for p in table.state.pieces.values() if p.power == "germany" and p.space != "germany"]
    assert len(away) > 4


def test_a_capital_in_danger_calls_everybody_back() -> None:
    units = {
        "russia": "ussr.infantry*2",
        "novosibirsk": "ussr.infantry*4",
        "kazakh_ssr": "ussr.infantry*4",
        "west_russia": "germany.infantry*5 germany.tank*5",
        "germany": "germany.infantry*5",
    }
    table = Table("ussr", "noncombat", units)
    lines(table)
    assert table.at("russia") == "10 ussr.infantry"


def test_transports_carry_troops_to_a_friendly_shore() -> None:
    units = {
        "united_kingdom": "britain.infantry*10 britain.tank*2",
        "sz_6": "britain.transport britain.battleship",
        "norway": "britain.infantry*4",
        "germany": "germany.infantry*3",
        "russia": "ussr.infantry*9",
    }
    table = Table("britain", "noncombat", units, control={"norway": "britain"})
    told = lines(table)
    assert [line for line in told if line.startswith("offload")]
    pieces = [p for p in table.state.pieces.values() if p.kind in ("britain.infantry", "britain.tank")]
    assert (
        len([p for p in pieces if p.space != "united_kingdom" and p.space in table.system.facts.income]) == 6
    )


# Money


def test_a_capital_in_danger_comes_before_everything_else() -> None:
    units = {
        "russia": "ussr.infantry*3 ussr.industrial_complex",
        "west_russia": "germany.infantry*6 germany.tank*4",
    }
    table = Table("ussr", "purchase", units, ipc={"ussr": 24})
    assert RevisedBot("1").choose(table.system, table.state) == Buy((("infantry", 8),))


def test_a_power_across_the_sea_buys_ships() -> None:
    units = {**QUIET, "united_kingdom": "britain.infantry*8 britain.industrial_complex"}
    table = Table("britain", "purchase", units, ipc={"britain": 30})
    action = RevisedBot("1").choose(table.system, table.state)
    assert isinstance(action, Buy) and dict(action.units).get("transport", 0) >= 2


def test_new_units_go_where_they_are_needed() -> None:
    units = {
        "russia": "ussr.infantry*2 ussr.industrial_complex",
        "caucasus": "ussr.industrial_complex",
        "west_russia": "germany.infantry*6",
        "mobilization": "ussr.infantry*6",
    }
    table = Table("ussr", "mobilize", units)
    lines(table)
    view = View(table.system, table.state, "ussr")
    assert len(table.state.at("russia")) >= 7
    assert view.danger("russia", view.defenders("russia", ours=True)).capture <= CAPITAL_RISK


# Combat


def test_it_breaks_off_a_lost_attack() -> None:
    units = {**QUIET, "belorussia": "germany.infantry*4 germany.tank", "west_russia": "ussr.infantry*3"}
    table = Table("germany", "combat_move", units, control={"west_russia": "ussr"})
    for line in ("move germany.tank.1 west_russia", "move germany.infantry.10 west_russia", "end"):
        table.do(line)
    table.do("fight west_russia", 6, 6, 1, 6, 6).do("casualties germany.infantry.10")
    action = RevisedBot("1").choose(table.system, table.state)
    assert action == Retreat("belorussia")


def test_submarines_dive_from_what_they_cannot_hit() -> None:
    units = {**QUIET, "sz_8": "germany.submarine", "united_kingdom": "britain.fighter*3 britain.infantry*5"}
    table = Table("britain", "combat_move", units)
    for number in (1, 2, 3):
        table.do(f"move britain.fighter.{number} sz_8")
    table.do("end").do("fight sz_8", 6, 6, 6, 6)
    while table.phase != "submerge":
        table.do("press")
    assert RevisedBot("1").choose(table.system, table.state) == Submerge(("germany.submarine.1",))


def test_odds_of_huge_forces_are_close_to_those_in_proportion() -> None:
    small = odds((("infantry", 10), ("tank", 5)), (("infantry", 12),))
    large = odds((("infantry", 40), ("tank", 20)), (("infantry", 48),))
    assert (small.win > 0.5) == (large.win > 0.5)
    assert large.killed > 3 * small.killed


def test_nothing_to_do_ends_the_phase() -> None:
    table = Table("japan", "combat_move", {"japan": "japan.infantry", "germany": "germany.infantry"})
    assert RevisedBot("1").choose(table.system, table.state) == End()


@pytest.mark.slow
def test_it_beats_the_random_player_nearly_always() -> None:
    wins = sum(winner(f"a{n}", OWN, RANDOM) == "axis" for n in range(50))
    wins += sum(winner(f"b{n}", RANDOM, OWN) == "allies" for n in range(50))
    assert wins >= 99
