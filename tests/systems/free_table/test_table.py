"""The free table: everything is allowed, except what cannot be."""

from __future__ import annotations

import pytest

from wargame_desktop.core import engine, invariants
from wargame_desktop.core.dice import SeededDice, TypedDice
from wargame_desktop.core.state import State
from wargame_desktop.systems import registry
from wargame_desktop.systems.base import GameSystem
from wargame_desktop.systems.free_table.table_rules import dice_terms, number_names


class Game:
    """A game driven by lines of notation."""

    def __init__(self, scenario: str, **options: str) -> None:
        new = registry.new_game(scenario, seed="t", options=options)
        self.system: GameSystem = new.system
        self.state: State = new.state
        self.sentences: list[str] = []

    def do(self, *lines: str, dice: tuple[int, ...] | None = None) -> None:
        source = SeededDice("t") if dice is None else TypedDice(dice)
        for line in lines:
            outcome = engine.apply(self.system, self.state, self.system.notation.parse(line), source)
            invariants.check(self.system, outcome.state)
            self.state = outcome.state
            self.sentences = [self.system.describe(event, self.state) for event in outcome.events]

    def codes(self, line: str) -> list[str]:
        refusals = engine.refusals_for(self.system, self.state, self.system.notation.parse(line))
        assert all(refusal.sentence for refusal in refusals)
        return [refusal.code for refusal in refusals]

    def stack(self, space: str) -> list[str]:
        return [piece.id for piece in self.state.at(space)]


@pytest.fixture
def table() -> Game:
    return Game("free_table/skirmish")


@pytest.fixture
def campaign() -> Game:
    return Game("free_table/campaign")


def test_pieces_go_anywhere_and_lie_on_top(table: Game) -> None:
    below = table.stack("1204")
    table.do("move sel.1_inf,sel.2_inf 1204")
    assert table.stack("1204") == [*below, "sel.1_inf", "sel.2_inf"]


def test_a_piece_is_carried_and_put_down(table: Game) -> None:
    table.do("move sel.1_inf in:cal.transport.1", "move cal.transport.1 0711")
    assert table.state.pieces["sel.1_inf"].space == "in:cal.transport.1"
    table.do("remove cal.transport.1")
    assert table.state.pieces["sel.1_inf"].space == "0711"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("move nobody 1204", "table.unknown_piece"),
        ("move sel.1_inf nowhere", "table.unknown_space"),
        ("move sel.1_inf,sel.1_inf 1204", "table.named_twice"),
        ("move - 1204", "table.no_pieces"),
        ("move sel.1_inf in:sel.1_inf", "table.carries_itself"),
        ("move cal.transport.1 in:cal.marine.1", "table.carries_itself"),
        ("move sel.1_inf in:nobody", "table.unknown_piece"),
        ("stack sel.2_inf 9", "table.height"),
        ("stack sel.2_inf 0", "table.height"),
        ("stack nobody 1", "table.unknown_piece"),
        ("flip nobody", "table.unknown_piece"),
        ("mark nobody moved", "table.unknown_piece"),
        ("unmark sel.1_inf moved", "table.no_mark"),
        ("unmark nobody moved", "table.unknown_piece"),
        ("add nothing 1204", "table.unknown_kind"),
        ("add sel.militia nowhere", "table.unknown_space"),
        ("add sel.militia 1204 power=nobody", "table.unknown_power"),
        ("remove nobody", "table.unknown_piece"),
        ("draw 0101 1204", "table.draw"),
        ("draw nowhere 1204", "table.unknown_space"),
        ("return sel.1_inf in:cal.transport.1", "table.not_a_space"),
        ("shuffle 0101", "table.shuffle"),
        ("shuffle nowhere", "table.unknown_space"),
        ("roll 2x6", "table.dice"),
        ("roll 101d6", "table.dice"),
        ("roll d1", "table.dice"),
        ("roll 7", "table.dice"),
        ("control 1204 nobody_at_all", "table.unknown_power"),
        ("control in:cal.transport.1 sel", "table.not_a_space"),
        ("set turn 3", "table.kept"),
        ("set a.b.c 3", "table.name"),
        ("turn number=-1", "table.turn"),
        ("phase name=dinner", "table.phase"),
        ("side nobody", "table.unknown_side"),
        ('note " "', "table.note"),
    ],
)
def test_what_cannot_be_is_refused(table: Game, line: str, code: str) -> None:
    assert table.codes(line) == [code]


def test_a_hint_names_open_pieces_only(table: Game) -> None:
    (refusal,) = engine.refusals_for(
        table.system, table.state, table.system.notation.parse("flip tar.submarine.9")
    )
    assert "tar.submarine.1" not in refusal.sentence


def test_stack_changes_the_order(table: Game) -> None:
    before = table.stack("1202")
    table.do(f"stack {before[0]} {len(before)}")
    assert table.stack("1202") == [*before[1:], before[0]]
    table.do(f"stack {before[0]} 1")
    assert table.stack("1202") == before


def test_turning_and_hiding(table: Game) -> None:
    table.do("flip sel.1_inf", "conceal sel.1_inf")
    piece = table.state.pieces["sel.1_inf"]
    assert (piece.face, piece.concealed) == ("back", True)
    assert "sel.1_inf" not in engine.view_for(table.system, table.state, "pact").pieces
    assert "sel.1_inf" in engine.view_for(table.system, table.state, "league").pieces
    table.do("flip sel.1_inf", "reveal sel.1_inf")
    assert table.state.pieces["sel.1_inf"].face == "front"
    assert "sel.1_inf" in engine.view_for(table.system, table.state, "pact").pieces


