"""The cover between two players at one screen: nothing of the game is seen until the next one sits down."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPalette, QShowEvent
from PySide6.QtWidgets import QDialog, QFrame, QHBoxLayout, QVBoxLayout, QWidget

from wargame_desktop.core.engine import phase_of

from .session import Session
from .start.parts import button, label

_WIDTH = 460


class HandoverScreen(QWidget):
    """Covers its window completely, from `show` until the player presses the button.

    While it is up, everything else in the window is hidden and not merely covered, so that neither a
    screen reader nor the keyboard reaches it; keys of commands do nothing.
    """

    seated = Signal()
    """The player has sat down; the table is shown right after."""

    def __init__(self, side: str, window: QWidget, asked: str = "") -> None:
        """`side` is a name for people; `asked` says what for, without telling secrets."""
        super().__init__(window)
        self._window = window
        self._hidden: list[QWidget] = []
        self.setObjectName("handover")
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        outer = QVBoxLayout(self)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self._card(side, asked))
        row.addStretch(1)
        outer.addStretch(1)
        outer.addLayout(row)
        outer.addStretch(1)
        self.setFocusProxy(self.seat)
        self.setAccessibleName(self.title.text())
        window.installEventFilter(self)
        self.hide()

    def _card(self, side: str, asked: str) -> QFrame:
        card = QFrame()
        card.setProperty("role", "panel")
        card.setFixedWidth(_WIDTH)
        layout = QVBoxLayout(card)
        layout.setContentsMargins(12, 12, 12, 12)
        layout.setSpacing(12)
        self.title = label(self.tr("{side}, please take your seat").format(side=side), "title")
        self.asked = label(asked)
        if not asked:
            self.asked.hide()
        self.seat = button(self.tr("Show the table (Enter)"), "primary")
        # Read out when the button gets the focus: who is called, and what for.
        self.seat.setAccessibleName(f"{self.title.text()}. {self.seat.text()}")
        self.seat.setAccessibleDescription(asked)
        self.seat.clicked.connect(self.take_seat)
        note = label(
            self.tr(
                "The table is covered so that nobody sees what only the other side may know."
                " The game file on this machine is not secret: whoever opens it can read all of it."
            ),
            "dim",
        )
        for part in (label(self.tr("HAND OVER"), "heading"), self.title, self.asked, self.seat, note):
            layout.addWidget(part)
        return card

    # Covering and uncovering

    def showEvent(self, event: QShowEvent) -> None:
        """Hide everything else."""
        super().showEvent(event)
        self._hide_the_rest()
        self.setGeometry(self._window.rect())
        self.raise_()
        self.seat.setFocus(Qt.FocusReason.OtherFocusReason)

    def take_seat(self) -> None:
        """The player has sat down: show the table again, which by now is that of this side."""
        self.seated.emit()
        hidden, self._hidden = self._hidden, []
        for widget in hidden:
            widget.show()
        self._window.removeEventFilter(self)
        self.hide()
        self.deleteLater()

    def _hide_the_rest(self) -> None:
        for child in self._window.children():
            if not isinstance(child, QWidget) or child is self or child.isHidden():
                continue
            if isinstance(child, QDialog):
                child.reject()  # a question about the game is over when the other side sits down
            elif isinstance(child, HandoverScreen):
                self._relieve(child)
            else:
                self._conceal(child)

    def _relieve(self, other: HandoverScreen) -> None:
        """Take the place of a cover that called someone else."""
        hidden, other._hidden = other._hidden, []
        self._hidden += hidden
        self._window.removeEventFilter(other)
        other.hide()
        other.deleteLater()

    def _conceal(self, widget: QWidget) -> None:
        self._hidden.append(widget)
        widget.hide()

    # What must not reach the game

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay as large as the window, and hide parts of it that are made in the meantime."""
        if watched is self._window and not self.isHidden():
            if event.type() == QEvent.Type.Resize:
                self.setGeometry(self._window.rect())
            elif event.type() == QEvent.Type.ChildPolished:
                self.raise_()
                # It is in the middle of being shown, so it can only be hidden afterwards.
                QTimer.singleShot(0, self, self._hide_newcomers)
        return super().eventFilter(watched, event)

    def _hide_newcomers(self) -> None:
        if self.isHidden():
            return
        for child in self._window.children():
            # Messages in windows of their own may come.
            if (
                isinstance(child, QWidget)
                and child is not self
                and not child.isWindow()
                and not child.isHidden()
            ):
                self._conceal(child)

    def event(self, event: QEvent) -> bool:
        """Keep the keys of commands from working while the table is covered."""
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter takes the seat; every other key ends here."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.take_seat()
        event.accept()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """An opaque ground."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._window.palette().color(QPalette.ColorRole.Window))
        painter.end()


def public_task(session: Session) -> str:
    """What the next player is asked for, in words that everyone may know."""
    state = session.game.state
    # The phase's own title is the same for everyone; the text of the prompt may tell too much.
    title = phase_of(session.system, state.top).title if state.stack else ""
    return session.tr("You are asked for: {task}").format(task=title) if title else ""
