"""The economy: numbers that the game keeps, by power, with what changed since the turn began."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QShowEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QLabel,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from wargame_desktop.core.engine import view_for
from wargame_desktop.core.state import State
from wargame_desktop.gui.fonts import ui
from wargame_desktop.gui.table import Table
from wargame_desktop.reports.wording import turn_title

from .charts import ChartsView
from .log_feed import feed_of
from .numbers_table import Block, Figure, number_blocks

_FIGURE = int(Qt.ItemDataRole.UserRole)
_HEADING = _FIGURE + 1
_ROW = 26
_LEAST_COLUMN = 72


class _FigureDelegate(QStyledItemDelegate):
    """A number at the right, its change before it with a sign."""

    def __init__(self, table: Table, parent: QWidget) -> None:
        super().__init__(parent)
        self.table = table

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Headings small and dim, figures with their change."""
        win, rect = self.table.theme.window, option.rect.adjusted(4, 0, -6, 0)
        figure = index.data(_FIGURE)
        painter.save()
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if not isinstance(figure, Figure):
            heading = bool(index.data(_HEADING))
            font = ui(11, QFont.Weight.DemiBold) if heading else ui(13)
            painter.setFont(font)
            painter.setPen(win.dim if heading else win.text)
            text = QFontMetrics(font).elidedText(
                str(index.data() or ""), Qt.TextElideMode.ElideRight, rect.width()
            )
            painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter if index.column() == 0 else right, text)
            if not heading:
                painter.setPen(win.line)
                painter.drawLine(option.rect.bottomLeft(), option.rect.bottomRight())
            painter.restore()
            return
        painter.setPen(win.line)
        painter.drawLine(option.rect.bottomLeft(), option.rect.bottomRight())
        font = ui(13, QFont.Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(win.text)
        painter.drawText(rect, right, str(figure.value))
        if figure.change:
            painter.setPen(win.good if figure.change > 0 else win.bad)
            painter.setFont(ui(12))
            used = QFontMetrics(font).horizontalAdvance(str(figure.value)) + 8
            painter.drawText(rect.adjusted(0, 0, -used, 0), right, signed(figure.change))
        painter.restore()


def signed(change: int) -> str:
    """A change with its sign."""
    return f"+{change}" if change > 0 else f"−{-change}" if change else "0"


class NumbersPanel(QFrame):
    """Treasuries, tracks and other numbers that the viewer may know."""

    def __init__(self, table: Table, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "panel")
        self.table, self.feed = table, feed_of(table)
        self.blocks: list[Block] = []
        self._stale = True
        self._start: tuple[int, str | None, State] | None = None
        self.model = QStandardItemModel(self)
        self._build()
        table.session.changed.connect(self._changed)
        for signal in (self.feed.line_changed, self.feed.cursor_moved, self.feed.read_more):
            signal.connect(self._changed)
        table.theme_changed.connect(lambda _theme: self.view.viewport().update())

    def _build(self) -> None:
        heading = QLabel(self.tr("NUMBERS"))
        heading.setProperty("role", "heading")
        self.note = QLabel(wordWrap=True)
        self.note.setProperty("role", "dim")
        self.view = QTableView()
        self.view.setModel(self.model)
        self.view.setItemDelegate(_FigureDelegate(self.table, self.view))
        self.view.setProperty("role", "bare")
        self.view.setFrameShape(QFrame.Shape.NoFrame)
        self.view.setShowGrid(False)
        self.view.setAccessibleName(self.tr("Numbers of the game"))
        self.view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.view.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.view.horizontalHeader().hide()
        self.view.verticalHeader().hide()
        self.view.verticalHeader().setDefaultSectionSize(_ROW)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(heading)
        layout.addWidget(self.note)
        layout.addWidget(self.view, 1)
        self.charts = ChartsView(self.table)
        self.charts.hide()
        layout.addWidget(self.charts, 1)

    # Keeping up

    def showEvent(self, event: QShowEvent) -> None:
        """What changed while the panel was out of sight is shown now."""
        super().showEvent(event)
        if self._stale:
            self.refresh()

    def _changed(self, _what: object = None) -> None:
        self._stale = True
        if self.isVisible() or self.table.session.waiting_for is not None:
            self.refresh()

    def refresh(self) -> None:
        """Show the numbers of the position shown."""
        self._stale = False
        session = self.table.session
        if session.waiting_for is not None:
            self._show([])
            self.charts.show_charts(())
            self.note.clear()
            return
        charts = session.tables()
        self.charts.setVisible(bool(charts))
        self.view.setVisible(not charts)
        if charts:
            self.charts.show_charts(charts)
            self.note.setText(turn_title(session.system, session.view))
            return
        before = self._turn_start()
        self._show(number_blocks(session.system, session.view, before))
        turn = turn_title(session.system, session.view)
        since = (
            self.tr("{}; changes since it began").format(turn) if turn else self.tr("Changes since the start")
        )
        self.note.setText(since if self.blocks else self.tr("This game keeps no numbers."))

    def _turn_start(self) -> State | None:
        """What the viewer knew when the turn began; None while the log has not been read so far back."""
        feed, session = self.feed, self.table.session
        turn, at = turn_title(session.system, session.view), feed.at
        while at > feed.first and (not turn or feed.read_at(at - 1).turn == turn):
            at -= 1
        if at == feed.first and feed.first > 0:
            return None
        node = session.node if at == feed.at else feed.line[at].parent
        assert node is not None
        if self._start is None or self._start[:2] != (node.id, session.viewer):
            state = session.game.timeline.state_at(node)
            self._start = (node.id, session.viewer, view_for(session.system, state, session.viewer))
        return self._start[2]

    def _show(self, blocks: list[Block]) -> None:
        if [block.shape for block in blocks] != [block.shape for block in self.blocks]:
            self._rebuild(blocks)
        row = 0
        for block in blocks:
            row += _has_heading(block)
            for name, figures in block.rows:
                for column, figure in enumerate(figures, 1):
                    item = self.model.item(row, column)
                    if item.data(_FIGURE) != figure:
                        item.setData(figure, _FIGURE)
                        item.setText(_spoken(name, figure))
                row += 1
        self.blocks = blocks

    def _rebuild(self, blocks: list[Block]) -> None:
        self.model.clear()
        columns = 1 + max((len(block.columns) for block in blocks), default=0)
        self.model.setColumnCount(columns)
        for block in blocks:
            if _has_heading(block):
                texts = [block.title, *block.columns, *[""] * columns][:columns]
                self.model.appendRow([_heading(text) for text in texts])
            for name, _figures in block.rows:
                self.model.appendRow([QStandardItem(name), *(QStandardItem() for _ in range(1, columns))])
        header = self.view.horizontalHeader()
        header.setMinimumSectionSize(_LEAST_COLUMN)
        for column in range(columns):
            mode = QHeaderView.ResizeMode.Stretch if column == 0 else QHeaderView.ResizeMode.Fixed
            header.setSectionResizeMode(column, mode)
            if column:
                header.resizeSection(column, _LEAST_COLUMN)


def _has_heading(block: Block) -> bool:
    return bool(block.title or any(block.columns))


def _heading(text: str) -> QStandardItem:
    item = QStandardItem(text)
    item.setData(True, _HEADING)
    return item


def _spoken(name: str, figure: Figure | None) -> str:
    """A figure in words, for screen readers and copying."""
    if figure is None:
        return ""
    change = f" ({signed(figure.change)})" if figure.change else ""
    return f"{name}: {figure.value}{change}"
