"""Games that have been begun: the last one, those a crash left open, the recent ones, and any file."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QDate, QLocale, QTime, QTimer, Signal
from PySide6.QtWidgets import QFileDialog, QFrame, QHBoxLayout, QVBoxLayout, QWidget

from wargame_desktop.gui.preferences import Preferences
from wargame_desktop.gui.theme import Theme

from .cards import Card, CardList
from .glance import Glance, glance_at
from .parts import button, label, panel
from .request import games_folder

if TYPE_CHECKING:
    from wargame_desktop.storage.recovery import LeftOpen, Recovery

_MOST_RECENT = 8
_HIGHEST = 200


class GamesColumn(QWidget):
    """The left side of the start screen."""

    open_game = Signal(object)
    """The path of a game file."""

    def __init__(
        self,
        preferences: Preferences,
        theme: Theme,
        recovery: Recovery | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._preferences = preferences
        self._theme = theme
        self._recovery = recovery
        self._last: Path | None = None
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self._continue_panel())
        layout.addWidget(self._recover_panel())
        layout.addWidget(self._recent_panel(), 1)

    def _continue_panel(self) -> QFrame:
        self._continue, layout = panel()
        layout.addWidget(label(self.tr("CONTINUE"), "heading"))
        self.last_title = label("", "title")
        self.last_facts = label("", "dim")
        self.go_on = button(self.tr("Continue this game"), "primary")
        self.go_on.clicked.connect(lambda: self._open(self._last))
        for part in (self.last_title, self.last_facts, self.go_on):
            layout.addWidget(part)
        self._continue.hide()
        return self._continue

    def _recover_panel(self) -> QFrame:
        self._recover, layout = panel()
        layout.addWidget(label(self.tr("AFTER A CRASH"), "heading"))
        layout.addWidget(
            label(
                self.tr("These games were open when the program ended. Nothing that was played is lost."),
                "note",
            )
        )
        self.left_open = CardList(self.tr("Games left open by a crash"), self._theme, lines=2)
        self.left_open.confirmed.connect(self._open)
        layout.addWidget(self.left_open)
        row = QHBoxLayout()
        recover = button(self.tr("Open"), tip=self.tr("Go on with the chosen game"))
        recover.setAccessibleName(self.tr("Open the game left open"))
        recover.clicked.connect(lambda: self._open(self.left_open.current))
        forget = button(self.tr("Not now"), tip=self.tr("Close this list; the files stay where they are"))
        forget.clicked.connect(self._forget)
        row.addWidget(recover)
        row.addWidget(forget)
        layout.addLayout(row)
        self._recover.hide()
        return self._recover

    def _recent_panel(self) -> QFrame:
        frame, layout = panel()
        layout.addWidget(label(self.tr("RECENT GAMES"), "heading"))
        self.recent = CardList(self.tr("Recent games"), self._theme, lines=2)
        self.recent.confirmed.connect(self._open)
        self.none_yet = label(self.tr("Games you have played appear here."), "dim")
        layout.addWidget(self.none_yet)
        layout.addWidget(self.recent, 1)
        layout.addStretch(0)
        row = QHBoxLayout()
        self.open_recent = button(self.tr("Open"))
        self.open_recent.setAccessibleName(self.tr("Open the chosen recent game"))
        self.open_recent.clicked.connect(lambda: self._open(self.recent.current))
        self.open_file = button(self.tr("Open file…"))
        self.open_file.clicked.connect(self.ask_for_file)
        row.addWidget(self.open_recent)
        row.addWidget(self.open_file)
        layout.addLayout(row)
        return frame

    # Filling

    def fill(self) -> None:
        """Look at the files anew."""
        glances = [glance_at(Path(name)) for name in self._preferences["recent"][:_MOST_RECENT]]
        last = next((one for one in glances if not one.problem), None)
        self._last = None if last is None else last.path
        self._continue.setVisible(last is not None)
        if last is not None:
            self.last_title.setText(last.title)
            self.last_facts.setText(self._facts(last))
        self.recent.show_cards([self._recent_card(one) for one in glances])
        self.recent.setVisible(bool(glances))
        self.open_recent.setVisible(bool(glances))
        self.none_yet.setVisible(not glances)
        self._fill_left_open()

    def _fill_left_open(self) -> None:
        left = self._recovery.left_open() if self._recovery is not None else []
        self.left_open.show_cards([self._left_card(one) for one in left])
        self._recover.setVisible(bool(left))
        QTimer.singleShot(0, self.left_open, lambda: self.left_open.fit(_HIGHEST))

    def _recent_card(self, one: Glance) -> Card:
        if one.is_missing:
            return Card(one.title, str(one.path), problem=self.tr("missing"), value=one.path)
        return Card(one.title, self._facts(one), problem=one.problem, value=one.path)

    def _left_card(self, left: LeftOpen) -> Card:
        one = glance_at(left.path)
        note = self.tr("never saved under a name") if left.is_unsaved else ""
        return Card(one.title, self._facts(one), note, one.problem, value=left.path)

    def _facts(self, one: Glance) -> str:
        count = (
            self.tr("1 action") if one.actions == 1 else self.tr("{count} actions").format(count=one.actions)
        )
        parts = [_system_title(one.system), count, self._when(one.when)]
        return " · ".join(part for part in parts if part)

    def _when(self, when: datetime | None) -> str:
        if when is None:
            return ""
        time = QLocale().toString(QTime(when.hour, when.minute), QLocale.FormatType.ShortFormat)
        days = (datetime.now().date() - when.date()).days
        if days == 0:
            return self.tr("today {time}").format(time=time)
        if days == 1:
            return self.tr("yesterday {time}").format(time=time)
        return QLocale().toString(QDate(when.year, when.month, when.day), QLocale.FormatType.ShortFormat)

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self._theme = theme
        self.recent.set_theme(theme)
        self.left_open.set_theme(theme)

    # Choosing

    def ask_for_file(self) -> None:
        """Let the person choose any file."""
        from wargame_desktop.storage.file import SUFFIX

        folder = games_folder()
        start = folder if folder.is_dir() else Path.home()
        kinds = self.tr("Games (*{suffix});;All files (*)").format(suffix=SUFFIX)
        name, _ = QFileDialog.getOpenFileName(self, self.tr("Open a game"), str(start), kinds)
        if name:
            self.open_game.emit(Path(name))

    def _open(self, path: Path | None) -> None:
        if path is not None:
            self.open_game.emit(path)

    def _forget(self) -> None:
        if self._recovery is not None:
            self._recovery.forget()
            self._recover.hide()


def _system_title(system: str) -> str:
    from wargame_desktop.systems import registry

    try:
        return registry.meta(system).title if system else ""
    except registry.UnknownSystem:
        return system
