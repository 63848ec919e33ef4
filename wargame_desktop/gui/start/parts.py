"""Small widgets that the pages of the start screen share."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget


def label(text: str = "", role: str = "", wrap: bool = True) -> QLabel:
    """A line or a paragraph. Plain text always: titles come from files."""
    made = QLabel(text)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setWordWrap(wrap)
    if role:
        made.setProperty("role", role)
    return made


def button(text: str, role: str = "", tip: str = "") -> QPushButton:
    """A push button that Enter presses too."""
    made = QPushButton(text)
    made.setAutoDefault(True)
    made.setToolTip(tip)
    if role:
        made.setProperty("role", role)
    return made


def panel() -> tuple[QFrame, QVBoxLayout]:
    """A panel and its layout; the style sheet pads it."""
    frame = QFrame()
    frame.setProperty("role", "panel")
    layout = QVBoxLayout(frame)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(8)
    return frame, layout


def scrolled(content: QWidget) -> QScrollArea:
    """Content that scrolls up and down when it is too high, on the ground it lies on."""
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(content)
    content.setAutoFillBackground(False)
    area.viewport().setAutoFillBackground(False)
    return area
