"""Immutable mappings of plain data, with a content digest that is cheap to keep up to date.

A dict copy keeps insertion order, so iteration is the same in every process; hash-trie maps
from libraries iterate in hash order, which the string hash seed changes.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from typing import Any, TypeAlias, TypeVar

Plain: TypeAlias = "bool | int | str | tuple[Plain, ...] | FrozenMap[Plain] | None"
"""What a state may be made of: it prints as JSON and reads back equal."""

V = TypeVar("V")

_MODULUS = 1 << 128


class PlainError(TypeError):
    """A value that is not plain data was about to enter a state."""


class FrozenMap(Mapping[str, V]):
    """An immutable mapping from names to values; changing it returns a new one."""

    __slots__ = ("_data", "_digest", "_hash")

    def __init__(self, data: Mapping[str, V] | Iterable[tuple[str, V]] = ()) -> None:
        self._data: dict[str, V] = dict(data)
        self._digest: int | None = None
        self._hash: int | None = None

    def __getitem__(self, key: str) -> V:
        return self._data[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._data)

    def __len__(self) -> int:
        return len(self._data)

    def __contains__(self, key: object) -> bool:
        return key in self._data

    def __eq__(self, other: object) -> bool:
        if isinstance(other, FrozenMap):
            return self._data == other._data
        return NotImplemented

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(self.digest)
        return self._hash

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._data!r})"

    def set(self, key: str, value: V) -> FrozenMap[V]:
        """The same mapping with one entry set."""
        return self.update({key: value})

    def update(self, changes: Mapping[str, V]) -> FrozenMap[V]:
        """The same mapping with these entries set."""
        return self._derive(changes, ())

    def without(self, *keys: str) -> FrozenMap[V]:
        """The same mapping without these entries; a missing key is a KeyError."""
        return self._derive({}, keys)

    def _derive(self, changes: Mapping[str, V], removed: Iterable[str]) -> FrozenMap[V]:
        new = type(self).__new__(type(self))
        data = dict(self._data)
        # The shared empty map, whose digest is known, is where maps of things that are no plain data start.
        digest = self._digest if data else None
        for key in removed:
            old = data.pop(key)
            if digest is not None:
                digest -= _entry_digest(key, old)
        for key, value in changes.items():
            if digest is not None:
                if key in data:
                    digest -= _entry_digest(key, data[key])
                digest += _entry_digest(key, value)
            data[key] = value
        new._data = data
        new._digest = None if digest is None else digest % _MODULUS
        new._hash = None
        return new

    @property
    def digest(self) -> int:
        """A number that depends on the content alone, not on order or process.

        It is a sum of entry digests, so that changing one of a thousand entries costs one.
        """
        if self._digest is None:
            self._digest = sum(_entry_digest(k, v) for k, v in self._data.items()) % _MODULUS
        return self._digest


EMPTY: FrozenMap[Any] = FrozenMap()


def _entry_digest(key: str, value: object) -> int:
    text = f"{json.dumps(key)}={canonical(value)}"
    return int.from_bytes(blake2b(text.encode(), digest_size=16).digest(), "big")


def is_whole_text(text: str) -> bool:
    """Whether a text can be written to a file: JSON can spell half a character, UTF-8 cannot."""
    return text.isascii() or not any("\ud800" <= char <= "\udfff" for char in text)


def freeze(value: object) -> Plain:
    """Turn lists, dicts and sets of plain data into their immutable form."""
    if isinstance(value, str):
        if not is_whole_text(value):
            raise PlainError(f"the text {value!r} holds half a character")
        return value
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, list | tuple):
        return tuple(freeze(item) for item in value)
    if isinstance(value, Mapping):
        for key in value:
            if not isinstance(key, str) or not is_whole_text(key):
                raise PlainError(f"a mapping in a state needs names as keys, not {key!r}")
        return FrozenMap({key: freeze(item) for key, item in value.items()})
    if isinstance(value, set | frozenset):
        return tuple(sorted(freeze(item) for item in value))  # type: ignore[type-var]
    raise PlainError(f"{value!r} is not plain data (text, whole numbers, true, false, null, lists, mappings)")


def thaw(value: object) -> Any:
    """The JSON form of plain data: lists and dicts."""
    if isinstance(value, tuple):
        return [thaw(item) for item in value]
    if isinstance(value, FrozenMap):
        return {key: thaw(item) for key, item in value.items()}
    if value is None or isinstance(value, bool | int | str):
        return value
    plain = getattr(value, "to_plain", None)
    if plain is None:
        raise PlainError(f"{value!r} is not plain data")
    return plain()


def canonical(value: object) -> str:
    """One text for one value: sorted keys, no spaces, the same in every process."""
    return json.dumps(thaw(value), sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def short_digest(*parts: str, size: int = 10) -> str:
    """A hexadecimal digest of texts, for state hashes and chains."""
    h = blake2b(digest_size=size)
    for part in parts:
        raw = part.encode()
        h.update(len(raw).to_bytes(8, "big"))
        h.update(raw)
    return h.hexdigest()
