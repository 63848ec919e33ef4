"""Throw-away rules: a card chosen a turn ahead starts a chain of events, tables and choices.

Cards and tables are data; the rules below only read them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tests.situations.table import Small
from wargame_desktop.core.action import Action, Flag, PieceId
from wargame_desktop.core.draft import Draft
from wargame_desktop.core.frozen import FrozenMap
from wargame_desktop.core.refusal import Refusal, refuse
from wargame_desktop.core.sequence import Phase, PhaseList, Prompt, Rule
from wargame_desktop.core.state import Frame, Piece, PieceTable, State, frame

TURNS = 5
HAND, PENDING, CURRENT, PLAYED, CAPITAL, POOL = "hand", "pending", "current", "played", "capital", "pool"
LAST = {"text": "nothing comes of it"}

# What a card does, in order.
CARDS: dict[str, list[tuple[str, dict[str, Any]]]] = {
    "blitz": [("delay", {"turns": 3}), ("table", {"table": "politics", "modifier": 1})],
    "treaty": [("table", {"table": "politics", "modifier": -1}), ("delay", {"turns": 1})],
    "rest": [],
}
# A table's rows: up to this total, this result. A row may lead to another table or to a choice.
TABLES: dict[str, list[tuple[int, dict[str, Any]]]] = {
    "politics": [(2, LAST), (4, {"table": "balkans", "modifier": -2}), (9, {"offer": "ultimatum"})],
    "balkans": [(1, {"offer": "border"}), (9, LAST)],
}


@dataclass(frozen=True)
class ChooseCard(Action):
    verb = "choose_card"
    card: PieceId


@dataclass(frozen=True)
class Reveal(Action):
    verb = "reveal"


@dataclass(frozen=True)
class Consult(Action):
    """Roll on the table in force."""

    verb = "consult"


@dataclass(frozen=True)
class Delay(Action):
    verb = "delay"
    piece: PieceId


@dataclass(frozen=True)
class Reply(Action):
    verb = "reply"
    accept: Flag


def track(turn: int) -> str:
    return f"turn.{turn}"


class Turns(Phase):
    """Each turn: what was delayed to it arrives, the pending card is revealed, the next one chosen."""

    name, title = "turns", "Turns"

    def advance(self, draft: Draft) -> None:
        turn = draft.state.number("turn") + 1
        if turn > TURNS:
            draft.pop()
            return
        draft.set("turn", turn)
        for piece in draft.state.at(track(turn)):
            draft.move([piece.id], CAPITAL)
            draft.emit("arrived", piece=piece.id)
        draft.push("turn")


def turn_steps(state: State, top: Frame) -> list[Frame]:
    return [frame("reveal"), frame("card"), frame("choose")]


def card_steps(state: State, top: Frame) -> list[Frame]:
    return [frame(name, **data) for card in state.at(CURRENT) for name, data in CARDS[card.kind]]


def put_away(draft: Draft) -> None:
    draft.pop()
    draft.move([card.id for card in draft.state.at(CURRENT)], PLAYED)


class RevealRule(Rule[Reveal]):
    action = Reveal

    def perform(self, draft: Draft, action: Reveal) -> None:
        draft.pop()
        (card,) = draft.state.at(PENDING)
        draft.change(card.id, concealed=False)
        draft.move([card.id], CURRENT)
        draft.emit("card_revealed", card=card.id)

    def legal(self, state: State, piece: str | None = None) -> Iterable[Reveal]:
        return [Reveal()]


class RevealPhase(Phase):
    name, title, rules = "reveal", "revelation of the pending card", (RevealRule(),)

    def decider(self, state: State) -> str | None:
        return "axis" if state.at(PENDING) else None


class ChooseRule(Rule[ChooseCard]):
    action = ChooseCard

    def refusals(self, state: State, action: ChooseCard) -> list[Refusal]:
        if action.card in [card.id for card in state.at(HAND)]:
            return []
        return [refuse("card.not_in_hand", f"{action.card} is not in the hand.", pieces=[action.card])]

    def perform(self, draft: Draft, action: ChooseCard) -> None:
        draft.pop()
        draft.move([action.card], PENDING)
        draft.emit("card_chosen", card=action.card)

    def legal(self, state: State, piece: str | None = None) -> Iterable[ChooseCard]:
        return (ChooseCard(card.id) for card in state.at(HAND))


class Choose(Phase):
    name, title, rules = "choose", "choice of the next card", (ChooseRule(),)

    def decider(self, state: State) -> str | None:
        return "axis" if state.at(HAND) else None


class ConsultRule(Rule[Consult]):
    action = Consult

    def perform(self, draft: Draft, action: Consult) -> None:
        top = draft.pop()
        table, modifier = str(top["table"]), top["modifier"]
        assert isinstance(modifier, int)
        (face,) = draft.roll(f"the {table} table")
        total = face + modifier
        result = next(result for limit, result in TABLES[table] if total <= limit)
        draft.emit("consulted", table=table, face=face, modifier=modifier)
        if "table" in result:
            draft.push("table", **result)
        elif "offer" in result:
            draft.push("offer", event=result["offer"])

    def legal(self, state: State, piece: str | None = None) -> Iterable[Consult]:
        return [Consult()]


class TablePhase(Phase):
    name, title, rules = "table", "a table", (ConsultRule(),)

    def decider(self, state: State) -> str:
        return "axis"

    def prompt(self, state: State) -> Prompt:
        return Prompt(f"Roll on the {state.top['table']} table", f"Modifier {state.top['modifier']}.")


class DelayRule(Rule[Delay]):
    action = Delay

    def refusals(self, state: State, action: Delay) -> list[Refusal]:
        if action.piece in [piece.id for piece in state.at(POOL)]:
            return []
        return [refuse("delay.not_in_pool", f"{action.piece} is not in the pool.", pieces=[action.piece])]

    def perform(self, draft: Draft, action: Delay) -> None:
        turns = draft.pop()["turns"]
        assert isinstance(turns, int)
        due = draft.state.number("turn") + turns
        draft.move([action.piece], track(due))
        draft.emit("delayed", piece=action.piece, due=due)

    def legal(self, state: State, piece: str | None = None) -> Iterable[Delay]:
        return (Delay(item.id) for item in state.at(POOL))


class DelayPhase(Phase):
    name, title, rules = "delay", "a piece on the turn track", (DelayRule(),)

    def decider(self, state: State) -> str | None:
        return "axis" if state.at(POOL) else None


class ReplyRule(Rule[Reply]):
    action = Reply

    def perform(self, draft: Draft, action: Reply) -> None:
        event = draft.pop()["event"]
        draft.set(f"event.{event}", action.accept)
        if not action.accept:  # refusing has its own consequence, on yet another table
            draft.push("table", table="balkans", modifier=1)

    def legal(self, state: State, piece: str | None = None) -> Iterable[Reply]:
        return [Reply(True), Reply(False)]


class Offer(Phase):
    name, title, rules = "offer", "an offer to the other faction", (ReplyRule(),)

    def decider(self, state: State) -> str:
        return "west"


game = Small(
    "cards",
    (HAND, PENDING, CURRENT, PLAYED, CAPITAL, POOL, *(track(turn) for turn in range(1, TURNS + 4))),
    ("axis", "west"),
    (ChooseCard, Reveal, Consult, Delay, Reply),
    (
        Turns(),
        PhaseList("turn", "Turn", turn_steps),
        RevealPhase(),
        PhaseList("card", "Card", card_steps, finish=put_away),
        Choose(),
        TablePhase(),
        DelayPhase(),
        Offer(),
    ),
)


def start() -> State:
    pieces = [
        Piece("card.1", "blitz", "axis", PENDING, concealed=True),
        Piece("card.2", "treaty", "axis", HAND, concealed=True),
        Piece("card.3", "rest", "axis", HAND, concealed=True),
        Piece("axis.corps", "corps", "axis", POOL),
        Piece("axis.army", "army", "axis", POOL),
    ]
    return State(
        "cards",
        powers=FrozenMap({"axis": "axis", "west": "west"}),
        pieces=PieceTable(pieces),
        vars=FrozenMap({"turn": 1}),
        stack=(frame("turns"), frame("turn", at=1), frame("reveal")),
        secret="salt",
    )
