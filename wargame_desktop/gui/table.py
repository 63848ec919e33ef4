"""What the parts of a game window share: the game, the selection, the theme, and wishes to one another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from PySide6.QtCore import QObject, Signal

from .counters.cache import CounterCache
from .map.stacks_selection import Selection
from .preferences import Preferences
from .session import Session
from .theme import Theme


class Table(QObject):
    """One game on one table. Panels get this and nothing else."""

    theme_changed = Signal(object)
    """The Theme in force now."""
    hint = Signal(str)
    """A line for the status bar."""
    centre_wanted = Signal(object)
    """A space to bring into view."""
    candidates_changed = Signal(object)
    """The spaces among which the person is asked to pick on the map; empty when nothing is asked."""
    overlay_wanted = Signal(str, object)
    """An overlay that a panel wants drawn: its kind and its data; None takes it away."""
    edit_mode_changed = Signal(bool)
    """Whether changes by hand are being made now."""

    def __init__(
        self, session: Session, theme: Theme, preferences: Preferences, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.session = session
        self.preferences = preferences
        self.selection = Selection(self)
        self.counters = CounterCache()
        self._edit_mode = False
        self._theme = theme
        self._picked: Callable[[str], None] | None = None
        self._candidates: tuple[str, ...] = ()
        session.changed.connect(self._game_changed)

    @property
    def theme(self) -> Theme:
        """The theme in force."""
        return self._theme

    def set_theme(self, theme: Theme) -> None:
        """Paint everything in another theme."""
        self._theme = theme
        self.counters.clear()
        self.theme_changed.emit(theme)

    @property
    def edit_mode(self) -> bool:
        """Whether drops and menus mean edits that break the rules on purpose."""
        return self._edit_mode

    def set_edit_mode(self, on: bool) -> None:
        """Begin or end changes by hand."""
        if on != self._edit_mode:
            self._edit_mode = self.session.editing = on
            self.edit_mode_changed.emit(on)

    def show_pieces(self, pieces: Sequence[str]) -> None:
        """Select pieces and bring their space into view."""
        known = [piece for piece in pieces if piece in self.session.view.pieces]
        self.selection.select(known)
        if known:
            self.show_space(self.session.view.pieces[known[0]].space)

    def show_space(self, space: str) -> None:
        """Take a space in hand and bring it into view."""
        self.selection.set_space(space)
        self.centre_wanted.emit(space)

    # Picking a space on the map for a form

    @property
    def candidates(self) -> tuple[str, ...]:
        """The spaces that may be picked; empty when nothing is asked or any space will do."""
        return self._candidates

    @property
    def is_picking(self) -> bool:
        """Whether a click on the map answers a question."""
        return self._picked is not None

    def pick_space(self, candidates: Iterable[str], picked: Callable[[str], None]) -> None:
        """Ask for a space on the map; no candidates means that any will do."""
        self._candidates, self._picked = tuple(candidates), picked
        self.candidates_changed.emit(self._candidates)

    def answer_pick(self, space: str) -> bool:
        """Give the space that was asked for; False when it is none of the candidates."""
        if self._picked is None or (self._candidates and space not in self._candidates):
            return False
        picked = self._picked
        self.cancel_pick()
        picked(space)
        return True

    def cancel_pick(self) -> None:
        """Ask no more."""
        if self._picked is not None:
            self._candidates, self._picked = (), None
            self.candidates_changed.emit(())

    def _game_changed(self, _changed: object) -> None:
        self.cancel_pick()
        self.selection.retain(self.session.view.pieces)
