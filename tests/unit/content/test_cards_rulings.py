"""Cards and rulings."""

from __future__ import annotations

from collections.abc import Callable

from wargame_desktop.content.cards import load_cards
from wargame_desktop.content.library import Library
from wargame_desktop.content.rulings import Ruling, load_rulings
from wargame_desktop.core.frozen import FrozenMap


def test_cards(shelf: Library) -> None:
    cards = shelf.load_cards("tiny")
    assert [card.id for card in cards.deck("events")] == ["thaw", "rain"]
    assert cards.deck("none") == ()
    thaw, rain = cards.deck("events")
    assert thaw.fields == FrozenMap({"season": "spring", "move": -1})
    assert thaw.piece_ids() == ("thaw",)
    assert rain.piece_ids() == ("rain.1", "rain.2")
    assert cards.decks["events"].title == "Events"


def test_mistakes_in_cards(lines: Callable[..., list[str]]) -> None:
    text = """\
        kind: cards
        format: 1
        id: c
        title: C
        source: original
        decks:
          events: {title: Events}
        cards:
          a: {deck: event, number: 1, title: A}
          b: {deck: events, number: 01, title: B}
          c: {deck: events, number: 3, title: C}
          d: {deck: events, number: 3, title: D, fields: [1]}
          e: {deck: events, number: 3, title: E}
        """
    assert lines(load_cards, text) == [
        '9: unknown deck "event"; did you mean "events"?',
        '10: expected a whole number, found "01"',
        "12: expected a mapping of names to values, found a list",
        '13: the deck "events" has a card 3 already in line 11',
    ]
    assert lines(load_cards, "kind: cards\nformat: 1\nid: c\ntitle: C\nsource: original\n") == [
        '1: the key "cards" is missing',
        '1: the key "decks" is missing',
    ]


def test_rulings(shelf: Library, lines: Callable[..., list[str]]) -> None:
    assert shelf.load_rulings("tiny").rulings["rivers"] == Ruling(
        "rivers", "8.1", "Twice?", "Once.", "The example.", "test_rule_8_1"
    )
    text = "kind: rulings\nformat: 1\nid: r\ntitle: R\nsource: original\nrulings:\n  a: {rule: 3}\n"
    assert lines(load_rulings, text) == [
        f'7: the key "{key}" is missing' for key in ("question", "reason", "ruling", "test")
    ]
