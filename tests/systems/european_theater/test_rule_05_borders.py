"""Where zones end, neutral borders, conquest and liberation (5.1.4, 5.3)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.systems.european_theater.table import Table, combat, movement, produce, put
from wargame_desktop.core.state import frame
from wargame_desktop.systems.european_theater.production import city_points

POLAND_HELD: dict[str, Any] = {
    "powers": {"pol": "allies"},
    "conquered": {"pol": "axis"},
    "holders": {"pol": "axis"},
}
FRANCE_HELD: dict[str, Any] = {
    "vichy": "neutral",
    "powers": {"fr": "neutral"},
    "holders": {"fr": "axis"},
    "conquered": {"fr": "axis"},
}
VIIPURI, LENINGRAD, TARANTO, BAGHDAD = "2501", "2601", "2411", "3810"


# 5.1.4 Zones and what may not be entered


@pytest.mark.parametrize("woken", [False, True])
def test_5_1_4_no_allied_zone_in_an_axis_minor_before_it_may_be_invaded(woken: bool) -> None:
    units = {VIIPURI: "fin.inf", LENINGRAD: "su.1_inf su.1_air"}
    active = ["fin"] if woken else []
    table = combat(units, "allies", active_minors=active)
    assert (VIIPURI in table.sit.land_zone("allies")) is woken
    assert LENINGRAD in table.sit.land_zone("axis"), "the Finnish army may cross the border"
    assert table.sit.covers(table.state.piece("su.1_air"), VIIPURI) is woken
    if woken:
        assert table.allows(f"attack {VIIPURI} su.1_inf")
    else:
        assert table.phase == "", "nothing can be attacked"
        waiting = movement(units, "allies", active_minors=active)
        refusal = waiting.refuses(f"move su.1_inf {VIIPURI}", "movement.forbidden")
        assert "Finland" in refusal.sentence and refusal.rule == "12.1.2"


def test_5_1_4_no_zone_in_quiet_iraq() -> None:
    units = {"3710": "gb.1_armor", "3910": "ge.1_inf"}
    assert BAGHDAD not in movement({"3910": "ge.1_inf"}, "axis", iraq="quiet").sit.land_zone("axis")
    open_ = movement(units, "axis", iraq="allied", holders={"irq": "allies"})
    assert BAGHDAD in open_.sit.land_zone("axis")


def test_5_1_4_no_fleet_or_air_zone_on_a_neutral_coast() -> None:
    units = {"1805": "gb.home_fleet", "1605": "gb.1_raf", "2005": "ge.surface_fleet"}
    table = movement(units, "axis", turn=3)
    raf = table.state.piece("gb.1_raf")
    assert "1806" in table.sit.neutral_ground
    assert "1806" not in table.sit.fleet_zone("allies") and not table.sit.covers(raf, "1806")
    assert "1905" not in table.sit.fleet_ring("allies")
    war = movement(units, "axis", turn=3, powers={"net": "allies", "den": "allies"})
    assert "1806" in war.sit.fleet_zone("allies") and war.sit.covers(raf, "1806")
    assert "1905" in war.sit.fleet_ring("allies")


def test_5_1_2_no_allied_fleet_zone_in_danish_waters() -> None:
    closed = movement({"1805": "gb.home_fleet"}, "allies", turn=8)
    assert not {"1904", "2003"}.intersection(closed.sit.fleet_zone("allies").spaces)
    norway = movement({"1805": "gb.home_fleet"}, "allies", turn=8, powers={"nor": "allies"})
    assert "1904" in norway.sit.fleet_zone("allies") and "2003" not in norway.sit.fleet_zone("allies")
    german = movement({"1805": "ge.surface_fleet"}, "axis", turn=8)
    assert {"1904", "2003"} <= set(german.sit.fleet_zone("axis").spaces)


def test_5_1_2_a_zone_goes_into_a_held_strait_but_not_through_it() -> None:
    free = movement({"1414": "it.fleet"}, "axis")
    assert {"1315", "1215"} <= set(free.sit.fleet_zone("axis").spaces)
    held = movement({"1414": "it.fleet", "1315": "gb.gibraltar_fort"}, "axis")
    assert "1315" in held.sit.fleet_zone("axis")
    assert "1315" in held.sit.fleet_ring("axis")
    assert "1215" not in held.sit.fleet_zone("axis")


def test_12_1_1_neutral_italy_is_attacked_at_sea_only() -> None:
    units = {"2415": "gb.2_raf gb.malta_fort", "2515": "gb.medit_fleet"}
    port = combat({**units, TARANTO: "it.fleet"}, "allies", turn=2, italy_neutral=True)
    assert port.phase == "", "a neutral port is out of every zone"
    sea = combat({**units, "2514": "it.fleet"}, "allies", turn=2, italy_neutral=True)
    sea.refuses(f"strike {TARANTO} gb.2_raf", "strike.no_target")
    sea.do("strike 2514 gb.2_raf", dice=(6, 6, 6, 6))
    assert sea.var("italy_neutral") is False


# 5.1.4, 8.2 Air units and neutral armies


def test_8_2_air_units_do_not_land_on_a_neutral_army_or_in_its_zone() -> None:
    table = movement({"2106": "ge.1_air", "2405": "pol.1_inf"}, "axis", turn=1)
    refusal = table.refuses("move ge.1_air 2405", "movement.forbidden", "8.2")
    assert "army" in refusal.sentence
    assert "zone" in table.refuses("move ge.1_air 2406", "movement.forbidden", "8.2").sentence
    free = sorted(h for h in table.system.facts.home("pol") if h in table.targets("ge.1_air"))
    assert free, "where no army stands near, an air unit may invade"
    beside = table.system.facts.land_neighbours("2405")
    assert not set(free).intersection(beside)
    table.do(f"move ge.1_air {free[0]}")
    assert table.state.side_of("pol") == "allies"


# 5.1.1 Displacement


def test_5_1_1_displaced_fleets_keep_out_of_closed_waters() -> None:
    table = movement({"2005": "ge.1_inf", "1905": "gb.home_fleet"}, "axis", powers={"den": "axis"})
    table.do("move ge.1_inf 1905")
    assert (table.phase, table.decider) == ("displace", "allies")
    near = table.refuses("displace gb.home_fleet 1001", "displace.not_nearest", "5.1.1").spaces
    assert "1804" in near and "1904" not in near
    table.do("displace gb.home_fleet 1804")
    assert table.where("gb.home_fleet") == "1804"


def test_5_1_3_a_new_unit_drives_air_units_out_of_its_zone() -> None:
    table = produce({"2008": "gb.1_raf", "2106": "ge.4_inf"}, "ge")
    assert table.system.facts.land_neighbours("2007").count("2008") == 1
    table.do("build ge.1_inf 2007")
    while table.phase == "displace":
        assert table.decider == "allies"
        table.do(f"displace gb.1_raf {table.refusals('displace gb.1_raf 4001')[0].spaces[0]}")
    assert table.where("gb.1_raf") != "2008"


# 12.1.2 What wakes an Axis minor power


def test_12_1_2_a_german_fort_in_rumania_wakes_it() -> None:
    table = produce({"2106": "ge.4_inf"}, "ge", active_minors=[])
    table.do("build ge.fort.1 2809")
    assert table.var("active_minors") == ("rum",)
    home = produce({"2106": "ge.4_inf"}, "ge", active_minors=[])
    home.do("build ge.fort.1 2106")
    assert home.var("active_minors") in (None, ())


# 5.2.2


def test_5_2_2_armored_action_is_checked_after_its_combat_only() -> None:
    units = {"2506": "ge.1_armor ge.2_armor ge.3_armor", "2505": "su.1_inf"}
    table = put(units, frame("armored_action", side="axis"), **POLAND_HELD)
    table.do("pass")
    assert table.phase == "combat", "no unit is lost before it may attack out of the stack"
    table.do("pass")
    assert (table.phase, table.decider) == ("stacking", "axis")
    table.do("scrap ge.3_armor")
    assert table.where("ge.3_armor") == "pool_ge"


def test_5_2_1_neutral_italy_stacks_like_everybody() -> None:
    table = movement({"2211": "it.1_armor it.2_inf it.3_inf"}, "axis", turn=2, italy_neutral=True)
    table.do("pass")
    assert (table.phase, table.decider) == ("stacking", "axis")


# 5.3.2 Conquest


def end_of_turn(units: dict[str, str], **more: Any) -> Table:
    """The end of a turn."""
    return put(units, frame("end_of_turn", side="allies", done=True), **more)


def test_5_3_2_a_capital_with_a_line_is_a_country_conquered() -> None:
    poland = {"powers": {"pol": "allies"}, "control": {"2405": "ge"}}
    held = end_of_turn({"2405": "ge.1_inf", "2106": "ge.4_inf", "2506": "pol.1_inf"}, turn=1, **poland)
    assert held.var("conquered") == {"pol": "axis"}
    assert held.where("pol.1_inf") == "dead", "its army is gone until it is liberated"
    assert held.sit.holder("pol") == "axis"
    around = {"2404": "pol.1_inf", "2306": "pol.2_inf", "2406": "gb.1_armor", "2506": "gb.2_armor"}
    cut = end_of_turn({"2405": "ge.1_inf", "2106": "ge.4_inf", **around}, turn=1, **poland)
    assert not cut.var("conquered"), "without a line to a capital it is not conquered yet"


def test_5_3_2_the_soviet_union_falls_with_its_three_capitals() -> None:
    moscow, leningrad = "2903", "2601"
    capitals = rules_capitals()
    assert set(capitals) >= {moscow, leningrad}
    control = dict.fromkeys(capitals, "ge")
    units = dict(zip(capitals, ("ge.1_inf", "ge.4_inf", "ge.6_inf"), strict=True))
    behind = {"2106": "ge.7_inf", "3903": "su.1_inf"}
    war = {"holders": {"pol": "axis"}, "powers": {"pol": "allies"}, "conquered": {"pol": "axis"}}
    two = {space: power for space, power in control.items() if space != moscow}
    assert end_of_turn({**units, **behind}, control=two, **war).var("conquered") == {"pol": "axis"}
    table = end_of_turn({**units, **behind}, control=control, **war)
    assert table.var("conquered") == {"pol": "axis", "su": "axis"}
    assert table.where("su.1_inf") == "dead"


def rules_capitals() -> tuple[str, ...]:
    """The capitals of the Soviet Union."""
    return movement({"2106": "ge.1_inf"}, "axis").system.facts.capitals["su"]


# 5.3.3 Liberation


def test_5_3_3_the_other_side_frees_a_country_by_its_capital() -> None:
    free = end_of_turn(
        {"2405": "su.1_inf", "2903": "su.2_inf"},
        turn=20,
        us_entered=True,
        control={"2405": "su"},
        **POLAND_HELD,
    )
    assert free.var("conquered") == {}
    assert free.where("pol.1_inf") == "pool_pol", "its units may be built again"
    away = end_of_turn({"2505": "su.1_inf", "2903": "su.2_inf"}, turn=20, us_entered=True, **POLAND_HELD)
    assert away.var("conquered") == {"pol": "axis"}


def test_5_3_3_a_freed_france_works_for_britain() -> None:
    table = end_of_turn(
        {"1709": "us.1_armor", "1606": "gb.1_armor"},
        turn=20,
        us_entered=True,
        control={"1709": "us"},
        **(FRANCE_HELD | {"vichy": "allies"}),
    )
    assert table.sit.holder("fr") == "allies"
    assert city_points(table.sit, table.lines)["1709"] == "gb"
    assert table.where("fr.2_inf") == "dead", "French units do not come back"


# 3.4.7 Control


def test_3_4_7_only_land_units_take_a_place() -> None:
    flown = movement({"2805": "ge.1_air", "2106": "ge.4_inf", "3903": "su.1_inf"}, "axis")
    flown.do("move ge.1_air 2903")
    assert flown.sit.controls("allies", "2903"), "an air unit in Moscow does not take it"
    ships = movement({"2502": "ge.surface_fleet", "3903": "su.1_inf"}, "axis")
    ships.do(f"sail ge.surface_fleet {LENINGRAD}")
    assert ships.sit.controls("allies", LENINGRAD)
    marched = movement({"2804": "ge.1_armor", "2106": "ge.4_inf", "3903": "su.1_inf"}, "axis")
    marched.do("move ge.1_armor 2903")
    assert marched.sit.controls("axis", "2903")


def test_5_3_2_units_of_the_track_wait_for_the_liberation_too() -> None:
    capitals = rules_capitals()
    units = dict(zip(capitals, ("ge.1_inf", "ge.4_inf", "ge.6_inf"), strict=True))
    fallen = end_of_turn(
        {**units, "2106": "ge.7_inf", "turn_10": "su.1_guard_inf"},
        turn=9,
        control=dict.fromkeys(capitals, "ge"),
        **POLAND_HELD,
    )
    assert fallen.where("su.1_guard_inf") == "turn_10"
    held = {"su": "axis"}
    later = put({"2106": "ge.7_inf"}, frame("turn_start"), turn=10, conquered=held, holders=held)
    assert later.where("su.1_guard_inf") == "dead"
    free = put({"2106": "ge.7_inf"}, frame("turn_start"), turn=10)
    assert free.where("su.1_guard_inf") == "pool_su"


WEST_LOST: dict[str, Any] = {
    "powers": {"fr": "neutral"},
    "vichy": "axis",
    "iraq": "axis",
    "conquered": {"gb": "axis", "fr": "axis", "pol": "axis"},
    "holders": {"gb": "axis", "fr": "axis", "pol": "axis", "irq": "axis"},
}


def test_5_3_2_a_capital_is_no_source_for_itself() -> None:
    """Americans draw supply from Rome once it is theirs, but alone in it they have not conquered Italy."""
    units = {"2211": "us.5_armor", "2106": "ge.1_inf"}
    war: dict[str, Any] = WEST_LOST | {
        "us_entered": True,
        "turn": 17,
        "powers": {"fr": "neutral", "su": "axis"},
    }
    assert "it" not in end_of_turn(units, control={"2211": "us"}, **war).var("conquered")
    algiers = {"control": {"2211": "us", "1915": "us"}, "territories": {"french_north_africa": "allies"}}
    assert end_of_turn(units, **algiers, **war).var("conquered")["it"] == "allies", "Algiers is a source"


@pytest.mark.parametrize("neutral", [True, False])
def test_5_3_2_a_neutral_friend_links_nothing(neutral: bool) -> None:
    units = {"2405": "us.1_armor", "2106": "ge.1_inf"}
    table = end_of_turn(units, control={"2405": "us"}, ussr_neutral=neutral, us_entered=True, **WEST_LOST)
    assert ("pol" in table.var("conquered")) is neutral, "Moscow is a friendly capital only in the war"


def test_5_3_3_the_capitals_of_a_country_do_not_free_each_other() -> None:
    capitals = rules_capitals()
    units = dict(zip(capitals, ("us.1_armor", "us.5_armor", "us.7_armor"), strict=True))
    war: dict[str, Any] = WEST_LOST | {"us_entered": True, "control": dict.fromkeys(capitals, "us")}
    for power in ("conquered", "holders"):
        war[power] = {**war[power], "su": "axis"}
    assert "su" in end_of_turn(units, **war).var("conquered")
    war["control"] = {**war["control"], "1606": "gb"}
    assert "su" not in end_of_turn(units, **war).var("conquered"), "London is a capital of its liberators"


def test_5_3_2_paris_lost_again_leaves_vichy_its_units() -> None:
    table = end_of_turn(
        {"1709": "ge.1_inf", "2106": "ge.4_inf", "1911": "fr.fleet", "1915": "fr.col_inf"},
        turn=20,
        us_entered=True,
        vichy="neutral",
        powers={"fr": "neutral"},
        holders={"fr": "allies"},
        control={"1709": "ge"},
    )
    assert table.var("conquered") == {"fr": "axis"}
    assert (table.where("fr.fleet"), table.where("fr.col_inf")) == ("1911", "1915")


# 5.1.3 Air units that find themselves in an enemy zone


def test_5_1_3_air_units_give_way_when_a_power_enters_the_war() -> None:
    start = (frame("player_turn", side="allies", stage=9), frame("turn_start"))
    soviet = put({"2404": "ge.1_air", "2504": "su.5_inf"}, *start, turn=10, ussr_neutral=True)
    assert (soviet.phase, soviet.state.top["piece"], soviet.decider) == ("displace", "ge.1_air", "axis")
    italian = put({"1910": "fr.air", "2010": "it.2_inf"}, *start, turn=4, italy_neutral=True)
    assert (italian.phase, italian.state.top["piece"]) == ("displace", "fr.air")


def test_5_1_3_air_units_give_way_when_an_air_unit_invades() -> None:
    """A German air unit lands in the south of Yugoslavia; the army at the northern border is an enemy now."""
    units = {"2308": "ge.1_air", "2209": "ge.2_air", "2309": "yug.inf", "2106": "ge.4_inf"}
    table = movement(units, "axis", powers={"it": "axis"})
    table.do("move ge.2_air 2611")
    assert (table.phase, table.state.top["piece"], table.decider) == ("displace", "ge.1_air", "axis")


def test_5_1_3_air_units_give_way_when_an_attack_invades() -> None:
    units = {"1907": "ge.1_inf", "1906": "ge.1_air", "1806": "net.inf"}
    table = combat(units, "axis", turn=3)
    table.do("attack 1806 ge.1_inf")
    assert (table.phase, table.state.top["piece"]) == ("displace", "ge.1_air")


def test_5_1_3_an_air_unit_left_alone_by_an_embarkation_gives_way() -> None:
    units = {"2716": "gb.8_armor gb.2_raf gb.medit_fleet", "2717": "ge.5_armor"}
    table = movement(units, "allies", control={"2716": "gb"})
    table.do("embark gb.8_armor gb.medit_fleet")
    while table.phase == "displace":
        table.do(f"displace gb.2_raf {table.refusals('displace gb.2_raf 4001')[0].spaces[0]}")
    assert table.where("gb.2_raf") not in table.sit.land_zone("axis")


def test_5_1_3_an_air_unit_does_not_land_where_it_would_wake_an_enemy_zone() -> None:
    """No Soviet zone reaches quiet Finland, but one would if a German air unit flew there."""
    units = {"2404": "ge.1_air ge.1_inf", LENINGRAD: "su.1_inf"}
    table = movement(units, "axis", active_minors=[])
    table.refuses(f"move ge.1_air {VIIPURI}", "movement.forbidden", "8.2")
    guarded = movement({**units, VIIPURI: "fin.inf"}, "axis", active_minors=[])
    guarded.do(f"move ge.1_air {VIIPURI}")
    assert guarded.var("active_minors") == ("fin",) and guarded.where("ge.1_air") == VIIPURI


def test_3_4_7_who_stands_in_a_port_keeps_it_when_the_territory_changes_hands() -> None:
    """Italy has Egypt and stands in Suez without having had to take it; the British enter Cairo again."""
    units = {"3415": "it.na_inf", "3316": "gb.8_armor", "2211": "it.2_inf"}
    taken: dict[str, Any] = {"control": {"3416": "it"}, "territories": {"egypt": "axis"}}
    table = combat({**units, "3416": "-it.1_armor"}, "allies", **taken)
    assert table.sit.controls("axis", "3415")
    table.do("attack 3416 gb.8_armor", dice=(1, 1, 6, 6))
    table.do("advance pieces=gb.8_armor space=3416")
    assert table.sit.holder_at("3415") == "allies"
    assert table.sit.controls("axis", "3415") and table.sit.controls("allies", "3416")


def test_5_1_1_entering_an_axis_minor_brings_enemy_zones_with_it() -> None:
    """Soviets stand on the border of quiet Rumania; the first German to enter has their zones before him."""
    units = {"2710": "ge.1_armor", "2106": "ge.4_inf ge.1_air", "2908": "su.2_inf", "2807": "su.3_inf"}
    table = movement(units, "axis", active_minors=[])
    assert "2808" not in table.sit.land_zone("allies")
    table.refuses("move ge.1_armor 2708 via=2809,2808", "movement.must_stop_before", "5.1.1")
    table.refuses("rail ge.4_inf 2808", "movement.forbidden", "8.1.2")
    table.refuses("move ge.1_air 2808", "movement.forbidden", "8.2")
    table.do("move ge.1_armor 2808 via=2809")
    assert table.var("active_minors") == ("bul", "rum") and table.mark("ge.1_armor", "stopped")
    own = movement({"2809": "rum.inf", "2908": "su.2_inf"}, "axis", active_minors=[])
    own.do("move rum.inf 2808")
    assert not own.mark("rum.inf", "stopped"), "its own army moves at home without waking it"


def test_5_1_4_an_ally_beside_a_neutral_has_a_zone_there_at_the_instant_of_invasion() -> None:
    """British troops in Greece: Germans in Yugoslavia stop beside them, though no Yugoslav army is near."""
    units = {"2609": "ge.1_armor", "2106": "ge.4_inf", "2711": "gb.1_armor"}
    table = movement(units, "axis", powers={"gre": "allies"}, active_minors=["rum"], control={})
    table.refuses("move ge.1_armor 2611 via=2610", "movement.must_stop_before", "5.1.1")
    assert table.allows("move ge.1_armor 2610")
