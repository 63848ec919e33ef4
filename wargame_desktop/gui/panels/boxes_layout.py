"""Where what lies beside the map is drawn: trays for pools, decks, hands and holds, rows for tracks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from PySide6.QtCore import QRectF

from wargame_desktop.core.state import HOLD, Piece, State
from wargame_desktop.core.view import UNKNOWN
from wargame_desktop.gui.counters.face import CounterFace, Side, Style
from wargame_desktop.gui.faces import face_of, grouped
from wargame_desktop.gui.map.geometry import lies_on_map
from wargame_desktop.reports.oob import place_name
from wargame_desktop.systems.base import GameSystem

SIDE, SMALL = 40.0, 26.0
TITLE = 20.0
_GAP, _PAD, _CELL_LABEL = 9.0, 9.0, 14.0
_TRAY_GAP = 10.0
_CELL = 50.0
_EMPTY = 24.0
_NUMBERED = re.compile(r"(.+)\.(\d+)$")


@dataclass(frozen=True)
class Grip:
    """Pieces that look alike and lie in one place, the topmost first."""

    rect: QRectF
    space: str
    face: CounterFace
    pieces: tuple[str, ...]
    covered: bool = False
    """A deck: only its top piece can be taken."""


@dataclass(frozen=True)
class Cell:
    """One space: a tray, or a cell of a track with its number."""

    rect: QRectF
    space: str
    label: str = ""
    count: int = 0


@dataclass(frozen=True)
class Tray:
    """A titled frame around its cells."""

    title: str
    rect: QRectF
    cells: tuple[Cell, ...]
    is_track: bool = False
    count: int = 0


@dataclass
class Layout:
    """All trays, their cells and what lies in them."""

    trays: list[Tray] = field(default_factory=list)
    grips: list[Grip] = field(default_factory=list)
    height: float = 0.0

    @property
    def cells(self) -> Iterator[Cell]:
        """All cells."""
        return (cell for tray in self.trays for cell in tray.cells)


def box_groups(system: GameSystem) -> list[tuple[str, list[str]]]:
    """Titles and spaces of the boxes beside the map; the cells of a track belong together."""
    groups: dict[str, tuple[str, list[str]]] = {}
    for space in system.board.spaces:
        if lies_on_map(space):
            continue
        numbered = _NUMBERED.match(space.id)
        if numbered is None:
            groups[space.id] = (space.name or space.id, [space.id])
            continue
        name = space.name.removesuffix(numbered[2]).strip() or numbered[1]
        groups.setdefault(f"{numbered[1]}.", (name, []))[1].append(space.id)
    return list(groups.values())


def holds(system: GameSystem, view: State) -> list[tuple[str, list[str]]]:
    """What carriers have aboard."""
    return [
        (_capital(place_name(system, view, space)), [space])
        for space in view.pieces.by_space
        if space.startswith(HOLD)
    ]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def lay_out(system: GameSystem, view: State, groups: Sequence[tuple[str, list[str]]], width: float) -> Layout:
    """Lay everything out in one column of a given width."""
    layout = Layout()
    y = 0.0
    for title, spaces in groups:
        if len(spaces) > 1:
            tray, grips = _track(system, view, title, spaces, y, width)
        else:
            tray, grips = _tray(system, view, title, spaces[0], y, width)
        layout.trays.append(tray)
        layout.grips += grips
        y = tray.rect.bottom() + _TRAY_GAP
    layout.height = max(0.0, y - _TRAY_GAP)
    return layout


def _tray(
    system: GameSystem, view: State, title: str, space: str, y: float, width: float
) -> tuple[Tray, list[Grip]]:
    heaps = _heaps(system, view, space)
    in_a_row = max(1, int((width - 2 * _PAD + _GAP) // (SIDE + _GAP)))
    rows = -(-len(heaps) // in_a_row)
    body = rows * (SIDE + _GAP) - _GAP + 2 * _PAD if heaps else _EMPTY
    rect = QRectF(0, y, width, TITLE + body)
    grips = []
    for number, (face, pieces, covered) in enumerate(heaps):
        x = _PAD + number % in_a_row * (SIDE + _GAP)
        top = y + TITLE + _PAD + number // in_a_row * (SIDE + _GAP)
        grips.append(Grip(QRectF(x, top, SIDE, SIDE), space, face, pieces, covered))
    count = len(view.at(space))
    cell = Cell(QRectF(0, y + TITLE, width, body), space, count=count)
    return Tray(title, rect, (cell,), count=count), grips


def _track(
    system: GameSystem, view: State, title: str, spaces: Sequence[str], y: float, width: float
) -> tuple[Tray, list[Grip]]:
    in_a_row = max(1, int(width // _CELL))
    wide = width / in_a_row
    cells, grips = [], []
    for number, space in enumerate(spaces):
        rect = QRectF(number % in_a_row * wide, y + TITLE + number // in_a_row * _CELL, wide, _CELL)
        heaps = _heaps(system, view, space)
        # What does not fit side by side lies in a narrower row, each counter over a part of the next.
        step = min(SMALL + 3, (wide - SMALL - 6) / max(1, len(heaps) - 1))
        for place, (face, pieces, covered) in enumerate(heaps):
            x = rect.left() + 3 + place * step if len(heaps) > 1 else rect.center().x() - SMALL / 2
            grips.append(
                Grip(QRectF(x, rect.top() + _CELL_LABEL + 4, SMALL, SMALL), space, face, pieces, covered)
            )
        cells.append(Cell(rect, space, space.rpartition(".")[2], len(view.at(space))))
    rows = -(-len(spaces) // in_a_row)
    return Tray(title, QRectF(0, y, width, TITLE + rows * _CELL), tuple(cells), is_track=True), grips


def _heaps(system: GameSystem, view: State, space: str) -> list[tuple[CounterFace, tuple[str, ...], bool]]:
    """Pieces of a space, top first, those that look alike together."""
    found = system.space(space)
    is_deck = found is not None and found.kind == "deck"
    faces: list[tuple[str, CounterFace]] = []
    covered: set[CounterFace] = set()
    for piece in reversed(view.at(space)):
        face = face_of(system, view, piece)
        if is_deck and piece.concealed:
            # Not even who sees all wants to read the deck by looking at it.
            face = _back(face, piece)
            covered.add(face)
        elif face.side is Side.FACE_DOWN:
            face = replace(face, style=Style.COUNTER)  # a back is cardboard, whatever the front may be
        faces.append((piece.id, face))
    return [
        (replace(face, count=1), pieces, replace(face, count=1) in covered) for face, pieces in grouped(faces)
    ]


def _back(face: CounterFace, piece: Piece) -> CounterFace:
    return CounterFace(face.nation if piece.power else "neutral", UNKNOWN, side=Side.FACE_DOWN)
