"""Boxes, Danish waters, America, what landings stop, and units named twice (8.1-8.3)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.systems.european_theater.table import Table, movement

FRANCE_HELD: dict[str, Any] = {
    "vichy": "neutral",
    "powers": {"fr": "neutral"},
    "holders": {"fr": "axis"},
    "conquered": {"fr": "axis"},
}
NORWAY_HELD: dict[str, Any] = {
    "powers": {"nor": "allies", "den": "allies"},
    "holders": {"nor": "axis", "den": "axis"},
    "conquered": {"nor": "axis", "den": "axis"},
}
OSLO, SKAGERRAK, KATTEGAT, COPENHAGEN = "1903", "1904", "2003", "2004"


# 8.3.3 Boxes


@pytest.mark.parametrize(
    ("start", "box"),
    [
        ("1008", "atlantic"),
        ("1008", "capetown"),
        ("atlantic", "capetown"),
        ("capetown", "red_sea"),
        ("capetown", "persian_gulf"),
        ("red_sea", "persian_gulf"),
        ("atlantic", "1008"),
        ("capetown", "1018"),
    ],
)
def test_8_3_3_thirty_points_between_boxes_and_to_the_western_edge(start: str, box: str) -> None:
    table = movement({start: "gb.home_fleet"}, "allies", marks={"gb.home_fleet": {"spent": 15}})
    assert table.allows(f"sail gb.home_fleet {box}")
    tired = movement({start: "gb.home_fleet"}, "allies", marks={"gb.home_fleet": {"spent": 16}})
    refusal = tired.refuses(f"sail gb.home_fleet {box}", "movement.not_enough", "8.3.1")
    assert (refusal.numbers["needs"], refusal.numbers["has"]) == (30, 29)


@pytest.mark.parametrize(("box", "hex_"), [("red_sea", "3618"), ("persian_gulf", "4212")])
def test_8_3_3_nothing_between_a_box_and_the_hexes_it_lists(box: str, hex_: str) -> None:
    table = movement({box: "gb.home_fleet"}, "allies", marks={"gb.home_fleet": {"spent": 45}})
    assert table.allows(f"sail gb.home_fleet {hex_}")
    far = movement({box: "gb.home_fleet"}, "allies", marks={"gb.home_fleet": {"spent": 45}})
    far.refuses("sail gb.home_fleet capetown", "movement.not_enough")


def test_8_3_3_cargo_goes_along() -> None:
    table = movement({"1008": "gb.home_fleet gb.home_fleet>gb.1_armor"}, "allies")
    table.do("sail gb.home_fleet capetown")
    assert table.where("gb.1_armor") == "in:gb.home_fleet"
    assert table.sit.ground_of(table.state.piece("gb.1_armor")) == "capetown"
    table.refuses("land gb.1_armor", "land.at_sea", "8.1.3.1")


def test_8_3_6_america_is_closed_until_the_united_states_are_at_war() -> None:
    early = movement({"atlantic": "gb.home_fleet"}, "allies", turn=8)
    assert "neutral" in early.refuses("sail gb.home_fleet atlantic_land", "movement.forbidden").sentence
    late = movement(
        {"atlantic": "gb.home_fleet gb.home_fleet>gb.1_armor"}, "allies", turn=12, us_entered=True
    )
    late.do("sail gb.home_fleet atlantic_land", "land gb.1_armor")
    assert late.where("gb.1_armor") == "atlantic_land"


# 8.3.2 Danish waters


def test_8_3_2_the_skagerrak_is_open_only_for_an_assault() -> None:
    units = {"1804": "gb.home_fleet gb.channel_fleet gb.channel_fleet>gb.1_armor"}
    table = movement(units, "allies", **NORWAY_HELD)
    refusal = table.refuses(f"sail gb.home_fleet {SKAGERRAK}", "movement.forbidden")
    assert refusal.rule == "8.3.2"
    table.refuses(f"sail gb.home_fleet {OSLO}", "movement.forbidden")
    table.refuses(f"sail gb.channel_fleet {SKAGERRAK}", "movement.forbidden")
    assert OSLO in table.targets("gb.channel_fleet") and OSLO not in table.targets("gb.home_fleet")
    table.do(f"sail gb.channel_fleet {OSLO}", "land gb.1_armor")
    assert table.mark("gb.1_armor", "dropped") == "sea"
    free = movement(units, "allies", powers={"nor": "allies"})
    assert free.allows(f"sail gb.home_fleet {SKAGERRAK}")


def test_8_3_2_nobody_passes_the_skagerrak_to_go_elsewhere() -> None:
    table = movement({"1804": "gb.channel_fleet gb.channel_fleet>gb.1_armor"}, "allies", **NORWAY_HELD)
    table.refuses(f"sail gb.channel_fleet 1803 via={SKAGERRAK}", "movement.forbidden")
    table.refuses(f"sail gb.channel_fleet 2005 via={SKAGERRAK},{COPENHAGEN}", "movement.forbidden")


@pytest.mark.parametrize("space", [KATTEGAT, COPENHAGEN])
def test_8_3_2_the_belts_open_with_denmark(space: str) -> None:
    norway = {"powers": {"nor": "allies"}}
    closed = movement({SKAGERRAK: "gb.home_fleet"}, "allies", **norway)
    assert "Denmark" in closed.refuses(f"sail gb.home_fleet {space}", "movement.forbidden").sentence
    open_ = movement({SKAGERRAK: "gb.home_fleet"}, "allies", powers={"nor": "allies", "den": "allies"})
    assert open_.allows(f"sail gb.home_fleet {space}")
    axis = movement({SKAGERRAK: "ge.surface_fleet"}, "axis")
    assert axis.allows(f"sail ge.surface_fleet {space}"), "the Axis comes and goes"


# 8.1.3, 8.1.4


def test_8_1_4_1_boxes_are_no_hexes() -> None:
    table = movement({"atlantic_land": "us.8_fleet us.1_armor"}, "allies", turn=20, us_entered=True)
    table.do("embark us.1_armor us.8_fleet", "sail us.8_fleet 1108")
    assert table.mark("us.8_fleet", "sailed") == 2, "the two hexes it entered"
    assert table.mark("us.8_fleet", "spent") == 31


@pytest.mark.parametrize("enemy", [True, False])
def test_8_1_3_2_a_landing_in_an_enemy_zone_stops_in_port_too(enemy: bool) -> None:
    units = {"3315": "gb.medit_fleet gb.medit_fleet>gb.1_armor"}
    guard = {"3215": "it.1_armor"} if enemy else {"2716": "it.1_armor"}
    table = movement({**units, **guard}, "allies", turn=8)
    assert ("3315" in table.sit.land_zone("axis")) is enemy
    table.do("land gb.1_armor")
    if enemy:
        table.refuses("move gb.1_armor 3416", "movement.finished", "8")
        table.refuses("rail gb.1_armor 3414", "movement.finished", "8")
    else:
        assert table.allows("move gb.1_armor 3416")
        assert table.allows("rail gb.1_armor 3414")


def test_3_3_3_naval_air_leaves_its_ship_by_landing() -> None:
    table = movement({"1606": "gb.home_fleet gb.home_fleet>gb.naval_air"}, "allies", turn=8)
    table.refuses("move gb.naval_air 1605", "movement.off_map", "8")
    table.do("land gb.naval_air")
    assert table.allows("move gb.naval_air 1605")


def test_8_1_3_2_paratroops_that_came_by_sea_do_not_drop() -> None:
    table = movement({"1606": "gb.home_fleet gb.home_fleet>gb.1_para"}, "allies", turn=16)
    table.do("land gb.1_para")
    table.refuses("airdrop gb.1_para 1708", "airdrop.landed", "8.1.3.2")
    assert table.allows("move gb.1_para 1605")


def test_8_1_3_3_air_units_do_not_land_beside_a_neutral_army() -> None:
    watched = movement({"2612": "it.fleet it.fleet>it.air", "2712": "gre.inf"}, "axis", turn=5)
    watched.refuses("land it.air", "assault.air", "8.2")
    free = movement({"2612": "it.fleet it.fleet>it.air", "2714": "gre.inf"}, "axis", turn=5)
    free.do("land it.air")
    assert free.state.side_of("gre") == "allies"


# 8.1.2


def test_8_1_2_no_railways_in_the_desert() -> None:
    table = movement({"2716": "it.1_armor", "1606": "gb.1_armor"}, "axis", turn=8)
    near = [h for h in table.system.facts.land_neighbours("2716") if table.sit.power_of(h) == "it"]
    refusal = table.refuses(f"rail it.1_armor {near[0]}", "movement.forbidden", "8.1.2")
    assert "no railways" in refusal.sentence and "Italian 1st armor" in refusal.sentence
    egypt = movement({"3416": "gb.1_armor"}, "allies", turn=8)
    assert egypt.allows("rail gb.1_armor 3414")


# 8 Everybody once


@pytest.mark.parametrize(
    "line", ["move ge.1_inf,ge.1_inf 2105", "sail ge.surface_fleet,ge.surface_fleet 1905"]
)
def test_8_a_unit_is_named_once(line: str) -> None:
    table = movement({"2106": "ge.1_inf", "2005": "ge.surface_fleet"}, "axis")
    table.refuses(line, "movement.twice", "8")


def refusal_of(table: Table, line: str) -> str:
    """The first sentence against an action."""
    return table.refusals(line)[0].sentence


def test_8_refusals_name_unit_and_places() -> None:
    table = movement({"2106": "ge.1_inf", "2005": "ge.surface_fleet", "1708": "gb.1_armor"}, "axis")
    assert "German 1st infantry" in refusal_of(table, "move ge.1_inf 2405")
    assert "Warsaw (2405)" in refusal_of(table, "move ge.1_inf 2405")
    assert "Berlin (2106)" in refusal_of(table, "embark ge.1_inf ge.surface_fleet")
    assert "British 1st armor" in refusal_of(table, "move gb.1_armor 1709")
