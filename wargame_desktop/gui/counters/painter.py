"""Painting counters: one square counter, a round marker or a stack, at any size and resolution.

All proportions are parts of the counter's side. Below `detail.dot_below` pixels a counter is a dot, below
`detail.mark_from` a chit with symbol and one figure, from `detail.designation_from` it has its full print.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPainterPath, QPen

from wargame_desktop.gui.counters.chips import paint_piece
from wargame_desktop.gui.counters.face import CounterFace, Side, Style
from wargame_desktop.gui.counters.lettering import draw_text, round_pen
from wargame_desktop.gui.counters.markers import paint_marker
from wargame_desktop.gui.counters.marks import paint_count, paint_selection, paint_status
from wargame_desktop.gui.counters.nations import paint_mark
from wargame_desktop.gui.counters.nato import paint_box
from wargame_desktop.gui.counters.symbols import Kind, Symbol, find_symbol, silhouette
from wargame_desktop.gui.theme import NationStyle, Theme, faded, mix

CORNER = 0.09
STACK_STEP = 0.13
STACK_SHOWN = 3
# How far shadow, rings, hull and corner marks reach beyond the square, as a part of its side.
BLEED = 0.2

_WHITE = QColor("#FFFFFF")
_BLACK = QColor("#000000")


def paint_counter(painter: QPainter, rect: QRectF, face: CounterFace, theme: Theme) -> None:
    """Draw one counter into a square rectangle; marks and shadow may reach BLEED beyond it."""
    symbol = find_symbol(face.symbol)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if rect.width() < theme.detail.dot_below:
        _paint_dot(painter, rect, face, theme)
    elif face.style is Style.PLASTIC:
        paint_piece(painter, rect, face, theme)
    elif symbol.kind is Kind.MARKER and not face.hidden:
        paint_marker(painter, rect, face, symbol, theme)
    else:
        _paint_square(painter, rect, face, symbol, theme)
    painter.restore()


def paint_stack(painter: QPainter, rect: QRectF, faces: Sequence[CounterFace], theme: Theme) -> None:
    """Draw a stack whose top counter, `faces[0]`, fills the rectangle; those below peep out up and right."""
    if not faces:
        return
    side = rect.width()
    if side >= theme.detail.dot_below:
        shown = faces[:STACK_SHOWN]
        for depth in range(len(shown) - 1, 0, -1):
            shift = side * STACK_STEP * depth
            paint_counter(painter, rect.translated(shift, -shift), shown[depth], theme)
    paint_counter(painter, rect, faces[0], theme)
    if len(faces) >= STACK_SHOWN and side >= theme.detail.dot_below:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        size = max(9.0, side * 0.3)
        # The pill leaves the lower left corner to the mark of disruption where both are due.
        y = rect.bottom() - (side * 0.36 if faces[0].disrupted else side * 0.02)
        paint_count(painter, QPointF(rect.left() - side * 0.02, y), size, len(faces), theme)
        painter.restore()


def stack_extent(count: int, side: float) -> QRectF:
    """The rectangle a stack covers when its top counter lies at (0, 0), with shadows and marks."""
    rise = side * STACK_STEP * (min(count, STACK_SHOWN) - 1)
    bleed = side * BLEED
    return QRectF(-bleed, -bleed - rise, side + 2 * bleed + rise, side + 2 * bleed + rise)


def _paint_dot(painter: QPainter, rect: QRectF, face: CounterFace, theme: Theme) -> None:
    """All that is left of a counter from far away: nation colour in a paper casing."""
    radius = rect.width() / 2
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.overlay.selected_ring)
    painter.drawEllipse(rect.center(), radius, radius)
    painter.setBrush(theme.status.marker_number if face.selected else theme.board.casing)
    painter.drawEllipse(rect.center(), radius * 0.88, radius * 0.88)
    painter.setBrush(theme.nation(face.nation).body)
    painter.drawEllipse(rect.center(), radius * 0.66, radius * 0.66)


def _paint_square(painter: QPainter, rect: QRectF, face: CounterFace, symbol: Symbol, theme: Theme) -> None:
    side, style = rect.width(), theme.nation(face.nation)
    radius = side * CORNER
    if theme.shadows:
        _paint_shadow(painter, rect, radius, theme)
    if face.selected:
        # Below the body, so that the ring never covers a mark of state.
        paint_selection(painter, rect, radius, theme)
    spent = face.moved or face.ops_complete
    body = mix(style.body, theme.status.moved_paper, 0.30) if spent else style.body
    _paint_body(painter, rect, body, style, face, symbol.kind is Kind.BOX, theme)
    if face.hidden:
        _paint_back(painter, rect, face, style)
    else:
        reduced = face.side is Side.REDUCED
        ink = theme.status.box_line if reduced else _ink_on(body, style, theme)
        _paint_symbol(painter, rect, face, symbol, style, ink, theme)
        _paint_print(painter, rect, face, symbol, style, ink, theme)
    paint_status(painter, rect, face, theme)


def _ink_on(body: QColor, style: NationStyle, theme: Theme) -> QColor:
    """The nation's ink, unless a paler body (a moved counter) leaves it too weak to read."""
    if style.body == body or contrast(style.ink, body) >= 3.2:
        return style.ink
    return max((style.ink, theme.status.box_line), key=lambda ink: contrast(ink, body))


