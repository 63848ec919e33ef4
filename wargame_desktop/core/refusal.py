"""Why an action is not allowed: data for the table, the log and the tests, not only a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .frozen import EMPTY, FrozenMap, Plain, freeze, thaw


@dataclass(frozen=True, slots=True)
class Refusal:
    """One reason: its code (`movement.not_enough_mp`), rule number, sentence, and what was compared."""

    code: str
    sentence: str
    rule: str = ""
    numbers: FrozenMap[Plain] = EMPTY
    pieces: tuple[str, ...] = ()
    spaces: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.sentence} (rule {self.rule})" if self.rule else self.sentence

    def to_plain(self) -> dict[str, Any]:
        """JSON form."""
        return {
            "code": self.code,
            "rule": self.rule,
            "sentence": self.sentence,
            "numbers": thaw(self.numbers),
            "pieces": list(self.pieces),
            "spaces": list(self.spaces),
        }


def refuse(
    code: str,
    sentence: str,
    rule: str = "",
    *,
    pieces: Sequence[str] = (),
    spaces: Sequence[str] = (),
    **numbers: object,
) -> Refusal:
    """Build a refusal; further keywords are the numbers compared (`needs=4, has=3`)."""
    frozen = freeze(numbers)
    assert isinstance(frozen, FrozenMap)
    return Refusal(code, sentence, rule, frozen, tuple(pieces), tuple(spaces))


class Refused(Exception):
    """An action was not applied; `refusals` says why. Nothing has changed."""

    def __init__(self, refusals: Sequence[Refusal]) -> None:
        self.refusals = tuple(refusals)
        super().__init__("; ".join(str(refusal) for refusal in refusals))
