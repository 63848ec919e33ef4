"""The scene on a game as the window opens it: moves, undo, the views of the sides."""

from __future__ import annotations

from tests.gui.table.tables import Table
from wargame_desktop.core.timeline import MATCH


def test_drag_is_recorded_and_undone(session, qtbot) -> None:
    table = Table(qtbot, session)
    table.drag(table.at("1104"), table.at("1005"))
    assert session.view.piece("nor.2_arm").space == "1005"
    assert session.node.parent is not None
    table.scene.set_motion(True)
    session.undo()
    assert table.scene.motion.is_running
    qtbot.waitUntil(lambda: not table.scene.motion.is_running, timeout=2000)
    assert table.scene.stacks.place_of("nor.2_arm") == "1104"
    assert table.scene.stacks._items["1104"].opacity() == 1.0


def test_each_side_sees_its_own_view(session, qtbot) -> None:
    table = Table(qtbot, session)
    assert "nor.para" in table.scene.stacks.pieces_at("1202")
    session.look_as("league")
    shown = table.scene.stacks.pieces_at("1202")
    assert "nor.para" not in shown and [piece for piece in shown if piece.startswith("?")]
    assert not any("para" in piece for piece in shown)


def test_stand_in_can_be_dragged_without_telling_its_name(session, qtbot) -> None:
    session.look_as("league")
    table = Table(qtbot, session, at="0912")
    (top, *_) = table.scene.stacks.pieces_at("0912")
    assert top.startswith("?")
    table.drag(table.at("0912"), table.at("0911"))
    assert len(table.scene.stacks.pieces_at("0911")) == 1
    assert table.scene.stacks.pieces_at("0911")[0].startswith("?")


def test_match_hand_over_takes_everything_off(make_table, qtbot) -> None:
    session = make_table(mode=MATCH).session
    session.always_hand_over = True
    session.start()
    table = Table(qtbot, session)
    if session.waiting_for is None:
        session._waiting_for = "league"
        session.changed.emit(None)
    assert table.scene.stacks.pieces_at("1105") == ()
    session.take_seat()
    assert table.scene.stacks.pieces_at("1105")
