"""The game's charts, one below the other, each to fold; a row about a place shows it on the map."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableWidget,
    QTableWidgetItem,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from wargame_desktop.gui.fonts import ui
from wargame_desktop.gui.table import Table
from wargame_desktop.systems.tables import Line
from wargame_desktop.systems.tables import Table as Chart

_ROW, _PAD, _GAP = 25, 4, 4
_NARROW = 92
_SPACE, _MARK = Qt.ItemDataRole.UserRole, int(Qt.ItemDataRole.UserRole) + 1
_HEADING = "heading"
_SIGNS = {"+": "✓", "-": "✗"}
_BLANK = "\u2007"
"""As wide as a figure, so that names stand below one another."""
_Index = QModelIndex | QPersistentModelIndex


class _CellDelegate(QStyledItemDelegate):
    """Headings small and dim, words wrapped, figures at the right, a line below each row."""

    def __init__(self, table: Table, parent: QTableWidget) -> None:
        super().__init__(parent)
        self.table = table

    @staticmethod
    def font(mark: object) -> QFont:
        """The letters of a row."""
        if mark == _HEADING:
            return ui(11, QFont.Weight.DemiBold)
        return ui(12, QFont.Weight.DemiBold if mark == "*" else QFont.Weight.Normal)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """One cell."""
        win, mark, rect = self.table.theme.window, index.data(_MARK), option.rect
        state: QStyle.StateFlag = option.state
        painter.save()
        chosen = state & QStyle.StateFlag.State_Selected and mark != _HEADING
        if chosen or (state & QStyle.StateFlag.State_MouseOver and index.data(_SPACE)):
            painter.fillRect(rect, win.selection if chosen else win.hover)
        painter.setFont(self.font(mark))
        colours = {_HEADING: win.dim, "-": win.dim, "*": win.accent}
        painter.setPen(colours.get(mark, win.text))
        flags = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignVCenter
        side = Qt.AlignmentFlag.AlignRight if _is_right(index) else Qt.AlignmentFlag.AlignLeft
        painter.drawText(rect.adjusted(_PAD, 0, -_PAD, -1), int(flags | side), str(index.data() or ""))
        painter.setPen(win.line)
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        """As high as the words need in the width of their column."""
        view = self.parent()
        assert isinstance(view, QTableWidget)
        width = view.columnWidth(index.column()) - 2 * _PAD
        metrics = QFontMetrics(self.font(index.data(_MARK)))
        room = QRect(0, 0, max(20, width), 1000)
        words = metrics.boundingRect(room, int(Qt.TextFlag.TextWordWrap), str(index.data() or ""))
        return QSize(width, max(_ROW, words.height() + 8))


def _is_right(index: _Index) -> bool:
    return bool(index.data(Qt.ItemDataRole.TextAlignmentRole) == Qt.AlignmentFlag.AlignRight)


class ChartGrid(QTableWidget):
    """The rows of one chart, its headings first."""

    def __init__(self, table: Table, chart: Chart) -> None:
        super().__init__(0, len(chart.columns))
        self.table, self.chart = table, chart
        self.setItemDelegate(_CellDelegate(table, self))
        self.setProperty("role", "bare")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setMouseTracking(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        for policy in (self.setVerticalScrollBarPolicy, self.setHorizontalScrollBarPolicy):
            policy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        for header in (self.verticalHeader(), self.horizontalHeader()):
            header.hide()
            header.setMinimumSectionSize(20)
        self.setAccessibleName(chart.title)
        self.cellClicked.connect(self._show_place)
        self.cellActivated.connect(self._show_place)
        self.show_chart(chart)

    def _is_figures(self, column: int) -> bool:
        cells = [line.cells[column] for line in self.chart.lines]
        return any(cells) and all(not cell or cell.lstrip("-").isdigit() for cell in cells)

    # Filling

    def show_chart(self, chart: Chart) -> None:
        """Show other figures."""
        self.chart = chart
        self.setRowCount(len(chart.lines) + 1)
        self._fill(0, Line(chart.columns, mark=_HEADING))
        for row, line in enumerate(chart.lines, 1):
            self._fill(row, line)
        self._fit()

    def _fill(self, row: int, line: Line) -> None:
        signs = any(one.mark in _SIGNS for one in self.chart.lines) and line.mark != _HEADING
        for column, text in enumerate(line.cells):
            item = self.item(row, column)
            if item is None:
                item = QTableWidgetItem()
                right = self._is_figures(column)
                item.setTextAlignment(Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft)
                self.setItem(row, column, item)
            sign = _SIGNS.get(line.mark, _BLANK) + " " if signs and column == 0 else ""
            item.setText(f"{sign}{text}")
            item.setData(_SPACE, line.space)
            item.setData(_MARK, line.mark)

    def _fit(self) -> None:
        """Figures and short words as narrow as they are; long words share the rest and wrap."""
        header = self.horizontalHeader()
        for column in range(self.columnCount()):
            width = max(self._width(row, column) for row in range(self.rowCount()))
            if self._is_figures(column) or (column and width <= _NARROW):
                header.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
                header.resizeSection(column, width)
            else:
                header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        self.resizeRowsToContents()
        self.setFixedHeight(sum(self.rowHeight(row) for row in range(self.rowCount())) + 2)

    def _width(self, row: int, column: int) -> int:
        item = self.item(row, column)
        assert item is not None
        metrics = QFontMetrics(_CellDelegate.font(item.data(_MARK)))
        return metrics.horizontalAdvance(item.text()) + 2 * _PAD + _GAP

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width wraps elsewhere."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def _show_place(self, row: int, _column: int) -> None:
        item = self.item(row, 0)
        space = item.data(_SPACE) if item is not None else ""
        if isinstance(space, str) and space:
            self.table.show_space(space)


class ChartSection(QWidget):
    """A heading to fold, the chart, its notes."""

    def __init__(self, table: Table, chart: Chart, unfolded: bool) -> None:
        super().__init__()
        self.table, self.chart = table, chart
        self.grid: ChartGrid | None = None
        self.is_unfolded = unfolded
        self.button = QToolButton()
        self.button.setText(chart.title)
        self.button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.button.setFont(ui(13, QFont.Weight.DemiBold))
        self.button.clicked.connect(lambda: self.unfold(not self.is_unfolded))
        self.notes = QLabel(wordWrap=True)
        self.notes.setProperty("role", "dim")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(2)
        self._column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)
        self._column.addWidget(self.notes)
        self._show_notes()
        self.unfold(unfolded)

    def show_chart(self, chart: Chart) -> None:
        """Show other figures."""
        self.chart = chart
        self._show_notes()
        if self.grid is not None:
            self.grid.show_chart(chart)

    def _show_notes(self) -> None:
        rule = f" {self.chart.rule}." if self.chart.rule else ""
        self.notes.setText(" ".join(self.chart.notes) + rule)

    def unfold(self, on: bool) -> None:
        """Show the rows, or only the heading."""
        self.is_unfolded = on
        self.button.setArrowType(Qt.ArrowType.DownArrow if on else Qt.ArrowType.RightArrow)
        if on and self.grid is None:
            self.grid = ChartGrid(self.table, self.chart)
            self._column.insertWidget(1, self.grid)
        if self.grid is not None:
            self.grid.setVisible(on)
        self.notes.setVisible(on and bool(self.notes.text().strip()))


class ChartsView(QScrollArea):
    """All charts of a game. What was unfolded stays unfolded."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.sections: dict[str, ChartSection] = {}
        self._inside = QWidget()
        self._column = QVBoxLayout(self._inside)
        self._column.setContentsMargins(0, 0, 6, 0)
        self._column.setSpacing(6)
        self._column.addStretch(1)
        self.setWidget(self._inside)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setAutoFillBackground(False)
        self._inside.setAutoFillBackground(False)
        table.theme_changed.connect(lambda _theme: self._inside.update())

    def show_charts(self, charts: Sequence[Chart]) -> None:
        """Show these; sections that are there already only get new figures."""
        if [chart.id for chart in charts] != list(self.sections):
            self._rebuild(charts)
            return
        for chart in charts:
            if self.sections[chart.id].chart != chart:
                self.sections[chart.id].show_chart(chart)

    def _rebuild(self, charts: Sequence[Chart]) -> None:
        known = {name: section.is_unfolded for name, section in self.sections.items()}
        for section in self.sections.values():
            self._column.removeWidget(section)
            section.hide()
            section.deleteLater()
        self.sections = {}
        for number, chart in enumerate(charts):
            section = ChartSection(self.table, chart, known.get(chart.id, number == 0))
            self.sections[chart.id] = section
            self._column.insertWidget(number, section)
