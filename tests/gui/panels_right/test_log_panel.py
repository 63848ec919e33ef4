"""The log: rows, filter, refusals, jumps by mouse and key, long games, and what other sides may not read."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QInputDialog

from wargame_desktop.core.timeline import MATCH
from wargame_desktop.gui.panels.log import LogPanel
from wargame_desktop.gui.panels.log_feed import feed_of
from wargame_desktop.gui.panels.log_rows import Filter, Kind, Row, rows_of
from wargame_desktop.gui.table import Table
from wargame_desktop.gui.theme import load_theme
from wargame_desktop.reports.turnlog import BROKEN, EDIT, VARIATION, Entry, Read, Sentence, game_log


def shown(table: Table, qtbot) -> LogPanel:
    panel = LogPanel(table)
    qtbot.addWidget(panel)
    panel.resize(324, 500)
    panel.show()
    qtbot.waitExposed(panel)
    QGuiApplication.processEvents()
    return panel


@pytest.fixture
def panel(table: Table, qtbot) -> LogPanel:
    """The panel at its usual width with a few actions in it."""
    for action in ("roll 2d6 purpose=Weather", "phase", "move nor.8_inf 1204", "turn", "control 0706 nor"):
        assert table.session.play(action), action
    return shown(table, qtbot)


def texts(panel: LogPanel, *kinds: Kind) -> list[str]:
    return [row.text for row in panel.model.rows if not kinds or row.kind in kinds]


def row_of(panel: LogPanel, part: str) -> int:
    return next(number for number, row in enumerate(panel.model.rows) if part in row.text)


def place(panel: LogPanel, row: int) -> QPoint:
    return panel.view.visualRect(panel.model.index(row)).center()


def test_rows_stand_under_turn_and_phase(panel: LogPanel) -> None:
    assert texts(panel, Kind.TURN) == ["Turn 1", "Turn 2"]
    assert texts(panel, Kind.PHASE) == ["Weather", "Reinforcements", "Weather"]
    weather = panel.model.rows[1]
    assert (weather.kind, weather.side_note) == (Kind.PHASE, "The Pact")
    roll = panel.model.rows[2]
    assert roll.number == "1" and len(roll.dice) == 2
    assert panel.model.words.stringList() == [row.spoken for row in panel.model.rows]


def test_a_new_action_is_added_and_nothing_else_is_made_anew(panel: LogPanel, table: Table) -> None:
    before = list(panel.model.rows)
    table.session.play('note "Kessel is ours."')
    assert panel.model.rows[: len(before)] == before
    assert all(old is new for old, new in zip(before, panel.model.rows, strict=False))
    assert panel.model.rows[-1].text == "Kessel is ours."
    assert panel.view.delegate.now == 6


def test_undone_actions_stay_in_sight_ahead_of_the_cursor(panel: LogPanel, table: Table) -> None:
    rows = list(panel.model.rows)
    table.session.undo()
    table.session.undo()
    assert panel.model.rows == rows
    assert panel.view.delegate.now == 3
    table.session.play('note "Instead."')
    assert texts(panel)[-1] == "Instead."
    assert "Kessel (0706) is held by Norrin." not in texts(panel)
    assert panel.model.rows[-1].tags == ("branch",)


def test_click_shows_where_it_happened(panel: LogPanel, table: Table, qtbot) -> None:
    centred: list[object] = []
    table.centre_wanted.connect(centred.append)
    lit: list[tuple[str, object]] = []
    table.overlay_wanted.connect(lambda kind, data: lit.append((kind, data)))
    row = row_of(panel, "8 Infantry")
    QTest.mouseClick(panel.view.viewport(), Qt.MouseButton.LeftButton, pos=place(panel, row))
    assert table.selection.pieces == ("nor.8_inf",)
    assert centred == ["1204"]
    assert lit == [("highlight", ("1204",))]
    assert table.session.node.id == 5


def test_double_click_and_return_jump(panel: LogPanel, table: Table) -> None:
    row = row_of(panel, "8 Infantry")
    QTest.mouseClick(panel.view.viewport(), Qt.MouseButton.LeftButton, pos=place(panel, row))
    QTest.mouseDClick(panel.view.viewport(), Qt.MouseButton.LeftButton, pos=place(panel, row))
    assert table.session.node.id == 3
    panel.view.setFocus()
    panel.view.setCurrentIndex(panel.model.index(row_of(panel, "held by Norrin")))
    QTest.keyClick(panel.view, Qt.Key.Key_Return)
    assert table.session.node.id == 5


def test_arrow_keys_show_what_a_line_speaks_of(panel: LogPanel, table: Table) -> None:
    row = row_of(panel, "8 Infantry")
    panel.view.setCurrentIndex(panel.model.index(row - 1))
    QTest.keyClick(panel.view, Qt.Key.Key_Down)
    assert table.selection.pieces == ("nor.8_inf",)


def test_menu_undoes_comments_and_copies(panel: LogPanel, table: Table, monkeypatch) -> None:
    row = row_of(panel, "8 Infantry")
    panel.view.setCurrentIndex(panel.model.index(row))
    actions = {action.text(): action for action in panel.menu_for(row).actions() if action.text()}
    assert list(actions) == ["Jump to this position", "Undo from here on", "Comment…", "Copy line"]
    monkeypatch.setattr(QInputDialog, "getMultiLineText", lambda *_: ("Late again.", True))
    actions["Comment…"].trigger()
    assert table.session.game.node(3).comment == "Late again."
    assert texts(panel, Kind.COMMENT) == ["Late again."]
    actions["Copy line"].trigger()
    assert "8 Infantry corps to Brandau" in QGuiApplication.clipboard().text()
    actions["Undo from here on"].trigger()
    assert table.session.node.id == 2
    ahead = {action.text(): action for action in panel.menu_for(row).actions()}
    assert not ahead["Undo from here on"].isEnabled()


def test_ctrl_c_copies_the_line(panel: LogPanel) -> None:
    panel.view.setFocus()
    panel.view.setCurrentIndex(panel.model.index(row_of(panel, "Turn 2 begins")))
    QTest.keyClick(panel.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert "Turn 2 begins." in QGuiApplication.clipboard().text()


def test_filter_and_important_only(panel: LogPanel) -> None:
    QTest.keyClicks(panel.filter, "brandau")
    QTest.keyClick(panel.filter, Qt.Key.Key_Return)
    assert texts(panel, Kind.ACTION) == ["Norrin 8 Infantry corps to Brandau (1204)."]
    assert texts(panel, Kind.TURN) == ["Turn 1"]
    panel.filter.clear()
    QTest.keyClick(panel.filter, Qt.Key.Key_Return)
    QTest.mouseClick(panel.important, Qt.MouseButton.LeftButton)
    assert texts(panel, Kind.ACTION) == ["Turn 2 begins."]
    QTest.mouseClick(panel.important, Qt.MouseButton.LeftButton)
    assert len(texts(panel, Kind.ACTION)) == 5


def test_a_refusal_stands_there_until_something_happens(panel: LogPanel, table: Table) -> None:
    assert not table.session.play("move nor.8_inf 9999")
    refused = [row for row in panel.model.rows if row.kind is Kind.REFUSAL]
    assert len(refused) == 1 and "9999" in refused[0].text
    assert refused[0].side_note == "move nor.8_inf 9999"
    table.session.undo()
    assert not texts(panel, Kind.REFUSAL)
    assert not table.session.play("move nor.8_inf 9999")
    at = next(number for number, row in enumerate(panel.model.rows) if row.kind is Kind.REFUSAL)
    assert panel.model.rows[at - 1].position == 3, "it stands before what was taken back"
    assert table.session.play('note "on"')
    assert not texts(panel, Kind.REFUSAL)


def test_edits_and_broken_actions_are_marked() -> None:
    entry = Entry(
        7, "The Pact", "edit.move a b", (Sentence("Moved by hand.", True),), marks=(EDIT, VARIATION)
    )
    rows, first, last = rows_of([(6, Read("Turn 1", "Weather", entry))], Filter())
    assert rows[-1].tags == ("edit",), "a variation is said once by the timeline, not at each action"
    assert first == last == ("Turn 1", "Weather", "The Pact")
    broken = Entry(8, "", "", (Sentence("On record.", True),), marks=(BROKEN,), others=(9,))
    rows, *_ = rows_of([(7, Read("Turn 1", "Weather", broken))], Filter(important_only=True))
    assert rows[-1].tags == ("not accepted by the rules at hand", "branch")


def test_many_dice_get_a_row_of_their_own(panel: LogPanel, table: Table) -> None:
    table.session.play("roll 8d6 purpose=Barrage")
    assert (panel.model.rows[-1].kind, panel.model.rows[-1].text) == (Kind.DICE, "Barrage")
    assert len(panel.model.rows[-1].dice) == 8 and not panel.model.rows[-2].dice


def test_a_long_game_comes_in_slices_and_ends_up_whole(table: Table, qtbot) -> None:
    game = table.session.game
    for number in range(400):
        game.play("turn" if number % 50 == 49 else f'note "line {number}"')
    panel = shown(table, qtbot)
    feed = feed_of(table)
    assert panel.model.rows[-1].position == 399, "the newest action is there at once"
    qtbot.waitUntil(lambda: feed.is_complete)
    whole = list(panel.model.rows)
    panel._rebuild()
    assert panel.model.rows == whole, "what came in slices is what comes at once"
    assert [row.position for row in whole if row.kind is Kind.ACTION] == list(range(400))
    assert all(panel.model.row_of_position(n) == first_row(whole, n) for n in range(400))


def first_row(rows: list[Row], position: int) -> int:
    return next(number for number, row in enumerate(rows) if row.position == position)


def test_feed_is_shared_and_follows_another_branch(table: Table) -> None:
    feed = feed_of(table)
    assert feed_of(table) is feed
    session = table.session
    for text in ("a", "b", "c"):
        session.play(f'note "{text}"')
    starts: list[int] = []
    feed.line_changed.connect(starts.append)
    session.goto(1)
    session.play('note "x"')
    session.play('note "y"')
    assert [node.id for node in feed.line] == [1, 4, 5] and feed.at == 3
    assert starts == [1, 2]
    session.goto(3)
    assert [node.id for node in feed.line] == [1, 2, 3]
    session.goto(4)
    assert [node.id for node in feed.line] == [1, 4, 5] and feed.at == 2


def test_what_was_read_keeps_up_with_comments_and_promotions(table: Table) -> None:
    session, reader = table.session, feed_of(table).reader
    for text in ("a", "b", "c"):
        session.play(f'note "{text}"')
    session.goto(1)
    session.play('note "x"')
    game = session.game
    for change in (
        lambda: session.comment(game.node(4), "Bolder."),
        lambda: session.promote(game.node(4)),
        lambda: session.demote(game.node(4)),
        lambda: session.comment(game.node(4), ""),
    ):
        assert change()
        for end in (3, 4):
            log = game_log(game.timeline, game.system, upto=game.node(end))
            assert list(log.entries) == [reader.read(game.node(entry.node)).entry for entry in log.entries]
    assert [reader.read(game.node(n)).entry.marks for n in (2, 4)] == [(), ("variation",)]


def test_another_side_reads_nothing_it_may_not_know(make_table, qtbot) -> None:
    table = make_table(mode=MATCH)
    panel = shown(table, qtbot)
    assert table.session.viewer == "pact"
    table.session.play("move nor.para 1204")
    assert "Norrin 1 Para" in texts(panel)[-1]
    table.session.play("side league")
    assert table.session.waiting_for == "league"
    assert panel.model.rows == [] and panel.model.words.stringList() == []
    table.session.take_seat()
    words = " ".join(panel.model.words.stringList())
    assert "hidden piece" in words and "para" not in words.lower()
    row = row_of(panel, "hidden piece")
    panel._show_subjects(row)
    assert table.selection.pieces == ()
    assert "Comment…" not in [action.text() for action in panel.menu_for(row).actions()]


def test_another_theme_is_taken_over(panel: LogPanel, table: Table) -> None:
    dark = load_theme("dark")
    table.set_theme(dark)
    assert panel.view.delegate.theme is dark
    assert not panel.grab().isNull()
