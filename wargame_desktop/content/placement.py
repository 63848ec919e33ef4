"""The pieces of a scenario: from `2104: [ger.1_armor, ger.inf*3, {id: ger.4_inf, face: reduced}]` to pieces.

Every piece is in exactly one place. A counter of which many exist is named with its number
(`ger.inf.2`), or without (`ger.inf*3`), which takes the lowest numbers that nobody named.
"""

from __future__ import annotations

import re
from collections.abc import Sequence as Many
from dataclasses import dataclass
from typing import Any

from wargame_desktop.content.cards import Card, CardSet
from wargame_desktop.content.problems import near, quoted
from wargame_desktop.content.schema import (
    Bad,
    Bool,
    Choice,
    Id,
    Int,
    Located,
    PlainMap,
    Reading,
    Record,
    Schema,
    word_nodes,
)
from wargame_desktop.content.units import Counter, Marker, UnitSet
from wargame_desktop.content.yaml_source import Mapping, Node, Scalar
from wargame_desktop.core.frozen import EMPTY, FrozenMap
from wargame_desktop.core.frozen import Plain as PlainValue
from wargame_desktop.core.state import HOLD, Piece

MOST_PIECES = 5000
_SHORT = re.compile(r"([^*\s]+)(?:\s*\*\s*([1-9][0-9]{0,2}))?")


@dataclass(frozen=True, slots=True)
class _Wish:
    """What one entry asks for, before it is known which pieces it gets."""

    space: str
    node: Node
    name: str
    count: int
    power: str = ""
    face: str = "front"
    concealed: bool = False
    marks: FrozenMap[PlainValue] = EMPTY


