"""Old formats, read line by line into the present one. Each function lifts a line by one format.

Format 1 had no check values, called nodes moves and seats players, wrote dice as text and the
cursor as `at`. It held neither `created` nor `dice` in its header: the program always rolled.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from .lines import Line, LineError

FORMAT = 2

_DIE_OF_1 = re.compile(r"[1-9][0-9]{0,5}\Z")


def _from_1_to_2(line: Line) -> Line:
    kind = line.get("kind")
    if kind == "header":
        new = {key: value for key, value in line.items() if key != "players"}
        return {**new, "format": 2, "dice": "seeded", "seats": line.get("players"), "created": ""}
    if kind == "move":
        return {**line, "kind": "node", "dice": _dice_of_1(line.get("dice", ""))}
    if kind == "at":
        return {"kind": "cursor", "node": line.get("move")}
    return line


def _dice_of_1(text: object) -> list[int]:
    parts = text.split(",") if isinstance(text, str) and text else []
    if not isinstance(text, str) or not all(_DIE_OF_1.match(part) for part in parts):
        raise LineError("its dice should be numbers with commas between them")
    return [int(part) for part in parts]


MIGRATIONS: dict[int, Callable[[Line], Line]] = {1: _from_1_to_2}


def migrate(line: Line, written: int) -> Line:
    """A line of format `written` in the present format; of a newer one it is taken as it stands."""
    for number in range(written, FORMAT):
        line = MIGRATIONS[number](line)
    return line
