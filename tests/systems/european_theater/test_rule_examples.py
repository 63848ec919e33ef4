"""The rulebook's worked examples with the dice they name, and checks that rules state in passing."""

from __future__ import annotations

import pytest

from tests.systems.european_theater.table import Table, combat, movement, put, rules
from wargame_desktop.core.state import frame
from wargame_desktop.systems.european_theater.battle import empty_port_strength
from wargame_desktop.systems.european_theater.production import bonus_points, city_points

MOSCOW, MINSK, SMOLENSK = "2903", "2604", "2704"
NORWAY_HELD = {
    "powers": {"nor": "allies"},
    "conquered": {"nor": "axis"},
    "holders": {"nor": "axis"},
}


# 6.1 City bombing


def bombers_over_moscow() -> Table:
    """Two German air units over Moscow, a Soviet one rises; one loss on the German side."""
    table = put(
        {MINSK: "ge.1_air", SMOLENSK: "ge.2_air ge.4_inf", MOSCOW: "su.1_air su.8_inf"},
        frame("bombing", side="axis", passes=0),
    )
    table.do(f"bomb {MOSCOW} ge.1_air,ge.2_air")
    assert (table.phase, table.decider) == ("bomb_run", "allies")
    table.do("commit pieces=su.1_air", dice=(5, 6, 2, 2))
    (clash,) = table.told("clash")
    assert clash["fire"] == ("air_vs_air", 4, 0), "bombers fight at half their strength"
    assert clash["answer"] == ("air_vs_air", 3, 0)
    assert clash["losses"] == (1, 0)
    assert table.phase == "losses"
    return table


def test_6_1_bombing_without_effect() -> None:
    table = bombers_over_moscow().do("lose ge.2_air:1", dice=(4, 5))
    assert table.face("ge.2_air") == "back"
    assert table.where("ge.2_air") == SMOLENSK, "nobody retreats in air combat"
    (bombed,) = table.told("bombed")
    assert bombed["fire"] == ("bombing", 6, 0), "no shift without strategic bombers"
    assert bombed["hit"] is False
    assert table.var("bombed") is None
    assert table.mark("ge.1_air", "ops_complete") is None
    assert table.mark("su.1_air", "ops_complete") is None


def test_6_1_bombing_that_hits() -> None:
    table = bombers_over_moscow().do("lose ge.2_air:1", dice=(4, 4))
    assert table.var("bombed") == (MOSCOW,)
    assert MOSCOW not in city_points(table.sit, table.lines)


# 6.2 Convoy attack


def convoy_battle(turn: int, surface: bool = True) -> Table:
    """British fleets with naval air against German raiders, three points of lend-lease at sea."""
    raiders = "ge.1_sub ge.2_sub" + (" ge.surface_fleet" if surface else "")
    table = put(
        {
            "atlantic": f"gb.home_fleet gb.channel_fleet gb.home_fleet>gb.naval_air {raiders}",
            "1606": "gb.1_armor",
        },
        frame("convoy"),
        turn=turn,
        lend={"gb": 3, "su": 0},
        **NORWAY_HELD,
    )
    assert table.decider == "axis"
    return table


def to_norway(table: Table) -> None:
    """Beaten raiders choose the part of the western edge; here they make for the nearest Norwegian port."""
    while table.phase == "fleet_retreat":
        fleet = str(table.state.top["fleets"][0])  # type: ignore[index]
        ports = table.refuses(f"retreat {fleet} 2205", "retreat.not_nearest").spaces
        (port,) = [port for port in ports if table.system.facts.power_of(port) == "nor"]
        table.do(f"retreat {fleet} {port}")


