"""A start screen with its own folders, and data with one good and one bad scenario of the player's."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from wargame_desktop.content.folders import Folders, shipped_root
from wargame_desktop.content.library import Library
from wargame_desktop.gui.fonts import load_fonts
from wargame_desktop.gui.preferences import Preferences
from wargame_desktop.gui.start.screen import StartScreen
from wargame_desktop.gui.theme import load_theme
from wargame_desktop.storage.recovery import Recovery

ScreenMaker = Callable[[], StartScreen]


class _Shown(QObject):
    """Notes every widget that is shown as a window of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.widgets: list[QWidget] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            self.widgets.append(watched)
        return False


@pytest.fixture(autouse=True)
def no_stray_windows(qapp) -> Iterator[None]:
    """A label that is shown before it has a parent flashes up as a window; none may."""
    shown = _Shown()
    qapp.installEventFilter(shown)
    yield
    qapp.removeEventFilter(shown)
    strays = [one for one in shown.widgets if isValid(one) and not one.isWindow()]
    assert strays == []


@pytest.fixture
def preferences(qapp, tmp_path: Path) -> Preferences:
    """Choices in a folder of their own."""
    load_fonts()
    return Preferences(tmp_path / "config" / "preferences.json")


@pytest.fixture
def recovery(tmp_path: Path) -> Iterator[Recovery]:
    """A running program's part in a folder of its own."""
    made = Recovery(tmp_path / "recovery")
    made.start()
    yield made
    made.end()


@pytest.fixture
def users(tmp_path: Path) -> Path:
    """The player's own data folder."""
    folder = tmp_path / "own"
    (folder / "scenarios" / "free_table").mkdir(parents=True)
    return folder


@pytest.fixture
def library(users: Path) -> Library:
    """What the program brings, and the player's own."""
    return Library(Folders(shipped_root(), users))


@pytest.fixture
def add_scenario(users: Path) -> Callable[[str, str], Path]:
    """Puts a scenario into the player's folder."""

    def add(name: str, text: str) -> Path:
        path = users / "scenarios" / "free_table" / name
        path.write_text(text, encoding="utf-8")
        return path

    return add


@pytest.fixture
def make_screen(qtbot, preferences: Preferences, recovery: Recovery, library: Library) -> ScreenMaker:
    """Makes a start screen, shown and filled, with the free table's scenarios in the list."""

    def make() -> StartScreen:
        screen = StartScreen(preferences, load_theme("light"), recovery, library)
        qtbot.addWidget(screen)
        screen.resize(1280, 800)
        screen.show()
        qtbot.waitUntil(lambda: not screen.is_busy, timeout=20_000)
        systems = screen.chooser.systems
        systems.setCurrentRow([card.title for card in systems.cards()].index("Free table"))
        qtbot.waitUntil(lambda: not screen.is_busy, timeout=20_000)
        return screen

    return make


@pytest.fixture
def shipped_scenario() -> Path:
    """The file of a scenario that came with the program."""
    return shipped_root() / "scenarios" / "free_table" / "skirmish.yaml"


@pytest.fixture
def copy_scenario(users: Path, shipped_scenario: Path) -> Callable[[str], Path]:
    """Copies the skirmish into the player's folder."""

    def copy(name: str) -> Path:
        return Path(shutil.copy(shipped_scenario, users / "scenarios" / "free_table" / name))

    return copy
