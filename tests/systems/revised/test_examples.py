"""The manual's worked examples: the sample combat and the sample turn, and the smaller ones on the way."""

from __future__ import annotations

from tests.systems.revised.positions import Table


def test_sample_combat_germany_attacks_india() -> None:
    table = Table(
        "germany",
        "combat_move",
        {
            "persia": "germany.infantry germany.tank germany.fighter",
            "india": "britain.tank britain.infantry britain.aa_gun",
        },
        control={"persia": "germany"},
    )
    before = {power: table.see.production(power) for power in ("germany", "britain")}
    table.do("move germany.infantry.1,germany.tank.1,germany.fighter.1 india").do("end")
    # The gun hits the fighter; infantry misses, tank hits; both defenders miss.
    table.do("fight india", 1, 4, 2)
    assert (table.phase, table.owner) == ("casualties", "britain")
    assert (
        table.at("india")
        == "1 britain.aa_gun, 1 britain.infantry, 1 britain.tank, 1 germany.infantry, 1 germany.tank"
    )
    table.do("casualties britain.infantry.1", 5, 4)
    assert (table.phase, table.owner) == ("press", "germany")
    # The infantry hits the last defender, whose shot back kills an attacker of Germany's choice.
    table.do("press", 1, 6, 2)
    assert (table.phase, table.owner) == ("casualties", "germany")
    table.do("casualties germany.infantry.1")
    assert table.at("india") == "1 germany.aa_gun, 1 germany.tank"
    assert table.state.control["india"] == "germany"
    assert table.see.production("germany") == before["germany"] + 3
    assert table.see.production("britain") == before["britain"] - 3
    assert table.phase == "noncombat"


def sample_turn() -> Table:
    return Table(
        "ussr",
        "develop",
        {
            "archangel": "ussr.infantry*3 ussr.tank",
            "karelia_ssr": "ussr.infantry*3 ussr.fighter",
            "russia": "ussr.infantry*3 ussr.artillery ussr.tank*2 ussr.aa_gun ussr.industrial_complex",
            "caucasus": "ussr.industrial_complex",
            "sz_4": "ussr.submarine",
            "west_russia": "germany.infantry*3 germany.artillery germany.tank",
            "germany": "germany.industrial_complex germany.infantry",
            "eastern_europe": "germany.infantry",
        },
        ipc={"ussr": 24, "germany": 40},
    )


def test_sample_turn() -> None:
    table = sample_turn()
    table.do("research rockets 1", 2)
    assert table.see.ipc("ussr") == 19
    assert table.see.has_tech("ussr", "rockets")
    table.do("buy tank:3,artillery:1")
    assert table.see.ipc("ussr") == 0
    assert table.phase == "combat_move"  # nothing is left to buy with
    table.do("move ussr.infantry.1,ussr.infantry.2,ussr.infantry.3,ussr.tank.1 west_russia")
    table.do("move ussr.infantry.4,ussr.infantry.5,ussr.fighter.1 west_russia")
    table.do("end")
    # Germany lies four spaces from Russia on the board, one more than a rocket flies.
    assert table.refused("rocket ussr.aa_gun.1 germany") == ["rocket.target"]
    table.do("fight west_russia", 1, 1, 3, 4, 6, 2, 4)
    assert table.owner == "germany"
    table.do("casualties germany.tank.1,germany.infantry.1,germany.infantry.2", 1, 3, 4, 5, 5)
    assert table.owner == "ussr"
    table.do("casualties ussr.infantry.1")
    table.do("press", 1, 1, 1, 5, 6, 6, 2, 6)
    table.do("casualties ussr.infantry.2")
    assert table.state.control["west_russia"] == "ussr"
    assert table.at("west_russia") == "1 ussr.fighter, 3 ussr.infantry, 1 ussr.tank"
    assert (table.see.production("ussr"), table.see.production("germany")) == (26, 38)
    assert table.refused("move ussr.fighter.1 west_russia")
    table.do("move ussr.fighter.1 russia")
    table.do("move ussr.infantry.7,ussr.infantry.8,ussr.artillery.1 archangel")
    table.do("move ussr.tank.2,ussr.tank.3 archangel karelia_ssr")
    table.do("move ussr.submarine.1 sz_3 sz_6")
    table.do("end")
    table.do("place ussr.tank.4,ussr.tank.5,ussr.tank.6,ussr.artillery.2 caucasus")
    assert table.see.power == "germany"
    assert table.see.ipc("ussr") == 26


