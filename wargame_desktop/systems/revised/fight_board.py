"""A combat as a battle board shows it: columns by what units hit on, dice, casualties to choose, ways out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from wargame_desktop.core.action import Action
from wargame_desktop.core.dice import Roll
from wargame_desktop.core.event import Event
from wargame_desktop.core.state import Frame, Piece, State
from wargame_desktop.systems.base import Preview
from wargame_desktop.systems.showing import (
    ATTACKER,
    DEFENDER,
    Column,
    Fight,
    FightSide,
    Option,
    Picks,
    Throw,
)

from . import fire
from .aftermath import refuges
from .bombing import raid_spaces
from .calculator import preview_of
from .casualties import by_default, candidates, hits_due
from .combat import is_optional, open_fights, sea_first
from .model import (
    ARTILLERY,
    BOMBER,
    CASUALTY,
    FIGHTER,
    HEAVY,
    SUBMARINE,
    TRANSPORT,
    Bomb,
    Casualties,
    Land,
    Press,
    Retreat,
    Stay,
    Submerge,
    Withdraw,
)
from .model import Fight as Resolve
from .odds import odds_of
from .retreat import air_may_leave, divers, ways_out
from .sides import attackers, defenders, has_destroyer, toughness
from .situation import Situation

if TYPE_CHECKING:
    from .system import Revised

STEPS = ("Opening fire", "Attackers fire", "Defenders fire", "Press or retreat")
_STEP = {"clear": 0, "attack": 0, "defend": 1, "remove": 2, "press": 3, "submerge": 3, "end": 3}
GOOD_ODDS = 0.75
"""From this chance of winning on, nobody thinks about retreating."""


def battle_of(state: State) -> Frame | None:
    """The combat in progress, if any."""
    return next((frame for frame in reversed(state.stack) if frame.name == "battle"), None)


def fight_of(game: Revised, state: State) -> Fight | None:
    """The combat in progress with both sides, and how the decision owed can be answered."""
    battle = battle_of(state)
    if battle is None:
        return None
    sit, space = Situation(game.facts, state), str(battle["space"])
    ours, theirs = attackers(sit, space), defenders(sit, space)
    cycle = battle.get("cycle", 1)
    options = _options(game, sit, space)
    return Fight(
        key=f"battle {space}",
        title=f"{game.facts.name(space)}, cycle {cycle}",
        space=space,
        attacker=_side(game, sit, sit.power, ours, _attack_values(sit, battle, ours)),
        defender=_side(
            game, sit, _defending(sit, space, theirs), theirs, _defence_values(sit, battle, theirs)
        ),
        steps=STEPS,
        step=_step(battle, state.top),
        lines=tuple(_remarks(sit, battle, ours, theirs)),
        picks=_picks(game, sit),
        options=options,
        may_leave=state.top.name in ("press", "submerge") and len(options) > 1,
        knows_retreat=True,
    )


def _step(battle: Frame, top: Frame) -> int:
    if top.name in ("press", "submerge", "kaiten"):
        return 3
    return _STEP.get(str(battle["step"]), 0)


# The two sides


def _attack_values(sit: Situation, battle: Frame, pieces: Sequence[Piece]) -> dict[str, int]:
    """What each attacker hits on; 0 for those that do not fire."""
    fires = [p for p in sorted(pieces, key=lambda p: p.id) if sit.type(p) not in (SUBMARINE, TRANSPORT)]
    shots = fire.attack_shots(sit, battle, pieces)
    found = {piece.id: value for piece, (value, _) in zip(fires, shots, strict=True)}
    for piece in pieces:
        if sit.type(piece) == SUBMARINE:
            found[piece.id] = fire.submarine_attack(sit, battle, piece)
    return found


def _defence_values(sit: Situation, battle: Frame, pieces: Sequence[Piece]) -> dict[str, int]:
    """What each defender hits on."""
    return {
        piece.id: fire.submarine_defence(sit, piece)
        if sit.type(piece) == SUBMARINE
        else fire.defence(sit, battle, piece)
        for piece in pieces
    }


def _defending(sit: Situation, space: str, pieces: Sequence[Piece]) -> str:
    """The power in whose colours the defence is headed: the holder, else the first at sea."""
    powers = sorted({piece.power for piece in pieces})
    holder = sit.holder(space) if sit.facts.is_land(space) else ""
    return holder if holder in powers or not powers else powers[0]


def _side(
    game: Revised, sit: Situation, power: str, pieces: Sequence[Piece], values: dict[str, int]
) -> FightSide:
    order = {kind: number for number, kind in enumerate(game.facts.units)}
    ranked = sorted(pieces, key=lambda piece: (order.get(sit.type(piece), 99), piece.power, piece.id))
    columns = []
    for value in sorted({values.get(piece.id, 0) for piece in ranked}):
        there = [piece for piece in ranked if values.get(piece.id, 0) == value]
        heavy = any(sit.type(p) == BOMBER and sit.has_tech(p.power, HEAVY) for p in there)
        columns.append(
            Column(
                f"hit on {value}" if value else "do not fire",
                tuple(piece.id for piece in there),
                "bombers throw two dice" if heavy and power == sit.power else "",
                tuple(piece.id for piece in there if piece.mark(CASUALTY)),
            )
        )
    powers = sorted({piece.power for piece in pieces})
    named = power if len(powers) < 2 else sit.side(powers[0])
    standing = [piece for piece in pieces if not piece.mark(CASUALTY)]
    return FightSide(game.side_name(named), power, tuple(columns), game.facts.listing(standing))


def _remarks(sit: Situation, battle: Frame, ours: Sequence[Piece], theirs: Sequence[Piece]) -> list[str]:
    """What bears on the combat and cannot be seen in the columns."""
    found = []
    guns = sum(1 for piece in ours if sit.type(piece) == ARTILLERY)
    if guns:
        found.append(f"{guns} artillery support{'s' if guns == 1 else ''} as many infantry")
    if battle.get("amphibious") is True:
        found.append("Amphibious assault: land units cannot retreat")
    if battle.get("banzai") is True:
        found.append("Banzai attack: infantry hit on 2")
    boats = any(sit.type(piece) == SUBMARINE for piece in (*ours, *theirs))
    if boats and (has_destroyer(sit, ours) or has_destroyer(sit, theirs)):
        found.append("Destroyers: what submarines hit fires back, and they cannot submerge")
    return found


# What can be answered


def _picks(game: Revised, sit: Situation) -> Picks | None:
    top = sit.state.top
    if top.name == "casualties":
        due = hits_due(sit, top)
        among = tuple((piece.id, toughness(sit, piece)) for piece in candidates(sit, top))
        hits = "1 hit" if due == 1 else f"{due} hits"
        default = by_default(sit, top)
        title = f"Choose what {hits} destroy{'s' if due == 1 else ''}"
        return Picks(
            str(top["role"]), title, "Take these losses", Casualties.verb, "pieces", among, due, due, default,
            loses=True,
        )  # fmt: skip
    boats = _divers(sit)
    if boats:
        role = ATTACKER if top.name == "press" else DEFENDER
        among = tuple((piece.id, 1) for piece in boats)
        return Picks(
            role, "Submarines may submerge", "Submerge these", Submerge.verb, "pieces", among, 1, len(boats)
        )
    return None


def _divers(sit: Situation) -> list[Piece]:
    top = sit.state.top
    if top.name not in ("press", "submerge"):
        return []
    space = str(top["space"])
    ours, theirs = attackers(sit, space), defenders(sit, space)
    if top.name == "press":
        return divers(sit, ours, theirs)
    return divers(sit, [piece for piece in theirs if piece.power == top["power"]], ours)


def _options(game: Revised, sit: Situation, space: str) -> tuple[Option, ...]:
    top = sit.state.top
    boats = tuple(piece.id for piece in _divers(sit))
    dive = (
        (Option("Submerge all submarines" if len(boats) > 1 else "Submerge", Submerge(boats)),)
        if boats
        else ()
    )
    if top.name == "press":
        found = [Option("Press the attack", Press(), main=True)]
        found += [Option(f"Retreat to {game.facts.name(way)}", Retreat(way)) for way in ways_out(sit)]
        if air_may_leave(sit):
            found.append(Option("Withdraw air units", Withdraw()))
        return (*found, *dive)
    if top.name == "submerge":
        return (Option("Stay and fight", Stay(), main=True), *dive)
    return ()


def quick(game: Revised, state: State) -> Action | None:
    """Cheapest losses, a pressed attack that can hardly fail, the next combat in the list."""
    if not state.stack:
        return None
    sit, top = Situation(game.facts, state), state.top
    if top.name == "casualties":
        return Casualties(by_default(sit, top))
    if top.name == "press":
        leaves = len(_options(game, sit, str(top["space"]))) > 1
        return Press() if not leaves or _winning(game, state) >= GOOD_ODDS else None
    if top.name == "submerge":
        return Stay() if _winning(game, state) <= 1 - GOOD_ODDS else None
    if top.name == "combat":
        return _next_combat(sit)
    if top.name == "homeless":
        return _only_refuge(sit)
    return None


def _winning(game: Revised, state: State) -> float:
    """The attacker's chance to win the combat in progress."""
    found = odds_of(game, state, str(state.top["space"]))
    return 0.0 if found is None else float(found["win"]["decimal"])


