"""Every optional rule on and off: what it allows, refuses, gives and takes (set-up options: test_setup)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.systems.european_theater.games import game
from tests.systems.european_theater.table import Table, combat, movement, produce, put
from tests.systems.european_theater.theatre import place
from wargame_desktop.core.state import frame
from wargame_desktop.systems.european_theater.options import EXPOSED, winter_shifts
from wargame_desktop.systems.european_theater.production import city_points, points_of
from wargame_desktop.systems.european_theater.routes import allowance


def on(*names: str) -> dict[str, bool]:
    """These optional rules are in use."""
    return dict.fromkeys(names, True)


def points(table: Table, power: str) -> int:
    """The production points of a power in a position."""
    return points_of(table.sit, table.lines, power)


def change(power: str, option: str, units: dict[str, str] | None = None, **more: Any) -> int:
    """By how many points an option changes a power's production."""
    with_it = movement(units or {"2106": "ge.1_inf"}, "axis", options=on(option), **more)
    without = movement(units or {"2106": "ge.1_inf"}, "axis", **more)
    return points(with_it, power) - points(without, power)


# Weather


@pytest.mark.parametrize(
    ("attacker", "target", "turn", "shifts"),
    [
        ("ge.1_inf", "Paris", 14, (-1, 0)),  # Winter in Europe
        ("ge.1_inf", "Minsk", 14, (-2, 0)),  # strangers attack in Russia
        ("su.1_inf", "Minsk", 14, (-1, -1)),  # Soviets attack, strangers defend
        ("ge.5_armor", "Tobruk", 14, (0, 0)),  # not in Europe
        ("ge.1_inf", "Minsk", 15, (0, 0)),  # Spring
    ],
)
def test_weather_shifts_columns_in_winter(
    attacker: str, target: str, turn: int, shifts: tuple[int, int]
) -> None:
    for chosen, expected in ((on("weather"), shifts), ({}, (0, 0))):
        table = movement({"2106": attacker}, "axis", turn=turn, options=chosen)
        assert winter_shifts(table.sit, [table.state.piece(attacker)], place(target)) == expected


def test_weather_counts_in_a_battle() -> None:
    units = {"1908": "ge.1_inf", "1808": "fr.2_inf"}
    table = combat(units, "axis", turn=14, options=on("weather"))
    table.do("attack 1808 ge.1_inf", dice=(6, 6, 6, 6))
    (clash,) = table.told("clash")
    dry = combat(units, "axis", turn=14).do("attack 1808 ge.1_inf", dice=(6, 6, 6, 6))
    (plain,) = dry.told("clash")
    assert clash["fire"][2] == plain["fire"][2] - 1  # type: ignore[index, operator]


@pytest.mark.parametrize(
    ("turn", "options", "points_"), [(15, on("weather"), 1), (15, {}, 3), (16, on("weather"), 3)]
)
def test_weather_slows_movement_in_russia_in_spring(
    turn: int, options: dict[str, bool], points_: int
) -> None:
    table = movement({"2604": "su.1_inf"}, "allies", turn=turn, options=options)
    assert allowance(table.sit, table.state.piece("su.1_inf"), table.lines) == points_


# Fleets in land combat


def test_fleets_support_only_at_home_or_in_a_landing() -> None:
    units = {"1609": "ge.1_inf", "1608": "fr.2_inf", "1508": "gb.home_fleet", "1610": "fr.3_inf"}
    attack = "attack 1609 fr.2_inf,fr.3_inf support=gb.home_fleet"
    table = combat(units, "allies", control={"1609": "ge"})
    assert table.allows(attack)
    table = combat(units, "allies", control={"1609": "ge"}, options=on("fleets_at_home"))
    table.refuses(attack, "attack.support")


def test_fleets_defend_their_own_hex() -> None:
    for where, asked in (("1608", True), ("1508", False)):
        units = {"1609": "ge.1_inf", "1608": "fr.2_inf"}
        units[where] = f"{units.get(where, '')} gb.home_fleet".strip()
        table = combat(units, "axis", options=on("fleets_at_home"), control={"1609": "ge"})
        dice = () if asked else (6, 6, 1, 1)
        table.do("attack 1608 ge.1_inf", dice=dice)
        assert (table.phase == "battle") is asked


