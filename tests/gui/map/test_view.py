"""Tiles, view and minimap, by real mouse, wheel and keys."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QGraphicsItem, QGraphicsScene

from tests.gui.map.maps import AREAS, HEXES, colours, painter_of, picture, pixels
from wargame_desktop.gui.map.minimap import Minimap
from wargame_desktop.gui.map.tile_store import TILE, TileKey, TileStore, keys_in
from wargame_desktop.gui.map.tiles import MapItem
from wargame_desktop.gui.map.view import MapView

LEFT, RIGHT, MIDDLE = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton


@pytest.fixture
def view(qtbot) -> Iterator[MapView]:
    """A view on the shipped hex map, without motion."""
    yield make_view(qtbot)


def make_view(qtbot, name: str = HEXES) -> MapView:
    painter = painter_of(name)
    scene = QGraphicsScene()
    item = MapItem(painter)
    item.fade = False
    scene.addItem(item)
    view = MapView(scene, painter.geometry, item)
    view.held = (scene, item)  # type: ignore[attr-defined]
    view.animated = False
    qtbot.addWidget(view)
    view.resize(640, 480)
    view.show()
    qtbot.waitExposed(view)
    return view


def item_of(view: MapView) -> MapItem:
    return view.held[1]  # type: ignore[attr-defined]


def at(view: MapView, space: str) -> QPoint:
    """The place of a space's middle on the viewport."""
    return view.mapFromScene(view._geometry.centre(space))


def turn_wheel(view: MapView, spot: QPointF, notches: int) -> None:
    event = QWheelEvent(
        spot, view.viewport().mapToGlobal(spot), QPoint(), QPoint(0, 120 * notches), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(view.viewport(), event)


# View


def test_the_map_is_fitted_at_first_and_after_resizing(qtbot, view: MapView) -> None:
    sheet = view._geometry.sheet
    assert view.visible_rect.adjusted(-3, -3, 3, 3).contains(sheet)
    before = view.zoom
    view.resize(900, 700)
    qtbot.waitUntil(lambda: view.zoom > before)
    assert view.visible_rect.adjusted(-3, -3, 3, 3).contains(sheet)


def test_hovering_tells_the_space(qtbot, view: MapView) -> None:
    heard: list[str | None] = []
    view.space_hovered.connect(heard.append)
    for space in ("0707", "1204"):
        QTest.mouseMove(view.viewport(), at(view, space))
        qtbot.waitUntil(lambda wanted=space: view.hovered_space == wanted)
    QApplication.sendEvent(view.viewport(), QEvent(QEvent.Type.Leave))
    assert heard[-3:] == ["0707", "1204", None] or (heard[-1] is None and "1204" in heard)


def test_the_wheel_keeps_the_point_under_the_cursor(view: MapView) -> None:
    view.zoom = 0.5
    view.centre_on("0806")
    spot = QPointF(200, 150)
    for notches in (1, 3, -2, -1, 5):
        under = view._scene_point(spot)
        before = view.zoom
        turn_wheel(view, spot, notches)
        assert (view.zoom > before) == (notches > 0)
        after = view.viewportTransform().map(under)
        assert abs(after.x() - spot.x()) <= 1.0 and abs(after.y() - spot.y()) <= 1.0


def test_zoom_glides_when_motion_is_on(qtbot, view: MapView) -> None:
    view.animated = True
    start = view.zoom
    turn_wheel(view, QPointF(320, 240), 4)
    assert view.zoom < start * 1.9
    assert item_of(view).is_zooming
    qtbot.waitUntil(lambda: not item_of(view).is_zooming, timeout=3000)
    assert view.zoom == pytest.approx(start * 2)


def test_zoom_has_limits(view: MapView) -> None:
    view.zoom_by(-100)
    assert view.zoom == pytest.approx(view.zoom_limits[0])
    view.zoom_by(200)
    assert view.zoom == pytest.approx(view.zoom_limits[1])
    assert view.pitch_on_screen == pytest.approx(420)


@pytest.mark.parametrize("button", [LEFT, MIDDLE, RIGHT])
def test_dragging_the_empty_map_pans(view: MapView, button: Qt.MouseButton) -> None:
    view.zoom = 1.0
    view.centre_on("0806")
    start = QPoint(300, 200)
    under = view.mapToScene(start)
    QTest.mousePress(view.viewport(), button, pos=start)
    for step in range(1, 9):
        QTest.mouseMove(view.viewport(), start + QPoint(10 * step, 5 * step))
    QTest.mouseRelease(view.viewport(), button, pos=start + QPoint(80, 40))
    now = view.mapFromScene(under)
    assert (now - start - QPoint(80, 40)).manhattanLength() <= 3


def test_a_press_on_an_item_is_the_items(qtbot, view: MapView) -> None:
    view.zoom = 1.0
    view.centre_on("0806")
    pixmap = QPixmap(60, 60)
    pixmap.fill(QColor("black"))
    counter = view.scene().addPixmap(pixmap)
    counter.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIsMovable)
    counter.setPos(view._geometry.centre("0806"))
    counter.setZValue(5)
    pressed: list[object] = []
    view.space_pressed.connect(lambda space, button: pressed.append(space))
    grip = view.mapFromScene(counter.pos() + QPointF(30, 30))
    middle = view.visible_rect.center()
    QTest.mousePress(view.viewport(), LEFT, pos=grip)
    QTest.mouseMove(view.viewport(), grip + QPoint(40, 0))
    QTest.mouseRelease(view.viewport(), LEFT, pos=grip + QPoint(40, 0))
    assert pressed == []
    assert counter.x() > view._geometry.centre("0806").x() + 20
    assert view.visible_rect.center() == middle


