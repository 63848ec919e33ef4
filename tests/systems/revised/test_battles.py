"""Combat: submarines and destroyers, battleships, carriers, cargo, several powers, retreat, capture."""

from __future__ import annotations

from tests.systems.revised.positions import Table


def at_sea(attackers: str, defenders: str, **extra: object) -> Table:
    """German ships from sea zone 5 attack ships in sea zone 6."""
    table = Table("germany", "combat_move", {"sz_5": attackers, "sz_6": defenders}, **extra)  # type: ignore[arg-type]
    ships = ",".join(sorted(piece.id for piece in table.state.at("sz_5")))
    return table.do(f"move {ships} sz_6").do("end")


def test_submarine_casualties_do_not_fire_back() -> None:
    table = at_sea("germany.submarine", "britain.transport")
    table.do("fight sz_6", 2)
    assert table.at("sz_6") == "1 germany.submarine"


def test_a_destroyer_lets_submarine_casualties_fire_back() -> None:
    table = at_sea("germany.submarine", "britain.destroyer")
    table.do("fight sz_6", 2, 3)
    assert table.at("sz_6") == ""


def test_submarines_fire_at_the_same_time() -> None:
    table = at_sea("germany.submarine", "britain.submarine")
    table.do("fight sz_6", 1, 1)
    assert table.at("sz_6") == ""


def test_submarine_hits_are_taken_on_ships_only() -> None:
    table = Table(
        "germany",
        "combat_move",
        {"sz_5": "germany.submarine", "sz_6": "britain.carrier", "in:britain.carrier.1": "britain.fighter*2"},
    )
    table.do("move germany.submarine.1 sz_6").do("end")
    table.do("fight sz_6", 1, 6, 6)  # the carrier has to go; both fighters fire and miss
    assert table.phase == "press"
    assert table.at("sz_6") == "2 britain.fighter, 1 germany.submarine"
    table.do("submerge germany.submarine.1")
    assert (table.phase, table.owner) == ("homeless", "britain")
    assert table.refused("land britain.fighter.1 norway") == ["homeless.place"]
    table.do("land britain.fighter.1 united_kingdom").do("land britain.fighter.2 united_kingdom")
    assert table.at("united_kingdom") == "2 britain.fighter"


def test_fighters_of_a_sunk_carrier_without_a_refuge_are_lost() -> None:
    table = Table(
        "japan",
        "combat_move",
        {"sz_45": "japan.submarine", "sz_44": "usa.carrier", "in:usa.carrier.1": "usa.fighter"},
    )
    table.do("move japan.submarine.1 sz_44").do("end").do("fight sz_44", 1, 6).do(
        "submerge japan.submarine.1"
    )
    assert "usa.fighter.1" not in table.state.pieces


def test_the_sinking_of_a_defending_carrier_with_a_friend_aboard() -> None:
    table = Table(
        "japan",
        "combat_move",
        {
            "sz_45": "japan.submarine",
            "sz_41": "britain.carrier",
            "sz_40": "usa.carrier",
            "in:britain.carrier.1": "britain.fighter usa.fighter",
        },
    )
    table.do("move japan.submarine.1 sz_41").do("end").do("fight sz_41", 2, 6, 6).do(
        "submerge japan.submarine.1"
    )
    owners = {table.owner}
    assert table.refused(f"land {table.owner}.fighter.1 australia") == ["homeless.place"]
    table.do(f"land {table.owner}.fighter.1 new_zealand")
    owners.add(table.owner)
    table.do(f"land {table.owner}.fighter.1 in:usa.carrier.1")
    assert owners == {"britain", "usa"}
    assert table.phase == "noncombat"


