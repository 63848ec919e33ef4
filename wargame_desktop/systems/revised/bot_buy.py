"""What the opponent buys, and where new units are placed."""

from __future__ import annotations

from wargame_desktop.core.action import Action
from wargame_desktop.core.state import HOLD, Piece

from .bot_front import CAPITAL_RISK, CITY_RISK
from .bot_view import NOWHERE, Counts, View, counts_of
from .mobilize import capacity_left, may_found, spots, waiting
from .model import (
    ARTILLERY,
    BRITAIN,
    CARRIER,
    COMPLEX,
    DESTROYER,
    FIGHTER,
    INFANTRY,
    JAPAN,
    LAND,
    SEA,
    TANK,
    TRANSPORT,
    USA,
    Buy,
    Place,
)

TRANSPORTS = {BRITAIN: 7, JAPAN: 6, USA: 8}
"""How many transports the powers across the sea want to have at their port."""
MOST_FIGHTERS = 8
MIXED = 37
"""What a unit of a good mixture costs, in tenths of an IPC."""
COST = {INFANTRY: 3, ARTILLERY: 4, TANK: 5, FIGHTER: 10, TRANSPORT: 8, DESTROYER: 12, COMPLEX: 15}


class Orders:
    """One turn's purchase: money and room are spent step by step."""

    def __init__(self, view: View) -> None:
        self.view, self.sit, self.facts = view, view.sit, view.facts
        self.money = self.sit.ipc(view.power)
        homes = [space for space in self.facts.territories if capacity_left(self.sit, space) > 0]
        self.room = sum(capacity_left(self.sit, space) for space in homes) - len(waiting(self.sit))
        self.homes = homes
        self.bought: dict[str, int] = {}

    def decide(self) -> Action | None:
        """The purchase; None when nothing is to be bought."""
        if self.room > 0 and not self._defend_home():
            self._found()
            if self._fleet():
                self._army()
        return Buy(tuple(sorted(self.bought.items()))) if self.bought else None

    def _take(self, kind: str, count: int = 1) -> bool:
        """Buy units if there is money and room for all of them."""
        if count <= 0 or COST[kind] * count > self.money or (kind != COMPLEX and self.room < count):
            return False
        self.money -= COST[kind] * count
        self.room -= 0 if kind == COMPLEX else count
        self.bought[kind] = self.bought.get(kind, 0) + count
        return True

    # Home first

    def _defend_home(self) -> bool:
        """Infantry until the capital is safe; whether that is all there is money for."""
        capital = self.facts.capital.get(self.view.power, "")
        if capital not in self.homes:
            return False
        there = self.view.defenders(capital, ours=True)
        while self._risk(capital, there) > CAPITAL_RISK:
            if not self._take(INFANTRY):
                return True
        return False

    def _risk(self, capital: str, there: Counts) -> float:
        new = [INFANTRY] * self.bought.get(INFANTRY, 0)
        kinds = [kind for kind, count in there for _ in range(count)]
        return self.view.danger(capital, counts_of(kinds + new)).capture

    # Across the sea

    def _found(self) -> None:
        """Japan builds a factory on the mainland as soon as one is safe there."""
        if self.view.power != JAPAN or self.money < COST[COMPLEX] + 8 or len(self.homes) > 1:
            return
        sites = [
            space
            for space in self.facts.territories
            if may_found(self.sit, space) and self.facts.income[space] >= 3 and self.view.land[space]
        ]
        for site in sorted(sites, key=lambda t: (self.view.goal[t], t)):
            if self.view.danger(site, self.view.defenders(site, ours=True)).capture < CITY_RISK:
                self._take(COMPLEX)
                return

    def _own(self, kinds: tuple[str, ...]) -> list[Piece]:
        pieces = [p for p in self.sit.own_pieces() if p.power == self.view.power]
        return [p for p in pieces if self.view.kind(p) in kinds]

    def _fleet(self) -> bool:
        """Transports for the troops in port, with the destroyers they need; False to save for next turn."""
        zone = ship_zone(self.view)
        if zone is None or not self._most_transports:
            return True
        escorts = self._escorts(zone)
        if escorts is None:
            return True
        if escorts and COST[DESTROYER] * escorts + COST[TRANSPORT] > self.money:
            return False
        self._take(DESTROYER, escorts)
        afloat = len(self._near_port())
        wanted = min(self._most_transports, max(2, len(self._ashore()) // 2)) - afloat
        for _ in range(min(3, wanted)):
            self._take(TRANSPORT)
        return True

    @property
    def _most_transports(self) -> int:
        """A power of the continent needs ships when nothing is left to be reached by land."""
        is_cut_off = bool(self.view.port) and self.view.front[self.view.port] >= NOWHERE
        return TRANSPORTS.get(self.view.power, 6 if is_cut_off else 0)

    def _near_port(self) -> list[Piece]:
        """Transports that serve the port."""
        coasts = self.facts.coasts(self.view.port) if self.view.port else ()
        far = self.view.sea_distances(sorted(coasts))
        return [p for p in self._own((TRANSPORT,)) if far.get(p.space, NOWHERE) <= 3]

    def _ashore(self) -> list[Piece]:
        return [p for p in self.view.own(self.view.port, LAND) if p.space == self.view.port]

    def _escorts(self, zone: str) -> int | None:
        """How many destroyers make the zone safe for transports; None when two turns cannot pay for them."""
        kinds = [self.view.kind(p) for p in self.view.at(zone, (*SEA, FIGHTER))]
        most = self.money + self.sit.production(self.view.power) - COST[TRANSPORT]
        for count in range(min(most // COST[DESTROYER], self.room - 1) + 1):
            fleet = counts_of([*kinds, *[DESTROYER] * count, TRANSPORT])
            if self.view.danger(zone, fleet).gain <= 3.0:
                return count
        return None

    # The army

    def _army(self) -> None:
        """Infantry to fill the factories; what is left makes some of them better units."""
        if self._most_transports and self.homes == [self.view.port]:
            lift = 2 * len(self._near_port()) + 2 * self.bought.get(TRANSPORT, 0)
            if len(self._ashore()) >= lift + 6:
                self._fighters()
        count = min(self.room, max(self.money * 10 // MIXED, 1), self.money // COST[INFANTRY])
        if not self._take(INFANTRY, count):
            return
        for better, extra in ((TANK, 2), (ARTILLERY, 1), (FIGHTER, 7)):
            for _ in range(count if better == FIGHTER else (count + 2) // 3):
                self._exchange(better, extra)

    def _fighters(self) -> None:
        """Where troops wait for ships already, money goes into the air, within limits."""
        room = MOST_FIGHTERS - len(self._own((FIGHTER,)))
        while room > 0 and self._take(FIGHTER):
            room -= 1

    def _exchange(self, better: str, extra: int) -> None:
        if self.money >= extra and self.bought.get(INFANTRY, 0) > 0:
            self.money -= extra
            self.bought[INFANTRY] -= 1
            self.bought[better] = self.bought.get(better, 0) + 1
            if not self.bought[INFANTRY]:
                del self.bought[INFANTRY]


def ship_zone(view: View) -> str | None:
    """The zone for new ships: among friends, away from enemies, near the war."""
    sit, facts = view.sit, view.facts
    homes = [space for space in facts.territories if capacity_left(sit, space) > 0]
    zones = sorted({zone for home in homes for zone in facts.coasts(home)})
    zones = [zone for zone in zones if zone not in view.hostile_zones]
    if not zones:
        return None

    def rate(zone: str) -> tuple[int, bool, int, str]:
        kinds = [view.kind(p) for p in view.at(zone, (*SEA, FIGHTER))]
        fear = max(0.0, view.danger(zone, counts_of([*kinds, TRANSPORT])).gain)
        at_port = view.port in facts.coasts(zone)
        return round(fear / 4.0), not at_port, -len(kinds), zone

    return min(zones, key=rate)


def place(view: View) -> Action | None:
    """The next unit where it is needed most; None when none can be placed."""
    for piece in sorted(waiting(view.sit), key=lambda p: (view.kind(p) not in (CARRIER, COMPLEX), p.id)):
        found = spots(view.sit, piece)
        if not found:
            continue
        if view.kind(piece) in SEA:
            wish = ship_zone(view)
            space, home = min(found, key=lambda spot: (spot[0] != wish, spot))
        else:
            on_land = [spot for spot in found if not spot[0].startswith(HOLD)]
            if view.kind(piece) == COMPLEX:  # on a continent, where its units can march
                on_land = [spot for spot in on_land if view.land[spot[0]]] or on_land
            space, home = min(on_land, key=lambda spot: (*_need(view, spot[0]), spot))
        return Place((piece.id,), space, home if home != space else "")
    return None


def _need(view: View, space: str) -> tuple[float, float]:
    """Endangered factories first, the capital before all; else the one nearest to the enemy."""
    if view.sit.complex_at(space) is None:  # a site for a new factory
        return 0.0, view.front[space]
    risk = view.danger(space, view.defenders(space, ours=True)).capture
    is_capital = space in view.facts.capital.values()
    limit = CAPITAL_RISK if is_capital else CITY_RISK
    if risk > limit and (is_capital or risk < 0.9):
        return (-2.0 if is_capital else -1.0), -risk
    return 0.0, view.front[space]
