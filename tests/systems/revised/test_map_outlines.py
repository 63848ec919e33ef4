"""The drawing says what the links say: spaces touch on the sheet if and only if they are linked."""

from __future__ import annotations

import math

from tests.systems.revised.world import (
    board,
    contacts,
    contacts_around,
    contains,
    edges,
    neighbours,
    pair,
    world,
)
from wargame_desktop.content.map_paint import area

CLEAR = 10.0
"""Map units of common border that a player can see at a glance; the sheet is 4000 wide."""


def _links(wraps: bool) -> set[tuple[str, str]]:
    return {pair(k.a, k.b) for k in board().links if k.wraps == wraps and k.kind != "canal"}


def test_every_link_is_a_border_that_can_be_seen() -> None:
    short = {one: contacts().get(one, 0.0) for one in _links(wraps=False)}
    assert {one: length for one, length in short.items() if length < CLEAR} == {}


def test_no_border_without_a_link() -> None:
    assert {one: length for one, length in contacts().items() if one not in _links(wraps=False)} == {}


def test_links_around_the_back_touch_across_the_cut() -> None:
    assert set(contacts_around()) == _links(wraps=True)
    assert min(contacts_around().values()) > CLEAR


def test_canals_cross_land_that_belongs_to_their_gates() -> None:
    for canal in (link for link in board().links if link.kind == "canal"):
        assert pair(canal.a, canal.b) not in contacts()
        for gate in canal.gates:
            assert {canal.a, canal.b} <= neighbours(gate)
    assert pair("anglo_egypt", "trans_jordan") in contacts()


def test_borders_are_shared_corner_by_corner() -> None:
    """An edge has one space on each side, or one space and the rim, closed water or the Caspian."""
    assert max(len(spaces) for spaces in edges().values()) == 2
    assert not [spaces for spaces in edges().values() if len(spaces) == 2 and spaces[0] == spaces[1]]


def test_land_and_sea_zones_cover_the_sheet_but_for_closed_waters() -> None:
    bounds = world().paint.bounds
    assert bounds is not None
    covered = 0.0
    for space in board().spaces:
        for one in world().drawn(space.id).outlines:
            covered += abs(area(one.ring)) - sum(abs(area(hole)) for hole in one.holes)
    assert 0.9 < covered / (bounds.width * bounds.height) < 1.0


def test_everything_lies_on_the_sheet() -> None:
    bounds = world().paint.bounds
    assert bounds is not None
    for start, end in edges():
        for x, y in (start, end):
            assert 0 <= x <= bounds.width and 0 <= y <= bounds.height


def test_names_and_pieces_lie_in_their_space() -> None:
    outside = [
        space.id
        for space in board().spaces
        if not (
            contains(space.id, world().drawn(space.id).label)
            and contains(space.id, world().drawn(space.id).pieces)
        )
    ]
    assert outside == []


def test_pieces_leave_the_name_free_where_there_is_room() -> None:
    crowded = []
    for space in board().spaces:
        drawn = world().drawn(space.id)
        size = sum(abs(area(one.ring)) for one in drawn.outlines)
        if size > 9000 and math.dist(drawn.label, drawn.pieces) < 20:
            crowded.append(space.id)
    assert crowded == []


def test_small_islands_are_large_enough_to_see() -> None:
    for space in board().spaces:
        largest = max(abs(area(one.ring)) for one in world().drawn(space.id).outlines)
        assert largest > 120, space.id


def test_rivers_lakes_canals_and_names_are_painted() -> None:
    paint = world().paint
    assert {"Nile", "Danube", "Volga"} <= {one.name for one in paint.lines["river"]}
    assert [one.name for one in paint.lines["canal"]] == ["Suez Canal", "Panama Canal"]
    assert len(paint.shapes["lake"]) > 10
    assert "North Atlantic Ocean" in {one.text for one in paint.labels}
