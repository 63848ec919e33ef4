"""Moves in the whole window by mouse and key: accepted, refused, taken back."""

from __future__ import annotations

from PySide6.QtCore import Qt

from tests.gui.window.hands import ALT, CTRL, SHIFT, Hands
from tests.gui.window.strict import WHY, strict_game


def test_drag_moves_a_piece_and_every_panel_knows(hands: Hands) -> None:
    hands.drag("1104", "1005")
    assert hands.place("nor.2_arm") == "1005"
    assert any("1005" in row.text for row in hands.tables.log.model.rows)
    assert "Action 1 of 1" in hands.tables.timeline.where.text()
    assert hands.tables.scene.stacks.pieces_at("1104") == ()
    assert hands.session.game.path.read_text().count("nor.2_arm 1005") == 1


def test_refused_drag_says_why_everywhere_and_changes_nothing(make_hands) -> None:
    hands = make_hands(new=strict_game())
    before = hands.session.game.state.hash
    hands.drag("1104", "1208")
    assert hands.place("nor.2_arm") == "1104"
    assert hands.session.game.state.hash == before
    assert hands.session.node.parent is None
    callout = hands.tables.scene.hand.callout
    assert callout.isVisible() and callout.text.sentences == (f"{WHY} (8.1)",)
    assert WHY in hands.status and "cannot go to 1208" in hands.status
    assert any(WHY in row.text for row in hands.tables.log.model.rows)
    assert hands.tables.scene.drag.pieces == ()


def test_reasons_are_shown_while_the_piece_is_still_in_the_hand(make_hands) -> None:
    hands = make_hands(new=strict_game())
    hands.see("1104", "1208", "1005")
    port = hands.tables.view.viewport()
    start, wrong, right = hands.at("1104"), hands.at("1208"), hands.at("1005")
    hands.qtbot.mousePress(port, Qt.MouseButton.LeftButton, pos=start)
    hands.qtbot.mouseMove(port, start + (wrong - start) / 2)
    hands.qtbot.mouseMove(port, wrong)
    hands.qtbot.waitUntil(hands.tables.scene.hand.callout.isVisible)
    assert set(hands.tables.scene.drag.targets) == {"1005", "1106"}
    hands.qtbot.mouseMove(port, right)
    hands.qtbot.waitUntil(lambda: not hands.tables.scene.hand.callout.isVisible())
    hands.qtbot.mouseRelease(port, Qt.MouseButton.LeftButton, pos=right)
    assert hands.place("nor.2_arm") == "1005"


def test_several_pieces_move_as_a_group(hands: Hands) -> None:
    hands.see("1104", "1105", "1006", "0905")
    hands.click_map("1104")
    hands.click_map("1006", CTRL)
    hands.click_map("1105", CTRL)
    assert len(hands.tables.table.selection) == 3
    hands.drag("1104", "1008")
    moved = [hands.place(piece) for piece in ("nor.2_arm", "nor.6_inf")]
    assert moved == ["1008", "1008"]
    assert len(hands.session.view.at("1008")) == 3
    assert hands.session.node.id == 1


def test_undo_redo_and_reset_by_keys(hands: Hands) -> None:
    hands.drag("1104", "1005")
    hands.drag("1107", "1208")
    assert hands.place("nor.7_inf") == "1208"
    hands.key(Qt.Key.Key_Z, CTRL)
    assert (hands.place("nor.7_inf"), hands.place("nor.2_arm")) == ("1107", "1005")
    hands.key(Qt.Key.Key_Z, CTRL)
    assert hands.place("nor.2_arm") == "1104"
    hands.key(Qt.Key.Key_Z, CTRL | SHIFT)
    hands.key(Qt.Key.Key_Z, CTRL | SHIFT)
    assert (hands.place("nor.7_inf"), hands.place("nor.2_arm")) == ("1208", "1005")
    hands.key(Qt.Key.Key_Z, CTRL | ALT)
    assert (hands.place("nor.7_inf"), hands.place("nor.2_arm")) == ("1107", "1104")
    hands.key(Qt.Key.Key_Z, CTRL | ALT)
    assert "only just begun" in hands.status


def test_nearly_everywhere_is_not_lit(hands: Hands) -> None:
    hands.click_map("1104")
    hands.key(Qt.Key.Key_Return)
    assert len(hands.tables.scene.drag.targets) > 100
    assert not hands.tables.scene.overlays.reach.isVisible()
    hands.key(Qt.Key.Key_Escape)
    assert not hands.tables.scene.drag.is_active


def test_few_targets_are_lit(make_hands) -> None:
    hands = make_hands(new=strict_game())
    hands.click_map("1104")
    hands.key(Qt.Key.Key_Return)
    reach = hands.tables.scene.overlays.reach
    assert reach.isVisible()
    outline = hands.tables.geometry_.centre
    assert all(reach.shape().contains(outline(space)) for space in ("1005", "1106", "1104"))
    assert not reach.shape().contains(outline("1208"))
