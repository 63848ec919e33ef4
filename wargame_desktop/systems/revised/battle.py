"""One combat from the battle board to its end: eight steps in a frame that goes on by itself.

Rules: Combat Sequence. Frame parameters: space, step, cycle, origins (where attackers came from),
amphibious, hold (ships that keep their fire), and what Banzai and Wolf Packs need to remember. Choices lie on
top as frames of their own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from wargame_desktop.core.draft import Draft
from wargame_desktop.core.sequence import Phase
from wargame_desktop.core.state import HOLD, Piece, State

from . import advantages, aftermath, fire
from .capture import destroy
from .flak import shoot
from .model import (
    AIR,
    ASSAULT,
    CARRIER,
    CASUALTY,
    ENTERED,
    FIRED,
    FLAK,
    FOUGHT,
    HITS,
    KAMIKAZE,
    LAND,
    RAID,
    SEA,
    SUBMARINE,
    SUNK,
    TANK,
)
from .sides import (
    ANY,
    SHIPS,
    TROOPS,
    alive,
    assaulting,
    attackers,
    chooser,
    defenders,
    eligible,
    has_destroyer,
    toughness,
)
from .situation import Situation, moved, names

if TYPE_CHECKING:
    from .system import Revised


class Battle(Phase):
    """A combat in progress."""

    name = "battle"
    title = "Combat"
    rule = "Combat Sequence"

    def __init__(self, game: Revised) -> None:
        self.game = game
        self.facts = game.facts
        self.rules = ()
        self._steps: dict[str, Callable[[Draft], None]] = {
            "begin": self._begin,
            "opening": self._opening,
            "clear": self._clear,
            "attack": self._attack,
            "defend": self._defend,
            "remove": self._remove,
            "press": self._press,
            "submerge": self._submerge,
            "end": self._end,
        }

    def decider(self, state: State) -> str | None:
        """Nobody: choices are frames on top."""
        return None

    def advance(self, draft: Draft) -> None:
        """Do the next step."""
        self._steps[str(draft.top["step"])](draft)

    def _see(self, draft: Draft) -> tuple[Situation, str]:
        return Situation(self.facts, draft.state), str(draft.top["space"])

    # Step 1: units on the battle board

    def _begin(self, draft: Draft) -> None:
        """Guns along the flight paths fire first, then landings put their troops ashore."""
        sit, space = self._see(draft)
        self._flight_path(draft, space)
        self._go_ashore(draft, space)
        sit = Situation(self.facts, draft.state)
        ours, theirs = attackers(sit, space), defenders(sit, space)
        for piece in ours:
            draft.mark(piece.id, FOUGHT, True)
        kinds = SEA if self.facts.is_sea(space) else LAND
        origins = sorted(
            {str(p.mark(ENTERED)) for p in ours if sit.type(p) in kinds and moved(p) and p.mark(ENTERED)}
        )
        amphibious = any(piece.mark(ASSAULT) == space for piece in ours)
        draft.update(
            step="opening", cycle=1, origins=origins, amphibious=amphibious,
            defended_by=sorted({piece.power for piece in theirs}),
            banzai=advantages.is_banzai(sit, space, ours), wolf_pack=advantages.is_wolf_pack(sit, ours),
        )  # fmt: skip
        draft.emit(
            "battle_begun",
            space=space, power=sit.power, attackers=self.facts.listing(ours),
            defenders=self.facts.listing(theirs),
        )  # fmt: skip
        advantages.before_battle(self.game, draft, space, ours)

    def _flight_path(self, draft: Draft, space: str) -> None:
        flyers = [piece for piece in draft.state.at(space) if piece.mark(FLAK)]
        raid_free = [piece for piece in flyers if not piece.mark(RAID)]
        run_gauntlet(self.game, draft, raid_free)

    def _go_ashore(self, draft: Draft, space: str) -> None:
        sit = Situation(self.facts, draft.state)
        for piece in assaulting(sit, space):
            if piece.space.startswith(HOLD):
                draft.mark(piece.id, ENTERED, None)
                draft.move([piece.id], space)

    # Steps 2 and 3: opening fire

    def _opening(self, draft: Draft) -> None:
        """Guns, bombardment and submarines; both sides' choices follow before anybody is removed."""
        sit, space = self._see(draft)
        ours, theirs = alive(attackers(sit, space)), alive(defenders(sit, space))
        draft.update(
            step="clear",
            our_destroyer=has_destroyer(sit, ours), their_destroyer=has_destroyer(sit, theirs),
        )  # fmt: skip
        if self.facts.is_sea(space):
            self._submarines(draft, sit, space, ours, theirs)
        elif draft.top["cycle"] == 1:
            self._guns(draft, space, ours)
            self._bombard(draft, space)

    def _guns(self, draft: Draft, space: str, ours: list[Piece]) -> None:
        sit = Situation(self.facts, draft.state)
        flyers = [piece.id for piece in ours if sit.type(piece) in AIR]
        if flyers and sit.enemy_gun(space):
            for victim in shoot(self.game, draft, space, flyers):
                destroy(self.game, draft, victim)

    def _bombard(self, draft: Draft, space: str) -> None:
        """Battleships off the shore, unless they fought at sea, each once against land units."""
        if draft.top["amphibious"] is not True:
            return
        sit = Situation(self.facts, draft.state)
        zones = advantages.landing_zones(sit, space)
        held = names(draft.top.get("hold"))
        ships = [
            ship
            for zone in zones
            for ship in draft.state.at(zone)
            if sit.is_own(ship)
            and fire.bombards(sit, ship)
            and not ship.mark(FOUGHT)
            and not ship.mark(FIRED)
        ]
        ships = [ship for ship in ships if ship.id not in held]
        if not ships or not eligible(sit, defenders(sit, space), TROOPS):
            return
        for ship in ships:
            draft.mark(ship.id, FIRED, True)
        shots = [(self.facts.units[sit.type(ship)].attack, 1) for ship in ships]
        hits = fire.throw(self.game, draft, f"bombardment of {self.facts.name(space)}", shots)
        self._ask(draft, "defender", hits, TROOPS)

    def _submarines(
        self, draft: Draft, sit: Situation, space: str, ours: list[Piece], theirs: list[Piece]
    ) -> None:
        """Submarines of both sides and kamikaze attacks, at the same time, against ships only."""
        battle, name = draft.top, self.facts.name(space)
        our_subs = [p for p in ours if sit.type(p) == SUBMARINE]
        their_subs = [p for p in theirs if sit.type(p) == SUBMARINE]
        shots = [(fire.submarine_attack(sit, battle, p), 1) for p in our_subs]
        dives = fire.attack_shots(sit, battle, [p for p in ours if p.mark(KAMIKAZE)])
        back = [(fire.submarine_defence(sit, p), 1) for p in their_subs]
        hits = fire.throw(self.game, draft, f"opening fire of the attacker in {name}", shots) if theirs else 0
        rammed = fire.throw(self.game, draft, f"kamikaze attacks in {name}", dives) if theirs else 0
        hurt = fire.throw(self.game, draft, f"opening fire of the defender in {name}", back) if ours else 0
        for piece in (*ours, *theirs):
            if piece.mark(KAMIKAZE) or piece.mark(fire.KAITEN):
                draft.mark(piece.id, CASUALTY, SUNK)
        self._ask(draft, "attacker", hurt, SHIPS)
        self._ask(draft, "defender", hits, SHIPS)
        # A destroyer gives warning of submarines, not of these: what they hit does not fire back.
        self._ask(draft, "defender", rammed, SHIPS, SUNK)

    def _clear(self, draft: Draft) -> None:
        """Remove opening fire casualties; a destroyer gives those of submarines time to fire back."""
        sit, space = self._see(draft)
        if self.facts.is_sea(space):
            spared = [
                *(attackers(sit, space) if draft.top["our_destroyer"] else ()),
                *(defenders(sit, space) if draft.top["their_destroyer"] else ()),
            ]
            keep = {piece.id for piece in spared if piece.mark(CASUALTY) is True}
            remove_casualties(self.game, draft, space, keep)
        else:
            remove_casualties(self.game, draft, space, set())
        draft.update(step="attack")

    # Steps 4 to 6

    def _attack(self, draft: Draft) -> None:
        """All attackers fire at once; the defender chooses."""
        sit, space = self._see(draft)
        draft.update(step="defend")
        targets = alive(defenders(sit, space))
        if targets:
            shots = fire.attack_shots(sit, draft.top, attackers(sit, space))
            hits = fire.throw(self.game, draft, f"attack in {self.facts.name(space)}", shots)
            self._ask(draft, "defender", hits, ANY)

    def _defend(self, draft: Draft) -> None:
        """All defenders fire, casualties too; the attacker chooses."""
        sit, space = self._see(draft)
        draft.update(step="remove")
        if alive(attackers(sit, space)):
            shots = fire.defence_shots(sit, draft.top, defenders(sit, space))
            hits = fire.throw(self.game, draft, f"defence in {self.facts.name(space)}", shots)
            self._ask(draft, "attacker", hits, ANY)

    def _ask(self, draft: Draft, role: str, hits: int, pool: str, fate: bool | str = True) -> None:
        """Let a side choose what a number of hits destroys; `fate` is the mark of the casualties."""
        sit = Situation(self.facts, draft.state)
        space = next(str(f["space"]) for f in reversed(draft.state.stack) if f.name == "battle")
        pieces = eligible(sit, attackers(sit, space) if role == "attacker" else defenders(sit, space), pool)
        hits = min(hits, sum(toughness(sit, piece) for piece in pieces))
        if hits:
            by = chooser(sit, pieces)
            draft.push("casualties", space=space, role=role, hits=hits, pool=pool, by=by, fate=fate)

    def _remove(self, draft: Draft) -> None:
        """Clear both casualty zones; go on only if both sides have units left."""
        _, space = self._see(draft)
        remove_casualties(self.game, draft, space, set())
        sit = Situation(self.facts, draft.state)
        goes_on = attackers(sit, space) and defenders(sit, space)
        draft.update(step="press" if goes_on else "end")

    # Step 7: press or retreat, submerge

    def _press(self, draft: Draft) -> None:
        """The attacker decides first."""
        _, space = self._see(draft)
        draft.update(step="submerge")
        draft.push("press", space=space)

    def _submerge(self, draft: Draft) -> None:
        """Then the defender's submarines, unless a destroyer watches; then the next cycle."""
        sit, space = self._see(draft)
        ours, theirs = attackers(sit, space), defenders(sit, space)
        cycle = draft.top["cycle"]
        assert isinstance(cycle, int)
        draft.update(
            step="opening" if ours and theirs else "end", cycle=cycle + 1 if ours and theirs else cycle
        )
        if ours and theirs and not has_destroyer(sit, ours):
            for power in sorted({p.power for p in theirs if sit.type(p) == SUBMARINE}):
                draft.push("submerge", space=space, power=power)
        if ours and theirs and self.facts.is_sea(space):
            advantages.offer_kaiten(self.game, draft, space, theirs)

    # Step 8

    def _end(self, draft: Draft) -> None:
        """Repair, capture, and whatever follows from the end of a combat."""
        sit, space = self._see(draft)
        if attackers(sit, space) and defenders(sit, space):
            draft.update(step="opening")
            return
        for piece in draft.state.pieces.values():  # battleships that retreated are repaired, too
            for mark in (HITS, fire.KAITEN):
                if piece.mark(mark):
                    draft.mark(piece.id, mark, None)
        battle = draft.pop()
        aftermath.finish(self.game, draft, battle)


