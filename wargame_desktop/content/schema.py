"""Small schemas that turn located YAML nodes into typed values and note every mistake with its line.

A schema's `read(node, reading)` returns a value, or BAD after noting why. A list or mapping drops what
is bad and goes on, so that one reading finds all mistakes. References to other records are checked on
the spot against the ids that the reading knows (`Reading.declare`), also for records that have a mistake
elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, Protocol, TypeVar

from wargame_desktop.content.problems import Problems, near, quoted
from wargame_desktop.content.yaml_source import Mapping, Node, Scalar, Sequence
from wargame_desktop.core.frozen import FrozenMap
from wargame_desktop.core.frozen import Plain as PlainValue

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

ID_PATTERN = re.compile(r"[a-z0-9_][a-z0-9_.\-]*")
_INT = re.compile(r"[+-]?(0|[1-9][0-9]{0,11})")
_NUMBER = re.compile(r"[+-]?[0-9]{1,12}(\.[0-9]{1,9})?")
_FRACTION = re.compile(r"[+-]?[0-9]{1,9}/[1-9][0-9]{0,8}")


class Bad:
    """The result of a value that was refused; its problem is already noted."""

    def __repr__(self) -> str:
        return "BAD"


BAD = Bad()


class Reading:
    """What one reading needs beside the nodes: where problems go, and which ids may be referred to."""

    def __init__(self, problems: Problems | None = None) -> None:
        self.problems = problems if problems is not None else Problems()
        self._known: dict[str, Collection[str]] = {}

    def note(self, node: Node, message: str) -> None:
        """Note a problem at a node."""
        self.problems.add(node.file, node.line, message)

    def refuse(self, node: Node, message: str) -> Bad:
        """Note a problem at a node and return BAD."""
        self.note(node, message)
        return BAD

    def declare(self, scope: str, ids: Collection[str]) -> None:
        """Say which ids of a scope exist; a scope that is never declared is not checked."""
        self._known[scope] = ids

    def known(self, scope: str) -> Collection[str] | None:
        """The ids of a scope, or None when nobody declared it."""
        return self._known.get(scope)


class Schema(Protocol[T_co]):
    """Reads one node."""

    def read(self, node: Node, reading: Reading) -> T_co | Bad:
        """The value of the node, or BAD after noting what is wrong."""
        ...


def _scalar(node: Node, reading: Reading, wanted: str) -> Scalar | Bad:
    if not isinstance(node, Scalar):
        return reading.refuse(node, f"expected {wanted}, found {node.what}")
    if not node.text and not node.quoted:
        return reading.refuse(node, f"expected {wanted}, found nothing")
    return node


def _shown(node: Scalar) -> str:
    return quoted(node.text)


class Text:
    """Any text; `empty` allows an empty one. Folded over lines it is still one text."""

    def __init__(self, longest: int = 4000, empty: bool = False) -> None:
        self.longest = longest
        self.empty = empty

    def read(self, node: Node, reading: Reading) -> str | Bad:
        """The text as written, without blanks around it."""
        found = _scalar(node, reading, "text")
        if isinstance(found, Bad):
            return BAD
        text = found.text.strip()
        if not text and not self.empty:
            return reading.refuse(node, "expected text, found an empty one")
        if len(text) > self.longest:
            return reading.refuse(node, f"text of {len(text)} characters; at most {self.longest} are allowed")
        return text


class Id:
    """An id: lower-case letters, digits, '_', '.', '-' by default; digits keep their leading zeros."""

    def __init__(self, pattern: str | None = None, wanted: str = "an id (a-z, 0-9, '_', '.', '-')") -> None:
        self.pattern = re.compile(pattern) if pattern is not None else ID_PATTERN
        self.wanted = wanted

    def read(self, node: Node, reading: Reading) -> str | Bad:
        """The id."""
        found = _scalar(node, reading, self.wanted)
        if isinstance(found, Bad):
            return BAD
        if len(found.text) > 80 or not self.pattern.fullmatch(found.text):
            return reading.refuse(node, f"expected {self.wanted}, found {_shown(found)}")
        return found.text


class Ref:
    """The id of a record declared elsewhere; an unknown one is refused with a near match."""

    def __init__(self, scope: str, extra: Collection[str] = ()) -> None:
        self.scope = scope
        self.extra = extra

    def read(self, node: Node, reading: Reading) -> str | Bad:
        """The id, known to exist."""
        found = _scalar(node, reading, f"the id of a {self.scope}")
        if isinstance(found, Bad):
            return BAD
        return found.text if check_ref(node, found.text, self.scope, reading, self.extra) else BAD


def check_ref(node: Node, text: str, scope: str, reading: Reading, extra: Collection[str] = ()) -> bool:
    """Note an unknown id of a scope at a node; True when the id is known or the scope is not checked."""
    known = reading.known(scope)
    if known is None or text in known or text in extra:
        return True
    reading.note(node, f"unknown {scope} {quoted(text)}{near(text, [*known, *extra])}")
    return False


class Int:
    """A whole number within bounds, without leading zeros."""

    def __init__(self, least: int | None = None, most: int | None = None) -> None:
        self.least = least
        self.most = most

    def read(self, node: Node, reading: Reading) -> int | Bad:
        """The number."""
        found = _scalar(node, reading, "a whole number")
        if isinstance(found, Bad):
            return BAD
        if found.quoted or not _INT.fullmatch(found.text):
            return reading.refuse(node, f"expected a whole number, found {_shown(found)}")
        return _bounded(node, int(found.text), self.least, self.most, reading)


class Number:
    """A number that need not be whole (2, 2.5 or 1/2), kept exactly as a Fraction."""

    def __init__(self, least: int | None = None, most: int | None = None) -> None:
        self.least = least
        self.most = most

    def read(self, node: Node, reading: Reading) -> Fraction | Bad:
        """The number."""
        found = _scalar(node, reading, "a number")
        if isinstance(found, Bad):
            return BAD
        if found.quoted or not (_NUMBER.fullmatch(found.text) or _FRACTION.fullmatch(found.text)):
            return reading.refuse(node, f"expected a number such as 2, 2.5 or 1/2, found {_shown(found)}")
        return _bounded(node, Fraction(found.text), self.least, self.most, reading)


N = TypeVar("N", int, Fraction)


def _bounded(node: Node, value: N, least: int | None, most: int | None, reading: Reading) -> N | Bad:
    if least is not None and value < least:
        return reading.refuse(node, f"{value} is too small; at least {least}")
    if most is not None and value > most:
        return reading.refuse(node, f"{value} is too large; at most {most}")
    return value


class Bool:
    """true or false, not yes, no, on, off or quoted."""

    def read(self, node: Node, reading: Reading) -> bool | Bad:
        """The flag."""
        found = _scalar(node, reading, "true or false")
        if isinstance(found, Bad):
            return BAD
        if found.quoted or found.text not in ("true", "false"):
            return reading.refuse(node, f"expected true or false, found {_shown(found)}")
        return found.text == "true"


class Choice:
    """One of some words."""

    def __init__(self, *words: str) -> None:
        self.words = words

    def read(self, node: Node, reading: Reading) -> str | Bad:
        """The word."""
        wanted = "one of " + ", ".join(self.words)
        found = _scalar(node, reading, wanted)
        if isinstance(found, Bad):
            return BAD
        if found.text not in self.words:
            return reading.refuse(
                node, f"expected {wanted}, found {_shown(found)}{near(found.text, self.words)}"
            )
        return found.text


class Words(Generic[T]):
    """Many short values: a list, or one text with blanks between, each read by the same schema."""

    def __init__(self, each: Schema[T], least: int = 0) -> None:
        self.each = each
        self.least = least

    def read(self, node: Node, reading: Reading) -> tuple[T, ...] | Bad:
        """The values in order."""
        return _many(self.each, list(word_nodes(node)), self.least, node, reading)


def word_nodes(node: Node) -> Iterator[Node]:
    """The words of a text or the items of a list, as nodes; words keep the line of their text."""
    if isinstance(node, Sequence):
        yield from node.items
    elif isinstance(node, Scalar):
        for word in node.text.split():
            yield Scalar(node.file, node.line, node.column, word)
    else:
        yield node


class ListOf(Generic[T]):
    """A list whose items are all read by one schema."""

    def __init__(self, each: Schema[T], least: int = 0, most: int | None = None) -> None:
        self.each = each
        self.least = least
        self.most = most

    def read(self, node: Node, reading: Reading) -> tuple[T, ...] | Bad:
        """The items that are good; too few or too many make the list bad."""
        if not isinstance(node, Sequence):
            return reading.refuse(node, f"expected a list, found {_found(node)}")
        if self.most is not None and len(node.items) > self.most:
            return reading.refuse(node, f"{len(node.items)} items; at most {self.most} are allowed")
        return _many(self.each, node.items, self.least, node, reading)


def _many(
    each: Schema[T], nodes: list[Node], least: int, whole: Node, reading: Reading
) -> tuple[T, ...] | Bad:
    if len(nodes) < least:
        return reading.refuse(whole, f"{len(nodes)} items; at least {least} needed")
    values = []
    for item in nodes:
        value = each.read(item, reading)
        if not isinstance(value, Bad):
            values.append(value)
    return tuple(values)


def _found(node: Node) -> str:
    if isinstance(node, Scalar):
        return _shown(node) if node.text else "nothing"
    return node.what


@dataclass(frozen=True, slots=True)
class Located(Generic[T]):
    """A value with its node, for checks that come after the reading."""

    value: T
    node: Node


class At(Generic[T]):
    """A value that remembers where it stood."""

    def __init__(self, inner: Schema[T]) -> None:
        self.inner = inner

    def read(self, node: Node, reading: Reading) -> Located[T] | Bad:
        """The value and its node."""
        value = self.inner.read(node, reading)
        return BAD if isinstance(value, Bad) else Located(value, node)


class Raw:
    """Any node, untouched, for parts that are read in a second step."""

    def read(self, node: Node, reading: Reading) -> Node | Bad:
        """The node itself."""
        return node


class MapOf(Generic[T]):
    """A mapping from ids (or other keys) to values of one schema."""

    def __init__(self, value: Schema[T], key: Schema[str] | None = None) -> None:
        self.value = value
        self.key = key if key is not None else Id()

    def read(self, node: Node, reading: Reading) -> dict[str, T] | Bad:
        """The good entries, in the order of the file."""
        if not isinstance(node, Mapping):
            return reading.refuse(node, f"expected a mapping of ids to values, found {_found(node)}")
        values: dict[str, T] = {}
        for key_node, value_node in node.entries.values():
            key = self.key.read(key_node, reading)
            value = self.value.read(value_node, reading)
            if not isinstance(key, Bad) and not isinstance(value, Bad):
                values[key] = value
        return values


class Fields:
    """The values of a record by key, with their nodes; `bad` lists the keys whose value was refused."""

    __slots__ = ("_values", "bad", "node")

    def __init__(self, node: Mapping, values: dict[str, Any], bad: frozenset[str] = frozenset()) -> None:
        self.node = node
        self.bad = bad
        self._values = values

    def __getitem__(self, key: str) -> Any:
        return self._values[key]

    def at(self, key: str) -> Node:
        """Where a key's value stands; the record itself when the key is not in the file."""
        return self.node.get(key) or self.node

    def has(self, key: str) -> bool:
        """True when the file gives this key."""
        return key in self.node.entries


