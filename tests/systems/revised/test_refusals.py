"""Actions the rules refuse, each with its reason; beside it one of the same kind that they allow."""

from __future__ import annotations

import pytest

from tests.systems.revised.positions import Table
from wargame_desktop.core.engine import refusals_for


def sentence(table: Table, line: str) -> str:
    """What a player is told about a refused action."""
    return "; ".join(
        str(one) for one in refusals_for(table.system, table.state, table.system.notation.parse(line))
    )


# Moves


def test_air_units_make_one_combat_move() -> None:
    table = Table(
        "germany",
        "combat_move",
        {"germany": "germany.fighter", "karelia_ssr": "ussr.infantry", "norway": "germany.infantry"},
    )
    table.do("move germany.fighter.1 sz_5 karelia_ssr")
    assert table.refused("move germany.fighter.1 archangel") == ["air.moved"]


def test_only_air_units_raid_and_nobody_attacks_in_the_noncombat_move() -> None:
    units = {
        "ukraine_ssr": "germany.tank germany.bomber",
        "caucasus": "ussr.infantry ussr.industrial_complex",
    }
    table = Table("germany", "combat_move", units)
    assert table.refused("move germany.tank.1 caucasus raid=yes") == ["move.air_only"]
    assert table.refused("move germany.bomber.1 caucasus raid=yes") == []
    table = Table("germany", "noncombat", units)
    assert "move.no_attack" in table.refused("move germany.bomber.1 balkans raid=yes")
    assert table.refused("move germany.bomber.1 balkans") == []


def test_cargo_does_not_walk() -> None:
    table = Table(
        "germany", "noncombat", {"sz_13": "germany.transport", "in:germany.transport.1": "germany.infantry"}
    )
    assert table.refused("move germany.infantry.1 algeria") == ["land.aboard"]
    table.do("offload germany.infantry.1 algeria")


def test_only_fighters_on_carriers_are_launched() -> None:
    table = Table(
        "japan",
        "combat_move",
        {
            "sz_52": "japan.carrier usa.submarine",
            "in:japan.carrier.1": "japan.fighter",
            "japan": "japan.fighter",
        },
    )
    assert table.refused("launch japan.fighter.2") == ["launch.aboard"]
    table.do("launch japan.fighter.1")


def test_somebody_has_to_move() -> None:
    table = Table("germany", "purchase", {"germany": "germany.infantry"}, ipc={"germany": 9})
    assert table.refused("buy infantry:0") == ["buy.count"]
    table.do("buy infantry:3")


def test_air_units_may_join_an_attack_on_empty_land() -> None:
    """They might be needed there when a national advantage puts defenders in the way."""
    table = Table("japan", "combat_move", {"manchuria": "japan.infantry japan.fighter"})
    assert table.refused("move japan.fighter.1 kwangtung") == ["air.no_target"]
    table.do("move japan.fighter.1,japan.infantry.1 buryatia_ssr").do("end")
    table.do("fight buryatia_ssr")
    assert table.state.control["buryatia_ssr"] == "japan"
    assert table.refused("end") == ["noncombat.aloft"]


def test_fighters_may_leave_a_carrier_that_lies_beside_enemies() -> None:
    units = {
        "sz_52": "usa.carrier",
        "in:usa.carrier.1": "usa.fighter",
        "hawaiian_islands": "usa.infantry",
    }
    line = "move usa.fighter.1 hawaiian_islands"
    assert Table("usa", "combat_move", units).refused(line) == ["air.no_target"]
    table = Table("usa", "combat_move", {**units, "sz_52": "usa.carrier japan.destroyer"})
    table.do(line).do("end")
    assert table.refused("end") == ["combat.left"]


# Where fighters come down


def carriers() -> Table:
    """Two fighters over sea zone 53, far from land; their carrier can come and fetch them."""
    units = {
        "sz_57": "japan.carrier",
        "in:japan.carrier.1": "japan.fighter*2",
        "sz_53": "usa.destroyer",
    }
    table = Table("japan", "combat_move", units)
    return table.do("move japan.fighter.1,japan.fighter.2 sz_52 sz_53")


