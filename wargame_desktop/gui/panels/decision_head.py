"""Who has to decide, and what the rules ask: the head of the decision panel."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from wargame_desktop.gui.counters.nations import paint_mark
from wargame_desktop.gui.faces import nation_of
from wargame_desktop.gui.fonts import serif
from wargame_desktop.gui.session import BOT
from wargame_desktop.gui.table import Table

_SIDE = 40
_MOST_MARKS = 4


class NationChip(QWidget):
    """The colours and marks of up to four nations in a small square."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self._table = table
        self._nations: tuple[str, ...] = ()
        self.setFixedSize(QSize(_SIDE, _SIDE))
        table.theme_changed.connect(self._theme_changed)

    def show_powers(self, powers: Sequence[str]) -> None:
        """Show these powers."""
        system = self._table.session.system
        nations = tuple(nation_of(system, power) for power in powers[:_MOST_MARKS])
        self.setAccessibleName(", ".join(system.power_name(power) for power in powers))
        if nations != self._nations:
            self._nations = nations
            self.setVisible(bool(nations))
            self.update()

    def _theme_changed(self, _theme: object) -> None:
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """A square cut into as many fields as there are nations."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(self.width() / _SIDE, self.height() / _SIDE)
        frame = QPainterPath()
        frame.addRoundedRect(QRectF(0, 0, _SIDE, _SIDE), 6, 6)
        painter.setClipPath(frame)
        for cell, nation in zip(_cells(len(self._nations)), self._nations, strict=True):
            style = self._table.theme.nation(nation)
            painter.fillRect(cell, style.body)
            size = min(cell.width(), cell.height()) * (0.5 if len(self._nations) == 1 else 0.56)
            mark = QRectF(cell.center().x() - size / 2, cell.center().y() - size / 2, size, size)
            paint_mark(painter, mark, style)


def _cells(count: int) -> list[QRectF]:
    half = _SIDE / 2
    if count <= 1:
        return [QRectF(0, 0, _SIDE, _SIDE)] * count
    if count == 2:
        return [QRectF(0, 0, half, _SIDE), QRectF(half, 0, half, _SIDE)]
    quarters = [QRectF(x, y, half, half) for y in (0, half) for x in (0, half)]
    return quarters if count == 4 else [*quarters[:2], QRectF(0, half, _SIDE, half)]


class DecisionHead(QWidget):
    """Chip, title, who decides, and the rules' words with their number."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self._table = table
        self.chip = NationChip(table)
        self.title = _label("title")
        self.title.setFont(serif(23))  # for its lining figures, which a style sheet cannot ask for
        self.who = _label("dim")
        self.text = _label("note")
        self.text.setTextFormat(Qt.TextFormat.RichText)
        self._prompt = ("", "")
        names = QVBoxLayout()
        names.setSpacing(0)
        names.addWidget(self.title)
        names.addWidget(self.who)
        top = QHBoxLayout()
        top.setSpacing(12)
        top.addWidget(self.chip, 0, Qt.AlignmentFlag.AlignTop)
        top.addLayout(names, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        column.addLayout(top)
        column.addWidget(self.text)
        table.theme_changed.connect(self._theme_changed)

    def refresh(self) -> None:
        """Say who decides what, as far as the viewer may know."""
        session = self._table.session
        if session.waiting_for is not None:
            name = session.system.side_name(session.waiting_for)
            self._show((), self.tr("Hand-over"), self.tr("{side} sits down now.").format(side=name), "", "")
            return
        decision = session.decision
        if decision is None:
            self._show((), self.tr("The game is over"), "", "", "")
            return
        powers = self._powers(decision.owner)
        if session.may_act:
            prompt = decision.prompt
            self._show(powers, prompt.title, self._who(decision.owner), prompt.text, prompt.rule)
        else:
            wait = self.tr("{side} decides").format(side=session.owner_name)
            self._show(powers, wait, self._who(decision.owner), "", "")

    def _powers(self, owner: str) -> tuple[str, ...]:
        powers = self._table.session.view.powers
        if owner in powers:
            return (owner,)
        return tuple(power for power, side in powers.items() if side == owner)

    def _who(self, owner: str) -> str:
        session = self._table.session
        seat = session.seat_of(owner)
        name = str(seat.get("name") or "") if seat else ""
        player = str(seat.get("player") or "") if seat else ""
        known = session.owner_name
        parts = [known, "" if name.lower() in known.lower() else name]
        parts.append(self.tr("played by the program") if player == BOT else "")
        return " · ".join(part for part in parts if part)

    def _show(self, powers: Sequence[str], title: str, who: str, text: str, rule: str) -> None:
        self.chip.show_powers(powers)
        self.chip.setVisible(bool(powers))
        self.title.setText(title)
        self.who.setText(who)
        self.who.setVisible(bool(who))
        self._prompt = (text, rule)
        self._show_text()

    def _show_text(self) -> None:
        text, rule = self._prompt
        warn = self._table.theme.window.warn.name()
        number = f' <span style="color:{warn}">{escape(rule)}</span>' if rule else ""
        self.text.setText(escape(text).replace("\n", "<br>") + number)
        self.text.setVisible(bool(text or rule))

    def _theme_changed(self, _theme: object) -> None:
        self._show_text()


def _label(role: str) -> QLabel:
    label = QLabel()
    label.setProperty("role", role)
    label.setWordWrap(True)
    label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label
