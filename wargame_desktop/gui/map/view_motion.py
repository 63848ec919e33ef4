"""Motion of the view: how a throw runs out, and how a zoom glides to its goal."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

from PySide6.QtCore import QEasingCurve, QObject, QPointF, QTimer

_FRAME_MS = 12
_ZOOM_SECONDS = 0.16
_HALF_LIFE = 0.11
_STILL = 24.0
_MEMORY = 0.08


class Throw(QObject):
    """After the hand lets go the map runs on and slows down; `move` gets the pixels of each frame."""

    def __init__(self, move: Callable[[QPointF], None], parent: QObject) -> None:
        super().__init__(parent)
        self._move = move
        self._track: list[tuple[float, QPointF]] = []
        self._speed = QPointF()
        self._last = 0.0
        self._timer = QTimer(self)
        self._timer.setInterval(_FRAME_MS)
        self._timer.timeout.connect(self._tick)

    def drag(self, at: QPointF) -> None:
        """Note where the hand is."""
        now = time.monotonic()
        self._track = [(when, spot) for when, spot in self._track if now - when <= _MEMORY]
        self._track.append((now, QPointF(at)))

    def release(self) -> None:
        """Let go: run on with the speed of the last moments."""
        now = time.monotonic()
        track = [(when, spot) for when, spot in self._track if now - when <= _MEMORY]
        self._track = []
        if len(track) < 2 or track[-1][0] - track[0][0] <= 0:
            return
        span = track[-1][0] - track[0][0]
        self._speed = (track[-1][1] - track[0][1]) / max(span, 0.016)
        if math.hypot(self._speed.x(), self._speed.y()) > 4 * _STILL:
            self._last = now
            self._timer.start()

    def stop(self) -> None:
        """Stand still."""
        self._timer.stop()
        self._track = []

    @property
    def is_running(self) -> bool:
        """Whether the map is still running on."""
        return self._timer.isActive()

    def _tick(self) -> None:
        now = time.monotonic()
        passed = min(0.05, now - self._last)
        self._last = now
        self._move(self._speed * passed)
        self._speed *= 0.5 ** (passed / _HALF_LIFE)
        if math.hypot(self._speed.x(), self._speed.y()) < _STILL:
            self._timer.stop()


class Glide(QObject):
    """Runs a value from 0 to 1 in a moment, eased; `show` gets each value, the last is 1."""

    def __init__(self, show: Callable[[float], None], parent: QObject) -> None:
        super().__init__(parent)
        self._show = show
        self._start = 0.0
        self._curve = QEasingCurve(QEasingCurve.Type.OutCubic)
        self._timer = QTimer(self)
        self._timer.setInterval(_FRAME_MS)
        self._timer.timeout.connect(self._tick)

    def start(self) -> None:
        """Begin anew."""
        self._start = time.monotonic()
        self._timer.start()

    def stop(self) -> None:
        """Leave the value where it is."""
        self._timer.stop()

    @property
    def is_running(self) -> bool:
        """Whether the value still changes."""
        return self._timer.isActive()

    def _tick(self) -> None:
        part = min(1.0, (time.monotonic() - self._start) / _ZOOM_SECONDS)
        if part >= 1.0:
            self._timer.stop()
        self._show(self._curve.valueForProgress(part))
