"""Optional rules of the field, on and off: weather, fleets, air bases, drops, fronts (set-up: test_setup)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.systems.european_theater.games import game
from tests.systems.european_theater.optional import on, turn_starts
from tests.systems.european_theater.table import Table, combat, movement, produce
from tests.systems.european_theater.theatre import place
from wargame_desktop.systems.european_theater.options import EXPOSED, winter_shifts
from wargame_desktop.systems.european_theater.routes import allowance

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


@pytest.mark.parametrize(
    ("attacker", "defender", "shifts"),
    [
        ("gb.1_armor", "ge.1_inf", (-2, -1)),  # strangers on both sides
        ("ge.1_inf", "gb.1_armor", (-2, -1)),
        ("ge.1_inf", "su.1_inf", (-2, 0)),
        ("su.1_inf", "ge.1_inf", (-1, -1)),
    ],
)
def test_weather_spares_only_soviet_defenders_in_russia(
    attacker: str, defender: str, shifts: tuple[int, int]
) -> None:
    table = movement({"2605": attacker, "2604": defender}, "axis", turn=14, options=on("weather"))
    assert winter_shifts(table.sit, [table.state.piece(attacker)], "2604") == shifts


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


def test_weather_mud_goes_by_where_a_unit_begins() -> None:
    """In steps or in one go, a unit that starts in Russia has two points less, another has not."""
    held: dict[str, Any] = {
        "powers": {"pol": "allies"},
        "holders": {"pol": "axis"},
        "conquered": {"pol": "axis"},
    }
    out = movement({"2605": "ge.1_armor"}, "axis", turn=11, options=on("weather"), **held)
    out.do("move ge.1_armor 2506")
    assert out.mark("ge.1_armor", "spent") == 2
    assert allowance(out.sit, out.state.piece("ge.1_armor"), out.lines) == 5 - 2 - 2, "mud 2, spent 2"
    into = movement({"2506": "ge.1_armor"}, "axis", turn=11, options=on("weather"), **held)
    into.do("move ge.1_armor 2505")
    spent = into.mark("ge.1_armor", "spent")
    assert allowance(into.sit, into.state.piece("ge.1_armor"), into.lines) == 5 - spent


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


def test_air_bases_of_neutral_italy_are_its_own_cities() -> None:
    table = movement({"2312": "it.air"}, "axis", turn=2, italy_neutral=True, options=on("air_bases"))
    assert table.allows("move it.air 2211")
    assert table.refusals("move it.air 2412"), "neither a city nor a port"


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


def test_a_fleet_beaten_in_the_port_it_took_has_to_leave() -> None:
    oslo = place("Oslo")
    table = combat(
        {oslo: "ge.surface_fleet", "1803": "gb.home_fleet", "2005": "ge.18_inf"},
        "allies",
        powers={"nor": "allies"},
        control={oslo: "ge"},
        turn=3,
        options=on("oslo_copenhagen"),
        exposed=[oslo],
    )
    table.do(f"engage {oslo} gb.home_fleet", dice=(2, 2, 5, 5))
    while table.phase == "fleet_retreat":
        ports = table.refuses(f"retreat ge.surface_fleet {oslo}", "retreat.not_nearest").spaces
        table.do(f"retreat ge.surface_fleet {ports[0]}")
    assert table.mark("ge.surface_fleet", "ops_complete") is True
    assert table.where("ge.surface_fleet") not in (oslo, "pool_ge")
