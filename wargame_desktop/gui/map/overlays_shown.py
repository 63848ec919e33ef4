"""Which overlays are switched on, kept in step with the game and the piece in hand, and their legend."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QGraphicsView

from wargame_desktop.gui.map.overlays import Overlays
from wargame_desktop.gui.map.overlays_areas import Legend
from wargame_desktop.gui.table import Table
from wargame_desktop.gui.theme import Theme
from wargame_desktop.systems.tables import ZONE, Area


class OverlaysShown(QObject):
    """The game's own overlays, enemy zones and supply, as far as the person wants to see them."""

    def __init__(self, table: Table, overlays: Overlays, view: QGraphicsView) -> None:
        super().__init__(view)
        self.table, self.overlays = table, overlays
        self.legend = Legend(table.theme, view)
        self.kinds = {kind.id: kind for kind in table.session.system.overlays}
        self.shown: list[str] = []
        self._later = QTimer(self, interval=0, singleShot=True)
        self._later.timeout.connect(self.refresh)
        table.selection.changed.connect(self._selection_changed)
        table.theme_changed.connect(self._set_theme)
        view.installEventFilter(self)

    def show_overlay(self, overlay: str, on: bool) -> None:
        """Switch one of the game's overlays."""
        self.shown = [name for name in self.shown if name != overlay] + ([overlay] if on else [])
        self.refresh()

    def refresh(self) -> None:
        """Show everything that is switched on, as the game stands."""
        session, preferences = self.table.session, self.table.preferences
        if session.waiting_for is not None:
            self.legend.show_entries(())
            return
        zones = session.zones() if preferences["show_zones"] else ()
        self.overlays.set_zones(zones)
        lines, cuts = session.supply_lines() if preferences["show_supply"] else ((), ())
        self.overlays.set_supply(lines, cuts)
        areas = self._areas()
        self.overlays.set_areas(areas)
        entries = [(self.tr("Enemy zone"), ZONE)] if zones else []
        entries += [(self.tr("Supply line to its source"), "supply")] if lines else []
        entries += [(self.tr("Supply cut here"), "cut")] if cuts else []
        self.legend.show_entries([*entries, *((area.title, area.style) for area in areas)])

    def _areas(self) -> list[Area]:
        pieces = self.table.selection.pieces
        piece = pieces[0] if pieces else None
        found: list[Area] = []
        for name in self.shown:
            found += [area for area in self.table.session.overlay(name, piece) if area.spaces]
        return found

    def _selection_changed(self) -> None:
        if any(self.kinds[name].of_piece for name in self.shown):
            self._later.start()

    def _set_theme(self, theme: Theme) -> None:
        self.legend.set_theme(theme)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The legend stays in its corner when the map gets another size."""
        if event.type() == QEvent.Type.Resize and "legend" in self.__dict__:
            self.legend.place()
        return False
