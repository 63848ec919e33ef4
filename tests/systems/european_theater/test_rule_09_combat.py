"""Combat on land, in the air and at sea; Armored Action (4.2.C.3, 9, 10.2)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.systems.european_theater.table import Table, combat
from wargame_desktop.core import engine

POLAND_HELD: dict[str, Any] = {
    "powers": {"pol": "allies"},
    "conquered": {"pol": "axis"},
    "holders": {"pol": "axis"},
}


def east(units: dict[str, str], side: str = "axis", **more: Any) -> Table:
    """A combat phase on the Soviet border."""
    return combat(units, side, **(POLAND_HELD | more))


# 9, 9.1.1


def test_9_1_1_land_units_attack_next_to_them() -> None:
    table = east({"2506": "ge.1_inf", "2505": "su.1_inf", "2705": "su.2_inf", "2604": "su.1_air"})
    assert table.allows("attack 2505 ge.1_inf")
    table.refuses("attack 2705 ge.1_inf", "attack.reach", "9.1.1")
    table.refuses("attack 2604 ge.1_inf", "attack.no_target", "9.1")
    table.refuses("attack 2505 su.2_inf", "attack.not_yours", "9")
    table.refuses("attack 2505 -", "attack.nobody", "9")


def test_9_1_1_forts_do_not_attack() -> None:
    table = east({"2506": "ge.fort.1 ge.1_inf", "2505": "su.1_inf"})
    table.refuses("attack 2505 ge.fort.1,ge.1_inf", "attack.fort", "9.1.1")


def test_9_1_each_land_unit_attacks_once_in_a_phase() -> None:
    table = east({"2506": "ge.1_inf ge.4_inf", "2505": "su.1_inf", "2605": "su.2_inf", "2604": "su.3_inf"})
    table.do("attack 2505 ge.1_inf", dice=(6, 6, 6, 6))
    table.refuses("attack 2605 ge.1_inf", "attack.fought", "9.1")
    assert table.allows("attack 2605 ge.4_inf")
    assert table.allows("attack 2505 ge.4_inf"), "the same hex may be attacked again by others"


def test_9_1_rivers_count_only_if_all_attack_across() -> None:
    across = east({"2506": "ge.1_inf", "2605": "ge.4_inf", "2505": "su.1_inf"})
    across.do("attack 2505 ge.1_inf", dice=(6, 6, 6, 6))
    assert across.told("clash")[0]["fire"] == ("land_vs_land", 4, -1), "the Bug lies between"
    both = east({"2506": "ge.1_inf", "2605": "ge.4_inf", "2505": "su.1_inf"})
    both.do("attack 2505 ge.1_inf,ge.4_inf", dice=(6, 6, 6, 6))
    assert both.told("clash")[0]["fire"] == ("land_vs_land", 8, 0)


def test_4_2_terrain_shifts_at_most_two_columns() -> None:
    forest = east({"2704": "su.1_inf", "2604": "ge.1_inf"})
    forest.do("attack 2704 ge.1_inf", dice=(6, 6, 6, 6))
    assert forest.told("clash")[0]["fire"][2] == -1
    alps = combat(
        {"1809": "ge.1_inf", "1910": "gb.1_armor", "1911": "gb.2_armor"},
        "axis",
        vichy="allies",
        powers={"fr": "neutral"},
        holders={"fr": "axis"},
    )
    alps.do("attack 1910 ge.1_inf", dice=(6, 6, 6, 6))
    assert alps.told("clash")[0]["fire"][2] == -2, "mountain 2 and the Rhône 1, at most 2"


# 9.1.2 Support


def test_9_1_2_support_must_reach_the_hex() -> None:
    units = {
        "2506": "ge.1_inf",
        "2505": "su.1_inf",
        "2106": "ge.1_air",
        "2405": "ge.2_air",
        "2005": "ge.surface_fleet",
    }
    table = east(units)
    far = table.refuses("attack 2505 ge.1_inf support=ge.1_air", "attack.support", "9.1.2")
    assert (far.numbers["needs"], far.numbers["has"]) == (4, 3)
    assert "German 1st air unit" in far.sentence
    inland = table.refuses("attack 2505 ge.1_inf support=ge.surface_fleet", "attack.support", "5.1.2")
    assert "no coastal hex" in inland.sentence
    table.refuses("attack 2505 ge.1_inf support=su.1_inf", "attack.not_yours", "9")
    assert table.allows("attack 2505 ge.1_inf support=ge.2_air")


def test_5_1_2_fleets_support_within_three_hexes_by_sea() -> None:
    units = {"2716": "gb.8_armor", "2616": "ge.5_armor", "2615": "gb.medit_fleet", "2214": "gb.home_fleet"}
    table = combat(units, "allies", control={"2716": "gb"})
    far = table.refuses("attack 2616 gb.8_armor support=gb.home_fleet", "attack.support", "5.1.2")
    assert "three hexes by sea" in far.sentence
    table.refuses("attack 2616 gb.8_armor support=gb.8_armor", "attack.kind", "9")
    assert table.allows("attack 2616 gb.8_armor support=gb.medit_fleet")


def test_9_1_2_unopposed_support_is_added_and_air_is_done() -> None:
    table = east({"2506": "ge.1_inf", "2505": "su.1_inf", "2405": "ge.2_air"})
    table.do("attack 2505 ge.1_inf support=ge.2_air", dice=(6, 6, 6, 6))
    assert table.told("clash")[0]["fire"][1] == 8
    assert table.mark("ge.2_air", "ops_complete") is True
    table = east(
        {"2506": "ge.1_inf ge.4_inf", "2505": "su.1_inf", "2405": "ge.2_air"},
        marks={"ge.2_air": {"ops_complete": True}},
    )
    table.refuses("attack 2505 ge.1_inf support=ge.2_air", "attack.ops_complete", "3.4.3")


def test_9_1_2_supporting_air_units_fight_first_and_the_winner_adds() -> None:
    soviets = {"2505": "su.1_guard_inf", "2604": "su.1_air su.2_inf"}
    table = east({"2506": "ge.1_inf", "2405": "ge.2_air", **soviets})
    table.do("attack 2505 ge.1_inf support=ge.2_air")
    table.do("commit pieces=su.1_air", dice=(6, 6, 1, 2, 6, 6, 6, 6))
    air, land = table.told("clash")
    assert (air["fire"], air["answer"]) == (("air_vs_air", 4, 0), ("air_vs_air", 3, 0))
    assert air["losses"] == (1, 0)
    assert land["fire"][1] == 4, "the loser adds nothing"
    assert land["answer"][1] == 7, "four of infantry, three in the air"
    assert table.mark("su.1_air", "ops_complete") is True


def test_9_1_2_a_drawn_fight_above_helps_nobody() -> None:
    soviets = {"2505": "su.1_guard_inf", "2604": "su.1_air su.2_inf"}
    table = east({"2506": "ge.1_inf", "2405": "ge.2_air", **soviets})
    table.do("attack 2505 ge.1_inf support=ge.2_air")
    table.do("commit pieces=su.1_air", dice=(6, 6, 6, 6, 6, 6, 6, 6))
    air, land = table.told("clash")
    assert air["losses"] == (0, 0)
    assert (land["fire"][1], land["answer"][1]) == (4, 4)
    assert table.mark("ge.2_air", "ops_complete") is True


def test_9_1_2_a_fleet_helps_once_in_a_phase() -> None:
    units = {"2716": "gb.8_armor", "2616": "ge.5_armor", "2717": "gb.1_armor", "2816": "it.1_armor"}
    units["2615"] = "gb.medit_fleet"
    table = combat(units, "allies", control={"2716": "gb"})
    table.do("attack 2616 gb.8_armor support=gb.medit_fleet", dice=(6, 6, 6, 6))
    assert table.told("clash")[0]["fire"][1] == 5 + 3
    table.refuses("attack 2816 gb.1_armor support=gb.medit_fleet", "attack.fought")


def test_9_1_3_only_land_units_absorb_losses() -> None:
    table = east({"2506": "ge.1_inf ge.4_inf", "2505": "su.1_inf su.2_inf su.2_air", "2405": "ge.2_air"})
    table.do("attack 2505 ge.1_inf,ge.4_inf support=ge.2_air")
    table.do("commit", dice=(3, 4, 6, 6))
    assert (table.phase, table.decider) == ("losses", "allies")
    table.refuses("lose su.2_air:1", "losses.not_there", "4.2.C.3")
    table.refuses("lose su.1_inf:2", "losses.sum", "4.2.C.3")
    table.refuses("lose su.1_inf:3", "losses.too_many", "4.2.C.3")
    table.do("lose su.1_inf:1")
    assert table.face("su.1_inf") == "back"


def test_12_4_3_soviets_fight_alone() -> None:
    table = combat(
        {"2506": "ge.1_inf", "2505": "su.1_inf", "2605": "gb.1_armor", "2604": "gb.1_raf"},
        "allies",
        **POLAND_HELD,
    )
    table.refuses("attack 2506 su.1_inf,gb.1_armor", "attack.soviet", "12.4.3")
    table.refuses("attack 2506 su.1_inf support=gb.1_raf", "attack.soviet", "12.4.3")
    assert table.allows("attack 2506 gb.1_armor support=gb.1_raf")


# Winner, retreat, advance


def test_4_2_the_loser_retreats_and_the_winner_advances() -> None:
    table = east({"2506": "ge.1_inf ge.1_armor", "2505": "su.1_inf", "2604": "su.2_inf"})
    table.do("attack 2505 ge.1_inf,ge.1_armor", dice=(4, 4, 6, 6))
    assert table.face("su.1_inf") == "back"
    assert (table.phase, table.decider) == ("retreat", "allies")
    table.refuses("retreat su.1_inf 2605", "retreat.closed", "5.1.1")
    table.refuses("retreat ge.1_inf 2605", "retreat.not_asked", "4.2.C.3")
    table.do("retreat su.1_inf 2604")
    assert (table.phase, table.decider) == ("advance", "axis")
    table.refuses("advance pieces=ge.1_inf space=2605", "advance.hex", "4.2.C.3")
    table.refuses("advance pieces=su.2_inf space=2505", "advance.who", "4.2.C.3")
    table.do("advance pieces=ge.1_armor space=2505", "advance")
    assert table.where("ge.1_armor") == "2505"
    assert table.where("ge.1_inf") == "2506"


def test_4_2_units_that_cannot_retreat_die() -> None:
    table = east(
        {
            "2506": "ge.1_armor ge.2_armor",
            "2505": "su.1_inf",
            "2404": "ge.4_inf",
            "2603": "ge.6_inf",
            "2706": "ge.7_inf",
        }
    )
    table.do("attack 2505 ge.1_armor,ge.2_armor", dice=(4, 5, 6, 6))
    assert table.where("su.1_inf") == "pool_su"


def test_4_2_a_beaten_attacker_retreats_and_the_defender_advances() -> None:
    table = east({"2506": "ge.1_inf", "2605": "su.1_armor su.2_armor", "2405": "ge.4_inf"})
    table.do("attack 2605 ge.1_inf", dice=(6, 6, 3, 4))
    assert table.face("ge.1_inf") == "back"
    while table.phase == "retreat":
        assert table.decider == "axis"
        table.do("retreat ge.1_inf 2405")
    assert (table.phase, table.decider) == ("advance", "allies")
    table.refuses("advance pieces=su.1_armor space=2405", "advance.hex")
    table.do("advance pieces=su.1_armor space=2506", "advance")
    assert table.where("su.1_armor") == "2506"
    assert table.where("su.2_armor") == "2605"


def test_4_2_the_defender_enters_a_hex_emptied_by_losses() -> None:
    table = east({"2506": "-ge.1_inf", "2605": "su.1_armor su.2_armor"})
    table.do("attack 2605 ge.1_inf", dice=(6, 6, 3, 4))
    assert table.where("ge.1_inf") == "pool_ge"
    assert (table.phase, table.decider) == ("advance", "allies")
    assert table.allows("advance pieces=su.1_armor space=2506")


def test_9_no_advance_if_the_winner_has_nobody_left() -> None:
    table = east({"2506": "-ge.1_inf", "2606": "-su.1_inf"})
    table.do("attack 2606 ge.1_inf", dice=(2, 3, 2, 2))
    assert table.told("clash_won")[0]["winner"] == "attacker"
    assert (table.where("ge.1_inf"), table.where("su.1_inf")) == ("pool_ge", "pool_su")
    assert table.phase == ""


@pytest.mark.parametrize(("active", "rule"), [([], "12.1.2"), (["fin"], "")])
def test_5_1_4_no_attack_where_a_unit_may_not_go(active: list[str], rule: str) -> None:
    table = combat({"2501": "fin.inf", "2601": "su.1_inf"}, "allies", active_minors=active)
    if rule:
        assert table.phase == "", "with nothing to attack the phase is over"
        table = combat(
            {"2501": "fin.inf", "2601": "su.1_inf", "2505": "su.2_inf", "2506": "ge.1_inf"},
            "allies",
            active_minors=active,
            **POLAND_HELD,
        )
        refusal = table.refuses("attack 2501 su.1_inf", "country.quiet_minor", "12.1.2")
        assert "Finland" in refusal.sentence
    else:
        assert table.allows("attack 2501 su.1_inf")


def test_12_1_2_no_advance_into_a_quiet_minor() -> None:
    units = {"2401": "fin.inf", "2501": "-hun.inf", "2601": "su.1_inf su.2_inf su.leningrad_fort"}
    table = combat(units, "axis")
    table.do("attack 2601 hun.inf", dice=(6, 6, 2, 2))
    assert table.where("hun.inf") == "pool_hun"
    assert table.phase != "advance", "Finland is closed to the Allies"


# Forts


def test_9_forts_absorb_first_and_their_losses_do_not_count() -> None:
    fort = combat(
        {"2904": "ge.1_armor ge.2_armor", "2903": "su.8_inf su.moscow_fort", "3002": "su.2_inf"}, "axis"
    )
    fort.do("attack 2903 ge.1_armor,ge.2_armor", dice=(3, 4, 6, 6))
    (clash,) = fort.told("clash")
    assert clash["absorbed"] == 1
    assert fort.face("su.moscow_fort") == "back"
    assert fort.face("su.8_inf") == "front"
    (won,) = fort.told("clash_won")
    assert won["winner"] == "defender", "no losses that count on either side, and the defender rolled higher"


def test_9_a_fort_in_a_lost_hex_falls() -> None:
    table = combat(
        {"2904": "ge.1_armor ge.2_armor", "2903": "su.8_inf su.moscow_fort", "2902": "su.2_inf"}, "axis"
    )
    table.do("attack 2903 ge.1_armor,ge.2_armor", dice=(6, 6, 5, 6))
    assert table.told("clash_won")[0]["winner"] == "attacker"
    assert table.where("su.moscow_fort") == "pool_su", "forts cannot retreat"
    while table.phase == "retreat":
        table.do(f"retreat su.8_inf {table.refusals('retreat su.8_inf 1001')[0].spaces[0]}")
    assert table.allows("advance pieces=ge.1_armor space=2903")


# 9.2 Air


def test_9_2_air_strikes_air_and_fleets_only() -> None:
    table = east({"2506": "ge.1_air", "2505": "su.1_inf", "2604": "su.1_air", "3101": "su.2_air"})
    table.refuses("strike 2505 ge.1_air", "strike.no_target", "9.2.1")
    refusal = table.refuses("strike 3101 ge.1_air", "strike.range", "9.2")
    assert refusal.numbers["has"] == 3
    table.do("strike 2604 ge.1_air", dice=(1, 2, 6, 6))
    (clash,) = table.told("clash")
    assert clash["fire"] == ("air_vs_air", 4, 0)
    assert table.face("su.1_air") == "back"
    assert table.where("su.1_air") == "2604", "no retreat in the air"
    assert table.mark("ge.1_air", "ops_complete") is True
    assert table.mark("su.1_air", "ops_complete") is True


def test_3_4_3_ops_complete_units_do_not_fire_back() -> None:
    table = east({"2506": "ge.1_air", "2604": "su.1_air"}, marks={"su.1_air": {"ops_complete": True}})
    table.do("strike 2604 ge.1_air", dice=(1, 2))
    (clash,) = table.told("clash")
    assert clash["answer"][1] == 0


def test_9_2_3_air_first_then_the_fleets_if_wanted() -> None:
    units = {"2403": "ge.1_air", "2503": "su.fleet su.1_air", "2404": "ge.4_inf"}
    table = east(units)
    table.do("strike 2503 ge.1_air", dice=(1, 2, 6, 6))
    assert (table.phase, table.decider) == ("skirmish", "axis")
    table.do("commit pieces=ge.1_air", dice=(1, 2, 6, 6))
    (clash,) = table.told("clash")
    assert (clash["fire"][0], clash["answer"][0]) == ("air_vs_sea", "sea_vs_air")
    assert table.face("su.fleet") == "back"
    assert table.mark("su.fleet", "ops_complete") is True
    assert table.where("su.fleet") == "2503", "it lies in its own port"
    enough = east(units)
    enough.do("strike 2503 ge.1_air", dice=(1, 2, 6, 6))
    enough.do("commit")
    assert enough.face("su.fleet") == "front"


def test_9_2_helpers_in_the_air_are_attacked_too() -> None:
    table = east({"2506": "ge.1_air ge.4_inf", "2604": "su.1_air su.1_inf", "2705": "su.2_air su.2_inf"})
    table.do("strike 2604 ge.1_air")
    assert (table.phase, table.decider) == ("raid", "allies")
    table.do("commit pieces=su.2_air", dice=(6, 6, 6, 6))
    assert table.told("clash")[0]["answer"] == ("air_vs_air", 6, 0)


# 9.3 Sea


def at_sea(side: str = "allies", **units: str) -> Table:
    """British ships near an Italian fleet off Sicily."""
    return combat({"2213": "it.fleet", "2315": "gb.medit_fleet", "2415": "gb.2_raf", **units}, side)


def test_9_3_fleets_engage_in_their_zone() -> None:
    table = at_sea()
    table.do("engage 2213 gb.medit_fleet support=gb.2_raf", dice=(1, 2, 6, 6))
    (clash,) = table.told("clash")
    assert clash["fire"] == ("sea_vs_sea", 6, 0), "three of the fleet carry three of the air unit's four"
    assert clash["answer"] == ("sea_vs_sea", 3, 0)
    assert table.mark("gb.2_raf", "ops_complete") is True
    assert table.mark("it.fleet", "ops_complete") is True or table.phase == "fleet_retreat"


def test_9_3_out_of_zone_and_in_port() -> None:
    table = combat({"2211": "it.fleet", "2213": "gb.medit_fleet", "2314": "it.air"}, "allies")
    table.refuses("engage 2211 gb.medit_fleet", "engage.port", "9.3.1")
    far = at_sea(**{"1814": "gb.home_fleet"})
    far.refuses("engage 2213 gb.home_fleet", "engage.reach", "9.3")
    far.refuses("engage 2313 gb.medit_fleet", "engage.no_target", "9.3")
    strike = combat({"2211": "it.fleet", "2113": "gb.2_raf"}, "allies", control={"2113": "gb"})
    assert strike.allows("strike 2211 gb.2_raf"), "in port they can be attacked from the air"


def test_9_3_2_both_sides_send_air() -> None:
    table = at_sea(**{"2314": "it.air"})
    table.do("engage 2213 gb.medit_fleet support=gb.2_raf")
    assert (table.phase, table.decider) == ("raid", "axis")
    table.do("commit pieces=it.air", dice=(1, 2, 6, 6, 6, 6, 6, 6))
    air, sea = table.told("clash")
    assert air["fire"][0] == "air_vs_air"
    assert sea["fire"][0] == "sea_vs_sea"
    assert sea["answer"][1] == 3, "the beaten air unit adds nothing"


def test_9_3_the_winner_may_advance_into_an_empty_hex_next_to_it() -> None:
    table = combat({"2213": "it.fleet", "2313": "gb.medit_fleet"}, "allies")
    table.do("engage 2213 gb.medit_fleet", dice=(1, 2, 6, 6))
    while table.phase == "fleet_retreat":
        table.do(f"retreat it.fleet {table.refusals('retreat it.fleet 1001')[0].spaces[0]}")
    assert (table.phase, table.decider) == ("advance", "allies")
    table.do("advance pieces=gb.medit_fleet space=2213")
    assert table.where("gb.medit_fleet") == "2213"


def test_9_fleets_attack_air_units_on_coasts() -> None:
    table = combat({"2314": "it.air", "2315": "gb.medit_fleet"}, "allies")
    table.do("engage 2314 gb.medit_fleet", dice=(1, 2, 6, 6))
    (clash,) = table.told("clash")
    assert (clash["fire"][0], clash["answer"][0]) == ("sea_vs_air", "air_vs_sea")


def test_4_2_submarines_do_not_fire_at_air() -> None:
    table = combat({"1704": "ge.1_sub", "1604": "gb.1_raf"}, "allies")
    table.do("strike 1704 gb.1_raf", dice=(1, 2))
    (clash,) = table.told("clash")
    assert clash["fire"] == ("asw", 2, 0)
    assert clash["answer"][1] == 0


# 10.2


@pytest.mark.parametrize("armored", [False, True])
def test_10_2_all_land_units_attack_in_armored_action(armored: bool) -> None:
    table = east({"2506": "ge.1_inf ge.1_armor", "2505": "su.1_inf"}, armored=armored)
    assert table.allows("attack 2505 ge.1_inf,ge.1_armor")


def test_9_combat_is_voluntary() -> None:
    table = east({"2506": "ge.1_inf", "2505": "su.1_inf"})
    table.do("pass")
    assert table.phase == ""


def test_9_one_attack_at_a_time() -> None:
    """While an attack waits for the defender no other can be declared."""
    table = east({"2506": "ge.1_inf ge.4_inf", "2505": "su.1_inf su.1_air", "2605": "su.2_inf"})
    table.do("attack 2505 ge.1_inf")
    assert (table.phase, table.decider) == ("battle", "allies")
    assert table.refusals("attack 2605 ge.4_inf")
    table.do("commit", dice=(6, 6, 6, 6))
    assert table.allows("attack 2605 ge.4_inf")


def test_9_land_units_attack_no_fleets_and_air_no_land_units() -> None:
    units = {"2503": "su.fleet", "2403": "ge.4_inf ge.1_air", "2504": "su.1_inf", "2404": "ge.1_inf"}
    table = combat(units, "axis")
    table.refuses("attack 2503 ge.4_inf", "attack.no_target", "9.1")
    table.refuses("attack 2504 ge.1_air", "attack.kind", "9")
    table.refuses("strike 2504 ge.1_air", "strike.no_target", "9.2.1")
    table.refuses("strike 2503 ge.4_inf", "attack.kind", "9")
    assert table.allows("strike 2503 ge.1_air")


def test_9_1_4_a_defender_that_helped_is_done_too() -> None:
    units = {"2506": "ge.1_inf ge.4_inf", "2505": "su.1_inf", "2605": "su.2_inf", "2604": "su.1_air su.3_inf"}
    table = east(units)
    table.do("attack 2505 ge.1_inf").do("commit pieces=su.1_air", dice=(6, 6, 6, 6))
    assert table.mark("su.1_air", "ops_complete") is True
    table.do("attack 2605 ge.4_inf", dice=(6, 6, 6, 6))
    assert table.phase != "battle", "nobody is left to be asked"


def test_9_nobody_wins_and_nobody_moves() -> None:
    table = east({"2506": "ge.1_inf", "2505": "su.1_inf"})
    table.do("attack 2505 ge.1_inf", dice=(6, 6, 6, 6))
    assert table.told("clash_won")[0]["winner"] == "nobody"
    assert (table.where("ge.1_inf"), table.where("su.1_inf")) == ("2506", "2505")


def test_5_2_3_a_drop_that_does_not_win_leaves() -> None:
    units = {"2505": "su.1_inf ge.1_para", "2506": "ge.1_inf", "2405": "ge.4_inf"}
    table = east(units, marks={"ge.1_para": {"dropped": "air"}})
    table.do("attack 2505 ge.1_para", dice=(6, 6, 6, 6))
    while table.phase == "retreat":
        table.do("retreat ge.1_para 2506")
    assert table.where("ge.1_para") in ("2506", "2405")


def test_11_2_4_unsupplied_units_fight_at_half() -> None:
    table = combat({"2704": "ge.1_armor", "2804": "su.1_inf", "2603": "su.2_inf"}, "axis")
    table.do("attack 2804 ge.1_armor", dice=(6, 6, 6, 6))
    assert table.told("clash")[0]["fire"][1] == 3, "half of seven, fractions dropped"


def test_9_3_2_the_form_of_a_sea_combat_lists_the_air_units_in_range() -> None:
    units = {
        "2515": "gb.medit_fleet",
        "2514": "it.fleet",
        "2415": "gb.2_raf gb.malta_fort",
        "1606": "gb.1_raf",
    }
    table = combat(units, "allies")
    decision = engine.decision(table.system, table.state)
    assert decision is not None
    (offer,) = (one for one in decision.offers if one.verb == "engage")
    assert {one.name: one.values for one in offer.arguments} == {
        "space": ("2514",),
        "fleets": ("gb.medit_fleet",),
        "support": ("gb.2_raf",),
    }
