"""What an attack would bring, exactly, before it is declared; nothing of the game is touched (9)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

from wargame_desktop.core.action import Action
from wargame_desktop.core.odds import Distribution, dice_sum
from wargame_desktop.core.state import State
from wargame_desktop.systems.base import Chance, Preview

from .battle import column_shift, empty_port_strength, land_strength
from .facts import STRATEGIC_RANGE, Facts
from .fights import BOMBING, LAND, losses_of, odds_of
from .model import Attack, Bomb, other
from .options import winter_shifts

if TYPE_CHECKING:
    from .system import EuropeanTheater

Fire = tuple[str, int, int]
_MOST_SHIFT = 2


def preview(system: EuropeanTheater, state: State, action: Action) -> Preview | None:
    """The figures and chances of an attack or a bombing; other actions need none."""
    teller = _TELLERS.get(type(action))
    return None if teller is None else teller(system, state, action)


def winners(facts: Facts, fire: Fire, answer: Fire, absorbs: int) -> Distribution[str]:
    """Who wins an exchange: fewer losses, then the higher roll; what forts absorb does not count."""

    def judge(rolls: tuple[int, int]) -> str:
        inflicted = max(0, losses_of(facts, fire, rolls[0]) - absorbs)
        suffered = losses_of(facts, answer, rolls[1])
        if inflicted != suffered:
            return "attacker" if suffered < inflicted else "defender"
        if rolls[0] != rolls[1]:
            return "attacker" if rolls[0] > rolls[1] else "defender"
        return "nobody"

    return dice_sum(2).with_(dice_sum(2)).map(judge)


def _chance(title: str, odds: Distribution[int]) -> Chance:
    rows = sorted(odds.items())
    return Chance(title, tuple((f"{count} lost", part) for count, part in rows))


def _attack(system: EuropeanTheater, state: State, action: Attack) -> Preview:
    sit, lines, facts = system.situation(state), system.lines(state), system.facts
    side = str(state.top["side"])
    ours = [state.piece(piece) for piece in action.pieces]
    theirs = sit.land_at(action.space, other(side))
    land = land_strength(sit, lines, ours)
    help_ = min(land, sum(sit.combat(state.piece(piece)) for piece in action.support))
    if theirs:
        defence = land_strength(sit, lines, theirs)
    else:
        defence = empty_port_strength(sit, lines, other(side), action.space)
    terrain = column_shift(sit, ours, action.space)
    cold, frost = winter_shifts(sit, ours, action.space)
    shift = max(-_MOST_SHIFT, terrain + cold)
    fire: Fire = (LAND, land + help_, shift)
    answer: Fire = (LAND, defence, frost)
    forts = sum(sit.steps(piece) for piece in theirs if sit.unit(piece).is_fort)
    support = f" + support {help_}" if help_ else ""
    told = [f"Attack {land}{support} = {land + help_}", f"Defence {defence}"]
    if shift:
        told.append(f"Terrain and weather: {-shift} column{'s' if shift < -1 else ''} to the left")
    if forts:
        told.append(f"The fort absorbs up to {forts}")
    told.append("Before any support of the defender")
    verdict = winners(facts, fire, answer, forts)
    order = (("attacker", "Attacker"), ("nobody", "Nobody"), ("defender", "Defender"))
    return Preview(
        tuple(told),
        (
            Chance("Who wins", tuple((name, verdict[key]) for key, name in order)),
            _chance("Losses of the defender", odds_of(facts, fire)),
            _chance("Losses of the attacker", odds_of(facts, answer)),
        ),
        "9.1",
    )


def _bomb(system: EuropeanTheater, state: State, action: Bomb) -> Preview:
    sit = system.situation(state)
    pieces = [state.piece(piece) for piece in action.pieces]
    strategic = any(sit.unit(piece).range == STRATEGIC_RANGE for piece in pieces)
    fire: Fire = (BOMBING, sum(map(sit.combat, pieces)), 1 if strategic else 0)
    hit: Fraction = odds_of(system.facts, fire).chance(lambda losses: losses > 0)
    told = [f"Bombing strength {fire[1]}"]
    if strategic:
        told.append("Strategic bombers: one column to the right")
    told.append("If nobody intercepts")
    return Preview(tuple(told), (Chance("The city", (("bombed", hit), ("unharmed", 1 - hit))),), "6.1")


_TELLERS: dict[type[Action], Callable[..., Preview]] = {Attack: _attack, Bomb: _bomb}
