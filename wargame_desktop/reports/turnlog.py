"""The log of a game as data: turns, their phases, and the actions in them, as one side may know them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any

from wargame_desktop.core.action import Action
from wargame_desktop.core.dice import DICE
from wargame_desktop.core.engine import Outcome, hidden_names, phase_of, view_for
from wargame_desktop.core.state import HOLD, State
from wargame_desktop.core.timeline import Node, Timeline
from wargame_desktop.core.view import mask_action, mask_event
from wargame_desktop.systems.base import GameSystem

from .wording import one_line, provenance, turn_title

EDIT, VARIATION, BROKEN = "edit", "variation", "broken"


@dataclass(frozen=True, slots=True)
class Sentence:
    """One event in words; important ones stay in the short log."""

    text: str
    important: bool


@dataclass(frozen=True, slots=True)
class LoggedRoll:
    """Dice that fell, and what for."""

    purpose: str
    sides: int
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """One action. `node` is its number in the game, from which it is cited.

    `action` is empty when the reader may not know what was done. `marks` names what is unusual:
    edit (the rules were set aside), variation (not on the main line), broken (the rules at hand do
    not accept what is on record). `others` are the positions tried instead of this one.
    """

    node: int
    who: str
    action: str
    sentences: tuple[Sentence, ...] = ()
    rolls: tuple[LoggedRoll, ...] = ()
    comment: str = ""
    marks: tuple[str, ...] = ()
    others: tuple[int, ...] = ()

    @property
    def anchor(self) -> str:
        """The name by which a page links to it; it never changes during a game."""
        return f"a{self.node}"

    @property
    def is_important(self) -> bool:
        """Whether it stays in the short log."""
        edited = EDIT in self.marks or BROKEN in self.marks
        return edited or bool(self.comment) or any(sentence.important for sentence in self.sentences)


@dataclass(frozen=True, slots=True)
class PhaseLog:
    """What was done in one phase."""

    title: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class TurnLog:
    """What was done in one turn; the title is empty in games without turns."""

    title: str
    phases: tuple[PhaseLog, ...]


@dataclass(frozen=True, slots=True)
class GameLog:
    """A whole log with what its head and foot say. `reader` is empty when the reader sees all."""

    title: str
    system: str
    reader: str
    branch: str
    important_only: bool
    position: str
    provenance: str
    turns: tuple[TurnLog, ...]

    @property
    def entries(self) -> Iterator[Entry]:
        """All entries in order."""
        return (entry for turn in self.turns for phase in turn.phases for entry in phase.entries)

    def to_plain(self) -> dict[str, Any]:
        """JSON form."""
        return asdict(self)


def game_log(
    timeline: Timeline,
    system: GameSystem,
    *,
    title: str = "",
    side: str | None = None,
    important_only: bool = False,
    upto: Node | None = None,
    text_of: Callable[[Action], str] | None = None,
) -> GameLog:
    """The log of the line that ends at `upto` (the end of the main line), as a side may know it.

    `text_of` writes an action that the notation at hand cannot; without it the notation decides.
    """
    line = timeline.main_line() if upto is None else [*reversed(list(upto.line()))][1:]
    last = line[-1] if line else timeline.root
    logger = _Logger(timeline, system, side, text_of or system.notation.format)
    chapters: list[tuple[str, str, Entry]] = []
    for node in line:
        turn, phase, entry = logger.entry(node)
        if important_only:
            kept = tuple(sentence for sentence in entry.sentences if sentence.important)
            entry = replace(entry, sentences=kept)
        if entry.is_important or not important_only:
            chapters.append((turn, phase, entry))
    return GameLog(
        title=one_line(title) or system.meta.title,
        system=system.meta.title,
        reader="" if side is None else system.side_name(side),
        branch="main line" if last.is_main_line else f"variation ending at {last.id}",
        important_only=important_only,
        position=last.state_hash,
        provenance=provenance(system),
        turns=_grouped(chapters),
    )


def known_names(system: GameSystem, before: State, after: State, side: str | None) -> dict[str, str]:
    """Stand-ins for what a side may not know of an action: the pieces hidden from it afterwards, and
    those that were hidden and left the game."""
    gone = {
        name: alias
        for name, alias in hidden_names(system, before, side).items()
        if name.removeprefix(HOLD) not in after.pieces
    }
    return {**gone, **hidden_names(system, after, side)}


class _Logger:
    """Writes entries for one reader."""

    def __init__(
        self, timeline: Timeline, system: GameSystem, side: str | None, text_of: Callable[[Action], str]
    ) -> None:
        self.timeline, self.system, self.side, self.text_of = timeline, system, side, text_of
        self._main = {node.id for node in timeline.main_line()}
        self._last_place = ("", "")

    def entry(self, node: Node) -> tuple[str, str, Entry]:
        """The turn, the phase and the entry of an action."""
        assert node.parent is not None and node.action is not None
        others = tuple(sorted(other.id for other in node.parent.variations if other is not node))
        try:
            before = self.timeline.state_at(node.parent)
            turn, phase, who = self._place(before)
            outcome = self.timeline.outcome_at(node)
        except Exception as error:  # one action that no longer replays must not cost the whole log
            return (*self._last_place, self._broken(node, others, error))
        self._last_place = (turn, phase)
        marks = [EDIT] if node.action.verb.partition(".")[0] == EDIT else []
        marks += [] if node.id in self._main else [VARIATION]
        return turn, phase, self._told(node, who, before, outcome, tuple(marks), others)

    def _place(self, before: State) -> tuple[str, str, str]:
        phase = phase_of(self.system, before.top)
        titles = dict(self.system.sequence(before))
        # The steps of a turn are frames on the stack, or a name that the players move on by hand.
        steps = [*(frame.name for frame in reversed(before.stack)), str(before.var("phase", ""))]
        title = next((titles[step] for step in steps if step in titles), phase.title or phase.name)
        return turn_title(before), one_line(title), self.system.side_name(phase.decider(before) or "")

    def _told(
        self,
        node: Node,
        who: str,
        before: State,
        outcome: Outcome,
        marks: tuple[str, ...],
        others: tuple[int, ...],
    ) -> Entry:
        assert node.action is not None
        names = known_names(self.system, before, outcome.state, self.side)
        seen = view_for(self.system, outcome.state, self.side)
        told = [mask_event(event, self.side, names) for event in outcome.events]
        events = [event for event in told if event is not None]
        # Whoever may not know a part of what happened may not read the order for it either, nor its dice.
        is_open = len(events) == len(told)
        rolls = [roll for roll in outcome.rolls if roll.kind == DICE] if is_open else []
        return Entry(
            node=node.id,
            who=who,
            action=one_line(self.text_of(mask_action(node.action, names))) if is_open else "",
            sentences=tuple(
                Sentence(one_line(self.system.describe(event, seen)), event.important) for event in events
            ),
            rolls=tuple(LoggedRoll(one_line(roll.purpose), roll.sides, roll.values) for roll in rolls),
            # A comment may say anything: only the reader who sees all gets it.
            comment=one_line(node.comment) if self.side is None else "",
            marks=marks,
            others=others,
        )

    def _broken(self, node: Node, others: tuple[int, ...], error: Exception) -> Entry:
        assert node.action is not None
        sentence = "This action is on record, but the rules at hand do not accept it."
        if self.side is None:
            sentence = f"{sentence[:-1]}: {error}"
        return Entry(
            node=node.id,
            who="",
            action=one_line(self._try_text(node.action)) if self.side is None else "",
            sentences=(Sentence(one_line(sentence), True),),
            comment=one_line(node.comment) if self.side is None else "",
            marks=(BROKEN,) if node.id in self._main else (VARIATION, BROKEN),
            others=others,
        )

    def _try_text(self, action: Action) -> str:
        try:
            return self.text_of(action)
        except ValueError:
            return f"{action.verb} …"


def _grouped(chapters: list[tuple[str, str, Entry]]) -> tuple[TurnLog, ...]:
    turns: list[tuple[str, list[tuple[str, list[Entry]]]]] = []
    for turn, phase, entry in chapters:
        if not turns or turns[-1][0] != turn:
            turns.append((turn, []))
        phases = turns[-1][1]
        if not phases or phases[-1][0] != phase:
            phases.append((phase, []))
        phases[-1][1].append(entry)
    return tuple(
        TurnLog(turn, tuple(PhaseLog(title, tuple(entries)) for title, entries in phases))
        for turn, phases in turns
    )
