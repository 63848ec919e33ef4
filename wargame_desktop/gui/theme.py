"""Themes: one YAML file decides the colours, line widths and levels of detail of window, board and counters.

A theme may extend another in the same folder and then holds only what differs. Every mistake in a file is
reported as a `ThemeError` with file and line. Colours are handed out as QColor: copy one before changing it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path
from string import Template

from PySide6.QtGui import QColor, QPalette

from wargame_desktop.gui.fonts import SERIF_FAMILY, UI_FAMILY, family_name, resources_dir
from wargame_desktop.gui.theme_file import (
    ThemeError,
    ThemeFile,
    fault_at,
    read_color,
    read_flag,
    read_items,
    read_number,
    read_scalar,
)

MARKS = (
    "cross", "bars", "disc", "roundel_red", "roundel_blue", "star_disc", "star", "sun", "ring",
)  # fmt: skip


# Nobody compares or prints colours; without those methods the classes load in half the time.
@dataclass(frozen=True, eq=False, repr=False)
class WindowColors:
    """Ground, panels, text and signals of the window."""

    ground: QColor
    panel: QColor
    line: QColor
    text: QColor
    dim: QColor
    accent: QColor
    accent_text: QColor
    hover: QColor
    selection: QColor
    track: QColor
    note: QColor
    good: QColor
    bad: QColor
    warn: QColor


@dataclass(frozen=True, eq=False, repr=False)
class BoardColors:
    """Paper and lettering of the board; `veil` is laid over the map below overlays and counters."""

    ink: QColor
    paper: QColor
    callout: QColor
    casing: QColor
    country_name: QColor
    sea_name: QColor
    victory_city: QColor
    veil: QColor


@dataclass(frozen=True, eq=False, repr=False)
class SeaColors:
    """Bands of the sea, from the halo along the coast to the deep."""

    halo: QColor
    shore: QColor
    shelf: QColor
    deep: QColor
    line: QColor


@dataclass(frozen=True, eq=False, repr=False)
class LineColors:
    """Lines and small terrain glyphs of the map."""

    coast: QColor
    grid: QColor
    frontier: QColor
    frontier_ribbon: QColor
    river: QColor
    river_casing: QColor
    river_course: QColor
    rail: QColor
    road: QColor
    sea_lane: QColor
    seam: QColor
    forest_glyph: QColor
    marsh_glyph: QColor
    mountain_glyph: QColor


@dataclass(frozen=True, eq=False, repr=False)
class OverlayColors:
    """What play lays over the map: reach, zones, refusals, supply, path, selection."""

    reach_fill: QColor
    reach_line: QColor
    zone: QColor
    refusal: QColor
    refusal_fill: QColor
    supply: QColor
    path: QColor
    front: QColor
    selected: QColor
    selected_ring: QColor
    hover: QColor


@dataclass(frozen=True, eq=False, repr=False)
class StatusColors:
    """Marks of state on counters, and the grounds of round markers."""

    mark_edge: QColor
    out_of_supply: QColor
    disrupted: QColor
    loaded: QColor
    damaged: QColor
    damaged_ink: QColor
    ops_complete: QColor
    moved_paper: QColor
    fold: QColor
    fold_shade: QColor
    pill: QColor
    pill_text: QColor
    edge: QColor
    shadow: QColor
    box_line: QColor
    marker: QColor
    marker_supply: QColor
    marker_earth: QColor
    marker_sea: QColor
    marker_number: QColor


@dataclass(frozen=True, eq=False, repr=False)
class Widths:
    """Line widths and spacings in pixels at a hex pitch of `Detail.full_pitch`."""

    coast: float
    grid: float
    river: float
    river_casing: float
    river_course: float
    frontier: float
    frontier_ribbon: float
    reach: float
    reach_casing: float
    path: float
    path_casing: float
    supply: float
    supply_bead_gap: float
    zone_hatch: float
    zone_hatch_gap: float
    front: float
    front_casing: float
    rail: float
    road: float
    seam: float
    label_halo: float


@dataclass(frozen=True, eq=False, repr=False)
class Detail:
    """Where one level of detail gives way to the next."""

    chits: float
    counters: float
    full_counters: float
    dot_side: float
    chit_side: float
    counter_side: float
    full_side: float
    dot_below: float
    mark_from: float
    designation_from: float
    text_from: float
    full_pitch: float

    def level(self, pitch: float) -> int:
        """0 dots, 1 chits, 2 counters, 3 full counters, for a hex `pitch` pixels high on screen."""
        return sum(pitch >= step for step in (self.chits, self.counters, self.full_counters))

    def side_at(self, pitch: float) -> float:
        """Side of a counter in pixels at this pitch."""
        return (self.dot_side, self.chit_side, self.counter_side, self.full_side)[self.level(pitch)]


@dataclass(frozen=True, eq=False, repr=False)
class NationStyle:
    """How a nation's counters look: body, symbol box, ink on the body, mark and the bands of its core."""

    body: QColor
    box: QColor
    ink: QColor
    mark: str
    bands: tuple[QColor, ...] = ()
    upright: bool = False


