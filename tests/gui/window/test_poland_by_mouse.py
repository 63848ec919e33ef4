"""The first turn of the campaign of 1939, from the set-up to German production, played with the mouse."""

from __future__ import annotations

from tests.gui.player import Player
from wargame_desktop.systems import registry


def test_the_campaign_in_poland_is_played_with_the_mouse(make_hands) -> None:
    player = Player(
        make_hands(new=registry.new_game("european_theater/campaign", seed="1"), dice="typed"), 62.0
    )
    _set_up(player)
    _the_axis_moves(player)
    _poland_falls(player)
    _the_allies_answer(player)
    _winter(player)


def _set_up(player: Player) -> None:
    assert player.prompt == "Set up France"
    player.must(lambda: player.from_shelf("fr.2_inf", "1909"), "place fr.2_inf 1909")
    before = player.session.node
    player.from_shelf("fr.3_inf", "1807")
    assert player.session.node is before
    assert "anywhere in France" in player.status
    player.must(lambda: player.shortcut("Finish for me"), "auto rest")
    player.must(lambda: player.offer("pass"), "pass")
    player.must(lambda: player.shortcut("Historical set-up of the Soviet Union"), "auto power")
    player.must(lambda: player.offer("pass"), "pass")
    player.click_shelf("gb.1_armor")
    player.must(lambda: player.click_map("1607"), "place gb.1_armor 1607")
    player.must(lambda: player.shortcut("Finish for me"), "auto rest")
    player.must(lambda: player.offer("pass"), "pass")
    player.must(lambda: player.shortcut("Historical set-up of Italy"), "auto power")
    player.must(lambda: player.offer("pass"), "pass")
    for piece, space in (("ge.1_armor", "2307"), ("ge.10_inf", "2307"), ("ge.2_armor", "2205")):
        player.must(
            lambda piece=piece, space=space: player.from_shelf(piece, space), f"place {piece} {space}"
        )
    player.must(lambda: player.shortcut("Finish for me"), "auto rest")
    player.must(lambda: player.offer("pass"), "pass")
    for _ in range(2):
        player.must(lambda: player.push(player.tables.shop.shortcuts[1]), "auto power")
        player.must(lambda: player.offer("pass"), "pass")


def _the_axis_moves(player: Player) -> None:
    assert player.prompt == "Movement of the Axis"
    player.must(lambda: player.drag_pieces(["ge.1_armor"], "2306"), "move ge.1_armor 2306")
    player.must(lambda: player.drag_pieces(["ge.2_armor"], "2306"), "move ge.2_armor 2306")
    player.must(lambda: player.drag_pieces(["ge.4_inf"], "2305"), "move ge.4_inf 2305")
    player.offer("rail")
    player.choose("ge.18_inf")
    player.pick("space", "2007")
    player.must(player.submit, "rail ge.18_inf 2007")
    player.must(lambda: player.drag_pieces(["ge.1_sub"], "1805"), "sail ge.1_sub 1805")
    assert player.session.owner_name == "The Allies"
    player.must(lambda: player.offer("commit"), "commit")
    player.must(lambda: player.offer("pass"), "pass")


def _poland_falls(player: Player) -> None:
    assert player.prompt == "Combat of the Axis"
    before = player.session.node
    player.drag_pieces(["ge.1_armor", "ge.2_armor", "ge.4_inf"], "2405")
    assert player.session.node is before, "an attack is shown before it is made"
    assert player.form.offer.verb == "attack"
    player.tick("support", "ge.1_air")
    assert player.form.preview.isVisible()
    warsaw = "attack 2405 ge.1_armor,ge.2_armor,ge.4_inf support=ge.1_air"
    player.must(lambda: player.with_dice((2, 3, 4, 5), player.submit), warsaw)
    advance = "advance pieces=ge.1_armor,ge.4_inf space=2405"
    player.must(lambda: player.drag_pieces(["ge.1_armor", "ge.4_inf"], "2405"), advance)
    player.must(lambda: player.offer("advance"), "advance")
    player.drag_pieces(["ge.10_inf", "ge.14_inf"], "2406")
    player.must(lambda: player.with_dice((3, 3), player.submit), "attack 2406 ge.10_inf,ge.14_inf")
    cracow = "advance pieces=ge.14_inf space=2406"
    player.must(lambda: player.drag_pieces(["ge.14_inf"], "2406"), cracow)
    player.must(lambda: player.offer("advance"), "advance")
    player.must(lambda: player.offer("pass"), "pass")


def _the_allies_answer(player: Player) -> None:
    assert player.prompt == "Movement of the Allies"
    player.must(lambda: player.drag_pieces(["gb.home_fleet"], "1604"), "sail gb.home_fleet 1604")

    assert player.session.owner_name == "The Axis"
    player.offer("commit…")
    player.tick("pieces", "ge.1_sub")
    player.must(player.submit, "commit pieces=ge.1_sub")
    player.offer("commit…")
    player.tick("pieces", "gb.1_raf")
    player.must(lambda: player.with_dice((6, 5, 2, 2), player.submit), "commit pieces=gb.1_raf")
    player.must(lambda: player.drag_pieces(["gb.8_armor"], "3315"), "move gb.8_armor 3315")
    player.must(lambda: player.offer("pass"), "pass")
    player.must(lambda: player.offer("pass"), "pass")
    assert player.prompt == "Armored Action of the Axis"
    player.must(lambda: player.drag_pieces(["ge.2_armor"], "2307"), "move ge.2_armor 2307")


def _winter(player: Player) -> None:
    for _ in range(5):
        player.must(lambda: player.offer("pass"), "pass")
    assert (player.prompt, player.session.owner_name) == ("City bombing", "The Axis")
    player.must(lambda: player.offer("pass"), "pass")
    player.drag_pieces(["gb.bomber"], "1907")
    player.must(player.submit, "bomb 1907 gb.bomber")
    player.offer("commit…")
    player.tick("pieces", "ge.2_air")
    player.must(lambda: player.with_dice((4, 5, 4, 4), player.submit), "commit pieces=ge.2_air")
    player.must(lambda: player.offer("pass"), "pass")
    _production(player)


def _production(player: Player) -> None:
    assert player.prompt == "Production of France"
    for piece in ("fr.2_inf", "fr.3_inf"):
        player.click_shelf(piece)
        player.must(lambda: player.push(player.tables.shop.do_button), f"upgrade {piece}")
    assert player.prompt == "Production of Great Britain"
    player.from_shelf("gb.2_armor", "1709")
    assert "may appear in" in player.status
    player.must(lambda: player.from_shelf("gb.2_armor", "1606"), "build gb.2_armor 1606")
    player.click_shelf("gb.1_armor")
    player.must(lambda: player.push(player.tables.shop.do_button), "upgrade gb.1_armor")
    player.must(lambda: player.offer("pass"), "pass")
    player.click_shelf("it.2_inf")
    player.must(lambda: player.push(player.tables.shop.do_button), "upgrade it.2_inf")
    player.must(lambda: player.offer("pass"), "pass")
    assert player.prompt == "Production of Germany"
    player.click_shelf("ge.3_armor")
    player.must(lambda: player.click_map("2106"), "build ge.3_armor 2106")
    player.must(lambda: player.from_shelf("ge.3_air", "2206"), "build ge.3_air 2206")
    assert "left" in player.tables.shop.money.text()
