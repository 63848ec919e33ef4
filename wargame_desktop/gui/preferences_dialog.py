"""The dialog for a person's choices. Each takes effect at once: the window behind it is the preview."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QKeySequence, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QKeySequenceEdit,
    QPushButton,
    QRadioButton,
    QSpinBox,
    QTableWidget,
    QTableWidgetItem,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from .commands import COMMANDS, Command, CommandTable
from .counters.face import CounterFace
from .counters.painter import paint_counter
from .preferences import COUNTER_STYLES, THEMES, Preferences
from .start.parts import label
from .theme import Theme, load_theme

_SAMPLES = (
    CounterFace("germany", "armour", ("9", "6"), "XXX"),
    CounterFace("ussr", "infantry", ("4", "4"), "XX", moved=True),
    CounterFace("britain", "fighter", ("4", "12")),
)


class PreferencesDialog(QDialog):
    """Looks, play and keys."""

    def __init__(
        self, preferences: Preferences, commands: CommandTable, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Preferences"))
        self.preferences = preferences
        self.tabs = QTabWidget()
        self.tabs.addTab(self._look_page(), self.tr("Look"))
        self.tabs.addTab(self._play_page(), self.tr("Play"))
        self.keys = KeysPage(commands)
        self.tabs.addTab(self.keys, self.tr("Keys"))
        close = QPushButton(self.tr("Close"))
        close.setProperty("role", "primary")
        close.clicked.connect(self.accept)
        foot = QHBoxLayout()
        foot.addWidget(label(self.tr("Every choice takes effect at once."), "dim"), 1)
        foot.addWidget(close)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 12, 16, 16)
        layout.setSpacing(12)
        layout.addWidget(self.tabs, 1)
        layout.addLayout(foot)
        self.resize(620, 560)

    # Pages

    def _look_page(self) -> QWidget:
        page, layout = _page()
        layout.addWidget(label(self.tr("THEME"), "heading"))
        row = QHBoxLayout()
        self.themes = QButtonGroup(self)
        for name in THEMES:
            theme = load_theme(name)
            column = QVBoxLayout()
            radio = QRadioButton(theme.title)
            radio.setObjectName(name)
            radio.setChecked(self.preferences["theme"] == name)
            radio.clicked.connect(lambda _on, name=name: self.preferences.set("theme", name))
            self.themes.addButton(radio)
            column.addWidget(ThemeSample(theme, radio))
            column.addWidget(radio)
            row.addLayout(column)
        layout.addLayout(row)
        layout.addSpacing(6)
        form = _Form(layout, self.preferences)
        styles = (self.tr("As the game has them"), self.tr("Cardboard counters"), self.tr("Plastic pieces"))
        self.counter_style = form.choice(
            "counter_style", self.tr("Counters"), tuple(zip(COUNTER_STYLES, styles, strict=True))
        )
        self.scale = form.number("interface_scale", self.tr("Size of the interface"), 80, 200, 10, " %")
        form.hint(self.tr("The size changes when the program is started again."))
        self.animation = form.flag("animation", self.tr("Move counters and overlays smoothly"))
        self.smooth_zoom = form.flag("smooth_zoom", self.tr("Zoom smoothly"))
        layout.addStretch(1)
        return page

    def _play_page(self) -> QWidget:
        page, layout = _page()
        form = _Form(layout, self.preferences)
        self.confirm = form.flag(
            "confirm_phase_end", self.tr("Warn before a phase ends with units left to move")
        )
        self.hand_over = form.flag(
            "always_hand_over", self.tr("Cover the table at every change of sides in a match")
        )
        form.hint(self.tr("Otherwise it is covered only when something is hidden."))
        self.copies = form.number("autosave_copies", self.tr("Copies kept of each game"), 1, 50, 1, "")
        form.hint(
            self.tr(
                "Every action is in the file before it is shown; copies let you go back to an older file."
            )
        )
        for name, text in (
            ("show_control", self.tr("Show who controls what when a game opens")),
            ("show_zones", self.tr("Show enemy zones when a game opens")),
            ("show_supply", self.tr("Show supply when a game opens")),
            ("show_coordinates", self.tr("Show coordinates when a game opens")),
        ):
            form.flag(name, text)
        layout.addStretch(1)
        return page


class ThemeSample(QWidget):
    """Three counters on a piece of board, in the colours of one theme. A click chooses it."""

    def __init__(self, theme: Theme, radio: QRadioButton) -> None:
        super().__init__()
        self._theme = theme
        self._radio = radio
        self.setMinimumSize(150, 84)

    def sizeHint(self) -> QSize:
        """Room for three counters."""
        return QSize(176, 92)

    def mousePressEvent(self, _event: object) -> None:
        """Choose this theme."""
        self._radio.click()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Ground, board and counters."""
        theme, side = self._theme, 34.0
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        frame = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(theme.window.line)
        painter.setBrush(theme.window.ground)
        painter.drawRoundedRect(frame, 8, 8)
        board = frame.adjusted(10, 10, -10, -10)
        painter.fillRect(board, theme.terrain("clear"))
        painter.fillRect(board.adjusted(0, 0, -board.width() * 0.62, 0), theme.sea.shelf)
        painter.fillRect(board, theme.board.veil)
        step = board.width() / len(_SAMPLES)
        for number, face in enumerate(_SAMPLES):
            at = QRectF(0, 0, side, side)
            at.moveCenter(board.center())
            at.moveLeft(board.left() + step * (number + 0.5) - side / 2)
            paint_counter(painter, at, face, theme)
        painter.end()


