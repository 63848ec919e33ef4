"""The move action in both move phases: each unit along a path, checked step by step."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from wargame_desktop.board.paths import Reason, Route
from wargame_desktop.core.draft import Draft
from wargame_desktop.core.refusal import Refusal, refuse
from wargame_desktop.core.sequence import Chooser, Target
from wargame_desktop.core.state import HOLD, Piece, PieceTable, State

from . import advantages, air_moves, land_moves, landing, sea_moves
from .capture import capture, destroy
from .flak import shoot
from .model import (
    AIR,
    BOMBER,
    CARRIER,
    DONE,
    ENTERED,
    FLAK,
    GERMANY,
    KAMIKAZE,
    MOVED,
    RAID,
    SEA,
    Launch,
    Move,
)
from .rules import RevisedRule, foreign_pieces, pick, unknown_name, unknown_pieces
from .situation import Situation, moved
from .transports import is_cargo_drop

if TYPE_CHECKING:
    from .system import Revised


class MoveRule(RevisedRule[Move]):
    """Units move space by space: first all attacks, after combat those that neither moved nor fought."""

    action = Move
    title = "Move units"

    def __init__(self, game: Revised, combat: bool) -> None:
        super().__init__(game)
        self.combat = combat
        self.rule = "Phase 3: Combat Move" if combat else "Phase 5: Noncombat Move"

    # What is allowed

    def refusals(self, state: State, action: Move) -> list[Refusal]:
        """Every reason, unit by unit."""
        sit = self.see(state)
        found = unknown_pieces(state, action.pieces) or foreign_pieces(sit, action.pieces)
        found += [
            unknown_name("space", space, self.facts.spaces)
            for space in dict.fromkeys(action.path)
            if not self.facts.board or space not in self.facts.spaces
        ]
        if found:
            return found
        pieces = [state.piece(piece_id) for piece_id in action.pieces]
        if len({sit.place(piece) for piece in pieces}) > 1:
            sentence = "Units that move together must start in the same space."
            return [refuse("move.together", sentence, self.rule, pieces=action.pieces)]
        if not self.combat and (action.raid or action.kamikaze):
            found.append(refuse("move.no_attack", "There are no attacks in the noncombat move.", self.rule))
        for piece in pieces:
            found += self._piece_refusals(sit, piece, action)
        return found or self._landing_refusals(sit, pieces, action)

    def _piece_refusals(self, sit: Situation, piece: Piece, action: Move) -> list[Refusal]:
        kind = sit.type(piece)
        found = _state_refusals(sit, piece, self.combat)
        if found:
            return found
        if kind not in AIR and (action.raid or action.kamikaze):
            found.append(
                refuse("move.air_only", f"{piece.id} is no air unit.", "Air Units", pieces=(piece.id,))
            )
        if kind in AIR:
            route = air_moves.walk(sit, piece, action.path)
        elif kind in SEA:
            route = sea_moves.walk(sit, piece, action.path, self.combat)
        else:
            route = land_moves.walk(sit, piece, action.path, self.combat)
        if route.refused is not None:
            return [*found, self._reason(sit, piece, route, route.refused)]
        return found + self._end_refusals(sit, piece, action)

    def _reason(self, sit: Situation, piece: Piece, route: Route, reason: Reason) -> Refusal:
        name = f"The {self.facts.units[sit.type(piece)].name} {piece.id}"
        space = self.facts.name(reason.space)
        origin = self.facts.name(reason.origin or sit.place(piece))
        why = f": {reason.detail}" if reason.detail else ""
        left = max(0, sit.range_left(piece))
        spaces = "1 space" if left == 1 else f"{left} spaces"
        texts = {
            "not_enough": f"{name} has {spaces} left to move and cannot go on from {origin} to {space}.",
            "must_stop_before": f"{name} must stop in {origin} and cannot go on to {space}.",
            "no_link": f"{space} is not next to {origin}.",
            "forbidden": f"{name} may not enter {space} from {origin}{why}.",
            "cannot_end": f"{name} may pass {space} but not end there{why}.",
        }
        sentence = texts.get(reason.code, f"{name} cannot reach {space}{why}.")
        return refuse(
            f"move.{reason.code}", sentence, self.rule, pieces=(piece.id,), spaces=(reason.space,), left=left
        )

    def _end_refusals(self, sit: Situation, piece: Piece, action: Move) -> list[Refusal]:
        kind, end = sit.type(piece), action.path[-1]
        if kind in AIR:
            return self._air_end(sit, piece, action)
        if kind in SEA:
            return sea_moves.end_refusals(sit, piece, piece.space, end) if self.combat else []
        if self.combat:
            return land_moves.end_refusals(sit, piece, action.path)
        return land_moves.complex_refusals(sit, piece, end)

    def _air_end(self, sit: Situation, piece: Piece, action: Move) -> list[Refusal]:
        end = action.path[-1]
        if self.combat:
            found = air_moves.attack_refusals(sit, piece, action.path, action.raid)
            return found + (air_moves.kamikaze_refusals(sit, piece, end) if action.kamikaze else [])
        if self.facts.is_land(end) and not sit.is_friendly_since_start(end):
            why = "hostile" if sit.is_hostile_land(end) else "captured in this turn"
            sentence = f"{piece.id} may not land in {self.facts.name(end)}, which is {why}."
            rule = "Completing Air Units' Move"
            return [refuse("air.landing", sentence, rule, pieces=(piece.id,), spaces=(end,))]
        return []

    def _landing_refusals(self, sit: Situation, pieces: list[Piece], action: Move) -> list[Refusal]:
        """Everybody who could land before must still be able to, carriers included."""
        flyers = [piece for piece in pieces if sit.type(piece) in AIR]
        marks: dict[str, object] = {KAMIKAZE: True} if action.kamikaze else {}
        if flyers:
            return air_moves.landing_refusals(
                sit, air_moves.after_flight(sit, flyers, action.path, marks), flyers
            )
        if any(sit.type(piece) == CARRIER for piece in pieces):
            changes = {piece.id: _shifted(piece, action.path) for piece in pieces}
            table = sit.state.pieces.update(changes)
            assert isinstance(table, PieceTable)
            return air_moves.landing_refusals(sit, replace(sit.state, pieces=table), [])
        return []

    # Doing it

    def perform(self, draft: Draft, action: Move) -> None:
        """Move the units, blitz what is empty, let guns fire at return flights."""
        sit = self.see(draft.state)
        pieces = [draft.state.piece(piece_id) for piece_id in action.pieces]
        start = sit.place(pieces[0])
        draft.emit(
            "moved",
            units=self.facts.listing(pieces), pieces=action.pieces, start=start, path=action.path,
            raid=action.raid, kamikaze=action.kamikaze,
        )  # fmt: skip
        for piece in pieces:
            self._move_one(draft, sit, piece, action)
        if any(sit.type(piece) not in (*AIR, *SEA) for piece in pieces) and self.combat:
            self._blitz(draft, action.path)
        if not self.combat:
            flyers = [piece.id for piece in pieces if sit.type(piece) in AIR]
            for space in air_moves.guns_on(sit, action.path, False) if flyers else ():
                alive = [piece_id for piece_id in flyers if piece_id in draft.state.pieces]
                for victim in shoot(self.game, draft, space, alive):
                    destroy(self.game, draft, victim)
            for piece_id in flyers:
                advantages.refuel(self.game, draft, piece_id, action.path[-1])
        note_pickups(self.game, draft)

    def _move_one(self, draft: Draft, sit: Situation, piece: Piece, action: Move) -> None:
        path = (sit.place(piece), *action.path)
        is_air = sit.type(piece) in AIR
        cost = air_moves.flown(sit, piece, action.path) if is_air else len(action.path)
        draft.move([piece.id], path[-1])
        draft.mark(piece.id, MOVED, moved(piece) + max(1, cost))
        draft.mark(piece.id, ENTERED, path[-2])
        if is_air and self.combat:
            guns = air_moves.guns_on(sit, action.path, True)
            draft.mark(piece.id, FLAK, guns or None)
            draft.mark(piece.id, RAID, action.raid or None)
            draft.mark(piece.id, KAMIKAZE, action.kamikaze or None)

    def _blitz(self, draft: Draft, path: tuple[str, ...]) -> None:
        for space in path[:-1]:
            sit = self.see(draft.state)
            if sit.is_hostile_land(space) and not sit.is_occupied(space):
                capture(self.game, draft, space)

    # What there is to choose

    def legal(self, state: State, piece: str | None = None) -> Iterable[Move]:
        """Single units along the shortest ways."""
        sit = self.see(state)
        pieces = sit.own_pieces() if piece is None else [state.piece(piece)] if piece in state.pieces else []
        for one in pieces:
            if sit.is_own(one):
                yield from self._moves_of(sit, one)

    def _moves_of(self, sit: Situation, piece: Piece) -> Iterable[Move]:
        for path in self.paths(sit, piece):
            for raid in (False, True) if self._may_raid(sit, piece, path[-1]) else (False,):
                action = Move((piece.id,), path, raid)
                if not self.refusals(sit.state, action):
                    yield action
            ram = Move((piece.id,), path, kamikaze=True)
            if self._may_ram(sit, piece, path[-1]) and not self.refusals(sit.state, ram):
                yield ram

    def _may_ram(self, sit: Situation, piece: Piece, end: str) -> bool:
        can = self.combat and sit.type(piece) in AIR and sit.facts.is_sea(end)
        return can and not air_moves.kamikaze_refusals(sit, piece, end)

    def _may_raid(self, sit: Situation, piece: Piece, end: str) -> bool:
        dives = piece.power == GERMANY and sit.has_advantage(GERMANY, "luftwaffe_dive_bombers")
        may = sit.type(piece) == BOMBER or (sit.type(piece) in AIR and dives)
        return self.combat and may and sit.is_hostile_land(end) and sit.complex_at(end) is not None

    def paths(self, sit: Situation, piece: Piece) -> Iterable[tuple[str, ...]]:
        """One way to each space a unit could go to; not all of them may be allowed."""
        kind = sit.type(piece)
        if kind in AIR:
            if air_moves.state_refusals(sit, piece, self.combat):
                return
            for end in air_moves.reach_of(sit, piece).destinations:
                if self._is_air_goal(sit, piece, end):
                    path = air_moves.quiet_path(sit, piece, end)
                    if path is not None:
                        yield path
        elif kind in SEA:
            if not sea_moves.state_refusals(sit, piece, self.combat):
                found = sea_moves.reach_of(sit, piece, self.combat)
                yield from (found.path(end)[1:] for end in found.destinations)
        elif not land_moves.state_refusals(sit, piece, self.combat):
            yield from land_moves.paths(sit, piece, self.combat)

    def _is_air_goal(self, sit: Situation, piece: Piece, end: str) -> bool:
        if not self.combat:
            return sit.is_friendly_since_start(end) or (
                self.facts.is_sea(end) and sit.type(piece) == "fighter"
            )
        if air_moves.may_leave(sit, piece, end):
            return True
        return sit.is_hostile_zone(end) if self.facts.is_sea(end) else sit.is_hostile_land(end)

    def sample(self, state: State, chooser: Chooser) -> Move | None:
        """A random unit on a random way; a few tries, so that it stays cheap."""
        sit = self.see(state)
        pieces = [piece for piece in sit.own_pieces() if self._is_ready(sit, piece)]
        for _ in range(6):
            piece = pick(chooser, pieces)
            path = pick(chooser, list(self.paths(sit, piece))) if piece is not None else None
            if piece is None or path is None:
                continue
            raid = self._may_raid(sit, piece, path[-1]) and chooser.randrange(2) == 0
            ram = self._may_ram(sit, piece, path[-1]) and chooser.randrange(4) == 0
            action = Move((piece.id,), path, raid, ram)
            if not self.refusals(state, action):
                return action
        if not self.combat:
            return next(iter(self._homeward(sit)), None)
        return None

    def _homeward(self, sit: Situation) -> Iterable[Move]:
        """Flights that land somebody: without them a phase might not be closed."""
        for piece in landing.aloft(sit):
            yield from self._moves_of(sit, piece)
        for key, ship, zone in landing.plan(sit).pickups:
            for action in self._moves_of(sit, sit.state.piece(ship)):
                if action.path[-1] == zone and key in sit.state.pieces:
                    yield action

    def _is_ready(self, sit: Situation, piece: Piece) -> bool:
        if piece.space == "mobilization" or sit.range_left(piece) <= 0:
            return False
        if sit.type(piece) in AIR:
            return True
        return not piece.space.startswith(HOLD) and not piece.mark(DONE)

    # Dragging

    def targets(self, state: State, pieces: Sequence[str]) -> Mapping[str, Target]:
        """Where all of these units can be dropped together."""
        sit = self.see(state)
        if not pieces or any(piece not in state.pieces for piece in pieces):
            return {}
        first = state.piece(pieces[0])
        if not sit.is_own(first):
            return {}
        found: dict[str, Target] = {}
        for path in self.paths(sit, first):
            if path[-1] in found:
                continue
            action = self._as_meant(sit, tuple(pieces), path)
            if not self.refusals(state, action):
                found[path[-1]] = Target(path[-1], action, str(len(path)), (sit.place(first), *path))
        return found

    def _as_meant(self, sit: Situation, pieces: tuple[str, ...], path: tuple[str, ...]) -> Move:
        """A drop of bombers on an undefended complex is a raid."""
        all_raid = all(self._may_raid(sit, sit.state.piece(piece), path[-1]) for piece in pieces)
        return Move(pieces, path, all_raid and not sit.is_defended(path[-1]))

    def drop(self, state: State, pieces: Sequence[str], space: str, via: Sequence[str]) -> Move | None:
        """The move that dropping units on a space means."""
        if not pieces or any(piece not in state.pieces for piece in pieces) or space not in self.facts.spaces:
            return None
        sit = self.see(state)
        if via:
            return self._as_meant(sit, tuple(pieces), (*via, space))
        if is_cargo_drop(sit, pieces, space):
            return None
        first = state.piece(pieces[0])
        ways = [path for path in self.paths(sit, first) if path[-1] == space] if sit.is_own(first) else []
        return self._as_meant(sit, tuple(pieces), ways[0] if ways else (space,))


def _state_refusals(sit: Situation, piece: Piece, combat: bool) -> list[Refusal]:
    """Why a unit may not move at all now."""
    kind = sit.type(piece)
    if kind in AIR:
        return air_moves.state_refusals(sit, piece, combat)
    if kind in SEA:
        return sea_moves.state_refusals(sit, piece, combat)
    return land_moves.state_refusals(sit, piece, combat)


def _shifted(piece: Piece, path: tuple[str, ...]) -> Piece:
    return replace(piece, space=path[-1], marks=piece.marks.set(MOVED, moved(piece) + len(path)))


def note_pickups(game: Revised, draft: Draft) -> None:
    """Write down which carrier has to meet which fighter where, as declared by the move."""
    pickups = landing.plan(Situation(game.facts, draft.state)).pickups
    if (draft.state.var("pickups") or ()) != pickups:
        draft.set("pickups", pickups or None)


class LaunchRule(RevisedRule[Launch]):
    """Fighters take off from a carrier that stays and fights where it is (Aircraft Carriers)."""

    action = Launch
    title = "Launch fighters"
    rule = "Aircraft Carriers"

    def refusals(self, state: State, action: Launch) -> list[Refusal]:
        """Own fighters on a carrier that has not moved, in a zone with enemies."""
        sit = self.see(state)
        found = unknown_pieces(state, action.pieces) or foreign_pieces(sit, action.pieces)
        for piece_id in action.pieces if not found else ():
            piece = state.piece(piece_id)
            if sit.type(piece) not in AIR or sit.carrier_of(piece) is None:
                sentence = f"{piece_id} is not aboard a carrier."
                found.append(refuse("launch.aboard", sentence, self.rule, pieces=(piece_id,)))
                continue
            found += air_moves.state_refusals(sit, piece, True)
            if not sit.is_hostile_zone(sit.place(piece)):
                sentence = f"There are no enemies in {self.facts.name(sit.place(piece))} to fight."
                found.append(refuse("launch.no_enemy", sentence, self.rule, pieces=(piece_id,)))
        return found

    def perform(self, draft: Draft, action: Launch) -> None:
        """Put the fighters over the sea zone."""
        sit = self.see(draft.state)
        place = sit.place(draft.state.piece(action.pieces[0]))
        for piece_id in action.pieces:
            draft.move([piece_id], sit.place(draft.state.piece(piece_id)))
        units = self.facts.listing(draft.state.piece(piece_id) for piece_id in action.pieces)
        draft.emit("launched", units=units, space=place)
        note_pickups(self.game, draft)

    def legal(self, state: State, piece: str | None = None) -> Iterable[Launch]:
        """Each fighter that could take off."""
        for one in self.see(state).own_pieces():
            action = Launch((one.id,))
            is_meant = piece in (None, one.id) and one.space.startswith(HOLD)
            if is_meant and not self.refusals(state, action):
                yield action
