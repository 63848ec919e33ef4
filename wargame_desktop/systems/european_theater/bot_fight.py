"""The opponent in combat: which attacks it declares, whom it sends to help, what it loses, where it goes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from wargame_desktop.core.action import Action
from wargame_desktop.core.engine import legal_actions, phase_of
from wargame_desktop.core.sequence import Rule
from wargame_desktop.core.state import Piece, State

from .battle import column_shift, empty_port_strength, land_strength
from .bot_view import Odds, View, odds
from .bot_wishes import may_cross, waits
from .combat import AttackRule, EngageRule, StrikeRule, engage_targets, strike_targets, supporters
from .fights import number, words
from .model import (
    AXIS,
    DROPPED,
    Advance,
    Attack,
    Commit,
    Displace,
    Engage,
    Lose,
    Pass,
    Retreat,
    Scrap,
    Strike,
)
from .retreat import ways_out

if TYPE_CHECKING:
    from .system import EuropeanTheater

ENOUGH = 0.88
"""A chance of winning that needs no more attackers."""
LEAST_GAIN = 0.3
"""What an attack must promise, in steps."""
AIR_EDGE, SEA_EDGE = 1.3, 1.2
"""How much stronger it must be to strike from the air or engage at sea."""


def choose_attack(system: EuropeanTheater, state: State) -> Action | None:
    """The attack that promises most; then strikes and sea fights it is strong enough for."""
    view = View(system, state, str(state.top["side"]))
    rules = phase_of(system, state.top).rules
    land = next(rule for rule in rules if isinstance(rule, AttackRule))
    best, found = LEAST_GAIN, None
    for action in land.legal(state):
        if action.support or not _is_wanted(view, action):
            continue
        whole = _with_support(view, action)
        gain = _gain(view, whole)
        must = any(state.piece(piece).mark(DROPPED) for piece in action.pieces)
        if gain > best or (must and found is None):
            best, found = max(best, gain), whole
    if found is not None:
        return _trimmed(view, found)
    return _strike(view, rules) or _engage(view, rules) or Pass()


def _is_wanted(view: View, action: Attack) -> bool:
    """No attack that starts a war before its time, or in the west before Germany is ready."""
    early = view.side == AXIS and waits(view.sit, view.sit.power_of(action.space))
    return not early and may_cross(view.sit, view.state.piece(action.pieces[0]).power, action.space)


def _with_support(view: View, action: Attack) -> Attack:
    """The attack with as much support as counts: no more than the land units' own strength (9.1.2)."""
    soviet = view.state.piece(action.pieces[0]).power == "su"
    land = land_strength(view.sit, view.lines, [view.state.piece(p) for p in action.pieces])
    helpers = [p for p in supporters(view.sit, view.side, action.space) if (p.power == "su") is soviet]
    helpers.sort(key=lambda p: (view.sit.unit(p).is_fleet, -view.sit.combat(p), p.id))
    chosen, total = [], 0
    for piece in helpers:
        if total < land:
            chosen.append(piece.id)
            total += view.sit.combat(piece)
    return Attack(action.space, action.pieces, tuple(chosen))


def _chances(view: View, action: Attack) -> Odds:
    sit, lines = view.sit, view.lines
    ours = [view.state.piece(piece) for piece in action.pieces]
    theirs = view.defenders(action.space)
    land = land_strength(sit, lines, ours)
    answer = view.enemy_air(action.space)
    air = sum(sit.combat(view.state.piece(piece)) for piece in action.support)
    help_, their_help = (min(land, air), 0) if air >= answer else (0, answer)
    if theirs:
        defence = land_strength(sit, lines, theirs)
        defence += min(defence, their_help)
    else:
        defence = empty_port_strength(sit, lines, view.foe, action.space, their_help)
    absorbs = sum(sit.steps(piece) for piece in theirs if sit.unit(piece).is_fort)
    return odds(view.facts, land + help_, defence, column_shift(sit, ours, action.space), absorbs)


