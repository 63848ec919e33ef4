"""The choice of a game: rule systems, their scenarios, and what one of them is about."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from wargame_desktop.gui.theme import Theme

from .cards import Card, CardList
from .parts import button, label, panel, scrolled
from .pictures import MapPictures, PictureFrame

if TYPE_CHECKING:
    from wargame_desktop.content.library import Library, ScenarioData, ScenarioInfo

UNKNOWN_SYSTEM = "?"
_MOST_PROBLEMS = 8


class ChooserPage(QWidget):
    """Three columns: systems, scenarios, and the scenario in hand."""

    set_up = Signal(object, object)
    """The path of a scenario and its ScenarioData: go on to the set-up."""
    started = Signal(object)
    """The path of a scenario to begin at once, with everything as usual."""

    def __init__(self, library: Library, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._library = library
        self._theme = theme
        self._infos: list[ScenarioInfo] = []
        self._known: set[str] = set()
        self._loaded: dict[Path, ScenarioData | str] = {}
        self._to_load: list[ScenarioInfo] = []
        self.pictures = MapPictures(library, theme, self)
        self.pictures.ready.connect(self._picture_ready)
        # Scenarios are read one by one between two events, the one in hand first.
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._load_next)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self._system_column(), 21)
        layout.addWidget(self._scenario_column(), 31)
        layout.addWidget(self._detail_column(), 44)

    def _system_column(self) -> QFrame:
        frame, layout = panel()
        layout.addWidget(label(self.tr("RULES"), "heading"))
        self.systems = CardList(self.tr("Rule systems"), self._theme, lines=5)
        self.systems.chosen.connect(self._system_chosen)
        self.systems.confirmed.connect(lambda _value: self.scenarios.setFocus())
        layout.addWidget(self.systems)
        frame.setMinimumWidth(160)
        return frame

    def _scenario_column(self) -> QFrame:
        frame, layout = panel()
        layout.addWidget(label(self.tr("SCENARIO"), "heading"))
        self.scenarios = CardList(self.tr("Scenarios"), self._theme, lines=2)
        self.scenarios.chosen.connect(self._scenario_chosen)
        self.scenarios.confirmed.connect(lambda _value: self._go_on())
        layout.addWidget(self.scenarios)
        frame.setMinimumWidth(220)
        return frame

    def _detail_column(self) -> QFrame:
        frame, layout = panel()
        frame.setMinimumWidth(270)
        layout.setSpacing(10)
        self.picture = PictureFrame(self._theme)
        layout.addWidget(self.picture, 5)
        inner = QWidget()
        texts = QVBoxLayout(inner)
        texts.setContentsMargins(0, 0, 8, 0)
        texts.setSpacing(8)
        self.title = label("", "title")
        self.summary = label()
        self.problem = label("", "refusal")
        self._facts = QGridLayout()
        self._facts.setHorizontalSpacing(14)
        self._facts.setVerticalSpacing(5)
        self._facts.setColumnStretch(1, 1)
        self.facts: dict[str, QLabel] = {}
        for row, (key, name) in enumerate(
            (
                ("length", self.tr("Length")), ("sides", self.tr("Sides")),
                ("teaches", self.tr("Teaches")), ("source", self.tr("Source")),
            )
        ):  # fmt: skip
            self._facts.addWidget(label(name, "dim", wrap=False), row, 0, Qt.AlignmentFlag.AlignTop)
            self.facts[key] = label()
            self._facts.addWidget(self.facts[key], row, 1)
        for part in (self.title, self.summary, self.problem):
            texts.addWidget(part)
        texts.addLayout(self._facts)
        texts.addStretch(1)
        layout.addWidget(scrolled(inner), 5)
        layout.addLayout(self._foot())
        return frame

    def _foot(self) -> QHBoxLayout:
        foot = QHBoxLayout()
        self.at_once = button(
            self.tr("Start at once"), tip=self.tr("Two people at this table, study, dice by the program")
        )
        self.at_once.clicked.connect(self._start_at_once)
        self.go_on = button(self.tr("Players and options…"), "primary")
        self.go_on.clicked.connect(self._go_on)
        foot.addWidget(self.at_once)
        foot.addStretch(1)
        foot.addWidget(self.go_on)
        return foot

    # Filling

    def fill(self) -> None:
        """Read which systems and scenarios there are."""
        from wargame_desktop.systems import registry

        metas = registry.metas()
        self._known = {meta.id for meta in metas}
        self._infos = self._library.scenarios()
        self._loaded.clear()
        cards = [Card(meta.title, meta.summary, self._counted(meta.id), value=meta.id) for meta in metas]
        if any(info.system not in self._known for info in self._infos):
            text = self.tr("Scenarios for rules that this program does not have, or that cannot be read.")
            cards.append(Card(self.tr("Other"), text, value=UNKNOWN_SYSTEM))
        self.systems.show_cards(cards)

    @property
    def is_busy(self) -> bool:
        """Whether scenarios are still being read or maps painted."""
        return self._timer.isActive() or self.pictures.is_busy

    def _counted(self, system: str) -> str:
        count = sum(info.system == system for info in self._infos)
        return self.tr("1 scenario") if count == 1 else self.tr("{count} scenarios").format(count=count)

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self._theme = theme
        self.pictures.set_theme(theme)
        for cards in (self.systems, self.scenarios):
            cards.set_theme(theme)
        self._want_pictures()
        self._show_picture()

    # Choosing

    @property
    def system(self) -> str:
        """The id of the rule system in hand; empty before there is one."""
        current = self.systems.current
        return current if isinstance(current, str) and current != UNKNOWN_SYSTEM else ""

    @property
    def scenario(self) -> ScenarioData | None:
        """The scenario in hand with its data; None when there is none or it cannot be used."""
        ready = self._ready()
        return None if ready is None else ready[1]

    def _system_chosen(self, system: str | None) -> None:
        wanted = [
            info for info in self._infos
            if info.system == system or (system == UNKNOWN_SYSTEM and info.system not in self._known)
        ]  # fmt: skip
        self._to_load = [info for info in wanted if info.path not in self._loaded]
        self.scenarios.show_cards([self._card(info) for info in wanted])
        self._want_pictures()
        self._timer.start()
        if not wanted:
            self._scenario_chosen(None)

    def _card(self, info: ScenarioInfo) -> Card:
        """What the list says of a scenario, as far as it has been read."""
        found = self._loaded.get(info.path)
        note = self.tr("your own") if info.is_users else ""
        if found is None or isinstance(found, str):
            problem = found or info.problem
            return Card(info.title, info.summary, note, problem.partition("\n")[0], value=info)
        scenario = found.scenario
        text = scenario.length or scenario.summary
        return Card(scenario.header.title, text, note, map_ref=scenario.map, value=info)

    def _load_next(self) -> None:
        """Read one scenario; the window is served in between."""
        if not self._to_load:
            self._timer.stop()
            return
        current = self.scenarios.current
        info = current if current in self._to_load else self._to_load[0]
        self._to_load.remove(info)
        self._loaded[info.path] = self._read(info)
        row = next((row for row, card in enumerate(self.scenarios.cards()) if card.value == info), -1)
        if row >= 0:
            self.scenarios.change_card(row, self._card(info))
            self._want_pictures()
        if info == current:
            self._scenario_chosen(info)

    def _read(self, info: ScenarioInfo) -> ScenarioData | str:
        """A scenario with what it refers to, or what is wrong with it."""
        from wargame_desktop.content.problems import ContentError

        try:
            data = self._library.open_scenario(info.path)
        except ContentError as error:
            return _told(error)
        if info.system not in self._known:
            return self.tr("There is no rule system “{system}”.").format(system=info.system)
        return data

    def _scenario_chosen(self, info: ScenarioInfo | None) -> None:
        found = None if info is None else self._loaded.get(info.path)
        self._show_picture()
        if info is None:
            self.title.setText("")
            self.summary.setText(self.tr("There is no scenario for these rules."))
        else:
            self.title.setText(info.title)
            self.summary.setText(info.summary)
        self.show_problem(found if isinstance(found, str) else "")
        facts = {} if info is None or found is None or isinstance(found, str) else self._facts_of(info, found)
        self._show_facts(facts)
        self.go_on.setEnabled(bool(facts))
        self.at_once.setEnabled(bool(facts))

    def _facts_of(self, info: ScenarioInfo, data: ScenarioData) -> dict[str, str]:
        scenario = data.scenario
        return {
            "length": scenario.length,
            "sides": _sides(data),
            "teaches": scenario.teaches,
            "source": self.tr("your own file") if info.is_users else "",
        }

    def _show_facts(self, facts: dict[str, str]) -> None:
        for row, (key, value) in enumerate(self.facts.items()):
            text = facts.get(key, "")
            value.setText(text)
            name = self._facts.itemAtPosition(row, 0)
            for widget in (value, None if name is None else name.widget()):
                if widget is not None:
                    widget.setVisible(bool(text))

    def show_problem(self, text: str) -> None:
        """Say what is wrong with the scenario in hand; empty when nothing is."""
        self.problem.setText(text)
        self.problem.setVisible(bool(text))

    # Pictures

    def _want_pictures(self) -> None:
        for card in self.scenarios.cards():
            if card.map_ref:
                self.scenarios.show_picture(card.map_ref, self.pictures.picture(card.map_ref))

    def _picture_ready(self, ref: str) -> None:
        self.scenarios.show_picture(ref, self.pictures.picture(ref))
        self._show_picture()

    def _show_picture(self) -> None:
        item = self.scenarios.current_card
        ref = "" if item is None else item.map_ref
        picture = self.pictures.picture(ref) if ref else None
        self.pictures.prefer(ref)
        self.picture.show_picture(picture, self._theme)

    # Going on

    def _ready(self) -> tuple[Path, ScenarioData] | None:
        """The scenario in hand; it is read now if its turn has not come yet."""
        info = self.scenarios.current
        while info in self._to_load:
            self._load_next()
        found = None if info is None else self._loaded.get(info.path)
        return None if found is None or isinstance(found, str) else (info.path, found)

    def _go_on(self) -> None:
        ready = self._ready()
        if ready is not None:
            self.set_up.emit(*ready)

    def _start_at_once(self) -> None:
        ready = self._ready()
        if ready is not None:
            self.started.emit(ready[0])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left and right go between the lists, Ctrl+Enter starts."""
        lists = (self.systems, self.scenarios)
        if event.key() == Qt.Key.Key_Right and lists[0].hasFocus():
            lists[1].setFocus()
        elif event.key() == Qt.Key.Key_Left and lists[1].hasFocus():
            lists[0].setFocus()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._start_at_once()
        else:
            super().keyPressEvent(event)


def _sides(data: ScenarioData) -> str:
    """Each side with its powers."""
    names = {power.id: power.name for units in data.units for power in units.powers.values()}
    scenario = data.scenario
    told = []
    for side, name in scenario.sides.items():
        members = [names.get(power, power) for power, own in scenario.powers.items() if own == side]
        if members:
            told.append(name if members == [name] else f"{name}: {', '.join(members)}")
    return "\n".join(told)


def _told(error: Exception) -> str:
    """The problems of a scenario, the first few of them."""
    lines = str(error).splitlines()
    if len(lines) > _MOST_PROBLEMS:
        lines = [*lines[:_MOST_PROBLEMS], f"… and {len(lines) - _MOST_PROBLEMS} more."]
    return "\n".join(lines)
