"""The checklist, what is left to do, and the warning before a phase ends."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from wargame_desktop.core.sequence import Phase, Prompt
from wargame_desktop.core.state import frame
from wargame_desktop.core.timeline import MATCH
from wargame_desktop.gui.panels.decision import DecisionPanel
from wargame_desktop.gui.panels.sequence import SequencePanel, confirm_phase_end
from wargame_desktop.gui.panels.sequence_left import PhaseEndDialog
from wargame_desktop.gui.panels.sequence_steps import Progress, steps_of
from wargame_desktop.gui.table import Table
from wargame_desktop.systems.free_table.model import NextPhase, NextTurn


def forget_some(table: Table, items: list[str]) -> None:
    """Let the phase say that these are left, those with the mark “moved” not."""
    phase = table.session.system.phases["table"]

    def unfinished(state):
        marked = [item for item in items if item in state.pieces and state.pieces[item].mark("moved")]
        return [item for item in items if item not in marked]

    phase.unfinished = unfinished
    table.session.start()


@pytest.fixture
def panel(table: Table, qtbot) -> SequencePanel:
    """The panel with three things left to do."""
    forget_some(table, ["nor.hq", "nor.1_arm", "0706"])
    panel = SequencePanel(table)
    qtbot.addWidget(panel)
    panel.resize(312, 500)
    panel.show()
    qtbot.waitExposed(panel)
    return panel


def progress(panel: SequencePanel) -> list[tuple[str, Progress]]:
    return [(step.title, step.progress) for step in panel.steps.steps.steps]


def test_checklist_shows_done_now_and_to_come(panel: SequencePanel, table: Table) -> None:
    table.session.play("phase")
    assert progress(panel) == [
        ("Weather", Progress.DONE),
        ("Reinforcements", Progress.CURRENT),
        ("Movement", Progress.TO_COME),
        ("Combat", Progress.TO_COME),
        ("Supply", Progress.TO_COME),
    ]
    table.session.undo()
    assert progress(panel)[0] == ("Weather", Progress.CURRENT)


def test_checklist_is_readable_without_seeing_it(panel: SequencePanel, table: Table) -> None:
    table.session.play("phase")
    model = panel.steps.steps
    said = [model.data(model.index(row), Qt.ItemDataRole.AccessibleTextRole) for row in range(3)]
    assert said == ["Weather, done", "Reinforcements, now, 3 to do", "Movement, to come"]


class _System:
    """A sequence that is found by frames and not by a variable."""

    def sequence(self, _state):
        return (("weather", "Weather"), ("movement", "Movement"), ("combat", "Combat"))


def test_the_innermost_frame_on_the_list_is_the_current_step(table: Table) -> None:
    state = replace(table.session.view, stack=(frame("movement"), frame("combat"), frame("losses")))
    steps = steps_of(_System(), state)  # type: ignore[arg-type]
    assert [step.progress for step in steps] == [Progress.DONE, Progress.DONE, Progress.CURRENT]


class Battle(Phase):
    """A phase inside another."""

    name, title = "battle", "Battle at Kessel"

    def decider(self, state):
        return "pact"

    def prompt(self, state):
        return Prompt("Choose losses")


def test_phases_in_progress_are_named_from_the_outside_in(panel: SequencePanel, table: Table) -> None:
    session = table.session
    assert not panel.frames.isVisible()
    session.system.phases["battle"] = Battle()
    session.view = replace(session.view, stack=(frame("table"), frame("battle")))
    panel.refresh()
    assert panel.frames.isVisible() and panel.frames.text() == "Free table › Battle at Kessel"


def test_next_and_previous_select_and_centre(panel: SequencePanel, table: Table, qtbot) -> None:
    assert panel.left_heading.text() == "STILL TO DO: 3"
    with qtbot.waitSignal(table.centre_wanted) as asked:
        QTest.mouseClick(panel.next_button, Qt.MouseButton.LeftButton)
    assert table.selection.pieces == ("nor.hq",) and asked.args == ["1204"]
    panel.go_to_left(1)
    assert table.selection.pieces == ("nor.1_arm",)
    panel.go_to_left(1)
    assert table.selection.space == "0706"
    panel.go_to_left(1)
    assert table.selection.pieces == ("nor.hq",)
    QTest.mouseClick(panel.previous_button, Qt.MouseButton.LeftButton)
    assert table.selection.space == "0706"


def test_what_is_done_leaves_the_list(panel: SequencePanel, table: Table) -> None:
    panel.go_to_left(1)
    table.session.play("mark nor.hq moved")
    assert panel.left.items == ("nor.1_arm", "0706")
    shown = panel.left.data(panel.left.index(0))
    assert shown == "Norrin 1 Armoured corps, 1105"
    forget_some(table, [])
    assert not panel.left_rows.isVisible() and not panel.next_button.isVisible()
    assert not panel.go_to_left(1)


def test_nothing_is_listed_before_the_next_side_sits_down(make_table, qtbot) -> None:
    table = make_table(mode=MATCH)
    forget_some(table, ["nor.hq"])
    panel = SequencePanel(table)
    qtbot.addWidget(panel)
    panel.show()
    assert panel.left_rows.isVisible()
    table.session.play("side league")
    assert table.session.waiting_for == "league"
    assert not panel.left_rows.isVisible() and not panel.steps.isVisible()


# The warning


def answer(act) -> None:
    """Do something with the dialog as soon as it is there."""

    def later() -> None:
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, PhaseEndDialog):
            act(dialog)
        else:
            QTimer.singleShot(5, later)

    QTimer.singleShot(0, later)


def test_warning_lists_what_is_left_and_lets_go_on(panel: SequencePanel, table: Table) -> None:
    seen = []

    def end(dialog: PhaseEndDialog) -> None:
        model = dialog.rows.model()
        seen.extend(model.data(model.index(row, 0)) for row in range(model.rowCount()))
        QTest.mouseClick(dialog.end_button, Qt.MouseButton.LeftButton)

    answer(end)
    assert confirm_phase_end(table, NextPhase())
    assert seen == [
        "Norrin Army A Headquarters, Brandau (1204)",
        "Norrin 1 Armoured corps, 1105",
        "Kessel (0706)",
    ]


def test_a_line_of_the_warning_goes_there_instead(panel: SequencePanel, table: Table) -> None:
    def jump(dialog: PhaseEndDialog) -> None:
        place = dialog.rows.visualRect(dialog.rows.model().index(1, 0)).center()
        QTest.mouseClick(dialog.rows.viewport(), Qt.MouseButton.LeftButton, pos=place)

    answer(jump)
    assert not confirm_phase_end(table, NextPhase())
    assert table.selection.pieces == ("nor.1_arm",)


def test_enter_stays_in_the_phase(panel: SequencePanel, table: Table, qtbot) -> None:
    decision = DecisionPanel(table)
    qtbot.addWidget(decision)
    decision.show()
    answer(lambda dialog: QTest.keyClick(dialog, Qt.Key.Key_Return))
    QTest.mouseClick(decision.buttons.buttons["phase"], Qt.MouseButton.LeftButton)
    assert table.session.view.var("phase") == "weather"
    answer(lambda dialog: QTest.mouseClick(dialog.end_button, Qt.MouseButton.LeftButton))
    QTest.mouseClick(decision.buttons.buttons["phase"], Qt.MouseButton.LeftButton)
    assert table.session.view.var("phase") == "reinforcements"


def test_no_warning_without_need(panel: SequencePanel, table: Table) -> None:
    assert confirm_phase_end(table, NextTurn())  # ends no phase by its rule
    table.preferences.set("confirm_phase_end", False)
    assert confirm_phase_end(table, NextPhase())
    table.preferences.set("confirm_phase_end", True)
    assert confirm_phase_end(table, NextPhase("dusk"))  # refused in its own words
    forget_some(table, [])
    assert confirm_phase_end(table, NextPhase())
