"""What a person has chosen for every game: theme, keys, confirmations. Kept as one small JSON file."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QSaveFile, Signal

THEMES = ("light", "dark", "paper")
COUNTER_STYLES = ("system", "counter", "plastic")
_LARGEST = 1_000_000


@dataclass
class Values:
    """The choices with their defaults; every field is plain data of its default's type."""

    theme: str = "light"
    counter_style: str = "system"
    animation: bool = True
    confirm_phase_end: bool = True
    ask_before_retreats: bool = True
    always_hand_over: bool = False
    autosave_copies: int = 5
    smooth_zoom: bool = True
    show_zones: bool = False
    show_supply: bool = False
    show_control: bool = True
    show_coordinates: bool = True
    interface_scale: int = 100
    keys: dict[str, str] = field(default_factory=dict)
    recent: list[str] = field(default_factory=list)
    window: dict[str, str] = field(default_factory=dict)


_LIMITS = {"autosave_copies": (1, 50), "interface_scale": (80, 200)}
_CHOICES = {"theme": THEMES, "counter_style": COUNTER_STYLES}


def config_folder() -> Path:
    """Where the program keeps a person's choices; WARGAME_CONFIG names another folder."""
    named = os.environ.get("WARGAME_CONFIG")
    if named:
        return Path(named)
    from platformdirs import user_config_path

    return user_config_path("wargame-desktop", appauthor=False)


class Preferences(QObject):
    """The choices in force; `changed` names the one that was changed."""

    changed = Signal(str)

    def __init__(self, path: Path | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.path = path if path is not None else config_folder() / "preferences.json"
        self.values = Values()
        self.problem = ""
        """Why the file could not be used in part or whole; empty when all is well."""
        self._read()

    def __getitem__(self, name: str) -> Any:
        return getattr(self.values, name)

    def set(self, name: str, value: Any) -> None:
        """Change one choice and keep it; a value that makes no sense is a ValueError."""
        if not _fits(name, value):
            raise ValueError(f"{name} cannot be {value!r}")
        if getattr(self.values, name) != value:
            setattr(self.values, name, value)
            self._write()
            self.changed.emit(name)

    def remember(self, file: Path, most: int = 12) -> None:
        """Put a game file at the head of the recent ones."""
        name = str(file)
        self.set("recent", [name, *(other for other in self.values.recent if other != name)][:most])

    def _read(self) -> None:
        try:
            raw = self.path.read_bytes()[: _LARGEST + 1]
        except FileNotFoundError:
            return
        except OSError as error:
            self.problem = f"The preferences could not be read: {error.strerror}."
            return
        try:
            data = json.loads(raw)
            if not isinstance(data, dict):
                raise ValueError("they are no table")
        except (ValueError, RecursionError):
            self.problem = "The preferences file is damaged; the defaults are used."
            return
        known = {item.name for item in fields(Values)}
        for name, value in data.items():
            if name in known and _fits(name, value):
                setattr(self.values, name, value)
            elif name in known:
                self.problem = f"The preference {name} makes no sense and was left at its default."

    def _write(self) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError:
            return  # a read-only home must not stop the game; the choice holds until the program ends
        file = QSaveFile(str(self.path))
        if file.open(QSaveFile.OpenModeFlag.WriteOnly):
            file.write(json.dumps(asdict(self.values), ensure_ascii=False, indent=1).encode())
            file.commit()


def _fits(name: str, value: Any) -> bool:
    default = getattr(Values(), name)
    if type(value) is not type(default):
        return False
    if name in _CHOICES:
        return value in _CHOICES[name]
    if name in _LIMITS:
        least, most = _LIMITS[name]
        return bool(least <= value <= most)
    if isinstance(value, dict):
        return all(isinstance(item, str) for pair in value.items() for item in pair)
    if isinstance(value, list):
        return all(isinstance(item, str) for item in value)
    return True
