"""Every file stays readable and speaks of the product alone."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MAX_LINES = 600
GENERATED = {"__pycache__", "build", "dist"}

# Put together from pieces, so that this file does not match itself.
FOLDERS = ("work", "tmp", "root", "opt", "mnt", "home", "Users")
MACHINE_PATHS = [rf"(?<![\w.~-])/{folder}/\w" for folder in FOLDERS]
PACKAGE_HOSTS = [
    r"\." + "pkg" + r"\.dev\b",
    "artifact" + "registry",
    "py" + r"pi\.org",
    "python" + r"hosted\.org",
    "deb" + r"\.debian\.org",
    "registry" + r"\.npmjs",
]
FORBIDDEN = re.compile("|".join(MACHINE_PATHS + PACKAGE_HOSTS))


def product_files() -> list[Path]:
    """All files of a checkout but the caches, environments and builds that tools leave in it."""
    found = []
    for folder, folders, files in os.walk(ROOT):
        hidden = [f for f in folders if f.startswith(".") and f != ".ci"]
        folders[:] = sorted(set(folders) - set(hidden) - GENERATED)
        found += [Path(folder, name) for name in sorted(files)]
    return found


def text_of(path: Path) -> str | None:
    """The file's text, or None for pictures, fonts and other binary files."""
    data = path.read_bytes()
    if b"\0" in data:
        return None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return None


def test_no_python_file_is_too_long() -> None:
    too_long = {
        str(path.relative_to(ROOT)): lines
        for path in product_files()
        if path.suffix == ".py" and (lines := len(path.read_text(encoding="utf-8").splitlines())) >= MAX_LINES
    }
    assert too_long == {}


def test_no_file_names_a_machine_or_a_package_host() -> None:
    files = product_files()
    assert ROOT / "pyproject.toml" in files
    hits = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}"
        for path in files
        for number, line in enumerate((text_of(path) or "").splitlines(), start=1)
        if FORBIDDEN.search(line)
    ]
    assert hits == []


@pytest.mark.parametrize(
    ("line", "is_forbidden"),
    [
        ("open('/" + "work/main/x')", True),
        ("/" + "home/alice/games", True),
        ("index = https://europe-python." + "pkg" + ".dev/x", True),
        ("resources/work/tmp/plan.yaml", False),
        ("attack/defence", False),
    ],
)
def test_what_counts_as_a_machine_path(line: str, is_forbidden: bool) -> None:
    assert bool(FORBIDDEN.search(line)) is is_forbidden


@pytest.mark.parametrize("name", ["packaging/run", "packaging/test", "packaging/build", ".ci/run"])
def test_script_parses_and_may_be_executed(name: str) -> None:
    script = ROOT / name
    assert os.access(script, os.X_OK)
    result = subprocess.run(["bash", "-n", str(script)], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