class Placer:
    """Turns the `pieces` of a scenario into pieces, and notes what is unknown, used twice or used up."""

    def __init__(self, reading: Reading, units: list[UnitSet], cards: list[CardSet], complete: bool) -> None:
        self.reading = reading
        self.units = units
        self.cards = cards
        self.complete = complete  # False: a units or cards file has problems, so an unknown name is no news
        self.placed: dict[str, tuple[Piece, Node]] = {}
        self.height: dict[str, int] = {}
        self.next_number: dict[str, int] = {}

    def place(self, groups: dict[str, Located[Node]]) -> tuple[Piece, ...]:
        """All pieces, in the order of the file; `groups` maps a space to its entries."""
        wishes = [wish for space, group in groups.items() for wish in self._wishes(space, group.node)]
        if sum(wish.count for wish in wishes) > MOST_PIECES:
            self.reading.note(wishes[0].node, f"more than {MOST_PIECES} pieces, the most a scenario may have")
            return ()
        heights = []
        for (
            wish
        ) in wishes:  # numbered before anything is placed, so that a stack lies in the order of the file
            heights.append(self.height.get(wish.space, 0))
            self.height[wish.space] = heights[-1] + wish.count
        order = sorted(range(len(wishes)), key=lambda i: not self._is_exact(wishes[i]))
        for i in order:
            self._grant(wishes[i], heights[i])
        self._check_holds(groups)
        pieces = [piece for piece, _ in self.placed.values()]
        rank = {space: number for number, space in enumerate(groups)}
        return tuple(sorted(pieces, key=lambda piece: (rank[piece.space], piece.order)))

    def _wishes(self, space: str, node: Node) -> list[_Wish]:
        if not isinstance(node, Mapping):
            return [wish for item in word_nodes(node) for wish in self._wish(space, item, "")]
        wishes: list[_Wish] = []
        known = self.reading.known("power")
        for power, (key_node, items) in node.entries.items():
            if known is not None and power not in known:
                self.reading.note(key_node, f"unknown power {quoted(power)}{near(power, known)}")
            else:
                wishes += [wish for item in word_nodes(items) for wish in self._wish(space, item, power)]
        return wishes

    def _wish(self, space: str, node: Node, power: str) -> list[_Wish]:
        if isinstance(node, Mapping):
            return self._long_wish(space, node, power)
        match = _SHORT.fullmatch(node.text.strip()) if isinstance(node, Scalar) else None
        if match is None:
            shown = quoted(node.text) if isinstance(node, Scalar) else node.what
            self.reading.note(node, f"expected a counter such as ger.inf or ger.inf*3, found {shown}")
            return []
        return [_Wish(space, node, match[1], int(match[2] or "1"), power)]

    def _long_wish(self, space: str, node: Mapping, power: str) -> list[_Wish]:
        state: dict[str, tuple[Schema[Any], Any]] = {
            "face": (Choice("front", "back", "reduced"), "front"),
            "concealed": (Bool(), False),
            "marks": (PlainMap(), EMPTY),
        }
        which = "deck" if "deck" in node.entries else "id"
        own: dict[str, tuple[Schema[Any], Any]] = {} if which == "deck" else {"count": (Int(1, 999), 1)}
        fields = Record({which: Id()}, {**state, **own}).read(node, self.reading)
        if isinstance(fields, Bad):
            return []
        face = "back" if fields["face"] == "reduced" else fields["face"]
        rest = (power, face, fields["concealed"], fields["marks"])
        if which == "id":
            return [_Wish(space, node, fields["id"], fields["count"], *rest)]
        cards = [card for one in self.cards for card in one.deck(fields["deck"])]
        if not cards and self.complete:
            known = [deck for one in self.cards for deck in one.decks]
            self.reading.note(node, f"unknown deck {quoted(fields['deck'])}{near(fields['deck'], known)}")
        return [_Wish(space, node, piece, 1, *rest) for card in cards for piece in card.piece_ids()]

    def _names(self, wish: _Wish) -> Many[str]:
        return (f"{wish.power}.{wish.name}", wish.name) if wish.power else (wish.name,)

    def _is_exact(self, wish: _Wish) -> bool:
        return wish.count == 1 and any(self._exact(name) is not None for name in self._names(wish))

    def _exact(self, name: str) -> Counter | Card | None:
        """The counter or card of which this is the id of one piece."""
        for one in self.units:
            counter = one.counter_of_piece(name)
            if counter is not None:
                return counter
        base = name.rpartition(".")[0]
        for deck in self.cards:
            card = deck.cards.get(name)
            if card is not None and card.count == 1:
                return card
            copies = deck.cards.get(base)
            if copies is not None and name in copies.piece_ids():
                return copies
        return None

    def _many(self, name: str) -> Counter | Marker | Card | None:
        """The counter, marker or card that several pieces are of."""
        for one in self.units:
            found = one.counters.get(name) or one.markers.get(name)
            if found is not None:
                return found
        return next((one.cards[name] for one in self.cards if name in one.cards), None)

    def _grant(self, wish: _Wish, height: int) -> None:
        for name in self._names(wish):
            exact = self._exact(name) if wish.count == 1 else None
            if exact is not None:
                self._put(wish, name, exact, height)
                return
            many = self._many(name)
            if many is not None:
                self._take(wish, many, height)
                return
        if self.complete:
            known = [key for one in self.units for key in (*one.counters, *one.markers)]
            known += [key for one in self.cards for key in one.cards]
            name = self._names(wish)[0]
            self.reading.note(wish.node, f"unknown counter {quoted(name)}{near(name, known)}")

    def _put(self, wish: _Wish, piece_id: str, what: Counter | Marker | Card, height: int) -> None:
        if piece_id in self.placed:
            other, node = self.placed[piece_id]
            where = f"in line {node.line} ({other.space})"
            self.reading.note(
                wish.node, f"{quoted(piece_id)} is placed twice: here ({wish.space}) and {where}"
            )
            return
        power = what.power if isinstance(what, Counter) else wish.power
        known = self.reading.known("power")
        if isinstance(what, Counter) and known is not None and power not in known:
            self.reading.note(
                wish.node, f"{quoted(piece_id)} belongs to {quoted(power)}, which is not in this scenario"
            )
        if wish.face == "back" and isinstance(what, Counter) and what.reduced is None:
            self.reading.note(wish.node, f"{quoted(piece_id)} has no reduced side")
        piece = Piece(piece_id, what.id, power, wish.space, wish.face, wish.concealed, height, wish.marks)
        self.placed[piece_id] = (piece, wish.node)

    def _take(self, wish: _Wish, what: Counter | Marker | Card, height: int) -> None:
        """Give the lowest free numbers of a counter that many pieces are of."""
        supply = what.count
        if supply == 1 and wish.count > 1:
            self.reading.note(wish.node, f"{wish.count} of {quoted(what.id)}, but there is only 1")
            return
        if supply == 1:
            self._put(wish, what.id, what, height)
            return
        for given in range(wish.count):
            number = self.next_number.get(what.id, 1)
            while f"{what.id}.{number}" in self.placed:
                number += 1
            if supply is not None and number > supply:
                left = f"{wish.count} of {quoted(what.id)}, but only {given} of {supply} are left"
                self.reading.note(wish.node, left)
                return
            self.next_number[what.id] = number + 1
            self._put(wish, f"{what.id}.{number}", what, height + given)

    def _check_holds(self, groups: dict[str, Located[Node]]) -> None:
        for space, group in groups.items():
            carrier = space.removeprefix(HOLD)
            if carrier == space:
                continue
            if carrier not in self.placed and self.complete:
                self.reading.note(
                    group.node,
                    f"the carrying piece {quoted(carrier)} is not placed{near(carrier, self.placed)}",
                )
        for space in groups:
            self._check_chain(space, groups)

    def _check_chain(self, space: str, groups: dict[str, Located[Node]]) -> None:
        """A piece may not carry, directly or through others, the piece that carries it."""
        seen: list[str] = []
        here = space
        while here.startswith(HOLD) and here not in seen:
            seen.append(here)
            carrier = self.placed.get(here.removeprefix(HOLD))
            here = carrier[0].space if carrier else ""
        if here == space and seen:
            name = space.removeprefix(HOLD)
            self.reading.note(groups[space].node, f"the piece {quoted(name)} carries itself")
