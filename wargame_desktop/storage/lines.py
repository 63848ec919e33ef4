"""One line of a game file: JSON with a short hash chained to the line before.

Reading trusts nothing: sizes, depths and numbers are bounded, and no line is ever run.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable
from typing import Any, TypeAlias

from wargame_desktop.core.frozen import short_digest

Line: TypeAlias = dict[str, Any]

SUFFIX = ".wargame"
"""How the name of a game file ends."""

LARGEST_FILE = 256 * 1024 * 1024
LONGEST_LINE = 32 * 1024 * 1024
DEEPEST = 40
MOST_DIGITS = 40
MOST_NODES = 200_000
FIRST_CHAIN = ""

_CHAIN_BYTES = 6
_TAIL = re.compile(rb',"chain":"([0-9a-f]{12})"\}\Z')


class LineError(ValueError):
    """A line that is not one of ours, with the reason."""


def encode(line: Line, chain: str) -> tuple[bytes, str]:
    """The bytes of a line that follows `chain`, and the chain after it."""
    body = json.dumps(line, separators=(",", ":"), ensure_ascii=False, allow_nan=False)[:-1]
    after = short_digest(chain, body, size=_CHAIN_BYTES)
    return f'{body},"chain":"{after}"}}\n'.encode(), after


def encode_all(lines: Iterable[Line]) -> tuple[bytes, str]:
    """A whole file and its last chain."""
    chain, parts = FIRST_CHAIN, []
    for line in lines:
        raw, chain = encode(line, chain)
        parts.append(raw)
    return b"".join(parts), chain


def next_chain(raw: bytes, chain: str) -> str:
    """The chain a line carries, after checking that it follows `chain`."""
    tail = _TAIL.search(raw)
    if tail is None:
        raise LineError("it does not end with its check value")
    try:
        body = raw[: tail.start()].decode()
    except UnicodeDecodeError:
        raise LineError("it is not UTF-8 text") from None
    found = tail.group(1).decode()
    if short_digest(chain, body, size=_CHAIN_BYTES) != found:
        raise LineError("its check value does not fit")
    return found


def decode(raw: bytes) -> Line:
    """The content of a line, without its chain."""
    if len(raw) > LONGEST_LINE:
        raise LineError(f"it has {len(raw)} bytes, {LONGEST_LINE} is the limit")
    try:
        text = raw.decode()
        value = json.loads(
            text,
            object_pairs_hook=_no_doubles,
            parse_int=_whole,
            parse_float=_finite,
            parse_constant=_no_constant,
        )
    except LineError:
        raise
    except UnicodeDecodeError:
        raise LineError("it is not UTF-8 text") from None
    except RecursionError:
        raise LineError(f"it is nested deeper than {DEEPEST} levels") from None
    except ValueError as error:
        raise LineError(f"it is not JSON ({error})") from None
    if not isinstance(value, dict):
        raise LineError("it is not a JSON object")
    _check_depth(value)
    if "\\u" in text:
        _check_characters(value)
    value.pop("chain", None)
    return value


def _no_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        double = next(name for name in names if names.count(name) > 1)
        raise LineError(f"it names “{double[:40]}” twice")
    return found


def _whole(text: str) -> int:
    digits = len(text.removeprefix("-"))
    if digits > MOST_DIGITS:
        raise LineError(f"it holds a number of {digits} digits, {MOST_DIGITS} is the limit")
    return int(text)


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise LineError(f"it holds the number {text[:40]}, which is too large")
    return value


def _no_constant(name: str) -> None:
    raise LineError(f"it holds {name}, which is no number")


def _check_depth(value: object) -> None:
    level = [value]
    for _ in range(DEEPEST):
        inner: list[object] = []
        for item in level:
            if isinstance(item, dict):
                inner.extend(item.values())
            elif isinstance(item, list):
                inner.extend(item)
        if not inner:
            return
        level = inner
    raise LineError(f"it is nested deeper than {DEEPEST} levels")


def _check_characters(value: object) -> None:
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise LineError("it holds half a character") from None
