"""Mobilizing new units: where they may be placed, and how many (Phase 6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from wargame_desktop.core.draft import Draft
from wargame_desktop.core.refusal import Refusal, refuse
from wargame_desktop.core.sequence import Chooser, Target
from wargame_desktop.core.state import HOLD, Piece, State

from .capture import set_entry
from .develop import EndRule
from .model import CARRIER, COMPLEX, FIGHTER, MOBILIZATION, SEA, Embark, End, Place
from .rules import RevisedRule, pick, unknown_pieces
from .situation import Situation, table

RULE = "Phase 6: Mobilize New Units"
NEW = "new"
"""Mark of a complex or carrier placed in this turn; for a carrier the territory that built it."""


def capacity_left(sit: Situation, space: str) -> int:
    """How many more units a territory's complex can mobilize in this turn."""
    factory = sit.complex_at(space)
    if factory is None or factory.mark(NEW) or not sit.held_since_start(space):
        return 0
    placed = table(sit.state, "placed").get(space, 0)
    return sit.facts.income[space] - (placed if isinstance(placed, int) else 0)


def builders(sit: Situation, zone: str) -> list[str]:
    """The territories whose complexes can still place a unit in a sea zone."""
    return [space for space in sit.facts.coasts(zone) if capacity_left(sit, space) > 0]


def waiting(sit: Situation) -> list[Piece]:
    """The power's units in the mobilization zone."""
    return [piece for piece in sit.state.at(MOBILIZATION) if piece.power == sit.power]


def spots(sit: Situation, piece: Piece) -> list[tuple[str, str]]:
    """Where a new unit may be placed: the space, and the complex that counts it (empty for a complex)."""
    kind = sit.type(piece)
    if kind == COMPLEX:
        return [(space, "") for space in sit.facts.territories if may_found(sit, space)]
    homes = [space for space in sit.facts.territories if capacity_left(sit, space) > 0]
    if kind in SEA:
        return [(zone, home) for home in homes for zone in sit.facts.coasts(home)]
    found = [(home, home) for home in homes]
    if kind == FIGHTER:
        for deck in new_decks(sit):
            found += [(HOLD + deck.id, home) for home in builders(sit, deck.space)]
    return found


def may_found(sit: Situation, space: str) -> bool:
    """Whether a new complex may be built in a territory."""
    return sit.held_since_start(space) and sit.facts.income[space] >= 1 and sit.complex_at(space) is None


def new_decks(sit: Situation) -> list[Piece]:
    """Carriers built in this turn with room."""
    pieces = sit.own_pieces()
    return [p for p in pieces if sit.type(p) == CARRIER and p.mark(NEW) and sit.fighter_room(p) > 0]


