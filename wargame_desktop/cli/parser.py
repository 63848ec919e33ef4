"""The arguments of every command. Nothing heavy is imported here."""

from __future__ import annotations

import argparse

from wargame_desktop import __version__

_EPILOG = "Exit codes: 0 done, 1 bad data, 2 refused or bad usage."


def build_parser() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    parser = argparse.ArgumentParser(
        prog="wargame",
        description="Play, study and check games of Wargame Desktop without a window.",
        epilog=_EPILOG,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"Wargame Desktop {__version__}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    _Commands(commands).add_all()
    return parser


class _Commands:
    """Adds the commands one by one."""

    def __init__(self, commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
        self._commands = commands

    def add_all(self) -> None:
        self._data()
        self._play()
        self._look()
        self._tree()
        self._study()

    def _add(
        self, name: str, module: str, function: str, text: str, *, json: bool = True
    ) -> argparse.ArgumentParser:
        command = self._commands.add_parser(
            name, help=text, description=text, epilog=_EPILOG, allow_abbrev=False
        )
        command.set_defaults(module=module, function=function)
        if json:
            command.add_argument("--json", action="store_true", help="print JSON of a stable shape")
        return command

    def _data(self) -> None:
        self._add("games", "data", "games", "list the rule systems")
        command = self._add("scenarios", "data", "scenarios", "list the scenarios")
        command.add_argument("system", nargs="?", help="only those of this rule system")
        command = self._add("map", "data", "show_map", "print a map: its spaces and links")
        command.add_argument("map", help="the map's name, such as european_theater")
        command.add_argument("--space", help="only this space and its links")
        command = self._add("check", "data", "check", "report every mistake in data files as file:line")
        command.add_argument("paths", nargs="*", help="files or folders; all data when none is given")
        command = self._add("provenance", "data", "provenance", "say where the data come from")
        command.add_argument("ref", help="the data set, such as european_theater")

    def _play(self) -> None:
        command = self._add("new", "play", "new", "set up a scenario and write a game file")
        command.add_argument("scenario", help="SYSTEM/SCENARIO or the path of a scenario file")
        command.add_argument("-o", "--output", required=True, metavar="FILE", help="the game file to write")
        command.add_argument(
            "--seed", default=None, help="what decides the dice; drawn at random if not given"
        )
        command.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
        command.add_argument("--match", action="store_true", help="undo stops at dice and hidden pieces")
        command.add_argument("--typed-dice", action="store_true", help="dice are thrown by hand")
        command.add_argument("--force", action="store_true", help="replace an existing file")
        command = self._add("do", "play", "do", "do actions; stops at the first that is refused")
        command.add_argument("file")
        command.add_argument("actions", nargs="*", metavar="ACTION")
        command.add_argument(
            "--script", metavar="F", help="read actions from a file, or from - (standard input)"
        )
        command.add_argument("--dice", default=None, metavar="3,4,…", help="dice thrown by hand, in order")
        command.add_argument("--quiet", action="store_true", help="print nothing but refusals")

    def _look(self) -> None:
        command = self._at("show", "look", "show", "print the position")
        command.add_argument("--side", help="as this side may see it")
        command = self._at("legal", "look", "legal", "list allowed actions")
        command.add_argument("--piece", metavar="ID", help="only those of this piece")
        command.add_argument("--limit", type=int, default=200, metavar="N", help="at most N (0: all)")
        command = self._at("why", "look", "why", "say whether an action is allowed, and why not")
        command.add_argument("action")
        command = self._at("preview", "look", "preview", "say what an action would lead to")
        command.add_argument("action")
        command = self._at("supply", "look", "supply", "say which pieces are in supply, and by which line")
        command.add_argument("--piece", metavar="ID")
        command = self._add("log", "look", "log", "print the log of a game", json=False)
        command.add_argument("file")
        command.add_argument("--format", choices=("text", "html", "pdf"), default="text")
        command.add_argument("-o", "--output", metavar="OUT", help="a file; PDF needs one")
        command.add_argument("--side", help="as this side may know it")
        command.add_argument("--important", action="store_true", help="only what matters most")
        command = self._at("oob", "look", "oob", "print the order of battle")
        command.add_argument("--format", choices=("text", "html"), default="text")
        command.add_argument("-o", "--output", metavar="OUT")
        command.add_argument("--side", help="as this side may see it")
        self._shot()
        command = self._add("replay", "look", "replay", "verify every position of a game file")
        command.add_argument("file")

    def _shot(self) -> None:
        command = self._add("shot", "shot", "shot", "draw the table into a picture", json=False)
        command.add_argument("file")
        command.add_argument("-o", "--output", required=True, metavar="OUT.png")
        command.add_argument("--size", default="1280x800", metavar="WxH", help="in pixels (1280x800)")
        command.add_argument(
            "--overlay",
            metavar="A,B",
            help="of supply, zones, control and the game's own; as in the window if not given",
        )
        command.add_argument("--panel", metavar="NAME", help="of log, forces, boxes, numbers, dice (log)")
        command.add_argument("--at", type=int, metavar="N", help="at position N instead of the current one")
        command.add_argument("--side", help="as this side may see it")
        command.add_argument("--theme", choices=("light", "dark", "paper"), default="light")
        command.add_argument(
            "--zoom", metavar="fit|PX", help="the whole map, or the height of a hex in pixels"
        )
        command.add_argument("--centre", metavar="SPACE", help="the space in the middle")
        command.add_argument("--map-only", action="store_true", help="without the panels")

    def _at(self, name: str, module: str, function: str, text: str) -> argparse.ArgumentParser:
        command = self._add(name, module, function, text)
        command.add_argument("file")
        command.add_argument("--at", type=int, metavar="N", help="at position N instead of the current one")
        return command

    def _tree(self) -> None:
        command = self._add("tree", "tree", "tree", "list the positions of a game and its variations")
        command.add_argument("file")
        command = self._add("undo", "tree", "undo", "go back")
        command.add_argument("file")
        command.add_argument("steps", nargs="?", type=int, default=1)
        command = self._add("redo", "tree", "redo", "go forward again")
        command.add_argument("file")
        command.add_argument("steps", nargs="?", type=int, default=1)
        command = self._add("goto", "tree", "goto", "go to a position")
        command.add_argument("file")
        command.add_argument("node", type=int)
        command = self._add("comment", "tree", "comment", "write a comment on the current position")
        command.add_argument("file")
        command.add_argument("text")

    def _study(self) -> None:
        command = self._add("odds", "study", "odds", "exact chances of dice, or of a combat")
        command.add_argument(
            "question", help="dice such as 2d6+1, N@K,… for N dice that hit on K or less, or a system"
        )
        command.add_argument("--sides", type=int, default=6, help="sides of the dice that hit (6)")
        command.add_argument("--attack", metavar="UNITS", help="infantry=3,tank=2: the attackers of a combat")
        command.add_argument("--defend", metavar="UNITS", help="the defenders of a combat")
        command.add_argument("--sea", action="store_true", help="a combat at sea")
        command.add_argument("--aa", action="store_true", help="an anti-aircraft gun defends")
        command.add_argument("--bombard", metavar="UNITS", help="ships that bombard: battleship=1")
        command.add_argument("--tech", metavar="NAME,…", default="", help="developments of the attacker")
        command.add_argument("--defend-tech", metavar="NAME,…", default="", help="those of the defender")
        command.add_argument("--retreat", type=int, default=0, metavar="N", help="retreat with N units left")
        command.add_argument(
            "--attack-order", metavar="UNIT,…", default="", help="what the attacker loses first"
        )
        command.add_argument(
            "--defend-order", metavar="UNIT,…", default="", help="what the defender loses first"
        )
        command = self._add("selfplay", "study", "selfplay", "let the program play against itself")
        command.add_argument("scenario")
        command.add_argument("--games", type=int, default=1, metavar="N")
        command.add_argument("--seed", default="1")
        command.add_argument("--actions", type=int, default=2000, metavar="N", help="at most N in each game")
        command.add_argument("--check", action="store_true", help="check every position")
        command.add_argument(
            "--player",
            action="append",
            default=[],
            metavar="SIDE=own|random",
            help="who plays a side (random)",
        )
        command.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
        command = self._add("bench", "study", "bench", "measure the board searches against plain networkx")
        other = command.add_mutually_exclusive_group()
        other.add_argument("--start", action="store_true", help="the start against that of a bare window")
        other.add_argument("--map", action="store_true", help="frames of a large map while it is moved")