# Air bases


def test_air_bases() -> None:
    units = {"2106": "ge.1_air", "2005": "ge.2_air"}
    bare = next(s for s in ("2006", "2107") if not game("fall_gelb").sit.facts.has(s, "city"))
    table = movement(units, "axis", options=on("air_bases"))
    table.refuses(f"move ge.1_air {bare}", "movement.cannot_end")
    assert table.allows("move ge.1_air 2205")
    assert movement(units, "axis").allows(f"move ge.1_air {bare}")


def test_air_bases_with_a_port_hold_two() -> None:
    units = {"2106": "ge.1_air", "2005": "ge.2_air"}
    table = movement(units, "axis", options=on("air_bases")).do("move ge.1_air 2005", "pass")
    assert table.phase != "stacking"
    table = movement(units, "axis").do("move ge.1_air 2005", "pass")
    assert table.phase == "stacking"


def test_air_bases_for_new_units() -> None:
    table = produce({"2106": "ge.1_inf"}, "ge", options=on("air_bases"))
    assert table.allows("build ge.1_air 2106")
    table.refuses("build ge.1_air 2006", "build.place")
    assert produce({"2106": "ge.1_inf"}, "ge").allows("build ge.1_air 2006")


# Paratroopers


@pytest.mark.parametrize(("options", "where"), [(on("paratroopers"), "dead"), ({}, "pool_ge")])
def test_paratroops_that_fail_are_lost(options: dict[str, bool], where: str) -> None:
    """They cannot retreat here either way; with the rule they cannot be rebuilt."""
    units = {
        "1808": "fr.2_inf fr.3_inf ge.1_para",
        "1709": "fr.1_armor",
        "1909": "fr.alp_inf",
        "1809": "fr.4_inf",
    }
    marks = {"ge.1_para": {"dropped": "air"}}
    ring = {
        "1907": "gb.1_armor",
        "1707": "gb.2_armor",
        "1708": "gb.8_armor",
        "1807": "gb.1c_armor",
        "1908": "fr.maginot",
    }
    table = combat({**units, **ring}, "axis", options=options, marks=marks)
    table.do("attack 1808 ge.1_para", dice=(5, 6, 6, 6))
    assert table.where("ge.1_para") == where


def test_paratroops_that_fail_may_retreat_without_the_rule() -> None:
    units = {"1808": "fr.2_inf ge.1_para", "1908": "ge.4_inf"}
    for options, phase in ((on("paratroopers"), ""), ({}, "retreat")):
        table = combat(units, "axis", options=options, marks={"ge.1_para": {"dropped": "air"}})
        table.do("attack 1808 ge.1_para", dice=(5, 6, 6, 6))
        if phase and table.phase == phase:
            table.do("retreat ge.1_para 1908")
        assert table.where("ge.1_para") == ("1908" if phase else "dead")


# Production


def test_japan_takes_a_point_and_a_fleet() -> None:
    assert change("gb", "japan", turn=11) == -1
    assert change("gb", "japan", turn=10) == 0


def turn_starts(
    *names: str, turn: int, dice: tuple[int, ...] = (), units: dict[str, str] | None = None, **more: Any
) -> Table:
    """A turn has begun, with the dice its optional rules roll."""
    spaces = units or {"2106": "ge.1_inf", "1606": "gb.1_armor"}
    table = movement(spaces, "axis", turn=turn, options=on(*names), **more)
    return Table(replace(table.state, stack=(*table.state.stack, frame("turn_start")))).start(*dice)


FLEETS = {"1503": "gb.home_fleet gb.channel_fleet", "1315": "gb.gibraltar_fleet", "2106": "ge.1_inf"}


