"""The one door: refusals, doing, going on by itself, and what breaks the contract."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.unit.core import toy
from wargame_desktop.core import engine
from wargame_desktop.core.dice import DiceNeeded, NoDice, SeededDice, TypedDice
from wargame_desktop.core.draft import Draft
from wargame_desktop.core.engine import RulesError
from wargame_desktop.core.refusal import Refused
from wargame_desktop.core.sequence import Choice
from wargame_desktop.core.state import PieceTable, State, frame

game = toy.Toy()
OVER = replace(toy.start(), stack=())


def do(state: State, line: str, *dice: int) -> engine.Outcome:
    return engine.apply(game, state, game.notation.parse(line), TypedDice(dice))


def test_every_reason_comes_at_once_and_nothing_changes() -> None:
    state = toy.start()
    action = toy.Move("nobody", "moon")
    refusals = engine.refusals_for(game, state, action)
    assert [refusal.code for refusal in refusals] == ["move.no_piece", "move.no_space"]
    with pytest.raises(Refused) as caught:
        engine.apply(game, state, action, NoDice())
    assert caught.value.refusals == tuple(refusals)
    assert state == toy.start() and state.hash == toy.start().hash


def test_an_action_of_another_phase_is_not_possible_now() -> None:
    state = replace(toy.start(), stack=(frame("quiet"),))
    (refusal,) = engine.refusals_for(game, state, toy.Pass())
    assert (refusal.code, refusal.sentence) == ("sequence.not_now", "“pass” is not possible in quiet.")
    nothing_hidden = replace(toy.start(), pieces=PieceTable([toy.start().piece("blue.tank")]))
    (refusal,) = engine.refusals_for(game, nothing_hidden, toy.Show("blue.tank"))
    assert str(refusal) == "“show” is not possible in the turn. (rule 8)"
    decision = engine.decision(game, nothing_hidden)
    assert decision is not None and "show" not in [offer.verb for offer in decision.offers]
    assert toy.Show("blue.tank") not in list(engine.legal_actions(game, nothing_hidden))


def test_nothing_can_be_done_when_the_game_is_over() -> None:
    (refusal,) = engine.refusals_for(game, OVER, toy.Pass())
    assert (refusal.code, refusal.sentence) == ("game.over", "The game is over.")
    assert engine.decision(game, OVER) is None and engine.rule_for(game, OVER, toy.Pass()) is None
    assert list(engine.legal_actions(game, OVER)) == []
    assert engine.targets(game, OVER, ["blue.tank"]) == {}
    assert engine.drop(game, OVER, ["blue.tank"], "north") is None
    assert do(toy.start(), "surrender").state == OVER


def test_doing_leaves_the_old_state_as_it_was() -> None:
    state = toy.start()
    old_hash, old_north = state.hash, state.at("north")
    outcome = do(state, "move red.tank sea")
    assert outcome.state.piece("red.tank").space == "sea" and outcome.state != state
    assert state == toy.start() and (state.hash, state.at("north")) == (old_hash, old_north)
    assert outcome.changed.pieces == ("red.tank",) and outcome.changed.spaces == ("north", "sea")
    assert not outcome.changed.phase and not outcome.changed.vars and not outcome.reveals
    (event,) = outcome.events
    assert event.important and game.describe(event, outcome.state) == "moved red.tank"


def test_dice_that_are_missing_change_nothing() -> None:
    state = toy.start()
    with pytest.raises(DiceNeeded, match="die 2: roll one die"):
        do(state, "roll count=2", 5)
    assert state == toy.start() and state.dice_rolled == 0
    outcome = do(state, "roll count=2", 5, 6)
    assert outcome.dice == (5, 6) and outcome.state.number("sum") == 11 and outcome.state.dice_rolled == 2
    assert outcome.changed.vars == ("sum",)


@pytest.mark.parametrize(
    ("how", "sentence"),
    [
        ("stuck", "phase stuck of toy neither asks nor goes on"),
        ("endless", "the phases of toy go on without end"),
        ("missing", "toy has no phase missing"),
    ],
)
def test_phases_that_break_the_contract(how: str, sentence: str) -> None:
    with pytest.raises(RulesError, match=sentence):
        do(toy.start(), f"break {how}")


def test_a_state_at_rest_in_a_phase_that_asks_nobody() -> None:
    with pytest.raises(RulesError, match="phase quiet of toy should have gone on by itself"):
        engine.decision(game, replace(toy.start(), stack=(frame("quiet"),)))
    with pytest.raises(AssertionError, match="NothingRule does not say what it does"):
        do(toy.start(), 'note "x"')


def test_the_decision_names_its_owner_and_offers() -> None:
    decision = engine.decision(game, toy.start())
    assert decision is not None and decision.owner == "red" and decision.prompt.title == "red moves"
    offers = {offer.verb: offer for offer in decision.offers}
    assert list(offers) == ["move", "roll", "show", "pass", "surrender", "break", "note"]
    assert (offers["move"].title, offers["move"].rule) == ("Move a piece", "8.1")
    assert offers["roll"].title == "roll"
    assert offers["move"].arguments == (Choice("piece", "piece"), Choice("space", "space", toy.SPACES))
    assert offers["roll"].arguments == (Choice("count", "number", required=False),)


def test_legal_actions_are_legal_and_can_be_asked_for_one_piece() -> None:
    state = toy.start()
    found = list(engine.legal_actions(game, state))
    assert toy.Pass() in found and toy.Move("blue.tank", "sea") in found
    assert all(not engine.refusals_for(game, state, action) for action in found)
    assert list(engine.legal_actions(game, state, "blue.tank")) == [
        toy.Move("blue.tank", "north"),
        toy.Move("blue.tank", "sea"),
    ]


def test_dropping_pieces() -> None:
    targets = engine.targets(game, toy.start(), ["blue.tank"])
    assert list(targets) == ["north", "sea"] and targets["sea"].action == toy.Move("blue.tank", "sea")
    assert engine.drop(game, toy.start(), ["blue.tank"], "moon") == toy.Move("blue.tank", "moon")
    assert engine.drop(game, toy.start(), ["blue.tank", "red.tank"], "sea") is None
    nothing_hidden = replace(toy.start(), pieces=PieceTable([toy.start().piece("blue.tank")]))
    assert list(engine.targets(game, nothing_hidden, ["blue.tank"])) == ["north", "sea"]
    quiet = replace(toy.start(), stack=(frame("quiet"),))
    assert engine.targets(game, quiet, ["blue.tank"]) == {}
    assert engine.drop(game, quiet, ["blue.tank"], "sea") is None


def test_changes_by_hand_are_possible_in_every_phase_and_never_offered() -> None:
    edited = toy.EditedToy()
    asking = replace(toy.start(), stack=(frame("turn", side="red"), frame("ask")))
    (refusal,) = engine.refusals_for(game, asking, toy.Show("red.spy"))
    assert refusal.code == "sequence.not_now"
    shown = engine.apply(edited, asking, toy.Show("red.spy"), NoDice())
    assert shown.reveals and shown.state.stack == asking.stack
    decision = engine.decision(edited, asking)
    assert decision is not None and [offer.verb for offer in decision.offers] == ["pass"]
    assert list(engine.legal_actions(edited, asking)) == [toy.Pass()]
    (refusal,) = engine.refusals_for(edited, OVER, toy.Show("red.spy"))
    assert refusal.code == "game.over"


def test_what_shows_hidden_pieces_is_known() -> None:
    state = toy.start()
    assert do(state, "show red.spy").reveals
    assert not do(state, "move red.spy south").reveals
    # A power that changes sides knows its old friends' pieces no more, but shows its own to new friends.
    assert do(state, "break align").reveals
    # A piece that was not there before was not hidden either.
    assert not do(state, "break add").reveals
    # A piece taken away may have been shown.
    assert do(state, "break remove").reveals


def test_the_same_actions_with_the_same_seed_give_the_same_game() -> None:
    def play(seed: str) -> State:
        state = toy.start()
        for line in ("roll count=3", "move red.tank sea", "pass", "roll count=2"):
            state = engine.apply(game, state, game.notation.parse(line), SeededDice(seed)).state
        return state

    assert play("a").hash == play("a").hash != play("b").hash


def test_a_rule_may_say_that_something_was_learnt(monkeypatch: pytest.MonkeyPatch) -> None:
    system, state = toy.Toy(), toy.start()
    roll = toy.Roll()
    assert not engine.apply(system, state, roll, SeededDice("x")).reveals
    perform = toy.RollRule.perform

    def peek(self: toy.RollRule, draft: Draft, action: toy.Roll) -> None:
        perform(self, draft, action)
        draft.reveals = True

    monkeypatch.setattr(toy.RollRule, "perform", peek)
    assert engine.apply(system, state, roll, SeededDice("x")).reveals
