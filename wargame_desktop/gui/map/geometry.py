"""Where every space lies on the screen's map: outlines, centres, anchors, and which space is under a point.

Scene coordinates grow right and down. Whatever the map's own units are, they are scaled to one pitch: 140
scene units between two opposite sides of a hex, across a middling land area, or between two linked points.
Line widths and text sizes are then the same for every map.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import median

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath, QPolygonF, QTransform

from wargame_desktop.board.errors import BoardError, unknown
from wargame_desktop.board.hexgrid import HexGrid
from wargame_desktop.board.model import Space
from wargame_desktop.content.map_paint import Box, Outline
from wargame_desktop.content.maps import GameMap
from wargame_desktop.gui.map.lookup import SpaceIndex

PITCH = 140.0
_NO_MAP = QRectF(0.0, 0.0, 10 * PITCH, 7 * PITCH)
_BESIDE_THE_MAP = frozenset(("pool", "deck", "hand", "track", "box"))
_SEA_KINDS = frozenset(("sea", "ocean", "water", "lake", "strait", "sea_zone"))


@dataclass(frozen=True)
class InsetView:
    """A frame in which a part of the map (`shows`) is drawn again; `transform` leads from there to here."""

    title: str
    frame: QRectF
    shows: QRectF
    transform: QTransform

    def home(self, point: QPointF) -> QPointF:
        """The point of the map proper that is drawn at this point of the frame."""
        inverted, _ = self.transform.inverted()
        return inverted.map(point)


def is_sea(space: Space) -> bool:
    """Whether a space is water."""
    return space.kind in _SEA_KINDS


def lies_on_map(space: Space) -> bool:
    """Whether a space has a place on the map, and not only in the panels beside it."""
    if space.attrs.get("off_map"):
        return False
    has_place = bool(space.polygon) or (space.x, space.y) != (0.0, 0.0)
    return has_place or space.kind not in _BESIDE_THE_MAP


class MapGeometry:
    """The places of all spaces of a map in scene coordinates. Nothing here changes after it is built.

    A game without a map has a blank sheet and no space on it. Asking for the place of a space that is not
    on the map raises ``BoardError``; ``is_on_map`` tells beforehand.
    """

    def __init__(self, game_map: GameMap | None, boxes: Sequence[Space] = ()) -> None:
        self.game_map = game_map
        self.pitch = PITCH
        board_spaces = game_map.board.spaces if game_map is not None else ()
        self._spaces = {one.id: one for one in (*board_spaces, *boxes)}
        self._on_map = {key: one for key, one in self._spaces.items() if lies_on_map(one)}
        self.grid: HexGrid | None = game_map.grid if game_map is not None else None
        self.scale = self._find_scale()
        self._paths: dict[str, QPainterPath] = {}
        self.insets = self._inset_views()

    @cached_property
    def point_radius(self) -> float:
        """Radius of a point's disc: smaller where points lie among areas."""
        has_areas = any(one.polygon and one.kind not in _BESIDE_THE_MAP for one in self._on_map.values())
        return (0.1 if has_areas else 0.17) * self.pitch

    # Scale and extent

    def _find_scale(self) -> float:
        """Scene units per map unit."""
        if self.grid is not None:
            return PITCH / (self.grid.size * math.sqrt(3.0))
        widths = [
            max(x for x, _ in one.polygon) - min(x for x, _ in one.polygon)
            for one in self._on_map.values()
            if one.polygon and not is_sea(one) and one.kind not in _BESIDE_THE_MAP
        ]
        if not widths:
            widths = self._link_lengths()
        return PITCH / median(widths) if widths else 1.0

    def _link_lengths(self) -> list[float]:
        if self.game_map is None:
            return []
        ends = [
            (self._on_map[link.a], self._on_map[link.b])
            for link in self.game_map.board.links
            if link.a in self._on_map and link.b in self._on_map and not link.wraps
        ]
        lengths = (math.hypot(a.x - b.x, a.y - b.y) for a, b in ends)
        return [length for length in lengths if length > 0]

    @cached_property
    def bounds(self) -> QRectF:
        """The map itself without its paper margin: as its file says, or around all spaces."""
        box = self.game_map.paint.bounds if self.game_map is not None else None
        if box is not None:
            return self.to_scene_rect(box)
        around = QRectF()
        for key in self._on_map:
            around = around.united(self.outline(key).boundingRect())
        for inset in self.insets:
            around = around.united(inset.frame)
        return around if around.isValid() else QRectF(_NO_MAP)

    @property
    def margin(self) -> float:
        """Width of the paper margin around the map."""
        return 0.42 * self.pitch

    @property
    def sheet(self) -> QRectF:
        """The whole sheet: the map and its paper margin."""
        return self.bounds.adjusted(-self.margin, -self.margin, self.margin, self.margin)

    def to_scene(self, x: float, y: float) -> QPointF:
        """A point given in map units."""
        return QPointF(x * self.scale, y * self.scale)

    def to_scene_rect(self, box: Box) -> QRectF:
        """A rectangle given in map units."""
        return QRectF(box.x * self.scale, box.y * self.scale, box.width * self.scale, box.height * self.scale)

    def to_scene_path(self, outlines: Iterable[Outline]) -> QPainterPath:
        """Closed outlines with their holes, given in map units."""
        path = QPainterPath()
        path.setFillRule(Qt.FillRule.OddEvenFill)
        for one in outlines:
            for ring in (one.ring, *one.holes):
                path.addPolygon(QPolygonF([self.to_scene(x, y) for x, y in ring]))
                path.closeSubpath()
        return path

    def _inset_views(self) -> tuple[InsetView, ...]:
        views = []
        for inset in self.game_map.paint.insets if self.game_map is not None else ():
            frame = self.to_scene_rect(inset.frame)
            shows = self.to_scene_rect(inset.shows) if inset.shows is not None else frame
            factor = min(frame.width() / shows.width(), frame.height() / shows.height())
            transform = QTransform.fromTranslate(frame.center().x(), frame.center().y())
            transform.scale(factor, factor)
            transform.translate(-shows.center().x(), -shows.center().y())
            views.append(InsetView(inset.title, frame, shows, transform))
        return tuple(views)

    # Single spaces

    @property
    def space_ids(self) -> tuple[str, ...]:
        """The spaces on the map, in the board's order."""
        return tuple(self._on_map)

    def is_on_map(self, space_id: str) -> bool:
        """Whether this space has a place on the map."""
        return space_id in self._on_map

    def space(self, space_id: str) -> Space:
        """The space itself; ``BoardError`` when it is unknown or beside the map."""
        try:
            return self._on_map[space_id]
        except (KeyError, TypeError):
            if space_id in self._spaces:
                message = f"The space “{space_id}” lies beside the map and has no place on it."
                raise BoardError(message) from None
            raise unknown("space", space_id, self._spaces) from None

    def outline(self, space_id: str) -> QPainterPath:
        """The space's surface; a point has a disc. What an inset shows again is part of it."""
        found = self._paths.get(space_id)
        if found is None:
            found = self._paths[space_id] = self._with_insets(self._own_outline(self.space(space_id)))
        return found

    def _own_outline(self, space: Space) -> QPainterPath:
        outlines = self._drawn_outlines(space)
        if outlines:
            return self.to_scene_path(outlines)
        path = QPainterPath()
        path.addEllipse(self.to_scene(space.x, space.y), self.point_radius, self.point_radius)
        return path

    def _drawn_outlines(self, space: Space) -> tuple[Outline, ...]:
        if self.game_map is not None and space.id in self.game_map.board:
            return self.game_map.drawn(space.id).outlines
        return (Outline(space.polygon),) if space.polygon else ()

    def _with_insets(self, path: QPainterPath) -> QPainterPath:
        for inset in self.insets:
            if inset.shows == inset.frame or not inset.shows.intersects(path.boundingRect()):
                continue
            window = QPainterPath()
            window.addRect(inset.frame)
            again = inset.transform.map(path).intersected(window)
            if not again.isEmpty():
                path = QPainterPath(path)
                path.addPath(again)
        return path

    def is_point(self, space_id: str) -> bool:
        """Whether the space is drawn as a disc, having no surface of its own."""
        return not self._drawn_outlines(self.space(space_id))

    def centre(self, space_id: str) -> QPointF:
        """The space's middle."""
        space = self.space(space_id)
        return self.to_scene(space.x, space.y)

    def piece_anchor(self, space_id: str) -> QPointF:
        """Where the middle of the space's pieces goes; in the inset, when one shows the place larger."""
        space = self.space(space_id)
        if self.game_map is None or space_id not in self.game_map.board:
            return self.to_scene(space.x, space.y)
        anchor = self.to_scene(*self.game_map.drawn(space_id).pieces)
        for inset in self.insets:
            if inset.shows != inset.frame and inset.shows.contains(anchor):
                return inset.transform.map(anchor)
        return anchor

    def label_anchor(self, space_id: str) -> QPointF:
        """Where the middle of the space's name goes."""
        space = self.space(space_id)
        if self.game_map is None or space_id not in self.game_map.board:
            return self.to_scene(space.x, space.y)
        return self.to_scene(*self.game_map.drawn(space_id).label)

    def label_angle(self, space_id: str) -> float:
        """How far the space's name is turned, in degrees clockwise."""
        self.space(space_id)
        if self.game_map is None or space_id not in self.game_map.board:
            return 0.0
        return self.game_map.drawn(space_id).label_angle

    # Pairs of spaces

    def hexside(self, a: str, b: str) -> QLineF | None:
        """The side between two hexes that touch; None for anything else."""
        if self.grid is None or a not in self.grid or b not in self.grid or self.grid.distance(a, b) != 1:
            return None
        (ax, ay), (bx, by) = self.grid.side(a, b)
        return QLineF(self.to_scene(ax, ay), self.to_scene(bx, by))

    def border(self, a: str, b: str) -> QPainterPath:
        """The line along which two spaces touch: a hexside, or the stretch of outline two areas share."""
        path = QPainterPath()
        side = self.hexside(a, b)
        if side is not None:
            path.moveTo(side.p1())
            path.lineTo(side.p2())
            return path
        shared = self._edges(a) & self._edges(b)
        for (ax, ay), (bx, by) in sorted(shared):
            path.moveTo(self.to_scene(ax, ay))
            path.lineTo(self.to_scene(bx, by))
        return path

    def _edges(self, space_id: str) -> set[tuple[tuple[float, float], tuple[float, float]]]:
        edges = set()
        for one in self._drawn_outlines(self.space(space_id)):
            for ring in (one.ring, *one.holes):
                for start, end in zip(ring, (*ring[1:], ring[0]), strict=True):
                    edges.add((min(start, end), max(start, end)))
        return edges

    def neighbours(self, space_id: str) -> list[str]:
        """The linked spaces on the map, clockwise from the north; those across the map's edge come last."""
        space = self.space(space_id)
        if self.game_map is None or space_id not in self.game_map.board:
            return []
        order: dict[str, tuple[bool, float]] = {}
        for link in self.game_map.board.links_of(space_id):
            other = link.other(space_id)
            if other in self._on_map:
                end = self._on_map[other]
                angle = math.atan2(end.x - space.x, space.y - end.y) % math.tau
                order[other] = min(order.get(other, (True, math.tau)), (link.wraps, angle))
        return sorted(order, key=lambda key: (*order[key], key))

    # Points and rectangles

    @cached_property
    def _index(self) -> SpaceIndex:
        hexes = self.grid if self.grid is not None else ()
        loose = [key for key in self._on_map if key not in hexes]
        ranked = sorted(loose, key=self._rank)
        return SpaceIndex([(key, self.outline(key)) for key in ranked], self.pitch)

    def _rank(self, space_id: str) -> tuple[int, float]:
        """Which of two overlapping spaces is on top: points, boxes, land before sea, small before large."""
        space = self._on_map[space_id]
        around = self.outline(space_id).boundingRect()
        if self.is_point(space_id):
            layer = 0
        elif space.kind in _BESIDE_THE_MAP:
            layer = 1
        else:
            layer = 3 if is_sea(space) else 2
        return layer, around.width() * around.height()

    def space_at(self, point: QPointF) -> str | None:
        """The space under a point, or None."""
        for inset in self.insets:
            if inset.frame.contains(point):
                point = inset.home(point)
                break
        found = self._index.at(point)
        if found is not None or self.grid is None:
            return found
        label = self.grid.label_at(point.x() / self.scale, point.y() / self.scale)
        return label if label in self._on_map else None

    def spaces_in(self, rect: QRectF) -> list[str]:
        """The spaces whose outline may touch a rectangle, in the board's order."""
        found = set(self._index.touching(rect))
        if self.grid is not None:
            found.update(self._hexes_in(rect))
        return sorted(found, key=self._order.__getitem__)

    @cached_property
    def _order(self) -> dict[str, int]:
        return {key: number for number, key in enumerate(self._on_map)}

    @cached_property
    def _columns(self) -> list[tuple[float, list[tuple[float, str]]]]:
        """Hexes by the x of their centre, and by y within it, for cutting out a rectangle."""
        columns: dict[float, list[tuple[float, str]]] = {}
        for key in self._on_map:
            if self.grid is not None and key in self.grid:
                centre = self.centre(key)
                columns.setdefault(round(centre.x(), 3), []).append((centre.y(), key))
        return [(x, sorted(columns[x])) for x in sorted(columns)]

    def _hexes_in(self, rect: QRectF) -> Iterable[str]:
        reach = self.pitch / math.sqrt(3.0)
        for x, column in self._columns:
            if rect.left() - reach <= x <= rect.right() + reach:
                for y, key in column:
                    if rect.top() - reach <= y <= rect.bottom() + reach:
                        yield key
