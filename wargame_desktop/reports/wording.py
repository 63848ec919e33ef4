"""Words that all reports share."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from wargame_desktop.core.state import State
from wargame_desktop.systems.base import GameSystem

_SOURCES = {
    "rule": "from the rulebook",
    "reconstructed": "reconstructed",
    "original": "made for this program",
    "user": "the player's own values",
}


def one_line(text: str) -> str:
    """The text on one line, without characters that would steer a terminal or turn the writing round."""
    if text.isprintable():
        return text
    words = " ".join(text.split())
    return "".join(char for char in words if unicodedata.category(char) not in ("Cc", "Cf"))


def turn_title(system: GameSystem, state: State) -> str:
    """The turn a position is in, as the game calls it; empty when it counts none."""
    named = one_line(system.when(state))
    turn = named or state.var("turn")
    if turn is None or turn == "":
        return ""
    return f"Turn {turn}" if isinstance(turn, int) else one_line(str(turn))


def provenance(system: GameSystem) -> str:
    """Where the data of a game comes from, in a few words."""
    kinds = set(_kinds(system))
    return "; ".join(words for kind, words in _SOURCES.items() if kind in kinds)


def _kinds(system: GameSystem) -> Iterator[str]:
    data = system.data
    if data.map is not None:
        yield data.map.header.provenance.kind
        yield from (source.kind for source in data.map.sources.values())
    for units in data.units:
        yield units.header.provenance.kind
        yield from (unit_type.provenance.kind for unit_type in units.types.values())
        yield from (counter.provenance.kind for counter in units.counters.values())
    for charts in data.charts:
        yield charts.header.provenance.kind
        yield from (chart.provenance.kind for chart in charts.charts.values())
        yield from (table.provenance.kind for table in charts.tables.values())
    for cards in data.cards:
        yield cards.header.provenance.kind
        yield from (card.provenance.kind for card in cards.cards.values())
