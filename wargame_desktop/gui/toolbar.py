"""The tool bar: the commands used all the time, drawn in the theme's ink, and where the game stands."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPainterPath, QPen, QPixmap, QPolygonF
from PySide6.QtWidgets import QLabel, QMenu, QSizePolicy, QToolBar, QToolButton, QWidget

from .commands import MOST_OVERLAYS, CommandTable
from .fonts import serif
from .theme import Theme

GROUPS: tuple[tuple[tuple[str, str], ...], ...] = (
    (("edit.undo", "Undo"), ("edit.redo", "Redo")),
    (("view.control", "Control"), ("view.zones", "Zones"), ("view.supply", "Supply")),
    (("view.fit", "Whole map"), ("play.next_piece", "Next unit")),
    (("help.palette", "Find"), ("game.print", "Print")),
)
"""Commands with their short names, in the order they stand on the bar."""
_OVERLAYS_AFTER = 1
_SIDE, _GAP = 16, 5
_LINE = 1.5


class ToolBar(QToolBar):
    """Buttons of the table of commands, and a line of large type at the right end."""

    def __init__(self, commands: CommandTable, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("tool bar")
        self.setWindowTitle(self.tr("Tool bar"))
        self.setMovable(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.toggleViewAction().setEnabled(False)
        self.setIconSize(QSize(_SIDE + _GAP, _SIDE))
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._buttons: dict[str, QToolButton] = {}
        for number, group in enumerate(GROUPS):
            if number:
                self.addWidget(_space(18))
            for command, name in group:
                self._add(commands, command, self.tr(name))
            if number == _OVERLAYS_AFTER:
                self._add_overlays(commands)
        self.addWidget(_space(None))
        self.standing = QLabel()
        self.standing.setProperty("role", "title")
        self.standing.setFont(serif(23))  # for its lining figures, which a style sheet cannot ask for
        self.standing.setAccessibleName(self.tr("Where the game stands"))
        self.addWidget(self.standing)
        self.set_theme(theme)

    def _add(self, commands: CommandTable, command: str, name: str) -> None:
        action = commands[command]
        action.setIconText(name)
        action.setIconVisibleInMenu(False)
        self.addAction(action)
        button = self.widgetForAction(action)
        assert isinstance(button, QToolButton)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setAccessibleName(action.text())
        self._buttons[command] = button

    def _add_overlays(self, commands: CommandTable) -> None:
        """A button with the overlays of the game's own."""
        menu = QMenu(self)
        for number in range(1, MOST_OVERLAYS + 1):
            menu.addAction(commands[f"view.overlay_{number}"])
        self.overlays = QToolButton()
        self.overlays.setText(self.tr("Overlays") + " ▾")
        self.overlays.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.overlays.setMenu(menu)
        self.overlays.setStyleSheet("QToolButton::menu-indicator { image: none; }")
        self.overlays.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.overlays.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.overlays.setAccessibleName(self.tr("Overlays of this game"))
        self._overlays_action = self.addWidget(self.overlays)

    def show_overlays(self, there: bool) -> None:
        """Show the button, or not for a game that has no overlays of its own."""
        self._overlays_action.setVisible(there)

    def set_theme(self, theme: Theme) -> None:
        """Draw the signs in another ink."""
        ratio = self.devicePixelRatioF()
        for command, button in self._buttons.items():
            action = button.defaultAction()
            action.setIcon(_icon(_SIGNS[command], theme.window.text, theme.window.dim, ratio))
        self.overlays.setIcon(_icon(_layers, theme.window.text, theme.window.dim, ratio))

    def say(self, standing: str) -> None:
        """Say where the game stands."""
        self.standing.setText(standing)


def _space(width: int | None) -> QWidget:
    """A gap of that width; None takes all there is."""
    gap = QWidget()
    if width is None:
        gap.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
    else:
        gap.setFixedWidth(width)
    return gap


