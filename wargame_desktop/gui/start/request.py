"""What a person has chosen for a new game, and the file that is made of it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

# The rule systems and their data are loaded when a game is made, not when the window opens.
if TYPE_CHECKING:
    from wargame_desktop.content.library import Library
    from wargame_desktop.storage.file import GameFile

HUMAN, BOT = "human", "bot"
"""Who plays a seat, as the header of a game file says it."""


@dataclass(frozen=True)
class NewGameRequest:
    """A game to be begun. Options are given as texts, seats as HUMAN or BOT; what is left out is usual."""

    scenario: Path | str
    title: str = ""
    seed: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    seats: Mapping[str, str] = field(default_factory=dict)
    dice: str = "seeded"
    mode: str = "study"


def random_seed() -> str:
    """A seed nobody can guess, short enough to be read aloud."""
    return os.urandom(4).hex()


def games_folder() -> Path:
    """Where games are kept: a folder among the person's documents, else among the program's data."""
    import platformdirs

    documents = platformdirs.user_documents_path()
    if documents.is_dir():
        return documents / "Wargame Desktop"
    return platformdirs.user_data_path("wargame-desktop", appauthor=False) / "games"


def create_game(
    request: NewGameRequest, folder: Path, library: Library | None = None, day: date | None = None
) -> GameFile:
    """Set the game up and write it to a new file in the folder, named after its title and the day.

    Raises ContentError when the scenario cannot be used, StorageError when the file cannot be written.
    """
    from wargame_desktop.storage.errors import AlreadyThere, Locked, NotWritten
    from wargame_desktop.storage.file import SUFFIX, GameFile
    from wargame_desktop.systems import registry

    new = registry.new_game(
        request.scenario, seed=request.seed or random_seed(), options=request.options, library=library
    )
    new = replace(new, title=request.title.strip() or new.title)
    seats = [{**seat, "player": request.seats.get(seat["id"], HUMAN)} for seat in new.seats]
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror or "not a usable name"
        raise NotWritten(f"The folder {folder} for games cannot be made: {reason}.") from error
    name = f"{_file_name(new.title)} {day or date.today():%Y-%m-%d}"
    for number in count(1):
        path = folder / f"{name}{f' ({number})' if number > 1 else ''}{SUFFIX}"
        try:
            return GameFile.create(path, new, mode=request.mode, dice=request.dice, seats=seats)
        except (AlreadyThere, Locked):
            continue
    raise AssertionError("counting never ends")


def _file_name(title: str) -> str:
    """A title without what some file system does not take in a name."""
    kept = "".join(char for char in title if char.isprintable() and char not in '<>:"/\\|?*')
    # Bytes, because that is what file systems count; a leading dot would hide the file.
    short = " ".join(kept.split()).encode()[:120].decode(errors="ignore")
    return short.strip(" .") or "Game"
