"""Loading, carrying and offloading, friends' ships, amphibious assaults."""

from __future__ import annotations

from tests.systems.revised.positions import Table

SHIP = "germany.transport.1"


def example(phase: str, moved_tank: bool = False) -> Table:
    """The transport near Algeria, with a British destroyer in sea zone 15."""
    units = {
        "sz_13": "germany.transport",
        "algeria": "germany.infantry",
        "libya": "germany.infantry",
        "southern_europe": "germany.artillery*2",
        "germany": "germany.tank",
        "sz_15": "britain.destroyer",
        "gibraltar": "britain.infantry",
    }
    return Table("germany", phase, units)


def test_the_transport_of_the_manual_loads() -> None:
    table = example("noncombat")
    table.do(f"load germany.infantry.1 {SHIP}").do(f"move {SHIP} sz_14").do(
        f"load germany.artillery.1 {SHIP}"
    )
    table = example("noncombat")
    table.do(f"load germany.infantry.1 {SHIP}").do(f"move {SHIP} sz_14").do(f"load germany.infantry.2 {SHIP}")
    table = example("noncombat")
    table.do(f"move {SHIP} sz_14").do(f"load germany.artillery.1,germany.infantry.2 {SHIP}")
    assert table.refused(f"load germany.artillery.2 {SHIP}") == ["cargo.full"]


def test_what_the_transport_of_the_manual_does_then() -> None:
    table = example("noncombat")
    table.do(f"load germany.infantry.1 {SHIP}")
    for shore in ("western_europe", "algeria"):
        assert table.refused(f"offload germany.infantry.1 {shore}") == []
    table.do(f"move {SHIP} sz_14")
    for shore in ("southern_europe", "libya"):
        assert table.refused(f"offload germany.infantry.1 {shore}") == []
    table = example("noncombat")
    table.do(f"load germany.infantry.1 {SHIP}").do("end")  # it may stay at sea with its cargo
    assert table.state.piece("germany.infantry.1").space == f"in:{SHIP}"
    table = example("combat_move")
    table.do(f"load germany.infantry.1 {SHIP}").do("offload germany.infantry.1 gibraltar").do("end")
    assert table.phase == "combat"
    table = example("combat_move")
    table.do(f"move {SHIP} sz_14 sz_15").do("end").do("fight sz_15", 3)
    assert SHIP not in table.state.pieces


def test_what_the_transport_of_the_manual_cannot_do() -> None:
    table = example("noncombat")
    table.do("move germany.tank.1 western_europe")
    assert table.refused(f"load germany.tank.1 {SHIP}") == ["cargo.unit_moved"]
    table = example("noncombat")
    assert table.refused(f"load germany.artillery.1,germany.artillery.2 {SHIP}") == [
        "cargo.not_next",
        "cargo.not_next",
        "cargo.full",
    ]
    table.do(f"move {SHIP} sz_14").do(f"load germany.artillery.1,germany.infantry.2 {SHIP}")
    table.do("offload germany.artillery.1 southern_europe")
    assert table.refused("offload germany.infantry.2 libya") == ["cargo.one_territory"]
    assert table.refused(f"move {SHIP} sz_13") == ["sea.offloaded"]
    assert table.refused(f"load germany.artillery.2 {SHIP}") == ["cargo.offloaded"]
    assert table.refused("move germany.artillery.1 germany") == ["land.moved"]
    assert table.refused("offload germany.infantry.2 spain") == ["cargo.no_shore"]


def test_the_destroyer_keeps_the_transport_from_the_shore() -> None:
    table = example("combat_move")
    table.do(f"load germany.infantry.1 {SHIP}").do(f"move {SHIP} sz_14 sz_15")
    table.do("offload germany.infantry.1 anglo_egypt").do("end")
    assert table.refused("fight anglo_egypt") == ["combat.sea_first"]
    table.do("fight sz_15", 3)
    assert "germany.infantry.1" not in table.state.pieces  # the cargo goes down with its ship
    assert table.phase == "noncombat"


def test_cargo_never_goes_from_ship_to_ship() -> None:
    table = Table("germany", "noncombat", {"sz_13": "germany.transport*2", "algeria": "germany.infantry"})
    table.do("load germany.infantry.1 germany.transport.1")
    assert table.refused("load germany.infantry.1 germany.transport.2") == ["cargo.ship_to_ship"]


def test_capacity_is_one_unit_and_one_infantry() -> None:
    for first, second, allowed in (
        ("tank", "infantry", True),
        ("aa_gun", "infantry", True),
        ("infantry", "infantry", True),
        ("tank", "artillery", False),
        ("tank", "tank", False),
    ):
        units = {"sz_13": "germany.transport", "algeria": f"germany.{first} germany.{second}"}
        number = 2 if first == second else 1
        table = Table("germany", "noncombat", units)
        found = table.refused(f"load germany.{first}.1,germany.{second}.{number} {SHIP}")
        assert found == ([] if allowed else ["cargo.full"])


def test_bridging() -> None:
    table = Table(
        "britain",
        "noncombat",
        {"sz_7": "britain.transport", "united_kingdom": "britain.tank"},
        control={"western_europe": "britain"},
    )
    table.do("load britain.tank.1 britain.transport.1").do("offload britain.tank.1 western_europe")
    assert table.refused("move britain.transport.1 sz_8") == ["sea.offloaded"]
    table = Table(
        "britain",
        "noncombat",
        {"sz_7": "britain.transport germany.submarine", "united_kingdom": "britain.tank"},
    )
    assert table.refused("load britain.tank.1 britain.transport.1") == ["cargo.hostile_zone"]


