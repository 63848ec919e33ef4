"""The shop: what can be bought, built or has to be placed now, what it costs and where it may go."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from wargame_desktop.core.action import Action
from wargame_desktop.core.refusal import Refusal, refuse
from wargame_desktop.core.sequence import Target
from wargame_desktop.gui.table import Table
from wargame_desktop.systems.tables import Shop, ShopRow, Shortcut

from .forms import RefusalLabel
from .shop_basket import ShopBasket, titled
from .shop_pool import ShopPool

_LINES = 3
_HIGHEST = 16_777_215
"""Qt's word for no limit."""


class ShopPanel(QFrame):
    """Money, wares, the one in hand, and the buttons; hidden while there is nothing to take."""

    drag_started = Signal(object)
    drag_moved = Signal(QPoint)
    drag_dropped = Signal(QPoint)
    drag_cancelled = Signal()

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.shop: Shop | None = None
        self.shortcuts: list[QPushButton] = []
        self._asking = False
        self.setProperty("role", "panel")
        self.setAccessibleName(self.tr("Purchase and placement"))
        self._make_parts()
        self._lay_out()
        self._connect()
        self.refresh()

    def _make_parts(self) -> None:
        self.heading = _label("heading")
        self.money = QLabel()
        self.money.setAccessibleName(self.tr("Money left"))
        self.note = _label("dim")
        self.pool, self.basket = ShopPool(self.table), ShopBasket(self.table)
        self.detail = _label("")
        self.detail.setTextFormat(Qt.TextFormat.RichText)
        self.detail.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.refusal = RefusalLabel(self.table)
        self.do_button = QPushButton()
        self.do_button.setProperty("role", "primary")
        self.clear_button = QPushButton(self.tr("Clear"))

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(titled(self.heading, self.money))
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.do_button, 1)
        buttons.addWidget(self.clear_button)
        self._button_line = QWidget()
        self._button_line.setLayout(buttons)
        buttons.setContentsMargins(0, 0, 0, 0)
        self._shortcut_line = QVBoxLayout()
        self._shortcut_line.setSpacing(6)
        # What is in hand and the button stand above a long list, so that they are always in sight.
        for part in (self.refusal, self._button_line, self.note, self.detail, self.pool, self.basket):
            column.addWidget(part)
        column.addLayout(self._shortcut_line)

    def _connect(self) -> None:
        table, pool = self.table, self.pool
        table.session.changed.connect(lambda _changed: self.refresh())
        table.edit_mode_changed.connect(lambda _on: self.refresh())
        table.session.refused.connect(self._refused)
        pool.chosen.connect(self._show_row)
        pool.taken.connect(self._take)
        self.basket.looked.connect(self._show_row)
        self.basket.changed.connect(self._show_money)
        self.do_button.clicked.connect(self._do)
        self.clear_button.clicked.connect(self.basket.clear)
        for mine, its in (
            (self.drag_started, pool.drag_started),
            (self.drag_moved, pool.drag_moved),
            (self.drag_dropped, pool.drag_dropped),
            (self.drag_cancelled, pool.drag_cancelled),
        ):
            its.connect(mine)

    # What there is

    def refresh(self) -> None:
        """Show what can be had now."""
        session = self.table.session
        shop = None if session.waiting_for is not None or self.table.edit_mode else session.shop
        if (shop is None or self.shop is None or shop.title != self.shop.title) and self.shop != shop:
            self.basket.clear()
        self.shop = shop
        self.refusal.show_refusals(())
        self.setVisible(shop is not None)
        if shop is None:
            self.pool.show_rows(())
            self.table.overlay_wanted.emit("highlight", ())
            return
        self.heading.setText(shop.title.upper())
        self.note.setText(shop.note)
        self.note.setVisible(bool(shop.note))
        for label in (self.note, self.detail):
            label.setMinimumHeight(0)
            label.setMaximumHeight(_HIGHEST)
        with_basket = shop.basket is not None
        self.basket.setVisible(with_basket)
        self.pool.setVisible(not with_basket and bool(shop.rows))
        if with_basket:
            self.basket.show_rows(shop.rows, shop.money or 0)
            self._show_row(None)
        else:
            self.pool.show_rows(shop.rows)
        self._show_money()
        self._show_shortcuts(shop.shortcuts)

    def _show_money(self) -> None:
        shop = self.shop
        if shop is None:
            return
        cost = self.basket.cost if shop.basket is not None else 0
        self.money.setVisible(shop.money is not None)
        if shop.money is not None:
            left = self.tr("{left} left").format(left=coins(shop.money - cost, shop.coin))
            self.money.setText(f"<b>{escape(left)}</b>")
        self.do_button.setEnabled(True)
        if shop.basket is not None:
            count = sum(self.basket.order.values())
            text = self.tr("Buy {count} for {cost}").format(count=count, cost=coins(cost, shop.coin))
            self.do_button.setText(text if count else self.tr("Nothing ordered yet"))
            self.do_button.setEnabled(bool(count))
            self.clear_button.setEnabled(bool(count))
        self.clear_button.setVisible(shop.basket is not None)
        self._show_button()

    def _show_button(self) -> None:
        shop, row = self.shop, self.pool.current
        with_action = shop is not None and shop.basket is None and row is not None and row.action is not None
        if with_action and row is not None:
            price = "" if row.cost is None or shop is None else coins(row.cost, shop.coin)
            self.do_button.setText(
                self.tr("Do it for {cost}").format(cost=price) if price else self.tr("Do it")
            )
            self.do_button.setEnabled(not row.why_not)
        self._button_line.setVisible(shop is not None and (shop.basket is not None or with_action))

    def _show_shortcuts(self, shortcuts: tuple[Shortcut, ...]) -> None:
        if [button.text() for button in self.shortcuts] == [one.title for one in shortcuts]:
            return
        for button in self.shortcuts:
            self._shortcut_line.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.shortcuts = [QPushButton(one.title) for one in shortcuts]
        for button, one in zip(self.shortcuts, shortcuts, strict=True):
            button.clicked.connect(lambda _checked=False, action=one.action: self._play(action))
            self._shortcut_line.addWidget(button)

    # The row in hand

    def _show_row(self, row: ShopRow | None) -> None:
        with_basket = self.shop is not None and self.shop.basket is not None
        self.detail.setText("" if row is None else self._words(row))
        self.detail.setVisible(row is not None)
        # In one place, so that what lies below does not jump while the mouse goes over it.
        has_rows = self.shop is not None and bool(self.shop.rows)
        self.note.setVisible(row is None and bool(self.note.text()))
        lines = self.detail.fontMetrics().lineSpacing() * (_LINES if with_basket else _LINES + 1)
        for label in (self.note, self.detail) if has_rows else ():
            label.setFixedHeight(lines)
        if not self.table.is_picking:
            self.table.overlay_wanted.emit("highlight", row.spaces if row is not None else ())
        self._show_button()

    def _words(self, row: ShopRow) -> str:
        win = self.table.theme.window
        name = row.name[:1].upper() + row.name[1:]
        figures = f'<span style="color:{win.dim.name()}">{escape(row.figures)}</span>'
        lines = [f"<b>{escape(name)}</b>: {figures}"]
        if row.why_not:
            lines.append(f'<span style="color:{win.bad.name()}">{escape(row.why_not)}</span>')
        if row.where:
            place = self.tr("In {where}") if row.action is not None else self.tr("May go to: {where}")
            lines.append(escape(place.format(where=row.where)))
        return "<br>".join(lines)

    def _take(self, row: ShopRow) -> None:
        """A click on a heap: the map asks where to; a unit that stays where it is is shown."""
        self.refusal.show_refusals(())
        if row.why_not:
            self.refusal.show_refusals((refuse("shop.not_now", row.why_not),))
        elif row.action is not None:
            self.table.show_pieces(row.pieces)
        elif row.pieces:
            targets = self.table.session.targets(row.pieces[:1])
            self.table.hint.emit(
                self.tr("{name}: click one of the lit places, or Esc.").format(name=row.name)
            )
            self.table.pick_space(targets, lambda space: self._put(targets[space]))

    def _put(self, target: Target) -> None:
        self._play(target.action)

    # Doing it

    def _do(self) -> None:
        shop, row = self.shop, self.pool.current
        if shop is None:
            return
        if shop.basket is not None:
            verb, argument = shop.basket
            order = tuple(self.basket.order.items())
            if order and self._play(self.table.session.system.notation.make(verb, {argument: order})):
                self.basket.clear()
        elif row is not None and row.action is not None:
            self._play(row.action)

    def _play(self, action: Action) -> bool:
        self.refusal.show_refusals(())
        self._asking = True
        try:
            return self.table.session.play(action)
        finally:
            self._asking = False

    def _refused(self, refusals: tuple[Refusal, ...], _text: str) -> None:
        if self._asking:
            self.refusal.show_refusals(refusals)


def coins(count: int, coin: str) -> str:
    """So many coins in words."""
    return f"{count} {coin}" if count == 1 or not coin else f"{count} {coin}s"


def _label(role: str) -> QLabel:
    label = QLabel()
    if role:
        label.setProperty("role", role)
    label.setWordWrap(True)
    return label
