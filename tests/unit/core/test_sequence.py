"""Phases that run by themselves, lists of phases, and what a rule says when it says nothing."""

from __future__ import annotations

import random
from dataclasses import replace

from tests.unit.core import toy
from wargame_desktop.core import engine
from wargame_desktop.core.dice import NoDice
from wargame_desktop.core.draft import Draft
from wargame_desktop.core.sequence import Phase, Rule
from wargame_desktop.core.state import State, frame

game = toy.Toy()


def do(state: State, line: str) -> State:
    return engine.apply(game, state, game.notation.parse(line), NoDice()).state


def test_phases_go_on_by_themselves_to_the_next_decision() -> None:
    begun = engine.begin(game, replace(toy.start(), stack=(frame("turns"), frame("quiet"))), NoDice())
    assert begun.state.stack == (frame("turns", at=1), frame("turn", side="red")) and begun.changed.phase
    blue = do(begun.state, "pass")
    assert blue.stack == (frame("turns", at=2), frame("turn", side="blue"))
    assert do(blue, "pass").stack == ()


def test_a_list_of_phases_may_do_something_at_its_end() -> None:
    state = do(toy.start(), "break finished")
    assert state.var("finished") is True and state.stack == toy.start().stack


def test_a_rule_and_a_phase_that_say_nothing_allow_and_offer_nothing() -> None:
    rule: Rule[toy.Pass] = Rule()
    state = toy.start()
    assert rule.refusals(state, toy.Pass()) == [] and list(rule.legal(state)) == []
    assert rule.sample(state, random.Random(1)) is None and rule.available(state)
    assert (
        rule.choices(state) == () and rule.targets(state, []) == {} and rule.drop(state, [], "", []) is None
    )
    assert toy.PassRule().sample(state, random.Random(1)) == toy.Pass()
    phase = Phase()
    phase.title, phase.rule = "Weather", "3"
    assert phase.decider(state) is None and phase.unfinished(state) == ()
    assert (phase.prompt(state).title, phase.prompt(state).rule) == ("Weather", "3")
    draft = Draft(state, NoDice())
    phase.advance(draft)
    assert draft.state.stack == state.stack[:-1]
    plain = toy.PlainToy()
    assert plain.problems(state) == [] and plain.sequence(state) == ()
    assert not plain.is_secret("secret.red", "blue") and game.is_secret("secret.red", "blue")
