"""Carrying pieces with real mouse events and keys: allowed, refused, cancelled, by way of waypoints."""

from __future__ import annotations

from fractions import Fraction

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication

from tests.gui.table.tables import RIVER, StrictSession, Table, TrySession
from wargame_desktop.gui.map.drag_show import FloatingPieces
from wargame_desktop.systems.base import Chance, Preview
from wargame_desktop.systems.free_table.model import Move

TOP, BELOW = "nor.1_mech", "nor.1_arm"
HOME, ALLOWED, FORBIDDEN = "1105", "1005", "1106"


@pytest.fixture
def strict(qtbot) -> Table:
    return Table(qtbot, StrictSession())


@pytest.fixture
def free(qtbot) -> Table:
    return Table(qtbot, TrySession())


def top_of(table: Table, space: str = HOME) -> str:
    return table.scene.stacks.pieces_at(space)[0]


def lift(table: Table, over: str, space: str = HOME) -> None:
    """Press on the stack of a space and carry it over another."""
    table.press(table.at(space))
    table.move(table.at(space, 12, 12), table.at(over))
    table.settle()


def test_drop_on_a_target_plays_its_action(strict: Table) -> None:
    piece = top_of(strict)
    strict.drag(strict.at(HOME), strict.at(ALLOWED))
    assert strict.session.played == [Move((piece,), ALLOWED)]
    assert strict.scene.stacks.place_of(piece) == ALLOWED
    assert not strict.scene.drag.is_active
    assert strict.scene.hand.hand is None


def test_targets_are_lit_with_their_costs_while_pieces_are_in_hand(strict: Table) -> None:
    lift(strict, ALLOWED)
    overlays = strict.scene.overlays
    assert overlays.reach.isVisible()
    assert [pill.text for pill in overlays.reach.pills] == ["2"]
    assert overlays.path.isVisible()
    assert not overlays.refusal.isVisible()
    strict.key(Qt.Key.Key_Escape)


def test_drop_on_a_refused_space_goes_back_and_gives_the_reason(strict: Table, qtbot) -> None:
    piece = top_of(strict)
    lift(strict, FORBIDDEN)
    assert strict.scene.overlays.refusal.isVisible()
    assert len(strict.scene.overlays.refusal.sides) == 1
    assert strict.scene.hand.callout.isVisible()
    with qtbot.waitSignal(strict.scene.refused) as caught:
        strict.release(strict.at(FORBIDDEN))
    assert caught.args == [(RIVER,)]
    assert strict.session.played == []
    assert strict.place(piece) == HOME
    assert piece in strict.scene.stacks.pieces_at(HOME)
    # The reason stays to be read until the next press.
    assert strict.scene.hand.callout.isVisible()
    strict.click(strict.empty_corner("1307"))
    assert not strict.scene.hand.callout.isVisible()


def test_a_hand_that_rests_is_told_what_the_move_would_lead_to(strict: Table, qtbot) -> None:
    outcomes = (("Attacker", Fraction(3, 4)), ("Defender", Fraction(1, 4)))
    strict.session.foretold = Preview(("Attack 4, defence 3",), (Chance("Who wins", outcomes),))
    lift(strict, ALLOWED)
    callout = strict.scene.hand.callout
    assert not callout.isVisible(), "at once it would make the hand stutter"
    qtbot.waitUntil(callout.isVisible, timeout=2000)
    assert callout.text.sentences == ("Who wins: Attacker 75%, Defender 25%", "Attack 4, defence 3")
    assert not callout.text.is_refusal and not strict.scene.overlays.refusal.isVisible()
    strict.release(strict.at(ALLOWED))
    assert strict.session.played and not callout.isVisible()


