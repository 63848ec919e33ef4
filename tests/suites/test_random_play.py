"""Random play of every scenario: whatever is allowed works, and leaves a position that can be."""

from __future__ import annotations

import json
from itertools import islice

import pytest

from tests.suites.games import LIBRARY, SCENARIOS, chooser, played
from wargame_desktop.bots.selfplay import OVER, STOPPED, play_out
from wargame_desktop.core import invariants
from wargame_desktop.core.engine import decision, legal_actions, phase_of, refusals_for, targets
from wargame_desktop.core.state import State
from wargame_desktop.systems import registry

every_scenario = pytest.mark.parametrize("scenario", SCENARIOS)


def test_every_system_has_a_scenario_and_every_scenario_a_system() -> None:
    assert {name.partition("/")[0] for name in SCENARIOS} == {meta.id for meta in registry.metas()}


@every_scenario
def test_every_position_holds_the_invariants(scenario: str) -> None:
    game = played(scenario)
    for number, state in enumerate(game.states):
        assert invariants.problems(game.system, state) == [], f"after {number} actions"


@every_scenario
def test_a_decision_is_owed_until_the_game_is_over(scenario: str) -> None:
    game = played(scenario)
    for state in game.states:
        owed = decision(game.system, state)
        assert (owed is None) == (not state.stack)
        if owed is not None:
            owners = {*state.powers, *game.system.sides(state)}
            assert owed.owner in owners or not owners
            assert owed.prompt.title
            assert owed.offers


@every_scenario
def test_every_action_is_read_back_from_its_line(scenario: str) -> None:
    game = played(scenario)
    notation = game.system.notation
    for node in game.nodes:
        assert node.action is not None
        line = notation.format(node.action)
        assert notation.parse(line) == node.action
        assert notation.format(notation.parse(line)) == line


@every_scenario
def test_every_position_is_read_back_from_json(scenario: str) -> None:
    for state in played(scenario).states:
        text = json.dumps(state.to_plain(), ensure_ascii=False)
        again = State.from_plain(json.loads(text))
        assert again == state
        assert again.hash == state.hash  # computed afresh here, kept up to date there
        assert json.dumps(again.to_plain(), ensure_ascii=False) == text


@every_scenario
def test_listed_actions_are_allowed_and_can_be_written(scenario: str) -> None:
    game = played(scenario)
    found = 0
    for number, state in enumerate(game.sample(12)):
        choose = chooser(scenario, number)
        rules = phase_of(game.system, state.top).rules if state.stack else ()
        for rule in rules:
            if not rule.available(state):
                continue
            listed = list(islice(rule.legal(state), 3_000))
            for action in choose.sample(listed, min(6, len(listed))):
                found += 1
                line = game.system.notation.format(action)
                assert refusals_for(game.system, state, action) == [], line
                assert game.system.notation.parse(line) == action
    assert found


@every_scenario
def test_actions_listed_for_a_piece_are_allowed_and_drops_are_what_they_promise(scenario: str) -> None:
    game = played(scenario)
    for number, state in enumerate(game.sample(6)):
        choose = chooser(scenario, number)
        pieces = sorted(state.pieces)
        for piece in choose.sample(pieces, min(4, len(pieces))):
            for action in islice(legal_actions(game.system, state, piece), 40):
                assert refusals_for(game.system, state, action) == []
            spots = targets(game.system, state, [piece])
            for space in choose.sample(sorted(spots), min(5, len(spots))):
                assert spots[space].space == space
                assert refusals_for(game.system, state, spots[space].action) == []


@every_scenario
def test_every_event_can_be_told(scenario: str) -> None:
    game = played(scenario)
    for outcome in game.outcomes:
        for event in outcome.events:
            sentence = game.system.describe(event, outcome.state)
            assert sentence.strip(), event.kind


@every_scenario
def test_what_an_action_touched_is_what_changed(scenario: str) -> None:
    game = played(scenario)
    for before, outcome in zip(game.states, game.outcomes, strict=False):
        after = outcome.state
        ids = {*before.pieces, *after.pieces}
        moved = {one for one in ids if before.pieces.get(one) != after.pieces.get(one)}
        assert moved <= set(outcome.changed.pieces)
        names = {*before.vars, *after.vars}
        assert {one for one in names if before.var(one) != after.var(one)} <= set(outcome.changed.vars)
        held = {*before.control, *after.control}
        changed = {one for one in held if before.control.get(one) != after.control.get(one)}
        assert changed <= set(outcome.changed.spaces)


@pytest.mark.slow
@every_scenario
@pytest.mark.parametrize("seed", ["long.1", "long.2", "long.3"])
def test_long_random_play_finds_no_fault(scenario: str, seed: str) -> None:
    new = registry.new_game(scenario, seed=seed, library=LIBRARY)
    result = play_out(new.system, new.state, seed, 3_000, check=True)
    assert result.ending in (OVER, STOPPED), f"{result.problem} at “{result.last_action}”"
    assert result.actions