def test_a_rocket_of_the_sample_turn_from_within_range() -> None:
    table = Table(
        "ussr",
        "combat_move",
        {"west_russia": "ussr.aa_gun", "germany": "germany.industrial_complex"},
        control={"west_russia": "ussr"},
        ipc={"germany": 40},
        developments={"ussr": ["rockets"]},
    )
    table.do("end").do("rocket ussr.aa_gun.1 germany", 3)
    assert table.see.ipc("germany") == 37


def test_defence_of_two_hits_on_one_and_two_only() -> None:
    for die, left in ((1, 0), (2, 0), (3, 1)):
        table = Table(
            "germany",
            "combat_move",
            {"ukraine_ssr": "germany.infantry", "caucasus": "ussr.infantry"},
        )
        table.do("move germany.infantry.1 caucasus").do("end").do("fight caucasus", 6, die)
        attackers = [p for p in table.state.at("caucasus") if p.power == "germany"]
        assert len(attackers) == left


def test_one_gun_fires_once_at_each_aircraft() -> None:
    table = Table(
        "usa",
        "combat_move",
        {
            "united_kingdom": "usa.fighter*2 usa.bomber",
            "western_europe": "germany.infantry germany.aa_gun*2",
        },
    )
    table.do("move usa.fighter.1,usa.fighter.2,usa.bomber.1 sz_7 western_europe").do("end")
    table.do("fight western_europe", 1, 2, 1, 6, 6)
    assert table.at("western_europe") == "2 germany.aa_gun, 1 germany.infantry, 1 usa.fighter"


def assault(enemy_ships: str) -> Table:
    table = Table(
        "japan",
        "combat_move",
        {
            "sz_60": "japan.battleship japan.transport",
            "japan": "japan.infantry*2",
            "sz_52": enemy_ships,
            "hawaiian_islands": "usa.infantry",
            "sz_57": "japan.carrier",
            "in:japan.carrier.1": "japan.fighter",
        },
    )
    table.do("load japan.infantry.1,japan.infantry.2 japan.transport.1")
    return table.do("move japan.battleship.1,japan.transport.1 sz_57 sz_52")


def test_bombardment_without_enemy_ships() -> None:
    table = assault("")
    table.do("offload japan.infantry.1,japan.infantry.2 hawaiian_islands").do("end")
    table.do("fight hawaiian_islands", 4)  # the battleship kills the only defender before it can fire
    assert table.state.control["hawaiian_islands"] == "japan"
    assert table.at("hawaiian_islands") == "2 japan.infantry"


def test_no_bombardment_after_a_sea_combat_and_no_retreat_of_landed_troops() -> None:
    table = assault("usa.carrier")
    table.do("offload japan.infantry.1,japan.infantry.2 hawaiian_islands")
    table.do("move japan.fighter.1 sz_52 hawaiian_islands")
    table.do("end")
    assert table.refused("fight hawaiian_islands") == ["combat.sea_first"]
    table.do("fight sz_52", 1, 6)
    table.do("fight hawaiian_islands", 6, 6, 6, 6)  # two infantry and the fighter miss, no battleship fires
    assert table.phase == "press"
    assert table.refused("retreat sz_52") == ["retreat.none"]
    table.do("withdraw", 6, 6, 6)  # the fighter leaves, the infantry fight another cycle
    assert [p.id for p in table.state.at("hawaiian_islands") if p.mark("retreated")] == ["japan.fighter.1"]


def test_sea_retreat_to_one_zone_somebody_came_from() -> None:
    table = Table(
        "usa",
        "combat_move",
        {"sz_2": "usa.destroyer", "sz_6": "usa.destroyer", "sz_3": "germany.battleship"},
    )
    table.do("move usa.destroyer.1 sz_3").do("move usa.destroyer.2 sz_3").do("end")
    table.do("fight sz_3", 6, 6, 6)
    assert table.refused("retreat sz_4") == ["retreat.space"]
    table.do("retreat sz_2")
    assert table.at("sz_2") == "2 usa.destroyer"


def test_land_retreat_to_one_territory_somebody_came_from() -> None:
    table = Table(
        "japan",
        "combat_move",
        {"manchuria": "japan.infantry", "kwangtung": "japan.infantry", "china": "usa.infantry"},
    )
    table.do("move japan.infantry.1 china").do("move japan.infantry.2 china").do("end")
    table.do("fight china", 6, 6, 6)
    assert table.refused("retreat sinkiang") == ["retreat.space"]
    table.do("retreat kwangtung")
    assert table.at("kwangtung") == "2 japan.infantry"
    assert table.refused("move japan.infantry.1 manchuria") == ["land.moved"]


