"""One table of commands: it feeds menus, keys, tool bar, palette and shortcut sheet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from .preferences import Preferences

CONTEXT = "Commands"


@dataclass(frozen=True, slots=True)
class Command:
    """A command: where it stands in the menus, its text, and its key until the person chooses another."""

    id: str
    menu: str
    text: str
    key: str = ""
    tip: str = ""
    checkable: bool = False
    separator: bool = False


def _command(id_: str, menu: str, text: str, key: str = "", tip: str = "", **flags: bool) -> Command:
    return Command(id_, menu, text, key, tip, **flags)


def QT_TRANSLATE_NOOP(context: str, text: str) -> str:  # the name that Qt's lupdate looks for
    """Mark a text as one to translate when it is shown."""
    return text


OVERLAYS = (
    QT_TRANSLATE_NOOP("Commands", "First overlay of the game"),
    QT_TRANSLATE_NOOP("Commands", "Second overlay of the game"),
    QT_TRANSLATE_NOOP("Commands", "Third overlay of the game"),
    QT_TRANSLATE_NOOP("Commands", "Fourth overlay of the game"),
    QT_TRANSLATE_NOOP("Commands", "Fifth overlay of the game"),
    QT_TRANSLATE_NOOP("Commands", "Sixth overlay of the game"),
)
"""Commands kept for overlays of a game's own; an open game gives them its names."""
MOST_OVERLAYS = len(OVERLAYS)
MENUS = ("game", "edit", "view", "play", "tools", "help")
MENU_TITLES = {
    "game": QT_TRANSLATE_NOOP("Commands", "&Game"),
    "edit": QT_TRANSLATE_NOOP("Commands", "&Edit"),
    "view": QT_TRANSLATE_NOOP("Commands", "&View"),
    "play": QT_TRANSLATE_NOOP("Commands", "&Play"),
    "tools": QT_TRANSLATE_NOOP("Commands", "&Tools"),
    "help": QT_TRANSLATE_NOOP("Commands", "&Help"),
}
COMMANDS: tuple[Command, ...] = (
    _command("game.new", "game", QT_TRANSLATE_NOOP("Commands", "New game…"), "Ctrl+N"),
    _command("game.open", "game", QT_TRANSLATE_NOOP("Commands", "Open…"), "Ctrl+O"),
    _command("game.start", "game", QT_TRANSLATE_NOOP("Commands", "Start screen"), "Ctrl+Shift+N"),
    _command("game.save", "game", QT_TRANSLATE_NOOP("Commands", "Save"), "Ctrl+S", separator=True),
    _command("game.save_as", "game", QT_TRANSLATE_NOOP("Commands", "Save as…"), "Ctrl+Shift+S"),
    _command(
        "game.print", "game", QT_TRANSLATE_NOOP("Commands", "Print turn log…"), "Ctrl+P", separator=True
    ),
    _command("game.preview", "game", QT_TRANSLATE_NOOP("Commands", "Print preview…"), "Ctrl+Shift+P"),
    _command("game.export_pdf", "game", QT_TRANSLATE_NOOP("Commands", "Export log as PDF…")),
    _command("game.export_html", "game", QT_TRANSLATE_NOOP("Commands", "Export log as HTML…")),
    _command("game.export_map", "game", QT_TRANSLATE_NOOP("Commands", "Export map as picture…")),
    _command(
        "game.preferences", "game", QT_TRANSLATE_NOOP("Commands", "Preferences…"), "Ctrl+,", separator=True
    ),
    _command("game.close", "game", QT_TRANSLATE_NOOP("Commands", "Close game"), "Ctrl+W"),
    _command("game.quit", "game", QT_TRANSLATE_NOOP("Commands", "Quit"), "Ctrl+Q"),
    _command("edit.undo", "edit", QT_TRANSLATE_NOOP("Commands", "Undo"), "Ctrl+Z"),
    _command("edit.redo", "edit", QT_TRANSLATE_NOOP("Commands", "Redo"), "Ctrl+Shift+Z"),
    _command("edit.reset_phase", "edit", QT_TRANSLATE_NOOP("Commands", "Reset phase"), "Ctrl+Alt+Z"),
    _command(
        "edit.comment",
        "edit",
        QT_TRANSLATE_NOOP("Commands", "Comment on this position…"),
        "Ctrl+M",
        separator=True,
    ),
    _command("edit.promote", "edit", QT_TRANSLATE_NOOP("Commands", "Make this the main line")),
    _command(
        "edit.mode",
        "edit",
        QT_TRANSLATE_NOOP("Commands", "Edit mode"),
        "Ctrl+E",
        checkable=True,
        separator=True,
    ),
    _command("edit.find", "edit", QT_TRANSLATE_NOOP("Commands", "Find a place or unit…"), "Ctrl+F"),
    _command("view.fit", "view", QT_TRANSLATE_NOOP("Commands", "Whole map"), "Home"),
    _command("view.zoom_in", "view", QT_TRANSLATE_NOOP("Commands", "Zoom in"), "+"),
    _command("view.zoom_out", "view", QT_TRANSLATE_NOOP("Commands", "Zoom out"), "-"),
    _command("view.zoom_selection", "view", QT_TRANSLATE_NOOP("Commands", "Zoom to selection"), "Z"),
    _command(
        "view.control",
        "view",
        QT_TRANSLATE_NOOP("Commands", "Show control"),
        "Shift+C",
        checkable=True,
        separator=True,
    ),
    _command(
        "view.zones", "view", QT_TRANSLATE_NOOP("Commands", "Show enemy zones"), "Shift+Z", checkable=True
    ),
    _command("view.supply", "view", QT_TRANSLATE_NOOP("Commands", "Show supply"), "Shift+S", checkable=True),
    _command(
        "view.coordinates",
        "view",
        QT_TRANSLATE_NOOP("Commands", "Show coordinates"),
        "Shift+X",
        checkable=True,
    ),
    *(
        _command(
            f"view.overlay_{number}", "view", text, f"Alt+{number}", checkable=True, separator=number == 1
        )
        for number, text in enumerate(OVERLAYS, 1)
    ),
    _command(
        "view.next_side",
        "view",
        QT_TRANSLATE_NOOP("Commands", "See as the next side"),
        "Shift+V",
        separator=True,
    ),
    _command(
        "view.next_theme", "view", QT_TRANSLATE_NOOP("Commands", "Next theme"), "Ctrl+Shift+T", separator=True
    ),
    _command("view.full_screen", "view", QT_TRANSLATE_NOOP("Commands", "Full screen"), "F11", checkable=True),
    _command("view.panels", "view", QT_TRANSLATE_NOOP("Commands", "Map only"), "F10", checkable=True),
    _command("play.next_piece", "play", QT_TRANSLATE_NOOP("Commands", "Next unit to move"), "N"),
    _command(
        "play.previous_piece", "play", QT_TRANSLATE_NOOP("Commands", "Previous unit to move"), "Shift+N"
    ),
    _command("play.spread", "play", QT_TRANSLATE_NOOP("Commands", "Spread the stack"), "Space"),
    _command("play.type", "play", QT_TRANSLATE_NOOP("Commands", "Type an action…"), ":"),
    _command("play.back", "play", QT_TRANSLATE_NOOP("Commands", "One action back"), "PgUp", separator=True),
    _command("play.forward", "play", QT_TRANSLATE_NOOP("Commands", "One action forward"), "PgDown"),
    _command("play.phase_back", "play", QT_TRANSLATE_NOOP("Commands", "One phase back"), "Ctrl+PgUp"),
    _command("play.phase_forward", "play", QT_TRANSLATE_NOOP("Commands", "One phase forward"), "Ctrl+PgDown"),
    _command("play.first", "play", QT_TRANSLATE_NOOP("Commands", "To the start of the game"), "Ctrl+Home"),
    _command("play.last", "play", QT_TRANSLATE_NOOP("Commands", "To the end of the line"), "Ctrl+End"),
    _command(
        "play.resolve", "play", QT_TRANSLATE_NOOP("Commands", "Resolve this fight"), "Ctrl+R", separator=True
    ),
    _command("play.resolve_all", "play", QT_TRANSLATE_NOOP("Commands", "Resolve all fights"), "Ctrl+Shift+R"),
    _command("play.battle", "play", QT_TRANSLATE_NOOP("Commands", "Show the battle board"), "Ctrl+B"),
    _command("tools.odds", "tools", QT_TRANSLATE_NOOP("Commands", "Odds calculator…"), "Ctrl+D"),
    _command("help.palette", "help", QT_TRANSLATE_NOOP("Commands", "Find a command…"), "Ctrl+K"),
    _command("help.shortcuts", "help", QT_TRANSLATE_NOOP("Commands", "Keyboard shortcuts"), "F1"),
    _command("help.rulings", "help", QT_TRANSLATE_NOOP("Commands", "Rulings of this game"), separator=True),
    _command("help.data", "help", QT_TRANSLATE_NOOP("Commands", "About this data")),
    _command("help.about", "help", QT_TRANSLATE_NOOP("Commands", "About Wargame Desktop")),
)


