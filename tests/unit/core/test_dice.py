"""Sources of dice."""

from __future__ import annotations

from collections import Counter

import pytest

from wargame_desktop.core import dice as dice_module
from wargame_desktop.core.dice import (
    DICE,
    SHUFFLE,
    DiceError,
    DiceNeeded,
    NoDice,
    RecordedDice,
    SeededDice,
    TypedDice,
)


def test_seeded_dice_depend_on_seed_salt_and_position_alone() -> None:
    dice = SeededDice("seed")
    run = dice.draw("a", 50, 6, 0, DICE)
    assert run == SeededDice("seed").draw("another purpose", 50, 6, 0, DICE)
    assert run[10:20] == dice.draw("b", 10, 6, 10, DICE)
    assert run != SeededDice("other").draw("a", 50, 6, 0, DICE)
    assert run != SeededDice("seed", "variation").draw("a", 50, 6, 0, DICE)


def test_seeded_dice_are_these_for_ever() -> None:
    # Stored games are checked against their seed, so these numbers must never change.
    assert SeededDice("seed").draw("a", 12, 6, 0, DICE) == (4, 6, 3, 6, 3, 4, 1, 1, 5, 4, 5, 6)
    counts = Counter(SeededDice("seed").draw("a", 600, 6, 0, DICE))
    assert sorted(counts) == [1, 2, 3, 4, 5, 6] and all(70 <= n <= 130 for n in counts.values())


class _Digest:
    """Stands for the digest: every 64-bit number in turn, scaled down to three bits."""

    values: list[int] = []  # noqa: RUF012

    def __init__(self, text: bytes, digest_size: int) -> None:
        self.value = self.values.pop(0)

    def digest(self) -> bytes:
        return self.value.to_bytes(8, "big")


def test_no_face_is_favoured(monkeypatch: pytest.MonkeyPatch) -> None:
    """The top of the range, where whole multiples end, is thrown again; all below falls evenly."""
    monkeypatch.setattr(dice_module, "blake2b", _Digest)
    limit = (1 << 64) - (1 << 64) % 6
    _Digest.values = [*range(6), *range(limit - 6, limit), limit, (1 << 64) - 1, 4]
    faces = SeededDice("seed").draw("a", 12, 6, 0, DICE)
    assert Counter(faces) == dict.fromkeys(range(1, 7), 2)
    assert SeededDice("seed").draw("a", 1, 6, 0, DICE) == (5,)
    assert _Digest.values == []


def test_typed_dice_ask_when_they_run_out() -> None:
    dice = TypedDice([3, 4])
    assert dice.draw("fire", 1, 6, 0, DICE) == (3,)
    assert dice.left == (4,)
    with pytest.raises(DiceNeeded, match="fire: roll 2 dice with 6 sides and give the result") as caught:
        dice.draw("fire", 2, 6, 1, DICE)
    assert (caught.value.purpose, caught.value.count, caught.value.sides) == ("fire", 2, 6)
    assert dice.left == (4,)


@pytest.mark.parametrize("value", [0, 7, -1])
def test_a_die_cannot_show_what_it_has_not(value: int) -> None:
    with pytest.raises(DiceError, match=f"a die with 6 sides cannot show {value}"):
        TypedDice([value]).draw("fire", 1, 6, 0, DICE)
    with pytest.raises(DiceError):
        RecordedDice([value]).draw("fire", 1, 6, 0, DICE)


def test_nobody_types_a_shuffle() -> None:
    shuffled = TypedDice([1], SeededDice("seed")).draw("deck", 1, 52, 5, SHUFFLE)
    assert shuffled == SeededDice("seed").draw("deck", 1, 52, 5, SHUFFLE)
    assert TypedDice([2]).draw("deck", 1, 3, 0, SHUFFLE) == (2,)


def test_recorded_dice_are_used_up_completely() -> None:
    dice = RecordedDice([1, 2])
    assert dice.draw("fire", 1, 6, 0, DICE) == (1,)
    with pytest.raises(DiceError, match="the record holds 2 dice, the action used 1"):
        dice.finish()
    with pytest.raises(DiceError, match="the record holds 1 of 2 dice"):
        dice.draw("fire", 2, 6, 1, DICE)
    assert dice.draw("fire", 1, 6, 1, DICE) == (2,)
    dice.finish()


def test_no_dice_asks_always() -> None:
    with pytest.raises(DiceNeeded, match="fire: roll one die with 6 sides"):
        NoDice().draw("fire", 1, 6, 0, DICE)
