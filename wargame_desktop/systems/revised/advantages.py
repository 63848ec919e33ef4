"""National advantages that act at some moment of a turn (Appendix 3); others are read where values are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from wargame_desktop.core.draft import Draft
from wargame_desktop.core.state import Frame, Piece, State

from .capture import add_units, is_used, set_entry
from .model import (
    AGAIN,
    AIR,
    ASSAULT,
    BEACH,
    BRITAIN,
    GERMANY,
    INFANTRY,
    JAPAN,
    LAND,
    ORDER,
    PANZER,
    SUBMARINE,
    TANK,
    USSR,
)
from .sides import attackers, defenders
from .situation import Situation, moved, names, table

if TYPE_CHECKING:
    from .system import Revised

OIL = ("anglo_egypt", "trans_jordan", "persia")
CHINESE = ("china", "sinkiang", "kwangtung", "french_indochina")


def of_power(game: Revised, power: str) -> list[str]:
    """The six advantages of a power in the order of the table."""
    rows = game.facts.tables["advantages"].rows
    own = [(row["roll"], key) for key, row in rows.items() if row["power"] == power]
    return [key for _, key in sorted(own, key=lambda pair: str(pair[0]))]


def name_of(game: Revised, advantage: str) -> str:
    """An advantage's name for people."""
    rows = game.facts.tables["advantages"].rows
    return str(rows[advantage]["name"]) if advantage in rows else advantage


def grant(draft: Draft, power: str, advantage: str) -> None:
    """A power gets an advantage."""
    held = names(table(draft.state, "advantages").get(power))
    set_entry(draft, "advantages", power, (*held, advantage))
    draft.emit("advantage_gained", power=power, advantage=advantage, important=True)


def roll_all(game: Revised, draft: Draft, count: int) -> None:
    """Every power rolls for its advantages; a number it has is rolled again."""
    for power in ORDER:
        if power not in draft.state.powers:
            continue
        options = of_power(game, power)
        while len(names(table(draft.state, "advantages").get(power))) < min(count, len(options)):
            (die,) = draft.roll(f"national advantage of {game.power_name(power)}")
            if options[die - 1] not in names(table(draft.state, "advantages").get(power)):
                grant(draft, power, options[die - 1])


# Before a combat


def is_banzai(sit: Situation, space: str, ours: Sequence[Piece]) -> bool:
    """Banzai Attacks: Japan begins with only infantry; in a landing only the land units count."""
    if sit.power != JAPAN or not sit.has_advantage(JAPAN, "banzai_attacks") or sit.facts.is_sea(space):
        return False
    amphibious = any(piece.mark(ASSAULT) == space for piece in ours)
    counted = [piece for piece in ours if sit.type(piece) in LAND or not amphibious]
    return bool(counted) and all(sit.type(piece) == INFANTRY for piece in counted)


def is_wolf_pack(sit: Situation, ours: Sequence[Piece]) -> bool:
    """Wolf Packs: three German submarines or more moved into the zone to attack."""
    boats = [p for p in ours if p.power == GERMANY and sit.type(p) == SUBMARINE and moved(p)]
    return len(boats) >= 3 and sit.has_advantage(GERMANY, "wolf_packs")


def before_battle(game: Revised, draft: Draft, space: str, ours: Sequence[Piece]) -> None:
    """The Nonaggression Treaty is kept or broken; submarines may become kaiten torpedoes."""
    sit = Situation(game.facts, draft.state)
    theirs = defenders(sit, space)
    break_treaty(draft, sit, sit.holder(space), *(piece.power for piece in theirs))
    if treaty_applies(sit, space) and ours:
        draft.push("offer", advantage="nonaggression_treaty", power=USSR, space=space)
    offer_kaiten(game, draft, space, theirs)


def treaty_applies(sit: Situation, space: str) -> bool:
    """Whether Japan attacks a red territory for the first time."""
    return (
        sit.power == JAPAN
        and sit.is_home(space, USSR)
        and sit.has_advantage(USSR, "nonaggression_treaty")
        and not is_used(sit.state.vars, "nonaggression_treaty")
    )


