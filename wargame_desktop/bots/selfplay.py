"""Whole games of the program against itself: for balance, for speed, and to find faults in the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from wargame_desktop.bots.random import RandomBot
from wargame_desktop.core import invariants
from wargame_desktop.core.action import Action
from wargame_desktop.core.dice import SeededDice
from wargame_desktop.core.engine import Outcome, System, apply, decision
from wargame_desktop.core.state import State
from wargame_desktop.systems import registry
from wargame_desktop.systems.base import Bot, GameSystem

OWN, RANDOM = "own", "random"
OVER, STOPPED, STUCK, FAULT = "over", "stopped", "stuck", "fault"


@dataclass(frozen=True, slots=True)
class GameResult:
    """How one game went.

    `ending` is over, stopped (the limit of actions was reached), stuck (the rules ask for a decision
    but no action was found), or fault (the rules broke their own contract; `problem` says how).
    """

    seed: str
    ending: str
    actions: int
    turn: int
    state_hash: str
    verbs: Mapping[str, int]
    problem: str = ""
    last_action: str = ""
    outcome: str = ""
    dates: Mapping[str, int] = field(default_factory=dict)
    """The turn in which each milestone of the system happened first, told as a sentence."""


def selfplay(
    scenario: str | Path,
    games: int,
    seed: str,
    most_actions: int = 2_000,
    *,
    options: Mapping[str, str] | None = None,
    check: bool = False,
    players: Mapping[str, str] | None = None,
) -> list[GameResult]:
    """Play games, each with a seed of its own; `check` tests every position for invariants.

    `players` names for sides or powers who plays them: OWN, the opponent that knows the game, or RANDOM.
    """
    results = []
    for number in range(1, games + 1):
        own_seed = f"{seed}.{number}"
        new = registry.new_game(scenario, seed=own_seed, options=options)
        player = Players(new.system, own_seed, players or {})
        found = play_out(new.system, new.state, own_seed, most_actions, check=check, player=player)
        results.append(found)
    return results


class Players:
    """Whoever owes the decision is played by the bot named for it, or for its side."""

    def __init__(self, system: GameSystem, seed: str, wishes: Mapping[str, str]) -> None:
        self._wishes = wishes
        random_player = RandomBot(seed)
        self._bots: dict[str, Bot] = {RANDOM: random_player, OWN: system.bot(seed) or random_player}

    def choose(self, system: GameSystem, state: State) -> Action | None:
        """The action of the player in charge."""
        owed = decision(system, state)
        if owed is None:
            return None
        wish = self._wishes.get(owed.owner) or self._wishes.get(state.side_of(owed.owner), RANDOM)
        return self._bots[wish].choose(system, state)


def play_out(
    system: System,
    state: State,
    seed: str,
    most_actions: int,
    *,
    check: bool = False,
    player: Bot | None = None,
) -> GameResult:
    """Play one game from a position until it ends, the limit is reached, or something is wrong."""
    bot, dice = player or RandomBot(seed), SeededDice(seed)
    verbs: Counter[str] = Counter()
    ending, problem, line = STOPPED, "", ""
    dates: dict[str, int] = {}
    try:
        while state.stack and verbs.total() < most_actions:
            action = bot.choose(system, state)
            if action is None:
                ending = STUCK
                break
            line = system.notation.format(action)
            outcome = apply(system, state, action, dice)
            verbs[action.verb] += 1
            if isinstance(system, GameSystem):
                _note(dates, system, outcome, _turn(state))
            state = outcome.state
            if check:
                invariants.check(system, state)
        if not state.stack:
            ending = OVER
    except Exception as error:  # whatever a rule does wrong is a finding: the seed and the place are kept
        ending, problem = FAULT, f"{error} ({type(error).__name__})"
    return GameResult(
        seed=seed,
        ending=ending,
        actions=verbs.total(),
        turn=_turn(state),
        state_hash=state.hash,
        verbs=dict(sorted(verbs.items())),
        problem=problem,
        last_action=line,
        outcome=system.outcome(state) if isinstance(system, GameSystem) else "",
        dates=dates,
    )


def _turn(state: State) -> int:
    turn = state.var("turn")
    return turn if isinstance(turn, int) else 0


def _note(dates: dict[str, int], system: GameSystem, outcome: Outcome, turn: int) -> None:
    """Write down milestones that happened for the first time."""
    for event in outcome.events:
        if event.kind in system.milestones:
            dates.setdefault(system.describe(event, outcome.state), turn)


def summary(results: Sequence[GameResult]) -> dict[str, Any]:
    """The results in short, ready for JSON: endings, lengths, what was done, and every fault."""
    lengths = sorted(result.actions for result in results)
    verbs: Counter[str] = Counter()
    for result in results:
        verbs.update(result.verbs)
    endings = Counter(result.ending for result in results)
    return {
        "games": len(results),
        "endings": {name: endings[name] for name in (OVER, STOPPED, STUCK, FAULT) if endings[name]},
        "actions": {
            "total": sum(lengths),
            "fewest": lengths[0] if lengths else 0,
            "median": lengths[len(lengths) // 2] if lengths else 0,
            "most": lengths[-1] if lengths else 0,
        },
        "outcomes": dict(sorted(Counter(r.outcome for r in results if r.outcome).items())),
        "last_turn": max((result.turn for result in results), default=0),
        "dates": _dates(results),
        "verbs": dict(sorted(verbs.items())),
        "faults": [asdict(result) for result in results if result.ending in (FAULT, STUCK)],
    }


def _dates(results: Sequence[GameResult]) -> dict[str, dict[str, int]]:
    """Every milestone: in how many games it was reached, and the middle of the turns it came in first."""
    found: dict[str, list[int]] = {}
    for result in results:
        for sentence, turn in result.dates.items():
            found.setdefault(sentence, []).append(turn)
    return {
        sentence: {"games": len(turns), "turn": sorted(turns)[len(turns) // 2]}
        for sentence, turns in sorted(found.items())
    }


def report(results: Sequence[GameResult]) -> str:
    """The summary for a person to read."""
    short = summary(results)
    actions = short["actions"]
    endings = ", ".join(f"{count} {name}" for name, count in short["endings"].items())
    lines = [
        f"{short['games']} games: {endings or 'none played'}",
        f"{actions['total']} actions; shortest game {actions['fewest']}, "
        f"median {actions['median']}, longest {actions['most']}; last turn {short['last_turn']}",
    ]
    lines += [f"  {outcome:<30} {count:>8}" for outcome, count in short["outcomes"].items()]
    for sentence, date in short["dates"].items():
        lines.append(f"  {sentence:<50} in {date['games']} games, turn {date['turn']} in the middle")
    lines += [f"  {verb:<20} {count:>8}" for verb, count in short["verbs"].items()]
    for fault in short["faults"]:
        reason = fault["problem"] or "a decision is owed, but no action was found"
        after = f" (last action “{fault['last_action']}”)" if fault["last_action"] else ""
        where = f"seed {fault['seed']}, after {fault['actions']} actions"
        lines.append(f"  {fault['ending']}, {where}: {reason}{after}")
    return "\n".join(lines) + "\n"
