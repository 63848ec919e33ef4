"""Soldiers, vehicles, works and stores as flat silhouettes in profile."""

from __future__ import annotations

from PySide6.QtGui import QPainterPath

from wargame_desktop.gui.counters.shapes import (
    curve,
    cut,
    disc,
    gear,
    join,
    line,
    mirrored,
    moved,
    open_curve,
    polygon,
    rect,
    star,
    stroke,
)


def _bust(*extras: QPainterPath) -> QPainterPath:
    """Face and shoulders; the hat is given by the caller."""
    face = polygon((35, 46), (65, 46), (63, 59), (56, 67), (44, 67), (37, 59))
    body = curve((12, 97), (12, 75, 23, 69, 39, 69), (50, 79), (61, 69), (77, 69, 88, 75, 88, 97))
    return join(face, body, *extras)


def _helmet() -> QPainterPath:
    return curve((29, 34), (29, 3, 71, 3, 71, 34), (79, 39), (79, 43), (21, 43), (21, 39))


def _wave(y: float, width: float) -> QPainterPath:
    """One line of waves about a height, from edge to edge."""
    return stroke(
        open_curve(
            (4, y),
            (16, y - 9, 24, y - 9, 35, y),
            (45, y + 9, 55, y + 9, 65, y),
            (76, y - 9, 84, y - 9, 96, y),
        ),
        width,
    )


def infantry() -> QPainterPath:
    """A soldier in a helmet."""
    return _bust(_helmet())


def marine() -> QPainterPath:
    """A soldier wading ashore through the surf."""
    water = polygon((0, 71), (100, 71), (100, 100), (0, 100))
    return join(cut(moved(_bust(_helmet()), 7, -4, 0.86), water), _wave(77, 8), _wave(93, 8))


def mountain() -> QPainterPath:
    """A soldier before a snow-capped peak."""
    peak = cut(
        polygon((22, 96), (62, 4), (100, 96)),
        polygon((50, 33), (62, 5), (74, 33), (67, 27), (62, 36), (56, 28)),
    )
    snow = polygon((53.5, 24), (62, 4), (70.5, 24), (66, 20), (62, 27), (58, 20))
    soldier = moved(_bust(_helmet()), -6, 30, 0.68)
    return join(cut(join(peak, snow), soldier, stroke(soldier, 8)), soldier)


def ski() -> QPainterPath:
    """A skier leaning forward."""
    return join(
        disc(58, 15, 10),
        line(15, (50, 34), (38, 58)),
        line(10, (38, 58), (56, 70), (46, 86)),
        line(8, (50, 34), (66, 48), (78, 44)),
        line(4.4, (78, 38), (70, 84)),
        stroke(open_curve((6, 88), (80, 88), (90, 88, 94, 84, 97, 76)), 6),
    )


def partisan() -> QPainterPath:
    """A fighter with a beret and a slung rifle."""
    beret = curve((24, 34), (22, 14, 60, 6, 80, 22), (86, 30, 78, 38, 66, 40), (30, 42))
    rifle = line(6, (86, 22), (70, 66), round_ends=False)
    return cut(_bust(beret, rifle), line(5, (24, 74), (66, 97)))


def militia() -> QPainterPath:
    """A man with a brimmed hat and an armband."""
    hat = join(curve((33, 36), (33, 6, 46, 10, 50, 13), (54, 10, 67, 6, 67, 36)), rect(16, 35, 68, 8, 4))
    return cut(_bust(hat), polygon((67, 80), (86, 78), (88, 88), (67, 90)))


def garrison() -> QPainterPath:
    """A soldier behind a parapet."""
    wall = join(
        rect(2, 70, 96, 28),
        rect(2, 60, 16, 12),
        rect(27, 60, 16, 12),
        rect(57, 60, 16, 12),
        rect(82, 60, 16, 12),
    )
    soldier = moved(infantry(), 17, 2, 0.66)
    return join(
        cut(soldier, stroke(wall, 7), wall),
        cut(wall, rect(2, 82, 96, 3.4), rect(30, 84, 3.4, 14), rect(66, 84, 3.4, 14)),
    )