def test_clicks_and_menu_name_the_space(view: MapView) -> None:
    clicked: list[tuple[object, object]] = []
    menus: list[object] = []
    view.space_clicked.connect(lambda space, button: clicked.append((space, button)))
    view.menu_wanted.connect(lambda space, point: menus.append(space))
    QTest.mouseClick(view.viewport(), LEFT, pos=at(view, "0707"))
    QTest.mouseClick(view.viewport(), RIGHT, pos=at(view, "1204"))
    assert clicked == [("0707", LEFT), ("1204", RIGHT)]
    assert menus == ["1204"]


def test_a_thrown_map_runs_on_and_stops(qtbot, view: MapView) -> None:
    view.zoom = 1.0
    view.centre_on("0806")
    view.animated = True
    QTest.mousePress(view.viewport(), LEFT, pos=QPoint(400, 240))
    for step in range(1, 7):
        QTest.mouseMove(view.viewport(), QPoint(400 - 15 * step, 240), 5)
    QTest.mouseRelease(view.viewport(), LEFT, pos=QPoint(310, 240))
    released = view.horizontalScrollBar().value()
    qtbot.waitUntil(lambda: not view._throw.is_running, timeout=4000)
    assert view.horizontalScrollBar().value() > released


def test_keys_pan_zoom_and_fit(view: MapView) -> None:
    view.zoom = 1.0
    left = view.visible_rect.left()
    QTest.keyClick(view, Qt.Key.Key_Right)
    assert view.visible_rect.left() > left
    before = view.zoom
    QTest.keyClick(view, Qt.Key.Key_Plus)
    assert view.zoom > before
    QTest.keyClick(view, Qt.Key.Key_Home)
    assert view.zoom == pytest.approx(view.fit_zoom)


def test_going_to_a_space_and_to_a_part(view: MapView) -> None:
    view.zoom = 1.0
    view.centre_on("1204")
    middle = view.visible_rect.center()
    centre = view._geometry.centre("1204")
    assert abs(middle.x() - centre.x()) < 2 and abs(middle.y() - centre.y()) < 2
    part = QRectF(400, 300, 500, 300)
    view.zoom_to(part)
    assert view.visible_rect.contains(part)
    assert view.visible_rect.width() < 2 * part.width()
    view.centre_on("sel_pool")
    assert view.visible_rect.contains(part)


def test_the_view_has_a_name_for_screen_readers(view: MapView) -> None:
    assert view.accessibleName() == "Map"


# Tiles


def test_what_is_seen_becomes_sharp(qtbot, view: MapView) -> None:
    item = item_of(view)
    qtbot.waitUntil(lambda: item.is_ready, timeout=20000)
    view.zoom = 1.0
    view.centre_on("0806")
    view.viewport().repaint()
    assert not item.is_ready
    qtbot.waitUntil(lambda: item.is_ready, timeout=20000)
    shown = view.viewport().grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    top_left = view.mapToScene(0, 0)
    direct = picture(item.painter, QRectF(top_left, top_left + QPointF(640, 480)), 1.0)
    off = sum(abs(a - b) > 32 for a, b in zip(pixels(shown), pixels(direct), strict=True))
    assert off < 0.01 * len(pixels(direct))


def test_before_the_tiles_are_ready_something_stands_in(qtbot, view: MapView) -> None:
    item = item_of(view)
    qtbot.waitUntil(lambda: item.is_ready, timeout=20000)
    view.zoom = view.zoom * 2.2
    item.is_zooming = True
    shown = view.viewport().grab().toImage()
    assert colours(shown.convertToFormat(QImage.Format.Format_RGB32)) > 100


def test_tiles_are_bounded_in_memory(qtbot) -> None:
    painter = painter_of(HEXES)
    scene = QGraphicsScene()
    item = MapItem(painter, budget=12 * TILE * TILE * 4)
    scene.addItem(item)
    view = MapView(scene, painter.geometry, item)
    qtbot.addWidget(view)
    view.animated = False
    view.resize(600, 400)
    view.show()
    for space in ("0303", "1804", "1512"):
        view.zoom = 1.0
        view.centre_on(space)
        view.viewport().repaint()
        qtbot.waitUntil(lambda: item.is_ready, timeout=20000)
        assert item.tiles.used_bytes <= 12 * TILE * TILE * 4