class KeysPage(QWidget):
    """The keys of all commands, each of which may be given another."""

    def __init__(self, commands: CommandTable) -> None:
        super().__init__()
        self.commands = commands
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 14, 4, 0)
        layout.setSpacing(8)
        self.table = QTableWidget(len(COMMANDS), 2)
        self.table.setAccessibleName(self.tr("Commands and their keys"))
        self.table.setHorizontalHeaderLabels([self.tr("Command"), self.tr("Key")])
        self.table.verticalHeader().hide()
        self.table.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft)
        self.table.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.table.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QTableWidget.SelectionMode.SingleSelection)
        self.table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.table.setShowGrid(False)
        self.table.setTabKeyNavigation(False)
        self.table.currentCellChanged.connect(self._row_changed)
        layout.addWidget(self.table, 1)
        self.message = label("", "refusal")
        self.message.hide()
        layout.addWidget(self.message)
        layout.addLayout(self._editor())
        self._wanted = ""
        self._fill()
        self.table.setCurrentCell(0, 0)

    def _editor(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.addWidget(label(self.tr("New key"), wrap=False))
        self.edit = QKeySequenceEdit()
        self.edit.setMaximumSequenceLength(1)
        self.edit.setClearButtonEnabled(True)
        self.edit.setAccessibleName(self.tr("New key for the chosen command"))
        self.edit.editingFinished.connect(self._entered)
        row.addWidget(self.edit, 1)
        self.take = QPushButton(self.tr("Take it over"))
        self.take.setToolTip(self.tr("Give the key to the chosen command; the other one then has none"))
        self.take.setEnabled(False)
        self.take.clicked.connect(self._take_over)
        self.reset_one = QPushButton(self.tr("Reset"))
        self.reset_one.setAccessibleName(self.tr("Reset the key of the chosen command"))
        self.reset_one.clicked.connect(self._reset_one)
        self.reset_all = QPushButton(self.tr("Reset all"))
        self.reset_all.clicked.connect(self._reset_all)
        for widget in (self.take, self.reset_one, self.reset_all):
            row.addWidget(widget)
        return row

    @property
    def command(self) -> Command:
        """The command in hand."""
        return COMMANDS[max(0, self.table.currentRow())]

    def _fill(self) -> None:
        for row, command in enumerate(COMMANDS):
            key = QKeySequence(self.commands.key(command))
            shown = key.toString(QKeySequence.SequenceFormat.NativeText)
            own = self.commands.key(command) != command.key
            for column, text in enumerate((self.commands.title(command), shown)):
                item = self.table.item(row, column) or QTableWidgetItem()
                item.setText(text)
                font = item.font()
                font.setBold(own and column == 1)
                item.setFont(font)
                if item.tableWidget() is None:
                    self.table.setItem(row, column, item)

    def _row_changed(self) -> None:
        self._say("")
        self.edit.blockSignals(True)
        self.edit.setKeySequence(QKeySequence(self.commands.key(self.command)))
        self.edit.blockSignals(False)

    def _entered(self) -> None:
        key = self.edit.keySequence().toString(QKeySequence.SequenceFormat.PortableText)
        if key == self.commands.key(self.command):
            self._say("")
            return
        others = self.commands.conflicts(self.command.id, key)
        if others:
            names = ", ".join(f"“{self.commands.title(other)}”" for other in others)
            self._wanted = key
            self._say(self.tr("{key} belongs to {names} already.").format(key=key, names=names))
            self.take.setEnabled(True)
            return
        self._bind(self.command, key)

    def _take_over(self) -> None:
        for other in self.commands.conflicts(self.command.id, self._wanted):
            self.commands.bind(other.id, "")
        self._bind(self.command, self._wanted)

    def _bind(self, command: Command, key: str) -> None:
        self.commands.bind(command.id, key)
        self._fill()
        self._row_changed()

    def _reset_one(self) -> None:
        command = self.command
        if self.commands.conflicts(command.id, command.key):
            self.edit.setKeySequence(QKeySequence(command.key))
            self._entered()
            return
        self._bind(command, command.key)

    def _reset_all(self) -> None:
        self.commands.reset_keys()
        self._fill()
        self._row_changed()

    def _say(self, text: str) -> None:
        self.message.setText(text)
        self.message.setVisible(bool(text))
        self.take.setEnabled(False)


class _Form:
    """Rows of controls, each bound to one preference."""

    def __init__(self, layout: QVBoxLayout, preferences: Preferences) -> None:
        self._preferences = preferences
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(9)
        self._grid.setColumnStretch(1, 1)
        layout.addLayout(self._grid)

    def flag(self, name: str, text: str) -> QCheckBox:
        """A choice of yes or no."""
        box = QCheckBox(text)
        box.setObjectName(name)
        box.setChecked(self._preferences[name])
        box.toggled.connect(lambda on: self._preferences.set(name, bool(on)))
        self._grid.addWidget(box, self._grid.rowCount(), 0, 1, 2)
        return box

    def number(self, name: str, text: str, least: int, most: int, step: int, suffix: str) -> QSpinBox:
        """A whole number within limits."""
        spin = QSpinBox()
        spin.setObjectName(name)
        spin.setRange(least, most)
        spin.setSingleStep(step)
        spin.setSuffix(suffix)
        spin.setValue(self._preferences[name])
        spin.setAccessibleName(text)
        spin.valueChanged.connect(lambda value: self._preferences.set(name, int(value)))
        self._row(text, spin)
        return spin

    def choice(self, name: str, text: str, values: Sequence[tuple[str, str]]) -> QComboBox:
        """One of a few values."""
        box = QComboBox()
        box.setObjectName(name)
        box.setAccessibleName(text)
        for value, shown in values:
            box.addItem(shown, value)
        box.setCurrentIndex(box.findData(self._preferences[name]))
        box.currentIndexChanged.connect(lambda _at: self._preferences.set(name, str(box.currentData())))
        self._row(text, box)
        return box

    def hint(self, text: str) -> None:
        """A line that explains the row above."""
        self._grid.addWidget(label(text, "dim"), self._grid.rowCount(), 0, 1, 2)

    def _row(self, text: str, field: QWidget) -> None:
        row = self._grid.rowCount()
        self._grid.addWidget(label(text, wrap=False), row, 0)
        self._grid.addWidget(field, row, 1, Qt.AlignmentFlag.AlignLeft)


def _page() -> tuple[QWidget, QVBoxLayout]:
    page = QWidget()
    layout = QVBoxLayout(page)
    layout.setContentsMargins(4, 14, 4, 4)
    layout.setSpacing(8)
    return page, layout
