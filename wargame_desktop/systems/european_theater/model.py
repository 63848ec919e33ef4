"""What players may do in the European theatre, and the names the rules use."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from wargame_desktop.core.action import (
    Action,
    Counts,
    Number,
    PieceId,
    Pieces,
    SpaceId,
    Spaces,
    Word,
)

AXIS, ALLIES, NEUTRAL = "axis", "allies", "neutral"
SIDES = (AXIS, ALLIES)
SEASONS = ("winter", "spring", "summer", "autumn")

ATLANTIC_LAND = "atlantic_land"
ATLANTIC = "atlantic"
CAPETOWN = "capetown"
RED_SEA = "red_sea"
PERSIAN_GULF = "persian_gulf"
SEA_BOXES = (ATLANTIC, CAPETOWN, RED_SEA, PERSIAN_GULF)
DEAD = "dead"

OPS = "ops_complete"
"""Mark of an air unit or fleet that may not fire, or a fleet that may not move (3.4.3)."""
SPENT = "spent"
"""Mark with the movement points a unit has used in this phase."""
SHORT = "short"
"""Mark of a unit that began its move without supply and has half its points (11.2.4)."""
MUD = "mud"
"""Mark of a unit that began its move in the mud of a Russian Spring (optional: weather)."""
STOPPED = "stopped"
"""Mark of a unit whose move is over for this phase."""
FOUGHT = "fought"
"""Mark of a land unit that has attacked in this phase (9.1)."""
BOMBED = "bombed"
"""Mark of an air unit that bombed or intercepted in this turn (6.1.3)."""
DROPPED = "dropped"
"""Mark of a unit that landed on enemies and must attack: `air` or `sea` (5.2.3)."""
SAILED = "sailed"
"""Mark of a fleet: hexes it has entered in this phase, for the five hexes of an assault (8.1.4.1)."""
LANDED = "landed"
"""Mark of a unit put ashore in a friendly port in this phase: air then has twice its range (8.1.3.2)."""


def other(side: str) -> str:
    """The opponent."""
    return ALLIES if side == AXIS else AXIS


def pool_of(power: str) -> str:
    """The box of a power's force pool."""
    return f"pool_{power}"


def track_of(turn: int) -> str:
    """The space of the turn record track for a turn."""
    return f"turn_{turn}"


def is_on_track(space: str) -> bool:
    """Whether a space belongs to the turn record track."""
    return space.startswith("turn_")


# Movement


@dataclass(frozen=True)
class Move(Action):
    """Move land units hex by hex, or an air unit straight to a hex."""

    verb: ClassVar[str] = "move"
    pieces: Pieces
    space: SpaceId
    via: Spaces = ()


@dataclass(frozen=True)
class Rail(Action):
    """Move a land or air unit by rail (8.1.2)."""

    verb: ClassVar[str] = "rail"
    piece: PieceId
    space: SpaceId


@dataclass(frozen=True)
class Airdrop(Action):
    """Drop paratroops up to three hexes away (8.1.1)."""

    verb: ClassVar[str] = "airdrop"
    piece: PieceId
    space: SpaceId


@dataclass(frozen=True)
class Sail(Action):
    """Move fleets, with what they carry, hex by hex (8.3)."""

    verb: ClassVar[str] = "sail"
    fleets: Pieces
    space: SpaceId
    via: Spaces = ()


@dataclass(frozen=True)
class Embark(Action):
    """Put a land or air unit aboard a fleet in the same port or box (8.3.4)."""

    verb: ClassVar[str] = "embark"
    piece: PieceId
    fleet: PieceId


@dataclass(frozen=True)
class Land(Action):
    """Put what a fleet carries ashore where the fleet is (8.1.3), or assault the port there (8.1.4)."""

    verb: ClassVar[str] = "land"
    piece: PieceId


# Combat


@dataclass(frozen=True)
class Attack(Action):
    """Attack a hex with land units (9.1), supported by air units and fleets."""

    verb: ClassVar[str] = "attack"
    space: SpaceId
    pieces: Pieces
    support: Pieces = ()


@dataclass(frozen=True)
class Strike(Action):
    """Attack air units or fleets in a hex with air units alone (9.2)."""

    verb: ClassVar[str] = "strike"
    space: SpaceId
    pieces: Pieces


