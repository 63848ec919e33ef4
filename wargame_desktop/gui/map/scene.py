"""The table as a scene: the map with overlays, stacks, selection and drag, kept in step with the game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QObject, QRectF, QTimer, Signal
from PySide6.QtWidgets import QGraphicsScene, QGraphicsView

from wargame_desktop.core.draft import Changed
from wargame_desktop.core.sequence import Target
from wargame_desktop.core.state import HOLD
from wargame_desktop.gui.counters.cache import CounterCache
from wargame_desktop.gui.counters.face import Style
from wargame_desktop.gui.map.drag import DragController, TableSession
from wargame_desktop.gui.map.drag_cursor import SpaceCursor
from wargame_desktop.gui.map.drag_input import TableInput
from wargame_desktop.gui.map.drag_show import DragShow
from wargame_desktop.gui.map.geometry import MapGeometry
from wargame_desktop.gui.map.overlays import Overlays
from wargame_desktop.gui.map.stacks import StackLayer
from wargame_desktop.gui.map.stacks_fan import Fan
from wargame_desktop.gui.map.stacks_motion import Motion
from wargame_desktop.gui.map.stacks_selection import Selection
from wargame_desktop.gui.theme import Theme


class TableScene(QGraphicsScene):
    """Everything that lies on one map. Add the map's own item, then `attach` the view that shows it."""

    said = Signal(str)
    """Words for the status line: the reason of a refusal under the hand."""
    refused = Signal(object)
    """A tuple of Refusal: pieces were dropped where they may not go."""
    picked = Signal(str)
    """A candidate was clicked while the map waited for a pick."""
    pick_given_up = Signal()
    """Escape was pressed instead of a pick."""

    def __init__(
        self,
        session: TableSession,
        geometry: MapGeometry,
        theme: Theme,
        cache: CounterCache | None = None,
        selection: Selection | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.session, self.geometry = session, geometry
        self._theme = theme
        self.setSceneRect(geometry.sheet)
        self.motion = Motion(self)
        # Not `or`: a selection that holds nothing yet is false.
        self.selection = Selection(self) if selection is None else selection
        self.cursor = SpaceCursor(geometry)
        self.overlays = Overlays(self, geometry, theme)
        self.stacks = StackLayer(self, geometry, theme, self.motion, cache)
        self.drag = DragController(session, self)
        self.overlays.occupied = lambda space: self.drag.is_active or bool(self.stacks.pieces_at(space))
        self.hand = DragShow(self, geometry, theme, self.stacks, self.overlays, self.motion, self.drag)
        self.fan: Fan | None = None
        self.targets: Mapping[str, Target] = {}
        self._candidates: frozenset[str] = frozenset()
        self._view: QGraphicsView | None = None
        self._input: TableInput | None = None
        self._relight = QTimer(self, interval=0, singleShot=True)
        self._relight.timeout.connect(self._light_selection)
        self._connect()

    def _connect(self) -> None:
        self.session.changed.connect(self.game_changed)
        self.selection.changed.connect(self._selection_changed)
        self.drag.ended.connect(self._drag_ended)
        self.drag.refused.connect(self.refused)
        self.hand.said.connect(self.said)

    def attach(self, view: QGraphicsView) -> None:
        """Take part in the mouse and keyboard of a view of this scene."""
        self._view = view
        self._input = TableInput(view, self)
        self.hand.attach(view)
        self.game_changed(None)

    # Looks

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme."""
        self._theme = theme
        self.close_fan()
        self.stacks.set_theme(theme)
        self.overlays.set_theme(theme)
        self.hand.set_theme(theme)

    def set_motion(self, on: bool) -> None:
        """Turn moving and fading on or off."""
        self.motion.finish()
        self.motion.enabled = on
        self.overlays.fades = on

    def set_style(self, style: Style | None) -> None:
        """Prefer cardboard or plastic pieces; None leaves it to the game."""
        self.stacks.set_style(style)
        self.game_changed(None)

    # The game

    def game_changed(self, changed: Changed | None) -> None:
        """Show the game as it is now; `changed` names what can be different."""
        self.drag.cancel()
        self.close_fan()
        if self.session.waiting_for is not None:
            self._show_nothing()
            return
        spaces = None if changed is None else self._touched(changed)
        self.stacks.show(self.session.system, self.session.view, spaces)
        self.selection.retain(self.session.view.pieces)
        self._relight.start()

    def _show_nothing(self) -> None:
        """The next player sits down: what the last one saw is not for the next."""
        self.selection.clear()
        self.selection.set_space(None)
        self.stacks.clear()
        self.stop_picking()
        self.overlays.clear()
        self.hand.hide_refusal()

    def _touched(self, changed: Changed) -> list[str]:
        """The spaces whose pictures change; a carrier looks different when its hold does."""
        pieces = self.session.view.pieces
        found: list[str] = []
        for space in changed.spaces:
            while space.startswith(HOLD) and space.removeprefix(HOLD) in pieces:
                space = pieces[space.removeprefix(HOLD)].space
            found.append(space)
        # A mark changes a face without any space being touched.
        return found + [pieces[piece].space for piece in changed.pieces if piece in pieces]

    # Selection

    def _selection_changed(self) -> None:
        self.stacks.set_selected(self.selection.pieces)
        if self.fan is not None:
            self.fan.set_selected(self.selection.pieces)
        self._relight.start()

    def _drag_ended(self, played: bool) -> None:
        if played:
            self.selection.clear()
        self._relight.start()

    def _light_selection(self) -> None:
        """Light where the chosen pieces may go; a drag lights its own."""
        if self.drag.is_active or self.session.waiting_for is not None:
            return
        pieces = self.selection.pieces
        self.targets = self.session.targets(pieces) if pieces else {}
        view = self.session.view
        self.hand.light(self.targets, [view.piece(piece).space for piece in pieces])

    def hover_target(self, space: str | None) -> None:
        """The cursor passes over a space: show the way the chosen pieces would take to it."""
        if self.drag.is_active:
            return
        target = self.targets.get(space) if space is not None else None
        if target is None:
            self.overlays.set_path(())
            return
        start = self.session.view.piece(self.selection.pieces[0]).space if self.selection.pieces else space
        self.overlays.set_path(target.path or (str(start), target.space))

    def click_space(self, space: str | None) -> None:
        """A space was clicked beside its counters: pick it, move there, or take it in hand."""
        self.hand.hide_refusal()
        if space is not None and self.is_candidate(space):
            self.picked.emit(space)
        elif space is not None and space in self.targets and self.selection.pieces:
            self.move_selection(space)
        else:
            self.close_fan()
            self.selection.clear()
            self.put_cursor(space)

    def move_selection(self, space: str) -> None:
        """Move the chosen pieces to one of their targets."""
        target = self.targets[space]
        self.stacks.expect(self.selection.pieces, target.path)
        self.overlays.set_path(())
        if self.session.propose(target.action):
            self.selection.clear()
            self.put_cursor(space)

    def put_cursor(self, space: str | None) -> None:
        """Stand on a space with the keyboard's cursor, which only keys make visible."""
        self.cursor.put(space)
        self.overlays.set_cursor(None)
        self.selection.set_space(space)

    def describe(self, space: str) -> str:
        """A space and what lies in it, in words."""
        system, view = self.session.system, self.session.view
        names = [system.name_of(piece) for piece in reversed(view.at(space))]
        return f"{system.space_name(space)}: {', '.join(names) or 'empty'}."

    def mates_of(self, piece: str) -> tuple[str, ...]:
        """The pieces of the same side in the same space; a marker has no mates."""
        view = self.session.view
        found = view.pieces.get(piece)
        if found is None or not found.power:
            return (piece,)
        side = view.side_of(found.power)
        return tuple(
            other.id
            for other in reversed(view.at(found.space))
            if other.power and view.side_of(other.power) == side
        )

    # Picking a space

    def start_picking(self, spaces: Iterable[str]) -> None:
        """Wait for a click on one of these spaces; `picked` tells which. No spaces: wait no longer."""
        self._candidates = frozenset(spaces)
        # Where every space will do, marking them all would say nothing.
        everywhere = self._candidates.issuperset(self.geometry.space_ids)
        self.overlays.set_candidates(() if everywhere else sorted(self._candidates))

    def is_candidate(self, space: str | None) -> bool:
        """Whether a click on this space picks it."""
        return space in self._candidates

    @property
    def is_picking(self) -> bool:
        """Whether a space is asked for."""
        return bool(self._candidates)

    def stop_picking(self) -> None:
        """Wait no longer."""
        self.start_picking(())

    # Spreading a stack

    def open_fan(self, space: str) -> bool:
        """Spread a stack of two pieces or more."""
        self.close_fan()
        faces = self.stacks.faces_at(space)
        if len(faces) < 2 or self._view is None:
            return False
        view = self._view
        self.fan = Fan(space, faces, self._theme, self.stacks.cache, view.devicePixelRatioF())
        at = self.geometry.piece_anchor(space)
        self.fan.open(at, view.viewportTransform().map(at), QRectF(view.viewport().rect()))
        self.fan.set_selected(self.selection.pieces)
        self.addItem(self.fan)
        return True

    def close_fan(self) -> None:
        """Put a spread stack together again."""
        if self.fan is not None:
            self.removeItem(self.fan)
            self.fan = None
