"""The log on paper: pages, the text of the PDF, and that nothing secret is printed."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QRectF, QSizeF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtPrintSupport import QPrintPreviewWidget

from tests.gui.start.pdf_text import PdfText
from wargame_desktop.bots.random import RandomBot
from wargame_desktop.core.timeline import MATCH
from wargame_desktop.gui import printing
from wargame_desktop.gui.printing import pages_of, preview_dialog, write_game_pdf, write_pdf
from wargame_desktop.gui.printing_log import log_print
from wargame_desktop.gui.printing_map import MapCrop
from wargame_desktop.gui.theme import load_theme
from wargame_desktop.storage.game import Game

A4 = QSizeF(793.7, 1122.5)


def play(game: Game, *actions: str) -> None:
    """Play actions by their text."""
    for action in actions:
        game.play(action)


def play_at_random(game: Game, count: int) -> None:
    """Play on as a bot does."""
    bot = RandomBot("5")
    for _ in range(count):
        action = bot.choose(game.system, game.state)
        assert action is not None
        game.play(action)


def printed(table, path: Path) -> PdfText:
    """The text of the PDF of a table's log."""
    write_pdf(table, path)
    return PdfText(path.read_bytes())


def test_pdf_holds_moves_dice_and_results_as_text(table, tmp_path: Path) -> None:
    play(
        table.session.game,
        "move nor.1_arm 1106",
        'roll 2d6 purpose="attack at Kessel"',
        "phase",
        "turn",
    )
    text = printed(table, tmp_path / "log.pdf")
    assert text.embedded >= 2  # the typefaces travel with the file
    for line in (
        "Skirmish on the Selm",
        "Norrin 1 Armoured corps",
        "attack at Kessel: 2d6",
        "Turn 1",
        "Turn 2 begins.",
        "Page 1 of 1",
        "actions 1–4",
        f"position {table.session.node.state_hash}",
        "Data: made for this program",
        "The League",
    ):
        assert line in text, line


def test_every_page_has_head_and_foot(table, tmp_path: Path) -> None:
    play_at_random(table.session.game, 150)
    text = printed(table, tmp_path / "log.pdf")
    assert len(text.pages) > 2
    for number, page in enumerate(text.pages, start=1):
        assert f"Page{number}of{len(text.pages)}" in page
        assert "SkirmishontheSelm" in page


def test_every_action_is_printed_once(table, tmp_path: Path) -> None:
    play(table.session.game, *(f'note "line number {number} end"' for number in range(120)))
    text = "".join(printed(table, tmp_path / "log.pdf").pages)
    assert [text.count(f"linenumber{number}end") for number in range(120)] == [1] * 120


def test_only_the_line_up_to_the_position_shown_is_printed(table, tmp_path: Path) -> None:
    play(table.session.game, 'note "kept"', 'note "taken back"')
    table.session.undo()
    text = printed(table, tmp_path / "log.pdf")
    assert "kept" in text and "taken back" not in text


def test_a_side_reads_only_what_it_may_know(make_table, tmp_path: Path) -> None:
    table = make_table(mode=MATCH)
    table.session.start()
    table.session.play("move nor.para 1203")
    table.session.play("side league")
    table.session.take_seat()
    assert "Parachute" not in printed(table, tmp_path / "league.pdf")
    write_game_pdf(table.session.game, tmp_path / "all.pdf")
    assert "Parachute" in PdfText((tmp_path / "all.pdf").read_bytes())
    job = log_print(table.session.game, "league")
    assert all(face.symbol != "paratroop" for faces in job.faces.values() for face in faces)


def test_edits_and_comments_are_marked(table, tmp_path: Path) -> None:
    game = table.session.game
    play(game, 'note "quiet"')
    game.comment(game.cursor, "A fine move.")
    assert "“A fine move.”" in printed(table, tmp_path / "log.pdf")


def test_a_game_without_actions_is_one_page(table, tmp_path: Path) -> None:
    text = printed(table, tmp_path / "log.pdf")
    assert len(text.pages) == 1 and "Nothing has been played yet." in text


@pytest.mark.parametrize("scenario", ["free_table/skirmish", "free_table/campaign", "free_table/empty"])
def test_all_kinds_of_maps_can_be_printed(make_table, tmp_path: Path, scenario: str) -> None:
    table = make_table(scenario)
    play_at_random(table.session.game, 40)
    assert len(printed(table, tmp_path / "log.pdf").pages) >= 1


def test_a_file_that_cannot_be_written_keeps_the_old_one(table, tmp_path: Path) -> None:
    with pytest.raises(OSError):
        write_pdf(table, tmp_path / "no such folder" / "log.pdf")
    assert not (tmp_path / "no such folder").exists()


def test_a_print_that_is_stopped_leaves_the_old_file(table, tmp_path: Path, monkeypatch) -> None:
    play_at_random(table.session.game, 120)
    path = tmp_path / "log.pdf"
    path.write_bytes(b"older")
    monkeypatch.setattr(printing, "progress_in", lambda _window: lambda done, _total: done < 2)
    with pytest.raises(OSError, match="stopped"):
        write_pdf(table, path)
    assert path.read_bytes() == b"older"
    assert [one.name for one in tmp_path.glob("log.pdf*")] == ["log.pdf"]


def test_nothing_is_drawn_beyond_the_margins(table) -> None:
    play_at_random(table.session.game, 120)
    theme = load_theme("paper")
    pages = pages_of(log_print(table.session.game, None), A4, theme)
    for number in range(len(pages)):
        image = QImage(A4.toSize(), QImage.Format.Format_RGB32)
        image.fill(0xFFFFFF)
        painter = QPainter(image)
        pages.draw(painter, number)
        painter.end()
        margin = 60
        for x in (*range(margin), *range(image.width() - margin, image.width())):
            assert {image.pixel(x, y) for y in range(0, image.height(), 3)} == {0xFFFFFFFF}
        for y in (*range(margin), *range(image.height() - margin, image.height())):
            assert {image.pixel(x, y) for x in range(0, image.width(), 3)} == {0xFFFFFFFF}


def test_map_shows_the_surroundings_of_what_changed(table) -> None:
    crop = MapCrop(table.session.system)
    view = table.session.view

    def picture(*spaces: str) -> QImage:
        image = QImage(600, 240, QImage.Format.Format_RGB32)
        image.fill(0xFFFFFF)
        painter = QPainter(image)
        crop.paint(painter, QRectF(0, 0, 600, 240), spaces, view)
        painter.end()
        return image

    assert crop.has_place(["0706"]) and not crop.has_place(["sel_pool"])
    assert picture("0706") != picture("1711")
    assert crop.height_for(["0706", "1711"], 600) >= 190


def test_preview_shows_the_pages(table, qtbot) -> None:
    play_at_random(table.session.game, 60)
    dialog = preview_dialog(table, None)
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitExposed(dialog)
    preview = dialog.findChild(QPrintPreviewWidget)
    preview.updatePreview()
    assert preview.pageCount() >= 2
