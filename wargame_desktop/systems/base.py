"""What every rule system is made of: its facts in short, its data, and the kernel's contract."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, count
from typing import Any, Protocol

from wargame_desktop.board.model import Board, Space
from wargame_desktop.content.cards import Card, CardSet
from wargame_desktop.content.charts import ChartSet
from wargame_desktop.content.library import Library, ScenarioData
from wargame_desktop.content.maps import GameMap, board_with_boxes
from wargame_desktop.content.problems import ContentError, Problem
from wargame_desktop.content.units import Counter, Marker, UnitSet
from wargame_desktop.core.action import Action
from wargame_desktop.core.dice import Roll
from wargame_desktop.core.engine import System
from wargame_desktop.core.event import Event
from wargame_desktop.core.frozen import FrozenMap, freeze, thaw
from wargame_desktop.core.state import HOLD, Piece, State

from .showing import Calculator, Fight, Throw
from .tables import Area, OverlayKind, Shop, Table


@dataclass(frozen=True, slots=True)
class Meta:
    """A rule system in a list; cheap to import."""

    id: str
    title: str
    summary: str
    rules_version: str
    module: str


@dataclass(frozen=True)
class GameData:
    """The map, units, charts and cards one game is played with."""

    refs: dict[str, Any]
    map: GameMap | None
    board: Board
    units: tuple[UnitSet, ...]
    charts: tuple[ChartSet, ...]
    cards: tuple[CardSet, ...]
    data_hash: str
    library: Library

    @property
    def painted_map(self) -> GameMap | None:
        """The map with its art, which only painting needs."""
        return None if self.map is None else self.library.load_painted_map(_text(self.refs["map"]))

    @staticmethod
    def of_scenario(data: ScenarioData, library: Library) -> GameData:
        """The data a scenario names, with the references a game file needs to find it again."""
        scenario = data.scenario
        boxes = [
            {"id": box.id, "name": box.name, "kind": box.kind, "attrs": thaw(box.attrs)}
            for box in scenario.boxes.values()
        ]
        refs = {
            "map": scenario.map,
            "units": list(scenario.units),
            "charts": list(scenario.charts),
            "cards": list(scenario.cards),
            "boxes": boxes,
        }
        parts = (data.map, data.board, data.units, data.charts, data.cards, data.data_hash)
        return GameData(refs, *parts, library)

    @staticmethod
    def of_refs(library: Library, refs: Mapping[str, Any]) -> GameData:
        """The data a stored game names; what is malformed or missing is a ContentError."""
        try:
            map_ref = _text(refs["map"])
            names = {key: [_text(item) for item in refs[key]] for key in ("units", "charts", "cards")}
            boxes = [_box(item) for item in refs["boxes"]]
        except (KeyError, TypeError, ValueError) as error:
            message = f"the game does not say which data it uses: {error}"
            raise ContentError([Problem("game file", 1, message)]) from None
        game_map = library.load_map(map_ref) if map_ref else None
        return GameData(
            dict(refs),
            game_map,
            board_with_boxes(game_map, boxes),
            tuple(library.load_units(ref) for ref in names["units"]),
            tuple(library.load_charts(ref) for ref in names["charts"]),
            tuple(library.load_cards(ref) for ref in names["cards"]),
            library.data_hash([map_ref, *names["units"], *names["charts"], *names["cards"]]),
            library,
        )


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{value!r} is no name")
    return value


def _box(item: Mapping[str, Any]) -> tuple[str, str, str, FrozenMap[Any]]:
    attrs = freeze(item.get("attrs", {}))
    if not isinstance(attrs, FrozenMap):
        raise ValueError("a box's attributes should be a mapping")
    return _text(item["id"]), _text(item["name"]), _text(item["kind"]), attrs


@dataclass(frozen=True, slots=True)
class Supply:
    """Whether a piece is in supply: by which line of spaces, or what cuts it off."""

    piece: str
    supplied: bool
    line: tuple[str, ...] = ()
    cut: tuple[str, ...] = ()
    sentence: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Chance:
    """One thing that dice decide: its outcomes with their exact chances, in the order to show them."""

    title: str
    outcomes: tuple[tuple[str, Fraction], ...]


@dataclass(frozen=True, slots=True)
class Preview:
    """What an action would lead to: the figures that go into it, each named, and what the dice may bring."""

    lines: tuple[str, ...] = ()
    chances: tuple[Chance, ...] = ()
    rule: str = ""


class Bot(Protocol):
    """A player of the program's own. The same seed makes the same choices."""

    def choose(self, system: Any, state: State) -> Action | None:
        """An allowed action for whoever owes the decision; None when there is none."""


