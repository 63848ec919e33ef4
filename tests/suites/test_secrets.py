"""Views, prompts and reports for one side tell it nothing that is hidden from it."""

from __future__ import annotations

import json
from dataclasses import asdict
from itertools import pairwise

import pytest

from tests.suites.games import SCENARIOS, played
from tests.suites.secrets import secrets
from wargame_desktop.core.engine import decision, hidden_names, view_for
from wargame_desktop.reports.html import log_html, oob_html
from wargame_desktop.reports.oob import order_of_battle
from wargame_desktop.reports.text import log_text, oob_text
from wargame_desktop.reports.turnlog import game_log

every_scenario = pytest.mark.parametrize("scenario", SCENARIOS)


def test_the_whole_position_would_tell() -> None:
    """If it did not, the tests below would prove nothing."""
    game = played("free_table/skirmish", 0)
    system, state = game.system, game.new.state
    found = secrets(system, [state], "league")
    assert {"nor.para", "tar.submarine.1", "tar.submarine.2"} <= found.words
    assert found.told_by(json.dumps(state.to_plain()))
    assert found.told_by(oob_text(order_of_battle(system, state)))
    assert found.told_by("reveal in:nor.para.") == ["nor.para"]
    assert not found.told_by("nor.paratroops")


@every_scenario
def test_a_view_tells_nothing_hidden(scenario: str) -> None:
    game = played(scenario)
    system = game.system
    for state in game.states:
        for side in system.sides(state):
            view = view_for(system, state, side)
            text = json.dumps(view.to_plain(), ensure_ascii=False)
            assert secrets(system, [state], side).told_by(text) == []
            assert view.secret == ""
            assert [name for name in view.vars if system.is_secret(name, side)] == []


@every_scenario
def test_a_view_shows_as_many_pieces_in_the_same_places(scenario: str) -> None:
    game = played(scenario)
    system = game.system
    for state in game.sample(20):
        for side in system.sides(state):
            names = hidden_names(system, state, side)
            assert len(set(names.values())) == len(names)
            view = view_for(system, state, side)
            places = sorted(
                (names.get(piece.space, piece.space), piece.power) for piece in state.pieces.values()
            )
            assert sorted((piece.space, piece.power) for piece in view.pieces.values()) == places


@every_scenario
def test_a_prompt_tells_its_owner_nothing_hidden(scenario: str) -> None:
    """Words to choose from are the vocabulary of the game; pieces and spaces are those on the table."""
    game = played(scenario)
    system = game.system
    for state in game.sample(40):
        owed = decision(system, state)
        if owed is None:
            continue
        found = secrets(system, [state], state.side_of(owed.owner))
        assert found.told_by(json.dumps(asdict(owed.prompt), ensure_ascii=False)) == []
        for offer in owed.offers:
            assert found.told_by(f"{offer.title} {offer.rule}") == []
            for choice in offer.arguments:
                if choice.kind in ("piece", "pieces", "space", "spaces", "path"):
                    assert found.told_by(" ".join(choice.values)) == []


@every_scenario
def test_a_log_tells_nothing_that_was_never_seen(scenario: str) -> None:
    game = played(scenario)
    system = game.system
    for end in (len(game.nodes) // 3, len(game.nodes)):
        states = game.states[: end + 1]
        upto = game.nodes[end - 1] if end else game.timeline.root
        for side in system.sides(states[-1]):
            found = secrets(system, states, side)
            log = game_log(game.timeline, system, side=side, upto=upto)
            assert found.told_by(json.dumps(log.to_plain(), ensure_ascii=False)) == []
            assert found.told_by(log_text(log)) == []
            assert found.told_by(log_html(log)) == []


@every_scenario
def test_each_entry_tells_nothing_that_is_hidden_before_and_after_it(scenario: str) -> None:
    game = played(scenario)
    system = game.system
    states = game.states
    for side in system.sides(states[-1]):
        log = game_log(game.timeline, system, side=side, upto=game.nodes[-1])
        for (before, after), entry in zip(pairwise(states), log.entries, strict=True):
            found = secrets(system, [before, after], side)
            told = " ".join(
                [entry.action, *(s.text for s in entry.sentences), *(r.purpose for r in entry.rolls)]
            )
            assert found.told_by(told) == [], entry.action


@every_scenario
def test_an_order_of_battle_tells_nothing_hidden(scenario: str) -> None:
    game = played(scenario)
    system = game.system
    for state in game.sample(8):
        for side in system.sides(state):
            found = secrets(system, [state], side)
            oob = order_of_battle(system, state, side=side)
            assert found.told_by(oob_text(oob) + oob_html(oob)) == []
            assert sum(power.count for power in oob.powers) == len(state.pieces)
