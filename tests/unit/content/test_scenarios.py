"""Scenarios: everything placed once, every id resolved, every mistake at its line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from wargame_desktop.content.library import Library
from wargame_desktop.content.placement import MOST_PIECES
from wargame_desktop.content.problems import ContentError
from wargame_desktop.content.scenarios import Option, Seat
from wargame_desktop.core.frozen import FrozenMap
from wargame_desktop.core.state import Frame, Piece

HEAD = "kind: scenario\nformat: 1\nid: s\nsystem: tiny\ntitle: S\nsource: original\nsummary: Short.\n"


@pytest.fixture
def problems(shelf: Library, tmp_path: Path) -> Callable[[str], list[str]]:
    """The problems of a scenario over the sample data, as `line: message`."""

    def run(body: str) -> list[str]:
        path = tmp_path / "s.yaml"
        path.write_text(HEAD + body, encoding="utf-8")
        try:
            shelf.load_scenario(path)
        except ContentError as error:
            assert all(problem.file == str(path) for problem in error.problems)
            return [f"{problem.line}: {problem.message}" for problem in error.problems]
        return []

    return run


def test_a_scenario_that_starts_in_the_middle(shelf: Library) -> None:
    scenario = shelf.load_scenario("start")
    assert (scenario.id, scenario.system, scenario.map) == ("start", "tiny", "tiny")
    assert (scenario.units, scenario.cards, scenario.charts) == (("tiny",), ("tiny",), ("tiny",))
    assert (scenario.start.turn, scenario.start.side, scenario.start.power) == (2, "axis", "ger")
    assert scenario.start.stack == (Frame("turn"), Frame("movement", FrozenMap({"left": 3})))
    assert scenario.vars == FrozenMap({"treasury": FrozenMap({"ger": 10})})
    assert scenario.options["weather"] == Option("weather", False, (), "", "")
    assert scenario.options["air"] == Option("air", "some", ("none", "some"), "Air rules", "30")
    assert scenario.control == FrozenMap({"0202": "ger", "0301": "ger", "0101": "nor"})
    assert scenario.powers == FrozenMap({"ger": "axis", "nor": "allies"})
    assert scenario.seats == (Seat("axis", "Axis", ("ger",)), Seat("allies", "Allies", ("nor",)))


def test_the_pieces_of_a_scenario(shelf: Library) -> None:
    pieces = {piece.id: piece for piece in shelf.load_scenario("start").pieces}
    assert list(pieces) == [
        "ger.1_inf",
        "ger.inf.2",
        "ger.inf.3",
        "ger.fleet",
        "ger.inf.1",
        "oslo",
        "ger.marks.1",
        "ger.marks.2",
        "turn",
        "thaw",
        "rain.1",
        "rain.2",
        "control.1",
        "control.2",
        "control.3",
    ]
    assert pieces["ger.inf.2"] == Piece("ger.inf.2", "ger.inf", "ger", "0301", order=1), (
        "numbers named elsewhere are left"
    )
    assert pieces["ger.fleet"] == Piece(
        "ger.fleet", "ger.fleet", "ger", "0301", concealed=True, order=3, marks=FrozenMap({"moved": True})
    )
    assert pieces["ger.inf.1"].space == "in:ger.fleet"
    assert pieces["rain.2"] == Piece("rain.2", "rain", "", "pool", order=2)
    assert pieces["control.3"].order == 5


def test_faces(shelf: Library, tmp_path: Path, problems: Callable[[str], list[str]]) -> None:
    assert (
        problems("pieces:\n  '0101': [{id: ger.1_inf, face: reduced}, {id: ger.inf, count: 2, face: back}]\n")
        == []
    )
    path = tmp_path / "s.yaml"
    assert [piece.face for piece in shelf.load_scenario(path).pieces] == ["back"] * 3
    assert problems("pieces:\n  '0101': [{id: oslo, face: back}, {id: ger.fleet, face: upside}]\n") == [
        '9: "oslo" has no reduced side',
        '9: expected one of front, back, reduced, found "upside"',
    ]


def test_pieces_placed_twice_or_used_up(problems: Callable[[str], list[str]]) -> None:
    body = """\
pieces:
  "0101": [ger.1_inf, ger.inf*2]
  "0201": [ger.1_inf, ger.inf.3, ger.inf, ger.fleet*2]
  "0202": [turn, turn*2, thaw, thaw, rain*3]
"""
    assert problems(body) == [
        '10: "ger.1_inf" is placed twice: here (0201) and in line 9 (0101)',
        '10: 1 of "ger.inf", but only 0 of 3 are left',
        '10: 2 of "ger.fleet", but there is only 1',
        '11: "thaw" is placed twice: here (0202) and in line 11 (0202)',
        '11: 2 of "turn", but there is only 1',
        '11: 3 of "rain", but only 2 of 2 are left',
    ]


def test_unknown_names(problems: Callable[[str], list[str]]) -> None:
    body = """\
