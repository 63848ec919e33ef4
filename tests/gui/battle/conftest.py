"""Fights of both games on a battle board of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.gui.battle.boards import BoardHands
from tests.systems.european_theater.table import combat
from tests.systems.revised.positions import Table as World
from wargame_desktop.core.timeline import STUDY
from wargame_desktop.gui.fonts import load_fonts
from wargame_desktop.gui.preferences import Preferences
from wargame_desktop.gui.session import Session
from wargame_desktop.gui.table import Table
from wargame_desktop.gui.theme import load_theme
from wargame_desktop.storage.file import GameFile
from wargame_desktop.systems.registry import NewGame

RevisedMaker = Callable[..., BoardHands]
UNITS = {
    "eastern_europe": "germany.infantry*2 germany.tank*2",
    "ukraine_ssr": "ussr.infantry*2 ussr.artillery ussr.tank",
    "belorussia": "germany.infantry*3",
    "west_russia": "ussr.infantry",
}
HELD = {"ukraine_ssr": "ussr", "west_russia": "ussr", "belorussia": "germany"}
SEATS = (("axis", ["germany", "japan"]), ("allies", ["ussr", "britain", "usa"]))


def german_attacks(bot: str = "") -> NewGame:
    """The beginning of a German combat phase with two fights to resolve."""
    world = World("germany", "combat_move", UNITS, control=HELD)
    world.do("move germany.infantry.1,germany.infantry.2,germany.tank.1,germany.tank.2 ukraine_ssr")
    world.do("move germany.infantry.3,germany.infantry.4,germany.infantry.5 west_russia").do("end")
    seats: tuple[dict[str, Any], ...] = tuple(
        {"name": name, "player": "bot" if name == bot else "human", "powers": powers}
        for name, powers in SEATS
    )
    return NewGame(world.system, world.state, seats, "Two fights", "7")


def bialystok() -> NewGame:
    """An Axis combat phase; the Soviets have an air unit that can support the defence."""
    held = {"powers": {"pol": "allies"}, "conquered": {"pol": "axis"}, "holders": {"pol": "axis"}}
    units = {"2506": "ge.1_inf ge.4_inf ge.1_armor", "2505": "su.1_inf su.2_inf", "2604": "su.1_air"}
    table = combat(units, "axis", **held)
    seats = ({"name": "All", "player": "human", "powers": list(table.state.powers)},)
    return NewGame(table.system, table.state, seats, "Bialystok", "7")


@pytest.fixture
def at_board(qapp, qtbot, tmp_path: Path) -> Iterator[Callable[..., BoardHands]]:
    """Puts a game on a table with a battle board."""
    made: list[GameFile] = []
    qapp.setStyle("Fusion")
    load_fonts()

    def make(new: NewGame, mode: str = STUDY) -> BoardHands:
        game = GameFile.create(tmp_path / f"game{len(made)}.wargame", new, mode=mode)
        made.append(game)
        preferences = Preferences(tmp_path / "preferences.json")
        hands = BoardHands(qtbot, Table(Session(game), load_theme("light"), preferences))
        hands.session.start()
        return hands

    yield make
    for game in made:
        game.close()


@pytest.fixture
def revised(at_board) -> BoardHands:
    """Two German attacks to resolve, in study."""
    return at_board(german_attacks())


@pytest.fixture
def europe(at_board) -> BoardHands:
    """An attack to be declared on Bialystok."""
    return at_board(bialystok())
