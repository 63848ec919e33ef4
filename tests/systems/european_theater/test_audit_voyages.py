"""Voyages that go wrong, assaults from too far, units that landed on enemies who are gone (5.2.3, 8, 9)."""

from __future__ import annotations

from typing import Any

from tests.systems.european_theater.table import combat, movement, put
from wargame_desktop.core.state import frame

NORWAY_HELD: dict[str, Any] = {
    "powers": {"nor": "allies"},
    "holders": {"nor": "axis"},
    "conquered": {"nor": "axis"},
}
BELGIUM_HELD: dict[str, Any] = {
    "powers": {"bel": "allies"},
    "holders": {"bel": "axis"},
    "conquered": {"bel": "axis"},
}
OSLO, PARIS = "1903", "1709"


def test_8_1_2_a_train_goes_somewhere() -> None:
    table = movement({"2106": "ge.1_inf"}, "axis")
    table.refuses("rail ge.1_inf 2106", "movement.stays", "8.1.2")
    assert "2106" not in table.targets("ge.1_inf")


def test_8_1_4_1_a_fleet_sails_into_a_defended_port_only_within_five_hexes() -> None:
    near = {"1503": "gb.home_fleet gb.home_fleet>gb.1_armor", OSLO: "ge.1_inf"}
    assert movement(near, "allies", **NORWAY_HELD).allows(f"sail gb.home_fleet {OSLO}")
    far = {"1405": "gb.home_fleet gb.home_fleet>gb.1_armor", OSLO: "ge.1_inf"}
    table = movement(far, "allies", **NORWAY_HELD)
    refusal = table.refuses(f"sail gb.home_fleet {OSLO}", "assault.too_far", "8.1.4.1")
    assert (refusal.numbers["needs"], refusal.numbers["has"]) == (6, 5)
    assert OSLO not in table.targets("gb.home_fleet")
    table.do("sail gb.home_fleet 1605")
    table.refuses(f"sail gb.home_fleet {OSLO}", "assault.too_far", "8.1.4.1")


def test_8_1_4_1_an_air_unit_aboard_makes_no_assault() -> None:
    units = {"1503": "gb.home_fleet gb.home_fleet>gb.naval_air", OSLO: "ge.1_inf"}
    table = movement(units, "allies", **NORWAY_HELD)
    assert not table.allows(f"sail gb.home_fleet {OSLO}")
    assert OSLO not in table.targets("gb.home_fleet")


def test_8_1_4_1_an_empty_port_of_the_enemy_may_be_entered_from_afar() -> None:
    units = {"1508": "gb.home_fleet gb.home_fleet>gb.1_armor"}
    held: dict[str, Any] = {"vichy": "neutral", "powers": {"fr": "neutral"}, "holders": {"fr": "axis"}}
    table = movement(units, "allies", marks={"gb.home_fleet": {"sailed": 5}}, **held)
    table.do("sail gb.home_fleet 1509")
    refusal = table.refuses("land gb.1_armor", "assault.too_far", "8.1.4.1")
    assert refusal.numbers["needs"] == 6


def test_8_1_4_enemy_fleets_in_the_port_bar_an_assault() -> None:
    units = {"1804": "gb.home_fleet gb.home_fleet>gb.1_armor", OSLO: "ge.surface_fleet"}
    table = movement(units, "allies", **NORWAY_HELD)
    refusal = table.refusals(f"sail gb.home_fleet {OSLO}")[0]
    assert "enemy fleets" in refusal.sentence


def test_8_3_5_4_a_beaten_hunter_stops_the_fleet_whose_way_it_now_bars() -> None:
    """The Italians strike off Malta, lose, and make for Sardinia, past which the British meant to sail."""
    table = movement({"2212": "it.fleet", "2415": "gb.medit_fleet"}, "allies")
    table.do("sail gb.medit_fleet 1914")
    assert (table.phase, table.where("gb.medit_fleet")) == ("transit", "2315")
    table.do("commit pieces=it.fleet", dice=(6, 6, 1, 1))
    while table.phase == "fleet_retreat":
        table.do("retreat it.fleet 2113")
    while table.phase == "transit":
        table.do("commit")
    assert table.where("it.fleet") == "2113"
    assert table.where("gb.medit_fleet") == "2114", "next to the Italian fleet it stops (5.1.2)"
    table.refuses("sail gb.medit_fleet 2013", "movement.finished", "8")