class GameSystem(System):
    """A rule system bound to the data of one game."""

    meta: Meta
    milestones: tuple[str, ...] = ()
    """The kinds of events by which whole games of the program against itself are dated."""

    def __init__(self, data: GameData) -> None:
        self.data = data
        self.id = self.meta.id
        self.rules_version = self.meta.rules_version
        self.board = data.board

    @property
    def refs(self) -> dict[str, Any]:
        """Which data files the game uses, for its file."""
        return self.data.refs

    @property
    def data_hash(self) -> str:
        """A digest of what those files say."""
        return self.data.data_hash

    @abstractmethod
    def opening(self, state: State) -> State:
        """The state to begin with, made from a scenario's pieces, variables and frames."""

    def supply(self, state: State) -> Sequence[Supply] | None:
        """The supply of every piece that needs it, None when the rules know no supply."""
        return None

    def bot(self, seed: str) -> Bot | None:
        """An opponent that knows this game; None leaves it to the random player."""
        return None

    def outcome(self, state: State) -> str:
        """How the game ended, in a few words; empty while it goes on or when nobody wins."""
        return ""

    def preview(self, state: State, action: Action) -> Preview | None:
        """What an allowed action would lead to; None when there is nothing to tell beforehand."""
        return None

    # Fights, for a battle board

    def fight(self, state: State) -> Fight | None:
        """The fight in progress, None when there is none."""
        return None

    def prospects(self, state: State) -> Preview | None:
        """What the rest of the fight in progress may bring; may take a moment."""
        return None

    def throws(self, state: State, events: Sequence[Event], rolls: Sequence[Roll]) -> Sequence[Throw]:
        """The dice of fights among what an action led to; the state is the one after it."""
        return ()

    def fights_left(self, state: State) -> Sequence[str]:
        """The spaces whose fights have been declared and wait to be resolved."""
        return ()

    def quick(self, state: State) -> Action | None:
        """What anybody would do now without thinking; None when there is something to think about."""
        return None

    def calculator(self) -> Calculator | None:
        """Chances for any two forces, for systems that can tell them."""
        return None

    # The map

    @property
    def has_supply(self) -> bool:
        """Whether the rules know supply lines."""
        return type(self).supply is not GameSystem.supply

    @property
    def has_zones(self) -> bool:
        """Whether the rules know zones."""
        return type(self).zones is not GameSystem.zones

    def zones(self, state: State, side: str) -> Sequence[str]:
        """The spaces in the zones of a side's enemies, none when the rules know no zones."""
        return ()

    # What a table shows besides: see systems.tables

    def when(self, state: State) -> str:
        """The turn or date of a position, for people; empty leaves it to the number of the turn."""
        return ""

    def shop(self, state: State) -> Shop | None:
        """What the decider can buy or has to place now, None when the phase is about something else."""
        return None

    def tables(self, state: State) -> Sequence[Table]:
        """Charts as the game stands: economy, production, victory, calendar."""
        return ()

    @property
    def overlays(self) -> Sequence[OverlayKind]:
        """The overlays this game offers besides zones and supply."""
        return ()

    def overlay(self, state: State, overlay: str, piece: str | None = None) -> Sequence[Area]:
        """One of those overlays; `piece` is the piece that is chosen."""
        return ()

    def holders(self, state: State) -> Mapping[str, str]:
        """The power that holds each space, for colouring the map."""
        return state.control

    def front(self, state: State) -> Mapping[str, str]:
        """The side of each held space, where the sides stand against each other; neutrals have none."""
        sides = self.sides(state)
        held = {space: state.side_of(power) for space, power in self.holders(state).items()}
        return {space: side for space, side in held.items() if side in sides}

    def colour_of(self, power: str) -> str:
        """The colour key of a power."""
        for units in self.data.units:
            if power in units.powers:
                return units.powers[power].colour
        return "neutral"

    def has_space(self, space: str) -> bool:
        """Whether the board has the space."""
        return space in self.board

    def sides(self, state: State) -> tuple[str, ...]:
        """The sides of the powers, each once, in the order of the powers."""
        return tuple(dict.fromkeys(state.powers.values()))

    # Names

    def what_is(self, kind: str) -> Counter | Marker | Card | None:
        """The counter, marker or card a piece's kind names."""
        for units in self.data.units:
            found = units.counters.get(kind) or units.markers.get(kind)
            if found is not None:
                return found
        for cards in self.data.cards:
            if kind in cards.cards:
                return cards.cards[kind]
        return None

    def fresh_piece(self, state: State, kind: str, space: str, power: str = "") -> Piece:
        """One more piece of a kind, under the first of its ids that no piece in the game has."""
        what = self.what_is(kind)
        if isinstance(what, Counter) and not power:
            power = what.power
        single = what is None or isinstance(what, Marker) or what.count == 1
        numbered = (f"{kind}.{number}" for number in count(1))
        names = chain((kind,) if single else (), numbered)
        return Piece(next(name for name in names if name not in state.pieces), kind, power, space)

    def name_of(self, piece: Piece) -> str:
        """A piece's name for people."""
        what = self.what_is(piece.kind)
        if what is None:
            return "a hidden piece" if piece.kind == "unknown" else piece.id
        if isinstance(what, Card):
            return f"card “{what.title}”"
        if isinstance(what, Marker):
            return what.name
        unit_type = self._type_name(what)
        name = f"{self.power_name(what.power)} {what.name}".strip()
        return name if unit_type.lower() in name.lower() else f"{name} {unit_type}".strip()

    def _type_name(self, counter: Counter) -> str:
        for units in self.data.units:
            if counter.id in units.counters:
                found = units.types.get(counter.type)
                return "" if found is None else found.name
        return ""

    def power_name(self, power: str) -> str:
        """A power's name for people."""
        for units in self.data.units:
            if power in units.powers:
                return units.powers[power].name
        return power

    def word_name(self, word: str) -> str:
        """What people say for a word of the notation that names no piece, place or side; empty if that."""
        return ""

    def side_name(self, side: str) -> str:
        """A side's name for people."""
        for units in self.data.units:
            if side in units.sides:
                return units.sides[side]
        return self.power_name(side)

    def space(self, space: str) -> Space | None:
        """A space of the board, None when there is none of that id."""
        return self.board.space(space) if space in self.board else None

    def space_name(self, space: str) -> str:
        """A space's name for people, with its number where it has both."""
        if space.startswith(HOLD):
            return f"aboard {space.removeprefix(HOLD)}"
        found = self.space(space)
        if found is None or not found.name or found.name == space:
            return space
        return f"{found.name} ({space})" if space[:1].isdigit() or space[1:].isdigit() else found.name
