"""How the battle board is laid out: head, both sides, words and chances, answers, quick resolution."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from wargame_desktop.gui.fonts import serif
from wargame_desktop.gui.table import Table
from wargame_desktop.systems.showing import ATTACKER, DEFENDER, Fight

from .battle_parts import AnswerButtons, Chances, Seam, SideBox, label
from .forms import RefusalLabel

_MARGIN, _WIDEST, _PADS = 10, 880, 44


class BattleFrame(QFrame):
    """The parts of the board in their places, over another widget."""

    def __init__(self, table: Table, over: QWidget) -> None:
        super().__init__(over)
        self.table, self.over = table, over
        self.folded = False
        self._make_parts()
        self._lay_out()

    def _make_parts(self) -> None:
        self.setProperty("role", "panel")
        self.setAccessibleName(self.tr("Battle board"))
        self.setAutoFillBackground(True)
        self.title = label("title")
        self.title.setFont(serif(21))
        self.steps = label("dim")
        self.steps.setTextFormat(Qt.TextFormat.RichText)
        self.fold_button = QToolButton()
        self.close_button = QToolButton()
        self.sides = {
            ATTACKER: SideBox(self.table, self.tr("attacking")),
            DEFENDER: SideBox(self.table, self.tr("defending")),
        }
        self.lines = label("dim")
        self.story = label("note")
        self.chances = Chances(self.table)
        self.picking = label("heading")
        self.answers = AnswerButtons()
        self.refusal = RefusalLabel(self.table)
        self.inside, self.area, self.foot = QWidget(), QScrollArea(), QWidget()
        self.back_button = QPushButton(self.tr("Step back"))
        self.ask_box = QCheckBox(self.tr("Ask me before retreats"))
        self.resolve_button = QPushButton(self.tr("Resolve this fight"))
        self.all_button = QPushButton(self.tr("Resolve all the rest"))

    def _lay_out(self) -> None:
        inside = QVBoxLayout(self.inside)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(8)
        inside.addLayout(self._both_sides())
        words = QVBoxLayout()
        words.setSpacing(6)
        words.addWidget(self.story)
        words.addWidget(self.lines)
        words.addStretch(1)
        below = QHBoxLayout()
        below.setSpacing(18)
        below.addLayout(words, 2)
        below.addWidget(self.chances, 4)
        inside.addLayout(below)
        inside.addStretch(1)
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setWidget(self.inside)
        self.inside.setAutoFillBackground(False)
        self.area.viewport().setAutoFillBackground(False)
        lower = QVBoxLayout(self.foot)
        lower.setContentsMargins(0, 0, 0, 0)
        lower.setSpacing(8)
        for answer in (self.picking, self.answers, self.refusal):
            lower.addWidget(answer)
        lower.addLayout(self._foot_line())
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(self._head_line())
        column.addWidget(self.steps)
        column.addWidget(self.area, 1)
        column.addWidget(self.foot)

    def _head_line(self) -> QHBoxLayout:
        head = QHBoxLayout()
        head.setSpacing(10)
        head.addWidget(self.title, 1)
        for button, name in ((self.fold_button, self.tr("Fold")), (self.close_button, self.tr("Put away"))):
            button.setAutoRaise(True)
            button.setAccessibleName(name)
            button.setToolTip(name)
            head.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        self.close_button.setText("✕")
        return head

    def _both_sides(self) -> QHBoxLayout:
        both = QHBoxLayout()
        both.setSpacing(18)
        both.addWidget(self.sides[ATTACKER], 1)
        both.addWidget(Seam(self.table))
        both.addWidget(self.sides[DEFENDER], 1)
        return both

    def _foot_line(self) -> QHBoxLayout:
        foot = QHBoxLayout()
        foot.setSpacing(8)
        foot.addWidget(self.back_button)
        foot.addWidget(self.ask_box)
        foot.addStretch(1)
        foot.addWidget(self.resolve_button)
        foot.addWidget(self.all_button)
        return foot

    def place(self) -> None:
        """At the foot of the map, as high as the fight needs and the map allows."""
        over = self.over
        width = min(_WIDEST, over.width() - 2 * _MARGIN)
        self.resize(width, self.height())
        self.inside.setFixedWidth(max(200, width - _PADS))
        wanted = self._wanted_height()
        height = min(wanted, over.height() - 2 * _MARGIN)
        self.setGeometry((over.width() - width) // 2, over.height() - height - _MARGIN, width, height)

    def _wanted_height(self) -> int:
        head = max(self.title.sizeHint().height(), 26) + (24 if not self.steps.isHidden() else 0)
        if self.folded:
            return head + _PADS
        column = self.inside.layout()
        assert column is not None
        column.activate()
        body = column.totalHeightForWidth(self.inside.width()) if column.hasHeightForWidth() else -1
        if body < 0:
            body = column.totalSizeHint().height()
        return head + body + self.foot.sizeHint().height() + _PADS + 16

    def show_steps(self, fight: Fight) -> None:
        """The steps of the fight, the current one strong."""
        accent = self.table.theme.window.accent.name()
        steps = [
            f'<b style="color:{accent}">{step}</b>' if number == fight.step else step
            for number, step in enumerate(fight.steps)
        ]
        self.steps.setText("  ›  ".join(steps))
        self.steps.setVisible(bool(steps))


def say(part: QLabel, lines: Sequence[str]) -> None:
    """Put lines on a label; without any it is hidden."""
    text = "\n".join(lines)
    part.setText(text)
    part.setVisible(bool(text))