def test_the_only_carrier_may_not_go_away() -> None:
    table = carriers()
    told = sentence(table, "move japan.carrier.1 sz_60")
    assert "The fighter japan.fighter.1 over Sea Zone 53 could reach no landing place with 2 spaces" in told
    assert "the only carrier, japan.carrier.1, moved to Sea Zone 60" in told
    assert "Aircraft Carriers: pick-up" in told
    assert table.refused("move japan.carrier.1 sz_52") == []


def test_a_fighter_is_not_sent_after_the_only_carrier_has_moved() -> None:
    units = {"sz_57": "japan.carrier", "wake_island": "japan.fighter", "sz_54": "usa.destroyer"}
    table = Table("japan", "combat_move", units)
    line = "move japan.fighter.1 sz_51 sz_52 sz_53 sz_54"
    assert table.refused(line) == ["air.no_landing"]  # the carrier is a zone short
    units["sz_52"] = units.pop("sz_57")
    table = Table("japan", "combat_move", units)
    assert table.refused(line) == []
    table.do("move japan.carrier.1 sz_57")
    assert "the only carrier, japan.carrier.1, moved to Sea Zone 57" in sentence(table, line)


def test_a_full_carrier_is_no_place_to_land() -> None:
    units = {
        "sz_57": "japan.carrier",
        "in:japan.carrier.1": "japan.fighter",
        "wake_island": "japan.fighter*2",
        "sz_53": "usa.destroyer",
    }
    table = Table("japan", "combat_move", units)
    line = "move japan.fighter.3 sz_51 sz_52 sz_53"
    table.do("move japan.fighter.1 sz_52 sz_53")
    assert table.refused(line) == []
    table.do("move japan.fighter.2 sz_51 sz_52 sz_53")
    assert "japan.carrier.1 can take two fighters and has no room left" in sentence(table, line)


def test_bombers_need_land() -> None:
    table = Table("japan", "combat_move", {"wake_island": "japan.bomber", "sz_54": "usa.destroyer"})
    told = sentence(table, "move japan.bomber.1 sz_51 sz_52 sz_53 sz_54")
    assert "with 2 spaces left to fly" in told
    assert "the nearest friendly territory, is" in told
    assert "carrier" not in told


# Transports


def test_what_is_no_cargo_is_not_carried() -> None:
    table = Table(
        "germany",
        "noncombat",
        {
            "sz_13": "germany.transport",
            "algeria": "germany.fighter germany.infantry",
            "libya": "germany.tank",
        },
    )
    assert table.refused("load germany.fighter.1 germany.transport.1") == ["cargo.kind"]
    assert table.refused("offload germany.tank.1 algeria") == ["cargo.not_aboard"]
    table.do("load germany.infantry.1 germany.transport.1")


def test_a_landing_is_planned_once() -> None:
    table = Table(
        "germany", "combat_move", {"sz_13": "germany.transport", "in:germany.transport.1": "germany.infantry"}
    )
    table.do("offload germany.infantry.1 gibraltar")
    assert table.refused("offload germany.infantry.1 gibraltar") == ["cargo.planned"]


def friends_ship(own: str) -> Table:
    """American infantry aboard a British transport that lies beside a German submarine."""
    return Table(
        "usa",
        "combat_move",
        {
            "sz_7": f"britain.transport germany.destroyer {own}".strip(),
            "in:britain.transport.1": "usa.infantry",
            "western_europe": "germany.infantry",
        },
    )


def test_troops_leave_a_friends_ship_beside_enemies_only_if_somebody_fights_them() -> None:
    line = "offload usa.infantry.1 western_europe"
    assert friends_ship("").refused(line) == ["cargo.hostile_zone"]
    table = friends_ship("usa.battleship").do(line).do("end")
    assert table.refused("fight western_europe") == ["combat.sea_first"]
    table.do("fight sz_7", 4, 6).do("fight western_europe", 1, 6)
    assert table.state.control["western_europe"] == "usa"


