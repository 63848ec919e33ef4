"""The timeline: where positions lie, clicks, scrubbing, zoom, keys, menus, the signal off the main line."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from wargame_desktop.core.timeline import MATCH, Node
from wargame_desktop.gui.panels import timeline_paint
from wargame_desktop.gui.panels.timeline import TimelineBar
from wargame_desktop.gui.panels.timeline_lanes import Lanes
from wargame_desktop.gui.table import Table


def shown(table: Table, qtbot, width: int = 900, height: int = 104) -> TimelineBar:
    bar = TimelineBar(table)
    qtbot.addWidget(bar)
    bar.resize(width, height)
    bar.show()
    qtbot.waitExposed(bar)
    return bar


def notes(table: Table, *texts: str) -> None:
    for text in texts:
        assert table.session.play(f'note "{text}"')


@pytest.fixture
def bar(table: Table, qtbot) -> TimelineBar:
    """Six actions on the main line, two in a variation from the second on, cursor at the end of the game."""
    notes(table, "a", "b", "c", "d", "e", "f")
    table.session.goto(2)
    notes(table, "x", "y")
    table.session.goto(6)
    return shown(table, qtbot)


def at(bar: TimelineBar, number: int) -> QPoint:
    return bar.strip.point_of(bar.table.session.game.node(number)).toPoint()


def click(bar: TimelineBar, number: int) -> None:
    QTest.mouseClick(bar.strip, Qt.MouseButton.LeftButton, pos=at(bar, number))


# The lanes


def grow(parent: Node, *ids: int) -> Node:
    for number in ids:
        child = Node(number, parent)
        parent.variations.append(child)
        parent = child
    return parent


def test_variations_never_lie_on_one_another() -> None:
    root = Node(0, None)
    grow(root, *range(1, 10))
    for branch, start in enumerate((2, 3, 3, 7)):
        node = next(n for n in grow_line(root) if n.id == start)
        grow(node, *range(100 * (branch + 1), 100 * (branch + 1) + 4))
    lanes = Lanes(root)
    taken = [(depth, run.lane) for run in lanes.runs for depth in range(run.start, run.end + 1)]
    assert len(taken) == len(set(taken)) == 10 + 16
    assert all(lanes.place(node) == (node.id, 0) for node in grow_line(root))
    for run in lanes.runs[1:]:
        assert run.parent is not None and lanes.place(run.parent)[1] < run.lane


def grow_line(root: Node) -> list[Node]:
    line, node = [root], root
    while node.variations:
        node = node.variations[0]
        line.append(node)
    return line


def test_adding_gives_the_same_as_laying_out_anew() -> None:
    root = Node(0, None)
    lanes = Lanes(root)
    end = root
    for number in range(1, 40):
        parent = end if number % 7 else lanes.nearest(number // 3, 0)
        assert parent is not None
        end = grow(parent, number)
        lanes.add(end)
    fresh = Lanes(root)
    for run in fresh.runs:
        for node in run.nodes:
            assert lanes.place(node)[0] == fresh.place(node)[0]
    taken = [(depth, run.lane) for run in lanes.runs for depth in range(run.start, run.end + 1)]
    assert len(taken) == len(set(taken)) == 40


# The bar


def test_click_jumps_and_says_where_the_table_stands(bar: TimelineBar, table: Table) -> None:
    assert bar.where.text() == "Action 6 of 6"
    click(bar, 3)
    assert table.session.node.id == 3
    assert bar.where.text() == "Action 3 of 6"


def test_off_the_main_line_is_signalled_once_and_framed(bar: TimelineBar, table: Table) -> None:
    sent: list[bool] = []
    bar.off_main_line.connect(sent.append)
    plain = bar.grab().toImage().pixelColor(1, bar.height() // 2)
    click(bar, 7)
    assert (table.session.node.id, sent, bar.is_off) == (7, [True], True)
    assert "variation" in bar.where.text()
    framed = bar.grab().toImage().pixelColor(1, bar.height() // 2)
    assert framed != plain and framed == table.theme.window.warn
    click(bar, 8)
    click(bar, 4)
    assert sent == [True, False] and not bar.is_off


def test_dragging_runs_through_the_game(bar: TimelineBar, table: Table, qtbot) -> None:
    QTest.mousePress(bar.strip, Qt.MouseButton.LeftButton, pos=at(bar, 6))
    seen: list[int] = []
    table.session.moved.connect(lambda node: seen.append(node.id))
    for number in (5, 4, 3):
        QTest.mouseMove(bar.strip, at(bar, number))
        qtbot.wait(45)
    QTest.mouseRelease(bar.strip, Qt.MouseButton.LeftButton, pos=at(bar, 3))
    assert table.session.node.id == 3
    assert seen[-1] == 3 and seen == sorted(seen, reverse=True)


def test_wheel_zooms_about_the_mouse(bar: TimelineBar) -> None:
    strip, spot = bar.strip, QPointF(at(bar, 4))
    before, depth = strip.scale.step, strip.scale.exact_depth(spot.x())
    wheel = QWheelEvent(
        spot, strip.mapToGlobal(spot), QPoint(), QPoint(0, 120), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(strip, wheel)
    assert strip.scale.step == pytest.approx(before * 1.25)
    assert strip.scale.scroll == 0 or strip.scale.exact_depth(spot.x()) == pytest.approx(depth)


def test_keys_go_along_the_line_and_across(bar: TimelineBar, table: Table) -> None:
    bar.strip.setFocus()
    session = table.session
    for key, expected in (
        (Qt.Key.Key_Left, 5),
        (Qt.Key.Key_Right, 6),
        (Qt.Key.Key_Home, 0),
        (Qt.Key.Key_End, 6),
        (Qt.Key.Key_Left, 5),
        (Qt.Key.Key_Left, 4),
        (Qt.Key.Key_Down, 8),
        (Qt.Key.Key_Up, 4),
    ):
        QTest.keyClick(bar.strip, key)
        assert session.node.id == expected, key


def test_menu_promotes_and_demotes(bar: TimelineBar, table: Table) -> None:
    game = table.session.game
    menu = {action.text(): action for action in bar.strip.menu_for(game.node(8)).actions() if action.text()}
    assert list(menu) == ["Jump to this position", "Comment…", "Promote this line", "Demote this line"]
    assert menu["Promote this line"].isEnabled() and not menu["Demote this line"].isEnabled()
    menu["Promote this line"].trigger()
    assert [node.id for node in game.timeline.main_line()] == [1, 2, 7, 8]
    assert bar.is_off, "the position shown is on a variation now"
    assert bar.strip.lanes.place(game.node(8)) == (4, 0)
    assert bar.strip.lanes.place(game.node(6))[1] == 1
    first = {action.text() for action in bar.strip.menu_for(game.node(1)).actions()}
    assert "Promote this line" not in first


def test_words_under_the_mouse(bar: TimelineBar, table: Table) -> None:
    strip = bar.strip
    assert strip.told(table.session.game.node(3)).splitlines() == ["3  Turn 1, Weather, The Pact", "c"]
    assert strip.told(table.session.game.timeline.root) == "The start of the game"


def test_nothing_leaks_to_another_side(make_table, qtbot) -> None:
    table = make_table(mode=MATCH)
    bar = shown(table, qtbot)
    table.session.play("move nor.para 1204")
    moved = table.session.node
    table.session.play("side league")
    assert bar.where.text() == ""
    assert bar.strip.node_at(bar.strip.point_of(moved)) is None, "nobody sits at the table"
    blank = bar.strip.grab().toImage()
    assert all(blank.pixel(x, 25) == blank.pixel(5, 40) for x in range(90, blank.width(), 7))
    table.session.take_seat()
    assert "para" not in bar.strip.told(moved).lower() and "hidden piece" in bar.strip.told(moved)
    assert "Comment…" not in [action.text() for action in bar.strip.menu_for(moved).actions()]


def test_a_jump_that_match_play_forbids_stays_and_says_so(make_table, qtbot) -> None:
    table = make_table(mode=MATCH)
    notes(table, "a")
    table.session.play("roll 2d6")
    notes(table, "b")
    bar = shown(table, qtbot)
    told: list[str] = []
    table.session.notice.connect(told.append)
    click(bar, 1)
    assert table.session.node.id == 3
    assert told and "Dice have fallen" in told[0]


def test_low_bar_still_shows_a_lane_and_scrolls_to_the_one_in_use(table: Table, qtbot) -> None:
    notes(table, *"abcdef")
    for start in (1, 1, 1):
        table.session.goto(start)
        notes(table, f"v{len(table.session.game.timeline.nodes)}", "w", "z")
    deepest = table.session.node
    bar = shown(table, qtbot, height=76)
    assert bar.strip.lanes.count == 4
    assert bar.strip.point_of(deepest).y() < bar.strip.height()


def test_thousands_of_positions_paint_only_what_is_in_sight(table: Table, qtbot, monkeypatch) -> None:
    game = table.session.game
    for number in range(1500):
        game.play(f'note "{number}"')
    bar = shown(table, qtbot)
    qtbot.waitUntil(lambda: bar.feed.is_complete, timeout=10_000)
    spans: list[int] = []
    paint_dots = timeline_paint._paint_dots

    def counting(painter, run, scale, table, first, last, split) -> None:
        spans.append(last - first)
        paint_dots(painter, run, scale, table, first, last, split)

    monkeypatch.setattr(timeline_paint, "_paint_dots", counting)
    bar.strip.grab()
    assert spans and max(spans) < 60
    assert bar.strip.point_of(table.session.node).x() < bar.strip.width(), "the cursor is in sight"
