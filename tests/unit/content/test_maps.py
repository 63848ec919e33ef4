"""Map files: hexes and areas made into a board, and every mistake at its line."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from wargame_desktop.board.model import HEXSIDE, Board
from wargame_desktop.content.library import Library
from wargame_desktop.content.maps import GameMap, load_map
from wargame_desktop.content.schema import Reading
from wargame_desktop.content.yaml_source import Mapping
from wargame_desktop.core.frozen import FrozenMap

HEAD = "kind: map\nformat: 1\nid: m\ntitle: M\nsource: original\n"
HEX = (
    HEAD
    + """\
hexgrid:
  orientation: flat
  shoved: even
  shoved_towards: south
  sheets: [{columns: 1-3, rows: 1-2}]
terrains:
  clear: {name: Clear}
  sea: {name: Sea, kind: sea}
layers:
  terrain:
    legend: {c: clear, "~": sea}
    rows:
      "01": "cc~"
      "02": "cc~"
"""
)


def load(make: Callable[[str], Mapping], text: str) -> GameMap:
    reading = Reading()
    found = load_map(make(text), reading)
    assert [str(problem) for problem in reading.problems.sorted()] == []
    assert found is not None
    return found


def test_a_hex_map(shelf: Library) -> None:
    game_map = shelf.load_map("tiny")
    board = game_map.board
    assert [space.id for space in board.spaces if space.kind in ("land", "sea")] == [
        "0101", "0102", "0103", "0201", "0202", "0203", "0301", "0302", "0303", "0401", "0402",
    ]  # fmt: skip
    oslo = board.space("0101")
    assert (oslo.name, oslo.kind, oslo.terrain) == ("Oslo", "land", "clear")
    assert oslo.attrs == FrozenMap({"country": "norway", "city": "capital", "port": True, "points": 3})
    assert board.space("0401").kind == "sea" and "country" not in board.space("0401").attrs
    assert board.space("0101").polygon == board.grid.corners("0101") if board.grid else False
    (side,) = board.links_between("0101", "0102", HEXSIDE)
    assert side.attrs["river"] is True
    assert board.links_between("0201", "0301", HEXSIDE)[0].attrs["river"] == "Glomma"
    assert board.neighbours("0101", "rail") == ("0102", "0201")
    assert game_map.provenance("layer terrain") == game_map.header.provenance
    assert [(line.kind, line.name, str(line.provenance)) for line in game_map.hexsides] == [
        ("river", "", "rule 2.1"),
        ("river", "Glomma", "rule 9.9"),
    ]
    assert [(line.name, line.path) for line in game_map.lines] == [
        ("", ("0101", "0201", "0301")),
        ("North line", ("0101", "0102")),
    ]
    assert board.check([["hexside"]]) == []


def test_boxes_and_tracks(shelf: Library) -> None:
    board = shelf.load_map("tiny").board
    assert board.neighbours("turn.2", "track") == ("turn.1", "turn.3")
    second = board.space("turn.2")
    assert (second.name, second.kind, second.x, second.y) == ("Turn 2", "track", 3.0, 8.0)
    assert second.polygon == ((2.0, 7.5), (4.0, 7.5), (4.0, 8.5), (2.0, 8.5))
    assert board.neighbours("pool", "box") == ("0101", "0102")
    assert board.space("pool").attrs == FrozenMap({"owner": "nor", "off_map": True})


@pytest.mark.parametrize(
    ("grid", "expected"),
    [
        ("label_order: row_column, columns_grow: west, rows_grow: south", ["0103", "0102", "0101"]),
        ("label_order: column_row, columns_grow: east, rows_grow: north", ["0101", "0201", "0301"]),
    ],
)
def test_rows_read_as_the_map_is_seen(grid: str, expected: list[str], root: Callable[[str], Mapping]) -> None:
    text = HEX.replace("  sheets:", "  " + grid.replace(", ", "\n  ") + "\n  sheets:")
    board = load(root, text).board
    west, middle_hex, east = (board.space(label) for label in expected)
    assert west.x < middle_hex.x < east.x
    assert (west.terrain, east.terrain) == ("clear", "sea")


def test_two_sheets_with_prefixes(root: Callable[[str], Mapping]) -> None:
    sheets = "[{columns: 1-2, rows: 1-1, prefix: w}, {columns: 1-2, rows: 1-1, prefix: e, column_offset: 2}]"
    text = HEX.replace("[{columns: 1-3, rows: 1-2}]", sheets)
    text = text.replace('"01": "cc~"', 'w01: "cc"').replace('"02": "cc~"', 'e01: "c~"')
    board = load(root, text).board
    assert sorted(space.id for space in board) == ["e0101", "e0201", "w0101", "w0201"]
    assert "e0101" in board.neighbours("w0201")


def test_every_mistake_of_a_hex_map(lines: Callable[..., list[str]]) -> None:
    text = HEX.replace('"02": "cc~"', '"02": "cx"\n      "03": "ccc"').replace('"01": "cc~"', '"01": "cq~"')
    text = text.replace("legend: {c: clear,", "legend: {cc: clear, c: claer,")
    text += """\
  weather:
    legend: {a: arctic}
    rows: {"01": [a], "1": "aaa"}
