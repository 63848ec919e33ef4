"""Every hex that the rulebook and its set-ups number is what they need it to be."""

from __future__ import annotations

import pytest

from tests.systems.european_theater.theatre import (
    country,
    hexes,
    kind,
    neighbours,
    place,
    space,
    theatre,
    touch,
)

# hex | name ("" none needed) | kind | country | port (p: must be one) | where the rulebook speaks of it
NUMBERED = """
1315 | Gibraltar | coast | gibraltar | p | 2.3
1316 | | coast land | spanish_morocco | | 8.1.2
1415 | | coast | spanish_morocco | | 8.1.2
1503 | Scapa Flow | coast | britain | p | 2.3
1508 | | coast | britain | p | fleets of 1944 and 1945
1607 | | coast | britain | | British armour 1941-43
1608 | | coast | france | p | German 7th Army 1941-44; an assault needs a port
1610 | | coast | france | p | German 1st Army 1941-44
1611 | | land coast | spain | | Spanish army
1703 | | sea | | | printed for Oslo by mistake
1708 | | coast | france | p | British army 1940
1808 | | land | france | | French armies 1940
1904 | | sea | | | 8.3.2
1907 | Essen | land | germany | | 2.6
1908 | | land | germany | | 2.6
1909 | Maginot Line | land | france | | 2.1
1911 | Toulon | coast | france | p | 2.1
1915 | Algiers | coast | french_north_africa | p | 12.2.2
2003 | | sea | | | 8.3.2
2004 | | coast | denmark | | 8.3.2
2007 | | land | germany | | German armour 1940
2008 | | land | germany | | German armies 1940
2110 | | land | italy | | German 10th Army 1945
2111 | | coast land | italy | | American 5th Army 1945
2112 | | coast | france | p | Allied fleet 1944
2113 | Sardinia | coast | sardinia | p | 12.1.1
2201 | Stockholm | coast | sweden | p | 2.8
2210 | | coast | italy | | British armour 1945
2214 | | coast land | tunisia | | land combat example
2311 | | coast | italy | | German 10th Army 1944
2403 | | coast | germany | | 2.6
2404 | Königsberg | coast | germany | p | 2.6
2406 | | land | poland | | German 17th Army 1945
2407 | | land | germany | | German 6th Army 1945
2408 | | land | hungary | | German armour 1945
2411 | Taranto | coast | italy | p | 2.5
2415 | Malta | coast | malta | p | 2.3
2501 | | coast | finland | | Finnish army 1942-44
2504 | | land | soviet_union | | Soviet army 1941
2505 | | land | soviet_union | | Soviet army 1941
2506 | | land | poland | | German armies 1941
2507 | | land | poland | | German armies 1941
2509 | | land | hungary | | Soviet 7th Army 1945
2511 | Tirana | coast | albania | p | 12.1.1
2601 | Leningrad | coast | soviet_union | p | 2.2
2602 | | land | soviet_union | | German 18th Army 1942-43
2603 | | land | soviet_union | | German armies 1944
2605 | | land | soviet_union | | Soviet armour 1941
2606 | | land | soviet_union | | Soviet armour 1941
2607 | | land | hungary | | German 17th Army 1941
2702 | | land | soviet_union | | Soviet 1st Army 1942-43
2703 | | land | soviet_union | | German armour 1942
2704 | | land | soviet_union | | German armies 1943
2705 | | land | soviet_union | | Soviet armies 1944
2707 | | land | soviet_union | | Soviet army 1941
2708 | | land | rumania | | German 14th Army 1941
2712 | | coast land | greece | | Greek army 1940
2716 | Tobruk | coast | libya | p | 2.5
2717 | | land coast | libya | | Axis armour 1941
2803 | | land | soviet_union | | Soviet army 1942
2804 | | land | soviet_union | | German armies 1942
2807 | | land | soviet_union | | border hex 1940
2816 | | coast land | libya | | Axis armour 1942
2903 | Moscow | land | soviet_union | | 2.2
2904 | | land | soviet_union | | Soviet army 1942
2905 | | land | soviet_union | | German armour 1942
2907 | | land | soviet_union | | Soviet armies 1944
2908 | | coast | soviet_union | | border hex 1940
2911 | Istanbul | coast | turkey | | 8.1
2914 | Crete | coast | greece | p | German paratroops 1941
3004 | Kursk | land | soviet_union | | German armour 1942
3005 | | land | soviet_union | | Italian army 1942
3012 | | coast | turkey | | 8.1
3013 | Rhodes | coast | rhodes | p | 12.1.1
3015 | | coast land | egypt | | British armour 1940
3104 | | land | soviet_union | | Soviet armies 1942
3106 | | land | soviet_union | | German armies 1942
3108 | Sevastopol | coast | soviet_union | p | 2.2
3204 | | land | soviet_union | | Soviet army 1942
3207 | | coast land | soviet_union | | German 17th Army 1943
3307 | | land coast | soviet_union | | Soviet 8th Army 1942
3315 | Alexandria | coast | egypt | p | 2.3
3414 | | coast | egypt | | 8.1
3415 | | coast | egypt | | 8.1
3509 | | land coast | turkey | | Turkish army
"""

