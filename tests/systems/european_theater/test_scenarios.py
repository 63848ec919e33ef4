"""The six dated scenarios are those of the rulebook: every unit in its place, every point of production."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.systems.european_theater.games import LIBRARY, game
from tests.systems.european_theater.setups import RULED, SETUPS, printed_places
from tests.systems.european_theater.table import rules
from tests.systems.european_theater.theatre import place, theatre
from wargame_desktop.systems.european_theater.model import NEUTRAL, SIDES
from wargame_desktop.systems.european_theater.production import city_points, points_of, us_points
from wargame_desktop.systems.european_theater.retreat import crowded

DATED = tuple(SETUPS)
ALL = ("campaign", *DATED)
every_date = pytest.mark.parametrize("name", DATED)
every_scenario = pytest.mark.parametrize("name", ALL)

BOXES = {"Atlantic": "atlantic", "America": "atlantic_land"}
NOT_PRINTED = {"fr.army_1", "fr.vichy_air", "gb.free_french"}
"""Two counters of optional rules, and the British side of the French 1st armor."""


def _space(printed: str) -> str:
    return BOXES.get(printed) or (printed if printed.isdigit() else place(printed))


def test_the_seven_scenarios_are_shipped() -> None:
    found = {info.id for info in LIBRARY.scenarios() if info.system == "european_theater"}
    assert found == set(ALL)


@every_date
def test_every_unit_stands_where_the_rulebook_puts_it(name: str) -> None:
    table = game(name)
    for unit, (printed, reduced) in printed_places(name).items():
        space = RULED[name, unit][0] if (name, unit) in RULED else _space(printed)
        assert (table.where(unit), table.face(unit)) == (space, "back" if reduced else "front"), unit


@every_date
def test_no_other_unit_is_on_the_map(name: str) -> None:
    table = game(name)
    on_map = {piece.id for piece in table.state.pieces.values() if table.sit.is_in_play(piece)}
    assert on_map == set(printed_places(name))


@every_scenario
def test_every_counter_is_somewhere_once(name: str) -> None:
    table = game(name)
    assert len({piece.id for piece in table.state.pieces.values()} - NOT_PRINTED) == 120
    kinds = Counter(piece.kind for piece in table.state.pieces.values())
    assert kinds.pop("ge.fort") == 3
    assert set(kinds.values()) == {1}


@every_date
def test_units_not_listed_are_in_pools_on_the_track_or_out(name: str) -> None:
    table = game(name)
    listed = set(printed_places(name))
    out = {*SETUPS[name].eliminated, *(table.var("conquered") or {})}
    arrivals = table.system.facts.arrivals.rows
    for piece in table.state.pieces.values():
        if piece.id in listed:
            continue
        due = int(str(arrivals[piece.kind]["turn"])) if piece.kind in arrivals else 0
        if piece.space == f"pool_{piece.power}":
            assert due <= SETUPS[name].turn
        elif piece.space == f"turn_{due}":
            assert due > SETUPS[name].turn
        else:
            assert piece.space == "dead"
            assert piece.power in {*out, "fr", "it"} or piece.kind in NOT_PRINTED, piece.id


@every_date
def test_eliminated_minors_have_no_units(name: str) -> None:
    table = game(name)
    for power in SETUPS[name].eliminated:
        for piece in table.state.pieces.values():
            assert piece.power != power or not table.sit.is_in_play(piece)


@every_scenario
def test_no_stack_is_too_high(name: str) -> None:
    table = game(name)
    if name == "campaign":
        table.do("auto all")
    assert [crowded(table.sit, side) for side in (*SIDES, NEUTRAL)] == [None, None, None]


@every_date
def test_who_stands_in_a_city_controls_it(name: str) -> None:
    table = game(name)
    sit = table.sit
    for piece in sit.on_map:
        is_city = sit.facts.has(piece.space, "city") or sit.facts.has(piece.space, "port")
        if is_city and sit.unit(piece).is_land and sit.side(piece) in SIDES:
            assert sit.controls(sit.side(piece), piece.space), piece


@every_date
def test_production_points_are_the_printed_ones(name: str) -> None:
    """The book counts Britain's own cities alone, neutrals as if at war, one point lent to the Soviets."""
    table = game(name)
    sit, lines = table.sit, table.lines
    cities = Counter(city_points(sit, lines).values())
    home = Counter(map(sit.power_of, sit.facts.production_cities))
    for power, printed in SETUPS[name].points.items():
        if power == "gb":
            own = [
                c for c, user in city_points(sit, lines).items() if user == "gb" and sit.power_of(c) == "gb"
            ]
            assert len(own) == printed
        elif power == "us":
            rome = table.state.control.get(place("Rome")) == "us"  # printed with the Americans in 1945
            assert us_points(sit) + (1 if rome else 0) == printed
        elif (power == "su" and sit.flag("ussr_neutral")) or (power == "it" and sit.flag("italy_neutral")):
            assert home[power] == printed
        elif power == "su":
            assert cities["su"] + 1 == printed
        elif power == "it" and sit.flag("italy_surrendered"):
            assert printed == cities["it"] == 0
        else:
            assert points_of(sit, lines, power) == printed, power


