"""Powers with rules of their own: Italy, Axis minors, Vichy France, the Soviet Union, Iraq (12)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.systems.european_theater.table import Table, combat, movement, produce, put, rules
from wargame_desktop.core.state import frame
from wargame_desktop.systems.european_theater.havens import ports_for
from wargame_desktop.systems.european_theater.production import bonus_points, city_points

TUNIS, ALGIERS, TOULON, PARIS = (rules().facts.place(p) for p in ("tunis", "algiers", "toulon", "paris"))
BAGHDAD, ROME, MILAN = (rules().facts.place(p) for p in ("baghdad", "rome", "milan"))


# 12.1.1 Italy


def neutral_italy(units: dict[str, str], side: str = "axis", **more: Any) -> Table:
    """A movement phase while Italy is neutral."""
    return movement(units, side, italy_neutral=True, ussr_neutral=True, turn=2, **more)


def test_12_1_1_neutral_italy_moves_at_home_only() -> None:
    table = neutral_italy({"2010": "it.2_inf", "2411": "it.fleet it.3_inf", "2716": "it.na_inf"})
    assert table.allows("rail it.2_inf 2411")
    table.refuses("move it.2_inf 1911", "movement.forbidden")
    assert table.refusals("move it.2_inf 1911")[0].rule == "12.1.1"
    assert table.allows("embark it.3_inf it.fleet"), "between Italian ports its units may sail"
    table.refuses("move it.na_inf 2916", "movement.forbidden")
    assert table.allows("move it.na_inf 2816"), "Libya is Italian"


def test_12_1_1_neutral_italy_attacks_nobody() -> None:
    units = {"2010": "it.2_inf", "1910": "fr.alp_inf", "1908": "ge.1_inf", "1909": "fr.2_inf"}
    table = combat(units, "axis", italy_neutral=True, ussr_neutral=True, turn=2)
    table.refuses("attack 1910 it.2_inf", "attack.neutral", "3.4.2")
    at_war = combat(units, "axis", ussr_neutral=True, turn=4)
    assert at_war.allows("attack 1910 it.2_inf")


def test_12_1_1_invasion_ends_italian_neutrality() -> None:
    table = neutral_italy({"1910": "fr.2_inf", "2211": "it.2_inf"}, "allies")
    before = table.state.var("us_delay")
    table.do("move fr.2_inf 2010")
    assert table.var("italy_neutral") is False
    assert table.state.side_of("it") == "axis"
    assert table.state.var("us_delay") == before + 1, "while neutral it behaves as any neutral (5.3.1)"


def test_12_1_1_an_attack_on_its_fleet_ends_italian_neutrality() -> None:
    table = combat(
        {"2213": "it.fleet", "2313": "gb.medit_fleet"},
        "allies",
        italy_neutral=True,
        ussr_neutral=True,
        turn=2,
    )
    table.do("engage 2213 gb.medit_fleet", dice=(6, 6, 6, 6))
    assert table.var("italy_neutral") is False


def test_12_1_1_invaded_by_the_axis_italy_joins_the_allies() -> None:
    table = neutral_italy({"2109": "ge.1_armor", "2211": "it.2_inf"})
    table.do("move ge.1_armor 2110")
    assert table.state.side_of("it") == "allies"
    assert city_points(table.sit, table.lines).get(ROME) != "ge"


@pytest.mark.parametrize(("turn", "neutral"), [(3, True), (4, False)])
def test_12_1_1_italy_enters_in_summer_1940(turn: int, neutral: bool) -> None:
    table = put(
        {"2010": "it.2_inf"},
        frame("movement", side="axis", armored=False),
        frame("turn_start"),
        turn=turn,
        italy_neutral=True,
        ussr_neutral=True,
    )
    assert table.var("italy_neutral") is neutral


# 12.1.2 Axis minors


def test_12_1_2_minors_are_closed_until_an_axis_unit_crosses() -> None:
    units = {"2908": "su.1_armor", "2809": "rum.inf", "2508": "ge.1_armor"}
    table = movement(units, "allies")
    closed = table.refuses("move su.1_armor 2909", "movement.forbidden")
    assert closed.rule == "12.1.2" and "Rumania" in closed.sentence
    awake = movement(units, "axis").do("move ge.1_armor 2608")
    assert "rum" in awake.var("active_minors")
    assert "hun" in awake.var("active_minors"), "it has left Hungary as well"
    assert movement(units, "allies", active_minors=["rum"]).allows("move su.1_armor 2909")


def test_12_1_2_a_minor_wakes_when_its_army_marches_out() -> None:
    table = movement({"2809": "rum.inf"}, "axis").do("move rum.inf 2908")
    assert table.var("active_minors") == ("rum",)
    home = movement({"2809": "rum.inf"}, "axis").do("move rum.inf 2709")
    assert home.var("active_minors") == ()


# 12.2 Vichy and Free France


def paris_falls(**more: Any) -> Table:
    """German armor takes Paris; Axis and French units stand about in France and Africa."""
    units = {
        "1808": "ge.1_armor",
        "1810": "it.2_inf",
        "1610": "ge.4_inf",
        "1609": "fr.2_inf",
        "1614": "-fr.fleet",
        "2114": "-fr.col_inf",
        "1606": "gb.1_armor",
    }
    table = movement(units, "axis", turn=4, ussr_neutral=True, **more)
    return table.do(f"move ge.1_armor {PARIS}")


def test_12_2_1_paris_falls_and_vichy_is_made() -> None:
    table = paris_falls()
    assert table.var("vichy") == "neutral"
    assert table.var("conquered")["fr"] == "axis"
    assert (table.where("fr.col_inf"), table.face("fr.col_inf")) == (ALGIERS, "front")
    assert (table.where("fr.fleet"), table.face("fr.fleet")) == (TOULON, "front")
    assert table.where("fr.2_inf") == "dead"
    assert table.where("fr.4_inf") == "dead", "units in the pool are gone as well"
    assert not table.sit.is_vichy(table.where("it.2_inf")), "Axis units leave the south"
    assert table.where("ge.4_inf") == "1610", "those in the north stay"


def test_12_2_1_vichy_has_its_cities_and_colonies_back() -> None:
    """What the Axis took of it before Paris fell, it gives up with the ground."""
    taken = {TOULON: "it", TUNIS: "it", "1610": "ge"}
    table = paris_falls(control=taken, territories={"tunisia": "axis"})
    assert not table.sit.controls("axis", TOULON) and not table.sit.controls("axis", TUNIS)
    assert table.sit.holder_at(TUNIS) == "neutral"
    assert table.sit.controls("axis", "1610"), "Bordeaux is outside Vichy"


def test_12_2_1_the_allies_do_not_conquer_france_with_paris() -> None:
    table = movement({"1808": "gb.1_armor"}, "allies", turn=4, ussr_neutral=True)
    table.do(f"move gb.1_armor {PARIS}")
    assert table.var("vichy") == ""


def test_12_2_1_british_units_stay_in_vichy_and_may_leave() -> None:
    table = movement(
        {"1808": "ge.1_armor", "1911": "gb.2_armor", "1606": "gb.1_armor"}, "axis", turn=4, ussr_neutral=True
    )
    table.do(f"move ge.1_armor {PARIS}")
    assert table.where("gb.2_armor") == TOULON
    later = movement({"1911": "gb.2_armor", "1709": "ge.1_armor"}, "allies", turn=4, **VICHY)
    closed = later.refuses("move gb.2_armor 1810", "movement.forbidden")
    assert closed.rule == "12.2.2"
    italy = movement({"1910": "gb.2_armor", "1709": "ge.1_armor"}, "allies", turn=5, **VICHY)
    assert italy.allows("move gb.2_armor 2010"), "out of Vichy it may go"


VICHY: dict[str, Any] = {
    "powers": {"fr": "neutral"},
    "conquered": {"fr": "axis"},
    "holders": {"fr": "axis"},
    "vichy": "neutral",
}


def test_12_2_2_the_allies_enter_vichy_only_after_us_entry() -> None:
    units = {ALGIERS: "fr.col_inf", TUNIS: "us.8_fleet us.8_fleet>us.1_armor", "1606": "gb.1_armor"}
    early = movement(units, "allies", turn=9, **VICHY)
    early.refuses("land us.1_armor", "country.vichy", "12.2.2")
    late = movement(units, "allies", turn=14, us_entered=True, **VICHY)
    late.do("land us.1_armor")
    assert late.var("vichy") == "neutral", "only Toulon and Algiers decide"
    assert late.sit.holder_at(TUNIS) == "allies", "its capital is Allied, and the territory with it (12.2.3)"


def test_12_2_2_allies_in_algiers_bring_the_french_over() -> None:
    units = {ALGIERS: "fr.col_inf us.8_fleet us.8_fleet>us.1_armor", TOULON: "fr.fleet"}
    table = movement(units, "allies", turn=14, us_entered=True, **VICHY).do("land us.1_armor")
    assert (table.var("vichy"), table.state.side_of("fr")) == ("open", "allies")
    assert table.sit.controls("allies", TOULON)


def test_12_2_2_an_axis_invasion_brings_the_french_over() -> None:
    table = movement(
        {"1809": "ge.1_armor", TOULON: "fr.fleet", ALGIERS: "fr.col_inf"}, "axis", turn=9, **VICHY
    )
    table.do("move ge.1_armor 1910")
    assert (table.var("vichy"), table.state.side_of("fr")) == ("open", "allies")
    assert table.sit.controls("allies", TOULON)


def test_12_2_2_french_units_are_never_rebuilt() -> None:
    more: dict[str, Any] = {**VICHY, "vichy": "open", "powers": {"fr": "allies"}}
    units = {"1910": "ge.1_armor ge.2_armor", TOULON: "-fr.col_inf", "1909": "ge.1_inf"}
    table = combat(units, "axis", turn=14, us_entered=True, **more)
    table.do(f"attack {TOULON} ge.1_armor,ge.2_armor", dice=(1, 1, 6, 6))
    assert table.where("fr.col_inf") == "dead"


def test_12_2_3_toulon_decides_over_vichy_and_its_territories() -> None:
    more: dict[str, Any] = {**VICHY, "vichy": "open", "powers": {"fr": "allies"}}
    units = {"1910": "ge.1_armor", ALGIERS: "us.1_armor"}
    table = movement(units, "axis", turn=14, us_entered=True, control={ALGIERS: "us"}, **more)
    table.do(f"move ge.1_armor {TOULON}")
    assert table.var("vichy") == "axis"
    assert table.sit.holder_at(TUNIS) == "axis"
    assert table.sit.holder_at(ALGIERS) == "allies", "an enemy stands in its capital"


def test_12_2_3_who_stands_in_vichy_keeps_his_city_when_toulon_falls() -> None:
    units = {"1711": "ge.1_inf", TOULON: "us.8_fleet us.1_armor", "1606": "gb.1_armor"}
    held = VICHY | {"vichy": "axis", "us_entered": True, "turn": 20}
    table = combat(units, "allies", marks={"us.1_armor": {"dropped": "sea"}}, **held)
    assert table.sit.controls("axis", "1711") and table.sit.is_vichy("1711")
    table.do(f"attack {TOULON} us.1_armor", dice=(1, 1, 6, 6))
    assert table.var("vichy") == "allies"
    assert table.sit.controls("axis", "1711"), "they were the last to stand there (3.4.7)"


def test_12_2_3_a_territory_goes_with_its_capital() -> None:
    more: dict[str, Any] = {**VICHY, "vichy": "axis"}
    territories = {"tunisia": "axis", "french_north_africa": "allies"}
    units = {"2014": "us.1_armor"}
    table = movement(units, "allies", turn=14, us_entered=True, territories=territories, **more)
    table.do(f"move us.1_armor {TUNIS}")
    assert table.var("territories")["tunisia"] == "allies"


def test_12_2_1_the_free_french_are_british() -> None:
    table = produce({"1606": "gb.1_armor"}, "gb", turn=16, **VICHY)
    assert table.allows("build gb.free_french 1606")
    table.refuses(f"build gb.free_french {TOULON}", "build.place", "7.2.4")


# 12.4 The Soviet Union


def test_12_4_1_the_neutral_soviet_union_stands_still() -> None:
    units = {"2505": "su.1_inf", "2506": "ge.1_inf"}
    table = movement(units, "allies", turn=4, ussr_neutral=True, powers={"pol": "allies"})
    table.refuses("move su.1_inf 2504", "movement.soviet_neutral", "12.4.1")
    fight = combat(
        {**units, "1808": "fr.2_inf", "1908": "ge.4_inf"},
        "allies",
        turn=4,
        ussr_neutral=True,
        holders={"pol": "axis"},
    )
    fight.refuses("attack 2506 su.1_inf", "attack.neutral", "3.4.2")


def test_12_4_1_the_axis_invades_and_the_soviets_fight() -> None:
    units = {"2506": "ge.1_armor", "2604": "su.1_inf"}
    more: dict[str, Any] = {"conquered": {"pol": "axis"}, "holders": {"pol": "axis"}}
    table = movement(units, "axis", turn=8, ussr_neutral=True, **more).do("move ge.1_armor 2505")
    assert table.var("ussr_neutral") is False
    assert table.told("soviet_entry")


def test_12_4_1_the_western_allies_may_not_invade_it() -> None:
    table = movement({"3905": "gb.1_armor"}, "allies", turn=7, ussr_neutral=True, powers={"per": "allies"})
    near = [s for s in table.system.facts.land_neighbours("3905") if table.sit.power_of(s) == "su"]
    for space in near:
        refusal = table.refuses(f"move gb.1_armor {space}", "movement.forbidden")
        assert refusal.rule == "12.4.1"


@pytest.mark.parametrize(("turn", "neutral"), [(9, True), (10, False)])
def test_12_4_1_it_enters_in_winter_1942(turn: int, neutral: bool) -> None:
    table = put(
        {"2505": "su.1_inf"},
        frame("movement", side="axis", armored=False),
        frame("turn_start"),
        turn=turn,
        ussr_neutral=True,
    )
    assert table.var("ussr_neutral") is neutral


def test_12_4_3_soviets_stack_with_nobody() -> None:
    units = {"2604": "su.1_inf", "2605": "gb.1_armor", "2505": "su.2_inf"}
    table = movement(units, "allies")
    refusal = table.refuses("move gb.1_armor 2604", "movement.forbidden")
    assert refusal.rule == "12.4.3"
    assert table.allows("move su.2_inf 2604")


# 12.5 Iraq


def test_12_4_3_beaten_fleets_find_no_shelter_beside_soviets() -> None:
    """The nearest port of a British fleet in the Black Sea is Odessa, but Soviets stand in it."""
    for guard, shelter in (({}, True), ({"2908": "su.2_inf"}, False)):
        table = combat({"3008": "gb.medit_fleet", "2909": "ge.4_inf", **guard}, "axis")
        ports = ports_for(table.sit, table.state.piece("gb.medit_fleet"))
        assert ("2908" in ports) is shelter and ports


def test_12_5_iraq_is_closed_until_it_rebels() -> None:
    units = {"3710": "gb.1_armor", BAGHDAD: ""}
    table = movement({k: v for k, v in units.items() if v}, "allies", turn=7, territories={"syria": "allies"})
    refusal = table.refuses(f"move gb.1_armor {BAGHDAD}", "movement.forbidden")
    assert refusal.rule == "12.5"
    rebels = movement(
        {"3710": "gb.1_armor"},
        "allies",
        turn=7,
        territories={"syria": "allies"},
        iraq="revolt",
        powers={"irq": "axis"},
        holders={"irq": "axis"},
    )
    assert rebels.allows(f"move gb.1_armor {BAGHDAD}")


REVOLT: dict[str, Any] = {"iraq": "revolt", "powers": {"irq": "axis"}, "holders": {"irq": "axis"}}


def test_12_5_fleets_keep_out_of_quiet_iraq_too() -> None:
    quiet = movement({"persian_gulf": "gb.home_fleet"}, "allies", turn=7)
    refusal = quiet.refuses("sail gb.home_fleet 4111", "movement.forbidden", "12.5")
    assert "before it rebels" in refusal.sentence
    assert quiet.allows("sail gb.home_fleet 4211")
    conquered = movement({"persian_gulf": "gb.home_fleet"}, "allies", turn=8, iraq="allied")
    assert conquered.allows("sail gb.home_fleet 4111")


@pytest.mark.parametrize(("more", "german", "british"), [({}, 0, 1), (REVOLT, 1, 0)])
def test_12_5_1_iraq_pays_who_has_it(more: dict[str, Any], german: int, british: int) -> None:
    quiet = movement({"2106": "ge.1_inf"}, "axis", turn=7)
    table = movement({"2106": "ge.1_inf"}, "axis", turn=7, **more)
    base_ge, base_gb = bonus_points(quiet.sit, "ge"), bonus_points(quiet.sit, "gb") - 1
    assert bonus_points(table.sit, "ge") - base_ge == german
    assert bonus_points(table.sit, "gb") - base_gb == british


def test_12_5_2_the_allies_end_the_rebellion_in_baghdad() -> None:
    table = movement(
        {"3710": "gb.1_armor", "3811": "irq.inf"}, "allies", turn=7, territories={"syria": "allies"}, **REVOLT
    )
    table.do(f"move gb.1_armor {BAGHDAD}")
    assert table.var("iraq") == "allied"
    assert table.where("irq.inf") == "dead"
    assert bonus_points(table.sit, "gb") == 3
    later = put(
        {"2106": "ge.1_inf"}, frame("movement", side="axis", armored=False), frame("iraq"), iraq="allied"
    )
    assert later.state.dice_rolled == 0, "it never rebels again"


def test_12_5_2_the_axis_frees_iraq_in_baghdad() -> None:
    table = movement(
        {"3710": "ge.1_armor"},
        "axis",
        turn=9,
        iraq="allied",
        conquered={"irq": "allies"},
        holders={"irq": "allies"},
        powers={"irq": "axis"},
        territories={"syria": "axis"},
    )
    table.do(f"move ge.1_armor {BAGHDAD}")
    assert table.var("iraq") == "axis"
    assert table.where("irq.inf") == "pool_irq"
