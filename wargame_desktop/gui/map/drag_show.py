"""What is seen of a drag: pieces in the hand, lit targets, the path, and the card with the reason."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QObject, QPoint, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import (
    QGraphicsItem,
    QGraphicsPixmapItem,
    QGraphicsScene,
    QGraphicsView,
    QLabel,
    QWidget,
)

from wargame_desktop.core.sequence import Target
from wargame_desktop.gui.map.callout import Callout, CalloutText, text_of, text_of_preview
from wargame_desktop.gui.map.drag import DragController, Verdict
from wargame_desktop.gui.map.geometry import MapGeometry
from wargame_desktop.gui.map.overlays import Overlays
from wargame_desktop.gui.map.stacks import StackLayer
from wargame_desktop.gui.map.stacks_motion import Motion, flying_item
from wargame_desktop.gui.map.stacks_picture import Picture
from wargame_desktop.gui.theme import Theme

_HELD = 0.94
_CALLOUT_MS = 7000
_PREVIEW_MS = 180
"""A hand that rests this long over a space wants to know; chances of a fight may take a frame or two."""
_TOO_MANY = 0.6
"""More than this part of the spaces is not worth lighting."""


class FloatingPieces(QLabel):
    """The pieces in hand while the cursor is over the panels beside the map."""

    def __init__(self, pixmap: QPixmap, offset: QPointF, parent: QWidget) -> None:
        super().__init__(parent)
        self._offset, self._ground = offset.toPoint(), parent
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.setPixmap(pixmap)
        self.adjustSize()

    def follow(self, at: QPoint) -> None:
        """Go to a point of the screen."""
        self.move(self._ground.mapFromGlobal(at) + self._offset)
        self.raise_()
        self.show()


class DragShow(QObject):
    """Shows what a DragController does in one view."""

    said = Signal(str)
    """The words of the card that was just shown, for the status line and screen readers."""

    def __init__(
        self,
        scene: QGraphicsScene,
        geometry: MapGeometry,
        theme: Theme,
        stacks: StackLayer,
        overlays: Overlays,
        motion: Motion,
        drag: DragController,
    ) -> None:
        super().__init__(scene)
        self._scene, self._geometry, self._stacks = scene, geometry, stacks
        self._overlays, self._motion, self._drag = overlays, motion, drag
        self._view: QGraphicsView | None = None
        self.callout = Callout(theme)
        scene.addItem(self.callout)
        self._hand: QGraphicsPixmapItem | None = None
        self._picture: Picture | None = None
        self._floating: FloatingPieces | None = None
        self._names = ""
        self._home: QPointF | None = None
        self._judgement: Verdict | None = None
        self._forget_callout = QTimer(self, interval=_CALLOUT_MS, singleShot=True)
        self._forget_callout.timeout.connect(self.hide_refusal)
        self._foretell = QTimer(self, interval=_PREVIEW_MS, singleShot=True)
        self._foretell.timeout.connect(self._preview)
        drag.began.connect(self._began)
        drag.carried.connect(self._carried)
        drag.judged.connect(self._judged)
        drag.playing.connect(self._playing)
        drag.ended.connect(self._ended)

    def attach(self, view: QGraphicsView) -> None:
        """The view in which cards are placed."""
        self._view = view

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme."""
        self.callout.theme = theme
        self.callout.update()

    # The hand

    @property
    def hand(self) -> QGraphicsItem | None:
        """The item that shows the pieces in hand."""
        return self._hand

    def _began(self) -> None:
        self.hide_refusal()
        # What still glides home would put down the pieces that are taken up now.
        self._motion.finish()
        pieces = self._drag.pieces
        self._names = self._drag.names()
        place = next((p for p in map(self._stacks.place_of, pieces) if p is not None), None)
        self._home = None if place is None else self._geometry.piece_anchor(place)
        self._picture = self._stacks.picture_of(pieces)
        self._stacks.lift(pieces)
        at = self._home or self._geometry.bounds.center()
        self._hand = flying_item(self._picture.pixmap, self._picture.offset, at)
        self._hand.setOpacity(_HELD)
        self._hand.setVisible(self._home is not None)
        self._scene.addItem(self._hand)
        self.light(self._drag.targets, self._drag.sources)

    def light(self, targets: Mapping[str, Target], sources: Iterable[str]) -> None:
        """Light where pieces may go from where they are; nearly everywhere would say nothing."""
        costs = {space: target.cost for space, target in targets.items()}
        spaces = self._geometry.space_ids
        if sum(space in costs for space in spaces) > _TOO_MANY * len(spaces):
            costs = {}
        elif any(self._geometry.is_on_map(space) for space in costs):
            costs = {**dict.fromkeys(sources, ""), **costs}
        self._overlays.set_reach(costs)

    def _carried(self, at: QPoint) -> None:
        if self._view is None:
            return
        local = self._view.viewport().mapFromGlobal(at)
        inside = self._view.viewport().rect().contains(local)
        if inside:
            self.hold_at(self._view.mapToScene(local))
        elif self._hand is not None:
            self._hand.setVisible(False)
        self._float(None if inside else at)

    def hold_at(self, point: QPointF) -> None:
        """Hold the pieces over a point of the map."""
        if self._hand is not None:
            self._hand.setPos(point)
            self._hand.setVisible(True)

    def _float(self, at: QPoint | None) -> None:
        if at is None or self._picture is None or self._view is None:
            if self._floating is not None:
                self._floating.hide()
            return
        if self._floating is None:
            picture = self._picture
            self._floating = FloatingPieces(picture.pixmap, picture.offset, self._view.window())
        self._floating.follow(at)

    # What the place under the hand says

    def _judged(self, verdict: Verdict | None) -> None:
        self.hide_refusal()
        if verdict is None or not verdict.allowed:
            self._overlays.set_path(())
        if verdict is None:
            return
        if verdict.allowed:
            self._overlays.set_path(verdict.path, self._drag.via)
            self._judgement = verdict
            self._foretell.start()
        else:
            self._overlays.set_refusal(verdict.space, verdict.refusals)
            self._call_out(verdict, text_of(self._drag.title(verdict, self._names), verdict.refusals))

    def _preview(self) -> None:
        verdict, preview = self._judgement, self._drag.preview()
        if verdict is not None and preview is not None:
            self._call_out(verdict, text_of_preview(self._drag.title(verdict, self._names), preview))

    def _call_out(self, verdict: Verdict, text: CalloutText) -> None:
        if self._view is not None and self._geometry.is_on_map(verdict.space):
            to_view = self._view.viewportTransform()
            at = self._geometry.centre(verdict.space)
            anchor = to_view.map(at)
            taken = self._stacks.rects_on_screen(to_view)
            stand_off = self._geometry.pitch * to_view.m11() * 0.36
            self.callout.say(text, at, anchor, stand_off, taken, QRectF(self._view.viewport().rect()))
        self.said.emit(text.plain())

    def hide_refusal(self) -> None:
        """Take the card and the red marks away."""
        self._forget_callout.stop()
        self._foretell.stop()
        self.callout.setVisible(False)
        self._overlays.set_refusal(None)

    # The end

    def _playing(self, verdict: Verdict) -> None:
        # The pieces are where the hand is already; they need not travel again.
        carried = self._hand is not None and self._hand.isVisible()
        self._stacks.expect(self._drag.pieces, None if carried else verdict.path)

    def _ended(self, played: bool) -> None:
        self._foretell.stop()
        if not self.callout.text.is_refusal:
            self.hide_refusal()
        self._overlays.set_path(())
        self._overlays.set_reach({})
        hand, picture, home = self._hand, self._picture, self._home
        self._hand = self._picture = None
        if self._floating is not None:
            self._floating.deleteLater()
            self._floating = None
        if hand is None:
            return
        self._scene.removeItem(hand)
        if self.callout.isVisible():
            self._forget_callout.start()
        if played or home is None or picture is None or not hand.isVisible():
            self._stacks.lift(())
            return
        self._motion.glide(picture.pixmap, picture.offset, [hand.pos(), home], lambda: self._stacks.lift(()))
