"""Throw-away rules: a fleet sails a line of sea zones and may be attacked in each by ships and aircraft."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

from tests.situations.table import Small
from wargame_desktop.core.action import Action, Path, Pieces
from wargame_desktop.core.draft import Draft
from wargame_desktop.core.frozen import FrozenMap
from wargame_desktop.core.refusal import Refusal, refuse
from wargame_desktop.core.sequence import Phase, PhaseList, Rule
from wargame_desktop.core.state import HOLD, Frame, Piece, PieceTable, State, frame

LINE = ("port", "s1", "s2", "s3", "s4")
POINTS = 3
AIR_RANGE = ("s2", "s3")
LOST = "lost"
ENEMY = {"red": "blue", "blue": "red"}


@dataclass(frozen=True)
class Sail(Action):
    verb = "sail"
    ships: Pieces
    path: Path


@dataclass(frozen=True)
class End(Action):
    verb = "end"


@dataclass(frozen=True)
class Attack(Action):
    """Nothing named: the fleet is let through."""

    verb = "attack"
    pieces: Pieces


@dataclass(frozen=True)
class Answer(Action):
    verb = "answer"
    aircraft: Pieces


@dataclass(frozen=True)
class Lose(Action):
    verb = "lose"
    pieces: Pieces


@dataclass(frozen=True)
class Resume(Action):
    verb = "resume"


@dataclass(frozen=True)
class Retreat(Action):
    verb = "retreat"


def names(frame: Frame, key: str) -> tuple[str, ...]:
    value = frame[key]
    assert isinstance(value, tuple)
    return tuple(str(item) for item in value)


def alive(state: State, ids: Iterable[str], kind: str = "") -> list[str]:
    return [i for i in ids if state.piece(i).space != LOST and kind in ("", state.piece(i).kind)]


def ready(state: State, power: str, space: str) -> list[str]:
    """Who of a power may fight in a zone: ships in it, aircraft that reach it, each once."""
    return [
        piece.id
        for piece in state.pieces.values()
        if piece.power == power
        and not piece.mark("used")
        and (
            piece.space == space
            if piece.kind == "ship"
            else piece.space == f"base.{power}" and space in AIR_RANGE
        )
    ]


def subsets(ids: Iterable[str]) -> list[tuple[str, ...]]:
    pool = list(ids)
    return [group for size in range(len(pool) + 1) for group in combinations(pool, size)]


class SailRule(Rule[Sail]):
    action = Sail
    rule = "1"

    def refusals(self, state: State, action: Sail) -> list[Refusal]:
        unfit = [i for i in action.ships if i not in state.pieces or i not in ready(state, "red", "port")]
        if unfit or not action.ships:
            return [refuse("sail.not_ready", f"{unfit or 'Nothing'} cannot sail.", "1", pieces=unfit)]
        found = []
        route = ("port", *action.path)
        if route != LINE[: len(route)]:
            found.append(refuse("sail.not_joined", "The zones of the path do not join.", "1.1", spaces=route))
        if len(action.path) > POINTS:
            sentence = f"Needs {len(action.path)} movement points, has {POINTS}."
            found.append(refuse("sail.too_far", sentence, "1.2", needs=len(action.path), has=POINTS))
        return found

    def perform(self, draft: Draft, action: Sail) -> None:
        for ship in action.ships:
            draft.mark(ship, "used", True)
        draft.push("transit", fleet=action.ships, path=action.path, points=POINTS, came_from="port")

    def legal(self, state: State, piece: str | None = None) -> Iterable[Sail]:
        for ships in subsets(ready(state, "red", "port"))[1:]:
            yield from (Sail(ships, LINE[1 : 1 + steps]) for steps in range(1, POINTS + 1))


class EndRule(Rule[End]):
    action = End

    def perform(self, draft: Draft, action: End) -> None:
        draft.pop()

    def legal(self, state: State, piece: str | None = None) -> Iterable[End]:
        return [End()]


class Movement(Phase):
    name, title, rules = "movement", "naval movement", (SailRule(), EndRule())

    def decider(self, state: State) -> str:
        return "red"


class Transit(Phase):
    """A move in progress: path left, points left."""

    name, title = "transit", "a fleet at sea"

    def advance(self, draft: Draft) -> None:
        top = draft.top
        fleet, path = alive(draft.state, names(top, "fleet")), names(top, "path")
        if not fleet or not path:
            draft.pop()
            return
        points = top["points"]
        assert isinstance(points, int)
        draft.update(path=path[1:], points=points - 1, came_from=draft.state.piece(fleet[0]).space)
        draft.move(fleet, path[0])
        draft.emit("sailed", fleet=fleet, to=path[0])
        if ready(draft.state, "blue", path[0]):
            draft.push("transit_attack", space=path[0], fleet=fleet)


class AttackRule(Rule[Attack]):
    action = Attack

    def refusals(self, state: State, action: Attack) -> list[Refusal]:
        able = ready(state, "blue", str(state.top["space"]))
        unfit = [i for i in action.pieces if i not in able]
        return (
            [refuse("attack.out_of_reach", f"{unfit} cannot reach the fleet.", pieces=unfit)] if unfit else []
        )

    def perform(self, draft: Draft, action: Attack) -> None:
        top = draft.pop()
        for piece in action.pieces:
            draft.mark(piece, "used", True)
        if action.pieces:
            draft.push("battle", space=top["space"], red=top["fleet"], blue=action.pieces)

    def legal(self, state: State, piece: str | None = None) -> Iterable[Attack]:
        return map(Attack, subsets(ready(state, "blue", str(state.top["space"]))))


class TransitAttack(Phase):
    name, title, rules = "transit_attack", "attack in transit", (AttackRule(),)

    def decider(self, state: State) -> str:
        return "blue"


class AnswerRule(Rule[Answer]):
    action = Answer

    def able(self, state: State) -> list[str]:
        own = ready(state, "red", str(state.stack[-2]["space"]))
        return [i for i in own if state.piece(i).kind == "air"]

    def refusals(self, state: State, action: Answer) -> list[Refusal]:
        unfit = [i for i in action.aircraft if i not in self.able(state)]
        return [refuse("answer.out_of_reach", f"{unfit} cannot fly there.", pieces=unfit)] if unfit else []

    def perform(self, draft: Draft, action: Answer) -> None:
        draft.pop()
        for piece in action.aircraft:
            draft.mark(piece, "used", True)
        draft.update(red=(*names(draft.top, "red"), *action.aircraft))

    def legal(self, state: State, piece: str | None = None) -> Iterable[Answer]:
        return map(Answer, subsets(self.able(state)))


class AirAnswer(Phase):
    name, title, rules = "air_answer", "air answer", (AnswerRule(),)

    def decider(self, state: State) -> str:
        return "red"


class Fight(Phase):
    """Both sides roll a die for each piece of a kind, 1 or 2 hits; each owner then chooses losses."""

    name, title = "fight", "a fight at sea or in the air"

    def advance(self, draft: Draft) -> None:
        kind = str(draft.pop()["kind"])
        sides = {side: alive(draft.state, names(draft.top, side), kind) for side in ("red", "blue")}
        if not sides["red"] or not sides["blue"]:
            return
        for side, fighters in sides.items():
            hits = sum(face <= 2 for face in draft.roll(f"{kind} fire of {side}", len(fighters)))
            victims = sides[ENEMY[side]]
            if hits:
                draft.push("losses", side=ENEMY[side], among=victims, count=min(hits, len(victims)))


class LoseRule(Rule[Lose]):
    action = Lose

    def refusals(self, state: State, action: Lose) -> list[Refusal]:
        among, count = names(state.top, "among"), state.top["count"]
        found = []
        if unfit := [i for i in action.pieces if i not in among]:
            found.append(refuse("lose.not_there", f"{unfit} is not in the fight.", pieces=unfit))
        if len(set(action.pieces)) != count or len(action.pieces) != count:
            sentence = f"{count} must be lost, {len(action.pieces)} named."
            found.append(refuse("lose.count", sentence, needs=count, has=len(action.pieces)))
        return found

    def perform(self, draft: Draft, action: Lose) -> None:
        draft.pop()
        for piece in action.pieces:
            cargo = [item.id for item in draft.state.at(HOLD + piece)]
            draft.move([piece, *cargo], LOST)
            draft.emit("lost", piece=piece, cargo=cargo)

    def legal(self, state: State, piece: str | None = None) -> Iterable[Lose]:
        count = state.top["count"]
        assert isinstance(count, int)
        return map(Lose, combinations(names(state.top, "among"), count))


class Losses(Phase):
    name, title, rules = "losses", "losses", (LoseRule(),)

    def decider(self, state: State) -> str:
        return str(state.top["side"])


class ResumeRule(Rule[Resume]):
    action = Resume

    def perform(self, draft: Draft, action: Resume) -> None:
        draft.pop()

    def legal(self, state: State, piece: str | None = None) -> Iterable[Resume]:
        return [Resume()]


class RetreatRule(Rule[Retreat]):
    action = Retreat

    def perform(self, draft: Draft, action: Retreat) -> None:
        draft.pop()
        draft.pop()
        draft.move(alive(draft.state, names(draft.top, "fleet")), str(draft.top["came_from"]))
        draft.update(path=())

    def legal(self, state: State, piece: str | None = None) -> Iterable[Retreat]:
        return [Retreat()]


class Onward(Phase):
    name, title, rules = "onward", "retreat or resume", (ResumeRule(), RetreatRule())

    def decider(self, state: State) -> str | None:
        return "red" if alive(state, names(state.stack[-3], "fleet")) else None


def steps(state: State, top: Frame) -> list[Frame]:
    return [frame("air_answer"), frame("fight", kind="air"), frame("fight", kind="ship"), frame("onward")]


game = Small(
    "fleet",
    (*LINE, LOST, "base.red", "base.blue"),
    ("red", "blue"),
    (Sail, End, Attack, Answer, Lose, Resume, Retreat),
    (
        Movement(),
        Transit(),
        TransitAttack(),
        PhaseList("battle", "Battle", steps),
        AirAnswer(),
        Fight(),
        Losses(),
        Onward(),
    ),
)


def start() -> State:
    pieces = [
        Piece("red.bb", "ship", "red", "port"),
        Piece("red.dd", "ship", "red", "port"),
        Piece("red.army", "army", "red", HOLD + "red.bb"),
        Piece("red.air", "air", "red", "base.red"),
        Piece("blue.sub", "ship", "blue", "s2"),
        Piece("blue.air", "air", "blue", "base.blue"),
        Piece("blue.ca", "ship", "blue", "s3"),
    ]
    powers = FrozenMap({"red": "red", "blue": "blue"})
    return State("fleet", powers=powers, pieces=PieceTable(pieces), stack=(frame("movement"),))
