"""What only painting needs: outlines with holes, lines, names, anchors, insets, and every mistake in them."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from wargame_desktop.content.folders import Folders
from wargame_desktop.content.library import Library
from wargame_desktop.content.map_paint import Box, Inset, Label, Outline, Paint, SpaceWish, area, middle
from wargame_desktop.content.maps import GameMap, load_art, load_map
from wargame_desktop.content.problems import ContentError
from wargame_desktop.content.schema import Reading
from wargame_desktop.content.yaml_source import Mapping, read_bytes

HEAD = "kind: map\nformat: 1\nid: m\ntitle: M\nsource: original\n"
ART = HEAD.replace("map", "art")
SHIPPED = Path(__file__).parent / "data" / "shipped"
SQUARE = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0))


def load(make: Callable[[str], Mapping], text: str) -> GameMap:
    reading = Reading()
    found = load_map(make(text), reading)
    assert [str(problem) for problem in reading.problems.sorted()] == []
    assert found is not None
    return found


def test_lines_shapes_names_and_insets(shelf: Library) -> None:
    paint = shelf.load_painted_map("tiny").paint
    coast, fjord = paint.lines["coast"]
    assert (coast.points, coast.closed, coast.name) == (((0.0, 0.0), (1.5, 2.0), (3.0, 4.0)), False, "")
    assert (fjord.name, fjord.closed, fjord.attrs["deep"]) == ("Fjord", True, True)
    small, large = paint.shapes["lake"]
    assert small.outlines == (Outline(((0.0, 0.0), (1.0, 0.0), (1.0, 1.0))),), "the first corner closes it"
    assert large.name == "Mjosa"
    assert large.outlines[0] == Outline(SQUARE, (((1.0, 1.0), (2.0, 1.0), (2.0, 2.0)),))
    assert len(large.outlines) == 2 and large.outlines[1].holes == ()
    assert paint.bounds == Box(-1.0, -1.0, 9.5, 9.0)
    assert paint.labels == (Label("The North Sea", (3.0, 2.0), "sea", -20.5),)
    assert paint.insets == (
        Inset("oslo", "Oslo", Box(6.0, 0.0, 2.0, 2.0), Box(0.0, 0.0, 1.0, 1.0)),
        Inset("corner", "", Box(6.0, 4.0, 2.0, 2.0), None),
    )


def test_a_hex_is_drawn_by_its_grid_unless_a_file_says_otherwise(shelf: Library) -> None:
    game_map = shelf.load_painted_map("tiny")
    plain_hex = game_map.drawn("0103")
    space = game_map.board.space("0103")
    assert plain_hex.outlines == (Outline(space.polygon),)
    assert plain_hex.label == plain_hex.pieces == (space.x, space.y)
    oslo = game_map.drawn("0101")
    assert oslo.outlines == (Outline(game_map.board.space("0101").polygon),)
    assert (oslo.label, oslo.label_angle, oslo.pieces) == ((0.5, 0.25), 0.0, (0.0, 1.0))
    slanting = game_map.drawn("0102")
    assert (slanting.label, slanting.label_angle) == ((1.0, 2.0), 45.0)
    assert game_map.drawn("pool").outlines == (), "a box without a size has no outline"
    assert len(game_map.drawn("turn.1").outlines) == 1


def test_art_adds_to_the_map_and_leaves_its_board_alone(shelf: Library) -> None:
    plain_map, painted = shelf.load_map("tiny"), shelf.load_painted_map("tiny")
    assert plain_map.paint == Paint()
    assert painted.board is plain_map.board
    without = Library(Folders(SHIPPED.parents[4]))
    assert without.load_painted_map("free_table") is without.load_map("free_table")


AREAS = (
    HEAD
    + """\
areas:
  egypt:
    name: Egypt
    kind: land
    polygon: [9,9 9,8 8,9, {outline: "0,0 4,0 4,4 0,4 0,0", holes: ["1,1 2,1 2,2"]}]
    label: {at: [1, 3], angle: -30}
  jordan: {name: Jordan, kind: land, at: [6, 1], label: [6.5, 2], pieces: 7 2}
