"""Runs a command and turns every typed error into a sentence and an exit code."""

from __future__ import annotations

import argparse
import os
import sys
from importlib import import_module

DONE, BAD_DATA, REFUSED = 0, 1, 2


class Usage(Exception):
    """The command was called in a way that makes no sense; the message says why."""


def run(arguments: argparse.Namespace) -> int:
    """Run the chosen command."""
    module = import_module(f"wargame_desktop.cli.{arguments.module}")
    command = getattr(module, arguments.function)
    try:
        code: int = command(arguments)
        sys.stdout.flush()
        return code
    except BrokenPipeError:  # the reader (head, less) has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except Exception as error:
        known = _code_of(error)
        if known is None:
            raise
        print(f"wargame: {_sentence(error)}", file=sys.stderr)
        return known


def _sentence(error: Exception) -> str:
    """What went wrong; the system's own errors without their number."""
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return str(error)


def _code_of(error: Exception) -> int | None:
    """The exit code for an error we know; None for a fault of the program."""
    from wargame_desktop.board.errors import BoardError
    from wargame_desktop.content.problems import ContentError
    from wargame_desktop.core.action import NotationError
    from wargame_desktop.core.dice import DiceError, DiceNeeded
    from wargame_desktop.core.timeline import TimelineError
    from wargame_desktop.storage.errors import StorageError
    from wargame_desktop.systems.registry import UnknownSystem

    if isinstance(error, (ContentError, StorageError, BoardError, OSError)):
        return BAD_DATA
    if isinstance(error, (Usage, UnknownSystem, NotationError, DiceError, DiceNeeded, TimelineError)):
        return REFUSED
    return None
