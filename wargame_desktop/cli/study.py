"""Commands for study: chances, games against itself, measurements."""

from __future__ import annotations

import argparse
import os
from fractions import Fraction

from wargame_desktop.bots import selfplay as bots
from wargame_desktop.core.odds import Distribution, dice_sum, hits, to_plain, total
from wargame_desktop.systems import registry

from .combat_odds import combat
from .games import options_of
from .output import print_json, print_table
from .run import BAD_DATA, DONE, Usage

_MOST_DICE = 60
_MOST_SIDES = 100


def odds(arguments: argparse.Namespace) -> int:
    """Print the exact chances of a throw, or of a combat when a rule system or units are named."""
    is_combat = arguments.question in {meta.id for meta in registry.metas()}
    if is_combat or arguments.attack is not None or arguments.defend is not None:
        return combat(arguments)
    chances = _distribution(arguments.question, arguments.sides)
    chances = Distribution(sorted(chances.weights.items()))
    mean = chances.mean(lambda outcome: outcome)
    if arguments.json:
        print_json({"question": arguments.question, "mean": str(mean), "outcomes": to_plain(chances)})
        return DONE
    at_least = Fraction(1)
    rows = []
    for outcome, chance in chances.items():
        rows.append((outcome, chance, f"{float(chance):.2%}", f"{float(at_least):.2%}"))
        at_least -= chance
    print_table(rows, ("result", "exactly", "", "or more"))
    print(f"mean {mean} = {float(mean):.3f}")
    return DONE


def _distribution(question: str, sides: int) -> Distribution[int]:
    if not 2 <= sides <= _MOST_SIDES:
        raise Usage(f"--sides should be 2 to {_MOST_SIDES}, not {sides}")
    if "@" in question:
        groups = [_pair(part, "@") for part in question.split(",")]
        _few(sum(count for count, _ in groups))
        return total(hits(count, target, sides) for count, target in groups)
    parts = [_pair(part, "d") if "d" in part else (0, _number(part)) for part in question.split("+")]
    _few(sum(count for count, _ in parts))
    if any(count and not 1 <= value <= _MOST_SIDES for count, value in parts):
        raise Usage(f"dice should have 1 to {_MOST_SIDES} sides")
    plus = sum(value for count, value in parts if not count)
    return total(dice_sum(count, value) for count, value in parts if count).map(
        lambda outcome: outcome + plus
    )


def _few(count: int) -> None:
    if not 1 <= count <= _MOST_DICE:
        raise Usage(f"1 to {_MOST_DICE} dice can be asked about, not {count}")


def _pair(text: str, sign: str) -> tuple[int, int]:
    count, _, value = text.partition(sign)
    return _number(count or "1"), _number(value)


def _number(text: str) -> int:
    if not text.isdecimal() or len(text) > 6:
        raise Usage(f"“{text}” is no number; write dice as 2d6+1 or hits as 3@2,1@4")
    return int(text)


def selfplay(arguments: argparse.Namespace) -> int:
    """Play games at random; a fault of the rules is bad data."""
    if arguments.games < 1 or arguments.actions < 1:
        raise Usage("--games and --actions should be at least 1")
    results = bots.selfplay(
        arguments.scenario,
        arguments.games,
        arguments.seed,
        arguments.actions,
        options=options_of(arguments.option),
        check=arguments.check,
        players=_players(arguments.player),
    )
    if arguments.json:
        print_json(bots.summary(results))
    else:
        print(bots.report(results), end="")
    return BAD_DATA if any(result.problem for result in results) else DONE


def _players(pairs: list[str]) -> dict[str, str]:
    players = {}
    for pair in pairs:
        side, _, player = pair.partition("=")
        if not side or player not in (bots.OWN, bots.RANDOM):
            raise Usage(f"--player should be SIDE=own or SIDE=random, not “{pair}”")
        players[side] = player
    return players


def bench(arguments: argparse.Namespace) -> int:
    """Measure one thing side by side with another in one run."""
    if arguments.start:
        from wargame_desktop.gui.bench_start import run as measure
    elif arguments.map:
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
        from wargame_desktop.gui.bench_map import run as measure
    else:
        from .bench_board import run as measure

    found = measure()
    if arguments.json:
        print_json(found)
    else:
        print_table(sorted(found.items()), ("measure", "figure"))
    return DONE
