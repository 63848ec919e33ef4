"""Where national advantages end: other powers, other places, other moments, and what is used up."""

from __future__ import annotations

import pytest

from tests.systems.revised.positions import Table
from tests.systems.revised.test_advantages import has
from wargame_desktop.core.engine import legal_actions
from wargame_desktop.systems.revised import advantages
from wargame_desktop.systems.revised.model import Move

# The Soviet Union


def test_winter_is_for_soviet_infantry_only() -> None:
    units = {"ukraine_ssr": "germany.infantry", "caucasus": "britain.infantry"}
    table = Table("germany", "combat_move", units, winter=True)
    table.do("move germany.infantry.1 caucasus").do("end").do("fight caucasus", 6, 3)
    assert table.phase == "press"


def test_winter_ends_with_the_next_soviet_turn() -> None:
    table = Table("usa", "income", {"russia": "ussr.infantry", "germany": "germany.infantry"}, winter=True)
    assert table.see.power == "ussr"
    assert table.state.var("winter") is None


def test_an_advantage_is_declared_in_its_phase() -> None:
    table = Table("ussr", "combat_move", {"russia": "ussr.infantry"}, **has("ussr", "russian_winter"))
    assert table.refused("declare russian_winter") == ["advantage.not_now"]
    table.do("end").do("end")
    assert table.refused("declare joint_strike") == ["advantage.not_now"]
    table.do("declare russian_winter")


def test_the_treaty_answers_one_attack_only() -> None:
    units = {"manchuria": "japan.infantry*2", "buryatia_ssr": "ussr.infantry", "yakut_ssr": "ussr.infantry"}
    table = Table(
        "japan",
        "combat_move",
        units,
        used={"nonaggression_treaty": True},
        **has("ussr", "nonaggression_treaty"),
    )
    table.do("move japan.infantry.1 buryatia_ssr").do("end").do("fight buryatia_ssr", 6, 6)
    assert table.phase == "press"


def test_the_treaty_stops_a_walk_into_empty_land() -> None:
    table = Table(
        "japan", "combat_move", {"manchuria": "japan.infantry"}, **has("ussr", "nonaggression_treaty")
    )
    table.do("move japan.infantry.1 buryatia_ssr").do("end").do("fight buryatia_ssr")
    table.do("declare nonaggression_treaty", 6, 1, 6, 6, 6)
    assert table.at("buryatia_ssr") == "4 ussr.infantry"


@pytest.mark.parametrize("way", ["raid", "rocket", "walk"])
def test_every_kind_of_attack_on_japan_breaks_the_treaty(way: str) -> None:
    units = {
        "buryatia_ssr": "ussr.aa_gun ussr.bomber ussr.infantry",
        "manchuria": "japan.industrial_complex",
    }
    table = Table(
        "ussr",
        "combat_move",
        units,
        developments={"ussr": ["rockets"]},
        **has("ussr", "nonaggression_treaty"),
    )
    if way == "raid":
        table.do("move ussr.bomber.1 manchuria raid=yes").do("end").do("bomb manchuria", 3)
    elif way == "rocket":
        table.do("end").do("rocket ussr.aa_gun.1 manchuria", 3)
    else:
        table.do("move ussr.infantry.1 manchuria").do("end")
    assert advantages.is_used(table.state.vars, "nonaggression_treaty")


def test_a_complex_moves_only_into_land_of_its_own_power() -> None:
    units = {"kazakh_ssr": "ussr.industrial_complex"}
    table = Table("ussr", "noncombat", units, **has("ussr", "mobile_industry"))
    assert table.refused("move ussr.industrial_complex.1 persia") == ["land.foreign_complex"]
    table.do("move ussr.industrial_complex.1 novosibirsk")


def test_captured_complexes_do_not_move() -> None:
    units = {"caucasus": "germany.industrial_complex", "germany": "germany.infantry"}
    table = Table(
        "germany", "noncombat", units, control={"caucasus": "germany"}, **has("ussr", "mobile_industry")
    )
    assert table.refused("move germany.industrial_complex.1 ukraine_ssr") == ["land.complex"]


@pytest.mark.parametrize(("defender", "tanks"), [("ussr", 1), ("britain", 0)])
def test_salvage_is_for_combats_the_soviets_won(defender: str, tanks: int) -> None:
    units = {"ukraine_ssr": "germany.tank", "caucasus": f"{defender}.infantry*2"}
    table = Table("germany", "combat_move", units, **has("ussr", "salvage"))
    table.do("move germany.tank.1 caucasus").do("end").do("fight caucasus", 6, 1, 6)
    assert len([p for p in table.state.at("caucasus") if p.kind == "ussr.tank"]) == tanks


# Germany


def test_panzerblitz_needs_victory_in_one_cycle() -> None:
    units = {"ukraine_ssr": "germany.tank*2", "caucasus": "ussr.infantry"}
    table = Table("germany", "combat_move", units, **has("germany", "panzerblitz"))
    table.do("move germany.tank.1,germany.tank.2 caucasus").do("end").do("fight caucasus", 6, 6, 6)
    table.do("press", 1, 6, 6)
    assert table.refused("move germany.tank.1 ukraine_ssr") == ["land.moved"]