def test_the_sinking_of_an_attacking_carrier() -> None:
    table = Table(
        "britain",
        "combat_move",
        {
            "sz_40": "britain.carrier",
            "in:britain.carrier.1": "britain.fighter usa.fighter",
            "sz_41": "japan.submarine",
            "sz_46": "usa.carrier",
        },
    )
    table.do("move britain.fighter.1 sz_41").do("move britain.carrier.1 sz_41").do("end")
    table.do(
        "fight sz_41", 1, 6
    )  # the submarine sinks the carrier, which cannot fire back; the fighter misses
    assert "usa.fighter.1" not in table.state.pieces  # cargo
    assert table.phase == "press"
    table.do("withdraw")
    for place in ("new_zealand", "sz_40 australia"):
        assert table.refused(f"move britain.fighter.1 {place}") == []
    assert table.refused("move britain.fighter.1 sz_46") == []
    assert table.refused("end") == ["noncombat.aloft"]  # it cannot stay where it is


def test_battleships_take_two_hits_and_are_repaired() -> None:
    table = at_sea("germany.battleship germany.transport", "britain.destroyer*2")
    table.do("fight sz_6", 5, 1, 6)
    assert table.owner == "germany"
    assert table.refused("casualties britain.destroyer.1") == ["casualties.not_eligible"]
    assert table.refused("casualties germany.battleship.1,germany.transport.1") == ["casualties.count"]
    table.do("casualties germany.battleship.1")
    assert table.state.piece("germany.battleship.1").mark("hits") == 1
    table.do("retreat sz_5")
    assert table.state.piece("germany.battleship.1").mark("hits") is None


def test_a_damaged_battleship_is_sunk_by_the_second_hit() -> None:
    table = at_sea("germany.battleship", "britain.destroyer*2")
    table.do("fight sz_6", 6, 1, 1)
    assert table.at("sz_6") == "2 britain.destroyer"


def test_a_destroyer_keeps_submarines_up() -> None:
    table = at_sea("germany.submarine germany.battleship", "britain.destroyer britain.battleship")
    table.do("fight sz_6", 6, 6, 6, 6)
    assert table.refused("submerge germany.submarine.1") == ["submerge.not_now"]
    table = at_sea("germany.submarine germany.battleship", "britain.battleship")
    table.do("fight sz_6", 6, 6, 6)
    assert table.refused("submerge germany.battleship.1") == ["submerge.not_now"]
    table.do("submerge germany.submarine.1")
    assert table.phase == "press"


def test_defending_submarines_may_submerge_and_block_nobody() -> None:
    table = at_sea("germany.battleship germany.transport", "britain.submarine")
    table.do("fight sz_6", 6, 6).do("press")
    assert (table.phase, table.owner) == ("submerge", "britain")
    table.do("submerge britain.submarine.1")
    assert table.phase == "noncombat"
    assert table.see.is_hostile_zone("sz_6") is False
    table.do("end")
    assert table.state.piece("britain.submarine.1").mark("submerged") is None


def test_a_destroyer_stops_at_a_submerged_submarine() -> None:
    table = Table(
        "germany",
        "combat_move",
        {
            "sz_5": "germany.battleship",
            "sz_6": "britain.submarine",
            "sz_3": "germany.destroyer germany.carrier",
        },
    )
    table.do("move germany.battleship.1 sz_6").do("end").do("fight sz_6", 6, 6).do("press")
    table.do("submerge britain.submarine.1")
    assert table.refused("move germany.destroyer.1 sz_6 sz_7") == ["move.must_stop_before"]
    table.do("move germany.carrier.1 sz_6 sz_7")


def test_submarines_beside_ships_need_not_be_fought() -> None:
    table = Table("germany", "combat_move", {"sz_5": "germany.battleship britain.submarine"})
    table.do("end").do("ignore sz_5")
    assert table.phase == "noncombat"
    table = Table("germany", "combat_move", {"sz_5": "germany.battleship britain.transport"})
    table.do("end")
    assert table.refused("ignore sz_5") == ["combat.not_optional"]
    assert table.refused("end") == ["combat.left"]


