"""The command `wargame`: everything the program can do without a window, in the notation of the log.

Exit codes: 0 done, 1 bad data, 2 refused or bad usage. What a command needs is imported when it runs,
so that `wargame --help` answers at once.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    from .parser import build_parser
    from .run import run

    parser = build_parser()
    arguments, rest = parser.parse_known_args(sys.argv[1:] if argv is None else argv)
    if rest:
        # Actions may also stand behind the options that follow the file's name.
        if not hasattr(arguments, "actions") or any(word.startswith("-") for word in rest):
            parser.error(f"unrecognized arguments: {' '.join(rest)}")
        arguments.actions += rest
    return run(arguments)
