"""Battles resolved: support, fire, retreat, advance (4.2.C.3, 9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from wargame_desktop.core.draft import Draft
from wargame_desktop.core.frozen import FrozenMap
from wargame_desktop.core.sequence import Phase, Prompt, Rule
from wargame_desktop.core.state import Piece, State

from .combat import supporters
from .commit import CommitRule
from .fights import ATTACKER, DEFENDER, LAND, alive, push_clash, words
from .model import DEAD, DROPPED, FOUGHT, other
from .options import lost_drops, winter_shifts
from .situation import Situation
from .skirmish import push_skirmish
from .steps import displace_stray_air, eliminate, hold_ground
from .supply import Lines

if TYPE_CHECKING:
    from .system import EuropeanTheater

MOST_SHIFT = 2


def land_strength(sit: Situation, lines: Lines, pieces: Sequence[Piece]) -> int:
    """Combat factors of land units; half of each without supply (11.2.4)."""
    total = 0
    for piece in pieces:
        factor = sit.combat(piece)
        total += factor if lines.is_supplied(piece) else factor // 2
    return total


def port_guards(sit: Situation, side: str, space: str) -> list[Piece]:
    """Who defends a port without land units in it: one artillery and two others next to it (8.1.4.3)."""
    zone = sit.land_zone(side)
    near = [sit.state.piece(piece) for piece in (zone.projectors(space) if space in zone else ())]
    near.sort(key=sit.combat, reverse=True)
    guns = [piece for piece in near if sit.unit(piece).arm == "artillery"]
    rest = [piece for piece in near if sit.unit(piece).arm not in ("artillery", "fort")]
    return [*guns[:1], *rest[:2]]


def empty_port_strength(sit: Situation, lines: Lines, side: str, space: str, support: int = 0) -> int:
    """Half of what has a zone in an empty port, support included; one factor without land units (8.1.4.3)."""
    land = land_strength(sit, lines, port_guards(sit, side, space))
    return max(1, (land + min(land, support)) // 2)


def column_shift(sit: Situation, attackers: Sequence[Piece], space: str) -> int:
    """Columns the attacker loses to terrain, and to rivers when all attack across one (4.2.C.3)."""
    return -min(MOST_SHIFT, sit.facts.terrain(space, "shift") + crossing(sit, attackers, space))


def crossing(sit: Situation, attackers: Sequence[Piece], space: str) -> int:
    """Columns lost to rivers and straits: none unless every attacker has one before it."""
    if not attackers or any(piece.space == space for piece in attackers):
        return 0
    sides = [sit.facts.crossing_shift(piece.space, space) for piece in attackers]
    return min(sides) if all(sides) else 0


class BattlePhase(Phase):
    """One attack on one hex from declaration to advance."""

    name = "battle"
    title = "Land combat"
    rule = "9.1"

    def __init__(self, system: EuropeanTheater) -> None:
        self.system = system
        rules: list[Rule[Any]] = [CommitRule(system)]
        self.rules = rules

    def decider(self, state: State) -> str | None:
        """The defender, while support can be sent."""
        if state.top["stage"] != "commit" or state.top.get("answered") is True:
            return None
        return other(str(state.top["side"])) if self.candidates(state) else None

    def candidates(self, state: State) -> list[str]:
        """The defender's units that can support; Soviets only Soviets (12.4.3)."""
        sit, where = self.system.situation(state), str(state.top["where"])
        foe = other(str(state.top["side"]))
        defended = {piece.power for piece in sit.land_at(where, foe) or port_guards(sit, foe, where)}
        if not defended:
            return []  # nothing helps a port that no land unit is near
        return [p.id for p in supporters(sit, foe, where) if sit.work_together((p.power, *defended))]

    def prompt(self, state: State) -> Prompt:
        """Support the defence."""
        where = self.system.space_name(str(state.top["where"]))
        return Prompt(
            f"{where} is attacked", "Send air units and fleets to support the defence, or none.", "9.1.2"
        )

    def advance(self, draft: Draft) -> None:
        """From stage to stage."""
        stage = str(draft.top["stage"])
        if stage == "commit":
            draft.update(stage="land")
            support, answer = words(draft.top, "support"), words(draft.top, "committed")
            for piece in answer:
                draft.mark(piece, FOUGHT, True)
            if support or answer:
                side, where = str(draft.top["side"]), str(draft.top["where"])
                push_skirmish(draft, side, where, support, answer)
        elif stage == "land":
            draft.update(stage="outcome")
            self._fire(draft)
        elif stage == "outcome":
            draft.update(stage="advance")
            self._retreat(draft)
        elif stage == "advance":
            draft.update(stage="fleets")
            self._advance(draft)
        elif stage == "fleets":
            draft.update(stage="end")
            self._withdraw_fleets(draft)
        else:
            draft.pop()

    def _support(self, draft: Draft) -> tuple[int, int]:
        result = draft.top.get("skirmish")
        if not isinstance(result, FrozenMap):
            return 0, 0
        return int(str(result["attackers"])), int(str(result["defenders"]))

    def _fire(self, draft: Draft) -> None:
        facts, side, where = self.system.facts, str(draft.top["side"]), str(draft.top["where"])
        sit = Situation(facts, draft.state)
        lines = Lines(sit)
        ours = [draft.state.piece(p) for p in alive(draft.state, words(draft.top, "attackers"), facts)]
        theirs = sit.land_at(where, other(side))
        our_help, their_help = self._support(draft)
        attack = land_strength(sit, lines, ours)
        attack += min(our_help, attack)
        if theirs:
            defence = land_strength(sit, lines, theirs)
            defence += min(their_help, defence)
        else:
            defence = empty_port_strength(sit, lines, other(side), where, their_help)
        cold, frost = winter_shifts(sit, ours, where)
        shift = max(-MOST_SHIFT, column_shift(sit, ours, where) + cold)
        forts = [piece.id for piece in theirs if sit.unit(piece).is_fort]
        pay = [piece.id for piece in theirs if not sit.unit(piece).is_fort]
        draft.update(defenders=tuple(piece.id for piece in theirs))
        push_clash(
            draft,
            side,
            [piece.id for piece in ours],
            [piece.id for piece in theirs],
            (LAND, attack, shift),
            (LAND, defence, frost),
            where,
            absorb=forts,
            pays=([piece.id for piece in ours], pay),
        )

    def _retreat(self, draft: Draft) -> None:
        """The loser goes one hex; units that landed among enemies and did not win must leave (5.2.3)."""
        facts = self.system.facts
        side, where = str(draft.top["side"]), str(draft.top["where"])
        result = draft.top["result"]
        assert isinstance(result, FrozenMap)
        winner = str(result["winner"])
        sit = Situation(facts, draft.state)
        draft.update(winner=winner)
        if winner == ATTACKER:
            losers, loser = [p.id for p in sit.land_at(where, other(side))], other(side)
        else:
            ours = alive(draft.state, words(draft.top, "attackers"), facts)
            disputed = sit.land_at(where, other(side))
            landed = [p for p in ours if disputed and draft.state.piece(p).mark(DROPPED)]
            losers, loser = (ours if winner == DEFENDER else landed), side
        gone = lost_drops(sit, losers)
        if gone:  # they are not rebuilt either
            eliminate(draft, facts, gone)
            draft.move(gone, DEAD)
        losers = [piece for piece in losers if piece not in gone]
        if losers:
            draft.push("retreat", side=loser, pieces=tuple(losers), where=where)

    def _advance(self, draft: Draft) -> None:
        facts = self.system.facts
        side, where = str(draft.top["side"]), str(draft.top["where"])
        winner = str(draft.top["winner"])
        sit = Situation(facts, draft.state)
        attackers = alive(draft.state, words(draft.top, "attackers"), facts)
        self._settle_landed(draft, attackers, where, side)
        displace_stray_air(draft, facts)
        if winner == ATTACKER:
            free: tuple[str, ...] = () if sit.land_at(where, other(side)) else (where,)
            able = [p for p in attackers if draft.state.piece(p).space != where]
            if free and able:
                draft.push("advance", side=side, pieces=tuple(able), spaces=free)
        elif winner == DEFENDER:
            able = [p.id for p in sit.land_at(where, other(side)) if not sit.unit(p).is_fort]
            left = [space for space in words(draft.top, "origins") if space != where]
            free = tuple(space for space in left if not sit.land_at(space, side))
            if free and able:
                draft.push("advance", side=other(side), pieces=tuple(able), spaces=free)

    def _withdraw_fleets(self, draft: Draft) -> None:
        """Fleets of a landing that did not take its port make for a port of their own (5.2.3, 8.1.4.4)."""
        side, where = str(draft.top["side"]), str(draft.top["where"])
        sit = Situation(self.system.facts, draft.state)
        failed = bool(sit.land_at(where, other(side))) or draft.top["winner"] == DEFENDER
        fleets = sit.fleets_at(where, side)
        if draft.top["landing"] is True and failed and fleets:
            draft.push("fleet_retreat", fleets=tuple(fleet.id for fleet in fleets), beaten=False)

    def _settle_landed(self, draft: Draft, attackers: Sequence[str], where: str, side: str) -> None:
        """Units that landed and stayed hold the hex now."""
        sit = Situation(self.system.facts, draft.state)
        for piece in attackers:
            unit = draft.state.piece(piece)
            if unit.mark(DROPPED) and unit.space == where and not sit.land_at(where, other(side)):
                draft.mark(piece, DROPPED, None)
                hold_ground(draft, self.system.facts, piece)


