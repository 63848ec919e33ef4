"""Choosing pieces with clicks, chords, double clicks and the rubber band; spreading stacks."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt

from tests.gui.table.tables import StrictSession, Table, TrySession
from wargame_desktop.gui.map.stacks_selection import Selection

CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
STACK = "1204"


@pytest.fixture
def table(qtbot) -> Table:
    return Table(qtbot, StrictSession({}), at="1105")


def stack(table: Table, space: str = STACK) -> tuple[str, ...]:
    return table.scene.stacks.pieces_at(space)


def on_tray(table: Table, piece: str) -> QPoint:
    fan = table.scene.fan
    assert fan is not None
    square = fan.square(fan.pieces.index(piece))
    at = table.view.viewportTransform().map(fan.pos()) + square.center()
    return at.toPoint()


def test_click_chooses_the_top_piece_and_takes_the_space_in_hand(table: Table) -> None:
    table.click(table.at(STACK))
    assert table.scene.selection.pieces == stack(table)[:1]
    assert table.scene.selection.space == STACK
    table.click(table.at("1104"))
    assert table.scene.selection.pieces == ("nor.2_arm",)


def test_chords_add_and_take_away(table: Table) -> None:
    top = stack(table)[0]
    table.click(table.at(STACK))
    table.click(table.at("1104"), CTRL)
    table.click(table.at("1006"), SHIFT)
    assert table.scene.selection.pieces == (top, "nor.2_arm", "nor.6_inf")
    table.click(table.at("1104"), CTRL)
    assert table.scene.selection.pieces == (top, "nor.6_inf")


def test_double_click_chooses_the_whole_stack_of_one_side(table: Table, qtbot) -> None:
    at = table.at(STACK)
    table.click(at)
    qtbot.mouseDClick(table.view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    table.release(at)
    assert sorted(table.scene.selection.pieces) == sorted(stack(table))
    # The marker in this space belongs to nobody and stays.
    at = table.at("0905", -10, 0)
    qtbot.mouseDClick(table.view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    table.release(at)
    assert table.scene.selection.pieces == ("sel.3_inf",)


def test_click_on_the_empty_map_lets_go(table: Table) -> None:
    table.click(table.at(STACK))
    table.click(table.empty_corner("1307"))
    assert table.scene.selection.pieces == ()
    assert table.scene.selection.space == "1307"


def test_escape_lets_go(table: Table) -> None:
    table.click(table.at(STACK))
    table.key(Qt.Key.Key_Escape)
    assert table.scene.selection.pieces == ()


def test_shift_drag_on_the_empty_map_chooses_what_it_encloses(table: Table) -> None:
    start, end = table.empty_corner("1103"), table.at("1205", 60, 60)
    table.press(start, SHIFT)
    table.qtbot.mouseMove(table.view.viewport(), (start + end) / 2)
    table.qtbot.mouseMove(table.view.viewport(), end)
    table.release(end, SHIFT)
    chosen = set(table.scene.selection.pieces)
    assert {"nor.2_arm", *stack(table)} <= chosen
    assert "sel.3_inf" not in chosen


def test_second_click_spreads_the_stack_and_every_piece_can_be_taken(table: Table) -> None:
    table.click(table.at(STACK))
    assert table.scene.fan is None
    table.qtbot.wait(1)
    table.click(table.at(STACK))
    fan = table.scene.fan
    assert fan is not None and fan.pieces == stack(table)
    lowest = stack(table)[-1]
    table.click(on_tray(table, lowest))
    assert table.scene.selection.pieces == (lowest,)
    # What is chosen lies on top of its stack, where it can be seen and dragged.
    table.scene.close_fan()
    hit = table.scene.stacks.hit(table.at(STACK).toPointF(), table.view.viewportTransform())
    assert hit is not None and hit.pieces == (lowest,)


def test_piece_can_be_dragged_from_the_tray(table: Table) -> None:
    table.session.allowed = {"1005": ("1", ())}
    table.scene.open_fan(STACK)
    lowest = stack(table)[-1]
    table.drag(on_tray(table, lowest), table.at("1005"))
    assert table.place(lowest) == "1005"
    assert table.scene.fan is None


def test_space_bar_spreads_and_arrows_choose_in_the_tray(table: Table) -> None:
    table.click(table.at(STACK))
    table.key(Qt.Key.Key_Space)
    assert table.scene.fan is not None
    table.key(Qt.Key.Key_Right)
    assert table.scene.selection.pieces == stack(table)[1:2]
    table.key(Qt.Key.Key_Right)
    table.key(Qt.Key.Key_Right)
    table.key(Qt.Key.Key_Right)
    assert table.scene.selection.pieces == stack(table)[3:4]
    table.key(Qt.Key.Key_Escape)
    assert table.scene.fan is None
    assert table.scene.selection.pieces


def test_tray_stays_inside_the_view(table: Table) -> None:
    table.view.centerOn(table.geometry.centre("0311"))
    assert table.scene.open_fan("0311")
    fan = table.scene.fan
    assert fan is not None
    for number in range(len(fan.pieces)):
        square = fan.square(number).translated(table.view.viewportTransform().map(fan.pos()))
        assert table.viewport().contains(square)


def test_single_piece_is_not_spread(table: Table) -> None:
    assert not table.scene.open_fan("1104")


def test_pieces_that_look_alike_are_chosen_one_by_one(qtbot) -> None:
    table = Table(qtbot, TrySession("free_table/campaign"), at="port_eskeld", zoom=1.4)
    scene = table.scene
    fighters = tuple(piece for piece in scene.stacks.pieces_at("port_eskeld") if "fighter" in piece)
    item = scene.stacks._items["port_eskeld"]
    grip = next(grip for grip in item.picture.grips if set(grip.pieces) == set(fighters))
    anchor = table.view.viewportTransform().map(table.geometry.piece_anchor("port_eskeld"))
    at = (anchor + item.shift + grip.rect.center()).toPoint()
    table.click(at)
    assert len(scene.selection) == 1
    table.settle()
    # The chosen one has a place of its own now; the other still lies in the group.
    rest = next(piece for piece in fighters if piece not in scene.selection)
    grips = scene.stacks._items["port_eskeld"].picture.grips
    assert any(grip.pieces == (rest,) for grip in grips)


def test_selection_signals_only_real_changes(qtbot) -> None:
    selection, changes, spaces = Selection(), [], []
    selection.changed.connect(lambda: changes.append(selection.pieces))
    selection.space_changed.connect(spaces.append)
    selection.select(["a", "b"])
    selection.select(["a", "b"])
    selection.select(["c"], add=True)
    selection.deselect(["b", "x"])
    selection.retain(["c"])
    selection.retain(["c", "d"])
    selection.clear()
    selection.clear()
    assert changes == [("a", "b"), ("a", "b", "c"), ("a", "c"), ("c",), ()]
    selection.set_space("1")
    selection.set_space("1")
    assert spaces == ["1"]
