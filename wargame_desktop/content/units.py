"""Powers, unit types, counters and markers: what may lie on a map."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from wargame_desktop.content.documents import Header, read_document
from wargame_desktop.content.problems import near, quoted
from wargame_desktop.content.provenance import Provenance, provenance_of, source_fields
from wargame_desktop.content.schema import (
    BAD,
    Bad,
    Bool,
    Fields,
    Id,
    Int,
    ListOf,
    MapOf,
    Plain,
    PlainMap,
    Reading,
    Record,
    Ref,
    Schema,
    Text,
    keys_of,
    plain,
)
from wargame_desktop.content.yaml_source import Mapping, Node, Scalar, Sequence
from wargame_desktop.core.frozen import EMPTY, FrozenMap
from wargame_desktop.core.frozen import Plain as PlainValue

Values = FrozenMap[PlainValue]


@dataclass(frozen=True, slots=True)
class Power:
    """A nation or faction; `side` is where a game starts it unless the scenario says otherwise."""

    id: str
    name: str
    side: str
    colour: str
    attrs: Values
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class UnitType:
    """What units of one type share; `reduced` holds the values of the weaker side, if there is one."""

    id: str
    name: str
    symbol: str
    cls: str
    size: str
    values: Values
    reduced: Values | None
    attrs: Values
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class Counter:
    """A kind of piece of one power. `count` pieces exist of it: one, many, or as many as needed (None)."""

    id: str
    power: str
    type: str
    name: str
    symbol: str
    size: str
    values: Values
    reduced: Values | None
    arrival: PlainValue
    group: str
    count: int | None
    attrs: Values
    provenance: Provenance

    def piece_ids(self) -> tuple[str, ...]:
        """The ids of its pieces: its own, or id.1 to id.n; none when as many exist as needed."""
        if self.count == 1:
            return (self.id,)
        return tuple(f"{self.id}.{number}" for number in range(1, (self.count or 0) + 1))


@dataclass(frozen=True, slots=True)
class Marker:
    """A marker that belongs to nobody; as many exist as needed unless `count` says how many."""

    id: str
    name: str
    symbol: str
    text: str
    count: int | None
    attrs: Values
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class UnitGroup:
    """Counters that share a source and defaults, such as the at-start army of a power."""

    id: str
    title: str
    provenance: Provenance
    defaults: Fields


@dataclass(frozen=True, slots=True)
class UnitSet:
    """Everything one units file defines, by id."""

    header: Header
    figures: tuple[str, ...]
    sides: FrozenMap[str]
    powers: FrozenMap[Power]
    types: FrozenMap[UnitType]
    counters: FrozenMap[Counter]
    markers: FrozenMap[Marker]

    def counter_of_piece(self, piece_id: str) -> Counter | None:
        """The counter a piece is one of: the id itself, or the id without its number."""
        own = self.counters.get(piece_id)
        if own is not None and own.count == 1:
            return own
        base, _, number = piece_id.rpartition(".")
        many = self.counters.get(base)
        if many is None or many.count == 1 or not number.isdecimal() or number.startswith("0"):
            return None
        return many if many.count is None or int(number) <= many.count else None


class Count:
    """How many pieces a counter stands for: a whole number, or `unlimited` (None)."""

    def read(self, node: Node, reading: Reading) -> int | Bad | None:
        """The number, or None for as many as needed."""
        if isinstance(node, Scalar) and node.text == "unlimited":
            return None
        return Int(1, 999).read(node, reading)


class Figures:
    """Unit values: a mapping by name, or a list in the order of the file's `figures`."""

    def read(self, node: Node, reading: Reading) -> Values | Bad:
        """The values by name."""
        names = reading.known("figure")
        if isinstance(node, Sequence):
            return self._from_list(node, list(names or ()), reading)
        if isinstance(node, Mapping):
            for key, (key_node, _) in node.entries.items():
                if names and key not in names:
                    reading.note(key_node, f"unknown figure {quoted(key)}{near(key, names)}")
        return PlainMap().read(node, reading)

    def _from_list(self, node: Sequence, names: list[str], reading: Reading) -> Values | Bad:
        if len(node.items) != len(names):
            listed = ", ".join(names) if names else "none"
            return reading.refuse(node, f"{len(node.items)} values for {len(names)} figures ({listed})")
        pairs = zip(names, node.items, strict=True)
        return FrozenMap({name: plain(item) for name, item in pairs if plain(item) is not None})


