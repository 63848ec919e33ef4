"""How air units fly: range, guns on the way, where a flight may end (Air Units)."""

from __future__ import annotations

from dataclasses import replace

from wargame_desktop.board.paths import Reach, Route, explain, reach
from wargame_desktop.board.policy import Conditions, MovePolicy
from wargame_desktop.core.frozen import FrozenMap
from wargame_desktop.core.refusal import Refusal, refuse
from wargame_desktop.core.state import Piece, PieceTable, State

from . import landing
from .facts import FLY
from .model import BOMBER, GERMANY, JAPAN, MOVED
from .situation import Situation, moved

RULE = "Air Units"


def policy(sit: Situation, piece: Piece) -> MovePolicy:
    """What the search must know of one air unit."""
    costs = sit.facts.costs(FLY, (), sit.island_bases(piece.power))
    return MovePolicy(costs, Conditions(sit.facts.board), max(0, sit.range_left(piece)))


def reach_of(sit: Situation, piece: Piece) -> Reach:
    """Everywhere an air unit can fly to."""
    return reach(policy(sit, piece), sit.place(piece))


def quiet_path(sit: Situation, piece: Piece, end: str) -> tuple[str, ...] | None:
    """A way within range that meets as few guns as possible, without its start."""
    start = sit.place(piece)
    guns = {space for space in sit.facts.territories if sit.enemy_gun(space) and space != end}
    rules = policy(sit, piece)
    calm = replace(rules, conditions=Conditions(sit.facts.board, forbidden=sorted(guns)))
    for one in (calm, rules):
        found = reach(one, start)
        if end in found:
            return found.path(end)[1:]
    return None


def walk(sit: Situation, piece: Piece, path: tuple[str, ...]) -> Route:
    """A given path, as far as the unit can fly it."""
    return explain(policy(sit, piece), (sit.place(piece), *path))


def guns_on(sit: Situation, path: tuple[str, ...], combat: bool) -> tuple[str, ...]:
    """Territories with enemy guns entered on the way; the one attacked fires in its combat instead."""
    return tuple(space for space in (path[:-1] if combat else path) if sit.enemy_gun(space))


def flown(sit: Situation, piece: Piece, path: tuple[str, ...]) -> int:
    """Spaces a flight along a path uses."""
    return walk(sit, piece, path).cost


def state_refusals(sit: Situation, piece: Piece, combat: bool) -> list[Refusal]:
    """Why an air unit may not take off now."""
    name = f"The {sit.facts.units[sit.type(piece)].name} {piece.id}"
    carrier = sit.carrier_of(piece)
    if carrier is not None and moved(carrier):
        sentence = f"{name} is cargo: its carrier {carrier.id} has moved in this turn."
        return [refuse("air.cargo", sentence, "Aircraft Carriers", pieces=(piece.id, carrier.id))]
    if combat and moved(piece):
        sentence = f"{name} has made its combat move."
        return [refuse("air.moved", sentence, "Phase 3: Combat Move", pieces=(piece.id,))]
    return []


def attack_refusals(sit: Situation, piece: Piece, path: tuple[str, ...], raid: bool) -> list[Refusal]:
    """A combat move of an air unit ends where there is something to attack."""
    end, name = path[-1], f"the {sit.facts.units[sit.type(piece)].name} {piece.id}"
    if raid:
        return _raid_refusals(sit, piece, end, name)
    is_target = sit.is_hostile_zone(end) if sit.facts.is_sea(end) else sit.is_hostile_land(end)
    if is_target or may_leave(sit, piece, end):
        return []
    sentence = (
        f"There is nothing to attack in {sit.facts.name(end)}; {name} may fly there in the noncombat move."
    )
    return [refuse("air.no_target", sentence, "Phase 3: Combat Move", pieces=(piece.id,), spaces=(end,))]


def may_leave(sit: Situation, piece: Piece, end: str) -> bool:
    """A fighter beside enemies since the turn began may leave its carrier for a friendly space."""
    if not sit.is_hostile_zone(sit.place(piece)):
        return False
    return sit.facts.is_sea(end) or sit.is_friendly_since_start(end)


def _raid_refusals(sit: Situation, piece: Piece, end: str, name: str) -> list[Refusal]:
    rule = "Strategic Bombing Raids"
    may = sit.type(piece) == BOMBER or (
        piece.power == GERMANY and sit.has_advantage(GERMANY, "luftwaffe_dive_bombers")
    )
    found = []
    if not may:
        found.append(refuse("raid.bombers", f"Only bombers raid, not {name}.", rule, pieces=(piece.id,)))
    if not sit.is_hostile_land(end) or sit.complex_at(end) is None:
        sentence = f"{sit.facts.name(end)} has no enemy industrial complex to bomb."
        found.append(refuse("raid.no_complex", sentence, rule, spaces=(end,)))
    return found


def kamikaze_refusals(sit: Situation, piece: Piece, end: str) -> list[Refusal]:
    """Only Japan with the advantage, and only against ships."""
    rule = "Kamikaze Attacks"
    if piece.power != JAPAN or not sit.has_advantage(JAPAN, "kamikaze_attacks"):
        return [refuse("kamikaze.not_yours", f"{piece.id} cannot make a kamikaze attack.", rule)]
    if not sit.facts.is_sea(end):
        sentence = f"A kamikaze attack is made on ships, and {sit.facts.name(end)} is land."
        return [refuse("kamikaze.ships", sentence, rule, spaces=(end,))]
    return []


def after_flight(
    sit: Situation, pieces: list[Piece], path: tuple[str, ...], marks: dict[str, object]
) -> State:
    """The state with air units at the end of a path: to see whether all can still land."""
    changes = {}
    for piece in pieces:
        spent = moved(piece) + flown(sit, piece, path)
        new = piece.marks.update(FrozenMap({MOVED: spent, **marks}))  # type: ignore[arg-type]
        changes[piece.id] = replace(piece, space=path[-1], marks=new)
    table = sit.state.pieces.update(changes)
    assert isinstance(table, PieceTable)
    return replace(sit.state, pieces=table)


def landing_refusals(sit: Situation, after: State, pieces: list[Piece]) -> list[Refusal]:
    """No move may leave an air unit without a place to land that had one, nor send one where none is."""
    before = set(landing.plan(sit).stranded)
    stranded = landing.plan(Situation(sit.facts, after, sit.power)).stranded
    moving = {piece.id for piece in pieces}
    found = []
    for piece_id in stranded:
        if piece_id in before and piece_id not in moving:
            continue
        piece = after.piece(piece_id)
        left = max(0, sit.range_left(piece))
        kind = sit.facts.units[sit.type(piece)].name
        start, place = sit.facts.name(sit.place(sit.state.piece(piece_id))), sit.facts.name(piece.space)
        spaces = "1 space" if left == 1 else f"{left} spaces"
        where = f"over {place}" if start == place else f"from {start}, once in {place},"
        why = landing.why_stranded(Situation(sit.facts, after, sit.power), piece)
        sentence = (
            f"The {kind} {piece_id} {where} could reach no landing place with {spaces} left to fly: {why}."
        )
        rule = "Air Units: suicide runs" if piece_id in moving else "Aircraft Carriers: pick-up"
        found.append(
            refuse("air.no_landing", sentence, rule, pieces=(piece_id,), spaces=(piece.space,), left=left)
        )
    return found
