"""The application: fonts, style and theme once, one window, and a safety net under everything."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import (
    QElapsedTimer,
    QEventLoop,
    QMessageLogContext,
    QSize,
    Qt,
    QTimer,
    QtMsgType,
    qInstallMessageHandler,
)
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from .fonts import load_fonts, ui
from .preferences import Preferences
from .theme import load_theme

_SETTLE_MS = 15_000


def make_application(arguments: list[str] | None = None) -> QApplication:
    """The one QApplication, with our style and fonts."""
    existing = QApplication.instance()
    if isinstance(existing, QApplication):
        return existing
    if os.environ.get("QT_QPA_PLATFORM") == "offscreen":
        qInstallMessageHandler(_without_noise)
    app = QApplication(arguments or ["wargame-desktop"])
    app.setApplicationName("wargame-desktop")
    app.setApplicationDisplayName("Wargame Desktop")
    app.setDesktopFileName("wargame-desktop")
    app.setStyle("Fusion")
    load_fonts()
    app.setFont(ui(13))
    return app


def _without_noise(_kind: QtMsgType, _context: QMessageLogContext, message: str) -> None:
    """Without a screen Qt says of every window that it gives no hints of its size; that is no news."""
    if "propagateSizeHints" not in message:
        sys.stderr.write(f"{message}\n")


def run(arguments: argparse.Namespace) -> int:
    """Show the window until it is closed, or draw it into a picture."""
    size = _size_of(arguments.size)
    if size is None:
        print(f"wargame-desktop: --size should be WIDTHxHEIGHT, not “{arguments.size}”", file=sys.stderr)
        return 2
    if arguments.screenshot:
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    preferences = Preferences()
    if preferences["interface_scale"] != 100:
        # Qt reads it once, when the application is made.
        os.environ.setdefault("QT_SCALE_FACTOR", str(preferences["interface_scale"] / 100))
    app = make_application()
    from .window import MainWindow

    window = MainWindow(preferences, load_theme(arguments.theme or preferences["theme"]))
    _install_net(window)
    if arguments.screenshot:  # otherwise the window is as large as it was when it was closed
        window.resize(size)
    problem = _begin(window, arguments)
    if arguments.screenshot:
        return _screenshot(window, Path(arguments.screenshot), problem)
    about_to_show(window)
    window.show()
    if problem:
        from PySide6.QtWidgets import QMessageBox

        QMessageBox.warning(window, "Wargame Desktop", problem)
    return app.exec()


def about_to_show(_window: object) -> None:
    """Called right before the window appears; a measurement may put its own function here."""


def _begin(window: object, arguments: argparse.Namespace) -> str:
    """Open what the command line asks for; what goes wrong comes back as a sentence."""
    from wargame_desktop.content.problems import ContentError
    from wargame_desktop.storage.errors import StorageError

    from .window import MainWindow

    assert isinstance(window, MainWindow)
    try:
        if arguments.file:
            window.open_file(Path(arguments.file))
        elif arguments.new:
            window.begin_scenario(arguments.new)
    except (ContentError, StorageError) as error:
        return str(error)
    return ""


def _screenshot(window: object, target: Path, problem: str) -> int:
    from .window import MainWindow

    assert isinstance(window, MainWindow)
    if problem:
        print(f"wargame-desktop: {problem}", file=sys.stderr)
        return 1
    window.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
    window.show()
    settle(window)
    if not window.grab().save(str(target)):
        print(f"wargame-desktop: {target} could not be written", file=sys.stderr)
        return 1
    window.close()
    return 0


def settle(window: object) -> None:
    """Let the window draw itself completely: layouts, map tiles, fades."""
    clock = QElapsedTimer()
    clock.start()
    quiet = 0
    while quiet < 5 and clock.elapsed() < _SETTLE_MS:
        loop = QEventLoop()
        QTimer.singleShot(40, loop.quit)
        loop.exec()
        busy = getattr(window, "is_busy", None)
        quiet = 0 if callable(busy) and busy() else quiet + 1


def _size_of(text: str) -> QSize | None:
    width, cross, height = text.partition("x")
    if not cross or not width.isdecimal() or not height.isdecimal():
        return None
    size = QSize(int(width), int(height))
    return size if 320 <= size.width() <= 10_000 and 240 <= size.height() <= 10_000 else None


def _install_net(window: object) -> None:
    """A fault of ours must not end the program: the game is on the disk, so say what happened and go on."""

    def show(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        import traceback

        from PySide6.QtWidgets import QMessageBox

        text = "".join(traceback.format_exception(kind, error, trace))
        sys.stderr.write(text)
        if issubclass(kind, KeyboardInterrupt):
            QApplication.quit()
            return
        box = QMessageBox(
            QMessageBox.Icon.Critical,
            "Wargame Desktop",
            "Something went wrong inside the program. The game up to the last action is safe in its file.",
        )
        box.setInformativeText(f"{kind.__name__}: {error}")
        box.setDetailedText(text)
        box.exec()

    sys.excepthook = show
    del window


def icon() -> QIcon:
    """The program's icon."""
    from .fonts import resources_dir

    return QIcon(str(resources_dir() / "icons" / "wargame-desktop.svg"))
