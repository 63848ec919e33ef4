"""The order of battle as a tree of items; only powers and places that differ are made anew."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, QRectF, Qt
from PySide6.QtGui import QFont, QIcon, QPainter, QPixmap, QStandardItem, QStandardItemModel

from wargame_desktop.gui.counters.nations import paint_mark
from wargame_desktop.gui.faces import nation_of
from wargame_desktop.gui.fonts import ui
from wargame_desktop.gui.table import Table
from wargame_desktop.reports.oob import Place, PowerForces, Row

PIECES = int(Qt.ItemDataRole.UserRole)
"""The ids of the pieces that a row stands for, as a list."""
SPACE = PIECES + 1
"""The space that a row stands for."""
_MARK_SIDE = 18


class ForcesModel(QStandardItemModel):
    """Two columns: what it is, and how many."""

    def __init__(self, table: Table, parent: QObject | None = None) -> None:
        super().__init__(0, 2, parent)
        self.table = table
        self._shown: list[PowerForces] = []

    def show_powers(self, powers: Sequence[PowerForces]) -> None:
        """Bring the tree in step with a report."""
        if [power.power for power in self._shown] != [power.power for power in powers]:
            self._rebuild(powers)
        else:
            for number, power in enumerate(powers):
                if power != self._shown[number]:
                    self._update_power(number, self._shown[number], power)
        self._shown = list(powers)

    def _rebuild(self, powers: Sequence[PowerForces]) -> None:
        self.removeRows(0, self.rowCount())
        for power in powers:
            item = _item(power.name, font=ui(13, QFont.Weight.DemiBold))
            item.setToolTip(power.side)
            item.setIcon(self._mark(power.power))
            for place in power.places:
                item.appendRow(_place_items(place, power.name))
            self.appendRow([item, _number(power.count, strong=True)])

    def _update_power(self, number: int, old: PowerForces, new: PowerForces) -> None:
        parent = self.item(number)
        self.item(number, 1).setText(str(new.count))
        before = {place.space: place for place in old.places}
        after = {place.space for place in new.places}
        kept = [place.space for place in old.places if place.space in after]
        if kept != [place.space for place in new.places if place.space in before]:
            # A carrier went elsewhere, and its hold goes to another place in the list.
            parent.removeRows(0, parent.rowCount())
            before, old = {}, replace(old, places=())
        for row in range(len(old.places) - 1, -1, -1):
            if old.places[row].space not in after:
                parent.removeRow(row)
        for row, place in enumerate(new.places):
            if place.space not in before:
                parent.insertRow(row, _place_items(place, new.name))
            elif place != before[place.space]:
                _update_place(parent, row, place, new.name)

    def _mark(self, power: str) -> QIcon:
        theme = self.table.theme
        style = theme.nation(nation_of(self.table.session.system, power))
        pixmap = QPixmap(_MARK_SIDE * 2, _MARK_SIDE * 2)
        pixmap.setDevicePixelRatio(2)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(style.body)
        painter.drawRoundedRect(QRectF(0, 0, _MARK_SIDE, _MARK_SIDE), 4, 4)
        paint_mark(painter, QRectF(3, 3, _MARK_SIDE - 6, _MARK_SIDE - 6), style)
        painter.end()
        return QIcon(pixmap)

    def repaint_marks(self) -> None:
        """Paint the marks of the powers in the theme in force."""
        for number, power in enumerate(self._shown):
            self.item(number).setIcon(self._mark(power.power))


def _item(text: str, font: QFont | None = None) -> QStandardItem:
    item = QStandardItem(text)
    item.setEditable(False)
    if font is not None:
        item.setFont(font)
    return item


def _number(count: int, strong: bool = False) -> QStandardItem:
    item = _item(str(count), ui(13, QFont.Weight.DemiBold) if strong else ui(13))
    item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    return item


def _place_items(place: Place, power: str) -> list[QStandardItem]:
    item = _item(place.name)
    item.setToolTip(place.name)
    item.setData(place.space, SPACE)
    for row in place.rows:
        item.appendRow(_row_items(row, power))
    return [item, _number(_count(place))]


def _update_place(parent: QStandardItem, row: int, place: Place, power: str) -> None:
    item = parent.child(row)
    item.setText(place.name)
    item.removeRows(0, item.rowCount())
    for each in place.rows:
        item.appendRow(_row_items(each, power))
    parent.child(row, 1).setText(str(_count(place)))


def _row_items(row: Row, power: str) -> list[QStandardItem]:
    name = row.name.removeprefix(f"{power} ")  # the power stands above already
    text = f"{name} ({', '.join(row.notes)})" if row.notes else name
    item = _item(text)
    item.setToolTip(text)
    item.setData(list(row.pieces), PIECES)
    return [item, _number(row.count)]


def _count(place: Place) -> int:
    return sum(row.count for row in place.rows)
