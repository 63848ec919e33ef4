"""Commands that look at a game without changing it."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Any

from wargame_desktop.core import engine
from wargame_desktop.core.frozen import FrozenMap, thaw
from wargame_desktop.core.state import State
from wargame_desktop.core.timeline import Node
from wargame_desktop.reports.html import log_html, oob_html
from wargame_desktop.reports.oob import order_of_battle
from wargame_desktop.reports.text import log_text, oob_text
from wargame_desktop.reports.turnlog import game_log
from wargame_desktop.storage.file import replay as replay_file
from wargame_desktop.storage.game import Game
from wargame_desktop.systems.base import Chance, GameSystem, Preview

from .games import decision_plain, opened, position, side_of
from .output import print_json, print_table, write_out
from .run import BAD_DATA, DONE, REFUSED, Usage


def show(arguments: argparse.Namespace) -> int:
    """Print the position."""
    with opened(arguments.file) as game:
        node, state = position(game, arguments)
        system = game.system
        seen = engine.view_for(system, state, side_of(system, state, arguments.side))
        if arguments.json:
            print_json(_position(game, node, state, seen))
            return DONE
        owed = engine.decision(system, state)
        print(f"{game.header.title} ({system.meta.title}), position {node.id}, {state.hash}")
        if owed is None:
            print("The game is over.")
        else:
            print(
                f"{system.side_name(owed.owner)} to decide: {owed.prompt.title}. {owed.prompt.text}".rstrip()
            )
            for offer in owed.offers:
                print(f"  {system.notation.usage(offer.verb):<40}  {offer.title}")
        _print_board(system, seen)
    return DONE


def _position(game: Game, node: Node, state: State, seen: State) -> dict[str, Any]:
    plain = seen.to_plain()
    # What decides hidden order is nobody's business, whoever asks.
    plain.pop("secret", None)
    return {
        "title": game.header.title,
        "system": game.system.id,
        "node": node.id,
        "hash": state.hash,
        "sides": {side: game.system.side_name(side) for side in game.system.sides(state)},
        "decision": decision_plain(game.system, state),
        "state": plain,
    }


def _print_board(system: GameSystem, seen: State) -> None:
    print()
    for name, value in sorted(seen.vars.items()):
        shown = thaw(value) if isinstance(value, FrozenMap | tuple) else value
        print(f"{name}: {shown}")
    print()
    for space in sorted(seen.pieces.by_space):
        owner = seen.control.get(space)
        held = f" [{system.power_name(owner)}]" if owner else ""
        pieces = ", ".join(f"{piece.id}{_marks(piece)}" for piece in seen.at(space))
        print(f"{system.space_name(space)}{held}: {pieces}")


def _marks(piece: Any) -> str:
    said = [piece.face] if piece.face != "front" else []
    said += ["concealed"] if piece.concealed else []
    said += sorted(piece.marks)
    return f" ({', '.join(said)})" if said else ""


def legal(arguments: argparse.Namespace) -> int:
    """List allowed actions."""
    with opened(arguments.file) as game:
        _, state = position(game, arguments)
        if arguments.piece is not None and arguments.piece not in state.pieces:
            raise Usage(f"there is no piece {arguments.piece} on the table")
        actions = engine.legal_actions(game.system, state, arguments.piece)
        most = arguments.limit if arguments.limit > 0 else None
        lines = [game.system.notation.format(action) for action in islice(actions, most)]
        more = most is not None and next(iter(actions), None) is not None
    if arguments.json:
        print_json({"actions": lines, "more": more})
    else:
        print("\n".join(lines))
        if more:
            print(f"… and more; --limit 0 lists all (only the first {most} are shown)")
    return DONE


def why(arguments: argparse.Namespace) -> int:
    """Say why an action is refused; exit 2 when it is."""
    with opened(arguments.file) as game:
        _, state = position(game, arguments)
        action = game.system.notation.parse(arguments.action)
        refusals = engine.refusals_for(game.system, state, action)
        text = game.system.notation.format(action)
    if arguments.json:
        plain = [refusal.to_plain() for refusal in refusals]
        print_json({"action": text, "allowed": not refusals, "refusals": plain})
    elif not refusals:
        print(f"allowed: {text}")
    for refusal in () if arguments.json else refusals:
        rule = f" [rule {refusal.rule}]" if refusal.rule else ""
        print(f"{refusal.code}{rule}: {refusal.sentence}")
    return REFUSED if refusals else DONE


def preview(arguments: argparse.Namespace) -> int:
    """Say what an action would lead to; exit 2 when it is refused."""
    with opened(arguments.file) as game:
        _, state = position(game, arguments)
        action = game.system.notation.parse(arguments.action)
        refusals = engine.refusals_for(game.system, state, action)
        if refusals:
            raise Usage(" ".join(str(refusal) for refusal in refusals))
        seen = game.system.preview(state, action) or Preview()
        text = game.system.notation.format(action)
    if arguments.json:
        chances = [{"title": one.title, "outcomes": _outcomes(one)} for one in seen.chances]
        print_json({"action": text, "rule": seen.rule, "lines": list(seen.lines), "chances": chances})
        return DONE
    for line in seen.lines or ("Nothing is left to chance.",):
        print(line)
    for one in seen.chances:
        print(f"\n{one.title}")
        print_table([(f"  {name}", str(part), f"{float(part):.2%}") for name, part in one.outcomes])
    return DONE


def _outcomes(chance: Chance) -> list[dict[str, Any]]:
    return [
        {"outcome": name, "fraction": str(part), "decimal": float(part)} for name, part in chance.outcomes
    ]


def supply(arguments: argparse.Namespace) -> int:
    """Say what is in supply."""
    with opened(arguments.file) as game:
        _, state = position(game, arguments)
        found = game.system.supply(state)
        if found is None:
            raise Usage(f"{game.system.meta.title} has no supply rules")
        if arguments.piece is not None:
            found = [item for item in found if item.piece == arguments.piece]
            if not found:
                raise Usage(f"{arguments.piece} is no piece that needs supply")
    if arguments.json:
        print_json([asdict(item) for item in found])
        return DONE
    rows = []
    for item in found:
        where = " ".join(item.line) if item.supplied else f"cut at {', '.join(item.cut)}" if item.cut else ""
        rows.append((item.piece, "in supply" if item.supplied else "OUT OF SUPPLY", item.sentence or where))
    print_table(rows)
    return DONE


def log(arguments: argparse.Namespace) -> int:
    """Print the log of the line that leads to the current position."""
    if arguments.format == "pdf" and arguments.output in (None, "-"):
        raise Usage("a PDF needs a file to be written to: -o OUT.pdf")
    with opened(arguments.file) as game:
        if arguments.format == "pdf":
            _log_pdf(game, arguments)
            return DONE
        found = game_log(
            game.timeline,
            game.system,
            title=game.header.title,
            side=side_of(game.system, game.state, arguments.side),
            important_only=arguments.important,
            upto=game.cursor,
            text_of=game.text_of,
        )
    write_out(log_html(found) if arguments.format == "html" else log_text(found), arguments.output)
    return DONE


def _log_pdf(game: Game, arguments: argparse.Namespace) -> None:
    from wargame_desktop.gui.printing import write_game_pdf

    side = side_of(game.system, game.state, arguments.side)
    write_game_pdf(game, Path(arguments.output), side, important_only=arguments.important)


def oob(arguments: argparse.Namespace) -> int:
    """Print the order of battle."""
    with opened(arguments.file) as game:
        _, state = position(game, arguments)
        side = side_of(game.system, state, arguments.side)
        found = order_of_battle(game.system, state, title=game.header.title, side=side)
    if arguments.json:
        print_json(found.to_plain())
    else:
        write_out(oob_html(found) if arguments.format == "html" else oob_text(found), arguments.output)
    return DONE


def replay(arguments: argparse.Namespace) -> int:
    """Verify every position of a game file; exit 1 when one differs."""
    report = replay_file(arguments.file)
    if arguments.json:
        print_json({**asdict(report), "ok": report.ok})
    else:
        print(report)
    return DONE if report.ok else BAD_DATA
