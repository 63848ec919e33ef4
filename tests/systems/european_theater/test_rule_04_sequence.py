"""The sequence of play: steps of a turn, what the first turn leaves out, when marks go (4)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.systems.european_theater.table import Table, put, whole_turn
from wargame_desktop.core.state import frame
from wargame_desktop.systems.european_theater.sequence import turn_steps

UNITS = {
    "2106": "ge.1_armor",
    "1606": "gb.1_armor",
    "2903": "su.1_inf",
    "2211": "it.1_armor",
    "1709": "fr.1_armor",
    "atlantic": "ge.1_sub",
}


def phases(table: Table, most: int = 80) -> list[tuple[str, str]]:
    """The phases that ask somebody, in order, until the turn is over; each is passed."""
    seen: list[tuple[str, str]] = []
    for _ in range(most):
        if not table.phase:
            return seen
        if not seen or seen[-1] != (table.phase, table.decider):
            seen.append((table.phase, table.decider))
        name = table.phase
        line = {"lend_lease": "lend", "convoy": "convoy"}.get(name, "pass")
        table.do(line)
    raise AssertionError("the turn does not end")


def test_4_the_checklist_leaves_out_what_the_first_turn_leaves_out() -> None:
    first = put(UNITS, frame("turn", at=0, first=True), turn=8)
    later = put(UNITS, frame("player_turn", side="axis"), turn=9)
    steps = [[name for name, _ in table.system.sequence(table.state)] for table in (first, later)]
    assert steps[0] == ["player_turn", "armored_action", "supply", "end_of_turn"]
    assert steps[1] == ["iraq", "bombing", "lend_lease", "convoy", "production", *steps[0]]


def test_4_the_first_turn_has_no_strategic_warfare_and_no_production() -> None:
    table = put(UNITS, frame("turn", at=0, first=True), turn=8)
    assert phases(table) == [
        ("movement", "axis"),
        ("movement", "allies"),
        ("movement", "axis"),
        ("movement", "allies"),
    ]


def test_4_1_the_order_of_a_whole_turn() -> None:
    table = whole_turn(UNITS, turn=8, iraq="allied")
    seen = [phase for phase in phases(table) if phase[0] != "assign"]
    assert seen[:2] == [("lend_lease", "allies"), ("convoy", "axis")]
    production = [owner for name, owner in seen if name == "produce"]
    assert production == ["allies", "axis"], "France, the Soviet Union and Britain, then Italy and Germany"
    assert seen[-4:] == [
        ("movement", "axis"),
        ("movement", "allies"),
        ("movement", "axis"),
        ("movement", "allies"),
    ]


def test_4_2_a_lend_lease_is_announced_after_the_bombing() -> None:
    names = [step.name for step in turn_steps(first=False)]
    assert (
        names.index("bombing") < names.index("lend_lease") < names.index("convoy") < names.index("production")
    )
    assert "bombing" not in [step.name for step in turn_steps(first=True)]


@pytest.mark.parametrize(("turn", "quiet", "rolls"), [(5, "quiet", 0), (6, "quiet", 1), (8, "revolt", 0)])
def test_4_2_a_1_the_iraq_roll_begins_in_winter_1941(turn: int, quiet: str, rolls: int) -> None:
    table = put({"2106": "ge.1_armor"}, turn=turn, iraq=quiet)
    table.state = replace(table.state, stack=(frame("iraq"),))
    table.start(*([4] * rolls))
    assert len(table.told("iraq_rolled")) == rolls


def test_4_2_c_1_ops_complete_goes_at_the_start_of_the_own_player_turn() -> None:
    marks = {"ge.1_air": {"ops_complete": True}, "gb.1_raf": {"ops_complete": True}}
    units = {"2106": "ge.1_air ge.1_armor", "1606": "gb.1_raf gb.1_armor"}
    table = put(units, frame("player_turn", side="axis"), marks=marks)
    assert table.mark("ge.1_air", "ops_complete") is None
    assert table.mark("gb.1_raf", "ops_complete") is True


def test_4_2_e_armored_action_asks_only_a_side_with_armor() -> None:
    table = put({"2106": "ge.1_armor", "1606": "gb.1_raf"}, frame("armored_action", side="allies"))
    assert table.phase == "", "Britain has no armor on the map"
    armored = put({"2106": "ge.1_armor", "1606": "gb.1_raf"}, frame("armored_action", side="axis"))
    assert (armored.phase, armored.decider) == ("movement", "axis")


def test_4_2_g_unnamed_forts_may_go_and_only_those() -> None:
    units = {"1907": "ge.fort.1", "1709": "fr.maginot", "2903": "su.moscow_fort"}
    table = put(units, frame("end_of_turn", side="axis"))
    assert table.decider == "axis"
    refusal = table.refuses("dismantle su.moscow_fort", "dismantle.cannot", "4.2.G")
    assert "Moscow" in refusal.sentence
    table.refuses("dismantle -", "dismantle.nobody", "4.2.G")
    table.do("dismantle ge.fort.1")
    assert table.where("ge.fort.1") == "pool_ge"
    assert table.phase == "", "the Allies have only named forts"
