"""What a player is told before an attack is declared (9, 6.1)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tests.systems.european_theater.table import Table, combat, put
from wargame_desktop.core.state import frame
from wargame_desktop.systems.base import Preview

POLAND_HELD: dict[str, Any] = {
    "powers": {"pol": "allies"},
    "conquered": {"pol": "axis"},
    "holders": {"pol": "axis"},
}


def shown(table: Table, line: str) -> Preview:
    """The preview of an action; the game is not touched by it."""
    before = table.state.hash
    found = table.system.preview(table.state, table.system.notation.parse(line))
    assert found is not None
    assert table.state.hash == before
    for chance in found.chances:
        assert sum((part for _, part in chance.outcomes), Fraction(0)) == 1
    return found


def test_every_factor_and_shift_is_named() -> None:
    units = {"2506": "ge.1_armor ge.1_inf", "2505": "su.1_inf", "2405": "ge.2_air"}
    table = combat(units, "axis", **POLAND_HELD)
    found = shown(table, "attack 2505 ge.1_armor,ge.1_inf support=ge.2_air")
    assert found.lines[0] == "Attack 15: German 1st armor 7, German 1st infantry 4, support 4"
    assert found.lines[1] == "Defence 3: Soviet 1st infantry 3"
    assert found.lines[2] == "River or strait: 1 column to the left"


def test_supply_and_the_limit_of_shifts_are_told() -> None:
    table = combat({"2704": "ge.1_armor", "2804": "su.1_inf", "2603": "su.2_inf"}, "axis")
    assert "German 1st armor 3, half without supply" in shown(table, "attack 2804 ge.1_armor").lines[0]
    alps = combat(
        {"1809": "ge.1_inf", "1910": "gb.1_armor", "1911": "gb.2_armor"},
        "axis",
        vichy="allies",
        powers={"fr": "neutral"},
        holders={"fr": "axis"},
    )
    figures = shown(alps, "attack 1910 ge.1_inf").lines
    assert "Mountain: 2 columns to the left" in figures
    assert "No more than 2 columns in all" in figures


def test_the_chances_are_those_of_the_chart() -> None:
    table = combat({"2406": "ge.4_inf", "2506": "pol.1_inf"}, "axis", powers={"pol": "allies"})
    found = shown(table, "attack 2506 ge.4_inf")
    losses = dict(found.chances[1].outcomes)
    facts = table.system.facts
    column = facts.column("land_vs_land", 4) - 1  # the Vistula lies between
    misses = [a + b for a in range(1, 7) for b in range(1, 7) if facts.result(column, a + b) == 0]
    assert losses["0 lost"] == Fraction(len(misses), 36)


def test_strikes_begin_in_the_air() -> None:
    units = {"2403": "ge.1_air", "2503": "su.fleet su.1_air", "2404": "ge.4_inf"}
    found = shown(combat(units, "axis"), "strike 2503 ge.1_air")
    assert found.lines[:2] == ("Attack: 4 factors, air against air", "Answer: 3 factors, air against air")
    assert "goes on against the fleets" in found.lines[2]
    bare = shown(combat({"2403": "ge.1_air", "2503": "su.fleet"}, "axis"), "strike 2503 ge.1_air")
    assert bare.lines[:2] == ("Attack: 4 factors, air against sea", "Answer: 2 factors, sea against air")


def test_sea_battles_count_air_support() -> None:
    units = {"2213": "it.fleet", "2315": "gb.medit_fleet", "2415": "gb.2_raf"}
    found = shown(combat(units, "allies"), "engage 2213 gb.medit_fleet support=gb.2_raf")
    assert found.lines[:2] == ("Attack: 6 factors, sea against sea", "Answer: 3 factors, sea against sea")


def test_bombing() -> None:
    table = put({"2604": "ge.1_air", "2903": "su.8_inf"}, frame("bombing", side="axis", passes=0))
    assert table.system.preview(table.state, table.system.notation.parse("pass")) is None
    found = shown(table, "bomb 2903 ge.1_air")
    assert found.lines[0] == "Bombing strength 4"
