"""Questions about a state: whose, where, friendly or hostile, how far. Nothing here changes anything."""

from __future__ import annotations

from collections.abc import Iterator

from wargame_desktop.core.frozen import FrozenMap, Plain
from wargame_desktop.core.state import HOLD, Piece, State

from .facts import Facts
from .model import (
    AA_GUN,
    AIR,
    ARTILLERY,
    BRITAIN,
    CARRIER,
    COMPLEX,
    DESTROYER,
    INFANTRY,
    JAPAN,
    LAND,
    LANDINGS,
    LONG_RANGE,
    MOVED,
    ORDER,
    SEA,
    SUBMARINE,
    SUBMERGED,
    TANK,
    TRANSPORT,
    USA,
    USSR,
)

PHASES = ("develop", "purchase", "combat_move", "combat", "noncombat", "mobilize", "income")
RAILWAY = ("russia", "novosibirsk", "yakut_ssr", "buryatia_ssr")
"""The territories of the Trans-Siberian Railway."""


class Situation:
    """A state seen by the power whose turn it is."""

    __slots__ = ("facts", "power", "state")

    def __init__(self, facts: Facts, state: State, power: str = "") -> None:
        self.facts, self.state = facts, state
        self.power = power or str(state.var("power"))

    # Powers

    def side(self, power: str) -> str:
        """The side of a power."""
        return self.state.side_of(power)

    def is_enemy_power(self, power: str) -> bool:
        """Whether a power is on the other side."""
        return self.side(power) != self.side(self.power)

    def ipc(self, power: str) -> int:
        """The money a power holds."""
        value = table(self.state, "ipc").get(power, 0)
        return value if isinstance(value, int) else 0

    def has_tech(self, power: str, development: str) -> bool:
        """Whether a power has made a development."""
        return development in names(table(self.state, "developments").get(power))

    def has_advantage(self, power: str, advantage: str) -> bool:
        """Whether a power has a national advantage."""
        return advantage in names(table(self.state, "advantages").get(power))

    def capital_lost(self, power: str) -> bool:
        """Whether the enemy holds a power's capital."""
        capital = self.facts.capital.get(power)
        return capital is not None and self.side(self.holder(capital)) != self.side(power)

    def production(self, power: str) -> int:
        """A power's national production level."""
        return sum(value for key, value in self.facts.income.items() if self.holder(key) == power)

    def order(self) -> tuple[str, ...]:
        """The powers in the order of play."""
        return tuple(power for power in ORDER if power in self.state.powers)

    # Spaces

    def holder(self, space: str) -> str:
        """The power that controls a territory."""
        return self.state.control.get(space, "")

    def start_holder(self, space: str) -> str:
        """The power that controlled a territory when the turn began."""
        taken = table(self.state, "taken").get(space)
        return taken if isinstance(taken, str) else self.holder(space)

    def is_hostile_land(self, space: str) -> bool:
        """A territory in enemy hands."""
        return self.facts.is_land(space) and self.is_enemy_power(self.holder(space))

    def is_friendly_land(self, space: str) -> bool:
        """A territory in the hands of the side."""
        return self.facts.is_land(space) and not self.is_enemy_power(self.holder(space))

    def is_friendly_since_start(self, space: str) -> bool:
        """Friendly now and when the turn began: where air units may land."""
        return self.is_friendly_land(space) and not self.is_enemy_power(self.start_holder(space))

    def held_since_start(self, space: str) -> bool:
        """A territory the power itself has controlled since its turn began."""
        return self.holder(space) == self.power and self.start_holder(space) == self.power

    def is_home(self, space: str, power: str) -> bool:
        """A territory of a power's own colour that it still controls."""
        return self.facts.original.get(space) == power and self.holder(space) == power

    def is_hostile_zone(self, zone: str) -> bool:
        """A sea zone with enemy ships other than submerged submarines."""
        return any(True for _ in self.enemy_ships(zone))

    def is_occupied(self, space: str) -> bool:
        """A territory with enemy units, guns and complexes among them: whoever enters must stop."""
        return any(self.is_enemy(piece) for piece in self.state.at(space))

    def is_defended(self, space: str) -> bool:
        """A territory with enemy units that fight."""
        return any(
            self.is_enemy(piece) and self.type(piece) in (*LAND, *AIR) for piece in self.state.at(space)
        )

    def enemy_gun(self, space: str) -> bool:
        """A hostile territory with an enemy anti-aircraft gun."""
        return self.is_hostile_land(space) and any(
            self.type(piece) == AA_GUN and self.is_enemy(piece) for piece in self.state.at(space)
        )

    def complex_at(self, space: str) -> Piece | None:
        """The industrial complex of a territory."""
        return next((piece for piece in self.state.at(space) if self.type(piece) == COMPLEX), None)

    def canal_open(self, gates: tuple[str, ...]) -> bool:
        """Whether the side held every bank of a canal when the turn began, and holds it still."""
        return all(self.is_friendly_since_start(gate) for gate in gates)

    # Pieces

    def type(self, piece: Piece) -> str:
        """What a piece is."""
        return piece.kind.partition(".")[2]

    def is_own(self, piece: Piece) -> bool:
        """Whether the power whose turn it is commands a piece."""
        if piece.power == self.power:
            return True
        if piece.power != BRITAIN or self.power != USA or self.state.var("joint") is not True:
            return False
        # Joint Strike: the United States leads the British until its combat is over and their air units land.
        if self.state.var("joint_over") is True:
            return self.type(piece) in AIR and moved(piece) > 0
        return True

    def is_enemy(self, piece: Piece) -> bool:
        """Whether a piece is of the other side."""
        return self.is_enemy_power(piece.power)

    def place(self, piece: Piece) -> str:
        """The space a piece is in, on the board, whatever carries it."""
        space = piece.space
        while space.startswith(HOLD):
            space = self.state.piece(space.removeprefix(HOLD)).space
        return space

    def carrier_of(self, piece: Piece) -> Piece | None:
        """The ship a piece is aboard."""
        if not piece.space.startswith(HOLD):
            return None
        return self.state.pieces.get(piece.space.removeprefix(HOLD))

    def cargo(self, ship: Piece) -> tuple[Piece, ...]:
        """What a ship carries."""
        return self.state.at(HOLD + ship.id)

    def all_at(self, space: str) -> Iterator[Piece]:
        """The pieces in a space, and what its ships carry."""
        for piece in self.state.at(space):
            yield piece
            if self.type(piece) in SEA:
                yield from self.state.at(HOLD + piece.id)

    def enemy_ships(self, zone: str) -> Iterator[Piece]:
        """Enemy ships in a sea zone that are not submerged."""
        for piece in self.state.at(zone):
            if self.is_enemy(piece) and self.type(piece) in SEA and not piece.mark(SUBMERGED):
                yield piece

    def own_pieces(self) -> list[Piece]:
        """Every piece the power commands, in the order of ids."""
        pieces = self.state.pieces.values()
        found = [piece for piece in pieces if self.is_own(piece)]
        return sorted(found, key=lambda piece: piece.id)

    def enemy_destroyer(self, zone: str) -> bool:
        """Whether an enemy destroyer is in a sea zone."""
        return any(self.type(piece) == DESTROYER for piece in self.enemy_ships(zone))

    def submerged_enemy(self, zone: str) -> bool:
        """Whether a submerged enemy submarine is in a sea zone."""
        return any(self.is_enemy(piece) and piece.mark(SUBMERGED) for piece in self.state.at(zone))

    # Moves

    def move_of(self, piece: Piece) -> int:
        """How many spaces a unit may move in a turn."""
        kind, power = self.type(piece), piece.power
        move = self.facts.units[kind].move
        if kind in AIR and self.has_tech(power, LONG_RANGE):
            return move + 2
        if kind == CARRIER and power == USA and self.has_advantage(USA, "fast_carriers"):
            return 3
        if kind == INFANTRY and power == USA and self.has_advantage(USA, "mechanized_infantry"):
            return 2
        if kind == COMPLEX and power == USSR and self.has_advantage(USSR, "mobile_industry"):
            return 1
        return move

    def range_left(self, piece: Piece) -> int:
        """Spaces a unit may still move."""
        extra = piece.mark("again")
        return self.move_of(piece) + (extra if isinstance(extra, int) else 0) - moved(piece)

    def can_blitz(self, piece: Piece) -> bool:
        """Tanks, and mechanized infantry."""
        return self.type(piece) in (TANK, INFANTRY) and self.move_of(piece) == 2

    def rides_railway(self, piece: Piece) -> bool:
        """Soviet infantry, artillery and guns with the Trans-Siberian Railway."""
        return (
            piece.power == USSR
            and self.type(piece) in (INFANTRY, ARTILLERY, AA_GUN)
            and self.has_advantage(USSR, "trans_siberian_railway")
        )

    def island_bases(self, power: str) -> bool:
        """Whether a power counts island groups with their sea zones."""
        return power == USA and self.has_advantage(USA, "island_bases")

    def flight(self, power: str, a: str, b: str) -> int | None:
        """Spaces from one place to another for an air unit of a power."""
        return self.facts.distance(a, b, self.island_bases(power))

    def capacity(self, ship: Piece) -> tuple[int, int]:
        """What a ship takes of land units: any kind, and infantry besides."""
        kind = self.type(ship)
        if kind == TRANSPORT:
            return 1, 1
        if kind == DESTROYER and ship.power == JAPAN and self.has_advantage(JAPAN, "tokyo_express"):
            return 0, 1
        return 0, 0

    def may_land_again(self, ship: Piece) -> bool:
        """Lightning Assaults: a Japanese transport with one landing behind it, and no enemies beside it."""
        return (
            ship.power == JAPAN
            and self.has_advantage(JAPAN, "lightning_assaults")
            and ship.mark(LANDINGS) in (None, 1)
            and not self.is_hostile_zone(ship.space)
        )

    def is_carrying_ship(self, ship: Piece) -> bool:
        """Whether a ship can take land units aboard at all."""
        return self.capacity(ship) != (0, 0)

    def fighter_room(self, carrier: Piece) -> int:
        """How many more fighters fit on a carrier."""
        return 2 - len(self.cargo(carrier))

    def is_stopped_sub(self, piece: Piece, zone: str) -> bool:
        """Whether a submarine must stop in a sea zone."""
        return self.type(piece) == SUBMARINE and self.enemy_destroyer(zone)


def moved(piece: Piece) -> int:
    """Spaces a unit has used of its move in this turn."""
    value = piece.mark(MOVED)
    return value if isinstance(value, int) else 0


def names(value: Plain) -> tuple[str, ...]:
    """A list of names kept in a state."""
    return tuple(str(item) for item in value) if isinstance(value, tuple) else ()


def table(state: State, name: str) -> FrozenMap[Plain]:
    """A variable that is a table; an empty one when it is not there."""
    value = state.var(name)
    return value if isinstance(value, FrozenMap) else FrozenMap({})


def phase_name(state: State) -> str:
    """The phase of the turn in progress, whatever lies on top of it; empty between turns."""
    return next((frame.name for frame in state.stack if frame.name in PHASES), "")
