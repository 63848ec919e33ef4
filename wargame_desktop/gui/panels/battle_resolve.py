"""Quick resolution: does what anybody would do, action by action, until a person has to think."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from wargame_desktop.gui.table import Table

from .battle_watch import FightWatch

ASK = "ask_before_retreats"
_MOST_ACTIONS = 2000


class Resolver(QObject):
    """Resolves the fight in progress, or it and all that are declared.

    It answers only for those who sit at the table: in match play for the side that started it, in study for
    everybody; bots answer for themselves. It stops at the first decision that the rules call a real one.
    """

    stopped = Signal(str)
    """Why it stopped, in a sentence; empty when everything is done."""

    def __init__(self, table: Table, watch: FightWatch, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.table, self.session, self.watch = table, table.session, watch
        self._key: str | None = None
        self._side: str | None = None
        self._all = False
        self._done = 0
        self._timer = QTimer(self, interval=0, singleShot=True)
        self._timer.timeout.connect(self._step)
        self.running = False
        self.session.changed.connect(self._go_on)

    @property
    def can_resolve(self) -> bool:
        """Whether there is a fight for the person at the table to resolve."""
        return self.watch.fight is not None and self.session.may_act

    @property
    def can_resolve_all(self) -> bool:
        """Whether declared fights wait for the person at the table."""
        return self.session.may_act and bool(self.session.system.fights_left(self.session.view))

    def start(self, everything: bool) -> None:
        """Begin with the fight in progress; `everything` goes on with all that are declared."""
        fight = self.watch.fight
        if not self.session.may_act or (fight is None and not everything):
            self.stopped.emit(self.tr("There is no fight to resolve."))
            return
        self._key = None if fight is None else fight.key
        self._side, self._all, self._done = self.session.owner_side, everything, 0
        self.running = True
        self._timer.start()

    def stop(self, why: str = "") -> None:
        """Resolve no further."""
        if self.running:
            self.running = False
            self._timer.stop()
            self.stopped.emit(why)

    def _go_on(self, _changed: object) -> None:
        if self.running and not self._timer.isActive():
            self._timer.start()

    def _step(self) -> None:
        if not self.running:
            return
        if self._is_over():
            self.stop()
            return
        if self.watch.is_bots_turn:
            return  # it plays soon, and then this goes on
        why = self._obstacle()
        action = None if why else self.session.system.quick(self.session.view)
        if action is None:
            prompt = "" if self.session.decision is None else self.session.decision.prompt.title
            self.stop(why or self.tr("To decide: {what}").format(what=prompt))
            return
        self._done += 1
        before = self.session.node
        self.session.play(action)
        if self.session.node is before or self._done >= _MOST_ACTIONS:
            self.stop(self.tr("Quick resolution could not go on."))

    def _is_over(self) -> bool:
        fight = self.watch.fight
        if not self._all:
            return fight is None or fight.key != self._key
        return fight is None and not self.session.system.fights_left(self.session.view)

    def _obstacle(self) -> str:
        """Why the next decision is not ours to make without asking; empty when it is."""
        session, fight = self.session, self.watch.fight
        if not session.may_act or (session.is_match and session.owner_side != self._side):
            return self.tr("{side} has to decide.").format(side=session.owner_name)
        if fight is not None and fight.may_leave and self.table.preferences[ASK]:
            return self.tr("To decide: go on or break off.")
        return ""
