"""The start screen: go on with a game on the left, begin a new one on the right."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from wargame_desktop.gui.preferences import Preferences
from wargame_desktop.gui.theme import Theme, load_theme

from .chooser import ChooserPage
from .games import GamesColumn
from .parts import button, label
from .request import NewGameRequest, random_seed
from .setup import SetupPage

if TYPE_CHECKING:
    from wargame_desktop.content.library import Library
    from wargame_desktop.storage.recovery import Recovery

_COLUMN = 312


class StartScreen(QWidget):
    """Everything before a game is on the table. Lists are read after the window has been drawn."""

    open_game = Signal(object)
    """The path of a game file to open."""
    new_game = Signal(object)
    """A NewGameRequest to begin."""
    preferences_wanted = Signal()
    """The person asks for the preferences."""

    def __init__(
        self,
        preferences: Preferences,
        theme: Theme | None = None,
        recovery: Recovery | None = None,
        library: Library | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        theme = theme or load_theme(preferences["theme"])
        self._library = library
        self._theme = theme
        self._asked = False
        self.games = GamesColumn(preferences, theme, recovery)
        self.games.open_game.connect(self.open_game)
        self.pages = QStackedWidget()
        self.chooser: ChooserPage | None = None
        layout = QHBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.setSpacing(8)
        layout.addWidget(self._left(), 0)
        layout.addWidget(self.pages, 1)

    @cached_property
    def setup(self) -> SetupPage:
        """Players and options of a new game; made when a game is chosen."""
        page = SetupPage()
        page.left.connect(self.show_choice)
        page.started.connect(self.new_game)
        self.pages.addWidget(page)
        return page

    def _left(self) -> QWidget:
        left = QWidget()
        left.setFixedWidth(_COLUMN)
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        name = label(self.tr("Wargame Desktop"), "title", wrap=False)
        name.setContentsMargins(14, 6, 0, 0)
        under = label(self.tr("Grand strategy of the Second World War"), "dim")
        under.setContentsMargins(14, 0, 0, 6)
        column.addWidget(name)
        column.addWidget(under)
        column.addWidget(self.games, 1)
        row = QHBoxLayout()
        row.setSpacing(4)
        for text, handler in (
            (self.tr("Preferences"), self.preferences_wanted.emit),
            (self.tr("Rulings"), self._show_rulings),
            (self.tr("Data"), self._show_data),
            (self.tr("About"), self._show_about),
        ):
            link = button(text)
            link.clicked.connect(lambda _checked=False, handler=handler: handler())
            row.addWidget(link)
        column.addLayout(row)
        return left

    def _show_rulings(self) -> None:
        from wargame_desktop.gui.help_dialogs import RulingsDialog

        if self.system:
            RulingsDialog(self.system, self, self._library).exec()

    def _show_data(self) -> None:
        from wargame_desktop.gui.help_dialogs import DataDialog
        from wargame_desktop.systems.base import GameData

        data = None if self.chooser is None else self.chooser.scenario
        if data is not None and self._library is not None:
            DataDialog(GameData.of_scenario(data, self._library), self).exec()

    def _show_about(self) -> None:
        from wargame_desktop.gui.help_dialogs import AboutDialog

        AboutDialog(self).exec()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw first, read afterwards."""
        super().paintEvent(event)
        if not self._asked:
            self._asked = True
            QTimer.singleShot(0, self, self.fill)

    def fill(self) -> None:
        """Look anew for games, systems and scenarios."""
        self.games.fill()
        is_first = self.chooser is None
        if self.chooser is None:
            self._make_chooser()
        assert self.chooser is not None
        self.chooser.fill()
        focus = QApplication.focusWidget()
        if is_first or focus is None or not self.isAncestorOf(focus):
            self.first_control().setFocus()

    def _make_chooser(self) -> None:
        from wargame_desktop.content.library import Library

        self._library = self._library or Library()
        self.chooser = ChooserPage(self._library, self._theme)
        self.chooser.set_up.connect(self._set_up)
        self.chooser.started.connect(self._start_at_once)
        self.pages.addWidget(self.chooser)

    def first_control(self) -> QWidget:
        """Where the keyboard begins: the game to go on with, else the systems."""
        if self.games.go_on.isVisible():
            return self.games.go_on
        return self if self.chooser is None else self.chooser.systems

    @property
    def system(self) -> str:
        """The id of the rule system in hand, for its rulings and data; empty before there is one."""
        return "" if self.chooser is None else self.chooser.system

    @property
    def is_busy(self) -> bool:
        """Whether lists or pictures are still being filled."""
        return self.chooser is None or self.chooser.is_busy

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self._theme = theme
        self.games.set_theme(theme)
        if self.chooser is not None:
            self.chooser.set_theme(theme)

    # A new game

    def show_choice(self) -> None:
        """Back to systems and scenarios."""
        if self.chooser is not None:
            self.pages.setCurrentWidget(self.chooser)
            self.chooser.scenarios.setFocus()

    def show_problem(self, text: str) -> None:
        """Say on the page in hand why a game could not be begun."""
        if self.chooser is not None and self.pages.currentWidget() is self.chooser:
            self.chooser.show_problem(text)
        else:
            self.setup.show_problem(text)

    def _set_up(self, path: Path, data: object) -> None:
        self.setup.show_scenario(path, data)  # type: ignore[arg-type]
        self.pages.setCurrentWidget(self.setup)
        self.setup.start.setFocus()

    def _start_at_once(self, path: Path) -> None:
        self.new_game.emit(NewGameRequest(path, seed=random_seed()))
