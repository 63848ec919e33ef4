"""Water: fleets reach every port, armies keep off the sea, straits and boxes lead where the rules say."""

from __future__ import annotations

import networkx as nx
import pytest

from tests.systems.european_theater.theatre import (
    country,
    hexes,
    hexsides,
    kind,
    land_net,
    neighbours,
    place,
    sea_net,
    space,
    theatre,
)

STRAITS = ("1315", "2911", "3012", "3414", "3415")
INLAND_SEA = ("Astrakhan", "Baku")  # on the Caspian


def _ocean() -> set[str]:
    return set(nx.node_connected_component(sea_net(), "1001"))


def test_every_port_is_reached_by_sea() -> None:
    ports = {one for one in hexes() if space(one).attrs.get("port")}
    gulf = set(nx.node_connected_component(sea_net(), "4211"))  # by way of the boxes
    assert ports - _ocean() - gulf == {place(name) for name in INLAND_SEA}


def test_straits() -> None:
    assert {one for one in hexes() if space(one).attrs.get("strait")} == set(STRAITS)
    for label in STRAITS:
        assert kind(label) == "coast"
        assert set(land_net()[label]) and set(sea_net()[label])
    assert nx.has_path(land_net(), "3012", "3013")


@pytest.mark.parametrize(
    ("closed", "one_side", "other_side"),
    [
        (("1315",), "1215", "1913"),  # Gibraltar, for the Mediterranean; Suez is the other way in
        (("2911",), "2910", "2812"),
        (("2003", "2004"), "1805", "2304"),
        (("3414",), "3315", "3517"),
        (("3415",), "3414", "3517"),
    ],
)
def test_narrows_are_the_only_way(closed: tuple[str, ...], one_side: str, other_side: str) -> None:
    net = sea_net()
    assert nx.has_path(net, one_side, other_side)
    assert not nx.has_path(net.subgraph(set(net) - set(closed)), one_side, other_side)


@pytest.mark.parametrize(
    ("a", "b", "through"),
    [("1414", "1415", "1315"), ("2810", "3011", "2911"), ("3316", "3514", "3415"), ("3315", "3413", "3414")],
)
def test_armies_cross_straits(a: str, b: str, through: str) -> None:
    assert {a, b} <= set(land_net()[through]) | {a for a in (a, b) if nx.has_path(land_net(), a, through)}


def test_islands_are_islands() -> None:
    net = land_net()
    mainland = nx.node_connected_component(net, place("Berlin"))
    for name in (
        "London",
        "Dublin",
        "Sicily",
        "Sardinia",
        "Ajaccio",
        "Malta",
        "Crete",
        "Cyprus",
        "Stockholm",
        "Oslo",
    ):
        assert place(name) not in mainland, name
    assert nx.node_connected_component(net, place("London")) == {
        one for one in hexes() if country(one) == "britain"
    } - {"1404"}
    assert {place("Oslo"), place("Stockholm")} <= nx.node_connected_component(net, place("Oslo"))


def test_the_mainland_hangs_together() -> None:
    mainland = nx.node_connected_component(land_net(), place("Berlin"))
    for name in (
        "Paris",
        "Madrid",
        "Rome",
        "Athens",
        "Copenhagen",
        "Moscow",
        "Stalingrad",
        "Helsinki",
        "Baghdad",
        "Cairo",
        "Tobruk",
        "Tunis",
        "Algiers",
        "Tehran",
        "Sevastopol",
        "Rhodes",
    ):
        assert place(name) in mainland, name


def test_sides_are_said_only_between_coasts() -> None:
    for link in hexsides():
        if link.attrs.get("all_sea") or link.attrs.get("all_land"):
            assert kind(link.a) == kind(link.b) == "coast"
        if link.attrs.get("all_land"):
            assert {link.a, link.b} != {"3414", "3415"}
        assert not (link.attrs.get("all_sea") and link.attrs.get("all_land"))


def test_boxes_and_their_ways() -> None:
    """Rules 8.3.3 and 8.3.6."""
    cost: dict[tuple[str, str], object] = {}
    for link in theatre().board.links:
        if "cost" in link.attrs:
            cost[link.a, link.b] = cost[link.b, link.a] = link.attrs["cost"]
    west = [f"10{row:02d}" for row in range(1, 19)]
    for label in west:
        assert space(label).attrs.get("west_edge") is True and label in _ocean()
        assert cost["atlantic", label] == cost["capetown", label] == 30
    assert cost["atlantic_land", "atlantic"] == 0
    assert (
        cost["atlantic", "capetown"] == cost["capetown", "red_sea"] == cost["red_sea", "persian_gulf"] == 30
    )
    for box, inside in (("red_sea", "3517"), ("persian_gulf", "4211")):
        entries = [b for (a, b), price in cost.items() if a == box and price == 0]
        assert entries and all(kind(one) in ("sea", "coast") for one in entries)
        assert all(nx.has_path(sea_net(), one, inside) for one in entries)
    assert nx.has_path(sea_net(), "3618", "3415")
    assert not nx.has_path(sea_net(), "4211", "3415")


def test_assaults_on_france_and_italy_are_possible() -> None:
    """Rule 8.1.4.1: an assault lands in a port within five hexes of the fleet's own."""
    for start, goal in (
        ("1508", "1608"),
        ("1508", "1708"),
        ("2415", place("Sicily")),
        ("2112", "1911"),
        (place("Algiers"), place("Sardinia")),
        ("2314", place("Naples")),
    ):
        assert space(goal).attrs.get("port") is True
        assert nx.shortest_path_length(sea_net(), start, goal) <= 5


def test_rivers_run_between_dry_hexes() -> None:
    rivers = [line for line in theatre().hexsides if line.kind == "river"]
    assert {"Rhine", "Danube", "Vistula", "Dnieper", "Don", "Nile"} <= {line.name for line in rivers}
    for line in rivers:
        assert len(line.pairs) >= 2
        assert all("sea" not in (kind(a), kind(b)) for a, b in line.pairs), line.name
    sides = {line.name: {frozenset(pair) for pair in line.pairs} for line in rivers}
    assert frozenset(("1908", "2008")) in sides["Rhine"]  # the Saar on the left bank
    assert frozenset(("2809", "2810")) in sides["Danube"]  # Bucharest on the left bank
    assert frozenset((place("Stalingrad"), "3504")) in sides["Lower Volga"]  # Stalingrad on the right bank


def test_danish_waters() -> None:
    assert {one for one in hexes() if space(one).attrs.get("danish_waters")} == {"1904", "2003", "2004"}
    assert "1904" in neighbours(place("Oslo"))
