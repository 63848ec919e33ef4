"""What each unit hits on in a combat, and the throwing of the dice (Steps 4 and 5; Unit Profiles)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from wargame_desktop.core.draft import Draft
from wargame_desktop.core.state import Frame, Piece

from .model import (
    ARTILLERY,
    BATTLESHIP,
    BOMBARDMENT,
    BOMBER,
    DESTROYER,
    FIGHTER,
    GERMANY,
    HEAVY,
    INFANTRY,
    JAPAN,
    JETS,
    SUBMARINE,
    SUPER_SUBS,
    TRANSPORT,
    USA,
    USSR,
)
from .situation import Situation, moved

if TYPE_CHECKING:
    from .system import Revised

Shots = list[tuple[int, int]]
"""For each unit that fires: what it hits on, and how many dice it throws."""
KAITEN = "kaiten"


def attack_shots(sit: Situation, battle: Frame, pieces: Iterable[Piece]) -> Shots:
    """The attackers' shots; submarines have fired before, transports never do."""
    units = [piece for piece in pieces if sit.type(piece) not in (SUBMARINE, TRANSPORT)]
    guns = sum(1 for piece in units if sit.type(piece) == ARTILLERY)
    shots: Shots = []
    for piece in sorted(units, key=lambda piece: piece.id):
        value = attack_of(sit, battle, piece)
        if sit.type(piece) == INFANTRY and value < 2 and guns:
            value, guns = 2, guns - 1  # each artillery supports one infantry
        shots.append((value, dice_of(sit, piece)))
    return shots


def attack_of(sit: Situation, battle: Frame, piece: Piece) -> int:
    """What an attacking unit hits on without the support of artillery."""
    kind = sit.type(piece)
    if kind == INFANTRY and (battle.get("banzai") is True or _is_marine(sit, battle, piece)):
        return 2
    return submarine_attack(sit, battle, piece) if kind == SUBMARINE else sit.facts.units[kind].attack


def dice_of(sit: Situation, piece: Piece) -> int:
    """How many dice an attacking unit throws."""
    return 2 if sit.type(piece) == BOMBER and sit.has_tech(piece.power, HEAVY) else 1


def _is_marine(sit: Situation, battle: Frame, piece: Piece) -> bool:
    """American infantry in the first cycle of a landing, with the Marines advantage."""
    lands = battle.get("amphibious") is True and battle["cycle"] == 1
    return lands and piece.power == USA and sit.has_advantage(USA, "marines")


def submarine_attack(sit: Situation, battle: Frame, piece: Piece) -> int:
    """What an attacking submarine hits on."""
    value = 3 if sit.has_tech(piece.power, SUPER_SUBS) else sit.facts.units[SUBMARINE].attack
    in_pack = battle.get("wolf_pack") is True and piece.power == GERMANY and moved(piece) > 0
    return value + 1 if in_pack else value


def submarine_defence(sit: Situation, piece: Piece) -> int:
    """What a defending submarine hits on; more as a kaiten torpedo."""
    if not piece.mark(KAITEN):
        return sit.facts.units[SUBMARINE].defend
    return 4 if sit.has_tech(piece.power, SUPER_SUBS) else 3


def defence_shots(sit: Situation, battle: Frame, pieces: Iterable[Piece]) -> Shots:
    """The defenders' shots; submarines have fired before."""
    units = [piece for piece in pieces if sit.type(piece) != SUBMARINE]
    return [(defence(sit, battle, piece), 1) for piece in sorted(units, key=lambda piece: piece.id)]


def defence(sit: Situation, battle: Frame, piece: Piece) -> int:
    """What a unit defends on."""
    kind, power, space = sit.type(piece), piece.power, str(battle["space"])
    if kind == SUBMARINE:
        return submarine_defence(sit, piece)
    if kind == FIGHTER and sit.has_tech(power, JETS):
        return 5
    if kind == INFANTRY and _stubborn(sit, battle, power, space):
        return 3
    is_gray = power == GERMANY and sit.is_home(space, GERMANY)
    if kind == ARTILLERY and is_gray and sit.has_advantage(GERMANY, "fortress_europe"):
        return 3
    return sit.facts.units[kind].defend


def _stubborn(sit: Situation, battle: Frame, power: str, space: str) -> bool:
    """Infantry that defend on a 3: Russian Winter, Atlantic Wall, Dug-In Defenders."""
    if power == USSR:
        return sit.state.var("winter") is True
    if power == JAPAN:
        return space in sit.facts.islands and sit.has_advantage(JAPAN, "dug_in_defenders")
    wall = power == GERMANY and sit.has_advantage(GERMANY, "atlantic_wall") and sit.is_home(space, GERMANY)
    return wall and battle.get("amphibious") is True and battle["cycle"] == 1


def bombards(sit: Situation, piece: Piece) -> bool:
    """Ships that can bombard a shore."""
    kind = sit.type(piece)
    return kind == BATTLESHIP or (kind == DESTROYER and sit.has_tech(piece.power, BOMBARDMENT))


def throw(game: Revised, draft: Draft, what: str, shots: Shots) -> int:
    """Throw the dice, all of one value at once, and count the hits."""
    counts: dict[int, int] = {}
    for value, dice in shots:
        if value > 0:
            counts[value] = counts.get(value, 0) + dice
    hits = 0
    for value in sorted(counts):
        dice_thrown = draft.roll(f"{what}, {counts[value]} on {value}", counts[value])
        scored = sum(1 for die in dice_thrown if die <= value)
        hits += scored
        draft.emit("fired", what=what, value=value, dice=dice_thrown, hits=scored)
    return hits
