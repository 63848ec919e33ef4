"""The thirty national advantages, each at work and each absent."""

from __future__ import annotations

import pytest

from tests.systems.revised.positions import Table, system
from wargame_desktop.core.dice import SeededDice
from wargame_desktop.core.engine import begin
from wargame_desktop.core.state import State
from wargame_desktop.systems.revised import advantages


def has(power: str, *names: str) -> dict[str, object]:
    """Variables that give a power advantages."""
    return {"advantages": {power: list(names)}}


# The Soviet Union


def test_russian_winter() -> None:
    table = Table(
        "ussr",
        "noncombat",
        {"caucasus": "ussr.infantry", "ukraine_ssr": "germany.infantry"},
        **has("ussr", "russian_winter"),
    )
    table.do("end")
    assert (table.phase, table.owner) == ("income", "ussr")
    table.do("declare russian_winter")
    while table.phase != "combat_move":
        table.do("end")
    table.do("move germany.infantry.1 caucasus").do("end").do("fight caucasus", 6, 3)
    assert table.at("caucasus") == "1 ussr.infantry"


def test_russian_winter_comes_once() -> None:
    table = Table(
        "ussr",
        "noncombat",
        {"caucasus": "ussr.infantry", "germany": "germany.infantry"},
        used={"russian_winter": True},
        **has("ussr", "russian_winter"),
    )
    table.do("end")
    assert table.see.power == "germany"


def test_nonaggression_treaty() -> None:
    units = {"manchuria": "japan.infantry*2", "buryatia_ssr": "ussr.infantry"}
    table = Table("japan", "combat_move", units, **has("ussr", "nonaggression_treaty"))
    table.do("move japan.infantry.1 buryatia_ssr").do("end").do("fight buryatia_ssr")
    assert (table.phase, table.owner) == ("offer", "ussr")
    table.do("declare nonaggression_treaty", 6, 6, 6, 6, 6, 6)
    assert table.at("buryatia_ssr") == "1 japan.infantry, 5 ussr.infantry"


def test_nonaggression_treaty_is_lost_by_attacking_first() -> None:
    units = {"manchuria": "japan.infantry", "buryatia_ssr": "ussr.infantry*2"}
    table = Table("ussr", "combat_move", units, **has("ussr", "nonaggression_treaty"))
    table.do("move ussr.infantry.1 manchuria").do("end").do("fight manchuria", 6, 6)

    assert advantages.is_used(table.state.vars, "nonaggression_treaty")


def test_mobile_industry() -> None:
    units = {"caucasus": "ussr.industrial_complex", "russia": "ussr.industrial_complex"}
    assert Table("ussr", "noncombat", units).refused("move ussr.industrial_complex.1 kazakh_ssr") == [
        "land.complex"
    ]
    table = Table("ussr", "noncombat", units, **has("ussr", "mobile_industry"))
    assert table.refused("move ussr.industrial_complex.1 russia") == ["land.one_complex"]
    table.do("move ussr.industrial_complex.1 kazakh_ssr")
    table = Table("ussr", "combat_move", units, **has("ussr", "mobile_industry"))
    assert table.refused("move ussr.industrial_complex.1 kazakh_ssr") == ["land.noncombat_only"]


@pytest.mark.parametrize(("names", "tanks"), [(("salvage",), 1), ((), 0)])
def test_salvage(names: tuple[str, ...], tanks: int) -> None:
    units = {"ukraine_ssr": "germany.tank", "caucasus": "ussr.infantry*2"}
    table = Table("germany", "combat_move", units, **has("ussr", *names))
    table.do("move germany.tank.1 caucasus").do("end").do("fight caucasus", 6, 1, 6)
    assert len([p for p in table.state.at("caucasus") if p.kind == "ussr.tank"]) == tanks


def test_lend_lease() -> None:
    units = {"russia": "britain.fighter usa.tank", "norway": "britain.tank", "germany": "germany.infantry"}
    assert Table("ussr", "purchase", units, ipc={"ussr": 9}).refused("lend_lease usa.tank.1") == [
        "lend_lease.none"
    ]
    table = Table(
        "ussr", "purchase", units, ipc={"ussr": 9}, control={"norway": "britain"}, **has("ussr", "lend_lease")
    )
    assert table.refused("lend_lease britain.tank.1") == ["lend_lease.piece"]
    table.do("lend_lease britain.fighter.1,usa.tank.1")
    assert table.at("russia") == "1 ussr.fighter, 1 ussr.tank"


