"""Moves of land units, air units and ships: what is allowed, and what is refused with which reason."""

from __future__ import annotations

from tests.systems.revised.positions import Table

# Land units


def test_land_units_attack_next_door_and_stop() -> None:
    table = Table(
        "germany",
        "combat_move",
        {"ukraine_ssr": "germany.infantry germany.tank", "caucasus": "ussr.infantry"},
    )
    assert table.refused("move germany.infantry.1 caucasus russia") == ["move.must_stop_before"]
    assert table.refused("move germany.tank.1 caucasus russia") == ["move.must_stop_before"]
    assert table.refused("move germany.infantry.1 turkey") == ["move.no_link"]
    table.do("move germany.infantry.1 caucasus")
    assert table.refused("move germany.infantry.1 ukraine_ssr") == ["land.moved"]


def test_a_combat_move_does_not_end_in_friendly_land() -> None:
    table = Table("germany", "combat_move", {"germany": "germany.infantry germany.tank"})
    assert table.refused("move germany.infantry.1 eastern_europe") == ["land.no_combat"]
    assert table.refused("move germany.tank.1 eastern_europe ukraine_ssr") == ["land.no_combat"]


def test_neutral_land_is_barred_to_all() -> None:
    table = Table("germany", "noncombat", {"southern_europe": "germany.infantry germany.fighter"})
    assert table.refused("move germany.infantry.1 switzerland") == ["move.forbidden"]
    assert table.refused("move germany.fighter.1 switzerland germany") == ["move.forbidden"]
    assert table.refused("move germany.infantry.1 sz_14") == ["move.forbidden"]


def test_a_tank_goes_through_friendly_land_to_hostile() -> None:
    table = Table(
        "germany",
        "combat_move",
        {"eastern_europe": "germany.tank", "west_russia": "ussr.infantry"},
        control={"west_russia": "ussr"},
    )
    table.do("move germany.tank.1 belorussia west_russia")
    assert table.at("west_russia") == "1 germany.tank, 1 ussr.infantry"


def test_a_tank_blitzes_through_and_back() -> None:
    units = {"libya": "germany.tank*2", "trans_jordan": "britain.infantry"}
    table = Table("germany", "combat_move", units)
    table.do("move germany.tank.1 anglo_egypt trans_jordan")
    assert table.state.control["anglo_egypt"] == "germany"
    assert table.see.production("germany") == 42
    table = Table("germany", "combat_move", units)
    table.do("move germany.tank.1 anglo_egypt libya")
    assert table.state.control["anglo_egypt"] == "germany"
    assert table.at("libya") == "2 germany.tank"


def test_a_gun_alone_stops_the_tank_and_is_captured() -> None:
    table = Table("germany", "combat_move", {"libya": "germany.tank", "anglo_egypt": "britain.aa_gun"})
    assert table.refused("move germany.tank.1 anglo_egypt trans_jordan") == ["move.must_stop_before"]
    table.do("move germany.tank.1 anglo_egypt").do("end")
    assert table.at("anglo_egypt") == "1 germany.aa_gun, 1 germany.tank"
    assert table.state.control["anglo_egypt"] == "germany"


def test_infantry_does_not_blitz() -> None:
    table = Table("germany", "combat_move", {"libya": "germany.infantry"})
    assert table.refused("move germany.infantry.1 anglo_egypt libya") == ["move.must_stop_before"]


def test_guns_and_complexes_do_not_attack() -> None:
    table = Table("germany", "combat_move", {"libya": "germany.aa_gun germany.industrial_complex"})
    assert table.refused("move germany.aa_gun.1 anglo_egypt") == ["land.noncombat_only"]
    assert table.refused("move germany.industrial_complex.1 anglo_egypt") == ["land.complex"]
    table = Table("germany", "noncombat", {"libya": "germany.aa_gun germany.industrial_complex"})
    table.do("move germany.aa_gun.1 algeria")
    assert table.refused("move germany.industrial_complex.1 algeria") == ["land.complex"]


def test_noncombat_moves_stay_in_friendly_land() -> None:
    table = Table("germany", "noncombat", {"libya": "germany.infantry germany.tank"})
    assert table.refused("move germany.infantry.1 anglo_egypt") == ["move.forbidden"]
    assert table.refused("move germany.tank.1 algeria sahara") == ["move.forbidden"]
    table.do("move germany.infantry.1 algeria")


def test_only_own_units_move_and_they_must_exist() -> None:
    table = Table("germany", "combat_move", {"libya": "germany.infantry", "anglo_egypt": "britain.infantry"})
    assert table.refused("move britain.infantry.1 libya") == ["pieces.foreign"]
    assert table.refused("move germany.infantry.7 anglo_egypt") == ["pieces.unknown"]
    assert table.refused("move germany.infantry.1 atlantis") == ["space.unknown"]
    assert table.refused("move germany.infantry.1,germany.infantry.1 anglo_egypt") == ["pieces.twice"]


