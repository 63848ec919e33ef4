"""The stack panel: every piece with its state, choosing, totals, dragging out, and what stays hidden."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from wargame_desktop.core.timeline import MATCH
from wargame_desktop.gui.panels.stack import StackPanel
from wargame_desktop.gui.panels.stack_rows import Tone, space_facts, space_links
from wargame_desktop.gui.table import Table
from wargame_desktop.gui.theme import load_theme

LEFT = Qt.MouseButton.LeftButton
CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
NONE = Qt.KeyboardModifier.NoModifier


def shown(table: Table, qtbot) -> StackPanel:
    panel = StackPanel(table)
    qtbot.addWidget(panel)
    panel.resize(312, 700)
    panel.show()
    qtbot.waitExposed(panel)
    return panel


@pytest.fixture
def panel(table: Table, qtbot) -> StackPanel:
    """The panel with the stack of Kessel: guards on top, infantry, the fortress at the bottom."""
    panel = shown(table, qtbot)
    table.selection.set_space("0706")
    return panel


def ids(panel: StackPanel) -> list[str]:
    return [row.piece.id for row in panel.rows.stack.rows]


def place(panel: StackPanel, row: int) -> QPoint:
    return panel.rows.visualRect(panel.rows.stack.index(row)).center()


def click(panel: StackPanel, row: int, keys: Qt.KeyboardModifier = NONE) -> None:
    QTest.mouseClick(panel.rows.viewport(), LEFT, keys, place(panel, row))


def states(panel: StackPanel, row: int) -> dict[str, Tone]:
    return dict(panel.rows.stack.rows[row].states)


def test_lists_the_stack_top_to_bottom(panel: StackPanel) -> None:
    assert panel.heading.text() == "STACK IN 0706, KESSEL"
    assert ids(panel) == ["sel.guards", "sel.1_inf", "sel.kessel_fort"]
    guards, infantry, fort = panel.rows.stack.rows
    assert (guards.name, guards.figures) == ("Guards Armoured corps", "Attack 3, defence 3, move 6")
    assert guards.states == (("Reduced", Tone.WARN),)
    assert infantry.states == (("Full strength", Tone.PLAIN),)
    assert fort.states == ()


def test_marks_are_said_in_words_with_their_weight(panel: StackPanel, table: Table) -> None:
    for mark in ("moved", "out_of_supply", 'fuel value="2"'):
        assert table.session.play(f"mark sel.1_inf {mark}")
    assert states(panel, 1) == {
        "Full strength": Tone.PLAIN,
        "Fuel 2": Tone.PLAIN,
        "Moved": Tone.PLAIN,
        "Out of supply": Tone.BAD,
    }
    said = panel.rows.stack.data(panel.rows.stack.index(1), Qt.ItemDataRole.AccessibleTextRole)
    assert (
        said == "1 Infantry corps, Attack 3, defence 4, move 3, Full strength, Fuel 2, Moved, Out of supply"
    )


def test_space_is_described(table: Table) -> None:
    system, view = table.session.system, table.session.view
    assert space_facts(system, view, "0706") == (
        "Clear land · held by Selmark · large city · points 2"
    )
    assert space_links(system, "0706") == "River Lind: 0605, 0705\nRail: 0606, 0605, 0805"
    assert space_links(system, "0311") == "Ferry: Selmouth"


def test_cargo_stands_under_its_carrier(panel: StackPanel, table: Table) -> None:
    table.selection.set_space("0311")
    rows = [(row.piece.id, row.depth) for row in panel.rows.stack.rows]
    at = rows.index(("cal.transport.1", 0))
    assert rows[at + 1 : at + 3] == [("cal.marine.2", 1), ("cal.marine.1", 1)]
    assert states(panel, at) == {"Carries 2": Tone.PLAIN}
    table.selection.set_space("in:cal.transport.1")
    assert panel.space == "0311"


def test_totals_by_power_of_the_stack_and_of_what_is_chosen(panel: StackPanel, table: Table) -> None:
    assert panel.totals.text() == "<b>Selmark</b>: 3 pieces, attack 6, defence 11, move 0"
    table.selection.select(["sel.1_inf", "sel.guards"])
    assert panel.totals.text() == "<b>Selmark, chosen</b>: 2 pieces, attack 6, defence 7, move 3"
    table.session.play("move tar.guns 0706")
    table.selection.clear()
    assert "<b>Tarn</b>: 1 piece, attack 4, defence 1, move 2" in panel.totals.text()


def test_clicks_choose_like_in_any_list(panel: StackPanel, table: Table) -> None:
    click(panel, 0)
    assert table.selection.pieces == ("sel.guards",)
    click(panel, 2, CTRL)
    assert table.selection.pieces == ("sel.guards", "sel.kessel_fort")
    click(panel, 1)
    click(panel, 2, SHIFT)
    assert table.selection.pieces == ("sel.1_inf", "sel.kessel_fort")
    click(panel, 2, CTRL)
    assert table.selection.pieces == ("sel.1_inf",)


def test_keyboard_chooses_too(panel: StackPanel, table: Table) -> None:
    panel.rows.setFocus()
    click(panel, 0)
    QTest.keyClick(panel.rows, Qt.Key.Key_Down)
    assert table.selection.pieces == ("sel.1_inf",)
    QTest.keyClick(panel.rows, Qt.Key.Key_Down, SHIFT)
    assert table.selection.pieces == ("sel.1_inf", "sel.kessel_fort")
    QTest.keyClick(panel.rows, Qt.Key.Key_A, CTRL)
    assert len(table.selection) == 3


def test_control_keeps_pieces_chosen_elsewhere(panel: StackPanel, table: Table) -> None:
    table.selection.select(["sel.1_inf", "sel.3_inf"])
    click(panel, 0, CTRL)
    assert table.selection.pieces == ("sel.3_inf", "sel.guards", "sel.1_inf")
    click(panel, 2)
    assert table.selection.pieces == ("sel.kessel_fort",)


def test_rows_follow_the_selection(panel: StackPanel, table: Table) -> None:
    table.selection.select(["sel.kessel_fort"])
    assert [index.row() for index in panel.rows.selectedIndexes()] == [2]
    table.selection.clear()
    assert panel.rows.selectedIndexes() == []


def test_panel_goes_with_chosen_pieces_but_a_space_in_hand_wins(panel: StackPanel, table: Table) -> None:
    table.selection.select(["sel.1_inf"])
    table.session.play("move sel.1_inf 0806")
    assert panel.space == "0806" and ids(panel) == ["sel.1_inf", "sel.1_cav"]
    assert [index.row() for index in panel.rows.selectedIndexes()] == [0]
    table.selection.set_space("0905")
    assert panel.space == "0905"


def test_only_a_change_that_shows_here_is_taken_up(panel: StackPanel, table: Table, monkeypatch) -> None:
    done = []
    monkeypatch.setattr(panel, "refresh", lambda: done.append(table.session.node))
    table.session.play("move nor.5_inf 1107")
    assert done == []
    table.session.play("move nor.5_inf 0706")
    table.session.play("flip nor.5_inf")
    assert len(done) == 2


def test_drag_takes_all_that_is_chosen_along(panel: StackPanel, table: Table) -> None:
    table.selection.select(["sel.guards", "sel.1_inf"])
    started, moved, dropped = [], [], []
    panel.drag_started.connect(started.append)
    panel.drag_moved.connect(moved.append)
    panel.drag_dropped.connect(dropped.append)
    view = panel.rows.viewport()
    QTest.mousePress(view, LEFT, NONE, place(panel, 0))
    QTest.mouseMove(view, place(panel, 0) + QPoint(3, 0))
    assert started == []
    QTest.mouseMove(view, QPoint(360, 40))
    QTest.mouseMove(view, QPoint(400, 60))
    QTest.mouseRelease(view, LEFT, NONE, QPoint(400, 60))
    assert started == [("sel.guards", "sel.1_inf")]
    assert dropped == [view.mapToGlobal(QPoint(400, 60))] and moved[-1] == dropped[0]
    assert table.selection.pieces == ("sel.guards", "sel.1_inf")


def test_press_on_an_unchosen_row_chooses_and_drags_it(panel: StackPanel, table: Table) -> None:
    table.selection.select(["sel.guards"])
    started, cancelled, dropped = [], [], []
    panel.drag_started.connect(started.append)
    panel.drag_cancelled.connect(lambda: cancelled.append(True))
    panel.drag_dropped.connect(dropped.append)
    view = panel.rows.viewport()
    QTest.mousePress(view, LEFT, NONE, place(panel, 2))
    QTest.mouseMove(view, QPoint(360, 40))
    assert started == [("sel.kessel_fort",)]
    QTest.keyClick(panel.rows, Qt.Key.Key_Escape)
    QTest.mouseRelease(view, LEFT, NONE, QPoint(360, 40))
    assert cancelled == [True] and dropped == []


def test_click_on_one_of_several_chosen_rows_leaves_that_one(panel: StackPanel, table: Table) -> None:
    table.selection.select(["sel.guards", "sel.1_inf"])
    click(panel, 1)
    assert table.selection.pieces == ("sel.1_inf",)


def test_hidden_pieces_are_unknown_in_rows_words_and_totals(make_table, qtbot) -> None:
    table = make_table(mode=MATCH)
    panel = shown(table, qtbot)
    table.selection.set_space("0912")
    table.session.start()
    assert [row.name for row in panel.rows.stack.rows] == ["Submarine flotilla", "Submarine flotilla"]
    table.session.play("side league")
    assert panel.rows.stack.rows == () and panel.heading.text() == "STACK" and panel.totals.text() == ""
    table.session.take_seat()
    assert [row.said for row in panel.rows.stack.rows] == ["Unknown, Tarn", "Unknown, Tarn"]
    assert [row.piece.id for row in panel.rows.stack.rows] == ["?0912.2", "?0912.1"]
    assert panel.totals.text() == "<b>Tarn</b>: 2 pieces, 2 unknown"


def test_painted_rows_differ_by_choice_and_theme(panel: StackPanel, table: Table) -> None:
    plain = panel.rows.grab().toImage()
    click(panel, 0)
    chosen = panel.rows.grab().toImage()
    assert plain != chosen
    table.set_theme(load_theme("dark"))
    assert panel.rows.grab().toImage() != chosen


def test_tags_that_do_not_fit_go_to_another_line(panel: StackPanel, table: Table) -> None:
    before = panel.rows.visualRect(panel.rows.stack.index(1)).height()
    for mark in ("moved", "out_of_supply", "disrupted", "entrenched"):
        table.session.play(f"mark sel.1_inf {mark}")
    panel.rows.grab()
    assert panel.rows.visualRect(panel.rows.stack.index(1)).height() >= before + 20
