"""From the start of the program to the first move, and after a crash."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QApplication, QWidget

from tests.gui.window.hands import LEFT, Hands
from wargame_desktop.gui.preferences import Preferences
from wargame_desktop.gui.start.cards import CardList
from wargame_desktop.gui.start.request import NewGameRequest, create_game, games_folder
from wargame_desktop.gui.theme import load_theme
from wargame_desktop.gui.window import MainWindow


def click_card(hands: Hands, cards: CardList, title: str) -> None:
    """A card of one of the lists of the start screen, by mouse."""
    place = cards.visualItemRect(cards.item(row_of(cards, title))).center()
    hands.qtbot.mouseClick(cards.viewport(), LEFT, pos=place)
    hands.settle()


def row_of(cards: CardList, title: str) -> int:
    """The row of the card with a title."""
    return next(n for n, card in enumerate(cards.cards()) if card.title == title)


def walk_to(hands: Hands, cards: CardList, title: str) -> None:
    """The card with a title, by the arrow keys."""
    steps = row_of(cards, title) - cards.currentRow()
    for _ in range(abs(steps)):
        hands.key(Qt.Key.Key_Down if steps > 0 else Qt.Key.Key_Up)
    assert cards.cards()[cards.currentRow()].title == title


def choose_skirmish(hands: Hands) -> None:
    """The skirmish by mouse, on the start screen."""
    screen = hands.window.start_screen
    assert screen is not None and screen.chooser is not None
    click_card(hands, screen.chooser.systems, "Free table")
    click_card(hands, screen.chooser.scenarios, "Skirmish on the Selm")


def test_start_to_first_move_by_mouse(make_hands, folders: Path) -> None:
    hands = make_hands()
    choose_skirmish(hands)
    screen = hands.window.start_screen
    hands.press(screen.chooser.go_on)
    hands.press(screen.setup.start)
    hands.settle()
    assert hands.window.tables is not None
    hands.drag("1104", "1005")
    assert hands.place("nor.2_arm") == "1005"
    assert games_folder() == folders / "documents" / "Wargame Desktop"
    (file,) = games_folder().glob("*.wargame")
    assert "move nor.2_arm 1005" in file.read_text(encoding="utf-8")


def test_start_to_first_move_by_keyboard_alone(make_hands) -> None:
    hands = make_hands()
    systems = hands.window.start_screen.chooser.systems
    assert systems.hasFocus()
    walk_to(hands, systems, "Free table")
    hands.key(Qt.Key.Key_Tab)
    scenarios = hands.window.start_screen.chooser.scenarios
    assert scenarios.hasFocus()
    walk_to(hands, scenarios, "Skirmish on the Selm")
    hands.key(Qt.Key.Key_Return)
    hands.key(Qt.Key.Key_Return)
    hands.settle()
    assert hands.window.tables is not None
    assert hands.tables.view.hasFocus()
    hands.tables.table.show_space("1104")
    hands.key(Qt.Key.Key_Return)
    assert hands.tables.scene.drag.pieces == ("nor.2_arm",)
    hands.key(Qt.Key.Key_Down)
    hands.key(Qt.Key.Key_Return)
    assert hands.place("nor.2_arm") == "1105"


def test_a_place_is_reached_by_keyboard(make_hands) -> None:
    hands = make_hands("free_table/skirmish")
    hands.tables.view.setFocus()

    def answer(palette) -> None:
        hands.qtbot.keyClicks(palette.field, "2 armoured")
        hands.qtbot.keyClick(palette.field, Qt.Key.Key_Return)

    hands.with_dialog(lambda: hands.key(Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier), answer)
    assert hands.tables.table.selection.pieces == ("nor.2_arm",)
    assert hands.tables.view.hasFocus(), QApplication.focusWidget()
    hands.key(Qt.Key.Key_Return)
    assert hands.tables.scene.drag.is_active
    hands.key(Qt.Key.Key_Up)
    hands.key(Qt.Key.Key_Return)
    assert hands.place("nor.2_arm") == "1103"


_DIES = """
import os, sys
from pathlib import Path
from wargame_desktop.storage.file import GameFile
from wargame_desktop.storage.recovery import Recovery
recovery = Recovery()
recovery.start()
game = GameFile.open(Path(sys.argv[1])).game
recovery.opened(game.path)
game.play("move nor.2_arm 1005")
os._exit(9)
"""


def test_game_left_open_by_a_dead_program_is_offered_and_whole(make_hands, folders: Path) -> None:
    with create_game(NewGameRequest("free_table/skirmish", title="Storm"), folders) as game:
        path = game.path
    done = subprocess.run([sys.executable, "-c", _DIES, str(path)], check=False, timeout=60)
    assert done.returncode == 9
    hands = make_hands()
    left = hands.window.start_screen.games.left_open
    assert [card.title for card in left.cards()] == ["Storm"]
    place = left.visualItemRect(left.item(0)).center()
    hands.qtbot.mouseClick(left.viewport(), LEFT, pos=place)
    hands.qtbot.mouseDClick(left.viewport(), LEFT, pos=place)
    hands.settle()
    assert hands.place("nor.2_arm") == "1005"
    assert "Storm" in hands.window.windowTitle()


class _Shown(QObject):
    """Notes every window of its own that appears."""

    def __init__(self) -> None:
        super().__init__()
        self.names: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            self.names.append(type(watched).__name__)
        return False


def test_nothing_flashes_up_beside_the_window(make_hands, qapp) -> None:
    shown = _Shown()
    qapp.installEventFilter(shown)
    hands = make_hands()
    choose_skirmish(hands)
    hands.press(hands.window.start_screen.chooser.go_on)
    hands.press(hands.window.start_screen.setup.start)
    hands.settle()
    hands.drag("1104", "1005")
    qapp.removeEventFilter(shown)
    assert shown.names == ["MainWindow"]


def test_preferences_open_from_the_start_screen(make_hands) -> None:
    hands = make_hands()
    screen = hands.window.start_screen
    seen = []
    hands.with_dialog(screen.preferences_wanted.emit, lambda dialog: seen.append(type(dialog).__name__))
    assert seen == ["PreferencesDialog"]
    hands.window.preferences.set("theme", "dark")
    hands.settle()
    assert hands.window.theme.name == "dark" and hands.window.start_screen is not None


def test_window_is_as_large_as_it_was_left(make_hands) -> None:
    hands = make_hands(size=(1180, 740))
    hands.window.close()
    again = MainWindow(Preferences(), load_theme("light"))
    hands.qtbot.addWidget(again)
    assert again.height() == 740  # its width is cut to the screen, which without one is a small square