# Places that set-ups name without a number: name | country | port
NAMED = """
London | britain | p
Liverpool | britain | p
Sheffield | britain |
Paris | france |
Brussels | belgium |
The Hague | netherlands |
Hamburg | germany | p
Berlin | germany |
Dresden | germany |
Vienna | germany |
Warsaw | poland |
Budapest | hungary |
Belgrade | yugoslavia |
Bucharest | rumania |
Oslo | norway | p
Copenhagen | denmark | p
Helsinki | finland |
Milan | italy |
Rome | italy |
Naples | italy | p
Sicily | italy | p
Tunis | tunisia | p
Cairo | egypt |
Riga | soviet_union |
Minsk | soviet_union |
Kiev | soviet_union |
Kharkov | soviet_union |
Tula | soviet_union |
Voronezh | soviet_union |
Rostov | soviet_union |
Dnepropetrovsk | soviet_union |
Grozny | soviet_union |
Stalingrad | soviet_union |
Baghdad | iraq |
Dublin | ireland | p
Cyprus | cyprus | p
"""

POWERS = "fr su gb it ge fin hun rum bul por spa bel net pol swe yug gre tur per irq nor den ire"


def _rows(text: str) -> list[list[str]]:
    return [[word.strip() for word in line.split("|")] for line in text.strip().splitlines()]


@pytest.mark.parametrize("row", _rows(NUMBERED), ids=lambda row: row[0])
def test_numbered_hex(row: list[str]) -> None:
    label, name, kinds, owner, port, _ = row
    assert kind(label) in kinds.split()
    if kind(label) != "sea":
        assert country(label) == owner
    if name:
        assert space(label).name == name
    if port:
        assert space(label).attrs.get("port") is True


@pytest.mark.parametrize("row", _rows(NAMED), ids=lambda row: row[0])
def test_named_place(row: list[str]) -> None:
    name, owner, port = row
    label = place(name)
    assert kind(label) != "sea"
    assert country(label) == owner
    if port:
        assert space(label).attrs.get("port") is True


def test_set_ups_keep_named_cities_apart_from_numbered_hexes() -> None:
    numbered = {row[0] for row in _rows(NUMBERED) if not row[1]}
    named = {place(row[0]) for row in _rows(NAMED)} - {place("Copenhagen")}
    assert not named & numbered


def test_rulings_on_numbers() -> None:
    assert place("Algiers") == "1915" and place("Oran") == "1615"
    assert place("Cairo") == "3416" and touch("3416", "3415") and kind("2416") == "coast"
    assert place("Oslo") == "1903" and {"1904", "2003"} <= neighbours("1903") and kind("1703") == "sea"
    assert country("2403") == "germany"
    assert country("2503") == "soviet_union" and touch("2503", "2403") and touch("2503", "2504")


def test_capitals() -> None:
    capitals: dict[str, list[str]] = {}
    for label in hexes():
        power = space(label).attrs.get("capital_of")
        if power:
            owner = theatre().countries[country(label)]
            assert owner.power == power and not owner.attrs.get("overseas")
            capitals.setdefault(str(power), []).append(space(label).name)
    assert sorted(capitals) == sorted(POWERS.split())
    assert sorted(capitals.pop("su")) == ["Leningrad", "Moscow", "Stalingrad"]
    assert all(len(found) == 1 for found in capitals.values())


