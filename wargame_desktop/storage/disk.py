"""Files that survive a crash: whole or not at all, on the disk before we go on, one writer at a time."""

from __future__ import annotations

import os
import re
import secrets
import shutil
import sys
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from .errors import Locked, NotReadable, NotWritten, TooLarge
from .lines import LARGEST_FILE

if sys.platform == "win32":  # pragma: no cover
    import msvcrt
else:
    import fcntl


def read(path: Path, limit: int = LARGEST_FILE) -> bytes:
    """The whole file."""
    try:
        with path.open("rb") as file:
            data = file.read(limit + 1)
    except (OSError, ValueError) as error:
        raise NotReadable(f"{path.name} could not be read: {reason(error)}.") from error
    if len(data) > limit:
        raise TooLarge(f"{path.name} is larger than {limit} bytes; no game is that large.")
    return data


def replace(path: Path, data: bytes, *, backup: bool = False) -> None:
    """Put new content in a file's place in one step; `backup` keeps the old content as `.bak`."""
    temporary = beside(path, f".{secrets.token_hex(4)}.tmp")
    try:
        with temporary.open("xb") as file:
            write_through(file, data)
        if path.exists():
            shutil.copymode(path, temporary)
            if backup:
                keep_copy(path, beside(path, ".bak"))
        os.replace(temporary, path)
        sync_folder(path.parent)
    except (OSError, ValueError) as error:
        with suppress(OSError, ValueError):
            temporary.unlink(missing_ok=True)
        raise NotWritten(f"{path.name} could not be saved: {reason(error)}.") from error


def append(path: Path, data: bytes, length: int, *, sync: bool = True) -> None:
    """Write behind the first `length` bytes, throw away what was there, and wait for the disk."""
    try:
        with path.open("r+b") as file:
            file.truncate(length)
            file.seek(length)
            write_through(file, data, sync=sync)
    except (OSError, ValueError) as error:
        raise NotWritten(f"{path.name} could not be written to: {reason(error)}.") from error


def write_through(file: BinaryIO, data: bytes, *, sync: bool = True) -> None:
    """Write, and wait until the disk has it; without `sync` the system writes when it likes."""
    file.write(data)
    file.flush()
    if sync:
        os.fsync(file.fileno())


def keep_copy(path: Path, copy: Path) -> None:
    """Copy a file in one step, replacing an older copy."""
    temporary = beside(copy, f".{secrets.token_hex(4)}.tmp")
    try:
        shutil.copyfile(path, temporary)
        with temporary.open("r+b") as file:
            os.fsync(file.fileno())
        os.replace(temporary, copy)
    finally:
        temporary.unlink(missing_ok=True)


def keep_aside(path: Path, suffix: str) -> Path:
    """Copy a file under a name not used yet (`x.wargame.damaged`, `x.wargame.damaged-2`, …)."""
    number = 1
    copy = beside(path, suffix)
    while copy.exists():
        number += 1
        copy = beside(path, f"{suffix}-{number}")
    try:
        keep_copy(path, copy)
    except OSError as error:
        raise NotWritten(f"{path.name} could not be copied to {copy.name}: {reason(error)}.") from error
    return copy


def clear_leftovers(path: Path) -> None:
    """Remove temporary files that a program which died left beside a file."""
    name = re.compile(re.escape(path.name) + r"(\.bak)?\.[0-9a-f]{8}\.tmp\Z")
    with suppress(OSError):
        for other in list(path.parent.iterdir()):
            if name.match(other.name):
                other.unlink()


def beside(path: Path, suffix: str) -> Path:
    """The file of the same folder with a longer name."""
    return path.with_name(path.name + suffix)


def sync_folder(folder: Path) -> None:
    """Wait until the disk has a folder's list of names; not every file system can be asked."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def size(path: Path) -> int | None:
    """How many bytes a file has, None when it is not there."""
    try:
        return path.stat().st_size
    except OSError:
        return None


def reason(error: Exception) -> str:
    """What the file system says, without numbers and paths."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error) or type(error).__name__


class FileLock:
    """The right to write a file, held by one program at a time; the system frees it when that dies."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.lock_path = beside(path, ".lock")
        self._file: BinaryIO | None = None

    @property
    def held(self) -> bool:
        """Whether this lock has been taken."""
        return self._file is not None

    def take(self) -> None:
        """Take the lock, or raise Locked with a sentence."""
        while self._file is None:
            try:
                file = self.lock_path.open("a+b")
            except (OSError, ValueError) as error:
                raise NotWritten(f"{self.path.name} cannot be written here: {reason(error)}.") from error
            if not _lock(file):
                owner = _owner(file)
                file.close()
                raise Locked(f"{self.path.name} is open {owner}; close it there first.")
            if _same_file(file, self.lock_path):
                file.truncate(0)
                file.write(str(os.getpid()).encode())
                file.flush()
                self._file = file
            else:  # its last owner has just thrown the lock file away
                file.close()

    def free(self) -> None:
        """Give the lock back."""
        if self._file is not None:
            with suppress(OSError):
                self.lock_path.unlink()
            self._file.close()
            self._file = None


def _lock(file: BinaryIO) -> bool:
    try:
        if sys.platform == "win32":  # pragma: no cover
            file.seek(1 << 30)  # beyond the content, so that others may still read the owner
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _same_file(file: BinaryIO, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except OSError:
        return False


def _owner(file: BinaryIO) -> str:
    file.seek(0)
    number = file.read(20)
    if number == str(os.getpid()).encode():
        return "in this program already"
    return f"in another program (process {number.decode()})" if number.isdigit() else "in another program"


def is_locked(path: Path) -> bool:
    """Whether a program has a file open for writing; asking leaves no trace."""
    if not beside(path, ".lock").exists():
        return False
    lock = FileLock(path)
    try:
        lock.take()
    except (Locked, NotWritten):
        return True
    lock.free()
    return False
