"""A drop that asks first: the form shows the action, and nothing has happened yet."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from wargame_desktop.gui.panels.decision import DecisionPanel
from wargame_desktop.gui.table import Table
from wargame_desktop.systems.free_table.model import Move
from wargame_desktop.systems.free_table.piece_rules import MoveRule


def test_an_action_that_asks_first_is_shown_and_done_only_when_sent(
    table: Table, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(MoveRule, "asks_first", True)
    panel = DecisionPanel(table)
    qtbot.addWidget(panel)
    panel.show()
    session = table.session
    action = session.drop_action(("nor.2_arm",), "1204")
    assert action == Move(("nor.2_arm",), "1204")
    assert not session.propose(action)
    assert session.view.pieces["nor.2_arm"].space != "1204"
    assert panel.form is not None and panel.form.action() == action
    qtbot.mouseClick(panel.form.submit_button, Qt.MouseButton.LeftButton)
    assert session.view.pieces["nor.2_arm"].space == "1204"


def test_what_is_refused_is_refused_at_once(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MoveRule, "asks_first", True)
    refused: list[object] = []
    table.session.refused.connect(lambda refusals, text: refused.append(refusals))
    assert not table.session.propose(Move(("nobody",), "1204"))
    assert len(refused) == 1


def test_other_drops_are_done_at_once(table: Table) -> None:
    assert table.session.propose(Move(("nor.2_arm",), "1204"))
    assert table.session.view.pieces["nor.2_arm"].space == "1204"
