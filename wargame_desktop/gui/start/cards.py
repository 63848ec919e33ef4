"""Lists of cards: a title, a few words, and a picture where there is one. Keys work as in any list."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent, QPainter, QPen, QPixmap, QTextLayout, QTextOption
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from wargame_desktop.gui.fonts import ui
from wargame_desktop.gui.theme import Theme

from .pictures import draw_picture

_CARD = Qt.ItemDataRole.UserRole
_PAD = 10.0
_GAP = 6.0
_PICTURE = QSize(104, 64)


@dataclass(frozen=True)
class Card:
    """What stands on one card. `map_ref` names the map whose picture it shows; `value` is what it means."""

    title: str
    text: str = ""
    note: str = ""
    problem: str = ""
    map_ref: str = ""
    value: Any = None

    @property
    def spoken(self) -> str:
        """The card in words."""
        return ". ".join(
            part.rstrip(".") for part in (self.title, self.text, self.note, self.problem) if part
        )


class CardList(QListWidget):
    """A list of cards. Enter or a double click says that the chosen card is the one."""

    chosen = Signal(object)
    """The value of the current card."""
    confirmed = Signal(object)
    """The value of the card that was confirmed."""

    def __init__(self, name: str, theme: Theme, lines: int = 3, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setProperty("role", "bare")
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.setUniformItemSizes(False)
        self._delegate = _CardDelegate(theme, lines, self)
        self.setItemDelegate(self._delegate)
        self.currentItemChanged.connect(self._current_changed)
        self.itemDoubleClicked.connect(lambda item: self.confirmed.emit(_card(item).value))

    def show_cards(self, cards: list[Card]) -> None:
        """Show other cards; the first is chosen."""
        self.blockSignals(True)
        self.clear()
        for card in cards:
            self._write(QListWidgetItem(self), card)
        self.blockSignals(False)
        self.setCurrentRow(0 if cards else -1)

    def _write(self, item: QListWidgetItem, card: Card) -> None:
        item.setText(card.title)
        item.setData(_CARD, card)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, card.spoken)

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self._delegate.theme = theme
        self.viewport().update()

    def show_picture(self, map_ref: str, picture: QPixmap | None) -> None:
        """The picture of a map has been painted."""
        # Shrunk once with care: shrinking by so much while drawing would leave only dots of the lettering.
        self._delegate.pictures[map_ref] = None if picture is None else _thumbnail(picture)
        self.viewport().update()

    def cards(self) -> list[Card]:
        """All cards."""
        return [_card(self.item(row)) for row in range(self.count())]

    def change_card(self, row: int, card: Card) -> None:
        """Say something else on one card."""
        self._write(self.item(row), card)
        self.scheduleDelayedItemsLayout()

    def fit(self, most: int) -> None:
        """Be as high as the cards, up to a limit."""
        height = sum(self.sizeHintForRow(row) for row in range(self.count()))
        self.setFixedHeight(min(most, height + 2 * self.frameWidth()))

    @property
    def current_card(self) -> Card | None:
        """The card that is chosen, None when there is none."""
        return _card(self.currentItem()) if self.currentRow() >= 0 else None

    @property
    def current(self) -> Any:
        """The value of the card that is chosen, None when there is none."""
        card = self.current_card
        return None if card is None else card.value

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter confirms."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
            if self.currentRow() >= 0:
                self.confirmed.emit(self.current)
            return
        super().keyPressEvent(event)

    def resizeEvent(self, event: Any) -> None:
        """Cards are as high as their text at the new width."""
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def changeEvent(self, event: QEvent) -> None:
        """A change of font changes the height of cards."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.scheduleDelayedItemsLayout()

    def _current_changed(self, item: QListWidgetItem | None) -> None:
        self.chosen.emit(None if item is None else _card(item).value)


def _thumbnail(picture: QPixmap) -> QPixmap:
    expanding, smooth = (
        Qt.AspectRatioMode.KeepAspectRatioByExpanding,
        Qt.TransformationMode.SmoothTransformation,
    )
    return picture.scaled(_PICTURE * 2, expanding, smooth)


def _card(item: QListWidgetItem) -> Card:
    card = item.data(_CARD)
    assert isinstance(card, Card)
    return card


