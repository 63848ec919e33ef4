"""The order of battle as data."""

from __future__ import annotations

import json

from tests.unit.reports.desk import new_game, play
from wargame_desktop.core.timeline import Timeline
from wargame_desktop.reports.oob import OrderOfBattle, Place, order_of_battle
from wargame_desktop.systems.base import GameSystem


def oob_of(timeline: Timeline, side: str | None = None) -> OrderOfBattle:
    """The report at the cursor."""
    assert isinstance(timeline.system, GameSystem)
    return order_of_battle(timeline.system, timeline.state, side=side)


def place(oob: OrderOfBattle, power: str, space: str) -> Place:
    """What a power has in a space."""
    (found,) = [item for item in oob.powers if item.power == power]
    (there,) = [item for item in found.places if item.space == space]
    return there


def test_powers_come_in_the_order_of_the_game_and_markers_last() -> None:
    oob = oob_of(new_game())
    assert [(power.name, power.side) for power in oob.powers] == [
        ("Selmark", "The League"),
        ("Calder Isle", "The League"),
        ("Norrin", "The Pact"),
        ("Tarn", "The Pact"),
        ("No power", "no side"),
    ]


def test_every_piece_is_counted_once() -> None:
    timeline = new_game()
    oob = oob_of(timeline)
    rows = [row for power in oob.powers for there in power.places for row in there.rows]
    listed = [piece for row in rows for piece in row.pieces]
    assert sorted(listed) == sorted(timeline.state.pieces)
    assert sum(row.count for row in rows) == sum(power.count for power in oob.powers) == len(listed)


def test_like_pieces_share_a_row_until_they_differ() -> None:
    timeline = new_game()
    supply = [row for row in place(oob_of(timeline), "sel", "0507").rows if "Supply" in row.name]
    assert [(row.count, row.notes) for row in supply] == [(2, ())]
    play(timeline, "mark sel.supply.1 out_of_supply", 'mark sel.supply.1 fuel value="2"')
    supply = [row for row in place(oob_of(timeline), "sel", "0507").rows if "Supply" in row.name]
    assert [(row.pieces, row.notes) for row in supply] == [
        (("sel.supply.1",), ("fuel 2", "out of supply")),
        (("sel.supply.2",), ()),
    ]


def test_what_is_carried_stands_under_its_carrier_next_to_it() -> None:
    oob = oob_of(new_game())
    (calder,) = [power for power in oob.powers if power.power == "cal"]
    spaces = [there.space for there in calder.places]
    at = spaces.index("0311")
    assert spaces[at + 1 : at + 3] == ["in:cal.transport.1", "in:cal.transport.2"]
    name = place(oob, "cal", "in:cal.transport.1").name
    assert name.startswith("aboard Calder Isle Transports, ")
    assert name.endswith("(0311)")


def test_hidden_pieces_are_counted_but_not_named() -> None:
    timeline = new_game()
    (row,) = place(oob_of(timeline, "league"), "tar", "0912").rows
    assert (row.name, row.notes, row.count) == ("a hidden piece", ("concealed",), 2)
    (own,) = place(oob_of(timeline, "pact"), "tar", "0912").rows
    assert (own.name, own.count) == ("Tarn Submarine flotilla", 2)


def test_the_report_is_plain_json() -> None:
    plain = oob_of(new_game()).to_plain()
    again = json.loads(json.dumps(plain))
    assert again["powers"][0]["power"] == "sel"
    assert again["title"] == "Free table: order of battle"
