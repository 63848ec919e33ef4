"""What an attack would bring, exactly, before it is declared; nothing of the game is touched (9)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from wargame_desktop.core.action import Action
from wargame_desktop.core.odds import Distribution, dice_sum
from wargame_desktop.core.state import Piece, State
from wargame_desktop.systems.base import Chance, Preview

from .battle import MOST_SHIFT, column_shift, crossing, empty_port_strength, land_strength, port_guards
from .combat import engage_targets, strike_targets
from .facts import STRATEGIC_RANGE, Facts
from .fights import AIR, BOMBING, LAND, losses_of, odds_of
from .model import Attack, Bomb, Engage, Strike, other
from .options import winter_shifts
from .situation import Situation
from .skirmish import fire_at, firepower
from .supply import Lines
from .wording import counted

if TYPE_CHECKING:
    from .system import EuropeanTheater

Fire = tuple[str, int, int]


def preview(system: EuropeanTheater, state: State, action: Action) -> Preview | None:
    """The figures and chances of an attack, strike, sea battle or bombing; other actions need none."""
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


def exchange(facts: Facts, fire: Fire, answer: Fire, absorbs: int = 0) -> tuple[Chance, ...]:
    """Who wins an exchange, and what it costs either side."""
    verdict = winners(facts, fire, answer, absorbs)
    order = (("attacker", "Attacker"), ("nobody", "Nobody"), ("defender", "Defender"))
    return (
        Chance("Who wins", tuple((name, verdict[key]) for key, name in order)),
        _chance("Losses of the defender", odds_of(facts, fire)),
        _chance("Losses of the attacker", odds_of(facts, answer)),
    )


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
    cold, frost = winter_shifts(sit, ours, action.space)
    fire: Fire = (LAND, land + help_, max(-MOST_SHIFT, column_shift(sit, ours, action.space) + cold))
    answer: Fire = (LAND, defence, frost)
    forts = sum(sit.steps(piece) for piece in theirs if sit.unit(piece).is_fort)
    support = [f"support {help_}"] if help_ else []
    guards = theirs or port_guards(sit, other(side), action.space)
    told = [
        f"Attack {land + help_}: {', '.join([*_factors(system, lines, ours), *support])}",
        f"Defence {defence}: {', '.join(_factors(system, lines, guards)) or 'nobody is near'}"
        + ("" if theirs else ", half of it for an empty port"),
        *_shifts(sit, ours, action.space, cold, frost),
    ]
    if forts:
        told.append(f"The fort absorbs up to {forts}")
    told.append("Before any support of the defender")
    return Preview(tuple(told), exchange(facts, fire, answer, forts), "9.1")


def _factors(system: EuropeanTheater, lines: Lines, pieces: Sequence[Piece]) -> list[str]:
    """Each unit with what it counts; half without supply."""
    found = []
    for piece in pieces:
        factor = land_strength(lines.sit, lines, (piece,))
        short = "" if lines.is_supplied(piece) else ", half without supply"
        found.append(f"{system.name_of(piece)} {factor}{short}")
    return found


def _shifts(sit: Situation, ours: Sequence[Piece], space: str, cold: int, frost: int) -> list[str]:
    """Every cause of columns to the left, and the limit of two."""
    ground, river = sit.facts.terrain(space, "shift"), crossing(sit, ours, space)
    causes = [
        (sit.facts.space(space).terrain or "clear", ground),
        ("river or strait", river),
        ("Winter", -cold),
    ]
    found = [
        f"{name[:1].upper()}{name[1:]}: {_columns(count)} to the left" for name, count in causes if count
    ]
    if ground + river - cold > MOST_SHIFT:
        found.append(f"No more than {MOST_SHIFT} columns in all")
    return [*found, *([f"The defender in Winter: {_columns(-frost)} to the left"] if frost else [])]


def _columns(count: int) -> str:
    return counted(count, "column")


def _strike(system: EuropeanTheater, state: State, action: Strike) -> Preview:
    sit = system.situation(state)
    there = strike_targets(sit, str(state.top["side"]), action.space)
    return _raid(system, state, [state.piece(piece) for piece in action.pieces], there, "9.2")


def _engage(system: EuropeanTheater, state: State, action: Engage) -> Preview:
    sit = system.situation(state)
    there = engage_targets(sit, str(state.top["side"]), action.space)
    ours = [state.piece(piece) for piece in (*action.fleets, *action.support)]
    return _raid(system, state, ours, there, "9.3")


def _raid(
    system: EuropeanTheater, state: State, ours: Sequence[Piece], theirs: Sequence[Piece], rule: str
) -> Preview:
    """The first exchange of an air strike or a sea battle: in the air when both sides fly (9.2.3, 9.3.2)."""
    sit = system.situation(state)
    air, their_air = ([p for p in force if sit.unit(p).is_air] for force in (ours, theirs))
    ships, their_ships = ([p for p in force if sit.unit(p).is_fleet] for force in (ours, theirs))
    if air and their_air:
        fire: Fire = (AIR, firepower(sit, air), 0)
        answer: Fire = (AIR, firepower(sit, their_air), 0)
        rest = (
            ["First air against air; the winner goes on against the fleets"] if ships or their_ships else []
        )
    else:
        fire, answer = fire_at(sit, air, ships, their_ships), fire_at(sit, their_air, their_ships, ships)
        rest = []
    told = (f"Attack: {_line(fire)}", f"Answer: {_line(answer)}", *rest, "Before any air units sent to help")
    return Preview(told, exchange(system.facts, fire, answer), rule)


def _line(fire: Fire) -> str:
    kind = fire[0].replace("_vs_", " against ").replace("_", " ").replace("asw", "submarine hunt")
    return f"{counted(fire[1], 'factor')}, {kind}" if fire[1] > 0 else "no fire"


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


_TELLERS: dict[type[Action], Callable[..., Preview]] = {
    Attack: _attack,
    Strike: _strike,
    Engage: _engage,
    Bomb: _bomb,
}