def test_callout_says_sentence_rule_and_numbers_and_covers_no_counter(strict: Table) -> None:
    heard: list[str] = []
    strict.scene.said.connect(heard.append)
    lift(strict, FORBIDDEN)
    callout = strict.scene.hand.callout
    assert "Needs 4 movement points, has 3" in callout.text.sentences[0]
    assert callout.text.sentences[0].endswith("(8.1)")
    assert callout.text.numbers == "allowance 6"
    assert "cannot go to 1106" in callout.text.title
    assert heard and "has 3" in heard[0]
    card = callout.card.translated(strict.view.viewportTransform().map(callout.pos()))
    assert strict.viewport().contains(card)
    taken = strict.scene.stacks.rects_on_screen(strict.view.viewportTransform())
    assert not [one for one in taken if one.intersects(card)]
    strict.key(Qt.Key.Key_Escape)


def test_targets_are_asked_once_and_reasons_once_per_space(strict: Table) -> None:
    strict.press(strict.at(HOME))
    strict.settle()
    before = strict.session.asked_targets
    strict.move(strict.at(HOME, 12, 0), strict.at(ALLOWED), strict.at(HOME, 10, 0), strict.at(ALLOWED))
    for k in range(5):
        strict.move(strict.at(FORBIDDEN, k, k))
        strict.settle()
    assert strict.session.asked_targets == before + 1
    assert len(strict.session.asked_why) == 1
    strict.key(Qt.Key.Key_Escape)


def test_fast_hand_asks_only_where_it_stops(strict: Table) -> None:
    drag = strict.scene.drag
    assert drag.begin([TOP])
    for space in ("1106", "1107", "1206", "1306", "1307"):
        drag.hover(space)
    strict.settle()
    assert [action.space for action in strict.session.asked_why] == ["1307"]
    drag.cancel()


def test_escape_puts_everything_back(strict: Table) -> None:
    piece = top_of(strict)
    lift(strict, ALLOWED)
    strict.key(Qt.Key.Key_Escape)
    strict.move(strict.at(FORBIDDEN))
    strict.release(strict.at(ALLOWED))
    assert strict.session.played == []
    assert strict.place(piece) == HOME
    assert not strict.scene.overlays.path.isVisible()
    assert strict.scene.hand.hand is None


def test_drop_where_it_was_taken_or_off_the_map_does_nothing(strict: Table) -> None:
    lift(strict, ALLOWED)
    strict.move(strict.at(HOME, 8, 8))
    strict.release(strict.at(HOME, 8, 8))
    assert strict.session.played == [] and strict.session.asked_why == []
    lift(strict, ALLOWED)
    strict.release(QPoint(-400, -400))
    assert strict.session.played == []
    assert not strict.scene.drag.is_active


def test_waypoints_by_key_and_right_button_go_into_the_action(strict: Table, qtbot) -> None:
    lift(strict, "1006")
    strict.key(Qt.Key.Key_W)
    strict.move(strict.at("1106"))
    qtbot.mousePress(strict.view.viewport(), Qt.MouseButton.RightButton, pos=strict.at("1106"))
    qtbot.mouseRelease(strict.view.viewport(), Qt.MouseButton.RightButton, pos=strict.at("1106"))
    assert strict.scene.drag.via == ("1006", "1106")
    strict.move(strict.at(ALLOWED))
    strict.settle()
    assert strict.scene.overlays.path.isVisible()
    assert len(strict.scene.overlays.path.waypoints) == 2
    strict.release(strict.at(ALLOWED))
    assert strict.session.last_via == ("1006", "1106")
    assert [action.space for action in strict.session.played] == [ALLOWED]


def test_alt_adds_every_space_the_hand_passes(strict: Table) -> None:
    lift(strict, "1006")
    for space in ("1106", "1206"):
        at = strict.at(space).toPointF()
        viewport = strict.view.viewport()
        move = QMouseEvent(
            QEvent.Type.MouseMove, at, viewport.mapToGlobal(at), Qt.MouseButton.NoButton,
            Qt.MouseButton.LeftButton, Qt.KeyboardModifier.AltModifier,
        )  # fmt: skip
        QApplication.sendEvent(viewport, move)
    assert strict.scene.drag.via == ("1106", "1206")
    strict.key(Qt.Key.Key_Escape)


