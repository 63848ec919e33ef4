"""Fire and losses: one exchange between two forces, and who has to pay for it (4.2.C.3).

A `clash` frame rolls for both sides at once, has each owner take its losses, and leaves its result in the
frame below: who won, and how many points each side lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from wargame_desktop.core.draft import Draft
from wargame_desktop.core.frozen import FrozenMap
from wargame_desktop.core.odds import Distribution, dice_sum
from wargame_desktop.core.refusal import Refusal, refuse
from wargame_desktop.core.sequence import Choice, Chooser, Phase, Prompt, Rule
from wargame_desktop.core.state import Frame, State

from .facts import Facts
from .model import ALLIES, Lose, other
from .situation import Situation, side_name
from .steps import eliminate
from .wording import aimed, counted

if TYPE_CHECKING:
    from .system import EuropeanTheater

ATTACKER, DEFENDER, NOBODY = "attacker", "defender", "nobody"
LAND, SEA, ASW = "land_vs_land", "sea_vs_sea", "asw"
SEA_AIR, AIR_SEA, AIR = "sea_vs_air", "air_vs_sea", "air_vs_air"
BOMBING, CONVOY = "bombing", "convoy_attack"


def words(frame: Frame, name: str) -> tuple[str, ...]:
    """A frame's parameter as a tuple of ids."""
    found = frame.get(name, ())
    assert isinstance(found, tuple)
    return tuple(str(item) for item in found)


def number(frame: Frame, name: str) -> int:
    """A frame's parameter as a number."""
    found = frame.get(name, 0)
    assert isinstance(found, int)
    return found


def alive(state: State, pieces: Iterable[str], facts: Facts) -> list[str]:
    """Those of the pieces that are still in the game's hexes and boxes, aboard or not."""
    sit = Situation(facts, state)
    return [piece for piece in pieces if piece in state.pieces and sit.is_in_play(state.piece(piece))]


def push_clash(
    draft: Draft,
    side: str,
    attackers: Sequence[str],
    defenders: Sequence[str],
    fire: tuple[str, int, int],
    answer: tuple[str, int, int],
    where: str,
    absorb: Sequence[str] = (),
    pays: tuple[Sequence[str], Sequence[str]] | None = None,
) -> None:
    """Begin an exchange. `fire` and `answer` are (line, factors, column shift); `absorb` are forts.

    `pays` names who may take losses on either side, everybody who fights if it is left out.
    """
    paying = pays or (attackers, defenders)
    draft.push(
        "clash",
        side=side,
        where=where,
        attackers=tuple(attackers),
        defenders=tuple(defenders),
        fire=fire,
        answer=answer,
        absorb=tuple(absorb),
        attackers_pay=tuple(paying[0]),
        defenders_pay=tuple(paying[1]),
        stage="roll",
    )


def purpose(side: str, line: str, where: str) -> str:
    """What a side's dice are thrown for."""
    return f"fire of {side_name(side)}{aimed(line)}, {where}"


def losses_of(facts: Facts, fire: tuple[str, int, int], roll: int) -> int:
    """What a force inflicts with a roll of two dice."""
    line, factors, shift = fire
    return facts.result(facts.column(line, factors) + shift if factors > 0 else 0, roll)


def odds_of(facts: Facts, fire: tuple[str, int, int]) -> Distribution[int]:
    """The exact chances of the losses a force inflicts."""
    return dice_sum(2).map(lambda roll: losses_of(facts, fire, roll))


