"""Questions about combats and their answers: for planned attacks, for the command line, for a calculator."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from wargame_desktop.core.frozen import FrozenMap, Plain
from wargame_desktop.core.state import Frame, Piece, State

from . import fire
from .advantages import is_banzai, is_wolf_pack
from .chances import Answer, Question, solve
from .flak import hits_on, is_immune
from .forces import (
    AT_SEA,
    DAMAGED,
    ON_LAND,
    TROOPS,
    VALUES,
    Force,
    Shot,
    Side,
    base,
    cost_of,
    hits_to_take,
    order_for,
    plain_shot,
)
from .model import (
    AIR,
    ASSAULT,
    BATTLESHIP,
    BEACH,
    BOMBARDMENT,
    BOMBER,
    DESTROYER,
    DEVELOPMENTS,
    FIRED,
    FLAK,
    FOUGHT,
    HITS,
    KAMIKAZE,
)
from .sides import alive, assaulting, attackers, defenders
from .situation import Situation, names

if TYPE_CHECKING:
    from .system import Revised

MOST_UNITS = 60
EXACT_UP_TO = 144
"""Up to this product of hits both sides can take, chances are also given as fractions."""
LISTED = 40
"""How many ways to end an answer lists, the likeliest first."""


class OddsError(ValueError):
    """A question that cannot be answered, with a sentence that says why."""


WHEN: dict[str, Callable[[Force, Force, bool], bool]] = {
    "win": lambda ours, theirs, retreated: not retreated and any(ours) and not any(theirs),
    "lose": lambda ours, theirs, retreated: not retreated and any(theirs) and not any(ours),
    "draw": lambda ours, theirs, retreated: not retreated and not any(ours) and not any(theirs),
    "retreat": lambda ours, theirs, retreated: retreated,
}


def odds_query(
    attack: Mapping[str, int],
    defend: Mapping[str, int],
    *,
    sea: bool = False,
    aa: bool = False,
    tech: Sequence[str] = (),
    defend_tech: Sequence[str] = (),
    bombard: Mapping[str, int] | None = None,
    retreat: int = 0,
    attack_order: Sequence[str] = (),
    defend_order: Sequence[str] = (),
) -> dict[str, Any]:
    """The chances of a combat between any two forces, ready for JSON.

    `retreat` is the number of units at which the attacker breaks off; the orders name what is lost first.
    """
    ships = dict(bombard or {})
    _check_units(attack, sea, "the attacker")
    _check_units(defend, sea, "the defender")
    _check(ships, (BATTLESHIP, DESTROYER), "the bombardment")
    _check_names((*tech, *defend_tech), DEVELOPMENTS, "development")
    kinds = AT_SEA if sea else ON_LAND
    _check_names((*attack_order, *defend_order), kinds, "unit")
    if (aa or ships) and sea:
        raise OddsError("Anti-aircraft guns and bombardment belong to combats on land.")
    if ships.get(DESTROYER) and BOMBARDMENT not in tech:
        raise OddsError(f"Destroyers bombard only with the development {BOMBARDMENT}.")
    if sea and defend.get(BOMBER):
        raise OddsError("Bombers land on no carrier, so they never defend at sea.")
    if retreat < 0:
        raise OddsError(f"The attacker cannot retreat with {retreat} units left.")
    question = Question(
        Side(dict(attack), order_for(kinds, attack_order), frozenset(tech)),
        Side(dict(defend), order_for(kinds, defend_order), frozenset(defend_tech)),
        sea,
        1 if aa else 0,
        tuple(VALUES[kind][0] for kind in sorted(ships) for _ in range(ships[kind])),
        retreat,
    )
    return answer(question)


def _check_units(units: Mapping[str, int], sea: bool, whose: str) -> None:
    known = [kind for kind in (AT_SEA if sea else ON_LAND) if kind != DAMAGED]
    _check(units, known, whose)
    if not any(units.values()):
        raise OddsError(f"{whose.capitalize()} has no units.")


def _check(units: Mapping[str, int], known: Sequence[str], whose: str) -> None:
    _check_names(tuple(units), known, "unit")
    if any(count < 0 for count in units.values()) or sum(units.values()) > MOST_UNITS:
        raise OddsError(f"{whose.capitalize()} may have 0 to {MOST_UNITS} units.")


def _check_names(found: Sequence[str], known: Sequence[str], what: str) -> None:
    for name in found:
        if name not in known:
            raise OddsError(f"There is no {what} {name} here (known: {', '.join(known)}).")


def answer(question: Question) -> dict[str, Any]:
    """The chances of a question, ready for JSON; fractions as long as they stay readable."""
    exact = hits_to_take(question.attack) * hits_to_take(question.defend) <= EXACT_UP_TO
    found = solve(question, exact)
    orders = (question.attack.order, question.defend.order)
    result: dict[str, Any] = {
        "attack": _merged({**question.attack.units, **question.kamikaze}),
        "defend": _merged(question.defend.units),
        "sea": question.sea,
    }
    for name, test in WHEN.items():
        result[name] = _chance(sum((p for end, p in found.ends.items() if test(*end)), Fraction(0)), exact)
    if not question.sea:
        result["capture"] = _chance(_capture(found, orders[0]), exact)
    lost = _losses(question, found)
    result["attacker_loss"], result["defender_loss"] = float(lost[0]), float(lost[1])
    result["swing"] = float(lost[1] - lost[0])
    result["attacker_left"], result["defender_left"] = (_left(found, orders[n], n) for n in (0, 1))
    result["ends"] = _ends(found, orders, exact)
    return result


def _chance(value: Any, exact: bool) -> dict[str, Any]:
    return {"fraction": str(value) if exact else None, "decimal": float(value)}


def _capture(found: Answer, order: tuple[str, ...]) -> Any:
    """The chance that a land unit is left to take the territory."""
    walks = [base(kind) in TROOPS for kind in order]
    return sum(
        (
            chance
            for (ours, theirs, _), chance in found.ends.items()
            if not any(theirs) and any(n for n, is_land in zip(ours, walks, strict=True) if is_land)
        ),
        Fraction(0),
    )


def _losses(question: Question, found: Answer) -> tuple[Any, Any]:
    """What each side loses on the average, in IPCs."""
    left_a = sum((p * cost_of(question.attack.order, end[0]) for end, p in found.ends.items()), Fraction(0))
    left_d = sum((p * cost_of(question.defend.order, end[1]) for end, p in found.ends.items()), Fraction(0))
    spent = _price(question.attack.units) + _price(question.kamikaze)
    return spent - left_a, _price(question.defend.units) - left_d


def _price(units: Mapping[str, int]) -> int:
    return sum(VALUES[base(kind)][2] * count for kind, count in units.items())


def _left(found: Answer, order: tuple[str, ...], side: int) -> dict[str, float]:
    """How many units of each kind are left on the average."""
    total: dict[str, float] = {}
    for (ours, theirs, _), chance in found.ends.items():
        for kind, count in zip(order, (ours, theirs)[side], strict=True):
            if count:
                total[_shown(kind)] = total.get(_shown(kind), 0.0) + float(chance * count)
    return {kind: total[kind] for kind in map(_shown, order) if kind in total}


def _ends(
    found: Answer, orders: tuple[tuple[str, ...], tuple[str, ...]], exact: bool
) -> list[dict[str, Any]]:
    ends = sorted(found.ends.items(), key=lambda item: (-float(item[1]), item[0]))
    return [
        {
            "attack": _units(orders[0], ours),
            "defend": _units(orders[1], theirs),
            "retreated": retreated,
            **_chance(chance, exact),
        }
        for (ours, theirs, retreated), chance in ends[:LISTED]
    ]


def _shown(kind: str) -> str:
    """A kind's name; a damaged battleship is repaired when the combat is over."""
    return BATTLESHIP if base(kind) == DAMAGED else base(kind)


