"""Production: points, building, placement, upgrading (7)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.systems.european_theater.table import Table, combat, movement, produce, put
from wargame_desktop.core.state import frame
from wargame_desktop.systems.european_theater.production import city_points, points_of

FRANCE_HELD: dict[str, Any] = {
    "vichy": "neutral",
    "powers": {"fr": "neutral"},
    "holders": {"fr": "axis"},
    "conquered": {"fr": "axis"},
}


def points(power: str, units: dict[str, str] | None = None, **more: Any) -> int:
    """The points of a power in a position."""
    table = movement(units or {"2106": "ge.1_inf"}, "axis", **more)
    return points_of(table.sit, table.lines, power)


# 7.1


def test_7_1_1_cities_need_a_line_to_their_capital() -> None:
    assert points("ge", turn=8) == 4 + 2, "four cities, Bucharest and Stockholm"
    cut = {"2007": "gb.1_armor", "2006": "gb.2_armor", "2106": "ge.1_inf"}
    assert points("ge", cut, turn=8) < 6


def test_7_1_1_bombed_cities_give_nothing() -> None:
    assert points("ge", turn=8, bombed=["1907"]) == 5
    assert points("ge", turn=8, bombed=["2809"]) == 5, "the bonus of Bucharest too"


def test_7_1_1_captured_cities_work_for_the_conqueror() -> None:
    units = {"3105": "ge.1_inf", "2106": "ge.4_inf"}
    table = movement(units, "axis", control={"3105": "ge"})
    assert city_points(table.sit, table.lines)["3105"] == "ge"
    held = put(units, frame("assign", side="axis"), control={"3105": "ge"})
    assert (held.phase, held.decider) == ("assign", "axis")
    held.do("assign 3105 it")
    assert city_points(held.sit, held.lines)["3105"] == "it"
    held.refuses("assign 3105 gb", "assign.cannot", "7.1.1")
    held.refuses("assign 2106 it", "assign.cannot", "7.1.1")


def test_7_1_1_americans_hand_their_cities_to_britain() -> None:
    table = movement(
        {"2211": "us.5_armor", "1606": "gb.1_armor"},
        "allies",
        turn=18,
        us_entered=True,
        control={"2211": "us"},
    )
    assert city_points(table.sit, table.lines)["2211"] == "gb"


def test_7_1_2_german_bonuses() -> None:
    base = points("ge", turn=8)
    assert points("ge", turn=8, powers={"rum": "allies"}, holders={"rum": "allies"}) == base - 1
    assert points("ge", turn=8, powers={"nor": "allies"}) == base - 1, "Stockholm needs Norway too"
    poland = {"powers": {"pol": "allies"}, "holders": {"pol": "axis"}, "conquered": {"pol": "axis"}}
    assert points("ge", turn=8, ussr_neutral=True, **poland) == base + 1
    assert points("ge", turn=8, ussr_neutral=False, **poland) == base
    assert points("ge", turn=8, iraq="revolt", powers={"irq": "axis"}, holders={"irq": "axis"}) == base + 1


def test_7_1_2_no_bonus_from_a_city_in_allied_hands() -> None:
    base = points("ge", turn=16)
    assert points("ge", {"2809": "su.1_inf", "2106": "ge.1_inf"}, turn=16, control={"2809": "su"}) == base - 1


def test_7_1_2_british_bonuses_and_losses() -> None:
    assert points("gb", turn=8) == 4 + 2 + 1
    assert points("gb", turn=8, lend={"gb": 3, "su": 0}) == 10
    assert points("gb", turn=8, lend={"gb": 3, "su": 0}, sunk={"lend_gb": 2, "dominions": 1}) == 7
    assert points("gb", turn=8, iraq="revolt", powers={"irq": "axis"}) == 6


def test_7_1_2_and_5_us_points() -> None:
    assert points("us", turn=8) == 0
    assert points("us", turn=12, us_entered=True) == 10
    assert points("us", turn=12, us_entered=True, lend={"gb": 2, "su": 2}) == 6


@pytest.mark.parametrize(("turn", "expected"), [(5, 0), (6, 2), (9, 2)])
def test_7_1_6_neutral_soviet_union(turn: int, expected: int) -> None:
    assert points("su", {"2903": "su.1_inf", "2106": "ge.1_inf"}, turn=turn, ussr_neutral=True) == expected


@pytest.mark.parametrize(("turn", "expected"), [(2, 2), (3, 0)])
def test_7_1_7_neutral_italy_produces_in_winter(turn: int, expected: int) -> None:
    assert points("it", turn=turn, italy_neutral=True) == expected
    assert points("it", turn=turn) == 2


def test_7_1_7_neutral_italy_builds_at_home() -> None:
    table = produce({"2010": "-it.2_inf"}, "it", turn=2, italy_neutral=True)
    assert table.allows("build it.3_inf 2211")
    assert table.allows("upgrade it.2_inf")


def test_7_1_6_neutral_soviets_only_upgrade() -> None:
    table = produce(
        {"2505": "-su.1_inf", "2601": "-su.fleet"}, "su", 2, turn=7, ussr_neutral=True, upgrades_only=True
    )
    table.refuses("build su.2_inf 2903", "build.soviet_neutral", "7.1.6")
    table.do("upgrade su.1_inf")
    assert table.face("su.1_inf") == "front"


# 7.2.1 Order


def test_7_2_1_order_and_winter_minors() -> None:
    units = {
        "2106": "-ge.1_inf",
        "1709": "-fr.2_inf",
        "1606": "-gb.1_armor",
        "2211": "-it.2_inf",
        "2903": "-su.1_inf",
        "2508": "-hun.inf",
        "2401": "-fin.inf",
        "2713": "-gre.inf",
        "2809": "rum.inf",
        "2710": "bul.inf",
    }
    table = put(units, frame("production"), turn=6, powers={"gre": "allies"})
    seen = []
    while table.phase == "produce":
        seen.append(str(table.state.top["power"]))
        table.do("pass")
    assert seen == ["fr", "su", "gb", "it", "ge", "gre", "fin", "hun"]
    summer = put(units, frame("production"), turn=8, powers={"gre": "allies"})
    seen = []
    while summer.phase == "produce":
        seen.append(str(summer.state.top["power"]))
        summer.do("pass")
    assert "hun" not in seen


def test_7_1_3_minors_have_one_point_for_their_own() -> None:
    table = produce({"2508": "-hun.inf", "2106": "-ge.1_inf"}, "hun", 1, turn=6)
    table.refuses("upgrade ge.1_inf", "production.other_power", "7.1.1")
    table.do("upgrade hun.inf")
    assert table.face("hun.inf") == "front"


def test_7_points_cannot_be_overspent_or_saved() -> None:
    table = produce({"2106": "ge.1_inf"}, "ge", 3)
    refusal = table.refuses("build ge.1_armor 2106", "production.points", "7.1.4")
    assert (refusal.numbers["needs"], refusal.numbers["has"]) == (4, 3)
    table.do("build ge.4_inf 2106")
    assert table.phase == "", "one point is left, it buys nothing and is lost"


# 7.2.2 Placement


def test_7_2_2_on_or_beside_a_home_production_city() -> None:
    table = produce({"1606": "gb.1_armor"}, "ge")
    assert table.allows("build ge.4_inf 2106") and table.allows("build ge.4_inf 2107")
    table.refuses("build ge.4_inf 2308", "build.place", "7.2.2")
    assert table.allows("build ge.1_sub 1906"), "fleets in any home port"
    table.refuses("build ge.1_sub 2106", "build.place", "7.2.2")
    table.refuses("build gb.2_armor 1606", "production.other_power", "7.1.1")
    table.refuses("build gb.1_armor 1606", "build.not_in_pool", "7")


def test_7_2_2_not_in_enemy_zones_without_a_friend() -> None:
    table = produce(
        {"1807": "gb.1_armor", "2005": "ge.1_inf", "2105": "gb.2_armor"}, "ge", powers={"bel": "allies"}
    )
    table.refuses("build ge.4_inf 1907", "build.place", "7.2.2")
    assert table.allows("build ge.4_inf 2005"), "beside a friend it may"
    table.refuses("build ge.1_sub 2105", "build.place", "7.2.2")


def test_7_2_2_us_units_appear_in_america() -> None:
    table = produce({"1606": "gb.1_armor"}, "us", turn=12, us_entered=True)
    assert table.allows("build us.1_armor atlantic_land")
    table.refuses("build us.1_armor 1606", "build.place", "7.2.2")


def test_7_2_3_minors_without_a_city_anywhere_at_home() -> None:
    table = produce({"2106": "ge.1_inf", "2505": "su.1_inf"}, "hun", 1, turn=6)
    hexes = set(table.system.facts.home("hun"))
    assert all(table.allows(f"build hun.inf {space}") for space in hexes)
    occupied = produce({"2508": "su.1_inf"}, "hun", 1, turn=6)
    occupied.refuses("build hun.inf 2508", "build.place")


def test_7_2_4_the_free_french() -> None:
    table = produce(
        {"1606": "gb.1_armor", "1911": "us.1_armor"},
        "gb",
        turn=16,
        us_entered=True,
        vichy="allies",
        powers={"fr": "neutral"},
        holders={"fr": "axis"},
        conquered={"fr": "axis"},
        control={"1911": "us"},
    )
    for hex_ in ("1606", "1506", "1911", "1915"):
        assert table.allows(f"build gb.free_french {hex_}"), hex_
    table.refuses("build gb.free_french 1709", "build.place", "7.2.4")
    table.refuses("build gb.free_french 1607", "build.place", "7.2.4")


def test_7_2_5_forts() -> None:
    table = produce({"2106": "ge.1_inf", "1907": "ge.fort.1", "1606": "gb.1_armor"}, "ge")
    assert table.allows("build ge.fort.2 1908")
    table.refuses("build ge.fort.2 1606", "build.place")
    table.refuses("build ge.fort.2 1907", "build.place")
    soviet = produce({"2903": "su.1_inf"}, "su")
    assert soviet.allows("build su.sevastopol_fort 3108")
    soviet.refuses("build su.sevastopol_fort 2903", "build.place")


def test_7_2_5_a_new_fort_displaces_ships_and_air() -> None:
    table = produce({"1906": "gb.home_fleet", "2106": "ge.1_inf"}, "ge")
    table.do("build ge.fort.1 1906")
    while table.phase == "displace":
        table.do(f"displace gb.home_fleet {table.refusals('displace gb.home_fleet 1001')[0].spaces[0]}")
    assert table.where("gb.home_fleet") != "1906"


# 7.3 Upgrades


def test_7_3_1_land_and_air_need_a_line_to_a_capital() -> None:
    units = {"2106": "-ge.1_inf ge.4_inf", "3903": "-ge.6_inf", "3702": "su.2_inf", "3704": "su.3_inf"}
    table = produce(units, "ge")
    assert table.allows("upgrade ge.1_inf")
    table.refuses("upgrade ge.4_inf", "upgrade.full", "7.3")
    table.refuses("upgrade ge.6_inf", "upgrade.supply", "7.3.1")
    table.refuses("upgrade bul.inf", "upgrade.unknown", "7.3")


def test_7_3_1_blank_backs() -> None:
    table = produce({"2710": "bul.inf", "2106": "-ge.1_inf"}, "bul", 1, turn=6)
    assert table.phase == "", "nothing to buy: the Bulgarian counter has one side"


def test_7_3_1_us_units_away_from_home_use_british_points() -> None:
    units = {"1606": "-us.1_armor", "atlantic_land": "-us.5_armor"}
    us = produce(units, "us", turn=16, us_entered=True)
    us.refuses("upgrade us.1_armor", "production.other_power", "7.3.1")
    assert us.allows("upgrade us.5_armor")
    british = produce(units, "gb", turn=16, us_entered=True)
    assert british.allows("upgrade us.1_armor")
    british.refuses("upgrade us.5_armor", "production.other_power", "7.1.1")


def test_7_3_2_fleets_are_upgraded_in_port() -> None:
    units = {
        "1504": "-gb.home_fleet",
        "1503": "-gb.channel_fleet",
        "1703": "-gb.medit_fleet",
        "2106": "ge.1_inf",
    }
    table = produce(units, "gb")
    assert table.allows("upgrade gb.home_fleet"), "Glasgow is a production city"
    assert table.allows("upgrade gb.channel_fleet"), "Scapa Flow has a line to one"
    table.refuses("upgrade gb.medit_fleet", "upgrade.supply", "7.3.2")


def test_7_new_units_of_the_track_come_to_the_pool() -> None:
    table: Table = put({"2106": "ge.1_inf"}, frame("turn_start"), turn=13)
    assert table.where("ge.6ss_armor") == "pool_ge"
    early = put({"2106": "ge.1_inf"}, frame("turn_start"), turn=12)
    assert early.where("ge.6ss_armor") == "turn_13"
    waiting = {"2106": "ge.1_inf", "turn_15": "gb.free_french"}
    assert put(waiting, frame("turn_start"), turn=15).where("gb.free_french") == "turn_16"
    assert put(waiting, frame("turn_start"), turn=15, **FRANCE_HELD).where("gb.free_french") == "pool_gb"


# Places, one by one


def test_7_2_2_a_friendly_city_across_the_border_counts() -> None:
    """Inside the country, next to any friendly production city: The Hague is next to the Ruhr."""
    held = {"holders": {"net": "axis"}, "powers": {"net": "allies"}, "conquered": {"net": "axis"}}
    units = {"2106": "ge.1_inf", "1907": "gb.1_armor", "2005": "gb.2_armor", "1606": "gb.8_armor"}
    lost = {"control": {"1907": "gb", "2005": "gb"}}
    table = produce({"2106": "ge.1_inf"}, "ge", **held)
    assert "1906" in table.system.facts.board.neighbours("1806")
    assert table.allows("build ge.4_inf 1906")
    cut = produce(units, "ge", **lost)
    cut.refuses("build ge.4_inf 1906", "build.place", "7.2.2")


def test_7_2_3_a_minor_with_a_production_city_builds_there() -> None:
    table = produce({"2106": "ge.1_inf"}, "rum", 1, turn=6)
    assert table.allows("build rum.inf 2809")
    far = [
        h for h in table.system.facts.home("rum") if h not in (*table.system.board.neighbours("2809"), "2809")
    ]
    refusal = table.refuses(f"build rum.inf {sorted(far)[0]}", "build.place", "7.2.3")
    assert "Bucharest (2809)" in refusal.sentence


def test_7_2_5_a_named_fort_only_in_its_city_while_it_is_friendly() -> None:
    lost = produce({"2903": "su.1_inf", "3108": "ge.1_inf"}, "su", control={"3108": "ge"})
    lost.refuses("build su.sevastopol_fort 3108", "build.place", "7.2.5")
    held = produce({"2903": "su.1_inf", "3108": "su.2_inf"}, "su")
    assert held.allows("build su.sevastopol_fort 3108")


def test_7_2_5_the_maginot_fort_is_never_rebuilt() -> None:
    table = combat({"1909": "-fr.maginot", "1908": "ge.1_armor ge.2_armor"}, "axis", turn=3)
    table.do("attack 1909 ge.1_armor,ge.2_armor", dice=(1, 1, 6, 6))
    assert table.where("fr.maginot") == "dead"
    france = produce({"1709": "fr.1_armor", "dead": "fr.maginot"}, "fr", turn=3)
    france.refuses("build fr.maginot 1909", "build.not_in_pool", "7")


def test_7_3_2_us_fleets_in_british_ports_use_british_points() -> None:
    units = {"1504": "-us.8_fleet", "atlantic": "-us.10_fleet", "atlantic_land": "-us.12_fleet"}
    british = produce(units, "gb", turn=16, us_entered=True)
    assert british.allows("upgrade us.8_fleet")
    british.refuses("upgrade us.10_fleet", "upgrade.supply", "7.3.2")
    us = produce(units, "us", turn=16, us_entered=True)
    assert us.allows("upgrade us.12_fleet")
    assert "Britain" in us.refuses("upgrade us.8_fleet", "production.other_power", "7.3.1").sentence


def test_7_1_5_the_united_states_build_nothing_before_their_entry() -> None:
    early = put({"1606": "gb.1_armor"}, frame("production"), turn=9)
    seen = []
    while early.phase == "produce":
        seen.append(str(early.state.top["power"]))
        early.do("pass")
    assert "us" not in seen and "gb" in seen
    late = put({"1606": "gb.1_armor"}, frame("production"), turn=12, us_entered=True)
    seen = []
    while late.phase == "produce":
        seen.append(str(late.state.top["power"]))
        late.do("pass")
    assert "us" in seen


def test_7_2_1_liberated_minors_produce_conquered_and_neutral_ones_do_not() -> None:
    held = {
        "powers": {"gre": "allies", "pol": "allies"},
        "conquered": {"pol": "axis"},
        "holders": {"pol": "axis"},
    }
    units = {"2713": "-gre.inf", "2401": "-fin.inf", "2106": "ge.1_inf"}
    table = put({**units, "2001": "-swe.inf"}, frame("production"), turn=6, **held)
    seen = []
    while table.phase == "produce":
        seen.append(str(table.state.top["power"]))
        table.do("pass")
    assert {"gre", "fin"} <= set(seen)
    assert not {"pol", "swe"} & set(seen)


def test_7_1_2_a_bonus_city_is_given_to_nobody_else() -> None:
    """Bucharest is Germany's bonus; only a captured city, such as Paris, may work for Italy."""
    start = (frame("player_turn", side="allies", stage=9), frame("assign", side="axis"))
    table = put({"2106": "ge.4_inf"}, *start, control={"1709": "ge"}, **FRANCE_HELD)
    table.refuses("assign 2809 it", "assign.cannot", "7.1.1")
    assert table.allows("assign 1709 it")
    assert put({"2106": "ge.4_inf"}, *start).phase != "assign", "nothing to decide, nobody is asked"


