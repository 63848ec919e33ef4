"""Chances of any small combat against brute force, of large ones against a million fights with dice."""

from __future__ import annotations

import random
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.systems.revised.positions import Table, system
from tests.systems.revised.test_advantages import has
from wargame_desktop.systems.revised.odds import odds_of, odds_query

ATTACK = {
    "infantry": 1, "artillery": 2, "tank": 3, "fighter": 3, "bomber": 4, "battleship": 4, "destroyer": 3,
    "carrier": 1, "transport": 0, "submarine": 2,
}  # fmt: skip
DEFEND = {
    "infantry": 2, "artillery": 2, "tank": 3, "fighter": 4, "bomber": 1, "battleship": 4, "destroyer": 3,
    "carrier": 3, "transport": 1, "submarine": 2,
}  # fmt: skip
LAND = ("infantry", "artillery", "tank", "fighter", "bomber")
SEA = ("battleship", "transport", "submarine", "fighter", "destroyer", "bomber", "carrier", "damaged")
FLYERS = ("fighter", "bomber")
Force = tuple[str, ...]


@dataclass(frozen=True)
class Rules:
    """What bears on a combat besides the units, as plain as can be."""

    sea: bool = False
    aa: bool = False
    bombard: int = 0
    tech: frozenset[str] = frozenset()
    jets: bool = False


def lose(force: Force, hits: int, no_flyers: bool = False) -> Force:
    """Take hits in the order of loss; a whole battleship becomes a damaged one, which goes last."""
    left = list(force)
    for _ in range(hits):
        victims = [unit for unit in left if not no_flyers or unit not in FLYERS]
        if not victims:
            break
        victim = victims[0]
        left.remove(victim)
        if victim == "battleship":
            left.append("damaged")
    return tuple(left)


def shots(force: Force, rules: Rules, attacking: bool) -> list[int]:
    """What every die of normal fire hits on."""
    guns = force.count("artillery") if attacking else 0
    found = []
    for unit in force:
        if unit == "submarine":
            continue
        kind = "battleship" if unit == "damaged" else unit
        value = ATTACK[kind] if attacking else DEFEND[kind]
        if attacking and unit == "infantry" and guns:
            value, guns = 2, guns - 1
        if not attacking and unit == "fighter" and rules.jets:
            value = 5
        twice = attacking and unit == "bomber" and "heavy_bombers" in rules.tech
        found += [value] * (2 if twice else 1)
    return found


def dives(force: Force, rules: Rules, attacking: bool) -> list[int]:
    """What every submarine hits on."""
    value = 3 if attacking and "super_submarines" in rules.tech else 2
    return [value] * force.count("submarine")


@cache
def hits_of(values: tuple[int, ...]) -> dict[int, Fraction]:
    """Hits and their chances, by throwing every combination of dice."""
    found: dict[int, Fraction] = {}
    for dice in product(range(1, 7), repeat=len(values)):
        hits = sum(1 for die, value in zip(dice, values, strict=True) if die <= value)
        found[hits] = found.get(hits, Fraction(0)) + Fraction(1, 6 ** len(values))
    return found


def cycle(ours: Force, theirs: Force, rules: Rules) -> dict[tuple[Force, Force], Fraction]:
    """Every position one cycle can lead to, step by step as the manual has it."""
    found: dict[tuple[Force, Force], Fraction] = {}
    our_dives = hits_of(tuple(dives(ours, rules, True))) if rules.sea else {0: Fraction(1)}
    their_dives = hits_of(tuple(dives(theirs, rules, False))) if rules.sea else {0: Fraction(1)}
    for (sunk, p), (hurt, q) in product(our_dives.items(), their_dives.items()):
        left_a, left_d = lose(ours, hurt, True), lose(theirs, sunk, True)
        fires_a = ours if "destroyer" in ours else left_a
        fires_d = theirs if "destroyer" in theirs else left_d
        attack = hits_of(tuple(shots(fires_a, rules, True)))
        defend = hits_of(tuple(shots(fires_d, rules, False)))
        for (a, r), (d, s) in product(attack.items(), defend.items()):
            key = (lose(left_a, d), lose(left_d, a))
            found[key] = found.get(key, Fraction(0)) + p * q * r * s
    return found


