"""Questions about combats and their answers: for planned attacks, for the command line, for a calculator."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from wargame_desktop.core.frozen import FrozenMap, Plain
from wargame_desktop.core.state import Frame, Piece, State

from . import fire
from .advantages import is_banzai, is_wolf_pack
from .chances import (
    AT_SEA,
    DAMAGED,
    ON_LAND,
    TROOPS,
    VALUES,
    Answer,
    Force,
    Question,
    Side,
    cost_of,
    hits_to_take,
    order_for,
    solve,
)
from .flak import hits_on
from .model import (
    ARTILLERY,
    BATTLESHIP,
    BEACH,
    DESTROYER,
    DEVELOPMENTS,
    FOUGHT,
    HITS,
    INFANTRY,
    SUBMARINE,
)
from .sides import assaulting, attackers, defenders
from .situation import Situation, names, table

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
        "attack": dict(question.attack.units),
        "defend": dict(question.defend.units),
        "sea": question.sea,
    }
    for name, test in WHEN.items():
        result[name] = _chance(sum((p for end, p in found.ends.items() if test(*end)), Fraction(0)), exact)
    if not question.sea:
        result["capture"] = _chance(_capture(found, orders[0]), exact)
    lost = _losses(question, found)
    result["attacker_loss"], result["defender_loss"] = float(lost[0]), float(lost[1])
    result["swing"] = float(lost[1] - lost[0])
    result["ends"] = _ends(found, orders, exact)
    return result


def _chance(value: Any, exact: bool) -> dict[str, Any]:
    return {"fraction": str(value) if exact else None, "decimal": float(value)}


def _capture(found: Answer, order: tuple[str, ...]) -> Any:
    """The chance that a land unit is left to take the territory."""
    walks = [kind in TROOPS for kind in order]
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
    return _price(question.attack) - left_a, _price(question.defend) - left_d


def _price(side: Side) -> int:
    return sum(VALUES[kind][2] * count for kind, count in side.units.items())


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


def _units(order: tuple[str, ...], force: Force) -> dict[str, int]:
    found: dict[str, int] = {}
    for kind, count in zip(order, force, strict=True):
        name = BATTLESHIP if kind == DAMAGED else kind  # repaired when the combat is over
        if count:
            found[name] = found.get(name, 0) + count
    return found


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
    ours, theirs = [*attackers(sit, space), *landing], defenders(sit, space)
    if not ours or not theirs:
        return None
    sea = game.facts.is_sea(space)
    battle = _battle(sit, space, ours)
    fresh = not any(frame.name == "battle" and frame["space"] == space for frame in state.stack)
    return Question(
        _attack_side(sit, battle, ours, sea),
        _defend_side(sit, battle, theirs, sea),
        sea,
        hits_on(sit, space) if fresh and sit.enemy_gun(space) else 0,
        _bombardment(sit, ours) if fresh and not sea else (),
        retreat,
    )


def _battle(sit: Situation, space: str, ours: Sequence[Piece]) -> Frame:
    running = next((f for f in sit.state.stack if f.name == "battle" and f["space"] == space), None)
    if running is not None:
        return running
    amphibious = any(piece.mark("assault") == space for piece in ours)
    facts: dict[str, Plain] = {
        "space": space,
        "cycle": 1,
        "amphibious": amphibious,
        "banzai": is_banzai(sit, space, ours),
        "wolf_pack": is_wolf_pack(sit, ours),
    }
    return Frame("battle", FrozenMap(facts))


def _counts(sit: Situation, pieces: Sequence[Piece]) -> dict[str, int]:
    found: dict[str, int] = {}
    for piece in pieces:
        kind = DAMAGED if piece.mark(HITS) else sit.type(piece)
        found[kind] = found.get(kind, 0) + 1
    return found


def _tech(sit: Situation, power: str) -> frozenset[str]:
    return frozenset(names(table(sit.state, "developments").get(power)))


def _later(battle: Frame) -> Frame:
    return Frame(battle.name, battle.params.update({"cycle": 2}))


def _attack_side(sit: Situation, battle: Frame, pieces: Sequence[Piece], sea: bool) -> Side:
    boats = [piece for piece in pieces if sit.type(piece) == SUBMARINE]
    foot = [piece for piece in pieces if sit.type(piece) == INFANTRY]
    first, later = (_foot_value(sit, one, foot) for one in (battle, _later(battle)))
    return Side(
        _counts(sit, pieces),
        order_for(AT_SEA if sea else ON_LAND),
        _tech(sit, sit.power),
        infantry=later,
        infantry_first=first,
        submarines=fire.submarine_attack(sit, battle, boats[0]) if boats else 0,
    )


def _foot_value(sit: Situation, battle: Frame, foot: Sequence[Piece]) -> int:
    """2 when an advantage makes all infantry attack better, whatever artillery is there."""
    values = [value for value, _ in fire.attack_shots(sit, battle, foot)]
    return 2 if values and min(values) == 2 else 0


def _defend_side(sit: Situation, battle: Frame, pieces: Sequence[Piece], sea: bool) -> Side:
    def value(kind: str, one: Frame) -> int:
        return max((fire.defence(sit, one, piece) for piece in pieces if sit.type(piece) == kind), default=0)

    powers = sorted({piece.power for piece in pieces})
    return Side(
        _counts(sit, pieces),
        order_for(AT_SEA if sea else ON_LAND),
        frozenset.union(*(_tech(sit, power) for power in powers)),
        infantry=value(INFANTRY, _later(battle)),
        infantry_first=value(INFANTRY, battle),
        artillery=value(ARTILLERY, battle),
    )


def _bombardment(sit: Situation, ours: Sequence[Piece]) -> tuple[int, ...]:
    """What the ships beside the landing would hit on: none where a sea combat comes first."""
    zones = sorted({str(piece.mark(BEACH)) for piece in ours if piece.mark(BEACH)})
    ships = [
        ship
        for zone in zones
        if not sit.is_hostile_zone(zone)
        for ship in sit.state.at(zone)
        if sit.is_own(ship) and fire.bombards(sit, ship) and not ship.mark(FOUGHT)
    ]
    return tuple(sit.facts.units[sit.type(ship)].attack for ship in ships)
