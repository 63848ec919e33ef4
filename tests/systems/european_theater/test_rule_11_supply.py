"""Supply lines and the supply phase (11, 4.2.F)."""

from __future__ import annotations

from typing import Any

from tests.systems.european_theater.table import Table, combat, movement, put
from wargame_desktop.core.state import frame


def supplied(table: Table, piece: str) -> bool:
    """Whether a unit is in supply now."""
    return table.lines.is_supplied(table.state.piece(piece))


def phase_f(units: dict[str, str], **more: Any) -> Table:
    """A position after the supply check."""
    return put(units, frame("supply"), **more)


def test_11_any_length_to_a_capital_at_home() -> None:
    table = movement({"3105": "ge.1_inf", "2508": "hun.inf", "2106": "ge.4_inf"}, "axis")
    assert supplied(table, "ge.1_inf") and supplied(table, "hun.inf")
    lost = movement({"3105": "hun.inf", "2508": "su.1_inf"}, "axis", control={"2508": "su"})
    assert not supplied(lost, "hun.inf"), "Budapest is in enemy hands; Berlin does not help a Hungarian"


def test_11_2_1_the_sea_is_entered_in_friendly_ports() -> None:
    table = movement({"2717": "it.1_armor", "2617": "it.2_inf"}, "axis")
    assert supplied(table, "it.1_armor")
    assert not supplied(
        movement({"2717": "it.1_armor"}, "axis", control={"2716": "gb", "2616": "gb", "2317": "gb"}),
        "it.1_armor",
    )


def test_11_2_2_enemy_zones_block_entry_but_not_exit() -> None:
    table = movement(
        {"2605": "ge.1_inf", "2705": "su.1_inf"},
        "axis",
        powers={"pol": "allies"},
        holders={"pol": "axis"},
        conquered={"pol": "axis"},
    )
    assert supplied(table, "ge.1_inf"), "the line leaves a zone"
    cut = movement({"2704": "ge.1_armor", "2804": "su.1_inf", "2603": "su.2_inf"}, "axis")
    assert not supplied(cut, "ge.1_armor")
    friend = movement(
        {"2704": "ge.1_armor", "2804": "su.1_inf", "2603": "su.2_inf", "2604": "ge.4_inf"},
        "axis",
        powers={"pol": "allies"},
        holders={"pol": "axis"},
        conquered={"pol": "axis"},
    )
    assert supplied(friend, "ge.1_armor"), "a friend in the zone keeps the line open"
    report = cut.lines.report(cut.state.piece("ge.1_armor"))
    assert report.cut and report.rule == "11"


def test_11_2_2_enemy_fleets_block_the_sea() -> None:
    units = {"2717": "it.1_armor", "2616": "it.na_inf"}
    assert supplied(movement(units, "axis"), "it.1_armor")
    blocked = movement(
        {**units, "2513": "gb.medit_fleet", "2315": "gb.home_fleet", "2714": "gb.channel_fleet"}, "axis"
    )
    assert not supplied(blocked, "it.1_armor")
    escorted = movement({**units, "2815": "gb.medit_fleet"}, "axis", control={})
    assert supplied(escorted, "it.1_armor"), "Benghazi and Tripoli are far enough from it"


def test_11_2_2_fleets_cut_the_sea_and_not_the_roads() -> None:
    """A British fleet off Rome blockades its port; Italians in the north reach their capital all the same."""
    table = movement({"2010": "it.2_inf", "2716": "it.na_inf", "2212": "gb.medit_fleet"}, "axis")
    assert "2211" in table.sit.fleet_zone("allies"), "Rome lies in the zone of the fleet"
    assert supplied(table, "it.2_inf")


LANDING: dict[str, Any] = {
    "turn": 20,
    "us_entered": True,
    "vichy": "axis",
    "powers": {"fr": "neutral"},
    "holders": {"fr": "axis"},
    "marks": {"us.1_armor": {"dropped": "sea"}},
}


def test_11_a_landing_force_is_supplied_by_sea() -> None:
    units = {"1608": "us.1_armor us.12_fleet ge.7_inf", "1606": "gb.1_armor"}
    table = combat(units, "allies", **LANDING)
    assert supplied(table, "us.1_armor"), "its line leaves the hex by sea, as it came"
    table.do("attack 1608 us.1_armor", dice=(6, 6, 6, 6))
    assert table.told("clash")[0]["fire"][1] == 7
    lost = combat({**units, "1606": "ge.1_inf"}, "allies", control={"1606": "ge"}, **LANDING)
    assert not supplied(lost, "us.1_armor"), "without London, Paris, Algiers and Rome there is no source"


