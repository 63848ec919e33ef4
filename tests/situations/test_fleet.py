"""A fleet moves and is attacked on the way: seven frames deep, saved and undone anywhere."""

from __future__ import annotations

import pytest

from tests.situations import fleet
from tests.situations.table import Table, through_json
from wargame_desktop.core import engine
from wargame_desktop.core.dice import DiceNeeded, TypedDice


@pytest.fixture
def table() -> Table:
    return Table(fleet.game, fleet.start())


def test_fought_through(table: Table) -> None:
    table.do("sail red.bb,red.dd s1 s2 s3")
    # s1 is out of everybody's reach: the fleet is in s2 and the other side is asked.
    assert (table.owner(), table.phase()) == ("blue", "transit_attack")
    assert [frame.name for frame in table.state.stack] == ["movement", "transit", "transit_attack"]
    assert table.state.stack[1]["path"] == ("s3",) and table.state.stack[1]["points"] == 1
    table.do("attack blue.sub,blue.air")
    assert (table.owner(), table.phase()) == ("red", "air_answer")
    table.do("answer red.air", 6, 1)  # red misses, blue hits
    assert (table.owner(), table.state.top["count"]) == ("red", 1)
    assert table.why("lose red.bb") == ["lose.not_there"]
    table.do("lose red.air", 1, 5, 2)  # then the ships: red's two, blue's one
    assert (table.owner(), table.phase()) == ("red", "losses")
    table.back_and_forth()
    table.do("lose red.dd")
    assert (table.owner(), table.phase()) == ("blue", "losses")
    table.do("lose blue.sub")
    assert table.legal() == ["resume", "retreat"]
    table.do("resume")
    # In s3 there is another enemy; this time the fleet is let through and the move is over.
    assert (table.owner(), table.phase()) == ("blue", "transit_attack")
    assert table.why("attack blue.air") == ["attack.out_of_reach"]
    table.do("attack -")
    assert table.phase() == "movement" and table.state.piece("red.bb").space == "s3"
    table.do("end")
    assert table.owner() is None
    table.back_and_forth()


def test_retreat_ends_the_move_where_it_came_from(table: Table) -> None:
    table.do("sail red.bb s1 s2 s3")
    table.do("attack blue.sub")
    table.do("answer -", 6, 6)
    table.do("retreat")
    assert table.phase() == "movement" and table.state.piece("red.bb").space == "s1"
    assert table.legal()[-1] == "end" and "sail red.dd s1" in table.legal()


def test_a_fleet_sunk_takes_its_cargo_along_and_is_asked_nothing_more(table: Table) -> None:
    table.do("sail red.bb s1 s2 s3")
    table.do("attack blue.sub")
    table.do("answer -", 6, 1)
    table.do("lose red.bb")
    assert table.phase() == "movement"
    assert {piece.id for piece in table.state.at("lost")} == {"red.bb", "red.army"}


def test_another_choice_in_the_middle_is_a_variation(table: Table) -> None:
    table.do("sail red.bb,red.dd s1 s2")
    table.do("attack blue.sub")
    table.do("answer red.air", 1, 1, 1)
    fought = table.state
    table.back(2)
    table.do("attack -")
    assert table.state.piece("red.bb").space == "s2" and table.state != fought
    assert len(table.tree.node(1).variations) == 2
    table.tree.goto(table.tree.node(3))
    assert table.tree.state == fought


def test_dice_that_are_missing_in_an_automatic_phase_change_nothing(table: Table) -> None:
    table.do("sail red.bb s1 s2")
    table.do("attack blue.air,blue.sub")
    before = table.state.hash
    answer = fleet.game.notation.parse("answer red.air")
    with pytest.raises(DiceNeeded, match="ship fire of blue: roll one die"):
        engine.apply(fleet.game, table.state, answer, TypedDice([5, 5, 5]))
    assert table.state.hash == before and through_json(table.state).top.name == "air_answer"


def test_every_reason_of_a_refused_move(table: Table) -> None:
    assert table.why("sail red.bb s1 s3 s4 s2") == ["sail.not_joined", "sail.too_far"]
    assert table.why("sail blue.sub s1") == ["sail.not_ready"]
    assert table.why("resume") == ["sequence.not_now"]
    far = engine.refusals_for(fleet.game, table.state, fleet.game.notation.parse("sail red.bb s1 s2 s3 s4"))
    assert [str(reason) for reason in far] == ["Needs 4 movement points, has 3. (rule 1.2)"]
