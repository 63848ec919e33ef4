"""Units files: values inherited from type and group, expansion by count, and mistakes at their lines."""

from __future__ import annotations

from collections.abc import Callable

from wargame_desktop.content.library import Library
from wargame_desktop.content.provenance import Provenance
from wargame_desktop.content.units import load_units
from wargame_desktop.core.frozen import FrozenMap

HEAD = "kind: units\nformat: 1\nid: u\ntitle: U\nsource: original\n"


def test_a_units_file(shelf: Library) -> None:
    units = shelf.load_units("tiny")
    assert units.figures == ("attack", "move")
    assert units.sides == FrozenMap({"axis": "Axis", "allies": "Allies"})
    assert units.powers["ger"].side == "axis"
    first = units.counters["ger.1_inf"]
    assert (first.power, first.type, first.name, first.symbol) == ("ger", "inf", "1", "infantry")
    assert first.values == FrozenMap({"attack": 4, "move": 4})
    assert first.reduced == FrozenMap({"attack": 1, "move": 4}), (
        "what the type's weaker side changes, over its own"
    )
    assert first.piece_ids() == ("ger.1_inf",)
    assert units.counters["ger.inf"].type == "inf", "power and type can stand in the id"
    assert units.counters["ger.inf"].piece_ids() == ("ger.inf.1", "ger.inf.2", "ger.inf.3")
    assert units.counters["ger.marks"].piece_ids() == ()
    fleet = units.counters["ger.fleet"]
    assert (fleet.size, fleet.reduced, fleet.attrs["holds"]) == ("x", None, 2)
    oslo = units.counters["oslo"]
    assert (oslo.power, oslo.reduced, oslo.arrival) == ("nor", None, 2)
    assert units.markers["turn"].count == 1 and units.markers["control"].count is None


def test_provenance_comes_from_the_nearest_record(shelf: Library) -> None:
    units = shelf.load_units("tiny")
    assert units.header.provenance == Provenance("reconstructed", "", "small numbers")
    assert str(units.header.provenance) == "reconstructed: small numbers"
    assert units.counters["ger.1_inf"].provenance == units.header.provenance
    assert str(units.counters["oslo"].provenance) == "rule 4.2"


def test_the_counter_of_a_piece(shelf: Library) -> None:
    units = shelf.load_units("tiny")
    found = {
        piece: counter.id if (counter := units.counter_of_piece(piece)) else None
        for piece in (
            "ger.1_inf",
            "ger.inf",
            "ger.inf.3",
            "ger.inf.4",
            "ger.inf.03",
            "ger.marks.77",
            "ger.1_inf.1",
            "x",
        )
    }
    assert found == {
        "ger.1_inf": "ger.1_inf",
        "ger.inf": None,
        "ger.inf.3": "ger.inf",
        "ger.inf.4": None,
        "ger.inf.03": None,
        "ger.marks.77": "ger.marks",
        "ger.1_inf.1": None,
        "x": None,
    }


def test_every_mistake_is_named_with_its_line(lines: Callable[..., list[str]]) -> None:
    text = (
        HEAD
        + """\
figures: [attack, move]
sides: {axis: Axis}
powers:
  ger: {name: Germany, side: axsi, colour: germany}
  ita: {name: Italy}
types:
  inf: {name: Infantry, symbol: infantry, values: [1, 2, 3]}
  arm: {name: Armour, symbol: armour, values: {atack: 3}}
  air: {name: Air, symbol: fighter, reduced: 4, speed: 2}
groups:
  bad: {title: [x]}
counters:
  ger.1: {type: armm}
  ger.2: {type: inf}
  fra.3: {type: arm}
  ger.4: {}
  ger.5: {group: bad}
  ger.6: {type: arm, count: 0}
  ger.7: {type: arm, count: 2}
  ger.7.1: {type: arm}
  ger.8: {type: arm, power: gre, size: thirteen chars}
markers:
  ger.7: {name: Seven}
"""
    )
    assert lines(load_units, text) == [
        '9: unknown side "axsi"; did you mean "axis"?',
        '10: the key "colour" is missing',
        '10: the key "side" is missing',
        "12: 3 values for 2 figures (attack, move)",
        '13: unknown figure "atack"; did you mean "attack"?',
        '14: expected a mapping of names to values, found "4"',
        '14: unknown key "speed"',
        "16: expected text, found a list",
        '18: unknown unit type "armm"; did you mean "arm"?',
        '20: the counter "fra.3" names no power, and its id starts with none',
        '21: the counter "ger.4" names no type',
        "23: 0 is too small; at least 1",
        '25: "ger.7.1" is also a piece of the counter "ger.7" in line 24',
        "26: text of 14 characters; at most 12 are allowed",
        '26: unknown power "gre"; did you mean "ger"?',
        '28: the marker "ger.7" has the id of a counter',
    ]


def test_figures_need_not_be_declared(lines: Callable[..., list[str]]) -> None:
    body = "powers: {g: {name: G, side: a_b, colour: g}}\ntypes: {i: {name: I, symbol: i, values: %s}}\n"
    assert lines(load_units, HEAD + body % "{any: 1}") == []
    assert lines(load_units, HEAD + body % "[1]") == ["7: 1 values for 0 figures (none)"]
    assert lines(load_units, HEAD + "figures: 3\n" + body % "{any: 1}") == ['6: expected a list, found "3"']


def test_the_top_of_a_file(lines: Callable[..., list[str]]) -> None:
    assert lines(load_units, "kind: unit\nformat: 2\nid: A B\nsource: reconstructed\ncounters: []\n") == [
        '1: expected one of units, found "unit"; did you mean "units"?',
        '1: the key "title" is missing',
        "2: 2 is too large; at most 1",
        "3: expected an id (a-z, 0-9, '_', '.', '-'), found \"A B\"",
        '4: reconstructed data needs its reasoning under the key "why"',
        "5: expected a mapping of ids to values, found a list",
    ]


def test_sources(lines: Callable[..., list[str]]) -> None:
    text = (
        HEAD
        + """\
powers:
  a: {name: A, side: x, colour: c, source: rule}
  b: {name: B, side: x, colour: c, source: guess}
  c: {name: C, side: x, colour: c, source: reconstructed}
  d: {name: D, side: x, colour: c, source: original thing}
  e: {name: E, side: x, colour: c, source: [rule]}
  f: {name: F, side: x, colour: c, source: rule 3.1 and 4, why: it says so}
  g: {name: G, side: x, colour: c, why: only a reason}
"""
    )
    wanted = "expected rule NUMBER, reconstructed or original, found"
    assert lines(load_units, text) == [
        "7: a rule needs its number, such as: rule 12.3",
        f'8: {wanted} "guess"',
        '9: reconstructed data needs its reasoning under the key "why"',
        f'10: {wanted} "original thing"',
        "11: expected text, found a list",
    ]
