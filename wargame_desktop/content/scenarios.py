"""Scenarios: a set-up is data and may start anywhere: any pieces in any spaces, any turn, side and phase."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any, Protocol

from wargame_desktop.content.cards import CardSet
from wargame_desktop.content.documents import Header, read_document
from wargame_desktop.content.placement import Placer
from wargame_desktop.content.problems import quoted
from wargame_desktop.content.schema import (
    At,
    Bad,
    Built,
    Fields,
    Id,
    ListOf,
    Located,
    MapOf,
    Plain,
    PlainMap,
    Raw,
    Reading,
    Record,
    Ref,
    Schema,
    Short,
    Text,
    Words,
    keys_of,
)
from wargame_desktop.content.units import UnitSet
from wargame_desktop.content.yaml_source import Mapping, Node
from wargame_desktop.core.frozen import EMPTY, FrozenMap
from wargame_desktop.core.frozen import Plain as PlainValue
from wargame_desktop.core.state import Frame, Piece


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's place at the table and the powers it plays."""

    id: str
    name: str
    powers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Option:
    """An optional rule: its default, its choices (empty: any of the default's type), and what it does."""

    id: str
    default: PlainValue
    choices: tuple[PlainValue, ...]
    title: str
    rule: str


@dataclass(frozen=True, slots=True)
class Start:
    """Where play begins: turn, side and power to move, and the phases in progress, outermost first."""

    turn: PlainValue
    side: str
    power: str
    stack: tuple[Frame, ...]


@dataclass(frozen=True, slots=True)
class Box:
    """A box that a scenario adds to the map: a pool, a deck, a track."""

    id: str
    name: str
    kind: str
    attrs: FrozenMap[PlainValue]


@dataclass(frozen=True, slots=True)
class Scenario:
    """A set-up, with every id in it known to exist."""

    header: Header
    system: str
    summary: str
    teaches: str
    length: str
    map: str
    units: tuple[str, ...]
    cards: tuple[str, ...]
    charts: tuple[str, ...]
    sides: FrozenMap[str]
    powers: FrozenMap[str]
    seats: tuple[Seat, ...]
    options: FrozenMap[Option]
    start: Start
    vars: FrozenMap[PlainValue]
    boxes: FrozenMap[Box]
    control: FrozenMap[str]
    pieces: tuple[Piece, ...]

    @property
    def id(self) -> str:
        """The scenario's id."""
        return self.header.id


class Resolver(Protocol):
    """Gives a scenario what it refers to; None when that is missing or has problems (which it notes)."""

    def spaces(self, ref: str, node: Node, reading: Reading) -> Collection[str] | None:
        """The ids of the spaces of a map."""
        ...

    def units(self, ref: str, node: Node, reading: Reading) -> UnitSet | None:
        """A set of units."""
        ...

    def cards(self, ref: str, node: Node, reading: Reading) -> CardSet | None:
        """A set of cards."""
        ...

    def charts(self, ref: str, node: Node, reading: Reading) -> object | None:
        """A set of charts."""
        ...

    def has(self, ref: str, kind: str) -> bool:
        """True when a file of this kind exists under this reference."""
        ...


def load_scenario(root: Mapping, reading: Reading, resolver: Resolver) -> Scenario:
    """Read a scenario and everything it refers to; a partial result when problems were noted."""
    return _Loader(root, reading, resolver).load()


