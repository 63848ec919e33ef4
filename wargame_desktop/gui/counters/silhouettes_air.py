"""Aircraft from above, nose up, and rockets."""

from __future__ import annotations

from PySide6.QtGui import QPainterPath

from wargame_desktop.gui.counters.shapes import (
    curve,
    cut,
    disc,
    join,
    line,
    mirrored,
    moved,
    polygon,
    rect,
)


def _plane(
    span: float, body: float, chord: float, tail: float, engines: tuple[float, ...] = (), wing_at: float = 42
) -> QPainterPath:
    """A propeller aircraft; `engines` are distances from the middle."""
    w, half, tip = body / 2, span / 2, chord * 0.5
    right_body = curve((50, 4), (50 + w * 1.1, 8, 50 + w, 18, 50 + w, 30), (50 + w * 0.45, 94), (50, 94))
    wing = curve(
        (50, wing_at - chord * 0.55),
        (50 + half - 4, wing_at - tip * 0.4),
        (
            50 + half + 1,
            wing_at - tip * 0.3,
            50 + half + 1,
            wing_at + tip * 0.5,
            50 + half - 5,
            wing_at + tip * 0.55,
        ),
        (50, wing_at + chord * 0.55),
    )
    fin = polygon((50, 79), (50 + tail / 2 - 2, 84), (50 + tail / 2, 92), (50, 93))
    nacelles = [rect(50 + e - 4, wing_at - chord * 0.55 - 10, 8, 25, 4) for e in engines]
    return mirrored(join(right_body, wing, fin, *nacelles))


def fighter() -> QPainterPath:
    """Short broad wings and a pointed nose, no engines on the wings."""
    return join(_plane(84, 17, 30, 30), polygon((50, 0), (45, 8), (55, 8)))


def bomber() -> QPainterPath:
    """Two engines."""
    return _plane(104, 17, 24, 46, (22,))


def strategic_bomber() -> QPainterPath:
    """Four engines on very long wings."""
    return _plane(132, 14, 22, 52, (20, 40), wing_at=40)


def heavy_bomber() -> QPainterPath:
    """The strategic bomber with a bomb on either side of its tail."""
    falling = join(disc(16, 74, 8, 14), polygon((8, 92), (16, 82), (24, 92)))
    return join(strategic_bomber(), mirrored(falling))


def jet() -> QPainterPath:
    """Sharp nose, swept wings, an engine slung under each."""
    half = join(
        curve((50, 0), (55, 10, 57, 22, 57, 34), (54, 96), (50, 96)),
        polygon((50, 34), (98, 56), (98, 64), (50, 58)),
        polygon((50, 80), (70, 90), (70, 96), (50, 92)),
        rect(68, 32, 11, 38, 5),
    )
    return mirrored(half)


def naval_air() -> QPainterPath:
    """A fighter over a flight deck."""
    deck = cut(rect(2, 76, 96, 18, 4), *[rect(14 + 20 * k, 83, 12, 4) for k in range(4)])
    return join(moved(fighter(), 12, -3, 0.76), deck)


def air_force() -> QPainterPath:
    """Three aircraft in a wedge: a formation."""
    plane = _plane(92, 20, 27, 44)
    return join(moved(plane, 25, 0, 0.5), moved(plane, 0, 46, 0.5), moved(plane, 50, 46, 0.5))


def helicopter() -> QPainterPath:
    """A helicopter from the side."""
    cabin = curve(
        (10, 54),
        (10, 38, 30, 34, 48, 36),
        (62, 37, 66, 44, 96, 44),
        (96, 50),
        (70, 58, 66, 72, 46, 72),
        (24, 72, 10, 66, 10, 54),
    )
    window = curve((17, 53), (18, 45, 26, 43, 33, 43), (33, 54))
    return cut(
        join(
            cabin,
            rect(41, 24, 6, 14),
            rect(2, 20, 88, 6, 3),
            polygon((88, 46), (92, 28), (99, 28), (97, 48)),
            line(4.4, (16, 84), (70, 84)),
            line(4, (30, 70), (28, 84)),
            line(4, (54, 70), (56, 84)),
        ),
        window,
    )


def rocket() -> QPainterPath:
    """A tall rocket on its fins and its jet."""
    half = join(
        curve((50, 0), (59, 14, 60, 28, 60, 44), (57, 80), (50, 80)),
        polygon((56, 52), (70, 74), (70, 90), (56, 81)),
    )
    return cut(join(mirrored(half), polygon((44, 84), (56, 84), (50, 100))), rect(36, 30, 28, 3.4))


def bomb() -> QPainterPath:
    """A falling bomb."""
    return join(disc(50, 58, 20, 32), polygon((30, 6), (44, 14), (56, 14), (70, 6), (64, 36), (36, 36)))


def flak() -> QPainterPath:
    """A flak gun: two barrels to the sky on a cross mount."""
    return join(
        line(8, (44, 62), (72, 8), round_ends=False),
        line(8, (57, 66), (86, 14), round_ends=False),
        line(12, (66, 20), (70, 12), round_ends=False),
        line(12, (80, 26), (84, 18), round_ends=False),
        polygon((30, 58), (64, 58), (72, 78), (22, 78)),
        rect(8, 79, 84, 10, 4),
        cut(disc(36, 54, 15), disc(36, 54, 6)),
    )