def test_the_store_forgets_what_was_used_longest_ago() -> None:
    store = TileStore(4 * TILE * TILE * 4)
    keys = [TileKey(1.0, n, 0) for n in range(5)]
    for key in keys[:4]:
        store.put(key, QPixmap(TILE, TILE))
    assert store.get(keys[0]) is not None
    store.put(keys[4], QPixmap(TILE, TILE))
    assert store.get(keys[1]) is None
    assert store.get(keys[0]) is not None
    store.make_stale([keys[0].rect.adjusted(5, 5, -5, -5)])
    assert not store.is_fresh(keys[0]) and store.is_fresh(keys[4])


def test_tiles_cover_a_rectangle_without_gap() -> None:
    rect = QRectF(-700, 130, 1500, 900)
    covered = QRectF()
    for key in keys_in(rect, 0.7):
        covered = covered.united(key.rect)
    assert covered.contains(rect)


def test_a_change_of_control_redraws_only_what_it_touches(qtbot) -> None:
    view = make_view(qtbot, AREAS)
    item = item_of(view)
    view.zoom = 2.0
    view.centre_on("kestrow")
    view.viewport().repaint()
    qtbot.waitUntil(lambda: item.is_ready, timeout=20000)
    before = view.viewport().grab().toImage()
    keys = keys_in(view.visible_rect.intersected(item.boundingRect()), 2.0)
    item.set_control({"kestrow": "ussr"})
    stale = [key for key in keys if not item.tiles.is_fresh(key)]
    assert stale and len(stale) <= len(keys)
    far = [
        key
        for key in keys
        if not key.rect.intersects(item.painter.geometry.outline("kestrow").boundingRect())
    ]
    assert not any(key.rect.adjusted(60, 60, -60, -60) in [one.rect for one in stale] for key in far)
    view.viewport().repaint()
    qtbot.waitUntil(lambda: item.is_ready, timeout=20000)
    assert view.viewport().grab().toImage() != before
    item.set_control({"kestrow": "ussr"})
    assert all(item.tiles.is_fresh(key) for key in keys)


def test_another_theme_is_drawn_anew(qtbot, view: MapView) -> None:
    item = item_of(view)
    qtbot.waitUntil(lambda: item.is_ready, timeout=20000)
    before = view.viewport().grab().toImage()
    item.set_painter(painter_of(HEXES, "dark"))
    view.set_theme(item.painter.theme)
    view.viewport().repaint()
    qtbot.waitUntil(lambda: item.is_ready, timeout=20000)
    assert view.viewport().grab().toImage() != before


def test_a_scene_rendered_to_a_picture_is_sharp_at_once(view: MapView) -> None:
    image = QImage(400, 300, QImage.Format.Format_RGB32)
    image.fill(0)
    brush = QPainter(image)
    view.scene().render(brush, QRectF(0, 0, 400, 300), QRectF(500, 400, 400, 300))
    brush.end()
    direct = picture(item_of(view).painter, QRectF(500, 400, 400, 300), 1.0)
    off = sum(abs(a - b) > 32 for a, b in zip(pixels(image), pixels(direct), strict=True))
    assert off < 0.01 * len(pixels(direct))


# Minimap


def test_the_minimap_shows_map_view_and_dots_and_leads_there(qtbot, view: MapView) -> None:
    painter = item_of(view).painter
    small = Minimap(painter)
    qtbot.addWidget(small)
    small.resize(300, small.heightForWidth(300))
    small.show()
    plain = small.grab().toImage()
    assert colours(plain.convertToFormat(QImage.Format.Format_RGB32)) > 60
    small.set_dots([(painter.geometry.centre("0707"), QColor("#ff00ff"))])
    with_dot = small.grab().toImage()
    spot = small.to_widget(painter.geometry.centre("0707")).toPoint()
    assert with_dot.pixelColor(spot) == QColor("#ff00ff")
    small.set_view_rect(QRectF(300, 300, 600, 400))
    assert small.grab().toImage() != with_dot

    small.centre_wanted.connect(view.centre_on_point)
    view.zoom = 1.0
    QTest.mouseClick(small, LEFT, pos=spot)
    middle = view.visible_rect.center()
    centre = painter.geometry.centre("0707")
    assert abs(middle.x() - centre.x()) < 12 and abs(middle.y() - centre.y()) < 12


def test_the_minimap_keeps_its_picture_until_the_next_is_drawn(qtbot, view: MapView) -> None:
    small = Minimap(item_of(view).painter)
    qtbot.addWidget(small)
    small.resize(300, small.heightForWidth(300))
    small.show()
    plain = small.grab().toImage()
    held = dict.fromkeys(("0707", "0708", "0807"), "germany")
    small.set_control(held)
    assert small.grab().toImage() == plain  # nobody waits for the new one
    qtbot.waitUntil(lambda: small.grab().toImage() != plain, timeout=10_000)
    again = Minimap(item_of(view).painter)
    qtbot.addWidget(again)
    again.resize(small.size())
    again.set_control(held)
    assert small.grab().toImage() == again.grab().toImage()


def test_minimap_points_go_there_and_back(qtbot) -> None:
    small = Minimap(painter_of(AREAS))
    qtbot.addWidget(small)
    small.resize(280, 200)
    point = QPointF(333, 222)
    back = small.to_scene(small.to_widget(point))
    assert back.x() == pytest.approx(point.x()) and back.y() == pytest.approx(point.y())
