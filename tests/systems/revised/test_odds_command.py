"""`wargame odds revised`: exact chances of a combat, and sentences for questions that make no sense."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from wargame_desktop.cli import main
from wargame_desktop.systems.revised.odds import odds_query


def asked(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    """The answer as JSON."""
    assert main(["odds", "revised", *arguments, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert isinstance(found, dict)
    return found


def test_fractions_and_decimals(capsys: pytest.CaptureFixture[str]) -> None:
    found = asked(capsys, "--attack", "infantry=3,tank=2", "--defend", "infantry=4")
    assert found == json.loads(json.dumps(odds_query({"infantry": 3, "tank": 2}, {"infantry": 4})))
    parts = [found[name] for name in ("win", "lose", "draw", "retreat")]
    assert sum(Fraction(part["fraction"]) for part in parts) == 1  # type: ignore[index,call-overload]
    for part in parts:
        assert float(Fraction(part["fraction"])) == part["decimal"]  # type: ignore[index,call-overload]
    assert found["swing"] == pytest.approx(found["defender_loss"] - found["attacker_loss"])  # type: ignore[operator]


def test_every_option_counts(capsys: pytest.CaptureFixture[str]) -> None:
    base = ("--attack", "infantry=2,bomber=1", "--defend", "infantry=3,fighter=1")
    answers = [
        asked(capsys, *base, *more)["win"]
        for more in (
            (),
            ("--aa",),
            ("--tech", "heavy_bombers"),
            ("--defend-tech", "jet_fighters"),
            ("--bombard", "battleship=1"),
            ("--bombard", "destroyer=1", "--tech", "combined_bombardment"),
            ("--retreat", "1"),
            ("--attack-order", "bomber"),
            ("--defend-order", "fighter"),
        )
    ]
    assert len({json.dumps(answer) for answer in answers}) == len(answers)
    sea = asked(capsys, "--sea", "--attack", "submarine=2", "--defend", "destroyer=1")
    assert "capture" not in sea


def test_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "revised", "--attack", "tank=1", "--defend", "infantry=1"]) == 0
    out = capsys.readouterr().out
    # A tank hits on 3, an infantry on 2: 1/3 to win, 1/6 to lose, 1/6 each other's end, else once more.
    assert [line.split()[:2] for line in out.splitlines()[1:4]] == [
        ["win", "1/2"],
        ["lose", "1/4"],
        ["draw", "1/4"],
    ]
    assert "left on the average: 0.50 tank against 0.25 infantry" in out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([], "The attacker has no units."),
        (["--attack", "tank=1"], "The defender has no units."),
        (["--attack", "tank=x", "--defend", "tank=1"], "“tank=x” does not fit"),
        (["--attack", "tank=1,tank=2", "--defend", "tank=1"], "each once"),
        (["--attack", "panzer=1", "--defend", "tank=1"], "There is no unit panzer here"),
        (["--attack", "tank=61", "--defend", "tank=1"], "0 to 60 units"),
        (["--attack", "tank=1", "--defend", "tank=1", "--tech", "laser"], "There is no development laser"),
        (["--attack", "tank=1", "--defend", "tank=1", "--retreat", "-1"], "cannot retreat with -1"),
        (["--attack", "tank=1", "--defend", "tank=1", "--bombard", "destroyer=1"], "combined_bombardment"),
        (["--sea", "--attack", "submarine=1", "--defend", "bomber=1"], "never defend at sea"),
        (["--sea", "--aa", "--attack", "submarine=1", "--defend", "carrier=1"], "combats on land"),
        (["--attack", "tank=1", "--defend", "tank=1", "--attack-order", "ship"], "There is no unit ship"),
    ],
)
def test_bad_questions(arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "revised", *arguments]) == 2
    assert told in capsys.readouterr().err
