"""A picture of a game without a screen: the same table that the window shows, drawn into a file."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wargame_desktop.storage.game import Game
    from wargame_desktop.systems.base import GameSystem

    from .table_widget import TableWidget

OVERLAYS = ("control", "zones", "supply")
PANELS = ("log", "forces", "boxes", "numbers", "dice")
FIT = "fit"
_LEAST, _MOST = (320, 240), 10_000
_LEAST_WITH_PANELS = (800, 600)
_PITCHES = (8.0, 420.0)


class ShotError(Exception):
    """A picture that cannot be made as asked for; the message says why."""


@dataclass(frozen=True)
class Shot:
    """What the picture should show; what is left out is as in the window."""

    width: int = 1280
    height: int = 800
    overlays: tuple[str, ...] = ("control",)
    panel: str = PANELS[0]
    side: str | None = None
    theme: str = "light"
    zoom: str = ""
    """`fit`, or the height of a hex in pixels; empty for the first look at a game."""
    centre: str = ""
    map_only: bool = False


def size_of(text: str) -> tuple[int, int]:
    """A size written as WIDTHxHEIGHT; ShotError when it is none or cannot be drawn."""
    width, cross, height = text.partition("x")
    if not (cross and width.isdecimal() and height.isdecimal() and len(text) < 16):
        raise ShotError(f"--size should be WIDTHxHEIGHT, not “{text}”")
    size = int(width), int(height)
    if size[0] < _LEAST[0] or size[1] < _LEAST[1] or max(size) > _MOST:
        raise ShotError(f"--size should be {_LEAST[0]}x{_LEAST[1]} to {_MOST}x{_MOST}, not {text}")
    return size


def names_of(text: str, system: GameSystem) -> tuple[str, ...]:
    """Overlays written with commas between; ShotError names one that the game does not have."""
    names = tuple(name.strip() for name in text.split(",") if name.strip())
    known = (*OVERLAYS, *(kind.id for kind in system.overlays if not kind.of_piece))
    for name in names:
        if name not in known:
            raise ShotError(f"there is no overlay {name} (overlays: {', '.join(known)})")
    return names


def take(game: Game, shot: Shot, target: Path) -> None:
    """Draw the game at its cursor into a PNG file. ShotError for wrong wishes, OSError when writing fails."""
    width, height = _LEAST if shot.map_only else _LEAST_WITH_PANELS
    if shot.width < width or shot.height < height:
        raise ShotError(f"with the panels --size should be at least {width}x{height}; --map-only takes less")
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtCore import Qt

    from .app import make_application, settle
    from .preferences import Preferences
    from .session import Session
    from .table import Table
    from .table_widget import TableWidget
    from .theme import load_theme

    application = make_application()
    theme = load_theme(shot.theme)
    with TemporaryDirectory() as folder:
        # Choices of its own: a picture should not depend on who draws it, nor change what they have chosen.
        preferences = Preferences(Path(folder) / "preferences.json")
        for name in OVERLAYS:
            preferences.set(f"show_{name}", name in shot.overlays)
        preferences.set("animation", False)
        preferences.set("smooth_zoom", False)
        session = Session(game)
        session.look_on(shot.side)
        widget = TableWidget(Table(session, theme, preferences))
        application.setPalette(theme.palette())
        widget.setStyleSheet(
            theme.style_sheet + f"\nTableWidget {{ background: {theme.window.ground.name()}; }}"
        )
        widget.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
        widget.resize(shot.width, shot.height)
        try:
            for name in shot.overlays:
                if name not in OVERLAYS:
                    widget.overlays.show_overlay(name, True)
            _arrange(widget, shot)
            widget.show()
            _aim(widget, shot)
            settle(widget)
            picture = (widget.view if shot.map_only else widget).grab()
        finally:
            widget.close()
            widget.deleteLater()
    if not picture.save(str(target), "PNG"):
        raise OSError(None, "The picture could not be written", str(target))


def _arrange(widget: TableWidget, shot: Shot) -> None:
    if shot.panel not in PANELS:
        raise ShotError(f"there is no panel {shot.panel} (panels: {', '.join(PANELS)})")
    number = PANELS.index(shot.panel)
    if not widget.tabs.isTabVisible(number):
        raise ShotError(f"this game has nothing to show in the panel {shot.panel}")
    widget.tabs.setCurrentIndex(number)
    if shot.map_only:
        widget.show_panels(False)
        layout = widget.layout()
        assert layout is not None
        layout.setContentsMargins(0, 0, 0, 0)


def _aim(widget: TableWidget, shot: Shot) -> None:
    """Zoom and middle, after the layout has given the map its size."""
    view = widget.view
    if shot.zoom == FIT:
        view.fit()
    elif shot.zoom or shot.centre:
        widget.first_look()
        view.zoom = _pitch(shot.zoom) / widget.geometry_.pitch if shot.zoom else view.zoom
    else:
        widget.first_look()
    if shot.centre:
        if not widget.geometry_.is_on_map(shot.centre):
            raise ShotError(f"there is no space {shot.centre} on the map")
        view.centre_on(shot.centre)


def _pitch(text: str) -> float:
    try:
        pitch = float(text)
    except ValueError:
        pitch = 0.0
    if not _PITCHES[0] <= pitch <= _PITCHES[1]:
        least, most = _PITCHES
        raise ShotError(
            f"--zoom should be fit or the height of a hex, {least:g} to {most:g} pixels, not “{text}”"
        )
    return pitch
