"""Who wins when Spring 1945 is over (13)."""

from __future__ import annotations

import pytest

from tests.systems.european_theater.table import Table, put, rules
from wargame_desktop.core.state import frame
from wargame_desktop.systems.european_theater.victory import axis_powers, verdict

COUNTRIES = tuple(rules().facts.capitals)
EUROPE = tuple(p for p in COUNTRIES if p not in ("swe", "swi", "spa", "tur", "per", "irq", "us"))


def held(*powers: str, control: dict[str, str] | None = None) -> Table:
    """A position in which the Axis controls exactly these powers."""
    holders = {power: "axis" if power in powers else "allies" for power in (*COUNTRIES, "swi", "us")}
    return put(
        {"2106": "ge.1_inf"},
        frame("movement", side="axis", armored=False),
        turn=23,
        holders=holders,
        control=control,
    )


def test_13_only_powers_count_not_their_territories() -> None:
    table = held("ge", "irq", control={"3416": "ge", "2415": "it"})
    assert axis_powers(table.sit) == ["ge"], "Iraq, Egypt and Malta are territories"


@pytest.mark.parametrize(
    ("powers", "level"),
    [
        ((), "total"),
        (("ge",), "major"),
        (("ge", "hun"), "minor"),
        (("ge", "irq"), "major"),
        (("hun",), "major"),
        (("hun", "rum"), "minor"),
        (("hun", "rum", "bul", "fin"), "minor"),
    ],
)
def test_13_1_allied_victories(powers: tuple[str, ...], level: str) -> None:
    assert verdict(held(*powers).sit) == ("allies", level)


@pytest.mark.parametrize(
    ("powers", "level"),
    [
        (("ge", "hun", "rum"), "minor"),
        (("ge", "it", "fr"), "minor"),
        (("ge", "it", "fr", "pol", "bel", "net"), "minor"),
        (("ge", "hun", "rum", "it", "fr"), "minor"),
        (("ge", "hun", "rum", "it", "fr", "pol"), "major"),
        (("ge", "hun", "rum", "spa", "swe", "per"), "major"),
    ],
)
def test_13_2_axis_victories(powers: tuple[str, ...], level: str) -> None:
    assert verdict(held(*powers).sit) == ("axis", level)


def test_13_2_a_total_victory_needs_all_of_europe_and_egypt() -> None:
    cairo = rules().facts.place("cairo")
    assert verdict(held(*EUROPE, control={cairo: "ge"}).sit) == ("axis", "total")
    assert verdict(held(*EUROPE).sit) == ("axis", "major"), "Egypt is missing"
    fewer = [power for power in EUROPE if power != "ire"]
    assert verdict(held(*fewer, control={cairo: "ge"}).sit) == ("axis", "major"), "Ireland is missing"


def test_13_the_game_is_judged_after_spring_1945_and_not_before() -> None:
    units = {"2106": "ge.1_inf", "1606": "gb.1_armor"}
    for turn, over in ((22, False), (23, True)):
        table = put(units, frame("game", played=True), turn=turn, iraq="allied")
        assert (table.phase == "") is over
        assert (table.var("verdict") is not None) is over
    (told,) = table.told("verdict")
    sentence = table.system.describe(told, table.state)
    assert sentence.startswith(("Total", "Major", "Minor")) and "Germany" in sentence
    assert table.system.outcome(table.state) == f"{told['winner']} {told['level']}"
