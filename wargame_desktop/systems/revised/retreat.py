"""Press on, retreat, or submerge (Step 7: Press Attack or Retreat)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from wargame_desktop.core.draft import Draft
from wargame_desktop.core.refusal import Refusal, refuse
from wargame_desktop.core.sequence import Choice, Chooser, Phase, Prompt
from wargame_desktop.core.state import Frame, Piece, State

from .model import (
    AIR,
    ENTERED,
    RETREATED,
    SUBMARINE,
    SUBMERGED,
    Press,
    Retreat,
    Stay,
    Submerge,
    Withdraw,
)
from .rules import RevisedRule, pick, unknown_pieces
from .sides import attackers, defenders, has_destroyer
from .situation import Situation, names

if TYPE_CHECKING:
    from .system import Revised

RULE = "Step 7: Press Attack or Retreat"


def battle_frame(state: State) -> Frame:
    """The combat in progress."""
    return next(frame for frame in reversed(state.stack) if frame.name == "battle")


def ways_out(sit: Situation) -> list[str]:
    """The spaces to which the attackers may retreat now."""
    battle = battle_frame(sit.state)
    space = str(battle["space"])
    if not any(sit.type(piece) not in AIR for piece in attackers(sit, space)):
        return []
    if battle.get("amphibious") is True:
        return []
    found = []
    for origin in names(battle.get("origins")):
        is_friendly = (
            sit.is_friendly_land(origin) if sit.facts.is_land(origin) else not sit.is_hostile_zone(origin)
        )
        if is_friendly and origin in sit.facts.neighbours[space]:
            found.append(origin)
    return found


def air_may_leave(sit: Situation) -> bool:
    """Air units retreat alone when the others have no way out: landed troops, ships that were there."""
    ours = attackers(sit, str(battle_frame(sit.state)["space"]))
    return any(sit.type(piece) in AIR for piece in ours) and not ways_out(sit)


def divers(sit: Situation, pieces: Iterable[Piece], foes: Iterable[Piece]) -> list[Piece]:
    """Submarines that may submerge: none while an enemy destroyer is there."""
    if has_destroyer(sit, foes):
        return []
    return sorted((p for p in pieces if sit.type(p) == SUBMARINE), key=lambda piece: piece.id)


class PressPhase(Phase):
    """The attacker decides after each cycle."""

    name = "press"
    title = "Press attack or retreat"
    rule = RULE

    def __init__(self, game: Revised) -> None:
        self.game = game
        self.rules = (PressRule(game), RetreatRule(game), WithdrawRule(game), SubmergeRule(game))  # type: ignore[assignment]

    def decider(self, state: State) -> str | None:
        """The power whose turn it is; nobody once no attackers are left in the combat."""
        sit = Situation(self.game.facts, state)
        return sit.power if attackers(sit, str(state.top["space"])) else None

    def prompt(self, state: State) -> Prompt:
        """What is left on both sides."""
        sit, space = Situation(self.game.facts, state), str(state.top["space"])
        facts = self.game.facts
        ours, theirs = facts.listing(attackers(sit, space)), facts.listing(defenders(sit, space))
        text = f"Attackers: {ours}. Defenders: {theirs}.{_stuck(sit, space)}"
        return Prompt(f"{facts.name(space)}: press or retreat?", text, RULE)


def _stuck(sit: Situation, space: str) -> str:
    """Why land or sea units cannot retreat, when they cannot."""
    if ways_out(sit) or all(sit.type(piece) in AIR for piece in attackers(sit, space)):
        return ""
    if battle_frame(sit.state).get("amphibious") is True:
        return " Land units cannot retreat from an amphibious assault."
    return " No friendly space next to it is one from which attackers came, so there is no retreat."


class PressRule(RevisedRule[Press]):
    """Fight another cycle."""

    action = Press
    title = "Press the attack"
    rule = RULE

    def perform(self, draft: Draft, action: Press) -> None:
        """Go on."""
        frame = draft.pop()
        draft.emit("pressed", space=frame["space"])

    def legal(self, state: State, piece: str | None = None) -> Iterable[Press]:
        """Always possible."""
        return (Press(),) if piece is None else ()


class RetreatRule(RevisedRule[Retreat]):
    """All land and sea attackers go to one adjacent friendly space that one of them came from."""

    action = Retreat
    title = "Retreat"
    rule = RULE

    def available(self, state: State) -> bool:
        """Somewhere to go."""
        return bool(ways_out(self.see(state)))

    def choices(self, state: State) -> Sequence[Choice]:
        """The ways out."""
        return (Choice("space", "space", tuple(ways_out(self.see(state)))),)

    def refusals(self, state: State, action: Retreat) -> list[Refusal]:
        """One of the ways out."""
        sit = self.see(state)
        ways = ways_out(sit)
        if action.space in ways:
            return []
        if not ways:
            stuck = _stuck(sit, str(state.top["space"])).strip() or "Only air units attack; they withdraw."
            return [refuse("retreat.none", stuck, RULE)]
        listed = ", ".join(self.facts.name(way) for way in ways)
        sentence = f"No retreat to {self.facts.name(action.space)}: the attackers can retreat to {listed}."
        return [refuse("retreat.space", sentence, RULE, spaces=(action.space,))]

    def perform(self, draft: Draft, action: Retreat) -> None:
        """Land and sea units go; air units stay aloft until they land in the noncombat move."""
        sit, space = self.see(draft.state), str(draft.top["space"])
        ours = attackers(sit, space)
        leaving = [piece.id for piece in ours if sit.type(piece) not in AIR]
        for piece in ours:
            draft.mark(piece.id, RETREATED, True)
        for piece_id in leaving:
            draft.mark(piece_id, ENTERED, None)
        draft.move(leaving, action.space)
        draft.pop()
        draft.emit("retreated", space=space, to=action.space, units=self.facts.listing(ours))

    def legal(self, state: State, piece: str | None = None) -> Iterable[Retreat]:
        """Every way out."""
        return (Retreat(way) for way in ways_out(self.see(state))) if piece is None else ()


class WithdrawRule(RevisedRule[Withdraw]):
    """Air units leave alone when the other attackers, if there are any, have no way out."""

    action = Withdraw
    title = "Withdraw air units"
    rule = RULE

    def available(self, state: State) -> bool:
        """There are air units that may."""
        return air_may_leave(self.see(state))

    def perform(self, draft: Draft, action: Withdraw) -> None:
        """They are out of the combat and land in the noncombat move."""
        sit, space = self.see(draft.state), str(draft.top["space"])
        flyers = [piece for piece in attackers(sit, space) if sit.type(piece) in AIR]
        for piece in flyers:
            draft.mark(piece.id, RETREATED, True)
        draft.pop()
        draft.emit("withdrawn", space=space, units=self.facts.listing(flyers))

    def legal(self, state: State, piece: str | None = None) -> Iterable[Withdraw]:
        """The action has no arguments."""
        return (Withdraw(),) if piece is None else ()


class SubmergePhase(Phase):
    """The defender's submarines may submerge after each cycle."""

    name = "submerge"
    title = "Submerge submarines"
    rule = RULE

    def __init__(self, game: Revised) -> None:
        self.game = game
        self.rules = (SubmergeRule(game), StayRule(game))  # type: ignore[assignment]

    def decider(self, state: State) -> str | None:
        """Their owner, while submarines are left that may."""
        sit, space = Situation(self.game.facts, state), str(state.top["space"])
        own = [p for p in defenders(sit, space) if p.power == state.top["power"]]
        return str(state.top["power"]) if divers(sit, own, attackers(sit, space)) else None

    def prompt(self, state: State) -> Prompt:
        """Submerge or stay."""
        zone = self.game.facts.name(str(state.top["space"]))
        return Prompt(
            "Submerge submarines?", f"Submarines in {zone} may leave the combat by submerging.", RULE
        )


