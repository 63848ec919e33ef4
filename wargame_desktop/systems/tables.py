"""What a rule system tells a table besides its rules: what can be had for what, charts, and overlays.

All of it is plain data made from a state. Whoever shows it needs to know nothing of the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from wargame_desktop.core.action import Action

# What can be had: purchase, production, pieces that wait to be placed


@dataclass(frozen=True, slots=True)
class ShopRow:
    """One kind of piece that can be had: its price, its figures, how many there are, where it may go.

    `pieces` are those in stock, to be carried to one of `spaces`; none when pieces are made as they are
    bought. `action` is what choosing the row does when no place has to be named. `why_not` is a sentence,
    empty when the row can be had now.
    """

    kind: str
    power: str
    name: str
    cost: int | None = None
    figures: str = ""
    pieces: tuple[str, ...] = ()
    spaces: tuple[str, ...] = ()
    where: str = ""
    why_not: str = ""
    group: str = ""
    face: str = "front"
    action: Action | None = None


@dataclass(frozen=True, slots=True)
class Shortcut:
    """An action under a name of its own: the program does the rest, and the like."""

    title: str
    action: Action


@dataclass(frozen=True, slots=True)
class Shop:
    """What the decider may take now. With a `basket`, numbers of each row are ordered in one action.

    `basket` is the verb of that action and the name of its argument of counts; each row's `kind` without
    its power stands for the row in it, see `order_key`. `verbs` are the actions that are done here, so that
    nobody needs to ask for them elsewhere.
    """

    title: str
    rows: tuple[ShopRow, ...]
    money: int | None = None
    coin: str = ""
    rule: str = ""
    note: str = ""
    basket: tuple[str, str] | None = None
    shortcuts: tuple[Shortcut, ...] = ()
    verbs: tuple[str, ...] = ()


def order_key(row: ShopRow) -> str:
    """The name of a row in a basket."""
    return row.kind.partition(".")[2] or row.kind


# Charts


@dataclass(frozen=True, slots=True)
class Line:
    """One row of a table; `space` is the place it is about, `mark` says well (+), badly (-) or that it is
    the row in force (*)."""

    cells: tuple[str, ...]
    space: str = ""
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A chart as the game stands: columns, rows, and notes below them."""

    id: str
    title: str
    columns: tuple[str, ...]
    lines: tuple[Line, ...]
    notes: tuple[str, ...] = ()
    rule: str = ""


# Overlays

ZONE, SECOND_ZONE, GOOD, BAD, REACH, SECOND_REACH, THIRD_REACH, LANDING = (
    "zone", "second_zone", "good", "bad", "reach", "second_reach", "third_reach", "landing",
)  # fmt: skip
STYLES = (ZONE, SECOND_ZONE, GOOD, BAD, REACH, SECOND_REACH, THIRD_REACH, LANDING)
"""How an area is drawn; each style has a pattern and an outline of its own."""


@dataclass(frozen=True, slots=True)
class OverlayKind:
    """An overlay that a game offers; `of_piece` when it is about the piece that is chosen."""

    id: str
    title: str
    of_piece: bool = False


@dataclass(frozen=True, slots=True)
class Area:
    """Spaces with one meaning, for the map and its legend; `labels` are a few letters in some of them."""

    title: str
    style: str
    spaces: tuple[str, ...]
    labels: Mapping[str, str] = field(default_factory=dict)
