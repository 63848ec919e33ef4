"""Hex numbering and geometry: from the label printed in a hex to exact coordinates and back.

A printed grid differs from the next in six ways: flat-top or pointy-top hexes, which lines of hexes are
shoved by half a hex and to which side, which way columns and rows count, and how a label is written. All
six are fields of :class:`HexGrid`. Inside, a hex is an axial pair ``(q, r)`` of integers in one frame for
every grid (x grows east, y grows south); points exist only where something is drawn, in map units with
y growing down the screen and north up.

Directions go clockwise from the top: ``N NE SE S SW NW`` on flat-top grids, ``NE E SE SW W NW`` on
pointy-top ones. Side ``i`` of a hex, the one towards direction ``i``, lies between corners ``i`` and ``i+1``.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from wargame_desktop.board.errors import BoardError, unknown

Axial = tuple[int, int]
Point = tuple[float, float]

# Clockwise from the top, with the step in (q, r).
_FLAT = {"N": (0, -1), "NE": (1, -1), "SE": (1, 0), "S": (0, 1), "SW": (-1, 1), "NW": (-1, 0)}
_POINTY = {"NE": (1, -1), "E": (1, 0), "SE": (0, 1), "SW": (-1, 1), "W": (-1, 0), "NW": (0, -1)}
# Corners in whole lattice units from the centre, so that two hexes give a shared corner the same floats.
_FLAT_CORNERS = ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0))
_POINTY_CORNERS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
_HALF_ROOT3 = math.sqrt(3.0) / 2.0


@dataclass(frozen=True)
class Sheet:
    """One printed sheet: its prefix and the first and last column and row numbers on it.

    The offsets turn this sheet's numbers into those of the whole map: a sheet whose column 1 is the map's
    column 28 has ``column_offset=27``.
    """

    columns: tuple[int, int]
    rows: tuple[int, int]
    prefix: str = ""
    column_offset: int = 0
    row_offset: int = 0


@dataclass(frozen=True)
class HexGrid:
    """A hex grid as printed. Every method speaks in labels; an unknown label raises ``BoardError``.

    ``shoved`` says which columns (flat-top) or rows (pointy-top) are moved half a hex towards
    ``shoved_towards``, counted in the numbers of the whole map (label number plus the sheet's offset).
    ``size`` is the distance from a hex's centre to its corners in map units.
    """

    orientation: Literal["flat", "pointy"]
    sheets: tuple[Sheet, ...]
    shoved: Literal["odd", "even"]
    shoved_towards: Literal["north", "south", "east", "west"]
    columns_grow: Literal["east", "west"] = "east"
    rows_grow: Literal["south", "north"] = "south"
    label_order: Literal["column_row", "row_column"] = "column_row"
    column_digits: int = 2
    row_digits: int = 2
    size: float = 1.0

    def __post_init__(self) -> None:
        problems = list(self._field_problems())
        if problems:
            raise BoardError(" ".join(problems), problems)
        # Built at once, so that overlapping sheets are refused here and not in the middle of a game.
        _ = self._axial_of

    def _field_problems(self) -> Iterator[str]:
        choices: tuple[tuple[str, str, tuple[str, ...]], ...] = (
            ("orientation", self.orientation, ("flat", "pointy")),
            ("shoved", self.shoved, ("odd", "even")),
            ("columns_grow", self.columns_grow, ("east", "west")),
            ("rows_grow", self.rows_grow, ("south", "north")),
            ("label_order", self.label_order, ("column_row", "row_column")),
        )
        for name, value, allowed in choices:
            if value not in allowed:
                yield f"A hex grid's {name} is {' or '.join(allowed)}, not “{value}”."
        sides = ("north", "south") if self.orientation == "flat" else ("east", "west")
        if self.shoved_towards not in sides:
            yield (f"On a {self.orientation}-top grid hexes are shoved {' or '.join(sides)}, "
                   f"not “{self.shoved_towards}”.")
        if not 0 < self.size < math.inf:
            yield f"A hex's size must be more than 0 and finite, not {self.size}."
        if not self.sheets:
            yield "A hex grid needs at least one sheet."
        for sheet in self.sheets:
            yield from self._sheet_problems(sheet)

    def _sheet_problems(self, sheet: Sheet) -> Iterator[str]:
        for what, (first, last), digits in (
            ("columns", sheet.columns, self.column_digits),
            ("rows", sheet.rows, self.row_digits),
        ):
            if not 0 <= first <= last:
                yield f"The {what} of sheet “{sheet.prefix}” run from {first} to {last}."
            elif len(str(last)) > digits:
                yield f"{what.capitalize()} up to {last} do not fit in {digits} digits."

    # Labels and coordinates

    @cached_property
    def _axial_of(self) -> dict[str, Axial]:
        axial: dict[str, Axial] = {}
        owner: dict[Axial, str] = {}
        for sheet in self.sheets:
            for row in range(sheet.rows[0], sheet.rows[1] + 1):
                for column in range(sheet.columns[0], sheet.columns[1] + 1):
                    label = self._write(sheet, column, row)
                    spot = self._axial(column + sheet.column_offset, row + sheet.row_offset)
                    if label in axial:
                        raise BoardError(f"Two sheets both have a hex labelled “{label}”.")
                    if spot in owner:
                        raise BoardError(f"The sheets overlap: “{owner[spot]}” and “{label}” are one hex.")
                    axial[label] = spot
                    owner[spot] = label
        return {label: axial[label] for label in sorted(axial)}

    @cached_property
    def _label_of(self) -> dict[Axial, str]:
        return {spot: label for label, spot in self._axial_of.items()}

    def _write(self, sheet: Sheet, column: int, row: int) -> str:
        columns, rows = f"{column:0{self.column_digits}d}", f"{row:0{self.row_digits}d}"
        return sheet.prefix + (columns + rows if self.label_order == "column_row" else rows + columns)

    def _axial(self, column: int, row: int) -> Axial:
        """Map column and row number to axial, by way of coordinates in half hexes along the shoved axis."""
        x = column if self.columns_grow == "east" else -column
        y = row if self.rows_grow == "south" else -row
        line = column if self.orientation == "flat" else row
        shove = 0
        if (line % 2 == 1) == (self.shoved == "odd"):
            shove = 1 if self.shoved_towards in ("south", "east") else -1
        # In the axial frame a shoved line is an odd one; with "even" shoved, count lines from one farther.
        shift = 0 if self.shoved == "odd" else 1
        if self.orientation == "flat":
            return x + shift, (2 * y + shove - x - shift) // 2
        return (2 * x + shove - y - shift) // 2, y + shift

    @property
    def labels(self) -> tuple[str, ...]:
        """Every label on the grid, sorted."""
        return tuple(self._axial_of)

    def __contains__(self, label: object) -> bool:
        return label in self._axial_of

    def __len__(self) -> int:
        return len(self._axial_of)

    def to_axial(self, label: str) -> Axial:
        """The axial coordinate of a label."""
        try:
            return self._axial_of[label]
        except (KeyError, TypeError):
            raise unknown("hex", label, self._axial_of) from None

    def from_axial(self, spot: Axial) -> str | None:
        """The label at an axial coordinate, or None off the grid."""
        return self._label_of.get(spot)

    # Directions

    @property
    def _steps(self) -> dict[str, Axial]:
        return _FLAT if self.orientation == "flat" else _POINTY

    @property
    def directions(self) -> tuple[str, ...]:
        """The six direction names, clockwise from the top."""
        return tuple(self._steps)

    def opposite(self, direction: str) -> str:
        """The direction pointing the other way."""
        return self.rotate(direction, 3)

    def rotate(self, direction: str, sixths: int) -> str:
        """The direction turned clockwise by that many sixths of a circle (negative: anticlockwise)."""
        names = self.directions
        if direction not in names:
            raise unknown("direction", direction, names)
        return names[(names.index(direction) + sixths) % 6]

    def neighbour(self, label: str, direction: str) -> str | None:
        """The hex next to this one in that direction, or None beyond the map's edge."""
        q, r = self.to_axial(label)
        dq, dr = self._steps[self.rotate(direction, 0)]
        return self._label_of.get((q + dq, r + dr))

    def neighbours(self, label: str) -> dict[str, str]:
        """Direction to label for every neighbour on the grid, clockwise from the top."""
        q, r = self.to_axial(label)
        found = {name: self._label_of.get((q + dq, r + dr)) for name, (dq, dr) in self._steps.items()}
        return {name: other for name, other in found.items() if other is not None}

    def direction(self, a: str, b: str) -> str:
        """The direction from a hex to its neighbour; ``BoardError`` when they do not touch."""
        (aq, ar), (bq, br) = self.to_axial(a), self.to_axial(b)
        for name, step in self._steps.items():
            if step == (bq - aq, br - ar):
                return name
        raise BoardError(f"Hexes “{a}” and “{b}” do not touch: they are {self.distance(a, b)} hexes apart.")

    # Distances and shapes

    def distance(self, a: str, b: str) -> int:
        """The number of steps from one hex to another over the endless grid."""
        (aq, ar), (bq, br) = self.to_axial(a), self.to_axial(b)
        return _length(bq - aq, br - ar)

    def ring(self, label: str, radius: int) -> tuple[str, ...]:
        """The hexes exactly ``radius`` away and on the grid, clockwise from the top."""
        q, r = self.to_axial(label)
        if radius < 0:
            raise BoardError(f"A ring's radius cannot be {radius}.")
        if radius == 0:
            return (label,)
        steps = tuple(self._steps.values())
        q, r = q + steps[0][0] * radius, r + steps[0][1] * radius
        found = []
        for side in range(6):
            dq, dr = steps[(side + 2) % 6]
            for _ in range(radius):
                found.append(self._label_of.get((q, r)))
                q, r = q + dq, r + dr
        return tuple(other for other in found if other is not None)

    def within(self, label: str, radius: int) -> tuple[str, ...]:
        """The hexes at most ``radius`` away and on the grid, this one included, sorted."""
        q, r = self.to_axial(label)
        if radius < 0:
            raise BoardError(f"A range cannot be {radius}.")
        found = (
            self._label_of.get((q + dq, r + dr))
            for dq in range(-radius, radius + 1)
            for dr in range(max(-radius, -dq - radius), min(radius, radius - dq) + 1)
        )
        return tuple(sorted(other for other in found if other is not None))

    def line(self, a: str, b: str) -> tuple[str, ...]:
        """The hexes on the straight line from a to b, both included.

        A line that runs along hexsides leans to one side; to the other if that keeps it on the map. Hexes
        that lie off the map either way are left out.
        """
        best: tuple[str, ...] = ()
        for lean in (1, -1):
            spots = _line(self.to_axial(a), self.to_axial(b), lean)
            labels = tuple(self._label_of[spot] for spot in spots if spot in self._label_of)
            if len(labels) > len(best):
                best = labels
        return best

    # Points

    @property
    def _units(self) -> Point:
        """Map units per lattice unit along x and y."""
        long, short = self.size * _HALF_ROOT3, self.size / 2.0
        return (short, long) if self.orientation == "flat" else (long, short)

    def _lattice(self, spot: Axial) -> Axial:
        q, r = spot
        return (3 * q, 2 * r + q) if self.orientation == "flat" else (2 * q + r, 3 * r)

    @property
    def _corner_offsets(self) -> tuple[Axial, ...]:
        return _FLAT_CORNERS if self.orientation == "flat" else _POINTY_CORNERS

    @cached_property
    def _origin(self) -> Axial:
        """The lattice point of the map's top left corner, so that every drawn point is 0 or more."""
        centres = [self._lattice(spot) for spot in self._label_of]
        offsets = self._corner_offsets
        left = min(x for x, _ in centres) + min(x for x, _ in offsets)
        return left, min(y for _, y in centres) + min(y for _, y in offsets)

    @cached_property
    def extent(self) -> Point:
        """Width and height of the grid in map units."""
        points = [corner for label in self.labels for corner in self.corners(label)]
        return max(x for x, _ in points), max(y for _, y in points)

    def _point(self, x: int, y: int) -> Point:
        return (x - self._origin[0]) * self._units[0], (y - self._origin[1]) * self._units[1]

    def centre(self, label: str) -> Point:
        """The hex's centre in map units."""
        return self._point(*self._lattice(self.to_axial(label)))

    def corners(self, label: str) -> tuple[Point, ...]:
        """The six corners, clockwise; the side towards direction ``i`` joins corners ``i`` and ``i+1``."""
        x, y = self._lattice(self.to_axial(label))
        return tuple(self._point(x + dx, y + dy) for dx, dy in self._corner_offsets)

    def side(self, a: str, b: str) -> tuple[Point, Point]:
        """The two end points of the hexside between two neighbours, the same floats seen from either."""
        number = self.directions.index(self.direction(a, b))
        corners = self.corners(a)
        first, second = corners[number], corners[(number + 1) % 6]
        return (first, second) if first < second else (second, first)

    def label_at(self, x: float, y: float) -> str | None:
        """The hex under a point in map units, or None off the grid."""
        u, v = x / self._units[0] + self._origin[0], y / self._units[1] + self._origin[1]
        if self.orientation == "flat":
            q = u / 3.0
            r = (v - q) / 2.0
        else:
            r = v / 3.0
            q = (u - r) / 2.0
        if not (math.isfinite(q) and math.isfinite(r)):
            return None
        return self._label_of.get(_nearest(q, r))


def _length(q: int, r: int) -> int:
    return (abs(q) + abs(r) + abs(q + r)) // 2


def _nearest(q: float, r: float) -> Axial:
    """The hex that holds a fractional axial point: round all three cube axes, mend the worst."""
    s = -q - r
    near_q, near_r, near_s = round(q), round(r), round(s)
    off_q, off_r, off_s = abs(near_q - q), abs(near_r - r), abs(near_s - s)
    if off_q > off_r and off_q > off_s:
        return -near_r - near_s, near_r
    if off_r > off_s:
        return near_q, -near_q - near_s
    return near_q, near_r


def _line(a: Axial, b: Axial, lean: int) -> list[Axial]:
    """Cells of the line in whole numbers: every point is a fraction over one common denominator."""
    steps = _length(b[0] - a[0], b[1] - a[1])
    if steps == 0:
        return [a]
    fine = 8 * (steps + 1)  # leaning by one part in `fine` decides ties and nothing else
    whole = steps * fine
    cells = []
    for i in range(steps + 1):
        q = (a[0] * (steps - i) + b[0] * i) * fine + lean
        r = (a[1] * (steps - i) + b[1] * i) * fine + 2 * lean
        cells.append(_nearest_part(q, r, whole))
    return cells


def _nearest_part(q: int, r: int, whole: int) -> Axial:
    s = -q - r
    near_q, near_r, near_s = ((2 * part + whole) // (2 * whole) for part in (q, r, s))
    off_q, off_r, off_s = abs(near_q * whole - q), abs(near_r * whole - r), abs(near_s * whole - s)
    if off_q > off_r and off_q > off_s:
        return -near_r - near_s, near_r
    if off_r > off_s:
        return near_q, -near_q - near_s
    return near_q, near_r