def load_units(root: Mapping, reading: Reading) -> UnitSet:
    """Read a units file; a partial result when problems were noted."""
    declare_units(root, reading)
    power: dict[str, Schema[Any]] = {"name": Text(80), "side": Id(), "colour": Id()}
    optional: dict[str, tuple[Schema[Any], Any]] = {
        "figures": (ListOf(Id()), ()),
        "sides": (MapOf(Text(80)), {}),
        "powers": (MapOf(Record(power, {"attrs": (PlainMap(), EMPTY), **source_fields()})), {}),
        "types": (MapOf(_type_record()), {}),
        "groups": (MapOf(_group_record()), {}),
        "counters": (MapOf(_counter_record()), {}),
        "markers": (MapOf(_marker_record()), {}),
    }
    header, fields = read_document(root, "units", {}, optional, reading)
    return _Assembly(header, fields, reading).unit_set()


def declare_units(root: Mapping, reading: Reading) -> None:
    """Declare the ids of powers, types, groups and figures, so that records may refer to them."""
    reading.declare("power", keys_of(root.get("powers")))
    reading.declare("unit type", keys_of(root.get("types")))
    reading.declare("group", keys_of(root.get("groups")))
    figures = root.get("figures")
    items = figures.items if isinstance(figures, Sequence) else []
    reading.declare("figure", [item.text for item in items if isinstance(item, Scalar)])


def _type_record() -> Record:
    return Record(
        {"name": Text(80), "symbol": Id()},
        {
            "class": (Id(), "land"),
            "size": (Text(12), ""),
            "values": (Figures(), EMPTY),
            "reduced": (Figures(), None),
            "attrs": (PlainMap(), EMPTY),
            **source_fields(),
        },
    )


def _counter_fields() -> dict[str, tuple[Schema[Any], Any]]:
    return {
        "power": (Ref("power"), None),
        "type": (Ref("unit type"), None),
        "symbol": (Id(), ""),
        "size": (Text(12), ""),
        "values": (Figures(), EMPTY),
        "reduced": (Figures(), None),
        "one_sided": (Bool(), None),
        "arrival": (Plain(), None),
        "attrs": (PlainMap(), EMPTY),
        **source_fields(),
    }


def _counter_record() -> Record:
    own: dict[str, tuple[Schema[Any], Any]] = {
        "name": (Text(80), ""),
        "count": (Count(), 1),
        "group": (Ref("group"), ""),
    }
    return Record({}, {**_counter_fields(), **own})


def _group_record() -> Record:
    return Record({}, {"title": (Text(200), ""), **_counter_fields()})


def _marker_record() -> Record:
    return Record(
        {"name": Text(80)},
        {
            "symbol": (Id(), "marker"),
            "text": (Text(12), ""),
            "count": (Count(), None),
            "attrs": (PlainMap(), EMPTY),
            **source_fields(),
        },
    )


