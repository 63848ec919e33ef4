"""What an action would lead to, shown before it is done: named figures, and exact chances as bars."""

from __future__ import annotations

from fractions import Fraction

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QVBoxLayout, QWidget

from wargame_desktop.gui.fonts import ui
from wargame_desktop.gui.table import Table
from wargame_desktop.systems.base import Chance, Preview

_ROW, _LABEL, _LEAST_BAR = 22, 72.0, 56.0


class ChanceBars(QWidget):
    """Outcomes one below the other; all bars share one scale, 0 to 100 %."""

    def __init__(self, table: Table, chance: Chance) -> None:
        super().__init__()
        self._table, self._chance = table, chance
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(chance.title)
        self.setAccessibleDescription(", ".join(f"{name} {figures(part)}" for name, part in chance.outcomes))

    def sizeHint(self) -> QSize:
        """As many rows as outcomes."""
        return QSize(240, _ROW * len(self._chance.outcomes))

    @staticmethod
    def _widest(texts: list[str]) -> float:
        metrics = QFontMetricsF(ui(12))
        return max((metrics.horizontalAdvance(text) for text in texts), default=0.0) + 10

    def _label_width(self, figures_width: float) -> float:
        """Long names get more room, but leave some for the bars."""
        widest = self._widest([name for name, _ in self._chance.outcomes])
        return max(_LABEL, min(widest, self.width() - figures_width - _LEAST_BAR))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Name, bar, fraction and percent."""
        colours = self._table.theme.window
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(ui(12))
        right_part = self._widest([figures(part) for _, part in self._chance.outcomes])
        label = self._label_width(right_part)
        room = max(10.0, self.width() - label - right_part)
        for row, (name, part) in enumerate(self._chance.outcomes):
            top = row * _ROW
            painter.setPen(colours.text)
            shown = painter.fontMetrics().elidedText(name, Qt.TextElideMode.ElideRight, int(label - 6))
            middle = Qt.AlignmentFlag.AlignVCenter
            painter.drawText(QRectF(0, top, label - 6, _ROW), middle | Qt.AlignmentFlag.AlignLeft, shown)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colours.track)
            painter.drawRoundedRect(QRectF(label, top + 6, room, _ROW - 12), 3, 3)
            painter.setBrush(colours.accent)
            painter.drawRoundedRect(QRectF(label, top + 6, max(2.0, room * float(part)), _ROW - 12), 3, 3)
            painter.setPen(colours.text)
            right = middle | Qt.AlignmentFlag.AlignRight
            painter.drawText(QRectF(self.width() - right_part, top, right_part, _ROW), right, figures(part))
        painter.end()


def figures(part: Fraction) -> str:
    """A chance as exact fraction and percent; what is not certain is never shown as if it were."""
    if part.denominator < 10_000:
        return f"{part}  {float(part):.1%}"
    percent = f"{float(part):.2%}"
    return {"100.00%": ">99.99%", "0.00%": "<0.01%"}.get(percent, percent)


class PreviewBox(QFrame):
    """The preview of the action in a form; hidden while there is none."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self._table = table
        self._shown: Preview | None = None
        self.setAccessibleName(self.tr("What to expect"))
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 4, 0, 4)
        self._column.setSpacing(4)
        self.hide()
        table.theme_changed.connect(lambda _theme: self.update())

    def show_preview(self, preview: Preview | None) -> None:
        """Show another preview, or none."""
        if preview == self._shown:
            return
        self._shown = preview
        while (item := self._column.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.deleteLater()
        self.setVisible(preview is not None)
        if preview is None:
            return
        for line in preview.lines:
            self._column.addWidget(self._label(line, ""))
        for chance in preview.chances:
            self._column.addWidget(self._label(chance.title, "heading"))
            self._column.addWidget(ChanceBars(self._table, chance))

    @staticmethod
    def _label(text: str, role: str) -> QLabel:
        label = QLabel(text)
        label.setWordWrap(True)
        label.setProperty("role", role)
        return label
