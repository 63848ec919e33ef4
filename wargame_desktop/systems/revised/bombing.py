"""Attacks on industry: strategic bombing raids and rockets (Special Combats)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from wargame_desktop.core.draft import Draft
from wargame_desktop.core.refusal import Refusal, refuse
from wargame_desktop.core.sequence import Choice
from wargame_desktop.core.state import Piece, State

from .advantages import break_treaty
from .battle import run_gauntlet
from .capture import destroy, pay
from .flak import shoot
from .model import AA_GUN, BOMBER, FIRED, FOUGHT, HEAVY, RAID, ROCKETS, Bomb, Rocket
from .rules import RevisedRule, unknown_pieces
from .situation import Situation

ROCKET_RANGE = 3


def raid_spaces(sit: Situation) -> list[str]:
    """Territories with raiders whose raid is still to come."""
    return [
        space
        for space in sit.facts.territories
        if any(sit.is_own(piece) and piece.mark(RAID) is True for piece in sit.state.at(space))
    ]


def raiders(sit: Situation, space: str) -> list[Piece]:
    """The air units whose raid on a territory is still to come, in the order of ids."""
    found = [p for p in sit.state.at(space) if sit.is_own(p) and p.mark(RAID) is True]
    return sorted(found, key=lambda piece: piece.id)


def surrender(draft: Draft, sit: Situation, power: str, amount: int) -> int:
    """The victim pays the bank what was destroyed, no more than it has."""
    paid = min(amount, sit.ipc(power))
    pay(draft, power, -paid)
    return paid


class BombRule(RevisedRule[Bomb]):
    """Guns fire at the raiders; each survivor destroys a die of IPCs, capped by the territory's income."""

    action = Bomb
    title = "Resolve a bombing raid"
    rule = "Strategic Bombing Raids"

    def available(self, state: State) -> bool:
        """A raid is left."""
        return bool(raid_spaces(self.see(state)))

    def choices(self, state: State) -> Sequence[Choice]:
        """The raids left."""
        return (Choice("space", "space", tuple(raid_spaces(self.see(state)))),)

    def refusals(self, state: State, action: Bomb) -> list[Refusal]:
        """There must be raiders."""
        if action.space in raid_spaces(self.see(state)):
            return []
        sentence = f"There is no bombing raid to resolve in {self.facts.name(action.space)}."
        return [refuse("raid.none", sentence, self.rule)]

    def perform(self, draft: Draft, action: Bomb) -> None:
        """Guns on the way, the gun at the target, then the bombs."""
        space = action.space
        break_treaty(draft, self.see(draft.state), self.see(draft.state).holder(space))
        run_gauntlet(self.game, draft, raiders(self.see(draft.state), space))
        sit = self.see(draft.state)
        if sit.enemy_gun(space):
            for victim in shoot(self.game, draft, space, [piece.id for piece in raiders(sit, space)]):
                destroy(self.game, draft, victim)
        left = raiders(self.see(draft.state), space)
        loss = sum(self._bomb(draft, sit, piece, space) for piece in left)
        for piece in left:
            # The raid is over, but the bomber takes part in no other combat here.
            draft.mark(piece.id, RAID, "over")
            draft.mark(piece.id, FOUGHT, True)
        victim_power = sit.holder(space)
        complex_ = sit.complex_at(space)
        if complex_ is None or not sit.is_enemy_power(victim_power):
            loss = 0
        paid = surrender(draft, self.see(draft.state), victim_power, loss)
        draft.emit(
            "raided", space=space, power=sit.power, victim=victim_power, loss=loss, paid=paid, important=True
        )

    def _bomb(self, draft: Draft, sit: Situation, piece: Piece, space: str) -> int:
        is_bomber = sit.type(piece) == BOMBER
        count = 2 if is_bomber and sit.has_tech(piece.power, HEAVY) else 1
        dice = draft.roll(f"bombs of {piece.id} on {self.facts.name(space)}", count)
        loss = sum(dice) if is_bomber else (dice[0] + 1) // 2
        return min(loss, self.facts.income[space])

    def legal(self, state: State, piece: str | None = None) -> Iterable[Bomb]:
        """Each raid."""
        for space in raid_spaces(self.see(state)) if piece is None else ():
            yield Bomb(space)


class RocketRule(RevisedRule[Rocket]):
    """Each anti-aircraft gun may strike one enemy complex within three spaces; there is no defence."""

    action = Rocket
    title = "Launch a rocket"
    rule = "Rocket Strikes"

    def _targets(self, sit: Situation, gun: Piece) -> list[str]:
        if not self.facts.is_land(gun.space):
            return []
        found = []
        for space in self.facts.territories:
            distance = self.facts.rocket_distance(gun.space, space)
            near = distance is not None and distance <= ROCKET_RANGE
            if near and sit.is_hostile_land(space) and sit.complex_at(space) is not None:
                found.append(space)
        return found

    def _guns(self, sit: Situation) -> list[Piece]:
        if not sit.has_tech(sit.power, ROCKETS):
            return []
        pieces = sit.own_pieces()
        return [p for p in pieces if sit.type(p) == AA_GUN and p.power == sit.power and not p.mark(FIRED)]

    def available(self, state: State) -> bool:
        """A gun that has not fired, with a complex in range."""
        sit = self.see(state)
        return any(self._targets(sit, gun) for gun in self._guns(sit))

    def refusals(self, state: State, action: Rocket) -> list[Refusal]:
        """The gun, the development, the target and its distance."""
        sit = self.see(state)
        found = unknown_pieces(state, (action.gun,))
        if found:
            return found
        gun = state.piece(action.gun)
        if gun.id not in {one.id for one in self._guns(sit)}:
            why = (
                "has fired in this turn"
                if gun.mark(FIRED)
                else "is no anti-aircraft gun of yours with rockets"
            )
            return [refuse("rocket.gun", f"{action.gun} {why}.", self.rule, pieces=(action.gun,))]
        if action.space in self._targets(sit, gun):
            return []
        known = self.facts.is_land(action.space) and self.facts.is_land(gun.space)
        distance = self.facts.rocket_distance(gun.space, action.space) if known else None
        far = f" and lies {distance} spaces away" if distance and distance > ROCKET_RANGE else ""
        sentence = (
            f"{self.facts.name(action.space)} is no enemy industrial complex within {ROCKET_RANGE} spaces of "
            f"{self.facts.name(gun.space)}{far}."
        )
        return [refuse("rocket.target", sentence, self.rule, has=ROCKET_RANGE, needs=distance or 0)]

    def perform(self, draft: Draft, action: Rocket) -> None:
        """One die, capped by the territory's income."""
        sit = self.see(draft.state)
        break_treaty(draft, sit, sit.holder(action.space))
        (die,) = draft.roll(f"rocket on {self.facts.name(action.space)}")
        loss = min(die, self.facts.income[action.space])
        draft.mark(action.gun, FIRED, True)
        victim = sit.holder(action.space)
        paid = surrender(draft, sit, victim, loss)
        draft.emit("rocket_struck", space=action.space, power=sit.power, victim=victim, loss=loss, paid=paid)

    def legal(self, state: State, piece: str | None = None) -> Iterable[Rocket]:
        """Every gun at every target."""
        sit = self.see(state)
        for gun in self._guns(sit):
            if piece in (None, gun.id):
                for space in self._targets(sit, gun):
                    yield Rocket(gun.id, space)