def test_troops_stay_aboard_a_friends_ship_when_the_sea_is_not_cleared() -> None:
    table = friends_ship("usa.submarine").do("offload usa.infantry.1 western_europe").do("end")
    table.do("fight sz_7", 6, 1)
    assert table.phase == "noncombat"
    assert table.state.piece("usa.infantry.1").space == "in:britain.transport.1"
    assert table.state.piece("usa.infantry.1").mark("assault") is None


# Combat


def test_combats_raids_and_rockets_need_something_to_resolve() -> None:
    units = {
        "ukraine_ssr": "germany.infantry*2 germany.bomber germany.aa_gun germany.fighter",
        "caucasus": "ussr.infantry ussr.industrial_complex",
        "russia": "ussr.industrial_complex",
    }
    table = Table("germany", "combat_move", units, developments={"germany": ["rockets"]}, ipc={"ussr": 9})
    table.do("move germany.infantry.1 caucasus").do("move germany.bomber.1 caucasus raid=yes").do("end")
    assert table.refused("fight russia") == ["combat.none"]
    assert table.refused("bomb russia") == ["raid.none"]
    assert table.refused("ignore caucasus") == ["combat.not_optional"]
    assert table.refused("rocket germany.fighter.1 caucasus") == ["rocket.gun"]
    assert table.refused("rocket germany.aa_gun.1 germany") == ["rocket.target"]
    table.do("rocket germany.aa_gun.1 russia", 6)
    assert table.refused("rocket germany.aa_gun.1 russia") == ["rocket.gun"]
    assert table.see.ipc("ussr") == 3


def test_the_raid_comes_before_the_combat_in_the_same_territory() -> None:
    table = Table(
        "germany",
        "combat_move",
        {
            "ukraine_ssr": "germany.infantry germany.bomber",
            "caucasus": "ussr.aa_gun ussr.industrial_complex",
        },
        ipc={"ussr": 9},
    )
    table.do("move germany.infantry.1 caucasus").do("move germany.bomber.1 caucasus raid=yes").do("end")
    assert table.refused("fight caucasus") == ["combat.raid_first"]
    table.do("bomb caucasus", 2, 6)  # four at most
    assert table.see.ipc("ussr") == 5
    table.do("fight caucasus")
    assert table.state.control["caucasus"] == "germany"


def test_rockets_reach_three_spaces_and_no_more() -> None:
    table = Table(
        "germany",
        "combat_move",
        {
            "germany": "germany.aa_gun*2",
            "caucasus": "ussr.industrial_complex",
            "russia": "ussr.industrial_complex",
            "united_kingdom": "britain.industrial_complex",
        },
        developments={"germany": ["rockets"]},
        ipc={"britain": 10},
    )
    table.do("end")
    assert "lies 4 spaces away" in sentence(table, "rocket germany.aa_gun.1 russia")
    table.do("rocket germany.aa_gun.1 united_kingdom", 5).do("rocket germany.aa_gun.2 united_kingdom", 6)
    assert table.see.ipc("britain") == 0
    assert table.see.power == "germany"


@pytest.mark.parametrize(
    ("kind", "start", "allowed"), [("submarine", "sz_7", False), ("submarine", "", True)]
)
def test_only_ships_that_were_there_leave_submarines_alone(kind: str, start: str, allowed: bool) -> None:
    units = {"sz_8": f"germany.{kind}" if start else f"germany.{kind} britain.destroyer"}
    if start:
        units[start] = "britain.destroyer"
    table = Table("britain", "combat_move", units)
    if start:
        table.do("move britain.destroyer.1 sz_8")
    table.do("end")
    assert (table.refused("ignore sz_8") == []) is allowed


def test_destroyers_are_not_left_alone() -> None:
    units = {"sz_8": "britain.destroyer germany.submarine", "sz_6": "britain.destroyer germany.destroyer"}
    table = Table("britain", "combat_move", units).do("end")
    assert table.refused("ignore sz_6") == ["combat.not_optional"]
    table.do("ignore sz_8")


