"""The actions on offer: a few as buttons, all of them in a list that can be searched."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QGridLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from wargame_desktop.core.sequence import Offer

from .forms_values import fit_rows

_ALL_AS_BUTTONS = 6
_AS_BUTTONS = 4
_MOST_ROWS = 8
_OFFER = Qt.ItemDataRole.UserRole


def is_plain(offer: Offer) -> bool:
    """Whether the action can be done without asking anything."""
    return not any(choice.required for choice in offer.arguments)


def main_offer(offers: Sequence[Offer]) -> Offer | None:
    """The action that goes on with the game: one that ends the phase, else the only plain one."""
    plain = [offer for offer in offers if is_plain(offer)]
    ending = [offer for offer in plain if offer.ends_phase]
    if ending:
        return ending[0]
    return plain[0] if len(plain) == 1 else None


def offers_that_matter(offers: Sequence[Offer]) -> list[Offer]:
    """The few to show as buttons: what ends the phase, what asks nothing, then in the rules' order."""
    ranked = sorted(offers, key=lambda offer: (not offer.ends_phase, not is_plain(offer)))
    return ranked if len(offers) <= _ALL_AS_BUTTONS else ranked[:_AS_BUTTONS]


def _text(offer: Offer) -> str:
    return offer.title if is_plain(offer) else f"{offer.title}…"


class OfferButtons(QWidget):
    """A grid of two columns; a long title takes the whole width."""

    chosen = Signal(object)
    filling = Signal(object)
    """An offer that can be done at once, but whose arguments the person wants to give."""

    def __init__(self) -> None:
        super().__init__()
        self._offers: dict[str, Offer] = {}
        self._shown: list[tuple[str, str, bool]] | None = None
        self.buttons: dict[str, QPushButton] = {}
        """By verb; an offer with a plain title has a second one, under the verb and an ellipsis."""
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(8)
        self._grid.setColumnStretch(0, 1)
        self._grid.setColumnStretch(1, 1)

    def show_offers(self, offers: Sequence[Offer], primary: str | None) -> None:
        """Make the buttons; those shown already are left as they are, with the keyboard in them."""
        self._offers = {offer.verb: offer for offer in offers}
        wanted = [(offer.verb, _text(offer) + offer.plain_title, offer.verb == primary) for offer in offers]
        if wanted == self._shown:
            return
        self._shown = wanted
        for button in self.buttons.values():
            self._grid.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.buttons = {}
        for offer in offers:
            if offer.plain_title:
                self.buttons[f"{offer.verb}…"] = self._filling_button(offer)
            self.buttons[offer.verb] = self._button(offer, offer.verb == primary)
        self._place()
        self.setVisible(bool(offers))

    def _filling_button(self, offer: Offer) -> QPushButton:
        button = QPushButton(f"{offer.title}…", self)
        button.setAccessibleName(offer.title)
        button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        button.clicked.connect(lambda: self.filling.emit(self._offers[offer.verb]))
        return button

    def _button(self, offer: Offer, primary: bool) -> QPushButton:
        button = QPushButton(offer.plain_title or _text(offer), self)
        button.setAccessibleName(offer.plain_title or offer.title)
        button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        if primary:
            button.setProperty("role", "primary")
        button.clicked.connect(lambda: self.chosen.emit(self._offers[offer.verb]))
        return button

    def _place(self) -> None:
        half = (self.width() - self._grid.spacing()) / 2
        buttons = list(self.buttons.values())
        for button in buttons:
            button.ensurePolished()  # the main one is bold, which makes it wider
        wide = [button.sizeHint().width() > half for button in buttons]
        row = column = 0
        for number, button in enumerate(buttons):
            # A button that would stand alone in its row takes all of it.
            alone = column == 0 and (number + 1 == len(buttons) or wide[number + 1])
            span = 2 if wide[number] or alone else 1
            self._grid.addWidget(button, row, column, 1, span)
            column += span
            if column >= 2:
                row, column = row + 1, 0

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Other buttons fit side by side now."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._place()


class OfferList(QWidget):
    """All actions, with a field to search them; Enter takes the first that is left."""

    chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._offers: tuple[Offer, ...] = ()
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search the actions…"))
        self.search.setAccessibleName(self.tr("Search the actions"))
        self.search.setClearButtonEnabled(True)
        self.rows = QListWidget()
        self.rows.setAccessibleName(self.tr("All actions"))
        self.rows.setUniformItemSizes(True)
        self.rows.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.search)
        column.addWidget(self.rows)
        self.setFocusProxy(self.search)
        self.search.installEventFilter(self)
        self.search.textChanged.connect(self._filter)
        self.rows.itemClicked.connect(self._take)
        self.rows.itemActivated.connect(self._take)

    def show_offers(self, offers: Sequence[Offer]) -> None:
        """List these actions; those listed already are left as they are."""
        if tuple(offers) == self._offers:
            return
        self._offers = tuple(offers)
        self.rows.clear()
        for offer in offers:
            item = QListWidgetItem(offer.title, self.rows)
            item.setData(_OFFER, offer)
            item.setToolTip(f"{offer.verb}  {offer.rule}".strip())
        self._filter(self.search.text())

    def _filter(self, text: str) -> None:
        words = text.lower().split()
        shown = 0
        for row in range(self.rows.count()):
            item = self.rows.item(row)
            offer: Offer = item.data(_OFFER)
            hay = f"{offer.title} {offer.verb} {offer.rule}".lower()
            fits = all(word in hay for word in words)
            item.setHidden(not fits)
            if fits and not shown:
                self.rows.setCurrentItem(item)
            shown += fits
        fit_rows(self.rows, max(1, shown), _MOST_ROWS)

    def _take(self, item: QListWidgetItem | None) -> None:
        if item is not None and not item.isHidden():
            self.chosen.emit(item.data(_OFFER))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """In the search field, arrows go through the list and Enter takes the marked action."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
                self.rows.event(event)
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._take(self.rows.currentItem())
                return True
        return super().eventFilter(watched, event)
