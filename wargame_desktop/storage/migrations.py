"""Old formats, read line by line into the present one. Each function lifts a line by one format.

Format 1 had no check values, called nodes moves, wrote dice as text and the cursor as `at`.
"""

from __future__ import annotations

from collections.abc import Callable

from wargame_desktop.core.frozen import canonical, short_digest

from .lines import Line, LineError

FORMAT = 2


def _from_1_to_2(line: Line) -> Line:
    kind = line.get("kind")
    if kind == "header":
        new = {key: value for key, value in line.items() if key != "players"}
        identity = short_digest("game", canonical(line), size=8)
        return {"dice": "seeded", **new, "format": 2, "id": identity, "seats": line.get("players", [])}
    if kind == "move":
        return {**line, "kind": "node", "dice": _dice_of_1(line.get("dice", ""))}
    if kind == "at":
        return {"kind": "cursor", "node": line.get("move")}
    return line


def _dice_of_1(text: object) -> list[int]:
    if not isinstance(text, str) or not all(part.isdecimal() for part in text.split(",") if text):
        raise LineError(f"its dice should be numbers with commas, not {text!r}")
    return [int(part) for part in text.split(",")] if text else []


MIGRATIONS: dict[int, Callable[[Line], Line]] = {1: _from_1_to_2}


def migrate(line: Line, written: int) -> Line:
    """A line of format `written` in the present format; of a newer one it is taken as it stands."""
    for number in range(written, FORMAT):
        line = MIGRATIONS[number](line)
    return line
