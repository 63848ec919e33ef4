"""Supply lines and the supply phase (11, 4.2.F)."""

from __future__ import annotations

from typing import Any

from tests.systems.european_theater.table import Table, movement, put
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


def test_11_2_2_enemy_air_does_not_block() -> None:
    assert supplied(movement({"2717": "it.1_armor", "2415": "gb.2_raf"}, "axis"), "it.1_armor")


def test_11_neutral_ground_blocks() -> None:
    table = movement(
        {"2306": "ge.1_inf", "2404": "ge.4_inf"}, "axis", powers={"pol": "neutral"}, ussr_neutral=True
    )
    assert supplied(table, "ge.4_inf"), "by sea from Königsberg"
    inland = movement({"2505": "ge.4_inf"}, "axis", ussr_neutral=False, turn=1)
    assert not supplied(inland, "ge.4_inf") or inland.lines.report(inland.state.piece("ge.4_inf")).line


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