def static() -> QPainterPath:
    """A machine gun behind sandbags."""
    rows = ((0, 74, 4), (12.5, 55, 3))
    bags = [rect(x + 25.4 * k, y, 23, 17, 8) for x, y, number in rows for k in range(number)]
    gun = join(
        line(8, (22, 36), (58, 34), round_ends=False),
        line(4.4, (56, 34), (98, 32), round_ends=False),
        line(5, (44, 36), (36, 52)),
        line(5, (46, 36), (58, 52)),
        rect(40, 24, 12, 9, 1),
    )
    return join(*bags, gun)


def paratroop() -> QPainterPath:
    """A parachute with its load."""
    canopy = curve(
        (4, 46),
        (4, -4, 96, -4, 96, 46),
        (86, 37, 72, 37, 65, 46),
        (58, 37, 42, 37, 35, 46),
        (28, 37, 14, 37, 4, 46),
    )
    cords = [line(3.4, (x, 45), (50 + (x - 50) * 0.12, 80)) for x in (6, 36, 64, 94)]
    return join(canopy, *cords, disc(50, 78, 8), polygon((40, 84), (60, 84), (57, 100), (43, 100)))


def cavalry() -> QPainterPath:
    """A horse's head."""
    return cut(
        curve(
            (32, 95),
            (30, 68, 47, 60, 42, 47),
            (34, 53, 26, 60, 17, 55),
            (12, 50, 19, 42, 25, 36),
            (31, 21, 43, 15, 53, 13),
            (57, 2),
            (64, 15),
            (84, 24, 90, 54, 84, 95),
        ),
        disc(44, 30, 3.4),
        stroke(open_curve((68, 26), (78, 42, 78, 62, 76, 80)), 3.6),
    )


def armour() -> QPainterPath:
    """A tank."""
    tracks = rect(4, 54, 92, 26, 13)
    hull = polygon((8, 56), (16, 46), (86, 46), (96, 56), (96, 60), (8, 60))
    turret = polygon((28, 47), (33, 28), (62, 28), (69, 47))
    gun = join(line(6, (64, 36), (100, 32), round_ends=False), rect(92, 28.4, 8, 7.4))
    whole = join(tracks, hull, turret, gun, rect(40, 22, 15, 8, 2))
    return cut(whole, *[disc(17 + 16.5 * k, 67, 6) for k in range(5)])


def mechanised() -> QPainterPath:
    """A half-track: long armoured nose over one wheel, a track of its own under the open troop box."""
    body = polygon((1, 53), (4, 44), (34, 39), (41, 29), (89, 29), (99, 44), (94, 56), (1, 56))
    wheel = cut(disc(17, 66, 14.5), disc(17, 66, 6))
    track = cut(
        stroke(polygon((43, 60), (88, 59), (93, 66), (84, 73), (48, 73)), 15),
        *[disc(x, 66.5, 5.2) for x in (46, 59, 72, 86)],
    )
    gun = join(line(4, (56, 30), (56, 20)), line(5, (38, 20), (70, 18), round_ends=False))
    slit = line(4, (41, 37), (49, 37), round_ends=False)
    hull = cut(body, disc(17, 66, 18), slit, line(3, (34, 45.5), (100, 44.5), round_ends=False))
    return join(cut(join(hull, gun), stroke(track, 5.5)), wheel, track)


def motorised() -> QPainterPath:
    """A lorry under canvas."""
    cab = cut(
        polygon((3, 68), (3, 52), (18, 50), (24, 34), (38, 34), (38, 68)),
        polygon((23, 49), (27, 39), (33, 39), (33, 49)),
    )
    canvas = curve((42, 64), (42, 24), (50, 16, 90, 16, 97, 24), (97, 64))
    hoops = [rect(x, 20, 2.6, 38) for x in (55, 69, 83)]
    wheels = [cut(disc(x, 73, 11), disc(x, 73, 4)) for x in (22, 62, 85)]
    arches = [disc(x, 73, 14) for x in (22, 62, 85)]
    return join(cut(join(cab, cut(canvas, *hoops), rect(3, 60, 94, 9)), *arches), *wheels)


