"""The one door: what may be done, why not, and doing it.

Windows, command line, bots and game files all come through `refusals_for` and `apply`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from . import view
from .action import Action, Notation
from .dice import Dice, Roll
from .draft import Changed, Draft
from .event import Event
from .refusal import Refusal, Refused, refuse
from .sequence import Choice, Offer, Phase, Prompt, Rule, Target
from .state import Frame, Piece, State

_LONGEST_ADVANCE = 10_000


class RulesError(RuntimeError):
    """A rule system broke its own contract: a fault of the program, never of the player."""


class System(ABC):
    """A rule system bound to its data. The kernel knows it only through this."""

    id: str
    rules_version: str
    notation: Notation
    phases: Mapping[str, Phase]
    edits: Sequence[Rule[Action]] = ()
    """Changes by hand that break the rules on purpose: possible in every phase, never offered or listed."""

    @abstractmethod
    def has_space(self, space: str) -> bool:
        """Whether a space of that id exists on the map or beside it."""

    @abstractmethod
    def sides(self, state: State) -> tuple[str, ...]:
        """The sides whose views differ."""

    @abstractmethod
    def describe(self, event: Event, state: State) -> str:
        """An event as a sentence; `state` is what the reader may know after it."""

    def is_hidden(self, state: State, piece: Piece, side: str) -> bool:
        """Whether a side may not know which piece this is.

        The answer may hang on the piece, on which power is on which side, and on what never changes:
        `reveals` looks again only at pieces that were touched, at all of them when a power changed sides.
        """
        return piece.concealed and state.side_of(piece.power) != side

    def is_secret(self, name: str, side: str) -> bool:
        """Whether a side may not know a variable."""
        return False

    def problems(self, state: State) -> list[str]:
        """What is wrong with a state beyond the general invariants."""
        return []

    def sequence(self, state: State) -> Sequence[tuple[str, str]]:
        """The checklist of the turn: (frame name, title) in order."""
        return ()


@dataclass(frozen=True, slots=True)
class Decision:
    """Who has to decide what."""

    owner: str
    prompt: Prompt
    offers: tuple[Offer, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an action led to. `reveals` says that a side learnt of a hidden piece."""

    state: State
    events: tuple[Event, ...]
    rolls: tuple[Roll, ...]
    changed: Changed
    reveals: bool

    @property
    def dice(self) -> tuple[int, ...]:
        """All dice values in the order they fell."""
        return tuple(value for roll in self.rolls for value in roll.values)


def phase_of(system: System, frame: Frame) -> Phase:
    """The phase a frame stands for."""
    try:
        return system.phases[frame.name]
    except KeyError:
        raise RulesError(f"{system.id} has no phase {frame.name}") from None


def decision(system: System, state: State) -> Decision | None:
    """The decision owed now; None when the game is over."""
    if not state.stack:
        return None
    phase = phase_of(system, state.top)
    owner = phase.decider(state)
    if owner is None:
        raise RulesError(f"phase {phase.name} of {system.id} should have gone on by itself")
    offers = tuple(_offer(system, rule, state) for rule in phase.rules if rule.available(state))
    return Decision(owner, phase.prompt(state), offers)


def _offer(system: System, rule: Rule[Action], state: State) -> Offer:
    known = {choice.name: choice for choice in rule.choices(state)}
    arguments = tuple(
        known.get(argument.name, Choice(argument.name, argument.kind, required=argument.required))
        for argument in system.notation.arguments(rule.action.verb)
    )
    title = rule.title or rule.action.verb
    return Offer(rule.action.verb, title, rule.rule, arguments, rule.ends_phase, rule.plain_title)


def edit_offers(system: System, state: State) -> tuple[Offer, ...]:
    """The changes by hand that may be made now, for edit mode."""
    if not state.stack:
        return ()
    return tuple(_offer(system, rule, state) for rule in system.edits if rule.available(state))


def rule_for(system: System, state: State, action: Action) -> Rule[Action] | None:
    """The rule of the phase in charge that deals with an action."""
    if not state.stack:
        return None
    for rule in (*phase_of(system, state.top).rules, *system.edits):
        if rule.action is type(action) and rule.available(state):
            return rule
    return None