def _icon(sign: Callable[[QPainterPath], None], ink: QColor, off: QColor, ratio: float) -> QIcon:
    icon = QIcon()
    path = QPainterPath()
    sign(path)
    for mode, color in ((QIcon.Mode.Normal, ink), (QIcon.Mode.Disabled, off)):
        pixmap = QPixmap(QSize(_SIDE + _GAP, _SIDE) * ratio)
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(color, _LINE)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        painter.drawPath(path)
        painter.end()
        icon.addPixmap(pixmap, mode)
    return icon


# The signs, on a square of 16.


def _lines(path: QPainterPath, *points: tuple[float, float]) -> None:
    path.addPolygon(QPolygonF([QPointF(x, y) for x, y in points]))


def _undo(path: QPainterPath) -> None:
    _lines(path, (5.5, 2.5), (2.5, 5.5), (5.5, 8.5))
    path.moveTo(2.5, 5.5)
    path.lineTo(9.5, 5.5)
    path.arcTo(QRectF(5.5, 5.5, 8, 8), 90, -180)
    path.lineTo(6, 13.5)


def _redo(path: QPainterPath) -> None:
    _lines(path, (10.5, 2.5), (13.5, 5.5), (10.5, 8.5))
    path.moveTo(13.5, 5.5)
    path.lineTo(6.5, 5.5)
    path.arcTo(QRectF(2.5, 5.5, 8, 8), 90, 180)
    path.lineTo(10, 13.5)


def _hex(path: QPainterPath) -> None:
    _lines(path, (4.5, 2), (11.5, 2), (15, 8), (11.5, 14), (4.5, 14), (1, 8), (4.5, 2))


def _control(path: QPainterPath) -> None:
    _lines(path, (3.5, 14.5), (3.5, 2), (13, 2), (10.5, 5.2), (13, 8.5), (3.5, 8.5))


def _zones(path: QPainterPath) -> None:
    _hex(path)
    for start, end in (((3, 10.5), (9.5, 3)), ((5.5, 12.8), (12.8, 4.6))):
        _lines(path, start, end)


def _supply(path: QPainterPath) -> None:
    for x, y in ((3, 12.5), (8, 8), (13, 3.5)):
        path.addEllipse(QPointF(x, y), 1.9, 1.9)
    _lines(path, (4.4, 11.2), (6.6, 9.3))
    _lines(path, (9.4, 6.7), (11.6, 4.8))


def _layers(path: QPainterPath) -> None:
    _lines(path, (8, 1.5), (14.5, 5), (8, 8.5), (1.5, 5), (8, 1.5))
    for y in (8, 11):
        _lines(path, (1.5, y), (8, y + 3.5), (14.5, y))


def _fit(path: QPainterPath) -> None:
    for x, y, dx, dy in ((2, 2, 4, 4), (14, 2, -4, 4), (2, 14, 4, -4), (14, 14, -4, -4)):
        _lines(path, (x + dx, y), (x, y), (x, y + dy))


def _next(path: QPainterPath) -> None:
    path.addRoundedRect(QRectF(1.5, 4, 7, 8), 1, 1)
    _lines(path, (11, 5), (14, 8), (11, 11))


def _find(path: QPainterPath) -> None:
    path.addEllipse(QPointF(7, 7), 4.6, 4.6)
    _lines(path, (10.4, 10.4), (14, 14))


def _print(path: QPainterPath) -> None:
    _lines(path, (4.5, 6), (4.5, 2), (11.5, 2), (11.5, 6))
    _lines(path, (4.5, 11.5), (2, 11.5), (2, 6), (14, 6), (14, 11.5), (11.5, 11.5))
    path.addRect(QRectF(4.5, 9.5, 7, 4.5))


_SIGNS: dict[str, Callable[[QPainterPath], None]] = {
    "edit.undo": _undo,
    "edit.redo": _redo,
    "view.control": _control,
    "view.zones": _zones,
    "view.supply": _supply,
    "view.fit": _fit,
    "play.next_piece": _next,
    "help.palette": _find,
    "game.print": _print,
}
