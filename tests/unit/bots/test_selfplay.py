"""Games of the program against itself, and what is reported of them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from tests.unit.core import toy
from wargame_desktop.bots.selfplay import (
    FAULT,
    OVER,
    STOPPED,
    STUCK,
    GameResult,
    play_out,
    report,
    selfplay,
    summary,
)
from wargame_desktop.content.problems import ContentError
from wargame_desktop.core.action import Action
from wargame_desktop.core.sequence import Chooser, Rule
from wargame_desktop.core.state import State
from wargame_desktop.systems.base import GameSystem


class Only(toy.Toy):
    """The toy game with other rules in its turn."""

    def __init__(self, rules: Sequence[Rule[Any]]) -> None:
        super().__init__()
        turn = toy.Turn()
        turn.rules = rules
        self.phases["turn"] = turn


class Wreck(toy.BreakRule):
    """A rule that proposes what breaks the game."""

    def __init__(self, how: str) -> None:
        self.how = how

    def sample(self, state: State, chooser: Chooser) -> toy.Break:
        return toy.Break(self.how)


class Lost(toy.MoveRule):
    """A rule that puts a piece off the map."""

    def refusals(self, state: State, action: toy.Move) -> list[Any]:
        return []

    def sample(self, state: State, chooser: Chooser) -> toy.Move:
        return toy.Move("blue.tank", "nowhere")


class Shy(toy.MoveRule):
    """A rule that proposes what it refuses."""

    def sample(self, state: State, chooser: Chooser) -> toy.Move:
        return toy.Move("blue.tank", "nowhere")


def test_a_game_that_ends_is_over() -> None:
    result = play_out(toy.Toy(), toy.start(), "a", 500)
    assert result.ending == OVER
    assert result.actions == sum(result.verbs.values())
    assert result.verbs["pass"] == 2
    assert result.problem == ""


def test_a_game_stops_at_the_limit() -> None:
    result = play_out(toy.Toy(), toy.start(), "a", 0)
    assert (result.ending, result.actions, result.state_hash) == (STOPPED, 0, toy.start().hash)


def test_the_limit_may_be_the_last_action_of_the_game() -> None:
    whole = play_out(toy.Toy(), toy.start(), "a", 500)
    assert play_out(toy.Toy(), toy.start(), "a", whole.actions).ending == OVER
    assert play_out(toy.Toy(), toy.start(), "a", whole.actions - 1).ending == STOPPED


def test_a_decision_without_an_action_is_stuck() -> None:
    result = play_out(Only([toy.RollRule()]), toy.start(), "a", 10)
    assert (result.ending, result.actions) == (STUCK, 0)


@pytest.mark.parametrize(
    ("rule", "check", "problem"),
    [
        (Wreck("stuck"), False, "neither asks nor goes on (RulesError)"),
        (Wreck("no_such_phase"), False, "has no phase no_such_phase (RulesError)"),
        (Shy(), False, "There is no space nowhere. (rule 8.2) (Refused)"),
        (Lost(), True, "is in nowhere, which is no space of this map (InvariantError)"),
        (Wreck("remove"), True, "red.spy"),
    ],
)
def test_a_fault_of_the_rules_is_reported_and_not_raised(rule: Rule[Any], check: bool, problem: str) -> None:
    result = play_out(Only([rule]), toy.start(), "a", 10, check=check)
    assert result.ending == FAULT
    assert problem in result.problem
    assert result.last_action


def test_invariants_are_looked_at_only_when_asked_for() -> None:
    assert play_out(Only([Lost()]), toy.start(), "a", 3).ending == STOPPED


def test_each_game_has_a_seed_of_its_own_and_can_be_played_again() -> None:
    results = selfplay("free_table/skirmish", 3, "s", 40, check=True)
    assert [result.seed for result in results] == ["s.1", "s.2", "s.3"]
    assert len({result.state_hash for result in results}) == 3
    assert selfplay("free_table/skirmish", 3, "s", 40) == results


def test_options_of_the_scenario_reach_the_games() -> None:
    with pytest.raises(ContentError, match="open_hands"):
        selfplay("free_table/campaign", 1, "s", 1, options={"no_such": "yes"})
    assert selfplay("free_table/campaign", 1, "s", 1, options={"open_hands": "yes"})


RESULTS = [
    GameResult("s.1", OVER, 12, 4, "aa", {"move": 10, "pass": 2}),
    GameResult("s.2", STOPPED, 30, 9, "bb", {"move": 30}),
    GameResult("s.3", FAULT, 3, 1, "cc", {"pass": 3}, "a piece is nowhere", "move x y"),
    GameResult("s.4", STUCK, 0, 1, "dd", {}),
]


def test_the_summary_counts_and_is_plain_json() -> None:
    short = summary(RESULTS)
    assert short["games"] == 4
    assert short["endings"] == {"over": 1, "stopped": 1, "stuck": 1, "fault": 1}
    assert short["actions"] == {"total": 45, "fewest": 0, "median": 12, "most": 30}
    assert short["last_turn"] == 9
    assert short["verbs"] == {"move": 40, "pass": 5}
    assert [fault["seed"] for fault in short["faults"]] == ["s.3", "s.4"]
    assert json.loads(json.dumps(short)) == short


def test_the_report_names_every_fault_with_its_seed() -> None:
    text = report(RESULTS)
    assert text.startswith("4 games: 1 over, 1 stopped, 1 stuck, 1 fault\n45 actions; ")
    assert "fault, seed s.3, after 3 actions: a piece is nowhere (last action “move x y”)\n" in text
    assert "stuck, seed s.4, after 0 actions: a decision is owed, but no action was found\n" in text


def test_milestones_are_dated_by_the_middle_of_the_games_that_reached_them() -> None:
    fallen = [
        GameResult(f"s.{turn}", OVER, 1, turn, "aa", {}, dates={"The city fell.": turn}) for turn in (9, 3, 4)
    ]
    results = [*fallen, *RESULTS]
    assert summary(results)["dates"] == {"The city fell.": {"games": 3, "turn": 4}}
    assert "The city fell." in report(results)
    assert summary(RESULTS)["dates"] == {}


def test_no_games_are_a_report_too() -> None:
    assert report([]).startswith("0 games: none played\n")


def test_a_side_may_be_played_by_the_opponent_that_knows_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    class Own:
        def choose(self, system: GameSystem, state: State) -> Action | None:
            asked.append(str(state.var("side")))
            return system.notation.parse("side league" if state.var("side") == "pact" else "side pact")

    monkeypatch.setattr(GameSystem, "bot", lambda self, seed: Own())
    monkeypatch.setattr(GameSystem, "outcome", lambda self, state: "a draw")
    (result,) = selfplay("free_table/skirmish", 1, "p", 30, players={"pact": "own"})
    assert set(asked) == {"pact"}
    assert result.outcome == "a draw"
    assert summary([result])["outcomes"] == {"a draw": 1}
    assert "a draw" in report([result])
