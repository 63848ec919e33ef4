"""Actions that are not allowed: each gets a reason for a person, and nothing changes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from tests.suites.games import SCENARIOS, Played, chooser, played
from wargame_desktop.core import invariants
from wargame_desktop.core.action import Action, Argument
from wargame_desktop.core.dice import SeededDice
from wargame_desktop.core.engine import apply, refusals_for
from wargame_desktop.core.refusal import Refused
from wargame_desktop.core.state import State

NOWHERE = "no_such_name"
WRONG: dict[str, tuple[Any, ...]] = {
    "number": (-1, 0, 7, 10**9),
    "flag": (True, False),
    "text": ("", "x"),
    "numbers": ((), (-1, 99)),
    "counts": ((), ((NOWHERE, 1),)),
    "pieces": ((), (NOWHERE,)),
    "spaces": ((), (NOWHERE,)),
    "words": ((), (NOWHERE,)),
    "path": ((NOWHERE,), ("in:" + NOWHERE,)),
}


def wrong_values(argument: Argument, state: State, choose: random.Random) -> Iterator[Any]:
    """Values that are seldom right: unknown names, and names of the wrong things."""
    yield from WRONG.get(argument.kind, (NOWHERE, "in:" + NOWHERE))
    pieces = sorted(state.pieces)
    if pieces:
        piece = choose.choice(pieces)
        if argument.kind in ("piece", "space", "word", "power"):
            yield piece
            yield f"in:{piece}"
        elif argument.kind in ("pieces", "spaces", "words", "path"):
            yield (piece, piece)
            yield (f"in:{piece}",)


def spoilt(game: Played, state: State, action: Action, choose: random.Random) -> Iterator[Action]:
    """The action with one argument after the other put wrong."""
    for argument in game.system.notation.arguments(action.verb):
        for value in wrong_values(argument, state, choose):
            if not argument.required or value != () or argument.kind != "path":
                yield replace(action, **{argument.name: value})


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_refused_action_says_why_and_changes_nothing(scenario: str) -> None:
    game = played(scenario)
    refused = 0
    for number, (state, node) in enumerate(zip(game.states, game.nodes, strict=False)):
        if number % 4:
            continue
        assert node.action is not None
        before = state.to_plain()
        for action in spoilt(game, state, node.action, chooser(scenario, number)):
            reasons = refusals_for(game.system, state, action)
            if not reasons:
                continue
            refused += 1
            with pytest.raises(Refused) as caught:
                apply(game.system, state, action, SeededDice("refused"))
            assert list(caught.value.refusals) == reasons
            for reason in reasons:
                assert reason.code
                assert reason.sentence.strip().endswith((".", "?")), reason.sentence
        assert state.to_plain() == before
    assert refused


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_is_not_refused_can_be_done(scenario: str) -> None:
    """The odd values of the test above either get a reason or work; there is nothing between."""
    game = played(scenario)
    for number, (state, node) in enumerate(zip(game.states, game.nodes, strict=False)):
        if number % 4:
            continue
        assert node.action is not None
        for action in spoilt(game, state, node.action, chooser(scenario, number)):
            if not refusals_for(game.system, state, action):
                outcome = apply(game.system, state, action, SeededDice("odd"))
                line = game.system.notation.format(action)
                assert invariants.problems(game.system, outcome.state) == [], line


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_nothing_may_be_done_once_the_game_is_over(scenario: str) -> None:
    game = played(scenario)
    over = replace(game.states[-1], stack=())
    for node in game.nodes[:20]:
        assert node.action is not None
        assert [reason.code for reason in refusals_for(game.system, over, node.action)] == ["game.over"]
