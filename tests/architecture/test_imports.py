"""The walls between packages hold: import contracts, Qt only in gui, front doors that open quickly."""

from __future__ import annotations

import ast
import importlib.util
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "wargame_desktop"

LINT = """
import sys
from importlinter.cli import lint_imports
sys.exit(lint_imports(no_cache=True))
"""

# Imports every module named on the command line; Qt and gui are barred, so a trespasser shows its traceback.
IMPORT_WITHOUT_QT = """
import importlib, sys
for name in ("PySide6", "shiboken6", "wargame_desktop.gui"):
    sys.modules[name] = None
for name in sys.argv[1:]:
    importlib.import_module(name)
"""


def run_python(code: str, *arguments: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Run code in a fresh interpreter, whose working directory is first on its path."""
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=300, check=False)


def module_names() -> list[str]:
    """Every module of the program, by its dotted name."""
    names = []
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        names.append(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
    return names


def imported_by(path: Path) -> set[str]:
    """The dotted names a file imports anywhere, `from a import b` counted as a.b."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return names


def test_import_contracts_hold() -> None:
    result = run_python(LINT)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize(
    ("where", "trespass"),
    [
        ("core/engine.py", "import wargame_desktop.board"),
        ("core/engine.py", "import PySide6.QtCore"),
        ("cli.py", "from PySide6 import QtWidgets"),
        ("board/paths.py", "def late():\n    import wargame_desktop.core"),
        ("storage/files.py", "import wargame_desktop.reports"),
        ("systems/revised/combat.py", "import wargame_desktop.systems.global_war"),
        ("systems/base.py", "import wargame_desktop.systems.revised"),
        ("network/socket.py", ""),
    ],
)
def test_import_contracts_catch_a_trespass(tmp_path: Path, where: str, trespass: str) -> None:
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    packages = ["core", "board", "storage", "reports", "systems/revised", "systems/global_war", "gui"]
    for name in [*packages, str(Path(where).parent)]:
        (tmp_path / "wargame_desktop" / name).mkdir(parents=True, exist_ok=True)
    for folder in [tmp_path / "wargame_desktop", *(tmp_path / "wargame_desktop").rglob("*")]:
        (folder / "__init__.py").touch()
    (tmp_path / "wargame_desktop/gui/window.py").write_text("import PySide6.QtWidgets\n")
    (tmp_path / "wargame_desktop" / where).write_text(trespass + "\n")
    result = run_python(LINT, cwd=tmp_path)
    assert result.returncode == 1, result.stdout + result.stderr
    assert "BROKEN" in result.stdout


def test_contract_names_every_rule_system() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    layers = " ".join(layer for c in contracts["contracts"] for layer in c.get("layers", []))
    found = [path.parent.name for path in sorted((PACKAGE / "systems").glob("*/__init__.py"))]
    assert [name for name in found if f"(wargame_desktop.systems.{name})" not in layers] == []


@pytest.mark.parametrize("package", ["storage", "reports", "bots"])
def test_services_know_systems_only_through_the_registry(package: str) -> None:
    allowed = (
        f"wargame_desktop.{package}",
        "wargame_desktop.core",
        "wargame_desktop.systems.registry",
        "wargame_desktop.systems.base",
        "wargame_desktop.__version__",
    )
    trespasses = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in sorted((PACKAGE / package).rglob("*.py"))
        for name in sorted(imported_by(path))
        if name.startswith("wargame_desktop.") and not any(f"{name}.".startswith(f"{a}.") for a in allowed)
    ]
    assert trespasses == []


def test_everything_outside_gui_imports_without_qt() -> None:
    names = [n for n in module_names() if n.split(".")[1:2] != ["gui"]]
    assert "wargame_desktop" in names
    result = run_python(IMPORT_WITHOUT_QT, *names)
    assert result.returncode == 0, result.stderr


@pytest.mark.skipif(importlib.util.find_spec("wargame_desktop.cli") is None, reason="there is no cli package")
def test_command_line_starts_without_heavy_libraries() -> None:
    heavy = "PySide6", "networkx", "yaml", "numpy"
    code = "import sys, wargame_desktop.cli; print(*sorted(sys.modules.keys() & set(sys.argv[1:])))"
    result = run_python(code, *heavy)
    assert result.returncode == 0, result.stderr
    assert result.stdout.split() == []
