"""The set-ups of the rulebook, transcribed: who stands where, how strong, and the points of each power.

A line is a place (a hex number or the name on the map) and the ids of its units; a minus sign after an id
means reduced. What the book prints and we rule otherwise stands in `RULED`, with the entry of rulings.yaml.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SetUp:
    """One dated scenario."""

    turn: int
    points: dict[str, int]
    units: str
    eliminated: tuple[str, ...] = ()


RULED = {
    ("barbarossa", "su.7_inf"): ("2503", "map_2403"),
    ("blau", "su.3_inf"): ("3104", "setup_soviet_6_army"),
    ("overlord", "us.9_air"): ("1507", "setup_two_air_units"),
    ("wacht_am_rhein", "us.9_air"): ("1607", "setup_two_air_units"),
}
"""Units whose printed place cannot be, with the place we give them."""

FALL_GELB = SetUp(
    3,
    {"gb": 4, "fr": 2, "su": 8, "ge": 7, "it": 2},
    """
    Alexandria: gb.medit_fleet
    3015: gb.8_armor-
    Malta: gb.malta_fort-
    London: gb.channel_fleet- gb.2_raf-
    1708: gb.1_armor gb.1_raf-
    Sheffield: gb.bomber-
    Scapa Flow: gb.home_fleet
    Gibraltar: gb.gibraltar_fleet gb.gibraltar_fort-
    1909: fr.2_inf fr.maginot
    Toulon: fr.fleet fr.alp_inf-
    Algiers: fr.col_inf-
    1808: fr.3_inf fr.4_inf
    Paris: fr.air
    2908: su.2_inf
    2807: su.3_inf
    2707: su.4_inf
    2504: su.5_inf
    2505: su.6_inf
    2503: su.7_inf
    2605: su.1_armor
    2606: su.2_armor
    Leningrad: su.1_inf su.fleet su.leningrad_fort
    Moscow: su.8_inf su.moscow_fort
    Sevastopol: su.sevastopol_fort
    Kiev: su.1_air
    Minsk: su.2_air
    Warsaw: ge.14_inf-
    Dresden: ge.1_air
    Vienna: ge.4_air-
    Berlin: ge.5_air-
    2007: ge.2_armor
    2008: ge.1_inf ge.7_inf
    Hamburg: ge.surface_fleet ge.1_sub- ge.18_inf ge.2_air ge.1_para
    Essen: ge.6_inf ge.3_armor- ge.3_air ge.fort.1-
    1908: ge.4_inf ge.1_armor ge.fort.2-
    Tobruk: it.na_inf
    Tirana: it.3_inf
    Taranto: it.fleet
    Naples: it.air
    Rome: it.1_armor-
    Milan: it.2_inf
    Helsinki: fin.inf
    Budapest: hun.inf
    Bucharest: rum.inf
    Sofia: bul.inf
    Lisbon: por.inf
    1611: spa.1_inf
    Madrid: spa.2_inf
    Brussels: bel.inf
    The Hague: net.inf
    Stockholm: swe.inf swe.fleet
    Belgrade: yug.inf
    2712: gre.inf
    3509: tur.1_inf
    Ankara: tur.2_inf
    Tehran: per.inf
    """,
    ("pol",),
)

BARBAROSSA = SetUp(
    8,
    {"gb": 4, "su": 8, "ge": 9, "it": 2},
    """
    Alexandria: gb.medit_fleet
    Tobruk: gb.8_armor
    Malta: gb.malta_fort gb.2_raf-
    London: gb.1_armor gb.1_raf-
    Sheffield: gb.bomber-
    1607: gb.2_armor
    Scapa Flow: gb.home_fleet-
    Liverpool: gb.3_raf-
    Gibraltar: gb.gibraltar_fort
    Atlantic: gb.channel_fleet gb.gibraltar_fleet
    Toulon: fr.fleet
    Algiers: fr.col_inf
    Moscow: su.moscow_fort su.8_inf
    Sevastopol: su.sevastopol_fort
    Leningrad: su.leningrad_fort su.fleet- su.1_inf
    2908: su.2_inf
    2807: su.3_inf
    2707: su.4_inf
    2504: su.5_inf
    2505: su.6_inf
    2403: su.7_inf
    2605: su.1_armor
    2606: su.2_armor
    Minsk: su.2_air
    Kiev: su.1_air
    2914: ge.1_para-
    2708: ge.14_inf
    2717: ge.5_armor- it.1_armor-
    2607: ge.17_inf
    2506: ge.4_inf ge.2_armor
    2507: ge.6_inf ge.1_armor
    Budapest: ge.4_air hun.inf
    Königsberg: ge.18_inf ge.4_armor ge.1_art- ge.1_air
    Warsaw: ge.9_inf ge.3_armor ge.2_air
    Oslo: ge.fort.1-
    Hamburg: ge.surface_fleet- ge.5_air
    Essen: ge.fort.2-
    1908: ge.fort.3-
    Brussels: ge.15_inf-
    Paris: ge.3_air
    1608: ge.7_inf
    1610: ge.1_inf-
    Atlantic: ge.1_sub ge.2_sub-
    Tirana: it.3_inf
    Taranto: it.fleet-
    Naples: it.air
    Rome: it.2_inf
    Milan: it.na_inf-
    Helsinki: fin.inf
    Bucharest: rum.inf
    Sofia: bul.inf
    Lisbon: por.inf
    1611: spa.1_inf
    Madrid: spa.2_inf
    Stockholm: swe.inf swe.fleet
    3509: tur.1_inf
    Ankara: tur.2_inf
    Tehran: per.inf
    """,
    ("bel", "net", "pol", "gre", "yug"),
)

BLAU = SetUp(
    12,
    {"gb": 4, "su": 8, "us": 10, "ge": 9, "it": 2},
    """
    Alexandria: gb.medit_fleet
    Tobruk: gb.8_armor
    Malta: gb.malta_fort gb.2_raf-
    London: gb.1_armor gb.1_raf-
    Sheffield: gb.bomber-
    1607: gb.2_armor
    Scapa Flow: gb.home_fleet
    Liverpool: gb.3_raf-
    Gibraltar: gb.gibraltar_fort
    Atlantic: gb.channel_fleet-
    Toulon: fr.fleet
    Algiers: fr.col_inf
    3307: su.8_inf-
    Voronezh: su.2_air-
    3204: su.6_inf-
    Rostov: su.7_inf-
    3104: su.1_armor su.3_inf-
    Tula: su.5_inf-
    Moscow: su.1_art- su.moscow_fort su.1_air
    2904: su.2_inf-
    2803: su.1_guard_inf-
    2702: su.1_inf-
    Leningrad: su.fleet- su.leningrad_fort
    Atlantic: us.10_fleet-
    America: us.1_armor- us.5_armor- us.7_armor- us.9_armor us.15_armor us.8_air- us.9_air- us.12_air-
    America: us.15_air us.sac- us.8_fleet- us.12_fleet-
    Kharkov: ge.6_inf- ge.4_air rum.inf
    3106: ge.17_inf ge.1_armor
    Sevastopol: ge.14_inf- ge.1_art-
    3004: ge.4_armor
    2905: ge.2_armor
    2804: ge.4_inf- ge.9_inf-
    Kiev: ge.2_air
    2816: ge.5_armor- it.1_armor-
    2703: ge.3_armor-
    2602: ge.18_inf-
    Riga: ge.1_air
    Naples: ge.1_para ge.5_air-
    Oslo: ge.fort.1-
    Hamburg: ge.surface_fleet-
    Essen: ge.fort.2-
    1908: ge.fort.3-
    Brussels: ge.15_inf- ge.3_air
    1608: ge.7_inf
    1610: ge.1_inf-
    Atlantic: ge.1_sub ge.2_sub-
    3005: it.na_inf
    Tirana: it.3_inf
    Taranto: it.fleet it.air-
    Rome: it.2_inf
    2501: fin.inf
    Kursk: hun.inf
    Sofia: bul.inf
    Lisbon: por.inf
    1611: spa.1_inf
    Madrid: spa.2_inf
    Stockholm: swe.inf swe.fleet
    3509: tur.1_inf
    Ankara: tur.2_inf
    Tehran: per.inf
    """,
    ("bel", "net", "pol", "gre", "yug"),
)

CITADEL = SetUp(
    16,
    {"gb": 4, "su": 8, "us": 10, "ge": 10, "it": 2},
    """
    Tunis: gb.8_armor
    Malta: gb.medit_fleet gb.malta_fort gb.2_raf
    London: gb.2_armor gb.1_raf
    Sheffield: gb.bomber
    1607: gb.1c_armor
    Scapa Flow: gb.home_fleet
    Gibraltar: gb.gibraltar_fort
    Atlantic: gb.channel_fleet
    America: gb.3_raf
    3307: su.8_inf
    Voronezh: su.2_air-
    3204: su.6_inf-
    Rostov: su.7_inf- su.3_air-
    Tula: su.1_guard_armor
    Kursk: su.5_inf su.1_armor su.2_art-
    Moscow: su.moscow_fort su.1_air
    2904: su.3_inf- su.2_guard_inf su.1_art-
    2803: su.2_inf su.1_guard_inf
    2702: su.1_inf
    Leningrad: su.fleet- su.leningrad_fort
    Tunis: us.7_armor us.12_air
    Algiers: us.8_fleet us.5_armor
    Liverpool: us.sac
    Atlantic: us.10_fleet
    America: us.12_fleet us.1_armor us.9_armor us.15_armor us.8_air us.9_air us.15_air
    3207: ge.17_inf-
    Kharkov: ge.4_armor ge.6ss_armor
    3106: ge.14_inf-
    3005: ge.1_armor-
    2905: ge.9_inf ge.2_armor-
    Kiev: ge.2_air
    2704: ge.4_inf- ge.3_armor-
    2602: ge.18_inf- ge.1_art-
    Riga: ge.1_air
    Naples: ge.10_inf ge.5_air-
    Oslo: ge.fort.1
    Hamburg: ge.surface_fleet-
    Essen: ge.fort.2- ge.3_air
    1908: ge.fort.3-
    The Hague: ge.1_para
    Brussels: ge.15_inf-
    1608: ge.7_inf
    1610: ge.1_inf-
    Atlantic: ge.1_sub- ge.2_sub-
    Tirana: it.3_inf
    Taranto: it.fleet it.air-
    Rome: it.2_inf
    2501: fin.inf
    Sofia: bul.inf
    Lisbon: por.inf
    1611: spa.1_inf
    Madrid: spa.2_inf
    Stockholm: swe.inf swe.fleet
    3509: tur.1_inf
    Ankara: tur.2_inf
    Tehran: per.inf
    """,
    ("bel", "net", "pol", "gre", "yug"),
)

OVERLORD = SetUp(
    20,
    {"gb": 4, "su": 9, "us": 10, "ge": 11, "it": 0},
    """
    Taranto: gb.8_armor- gb.2_raf
    Malta: gb.malta_fort
    2112: gb.medit_fleet
    London: gb.channel_fleet gb.2_armor gb.1c_armor gb.1_raf
    Sheffield: gb.bomber-
    1607: gb.1_para
    Scapa Flow: gb.home_fleet
    Gibraltar: gb.gibraltar_fort
    America: gb.3_raf
    2112: gb.free_french
    Sevastopol: su.8_inf-
    Dnepropetrovsk: su.4_air
    Moscow: su.moscow_fort su.2_air
    2907: su.6_inf- su.7_inf-
    Kiev: su.3_air
    2704: su.1_guard_inf su.1_guard_armor
    2705: su.3_inf su.1_armor su.1_art-
    2707: su.5_inf-
    Leningrad: su.fleet- su.1_inf su.2_inf su.leningrad_fort su.1_air-
    2605: su.2_guard_inf- su.2_guard_armor- su.2_art-
    2606: su.4_inf- su.2_armor-
    Tunis: us.15_air
    Naples: us.5_armor- us.12_air
    Sicily: us.8_fleet us.7_armor
    Liverpool: us.sac- us.9_air-
    1508: us.12_fleet us.1_armor us.3_armor us.8_air
    America: us.10_fleet us.9_armor us.15_armor
    2908: ge.6_inf rum.inf-
    Bucharest: ge.4_air-
    2603: ge.4_inf ge.3_armor-
    Minsk: ge.9_inf
    Riga: ge.18_inf
    2506: ge.4_armor-
    2507: ge.1_armor-
    Warsaw: ge.2_air
    2311: ge.10_inf
    Rome: ge.14_inf
    Berlin: ge.5_air-
    Oslo: ge.fort.1
    Hamburg: ge.surface_fleet-
    Essen: ge.fort.2- ge.3_air-
    1908: ge.fort.3-
    Toulon: ge.17_inf-
    The Hague: ge.1_para
    Brussels: ge.15_inf ge.6ss_armor ge.1_art
    1708: ge.5_armor
    1608: ge.7_inf
    1610: ge.1_inf
    Milan: it.na_inf-
    2501: fin.inf
    2607: hun.inf-
    Sofia: bul.inf
    Lisbon: por.inf
    1611: spa.1_inf
    Madrid: spa.2_inf
    Stockholm: swe.inf swe.fleet
    3509: tur.1_inf
    Ankara: tur.2_inf
    Tehran: per.inf
    """,
    ("bel", "net", "pol", "gre", "yug"),
)

WACHT_AM_RHEIN = SetUp(
    22,
    {"gb": 4, "su": 10, "us": 11, "ge": 7, "it": 0},
    """
    Taranto: gb.medit_fleet gb.2_raf
    Malta: gb.malta_fort
    2210: gb.8_armor-
    Brussels: gb.2_armor- gb.1c_armor- gb.1_raf
    Sheffield: gb.bomber
    Scapa Flow: gb.home_fleet
    1508: gb.channel_fleet
    Gibraltar: gb.gibraltar_fort
    America: gb.3_raf
    1909: gb.free_french
    Moscow: su.moscow_fort
    Leningrad: su.fleet- su.leningrad_fort
    Minsk: su.2_air
    Riga: su.2_inf- su.1_air
    2504: su.3_inf- su.4_inf
    2505: su.1_guard_inf su.1_guard_armor su.1_art-
    2506: su.5_inf su.1_armor
    2507: su.2_guard_inf- su.2_guard_armor- su.2_art-
    Budapest: su.6_inf- su.2_armor- su.3_air-
    2509: su.7_inf
    Belgrade: su.8_inf- su.4_air-
    Helsinki: su.1_inf-
    Naples: us.8_fleet us.15_air
    2111: us.5_armor-
    Rome: us.12_air
    1909: us.7_armor
    1808: us.1_armor- us.3_armor-
    London: us.12_fleet us.sac us.9_air
    Paris: us.9_armor us.18_para- us.8_air
    2403: ge.18_inf-
    Königsberg: ge.4_inf ge.3_armor-
    Warsaw: ge.9_inf ge.4_armor-
    2406: ge.17_inf- ge.1_armor-
    2407: ge.6_inf
    2408: ge.2_armor-
    Vienna: ge.4_air-
    Berlin: ge.2_air-
    2110: ge.10_inf
    2008: ge.1_inf ge.5_armor-
    Milan: ge.14_inf- it.na_inf
    Oslo: ge.fort.1
    Hamburg: ge.surface_fleet-
    Essen: ge.1_para ge.1_art- ge.fort.2- ge.3_air-
    1908: ge.7_inf- ge.6ss_armor- ge.fort.3-
    The Hague: ge.15_inf
    2407: hun.inf-
    Lisbon: por.inf
    1611: spa.1_inf
    Madrid: spa.2_inf
    Stockholm: swe.inf swe.fleet
    3509: tur.1_inf
    Ankara: tur.2_inf
    Tehran: per.inf
    """,
    ("rum", "bul", "fin", "bel", "net", "pol", "gre", "yug"),
)

SETUPS = {
    "fall_gelb": FALL_GELB,
    "barbarossa": BARBAROSSA,
    "blau": BLAU,
    "citadel": CITADEL,
    "overlord": OVERLORD,
    "wacht_am_rhein": WACHT_AM_RHEIN,
}


def printed_places(name: str) -> dict[str, tuple[str, bool]]:
    """Unit to (place as printed, reduced)."""
    found: dict[str, tuple[str, bool]] = {}
    for line in SETUPS[name].units.strip().splitlines():
        place, _, units = line.strip().partition(":")
        for unit in units.split():
            assert unit.removesuffix("-") not in found, unit
            found[unit.removesuffix("-")] = (place, unit.endswith("-"))
    return found
