"""The decisions that national advantages bring: choosing them, and making use of them (Appendix 3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from wargame_desktop.core.draft import Draft
from wargame_desktop.core.refusal import Refusal, refuse
from wargame_desktop.core.sequence import Choice, Phase, Prompt
from wargame_desktop.core.state import State

from . import advantages
from .capture import add_units, is_used, rise, set_entry, transfer
from .model import (
    BRITAIN,
    COMPLEX,
    INFANTRY,
    USA,
    USSR,
    Choose,
    Declare,
    Found,
    Kaiten,
    LendLease,
    Recruit,
)
from .retreat import StayRule
from .rules import RevisedRule, unknown_name, unknown_pieces
from .situation import Situation, names, table

if TYPE_CHECKING:
    from .system import Revised

RULE = "Appendix 3: Optional Rules"


class ChooseAdvantages(Phase):
    """Before the first turn each power chooses its national advantages."""

    name = "choose_advantages"
    title = "National advantages"
    rule = RULE

    def __init__(self, game: Revised) -> None:
        self.game = game
        self.rules = (ChooseRule(game),)  # type: ignore[assignment]

    def decider(self, state: State) -> str | None:
        """The power whose choice it is."""
        power, count = str(state.top["power"]), state.top["count"]
        assert isinstance(count, int)
        held = names(table(state, "advantages").get(power))
        return power if len(held) < min(count, len(advantages.of_power(self.game, power))) else None

    def prompt(self, state: State) -> Prompt:
        """One at a time."""
        return Prompt("Choose a national advantage", "", RULE)


class ChooseRule(RevisedRule[Choose]):
    """One of the power's own advantages it has not got yet."""

    action = Choose
    title = "Choose a national advantage"
    rule = RULE

    def _left(self, state: State) -> list[str]:
        power = str(state.top["power"])
        held = names(table(state, "advantages").get(power))
        return [one for one in advantages.of_power(self.game, power) if one not in held]

    def choices(self, state: State) -> Sequence[Choice]:
        """Those left."""
        return (Choice("advantage", "word", tuple(self._left(state))),)

    def refusals(self, state: State, action: Choose) -> list[Refusal]:
        """It must be among them."""
        left = self._left(state)
        return (
            [] if action.advantage in left else [unknown_name("national advantage", action.advantage, left)]
        )

    def perform(self, draft: Draft, action: Choose) -> None:
        """Note it."""
        advantages.grant(draft, str(draft.top["power"]), action.advantage)

    def legal(self, state: State, piece: str | None = None) -> Iterable[Choose]:
        """Each."""
        return (Choose(one) for one in self._left(state)) if piece is None else ()


class Garrison(Phase):
    """Colonial Garrison: the United Kingdom begins with one more industrial complex."""

    name = "garrison"
    title = "Colonial Garrison"
    rule = "Colonial Garrison"

    def __init__(self, game: Revised) -> None:
        self.game = game
        self.rules = (FoundRule(game),)  # type: ignore[assignment]

    def decider(self, state: State) -> str | None:
        """The United Kingdom, if it has the advantage and has not used it."""
        sit = Situation(self.game.facts, state)
        has = sit.has_advantage(BRITAIN, "colonial_garrison")
        return BRITAIN if has and not is_used(state.vars, "colonial_garrison") else None

    def prompt(self, state: State) -> Prompt:
        """Where?"""
        return Prompt(
            "Place the additional industrial complex", "Any tan territory worth at least 1 IPC.", self.rule
        )


class FoundRule(RevisedRule[Found]):
    """A tan territory of value without a complex."""

    action = Found
    title = "Place the complex"
    rule = "Colonial Garrison"

    def _places(self, sit: Situation) -> list[str]:
        return [
            space
            for space in self.facts.territories
            if sit.is_home(space, BRITAIN) and self.facts.income[space] >= 1 and sit.complex_at(space) is None
        ]

    def choices(self, state: State) -> Sequence[Choice]:
        """The places."""
        return (Choice("space", "space", tuple(self._places(self.see(state)))),)

    def refusals(self, state: State, action: Found) -> list[Refusal]:
        """One of them."""
        if action.space in self._places(self.see(state)):
            return []
        sentence = (
            f"{self.facts.name(action.space)} is no tan territory of value without an industrial complex."
        )
        return [refuse("garrison.place", sentence, self.rule)]

    def perform(self, draft: Draft, action: Found) -> None:
        """Build it."""
        add_units(self.game, draft, BRITAIN, COMPLEX, 1, action.space)
        set_entry(draft, "used", "colonial_garrison", action.space)
        draft.emit(
            "reinforced",
            power=BRITAIN, space=action.space, units="1 industrial complex", advantage="colonial_garrison",
        )  # fmt: skip

    def legal(self, state: State, piece: str | None = None) -> Iterable[Found]:
        """Each place."""
        return (Found(space) for space in self._places(self.see(state))) if piece is None else ()


