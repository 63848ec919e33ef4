"""What is wrong with a data file: every mistake as `file:line: message`, never only the first."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable
from dataclasses import dataclass

MOST_PROBLEMS = 500  # a reading ends there: a hostile file must not fill the memory with complaints
MOST_COMPARED = 1000


@dataclass(frozen=True, order=True, slots=True)
class Problem:
    """One mistake in one file, at a line counted from 1 (line 0: the file as a whole)."""

    file: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.message}" if self.line else f"{self.file}: {self.message}"


class ContentError(Exception):
    """Data that cannot be used; carries every problem found, sorted by file and line."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems: tuple[Problem, ...] = tuple(sorted(set(problems)))
        super().__init__(self.problems)

    def __str__(self) -> str:
        return "\n".join(str(problem) for problem in self.problems)


class Problems:
    """Collects problems while files are read; `raise_if_any` ends a reading."""

    def __init__(self) -> None:
        self._found: list[Problem] = []

    def add(self, file: str, line: int, message: str) -> None:
        """Note one problem; when there are too many to go on, raise `ContentError` with those found."""
        if len(self._found) == MOST_PROBLEMS:
            message = f"more than {MOST_PROBLEMS} problems; the rest are left out"
            raise ContentError([*self._found, Problem(file, 0, message)])
        self._found.append(Problem(file, line, message))

    def extend(self, problems: Iterable[Problem]) -> None:
        """Note problems found elsewhere."""
        for problem in problems:
            self.add(problem.file, problem.line, problem.message)

    def __len__(self) -> int:
        return len(self._found)

    def sorted(self) -> list[Problem]:
        """All problems noted so far, each once, by file and line."""
        return sorted(set(self._found))

    def raise_if_any(self) -> None:
        """Raise `ContentError` when anything was noted."""
        if self._found:
            raise ContentError(self._found)


def near(word: str, known: Collection[str]) -> str:
    """A tail such as `; did you mean "forest"?`, or nothing when no known word is close."""
    letters = sorted(word)
    words = sorted(known)
    if len(words) > MOST_COMPARED:  # comparing is slow: of many words only those that begin or end alike
        words = [one for one in words if one[:2] == word[:2] or one[-2:] == word[-2:]][:MOST_COMPARED]
    close = difflib.get_close_matches(word[:80], words, n=1, cutoff=0.6)
    close += [one for one in words if not close and sorted(one) == letters]  # two letters the wrong way round
    return f'; did you mean "{close[0]}"?' if close else ""


def quoted(text: str) -> str:
    """A text from a file as shown in a message: quoted, on one line, not too long."""
    short = text if len(text) <= 60 else text[:57] + "..."
    return '"' + short.replace("\n", " ") + '"'
