"""Choosing casualties: the owner says which units take the hits (Step 4, Step 5; Battleship Damage)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from wargame_desktop.core.draft import Draft
from wargame_desktop.core.refusal import Refusal, refuse
from wargame_desktop.core.sequence import Choice, Chooser, Phase, Prompt
from wargame_desktop.core.state import Frame, Piece, State

from .facts import Facts
from .model import AIR, BATTLESHIP, CASUALTY, HITS, Casualties, Disagree
from .rules import RevisedRule
from .sides import attackers, chooser, defenders, eligible, toughness
from .situation import Situation, moved

RULE = "Conduct Combat: casualties"


def candidates(sit: Situation, frame: Frame) -> list[Piece]:
    """The units among which casualties are chosen now."""
    space = str(frame["space"])
    pieces = attackers(sit, space) if frame["role"] == "attacker" else defenders(sit, space)
    return eligible(sit, pieces, str(frame["pool"]))


def hits_due(sit: Situation, frame: Frame) -> int:
    """How many hits have to be taken: no more than there is to lose."""
    hits = frame["hits"]
    assert isinstance(hits, int)
    return min(hits, sum(toughness(sit, piece) for piece in candidates(sit, frame)))


def by_default(sit: Situation, frame: Frame) -> tuple[str, ...]:
    """A sensible choice: a battleship's first hit costs nothing, then what is cheapest to lose."""
    slots: list[tuple[tuple[int, int, str], str]] = []
    for piece in candidates(sit, frame):
        kind = sit.type(piece)
        cost = sit.facts.units[kind].cost + sum(sit.facts.units[sit.type(c)].cost for c in sit.cargo(piece))
        if toughness(sit, piece) == 2:
            slots.append(((0, 0, piece.id), piece.id))
        value = sit.facts.units[kind].attack if frame["role"] == "attacker" else sit.facts.units[kind].defend
        slots.append(((cost, value, piece.id), piece.id))
    slots.sort()
    return tuple(sorted(piece_id for _, piece_id in slots[: hits_due(sit, frame)]))


def is_forced(sit: Situation, frame: Frame) -> bool:
    """Whether there is nothing to choose: everything is lost, or all units are alike."""
    pieces = candidates(sit, frame)
    if hits_due(sit, frame) >= sum(toughness(sit, piece) for piece in pieces):
        return True
    return len({_likeness(sit, piece) for piece in pieces}) == 1 and sit.type(pieces[0]) != BATTLESHIP


def _likeness(sit: Situation, piece: Piece) -> tuple[object, ...]:
    cargo = tuple(sorted(f"{one.kind} {one.mark('assault') or ''}" for one in sit.cargo(piece)))
    flight = (moved(piece), piece.space) if sit.type(piece) in AIR else ()
    return piece.kind, cargo, flight, bool(piece.mark(HITS))


class ChooseCasualties(Phase):
    """Somebody has to say which units take the hits."""

    name = "casualties"
    title = "Casualties"
    rule = RULE

    def __init__(self, rules: Sequence[RevisedRule[Casualties] | RevisedRule[Disagree]]) -> None:
        self.rules = rules  # type: ignore[assignment]
        self.facts = rules[0].facts
        self.game = rules[0].game

    def decider(self, state: State) -> str | None:
        """The owner of the units, unless there is nothing to choose."""
        sit = Situation(self.facts, state)
        if hits_due(sit, state.top) == 0 or is_forced(sit, state.top):
            return None
        return str(state.top["by"])

    def prompt(self, state: State) -> Prompt:
        """How many hits, on what."""
        due = hits_due(Situation(self.facts, state), state.top)
        where = self.facts.name(str(state.top["space"]))
        pool = {"ships": " on ships", "troops": " on land units"}.get(str(state.top["pool"]), "")
        hits = "1 hit" if due == 1 else f"{due} hits"
        text = f"{hits}{pool} in {where}: choose what is lost. A battleship can take one hit and stay."
        return Prompt(f"Choose casualties: {hits}", text, RULE)

    def advance(self, draft: Draft) -> None:
        """Take what has to be taken."""
        chosen = by_default(Situation(self.facts, draft.state), draft.top)
        take(self.facts, draft, chosen)


