"""The checklist of the turn: what is done, where play stands, what is to come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QListView, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from wargame_desktop.core.state import State
from wargame_desktop.gui.counters.lettering import round_pen
from wargame_desktop.gui.fonts import ui
from wargame_desktop.gui.table import Table
from wargame_desktop.systems.base import GameSystem

_ROW = 26
_MOST_ROWS = 12
_STEP = Qt.ItemDataRole.UserRole
_Index = QModelIndex | QPersistentModelIndex


class Progress(IntEnum):
    """Where a step stands in the turn."""

    DONE = 0
    CURRENT = 1
    TO_COME = 2


@dataclass(frozen=True, slots=True)
class Step:
    """One line of the checklist."""

    title: str
    progress: Progress
    note: str = ""


def current_step(system: GameSystem, state: State) -> int | None:
    """The place of play in the checklist: the innermost frame on it, else the phase the table keeps."""
    names = [name for name, _ in system.sequence(state)]
    for frame in reversed(state.stack):
        if frame.name in names:
            return names.index(frame.name)
    phase = state.var("phase")
    return names.index(phase) if isinstance(phase, str) and phase in names else None


def steps_of(system: GameSystem, state: State, note: str = "") -> list[Step]:
    """The checklist with what is done and what is to come; `note` goes to the current step."""
    at = current_step(system, state)
    found = []
    for number, (_, title) in enumerate(system.sequence(state)):
        if number == at:
            found.append(Step(title, Progress.CURRENT, note))
        else:
            done = at is not None and number < at
            found.append(Step(title, Progress.DONE if done else Progress.TO_COME))
    return found


class StepsModel(QAbstractListModel):
    """The steps as rows."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.steps: tuple[Step, ...] = ()

    def set_steps(self, steps: Sequence[Step]) -> None:
        """Show these steps; the same list with other progress is only painted anew."""
        steps, old = tuple(steps), self.steps
        if len(steps) != len(old):
            self.beginResetModel()
            self.steps = steps
            self.endResetModel()
        elif steps != old:
            self.steps = steps
            self.dataChanged.emit(self.index(0), self.index(len(steps) - 1))

    def rowCount(self, parent: _Index | None = None) -> int:
        """One row for each step."""
        return 0 if parent is not None and parent.isValid() else len(self.steps)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The title; in words also how far it is, for those who cannot see the mark."""
        if not index.isValid():
            return None
        step = self.steps[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return step.title
        if role == _STEP:
            return step
        if role == Qt.ItemDataRole.AccessibleTextRole:
            said = (self.tr("done"), self.tr("now"), self.tr("to come"))[step.progress]
            return ", ".join(part for part in (step.title, said, step.note) if part)
        return None


class StepsView(QListView):
    """The checklist as a line of marks, drawn in the theme's colours."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.steps = StepsModel(self)
        self.setModel(self.steps)
        self.setItemDelegate(_StepDelegate(self))
        self.setProperty("role", "bare")
        self.setAccessibleName(self.tr("Sequence of play"))
        self.setSelectionMode(QListView.SelectionMode.NoSelection)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setUniformItemSizes(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        table.theme_changed.connect(self._theme_changed)

    def show_steps(self, steps: Sequence[Step]) -> None:
        """Show the checklist with the current step in view."""
        self.steps.set_steps(steps)
        self.setFixedHeight(min(len(steps), _MOST_ROWS) * _ROW)
        self.setVisible(bool(steps))
        at = next((row for row, step in enumerate(steps) if step.progress is Progress.CURRENT), None)
        if at is not None:
            self.scrollTo(self.steps.index(at))

    def _theme_changed(self, _theme: object) -> None:
        self.viewport().update()


class _StepDelegate(QStyledItemDelegate):
    """A tick, a ring with a dot or an empty ring on one line; then the title and its note."""

    def __init__(self, view: StepsView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        """Rows of one height."""
        return QSize(80, _ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Paint one step."""
        step: Step = index.data(_STEP)
        colors = self._view.table.theme.window
        rect: QRect = option.rect
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if step.progress is Progress.CURRENT:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colors.selection)
            painter.drawRoundedRect(rect, 5, 5)
        centre = QPointF(rect.left() + 13.5, rect.center().y() + 0.5)
        self._paint_line(painter, rect, centre, index.row())
        self._paint_mark(painter, centre, step.progress)
        current = step.progress is Progress.CURRENT
        painter.setPen(colors.dim if step.progress is Progress.TO_COME else colors.text)
        title = rect.adjusted(34, 0, -6, 0)
        if step.note:
            painter.setFont(ui(12))
            note = painter.fontMetrics().horizontalAdvance(step.note)
            painter.save()
            painter.setPen(colors.dim)
            painter.drawText(title, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, step.note)
            painter.restore()
            title.adjust(0, 0, -note - 8, 0)
        painter.setFont(ui(13, QFont.Weight.DemiBold if current else QFont.Weight.Normal))
        text = painter.fontMetrics().elidedText(step.title, Qt.TextElideMode.ElideRight, title.width())
        painter.drawText(title, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)
        painter.restore()

    def _paint_line(self, painter: QPainter, rect: QRect, centre: QPointF, row: int) -> None:
        """The line from mark to mark, left out above the first and below the last."""
        painter.setPen(QPen(self._view.table.theme.window.line, 2))
        if row > 0:
            painter.drawLine(QPointF(centre.x(), rect.top()), QPointF(centre.x(), centre.y() - 8))
        if row + 1 < self._view.steps.rowCount():
            painter.drawLine(QPointF(centre.x(), centre.y() + 8), QPointF(centre.x(), rect.bottom() + 1))

    def _paint_mark(self, painter: QPainter, centre: QPointF, progress: Progress) -> None:
        colors = self._view.table.theme.window
        if progress is Progress.DONE:
            _disc(painter, centre, 8, colors.good, None)
            painter.setPen(round_pen(colors.panel, 2))
            x, y = centre.x(), centre.y()
            tick = [QPointF(x - 3.6, y + 0.4), QPointF(x - 1, y + 3), QPointF(x + 3.8, y - 2.8)]
            painter.drawPolyline(QPolygonF(tick))
        elif progress is Progress.CURRENT:
            _disc(painter, centre, 7, colors.panel, colors.accent)
            _disc(painter, centre, 3, colors.accent, None)
        else:
            _disc(painter, centre, 7, colors.panel, colors.line)


def _disc(painter: QPainter, centre: QPointF, radius: float, fill: QColor, ring: QColor | None) -> None:
    painter.setPen(Qt.PenStyle.NoPen if ring is None else QPen(ring, 2))
    painter.setBrush(fill)
    painter.drawEllipse(centre, radius, radius)
