"""The first line of a game file: what is played, with which rules and data, by whom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from wargame_desktop.core.frozen import short_digest
from wargame_desktop.core.timeline import MATCH, STUDY

from .lines import Line, LineError
from .migrations import FORMAT

SEEDED, TYPED = "seeded", "typed"


@dataclass(frozen=True)
class Header:
    """What stays the same during a game. `app` is the version of this program that wrote the file."""

    app: str
    system: str
    rules_version: str
    data_hash: str
    refs: Mapping[str, Any]
    title: str
    seed: str
    dice: str = SEEDED
    mode: str = STUDY
    seats: tuple[Mapping[str, Any], ...] = ()
    created: str = ""

    @property
    def id(self) -> str:
        """Tells games apart; a copy of a game has the id of the game."""
        return short_digest(self.system, self.title, self.seed, self.created, size=6)

    def to_line(self) -> Line:
        """The line of the file."""
        return {
            "kind": "header",
            "format": FORMAT,
            "app": self.app,
            "system": self.system,
            "rules_version": self.rules_version,
            "data_hash": self.data_hash,
            "refs": dict(self.refs),
            "title": self.title,
            "seed": self.seed,
            "dice": self.dice,
            "mode": self.mode,
            "seats": [dict(seat) for seat in self.seats],
            "created": self.created,
        }

    @staticmethod
    def from_line(line: Line) -> Header:
        """Read the line back; anything amiss is a LineError."""
        refs, seats = line.get("refs"), line.get("seats")
        if not isinstance(refs, dict):
            raise LineError("it does not say which data the game uses")
        if not isinstance(seats, list) or not all(isinstance(seat, dict) for seat in seats):
            raise LineError("its seats are not a list")
        return Header(
            app=text(line, "app"),
            system=text(line, "system"),
            rules_version=text(line, "rules_version"),
            data_hash=text(line, "data_hash"),
            refs=refs,
            title=text(line, "title"),
            seed=text(line, "seed"),
            dice=_one_of(line, "dice", (SEEDED, TYPED)),
            mode=_one_of(line, "mode", (MATCH, STUDY)),
            seats=tuple(seats),
            created=text(line, "created"),
        )


def text(line: Line, key: str) -> str:
    """A text of a line."""
    value = line.get(key)
    if not isinstance(value, str):
        raise LineError(f"its “{key}” should be text")
    return value


def number(line: Line, key: str) -> int:
    """A whole number of a line."""
    value = line.get(key)
    if not isinstance(value, int) or isinstance(value, bool):
        raise LineError(f"its “{key}” should be a whole number")
    return value


def _one_of(line: Line, key: str, allowed: tuple[str, ...]) -> str:
    value = text(line, key)
    if value not in allowed:
        raise LineError(f"its “{key}” should be {' or '.join(allowed)}")
    return value
