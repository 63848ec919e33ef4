"""The first round of 1942 by all five powers, played with the mouse: orders, moves, fights, landings."""

from __future__ import annotations

from collections.abc import Sequence

from tests.gui.player import Player
from tests.gui.window.hands import SHIFT
from wargame_desktop.systems import registry


def test_the_first_round_is_played_with_the_mouse(make_hands) -> None:
    new = registry.new_game("revised/spring_1942", seed="1")
    player = Player(make_hands(new=new, dice="typed"), 34.0)
    _soviet_union(player)
    _germany(player)
    _united_kingdom(player)
    _japan(player)
    _united_states(player)
    assert player.tables.table.session.system.when(player.session.view) == "Round 2, Soviet Union"


def _end(player: Player) -> None:
    player.must(lambda: player.offer("end"), "end")


def _move(player: Player, pieces: Sequence[str], *path: str) -> None:
    """Drag units along the shortest way to the last space of the path."""
    action = f"move {','.join(pieces)} {' '.join(path)}"
    player.must(lambda: player.drag_pieces(pieces, path[-1]), action)


def _fight(player: Player, space: str, dice: Sequence[int]) -> None:
    player.offer("fight")
    player.pick("space", space)
    player.must(lambda: player.with_dice(dice, player.submit), f"fight {space}")


def _lose(player: Player, pieces: Sequence[str], dice: Sequence[int] = ()) -> None:
    player.offer("casualties")
    player.tick("pieces", *pieces)
    player.must(lambda: player.with_dice(dice, player.submit), f"casualties {','.join(pieces)}")


def _board(player: Player, ship: str, pieces: Sequence[str], zone: str) -> None:
    player.must(lambda: player.drag_pieces(pieces, zone), f"load {','.join(pieces)} {ship}")


def _land(player: Player, pieces: Sequence[str], space: str) -> None:
    player.must(lambda: player.drag_pieces(pieces, space), f"offload {','.join(pieces)} {space}")


def _soviet_union(player: Player) -> None:
    """The manual's sample turn, with its dice."""
    player.offer("research")
    player.pick("development", "rockets")
    player.must(lambda: player.with_dice((2,), player.submit), "research rockets 1")
    player.must(lambda: player.buy({"tank": 3, "artillery": 1}), "buy tank:3,artillery:1")
    assert player.prompt == "Combat move"
    _move(player, ["ussr.infantry.1", "ussr.infantry.2", "ussr.infantry.3", "ussr.tank.1"], "west_russia")
    _move(player, ["ussr.infantry.11", "ussr.infantry.12", "ussr.fighter.1"], "west_russia")
    _end(player)
    _fight(player, "west_russia", (1, 1, 3, 4, 6, 2, 4))
    lost = ["germany.tank.8", "germany.infantry.21", "germany.infantry.22"]
    _lose(player, lost, (1, 3, 4, 5, 5))
    _lose(player, ["ussr.infantry.1"])
    player.must(lambda: player.with_dice((1, 1, 1, 5, 6, 6, 2, 6), lambda: player.offer("press")), "press")
    _lose(player, ["ussr.infantry.2"])
    _end(player)
    _move(player, ["ussr.fighter.1"], "russia")
    _move(player, ["ussr.tank.3", "ussr.tank.4"], "archangel", "karelia_ssr")
    _end(player)
    player.must(lambda: player.from_shelf("ussr.tank.5", "caucasus", SHIFT),
                "place ussr.tank.5,ussr.tank.6,ussr.tank.7 caucasus")  # fmt: skip
    player.must(lambda: player.from_shelf("ussr.artillery.3", "caucasus"), "place ussr.artillery.3 caucasus")
    assert player.session.owner_name == "Germany"


