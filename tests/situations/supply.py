"""Throw-away rules: attacks without dice, declared together, fed by supply units, resolved one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product

from tests.situations.table import Small
from wargame_desktop.core.action import Action, Pairs, PieceId, SpaceId
from wargame_desktop.core.draft import Draft
from wargame_desktop.core.frozen import FrozenMap
from wargame_desktop.core.refusal import Refusal, refuse
from wargame_desktop.core.sequence import Phase, Rule
from wargame_desktop.core.state import Piece, PieceTable, State, frame

JOINED = {
    frozenset(pair.split("-"))
    for pair in ("lodz-warsaw", "lodz-poznan", "warsaw-minsk", "lodz-minsk", "poznan-minsk", "poznan-kiev")
}
SPACES = ("lodz", "warsaw", "poznan", "minsk", "kiev")
FEEDS = 3
STRENGTH = {"inf": 1, "tank": 2}
DEAD = "dead"


@dataclass(frozen=True)
class Declare(Action):
    """All attacks of the turn: each attacker with its target, and with the supply that feeds it."""

    verb = "declare"
    attacks: Pairs
    fed: Pairs


@dataclass(frozen=True)
class Resolve(Action):
    verb = "resolve"
    target: SpaceId


@dataclass(frozen=True)
class Lose(Action):
    verb = "lose"
    piece: PieceId


def near(a: str, b: str) -> bool:
    return a == b or frozenset((a, b)) in JOINED


def own(state: State, kinds: Iterable[str]) -> list[Piece]:
    return [p for p in state.pieces.values() if p.power == "red" and p.kind in kinds and p.space != DEAD]


class DeclareRule(Rule[Declare]):
    """Checked as a whole: all that is wrong is said at once, and then nothing of it happens."""

    action = Declare
    rule = "6"

    def refusals(self, state: State, action: Declare) -> list[Refusal]:
        found = [reason for attack in action.attacks for reason in self._attack(state, *attack)]
        found += [reason for meal in action.fed for reason in self._meal(state, *meal)]
        for attacker, times in Counter(attacker for attacker, _ in action.attacks).items():
            if times > 1:
                found.append(
                    refuse("declare.twice", f"{attacker} attacks {times} times.", "6.1", pieces=[attacker])
                )
        eaters = {eater for eater, _ in action.fed}
        hungry = sorted({attacker for attacker, _ in action.attacks} - eaters)
        if hungry:
            found.append(
                refuse("declare.unfed", f"No supply feeds {', '.join(hungry)}.", "6.3", pieces=hungry)
            )
        for depot, meals in Counter(depot for _, depot in action.fed).items():
            if meals > FEEDS:
                sentence = f"{depot} feeds {meals} units, it can feed {FEEDS}."
                found.append(
                    refuse("declare.too_many", sentence, "6.4", pieces=[depot], needs=meals, has=FEEDS)
                )
        return found

    def _attack(self, state: State, attacker: str, target: str) -> list[Refusal]:
        if attacker not in [piece.id for piece in own(state, STRENGTH)]:
            return [
                refuse("declare.no_unit", f"{attacker} is no unit that attacks.", "6.1", pieces=[attacker])
            ]
        if not defenders(state, target):
            return [refuse("declare.no_enemy", f"There is no enemy in {target}.", "6.1", spaces=[target])]
        where = state.piece(attacker).space
        if not near(where, target):
            sentence = f"{attacker} in {where} does not reach {target}."
            return [refuse("declare.too_far", sentence, "6.2", pieces=[attacker], spaces=[where, target])]
        return []

    def _meal(self, state: State, eater: str, depot: str) -> list[Refusal]:
        if depot not in [piece.id for piece in own(state, ["supply"])]:
            return [refuse("declare.no_supply", f"{depot} is no supply of yours.", "6.3", pieces=[depot])]
        if eater in state.pieces and not near(state.piece(eater).space, state.piece(depot).space):
            return [
                refuse(
                    "declare.supply_far", f"{depot} is too far from {eater}.", "6.3", pieces=[eater, depot]
                )
            ]
        return []

    def perform(self, draft: Draft, action: Declare) -> None:
        for depot in dict.fromkeys(depot for _, depot in action.fed):
            draft.move([depot], DEAD)
        groups: dict[str, list[str]] = {}
        for attacker, target in action.attacks:
            groups.setdefault(target, []).append(attacker)
        draft.pop()
        draft.push("attacks", groups=groups)
        draft.emit("declared", groups=groups)

    def legal(self, state: State, piece: str | None = None) -> Iterable[Declare]:
        yield Declare((), ())
        depots = own(state, ["supply"])
        for unit, target, depot in product(own(state, STRENGTH), SPACES, depots):
            action = Declare(((unit.id, target),), ((unit.id, depot.id),))
            if not self.refusals(state, action):
                yield action


def defenders(state: State, space: str) -> list[Piece]:
    return [piece for piece in state.at(space) if piece.power == "blue"]


def groups_of(state: State) -> FrozenMap[tuple[str, ...]]:
    groups = state.top["groups"]
    assert isinstance(groups, FrozenMap)
    return groups


class ResolveRule(Rule[Resolve]):
    action = Resolve

    def refusals(self, state: State, action: Resolve) -> list[Refusal]:
        if action.target in groups_of(state):
            return []
        return [
            refuse("resolve.not_declared", f"No attack on {action.target} waits.", spaces=[action.target])
        ]

    def perform(self, draft: Draft, action: Resolve) -> None:
        groups = groups_of(draft.state)
        attackers = groups[action.target]
        draft.update(groups=groups.without(action.target))
        attack = sum(STRENGTH[draft.state.piece(i).kind] for i in attackers)
        defence = sum(STRENGTH[p.kind] for p in defenders(draft.state, action.target))
        if attack > defence:
            draft.move([p.id for p in defenders(draft.state, action.target)], DEAD)
        draft.emit("resolved", target=action.target, attack=attack, defence=defence)
        if attack < 2 * defence:
            draft.push("loss", among=attackers)

    def legal(self, state: State, piece: str | None = None) -> Iterable[Resolve]:
        return map(Resolve, groups_of(state))


class LoseRule(Rule[Lose]):
    action = Lose

    def refusals(self, state: State, action: Lose) -> list[Refusal]:
        among = state.top["among"]
        assert isinstance(among, tuple)
        if action.piece in among:
            return []
        return [refuse("lose.not_there", f"{action.piece} was not in the attack.", pieces=[action.piece])]

    def perform(self, draft: Draft, action: Lose) -> None:
        draft.pop()
        draft.move([action.piece], DEAD)

    def legal(self, state: State, piece: str | None = None) -> Iterable[Lose]:
        among = state.top["among"]
        assert isinstance(among, tuple)
        return (Lose(str(item)) for item in among)


class Declaration(Phase):
    name, title, rules = "declaration", "declaration of attacks", (DeclareRule(),)

    def decider(self, state: State) -> str:
        return "red"


class Attacks(Phase):
    name, title, rules = "attacks", "attacks", (ResolveRule(),)

    def decider(self, state: State) -> str | None:
        return "red" if groups_of(state) else None


class Loss(Phase):
    name, title, rules = "loss", "the attacker's loss", (LoseRule(),)

    def decider(self, state: State) -> str:
        return "red"


game = Small(
    "supply", (*SPACES, DEAD), ("red", "blue"), (Declare, Resolve, Lose), (Declaration(), Attacks(), Loss())
)


def start() -> State:
    pieces = [
        Piece("r.tank", "tank", "red", "lodz"),
        Piece("r.inf1", "inf", "red", "lodz"),
        Piece("r.inf2", "inf", "red", "poznan"),
        Piece("r.inf3", "inf", "red", "poznan"),
        Piece("r.depot", "supply", "red", "lodz"),
        Piece("r.cache", "supply", "red", "kiev"),
        Piece("b.tank", "tank", "blue", "minsk"),
        Piece("b.inf", "inf", "blue", "warsaw"),
    ]
    powers = FrozenMap({"red": "red", "blue": "blue"})
    return State("supply", powers=powers, pieces=PieceTable(pieces), stack=(frame("declaration"),))