def cavalry_mechanised() -> QPainterPath:
    """A horse's head over a track."""
    track = cut(rect(6, 74, 88, 24, 12), *[disc(20 + 15 * k, 86, 5) for k in range(5)])
    return join(cut(moved(cavalry(), 13, -2, 0.74), rect(0, 68, 100, 6)), track)


def artillery() -> QPainterPath:
    """A field gun on spoked wheels."""
    wheel = cut(
        disc(42, 68, 21),
        disc(42, 68, 13),
    )
    spokes = [line(3.6, (42, 50), (42, 86)), line(3.6, (24, 68), (60, 68))]
    barrel = line(9, (36, 62), (93, 22), round_ends=False)
    shield = line(7, (42, 30), (60, 62), round_ends=False)
    trail = line(7, (40, 66), (3, 88))
    return join(
        wheel,
        *spokes,
        barrel,
        line(13, (86, 27), (95, 20.5), round_ends=False),
        shield,
        trail,
        disc(42, 68, 5),
    )


def hq() -> QPainterPath:
    """A command tent with a pennant."""
    tent = cut(polygon((4, 94), (50, 36), (96, 94)), polygon((38, 94), (50, 62), (62, 94)))
    return join(tent, rect(47.6, 4, 4.8, 36), polygon((52, 4), (86, 13), (52, 24)))


def fort() -> QPainterPath:
    """A castle gate."""
    wall = polygon(
        (6, 92),
        (6, 24),
        (24, 24),
        (24, 38),
        (40, 38),
        (40, 24),
        (60, 24),
        (60, 38),
        (76, 38),
        (76, 24),
        (94, 24),
        (94, 92),
    )
    return cut(wall, join(rect(40, 66, 20, 28), disc(50, 66, 10)))


def engineer() -> QPainterPath:
    """A bridge over water."""
    truss = join(
        rect(2, 46, 96, 9),
        rect(12, 14, 76, 6),
        *[line(5, (6 + 22 * k, 48), (17 + 22 * k, 18)) for k in range(4)],
        *[line(5, (17 + 22 * k, 18), (28 + 22 * k, 48)) for k in range(4)],
    )
    return join(truss, rect(12, 54, 13, 22), rect(75, 54, 13, 22), _wave(90, 7))


def _crate(lines: float) -> QPainterPath:
    box = cut(
        rect(10, 32, 80, 58, 4),
        line(lines, (20, 42), (80, 82), round_ends=False),
        line(lines, (80, 42), (20, 82), round_ends=False),
    )
    return join(box, rect(5, 22, 90, 13, 3))


def supply() -> QPainterPath:
    """A crate."""
    return _crate(6)


def logistic() -> QPainterPath:
    """A pile of three crates."""
    crate = _crate(8)
    return join(moved(crate, 25, 2, 0.5), moved(crate, 0, 48, 0.5), moved(crate, 50, 48, 0.5))


def industry() -> QPainterPath:
    """A factory with a saw-tooth roof and a chimney."""
    works = polygon(
        (4, 92),
        (4, 48),
        (25, 32),
        (25, 48),
        (46, 32),
        (46, 48),
        (66, 32),
        (66, 48),
        (71, 48),
        (74, 6),
        (86, 6),
        (90, 92),
    )
    return cut(works, rect(14, 62, 11, 13), rect(34, 62, 11, 13), rect(54, 62, 11, 13))