def test_trans_siberian_railway() -> None:
    units = {"russia": "ussr.infantry ussr.artillery ussr.aa_gun"}
    assert Table("ussr", "noncombat", units).refused("move ussr.infantry.1 novosibirsk yakut_ssr") == [
        "move.not_enough"
    ]
    table = Table("ussr", "noncombat", units, **has("ussr", "trans_siberian_railway"))
    table.do("move ussr.infantry.1,ussr.artillery.1,ussr.aa_gun.1 novosibirsk yakut_ssr")
    table = Table("ussr", "noncombat", units, **has("ussr", "trans_siberian_railway"))
    assert table.refused("move ussr.infantry.1 novosibirsk kazakh_ssr") == ["move.forbidden"]
    assert table.refused("move ussr.infantry.1 archangel karelia_ssr") == ["move.forbidden"]


# Germany


def test_u_boat_interdiction() -> None:
    units = {"sz_5": "germany.submarine*2", "sz_8": "germany.submarine", "japan": "japan.infantry"}
    for names, income in (((), 30), (("u_boat_interdiction",), 27)):
        table = Table("britain", "mobilize", units, **has("germany", *names))
        assert table.see.ipc("britain") == income


def test_atlantic_wall_holds_for_one_cycle() -> None:
    units = {
        "sz_7": "britain.transport",
        "in:britain.transport.1": "britain.infantry*2",
        "western_europe": "germany.infantry",
    }
    table = Table("britain", "combat_move", units, **has("germany", "atlantic_wall"))
    table.do("offload britain.infantry.1,britain.infantry.2 western_europe").do("end")
    table.do("fight western_europe", 6, 6, 3)  # a hit on 3 kills one of two alike
    table.do("press", 6, 3)  # a 3 misses in the second cycle
    assert table.at("western_europe") == "1 britain.infantry, 1 germany.infantry"


def test_panzerblitz() -> None:
    units = {"ukraine_ssr": "germany.tank*2", "caucasus": "ussr.infantry"}
    table = Table("germany", "combat_move", units)
    table.do("move germany.tank.1,germany.tank.2 caucasus").do("end").do("fight caucasus", 1, 6, 6)
    assert table.refused("move germany.tank.1 ukraine_ssr") == ["land.moved"]
    table = Table("germany", "combat_move", units, **has("germany", "panzerblitz"))
    table.do("move germany.tank.1,germany.tank.2 caucasus").do("end").do("fight caucasus", 1, 6, 6)
    assert table.refused("move germany.tank.1 ukraine_ssr balkans") == ["move.not_enough"]
    table.do("move germany.tank.1 ukraine_ssr")


def test_wolf_packs_need_three() -> None:
    for count, sunk in ((3, True), (2, False)):
        table = Table(
            "germany",
            "combat_move",
            {"sz_5": f"germany.submarine*{count}", "sz_6": "britain.transport"},
            **has("germany", "wolf_packs"),
        )
        boats = ",".join(f"germany.submarine.{n}" for n in range(1, count + 1))
        table.do(f"move {boats} sz_6").do("end")
        table.do("fight sz_6", *(3, *(6,) * (count - 1)), *(() if sunk else (6,)))
        assert ("britain.transport.1" not in table.state.pieces) is sunk


def test_luftwaffe_dive_bombers() -> None:
    units = {"western_europe": "germany.fighter", "united_kingdom": "britain.industrial_complex"}
    line = "move germany.fighter.1 sz_7 united_kingdom raid=yes"
    assert Table("germany", "combat_move", units).refused(line) == ["raid.bombers"]
    table = Table(
        "germany", "combat_move", units, ipc={"britain": 20}, **has("germany", "luftwaffe_dive_bombers")
    )
    table.do(line).do("end").do("bomb united_kingdom", 5)
    assert table.see.ipc("britain") == 17


def test_fortress_europe() -> None:
    for names, left in (((), 1), (("fortress_europe",), 0)):
        table = Table(
            "ussr",
            "combat_move",
            {"caucasus": "ussr.infantry", "ukraine_ssr": "germany.artillery"},
            **has("germany", *names),
        )
        table.do("move ussr.infantry.1 ukraine_ssr").do("end").do("fight ukraine_ssr", 6, 3)
        assert len([p for p in table.state.at("ukraine_ssr") if p.power == "ussr"]) == left


