"""The European theatre as a rule system: its phases, its boxes, and how the parts ask each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from wargame_desktop.content.maps import board_with_boxes
from wargame_desktop.content.units import Counter
from wargame_desktop.core.action import Action, Notation
from wargame_desktop.core.dice import Roll
from wargame_desktop.core.draft import Draft
from wargame_desktop.core.event import Event
from wargame_desktop.core.frozen import EMPTY, FrozenMap
from wargame_desktop.core.refusal import Refusal, refuse
from wargame_desktop.core.sequence import Phase
from wargame_desktop.core.state import Piece, State
from wargame_desktop.systems.base import Bot, GameData, GameSystem, Preview, Supply
from wargame_desktop.systems.editing import EDIT_ACTIONS, edit_rules
from wargame_desktop.systems.showing import Fight, Throw
from wargame_desktop.systems.tables import Area, OverlayKind, Shop, Table

from . import (
    assign,
    battle,
    convoys,
    fight_board,
    fight_dice,
    fights,
    havens,
    ledgers,
    naval,
    options_events,
    overlays,
    production,
    retreat,
    sequence,
    setup,
    shop,
    skirmish,
    steps,
    strategic,
    supply,
    transit,
)
from .bot import TheaterBot
from .calculator import ChartCalculator
from .describe import describe
from .facts import Facts
from .fights import number
from .meta import META
from .model import ACTIONS, DEAD, NEUTRAL, SIDES, other, pool_of, track_of
from .movement import MarchPhase
from .preview import preview
from .routes import StepTables
from .situation import PEACE, Situation
from .wording import CARGO, unit_name

_KEPT = 6


class EuropeanTheater(GameSystem):
    """2WW: European Theater."""

    meta = META
    notation = Notation((*ACTIONS, *EDIT_ACTIONS))
    milestones = ("conquered", "liberated", "soviet_entry", "us_enters")

    def __init__(self, data: GameData) -> None:
        super().__init__(data)
        self.board = board_with_boxes(data.map, _boxes(data))
        self.facts = Facts(replace(data, board=self.board))
        self.step_tables = StepTables(self.facts)
        self.sea_costs = naval.sea_costs(self.facts)
        self.phases = self._phases()
        self.edits = edit_rules(self)
        self._situations: dict[int, tuple[State, Situation, supply.Lines]] = {}

    def _phases(self) -> Mapping[str, Phase]:
        found: list[Phase] = [
            sequence.GamePhase(self), sequence.TurnPhase(), sequence.TurnStartPhase(self),
            sequence.PlayerTurnPhase(), sequence.ArmoredActionPhase(), sequence.MovementPhase(self),
            sequence.CombatPhase(self), sequence.EndOfTurnPhase(self), supply.SupplyPhase(self.facts),
            strategic.IraqPhase(self), strategic.BombingPhase(self), strategic.BombRunPhase(self),
            convoys.LendLeasePhase(self), convoys.ConvoyPhase(self), assign.AssignPhase(self),
            production.ProductionPhase(self), production.ProducePhase(self), MarchPhase(self),
            transit.VoyagePhase(self), transit.TransitPhase(self), steps.DisplacePhase(self),
            skirmish.SkirmishPhase(self), havens.FleetRetreatPhase(self), fights.ClashPhase(self),
            fights.LossesPhase(self), battle.BattlePhase(self), battle.RaidPhase(self),
            retreat.RetreatPhase(self), retreat.AdvancePhase(self), retreat.StackingPhase(self),
            setup.SetupPhase(self), options_events.JapanPhase(self),
        ]  # fmt: skip
        return {phase.name: phase for phase in found}

    # Reading a state

    def situation(self, state: State) -> Situation:
        """The rules' reading of a state, kept for the states asked about last."""
        return self._read(state)[1]

    def lines(self, state: State) -> supply.Lines:
        """The supply lines of a state."""
        return self._read(state)[2]

    def _read(self, state: State) -> tuple[State, Situation, supply.Lines]:
        known = self._situations.get(id(state))
        if known is None or known[0] is not state:
            sit = Situation(self.facts, state)
            known = (state, sit, supply.Lines(sit))
            if len(self._situations) >= _KEPT:
                self._situations.pop(next(iter(self._situations)))
            self._situations[id(state)] = known
        return known

    # Starting

    def opening(self, state: State) -> State:
        """The scenario's set-up, with every counter it does not name in its pool, on the track, or out."""
        return setup.opening(self, state)

    def last_turn(self, state: State) -> int:
        """Spring 1945, or the turn a scenario names."""
        named = state.vars.get("last_turn")
        return named if isinstance(named, int) else self.facts.last_turn

    # What phases and actions ask of each other

    def label(self, state: State, piece: str) -> str:
        """The name of a piece for people; what was typed, if there is no such piece."""
        return self.name_of(state.piece(piece)) if piece in state.pieces else piece

    def labels(self, state: State, pieces: Iterable[str]) -> str:
        """The names of pieces in one row."""
        return ", ".join(self.label(state, piece) for piece in pieces)

    def name_of(self, piece: Piece) -> str:
        """A unit as people say it: German 1st armor, Italian fleet, British naval air unit."""
        counter = self.what_is(piece.kind)
        if not isinstance(counter, Counter):
            return super().name_of(piece)
        power = self.facts.powers[counter.power]
        whose = str(power.attrs.get("adjective", power.name))
        return unit_name(whose, counter.name, self.data.units[0].types[counter.type].name)

    def word_name(self, word: str) -> str:
        """What convoys carry, and how much the program sets up."""
        said = CARGO.get(word) or setup.SCOPE_NAMES.get(word, "")
        return said[:1].upper() + said[1:]

    def committable(self, state: State) -> list[str]:
        """The units that may be sent into the fight in charge."""
        phase: Any = self.phases[state.top.name]
        found: list[str] = phase.candidates(state)
        return found

    def pass_refusals(self, state: State) -> list[Refusal]:
        """What has to be done before the phase in charge may end."""
        if state.top.name == "setup":
            return setup.pass_refusals(self, state)
        if state.top.name == "movement":
            return options_events.garrison_refusals(self, state)
        if state.top.name != "combat":
            return []
        sit, side = self.situation(state), str(state.top["side"])
        waiting = [piece.id for piece in sequence.must_attack(sit, side)]
        if not waiting:
            return []
        sentence = f"{self.labels(state, waiting)} landed among the enemy and must attack."
        return [refuse("combat.must_attack", sentence, "5.2.3", pieces=tuple(waiting))]

    def passed(self, draft: Draft) -> None:
        """The decider passes."""
        name = draft.top.name
        if name == "bombing":
            passes = number(draft.top, "passes")
            draft.update(side=other(str(draft.top["side"])), passes=passes + 1)
        elif name in ("movement", "combat", "end_of_turn"):
            draft.update(done=True)
        elif name == "setup":
            setup.passed(draft)
        else:
            draft.pop()

    # The kernel's questions

    def describe(self, event: Event, state: State) -> str:
        """An event as a sentence."""
        return describe(self, event, state)

    def sides(self, state: State) -> tuple[str, ...]:
        """Axis and Allies; neutrals look at nothing."""
        return SIDES

    def supply(self, state: State) -> Sequence[Supply]:
        """The supply of every unit that needs it."""
        sit, lines = self.situation(state), self.lines(state)
        return [
            lines.report(piece)
            for piece in sit.on_map
            if sit.side(piece) in SIDES and not sit.unit(piece).is_fort
        ]

    def bot(self, seed: str) -> Bot:
        """The opponent that knows this war."""
        return TheaterBot(seed)

    def outcome(self, state: State) -> str:
        """The verdict, once it is given."""
        found = state.var("verdict")
        return f"{found['winner']} {found['level']}" if isinstance(found, FrozenMap) else ""

    def preview(self, state: State, action: Action) -> Preview | None:
        """What an attack would bring."""
        return preview(self, state, action)

    # Fights, for a battle board

    def fight(self, state: State) -> Fight | None:
        """The attack, raid or transit attack in progress."""
        return fight_board.fight_of(self, state)

    def prospects(self, state: State) -> Preview | None:
        """The exchange that comes next in it."""
        return fight_board.prospects(self, state)

    def throws(self, state: State, events: Sequence[Event], rolls: Sequence[Roll]) -> Sequence[Throw]:
        """The dice of fights."""
        return fight_dice.throws(self, events, rolls)

    def quick(self, state: State) -> Action | None:
        """Losses where they hurt least."""
        return fight_board.quick(self, state)

    def calculator(self) -> ChartCalculator:
        """Any factors on the combat chart."""
        return ChartCalculator(self)

    # The map

    def zones(self, state: State, side: str) -> Sequence[str]:
        """Enemy land zones."""
        return self.situation(state).land_zone(other(side)).spaces if side in SIDES else ()

    def when(self, state: State) -> str:
        """Season and year."""
        return ledgers.date(self.situation(state), self.situation(state).turn)

    def shop(self, state: State) -> Shop | None:
        """Units to build, to upgrade, to set up."""
        return shop.shop(self, state)

    def tables(self, state: State) -> Sequence[Table]:
        """Production, lend-lease, calendar, victory."""
        return ledgers.tables(self, state)

    @property
    def overlays(self) -> Sequence[OverlayKind]:
        """Zones, production cities, reach."""
        return overlays.KINDS

    def overlay(self, state: State, overlay: str, piece: str | None = None) -> Sequence[Area]:
        """One of those."""
        return overlays.overlay(self, state, overlay, piece)

    def holders(self, state: State) -> Mapping[str, str]:
        """Who holds each hex: the last to take its city, else who holds its country."""
        sit = self.situation(state)
        found = {}
        for space in self.facts.ground:
            owner = self.facts.power_of(space)
            if space in state.control:
                found[space] = state.control[space]
            elif owner:
                found[space] = self._holder_power(sit, space, owner)
        return found

    def front(self, state: State) -> Mapping[str, str]:
        """As everywhere, but Italy and the Soviet Union face nobody while they are neutral."""
        asleep = {power for power, name in PEACE.items() if state.var(name)}
        held = self.holders(state)
        return {space: side for space, side in super().front(state).items() if held[space] not in asleep}

    def _holder_power(self, sit: Situation, space: str, owner: str) -> str:
        holder = sit.holder_at(space)
        if holder == NEUTRAL or sit.state.side_of(owner) == holder:
            return owner
        return "ge" if holder == "axis" else "gb"

    def sequence(self, state: State) -> Sequence[tuple[str, str]]:
        """The checklist of the turn; the first turn of a game begins with the player turns (4)."""
        first = any(step.name == "turn" and step.get("first") is True for step in state.stack)
        missing = {step.name for step in sequence.turn_steps(first=False)}
        missing -= {step.name for step in sequence.turn_steps(first)}
        return tuple((name, title) for name, title in sequence.TITLES.items() if name not in missing)


def _boxes(data: GameData) -> list[tuple[str, str, str, FrozenMap[Any]]]:
    """Force pools, the turn record track, and the box of units out of play."""
    (units,) = data.units
    calendar = data.charts[0].tables["calendar"]
    owners = dict.fromkeys(counter.power for counter in units.counters.values())
    found = [(pool_of(p), f"{units.powers[p].name}: force pool", "pool", EMPTY) for p in owners]
    for row in calendar.rows:
        season, year = calendar.value(row, "season"), calendar.value(row, "year")
        found.append((track_of(int(row)), f"{str(season).capitalize()} {year}", "track", EMPTY))
    found.append((DEAD, "Out of play", "pool", EMPTY))
    known = {box["id"] for box in data.refs["boxes"]}
    return [box for box in found if box[0] not in known] + [
        (box["id"], box["name"], box["kind"], EMPTY) for box in data.refs["boxes"]
    ]


SYSTEM = EuropeanTheater