def test_11_on_land_the_line_needs_a_port() -> None:
    """The same armor without a landing: cut off on the coast it fights at half."""
    units = {"1610": "us.1_armor", "1710": "ge.7_inf", "1606": "gb.1_armor"}
    table = combat(units, "allies", **{**LANDING, "marks": {}})
    assert not supplied(table, "us.1_armor")
    port = combat(units, "allies", control={"1610": "us"}, **{**LANDING, "marks": {}})
    assert supplied(port, "us.1_armor"), "Bordeaux is a friendly port then"


def test_11_2_2_enemy_air_does_not_block() -> None:
    assert supplied(movement({"2717": "it.1_armor", "2415": "gb.2_raf"}, "axis"), "it.1_armor")


def test_11_neutral_ground_blocks() -> None:
    table = movement(
        {"2306": "ge.1_inf", "2404": "ge.4_inf"}, "axis", powers={"pol": "neutral"}, ussr_neutral=True
    )
    assert supplied(table, "ge.4_inf"), "by sea from Königsberg"
    units = {"2505": "ge.4_inf", "2404": "su.1_inf"}
    held: dict[str, Any] = {"conquered": {"pol": "axis"}, "holders": {"pol": "axis"}}
    for more, through in (({}, False), (held, True)):
        inland = movement(units, "axis", **more)
        line = inland.lines.report(inland.state.piece("ge.4_inf")).line
        assert line, "it goes round by Hungary, or straight through conquered Poland"
        assert any(inland.sit.power_of(space) == "pol" for space in line) is through


def test_11_2_3_us_units_trace_to_four_cities() -> None:
    table = movement(
        {"1915": "us.1_armor", "2106": "ge.1_inf"},
        "allies",
        turn=14,
        us_entered=True,
        vichy="open",
        powers={"fr": "allies"},
        control={"1915": "us"},
    )
    assert supplied(table, "us.1_armor")
    nowhere = movement(
        {"1915": "us.1_armor", "1606": "ge.1_inf"},
        "allies",
        turn=14,
        us_entered=True,
        vichy="axis",
        powers={"fr": "neutral"},
        holders={"fr": "axis", "gb": "axis"},
        control={"1606": "ge"},
    )
    assert not supplied(nowhere, "us.1_armor")


def test_11_forts_need_none() -> None:
    table = movement({"2415": "gb.malta_fort", "2315": "it.fleet"}, "allies")
    assert supplied(table, "gb.malta_fort")


def test_4_2_F_air_and_fleets_without_a_line_suffer() -> None:
    units = {
        "3903": "ge.1_air ge.4_inf",
        "3902": "-ge.2_air ge.6_inf",
        "3702": "su.2_inf",
        "3704": "su.3_inf",
    }
    table = phase_f(units)
    assert table.face("ge.1_air") == "back"
    assert table.where("ge.2_air") == "pool_ge"
    assert table.face("ge.4_inf") == "front", "land units do not suffer"


def test_4_2_F_boxes() -> None:
    table = phase_f({"atlantic": "gb.home_fleet ge.1_sub", "capetown": "gb.medit_fleet"})
    for fleet in ("gb.home_fleet", "ge.1_sub", "gb.medit_fleet"):
        assert table.face(fleet) == "front"
    surface = phase_f({"atlantic": "ge.surface_fleet"})
    assert surface.face("ge.surface_fleet") == "front", "it traces over the sea"
    guards = {"1804": "gb.home_fleet", "1608": "gb.channel_fleet", "1315": "gb.gibraltar_fort"}
    blocked = phase_f({"atlantic": "ge.surface_fleet ge.1_sub", **guards})
    assert blocked.face("ge.1_sub") == "front"
    assert blocked.face("ge.surface_fleet") == "back"


def test_4_2_F_neutrals_are_not_checked() -> None:
    table = phase_f(
        {"2411": "it.fleet", "2312": "it.air", "2601": "su.fleet", "2505": "su.1_air"},
        italy_neutral=True,
        ussr_neutral=True,
        turn=2,
    )
    for piece in ("it.fleet", "it.air", "su.fleet", "su.1_air"):
        assert table.face(piece) == "front"
    assert supplied(table, "it.fleet") and supplied(table, "su.fleet"), "at home they lack nothing"


