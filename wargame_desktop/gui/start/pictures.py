"""Small pictures of maps for the list of scenarios, painted a little at a time and kept."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from time import perf_counter
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QImage, QPainter, QPainterPath, QPixmap
from PySide6.QtWidgets import QSizePolicy, QWidget

from wargame_desktop.gui.theme import Theme

if TYPE_CHECKING:
    from wargame_desktop.content.library import Library

LARGE = QSize(640, 380)
_SLICE_SECONDS = 0.008
_MARGIN = 0.02
_SHARPNESS = 2.0
"""Painted larger than shown, so that one picture serves the list, the page beside it and fine screens."""


class MapPictures(QObject):
    """Pictures of maps by reference. `ready` names a map whose picture has been finished."""

    ready = Signal(str)

    def __init__(self, library: Library, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._library = library
        self._theme = theme
        self._done: dict[str, QPixmap] = {}
        self._waiting: deque[str] = deque()
        self._work: Iterator[None] | None = None
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._slice)

    def set_theme(self, theme: Theme) -> None:
        """Paint everything anew when it is next asked for."""
        self._theme = theme
        self._done.clear()
        self._waiting.clear()
        self._work = None

    def picture(self, ref: str) -> QPixmap | None:
        """The picture of a map, or None while it is being painted, or when there is nothing to paint."""
        found = self._done.get(ref)
        if found is None and ref and ref not in self._waiting:
            self._waiting.append(ref)
            self._timer.start()
        return None if found is None or found.isNull() else found

    def prefer(self, ref: str) -> None:
        """Paint this one next."""
        if ref in self._waiting and self._waiting[0] != ref:
            self._waiting.remove(ref)
            self._waiting.insert(1 if self._work is not None else 0, ref)

    @property
    def is_busy(self) -> bool:
        """Whether pictures are still being painted."""
        return bool(self._waiting)

    def _slice(self) -> None:
        until = perf_counter() + _SLICE_SECONDS
        while self._waiting and perf_counter() < until:
            if self._work is None:
                self._work = self._paint(self._waiting[0])
            if next(self._work, self) is self:
                self._work = None
                self.ready.emit(self._waiting.popleft())
        if not self._waiting:
            self._timer.stop()

    def _paint(self, ref: str) -> Iterator[None]:
        """Load a map and paint it, with a pause after each layer."""
        from wargame_desktop.content.problems import ContentError
        from wargame_desktop.gui.map.geometry import MapGeometry
        from wargame_desktop.gui.map.painting import MapPainter

        yield
        try:
            game_map = self._library.load_painted_map(ref)
        except ContentError:
            self._done[ref] = QPixmap()  # the scenario itself is listed with its problem
            return
        geometry = MapGeometry(game_map)
        map_painter = MapPainter(game_map, geometry, self._theme)
        yield
        image = QImage(LARGE * _SHARPNESS, QImage.Format.Format_RGB32)
        image.fill(self._theme.board.paper)
        part = _crop(geometry.bounds, LARGE.width() / LARGE.height())
        scale = image.width() / part.width()
        painter = QPainter(image)
        try:
            painter.scale(scale, scale)
            painter.translate(-part.topLeft())
            # At the scale it is shown at: names that would be too small are left out.
            yield from map_painter.steps(painter, part, scale / _SHARPNESS)
        finally:
            painter.end()
        self._done[ref] = QPixmap.fromImage(image)


def _crop(bounds: QRectF, ratio: float) -> QRectF:
    """The middle of a map in the shape of a picture."""
    inner = bounds.adjusted(
        bounds.width() * _MARGIN, bounds.height() * _MARGIN,
        -bounds.width() * _MARGIN, -bounds.height() * _MARGIN,
    )  # fmt: skip
    width = min(inner.width(), inner.height() * ratio)
    part = QRectF(0.0, 0.0, width, width / ratio)
    part.moveCenter(inner.center())
    return part


def draw_picture(
    painter: QPainter, rect: QRectF, picture: QPixmap | None, theme: Theme, radius: float
) -> None:
    """A picture in a rounded frame, or blank paper while there is none."""
    painter.save()
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
    frame = QPainterPath()
    frame.addRoundedRect(rect, radius, radius)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.fillPath(frame, theme.window.track)
    if picture is not None:
        painter.setClipPath(frame)
        painter.drawPixmap(rect, picture, _covering(picture, rect))
        painter.setClipping(False)
    painter.setPen(theme.window.line)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(frame)
    painter.restore()


def _covering(picture: QPixmap, rect: QRectF) -> QRectF:
    """The part of a picture that fills a rectangle of another shape."""
    part = QRectF(picture.rect())
    width = min(part.width(), part.height() * rect.width() / rect.height())
    height = width * rect.height() / rect.width()
    return QRectF((part.width() - width) / 2, (part.height() - height) / 2, width, height)


class PictureFrame(QWidget):
    """The large picture of the chosen scenario's map."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._picture: QPixmap | None = None
        self.setMinimumHeight(120)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(self.tr("Picture of the map"))

    def sizeHint(self) -> QSize:
        """As large as the picture is meant to be."""
        return LARGE

    def show_picture(self, picture: QPixmap | None, theme: Theme) -> None:
        """Show another picture."""
        self._picture, self._theme = picture, theme
        self.update()

    def paintEvent(self, _event: object) -> None:
        """Draw the picture in its frame."""
        painter = QPainter(self)
        draw_picture(
            painter, QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), self._picture, self._theme, 8
        )
        painter.end()
