"""The combat chart to play with: any factors on any line, terrain, rivers, forts (4.2.C.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from wargame_desktop.core.state import State
from wargame_desktop.systems.base import Chance, Preview
from wargame_desktop.systems.showing import ATTACKER, DEFENDER, CalculatorError, Entry

from .battle import MOST_SHIFT, column_shift, land_strength
from .combat import can_attack
from .fight_board import column_words
from .fights import AIR, AIR_SEA, ASW, BOMBING, CONVOY, LAND, SEA, SEA_AIR, odds_of
from .preview import exchange

if TYPE_CHECKING:
    from .system import EuropeanTheater

_MOST = 99
_KINDS = (
    ("Land combat", LAND, LAND),
    ("Air against air", AIR, AIR),
    ("Fleet against fleet", SEA, SEA),
    ("Air against fleet", AIR_SEA, SEA_AIR),
    ("Hunting submarines", ASW, SEA),
    ("Bombing a city", BOMBING, ""),
    ("Convoy attack", CONVOY, ""),
)
_ON_LAND = ("kind", 0)
_COLUMNS = ("none", "1 column", "2 columns")


class ChartCalculator:
    """Factors and shifts on the combat chart."""

    title = "Odds on the combat chart"

    def __init__(self, system: EuropeanTheater) -> None:
        self.system = system
        self.entries: tuple[Entry, ...] = (
            Entry("kind", "Kind of combat", kind="word", words=tuple(kind[0] for kind in _KINDS)),
            Entry("attack.factors", "Factors", ATTACKER, default=8, most=_MOST, twin="defend.factors"),
            Entry("attack.support", "Support", ATTACKER, most=_MOST, twin="defend.support",
                  note="up to as much as the land units", shown_if=_ON_LAND),
            Entry("terrain", "Terrain shift", ATTACKER, "word", words=_COLUMNS, shown_if=_ON_LAND,
                  note="against forest, rough, marsh and cities 1, mountains 2"),
            Entry("river", "All attack across a river", ATTACKER, "switch", shown_if=_ON_LAND),
            Entry("winter", "Winter", ATTACKER, "switch", shown_if=_ON_LAND, note="optional: weather"),
            Entry("defend.factors", "Factors", DEFENDER, default=6, most=_MOST, twin="attack.factors"),
            Entry("defend.support", "Support", DEFENDER, most=_MOST, twin="attack.support",
                  note="up to as much as the land units", shown_if=_ON_LAND),
            Entry("forts", "Forts absorb", DEFENDER, most=4, shown_if=_ON_LAND),
        )  # fmt: skip

    def ask(self, values: Mapping[str, int]) -> Preview:
        """The chances of one exchange."""
        _, line, reply = _KINDS[values.get("kind", 0)]
        land = line == LAND
        attack, defence = values.get("attack.factors", 0), values.get("defend.factors", 0)
        if attack <= 0:
            raise CalculatorError("The attacker has no factors.")
        if not reply:
            return self._one_sided(line, attack)
        shift = 0
        if land:
            attack += min(attack, values.get("attack.support", 0))
            defence += min(defence, values.get("defend.support", 0))
            shift = -sum(values.get(key, 0) for key in ("terrain", "river", "winter"))
        fire, answer = (line, attack, max(-MOST_SHIFT, shift)), (reply, defence, 0)
        words = (column_words(self.system, fire), column_words(self.system, answer))
        lines = (f"Attacker: {words[0]}", f"Defender: {words[1]}")
        forts = values.get("forts", 0) if land else 0
        return Preview(lines, exchange(self.system.facts, fire, answer, forts), "4.2.C.3")

    def _one_sided(self, line: str, factors: int) -> Preview:
        fire = (line, factors, 0)
        odds = odds_of(self.system.facts, fire)
        if line == BOMBING:
            hit = odds.chance(lambda losses: losses > 0)
            chance = Chance("The city", (("bombed", hit), ("unharmed", 1 - hit)))
        else:
            chance = Chance("Points sunk", tuple((str(count), part) for count, part in sorted(odds.items())))
        return Preview((f"Attacker: {column_words(self.system, fire)}",), (chance,), "6")

    def take(self, state: State, space: str) -> dict[str, int] | None:
        """A hex with land units against every enemy land unit that can attack it."""
        sit, lines = self.system.situation(state), self.system.lines(state)
        if space not in sit.facts.ground:
            return None
        theirs = [piece for piece, unit in sit.at(space) if unit.is_land]
        if not theirs:
            return None
        foes = [p for p in sit.on_map if sit.owner(p) != sit.owner(theirs[0]) and sit.unit(p).is_land]
        ours = [p for p in foes if not sit.unit(p).is_fort and can_attack(sit, p, space)]
        terrain = sit.facts.terrain(space, "shift")
        total = -column_shift(sit, ours, space)
        return {
            "kind": 0,
            "attack.factors": land_strength(sit, lines, ours),
            "attack.support": 0,
            "terrain": min(terrain, MOST_SHIFT),
            "river": int(total > min(terrain, MOST_SHIFT)),
            "winter": 0,
            "defend.factors": land_strength(sit, lines, theirs),
            "defend.support": 0,
            "forts": sum(sit.steps(piece) for piece in theirs if sit.unit(piece).is_fort),
        }