def _germany(player: Player) -> None:
    """Egypt is attacked from the sea and over land."""
    _end(player)
    player.must(lambda: player.buy({"infantry": 8, "tank": 2}), "buy infantry:8,tank:2")
    _end(player)
    _board(player, "germany.transport.2", ["germany.infantry.16", "germany.artillery.2"], "sz_14")
    before = player.session.node
    player.drag_pieces(["germany.tank.6"], "sz_14")
    assert player.session.node is before
    assert "germany.transport.2" in player.status
    _move(player, ["germany.transport.2", "germany.battleship.1"], "sz_15")
    _land(player, ["germany.infantry.16", "germany.artillery.2"], "anglo_egypt")
    _move(player, ["germany.infantry.12", "germany.tank.5"], "anglo_egypt")
    _end(player)
    _fight(player, "sz_15", (4, 6))
    _fight(player, "anglo_egypt", (1, 2, 5, 3, 1, 5, 6))
    _lose(player, ["germany.infantry.16"])
    _move(player, ["germany.infantry.9", "germany.infantry.10", "germany.infantry.11"], "eastern_europe")
    _end(player)
    _place(player, "germany.infantry", "germany")
    _place(player, "germany.tank", "southern_europe")


def _place(player: Player, kind: str, space: str, at: str = "") -> None:
    """Drag a whole heap of new units from the shelf; ships are counted at the complex beside them."""
    heap = next(row for row in player.tables.shop.pool.rows if row.kind == kind).pieces
    action = f"place {','.join(heap)} {space}" + (f" at={at}" if at else "")
    player.must(lambda: player.from_shelf(heap[0], space, SHIFT), action)


def _united_kingdom(player: Player) -> None:
    """The German submarine in the Atlantic is sunk, and Indian troops cross to Persia."""
    _end(player)
    player.must(lambda: player.buy({"transport": 1, "infantry": 4}), "buy transport:1,infantry:4")
    _end(player)
    _move(player, ["britain.battleship.1"], "sz_8")
    _move(player, ["britain.fighter.2", "britain.fighter.3"], "sz_8")
    _end(player)
    _fight(player, "sz_8", (6, 1, 6, 6))
    _move(player, ["britain.fighter.2", "britain.fighter.3"], "united_kingdom")
    _board(player, "britain.transport.3", ["britain.infantry.5", "britain.infantry.6"], "sz_35")
    _move(player, ["britain.transport.3"], "sz_34")
    _land(player, ["britain.infantry.5", "britain.infantry.6"], "persia")
    _end(player)
    _place(player, "britain.transport", "sz_8", "united_kingdom")
    _place(player, "britain.infantry", "united_kingdom")


def _japan(player: Player) -> None:
    """China is attacked from two sides."""
    _end(player)
    player.must(lambda: player.buy({"transport": 2, "infantry": 4}), "buy transport:2,infantry:4")
    _move(player, ["japan.infantry.11", "japan.infantry.12", "japan.infantry.13"], "china")
    _move(player, ["japan.infantry.5", "japan.infantry.6", "japan.fighter.1"], "china")
    _end(player)
    _fight(player, "china", (1, 1, 6, 6, 6, 3, 6, 6, 5))
    _move(player, ["japan.fighter.1"], "french_indochina")
    _end(player)
    _place(player, "japan.transport", "sz_60", "japan")
    _place(player, "japan.infantry", "japan")


def _united_states(player: Player) -> None:
    """American troops go to England."""
    _end(player)
    order = {"destroyer": 1, "transport": 2, "tank": 2}
    player.must(lambda: player.buy(order), "buy destroyer:1,transport:2,tank:2")
    for _ in range(2):
        _end(player)
    _board(player, "usa.transport.1", ["usa.infantry.6", "usa.artillery.1"], "sz_10")
    _board(player, "usa.transport.2", ["usa.tank.1", "usa.infantry.7"], "sz_10")
    _move(player, ["usa.transport.1", "usa.transport.2", "usa.destroyer.1"], "sz_9", "sz_8")
    _land(player, ["usa.tank.1", "usa.infantry.7"], "united_kingdom")
    _land(player, ["usa.infantry.6", "usa.artillery.1"], "united_kingdom")
    _end(player)
    _place(player, "usa.destroyer", "sz_10", "eastern_united_states")
    _place(player, "usa.transport", "sz_10", "eastern_united_states")
    _place(player, "usa.tank", "eastern_united_states")
