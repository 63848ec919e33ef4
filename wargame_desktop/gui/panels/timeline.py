"""The foot of the window: the game as a line of positions, with what was tried instead below it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QMenu, QToolTip, QWidget

from wargame_desktop.core.timeline import Node
from wargame_desktop.gui.table import Table

from .log_comment import edit_comment
from .log_feed import feed_of
from .timeline_lanes import Lanes
from .timeline_paint import LANE, LEFT, TOP, Scale, Starts, paint_timeline

_STEP, _LEAST_STEP, _MOST_STEP = 22.0, 0.2, 60.0
_EDGE = 40
_SCRUB_MS = 30


class TimelineStrip(QWidget):
    """The drawn tree. Paints what is in sight and nothing else."""

    def __init__(self, table: Table, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.table, self.feed = table, feed_of(table)
        self.lanes = Lanes(table.session.game.timeline.root)
        self.starts = Starts(self.feed)
        self.scale = Scale(_STEP)
        self.words_width = 0.0
        """The room in the upper right corner that is taken."""
        self._hovered: Node | None = None
        self._scrub_to: Node | None = None
        self._scrub_timer = QTimer(self, interval=_SCRUB_MS, singleShot=True)
        self._scrub_timer.timeout.connect(self._scrub)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Timeline of the game"))
        self.setMinimumHeight(3 * LANE - 5)
        self.feed.line_changed.connect(self._line_changed)
        self.feed.read_more.connect(self._read_more)
        self.feed.cursor_moved.connect(self.follow_cursor)
        self.feed.notes_changed.connect(self._tree_changed)
        table.theme_changed.connect(self._repaint)
        self.follow_cursor()

    # Keeping up

    def _line_changed(self, start: int) -> None:
        for node in self.feed.line[start:]:
            self.lanes.add(node)
        self.starts.line_changed(start)
        self.follow_cursor()

    def _read_more(self, _count: int) -> None:
        self.starts.line_changed(0)
        self.update()

    def _tree_changed(self) -> None:
        self.lanes.rebuild()
        self.follow_cursor()

    def _repaint(self, _theme: object) -> None:
        self.update()

    def follow_cursor(self) -> None:
        """Bring the position shown into sight."""
        if not self.feed.is_veiled:
            node = self.table.session.node
            self.lanes.add(node)  # a line read for another viewer is emptied before it is read again
            depth, lane = self.lanes.place(node)
            self.scale.show(depth, self.lanes.depth, self.width(), _EDGE)
            self.scale.show_lane(lane, self.lanes.count, self._fitting_lanes())
        self.update()

    def _fitting_lanes(self) -> int:
        return max(1, 1 + int((self.height() - TOP - 6) // LANE))

    def sizeHint(self) -> QSize:
        """Turns, the played line and two lanes of variations."""
        return QSize(600, 4 * LANE)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width shows another part of the game."""
        super().resizeEvent(event)
        self.follow_cursor()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The part of the tree in sight."""
        if self.feed.is_veiled:
            return
        painter = QPainter(self)
        paint_timeline(
            painter, QRectF(self.rect()), self.lanes, self.scale, self.starts, self.table, self._hovered,
            self.hasFocus(), self.words_width,
        )  # fmt: skip
        painter.end()

    # Where things are

    def point_of(self, node: Node) -> QPointF:
        """Where a position is drawn."""
        depth, lane = self.lanes.place(node)
        return QPointF(self.scale.x(depth), self.scale.y(lane))

    def node_at(self, point: QPointF) -> Node | None:
        """The position drawn at a point, or the nearest in that lane."""
        if self.feed.is_veiled or point.x() < LEFT - 12:
            return None
        lane = self.scale.lane_at(point.y())
        return self.lanes.nearest(self.scale.depth_at(point.x()), lane)

    # Mouse and keys

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click goes to a position."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._go(self.node_at(event.position()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Dragging runs through the game; otherwise the position under the mouse is ringed."""
        node = self.node_at(event.position())
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._scrub_to = node
            if not self._scrub_timer.isActive():
                self._scrub_timer.start()
        elif node is not self._hovered:
            self._hovered = node
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """The position under the mouse is the one to stay at."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._scrub_timer.stop()
            self._scrub()

    def leaveEvent(self, event: QEvent) -> None:
        """Nothing is under the mouse any more."""
        super().leaveEvent(event)
        self._hovered = None
        self.update()

    def _scrub(self) -> None:
        node, self._scrub_to = self._scrub_to, None
        self._go(node)

    def _go(self, node: Node | None) -> None:
        if node is not None and node is not self.table.session.node:
            self.table.session.goto(node)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """The wheel zooms about the mouse; sideways or with Shift it scrolls."""
        turn = event.angleDelta()
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier or abs(turn.x()) > abs(turn.y()):
            self.scale.scroll -= (turn.x() or turn.y()) / 4 / self.scale.step
        else:
            self.zoom(1.25 ** (turn.y() / 120), event.position().x())
        self.scale.clamp(self.lanes.depth, self.width())
        self.update()
        event.accept()

    def zoom(self, factor: float, about: float) -> None:
        """Draw the actions further apart or closer together; what is at `about` stays there."""
        depth = self.scale.exact_depth(about)
        self.scale.step = min(_MOST_STEP, max(_LEAST_STEP, self.scale.step * factor))
        self.scale.scroll += depth - self.scale.exact_depth(about)
        self.scale.clamp(self.lanes.depth, self.width())
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows go through the game and its variations, Home and End to its ends, + and - zoom."""
        key, node = event.key(), self.table.session.node
        if self.feed.is_veiled:
            event.ignore()
        elif key == Qt.Key.Key_Left:
            self._go(node.parent)
        elif key == Qt.Key.Key_Right:
            self._go(self.feed.line[self.feed.at] if self.feed.at < len(self.feed.line) else None)
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            depth, lane = self.lanes.place(node)
            self._go(self.lanes.nearest(depth, lane + (1 if key == Qt.Key.Key_Down else -1)))
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            ends = (self.lanes.root, *self.feed.line)
            self._go(ends[0] if key == Qt.Key.Key_Home else ends[-1])
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Minus):
            self.zoom(1.25 if key == Qt.Key.Key_Plus else 0.8, self.point_of(node).x())
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Tell what happened at the position under the mouse."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            node = self.node_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), "" if node is None else self.told(node), self)
            return True
        return super().event(event)

    def told(self, node: Node) -> str:
        """A position in words, as the viewer may know it."""
        if node.parent is None:
            return self.tr("The start of the game")
        read = self.feed.reader.read(node)
        entry = read.entry
        place = ", ".join(part for part in (read.turn, read.phase, entry.who) if part)
        words = [sentence.text for sentence in entry.sentences[:6]] or [entry.action or "…"]
        lines = [f"{entry.node}  {place}", *words, *([f"“{entry.comment}”"] if entry.comment else [])]
        return "\n".join(lines)

    # Menu

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """What can be done with a position, by mouse or by the menu key."""
        by_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        node = self.node_at(QPointF(event.pos())) if by_mouse else self.table.session.node
        if node is not None and not self.feed.is_veiled:
            menu = self.menu_for(node)
            menu.exec(event.globalPos() if by_mouse else self.mapToGlobal(self._below(node)))
            menu.deleteLater()

    def _below(self, node: Node) -> QPoint:
        return self.point_of(node).toPoint() + QPoint(0, 8)

    def menu_for(self, node: Node) -> QMenu:
        """Going there, comments, and the order of variations."""
        menu, session = QMenu(self), self.table.session
        menu.addAction(self.tr("Jump to this position"), lambda: self._go(node))
        if session.viewer is None:
            menu.addAction(self.tr("Comment…"), lambda: edit_comment(self, self.table, node))
        branch = self._branch_of(node)
        if branch is not None:
            menu.addSeparator()
            menu.addAction(self.tr("Promote this line"), lambda: session.promote(branch))
            demote = menu.addAction(self.tr("Demote this line"), lambda: session.demote(branch))
            assert branch.parent is not None
            demote.setEnabled(branch.parent.variations[-1] is not branch)
            menu.actions()[-2].setEnabled(branch.parent.variations[0] is not branch)
        return menu

    def _branch_of(self, node: Node) -> Node | None:
        """The position at which the line through a node leaves another."""
        return next(
            (at for at in node.line() if at.parent is not None and len(at.parent.variations) > 1), None
        )