def test_a_battleship_takes_two_hits_and_not_three() -> None:
    table = Table(
        "germany",
        "combat_move",
        {"sz_5": "germany.battleship*3", "sz_6": "britain.battleship britain.transport*3"},
    )
    table.do("move germany.battleship.1,germany.battleship.2,germany.battleship.3 sz_6").do("end")
    table.do("fight sz_6", 1, 1, 1)
    line = "casualties britain.battleship.1,britain.battleship.1,britain.battleship.1"
    assert table.refused(line) == ["casualties.too_often"]
    assert table.refused("casualties britain.transport.1") == ["casualties.count"]
    assert table.refused("casualties germany.battleship.1") == ["casualties.not_eligible"]
    table.do("casualties britain.battleship.1,britain.battleship.1,britain.transport.1", 6, 6, 6, 6)


def test_ships_with_no_way_out_let_their_air_units_go() -> None:
    table = Table(
        "japan",
        "combat_move",
        {
            "sz_52": "japan.carrier usa.battleship",
            "in:japan.carrier.1": "japan.fighter",
            "wake_island": "japan.infantry",
        },
    )
    table.do("launch japan.fighter.1").do("end").do("fight sz_52", 6, 6, 6)
    assert table.phase == "press"
    assert table.refused("retreat sz_51") == ["retreat.none"]
    table.do("withdraw", 6, 6)
    assert table.phase == "press"  # the carrier has to fight on
    assert table.state.piece("japan.fighter.1").mark("retreated") is True


def test_who_bombarded_or_fired_rockets_has_no_noncombat_move() -> None:
    table = Table(
        "germany",
        "combat_move",
        {
            "sz_13": "germany.transport germany.battleship*2",
            "in:germany.transport.1": "germany.infantry*2",
            "gibraltar": "britain.infantry",
            "western_europe": "germany.aa_gun*2",
            "united_kingdom": "britain.industrial_complex",
        },
        developments={"germany": ["rockets"]},
        ipc={"britain": 9},
    )
    table.do("offload germany.infantry.1,germany.infantry.2 gibraltar").do("end")
    table.do("rocket germany.aa_gun.1 united_kingdom", 1)
    table.do("fight gibraltar hold=germany.battleship.2", 4)
    table.do("end")  # the other gun stays silent
    assert table.phase == "noncombat"
    assert table.refused("move germany.battleship.1 sz_14") == ["sea.done"]
    assert table.refused("move germany.aa_gun.1 germany") == ["land.moved"]
    table.do("move germany.battleship.2 sz_14").do("move germany.aa_gun.2 germany")


# New units


def test_only_waiting_units_are_placed_and_only_neighbours_board() -> None:
    table = Table(
        "usa",
        "mobilize",
        {
            "eastern_united_states": "usa.industrial_complex usa.fighter",
            "western_united_states": "usa.fighter",
            "mobilization": "usa.carrier usa.infantry",
        },
    )
    assert table.refused("place usa.fighter.1 eastern_united_states") == ["mobilize.not_waiting"]
    table.do("place usa.carrier.1 sz_10")
    assert table.refused("embark usa.fighter.2 usa.carrier.1") == ["mobilize.embark"]
    table.do("embark usa.fighter.1 usa.carrier.1")


def test_only_the_fighters_that_lost_their_carrier_land() -> None:
    table = Table(
        "japan",
        "combat_move",
        {
            "sz_42": "japan.submarine*2",
            "sz_41": "usa.carrier",
            "in:usa.carrier.1": "usa.fighter",
            "new_zealand": "usa.fighter",
        },
    )
    table.do("move japan.submarine.1,japan.submarine.2 sz_41").do("end")
    table.do("fight sz_41", 1, 6, 6)
    table.do("submerge japan.submarine.1,japan.submarine.2")
    assert table.phase == "homeless"
    assert table.refused("land usa.fighter.2 new_zealand") == ["homeless.piece"]
    assert table.refused("land usa.fighter.1 australia") == ["homeless.place"]
    table.do("land usa.fighter.1 new_zealand")