# The United Kingdom


def test_radar_hits_on_two_at_home() -> None:
    for names, left in (((), 1), (("radar",), 0)):
        table = Table(
            "germany",
            "combat_move",
            {
                "western_europe": "germany.bomber",
                "united_kingdom": "britain.aa_gun britain.industrial_complex",
            },
            **has("britain", *names),
        )
        table.do("move germany.bomber.1 sz_7 united_kingdom raid=yes").do("end")
        table.do("bomb united_kingdom", 2, *((3,) if left else ()))
        assert ("germany.bomber.1" in table.state.pieces) is bool(left)


def test_joint_strike() -> None:
    units = {
        "sz_7": "britain.transport",
        "in:britain.transport.1": "britain.infantry",
        "united_kingdom": "britain.fighter usa.fighter",
        "western_europe": "germany.infantry",
        "japan": "japan.infantry",
    }
    assert Table("britain", "combat_move", units).refused("declare joint_strike") == ["advantage.not_now"]
    table = Table("britain", "combat_move", units, **has("britain", "joint_strike"))
    table.do("declare joint_strike")
    assert table.phase == "noncombat"
    table.do("end")
    while not (table.see.power == "usa" and table.phase == "combat_move"):
        table.do("end")
    table.do("offload britain.infantry.1 western_europe")
    table.do("move britain.fighter.1,usa.fighter.1 sz_7 western_europe").do("end")
    table.do("fight western_europe", 6, 1, 1, 2)
    assert table.owner == "allies"  # both have to agree on losses
    table.do("casualties usa.fighter.1")
    assert table.state.control["western_europe"] == "usa"
    table.do("move britain.fighter.1 sz_7 united_kingdom")
    assert table.refused("move britain.infantry.1 germany") == ["pieces.foreign"]


def test_enigma_decoded_moves_in_or_out_once() -> None:
    units = {
        "libya": "germany.tank",
        "anglo_egypt": "britain.infantry*2",
        "trans_jordan": "britain.tank",
        "italian_east_africa": "britain.infantry",
    }
    table = Table("germany", "combat_move", units, **has("britain", "enigma_decoded"))
    table.do("move germany.tank.1 anglo_egypt").do("end")
    assert (table.phase, table.owner) == ("enigma", "britain")
    assert table.refused("move britain.infantry.1,britain.infantry.2 trans_jordan") == ["enigma.stay"]
    assert table.refused("move britain.tank.1 persia") == ["enigma.attacked"]
    assert table.refused("move germany.tank.1 libya") == ["enigma.piece"]
    table.do("move britain.tank.1 anglo_egypt")
    assert table.at("anglo_egypt") == "2 britain.infantry, 1 britain.tank, 1 germany.tank"
    assert table.phase == "combat"
    table = Table("germany", "combat_move", units)
    table.do("move germany.tank.1 anglo_egypt").do("end")
    assert table.phase == "combat"


def test_mideast_oil() -> None:
    units = {"anglo_egypt": "britain.fighter", "india": "britain.infantry"}
    far = "move britain.fighter.1 india sz_35 sz_36 sz_35 india"
    table = Table("britain", "noncombat", units)
    table.do("move britain.fighter.1 trans_jordan persia")
    assert table.refused(far) == ["move.not_enough"]
    table = Table("britain", "noncombat", units, **has("britain", "mideast_oil"))
    table.do("move britain.fighter.1 trans_jordan persia")
    assert table.refused("move britain.fighter.1 india sz_35 india persia") == []
    assert table.refused(far) == ["move.not_enough"]


def test_french_resistance() -> None:
    units = {"sz_7": "usa.transport", "in:usa.transport.1": "usa.infantry"}
    table = Table("usa", "combat_move", units, **has("britain", "french_resistance"))
    table.do("offload usa.infantry.1 western_europe").do("end")
    assert (table.phase, table.owner) == ("offer", "britain")
    table.do("declare french_resistance")
    assert table.at("western_europe") == "3 britain.infantry, 1 usa.infantry"


