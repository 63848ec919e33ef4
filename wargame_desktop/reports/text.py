"""Reports as plain text, for terminals, mail and diffs."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from .oob import OrderOfBattle
from .turnlog import BROKEN, EDIT, VARIATION, Entry, GameLog, LoggedRoll

MARKS = {EDIT: "edited by hand", VARIATION: "variation", BROKEN: "not accepted by the rules at hand"}
_WIDTH = 100


def log_text(log: GameLog) -> str:
    """The log of a game; each action starts with the number it is cited by."""
    lines = [log.title, "=" * len(log.title), about(log), ""]
    for turn in log.turns:
        if turn.title:
            lines += [turn.title, "-" * len(turn.title)]
        for phase in turn.phases:
            lines.append(f"[{phase.title}]")
            for entry in phase.entries:
                lines += _entry(entry)
            lines.append("")
    if not log.turns:
        lines += ["Nothing to report.", ""]
    lines += [footer(log.branch, log_range(log), log.position), f"Data: {log.provenance or 'none'}"]
    return "\n".join(lines) + "\n"


def oob_text(oob: OrderOfBattle) -> str:
    """An order of battle, power by power and space by space."""
    lines = [oob.title, "=" * len(oob.title), oob.subtitle, ""]
    for power in oob.powers:
        lines.append(f"{power.name} ({power.side}): {_counted(power.count, 'piece')}")
        for place in power.places:
            lines.append(f"  {place.name}")
            for row in place.rows:
                number = f"{row.count} × " if row.count > 1 else ""
                notes = f" ({', '.join(row.notes)})" if row.notes else ""
                lines += _wrapped(f"{number}{row.name}{notes}", "    ")
        lines.append("")
    if not oob.powers:
        lines += ["Nothing to report.", ""]
    lines += [f"Position {oob.position}", f"Data: {oob.provenance or 'none'}"]
    return "\n".join(lines) + "\n"


def roll_text(roll: LoggedRoll) -> str:
    """Dice with their purpose: `attack at Kessel: 2d6 3, 5`."""
    values = ", ".join(map(str, roll.values))
    dice = f"{len(roll.values) if len(roll.values) > 1 else ''}d{roll.sides}"
    purpose = f"{roll.purpose}: " if roll.purpose and roll.purpose != dice else ""
    return f"{purpose}{dice} {values}"


def log_range(log: GameLog) -> str:
    """Which actions the log holds."""
    numbers = [entry.node for entry in log.entries]
    if not numbers:
        return "no actions"
    return f"action {numbers[0]}" if len(numbers) == 1 else f"actions {numbers[0]}–{numbers[-1]}"


def footer(branch: str, covered: str, position: str) -> str:
    """The foot of a printed log."""
    return f"{branch}, {covered}, position {position}"


def entry_marks(entry: Entry) -> list[str]:
    """What is unusual about an entry, in words."""
    found = [MARKS[mark] for mark in entry.marks]
    if entry.others:
        found.append(f"also tried: {', '.join(map(str, entry.others))}")
    return found


def about(log: GameLog) -> str:
    """The line under the title."""
    parts = [log.system] if log.system != log.title else []
    parts.append(f"as {log.reader} may know it" if log.reader else "with everything that is hidden")
    if log.important_only:
        parts.append("important events only")
    return ", ".join(parts)


def _entry(entry: Entry) -> Iterator[str]:
    marks = "".join(f" [{mark}]" for mark in entry_marks(entry))
    head = f"{entry.who}: " if entry.who else ""
    order = entry.action or "(an action you may not know)"
    yield from _wrapped(f"{head}{order}{marks}", f"{entry.node:>5}  ", " " * 9)
    for sentence in entry.sentences:
        yield from _wrapped(sentence.text, " " * 7 + ("* " if sentence.important else "  "), " " * 11)
    for roll in entry.rolls:
        yield from _wrapped(roll_text(roll), " " * 7 + "  Dice: ", " " * 11)
    if entry.comment:
        yield from _wrapped(f"“{entry.comment}”", " " * 9, " " * 11)


def _wrapped(text: str, first: str, rest: str = "      ") -> list[str]:
    return textwrap.wrap(
        text,
        _WIDTH,
        initial_indent=first,
        subsequent_indent=rest,
        break_long_words=False,
        break_on_hyphens=False,
    ) or [first.rstrip()]


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