def test_units_that_move_together_start_together() -> None:
    table = Table(
        "germany",
        "combat_move",
        {"libya": "germany.infantry", "algeria": "germany.tank", "anglo_egypt": "britain.infantry"},
    )
    assert table.refused("move germany.infantry.1,germany.tank.1 anglo_egypt") == ["move.together"]


# Air units


def test_range_counts_every_space_entered() -> None:
    table = Table("usa", "noncombat", {"hawaiian_islands": "usa.fighter usa.bomber"})
    # Hawaii's own sea zone, two more, and the island: four; the East Indies would be farther.
    table.do("move usa.fighter.1 sz_52 sz_56 midway")
    table = Table("usa", "noncombat", {"western_united_states": "usa.fighter"})
    assert table.refused("move usa.fighter.1 sz_55 sz_52 hawaiian_islands") == []
    assert table.refused("move usa.fighter.1 sz_55 sz_56 sz_52 sz_56 midway") == ["move.not_enough"]


def test_long_range_aircraft_fly_two_farther() -> None:
    far = "move usa.fighter.1 sz_55 sz_56 sz_52 sz_56 midway"
    table = Table(
        "usa",
        "noncombat",
        {"western_united_states": "usa.fighter"},
        developments={"usa": ["long_range_aircraft"]},
    )
    assert table.refused(far) == []


def test_no_suicide_runs() -> None:
    units = {"japan": "japan.fighter japan.bomber", "sz_52": "usa.transport"}
    table = Table("japan", "combat_move", units)
    assert table.refused("move japan.fighter.1 sz_60 sz_57 sz_52") == ["air.no_landing"]
    assert table.refused("move japan.bomber.1 sz_60 sz_57 sz_52") == []


def test_a_carrier_that_can_come_is_a_place_to_land_and_must_come() -> None:
    units = {"japan": "japan.fighter", "sz_52": "usa.transport", "sz_60": "japan.carrier"}
    table = Table("japan", "combat_move", units)
    table.do("move japan.fighter.1 sz_60 sz_57 sz_52")
    assert table.state.var("pickups") == (("japan.fighter.1", "japan.carrier.1", "sz_52"),)
    # The carrier may no longer go elsewhere in the combat move …
    assert table.refused("move japan.carrier.1 sz_59") == ["air.no_landing"]
    table.do("end").do("fight sz_52", 1, 6)
    # … nor in the noncombat move, which cannot end before both have met.
    assert table.refused("move japan.carrier.1 sz_59") == ["air.no_landing"]
    assert table.refused("end") == ["noncombat.aloft"]
    table.do("move japan.fighter.1 sz_57").do("move japan.carrier.1 sz_57").do("end")
    assert table.state.piece("japan.fighter.1").space == "in:japan.carrier.1"


def test_two_fighters_fill_a_carrier() -> None:
    units = {"japan": "japan.fighter*3", "sz_52": "usa.transport", "sz_57": "japan.carrier"}
    table = Table("japan", "combat_move", units)
    table.do("move japan.fighter.1 sz_60 sz_57 sz_52").do("move japan.fighter.2 sz_60 sz_57 sz_52")
    assert table.refused("move japan.fighter.3 sz_60 sz_57 sz_52") == ["air.no_landing"]


def test_air_units_do_not_land_in_land_just_captured() -> None:
    table = Table(
        "germany",
        "combat_move",
        {"ukraine_ssr": "germany.infantry germany.fighter", "caucasus": "ussr.infantry"},
    )
    table.do("move germany.infantry.1,germany.fighter.1 caucasus").do("end").do("fight caucasus", 1, 1, 6)
    assert table.state.control["caucasus"] == "germany"
    assert table.refused("end") == ["noncombat.aloft"]
    assert table.refused("move germany.fighter.1 russia") == ["air.landing"]
    table.do("move germany.fighter.1 ukraine_ssr").do("end")


def test_fighters_that_stay_aboard_a_moving_carrier_are_cargo() -> None:
    units = {"sz_60": "japan.carrier", "in:japan.carrier.1": "japan.fighter", "sz_57": "usa.transport"}
    table = Table("japan", "combat_move", units)
    table.do("move japan.carrier.1 sz_57")
    assert table.refused("move japan.fighter.1 sz_57") == ["air.cargo"]
    table = Table("japan", "combat_move", units)
    table.do("move japan.fighter.1 sz_57").do("move japan.carrier.1 sz_57")