class Offer(Phase):
    """A power may make use of an advantage now, or not."""

    name = "offer"
    title = "National advantage"
    rule = RULE

    def __init__(self, game: Revised) -> None:
        self.game = game
        self.rules = (DeclareRule(game), StayRule(game))  # type: ignore[assignment]

    def decider(self, state: State) -> str | None:
        """The power that has the advantage."""
        return str(state.top["power"])

    def prompt(self, state: State) -> Prompt:
        """Use it?"""
        name = advantages.name_of(self.game, str(state.top["advantage"]))
        where = self.game.facts.name(str(state.top["space"]))
        return Prompt(f"{name} in {where}: make use of it?", "", name)


class DeclareRule(RevisedRule[Declare]):
    """Use an advantage: Russian Winter, Joint Strike, or the one offered."""

    action = Declare
    title = "Use a national advantage"
    rule = RULE

    def _possible(self, state: State) -> list[str]:
        if state.top.name == "offer":
            return [str(state.top["advantage"])]
        sit = self.see(state)
        if state.top.name == "income" and advantages.can_declare_winter(sit):
            return ["russian_winter"]
        if state.top.name == "combat_move" and advantages.can_strike_jointly(state, sit):
            return ["joint_strike"]
        return []

    def available(self, state: State) -> bool:
        """There is one to use."""
        return bool(self._possible(state))

    def choices(self, state: State) -> Sequence[Choice]:
        """Which."""
        return (Choice("advantage", "word", tuple(self._possible(state))),)

    def refusals(self, state: State, action: Declare) -> list[Refusal]:
        """It must be possible now."""
        if action.advantage in self._possible(state):
            return []
        sentence = f"{advantages.name_of(self.game, action.advantage)} cannot be used now."
        return [refuse("advantage.not_now", sentence, RULE)]

    def perform(self, draft: Draft, action: Declare) -> None:
        """Do what it says."""
        if action.advantage == "french_resistance":
            draft.pop()
            rise(self.game, draft)
        elif action.advantage == "nonaggression_treaty":
            space = str(draft.pop()["space"])
            advantages.reinforce(self.game, draft, space)
        else:
            set_entry(draft, "used", action.advantage, True)
            draft.emit("declared", power=draft.state.var("power"), advantage=action.advantage, important=True)
            if action.advantage == "russian_winter":
                draft.set("winter", True)
            else:
                draft.set("joint_strike", "declared")
                draft.pop()

    def legal(self, state: State, piece: str | None = None) -> Iterable[Declare]:
        """Each."""
        return (Declare(one) for one in self._possible(state)) if piece is None else ()


class KaitenPhase(Phase):
    """Japan may make defending submarines kaiten torpedoes before opening fire."""

    name = "kaiten"
    title = "Kaiten torpedoes"
    rule = "Kaiten Torpedoes"

    def __init__(self, game: Revised) -> None:
        self.game = game
        self.rules = (KaitenRule(game), StayRule(game))  # type: ignore[assignment]

    def decider(self, state: State) -> str | None:
        """Japan, while boats are left."""
        boats = advantages.kaiten_boats(Situation(self.game.facts, state), str(state.top["space"]))
        return str(state.top["power"]) if boats else None

    def prompt(self, state: State) -> Prompt:
        """Which?"""
        return Prompt("Make submarines kaiten torpedoes?", "They hit on 3 or better and are lost.", self.rule)


