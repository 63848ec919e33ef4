"""Where data files live: the checkout or the installed package, and over it the user's own folder."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

RESOURCE_KINDS = ("map", "art", "units", "charts", "cards", "rulings")
USER_FOLDER_VARIABLE = "WARGAME_DATA"


@dataclass(frozen=True, slots=True)
class Folders:
    """Two roots with `resources/` and `scenarios/`: what came with the program, and the user's if any."""

    shipped: Path
    user: Path | None = None

    def resource(self, ref: str, kind: str) -> tuple[Path | None, Path | None]:
        """Our file and the user's file of this kind under this reference, each None when there is none."""
        return self._pair(Path("resources") / ref / f"{kind}.yaml")

    def _pair(self, relative: Path) -> tuple[Path | None, Path | None]:
        ours = self.shipped / relative
        theirs = self.user / relative if self.user is not None else None
        return (ours if ours.is_file() else None, theirs if theirs is not None and theirs.is_file() else None)

    def refs(self) -> list[str]:
        """The names under resources/ that hold data of a game, sorted."""
        found = set()
        for root in self._roots():
            for folder in _folders(root / "resources"):
                if any((folder / f"{kind}.yaml").is_file() for kind in RESOURCE_KINDS):
                    found.add(folder.name)
        return sorted(found)

    def scenario_files(self) -> list[Path]:
        """All scenario files, ours and the user's; the user's replaces ours of the same folder and name."""
        found: dict[str, Path] = {}
        for root in self._roots():
            for folder in _folders(root / "scenarios"):
                for path in sorted(folder.glob("*.yaml")):
                    found[f"{folder.name}/{path.name}"] = path
        return [found[key] for key in sorted(found)]

    def counterpart(self, path: Path) -> Path | None:
        """For a file of the user's resources the file of ours that it changes; a scenario changes none."""
        if self.user is None:
            return None
        try:
            relative = path.resolve().relative_to(self.user.resolve())
        except ValueError:
            return None
        ours = self.shipped / relative
        return ours if relative.parts[:1] == ("resources",) and ours.is_file() else None

    def is_users(self, path: Path) -> bool:
        """True for a file in the user's folder."""
        return self.user is not None and path.resolve().is_relative_to(self.user.resolve())

    def shown(self, path: Path) -> str:
        """How messages call a file: ours by its place in the program's data, any other by its path."""
        if path.is_absolute() and path.is_relative_to(self.shipped):
            return path.relative_to(self.shipped).as_posix()
        return str(path)

    def _roots(self) -> list[Path]:
        return [self.shipped] + ([self.user] if self.user is not None else [])


def _folders(path: Path) -> list[Path]:
    return sorted(entry for entry in path.iterdir() if entry.is_dir()) if path.is_dir() else []


def default_folders() -> Folders:
    """The folders of this installation; the environment variable WARGAME_DATA names another user folder."""
    return Folders(shipped_root(), user_root())


def shipped_root() -> Path:
    """The checkout when the program runs from one, else the data inside the installed package."""
    package = Path(__file__).resolve().parent.parent
    packaged = package / "_data"
    return packaged if packaged.is_dir() else package.parent


def user_root() -> Path:
    """The user's folder for data of their own; it need not exist."""
    given = os.environ.get(USER_FOLDER_VARIABLE)
    if given:
        return Path(given)
    import platformdirs

    return platformdirs.user_data_path("wargame-desktop", appauthor=False) / "data"
