"""Names on the map: placed once for each scale, most important first, none over another.

Order: capitals, large towns, towns, seas and regions, countries. A name without room is left out.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Generator, Iterator

from PySide6.QtCore import QPointF, QRectF

from wargame_desktop.gui.fonts import ui
from wargame_desktop.gui.map.brush import Brush
from wargame_desktop.gui.map.label_parts import Occupied, Placed
from wargame_desktop.gui.map.labels_areas import AreaNames
from wargame_desktop.gui.map.labels_names import RegionNames
from wargame_desktop.gui.map.labels_towns import TownNames
from wargame_desktop.gui.map.lettering import Lettering
from wargame_desktop.gui.map.scenery import Scenery
from wargame_desktop.gui.theme import Theme, faded

_MOST_LAYOUTS = 8
_NUMBER_SIZE = 10.5
_AT_A_TIME = 6

Layout = list[tuple[QRectF, Placed]]


class LabelLayouts:
    """The lettering of one map in one theme, laid out for each scale when it is first painted."""

    def __init__(self, scenery: Scenery, theme: Theme) -> None:
        self.scenery = scenery
        self.theme = theme
        self.numbers = True
        """Whether hexes show their numbers where these can be read."""
        self._makers = (
            TownNames(scenery, theme), AreaNames(scenery, theme), RegionNames(scenery, theme),
        )  # fmt: skip
        self._layouts: OrderedDict[tuple[float, int], Layout] = OrderedDict()

    def steps(self, brush: Brush) -> Iterator[None]:
        """Paint hex numbers and all names near the brush's rectangle, pausing between."""
        if brush.level == 3 and self.numbers:
            yield from self._hex_numbers(brush)
        layout = yield from self._layout(brush)
        shown = [placed for box, placed in layout if box.intersects(brush.rect)]
        for number, placed in enumerate(shown):
            placed.paint(brush)
            if number % _AT_A_TIME == _AT_A_TIME - 1:
                yield

    def _layout(self, brush: Brush) -> Generator[None, None, Layout]:
        key = (round(brush.scale, 5), brush.level)
        found = self._layouts.get(key)
        if found is None:
            found = []
            occupied = Occupied(brush.pitch)
            for maker in self._makers:
                for placed in maker.place(brush, occupied):
                    if placed is None:
                        yield
                    else:
                        found.append((_roomy(placed.box), placed))
            self._layouts[key] = found
            while len(self._layouts) > _MOST_LAYOUTS:
                self._layouts.popitem(last=False)
        self._layouts.move_to_end(key)
        return found

    def _hex_numbers(self, brush: Brush) -> Iterator[None]:
        """The number of each hex at its top."""
        hexes, geometry = self.scenery.hexes, self.scenery.geometry
        size = brush.text(_NUMBER_SIZE)
        if hexes is None or size * brush.scale < self.theme.detail.text_from:
            return
        assert geometry.grid is not None
        font = ui(64)
        colour = faded(self.theme.line.grid, 0.85)
        up = 0.425 if geometry.grid.orientation == "flat" else 0.4
        for number, key in enumerate(geometry.spaces_in(brush.rect)):
            if number % 12 == 11:
                yield
            if key in geometry.grid:
                centre = geometry.centre(key)
                at = QPointF(centre.x(), centre.y() - up * brush.pitch)
                brush.painter.fillPath(Lettering.of(key, font, size).centred(at), colour)


def _roomy(box: QRectF) -> QRectF:
    """A box with room for halo and line widths."""
    return box.adjusted(-6, -6, 6, 6)