@cache
def brute(ours: Force, theirs: Force, rules: Rules) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """Chances to win, lose, draw, and to part because nobody can hurt anybody."""
    if not ours or not theirs:
        ends = (bool(ours), bool(theirs), not ours and not theirs, False)
        return tuple(map(Fraction, ends))  # type: ignore[return-value]
    found = cycle(ours, theirs, rules)
    stay = found.pop((ours, theirs), Fraction(0))
    if stay == 1:
        return Fraction(0), Fraction(0), Fraction(0), Fraction(1)
    totals = [Fraction(0)] * 4
    for (left_a, left_d), chance in found.items():
        for number, part in enumerate(brute(left_a, left_d, rules)):
            totals[number] += chance * part / (1 - stay)
    return totals[0], totals[1], totals[2], totals[3]


def combat(ours: Force, theirs: Force, rules: Rules) -> list[Fraction]:
    """The whole combat: guns and bombardment, then cycle after cycle."""
    totals = [Fraction(0)] * 4
    flyers = [unit for unit in ours if unit in FLYERS] if rules.aa else []
    for dice in product((True, False), repeat=len(flyers)):
        chance = Fraction(1)
        left = list(ours)
        for unit, shot_down in zip(flyers, dice, strict=True):
            chance *= Fraction(1, 6) if shot_down else Fraction(5, 6)
            if shot_down:
                left.remove(unit)
        for hits, part in hits_of((4,) * rules.bombard).items():
            rest = lose(theirs, hits, True)  # on land: only troops, no aircraft
            for number, end in enumerate(brute(tuple(left), rest, rules)):
                totals[number] += chance * part * end
    return totals


def forces(kinds: Force) -> st.SearchStrategy[dict[str, int]]:
    """Up to three units, heavy bombers or not."""
    drawn = st.lists(st.sampled_from(kinds), min_size=1, max_size=3)
    return drawn.map(lambda units: {kind: units.count(kind) for kind in kinds if kind in units})


def row(units: dict[str, int], kinds: Force) -> Force:
    """Units in the order they are lost."""
    return tuple(kind for kind in kinds for _ in range(units.get(kind, 0)))


def told(found: dict[str, object]) -> list[Fraction]:
    """The answer of the program."""
    return [Fraction(found[name]["fraction"]) for name in ("win", "lose", "draw", "retreat")]  # type: ignore[index]


@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    forces(LAND), forces(LAND), st.booleans(), st.integers(0, 2), st.booleans(), st.booleans()
)  # fmt: skip
def test_small_land_combats(
    attack: dict[str, int], defend: dict[str, int], aa: bool, bombard: int, heavy: bool, jets: bool
) -> None:
    tech = ("heavy_bombers",) if heavy else ()
    rules = Rules(False, aa, bombard, frozenset(tech), jets)
    found = odds_query(
        attack, defend, aa=aa, bombard={"battleship": bombard} if bombard else None, tech=tech,
        defend_tech=("jet_fighters",) if jets else (),
    )  # fmt: skip
    assert told(found) == combat(row(attack, LAND), row(defend, LAND), rules)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(forces(SEA[:-1]), forces(tuple(kind for kind in SEA[:-1] if kind != "bomber")), st.booleans())
def test_small_sea_combats(attack: dict[str, int], defend: dict[str, int], super_subs: bool) -> None:
    tech = ("super_submarines",) if super_subs else ()
    found = odds_query(attack, defend, sea=True, tech=tech)
    rules = Rules(True, tech=frozenset(tech))
    assert told(found) == combat(row(attack, SEA), row(defend, SEA), rules)


# Positions


def test_friends_with_and_without_winter_defend_each_on_their_own_number() -> None:
    units = {"ukraine_ssr": "germany.tank*2", "caucasus": "ussr.infantry britain.infantry"}
    table = Table("germany", "combat_move", units, winter=True)
    table.do("move germany.tank.1,germany.tank.2 caucasus")
    found = odds_of(system(), table.state, "caucasus")
    assert found is not None
    # The British infantry, which defends on 2, is lost before the Soviet one on 3.
    ours, totals = ("tank", "tank"), [Fraction(0)] * 3

    @cache
    def fight(tanks: int, foes: tuple[int, ...]) -> tuple[Fraction, Fraction, Fraction]:
        if not tanks or not foes:
            return Fraction(bool(tanks)), Fraction(bool(foes)), Fraction(not tanks and not foes)
        ends = [Fraction(0)] * 3
        stay = Fraction(0)
        for (a, p), (d, q) in product(hits_of((3,) * tanks).items(), hits_of(foes).items()):
            if not a and not d:
                stay += p * q
                continue
            for number, part in enumerate(fight(max(0, tanks - d), foes[a:])):
                ends[number] += p * q * part
        return tuple(end / (1 - stay) for end in ends)  # type: ignore[return-value]

    totals = list(fight(len(ours), (2, 3)))
    assert [Fraction(found[name]["fraction"]) for name in ("win", "lose", "draw")] == totals


