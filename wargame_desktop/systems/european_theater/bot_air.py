"""The opponent's air units: near the attacks and the dangers; bombers over cities nobody covers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wargame_desktop.core.action import Action
from wargame_desktop.core.engine import legal_actions, phase_of
from wargame_desktop.core.state import Piece, State

from .bot_view import View
from .bot_wishes import may_cross
from .facts import STRATEGIC_RANGE
from .model import Bomb, Move, Pass

if TYPE_CHECKING:
    from .system import EuropeanTheater

BOMB_ODDS = 1.5
"""How much stronger than the interceptors bombers must be, at half strength (6.1.3)."""


def fly(system: EuropeanTheater, state: State, side: str, targets: list[str]) -> list[Action]:
    """Each air unit to the hex from which it covers most."""
    view = View(system, state, side)
    rule: Any = next(rule for rule in phase_of(system, state.top).rules if rule.action is Move)
    prey = dict.fromkeys(targets, 6.0)
    for space, danger in view.danger.items():
        if view.sit.land_at(space, side):
            prey[space] = prey.get(space, 0.0) + 0.1 * danger + 0.2 * view.value(space)
    taken = {p.space for p in view.sit.on_map if view.sit.unit(p).is_air and view.sit.side(p) == side}
    found: list[Action] = []
    for unit in rule.own_units(state):
        if view.sit.unit(unit).is_air:
            best = _base(view, rule, unit, prey, taken)
            if best != unit.space:
                taken = (taken - {unit.space}) | {best}
                found.append(Move((unit.id,), best))
    return found


def _base(view: View, rule: Any, unit: Piece, prey: dict[str, float], taken: set[str]) -> str:
    """The hex a unit should be based in."""
    sit = view.sit
    reach = sit.unit(unit).range
    if reach == STRATEGIC_RANGE:
        prey = {city: 2.0 for city in view.facts.production_cities if sit.controls(view.foe, city)}
    zone = sit.land_zone(view.foe)

    def score(space: str) -> tuple[float, str]:
        covered = view.facts.within(space, reach)
        total = sum(sorted(value for target, value in prey.items() if target in covered))
        total += 1.0 if sit.land_at(space, view.side) else 0.0
        total -= 2.0 if space in zone else 0.0
        return total - 0.02 * view.danger.get(space, 0), space

    best, found = score(unit.space)[0] + 0.5, unit.space
    for space, target in rule.targets(view.state, (unit.id,)).items():
        if space in taken or (not sit.controls(view.side, space) and sit.holder_at(space) != view.side):
            continue
        if not all(may_cross(sit, unit.power, step) for step in target.path[1:]):
            continue
        worth = score(space)[0]
        if worth > best:
            best, found = worth, space
    return found


def bomb(system: EuropeanTheater, state: State) -> Action:
    """Strategic bombers, where few can intercept; the others save themselves for the armies."""
    sit, side = system.situation(state), str(state.top["side"])
    view = View(system, state, side)
    best, found = 0.0, None
    for action in legal_actions(system, state):
        if not isinstance(action, Bomb):
            continue
        piece = state.piece(action.pieces[0])
        guards = [p for p in sit.ready_air(view.foe, action.space, (3,)) if not p.mark("bombed")]
        against = sum(map(sit.combat, guards))
        bold = sit.unit(piece).range == STRATEGIC_RANGE and sit.combat(piece) >= 2 * BOMB_ODDS * against
        if (bold or not guards) and action.space not in _hit(state):
            strength = sit.combat(piece) + 0.1 * view.value(action.space)
            if strength > best:
                best, found = strength, action
    return found or Pass()


def _hit(state: State) -> tuple[str, ...]:
    bombed = state.var("bombed", ())
    return tuple(str(space) for space in bombed) if isinstance(bombed, tuple) else ()
