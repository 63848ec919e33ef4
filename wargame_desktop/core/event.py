"""What happened, as data. A rule system's `describe` turns events into sentences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .frozen import EMPTY, FrozenMap, Plain, thaw


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened (`piece_moved`), with its data.

    `audience` names the sides that may know of it, None means everyone. `important` events stay
    in the short log.
    """

    kind: str
    data: FrozenMap[Plain] = EMPTY
    audience: tuple[str, ...] | None = None
    important: bool = False

    def __getitem__(self, key: str) -> Plain:
        return self.data[key]

    def text(self, key: str) -> str:
        """A value as text."""
        return str(self.data[key])

    def visible_to(self, side: str | None) -> bool:
        """Whether a side may know of it; None is the onlooker who sees all."""
        return side is None or self.audience is None or side in self.audience

    def to_plain(self) -> dict[str, Any]:
        """JSON form."""
        return {"kind": self.kind, "data": thaw(self.data)}
