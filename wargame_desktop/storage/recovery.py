"""After a crash: which games were open, and where the games are that nobody has named yet.

A running program holds a marker file with a lock on it. The system frees the lock when the program
dies, whatever kills it, so a marker without a lock was left by a crash.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from . import disk
from .autosave import Autosaves, slug
from .errors import NotWritten, StorageError
from .lines import FIRST_CHAIN, SUFFIX, LineError, decode, encode

# The rules that a game brings with it are not needed to know which games were open.
if TYPE_CHECKING:
    from .file import GameFile

_LARGEST_MARKER = 1 << 20


@dataclass(frozen=True)
class LeftOpen:
    """A game that a program had open when it died, or that was never given a file of its own."""

    path: Path
    is_unsaved: bool


class Recovery:
    """One running program's part in the user's folder: its marker, unsaved games, autosaves."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or _usual_folder()
        self.autosaves = Autosaves(self.folder / "autosaves")
        self._unsaved = self.folder / "unsaved"
        self._sessions = self.folder / "sessions"
        self._open: list[Path] = []
        self._marker = self._sessions / f"{os.getpid()}-{os.urandom(4).hex()}.json"
        self._lock = disk.FileLock(self._marker)

    # This program's own games

    def start(self) -> None:
        """Leave a marker that this program is running."""
        for folder in (self._unsaved, self._sessions):
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise NotWritten(f"The folder for games cannot be made: {disk.reason(error)}.") from error
        self._lock.take()
        self._write()

    def end(self) -> None:
        """The program ends in good order."""
        with suppress(OSError):
            self._marker.unlink(missing_ok=True)
        self._lock.free()

    def opened(self, path: Path) -> None:
        """A game is open now."""
        if path not in self._open:
            self._open.append(path)
            self._write()

    def closed(self, path: Path) -> None:
        """A game has been closed."""
        if path in self._open:
            self._open.remove(path)
            self._write()

    def new_path(self, title: str) -> Path:
        """A file name for a game that its players have not saved anywhere yet."""
        return self._unsaved / f"{slug(title) or 'game'}-{os.urandom(4).hex()}{SUFFIX}"

    def is_unsaved(self, path: Path) -> bool:
        """Whether a game has no file of the players' choice."""
        return path.parent == Path(os.path.realpath(self._unsaved))

    def save_as(self, game: GameFile, path: Path, *, overwrite: bool = False) -> None:
        """Save a game under another name; an unsaved one thereby leaves the folder for those."""
        old = game.path
        game.save_as(path, overwrite=overwrite)
        self.closed(old)
        self.opened(game.path)
        if old != game.path and self.is_unsaved(old):
            self.discard(old)

    def discard(self, path: Path) -> None:
        """Throw an unsaved game away; games with a file of their own are never touched."""
        if self.is_unsaved(path):
            self.closed(path)
            for name in (path, disk.beside(path, ".bak")):
                with suppress(OSError):
                    name.unlink(missing_ok=True)

    def _write(self) -> None:
        from urllib.parse import quote

        # Quoted, because a file name may be no text at all.
        names = [quote(os.fsencode(path)) for path in self._open]
        line = {"kind": "session", "pid": os.getpid(), "open": names}
        disk.replace(self._marker, encode(line, FIRST_CHAIN)[0])

    # Games of programs that died

    def left_open(self) -> list[LeftOpen]:
        """Games to offer at the start, each once; those open in another running program are left out."""
        found: dict[Path, None] = {}
        for marker in self._dead_markers():
            found.update((path, None) for path in _games_of(marker) if path.exists())
        with suppress(OSError):
            found.update((path, None) for path in sorted(_real(self._unsaved).glob(f"*{SUFFIX}")))
        return [
            LeftOpen(path, self.is_unsaved(path))
            for path in found
            if path not in self._open and not disk.is_locked(path)
        ]

    def forget(self) -> None:
        """The games left open have been dealt with: remove the markers of dead programs."""
        for marker in self._dead_markers():
            with suppress(OSError):
                marker.unlink()

    def _dead_markers(self) -> Iterator[Path]:
        with suppress(OSError):
            for marker in sorted(self._sessions.glob("*.json")):
                if marker != self._marker and not disk.is_locked(marker):
                    yield marker


def _usual_folder() -> Path:
    import platformdirs

    return platformdirs.user_data_path("wargame-desktop", appauthor=False) / "games"


def _real(path: Path) -> Path:
    return Path(os.path.realpath(path))


def _games_of(marker: Path) -> list[Path]:
    """The games a marker names; one that was damaged names none."""
    from urllib.parse import unquote_to_bytes

    try:
        names = decode(disk.read(marker, _LARGEST_MARKER)).get("open")
    except (StorageError, LineError):
        return []
    if not isinstance(names, list):
        return []
    paths = (os.fsdecode(unquote_to_bytes(name)) for name in names if isinstance(name, str))
    return [Path(path) for path in paths if "\0" not in path]
