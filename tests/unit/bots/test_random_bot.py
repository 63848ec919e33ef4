"""The player who does anything allowed."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from tests.unit.core import toy
from wargame_desktop.bots.random import RandomBot
from wargame_desktop.core.action import Action
from wargame_desktop.core.dice import SeededDice
from wargame_desktop.core.engine import apply, legal_actions, refusals_for
from wargame_desktop.core.sequence import Rule
from wargame_desktop.core.state import frame

SYSTEM = toy.Toy()


def choices(seed: str, count: int = 30) -> list[Action | None]:
    """What a bot does in one and the same position."""
    bot = RandomBot(seed)
    return [bot.choose(SYSTEM, toy.start()) for _ in range(count)]


def test_it_does_what_is_allowed() -> None:
    for action in choices("a"):
        assert action is not None
        assert refusals_for(SYSTEM, toy.start(), action) == []


def test_the_same_seed_makes_the_same_choices() -> None:
    assert choices("a") == choices("a")
    assert choices("a") != choices("b")


def test_every_kind_of_action_has_the_same_chance() -> None:
    """There are many moves and one pass; that does not make passing rare."""
    counts = Counter(action.verb for action in choices("even", 400) if action is not None)
    assert {"move", "pass"} <= set(counts)
    fair = 400 / len(counts)
    assert all(0.7 * fair < count < 1.3 * fair for count in counts.values()), counts


def test_it_looks_at_all_rules_before_it_gives_up() -> None:
    """Most rules of the toy list nothing; those are passed over."""
    assert None not in choices("persistent", 100)


def test_it_takes_what_is_listed_when_no_sample_finds_anything(monkeypatch) -> None:
    monkeypatch.setattr(Rule, "sample", lambda rule, state, chooser: None)
    listed = list(legal_actions(SYSTEM, toy.start()))
    assert listed and all(action in listed for action in choices("blind", 20))


def test_it_has_nothing_to_do_after_the_game() -> None:
    assert RandomBot("a").choose(SYSTEM, replace(toy.start(), stack=())) is None


def test_it_has_nothing_to_do_where_nothing_may_be_done() -> None:
    assert RandomBot("a").choose(SYSTEM, replace(toy.start(), stack=(frame("quiet"),))) is None


def test_it_plays_a_game_to_its_end() -> None:
    state, bot = toy.start(), RandomBot("end")
    for _ in range(200):
        action = bot.choose(SYSTEM, state)
        if action is None:
            break
        state = apply(SYSTEM, state, action, SeededDice("end")).state
    assert state.stack == ()
