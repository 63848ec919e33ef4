"""What the table offers to take: units to build and to upgrade (7), units to be set up (2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame_desktop.core.refusal import Refusal
from wargame_desktop.core.state import Piece, State
from wargame_desktop.systems.tables import Shop, ShopRow, Shortcut

from .model import Auto, Upgrade, pool_of
from .production import BuildRule, UpgradeRule, build_hexes, price
from .setup import lot_of, placement_refusals, step_in_charge, waiting
from .situation import Situation

if TYPE_CHECKING:
    from .system import EuropeanTheater

_NAMED = 4


def shop(system: EuropeanTheater, state: State) -> Shop | None:
    """The tray of the phase in charge."""
    if not state.stack:
        return None
    if state.top.name == "produce":
        return _production(system, state)
    if state.top.name == "setup" and isinstance(state.top.get("at"), int):
        return _set_up(system, state)
    return None


def figures(sit: Situation, piece: Piece, face: str = "") -> str:
    """A unit's printed figures in words, those of the side that lies up unless another is asked for."""
    unit, weak = sit.unit(piece), (face or piece.face) != "front"
    found = [f"combat {unit.combat[weak]}"]
    if unit.asw[weak]:
        found.append(f"ASW {unit.asw[weak]}")
    if unit.is_air:
        found.append(f"range {unit.range}")
    elif not unit.is_fort:
        found.append(f"moves {unit.move[weak]}")
    return ", ".join(found)


def _production(system: EuropeanTheater, state: State) -> Shop:
    power, points = str(state.top["power"]), int(str(state.top["points"]))
    name = system.power_name(power)
    rows = [*_builds(system, state, power), *_upgrades(system, state, power)]
    note = "Points cannot be saved: what is left at the end of production is lost."
    return Shop(f"Production of {name}", tuple(rows), points, "point", "7", note, verbs=("build", "upgrade"))


def _builds(system: EuropeanTheater, state: State, power: str) -> list[ShopRow]:
    """Every counter of the pool; alike ones are one row."""
    sit, rule = system.situation(state), BuildRule(system)
    found: list[ShopRow] = []
    alike: dict[str, list[Piece]] = {}
    for piece in state.at(pool_of(power)):
        alike.setdefault(piece.kind, []).append(piece)
    for pieces in alike.values():
        first = pieces[0]
        spaces = build_hexes(sit, system.lines(state), first)
        why = "" if state.top.get("upgrades_only") is not True else "Neutral, it may only upgrade (7.1.6)."
        why = why or _sentence(rule.price_refusals(state, first, "build"))
        why = why or ("" if spaces else "There is no place for it now (7.2.2).")
        found.append(
            ShopRow(
                first.kind,
                power,
                system.name_of(first),
                price(sit, first, "build"),
                figures(sit, first, "front"),
                tuple(piece.id for piece in pieces),
                tuple(spaces),
                _listed(system, spaces),
                why,
                "Force pool",
            )
        )
    return found


def _upgrades(system: EuropeanTheater, state: State, power: str) -> list[ShopRow]:
    """Every reduced unit the points could be used for."""
    sit, rule = system.situation(state), UpgradeRule(system)
    found = []
    for piece in state.pieces.values():
        if piece.kind not in sit.facts.kinds or piece.face == "front" or not sit.is_in_play(piece):
            continue
        if sit.unit(piece).steps < 2 or rule.pays(state, piece) != power:
            continue
        space = sit.ground_of(piece)
        found.append(
            ShopRow(
                piece.kind,
                power,
                system.name_of(piece),
                price(sit, piece, "upgrade"),
                f"{figures(sit, piece)}; at full strength {figures(sit, piece, 'front')}",
                (piece.id,),
                (space,),
                system.space_name(space),
                _sentence(rule.refusals(state, Upgrade(piece.id))),
                "Upgrades",
                "back",
                Upgrade(piece.id),
            )
        )
    return found


def _set_up(system: EuropeanTheater, state: State) -> Shop:
    sit = system.situation(state)
    step = step_in_charge(sit)
    rows = []
    for piece_id in waiting(sit, step):
        piece, lot = state.piece(piece_id), lot_of(step, piece_id)
        assert lot is not None
        face = "back" if piece_id in lot.reduced else "front"
        spaces = [s for s in sorted(lot.zone(sit.facts)) if not placement_refusals(sit, step, piece_id, s)]
        rows.append(
            ShopRow(
                piece.kind,
                piece.power,
                system.name_of(piece),
                None,
                figures(sit, piece, face),
                (piece_id,),
                tuple(spaces),
                lot.where,
                "" if spaces else "Every hex open to it is full.",
                "To be placed",
                face,
            )
        )
    title = f"Set up {step.name}"
    return Shop(
        title,
        tuple(rows),
        rule=step.rule,
        note=_set_up_note(rows),
        shortcuts=_helps(step.name, rows),
        verbs=("place", "auto"),
    )


def _set_up_note(rows: list[ShopRow]) -> str:
    if not rows:
        return "All units stand. Drag them elsewhere on the map if you like, or go on."
    return "Drag a unit to a lit hex, or click it and then the hex."


def _helps(name: str, rows: list[ShopRow]) -> tuple[Shortcut, ...]:
    rest = (Shortcut("Finish for me", Auto("rest")),) if rows else ()
    return (
        *rest,
        Shortcut(f"Historical set-up of {name}", Auto("power")),
        Shortcut("Historical set-up of everybody", Auto("all")),
    )


def _listed(system: EuropeanTheater, spaces: list[str]) -> str:
    """Where, in words: the places with names first, and how many there are."""
    if not spaces:
        return ""
    named = [space for space in spaces if (found := system.space(space)) is not None and found.name]
    shown = [system.space_name(space) for space in (named or spaces)[:_NAMED]]
    more = len(spaces) - len(shown)
    return ", ".join(shown) + (f" and {more} more hexes" if more > 1 else " and 1 more hex" if more else "")


def _sentence(refusals: list[Refusal]) -> str:
    return " ".join(map(str, refusals[:1]))
