"""The shipped scenarios of the European theatre at their first decision."""

from __future__ import annotations

from functools import cache

from tests.systems.european_theater.table import Table
from wargame_desktop.content.folders import Folders, shipped_root
from wargame_desktop.content.library import Library
from wargame_desktop.core.state import State
from wargame_desktop.systems import registry

LIBRARY = Library(Folders(shipped_root()))


@cache
def _opened(name: str, seed: str, options: tuple[tuple[str, str], ...]) -> State:
    return registry.new_game(
        f"european_theater/{name}", seed=seed, options=dict(options), library=LIBRARY
    ).state


def game(name: str, *options: str, seed: str = "test") -> Table:
    """A new game of a scenario with these optional rules."""
    return Table(_opened(name, seed, tuple((option, "yes") for option in options)))
