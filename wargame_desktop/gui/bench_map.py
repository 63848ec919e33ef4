"""Benchmark of the map view: how long frames take while panning, zooming and dragging on a large map.

A made-up map of 5,040 hexes carries 600 counters. Each figure is milliseconds for one frame, painted in
software; a frame at 60 per second has 16. Run it with `python -m wargame_desktop.gui.bench_map`.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from statistics import median

from PySide6.QtCore import QEvent, QPointF
from PySide6.QtWidgets import QApplication, QGraphicsPixmapItem, QGraphicsScene, QScrollBar

from wargame_desktop.board.hexgrid import HexGrid, Sheet
from wargame_desktop.board.model import Board
from wargame_desktop.content.documents import Header
from wargame_desktop.content.map_paint import Paint
from wargame_desktop.content.map_parts import Line, Terrain
from wargame_desktop.content.maps import GameMap
from wargame_desktop.content.provenance import Provenance
from wargame_desktop.core.frozen import EMPTY, FrozenMap
from wargame_desktop.gui.counters.cache import CounterCache
from wargame_desktop.gui.counters.face import CounterFace
from wargame_desktop.gui.map.curves import hash01
from wargame_desktop.gui.map.geometry import MapGeometry
from wargame_desktop.gui.map.painting import MapPainter
from wargame_desktop.gui.map.tiles import MapItem
from wargame_desktop.gui.map.view import MapView
from wargame_desktop.gui.theme import load_theme

COLUMNS, ROWS, COUNTERS = 84, 60, 600
_FRAMES = 60
_TERRAINS = ("clear", "forest", "rough", "mountain", "marsh", "desert")


def made_up_map(columns: int = COLUMNS, rows: int = ROWS) -> GameMap:
    """A map of seas, woods and hills in broad patches, with a river and towns, the same every time."""
    source = Provenance("original")
    grid = HexGrid("flat", (Sheet((1, columns), (1, rows)),), "even", "south")
    terrain, values = {}, {}
    for label in grid.labels:
        column, row = int(label[:2]), int(label[2:])
        patch = hash01(column // 5, row // 4, 3)
        is_wet = hash01(column // 9, row // 8, 5) < 0.3
        terrain[label] = "sea" if is_wet else _TERRAINS[int(patch * 9) % 6] if patch > 0.3 else "clear"
        values[label] = {"kind": "sea" if is_wet else "land"}
        if not is_wet and hash01(column, row, 7) < 0.04:
            values[label] |= {"name": f"Town {label}", "city": "town" if row % 3 else "large"}
    pairs = tuple((f"{c:02d}{rows // 2:02d}", f"{c:02d}{rows // 2 + 1:02d}") for c in range(2, columns))
    river = Line("river", "Long", (), pairs, EMPTY, source)
    kinds = {
        key: Terrain(key, key, "sea" if key == "sea" else "land", key, EMPTY, source)
        for key in (*_TERRAINS, "sea")
    }
    board = Board.from_hexgrid(grid, terrain, spaces=values)
    header = Header("map", "bench", "Made-up map", source)
    return GameMap(header, grid, board, FrozenMap(kinds), EMPTY, (river,), (), Paint(), EMPTY)


class _Table:
    """A view on the made-up map with its counters."""

    def __init__(self) -> None:
        game_map = made_up_map()
        self.geometry = MapGeometry(game_map)
        theme = load_theme("light")
        self.scene = QGraphicsScene()
        self.item = MapItem(MapPainter(game_map, self.geometry, theme))
        self.item.fade = False
        self.scene.addItem(self.item)
        self.counters = self._counters(CounterCache(), theme)
        self.view = MapView(self.scene, self.geometry, self.item)
        self.view.animated = False
        self.view.resize(1600, 1000)
        self.view.show()

    def _counters(self, cache: CounterCache, theme: object) -> list[QGraphicsPixmapItem]:
        ids = self.geometry.space_ids
        nations = ("germany", "ussr", "britain", "italy")
        items = []
        for number in range(COUNTERS):
            face = CounterFace(nations[number % 4], "infantry", (str(number % 9), "3"))
            pixmap, offset = cache.counter(face, 62, 1.0, theme)  # type: ignore[arg-type]
            item = self.scene.addPixmap(pixmap)
            at = self.geometry.piece_anchor(ids[int(hash01(number, 9) * len(ids))])
            item.setOffset(offset - QPointF(31, 31))
            item.setPos(at)
            item.setZValue(10)
            items.append(item)
        return items

    def frame(self) -> float:
        """Milliseconds to paint what has been asked for."""
        start = time.perf_counter()
        QApplication.sendPostedEvents()
        QApplication.sendEvent(self.view.window(), QEvent(QEvent.Type.UpdateRequest))
        return (time.perf_counter() - start) * 1000

    def settle(self, seconds: float = 60.0) -> float:
        """Wait until everything in sight is drawn from tiles; the longest turn of the event loop in ms."""
        longest, end = 0.0, time.monotonic() + seconds
        while time.monotonic() < end:
            start = time.perf_counter()
            QApplication.processEvents()
            longest = max(longest, (time.perf_counter() - start) * 1000)
            if self.item.is_ready and self.item.is_idle:
                break
        return longest


def _run_frames(table: _Table, move: Callable[[int], None], frames: int = _FRAMES) -> tuple[float, float]:
    times = []
    for number in range(frames):
        start = time.perf_counter()
        move(number)
        table.frame()
        times.append((time.perf_counter() - start) * 1000)
    return median(times), max(times)


def run() -> dict[str, float]:
    """Measure; names end in `median` or `max`, figures are milliseconds."""
    app = QApplication.instance() or QApplication([])
    assert app is not None
    found: dict[str, float] = {}
    start = time.perf_counter()
    table = _Table()
    table.settle()
    found["first_picture"] = (time.perf_counter() - start) * 1000
    middle = table.geometry.bounds.center()
    for name, pitch in (("far", 40.0), ("middle", 70.0), ("near", 140.0)):
        table.view.zoom = pitch / table.geometry.pitch
        table.view.centre_on_point(middle)
        found[f"{name}_tiles_longest_slice"] = table.settle()
        bar = table.view.horizontalScrollBar()
        zoom = table.view.zoom

        def pan(number: int, bar: QScrollBar = bar) -> None:
            bar.setValue(bar.value() + (12 if number % 60 < 30 else -12))

        def zoom_in_and_out(number: int, zoom: float = zoom) -> None:
            table.view.zoom = zoom * (1 + 0.19 * (number % 12 + 1) / 13)

        def drag(number: int) -> None:
            counter = table.counters[0]
            spot = table.view.visible_rect.center()
            counter.setPos(spot + QPointF(4 * number, 2 * number))

        def repaint(number: int) -> None:
            table.view.viewport().update()

        moves = (("pan", pan), ("drag", drag), ("repaint", repaint), ("zoom", zoom_in_and_out))
        for what, move in moves:
            found[f"{name}_{what}_median"], found[f"{name}_{what}_max"] = _run_frames(table, move)
    found["tile_megabytes"] = table.item.tiles.used_bytes / 1e6
    table.view.close()
    return {key: round(value, 2) for key, value in found.items()}


def main() -> None:
    """Print the figures."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    for key, value in run().items():
        print(f"{key:32} {value:10.2f}")


if __name__ == "__main__":
    main()