def _next_combat(sit: Situation) -> Action | None:
    """The next combat that has to be fought; what may be left out is a decision."""
    for space in open_fights(sit):
        if not sea_first(sit, space) and not is_optional(sit, space):
            return Resolve(space)
    raids = raid_spaces(sit)
    return Bomb(raids[0]) if raids else None


def _only_refuge(sit: Situation) -> Action | None:
    top = sit.state.top
    fighters = [
        p for p in sit.state.at(str(top["space"])) if p.power == top["power"] and sit.type(p) == FIGHTER
    ]
    ways = [(piece.id, place) for piece in fighters for place in refuges(sit, piece, str(top["space"]))]
    return Land(*ways[0]) if len(ways) == 1 else None


def fights_left(game: Revised, state: State) -> tuple[str, ...]:
    """Combats and raids of the phase that have not been resolved."""
    sit = Situation(game.facts, state)
    if not any(frame.name == "combat" for frame in state.stack):
        return ()
    return (*open_fights(sit), *raid_spaces(sit))


def prospects(game: Revised, state: State) -> Preview | None:
    """The exact chances of what is left of the combat, between two cycles."""
    battle = battle_of(state)
    if battle is None or state.top.name == "casualties":
        return None  # half a cycle is open: whoever is to be removed still stands there
    found = odds_of(game, state, str(battle["space"]))
    return None if found is None else preview_of(game, found)


