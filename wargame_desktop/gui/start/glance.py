"""What a game file says about itself at a glance: title, system, how many actions. Nothing is replayed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

MISSING = "The file is no longer there."
_LARGEST = 64 * 1024 * 1024
_NODE = b'\n{"kind":"node",'


@dataclass(frozen=True, slots=True)
class Glance:
    """One file in a list; `problem` says why it cannot be opened, empty when it can."""

    path: Path
    title: str
    system: str = ""
    actions: int = 0
    when: datetime | None = None
    problem: str = ""

    @property
    def is_missing(self) -> bool:
        """Whether the file is gone."""
        return self.problem == MISSING


def glance_at(path: Path) -> Glance:
    """Read the first line of a file and count its actions; never raises."""
    from wargame_desktop.storage import disk
    from wargame_desktop.storage.errors import StorageError
    from wargame_desktop.storage.header import Header
    from wargame_desktop.storage.lines import LineError, decode

    try:
        if not path.is_file():
            return Glance(path, path.stem, problem=MISSING)
        when = datetime.fromtimestamp(path.stat().st_mtime)
        data = disk.read(path, _LARGEST)
    except StorageError as error:
        return Glance(path, path.stem, problem=str(error))
    except (OSError, ValueError, OverflowError):
        return Glance(path, path.stem, problem="The file cannot be read.")
    first = data.partition(b"\n")[0]
    try:
        header = Header.from_line(decode(first))
    except LineError:
        return Glance(path, path.stem, when=when, problem="The file is no game, or its beginning is damaged.")
    return Glance(path, header.title or path.stem, header.system, data.count(_NODE), when)