def opened(**options: object) -> State:
    """A fresh game of the whole war with these options."""
    from tests.systems.revised.positions import POWERS
    from wargame_desktop.core.frozen import FrozenMap, freeze

    chosen = freeze(options)
    assert isinstance(chosen, FrozenMap)
    start = State("revised", options=chosen, powers=FrozenMap(POWERS))
    return begin(system(), system().opening(start), SeededDice("advantages")).state


def test_advantages_are_chosen_and_the_garrison_builds() -> None:
    state = opened(advantages=1)
    assert state.top.name == "choose_advantages"
    table = Table("ussr", "combat_move", {"united_kingdom": "britain.industrial_complex"})
    table.state = state
    for line in ("salvage", "wolf_packs", "colonial_garrison", "banzai_attacks", "marines"):
        assert table.refused("choose radar") == (
            ["national_advantage.unknown"] if line != "colonial_garrison" else []
        )
        table.do(f"choose {line}")
    assert (table.phase, table.owner) == ("garrison", "britain")
    assert table.refused("found gibraltar") == ["garrison.place"]
    assert table.refused("found russia") == ["garrison.place"]
    table.do("found india")
    assert table.at("india") == "1 britain.industrial_complex"


def test_advantages_are_rolled() -> None:
    state = opened(advantages=2, roll_advantages=True)
    held = state.var("advantages")
    assert all(len(set(held[power])) == 2 for power in state.powers)  # type: ignore[index,arg-type]


# Japan


def test_tokyo_express() -> None:
    units = {"sz_60": "japan.destroyer", "japan": "japan.infantry*2 japan.tank"}
    assert Table("japan", "noncombat", units).refused("load japan.infantry.1 japan.destroyer.1") == [
        "cargo.no_transport"
    ]
    table = Table("japan", "noncombat", units, **has("japan", "tokyo_express"))
    assert table.refused("load japan.tank.1 japan.destroyer.1") == ["cargo.full"]
    table.do("load japan.infantry.1 japan.destroyer.1").do("move japan.destroyer.1 sz_58")
    assert table.refused("load japan.infantry.2 japan.destroyer.1") == ["cargo.not_next", "cargo.full"]
    table.do("offload japan.infantry.1 okinawa")


def test_kamikaze_attacks() -> None:
    units = {"japan": "japan.fighter", "sz_52": "usa.battleship usa.transport"}
    line = "move japan.fighter.1 sz_60 sz_57 sz_52 kamikaze=yes"
    assert "kamikaze.not_yours" in Table("japan", "combat_move", units).refused(line)
    table = Table("japan", "combat_move", units, **has("japan", "kamikaze_attacks"))
    table.do(line).do("end").do("fight sz_52", 3)
    table.do("casualties usa.transport.1")
    assert table.at("sz_52") == "1 usa.battleship"


def test_kaiten_torpedoes() -> None:
    units = {"sz_57": "usa.transport*2", "sz_60": "japan.submarine"}
    table = Table("usa", "combat_move", units, **has("japan", "kaiten_torpedoes"))
    table.do("move usa.transport.1,usa.transport.2 sz_60").do("end").do("fight sz_60")
    assert (table.phase, table.owner) == ("kaiten", "japan")
    table.do("kaiten japan.submarine.1", 3)
    assert table.at("sz_60") == "1 usa.transport"


def test_lightning_assaults() -> None:
    units = {"sz_49": "japan.transport", "in:japan.transport.1": "japan.infantry*2"}
    control = {"philippine_islands": "usa", "borneo": "britain"}
    table = Table("japan", "combat_move", units, control=control)
    table.do("offload japan.infantry.1 philippine_islands")
    assert table.refused("move japan.transport.1 sz_48") == ["sea.offloaded"]
    table = Table("japan", "combat_move", units, control=control, **has("japan", "lightning_assaults"))
    table.do("offload japan.infantry.1 philippine_islands").do("move japan.transport.1 sz_48")
    table.do("offload japan.infantry.2 borneo").do("end")
    assert (table.state.control["philippine_islands"], table.state.control["borneo"]) == ("japan", "japan")
    assert table.refused("move japan.transport.1 sz_47") != []


