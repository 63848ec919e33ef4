"""Anti-aircraft fire: one gun in a territory, one die for each air unit that enters (Anti-aircraft Guns)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from wargame_desktop.core.draft import Draft
from wargame_desktop.core.state import Piece

from .model import AA_GUN, BOMBER, BRITAIN, USA
from .situation import Situation

if TYPE_CHECKING:
    from .system import Revised


def hits_on(sit: Situation, space: str) -> int:
    """The number a gun in a territory hits on: 1, or 2 for British guns at home with Radar."""
    guns = [piece for piece in sit.state.at(space) if sit.type(piece) == AA_GUN and piece.power == BRITAIN]
    return 2 if guns and sit.has_advantage(BRITAIN, "radar") and sit.is_home(space, BRITAIN) else 1


def is_immune(sit: Situation, piece: Piece) -> bool:
    """American bombers with the Superfortresses advantage."""
    return piece.power == USA and sit.type(piece) == BOMBER and sit.has_advantage(USA, "superfortresses")


def shoot(game: Revised, draft: Draft, space: str, pieces: Sequence[str]) -> list[str]:
    """Fire at each air unit; the die thrown at a unit decides about that unit. Returns those hit."""
    sit = Situation(game.facts, draft.state)
    exposed = [key for key in sorted(pieces) if not is_immune(sit, draft.state.piece(key))]
    if not exposed:
        return []
    target = hits_on(sit, space)
    dice = draft.roll(f"anti-aircraft fire in {game.facts.name(space)}", len(exposed))
    victims = [key for key, die in zip(exposed, dice, strict=True) if die <= target]
    lost = game.facts.listing(draft.state.piece(key) for key in victims) if victims else ""
    draft.emit("flak_fired", space=space, targets=len(exposed), dice=dice, hits=len(victims), lost=lost)
    return victims