def _merged(units: Mapping[str, int]) -> dict[str, int]:
    found: dict[str, int] = {}
    for kind, count in units.items():
        if count:
            found[_shown(kind)] = found.get(_shown(kind), 0) + count
    return found


def _units(order: tuple[str, ...], force: Force) -> dict[str, int]:
    return _merged(dict(zip(order, force, strict=True)))


# Planned combats


def odds_of(game: Revised, state: State, space: str, retreat: int = 0) -> dict[str, Any] | None:
    """The chances of the combat planned or in progress in a space; None when there is none."""
    question = question_of(game, state, space, retreat)
    return None if question is None else answer(question)


def question_of(game: Revised, state: State, space: str, retreat: int = 0) -> Question | None:
    """The combat in a space with everything that bears on it."""
    sit = Situation(game.facts, state)
    if space not in game.facts.spaces:
        return None
    landing = [piece for piece in assaulting(sit, space) if piece.space != space]
    ours, theirs = alive([*attackers(sit, space), *landing]), alive(defenders(sit, space))
    if not ours or not theirs:
        return None
    sea = game.facts.is_sea(space)
    battle = _battle(sit, space, ours)
    fresh = all(f["step"] == "begin" for f in state.stack if f.name == "battle" and f["space"] == space)
    first = battle["cycle"] == 1
    attack = {p.id: _attack_key(sit, battle, p, first) for p in ours}
    defend = {p.id: _defend_key(sit, battle, p, first) for p in theirs}
    return Question(
        _side([attack[p.id] for p in ours if not p.mark(KAMIKAZE)], sea),
        _side(list(defend.values()), sea),
        sea,
        hits_on(sit, space) if fresh and sit.enemy_gun(space) else 0,
        bombard=_bombardment(sit, battle, ours) if fresh and not sea else (),
        retreat_at=retreat,
        kamikaze=Counter(attack[p.id][0] for p in ours if p.mark(KAMIKAZE)),
        guns=_guns(sit, space, [(p, attack[p.id][0]) for p in ours], fresh),
    )


