"""The log on paper: printer, preview and PDF, all from the same pages."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QIODevice, QMarginsF, QSaveFile, QSizeF, Qt
from PySide6.QtGui import QPagedPaintDevice, QPageLayout, QPageSize, QPainter, QPdfWriter
from PySide6.QtWidgets import QDialog, QMessageBox, QProgressDialog, QWidget

from wargame_desktop import __version__
from wargame_desktop.core.timeline import Node
from wargame_desktop.storage.game import Game

from .fonts import load_fonts
from .printing_log import LogPrint, log_print
from .printing_map import MapCrop
from .printing_pages import MapPicture, Pages, lay_out
from .table import Table
from .theme import Theme, load_theme

if TYPE_CHECKING:
    from PySide6.QtPrintSupport import QPrinter

PIXELS_PER_INCH = 96
_PDF_DPI = 300
_PATIENCE_MS = 700

Progress = Callable[[int, int], bool]
"""Told how many pages of how many are done; False stops the work."""


def write_pdf(table: Table, path: Path, window: QWidget | None = None) -> None:
    """Write the log up to the position shown, as the viewer may know it; OSError when that fails."""
    _write(_job_of(table), path, progress_in(window))


def write_game_pdf(
    game: Game, path: Path, side: str | None = None, upto: Node | None = None, important_only: bool = False
) -> None:
    """The same without any window, for the command line; needs no screen. OSError when writing fails."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from .app import make_application

    make_application()
    _write(log_print(game, side, upto=upto, important_only=important_only), path)


def print_log(table: Table, window: QWidget) -> bool:
    """Ask for a printer and print; False when the person would rather not."""
    from PySide6.QtPrintSupport import QPrintDialog

    printer = _printer(table)
    dialog = QPrintDialog(printer, window)
    if dialog.exec() != QPrintDialog.DialogCode.Accepted:
        return False
    try:
        render(_job_of(table), printer, progress=progress_in(window))
    except OSError as error:
        QMessageBox.warning(window, "Wargame Desktop", str(error.strerror))
        return False
    return True


def progress_in(window: QWidget | None) -> Progress:
    """Shows how far a long print has come, and lets the person stop it."""
    dialog = QProgressDialog(window)
    dialog.setWindowModality(Qt.WindowModality.WindowModal)
    dialog.setWindowTitle(dialog.tr("Printing the log"))
    dialog.setMinimumDuration(_PATIENCE_MS)

    def tell(done: int, total: int) -> bool:
        dialog.setLabelText(dialog.tr("Page {number} of {total}").format(number=done, total=total))
        dialog.setMaximum(total)
        dialog.setValue(done)
        return not dialog.wasCanceled()

    return tell


def preview_log(table: Table, window: QWidget) -> None:
    """Show the pages before they are printed."""
    preview_dialog(table, window).exec()


def preview_dialog(table: Table, window: QWidget | None) -> QDialog:
    """The dialog that shows the pages."""
    from PySide6.QtPrintSupport import QPrintPreviewDialog

    printer = _printer(table)
    dialog = QPrintPreviewDialog(printer, window)
    dialog.resize(900, 1000)
    job = _job_of(table)
    crop = _crop_of(job, load_theme("paper"))
    dialog.paintRequested.connect(lambda device: render(job, device, crop))
    # Qt does not keep the printer for the dialog: it must live as long.
    dialog.destroyed.connect(lambda _dialog, printer=printer: None)
    return dialog


def _job_of(table: Table) -> LogPrint:
    session = table.session
    return log_print(session.game, session.viewer, upto=session.node)


def _printer(table: Table) -> QPrinter:
    from PySide6.QtPrintSupport import QPrinter

    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setDocName(table.session.game.header.title)
    printer.setCreator(f"Wargame Desktop {__version__}")
    printer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    printer.setFullPage(True)
    return printer


def _write(job: LogPrint, path: Path, progress: Progress | None = None) -> None:
    # Written beside and put in place at the end: a full disk must not cost the file that was there.
    file = QSaveFile(str(path))
    if not file.open(QIODevice.OpenModeFlag.WriteOnly):
        raise OSError(None, file.errorString(), str(path))
    writer = QPdfWriter(file)
    writer.setTitle(job.log.title)
    writer.setCreator(f"Wargame Desktop {__version__}")
    writer.setResolution(_PDF_DPI)
    a4 = QPageSize(QPageSize.PageSizeId.A4)
    writer.setPageLayout(QPageLayout(a4, QPageLayout.Orientation.Portrait, QMarginsF(0, 0, 0, 0)))
    render(job, writer, progress=progress)
    del writer
    if not file.commit():
        raise OSError(None, file.errorString(), str(path))


def render(
    job: LogPrint,
    device: QPagedPaintDevice,
    map_picture: MapPicture | None = None,
    progress: Progress | None = None,
) -> int:
    """Draw a log on a printer, file or preview; gives the number of pages.

    OSError when the device takes none, or when the person has stopped it.
    """
    load_fonts()
    theme = load_theme("paper")
    pages = pages_of(job, _paper(device), theme, map_picture)
    painter = QPainter()
    if not painter.begin(device):
        raise OSError(None, "the printer does not take the pages")
    chosen = device.pageRanges()
    wanted = [number for number in range(len(pages)) if chosen.isEmpty() or chosen.contains(number + 1)]
    for count, number in enumerate(wanted):
        if count:
            device.newPage()
        painter.save()
        scale = device.logicalDpiX() / PIXELS_PER_INCH
        painter.scale(scale, scale)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        pages.draw(painter, number)
        painter.restore()
        if progress is not None and not progress(count + 1, len(wanted)):
            painter.end()
            raise OSError(None, "the printing was stopped")
    painter.end()
    return len(pages)


def pages_of(job: LogPrint, size: QSizeF, theme: Theme, map_picture: MapPicture | None = None) -> Pages:
    """The pages of a log for a paper of this size in pixels, with the map unless there is none."""
    return lay_out(job, size, theme, map_picture or _crop_of(job, theme))


def _crop_of(job: LogPrint, theme: Theme) -> MapPicture | None:
    crop = MapCrop(job.system, theme)
    seen = any(picture is not None and crop.has_place(picture.spaces) for picture in job.pictures)
    return crop if seen else None


def _paper(device: QPagedPaintDevice) -> QSizeF:
    """The size of the whole sheet in pixels at 96 to the inch."""
    points = device.pageLayout().fullRectPoints()
    return QSizeF(points.width(), points.height()) * (PIXELS_PER_INCH / 72)
