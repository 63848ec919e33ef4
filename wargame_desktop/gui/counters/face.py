"""What is printed on one counter, as plain data. Nothing here knows a game or a rule."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Side(StrEnum):
    """Which side of the counter is up."""

    FULL = "full"
    REDUCED = "reduced"
    BLANK_BACK = "blank_back"
    FACE_DOWN = "face_down"


class Style(StrEnum):
    """A square cardboard counter, or a plastic piece as on area boards."""

    COUNTER = "counter"
    PLASTIC = "plastic"


@dataclass(frozen=True, slots=True)
class CounterFace:
    """Everything needed to draw one counter; equal faces give equal pictures, so a face is a cache key.

    `figures` are printed with hyphens between them, whatever they mean in the game (attack, defence,
    movement, or air, anti-submarine, range); a chit shows only the first. `label` is the text of a text
    marker or card. `facing` turns arrows, in degrees clockwise from north. `elite` names a tint of the theme.
    """

    nation: str = "neutral"
    symbol: str = "infantry"
    figures: tuple[str, ...] = ()
    size: str = ""
    designation: str = ""
    label: str = ""
    elite: str = ""
    side: Side = Side.FULL
    style: Style = Style.COUNTER
    steps: int = 0
    count: int = 1
    facing: int = 0
    hits: int = 0
    moved: bool = False
    ops_complete: bool = False
    out_of_supply: bool = False
    disrupted: bool = False
    loaded: bool = False
    damaged: bool = False
    selected: bool = False

    @property
    def hidden(self) -> bool:
        """True if nothing but the nation may be seen."""
        return self.side in (Side.BLANK_BACK, Side.FACE_DOWN)