def test_guns_on_the_way_count() -> None:
    units = {
        "united_kingdom": "britain.bomber",
        "western_europe": "germany.aa_gun",
        "southern_europe": "germany.bomber germany.aa_gun",
    }
    table = Table("britain", "combat_move", units)
    table.do("move britain.bomber.1 sz_7 western_europe southern_europe")
    found = odds_of(system(), table.state, "southern_europe")
    assert found is not None
    alone = odds_query({"bomber": 1}, {"bomber": 1})
    expected = Fraction(25, 36) * Fraction(alone["win"]["fraction"])
    assert Fraction(found["win"]["fraction"]) == expected


def test_superfortresses_are_not_shot_at() -> None:
    units = {"united_kingdom": "usa.bomber", "western_europe": "germany.aa_gun germany.infantry"}
    table = Table("usa", "combat_move", units, **has("usa", "superfortresses"))
    table.do("move usa.bomber.1 sz_7 western_europe")
    found = odds_of(system(), table.state, "western_europe")
    assert found is not None
    assert found["win"] == odds_query({"bomber": 1}, {"infantry": 1})["win"]


def test_kamikaze_attacks_are_lost_and_strike_first() -> None:
    units = {"japan": "japan.fighter", "sz_60": "usa.transport"}
    table = Table("japan", "combat_move", units, **has("japan", "kamikaze_attacks"))
    table.do("move japan.fighter.1 sz_60 kamikaze=yes")
    found = odds_of(system(), table.state, "sz_60")
    assert found is not None
    assert (found["draw"]["fraction"], found["lose"]["fraction"]) == ("1/2", "1/2")
    assert found["attacker_loss"] == 10


def test_marines_are_better_in_the_first_cycle_only() -> None:
    units = {
        "sz_7": "usa.transport",
        "in:usa.transport.1": "usa.infantry",
        "western_europe": "germany.infantry",
    }
    table = Table("usa", "combat_move", units, **has("usa", "marines"))
    table.do("offload usa.infantry.1 western_europe")
    found = odds_of(system(), table.state, "western_europe")
    assert found is not None
    later = [Fraction(odds_query({"infantry": 1}, {"infantry": 1})[n]["fraction"]) for n in ("win", "lose")]
    hit, foe = Fraction(1, 3), Fraction(1, 3)
    again = (1 - hit) * (1 - foe)
    assert Fraction(found["win"]["fraction"]) == hit * (1 - foe) + again * later[0]
    assert Fraction(found["lose"]["fraction"]) == (1 - hit) * foe + again * later[1]


# A million fights


def simulate(ours: Force, theirs: Force, rules: Rules, rng: random.Random) -> str:
    """One fight with dice, by the same plain rules as the enumeration."""

    def throw(values: list[int]) -> int:
        return sum(1 for value in values if rng.random() * 6 < value)

    while ours and theirs:
        hurt = throw(dives(theirs, rules, False)) if rules.sea else 0
        sunk = throw(dives(ours, rules, True)) if rules.sea else 0
        left_a, left_d = lose(ours, hurt, True), lose(theirs, sunk, True)
        hits = throw(shots(ours if "destroyer" in ours else left_a, rules, True))
        back = throw(shots(theirs if "destroyer" in theirs else left_d, rules, False))
        ours, theirs = lose(left_a, back), lose(left_d, hits)
    return "win" if ours else "lose" if theirs else "draw"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("attack", "defend", "sea"),
    [
        ({"infantry": 4, "artillery": 2, "tank": 3, "fighter": 1}, {"infantry": 6, "tank": 2}, False),
        (
            {"battleship": 1, "submarine": 2, "fighter": 2},
            {"destroyer": 1, "submarine": 1, "carrier": 2},
            True,
        ),
    ],
)
def test_a_million_fights_agree(attack: dict[str, int], defend: dict[str, int], sea: bool) -> None:
    kinds, rules, games = SEA if sea else LAND, Rules(sea), 500_000
    rng = random.Random("a million fights")
    ours, theirs = row(attack, kinds), row(defend, kinds)
    counts = {"win": 0, "lose": 0, "draw": 0}
    for _ in range(games):
        counts[simulate(ours, theirs, rules, rng)] += 1
    found = odds_query(attack, defend, sea=sea)
    for name, count in counts.items():
        chance = found[name]["decimal"]
        spread = (chance * (1 - chance) / games) ** 0.5
        assert abs(count / games - chance) < 5 * spread, name
