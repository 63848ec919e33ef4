"""Themes: one YAML file decides the colours, line widths and levels of detail of window, board and counters.

A theme may extend another in the same folder and then holds only what differs. Every mistake in a file is
reported as a `ThemeError` with file and line. Colours are handed out as QColor: copy one before changing it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path
from string import Template
from typing import Any, TypeVar

import yaml
from PySide6.QtGui import QColor, QPalette

from wargame_desktop.gui.fonts import SERIF_FAMILY, UI_FAMILY, family_name, resources_dir

MARKS = (
    "cross", "bars", "disc", "roundel_red", "roundel_blue", "star_disc", "star", "sun", "ring",
)  # fmt: skip
_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}(?: +(100|[0-9]{1,2}) ?%)?")
_MAX_BYTES = 200_000
_MAX_EXTENDS = 4


class ThemeError(Exception):
    """A theme file that cannot be used; the message names file, line and fault."""


@dataclass(frozen=True)
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


@dataclass(frozen=True)
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


@dataclass(frozen=True)
class SeaColors:
    """Bands of the sea, from the halo along the coast to the deep."""

    halo: QColor
    shore: QColor
    shelf: QColor
    deep: QColor
    line: QColor


@dataclass(frozen=True)
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


@dataclass(frozen=True)
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


@dataclass(frozen=True)
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


@dataclass(frozen=True)
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


@dataclass(frozen=True)
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


@dataclass(frozen=True)
class NationStyle:
    """How a nation's counters look: body, symbol box, ink on the body, mark and the bands of its core."""

    body: QColor
    box: QColor
    ink: QColor
    mark: str
    bands: tuple[QColor, ...] = ()
    upright: bool = False


# Compared and hashed by identity: two themes are the same only if they are one object, which is what caches need.
@dataclass(frozen=True, eq=False)
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
        *(a + (b - a) * part for a, b in zip(first.getRgbF(), second.getRgbF(), strict=True))  # type: ignore[call-overload, arg-type]
    )


def faded(color: QColor, alpha: float) -> QColor:
    """The same colour at another opacity (0 to 1)."""
    copy = QColor(color)
    copy.setAlphaF(alpha)
    return copy


# ---------------------------------------------------------------------------------------------- reading


class _Entries:
    """One mapping of a theme file: key -> (node, file), later files laid over earlier ones."""

    def __init__(self) -> None:
        self.nodes: dict[str, tuple[yaml.Node, str]] = {}
        self.where = ""

    def lay_over(self, node: yaml.Node, file: str) -> None:
        if not isinstance(node, yaml.MappingNode):
            raise _error(file, node, "here a theme needs a list of names with values.")
        self.where = self.where or _place(file, node)
        seen: set[str] = set()
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                raise _error(file, key, "a name must be a plain word.")
            if key.value in seen:
                raise _error(file, key, f'"{key.value}" is given twice.')
            seen.add(key.value)
            self.nodes[key.value] = (value, file)


def _place(file: str, node: yaml.Node) -> str:
    return f"{file}:{node.start_mark.line + 1}"


def _error(file: str, node: yaml.Node, fault: str) -> ThemeError:
    return ThemeError(f"{_place(file, node)}: {fault}")


def _compose(path: Path) -> yaml.Node:
    try:
        raw = path.read_bytes()
    except OSError as problem:
        raise ThemeError(f"{path.name}: the theme cannot be read ({problem.strerror}).") from problem
    if len(raw) > _MAX_BYTES:
        raise ThemeError(f"{path.name}: {len(raw)} bytes are too many for a theme, the limit is {_MAX_BYTES}.")
    try:
        node = yaml.compose(raw.decode("utf-8"), Loader=yaml.SafeLoader)
    except UnicodeDecodeError as problem:
        raise ThemeError(f"{path.name}: the file is not UTF-8 text (byte {problem.start}).") from problem
    except yaml.MarkedYAMLError as problem:
        line = problem.problem_mark.line + 1 if problem.problem_mark else 1
        raise ThemeError(f"{path.name}:{line}: this is not YAML: {problem.problem}.") from problem
    except yaml.YAMLError as problem:
        raise ThemeError(f"{path.name}: this is not YAML: {problem}") from problem
    except RecursionError as problem:
        raise ThemeError(f"{path.name}: the values are nested too deeply.") from problem
    if not isinstance(node, yaml.MappingNode):
        raise ThemeError(f"{path.name}:1: a theme is a list of sections such as window and nations.")
    return node