powers: {ger: axsi, jap: axis}
start: {side: alies, power: usa, stack: [A B, {phase: x, prams: {}}], turn: 1}
control: {ger: "0101 0999", ita: "0101"}
pieces:
  "0101": [ger.1_imf, "two words", [x], {id: ger.fleet, cuont: 2}]
  "0999": [ger.fleet]
  "0102": {ita: [inf], ger: [inf, tank]}
  "0103": [{deck: evnts}, oslo]
  in:ger.bismarck: [ger.inf]
seats: {one: {name: One, powers: [ger, gre]}}
options: {air: {default: 3, choices: [1, 2]}, sea: {choices: []}}
vars: 3
"""
    assert problems(body) == [
        '8: unknown power of the units "jap"',
        '8: unknown side "axsi"; did you mean "axis"?',
        "9: expected an id (a-z, 0-9, '_', '.', '-'), found \"A B\"",
        '9: unknown key "prams"; did you mean "params"?',
        '9: unknown power "usa"',
        '9: unknown side "alies"; did you mean "allies"?',
        '10: unknown power "ita"',
        '10: unknown space "0999"',
        '12: expected a counter such as ger.inf or ger.inf*3, found "two words"',
        "12: expected a counter such as ger.inf or ger.inf*3, found a list",
        '12: unknown counter "ger.1_imf"; did you mean "ger.1_inf"?',
        '12: unknown key "cuont"; did you mean "count"?',
        '13: unknown space "0999"',
        '14: unknown counter "ger.tank"; did you mean "ger.marks"?',
        '14: unknown power "ita"',
        '15: "oslo" belongs to "nor", which is not in this scenario',
        '15: unknown deck "evnts"; did you mean "events"?',
        '16: the carrying piece "ger.bismarck" is not placed',
        '17: unknown power "gre"; did you mean "ger"?',
        "18: the default is not among the choices",
        '18: the key "default" is missing',
        '19: expected a mapping of names to values, found "3"',
    ]


def test_control_and_seats_are_given_once(problems: Callable[[str], list[str]]) -> None:
    body = """\
control:
  ger: ["0101"]
  nor: 0102 0101
seats:
  one: {name: One, powers: ger}
  two: {name: Two, powers: nor ger}
"""
    assert problems(body) == [
        '10: the space "0101" is already controlled by "ger" in line 9',
        '13: the power "ger" already belongs to the seat "one"',
    ]


def test_pieces_that_carry_each_other(problems: Callable[[str], list[str]]) -> None:
    body = "pieces:\n  in:ger.fleet: [ger.1_inf]\n  in:ger.1_inf: [ger.fleet]\n"
    assert problems(body) == [
        '9: the piece "ger.fleet" carries itself',
        '10: the piece "ger.1_inf" carries itself',
    ]


def test_too_many_pieces(problems: Callable[[str], list[str]]) -> None:
    body = "pieces:\n  '0101': [" + ", ".join(["ger.marks*999"] * 6) + "]\n"
    assert problems(body) == [f"9: more than {MOST_PIECES} pieces, the most a scenario may have"]


def test_references_to_files(problems: Callable[[str], list[str]]) -> None:
    body = (
        "map: tyni\nunits: [tiny, other]\ncards: [A B]\ncharts: none\npieces: {'0101': [ger.inf, unknown]}\n"
    )
    assert problems(body) == [
        '8: there is no map "tyni"; did you mean "tiny"?',
        '9: there is no units "other"',
        "10: expected an id (a-z, 0-9, '_', '.', '-'), found \"A B\"",
        '11: there is no charts "none"',
    ]
    assert problems("map: [tiny]\n") == ["8: expected an id (a-z, 0-9, '_', '.', '-'), found a list"]


def test_a_scenario_adds_boxes_and_needs_no_map(shelf: Library, tmp_path: Path) -> None:
    path = tmp_path / "s.yaml"
    path.write_text(
        HEAD + "boxes:\n  hand: {name: Hand, kind: hand}\npieces: {hand: [thaw], '0101': [ger.inf]}\n"
    )
    data = shelf.open_scenario(path)
    assert data.board.space("hand").attrs == FrozenMap({"off_map": True})
    assert len(data.board) == len(shelf.load_map("tiny").board) + 1
    assert data.board.grid is not None
    assert shelf.open_scenario("tiny/start").board is shelf.load_map("tiny").board
    bare = HEAD.replace("system: tiny", "system: none") + "boxes: {a: {name: A}}\n"
    path.write_text(bare)
    data = shelf.open_scenario(path)
    assert data.map is None and [space.id for space in data.board] == ["a"] and data.units == ()
    path.write_text(bare + "pieces: {b: []}\n")
    with pytest.raises(ContentError, match='unknown space "b"'):
        shelf.load_scenario(path)


def test_only_the_powers_named_are_in_play(shelf: Library, tmp_path: Path) -> None:
    path = tmp_path / "s.yaml"
    path.write_text(HEAD + "sides: {solo: Alone}\npowers: {ger: solo}\n")
    scenario = shelf.load_scenario(path)
    assert scenario.powers == FrozenMap({"ger": "solo"})
    assert scenario.seats == (Seat("solo", "Alone", ("ger",)),)