class Record:
    """A mapping with known keys; missing keys, unknown keys and bad values are all noted.

    With `fallback` (values for required keys) a record with mistakes goes on with fallbacks and defaults
    instead of being BAD, so that checks across its parts still run; the reading fails all the same.
    """

    def __init__(
        self,
        required: dict[str, Schema[Any]],
        optional: dict[str, tuple[Schema[Any], Any]],
        fallback: dict[str, Any] | None = None,
    ) -> None:
        self.required = required
        self.optional = optional
        self.fallback = fallback

    def read(self, node: Node, reading: Reading) -> Fields | Bad:
        """The fields, with defaults for optional ones, or BAD when any is wrong and there is no fallback."""
        if not isinstance(node, Mapping):
            return reading.refuse(node, f"expected a mapping with {self._shown_keys()}, found {_found(node)}")
        values: dict[str, Any] = {key: default for key, (_, default) in self.optional.items()}
        bad = {key for key in self.required if key not in node.entries}
        for key in self.required:
            if key in bad:
                reading.note(node, f"the key {quoted(key)} is missing")
        for key, (key_node, value_node) in node.entries.items():
            schema = self.required.get(key) or self.optional.get(key, (None, None))[0]
            if schema is None:
                keys = [*self.required, *self.optional]
                reading.note(key_node, f"unknown key {quoted(key)}{near(key, keys)}")
                bad.add(key)
                continue
            value = schema.read(value_node, reading)
            if isinstance(value, Bad):
                bad.add(key)
            else:
                values[key] = value
        if not bad:
            return Fields(node, values)
        return BAD if self.fallback is None else Fields(node, {**self.fallback, **values}, frozenset(bad))

    def _shown_keys(self) -> str:
        return ", ".join([*self.required, *self.optional][:6])


