"""Buying, charts and overlays in the whole window."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.gui.window.hands import ALT, LEFT, NONE, Hands


def test_the_basket_never_holds_more_than_there_is_money_for(make_hands) -> None:
    hands: Hands = make_hands("revised/spring_1942")
    assert not hands.tables.shop.isVisible()
    hands.session.play("end")
    shop = hands.tables.shop
    assert shop.isVisible() and "24 IPCs left" in shop.money.text() and not shop.do_button.isEnabled()
    for _ in range(9):
        QTest.mouseClick(shop.basket.names["tank"], LEFT)
    assert shop.basket.order == {"tank": 4}
    assert "4 IPCs left" in shop.money.text() and shop.do_button.text() == "Buy 4 for 20 IPCs"
    assert shop.basket.counts["fighter"].maximum() == 0
    assert "Caucasus" in shop.detail.text()
    hands.press(shop.clear_button)
    assert shop.basket.order == {}
    QTest.mouseClick(shop.basket.names["infantry"], LEFT)
    hands.press(shop.do_button)
    assert [piece.kind for piece in hands.session.view.at("mobilization")] == ["ussr.infantry"]
    assert shop.basket.order == {} and "21 IPCs left" in shop.money.text()


def test_the_set_up_is_done_by_keys_too(make_hands) -> None:
    hands: Hands = make_hands("european_theater/campaign")
    pool = hands.tables.shop.pool
    pool.setFocus()
    hands.key(Qt.Key.Key_Right)
    assert pool.current is not None and pool.current.pieces == ("fr.1_armor",)
    hands.key(Qt.Key.Key_Return)
    assert hands.tables.table.is_picking and "1709" in hands.tables.table.candidates
    hands.key(Qt.Key.Key_Escape)
    assert not hands.tables.table.is_picking
    assert pool.hasFocus(), "who gives up goes on where the question came from"
    hands.key(Qt.Key.Key_Return)
    hands.key(Qt.Key.Key_Return)
    assert hands.tables.table.is_picking, "the cursor is shown before it is believed"
    hands.key(Qt.Key.Key_Up)
    chosen = hands.tables.scene.cursor.space
    hands.key(Qt.Key.Key_Return)
    assert chosen is not None and hands.place("fr.1_armor") == chosen
    assert pool.hasFocus()
    assert "fr.1_armor" not in [piece for row in pool.rows for piece in row.pieces]


def test_a_row_of_a_chart_shows_its_place(make_hands) -> None:
    hands: Hands = make_hands("revised/spring_1942")
    hands.tables.tabs.setCurrentWidget(hands.tables.numbers)
    charts = hands.tables.numbers.charts
    QTest.qWait(1)
    assert [section.is_unfolded for section in charts.sections.values()] == [True, False, False, False, False]
    section = charts.sections["cities"]
    QTest.mouseClick(section.button, LEFT)
    grid = section.grid
    assert grid is not None and grid.isVisible()
    rows = [grid.item(row, 0).text() for row in range(grid.rowCount())]
    rect = grid.visualItemRect(grid.item(next(n for n, text in enumerate(rows) if "Tokyo" in text), 0))
    QTest.mouseClick(grid.viewport(), LEFT, NONE, rect.center())
    assert hands.tables.table.selection.space == "japan"
    assert hands.tables.view.viewport().rect().contains(hands.at("japan"))
    hands.session.play("research rockets 1")
    economy = charts.sections["economy"].grid
    assert economy is not None and economy.item(1, 1).text() == "19"


def test_overlays_have_names_keys_and_a_legend(make_hands) -> None:
    hands: Hands = make_hands("european_theater/barbarossa")
    overlays = hands.tables.overlays
    commands = hands.window.commands
    assert commands["view.overlay_1"].text() == "Land zones" and commands["view.overlay_1"].isVisible()
    assert not commands["view.overlay_6"].isVisible()
    assert not overlays.legend.isVisible()
    hands.tables.view.setFocus()
    hands.key(Qt.Key.Key_1, ALT)
    assert overlays.shown == ["land"] and overlays.legend.isVisible()
    assert [title for title, _ in overlays.legend.entries] == [
        "Axis land zone (5.1.1)",
        "Allied land zone (5.1.1)",
    ]
    assert hands.tables.scene.overlays.areas.isVisible()
    hands.window.preferences.set("show_supply", True)
    assert "Supply line to its source" in [title for title, _ in overlays.legend.entries]
    hands.key(Qt.Key.Key_1, ALT)
    assert not hands.tables.scene.overlays.areas.isVisible()


def test_commands_for_what_a_game_has_not_are_out_of_sight(make_hands) -> None:
    commands = make_hands("revised/spring_1942").window.commands
    assert not commands["view.zones"].isVisible() and not commands["view.supply"].isVisible()
    assert commands["view.overlay_1"].isEnabled()
