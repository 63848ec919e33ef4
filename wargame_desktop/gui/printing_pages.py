"""Pages of a printed log: for each turn a heading, a map and two columns; head and foot on every page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSizeF
from PySide6.QtGui import QColor, QPainter, QPen

from wargame_desktop.core.state import State
from wargame_desktop.reports.text import about, log_range
from wargame_desktop.reports.turnlog import TurnLog

from .printing_blocks import SMALL, Block, EntryBlock, EntryLook, Headline, Paragraph, PhaseHeading, sans
from .printing_log import LogPrint, TurnPicture
from .theme import Theme

MARGIN = 17 / 25.4 * 96
_COLUMN_GAP = 26.0
_LEAST_TEXT = 70.0
_FOOT = 44.0


class MapPicture(Protocol):
    """Paints the map around some spaces of a position into a rectangle of the page."""

    def height_for(self, spaces: Sequence[str], width: float) -> float:
        """How high the picture should be."""

    def paint(self, painter: QPainter, rect: QRectF, spaces: Sequence[str], view: State) -> None:
        """Paint it."""


_Drawing = Callable[[QPainter], None]


def _tr(text: str) -> str:
    return QCoreApplication.translate("Printing", text)


@dataclass(frozen=True)
class Pages:
    """Pages ready to be drawn, each a list of drawings."""

    drawings: tuple[tuple[_Drawing, ...], ...]

    def __len__(self) -> int:
        return len(self.drawings)

    def draw(self, painter: QPainter, number: int) -> None:
        """Draw one page, counted from 0; the painter is set to 96 pixels to the inch."""
        for drawing in self.drawings[number]:
            painter.save()
            drawing(painter)
            painter.restore()


def lay_out(job: LogPrint, size: QSizeF, theme: Theme, map_picture: MapPicture | None) -> Pages:
    """Make the pages of a log for a paper of this size (pixels at 96 to the inch)."""
    return _Layout(job, size, theme, map_picture).pages()


class _Layout:
    """Where things go. `_y` is the height reached on the page in hand."""

    def __init__(self, job: LogPrint, size: QSizeF, theme: Theme, map_picture: MapPicture | None) -> None:
        self._job, self._theme, self._map_picture = job, theme, map_picture
        self._area = QRectF(MARGIN, MARGIN, size.width() - 2 * MARGIN, size.height() - 2 * MARGIN - _FOOT)
        self._column = (self._area.width() - _COLUMN_GAP) / 2
        self._pages: list[list[_Drawing]] = []
        self._running = ""
        self._y = 0.0

    def pages(self) -> Pages:
        """Everything, and the foot of each page once their number is known."""
        self._first_page()
        if not self._job.log.turns:
            text = Paragraph(_tr("Nothing has been played yet."), sans(11), self._area.width(), self._ink)
            self._place(text)
        for number, turn in enumerate(self._job.log.turns):
            picture = self._job.pictures[number] if number < len(self._job.pictures) else None
            self._turn(turn, picture)
        total = len(self._pages)
        for number, page in enumerate(self._pages, start=1):
            page.append(partial(self._draw_foot, number, total))
        return Pages(tuple(tuple(page) for page in self._pages))

    @property
    def _ink(self) -> QColor:
        return self._theme.window.text

    # Pages

    def _first_page(self) -> None:
        log, width = self._job.log, self._area.width()
        title = Headline(log.title, 26, width * 0.62, self._ink)
        subtitle = Paragraph(about(log), sans(SMALL + 1), width * 0.62, self._theme.window.dim)
        lines = [
            Paragraph(player, sans(11), width * 0.36, self._ink, len(player), align_right=True)
            for player in self._job.players
        ]
        self._pages.append([])
        self._y = top = self._area.top()
        self._add(title, self._area.left(), top)
        self._add(subtitle, self._area.left(), top + title.height + 1)
        at = top + 6
        for line in lines:
            self._add(line, self._area.left() + width * 0.64, at)
            at += line.height
        self._y = max(top + title.height + subtitle.height, at) + 7
        self._rule(1.1)
        self._y += 14

    def _next_page(self) -> None:
        self._pages.append([])
        self._y = self._area.top()
        head = Headline(self._job.log.title, 13, self._area.width() / 2, self._ink)
        right = Paragraph(
            self._running, sans(SMALL), self._area.width() / 2, self._theme.window.dim, align_right=True
        )
        self._add(head, self._area.left(), self._y)
        self._add(right, self._area.center().x(), self._y + head.height - right.height - 1)
        self._y += head.height + 4
        self._rule(0.8)
        self._y += 10

    def _rule(self, width: float) -> None:
        y, area, colour = self._y, self._area, self._ink

        def draw(painter: QPainter) -> None:
            painter.setPen(QPen(colour, width))
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))

        self._pages[-1].append(draw)

    def _add(self, what: Paragraph | Block, x: float, y: float) -> None:
        self._pages[-1].append(lambda painter: what.draw(painter, x, y))

    def _place(self, what: Paragraph) -> None:
        self._add(what, self._area.left(), self._y)
        self._y += what.height

    @property
    def _room(self) -> float:
        return self._area.bottom() - self._y

    # Turns

    def _turn(self, turn: TurnLog, picture: TurnPicture | None) -> None:
        self._running = turn.title
        heading = Headline(turn.title, 20, self._area.width(), self._ink) if turn.title else None
        map_height = 0.0
        if picture is not None and self._map_picture is not None:
            map_height = self._map_picture.height_for(picture.spaces, self._area.width())
        if self._room < (heading.height if heading else 0.0) + map_height + _LEAST_TEXT:
            self._next_page()
        if heading is not None:
            self._place(heading)
            self._y += 6
        if picture is not None and self._map_picture is not None:
            self._map(self._map_picture, picture, map_height, turn.title)
        self._columns(list(self._blocks(turn)))
        self._y += 16

    def _map(self, painted: MapPicture, picture: TurnPicture, height: float, title: str) -> None:
        rect = QRectF(self._area.left(), self._y, self._area.width(), height)
        self._pages[-1].append(lambda painter: painted.paint(painter, rect, picture.spaces, picture.view))
        self._y += height + 4
        after = _tr("Position after {turn}.").format(turn=title) if title else _tr("The position.")
        caption = f"{after} {_tr('Outlined: the spaces this part of the log speaks of.')}"
        dim = self._theme.window.dim
        self._place(Paragraph(caption, sans(SMALL, italic=True), self._area.width(), dim))
        self._y += 6

    def _blocks(self, turn: TurnLog) -> Iterator[Block]:
        for number, phase in enumerate(turn.phases, start=1):
            count = len(phase.entries)
            told = _tr("1 action") if count == 1 else _tr("{count} actions").format(count=count)
            yield PhaseHeading(number, phase.title, told, self._column, self._theme)
            before = ""
            for entry in phase.entries:
                look = EntryLook(self._job.faces.get(entry.node, ()), entry.who != before)
                before = entry.who
                yield EntryBlock(entry, look, self._column, self._theme)

    def _columns(self, blocks: list[Block]) -> None:
        """Fill both columns page by page; on the last page they end at the same height."""
        while blocks:
            split = _balanced(blocks, self._room)
            if split is not None:
                left, right, blocks = blocks[:split], blocks[split:], []
            else:
                end = _fitting(blocks, self._room)
                rest = _fitting(blocks[end:], self._room)
                left, right, blocks = blocks[:end], blocks[end : end + rest], blocks[end + rest :]
            tops = [self._y, self._y]
            for column, part in enumerate((left, right)):
                x = self._area.left() + column * (self._column + _COLUMN_GAP)
                for block in part:
                    self._add(block, x, tops[column])
                    tops[column] += block.height
            self._y = max(tops)
            if blocks:
                self._next_page()

    # Foot

    def _draw_foot(self, number: int, total: int, painter: QPainter) -> None:
        log, area, dim = self._job.log, self._area, self._theme.window.dim
        top = area.bottom() + 12
        painter.setPen(QPen(self._ink, 0.8))
        painter.drawLine(QPointF(area.left(), top), QPointF(area.right(), top))
        third = area.width() / 3
        page = _tr("Page {number} of {total}").format(number=number, total=total)
        where = _tr("{range}, position {check}").format(range=log_range(log), check=log.position)
        Paragraph(f"{log.title}, {log.branch}", sans(8), third, dim).draw(painter, area.left(), top + 5)
        Paragraph(page, sans(8), third * 0.6, dim, align_right=True).draw(
            painter, area.left() + third, top + 5
        )
        Paragraph(where, sans(8), third, dim, align_right=True).draw(painter, area.right() - third, top + 5)
        data = _tr("Data: {source}").format(source=log.provenance or _tr("none"))
        Paragraph(data, sans(8), area.width(), dim).draw(painter, area.left(), top + 16)


def _fitting(blocks: Sequence[Block], room: float) -> int:
    """How many blocks go into a column, at least one; no heading is left alone at its end."""
    used, end = 0.0, 0
    while end < len(blocks) and (used + blocks[end].height <= room or end == 0):
        used += blocks[end].height
        end += 1
    while 1 < end < len(blocks) and blocks[end - 1].keeps_next:
        end -= 1
    return end


def _balanced(blocks: Sequence[Block], room: float) -> int | None:
    """Where to split blocks so that two columns are most alike; None when they do not fit into the room."""
    total = sum(block.height for block in blocks)
    best: tuple[float, int] | None = None
    used = 0.0
    for number, block in enumerate(blocks, start=1):
        used += block.height
        if block.keeps_next and number < len(blocks):
            continue
        height = max(used, total - used)
        if height <= room and (best is None or height < best[0]):
            best = (height, number)
    return None if best is None else best[1]