def test_japan_sends_a_fleet_to_the_red_sea_for_good() -> None:
    table = turn_starts("japan", turn=11, units=FLEETS)
    assert (table.phase, table.decider) == ("japan", "allies")
    table.refuses("send gb.channel_fleet", "japan.fleet", "optional: Japan")
    table.do("send gb.gibraltar_fleet")
    assert table.where("gb.gibraltar_fleet") == "red_sea"
    later = movement(
        {"red_sea": "gb.gibraltar_fleet"},
        "allies",
        turn=12,
        options=on("japan"),
        red_sea_fleet="gb.gibraltar_fleet",
    )
    later.refuses("sail gb.gibraltar_fleet capetown", "movement.red_sea", "optional: Japan")
    assert movement({"red_sea": "gb.gibraltar_fleet"}, "allies", turn=12).allows(
        "sail gb.gibraltar_fleet capetown"
    )


def test_japan_asks_nothing_earlier_or_without_the_rule() -> None:
    assert turn_starts("japan", turn=10, units=FLEETS).phase == "movement"
    assert turn_starts(turn=11, units=FLEETS).phase == "movement"


@pytest.mark.parametrize(("roll", "lost", "where"), [(3, 0, "atlantic_land"), (4, 2, "dead")])
def test_japan_may_cost_the_americans(roll: int, lost: int, where: str) -> None:
    units = {"atlantic_land": "us.12_fleet", "red_sea": "gb.home_fleet"}
    table = turn_starts(
        "japan", turn=12, dice=(roll,), units=units, us_entered=True, red_sea_fleet="gb.home_fleet"
    )
    assert (table.var("us_lost") or 0, table.where("us.12_fleet")) == (lost, where)
    assert points(table, "us") == 10 - lost


def test_ethiopia_costs_britain_a_point_once() -> None:
    assert [change("gb", "ethiopia", turn=turn) for turn in (5, 6, 7)] == [0, -1, 0]


def test_persia_gives_the_soviets_a_point() -> None:
    assert change("su", "persia", powers={"per": "allies"}) == 1
    assert change("su", "persia") == 0
    assert change("su", "persia", powers={"per": "axis"}) == 0


def test_grozny() -> None:
    grozny = {"control": {place("Grozny"): "ge"}}
    assert change("ge", "grozny", **grozny) == 1
    assert change("ge", "grozny") == 0
    table = movement({"2106": "ge.1_inf"}, "axis", **grozny)
    halved = movement({"2106": "ge.1_inf"}, "axis", options=on("grozny"), **grozny)
    assert (points(table, "su"), points(halved, "su")) == (8, 4)
    odd = movement(
        {"2106": "ge.1_inf"},
        "axis",
        options=on("grozny"),
        control={place("Grozny"): "ge", place("Baku"): "ge"},
    )
    assert points(odd, "su") == 4  # seven, halved and rounded up


# France


def test_france_modernized() -> None:
    table = turn_starts("france_modernized", turn=5, units={"1808": "fr.2_inf"})
    plain = turn_starts(turn=5, units={"1808": "fr.2_inf"})
    unit = "fr.2_inf"
    assert table.sit.combat(table.state.piece(unit)) == plain.sit.combat(plain.state.piece(unit)) + 1
    assert (table.where("fr.army_1"), plain.where("fr.army_1")) == ("pool_fr", "dead")
    assert [change("fr", "france_modernized", turn=turn) for turn in (5, 6, 9)] == [0, 1, 1]


def test_france_is_not_modernized_twice_or_when_conquered() -> None:
    updated = turn_starts(
        "france_modernized", turn=5, units={"1808": "fr.2_inf"}, variant={"axis": 1, "allies": 3}
    )
    assert updated.var("bonus") is None
    fallen = turn_starts(
        "france_modernized", turn=5, units={"1911": "fr.fleet"}, vichy="neutral", conquered={"fr": "axis"}
    )
    assert fallen.where("fr.army_1") == "dead"


VICHY: dict[str, Any] = {
    "powers": {"fr": "neutral"},
    "conquered": {"fr": "axis"},
    "holders": {"fr": "axis"},
    "vichy": "neutral",
}


def landing(target: str, **more: Any) -> Table:
    """British armor aboard a fleet off a French port."""
    units = {"1911": "fr.fleet", "1915": "fr.col_inf", target: "gb.home_fleet gb.home_fleet>gb.8_armor"}
    return movement(units, "allies", turn=7, **VICHY, **more)