# Dice


def throws(events: Sequence[Event], rolls: Sequence[Roll]) -> list[Throw]:
    """The dice of combats, guns and bombs, with what each hit on."""
    found = []
    for event in events:
        if event.kind == "fired":
            found.append(_fired(event))
        elif event.kind == "flak_fired":
            found.append(_flak(event))
        elif event.kind == "raided":
            values = tuple(v for roll in rolls if roll.purpose.startswith("bombs of") for v in roll.values)
            found.append(Throw(ATTACKER, "bombs", values, (), f"{event['loss']} IPCs destroyed"))
    return found


def _dice(event: Event) -> tuple[int, ...]:
    found = event["dice"]
    assert isinstance(found, tuple)
    return tuple(int(str(value)) for value in found)


def _result(hits: int) -> str:
    return "no hit" if not hits else "1 hit" if hits == 1 else f"{hits} hits"


def _fired(event: Event) -> Throw:
    what, value, dice = event.text("what"), int(event.text("value")), _dice(event)
    by_defender = what.startswith(("defence", "opening fire of the defender"))
    side = DEFENDER if by_defender else ATTACKER
    early = (
        "opening fire, " if what.startswith("opening") else "bombardment, " if what.startswith("bomb") else ""
    )
    hits = tuple(die <= value for die in dice)
    return Throw(side, f"{early}on {value}", dice, hits, _result(sum(hits)))


def _flak(event: Event) -> Throw:
    dice, scored = _dice(event), int(event.text("hits"))
    # A gun hits on 1, with radar on 2; the number of hits tells which it was.
    target = 1 if scored == sum(die == 1 for die in dice) else 2
    return Throw(DEFENDER, "anti-aircraft fire", dice, tuple(die <= target for die in dice), _result(scored))
