"""The facts of the board: owners, incomes, cities, complexes, islands, canals, and who is next to whom."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.systems.revised.world import board, neighbours, pair, steps

# Territory and income by owner.
OWNED = {
    "ussr": """archangel 2, buryatia_ssr 1, caucasus 4, evenki_national_okrug 1, karelia_ssr 2, kazakh_ssr 2,
        novosibirsk 2, russia 8, soviet_far_east 1, yakut_ssr 1""",
    "germany": """algeria 1, balkans 3, belorussia 2, eastern_europe 3, germany 10, libya 1, norway 3,
        southern_europe 6, ukraine_ssr 3, west_russia 2, western_europe 6""",
    "britain": """anglo_egypt 2, australia 2, belgian_congo 1, eastern_canada 3, french_equatorial_africa 1,
        french_madagascar 1, french_west_africa 1, gibraltar 0, india 3, italian_east_africa 1, kenya 1,
        new_zealand 1, persia 1, trans_jordan 1, union_of_south_africa 2, united_kingdom 8,
        western_canada 1""",
    "japan": """borneo 4, caroline_islands 0, east_indies 4, french_indochina 3, japan 8, kwangtung 3,
        manchuria 3, new_guinea 1, okinawa 1, philippine_islands 3, solomon_islands 0, wake_island 0""",
    "usa": """alaska 2, brazil 3, central_united_states 6, china 2, eastern_united_states 12, greenland 0,
        hawaiian_islands 1, mexico 2, midway 0, panama 1, sinkiang 2, west_indies 1,
        western_united_states 10""",
}
NEUTRAL = """afghanistan angola argentina eire himalaya mongolia mozambique peru rio_de_oro sahara
    saudi_arabia spain sweden switzerland turkey venezuela"""
START_INCOME = {"ussr": 24, "germany": 40, "britain": 30, "japan": 30, "usa": 42}
CAPITALS = {
    "ussr": "russia",
    "germany": "germany",
    "britain": "united_kingdom",
    "japan": "japan",
    "usa": "eastern_united_states",
}
VICTORY_CITIES = {
    "Washington": "eastern_united_states",
    "London": "united_kingdom",
    "Leningrad": "karelia_ssr",
    "Moscow": "russia",
    "Calcutta": "india",
    "Los Angeles": "western_united_states",
    "Berlin": "germany",
    "Paris": "western_europe",
    "Rome": "southern_europe",
    "Shanghai": "kwangtung",
    "Manila": "philippine_islands",
    "Tokyo": "japan",
}
COMPLEXES = """russia caucasus germany southern_europe united_kingdom japan eastern_united_states
    western_united_states"""
ISLAND_ZONES = {
    "borneo": "48",
    "caroline_islands": "50",
    "east_indies": "37",
    "french_madagascar": "28 29 32 33",
    "greenland": "2",
    "hawaiian_islands": "52",
    "japan": "60 61",
    "midway": "56",
    "new_guinea": "47",
    "new_zealand": "41",
    "okinawa": "58",
    "philippine_islands": "49",
    "solomon_islands": "45",
    "wake_island": "51",
    "west_indies": "19",
    "australia": "38 39 40 46",
}
# Spaces where a slip of the pencil would matter, with all their neighbours.
NEIGHBOURS = {
    "panama": "eastern_united_states mexico venezuela sz_10 sz_19 sz_20",
    "western_europe": "germany southern_europe spain switzerland sz_5 sz_6 sz_7 sz_13",
    "germany": "balkans eastern_europe southern_europe switzerland western_europe sz_5",
    "balkans": "eastern_europe germany southern_europe ukraine_ssr sz_16",
    "karelia_ssr": "archangel belorussia eastern_europe norway west_russia sz_4 sz_5",
    "caucasus": "kazakh_ssr persia russia turkey ukraine_ssr west_russia sz_16",
    "united_kingdom": "eire sz_2 sz_3 sz_6 sz_7 sz_8",
    "trans_jordan": "anglo_egypt persia saudi_arabia turkey sz_15 sz_34",
    "himalaya": "afghanistan china french_indochina india sinkiang",
    "novosibirsk": "evenki_national_okrug kazakh_ssr mongolia russia sinkiang yakut_ssr",
    "buryatia_ssr": "manchuria mongolia soviet_far_east yakut_ssr sz_60 sz_62",
    "kwangtung": "china french_indochina manchuria sz_59",
    "sz_34": "sz_15 sz_32 sz_33 sz_35 anglo_egypt italian_east_africa persia saudi_arabia trans_jordan",
    "sz_60": "sz_49 sz_51 sz_57 sz_58 sz_59 sz_61 sz_62 buryatia_ssr japan",
    "sz_52": "sz_44 sz_45 sz_51 sz_53 sz_55 sz_56 sz_57 hawaiian_islands",
    "sz_12": "sz_7 sz_8 sz_9 sz_11 sz_13 sz_17 sz_18 algeria spain",
    "sz_63": "sz_56 sz_57 sz_62 sz_64 alaska",
    "sz_26": "sz_24 sz_25 sz_27",
}
LAND, SEA = {"land"}, {"sea"}


def test_spaces_by_kind() -> None:
    assert Counter(space.kind for space in board().spaces) == {"land": 63, "neutral": 16, "sea": 64}
    assert {f"sz_{number}" for number in range(1, 65)} == {s.id for s in board().spaces if s.kind == "sea"}


@pytest.mark.parametrize("power", OWNED)
def test_owners_and_incomes(power: str) -> None:
    expected = {name: int(income) for name, income in (one.split() for one in OWNED[power].split(","))}
    found = {s.id: s.attrs["income"] for s in board().spaces if s.attrs.get("owner") == power}
    assert found == expected
    assert sum(expected.values()) == START_INCOME[power]


def test_neutrals_have_no_owner_and_no_income() -> None:
    neutral = [space for space in board().spaces if space.kind == "neutral"]
    assert [space.id for space in neutral] == NEUTRAL.split()
    assert not any("owner" in space.attrs or "income" in space.attrs for space in neutral)


def test_capitals_cities_and_complexes() -> None:
    spaces = board().spaces
    assert {s.attrs["capital"]: s.id for s in spaces if "capital" in s.attrs} == CAPITALS
    assert {s.attrs["victory_city"]: s.id for s in spaces if "victory_city" in s.attrs} == VICTORY_CITIES
    assert {s.id for s in spaces if s.attrs.get("complex")} == set(COMPLEXES.split())


def test_islands_lie_in_their_zones() -> None:
    assert {s.id for s in board().spaces if s.attrs.get("island")} == set(ISLAND_ZONES)
    for island, zones in ISLAND_ZONES.items():
        assert neighbours(island) == {f"sz_{zone}" for zone in zones.split()}


def test_number_of_links() -> None:
    assert Counter(link.kind for link in board().links) == {"land": 114, "coast": 97, "sea": 135, "canal": 2}
    assert len({pair(link.a, link.b) for link in board().links}) == 348


def test_links_join_what_their_kind_says() -> None:
    for link in board().links:
        wet = [board().space(end).kind == "sea" for end in (link.a, link.b)]
        assert sum(wet) == {"land": 0, "coast": 1, "sea": 2, "canal": 2}[link.kind]


@pytest.mark.parametrize("space", NEIGHBOURS)
def test_neighbours(space: str) -> None:
    assert neighbours(space) == set(NEIGHBOURS[space].split())


def test_canals_and_their_gates() -> None:
    canals = {pair(k.a, k.b): (set(k.gates), k.gates_needed) for k in board().links if k.kind == "canal"}
    assert canals == {
        ("sz_15", "sz_34"): ({"anglo_egypt", "trans_jordan"}, "all"),
        ("sz_19", "sz_20"): ({"panama"}, "all"),
    }


def test_only_canals_have_gates() -> None:
    assert all(link.kind == "canal" for link in board().links if link.gates)


def test_distances_the_rulebook_speaks_of() -> None:
    assert steps("sz_4", "sz_6", SEA) == 2  # the Soviet submarine of the sample turn
    assert steps("russia", "karelia_ssr", LAND) == 2
    assert steps("russia", "archangel", LAND) == 1
    assert steps("sz_13", "sz_16", SEA) == 2
    assert steps("sz_52", "sz_37", SEA) == 3
    assert steps("russia", "buryatia_ssr", LAND) == 3  # the Trans-Siberian: Novosibirsk, Yakut, Buryatia