def test_6_2_convoy_attack_of_1941() -> None:
    table = convoy_battle(8)
    table.do("convoy fleets=ge.1_sub,ge.2_sub,ge.surface_fleet", dice=(2, 3))
    (rolled,) = table.told("convoy_rolled")
    assert rolled["fire"] == ("convoy_attack", 7, 0)
    assert rolled["hits"] == 2
    table.refuses("sink lend_gb:1", "sink.sum", "6.2.3")
    table.refuses("sink lend_su:2", "sink.not_there", "6.2.3")
    table.do("sink lend_gb:2", dice=(2, 3, 2, 2))
    assert bonus_points(table.sit, "gb") == 4, "one lend-lease, two dominions, Iraq"
    (clash,) = table.told("clash")
    assert clash["fire"] == ("sea_vs_sea", 7, 0)
    assert clash["answer"] == ("sea_vs_sea", 8, 0)
    assert clash["losses"] == (2, 1)
    assert (table.phase, table.decider) == ("losses", "axis")
    table.do("lose ge.surface_fleet:1,ge.2_sub:1")
    assert table.decider == "allies"
    table.do("lose gb.naval_air:1")
    assert table.phase == "fleet_retreat"
    to_norway(table)
    for fleet in ("ge.1_sub", "ge.2_sub", "ge.surface_fleet"):
        assert table.system.facts.power_of(table.where(fleet)) == "nor"
        assert table.mark(fleet, "ops_complete") is True
    assert (table.face("ge.surface_fleet"), table.face("ge.2_sub"), table.face("ge.1_sub")) == (
        "back",
        "back",
        "front",
    )
    assert table.face("gb.naval_air") == "back"
    assert table.mark("gb.naval_air", "ops_complete") is None, "strategic warfare leaves air units ready"


def test_6_2_submarines_alone_are_hunted_with_asw() -> None:
    table = convoy_battle(8, surface=False)
    table.do("convoy fleets=ge.1_sub,ge.2_sub", dice=(6, 6, 6, 6, 2, 2))
    (clash,) = table.told("clash")
    assert clash["answer"] == ("asw", 5, 0)
    assert clash["fire"] == ("sea_vs_sea", 4, 0), "submarines fire back with their regular strength"
    assert clash["losses"] == (2, 0)


@pytest.mark.parametrize(("turn", "sunk"), [(14, True), (15, False)])
def test_6_2_2_escorts_come_first_from_spring_1943(turn: int, sunk: bool) -> None:
    table = convoy_battle(turn)
    if sunk:
        table.do("convoy fleets=ge.1_sub,ge.2_sub,ge.surface_fleet", dice=(2, 3))
        assert table.phase == "convoy" and table.decider == "axis"
        return
    table.do("convoy fleets=ge.1_sub,ge.2_sub,ge.surface_fleet", dice=(2, 3, 2, 2))
    table.do("lose ge.surface_fleet:1,ge.2_sub:1")
    table.do("lose gb.naval_air:1")
    to_norway(table)
    assert table.var("sunk") is None
    assert bonus_points(table.sit, "gb") == 6


# 9.1 Land combat


def test_9_1_paratroops_and_armor() -> None:
    table = movement(
        {"2014": "us.1_armor", "2015": "us.18_para", "2114": "ge.4_inf", "2214": "ge.1_art"},
        "allies",
        turn=14,
        us_entered=True,
        vichy="axis",
        territories={"tunisia": "axis", "french_north_africa": "allies"},
        powers={"fr": "neutral"},
        control={"1915": "us"},
    )
    table.do("airdrop us.18_para 2114")
    assert table.where("us.18_para") == "2114"
    assert table.sit.controls("axis", "2114"), "the city is disputed, not taken"
    table = combat(
        {"2014": "us.1_armor", "2114": "ge.4_inf us.18_para", "2115": "ge.1_inf"},
        "allies",
        turn=14,
        us_entered=True,
        vichy="axis",
        powers={"fr": "neutral"},
        control={"1915": "us"},
        territories={"tunisia": "axis", "french_north_africa": "allies"},
        marks={"us.18_para": {"dropped": "air"}},
    )
    table.refuses("pass", "combat.must_attack", "5.2.3")
    table.refuses("attack 2114 us.1_armor", "attack.landed", "5.2.3")
    table.do("attack 2114 us.18_para,us.1_armor", dice=(2, 4, 4, 5))
    (clash,) = table.told("clash")
    assert clash["fire"] == ("land_vs_land", 9, 0)
    assert clash["answer"] == ("land_vs_land", 4, 0)
    assert clash["losses"] == (0, 1)
    assert table.face("ge.4_inf") == "back"
    assert table.where("ge.4_inf") == "2115", "the only hex beside a friend"
    assert (table.phase, table.decider) == ("advance", "allies")
    table.do("advance pieces=us.1_armor space=2114")
    assert table.where("us.1_armor") == "2114"
    assert table.sit.controls("allies", "2114")


