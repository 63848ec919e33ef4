"""Small positions of the European theatre made in code: units on the map, whose phase it is, actions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from wargame_desktop.content.library import Library
from wargame_desktop.core import engine, invariants
from wargame_desktop.core.dice import TypedDice
from wargame_desktop.core.event import Event
from wargame_desktop.core.frozen import FrozenMap, freeze
from wargame_desktop.core.refusal import Refusal
from wargame_desktop.core.sequence import Target
from wargame_desktop.core.state import Frame, Piece, PieceTable, State, frame
from wargame_desktop.systems.base import GameData
from wargame_desktop.systems.european_theater.situation import Situation
from wargame_desktop.systems.european_theater.supply import Lines
from wargame_desktop.systems.european_theater.system import EuropeanTheater

REFS = {
    "map": "european_theater",
    "units": ["european_theater"],
    "charts": ["european_theater"],
    "cards": [],
    "boxes": [],
}


@cache
def rules() -> EuropeanTheater:
    """The rule system with the shipped data."""
    return EuropeanTheater(GameData.of_refs(Library(), REFS))


class Table:
    """A position and what happens to it."""

    def __init__(self, state: State) -> None:
        self.system = rules()
        self.state = state
        self.events: tuple[Event, ...] = ()

    # Doing

    def start(self, *dice: int) -> Table:
        """Let the phases run to the first decision."""
        return self._take(engine.begin(self.system, self.state, TypedDice(dice)))

    def do(self, *lines: str, dice: Iterable[int] = ()) -> Table:
        """Do actions written in the notation, with typed dice for all of them together."""
        source = TypedDice(dice)
        for line in lines:
            action = self.system.notation.parse(line)
            self._take(engine.apply(self.system, self.state, action, source))
        assert source.left == (), f"dice {source.left} were not used"
        return self

    def _take(self, outcome: engine.Outcome) -> Table:
        invariants.check(self.system, outcome.state)
        for event in outcome.events:
            assert self.system.describe(event, outcome.state)
        self.state, self.events = outcome.state, outcome.events
        return self

    # Asking

    def refusals(self, line: str) -> list[Refusal]:
        """Why an action is refused."""
        return engine.refusals_for(self.system, self.state, self.system.notation.parse(line))

    def allows(self, line: str) -> bool:
        """Whether an action is allowed."""
        return not self.refusals(line)

    def refuses(self, line: str, code: str, rule: str = "") -> Refusal:
        """Check that an action is refused for this reason, with its rule; returns the refusal."""
        found = self.refusals(line)
        assert code in [refusal.code for refusal in found], found
        (refusal, *_) = [one for one in found if one.code == code]
        assert not rule or refusal.rule == rule, refusal
        assert refusal.sentence.endswith("."), refusal
        return refusal

    @property
    def phase(self) -> str:
        """The phase in charge."""
        return self.state.top.name if self.state.stack else ""

    @property
    def decider(self) -> str:
        """Who has to decide."""
        decision = engine.decision(self.system, self.state)
        return "" if decision is None else decision.owner

    @property
    def sit(self) -> Situation:
        """The rules' reading of the position."""
        return self.system.situation(self.state)

    @property
    def lines(self) -> Lines:
        """Its supply lines."""
        return self.system.lines(self.state)

    def where(self, piece: str) -> str:
        """The space of a piece."""
        return self.state.piece(piece).space

    def face(self, piece: str) -> str:
        """The side of a piece that lies up."""
        return self.state.piece(piece).face

    def mark(self, piece: str, name: str) -> Any:
        """A mark of a piece."""
        return self.state.piece(piece).mark(name)

    def var(self, name: str) -> Any:
        """A variable of the rules."""
        value = self.state.var(name)
        return dict(value) if isinstance(value, FrozenMap) else value

    def told(self, kind: str) -> list[Event]:
        """What the last action told of a kind."""
        return [event for event in self.events if event.kind == kind]

    def targets(self, *pieces: str) -> set[str]:
        """Where pieces may be dropped."""
        return set(engine.targets(self.system, self.state, pieces))

    def target(self, space: str, *pieces: str) -> Target:
        """What dropping pieces on a space would do."""
        return engine.targets(self.system, self.state, pieces)[space]


def put(
    units: Mapping[str, str],
    *phase: Frame,
    turn: int = 8,
    powers: Mapping[str, str] | None = None,
    control: Mapping[str, str] | None = None,
    options: Mapping[str, bool] | None = None,
    marks: Mapping[str, Mapping[str, object]] | None = None,
    **values: object,
) -> Table:
    """A position: hex or box -> unit ids, `-` before an id for its reduced side, `fleet>unit` for cargo.

    The last frame decides. All other counters are in their pools or out of play.
    """
    system = rules()
    (unit_set,) = system.data.units
    sides = {power.id: power.side for power in unit_set.powers.values()} | dict(powers or {})
    pieces: list[Piece] = []
    for space, names in units.items():
        for height, name in enumerate(names.split()):
            face, name = ("back", name[1:]) if name.startswith("-") else ("front", name)
            holder, _, carried = name.rpartition(">")
            kind = carried if carried in unit_set.counters else carried.rpartition(".")[0]
            own = freeze((marks or {}).get(carried, {}))
            assert isinstance(own, FrozenMap)
            pieces.append(
                Piece(
                    carried,
                    kind,
                    unit_set.counters[kind].power,
                    f"in:{holder}" if holder else space,
                    face=face,
                    order=height,
                    marks=own,
                )
            )
    vars_ = freeze({"turn": turn, **values})
    assert isinstance(vars_, FrozenMap)
    bare = State(
        "european_theater",
        options=FrozenMap(dict(options or {})),
        powers=FrozenMap(sides),
        pieces=PieceTable(pieces),
        control=FrozenMap(dict(control or {})),
        vars=vars_,
    )
    state = replace(system.opening(bare), stack=phase)
    return Table(state).start()


def movement(units: Mapping[str, str], side: str, armored: bool = False, **more: Any) -> Table:
    """A position in a side's movement phase."""
    return put(units, frame("movement", side=side, armored=armored), **more)


def combat(units: Mapping[str, str], side: str, armored: bool = False, **more: Any) -> Table:
    """A position in a side's combat phase."""
    return put(units, frame("combat", side=side, armored=armored), **more)


def produce(units: Mapping[str, str], power: str, points: int = 10, **more: Any) -> Table:
    """A position in which a power spends production points."""
    upgrades = more.pop("upgrades_only", False)
    return put(units, frame("produce", power=power, points=points, upgrades_only=upgrades), **more)


def whole_turn(units: Mapping[str, str], **more: Any) -> Table:
    """A position at the start of a full turn."""
    return put(units, frame("turn", at=0, first=False), **more)
