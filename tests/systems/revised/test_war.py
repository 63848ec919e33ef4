"""The war as a whole: players, levels of victory, capitals lost and freed, events told, rulings held."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.systems.revised.positions import POWERS, Table, system
from wargame_desktop.content.folders import shipped_root
from wargame_desktop.systems.revised import describe

CITIES = {
    "eastern_united_states": "usa", "united_kingdom": "britain", "karelia_ssr": "ussr", "russia": "ussr",
    "india": "britain", "western_united_states": "usa",
}  # fmt: skip
"""The six cities of the Allies."""


@pytest.mark.parametrize("players", ["two", "three", "four", "five"])
def test_powers_are_dealt_to_two_to_five_players(players: str) -> None:
    row = system().facts.tables["players"].rows[players]
    hands = [str(row[column]).split() for column in row if row[column]]
    assert len(hands) == {"two": 2, "three": 3, "four": 4, "five": 5}[players]
    assert sorted(power for hand in hands for power in hand) == sorted(POWERS)
    assert all(len({POWERS[power] for power in hand}) == 1 for hand in hands)


@pytest.mark.parametrize(("level", "needed"), [("minor", 8), ("major", 10), ("total", 12)])
def test_so_many_cities_win(level: str, needed: int) -> None:
    for held in (needed - 1, needed):
        control = dict.fromkeys(list(CITIES)[: held - 6], "germany")
        table = Table(
            "usa", "noncombat", {"panama": "usa.infantry"}, control=control, options={"victory": level}
        ).do("end")
        assert (table.state.stack == ()) is (held == needed)
        assert table.system.outcome(table.state) == ("axis" if held == needed else "")


def test_a_capital_lost_and_freed() -> None:
    """Germany takes Moscow and its money; the British free it; there is income, but nothing to buy with."""
    table = Table(
        "germany",
        "combat_move",
        {
            "west_russia": "germany.tank",
            "russia": "ussr.aa_gun ussr.industrial_complex",
            "kazakh_ssr": "britain.infantry*2",
            "novosibirsk": "ussr.infantry",
            "persia": "ussr.infantry",
            "archangel": "",
        },
        control={"persia": "ussr"},
        ipc={"ussr": 18},
    )
    table.do("move germany.tank.1 russia").do("end")
    assert table.see.ipc("germany") == 18
    assert table.at("russia") == "1 germany.aa_gun, 1 germany.industrial_complex, 1 germany.tank"
    while table.see.power != "britain":
        table.do("end")
    table.do("move britain.infantry.1,britain.infantry.2 russia").do("end").do("fight russia", 1, 1, 6)
    assert table.state.control["russia"] == "ussr"
    assert table.at("russia") == "2 britain.infantry, 1 ussr.aa_gun, 1 ussr.industrial_complex"
    while table.see.power != "ussr":
        table.do("end")
    assert (table.phase, table.see.ipc("ussr")) == ("combat_move", 0)  # nothing to buy with
    table.do("end").do("end")
    assert table.see.ipc("ussr") == 24 + 1  # its own land, and Persia, which is worth 1


def test_friends_use_what_they_free_while_the_capital_is_lost() -> None:
    units = {
        "kazakh_ssr": "britain.infantry",
        "caucasus": "germany.industrial_complex",
        "mobilization": "britain.infantry",
        "japan": "japan.infantry",
    }
    control = {"caucasus": "germany", "russia": "germany"}
    table = Table("britain", "combat_move", units, control=control)
    table.do("move britain.infantry.1 caucasus").do("end")
    assert table.state.control["caucasus"] == "britain"
    table.do("end")
    assert table.see.power == "japan"  # the complex cannot be used in the turn of its capture
    table = Table("britain", "mobilize", {**units, "caucasus": "britain.industrial_complex"}, control={
        "caucasus": "britain", "russia": "germany",
    })  # fmt: skip
    table.do("place britain.infantry.2 caucasus")


def test_the_suez_canal_needs_both_banks_since_the_turn_began() -> None:
    units = {"sz_34": "britain.destroyer", "libya": "germany.infantry"}
    line = "move britain.destroyer.1 sz_15"
    assert Table("britain", "noncombat", units).refused(line) == []
    for bank in ("anglo_egypt", "trans_jordan"):
        table = Table("britain", "noncombat", units, control={bank: "germany"})
        assert table.refused(line) == ["move.forbidden"]
        table = Table("britain", "noncombat", units, taken={bank: "germany"})
        assert table.refused(line) == ["move.forbidden"]  # captured in this very turn
        assert Table("usa", "noncombat", {"sz_34": "usa.destroyer"}).refused(
            "move usa.destroyer.1 sz_15"
        ) == []  # fmt: skip


def test_every_event_has_a_sentence() -> None:
    package = Path(describe.__file__).parent
    source = "".join(path.read_text(encoding="utf-8") for path in sorted(package.glob("*.py")))
    kinds = set(re.findall(r'emit\(\s*"([a-z_]+)"', source))
    assert len(kinds) > 30
    assert kinds <= set(describe._SENTENCES)


def test_every_ruling_names_a_test_that_exists() -> None:
    root = Path(__file__).parents[3]
    text = (Path(shipped_root()) / "resources" / "revised" / "rulings.yaml").read_text(encoding="utf-8")
    named = re.findall(r"test: (\S+)::(\w+)", text)
    assert len(named) == len(re.findall(r"^    ruling:", text, re.MULTILINE))
    for file, name in named:
        assert f"def {name}(" in (root / file).read_text(encoding="utf-8"), name
