"""What the program tells before an action is done: combats as they would stand, raids, rockets, research."""

from __future__ import annotations

from fractions import Fraction

from tests.systems.revised.positions import Table
from tests.systems.revised.test_advantages import has
from wargame_desktop.core.state import State
from wargame_desktop.systems.base import Preview
from wargame_desktop.systems.revised.odds import odds_query


def told(table: Table, line: str) -> Preview | None:
    """The preview of an action; asking changes nothing."""
    before: State = table.state
    found = table.system.preview(table.state, table.system.notation.parse(line))
    assert table.state is before
    return found


def verdict(preview: Preview | None) -> dict[str, Fraction]:
    """Who wins, with what chance."""
    assert preview is not None
    (chance,) = [one for one in preview.chances if one.title == "Who wins"]
    return dict(chance.outcomes)


def attack() -> Table:
    return Table(
        "germany",
        "combat_move",
        {
            "ukraine_ssr": "germany.infantry*3 germany.tank germany.bomber",
            "caucasus": "ussr.infantry*2 ussr.aa_gun ussr.industrial_complex",
            "kazakh_ssr": "",
        },
        ipc={"ussr": 20},
    )


def test_every_unit_dragged_in_changes_the_odds() -> None:
    table = attack()
    first = verdict(told(table, "move germany.infantry.1,germany.tank.1 caucasus"))
    assert first["Attacker wins"] == Fraction(
        odds_query({"infantry": 1, "tank": 1}, {"infantry": 2})["win"]["fraction"]
    )
    table.do("move germany.infantry.1,germany.tank.1 caucasus")
    second = told(table, "move germany.infantry.2,germany.bomber.1 caucasus")
    whole = odds_query({"infantry": 2, "tank": 1, "bomber": 1}, {"infantry": 2}, aa=True)
    assert verdict(second)["Attacker wins"] == Fraction(whole["win"]["fraction"])
    assert second is not None
    assert any(f"{whole['swing']:+.1f} IPCs" in line for line in second.lines)
    table.do("end")
    assert verdict(told(table, "fight caucasus")) == first


def test_the_rest_of_a_combat_is_told_when_pressing() -> None:
    table = attack()
    table.do("move germany.tank.1 caucasus").do("end").do("fight caucasus", 1, 6, 6)
    again = verdict(told(table, "press"))
    assert again["Attacker wins"] == Fraction(odds_query({"tank": 1}, {"infantry": 1})["win"]["fraction"])


def test_empty_land_falls_without_a_combat() -> None:
    table = Table("germany", "combat_move", {"ukraine_ssr": "germany.infantry"})
    found = told(table, "move germany.infantry.1 caucasus")
    assert found is not None
    assert found.lines == ("Nobody defends Caucasus: it falls without a combat, 4 IPCs a turn.",)
    assert not found.chances


def test_nothing_is_told_of_what_brings_no_combat_or_is_not_allowed() -> None:
    table = attack()
    assert told(table, "move germany.tank.1 balkans") is None  # refused in the combat move
    assert told(table, "end") is None
    table = Table("germany", "noncombat", {"ukraine_ssr": "germany.infantry"})
    assert told(table, "move germany.infantry.1 balkans") is None


def landing(ships: str) -> Table:
    return Table(
        "japan",
        "combat_move",
        {
            "sz_52": f"japan.transport japan.battleship {ships}".strip(),
            "in:japan.transport.1": "japan.infantry*2",
            "hawaiian_islands": "usa.infantry",
        },
    )


LAND = "offload japan.infantry.1,japan.infantry.2 hawaiian_islands"


def test_a_landing_with_and_without_bombardment() -> None:
    table = landing("")
    shelled = odds_query({"infantry": 2}, {"infantry": 1}, bombard={"battleship": 1})
    assert verdict(told(table, LAND))["Attacker wins"] == Fraction(shelled["win"]["fraction"])
    table.do(LAND).do("end")
    silent = verdict(told(table, "fight hawaiian_islands hold=japan.battleship.1"))
    plain = odds_query({"infantry": 2}, {"infantry": 1})
    assert silent["Attacker wins"] == Fraction(plain["win"]["fraction"])
    contested = told(landing("usa.destroyer"), LAND)
    assert contested is not None
    assert contested.lines[0].startswith("If the combat in Sea Zone 52 is won")
    assert verdict(contested) == silent


def test_raids_are_reckoned_gun_by_gun() -> None:
    table = attack()
    found = told(table, "move germany.bomber.1 caucasus raid=yes")
    assert found is not None
    (chance,) = found.chances
    # A gun hits one in six; the Caucasus is worth 4, so 4, 5 and 6 all destroy 4.
    assert dict(chance.outcomes) == {
        "0": Fraction(1, 6), "1": Fraction(5, 36), "2": Fraction(5, 36), "3": Fraction(5, 36),
        "4": Fraction(5, 12),
    }  # fmt: skip
    table.do("move germany.bomber.1 caucasus raid=yes").do("end")
    assert told(table, "bomb caucasus") == found


def test_dive_bombers_halve_and_heavy_bombers_double() -> None:
    units = {
        "western_europe": "germany.fighter germany.bomber",
        "united_kingdom": "britain.industrial_complex",
    }
    table = Table(
        "germany",
        "combat_move",
        units,
        developments={"germany": ["heavy_bombers"]},
        **has("germany", "luftwaffe_dive_bombers"),
    )
    fighter = told(table, "move germany.fighter.1 sz_7 united_kingdom raid=yes")
    assert fighter is not None
    third = Fraction(1, 3)
    assert dict(fighter.chances[0].outcomes) == {"1": third, "2": third, "3": third}
    bomber = told(table, "move germany.bomber.1 sz_7 united_kingdom raid=yes")
    assert bomber is not None
    assert sum(part for _, part in bomber.chances[0].outcomes) == 1
    assert bomber.lines[0].startswith("Expected loss of the enemy: 6.")  # two dice, capped at 8


def test_rockets_and_research() -> None:
    table = Table(
        "ussr",
        "combat_move",
        {"west_russia": "ussr.aa_gun", "germany": "germany.industrial_complex"},
        control={"west_russia": "ussr"},
        developments={"ussr": ["rockets"]},
    )
    table.do("end")
    found = told(table, "rocket ussr.aa_gun.1 germany")
    assert found is not None
    assert len(found.chances[0].outcomes) == 6
    table = Table("ussr", "develop", {"russia": "ussr.infantry"}, ipc={"ussr": 15})
    found = told(table, "research rockets 3")
    assert found is not None
    assert dict(found.chances[0].outcomes)["Success"] == Fraction(91, 216)