class PlaceRule(RevisedRule[Place]):
    """Land and air units at complexes, ships in the sea zones beside them, up to the territory's income."""

    action = Place
    title = "Place new units"
    rule = RULE

    def available(self, state: State) -> bool:
        """Units are waiting."""
        return bool(waiting(self.see(state)))

    def _home(self, sit: Situation, piece: Piece, action: Place) -> str | None:
        """The complex that counts the unit; None when it cannot be placed there."""
        homes = [home for space, home in spots(sit, piece) if space == action.space]
        if action.at:
            return action.at if action.at in homes else None
        return homes[0] if homes else None

    def refusals(self, state: State, action: Place) -> list[Refusal]:
        """Each unit must have a spot, and all together must fit."""
        sit = self.see(state)
        found = unknown_pieces(state, action.pieces)
        if found:
            return found
        counts: dict[str, int] = {}
        for piece_id in action.pieces:
            piece = state.piece(piece_id)
            if piece.space != MOBILIZATION or piece.power != sit.power:
                sentence = f"{piece_id} is not waiting in your mobilization zone."
                found.append(refuse("mobilize.not_waiting", sentence, RULE, pieces=(piece_id,)))
                continue
            home = self._home(sit, piece, action)
            if home is None:
                found.append(self._no_spot(sit, piece, action))
            else:
                counts[home] = counts.get(home, 0) + 1
        if not found:
            found = self._together(sit, action, counts)
        return found

    def _together(self, sit: Situation, action: Place, counts: Mapping[str, int]) -> list[Refusal]:
        found = []
        for home, count in sorted(counts.items()):
            left = capacity_left(sit, home) if home else 1
            if count > left:
                name = self.facts.name(home or action.space)
                sentence = f"{name} can mobilize {left} more units in this turn, not {count}."
                found.append(refuse("mobilize.limit", sentence, RULE, needs=count, has=left))
        if action.space.startswith(HOLD):
            deck = sit.state.pieces.get(action.space.removeprefix(HOLD))
            room = sit.fighter_room(deck) if deck is not None else 0
            if len(action.pieces) > room:
                sentence = f"The new carrier has room for {room} fighters, not for {len(action.pieces)}."
                found.append(
                    refuse("mobilize.deck", sentence, "Aircraft Carriers", needs=len(action.pieces), has=room)
                )
        return found

    def _no_spot(self, sit: Situation, piece: Piece, action: Place) -> Refusal:
        kind = sit.type(piece)
        name, place = self.facts.units[kind].name, self.facts.name(action.space)
        if kind == COMPLEX:
            why = "it needs a territory held since the turn began, worth at least 1 IPC, without a complex"
        elif kind in SEA:
            why = (
                "ships are placed in sea zones next to a complex held since the turn began with capacity left"
            )
        else:
            why = "it needs a complex held since the turn began with capacity left"
            if self.facts.is_land(action.space):
                why += f"; {place} has {max(0, capacity_left(sit, action.space))}"
        sentence = f"The {name} {piece.id} cannot be placed in {place}: {why}."
        return refuse("mobilize.no_spot", sentence, RULE, pieces=(piece.id,), spaces=(action.space,))

    def perform(self, draft: Draft, action: Place) -> None:
        """Deploy them and count them at their complex."""
        units = self.facts.listing(draft.state.piece(piece_id) for piece_id in action.pieces)
        for piece_id in action.pieces:
            sit = self.see(draft.state)
            piece = draft.state.piece(piece_id)
            home = self._home(sit, piece, action)
            draft.move([piece_id], action.space)
            if home:
                placed = table(draft.state, "placed").get(home, 0)
                set_entry(draft, "placed", home, (placed if isinstance(placed, int) else 0) + 1)
            if sit.type(piece) == COMPLEX:
                draft.mark(piece_id, NEW, True)
            elif sit.type(piece) == CARRIER:
                draft.mark(piece_id, NEW, home or True)
        draft.emit("placed", units=units, space=action.space, power=draft.state.var("power"))

    def legal(self, state: State, piece: str | None = None) -> Iterable[Place]:
        """Every waiting unit to every spot."""
        sit = self.see(state)
        for one in waiting(sit):
            if piece in (None, one.id):
                for space, home in spots(sit, one):
                    yield Place((one.id,), space, home if space != home else "")

    def sample(self, state: State, chooser: Chooser) -> Place | None:
        """One unit somewhere."""
        sit = self.see(state)
        for _ in range(4):
            one = pick(chooser, waiting(sit))
            spot = pick(chooser, spots(sit, one)) if one is not None else None
            if one is not None and spot is not None:
                return Place((one.id,), spot[0], spot[1] if spot[0] != spot[1] else "")
        return next(iter(self.legal(state)), None)

    def targets(self, state: State, pieces: Sequence[str]) -> Mapping[str, Target]:
        """Where these units can be placed together."""
        sit = self.see(state)
        first = state.pieces.get(pieces[0]) if pieces else None
        found: dict[str, Target] = {}
        if first is None or first.space != MOBILIZATION or first.power != sit.power:
            return found
        for space, home in spots(sit, first):
            action = Place(tuple(pieces), space, home if space != home else "")
            if space not in found and not self.refusals(state, action):
                found[space] = Target(space, action, f"{capacity_left(sit, home)} left" if home else "")
        return found

    def drop(self, state: State, pieces: Sequence[str], space: str, via: Sequence[str]) -> Place | None:
        """Dropping waiting units places them."""
        units = [state.pieces.get(piece) for piece in pieces]
        if not units or any(unit is None or unit.space != MOBILIZATION for unit in units):
            return None
        return Place(tuple(pieces), space)


class EmbarkRule(RevisedRule[Embark]):
    """Fighters in a territory may board a carrier its complex has just built."""

    action = Embark
    title = "Board a new carrier"
    rule = RULE

    def available(self, state: State) -> bool:
        """A new carrier has room."""
        return bool(new_decks(self.see(state)))

    def refusals(self, state: State, action: Embark) -> list[Refusal]:
        """A new carrier with room, and own fighters where it was built."""
        sit = self.see(state)
        found = unknown_pieces(state, action.pieces)
        deck = next((one for one in new_decks(sit) if one.id == action.carrier), None)
        if deck is None:
            sentence = f"{action.carrier} is no carrier built in this turn with room for fighters."
            found.append(refuse("mobilize.deck", sentence, RULE))
        if found or deck is None:
            return found
        for piece_id in action.pieces:
            piece = state.piece(piece_id)
            if sit.type(piece) != FIGHTER or piece.power != sit.power or piece.space != deck.mark(NEW):
                where = self.facts.name(str(deck.mark(NEW)))
                sentence = f"{piece_id} is no fighter of yours in {where}, where {deck.id} was built."
                found.append(refuse("mobilize.embark", sentence, RULE, pieces=(piece_id,)))
        if len(action.pieces) > sit.fighter_room(deck):
            sentence = f"{deck.id} has room for {sit.fighter_room(deck)} fighters."
            found.append(refuse("mobilize.deck", sentence, RULE))
        return found

    def perform(self, draft: Draft, action: Embark) -> None:
        """Put them aboard."""
        draft.move(action.pieces, HOLD + action.carrier)
        units = self.facts.listing(draft.state.piece(piece_id) for piece_id in action.pieces)
        draft.emit("embarked", units=units, ship=action.carrier)

    def legal(self, state: State, piece: str | None = None) -> Iterable[Embark]:
        """One fighter on one deck."""
        sit = self.see(state)
        for deck in new_decks(sit):
            for one in state.at(str(deck.mark(NEW))):
                if sit.type(one) == FIGHTER and one.power == sit.power and piece in (None, one.id):
                    yield Embark((one.id,), deck.id)


class EndMobilizeRule(EndRule):
    """All units that can be placed must be; the others wait for a later turn."""

    rule = RULE
    title = "End mobilization"

    def refusals(self, state: State, action: End) -> list[Refusal]:
        """Units that still have a spot."""
        sit = self.see(state)
        left = [piece for piece in waiting(sit) if spots(sit, piece)]
        if not left:
            return []
        sentence = f"There is still room to place {self.facts.listing(left)}."
        return [refuse("mobilize.left", sentence, RULE, pieces=[piece.id for piece in left])]
