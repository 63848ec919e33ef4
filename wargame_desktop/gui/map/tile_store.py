"""Ready tiles of the map, bounded in memory, and the jobs that render them in small slices."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Generator, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter, QPixmap

from wargame_desktop.gui.map.painting import MapPainter

TILE = 512
"""Side of a tile in device pixels."""
_TILE_BYTES = TILE * TILE * 4


@dataclass(frozen=True, order=True)
class TileKey:
    """A tile: device pixels per scene unit, column and row counted from the scene's origin."""

    scale: float
    column: int
    row: int

    @property
    def rect(self) -> QRectF:
        """The part of the scene it shows."""
        side = TILE / self.scale
        return QRectF(self.column * side, self.row * side, side, side)


def tidy_scale(scale: float) -> float:
    """A scale that compares equal however it was computed."""
    return float(f"{scale:.6g}")


def keys_in(rect: QRectF, scale: float) -> list[TileKey]:
    """The tiles of a scale that touch a part of the scene."""
    side = TILE / scale
    columns = range(math.floor(rect.left() / side), math.ceil(rect.right() / side))
    rows = range(math.floor(rect.top() / side), math.ceil(rect.bottom() / side))
    return [TileKey(scale, column, row) for row in rows for column in columns]


class TileStore:
    """Tiles by key; what was used longest ago goes first when the budget is spent.

    A stale tile shows something that has changed since: it is shown until its successor is ready.
    """

    def __init__(self, budget: int) -> None:
        self.budget = max(budget, 4 * _TILE_BYTES)
        self._tiles: OrderedDict[TileKey, QPixmap] = OrderedDict()
        self._stale: set[TileKey] = set()

    def get(self, key: TileKey) -> QPixmap | None:
        """A tile to draw, or None."""
        tile = self._tiles.get(key)
        if tile is not None:
            self._tiles.move_to_end(key)
        return tile

    def is_fresh(self, key: TileKey) -> bool:
        """Whether a tile is there and shows how things stand."""
        return key in self._tiles and key not in self._stale

    def put(self, key: TileKey, tile: QPixmap) -> None:
        """Keep a new tile, and let go of old ones."""
        self._tiles[key] = tile
        self._tiles.move_to_end(key)
        self._stale.discard(key)
        while self.used_bytes > self.budget:
            old, _ = self._tiles.popitem(last=False)
            self._stale.discard(old)

    def make_stale(self, rects: list[QRectF] | None) -> None:
        """Mark tiles that touch any of these parts of the scene as stale; None: all."""
        for key in self._tiles:
            if rects is None or any(key.rect.intersects(rect) for rect in rects):
                self._stale.add(key)

    def clear(self) -> None:
        """Let go of everything."""
        self._tiles.clear()
        self._stale.clear()

    def scales(self) -> list[float]:
        """The scales of which there are tiles, sorted."""
        return sorted({key.scale for key in self._tiles})

    @property
    def used_bytes(self) -> int:
        """Memory that the tiles hold."""
        return len(self._tiles) * _TILE_BYTES

    def __len__(self) -> int:
        return len(self._tiles)


class RenderJob:
    """Renders a part of the map into a picture step by step, so that other things can be done between."""

    def __init__(
        self,
        rect: QRectF,
        scale: float,
        painter: MapPainter,
        control: Mapping[str, str],
        sides: Mapping[str, str],
        is_small: bool = False,
    ) -> None:
        """`is_small` asks for the farthest level of detail without names, for the small map."""
        # Opaque, so that drawing it is a plain copy.
        size = (max(1, round(rect.width() * scale)), max(1, round(rect.height() * scale)))
        self._image = QImage(*size, QImage.Format.Format_RGB32)
        self._image.fill(painter.theme.window.ground)
        self._steps = self._render(rect, scale, painter, control, sides, is_small)

    def _render(
        self,
        rect: QRectF,
        scale: float,
        painter: MapPainter,
        control: Mapping[str, str],
        sides: Mapping[str, str],
        is_small: bool,
    ) -> Generator[None, None, None]:
        brush = QPainter(self._image)
        try:
            brush.scale(scale, scale)
            brush.translate(-rect.topLeft())
            lod = 0 if is_small else None
            yield from painter.steps(brush, rect, scale, lod, control, sides, names=not is_small)
        finally:
            brush.end()

    def step(self) -> bool:
        """Do one step; False when the picture is done."""
        try:
            next(self._steps)
        except StopIteration:
            return False
        return True

    def cancel(self) -> None:
        """Stop in the middle."""
        self._steps.close()

    def pixmap(self) -> QPixmap:
        """The finished picture."""
        return QPixmap.fromImage(self._image)
