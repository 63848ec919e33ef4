"""Words for people: names of units, counts, lists, and what the buttons of a decision say."""

from __future__ import annotations

import pytest

from tests.systems.european_theater.table import put
from wargame_desktop.core.engine import decision
from wargame_desktop.core.state import frame
from wargame_desktop.systems.european_theater.wording import cargo, counted, listed, ordinal, unit_name


@pytest.mark.parametrize(
    ("whose", "name", "kind", "said"),
    [
        ("German", "1", "armor", "German 1st armor"),
        ("German", "6 SS", "armor", "German 6th SS armor"),
        ("German", "fort", "fort", "German fort"),
        ("Soviet", "2T", "armor", "Soviet 2nd armor"),
        ("Soviet", "1 GdT", "armor", "Soviet 1st Guards armor"),
        ("French", "Alp", "infantry", "French Alpine infantry"),
        ("French", "1 Army", "infantry", "French 1st Army"),
        ("British", "1C", "armor", "British 1st Canadian armor"),
        ("British", "Naval", "naval air unit", "British naval air unit"),
        ("British", "Bomber", "strategic air unit", "British Bomber air unit"),
        ("Spanish", "Spanish 2", "infantry", "Spanish 2nd infantry"),
        ("Italian", "Italian", "fleet", "Italian fleet"),
    ],
)
def test_units_are_called_as_people_say_it(whose: str, name: str, kind: str, said: str) -> None:
    assert unit_name(whose, name, kind) == said


def test_numbers_and_lists() -> None:
    assert [ordinal(n) for n in (1, 2, 3, 4, 11, 12, 13, 21, 112)] == (
        ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "112th"]
    )
    assert [counted(n, "point") for n in (0, 1, 2)] == ["no points", "1 point", "2 points"]
    assert [listed(names) for names in ((), ("A",), ("A", "B"), ("A", "B", "C"))] == (
        ["", "A", "A and B", "A, B and C"]
    )
    assert cargo((("lend_gb", 1), ("iraq", 1))) == "1 point of lend-lease to Britain and 1 point of Iraqi oil"


def test_convoys_may_be_attacked_or_let_pass_by_two_buttons() -> None:
    table = put({"atlantic": "ge.1_sub ge.2_sub"}, frame("convoy"), turn=12, lend={"gb": 2, "su": 2})
    asked = decision(table.system, table.state)
    assert asked is not None
    (offer,) = asked.offers
    assert (offer.title, offer.plain_title) == ("Attack the convoys", "Let the convoys pass")
    assert offer.arguments[0].values == ("ge.1_sub", "ge.2_sub")


def test_what_is_sunk_is_chosen_by_its_name() -> None:
    units = {"atlantic": "ge.1_sub ge.2_sub ge.3_sub"}
    table = put(units, frame("convoy"), turn=12, lend={"gb": 2, "su": 2})
    table.do("convoy fleets=ge.1_sub,ge.2_sub,ge.3_sub", dice=(3, 2))
    asked = decision(table.system, table.state)
    assert asked is not None and asked.prompt.title == "Sink 1 point"
    assert "lend_gb" in asked.offers[0].arguments[0].values
    assert table.system.word_name("lend_gb") == "Lend-lease to Britain"
    fight = table.system.fight(table.state)
    assert fight is not None
    assert "Sink 1 point of lend-lease to Britain" in [option.title for option in fight.options]
