"""What players may do in Axis & Allies Revised, and the names the rules use."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from wargame_desktop.core.action import (
    Action,
    Counts,
    Flag,
    Number,
    Path,
    PieceId,
    Pieces,
    PowerId,
    SpaceId,
    Word,
)

USSR, GERMANY, BRITAIN, JAPAN, USA = "ussr", "germany", "britain", "japan", "usa"
ORDER = (USSR, GERMANY, BRITAIN, JAPAN, USA)
"""The powers in the order of play."""

INFANTRY, ARTILLERY, TANK, AA_GUN, COMPLEX = "infantry", "artillery", "tank", "aa_gun", "industrial_complex"
FIGHTER, BOMBER = "fighter", "bomber"
BATTLESHIP, DESTROYER, CARRIER, TRANSPORT, SUBMARINE = (
    "battleship", "destroyer", "carrier", "transport", "submarine",
)  # fmt: skip
LAND = (INFANTRY, ARTILLERY, TANK)
"""Land units that fight."""
CARRIED = (*LAND, AA_GUN)
"""Units a transport carries."""
AIR = (FIGHTER, BOMBER)
SEA = (BATTLESHIP, DESTROYER, CARRIER, TRANSPORT, SUBMARINE)
UNITS = (*LAND, AA_GUN, COMPLEX, *AIR, *SEA)

MOBILIZATION = "mobilization"
"""The box of units bought and not yet deployed."""

JETS, ROCKETS, SUPER_SUBS, LONG_RANGE, BOMBARDMENT, HEAVY = (
    "jet_fighters", "rockets", "super_submarines", "long_range_aircraft", "combined_bombardment",
    "heavy_bombers",
)  # fmt: skip
DEVELOPMENTS = (JETS, ROCKETS, SUPER_SUBS, LONG_RANGE, BOMBARDMENT, HEAVY)
RESEARCH_COST = 5

# Marks of pieces. They last no longer than the turn.
MOVED = "moved"
"""Spaces a unit has used of its move."""
ENTERED = "entered"
"""The space from which a unit came into the one it is in."""
FLAK = "flak"
"""Territories with enemy guns that an air unit flew over in its combat move, in that order."""
RAID = "raid"
"""A bomber on a strategic bombing raid."""
KAMIKAZE = "kamikaze"
"""An air unit that will not come back."""
ASSAULT = "assault"
"""The territory a land unit aboard a transport is to attack."""
BEACH = "beach"
"""The sea zone from which a land unit makes an assault."""
LOADED = "boarded"
"""A land unit that went aboard in this turn."""
OFFLOADED = "offloaded"
"""The territory into which a transport has offloaded in this turn."""
LANDINGS = "landings"
"""Territories into which a transport has made assaults in this turn (Lightning Assaults)."""
FOUGHT = "fought"
"""A unit that took part in a combat of this turn."""
RETREATED = "retreated"
SUBMERGED = "submerged"
HITS = "hits"
"""A battleship hit once in the combat in progress."""
CASUALTY = "casualty"
"""A unit that is lost but may still fire in this cycle; `SUNK` when it may not even beside a destroyer."""
SUNK = "sunk"
FIRED = "fired"
"""A ship that bombarded, or a gun that launched a rocket, in this turn."""
DONE = "done"
"""A unit that moved or fought in the combat phases: the noncombat move is not for it."""
PANZER = "panzerblitz"
"""A tank that Panzerblitz lets move one territory in the noncombat move."""
AGAIN = "again"
"""Spaces that Mideast Oil adds to an air unit's move."""


@dataclass(frozen=True)
class End(Action):
    """Close the phase in progress."""

    verb: ClassVar[str] = "end"


@dataclass(frozen=True)
class Research(Action):
    """Buy research dice for one development and roll them."""

    verb: ClassVar[str] = "research"
    development: Word
    dice: Number


@dataclass(frozen=True)
class Buy(Action):
    """Buy units; they wait in the mobilization zone."""

    verb: ClassVar[str] = "buy"
    units: Counts


@dataclass(frozen=True)
class Move(Action):
    """Move units space by space; the path names every space entered."""

    verb: ClassVar[str] = "move"
    pieces: Pieces
    path: Path
    raid: Flag = False
    kamikaze: Flag = False


@dataclass(frozen=True)
class Launch(Action):
    """Send fighters up from a carrier that stays to fight where it is."""

    verb: ClassVar[str] = "launch"
    pieces: Pieces


@dataclass(frozen=True)
class Load(Action):
    """Take land units aboard a transport."""

    verb: ClassVar[str] = "load"
    pieces: Pieces
    transport: PieceId


