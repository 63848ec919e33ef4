"""Order of battle, boxes beside the map, and numbers: shown, found, chosen, dragged, and kept secret."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from wargame_desktop.core.frozen import FrozenMap, freeze
from wargame_desktop.core.timeline import MATCH
from wargame_desktop.gui.counters.face import Side
from wargame_desktop.gui.panels.boxes import BoxesPanel
from wargame_desktop.gui.panels.boxes_layout import Grip, box_groups
from wargame_desktop.gui.panels.numbers import NumbersPanel
from wargame_desktop.gui.panels.numbers_table import Figure, number_blocks
from wargame_desktop.gui.panels.oob import OrderOfBattlePanel
from wargame_desktop.gui.panels.oob_model import PIECES, SPACE
from wargame_desktop.gui.table import Table
from wargame_desktop.reports.oob import order_of_battle


def shown(panel: QWidget, qtbot, height: int = 900) -> QWidget:
    qtbot.addWidget(panel)
    panel.resize(324, height)
    panel.show()
    qtbot.waitExposed(panel)
    return panel


# Order of battle


@pytest.fixture
def forces(table: Table, qtbot) -> OrderOfBattlePanel:
    """The order of battle of the skirmish."""
    panel = OrderOfBattlePanel(table)
    shown(panel, qtbot)
    return panel


def tree(panel: OrderOfBattlePanel) -> list[tuple[str, str, list[tuple[str, str, list[tuple[str, str]]]]]]:
    """Names and counts as the tree shows them."""

    def rows(parent):
        model = panel.model
        for row in range(model.rowCount(parent)):
            first = model.index(row, 0, parent)
            yield first, first.data(), first.siblingAtColumn(1).data()

    root = panel.tree.rootIndex()
    return [
        (name, count, [(place, n, [(r, c) for _, r, c in rows(at)]) for at, place, n in rows(power)])
        for power, name, count in rows(root)
    ]


def index_of(panel: OrderOfBattlePanel, words: str):
    model = panel.model
    found = model.match(
        model.index(0, 0), Qt.ItemDataRole.DisplayRole, words, 1,
        Qt.MatchFlag.MatchRecursive | Qt.MatchFlag.MatchContains,
    )  # fmt: skip
    return found[0]


def test_powers_places_and_pieces_with_counts(forces: OrderOfBattlePanel, table: Table) -> None:
    shown_now = {name: (count, places) for name, count, places in tree(forces)}
    assert list(shown_now)[:4] == ["Selmark", "Calder Isle", "Norrin", "Tarn"]
    report = order_of_battle(table.session.system, table.session.view)
    assert [int(count) for count, _ in shown_now.values()] == [power.count for power in report.powers]
    places = {place: (count, rows) for place, count, rows in shown_now["Selmark"][1]}
    assert places["Selmouth (0507)"][0] == "4"
    assert any(count == "2" for _, count in places["Selmouth (0507)"][1]), "two supply units are one row"
    assert forces.total.text() == f"{len(table.session.view.pieces)} pieces"


def test_tree_follows_the_game_and_equals_one_made_anew(
    forces: OrderOfBattlePanel, table: Table, qtbot
) -> None:
    forces.tree.expand(forces.model.index(2, 0))
    for action in (
        "move nor.8_inf 1204",
        "move cal.transport.1 1009",
        "move cal.marine.1 1009",
        "remove sel.guards",
        "mark nor.1_arm moved",
        "move nor.1_arm,nor.1_mech 1006",
    ):
        assert table.session.play(action), action
        forces.refresh()
        fresh = OrderOfBattlePanel(table)
        qtbot.addWidget(fresh)
        fresh.refresh()
        assert tree(forces) == tree(fresh), action
    assert forces.tree.isExpanded(forces.model.index(2, 0)), "what was open stays open"


def test_search_and_filter(forces: OrderOfBattlePanel, table: Table, qtbot) -> None:
    QTest.keyClicks(forces.search, "kessel")
    qtbot.waitUntil(lambda: forces.total.text() == "3 pieces")
    assert [name for name, *_ in tree(forces)] == ["Selmark"]
    forces.search.clear()
    table.session.play("mark nor.1_arm out_of_supply")
    forces.refresh()
    row = forces.kind.findText("Out of supply")
    forces.kind.setCurrentIndex(row)
    forces.kind.activated.emit(row)
    assert tree(forces) == [("Norrin", "1", [("1105", "1", [("1 Armoured corps (out of supply)", "1")])])]


def test_unmoved(forces: OrderOfBattlePanel, table: Table) -> None:
    table.session.play("mark nor.1_arm moved")
    forces.refresh()
    forces.kind.setCurrentIndex(forces.kind.findText("Not moved yet"))
    forces.refresh()
    words = str(tree(forces))
    assert "1 Armoured corps" not in words and "2 Armoured corps" in words


def test_click_takes_pieces_in_hand_and_shows_them(forces: OrderOfBattlePanel, table: Table) -> None:
    centred: list[object] = []
    table.centre_wanted.connect(centred.append)
    forces.tree.expandAll()
    index = index_of(forces, "2 Armoured corps")
    forces.tree.scrollTo(index)
    centre = forces.tree.visualRect(index).center()
    QTest.mouseClick(forces.tree.viewport(), Qt.MouseButton.LeftButton, pos=centre)
    assert index.data(PIECES) == ["nor.2_arm"]
    assert table.selection.pieces == ("nor.2_arm",) and centred == ["1104"]
    place = index.parent()
    assert place.data(SPACE) == "1104"
    table.selection.clear()
    forces._chosen(place)
    assert centred == ["1104", "1104"] and table.selection.pieces == ()


def test_forces_show_no_secret(make_table, qtbot) -> None:
    table = make_table(mode=MATCH)
    panel = OrderOfBattlePanel(table)
    shown(panel, qtbot)
    assert "1 Para" in str(tree(panel))
    table.session.play("side league")
    assert tree(panel) == [] and panel.total.text() == ""
    table.session.take_seat()
    panel.refresh()
    words = str(tree(panel)).lower()
    assert "para" not in words
    assert "a hidden piece" in words


# Boxes


@pytest.fixture
def boxes(table: Table, qtbot) -> BoxesPanel:
    """The boxes of the skirmish."""
    panel = BoxesPanel(table)
    shown(panel, qtbot)
    return panel


def grip_of(panel: BoxesPanel, piece: str) -> Grip:
    return next(grip for grip in panel.canvas.layout_.grips if piece in grip.pieces)


def spot(panel: BoxesPanel, piece: str) -> QPoint:
    return grip_of(panel, piece).rect.center().toPoint()


def test_every_box_is_there_once(boxes: BoxesPanel, table: Table) -> None:
    board = table.session.system.board
    off_map = {space.id for space in board.spaces if space.attrs.get("off_map")}
    drawn = [cell.space for cell in boxes.canvas.layout_.cells]
    assert off_map and set(drawn) >= off_map and len(drawn) == len(set(drawn))
    turn = next(tray for tray in boxes.canvas.layout_.trays if tray.title == "Turn")
    assert turn.is_track and [cell.label for cell in turn.cells] == [str(n) for n in range(1, 11)]
    aboard = [tray.title for tray in boxes.canvas.layout_.trays if tray.title.startswith("Aboard")]
    assert len(aboard) == 2


def test_every_piece_in_a_box_has_its_place(boxes: BoxesPanel, table: Table) -> None:
    view = table.session.view
    held = [piece for grip in boxes.canvas.layout_.grips for piece in grip.pieces]
    expected = [piece.id for cell in boxes.canvas.layout_.cells for piece in view.at(cell.space)]
    assert sorted(held) == sorted(expected)
    for grip in boxes.canvas.layout_.grips:
        rect = boxes.canvas.rect_of(grip.space)
        assert rect is not None and rect.contains(grip.rect), grip.pieces


def test_click_ctrl_click_and_double_click_choose(boxes: BoxesPanel, table: Table) -> None:
    canvas, militia = boxes.canvas, grip_of(boxes, "tar.militia.2").pieces
    assert len(militia) == 3, "pieces that look alike lie in one heap"
    at = spot(boxes, militia[0])
    QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=at)
    assert table.selection.pieces == militia[:1] and table.selection.space == "tar_pool"
    QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier, at)
    assert len(table.selection.pieces) == 2
    QTest.mouseDClick(canvas, Qt.MouseButton.LeftButton, pos=at)
    assert set(table.selection.pieces) == set(militia)


def test_drag_out_is_told_with_points_of_the_screen(boxes: BoxesPanel, table: Table) -> None:
    canvas = boxes.canvas
    began: list[object] = []
    moved: list[QPoint] = []
    dropped: list[QPoint] = []
    boxes.drag_started.connect(began.append)
    boxes.drag_moved.connect(moved.append)
    boxes.drag_dropped.connect(dropped.append)
    start = spot(boxes, "nor.2_mech")
    QTest.mousePress(canvas, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(canvas, start + QPoint(2, 1))
    assert not began, "a shaking hand is no drag"
    target = boxes.canvas.rect_of("dead")
    assert target is not None
    QTest.mouseMove(canvas, start + QPoint(30, 30))
    QTest.mouseMove(canvas, target.center().toPoint())
    QTest.mouseRelease(canvas, Qt.MouseButton.LeftButton, pos=target.center().toPoint())
    assert began == [("nor.2_mech",)]
    assert len(dropped) == 1 and boxes.space_at(dropped[0]) == "dead"
    assert boxes.space_at(moved[-1]) == "dead"
    action = table.session.drop_action(began[0], boxes.space_at(dropped[0]))
    assert action is not None and table.session.play(action)
    assert grip_of(boxes, "nor.2_mech").space == "dead"


def test_escape_ends_a_drag(boxes: BoxesPanel) -> None:
    ended: list[bool] = []
    boxes.drag_cancelled.connect(lambda: ended.append(True))
    start = spot(boxes, "nor.2_mech")
    QTest.mousePress(boxes.canvas, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(boxes.canvas, start + QPoint(40, 0))
    QTest.keyClick(boxes.canvas, Qt.Key.Key_Escape)
    QTest.mouseRelease(boxes.canvas, Qt.MouseButton.LeftButton, pos=start)
    assert ended == [True]


def test_space_at_knows_only_what_is_in_sight(boxes: BoxesPanel) -> None:
    rect = boxes.canvas.rect_of("sel_pool")
    assert rect is not None
    at = boxes.canvas.mapToGlobal(rect.center().toPoint())
    assert boxes.space_at(at) == "sel_pool"
    assert boxes.space_at(boxes.mapToGlobal(QPoint(-20, 40))) is None
    boxes.hide()
    assert boxes.space_at(at) is None


def test_show_space_scrolls(table: Table, qtbot) -> None:
    panel = BoxesPanel(table)
    shown(panel, qtbot, height=220)
    rect = panel.canvas.rect_of("event_discard")
    assert rect is not None
    at = panel.canvas.mapToGlobal(rect.center().toPoint())
    assert panel.space_at(at) is None
    panel.show_space("event_discard")
    centre = rect.center().toPoint()
    qtbot.waitUntil(lambda: panel.space_at(panel.canvas.mapToGlobal(centre)) == "event_discard")


def test_a_deck_is_a_back_with_a_count(boxes: BoxesPanel, table: Table) -> None:
    deck = [grip for grip in boxes.canvas.layout_.grips if grip.space == "event_deck"]
    assert len(deck) == 1 and deck[0].covered and deck[0].face.side is Side.FACE_DOWN
    assert len(deck[0].pieces) == len(table.session.view.at("event_deck"))
    assert deck[0].pieces[0] == table.session.view.at("event_deck")[-1].id, "the top card is the one taken"
    assert boxes.canvas.told(deck[0].rect.center()) == f"{len(deck[0].pieces)} face down"


def test_keyboard_and_picking(boxes: BoxesPanel, table: Table) -> None:
    canvas = boxes.canvas
    canvas.setFocus()
    QTest.keyClick(canvas, Qt.Key.Key_Right)
    QTest.keyClick(canvas, Qt.Key.Key_Return)
    assert table.selection.pieces == ("turn_marker",) and table.selection.space == "turn.1"
    picked: list[str] = []
    table.pick_space(("dead",), picked.append)
    rect = canvas.rect_of("dead")
    assert rect is not None
    QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=rect.center().toPoint())
    assert picked == ["dead"]


def test_hands_of_others_are_backs(make_table, qtbot) -> None:
    table = make_table("free_table/campaign", MATCH)
    panel = BoxesPanel(table)
    shown(panel, qtbot)
    assert table.session.viewer == "league"
    mine = [grip for grip in panel.canvas.layout_.grips if grip.space == "league_hand"]
    theirs = [grip for grip in panel.canvas.layout_.grips if grip.space == "pact_hand"]
    assert len(mine) == 2 and all(grip.face.label for grip in mine)
    assert len(theirs) == 1 and len(theirs[0].pieces) == 2 and theirs[0].face.side is Side.FACE_DOWN
    assert "hidden piece" in panel.canvas.told(theirs[0].rect.center())
    table.session.play("side pact")
    assert table.session.waiting_for == "pact" and not panel.canvas.layout_.trays


def test_groups_of_boxes_have_titles(table: Table) -> None:
    system = table.session.system
    titles = [title for title, _ in box_groups(system)]
    assert titles[0] == "Turn" and "Norrin pool" in titles and len(titles) == len(set(titles))


# Numbers


def test_numbers_by_power_with_changes_since_the_turn_began(make_table, qtbot) -> None:
    table = make_table("free_table/campaign")
    panel = NumbersPanel(table)
    shown(panel, qtbot)
    session = table.session
    for action in (
        "set treasury.sel 12",
        "turn",
        "set treasury.sel 15",
        "set treasury.nor 3",
        "set morale 4",
    ):
        assert session.play(action), action
    powers, other = panel.blocks
    assert powers.columns == ("Treasury",)
    assert dict(powers.rows) == {
        "Selmark": (Figure(15, 3),),
        "Calder Isle": (Figure(7, 0),),
        "Norrin": (Figure(3, -5),),
        "Tarn": (Figure(8, 0),),
    }
    assert other.rows == (("Morale", (Figure(4, None),)),)
    assert panel.note.text().startswith("Turn 2")
    spoken = [panel.model.item(row, 1).text() for row in range(panel.model.rowCount())]
    assert "Selmark: 15 (+3)" in spoken and "Norrin: 3 (−5)" in spoken
    session.goto(1)
    assert dict(panel.blocks[0].rows)["Selmark"] == (Figure(12, 3),)


def test_tables_within_tables(table: Table) -> None:
    system = table.session.system
    stocks = freeze({"sel": {"oil": 3, "steel": 2}, "nor": {"oil": 1}})
    level = freeze({"0706": 2, "harbour": 1})
    view = replace(
        table.session.view,
        vars=FrozenMap({"turn": 3, "stocks": stocks, "level": level, "flag": True, "name": "x"}),
    )
    stock, levels = number_blocks(system, view, None)
    assert stock.columns == ("Oil", "Steel")
    assert dict(stock.rows) == {"Norrin": (Figure(1), None), "Selmark": (Figure(3), Figure(2))}
    assert dict(levels.rows) == {"Kessel (0706)": (Figure(2),), "Harbour": (Figure(1),)}


def test_secret_numbers_stay_secret(make_table, qtbot, monkeypatch) -> None:
    table = make_table("free_table/campaign", MATCH)
    system = table.session.system
    hides = lambda name, side: name == "plans" and side != "league"  # noqa: E731
    monkeypatch.setattr(system, "is_secret", hides)
    panel = NumbersPanel(table)
    shown(panel, qtbot)
    table.session.play("set plans 7")
    assert "Plans" in str(panel.blocks)
    table.session.play("side pact")
    assert panel.blocks == [] and panel.model.rowCount() == 0
    table.session.take_seat()
    assert panel.blocks and "Plans" not in str(panel.blocks)


def test_a_game_without_numbers(table: Table, qtbot) -> None:
    panel = NumbersPanel(table)
    shown(panel, qtbot)
    assert panel.note.text() == "This game keeps no numbers."
