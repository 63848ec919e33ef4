"""All stacks on the map: one picture per occupied space, redrawn only where something changed.

Pictures that are not needed at once are drawn in slices between events, those on screen first, so that
neither opening a game nor zooming makes the table wait.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QTransform
from PySide6.QtWidgets import QGraphicsItem, QGraphicsPixmapItem, QGraphicsScene

from wargame_desktop.core.state import State
from wargame_desktop.gui.counters.cache import CounterCache
from wargame_desktop.gui.counters.chips import paint_leader
from wargame_desktop.gui.counters.face import CounterFace, Style
from wargame_desktop.gui.faces import default_style, face_of, stack_faces
from wargame_desktop.gui.map.geometry import MapGeometry
from wargame_desktop.gui.map.stacks_layout import ChipLayout
from wargame_desktop.gui.map.stacks_motion import Motion
from wargame_desktop.gui.map.stacks_picture import (
    Picture,
    Size,
    chips_extent,
    chips_picture,
    counter_size,
    piece_size,
    stack_picture,
)
from wargame_desktop.gui.theme import Theme
from wargame_desktop.systems.base import GameSystem

STACK_Z = 20.0
_LEADER_Z = 19.0
_SLICE_SECONDS = 0.006
_AT_ONCE = 24
_MOST_GLIDES = 12
_GHOST = 0.35

Faces = tuple[tuple[str, CounterFace], ...]


@dataclass(frozen=True, slots=True)
class Hit:
    """What lies under the cursor: the space, and the pieces of one grip."""

    space: str
    pieces: tuple[str, ...]


class StackItem(QGraphicsPixmapItem):
    """What lies in one space."""

    def __init__(self, space: str, anchor: QPointF) -> None:
        super().__init__()
        self.space = space
        self.picture: Picture | None = None
        self.shift = QPointF(0.0, 0.0)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations)
        self.setShapeMode(QGraphicsPixmapItem.ShapeMode.BoundingRectShape)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setPos(anchor)
        # Of two stacks that touch, the southern one lies in front.
        self.setZValue(STACK_Z + anchor.y() * 1e-6)

    def show_picture(self, picture: Picture, shift: QPointF) -> None:
        """Take a new picture, moved away from the anchor by a shift."""
        self.picture, self.shift = picture, shift
        self.setOffset(picture.offset + shift)
        self.setPixmap(picture.pixmap)


class _Leader(QGraphicsItem):
    """The line from a chip beside its territory to the territory."""

    def __init__(self, anchor: QPointF, chip: QRectF, theme: Theme) -> None:
        super().__init__()
        self._chip, self._theme = chip, theme
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations)
        self.setPos(anchor)
        self.setZValue(_LEADER_Z)

    def boundingRect(self) -> QRectF:
        return QRectF(self._chip.center(), QPointF(0.0, 0.0)).normalized().adjusted(-6, -6, 6, 6)

    def paint(self, painter: QPainter, option, widget=None) -> None:
        paint_leader(painter, self._chip, QPointF(0.0, 0.0), self._theme)


class StackLayer(QObject):
    """Keeps one item per occupied space in step with the state the viewer sees."""

    def __init__(
        self,
        scene: QGraphicsScene,
        geometry: MapGeometry,
        theme: Theme,
        motion: Motion,
        cache: CounterCache | None = None,
    ) -> None:
        super().__init__(scene)
        self.geometry = geometry
        self._scene, self._theme, self._motion = scene, theme, motion
        self.cache = cache or CounterCache()
        self._preferred: Style | None = None
        self._style = Style.COUNTER
        self._faces: dict[str, Faces] = {}
        self._place: dict[str, str] = {}
        self._game: tuple[GameSystem, State] | None = None
        self._items: dict[str, StackItem] = {}
        self._leaders: dict[str, _Leader] = {}
        self._selected: frozenset[str] = frozenset()
        self._lifted: frozenset[str] = frozenset()
        self._landing: set[str] = set()
        self._routes: dict[str, tuple[str, ...] | None] = {}
        self._pitch, self._ratio = geometry.pitch, 1.0
        self.size = counter_size(theme.detail, self._pitch)
        self._layout = ChipLayout(geometry, 1.0)
        self._waiting: dict[str, None] = {}
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._draw_slice)

    # What there is to show

    def show(self, system: GameSystem, state: State, spaces: Iterable[str] | None = None) -> None:
        """Show a state; with `spaces`, only these can have changed since the last time."""
        self._motion.finish()
        self._game = (system, state)
        style = self._preferred or default_style(system)
        if style is not self._style or spaces is None:
            self._style = style
            self.size = self._size_at(self._pitch)
            spaces = [*state.pieces.by_space, *self._faces]
        before = dict(self._place)
        touched = [space for space in dict.fromkeys(spaces) if self.geometry.is_on_map(space)]
        for space in touched:
            self._read(system, state, space)
        for space in touched:
            for piece, _ in self._faces.get(space, ()):
                self._place[piece] = space
        self._refresh(touched)
        self._glide_moves(before, touched)
        self._routes.clear()

    def clear(self) -> None:
        """Take everything off, for instance while seats are changed."""
        self._motion.finish()
        self._game = None
        gone = list(self._faces)
        self._faces.clear()
        self._place.clear()
        self._refresh(gone)

    def _read(self, system: GameSystem, state: State, space: str) -> None:
        for piece, _ in self._faces.pop(space, ()):
            if self._place.get(piece) == space:
                del self._place[piece]
        pieces = state.at(space)
        if pieces:
            faces = stack_faces(system, state, pieces, self._style)
            ids = [piece.id for piece in reversed(pieces)]
            self._faces[space] = tuple(zip(ids, faces, strict=True))

    def _refresh(self, spaces: Sequence[str]) -> None:
        """Make, remove and redraw items; a few at once, many in slices."""
        for space in spaces:
            if space in self._faces and space not in self._items:
                item = StackItem(space, self.geometry.piece_anchor(space))
                self._items[space] = item
                self._scene.addItem(item)
            elif space not in self._faces:
                self._drop(space)
        present = [space for space in spaces if space in self._faces]
        if len(present) > _AT_ONCE:
            self._lay_out()
            self._queue(present)
        else:
            for space in present:
                self._place_chip(space)
                self._draw(space)

    def _drop(self, space: str) -> None:
        item = self._items.pop(space, None)
        if item is not None:
            self._scene.removeItem(item)
        self._layout.remove(space)
        self._drop_leader(space)
        self._waiting.pop(space, None)

    # Looks

    def set_theme(self, theme: Theme) -> None:
        """Draw everything anew in another theme."""
        self._theme = theme
        self.cache.clear()
        self.size = self._size_at(self._pitch)
        self._redraw_all()

    def set_style(self, style: Style | None) -> None:
        """Prefer cardboard or plastic; None leaves it to the game. Takes effect with the next `show`."""
        self._preferred = style

    def set_zoom(self, pitch: float, ratio: float, visible: QRectF | None = None) -> None:
        """The pitch on screen and the pixels per logical pixel; what is visible is redrawn first."""
        self._pitch = pitch
        size = self._size_at(pitch)
        if size == self.size and ratio == self._ratio:
            return
        self.size, self._ratio = size, ratio
        self._redraw_all(visible)

    def set_selected(self, pieces: Iterable[str]) -> None:
        """Ring these pieces and show them on top of their stacks."""
        before, self._selected = self._selected, frozenset(pieces)
        self._redraw_of(before ^ self._selected)

    def lift(self, pieces: Iterable[str]) -> None:
        """Take pieces out of their pictures because they are in somebody's hand."""
        before, self._lifted = self._lifted, frozenset(pieces)
        self._redraw_of(before ^ self._lifted)

    def expect(self, pieces: Iterable[str], route: Sequence[str] | None) -> None:
        """Say how pieces will come to their next space: along spaces, or None if they are there already."""
        for piece in pieces:
            self._routes[piece] = None if route is None else tuple(route)

    def _size_at(self, pitch: float) -> Size:
        choose = piece_size if self._style is Style.PLASTIC else counter_size
        return choose(self._theme.detail, pitch)

    def _redraw_of(self, pieces: Iterable[str]) -> None:
        spaces = sorted({self._place[piece] for piece in pieces if piece in self._place})
        for space in spaces:
            self._place_chip(space)
            self._draw(space)

    def _redraw_all(self, visible: QRectF | None = None) -> None:
        self._lay_out()
        near = [space for space, item in self._items.items() if visible and visible.contains(item.pos())]
        self._waiting.clear()
        self._queue([*near, *self._items])

    # Drawing

    def _queue(self, spaces: Iterable[str]) -> None:
        self._waiting.update(dict.fromkeys(spaces))
        self._draw_slice()

    def _draw_slice(self) -> None:
        until = time.perf_counter() + _SLICE_SECONDS
        while self._waiting:
            space = next(iter(self._waiting))
            del self._waiting[space]
            self._draw(space)
            if time.perf_counter() > until:
                break
        if self._waiting and not self._timer.isActive():
            self._timer.start()
        elif not self._waiting:
            self._timer.stop()

    def finish(self) -> None:
        """Draw everything that still waits, now; for printing, pictures and tests."""
        self._motion.finish()
        while self._waiting:
            self._draw_slice()

    def _shown(self, space: str) -> tuple[Faces, float]:
        """The pieces to draw, chosen ones on top, and the opacity: what is in hand leaves a ghost."""
        faces = self._faces[space]
        away = self._lifted | self._landing
        staying = tuple(one for one in faces if one[0] not in away)
        opacity = 1.0
        if not staying:
            opacity = _GHOST if any(piece in self._lifted for piece, _ in faces) else 0.0
            staying = faces
        chosen = [(piece, replace(face, selected=True)) for piece, face in staying if piece in self._selected]
        rest = [one for one in staying if one[0] not in self._selected]
        return (*chosen, *rest), opacity

    def _draw(self, space: str) -> None:
        item = self._items[space]
        faces, opacity = self._shown(space)
        make = chips_picture if self._style is Style.PLASTIC else stack_picture
        picture = make(faces, self.size, self._ratio, self._theme, self.cache)
        shift = self._layout.offsets.get(space, QPointF(0.0, 0.0))
        item.show_picture(picture, shift)
        item.setOpacity(opacity)
        self._drop_leader(space)
        if not shift.isNull():
            leader = _Leader(item.pos(), picture.extent.translated(shift), self._theme)
            leader.setOpacity(opacity)
            self._leaders[space] = leader
            self._scene.addItem(leader)

    def _drop_leader(self, space: str) -> None:
        leader = self._leaders.pop(space, None)
        if leader is not None:
            self._scene.removeItem(leader)

    def _lay_out(self) -> None:
        """Lay out all chips for the size in force; counters on hexes need no layout."""
        self._layout = ChipLayout(self.geometry, self.size.least_pitch / self.geometry.pitch or 1.0)
        if self._style is Style.PLASTIC and self.size.level:
            side = self.size.side
            self._layout.place_all(
                {space: chips_extent(self._shown(space)[0], side) for space in self._faces}
            )

    def _place_chip(self, space: str) -> None:
        if self._style is Style.PLASTIC and self.size.level:
            self._layout.place(space, chips_extent(self._shown(space)[0], self.size.side))

    # Moves

    def _glide_moves(self, before: Mapping[str, str], spaces: Sequence[str]) -> None:
        groups: dict[tuple[str, str], list[str]] = {}
        for space in spaces:
            for piece, _ in self._faces.get(space, ()):
                old = before.get(piece)
                if old is not None and old != space and self._routes.get(piece, ()) is not None:
                    groups.setdefault((old, space), []).append(piece)
        if not self._motion.enabled or len(groups) > _MOST_GLIDES:
            return
        for (old, new), pieces in groups.items():
            self._glide(old, new, pieces)

    def _glide(self, old: str, new: str, pieces: list[str]) -> None:
        picture = self.picture_of(pieces)
        route = self._routes.get(pieces[0]) or ()
        stops = [stop for stop in route if self.geometry.is_on_map(stop)]
        if not stops or stops[0] != old:
            stops.insert(0, old)
        if stops[-1] != new:
            stops.append(new)
        self._landing.update(pieces)
        self._draw(new)

        def arrived() -> None:
            self._landing.difference_update(pieces)
            if new in self._items:
                self._draw(new)

        points = [self.geometry.piece_anchor(stop) for stop in stops]
        self._motion.glide(picture.pixmap, picture.offset, points, arrived)

    def picture_of(self, pieces: Sequence[str]) -> Picture:
        """A picture of some pieces by themselves, as they are carried over the map."""
        faces = [(piece, self._face(piece)) for piece in pieces]
        make = chips_picture if self._style is Style.PLASTIC else stack_picture
        return make(faces, self.size, self._ratio, self._theme, self.cache)

    def _face(self, piece: str) -> CounterFace:
        """The face of a piece wherever it is, beside the map as well."""
        if self._game is None or piece not in self._game[1].pieces:
            return CounterFace(symbol="unknown", style=self._style)
        system, state = self._game
        return face_of(system, state, state.piece(piece), self._style)

    # Asking

    def pieces_at(self, space: str) -> tuple[str, ...]:
        """The pieces shown in a space, top first."""
        return tuple(piece for piece, _ in self._faces.get(space, ()))

    def faces_at(self, space: str) -> Faces:
        """The pieces shown in a space with their faces, top first."""
        return self._faces.get(space, ())

    def place_of(self, piece: str) -> str | None:
        """The space of the map where a piece is shown."""
        return self._place.get(piece)

    def hit(self, at: QPointF, to_view: QTransform) -> Hit | None:
        """The pieces under a point of the viewport, which `to_view` leads to from the scene."""
        best: tuple[float, Hit] | None = None
        for space, item in self._items.items():
            picture = item.picture
            if picture is None:
                continue
            local = at - to_view.map(item.pos()) - item.shift
            if not picture.extent.contains(local) or (best is not None and best[0] > item.zValue()):
                continue
            for grip in picture.grips:
                if grip.rect.contains(local):
                    best = (item.zValue(), Hit(space, grip.pieces))
                    break
        return None if best is None else best[1]

    def rects_on_screen(self, to_view: QTransform) -> list[QRectF]:
        """The rectangles that counters cover in the viewport."""
        return [
            item.picture.extent.translated(to_view.map(item.pos()) + item.shift)
            for item in self._items.values()
            if item.picture is not None
        ]

    def within(self, area: QRectF, to_view: QTransform) -> list[str]:
        """All pieces of the stacks whose middle lies in a rectangle of the viewport."""
        found: list[str] = []
        for space, item in self._items.items():
            if item.picture is not None:
                middle = item.picture.extent.center() + to_view.map(item.pos()) + item.shift
                if area.contains(middle):
                    found += self.pieces_at(space)
        return found

    def dots(self) -> list[tuple[QPointF, QColor]]:
        """One dot per stack in the colour of its top piece, for the small map."""
        return [
            (self.geometry.piece_anchor(space), self._theme.nation(faces[0][1].nation).body)
            for space, faces in self._faces.items()
        ]