def test_7_2_3_no_minor_appears_among_soviets() -> None:
    """Belgrade is full of Soviets; the Yugoslavs gather elsewhere (12.4.3)."""
    table = produce({"2510": "su.8_inf"}, "yug", 1, powers={"yug": "allies"}, turn=22)
    table.refuses("build yug.inf 2510", "build.place", "7.2.3")
    assert table.allows("build yug.inf 2610")


def test_3_4_7_new_units_hold_the_city_they_appear_in() -> None:
    """The last to stand in a city controls it: also a fort, or a minor's army in its empty capital."""
    fort = produce({"2106": "ge.4_inf"}, "ge", control={"1709": "ge", "1509": "gb"}, **FRANCE_HELD)
    assert fort.sit.controls("allies", "1509")
    fort.do("build ge.fort.1 1509")
    assert fort.sit.controls("axis", "1509")
    poles = produce({"2106": "ge.4_inf"}, "pol", 1, powers={"pol": "allies"}, control={"2405": "ge"}, turn=2)
    poles.do("build pol.1_inf 2405")
    assert poles.sit.controls("allies", "2405")


def test_7_3_1_a_neutral_capital_upgrades_no_ally() -> None:
    """Poles cut off from Paris and London: Moscow helps them only in the war."""
    units = {"2506": "-pol.1_inf", "2406": "ge.1_inf", "2507": "ge.4_inf", "2405": "ge.6_inf"}
    war: dict[str, Any] = {"powers": {"pol": "allies"}, "control": {"2405": "ge", "2305": "ge"}, "turn": 2}
    table = produce(units, "pol", 1, ussr_neutral=True, **war)
    assert table.lines.reaches("su", "2506") and not table.lines.reaches("fr", "2506")
    table.refuses("upgrade pol.1_inf", "upgrade.supply", "7.3.1")
    assert produce(units, "pol", 1, **war).allows("upgrade pol.1_inf")


def test_7_refusals_name_units_and_count_hexes() -> None:
    table = produce({"1907": "ge.4_inf"}, "ge", 3)
    assert "German 1st infantry" in table.refuses("upgrade ge.1_inf", "upgrade.unknown", "7.3").sentence
    sentence = table.refuses("build ge.1_inf 2903", "build.place", "7.2.2").sentence
    assert sentence.endswith("and 1 other hex.")
