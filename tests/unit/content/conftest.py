"""Helpers for the data tests: read a text by a loader and get the problems as `line: message`."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from wargame_desktop.content.folders import Folders
from wargame_desktop.content.library import Library
from wargame_desktop.content.schema import Reading
from wargame_desktop.content.yaml_source import Mapping, read_bytes

DATA = Path(__file__).parent / "data"


@pytest.fixture
def shelf() -> Library:
    """The small sample data, without a user folder."""
    return Library(Folders(DATA / "shipped"))


@pytest.fixture
def root() -> Callable[[str], Mapping]:
    """Reads a YAML text."""
    return lambda text: read_bytes(textwrap.dedent(text).encode(), "f.yaml")


@pytest.fixture
def lines(root: Callable[[str], Mapping]) -> Callable[..., list[str]]:
    """Runs a loader over a YAML text and gives its problems as `line: message`."""

    def run(loader: Callable[[Mapping, Reading], object], text: str) -> list[str]:
        reading = Reading()
        loader(root(text), reading)
        found = reading.problems.sorted()
        assert all(problem.file == "f.yaml" for problem in found)
        return [f"{problem.line}: {problem.message}" for problem in found]

    return run
