"""One side of a battle board: its pieces in columns, drawn as on the map, to be clicked or reached by key."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from wargame_desktop.gui.counters.face import CounterFace
from wargame_desktop.gui.faces import face_of
from wargame_desktop.gui.fonts import ui
from wargame_desktop.gui.table import Table
from wargame_desktop.systems.showing import Column, FightSide

from .stack_paint import piece_style

_SIZES = (46, 40, 34, 28, 24)
_WANTED_HEIGHT = 168
_GAP, _COLUMN_GAP, _HEAD_LINE = 8, 10, 15
_WAYS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1}
_TAKES = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)


@dataclass(frozen=True, slots=True)
class _Strip:
    """Where a column lies: its left edge, its width, the lines of its head and how many pieces fit a row."""

    column: Column
    left: float
    width: float
    head: tuple[str, ...]
    in_a_row: int


class SideColumns(QWidget):
    """The pieces of one side: `taken` tells that one is chosen by click or key, `dropped` that it is not."""

    taken = Signal(str)
    dropped = Signal(str)

    def __init__(self, table: Table, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.table = table
        self._columns: tuple[Column, ...] = ()
        self._faces: dict[str, CounterFace] = {}
        self._names: dict[str, str] = {}
        self._open: dict[str, int] = {}
        self._chosen: dict[str, int] = {}
        self._loses = False
        self._current: str | None = None
        self._strips: list[_Strip] = []
        self._cells: dict[str, QRectF] = {}
        self._size = _SIZES[0]
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        table.theme_changed.connect(lambda _theme: self.update())

    # What is shown

    def show_side(self, side: FightSide) -> None:
        """Show the pieces of a side; those no longer on the table are drawn as they were, crossed out."""
        session = self.table.session
        view, style = session.view, piece_style(self.table)
        for column in side.columns:
            for piece in column.pieces:
                if piece in view.pieces:
                    face = face_of(session.system, view, view.pieces[piece], style)
                    self._faces[piece] = replace(face, moved=False)  # everybody here has come to fight
                    self._names[piece] = session.system.name_of(view.pieces[piece])
        self._columns = side.columns
        self._lay_out()
        self._describe()

    def offer(self, among: Sequence[tuple[str, int]], loses: bool = False) -> None:
        """Let these pieces be chosen, each so often; none ends the choosing."""
        self._open, self._loses = dict(among), loses
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if among else Qt.FocusPolicy.NoFocus)
        if self._current not in self._open:
            self._current = next((piece for piece in self._cells if piece in self._open), None)
        self.update()

    def mark(self, chosen: Sequence[str]) -> None:
        """Mark pieces as chosen, each as often as it is named."""
        self._chosen = {piece: chosen.count(piece) for piece in chosen}
        self._describe()
        self.update()

    def cell(self, piece: str) -> QRectF:
        """Where a piece is drawn."""
        return self._cells[piece]

    @property
    def pieces(self) -> tuple[str, ...]:
        """The pieces shown, in reading order."""
        return tuple(self._cells)

    def _describe(self) -> None:
        parts = []
        for column in self._columns:
            names = [
                self._names.get(p, p) + (self.tr(" (chosen)") if p in self._chosen else "")
                for p in column.pieces
            ]
            parts.append(f"{column.heading}: {', '.join(names)}")
        self.setAccessibleDescription("; ".join(parts))

    # Geometry

    def _lay_out(self) -> None:
        width = max(160, self.width())
        for size in _SIZES:
            self._size = size
            self._strips = self._fit(width, size)
            if self._height() <= _WANTED_HEIGHT:
                break
        self._place()
        self.setFixedHeight(self._height())
        self.update()

    def _fit(self, width: float, size: int) -> list[_Strip]:
        count = len(self._columns)
        if not count:
            return []
        room = width - _COLUMN_GAP * (count - 1)
        weights = [max(1.0, len(column.pieces) ** 0.6) for column in self._columns]
        metrics = QFontMetricsF(ui(11))
        strips, left = [], 0.0
        for column, weight in zip(self._columns, weights, strict=True):
            wide = max(size + _GAP, room * weight / sum(weights))
            text = f"{column.heading} ({column.note})" if column.note else column.heading
            head = _wrapped(text, metrics, wide)
            strips.append(_Strip(column, left, wide, head, max(1, int((wide + _GAP) // (size + _GAP)))))
            left += wide + _COLUMN_GAP
        return strips

    def _head(self) -> float:
        return max((len(strip.head) for strip in self._strips), default=0) * _HEAD_LINE + 8

    def _height(self) -> int:
        rows = max((ceil(len(s.column.pieces) / s.in_a_row) for s in self._strips), default=0)
        return ceil(self._head() + rows * (self._size + _GAP) + 4)

    def _place(self) -> None:
        self._cells, top = {}, self._head()
        step = self._size + _GAP
        for strip in self._strips:
            for number, piece in enumerate(strip.column.pieces):
                x = strip.left + 4 + number % strip.in_a_row * step
                y = top + number // strip.in_a_row * step
                self._cells[piece] = QRectF(x, y, self._size, self._size)

    def sizeHint(self) -> QSize:
        """As high as the pieces need."""
        return QSize(260, self._height())

    def resizeEvent(self, event: object) -> None:
        """Columns follow the width."""
        self._lay_out()

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """Heads, a line below each, the pieces with what has become of them."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for strip in self._strips:
            self._paint_head(painter, strip)
            for piece in strip.column.pieces:
                self._paint_piece(painter, piece, piece in strip.column.lost)
        painter.end()

    def _paint_head(self, painter: QPainter, strip: _Strip) -> None:
        colours = self.table.theme.window
        painter.setFont(ui(11, QFont.Weight.DemiBold))
        painter.setPen(colours.dim)
        for number, line in enumerate(strip.head):
            box = QRectF(strip.left, number * _HEAD_LINE, strip.width, _HEAD_LINE)
            painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, line)
        y = self._head() - 5
        painter.setPen(QPen(colours.line, 1))
        painter.drawLine(QPointF(strip.left, y), QPointF(strip.left + strip.width, y))

    def _paint_piece(self, painter: QPainter, piece: str, lost: bool) -> None:
        face, cell = self._faces.get(piece), self._cells[piece]
        if face is None:
            return
        colours = self.table.theme.window
        gone = lost or piece not in self.table.session.view.pieces
        chosen = self._chosen.get(piece, 0)
        if piece in self._open:
            painter.setPen(QPen(colours.accent if chosen else colours.line, 2 if chosen else 1))
            painter.setBrush(colours.selection if chosen else colours.hover)
            painter.drawRoundedRect(cell.adjusted(-2, -2, 2, 2), 6, 6)
        ratio = self.devicePixelRatioF()
        picture, offset = self.table.counters.counter(face, self._size, ratio, self.table.theme)
        painter.setOpacity(0.35 if gone else 1.0)
        painter.drawPixmap(cell.topLeft() + offset, picture)
        painter.setOpacity(1.0)
        if gone or (chosen and self._loses):
            self._paint_cross(painter, cell, thin=gone)
        elif chosen:
            self._paint_badge(painter, cell, "✓")
        if chosen and (self._open.get(piece, 1) > 1):
            self._paint_badge(painter, cell, str(chosen))
        if piece == self._current and self.hasFocus():
            painter.setPen(QPen(colours.text, 1.2, Qt.PenStyle.DotLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(cell.adjusted(-3.5, -3.5, 3.5, 3.5), 7, 7)

    def _paint_cross(self, painter: QPainter, cell: QRectF, thin: bool) -> None:
        """A cross with a pale casing, so that it reads on any counter and without colour."""
        colours = self.table.theme.window
        box = cell.adjusted(4, 4, -4, -4)
        for pen in (QPen(colours.panel, 6 if not thin else 4), QPen(colours.bad, 3 if not thin else 1.6)):
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            painter.drawLine(box.topLeft(), box.bottomRight())
            painter.drawLine(box.topRight(), box.bottomLeft())

    def _paint_badge(self, painter: QPainter, cell: QRectF, text: str) -> None:
        colours = self.table.theme.window
        spot = QRectF(cell.right() - 12, cell.top() - 4, 16, 16)
        painter.setPen(QPen(colours.panel, 1.4))
        painter.setBrush(colours.bad if self._loses else colours.accent)
        painter.drawEllipse(spot)
        painter.setPen(colours.accent_text)
        painter.setFont(ui(10.5, QFont.Weight.Bold))
        painter.drawText(spot, Qt.AlignmentFlag.AlignCenter, text)

    # Mouse and keys

    def _at(self, point: QPointF) -> str | None:
        return next(
            (p for p, cell in self._cells.items() if cell.adjusted(-4, -4, 4, 4).contains(point)), None
        )

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose with the left button, take back with the right."""
        piece = self._at(event.position())
        if piece is None or piece not in self._open:
            return
        self._current = piece
        (self.dropped if event.button() == Qt.MouseButton.RightButton else self.taken).emit(piece)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """A hand over what may be chosen."""
        piece = self._at(event.position())
        shape = Qt.CursorShape.PointingHandCursor if piece in self._open else Qt.CursorShape.ArrowCursor
        self.setCursor(shape)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows go from piece to piece, space and Enter choose, Backspace takes back."""
        keys = [piece for piece in self._cells if piece in self._open]
        if self._current in keys and event.key() in _WAYS:
            self._current = keys[(keys.index(self._current) + _WAYS[Qt.Key(event.key())]) % len(keys)]
            self.update()
        elif self._current in keys and event.key() == Qt.Key.Key_Space:
            self.taken.emit(self._current)
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Keys that choose pieces are not the window's while the board has the keyboard; tips tell names."""
        overrides = event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent)
        if overrides and event.key() in (*_WAYS, *_TAKES):  # type: ignore[attr-defined]
            event.accept()
            return True
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            piece = self._at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), self._names.get(piece or "", ""), self)
            return True
        return super().event(event)


def _wrapped(text: str, metrics: QFontMetricsF, width: float) -> tuple[str, ...]:
    """Words on as many lines as they need, three at most."""
    lines: list[str] = []
    for word in text.split():
        if lines and metrics.horizontalAdvance(f"{lines[-1]} {word}") <= width - 4:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    if len(lines) > 3:
        lines = [*lines[:2], " ".join(lines[2:])]
    return tuple(metrics.elidedText(line, Qt.TextElideMode.ElideRight, width) for line in lines)
