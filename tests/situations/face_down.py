"""Throw-away rules: both sides place pieces and decoys face down in turn, then all are turned up."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tests.situations.table import Small
from wargame_desktop.core.action import Action, PieceId, SpaceId
from wargame_desktop.core.draft import Draft
from wargame_desktop.core.frozen import FrozenMap
from wargame_desktop.core.refusal import Refusal, refuse
from wargame_desktop.core.sequence import Phase, Prompt, Rule
from wargame_desktop.core.state import Piece, PieceTable, State, frame

FRONTS = ("north", "south")
OTHER = {"red": "blue", "blue": "red"}
DEAD = "dead"
STRENGTH = {"panther": 4, "tiger": 6, "decoy_tank": 0, "guards": 5, "cossacks": 3, "decoy_camp": 0}


def pool(side: str) -> str:
    return f"pool.{side}"


def side_of(state: State) -> str:
    return str(state.top["side"])


@dataclass(frozen=True)
class Place(Action):
    verb = "place"
    piece: PieceId
    space: SpaceId


@dataclass(frozen=True)
class Done(Action):
    verb = "done"


class PlaceRule(Rule[Place]):
    action = Place
    rule = "9.2"

    def refusals(self, state: State, action: Place) -> list[Refusal]:
        found = []
        if action.piece not in [piece.id for piece in state.at(pool(side_of(state)))]:
            # The same words for a piece that lies elsewhere and for one that does not exist.
            sentence = f"{action.piece} is not in your pool."
            found.append(refuse("place.not_in_pool", sentence, "9.2", pieces=[action.piece]))
        if action.space not in FRONTS:
            found.append(
                refuse("place.no_front", f"{action.space} is no front.", "9.2", spaces=[action.space])
            )
        return found

    def perform(self, draft: Draft, action: Place) -> None:
        side = side_of(draft.state)
        draft.move([action.piece], action.space)
        draft.emit("placed", side=side, piece=action.piece, space=action.space)
        draft.emit("noted", audience=[side], kind=draft.state.piece(action.piece).kind)
        give_turn(draft, side)

    def legal(self, state: State, piece: str | None = None) -> Iterable[Place]:
        for item in state.at(pool(side_of(state))):
            yield from (Place(item.id, space) for space in FRONTS)


class DoneRule(Rule[Done]):
    action = Done

    def perform(self, draft: Draft, action: Done) -> None:
        side = side_of(draft.state)
        draft.set(f"done.{side}", True)
        give_turn(draft, side)

    def legal(self, state: State, piece: str | None = None) -> Iterable[Done]:
        return [Done()]


def give_turn(draft: Draft, side: str) -> None:
    """The other side's turn, unless it is done."""
    for power in ("red", "blue"):
        if not draft.state.at(pool(power)):
            draft.set(f"done.{power}", True)
    if not draft.state.var(f"done.{OTHER[side]}"):
        draft.update(side=OTHER[side])


class Placement(Phase):
    name, title, rule, rules = "placement", "secret placement", "9.2", (PlaceRule(), DoneRule())

    def decider(self, state: State) -> str | None:
        return None if state.var("done.red") and state.var("done.blue") else side_of(state)

    def prompt(self, state: State) -> Prompt:
        return Prompt(f"{side_of(state)} places a piece face down", rule=self.rule)

    def advance(self, draft: Draft) -> None:
        draft.pop()
        draft.push("reveal")


class Reveal(Phase):
    """Everything on the fronts is turned up and decoys go; what stayed in a pool stays unknown."""

    name, title = "reveal", "revelation"

    def advance(self, draft: Draft) -> None:
        draft.pop()
        for space in FRONTS:
            for piece in draft.state.at(space):
                draft.change(piece.id, concealed=False)
                draft.emit("revealed", piece=piece.id, kind=piece.kind, space=space)
                if not STRENGTH[piece.kind]:
                    draft.move([piece.id], DEAD)
        draft.push("look")


class LookDone(DoneRule):
    def perform(self, draft: Draft, action: Done) -> None:
        draft.pop()


class Look(Phase):
    """Time to see what was revealed before the game ends."""

    name, title, rules = "look", "a look at the fronts", (LookDone(),)

    def decider(self, state: State) -> str:
        return "red"


game = Small(
    "face_down",
    (*FRONTS, DEAD, "pool.red", "pool.blue"),
    ("red", "blue"),
    (Place, Done),
    (Placement(), Reveal(), Look()),
)


def start() -> State:
    kinds = {"red": ("panther", "tiger", "decoy_tank"), "blue": ("guards", "cossacks", "decoy_camp")}
    pieces = [
        Piece(f"{side}.{kind[:3]}", kind, side, pool(side), concealed=True, order=order)
        for side, group in kinds.items()
        for order, kind in enumerate(group)
    ]
    powers = FrozenMap({"red": "red", "blue": "blue"})
    placement = frame("placement", side="red")
    return State("face_down", powers=powers, pieces=PieceTable(pieces), stack=(placement,), secret="salt")