def take(facts: Facts, draft: Draft, chosen: Sequence[str]) -> None:
    """Mark the casualties; a battleship's first hit only marks it as damaged."""
    frame = draft.pop()
    counts = Counter(chosen)
    lost, damaged = [], []
    for piece_id in sorted(counts):
        piece = draft.state.piece(piece_id)
        is_whole = piece.kind.endswith(f".{BATTLESHIP}") and not piece.mark(HITS)
        if is_whole and counts[piece_id] == 1:
            draft.mark(piece_id, HITS, 1)
            damaged.append(piece)
        else:
            draft.mark(piece_id, CASUALTY, frame.get("fate", True))
            lost.append(piece)
    if chosen:
        draft.emit(
            "casualties_chosen",
            space=frame["space"], role=frame["role"], by=frame["by"],
            lost=facts.listing(lost) if lost else "", damaged=facts.listing(damaged) if damaged else "",
        )  # fmt: skip


class CasualtiesRule(RevisedRule[Casualties]):
    """As many units as there were hits, and only units those hits can be taken on."""

    action = Casualties
    title = "Choose casualties"
    rule = RULE

    def choices(self, state: State) -> Sequence[Choice]:
        """The units to choose among."""
        found = candidates(self.see(state), state.top)
        return (Choice("pieces", "pieces", tuple(piece.id for piece in found)),)

    def refusals(self, state: State, action: Casualties) -> list[Refusal]:
        """Count and kind."""
        sit = self.see(state)
        allowed = {piece.id: toughness(sit, piece) for piece in candidates(sit, state.top)}
        found = []
        for piece_id, count in sorted(Counter(action.pieces).items()):
            if piece_id not in allowed:
                sentence = f"{piece_id} is not among the units these hits can be taken on."
                found.append(refuse("casualties.not_eligible", sentence, RULE, pieces=(piece_id,)))
            elif count > allowed[piece_id]:
                sentence = f"{piece_id} can take {allowed[piece_id]} hits, not {count}."
                found.append(refuse("casualties.too_often", sentence, RULE, pieces=(piece_id,)))
        due = hits_due(sit, state.top)
        if not found and len(action.pieces) != due:
            sentence = f"{due} hits have to be taken, {len(action.pieces)} are chosen."
            found.append(refuse("casualties.count", sentence, RULE, needs=due, has=len(action.pieces)))
        return found

    def perform(self, draft: Draft, action: Casualties) -> None:
        """Mark them."""
        take(self.facts, draft, action.pieces)

    def legal(self, state: State, piece: str | None = None) -> Iterable[Casualties]:
        """The sensible choice first, then one that begins with each unit."""
        sit = self.see(state)
        first = by_default(sit, state.top)
        if piece is None or piece in first:
            yield Casualties(first)
        seen = {first}
        for one in candidates(sit, state.top):
            rest = list(first)
            if one.id in rest or piece not in (None, one.id):
                continue
            chosen = tuple(sorted((one.id, *rest[1:])))
            if chosen not in seen:
                seen.add(chosen)
                yield Casualties(chosen)

    def sample(self, state: State, chooser: Chooser) -> Casualties | None:
        """Any units."""
        sit = self.see(state)
        slots = [piece.id for piece in candidates(sit, state.top) for _ in range(toughness(sit, piece))]
        chosen = [slots.pop(chooser.randrange(len(slots))) for _ in range(hits_due(sit, state.top))]
        return Casualties(tuple(sorted(chosen)))


class DisagreeRule(RevisedRule[Disagree]):
    """Several powers that cannot agree leave the choice to the opponent (Multinational Forces)."""

    action = Disagree
    title = "Leave the choice to the opponent"
    rule = "Multinational Forces"

    def available(self, state: State) -> bool:
        """Only when a whole side has to agree."""
        return str(state.top["by"]) not in state.powers

    def perform(self, draft: Draft, action: Disagree) -> None:
        """Hand the choice over."""
        sit, frame = self.see(draft.state), draft.top
        space = str(frame["space"])
        others = defenders(sit, space) if frame["role"] == "attacker" else attackers(sit, space)
        by = chooser(sit, others)
        draft.update(by=by if by in draft.state.powers else sorted(p.power for p in others)[0])
        draft.emit("disagreed", side=frame["by"], by=draft.top["by"])

    def legal(self, state: State, piece: str | None = None) -> Iterable[Disagree]:
        """The action has no arguments."""
        return (Disagree(),) if piece is None else ()
