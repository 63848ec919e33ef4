"""A paper card beside a space: why a move is refused, or what it would lead to; it covers no counter."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem

from wargame_desktop.core.refusal import Refusal
from wargame_desktop.gui import fonts
from wargame_desktop.gui.theme import Theme, faded
from wargame_desktop.systems.base import Preview

CALLOUT_Z = 80.0
_WIDEST = 290.0
_PAD_X, _PAD_Y, _BAR = 15.0, 10.0, 4.0
_MARGIN = 8.0
_POINTER = 18.0
_DISTANCES = (26.0, 44.0, 70.0, 104.0, 146.0, 196.0)
_DIRECTIONS = 16
_MOST_LINES = 4
_WRAP = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft


@dataclass(frozen=True, slots=True)
class CalloutText:
    """A heading, sentences with their rule numbers, and the numbers compared."""

    title: str
    sentences: tuple[str, ...]
    numbers: str = ""
    is_refusal: bool = True

    def plain(self) -> str:
        """The whole text on one line, for the status line and for screen readers."""
        parts = [f"{self.title}.", *self.sentences]
        return " ".join(parts + ([f"({self.numbers})"] if self.numbers else []))


def text_of(title: str, refusals: Sequence[Refusal]) -> CalloutText:
    """The words for some refusals; numbers that the sentences leave out are added."""
    shown = refusals[:_MOST_LINES]
    sentences = [f"{one.sentence} ({one.rule})" if one.rule else one.sentence for one in shown]
    if len(refusals) > _MOST_LINES:
        sentences.append(f"And {len(refusals) - _MOST_LINES} reasons more.")
    numbers = [
        f"{name.replace('_', ' ')} {value}"
        for one in shown
        for name, value in one.numbers.items()
        if isinstance(value, int | str) and str(value) not in one.sentence
    ]
    return CalloutText(title, tuple(sentences), ", ".join(dict.fromkeys(numbers)))


def text_of_preview(title: str, preview: Preview) -> CalloutText:
    """What a move would lead to: the likeliest answers to the first question, and the first figures."""
    sentences = list(preview.lines[:_MOST_LINES])
    if preview.chances:
        chance = preview.chances[0]
        shown = [f"{outcome} {float(part):.0%}" for outcome, part in chance.outcomes[:_MOST_LINES]]
        sentences.insert(0, f"{chance.title}: {', '.join(shown)}")
    return CalloutText(title, tuple(sentences), is_refusal=False)


def place_card(size: QSizeF, anchor: QPointF, keep_clear: Iterable[QRectF], viewport: QRectF) -> QRectF:
    """The nearest rectangle of that size inside the viewport that covers none of the others.

    Where everything is covered, the place that covers least.
    """
    room = viewport.adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)
    far = max(_DISTANCES) + size.width() + size.height()
    near = QRectF(anchor.x() - far, anchor.y() - far, 2 * far, 2 * far)
    taken = [(one.left(), one.top(), one.right(), one.bottom()) for one in keep_clear if one.intersects(near)]
    best, least = QRectF(anchor, size), math.inf
    for distance in _DISTANCES:
        for rect in _around(size, anchor, distance, room):
            score = _covered(rect, taken) * 1000 + _distance(rect, anchor)
            if score < least:
                best, least = rect, score
        if least < 1000:
            break
    return best


def _around(size: QSizeF, anchor: QPointF, distance: float, room: QRectF) -> Iterable[QRectF]:
    """Cards on all sides of the anchor, pushed back into the room; upper places come first."""
    for k in range(_DIRECTIONS):
        turn = -math.pi / 2 + (k + 1) // 2 * (-1) ** k * math.tau / _DIRECTIONS
        reach_x, reach_y = size.width() / 2 + distance, size.height() / 2 + distance
        x = anchor.x() + math.cos(turn) * reach_x - size.width() / 2
        y = anchor.y() + math.sin(turn) * reach_y - size.height() / 2
        x = max(room.left(), min(x, room.right() - size.width()))
        y = max(room.top(), min(y, room.bottom() - size.height()))
        yield QRectF(QPointF(x, y), size)


def _covered(rect: QRectF, taken: Sequence[tuple[float, float, float, float]]) -> float:
    left, top, right, bottom = rect.left(), rect.top(), rect.right(), rect.bottom()
    total = 0.0
    for a, b, c, d in taken:
        if left < c and a < right and top < d and b < bottom:
            total += (min(right, c) - max(left, a)) * (min(bottom, d) - max(top, b))
    return total


def _distance(rect: QRectF, point: QPointF) -> float:
    dx = max(rect.left() - point.x(), 0.0, point.x() - rect.right())
    dy = max(rect.top() - point.y(), 0.0, point.y() - rect.bottom())
    # A card over the very space it speaks of would hide it.
    return math.hypot(dx, dy) if dx or dy else 400.0


class Callout(QGraphicsItem):
    """The card with its pointer. It keeps its size at every zoom."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.text = CalloutText("", ())
        self._card = QRectF()
        self._stand_off = 0.0
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setZValue(CALLOUT_Z)
        self.setVisible(False)

    @property
    def card(self) -> QRectF:
        """The card relative to the anchor, in screen pixels."""
        return self._card

    def say(
        self,
        text: CalloutText,
        at: QPointF,
        anchor: QPointF,
        stand_off: float,
        keep_clear: Iterable[QRectF],
        viewport: QRectF,
    ) -> None:
        """Show a text about the scene point `at`, which is `anchor` in the viewport.

        The pointer ends `stand_off` pixels before it, so as not to cover what lies there.
        """
        self.prepareGeometryChange()
        self.text = text
        clear = stand_off + _POINTER
        spot = QRectF(anchor.x() - clear, anchor.y() - clear, 2 * clear, 2 * clear)
        placed = place_card(self._size(), anchor, [*keep_clear, spot], viewport)
        self._stand_off = stand_off
        self._card = placed.translated(-anchor)
        self.setPos(at)
        self.setVisible(True)
        self.update()

    def boundingRect(self) -> QRectF:
        return self._card.united(QRectF(-4, -4, 8, 8)).adjusted(-10, -10, 10, 12)

    def _blocks(self) -> list[tuple[str, QFont, QColor]]:
        board = self.theme.board
        blocks = [(self.text.title, fonts.ui(13.5, QFont.Weight.DemiBold), self._color())]
        blocks += [(sentence, fonts.ui(13), board.ink) for sentence in self.text.sentences]
        if self.text.numbers:
            blocks.append((self.text.numbers, fonts.ui(12), faded(board.ink, 0.72)))
        return [block for block in blocks if block[0]]

    def _color(self) -> QColor:
        return self.theme.overlay.refusal if self.text.is_refusal else self.theme.overlay.path

    def _size(self) -> QSizeF:
        width = height = 0.0
        for words, font, _ in self._blocks():
            box = QFontMetricsF(font).boundingRect(QRectF(0, 0, _WIDEST, 2000), int(_WRAP), words)
            width, height = max(width, box.width()), height + box.height() + 3
        return QSizeF(math.ceil(width + 2 * _PAD_X + _BAR + 1), math.ceil(height - 3 + 2 * _PAD_Y))

    def paint(self, painter: QPainter, option, widget=None) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        card, color = self._card, self._color()
        shape = self._shape()
        if self.theme.shadows:
            for k in range(4):
                painter.fillPath(shape.translated(1 + k * 0.5, 2 + k), faded(self.theme.status.shadow, 0.06))
        painter.setPen(QPen(color, 1.4))
        painter.setBrush(self.theme.board.callout)
        painter.drawPath(shape)
        painter.save()
        outline = QPainterPath()
        outline.addRoundedRect(card, 5, 5)
        painter.setClipPath(outline, Qt.ClipOperation.IntersectClip)
        painter.fillRect(QRectF(card.left(), card.top(), _BAR, card.height()), color)
        painter.restore()
        y = card.top() + _PAD_Y
        for words, font, ink in self._blocks():
            area = QRectF(card.left() + _BAR + _PAD_X, y, card.width() - _BAR - 2 * _PAD_X + 1, 2000)
            painter.setFont(font)
            painter.setPen(ink)
            box = QFontMetricsF(font).boundingRect(area, int(_WRAP), words)
            painter.drawText(area, int(_WRAP), words)
            y += box.height() + 3

    def _shape(self) -> QPainterPath:
        """The card, with a pointer to the anchor unless it lies over it."""
        card = QPainterPath()
        card.addRoundedRect(self._card, 5, 5)
        if self._card.contains(QPointF(0, 0)):
            return card
        x = max(self._card.left() + 16, min(0.0, self._card.right() - 16))
        y = max(self._card.top() + 14, min(0.0, self._card.bottom() - 14))
        across = abs(self._card.center().y()) > abs(self._card.center().x()) * 0.5
        half = QPointF(9, 0) if across else QPointF(0, 9)
        base = QPointF(x, y)
        tip = base * min(1.0, self._stand_off / (math.hypot(x, y) or 1.0))
        pointer = QPainterPath()
        pointer.addPolygon(QPolygonF([base - half, tip, base + half]))
        pointer.closeSubpath()
        return card.united(pointer)