@every_date
def test_it_begins_with_the_axis_player_turn(name: str) -> None:
    table = game(name)
    assert table.var("turn") == SETUPS[name].turn
    assert (table.phase, table.state.top["side"], table.decider) == ("movement", "axis", "axis")


@every_scenario
def test_every_power_has_a_side(name: str) -> None:
    (units,) = rules().data.units
    assert set(game(name).state.powers) == set(units.powers)


def test_the_state_of_the_war() -> None:
    """Neutrality, US entry, Vichy, Iraq and Italy at each date."""
    flags = ("italy_neutral", "ussr_neutral", "us_entered", "vichy", "iraq", "italy_surrendered")
    found = {name: tuple(game(name).var(flag) for flag in flags) for name in DATED}
    assert found == {
        "fall_gelb": (True, True, False, "", "quiet", None),
        "barbarossa": (False, True, False, "neutral", "quiet", None),
        "blau": (False, False, True, "neutral", "allied", None),
        "citadel": (False, False, True, "axis", "allied", None),
        "overlord": (False, False, True, "axis", "allied", True),
        "wacht_am_rhein": (False, False, True, "allies", "allied", True),
    }


def test_names_of_places_are_on_the_map() -> None:
    names = {one.name for one in theatre().board.spaces}
    for name in DATED:
        for printed, _ in printed_places(name).values():
            assert printed.isdigit() or printed in names


@pytest.mark.parametrize(
    ("name", "city", "side"),
    [
        ("barbarossa", "Tobruk", "allies"),
        ("barbarossa", "Benghazi", "axis"),
        ("blau", "Kiev", "axis"),
        ("blau", "Novorossiysk", "allies"),
        ("citadel", "Kursk", "allies"),
        ("citadel", "Sevastopol", "axis"),
        ("citadel", "Tripoli", "allies"),
        ("citadel", "Algiers", "allies"),
        ("overlord", "Ajaccio", "allies"),
        ("overlord", "Milan", "axis"),
        ("overlord", "Kiev", "allies"),
        ("wacht_am_rhein", "Paris", "allies"),
        ("wacht_am_rhein", "Warsaw", "axis"),
        ("wacht_am_rhein", "Lublin", "allies"),
        ("wacht_am_rhein", "Tirana", "axis"),
    ],
)
def test_captured_cities(name: str, city: str, side: str) -> None:
    table = game(name)
    assert table.sit.controls(side, place(city))


FIELD = {"weather", "fleets_at_home", "air_bases", "paratroopers", "persia", "grozny"}
"""Optional rules that can matter at every date."""
EARLY = {"japan", "vichy_goes_axis", "syria", "soviet_border", "bulgaria", "finland", "italy"}
OFFERED = {
    "fall_gelb": FIELD | EARLY | {"russian_fleet", "france_modernized", "oslo_copenhagen", "ethiopia"},
    "barbarossa": FIELD | EARLY,
    "blau": FIELD | {"bulgaria", "finland", "italy"},
    "citadel": FIELD | {"bulgaria", "finland", "italy"},
    "overlord": FIELD | {"bulgaria", "finland"},
    "wacht_am_rhein": FIELD,
}
OFFERED["campaign"] = OFFERED["fall_gelb"] | {"variant_roll", "armies_at_start"}


@every_scenario
def test_optional_rules_are_offered_in_plain_words_and_off(name: str) -> None:
    options = LIBRARY.load_scenario(f"european_theater/{name}").options
    assert set(options) == OFFERED[name]
    for option in options.values():
        assert option.default is False
        assert len(option.title.split()) >= 5, "a sentence that tells what the rule does"
        assert option.rule.startswith("optional: ")


@every_date
def test_air_units_stand_on_bases(name: str) -> None:
    """So that the rule on air bases can be chosen at every date."""
    facts = rules().facts
    for piece in game(name).sit.on_map:
        if facts.unit(piece).is_air:
            assert facts.has(piece.space, "city") or facts.has(piece.space, "port"), piece
