"""Attacks of the opponent: for every target the force that promises most, the best targets first.

A target is worth its income, its city, what is destroyed there; against it stand one's own losses and what
the enemy could do to the victors afterwards. Chances are exact.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from wargame_desktop.core.action import Action
from wargame_desktop.core.state import HOLD, Piece

from .air_moves import quiet_path
from .bot_view import NO_HOPE, Counts, Odds, View, counts_of, odds, price
from .model import (
    AIR,
    ARTILLERY,
    BATTLESHIP,
    CARRIER,
    DESTROYER,
    FIGHTER,
    INFANTRY,
    LAND,
    MOBILIZATION,
    SEA,
    SUBMARINE,
    TANK,
    TRANSPORT,
    Launch,
    Load,
    Move,
    Offload,
)

WARSHIPS = (SUBMARINE, DESTROYER, BATTLESHIP, CARRIER)
SURE = 0.12
"""The greatest chance of losing the capital that is put up with."""
CITY_RISK = 0.35
"""The same for other cities and factories."""
EFFORT = 0.04
"""What it costs to send a unit, as a part of its price: it could be useful elsewhere."""
LEAST_PROFIT = 0.7
"""What an attack must promise, in IPCs."""


@dataclass(frozen=True, slots=True)
class Landing:
    """How a unit comes to a shore: its ship, where it goes aboard, the beach, and the ways between."""

    ship: str
    to_pick: tuple[str, ...]
    to_beach: tuple[str, ...]
    beach: str


@dataclass
class Strike:
    """An attack on one space."""

    space: str
    pieces: list[Piece]
    ways: dict[str, tuple[str, ...]]
    landings: dict[str, Landing]
    guns: list[tuple[Piece, tuple[str, ...]]] = field(default_factory=list)
    odds: Odds = NO_HOPE
    profit: float = 0.0


class Attack:
    """The combat move of one turn."""

    def __init__(self, view: View, chance: random.Random) -> None:
        self.view, self.chance = view, chance
        self.sit, self.facts = view.sit, view.facts
        self.used: set[str] = set()
        self.struck: dict[str, Strike] = {}
        self.locked: set[str] = set()
        self.away: frozenset[str] = frozenset()
        self._safe: list[str] | None = None

    def plan(self) -> list[Action]:
        """Every move of the combat move; attacks that bare the capital are thought over again."""
        self._choose()
        bare = self._bared()
        if bare:
            self._begin_again(bare)
            self._choose()
        found: list[Action] = []
        for strike in sorted(self.struck.values(), key=lambda one: self.facts.is_land(one.space)):
            found += self._orders(strike)
        return found

    def _begin_again(self, locked: set[str]) -> None:
        self.used, self.struck, self.away, self._safe = set(), {}, frozenset(), None
        self.locked = locked

    def _choose(self) -> None:
        """Take the best attack, then the best of what is left."""
        self._lock_outposts()
        targets = self._targets()
        rated: dict[str, Strike | None] = {}
        while True:
            for space in targets:
                if space not in rated and space not in self.struck:
                    rated[space] = self._best(space)
            good = [one for one in rated.values() if one is not None and one.profit >= LEAST_PROFIT]
            if not good:
                return
            best = max(good, key=lambda one: (one.profit, one.space))
            self._commit(best)
            taken = {piece.id for piece in best.pieces} | {ship.id for ship, _ in best.guns}
            taken |= {way.ship for way in best.landings.values()}
            rated = {
                space: strike
                for space, strike in rated.items()
                if space not in self.struck and (strike is None or not self._uses(strike, taken))
            }
            if self.facts.is_sea(best.space):  # a beach may be open now
                rated = {space: strike for space, strike in rated.items() if strike is not None}

    def _uses(self, strike: Strike, taken: set[str]) -> bool:
        ids = {piece.id for piece in strike.pieces} | {ship.id for ship, _ in strike.guns}
        return bool(ids & taken) or any(way.ship in taken for way in strike.landings.values())

    def _commit(self, strike: Strike) -> None:
        self.struck[strike.space] = strike
        self._safe = None
        self.used |= {piece.id for piece in strike.pieces} | {ship.id for ship, _ in strike.guns}
        self.used |= {way.ship for way in strike.landings.values()}
        if strike.odds.win >= 0.75:
            self.away |= {strike.space}

    # What must stay at home

    def _lock_outposts(self) -> None:
        """One infantry stays where enemies could walk in."""
        for space in self.facts.territories:
            if self.sit.holder(space) != self.view.power or not self.facts.income[space]:
                continue
            own = [p for p in self.view.own(space, LAND) if p.space == space]
            near = any(self.view.at(one, LAND, ours=False) for one in self.view.land[space])
            if near and len(own) > 1:
                foot = min(own, key=lambda p: (self.facts.units[self.view.kind(p)].cost, p.id))
                self.locked.add(foot.id)

    def _left_at(self, space: str, gone: set[str]) -> Counts:
        """Who defends a territory when some have gone; new units are placed at the capital."""
        there = [p for p in self.view.at(space, (*LAND, *AIR)) if p.space == space and p.id not in gone]
        if space == self.facts.capital.get(self.view.power):
            there += self.view.own(MOBILIZATION, (*LAND, FIGHTER))
        return counts_of(self.view.kind(p) for p in there)

    def _bared(self) -> set[str]:
        """Units that must stay after all, because the attacks would bare a city or a factory."""
        found: set[str] = set()
        for space in self.facts.territories:
            is_key = space in self.facts.city or self.sit.complex_at(space) is not None
            if self.sit.holder(space) != self.view.power or not is_key:
                continue
            limit = SURE if space in self.facts.capital.values() else CITY_RISK
            if self.view.danger(space, self._left_at(space, self.used), self.away).capture > limit:
                found |= self._garrison(space, limit)
        return found

    def _garrison(self, space: str, limit: float) -> set[str]:
        """The fewest units that keep a place; none for what cannot be kept, unless it must be."""
        own = [p for p in self.view.own(space, (*LAND, FIGHTER)) if p.space == space]
        own.sort(key=lambda p: (self.view.kind(p) == FIGHTER, self.facts.units[self.view.kind(p)].cost, p.id))
        for count in range(len(own) + 1):
            gone = {p.id for p in own[count:]}
            if self.view.danger(space, self._left_at(space, gone)).capture <= limit:
                return {p.id for p in own[:count]}
        must = space == self.facts.capital.get(self.view.power) or self.view.decides(space)
        return {p.id for p in own} if must else set()

    # Targets

    def _targets(self) -> list[str]:
        found = [space for space in self.facts.territories if self.sit.is_hostile_land(space)]
        return found + [zone for zone in self.facts.zones if zone in self.view.hostile_zones]

    def _best(self, space: str) -> Strike | None:
        """The force against a space that promises most."""
        strike = self._sea_force(space) if self.facts.is_sea(space) else self._land_force(space)
        if not strike.pieces:
            return None
        self._rate(strike)
        if self.facts.is_land(space) and strike.odds.capture < 0.3:
            return None
        while len(strike.pieces) > 1:
            better = self._lighter(strike)
            if better is None or better.profit < strike.profit - 1e-9:
                break
            strike = better
        strike.profit *= 1.0 + 0.04 * self.chance.random()
        return strike

    def _lighter(self, strike: Strike) -> Strike | None:
        """The best force with some units fewer; large forces are thinned out faster."""
        fewer = 1 + len(strike.pieces) // 10
        kinds: dict[tuple[str, bool], list[Piece]] = {}
        for piece in strike.pieces:
            kinds.setdefault((self.view.kind(piece), piece.id in strike.landings), []).append(piece)
        best: Strike | None = None
        for (kind, _), pieces in sorted(kinds.items()):
            if kind not in AIR and self.facts.is_land(strike.space):
                others = [p for p in strike.pieces if self.view.kind(p) in LAND and p not in pieces[-fewer:]]
                if not others:
                    continue
            gone = {p.id for p in pieces[-fewer:]}
            rest = [p for p in strike.pieces if p.id not in gone]
            landings = {key: way for key, way in strike.landings.items() if key not in gone}
            guns = strike.guns if landings else []
            one = Strike(strike.space, rest, strike.ways, landings, guns)
            if rest:
                self._rate(one)
                if best is None or one.profit > best.profit:
                    best = one
        return best

    # Forces

    def _free(self, piece: Piece) -> bool:
        return piece.id not in self.used and piece.id not in self.locked

    def _land_force(self, space: str) -> Strike:
        strike = Strike(space, [], {}, {})
        for near in self.view.land[space]:
            for piece in self.view.own(near, LAND):
                if self._free(piece) and piece.space == near:
                    strike.ways.setdefault(piece.id, (space,))
                    strike.pieces.append(piece)
        self._add_blitz(strike)
        self._add_landings(strike)
        has_troops = bool(strike.pieces)
        if self.sit.is_defended(space) and has_troops:
            self._add_air(strike)
        return strike

    def _add_blitz(self, strike: Strike) -> None:
        for middle in self.view.land[strike.space]:
            is_open = self.sit.is_friendly_land(middle) or not self.sit.is_occupied(middle)
            for far in self.view.land[middle] if is_open else ():
                for piece in self.view.own(far, (TANK,)):
                    if self._free(piece) and piece.id not in strike.ways and piece.space == far:
                        strike.ways[piece.id] = (middle, strike.space)
                        strike.pieces.append(piece)

    def _add_air(self, strike: Strike) -> None:
        space = strike.space
        for place, pieces in sorted(self.view.pieces.items()):
            for piece in pieces if self.facts.is_open(place) else ():
                kind = self.view.kind(piece)
                if kind not in AIR or not self.sit.is_own(piece) or not self._free(piece):
                    continue
                left = self.sit.range_left(piece) - self.view.flight(place, space)
                deck = kind == FIGHTER and piece.space.startswith(HOLD) and self._deck_near(space, left)
                if deck or any(self.view.flight(space, base) <= left for base in self._bases()):
                    strike.pieces.append(piece)

    def _bases(self) -> list[str]:
        """Territories where air units can land and are safe as things are planned."""
        if self._safe is None:
            self._safe = [
                space
                for space in self.facts.territories
                if self.sit.is_friendly_since_start(space)
                and self.view.danger(space, self._left_at(space, self.used), self.away).capture < CITY_RISK
            ]
        return self._safe

    def _deck_near(self, space: str, left: int) -> bool:
        """Whether a carrier of ours is close enough to come back to."""
        for zone, pieces in self.view.pieces.items():
            decks = any(self.view.kind(p) == CARRIER and self.sit.is_own(p) for p in pieces)
            if decks and self.view.flight(space, zone) <= left and zone not in self.view.hostile_zones:
                return True
        return False

    def _sea_force(self, zone: str) -> Strike:
        strike = Strike(zone, [], {}, {})
        for place in self.facts.zones:
            ships = [p for p in self.view.own(place, WARSHIPS) if self._free(p)]
            if not ships:
                continue
            for ship in ships:
                way = self.view.seaways(place, self.sit.range_left(ship), fight=True).get(zone)
                if way is not None and (self.view.kind(ship) != CARRIER or place == zone):
                    strike.ways[ship.id] = way
                    strike.pieces.append(ship)
        self._add_air(strike)
        return strike

    def _add_landings(self, strike: Strike) -> None:
        """What transports can bring to the shore, each its best load."""
        taken: set[str] = set(strike.ways)
        beaches = [
            zone
            for zone in self.facts.coasts(strike.space)
            if zone not in self.view.hostile_zones or zone in self.away
        ]
        for ship in self._transports():
            found = self._best_load(ship, beaches, taken)
            if found is None:
                continue
            units, landing = found
            for unit in units:
                taken.add(unit.id)
                strike.landings[unit.id] = landing
                strike.pieces.append(unit)
        if strike.landings and self.sit.is_defended(strike.space):
            self._add_guns(strike)

    def _transports(self) -> list[Piece]:
        ships = [p for p in self.sit.own_pieces() if self.view.kind(p) == TRANSPORT and self._free(p)]
        return [p for p in ships if self.facts.is_sea(p.space) and p.power == self.view.power]

    def _best_load(
        self, ship: Piece, beaches: list[str], taken: set[str]
    ) -> tuple[list[Piece], Landing] | None:
        best: tuple[tuple[float, int], list[Piece], Landing] | None = None
        aboard = [p for p in self.sit.cargo(ship) if self.sit.is_own(p) and self.view.kind(p) in LAND]
        for pick, to_pick in self.view.seaways(ship.space, 2).items():
            if pick in self.view.hostile_zones:
                continue
            units = aboard + self._waiting(ship, pick, taken)
            if not units:
                continue
            ways = self.view.seaways(pick, 2 - len(to_pick), fight=True)
            for beach in beaches:
                if beach not in ways:
                    continue
                landing = Landing(ship.id, to_pick, ways[beach], beach)
                attack = sum(self.facts.units[self.view.kind(p)].attack for p in units)
                rate = (float(attack), -len(to_pick) - len(ways[beach]))
                if best is None or rate > best[0]:
                    best = (rate, units, landing)
        return None if best is None else (best[1], best[2])

    def _waiting(self, ship: Piece, pick: str, taken: set[str]) -> list[Piece]:
        """The best units on the shores of a zone that fit aboard."""
        cargo = [self.view.kind(p) for p in self.sit.cargo(ship)]
        room = 2 - len(cargo)
        heavy_room = 0 if any(kind != INFANTRY for kind in cargo) else 1
        shore = [
            p
            for land in self.facts.coasts(pick)
            for p in self.view.own(land, LAND)
            if self._free(p) and p.id not in taken and p.space == land and not p.marks
        ]
        heavy = sorted(
            (p for p in shore if self.view.kind(p) in (TANK, ARTILLERY)),
            key=lambda p: (self.view.kind(p) != TANK, p.id),
        )[: min(room, heavy_room)]
        foot = [p for p in shore if self.view.kind(p) == INFANTRY][: room - len(heavy)]
        return heavy + foot

    def _add_guns(self, strike: Strike) -> None:
        """Battleships off the beach bombard."""
        beaches = sorted({way.beach for way in strike.landings.values()} - self.view.hostile_zones)
        for ship in self.sit.own_pieces():
            if self.view.kind(ship) != BATTLESHIP or not self._free(ship):
                continue
            ways = self.view.seaways(ship.space, 2) if self.facts.is_sea(ship.space) else {}
            beach = next((zone for zone in beaches if zone in ways), None)
            if beach is not None and ship.space not in self.view.hostile_zones:
                strike.guns.append((ship, ways[beach]))

    # What it is worth

    def _rate(self, strike: Strike) -> None:
        view, space = self.view, strike.space
        sea = self.facts.is_sea(space)
        kinds = counts_of(view.kind(p) for p in strike.pieces)
        theirs = view.defenders(space, ours=False)
        gun = int(self.sit.enemy_gun(space))
        shots = (4,) * len(strike.guns)
        owner = self.sit.holder(space)
        tech = (view.tech(view.power), view.tech(owner) if owner else frozenset())
        strike.odds = found = odds(kinds, theirs, sea, gun, shots, tech)
        after = self._afterwards_at_sea(strike) if sea else self._afterwards(strike)
        strike.profit = found.killed - found.lost + after - EFFORT * price(kinds)

    def _afterwards_at_sea(self, strike: Strike) -> float:
        """What the victors have to fear, and what an open sea is worth."""
        if strike.odds.win < 0.5:
            return -5.0
        ships = tuple((kind, n) for kind, n in strike.odds.left if kind in SEA)
        worst = self.view.danger(strike.space, ships, self.away | {strike.space}) if ships else None
        fear = max(0.0, worst.gain) * 0.7 if worst is not None else 0.0
        freed = 1.5 if any(self.sit.is_friendly_land(t) for t in self.facts.coasts(strike.space)) else 0.0
        return freed - fear * strike.odds.win

    def _afterwards(self, strike: Strike) -> float:
        """What the territory is worth if it can be held, less what a counter-attack would cost."""
        view, space = self.view, strike.space
        troops = tuple((kind, n) for kind, n in strike.odds.left if kind in LAND) or ((INFANTRY, 1),)
        worst = view.danger(space, troops, self.away | {space})
        income = self.facts.income[space]
        comes = worst.gain + 2.0 * income * worst.capture > 0
        hold = 1.0 - worst.capture if comes else 1.0
        prize = view.worth(space)
        value = income * 1.5 + (prize - 2.0 * income) * (0.35 + 0.65 * hold) + income * 1.5 * hold
        fear = max(0.0, worst.lost - 0.6 * worst.cost) * (1.0 - view.boldness) if comes else 0.0
        ships = {way.ship: way.beach for way in strike.landings.values()}
        beaches = sorted(ships.values())
        risk = sum(self._risk_at(beach, beaches.count(beach)) for beach in sorted(set(beaches)))
        return strike.odds.capture * (value - 0.8 * fear) - risk - 0.1 * price(troops) * worst.capture

    def _risk_at(self, beach: str, transports: int) -> float:
        """What transports off a beach have to fear, with the escort that can follow them."""
        there = [self.view.kind(p) for p in self.view.at(beach, (*SEA, FIGHTER)) if p.id not in self.used]
        for zone in self.view.seaways(beach, 2):
            if zone != beach:
                there += [self.view.kind(p) for p in self.view.own(zone, WARSHIPS) if p.id not in self.used]
        worst = self.view.danger(beach, counts_of([*there, *[TRANSPORT] * transports]), self.away)
        return max(0.0, 0.6 * worst.gain) if worst.capture > 0.2 else 0.0

    # Orders

    def _orders(self, strike: Strike) -> list[Action]:
        found: list[Action] = []
        for ship, way in strike.guns:
            if way:
                found.append(Move((ship.id,), way))
        by_ship: dict[str, list[str]] = {}
        for piece in strike.pieces:
            if piece.id in strike.landings:
                by_ship.setdefault(strike.landings[piece.id].ship, []).append(piece.id)
        for _, ids in sorted(by_ship.items()):
            found += self._voyage(strike.landings[ids[0]], ids, strike.space)
        groups: dict[tuple[str, tuple[str, ...]], list[str]] = {}
        for piece in strike.pieces:
            way = strike.ways.get(piece.id, ())
            if piece.id in strike.landings:
                continue
            if self.view.kind(piece) in AIR:
                found += self._sortie(piece, strike.space)
            elif way:
                groups.setdefault((piece.space, way), []).append(piece.id)
        marches: list[Action] = [Move(tuple(ids), way) for (_, way), ids in sorted(groups.items())]
        return marches + found

    def _sortie(self, piece: Piece, space: str) -> list[Action]:
        if self.sit.place(piece) == space:
            return [Launch((piece.id,))] if piece.space.startswith(HOLD) else []
        path = quiet_path(self.sit, piece, space)
        return [] if path is None else [Move((piece.id,), path)]

    def _voyage(self, landing: Landing, ids: list[str], space: str) -> list[Action]:
        found: list[Action] = []
        if landing.to_pick:
            found.append(Move((landing.ship,), landing.to_pick))
        ashore = [one for one in ids if self.facts.is_land(self.view.state.piece(one).space)]
        found += [Load((one,), landing.ship) for one in ashore]
        if landing.to_beach:
            found.append(Move((landing.ship,), landing.to_beach))
        return [*found, Offload(tuple(ids), space)]