class ClashPhase(Phase):
    """Both fire, both lose, one wins: lower losses, then the higher die, else nobody."""

    name = "clash"
    title = "Combat"
    rule = "4.2.C.3"

    def __init__(self, system: EuropeanTheater) -> None:
        self.system = system

    def advance(self, draft: Draft) -> None:
        """Roll; then, when the losses are taken, tell the frame below."""
        if draft.top["stage"] == "roll":
            self._roll(draft)
        else:
            self._settle(draft)

    def _roll(self, draft: Draft) -> None:
        top = draft.top
        side = str(top["side"])
        fire, answer = _fire(top["fire"]), _fire(top["answer"])
        first = self._throw(draft, side, fire, str(top["where"]))
        second = self._throw(draft, other(side), answer, str(top["where"]))
        inflicted = losses_of(self.system.facts, fire, first)
        suffered = losses_of(self.system.facts, answer, second)
        draft.update(stage="settle", rolls=(first, second))
        left = self._absorb(draft, inflicted)
        draft.update(lost=(suffered, left))
        draft.emit(
            "clash",
            side=side,
            space=top["where"],
            fire=fire,
            answer=answer,
            rolls=(first, second),
            losses=(suffered, inflicted),
            absorbed=inflicted - left,
            important=True,
        )
        for payer, points, key in ((other(side), left, "defenders_pay"), (side, suffered, "attackers_pay")):
            if points:
                draft.push("losses", side=payer, points=points, candidates=words(top, key))

    @staticmethod
    def _throw(draft: Draft, side: str, fire: tuple[str, int, int], where: str) -> int:
        if fire[1] <= 0:
            return 0
        return sum(draft.roll(purpose(side, fire[0], where), 2))

    def _absorb(self, draft: Draft, points: int) -> int:
        """Forts take all they can first; what they take does not count for winning (9)."""
        for fort in words(draft.top, "absorb"):
            while points and fort in draft.state.pieces:
                piece = draft.state.piece(fort)
                points -= 1
                if Situation(self.system.facts, draft.state).steps(piece) > 1:
                    draft.change(fort, face="back")
                    draft.emit("reduced", pieces=(fort,))
                else:
                    eliminate(draft, self.system.facts, (fort,))
                    break
        return points

    def _settle(self, draft: Draft) -> None:
        top = draft.pop()
        lost, rolls = top["lost"], top["rolls"]
        assert isinstance(lost, tuple) and isinstance(rolls, tuple)
        attacker_lost, defender_lost = int(str(lost[0])), int(str(lost[1]))
        first, second = int(str(rolls[0])), int(str(rolls[1]))
        if attacker_lost != defender_lost:
            winner = ATTACKER if attacker_lost < defender_lost else DEFENDER
        elif first != second:
            winner = ATTACKER if first > second else DEFENDER
        else:
            winner = NOBODY
        draft.emit("clash_won", side=top["side"], winner=winner, space=top["where"])
        draft.update(result=FrozenMap({"winner": winner, "lost": lost}))


def _fire(value: Any) -> tuple[str, int, int]:
    line, factors, shift = value
    return str(line), int(factors), int(shift)


