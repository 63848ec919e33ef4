"""The dice tray, its statistics, and typing in real dice."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt, QTimer, QVariantAnimation
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from wargame_desktop.core.dice import DiceNeeded
from wargame_desktop.core.timeline import MATCH
from wargame_desktop.gui.panels.dice import DicePanel, ask_dice
from wargame_desktop.gui.panels.dice_entry import DiceDialog
from wargame_desktop.gui.panels.dice_statistics import Tally, chi_square_above, chi_square_quantile
from wargame_desktop.gui.table import Table


@pytest.fixture
def panel(table: Table, qtbot) -> DicePanel:
    """The tray, shown, before anything was rolled."""
    panel = DicePanel(table)
    qtbot.addWidget(panel)
    panel.resize(324, 480)
    panel.show()
    qtbot.waitExposed(panel)
    return panel


# Statistics: values from printed tables of the χ² distribution


@pytest.mark.parametrize(
    ("value", "freedom", "above"),
    [(11.0705, 5, 0.05), (15.0863, 5, 0.01), (3.8415, 1, 0.05), (16.919, 9, 0.05), (0.8312, 5, 0.975)],
)
def test_chi_square_agrees_with_the_tables(value: float, freedom: int, above: float) -> None:
    assert chi_square_above(value, freedom) == pytest.approx(above, abs=2e-5)
    assert chi_square_quantile(above, freedom) == pytest.approx(value, abs=2e-3)


def test_tally() -> None:
    tally = Tally.of(6, [1, 2, 2, 6])
    assert tally.counts == (1, 2, 0, 0, 0, 1)
    assert (tally.total, tally.mean) == (4, 2.75)
    assert tally.chi_square == pytest.approx((3 * (2 / 3) ** 2 + 2 * (1 / 3) ** 2 + (4 / 3) ** 2) / (2 / 3))
    assert not tally.is_enough
    fair = Tally(6, (20,) * 6)
    assert (fair.chi_square, fair.p_value, fair.is_enough) == (0, 1, True)
    low, high = fair.mean_interval
    assert low == pytest.approx(3.5 - 1.96 * (35 / 12 / 120) ** 0.5, abs=1e-4)
    assert high - 3.5 == pytest.approx(3.5 - low)


# The tray


def test_last_roll_and_history(panel: DicePanel, table: Table) -> None:
    assert panel.last.words() == "No dice have fallen."
    table.session.play("roll 2d6 purpose=Attack")
    table.session.play("roll d10 purpose=Weather")
    assert panel.last.roll is not None and panel.last.roll.purpose == "Weather"
    assert [row.text for row in panel.model.rows] == ["Weather", "Attack"]
    assert panel.last.words() == f"Rolled {table.session.node.dice[0]}"
    table.session.undo()
    assert panel.last.roll.purpose == "Attack"
    assert [row.text for row in panel.model.rows] == ["Attack"]
    table.session.redo()
    assert [row.text for row in panel.model.rows] == ["Weather", "Attack"]


def test_history_jumps(panel: DicePanel, table: Table) -> None:
    table.session.play("roll 2d6 purpose=Attack")
    table.session.play("phase")
    table.session.play("roll 2d6 purpose=Defence")
    panel.history.setFocus()
    panel.history.setCurrentIndex(panel.model.index(1))
    QTest.keyClick(panel.history, Qt.Key.Key_Return)
    assert table.session.node.id == 1


def test_dice_by_side(panel: DicePanel, table: Table) -> None:
    table.session.play("roll 2d6 purpose=Ours")
    table.session.play("side league")
    table.session.play("roll 3d6 purpose=Theirs")
    assert [panel.who.itemText(row) for row in range(panel.who.count())] == [
        "Everyone",
        "The Pact",
        "The League",
    ]
    panel.who.setFocus()
    QTest.keyClick(panel.who, Qt.Key.Key_Down)
    assert panel.who.currentText() == "The Pact"
    assert [row.text for row in panel.model.rows] == ["Ours"]
    assert panel.bars.tally.total == 2


def test_statistics_say_no_more_than_the_dice_allow(panel: DicePanel, table: Table) -> None:
    QTest.mouseClick(panel._group.button(1), Qt.MouseButton.LeftButton)
    table.session.play("roll 60d6")
    assert panel.bars.tally.total == 60
    assert "χ²" not in panel.verdict.text() and "cannot be judged" in panel.verdict.text()
    table.session.play("roll 60d6")
    assert "χ²" in panel.verdict.text() and "0.8 to 12.8" in panel.verdict.text()
    values = [value for node in table.session.game.timeline.main_line() for value in node.dice]
    assert panel.bars.tally == Tally.of(6, values)


def test_new_dice_tumble_unless_motion_is_off(panel: DicePanel, table: Table) -> None:
    table.session.play('note "first"')
    table.session.play("roll 2d6")
    assert panel.last._tumble.state() == QVariantAnimation.State.Running
    table.preferences.set("animation", False)
    table.session.play("roll 2d6")
    assert panel.last._tumble.state() == QVariantAnimation.State.Stopped


def test_nothing_is_shown_between_two_players(make_table, qtbot) -> None:
    table = make_table(mode=MATCH)
    panel = DicePanel(table)
    qtbot.addWidget(panel)
    table.session.play("roll 2d6")
    assert panel.throws
    table.session.play("side league")
    assert table.session.waiting_for == "league"
    assert not panel.throws and not panel.model.rows and panel.last.roll is None
    table.session.take_seat()
    assert len(panel.throws) == 1, "open dice are for all"


# Typing in


def dialog(table: Table, qtbot, count: int, sides: int) -> DiceDialog:
    asked = DiceDialog(DiceNeeded("Attack on Kessel", count, sides), table.theme)
    qtbot.addWidget(asked)
    asked.show()
    qtbot.waitExposed(asked)
    return asked


def test_digits_backspace_and_return(table: Table, qtbot) -> None:
    asked = dialog(table, qtbot, 3, 6)
    QTest.keyClicks(asked, "470")
    assert asked.values == [4], "a die with six sides shows neither 7 nor 0"
    assert not asked.ok.isEnabled()
    QTest.keyClick(asked, Qt.Key.Key_Return)
    assert asked.isVisible()
    QTest.keyClicks(asked, "61")
    QTest.keyClick(asked, Qt.Key.Key_Backspace)
    QTest.keyClicks(asked, "255")
    assert asked.values == [4, 6, 2], "more dice than asked for are left out"
    assert asked.note.text().startswith("Together 12")
    QTest.keyClick(asked, Qt.Key.Key_Return)
    assert not asked.isVisible() and asked.result() == 1


def test_ten_and_twenty_sides(table: Table, qtbot) -> None:
    ten = dialog(table, qtbot, 2, 10)
    QTest.keyClicks(ten, "09")
    assert ten.values == [10, 9]
    twenty = dialog(table, qtbot, 2, 20)
    QTest.keyClicks(twenty, "17")
    QTest.keyClick(twenty, Qt.Key.Key_Space)
    QTest.keyClicks(twenty, "99")
    QTest.keyClick(twenty, Qt.Key.Key_Return)
    QTest.keyClicks(twenty, "3")
    QTest.keyClick(twenty, Qt.Key.Key_Return)
    assert twenty.values == [17, 3]


def test_buttons(table: Table, qtbot) -> None:
    asked = dialog(table, qtbot, 1, 6)
    five = next(button for button in asked.findChildren(type(asked.ok)) if button.accessibleName() == "5")
    QTest.mouseClick(five, Qt.MouseButton.LeftButton)
    assert asked.values == [5] and asked.ok.isEnabled()
    QTest.mouseClick(asked.back, Qt.MouseButton.LeftButton)
    assert asked.values == []


def test_ask_dice_gives_the_values_or_none(panel: DicePanel, qtbot) -> None:
    def answer(*keys: Qt.Key) -> None:
        top = QApplication.activeModalWidget()
        assert isinstance(top, DiceDialog)
        for key in keys:
            QTest.keyClick(top, key)

    QTimer.singleShot(0, lambda: answer(Qt.Key.Key_5, Qt.Key.Key_2, Qt.Key.Key_Return))
    assert ask_dice(panel, DiceNeeded("Attack", 2, 6)) == [5, 2]
    QTimer.singleShot(0, lambda: answer(Qt.Key.Key_5, Qt.Key.Key_Escape))
    assert ask_dice(panel, DiceNeeded("Attack", 2, 6)) is None
