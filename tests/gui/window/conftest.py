"""A main window whose choices, games and markers lie in a folder of the test's own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.gui.window.hands import Hands
from wargame_desktop.core.timeline import STUDY
from wargame_desktop.gui.fonts import load_fonts, ui
from wargame_desktop.gui.preferences import Preferences
from wargame_desktop.gui.theme import load_theme
from wargame_desktop.gui.window import MainWindow
from wargame_desktop.storage.file import GameFile
from wargame_desktop.systems import registry

HandsMaker = Callable[..., Hands]


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where everything goes: nothing of the person who runs the tests is read or changed."""
    (tmp_path / "documents").mkdir()
    monkeypatch.setenv("WARGAME_CONFIG", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_DOCUMENTS_DIR", str(tmp_path / "documents"))
    return tmp_path


@pytest.fixture
def make_hands(qapp, qtbot, folders: Path) -> Iterator[HandsMaker]:
    """Makes a window and a person at it; with a game when one is given or a scenario named."""
    made: list[MainWindow] = []
    qapp.setStyle("Fusion")
    load_fonts()
    qapp.setFont(ui(13))

    def make(
        scenario: str = "",
        new: registry.NewGame | None = None,
        mode: str = STUDY,
        dice: str = "seeded",
        size: tuple[int, int] = (1280, 800),
        calm: bool = True,
    ) -> Hands:
        preferences = Preferences()
        if calm:
            preferences.set("animation", False)
            preferences.set("smooth_zoom", False)
        window = MainWindow(preferences, load_theme("light"))
        made.append(window)
        window.resize(*size)
        if scenario or new is not None:
            game = new or registry.new_game(scenario, seed="1")
            path = folders / f"game{len(made)}.wargame"
            window.show_game(GameFile.create(path, game, mode=mode, dice=dice))
        window.show()
        qtbot.waitExposed(window)
        window.activateWindow()
        hands = Hands(qtbot, window)
        hands.settle()
        return hands

    yield make
    for window in made:
        window.close()
        window.deleteLater()
    qapp.processEvents()


@pytest.fixture
def hands(make_hands: HandsMaker) -> Hands:
    """A person at the skirmish of the free table."""
    return make_hands("free_table/skirmish")
