"""Throw-away rules: battles with dice, casualties chosen by their owners, fought in an order chosen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from tests.situations.table import Small
from wargame_desktop.core.action import Action, Pieces, SpaceId
from wargame_desktop.core.draft import Draft
from wargame_desktop.core.frozen import FrozenMap
from wargame_desktop.core.odds import Distribution, certain, hits, total
from wargame_desktop.core.refusal import Refusal, refuse
from wargame_desktop.core.sequence import Phase, PhaseList, Rule
from wargame_desktop.core.state import Frame, Piece, PieceTable, State, frame

ATTACKER, DEFENDER = "red", "blue"
OTHER = {ATTACKER: DEFENDER, DEFENDER: ATTACKER}
SPACES = ("bay", "cape", "strait")
# A piece hits with this or less: attacking, defending. Submarines fire first, the cheapest die first.
SKILL = {"inf": (1, 2), "tank": (3, 3), "sub": (2, 2)}
PRICE = {"inf": 3, "tank": 5, "sub": 8}
DEAD, BELOW, HOME = "dead", "below", "home"


@dataclass(frozen=True)
class Fight(Action):
    verb = "fight"
    space: SpaceId


@dataclass(frozen=True)
class Casualties(Action):
    verb = "casualties"
    pieces: Pieces


@dataclass(frozen=True)
class Press(Action):
    verb = "press"


@dataclass(frozen=True)
class Retreat(Action):
    verb = "retreat"


@dataclass(frozen=True)
class Submerge(Action):
    verb = "submerge"
    pieces: Pieces


def fighters(state: State, space: str, side: str) -> list[Piece]:
    return [piece for piece in state.at(space) if piece.power == side]


def skill(kind: str, side: str) -> int:
    """What a piece of a kind needs to hit: asked by the dice and by the odds."""
    return SKILL[kind][side == DEFENDER]


def contested(state: State) -> list[str]:
    return [s for s in SPACES if fighters(state, s, ATTACKER) and fighters(state, s, DEFENDER)]


class FightRule(Rule[Fight]):
    action = Fight

    def refusals(self, state: State, action: Fight) -> list[Refusal]:
        if action.space in contested(state):
            return []
        return [refuse("fight.nobody", f"Nobody fights in {action.space}.", spaces=[action.space])]

    def perform(self, draft: Draft, action: Fight) -> None:
        draft.push("battle", space=action.space, round=1)

    def legal(self, state: State, piece: str | None = None) -> Iterable[Fight]:
        return map(Fight, contested(state))


class Battles(Phase):
    name, title, rules = "battles", "combat", (FightRule(),)

    def decider(self, state: State) -> str | None:
        return ATTACKER if contested(state) else None


class Fire(Phase):
    """One side rolls; the other then chooses what is hit. Only subs fire in the opening."""

    name, title = "fire", "fire"

    def advance(self, draft: Draft) -> None:
        top = draft.pop()
        side, opening = str(top["side"]), bool(top["opening"])
        space = str(draft.top["space"])
        firing = [p for p in fighters(draft.state, space, side) if (p.kind == "sub") is opening]
        scored = 0
        for piece in firing:
            (face,) = draft.roll(f"{piece.id} fires")
            scored += face <= skill(piece.kind, side)
        targets = [p for p in fighters(draft.state, space, OTHER[side]) if not p.mark("hit")]
        count = min(scored, len(targets))
        if count:
            draft.push(
                "choose", side=OTHER[side], among=[p.id for p in targets], count=count, opening=opening
            )


class CasualtiesRule(Rule[Casualties]):
    action = Casualties

    def refusals(self, state: State, action: Casualties) -> list[Refusal]:
        count, among = state.top["count"], state.top["among"]
        assert isinstance(among, tuple)
        found = []
        if unfit := [i for i in action.pieces if i not in among]:
            found.append(refuse("casualties.not_there", f"{unfit} cannot be hit.", pieces=unfit))
        if len(set(action.pieces)) != count:
            sentence = f"{count} hits, {len(set(action.pieces))} casualties."
            found.append(refuse("casualties.count", sentence, needs=count, has=len(set(action.pieces))))
        return found

    def perform(self, draft: Draft, action: Casualties) -> None:
        opening = draft.pop()["opening"]
        for piece in action.pieces:
            if opening:  # hit before it could fire back
                draft.move([piece], DEAD)
            else:
                draft.mark(piece, "hit", True)

    def legal(self, state: State, piece: str | None = None) -> Iterable[Casualties]:
        among, count = state.top["among"], state.top["count"]
        assert isinstance(among, tuple) and isinstance(count, int)
        return (Casualties(tuple(map(str, group))) for group in combinations(among, count))


class Choose(Phase):
    name, title, rules = "choose", "casualties", (CasualtiesRule(),)

    def decider(self, state: State) -> str:
        return str(state.top["side"])


class Bury(Phase):
    """What was hit has fired back and goes."""

    name, title = "bury", "removal"

    def advance(self, draft: Draft) -> None:
        draft.pop()
        for piece in draft.state.at(str(draft.top["space"])):
            if piece.mark("hit"):
                draft.mark(piece.id, "hit", None)
                draft.move([piece.id], DEAD)


class PressRule(Rule[Press]):
    action = Press

    def perform(self, draft: Draft, action: Press) -> None:
        draft.pop()
        number = draft.top["round"]
        assert isinstance(number, int)
        draft.update(at=0, round=number + 1)

    def legal(self, state: State, piece: str | None = None) -> Iterable[Press]:
        return [Press()]


class RetreatRule(Rule[Retreat]):
    action = Retreat

    def perform(self, draft: Draft, action: Retreat) -> None:
        draft.pop()
        draft.move([p.id for p in fighters(draft.state, str(draft.top["space"]), ATTACKER)], HOME)

    def legal(self, state: State, piece: str | None = None) -> Iterable[Retreat]:
        return [Retreat()]


class SubmergeRule(Rule[Submerge]):
    action = Submerge

    def able(self, state: State) -> list[str]:
        own = fighters(state, str(state.stack[-2]["space"]), ATTACKER)
        return [p.id for p in own if p.kind == "sub"]

    def available(self, state: State) -> bool:
        return bool(self.able(state))

    def refusals(self, state: State, action: Submerge) -> list[Refusal]:
        if action.pieces and set(action.pieces) <= set(self.able(state)):
            return []
        return [refuse("submerge.no_sub", "Only submarines of the attacker submerge.", pieces=action.pieces)]

    def perform(self, draft: Draft, action: Submerge) -> None:
        draft.move(action.pieces, BELOW)

    def legal(self, state: State, piece: str | None = None) -> Iterable[Submerge]:
        return [Submerge((sub,)) for sub in self.able(state)]


class Onward(Phase):
    name, title, rules = "onward", "press or retreat", (PressRule(), RetreatRule(), SubmergeRule())

    def decider(self, state: State) -> str | None:
        return ATTACKER if str(state.stack[-2]["space"]) in contested(state) else None


def steps(state: State, top: Frame) -> list[Frame]:
    opening = [frame("fire", side=side, opening=True) for side in (ATTACKER, DEFENDER)]
    general = [frame("fire", side=side, opening=False) for side in (ATTACKER, DEFENDER)]
    return [*opening, *general, frame("bury"), frame("onward")]


game = Small(
    "battles",
    (*SPACES, DEAD, BELOW, HOME),
    (ATTACKER, DEFENDER),
    (Fight, Casualties, Press, Retreat, Submerge),
    (Battles(), PhaseList("battle", "Battle", steps), Fire(), Choose(), Bury(), Onward()),
)


def position(**stacks: str) -> State:
    """A state from stacks such as `bay="inf tank / inf inf"`: attackers, then defenders."""
    pieces = []
    for space, text in stacks.items():
        for side, kinds in zip((ATTACKER, DEFENDER), text.split("/"), strict=True):
            for number, kind in enumerate(kinds.split(), 1):
                name = f"{side}.{space}.{kind}{number}"
                pieces.append(Piece(name, kind, side, space, order=len(pieces)))
    powers = FrozenMap({ATTACKER: ATTACKER, DEFENDER: DEFENDER})
    return State("battles", powers=powers, pieces=PieceTable(pieces), stack=(frame("battles"),))


def start() -> State:
    return position(bay="inf tank sub / inf inf", cape="tank tank / tank", strait="sub / sub inf")


# What if: the chances of one round, with each side losing its cheapest pieces.

Force = tuple[str, ...]


def cheapest_lost(force: Force, count: int) -> Force:
    return tuple(sorted(force, key=PRICE.__getitem__)[count:])


def fire(force: Force, side: str, opening: bool) -> Distribution[int]:
    firing: Sequence[str] = [kind for kind in force if (kind == "sub") is opening]
    return total(hits(1, skill(kind, side)) for kind in firing)


@cache
def one_round(red: Force, blue: Force) -> Distribution[tuple[Force, Force]]:
    """Who is left after a round."""

    def defended(blue_left: Force) -> Distribution[tuple[Force, Force]]:
        answer = fire(blue_left, DEFENDER, True)
        return answer.then(lambda n: general(cheapest_lost(red, n), blue_left))

    return fire(red, ATTACKER, True).then(lambda n: defended(cheapest_lost(blue, n)))


def general(red: Force, blue: Force) -> Distribution[tuple[Force, Force]]:
    both = fire(red, ATTACKER, False).with_(fire(blue, DEFENDER, False))
    return both.map(lambda pair: (cheapest_lost(red, pair[1]), cheapest_lost(blue, pair[0])))


@cache
def to_the_end(red: Force, blue: Force) -> Distribution[tuple[Force, Force]]:
    """Who is left when the attacker presses on to the last; a round without loss is fought again."""
    if not red or not blue:
        return certain((red, blue))
    after = one_round(red, blue)
    moved = Distribution({left: weight for left, weight in after.weights.items() if left != (red, blue)})
    return moved.then(lambda left: to_the_end(*left))
