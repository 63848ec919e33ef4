"""Positions of the world war for tests: any units anywhere, any power, any phase."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from wargame_desktop.content.folders import Folders, shipped_root
from wargame_desktop.content.library import Library
from wargame_desktop.core import invariants
from wargame_desktop.core.dice import NoDice, RecordedDice
from wargame_desktop.core.engine import Outcome, apply, begin, decision, refusals_for
from wargame_desktop.core.frozen import FrozenMap, freeze
from wargame_desktop.core.state import Piece, PieceTable, State, frame
from wargame_desktop.systems.base import GameData
from wargame_desktop.systems.revised.situation import Situation
from wargame_desktop.systems.revised.system import Revised

REFS = {
    "map": "revised",
    "units": ["revised"],
    "charts": ["revised"],
    "cards": [],
    "boxes": [{"id": "mobilization", "name": "Mobilization zone", "kind": "pool"}],
}
POWERS = {"ussr": "allies", "germany": "axis", "britain": "allies", "japan": "axis", "usa": "allies"}


@cache
def system() -> Revised:
    """The rules with the shipped data."""
    return Revised(GameData.of_refs(Library(Folders(shipped_root())), REFS))


def _pieces(units: Mapping[str, str]) -> Iterable[Piece]:
    """`{"russia": "ussr.infantry*3 ussr.tank", "in:usa.carrier.1": "usa.fighter"}` as pieces."""
    count: dict[str, int] = {}
    for space, listed in units.items():
        for order, word in enumerate(listed.split()):
            kind, _, number = word.partition("*")
            for _ in range(int(number or 1)):
                count[kind] = count.get(kind, 0) + 1
                yield Piece(f"{kind}.{count[kind]}", kind, kind.partition(".")[0], space, order=order)


class Table:
    """A game that can be played line by line."""

    def __init__(
        self,
        power: str,
        phase: str,
        units: Mapping[str, str],
        *,
        control: Mapping[str, str] | None = None,
        ipc: Mapping[str, int] | None = None,
        options: Mapping[str, Any] | None = None,
        **variables: object,
    ) -> None:
        self.system = system()
        money = dict.fromkeys(POWERS, 0) | dict(ipc or {})
        values = freeze({"turn": 1, "power": power, "ipc": money, **variables})
        assert isinstance(values, FrozenMap)
        chosen = freeze(dict(options or {}))
        assert isinstance(chosen, FrozenMap)
        start = State(
            system="revised",
            options=chosen,
            powers=FrozenMap(POWERS),
            pieces=PieceTable(_pieces(units)),
            control=FrozenMap(control or {}),
            vars=values,
            stack=(frame(phase),),
        )
        self.state = begin(self.system, self.system.opening(start), NoDice()).state
        invariants.check(self.system, self.state)
        self.outcome: Outcome | None = None

    def do(self, line: str, *dice: int) -> Table:
        """Do an action with dice thrown by hand; all of them must be used."""
        thrown = RecordedDice(dice)
        action = self.system.notation.parse(line)
        reasons = refusals_for(self.system, self.state, action)
        assert not reasons, [str(reason) for reason in reasons]
        self.outcome = apply(self.system, self.state, action, thrown)
        thrown.finish()
        self.state = self.outcome.state
        invariants.check(self.system, self.state)
        for event in self.outcome.events:
            assert self.system.describe(event, self.state)
        return self

    def refused(self, line: str) -> list[str]:
        """The codes of the reasons against an action."""
        action = self.system.notation.parse(line)
        return [reason.code for reason in refusals_for(self.system, self.state, action)]

    @property
    def see(self) -> Situation:
        """The state as the power to move sees it."""
        return Situation(self.system.facts, self.state)

    @property
    def owner(self) -> str:
        """Who has to decide."""
        found = decision(self.system, self.state)
        return "" if found is None else found.owner

    @property
    def phase(self) -> str:
        """The frame in charge."""
        return self.state.top.name if self.state.stack else ""

    def at(self, space: str) -> str:
        """The units in a space, counted: `2 germany.infantry, 1 germany.tank`."""
        kinds = [piece.kind for piece in self.state.at(space)]
        return ", ".join(f"{kinds.count(kind)} {kind}" for kind in sorted(set(kinds)))

    def kinds(self, events: Sequence[str] = ()) -> list[str]:
        """The kinds of the events of the last action."""
        assert self.outcome is not None
        return [event.kind for event in self.outcome.events if not events or event.kind in events]