class SubmergeRule(RevisedRule[Submerge]):
    """Submarines leave the combat and stay submerged until the noncombat move ends."""

    action = Submerge
    title = "Submerge"
    rule = "Submarines: Submerge"

    def _divers(self, state: State) -> list[Piece]:
        sit, space = self.see(state), str(state.top["space"])
        ours, theirs = attackers(sit, space), defenders(sit, space)
        if state.top.name == "press":
            return divers(sit, ours, theirs)
        return divers(sit, [p for p in theirs if p.power == state.top["power"]], ours)

    def available(self, state: State) -> bool:
        """Somebody may submerge."""
        return bool(self._divers(state))

    def choices(self, state: State) -> Sequence[Choice]:
        """The submarines."""
        return (Choice("pieces", "pieces", tuple(piece.id for piece in self._divers(state))),)

    def refusals(self, state: State, action: Submerge) -> list[Refusal]:
        """Only submarines of the one who decides, and no destroyer beside."""
        found = unknown_pieces(state, action.pieces)
        allowed = {piece.id for piece in self._divers(state)}
        for piece_id in action.pieces if not found else ():
            if piece_id not in allowed:
                sentence = f"{piece_id} is no submarine that may submerge now."
                found.append(refuse("submerge.not_now", sentence, self.rule, pieces=(piece_id,)))
        return found

    def perform(self, draft: Draft, action: Submerge) -> None:
        """Mark them; the question is asked again while others could."""
        space = draft.top["space"]
        units = self.facts.listing(draft.state.piece(piece_id) for piece_id in action.pieces)
        for piece_id in action.pieces:
            draft.mark(piece_id, SUBMERGED, True)
        draft.emit("submerged", units=units, space=space)

    def legal(self, state: State, piece: str | None = None) -> Iterable[Submerge]:
        """Each, and all together."""
        found = [one.id for one in self._divers(state)]
        for one in found:
            if piece in (None, one):
                yield Submerge((one,))
        if len(found) > 1 and piece is None:
            yield Submerge(tuple(found))

    def sample(self, state: State, chooser: Chooser) -> Submerge | None:
        """One of them."""
        one = pick(chooser, self._divers(state))
        return None if one is None else Submerge((one.id,))


class StayRule(RevisedRule[Stay]):
    """Make no use of an offer."""

    action = Stay
    title = "Stay"

    def perform(self, draft: Draft, action: Stay) -> None:
        """Go on without."""
        draft.pop()

    def legal(self, state: State, piece: str | None = None) -> Iterable[Stay]:
        """Always possible."""
        return (Stay(),) if piece is None else ()
