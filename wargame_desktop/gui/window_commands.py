"""What the commands of the main window do."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QFileDialog, QMessageBox

from .commands import COMMANDS, MOST_OVERLAYS

if TYPE_CHECKING:
    from wargame_desktop.core.timeline import Node

    from .session import Session
    from .table_widget import TableWidget
    from .window import MainWindow

_ZOOM = 1.4
_PICTURE_PITCH = 140.0
_LARGEST_PICTURE = 12_000


class WindowCommands:
    """Connects the table of commands to the window and its game."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window

    def connect_all(self) -> None:
        """Give every command its handler; none may be left without one."""
        handlers = {**self._window_handlers(), **self._game_handlers(), **self._view_handlers()}
        missing = [command.id for command in COMMANDS if command.id not in handlers]
        assert not missing, f"commands without a handler: {missing}"
        for command_id, handler in handlers.items():
            self.window.commands.connect_to(command_id, handler)

    def _window_handlers(self) -> dict[str, Callable[[], object]]:
        window = self.window
        return {
            "game.new": window.show_start,
            "game.open": window.choose_file,
            "game.start": window.show_start,
            "game.preferences": self.preferences,
            "game.close": window.show_start,
            "game.quit": window.close,
            "view.next_theme": window.next_theme,
            "view.full_screen": self.full_screen,
            "help.palette": self.palette,
            "help.shortcuts": self.shortcuts,
            "help.about": self.about,
        }

    def _game_handlers(self) -> dict[str, Callable[[], object]]:
        window = self.window
        return {
            "game.save": window.save,
            "game.save_as": window.save_as,
            "game.print": self.print_log,
            "game.preview": self.preview,
            "game.export_pdf": self.export_pdf,
            "game.export_html": self.export_html,
            "game.export_map": self.export_map,
            "edit.undo": lambda: self.session.undo(),
            "edit.redo": lambda: self.session.redo(),
            "edit.reset_phase": lambda: self.session.reset_phase(),
            "edit.comment": window.comment,
            "edit.promote": self.promote,
            "edit.mode": self.edit_mode,
            "edit.find": self.palette,
            "play.next_piece": lambda: self.tables.sequence.go_to_left(1),
            "play.previous_piece": lambda: self.tables.sequence.go_to_left(-1),
            "play.spread": self.spread,
            "play.type": lambda: self.tables.decision.line.setFocus(),
            "play.back": lambda: self.step(-1),
            "play.forward": lambda: self.step(1),
            "play.phase_back": lambda: self.step_phase(-1),
            "play.phase_forward": lambda: self.step_phase(1),
            "play.first": lambda: self.session.goto(0),
            "play.last": self.last,
            "play.resolve": lambda: self.tables.battle.resolver.start(False),
            "play.resolve_all": lambda: self.tables.battle.resolver.start(True),
            "play.battle": lambda: self.tables.battle.show_again(),
            "tools.odds": self.odds,
            "help.rulings": self.rulings,
            "help.data": self.data,
        }

    def _view_handlers(self) -> dict[str, Callable[[], object]]:
        return {
            "view.fit": lambda: self.tables.view.fit(),
            "view.zoom_in": lambda: self.zoom(_ZOOM),
            "view.zoom_out": lambda: self.zoom(1 / _ZOOM),
            "view.zoom_selection": self.zoom_to_selection,
            "view.control": lambda: self.show("show_control", "view.control"),
            "view.zones": lambda: self.show("show_zones", "view.zones"),
            "view.supply": lambda: self.show("show_supply", "view.supply"),
            "view.coordinates": lambda: self.show("show_coordinates", "view.coordinates"),
            **{
                f"view.overlay_{number}": partial(self.overlay, number)
                for number in range(1, MOST_OVERLAYS + 1)
            },
            "view.next_side": self.next_side,
            "view.panels": lambda: self.tables.show_panels(
                not self.window.commands["view.panels"].isChecked()
            ),
        }

    @property
    def tables(self) -> TableWidget:
        """The table; these commands are off while there is none."""
        assert self.window.tables is not None
        return self.window.tables

    @property
    def session(self) -> Session:
        """The game on the table."""
        return self.tables.table.session

    # Moving along the game

    def step(self, way: int) -> None:
        """One action back or forward, without changing anything."""
        node: Node = self.session.node
        there = node.parent if way < 0 else (node.variations[0] if node.variations else None)
        if there is None:
            self.window.say(
                self.window.tr("That is the start.") if way < 0 else self.window.tr("That is the end.")
            )
            return
        self.session.goto(there)

    def step_phase(self, way: int) -> None:
        """To where the phase before or after begins."""
        node: Node = self.session.node
        place = self.session.place_of(node)
        there: Node | None = node
        while there is not None and self.session.place_of(there) == place:
            there = there.parent if way < 0 else (there.variations[0] if there.variations else None)
        if there is None:
            self.session.goto(0) if way < 0 else self.last()
        else:
            self.session.goto(there)

    def last(self) -> None:
        """To the end of the line."""
        node: Node = self.session.node
        while node.variations:
            node = node.variations[0]
        self.session.goto(node)

    def promote(self) -> None:
        """Make the line that leads here the main line."""
        session = self.session
        if session.node.is_main_line:
            self.window.say(self.window.tr("This is the main line already."))
            return
        for node in list(session.node.line()):
            while node.parent is not None and node.parent.variations[0] is not node:
                if not session.promote(node):
                    return

    # The table

    def edit_mode(self) -> None:
        """Switch edit mode."""
        self.tables.table.set_edit_mode(self.window.commands["edit.mode"].isChecked())

    def spread(self) -> None:
        """Spread the stack in hand, or put it together again."""
        scene = self.tables.scene
        space = self.tables.table.selection.space
        if scene.fan is not None:
            scene.close_fan()
        elif space is not None:
            scene.open_fan(space)

    def zoom(self, factor: float) -> None:
        """Zoom around the middle."""
        view = self.tables.view
        view.zoom_at(QPointF(view.viewport().rect().center()), view.zoom * factor)

    def zoom_to_selection(self) -> None:
        """Bring what is selected into view."""
        tables = self.tables
        pieces = tables.table.session.view.pieces
        spaces = {pieces[piece].space for piece in tables.table.selection.pieces}
        if tables.table.selection.space is not None:
            spaces.add(tables.table.selection.space)
        rect = QRectF()
        for space in sorted(spaces):
            if tables.geometry_.is_on_map(space):
                rect = rect.united(tables.geometry_.outline(space).boundingRect())
        if rect.isValid():
            pitch = tables.geometry_.pitch
            tables.view.zoom_to(rect.adjusted(-pitch, -pitch, pitch, pitch))

    def show(self, preference: str, command: str) -> None:
        """Switch a layer of the map."""
        self.window.preferences.set(preference, self.window.commands[command].isChecked())

    def overlay(self, number: int) -> None:
        """Switch an overlay of the game's own."""
        kinds = self.session.system.overlays
        if number <= len(kinds):
            on = self.window.commands[f"view.overlay_{number}"].isChecked()
            self.tables.overlays.show_overlay(kinds[number - 1].id, on)

    def map_only(self) -> None:
        """Show or hide everything but the map."""
        self.tables.show_panels(not self.window.commands["view.panels"].isChecked())

    def next_side(self) -> None:
        """See everything, or what one side may know, in turn; in match play nobody may."""
        session, tr = self.session, self.window.tr
        if session.is_match:
            self.window.say(tr("In match play each side sees its own table only."))
            return
        views = [None, *session.system.sides(session.game.state)]
        session.look_as(views[(views.index(session.viewer) + 1) % len(views)])
        side = session.viewer
        if side is None:
            self.window.say(tr("You see everything."))
        else:
            self.window.say(tr("You see what {side} may know.").format(side=session.system.side_name(side)))

    def full_screen(self) -> None:
        """Switch full screen."""
        if self.window.isFullScreen():
            self.window.showNormal()
        else:
            self.window.showFullScreen()

    # Dialogs

    def preferences(self) -> None:
        """Open the preferences."""
        from .preferences_dialog import PreferencesDialog

        PreferencesDialog(self.window.preferences, self.window.commands, self.window).exec()

    def palette(self) -> None:
        """Find a command, a place or a unit."""
        from .palette import CommandPalette

        table = None if self.window.tables is None else self.window.tables.table
        CommandPalette(self.window.commands, table, self.window).exec()

    def shortcuts(self) -> None:
        """Show the keys."""
        from .shortcuts_dialog import ShortcutsDialog

        ShortcutsDialog(self.window.commands, self.window).exec()

    def rulings(self) -> None:
        """Show how doubtful rules were decided."""
        from .help_dialogs import RulingsDialog

        RulingsDialog(self.session.system, self.window).exec()

    def data(self) -> None:
        """Show where the data come from."""
        from .help_dialogs import DataDialog

        DataDialog(self.session.system, self.window).exec()

    def odds(self) -> None:
        """Open the odds calculator, or bring it to the front."""
        from .calculator import CalculatorWindow

        calculator = self.session.system.calculator()
        if calculator is None:
            self.window.say(self.window.tr("This game has no chances to calculate."))
            return
        found = self.tables.findChild(CalculatorWindow)
        if found is None:
            found = CalculatorWindow(self.tables.table, calculator, self.tables)
        found.show()
        found.activateWindow()

    def about(self) -> None:
        """Say what this program is."""
        from .help_dialogs import AboutDialog

        AboutDialog(self.window).exec()

    # Paper and pictures

    def print_log(self) -> None:
        """Print the log."""
        from .printing import print_log

        print_log(self.tables.table, self.window)

    def preview(self) -> None:
        """Look at the print before it is printed."""
        from .printing import preview_log

        preview_log(self.tables.table, self.window)

    def export_pdf(self) -> None:
        """Write the log as PDF."""
        from .printing import write_pdf

        self._export("PDF", ".pdf", lambda path: write_pdf(self.tables.table, path))

    def export_html(self) -> None:
        """Write the log as a page."""
        from wargame_desktop.reports.html import log_html
        from wargame_desktop.reports.turnlog import game_log

        session = self.session
        game = session.game

        def write(path: Path) -> None:
            log = game_log(
                game.timeline,
                session.system,
                title=game.header.title,
                side=session.viewer,
                upto=game.cursor,
                text_of=game.text_of,
            )
            path.write_text(log_html(log), encoding="utf-8")

        self._export("HTML", ".html", write)

    def export_map(self) -> None:
        """Write the whole map with its counters as a picture."""
        tables = self.tables

        def write(path: Path) -> None:
            scene = tables.scene
            sheet = tables.geometry_.sheet
            scale = min(1.0, _LARGEST_PICTURE / max(sheet.width(), sheet.height()))
            image = QImage((sheet.size() * scale).toSize(), QImage.Format.Format_RGB32)
            image.fill(tables.table.theme.board.paper)
            painter = QPainter(image)
            painter.setRenderHints(
                QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform
            )
            scene.render(painter, QRectF(image.rect()), sheet)
            painter.end()
            if not image.save(str(path)):
                raise OSError(None, "the picture could not be written", str(path))

        self._export(self.window.tr("Picture"), ".png", write)

    def _export(self, kind: str, suffix: str, write: Callable[[Path], object]) -> None:
        proposal = self.window.game_file().path.with_suffix(suffix)
        name, _ = QFileDialog.getSaveFileName(
            self.window, self.window.tr("Export"), str(proposal), f"{kind} (*{suffix})"
        )
        if not name:
            return
        target = Path(name if name.lower().endswith(suffix) else name + suffix)
        try:
            write(target)
        except OSError as error:
            reason = error.strerror or str(error)
            QMessageBox.warning(self.window, "Wargame Desktop", f"{target.name}: {reason}")
        else:
            self.window.say(self.window.tr("{name} written.").format(name=target.name))
