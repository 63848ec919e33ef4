"""The odds calculator: spinners, switches, swapping, taking forces from the map, in both games."""

from __future__ import annotations

from fractions import Fraction

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QComboBox, QPushButton, QSpinBox

from tests.gui.battle.boards import LEFT, BoardHands
from wargame_desktop.gui.calculator import CalculatorWindow
from wargame_desktop.systems.base import Preview
from wargame_desktop.systems.revised.odds import odds_query
from wargame_desktop.systems.showing import ATTACKER, DEFENDER


class Person:
    """One person at the calculator."""

    def __init__(self, hands: BoardHands) -> None:
        self.hands = hands
        calculator = hands.session.system.calculator()
        assert calculator is not None
        self.window = CalculatorWindow(hands.table, calculator)
        hands.qtbot.addWidget(self.window)
        self.window.show()
        hands.qtbot.waitExposed(self.window)

    def set(self, entry: str, number: int) -> None:
        """Type a number into a spinner."""
        spinner = self.window.fields[entry].control
        assert isinstance(spinner, QSpinBox) and spinner.isVisible()
        spinner.setFocus()
        spinner.selectAll()
        QTest.keyClicks(spinner, str(number))

    def check(self, entry: str) -> None:
        """Click a switch."""
        box = self.window.fields[entry].control
        assert isinstance(box, QCheckBox) and box.isVisible()
        self.hands.qtbot.mouseClick(box, LEFT, pos=QPoint(8, box.height() // 2))

    def press(self, button: QPushButton) -> None:
        """Click a button."""
        self.hands.qtbot.mouseClick(button, LEFT)

    def answer(self) -> Preview | None:
        """What is shown, once the rules have been asked."""
        self.hands.qtbot.waitUntil(lambda: not self.window._timer.isActive())
        return self.window.answer._shown

    def chance(self, title: str) -> Fraction:
        """One of the chances of winning."""
        shown = self.answer()
        assert shown is not None
        return dict(shown.chances[0].outcomes)[title]


@pytest.fixture
def world(revised: BoardHands) -> Person:
    """The calculator of the world war."""
    return Person(revised)


@pytest.fixture
def chart(europe: BoardHands) -> Person:
    """The calculator of the European theatre."""
    return Person(europe)


def test_forces_by_spinners(world: Person) -> None:
    world.set("attack.infantry", 3)
    world.set("attack.tank", 2)
    world.set("defend.infantry", 4)
    known = odds_query({"infantry": 3, "tank": 2}, {"infantry": 4})
    assert world.chance("Attacker wins") == Fraction(known["win"]["fraction"])
    assert world.window.forces[ATTACKER].heading.text() == "ATTACKER: 5 UNITS, WORTH 19"
    shown = world.answer()
    assert shown is not None and f"swing for the attacker: {known['swing']:+.1f} IPCs" in shown.lines[1]


def test_a_force_of_nobody_is_explained(world: Person) -> None:
    assert world.answer() is None
    assert world.window.problem.isVisible() and "has no units" in world.window.problem.text()
    world.set("attack.infantry", 1)
    world.set("defend.infantry", 1)
    assert world.answer() is not None and not world.window.problem.isVisible()


def test_swapping_sides(world: Person) -> None:
    world.set("attack.infantry", 3)
    world.set("defend.tank", 2)
    world.press(world.window.swap_button)
    values = world.window.values()
    assert (values["attack.tank"], values["defend.infantry"]) == (2, 3)
    assert (values["attack.infantry"], values["defend.tank"]) == (0, 0)


def test_a_combat_at_sea_has_other_units(world: Person) -> None:
    assert not world.window.fields["attack.battleship"].isVisible()
    world.check("sea")
    world.answer()
    assert world.window.fields["attack.battleship"].isVisible()
    assert not world.window.fields["attack.infantry"].isVisible()
    assert not world.window.fields["aa"].isVisible()
    world.set("attack.battleship", 1)
    world.set("defend.transport", 1)
    known = odds_query({"battleship": 1}, {"transport": 1}, sea=True)
    assert world.chance("Attacker wins") == Fraction(known["win"]["fraction"])


def test_an_anti_aircraft_gun_counts(world: Person) -> None:
    world.set("attack.fighter", 1)
    world.set("defend.infantry", 1)
    without = world.chance("Attacker wins")
    world.check("aa")
    assert world.chance("Attacker wins") < without


def test_taking_a_planned_fight_from_the_map(world: Person) -> None:
    world.press(world.window.take_button)
    assert "Choose a space" in world.window.problem.text()
    world.hands.table.selection.set_space("ukraine_ssr")
    world.press(world.window.take_button)
    values = world.window.values()
    assert (values["attack.infantry"], values["attack.tank"]) == (2, 2)
    assert (values["defend.infantry"], values["defend.artillery"], values["defend.tank"]) == (2, 1, 1)
    world.hands.table.selection.set_space("brazil")
    world.press(world.window.take_button)
    assert "Brazil" in world.window.problem.text()


def test_clearing(world: Person) -> None:
    world.set("attack.infantry", 3)
    world.press(world.window.clear_button)
    assert not any(world.window.values().values())


def test_factors_on_the_combat_chart(chart: Person) -> None:
    chart.set("attack.factors", 16)
    chart.set("defend.factors", 4)
    shown = chart.answer()
    assert shown is not None
    assert shown.lines[0] == "Attacker: 16 factors, land against land, column 5"
    # Column 5 inflicts 3 on a roll of 2 or 3, and nothing on a 12.
    losses = dict(shown.chances[1].outcomes)
    assert (losses["3 lost"], losses["0 lost"]) == (Fraction(3, 36), Fraction(1, 36))


def test_terrain_shifts_the_column_and_support_is_capped(chart: Person) -> None:
    chart.set("attack.factors", 8)
    chart.set("attack.support", 20)
    terrain = chart.window.fields["terrain"].control
    assert isinstance(terrain, QComboBox)
    terrain.setFocus()
    QTest.keyClick(terrain, Qt.Key.Key_Down)
    shown = chart.answer()
    assert shown is not None and shown.lines[0].endswith("16 factors, land against land, column 5 − 1 = 4")


def test_taking_a_hex_from_the_map(chart: Person) -> None:
    chart.hands.table.selection.set_space("2505")
    chart.press(chart.window.take_button)
    values, sit = chart.window.values(), chart.hands.session.system.situation(chart.hands.session.view)
    own = [sit.combat(sit.state.piece(piece)) for piece in ("ge.1_inf", "ge.4_inf", "ge.1_armor")]
    assert values["attack.factors"] == sum(own)
    assert values["river"] == 1, "the Bug lies between"
    assert chart.window.forces[DEFENDER].isVisible()


def test_bombing_has_no_answer_fire(chart: Person) -> None:
    kind = chart.window.fields["kind"].control
    assert isinstance(kind, QComboBox)
    kind.setFocus()
    for _ in range(5):
        QTest.keyClick(kind, Qt.Key.Key_Down)
    shown = chart.answer()
    assert shown is not None and [chance.title for chance in shown.chances] == ["The city"]
    assert not chart.window.fields["terrain"].isVisible()
