"""Zones of control, displacement, stacking, invasion (5.1-5.3.1)."""

from __future__ import annotations

from typing import Any

from tests.systems.european_theater.table import combat, movement, put
from wargame_desktop.core.state import frame
from wargame_desktop.systems.european_theater.retreat import excess

POLAND_HELD: dict[str, Any] = {
    "powers": {"pol": "allies"},
    "conquered": {"pol": "axis"},
    "holders": {"pol": "axis"},
}


# 5.1.1 Land zones


def test_5_1_1_stop_on_entering_a_zone() -> None:
    table = movement({"2506": "ge.1_armor", "2604": "su.1_inf"}, "axis")
    assert table.allows("move ge.1_armor 2605")
    refusal = table.refuses("move ge.1_armor 2705 via=2605", "movement.must_stop_before", "5.1.1")
    assert refusal.spaces
    table.do("move ge.1_armor 2605")
    table.refuses("move ge.1_armor 2506", "movement.finished")


def test_5_1_1_no_step_from_zone_to_zone() -> None:
    table = movement({"2605": "ge.1_armor", "2604": "su.1_inf"}, "axis")
    table.refuses("move ge.1_armor 2505", "movement.zone_to_zone", "5.1.1")
    assert table.allows("move ge.1_armor 2506"), "out of the zone it may go"


def test_5_1_1_a_fort_has_a_zone_like_any_land_unit() -> None:
    table = movement({"2905": "ge.1_armor", "2903": "su.moscow_fort"}, "axis")
    assert table.allows("move ge.1_armor 2904")
    table.refuses("move ge.1_armor 2803 via=2904", "movement.must_stop_before", "5.1.1")


def test_5_1_1_carried_units_have_no_zone() -> None:
    table = movement({"1708": "ge.1_inf", "1607": "gb.home_fleet gb.home_fleet>gb.1_armor"}, "axis")
    assert "1607" not in table.sit.land_zone("allies")


def test_5_1_1_land_unit_displaces_fleets() -> None:
    table = movement({"2604": "ge.1_armor", "2503": "su.fleet"}, "axis")
    table.do("move ge.1_armor 2503")
    assert table.phase == "displace" or table.where("su.fleet") != "2503"
    if table.phase == "displace":
        assert table.decider == "allies"
        table.refuses("displace su.fleet 1001", "displace.not_nearest", "5.1.1")
        near = table.refusals("displace su.fleet 1001")[0].spaces
        assert all(table.system.board.grid.distance("2503", hex_) == 1 for hex_ in near)  # type: ignore[union-attr]
        table.do(f"displace su.fleet {near[0]}")
    assert table.where("su.fleet") in table.system.facts.water


def test_5_1_1_land_unit_displaces_lonely_air_units() -> None:
    table = movement({"2506": "ge.1_armor", "2604": "su.1_air", "2705": "su.2_air su.1_inf"}, "axis")
    table.do("move ge.1_armor 2605")
    assert table.phase == "displace" and table.decider == "allies"
    assert table.state.top["piece"] == "su.1_air", "the unit with a land unit beside it stays"
    spaces = table.refusals("displace su.1_air 4001")[0].spaces
    zone = table.sit.land_zone("axis")
    assert spaces and not any(space in zone for space in spaces)
    table.do(f"displace su.1_air {spaces[0]}")
    assert table.where("su.2_air") == "2705"


def test_5_1_3_air_left_alone_in_a_zone_displaces() -> None:
    table = movement({"2605": "ge.1_armor ge.1_air", "2705": "su.1_inf"}, "axis")
    table.do("move ge.1_armor 2506")
    while table.phase == "displace":
        spaces = table.refusals("displace ge.1_air 4001")[0].spaces
        table.do(f"displace ge.1_air {spaces[0]}")
    assert table.where("ge.1_air") != "2605"


# 5.1.2 Fleet zones


def test_5_1_2_fleets_stop_next_to_enemy_fleets() -> None:
    table = movement({"1803": "ge.surface_fleet", "1604": "gb.home_fleet"}, "axis")
    assert table.allows("sail ge.surface_fleet 1704")
    table.refuses("sail ge.surface_fleet 1703 via=1704", "movement.must_stop_before", "5.1.2")
    table.refuses("sail ge.surface_fleet 1604", "movement.forbidden", "8.3.1")
    beside = movement({"1704": "ge.surface_fleet", "1604": "gb.home_fleet"}, "axis")
    beside.do("sail ge.surface_fleet 1705")
    assert beside.told("sailed")[0]["path"] == ("1704", "1804", "1705"), "not directly from zone to zone"


