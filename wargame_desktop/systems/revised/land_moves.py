"""How land units move: stopping at enemies, blitzing, the railway (Tanks and Blitzing)."""

from __future__ import annotations

from collections.abc import Iterator

from wargame_desktop.board.paths import Route, explain
from wargame_desktop.board.policy import Barred, Conditions, MovePolicy, StepAnswer, StepView, Taken
from wargame_desktop.core.refusal import Refusal, refuse
from wargame_desktop.core.state import HOLD, Piece

from .facts import LAND_STEP
from .model import AA_GUN, COMPLEX, DONE, PANZER
from .situation import RAILWAY, Situation, moved

RULE = "Phase 3: Combat Move"
BLITZ = "Tanks and Blitzing"


def policy(sit: Situation, piece: Piece, combat: bool) -> MovePolicy:
    """What the search must know of one land unit."""
    hostile = [space for space in sit.facts.territories if sit.is_hostile_land(space)]
    if combat:
        stop = [space for space in hostile if sit.is_occupied(space) or not sit.can_blitz(piece)]
        conditions = Conditions(sit.facts.board, stop=stop)
    else:
        conditions = Conditions(sit.facts.board, forbidden=dict.fromkeys(hostile, "hostile territory"))
    allowance = sit.range_left(piece)
    rides = sit.rides_railway(piece) and piece.space in RAILWAY
    return MovePolicy(
        sit.facts.costs(LAND_STEP),
        conditions,
        max(0, allowance + 1 if rides else allowance),
        step=_railway if rides else None,
        stage=0,
    )


def _railway(view: StepView) -> StepAnswer:
    """A second step only along the railway; the stage counts steps, 9 after leaving it."""
    if view.cost is None:
        return None
    on_line = view.origin in RAILWAY and view.space in RAILWAY
    if view.stage == 0:
        return Taken(view.cost, stage=1 if on_line else 9)
    if view.stage == 1 and on_line:
        return Taken(view.cost, stage=9)
    return Barred("a second territory can be reached only along the railway")


def walk(sit: Situation, piece: Piece, path: tuple[str, ...], combat: bool) -> Route:
    """A given path, as far as the unit can follow it."""
    return explain(policy(sit, piece, combat), (piece.space, *path))


def paths(sit: Situation, piece: Piece, combat: bool) -> Iterator[tuple[str, ...]]:
    """Every path of one or two steps that the unit can walk, shortest first."""
    rules = policy(sit, piece, combat)
    here = piece.space
    firsts = [
        (space,) for space in sit.facts.land_next(here) if explain(rules, (here, space)).refused is None
    ]
    yield from firsts
    if rules.budget < 2:
        return
    for (first,) in firsts:
        for second in sit.facts.land_next(first):
            if explain(rules, (here, first, second)).refused is None:
                yield first, second


def state_refusals(sit: Situation, piece: Piece, combat: bool) -> list[Refusal]:
    """Why a land unit may not move at all now."""
    kind = sit.type(piece)
    name = f"The {sit.facts.units[kind].name} {piece.id}"
    if kind == COMPLEX and not _mobile(sit, piece):
        rule = "Industrial Complexes"
        return [refuse("land.complex", f"{name} can never move.", rule, pieces=(piece.id,))]
    if piece.space.startswith(HOLD):
        sentence = f"{name} is aboard a ship; offload it first."
        return [refuse("land.aboard", sentence, "Transports", pieces=(piece.id,))]
    if combat and kind in (AA_GUN, COMPLEX):
        rule = "Anti-aircraft Guns" if kind == AA_GUN else "Mobile Industry"
        sentence = f"{name} moves only in the noncombat move."
        return [refuse("land.noncombat_only", sentence, rule, pieces=(piece.id,))]
    if (moved(piece) and not piece.mark(PANZER)) or (not combat and piece.mark(DONE)):
        sentence = f"{name} has moved or fought in this turn."
        return [refuse("land.moved", sentence, RULE, pieces=(piece.id,))]
    return []


def _mobile(sit: Situation, piece: Piece) -> bool:
    """Mobile Industry: Soviet complexes move one territory in the noncombat move."""
    return piece.power == "ussr" and sit.has_advantage("ussr", "mobile_industry")


def end_refusals(sit: Situation, piece: Piece, path: tuple[str, ...]) -> list[Refusal]:
    """A combat move of a land unit ends in hostile land, or anywhere after a blitz."""
    end = path[-1]
    if sit.is_hostile_land(end) or any(sit.is_hostile_land(space) for space in path):
        return []
    sentence = (
        f"{sit.facts.name(end)} is friendly: the {sit.facts.units[sit.type(piece)].name} {piece.id} "
        "may end its move there only in the noncombat move."
    )
    return [refuse("land.no_combat", sentence, RULE, pieces=(piece.id,), spaces=(end,))]


def complex_refusals(sit: Situation, piece: Piece, end: str) -> list[Refusal]:
    """A complex belongs to whoever controls its territory, and no territory has two."""
    if sit.type(piece) != COMPLEX:
        return []
    if sit.complex_at(end) is not None:
        sentence = f"{sit.facts.name(end)} has an industrial complex already."
        return [refuse("land.one_complex", sentence, "Industrial Complexes", spaces=(end,))]
    if sit.holder(end) != piece.power:
        sentence = f"{sit.facts.name(end)} is not controlled by the power that owns {piece.id}."
        return [refuse("land.foreign_complex", sentence, "Mobile Industry", spaces=(end,))]
    return []
