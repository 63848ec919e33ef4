"""The one error type of the board package and the near-match helper behind its sentences."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence


class BoardError(ValueError):
    """A map, a label or a query that cannot be right; the message is a sentence for a person.

    ``problems`` holds every problem found when there are several; it always holds at least one.
    """

    def __init__(self, message: str, problems: Sequence[object] = ()) -> None:
        super().__init__(message)
        self.problems: tuple[object, ...] = tuple(problems) or (message,)


def near_matches(wanted: str, known: Iterable[str]) -> tuple[str, ...]:
    """Up to three known names that resemble ``wanted``, best first."""
    by_folded = {name.casefold(): name for name in sorted(known, reverse=True)}
    found = difflib.get_close_matches(wanted.casefold(), sorted(by_folded), n=3, cutoff=0.6)
    return tuple(by_folded[name] for name in found)


def unknown(what: str, wanted: object, known: Iterable[str]) -> BoardError:
    """The error for a name nobody knows, with what the writer may have meant."""
    near = near_matches(str(wanted), known)
    hint = f" Did you mean {' or '.join(near)}?" if near else ""
    return BoardError(f"There is no {what} “{wanted}”.{hint}")
