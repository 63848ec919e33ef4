"""Enigma Decoded: the one move the United Kingdom may make between Germany's moves and its combats."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from wargame_desktop.core.draft import Draft
from wargame_desktop.core.refusal import Refusal, refuse
from wargame_desktop.core.sequence import Phase, Prompt
from wargame_desktop.core.state import HOLD, Piece, State

from .capture import is_used, set_entry
from .combat import find_fights
from .model import AIR, BRITAIN, CARRIER, COMPLEX, FIGHTER, MOBILIZATION, SEA, Move
from .retreat import StayRule
from .rules import RevisedRule, unknown_pieces
from .situation import Situation

if TYPE_CHECKING:
    from .system import Revised


class Enigma(Phase):
    """Enigma Decoded: once, when Germany has moved, the British answer with one move."""

    name = "enigma"
    title = "Enigma Decoded"
    rule = "Enigma Decoded"

    def __init__(self, game: Revised) -> None:
        self.game = game
        self.rules = (EnigmaRule(game), StayRule(game))  # type: ignore[assignment]

    def decider(self, state: State) -> str | None:
        """The United Kingdom, when Germany attacks and a move is possible."""
        sit = Situation(self.game.facts, state)
        if not sit.has_advantage(BRITAIN, "enigma_decoded") or is_used(state.vars, "enigma_decoded"):
            return None
        return BRITAIN if find_fights(sit) else None

    def prompt(self, state: State) -> Prompt:
        """Into or out of an attacked space."""
        text = "Units go from one adjacent space into a space Germany attacks, or out of one, leaving a unit."
        return Prompt("Enigma Decoded: one special move?", text, self.rule)


class EnigmaRule(RevisedRule[Move]):
    """British units go one space, into an attacked friendly space or out of one."""

    action = Move
    title = "Make the special move"
    rule = "Enigma Decoded"

    def refusals(self, state: State, action: Move) -> list[Refusal]:
        """One step, British units of one space, and an attacked space at one end."""
        sit = self.see(state)
        found = unknown_pieces(state, action.pieces)
        if found:
            return found
        pieces = [state.piece(piece_id) for piece_id in action.pieces]
        starts = {sit.place(piece) for piece in pieces}
        for piece in pieces:
            is_cargo = piece.space.startswith(HOLD) and sit.type(piece) not in AIR
            is_british = piece.power == BRITAIN and piece.space != MOBILIZATION
            if not is_british or is_cargo or sit.type(piece) == COMPLEX:
                sentence = f"{piece.id} is no British unit on the board that can move."
                found.append(refuse("enigma.piece", sentence, self.rule, pieces=(piece.id,)))
        if len(starts) > 1 or len(action.path) != 1 or action.raid or action.kamikaze:
            sentence = "The special move goes one space, from one space, and is no attack."
            found.append(refuse("enigma.one_step", sentence, self.rule))
        return found or self._place_refusals(Situation(self.facts, state, BRITAIN), action, starts.pop())

    def _place_refusals(self, own: Situation, action: Move, start: str) -> list[Refusal]:
        """`own` is the position as the United Kingdom sees it."""
        end = action.path[0]
        fights = find_fights(self.see(own.state))
        found = []
        for piece_id in action.pieces:
            if not self._can_step(own, own.state.piece(piece_id), start, end):
                sentence = f"{piece_id} cannot go from {self.facts.name(start)} to {self.facts.name(end)}."
                found.append(refuse("enigma.step", sentence, self.rule, pieces=(piece_id,)))
        if not self._is_friendly(own, end, fights):
            sentence = f"{self.facts.name(end)} is not friendly."
            found.append(refuse("enigma.friendly", sentence, self.rule, spaces=(end,)))
        if end not in fights and start not in fights:
            sentence = f"Germany attacks neither {self.facts.name(start)} nor {self.facts.name(end)}."
            found.append(refuse("enigma.attacked", sentence, self.rule))
        elif end not in fights:
            stay = [p for p in own.all_at(start) if p.power == BRITAIN and p.id not in action.pieces]
            if not [p for p in stay if own.type(p) != COMPLEX]:
                sentence = f"At least one British unit must stay in {self.facts.name(start)}."
                found.append(refuse("enigma.stay", sentence, self.rule, spaces=(start,)))
        flyers = sum(1 for piece_id in action.pieces if own.type(own.state.piece(piece_id)) in AIR)
        if self.facts.is_sea(end) and flyers > self._room(own, end):
            sentence = f"Carriers in {self.facts.name(end)} have room for {self._room(own, end)} fighters."
            found.append(refuse("enigma.deck", sentence, "Aircraft Carriers", needs=flyers))
        return found

    def _can_step(self, own: Situation, piece: Piece, start: str, end: str) -> bool:
        """One step as in a noncombat move: ships through open canals, air units to land or carriers."""
        kind = own.type(piece)
        if end not in self.facts.neighbours.get(start, ()):
            return False
        if kind in AIR:
            return self.facts.is_land(end) or kind == FIGHTER
        links = own.facts.board.links_between(start, end) if kind in SEA else ()
        if kind in SEA:
            return any(
                link.kind == "sea" or (link.kind == "canal" and own.canal_open(link.gates)) for link in links
            )
        return end in self.facts.land_next(start)

    def _room(self, own: Situation, zone: str) -> int:
        decks = [p for p in own.state.at(zone) if own.type(p) == CARRIER and not own.is_enemy(p)]
        return sum(own.fighter_room(deck) for deck in decks)

    def _is_friendly(self, own: Situation, end: str, fights: Sequence[str]) -> bool:
        if self.facts.is_land(end):
            return own.is_friendly_land(end)
        if end in fights:
            return any(not own.is_enemy(piece) for piece in own.state.at(end))
        return self.facts.is_sea(end) and not own.is_hostile_zone(end)

    def perform(self, draft: Draft, action: Move) -> None:
        """Move them, fighters onto decks; the advantage is spent."""
        sit = self.see(draft.state)
        pieces = [draft.state.piece(piece_id) for piece_id in action.pieces]
        start, end = sit.place(pieces[0]), action.path[0]
        for piece in sorted(pieces, key=lambda one: sit.type(one) in AIR):
            draft.move([piece.id], end if sit.type(piece) not in AIR else self._deck(draft.state, end))
        set_entry(draft, "used", "enigma_decoded", True)
        draft.emit(
            "moved",
            units=self.facts.listing(pieces), pieces=action.pieces, start=start, path=action.path, raid=False,
            kamikaze=False,
        )  # fmt: skip
        draft.pop()

    def _deck(self, state: State, end: str) -> str:
        """Where an air unit comes down: the territory, or a carrier with room in the sea zone."""
        own = Situation(self.facts, state, BRITAIN)
        decks = [p for p in state.at(end) if own.type(p) == CARRIER and not own.is_enemy(p)]
        return next((HOLD + deck.id for deck in decks if own.fighter_room(deck) > 0), end)

    def legal(self, state: State, piece: str | None = None) -> Iterable[Move]:
        """Single units."""
        sit = self.see(state)
        pieces = [p for p in state.pieces.values() if p.power == BRITAIN and p.space != MOBILIZATION]
        for one in sorted(pieces, key=lambda p: p.id):
            if piece in (None, one.id):
                for end in self.facts.neighbours[sit.place(one)]:
                    action = Move((one.id,), (end,))
                    if not self.refusals(state, action):
                        yield action