def test_vichy_goes_axis_when_attacked_before_us_entry() -> None:
    landing(place("Tunis")).refuses("land gb.8_armor", "country.vichy", "12.2.2")
    table = landing(place("Tunis"), options=on("vichy_goes_axis")).do("land gb.8_armor")
    assert (table.var("vichy"), table.state.side_of("fr")) == ("axis", "axis")
    assert [(table.where(u), table.face(u)) for u in ("fr.army_1", "fr.vichy_air")] == [
        (place("Toulon"), "back")
    ] * 2
    assert table.sit.controls("axis", place("Toulon"))


def test_vichy_goes_axis_but_not_for_syria() -> None:
    table = landing(place("Beirut"), options=on("vichy_goes_axis")).do("land gb.8_armor")
    assert table.var("vichy") == "neutral"
    assert table.where("fr.army_1") == "dead"


JOINED: dict[str, Any] = {
    "powers": {"fr": "axis"},
    "conquered": {"fr": "axis"},
    "holders": {"fr": "axis"},
    "vichy": "axis",
    "vichy_axis": True,
    "vichy_joined": True,
    "options": {"vichy_goes_axis": True},
}


def test_vichy_in_the_axis_produces_like_a_minor_power() -> None:
    units = {"1911": "-fr.army_1", "1915": "fr.col_inf"}
    table = put(units, frame("movement", side="axis", armored=False), frame("production"), turn=10, **JOINED)
    made = []
    while table.phase == "produce":
        made.append((table.state.top["power"], table.state.top["points"]))
        if table.state.top["power"] == "fr":
            table.do("upgrade fr.army_1")
        else:
            table.do("pass")
    assert ("fr", 1) in made
    assert table.face("fr.army_1") == "front"


def test_vichy_in_the_axis_holds_the_free_french_back() -> None:
    table = produce({"1606": "gb.1_armor"}, "gb", turn=16, **JOINED)
    table.refuses(f"build gb.free_french {place('London')}", "build.place")
    freed = produce({"1606": "gb.1_armor"}, "gb", turn=16, control={place("Paris"): "gb"}, **JOINED)
    assert freed.allows(f"build gb.free_french {place('London')}")


def test_vichy_in_the_axis_ends_with_toulon() -> None:
    units = {"1911": "fr.vichy_air", "1810": "gb.2_armor", "1915": "fr.col_inf"}
    table = movement(units, "allies", turn=16, **JOINED).do("move gb.2_armor 1911")
    while table.phase == "displace":
        (piece,) = [str(table.state.top["piece"])]
        table.do(f"displace {piece} {sorted(table.targets(piece))[0]}")
    assert (table.var("vichy"), table.state.side_of("fr"), table.where("fr.col_inf")) == (
        "allies",
        "allies",
        "dead",
    )


def test_syria_keeps_vichy_out_of_the_axis() -> None:
    both = on("vichy_goes_axis", "syria")
    units = {"3510": "ge.1_armor", "1915": "fr.col_inf"}
    table = movement(
        units, "axis", turn=7, options=both, **{**VICHY, "powers": {"fr": "neutral", "tur": "axis"}}
    )
    table.do(f"move ge.1_armor {place('Aleppo')}")
    assert table.var("vichy_barred") is True
    barred = landing(place("Tunis"), options=both, vichy_barred=True).do("land gb.8_armor")
    assert barred.state.side_of("fr") != "axis"


# The east


def test_soviet_border_keeps_an_army_in_warsaw() -> None:
    more: dict[str, Any] = {
        "conquered": {"pol": "axis"},
        "holders": {"pol": "axis"},
        "ussr_neutral": True,
        "turn": 4,
    }
    units = {"2405": "ge.14_inf ge.4_inf", "2106": "ge.1_inf"}
    table = movement(units, "axis", options=on("soviet_border"), **more)
    table.refuses("move ge.14_inf,ge.4_inf 2406", "movement.garrison")
    table.do("move ge.4_inf 2406").refuses("move ge.14_inf 2406", "movement.garrison")
    table.do("pass")
    assert movement(units, "axis", **more).allows("move ge.14_inf,ge.4_inf 2406")


