"""Checks data files and folders: every problem of every file as `file:line: message`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from wargame_desktop.content.library import Library
from wargame_desktop.content.problems import Problem

_OTHER_FOLDERS = frozenset({"atlas", "fonts", "themes"})  # they hold no game data


def check(paths: Iterable[str | Path], library: Library | None = None) -> list[Problem]:
    """All problems of these files, and of the YAML files below these folders, sorted by file and line."""
    shelf = library if library is not None else Library()
    found: set[Problem] = set()
    for path in paths:
        files = _files(Path(path))
        if not files:
            found.add(Problem(str(path), 0, "no data files here"))
        for file in files:
            found.update(shelf.problems_in(file))
    return sorted(found)


def check_all(library: Library | None = None) -> list[Problem]:
    """All problems of everything that came with the program and of the user's folder."""
    shelf = library if library is not None else Library()
    roots = [shelf.folders.shipped, *([shelf.folders.user] if shelf.folders.user else [])]
    folders = [root / name for root in roots for name in ("resources", "scenarios")]
    return check([folder for folder in folders if folder.is_dir() and _files(folder)], shelf)


def _files(path: Path) -> list[Path]:
    """The file itself (a missing one too, which reading then reports), or what lies below a folder."""
    if not path.is_dir():
        return [path]
    below = (file for pattern in ("*.yaml", "*.yml") for file in path.rglob(pattern))
    return sorted(
        f for f in below if not _OTHER_FOLDERS.intersection(f.relative_to(path).parts[:-1]) and f.is_file()
    )
