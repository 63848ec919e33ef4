"""Help: how doubtful rules were decided, where the data come from, and what this program is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QPushButton,
    QTabWidget,
    QTextBrowser,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from wargame_desktop import __version__
from wargame_desktop.content.library import Library
from wargame_desktop.content.problems import ContentError
from wargame_desktop.content.provenance import Provenance
from wargame_desktop.content.rulings import Ruling
from wargame_desktop.systems import registry
from wargame_desktop.systems.base import GameData, GameSystem

from .fonts import missing_faces, resources_dir
from .start.parts import label

_FONT_LICENCES = (
    ("Inter", "SIL Open Font License 1.1", "OFL-Inter.txt"),
    ("EB Garamond", "SIL Open Font License 1.1", "OFL-EBGaramond.txt"),
    ("Roboto Condensed", "Apache License 2.0", "LICENSE-RobotoCondensed.txt"),
)


class _HelpDialog(QDialog):
    """A title, something to read, and a button to close it."""

    def __init__(self, title: str, subtitle: str, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.body = QVBoxLayout()
        self.body.setSpacing(8)
        close = QPushButton(self.tr("Close"))
        close.setProperty("role", "primary")
        close.clicked.connect(self.accept)
        foot = QHBoxLayout()
        foot.addStretch(1)
        foot.addWidget(close)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 16)
        layout.setSpacing(10)
        layout.addWidget(label(title, "title"))
        if subtitle:
            layout.addWidget(label(subtitle, "dim"))
        layout.addLayout(self.body, 1)
        layout.addLayout(foot)
        self.resize(720, 580)


# Rulings


def rulings_of(system_id: str, library: Library) -> list[Ruling]:
    """The rulings of a rule system, in the order of its file; a system without a file has none."""
    if not library.has(system_id, "rulings"):
        return []
    return list(library.load_rulings(system_id).rulings.values())


class RulingsDialog(_HelpDialog):
    """What was decided where a rulebook leaves a doubt, and why."""

    def __init__(
        self, system: GameSystem | str, parent: QWidget | None = None, library: Library | None = None
    ) -> None:
        system_id = system if isinstance(system, str) else system.id
        super().__init__(self.tr("Rulings"), registry.meta(system_id).title, parent)
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Rule number or word"))
        self.search.setAccessibleName(self.tr("Search the rulings"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._show)
        self.text = QTextBrowser()
        self.text.setAccessibleName(self.tr("Rulings"))
        self.body.addWidget(self.search)
        self.body.addWidget(self.text, 1)
        self._problem = ""
        try:
            own = library or (Library() if isinstance(system, str) else system.data.library)
            self.rulings = rulings_of(system_id, own)
        except ContentError as error:
            self.rulings, self._problem = [], str(error)
        self._show("")

    def _show(self, wanted: str) -> None:
        words = wanted.casefold().split()
        found = [one for one in self.rulings if all(word in _searched(one) for word in words)]
        if self._problem:
            html = f"<p>{escape(self._problem)}</p>"
        elif not self.rulings:
            html = f"<p>{escape(self.tr('These rules leave no doubt that had to be decided.'))}</p>"
        elif not found:
            html = f"<p>{escape(self.tr('No ruling says that.'))}</p>"
        else:
            html = "".join(self._ruling(one) for one in found)
        self.text.setHtml(html)

    def _ruling(self, one: Ruling) -> str:
        rule = self.tr("Rule {number}").format(number=one.rule)
        held = self.tr("Held by the test {name}").format(name=one.test)
        return (
            f"<p><b>{escape(rule)}. {escape(one.question)}</b><br>{escape(one.ruling)}<br>"
            f"<i>{escape(one.reason)}</i><br><small>{escape(held)}</small></p>"
        )


def _searched(one: Ruling) -> str:
    return f"{one.rule} {one.question} {one.ruling} {one.reason}".casefold()


# Data


@dataclass(frozen=True)
class DataPart:
    """A data file and the parts of it: each with its source; `many` counts those that share the file's."""

    title: str
    source: str
    parts: tuple[tuple[str, str], ...]
    many: int


def data_parts(data: GameData) -> list[DataPart]:
    """Where every part of a game's data comes from, file by file."""
    found = []
    if data.map is not None:
        own = data.map.header.provenance
        found.append(_part(data.map.header.title, own, data.map.sources.items()))
    for units in data.units:
        items = [(one.name, one.provenance) for one in units.types.values()]
        items += [(one.name, one.provenance) for one in units.counters.values()]
        found.append(_part(units.header.title, units.header.provenance, items))
    for charts in data.charts:
        shown = [(one.title, one.provenance) for one in charts.charts.values()]
        shown += [(one.title, one.provenance) for one in charts.tables.values()]
        found.append(_part(charts.header.title, charts.header.provenance, shown))
    for cards in data.cards:
        faces = [(one.title, one.provenance) for one in cards.cards.values()]
        found.append(_part(cards.header.title, cards.header.provenance, faces))
    return found