paint:
  spaces:
    jordan: {polygon: "5,0 7,0 7,2", pieces: [6, 0.5]}
  lines: {river: ["0,0 1,1"], border: ["4,0 4,4"]}
  insets: {a: {frame: [0, 0, 1, 1]}, b: {frame: [1, 0, 1, 1]}}
  labels: [{text: Sinai, at: [4, 1]}]
"""
).replace("[9,9 9,8 8,9,", '["9,9 9,8 8,9",')


def test_an_area_of_several_parts_with_a_hole(root: Callable[[str], Mapping]) -> None:
    game_map = load(root, AREAS)
    egypt = game_map.drawn("egypt")
    assert [len(outline.ring) for outline in egypt.outlines] == [3, 4]
    assert egypt.outlines[1] == Outline(SQUARE, (((1.0, 1.0), (2.0, 1.0), (2.0, 2.0)),))
    space = game_map.board.space("egypt")
    assert space.polygon == SQUARE, "the board keeps the largest part"
    assert (space.x, space.y) == egypt.pieces == (2.0, 2.0)
    assert (egypt.label, egypt.label_angle) == ((1.0, 3.0), -30.0)
    jordan = game_map.drawn("jordan")
    assert jordan.outlines == (Outline(((5.0, 0.0), (7.0, 0.0), (7.0, 2.0))),)
    assert (jordan.label, jordan.pieces) == ((6.5, 2.0), (6.0, 0.5)), "what `paint` says lies over the area"


def test_what_art_replaces_and_what_it_adds(root: Callable[[str], Mapping]) -> None:
    game_map = load(root, AREAS)
    body = """\
paint:
  bounds: [0, 0, 9, 9]
  lines: {river: ["2,2 3,3"], rail: ["0,0 5,5"]}
  insets: {b: {frame: [5, 5, 1, 1]}, c: {frame: [6, 6, 1, 1]}}
  labels: [{text: Negev, at: [5, 1], kind: desert, angle: 90}]
  spaces: {jordan: {label: [1, 1]}}
"""
    reading = Reading()
    both = game_map.with_art(load_art(root(ART + body), reading))
    assert len(reading.problems) == 0
    assert sorted(both.paint.lines) == ["border", "rail", "river"]
    assert [line.points[0] for line in both.paint.lines["river"]] == [(2.0, 2.0)]
    assert [(inset.id, inset.frame.x) for inset in both.paint.insets] == [("a", 0.0), ("b", 5.0), ("c", 6.0)]
    assert [(label.text, label.kind) for label in both.paint.labels] == [
        ("Sinai", "region"),
        ("Negev", "desert"),
    ]
    assert both.paint.bounds == Box(0.0, 0.0, 9.0, 9.0)
    assert both.drawn("jordan").label == (1.0, 1.0)
    assert both.drawn("jordan").pieces == (6.0, 0.5), "what the art leaves out stays"
    assert both.paint.spaces["egypt"] == game_map.paint.spaces["egypt"] != SpaceWish()


def test_every_mistake_in_the_painting(lines: Callable[..., list[str]]) -> None:
    text = (
        HEAD
        + """\
areas:
  a: {name: A, kind: land, polygon: "0,0 4;0 4,4"}
  b: {name: B, kind: land, polygon: "0,0 4,0"}
  c: {name: C, kind: land, polygon: ["0,0 4,0 8,0", "0,0 1,0 1,1"]}
  d: {name: D, kind: land, polygon: []}
  e: {name: E, kind: land, polygon: {outline: "0,0 4,0 4,4", holes: ["1,1 2,1 5,5"]}}
  f: {name: F, kind: land, polygon: {outlines: "0,0 4,0 4,4"}, label: [1]}
  g: {name: G, kind: land, polygon: [[1, 2]], pieces: {x: 1}}
paint:
  bounds: [0, 0, 10, 0]
  lines:
    coast: ["0,0", "0,0 1,1,1", {name: X}, {points: "1,1 2,2", closed: yes}, [1, 2]]
  shapes:
    lake: [{outline: "0,0 1,0 1,1"}, "0,0 1,0"]
  labels: [{text: Sea}, {text: Bay, at: [1, 1], angle: 200}]
  insets: {x: {title: X}, y: {frame: [1, 2, 3]}, z: {frame: [1, 2, 3, four]}}
  spaces: {q: {label: [1, 2]}, a: {lable: [1, 2]}}
  frames: []
