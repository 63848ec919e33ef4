"""Movement of land and air units: costs, airdrops, rail, air (8.1, 8.2, 10.1)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.systems.european_theater.table import Table, movement
from wargame_desktop.systems.european_theater.model import Move

POLAND_HELD: dict[str, Any] = {
    "powers": {"pol": "allies"},
    "conquered": {"pol": "axis"},
    "holders": {"pol": "axis"},
}


def test_8_units_move_at_most_once_through_their_points() -> None:
    table = movement({"2106": "ge.1_inf"}, "axis")
    table.do("move ge.1_inf 2105", "move ge.1_inf 2005")
    assert table.mark("ge.1_inf", "spent") == 2
    refusal = table.refuses("move ge.1_inf 1906", "movement.not_enough", "8.1")
    assert (refusal.numbers["needs"], refusal.numbers["has"]) == (2, 1), "clear and river"


def test_8_only_the_side_whose_phase_it_is() -> None:
    table = movement({"2106": "ge.1_inf", "1606": "gb.1_armor"}, "axis")
    table.refuses("move gb.1_armor 1605", "movement.not_yours", "8")
    table.refuses("move nobody 1605", "movement.unknown", "8")


def test_8_stacks_start_in_one_hex_and_go_as_far_as_the_slowest() -> None:
    table = movement({"2106": "ge.1_inf ge.1_armor", "2107": "ge.4_inf"}, "axis")
    table.refuses("move ge.1_inf,ge.4_inf 2206", "movement.apart", "8")
    refusal = table.refuses("move ge.1_armor,ge.1_inf 2408", "movement.too_far", "8.1")
    assert (refusal.numbers["needs"], refusal.numbers["has"]) == (6, 3)
    table.do("move ge.1_armor,ge.1_inf 2206")
    assert table.where("ge.1_inf") == table.where("ge.1_armor") == "2206"


def test_8_1_land_units_stay_on_land() -> None:
    table = movement(
        {"1708": "ge.1_inf", "1509": "ge.1_armor"},
        "axis",
        vichy="neutral",
        powers={"fr": "neutral"},
        holders={"fr": "axis"},
        conquered={"fr": "axis"},
    )
    refusal = table.refuses("move ge.1_inf 1607", "movement.forbidden", "8.1")
    assert "all sea" in refusal.sentence
    table.refuses("move ge.1_armor 1409", "movement.forbidden", "8.1")


@pytest.mark.parametrize(
    ("start", "strait"), [("1314", "1315"), ("3413", "3414"), ("3416", "3415"), ("2912", "3012")]
)
def test_8_1_land_units_enter_straits(start: str, strait: str) -> None:
    table = movement({start: "ge.1_armor"}, "axis", powers={"spa": "axis", "tur": "axis"})
    assert table.allows(f"move ge.1_armor {strait}")


def test_3_3_1_forts_never_move() -> None:
    table = movement({"1907": "ge.fort.1"}, "axis")
    table.refuses("move ge.fort.1 1906", "movement.fort", "3.3.1")


# 8.1.1


def test_8_1_1_airdrop_reaches_three_hexes() -> None:
    table = movement({"2506": "ge.1_para ge.4_inf", "2705": "su.1_inf"}, "axis", **POLAND_HELD)
    assert table.allows("airdrop ge.1_para 2705"), "over enemy zones and on enemies"
    refusal = table.refuses("airdrop ge.1_para 2904", "airdrop.range", "8.1.1")
    assert (refusal.numbers["needs"], refusal.numbers["has"]) == (4, 3)
    table.refuses("airdrop ge.4_inf 2605", "movement.kind")
    sea = movement({"2403": "ge.1_para"}, "axis", **POLAND_HELD)
    sea.refuses("airdrop ge.1_para 2303", "airdrop.sea", "8.1.1")


def test_8_1_1_march_or_drop() -> None:
    table = movement({"2106": "ge.1_para"}, "axis")
    table.do("move ge.1_para 2107")
    table.refuses("airdrop ge.1_para 2109", "airdrop.moved", "8.1.1")


def test_8_1_1_dropping_on_enemies_displaces_their_air_and_takes_nothing_yet() -> None:
    table = movement({"2704": "ge.1_para ge.4_inf", "2903": "su.8_inf su.1_air"}, "axis")
    table.do("airdrop ge.1_para 2903")
    assert table.phase == "displace" and table.decider == "allies"
    table.do(f"displace su.1_air {table.refusals('displace su.1_air 4001')[0].spaces[0]}")
    assert table.mark("ge.1_para", "dropped") == "air"
    assert table.sit.controls("allies", "2903")
    empty = movement({"2704": "ge.1_para ge.4_inf", "2604": "su.8_inf"}, "axis")
    empty.do("airdrop ge.1_para 2903")
    assert empty.mark("ge.1_para", "dropped") is None
    assert empty.sit.controls("axis", "2903"), "an empty city is taken at once"


# 8.1.2


def test_8_1_2_rail_goes_any_distance_through_friendly_countries() -> None:
    table = movement(
        {"1907": "ge.1_inf ge.1_air", "2506": "ge.4_inf"}, "axis", ussr_neutral=True, **POLAND_HELD
    )
    assert table.allows("rail ge.1_inf 2506")
    assert table.allows("rail ge.1_air 2404")
    table.do("rail ge.1_inf 2405")
    table.refuses("move ge.1_inf 2406", "movement.finished")


def test_8_1_2_not_into_enemy_or_neutral_countries() -> None:
    table = movement({"2605": "ge.1_inf", "2106": "ge.4_inf", "2903": "su.1_inf"}, "axis", **POLAND_HELD)
    table.refuses("rail ge.1_inf 2705", "movement.forbidden", "8.1.2")
    assert "neutral" in table.refuses("rail ge.4_inf 1806", "movement.forbidden", "8.1.2").sentence
    assert table.allows("rail ge.1_inf 2106"), "home it may go"


def test_8_1_2_zones_close_the_railways() -> None:
    table = movement({"2506": "ge.1_inf", "2505": "su.1_inf", "2106": "ge.4_inf"}, "axis", **POLAND_HELD)
    table.refuses("rail ge.1_inf 2106", "rail.zone", "8.1.2")
    assert "zone" in table.refuses("rail ge.4_inf 2405", "movement.forbidden", "8.1.2").sentence


def test_8_1_2_not_after_moving_and_not_in_armored_action() -> None:
    table = movement({"2106": "ge.1_armor"}, "axis")
    table.do("move ge.1_armor 2107")
    table.refuses("rail ge.1_armor 2108", "rail.moved", "8.1.2")
    armored = movement({"2106": "ge.1_armor ge.1_para"}, "axis", armored=True)
    armored.refuses("rail ge.1_armor 2107", "movement.armored_action", "10.1.2")
    armored.refuses("airdrop ge.1_para 2107", "movement.armored_action", "10.1.2")
    armored.refuses("sail ge.1_sub 2107", "movement.armored_action", "10.1")


# 8.2


def test_8_2_air_moves_three_times_its_range() -> None:
    table = movement({"2106": "ge.1_air", "1606": "gb.bomber"}, "axis", **POLAND_HELD)
    grid = table.system.board.grid
    assert grid is not None
    reached = table.targets("ge.1_air")
    assert max(grid.distance("2106", space) for space in reached) == 9
    assert not any(table.system.facts.is_sea(space) for space in reached)
    table.do("move ge.1_air 2405")
    assert table.mark("ge.1_air", "spent") == 3


def test_8_2_ops_complete_air_may_move() -> None:
    table = movement({"2106": "ge.1_air"}, "axis", marks={"ge.1_air": {"ops_complete": True}})
    assert table.allows("move ge.1_air 2107")


def test_8_2_never_onto_enemy_land_units() -> None:
    table = movement({"2506": "ge.4_inf", "2505": "su.1_inf", "2106": "ge.2_air"}, "axis", **POLAND_HELD)
    table.refuses("move ge.2_air 2505", "movement.forbidden", "8.2")
    assert table.allows("move ge.2_air 2506")


# 10.1


def test_10_1_armor_pays_for_zones_and_goes_from_zone_to_zone() -> None:
    table = movement({"2605": "ge.1_armor ge.4_inf", "2604": "su.1_inf"}, "axis", armored=True, **POLAND_HELD)
    table.do("move ge.1_armor 2505")
    assert table.mark("ge.1_armor", "spent") == 2, "clear and one point for the zone"
    table.refuses("move ge.4_inf 2506", "movement.only_armor", "10")


def test_10_1_points_run_out() -> None:
    table = movement({"2605": "ge.1_armor", "2604": "su.1_inf"}, "axis", armored=True, **POLAND_HELD)
    refusal = table.refuses("move ge.1_armor 2603 via=2705,2704", "movement.not_enough")
    assert refusal.numbers["has"] < refusal.numbers["needs"]


# 11.2.4 halves


def farthest(table: Table, piece: str) -> int:
    """The points of the longest march of a unit."""
    ways = [table.target(space, piece) for space in table.targets(piece)]
    return max(int(way.cost) for way in ways if isinstance(way.action, Move))


def test_11_2_4_unsupplied_units_move_half() -> None:
    units = {"3903": "ge.1_armor", "2903": "su.1_inf", "3702": "su.2_inf", "3704": "su.3_inf"}
    table = movement(units, "axis")
    armor = table.state.piece("ge.1_armor")
    assert not table.lines.is_supplied(armor)
    assert farthest(table, armor.id) == 2
    table.do("move ge.1_armor 3902")
    assert table.mark(armor.id, "short") is True, "what it was when it set out holds for the whole move"
    supplied = movement({"2106": "ge.1_armor"}, "axis")
    assert farthest(supplied, armor.id) == 5