def _gain(view: View, action: Attack) -> float:
    """Steps won less steps lost, and what the ground is worth."""
    seen = _chances(view, action)
    prize = 0.8 + 0.35 * view.value(action.space) + 0.4 * (action.space in view.goals)
    theirs = [p for p in view.defenders(action.space) if not view.sit.unit(p).is_fort]
    trapped = [p for p in theirs if not ways_out(view.sit, p)]
    prize += 1.2 * sum(view.sit.steps(p) for p in trapped)
    caught = [view.state.piece(p) for p in action.pieces]
    risk = 0.8 + 1.5 * sum(not ways_out(view.sit, p) for p in caught)
    return seen.inflicted - 1.1 * seen.suffered + seen.win * prize - seen.lose * risk


def _trimmed(view: View, action: Attack) -> Attack:
    """Without units that are not needed and could attack something else."""
    pieces = list(action.pieces)
    for piece in sorted(pieces, key=lambda p: (view.sit.combat(view.state.piece(p)), p)):
        unit = view.state.piece(piece)
        others = [
            space
            for space in view.facts.land_neighbours(unit.space)
            if space != action.space and view.sit.land_at(space, view.foe)
        ]
        fewer = Attack(action.space, tuple(p for p in pieces if p != piece), action.support)
        if others and not unit.mark(DROPPED) and fewer.pieces and _chances(view, fewer).win >= ENOUGH:
            pieces.remove(piece)
    return _spared(view, Attack(action.space, tuple(pieces), action.support))


def _spared(view: View, action: Attack) -> Attack:
    """Without support that is not needed here, the strongest first: it may help another attack."""
    support = list(action.support)
    for piece in action.support:
        fewer = Attack(action.space, action.pieces, tuple(p for p in support if p != piece))
        if _chances(view, fewer).win >= ENOUGH:
            support.remove(piece)
    return Attack(action.space, action.pieces, tuple(support))


def _strike(view: View, rules: Sequence[Rule[Any]]) -> Action | None:
    """Air units against fleets and air units that are weaker."""
    sit, side = view.sit, view.side
    rule = next(rule for rule in rules if isinstance(rule, StrikeRule))
    for space in sorted({p.space for p in sit.on_map if sit.side(p) == view.foe and not sit.unit(p).is_land}):
        there = strike_targets(sit, side, space)
        able = [p for p in sit.ready_air(side, space) if p.power != "su"] or sit.ready_air(side, space)
        guard = [p for p in sit.ready_air(view.foe, space) if p not in there]
        if not there or sum(map(sit.combat, able)) < AIR_EDGE * sum(map(sit.combat, (*there, *guard))):
            continue
        action = Strike(space, tuple(p.id for p in able))
        if able and not rule.refusals(view.state, action):
            return action
    return None


def _engage(view: View, rules: Sequence[Rule[Any]]) -> Action | None:
    """Fleets against fleets at sea that are weaker."""
    sit, side = view.sit, view.side
    rule = next(rule for rule in rules if isinstance(rule, EngageRule))
    for space in sorted({p.space for p in sit.on_map if sit.side(p) == view.foe and sit.unit(p).is_fleet}):
        there = engage_targets(sit, side, space)
        fleets = [p for p in sit.ready_fleets(side, space) if p.power != "su"]
        strong = sum(map(sit.combat, fleets)) >= SEA_EDGE * (
            sum(map(sit.combat, there)) + view.enemy_air(space)
        )
        action = Engage(space, tuple(p.id for p in fleets))
        if there and fleets and strong and not rule.refusals(view.state, action):
            return action
    return None