def test_a_boat_that_was_there_is_not_of_the_wolf_pack() -> None:
    units = {"sz_5": "germany.submarine*3", "sz_6": "germany.submarine britain.transport*4"}
    table = Table("germany", "combat_move", units, **has("germany", "wolf_packs"))
    table.do("move germany.submarine.1,germany.submarine.2,germany.submarine.3 sz_6").do("end")
    table.do("fight sz_6", 6, 6, 6, 6, 6, 6, 6, 6)
    assert table.outcome is not None
    dice = [(roll.purpose.rpartition(" on ")[2], len(roll.values)) for roll in table.outcome.rolls]
    assert dice[:2] == [("2", 1), ("3", 3)]


def test_the_wall_stands_against_landings_in_gray_land_only() -> None:
    units = {
        "sz_16": "ussr.transport",
        "in:ussr.transport.1": "ussr.infantry",
        "ukraine_ssr": "germany.infantry",
    }
    for original, held in (("ukraine_ssr", True), ("caucasus", False)):
        table = Table(
            "ussr",
            "combat_move",
            {
                **{key: value for key, value in units.items() if key != "ukraine_ssr"},
                original: "germany.infantry",
            },
            control={"caucasus": "germany"},
            **has("germany", "atlantic_wall"),
        )
        table.do(f"offload ussr.infantry.1 {original}").do("end").do(f"fight {original}", 6, 3)
        assert (table.at(original) == "1 germany.infantry") is held


# The United Kingdom


def test_radar_works_in_tan_land_only() -> None:
    table = Table(
        "germany",
        "combat_move",
        {"germany": "germany.bomber", "norway": "britain.aa_gun britain.industrial_complex"},
        control={"norway": "britain"},
        **has("britain", "radar"),
    )
    table.do("move germany.bomber.1 sz_5 norway raid=yes").do("end").do("bomb norway", 2, 4)
    assert "germany.bomber.1" in table.state.pieces


@pytest.mark.parametrize(("owner", "refused"), [("usa", []), ("britain", ["air.no_landing"])])
def test_british_carriers_do_not_fetch_fighters_after_a_joint_strike(owner: str, refused: list[str]) -> None:
    """They move on the American combat move only; American ones have their noncombat move still to come."""
    units = {
        "sz_57": f"{owner}.carrier",
        f"in:{owner}.carrier.1": f"{owner}.fighter",
        "sz_54": "japan.destroyer",
    }
    coast = ("western_united_states", "mexico", "panama", "alaska", "western_canada", "hawaiian_islands")
    table = Table("usa", "combat_move", units, control=dict.fromkeys(coast, "japan"), joint=True)
    assert table.refused(f"move {owner}.fighter.1 sz_52 sz_53 sz_54") == refused


def enigma(units: dict[str, str]) -> Table:
    """Germany has moved its battleship against a British one in sea zone 6."""
    start = {"sz_5": "germany.battleship", "sz_6": "britain.battleship*2 britain.carrier", **units}
    table = Table("germany", "combat_move", start, **has("britain", "enigma_decoded"))
    table.do("move germany.battleship.1 sz_6").do("end")
    assert table.phase == "enigma"
    return table


def test_enigma_moves_ships_and_fighters_as_in_a_noncombat_move() -> None:
    table = enigma({"united_kingdom": "britain.fighter*3 britain.infantry", "norway": "germany.infantry"})
    assert table.refused("move britain.fighter.1,britain.fighter.2,britain.fighter.3 sz_6") == ["enigma.deck"]
    assert table.refused("move britain.infantry.1 sz_6") == ["enigma.step"]
    assert table.refused("move britain.battleship.1 sz_3 sz_2") == ["enigma.one_step"]
    table.do("move britain.fighter.1,britain.fighter.2 sz_6")
    assert table.at("in:britain.carrier.1") == "2 britain.fighter"
    table = enigma({"sz_3": "germany.destroyer", "in:britain.carrier.1": "britain.fighter"})
    assert table.refused("move britain.battleship.1 sz_3") == ["enigma.friendly"]
    table.do("move britain.fighter.1 united_kingdom")
    assert table.at("united_kingdom") == "1 britain.fighter"


def test_french_resistance_rises_once() -> None:
    units = {"sz_7": "usa.transport", "in:usa.transport.1": "usa.infantry"}
    table = Table(
        "usa", "combat_move", units, used={"french_resistance": True}, **has("britain", "french_resistance")
    )
    table.do("offload usa.infantry.1 western_europe").do("end")
    assert table.phase == "noncombat"


# Japan


def test_what_kamikaze_attacks_sink_does_not_fire_back_even_beside_a_destroyer() -> None:
    units = {"japan": "japan.fighter", "sz_60": "japan.transport usa.destroyer usa.transport"}
    table = Table("japan", "combat_move", units, **has("japan", "kamikaze_attacks"))
    table.do("move japan.fighter.1 sz_60 kamikaze=yes").do("end")
    table.do("fight sz_60", 3)
    # The destroyer is lost without a shot; only the transport fires.
    table.do("casualties usa.destroyer.1", 6)
    assert table.at("sz_60") == "1 japan.transport, 1 usa.transport"