def contrast(first: QColor, second: QColor) -> float:
    """Contrast of two colours by the usual formula, 1 to 21."""
    low, high = sorted(_luminance(color) for color in (first, second))
    return (high + 0.05) / (low + 0.05)


def _luminance(color: QColor) -> float:
    red, green, blue = (
        v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4
        for v in color.getRgbF()[:3]  # type: ignore[index]
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _paint_shadow(painter: QPainter, rect: QRectF, radius: float, theme: Theme) -> None:
    """Four faint layers, each a little larger: soft, and down to the right."""
    side = rect.width()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(faded(theme.status.shadow, 0.085))
    for k in range(4):
        out, down = side * 0.012 * k, side * 0.016 * k
        painter.drawRoundedRect(
            rect.adjusted(side * 0.02 - out, side * 0.035 - out, side * 0.03 + out, side * 0.05 + down),
            radius,
            radius,
        )


def _paint_body(
    painter: QPainter,
    rect: QRectF,
    body: QColor,
    style: NationStyle,
    face: CounterFace,
    boxed: bool,
    theme: Theme,
) -> None:
    side = rect.width()
    radius = side * CORNER
    outline = QPainterPath()
    outline.addRoundedRect(rect, radius, radius)
    chit = side < theme.detail.mark_from
    if face.side in (Side.REDUCED, Side.BLANK_BACK):
        painter.fillPath(outline, style.box)
        painter.save()
        painter.setClipPath(outline, Qt.ClipOperation.IntersectClip)
        if face.side is Side.REDUCED:
            top, height = _band(boxed, chit)
            painter.fillRect(QRectF(rect.x(), rect.y() + side * top, side, side * height), body)
        painter.setPen(QPen(body, side * 0.14))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(rect, radius, radius)
        painter.restore()
    else:
        painter.fillPath(outline, body)
        light = QLinearGradient(rect.topLeft(), rect.bottomLeft())
        light.setColorAt(0, faded(_WHITE, 0.16))
        light.setColorAt(0.35, faded(_WHITE, 0))
        light.setColorAt(1, faded(_BLACK, 0.08))
        painter.fillPath(outline, light)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(theme.status.edge, max(0.8, side * 0.016)))
    painter.drawRoundedRect(rect, radius, radius)
    if not chit and face.side is not Side.REDUCED:
        inset = side * 0.028
        painter.setPen(QPen(faded(_WHITE, 0.28), max(0.7, side * 0.014)))
        painter.drawRoundedRect(rect.adjusted(inset, inset, -inset, -inset), radius * 0.75, radius * 0.75)


def _band(boxed: bool, chit: bool) -> tuple[float, float]:
    """Top and height of a reduced side's band: behind a symbol box, but below a bare silhouette.

    A dark silhouette on the band of a dark nation could not be read.
    """
    if boxed:
        return (0.10, 0.46) if chit else (0.27, 0.215)
    return (0.525, 0.06) if chit else (0.585, 0.05)


def _paint_back(painter: QPainter, rect: QRectF, face: CounterFace, style: NationStyle) -> None:
    """The back of a counter: nothing but the nation; a hidden unit is hatched, a blank back plain."""
    side = rect.width()
    if face.side is Side.FACE_DOWN:
        painter.save()
        inner = QPainterPath()
        inner.addRoundedRect(
            rect.adjusted(side * 0.08, side * 0.08, -side * 0.08, -side * 0.08), side * 0.05, side * 0.05
        )
        painter.setClipPath(inner, Qt.ClipOperation.IntersectClip)
        painter.setPen(QPen(faded(style.ink, 0.22), side * 0.03))
        for k in range(-10, 11):
            x = rect.center().x() + k * side * 0.1
            painter.drawLine(QPointF(x - side, rect.bottom()), QPointF(x, rect.top()))
        painter.restore()
    mark = side * 0.46
    paint_mark(painter, QRectF(rect.center().x() - mark / 2, rect.center().y() - mark / 2, mark, mark), style)


