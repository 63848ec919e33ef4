"""Painting the timeline: lines, dots, turns, variations and the cursor, as much as is in sight."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPainterPath, QPen

from wargame_desktop.core.timeline import Node
from wargame_desktop.gui.fonts import ui
from wargame_desktop.gui.table import Table

from .log_feed import LogFeed
from .timeline_lanes import Lanes, Run

LEFT, LANE = 86, 17
_RIGHT = 24
TOP = 25.0
_DOTS_FROM, _TICKS_FROM = 7.0, 1.2
_LONGEST_NAME = 220


@dataclass
class Scale:
    """Which part of the tree is in sight: pixels per action, and the depth at the left edge."""

    step: float
    scroll: float = 0.0
    lane: int = 1
    """The first lane shown below the played line."""
    lanes: int = 1
    """How many lanes of variations fit."""

    def x(self, depth: float) -> float:
        """Where a depth lies."""
        return LEFT + (depth - self.scroll) * self.step

    def y(self, lane: int) -> float:
        """Where a lane lies; lane 0 always at the top."""
        return TOP if lane == 0 else TOP + (lane - self.lane + 1) * LANE

    def is_shown(self, lane: int) -> bool:
        """Whether there is room for a lane."""
        return lane == 0 or self.lane <= lane < self.lane + self.lanes

    def exact_depth(self, x: float) -> float:
        """The depth at a place, between two actions as a fraction."""
        return (x - LEFT) / self.step + self.scroll

    def depth_at(self, x: float) -> int:
        """The depth of the action nearest to a place."""
        return max(0, round(self.exact_depth(x)))

    def lane_at(self, y: float) -> int:
        """The lane at a height."""
        below = round((y - TOP) / LANE)
        return 0 if below <= 0 else self.lane + below - 1

    def clamp(self, deepest: int, width: float) -> None:
        """Stay within the game."""
        room = max(0.0, width - LEFT - _RIGHT) / self.step
        self.scroll = max(0.0, min(self.scroll, deepest - room))

    def show(self, depth: int, deepest: int, width: float, edge: float) -> None:
        """Scroll as little as brings a depth into sight."""
        room = max(self.step, width - LEFT - _RIGHT - edge) / self.step
        self.scroll = max(self.scroll, depth - room)
        self.scroll = min(self.scroll, max(0.0, depth - edge / self.step))
        self.clamp(deepest, width)

    def show_lane(self, lane: int, count: int, fitting: int) -> None:
        """Scroll the lanes of variations so that one is in sight."""
        self.lanes = max(1, fitting - 1)
        self.lane = max(1, min(self.lane, count - self.lanes))
        if lane:
            self.lane = min(max(self.lane, lane - self.lanes + 1), lane)


class Starts:
    """Where turns and phases of the line begin, as far as it has been read."""

    def __init__(self, feed: LogFeed) -> None:
        self._feed = feed
        self.turns: list[tuple[int, str]] = []
        self.phases: list[int] = []
        self.line_changed(0)

    def line_changed(self, start: int) -> None:
        """Look again at the actions from a position on."""
        feed = self._feed
        start = max(start, feed.first)
        while self.turns and self.turns[-1][0] > start:
            self.turns.pop()
        while self.phases and self.phases[-1] > start:
            self.phases.pop()
        if start == feed.first:
            self.turns, self.phases = [], []
        before = feed.read_at(start - 1) if start > feed.first else None
        turn, phase = (before.turn, before.phase) if before is not None else (None, None)
        for number in range(start, len(feed.line)):
            read = feed.read_at(number)
            if read.turn != turn:
                self.turns.append((number, read.turn))
            if (read.turn, read.phase) != (turn, phase):
                self.phases.append(number)
            turn, phase = read.turn, read.phase

    @property
    def length(self) -> int:
        """How many actions the line has."""
        return len(self._feed.line)

    def turn_now(self) -> tuple[int, str] | None:
        """The turn of the position shown."""
        begun = bisect_right(self.turns, max(0, self._feed.at - 1), key=lambda item: item[0])
        return self.turns[begun - 1] if begun else None


def paint_timeline(
    painter: QPainter,
    rect: QRectF,
    lanes: Lanes,
    scale: Scale,
    starts: Starts,
    table: Table,
    hovered: Node | None,
    focused: bool,
    words: float,
) -> None:
    """Everything in sight; `words` is the room for the words in the upper right corner."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _paint_captions(painter, lanes, scale, table)
    painter.save()
    painter.setClipRect(rect.adjusted(LEFT - 10, 0, 0, 0))
    _paint_turns(painter, rect.right() - words, scale, starts, table)
    now = lanes.place(table.session.node)[0]
    for run in lanes.runs:
        if (
            scale.is_shown(run.lane)
            and scale.x(run.end) > LEFT - 20
            and scale.x(run.start - 1) < rect.right()
        ):
            _paint_run(painter, rect, lanes, run, scale, table, now)
    if hovered is not None and hovered is not table.session.node:
        _ring(painter, _point(lanes, scale, hovered), 6, table.theme.window.text, None)
    _paint_cursor(painter, lanes, scale, table, focused)
    painter.restore()


def _point(lanes: Lanes, scale: Scale, node: Node) -> QPointF:
    depth, lane = lanes.place(node)
    return QPointF(scale.x(depth), scale.y(lane))


def _paint_captions(painter: QPainter, lanes: Lanes, scale: Scale, table: Table) -> None:
    painter.setFont(ui(12))
    painter.setPen(table.theme.window.dim)
    painter.drawText(QPointF(0, TOP + 4), table.tr("Played"))
    if lanes.count > 1:
        hidden = lanes.count - 1 - scale.lanes
        caption = table.tr("What if")
        painter.drawText(QPointF(0, TOP + LANE + 4), f"{caption} +{hidden}" if hidden > 0 else caption)


