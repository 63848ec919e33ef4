"""Charts and tables: look-up, clamping, completeness, ranges and dice."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wargame_desktop.content.charts import ChartError, ChartSet, load_charts
from wargame_desktop.content.library import Library
from wargame_desktop.content.ranges import Die, Range, parse_die, parse_range, range_problems
from wargame_desktop.content.schema import Reading
from wargame_desktop.content.yaml_source import Mapping

HEAD = "kind: charts\nformat: 1\nid: c\ntitle: C\nsource: original\n"


def load(make: Callable[[str], Mapping], body: str) -> ChartSet:
    reading = Reading()
    charts = load_charts(make(HEAD + body), reading)
    assert reading.problems.sorted() == []
    return charts


def test_look_up_by_number_and_label(shelf: Library) -> None:
    chart = shelf.load_charts("tiny").chart("combat")
    assert chart.die == Die(1, 6) and str(chart.die) == "1d6"
    assert str(chart.provenance) == "rule 12.3"
    assert chart.cell(-5, 1) == (1, 0)
    assert chart.cell(2, 5) == (1, 1)
    assert chart.cell(99, 6) == (0, 3)
    assert chart.column(3) == "2-3"
    assert (chart.cell(4, 0), chart.cell(4, 9)) == ((0, 1), (0, 3)), "rows are clamped"
    assert (chart.shifted(2, 1, 3), chart.shifted(2, 9, 3), chart.shifted(2, -9, 1)) == (
        (0, 2),
        (0, 2),
        (1, 0),
    )


def test_what_a_chart_does_not_have(shelf: Library, root: Callable[[str], Mapping]) -> None:
    charts = shelf.load_charts("tiny")
    with pytest.raises(ChartError, match=r'no chart combt; did you mean "combat"\?'):
        charts.chart("combt")
    with pytest.raises(ChartError, match="no table combat"):
        charts.table("combat")
    with pytest.raises(ChartError, match="the chart combat has no roll six; it has 1-2, 3-5, 6"):
        charts.chart("combat").cell(1, "six")
    assert charts.table("cost").value("fleet") == 12
    with pytest.raises(ChartError, match="the table cost has no row air; it has inf, fleet"):
        charts.table("cost").value("air")
    with pytest.raises(ChartError, match="the table cost has no column price; it has value"):
        charts.table("cost").value("inf", "price")
    strict = load(root, "charts: {x: {title: X, die: d6, columns: [a], rows: {1-6: hit}}}\n").chart("x")
    assert strict.cell("a", 6) == "hit"
    with pytest.raises(ChartError, match="the chart x has no roll 7; it has 1-6"):
        strict.cell("a", 7)
    with pytest.raises(ChartError, match="the chart x has no column b; it has a"):
        strict.cell("b", 1)


def test_cells_are_parsed_as_declared(root: Callable[[str], Mapping]) -> None:
    charts = load(
        root,
        """\
charts:
  codes: {title: T, columns: [a, b, c], cells: codes, codes: Dr Ar, rows: {x: [Dr2, "Ar Dr1", "-"]}}
  numbers: {title: T, columns: [a, b], cells: number, rows: {x: [-2, 3]}}
  rolled: {title: T, die: 2d6, roll: columns, columns: [2-6, 7+], column_span: 2+, rows: {x: [lost, won]}}
  named: {title: T, columns: ["1:2", "1:1"], rows: {open: [a, b], closed: [c, d]}}
""",
    )
    assert charts.chart("codes").cells == (((("Dr", 2),), (("Ar", 0), ("Dr", 1)), ()),)
    assert charts.chart("numbers").cell("b", "x") == 3
    assert (charts.chart("rolled").cell(6, "x"), charts.chart("rolled").cell(12, "x")) == ("lost", "won")
    assert charts.chart("named").cell("1:1", "closed") == "d"


def test_clamped_columns(root: Callable[[str], Mapping]) -> None:
    chart_text = "title: X, columns: [4-6, 1-3], column_span: 1-6, clamp: columns, rows: {r: [high, low]}"
    body = f"charts: {{x: {{{chart_text}}}}}\n"
    chart = load(root, body).chart("x")
    assert [chart.cell(n, "r") for n in (-3, 1, 3, 4, 6, 80)] == ["low", "low", "low", "high", "high", "high"]


def test_tables(root: Callable[[str], Mapping]) -> None:
    charts = load(
        root,
        """\
tables:
  terrain:
    title: Terrain
    columns: [move, defence]
    rows:
      clear: [1, 0]
      forest: {defence: -1, move: 2}
  one: {title: One, columns: [cost], rows: {inf: 3, air: [5]}}
""",
    )
    assert charts.table("terrain").value("forest", "defence") == -1
    assert charts.table("terrain").value("clear", "move") == 1
    assert charts.table("one").value("air", "cost") == 5


def test_every_mistake_of_a_chart(lines: Callable[..., list[str]]) -> None:
    text = (
        HEAD
        + """\
