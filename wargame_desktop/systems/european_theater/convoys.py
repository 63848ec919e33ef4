"""Lend-lease and the attacks on convoys in the Atlantic (6.2, 12.3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from wargame_desktop.core.draft import Draft
from wargame_desktop.core.frozen import FrozenMap
from wargame_desktop.core.refusal import Refusal, refuse
from wargame_desktop.core.sequence import Choice, Phase, Prompt, Rule
from wargame_desktop.core.state import State

from .commit import CommitRule
from .fights import CONVOY, alive, losses_of, number, words
from .model import ALLIES, ATLANTIC, ATLANTIC_LAND, AXIS, Convoy, LendLease, Sink
from .situation import Situation
from .skirmish import push_skirmish
from .wording import CARGO, counted

if TYPE_CHECKING:
    from .system import EuropeanTheater

CONVOYS_IMPROVE = 15
"""Spring 1943 (6.2.2)."""
US_POINTS = 10
SOVIET_SHARE, SOVIET_SHARE_WITHOUT_PERSIA = 2, 1


def lend_limit(sit: Situation) -> int:
    """The most points the United States may send this turn (12.3.1)."""
    return int(str(sit.facts.calendar.value(str(sit.turn), "lend_lease")))


def soviet_limit(sit: Situation) -> int:
    """How many of them may go to the Soviet Union (12.3.2)."""
    if sit.flag("ussr_neutral") or sit.holder("su") != ALLIES:
        return 0
    return SOVIET_SHARE_WITHOUT_PERSIA if sit.holder("per") == AXIS else SOVIET_SHARE


class LendRule(Rule[LendLease]):
    """The Allies announce the points sent."""

    action = LendLease
    title = "Announce lend-lease"
    plain_title = "Send nothing"
    rule = "12.3"

    def __init__(self, system: EuropeanTheater) -> None:
        self.system = system

    def refusals(self, state: State, action: LendLease) -> list[Refusal]:
        """Within the maximum, and the Soviet share."""
        sit = self.system.situation(state)
        most, soviet = lend_limit(sit), soviet_limit(sit)
        found = []
        if action.britain < 0 or action.soviet < 0:
            found.append(refuse("lend.negative", "Points are counted from 0.", "12.3"))
        total = action.britain + action.soviet
        if total > most:
            sentence = f"{total} points are more than the {most} allowed this turn."
            found.append(refuse("lend.too_many", sentence, "12.3.1", needs=total, has=most))
        if action.soviet > soviet:
            sentence = f"The Soviet Union may receive {soviet} points this turn, not {action.soviet}."
            found.append(refuse("lend.soviet", sentence, "12.3.2", needs=action.soviet, has=soviet))
        return found

    def perform(self, draft: Draft, action: LendLease) -> None:
        """Load the ships."""
        draft.pop()
        draft.set("lend", {"gb": action.britain, "su": action.soviet})
        draft.emit("lent", britain=action.britain, soviet=action.soviet)

    def legal(self, state: State, piece: str | None = None) -> Iterable[LendLease]:
        """Every split."""
        sit = self.system.situation(state)
        for soviet in range(soviet_limit(sit) + 1):
            for britain in range(lend_limit(sit) - soviet + 1):
                yield LendLease(britain, soviet)


class LendLeasePhase(Phase):
    """How much American production goes to friends (6.2)."""

    name = "lend_lease"
    title = "Lend-lease"
    rule = "12.3"

    def __init__(self, system: EuropeanTheater) -> None:
        self.system = system
        rules: list[Rule[Any]] = [LendRule(system)]
        self.rules = rules

    def decider(self, state: State) -> str | None:
        """The Allies, once points may be sent."""
        return ALLIES if lend_limit(self.system.situation(state)) else None

    def prompt(self, state: State) -> Prompt:
        """How many and to whom."""
        sit = self.system.situation(state)
        soviet = soviet_limit(sit)
        text = (
            f"Send up to {counted(lend_limit(sit), 'point')} of American help, "
            f"{f'up to {soviet}' if soviet else 'none'} of it to the Soviet Union."
        )
        return Prompt("Lend-lease", text, "12.3")

    def advance(self, draft: Draft) -> None:
        """Nothing may be sent yet."""
        draft.pop()
        draft.set("lend", {"gb": 0, "su": 0})


def seaborne(sit: Situation) -> dict[str, int]:
    """The points on the way to Britain and the Soviet Union that a convoy attack can sink (7.1.2)."""
    lend = sit.state.var("lend")
    assert isinstance(lend, FrozenMap)
    alive_ = sit.holder("gb") == ALLIES
    return {
        "lend_gb": int(str(lend.get("gb", 0))),
        "lend_su": int(str(lend.get("su", 0))),
        "dominions": 2 if alive_ else 0,
        "iraq": 1 if alive_ and sit.text("iraq") in ("quiet", "allied") else 0,
    }


class ConvoyRule(Rule[Convoy]):
    """Fleets in the Atlantic attack the convoys."""

    action = Convoy
    title = "Attack the convoys"
    plain_title = "Let the convoys pass"
    rule = "6.2"

    def __init__(self, system: EuropeanTheater) -> None:
        self.system = system

    def refusals(self, state: State, action: Convoy) -> list[Refusal]:
        """Ready Axis fleets in the ocean part of the box."""
        may = raiders(self.system.situation(state))
        found = []
        for fleet in action.fleets:
            if fleet not in may:
                name = self.system.name_of(state.piece(fleet)) if fleet in state.pieces else fleet
                sentence = f"{name} is no ready Axis fleet in the Atlantic."
                found.append(refuse("convoy.cannot", sentence, "6.2.1", pieces=(fleet,)))
        if len(set(action.fleets)) < len(action.fleets):
            found.append(refuse("convoy.twice", "A fleet is named twice.", "6.2.1"))
        return found

    def perform(self, draft: Draft, action: Convoy) -> None:
        """Attack, or let them pass."""
        if not action.fleets:
            draft.pop()
            return
        draft.emit("convoy_attack", pieces=action.fleets, important=True)
        late = Situation(self.system.facts, draft.state).turn >= CONVOYS_IMPROVE
        stage = "escort" if late else "convoy"
        draft.update(stage=stage, raiders=action.fleets, late=late)

    def choices(self, state: State) -> Sequence[Choice]:
        """The fleets that can."""
        fleets = tuple(raiders(self.system.situation(state)))
        return (Choice("fleets", "pieces", fleets, required=False),)

    def legal(self, state: State, piece: str | None = None) -> Iterable[Convoy]:
        """Nobody, or all."""
        yield Convoy()
        yield Convoy(tuple(raiders(self.system.situation(state))))


def raiders(sit: Situation) -> list[str]:
    """Axis fleets that can attack convoys."""
    return [fleet.id for fleet in sit.fleets_at(ATLANTIC, AXIS) if sit.is_ready(fleet)]


class SinkRule(Rule[Sink]):
    """The Axis chooses which points go down."""

    action = Sink
    title = "Sink points"
    rule = "6.2.3"

    def __init__(self, system: EuropeanTheater) -> None:
        self.system = system

    def refusals(self, state: State, action: Sink) -> list[Refusal]:
        """As many as were hit, of what is there."""
        there = seaborne(self.system.situation(state))
        due = min(number(state.top, "hits"), sum(there.values()))
        found = []
        for name, points in action.points:
            if not 1 <= points <= there.get(name, 0):
                cargo = CARGO.get(name, name)
                sentence = f"{counted(there.get(name, 0), 'point')} of {cargo} at sea, not {points}."
                found.append(refuse("sink.not_there", sentence, "6.2.3"))
        if len({name for name, _ in action.points}) < len(action.points):
            found.append(refuse("sink.twice", "A kind of points is named twice.", "6.2.3"))
        given = sum(points for _, points in action.points)
        if not found and given != due:
            sentence = f"{counted(due, 'point')} to be sunk, not {given}."
            found.append(refuse("sink.sum", sentence, "6.2.3", needs=due, has=given))
        return found

    def perform(self, draft: Draft, action: Sink) -> None:
        """Down they go."""
        draft.set("sunk", dict(action.points))
        draft.emit("sunk", points=dict(action.points), important=True)
        draft.update(stage="after_convoy")

    def choices(self, state: State) -> Sequence[Choice]:
        """What is at sea."""
        there = seaborne(self.system.situation(state))
        return (Choice("points", "counts", tuple(name for name, points in there.items() if points)),)

    def legal(self, state: State, piece: str | None = None) -> Iterable[Sink]:
        """Every choice."""
        from .fights import _spread

        there = seaborne(self.system.situation(state))
        due = min(number(state.top, "hits"), sum(there.values()))
        for way in _spread(list(there.items()), due):
            yield Sink(tuple(sorted(way.items())))


class ConvoyPhase(Phase):
    """The convoy attack and the sea fight around it, in the order of the date (6.2.2)."""

    name = "convoy"
    title = "Convoy attack"
    rule = "6.2"

    def __init__(self, system: EuropeanTheater) -> None:
        self.system = system
        self._attack, self._sink, self._help = ConvoyRule(system), SinkRule(system), CommitRule(system)

    @property
    def rules(self) -> list[Rule[Any]]:  # type: ignore[override]
        """All of them; each says when it applies."""
        return [_When(self._attack, "declare"), _When(self._sink, "sink"), _When(self._help, "escort")]

    def candidates(self, state: State) -> list[str]:
        """The one air unit in Britain, Ireland or America that may help from Spring 1943 on (6.2.2)."""
        sit = self.system.situation(state)
        escorts = [fleet for fleet in sit.fleets_at(ATLANTIC, ALLIES) if sit.is_ready(fleet)]
        if sit.turn < CONVOYS_IMPROVE or not escorts:
            return []
        found = []
        for piece in state.pieces.values():
            if piece.kind in sit.facts.kinds and sit.unit(piece).is_air and sit.side(piece) == ALLIES:
                home = piece.space in sit.facts.ground and sit.power_of(piece.space) in ("gb", "ire")
                home = home and not sit.facts.is_overseas(sit.facts.territory(piece.space))
                if sit.is_ready(piece) and (home or piece.space == ATLANTIC_LAND):
                    found.append(piece.id)
        return found

    def decider(self, state: State) -> str | None:
        """The Axis to attack and to sink, the Allies to send an air unit."""
        stage = str(state.top.get("stage", "declare"))
        sit = self.system.situation(state)
        if stage == "declare":
            return AXIS if raiders(sit) else None
        if stage == "sink":
            return AXIS
        if stage == "escort" and state.top.get("answered") is not True and self.candidates(state):
            return ALLIES
        return None

    def prompt(self, state: State) -> Prompt:
        """What is asked in this stage."""
        stage = str(state.top.get("stage", "declare"))
        if stage == "declare":
            return Prompt(
                "Convoy attack", "Choose fleets in the Atlantic to attack the convoys, or none.", "6.2"
            )
        if stage == "sink":
            return Prompt(
                f"Sink {counted(number(state.top, 'hits'), 'point')}",
                "Choose which points go down with the convoys.",
                "6.2.3",
            )
        return Prompt("Escort the convoys", "One air unit may help the escorts.", "6.2.2")

    def advance(self, draft: Draft) -> None:
        """Convoy first or escorts first."""
        stage = str(draft.top.get("stage", "declare"))
        if stage == "declare" or stage == "end":
            draft.pop()
        elif stage == "convoy":
            self._roll(draft)
        elif stage == "after_convoy":
            draft.update(stage="end" if draft.top["late"] is True else "escort", answered=True)
        elif stage == "escort":
            draft.update(stage="after_fight")
            self._fight(draft)
        elif stage == "after_fight":
            draft.update(stage="convoy" if draft.top["late"] is True else "end")

    def _roll(self, draft: Draft) -> None:
        sit = Situation(self.system.facts, draft.state)
        there = [
            draft.state.piece(fleet)
            for fleet in alive(draft.state, words(draft.top, "raiders"), self.system.facts)
            if draft.state.piece(fleet).space == ATLANTIC
        ]
        fire = (CONVOY, sum(map(sit.combat, there)), 0)
        if not there:
            draft.update(stage="after_convoy")
            return
        roll = sum(draft.roll("convoy attack", 2))
        hits = min(losses_of(self.system.facts, fire, roll), sum(seaborne(sit).values()))
        draft.emit("convoy_rolled", fire=fire, roll=roll, hits=hits, important=True)
        draft.update(stage="sink" if hits else "after_convoy", hits=hits)

    def _fight(self, draft: Draft) -> None:
        """Allied fleets in the box, the naval air they carry, and the unit from ashore."""
        sit = Situation(self.system.facts, draft.state)
        escorts = [fleet for fleet in sit.fleets_at(ATLANTIC, ALLIES) if sit.is_ready(fleet)]
        aboard = [sit.cargo(fleet.id) for fleet in escorts]
        naval = [piece for piece in aboard if piece is not None and sit.unit(piece).is_naval_air]
        air = [piece.id for piece in naval if sit.is_ready(piece)]
        air += words(draft.top, "committed")
        defenders = [*(fleet.id for fleet in escorts), *(piece for piece in air)]
        if escorts:
            push_skirmish(draft, AXIS, ATLANTIC, words(draft.top, "raiders"), defenders, strategic=True)


class _When(Rule[Any]):
    """A rule that applies in one stage of its phase."""

    def __init__(self, rule: Rule[Any], stage: str) -> None:
        self.inner, self.stage = rule, stage
        self.action, self.title, self.rule = rule.action, rule.title, rule.rule
        self.plain_title = rule.plain_title

    def available(self, state: State) -> bool:
        """In its stage."""
        return str(state.top.get("stage", "declare")) == self.stage

    def refusals(self, state: State, action: Any) -> list[Refusal]:
        """As the rule says."""
        found = self.inner.refusals(state, action)
        if self.stage == "escort" and len(action.pieces) > 1:
            found.append(refuse("convoy.one", "Only one air unit may help.", "6.2.2"))
        return found

    def perform(self, draft: Draft, action: Any) -> None:
        """As the rule says."""
        self.inner.perform(draft, action)

    def legal(self, state: State, piece: str | None = None) -> Iterable[Any]:
        """As the rule says."""
        return (action for action in self.inner.legal(state, piece) if not self.refusals(state, action))

    def choices(self, state: State) -> Any:
        """As the rule says."""
        return self.inner.choices(state)