def test_fighters_launch_from_a_carrier_beside_enemies() -> None:
    units = {"sz_60": "japan.carrier usa.submarine", "in:japan.carrier.1": "japan.fighter*2"}
    table = Table("japan", "combat_move", units)
    table.do("launch japan.fighter.1")
    assert table.state.piece("japan.fighter.1").space == "sz_60"
    table = Table("japan", "combat_move", {"sz_60": "japan.carrier", "in:japan.carrier.1": "japan.fighter"})
    assert table.refused("launch japan.fighter.1") == ["launch.no_enemy"]


def test_flying_home_over_guns_is_dangerous() -> None:
    units = {"western_europe": "germany.aa_gun", "germany": "britain.bomber"}
    table = Table("britain", "noncombat", units)
    table.do("move britain.bomber.1 western_europe sz_7 united_kingdom", 1)
    assert "britain.bomber.1" not in table.state.pieces


def test_only_bombers_raid_and_only_complexes() -> None:
    units = {
        "united_kingdom": "britain.bomber britain.fighter",
        "germany": "germany.industrial_complex",
        "norway": "germany.infantry",
    }
    table = Table("britain", "combat_move", units)
    assert table.refused("move britain.fighter.1 sz_6 sz_5 germany raid=yes") == ["raid.bombers"]
    assert table.refused("move britain.bomber.1 sz_6 norway raid=yes") == ["raid.no_complex"]
    assert table.refused("move britain.bomber.1 sz_6 sz_5") == ["air.no_target"]
    table.do("move britain.bomber.1 sz_6 sz_5 germany raid=yes")


# Ships


def test_ships_stop_at_enemies_and_leave_them_at_the_start() -> None:
    table = Table("britain", "combat_move", {"sz_2": "britain.destroyer", "sz_3": "germany.transport"})
    assert table.refused("move britain.destroyer.1 sz_3 sz_4") == ["move.must_stop_before"]
    table.do("move britain.destroyer.1 sz_3")
    assert table.refused("move britain.destroyer.1 sz_4") == ["sea.stopped"]
    table = Table("britain", "combat_move", {"sz_3": "britain.destroyer germany.battleship"})
    table.do("move britain.destroyer.1 sz_2 sz_1")  # away from enemies it may end anywhere
    assert table.phase == "combat_move"


def test_a_warship_needs_a_reason_for_a_combat_move() -> None:
    table = Table("britain", "combat_move", {"sz_2": "britain.battleship britain.transport"})
    assert table.refused("move britain.battleship.1 sz_1") == ["sea.no_combat"]
    table.do("move britain.transport.1 sz_1")
    table.do("move britain.battleship.1 sz_3")  # off Norway it may support a landing


def test_submarines_pass_enemies_but_not_destroyers() -> None:
    units = {"sz_5": "germany.submarine", "sz_6": "britain.battleship", "sz_7": "britain.transport"}
    table = Table("germany", "combat_move", units)
    table.do("move germany.submarine.1 sz_6 sz_7")
    table = Table("germany", "combat_move", units | {"sz_6": "britain.destroyer"})
    assert table.refused("move germany.submarine.1 sz_6 sz_7") == ["move.must_stop_before"]
    table = Table("germany", "noncombat", units)
    assert table.refused("move germany.submarine.1 sz_6") == ["move.cannot_end"]
    assert table.refused("move germany.submarine.1 sz_6 sz_7") == ["move.cannot_end"]
    table.do("move germany.submarine.1 sz_6 sz_3")


def test_ships_do_not_enter_hostile_zones_in_the_noncombat_move() -> None:
    table = Table("germany", "noncombat", {"sz_5": "germany.battleship", "sz_6": "britain.submarine"})
    assert table.refused("move germany.battleship.1 sz_6") == ["move.forbidden"]


def test_canals_are_open_to_the_side_that_has_held_them() -> None:
    table = Table("britain", "noncombat", {"sz_15": "britain.destroyer"})
    table.do("move britain.destroyer.1 sz_34")
    table = Table("britain", "noncombat", {"sz_15": "britain.destroyer"}, control={"trans_jordan": "germany"})
    assert table.refused("move britain.destroyer.1 sz_34") == ["move.forbidden"]
    table = Table(
        "germany",
        "combat_move",
        {"libya": "germany.tank", "sz_15": "germany.submarine"},
        control={"trans_jordan": "germany"},
    )
    table.do("move germany.tank.1 anglo_egypt trans_jordan")
    assert table.refused("move germany.submarine.1 sz_34") == ["move.forbidden"]


def test_ships_stay_at_sea() -> None:
    table = Table("germany", "noncombat", {"sz_5": "germany.battleship"})
    assert table.refused("move germany.battleship.1 germany") == ["move.forbidden"]


def test_the_board_goes_round() -> None:
    table = Table("japan", "noncombat", {"sz_57": "japan.battleship"})
    table.do("move japan.battleship.1 sz_56")
