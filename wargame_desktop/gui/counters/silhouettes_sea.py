"""Ships and boats in profile, bow to the right.

At 24 pixels only the gross outline survives, so each class has one of its own: the battleship a tall tower
between heavy turrets, the cruiser two raked funnels on a long low hull, the destroyer a short hull with a
high bow, the carrier a flat deck.
"""

from __future__ import annotations

from PySide6.QtGui import QPainterPath

from wargame_desktop.gui.counters.shapes import (
    curve,
    cut,
    disc,
    join,
    line,
    moved,
    open_curve,
    polygon,
    rect,
    stroke,
)


def battleship() -> QPainterPath:
    """A tall tower between heavy turrets."""
    hull = polygon((0, 58), (30, 55), (76, 55), (100, 51), (93, 76), (7, 76))
    tower = join(
        polygon((39, 56), (41, 30), (44, 30), (45, 16), (55, 16), (56, 30), (61, 30), (64, 56)),
        rect(48.5, 5, 3, 14),
        rect(42, 19, 16, 4),
    )
    funnel = polygon((29, 56), (30, 33), (37, 32), (37, 56))
    turrets = join(
        rect(66, 45, 14, 11, 2),
        line(4.6, (78, 49), (97, 44), round_ends=False),
        rect(14, 45, 13, 11, 2),
        line(4.6, (16, 49), (0, 45), round_ends=False),
    )
    return join(hull, tower, funnel, turrets)


def cruiser() -> QPainterPath:
    """Two raked funnels on a long low hull."""
    hull = polygon((2, 60), (64, 59), (99, 52), (93, 72), (8, 72))
    funnels = join(
        polygon((49, 60), (44, 36), (51, 36), (57, 60)), polygon((33, 60), (28, 36), (35, 36), (41, 60))
    )
    bridge = join(rect(60, 45, 11, 15), rect(63.6, 22, 2.8, 24))
    guns = join(
        line(3.4, (76, 56), (91, 50), round_ends=False),
        rect(73, 52, 7, 7, 1.5),
        line(3.4, (20, 57), (6, 53), round_ends=False),
        rect(16, 53, 7, 7, 1.5),
    )
    return join(hull, funnels, bridge, guns)


def destroyer() -> QPainterPath:
    """A short hull with a high bow."""
    hull = polygon((12, 62), (56, 60), (60, 52), (92, 47), (84, 72), (18, 72))
    upper = join(
        rect(57, 38, 11, 16),
        polygon((40, 62), (37, 44), (45, 44), (48, 62)),
        rect(60.6, 20, 2.8, 20),
        line(3.2, (74, 50), (86, 44), round_ends=False),
        line(3.2, (30, 58), (18, 54), round_ends=False),
        rect(26, 54, 8, 8),
    )
    return join(hull, upper)


def carrier() -> QPainterPath:
    """A flat deck from end to end with a small island."""
    deck = polygon((0, 46), (100, 44), (100, 51), (92, 55), (86, 74), (12, 74), (6, 56), (0, 54))
    island = join(
        polygon((58, 47), (58, 34), (62, 34), (62, 26), (69, 26), (70, 34), (76, 34), (77, 47)),
        rect(64, 14, 2.8, 16),
    )
    bays = [rect(18 + 17 * k, 60, 10, 6) for k in range(4)]
    return cut(join(deck, island), *bays)


def submarine() -> QPainterPath:
    """A submarine on the surface."""
    hull = curve((0, 60), (14, 50, 82, 50, 100, 57), (92, 72, 14, 73, 0, 60))
    sail = polygon((42, 56), (45, 36), (58, 36), (62, 56))
    extras = join(
        rect(50, 18, 3.2, 20),
        rect(49, 17, 9, 3.4),
        line(3, (28, 52), (28, 45)),
        line(3.4, (22, 44), (36, 43)),
    )
    return join(hull, sail, extras)


def transport() -> QPainterPath:
    """A freighter between its derricks."""
    hull = polygon((2, 53), (16, 56), (84, 56), (99, 49), (92, 76), (9, 76))
    house = join(rect(39, 38, 22, 20), polygon((45, 40), (46, 22), (55, 22), (56, 40)))
    booms = join(
        rect(23.4, 22, 3.2, 36),
        line(2.8, (25, 50), (37, 30)),
        line(2.8, (25, 50), (12, 32)),
        rect(75.4, 20, 3.2, 38),
        line(2.8, (77, 50), (65, 30)),
        line(2.8, (77, 50), (89, 31)),
    )
    return join(hull, house, booms)


def _freighter() -> QPainterPath:
    return join(
        polygon((2, 55), (99, 50), (91, 76), (9, 76)),
        rect(18, 34, 22, 24),
        rect(24, 18, 9, 18),
        rect(66, 24, 4.4, 30),
        rect(48, 44, 38, 10),
    )


def convoy() -> QPainterPath:
    """Two freighters, one behind the other."""
    near = moved(_freighter(), 36, 22, 0.76)
    far = moved(_freighter(), -16, 2, 0.68)
    return join(cut(far, near, stroke(near, 9)), near)


def landing_craft() -> QPainterPath:
    """A landing craft with its ramp down and a tank in the well."""
    hull = polygon((2, 52), (76, 52), (90, 74), (10, 74))
    ramp = line(5, (80, 54), (99, 76), round_ends=False)
    house = join(rect(6, 30, 17, 24), rect(12, 16, 3.4, 16))
    tank = join(
        rect(34, 36, 34, 11, 5.5),
        polygon((42, 37), (45, 26), (57, 26), (60, 37)),
        line(3.6, (57, 31), (76, 28)),
    )
    return join(hull, ramp, house, tank)


def surface_fleet() -> QPainterPath:
    """A battleship with a cruiser in her lee: a force rather than a ship."""
    near = moved(battleship(), 20, 20, 0.9)
    far = moved(cruiser(), -18, -8, 0.84)
    return join(cut(far, near, stroke(near, 8)), near)


def escort() -> QPainterPath:
    """Anti-submarine escort: a small ship over the rings of its sounding."""
    rings = [
        stroke(open_curve((50 - r, 74), (50 - r * 0.8, 74 + d, 50 + r * 0.8, 74 + d, 50 + r, 74)), 5)
        for r, d in ((20, 13), (42, 28))
    ]
    return join(moved(destroyer(), 0, -8), *rings)


def anchor() -> QPainterPath:
    """An anchor."""
    ring = cut(disc(50, 14, 11), disc(50, 14, 5))
    flukes = curve((7, 56), (13, 106, 87, 106, 93, 56), (80, 66), (74, 90, 26, 90, 20, 66))
    return join(ring, rect(45.5, 22, 9, 68), rect(27, 30, 46, 8.5, 3), flukes)


def broken_anchor() -> QPainterPath:
    """An anchor struck through."""
    return join(cut(anchor(), line(20, (8, 88), (92, 12))), line(8, (8, 88), (92, 12)))