def _battle(sit: Situation, space: str, ours: Sequence[Piece]) -> Frame:
    running = next((f for f in sit.state.stack if f.name == "battle" and f["space"] == space), None)
    if running is not None and "amphibious" in running.params:
        return running
    amphibious = any(piece.mark(ASSAULT) == space for piece in ours)
    facts: dict[str, Plain] = {
        "space": space,
        "cycle": 1,
        "amphibious": amphibious,
        "banzai": is_banzai(sit, space, ours),
        "wolf_pack": is_wolf_pack(sit, ours),
        "hold": running.get("hold") if running is not None else (),
    }
    return Frame("battle", FrozenMap(facts))


Key = tuple[str, Shot]
"""A kind of unit as the chances count it, and how it fires."""


def _key(sit: Situation, piece: Piece, shot: Shot, attacking: bool) -> Key:
    """Units that fire as the chart says go under their kind, others under a name of their own."""
    kind = DAMAGED if piece.mark(HITS) else sit.type(piece)
    if shot == plain_shot(kind, (), attacking):
        return kind, shot
    return f"{kind}+{'/'.join(map(str, shot))}", shot


def _attack_key(sit: Situation, battle: Frame, piece: Piece, first: bool) -> Key:
    now, later = (fire.attack_of(sit, one, piece) for one in (battle, _later(battle)))
    return _key(sit, piece, (now if first else later, later, fire.dice_of(sit, piece)), True)


def _defend_key(sit: Situation, battle: Frame, piece: Piece, first: bool) -> Key:
    now, later = (fire.defence(sit, one, piece) for one in (battle, _later(battle)))
    return _key(sit, piece, (now if first else later, later, 1), False)


def _later(battle: Frame) -> Frame:
    return Frame(battle.name, battle.params.update({"cycle": 2}))


def _side(keys: Sequence[Key], sea: bool) -> Side:
    """Units are lost kind by kind, the weaker of a kind first."""
    units = Counter(key for key, _ in keys)
    shots = dict(keys)
    plain = AT_SEA if sea else ON_LAND
    order = []
    for kind in plain:
        own = sorted((key for key in units if base(key) == kind), key=lambda key: (shots[key], key))
        order += own if own or kind not in (BATTLESHIP, DAMAGED) else [kind]
    return Side(dict(units), tuple(order), values=shots)


def _guns(
    sit: Situation, space: str, ours: Sequence[tuple[Piece, str]], fresh: bool
) -> dict[str, tuple[tuple[int, ...], ...]]:
    """What the guns on each air unit's way hit on, the one in the space itself last."""
    found: dict[str, tuple[tuple[int, ...], ...]] = {}
    target = (hits_on(sit, space),) if fresh and sit.enemy_gun(space) else ()
    for piece, key in ours:
        if sit.type(piece) in AIR and not is_immune(sit, piece):
            way = tuple(hits_on(sit, one) for one in names(piece.mark(FLAK)))
            found[key] = (*found.get(key, ()), (*way, *target))
    return found


def _bombardment(sit: Situation, battle: Frame, ours: Sequence[Piece]) -> tuple[int, ...]:
    """What the ships beside the landing would hit on: none where a sea combat comes first."""
    zones = sorted({str(piece.mark(BEACH)) for piece in ours if piece.mark(BEACH)})
    held = names(battle.get("hold"))
    ships = [
        ship
        for zone in zones
        if not sit.is_hostile_zone(zone)
        for ship in sit.state.at(zone)
        if sit.is_own(ship) and fire.bombards(sit, ship) and not ship.mark(FOUGHT) and not ship.mark(FIRED)
    ]
    return tuple(sit.facts.units[sit.type(ship)].attack for ship in ships if ship.id not in held)