def test_9_1_supported_attack_on_a_fort() -> None:
    table = combat(
        {
            "1808": "us.3_armor us.5_armor",
            "1807": "ge.6_inf ge.fort.1",
            "1907": "ge.5_air",
            "1706": "us.12_fleet",
            "1606": "gb.1_armor",
        },
        "allies",
        turn=20,
        us_entered=True,
        vichy="allies",
        powers={"fr": "neutral", "bel": "allies"},
        conquered={"bel": "axis"},
        holders={"bel": "axis", "fr": "allies"},
        control={"1709": "us"},
    )
    table.do("attack 1807 us.3_armor,us.5_armor support=us.12_fleet")
    assert (table.phase, table.decider) == ("battle", "axis")
    table.refuses("commit pieces=ge.6_inf", "commit.cannot")
    table.do("commit pieces=ge.5_air", dice=(4, 4, 2, 3, 2, 3, 4, 4))
    support, land = table.told("clash")
    assert support["fire"] == ("sea_vs_air", 3, 0)
    assert support["answer"] == ("air_vs_sea", 4, 0)
    assert support["losses"] == (1, 0)
    assert table.face("us.12_fleet") == "back"
    assert table.mark("us.12_fleet", "ops_complete") is True
    assert table.where("us.12_fleet") == "1606", "the nearest Allied port"
    assert land["fire"] == ("land_vs_land", 14, 0)
    assert land["answer"] == ("land_vs_land", 12, 0)
    assert land["losses"] == (1, 2)
    assert land["absorbed"] == 2
    assert table.where("ge.fort.1") == "pool_ge", "the fort took both points"
    assert (table.phase, table.decider) == ("losses", "allies")
    table.do("lose us.3_armor:1")
    assert table.state.top.name == "retreat", "what the fort absorbs does not count, so the attackers lost"
    assert table.decider == "allies"
    assert table.mark("ge.5_air", "ops_complete") is True


# 5.1 Zones


def test_5_1_zones_of_the_three_arms() -> None:
    table = movement({"1807": "ge.6_inf", "1706": "gb.home_fleet", "1606": "gb.1_raf"}, "axis")
    land = set(table.sit.land_zone("axis").spaces)
    assert "1807" in land and "1808" in land and "1908" in land
    assert not any(table.system.facts.is_sea(space) for space in land)
    sea = table.sit.fleet_zone("allies")
    grid = table.system.board.grid
    assert grid is not None
    assert all(grid.distance("1706", space) <= 3 for space in sea.spaces)
    assert not any(table.system.facts.space(space).kind == "land" for space in sea.spaces)
    raf = table.state.piece("gb.1_raf")
    neutral = table.sit.neutral_ground
    assert "1806" in neutral, "The Hague is closed to zones until it is invaded (5.1.4)"
    near = {hex_ for hex_ in table.system.facts.hexes if grid.distance("1606", hex_) <= 3}
    within = near - neutral - table.sit.sealed("allies")
    assert {hex_ for hex_ in table.system.facts.hexes if table.sit.covers(raf, hex_)} == within


# Checks that rules state in passing


def test_8_3_3_boxes_cost_thirty_points() -> None:
    table = movement({"1008": "gb.home_fleet", "1108": "gb.channel_fleet"}, "allies")
    assert table.allows("sail gb.home_fleet atlantic")
    table.do("sail gb.home_fleet atlantic")
    assert table.mark("gb.home_fleet", "spent") == 30
    refusal = table.refuses("sail gb.home_fleet 1001", "movement.not_enough")
    assert (refusal.numbers["needs"], refusal.numbers["has"]) == (30, 15)


