"""Fleets: sailing, boxes, cargo, landings, assaults, transit attacks (8.1.3, 8.1.4, 8.3)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.systems.european_theater.table import Table, combat, movement, put
from wargame_desktop.core.state import frame
from wargame_desktop.systems.european_theater.battle import empty_port_strength

FRANCE_HELD: dict[str, Any] = {
    "vichy": "neutral",
    "powers": {"fr": "neutral"},
    "holders": {"fr": "axis"},
    "conquered": {"fr": "axis"},
}
AT_WAR_1944: dict[str, Any] = {"turn": 20, "us_entered": True, **FRANCE_HELD}


# 8.3.1


def test_8_3_1_each_hex_costs_a_point() -> None:
    table = movement({"1503": "gb.home_fleet"}, "allies")
    table.do("sail gb.home_fleet 1301")
    assert table.mark("gb.home_fleet", "spent") == 3
    table.refuses("sail gb.home_fleet 2106", "movement.no_hex", "8.3.1")


def test_8_3_1_enemy_fleets_and_enemy_units() -> None:
    table = movement(
        {"1607": "gb.home_fleet", "1708": "ge.1_inf", "1605": "gb.1_armor"}, "allies", **FRANCE_HELD
    )
    table.refuses("sail gb.home_fleet 1708", "movement.cannot_end", "8.3.1")
    free = movement({"1607": "gb.home_fleet", "1605": "gb.1_armor"}, "allies", **FRANCE_HELD)
    assert free.allows("sail gb.home_fleet 1708"), "an empty enemy port may be entered"


def test_8_3_1_straits_held_by_enemies_are_closed() -> None:
    held = movement({"1215": "it.fleet", "1315": "gb.gibraltar_fort"}, "axis")
    held.refuses("sail it.fleet 2211", "movement.no_route")
    free = movement({"1215": "it.fleet"}, "axis")
    assert free.allows("sail it.fleet 2211")


def test_3_4_3_ops_complete_fleets_do_not_move() -> None:
    table = movement({"1503": "gb.home_fleet"}, "allies", marks={"gb.home_fleet": {"ops_complete": True}})
    table.refuses("sail gb.home_fleet 1502", "movement.ops_complete", "3.4.3")


# 8.3.3


def test_8_3_3_axis_uses_only_the_atlantic() -> None:
    table = movement({"1010": "ge.1_sub ge.2_sub"}, "axis")
    assert table.allows("sail ge.1_sub atlantic")
    refusal = table.refuses("sail ge.1_sub capetown", "movement.forbidden")
    assert refusal.rule == "8.3.3"
    allied = movement({"1010": "gb.home_fleet", "3618": "gb.medit_fleet"}, "allies")
    assert allied.allows("sail gb.home_fleet capetown")
    allied.do("sail gb.medit_fleet red_sea")
    assert allied.mark("gb.medit_fleet", "spent") in (None, 0), "free between a box and the hexes it lists"


def test_8_3_6_america_is_a_port() -> None:
    table = movement({"atlantic_land": "us.8_fleet us.1_armor"}, "allies", **AT_WAR_1944)
    table.do("embark us.1_armor us.8_fleet", "sail us.8_fleet atlantic")
    assert table.where("us.8_fleet") == "atlantic"
    assert table.where("us.1_armor") == "in:us.8_fleet"


# 8.3.4


def test_8_3_4_one_unit_in_the_same_port() -> None:
    table = movement(
        {"1606": "gb.home_fleet gb.1_armor gb.1_raf", "1605": "gb.2_armor", "2005": "ge.1_sub"}, "allies"
    )
    table.refuses("embark gb.2_armor gb.home_fleet", "embark.apart", "8.3.4")
    table.do("embark gb.1_armor gb.home_fleet")
    table.refuses("embark gb.1_raf gb.home_fleet", "embark.full", "8.3.4")


def test_8_3_4_both_must_have_stayed() -> None:
    table = movement({"1606": "gb.home_fleet gb.1_armor", "1607": "gb.2_armor"}, "allies")
    table.do("move gb.2_armor 1606")
    table.refuses("embark gb.2_armor gb.home_fleet", "embark.moved", "8.3.4")


def test_8_3_4_submarines_carry_nothing_and_only_in_ports() -> None:
    table = movement({"2005": "ge.1_sub ge.1_inf"}, "axis")
    table.refuses("embark ge.1_inf ge.1_sub", "embark.submarine", "8.3.4")
    coast = movement({"1707": "gb.home_fleet gb.1_armor"}, "allies")
    coast.refuses("embark gb.1_armor gb.home_fleet", "embark.no_port", "8.3.4")


# 8.1.3


def test_8_1_3_2_in_a_friendly_port_units_go_on() -> None:
    table = movement({"1606": "gb.home_fleet gb.1_armor gb.channel_fleet gb.1_raf"}, "allies")
    table.do("embark gb.1_armor gb.home_fleet", "sail gb.home_fleet 1504", "land gb.1_armor")
    assert table.where("gb.1_armor") == "1504"
    assert table.allows("move gb.1_armor 1604")
    assert table.allows("rail gb.1_armor 1605")
    table.do("embark gb.1_raf gb.channel_fleet", "sail gb.channel_fleet 1506", "land gb.1_raf")
    grid = table.system.board.grid
    assert grid is not None
    assert max(grid.distance("1506", space) for space in table.targets("gb.1_raf")) == 6, "twice its range"


def test_8_1_3_2_elsewhere_they_stop() -> None:
    table = movement({"1606": "gb.home_fleet gb.1_armor"}, "allies")
    table.do("embark gb.1_armor gb.home_fleet", "sail gb.home_fleet 1707", "land gb.1_armor")
    table.refuses("move gb.1_armor 1606", "movement.finished")


def test_8_1_3_not_at_sea() -> None:
    table = movement({"1703": "gb.home_fleet gb.home_fleet>gb.1_armor"}, "allies")
    table.refuses("land gb.1_armor", "land.at_sea", "8.1.3.1")
    table.refuses("land gb.home_fleet", "movement.kind")


def test_8_1_3_3_a_landing_in_a_neutral_country_invades_it() -> None:
    coast = movement({"1803": "ge.surface_fleet ge.surface_fleet>ge.1_inf"}, "axis", turn=3)
    coast.do("land ge.1_inf")
    assert coast.state.side_of("nor") == "allies"
    assert coast.mark("ge.1_inf", "dropped") is None
    port = movement({"1903": "ge.surface_fleet ge.surface_fleet>ge.1_inf"}, "axis", turn=3)
    port.do("land ge.1_inf")
    assert port.mark("ge.1_inf", "dropped") == "sea", "its ports are defended from that instant"


# 8.1.4


def test_8_1_4_1_only_ports_within_five_hexes() -> None:
    def fleet_at(hex_: str, sailed: int) -> Table:
        marks = {"us.12_fleet": {"sailed": sailed}}
        return movement({hex_: "us.12_fleet us.12_fleet>us.1_armor"}, "allies", marks=marks, **AT_WAR_1944)

    assert fleet_at("1608", 5).allows("land us.1_armor")
    refusal = fleet_at("1608", 6).refuses("land us.1_armor", "assault.too_far", "8.1.4.1")
    assert (refusal.numbers["needs"], refusal.numbers["has"]) == (6, 5)
    beach = movement(
        {"1905": "us.12_fleet us.12_fleet>us.1_armor"},
        "allies",
        turn=20,
        us_entered=True,
        powers={"den": "allies"},
        holders={"den": "axis"},
        conquered={"den": "axis"},
    )
    beach.refuses("land us.1_armor", "assault.no_port", "8.1.4.1")


def test_8_1_4_a_lost_port_of_ones_own_country_is_assaulted() -> None:
    table = movement({"2716": "it.fleet it.fleet>it.1_armor"}, "axis", control={"2716": "gb"})
    table.do("land it.1_armor")
    assert table.mark("it.1_armor", "dropped") == "sea"


def test_8_1_4_2_land_units_in_the_port_defend() -> None:
    table = movement({"1606": "us.12_fleet us.1_armor", "1608": "ge.7_inf ge.1_air"}, "allies", **AT_WAR_1944)
    table.do("embark us.1_armor us.12_fleet")
    table.do("sail us.12_fleet 1608")
    while table.phase == "transit":
        table.do("commit")
    table.do("land us.1_armor")
    while table.phase == "displace":
        table.do(f"displace ge.1_air {table.refusals('displace ge.1_air 4001')[0].spaces[0]}")
    assert table.where("ge.1_air") != "1608"
    table.do("pass")
    assert table.phase == ""


def landing(guards: dict[str, str], **more: Any) -> Table:
    """An American unit has landed in Cherbourg from a fleet beside it."""
    units = {"1608": "us.12_fleet us.1_armor", "1606": "gb.1_armor", **guards}
    return combat(units, "allies", marks={"us.1_armor": {"dropped": "sea"}}, **(AT_WAR_1944 | more))


def test_8_1_4_3_neighbours_defend_an_empty_port_at_half() -> None:
    guards = {"1709": "ge.1_armor ge.7_inf ge.1_art", "1609": "ge.4_inf", "1808": "ge.1_air ge.15_inf"}
    table = landing(guards)
    assert empty_port_strength(table.sit, table.lines, "axis", "1608") == (7 + 4 + 4) // 2
    table.do("attack 1608 us.1_armor")
    assert (table.phase, table.decider) == ("battle", "axis"), "air units may help"
    table.do("commit pieces=ge.1_air", dice=(1, 1, 6, 6))
    (clash,) = table.told("clash")
    assert clash["answer"] == ("land_vs_land", (7 + 4 + 4 + 4) // 2, 0)


def test_8_1_4_3_without_land_units_nothing_helps() -> None:
    table = landing({"1808": "ge.1_air ge.15_inf", "1508": "gb.channel_fleet"})
    table.do("attack 1608 us.1_armor", dice=(1, 1, 6, 6))
    assert table.told("clash")[0]["answer"] == ("land_vs_land", 1, 0)


def test_8_1_4_4_a_beaten_landing_goes_back_aboard_and_to_port() -> None:
    table = landing({"1608": "us.12_fleet us.1_armor ge.7_inf"})
    table.do("attack 1608 us.1_armor", dice=(6, 6, 2, 3))
    while table.phase == "fleet_retreat":
        port = table.refusals("retreat us.12_fleet 2005")[0].spaces[0]
        table.do(f"retreat us.12_fleet {port}")
    assert table.where("us.1_armor") == "in:us.12_fleet"
    assert table.face("us.1_armor") == "back"
    assert table.sit.is_friendly_port("allies", table.where("us.12_fleet"))
    assert table.mark("us.12_fleet", "ops_complete") is None, "no fleet was beaten at sea"


def test_5_2_3_a_landing_without_a_ship_to_return_to_dies() -> None:
    table = combat(
        {"1608": "us.1_armor ge.7_inf"}, "allies", marks={"us.1_armor": {"dropped": "sea"}}, **AT_WAR_1944
    )
    table.do("attack 1608 us.1_armor", dice=(6, 6, 2, 3))
    assert table.where("us.1_armor") == "pool_us"


# 8.3.5 Transit attacks


def passing(**more: Any) -> Table:
    """An Italian fleet sails past a British fleet and an air unit on Malta."""
    return movement(
        {
            "2213": "it.fleet",
            "2415": "gb.malta_fort gb.2_raf",
            "2515": "gb.medit_fleet",
            "2314": "it.air",
            **more,
        },
        "axis",
        **FRANCE_HELD,
    )


def test_8_3_5_1_the_enemy_may_attack_on_entry() -> None:
    table = passing()
    table.do("sail it.fleet 2315")
    assert (table.phase, table.decider) == ("transit", "allies")
    table.refuses("commit pieces=it.air", "commit.cannot")
    table.do("commit")
    while table.phase == "transit":
        table.do("commit")
    assert table.where("it.fleet") == "2315"


def test_8_3_5_2_the_mover_answers_with_air_of_range_three() -> None:
    table = passing()
    table.do("sail it.fleet 2313")
    assert table.decider == "allies"
    table.do("commit pieces=gb.2_raf")
    assert (table.phase, table.decider) == ("transit", "axis")
    assert table.allows("commit pieces=it.air")
    table.do("commit pieces=it.air", dice=(6, 6, 5, 6))
    (air, *_) = table.told("clash")
    assert air["fire"][0] == air["answer"][0] == "air_vs_air"


def test_8_3_5_3_and_4_a_beaten_fleet_retreats_others_go_on() -> None:
    table = passing()
    table.do("sail it.fleet 2313")
    table.do("commit pieces=gb.2_raf")
    table.do("commit", dice=(1, 2, 6, 6))
    assert table.face("it.fleet") == "back"
    while table.phase in ("transit", "fleet_retreat"):
        if table.phase == "transit":
            table.do("commit")
        else:
            table.do(f"retreat it.fleet {table.refusals('retreat it.fleet 1001')[0].spaces[0]}")
    assert table.mark("it.fleet", "ops_complete") is True
    assert table.mark("gb.2_raf", "ops_complete") is True
    table.refuses("sail it.fleet 2313", "movement.ops_complete")
    missed = passing()
    missed.do("sail it.fleet 2313")
    missed.do("commit pieces=gb.2_raf")
    missed.do("commit", dice=(5, 5, 5, 6))
    while missed.phase == "transit":
        missed.do("commit")
    assert missed.where("it.fleet") == "2313"
    assert missed.allows("sail it.fleet 2213"), "not beaten, so it may resume"


def test_9_3_1_fleets_entering_their_own_port_are_safe_from_fleets() -> None:
    fleets = movement({"2212": "it.fleet", "2412": "gb.medit_fleet"}, "axis", **FRANCE_HELD)
    assert "2312" in fleets.sit.fleet_zone("allies")
    fleets.do("sail it.fleet 2312")
    while fleets.phase == "transit":
        assert fleets.state.top["where"] != "2312"
        fleets.do("commit")
    assert fleets.where("it.fleet") == "2312"


@pytest.mark.parametrize("ready", [True, False])
def test_8_3_5_1_air_must_be_ready(ready: bool) -> None:
    marks = {} if ready else {"gb.2_raf": {"ops_complete": True}}
    table = movement(
        {"2213": "it.fleet", "2415": "gb.malta_fort gb.2_raf"}, "axis", marks=marks, **FRANCE_HELD
    )
    table.do("sail it.fleet 2313")
    assert (table.phase == "transit") is ready


def test_convoy_phase_does_not_ask_without_raiders() -> None:
    table = put({"2106": "ge.1_inf"}, frame("convoy"))
    assert table.phase == ""