def test_5_1_2_a_far_zone_does_not_stop() -> None:
    table = movement({"1803": "ge.surface_fleet", "1505": "gb.home_fleet"}, "axis")
    assert "1703" in table.sit.fleet_zone("allies") or "1704" in table.sit.fleet_zone("allies")
    assert table.allows("sail ge.surface_fleet 1702")


def test_5_1_2_zone_does_not_cross_land() -> None:
    table = movement({"1503": "gb.home_fleet", "1404": "ge.1_sub"}, "allies")
    for space in table.sit.fleet_zone("allies").spaces:
        assert space in table.system.facts.water


# 5.1.3, 8.2 Air zones


def test_5_1_3_air_does_not_enter_a_land_zone_alone() -> None:
    table = movement({"2506": "ge.1_air", "2605": "ge.4_inf", "2705": "su.1_inf"}, "axis")
    table.refuses("move ge.1_air 2604", "movement.forbidden", "8.2")
    assert table.allows("move ge.1_air 2605"), "beside a land unit of its own it may"


# 5.1.4 Neutrals


def test_5_1_4_zones_do_not_cross_a_neutral_border() -> None:
    table = movement({"2306": "pol.1_inf", "2206": "ge.1_armor"}, "axis", turn=1)
    assert len(table.sit.land_zone("allies")) == 0
    assert all(space not in table.sit.neutral_ground for space in table.sit.land_zone("axis").spaces)


def test_5_1_4_the_first_unit_over_the_border_meets_the_zone() -> None:
    table = movement({"2405": "pol.1_inf", "2307": "ge.1_armor"}, "axis", turn=1)
    table.refuses("move ge.1_armor 2506 via=2406", "movement.must_stop_before", "5.1.1")
    table.do("move ge.1_armor 2406")
    assert table.sit.holder("pol") == "allies"
    table.refuses("move ge.1_armor 2407", "movement.finished")


def test_5_1_4_neutral_soviet_union_and_italy_have_no_zone() -> None:
    table = movement(
        {"2505": "su.1_inf", "2506": "ge.1_armor", "2010": "it.2_inf"},
        "axis",
        ussr_neutral=True,
        italy_neutral=True,
        **POLAND_HELD,
    )
    assert len(table.sit.land_zone("allies")) == 0
    assert "1910" not in table.sit.land_zone("axis")
    assert table.allows("move ge.1_armor 2407"), "no zone holds it on its own side of the border"


# 5.2 Stacking


def test_5_2_1_limits_by_kind() -> None:
    full = movement({"1907": "ge.fort.1 ge.1_art ge.1_air ge.1_armor ge.1_inf"}, "axis")
    assert excess(full.sit, "1907", "axis") == []
    for extra in ("ge.fort.2", "ge.2_air", "ge.4_inf"):
        over = movement({"1907": f"ge.fort.1 ge.1_art ge.1_air ge.1_armor ge.1_inf {extra}"}, "axis")
        assert extra in [piece.id for piece in excess(over.sit, "1907", "axis")]
    fleets = movement({"2005": "ge.surface_fleet ge.1_sub ge.2_sub"}, "axis")
    assert len(excess(fleets.sit, "2005", "axis")) == 3


def test_5_2_2_excess_goes_at_the_end_of_movement() -> None:
    table = movement({"1907": "ge.1_armor ge.1_inf ge.4_inf", "1606": "gb.1_armor"}, "axis")
    table.do("pass")
    assert (table.phase, table.decider) == ("stacking", "axis")
    table.refuses("scrap gb.1_armor", "stacking.other", "5.2.1")
    table.do("scrap ge.4_inf")
    assert table.where("ge.4_inf") == "pool_ge"
    assert table.where("ge.1_inf") == "1907"


def test_5_2_2_units_may_pass_through_full_hexes() -> None:
    table = movement({"1907": "ge.1_armor ge.1_inf", "1908": "ge.2_armor"}, "axis")
    assert table.allows("move ge.2_armor 1906")


def test_5_2_2_both_sides_are_checked_after_combat_and_production() -> None:
    for name in ("combat", "production"):
        table = put(
            {"1606": "gb.1_armor gb.2_armor gb.8_armor", "2106": "ge.1_inf"},
            frame(name, side="axis", armored=False, at=99),
        )
        assert (table.phase, table.decider) == ("stacking", "allies"), name


