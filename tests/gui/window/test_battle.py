"""Fights in the main window: the board over the map, the calculator, what a change of seats hides."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.gui.battle.conftest import german_attacks
from tests.gui.window.conftest import HandsMaker
from tests.gui.window.hands import CTRL
from wargame_desktop.core.timeline import MATCH
from wargame_desktop.gui.calculator import CalculatorWindow
from wargame_desktop.gui.handover import HandoverScreen


def test_a_match_with_its_board_calculator_and_seats(make_hands: HandsMaker) -> None:
    hands = make_hands(new=german_attacks(), mode=MATCH)
    hands.window.preferences.set("ask_before_retreats", False)
    board, window = hands.tables.battle, hands.window
    hands.tables.view.setFocus()
    hands.key(Qt.Key.Key_D, CTRL)
    calculator = hands.tables.findChild(CalculatorWindow)
    assert calculator is not None and calculator.isVisible()
    hands.tables.table.selection.set_space("ukraine_ssr")
    hands.press(calculator.take_button)
    assert calculator.values()["attack.tank"] == 2
    assert hands.session.play("fight ukraine_ssr")
    QTest.qWait(20)
    assert board.isVisible() and hands.tables.view.rect().contains(board.geometry())
    assert hands.session.owner_side == "allies", "who has to choose sits down without a cover"
    window.preferences.set("always_hand_over", True)
    hands.press(board.resolve_button)
    hands.qtbot.waitUntil(lambda: hands.session.waiting_for == "axis")
    assert not board.isVisible() and not calculator.isVisible(), "nothing stays for the next to read"
    (cover,) = [child for child in window.findChildren(HandoverScreen) if child.isVisible()]
    hands.press(cover.seat)
    assert board.isVisible() and hands.session.owner_side == "axis"