def commit(system: EuropeanTheater, state: State) -> Action:
    """Send all that may help, unless it would fight at long odds."""
    may = system.committable(state)
    sit = system.situation(state)
    ours = sum(sit.combat(state.piece(piece)) for piece in may)
    theirs = 0
    for key in ("support", "bombers", "attackers", "fleets"):
        named = words(state.top, key) if state.top.get(key) is not None else ()
        units = [state.piece(piece) for piece in named if piece in state.pieces]
        theirs += sum(sit.combat(p) for p in units if not sit.unit(p).is_land)
    if state.top.name == "bomb_run":
        theirs //= 2
    return Commit(tuple(may)) if ours * 10 >= theirs * 6 else Commit(())


def lose(system: EuropeanTheater, state: State) -> Action:
    """Full units turn over before reduced ones die; the cheap before the dear."""
    sit = system.situation(state)
    due = number(state.top, "points")
    pieces = {p: state.piece(p) for p in words(state.top, "candidates") if p in state.pieces}
    left = {p: sit.steps(piece) for p, piece in pieces.items()}
    taken: dict[str, int] = {}
    for _ in range(min(due, sum(left.values()))):
        open_ = [p for p in left if left[p]]
        worst = min(open_, key=lambda p: (-left[p], _price(system, pieces[p]), p))
        left[worst] -= 1
        taken[worst] = taken.get(worst, 0) + 1
    return Lose(tuple(sorted(taken.items())))


def _price(system: EuropeanTheater, piece: Piece) -> int:
    return system.facts.cost(system.facts.unit(piece), "build") if piece.power != "us" else 3


def advance(system: EuropeanTheater, state: State) -> Action:
    """Follow up with the strongest, as long as the hex is worth it or safe enough to stand in."""
    view = View(system, state, str(state.top["side"]))
    found = [a for a in legal_actions(system, state) if isinstance(a, Advance) and a.pieces]
    good = [a for a in found if _is_good(view, a)]
    if not good:
        return Advance()
    return max(good, key=lambda a: (view.sit.combat(state.piece(a.pieces[0])), a.space, a.pieces))


def _is_good(view: View, action: Advance) -> bool:
    piece = view.state.piece(action.pieces[0])
    if not view.sit.unit(piece).is_land:
        return False
    left = view.value(piece.space)
    alone = len(view.stack.get(piece.space, ())) < 2 and view.danger.get(piece.space, 0) > 0
    if left > view.value(action.space) and alone:
        return False
    if not view.has_room(piece, action.space):
        return False
    safe = view.danger.get(action.space, 0) <= 2 * view.near.get(action.space, 0)
    return safe or view.value(action.space) > 2


def retreat(system: EuropeanTheater, state: State) -> Action | None:
    """To friends, to cities, away from the enemy, without crowding."""
    found = [a for a in legal_actions(system, state) if isinstance(a, Retreat)]
    if not found:
        return None
    view = View(system, state, system.situation(state).owner(state.piece(found[0].piece)))

    def taste(action: Retreat) -> tuple[float, str, str]:
        space, piece = action.space, state.piece(action.piece)
        if space not in view.facts.ground:
            return 0.0, action.piece, space
        room = view.has_room(piece, space)
        score = (0.0 if room else -50.0) + view.value(space) - 0.4 * view.danger.get(space, 0)
        return score + 0.3 * view.near.get(space, 0), action.piece, space

    return max(found, key=taste)


def displace(system: EuropeanTheater, state: State) -> Action | None:
    """Where no other unit of its kind stands, away from the enemy."""
    found = [a for a in legal_actions(system, state) if isinstance(a, Displace)]
    if not found:
        return None
    sit = system.situation(state)
    piece = state.piece(found[0].piece)
    view = View(system, state, sit.owner(piece))
    others = sit.air_at if sit.unit(piece).is_air else sit.fleets_at
    return min(found, key=lambda a: (len(others(a.space, view.side)), view.danger.get(a.space, 0), a.space))


def scrap(system: EuropeanTheater, state: State) -> Action | None:
    """The weakest goes."""
    sit = system.situation(state)
    found = [a for a in legal_actions(system, state) if isinstance(a, Scrap)]
    return min(found, key=lambda a: (sit.combat(state.piece(a.piece)), a.piece), default=None)
