"""A game and its file: every action is on the disk before the table shows it."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any

from wargame_desktop import __version__
from wargame_desktop.core.state import State
from wargame_desktop.core.timeline import STUDY
from wargame_desktop.systems import registry
from wargame_desktop.systems.base import GameSystem
from wargame_desktop.systems.registry import NewGame

from . import disk
from .errors import (
    AlreadyThere,
    BrokenRecord,
    Damaged,
    Locked,
    NotAGame,
    NotReadable,
    NotWritten,
    ReadOnly,
)
from .game import Game
from .header import SEEDED, Header
from .lines import FIRST_CHAIN, LARGEST_FILE, Line, decode, encode, encode_all
from .lines import SUFFIX as SUFFIX
from .migrations import FORMAT
from .reading import Bind, Reading, read_game
from .replay import Mismatch, ReplayReport, find_mismatch, verify


class GameFile(Game):
    """A game that is written down as it is played. Close it, or use it in a `with`."""

    def __init__(self, header: Header, system: GameSystem, root: State) -> None:
        super().__init__(header, system, root)
        self.path = Path()
        self.read_only = ""
        """Why the file cannot be written to; empty when it can."""
        self.unsaved = False
        """Whether the file lacks something, because writing failed; the next change writes all of it."""
        self._lock: disk.FileLock | None = None
        self._length: int | None = None  # of the file as we know it; None: not in the present format
        self._chain = FIRST_CHAIN
        self._old_format = 0

    # Beginning, opening, closing

    @staticmethod
    def create(
        path: Path | str,
        new: NewGame,
        *,
        mode: str = STUDY,
        dice: str = SEEDED,
        seats: Sequence[Mapping[str, Any]] | None = None,
        created: str | None = None,
        overwrite: bool = False,
    ) -> GameFile:
        """Write a new game to a file. `overwrite` replaces a file there and keeps it as `.bak`."""
        header = Header(
            app=__version__,
            system=new.system.id,
            rules_version=new.system.rules_version,
            data_hash=new.system.data_hash,
            refs=new.system.refs,
            title=new.title,
            seed=new.seed,
            dice=dice,
            mode=mode,
            seats=tuple(new.seats if seats is None else seats),
            created=datetime.now(UTC).isoformat(timespec="seconds") if created is None else created,
        )
        game = GameFile(_as_read_back(header), new.system, new.state)
        game.save_as(path, overwrite=overwrite)
        return game

    @staticmethod
    def open(path: Path | str, *, write: bool = True, bind: Bind = registry.bind) -> OpenResult:
        """Open a file as far as it can be read, for writing when that is possible."""
        where = _real(path)
        lock, reason = _take_lock(where) if write else (None, f"{where.name} was opened for reading alone.")
        try:
            reading = read_game(disk.read(where), where.name, bind, GameFile)
            game = reading.game
            game.path, game.read_only, game._lock = where, reason, lock
            return _opened(reading)
        except BaseException as error:
            if lock is not None:
                lock.free()
            backup = disk.beside(where, ".bak")
            if isinstance(error, NotAGame | Damaged) and backup.exists():
                raise type(error)(f"{error} An older copy is kept as {backup.name}.") from error
            raise

    def __enter__(self) -> GameFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Leave the file to other programs."""
        self.make_read_only(f"{self.path.name} has been closed.")

    def make_read_only(self, reason: str) -> None:
        """Write no more, and say why."""
        self.read_only = self.read_only or reason
        if self._lock is not None:
            self._lock.free()
            self._lock = None

    # Writing

    def save(self) -> None:
        """Write the whole file anew, in one step; the old one is kept as `.bak`."""
        self._require_writable()
        if self._old_format:
            disk.keep_aside(self.path, f".format-{self._old_format}")
        self._write_all(self.path)

    def save_as(self, path: Path | str, *, overwrite: bool = False) -> None:
        """Write the game to another file and go on there; the old file stays as it is."""
        where = _real(path)
        if where == self.path:
            return self.save()
        lock = disk.FileLock(where)
        lock.take()
        try:
            if where.exists() and not overwrite:
                raise AlreadyThere(f"{where.name} exists already.")
            self._write_all(where)
        except BaseException:
            lock.free()
            raise
        if self._lock is not None:
            self._lock.free()
        self.path, self._lock, self.read_only = where, lock, ""

    def _write_all(self, where: Path) -> None:
        self.header = replace(self.header, app=__version__)
        data, chain = encode_all(self.lines())
        _check_size(where, len(data))
        # The chain stands for the whole content: an unchanged file is left alone, and so is its backup.
        if where != self.path or (chain, len(data)) != (self._chain, disk.size(where)):
            disk.replace(where, data, backup=True)
        self._length, self._chain, self._old_format, self.unsaved = len(data), chain, 0, False

    def _record(self, *lines: Line) -> None:
        matters = any(line["kind"] != "cursor" for line in lines)
        if self.read_only or (self._old_format and not matters):  # looking around changes no file
            return
        length = self._length
        behind, self.unsaved = self.unsaved, True
        if behind or length is None or disk.size(self.path) != length:
            self.save()
            return
        chain, data = self._chain, b""
        for line in lines:
            raw, chain = encode(line, chain)
            data += raw
        _check_size(self.path, length + len(data))
        # Where the cursor was may be lost with the power; an action may not.
        disk.append(self.path, data, length, sync=matters)
        self._length, self._chain, self.unsaved = length + len(data), chain, False

    def _require_writable(self) -> None:
        if self.read_only:
            raise ReadOnly(self.read_only)

    def _continue_after(self, reading: Reading[GameFile]) -> None:
        """Go on writing behind what was read."""
        if reading.written == FORMAT:
            self._length, self._chain = reading.length, reading.chain
        else:
            self._old_format = reading.written