def test_8_1_4_3_empty_port_defends_with_one() -> None:
    table = combat(
        {"1608": "us.1_armor us.12_fleet"},
        "allies",
        turn=20,
        us_entered=True,
        vichy="axis",
        powers={"fr": "neutral"},
        holders={"fr": "axis"},
        marks={"us.1_armor": {"dropped": "sea"}},
    )
    assert empty_port_strength(table.sit, table.lines, "axis", "1608") == 1
    table.do("attack 1608 us.1_armor", dice=(2, 2, 6, 6))
    (clash,) = table.told("clash")
    assert clash["answer"] == ("land_vs_land", 1, 0)
    assert table.sit.controls("allies", "1608")


def test_8_3_2_danish_waters() -> None:
    table = movement(
        {"1804": "gb.home_fleet gb.channel_fleet gb.channel_fleet>gb.1_armor"}, "allies", **NORWAY_HELD
    )
    refusal = table.refuses("sail gb.home_fleet 1904", "movement.forbidden")
    assert refusal.rule == "8.3.2"
    assert table.allows("sail gb.channel_fleet 1903"), "an assault on Oslo may go through"
    free = movement({"1804": "gb.home_fleet"}, "allies", powers={"nor": "allies"})
    assert free.allows("sail gb.home_fleet 1904")


@pytest.mark.parametrize(("start", "goal"), [("1415", "1316"), ("1316", "1415")])
def test_8_1_2_no_rail_in_spanish_morocco(start: str, goal: str) -> None:
    table = movement({start: "ge.1_inf", "1414": "ge.4_inf"}, "axis", powers={"spa": "axis"})
    refusal = table.refuses(f"rail ge.1_inf {goal}", "movement.forbidden", "8.1.2")
    assert "no railways" in refusal.sentence
    assert table.allows(f"move ge.1_inf {goal}")
    assert table.allows("rail ge.4_inf 1412")


@pytest.mark.parametrize(("turn", "roll", "state"), [(6, 5, "revolt"), (6, 6, "revolt"), (6, 4, "quiet")])
def test_12_5_iraq_rebels_on_five_or_six(turn: int, roll: int, state: str) -> None:
    table = Table(put({"2106": "ge.1_inf"}, frame("movement", side="axis", armored=False), turn=turn).state)
    table.state = table.state.__class__(**{**table.state.__dict__, "stack": (frame("iraq"),)})
    table.start(roll)
    assert table.var("iraq") == state
    if state == "revolt":
        assert table.where("irq.inf") == rules().facts.place("baghdad")
        assert table.sit.side(table.state.piece("irq.inf")) == "axis"


def test_12_5_no_roll_before_winter_1941() -> None:
    table = put({"2106": "ge.1_inf"}, frame("iraq"), turn=5)
    assert table.var("iraq") == "quiet"
    assert table.state.dice_rolled == 0


def test_9_1_2_excess_support_is_ignored() -> None:
    table = combat({"2506": "ge.1_para", "2505": "su.1_inf", "2405": "ge.1_air", "2406": "ge.2_air"}, "axis")
    table.do("attack 2505 ge.1_para support=ge.1_air,ge.2_air", dice=(6, 6, 6, 5))
    (clash,) = table.told("clash")
    assert clash["fire"][1] == 6, "three factors of paratroops carry three of eight in the air"


@pytest.mark.parametrize(
    ("attack", "defence", "winner"),
    [((6, 6), (6, 5), "attacker"), ((5, 6), (6, 6), "defender"), ((6, 6), (6, 6), "nobody")],
)
def test_4_2_equal_losses_go_to_the_higher_roll(
    attack: tuple[int, int], defence: tuple[int, int], winner: str
) -> None:
    table = combat(
        {"2406": "ge.4_inf", "2506": "pol.1_inf", "2507": "pol.2_inf"}, "axis", powers={"pol": "allies"}
    )
    table.do("attack 2506 ge.4_inf", dice=(*attack, *defence))
    (won,) = table.told("clash_won")
    assert won["winner"] == winner
    (clash,) = table.told("clash")
    assert clash["losses"] == (0, 0)
