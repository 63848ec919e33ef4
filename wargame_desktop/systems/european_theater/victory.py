"""Who has won, and by how much (13)."""

from __future__ import annotations

from wargame_desktop.core.draft import Draft
from wargame_desktop.core.frozen import FrozenMap

from .facts import Facts
from .model import ALLIES, AXIS
from .situation import Situation

IGNORED = ("swe", "swi", "spa", "tur", "per")
"""Powers that do not count against an Axis total victory (13.2)."""
OVERSEAS = ("irq",)
"""Powers that are only a territory of another (13)."""


def axis_powers(sit: Situation) -> list[str]:
    """The powers the Axis controls."""
    return [
        p for p in sit.facts.powers if p not in OVERSEAS and p in sit.facts.capitals and sit.holder(p) == AXIS
    ]


def has_taken_egypt(sit: Situation) -> bool:
    """Whether Axis units were the last to stand in Cairo; the fall of London does not hand Egypt over."""
    last = sit.state.control.get(sit.facts.place("cairo"))
    return last is not None and sit.state.side_of(last) == AXIS


def verdict(sit: Situation) -> tuple[str, str]:
    """The winner and the level: total, major or minor."""
    held = set(axis_powers(sit))
    everyone = {p for p in sit.facts.capitals if p not in (*IGNORED, *OVERSEAS, "us")}
    if everyone <= held and has_taken_egypt(sit):
        return AXIS, "total"
    others = held - {"ge", "hun", "rum"}
    if {"ge", "hun", "rum"} <= held and len(others) >= 3:
        return AXIS, "major"
    if "ge" in held and len(held) >= 3:
        return AXIS, "minor"
    # The book names Germany alone, and Germany with one other; without Germany the Allies stand no worse.
    return ALLIES, {0: "total", 1: "major"}.get(len(held), "minor")


def judge(draft: Draft, facts: Facts) -> None:
    """Write the verdict down."""
    sit = Situation(facts, draft.state)
    winner, level = verdict(sit)
    draft.set("verdict", FrozenMap({"winner": winner, "level": level}))
    draft.emit("verdict", winner=winner, level=level, powers=tuple(axis_powers(sit)), important=True)
