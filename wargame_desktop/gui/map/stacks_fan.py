"""A stack spread out on a paper tray, so that every piece can be seen and taken."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import replace

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem

from wargame_desktop.gui.counters.cache import CounterCache
from wargame_desktop.gui.counters.face import CounterFace
from wargame_desktop.gui.theme import Theme, faded

FAN_Z = 50.0
_COLUMNS = 6
_GAP = 0.22
_PAD = 0.26
_MARGIN = 6.0


class Fan(QGraphicsItem):
    """The pieces of one space side by side, at full detail whatever the zoom."""

    def __init__(
        self,
        space: str,
        pieces: Sequence[tuple[str, CounterFace]],
        theme: Theme,
        cache: CounterCache,
        ratio: float,
    ) -> None:
        super().__init__()
        self.space = space
        self._pieces = list(pieces)
        self._theme, self._cache, self._ratio = theme, cache, ratio
        self._selected: frozenset[str] = frozenset()
        self._side = theme.detail.full_side
        self._tray = QRectF()
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setZValue(FAN_Z)

    @property
    def pieces(self) -> tuple[str, ...]:
        """The pieces on the tray, top of the stack first."""
        return tuple(piece for piece, _ in self._pieces)

    @property
    def columns(self) -> int:
        """How many pieces lie side by side."""
        return min(_COLUMNS, len(self._pieces))

    def open(self, at: QPointF, anchor: QPointF, viewport: QRectF) -> None:
        """Lay the tray about the scene point `at`, seen at `anchor`, and inside the viewport."""
        rows = math.ceil(len(self._pieces) / self.columns)
        step, pad = self._side * (1 + _GAP), self._side * _PAD
        width = self.columns * step - self._side * _GAP + 2 * pad
        height = rows * step - self._side * _GAP + 2 * pad
        tray = QRectF(anchor.x() - width / 2, anchor.y() - height / 2, width, height)
        room = viewport.adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)
        tray.moveLeft(max(room.left(), min(tray.left(), room.right() - width)))
        tray.moveTop(max(room.top(), min(tray.top(), room.bottom() - height)))
        self.prepareGeometryChange()
        self._tray = tray.translated(-anchor)
        self.setPos(at)

    def set_selected(self, pieces: Collection[str]) -> None:
        """Ring these pieces."""
        self._selected = frozenset(pieces)
        self.update()

    def square(self, number: int) -> QRectF:
        """Where a piece lies, relative to the anchor."""
        step, pad = self._side * (1 + _GAP), self._side * _PAD
        row, column = divmod(number, self.columns)
        return QRectF(
            round(self._tray.left() + pad + column * step),
            round(self._tray.top() + pad + row * step),
            self._side,
            self._side,
        )

    def piece_at(self, local: QPointF) -> str | None:
        """The piece under a point relative to the anchor."""
        for number, (piece, _) in enumerate(self._pieces):
            if self.square(number).contains(local):
                return piece
        return None

    def covers(self, local: QPointF) -> bool:
        """Whether the tray lies under a point."""
        return self._tray.contains(local)

    def boundingRect(self) -> QRectF:
        return self._tray.adjusted(-8, -8, 10, 12)

    def paint(self, painter: QPainter, option, widget=None) -> None:
        theme = self._theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if theme.shadows:
            painter.setPen(Qt.PenStyle.NoPen)
            for k in range(4):
                painter.setBrush(faded(theme.status.shadow, 0.07))
                painter.drawRoundedRect(self._tray.translated(1 + k * 0.5, 2 + k), 10, 10)
        painter.setPen(QPen(faded(theme.board.ink, 0.55), 1.2))
        painter.setBrush(theme.board.callout)
        painter.drawRoundedRect(self._tray, 10, 10)
        for number, (piece, face) in enumerate(self._pieces):
            drawn = replace(face, selected=piece in self._selected)
            pixmap, offset = self._cache.counter(drawn, self._side, self._ratio, theme)
            painter.drawPixmap(self.square(number).topLeft() + offset, pixmap)