def test_germany_takes_moscow_and_its_treasury() -> None:
    table = Table(
        "germany",
        "combat_move",
        {"west_russia": "germany.tank", "russia": "ussr.aa_gun"},
        ipc={"ussr": 18, "germany": 4},
    )
    table.do("move germany.tank.1 russia").do("end")
    assert table.state.control["russia"] == "germany"
    assert (table.see.ipc("germany"), table.see.ipc("ussr")) == (22, 0)


def test_two_artillery_support_two_of_five_infantry() -> None:
    table = Table(
        "germany",
        "combat_move",
        {"ukraine_ssr": "germany.infantry*5 germany.artillery*2", "caucasus": "ussr.infantry"},
    )
    units = ",".join(f"germany.infantry.{n}" for n in range(1, 6))
    table.do(f"move {units},germany.artillery.1,germany.artillery.2 caucasus").do("end")
    table.do("fight caucasus", 6, 6, 6, 6, 6, 6, 6, 6)
    assert table.outcome is not None
    thrown = [(roll.purpose.rpartition(" on ")[2], len(roll.values)) for roll in table.outcome.rolls]
    assert thrown == [("1", 3), ("2", 4), ("2", 1)]


def test_super_submarines_need_a_three_on_any_die() -> None:
    for dice, success in (((1, 3), True), ((1, 2), False)):
        table = Table("germany", "develop", {"germany": "germany.infantry"}, ipc={"germany": 10})
        table.do("research super_submarines 2", *dice)
        assert table.see.has_tech("germany", "super_submarines") is success
        assert table.see.ipc("germany") == 0


def test_guns_on_the_way_fire_before_the_raid() -> None:
    table = Table(
        "britain",
        "combat_move",
        {
            "united_kingdom": "britain.bomber*2",
            "western_europe": "germany.aa_gun",
            "southern_europe": "germany.industrial_complex germany.aa_gun",
        },
        ipc={"germany": 40},
    )
    table.do("move britain.bomber.1,britain.bomber.2 sz_7 western_europe southern_europe raid=yes").do("end")
    # Western Europe shoots one down, Southern Europe misses the other, which destroys five.
    table.do("bomb southern_europe", 1, 4, 3, 5)
    assert table.see.ipc("germany") == 35
    assert table.at("southern_europe") == "1 britain.bomber, 1 germany.aa_gun, 1 germany.industrial_complex"


def test_a_raid_costs_no_more_than_the_territory_is_worth_nor_than_there_is() -> None:
    for money, left in ((40, 34), (3, 0)):
        table = Table(
            "britain",
            "combat_move",
            {"anglo_egypt": "britain.bomber*1", "southern_europe": "germany.industrial_complex"},
            ipc={"germany": money},
            developments={"britain": ["heavy_bombers"]},
        )
        table.do("move britain.bomber.1 sz_15 sz_14 southern_europe raid=yes").do("end")
        table.do("bomb southern_europe", 5, 6)
        assert table.see.ipc("germany") == left


def test_wolf_pack_with_super_submarines_hits_on_four() -> None:
    table = Table(
        "germany",
        "combat_move",
        {"sz_7": "germany.submarine*2", "sz_5": "germany.submarine", "sz_6": "britain.battleship"},
        developments={"germany": ["super_submarines"]},
        advantages={"germany": ["wolf_packs"]},
    )
    table.do("move germany.submarine.1,germany.submarine.2 sz_6").do("move germany.submarine.3 sz_6").do(
        "end"
    )
    table.do("fight sz_6", 4, 4, 6)
    assert table.at("sz_6") == "3 germany.submarine"


def test_eastern_canada_mobilizes_three() -> None:
    table = Table(
        "britain",
        "mobilize",
        {
            "eastern_canada": "britain.industrial_complex",
            "mobilization": "britain.infantry*4",
            "japan": "japan.infantry",
        },
    )
    four = ",".join(f"britain.infantry.{n}" for n in range(1, 5))
    assert table.refused(f"place {four} eastern_canada") == ["mobilize.limit"]
    table.do("place britain.infantry.1,britain.infantry.2,britain.infantry.3 eastern_canada")
    assert table.see.power == "japan"  # the fourth waits for the next turn
    assert table.at("mobilization") == "1 britain.infantry"
