"""Starts the program: `wargame-desktop`, or `python -m wargame_desktop`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from wargame_desktop import __version__


def build_parser() -> argparse.ArgumentParser:
    """The arguments of the program with a window."""
    parser = argparse.ArgumentParser(
        prog="wargame-desktop",
        description="Play and study Second World War grand-strategy board games.",
        epilog="The command `wargame` does the same without a window.",
    )
    parser.add_argument("file", nargs="?", help="a game file to open")
    parser.add_argument("--new", metavar="SCENARIO", help="begin a scenario at once: free_table/skirmish")
    parser.add_argument("--screenshot", metavar="OUT.png", help="draw the window into a picture and end")
    parser.add_argument("--size", default="1280x800", metavar="WxH", help="of the screenshot (1280x800)")
    parser.add_argument("--theme", choices=("light", "dark", "paper"), help="for this start only")
    parser.add_argument("--version", action="version", version=f"Wargame Desktop {__version__}")
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program and return its exit code."""
    arguments = build_parser().parse_args(sys.argv[1:] if argv is None else argv)
    try:
        from wargame_desktop.gui.app import run
    except ImportError as error:
        print(
            f"The window cannot be opened: {error}.\n"
            "Qt's system libraries may be missing; packaging/run installs them. `wargame` needs none.",
            file=sys.stderr,
        )
        return 1
    return run(arguments)


if __name__ == "__main__":
    sys.exit(main())