def _scalar(file: str, node: yaml.Node, what: str) -> str:
    if not isinstance(node, yaml.ScalarNode):
        raise _error(file, node, f"{what} must be a single value.")
    return str(node.value)


def _color(file: str, node: yaml.Node, what: str) -> QColor:
    text = _scalar(file, node, what)
    match = _COLOUR.fullmatch(text)
    if match is None:
        raise _error(file, node, f'{what} is "{text}", which is no colour; write "#RRGGBB" or "#RRGGBB 26%".')
    color = QColor(text[:7])
    if match[1]:
        color.setAlphaF(int(match[1]) / 100)
    return color


def _number(file: str, node: yaml.Node, what: str) -> float:
    text = _scalar(file, node, what)
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 < value < 10_000:
        raise _error(file, node, f'{what} is "{text}", but must be a number above 0 and below 10000.')
    return value


def _flag(file: str, node: yaml.Node, what: str) -> bool:
    text = _scalar(file, node, what)
    if text not in ("true", "false"):
        raise _error(file, node, f'{what} is "{text}", but must be true or false.')
    return text == "true"


_MAPPINGS = (
    "window", "board", "terrain", "sea", "line", "overlay", "width", "detail", "status", "elite",
    "nations", "variants",
)  # fmt: skip
_SINGLES = ("title", "extends", "dark", "shadows")
_Record = TypeVar("_Record")