class _Assembly:
    """Turns the records of a units file into objects: counters take what they lack from group and type."""

    def __init__(self, header: Header, fields: Fields, reading: Reading) -> None:
        self.header = header
        self.fields = fields
        self.reading = reading
        self.powers = {key: self._power(key, item) for key, item in fields["powers"].items()}
        self.types = {key: self._type(key, item) for key, item in fields["types"].items()}
        self.groups = {key: self._group(key, item) for key, item in fields["groups"].items()}

    def unit_set(self) -> UnitSet:
        """All objects; a counter with a problem is left out."""
        counters: dict[str, Counter] = {}
        for key, item in self.fields["counters"].items():
            counter = self._counter(key, item)
            if not isinstance(counter, Bad):
                counters[key] = counter
        self._check_pieces(counters)
        markers = {key: self._marker(key, item) for key, item in self.fields["markers"].items()}
        for key in markers:
            if key in counters:
                node = self.fields["markers"][key].node
                self.reading.note(node, f"the marker {quoted(key)} has the id of a counter")
        sides = dict(self.fields["sides"])
        for power in self.powers.values():
            if sides and self.fields.has("sides") and power.side not in sides:
                node = self.fields["powers"][power.id].at("side")
                self.reading.note(node, f"unknown side {quoted(power.side)}{near(power.side, sides)}")
        if not self.fields.has("sides"):
            sides = {power.side: power.side.replace("_", " ").title() for power in self.powers.values()}
        return UnitSet(
            self.header,
            tuple(self.fields["figures"]),
            FrozenMap(sides),
            FrozenMap(self.powers),
            FrozenMap(self.types),
            FrozenMap(counters),
            FrozenMap(markers),
        )

    def _from(self, fields: Fields, outer: Provenance | None = None) -> Provenance:
        return provenance_of(fields, self.reading, outer or self.header.provenance)

    def _power(self, key: str, item: Fields) -> Power:
        return Power(key, item["name"], item["side"], item["colour"], item["attrs"], self._from(item))

    def _type(self, key: str, item: Fields) -> UnitType:
        reduced = None if item["reduced"] is None else item["values"].update(item["reduced"])
        return UnitType(
            key, item["name"], item["symbol"], item["class"], item["size"], item["values"], reduced,
            item["attrs"], self._from(item),
        )  # fmt: skip

    def _group(self, key: str, item: Fields) -> UnitGroup:
        return UnitGroup(key, item["title"] or key, self._from(item), item)

    def _marker(self, key: str, item: Fields) -> Marker:
        text = item["text"]
        return Marker(key, item["name"], item["symbol"], text, item["count"], item["attrs"], self._from(item))

    def _counter(self, key: str, item: Fields) -> Counter | Bad:
        group = self.groups.get(item["group"])
        if item["group"] and group is None:
            return BAD  # the group has a problem of its own
        layers = [item] + ([group.defaults] if group else [])
        power = self._first(layers, "power") or self._power_in_id(key)
        type_id = self._first(layers, "type") or self._type_in_id(key)
        if power is None:
            return self.reading.refuse(
                item.node, f"the counter {quoted(key)} names no power, and its id starts with none"
            )
        unit_type = self.types.get(type_id or "")
        if unit_type is None:
            if type_id is None:
                self.reading.note(item.node, f"the counter {quoted(key)} names no type")
            return BAD
        values = unit_type.values
        for layer in reversed(layers):
            values = values.update(layer["values"])
        attrs = unit_type.attrs
        for layer in reversed(layers):
            attrs = attrs.update(layer["attrs"])
        return Counter(
            key, power, unit_type.id, item["name"],
            self._first(layers, "symbol") or unit_type.symbol, self._first(layers, "size") or unit_type.size,
            values, self._reduced(layers, unit_type, values), self._first(layers, "arrival"),
            item["group"], item["count"], attrs,
            self._from(item, group.provenance if group else unit_type.provenance),
        )  # fmt: skip

    def _reduced(self, layers: list[Fields], unit_type: UnitType, values: Values) -> Values | None:
        """The weaker side: the type's over the counter's full values, then what group and counter say."""
        if self._first(layers, "one_sided"):
            return None
        given = [layer["reduced"] for layer in reversed(layers) if layer["reduced"] is not None]
        if unit_type.reduced is None and not given:
            return None
        changed = {k: v for k, v in (unit_type.reduced or EMPTY).items() if unit_type.values.get(k) != v}
        reduced = values.update(changed)
        for layer in given:
            reduced = reduced.update(layer)
        return reduced

    def _first(self, layers: list[Fields], key: str) -> Any:
        return next((layer[key] for layer in layers if layer[key] not in (None, "")), None)

    def _power_in_id(self, key: str) -> str | None:
        head = key.partition(".")[0]
        return head if head in (self.reading.known("power") or ()) else None

    def _type_in_id(self, key: str) -> str | None:
        tail = key.partition(".")[2]
        return tail if tail in (self.reading.known("unit type") or ()) else None

    def _check_pieces(self, counters: dict[str, Counter]) -> None:
        """`inf` with count 3 makes inf.1 to inf.3; a counter inf.2 beside it would be the same piece."""
        for key, counter in counters.items():
            base, _, number = key.rpartition(".")
            other = counters.get(base)
            if other is None or other.count == 1 or not number.isdecimal():
                continue
            node = self.fields["counters"][counter.id].node
            line = self.fields["counters"][base].node.line
            self.reading.note(
                node, f"{quoted(key)} is also a piece of the counter {quoted(base)} in line {line}"
            )
