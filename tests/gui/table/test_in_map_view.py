"""Pieces and the real map view together: who gets which press, key and turn of the wheel."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt

from tests.gui.table.tables import StrictSession, Table
from wargame_desktop.gui.map.view import MapView
from wargame_desktop.systems.free_table.model import Move


@pytest.fixture
def table(qtbot) -> Table:
    return Table(qtbot, StrictSession(), make_view=lambda scene, geometry: MapView(scene, geometry))


def middle(table: Table) -> QPointF:
    return table.view.mapToScene(table.view.viewport().rect().center())


def test_press_on_a_piece_drags_it_and_not_the_map(table: Table) -> None:
    before = middle(table)
    piece = table.scene.stacks.pieces_at("1105")[0]
    table.drag(table.at("1105"), table.at("1005"))
    assert table.session.played == [Move((piece,), "1005")]
    assert middle(table) == before


def test_press_on_the_empty_map_pans_and_chooses_nothing(table: Table) -> None:
    before, start = middle(table), table.empty_corner("1307")
    table.drag(start, start + QPoint(-120, 40))
    assert (middle(table) - before).manhattanLength() > 100
    assert table.scene.selection.pieces == ()


@pytest.mark.qt_log_ignore("not accepted by receiving widget")
def test_click_on_the_empty_map_is_also_the_views(table: Table, qtbot) -> None:
    with qtbot.waitSignal(table.view.space_clicked) as caught:
        table.click(table.empty_corner("1307"))
    assert caught.args[0] == "1307"
    assert table.scene.selection.space == "1307"


def test_held_space_bar_moves_the_map_even_over_a_piece(table: Table, qtbot) -> None:
    before, start = middle(table), table.at("1105")
    qtbot.keyPress(table.view, Qt.Key.Key_Space)
    table.drag(start, start + QPoint(-150, 0))
    qtbot.keyRelease(table.view, Qt.Key.Key_Space)
    assert (middle(table) - before).manhattanLength() > 120
    assert table.session.played == []
    assert table.scene.fan is None


def test_zooming_changes_the_level_of_detail(table: Table) -> None:
    sides = []
    for zoom in (0.9, 0.7, 0.4, 0.3):
        table.view.zoom = zoom
        table.settle()
        sides.append(table.scene.stacks.size.side)
    assert sides == sorted(sides, reverse=True) and len(set(sides)) == 4


def test_arrow_keys_move_the_cursor_and_with_ctrl_the_map(table: Table, qtbot) -> None:
    table.scene.put_cursor("1105")
    before = middle(table)
    table.key(Qt.Key.Key_Up)
    assert table.scene.cursor.space == "1104"
    assert middle(table) == before
    qtbot.keyClick(table.view, Qt.Key.Key_Left, Qt.KeyboardModifier.ControlModifier)
    assert table.scene.cursor.space == "1104"
    assert middle(table) != before


def test_cursor_that_leaves_the_view_brings_the_map_along(table: Table) -> None:
    table.scene.put_cursor("1105")
    for _ in range(7):
        table.key(Qt.Key.Key_Down)
    space = table.scene.cursor.space
    assert space is not None
    assert table.viewport().contains(table.at(space).toPointF())


def test_right_button_pans_unless_pieces_are_in_hand(table: Table, qtbot) -> None:
    table.press(table.at("1105"))
    table.move(table.at("1105", 15, 0), table.at("1006"))
    before = middle(table)
    qtbot.mousePress(table.view.viewport(), Qt.MouseButton.RightButton, pos=table.at("1006"))
    qtbot.mouseRelease(table.view.viewport(), Qt.MouseButton.RightButton, pos=table.at("1006"))
    assert table.scene.drag.via == ("1006",)
    assert middle(table) == before
    table.key(Qt.Key.Key_Escape)
    table.release(table.at("1006"))