def test_5_2_3_units_on_enemies_only_by_drop_or_landing() -> None:
    table = movement({"2506": "ge.4_inf ge.1_para", "2605": "su.1_inf"}, "axis")
    table.refuses("move ge.4_inf 2605", "movement.forbidden")
    assert table.allows("airdrop ge.1_para 2605")


def test_5_2_3_beaten_paratroops_leave_the_hex() -> None:
    table = combat(
        {"2605": "su.1_inf su.2_inf ge.1_para", "2506": "ge.4_inf"},
        "axis",
        marks={"ge.1_para": {"dropped": "air"}},
        **POLAND_HELD,
    )
    table.do("attack 2605 ge.1_para", dice=(6, 6, 5, 6))
    (won,) = table.told("clash_won")
    assert won["winner"] == "attacker"
    table = combat(
        {"2605": "su.1_inf su.2_inf ge.1_para", "2506": "ge.4_inf"},
        "axis",
        marks={"ge.1_para": {"dropped": "air"}},
        **POLAND_HELD,
    )
    table.do("attack 2605 ge.1_para", dice=(6, 6, 6, 6))
    assert table.where("ge.1_para") == "2506", (
        "nobody won, so the drop has failed; the only way is to a friend"
    )


def test_5_2_4_no_limit_in_boxes() -> None:
    table = movement(
        {"atlantic": "gb.home_fleet gb.channel_fleet gb.medit_fleet gb.gibraltar_fleet"}, "allies"
    )
    table.do("pass")
    assert table.phase != "stacking"


# 5.3.1 Invasion


def test_5_3_1_land_unit_invades_by_crossing() -> None:
    table = movement({"2306": "ge.1_armor"}, "axis", powers={"pol": "neutral"}, turn=1)
    assert table.sit.holder("pol") == "neutral"
    table = movement({"2307": "ge.1_armor", "2405": "pol.1_inf"}, "axis", turn=1)
    table.do("move ge.1_armor 2306")
    assert table.state.side_of("pol") == "allies"
    assert table.told("invaded")


def test_5_3_1_nobody_invades_in_passing() -> None:
    table = movement({"1907": "ge.1_air"}, "axis", turn=3)
    target = "1905"
    assert table.system.facts.power_of(target) == "den"
    path = table.target("1707", "ge.1_air").path
    assert not any(table.sit.power_of(space) in ("net", "bel", "den") for space in path)
    table.do("move ge.1_air 1905")
    assert table.state.side_of("den") == "allies"
    assert table.state.side_of("net") == "neutral"


def test_5_3_1_fleets_invade_nobody() -> None:
    table = movement({"2005": "ge.surface_fleet"}, "axis", turn=3)
    table.do("sail ge.surface_fleet 2004")
    assert table.state.side_of("den") == "neutral"


def test_5_3_1_western_allies_after_us_entry() -> None:
    units = {"1606": "gb.home_fleet gb.1_raf", "2106": "ge.1_inf"}
    after = movement(units, "allies", turn=12, us_entered=True)
    refusal = after.refuses("move gb.1_raf 1405", "movement.forbidden")
    assert refusal.rule == "5.3.1"
    before = movement(units, "allies", turn=8)
    before.do("move gb.1_raf 1405")
    assert before.var("us_delay") == 1, "each neutral Britain invades delays US entry"
    assert before.state.side_of("ire") == "axis"


def test_5_3_1_country_of_one_hex_is_invaded_by_attack() -> None:
    table = movement({"1907": "ge.1_armor", "1807": "bel.inf"}, "axis", turn=3)
    table.refuses("move ge.1_armor 1807", "movement.forbidden")
    table = combat(
        {"1907": "ge.1_armor", "1807": "bel.inf", "2405": "pol.1_inf", "2404": "ge.4_inf"}, "axis", turn=3
    )
    table.refuses("attack 2405 ge.4_inf", "attack.no_target", "9.1")
    table.do("attack 1807 ge.1_armor", dice=(2, 2, 6, 6))
    assert table.told("invaded")
    assert table.state.side_of("bel") == "allies"


def test_3_4_2_switzerland_is_closed() -> None:
    table = movement(
        {"2008": "ge.1_armor ge.1_air", "1910": "ge.2_air"}, "axis", vichy="axis", powers={"fr": "neutral"}
    )
    for piece in ("ge.1_armor", "ge.1_air"):
        refusal = table.refuses(f"move {piece} 2009", "movement.forbidden")
        assert refusal.rule == "3.4.2"
    assert table.sit.covers(table.state.piece("ge.1_air"), "2010"), "air zones reach beyond it"
