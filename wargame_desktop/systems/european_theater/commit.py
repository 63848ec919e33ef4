"""Answers that many phases take: units sent into a fight (6.1.2, 8.3.5, 9.1.2, 9.2, 9.3.2), and passing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from wargame_desktop.core.draft import Draft
from wargame_desktop.core.refusal import Refusal, refuse
from wargame_desktop.core.sequence import Choice, Chooser, Rule
from wargame_desktop.core.state import Piece, State

from .model import ALLIES, BOMBED, FOUGHT, Commit, Pass
from .situation import Situation, side_name

if TYPE_CHECKING:
    from .system import EuropeanTheater

FIGHTER_RANGE = 3
"""The printed range of air units that intercept and protect (6.1.2, 8.3.5.2)."""


class CommitRule(Rule[Commit]):
    """Send units that may take part, or none."""

    action = Commit
    title = "Commit units"
    plain_title = "Send nobody"
    rule = "9"

    def __init__(self, system: EuropeanTheater) -> None:
        self.system = system

    def candidates(self, state: State) -> list[str]:
        """The units that may be sent now."""
        return self.system.committable(state)

    def choices(self, state: State) -> Sequence[Choice]:
        """Those units."""
        return (Choice("pieces", "pieces", tuple(self.candidates(state)), required=False),)

    def refusals(self, state: State, action: Commit) -> list[Refusal]:
        """Only units that can reach the fight; no Soviets beside others."""
        may = self.candidates(state)
        found = [self._cannot(state, piece) for piece in action.pieces if piece not in may]
        if len(set(action.pieces)) < len(action.pieces):
            found.append(refuse("commit.twice", "A unit is named twice.", "9"))
        known = [state.piece(piece).power for piece in action.pieces if piece in may]
        if not Situation.work_together(known):
            found.append(refuse("commit.soviet", "Soviet units support nobody else.", "12.4.3"))
        return found

    def _cannot(self, state: State, piece_id: str) -> Refusal:
        """Why a unit has no part in the fight: whose it is, what it has done, how far it is."""
        sit, piece = self.system.situation(state), state.pieces.get(piece_id)
        if piece is None or piece.kind not in sit.facts.kinds:
            return refuse("commit.cannot", f"There is no unit {piece_id}.", "9")
        side = str(self.system.phases[state.top.name].decider(state))
        if sit.side(piece) != side or sit.unit(piece).is_land:
            why, rule = f"is no air unit or fleet that fights for {side_name(side)}", "9"
        elif not sit.is_ready(piece):
            why, rule = "is Ops Complete", "3.4.3"
        elif piece.mark(FOUGHT) or piece.mark(BOMBED):
            why, rule = "has fought once already", "9"
        else:
            why, rule = self._out_of_reach(state, sit, piece)
        return refuse("commit.cannot", f"{self.system.name_of(piece)} {why}.", rule, pieces=(piece_id,))

    def _out_of_reach(self, state: State, sit: Situation, piece: Piece) -> tuple[str, str]:
        """Zones and ranges; what is left are Soviet units beside others, and fights closed to the unit."""
        where, unit = str(state.top.get("where", "")), sit.unit(piece)
        if where not in sit.facts.hexes:
            return "cannot take part in this fight", "9"
        name, grid, here = self.system.space_name(where), sit.facts.board.grid, sit.ground_of(piece)
        if unit.is_fleet and piece not in sit.ready_fleets(sit.side(piece), where):
            return f"has no zone in {name}: three hexes by sea", "5.1.2"
        if unit.is_air and not sit.covers(piece, where):
            if grid is None or here not in sit.facts.hexes:
                return "is not on the map", "5.1.3"
            return f"is {grid.distance(here, where)} hexes from {name} and reaches {unit.range}", "5.1.3"
        if unit.is_air and unit.range > FIGHTER_RANGE and state.top.name in ("bomb_run", "transit"):
            rule = "6.1.2" if state.top.name == "bomb_run" else "8.3.5.2"
            return f"has a range of {unit.range}; only those of {FIGHTER_RANGE} do this", rule
        if sit.side(piece) == ALLIES:
            return "cannot take part: Soviet and other Allied units do not help each other", "12.4.3"
        return "cannot take part in this fight", "9"

    def perform(self, draft: Draft, action: Commit) -> None:
        """Tell the frame that asked."""
        side = self.system.phases[draft.top.name].decider(draft.state)
        draft.emit("committed", pieces=action.pieces, side=side)
        draft.update(committed=action.pieces, answered=True)

    def legal(self, state: State, piece: str | None = None) -> Iterable[Commit]:
        """None, each alone, all."""
        may = self.candidates(state)
        yield Commit()
        for one in may:
            yield Commit((one,))
        everyone = Commit(tuple(may))
        if len(may) > 1 and not self.refusals(state, everyone):
            yield everyone


class PassRule(Rule[Pass]):
    """Do nothing (more)."""

    action = Pass
    title = "Pass"
    ends_phase = True

    def __init__(self, system: EuropeanTheater, title: str = "Pass") -> None:
        self.system = system
        self.title = title

    def refusals(self, state: State, action: Pass) -> list[Refusal]:
        """What the phase in charge still demands."""
        return self.system.pass_refusals(state)

    def perform(self, draft: Draft, action: Pass) -> None:
        """Tell the phase in charge."""
        self.system.passed(draft)

    def legal(self, state: State, piece: str | None = None) -> Iterable[Pass]:
        """Passing."""
        return (Pass(),) if piece is None and not self.refusals(state, Pass()) else ()

    def sample(self, state: State, chooser: Chooser) -> Pass | None:
        """Passing now and then."""
        return Pass() if not self.refusals(state, Pass()) else None