class _ThemeFile:
    """The sections of a theme file and of the files it extends, already laid over each other."""

    def __init__(self, path: Path) -> None:
        self.file = path.name
        self.singles = _Entries()
        self.sections = {name: _Entries() for name in _MAPPINGS}
        for layer in reversed(self._chain(path)):
            self._add(*layer)

    def _chain(self, path: Path) -> list[tuple[yaml.MappingNode, str]]:
        chain: list[tuple[yaml.MappingNode, str]] = []
        while True:
            node = _compose(path)
            assert isinstance(node, yaml.MappingNode)
            chain.append((node, path.name))
            base = next((v for k, v in node.value if getattr(k, "value", None) == "extends"), None)
            if base is None:
                return chain
            name = _scalar(path.name, base, "extends")
            if not re.fullmatch(r"[a-z0-9_]+", name):
                raise _error(path.name, base, f'extends is "{name}", but must be the plain name of a theme.')
            if len(chain) >= _MAX_EXTENDS:
                raise _error(path.name, base, f"themes extend each other more than {_MAX_EXTENDS - 1} times.")
            path = path.parent / f"{name}.yaml"

    def _add(self, node: yaml.MappingNode, file: str) -> None:
        top = _Entries()
        top.lay_over(node, file)
        for key, (value, _) in top.nodes.items():
            if key in self.sections:
                self.sections[key].lay_over(value, file)
            elif key in _SINGLES:
                self.singles.nodes[key] = (value, file)
            else:
                raise _error(file, value, f'a theme has no section "{key}".')

    def single(self, key: str, read: Any) -> Any:
        if key not in self.singles.nodes:
            raise ThemeError(f'{self.file}:1: the theme lacks "{key}".')
        node, file = self.singles.nodes[key]
        return read(file, node, key)

    def record(self, section: str, kind: type[_Record], read: Any) -> _Record:
        """A section with fixed names, as a dataclass."""
        entries = self.sections[section]
        names = [field.name for field in fields(kind)]  # type: ignore[arg-type]
        for key, (node, file) in entries.nodes.items():
            if key not in names:
                raise _error(file, node, f'{section} has no "{key}".')
        for name in names:
            if name not in entries.nodes:
                raise ThemeError(f'{entries.where or self.file + ":1"}: {section} lacks "{name}".')
        return kind(**{n: read(entries.nodes[n][1], entries.nodes[n][0], f"{section} {n}") for n in names})

    def colors(self, section: str, *needed: str) -> dict[str, QColor]:
        """A section whose names are free, except that `needed` must be there."""
        entries = self.sections[section]
        for name in needed:
            if name not in entries.nodes:
                raise ThemeError(f'{entries.where or self.file + ":1"}: {section} lacks "{name}".')
        return {k: _color(file, node, f"{section} {k}") for k, (node, file) in entries.nodes.items()}

    def nations(self) -> dict[str, NationStyle]:
        found: dict[str, NationStyle] = {}
        for key, (node, file) in self.sections["nations"].nodes.items():
            items = _items(file, node, f"nation {key}", 4, 4, "body, box, ink and mark")
            mark = _scalar(file, items[3], "mark")
            if mark not in MARKS:
                raise _error(file, items[3], f'the mark "{mark}" is unknown; marks are {", ".join(MARKS)}.')
            body, box, ink = (_color(file, item, f"nation {key}") for item in items[:3])
            found[key] = NationStyle(body, box, ink, mark)
        if "neutral" not in found:
            raise ThemeError(f'{self.sections["nations"].where or self.file + ":1"}: nations lacks "neutral".')
        for key, (node, file) in self.sections["variants"].nodes.items():
            items = _items(file, node, f"variant {key}", 4, 6, "base, direction and two to four colours")
            name, way = _scalar(file, items[0], "base"), _scalar(file, items[1], "direction")
            if name not in found:
                raise _error(file, items[0], f'the base "{name}" is no nation of this theme.')
            if way not in ("across", "upright"):
                raise _error(file, items[1], f'the direction is "{way}", but must be across or upright.')
            base = found[name]
            bands = tuple(_color(file, item, f"variant {key}") for item in items[2:])
            found[key] = NationStyle(base.body, base.box, base.ink, "ring", bands, way == "upright")
        return found


def _items(file: str, node: yaml.Node, what: str, least: int, most: int, contents: str) -> list[yaml.Node]:
    if not isinstance(node, yaml.SequenceNode) or not least <= len(node.value) <= most:
        raise _error(file, node, f"{what} must be a list of {contents}.")
    return list(node.value)


def theme_names(resources: Path | None = None) -> list[str]:
    """Names of the themes in the box."""
    return sorted(path.stem for path in (resources_dir(resources) / "themes").glob("*.yaml"))


def load_theme(name: str, resources: Path | None = None) -> Theme:
    """The theme of that name from the resources folder."""
    return load_theme_file(resources_dir(resources) / "themes" / f"{name}.yaml", resources)


def load_theme_file(path: Path, resources: Path | None = None) -> Theme:
    """Read and check one theme file; raises ThemeError with file and line."""
    source = _ThemeFile(path)
    template = resources_dir(resources) / "themes" / "window.qss"
    try:
        style = template.read_text(encoding="utf-8")
    except OSError as problem:
        raise ThemeError(f"{template.name}: the style sheet cannot be read ({problem.strerror}).") from problem
    return Theme(
        name=path.stem,
        title=source.single("title", _scalar),
        dark=source.single("dark", _flag),
        shadows=source.single("shadows", _flag),
        window=source.record("window", WindowColors, _color),
        board=source.record("board", BoardColors, _color),
        sea=source.record("sea", SeaColors, _color),
        line=source.record("line", LineColors, _color),
        overlay=source.record("overlay", OverlayColors, _color),
        status=source.record("status", StatusColors, _color),
        width=source.record("width", Widths, _number),
        detail=source.record("detail", Detail, _number),
        terrains=source.colors("terrain", "clear"),
        elites=source.colors("elite"),
        nations=source.nations(),
        style_template=style,
    )
