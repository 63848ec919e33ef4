"""Chances of combats: against an enumeration of dice, against the rules themselves, and in reason."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from tests.systems.revised.positions import Table, system
from wargame_desktop.core.dice import SeededDice
from wargame_desktop.core.engine import apply, decision, legal_actions
from wargame_desktop.systems.revised.casualties import by_default
from wargame_desktop.systems.revised.model import Casualties, Press
from wargame_desktop.systems.revised.odds import OddsError, odds_of, odds_query
from wargame_desktop.systems.revised.situation import Situation

ATTACK = {"infantry": 1, "artillery": 2, "tank": 3, "fighter": 3, "bomber": 4}
DEFEND = {"infantry": 2, "artillery": 2, "tank": 3, "fighter": 4, "bomber": 1}
ORDER = ("infantry", "artillery", "tank", "fighter", "bomber")


def values(units: tuple[str, ...], attacking: bool) -> list[int]:
    """What each unit hits on, one by one."""
    table = ATTACK if attacking else DEFEND
    guns = units.count("artillery") if attacking else 0
    found = []
    for unit in units:
        if unit == "infantry" and guns:
            guns -= 1
            found.append(2)
        else:
            found.append(table[unit])
    return found


def outcomes(units: tuple[str, ...], attacking: bool) -> dict[int, Fraction]:
    """Hits and their chances, by throwing every combination of dice."""
    on = values(units, attacking)
    found: dict[int, Fraction] = {}
    for dice in product(range(1, 7), repeat=len(on)):
        hits = sum(1 for die, value in zip(dice, on, strict=True) if die <= value)
        found[hits] = found.get(hits, Fraction(0)) + Fraction(1, 6 ** len(on))
    return found


@cache
def brute(ours: tuple[str, ...], theirs: tuple[str, ...]) -> tuple[Fraction, Fraction, Fraction]:
    """Chances to win, lose and draw, straight from the rules."""
    if not ours or not theirs:
        return Fraction(bool(ours)), Fraction(bool(theirs)), Fraction(not ours and not theirs)
    totals = [Fraction(0)] * 3
    stay = Fraction(0)
    back = outcomes(theirs, False)
    for hits, chance in outcomes(ours, True).items():
        for losses, other in back.items():
            if not hits and not losses:
                stay += chance * other
                continue
            for number, part in enumerate(brute(ours[losses:], theirs[hits:])):
                totals[number] += chance * other * part
    win, lose, draw = (total / (1 - stay) for total in totals)
    return win, lose, draw


def row(units: dict[str, int]) -> tuple[str, ...]:
    """Units in the order they are lost."""
    return tuple(kind for kind in ORDER for _ in range(units.get(kind, 0)))


@pytest.mark.parametrize(
    ("attack", "defend"),
    [
        ({"infantry": 1}, {"infantry": 1}),
        ({"infantry": 3, "tank": 2}, {"infantry": 4}),
        ({"infantry": 3, "artillery": 2}, {"infantry": 2, "tank": 1}),
        ({"tank": 2, "bomber": 1}, {"infantry": 2, "fighter": 1, "bomber": 1}),
    ],
)
def test_land_combats_equal_the_enumeration(attack: dict[str, int], defend: dict[str, int]) -> None:
    found = odds_query(attack, defend)
    expected = brute(row(attack), row(defend))
    assert tuple(Fraction(found[name]["fraction"]) for name in ("win", "lose", "draw")) == expected


def test_anti_aircraft_fire_comes_first() -> None:
    found = odds_query({"fighter": 1, "infantry": 1}, {"infantry": 1}, aa=True)
    whole = brute(("infantry", "fighter"), ("infantry",))
    hurt = brute(("infantry",), ("infantry",))
    expected = Fraction(5, 6) * whole[0] + Fraction(1, 6) * hurt[0]
    assert Fraction(found["win"]["fraction"]) == expected


def test_bombardment_hits_before_the_first_cycle() -> None:
    found = odds_query({"infantry": 1}, {"infantry": 1}, bombard={"battleship": 1})
    expected = Fraction(4, 6) + Fraction(2, 6) * brute(("infantry",), ("infantry",))[0]
    assert Fraction(found["win"]["fraction"]) == expected


def test_submarines_sink_without_return_fire_unless_a_destroyer_watches() -> None:
    alone = odds_query({"submarine": 1}, {"transport": 1}, sea=True)
    # Each cycle the submarine hits with 1/3 before the transport can answer with 1/6.
    hit, answer = Fraction(1, 3), Fraction(1, 6)
    missed = (1 - hit) * (1 - answer)
    assert Fraction(alone["win"]["fraction"]) == hit / (1 - missed)
    watched = odds_query({"submarine": 1}, {"destroyer": 1}, sea=True)
    back = Fraction(1, 2)
    assert Fraction(watched["draw"]["fraction"]) == hit * back / (1 - (1 - hit) * (1 - back))


def test_submarines_cannot_hit_fighters() -> None:
    found = odds_query({"submarine": 3}, {"fighter": 1}, sea=True)
    assert found["win"]["decimal"] == 0
    assert found["lose"]["decimal"] == 1


def test_a_battleship_takes_two_hits() -> None:
    found = odds_query({"destroyer": 1}, {"battleship": 1}, sea=True)
    hit, back = Fraction(1, 2), Fraction(2, 3)
    # Damaged ship: hit·(1−back) wins, hit·back is a draw; from whole one hit without loss leads there.
    damaged = hit * (1 - back) / (1 - (1 - hit) * (1 - back))
    whole = hit * (1 - back) * damaged / (1 - (1 - hit) * (1 - back))
    assert Fraction(found["win"]["fraction"]) == whole


def test_retreat_and_sums() -> None:
    found = odds_query({"infantry": 6}, {"infantry": 6}, retreat=2)
    total = sum(Fraction(found[name]["fraction"]) for name in ("win", "lose", "draw", "retreat"))
    assert total == 1
    assert found["retreat"]["decimal"] > 0.5
    assert found["lose"]["decimal"] < 0.2


def test_technology_counts() -> None:
    plain = odds_query({"bomber": 1}, {"infantry": 2})["win"]["decimal"]
    assert odds_query({"bomber": 1}, {"infantry": 2}, tech=["heavy_bombers"])["win"]["decimal"] > plain
    assert (
        odds_query({"tank": 1}, {"fighter": 1}, defend_tech=["jet_fighters"])["win"]["decimal"]
        < odds_query({"tank": 1}, {"fighter": 1})["win"]["decimal"]
    )


def test_large_combats_are_answered_in_decimals_that_add_up() -> None:
    found = odds_query({"infantry": 10, "tank": 8, "fighter": 2}, {"infantry": 14, "tank": 6}, aa=True)
    assert found["win"]["fraction"] is None
    assert sum(found[name]["decimal"] for name in ("win", "lose", "draw", "retreat")) == pytest.approx(
        1, abs=1e-12
    )
    whole = odds_query({"infantry": 6, "tank": 5}, {"infantry": 11, "tank": 1})
    fractions = Fraction(whole["win"]["fraction"]) if whole["win"]["fraction"] else None
    assert fractions is None or float(fractions) == pytest.approx(whole["win"]["decimal"], abs=1e-12)


@pytest.mark.parametrize(
    "question",
    [
        ({"zeppelin": 1}, {"infantry": 1}, {}),
        ({"infantry": -1}, {"infantry": 1}, {}),
        ({"infantry": 61}, {"infantry": 1}, {}),
        ({}, {"infantry": 1}, {}),
        ({"infantry": 1}, {"submarine": 1}, {}),
        ({"submarine": 1}, {"submarine": 1}, {"sea": True, "aa": True}),
        ({"infantry": 1}, {"infantry": 1}, {"tech": ["tanks"]}),
        ({"infantry": 1}, {"infantry": 1}, {"retreat": -1}),
    ],
)
def test_bad_questions_are_refused(
    question: tuple[dict[str, int], dict[str, int], dict[str, object]],
) -> None:
    with pytest.raises(OddsError):
        odds_query(question[0], question[1], **question[2])  # type: ignore[arg-type]


def planned() -> Table:
    table = Table(
        "germany",
        "combat_move",
        {
            "ukraine_ssr": "germany.infantry*2 germany.tank germany.fighter",
            "caucasus": "ussr.infantry*2 ussr.aa_gun",
        },
    )
    return table.do("move germany.infantry.1,germany.infantry.2,germany.tank.1,germany.fighter.1 caucasus")


def test_a_planned_combat_is_asked_of_the_position() -> None:
    table = planned()
    found = odds_of(system(), table.state, "caucasus")
    expected = odds_query({"infantry": 2, "tank": 1, "fighter": 1}, {"infantry": 2}, aa=True)
    assert found is not None
    assert found["win"] == expected["win"]
    assert odds_of(system(), table.state, "germany") is None


def win_by_the_rules(seed: str) -> bool:
    """Fight the planned combat to the end with dice, casualties as the program proposes them."""
    table = planned().do("end")
    game, state = table.system, table.state
    state = apply(game, state, game.notation.parse("fight caucasus"), SeededDice(seed)).state
    while state.top.name in ("press", "casualties"):
        owed = decision(game, state)
        assert owed is not None
        if state.top.name == "press":
            action = Press()
        else:
            action = Casualties(by_default(Situation(game.facts, state), state.top))  # type: ignore[assignment]
        assert action in list(legal_actions(game, state))
        state = apply(game, state, action, SeededDice(seed)).state
    mine = [p for p in state.at("caucasus") if p.power == "germany"]
    foes = [p for p in state.at("caucasus") if p.kind == "ussr.infantry"]
    return bool(mine) and not foes


def test_the_rules_and_the_chances_agree() -> None:
    found = odds_of(system(), planned().state, "caucasus")
    assert found is not None
    games = 150
    won = sum(win_by_the_rules(f"odds {number}") for number in range(games))
    chance = found["win"]["decimal"]
    spread = (chance * (1 - chance) / games) ** 0.5
    assert abs(won / games - chance) < 4 * spread
