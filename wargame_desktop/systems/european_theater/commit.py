"""Answers that many phases take: units sent into a fight (6.1.2, 8.3.5, 9.1.2, 9.2, 9.3.2), and passing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from wargame_desktop.core.draft import Draft
from wargame_desktop.core.refusal import Refusal, refuse
from wargame_desktop.core.sequence import Choice, Chooser, Rule
from wargame_desktop.core.state import State

from .model import Commit, Pass
from .situation import Situation

if TYPE_CHECKING:
    from .system import EuropeanTheater


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
        found = [
            refuse("commit.cannot", f"{self._name(state, piece)} cannot take part.", "9", pieces=(piece,))
            for piece in action.pieces
            if piece not in may
        ]
        if len(set(action.pieces)) < len(action.pieces):
            found.append(refuse("commit.twice", "A unit is named twice.", "9"))
        known = [state.piece(piece).power for piece in action.pieces if piece in may]
        if not Situation.work_together(known):
            found.append(refuse("commit.soviet", "Soviet units support nobody else.", "12.4.3"))
        return found

    def _name(self, state: State, piece: str) -> str:
        return self.system.name_of(state.piece(piece)) if piece in state.pieces else piece

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
