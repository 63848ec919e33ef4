"""The conduct combat phase: which combats there are, in which order they are resolved (Phase 4)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from wargame_desktop.core.draft import Draft
from wargame_desktop.core.refusal import Refusal, refuse
from wargame_desktop.core.sequence import Choice, Phase, Prompt
from wargame_desktop.core.state import HOLD, State

from . import fire
from .advantages import treaty_applies
from .aftermath import cancel_landings
from .bombing import BombRule, RocketRule, raid_spaces
from .capture import capture
from .model import AIR, ASSAULT, FOUGHT, LAND, OFFLOADED, SUBMARINE, CallOff, End, Fight, Ignore
from .rules import RevisedRule, unknown_name
from .sides import assaulting, attackers, defenders
from .situation import Situation, moved, names

if TYPE_CHECKING:
    from .system import Revised

RULE = "Phase 4: Conduct Combat"


def find_fights(sit: Situation) -> list[str]:
    """Every space with units of both sides, or with a landing to come."""
    found = []
    for zone in sit.facts.zones:
        if sit.is_hostile_zone(zone) and attackers(sit, zone):
            found.append(zone)
    for space in sit.facts.territories:
        if sit.is_hostile_land(space) and (attackers(sit, space) or assaulting(sit, space)):
            found.append(space)
    return found


def open_fights(sit: Situation) -> list[str]:
    """The combats of the phase that are still to be resolved."""
    frame = next((one for one in sit.state.stack if one.name == "combat"), None)
    listed = names(frame.get("fights")) if frame is not None else ()
    return [space for space in listed if attackers(sit, space) or assaulting(sit, space)]


def is_optional(sit: Situation, zone: str) -> bool:
    """Only enemy submarines share the zone, and nobody moved there to attack them."""
    if not sit.facts.is_sea(zone):
        return False
    only_subs = all(sit.type(piece) == SUBMARINE for piece in sit.enemy_ships(zone))
    ours = attackers(sit, zone)
    return only_subs and not any(moved(piece) or sit.type(piece) in AIR for piece in ours)


def sea_first(sit: Situation, space: str) -> list[str]:
    """Sea combats that must come before a landing."""
    zones = {sit.place(piece) for piece in assaulting(sit, space) if piece.space.startswith(HOLD)}
    return sorted(zone for zone in zones if zone in open_fights(sit))


class Combat(Phase):
    """The attacker resolves combats one after the other."""

    name = "combat"
    title = "Conduct combat"
    rule = RULE

    def __init__(self, game: Revised) -> None:
        self.game = game
        self.facts = game.facts
        self.rockets = RocketRule(game)
        self.rules = (
            FightRule(game), BombRule(game), self.rockets, CallOffRule(game), IgnoreRule(game),
            EndCombatRule(game),
        )  # type: ignore[assignment]  # fmt: skip

    def decider(self, state: State) -> str | None:
        """The power whose turn it is, while there is anything to resolve."""
        if state.top.get("fights") is None:
            return None
        sit = Situation(self.facts, state)
        if open_fights(sit) or raid_spaces(sit) or self.rockets.available(state):
            return sit.power
        return None

    def prompt(self, state: State) -> Prompt:
        """What is left."""
        sit = Situation(self.facts, state)
        left = [self.facts.name(space) for space in open_fights(sit)]
        left += [f"the raid on {self.facts.name(space)}" for space in raid_spaces(sit)]
        text = f"To resolve: {', '.join(left)}." if left else "Rockets may be launched."
        return Prompt("Conduct combat", text, RULE)

    def advance(self, draft: Draft) -> None:
        """List the combats, take what nobody defends; at the end close the phase."""
        if draft.top.get("fights") is not None:
            draft.pop()
            return
        draft.update(fights=())
        sit = Situation(self.facts, draft.state)
        for zone in self.facts.zones:  # beside enemies whom nobody attacks nobody lands
            if sit.is_hostile_zone(zone) and not attackers(sit, zone):
                cancel_landings(draft, sit, zone)
        sit = Situation(self.facts, draft.state)
        fights = find_fights(sit)
        walkovers = [space for space in fights if self._is_walkover(sit, space)]
        draft.update(fights=[space for space in fights if space not in walkovers])
        for space in walkovers:
            self._walk_in(draft, space)

    def _is_walkover(self, sit: Situation, space: str) -> bool:
        """Nobody defends, no air unit is in danger, and no sea combat comes first."""
        if self.facts.is_sea(space) or defenders(sit, space) or treaty_applies(sit, space):
            return False
        if space in raid_spaces(sit):
            return False
        units = [*attackers(sit, space), *assaulting(sit, space)]
        if any(sit.type(piece) in AIR for piece in units) or not any(sit.type(p) in LAND for p in units):
            return False
        return not any(sit.is_hostile_zone(sit.place(p)) for p in units if p.space.startswith(HOLD))

    def _walk_in(self, draft: Draft, space: str) -> None:
        sit = Situation(self.facts, draft.state)
        for piece in assaulting(sit, space):
            if piece.space.startswith(HOLD):
                draft.move([piece.id], space)
            draft.mark(piece.id, ASSAULT, None)
        for piece in attackers(Situation(self.facts, draft.state), space):
            draft.mark(piece.id, FOUGHT, True)
        capture(self.game, draft, space)

    def unfinished(self, state: State) -> Sequence[str]:
        """Spaces where combats wait."""
        sit = Situation(self.facts, state)
        return (*open_fights(sit), *raid_spaces(sit))


class FightRule(RevisedRule[Fight]):
    """Resolve a combat; the sea comes before the landing it is to make possible."""

    action = Fight
    title = "Resolve a combat"
    rule = RULE

    def available(self, state: State) -> bool:
        """There is a combat left."""
        return bool(open_fights(self.see(state)))

    def choices(self, state: State) -> Sequence[Choice]:
        """The combats left."""
        return (Choice("space", "space", tuple(open_fights(self.see(state)))),)

    def refusals(self, state: State, action: Fight) -> list[Refusal]:
        """A combat of this phase, its turn come, and ships that could bombard."""
        sit = self.see(state)
        if action.space not in self.facts.spaces:
            return [unknown_name("space", action.space, open_fights(sit))]
        name = self.facts.name(action.space)
        if action.space not in open_fights(sit):
            return [refuse("combat.none", f"There is no combat to resolve in {name}.", RULE)]
        found = []
        for zone in sea_first(sit, action.space):
            sentence = f"The combat in {self.facts.name(zone)} comes before the landing in {name}."
            found.append(
                refuse("combat.sea_first", sentence, "Amphibious Assaults", spaces=(zone, action.space))
            )
        if action.space in raid_spaces(sit):
            sentence = f"The bombing raid on {name} comes before the combat there."
            found.append(refuse("combat.raid_first", sentence, "Strategic Bombing Raids"))
        for piece_id in action.hold:
            piece = state.pieces.get(piece_id)
            if piece is None or not sit.is_own(piece) or not fire.bombards(sit, piece):
                sentence = f"{piece_id} is no ship of yours that could bombard."
                found.append(refuse("combat.hold", sentence, "Battleship Bombardment"))
        return found

    def perform(self, draft: Draft, action: Fight) -> None:
        """Put the units on the battle board."""
        fights = [space for space in names(draft.top.get("fights")) if space != action.space]
        draft.update(fights=fights)
        draft.push("battle", space=action.space, step="begin", cycle=1, hold=sorted(action.hold))

    def legal(self, state: State, piece: str | None = None) -> Iterable[Fight]:
        """Every combat whose turn may have come."""
        sit = self.see(state)
        raids = raid_spaces(sit)
        for space in open_fights(sit) if piece is None else ():
            if space not in raids and not sea_first(sit, space):
                yield Fight(space)


class CallOffRule(RevisedRule[CallOff]):
    """A landing may be called off, but not turned elsewhere."""

    action = CallOff
    title = "Call off a landing"
    rule = "Amphibious Assaults"

    def _targets(self, sit: Situation) -> list[str]:
        return [
            space
            for space in open_fights(sit)
            if any(piece.space.startswith(HOLD) for piece in assaulting(sit, space))
        ]

    def available(self, state: State) -> bool:
        """A landing is planned."""
        return bool(self._targets(self.see(state)))

    def choices(self, state: State) -> Sequence[Choice]:
        """The landings planned."""
        return (Choice("space", "space", tuple(self._targets(self.see(state)))),)

    def refusals(self, state: State, action: CallOff) -> list[Refusal]:
        """There must be one."""
        if action.space in self._targets(self.see(state)):
            return []
        sentence = f"No landing is planned in {self.facts.name(action.space)}."
        return [refuse("combat.no_landing", sentence, self.rule)]

    def perform(self, draft: Draft, action: CallOff) -> None:
        """The troops stay aboard."""
        sit = self.see(draft.state)
        for piece in assaulting(sit, action.space):
            ship = sit.carrier_of(piece)
            if ship is not None:
                draft.mark(piece.id, ASSAULT, None)
                draft.mark(ship.id, OFFLOADED, None)
        draft.emit("called_off", space=action.space)

    def legal(self, state: State, piece: str | None = None) -> Iterable[CallOff]:
        """Each."""
        for space in self._targets(self.see(state)) if piece is None else ():
            yield CallOff(space)


class IgnoreRule(RevisedRule[Ignore]):
    """Ships that share a zone with enemy submarines need not attack them."""

    action = Ignore
    title = "Leave submarines alone"
    rule = "Phase 5: Noncombat Move, Sea Units"

    def _zones(self, sit: Situation) -> list[str]:
        return [zone for zone in open_fights(sit) if is_optional(sit, zone)]

    def available(self, state: State) -> bool:
        """There is such a zone."""
        return bool(self._zones(self.see(state)))

    def choices(self, state: State) -> Sequence[Choice]:
        """Those zones."""
        return (Choice("space", "space", tuple(self._zones(self.see(state)))),)

    def refusals(self, state: State, action: Ignore) -> list[Refusal]:
        """Only submarines, and nobody moved in to attack."""
        if action.space in self._zones(self.see(state)):
            return []
        sentence = (
            f"The combat in {self.facts.name(action.space)} cannot be left out: "
            "only ships that were beside enemy submarines may do so."
        )
        return [refuse("combat.not_optional", sentence, self.rule)]

    def perform(self, draft: Draft, action: Ignore) -> None:
        """Strike the combat off the list; beside enemies nobody can be put ashore."""
        cancel_landings(draft, self.see(draft.state), action.space)
        draft.update(fights=[space for space in names(draft.top.get("fights")) if space != action.space])
        draft.emit("ignored", space=action.space)

    def legal(self, state: State, piece: str | None = None) -> Iterable[Ignore]:
        """Each."""
        for zone in self._zones(self.see(state)) if piece is None else ():
            yield Ignore(zone)


class EndCombatRule(RevisedRule[End]):
    """The phase ends when every combat is resolved."""

    action = End
    title = "End combat"
    rule = RULE
    ends_phase = True

    def refusals(self, state: State, action: End) -> list[Refusal]:
        """Nothing may be left."""
        sit = self.see(state)
        left = [*open_fights(sit), *raid_spaces(sit)]
        if not left:
            return []
        listed = ", ".join(self.facts.name(space) for space in left)
        return [refuse("combat.left", f"Combat is still to be resolved in {listed}.", RULE, spaces=left)]

    def perform(self, draft: Draft, action: End) -> None:
        """Go on."""
        draft.pop()

    def legal(self, state: State, piece: str | None = None) -> Iterable[End]:
        """When nothing is left."""
        return (End(),) if piece is None and not self.refusals(state, End()) else ()