def atomic() -> QPainterPath:
    """A mushroom cloud."""
    cap = join(disc(50, 26, 24, 20), disc(26, 34, 20, 15), disc(74, 34, 20, 15))
    stem = curve((40, 42), (44, 60, 42, 74, 26, 84), (74, 84), (58, 74, 56, 60, 60, 42))
    ring = cut(disc(50, 60, 24, 7), disc(50, 58, 17, 3.5))
    return join(cap, stem, ring, disc(28, 88, 16, 8), disc(72, 88, 16, 8), disc(50, 88, 20, 9))


def oil() -> QPainterPath:
    """A drilling derrick."""
    legs = mirrored(line(6, (46, 6), (20, 92), round_ends=False))
    rungs = [line(4.6, (50 - s, y), (50 + s, y)) for s, y in ((10, 30), (16, 50), (22, 70))]
    return join(
        legs,
        *rungs,
        rect(38, 2, 24, 8),
        rect(8, 88, 84, 9),
        line(4, (40, 30), (66, 50)),
        line(4, (34, 50), (72, 70)),
    )


def gears() -> QPainterPath:
    """A gear wheel."""
    return gear(50, 50, 48, 17)


def five_point_star() -> QPainterPath:
    """A star."""
    return star(50, 54, 50)


def flag() -> QPainterPath:
    """A flag on a staff."""
    cloth = curve((22, 10), (42, 0, 58, 22, 92, 10), (92, 54), (58, 66, 42, 44, 22, 54))
    return join(cloth, rect(12, 4, 8, 94, 3))


def bolt() -> QPainterPath:
    """A bolt of lightning."""
    return polygon((58, 0), (20, 56), (44, 56), (34, 100), (82, 38), (55, 38), (72, 0))


def trench() -> QPainterPath:
    """A zigzag of trenches."""
    return join(
        *[line(12, (6, y), (28, y - 26), (50, y), (72, y - 26), (94, y), round_ends=False) for y in (48, 82)]
    )


def arrow() -> QPainterPath:
    """A broad arrow to the north."""
    return polygon((50, 2), (90, 48), (64, 48), (64, 98), (36, 98), (36, 48), (10, 48))


def beachhead() -> QPainterPath:
    """An arrow out of the surf."""
    shaft = polygon((50, 0), (80, 34), (61, 34), (61, 62), (39, 62), (39, 34), (20, 34))
    return join(shaft, _wave(75, 7), _wave(93, 7))


def question() -> QPainterPath:
    """A question mark: a decoy or an unknown unit."""
    hook = stroke(
        open_curve((28, 34), (28, 2, 76, 2, 74, 32), (73, 50, 50, 48, 50, 68)), 15, round_ends=False
    )
    return join(hook, disc(50, 87, 9))


def decoy() -> QPainterPath:
    """A dashed box with a question mark: there may be nothing here."""
    frame = cut(
        rect(4, 4, 92, 92, 12),
        rect(12, 12, 76, 76, 6),
        *[rect(28 + 30 * k, 0, 14, 100) for k in range(2)],
        *[rect(0, 28 + 30 * k, 100, 14) for k in range(2)],
    )
    return join(frame, moved(question(), 22, 22, 0.56))


def detachment() -> QPainterPath:
    """A soldier beside a pennant: a small party sent ahead."""
    staff = join(rect(80, 6, 6, 92, 2), polygon((80, 6), (80, 34), (44, 20)))
    return join(moved(_bust(_helmet()), -8, 26, 0.74), staff)


def anti_tank() -> QPainterPath:
    """A low gun with a tall shield and a very long barrel."""
    return join(
        cut(disc(36, 72, 18), disc(36, 72, 7)),
        line(6.4, (38, 50), (96, 45), round_ends=False),
        line(12, (90, 45.6), (100, 44.8), round_ends=False),
        polygon((40, 26), (49, 26), (60, 70), (51, 74)),
        line(8, (30, 68), (3, 88)),
    )


def label() -> QPainterPath:
    """A plain tag with two lines of writing."""
    return cut(rect(6, 20, 88, 60, 8), rect(18, 36, 64, 8), rect(18, 56, 44, 8))