@dataclass
class OpenResult:
    """An opened game and what its players should be told; `game.read_only` says why it cannot be changed.

    With a `mismatch` the game stands at the last position that the record holds; `resume_at`
    chooses between that and the last position that can be replayed.
    """

    game: GameFile
    notes: list[str]
    read_only: bool
    mismatch: Mismatch | None = None
    report: ReplayReport | None = None


def replay(path: Path | str, *, bind: Bind = registry.bind) -> ReplayReport:
    """Read a file and replay every branch of it, comparing every state hash."""
    where = _real(path)
    reading = read_game(disk.read(where), where.name, bind, Game)
    report = verify(reading.game)
    report.damage = "" if reading.damage is None else str(reading.damage)
    return report


def _opened(reading: Reading[GameFile]) -> OpenResult:
    game = reading.game
    notes = _newer_notes(reading)
    if game.read_only and not reading.is_newer:
        notes.append(game.read_only)
    game._continue_after(reading)
    notes += _damage_notes(reading)
    if reading.written < FORMAT:
        notes.append(
            f"{game.path.name} is in the old format {reading.written}. The first change writes it in format"
            f" {FORMAT} and keeps the old file beside it."
        )
    return _compare_rules(OpenResult(game, notes, bool(game.read_only)))


def _newer_notes(reading: Reading[GameFile]) -> list[str]:
    if not reading.is_newer:
        return []
    game = reading.game
    reason = (
        f"{game.path.name} was written by version {game.header.app} in format {reading.written}; this version"
        f" knows formats up to {FORMAT}, so the file is opened for reading alone."
    )
    game.read_only = ""
    game.make_read_only(reason)
    left_out = f"{reading.skipped} lines of a kind not known here were passed over."
    return [reason, left_out] if reading.skipped else [reason]


def _damage_notes(reading: Reading[GameFile]) -> list[str]:
    game, damage = reading.game, reading.damage
    if damage is None:
        return []
    count = len(game.timeline.nodes) - 1
    notes = [f"{damage} The game is kept up to there, {count} {'action' if count == 1 else 'actions'}."]
    if game.read_only:
        return notes
    try:
        copy = disk.keep_aside(game.path, ".damaged")
        disk.append(game.path, b"", reading.length)
    except NotWritten as error:
        game.make_read_only(str(error))
        return [*notes, str(error)]
    return [*notes, f"The damaged file is kept as {copy.name}."]


def _compare_rules(result: OpenResult) -> OpenResult:
    game = result.game
    cursor = game.cursor
    if game.rules_changed:
        result.report = report = verify(game)
        result.notes.append(f"{_versions(game)} {report}")
        broken = not report.ok
    else:
        broken = not _is_reachable(game)
    if broken:
        result.mismatch = mismatch = find_mismatch(game, cursor)
        if mismatch is not None:
            game.resume_points = (mismatch.last_good, mismatch.kept)
            game.timeline.cursor = game.node(mismatch.kept)
            result.notes.append(str(mismatch))
    return result


def _is_reachable(game: Game) -> bool:
    try:
        return bool(game.state)
    except BrokenRecord:
        return False


def _versions(game: Game) -> str:
    last, system = game.rules[-1], game.system
    if last.rules_version != system.rules_version:
        return f"The game was played with rules version {last.rules_version}, here is {system.rules_version}."
    return "The maps, units or charts have changed since the game was played."


def _as_read_back(header: Header) -> Header:
    """The header as a reader of the file will find it, so that nothing is written that cannot be read."""
    try:
        return Header.from_line(decode(encode(header.to_line(), FIRST_CHAIN)[0]))
    except (ValueError, TypeError) as error:
        raise NotWritten(f"The game cannot be written down: {error}.") from error


def _take_lock(where: Path) -> tuple[disk.FileLock | None, str]:
    """The right to write an existing file, or why there is none."""
    if not os.access(where, os.W_OK):
        return None, f"{where.name} is write-protected; it was opened for reading alone."
    lock = disk.FileLock(where)
    try:
        lock.take()
    except (Locked, NotWritten) as error:
        return None, f"{error} It was opened for reading alone."
    disk.clear_leftovers(where)
    return lock, ""


def _check_size(where: Path, length: int) -> None:
    if length > LARGEST_FILE:
        raise NotWritten(f"{where.name} would have {length} bytes; {LARGEST_FILE} is the limit.")


def _real(path: Path | str) -> Path:
    try:
        return Path(os.path.realpath(path))
    except (OSError, ValueError) as error:
        raise NotReadable(f"“{path}” is no name of a file: {disk.reason(error)}.") from error