def test_4_2_a_cargo_that_drowns_is_not_reduced_in_the_pool() -> None:
    carrier = "-gb.medit_fleet gb.medit_fleet>gb.naval_air"
    units = {"2213": "it.fleet", "2314": "it.air", "2315": carrier, "2415": "gb.malta_fort -gb.home_fleet"}
    lost = put(
        units,
        frame(
            "losses", side="allies", points=2, candidates=("gb.medit_fleet", "gb.home_fleet", "gb.naval_air")
        ),
    )
    lost.do("lose gb.medit_fleet:1,gb.naval_air:1")
    assert (lost.where("gb.naval_air"), lost.face("gb.naval_air")) == ("pool_gb", "front")


def test_5_2_3_paratroops_need_not_attack_enemies_who_have_vanished() -> None:
    """They drop on the French, and Paris falls before the fight."""
    units = {"1909": "ge.1_para", "1809": "fr.2_inf", "1708": "ge.1_armor", "1807": "ge.1_inf"}
    table = put(
        units,
        frame("combat", side="axis", armored=False),
        frame("movement", side="axis", armored=False),
        turn=4,
        **BELGIUM_HELD,
    )
    table.do("airdrop ge.1_para 1809")
    assert table.mark("ge.1_para", "dropped") == "air"
    table.do(f"move ge.1_armor {PARIS}")
    assert (table.where("fr.2_inf"), table.where("ge.1_para")) == ("dead", "1809")
    assert table.mark("ge.1_para", "dropped") is None
    table.do("pass")
    assert table.phase == "", "there is nobody to fight"


def test_5_2_3_paratroops_sent_out_of_vichy_fight_nobody_at_home() -> None:
    """Those who dropped in the south are put into a city of their own when Vichy is made."""
    units = {"1910": "ge.1_para", "1810": "fr.2_inf", "1708": "ge.1_armor", "1807": "ge.1_inf"}
    table = movement(units, "axis", turn=4, **BELGIUM_HELD)
    table.do("airdrop ge.1_para 1810", f"move ge.1_armor {PARIS}")
    assert table.sit.controls("axis", table.where("ge.1_para"))
    assert table.mark("ge.1_para", "dropped") is None


def test_4_2_a_side_that_cannot_fire_rolls_nothing_and_loses_a_tie() -> None:
    table = combat({"1704": "ge.1_sub", "1604": "gb.1_raf"}, "allies")
    table.do("strike 1704 gb.1_raf", dice=(6, 6))
    (clash,) = table.told("clash")
    assert clash["losses"] == (0, 0)
    assert table.told("clash_won")[0]["winner"] == "attacker"
    assert (table.phase, table.decider) == ("fleet_retreat", "axis")


def test_8_3_4_no_relay_of_fleets_through_america() -> None:
    """A unit that has just come in does not begin the phase there."""
    units = {"atlantic": "us.8_fleet us.8_fleet>us.1_armor", "atlantic_land": "us.10_fleet us.3_armor"}
    table = movement(units, "allies", turn=12, us_entered=True)
    table.do("sail us.8_fleet atlantic_land", "land us.1_armor")
    table.refuses("embark us.1_armor us.10_fleet", "movement.finished", "8")
    assert table.allows("embark us.3_armor us.10_fleet")


def test_8_3_5_1_fleets_may_strike_again_in_the_next_hex() -> None:
    table = movement({"2212": "it.fleet", "2415": "gb.medit_fleet"}, "allies")
    table.do("sail gb.medit_fleet 1914").do("commit pieces=it.fleet", dice=(6, 6, 6, 6))
    assert table.told("clash_won")[0]["winner"] == "nobody"
    assert (table.phase, table.decider) == ("transit", "axis")
    assert table.where("gb.medit_fleet") != "2315"
    assert table.allows("commit pieces=it.fleet")