def test_soviet_border_sends_an_army_to_warsaw() -> None:
    more: dict[str, Any] = {
        "conquered": {"pol": "axis"},
        "holders": {"pol": "axis"},
        "ussr_neutral": True,
        "turn": 4,
    }
    table = movement({"2106": "ge.1_inf"}, "axis", options=on("soviet_border"), **more)
    table.refuses("pass", "movement.garrison")
    table.do("rail ge.1_inf 2405")
    assert table.allows("pass")
    at_war = movement(
        {"2106": "ge.1_inf"}, "axis", options=on("soviet_border"), **{**more, "ussr_neutral": False}
    )
    assert at_war.allows("pass")


def test_finland_does_not_attack_soviets_before_leningrad_falls() -> None:
    units = {"2501": "fin.inf", "2601": "su.1_inf", "2602": "ge.1_inf"}
    table = combat(units, "axis", options=on("finland"))
    table.refuses("attack 2601 fin.inf,ge.1_inf", "attack.finland", "optional: Finland")
    assert table.allows("attack 2601 ge.1_inf")
    assert combat(units, "axis").allows("attack 2601 fin.inf,ge.1_inf")
    fallen = {"2601": "fin.inf", "2602": "su.1_inf"}
    table = combat(fallen, "axis", options=on("finland"), control={place("Leningrad"): "ge"})
    assert table.allows("attack 2602 fin.inf")


def test_bulgaria_fights_in_the_balkans_alone() -> None:
    units = {"2710": "bul.inf"}
    table = movement(units, "axis", options=on("bulgaria"))
    refusal = table.refusals("rail bul.inf 2809")
    assert refusal and "Bulgarian units stay" in refusal[0].sentence
    assert table.allows("move bul.inf 2711")
    assert movement(units, "axis").allows("rail bul.inf 2809")


# Norway and Denmark


def weseruebung(*names: str, fleet: str, air: str = "2005") -> Table:
    """The German fleet and an air unit sail and fly in Spring 1940."""
    units = {"2005": "", "1503": "gb.home_fleet"}
    units[fleet] = "ge.surface_fleet"
    units[air] = f"{units.get(air, '')} ge.1_air".strip()
    return movement({k: v for k, v in units.items() if v}, "axis", turn=3, options=on(*names))


def test_fleets_take_oslo_by_arriving() -> None:
    table = weseruebung("oslo_copenhagen", fleet=place("Oslo")).do("pass")
    assert table.state.control[place("Oslo")] == "ge"
    assert table.state.side_of("nor") == "allies"
    assert place("Oslo") in table.var(EXPOSED)
    table = weseruebung(fleet=place("Oslo")).do("pass")
    assert place("Oslo") not in table.state.control


def test_air_units_take_copenhagen_but_not_oslo() -> None:
    table = weseruebung("oslo_copenhagen", fleet="2005", air=place("Copenhagen")).do("pass")
    assert table.state.control[place("Copenhagen")] == "ge"
    table = weseruebung("oslo_copenhagen", fleet="2005", air=place("Oslo")).do("pass")
    assert place("Oslo") not in table.state.control


def test_a_fleet_that_took_a_port_may_be_attacked_this_turn() -> None:
    oslo = place("Oslo")
    units = {oslo: "ge.surface_fleet", "1803": "gb.home_fleet"}
    more: dict[str, Any] = {
        "powers": {"nor": "allies"},
        "control": {oslo: "ge"},
        "turn": 3,
        "options": on("oslo_copenhagen"),
    }
    assert combat(units, "allies", exposed=[oslo], **more).allows(f"engage {oslo} gb.home_fleet")
    sheltered = combat(
        {**units, "1802": "gb.1_raf"}, "allies", **more
    )  # the air unit has a target in any case
    sheltered.refuses(f"engage {oslo} gb.home_fleet", "engage.port", "9.3.1")
    assert turn_starts("oslo_copenhagen", turn=4, exposed=[oslo]).var(EXPOSED) is None


# Italy


