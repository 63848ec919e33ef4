"""Which pieces and which space are chosen. Panels and map share one selection."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject, Signal


class Selection(QObject):
    """The chosen pieces, in the order they were chosen, and the space in hand."""

    changed = Signal()
    """The chosen pieces are others than before; read `pieces`."""
    space_changed = Signal(object)
    """The id of the space in hand, or None."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pieces: dict[str, None] = {}
        self._space: str | None = None

    @property
    def pieces(self) -> tuple[str, ...]:
        """The chosen pieces."""
        return tuple(self._pieces)

    @property
    def space(self) -> str | None:
        """The space last chosen by mouse or keyboard."""
        return self._space

    def __contains__(self, piece: object) -> bool:
        return piece in self._pieces

    def __len__(self) -> int:
        return len(self._pieces)

    def select(self, pieces: Iterable[str], *, add: bool = False) -> None:
        """Choose these pieces, and besides those chosen before when `add` is set."""
        self._set({**self._pieces, **dict.fromkeys(pieces)} if add else dict.fromkeys(pieces))

    def toggle(self, pieces: Iterable[str]) -> None:
        """Choose what was not chosen and let go what was."""
        wanted = dict(self._pieces)
        for piece in pieces:
            if piece in wanted:
                del wanted[piece]
            else:
                wanted[piece] = None
        self._set(wanted)

    def deselect(self, pieces: Iterable[str]) -> None:
        """Let go of these pieces."""
        gone = set(pieces)
        self._set({piece: None for piece in self._pieces if piece not in gone})

    def clear(self) -> None:
        """Let go of everything."""
        self._set({})

    def retain(self, known: Iterable[str]) -> None:
        """Let go of pieces that no longer exist."""
        kept = set(known)
        self._set({piece: None for piece in self._pieces if piece in kept})

    def set_space(self, space: str | None) -> None:
        """Take a space in hand."""
        if space != self._space:
            self._space = space
            self.space_changed.emit(space)

    def _set(self, wanted: dict[str, None]) -> None:
        if list(wanted) != list(self._pieces):
            self._pieces = wanted
            self.changed.emit()