class _CardDelegate(QStyledItemDelegate):
    """Draws cards. Heights follow from the text."""

    def __init__(self, theme: Theme, lines: int, view: QListWidget) -> None:
        super().__init__(view)
        self.theme = theme
        self.pictures: dict[str, QPixmap | None] = {}
        self._lines = lines
        self._view = view

    def sizeHint(self, _option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """The width of the list, and the height its text takes."""
        width = self._view.viewport().width()
        card = index.data(_CARD)
        height = sum(size for *_, size in self._blocks(card, self._text_width(card, width)))
        if card.map_ref:
            height = max(height, float(_PICTURE.height()))
        return QSize(width, round(height + 2 * _PAD + _GAP))

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """One card."""
        card = index.data(_CARD)
        rect = QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5 - _GAP)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter, rect, option.state)
        left = rect.left() + _PAD
        if card.map_ref:
            frame = QRectF(left, rect.top() + _PAD, _PICTURE.width(), _PICTURE.height())
            draw_picture(painter, frame, self.pictures.get(card.map_ref), self.theme, 5)
            left += _PICTURE.width() + _PAD
        top = rect.top() + _PAD
        for text, font, colour, height in self._blocks(card, rect.right() - _PAD - left):
            painter.setPen(colour)
            _draw_wrapped(painter, text, font, QRectF(left, top, rect.right() - _PAD - left, height))
            top += height
        painter.restore()

    def _paint_ground(self, painter: QPainter, rect: QRectF, state: QStyle.StateFlag) -> None:
        window = self.theme.window
        selected = bool(state & QStyle.StateFlag.State_Selected)
        focused = selected and self._view.hasFocus()
        hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        ground = window.selection if selected else window.hover if hovered else window.panel
        painter.setPen(QPen(window.accent if selected else window.line, 2.0 if focused else 1.0))
        painter.setBrush(ground)
        painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)

    def _text_width(self, card: Card, width: float) -> float:
        return width - 1 - 2 * _PAD - (_PICTURE.width() + _PAD if card.map_ref else 0)

    def _blocks(self, card: Card, width: float) -> list[tuple[str, QFont, Any, float]]:
        """The texts of a card with font, colour and height."""
        window = self.theme.window
        parts = (
            (card.title, ui(13, QFont.Weight.DemiBold), window.text, 2),
            (card.text, ui(12), window.dim, self._lines),
            (card.note, ui(12), window.accent, 1),
            (card.problem, ui(12), window.bad, 4),
        )
        return [
            (text, font, colour, _wrapped_height(text, font, width, lines) + 2)
            for text, font, colour, lines in parts
            if text
        ]


def _laid_out(text: str, font: QFont, width: float) -> QTextLayout:
    layout = QTextLayout(text, font)
    layout.setTextOption(QTextOption(Qt.AlignmentFlag.AlignLeft))
    layout.beginLayout()
    top = 0.0
    while (line := layout.createLine()).isValid():
        line.setLineWidth(max(20.0, width))
        line.setPosition(QPointF(0, top))
        top += line.height()
    layout.endLayout()
    return layout


def _wrapped_height(text: str, font: QFont, width: float, most: int) -> float:
    layout = _laid_out(text, font, width)
    return sum(layout.lineAt(number).height() for number in range(min(most, layout.lineCount())))


def _draw_wrapped(painter: QPainter, text: str, font: QFont, rect: QRectF) -> None:
    """Text in lines; the last one that has room ends in dots when there is more."""
    layout = _laid_out(text, font, rect.width())
    painter.setFont(font)
    for number in range(layout.lineCount()):
        line = layout.lineAt(number)
        end = line.y() + line.height()
        following = layout.lineAt(number + 1) if number + 1 < layout.lineCount() else None
        if following is not None and end + following.height() > rect.height():
            rest = text[line.textStart() :]
            shown = painter.fontMetrics().elidedText(rest, Qt.TextElideMode.ElideRight, round(rect.width()))
            painter.drawText(QRectF(rect.left(), rect.top() + line.y(), rect.width(), line.height()), shown)
            return
        line.draw(painter, rect.topLeft())
