"""The start screen with mouse and keyboard."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QLineEdit, QPushButton, QRadioButton

from wargame_desktop.gui.preferences import Preferences
from wargame_desktop.gui.start.request import NewGameRequest, create_game
from wargame_desktop.gui.theme import load_theme
from wargame_desktop.storage.recovery import Recovery

LEFT = Qt.MouseButton.LeftButton


def begin(folder: Path, title: str) -> Path:
    """A game of two actions."""
    with create_game(NewGameRequest("free_table/skirmish", title=title), folder) as game:
        game.play("roll 2d6")
        game.play("phase")
        return game.path


def test_without_games_there_is_nothing_to_continue_or_recover(make_screen) -> None:
    screen = make_screen()
    assert not screen.games.go_on.isVisible()
    assert not screen.games.left_open.isVisible()
    assert screen.games.none_yet.isVisible()
    assert screen.chooser.systems.hasFocus()


def test_last_game_is_continued_by_one_key(
    make_screen, qtbot, preferences: Preferences, tmp_path: Path
) -> None:
    path = begin(tmp_path, "Yesterday's game")
    preferences.remember(path)
    preferences.remember(tmp_path / "gone.wargame")
    screen = make_screen()
    assert screen.games.last_title.text() == "Yesterday's game"
    assert "2 actions" in screen.games.last_facts.text()
    assert screen.games.go_on.hasFocus()
    with qtbot.waitSignal(screen.open_game) as opened:
        qtbot.keyClick(screen.games.go_on, Qt.Key.Key_Return)
    assert opened.args == [path]


def test_missing_file_is_marked_in_the_recent_ones(make_screen, preferences, tmp_path: Path) -> None:
    preferences.remember(tmp_path / "gone.wargame")
    card = make_screen().games.recent.cards()[0]
    assert card.problem == "missing"
    assert "missing" in card.spoken


def test_recent_game_opens_by_double_click(make_screen, qtbot, preferences, tmp_path: Path) -> None:
    for title in ("One", "Two"):
        preferences.remember(begin(tmp_path, title))
    screen = make_screen()
    recent = screen.games.recent
    place = recent.visualItemRect(recent.item(1)).center()
    with qtbot.waitSignal(screen.open_game) as opened:
        qtbot.mouseClick(recent.viewport(), LEFT, pos=place)
        qtbot.mouseDClick(recent.viewport(), LEFT, pos=place)
    assert opened.args[0].name.startswith("One")


def test_games_left_by_a_crash_are_offered(make_screen, qtbot, recovery: Recovery) -> None:
    path = begin(recovery.folder / "unsaved", "Lost game")
    screen = make_screen()
    card = screen.games.left_open.cards()[0]
    assert (card.title, card.note) == ("Lost game", "never saved under a name")
    assert "2 actions" in card.text and "today" in card.text
    with qtbot.waitSignal(screen.open_game) as opened:
        qtbot.keyClick(screen.games.left_open, Qt.Key.Key_Return)
    assert opened.args == [path]


def test_scenario_shows_what_it_is(make_screen, qtbot) -> None:
    screen = make_screen()
    chooser = screen.chooser
    titles = [card.title for card in chooser.scenarios.cards()]
    chooser.scenarios.setCurrentRow(titles.index("Skirmish on the Selm"))
    assert chooser.title.text() == "Skirmish on the Selm"
    assert chooser.facts["length"].text() == "An hour for two."
    assert "The Pact: Norrin, Tarn" in chooser.facts["sides"].text()
    assert "stacking" in chooser.facts["teaches"].text()
    assert "Kessel" in chooser.summary.text()


def test_picture_is_a_map_and_not_one_colour(make_screen) -> None:
    screen = make_screen()
    picture = screen.chooser.picture.grab().toImage()
    colours = {
        picture.pixel(x, y) for x in range(0, picture.width(), 7) for y in range(0, picture.height(), 7)
    }
    assert len(colours) > 50


def test_new_game_by_keyboard_alone(make_screen, qtbot) -> None:
    screen = make_screen()
    systems = screen.chooser.systems
    qtbot.keyClick(systems, Qt.Key.Key_Right)
    assert screen.chooser.scenarios.hasFocus()
    qtbot.keyClick(screen.chooser.scenarios, Qt.Key.Key_End)
    qtbot.keyClick(screen.chooser.scenarios, Qt.Key.Key_Return)
    assert screen.pages.currentWidget() is screen.setup
    with qtbot.waitSignal(screen.new_game) as asked:
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    request = asked.args[0]
    assert isinstance(request, NewGameRequest)
    assert Path(request.scenario).stem == "skirmish"
    assert request.seed and request.mode == "study" and request.dice == "seeded"
    assert set(request.seats.values()) == {"human"}


def test_everything_on_the_second_page_reaches_the_request(make_screen, qtbot) -> None:
    screen = make_screen()
    chooser, setup = screen.chooser, screen.setup
    titles = [card.title for card in chooser.scenarios.cards()]
    chooser.scenarios.setCurrentRow(titles.index("The war for Jorund"))
    qtbot.mouseClick(chooser.go_on, LEFT)
    setup.title.selectAll()
    qtbot.keyClicks(setup.title, "Club evening")
    setup.seed.selectAll()
    qtbot.keyClicks(setup.seed, "4711")
    for radio in (setup.match, setup.typed):
        qtbot.keyClick(radio, Qt.Key.Key_Space)
    box = next(box for box in setup.findChildren(QComboBox) if "Norrin" in box.accessibleName())
    qtbot.keyClick(box, Qt.Key.Key_Down)
    option = next(one for one in setup.findChildren(QCheckBox) if one.text().startswith("Cards"))
    qtbot.keyClick(option, Qt.Key.Key_Space)
    with qtbot.waitSignal(screen.new_game) as asked:
        qtbot.mouseClick(setup.start, LEFT)
    request = asked.args[0]
    assert (request.title, request.seed, request.mode, request.dice) == (
        "Club evening",
        "4711",
        "match",
        "typed",
    )
    assert list(request.seats.values()) == ["human", "human", "bot", "human"]
    assert request.options == {"open_hands": "yes"}


def test_escape_goes_back_to_the_choice(make_screen, qtbot) -> None:
    screen = make_screen()
    qtbot.mouseClick(screen.chooser.go_on, LEFT)
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    assert screen.pages.currentWidget() is screen.chooser
    assert screen.chooser.scenarios.hasFocus()


def test_start_at_once_needs_one_click(make_screen, qtbot, tmp_path: Path) -> None:
    screen = make_screen()
    with qtbot.waitSignal(screen.new_game) as asked:
        qtbot.mouseClick(screen.chooser.at_once, LEFT)
    with create_game(asked.args[0], tmp_path) as game:
        assert game.state.stack


def test_another_seed_is_another_seed(make_screen, qtbot) -> None:
    screen = make_screen()
    qtbot.mouseClick(screen.chooser.go_on, LEFT)
    before = screen.setup.seed.text()
    another = next(
        one for one in screen.setup.findChildren(QPushButton) if one.accessibleName() == "Another seed"
    )
    qtbot.mouseClick(another, LEFT)
    assert screen.setup.seed.text() not in ("", before)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("kind: scenario\nid: [", "broken.yaml"),
        ("kind: scenario\nformat: 1\nid: broken\nsystem: free_table\ntitle: Broken\n", "broken.yaml"),
    ],
)
def test_unreadable_scenario_is_shown_with_its_problem(
    make_screen, add_scenario, text: str, told: str
) -> None:
    add_scenario("broken.yaml", text)
    screen = make_screen()
    chooser = screen.chooser
    row = next(row for row, card in enumerate(chooser.scenarios.cards()) if card.problem)
    chooser.scenarios.setCurrentRow(row)
    assert told in chooser.scenarios.cards()[row].problem
    assert told in chooser.problem.text() and chooser.problem.isVisible()
    assert not chooser.go_on.isEnabled() and not chooser.at_once.isEnabled()


def test_scenario_of_unknown_rules_stands_under_other(
    make_screen, add_scenario, shipped_scenario, qtbot
) -> None:
    text = shipped_scenario.read_text(encoding="utf-8").replace("system: free_table", "system: chess_of_doom")
    add_scenario("odd.yaml", text)
    screen = make_screen()
    chooser = screen.chooser
    chooser.systems.setCurrentRow(chooser.systems.count() - 1)
    assert chooser.systems.cards()[-1].title == "Other"
    qtbot.waitUntil(lambda: not screen.is_busy, timeout=20_000)
    assert chooser.system == ""
    assert chooser.scenarios.cards()[0].problem
    assert not chooser.go_on.isEnabled()


def test_players_own_scenario_is_marked(make_screen, copy_scenario) -> None:
    copy_scenario("mine.yaml")
    cards = make_screen().chooser.scenarios.cards()
    assert [card.note for card in cards].count("your own") == 1


def test_a_game_that_cannot_begin_says_so_on_the_page(make_screen, qtbot) -> None:
    screen = make_screen()
    screen.show_problem("The disk is full.")
    assert screen.chooser.problem.text() == "The disk is full."
    qtbot.mouseClick(screen.chooser.go_on, LEFT)
    screen.show_problem("The disk is full.")
    assert "The disk is full." in [
        one.text() for one in screen.setup.findChildren(type(screen.chooser.title))
    ]


def test_theme_changes_the_pictures(make_screen, qtbot) -> None:
    screen = make_screen()
    before = screen.chooser.picture.grab().toImage()
    screen.set_theme(load_theme("dark"))
    qtbot.waitUntil(lambda: not screen.is_busy, timeout=20_000)
    assert screen.chooser.picture.grab().toImage() != before


def test_every_control_has_a_name(make_screen, qtbot) -> None:
    screen = make_screen()
    qtbot.mouseClick(screen.chooser.go_on, LEFT)
    for kind in (QPushButton, QRadioButton, QComboBox, QLineEdit):
        for control in screen.findChildren(kind):
            text = getattr(control, "text", str)() if kind in (QPushButton, QRadioButton) else ""
            assert control.accessibleName() or text, f"{control} has no name"
