"""Match play at one screen: nothing of the other side's hidden pieces is anywhere to be read."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from tests.gui.window.hands import CTRL, Hands, words_of
from wargame_desktop.core.timeline import MATCH
from wargame_desktop.gui.handover import HandoverScreen

HIDDEN_OF_PACT = ("nor.para", "aratroop", "arachute", "submarine.1", "submarine.2")
"""Ids and names of pieces that lie face down; a third submarine lies open in the pool."""


@pytest.fixture
def match(make_hands) -> Hands:
    """The skirmish in match play; the Pact begins."""
    return make_hands("free_table/skirmish", mode=MATCH)


def cover_of(hands: Hands) -> HandoverScreen:
    """The cover that is up."""
    (cover,) = [one for one in hands.window.findChildren(HandoverScreen) if one.isVisible()]
    return cover


def hand_over(hands: Hands) -> None:
    """The Pact does something secret, then hands the table to the League."""
    for line in ("move nor.para 1305", "conceal nor.para", "side league"):
        assert hands.session.play(line), line
    hands.settle()


def leaks(hands: Hands, said: list[str] | None = None) -> list[str]:
    """What can be read and should not be."""
    texts = [*(said or ()), *words_of(hands.window), hands.status]
    known = hands.session
    texts += [hands.tables.timeline.strip.told(node) for node in known.node.line()]
    texts += list(hands.session.view.pieces)
    return [text for text in texts if any(word in text for word in HIDDEN_OF_PACT)]


def test_first_the_own_side_sees_its_pieces(match: Hands) -> None:
    assert match.session.viewer == "pact"
    assert any("aratroop" in text or "nor.para" in text for text in leaks(match))


def test_covered_window_shows_nothing_of_the_game(match: Hands) -> None:
    hand_over(match)
    cover = cover_of(match)
    assert cover.geometry() == match.window.rect()
    assert "The League" in cover.title.text()
    shown = words_of(match.window, only_visible=True)
    assert not [text for text in shown if any(word in text for word in HIDDEN_OF_PACT)]
    assert match.status == ""
    assert not match.tables.isVisible() and not match.tables.view.isVisible()
    places = [row.text for row in match.tables.log.model.rows]
    assert not [text for text in places if any(word in text for word in HIDDEN_OF_PACT)]
    match.key(Qt.Key.Key_Z, CTRL)
    assert match.session.game.state.var("side") == "league"
    match.key(Qt.Key.Key_K, CTRL)
    assert match.window.isActiveWindow() and cover.isVisible()


def test_resized_window_stays_covered(match: Hands) -> None:
    hand_over(match)
    match.window.resize(1500, 900)
    match.qtbot.waitUntil(lambda: cover_of(match).geometry() == match.window.rect())


@pytest.mark.parametrize("tab", range(5))
def test_the_other_side_reads_nothing_hidden_anywhere(match: Hands, tab: int) -> None:
    said: list[str] = []
    match.tables.said.connect(said.append)
    hand_over(match)
    cover = cover_of(match)
    said.clear()
    match.qtbot.mouseClick(cover.findChild(QPushButton), Qt.MouseButton.LeftButton)
    match.tables.tabs.setCurrentIndex(tab)
    match.settle()
    assert match.session.viewer == "league" and match.tables.view.isVisible()
    for space in ("1305", "0912", "1202"):
        match.tables.table.show_space(space)
        match.settle()
        match.tables.scene.open_fan(space)
        assert leaks(match, said) == []
    match.drag("0912", "0911")
    assert leaks(match, said) == []


def test_the_palette_knows_no_hidden_piece(match: Hands) -> None:
    hand_over(match)
    match.key(Qt.Key.Key_Return)
    match.settle()
    found: list[str] = []

    def answer(palette) -> None:
        for text in ("para", "submarine", "tar."):
            found.extend(entry.text for entry in palette.matches(text))

    match.with_dialog(lambda: match.key(Qt.Key.Key_K, CTRL), answer)
    assert not [text for text in found if any(word in text for word in HIDDEN_OF_PACT)]


def test_taking_the_hand_over_back_covers_the_table_again(match: Hands) -> None:
    hand_over(match)
    match.key(Qt.Key.Key_Return)
    match.settle()
    match.tables.view.setFocus()
    match.key(Qt.Key.Key_Z, CTRL)
    assert "The Pact" in cover_of(match).title.text()
    shown = words_of(match.window, only_visible=True)
    assert not [text for text in shown if any(word in text for word in HIDDEN_OF_PACT)]


def test_undo_stops_at_dice_and_says_so(match: Hands) -> None:
    assert match.session.play("roll 2d6")
    match.tables.view.setFocus()
    match.key(Qt.Key.Key_Z, CTRL)
    assert match.session.node.id == 1
    assert "Dice have fallen" in match.status


def test_no_view_of_another_side_and_no_comment_in_match_play(match: Hands) -> None:
    match.key(Qt.Key.Key_V, Qt.KeyboardModifier.ShiftModifier)
    assert match.session.viewer == "pact" and "own table" in match.status
    match.key(Qt.Key.Key_M, CTRL)
    assert "comment" in match.status.lower()
