"""What systems tell a battle board holds in any position: what is offered is allowed, nothing is made up."""

from __future__ import annotations

import pytest

from wargame_desktop.bots.random import RandomBot
from wargame_desktop.core import engine
from wargame_desktop.core.dice import SeededDice
from wargame_desktop.core.state import State
from wargame_desktop.systems import registry
from wargame_desktop.systems.base import GameSystem
from wargame_desktop.systems.showing import ATTACKER, DEFENDER, Fight

GAMES = ("revised/spring_1942", "european_theater/fall_gelb", "european_theater/overlord")


def check_fight(system: GameSystem, state: State, fight: Fight) -> None:
    """Every piece is there once, every answer is allowed, and the chances of the rest add up to one."""
    pieces = [p for side in (ATTACKER, DEFENDER) for c in fight.side(side).columns for p in c.pieces]
    assert len(set(pieces)) == len(pieces)
    assert all(piece in state.pieces for piece in pieces)
    assert 0 <= fight.step < len(fight.steps)
    for option in fight.options:
        assert not engine.refusals_for(system, state, option.action), option
    picks = fight.picks
    if picks is not None:
        shown = {p for c in fight.side(picks.side).columns for p in c.pieces}
        assert {piece for piece, _ in picks.among} <= shown, "what may be chosen can be clicked"
        assert picks.least <= sum(most for _, most in picks.among)
        if picks.default:
            value = {picks.argument: picks.value(picks.default), **dict(picks.besides)}
            action = system.notation.make(picks.verb, value)
            assert not engine.refusals_for(system, state, action), action
    seen = system.prospects(state)
    for chance in () if seen is None else seen.chances[:1]:
        assert abs(float(sum(part for _, part in chance.outcomes)) - 1) < 1e-9


@pytest.mark.parametrize("scenario", GAMES)
def test_boards_of_random_games(scenario: str) -> None:
    new = registry.new_game(scenario, seed="boards")
    system, state, bot = new.system, new.state, RandomBot("boards")
    fights = thrown = 0
    for number in range(700):
        action = bot.choose(system, state)
        if action is None:
            break
        fight = system.fight(state)
        if fight is not None:
            fights += 1
            check_fight(system, state, fight)
            quick = system.quick(state)
            assert quick is None or not engine.refusals_for(system, state, quick), quick
            action = quick or action
        outcome = engine.apply(system, state, action, SeededDice("boards", str(number)))
        for throw in system.throws(outcome.state, outcome.events, outcome.rolls):
            thrown += 1
            assert throw.values and len(throw.hits) in (0, len(throw.values))
        state = outcome.state
    assert fights and thrown