def run_gauntlet(game: Revised, draft: Draft, flyers: list[Piece]) -> None:
    """Guns fire at air units along their flight paths, each territory in its order."""
    longest = max((len(names(piece.mark(FLAK))) for piece in flyers), default=0)
    for leg in range(longest):
        by_space: dict[str, list[str]] = {}
        for piece in flyers:
            guns = names(piece.mark(FLAK))
            if leg < len(guns) and piece.id in draft.state.pieces:
                by_space.setdefault(guns[leg], []).append(piece.id)
        for space in sorted(by_space):
            for victim in shoot(game, draft, space, by_space[space]):
                destroy(game, draft, victim)
    for piece in flyers:
        if piece.id in draft.state.pieces:
            draft.mark(piece.id, FLAK, None)


def remove_casualties(game: Revised, draft: Draft, space: str, keep: set[str]) -> None:
    """Destroy the units marked as casualties, except some that may still fire."""
    sit = Situation(game.facts, draft.state)
    gone = [piece for piece in sit.all_at(space) if piece.mark(CASUALTY) and piece.id not in keep]
    if not gone:
        return
    draft.emit("destroyed", space=space, units=game.facts.listing(gone), pieces=sorted(p.id for p in gone))
    if any(sit.type(piece) == TANK and sit.is_own(piece) for piece in gone):
        draft.update(tanks_lost=True)
    for piece in sorted(gone, key=lambda piece: piece.id):
        if sit.type(piece) == CARRIER and sit.is_enemy(piece):
            # Fighters of a defending carrier are in the air: they fight on and look for a place afterwards.
            fighters = [cargo.id for cargo in draft.state.at(HOLD + piece.id)]
            draft.move(fighters, space)
        destroy(game, draft, piece.id)
