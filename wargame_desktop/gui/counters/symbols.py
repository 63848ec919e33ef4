"""The catalogue of symbols: what each is called, how it is drawn on a counter and as a plastic piece."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from PySide6.QtGui import QPainterPath

from wargame_desktop.gui.counters import silhouettes_air as air
from wargame_desktop.gui.counters import silhouettes_land as land
from wargame_desktop.gui.counters import silhouettes_sea as sea
from wargame_desktop.gui.counters.shapes import outer, raw_stroke


class Kind(StrEnum):
    """How a symbol sits on a counter."""

    BOX = "box"
    AIR = "air"
    SEA = "sea"
    THING = "thing"
    MARKER = "marker"


@dataclass(frozen=True)
class Symbol:
    """One entry: `outline` gives the silhouette; `ground` names the status colour of a round marker."""

    key: str
    title: str
    kind: Kind
    outline: Callable[[], QPainterPath]
    ground: str = ""


_CATALOGUE = (
    Symbol("infantry", "Infantry", Kind.BOX, land.infantry),
    Symbol("armour", "Armour", Kind.BOX, land.armour),
    Symbol("mechanised", "Mechanised", Kind.BOX, land.mechanised),
    Symbol("motorised", "Motorised", Kind.BOX, land.motorised),
    Symbol("cavalry", "Cavalry", Kind.BOX, land.cavalry),
    Symbol("cavalry_mechanised", "Cavalry-mechanised", Kind.BOX, land.cavalry_mechanised),
    Symbol("artillery", "Artillery", Kind.BOX, land.artillery),
    Symbol("paratroop", "Paratroop", Kind.BOX, land.paratroop),
    Symbol("marine", "Marine", Kind.BOX, land.marine),
    Symbol("mountain", "Mountain", Kind.BOX, land.mountain),
    Symbol("ski", "Ski", Kind.BOX, land.ski),
    Symbol("hq", "Headquarters", Kind.BOX, land.hq),
    Symbol("fort", "Fort", Kind.BOX, land.fort),
    Symbol("garrison", "Garrison", Kind.BOX, land.garrison),
    Symbol("static", "Static", Kind.BOX, land.static),
    Symbol("partisan", "Partisan", Kind.BOX, land.partisan),
    Symbol("militia", "Militia", Kind.BOX, land.militia),
    Symbol("engineer", "Engineer", Kind.BOX, land.engineer),
    Symbol("aa_gun", "Anti-aircraft gun", Kind.BOX, air.flak),
    Symbol("anti_tank", "Anti-tank", Kind.BOX, land.anti_tank),
    Symbol("logistic", "Logistic", Kind.BOX, land.logistic),
    Symbol("detachment", "Detachment", Kind.BOX, land.detachment),
    Symbol("unknown", "Unknown", Kind.BOX, land.question),
    Symbol("fighter", "Fighter", Kind.AIR, air.fighter),
    Symbol("bomber", "Bomber", Kind.AIR, air.bomber),
    Symbol("strategic_bomber", "Strategic bomber", Kind.AIR, air.strategic_bomber),
    Symbol("heavy_bomber", "Heavy bomber", Kind.AIR, air.heavy_bomber),
    Symbol("air_force", "Air force", Kind.AIR, air.air_force),
    Symbol("naval_air", "Naval air", Kind.AIR, air.naval_air),
    Symbol("jet", "Jet", Kind.AIR, air.jet),
    Symbol("helicopter", "Helicopter", Kind.AIR, air.helicopter),
    Symbol("rocket", "Rocket", Kind.AIR, air.rocket),
    Symbol("surface_fleet", "Surface fleet", Kind.SEA, sea.surface_fleet),
    Symbol("battleship", "Battleship", Kind.SEA, sea.battleship),
    Symbol("cruiser", "Cruiser", Kind.SEA, sea.cruiser),
    Symbol("destroyer", "Destroyer", Kind.SEA, sea.destroyer),
    Symbol("carrier", "Carrier", Kind.SEA, sea.carrier),
    Symbol("submarine", "Submarine", Kind.SEA, sea.submarine),
    Symbol("escort", "Escort", Kind.SEA, sea.escort),
    Symbol("transport", "Transport", Kind.SEA, sea.transport),
    Symbol("convoy", "Convoy", Kind.SEA, sea.convoy),
    Symbol("landing_craft", "Landing craft", Kind.SEA, sea.landing_craft),
    Symbol("supply", "Supply", Kind.THING, land.supply),
    Symbol("industry", "Industry", Kind.THING, land.industry),
    Symbol("atomic", "Atomic", Kind.THING, land.atomic),
    Symbol("decoy", "Decoy", Kind.THING, land.decoy),
    Symbol("control", "Control", Kind.MARKER, land.flag),
    Symbol("text", "Marker", Kind.MARKER, land.label),
    Symbol("card", "Card", Kind.MARKER, land.label),
    Symbol("number", "Number", Kind.MARKER, land.label, "marker_number"),
    Symbol("arrow", "Arrow", Kind.MARKER, land.arrow, "marker"),
    Symbol("beachhead", "Beachhead", Kind.MARKER, land.beachhead, "marker_sea"),
    Symbol("blitz", "Blitz", Kind.MARKER, land.bolt, "disrupted"),
    Symbol("flag", "Flag", Kind.MARKER, land.flag, "marker"),
    Symbol("star", "Star", Kind.MARKER, land.five_point_star, "out_of_supply"),
    Symbol("supply_source", "Supply source", Kind.MARKER, land.supply, "marker_supply"),
    Symbol("entrenched", "Entrenched", Kind.MARKER, land.trench, "marker_earth"),
    Symbol("stronghold", "Stronghold", Kind.MARKER, land.fort, "marker_earth"),
    Symbol("partisan_base", "Partisan base", Kind.MARKER, land.partisan, "marker_earth"),
    Symbol("port", "Port", Kind.MARKER, sea.anchor, "marker_sea"),
    Symbol("damaged_port", "Damaged port", Kind.MARKER, sea.broken_anchor, "marker_sea"),
    Symbol("production", "Production", Kind.MARKER, land.gears, "marker"),
    Symbol("oil", "Oil", Kind.MARKER, land.oil, "marker"),
    Symbol("air_base", "Air base", Kind.MARKER, air.bomber, "marker"),
    Symbol("airdrop", "Airdrop", Kind.MARKER, land.paratroop, "marker_sea"),
    Symbol("devastation", "Devastation", Kind.MARKER, air.bomb, "out_of_supply"),
)

SYMBOLS: dict[str, Symbol] = {entry.key: entry for entry in _CATALOGUE}

# Rulebooks have several nouns for one thing; counters follow the noun, the drawing is the same.
ALIASES: dict[str, str] = {
    "a_bomb": "atomic",
    "aaa": "aa_gun",
    "air": "fighter",
    "airborne": "paratroop",
    "airborne_army": "paratroop",
    "aircraft_carrier": "carrier",
    "anchor": "port",
    "anti_aircraft": "aa_gun",
    "armor": "armour",
    "asw": "escort",
    "cav_mech": "cavalry_mechanised",
    "cv_fleet": "carrier",
    "cv_strike": "naval_air",
    "factory": "industry",
    "five_point_star": "star",
    "flak": "aa_gun",
    "fleet": "surface_fleet",
    "flotilla": "surface_fleet",
    "fortress": "fort",
    "guards": "infantry",
    "headquarters": "hq",
    "heavy_strategic": "heavy_bomber",
    "improvement": "entrenched",
    "industrial_complex": "industry",
    "interceptor": "fighter",
    "logistics": "logistic",
    "marine_army": "marine",
    "marker": "text",
    "mech": "mechanised",
    "mechanized": "mechanised",
    "panzer": "armour",
    "parachute": "paratroop",
    "port_a_fort": "fort",
    "shock": "infantry",
    "ss_panzer": "armour",
    "strategic": "strategic_bomber",
    "sub": "submarine",
    "sub_fleet": "submarine",
    "surface": "surface_fleet",
    "tactical": "bomber",
    "tank": "armour",
    "trench": "entrenched",
    "u_boat": "submarine",
}


def find_symbol(key: str) -> Symbol:
    """The symbol of that name or alias; an unknown name gives the box with a question mark."""
    return SYMBOLS.get(ALIASES.get(key, key), SYMBOLS["unknown"])


@lru_cache(maxsize=256)
def silhouette(key: str) -> QPainterPath:
    """The outline of a symbol in a box of 100 by 100; the path is shared, do not change it."""
    return find_symbol(key).outline()


@lru_cache(maxsize=256)
def cast_base(key: str) -> tuple[QPainterPath, QPainterPath]:
    """The paper under a plastic piece, a die-cut sheet without holes, and its edge of 11 %; both shared."""
    sheet = outer(silhouette(key))
    return sheet, raw_stroke(sheet, 11)