def test_taking_up_again_while_a_piece_goes_home(strict: Table, qtbot) -> None:
    strict.scene.set_motion(True)
    lift(strict, FORBIDDEN)
    strict.release(strict.at(FORBIDDEN))
    assert strict.scene.motion.is_running
    lift(strict, ALLOWED)
    assert strict.scene.stacks._lifted == frozenset(strict.scene.drag.pieces)
    strict.release(strict.at(ALLOWED))
    assert len(strict.session.played) == 1


def test_shift_enter_takes_the_whole_stack(strict: Table, qtbot) -> None:
    strict.scene.put_cursor(HOME)
    qtbot.keyClick(strict.view, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert set(strict.scene.drag.pieces) == {TOP, BELOW}
    strict.key(Qt.Key.Key_Escape)


def test_cursor_says_where_it_is(strict: Table) -> None:
    heard: list[str] = []
    strict.scene.said.connect(heard.append)
    strict.scene.put_cursor("1106")
    strict.key(Qt.Key.Key_Up)
    assert heard[-1].startswith("1105: Norrin 1")
    strict.scene.put_cursor("1206")
    strict.key(Qt.Key.Key_Down)
    assert heard[-1] == "1207: empty."


def test_several_chosen_pieces_move_together_from_several_spaces(strict: Table) -> None:
    strict.scene.selection.select([TOP, BELOW, "nor.2_arm"])
    strict.settle()
    strict.drag(strict.at(HOME), strict.at(ALLOWED))
    (action,) = strict.session.played
    assert isinstance(action, Move)
    assert sorted(action.pieces) == sorted([TOP, BELOW, "nor.2_arm"])
    assert {strict.place(piece) for piece in action.pieces} == {ALLOWED}


def test_click_chosen_then_click_target_moves(strict: Table) -> None:
    piece = top_of(strict)
    strict.click(strict.at(HOME))
    strict.settle()
    assert strict.scene.overlays.reach.isVisible()
    strict.move(strict.empty_corner(ALLOWED))
    assert strict.scene.overlays.path.isVisible()
    strict.click(strict.empty_corner(ALLOWED))
    assert strict.session.played == [Move((piece,), ALLOWED)]


def test_keyboard_picks_up_carries_and_drops(strict: Table) -> None:
    piece = top_of(strict)
    strict.scene.put_cursor(HOME)
    strict.key(Qt.Key.Key_Return)
    assert strict.scene.drag.pieces == (piece,)
    strict.key(Qt.Key.Key_Down)
    strict.settle()
    assert strict.scene.drag.space == FORBIDDEN
    assert strict.scene.hand.callout.isVisible()
    strict.key(Qt.Key.Key_Up)
    strict.key(Qt.Key.Key_Left)
    strict.settle()
    if strict.scene.drag.space != ALLOWED:
        strict.key(Qt.Key.Key_Down)
    assert strict.scene.drag.space == ALLOWED
    strict.key(Qt.Key.Key_Return)
    assert strict.session.played == [Move((piece,), ALLOWED)]


def test_arrow_keys_keep_to_the_row_and_come_back(free: Table) -> None:
    scene = free.scene
    scene.put_cursor("1006")
    path = []
    for key in [Qt.Key.Key_Right] * 4 + [Qt.Key.Key_Left] * 4:
        free.key(key)
        path.append(scene.cursor.space)
    heights = {free.geometry.centre(space).y() for space in path}
    assert max(heights) - min(heights) <= free.geometry.pitch / 2 + 1
    assert path[-1] == "1006"
    free.key(Qt.Key.Key_Up)
    assert scene.cursor.space == "1005"
    assert scene.overlays.cursor.isVisible()


def test_a_panel_can_take_part(strict: Table) -> None:
    drag = strict.scene.drag
    strict.session.allowed = {"nor_pool": ("", ())}
    corner = strict.view.viewport().mapToGlobal(QPoint(0, 0))
    outside = corner + QPoint(5000, 10)
    drag.add_resolver(lambda at: "nor_pool" if at == outside else None)
    lift(strict, FORBIDDEN)
    strict.move(outside - corner)
    assert drag.space == "nor_pool"
    assert strict.view.findChild(FloatingPieces).isVisible()
    piece = drag.pieces[0]
    strict.release(outside - corner)
    assert strict.place(piece) == "nor_pool"
    # And back onto the map, begun by the panel.
    strict.session.allowed = {ALLOWED: ("1", ())}
    assert drag.begin([piece])
    assert strict.scene.stacks.picture_of([piece]).grips[0].pieces == (piece,)
    drag.carry(strict.view.viewport().mapToGlobal(strict.at(ALLOWED)))
    assert drag.drop()
    assert strict.scene.stacks.place_of(piece) == ALLOWED


def test_drop_that_means_nothing_has_a_sentence(strict: Table) -> None:
    found = []
    strict.scene.drag.refused.connect(found.append)
    assert strict.scene.drag.begin([TOP])
    strict.scene.drag.hover("nowhere")
    assert not strict.scene.drag.drop()
    assert "nowhere" in found[0][0].sentence


def test_a_change_of_the_game_ends_the_drag(strict: Table) -> None:
    lift(strict, ALLOWED)
    strict.session.changed.emit(None)
    assert not strict.scene.drag.is_active
    assert strict.scene.hand.hand is None
    strict.release(strict.at(ALLOWED))
    assert strict.session.played == []


def test_free_table_lets_everything_go_everywhere_without_lighting_the_map(free: Table) -> None:
    piece = top_of(free)
    lift(free, "1307")
    assert not free.scene.overlays.reach.isVisible()
    assert free.scene.overlays.path.isVisible()
    free.release(free.at("1307"))
    assert free.place(piece) == "1307"
    assert free.session.asked_why == []


def test_bounce_is_animated_and_leaves_no_picture_behind(strict: Table, qtbot) -> None:
    strict.scene.set_motion(True)
    piece = top_of(strict)
    items = len(strict.scene.items())
    lift(strict, FORBIDDEN)
    strict.release(strict.at(FORBIDDEN))
    assert strict.scene.motion.is_running
    assert piece in strict.scene.stacks.pieces_at(HOME)
    qtbot.waitUntil(lambda: not strict.scene.motion.is_running, timeout=2000)
    assert len(strict.scene.items()) == items


def test_hand_over_shows_nothing_of_the_last_player(strict: Table) -> None:
    strict.click(strict.at(HOME))
    strict.session.waiting_for = "league"
    strict.session.changed.emit(None)
    strict.settle()
    assert strict.scene.stacks.rects_on_screen(strict.view.viewportTransform()) == []
    assert strict.scene.selection.pieces == ()
    assert not strict.scene.overlays.reach.isVisible()
    strict.session.waiting_for = None
    strict.session.changed.emit(None)
    assert strict.scene.stacks.pieces_at(HOME)


def test_pick_on_map(strict: Table, qtbot) -> None:
    strict.scene.start_picking(["1004", HOME])
    assert strict.scene.overlays.candidates.isVisible()
    for space in ("1004", HOME):
        with qtbot.waitSignal(strict.scene.picked) as caught:
            strict.click(strict.at(space))
        assert caught.args == [space]
    strict.scene.start_picking(strict.geometry.space_ids)
    assert not strict.scene.overlays.candidates.isVisible()
    with qtbot.waitSignal(strict.scene.picked):
        strict.click(strict.at("1307"))
    strict.scene.stop_picking()
    strict.click(strict.at(HOME))
    assert strict.scene.selection.pieces == (top_of(strict),)


def test_drag_near_the_edge_scrolls_the_map(strict: Table, qtbot) -> None:
    before = strict.view.horizontalScrollBar().value()
    lift(strict, ALLOWED)
    edge = QPoint(strict.view.viewport().width() - 4, 300)
    strict.move(edge)
    qtbot.waitUntil(lambda: strict.view.horizontalScrollBar().value() > before, timeout=1000)
    strict.key(Qt.Key.Key_Escape)
    strict.release(edge)