def test_submarines_still_give_a_destroyer_time() -> None:
    units = {"sz_57": "japan.submarine", "sz_60": "usa.destroyer"}
    table = Table("japan", "combat_move", units)
    table.do("move japan.submarine.1 sz_60").do("end").do("fight sz_60", 1, 3)
    assert table.at("sz_60") == ""


def test_kamikaze_attacks_are_offered_beside_plain_ones() -> None:
    units = {"japan": "japan.fighter", "sz_60": "usa.transport"}
    for names, count in (((), 1), (("kamikaze_attacks",), 2)):
        table = Table("japan", "combat_move", units, **has("japan", *names))
        moves = [one for one in legal_actions(table.system, table.state) if isinstance(one, Move)]
        assert len([one for one in moves if one.path[-1] == "sz_60"]) == count


def test_kamikaze_attacks_are_made_on_ships() -> None:
    units = {"manchuria": "japan.fighter", "china": "usa.infantry"}
    table = Table("japan", "combat_move", units, **has("japan", "kamikaze_attacks"))
    assert table.refused("move japan.fighter.1 china kamikaze=yes") == ["kamikaze.ships"]
    assert table.refused("move japan.fighter.1 china") == []


def test_kaiten_torpedoes_are_japanese_submarines_near_home() -> None:
    units = {"sz_57": "usa.transport*2", "sz_60": "japan.submarine japan.transport"}
    table = Table("usa", "combat_move", units, **has("japan", "kaiten_torpedoes"))
    table.do("move usa.transport.1,usa.transport.2 sz_60").do("end").do("fight sz_60")
    assert table.refused("kaiten japan.transport.1") == ["kaiten.piece"]
    table.do("kaiten japan.submarine.1", 6, 6)
    assert "japan.submarine.1" not in table.state.pieces  # lost though it missed
    far = {"sz_52": "usa.transport*2", "sz_53": "japan.submarine"}
    table = Table("usa", "combat_move", far, **has("japan", "kaiten_torpedoes"))
    table.do("move usa.transport.1,usa.transport.2 sz_53").do("end").do("fight sz_53", 6)
    assert table.phase == "press"


def test_dug_in_defenders_are_on_islands() -> None:
    units = {"china": "usa.infantry", "manchuria": "japan.infantry"}
    table = Table("usa", "combat_move", units, **has("japan", "dug_in_defenders"))
    table.do("move usa.infantry.1 manchuria").do("end").do("fight manchuria", 6, 3)
    assert table.phase == "press"


def test_lightning_assaults_end_with_the_second_landing() -> None:
    units = {"sz_49": "japan.transport", "in:japan.transport.1": "japan.infantry*2"}
    control = {"philippine_islands": "usa", "borneo": "britain", "new_guinea": "britain"}
    table = Table("japan", "combat_move", units, control=control, **has("japan", "lightning_assaults"))
    table.do("offload japan.infantry.1 philippine_islands").do("move japan.transport.1 sz_48")
    table.do("offload japan.infantry.2 borneo")
    assert table.refused("move japan.transport.1 sz_47") == ["sea.offloaded"]


# The United States


def test_marines_are_american_and_come_from_the_sea() -> None:
    for power, zone in (("britain", True), ("usa", False)):
        units = {"western_europe": f"{power}.infantry", "germany": "germany.infantry"}
        if zone:
            units = {
                "sz_7": "britain.transport",
                "in:britain.transport.1": "britain.infantry",
                "western_europe": "germany.infantry",
            }
        table = Table(
            power,
            "combat_move",
            units,
            control={} if zone else {"western_europe": "usa"},
            **has("usa", "marines"),
        )
        if zone:
            table.do("offload britain.infantry.1 western_europe").do("end").do("fight western_europe", 2, 6)
        else:
            table.do("move usa.infantry.1 germany").do("end").do("fight germany", 2, 6)
        assert table.phase == "press"


def test_one_chinese_division_a_turn() -> None:
    units = {"china": "usa.infantry", "mobilization": "usa.infantry"}
    units["eastern_united_states"] = "usa.industrial_complex"
    table = Table("usa", "mobilize", units, **has("usa", "chinese_divisions"))
    table.do("recruit china")
    assert table.refused("recruit china") == ["recruit.once"]
    table.do("place usa.infantry.2 eastern_united_states")


def test_superfortresses_protect_bombers_on_their_way_too() -> None:
    units = {
        "united_kingdom": "usa.bomber",
        "western_europe": "germany.aa_gun",
        "southern_europe": "germany.industrial_complex germany.aa_gun",
    }
    table = Table("usa", "combat_move", units, ipc={"germany": 9}, **has("usa", "superfortresses"))
    table.do("move usa.bomber.1 sz_7 western_europe southern_europe raid=yes").do("end")
    table.do("bomb southern_europe", 4)
    assert table.see.ipc("germany") == 5
