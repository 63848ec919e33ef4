"""What an action would lead to, told before it is done: the combat it adds to, raids, rockets, research."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from wargame_desktop.core.action import Action
from wargame_desktop.core.dice import NoDice
from wargame_desktop.core.engine import apply
from wargame_desktop.core.refusal import Refused
from wargame_desktop.core.state import HOLD, State, frame
from wargame_desktop.systems.base import Chance, Preview

from .bombing import raiders
from .calculator import preview_of
from .combat import is_optional
from .develop import number_of
from .flak import hits_on, is_immune
from .model import (
    BOMBER,
    FLAK,
    HEAVY,
    LAND,
    RESEARCH_COST,
    Bomb,
    Fight,
    Launch,
    Move,
    Offload,
    Press,
    Research,
    Rocket,
)
from .odds import odds_of
from .sides import assaulting, attackers
from .situation import Situation, names

if TYPE_CHECKING:
    from .system import Revised


def preview(game: Revised, state: State, action: Action) -> Preview | None:
    """The figures and chances behind an allowed action; other actions need none."""
    teller = _TELLERS.get(type(action))
    return None if teller is None else teller(game, state, action)


def _planned(game: Revised, state: State, action: Move | Offload | Launch) -> Preview | None:
    """The combat as it would stand with the units where the action puts them."""
    if state.top.name != "combat_move":
        return None
    try:
        after = apply(game, state, action, NoDice()).state
    except Refused:
        return None
    if isinstance(action, Move) and action.raid:
        return _raid(game, after, action.path[-1])
    if isinstance(action, Move):
        space = action.path[-1]
    elif isinstance(action, Offload):
        space = action.space
    else:
        space = Situation(game.facts, after).place(after.piece(action.pieces[0]))
    return _combat(game, after, space)


def _combat(game: Revised, state: State, space: str) -> Preview | None:
    sit = Situation(game.facts, state)
    found = odds_of(game, state, space)
    if found is not None:
        told = preview_of(game, found)
        return replace(told, lines=(*_conditions(sit, space), *told.lines))
    ours = [*attackers(sit, space), *assaulting(sit, space)]
    if sit.is_hostile_land(space) and any(sit.type(piece) in LAND for piece in ours):
        income = game.facts.income[space]
        line = f"Nobody defends {game.facts.name(space)}: it falls without a combat, {income} IPCs a turn."
        return Preview((*_conditions(sit, space), line), (), "Step 8: Capture Territory")
    return None


def _conditions(sit: Situation, space: str) -> list[str]:
    """What the figures take for granted."""
    zones = {sit.place(piece) for piece in assaulting(sit, space) if piece.space.startswith(HOLD)}
    hostile = [sit.facts.name(zone) for zone in sorted(zones) if sit.is_hostile_zone(zone)]
    lines = []
    if hostile:
        lines.append(
            f"If the combat in {', '.join(hostile)} is won without loss of cargo; no ship bombards then."
        )
    if is_optional(sit, space):
        lines.append("Only submarines are here: they may be left alone.")
    return lines


def _fight(game: Revised, state: State, action: Fight) -> Preview | None:
    """The combat about to begin, with the ships that hold their fire."""
    held = frame("battle", space=action.space, step="begin", cycle=1, hold=sorted(action.hold))
    return _combat(game, replace(state, stack=(held, *state.stack)) if action.hold else state, action.space)


def _press(game: Revised, state: State, action: Press) -> Preview | None:
    return _combat(game, state, str(state.top["space"]))


# Industry


def _bomb(game: Revised, state: State, action: Bomb) -> Preview | None:
    return _raid(game, state, action.space)


def _raid(game: Revised, state: State, space: str) -> Preview | None:
    """The exact chances of the loss, gun by gun and bomber by bomber."""
    sit = Situation(game.facts, state)
    pieces = raiders(sit, space)
    if not pieces:
        return None
    most = game.facts.income[space]
    loss, safe = {0: Fraction(1)}, []
    for piece in pieces:
        guns = [*names(piece.mark(FLAK)), *((space,) if sit.enemy_gun(space) else ())]
        chance = Fraction(1)
        for gun in guns if not is_immune(sit, piece) else ():
            chance *= Fraction(6 - hits_on(sit, gun), 6)
        safe.append(chance)
        is_bomber = sit.type(piece) == BOMBER
        dice = 2 if is_bomber and sit.has_tech(piece.power, HEAVY) else 1
        one = _damage(dice, not is_bomber, most)
        part = {amount: chance * p for amount, p in one.items()}
        part[0] = part.get(0, Fraction(0)) + 1 - chance
        loss = _sum(loss, part)
    mean = sum((amount * p for amount, p in loss.items()), Fraction(0))
    lines = (
        f"Expected loss of the enemy: {float(mean):.2f} IPCs, at most {most} for each raider",
        f"Raiders that come through: {float(sum(safe)):.2f} of {len(pieces)}",
    )
    held = sit.ipc(sit.holder(space))
    chances = (Chance("IPCs destroyed", _told(loss)),)
    return Preview((*lines, f"The enemy holds {held} IPCs"), chances, "Strategic Bombing Raids")


def _damage(dice: int, halved: bool, most: int) -> dict[int, Fraction]:
    """What one raider or rocket destroys."""
    found = {0: Fraction(1)}
    for _ in range(dice):
        found = _sum(found, _faces(halved))
    capped: dict[int, Fraction] = {}
    for amount, chance in found.items():
        capped[min(amount, most)] = capped.get(min(amount, most), Fraction(0)) + chance
    return capped


def _faces(halved: bool) -> dict[int, Fraction]:
    found: dict[int, Fraction] = {}
    for die in range(1, 7):
        value = (die + 1) // 2 if halved else die
        found[value] = found.get(value, Fraction(0)) + Fraction(1, 6)
    return found


def _sum(a: dict[int, Fraction], b: dict[int, Fraction]) -> dict[int, Fraction]:
    found: dict[int, Fraction] = {}
    for x, p in a.items():
        for y, q in b.items():
            found[x + y] = found.get(x + y, Fraction(0)) + p * q
    return found


_ROWS = 12


def _told(loss: dict[int, Fraction]) -> tuple[tuple[str, Fraction], ...]:
    """Each amount, or in groups of equal width where there are many."""
    highest = max(loss)
    width = highest // _ROWS + 1
    rows = []
    for low in range(0, highest + 1, width):
        chance = sum((loss.get(amount, Fraction(0)) for amount in range(low, low + width)), Fraction(0))
        if chance:
            rows.append((str(low) if width == 1 else f"{low} to {low + width - 1}", chance))
    return tuple(rows)


def _rocket(game: Revised, state: State, action: Rocket) -> Preview | None:
    if not game.facts.is_land(action.space):
        return None
    loss = _damage(1, False, game.facts.income[action.space])
    return Preview((), (Chance("IPCs destroyed", _told(loss)),), "Rocket Strikes")


def _research(game: Revised, state: State, action: Research) -> Preview | None:
    """Any die with the number of the development brings it."""
    rows = game.facts.tables["developments"].rows
    if action.development not in rows or not 1 <= action.dice <= 60:
        return None
    fails = Fraction(5, 6) ** action.dice
    cost, number = action.dice * RESEARCH_COST, number_of(action.development)
    lines = (
        f"{cost} IPCs for a {number} on any of {action.dice} dice",
        f"{rows[action.development]['name']}: {rows[action.development]['effect']}",
    )
    return Preview(
        lines, (Chance("Research", (("Success", 1 - fails), ("Failure", fails))),), "Phase 1: Develop Weapons"
    )


_TELLERS: dict[type[Action], Callable[..., Preview | None]] = {
    Move: _planned,
    Offload: _planned,
    Launch: _planned,
    Fight: _fight,
    Press: _press,
    Bomb: _bomb,
    Rocket: _rocket,
    Research: _research,
}