def test_9_who_cannot_be_sent_is_told_why() -> None:
    units = {
        "2506": "ge.1_inf", "2505": "su.1_inf", "2604": "su.1_air su.2_inf", "2903": "su.2_air su.3_air",
        "2704": "su.4_air",
    }  # fmt: skip
    held: dict[str, Any] = {
        "powers": {"pol": "allies"},
        "holders": {"pol": "axis"},
        "conquered": {"pol": "axis"},
    }
    table = combat(units, "axis", marks={"su.4_air": {"ops_complete": True}}, **held)
    table.do("attack 2505 ge.1_inf")
    assert "hexes from" in table.refuses("commit pieces=su.2_air", "commit.cannot", "5.1.3").sentence
    assert "Ops Complete" in table.refuses("commit pieces=su.4_air", "commit.cannot", "3.4.3").sentence
    assert "fights for the Allies" in table.refuses("commit pieces=su.2_inf", "commit.cannot", "9").sentence
    table.refuses("commit pieces=nobody", "commit.cannot", "9")


def test_9_3_a_beaten_fleet_goes_to_no_port_with_enemies_or_strangers_in_it() -> None:
    """Malta is nearest, but a German air unit sits there, or the Soviets may not join the British."""

    def port(units: dict[str, str], fleet: str) -> str:
        table = put(units, frame("fleet_retreat", fleets=(fleet,), beaten=True))
        while table.phase == "fleet_retreat":
            table.do(f"retreat {fleet} {table.refusals(f'retreat {fleet} 1001')[0].spaces[0]}")
        return table.where(fleet)

    assert port({"2515": "gb.medit_fleet", "3416": "gb.8_armor"}, "gb.medit_fleet") == "2415"
    assert port({"2515": "gb.medit_fleet", "2415": "ge.1_air"}, "gb.medit_fleet") != "2415"
    assert port({"2515": "su.fleet", "2415": "gb.malta_fort"}, "su.fleet") != "2415"


def test_12_4_3_a_soviet_fleet_stopped_beside_others_makes_way() -> None:
    table = movement({"1301": "su.fleet gb.home_fleet", "1606": "gb.1_armor"}, "allies", turn=12)
    table.do("pass")
    if table.phase == "displace":
        table.do(f"displace su.fleet {table.refusals('displace su.fleet 1001')[0].spaces[0]}")
    assert table.where("gb.home_fleet") == "1301"
    assert table.where("su.fleet") != "1301"


def test_8_2_air_units_do_not_end_beside_those_their_invasion_wakes() -> None:
    units = {"2108": "ge.1_air", "2209": "it.air", "2106": "ge.1_inf"}
    table = movement(units, "axis", turn=2, italy_neutral=True)
    refusal = table.refusals("move ge.1_air 2209")[0]
    assert "units of a neutral country" in refusal.sentence
    assert "2209" not in table.targets("ge.1_air")


def test_12_1_1_an_attack_on_italian_ships_opens_italy_to_zones_at_once() -> None:
    """French troops on the border have a zone in Turin now, and the air unit alone there has to leave."""
    units = {"1910": "fr.alp_inf", "2010": "it.air", "2213": "it.fleet", "2315": "gb.medit_fleet"}
    table = combat(units, "allies", turn=2, italy_neutral=True)
    table.do("engage 2213 gb.medit_fleet", dice=(6, 6, 6, 6))
    assert table.var("italy_neutral") is False
    if table.phase == "displace":
        table.do(f"displace it.air {table.refusals('displace it.air 1001')[0].spaces[0]}")
    assert table.where("it.air") != "2010"


def test_9_3_a_retreat_takes_another_way_when_a_beaten_hunter_bars_it() -> None:
    """Off Tunis a fleet bound west finds the Italians in Sardinia, whose ring it may not enter (5.1.2)."""
    voyage = frame(
        "voyage",
        fleets=("gb.medit_fleet",),
        path=("2114", "2013", "1914"),
        costs=(0, 0, 0),
        retreat=True,
        at="2214",
        skirmish=None,
    )
    units = {"2214": "gb.medit_fleet", "2113": "it.fleet", "3416": "gb.8_armor"}
    table = put(units, voyage, marks={"gb.medit_fleet": {"ops_complete": True}})
    while table.phase == "transit":
        table.do("commit")
    assert table.where("gb.medit_fleet") == "2415", "Malta lies clear of them"
