"""What is done with a game in the window: log, variations, palette, edits, dice, files, paper."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtWidgets import QFileDialog, QInputDialog, QMenu

from tests.gui.start.pdf_text import PdfText
from tests.gui.window.hands import CTRL, LEFT, SHIFT, Hands, words_of
from tests.gui.window.strict import strict_game
from wargame_desktop.gui.palette import CommandPalette
from wargame_desktop.gui.panels.dice_entry import DiceDialog
from wargame_desktop.storage.file import GameFile


def play_three(hands: Hands) -> None:
    """Three actions."""
    for line in ("move nor.2_arm 1005", "roll 2d6", "move nor.7_inf 1208"):
        assert hands.session.play(line)
    hands.settle()


def row_of(hands: Hands, text: str) -> QPoint:
    """Where a line of the log is in its view."""
    log = hands.tables.log
    row = next(n for n, one in enumerate(log.model.rows) if text in one.text)
    log.view.scrollTo(log.model.index(row))
    return log.view.visualRect(log.model.index(row)).center()


# Log, timeline, variations


def test_double_click_on_a_log_line_jumps_there(hands: Hands) -> None:
    play_three(hands)
    view, place = hands.tables.log.view, row_of(hands, "1005")
    hands.qtbot.mouseClick(view.viewport(), LEFT, pos=place)
    hands.qtbot.mouseDClick(view.viewport(), LEFT, pos=place)
    assert hands.session.node.id == 1
    assert hands.place("nor.7_inf") == "1107"
    hands.key(Qt.Key.Key_End, CTRL)
    assert hands.session.node.id == 3


def test_undo_to_here_by_the_menu_of_a_log_line(hands: Hands) -> None:
    play_three(hands)
    log = hands.tables.log

    def choose(menu) -> None:
        assert isinstance(menu, QMenu)
        undo = next(action for action in menu.actions() if action.text() == "Undo from here on")
        hands.qtbot.mouseClick(menu, LEFT, pos=menu.actionGeometry(undo).center())

    place = row_of(hands, "1005")
    hands.with_dialog(lambda: log.view.customContextMenuRequested.emit(place), choose)
    assert hands.session.node.id == 0
    assert hands.place("nor.2_arm") == "1104"
    hands.key(Qt.Key.Key_Z, CTRL | SHIFT)
    assert hands.place("nor.2_arm") == "1005"


def test_variation_is_framed_and_can_become_the_main_line(hands: Hands) -> None:
    play_three(hands)
    hands.key(Qt.Key.Key_Home, CTRL)
    assert hands.session.node.id == 0
    hands.drag("1104", "1103")
    assert not hands.session.node.is_main_line
    assert "variation" in hands.tables.timeline.where.text()
    assert "(variation)" in hands.window.windowTitle()
    assert hands.tables.view.property("variation") is True
    assert len(hands.session.game.timeline.root.variations) == 2
    hands.window.commands["edit.promote"].trigger()
    assert hands.session.node.is_main_line
    assert "variation" not in hands.tables.timeline.where.text()
    assert "(variation)" not in hands.window.windowTitle()
    assert hands.tables.view.property("variation") is False
    hands.window.commands["edit.promote"].trigger()
    assert "main line already" in hands.status


def test_click_on_the_timeline_goes_there(hands: Hands) -> None:
    play_three(hands)
    strip = hands.tables.timeline.strip
    point = strip.point_of(hands.session.game.timeline.node(2))
    hands.qtbot.mouseClick(strip, LEFT, pos=QPointF(point).toPoint())
    assert hands.session.node.id == 2


def test_steps_by_keys(hands: Hands) -> None:
    play_three(hands)
    for key, at in ((Qt.Key.Key_PageUp, 2), (Qt.Key.Key_PageUp, 1), (Qt.Key.Key_PageDown, 2)):
        hands.tables.view.setFocus()
        hands.key(key)
        assert hands.session.node.id == at


# The palette


def test_palette_runs_a_command(hands: Hands) -> None:
    play_three(hands)

    def answer(palette) -> None:
        assert isinstance(palette, CommandPalette)
        hands.qtbot.keyClicks(palette.field, "undo")
        assert palette.list.item(0).text() == "Undo"
        hands.qtbot.keyClick(palette.field, Qt.Key.Key_Return)

    hands.with_dialog(lambda: hands.key(Qt.Key.Key_K, CTRL), answer)
    assert hands.session.node.id == 2


def test_palette_goes_to_a_place(hands: Hands) -> None:
    hands.tables.view.fit()

    def answer(palette) -> None:
        hands.qtbot.keyClicks(palette.field, "vesper")
        hands.qtbot.keyClick(palette.field, Qt.Key.Key_Return)

    hands.tables.view.zoom = 1.0
    hands.with_dialog(lambda: hands.key(Qt.Key.Key_K, CTRL), answer)
    assert hands.tables.table.selection.space == "1212"
    middle = hands.tables.view.mapToScene(hands.tables.view.viewport().rect().center())
    off = middle - hands.tables.geometry_.piece_anchor("1212")
    assert abs(off.x()) + abs(off.y()) < hands.tables.geometry_.pitch


# Edits


def test_edit_mode_breaks_the_rules_and_says_so(make_hands) -> None:
    hands = make_hands(new=strict_game())
    hands.drag("1104", "1208")
    assert hands.place("nor.2_arm") == "1104"
    hands.key(Qt.Key.Key_E, CTRL)
    assert hands.window.commands["edit.mode"].isChecked()
    hands.drag("1104", "1208")
    assert hands.place("nor.2_arm") == "1208"
    assert any("Edited by hand" in row.text for row in hands.tables.log.model.rows)
    hands.key(Qt.Key.Key_E, CTRL)
    hands.drag("1208", "1104")
    assert hands.place("nor.2_arm") == "1208"


def test_a_system_without_edits_offers_none(hands: Hands) -> None:
    assert not hands.window.commands["edit.mode"].isEnabled()


# Looks


def test_theme_changes_while_playing(hands: Hands) -> None:
    hands.drag("1104", "1005")
    pictures = []
    for name in ("dark", "paper", "light"):
        hands.key(Qt.Key.Key_T, CTRL | SHIFT)
        hands.settle()
        assert hands.window.theme.name == hands.tables.table.theme.name == name
        pictures.append(hands.window.grab().toImage())
        assert hands.place("nor.2_arm") == "1005"
    assert pictures[0].pixelColor(5, 400).lightness() < 80 < pictures[2].pixelColor(5, 400).lightness()
    assert hands.tables.view.hasFocus()


def test_map_only_and_back(hands: Hands) -> None:
    wide = hands.tables.view.width()
    hands.key(Qt.Key.Key_F10)
    hands.qtbot.waitUntil(lambda: hands.tables.view.width() > wide + 500)
    assert not hands.tables.log.isVisible()
    hands.key(Qt.Key.Key_F10)
    hands.qtbot.waitUntil(lambda: hands.tables.view.width() == wide)


def test_views_of_the_sides_in_study(hands: Hands) -> None:
    assert "nor.para" in hands.session.view.pieces
    hands.key(Qt.Key.Key_V, SHIFT)
    assert hands.session.viewer == "league" and "The League" in hands.status
    assert "nor.para" not in hands.session.view.pieces
    hands.key(Qt.Key.Key_V, SHIFT)
    hands.key(Qt.Key.Key_V, SHIFT)
    assert hands.session.viewer is None


def test_coordinates_can_be_switched_off(hands: Hands) -> None:
    hands.tables.view.zoom = 1.2
    hands.settle()
    with_numbers = hands.tables.view.grab().toImage()
    hands.key(Qt.Key.Key_X, SHIFT)
    hands.settle()
    assert hands.tables.view.grab().toImage() != with_numbers
    hands.key(Qt.Key.Key_X, SHIFT)
    hands.settle()
    assert hands.tables.view.grab().toImage() == with_numbers


# Dice


def test_typed_dice_are_asked_for(make_hands) -> None:
    hands = make_hands("free_table/skirmish", dice="typed")

    def answer(dialog) -> None:
        assert isinstance(dialog, DiceDialog)
        hands.qtbot.keyClicks(dialog, "52")
        hands.qtbot.keyClick(dialog, Qt.Key.Key_Return)

    line = hands.tables.decision.line
    line.setFocus()
    hands.qtbot.keyClicks(line, "roll 2d6")
    hands.with_dialog(lambda: hands.qtbot.keyClick(line, Qt.Key.Key_Return), answer)
    assert hands.session.node.dice == (5, 2)
    assert any("5, 2" in text for text in words_of(hands.tables.log))


def test_dice_that_are_not_thrown_change_nothing(make_hands) -> None:
    hands = make_hands("free_table/skirmish", dice="typed")
    hands.with_dialog(lambda: hands.session.play("roll 2d6"), lambda dialog: dialog.reject())
    assert hands.session.node.id == 0


# Files


def test_save_as_close_and_reopen_shows_the_same(
    hands: Hands, folders: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_three(hands)
    old, target = hands.window.game_file().path, folders / "documents" / "Second name"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    hands.key(Qt.Key.Key_S, CTRL | SHIFT)
    path = target.with_suffix(".wargame")
    assert hands.window.game_file().path == path and path.is_file()
    assert "Second name.wargame" in hands.window.windowTitle()
    said = [row.text for row in hands.tables.log.model.rows]
    hash_ = hands.session.game.state.hash
    hands.key(Qt.Key.Key_W, CTRL)
    assert hands.window.tables is None and hands.window.start_screen is not None
    hands.settle()
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    hands.key(Qt.Key.Key_O, CTRL)
    hands.settle()
    assert hands.session.game.state.hash == hash_
    assert [row.text for row in hands.tables.log.model.rows] == said
    with GameFile.open(old, write=False).game as untouched:
        assert untouched.state.hash == hash_


def test_a_file_that_is_no_game_is_told_and_the_game_stays(
    hands: Hands, folders: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = folders / "letter.wargame"
    wrong.write_text("Dear sir", encoding="utf-8")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(wrong), ""))
    said = []
    hands.with_dialog(lambda: hands.key(Qt.Key.Key_O, CTRL), lambda box: said.append(box.text()))
    assert said and "letter.wargame" in said[0]
    assert hands.window.tables is not None


def test_comment_is_kept_and_shown(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    play_three(hands)
    monkeypatch.setattr(QInputDialog, "getMultiLineText", lambda *_: ("A bold move", True))
    hands.key(Qt.Key.Key_M, CTRL)
    assert hands.session.node.comment == "A bold move"
    assert any("A bold move" in text for text in words_of(hands.tables.log))


# Paper and pictures


@pytest.mark.parametrize(("command", "suffix"), [("game.export_pdf", ".pdf"), ("game.export_html", ".html")])
def test_log_on_paper_holds_what_was_played(
    hands: Hands, folders: Path, monkeypatch: pytest.MonkeyPatch, command: str, suffix: str
) -> None:
    play_three(hands)
    target = folders / f"log{suffix}"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    hands.window.commands[command].trigger()
    assert f"log{suffix} written" in hands.status
    data = target.read_bytes()
    text = PdfText(data) if suffix == ".pdf" else data.decode()
    for words in ("Skirmish on the Selm", "Norrin 2 Armoured corps to 1005", "2d6 rolled"):
        assert words in text


def test_map_as_picture(hands: Hands, folders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = folders / "map.png"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    hands.window.commands["game.export_map"].trigger()
    assert target.read_bytes().startswith(b"\x89PNG")


def test_a_picture_that_cannot_be_written_is_told(
    hands: Hands, folders: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(folders / "no" / "map.png"), ""))
    said = []
    hands.with_dialog(hands.window.commands["game.export_map"].trigger, lambda box: said.append(box.text()))
    assert said == ["map.png: the picture could not be written"]
