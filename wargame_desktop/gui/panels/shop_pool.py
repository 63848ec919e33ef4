"""Pieces in stock, drawn as the counters they are with their prices: to click, or to drag to the map."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QApplication, QSizePolicy, QToolTip, QWidget

from wargame_desktop.core.state import Piece
from wargame_desktop.gui.counters.face import CounterFace
from wargame_desktop.gui.counters.marks import paint_count
from wargame_desktop.gui.faces import face_of
from wargame_desktop.gui.fonts import ui
from wargame_desktop.gui.table import Table
from wargame_desktop.systems.tables import ShopRow

from .stack_paint import piece_style

_SIDE, _GAP, _HEAD, _PRICE = 44.0, 9.0, 20.0, 17.0
_EDGE = 5.0
_OUT_OF_REACH = 0.38


@dataclass(frozen=True)
class Ware:
    """One heap on the shelf."""

    row: ShopRow
    face: CounterFace
    rect: QRectF


class ShopPool(QWidget):
    """Heaps of pieces under the headings of their groups."""

    chosen = Signal(object)
    """The row that is looked at, None when there is none."""
    taken = Signal(object)
    """A row that was clicked or entered."""
    drag_started = Signal(object)
    drag_moved = Signal(QPoint)
    drag_dropped = Signal(QPoint)
    drag_cancelled = Signal()

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.rows: tuple[ShopRow, ...] = ()
        self.wares: list[Ware] = []
        self._heads: list[tuple[str, QRectF]] = []
        self._current: str | None = None
        self._pressed: tuple[QPoint, Ware] | None = None
        self._dragging = False
        self._height = 0.0
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Units to take"))
        table.theme_changed.connect(lambda _theme: self.update())

    # What is on the shelf

    def show_rows(self, rows: tuple[ShopRow, ...]) -> None:
        """Show these; the one that is looked at stays when it is still there."""
        self.rows = rows
        if self._current not in [_key(row) for row in rows]:
            self._current = None
        self._lay_out()
        self.chosen.emit(self.current)

    @property
    def current(self) -> ShopRow | None:
        """The row that is looked at."""
        return next((row for row in self.rows if _key(row) == self._current), None)

    def choose(self, row: ShopRow | None) -> None:
        """Look at a row."""
        wanted = None if row is None else _key(row)
        if wanted != self._current:
            self._current = wanted
            self.setAccessibleDescription("" if row is None else spoken(row))
            self.update()
            self.chosen.emit(row)

    def rect_of(self, piece: str) -> QRectF:
        """Where a piece lies; a KeyError when it is not here."""
        for ware in self.wares:
            if piece in ware.row.pieces:
                return ware.rect
        raise KeyError(piece)

    def _lay_out(self) -> None:
        self.wares, self._heads = [], []
        width = max(120.0, float(self.width()))
        x, y, group = _EDGE, 0.0, None
        for row in self.rows:
            priced = _PRICE if row.cost is not None else 0.0
            if row.group != group:
                y += 0.0 if group is None else _SIDE + priced + _GAP + 2
                self._heads.append((row.group, QRectF(0, y, width, _HEAD)))
                x, y, group = _EDGE, y + _HEAD + 4, row.group
            elif x + _SIDE > width:
                x, y = _EDGE, y + _SIDE + priced + _GAP
            self.wares.append(Ware(row, self._face(row), QRectF(x, y, _SIDE, _SIDE)))
            x += _SIDE + _GAP
        foot = _PRICE if any(row.cost is not None for row in self.rows) else 0.0
        self._height = y + _SIDE + foot + 4 if self.rows else 0.0
        self.setFixedHeight(int(self._height))
        self.update()

    def _face(self, row: ShopRow) -> CounterFace:
        session = self.table.session
        piece = Piece(row.pieces[0] if row.pieces else row.kind, row.kind, row.power, "", row.face)
        return face_of(session.system, session.view, piece, piece_style(self.table))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width wraps elsewhere."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._lay_out()

    def sizeHint(self) -> QSize:
        """As high as the shelf needs."""
        return QSize(260, int(self._height))

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """Headings, heaps, prices."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        win = self.table.theme.window
        painter.setFont(ui(12, QFont.Weight.DemiBold))
        painter.setPen(win.text)
        for title, rect in self._heads:
            painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, title)
        for ware in self.wares:
            self._paint_ware(painter, ware)
        painter.end()

    def _paint_ware(self, painter: QPainter, ware: Ware) -> None:
        theme, row, rect = self.table.theme, ware.row, ware.rect
        painter.setOpacity(_OUT_OF_REACH if row.why_not else 1.0)
        face = replace(ware.face, selected=_key(row) == self._current and not row.why_not)
        pixmap, offset = self.table.counters.counter(face, _SIDE, self.devicePixelRatioF(), theme)
        painter.drawPixmap(rect.topLeft() + offset, pixmap)
        painter.setOpacity(1.0)
        if len(row.pieces) > 1:
            paint_count(painter, QPointF(rect.left() + 1, rect.bottom() - 1), 16, len(row.pieces), theme)
        if _key(row) == self._current and self.hasFocus():
            painter.setPen(QPen(theme.window.text, 1.4, Qt.PenStyle.DotLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(rect.adjusted(-4, -4, 4, 4), 6, 6)
        if row.cost is not None:
            painter.setFont(ui(12, QFont.Weight.DemiBold if not row.why_not else QFont.Weight.Normal))
            painter.setPen(theme.window.dim if row.why_not else theme.window.text)
            price = QRectF(rect.left() - 6, rect.bottom() + 2, rect.width() + 12, _PRICE - 2)
            painter.drawText(price, Qt.AlignmentFlag.AlignCenter, str(row.cost))

    # Mouse and keys

    def _ware_at(self, point: QPointF) -> Ware | None:
        return next((ware for ware in self.wares if ware.rect.contains(point)), None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Look at a heap; a drag or a click may follow."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        ware = self._ware_at(event.position())
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        if ware is not None:
            self._pressed = (event.position().toPoint(), ware)
            self.choose(ware.row)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """A press that moves is a drag of one piece, with Shift of the whole heap."""
        if self._pressed is None or not event.buttons() & Qt.MouseButton.LeftButton:
            over = self._ware_at(event.position())
            self.setCursor(Qt.CursorShape.ArrowCursor if over is None else Qt.CursorShape.PointingHandCursor)
            return
        start, ware = self._pressed
        way = event.position().toPoint() - start
        far = way.manhattanLength() >= QApplication.startDragDistance()
        if not self._dragging and far and ware.row.pieces and ware.row.action is None:
            self._dragging = True
            self.table.cancel_pick()
            whole = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self.drag_started.emit(ware.row.pieces if whole else ware.row.pieces[:1])
        if self._dragging:
            self.drag_moved.emit(event.globalPosition().toPoint())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Drop what was dragged; without a drag it was a click."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        pressed, dragged = self._pressed, self._dragging
        self._pressed, self._dragging = None, False
        if dragged:
            self.drag_dropped.emit(event.globalPosition().toPoint())
        elif pressed is not None:
            self.taken.emit(pressed[1].row)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows go from heap to heap, Return takes one, Escape lets go."""
        key, rows = event.key(), list(self.rows)
        if key == Qt.Key.Key_Escape and (self._dragging or self.table.is_picking):
            self._dragging, self._pressed = False, None
            self.table.cancel_pick()
            self.drag_cancelled.emit()
        elif rows and key in (Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Up):
            step = 1 if key in (Qt.Key.Key_Right, Qt.Key.Key_Down) else -1
            now = self.current
            self.choose(rows[(rows.index(now) + step) % len(rows)] if now is not None else rows[0])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and self.current is not None:
            self.taken.emit(self.current)
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Names under the mouse."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            ware = self._ware_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), "" if ware is None else spoken(ware.row), self)
            return True
        return super().event(event)


def _key(row: ShopRow) -> str:
    """What makes a row the same after the game has moved on."""
    return f"{row.group}/{row.kind}/{row.pieces[0] if row.action is not None else ''}"


def spoken(row: ShopRow) -> str:
    """A row in one sentence."""
    price = "" if row.cost is None else f", costs {row.cost}"
    return f"{row.name}{price}: {row.figures}. {row.why_not or row.where}"