def test_11_2_2_a_port_in_the_zone_of_a_fleet_is_no_door() -> None:
    """Benghazi and Tripoli are lost; a British fleet far off closes Tobruk to what lies behind it."""
    lost = {"2616": "gb", "2317": "gb"}
    table = movement({"2717": "it.1_armor", "2514": "gb.medit_fleet"}, "axis", control=lost)
    assert "2716" in table.sit.fleet_zone("allies")
    assert not supplied(table, "it.1_armor")
    inside = movement({"2716": "it.1_armor", "2514": "gb.medit_fleet"}, "axis", control=lost)
    assert supplied(inside, "it.1_armor"), "a line may leave the zone it begins in"
    escorted = {"2717": "it.1_armor", "2514": "gb.medit_fleet", "2716": "it.fleet"}
    assert supplied(movement(escorted, "axis", control=lost), "it.1_armor"), "a fleet keeps the port open"


def test_11_2_2_nothing_comes_by_sea_into_a_capital_in_an_enemy_land_zone() -> None:
    units = {"3315": "gb.8_armor", "1607": "ge.1_inf"}
    table = movement(units, "allies", control={"1607": "ge"})
    assert "1606" in table.sit.land_zone("axis")
    assert not supplied(table, "gb.8_armor")
    assert table.lines.report(table.state.piece("gb.8_armor")).cut == ("1606",)
    guarded = movement({**units, "1606": "gb.1_armor"}, "allies", control={"1607": "ge"})
    assert supplied(guarded, "gb.8_armor"), "a land unit in London keeps it open"
    moored = movement({"1606": "gb.home_fleet", "1607": "ge.1_inf"}, "allies", control={"1607": "ge"})
    assert supplied(moored, "gb.home_fleet"), "who is in the capital needs no line"


def test_11_2_2_a_fleet_in_port_is_supplied_over_land() -> None:
    """Odessa lies in a German zone and the Black Sea is closed: the line leaves by the road."""
    table = movement({"2908": "su.fleet", "2808": "ge.1_inf", "2909": "it.fleet"}, "allies")
    assert "2908" in table.sit.land_zone("axis")
    line = table.lines.report(table.state.piece("su.fleet")).line
    assert line[:2] == ("2908", "2907")
    at_sea = movement({"3008": "su.fleet", "2808": "ge.1_inf", "2909": "it.fleet"}, "allies")
    assert at_sea.lines.report(at_sea.state.piece("su.fleet")).line[:1] != ("2908",)


def test_4_2_F_what_goes_down_with_its_fleet_does_not_starve_as_well() -> None:
    table = phase_f(
        {"2514": "-gb.home_fleet gb.home_fleet>gb.naval_air"}, control={"1606": "ge"}, holders={"gb": "axis"}
    )
    assert table.where("gb.naval_air") == table.where("gb.home_fleet") == "pool_gb"
    assert table.face("gb.naval_air") == "front" and not table.told("starved")


def test_11_2_3_the_report_names_the_american_sources() -> None:
    table = movement(
        {"1610": "us.1_armor", "1606": "ge.1_inf"},
        "allies",
        turn=20,
        us_entered=True,
        vichy="axis",
        powers={"fr": "neutral"},
        holders={"fr": "axis", "gb": "axis"},
    )
    report = table.lines.report(table.state.piece("us.1_armor"))
    assert not report.supplied and "London, Paris, Algiers or Rome" in report.sentence


def test_3_4_7_a_port_of_neutral_vichy_feeds_those_who_landed_there() -> None:
    """Casablanca is Allied from the moment it is occupied, though Vichy is neutral until Algiers falls."""
    table = movement(
        {"1216": "us.8_fleet us.8_fleet>us.5_armor", "1217": "us.7_armor", "1606": "gb.1_armor"},
        "allies",
        turn=13,
        us_entered=True,
        vichy="neutral",
        powers={"fr": "neutral"},
        holders={"fr": "axis"},
    )
    table.do("land us.5_armor")
    assert table.var("vichy") == "neutral" and table.sit.is_friendly_port("allies", "1216")
    line = table.lines.report(table.state.piece("us.7_armor")).line
    assert supplied(table, "us.5_armor") and line[:3] == ("1217", "1216", "1116")


def test_11_the_french_draw_from_what_is_left_of_france() -> None:
    """Paris is lost; once they fight again French units live on Toulon and Algiers."""
    lost: dict[str, Any] = {"vichy": "open", "powers": {"fr": "allies"}, "holders": {"fr": "axis"}}
    table = movement({"1816": "fr.col_inf", "1709": "ge.1_inf"}, "allies", turn=14, us_entered=True, **lost)
    assert supplied(table, "fr.col_inf")
    both = {"1911": "ge", "1915": "ge"}
    cut = movement({"1816": "fr.col_inf"}, "allies", turn=14, control=both, us_entered=True, **lost)
    assert not supplied(cut, "fr.col_inf")
