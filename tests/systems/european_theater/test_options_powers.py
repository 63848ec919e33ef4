"""Optional rules of powers, on and off: what they give and take, who joins whom, who gives up."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.systems.european_theater.optional import change, on, points, turn_starts
from tests.systems.european_theater.table import Table, movement, produce, put
from tests.systems.european_theater.theatre import place
from wargame_desktop.core.state import frame
from wargame_desktop.systems.european_theater.production import city_points

# Production


def test_japan_takes_a_point_and_a_fleet() -> None:
    assert change("gb", "japan", turn=11) == -1
    assert change("gb", "japan", turn=10) == 0


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


def test_japan_leaves_no_army_in_the_red_sea() -> None:
    """A fleet in port puts its passenger ashore; one with a passenger at sea goes only for want of others."""
    units = {
        "1503": "gb.home_fleet gb.home_fleet>gb.1_armor", "1301": "gb.medit_fleet gb.medit_fleet>gb.2_armor",
        "2106": "ge.1_inf",
    }  # fmt: skip
    table = turn_starts("japan", turn=11, units=units)
    assert (table.phase, table.decider) == ("japan", "allies")
    table.refuses("send gb.medit_fleet", "japan.fleet", "optional: Japan")
    table.do("send gb.home_fleet")
    assert (table.where("gb.home_fleet"), table.where("gb.1_armor")) == ("red_sea", "1503")


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