"""
    )
    assert lines(load_map, text) == [
        '7: expected points such as 12.5,3 14,5, found "4;0"',
        "8: 2 points; at least 3 needed",
        "9: an outline without any area",
        "10: 0 items; at least 1 needed",
        "11: the hole at 1,1 reaches out of its outline",
        "12: expected a point of two numbers such as [12.5, 3]",
        '12: the key "outline" is missing',
        '12: unknown key "outlines"; did you mean "outline"?',
        "13: expected a point of two numbers such as [12.5, 3]",
        "13: expected text, found a list",
        "15: a rectangle of 10 by 0; both must be more than 0",
        "17: 1 points; at least 2 needed",
        '17: expected points such as 12.5,3 14,5, found "1,1,1"',
        "17: expected text, found a list",
        '17: expected true or false, found "yes"',
        '17: the key "points" is missing',
        "19: 2 points; at least 3 needed",
        '19: the key "polygon" is missing',
        '19: unknown key "outline"',
        "20: 200 is too large; at most 180",
        '20: the key "at" is missing',
        "21: expected left, top, width and height such as [0, 0, 40, 30]",
        '21: the key "frame" is missing',
        '22: unknown key "lable"; did you mean "label"?',
        '22: unknown space "q"',
        '23: unknown key "frames"',
    ]


def test_an_inset_lies_on_the_sheet(lines: Callable[..., list[str]]) -> None:
    insets = "    a: {frame: [8, 8, 3, 2]}\n    b: {frame: [8, 8, 2, 2]}\n"
    body = "paint:\n  bounds: [0, 0, 10, 10]\n  insets:\n"
    assert lines(load_art, ART + body + insets) == ["9: the frame reaches out of the bounds of the map"]
    assert lines(load_art, ART) == ['1: the key "paint" is missing']


def test_an_art_file_belongs_to_a_map(tmp_path: Path) -> None:
    library = Library(Folders(SHIPPED, tmp_path))
    path = tmp_path / "resources" / "tiny" / "art.yaml"
    path.parent.mkdir(parents=True)
    path.write_text('paint: {spaces: {"0999": {label: [1, 1]}, "0101": {label: [7, 7]}}}\n')
    assert [str(one) for one in library.problems_in(path)] == [f'{path}:1: unknown space "0999"']
    with pytest.raises(ContentError, match='unknown space "0999"'):
        library.load_painted_map("tiny")
    path.write_text('paint: {spaces: {"0101": {label: [7, 7]}}}\n')
    assert library.load_painted_map("tiny").drawn("0101").label == (7.0, 7.0)
    lost = tmp_path / "art.yaml"
    lost.write_text(ART.replace("id: m", "id: tyni") + "paint: {}\n")
    assert [str(one) for one in library.problems_in(lost)] == [
        f'{lost}:3: there is no map "tyni"; did you mean "tiny"?'
    ]


def test_painting_leaves_the_hash_of_the_data_alone(tmp_path: Path) -> None:
    library = Library(Folders(SHIPPED, tmp_path))
    path = tmp_path / "resources" / "tiny" / "map.yaml"
    path.parent.mkdir(parents=True)
    before = library.data_hash(["tiny"])
    path.write_text("paint: {bounds: [0, 0, 9, 9]}\n")
    assert library.data_hash(["tiny"]) == before
    for free in ("source: rail", "label: x"):
        path.write_text(f'hexes: {{"0101": {{attrs: {{{free}}}}}}}\n')
        assert library.data_hash(["tiny"]) != before, "a value of the rules may have any name"


def test_the_area_and_middle_of_an_outline() -> None:
    assert abs(area(SQUARE)) == 16.0
    assert middle(SQUARE) == middle(SQUARE[::-1]) == (2.0, 2.0)


def test_much_art_is_read_quickly() -> None:
    points = " ".join(f"{n % 997}.25,{n % 1009}.5" for n in range(200_000))
    data = f"{ART}paint:\n  lines:\n    coast: ['{points}']\n".encode()
    started = time.process_time()
    paint = load_art(read_bytes(data, "f"), Reading())
    assert len(paint.lines["coast"][0].points) == 200_000
    assert time.process_time() - started < 5
