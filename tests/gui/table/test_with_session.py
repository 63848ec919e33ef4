"""The scene on a game as the window opens it: moves, undo, the views of the sides."""

from __future__ import annotations

from tests.gui.table.tables import Table


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


def test_who_has_to_decide_is_said_and_no_hidden_name(session, qtbot) -> None:
    session.look_as("league")
    table = Table(qtbot, session, at="0912")
    heard: list[str] = []
    table.scene.said.connect(heard.append)
    assert table.scene.stacks.pieces_at("0912")[0].startswith("?")
    table.drag(table.at("0912"), table.at("0911"))
    assert table.scene.stacks.pieces_at("0911") == ()
    assert "has to decide now" in heard[-1]
    assert "ubmarine" not in heard[-1] and "tar." not in heard[-1]