def test_marks(table: Game) -> None:
    table.do("mark sel.1_inf moved", 'mark sel.1_inf fuel value="3"')
    assert dict(table.state.pieces["sel.1_inf"].marks) == {"moved": True, "fuel": "3"}
    assert table.sentences == ["Selmark 1 Infantry corps marked fuel = 3."]
    table.do("unmark sel.1_inf moved")
    assert "moved" not in table.state.pieces["sel.1_inf"].marks


def test_added_pieces_get_names_of_their_own(table: Game) -> None:
    table.do("add sel.1_inf 1204", "add entrenched 1204", "add sel.militia 1204")
    assert {"sel.1_inf.1", "sel.militia.5"} < set(table.stack("1204"))
    assert table.state.pieces["sel.militia.5"].power == "sel"


def test_a_removed_hidden_piece_is_not_named(table: Game) -> None:
    table.do("remove tar.submarine.1,sel.1_inf")
    assert table.sentences == ["A hidden piece, Selmark 1 Infantry corps removed from the table."]


def test_cards_are_hidden_in_the_deck_and_known_in_the_hand(campaign: Game) -> None:
    campaign.do("draw event_deck league_hand")
    drawn = campaign.stack("league_hand")[-1]
    assert drawn in engine.view_for(campaign.system, campaign.state, "league").pieces
    assert drawn not in engine.view_for(campaign.system, campaign.state, "pact").pieces
    for side in ("league", "pact"):
        view = engine.view_for(campaign.system, campaign.state, side)
        assert {piece.kind for piece in view.at("event_deck")} == {"unknown"}
    campaign.do(f"return {drawn} event_deck")
    assert campaign.stack("event_deck")[-1] == drawn
    assert drawn not in engine.view_for(campaign.system, campaign.state, "league").pieces
    campaign.do(f"return {drawn} event_deck bottom=yes")
    assert campaign.stack("event_deck")[0] == drawn


def test_a_card_drawn_onto_the_board_is_shown(campaign: Game) -> None:
    campaign.do("draw event_deck castrel")
    assert not campaign.state.at("castrel")[-1].concealed


def test_open_hands_is_an_option() -> None:
    game = Game("free_table/campaign", open_hands="yes")
    assert "volunteers" in engine.view_for(game.system, game.state, "league").pieces


def test_shuffling_depends_on_the_seed_alone(campaign: Game) -> None:
    before = campaign.stack("event_deck")
    campaign.do("shuffle event_deck")
    first = campaign.stack("event_deck")
    assert sorted(first) == sorted(before)
    again = Game("free_table/campaign")
    again.do("shuffle event_deck")
    assert again.stack("event_deck") == first != before


def test_dice_are_recorded_with_their_purpose(table: Game) -> None:
    table.do('roll 2d6+1d10+3 purpose="Storm"', dice=(2, 5, 9))
    assert table.sentences == ["Storm: 2d6+1d10+3 rolled 2, 5, 9 = 19."]
    assert table.state.dice_rolled == 3


def test_dice_terms() -> None:
    assert dice_terms("d6") == [(1, 6)]
    assert dice_terms("2d6+1") == [(2, 6), (1, 0)]
    for bad in ("", "2d", "d6+", "d6-1", "3+4", "2d6 +1"):
        assert dice_terms(bad) is None, bad


def test_control_and_numbers(campaign: Game) -> None:
    campaign.do("control kestrow sel", "set treasury.sel 12", "set morale 3")
    assert campaign.state.control["kestrow"] == "sel"
    assert {"treasury.sel", "morale"} <= set(number_names(campaign.state))
    campaign.do("control kestrow nobody", "set tension.sel 1")
    assert "kestrow" not in campaign.state.control
    assert campaign.codes("set treasury 4") == ["table.no_number"]
    assert campaign.codes("set morale.sel 4") == ["table.no_table"]


def test_turns_and_phases_go_round(table: Game) -> None:
    phases = [str(phase) for phase in table.state.vars["phases"]]  # type: ignore[union-attr]
    assert table.state.vars["phase"] == phases[0]
    table.do("phase")
    assert table.state.vars["phase"] == phases[1]
    table.do(f"phase name={phases[-1]}", "phase")
    assert (table.state.vars["turn"], table.state.vars["phase"]) == (2, phases[0])
    table.do("turn", "turn number=9")
    assert table.state.vars["turn"] == 9


def test_the_table_is_handed_over(table: Game) -> None:
    owed = engine.decision(table.system, table.state)
    assert owed is not None and owed.owner == "pact"
    table.do("side league")
    owed = engine.decision(table.system, table.state)
    assert owed is not None and owed.owner == "league"


def test_dropping_is_moving_and_every_space_is_a_target(table: Game) -> None:
    found = engine.targets(table.system, table.state, ["sel.1_inf"])
    assert set(found) == {space.id for space in table.system.board.spaces}
    assert engine.targets(table.system, table.state, ["nobody"]) == {}
    action = engine.drop(table.system, table.state, ["sel.1_inf"], "1204")
    assert action is not None and table.system.notation.format(action) == "move sel.1_inf 1204"


def test_legal_actions_are_allowed(table: Game) -> None:
    found = list(engine.legal_actions(table.system, table.state, "tar.submarine.1"))
    assert {"move", "flip", "reveal", "remove", "stack"} <= {action.verb for action in found}
    assert not any(engine.refusals_for(table.system, table.state, action) for action in found)
