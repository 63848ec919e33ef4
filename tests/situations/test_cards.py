"""A card starts a chain: saved, read back and undone between any two of its steps."""

from __future__ import annotations

import pytest

from tests.situations import cards
from tests.situations.table import Table
from wargame_desktop.core import engine
from wargame_desktop.core.frozen import canonical
from wargame_desktop.core.timeline import MATCH

game = cards.game


@pytest.fixture
def table() -> Table:
    return Table(game, cards.start())


def names(table: Table) -> list[str]:
    return [frame.name for frame in table.state.stack]


def test_the_whole_chain(table: Table) -> None:
    assert table.legal() == ["reveal"] and table.why("consult") == ["sequence.not_now"]
    table.do("reveal")
    assert names(table) == ["turns", "turn", "card", "delay"]
    table.do("delay axis.corps")
    assert table.state.piece("axis.corps").space == "turn.4"
    assert names(table) == ["turns", "turn", "card", "table"]
    table.do("consult", 2)  # 2 + 1: over to another table with another modifier
    assert (table.state.top["table"], table.state.top["modifier"]) == ("balkans", -2)
    table.do("consult", 3)  # 3 − 2: the other faction is asked
    assert (table.owner(), table.state.top["event"]) == ("west", "border")
    table.back_and_forth()
    table.do("reply no")  # which leads to a table once more
    assert (table.owner(), table.state.top["modifier"]) == ("axis", 1)
    table.do("consult", 6)
    assert table.state.var("event.border") is False
    assert table.state.piece("card.1").space == "played" and table.phase() == "choose"
    assert table.why("choose_card card.1") == ["card.not_in_hand"]
    table.do("choose_card card.3")
    assert table.state.number("turn") == 2 and table.legal() == ["reveal"]


def test_a_piece_on_the_turn_track_arrives_three_turns_later(table: Table) -> None:
    table.do("reveal")
    table.do("delay axis.corps")
    table.do("consult", 1)
    table.do("choose_card card.3")
    table.do("reveal")
    assert table.state.number("turn") == 2
    table.do("choose_card card.2")
    assert table.state.number("turn") == 3 and table.state.piece("axis.corps").space == "turn.4"
    table.do("reveal")
    table.do("consult", 3)
    # The hand is empty: the turns run out by themselves, and both pieces arrive on the way.
    outcome = table.do("delay axis.army")
    arrived = [event["piece"] for event in outcome.events if event.kind == "arrived"]
    assert arrived == ["axis.corps", "axis.army"]
    assert table.owner() is None and table.state.piece("axis.corps").space == "capital"
    table.back_and_forth()


def test_the_other_faction_does_not_know_the_pending_card(table: Table) -> None:
    view = engine.view_for(game, table.state, "west")
    assert not any(word in canonical(view) for word in ("blitz", "treaty", "card.1", "card.2"))
    assert view.at("pending")[0].kind == "unknown"
    table.do("reveal")
    assert engine.view_for(game, table.state, "west").piece("card.1").kind == "blitz"


def test_match_play_stops_at_the_card_and_at_dice() -> None:
    table = Table(game, cards.start(), MATCH)
    table.do("reveal")
    assert table.tree.undo_refusal() == "Hidden pieces were seen: in match play that cannot be taken back."
    table.do("delay axis.army")
    table.back(1)
    table.do("delay axis.corps")
    table.do("consult", 2)
    assert table.tree.undo_refusal() == "Dice have fallen: in match play that cannot be taken back."
    assert [row.action for row in table.tree.root.variations] == [cards.Reveal()]


def test_a_chain_gone_another_way_is_a_variation(table: Table) -> None:
    table.do("reveal")
    table.do("delay axis.corps")
    table.do("consult", 2)
    table.back(1)
    table.do("consult", 5)  # 5 + 1: an ultimatum instead
    assert (table.owner(), table.state.top["event"]) == ("west", "ultimatum")
    table.do("reply yes")
    assert table.phase() == "choose" and table.state.var("event.ultimatum") is True
    assert [node.dice for node in table.tree.node(2).variations] == [(2,), (5,)]