def break_treaty(draft: Draft, sit: Situation, *attacked: str) -> None:
    """The Soviet Union attacks Japan first, in whatever way, and loses its advantage."""
    if sit.power != USSR or JAPAN not in attacked:
        return
    if sit.has_advantage(USSR, "nonaggression_treaty") and not is_used(
        draft.state.vars, "nonaggression_treaty"
    ):
        set_entry(draft, "used", "nonaggression_treaty", True)
        draft.emit("treaty_broken", power=USSR)


def reinforce(game: Revised, draft: Draft, space: str) -> None:
    """Four Soviet infantry stand in the way of the first Japanese attack."""
    add_units(game, draft, USSR, INFANTRY, 4, space)
    set_entry(draft, "used", "nonaggression_treaty", True)
    draft.emit("reinforced", power=USSR, space=space, units="4 infantry", advantage="nonaggression_treaty")


def offer_kaiten(game: Revised, draft: Draft, space: str, theirs: Sequence[Piece]) -> None:
    """Japan may turn defending submarines near its own coasts into kaiten torpedoes."""
    sit = Situation(game.facts, draft.state)
    if kaiten_boats(sit, space) and any(piece.power == JAPAN for piece in theirs):
        draft.push("kaiten", space=space, power=JAPAN)


def kaiten_boats(sit: Situation, zone: str) -> list[Piece]:
    """Defending Japanese submarines in a zone that borders an orange territory Japan holds."""
    if not sit.facts.is_sea(zone) or not sit.has_advantage(JAPAN, "kaiten_torpedoes") or sit.power == JAPAN:
        return []
    if not any(sit.is_home(space, JAPAN) for space in sit.facts.coasts(zone)):
        return []
    boats = [p for p in defenders(sit, zone) if p.power == JAPAN and sit.type(p) == SUBMARINE]
    return [boat for boat in boats if not boat.mark("kaiten")]


def landing_zones(sit: Situation, space: str) -> list[str]:
    """The sea zones from which the troops now ashore in a territory came."""
    troops = [p for p in sit.state.at(space) if sit.is_own(p) and p.mark(ASSAULT) == space and p.mark(BEACH)]
    return sorted({str(piece.mark(BEACH)) for piece in troops})


# After a combat


def after_battle(game: Revised, draft: Draft, battle: Frame, winner: str) -> None:
    """Salvage and Panzerblitz."""
    sit, space = Situation(game.facts, draft.state), str(battle["space"])
    held = winner == "defender" and battle.get("tanks_lost") is True and sit.is_home(space, USSR)
    if held and USSR in names(battle.get("defended_by")) and sit.has_advantage(USSR, "salvage"):
        add_units(game, draft, USSR, TANK, 1, space)
        draft.emit("reinforced", power=USSR, space=space, units="1 tank", advantage="salvage")
    quick = winner == "attacker" and battle["cycle"] == 1 and game.facts.is_land(space)
    if quick and sit.power == GERMANY and sit.has_advantage(GERMANY, "panzerblitz"):
        for piece in attackers(sit, space):
            if sit.type(piece) == TANK:
                draft.mark(piece.id, PANZER, True)


# In the noncombat move


def refuel(game: Revised, draft: Draft, piece_id: str, space: str) -> None:
    """Mideast Oil: a British air unit that lands there may fly its normal distance once more."""
    piece = draft.state.pieces.get(piece_id)
    sit = Situation(game.facts, draft.state)
    if piece is None or piece.power != BRITAIN or space not in OIL or sit.power != BRITAIN:
        return
    if sit.type(piece) in AIR and piece.mark(AGAIN) is None and sit.has_advantage(BRITAIN, "mideast_oil"):
        draft.mark(piece_id, AGAIN, moved(piece))


def can_declare_winter(sit: Situation) -> bool:
    """Russian Winter: once in the game, when the Soviet Union collects its income."""
    return (
        sit.power == USSR
        and sit.has_advantage(USSR, "russian_winter")
        and not is_used(sit.state.vars, "russian_winter")
    )


def can_strike_jointly(state: State, sit: Situation) -> bool:
    """Joint Strike: once, on the British turn, before any combat move."""
    return (
        sit.power == BRITAIN
        and sit.has_advantage(BRITAIN, "joint_strike")
        and not is_used(state.vars, "joint_strike")
        and not any(moved(piece) for piece in sit.own_pieces())
    )
