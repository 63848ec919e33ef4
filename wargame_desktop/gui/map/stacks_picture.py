"""Pictures of what lies in one space, at the level of detail that the zoom asks for.

A picture is a pixmap with its place relative to the space's anchor, and the rectangles in which its
pieces can be taken hold of. All measures are screen pixels: counters keep their size within a level of
detail and only change from one level to the next, so that their print stays sharp.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap

from wargame_desktop.gui.counters.cache import CounterCache
from wargame_desktop.gui.counters.chips import chip_size, paint_chip
from wargame_desktop.gui.counters.face import CounterFace, Style
from wargame_desktop.gui.counters.painter import STACK_SHOWN, STACK_STEP, paint_counter
from wargame_desktop.gui.counters.symbols import Kind, find_symbol
from wargame_desktop.gui.faces import grouped, simplified
from wargame_desktop.gui.theme import Detail, Theme

_STEP = 1.25
"""Zooming in beyond the largest level enlarges counters by this factor at a time."""
_CHIP_PART = 0.25
_CHIP_FROM = 34.0
_SMALLEST_CHIP, _LARGEST_CHIP = 14.0, 62.0
_CHIP_COLUMNS = 5
_ROW_GAP = 0.16
_BADGE, _BADGES = 0.52, 2

Pieces = Sequence[tuple[str, CounterFace]]
"""Ids and faces, the top piece first."""
_Row = list[tuple[CounterFace, tuple[str, ...]]]


@dataclass(frozen=True, slots=True)
class Size:
    """How large pieces are drawn: level of detail, side in pixels, and the least pitch it is used at."""

    level: int
    side: float
    least_pitch: float


@dataclass(frozen=True, slots=True)
class Grip:
    """A rectangle relative to the anchor by which these pieces are taken; several when they look alike."""

    rect: QRectF
    pieces: tuple[str, ...]


@dataclass(frozen=True)
class Picture:
    """A pixmap, where its top left corner goes relative to the anchor, and its grips, topmost first."""

    pixmap: QPixmap
    offset: QPointF
    grips: tuple[Grip, ...]
    extent: QRectF


def counter_size(detail: Detail, pitch: float) -> Size:
    """The size of cardboard counters when a hex is `pitch` pixels high."""
    level = detail.level(pitch)
    least = (0.0, detail.chits, detail.counters, detail.full_counters)[level]
    if level < 3:
        return Size(level, detail.side_at(pitch), least)
    steps = max(0, math.floor(math.log(pitch / detail.full_pitch, _STEP) + 1e-9))
    factor = _STEP**steps
    return Size(3, detail.full_side * factor, detail.full_pitch * factor if steps else least)


def piece_size(detail: Detail, pitch: float) -> Size:
    """The size of plastic pieces when a middling area is `pitch` pixels wide."""
    if pitch < _CHIP_FROM:
        return Size(0, detail.dot_side, 0.0)
    steps = math.floor(math.log(pitch / detail.full_pitch, _STEP) + 1e-9)
    least = detail.full_pitch * _STEP**steps
    side = min(_LARGEST_CHIP, max(_SMALLEST_CHIP, round(least * _CHIP_PART)))
    return Size(3, side, max(_CHIP_FROM, least))


def stack_picture(pieces: Pieces, size: Size, ratio: float, theme: Theme, cache: CounterCache) -> Picture:
    """A stack of counters, the lower ones peeping out up and right; markers lie small beside units."""
    markers = [one for one in pieces if _is_marker(one[1])]
    units = [one for one in pieces if not _is_marker(one[1])]
    if not markers or not units:
        return _plain_stack(pieces, size, ratio, theme, cache)
    stack = _plain_stack(units, size, ratio, theme, cache)
    return stack if size.level == 0 else _with_badges(stack, markers, size, ratio, theme, cache)


def _is_marker(face: CounterFace) -> bool:
    return not face.hidden and find_symbol(face.symbol).kind is Kind.MARKER


def _with_badges(
    stack: Picture, markers: Pieces, size: Size, ratio: float, theme: Theme, cache: CounterCache
) -> Picture:
    """The stack with its markers at half size up its right edge, so that they hide no figures."""
    side = round(size.side * _BADGE)
    top = stack.grips[0].rect
    left, bottom = round(top.right() - side * 0.2), round(top.bottom() + side * 0.12)
    whole = QRectF(stack.offset, stack.pixmap.deviceIndependentSize())
    squares = [QRectF(left, bottom - side * (k + 1), side, side) for k in range(min(len(markers), _BADGES))]
    for square in squares:
        whole = whole.united(square.adjusted(-side * 0.25, -side * 0.25, side * 0.25, side * 0.25))
    whole = QRectF(whole.toAlignedRect())
    pixmap = _blank(whole.width(), whole.height(), ratio)
    painter = QPainter(pixmap)
    painter.drawPixmap(stack.offset - whole.topLeft(), stack.pixmap)
    for square, (_, face) in zip(squares, markers, strict=False):
        picture, offset = cache.counter(face, side, ratio, theme)
        painter.drawPixmap(square.topLeft() + offset - whole.topLeft(), picture)
    painter.end()
    badges = [Grip(square, (piece,)) for square, (piece, _) in zip(squares, markers, strict=False)]
    extent = stack.extent.united(squares[-1]).united(squares[0])
    return Picture(pixmap, whole.topLeft(), (*badges, *stack.grips), extent)


def _blank(width: float, height: float, ratio: float) -> QPixmap:
    pixmap = QPixmap(math.ceil(width * ratio), math.ceil(height * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    return pixmap


def _plain_stack(pieces: Pieces, size: Size, ratio: float, theme: Theme, cache: CounterCache) -> Picture:
    side = size.side
    faces = tuple(simplified(face, size.level) for _, face in pieces)
    shown = 1 if size.level == 0 else min(len(faces), STACK_SHOWN)
    pixmap, offset = cache.stack(faces if size.level else faces[:1], side, ratio, theme)
    # The whole group is centred on the anchor, on whole pixels.
    slip = side * STACK_STEP * (shown - 1)
    corner = QPointF(round(-(side + slip) / 2), round(-(side - slip) / 2))
    grips = tuple(
        Grip(
            QRectF(corner.x() + side * STACK_STEP * k, corner.y() - side * STACK_STEP * k, side, side),
            (piece,),
        )
        for k, (piece, _) in enumerate(pieces[:shown])
    )
    extent = QRectF(corner.x(), corner.y() - slip, side + slip, side + slip)
    return Picture(pixmap, corner + offset, grips, extent)


def chips_picture(pieces: Pieces, size: Size, ratio: float, theme: Theme, cache: CounterCache) -> Picture:
    """Chips of plastic pieces, one row and more for each power; markers lie beside them unframed."""
    if size.level == 0:
        return stack_picture(pieces, size, ratio, theme, cache)
    rows = _chip_rows(pieces)
    side, gap = size.side, size.side * _ROW_GAP
    extent = _rows_extent(rows, side)
    sizes = [chip_size([face for face, _ in row], side) for row in rows]
    width, height, left, top = extent.width(), extent.height(), extent.left(), extent.top()
    pad = math.ceil(side * 0.36)
    pixmap = _blank(width + 2 * pad, height + 2 * pad, ratio)
    painter = QPainter(pixmap)
    grips: list[Grip] = []
    y = float(pad)
    for row, one in zip(rows, sizes, strict=True):
        at = QPointF(pad + (width - one.width()) / 2, y)
        _paint_row(painter, at, side, [face for face, _ in row], theme)
        step = one.width() / len(row)
        for k, (_, ids) in enumerate(row):
            x = left - pad + at.x() + step * k
            grips.append(Grip(QRectF(x, top - pad + y, step, one.height()), ids))
        y += one.height() + gap
    painter.end()
    return Picture(pixmap, QPointF(left - pad, top - pad), tuple(grips), extent)


def chips_extent(pieces: Pieces, side: float) -> QRectF:
    """The rectangle that the chips of these pieces cover about their anchor, without drawing them."""
    return _rows_extent(_chip_rows(pieces), side)


def _rows_extent(rows: Sequence[_Row], side: float) -> QRectF:
    sizes = [chip_size([face for face, _ in row], side) for row in rows]
    width = max(one.width() for one in sizes)
    height = sum(one.height() for one in sizes) + side * _ROW_GAP * (len(rows) - 1)
    return QRectF(round(-width / 2), round(-height / 2), width, height)


def _chip_rows(pieces: Pieces) -> list[_Row]:
    """Groups of pieces that look alike, by power and at most five to a row."""
    by_nation: dict[tuple[bool, str], list[tuple[str, CounterFace]]] = {}
    for piece, face in pieces:
        plastic = face.style is Style.PLASTIC
        by_nation.setdefault((not plastic, face.nation if plastic else ""), []).append((piece, face))
    rows = []
    for key in sorted(by_nation, key=lambda key: key[0]):
        groups = grouped(by_nation[key])
        rows += [groups[k : k + _CHIP_COLUMNS] for k in range(0, len(groups), _CHIP_COLUMNS)]
    return rows


def _paint_row(
    painter: QPainter, at: QPointF, side: float, faces: Sequence[CounterFace], theme: Theme
) -> None:
    if faces[0].style is Style.PLASTIC:
        paint_chip(painter, at, side, faces, theme)
        return
    step = chip_size(faces, side).width() / len(faces)
    for k, face in enumerate(faces):
        square = QRectF(at.x() + k * step + (step - side) / 2, at.y() + side * 0.14, side, side)
        paint_counter(painter, square, replace(face, count=1), theme)