def refusals_for(system: System, state: State, action: Action) -> list[Refusal]:
    """Why an action is not allowed now; empty when it is."""
    if not state.stack:
        return [refuse("game.over", "The game is over.")]
    rule = rule_for(system, state, action)
    if rule is not None:
        return rule.refusals(state, action)
    phase = phase_of(system, state.top)
    asleep = next((one for one in phase.rules if one.action is type(action)), None)
    sentence = f"“{action.verb}” is not possible in {phase.title or phase.name}."
    not_now = [refuse("sequence.not_now", sentence, phase.rule)]
    return (asleep.why_not_now(state, action) if asleep is not None else []) or not_now


def legal_actions(system: System, state: State, piece: str | None = None) -> Iterator[Action]:
    """Allowed actions, one after the other; group moves and the like need not be listed."""
    if state.stack:
        for rule in phase_of(system, state.top).rules:
            if rule.available(state):
                yield from rule.legal(state, piece)


def targets(system: System, state: State, pieces: Sequence[str]) -> dict[str, Target]:
    """Every space onto which these pieces may be dropped now; as in a drop, the first rule has its way."""
    found: dict[str, Target] = {}
    if state.stack:
        for rule in phase_of(system, state.top).rules:
            if rule.available(state):
                found = {**rule.targets(state, pieces), **found}
    return found


def drop(
    system: System, state: State, pieces: Sequence[str], space: str, via: Sequence[str] = ()
) -> Action | None:
    """The action that dropping pieces on a space means, allowed or not."""
    if state.stack:
        for rule in phase_of(system, state.top).rules:
            action = rule.drop(state, pieces, space, via) if rule.available(state) else None
            if action is not None:
                return action
    return None


def apply(system: System, state: State, action: Action, dice: Dice) -> Outcome:
    """Do an action. Raises Refused with every reason, or DiceNeeded; then nothing has changed."""
    refusals = refusals_for(system, state, action)
    if refusals:
        raise Refused(refusals)
    rule = rule_for(system, state, action)
    assert rule is not None
    draft = Draft(state, dice)
    rule.perform(draft, action)
    return _finish(system, draft)


def begin(system: System, state: State, dice: Dice) -> Outcome:
    """Run a fresh set-up to its first decision."""
    return _finish(system, Draft(state, dice))


def _finish(system: System, draft: Draft) -> Outcome:
    for _ in range(_LONGEST_ADVANCE):
        if not draft.state.stack:
            break
        phase = phase_of(system, draft.top)
        if phase.decider(draft.state) is not None:
            break
        before = draft.state
        phase.advance(draft)
        if draft.state is before:
            raise RulesError(f"phase {phase.name} of {system.id} neither asks nor goes on")
    else:
        raise RulesError(f"the phases of {system.id} go on without end")
    changed = draft.changed()
    reveals = draft.reveals or _reveals(system, draft, changed)
    return Outcome(draft.state, tuple(draft.events), tuple(draft.rolls), changed, reveals)


def _reveals(system: System, draft: Draft, changed: Changed) -> bool:
    before, after = draft.before, draft.state
    # A power that changes sides shows its pieces to new friends without any of them being touched.
    pieces = changed.pieces if before.powers == after.powers else tuple(before.pieces)
    for piece_id in pieces:
        old, new = before.pieces.get(piece_id), after.pieces.get(piece_id)
        if old is None:
            continue
        for side in system.sides(after):
            # A piece taken out of the game may have been shown first: better to stop once too often.
            shown = new is None or not system.is_hidden(after, new, side)
            if shown and system.is_hidden(before, old, side):
                return True
    return False


def hidden_names(system: System, state: State, side: str | None) -> dict[str, str]:
    """Stand-ins for the pieces a side may not know; None is the onlooker who sees all."""
    if side is None:
        return {}
    return view.aliases(state, lambda piece: system.is_hidden(state, piece, side))


def view_for(system: System, state: State, side: str | None) -> State:
    """What a side may know of a state."""
    if side is None:
        return state
    return view.mask(
        state,
        lambda piece: system.is_hidden(state, piece, side),
        lambda name: system.is_secret(name, side),
    )
