"""The map as one item of the scene, drawn from tiles that are rendered while nobody waits.

A tile that is not ready is stood in for by what there is at another scale, or by a small picture of the
whole map. Painting into a printer or a picture (no widget) is done directly, without tiles.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping

from PySide6.QtCore import QPointF, QRectF, QTimer
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QGraphicsItem, QGraphicsObject, QStyleOptionGraphicsItem, QWidget
from shiboken6 import isValid

from wargame_desktop.gui.map.brush import saved
from wargame_desktop.gui.map.painting import MapPainter
from wargame_desktop.gui.map.tile_store import TILE, RenderJob, TileKey, TileStore, keys_in, tidy_scale

MAP_Z = 0.0
_BUDGET = 160 * 1024 * 1024
_SLICE = 0.008
_PAUSE_MS = 4
_FADE = 0.12
_OVERVIEW_SIDE = 960.0
_PREFETCH_SHARE = 0.75
_NOBODY: Mapping[str, str] = {}


class MapItem(QGraphicsObject):
    """Draws the map below everything else. `fade` off shows new tiles at once."""

    def __init__(self, painter: MapPainter, budget: int = _BUDGET) -> None:
        super().__init__()
        self.setZValue(MAP_Z)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.painter = painter
        self.tiles = TileStore(budget)
        self.fade = True
        self.is_zooming = False
        self.next_scales: tuple[float, ...] = ()
        self._control: Mapping[str, str] = _NOBODY
        self._sides: Mapping[str, str] = _NOBODY
        self._wanted: list[TileKey] = []
        self._shown_scale = 0.0
        self._visible = QRectF()
        self._job: tuple[TileKey | None, RenderJob] | None = None
        self._overview: QPixmap | None = None
        self._overview_is_fresh = False
        self._born: dict[TileKey, float] = {}
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._work)
        self._fader = QTimer(self)
        self._fader.setInterval(16)
        self._fader.timeout.connect(self._fade_on)

    # What is shown

    def boundingRect(self) -> QRectF:
        """The whole sheet."""
        return self.painter.geometry.sheet

    def set_painter(self, painter: MapPainter) -> None:
        """Another theme or another map: everything is drawn anew."""
        self.prepareGeometryChange()
        self._cancel()
        self.painter = painter
        self.tiles.clear()
        self._overview = None
        self._overview_is_fresh = False
        self._born.clear()
        self.update()

    def set_control(self, control: Mapping[str, str] | None, sides: Mapping[str, str] | None = None) -> None:
        """Who holds what (space to colour key), and which side each space is on (for the front line)."""
        new_control, new_sides = dict(control or _NOBODY), dict(sides or _NOBODY)
        changed = _different(self._control, new_control) | _different(self._sides, new_sides)
        self._control, self._sides = new_control, new_sides
        geometry = self.painter.geometry
        reach = 0.4 * geometry.pitch
        rects = [
            geometry.outline(key).boundingRect().adjusted(-reach, -reach, reach, reach)
            for key in sorted(changed)
            if geometry.is_on_map(key)
        ]
        if rects:
            self._cancel()
            self.tiles.make_stale(rects)
            self._overview_is_fresh = False
            self.update()

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw tiles on a widget; paint the map itself on anything else."""
        transform = painter.worldTransform()
        if widget is None:
            scale = transform.m11() * painter.device().devicePixelRatioF()
            self.painter.paint(painter, option.exposedRect, scale, control=self._control, sides=self._sides)
            return
        ratio = widget.devicePixelRatioF()
        scale = tidy_scale(transform.m11() * ratio)
        self._visible = transform.inverted()[0].mapRect(QRectF(widget.rect()))
        if not self.is_zooming:
            self._shown_scale = scale
            self._plan()
        origin = transform.map(QPointF(0, 0)) * ratio
        exposed = option.exposedRect.intersected(self.boundingRect())
        with saved(painter):
            painter.resetTransform()
            self._draw(painter, exposed, scale, origin, ratio)

    # Drawing, in device pixels

    def _draw(self, painter: QPainter, exposed: QRectF, scale: float, origin: QPointF, ratio: float) -> None:
        painter.scale(1 / ratio, 1 / ratio)
        now = time.monotonic()
        keys = keys_in(exposed, scale)
        ages = {key: self._age(key, now) for key in keys}
        if any(age < 1.0 for age in ages.values()):
            clip = _device_rect(exposed, scale, origin)
            self._draw_overview(painter, clip, scale, origin)
            self._draw_others(painter, exposed, scale, origin)
        x0, y0 = round(origin.x()), round(origin.y())
        for key, age in ages.items():
            tile = self.tiles.get(key)
            if tile is not None and age > 0:
                painter.setOpacity(age)
                painter.drawPixmap(x0 + key.column * TILE, y0 + key.row * TILE, tile)
        painter.setOpacity(1.0)

    def _age(self, key: TileKey, now: float) -> float:
        """How far a tile has faded in: 0 not there, 1 wholly."""
        if self.tiles.get(key) is None:
            return 0.0
        born = self._born.get(key)
        if born is None:
            return 1.0
        return min(1.0, max(0.02, (now - born) / _FADE))

    def _draw_overview(self, painter: QPainter, clip: QRectF, scale: float, origin: QPointF) -> None:
        """The small picture of the whole map, scaled, with the paper under it."""
        if self._overview is None:
            painter.fillRect(clip, self.painter.theme.board.paper)
            return
        pixmap = self._overview
        sheet = self.boundingRect()
        target = _device_rect(sheet, scale, origin)
        factor = pixmap.width() / target.width()
        source = QRectF(
            (clip.x() - target.x()) * factor, (clip.y() - target.y()) * factor,
            clip.width() * factor, clip.height() * factor,
        )  # fmt: skip
        painter.drawPixmap(clip, pixmap, source)

    def _draw_others(self, painter: QPainter, exposed: QRectF, scale: float, origin: QPointF) -> None:
        """Tiles of the last scale that was at rest, scaled to this one."""
        other = self._stand_in(scale)
        if other is None:
            return
        factor = scale / other
        for key in keys_in(exposed, other):
            tile = self.tiles.get(key)
            if tile is not None:
                left, top = origin.x() + key.column * TILE * factor, origin.y() + key.row * TILE * factor
                right, bottom = left + TILE * factor, top + TILE * factor
                # Whole pixels, so that neighbours meet without a seam.
                target = QRectF(
                    round(left), round(top), round(right) - round(left), round(bottom) - round(top)
                )
                painter.drawPixmap(target, tile, QRectF(0, 0, TILE, TILE))

    def _stand_in(self, scale: float) -> float | None:
        """The scale whose tiles stand in best: the nearest of those that are there."""
        others = [one for one in self.tiles.scales() if one != scale]
        if self.is_zooming and self._shown_scale in others:
            return self._shown_scale
        near = [one for one in others if 0.25 <= one / scale <= 4.0]
        return min(near, key=lambda one: abs(one / scale - 1.0), default=None)

    # Rendering in idle slices

    def _plan(self) -> None:
        """List the tiles to render: those in sight, from the middle outwards."""
        visible = self._visible.intersected(self.boundingRect())
        middle = self._visible.center()
        keys = [key for key in keys_in(visible, self._shown_scale) if not self.tiles.is_fresh(key)]
        keys.sort(key=lambda key: _distance(key.rect.center(), middle))
        self._wanted = keys
        if self._job is not None and self._job[0] is not None and keys and self._job[0] not in keys:
            self._cancel()
        if not self._timer.isActive() and self._next() is not None:
            self._timer.start(0)

    def _next(self) -> tuple[TileKey | None] | None:
        """What to render next, a tile or the small picture (None in a tuple); None when all is done."""
        if self._overview is None:
            return (None,)
        for key in self._wanted:
            if not self.tiles.is_fresh(key):
                return (key,)
        if not self._overview_is_fresh:
            return (None,)
        ahead = self._prefetch()
        return (ahead[0],) if ahead else None

    def _prefetch(self) -> list[TileKey]:
        """Tiles around the sight, then those of the neighbouring zooms, while the budget allows."""
        if self.tiles.used_bytes > _PREFETCH_SHARE * self.tiles.budget or self._shown_scale <= 0:
            return []
        margin = TILE / self._shown_scale
        wide = self._visible.adjusted(-margin, -margin, margin, margin).intersected(self.boundingRect())
        keys = [key for key in keys_in(wide, self._shown_scale) if not self.tiles.is_fresh(key)]
        for scale in self.next_scales:
            factor = self._shown_scale / scale
            half_w, half_h = self._visible.width() * factor / 2, self._visible.height() * factor / 2
            middle = self._visible.center()
            area = QRectF(middle.x() - half_w, middle.y() - half_h, 2 * half_w, 2 * half_h)
            near = keys_in(area.intersected(self.boundingRect()), scale)
            keys += [key for key in near if not self.tiles.is_fresh(key)]
        return keys

    def _work(self) -> None:
        """Render for one slice, then let the program breathe."""
        if self.is_zooming:
            self._timer.start(_PAUSE_MS * 4)
            return
        end = time.perf_counter() + _SLICE
        # Rendering may run the garbage collector, and that may take a closed table with its map away.
        while isValid(self) and time.perf_counter() < end:
            if self._job is None and not self._start_job():
                return
            assert self._job is not None
            if not self._job[1].step() and isValid(self):
                self._finish_job()
        if isValid(self):
            self._timer.start(_PAUSE_MS)

    def _start_job(self) -> bool:
        found = self._next()
        if found is None:
            return False
        key = found[0]
        rect, scale = (
            (key.rect, key.scale) if key is not None else (self.boundingRect(), self._overview_scale)
        )
        self._job = (key, RenderJob(rect, scale, self.painter, self._control, self._sides))
        return True

    @property
    def _overview_scale(self) -> float:
        sheet = self.boundingRect()
        return _OVERVIEW_SIDE / max(sheet.width(), sheet.height())

    def _finish_job(self) -> None:
        assert self._job is not None
        key, job = self._job
        self._job = None
        if key is None:
            self._overview, self._overview_is_fresh = job.pixmap(), True
            self.update()
            return
        was_there = self.tiles.get(key) is not None
        self.tiles.put(key, job.pixmap())
        if key.scale == self._shown_scale and key.rect.intersects(self._visible):
            if self.fade and not was_there:
                self._born[key] = time.monotonic()
                self._fader.start()
            self.update(key.rect)

    def _fade_on(self) -> None:
        """Repaint what is fading in."""
        now = time.monotonic()
        for key, born in list(self._born.items()):
            if now - born >= _FADE:
                del self._born[key]
            self.update(key.rect)
        if not self._born:
            self._fader.stop()

    def _cancel(self) -> None:
        if self._job is not None:
            self._job[1].cancel()
            self._job = None

    # State

    @property
    def is_ready(self) -> bool:
        """Whether everything in sight is drawn from its own tiles."""
        keys = (
            keys_in(self._visible.intersected(self.boundingRect()), self._shown_scale)
            if self._shown_scale
            else []
        )
        return bool(keys) and all(self.tiles.is_fresh(key) for key in keys)

    @property
    def is_idle(self) -> bool:
        """Whether there is nothing left to render, ahead of need included."""
        return self._job is None and not self._timer.isActive()


def _different(old: Mapping[str, str], new: Mapping[str, str]) -> set[str]:
    keys: Iterable[str] = {*old, *new}
    return {key for key in keys if old.get(key) != new.get(key)}


def _device_rect(rect: QRectF, scale: float, origin: QPointF) -> QRectF:
    return QRectF(
        origin.x() + rect.x() * scale,
        origin.y() + rect.y() * scale,
        rect.width() * scale,
        rect.height() * scale,
    )


def _distance(a: QPointF, b: QPointF) -> float:
    return abs(a.x() - b.x()) + abs(a.y() - b.y())