def test_capitals_of_territories() -> None:
    found = {
        str(space(one).attrs["territory_capital"]): one
        for one in hexes()
        if space(one).attrs.get("territory_capital")
    }
    assert all(country(label) == territory for territory, label in found.items())
    assert {"french_north_africa", "tunisia", "syria", "libya", "egypt", "albania"} <= set(found)


def test_forts_stand_where_the_rules_name_them() -> None:
    forts = {space(one).attrs["fort"]: one for one in hexes() if space(one).attrs.get("fort")}
    assert forts == {
        "maginot": "1909",
        "moscow": "2903",
        "leningrad": "2601",
        "sevastopol": "3108",
        "gibraltar": "1315",
        "malta": "2415",
    }


def test_every_dry_hex_has_a_country_and_no_sea_has_one() -> None:
    for label in hexes():
        assert bool(country(label)) == (kind(label) != "sea"), label


def test_every_country_is_on_the_map() -> None:
    assert {country(one) for one in hexes()} - {""} == set(theatre().countries)


def test_towns_and_ports_are_dry_and_wet() -> None:
    for label in hexes():
        attrs = space(label).attrs
        if attrs.get("city"):
            assert kind(label) != "sea", label
        if attrs.get("port"):
            assert kind(label) == "coast", label
        if attrs.get("production"):
            assert attrs.get("city") in ("capital", "large"), label


def test_land_sea_and_coast_are_what_they_say() -> None:
    """A coastal hex lies at the sea or beside another coast; only land lies all around inland."""
    for label in hexes():
        around = {kind(one) for one in neighbours(label)}
        if kind(label) == "coast":
            assert around & {"sea", "coast"}, label
        if kind(label) == "land":
            assert "sea" not in around or len(around) > 1, label


def test_vichy_line_cuts_france_in_two() -> None:
    vichy = {one for one in hexes() if space(one).attrs.get("vichy")}
    france = {one for one in hexes() if country(one) == "france"}
    assert place("Toulon") in vichy and vichy < france
    assert {place("Paris"), "1608", "1610", "1708", "1808", "1909"} <= france - vichy
    assert any(touch(a, b) for a in vichy for b in france - vichy)


def test_neighbours_of_1939() -> None:
    pairs = [
        "germany poland",
        "germany france",
        "germany belgium",
        "germany netherlands",
        "germany denmark",
        "germany hungary",
        "germany italy",
        "germany switzerland",
        "germany yugoslavia",
        "germany soviet_union",
        "poland soviet_union",
        "hungary soviet_union",
        "rumania soviet_union",
        "finland soviet_union",
        "hungary rumania",
        "rumania bulgaria",
        "bulgaria greece",
        "bulgaria yugoslavia",
        "yugoslavia greece",
        "albania greece",
        "albania yugoslavia",
        "italy france",
        "italy yugoslavia",
        "italy switzerland",
        "france spain",
        "france belgium",
        "spain portugal",
        "spain gibraltar",
        "norway sweden",
        "turkey bulgaria",
        "turkey soviet_union",
        "turkey persia",
        "turkey iraq",
        "turkey syria",
        "persia soviet_union",
        "persia iraq",
        "iraq syria",
        "iraq saudi_arabia",
        "syria palestine",
        "palestine egypt",
        "egypt libya",
        "libya tunisia",
        "tunisia french_north_africa",
        "french_north_africa spanish_morocco",
        "belgium netherlands",
    ]
    touching = {tuple(sorted((country(a), country(b)))) for a in hexes() for b in neighbours(a)}
    missing = [pair for pair in pairs if tuple(sorted(pair.split())) not in touching]
    assert missing == []


def test_east_prussia_is_cut_off_from_germany() -> None:
    prussia = {one for one in hexes() if space(one).attrs.get("east_prussia")}
    assert prussia == {"2403", "2404"}
    rest = {one for one in hexes() if country(one) == "germany"} - prussia
    assert not any(touch(a, b) for a in prussia for b in rest)
