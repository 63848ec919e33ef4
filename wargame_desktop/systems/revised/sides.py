"""Who fights in a combat, and which of them a hit may be taken on."""

from __future__ import annotations

from collections.abc import Iterable

from wargame_desktop.core.state import Frame, Piece

from .model import (
    AIR,
    ASSAULT,
    BATTLESHIP,
    CARRIER,
    CASUALTY,
    DESTROYER,
    FIGHTER,
    HITS,
    KAMIKAZE,
    LAND,
    RAID,
    RETREATED,
    SEA,
    SUBMERGED,
)
from .situation import Situation

ANY, SHIPS, TROOPS = "any", "ships", "troops"
"""What a hit may be taken on: any unit, only ships (submarines, kamikaze), only land units (bombardment)."""


def attackers(sit: Situation, space: str) -> list[Piece]:
    """The attacking units in a space, casualties that may still fire included."""
    kinds = SEA if sit.facts.is_sea(space) else LAND
    found = []
    for piece in sit.state.at(space):
        if not sit.is_own(piece) or piece.mark(SUBMERGED):
            continue
        kind = sit.type(piece)
        flies = kind in AIR and not piece.mark(RAID) and not piece.mark(RETREATED)
        if kind in kinds or flies:
            found.append(piece)
    return found


def defenders(sit: Situation, space: str) -> list[Piece]:
    """The defending units in a space, casualties that may still fire included."""
    found = []
    for piece in sit.all_at(space):
        if not sit.is_enemy(piece) or piece.mark(SUBMERGED):
            continue
        kind = sit.type(piece)
        if sit.facts.is_sea(space):
            fights = kind in SEA or kind == FIGHTER
        else:
            fights = kind in LAND or kind in AIR
        if fights:
            found.append(piece)
    return found


def alive(pieces: Iterable[Piece]) -> list[Piece]:
    """Those not chosen as casualties."""
    return [piece for piece in pieces if not piece.mark(CASUALTY)]


def side_of_battle(sit: Situation, battle: Frame, role: str) -> list[Piece]:
    """The units of the attacker or the defender."""
    space = str(battle["space"])
    return attackers(sit, space) if role == "attacker" else defenders(sit, space)


def eligible(sit: Situation, pieces: Iterable[Piece], pool: str) -> list[Piece]:
    """The units a hit of some kind may be taken on, in the order of ids."""
    kinds = {ANY: (*LAND, *AIR, *SEA), SHIPS: SEA, TROOPS: LAND}[pool]
    found = [piece for piece in alive(pieces) if sit.type(piece) in kinds and not piece.mark(KAMIKAZE)]
    return sorted(found, key=lambda piece: piece.id)


def toughness(sit: Situation, piece: Piece) -> int:
    """Hits a unit can take: a battleship two in one combat."""
    if sit.type(piece) != BATTLESHIP:
        return 1
    return 1 if piece.mark(HITS) else 2


def has_destroyer(sit: Situation, pieces: Iterable[Piece]) -> bool:
    """Whether a destroyer is among units."""
    return any(sit.type(piece) == DESTROYER for piece in pieces)


def assaulting(sit: Situation, space: str) -> list[Piece]:
    """Land units that attack a territory from the sea, aboard or ashore."""
    found = [piece for piece in sit.own_pieces() if piece.mark(ASSAULT) == space]
    return found


def chooser(sit: Situation, pieces: Iterable[Piece]) -> str:
    """Who chooses casualties among units: their power, or the side when several powers defend."""
    powers = sorted({piece.power for piece in pieces})
    return powers[0] if len(powers) == 1 else sit.side(powers[0]) if powers else sit.power


def is_deck(sit: Situation, piece: Piece) -> bool:
    """Whether a piece is an aircraft carrier."""
    return sit.type(piece) == CARRIER
