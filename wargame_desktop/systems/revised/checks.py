"""What must hold of every position: units where they can be, ships no fuller than they may be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame_desktop.core.state import HOLD, Piece, State

from .model import AIR, CARRIED, CARRIER, COMPLEX, FIGHTER, MOBILIZATION, ORDER, SEA
from .situation import Situation, table
from .transports import fits

if TYPE_CHECKING:
    from .system import Revised


def problems(game: Revised, state: State) -> list[str]:
    """Every fault as a sentence."""
    sit = Situation(game.facts, state)
    found = [f"{power} is no power of this game" for power in state.powers if power not in ORDER]
    if state.var("power") not in state.powers:
        found.append(f"{state.var('power')} has the turn and is no power of this game")
    for power, amount in table(state, "ipc").items():
        if not isinstance(amount, int) or amount < 0:
            found.append(f"{power} holds {amount} IPCs")
    for piece in state.pieces.values():
        found += _piece_problems(sit, piece)
    for space in game.facts.territories:
        if sit.holder(space) not in state.powers:
            found.append(f"{space} is held by nobody")
        complexes = [piece for piece in state.at(space) if sit.type(piece) == COMPLEX]
        if len(complexes) > 1:
            found.append(f"{space} has {len(complexes)} industrial complexes")
    for frame in state.stack:
        about = frame.get("space")
        if about is not None and about not in game.facts.spaces:
            found.append(f"the phase {frame.name} is about {about}, which is no space")
    return found


def _piece_problems(sit: Situation, piece: Piece) -> list[str]:
    kind = sit.type(piece)
    if kind not in sit.facts.units or piece.power not in sit.state.powers:
        return [f"{piece.id} is no unit of this game"]
    if piece.space.startswith(HOLD):
        return _hold_problems(sit, piece, kind)
    if piece.space == MOBILIZATION:
        return []
    is_sea = sit.facts.is_sea(piece.space)
    if kind in AIR:
        fits_in = is_sea or sit.facts.is_land(piece.space)
    else:
        fits_in = is_sea if kind in SEA else sit.facts.is_land(piece.space)
    found = [] if fits_in else [f"{piece.id} cannot be in {piece.space}"]
    if kind == CARRIER and sit.fighter_room(piece) < 0:
        found.append(f"{piece.id} carries more than two fighters")
    if kind in SEA and kind != CARRIER and sit.cargo(piece) and not fits(sit, piece, ()):
        found.append(f"{piece.id} carries more than it can")
    return found


def _hold_problems(sit: Situation, piece: Piece, kind: str) -> list[str]:
    ship = sit.carrier_of(piece)
    if ship is None:
        return []
    if sit.type(ship) == CARRIER:
        fits_in = kind == FIGHTER
    else:
        fits_in = kind in CARRIED and sit.is_carrying_ship(ship)
    if sit.side(piece.power) != sit.side(ship.power):
        return [f"{piece.id} is aboard the enemy ship {ship.id}"]
    return [] if fits_in else [f"{piece.id} cannot be aboard {ship.id}"]
