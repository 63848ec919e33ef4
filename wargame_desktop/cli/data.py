"""Commands about the data: systems, scenarios, maps, checks, sources."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from wargame_desktop.board.model import Link, Space
from wargame_desktop.content.check import check as check_paths
from wargame_desktop.content.check import check_all
from wargame_desktop.content.library import Library
from wargame_desktop.content.maps import GameMap
from wargame_desktop.core.frozen import freeze, thaw
from wargame_desktop.systems import registry

from .output import print_json, print_table
from .run import BAD_DATA, DONE


def games(arguments: argparse.Namespace) -> int:
    """List the rule systems."""
    metas = registry.metas()
    if arguments.json:
        keys = ("id", "title", "summary", "rules_version")
        print_json([{key: getattr(meta, key) for key in keys} for meta in metas])
    else:
        print_table([(meta.id, meta.title, meta.summary) for meta in metas])
    return DONE


def scenarios(arguments: argparse.Namespace) -> int:
    """List the scenarios; one that cannot be read is listed with its problem."""
    if arguments.system is not None:
        registry.meta(arguments.system)
    found = Library().scenarios(arguments.system)
    if arguments.json:
        print_json([{**asdict(info), "path": str(info.path)} for info in found])
    else:
        print_table(
            [(f"{info.system}/{info.id}", info.title, info.problem or info.summary) for info in found]
        )
    return BAD_DATA if any(info.problem for info in found) else DONE


def show_map(arguments: argparse.Namespace) -> int:
    """Print the spaces and links of a map."""
    game_map = Library().load_map(arguments.map)
    board = game_map.board
    if arguments.space is None:
        spaces, links = board.spaces, board.links
    else:
        spaces, links = (board.space(arguments.space),), board.links_of(arguments.space)
    if arguments.json:
        print_json(
            {
                "map": arguments.map,
                "spaces": [_space(s, game_map) for s in spaces],
                "links": [_link(k) for k in links],
            }
        )
        return DONE
    rows = [(space.id, space.name, space.kind, space.terrain, _values(space.attrs)) for space in spaces]
    print_table(rows, ("space", "name", "kind", "terrain", "values"))
    print()
    print_table(
        [(link.a, link.b, link.kind, _values(link.attrs)) for link in links], ("from", "to", "kind", "")
    )
    return DONE


def _plain(value: object) -> Any:
    return thaw(freeze(value))


def _values(attrs: Any) -> str:
    return " ".join(f"{key}={_plain(value)}" for key, value in attrs.items())


def _space(space: Space, game_map: GameMap) -> dict[str, Any]:
    values = _plain(dict(space.attrs))
    country = game_map.countries.get(str(values.get("country", "")))
    return {
        "id": space.id,
        "name": space.name,
        "kind": space.kind,
        "terrain": space.terrain,
        "owner": values.get("owner") or ("" if country is None else country.power),
        "values": values,
        "x": space.x,
        "y": space.y,
    }


def _link(link: Link) -> dict[str, Any]:
    return {
        "a": link.a,
        "b": link.b,
        "kind": link.kind,
        "values": _plain(dict(link.attrs)),
        "gates": list(link.gates),
    }


def check(arguments: argparse.Namespace) -> int:
    """Print every problem; exit 1 when there is one."""
    problems = check_paths(arguments.paths) if arguments.paths else check_all()
    if arguments.json:
        print_json([asdict(problem) for problem in problems])
    else:
        for problem in problems:
            print(problem)
    return BAD_DATA if problems else DONE


def provenance(arguments: argparse.Namespace) -> int:
    """Print where each file of a data set comes from, and what the user's folder changes in it."""
    library = Library()
    loaders: dict[str, Callable[[str], Any]] = {
        "map": library.load_map,
        "units": library.load_units,
        "charts": library.load_charts,
        "cards": library.load_cards,
        "rulings": library.load_rulings,
    }
    files = [
        {"file": kind, "title": header.title, **asdict(header.provenance)}
        for kind, load in loaders.items()
        if library.has(arguments.ref, kind)
        for header in [load(arguments.ref).header]
    ]
    if not files:
        loaders["map"](arguments.ref)  # says that there is none, and what was meant
    changes = library.overrides(arguments.ref)
    if arguments.json:
        print_json(
            {"ref": arguments.ref, "files": files, "overrides": [asdict(change) for change in changes]}
        )
        return DONE
    print_table([(f["file"], f["title"], f"{f['kind']} {f['reference']}".strip(), f["why"]) for f in files])
    for change in changes:
        print(f"yours: {change}")
    return DONE
