"""The chances of a combat, for rule systems that can tell them."""

from __future__ import annotations

import argparse
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from wargame_desktop.systems import registry

from .output import print_json, print_table
from .run import DONE, Usage


def combat(arguments: argparse.Namespace) -> int:
    """Print how a combat between two forces ends."""
    module = _module(arguments.question)
    try:
        found = module.odds_query(
            _units(arguments.attack or ""),
            _units(arguments.defend or ""),
            sea=arguments.sea,
            aa=arguments.aa,
            tech=_names(arguments.tech),
            defend_tech=_names(arguments.defend_tech),
            bombard=_units(arguments.bombard or ""),
            retreat=arguments.retreat,
            attack_order=_names(arguments.attack_order),
            defend_order=_names(arguments.defend_order),
        )
    except module.OddsError as error:
        raise Usage(str(error)) from None
    if arguments.json:
        print_json(found)
        return DONE
    rows = [(name, found[name]["fraction"] or "", f"{found[name]['decimal']:.2%}") for name in _shown(found)]
    print_table(rows, ("end", "exactly", ""))
    ours, theirs = found["attacker_loss"], found["defender_loss"]
    print(f"lost on the average: {ours:.2f} IPCs by the attacker, {theirs:.2f} by the defender")
    print(f"left on the average: {_left(found['attacker_left'])} against {_left(found['defender_left'])}")
    return DONE


def _left(units: dict[str, float]) -> str:
    return ", ".join(f"{count:.2f} {kind}" for kind, count in units.items()) or "nothing"


def _shown(found: dict[str, Any]) -> list[str]:
    return [name for name in ("win", "lose", "draw", "retreat", "capture") if name in found]


def _module(system_id: str) -> Any:
    meta = registry.meta(system_id)
    name = f"{meta.module.rpartition('.')[0]}.odds"
    if find_spec(name) is None:
        raise Usage(f"{meta.title} knows no chances of combats")
    return import_module(name)


def _units(text: str) -> dict[str, int]:
    """`infantry=3,tank=2` as numbers by name."""
    found: dict[str, int] = {}
    for part in text.split(",") if text else ():
        name, sign, count = part.strip().partition("=")
        if not name or not sign or not count.isdecimal() or len(count) > 6 or name in found:
            raise Usage(f"write units as infantry=3,tank=2, each once; “{part.strip()}” does not fit")
        found[name] = int(count)
    return found


def _names(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())
