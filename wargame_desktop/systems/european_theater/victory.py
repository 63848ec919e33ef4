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


def verdict(sit: Situation) -> tuple[str, str]:
    """The winner and the level: total, major or minor."""
    held = set(axis_powers(sit))
    everyone = {p for p in sit.facts.capitals if p not in (*IGNORED, *OVERSEAS, "us")}
    cairo = sit.facts.place("cairo")
    if everyone <= held and sit.controls(AXIS, cairo):
        return AXIS, "total"
    others = held - {"ge", "hun", "rum"}
    if {"ge", "hun", "rum"} <= held and len(others) >= 3:
        return AXIS, "major"
    if "ge" in held and len(held) >= 3:
        return AXIS, "minor"
    if not held:
        return ALLIES, "total"
    if held == {"ge"}:
        return ALLIES, "major"
    return ALLIES, "minor"


def judge(draft: Draft, facts: Facts) -> None:
    """Write the verdict down."""
    sit = Situation(facts, draft.state)
    winner, level = verdict(sit)
    draft.set("verdict", FrozenMap({"winner": winner, "level": level}))
    draft.emit("verdict", winner=winner, level=level, powers=tuple(axis_powers(sit)), important=True)
