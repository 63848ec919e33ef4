"""Copies made during play: the last few, and one for every phase, each game in a folder of its own."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from wargame_desktop.core.frozen import short_digest

from . import disk
from .errors import NotWritten
from .lines import SUFFIX, encode_all

# The kernel is loaded with the first game, not with the folder of copies.
if TYPE_CHECKING:
    from wargame_desktop.core.state import State
    from wargame_desktop.systems.base import GameSystem

    from .file import GameFile

KEEP_RECENT = 5
KEEP_PHASES = 60
EVERY = 20
"""Actions between two copies within one phase."""

_RECENT, _PHASE = "recent", "phase"
_NAME = re.compile(rf"([0-9]{{6,}})\.({_RECENT}|{_PHASE})\.(.*){re.escape(SUFFIX)}\Z")


@dataclass(frozen=True, order=True)
class Copy:
    """An autosave: later ones have higher numbers, the label says turn, phase and side."""

    number: int
    is_phase: bool
    label: str
    path: Path


class Autosaves:
    """Makes and lists the copies of games; `folder` holds one folder per game."""

    def __init__(self, folder: Path, keep: int = KEEP_RECENT) -> None:
        self.folder = folder
        self.keep = keep
        """How many copies within phases are kept."""
        self._label: dict[Path, str] = {}
        self._since: dict[Path, int] = {}

    def after_action(self, game: GameFile) -> Path | None:
        """To be called after each action: copies when a phase began, and now and then within one."""
        home = self.folder_of(game)
        label = label_of(game.system, game.state)
        if home not in self._label:
            self._label[home] = next((c.label for c in reversed(self.copies(game)) if c.is_phase), "")
        self._since[home] = self._since.get(home, 0) + 1
        if label != self._label[home]:
            return self._copy(game, _PHASE, label)
        return self._copy(game, _RECENT, label) if self._since[home] >= EVERY else None

    def save(self, game: GameFile) -> Path:
        """Make a copy now."""
        return self._copy(game, _RECENT, label_of(game.system, game.state))

    def copies(self, game: GameFile) -> list[Copy]:
        """The copies of a game, oldest first."""
        return _copies(self.folder_of(game))

    def folder_of(self, game: GameFile) -> Path:
        """Where its copies are; the path counts, for two files may have begun as the same game."""
        where = short_digest(game.header.id, os.fsencode(game.path).hex(), size=6)
        return self.folder / f"{slug(game.header.title) or 'game'}-{where}"

    def _copy(self, game: GameFile, kind: str, label: str) -> Path:
        home = self.folder_of(game)
        try:
            home.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise NotWritten(f"The autosave could not be written: {disk.reason(error)}.") from error
        number = max((copy.number for copy in _copies(home)), default=0) + 1
        path = home / f"{number:06}.{kind}.{label}{SUFFIX}"
        disk.replace(path, encode_all(game.lines())[0] if game.unsaved else disk.read(game.path))
        self._since[home] = 0
        if kind == _PHASE:
            self._label[home] = label
        _prune(home, self.keep)
        return path


def _copies(home: Path) -> list[Copy]:
    found = []
    with suppress(OSError):
        for path in home.iterdir():
            match = _NAME.match(path.name)
            if match:
                found.append(Copy(int(match.group(1)), match.group(2) == _PHASE, match.group(3), path))
    return sorted(found)


def _prune(home: Path, keep: int) -> None:
    copies = _copies(home)
    recent = [copy for copy in copies if not copy.is_phase]
    phases = [copy for copy in copies if copy.is_phase]
    for copy in recent[:-keep] + phases[:-KEEP_PHASES]:
        with suppress(OSError):
            copy.path.unlink()


def label_of(system: GameSystem, state: State) -> str:
    """Turn, phase and side as part of a file name."""
    from wargame_desktop.core.engine import phase_of

    if not state.stack:
        return "game-over"
    owner = state.var("side") or state.var("power") or phase_of(system, state.top).decider(state) or ""
    side = system.side_name(state.side_of(str(owner)))
    return slug(f"turn {state.var('turn', 1)} {_phase_title(system, state)} {side}")


def _phase_title(system: GameSystem, state: State) -> str:
    """The phase on the turn's checklist, so that the steps of a battle do not count as phases."""
    from wargame_desktop.core.engine import phase_of

    titles = dict(system.sequence(state))
    for name in [*(frame.name for frame in reversed(state.stack)), str(state.var("phase"))]:
        if name in titles:
            return titles[name]
    return phase_of(system, state.top).title


def slug(text: str) -> str:
    """A text as part of a file name."""
    return re.sub(r"\W+", "-", text.casefold()).strip("-")[:60]
