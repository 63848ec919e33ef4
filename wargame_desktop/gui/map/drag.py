"""Carrying pieces from space to space, whoever's hand it is: mouse on the map, keyboard, or a panel.

The controller asks the session once where the pieces may go and after that only looks it up. It never
decides what is allowed. Begin, carry or hover, then drop or cancel; signals say what there is to show.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from PySide6.QtCore import QObject, QPoint, QTimer, Signal

from wargame_desktop.core.action import Action
from wargame_desktop.core.refusal import Refusal, refuse
from wargame_desktop.core.sequence import Target
from wargame_desktop.core.state import State
from wargame_desktop.systems.base import GameSystem, Preview


class TableSession(Protocol):
    """What the map needs of a game in progress."""

    changed: Any
    """Signal with a `Changed`, or None when everything may be different."""

    @property
    def system(self) -> GameSystem:
        """The rules in force."""

    @property
    def view(self) -> State:
        """What the viewer may know."""

    @property
    def waiting_for(self) -> str | None:
        """The side that has been asked to sit down; until it does, nothing is shown."""

    def targets(self, pieces: Sequence[str]) -> dict[str, Target]:
        """Where pieces may be dropped."""

    def drop_action(self, pieces: Sequence[str], space: str, via: Sequence[str] = ()) -> Action | None:
        """What dropping them on a space means."""

    def why_not(self, action: Action) -> list[Refusal]:
        """Why it is not allowed; empty when it is."""

    def preview(self, action: Action) -> Preview | None:
        """What an allowed action would lead to; None when there is nothing to tell."""

    def propose(self, action: Action) -> bool:
        """Do it, or ask first; False when it was not done."""


@dataclass(frozen=True)
class Verdict:
    """What would happen if the pieces were dropped on a space."""

    space: str
    action: Action | None
    refusals: tuple[Refusal, ...] = ()
    path: tuple[str, ...] = ()
    cost: str = ""

    @property
    def allowed(self) -> bool:
        """Whether a drop would be played."""
        return self.action is not None and not self.refusals


Resolver = Callable[[QPoint], str | None]
"""From a point of the whole screen to the space that is shown there, None when it is not one of ours."""


class DragController(QObject):
    """Pieces in hand: where they came from, where they may go, and what the place under them says."""

    began = Signal()
    """Pieces were taken up; read `pieces` and `targets`."""
    carried = Signal(QPoint)
    """The hand is at this point of the screen."""
    judged = Signal(object)
    """The Verdict on the space under the hand; None where there is nothing to say."""
    playing = Signal(object)
    """The Verdict that is about to be played."""
    refused = Signal(object)
    """A tuple of Refusal: the pieces were dropped where they may not go."""
    ended = Signal(bool)
    """The hand is empty again; True when the move was played."""

    def __init__(self, session: TableSession, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.pieces: tuple[str, ...] = ()
        self.targets: dict[str, Target] = {}
        self.sources: tuple[str, ...] = ()
        self.via: tuple[str, ...] = ()
        self.space: str | None = None
        self._verdict: Verdict | None = None
        self._resolvers: list[Resolver] = []
        self._ask = QTimer(self, interval=0, singleShot=True)
        self._ask.timeout.connect(self._judge_now)

    @property
    def is_active(self) -> bool:
        """Whether pieces are in hand."""
        return bool(self.pieces)

    def add_resolver(self, resolver: Resolver) -> None:
        """Let a widget say which of its points are which spaces, so that pieces can be carried there."""
        self._resolvers.append(resolver)

    def remove_resolver(self, resolver: Resolver) -> None:
        """The widget is gone."""
        self._resolvers.remove(resolver)

    # Taking up

    def begin(self, pieces: Sequence[str]) -> bool:
        """Take pieces up; False when there are none to take or others are in hand."""
        known = tuple(piece for piece in dict.fromkeys(pieces) if piece in self._session.view.pieces)
        if not known or self.is_active:
            return False
        self.pieces = known
        self.sources = tuple(dict.fromkeys(self._session.view.piece(piece).space for piece in known))
        self.targets = self._session.targets(known)
        self.began.emit()
        return True

    # Carrying

    def carry(self, at: QPoint) -> None:
        """The hand moved to a point of the screen; widgets say which space that is."""
        if not self.is_active:
            return
        self.carried.emit(at)
        # The map was there first; panels that lie over it know better.
        found = (resolver(at) for resolver in reversed(self._resolvers))
        self.hover(next((space for space in found if space is not None), None))

    def hover(self, space: str | None) -> None:
        """The hand is over a space, or over none."""
        if not self.is_active or space == self.space:
            return
        self.space = space
        self._ask.stop()
        self._verdict = None
        if space is None or self._is_home(space):
            self.judged.emit(None)
        elif space in self.targets and not self.via:
            self._say(self._of_target(self.targets[space]))
        else:
            # Asked in the next turn of the event loop: a fast hand crosses many spaces.
            self._ask.start()

    def add_waypoint(self, space: str | None = None) -> bool:
        """Make the way lead through a space, by default the one under the hand."""
        space = space or self.space
        if not self.is_active or space is None or self._is_home(space) or space in self.via[-1:]:
            return False
        self.via = (*self.via, space)
        under, self.space = self.space, None
        self.hover(under)
        return True

    def _is_home(self, space: str) -> bool:
        return not self.via and self.sources == (space,)

    def _of_target(self, target: Target) -> Verdict:
        path = target.path or (*self.sources[:1], target.space)
        return Verdict(target.space, target.action, path=path, cost=target.cost)

    def _say(self, verdict: Verdict) -> None:
        self._verdict = verdict
        self.judged.emit(verdict)

    def _judge_now(self) -> None:
        if self.is_active and self.space is not None and self._verdict is None:
            self._say(self._judge(self.space))

    def _judge(self, space: str) -> Verdict:
        action = self._session.drop_action(self.pieces, space, self.via)
        if action is None:
            sentence = f"Nothing that may be done now takes {self.names()} to {self._space_name(space)}."
            return Verdict(space, None, (refuse("table.no_such_move", sentence, spaces=(space,)),))
        refusals = tuple(self._session.why_not(action))
        path = () if refusals else (*self.sources[:1], *self.via, space)
        return Verdict(space, action, refusals, path)

    def preview(self) -> Preview | None:
        """What dropping the pieces here would lead to; may take a moment."""
        verdict = self._verdict
        if verdict is None or not verdict.allowed or verdict.action is None:
            return None
        return self._session.preview(verdict.action)

    # Putting down

    def drop(self) -> bool:
        """Put the pieces down where the hand is; True when that was a move and it was played."""
        if not self.is_active:
            return False
        space = self.space
        if space is None or self._is_home(space):
            self.cancel()
            return False
        verdict = self._verdict or self._judge(space)
        if not verdict.allowed or verdict.action is None:
            self._say(verdict)
            self._end(False)
            self.refused.emit(verdict.refusals)
            return False
        self.playing.emit(verdict)
        # The hand is empty before the game changes: nobody may find pieces in it that have moved.
        self._forget()
        played = self._session.propose(verdict.action)
        self.ended.emit(played)
        return played

    def cancel(self) -> None:
        """Put the pieces back."""
        if self.is_active:
            self._end(False)
            self.judged.emit(None)

    def _end(self, played: bool) -> None:
        self._forget()
        self.ended.emit(played)

    def _forget(self) -> None:
        self._ask.stop()
        self.pieces, self.targets, self.sources, self.via = (), {}, (), ()
        self.space, self._verdict = None, None

    # Words

    def names(self, pieces: Sequence[str] | None = None) -> str:
        """The pieces in hand for people: a name, or how many there are."""
        which = self.pieces if pieces is None else pieces
        if len(which) == 1 and which[0] in self._session.view.pieces:
            return self._session.system.name_of(self._session.view.piece(which[0]))
        return f"{len(which)} units"

    def _space_name(self, space: str) -> str:
        return self._session.system.space_name(space)

    def title(self, verdict: Verdict, names: str | None = None) -> str:
        """The heading over the reasons of a refusal, or over what a move would lead to."""
        words = names or self.names()
        go = "to" if verdict.allowed else "cannot go to"
        return f"{words[:1].upper()}{words[1:]} {go} {self._space_name(verdict.space)}"