hexes:
  "0101": {name: A, country: norway, terain: clear}
  "9901": {name: B}
hexsides:
  river: [0101/0102 0101/0302, 0101-0102, 0101/0101, 0101/0999, [x]]
lines:
  rail: ["0101 0301", "0101 0199", {name: N}]
links:
  ferry: [0101/0302, 0302/0101, {link: 0101/0303, gates: 0404}, [a]]
boxes:
  "0101": {name: Clash}
  pool: {name: Pool, links: 0101 0909, at: [1]}
must_connect: [land, rial]
"""
    assert lines(load_map, text) == [
        '16: expected a code of one character',
        '16: unknown terrain "claer"; did you mean "clear"?',
        '18: unknown code "q" at place 2 (hex 0201) of the layer terrain',
        "19: row 02 of the layer terrain has 2 hexes; the grid has 3",
        '20: the grid has no row "03"',
        "23: expected the row as text",
        '23: the grid has no row "1"; did you mean "01"?',
        '25: unknown country "norway"',
        '25: unknown key "terain"; did you mean "terrain"?',
        '26: unknown space "9901"',
        '28: "0101/0101" links a space with itself',
        "28: 0101 and 0302 do not touch; they are 2 hexes apart",
        "28: expected text, found a list",
        '28: expected two spaces such as 2104/2105, found "0101-0102"',
        '28: unknown space "0999"',
        "30: 0101 and 0301 do not touch; they are 2 hexes apart",
        '30: the key "path" is missing',
        '30: unknown space "0199"',
        '32: expected links such as a/b, or a mapping with the key "link"; found a list',
        "32: the ferry link 0302/0101 is already given in line 32",
        '32: unknown space "0303"; did you mean "0302"?',
        '32: unknown space "0404"',
        '34: the box "0101" has the id of another space',
        "35: expected a point of two numbers such as [12.5, 3]",
        '35: unknown space "0909"',
        '36: no space and no link is of the kind "rial"; did you mean "rail"?',
    ]  # fmt: skip


def test_missing_terrain(lines: Callable[..., list[str]]) -> None:
    assert lines(load_map, HEX.replace("  terrain:\n", "  other:\n")) == [
        '1: a hex map needs the layer "terrain"'
    ]
    assert lines(load_map, HEX.replace('      "02": "cc~"\n', "")) == ['17: the row "02" is missing']
    assert lines(load_map, HEX[: HEX.index("layers:")]) == ['1: a hex map needs the layer "terrain"']


def test_grids_that_cannot_be(lines: Callable[..., list[str]]) -> None:
    assert lines(load_map, HEX.replace("flat", "pointy")) == [
        "6: On a pointy-top grid hexes are shoved east or west, not “south”."
    ]
    assert lines(load_map, HEX.replace("1-3, rows", "1-300, rows: 1-300}, {columns: 1-3, rows")) == [
        "6: a grid of 90006 hexes; at most 40000 are allowed"
    ]
    assert lines(
        load_map, HEX.replace("columns: 1-3", "columns: 3+").replace("rows: 1-2}", "rows: [1]}")
    ) == [
        "10: expected text, found a list",
        '10: expected the first and last number such as 1-42, found "3+"',
    ]


def test_a_hex_may_have_terrain_of_its_own(
    root: Callable[[str], Mapping], lines: Callable[..., list[str]]
) -> None:
    text = HEX.replace('"02": "cc~"', '"02": "cc "') + 'hexes:\n  "0302": {terrain: sea, source: rule 5}\n'
    game_map = load(root, text)
    assert game_map.board.space("0302").terrain == "sea"
    assert str(game_map.provenance("hex 0302")) == "rule 5"
    assert lines(load_map, text.replace("terrain: sea, source", "terrain: see, source")) == [
        '21: unknown terrain "see"; did you mean "sea"?'
    ]


AREAS = (
    HEAD
    + """\
