"""What follows a combat: capture, landings that fail, fighters without a carrier (Step 8; Fighters)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from wargame_desktop.core.draft import Draft
from wargame_desktop.core.refusal import Refusal, refuse
from wargame_desktop.core.sequence import Phase, Prompt
from wargame_desktop.core.state import HOLD, Frame, Piece, State

from . import advantages
from .capture import capture, destroy
from .model import ASSAULT, CARRIER, FIGHTER, LAND, OFFLOADED, RETREATED, Land
from .rules import RevisedRule, unknown_pieces
from .sides import attackers, defenders
from .situation import Situation

if TYPE_CHECKING:
    from .system import Revised


def finish(game: Revised, draft: Draft, battle: Frame) -> None:
    """Settle a combat that has ended; its frame is off the stack."""
    space = str(battle["space"])
    sit = Situation(game.facts, draft.state)
    ours, theirs = attackers(sit, space), defenders(sit, space)
    winner = "attacker" if ours and not theirs else "defender" if theirs and not ours else "nobody"
    draft.emit(
        "battle_over",
        space=space, winner=winner, power=sit.power, attackers=game.facts.listing(ours),
        defenders=game.facts.listing(theirs), important=True,
    )  # fmt: skip
    if game.facts.is_sea(space):
        _end_at_sea(game, draft, space)
    else:
        for piece in ours:
            draft.mark(piece.id, ASSAULT, None)
        if not theirs and any(sit.type(piece) in LAND for piece in ours):
            capture(game, draft, space)
    advantages.after_battle(game, draft, battle, winner)


def _end_at_sea(game: Revised, draft: Draft, zone: str) -> None:
    sit = Situation(game.facts, draft.state)
    cancel_landings(draft, sit, zone)
    powers = {
        piece.power for piece in draft.state.at(zone) if sit.is_enemy(piece) and sit.type(piece) == FIGHTER
    }
    for power in sorted(powers):
        draft.push("homeless", space=zone, power=power)


def cancel_landings(draft: Draft, sit: Situation, zone: str) -> None:
    """Troops whose ships retreated, or still have enemies beside them in a zone, do not land."""
    for piece in sit.own_pieces():
        ship = sit.carrier_of(piece)
        if piece.mark(ASSAULT) is None or ship is None:
            continue
        if ship.mark(RETREATED) or (ship.space == zone and sit.is_hostile_zone(zone)):
            draft.mark(piece.id, ASSAULT, None)
            draft.mark(ship.id, OFFLOADED, None)


def refuges(sit: Situation, fighter: Piece, zone: str) -> list[str]:
    """Where a fighter that lost its carrier in defence can come down: one space away at most."""
    own = Situation(sit.facts, sit.state, fighter.power)
    found = [space for space in sit.facts.neighbours[zone] if own.is_friendly_land(space)]
    for place in (zone, *sit.facts.neighbours[zone]):
        if sit.facts.is_sea(place):
            decks = [p for p in sit.state.at(place) if sit.type(p) == CARRIER and not own.is_enemy(p)]
            found += [HOLD + deck.id for deck in decks if sit.fighter_room(deck) > 0]
    return found


class Homeless(Phase):
    """Fighters whose carrier was sunk in defence look for a place to land."""

    name = "homeless"
    title = "Fighters without a carrier"
    rule = "Fighters: Land on Aircraft Carriers"

    def __init__(self, game: Revised) -> None:
        self.game = game
        self.rules = (LandRule(game),)  # type: ignore[assignment]

    def _fighters(self, state: State) -> list[Piece]:
        space, power = str(state.top["space"]), str(state.top["power"])
        return [p for p in state.at(space) if p.power == power and self.game.facts.type_of(p) == FIGHTER]

    def decider(self, state: State) -> str | None:
        """Their owner, while one of them has somewhere to go."""
        sit = Situation(self.game.facts, state)
        zone = str(state.top["space"])
        can = any(refuges(sit, fighter, zone) for fighter in self._fighters(state))
        return str(state.top["power"]) if can else None

    def prompt(self, state: State) -> Prompt:
        """Each fighter, one space."""
        zone = self.game.facts.name(str(state.top["space"]))
        text = f"Land the fighters over {zone} one space away at most; those with no place are lost."
        return Prompt("Land fighters that lost their carrier", text, self.rule)

    def advance(self, draft: Draft) -> None:
        """Those that found no place are lost."""
        lost = self._fighters(draft.state)
        if lost:
            space = draft.top["space"]
            ids = sorted(piece.id for piece in lost)
            draft.emit("ditched", units=self.game.facts.listing(lost), space=space, pieces=ids)
        for piece in lost:
            destroy(self.game, draft, piece.id)
        draft.pop()


class LandRule(RevisedRule[Land]):
    """One space to friendly land or a friendly carrier with room."""

    action = Land
    title = "Land a fighter"
    rule = "Fighters: Land on Aircraft Carriers"

    def refusals(self, state: State, action: Land) -> list[Refusal]:
        """A fighter that has to land, and a refuge."""
        found = unknown_pieces(state, (action.piece,))
        if found:
            return found
        piece, zone = state.piece(action.piece), str(state.top["space"])
        if piece.space != zone or piece.power != state.top["power"] or self.facts.type_of(piece) != FIGHTER:
            sentence = f"{action.piece} is not one of the fighters that have to land now."
            return [refuse("homeless.piece", sentence, self.rule, pieces=(action.piece,))]
        places = refuges(self.see(state), piece, zone)
        if action.space not in places:
            listed = ", ".join(map(self.game.space_name, places)) or "no place"
            there = self.game.space_name(action.space)
            sentence = f"{action.piece} cannot land here: {there}. One space away it can go to {listed}."
            return [refuse("homeless.place", sentence, self.rule, pieces=(action.piece,))]
        return []

    def perform(self, draft: Draft, action: Land) -> None:
        """Put it there."""
        draft.move([action.piece], action.space)
        draft.emit("refuge_found", piece=action.piece, power=draft.top["power"], space=action.space)

    def legal(self, state: State, piece: str | None = None) -> Iterable[Land]:
        """Every fighter to every refuge."""
        zone, sit = str(state.top["space"]), self.see(state)
        for one in state.at(zone):
            if (
                one.power == state.top["power"]
                and self.facts.type_of(one) == FIGHTER
                and piece in (None, one.id)
            ):
                for space in refuges(sit, one, zone):
                    yield Land(one.id, space)
