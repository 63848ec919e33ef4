"""Decks of cards: number, title, text in our own words, and fields that the rules read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from wargame_desktop.content.documents import Header, read_document
from wargame_desktop.content.problems import quoted
from wargame_desktop.content.provenance import Provenance, provenance_of, source_fields
from wargame_desktop.content.schema import (
    Fields,
    Id,
    Int,
    MapOf,
    PlainMap,
    Reading,
    Record,
    Ref,
    Text,
    keys_of,
)
from wargame_desktop.content.yaml_source import Mapping
from wargame_desktop.core.frozen import EMPTY, FrozenMap
from wargame_desktop.core.frozen import Plain as PlainValue


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck that cards belong to; `owner` is the power or side that draws from it, if only one does."""

    id: str
    title: str
    owner: str
    attrs: FrozenMap[PlainValue]
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class Card:
    """One card; `count` copies of it exist."""

    id: str
    deck: str
    number: int
    title: str
    text: str
    count: int
    fields: FrozenMap[PlainValue]
    provenance: Provenance

    def piece_ids(self) -> tuple[str, ...]:
        """The ids of its copies: its own, or id.1 to id.n."""
        if self.count == 1:
            return (self.id,)
        return tuple(f"{self.id}.{number}" for number in range(1, self.count + 1))


@dataclass(frozen=True, slots=True)
class CardSet:
    """Everything one cards file defines."""

    header: Header
    decks: FrozenMap[Deck]
    cards: FrozenMap[Card]

    def deck(self, deck_id: str) -> tuple[Card, ...]:
        """The cards of a deck by number."""
        cards = [card for card in self.cards.values() if card.deck == deck_id]
        return tuple(sorted(cards, key=lambda card: (card.number, card.id)))


def load_cards(root: Mapping, reading: Reading) -> CardSet:
    """Read a cards file; a partial result when problems were noted."""
    reading.declare("deck", keys_of(root.get("decks")))
    attrs = (PlainMap(), EMPTY)
    deck = Record({"title": Text(80)}, {"owner": (Id(), ""), "attrs": attrs, **source_fields()})
    card = Record(
        {"deck": Ref("deck"), "number": Int(0, 999), "title": Text(120)},
        {"text": (Text(2000), ""), "count": (Int(1, 99), 1), "fields": attrs, **source_fields()},
    )
    required: dict[str, Any] = {"decks": (MapOf(deck), {}), "cards": (MapOf(card), {})}
    header, fields = read_document(root, "cards", required, {}, reading)
    decks = {key: _deck(key, item, header, reading) for key, item in fields["decks"].items()}
    cards = {key: _card(key, item, header, reading) for key, item in fields["cards"].items()}
    seen: dict[tuple[str, int], int] = {}
    for key, one in cards.items():
        node = fields["cards"][key].at("number")
        place = (one.deck, one.number)
        if place in seen:
            reading.note(
                node, f"the deck {quoted(one.deck)} has a card {one.number} already in line {seen[place]}"
            )
        seen.setdefault(place, node.line)
    return CardSet(header, FrozenMap(decks), FrozenMap(cards))


def _deck(key: str, item: Fields, header: Header, reading: Reading) -> Deck:
    provenance = provenance_of(item, reading, header.provenance)
    return Deck(key, item["title"], item["owner"], item["attrs"], provenance)


def _card(key: str, item: Fields, header: Header, reading: Reading) -> Card:
    provenance = provenance_of(item, reading, header.provenance)
    return Card(
        key,
        item["deck"],
        item["number"],
        item["title"],
        item["text"],
        item["count"],
        item["fields"],
        provenance,
    )
