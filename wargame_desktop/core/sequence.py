"""Phases and the rules that work in them: the sequence of play as data on a stack.

A phase says who decides, what is asked and which rules apply. A phase in which nobody decides
advances by itself: it pushes the next frame, or pops its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from .action import Action
from .draft import Draft
from .refusal import Refusal
from .state import Frame, State

A = TypeVar("A", bound=Action)


class Chooser(Protocol):
    """What a rule needs of a random generator to propose an action."""

    def randrange(self, stop: int, /) -> int:
        """A number from 0 to stop - 1."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """What the rules ask now, in our own words."""

    title: str
    text: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """The values one argument of an action may take; empty `values` means not listed.

    `least` and `most` bound numbers.
    """

    name: str
    kind: str
    values: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    required: bool = True


@dataclass(frozen=True, slots=True)
class Offer:
    """An action that exists now, described so that a form or a button can be made of it."""

    verb: str
    title: str
    rule: str = ""
    arguments: tuple[Choice, ...] = ()
    ends_phase: bool = False
    plain_title: str = ""


@dataclass(frozen=True, slots=True)
class Target:
    """A space onto which pieces may be dropped: what it costs, by which path, and the action it means."""

    space: str
    action: Action
    cost: str = ""
    path: tuple[str, ...] = ()


class Rule(Generic[A]):
    """How one kind of action works in a phase. Subclasses state the rule number they enforce."""

    action: type[A]
    title: str = ""
    rule: str = ""
    ends_phase: bool = False
    """Whether the action closes the phase, so that the table warns of what is left to do."""
    asks_first: bool = False
    """Whether dropping pieces shows the action with its preview first, instead of doing it: attacks."""
    plain_title: str = ""
    """What the action means when all its arguments are left out, if that is worth a button: send nobody."""

    def refusals(self, state: State, action: A) -> list[Refusal]:
        """Why the action is not allowed; empty when it is."""
        return []

    def perform(self, draft: Draft, action: A) -> None:
        """Carry the action out; it has been checked."""
        raise AssertionError(f"{type(self).__name__} does not say what it does")

    def legal(self, state: State, piece: str | None = None) -> Iterable[A]:
        """Actions allowed now, for one piece or for all; may be long, so it may be lazy."""
        return ()

    def choices(self, state: State) -> Sequence[Choice]:
        """What the arguments may be, for forms; arguments not named are free."""
        return ()

    def available(self, state: State) -> bool:
        """Whether the action exists at all now."""
        return True

    def why_not_now(self, state: State, action: A) -> list[Refusal]:
        """Why the action is not available, where that says more than that the phase has no place for it."""
        return []

    def sample(self, state: State, chooser: Chooser) -> A | None:
        """One allowed action at random, None when there is none."""
        found = list(self.legal(state))
        return found[chooser.randrange(len(found))] if found else None

    def targets(self, state: State, pieces: Sequence[str]) -> Mapping[str, Target]:
        """Where these pieces may be dropped."""
        return {}

    def drop(self, state: State, pieces: Sequence[str], space: str, via: Sequence[str]) -> A | None:
        """The action that dropping pieces on a space means, allowed or not; None if it means nothing."""
        return None


class Phase:
    """A named part of the sequence of play."""

    name: str
    title: str = ""
    rule: str = ""
    rules: Sequence[Rule[Action]] = ()

    def decider(self, state: State) -> str | None:
        """The power or side that owes a decision; None when the phase runs by itself."""
        return None

    def prompt(self, state: State) -> Prompt:
        """What is asked of the decider."""
        return Prompt(self.title, rule=self.rule)

    def advance(self, draft: Draft) -> None:
        """Do the next automatic step: push, pop or change the frame."""
        draft.pop()

    def unfinished(self, state: State) -> Sequence[str]:
        """Pieces or spaces the decider may have forgotten, to warn of before the phase ends."""
        return ()


class PhaseList(Phase):
    """A phase that runs others in order; `steps` may depend on the state when it starts each."""

    def __init__(
        self,
        name: str,
        title: str,
        steps: Callable[[State, Frame], Sequence[Frame]],
        rule: str = "",
        finish: Callable[[Draft], None] | None = None,
    ) -> None:
        self.name, self.title, self.rule = name, title, rule
        self.steps, self.finish = steps, finish

    def advance(self, draft: Draft) -> None:
        """Push the next step; after the last, end or call `finish`."""
        at = draft.top.get("at", 0)
        assert isinstance(at, int)
        steps = self.steps(draft.state, draft.top)
        if at < len(steps):
            draft.update(at=at + 1)
            draft.push_frame(steps[at])
        elif self.finish is not None:
            self.finish(draft)
        else:
            draft.pop()
