"""The odds calculator: any two forces, and the chances of a combat told for people (Conduct Combat)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from wargame_desktop.core.state import State
from wargame_desktop.systems.base import Chance, Preview
from wargame_desktop.systems.showing import ATTACKER, DEFENDER, CalculatorError, Entry

from .chances import AT_SEA, DAMAGED, ON_LAND
from .model import BATTLESHIP, BOMBARDMENT, DESTROYER, GERMANY, HEAVY, JETS, SUPER_SUBS, USSR
from .odds import MOST_UNITS, OddsError, odds_query, question_of
from .sides import assaulting, attackers, defenders
from .situation import Situation, names, table

if TYPE_CHECKING:
    from .system import Revised

RULE = "Conduct Combat"
SEA, GUN, RETREAT = "sea", "aa", "retreat"
_ENDS = 6
_TECH = (
    (ATTACKER, HEAVY, "Heavy bombers", "each throws two dice"),
    (ATTACKER, SUPER_SUBS, "Super submarines", "they attack on 3"),
    (DEFENDER, JETS, "Jet power", "fighters defend on 5"),
)
_SIDES = ((ATTACKER, "attack"), (DEFENDER, "defend"))


class OddsCalculator:
    """Both forces by number of units, with guns, bombardment and developments."""

    title = "Odds of a combat"

    def __init__(self, game: Revised) -> None:
        self.game = game
        self.entries: tuple[Entry, ...] = (
            Entry(SEA, "Combat at sea", kind="switch"),
            *(entry for side, prefix in _SIDES for entry in self._units(side, prefix)),
            *(self._ship(kind) for kind in (BATTLESHIP, DESTROYER)),
            *(
                Entry(f"tech.{key}", title, side, "switch", note=note)
                for side, key, title, note in _TECH
            ),
            Entry(GUN, "Anti-aircraft gun", DEFENDER, "switch", note="fires first", shown_if=(SEA, 0)),
            Entry(RETREAT, "Retreat with units left", ATTACKER, most=MOST_UNITS, note="0 fights to the end"),
        )  # fmt: skip

    def _units(self, side: str, prefix: str) -> list[Entry]:
        other = "defend" if prefix == "attack" else "attack"
        kinds = [kind for kind in dict.fromkeys((*ON_LAND, *AT_SEA)) if kind != DAMAGED]
        return [self._unit(kind, side, prefix, other) for kind in kinds]

    def _unit(self, kind: str, side: str, prefix: str, other: str) -> Entry:
        facts = self.game.facts.units[kind]
        on_land, at_sea = kind in ON_LAND, kind in AT_SEA
        where = ("", 0) if on_land and at_sea else (SEA, 1 if at_sea else 0)
        value = facts.attack if side == ATTACKER else facts.defend
        note = f"hits on {value}" if value else "does not fire"
        return Entry(
            f"{prefix}.{kind}", facts.name.capitalize(), side, most=MOST_UNITS, cost=facts.cost, note=note,
            piece=_kind_of(side, kind), twin=f"{other}.{kind}", shown_if=where,
        )  # fmt: skip

    def _ship(self, kind: str) -> Entry:
        """Ships that bombard; destroyers need the development for it."""
        name = self.game.facts.units[kind].name
        note = "fires once" if kind == BATTLESHIP else "fires once, needs combined bombardment"
        return Entry(
            f"bombard.{kind}", f"Bombarding {name}", ATTACKER, most=12, note=note,
            piece=_kind_of(ATTACKER, kind), shown_if=(SEA, 0),
        )  # fmt: skip

    def ask(self, values: Mapping[str, int]) -> Preview:
        """The chances of the combat."""
        sea = bool(values.get(SEA))

        def units(prefix: str) -> dict[str, int]:
            kinds = AT_SEA if sea else ON_LAND
            found = {kind: values.get(f"{prefix}.{kind}", 0) for kind in kinds}
            return {kind: count for kind, count in found.items() if count}

        def tech(side: str) -> list[str]:
            return [key for owner, key, *_ in _TECH if owner == side and values.get(f"tech.{key}")]

        ships = (
            {kind: values.get(f"bombard.{kind}", 0) for kind in (BATTLESHIP, DESTROYER)} if not sea else {}
        )
        try:
            found = odds_query(
                units("attack"), units("defend"), sea=sea, aa=bool(values.get(GUN)) and not sea,
                tech=(*tech(ATTACKER), *((BOMBARDMENT,) if ships.get(DESTROYER) else ())),
                defend_tech=tech(DEFENDER), bombard={kind: count for kind, count in ships.items() if count},
                retreat=values.get(RETREAT, 0),
            )  # fmt: skip
        except OddsError as error:
            raise CalculatorError(str(error)) from None
        return preview_of(self.game, found)

    def take(self, state: State, space: str) -> dict[str, int] | None:
        """The combat planned in a space; where none is, those who stand there as the defender."""
        game, sit = self.game, Situation(self.game.facts, state)
        if space not in game.facts.spaces:
            return None
        landing = [piece for piece in assaulting(sit, space) if piece.space != space]
        ours, theirs = [*attackers(sit, space), *landing], defenders(sit, space)
        if not theirs:  # no combat is planned: whoever stands there is asked about as the defender
            ours, theirs = [], ours
        if not ours and not theirs:
            return None
        sea = game.facts.is_sea(space)
        values = {SEA: int(sea)}
        for prefix, pieces in (("attack", ours), ("defend", theirs)):
            for piece in pieces:
                key = f"{prefix}.{sit.type(piece)}"
                values[key] = values.get(key, 0) + 1
        question = question_of(game, state, space)
        if question is not None:
            values[GUN] = int(question.gun > 0)
            values[f"bombard.{BATTLESHIP}"] = len(question.bombard)
        for side, key, *_ in _TECH:
            powers = {piece.power for piece in (ours if side == ATTACKER else theirs)}
            known = table(state, "developments")
            values[f"tech.{key}"] = int(any(key in names(known.get(power)) for power in powers))
        return values


def _kind_of(side: str, kind: str) -> str:
    """A counter to draw: any attacker's and any defender's will do, in colours that are told apart."""
    return f"{GERMANY if side == ATTACKER else USSR}.{kind}"


def preview_of(game: Revised, found: Mapping[str, Any]) -> Preview:
    """Chances as the odds know them, told for people."""
    verdict = [("Attacker wins", _part(found["win"])), ("Defender wins", _part(found["lose"]))]
    verdict += [("Nobody is left", _part(found["draw"]))]
    if found["retreat"]["decimal"]:
        verdict.append(("Attacker retreats", _part(found["retreat"])))
    chances = [Chance("Who wins", tuple(verdict))]
    ends = [(_end(game, end), _part(end)) for end in found["ends"][:_ENDS]]
    chances.append(Chance("Likeliest ends", tuple(ends)))
    ours, theirs, swing = found["attacker_loss"], found["defender_loss"], found["swing"]
    lines = [
        f"Expected losses: attacker {ours:.1f}, defender {theirs:.1f} IPCs",
        f"Expected swing for the attacker: {swing:+.1f} IPCs",
    ]
    if "capture" in found:
        taken = f"{found['capture']['decimal']:.1%}"
        sure = _part(found["capture"]) == 1
        lines.append(f"Captures the territory: {taken if sure or taken != '100.0%' else '>99.9%'}")
    return Preview(tuple(lines), tuple(chances), RULE)


def _part(chance: Mapping[str, Any]) -> Fraction:
    return Fraction(chance["fraction"] if chance["fraction"] is not None else chance["decimal"])


def _end(game: Revised, end: Mapping[str, Any]) -> str:
    """Who is left: `Attacker: 2 tanks`."""
    if end["retreated"]:
        return f"Retreat: {_listing(game, end['attack'])}"
    if end["attack"]:
        return f"Attacker: {_listing(game, end['attack'])}"
    return f"Defender: {_listing(game, end['defend'])}" if end["defend"] else "Nobody is left"


def _listing(game: Revised, units: Mapping[str, int]) -> str:
    order = list(game.facts.units)
    kinds = sorted(units, key=order.index)
    return ", ".join(f"{units[kind]} {game.facts.plural(kind, units[kind])}" for kind in kinds)
