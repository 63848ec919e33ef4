"""Air units and fleets against each other: support fights, strikes, sea combat, transit attacks (9.1.2-9.3).

A `skirmish` frame has up to two exchanges: air against air, then what is left with the fleets. It leaves in
the frame below who won, and the strength with which each side may go on to support.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from wargame_desktop.core.draft import Draft
from wargame_desktop.core.frozen import FrozenMap
from wargame_desktop.core.sequence import Phase, Prompt, Rule
from wargame_desktop.core.state import Piece, State

from .commit import CommitRule
from .fights import (
    AIR,
    AIR_SEA,
    ASW,
    ATTACKER,
    DEFENDER,
    NOBODY,
    SEA,
    SEA_AIR,
    alive,
    push_clash,
    words,
)
from .model import OPS
from .situation import Situation

if TYPE_CHECKING:
    from .system import EuropeanTheater

Fire = tuple[str, int, int]


def push_skirmish(
    draft: Draft,
    side: str,
    where: str,
    attackers: Sequence[str],
    defenders: Sequence[str],
    halve: bool = False,
    strategic: bool = False,
) -> None:
    """Begin a fight; `side` attacks. `halve` is for bombers met by interceptors (6.1.3).

    `strategic` missions leave air units ready (3.3.2); an air strike that has fought its way through
    enemy air units may go on against the fleets or not (9.2.3).
    """
    draft.push(
        "skirmish",
        side=side,
        where=where,
        attackers=tuple(attackers),
        defenders=tuple(defenders),
        out=(),
        halve=halve,
        strategic=strategic,
        stage="start",
        result=None,
    )


class SkirmishPhase(Phase):
    """Air first, then the sea."""

    name = "skirmish"
    title = "Air and sea combat"
    rule = "9.2"

    def __init__(self, system: EuropeanTheater) -> None:
        self.system = system
        rules: list[Rule[Any]] = [CommitRule(system)]
        self.rules = rules

    def decider(self, state: State) -> str | None:
        """The attacker, when a strike that won in the air may go on against fleets (9.2.3)."""
        asks = state.top["stage"] == "press" and state.top.get("answered") is not True
        return str(state.top["side"]) if asks else None

    def candidates(self, state: State) -> list[str]:
        """The air units that are left."""
        return [piece.id for piece in self._forces(state)[0]]

    def prompt(self, state: State) -> Prompt:
        """Go on or not."""
        where = self.system.space_name(str(state.top["where"]))
        text = "The air is won: send air units on against the fleets, or none."
        return Prompt(f"Fleets in {where}", text, "9.2.3")

    def advance(self, draft: Draft) -> None:
        """Go on to the next exchange, or end."""
        stage = str(draft.top["stage"])
        if stage == "start":
            draft.update(stage="air")
            self._air(draft)
        elif stage == "air":
            self._after_air(draft)
        elif stage == "press":
            self._press(draft)
        elif stage == "sea":
            self._after_sea(draft)
        else:
            self._finish(draft)

    # The two exchanges

    def _forces(self, state: State) -> tuple[list[Piece], list[Piece], list[Piece], list[Piece]]:
        """Attackers' air and fleets, defenders' air and fleets that still take part."""
        out = set(words(state.top, "out"))
        sit = Situation(self.system.facts, state)
        groups: list[list[Piece]] = []
        for key in ("attackers", "defenders"):
            there = [p for p in alive(state, words(state.top, key), self.system.facts) if p not in out]
            pieces = [state.piece(piece) for piece in there]
            groups.append([piece for piece in pieces if sit.unit(piece).is_air])
            groups.append([piece for piece in pieces if sit.unit(piece).is_fleet])
        return groups[0], groups[1], groups[2], groups[3]

    def _air(self, draft: Draft) -> None:
        our_air, _, their_air, _ = self._forces(draft.state)
        if not our_air or not their_air:
            return
        sit = Situation(self.system.facts, draft.state)
        strength = firepower(sit, our_air)
        if draft.top["halve"] is True:
            strength //= 2
        push_clash(
            draft,
            str(draft.top["side"]),
            [piece.id for piece in our_air],
            [piece.id for piece in their_air],
            (AIR, strength, 0),
            (AIR, firepower(sit, their_air), 0),
            str(draft.top["where"]),
        )

    def _after_air(self, draft: Draft) -> None:
        result = draft.top["result"]
        if isinstance(result, FrozenMap):
            our_air, _, their_air, _ = self._forces(draft.state)
            winner = result["winner"]
            losers = [] if winner == ATTACKER else our_air
            losers = losers + ([] if winner == DEFENDER else their_air)
            out = (*words(draft.top, "out"), *(piece.id for piece in losers))
            draft.update(out=out, air=winner, result=None)
            if self._may_press(draft):
                draft.update(stage="press", answered=False)
                return
        draft.update(stage="sea")
        self._sea(draft)

    def _may_press(self, draft: Draft) -> bool:
        """Whether air units alone have won in the air above fleets."""
        our_air, our_fleets, their_air, their_fleets = self._forces(draft.state)
        return bool(our_air and their_fleets) and not our_fleets and not their_air

    def _press(self, draft: Draft) -> None:
        """Those who go on fight the fleets; the others are done."""
        chosen = words(draft.top, "committed")
        stay = [piece.id for piece in self._forces(draft.state)[0] if piece.id not in chosen]
        draft.update(out=(*words(draft.top, "out"), *stay), stage="sea")
        self._sea(draft)

    def _sea(self, draft: Draft) -> None:
        our_air, our_fleets, their_air, their_fleets = self._forces(draft.state)
        ours, theirs = our_air + our_fleets, their_air + their_fleets
        if not ours or not theirs or not (our_fleets or their_fleets):
            return
        sit = Situation(self.system.facts, draft.state)
        push_clash(
            draft,
            str(draft.top["side"]),
            [piece.id for piece in ours],
            [piece.id for piece in theirs],
            fire_at(sit, our_air, our_fleets, their_fleets),
            fire_at(sit, their_air, their_fleets, our_fleets),
            str(draft.top["where"]),
        )

    def _after_sea(self, draft: Draft) -> None:
        """The loser's fleets go to port; only the winner can go on to support."""
        result = draft.top["result"]
        draft.update(stage="end")
        if not isinstance(result, FrozenMap):
            return
        our_air, our_fleets, their_air, their_fleets = self._forces(draft.state)
        winner = str(result["winner"])
        draft.update(sea=winner)
        losers: list[Piece] = []
        if winner != ATTACKER:
            draft.update(out=(*words(draft.top, "out"), *(piece.id for piece in our_air + our_fleets)))
            losers += our_fleets if winner == DEFENDER else []
        if winner != DEFENDER:
            draft.update(out=(*words(draft.top, "out"), *(piece.id for piece in their_air + their_fleets)))
            losers += their_fleets if winner == ATTACKER else []
        self._tire(draft)  # before beaten fleets pass under the same air units again
        if losers:
            draft.push("fleet_retreat", fleets=tuple(piece.id for piece in losers), beaten=True)

    def _tire(self, draft: Draft) -> None:
        """Air units that took part are Ops Complete (9.1.4, 9.2.4), except after strategic missions."""
        if draft.top["strategic"] is True:
            return
        sit = Situation(self.system.facts, draft.state)
        fought = (*words(draft.top, "attackers"), *words(draft.top, "defenders"))
        for piece in alive(draft.state, fought, self.system.facts):
            if sit.unit(draft.state.piece(piece)).is_air:
                draft.mark(piece, OPS, True)

    def _finish(self, draft: Draft) -> None:
        our_air, our_fleets, their_air, their_fleets = self._forces(draft.state)
        sit = Situation(self.system.facts, draft.state)
        self._tire(draft)
        top = draft.pop()
        ours, theirs = (
            sum(map(sit.combat, our_air + our_fleets)),
            sum(map(sit.combat, their_air + their_fleets)),
        )
        draft.update(
            skirmish=FrozenMap(
                {
                    "attackers": ours,
                    "defenders": theirs,
                    "air": top.get("air", NOBODY),
                    "sea": top.get("sea", NOBODY),
                    "left": tuple(piece.id for piece in our_air + our_fleets),
                }
            )
        )


def firepower(sit: Situation, pieces: Iterable[Piece]) -> int:
    """The combat factors of units that may fire: those that are not Ops Complete (3.4.3)."""
    return sum(sit.combat(piece) for piece in pieces if sit.is_ready(piece))


def fire_at(sit: Situation, air: Sequence[Piece], fleets: Sequence[Piece], target: Sequence[Piece]) -> Fire:
    """The line and factors of a force with fleets on at least one side (4.2.C.3)."""
    if not target:  # only air units to fire at: submarines cannot
        surface = [fleet for fleet in fleets if sit.unit(fleet).arm == "fleet"]
        return SEA_AIR, firepower(sit, surface), 0
    hunts = all(sit.unit(fleet).arm == "submarine" for fleet in target)
    factor = sit.asw if hunts else sit.combat
    by_air, by_sea = (sum(factor(p) for p in force if sit.is_ready(p)) for force in (air, fleets))
    if not fleets:
        return (ASW if hunts else AIR_SEA), by_air, 0
    # Air strength beyond that of the fleets it supports is ignored (9.3.2).
    return (ASW if hunts else SEA), by_sea + min(by_air, by_sea), 0
