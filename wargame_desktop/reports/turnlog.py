"""The log of a game as data: turns, their phases, and the actions in them, as one side may know them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from wargame_desktop.core.action import Action
from wargame_desktop.core.dice import DICE
from wargame_desktop.core.engine import Outcome, hidden_names, phase_of, rule_for, view_for
from wargame_desktop.core.event import Event
from wargame_desktop.core.state import HOLD, State
from wargame_desktop.core.timeline import Node, Timeline
from wargame_desktop.core.view import UNKNOWN, mask_action, mask_event
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
    reader = LogReader(timeline, system, side, text_of)
    chapters: list[tuple[str, str, Entry]] = []
    for node in line:
        read = reader.read(node)
        entry = read.entry
        if important_only:
            kept = tuple(sentence for sentence in entry.sentences if sentence.important)
            entry = replace(entry, sentences=kept)
        if entry.is_important or not important_only:
            chapters.append((read.turn, read.phase, entry))
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


@dataclass(frozen=True, slots=True)
class Read:
    """An entry, the turn and phase it stands in, and the pieces and spaces it speaks of.

    Both come from what the reader was told and from nothing else; hidden pieces are left out, because
    their stand-ins may mean others later on.
    """

    turn: str
    phase: str
    entry: Entry
    pieces: tuple[str, ...] = ()
    spaces: tuple[str, ...] = ()


class LogReader:
    """Reads a game action by action for one side, and remembers what it has read.

    A position never changes, so only what the players may alter later is looked at anew: comments, and
    which line is the main one.
    """

    def __init__(
        self,
        timeline: Timeline,
        system: GameSystem,
        side: str | None,
        text_of: Callable[[Action], str] | None = None,
    ) -> None:
        self.timeline, self.system, self.side = timeline, system, side
        self.text_of = text_of or system.notation.format
        self._read: dict[int, Read] = {}
        self._main: dict[int, bool] = {timeline.root.id: True}
        self._last_place = ("", "")

    def has_read(self, node: Node) -> bool:
        """Whether an action is remembered, so that reading it again costs nothing."""
        return node.id in self._read

    def lines_changed(self) -> None:
        """Variations changed places: the main line may be another."""
        self._main = {self.timeline.root.id: True}

    def read(self, node: Node) -> Read:
        """The entry of an action, and where it stands."""
        known = self._read.get(node.id)
        if known is None:
            known = self._first_read(node)
        assert node.parent is not None
        entry = known.entry
        # A comment may say anything: only the reader who sees all gets it.
        comment = one_line(node.comment) if self.side is None and node.comment else ""
        marks = tuple(mark for mark in entry.marks if mark != VARIATION)
        if not self._is_main(node):
            marks = (*(mark for mark in marks if mark == EDIT), VARIATION, *(m for m in marks if m != EDIT))
        beside = node.parent.variations
        others = tuple(sorted(o.id for o in beside if o is not node)) if len(beside) > 1 else ()
        if (comment, marks, others) != (entry.comment, entry.marks, entry.others):
            known = replace(known, entry=replace(entry, comment=comment, marks=marks, others=others))
        self._read[node.id] = known
        return known

    def _is_main(self, node: Node) -> bool:
        wanted, steps = node.id, []
        while node.id not in self._main:
            steps.append(node)
            assert node.parent is not None  # the root is always known
            node = node.parent
        for step in reversed(steps):
            assert step.parent is not None
            self._main[step.id] = self._main[step.parent.id] and step.parent.variations[0] is step
        return self._main[wanted]

    def _first_read(self, node: Node) -> Read:
        assert node.parent is not None and node.action is not None
        try:
            before = self.timeline.state_at(node.parent)
            turn, phase, who = self._place(before)
            outcome = self.timeline.outcome_at(node)
        except Exception as error:  # one action that no longer replays must not cost the whole log
            above = self._read.get(node.parent.id)
            place = self._last_place if above is None else (above.turn, above.phase)
            return Read(*place, self._broken(node, error))
        self._last_place = (turn, phase)
        marks = (EDIT,) if node.action.verb.partition(".")[0] == EDIT else ()
        entry, events, seen = self._told(node, who, before, outcome, marks)
        return Read(turn, phase, entry, *self._subjects(events, seen))

    def _subjects(self, events: Sequence[Event], seen: State) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The pieces and spaces named in events."""
        named = list(dict.fromkeys(text for event in events for text in _texts(event.data)))
        pieces = [seen.pieces[name] for name in named if name in seen.pieces]
        spaces = [name for name in named if self.system.has_space(name)]
        spaces += [piece.space for piece in pieces]
        known = tuple(piece.id for piece in pieces if piece.kind != UNKNOWN)
        return known, tuple(dict.fromkeys(spaces))

    def _place(self, before: State) -> tuple[str, str, str]:
        phase = phase_of(self.system, before.top)
        titles = dict(self.system.sequence(before))
        # The steps of a turn are frames on the stack, or a name that the players move on by hand.
        steps = [*(frame.name for frame in reversed(before.stack)), str(before.var("phase", ""))]
        title = next((titles[step] for step in steps if step in titles), phase.title or phase.name)
        who = self.system.side_name(phase.decider(before) or "")
        return turn_title(self.system, before), one_line(title), who

    def _told(
        self,
        node: Node,
        who: str,
        before: State,
        outcome: Outcome,
        marks: tuple[str, ...],
    ) -> tuple[Entry, list[Event], State]:
        assert node.action is not None
        names = known_names(self.system, before, outcome.state, self.side)
        seen = view_for(self.system, outcome.state, self.side)
        told = [mask_event(event, self.side, names) for event in outcome.events]
        events = [event for event in told if event is not None]
        # Whoever may not know a part of what happened may not read the order for it either, nor its dice.
        is_open = len(events) == len(told)
        rolls = [roll for roll in outcome.rolls if roll.kind == DICE] if is_open else []
        entry = Entry(
            node=node.id,
            who=who,
            action=one_line(self.text_of(mask_action(node.action, names))) if is_open else "",
            sentences=tuple(
                Sentence(one_line(self.system.describe(event, seen)), event.important) for event in events
            )
            or self._silent(before, node.action, is_open),
            rolls=tuple(LoggedRoll(one_line(roll.purpose), roll.sides, roll.values) for roll in rolls),
            marks=marks,
        )
        return entry, events, seen

    def _silent(self, before: State, action: Action, is_open: bool) -> tuple[Sentence, ...]:
        """Words for an action after which nothing happened: the end of a phase, a pass."""
        rule = rule_for(self.system, before, action) if is_open else None
        title = "" if rule is None else rule.plain_title or rule.title
        return (Sentence(f"{one_line(title)}.", False),) if title else ()

    def _broken(self, node: Node, error: Exception) -> Entry:
        assert node.action is not None
        sentence = "This action is on record, but the rules at hand do not accept it."
        if self.side is None:
            sentence = f"{sentence[:-1]}: {error}"
        return Entry(
            node=node.id,
            who="",
            action=one_line(self._try_text(node.action)) if self.side is None else "",
            sentences=(Sentence(one_line(sentence), True),),
            marks=(BROKEN,),
        )

    def _try_text(self, action: Action) -> str:
        try:
            return self.text_of(action)
        except ValueError:
            return f"{action.verb} …"


def _texts(value: object) -> Iterator[str]:
    """Every text in the data of an event."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _texts(item)
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield str(key)
            yield from _texts(item)


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