def _paint_turns(painter: QPainter, right: float, scale: Scale, starts: Starts, table: Table) -> None:
    """The names of turns above the line, as many as do not run into each other; that of now always."""
    win, current = table.theme.window, starts.turn_now()
    boxes = [
        (item, _turn_box(starts, number, scale, item is current)) for number, item in enumerate(starts.turns)
    ]
    reserved = next((box for item, box in boxes if item is current), QRectF())
    free = float(LEFT - 10)
    for item, box in boxes:
        if box.right() < LEFT or box.right() > right:
            continue
        near = box.right() + 10 > reserved.left() and box.left() < reserved.right() + 10
        if item is current or (box.left() >= free and not near):
            painter.setFont(_turn_font(item is current))
            painter.setPen(win.text if item is current else win.dim)
            painter.drawText(QPointF(box.left(), box.bottom() - 3), item[1])
            free = box.right() + 12


def _turn_box(starts: Starts, number: int, scale: Scale, bold: bool) -> QRectF:
    """Where a turn's name stands: at its start, or at the edge while that is out of sight."""
    position, title = starts.turns[number]
    width = QFontMetrics(_turn_font(bold)).horizontalAdvance(title)
    x = scale.x(position + 1) - 4
    later = starts.turns[number + 1 :][:1]
    end = scale.x(later[0][0]) if later else scale.x(starts.length)
    if x < LEFT - 4:
        x = min(LEFT - 4.0, end - width - 12)
    return QRectF(x, 0, width, 14)


def _turn_font(bold: bool) -> QFont:
    return ui(12, QFont.Weight.Bold if bold else QFont.Weight.Normal)


def _paint_run(
    painter: QPainter, rect: QRectF, lanes: Lanes, run: Run, scale: Scale, table: Table, now: int
) -> None:
    win = table.theme.window
    color = win.accent if run.lane == 0 else win.warn
    first = max(run.start, int(scale.exact_depth(LEFT - 20)))
    last = min(run.end, int(scale.exact_depth(rect.right())) + 1)
    y = scale.y(run.lane)
    if run.parent is not None:
        _paint_branching(painter, _point(lanes, scale, run.parent), scale.x(run.start), y, color)
    here = lanes.run_of(table.session.node) is run
    split = min(max(now, first), last) if here else last
    painter.setPen(QPen(color, 3 if run.lane == 0 else 2))
    if split > first:
        painter.drawLine(QPointF(scale.x(first), y), QPointF(scale.x(split), y))
    if last > split:
        painter.setPen(QPen(win.line, 2))
        painter.drawLine(QPointF(scale.x(split), y), QPointF(scale.x(last), y))
    if scale.step >= _DOTS_FROM:
        _paint_dots(painter, run, scale, table, first, last, split)
    _paint_name(painter, run, scale, table, color)


def _paint_dots(
    painter: QPainter, run: Run, scale: Scale, table: Table, first: int, last: int, split: int
) -> None:
    win = table.theme.window
    color = win.accent if run.lane == 0 else win.warn
    noted = table.session.viewer is None
    y = scale.y(run.lane)
    for depth in range(first, last + 1):
        node, x = run.nodes[depth - run.start], scale.x(depth)
        painter.setPen(QPen(win.panel, 1))
        if noted and node.comment:
            painter.setBrush(win.bad)
            painter.drawPolygon([QPointF(x, y - 7), QPointF(x + 7, y), QPointF(x, y + 7), QPointF(x - 7, y)])
            continue
        painter.setBrush(color if depth <= split else win.line)
        painter.drawEllipse(QPointF(x, y), 4, 4)


def _paint_branching(painter: QPainter, start: QPointF, x: float, y: float, color: QColor) -> None:
    path = QPainterPath(start)
    middle = (start.x() + x) / 2
    path.cubicTo(QPointF(middle, start.y()), QPointF(middle, y), QPointF(x, y))
    painter.setPen(QPen(color, 2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(path)


def _paint_name(painter: QPainter, run: Run, scale: Scale, table: Table, color: QColor) -> None:
    """A variation is called by the comment at its first position."""
    if run.lane == 0 or table.session.viewer is not None or not run.nodes[0].comment:
        return
    font = ui(12, QFont.Weight.Medium)
    painter.setFont(font)
    painter.setPen(color)
    name = " ".join(run.nodes[0].comment.split())
    text = QFontMetrics(font).elidedText(name, Qt.TextElideMode.ElideRight, _LONGEST_NAME)
    painter.drawText(QPointF(scale.x(run.end) + 10, scale.y(run.lane) + 4), text)


def _paint_cursor(painter: QPainter, lanes: Lanes, scale: Scale, table: Table, focused: bool) -> None:
    win, node = table.theme.window, table.session.node
    lane = lanes.place(node)[1]
    at = _point(lanes, scale, node)
    _ring(painter, at, 7, win.accent if lane == 0 else win.warn, win.panel)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(win.accent if lane == 0 else win.warn)
    painter.drawEllipse(at, 2.6, 2.6)
    if focused:
        _ring(painter, at, 10.5, win.text, None)


def _ring(painter: QPainter, at: QPointF, radius: float, color: QColor, fill: QColor | None) -> None:
    painter.setPen(QPen(color, 3 if fill is not None else 1.2))
    painter.setBrush(Qt.BrushStyle.NoBrush if fill is None else fill)
    painter.drawEllipse(at, radius, radius)
