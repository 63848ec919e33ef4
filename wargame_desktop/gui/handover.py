"""The cover between two players at one screen: nothing of the game is seen until the next one sits down."""

from __future__ import annotations

from PySide6.QtCore import QChildEvent, QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QDialog, QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from wargame_desktop.core.engine import phase_of

from .session import Session

_WIDTH = 460


class HandoverScreen(QWidget):
    """Covers its window completely.

    While it is up, everything else in the window is hidden and not merely covered, so that neither a
    screen reader nor the keyboard reaches it; keys of commands do nothing.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._hidden: list[QWidget] = []
        self._session: Session | None = None
        self.setObjectName("handover")
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        outer = QVBoxLayout(self)
        outer.addStretch(1)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self._card())
        row.addStretch(1)
        outer.addLayout(row)
        outer.addStretch(1)
        window.installEventFilter(self)
        self.hide()

    def _card(self) -> QFrame:
        card = QFrame()
        card.setProperty("role", "panel")
        card.setFixedWidth(_WIDTH)
        layout = QVBoxLayout(card)
        layout.setContentsMargins(12, 12, 12, 12)
        layout.setSpacing(12)
        heading = _text(self.tr("HAND OVER"), "heading")
        self.title = _text("", "title")
        self.asked = _text("", "")
        self.seat = QPushButton(self.tr("Show the table (Enter)"))
        self.seat.setProperty("role", "primary")
        self.seat.setAutoDefault(True)
        self.seat.clicked.connect(self.take_seat)
        note = _text(
            self.tr(
                "The table is covered so that nobody sees what only the other side may know."
                " The game file on this machine is not secret: whoever opens it can read all of it."
            ),
            "dim",
        )
        for part in (heading, self.title, self.asked, self.seat, note):
            layout.addWidget(part)
        return card

    def follow(self, session: Session | None) -> None:
        """Cover the table whenever this session asks another side to sit down, until it has."""
        if self._session is not None:
            self._session.handover.disconnect(self._asked_for)
        self._session = session
        self.uncover()
        if session is not None:
            session.handover.connect(self._asked_for)
            if session.waiting_for is not None:
                self._asked_for(session.waiting_for)

    def _asked_for(self, side: str) -> None:
        assert self._session is not None
        system, state = self._session.system, self._session.game.state
        # The phase's own title is the same for everyone; the text of the prompt may tell too much.
        asked = phase_of(system, state.top).title if state.stack else ""
        told = self.tr("You are asked for: {task}").format(task=asked) if asked else ""
        self.cover(system.side_name(side), told)

    # Covering and uncovering

    def cover(self, side: str, asked: str = "") -> None:
        """Ask a side, by its name for people, to sit down; `asked` says for what, without telling secrets."""
        self.title.setText(self.tr("{side}, please take your seat").format(side=side))
        self.asked.setText(asked)
        self.asked.setVisible(bool(asked))
        self.setAccessibleName(self.title.text())
        self.seat.setAccessibleName(self.title.text())
        self.seat.setAccessibleDescription(asked)
        self._hide_the_rest()
        self.setGeometry(self._window.rect())
        self.show()
        self.raise_()
        self.seat.setFocus(Qt.FocusReason.OtherFocusReason)

    def uncover(self) -> None:
        """Show the table again."""
        hidden, self._hidden = self._hidden, []
        for widget in hidden:
            widget.show()
        self.hide()

    @property
    def is_covering(self) -> bool:
        """Whether the table is covered now."""
        return bool(self._hidden) or not self.isHidden()

    def _hide_the_rest(self) -> None:
        for child in self._window.children():
            if not isinstance(child, QWidget) or child is self or child.isHidden():
                continue
            if isinstance(child, QDialog):
                child.reject()  # a question about the game is over when the other side sits down
                continue
            self._hidden.append(child)
            child.hide()

    def take_seat(self) -> None:
        """The player has sat down: show the table as this side may see it."""
        if self._session is not None:
            self._session.take_seat()
        self.uncover()

    # What must not reach the game

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay as large as the window, and hide what would appear over or behind the cover."""
        if watched is self._window and not self.isHidden():
            if event.type() == QEvent.Type.Resize:
                self.setGeometry(self._window.rect())
            elif event.type() == QEvent.Type.ChildPolished and isinstance(event, QChildEvent):
                self._hide_newcomer(event.child())
        return super().eventFilter(watched, event)

    def _hide_newcomer(self, child: QObject) -> None:
        """A part of the window made while the table is covered; messages in windows of their own may come."""
        if isinstance(child, QWidget) and child is not self and not child.isWindow() and not child.isHidden():
            self._hidden.append(child)
            child.hide()

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
        painter.fillRect(self.rect(), self.palette().color(QPalette.ColorRole.Window))
        painter.end()


def _text(text: str, role: str) -> QLabel:
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setProperty("role", role)
    return label