@dataclass(frozen=True)
class Offload(Action):
    """Put land units ashore: into friendly land, or as an amphibious assault."""

    verb: ClassVar[str] = "offload"
    pieces: Pieces
    space: SpaceId


@dataclass(frozen=True)
class Fight(Action):
    """Resolve the combat in a space; ships named in `hold` do not bombard."""

    verb: ClassVar[str] = "fight"
    space: SpaceId
    hold: Pieces = ()


@dataclass(frozen=True)
class Bomb(Action):
    """Resolve the strategic bombing raid on a territory."""

    verb: ClassVar[str] = "bomb"
    space: SpaceId


@dataclass(frozen=True)
class Rocket(Action):
    """Launch a rocket from an anti-aircraft gun at an industrial complex."""

    verb: ClassVar[str] = "rocket"
    gun: PieceId
    space: SpaceId


@dataclass(frozen=True)
class CallOff(Action):
    """Call off the landing in a territory; the land units stay aboard."""

    verb: ClassVar[str] = "call_off"
    space: SpaceId


@dataclass(frozen=True)
class Ignore(Action):
    """Leave enemy submarines alone that share a sea zone."""

    verb: ClassVar[str] = "ignore"
    space: SpaceId


@dataclass(frozen=True)
class Casualties(Action):
    """Choose the units that take the hits; a battleship named twice is sunk."""

    verb: ClassVar[str] = "casualties"
    pieces: Pieces


@dataclass(frozen=True)
class Disagree(Action):
    """Let the attacker choose, because the defenders do not agree."""

    verb: ClassVar[str] = "disagree"


@dataclass(frozen=True)
class Press(Action):
    """Fight another cycle."""

    verb: ClassVar[str] = "press"


@dataclass(frozen=True)
class Retreat(Action):
    """Break off: land and sea units to one space they came from; air units fly home later."""

    verb: ClassVar[str] = "retreat"
    space: SpaceId


@dataclass(frozen=True)
class Withdraw(Action):
    """Take only the air units out of a combat."""

    verb: ClassVar[str] = "withdraw"


@dataclass(frozen=True)
class Submerge(Action):
    """Take submarines out of the combat."""

    verb: ClassVar[str] = "submerge"
    pieces: Pieces


@dataclass(frozen=True)
class Stay(Action):
    """Keep submarines in the combat, or make no use of an offer."""

    verb: ClassVar[str] = "stay"


@dataclass(frozen=True)
class Land(Action):
    """Land a fighter whose carrier was sunk in defence, one space away at most."""

    verb: ClassVar[str] = "land"
    piece: PieceId
    space: SpaceId


@dataclass(frozen=True)
class Place(Action):
    """Deploy new units; `at` names the complex when a sea zone touches several."""

    verb: ClassVar[str] = "place"
    pieces: Pieces
    space: SpaceId
    at: SpaceId = ""


@dataclass(frozen=True)
class Embark(Action):
    """Put fighters that stand beside a complex aboard a carrier newly built there."""

    verb: ClassVar[str] = "embark"
    pieces: Pieces
    carrier: PieceId


@dataclass(frozen=True)
class Choose(Action):
    """Choose a national advantage."""

    verb: ClassVar[str] = "choose"
    advantage: Word


@dataclass(frozen=True)
class Found(Action):
    """Set up the additional complex of the Colonial Garrison."""

    verb: ClassVar[str] = "found"
    space: SpaceId


@dataclass(frozen=True)
class Declare(Action):
    """Make use of a national advantage that needs a declaration."""

    verb: ClassVar[str] = "declare"
    advantage: Word
    power: PowerId = ""


@dataclass(frozen=True)
class LendLease(Action):
    """Turn friendly units in red territories into Soviet ones."""

    verb: ClassVar[str] = "lend_lease"
    pieces: Pieces


@dataclass(frozen=True)
class Recruit(Action):
    """Place the free infantry of the Chinese Divisions."""

    verb: ClassVar[str] = "recruit"
    space: SpaceId


@dataclass(frozen=True)
class Kaiten(Action):
    """Make defending submarines kaiten torpedoes."""

    verb: ClassVar[str] = "kaiten"
    pieces: Pieces


ACTIONS: tuple[type[Action], ...] = (
    End, Research, Buy, Move, Launch, Load, Offload, Fight, Bomb, Rocket, CallOff, Ignore, Casualties,
    Disagree, Press, Retreat, Withdraw, Submerge, Stay, Land, Place, Embark, Choose, Found, Declare,
    LendLease, Recruit, Kaiten,
)  # fmt: skip
