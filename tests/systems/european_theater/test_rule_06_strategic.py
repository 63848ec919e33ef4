"""Strategic warfare: bombing, lend-lease, convoys (6, 12.3)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.systems.european_theater.table import Table, put
from wargame_desktop.core.state import frame
from wargame_desktop.systems.european_theater.production import city_points

ESSEN, LONDON = "1907", "1606"


def bombing(units: dict[str, str], side: str = "axis", **more: Any) -> Table:
    """The bombing step with one side to begin."""
    return put(units, frame("bombing", side=side, passes=0), **more)


def test_6_1_only_enemy_production_cities() -> None:
    table = bombing(
        {LONDON: "gb.bomber", "1708": "ge.1_air ge.1_inf"},
        vichy="neutral",
        powers={"fr": "neutral"},
        holders={"fr": "axis"},
        conquered={"fr": "axis"},
    )
    assert table.decider == "axis"
    assert table.allows(f"bomb {LONDON} ge.1_air")
    table.refuses("bomb 1607 ge.1_air", "bomb.no_target", "6.1")
    table.refuses("bomb 1709 ge.1_air", "bomb.no_target", "6.1")


def test_6_1_1_bombers_are_ready_and_in_range() -> None:
    units = {LONDON: "gb.bomber gb.1_raf", "1708": "ge.1_air ge.1_inf", "2106": "ge.2_air"}
    france = {
        "vichy": "neutral",
        "powers": {"fr": "neutral"},
        "holders": {"fr": "axis"},
        "conquered": {"fr": "axis"},
    }
    table = bombing(units, marks={"gb.1_raf": {"ops_complete": True}}, **france)
    table.refuses(f"bomb {LONDON} ge.2_air", "bomb.cannot", "6.1.1")
    table.refuses(f"bomb {LONDON} -", "bomb.nobody", "6.1.1")
    table.do("pass")
    assert table.decider == "allies"
    table.refuses(f"bomb {ESSEN} gb.1_raf", "bomb.cannot", "6.1.1")
    assert table.allows(f"bomb {ESSEN} gb.bomber")


def test_6_1_sides_alternate_until_both_pass() -> None:
    units = {LONDON: "gb.bomber gb.1_raf", "1708": "ge.1_air ge.1_inf", "1807": "ge.2_air ge.4_inf"}
    held = {"fr": "axis", "bel": "axis"}
    table = bombing(
        units, vichy="neutral", powers={"fr": "neutral", "bel": "allies"}, holders=held, conquered=held
    )
    table.do("pass")
    assert table.decider == "allies"
    table.do(f"bomb {ESSEN} gb.bomber")
    if table.phase == "bomb_run":
        table.do("commit", dice=(6, 6))
    assert table.decider == "axis", "a bombing between them makes the passes start again"
    table.do("pass")
    if table.phase == "bombing":
        table.do("pass")
    assert table.phase == ""


def test_6_1_2_interceptors_have_range_three() -> None:
    table = bombing(
        {LONDON: "gb.bomber gb.1_raf", "1708": "ge.1_air ge.1_inf"},
        vichy="neutral",
        powers={"fr": "neutral"},
        holders={"fr": "axis"},
        conquered={"fr": "axis"},
    )
    table.do(f"bomb {LONDON} ge.1_air")
    assert (table.phase, table.decider) == ("bomb_run", "allies")
    table.refuses("commit pieces=gb.bomber", "commit.cannot")
    assert table.allows("commit pieces=gb.1_raf")
    table.do("commit", dice=(6, 6))
    assert table.told("bombed")[0]["fire"] == ("bombing", 4, 0)


def test_6_1_3_once_a_turn() -> None:
    table = bombing({LONDON: "gb.bomber", "2007": "ge.1_air"}, "allies")
    table.do(f"bomb {ESSEN} gb.bomber")
    table.do("commit", dice=(6, 6))
    assert table.mark("gb.bomber", "bombed") is True
    assert table.mark("gb.bomber", "ops_complete") is None
    table.do("pass")
    assert table.phase == "", "the British bomber has flown"


def test_6_1_4_strategic_bombers_shift_right() -> None:
    table = bombing({LONDON: "gb.bomber", "2106": "ge.1_inf"}, "allies")
    table.do(f"bomb {ESSEN} gb.bomber", dice=(4, 4))
    (bombed,) = table.told("bombed")
    assert bombed["fire"] == ("bombing", 4, 1)
    assert bombed["hit"] is True, "column 2 instead of 1 makes 8 a hit"
    assert table.var("bombed") == (ESSEN,)


# 12.3 Lend-lease


def lending(turn: int, **more: Any) -> Table:
    """The announcement of a turn."""
    return put({LONDON: "gb.1_armor", "2903": "su.1_inf"}, frame("lend_lease"), turn=turn, **more)


def test_12_3_1_the_maximum_of_the_turn() -> None:
    table = lending(8, ussr_neutral=True)
    assert table.decider == "allies"
    refusal = table.refuses("lend britain=4", "lend.too_many", "12.3.1")
    assert (refusal.numbers["needs"], refusal.numbers["has"]) == (4, 3)
    table.do("lend britain=3")
    assert table.var("lend") == {"gb": 3, "su": 0}
    assert lending(3).phase == "", "nothing may be sent in 1939"


@pytest.mark.parametrize(
    ("more", "most"),
    [({}, 2), ({"holders": {"per": "axis"}, "powers": {"per": "axis"}}, 1), ({"ussr_neutral": True}, 0)],
)
def test_12_3_2_the_soviet_share(more: dict[str, Any], most: int) -> None:
    table = lending(12, **more)
    assert table.allows(f"lend soviet={most}")
    refusal = table.refuses(f"lend soviet={most + 1}", "lend.soviet", "12.3.2")
    assert refusal.numbers["has"] == most


# 6.2 Convoys


def test_6_2_1_only_ready_fleets_in_the_ocean() -> None:
    table = put(
        {"atlantic": "ge.1_sub ge.2_sub", "2005": "ge.3_sub"},
        frame("convoy"),
        marks={"ge.2_sub": {"ops_complete": True}},
    )
    table.refuses("convoy fleets=ge.2_sub", "convoy.cannot", "6.2.1")
    table.refuses("convoy fleets=ge.3_sub", "convoy.cannot", "6.2.1")
    table.do("convoy")
    assert table.phase == ""


def test_6_2_2_one_air_unit_helps_from_spring_1943() -> None:
    units = {
        "atlantic": "ge.1_sub gb.home_fleet",
        LONDON: "gb.1_raf gb.2_raf",
        "2415": "gb.3_raf",
        "atlantic_land": "us.8_air",
    }
    late = put(units, frame("convoy"), turn=15, us_entered=True)
    late.do("convoy fleets=ge.1_sub")
    assert (late.phase, late.decider) == ("convoy", "allies")
    late.refuses("commit pieces=gb.1_raf,us.8_air", "convoy.one", "6.2.2")
    late.refuses("commit pieces=gb.3_raf", "commit.cannot")
    assert late.allows("commit pieces=us.8_air")
    late.do("commit pieces=gb.1_raf", dice=(6, 6, 2, 2))
    assert late.told("clash")[0]["answer"] == ("asw", 4, 0)
    early = put(units, frame("convoy"), turn=14, us_entered=True)
    early.do("convoy fleets=ge.1_sub", dice=(6, 6, 6, 6, 6, 6))
    assert early.told("clash")[0]["answer"] == ("asw", 2, 0), "before that nobody is asked"


def test_12_3_3_the_axis_chooses_what_is_sunk() -> None:
    table = put({"atlantic": "ge.1_sub ge.2_sub ge.3_sub"}, frame("convoy"), turn=12, lend={"gb": 2, "su": 2})
    table.do("convoy fleets=ge.1_sub,ge.2_sub,ge.3_sub", dice=(3, 2))
    hits = int(str(table.state.top["hits"]))
    assert hits == 1
    table.refuses("sink lend_gb:3", "sink.not_there", "6.2.3")
    table.do("sink lend_su:1")
    assert table.var("sunk") == {"lend_su": 1}


# Refusals with names and numbers


FRANCE_LOST: dict[str, Any] = {
    "vichy": "neutral",
    "powers": {"fr": "neutral"},
    "holders": {"fr": "axis"},
    "conquered": {"fr": "axis"},
}


def test_6_1_1_refusals_name_unit_city_and_distance() -> None:
    units = {LONDON: "gb.1_raf", "1708": "ge.1_air ge.1_inf", "2106": "ge.2_air"}
    table = bombing(units, **FRANCE_LOST)
    refusal = table.refuses(f"bomb {LONDON} ge.2_air", "bomb.cannot", "6.1.1")
    assert "German 2nd air unit" in refusal.sentence and "London (1606)" in refusal.sentence
    assert "its range is 3" in refusal.sentence
    table.refuses(f"bomb {LONDON} ge.1_air,ge.1_air", "bomb.twice", "6.1.1")
    assert "the Axis" in table.refuses(f"bomb {LONDON} gb.1_raf", "bomb.cannot").sentence
    table.refuses(f"bomb {LONDON} ge.1_inf", "bomb.cannot")
    assert "The Hague" in table.refuses("bomb 1806 ge.1_air", "bomb.no_target", "6.1").sentence


def test_6_1_3_who_has_flown_neither_bombs_nor_intercepts_again() -> None:
    units = {LONDON: "gb.bomber gb.1_raf", "1708": "ge.1_air ge.1_inf", "1807": "ge.2_air ge.4_inf"}
    more = {**FRANCE_LOST, "powers": {"fr": "neutral", "bel": "allies"}}
    more |= {"holders": {"fr": "axis", "bel": "axis"}, "conquered": {"fr": "axis", "bel": "axis"}}
    table = bombing(units, **more)
    table.do(f"bomb {LONDON} ge.1_air", "commit pieces=gb.1_raf", dice=(6, 6, 6, 6, 6, 6))
    assert table.decider == "allies"
    refusal = table.refuses(f"bomb {ESSEN} gb.1_raf", "bomb.cannot", "6.1.3")
    assert "intercepted" in refusal.sentence
    table.do("pass")
    table.refuses(f"bomb {LONDON} ge.1_air", "bomb.cannot", "6.1.3")
    table.do(f"bomb {LONDON} ge.2_air", dice=(6, 6))
    assert table.told("bombed"), "nobody is left to intercept"


def test_6_1_soviet_and_british_bombers_do_not_fly_together() -> None:
    units = {"2404": "su.1_air su.1_inf", "2405": "gb.1_raf gb.1_armor", "2903": "su.2_inf"}
    table = bombing({**units, "2106": "ge.1_inf"}, "allies", control={"2405": "gb", "2404": "su"})
    assert table.allows("bomb 2106 gb.1_raf")
    table.refuses("bomb 2106 gb.1_raf,su.1_air", "bomb.soviet", "12.4.3")


def test_6_1_4_a_hit_city_gives_no_point_this_turn() -> None:
    table = put({LONDON: "gb.bomber", "2106": "-ge.1_inf"}, frame("bombing", side="allies", passes=0))
    table.do(f"bomb {ESSEN} gb.bomber", dice=(1, 1))
    assert ESSEN in table.var("bombed")
    assert ESSEN not in city_points(table.sit, table.lines)
    missed = put({LONDON: "gb.bomber", "2106": "-ge.1_inf"}, frame("bombing", side="allies", passes=0))
    missed.do(f"bomb {ESSEN} gb.bomber", dice=(6, 6))
    assert city_points(missed.sit, missed.lines)[ESSEN] == "ge"


def test_6_2_2_from_spring_1943_beaten_raiders_do_not_reach_the_convoys() -> None:
    units = {"atlantic": "ge.1_sub us.8_fleet us.10_fleet us.12_fleet", "2005": "ge.1_inf"}
    late = put(units, frame("convoy"), turn=15, us_entered=True)
    late.do("convoy fleets=ge.1_sub", dice=(6, 6, 1, 1))
    assert not late.told("convoy_rolled")
    assert late.where("ge.1_sub") != "atlantic"
    early = put(units, frame("convoy"), turn=14, us_entered=True)
    early.do("convoy fleets=ge.1_sub", dice=(6, 6, 6, 6, 1, 1))
    assert early.told("convoy_rolled"), "before that the convoys are met first"


def test_6_2_3_as_many_points_as_were_hit() -> None:
    table = put({"atlantic": "ge.1_sub ge.2_sub ge.3_sub"}, frame("convoy"), turn=12, lend={"gb": 2, "su": 2})
    table.do("convoy fleets=ge.1_sub,ge.2_sub,ge.3_sub", dice=(3, 2))
    refusal = table.refuses("sink lend_gb:1,dominions:1", "sink.sum", "6.2.3")
    assert (refusal.numbers["needs"], refusal.numbers["has"]) == (1, 2)
    assert "Dominions" in table.refuses("sink dominions:3", "sink.not_there", "6.2.3").sentence
    table.do("sink dominions:1")
    assert table.var("sunk") == {"dominions": 1}


def test_12_5_the_rebels_drive_air_units_from_their_border() -> None:
    table = put({"3809": "gb.1_raf"}, turn=6, iraq="quiet")
    table.state = replace(table.state, stack=(frame("iraq"),))
    table.start(5)
    assert table.where("irq.inf") == "3810"
    while table.phase == "displace":
        table.do(f"displace gb.1_raf {table.refusals('displace gb.1_raf 1001')[0].spaces[0]}")
    assert table.where("gb.1_raf") != "3809"
