"""A battle board on a bare ground, and a hand that clicks on it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QPushButton, QWidget

from wargame_desktop.gui.panels.battle import BattleBoard
from wargame_desktop.gui.session import Session
from wargame_desktop.gui.table import Table

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


class BoardHands:
    """One person at a battle board."""

    def __init__(self, qtbot, table: Table) -> None:
        self.qtbot, self.table = qtbot, table
        self.hints: list[str] = []
        table.hint.connect(self.hints.append)
        self.ground = QWidget()
        self.ground.setStyleSheet(table.theme.style_sheet)
        self.ground.resize(700, 620)
        self.board = BattleBoard(table, self.ground)
        qtbot.addWidget(self.ground)
        self.ground.show()
        qtbot.waitExposed(self.ground)
        self.ground.activateWindow()

    @property
    def session(self) -> Session:
        """The game."""
        return self.table.session

    def settle(self) -> None:
        """The board lays itself out once it is drawn, and then asks for the chances."""
        QTest.qWait(5)

    def click_piece(self, side: str, piece: str, button: Qt.MouseButton = LEFT) -> None:
        """Click a piece."""
        self.settle()
        columns = self.board.sides[side].columns
        self.qtbot.mouseClick(columns, button, NONE, columns.cell(piece).center().toPoint())

    def button(self, text: str) -> QPushButton:
        """The answer with this text."""
        found = [one for one in self.board.answers.buttons if one.text() == text]
        assert found, [one.text() for one in self.board.answers.buttons]
        return found[0]

    def press(self, what: QAbstractButton | str) -> None:
        """Click a button or the answer with a text."""
        self.settle()
        button = self.button(what) if isinstance(what, str) else what
        assert button.isVisible() and button.isEnabled()
        self.qtbot.mouseClick(button, LEFT)

    def key(self, key: Qt.Key) -> None:
        """A key for whatever has the focus."""
        widget = QApplication.focusWidget()
        assert widget is not None
        QTest.keyClick(widget, key)
