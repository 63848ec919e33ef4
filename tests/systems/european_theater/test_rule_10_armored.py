"""Armored Action: armor moves and attacks a second time (10)."""

from __future__ import annotations

from typing import Any

from tests.systems.european_theater.table import Table, combat, movement, put
from wargame_desktop.core.state import frame

POLAND_HELD: dict[str, Any] = {
    "powers": {"pol": "allies"},
    "conquered": {"pol": "axis"},
    "holders": {"pol": "axis"},
}


def armored(units: dict[str, str], side: str = "axis", **more: Any) -> Table:
    """The movement of an Armored Action on the Soviet border."""
    return movement(units, side, armored=True, **(POLAND_HELD | more))


def test_10_the_axis_acts_first_then_the_allies() -> None:
    units = {"2506": "ge.1_armor", "2705": "su.1_armor"}
    steps = put(units, frame("turn", at=10, first=False), **POLAND_HELD)
    found = []
    while steps.phase in ("movement", "combat"):
        found.append((steps.phase, steps.decider))
        steps.do("pass")
    assert found[:2] == [("movement", "axis"), ("movement", "allies")], "nobody is in reach of an attack"
    assert steps.told("turn") or found


def test_10_only_armor_moves() -> None:
    table = armored({"2506": "ge.1_armor ge.1_inf", "2406": "ge.1_air", "2005": "ge.surface_fleet"})
    assert table.allows("move ge.1_armor 2405")
    table.refuses("move ge.1_inf 2405", "movement.only_armor", "10")
    table.refuses("move ge.1_air 2405", "movement.only_armor", "10")
    assert table.refusals("sail ge.surface_fleet 2004")
    assert table.targets("ge.1_inf") == set()


def test_10_armor_that_has_moved_and_fought_does_both_again() -> None:
    units = {"2506": "ge.1_armor", "2505": "su.1_inf", "2604": "su.2_inf"}
    table = put(
        units,
        frame("armored_action", side="axis"),
        frame("combat", side="axis", armored=False),
        **POLAND_HELD,
    )
    table.do("attack 2505 ge.1_armor", dice=(6, 6, 6, 6))
    while table.phase == "combat":
        table.do("pass")
    assert (table.phase, table.state.top["armored"]) == ("movement", True)
    assert table.allows("move ge.1_armor 2405")
    table.do("pass")
    assert table.allows("attack 2505 ge.1_armor")


def test_10_1_1_a_zone_costs_one_point_and_zones_follow_each_other() -> None:
    units = {"2506": "ge.1_armor", "2604": "su.1_inf"}
    table = armored(units)
    table.do("move ge.1_armor 2505")
    river, clear, zone = 1, 1, 1
    assert table.mark("ge.1_armor", "spent") == river + clear + zone, "Białystok lies beyond the Bug"
    units = {"2605": "ge.1_armor", "2705": "su.1_inf", "2504": "su.2_inf"}
    regular = movement(units, "axis", **POLAND_HELD)
    assert regular.refusals("move ge.1_armor 2604")[0].rule == "5.1.1"
    assert armored(units).allows("move ge.1_armor 2604")


def test_10_1_1_the_extra_point_has_to_be_there() -> None:
    table = armored({"2506": "ge.1_armor", "2705": "su.1_inf"})
    refusal = table.refuses("move ge.1_armor 2704", "movement.not_enough")
    assert (refusal.numbers["needs"], refusal.numbers["has"]) == (3, 0)
    assert "forest 2 + enemy zone 1" in refusal.sentence
    assert table.allows("move ge.1_armor 2604"), "two zones deep the points are used up"


def test_10_1_2_no_rail_drops_or_landings() -> None:
    units = {
        "2106": "ge.1_armor",
        "2506": "ge.1_para",
        "2005": "ge.surface_fleet ge.2_armor",
        "2015": "gb.1_armor",
    }
    table = armored(units)
    for line in ("rail ge.1_armor 2405", "airdrop ge.1_para 2505", "embark ge.2_armor ge.surface_fleet"):
        refusal = table.refuses(line, "movement.armored_action", "10.1.2")
        assert "Armored Action" in refusal.sentence
    assert "rail" in table.refusals("rail ge.1_armor 2405")[0].sentence
    table.refuses("sail ge.surface_fleet 2004", "movement.armored_action", "10.1")
    sea = movement({"1608": "us.12_fleet us.12_fleet>us.1_armor"}, "allies", armored=True, us_entered=True)
    assert sea.phase == "", "armor at sea has nothing to do"
    units_ashore = {"1608": "us.12_fleet us.12_fleet>us.1_armor", "1606": "gb.1_armor"}
    sea = movement(units_ashore, "allies", armored=True, us_entered=True)
    sea.refuses("land us.1_armor", "movement.armored_action", "10.1.2")
    regular = movement(units, "axis", **POLAND_HELD)
    assert regular.allows("rail ge.1_armor 2405")
    assert regular.allows("airdrop ge.1_para 2505")
    assert regular.allows("embark ge.2_armor ge.surface_fleet")


def test_10_2_everybody_may_fight_but_not_with_units_that_are_done() -> None:
    units = {"2506": "ge.1_inf", "2505": "su.1_inf", "2405": "ge.1_air", "2406": "ge.2_air"}
    table = combat(units, "axis", armored=True, marks={"ge.2_air": {"ops_complete": True}}, **POLAND_HELD)
    table.refuses("attack 2505 ge.1_inf support=ge.2_air", "attack.ops_complete", "3.4.3")
    assert table.allows("attack 2505 ge.1_inf support=ge.1_air")


def test_10_without_armor_there_is_nothing_to_move() -> None:
    table = armored({"2506": "ge.1_inf", "2705": "su.1_inf"})
    assert table.phase == ""
