"""What the arguments of an action may be, read off the actions that are allowed."""

from __future__ import annotations

from collections.abc import Iterable

from wargame_desktop.core.action import Action
from wargame_desktop.core.sequence import Choice


def choices_of(actions: Iterable[Action], *arguments: tuple[str, str]) -> tuple[Choice, ...]:
    """Each argument, named with its kind, with all values it takes in these actions, each once.

    A name with a question mark may be left out.
    """
    found: dict[str, dict[str, None]] = {name: {} for name, _ in arguments}
    for action in actions:
        for name, _ in arguments:
            value = getattr(action, name.rstrip("?"))
            found[name].update(dict.fromkeys(value if isinstance(value, tuple) else (value,)))
    return tuple(
        Choice(
            name.rstrip("?"), kind, tuple(value for value in found[name] if value), required=name[-1] != "?"
        )
        for name, kind in arguments
    )