def test_italy_surrenders_when_a_city_falls() -> None:
    units = {
        "2312": "us.5_armor",
        "2411": "it.fleet",
        "2211": "it.2_inf",
        "2010": "it.na_inf ge.10_inf",
        "2314": "gb.8_armor",
    }
    table = movement(units, "allies", turn=16, options=on("italy"), control={"2312": "us"}, us_entered=True)
    table = Table(replace(table.state, stack=(*table.state.stack, frame("turn_start")))).start()
    assert table.var("italy_surrendered") is True
    assert (table.where("it.2_inf"), table.where("it.fleet"), table.where("it.na_inf")) == (
        "dead",
        "dead",
        "pool_it",
    )
    assert {table.state.control[place(city)] for city in ("Rome", "Milan", "Venice")} == {"ge"}
    users = city_points(table.sit, table.lines)
    assert users[place("Milan")] == "ge"


def test_italy_surrenders_the_moment_a_city_is_taken() -> None:
    units = {"2312": "us.5_armor", "2010": "it.na_inf"}
    for turn, options, surrendered in ((16, on("italy"), True), (16, {}, None), (13, on("italy"), None)):
        table = movement(units, "allies", turn=turn, options=options, us_entered=True)
        table.do("move us.5_armor 2411")
        assert table.var("italy_surrendered") is surrendered


def test_italy_after_surrender_raises_the_na_army_in_winter() -> None:
    more: dict[str, Any] = {
        "italy_surrendered": True,
        "control": {"2010": "ge", "2211": "us"},
        "holders": {"it": "allies"},
    }
    winter = movement({"2010": "it.na_inf"}, "axis", turn=18, **more)
    assert (points(winter, "it"), points(movement({"2010": "it.na_inf"}, "axis", turn=17, **more), "it")) == (
        1,
        0,
    )
    assert winter.lines.is_supplied(winter.state.piece("it.na_inf"))
    table = produce({"2106": "ge.1_inf"}, "it", points=1, turn=18, dead=["it.2_inf"], **more)
    assert table.allows("build it.na_inf 2010")


# Variants in play


def test_variant_persia_joins_when_a_great_city_falls() -> None:
    units = {"1808": "ge.1_armor"}
    for rolled, side in ((5, "axis"), (1, "neutral")):
        table = movement(units, "axis", turn=4, variant={"axis": rolled, "allies": 1}, ussr_neutral=True)
        table.do("move ge.1_armor 1709")
        assert table.state.side_of("per") == side


def test_variant_ireland_joins_the_turn_after_paris() -> None:
    more: dict[str, Any] = {
        "variant": {"axis": 6, "allies": 1},
        "vichy": "neutral",
        "conquered": {"fr": "axis"},
        "holders": {"fr": "axis"},
        "powers": {"fr": "neutral"},
    }
    table = turn_starts(turn=5, **more)
    assert table.state.side_of("ire") == "axis"
    plain = turn_starts(turn=5, **{**more, "variant": {"axis": 1, "allies": 1}})
    assert points(plain, "gb") - points(table, "gb") == 1
    taken = turn_starts(turn=5, control={place("Dublin"): "gb"}, **more)
    assert points(taken, "gb") == points(plain, "gb")


@pytest.mark.parametrize(
    ("dice", "spain", "portugal"),
    [((4,), "neutral", "neutral"), ((5, 2), "allies", "neutral"), ((6, 3), "allies", "allies")],
)
def test_variant_republican_spain(dice: tuple[int, ...], spain: str, portugal: str) -> None:
    table = turn_starts(turn=2, dice=dice, variant={"axis": 1, "allies": 5}, ussr_neutral=True)
    assert (table.state.side_of("spa"), table.state.side_of("por")) == (spain, portugal)


def test_variant_republican_spain_joins_when_the_soviets_are_at_war() -> None:
    table = turn_starts(turn=10, dice=(1,), variant={"axis": 1, "allies": 5}, ussr_neutral=True)
    assert (table.state.side_of("spa"), table.state.side_of("por")) == ("allies", "neutral")


def test_variant_no_ethiopia_pays_britain_once() -> None:
    for rolled, extra in ((4, 1), (1, 0)):
        found = [
            points(
                movement({"2106": "ge.1_inf"}, "axis", turn=turn, variant={"axis": rolled, "allies": 1}), "gb"
            )
            for turn in (5, 6, 7)
        ]
        assert found[1] - found[0] == extra == found[1] - found[2]
