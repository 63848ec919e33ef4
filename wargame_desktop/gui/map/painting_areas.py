"""Area maps: territories in their holder's colour, sea zones, points and printed boxes."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainterPath, QPen

from wargame_desktop.board.model import Space
from wargame_desktop.gui.fonts import ui
from wargame_desktop.gui.map.brush import Brush, saved
from wargame_desktop.gui.map.lettering import Lettering
from wargame_desktop.gui.map.painting_ground import Ground
from wargame_desktop.gui.map.scenery import AreaShape, Scenery
from wargame_desktop.gui.theme import Theme, faded, mix

_PAPER_PART = 0.4
_INNER_EDGE = ((26.0, 0.10), (15.0, 0.14), (7.0, 0.24))


class Areas:
    """Paints the areas of one map in one theme."""

    def __init__(self, scenery: Scenery, theme: Theme, ground: Ground) -> None:
        self.scenery = scenery
        self.theme = theme
        self.ground = ground

    def sea_zones(self, brush: Brush) -> None:
        """Fine lines between sea zones; the land painted later covers what runs under it."""
        path = QPainterPath()
        for zone in self.scenery.sea_areas:
            if zone.around.intersects(brush.rect):
                path.addPath(zone.path)
        brush.stroke(path, faded(self.theme.sea.line, 0.62), 1.2, 0.6)

    def holder(self, space: Space, brush: Brush) -> str | None:
        """The colour key of who holds a space; None for nobody."""
        if space.id in brush.control:
            return brush.control[space.id]
        game_map = self.scenery.game_map
        country = str(space.attrs.get("country", ""))
        if game_map is not None and country in game_map.countries and game_map.countries[country].colour:
            return game_map.countries[country].colour
        owner = str(space.attrs.get("owner", ""))
        return owner if owner in self.theme.nations else None

    def land(self, brush: Brush) -> Iterator[None]:
        """Territories with a darker inner edge, relief over all of them, white seams between them."""
        painter = brush.painter
        rest = self.scenery.land.near(brush.rect)
        if not rest.isEmpty():
            painter.fillPath(rest, self.theme.terrain("neutral"))
        shown = [one for one in self.scenery.land_areas if one.around.intersects(brush.rect)]
        for number, area in enumerate(shown):
            self._territory(brush, area)
            if number % 12 == 11:
                yield
        whole = QPainterPath()
        whole.setFillRule(Qt.FillRule.WindingFill)
        for area in shown:
            whole.addPath(area.path)
        yield
        with saved(painter):
            painter.setClipPath(whole, Qt.ClipOperation.IntersectClip)
            self.ground.relief(brush)
        brush.stroke(whole, self.theme.line.seam, self.theme.width.seam, 0.8)

    def _territory(self, brush: Brush, area: AreaShape) -> None:
        painter = brush.painter
        holder = self.holder(area.space, brush)
        if holder is None:
            body, edge = (
                self.theme.terrain("neutral"),
                mix(self.theme.terrain("neutral"), self.theme.board.ink, 0.4),
            )
        else:
            nation = self.theme.nation(holder).body
            body, edge = mix(nation, self.theme.board.paper, _PAPER_PART), mix(nation, QColor(0, 0, 0), 0.25)
        painter.fillPath(area.path, body)
        if holder is None:
            hatch = QBrush(mix(body, self.theme.board.ink, 0.1), Qt.BrushStyle.BDiagPattern)
            painter.fillPath(area.path, hatch)
        with saved(painter):
            painter.setClipPath(area.path, Qt.ClipOperation.IntersectClip)
            for width, strength in _INNER_EDGE:
                brush.stroke(area.path, faded(edge, strength), width, 1.0)

    # Points and boxes

    def points(self, brush: Brush) -> None:
        """Discs of a point map, ringed in the holder's colour."""
        painter, board = brush.painter, self.theme.board
        for space in self.scenery.points:
            path = self.scenery.geometry.outline(space.id)
            if not path.boundingRect().adjusted(-6, -6, 6, 6).intersects(brush.rect):
                continue
            holder = self.holder(space, brush)
            ring = mix(board.paper, board.ink, 0.35) if holder is None else self.theme.nation(holder).body
            centre, radius = self.scenery.geometry.centre(space.id), self.scenery.geometry.point_radius
            brush.stroke(path, faded(board.casing, 0.9), 6.0)
            painter.fillPath(path, ring)
            brush.stroke(path, board.ink, 1.4, 0.8)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(board.callout)
            painter.drawEllipse(centre, 0.68 * radius, 0.68 * radius)

    def boxes(self, brush: Brush) -> None:
        """Boxes and tracks printed on the map: paper with a frame and a small title."""
        for space in self.scenery.boxes:
            path = self.scenery.geometry.outline(space.id)
            rect = path.boundingRect()
            if rect.intersects(brush.rect):
                self._box(brush, rect, space)

    def _box(self, brush: Brush, rect: QRectF, space: Space) -> None:
        painter, board = brush.painter, self.theme.board
        painter.setPen(QPen(mix(board.paper, board.ink, 0.55), brush.width(1.2)))
        painter.setBrush(board.callout)
        painter.drawRect(rect)
        # A cell of a track has room for small print; a box of the size of a sea can be read from afar.
        large = rect.width() > 2 * self.scenery.pitch
        size = 0.24 * self.scenery.pitch if large else min(0.1 * brush.pitch, brush.text(11))
        title = space.name
        head, _, number = title.rpartition(" ")
        # The cells of a track read as numbers; only the first carries the track's name.
        if space.kind == "track" and number.isdigit() and head:
            title = title if number == "1" else number
        text = Lettering.of(title, ui(64), size)
        if text.width > 0.92 * rect.width():
            text = Lettering.of(title, ui(64), size * 0.92 * rect.width() / text.width)
        if text.size * brush.scale >= 0.8 * self.theme.detail.text_from:
            at = QPointF(rect.center().x(), rect.top() + 0.9 * size)
            painter.fillPath(text.centred(at), mix(board.callout, board.ink, 0.75))
