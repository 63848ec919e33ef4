"""Plays a script and writes down, for people to read, everything that happened.

A script is a file of lines:

    scenario SYSTEM/ID       what is played (first)
    seed TEXT                where the dice come from
    option NAME=VALUE        an option of the scenario
    # …                      a remark; it is copied
    ACTION                   an action, in the words of the game
    ? ACTION                 an action that must be refused
    @dice 3 4                dice thrown by hand for the next action
    @comment TEXT            a comment on the last action
    @undo                    one action back; what follows is another line
"""

from __future__ import annotations

import textwrap
from pathlib import Path

from wargame_desktop.content.folders import Folders, shipped_root
from wargame_desktop.content.library import Library
from wargame_desktop.core import invariants
from wargame_desktop.core.dice import Dice, RecordedDice, SeededDice
from wargame_desktop.core.engine import decision, refusals_for
from wargame_desktop.core.timeline import Timeline
from wargame_desktop.reports.oob import order_of_battle
from wargame_desktop.reports.text import log_text, oob_text
from wargame_desktop.reports.turnlog import game_log
from wargame_desktop.systems import registry

LIBRARY = Library(Folders(shipped_root()))


def playthrough(script: Path) -> str:
    """The whole game of a script as text."""
    header: dict[str, str] = {}
    options: dict[str, str] = {}
    lines = script.read_text(encoding="utf-8").splitlines()
    while lines and (not lines[0] or lines[0].split()[0] in ("scenario", "seed", "option")):
        key, _, value = lines.pop(0).partition(" ")
        if key == "option":
            name, _, chosen = value.partition("=")
            options[name] = chosen
        elif key:
            header[key] = value
    new = registry.new_game(header["scenario"], seed=header["seed"], options=options, library=LIBRARY)
    player = Player(new)
    for line in lines:
        player.step(line.strip())
    return player.text()


class Player:
    """A game in progress and what has been written down of it."""

    def __init__(self, new: registry.NewGame) -> None:
        self.new, self.system = new, new.system
        self.timeline = Timeline(new.system, new.state)
        self.thrown: tuple[int, ...] | None = None
        self.out = [f"{new.title} ({new.state.scenario}, seed {new.seed})", ""]
        self._prompt("")

    def step(self, line: str) -> None:
        """Do one line of the script."""
        if not line or line.startswith("#"):
            self.out.append(line)
        elif line.startswith("?"):
            self._refused(line.removeprefix("?").strip())
        elif line.startswith("@"):
            self._order(*line.removeprefix("@").split(" ", 1))
        else:
            self._act(line)

    def text(self) -> str:
        """What was written down, and the reports at the end."""
        state = self.timeline.state
        parts = ["\n".join(self.out).rstrip(), ""]
        for side in (None, *self.system.sides(state)):
            log = game_log(
                self.timeline, self.system, title=self.new.title, side=side, upto=self.timeline.cursor
            )
            parts += ["=" * 100, log_text(log)]
        for side in self.system.sides(state):
            parts += [
                "=" * 100,
                oob_text(order_of_battle(self.system, state, title=self.new.title, side=side)),
            ]
        return "\n".join(parts)

    def _act(self, line: str) -> None:
        action = self.system.notation.parse(line)
        before = self._asked()
        dice: Dice = SeededDice(self.new.seed)
        if self.thrown is not None:
            dice, self.thrown = RecordedDice(self.thrown), None
        node, outcome = self.timeline.play(action, dice)
        invariants.check(self.system, outcome.state)
        self.out.append(f"{node.id:>3} > {self.system.notation.format(action)}")
        self.out += [f"      {self.system.describe(event, outcome.state)}" for event in outcome.events]
        for roll in outcome.rolls:
            self.out.append(
                f"      {roll.kind}: {roll.purpose}, d{roll.sides}: {' '.join(map(str, roll.values))}"
            )
        self._prompt(before)

    def _refused(self, line: str) -> None:
        refusals = refusals_for(self.system, self.timeline.state, self.system.notation.parse(line))
        assert refusals, f"“{line}” should have been refused"
        self.out.append(f"    ? {line}")
        for refusal in refusals:
            text = f"no: {refusal} [{refusal.code}]"
            self.out += textwrap.wrap(text, 100, initial_indent="      ", subsequent_indent="        ")

    def _order(self, name: str, rest: str = "") -> None:
        if name == "dice":
            self.thrown = tuple(map(int, rest.split()))
        elif name == "comment":
            self.timeline.cursor.comment = rest
        elif name == "undo":
            self.timeline.undo()
            self.out.append(f"      back to {self.timeline.cursor.id}")
        else:
            raise ValueError(f"a script knows no @{name}")

    def _asked(self) -> str:
        owed = decision(self.system, self.timeline.state)
        return (
            "The game is over."
            if owed is None
            else f"{self.system.side_name(owed.owner)}: {owed.prompt.title}"
        )

    def _prompt(self, before: str) -> None:
        now = self._asked()
        if now != before:
            self.out.append(f"--- {now}")
