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

    arguments = build_parser().parse_args(sys.argv[1:] if argv is None else argv)
    return run(arguments)
