"""Reading theme files: YAML with the line of every value kept, so that each mistake can be pointed at.

A theme may extend another in the same folder; its sections are then laid over those of the other.
"""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path
from typing import Any, TypeVar

import yaml
from PySide6.QtGui import QColor

_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}(?: +(100|[0-9]{1,2}) ?%)?")
_MAX_BYTES = 200_000
_MAX_EXTENDS = 4
# The same language read ten times as fast, where PyYAML was built with it.
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class ThemeError(Exception):
    """A theme file that cannot be used; the message names file, line and fault."""


class Entries:
    """One mapping of a theme file: key -> (node, file), later files laid over earlier ones."""

    def __init__(self) -> None:
        self.nodes: dict[str, tuple[yaml.Node, str]] = {}
        self.where = ""

    def lay_over(self, node: yaml.Node, file: str) -> None:
        """Add the entries of one file, replacing those of the same name."""
        if not isinstance(node, yaml.MappingNode):
            raise fault_at(file, node, "here a theme needs a list of names with values.")
        self.where = self.where or _place(file, node)
        seen: set[str] = set()
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                raise fault_at(file, key, "a name must be a plain word.")
            if key.value in seen:
                raise fault_at(file, key, f'"{key.value}" is given twice.')
            seen.add(key.value)
            self.nodes[key.value] = (value, file)


def _place(file: str, node: yaml.Node) -> str:
    return f"{file}:{node.start_mark.line + 1}"


def fault_at(file: str, node: yaml.Node, fault: str) -> ThemeError:
    """An error at the place of a value."""
    return ThemeError(f"{_place(file, node)}: {fault}")


def _compose(path: Path) -> yaml.MappingNode:
    try:
        raw = path.read_bytes()
    except OSError as problem:
        raise ThemeError(f"{path.name}: the theme cannot be read ({problem.strerror}).") from problem
    if len(raw) > _MAX_BYTES:
        raise ThemeError(
            f"{path.name}: {len(raw)} bytes are too many for a theme, the limit is {_MAX_BYTES}."
        )
    try:
        node = yaml.compose(raw.decode("utf-8"), Loader=_LOADER)
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


def read_scalar(file: str, node: yaml.Node, what: str) -> str:
    """A single value as text."""
    if not isinstance(node, yaml.ScalarNode):
        raise fault_at(file, node, f"{what} must be a single value.")
    return str(node.value)


def read_color(file: str, node: yaml.Node, what: str) -> QColor:
    """A colour, with its opacity if one is given."""
    text = read_scalar(file, node, what)
    match = _COLOUR.fullmatch(text)
    if match is None:
        raise fault_at(
            file, node, f'{what} is "{text}", which is no colour; write "#RRGGBB" or "#RRGGBB 26%".'
        )
    color = QColor(text[:7])
    if match[1]:
        color.setAlphaF(int(match[1]) / 100)
    return color


def read_number(file: str, node: yaml.Node, what: str) -> float:
    """A number above 0."""
    text = read_scalar(file, node, what)
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 < value < 10_000:
        raise fault_at(file, node, f'{what} is "{text}", but must be a number above 0 and below 10000.')
    return value


def read_flag(file: str, node: yaml.Node, what: str) -> bool:
    """True or false."""
    text = read_scalar(file, node, what)
    if text not in ("true", "false"):
        raise fault_at(file, node, f'{what} is "{text}", but must be true or false.')
    return text == "true"


_MAPPINGS = (
    "window", "board", "terrain", "sea", "line", "overlay", "width", "detail", "status", "elite",
    "nations", "variants",
)  # fmt: skip
_SINGLES = ("title", "extends", "dark", "shadows")
_Record = TypeVar("_Record")


class ThemeFile:
    """The sections of a theme file and of the files it extends, already laid over each other."""

    def __init__(self, path: Path) -> None:
        self.file = path.name
        self.singles = Entries()
        self.sections = {name: Entries() for name in _MAPPINGS}
        for layer in reversed(self._chain(path)):
            self._add(*layer)

    def _chain(self, path: Path) -> list[tuple[yaml.MappingNode, str]]:
        chain: list[tuple[yaml.MappingNode, str]] = []
        while True:
            node = _compose(path)
            chain.append((node, path.name))
            base = next((v for k, v in node.value if getattr(k, "value", None) == "extends"), None)
            if base is None:
                return chain
            name = read_scalar(path.name, base, "extends")
            if not re.fullmatch(r"[a-z0-9_]+", name):
                raise fault_at(
                    path.name, base, f'extends is "{name}", but must be the plain name of a theme.'
                )
            if len(chain) >= _MAX_EXTENDS:
                raise fault_at(
                    path.name, base, f"themes extend each other more than {_MAX_EXTENDS - 1} times."
                )
            path = path.parent / f"{name}.yaml"

    def _add(self, node: yaml.MappingNode, file: str) -> None:
        top = Entries()
        top.lay_over(node, file)
        for key, (value, _) in top.nodes.items():
            if key in self.sections:
                self.sections[key].lay_over(value, file)
            elif key in _SINGLES:
                self.singles.nodes[key] = (value, file)
            else:
                raise fault_at(file, value, f'a theme has no section "{key}".')

    def single(self, key: str, read: Any) -> Any:
        """One of the values that stand outside the sections."""
        if key not in self.singles.nodes:
            raise ThemeError(f'{self.file}:1: the theme lacks "{key}".')
        node, file = self.singles.nodes[key]
        return read(file, node, key)

    def lacks(self, section: str, name: str) -> ThemeError:
        """The error for a name that a section must have."""
        return ThemeError(f'{self.sections[section].where or self.file + ":1"}: {section} lacks "{name}".')

    def record(self, section: str, kind: type[_Record], read: Any) -> _Record:
        """A section with fixed names, as a dataclass."""
        entries = self.sections[section]
        names = [field.name for field in fields(kind)]  # type: ignore[arg-type]
        for key, (node, file) in entries.nodes.items():
            if key not in names:
                raise fault_at(file, node, f'{section} has no "{key}".')
        for name in names:
            if name not in entries.nodes:
                raise self.lacks(section, name)
        return kind(**{n: read(entries.nodes[n][1], entries.nodes[n][0], f"{section} {n}") for n in names})

    def colors(self, section: str, *needed: str) -> dict[str, QColor]:
        """A section whose names are free, except that `needed` must be there."""
        entries = self.sections[section]
        for name in needed:
            if name not in entries.nodes:
                raise self.lacks(section, name)
        return {k: read_color(file, node, f"{section} {k}") for k, (node, file) in entries.nodes.items()}


def read_items(
    file: str, node: yaml.Node, what: str, least: int, most: int, contents: str
) -> list[yaml.Node]:
    """A list of `least` to `most` values."""
    if not isinstance(node, yaml.SequenceNode) or not least <= len(node.value) <= most:
        raise fault_at(file, node, f"{what} must be a list of {contents}.")
    return list(node.value)