charts:
  a:
    titel: A
    die: 1d6
    columns: [0-3, 3-7, 9+]
    column_span: 0+
    rows:
      "1": [x, y]
      3-4: [x, y, [z]]
      six: [x, y, z]
      5: x
  b:
    title: B
    die: 6d
    columns: [a, b, a]
    rows: {x: [1, 2, 3]}
  c:
    title: C
    die: 2d6
    row_span: 3-12
    columns: [a]
    cells: number
    rows: {3-7: 1, 8-13: one}
  d: {title: D, columns: [a], column_span: 5-1, cells: losses, rows: {x: [1-2]}}
  e: {title: E, columns: [], rows: {x: []}}
  f: {title: F, columns: [a], cells: codes, codes: [Dr], rows: {x: [Er2], y: [""]}}
  g: {title: G, columns: [1-2, 3-9], column_span: 2-8, rows: {x: [1, 2]}}
  h: {title: H, die: 1d6, columns: [a], rows: {1-5: x}}
  i: {title: I, die: 1d6, columns: [a], rows: []}
"""
    )
    assert lines(load_charts, text) == [
        '7: the key "title" is missing',
        '8: unknown key "titel"; did you mean "title"?',
        "10: column: 3-7 overlaps another range",
        "10: column: no range for 8 before 9+",
        "13: 2 results for 3 columns",
        "14: expected a result, found a list",
        '15: expected a number or range such as 4-7, 12+ or <=1, found "six"',
        "16: expected a list of 3 results, found text",
        '19: expected dice such as 1d6 or 2d6, found "6d"',
        '20: the label "a" is already used in line 20',
        "25: the span 3-12 leaves out rolls of 2d6, which gives 2-12",
        '28: expected a whole number, found "one"',
        "28: roll: 8-13 ends above the span 3-12",
        '29: expected a span such as 0-20, 1+ or any, found "5-1"',
        '29: expected losses such as 1/2 or -/1, found "1-2"',
        "30: 0 items; at least 1 needed",
        '31: expected results made of the declared codes, such as Dr2, found ""',
        '31: expected results made of the declared codes, such as Dr2, found "Er2"',
        "32: column: 1-2 starts below the span 2-8",
        "32: column: 3-9 ends above the span 2-8",
        "33: roll: no range for 6",
        "34: expected a mapping of ids to values, found a list",
    ]


def test_every_mistake_of_a_table(lines: Callable[..., list[str]]) -> None:
    text = (
        HEAD
        + """\
tables:
  a: {title: A}
  b: {title: B, values: {x: 1}, columns: [a]}
  c: {title: C, values: [1]}
  d:
    title: D
    columns: [move, cost, move]
    rows:
      x: [1, 2]
      y: {move: 1, cots: 3}
      z: 4
  e: {columns: [a], rows: {x: {b: 1}}}
charts:
  x: {title: X, die: [1], columns: [a], column_span: [1], rows: {a: b}}
"""
    )
    assert lines(load_charts, text) == [
        "7: a table needs values, or both columns and rows",
        "8: a table has either values, or columns and rows",
        "9: expected a mapping of ids to values, found a list",
        '12: the column "move" is given twice',
        "14: 2 values for 3 columns (move, cost, move)",
        '15: the column "cost" is missing',
        '15: unknown column "cots"; did you mean "cost"?',
        "16: expected 3 values (move, cost, move), found one",
        '17: the column "a" is missing',
        '17: the key "title" is missing',
        '17: unknown column "b"',
        "19: expected text, found a list",
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("7", Range(7, 7)),
        ("4-7", Range(4, 7)),
        ("-3--1", Range(-3, -1)),
        ("-2 to 4", Range(-2, 4)),
        ("12+", Range(12, None)),
        (">=3", Range(3, None)),
        ("<=1", Range(None, 1)),
        ("<= -1", Range(None, -1)),
        ("7-4", None),
        ("x", None),
        ("", None),
    ],
)
def test_range_labels(text: str, expected: Range | None) -> None:
    assert parse_range(text) == expected


def test_ranges_and_dice_print_as_they_are_read() -> None:
    for one in (Range(7, 7), Range(4, 7), Range(12, None), Range(None, 1)):
        assert parse_range(str(one)) == one
    assert str(Range(None, None)) == "any"
    assert "x" not in Range(None, None)
    assert parse_die("d10") == Die(1, 10) and parse_die("2d6") == Die(2, 6)
    assert parse_die("0d6") is None and parse_die("2d") is None
    assert range_problems([], Range(1, 6)) == [(0, "no range for 1-6")]
    assert range_problems([Range(1, 2)], Range(None, 2)) == [(0, "no range for <=0 before 1-2")]


@given(st.lists(st.integers(-30, 30), min_size=2, max_size=8, unique=True), st.data())
def test_ranges_that_tile_a_span_have_no_problem_and_any_change_is_found(
    cuts: list[int], data: st.DataObject
) -> None:
    cuts.sort()
    tiles = [Range(a, b - 1) for a, b in pairwise(cuts)]
    span = Range(cuts[0], cuts[-1] - 1)
    shuffled = data.draw(st.permutations(tiles))
    assert range_problems(shuffled, span) == []
    place = data.draw(st.integers(0, len(tiles) - 1))
    assert range_problems(tiles[:place] + tiles[place + 1 :], span) != []
    assert range_problems([*tiles, tiles[place]], span) != []
    assert range_problems(tiles, Range(cuts[0] - 1, cuts[-1] - 1)) != []
    assert range_problems(tiles, Range(cuts[0], cuts[-1])) != []
