"""Commands that make and play a game."""

from __future__ import annotations

import argparse
import secrets
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from wargame_desktop.core.action import NotationError
from wargame_desktop.core.dice import DiceError, DiceNeeded, SeededDice, TypedDice
from wargame_desktop.core.refusal import Refusal, Refused, refuse
from wargame_desktop.core.timeline import MATCH, STUDY
from wargame_desktop.storage.file import GameFile
from wargame_desktop.storage.header import SEEDED, TYPED
from wargame_desktop.systems import registry

from .games import decision_plain, opened, options_of
from .output import print_json
from .run import DONE, REFUSED, Usage


def new(arguments: argparse.Namespace) -> int:
    """Set up a scenario and write its game file."""
    target = Path(arguments.output)
    if target.exists() and not arguments.force:
        raise Usage(f"{target} exists; use --force to replace it")
    seed = arguments.seed if arguments.seed is not None else secrets.token_hex(8)
    game = registry.new_game(arguments.scenario, seed=seed, options=options_of(arguments.option))
    mode = MATCH if arguments.match else STUDY
    dice = TYPED if arguments.typed_dice else SEEDED
    GameFile.create(target, game, mode=mode, dice=dice, overwrite=arguments.force).close()
    if arguments.json:
        print_json(
            {
                "file": str(target),
                "system": game.system.id,
                "title": game.title,
                "seed": seed,
                "mode": mode,
                "dice": dice,
                "hash": game.state.hash,
                "decision": decision_plain(game.system, game.state),
            }
        )
    else:
        print(f"{target}: {game.title}, {mode}, {dice} dice, seed {seed}")
    return DONE


def do(arguments: argparse.Namespace) -> int:
    """Do actions one after the other; the first refused one ends it, what went before is kept."""
    done: list[dict[str, Any]] = []
    refused: dict[str, Any] | None = None
    with opened(arguments.file, write=True) as game:
        dice = _typed(arguments.dice, game)
        for place, line in _lines(arguments):
            refusals = _do_one(game, line, dice, done)
            if refusals:
                refused = {"at": place, "action": line, "refusals": [item.to_plain() for item in refusals]}
                break
            if not arguments.quiet and not arguments.json:
                _print_done(done[-1])
        over = game.state
        after = {"node": game.cursor.id, "hash": over.hash, "decision": decision_plain(game.system, over)}
    if refused is None and dice is not None and dice.left:
        print(f"wargame: dice left over: {', '.join(map(str, dice.left))}", file=sys.stderr)
    if arguments.json:
        print_json({"done": done, "refused": refused, **after})
    elif refused is not None:
        print(f"{refused['at']}: refused: {refused['action']}", file=sys.stderr)
        for item in refused["refusals"]:
            rule = f" [rule {item['rule']}]" if item["rule"] else ""
            print(f"  {item['code']}{rule}: {item['sentence']}", file=sys.stderr)
    return DONE if refused is None else REFUSED


def _do_one(game: GameFile, line: str, dice: TypedDice | None, done: list[dict[str, Any]]) -> list[Refusal]:
    """Try one line; the refusals, none when it was done."""
    try:
        action = game.system.notation.parse(line)
        node, outcome = game.play(action, dice)
    except Refused as error:
        return list(error.refusals)
    except NotationError as error:
        return [refuse("notation", str(error))]
    except DiceNeeded as error:
        return [refuse("dice.needed", f"{error}.", count=error.count, sides=error.sides)]
    except DiceError as error:
        return [refuse("dice.wrong", str(error))]
    sentences = [game.system.describe(event, outcome.state) for event in outcome.events]
    done.append(
        {
            "node": node.id,
            "action": game.system.notation.format(action),
            "dice": list(outcome.dice),
            "hash": node.state_hash,
            "events": [sentence for sentence in sentences if sentence],
        }
    )
    return []


def _print_done(entry: dict[str, Any]) -> None:
    print(f"{entry['node']}. {entry['action']}")
    for sentence in entry["events"]:
        print(f"   {sentence}")


def _lines(arguments: argparse.Namespace) -> Iterator[tuple[str, str]]:
    """The actions with the place each comes from; blank lines and # comments of a script are skipped."""
    for number, line in enumerate(arguments.actions, 1):
        yield f"action {number}", line
    if arguments.script is None:
        if not arguments.actions:
            raise Usage("no action is given; write them, or use --script")
        return
    name = arguments.script
    try:
        text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise Usage(f"{name} is no UTF-8 text") from None
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield f"{name}:{number}", line.strip()


def _typed(text: str | None, game: GameFile) -> TypedDice | None:
    """The dice thrown by hand; decks are still shuffled by the game's seed."""
    if text is None:
        return None
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if not all(part.isdecimal() and len(part) < 7 for part in parts):
        raise Usage(f"--dice should be numbers with commas, not “{text}”")
    return TypedDice(map(int, parts), SeededDice(game.header.seed, str(len(game.timeline.nodes))))
