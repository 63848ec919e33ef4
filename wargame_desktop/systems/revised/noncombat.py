"""The end of the noncombat move: everybody lands, submarines come up (Phase 5)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from wargame_desktop.core.draft import Draft
from wargame_desktop.core.refusal import Refusal, refuse
from wargame_desktop.core.state import HOLD, Piece, PieceTable, State

from . import landing
from .capture import destroy
from .develop import EndRule
from .model import AIR, CARRIER, DONE, FIGHTER, FIRED, FOUGHT, KAMIKAZE, MOVED, PANZER, SUBMERGED, End
from .situation import Situation, moved

if TYPE_CHECKING:
    from .system import Revised


def begin(game: Revised, draft: Draft) -> None:
    """Units that moved, fought, bombarded or launched a rocket are done; air units have yet to land."""
    sit = Situation(game.facts, draft.state)
    for piece in sit.own_pieces():
        if sit.type(piece) in AIR:
            continue
        if piece.mark(PANZER):
            draft.mark(piece.id, MOVED, sit.move_of(piece) - 1 or None)
            draft.mark(piece.id, FOUGHT, None)
        elif moved(piece) or piece.mark(FOUGHT) or piece.mark(FIRED):
            draft.mark(piece.id, DONE, True)


def landing_now(sit: Situation) -> dict[str, str]:
    """Fighters over sea zones with carriers that have room: fighter to carrier, as things stand."""
    found: dict[str, str] = {}
    rooms: dict[str, int] = {}
    fighters = [piece for piece in landing.aloft(sit) if sit.type(piece) == FIGHTER]
    for fighter in sorted(fighters, key=lambda piece: (sit.range_left(piece), piece.id)):
        for deck in sit.state.at(fighter.space):
            if sit.type(deck) != CARRIER or sit.is_enemy(deck):
                continue
            room = rooms.setdefault(deck.id, sit.fighter_room(deck))
            if room > 0:
                rooms[deck.id] = room - 1
                found[fighter.id] = deck.id
                break
    return found


def _landed(state: State, decks: dict[str, str]) -> State:
    changes = {key: replace(state.piece(key), space=HOLD + deck) for key, deck in decks.items()}
    pieces = state.pieces.update(changes)
    assert isinstance(pieces, PieceTable)
    return replace(state, pieces=pieces)


def still_aloft(sit: Situation) -> list[Piece]:
    """Air units that would be lost now though they could still land."""
    after = Situation(sit.facts, _landed(sit.state, landing_now(sit)), sit.power)
    stranded = set(landing.plan(after).stranded)
    return [piece for piece in landing.aloft(after) if piece.id not in stranded]


class EndNoncombatRule(EndRule):
    """Nobody who can land is given up: the carrier declared must come, the unit must fly home."""

    rule = "Completing Air Units' Move"
    title = "End the noncombat move"

    def refusals(self, state: State, action: End) -> list[Refusal]:
        """Who still has to land."""
        found = []
        for piece in still_aloft(self.see(state)):
            sentence = f"{piece.id} over {self.facts.name(piece.space)} can still land and has to."
            found.append(
                refuse("noncombat.aloft", sentence, self.rule, pieces=(piece.id,), spaces=(piece.space,))
            )
        return found

    def perform(self, draft: Draft, action: End) -> None:
        """Land on carriers, lose who has no place, let submarines come up."""
        close(self.game, draft)
        draft.pop()


def close(game: Revised, draft: Draft) -> None:
    """What happens when the noncombat move is over."""
    sit = Situation(game.facts, draft.state)
    for fighter, deck in sorted(landing_now(sit).items()):
        draft.move([fighter], HOLD + deck)
    lost = landing.aloft(Situation(game.facts, draft.state))
    lost += [piece for piece in draft.state.pieces.values() if piece.mark(KAMIKAZE)]
    for piece in lost:
        draft.emit("ditched", units=game.facts.listing([piece]), space=piece.space, pieces=(piece.id,))
        destroy(game, draft, piece.id)
    for piece in _submerged(draft.state):
        draft.mark(piece.id, SUBMERGED, None)
    if draft.state.var("pickups") is not None:
        draft.set("pickups", None)


def _submerged(state: State) -> Iterable[Piece]:
    return [piece for piece in state.pieces.values() if piece.mark(SUBMERGED)]