def _paint_symbol(
    painter: QPainter,
    rect: QRectF,
    face: CounterFace,
    symbol: Symbol,
    style: NationStyle,
    ink: QColor,
    theme: Theme,
) -> None:
    side, chit = rect.width(), rect.width() < theme.detail.mark_from
    if symbol.kind is Kind.BOX:
        left, top, wide, high = (0.12, 0.10, 0.76, 0.44) if chit else (0.23, 0.205, 0.54, 0.345)
        box = QRectF(rect.x() + side * left, rect.y() + side * top, side * wide, side * high)
        fill = theme.elite(face.elite) or (_WHITE if face.side is Side.REDUCED else style.box)
        line = theme.status.box_line if contrast(theme.status.box_line, fill) >= 4 else theme.status.mark_edge
        paint_box(painter, box, symbol.key, line, fill)
        return
    tint = theme.elite(face.elite)
    if tint is not None:
        _paint_elite_bar(painter, rect, tint, theme)
    # Without figures the silhouette may have the whole face.
    bottom = (0.52 if chit else 0.575) if face.figures else 0.9
    top = 0.05 if chit else 0.09
    top += 0.05 if tint is not None else 0.0
    width = (
        {Kind.AIR: 0.72, Kind.SEA: 0.88, Kind.THING: 0.60}
        if chit
        else {Kind.AIR: 0.60, Kind.SEA: 0.74, Kind.THING: 0.52}
    )
    wide = width[symbol.kind]
    area = QRectF(rect.x() + side * (1 - wide) / 2, rect.y() + side * top, side * wide, side * (bottom - top))
    paint_silhouette(painter, area, symbol.key, ink)


def _paint_elite_bar(painter: QPainter, rect: QRectF, tint: QColor, theme: Theme) -> None:
    """Units without a symbol box carry the elite tint as a bar along the top."""
    side = rect.width()
    painter.setPen(QPen(theme.status.box_line, max(0.7, side * 0.014)))
    painter.setBrush(tint)
    painter.drawRect(QRectF(rect.x() + side * 0.3, rect.y() + side * 0.045, side * 0.4, side * 0.06))


def paint_silhouette(painter: QPainter, area: QRectF, key: str, color: QColor) -> None:
    """Fill a symbol's silhouette with one colour, as large as fits the area and in its middle."""
    path = silhouette(key)
    bounds = path.boundingRect()
    # A ship drawn short in its box stays short: a destroyer is never as long as a battleship.
    scale = min(area.width() / max(bounds.width(), 92), area.height() / bounds.height())
    painter.save()
    painter.translate(area.center())
    painter.scale(scale, scale)
    painter.translate(-bounds.center())
    painter.fillPath(path, color)
    painter.restore()


def _paint_print(
    painter: QPainter,
    rect: QRectF,
    face: CounterFace,
    symbol: Symbol,
    style: NationStyle,
    ink: QColor,
    theme: Theme,
) -> None:
    """Figures, size mark, nation mark, steps and designation."""
    side, x, y = rect.width(), rect.x(), rect.y()
    chit = side < theme.detail.mark_from
    if face.figures:
        text = face.figures[0] if chit else "-".join(face.figures)
        draw_text(painter, _figure_area(rect, face, chit), text, side * (0.46 if chit else 0.355), ink)
    if chit:
        return
    paint_mark(painter, QRectF(x + side * 0.06, y + side * 0.06, side * 0.135, side * 0.135), style)
    if face.size and symbol.kind is Kind.BOX:
        draw_text(
            painter,
            QRectF(x + side * 0.22, y + side * 0.045, side * 0.56, side * 0.15),
            face.size.upper(),
            side * 0.145,
            ink,
        )
    _paint_steps(painter, rect, face.steps, ink)
    if face.designation and side >= theme.detail.designation_from:
        # Ships reach far right but low: their designation keeps to the upper part of the edge.
        halo = round_pen(style.box, side * 0.045) if face.side is Side.REDUCED else None
        middle, length = (0.2, 0.27) if symbol.kind is Kind.SEA else (0.37, 0.56)
        painter.save()
        painter.translate(x + side * 0.875, y + side * middle)
        painter.rotate(90)
        draw_text(
            painter,
            QRectF(-side * length / 2, -side * 0.07, side * length, side * 0.14),
            face.designation,
            side * 0.12,
            ink,
            halo,
        )
        painter.restore()


def _figure_area(rect: QRectF, face: CounterFace, chit: bool) -> QRectF:
    """The lower part of the counter, less the corners that marks of state cover."""
    side = rect.width()
    disc = 0.34 if chit else 0.27
    left = disc if face.disrupted else 0.07
    right = disc if face.ops_complete else 0.24 if face.moved else 0.07
    top, height = (0.55, 0.43) if chit else (0.575, 0.40)
    return QRectF(rect.x() + side * left, rect.y() + side * top, side * (1 - left - right), side * height)


def _paint_steps(painter: QPainter, rect: QRectF, steps: int, ink: QColor) -> None:
    """One pip for each step left, down the left edge."""
    side = rect.width()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    for k in range(min(steps, 4)):
        centre = QPointF(rect.x() + side * 0.125, rect.y() + side * (0.29 + 0.085 * k))
        painter.drawEllipse(centre, side * 0.026, side * 0.026)