class LoseRule(Rule[Lose]):
    """The owner spreads the loss points over its units."""

    action = Lose
    title = "Take losses"
    rule = "4.2.C.3"

    def __init__(self, system: EuropeanTheater) -> None:
        self.system = system

    def choices(self, state: State) -> Sequence[Choice]:
        """The units that may take losses."""
        return (Choice("points", "counts", tuple(self._steps(state))),)

    def _steps(self, state: State) -> dict[str, int]:
        sit = self.system.situation(state)
        found = alive(state, words(state.top, "candidates"), self.system.facts)
        return {piece: sit.steps(state.piece(piece)) for piece in found}

    def refusals(self, state: State, action: Lose) -> list[Refusal]:
        """Neither more nor fewer points than there are to take."""
        steps = self._steps(state)
        due = min(number(state.top, "points"), sum(steps.values()))
        found: list[Refusal] = []
        given = 0
        for piece, points in action.points:
            given += points
            if piece not in steps:
                sentence = f"{self.system.label(state, piece)} is none of the units that take these losses."
                found.append(refuse("losses.not_there", sentence, "4.2.C.3", pieces=(piece,)))
            elif not 1 <= points <= steps[piece]:
                name = self.system.label(state, piece)
                sentence = f"{name} can take {steps[piece]} points, not {points}."
                has = steps[piece]
                found.append(
                    refuse("losses.too_many", sentence, "4.2.C.3", pieces=(piece,), needs=points, has=has)
                )
        if len({piece for piece, _ in action.points}) < len(action.points):
            found.append(refuse("losses.twice", "A unit is named twice.", "4.2.C.3"))
        if not found and given != due:
            told = "1 loss point has" if due == 1 else f"{due} loss points have"
            sentence = f"{told} to be taken, not {given}."
            found.append(refuse("losses.sum", sentence, "4.2.C.3", needs=due, has=given))
        return found

    def perform(self, draft: Draft, action: Lose) -> None:
        """Turn over and eliminate."""
        draft.pop()
        take_losses(draft, self.system.facts, dict(action.points))

    def legal(self, state: State, piece: str | None = None) -> Iterable[Lose]:
        """Every way of spreading the points, while there are few."""
        steps = self._steps(state)
        due = min(number(state.top, "points"), sum(steps.values()))
        yield from (Lose(tuple(sorted(way.items()))) for way in _spread(list(steps.items()), due))

    def sample(self, state: State, chooser: Chooser) -> Lose | None:
        """One way at random."""
        steps = self._steps(state)
        due = min(number(state.top, "points"), sum(steps.values()))
        taken: dict[str, int] = {}
        for _ in range(due):
            open_ = [piece for piece in steps if taken.get(piece, 0) < steps[piece]]
            piece = open_[chooser.randrange(len(open_))]
            taken[piece] = taken.get(piece, 0) + 1
        return Lose(tuple(sorted(taken.items())))


def _spread(steps: list[tuple[str, int]], points: int) -> Iterable[dict[str, int]]:
    if not steps:
        if points == 0:
            yield {}
        return
    (piece, most), rest = steps[0], steps[1:]
    for taken in range(min(most, points), -1, -1):
        for way in _spread(rest, points - taken):
            yield {piece: taken, **way} if taken else way


def take_losses(draft: Draft, facts: Facts, points: dict[str, int]) -> None:
    """Each point turns a full unit over or eliminates a reduced one."""
    for piece, count in points.items():
        for _ in range(count):
            sit = Situation(facts, draft.state)
            if not sit.is_in_play(draft.state.piece(piece)):
                break  # it has gone, or went down with the fleet that carried it
            if sit.steps(draft.state.piece(piece)) > 1:
                draft.change(piece, face="back")
                draft.emit("reduced", pieces=(piece,))
            else:
                eliminate(draft, facts, (piece,))


class LossesPhase(Phase):
    """A side takes its losses; without a choice they take themselves."""

    name = "losses"
    title = "Losses"
    rule = "4.2.C.3"

    def __init__(self, system: EuropeanTheater) -> None:
        self.system = system
        self._rule = LoseRule(system)
        rules: list[Rule[Any]] = [self._rule]
        self.rules = rules

    def decider(self, state: State) -> str | None:
        """The owner, when more than one way is open."""
        return None if self._forced(state) is not None else str(state.top["side"])

    def _forced(self, state: State) -> dict[str, int] | None:
        steps = self._rule._steps(state)
        due = number(state.top, "points")
        if due >= sum(steps.values()):
            return steps
        if len(steps) == 1:
            return dict.fromkeys(steps, due)
        return None

    def prompt(self, state: State) -> Prompt:
        """How many points."""
        due, side = number(state.top, "points"), str(state.top["side"])
        text = "Each point turns a full unit over or eliminates a reduced one."
        who, verb = side_name(side), "take" if side == ALLIES else "takes"
        title = f"{who[:1].upper()}{who[1:]} {verb} {counted(due, 'loss point')}"
        return Prompt(title, text, self.rule)

    def advance(self, draft: Draft) -> None:
        """No choice: take them."""
        forced = self._forced(draft.state)
        assert forced is not None
        draft.pop()
        take_losses(draft, self.system.facts, forced)
