"""The fight on the table as the viewer may know it: what the rules say of it, its dice, its story."""

from __future__ import annotations

from dataclasses import dataclass

from wargame_desktop.core import engine
from wargame_desktop.core.dice import DICE
from wargame_desktop.core.state import State
from wargame_desktop.core.timeline import Node
from wargame_desktop.gui.session import BOT
from wargame_desktop.gui.table import Table
from wargame_desktop.systems.showing import Fight, Throw

from .log_feed import feed_of

_MOST_STEPS_BACK = 24
_MOST_SENTENCES = 4


@dataclass(frozen=True, slots=True)
class SideDice:
    """The last throws of a side, and whether the last action threw them."""

    throws: tuple[Throw, ...] = ()
    fresh: bool = True


class FightWatch:
    """Reads fights out of the session's positions. It keeps the dice it has read, for they never change."""

    def __init__(self, table: Table) -> None:
        self.table, self.session = table, table.session
        self._throws: dict[tuple[int, str | None], tuple[Throw, ...]] = {}
        self._seen: tuple[State, Fight | None] | None = None

    @property
    def fight(self) -> Fight | None:
        """The fight in progress; none while nothing may be shown."""
        if self.session.waiting_for is not None:
            return None
        view = self.session.view
        if self._seen is None or self._seen[0] is not view:
            self._seen = (view, self.session.system.fight(view))
        return self._seen[1]

    @property
    def is_bots_turn(self) -> bool:
        """Whether a bot owes the decision."""
        decision = self.session.decision
        return decision is not None and self._is_bot(decision.owner)

    def _is_bot(self, owner: str) -> bool:
        seat = self.session.seat_of(owner)
        return seat is not None and seat.get("player") == BOT

    def was_by_hand(self, node: Node) -> bool:
        """Whether a person, not a bot, did the action that led here."""
        if node.parent is None:
            return False
        decision = engine.decision(self.session.system, self.session.game.state_at(node.parent))
        return decision is not None and not self._is_bot(decision.owner)

    # Dice

    def throws_at(self, node: Node) -> tuple[Throw, ...]:
        """The dice of fights that the action of a node threw, if the viewer may know all that it did."""
        key = (node.id, self.session.viewer)
        if key not in self._throws:
            self._throws[key] = self._read(node)
        return self._throws[key]

    def _read(self, node: Node) -> tuple[Throw, ...]:
        if node.parent is None or not node.dice:
            return ()
        outcome = self.session.game.timeline.outcome_at(node)
        if not all(event.visible_to(self.session.viewer) for event in outcome.events):
            return ()
        rolls = [roll for roll in outcome.rolls if roll.kind == DICE]
        return tuple(self.session.system.throws(outcome.state, outcome.events, rolls))

    def dice(self, side: str, fight: Fight | None) -> SideDice:
        """The last dice of a side in this fight."""
        node: Node | None = self.session.node
        for back in range(_MOST_STEPS_BACK):
            if node is None or node.parent is None:
                break
            found = tuple(throw for throw in self.throws_at(node) if throw.side == side)
            before = self.session.system.fight(self.session.game.state_at(node.parent))
            other = fight is not None and before is not None and before.key != fight.key
            if found and not other:  # else they ended the fight before, and this one has had none yet
                return SideDice(found, back == 0)
            if fight is None or before is None or other:
                break
            node = node.parent
        return SideDice()

    # Words

    def story(self) -> list[str]:
        """What the last action led to, as the log tells it."""
        feed = feed_of(self.table)
        number = feed.position_of(self.session.node)
        if number is None or feed.is_veiled:
            return []
        sentences = feed.read_at(number).entry.sentences
        told = [sentence.text for sentence in sentences if sentence.important]
        return (told or [sentence.text for sentence in sentences])[-_MOST_SENTENCES:]
