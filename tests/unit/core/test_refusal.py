"""Refusals: data for the table, a sentence for the player."""

from __future__ import annotations

import json

from wargame_desktop.core.refusal import Refused, refuse


def test_a_refusal_is_data_and_a_sentence() -> None:
    short = refuse("move.far", "Needs 4, has 3.", "8.1", pieces=["a"], spaces=["b"], needs=4, has=3)
    assert str(short) == "Needs 4, has 3. (rule 8.1)"
    assert json.loads(json.dumps(short.to_plain())) == {
        "code": "move.far",
        "rule": "8.1",
        "sentence": "Needs 4, has 3.",
        "numbers": {"needs": 4, "has": 3},
        "pieces": ["a"],
        "spaces": ["b"],
    }
    error = Refused([short, refuse("move.sea", "No ship goes there.")])
    assert str(error) == "Needs 4, has 3. (rule 8.1); No ship goes there." and error.refusals[0] is short
