"""The main window: the start screen or a table, menus, the status line, files and their safety."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QInputDialog,
    QMainWindow,
    QMessageBox,
    QStackedWidget,
    QWidget,
)

from wargame_desktop.storage.errors import StorageError
from wargame_desktop.storage.recovery import Recovery

from .commands import COMMANDS, CommandTable
from .preferences import THEMES, Preferences
from .start.request import NewGameRequest, create_game, games_folder
from .theme import Theme, load_theme
from .toolbar import ToolBar

# The table, the rules and their data are loaded when a game is opened, not when the window is.
if TYPE_CHECKING:
    from wargame_desktop.core.dice import DiceNeeded
    from wargame_desktop.core.timeline import Node
    from wargame_desktop.storage.file import GameFile, OpenResult

    from .session import Session
    from .start.screen import StartScreen
    from .table_widget import TableWidget

WITHOUT_A_GAME = (
    "game.new", "game.open", "game.start", "game.preferences", "game.quit", "view.next_theme",
    "view.full_screen", "help.palette", "help.shortcuts", "help.about",
)  # fmt: skip
GAME_COMMANDS = tuple(command.id for command in COMMANDS if command.id not in WITHOUT_A_GAME)
_SHOWN = {
    "view.control": "show_control",
    "view.zones": "show_zones",
    "view.supply": "show_supply",
    "view.coordinates": "show_coordinates",
}


class MainWindow(QMainWindow):
    """One window, one game at a time."""

    def __init__(self, preferences: Preferences, theme: Theme, recovery: Recovery | None = None) -> None:
        super().__init__()
        self.preferences = preferences
        self.theme = theme
        self.recovery = recovery or Recovery()
        self.recovery.autosaves.keep = preferences["autosave_copies"]
        self.tables: TableWidget | None = None
        self.start_screen: StartScreen | None = None
        self.pages = QStackedWidget()
        self.setCentralWidget(self.pages)
        self.commands = CommandTable(self, preferences)
        self.commands.fill(self.menuBar())
        self.tool_bar = ToolBar(self.commands, theme, self)
        self.addToolBar(self.tool_bar)
        self.statusBar().setSizeGripEnabled(False)
        self._apply_theme(theme)
        self._connect_commands()
        self._restore_layout()
        self._safely(self.recovery.start)
        self.show_start()
        preferences.changed.connect(self._preference_changed)

    # The start screen

    def show_start(self) -> None:
        """Leave the game and choose another."""
        if not self.close_game():
            return
        from .start.screen import StartScreen

        screen = StartScreen(self.preferences, self.theme, self.recovery)
        screen.open_game.connect(lambda path: self._try(lambda: self.open_file(Path(path))))
        screen.new_game.connect(lambda request: self._try(lambda: self.begin(request)))
        screen.preferences_wanted.connect(self.commands["game.preferences"].trigger)
        self._show_page(screen)
        self.start_screen = screen
        self.show_title()

    def _show_page(self, page: QWidget) -> None:
        while self.pages.count():
            old = self.pages.widget(0)
            assert old is not None
            self.pages.removeWidget(old)
            old.deleteLater()
        self.start_screen = None
        self.pages.addWidget(page)
        self.pages.setCurrentWidget(page)
        page.setFocus()

    # Games

    @property
    def session(self) -> Session | None:
        """The game on the table."""
        return None if self.tables is None else self.tables.table.session

    def begin_scenario(self, scenario: str) -> None:
        """Begin a scenario as it comes."""
        self.begin(NewGameRequest(scenario))

    def begin(self, request: NewGameRequest) -> None:
        """Begin a new game."""
        self.show_game(create_game(request, games_folder()))

    def open_file(self, path: Path) -> None:
        """Open a game file, and say what its players should know about it."""
        from wargame_desktop.storage.file import GameFile

        result = GameFile.open(path)
        if not self._settle_mismatch(result):
            result.game.close()
            return
        self.show_game(result.game)
        if result.notes:
            self.tell("\n\n".join(result.notes))

    def _settle_mismatch(self, result: OpenResult) -> bool:
        """When the record no longer replays: ask where to go on. False when the players would rather not."""
        mismatch = result.mismatch
        if mismatch is None:
            return True
        box = QMessageBox(QMessageBox.Icon.Question, self.windowTitle(), str(mismatch), parent=self)
        kept = box.addButton(self.tr("Keep the recorded position"), QMessageBox.ButtonRole.AcceptRole)
        good = box.addButton(
            self.tr("Go on from the last action that holds"), QMessageBox.ButtonRole.ActionRole
        )
        box.addButton(QMessageBox.StandardButton.Cancel)
        box.exec()
        if box.clickedButton() is kept:
            result.game.resume_at(mismatch.kept)
        elif box.clickedButton() is good:
            result.game.resume_at(mismatch.last_good)
        else:
            return False
        return True

    def show_game(self, game: GameFile) -> None:
        """Put a game on the table."""
        if not self.close_game():
            game.close()
            return
        from .session import Session
        from .table import Table
        from .table_widget import TableWidget

        session = Session(game)
        table = Table(session, self.theme, self.preferences)
        widget = TableWidget(table)
        session.setParent(widget)
        table.setParent(widget)
        self.tables = widget
        self._show_page(widget)
        self._connect_game(widget)
        self._safely(lambda: self.recovery.opened(game.path))
        self.preferences.remember(game.path)
        self.commands.enable(GAME_COMMANDS, True)
        self.commands["edit.mode"].setEnabled(bool(session.system.edits))
        for command, name in _SHOWN.items():
            self.commands[command].setChecked(self.preferences[name])
        self.commands.name_overlays([kind.title for kind in session.system.overlays])
        self.tool_bar.show_overlays(bool(session.system.overlays))
        self.commands["view.zones"].setVisible(session.system.has_zones)
        self.commands["view.supply"].setVisible(session.system.has_supply)
        self.tool_bar.show()
        self.show_title()
        session.start()
        widget.first_look()

    def close_game(self) -> bool:
        """Put the game away; it is on the disk already. False when writing failed and the players stay."""
        if self.tables is None:
            self.tool_bar.hide()
            self.commands.enable(GAME_COMMANDS, False)
            return True
        game = self.game_file()
        if game.unsaved and not self._save_before_closing(game):
            return False
        self._safely(lambda: self.recovery.closed(game.path))
        game.close()
        self.tables = None
        self.tool_bar.hide()
        self.statusBar().clearMessage()
        self.commands.enable(GAME_COMMANDS, False)
        return True

    def _save_before_closing(self, game: GameFile) -> bool:
        try:
            game.save()
        except StorageError as error:
            answer = QMessageBox.warning(
                self,
                self.windowTitle(),
                self.tr("{reason}\nClose the game all the same and lose what is not written?").format(
                    reason=error
                ),
                QMessageBox.StandardButton.Discard | QMessageBox.StandardButton.Cancel,
                QMessageBox.StandardButton.Cancel,
            )
            return answer == QMessageBox.StandardButton.Discard
        return True

    def _connect_game(self, widget: TableWidget) -> None:
        session = widget.table.session
        widget.said.connect(self.say)
        session.moved.connect(self._moved)
        session.changed.connect(self._show_standing)
        session.annotated.connect(lambda _node: self.show_title())
        session.handover.connect(self._hand_over)
        session.dice_needed.connect(self._ask_dice)
        widget.timeline.off_main_line.connect(self._off_main_line)

    def _moved(self, _node: Node) -> None:
        self.statusBar().clearMessage()  # what was said of the last try is over
        game = self.game_file()
        self._safely(lambda: self.recovery.autosaves.after_action(game))
        self.show_title()

    def _hand_over(self, side: str) -> None:
        """Cover the table until the next player sits down; nothing said to the last one may stay."""
        from .handover import HandoverScreen, public_task

        assert self.tables is not None
        session = self.tables.table.session
        self.statusBar().clearMessage()
        cover = HandoverScreen(session.system.side_name(side), self, public_task(session))
        cover.seated.connect(session.take_seat)
        cover.seated.connect(self.tables.view.setFocus)
        cover.show()

    def _ask_dice(self, needed: DiceNeeded) -> None:
        from .panels.dice import ask_dice

        values = ask_dice(self, needed)
        if values is not None and self.session is not None:
            self.session.give_dice(values)

    # Title and status

    def show_title(self) -> None:
        """Say in the title bar which game this is, on which line, and whether it is saved."""
        name = "Wargame Desktop"
        if self.tables is None:
            self.setWindowTitle(name)
            return
        game = self.game_file()
        branch = "" if game.cursor.is_main_line else self.tr(" (variation)")
        saved = self.tr(", not saved") if game.unsaved else ""
        self.setWindowTitle(f"{game.header.title}{branch} – {game.path.name}{saved} – {name}")

    def say(self, text: str) -> None:
        """Show a line in the status bar."""
        self.statusBar().showMessage(text, 15_000)

    def tell(self, text: str) -> None:
        """Say something that must be read."""
        QMessageBox.information(self, "Wargame Desktop", text)

    def _off_main_line(self, off: bool) -> None:
        """A strong frame around the map while it shows a variation."""
        assert self.tables is not None
        view = self.tables.view
        view.setProperty("variation", off)
        view.style().unpolish(view)
        view.style().polish(view)

    def _show_standing(self, _changed: object = None) -> None:
        """The turn or date, large, at the end of the tool bar."""
        from wargame_desktop.reports.wording import turn_title

        session = self.session
        covered = session is None or session.waiting_for is not None
        if session is None or covered:
            self.tool_bar.say("")
        else:
            self.tool_bar.say(turn_title(session.system, session.view))

    # Errors

    def _try(self, work: Callable[[], object]) -> None:
        """Do something with files; what goes wrong is said and nothing is lost."""
        from wargame_desktop.content.problems import ContentError

        try:
            work()
        except (StorageError, ContentError) as error:
            QMessageBox.warning(self, "Wargame Desktop", str(error))

    def _safely(self, work: Callable[[], object]) -> None:
        """Do something that helps after a crash, but must not disturb the game when it fails."""
        try:
            work()
        except StorageError as error:
            self.say(str(error))

    # Commands

    def _connect_commands(self) -> None:
        from .window_commands import WindowCommands

        self.command_handlers = WindowCommands(self)
        self.command_handlers.connect_all()

    def choose_file(self) -> None:
        """Ask for a game file and open it."""
        from wargame_desktop.storage.file import SUFFIX

        name, _ = QFileDialog.getOpenFileName(
            self,
            self.tr("Open a game"),
            str(games_folder()),
            self.tr("Games (*{suffix})").format(suffix=SUFFIX),
        )
        if name:
            self._try(lambda: self.open_file(Path(name)))

    def save(self) -> None:
        """Write the whole file anew."""
        game = self.game_file()
        self._try(game.save)
        self.show_title()

    def save_as(self) -> None:
        """Ask for another name and go on there."""
        from wargame_desktop.storage.file import SUFFIX

        game = self.game_file()
        kinds = self.tr("Games (*{suffix})").format(suffix=SUFFIX)
        name, _ = QFileDialog.getSaveFileName(self, self.tr("Save the game"), str(game.path), kinds)
        if name:
            target = Path(name if name.endswith(SUFFIX) else name + SUFFIX)
            self._try(lambda: self.recovery.save_as(game, target, overwrite=True))
            self.preferences.remember(game.path)
            self.show_title()

    def comment(self) -> None:
        """Ask for a comment on the position; only who sees everything may read or write one."""
        game = self.game_file()
        if self.session is None or self.session.viewer is not None:
            self.say(self.tr("A comment may hold secrets of one side: only who sees all can write it."))
            return
        text, given = QInputDialog.getMultiLineText(
            self, self.tr("Comment"), self.tr("On this position:"), game.cursor.comment
        )
        if given:
            self.session.comment(game.cursor, text)

    def game_file(self) -> GameFile:
        """The game on the table, which always has a file."""
        from wargame_desktop.storage.file import GameFile

        assert self.tables is not None
        game = self.tables.table.session.game
        assert isinstance(game, GameFile)
        return game

    # Looks

    def _apply_theme(self, theme: Theme) -> None:
        self.theme = theme
        QApplication.setPalette(theme.palette())
        self.setStyleSheet(theme.style_sheet)
        self.tool_bar.set_theme(theme)
        if self.tables is not None:
            self.tables.table.set_theme(theme)

    def _preference_changed(self, name: str) -> None:
        if name == "theme":
            self._apply_theme(load_theme(self.preferences["theme"]))
            if self.start_screen is not None:
                self.start_screen.set_theme(self.theme)
        elif name == "autosave_copies":
            self.recovery.autosaves.keep = self.preferences[name]
        else:
            for command, shown in _SHOWN.items():
                if shown == name:
                    self.commands[command].setChecked(self.preferences[name])

    def next_theme(self) -> None:
        """Go round the themes."""
        at = THEMES.index(self.preferences["theme"])
        self.preferences.set("theme", THEMES[(at + 1) % len(THEMES)])

    def is_busy(self) -> bool:
        """Whether something is still being drawn."""
        if self.tables is not None:
            return self.tables.is_busy()
        return self.start_screen is not None and self.start_screen.is_busy

    # Leaving

    def _restore_layout(self) -> None:
        saved = self.preferences["window"].get("geometry", "")
        if not saved or not self.restoreGeometry(QByteArray.fromBase64(saved.encode())):
            self.resize(1280, 800)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Leave in good order."""
        if not self.close_game():
            event.ignore()
            return
        geometry = bytes(self.saveGeometry().toBase64().data()).decode()
        self.preferences.set("window", {**self.preferences["window"], "geometry": geometry})
        self.recovery.end()
        event.accept()
