"""Stacks on the map: levels of detail, redrawing only what changed, moves, chips of area boards."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPointF, QRectF

from tests.gui.table.tables import StrictSession, Table, TrySession
from wargame_desktop.core.draft import Changed
from wargame_desktop.core.frozen import FrozenMap
from wargame_desktop.core.state import PieceTable
from wargame_desktop.gui.counters.face import Style
from wargame_desktop.gui.map.stacks_layout import ChipLayout
from wargame_desktop.gui.map.stacks_picture import counter_size, piece_size
from wargame_desktop.gui.theme import load_theme
from wargame_desktop.systems.free_table.model import Flip, Mark, Move


@pytest.fixture
def table(qtbot) -> Table:
    return Table(qtbot, TrySession())


def pixmap_key(table: Table, space: str) -> int:
    return table.scene.stacks._items[space].pixmap().cacheKey()


@pytest.mark.parametrize(
    ("pitch", "level", "side"), [(30, 0, 11), (50, 1, 21), (100, 2, 40), (140, 3, 62), (120, 3, 62)]
)
def test_levels_of_detail(pitch: float, level: int, side: float) -> None:
    size = counter_size(load_theme("light").detail, pitch)
    assert (size.level, size.side) == (level, side)


def test_counters_grow_with_the_map_and_never_fill_a_hex() -> None:
    detail = load_theme("light").detail
    for choose in (counter_size, piece_size):
        sides = [choose(detail, pitch).side for pitch in range(20, 600, 5)]
        assert sides == sorted(sides)
    for pitch in range(30, 600, 5):
        assert 0.2 < counter_size(detail, pitch).side / pitch < 0.56


def test_one_item_per_occupied_space_of_the_map(table: Table) -> None:
    view = table.session.view
    on_map = [space for space in view.pieces.by_space if table.geometry.is_on_map(space)]
    assert sorted(table.scene.stacks._items) == sorted(on_map)
    for space in on_map:
        assert table.scene.stacks.pieces_at(space) == tuple(p.id for p in reversed(view.at(space)))


def test_zoom_changes_the_pictures(table: Table) -> None:
    seen = set()
    for zoom in (0.25, 0.45, 0.7, 1.0, 1.5):
        table.view.resetTransform()
        table.view.scale(zoom, zoom)
        table.settle()
        picture = table.scene.stacks._items["1105"].picture
        seen.add((picture.pixmap.width(), len(picture.grips)))
    assert len(seen) == 5


def test_only_changed_spaces_are_redrawn(table: Table) -> None:
    spaces = sorted(table.scene.stacks._items)
    before = {space: pixmap_key(table, space) for space in spaces}
    table.session.play(Move(("nor.2_arm",), "1105"))
    table.settle()
    assert "1104" not in table.scene.stacks._items
    after = {space: pixmap_key(table, space) for space in spaces if space != "1104"}
    assert [space for space in after if after[space] != before[space]] == ["1105"]


def test_marks_and_flips_show_at_once(table: Table) -> None:
    before = pixmap_key(table, "1104")
    table.session.play(Mark("nor.2_arm", "moved"))
    marked = pixmap_key(table, "1104")
    table.session.play(Flip(("nor.2_arm",)))
    assert len({before, marked, pixmap_key(table, "1104")}) == 3


def test_loading_shows_on_the_carrier(table: Table) -> None:
    faces = dict(table.scene.stacks.faces_at("0311"))
    assert faces["cal.transport.1"].loaded and not faces["cal.home_fleet"].loaded
    table.session.play(Move(("cal.naval_wing",), "in:cal.home_fleet"))
    assert dict(table.scene.stacks.faces_at("0311"))["cal.home_fleet"].loaded


def test_move_glides_and_then_the_piece_is_there(qtbot) -> None:
    table = Table(qtbot, StrictSession())
    table.scene.set_motion(True)
    items = len(table.scene.items())
    table.session.play(Move(("nor.2_arm",), "1005"))
    assert table.scene.motion.is_running
    assert table.scene.stacks._items["1005"].opacity() == 0.0
    qtbot.waitUntil(lambda: not table.scene.motion.is_running, timeout=2000)
    assert table.scene.stacks._items["1005"].opacity() == 1.0
    assert table.scene.stacks.place_of("nor.2_arm") == "1005"
    assert len(table.scene.items()) == items


def test_second_move_during_a_glide_leaves_nothing_in_the_air(qtbot) -> None:
    table = Table(qtbot, TrySession())
    table.scene.set_motion(True)
    items = len(table.scene.items())
    for space in ("1005", "1006", "1104"):
        table.session.play(Move(("nor.2_arm",), space))
    qtbot.waitUntil(lambda: not table.scene.motion.is_running, timeout=2000)
    assert len(table.scene.items()) == items
    assert table.scene.stacks.place_of("nor.2_arm") == "1104"


def test_without_motion_nothing_runs(table: Table) -> None:
    table.session.play(Move(("nor.2_arm",), "1005"))
    assert not table.scene.motion.is_running


def test_theme_change_redraws_everything(table: Table) -> None:
    before = {space: pixmap_key(table, space) for space in table.scene.stacks._items}
    table.scene.set_theme(load_theme("paper"))
    table.settle()
    assert all(pixmap_key(table, space) != key for space, key in before.items())


def test_hidden_pieces_show_nothing_but_the_nation(qtbot) -> None:
    session = TrySession()
    session.viewer = "league"
    table = Table(qtbot, session)
    (_, face), *_ = [one for one in table.scene.stacks.faces_at("1202") if one[0].startswith("?")]
    assert face.hidden and face.figures == () and face.nation == "germany"


def test_markers_lie_small_beside_units_and_can_be_taken(table: Table) -> None:
    picture = table.scene.stacks._items["0905"].picture
    assert [grip.pieces for grip in picture.grips] == [("entrenched.1",), ("sel.3_inf",)]
    assert picture.grips[0].rect.width() < picture.grips[1].rect.width() * 0.6


def test_many_stacks_are_drawn_in_slices_and_all_arrive(qtbot) -> None:
    session = TrySession()
    kinds = list(session.system.data.units[0].counters)
    pieces = list(session.state.pieces.values())
    spaces = [space.id for space in session.system.board.spaces][:200]
    many = [
        replace(pieces[0], id=f"p{k}", kind=kinds[k % len(kinds)], space=spaces[k % 200], order=k)
        for k in range(600)
    ]
    session.state = replace(session.state, pieces=PieceTable(many))
    table = Table(qtbot, session)
    stacks = table.scene.stacks
    table.view.resetTransform()
    table.view.scale(0.7, 0.7)
    qtbot.waitUntil(lambda: stacks.size.side == 40.0 and not stacks._waiting, timeout=5000)
    widths = {item.picture.grips[0].rect.width() for item in stacks._items.values()}
    assert widths == {40.0}


def test_area_board_has_chips_by_power_and_kind(qtbot) -> None:
    table = Table(qtbot, TrySession("free_table/campaign"), at="castrel")
    picture = table.scene.stacks._items["port_eskeld"].picture
    groups = sorted(len(grip.pieces) for grip in picture.grips)
    assert groups == [2, 2, 2]
    assert sum(groups) == len(table.scene.stacks.pieces_at("port_eskeld"))


def test_cardboard_can_be_preferred_on_an_area_board(qtbot) -> None:
    table = Table(qtbot, TrySession("free_table/campaign"), at="castrel")
    table.scene.set_style(Style.COUNTER)
    table.settle()
    faces = [face for _, face in table.scene.stacks.faces_at("castrel")]
    assert {face.style for face in faces} == {Style.COUNTER}
    assert all(face.figures for face in faces)


def test_chips_do_not_cover_each_other(qtbot) -> None:
    table = Table(qtbot, TrySession("free_table/campaign"), at="castrel", zoom=0.5)
    rects = table.scene.stacks.rects_on_screen(table.view.viewportTransform())
    clashes = [
        (a, b) for k, a in enumerate(rects) for b in rects[k + 1 :]
        if a.adjusted(1, 1, -1, -1).intersects(b.adjusted(1, 1, -1, -1))
    ]  # fmt: skip
    assert clashes == []


def test_chip_that_does_not_fit_has_a_leader_to_its_territory(qtbot) -> None:
    table = Table(qtbot, TrySession("free_table/campaign"), at="castrel", zoom=0.3)
    stacks = table.scene.stacks
    beside = [space for space, item in stacks._items.items() if not item.shift.isNull()]
    assert beside and sorted(stacks._leaders) == sorted(beside)


def test_layout_gives_places_free_again(qtbot) -> None:
    table = Table(qtbot, TrySession("free_table/campaign"), at="castrel")
    layout = ChipLayout(table.geometry, 1.0)
    extent = QRectF(-20, -12, 40, 24)
    first = layout.place("castrel", extent)
    assert first == QPointF(0, 0)
    layout.remove("castrel")
    assert layout.offsets == {}
    assert layout.place("castrel", extent) == first


def test_changed_marks_without_spaces_redraw_the_piece(table: Table) -> None:
    state = table.session.state
    piece = replace(state.piece("nor.2_arm"), marks=FrozenMap({"moved": True}))
    table.session.state = replace(state, pieces=state.pieces.set("nor.2_arm", piece))
    table.session.changed.emit(Changed(pieces=("nor.2_arm",)))
    assert dict(table.scene.stacks.faces_at("1104"))["nor.2_arm"].moved