@dataclass(frozen=True)
class Engage(Action):
    """Attack fleets in a hex with fleets, and air units in support (9.3)."""

    verb: ClassVar[str] = "engage"
    space: SpaceId
    fleets: Pieces
    support: Pieces = ()


@dataclass(frozen=True)
class Commit(Action):
    """Send these units into the fight that is asked about; none is an answer too."""

    verb: ClassVar[str] = "commit"
    pieces: Pieces = ()


@dataclass(frozen=True)
class Lose(Action):
    """Take loss points: each turns a unit over or eliminates a reduced one."""

    verb: ClassVar[str] = "lose"
    points: Counts


@dataclass(frozen=True)
class Retreat(Action):
    """Retreat a unit to a hex (4.2.C.3)."""

    verb: ClassVar[str] = "retreat"
    piece: PieceId
    space: SpaceId


@dataclass(frozen=True)
class Advance(Action):
    """Advance units into a vacated hex; none ends the advance."""

    verb: ClassVar[str] = "advance"
    pieces: Pieces = ()
    space: SpaceId = ""


@dataclass(frozen=True)
class Displace(Action):
    """Move a displaced air unit or fleet to one of the nearest free hexes (5.1.1)."""

    verb: ClassVar[str] = "displace"
    piece: PieceId
    space: SpaceId


@dataclass(frozen=True)
class Scrap(Action):
    """Eliminate a unit too many in a hex (5.2.2)."""

    verb: ClassVar[str] = "scrap"
    piece: PieceId


# Strategic warfare and production


@dataclass(frozen=True)
class Bomb(Action):
    """Bomb an enemy production city (6.1)."""

    verb: ClassVar[str] = "bomb"
    space: SpaceId
    pieces: Pieces


@dataclass(frozen=True)
class LendLease(Action):
    """Say how many points go to Britain and to the Soviet Union (12.3)."""

    verb: ClassVar[str] = "lend"
    britain: Number = 0
    soviet: Number = 0


@dataclass(frozen=True)
class Convoy(Action):
    """Attack the convoys with fleets in the Atlantic box (6.2); none attacks nothing."""

    verb: ClassVar[str] = "convoy"
    fleets: Pieces = ()


@dataclass(frozen=True)
class Sink(Action):
    """Choose which points a convoy attack sinks: lend_gb, lend_su, dominions, iraq (6.2.3)."""

    verb: ClassVar[str] = "sink"
    points: Counts


@dataclass(frozen=True)
class Build(Action):
    """Buy a unit out of the pool and place it (7.2)."""

    verb: ClassVar[str] = "build"
    piece: PieceId
    space: SpaceId


@dataclass(frozen=True)
class Upgrade(Action):
    """Bring a reduced unit back to full strength (7.3)."""

    verb: ClassVar[str] = "upgrade"
    piece: PieceId


@dataclass(frozen=True)
class Assign(Action):
    """Let a city's point go to another of the side's major powers (7.1.1)."""

    verb: ClassVar[str] = "assign"
    space: SpaceId
    power: Word


# Set-up and the rest


@dataclass(frozen=True)
class Place(Action):
    """Place a unit of the set-up (2)."""

    verb: ClassVar[str] = "place"
    piece: PieceId
    space: SpaceId


@dataclass(frozen=True)
class Auto(Action):
    """Let the program set up: `power` all of the power in charge, `rest` what waits, `all` both sides."""

    verb: ClassVar[str] = "auto"
    scope: Word


@dataclass(frozen=True)
class Send(Action):
    """Send a British fleet to the Red Sea for good (optional: Japan)."""

    verb: ClassVar[str] = "send"
    fleet: PieceId


@dataclass(frozen=True)
class Dismantle(Action):
    """Remove unnamed forts at the end of a turn (4.2.G)."""

    verb: ClassVar[str] = "dismantle"
    pieces: Pieces


@dataclass(frozen=True)
class Pass(Action):
    """Do nothing more in this phase, or nothing at all."""

    verb: ClassVar[str] = "pass"


ACTIONS: tuple[type[Action], ...] = (
    Move, Rail, Airdrop, Sail, Embark, Land, Attack, Strike, Engage, Commit, Lose, Retreat, Advance, Displace,
    Scrap, Bomb, LendLease, Convoy, Sink, Build, Upgrade, Assign, Place, Auto, Send, Dismantle, Pass,
)  # fmt: skip
