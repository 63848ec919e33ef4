"""How units, numbers and lists are put into words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

_SPELLED = {
    "Alp": "Alpine",
    "Col": "Colonial",
    "Medit": "Mediterranean",
    "NA": "North African",
    "C": "Canadian",
    "FF": "Free French",
    "Gd": "Guards",
    "GdT": "Guards",
    "T": "",
}
"""What a counter has room for only in short; a tank army is armor, and its kind says so."""
_NUMBERED = re.compile(r"(\d+)\s*(.*)")


def unit_name(whose: str, name: str, kind: str) -> str:
    """A unit as people say it: German 1st armor, Soviet 2nd Guards infantry, Italian fleet."""
    name = name.removeprefix(whose).strip()
    if kind.startswith(name.lower()):
        name = ""
    if kind.startswith("strategic "):
        kind = kind.removeprefix("strategic ")  # Bomber and SAC say it already
    found = _NUMBERED.fullmatch(name)
    words = [ordinal(int(found[1])), found[2]] if found else [name]
    if words[-1].endswith("Army"):
        kind = ""
    words[-1] = _SPELLED.get(words[-1], words[-1])
    return " ".join(word for word in (whose, *words, kind) if word)


_AIMED = {
    "asw": " at submarines",
    "sea_vs_sea": " at sea",
    "sea_vs_air": " at aircraft",
    "air_vs_sea": " at fleets",
    "air_vs_air": " in the air",
}


def aimed(line: str) -> str:
    """At what a line of the combat chart fires, to follow a word; on land nobody asks."""
    return _AIMED.get(line, "")


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 11th."""
    last = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{last}"


def counted(count: int, noun: str) -> str:
    """`1 point`, `3 points`, `no points`."""
    return f"{count or 'no'} {noun}{'' if count == 1 else 's'}"


CARGO = {
    "lend_gb": "lend-lease to Britain",
    "lend_su": "lend-lease to the Soviet Union",
    "dominions": "the Dominions",
    "iraq": "Iraqi oil",
}
"""What crosses the sea, by the names of the notation."""


def cargo(points: Iterable[tuple[str, int]]) -> str:
    """`1 point of lend-lease to Britain and 2 points of Iraqi oil`."""
    return listed([f"{counted(count, 'point')} of {CARGO[name]}" for name, count in points])


def listed(names: Sequence[str]) -> str:
    """`A`, `A and B`, `A, B and C`."""
    return " and ".join(part for part in (", ".join(names[:-1]), *names[-1:]) if part)