countries:
  egypt: {name: Egypt}
terrains:
  desert: {name: Desert}
areas:
  egypt: {name: E, kind: land, owner: uk, income: 2, terrain: desert, country: egypt, polygon: "0,0 4,0 2,6"}
  jordan: {name: Jordan, kind: land, at: [6, 1], source: rule 7}
  sz_1: {name: Red Sea, kind: sea, at: [3, 9], attrs: {deep: true}}
  sz_2: {name: Mediterranean, kind: sea, at: [3, -4]}
links:
  border: [egypt/jordan]
  coast: [egypt/sz_1 egypt/sz_2, jordan/sz_1]
  sea: [{link: sz_1/sz_2, name: Suez, gates: egypt jordan, gates_needed: any, wraps: true, attrs: {cost: 2}}]
must_connect: [sea, [land, sea]]
"""
)


def test_an_area_map(root: Callable[[str], Mapping]) -> None:
    game_map = load(root, AREAS)
    board = game_map.board
    egypt = board.space("egypt")
    assert (egypt.x, egypt.y, egypt.terrain) == (2.0, 2.0, "desert")
    assert egypt.attrs == FrozenMap({"owner": "uk", "country": "egypt", "income": 2})
    assert str(game_map.provenance("area jordan")) == "rule 7"
    (canal,) = board.links_between("sz_1", "sz_2")
    assert (canal.gates, canal.gates_needed, canal.wraps) == (("egypt", "jordan"), "any", True)
    assert canal.attrs == FrozenMap({"name": "Suez", "cost": 2})
    assert game_map.grid is None


def test_every_mistake_of_an_area_map(lines: Callable[..., list[str]]) -> None:
    text = AREAS.replace("[egypt/jordan]", "[egypt/jordan, jordan/egypt, eqypt/jordan]")
    text = (
        text.replace("at: [6, 1], ", "")
        .replace("at: [3, 9]", "at: [3, east]")
        .replace("income: 2", "income: 2.5")
    )
    assert lines(load_map, text) == [
        '11: expected a whole number, found "2.5"',
        '12: an area needs a point "at" or an outline "polygon"',
        "13: expected a point of two numbers such as [12.5, 3]",
        "16: the border link jordan/egypt is already given in line 16",
        '16: unknown space "eqypt"; did you mean "egypt"?',
    ]


def test_what_must_connect(lines: Callable[..., list[str]]) -> None:
    cut = AREAS.replace("  sea: [{link: sz_1/sz_2", "  air: [{link: sz_1/jordan")
    assert lines(load_map, cut) == ["13: cut off from the rest of sea (must_connect): sz_1"]
    rail = AREAS.replace("must_connect: [sea,", "must_connect: [rail,")
    rail = rail.replace("links:\n", "links:\n  rail: [egypt/jordan, sz_1/sz_2]\n")
    assert lines(load_map, rail) == ["11: cut off from the rest of rail (must_connect): egypt, jordan"]


def test_a_map_is_of_hexes_or_of_areas(lines: Callable[..., list[str]]) -> None:
    both = '1: a map has either the key "hexgrid" or the key "areas"'
    assert lines(load_map, HEAD) == [both]
    assert lines(load_map, AREAS + "hexgrid: {}\n") == [both]


def test_a_large_map_loads(root: Callable[[str], Mapping]) -> None:
    text = HEX.replace("1-3, rows: 1-2", "1-72, rows: 1-70")
    rows = "".join(f'      "{row:02d}": "{"c" * 72}"\n' for row in range(1, 71))
    game_map = load(root, text[: text.index('      "01"')] + rows)
    assert len(game_map.board) == 5040
    assert isinstance(game_map.board, Board)