class TimelineBar(QFrame):
    """The timeline as a panel; its frame is coloured while the table shows a variation."""

    off_main_line = Signal(bool)
    """Whether the position shown lies off the main line; sent when that changes."""

    def __init__(self, table: Table, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "panel")
        self.table, self.feed = table, feed_of(table)
        self.strip = TimelineStrip(table)
        self.is_off = False
        heading = QLabel(self.tr("TIMELINE"))
        heading.setProperty("role", "heading")
        self.where = QLabel()
        self.where.setProperty("role", "dim")
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.strip, 0, 0)
        # The words lie on the drawing, in corners that it leaves free.
        for label, corner in (
            (heading, Qt.AlignmentFlag.AlignLeft),
            (self.where, Qt.AlignmentFlag.AlignRight),
        ):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            layout.addWidget(label, 0, 0, corner | Qt.AlignmentFlag.AlignTop)
        for signal in (self.feed.line_changed, self.feed.cursor_moved, self.feed.notes_changed):
            signal.connect(self._moved)
        self._moved()

    def _moved(self, _what: object = None) -> None:
        is_off = not self.feed.is_veiled and not self.table.session.node.is_main_line
        self.where.setText(self._words(is_off))
        if is_off != self.is_off:
            self.is_off = is_off
            self.where.setProperty("role", "warn" if is_off else "dim")
            self.where.style().unpolish(self.where)
            self.where.style().polish(self.where)
            self.off_main_line.emit(is_off)
        self.strip.words_width = self.where.sizeHint().width() + 12
        self.update()

    def _words(self, is_off: bool) -> str:
        if self.feed.is_veiled:
            return ""
        words = self.tr("Action {} of {}").format(self.feed.at, len(self.feed.line))
        return self.tr("{} · a variation, not the main line").format(words) if is_off else words

    def paintEvent(self, event: QPaintEvent) -> None:
        """The panel, in a strong frame while off the main line."""
        super().paintEvent(event)
        if self.is_off:
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(self.table.theme.window.warn, 2.5))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1.5, 1.5, -1.5, -1.5), 9, 9)
            painter.end()
