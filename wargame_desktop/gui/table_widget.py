"""A game on the screen: the map in the middle, what is asked on the left, what happened on the right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median

from PySide6.QtCore import QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QGridLayout,
    QMenu,
    QScrollArea,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from wargame_desktop.core.draft import Changed
from wargame_desktop.core.refusal import Refusal

from .counters.face import Style
from .map.drag import Verdict
from .map.geometry import MapGeometry
from .map.minimap import Minimap
from .map.overlays_shown import OverlaysShown
from .map.painting import MapPainter
from .map.scene import TableScene
from .map.tiles import MapItem
from .map.view import MapView
from .panels.battle import BattleBoard
from .panels.boxes import BoxesPanel
from .panels.boxes_layout import box_groups, holds
from .panels.decision import DecisionPanel
from .panels.dice import DicePanel
from .panels.log import LogPanel
from .panels.numbers import NumbersPanel
from .panels.numbers_table import number_blocks
from .panels.oob import OrderOfBattlePanel
from .panels.sequence import SequencePanel
from .panels.shop import ShopPanel
from .panels.stack import StackPanel
from .panels.timeline import TimelineBar
from .table import Table
from .theme import Theme

LEFT_WIDTH, RIGHT_WIDTH, GAP = 312, 324, 8
_FEW = 8
"""So many pieces a single question may be about for the map to go where they are."""
_STYLES = {"counter": Style.COUNTER, "plastic": Style.PLASTIC}


class TableWidget(QWidget):
    """Everything that shows one game."""

    said = Signal(str)
    """A line for the status bar."""

    def __init__(self, table: Table, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.table = table
        self._asker: QWidget | None = None
        session = table.session
        game_map = session.system.data.painted_map
        self.geometry_ = MapGeometry(game_map, session.system.board.spaces)
        self.painter = MapPainter(game_map, self.geometry_, table.theme)
        self.scene = TableScene(session, self.geometry_, table.theme, table.counters, table.selection, self)
        self.map_item = MapItem(self.painter)
        self.scene.addItem(self.map_item)
        self.view = MapView(self.scene, self.geometry_, self.map_item)
        self.scene.attach(self.view)
        self.overlays = OverlaysShown(table, self.scene.overlays, self.view)
        self.minimap = Minimap(self.painter)
        self.setFocusProxy(self.view)
        self._make_panels()
        self._lay_out()
        self._connect()
        self._preferences_changed("")
        self._game_changed(None)

    def _make_panels(self) -> None:
        table = self.table
        self.decision = DecisionPanel(table)
        self.shop = ShopPanel(table)
        self.sequence = SequencePanel(table)
        self.stack = StackPanel(table)
        self.log = LogPanel(table)
        self.oob = OrderOfBattlePanel(table)
        self.boxes = BoxesPanel(table)
        self.numbers = NumbersPanel(table)
        self.dice = DicePanel(table)
        self.timeline = TimelineBar(table)
        self.battle = BattleBoard(table, self.view)

    def _lay_out(self) -> None:
        self.left = _column(LEFT_WIDTH, (self.decision, self.shop, self.sequence, self.stack))
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setDrawBase(False)
        self.tabs.tabBar().setAccessibleName(self.tr("Panels on the right"))
        for panel, title in (
            (self.log, self.tr("Log")),
            (self.oob, self.tr("Forces")),
            (self.boxes, self.tr("Boxes")),
            (self.numbers, self.tr("Numbers")),
            (self.dice, self.tr("Dice")),
        ):
            self.tabs.addTab(panel, title)
        map_frame = QFrame()
        map_frame.setProperty("role", "panel")
        inner = QVBoxLayout(map_frame)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.addWidget(self.minimap)
        self.right = QWidget()
        self.right.setFixedWidth(RIGHT_WIDTH)
        column = QVBoxLayout(self.right)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GAP)
        column.addWidget(map_frame)
        column.addWidget(self.tabs, 1)
        grid = QGridLayout(self)
        grid.setContentsMargins(GAP, GAP, GAP, GAP)
        grid.setSpacing(GAP)
        grid.addWidget(self.left, 0, 0, 2, 1)
        grid.addWidget(self.view, 0, 1)
        grid.addWidget(self.timeline, 1, 1)
        grid.addWidget(self.right, 0, 2, 2, 1)
        grid.setColumnStretch(1, 1)
        grid.setRowStretch(0, 1)

    def _connect(self) -> None:
        table, session = self.table, self.table.session
        session.changed.connect(self._game_changed)
        session.moved.connect(lambda _node: self._show_question())
        session.refused.connect(self._refused)
        session.notice.connect(self.said)
        table.theme_changed.connect(self._set_theme)
        table.centre_wanted.connect(self._centre_on)
        table.candidates_changed.connect(self._pick)
        table.hint.connect(self.said)
        table.preferences.changed.connect(self._preferences_changed)
        self.scene.said.connect(self.said)
        self.scene.picked.connect(table.answer_pick)
        self.scene.pick_given_up.connect(table.cancel_pick)
        self.scene.refused.connect(self._drop_refused)
        self.view.view_changed.connect(self._view_changed)
        self.view.menu_wanted.connect(self._menu)
        self.minimap.centre_wanted.connect(self.view.centerOn)
        drag = self.scene.drag
        drag.add_resolver(self.boxes.space_at)
        drag.began.connect(lambda: self.boxes.set_targets(tuple(drag.targets)))
        drag.judged.connect(self._judged)
        drag.ended.connect(self._drag_ended)
        table.overlay_wanted.connect(self._overlay)
        self.battle.form_wanted.connect(self.decision.open_form)
        self.battle.appeared.connect(self._show_fight)
        self.battle.gone.connect(self.view.back_to_sheet)
        for panel in (self.stack, self.boxes, self.shop):
            panel.drag_started.connect(drag.begin)
            panel.drag_moved.connect(drag.carry)
            panel.drag_dropped.connect(self._dropped)
            panel.drag_cancelled.connect(drag.cancel)

    # Keeping in step

    def _game_changed(self, changed: object) -> None:
        session = self.table.session
        self.scene.hand.hide_refusal()
        if session.waiting_for is not None:
            self.map_item.set_control(None)
            self.minimap.set_control(None)
            self.minimap.set_dots(())
            self.overlays.refresh()
            return
        control, sides = self._control() if self.table.preferences["show_control"] else ({}, {})
        self.map_item.set_control(control, sides)
        self.minimap.set_control(control)
        self.minimap.set_dots(self.scene.stacks.dots())
        self.overlays.refresh()
        if not isinstance(changed, Changed) or changed.vars:
            self._show_tabs()

    def _show_question(self) -> None:
        """Go to the few pieces a decision is about when none of them is in sight."""
        session = self.table.session
        decision = session.decision if session.may_act and session.waiting_for is None else None
        if decision is None or self.battle.isVisible():
            return
        asked = [item for offer in decision.offers for item in offer.arguments if item.kind == "piece"]
        pieces = {piece for item in asked for piece in item.values if piece in session.view.pieces}
        if 0 < len(pieces) <= _FEW and len(decision.offers) == 1:
            self._bring_into_view(sorted(session.view.pieces[piece].space for piece in pieces))

    def _control(self) -> tuple[Mapping[str, str], Mapping[str, str]]:
        """Who holds each space: the colour of the power, and the side for the front line."""
        system, view = self.table.session.system, self.table.session.view
        held = system.holders(view)
        colours = {space: system.colour_of(power) for space, power in held.items()}
        return colours, system.front(view)

    def _show_tabs(self) -> None:
        """Leave out the panels for which this game has nothing."""
        system, view = self.table.session.system, self.table.session.view
        beside = bool(box_groups(system) or holds(system, view))
        numbers = bool(self.table.session.tables() or number_blocks(system, view, None))
        for panel, shown in ((self.boxes, beside), (self.numbers, numbers)):
            self.tabs.setTabVisible(self.tabs.indexOf(panel), shown)

    def _refused(self, refusals: tuple[Refusal, ...], _text: str) -> None:
        self.said.emit(" ".join(str(refusal) for refusal in refusals))

    def _drop_refused(self, refusals: tuple[Refusal, ...]) -> None:
        """Pieces were dropped where they may not go: the log and the decision panel say so too."""
        self.table.session.refused.emit(refusals, "")
        self.said.emit(self.scene.hand.callout.text.plain())

    def _pick(self, candidates: tuple[str, ...]) -> None:
        """Wait for a space to be picked: one of the candidates, or any when none is named."""
        if not self.table.is_picking:
            self.scene.stop_picking()
            if self._asker is not None:
                self._asker.setFocus()
                self._asker = None
            return
        self.scene.start_picking(candidates or self.geometry_.space_ids)
        self._bring_into_view(candidates)
        self._stand_on_one(candidates)
        keys = QApplication.focusWidget()
        if keys is not None and keys is not self.view and self.isAncestorOf(keys):
            self._asker = keys
            self.view.setFocus()

    def _stand_on_one(self, spaces: Sequence[str]) -> None:
        """Put the keyboard's cursor on the space to choose from that is nearest to the middle."""
        here = [space for space in spaces if self.geometry_.is_on_map(space)]
        middle = self.view.visible_rect.center()
        if here and self.scene.cursor.space not in here:
            self.scene.overlays.set_cursor(None)
            self.scene.cursor.put(
                min(here, key=lambda space: (self.geometry_.centre(space) - middle).manhattanLength())
            )

    def _bring_into_view(self, spaces: Sequence[str]) -> None:
        """Go to spaces to choose from when most of them are out of sight."""
        at = [self.geometry_.piece_anchor(space) for space in spaces if self.geometry_.is_on_map(space)]
        port = self.view.viewport().rect()
        seen = sum(port.contains(self.view.mapFromScene(point)) for point in at)
        if 2 * seen < len(at):
            self.view.centre_on_point(_middle(at))
            self.view.back_to_sheet()

    def _judged(self, verdict: Verdict | None) -> None:
        self.boxes.set_drop(
            None if verdict is None else verdict.space, verdict is not None and verdict.allowed
        )

    def _drag_ended(self, played: bool) -> None:
        self.boxes.set_targets(())
        if played:
            self.said.emit("")  # what was said of spaces on the way is over

    def _overlay(self, kind: str, data: object) -> None:
        """Mark what a panel points at."""
        if kind == "highlight" and not self.table.is_picking:
            self.scene.overlays.set_candidates(data if isinstance(data, tuple | list) else ())

    def _dropped(self, at: QPoint) -> None:
        self.scene.drag.carry(at)
        self.scene.drag.drop()

    def _view_changed(self) -> None:
        rect = self.view.mapToScene(self.view.viewport().rect()).boundingRect()
        self.minimap.set_view_rect(rect)

    def _centre_on(self, space: str) -> None:
        if self.geometry_.is_on_map(space):
            self.view.centre_on(space)
        else:
            self.tabs.setCurrentWidget(self.boxes)
            self.boxes.show_space(space)

    def _show_fight(self, space: str) -> None:
        """Bring a fight into the part of the map that the battle board leaves free."""
        free = self.view.height() - self.battle.height()
        if not self.geometry_.is_on_map(space) or free <= GAP:
            return
        at = self.view.mapFromScene(self.geometry_.piece_anchor(space))
        if not self.view.rect().adjusted(GAP, GAP, -GAP, free - self.view.height()).contains(at):
            below = (self.view.height() - free) / 2 / self.view.zoom
            self.view.centre_on_point(self.geometry_.piece_anchor(space) + QPointF(0, below))

    # Looks

    def _set_theme(self, theme: Theme) -> None:
        self.painter = MapPainter(self.geometry_.game_map, self.geometry_, theme, self.painter.scenery)
        self._show_map()
        self.minimap.set_painter(self.painter)
        self.view.set_theme(theme)
        self.scene.set_theme(theme)
        self._game_changed(None)

    def _show_map(self) -> None:
        """Paint the map anew."""
        self.painter.labels.numbers = self.table.preferences["show_coordinates"]
        self.map_item.set_painter(self.painter)

    def _preferences_changed(self, name: str) -> None:
        preferences = self.table.preferences
        self.view.animated = preferences["smooth_zoom"]
        self.scene.set_motion(preferences["animation"])
        self.map_item.fade = preferences["animation"]
        self.table.session.always_hand_over = preferences["always_hand_over"]
        if name == "counter_style" or not name:
            self.scene.set_style(_STYLES.get(preferences["counter_style"]))
        if name == "show_coordinates" or not name:
            self._show_map()
        if name in ("show_control", "show_zones", "show_supply"):
            self._game_changed(None)

    def first_look(self) -> None:
        """Show the map where the side that has to decide stands."""
        session, geometry = self.table.session, self.geometry_
        side = session.viewer or session.owner_side
        places = [
            geometry.piece_anchor(piece.space)
            for piece in session.view.pieces.values()
            if geometry.is_on_map(piece.space) and session.view.side_of(piece.power) == side
        ]
        shop = session.shop
        wanted = {space for row in shop.rows for space in row.spaces} if shop is not None else set()
        open_to = [geometry.piece_anchor(space) for space in sorted(wanted) if geometry.is_on_map(space)]
        self.view.look_at(_middle(open_to or places or [geometry.sheet.center()]))

    def show_panels(self, shown: bool) -> None:
        """Show or hide everything but the map."""
        for widget in (self.left, self.right, self.timeline):
            widget.setVisible(shown)

    def is_busy(self) -> bool:
        """Whether something is still being drawn."""
        return self.view.isVisible() and not self.map_item.is_ready

    # The right mouse button

    def _menu(self, space: str | None, at: QPoint) -> None:
        if space is None or self.table.session.waiting_for is not None:
            return
        self.table.selection.set_space(space)
        menu = QMenu(self)
        title = QAction(self.table.session.system.space_name(space), menu)
        title.setEnabled(False)
        menu.addAction(title)
        menu.addSeparator()
        pieces = [piece.id for piece in self.table.session.view.at(space)]
        menu.addAction(self.tr("Select all here"), lambda: self.table.selection.select(pieces)).setEnabled(
            bool(pieces)
        )
        menu.addAction(self.tr("Spread the stack"), lambda: self.scene.open_fan(space)).setEnabled(
            len(pieces) > 1
        )
        menu.addAction(self.tr("Centre here"), lambda: self.view.centre_on(space))
        menu.exec(at)
        menu.deleteLater()


def _middle(points: Sequence[QPointF]) -> QPointF:
    """Where most of them are: a few far away do not count."""
    return QPointF(median(at.x() for at in points), median(at.y() for at in points))


def _column(width: int, panels: tuple[QWidget, ...]) -> QScrollArea:
    inside = QWidget()
    inside.setObjectName("column")
    column = QVBoxLayout(inside)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(GAP)
    for panel in panels[:-1]:
        column.addWidget(panel)
    column.addWidget(panels[-1], 1)
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setWidget(inside)
    # Both would paint the application's ground, which is not the theme's.
    inside.setAutoFillBackground(False)
    area.viewport().setAutoFillBackground(False)
    area.setFixedWidth(width)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    return area