class KaitenRule(RevisedRule[Kaiten]):
    """The boats hit better and are lost in opening fire."""

    action = Kaiten
    title = "Designate kaiten torpedoes"
    rule = "Kaiten Torpedoes"

    def refusals(self, state: State, action: Kaiten) -> list[Refusal]:
        """Only boats that may."""
        found = unknown_pieces(state, action.pieces)
        allowed = {piece.id for piece in advantages.kaiten_boats(self.see(state), str(state.top["space"]))}
        for piece_id in action.pieces if not found else ():
            if piece_id not in allowed:
                sentence = f"{piece_id} cannot be made a kaiten torpedo."
                found.append(refuse("kaiten.piece", sentence, self.rule, pieces=(piece_id,)))
        return found

    def perform(self, draft: Draft, action: Kaiten) -> None:
        """Mark them."""
        for piece_id in action.pieces:
            draft.mark(piece_id, "kaiten", True)
        draft.emit("kaiten_named", space=draft.top["space"], count=len(action.pieces))

    def legal(self, state: State, piece: str | None = None) -> Iterable[Kaiten]:
        """Each boat."""
        for one in advantages.kaiten_boats(self.see(state), str(state.top["space"])):
            if piece in (None, one.id):
                yield Kaiten((one.id,))


class LendLeaseRule(RevisedRule[LendLease]):
    """The Soviet Union takes over friendly units that stand in red territories."""

    action = LendLease
    title = "Take over friendly units"
    rule = "Lend-Lease"

    def _units(self, sit: Situation) -> list[str]:
        if sit.power != USSR or not sit.has_advantage(USSR, "lend_lease"):
            return []
        return sorted(
            piece.id
            for space in self.facts.territories
            if sit.is_home(space, USSR)
            for piece in sit.state.at(space)
            if piece.power != USSR and not sit.is_enemy(piece) and sit.type(piece) != COMPLEX
        )

    def available(self, state: State) -> bool:
        """There are such units."""
        return bool(self._units(self.see(state)))

    def choices(self, state: State) -> Sequence[Choice]:
        """Those units."""
        return (Choice("pieces", "pieces", tuple(self._units(self.see(state)))),)

    def refusals(self, state: State, action: LendLease) -> list[Refusal]:
        """Only those."""
        found = unknown_pieces(state, action.pieces)
        sit = self.see(state)
        allowed = self._units(sit)
        if sit.power != USSR or not sit.has_advantage(USSR, "lend_lease"):
            return [
                refuse(
                    "lend_lease.none", "Only the Soviet Union with Lend-Lease takes units over.", self.rule
                )
            ]
        for piece_id in action.pieces if not found else ():
            if piece_id not in allowed:
                sentence = f"{piece_id} is no friendly unit in a red territory."
                found.append(refuse("lend_lease.piece", sentence, self.rule, pieces=(piece_id,)))
        return found

    def perform(self, draft: Draft, action: LendLease) -> None:
        """Exchange them."""
        pieces = [draft.state.piece(piece_id) for piece_id in action.pieces]
        for piece in pieces:
            transfer(self.game, draft, piece, USSR)
        draft.emit("lent", units=self.facts.listing(pieces), power=pieces[0].power)

    def legal(self, state: State, piece: str | None = None) -> Iterable[LendLease]:
        """Each."""
        for one in self._units(self.see(state)):
            if piece in (None, one):
                yield LendLease((one,))


class RecruitRule(RevisedRule[Recruit]):
    """Chinese Divisions: one free infantry a turn."""

    action = Recruit
    title = "Place a Chinese division"
    rule = "Chinese Divisions"

    def _places(self, sit: Situation) -> list[str]:
        has = sit.power == USA and sit.has_advantage(USA, "chinese_divisions")
        if not has or sit.state.var("recruited") is True:
            return []
        return [space for space in advantages.CHINESE if sit.holder(space) == USA]

    def available(self, state: State) -> bool:
        """Not yet in this turn, and a place for it."""
        return bool(self._places(self.see(state)))

    def choices(self, state: State) -> Sequence[Choice]:
        """The places."""
        return (Choice("space", "space", tuple(self._places(self.see(state)))),)

    def refusals(self, state: State, action: Recruit) -> list[Refusal]:
        """One of them."""
        if action.space in self._places(self.see(state)):
            return []
        if state.var("recruited") is True:
            return [refuse("recruit.once", "This turn's Chinese division is in place already.", self.rule)]
        sentence = f"{self.facts.name(action.space)} is no place for a Chinese division now."
        return [refuse("recruit.place", sentence, self.rule)]

    def perform(self, draft: Draft, action: Recruit) -> None:
        """Place it."""
        add_units(self.game, draft, USA, INFANTRY, 1, action.space)
        draft.set("recruited", True)
        draft.emit(
            "reinforced", power=USA, space=action.space, units="1 infantry", advantage="chinese_divisions"
        )

    def legal(self, state: State, piece: str | None = None) -> Iterable[Recruit]:
        """Each place."""
        return (Recruit(space) for space in self._places(self.see(state))) if piece is None else ()
