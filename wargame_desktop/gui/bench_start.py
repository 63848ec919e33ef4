"""Benchmark of the start: our window, and our window with a game in it, against a bare Qt window.

Each start is a fresh process, timed from its beginning until the window has been painted for the first
time. The three kinds take turns, so that whatever else the machine does falls on all of them alike. Figures
are seconds (median) and ratios to the bare window. Run it with `wargame bench --start`.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import wargame_desktop

REPEATS = 9
_SIZE = "1280, 800"
_TELL_WHEN_PAINTED = """
import time
from PySide6.QtCore import QObject, QEvent, QTimer
class Painted(QObject):
    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint:
            watched.removeEventFilter(self)
            QTimer.singleShot(0, self.tell)
        return False
    def tell(self):
        print(time.time())
        QApplication.quit()
"""
_BARE = f"""
from PySide6.QtWidgets import QApplication, QMainWindow
{_TELL_WHEN_PAINTED}
app = QApplication([])
window = QMainWindow()
window.resize({_SIZE})
painted = Painted()
window.installEventFilter(painted)
window.show()
app.exec()
"""
# Everything the program itself does, and nothing more; only the end of the event loop is our own.
_OURS = f"""
import sys
from wargame_desktop.__main__ import main
from wargame_desktop.gui import app as program
from PySide6.QtWidgets import QApplication
{_TELL_WHEN_PAINTED}
painted = Painted()
def shown(window):
    page = window.pages.currentWidget() if window.tables is None else window.tables.view.viewport()
    page.installEventFilter(painted)
program.about_to_show = shown
sys.exit(main(sys.argv[1:]))
"""


def run() -> dict[str, float]:
    """Measure; `start` and `open` are ratios to the bare window, the others seconds."""
    with TemporaryDirectory() as folder:
        game = _make_game(Path(folder))
        commands = {
            "bare": ["-c", _BARE],
            "start": ["-c", _OURS],
            "open": ["-c", _OURS, str(game)],
        }
        environment = _environment(Path(folder))
        for command in commands.values():  # once for nothing: compiled modules and the disk's cache
            _time(command, environment)
        times: dict[str, list[float]] = {name: [] for name in commands}
        for _ in range(REPEATS):
            for name, command in commands.items():
                times[name].append(_time(command, environment))
    middle = {name: median(found) for name, found in times.items()}
    return {
        **{f"{name}_seconds": round(seconds, 4) for name, seconds in middle.items()},
        **{f"{name}_ratio": round(middle[name] / middle["bare"], 3) for name in ("start", "open")},
    }


def _make_game(folder: Path) -> Path:
    from wargame_desktop.storage.file import SUFFIX, GameFile
    from wargame_desktop.systems import registry

    path = folder / f"start{SUFFIX}"
    GameFile.create(path, registry.new_game("free_table/skirmish", seed="1")).close()
    return path


def _environment(folder: Path) -> Mapping[str, str]:
    """Folders of its own, so that a person's games and choices are neither read nor changed."""
    root = str(Path(wargame_desktop.__file__).resolve().parent.parent)
    found = {
        **os.environ,
        "QT_QPA_PLATFORM": "offscreen",
        "WARGAME_CONFIG": str(folder / "config"),
        "XDG_DATA_HOME": str(folder / "data"),
        "PYTHONPATH": os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH", "")))),
        "PYTHONPYCACHEPREFIX": str(folder / "compiled"),
    }
    found.pop("PYTHONDONTWRITEBYTECODE", None)
    return found


def _time(command: list[str], environment: Mapping[str, str]) -> float:
    start = time.time()  # a clock that both processes read
    done = subprocess.run(
        [sys.executable, *command], env=dict(environment), capture_output=True, timeout=120, check=False
    )
    if done.returncode != 0 or not done.stdout.strip():
        raise RuntimeError(f"a start failed: {done.stderr.decode(errors='replace')[-2000:]}")
    return float(done.stdout.split()[-1]) - start


if __name__ == "__main__":
    for key, value in run().items():
        print(f"{key:16} {value:8.3f}")
