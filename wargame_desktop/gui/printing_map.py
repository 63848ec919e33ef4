"""The map in print: the part in which a turn took place, with its counters, on white paper."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPen

from wargame_desktop.core.state import State
from wargame_desktop.systems.base import GameSystem

from .counters.chips import chip_size, paint_chip
from .counters.face import Style
from .counters.painter import paint_stack
from .faces import default_style, face_of, grouped, nation_of, stack_faces
from .map.geometry import MapGeometry
from .map.painting import MapPainter
from .theme import Theme, load_theme

_SHARPNESS = 2.6
"""Device pixels of the picture per pixel of the page (96 to the inch): 250 dots per inch."""
_LARGEST_PITCH, _MARGIN = 92.0, 0.85
_COUNTER_PART, _LARGEST_COUNTER, _SMALLEST_COUNTER = 0.46, 36.0, 15.0
_LOWEST, _HIGHEST = 190.0, 400.0


class MapCrop:
    """Paints the surroundings of some spaces. Make one for a whole log: a map takes time to prepare."""

    def __init__(self, system: GameSystem, theme: Theme | None = None) -> None:
        self.theme = theme or load_theme("paper")
        self._system = system
        game_map = system.data.painted_map
        self._geometry = MapGeometry(game_map, system.board.spaces)
        self._painter = MapPainter(game_map, self._geometry, self.theme)
        self._style = default_style(system)

    def has_place(self, spaces: Sequence[str]) -> bool:
        """Whether any of the spaces lies on the map."""
        return self._system.data.map is not None and any(map(self._geometry.is_on_map, spaces))

    def height_for(self, spaces: Sequence[str], width: float) -> float:
        """How high a picture of this width should be to show the spaces well."""
        around = self._around(spaces)
        return min(_HIGHEST, max(_LOWEST, width * around.height() / around.width()))

    def paint(self, painter: QPainter, rect: QRectF, spaces: Sequence[str], view: State) -> None:
        """Paint the map around the spaces into a rectangle of the page, or the part of it that is needed."""
        part = self._part(spaces, rect)
        scale = rect.height() / part.height()
        frame = QRectF(0.0, rect.top(), part.width() * scale, rect.height())
        frame.moveCenter(rect.center())
        painter.drawImage(frame, self._ground(part, frame, view))
        painter.save()
        painter.setClipRect(frame, Qt.ClipOperation.IntersectClip)
        painter.translate(frame.topLeft() - part.topLeft() * scale)
        self._mark(painter, spaces, scale)
        self._paint_counters(painter, part, scale, view)
        painter.restore()
        painter.setPen(QPen(self.theme.board.ink, 0.8))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(frame)

    def _around(self, spaces: Sequence[str]) -> QRectF:
        """The spaces with some land around them, in scene units."""
        around = QRectF()
        for space in filter(self._geometry.is_on_map, spaces):
            around = around.united(self._geometry.outline(space).boundingRect())
        if not around.isValid():
            return self._geometry.bounds
        margin = _MARGIN * self._geometry.pitch
        return around.adjusted(-margin, -margin, margin, margin) & self._geometry.bounds

    def _part(self, spaces: Sequence[str], rect: QRectF) -> QRectF:
        """The part of the map to show: shaped like the rectangle, unless the sheet is too small."""
        around, sheet = self._around(spaces), self._geometry.bounds
        ratio = rect.width() / rect.height()
        least = rect.height() * self._geometry.pitch / _LARGEST_PITCH
        height = min(max(around.height(), around.width() / ratio, least), sheet.height())
        part = QRectF(0.0, 0.0, min(height * ratio, sheet.width()), height)
        part.moveCenter(around.center())
        part.moveLeft(min(max(part.left(), sheet.left()), sheet.right() - part.width()))
        part.moveTop(min(max(part.top(), sheet.top()), sheet.bottom() - part.height()))
        return part

    def _ground(self, part: QRectF, rect: QRectF, view: State) -> QImage:
        size = QSize(math.ceil(rect.width() * _SHARPNESS), math.ceil(rect.height() * _SHARPNESS))
        image = QImage(size, QImage.Format.Format_RGB32)
        image.fill(self.theme.board.paper)
        scale = image.width() / part.width()
        painter = QPainter(image)
        painter.scale(scale, scale)
        painter.translate(-part.topLeft())
        held = self._system.holders(view)
        control = {space: nation_of(self._system, power) for space, power in held.items()}
        sides = self._system.front(view)
        # Detail as for a screen of the page's size, or the names would be too small to read.
        self._painter.paint(painter, part, scale / _SHARPNESS, control=control, sides=sides)
        painter.end()
        return image

    def _mark(self, painter: QPainter, spaces: Sequence[str], scale: float) -> None:
        """Outline the spaces the turn speaks of."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for colour, width in ((self.theme.board.casing, 4.0), (self.theme.overlay.reach_line, 1.8)):
            painter.setPen(QPen(colour, width / scale, j=Qt.PenJoinStyle.RoundJoin))
            painter.save()
            painter.scale(scale, scale)
            for space in filter(self._geometry.is_on_map, spaces):
                painter.drawPath(self._geometry.outline(space))
            painter.restore()

    def _paint_counters(self, painter: QPainter, part: QRectF, scale: float, view: State) -> None:
        pitch = self._geometry.pitch * scale
        side = min(_LARGEST_COUNTER, max(_SMALLEST_COUNTER, pitch * _COUNTER_PART))
        for space in self._geometry.spaces_in(part):
            pieces = view.at(space)
            if not pieces:
                continue
            at = self._geometry.piece_anchor(space) * scale
            if self._style is Style.PLASTIC:
                faces = [(piece.id, face_of(self._system, view, piece, self._style)) for piece in pieces]
                groups = [face for face, _ in grouped(faces)]
                size = chip_size(groups, side * 0.58)
                corner = at - QPointF(size.width() / 2, size.height() / 2)
                paint_chip(painter, corner, side * 0.58, groups, self.theme)
            else:
                square = QRectF(at.x() - side / 2, at.y() - side / 2, side, side)
                paint_stack(painter, square, stack_faces(self._system, view, pieces), self.theme)