class CommandTable(QObject):
    """The commands of one window as actions with their keys."""

    def __init__(self, window: QWidget, preferences: Preferences) -> None:
        super().__init__(window)
        self._preferences = preferences
        self._actions: dict[str, QAction] = {}
        for command in COMMANDS:
            action = QAction(self.title(command), window)
            action.setObjectName(command.id)
            action.setCheckable(command.checkable)
            action.setShortcut(QKeySequence(self.key(command)))
            window.addAction(action)
            self._actions[command.id] = action
        preferences.changed.connect(self._preference_changed)

    @staticmethod
    def title(command: Command) -> str:
        """The text of a command in the person's language."""
        return QCoreApplication.translate(CONTEXT, command.text)

    def key(self, command: Command) -> str:
        """The key in force: the person's own, or ours."""
        keys: dict[str, str] = self._preferences["keys"]
        return keys.get(command.id, command.key)

    def __getitem__(self, command_id: str) -> QAction:
        return self._actions[command_id]

    def name_overlays(self, titles: Sequence[str]) -> None:
        """Give the overlays of a game their names; commands for which it has none are out of sight."""
        for number in range(1, MOST_OVERLAYS + 1):
            action = self._actions[f"view.overlay_{number}"]
            there = number <= len(titles)
            action.setVisible(there)
            action.setEnabled(there)
            action.setChecked(False)
            if there:
                action.setText(titles[number - 1])

    def connect_to(self, command_id: str, handler: Callable[[], object]) -> None:
        """Run a function when a command is chosen."""
        self._actions[command_id].triggered.connect(lambda _checked=False: handler())

    def enable(self, ids: Iterable[str], enabled: bool) -> None:
        """Allow or forbid commands."""
        for command_id in ids:
            self._actions[command_id].setEnabled(enabled)

    def fill(self, bar: QMenuBar) -> None:
        """Make the menus."""
        menus = {}
        for name in MENUS:
            menu = QMenu(QCoreApplication.translate(CONTEXT, MENU_TITLES[name]), bar)
            bar.addMenu(menu)
            menus[name] = menu
        for command in COMMANDS:
            if command.separator:
                menus[command.menu].addSeparator()
            menus[command.menu].addAction(self._actions[command.id])

    def conflicts(self, command_id: str, key: str) -> list[Command]:
        """Other commands that have the key already."""
        wanted = QKeySequence(key)
        return [
            command
            for command in COMMANDS
            if command.id != command_id and key and QKeySequence(self.key(command)) == wanted
        ]

    def bind(self, command_id: str, key: str) -> None:
        """Give a command another key; an empty one takes it away."""
        self._preferences.set("keys", {**self._preferences["keys"], command_id: key})

    def reset_keys(self) -> None:
        """Go back to the keys the program came with."""
        self._preferences.set("keys", {})

    def _preference_changed(self, name: str) -> None:
        if name == "keys":
            for command in COMMANDS:
                self._actions[command.id].setShortcut(QKeySequence(self.key(command)))
