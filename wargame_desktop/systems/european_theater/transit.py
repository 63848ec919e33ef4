"""Fleets under way and the attacks on them in transit (8.3.5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from wargame_desktop.core.draft import Draft
from wargame_desktop.core.frozen import FrozenMap
from wargame_desktop.core.sequence import Phase, Prompt, Rule
from wargame_desktop.core.state import Piece, State

from .commit import CommitRule
from .fights import ATTACKER, alive, words
from .havens import closed_to
from .model import OPS, SAILED, SPENT, STOPPED, other
from .situation import Situation
from .skirmish import push_skirmish
from .steps import attack_neutrals, stop

if TYPE_CHECKING:
    from .system import EuropeanTheater


class VoyagePhase(Phase):
    """Fleets under way, one hex at a time."""

    name = "voyage"
    title = "Fleets under way"
    rule = "8.3"

    def __init__(self, system: EuropeanTheater) -> None:
        self.system = system

    def advance(self, draft: Draft) -> None:
        """Enter the next hex and let the enemy look at it, or end."""
        facts = self.system.facts
        path, costs = words(draft.top, "path"), draft.top["costs"]
        assert isinstance(costs, tuple)
        at = draft.top.get("at")
        fleets = [
            fleet
            for fleet in alive(draft.state, words(draft.top, "fleets"), facts)
            if at is None or draft.state.piece(fleet).space == at
        ]
        if not path or not fleets or (at is not None and self._beaten(draft)):
            draft.pop()
            return
        retreats, space = draft.top["retreat"] is True, path[0]
        if not retreats and not self._can_pay(draft, fleets, int(str(costs[0]))):
            draft.pop()  # a loss on the way has cost them movement points (8.3.5.4)
            return
        if at is not None and self._is_shut(draft, fleets, space):
            draft.pop()  # a fleet beaten on the way now lies across the rest of it
            if retreats:
                beaten = draft.state.piece(fleets[0]).mark(OPS) is not None
                draft.push("fleet_retreat", fleets=tuple(fleets), beaten=beaten)
            return
        draft.update(path=path[1:], costs=costs[1:], at=space, skirmish=None, fleets=tuple(fleets))
        draft.move(fleets, space)
        for fleet in fleets if draft.top["retreat"] is not True else ():
            self._count(draft, fleet, int(str(costs[0])))
        self._transit(draft, fleets, space)

    def _is_shut(self, draft: Draft, fleets: Sequence[str], space: str) -> bool:
        """Whether a fight on the way has closed the next hex, to ships under way or to those that retreat."""
        sit = Situation(self.system.facts, draft.state)
        first = draft.state.piece(fleets[0])
        if draft.top["retreat"] is True:
            return sit.facts.board.compiled.number(space) in closed_to(sit, first)
        return first.mark(STOPPED) is not None or bool(sit.fleets_at(space, other(sit.owner(first))))

    def _can_pay(self, draft: Draft, fleets: Sequence[str], cost: int) -> bool:
        """Whether all of them still have the points for the next step."""
        sit = Situation(self.system.facts, draft.state)
        pieces = [draft.state.piece(fleet) for fleet in fleets]
        return all(
            sit.unit(piece).move[sit.is_reduced(piece)] >= int(str(piece.mark(SPENT) or 0)) + cost
            for piece in pieces
        )

    @staticmethod
    def _beaten(draft: Draft) -> bool:
        """Whether a transit attack has ended the voyage."""
        result = draft.top.get("skirmish")
        return isinstance(result, FrozenMap) and result["sea"] == ATTACKER

    def _count(self, draft: Draft, fleet: str, cost: int) -> None:
        """Points spent, and hexes entered; a box is none."""
        piece = draft.state.piece(fleet)
        spent, sailed = piece.mark(SPENT) or 0, piece.mark(SAILED) or 0
        assert isinstance(spent, int) and isinstance(sailed, int)
        draft.mark(fleet, SPENT, spent + cost)
        draft.mark(fleet, SAILED, sailed + (piece.space in self.system.facts.hexes))

    def _transit(self, draft: Draft, fleets: Sequence[str], space: str) -> None:
        if space not in self.system.facts.hexes:
            return
        sit = Situation(self.system.facts, draft.state)
        side = sit.owner(draft.state.piece(fleets[0]))
        if space in sit.fleet_ring(other(side)) and draft.top["retreat"] is not True:
            stop(draft, fleets)
        if hunters(sit, other(side), space):
            draft.push("transit", side=other(side), where=space, fleets=tuple(fleets), stage="hunt")


def hunters(sit: Situation, side: str, space: str) -> list[Piece]:
    """Units that may fall on a fleet entering a hex; in its own port only air units (8.3.5.1, 9.3.1)."""
    safe = sit.is_friendly_port(other(side), space)
    found = [*([] if safe else sit.ready_fleets(side, space)), *sit.ready_air(side, space)]
    return [piece for piece in found if sit.is_at_war(piece.power)]


class TransitPhase(Phase):
    """The enemy may attack fleets that enter its zone; the mover may answer with air (8.3.5)."""

    name = "transit"
    title = "Transit attack"
    rule = "8.3.5"

    def __init__(self, system: EuropeanTheater) -> None:
        self.system = system
        rules: list[Rule[Any]] = [CommitRule(system)]
        self.rules = rules

    def decider(self, state: State) -> str | None:
        """First the hunter, then the mover when air can help."""
        if state.top.get("answered") is True or state.top["stage"] == "fight":
            return None
        return str(state.top["side"]) if self.candidates(state) else None

    def candidates(self, state: State) -> list[str]:
        """Hunters, or the mover's ready air units of range 3 (8.3.5.2)."""
        sit, where = self.system.situation(state), str(state.top["where"])
        side = str(state.top["side"])
        if state.top["stage"] == "hunt":
            return [piece.id for piece in hunters(sit, side, where)]
        powers = [state.piece(fleet).power for fleet in words(state.top, "fleets")]
        helpers = [p for p in sit.ready_air(side, where, (3,)) if sit.is_at_war(p.power)]
        return [piece.id for piece in helpers if sit.work_together((piece.power, *powers))]

    def prompt(self, state: State) -> Prompt:
        """Attack, or answer."""
        where = self.system.space_name(str(state.top["where"]))
        if state.top["stage"] == "hunt":
            return Prompt(
                f"Enemy fleets in {where}", "Send fleets and air units against them, or none.", "8.3.5.1"
            )
        return Prompt(f"Fleets attacked in {where}", "Send air units to protect them, or none.", "8.3.5.2")

    def advance(self, draft: Draft) -> None:
        """From the hunt to the answer to the fight."""
        top = draft.top
        committed = words(top, "committed")
        if top["stage"] == "hunt":
            if not committed:
                draft.pop()
                return
            side = other(str(top["side"]))
            draft.update(stage="answer", hunters=committed, committed=(), answered=False, side=side)
            attack_neutrals(draft, self.system.facts, words(top, "fleets"))
        elif top["stage"] == "answer":
            draft.update(stage="fight")
            fleets = alive(draft.state, words(top, "fleets"), self.system.facts)
            hunters_ = words(top, "hunters")
            side = other(str(top["side"]))
            push_skirmish(draft, side, str(top["where"]), hunters_, (*committed, *fleets))
        else:
            result = draft.pop().get("skirmish")
            draft.update(skirmish=result)