def test_friends_ships_take_three_turns() -> None:
    table = Table(
        "usa",
        "noncombat",
        {"west_indies": "usa.infantry", "sz_19": "britain.transport", "united_kingdom": "britain.infantry"},
    )
    table.do("load usa.infantry.1 britain.transport.1")
    assert table.refused("offload usa.infantry.1 panama") == ["cargo.friend"]
    table.do("end")
    assert table.see.power == "britain"
    assert table.refused("move usa.infantry.1 panama") == ["pieces.foreign"]
    table.do("end").do("move britain.transport.1 sz_10").do("end")
    while table.see.power != "usa" or table.phase != "noncombat":
        table.do("end")
    table.do("offload usa.infantry.1 eastern_united_states")
    assert table.at("eastern_united_states") == "1 usa.infantry"


def test_a_transport_after_combat_loads_or_offloads_but_not_both() -> None:
    units = {
        "sz_7": "britain.transport britain.battleship",
        "united_kingdom": "britain.infantry*2",
        "sz_6": "germany.transport",
        "in:britain.transport.1": "britain.infantry",
    }
    table = Table("britain", "combat_move", units)
    table.do("move britain.transport.1,britain.battleship.1 sz_6").do("end").do("fight sz_6", 1, 6)
    assert table.phase == "noncombat"
    table.do("load britain.infantry.1 britain.transport.1")
    assert table.refused("offload britain.infantry.3 united_kingdom") == ["cargo.one_only"]
    assert table.refused("move britain.transport.1 sz_7") == ["sea.done"]


def test_a_transport_that_retreated_does_nothing_more() -> None:
    units = {
        "sz_7": "britain.transport",
        "in:britain.transport.1": "britain.infantry",
        "sz_6": "germany.transport",
    }
    table = Table("britain", "combat_move", units)
    table.do("move britain.transport.1 sz_6").do("end").do("fight sz_6", 6).do("retreat sz_7")
    assert table.refused("offload britain.infantry.1 united_kingdom") == ["cargo.retreated"]


def test_a_transport_that_moved_in_the_combat_move_is_done() -> None:
    units = {"sz_7": "britain.transport", "in:britain.transport.1": "britain.infantry"}
    table = Table("britain", "combat_move", units)
    table.do("move britain.transport.1 sz_6").do("end")
    assert table.refused("offload britain.infantry.1 united_kingdom") == ["cargo.moved"]


def test_guns_do_not_storm_beaches_and_friendly_shores_wait() -> None:
    units = {"sz_7": "britain.transport", "in:britain.transport.1": "britain.aa_gun"}
    table = Table("britain", "combat_move", units)
    assert table.refused("offload britain.aa_gun.1 western_europe") == ["cargo.gun"]
    assert "cargo.phase" in table.refused("offload britain.aa_gun.1 united_kingdom")


def test_a_landing_may_be_called_off_but_not_turned() -> None:
    units = {
        "sz_7": "britain.transport",
        "in:britain.transport.1": "britain.infantry",
        "western_europe": "germany.infantry",
    }
    table = Table("britain", "combat_move", units)
    table.do("offload britain.infantry.1 western_europe").do("end")
    assert table.refused("call_off germany") == ["combat.no_landing"]
    table.do("call_off western_europe")
    assert table.phase == "noncombat"
    assert table.state.piece("britain.infantry.1").space == "in:britain.transport.1"


def test_troops_that_came_overland_do_not_retreat_from_a_landing_either() -> None:
    units = {
        "sz_14": "germany.transport",
        "in:germany.transport.1": "germany.infantry",
        "libya": "germany.tank",
        "anglo_egypt": "britain.infantry*2",
        "sz_15": "",
    }
    table = Table("germany", "combat_move", units)
    table.do("move germany.transport.1 sz_15").do("offload germany.infantry.1 anglo_egypt")
    table.do("move germany.tank.1 anglo_egypt").do("end").do("fight anglo_egypt", 6, 6, 6, 6)
    assert table.phase == "press"
    assert table.refused("retreat libya") == ["retreat.none"]


def test_ships_may_hold_their_fire() -> None:
    units = {
        "sz_7": "britain.transport britain.battleship",
        "in:britain.transport.1": "britain.infantry",
        "western_europe": "germany.infantry",
    }
    table = Table("britain", "combat_move", units)
    table.do("offload britain.infantry.1 western_europe").do("end")
    assert table.refused("fight western_europe hold=britain.transport.1") == ["combat.hold"]
    table.do("fight western_europe hold=britain.battleship.1", 6, 6)


def test_combined_bombardment_lets_destroyers_fire() -> None:
    units = {
        "sz_7": "britain.transport britain.destroyer",
        "in:britain.transport.1": "britain.infantry",
        "western_europe": "germany.infantry",
    }
    table = Table("britain", "combat_move", units, developments={"britain": ["combined_bombardment"]})
    table.do("offload britain.infantry.1 western_europe").do("end").do("fight western_europe", 3)
    assert table.state.control["western_europe"] == "britain"
