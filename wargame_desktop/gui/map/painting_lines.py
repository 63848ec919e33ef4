"""The lines of the map: rivers, frontiers, railways, roads, lanes, grid and the front."""

from __future__ import annotations

import math
from itertools import pairwise

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainterPath, QPen

from wargame_desktop.gui.map.brush import Brush
from wargame_desktop.gui.map.curves import Segment, Strokes, chains, drawn_by_hand, path_of
from wargame_desktop.gui.map.scenery import Scenery
from wargame_desktop.gui.theme import Theme, faded

_GRID_BY_LEVEL = (0.0, 0.31, 0.72, 1.0)
"""How much of the grid's own opacity each level shows: 0, 13, 30 and 42 percent."""


class Lines:
    """Paints the lines of one map in one theme."""

    def __init__(self, scenery: Scenery, theme: Theme) -> None:
        self.scenery = scenery
        self.theme = theme
        self._front: tuple[object, Strokes] | None = None

    def rivers(self, brush: Brush) -> None:
        """From afar where they run, from near along the hexsides that they bar."""
        line, width = self.theme.line, self.theme.width
        has_course = bool(self.scenery.courses)
        sides = self.scenery.river_sides
        courses = self.scenery.courses.near(brush.rect, 4)
        if brush.level < 2 or not sides:
            wide = 2.0 if sides else 2.6
            brush.stroke(courses, faded(line.river, 0.85), wide, 0.7)
            if not has_course:
                brush.stroke(sides.near(brush.rect, 6), faded(line.river, 0.85), 0.8 * width.river, 0.8)
            return
        brush.stroke(courses, line.river_course, width.river_course, 0.5)
        path = sides.near(brush.rect, 6)
        brush.stroke(path, line.river_casing, width.river_casing)
        brush.stroke(path, line.river, width.river)

    def frontiers(self, brush: Brush) -> None:
        """A chain line on a pale ribbon."""
        line, width = self.theme.line, self.theme.width
        path = self.scenery.frontiers.near(brush.rect, 8)
        if path.isEmpty():
            return
        # Hexsides run on into the water between two coasts, where no frontier is.
        brush.painter.save()
        brush.painter.setClipPath(self.scenery.land.near(brush.rect), Qt.ClipOperation.IntersectClip)
        brush.stroke(path, line.frontier_ribbon, width.frontier_ribbon, 3.0)
        thick = brush.width(width.frontier, 0.8)
        pen = QPen(line.frontier, thick, c=Qt.PenCapStyle.FlatCap)
        pen.setDashPattern([6, 2.4, 1.2, 2.4])
        brush.painter.strokePath(path, pen)
        brush.painter.restore()

    def other_sides(self, brush: Brush) -> None:
        """Hexsides of other kinds: forts with teeth, divisions and straits dotted, closed sides as bars."""
        if brush.level == 0:
            return
        for kind, strokes in self.scenery.other_sides.items():
            path = strokes.near(brush.rect, 10)
            if path.isEmpty():
                continue
            if "fort" in kind or "wall" in kind:
                self._teeth(brush, path, self.theme.status.marker_earth)
            elif "division" in kind:
                pen = QPen(self.theme.status.marker_earth, brush.width(3.2), c=Qt.PenCapStyle.RoundCap)
                pen.setDashPattern([0.1, 2.2])
                brush.painter.strokePath(path, pen)
            elif "strait" in kind or "crossing" in kind or "ferry" in kind or "sea" in kind:
                pen = QPen(self.theme.line.sea_lane, brush.width(3.0), c=Qt.PenCapStyle.RoundCap)
                pen.setDashPattern([0.1, 2.6])
                brush.painter.strokePath(path, pen)
            else:
                brush.stroke(path, self.theme.board.casing, 7.5)
                brush.stroke(path, self.theme.line.mountain_glyph, 4.5)

    def _teeth(self, brush: Brush, path: QPainterPath, colour: QColor) -> None:
        brush.stroke(path, self.theme.board.casing, 5.4)
        brush.stroke(path, colour, 2.6)
        pen = QPen(colour, brush.width(8.0), c=Qt.PenCapStyle.FlatCap)
        pen.setDashPattern([0.45, 1.1])
        brush.painter.strokePath(path, pen)

    def grid(self, brush: Brush) -> None:
        """Hexsides, fainter the farther away."""
        part = _GRID_BY_LEVEL[brush.level]
        if part > 0:
            colour = self.theme.line.grid
            path = self.scenery.grid.near(brush.rect, 2)
            brush.stroke(path, faded(colour, colour.alphaF() * part), self.theme.width.grid, 0.6)

    def ways(self, brush: Brush) -> None:
        """Railways, roads, sea lanes and straits."""
        if brush.level == 0 and self.scenery.hexes is not None:
            return
        for style, strokes in self.scenery.ways.items():
            path = strokes.near(brush.rect, 8)
            if not path.isEmpty():
                self._way(brush, style, path)

    def _way(self, brush: Brush, style: str, path: QPainterPath) -> None:
        line, width, casing = self.theme.line, self.theme.width, self.theme.board.casing
        if style == "rail":
            brush.stroke(path, faded(casing, 0.75), width.rail + 2.4)
            brush.stroke(path, faded(line.rail, 0.85), 0.7 * width.rail, 0.7)
            ties = QPen(faded(line.rail, 0.85), brush.width(3.1 * width.rail, 2.4), c=Qt.PenCapStyle.FlatCap)
            ties.setDashPattern([0.16, 1.35])
            brush.painter.strokePath(path, ties)
        elif style == "road":
            brush.stroke(path, faded(casing, 0.75), width.road + 2.2)
            brush.stroke(path, line.road, 0.8 * width.road, 0.7)
        elif style == "strait":
            brush.stroke(path, faded(casing, 0.8), 6.0)
            brush.stroke(path, line.sea_lane, 3.0, 1.0)
        else:
            pen = QPen(line.sea_lane, brush.width(1.8, 0.8), c=Qt.PenCapStyle.FlatCap)
            pen.setDashPattern([4.0, 3.0] if style == "lane" else [1.2, 2.6])
            brush.painter.strokePath(path, pen)

    # The front

    def front(self, brush: Brush) -> None:
        """A toothed line between spaces of different sides; the teeth point into the later side."""
        if not brush.sides:
            return
        key = frozenset(brush.sides.items())
        if self._front is None or self._front[0] != key:
            self._front = (key, self._front_strokes(dict(brush.sides)))
        path = self._front[1].near(brush.rect, 12)
        if path.isEmpty():
            return
        colour, width = self.theme.overlay.front, self.theme.width
        size = max(1.0, 3.6 / (width.front * brush.scale))
        brush.painter.save()
        if self.scenery.hexes is not None:  # as with frontiers: no front in the water between two coasts
            brush.painter.setClipPath(self.scenery.land.near(brush.rect), Qt.ClipOperation.IntersectClip)
        brush.stroke(path, self.theme.board.casing, width.front_casing * size)
        brush.stroke(path, colour, width.front * size)
        brush.painter.fillPath(_front_teeth(path, 26 * size, 5.5 * size, 9 * size), colour)
        brush.painter.restore()

    def _front_strokes(self, sides: dict[str, str]) -> Strokes:
        if self.scenery.hexes is not None:
            land = {key: side for key, side in sides.items() if self._is_land(key)}
            segments = [side for side, _, _ in self.scenery.hexes.seams(land)]
            pitch = self.scenery.pitch
            return Strokes((drawn_by_hand(line, pitch, ring, 0.6), ring) for line, ring in chains(segments))
        return Strokes(chains(self._area_front(sides)))

    def _is_land(self, key: str) -> bool:
        return self.scenery.geometry.is_on_map(key) and self.scenery.is_land(key)

    def _area_front(self, sides: dict[str, str]) -> list[Segment]:
        geometry, game_map = self.scenery.geometry, self.scenery.game_map
        segments: list[Segment] = []
        for link in game_map.board.links if game_map is not None else ():
            ends = (link.a, link.b)
            if all(end in sides and self._is_land(end) for end in ends) and sides[link.a] != sides[link.b]:
                for polygon in geometry.border(*ends).toSubpathPolygons():
                    points = [polygon.at(i) for i in range(polygon.size())]
                    segments += [((a.x(), a.y()), (b.x(), b.y())) for a, b in pairwise(points)]
        return segments


def _front_teeth(path: QPainterPath, gap: float, half: float, high: float) -> QPainterPath:
    """Triangles standing on a line, evenly apart."""
    teeth = QPainterPath()
    for polygon in path.toSubpathPolygons():
        run = gap / 2
        for i in range(polygon.size() - 1):
            a, b = polygon.at(i), polygon.at(i + 1)
            length = math.hypot(b.x() - a.x(), b.y() - a.y())
            while length > 0 and run <= length:
                ux, uy = (b.x() - a.x()) / length, (b.y() - a.y()) / length
                x, y = a.x() + ux * run, a.y() + uy * run
                corners = [
                    QPointF(x - ux * half, y - uy * half),
                    QPointF(x + uy * high, y - ux * high),
                    QPointF(x + ux * half, y + uy * half),
                ]
                teeth.addPath(path_of([(c.x(), c.y()) for c in corners], True))
                run += gap
            run -= length
    return teeth
