"""What a side may not know, and whether a text tells it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from wargame_desktop.core.state import State
from wargame_desktop.systems.base import GameSystem

_WORD = re.compile(r"[^\s\"',:;=“”()\[\]{}<>|\\]+")


@dataclass(frozen=True)
class Secrets:
    """Words (ids and kinds) and phrases (names for people) that would give a hidden piece away."""

    words: frozenset[str]
    phrases: frozenset[str]

    def told_by(self, text: str) -> list[str]:
        """Everything secret that a text contains."""
        found = {word.strip(".,…") for word in _WORD.findall(text)} & self.words
        return sorted(found | {phrase for phrase in self.phrases if phrase in text})


def secrets(system: GameSystem, states: Iterable[State], side: str) -> Secrets:
    """What a side never saw in any of the positions: pieces, kinds of piece, and their names.

    A kind that lies open somewhere is no secret, nor is the name of a piece like an open one.
    """
    hidden: dict[str, tuple[str, str]] = {}
    seen_ids, seen_kinds, seen_names = set(), set(), set()
    for state in states:
        for piece in state.pieces.values():
            name = system.name_of(piece)
            if system.is_hidden(state, piece, side):
                hidden[piece.id] = (piece.kind, name)
            else:
                seen_ids.add(piece.id)
                seen_kinds.add(piece.kind)
                seen_names.add(name)
    ids = set(hidden) - seen_ids
    kinds = {kind for kind, _ in hidden.values()} - seen_kinds
    open_text = "\n".join(sorted(seen_names))
    names = {name for _, name in hidden.values() if name not in open_text}
    return Secrets(frozenset(ids | kinds), frozenset(names))
