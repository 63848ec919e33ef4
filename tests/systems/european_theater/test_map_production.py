"""Production cities give the sums of points that the six scenario set-ups print."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.systems.european_theater.theatre import country, hexes, place, space, theatre

# Printed sums in the order of the set-ups: 1940, 1941, 1942, 1943, 1944, 1945.
PRINTED = {
    "gb": (4, 4, 4, 4, 4, 4),
    "fr": (2, 0, 0, 0, 0, 0),
    "su": (8, 8, 8, 8, 9, 10),
    "us": (0, 0, 10, 10, 10, 11),
    "ge": (7, 9, 9, 10, 11, 7),
    "it": (2, 2, 2, 2, 0, 0),
}
# Who uses a city that is not with its own power at that date, by the armies of the set-up.
ELSEWHERE = {
    "Paris": ("fr", "ge", "ge", "ge", "ge", "free"),
    "Toulon": ("fr", "vichy", "vichy", "ge", "ge", "free"),
    "The Hague": ("neutral", "ge", "ge", "ge", "ge", "ge"),
    "Kharkov": ("su", "su", "ge", "ge", "su", "su"),
    "Rome": ("it", "it", "it", "it", "ge", "us"),
    "Milan": ("it", "it", "it", "it", "ge", "ge"),
    "Bucharest": ("ge", "ge", "ge", "ge", "ge", "su"),
    "Stockholm": ("ge", "ge", "ge", "ge", "ge", "ge"),
}
BONUS = {
    "ge": (1, 1, 0, 0, 0, 0),  # the pact: Poland conquered while the Soviet Union is neutral (7.1.2)
    "us": (0, 0, 10, 10, 10, 10),
    "su": (0, 0, 1, 1, 1, 1),  # one point of Lend Lease (12.3.2)
}


def _cities() -> dict[str, str]:
    """Production city to the power whose home it lies in."""
    found = {}
    for label in hexes():
        if space(label).attrs.get("production"):
            found[space(label).name] = theatre().countries[country(label)].power
    return found


@pytest.mark.parametrize("date", range(6), ids=("1940", "1941", "1942", "1943", "1944", "1945"))
def test_sums_of_the_set_ups(date: int) -> None:
    users = [ELSEWHERE[name][date] if name in ELSEWHERE else power for name, power in _cities().items()]
    sums = Counter(users)
    for power, bonus in BONUS.items():
        sums[power] += bonus[date]
    assert {power: sums[power] for power in PRINTED} == {
        power: sums_[date] for power, sums_ in PRINTED.items()
    }


def test_each_power_has_its_cities() -> None:
    assert Counter(_cities().values()) == {
        "gb": 4,
        "fr": 2,
        "su": 8,
        "ge": 4,
        "it": 2,
        "net": 1,
        "swe": 1,
        "rum": 1,
    }


def test_cities_named_by_the_rules() -> None:
    """7.1.2 and 12.2.2 name them; 7.3.2 wants some port that is a production city."""
    assert {"Bucharest", "Stockholm", "Toulon"} <= set(_cities())
    assert all(space(place(name)).attrs.get("port") for name in ("Toulon", "London", "Hamburg", "Leningrad"))
