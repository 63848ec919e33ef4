"""The opponent's noncombat move on land and in the air: garrisons first, then the front, then the air units.

A place is safe when an enemy who attacked it would lose by it. Reinforcements go as far forward as is safe.
"""

from __future__ import annotations

from wargame_desktop.core.action import Action
from wargame_desktop.core.state import HOLD, Piece

from . import landing
from .air_moves import quiet_path
from .bot_view import Counts, Danger, View, counts_of, price
from .model import (
    AIR,
    CARRIER,
    DONE,
    FIGHTER,
    LAND,
    MOBILIZATION,
    Move,
)
from .situation import moved

CAPITAL_RISK, CITY_RISK = 0.08, 0.25
"""The greatest chance of losing a capital, or another city or factory, that a garrison leaves."""


def is_worth_attacking(view: View, space: str, units: Counts, worst: Danger) -> bool:
    """Whether an enemy would gain by attacking units of ours; a long war makes one bolder."""
    gain = worst.gain + 2.0 * view.facts.income.get(space, 0) * worst.capture
    return worst.capture > 0.25 + 0.5 * view.boldness and gain > 1.0 + 0.5 * view.boldness * price(units)


class Front:
    """Who stands where when the turn is over."""

    def __init__(self, view: View) -> None:
        self.view, self.sit, self.facts = view, view.sit, view.facts
        self.free = {p.id: p for p in self.sit.own_pieces() if self._is_free(p)}
        self.stand: dict[str, list[str]] = {}
        for space, pieces in view.pieces.items():
            if self.facts.is_land(space):
                kinds = [
                    view.kind(p)
                    for p in pieces
                    if not self.sit.is_enemy(p) and p.id not in self.free and p.space == space
                ]
                self.stand[space] = [kind for kind in kinds if kind in (*LAND, *AIR)]
        self.ways: dict[str, dict[str, tuple[str, ...]]] = {p.id: self._ways(p) for p in self.free.values()}
        self.marches: dict[str, tuple[str, ...]] = {}
        self.decks: set[str] = set()
        """Zones whose carriers are awaited by fighters."""

    def _is_free(self, piece: Piece) -> bool:
        is_troop = self.view.kind(piece) in LAND and self.facts.is_land(piece.space)
        return is_troop and not piece.mark(DONE) and not moved(piece)

    def _ways(self, piece: Piece) -> dict[str, tuple[str, ...]]:
        """Where a unit can be, and how it gets there."""
        found: dict[str, tuple[str, ...]] = {piece.space: ()}
        rim = [piece.space]
        for _ in range(self.sit.range_left(piece)):
            farther = []
            for here in rim:
                for there in self.view.land[here]:
                    if there not in found and self.sit.is_friendly_land(there):
                        found[there] = (*found[here], there)
                        farther.append(there)
            rim = farther
        return found

    # Garrisons

    def kinds_at(self, space: str, extra: list[Piece] | None = None) -> Counts:
        """Who will defend a territory, as far as is settled, with some more."""
        more = [self.view.kind(p) for p in extra or ()]
        return counts_of([*self.stand.get(space, ()), *more, *self._recruits(space)])

    def _recruits(self, space: str) -> list[str]:
        """New units are placed at the capital as long as nothing else is known."""
        if space != self.facts.capital.get(self.view.power):
            return []
        room = self.facts.income[space]
        return [self.view.kind(p) for p in self.view.own(MOBILIZATION, (*LAND, FIGHTER))][:room]

    def keys(self) -> list[tuple[str, float]]:
        """The places to be held, the most important first, with the risk that is put up with."""
        found = []
        for space in self.facts.territories:
            is_key = space in self.facts.city or self.sit.complex_at(space) is not None
            if not self.sit.is_friendly_land(space) or not is_key:
                continue
            is_capital = space in self.facts.capital.values()
            rank = 0 if self.facts.capital.get(self.view.power) == space else 1 if is_capital else 2
            risk = CAPITAL_RISK if is_capital or self.view.decides(space) else CITY_RISK
            found.append((rank, -self.view.worth(space), space, risk))
        return [(space, risk) for _, _, space, risk in sorted(found)]

    def garrison(self) -> None:
        """Give each key place what it needs, its own units first."""
        for space, risk in self.keys():
            near = [p for p in self.free.values() if space in self.ways[p.id]]
            near.sort(
                key=lambda p: (
                    len(self.ways[p.id][space]), self.facts.units[self.view.kind(p)].cost, p.id,
                )
            )  # fmt: skip
            need = self._need(space, near, risk)
            if need is None:
                must = self.view.decides(space) or self.facts.capital.get(self.view.power) == space
                need = near if must else [p for p in near if p.space == space][:1]
            for piece in need:
                self.settle(piece, space)

    def _need(self, space: str, near: list[Piece], risk: float) -> list[Piece] | None:
        """The fewest units that make a place safe enough; None when all of them are not enough."""
        if self.view.danger(space, self.kinds_at(space, near)).capture > risk:
            return None
        low, high = 0, len(near)
        while low < high:
            middle = (low + high) // 2
            if self.view.danger(space, self.kinds_at(space, near[:middle])).capture <= risk:
                high = middle
            else:
                low = middle + 1
        return near[:low]

    def settle(self, piece: Piece, space: str) -> None:
        """A unit goes to a territory, or stays there."""
        self.stand.setdefault(space, []).append(self.view.kind(piece))
        if self.ways[piece.id][space]:
            self.marches[piece.id] = self.ways[piece.id][space]
        del self.free[piece.id]

    def outposts(self) -> None:
        """One unit stays where enemies could otherwise walk in."""
        for space in self.facts.territories:
            near = any(self.view.at(one, LAND, ours=False) for one in self.view.land[space])
            if not near or self.stand.get(space) or not self.facts.income[space]:
                continue
            here = sorted(
                (p for p in self.free.values() if p.space == space),
                key=lambda p: (self.facts.units[self.view.kind(p)].cost, p.id),
            )
            if here and self.sit.holder(space) == self.view.power:
                self.settle(here[0], space)

    # The front

    def is_safe(self, space: str, extra: list[Piece]) -> bool:
        """Whether nobody would gain by attacking a place with more units in it."""
        units = self.kinds_at(space, extra)
        return not is_worth_attacking(self.view, space, units, self.view.danger(space, units))

    def march(self) -> None:
        """As far forward as is safe, all who can reach the same place together."""
        goal = self.view.goal
        spaces = [t for t in self.facts.territories if self.sit.is_friendly_land(t)]
        for space in sorted(spaces, key=lambda t: (goal[t], t)):
            group = [
                p
                for p in sorted(self.free.values(), key=lambda p: p.id)
                if space in self.ways[p.id] and goal[space] <= goal[p.space]
            ]
            if group and self.is_safe(space, group):
                for piece in group:
                    self.settle(piece, space)
        for piece in sorted(self.free.values(), key=lambda p: p.id):  # nowhere is safe: fall back together
            back = max(self.ways[piece.id], key=lambda t: (self.is_safe(t, [piece]), -goal[t], t))
            self.settle(piece, back)

    def march_orders(self) -> list[Action]:
        """The marches, grouped."""
        groups: dict[tuple[str, tuple[str, ...]], list[str]] = {}
        for piece_id, way in sorted(self.marches.items()):
            groups.setdefault((self.view.state.piece(piece_id).space, way), []).append(piece_id)
        return [Move(tuple(ids), way) for (_, way), ids in sorted(groups.items())]

    # Air units

    def pickups(self) -> list[Action]:
        """Carriers go where they have to meet fighters, and fighters to their carriers."""
        found: list[Action] = []
        sailing: set[str] = set()
        for fighter, ship, zone in landing.plan(self.sit).pickups:
            deck, flyer = self.view.state.piece(ship), self.view.state.piece(fighter)
            self.decks |= {deck.space, zone}
            if deck.space != zone and ship not in sailing:
                way = self.view.seaways(deck.space, self.sit.range_left(deck)).get(zone)
                sailing.add(ship)
                if way:
                    found.append(Move((ship,), way))
            if flyer.space != zone:
                path = quiet_path(self.sit, flyer, zone)
                if path is not None:
                    found.append(Move((fighter,), path))
        return found

    def flights(self) -> list[Action]:
        """Land everybody where he is safe, wanted, and near the enemy."""
        met = {fighter for fighter, _, _ in landing.plan(self.sit).pickups}
        decks = self._decks(met)
        found: list[Action] = []
        aloft = {p.id for p in landing.aloft(self.sit)}
        flyers = [p for p in self.sit.own_pieces() if self.view.kind(p) in AIR and p.id not in met]
        for piece in sorted(flyers, key=lambda p: (p.id not in aloft, self.sit.range_left(p), p.id)):
            place = self.sit.place(piece)
            if piece.space.startswith(HOLD) or not self.facts.is_open(place):
                continue
            if place in self.stand and piece.id not in aloft:
                self.stand[place].remove(self.view.kind(piece))
            end = self._landing_place(piece, place, decks)
            if end in decks:
                decks[end] -= 1
                self.decks.add(end)
            elif end is not None:
                self.stand.setdefault(end, []).append(self.view.kind(piece))
            path = quiet_path(self.sit, piece, end) if end not in (None, place) else None
            if path:
                found.append(Move((piece.id,), path))
        return found

    def _decks(self, met: set[str]) -> dict[str, int]:
        """Zones with carriers of ours that still have room."""
        found: dict[str, int] = {}
        for ship in self.sit.own_pieces():
            if self.view.kind(ship) == CARRIER and self.facts.is_sea(ship.space):
                found[ship.space] = found.get(ship.space, 0) + self.sit.fighter_room(ship)
        for _, _, zone in landing.plan(self.sit).pickups:
            if zone in found:
                found[zone] -= 1
        return found

    def _landing_place(self, piece: Piece, place: str, decks: dict[str, int]) -> str | None:
        left = self.sit.range_left(piece)
        rated = [
            (self._rate_landing(piece, space), space)
            for space in self.facts.territories
            if self.view.flight(place, space) <= left and self.sit.is_friendly_since_start(space)
        ]
        if self.view.kind(piece) == FIGHTER:
            rated += [
                (2.0, zone)
                for zone, room in decks.items()
                if room > 0 and self.view.flight(place, zone) <= left and self.facts.is_sea(place)
            ]
        return max(rated)[1] if rated else None

    def _rate_landing(self, piece: Piece, space: str) -> float:
        before = self.view.danger(space, self.kinds_at(space)).capture
        after = self.view.danger(space, self.kinds_at(space, [piece])).capture
        is_key = space in self.facts.city or self.sit.complex_at(space) is not None
        wanted = (40.0 if self.view.decides(space) else 20.0) * (before - after) if is_key else 0.0
        return wanted - 15.0 * after - min(self.view.flight_to_target(space), 12)
