"""Strategic warfare: Iraq's rebellion and city bombing (6.1, 12.5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from wargame_desktop.core.draft import Draft
from wargame_desktop.core.refusal import Refusal, refuse
from wargame_desktop.core.sequence import Choice, Phase, Prompt, Rule, Target
from wargame_desktop.core.state import Piece, State

from .choices import choices_of
from .commit import CommitRule, PassRule
from .countries import hold
from .facts import STRATEGIC_RANGE
from .fights import BOMBING, alive, losses_of, number, words
from .model import AXIS, BOMBED, Bomb, other
from .options_war import watch
from .situation import Situation, side_name
from .skirmish import push_skirmish
from .steps import displace_stray_air

if TYPE_CHECKING:
    from .system import EuropeanTheater

REBELLION_FROM = 6
"""Winter 1941 (12.5)."""


class IraqPhase(Phase):
    """The rebellion roll: 5 or 6 (12.5)."""

    name = "iraq"
    title = "Iraq"
    rule = "12.5"

    def __init__(self, system: EuropeanTheater) -> None:
        self.system = system

    def advance(self, draft: Draft) -> None:
        """Roll while Iraq is quiet, from Winter 1941 on."""
        draft.pop()
        sit = Situation(self.system.facts, draft.state)
        if sit.turn < REBELLION_FROM or sit.text("iraq") != "quiet":
            return
        (roll,) = draft.roll("rebellion in Iraq", 1)
        rebels = roll >= 5
        draft.emit("iraq_rolled", roll=roll, rebels=rebels, important=rebels)
        if rebels:
            draft.set("iraq", "revolt")
            draft.align("irq", AXIS)
            hold(draft, "irq", AXIS)
            draft.change("irq.inf", face="front")
            draft.move(("irq.inf",), self.system.facts.place("baghdad"))
            draft.control(self.system.facts.place("baghdad"), "irq")
            watch(draft, self.system.facts)
            displace_stray_air(draft, self.system.facts)


# Bombing


def bombers(sit: Situation, side: str, space: str) -> list[Piece]:
    """Air units that may bomb a city (6.1.1)."""
    found = sit.ready_air(side, space)
    return [piece for piece in found if not piece.mark(BOMBED) and sit.is_at_war(piece.power)]


def is_bombable(sit: Situation, side: str, space: str) -> bool:
    """An enemy production city."""
    return sit.facts.has(space, "production") and sit.controls(other(side), space)


class BombRule(Rule[Bomb]):
    """Bomb an enemy production city."""

    action = Bomb
    title = "Bomb a city"
    asks_first = True
    rule = "6.1"

    def __init__(self, system: EuropeanTheater) -> None:
        self.system = system

    def refusals(self, state: State, action: Bomb) -> list[Refusal]:
        """A city of the enemy, air units that reach it and have not flown yet."""
        sit, side = self.system.situation(state), str(state.top["side"])
        where = self.system.space_name(action.space)
        if action.space not in sit.facts.hexes or not is_bombable(sit, side, action.space):
            sentence = f"{where} is no production city of the enemy."
            return [refuse("bomb.no_target", sentence, "6.1", spaces=(action.space,))]
        if not action.pieces:
            return [refuse("bomb.nobody", "No air unit is named.", "6.1.1")]
        may = {piece.id for piece in bombers(sit, side, action.space)}
        found = [self._cannot(state, piece, action.space) for piece in action.pieces if piece not in may]
        if len(set(action.pieces)) < len(action.pieces):
            found.append(refuse("bomb.twice", "An air unit is named twice.", "6.1.1"))
        powers = [state.piece(piece).power for piece in action.pieces if piece in may]
        if not sit.work_together(powers):
            found.append(refuse("bomb.soviet", "Soviet units fly with nobody else.", "12.4.3"))
        return found

    def _cannot(self, state: State, piece_id: str, space: str) -> Refusal:
        """Why a unit does not bomb a city: whose it is, whether it can fly, how far it reaches."""
        sit, side = self.system.situation(state), str(state.top["side"])
        piece = state.pieces.get(piece_id)
        if piece is None or piece.kind not in sit.facts.kinds or not sit.unit(piece).is_air:
            return refuse("bomb.cannot", f"{self.system.label(state, piece_id)} is no air unit.", "6.1.1")
        name, where, rule = self.system.name_of(piece), self.system.space_name(space), "6.1.1"
        grid, here, reach = sit.facts.board.grid, sit.ground_of(piece), sit.unit(piece).range
        if sit.side(piece) != side:
            why = f"does not fight for {side_name(side)}"
        elif here not in sit.facts.hexes:
            why = "is not on the map"
        elif not sit.is_ready(piece):
            why = "is Ops Complete"
        elif piece.mark(BOMBED):
            why, rule = "has bombed or intercepted in this turn", "6.1.3"
        elif grid is not None and grid.distance(here, space) > reach:
            why = f"is {grid.distance(here, space)} hexes from {where}; its range is {reach}"
        else:
            why, rule = f"has no zone in {where}, which is closed to it", "5.1.4"
        return refuse("bomb.cannot", f"{name} {why}.", rule, pieces=(piece_id,), spaces=(space,))

    def perform(self, draft: Draft, action: Bomb) -> None:
        """Fly; the defender may intercept."""
        side = draft.top["side"]
        draft.update(side=other(str(side)), passes=0)
        for piece in action.pieces:
            draft.mark(piece, BOMBED, True)
        draft.emit("bombing", pieces=action.pieces, space=action.space)
        draft.push(
            "bomb_run",
            side=side,
            where=action.space,
            bombers=action.pieces,
            committed=(),
            answered=False,
            stage="commit",
        )

    def choices(self, state: State) -> Sequence[Choice]:
        """What is allowed now."""
        return choices_of(self.legal(state), ("space", "space"), ("pieces", "pieces"))

    def legal(self, state: State, piece: str | None = None) -> Iterable[Bomb]:
        """Every city with each air unit that reaches it."""
        sit, side = self.system.situation(state), str(state.top["side"])
        for space in sit.facts.production_cities:
            if is_bombable(sit, side, space):
                for air in bombers(sit, side, space):
                    if piece in (None, air.id):
                        yield Bomb(space, (air.id,))

    def targets(self, state: State, pieces: Sequence[str]) -> Mapping[str, Target]:
        """The cities that all these air units can bomb."""
        found = (Bomb(one.space, tuple(pieces)) for one in self.legal(state, pieces[0]))
        return {one.space: Target(one.space, one) for one in found if not self.refusals(state, one)}

    def drop(self, state: State, pieces: Sequence[str], space: str, via: Sequence[str]) -> Bomb | None:
        """Dropping air units on a city bombs it."""
        return Bomb(space, tuple(pieces))


class BombingPhase(Phase):
    """The sides bomb in turn until both pass in succession."""

    name = "bombing"
    title = "City bombing"
    rule = "6.1"

    def __init__(self, system: EuropeanTheater) -> None:
        self.system = system
        rules: list[Rule[Any]] = [BombRule(system), PassRule(system)]
        self.rules = rules

    def decider(self, state: State) -> str | None:
        """The side whose turn it is, while it can bomb anything."""
        if number(state.top, "passes") >= 2:
            return None
        rule = self.rules[0]
        assert isinstance(rule, BombRule)
        return str(state.top["side"]) if next(iter(rule.legal(state)), None) is not None else None

    def prompt(self, state: State) -> Prompt:
        """Bomb or pass."""
        text = "Drag air units onto an enemy production city to bomb it, or pass. Two passes in a row end it."
        return Prompt("City bombing", text, "6.1")

    def advance(self, draft: Draft) -> None:
        """Who cannot bomb passes; two passes end it."""
        passes = number(draft.top, "passes")
        if passes >= 2:
            draft.pop()
        else:
            draft.update(side=other(str(draft.top["side"])), passes=passes + 1)


class BombRunPhase(Phase):
    """Interception, then the bombs."""

    name = "bomb_run"
    title = "City bombing"
    rule = "6.1"

    def __init__(self, system: EuropeanTheater) -> None:
        self.system = system
        rules: list[Rule[Any]] = [CommitRule(system)]
        self.rules = rules

    def candidates(self, state: State) -> list[str]:
        """Ready air units of range 3 that have the target in their zone and have not flown (6.1.2)."""
        sit, where = self.system.situation(state), str(state.top["where"])
        foe = other(str(state.top["side"]))
        found = sit.ready_air(foe, where, (3,))
        return [p.id for p in found if not p.mark(BOMBED) and sit.is_at_war(p.power)]

    def decider(self, state: State) -> str | None:
        """The defender, while it can intercept."""
        if state.top["stage"] != "commit" or state.top.get("answered") is True:
            return None
        return other(str(state.top["side"])) if self.candidates(state) else None

    def prompt(self, state: State) -> Prompt:
        """Intercept or not."""
        where = self.system.space_name(str(state.top["where"]))
        return Prompt(f"Bombers over {where}", "Choose air units to intercept them, or none.", "6.1.2")

    def advance(self, draft: Draft) -> None:
        """Fight the interceptors, then bomb."""
        top = draft.top
        if top["stage"] == "commit":
            draft.update(stage="bombs")
            interceptors = words(top, "committed")
            for piece in interceptors:
                draft.mark(piece, BOMBED, True)
            if interceptors:
                side, where = str(top["side"]), str(top["where"])
                bombers_ = words(top, "bombers")
                push_skirmish(draft, side, where, bombers_, interceptors, halve=True, strategic=True)
            return
        draft.pop()
        self._bomb(draft, alive(draft.state, words(top, "bombers"), self.system.facts), str(top["where"]))

    def _bomb(self, draft: Draft, survivors: list[str], where: str) -> None:
        if not survivors:
            return
        sit = Situation(self.system.facts, draft.state)
        pieces = [draft.state.piece(piece) for piece in survivors]
        strategic = any(sit.unit(piece).range == STRATEGIC_RANGE for piece in pieces)
        fire = (BOMBING, sum(map(sit.combat, pieces)), 1 if strategic else 0)
        roll = sum(draft.roll(f"bombing {where}", 2))
        hit = losses_of(self.system.facts, fire, roll) > 0
        draft.emit("bombed", space=where, fire=fire, roll=roll, hit=hit, important=hit)
        if hit:
            bombed = draft.state.var("bombed", ())
            assert isinstance(bombed, tuple)
            draft.set("bombed", tuple(dict.fromkeys((*bombed, where))))
