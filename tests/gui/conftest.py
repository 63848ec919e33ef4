"""A game on a table for widgets to be tried on. Qt warnings fail every test, by `qt_log_level_fail`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from wargame_desktop.core.timeline import STUDY
from wargame_desktop.gui.fonts import load_fonts
from wargame_desktop.gui.preferences import Preferences
from wargame_desktop.gui.session import Session
from wargame_desktop.gui.table import Table
from wargame_desktop.gui.theme import load_theme
from wargame_desktop.storage.file import GameFile
from wargame_desktop.systems import registry

TableMaker = Callable[..., Table]


@pytest.fixture
def make_table(qapp, tmp_path: Path) -> Iterator[TableMaker]:
    """Makes a table with a new game of a scenario on it, in study or match mode."""
    made: list[Table] = []

    def make(scenario: str = "free_table/skirmish", mode: str = STUDY) -> Table:
        load_fonts()
        new = registry.new_game(scenario, seed="1")
        game = GameFile.create(tmp_path / f"game{len(made)}.wargame", new, mode=mode)
        table = Table(Session(game), load_theme("light"), Preferences(tmp_path / "preferences.json"))
        made.append(table)
        return table

    yield make
    for table in made:
        table.session.game.close()


@pytest.fixture
def table(make_table: TableMaker) -> Table:
    """A table with the skirmish of the free table on it."""
    return make_table()


@pytest.fixture
def session(table: Table) -> Session:
    """The game on that table."""
    return table.session