def test_dug_in_defenders() -> None:
    for names, left in (((), 1), (("dug_in_defenders",), 0)):
        units = {
            "sz_51": "usa.transport",
            "in:usa.transport.1": "usa.infantry",
            "wake_island": "japan.infantry",
        }
        table = Table("usa", "combat_move", units, **has("japan", *names))
        table.do("offload usa.infantry.1 wake_island").do("end").do("fight wake_island", 6, 3)
        assert len([p for p in table.state.at("wake_island") if p.power == "usa"]) == left


@pytest.mark.parametrize(
    ("force", "names", "value"),
    [
        ("japan.infantry*2", ("banzai_attacks",), 2),
        ("japan.infantry*2", (), 1),
        ("japan.infantry japan.tank", ("banzai_attacks",), 1),
    ],
)
def test_banzai_attacks(force: str, names: tuple[str, ...], value: int) -> None:
    table = Table(
        "japan", "combat_move", {"manchuria": force, "china": "usa.infantry*3"}, **has("japan", *names)
    )
    units = ",".join(sorted(piece.id for piece in table.state.at("manchuria")))
    table.do(f"move {units} china").do("end").do("fight china", 6, 6, 6, 6, 6)
    assert table.outcome is not None
    assert table.outcome.rolls[0].purpose.endswith(f"on {value}")


# The United States


def test_island_bases() -> None:
    units = {"hawaiian_islands": "usa.fighter"}
    control = {"east_indies": "britain"}
    line = "move usa.fighter.1 sz_52 sz_51 sz_50 sz_48 sz_37 east_indies"
    way = "move usa.fighter.1 sz_52 sz_45 sz_47 sz_37 east_indies"
    assert Table("usa", "noncombat", units, control=control).refused(way) == ["move.not_enough"]
    table = Table("usa", "noncombat", units, control=control, **has("usa", "island_bases"))
    assert table.refused(way) == []
    assert table.refused(line) == []


def test_chinese_divisions() -> None:
    units = {"china": "usa.infantry", "ukraine_ssr": "germany.infantry"}
    table = Table("usa", "mobilize", units, **has("usa", "chinese_divisions"))
    assert table.refused("recruit kwangtung") == ["recruit.place"]
    table.do("recruit sinkiang")
    assert table.at("sinkiang") == "1 usa.infantry"
    assert table.see.power != "usa"


def test_marines() -> None:
    units = {
        "sz_7": "usa.transport",
        "in:usa.transport.1": "usa.infantry*2",
        "western_europe": "germany.infantry*2",
    }
    table = Table("usa", "combat_move", units, **has("usa", "marines"))
    table.do("offload usa.infantry.1,usa.infantry.2 western_europe").do("end").do(
        "fight western_europe", 6, 6, 6, 6
    )
    assert table.outcome is not None
    assert table.outcome.rolls[0].purpose.endswith("on 2")
    table.do("press", 6, 6, 6, 6)
    assert table.outcome.rolls[0].purpose.endswith("on 1")


def test_mechanized_infantry_blitzes() -> None:
    units = {"libya": "usa.infantry"}
    control = {"libya": "usa", "algeria": "germany"}
    line = "move usa.infantry.1 algeria libya"
    assert Table("usa", "combat_move", units, control=control).refused(line) == ["move.must_stop_before"]
    table = Table("usa", "combat_move", units, control=control, **has("usa", "mechanized_infantry"))
    table.do(line)
    assert table.state.control["algeria"] == "usa"


def test_fast_carriers() -> None:
    units = {"sz_52": "usa.carrier"}
    line = "move usa.carrier.1 sz_56 sz_55 sz_54"
    assert Table("usa", "noncombat", units).refused(line) == ["move.not_enough"]
    assert Table("usa", "noncombat", units, **has("usa", "fast_carriers")).refused(line) == []


def test_superfortresses() -> None:
    units = {"united_kingdom": "usa.bomber usa.fighter", "western_europe": "germany.aa_gun germany.infantry"}
    table = Table("usa", "combat_move", units, **has("usa", "superfortresses"))
    table.do("move usa.bomber.1,usa.fighter.1 sz_7 western_europe").do("end")
    table.do("fight western_europe", 1, 1, 6)  # the only die of the gun hits the fighter
    assert table.at("western_europe") == "1 germany.aa_gun, 1 usa.bomber"


def test_there_are_thirty() -> None:
    found = [
        name
        for power in ("ussr", "germany", "britain", "japan", "usa")
        for name in advantages.of_power(system(), power)
    ]
    assert len(set(found)) == 30