def test_several_powers_defend_together_and_agree_on_losses() -> None:
    table = Table(
        "germany",
        "combat_move",
        {"ukraine_ssr": "germany.tank*2", "caucasus": "ussr.infantry britain.infantry usa.tank"},
    )
    table.do("move germany.tank.1,germany.tank.2 caucasus").do("end").do("fight caucasus", 1, 6)
    assert table.owner == "allies"
    table.do("disagree")
    assert table.owner == "germany"
    table.do("casualties usa.tank.1", 6, 6, 6)
    assert table.at("caucasus") == "1 britain.infantry, 2 germany.tank, 1 ussr.infantry"


def test_transports_fire_only_in_defence() -> None:
    table = at_sea("germany.transport", "britain.transport")
    table.do("fight sz_6", 1)  # one die only: the defender's
    assert table.at("sz_6") == "1 britain.transport"


def test_heavy_bombers_throw_two_dice_in_attack() -> None:
    table = Table(
        "germany",
        "combat_move",
        {"ukraine_ssr": "germany.bomber", "caucasus": "ussr.infantry*2"},
        developments={"germany": ["heavy_bombers"]},
    )
    table.do("move germany.bomber.1 caucasus").do("end").do("fight caucasus", 4, 4, 6, 6)
    assert table.at("caucasus") == "1 germany.bomber"
    assert table.state.control["caucasus"] == "ussr"  # air units never capture


def test_jet_fighters_defend_on_five() -> None:
    table = Table(
        "germany",
        "combat_move",
        {"ukraine_ssr": "germany.infantry", "caucasus": "ussr.fighter"},
        developments={"ussr": ["jet_fighters"]},
    )
    table.do("move germany.infantry.1 caucasus").do("end").do("fight caucasus", 6, 5)
    assert table.at("caucasus") == "1 ussr.fighter"


def test_nobody_wins_when_all_are_destroyed() -> None:
    table = Table("germany", "combat_move", {"ukraine_ssr": "germany.infantry", "caucasus": "ussr.infantry"})
    table.do("move germany.infantry.1 caucasus").do("end").do("fight caucasus", 1, 1)
    assert table.at("caucasus") == ""
    assert table.state.control["caucasus"] == "ussr"


def test_a_friend_is_freed_not_robbed() -> None:
    units = {"persia": "britain.infantry", "caucasus": "germany.aa_gun", "russia": "ussr.infantry"}
    table = Table("britain", "combat_move", units, control={"caucasus": "germany"})
    table.do("move britain.infantry.1 caucasus").do("end")
    assert table.state.control["caucasus"] == "ussr"
    assert table.at("caucasus") == "1 britain.infantry, 1 ussr.aa_gun"


def test_a_friend_without_a_capital_gets_its_land_back_with_the_capital() -> None:
    units = {
        "persia": "britain.infantry*2",
        "caucasus": "germany.industrial_complex",
        "russia": "germany.aa_gun",
        "japan": "japan.infantry",
    }
    table = Table("britain", "combat_move", units, control={"caucasus": "germany", "russia": "germany"})
    table.do("move britain.infantry.1 caucasus").do("end")
    assert table.state.control["caucasus"] == "britain"
    table.do("end").do("end")  # noncombat moves of the United Kingdom, combat moves of Japan
    table.do("end")
    while not (table.see.power == "britain" and table.phase == "combat_move"):
        table.do("end")
    table.do("move britain.infantry.1 russia").do("end")
    assert (table.state.control["russia"], table.state.control["caucasus"]) == ("ussr", "ussr")
    assert table.at("caucasus") == "1 ussr.industrial_complex"


def test_a_power_without_its_capital_has_three_phases() -> None:
    units = {"russia": "germany.infantry", "archangel": "ussr.infantry", "united_kingdom": "britain.infantry"}
    table = Table("ussr", "combat_move", units, control={"russia": "germany"}, ipc={"ussr": 0})
    table.do("end").do("end")
    assert table.see.power == "germany"  # neither mobilization nor income
    assert table.see.ipc("ussr") == 0