class RaidPhase(Phase):
    """Air strikes and sea combat: the defender may send air units, then it is fought out."""

    name = "raid"
    title = "Air and sea combat"
    rule = "9.2"

    def __init__(self, system: EuropeanTheater) -> None:
        self.system = system
        rules: list[Rule[Any]] = [CommitRule(system)]
        self.rules = rules

    def decider(self, state: State) -> str | None:
        """The defender, while air units can be sent."""
        if state.top["stage"] != "commit" or state.top.get("answered") is True:
            return None
        return other(str(state.top["side"])) if self.candidates(state) else None

    def candidates(self, state: State) -> list[str]:
        """Ready air units in range that are not in the target hex anyway."""
        sit, where = self.system.situation(state), str(state.top["where"])
        there = set(words(state.top, "defenders"))
        powers = {state.piece(piece).power for piece in there}
        found = [p for p in sit.ready_air(other(str(state.top["side"])), where) if sit.is_at_war(p.power)]
        return [p.id for p in found if p.id not in there and sit.work_together((p.power, *powers))]

    def prompt(self, state: State) -> Prompt:
        """Help those attacked."""
        where = self.system.space_name(str(state.top["where"]))
        return Prompt(f"Attack on {where}", "Send air units to help, or none.", "9.2")

    def advance(self, draft: Draft) -> None:
        """Fight, then advance."""
        top = draft.top
        if top["stage"] == "commit":
            draft.update(stage="end")
            defenders = (*words(top, "defenders"), *words(top, "committed"))
            push_skirmish(draft, str(top["side"]), str(top["where"]), words(top, "attackers"), defenders)
            return
        draft.pop()
        self._advance_fleets(draft, top)

    def _advance_fleets(self, draft: Draft, top: Any) -> None:
        result = top.get("skirmish")
        if not isinstance(result, FrozenMap) or result["sea"] != ATTACKER:
            return
        sit = Situation(self.system.facts, draft.state)
        side, where = str(top["side"]), str(top["where"])
        fleets = [
            piece
            for piece in alive(draft.state, words(top, "attackers"), self.system.facts)
            if sit.unit(draft.state.piece(piece)).is_fleet
            and where in self.system.facts.sea_neighbours(draft.state.piece(piece).space)
        ]
        if fleets and not sit.enemies_in(where, side):
            draft.push("advance", side=side, pieces=tuple(fleets), spaces=(where,))
