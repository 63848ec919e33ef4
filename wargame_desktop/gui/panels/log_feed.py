"""The line of play that log, timeline, dice and numbers show, read for the viewer a little at a time.

A long game is read from its newest action backwards in short slices, so that the window never waits for
it. What one viewer has read is kept while another looks, so a hand-over costs no more than what is new.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter

from PySide6.QtCore import QObject, QTimer, Signal

from wargame_desktop.core.timeline import Node
from wargame_desktop.gui.table import Table
from wargame_desktop.reports.turnlog import LogReader, Read

_BLOCK = 16
_SLICE_SECONDS = 0.006


class LogFeed(QObject):
    """The actions from the start through the cursor to the end of its line, with their log entries.

    `line[first:]` has been read. What lies ahead of the cursor is the line that was shown before, or else
    the first variations.
    """

    line_changed = Signal(int)
    """The actions from this position on are others than before; those before it have stayed."""
    read_more = Signal(int)
    """So many older actions have been read since the last signal; they stand at `first` and after."""
    cursor_moved = Signal()
    """The table shows another position of the same line."""
    notes_changed = Signal()
    """A comment was written, or a variation changed places."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.session = table.session
        self.line: list[Node] = []
        self.at = 0
        """How many actions of the line lie before the position shown."""
        self.first = 0
        self._index: dict[int, int] = {}
        self._readers: dict[str | None, LogReader] = {}
        self._seen_by: tuple[str | None, bool] = (None, False)
        self._more = QTimer(self, interval=0)
        self._more.timeout.connect(self._read_slice)
        self.session.changed.connect(self._sync)
        self.session.moved.connect(self._sync)
        self.session.annotated.connect(self._annotated)
        self._sync()

    @property
    def reader(self) -> LogReader:
        """Reads any position as the viewer may know it."""
        viewer = self.session.viewer
        found = self._readers.get(viewer)
        if found is None:
            game = self.session.game
            found = self._readers[viewer] = LogReader(game.timeline, game.system, viewer, game.text_of)
        return found

    @property
    def is_veiled(self) -> bool:
        """Whether nothing may be shown, because the next player has not sat down yet."""
        return self.session.waiting_for is not None

    @property
    def is_complete(self) -> bool:
        """Whether the whole line has been read."""
        return self.first == 0

    def entries(self, upto: int | None = None) -> Iterator[tuple[int, Read]]:
        """Positions in the line and what has been read there, oldest first."""
        reader = self.reader
        for number in range(self.first, len(self.line) if upto is None else upto):
            yield number, reader.read(self.line[number])

    def read_at(self, number: int) -> Read:
        """The entry at a position of the line."""
        return self.reader.read(self.line[number])

    def position_of(self, node: Node) -> int | None:
        """Where an action stands in the line."""
        return self._index.get(node.id)

    # Keeping up with the game

    def _sync(self, _what: object = None) -> None:
        seen_by = (self.session.viewer, self.is_veiled)
        if seen_by != self._seen_by:
            self._seen_by = seen_by
            self._set_line(0, [])
        if self.is_veiled:
            return
        node = self.session.node
        if self.line and (node.parent is None or node.id in self._index):
            self._move_cursor(0 if node.parent is None else self._index[node.id] + 1)
            return
        new: list[Node] = []
        kept = node
        while kept.parent is not None and kept.id not in self._index:
            new.append(kept)
            kept = kept.parent
        start = 0 if kept.parent is None else self._index[kept.id] + 1
        self.at = start + len(new)
        self._set_line(start, [*reversed(new), *_ahead(node)])

    def _move_cursor(self, at: int) -> None:
        if at != self.at:
            self.at = at
            self.cursor_moved.emit()

    def _set_line(self, start: int, tail: list[Node]) -> None:
        """Put other actions in the place of those from `start` on."""
        if start == len(self.line) and not tail:
            return
        for node in self.line[start:]:
            del self._index[node.id]
        self.line[start:] = tail
        self._index.update((node.id, start + number) for number, node in enumerate(tail))
        self.at = min(self.at, len(self.line))
        kept = self.first if self.first <= start else None
        self.first = len(self.line)
        self._read_for(_SLICE_SECONDS, start)
        if kept is not None and self.first <= start:
            self.first = kept
        self.line_changed.emit(start)
        if self.first:
            self._more.start()

    def _read_for(self, seconds: float, least: int = 0) -> None:
        """Read backwards, block by block, until the time is over or `least` is reached."""
        end = perf_counter() + seconds
        reader = self.reader
        while self.first > least:
            block = max(least, self.first - _BLOCK)
            # Forward within a block: each position is computed from the one before.
            for number in range(block, self.first):
                reader.read(self.line[number])
            self.first = block
            if perf_counter() > end:
                break

    def _read_slice(self) -> None:
        before = self.first
        self._read_for(_SLICE_SECONDS)
        if not self.first:
            self._more.stop()
        if before != self.first:
            self.read_more.emit(before - self.first)

    def _annotated(self, _node: Node) -> None:
        for reader in self._readers.values():
            reader.lines_changed()
        if not self.is_veiled:
            self.notes_changed.emit()


def _ahead(node: Node) -> Iterator[Node]:
    while node.variations:
        node = node.variations[0]
        yield node


def feed_of(table: Table) -> LogFeed:
    """The one feed that all panels of a table share; it lives as long as the table."""
    found = table.findChild(LogFeed)
    return LogFeed(table) if found is None else found
