"""Research, purchase, mobilization, income, victory."""

from __future__ import annotations

from tests.systems.revised.positions import Table, system
from wargame_desktop.systems.revised import victory


def test_research_costs_five_a_die_and_only_what_is_new() -> None:
    table = Table(
        "germany",
        "develop",
        {"germany": "germany.infantry"},
        ipc={"germany": 9},
        developments={"germany": ["rockets"]},
    )
    assert table.refused("research jet_fighters 2") == ["research.money"]
    assert table.refused("research rockets 1") == ["research.known"]
    assert table.refused("research tanks 1") == ["development.unknown"]
    assert table.refused("research jet_fighters 0") == ["research.dice"]
    table.do("research jet_fighters 1", 6)
    assert table.see.ipc("germany") == 4
    assert table.phase == "purchase"  # one development a turn


def test_units_are_bought_with_money() -> None:
    table = Table("germany", "purchase", {"germany": "germany.industrial_complex"}, ipc={"germany": 20})
    assert table.refused("buy battleship:1") == ["buy.money"]
    assert table.refused("buy zeppelin:1") == ["unit.unknown"]
    assert table.refused("buy infantry:0") == ["buy.count"]
    assert table.refused("buy infantry:1,infantry:2") == ["buy.twice"]
    table.do("buy infantry:4,transport:1")
    assert table.see.ipc("germany") == 0
    assert table.at("mobilization") == "4 germany.infantry, 1 germany.transport"


def test_new_units_stand_at_complexes_held_since_the_turn_began() -> None:
    units = {
        "germany": "germany.industrial_complex",
        "caucasus": "germany.industrial_complex",
        "mobilization": "germany.infantry*2 germany.submarine germany.bomber germany.industrial_complex*2",
    }
    table = Table("germany", "mobilize", units, control={"caucasus": "germany"}, taken={"caucasus": "ussr"})
    assert table.refused("place germany.infantry.1 caucasus") == ["mobilize.no_spot"]
    assert table.refused("place germany.infantry.1 western_europe") == ["mobilize.no_spot"]
    assert table.refused("place germany.infantry.1 sz_5") == ["mobilize.no_spot"]
    assert table.refused("place germany.submarine.1 sz_6") == ["mobilize.no_spot"]
    assert table.refused("place germany.industrial_complex.3 germany") == ["mobilize.no_spot"]
    assert table.refused("end") == ["mobilize.left"]
    table.do("place germany.infantry.1 germany").do("place germany.submarine.1 sz_5")
    table.do("place germany.industrial_complex.3 western_europe")
    assert table.refused("place germany.infantry.2 western_europe") == [
        "mobilize.no_spot"
    ]  # new complexes wait
    assert table.refused("place germany.industrial_complex.4 western_europe") == ["mobilize.no_spot"]


def test_ships_may_be_placed_among_enemies() -> None:
    units = {
        "germany": "germany.industrial_complex",
        "sz_5": "britain.battleship",
        "mobilization": "germany.submarine",
    }
    table = Table("germany", "mobilize", units)
    table.do("place germany.submarine.1 sz_5")


def test_ships_count_against_the_complex_that_built_them() -> None:
    units = {
        "germany": "germany.industrial_complex",
        "western_europe": "germany.industrial_complex",
        "mobilization": "germany.submarine*11",
    }
    table = Table("germany", "mobilize", units)
    ten = ",".join(f"germany.submarine.{n}" for n in range(1, 11))
    table.do(f"place {ten} sz_5 at=germany")
    assert table.refused("place germany.submarine.11 sz_5 at=germany") == ["mobilize.no_spot"]
    table.do("place germany.submarine.11 sz_5 at=western_europe")


def test_fighters_go_aboard_a_carrier_just_built() -> None:
    units = {
        "united_kingdom": "britain.industrial_complex britain.fighter",
        "sz_7": "britain.carrier",
        "mobilization": "britain.carrier britain.fighter*2",
    }
    table = Table("britain", "mobilize", units)
    assert table.refused("place britain.fighter.2 in:britain.carrier.1") == ["mobilize.no_spot"]
    table.do("place britain.carrier.2 sz_6")
    table.do("place britain.fighter.2 in:britain.carrier.2")
    assert table.refused("embark britain.fighter.1 britain.carrier.1") == ["mobilize.deck"]
    table.do("embark britain.fighter.1 britain.carrier.2")
    assert table.refused("place britain.fighter.3 in:britain.carrier.2") == ["mobilize.no_spot"]


def test_income_is_the_value_of_the_land_held() -> None:
    for power, income in (("ussr", 24), ("germany", 40), ("britain", 30), ("japan", 30), ("usa", 42)):
        table = Table(
            power, "mobilize", {one: f"{one}.infantry" for one in ("germany", "japan")}, ipc={power: 5}
        )
        assert table.see.ipc(power) == 5 + income


def test_no_income_without_the_capital() -> None:
    table = Table("ussr", "mobilize", {"germany": "germany.infantry"}, control={"russia": "germany"})
    assert table.see.ipc("ussr") == 0


def round_end(control: dict[str, str], **options: object) -> Table:
    """The United States end the round."""
    return Table("usa", "noncombat", {"panama": "usa.infantry"}, control=control, options=options).do("end")


AXIS_EIGHT = {"karelia_ssr": "germany", "india": "japan"}


def test_victory_is_checked_at_the_end_of_the_round() -> None:
    table = round_end(AXIS_EIGHT, victory="minor")
    assert table.state.stack == ()
    assert table.state.var("winner") == "axis"
    table = round_end(AXIS_EIGHT, victory="major")
    assert table.state.stack and table.state.number("turn") == 2
    table = Table(
        "germany", "noncombat", {"germany": "germany.infantry", "panama": "usa.infantry"}, control=AXIS_EIGHT
    )
    table.do("end")
    assert table.state.stack  # not before all have had their turn


def test_the_individual_winner_gained_most() -> None:
    table = round_end(AXIS_EIGHT, victory="minor", individual_winner=True)
    assert table.state.var("winning_power") == "japan"  # India is worth 3, Karelia 2
    assert victory.individual_winner(system(), table.state, "axis") == ("japan", 3)


def test_each_side_begins_with_six_cities() -> None:
    table = Table("ussr", "combat_move", {"russia": "ussr.infantry"})
    for side in ("axis", "allies"):
        assert len(victory.cities_of(system(), table.state, side)) == 6