class _Loader:
    def __init__(self, root: Mapping, reading: Reading, resolver: Resolver) -> None:
        self.root = root
        self.reading = reading
        self.resolver = resolver
        self.system = root.text("system") or ""

    def load(self) -> Scenario:
        unit_refs = self._refs("units")
        card_refs = self._refs("cards")
        chart_refs = self._refs("charts")
        map_refs = self._refs("map")
        spaces = [self.resolver.spaces(ref, node, self.reading) for ref, node in map_refs[:1]]
        unit_sets = [self.resolver.units(ref, node, self.reading) for ref, node in unit_refs]
        card_sets = [self.resolver.cards(ref, node, self.reading) for ref, node in card_refs]
        for ref, node in chart_refs:
            self.resolver.charts(ref, node, self.reading)
        good_units = [one for one in unit_sets if one is not None]
        good_cards = [one for one in card_sets if one is not None]
        self._declare(spaces, good_units, len(good_units) == len(unit_sets))
        header, fields = read_document(self.root, "scenario", _required(), _optional(), self.reading)
        sides = FrozenMap(fields["sides"] or _merged(one.sides for one in good_units))
        powers = FrozenMap(self._powers(fields, good_units))
        complete = len(good_units) == len(unit_sets) and len(good_cards) == len(card_sets)
        placer = Placer(self.reading, good_units, good_cards, complete)
        return Scenario(
            header=header,
            system=fields["system"],
            summary=fields["summary"],
            teaches=fields["teaches"],
            length=fields["length"],
            map=map_refs[0][0] if map_refs else "",
            units=tuple(ref for ref, _ in unit_refs),
            cards=tuple(ref for ref, _ in card_refs),
            charts=tuple(ref for ref, _ in chart_refs),
            sides=sides,
            powers=powers,
            seats=self._seats(fields, sides, powers),
            options=FrozenMap({key: replace(one, id=key) for key, one in fields["options"].items()}),
            start=fields["start"],
            vars=fields["vars"],
            boxes=FrozenMap(
                {key: Box(key, b["name"], b["kind"], b["attrs"]) for key, b in fields["boxes"].items()}
            ),
            control=self._control(fields),
            pieces=placer.place(fields["pieces"]),
        )

    def _refs(self, key: str) -> list[tuple[str, Node]]:
        """What the scenario names under a key; by default the system's own file, if there is one."""
        node = self.root.get(key)
        if node is None:
            kind = key
            return [(self.system, self.root)] if self.resolver.has(self.system, kind) else []
        quiet = Reading()  # bad ids are noted when the document is read
        read = Words(At(Id())).read(node, quiet)
        return [] if isinstance(read, Bad) else [(one.value, one.node) for one in read]

    def _declare(self, spaces: list[Collection[str] | None], units: list[UnitSet], all_units: bool) -> None:
        boxes = keys_of(self.root.get("boxes"))
        if None not in spaces:
            known = {space for group in spaces if group is not None for space in group}
            self.reading.declare("space", known | set(boxes))
        if not all_units:
            return
        given = self.root.get("powers")
        sides = self.root.get("sides")
        all_powers = [power for one in units for power in one.powers]
        if all_powers:
            self.reading.declare("power of the units", all_powers)
        self.reading.declare("power", keys_of(given) or all_powers)
        self.reading.declare("side", keys_of(sides) or [side for one in units for side in one.sides])

    def _powers(self, fields: Fields, units: list[UnitSet]) -> dict[str, str]:
        if fields["powers"]:
            return dict(fields["powers"])
        return {power.id: power.side for one in units for power in one.powers.values()}

    def _seats(self, fields: Fields, sides: FrozenMap[str], powers: FrozenMap[str]) -> tuple[Seat, ...]:
        """The seats given, or one for each side; no power sits in two."""
        if not fields["seats"]:
            by_side = {side: tuple(p for p, own in powers.items() if own == side) for side in sides}
            return tuple(Seat(side, sides[side], members) for side, members in by_side.items() if members)
        taken: dict[str, str] = {}
        for seat, item in fields["seats"].items():
            for power in item["powers"]:
                if power in taken:
                    message = f"the power {quoted(power)} already belongs to the seat {quoted(taken[power])}"
                    self.reading.note(item.at("powers"), message)
                taken.setdefault(power, seat)
        return tuple(Seat(key, item["name"], item["powers"]) for key, item in fields["seats"].items())

    def _control(self, fields: Fields) -> FrozenMap[str]:
        holder: dict[str, tuple[str, Node]] = {}
        for power, spaces in fields["control"].items():
            for one in spaces:
                self._hold(holder, power, one)
        return FrozenMap({space: power for space, (power, _) in holder.items()})

    def _hold(self, holder: dict[str, tuple[str, Node]], power: str, one: Located[str]) -> None:
        if one.value in holder:
            other, node = holder[one.value]
            message = (
                f"the space {quoted(one.value)} is already controlled by {quoted(other)} in line {node.line}"
            )
            self.reading.note(one.node, message)
        else:
            holder[one.value] = (power, one.node)


def _merged(maps: Any) -> dict[str, str]:
    return {key: value for one in maps for key, value in one.items()}


def _required() -> dict[str, tuple[Schema[Any], Any]]:
    return {"system": (Id(), ""), "summary": (Text(), "")}


def _optional() -> dict[str, tuple[Schema[Any], Any]]:
    seat = Record({"name": Text(80)}, {"powers": (Words(Ref("power")), ())})
    box = Record({"name": Text(80)}, {"kind": (Id(), "box"), "attrs": (PlainMap(), EMPTY)})
    refs = (Words(Id()), ())
    return {
        "teaches": (Text(), ""),
        "length": (Text(200), ""),
        "map": (Id(), ""),
        "units": refs,
        "cards": refs,
        "charts": refs,
        "sides": (MapOf(Text(80)), {}),
        "powers": (MapOf(Ref("side"), Ref("power of the units")), {}),
        "seats": (MapOf(seat), {}),
        "options": (MapOf(_OptionSchema()), {}),
        "start": (_start_schema(), Start(None, "", "", ())),
        "vars": (PlainMap(), EMPTY),
        "boxes": (MapOf(box), {}),
        "control": (MapOf(Words(At(Ref("space"))), Ref("power")), {}),
        "pieces": (MapOf(At(Raw()), _PlaceKey()), {}),
    }


class _PlaceKey:
    """A space of the map, or `in:PIECE`: inside a piece that carries others."""

    def read(self, node: Node, reading: Reading) -> str | Bad:
        text = Text(100).read(node, reading)
        if isinstance(text, Bad) or text.startswith("in:"):
            return text
        return Ref("space").read(node, reading)


class _OptionSchema:
    """An optional rule: only its default, or a record that explains it."""

    def read(self, node: Node, reading: Reading) -> Option | Bad:
        if not isinstance(node, Mapping):
            value = Plain().read(node, reading)
            return value if isinstance(value, Bad) else Option("", value, (), "", "")
        record = Record(
            {"default": Plain()},
            {"choices": (ListOf(Plain()), ()), "title": (Text(200), ""), "rule": (Text(80), "")},
        )
        item = record.read(node, reading)
        if isinstance(item, Bad):
            return item
        if item["choices"] and item["default"] not in item["choices"]:
            return reading.refuse(item.at("default"), "the default is not among the choices")
        return Option("", item["default"], item["choices"], item["title"], item["rule"])


def _start_schema() -> Schema[Start]:
    frame = Built(
        Short("phase", Record({"phase": Id()}, {"params": (PlainMap(), EMPTY)})),
        lambda item, reading: Frame(item["phase"], item["params"]),
    )
    record = Record(
        {},
        {
            "turn": (Plain(), None),
            "side": (Ref("side"), ""),
            "power": (Ref("power"), ""),
            "stack": (ListOf(frame), ()),
        },
    )
    return Built(
        record, lambda item, reading: Start(item["turn"], item["side"], item["power"], item["stack"])
    )