# Compared and hashed by identity, which is what a cache of pictures needs.
@dataclass(frozen=True, eq=False, repr=False)
class Theme:
    """Everything a painter or a widget asks about looks."""

    name: str
    title: str
    dark: bool
    shadows: bool
    window: WindowColors
    board: BoardColors
    sea: SeaColors
    line: LineColors
    overlay: OverlayColors
    status: StatusColors
    width: Widths
    detail: Detail
    terrains: Mapping[str, QColor]
    elites: Mapping[str, QColor]
    nations: Mapping[str, NationStyle]
    style_template: str

    def terrain(self, key: str) -> QColor:
        """Colour of a kind of terrain; a kind the theme does not know looks clear."""
        return self.terrains.get(key, self.terrains["clear"])

    def nation(self, key: str) -> NationStyle:
        """Style of a nation; one the theme does not know looks like a neutral."""
        return self.nations.get(key, self.nations["neutral"])

    def elite(self, key: str) -> QColor | None:
        """Tint of the symbol box for an elite kind, or None for ordinary units."""
        return self.elites.get(key)

    @cached_property
    def style_sheet(self) -> str:
        """The Qt style sheet of the window."""
        values = {field.name: getattr(self.window, field.name).name() for field in fields(WindowColors)}
        return Template(self.style_template).substitute(
            values, ui_family=family_name(UI_FAMILY), serif_family=family_name(SERIF_FAMILY)
        )

    def palette(self) -> QPalette:
        """The Qt palette, for everything the style sheet does not reach."""
        win, role = self.window, QPalette.ColorRole
        palette = QPalette()
        for where, color in (
            (role.Window, win.ground), (role.WindowText, win.text), (role.Base, win.panel),
            (role.AlternateBase, win.hover), (role.Text, win.text), (role.Button, win.panel),
            (role.ButtonText, win.text), (role.BrightText, win.bad), (role.Highlight, win.accent),
            (role.HighlightedText, win.accent_text), (role.ToolTipBase, self.board.callout),
            (role.ToolTipText, self.board.ink), (role.Link, win.accent), (role.PlaceholderText, win.dim),
            (role.Mid, win.line), (role.Light, win.panel), (role.Dark, win.line),
        ):  # fmt: skip
            palette.setColor(where, color)
        for where in (role.WindowText, role.Text, role.ButtonText):
            palette.setColor(QPalette.ColorGroup.Disabled, where, win.dim)
        return palette


def mix(first: QColor, second: QColor, part: float) -> QColor:
    """`first` with `part` (0 to 1) of `second` mixed in."""
    return QColor.fromRgbF(
        *(a + (b - a) * part for a, b in zip(first.getRgbF(), second.getRgbF(), strict=True))  # type: ignore[call-overload]
    )


def faded(color: QColor, alpha: float) -> QColor:
    """The same colour at another opacity (0 to 1)."""
    copy = QColor(color)
    copy.setAlphaF(alpha)
    return copy


def _nations(source: ThemeFile) -> dict[str, NationStyle]:
    """Nations with a body of their own, then those that borrow one."""
    found: dict[str, NationStyle] = {}
    for key, (node, file) in source.sections["nations"].nodes.items():
        items = read_items(file, node, f"nation {key}", 4, 4, "body, box, ink and mark")
        mark = read_scalar(file, items[3], "mark")
        if mark not in MARKS:
            raise fault_at(file, items[3], f'the mark "{mark}" is unknown; marks are {", ".join(MARKS)}.')
        body, box, ink = (read_color(file, item, f"nation {key}") for item in items[:3])
        found[key] = NationStyle(body, box, ink, mark)
    if "neutral" not in found:
        raise source.lacks("nations", "neutral")
    for key, (node, file) in source.sections["variants"].nodes.items():
        items = read_items(file, node, f"variant {key}", 4, 6, "base, direction and two to four colours")
        name, way = read_scalar(file, items[0], "base"), read_scalar(file, items[1], "direction")
        if name not in found:
            raise fault_at(file, items[0], f'the base "{name}" is no nation of this theme.')
        if way not in ("across", "upright"):
            raise fault_at(file, items[1], f'the direction is "{way}", but must be across or upright.')
        base = found[name]
        bands = tuple(read_color(file, item, f"variant {key}") for item in items[2:])
        found[key] = NationStyle(base.body, base.box, base.ink, "ring", bands, way == "upright")
    return found


def theme_names(resources: Path | None = None) -> list[str]:
    """Names of the themes in the box."""
    return sorted(path.stem for path in (resources_dir(resources) / "themes").glob("*.yaml"))


def load_theme(name: str, resources: Path | None = None) -> Theme:
    """The theme of that name from the resources folder."""
    return load_theme_file(resources_dir(resources) / "themes" / f"{name}.yaml", resources)


def load_theme_file(path: Path, resources: Path | None = None) -> Theme:
    """Read and check one theme file; raises ThemeError with file and line."""
    source = ThemeFile(path)
    template = resources_dir(resources) / "themes" / "window.qss"
    try:
        style = template.read_text(encoding="utf-8")
    except OSError as problem:
        raise ThemeError(
            f"{template.name}: the style sheet cannot be read ({problem.strerror})."
        ) from problem
    return Theme(
        name=path.stem,
        title=source.single("title", read_scalar),
        dark=source.single("dark", read_flag),
        shadows=source.single("shadows", read_flag),
        window=source.record("window", WindowColors, read_color),
        board=source.record("board", BoardColors, read_color),
        sea=source.record("sea", SeaColors, read_color),
        line=source.record("line", LineColors, read_color),
        overlay=source.record("overlay", OverlayColors, read_color),
        status=source.record("status", StatusColors, read_color),
        width=source.record("width", Widths, read_number),
        detail=source.record("detail", Detail, read_number),
        terrains=source.colors("terrain", "clear"),
        elites=source.colors("elite"),
        nations=_nations(source),
        style_template=style,
    )
