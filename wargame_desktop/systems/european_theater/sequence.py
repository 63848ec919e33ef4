"""The sequence of play (4.2): turns, player turns, Armored Action, and what happens in between."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from wargame_desktop.core.draft import Draft
from wargame_desktop.core.refusal import Refusal, refuse
from wargame_desktop.core.sequence import Choice, Phase, Prompt, Rule
from wargame_desktop.core.state import Frame, Piece, State, frame

from .combat import AttackRule, EngageRule, StrikeRule
from .commit import PassRule
from .countries import conquered
from .model import (
    ALLIES,
    AXIS,
    BOMBED,
    DEAD,
    DROPPED,
    FOUGHT,
    LANDED,
    MUD,
    OPS,
    SAILED,
    SHORT,
    SIDES,
    SPENT,
    STOPPED,
    Dismantle,
    pool_of,
    track_of,
)
from .movement import AirdropRule, MoveRule, RailRule
from .naval import EmbarkRule, LandRule, SailRule
from .options_events import take_by_arrival, turn_starts
from .politics import conquer_and_liberate, enter_by_date
from .production import FREE_FRENCH
from .situation import Situation, side_name
from .steps import displace, displace_stray_air, eliminate, is_welcome
from .victory import judge

if TYPE_CHECKING:
    from .system import EuropeanTheater

TITLES = {
    "iraq": "Iraq",
    "bombing": "City bombing",
    "lend_lease": "Lend-lease",
    "convoy": "Convoy attack",
    "production": "Production",
    "player_turn": "Player turn",
    "armored_action": "Armored Action",
    "supply": "Supply",
    "end_of_turn": "End of turn",
}


def turn_steps(first: bool) -> list[Frame]:
    """The steps of a turn; the first of a game has no strategic warfare and no production (4)."""
    early = [
        frame("turn_start"),
        frame("iraq"),
        frame("bombing", side=AXIS, passes=0),
        frame("lend_lease"),
        frame("convoy"),
        frame("assign", side=AXIS),
        frame("assign", side=ALLIES),
        frame("production"),
    ]
    late = [
        frame("player_turn", side=AXIS),
        frame("player_turn", side=ALLIES),
        frame("armored_action", side=AXIS),
        frame("armored_action", side=ALLIES),
        frame("supply"),
        frame("end_of_turn", side=AXIS),
    ]
    return late if first else [*early, *late]


class GamePhase(Phase):
    """Turn after turn until Spring 1945 is over (13)."""

    name = "game"
    title = "European Theater"
    rule = "4"

    def __init__(self, system: EuropeanTheater) -> None:
        self.system = system

    def advance(self, draft: Draft) -> None:
        """Begin the next turn, or judge the game."""
        played = draft.top.get("played") is True
        sit = Situation(self.system.facts, draft.state)
        if played and sit.turn >= self.system.last_turn(draft.state):
            draft.pop()
            judge(draft, self.system.facts)
            return
        if played:
            draft.set("turn", sit.turn + 1)
        draft.update(played=True)
        season, year = self.system.facts.date(Situation(self.system.facts, draft.state).turn)
        draft.emit("turn", season=season, year=year, important=True)
        draft.push("turn", at=0, first=not played)


class TurnPhase(Phase):
    """The steps of one turn."""

    name = "turn"
    title = "Turn"
    rule = "4.2"

    def advance(self, draft: Draft) -> None:
        """Push the next step."""
        at = draft.top["at"]
        assert isinstance(at, int)
        steps = turn_steps(draft.top["first"] is True)
        if at >= len(steps):
            draft.pop()
            return
        draft.update(at=at + 1)
        draft.push_frame(steps[at])


class TurnStartPhase(Phase):
    """Dates that change the war, and units that come into the pools (7, 12)."""

    name = "turn_start"
    title = "Start of turn"
    rule = "4.2.B.1"

    def __init__(self, system: EuropeanTheater) -> None:
        self.system = system

    def advance(self, draft: Draft) -> None:
        """All at once."""
        draft.pop()
        clear_marks(draft, (BOMBED,), SIDES)
        enter_by_date(draft, self.system.facts)
        turn_starts(draft, self.system.facts)
        turn = Situation(self.system.facts, draft.state).turn
        for piece in draft.state.at(track_of(turn)):
            if piece.kind == FREE_FRENCH and not draft.state.var("vichy"):
                if turn < self.system.facts.last_turn:  # while France stands nobody has to free it (12.2.1)
                    draft.move((piece.id,), track_of(turn + 1))
                continue
            if piece.power in conquered(draft.state):  # not to be built before it is free (5.3.2)
                draft.move((piece.id,), DEAD)
                continue
            draft.move((piece.id,), pool_of(piece.power))
            draft.emit("arrived", pieces=(piece.id,))
        displace_stray_air(draft, self.system.facts)  # the zones of a power that has entered the war


def clear_marks(draft: Draft, names: Iterable[str], sides: Iterable[str]) -> None:
    """Take marks off all units of these sides."""
    wanted = tuple(sides)
    for piece in list(draft.state.pieces.values()):
        if piece.marks and draft.state.side_of(piece.power) in wanted:
            for name in names:
                if piece.mark(name) is not None:
                    draft.mark(piece.id, name, None)


class PlayerTurnPhase(Phase):
    """Markers off, then movement, then combat (4.2.C)."""

    name = "player_turn"
    title = "Player turn"
    rule = "4.2.C"

    def advance(self, draft: Draft) -> None:
        """Movement, combat, end."""
        side, stage = str(draft.top["side"]), int(str(draft.top.get("stage", 0)))
        draft.update(stage=stage + 1)
        if stage == 0:
            clear_marks(draft, (OPS,), (side,))
            draft.emit("player_turn", side=side, important=True)
            draft.push("movement", side=side, armored=False)
        elif stage == 1:
            draft.push("combat", side=side, armored=False)
        else:
            draft.pop()


class ArmoredActionPhase(Phase):
    """Armor moves again, then everybody may fight again (10)."""

    name = "armored_action"
    title = "Armored Action"
    rule = "10"

    def advance(self, draft: Draft) -> None:
        """Movement, combat, end."""
        side, stage = str(draft.top["side"]), int(str(draft.top.get("stage", 0)))
        draft.update(stage=stage + 1)
        if stage == 0:
            draft.emit("armored_action", side=side)
            draft.push("movement", side=side, armored=True)
        elif stage == 1:
            draft.push("combat", side=side, armored=True)
        else:
            draft.pop()


class MovementPhase(Phase):
    """A side moves what it likes."""

    name = "movement"
    title = "Movement"
    rule = "8"

    def __init__(self, system: EuropeanTheater) -> None:
        self.system = system
        self._move = MoveRule(system)
        rules: list[Rule[Any]] = [
            self._move,
            RailRule(system),
            AirdropRule(system),
            SailRule(system),
            EmbarkRule(system),
            LandRule(system),
            PassRule(system, "End movement"),
        ]
        self.rules = rules

    def decider(self, state: State) -> str | None:
        """The side in motion; in Armored Action only when it has armor to move."""
        side = str(state.top["side"])
        if state.top.get("done") is True:
            return None
        if state.top.get("armored") is True and not self._armor(state):
            return None
        return side

    def _armor(self, state: State) -> list[str]:
        facts = self.system.facts
        return [p.id for p in self._move.own_units(state) if facts.unit(p).arm == "armor"]

    def prompt(self, state: State) -> Prompt:
        """Move, then pass."""
        who = side_name(str(state.top["side"]))
        if state.top.get("armored") is True:
            return Prompt(
                f"Armored Action of {who}", "Move armor again; an enemy zone costs one point more.", "10.1"
            )
        text = "Drag land units, air units and fleets in any order; end movement when you are done."
        return Prompt(f"Movement of {who}", text, "8")

    def unfinished(self, state: State) -> Sequence[str]:
        """Units that have not moved."""
        units = self._move.own_units(state)
        facts = self.system.facts
        if state.top.get("armored") is True:
            units = [unit for unit in units if facts.unit(unit).arm == "armor"]
        return [unit.id for unit in units if not unit.mark(SPENT)]

    def advance(self, draft: Draft) -> None:
        """The phase ends: fleets left among enemies make way, marks go, stacks are checked.

        In Armored Action stacks are checked only when its combat is over (5.2.2).
        """
        side, armored = str(draft.top["side"]), draft.top.get("armored") is True
        if draft.top.get("done") is not True:
            draft.update(done=True)
        draft.pop()
        clear_marks(draft, (SPENT, SHORT, MUD, STOPPED, SAILED, LANDED), (side,))
        if not armored:
            draft.push("stacking", side=SIDES[0])
        if side == AXIS:
            take_by_arrival(draft, self.system.facts)
        sit = Situation(self.system.facts, draft.state)
        fleets = [p for p in sit.on_map if sit.owner(p) == side and sit.unit(p).is_fleet]
        stranded = [fleet.id for fleet in fleets if _is_stranded(sit, fleet)]
        displace(draft, self.system.facts, stranded)


def _is_stranded(sit: Situation, fleet: Piece) -> bool:
    """Whether a fleet ended its move where it may not stay: a Soviet one beside others, or among enemies."""
    side, space = sit.owner(fleet), fleet.space
    if fleet.power == "su" and not is_welcome(sit, fleet, space):
        return True  # a fight has stopped it there (12.4.3)
    landing = any(piece.mark(DROPPED) for piece in sit.land_at(space, side))
    return bool(sit.enemies_in(space, side)) and not landing


class CombatPhase(Phase):
    """A side attacks hex by hex, as often as it can."""

    name = "combat"
    title = "Combat"
    rule = "9"

    def __init__(self, system: EuropeanTheater) -> None:
        self.system = system
        rules: list[Rule[Any]] = [
            AttackRule(system),
            StrikeRule(system),
            EngageRule(system),
            PassRule(system, "End combat"),
        ]
        self.rules = rules

    def decider(self, state: State) -> str | None:
        """The attacker, while there is anything to attack."""
        if state.top.get("done") is True:
            return None
        able = any(next(iter(rule.legal(state)), None) is not None for rule in self.rules[:3])
        return str(state.top["side"]) if able else None

    def prompt(self, state: State) -> Prompt:
        """Attack, then pass."""
        who = side_name(str(state.top["side"]))
        text = "Select units and drag them onto the enemy, one attack at a time; then end combat."
        return Prompt(f"Combat of {who}", text, "9")

    def unfinished(self, state: State) -> Sequence[str]:
        """Units that landed and must attack."""
        return [piece.id for piece in must_attack(self.system.situation(state), str(state.top["side"]))]

    def advance(self, draft: Draft) -> None:
        """The phase ends."""
        side = str(draft.top["side"])
        draft.pop()
        sit = Situation(self.system.facts, draft.state)
        lost = [piece.id for piece in must_attack(sit, side)]
        if lost:  # nothing could attack them, nor they anything
            eliminate(draft, self.system.facts, lost)
        clear_marks(draft, (FOUGHT, DROPPED), SIDES)
        draft.push("stacking", side=SIDES[0])


def must_attack(sit: Situation, side: str) -> list[Any]:
    """Units that landed on enemies or in a hostile port and have not fought for it (5.2.3)."""
    return [p for p in sit.on_map if sit.side(p) == side and p.mark(DROPPED) and not p.mark(FOUGHT)]


class DismantleRule(Rule[Dismantle]):
    """Remove unnamed forts, to build them elsewhere."""

    action = Dismantle
    title = "Remove forts"
    rule = "4.2.G"

    def __init__(self, system: EuropeanTheater) -> None:
        self.system = system

    def forts(self, state: State) -> list[str]:
        """The side's unnamed forts on the map."""
        sit, side = self.system.situation(state), str(state.top["side"])
        units = [(p, sit.unit(p)) for p in sit.on_map if sit.side(p) == side]
        return [p.id for p, unit in units if unit.is_fort and not unit.named_fort]

    def refusals(self, state: State, action: Dismantle) -> list[Refusal]:
        """Only those."""
        may = self.forts(state)
        if not action.pieces:
            return [refuse("dismantle.nobody", "No fort is named.", "4.2.G")]
        return [
            refuse("dismantle.cannot", self._no_fort(state, piece), "4.2.G", pieces=(piece,))
            for piece in action.pieces
            if piece not in may
        ]

    def _no_fort(self, state: State, piece: str) -> str:
        name = self.system.name_of(state.piece(piece)) if piece in state.pieces else piece
        return f"{name} is no unnamed fort of yours on the map."

    def perform(self, draft: Draft, action: Dismantle) -> None:
        """Back to the pool."""
        eliminate(draft, self.system.facts, action.pieces)

    def choices(self, state: State) -> Sequence[Choice]:
        """Those."""
        return (Choice("pieces", "pieces", tuple(self.forts(state))),)

    def legal(self, state: State, piece: str | None = None) -> Iterable[Dismantle]:
        """Each fort."""
        return (Dismantle((fort,)) for fort in self.forts(state) if piece in (None, fort))


class EndOfTurnPhase(Phase):
    """Forts may go; countries are conquered and liberated (4.2.G, 5.3)."""

    name = "end_of_turn"
    title = "End of turn"
    rule = "4.2.G"

    def __init__(self, system: EuropeanTheater) -> None:
        self.system = system
        self._rule = DismantleRule(system)
        rules: list[Rule[Any]] = [self._rule, PassRule(system, "End the turn")]
        self.rules = rules

    def decider(self, state: State) -> str | None:
        """A side with unnamed forts."""
        if state.top.get("done") is True:
            return None
        return str(state.top["side"]) if self._rule.forts(state) else None

    def prompt(self, state: State) -> Prompt:
        """Which forts."""
        return Prompt("End of turn", "Unnamed forts may be removed to be built elsewhere later.", "4.2.G")

    def advance(self, draft: Draft) -> None:
        """The other side, then the fate of countries."""
        side = str(draft.top["side"])
        draft.pop()
        if side == AXIS:
            draft.push("end_of_turn", side=ALLIES)
        else:
            conquer_and_liberate(draft, self.system.facts)