def _part(title: str, own: Provenance, items: Iterable[tuple[str, Provenance]]) -> DataPart:
    listed = list(items)
    apart = tuple((name, str(source)) for name, source in listed if source != own)
    return DataPart(title, str(own), apart, len(listed) - len(apart))


class DataDialog(_HelpDialog):
    """The source of maps, units, charts and cards, and what the player's own files change."""

    def __init__(
        self, system: GameSystem | GameData, parent: QWidget | None = None, library: Library | None = None
    ) -> None:
        data = system if isinstance(system, GameData) else system.data
        super().__init__(
            self.tr("About this data"),
            self.tr(
                "Rule: stated by the rulebook. Reconstructed: worked out for this program, with reasons."
                " Original: made for this program. User: from your own files."
            ),
            parent,
        )
        self.tree = _tree((self.tr("Part"), self.tr("Where it comes from")))
        self.tree.setAccessibleName(self.tr("Data and their sources"))
        for part in data_parts(data):
            self._add(part)
        self.body.addWidget(self.tree, 3)
        self.overrides = _tree((self.tr("Value"), self.tr("Yours"), self.tr("Ours")))
        self.overrides.setAccessibleName(self.tr("Values from your own files"))
        self.body.addWidget(label(self.tr("YOUR OWN VALUES"), "heading"))
        self._fill_overrides(data, library or data.library)

    def _add(self, part: DataPart) -> None:
        top = QTreeWidgetItem(self.tree, [part.title, part.source])
        if part.many:
            told = self.tr("{count} parts").format(count=part.many)
            QTreeWidgetItem(top, [told, self.tr("as the file")])
        for name, source in part.parts:
            item = QTreeWidgetItem(top, [name, source])
            item.setToolTip(1, source)
        top.setToolTip(1, part.source)
        top.setExpanded(len(part.parts) <= 12)

    def _fill_overrides(self, data: GameData, library: Library) -> None:
        refs = dict.fromkeys(
            [str(data.refs.get("map", "")), *data.refs["units"], *data.refs["charts"], *data.refs["cards"]]
        )
        try:
            found = [one for ref in refs if ref for one in library.overrides(ref)]
        except ContentError as error:
            self.body.addWidget(label(str(error), "refusal"))
            return
        for one in found:
            QTreeWidgetItem(self.overrides, [one.path, one.theirs, one.ours or self.tr("nothing")])
        self.body.addWidget(self.overrides, 2)
        if not found:
            self.overrides.hide()
            folder = library.folders.user
            told = self.tr("None. Files of your own go into {folder}.").format(folder=folder)
            self.body.addWidget(label(told if folder is not None else self.tr("None."), "dim"))


def _tree(titles: Sequence[str]) -> QTreeWidget:
    tree = QTreeWidget()
    tree.setHeaderLabels(list(titles))
    tree.setRootIsDecorated(True)
    tree.setUniformRowHeights(True)
    tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Interactive)
    tree.header().resizeSection(0, 260)
    return tree


# About


class AboutDialog(_HelpDialog):
    """What the program is, what it is not, and under which terms it comes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(
            self.tr("Wargame Desktop"), self.tr("Version {number}").format(number=__version__), parent
        )
        tabs = QTabWidget()
        tabs.addTab(self._about(), self.tr("About"))
        tabs.addTab(self._fonts(), self.tr("Typefaces"))
        self.body.addWidget(tabs, 1)
        self.resize(620, 480)

    def _about(self) -> QTextBrowser:
        paragraphs = (
            self.tr(
                "A table for grand-strategy board games of the Second World War: the program keeps the"
                " sequence of play, enforces the rules, says why something is refused, and forgets nothing."
            ),
            self.tr(
                "It is unofficial and not connected with any publisher or designer. It holds no text and no"
                " art of any rulebook, map or counter sheet: rules are explained in our own words with their"
                " numbers, maps and counters are drawn by the program. To learn and enjoy a game, own it."
            ),
            self.tr(
                "Where printed components were not at hand, values have been reconstructed; Help, About this"
                " data says which, and values of your own can take their place."
            ),
            self.tr("Wargame Desktop is free software under the Apache License, version 2.0."),
            self.tr("It is built with Python, Qt for Python, networkx and PyYAML."),
        )
        return _browser("".join(f"<p>{escape(text)}</p>" for text in paragraphs), self.tr("About"))

    def _fonts(self) -> QTextBrowser:
        parts = [f"<p>{escape(problem)}</p>" for problem in missing_faces()]
        folder = resources_dir() / "fonts"
        for name, licence, file in _FONT_LICENCES:
            parts.append(f"<p><b>{escape(name)}</b>: {escape(licence)}</p>")
            try:
                text = (folder / file).read_text(encoding="utf-8", errors="replace")
            except OSError:
                continue  # the name of the licence stands above; its text is beside the font or not at all
            parts.append(f"<pre>{escape(text)}</pre>")
        return _browser("".join(parts), self.tr("Licences of the typefaces"))


def _browser(html: str, name: str) -> QTextBrowser:
    browser = QTextBrowser()
    browser.setAccessibleName(name)
    browser.setHtml(html)
    return browser
