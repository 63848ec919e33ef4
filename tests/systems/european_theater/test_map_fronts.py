"""The fronts of the set-ups: armies that faced each other stand in hexes that touch."""

from __future__ import annotations

import pytest

from tests.systems.european_theater.theatre import country, hexes, land_net, neighbours, place, theatre

# A front: Axis hexes that must touch at least one of the Allied hexes. Names are places, numbers hexes.
FRONTS = {
    "west 1940": ("1907 1908 2008", "Brussels TheHague 1909 1808"),
    "border 1941": ("2506 2507 2607 2708 Königsberg Warsaw", "2908 2807 2707 2503 2504 2505 2605 2606"),
    "desert 1941": ("2717", "Tobruk"),
    "desert 1942": ("2816", "Tobruk"),
    "east 1942": (
        "Kharkov 3106 3004 2905 2804 2703 2602",
        "Rostov 3204 3104 Tula Moscow 2904 2803 2702 Leningrad",
    ),
    "east 1943": (
        "3207 Kharkov 3106 3005 2905 2704 2602",
        "3307 3204 Rostov Kursk 2904 2803 2702 Leningrad",
    ),
    "east 1944": ("2908 2603 Minsk 2506 2507", "2907 2704 2705 2707 Leningrad 2605 2606"),
    "italy 1944": ("2311 Rome", "Naples Taranto"),
    "italy 1945": ("2110 Milan", "2111 2210"),
    "west 1945": ("TheHague Essen 1908 2008", "Brussels 1808 1909"),
    "east 1945": ("2403 Königsberg Warsaw 2406 2407 2408", "Riga 2504 2505 2506 2507 Budapest"),
}


def _hexes(text: str) -> list[str]:
    words = ["The Hague" if word == "TheHague" else word for word in text.split()]
    return [word if word.isdigit() else place(word) for word in words]


@pytest.mark.parametrize("name", FRONTS)
def test_fronts_touch(name: str) -> None:
    axis, allies = (_hexes(side) for side in FRONTS[name])
    alone = [one for one in axis if not set(allies) & set(land_net()[one])]
    assert alone == []


def test_kursk_salient() -> None:
    assert place("Kursk") == "3004"
    assert {"2905", "3005", place("Kharkov")} <= neighbours("3004")
    assert not {"3004", place("Kharkov"), "3005", "3106"} & neighbours(place("Voronezh"))


def test_soviet_armies_of_1939_stand_at_the_border() -> None:
    """Rule 2.2: hexes in or next to a hex with a border on Germany, Poland, Hungary or Rumania."""
    west = {"germany", "poland", "hungary", "rumania"}
    border = {
        one
        for one in hexes()
        if country(one) == "soviet_union" and any(country(other) in west for other in neighbours(one))
    }
    assert {"2503", "2504", "2505", "2707", "2807", "2908"} <= border
    assert {"2605", "2606"} <= border | {other for one in border for other in neighbours(one)}


def test_german_set_up_next_to_poland() -> None:
    around = {
        one
        for one in hexes()
        if country(one) == "germany" and any(country(other) == "poland" for other in neighbours(one))
    }
    assert len(around) >= 4
    assert "2404" in around


def test_even_columns_lie_lower() -> None:
    grid = theatre().grid
    assert grid is not None
    assert grid.neighbours("2404")["SE"] == "2505"
    assert grid.neighbours("2505")["NW"] == "2404"
    assert grid.centre("2404")[1] > grid.centre("2304")[1]