class Short:
    """A record that may be written short: anything but a mapping stands for the value of one key."""

    def __init__(self, key: str, record: Record) -> None:
        self.key = key
        self.record = record

    def read(self, node: Node, reading: Reading) -> Fields | Bad:
        """The fields of either form."""
        if not isinstance(node, Mapping):
            key = Scalar(node.file, node.line, node.column, self.key)
            node = Mapping(node.file, node.line, node.column, {self.key: (key, node)})
        return self.record.read(node, reading)


class Built(Generic[T]):
    """A record turned into an object by a function, which may itself note problems and return BAD."""

    def __init__(self, record: Schema[Fields], build: Callable[[Fields, Reading], T | Bad]) -> None:
        self.record = record
        self.build = build

    def read(self, node: Node, reading: Reading) -> T | Bad:
        """The object."""
        fields = self.record.read(node, reading)
        return BAD if isinstance(fields, Bad) else self.build(fields, reading)


class Plain:
    """Free data for the rules: true, false, null, whole numbers without leading zeros, else text."""

    def read(self, node: Node, reading: Reading) -> PlainValue | Bad:
        """The value as immutable plain data."""
        return plain(node)


class PlainMap:
    """Free data under names."""

    def read(self, node: Node, reading: Reading) -> FrozenMap[PlainValue] | Bad:
        """The values by name."""
        if not isinstance(node, Mapping):
            return reading.refuse(node, f"expected a mapping of names to values, found {_found(node)}")
        return FrozenMap({key: plain(value) for key, (_, value) in node.entries.items()})


def plain(node: Node) -> PlainValue:
    """A node as immutable plain data, by the strict core typing of `Plain`."""
    if isinstance(node, Sequence):
        return tuple(plain(item) for item in node.items)
    if isinstance(node, Mapping):
        return FrozenMap({key: plain(value) for key, (_, value) in node.entries.items()})
    if node.quoted:
        return node.text
    if node.text in ("", "null", "~"):
        return None
    if node.text in ("true", "false"):
        return node.text == "true"
    return int(node.text) if _INT.fullmatch(node.text) and node.text[0] != "+" else node.text


def keys_of(node: Node | None) -> list[str]:
    """The ids that a mapping declares, good records and bad ones alike; none when it is no mapping."""
    return node.keys() if isinstance(node, Mapping) else []
