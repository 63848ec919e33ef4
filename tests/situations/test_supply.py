"""One supply unit feeds several attacks, no dice: one declaration, checked and refused as a whole."""

from __future__ import annotations

import pytest

from tests.situations import supply
from tests.situations.table import Table
from wargame_desktop.core import engine
from wargame_desktop.core.dice import NoDice
from wargame_desktop.core.refusal import Refused

GOOD = "declare r.tank@warsaw,r.inf1@minsk,r.inf2@minsk r.tank@r.depot,r.inf1@r.depot,r.inf2@r.depot"


@pytest.fixture
def table() -> Table:
    return Table(supply.game, supply.start())


def test_one_supply_unit_feeds_two_attacks_resolved_in_the_order_liked(table: Table) -> None:
    table.do(GOOD)
    assert table.state.piece("r.depot").space == "dead" and table.state.piece("r.cache").space == "kiev"
    assert table.legal() == ["resolve warsaw", "resolve minsk"]
    assert table.why("resolve kiev") == ["resolve.not_declared"]
    table.do("resolve minsk")  # 2 against 2: repulsed, the attacker loses one of its choice
    assert table.legal() == ["lose r.inf1", "lose r.inf2"] and table.why("lose r.tank") == ["lose.not_there"]
    table.back_and_forth()
    table.do("lose r.inf2")
    assert table.state.piece("b.tank").space == "minsk" and table.legal() == ["resolve warsaw"]
    table.do("resolve warsaw")  # 2 against 1: no loss
    assert table.owner() is None and table.state.piece("b.inf").space == "dead"
    assert table.state.dice_rolled == 0


def test_the_other_order_is_a_variation(table: Table) -> None:
    table.do(GOOD)
    table.do("resolve minsk")
    table.do("lose r.inf1")
    table.back(2)
    table.do("resolve warsaw")
    table.do("resolve minsk")
    table.do("lose r.inf1")
    assert len(table.tree.node(1).variations) == 2


def test_a_declaration_is_refused_as_a_whole_with_each_reason(table: Table) -> None:
    bad = supply.game.notation.parse(
        "declare r.tank@warsaw,r.tank@minsk,r.inf2@warsaw,b.inf@lodz,r.inf1@kiev "
        "r.tank@r.cache,r.inf1@r.depot,r.inf2@r.depot,r.inf3@r.depot,x@r.depot,b.inf@b.tank"
    )
    before = table.state.hash
    with pytest.raises(Refused) as caught:
        engine.apply(supply.game, table.state, bad, NoDice())
    assert [reason.code for reason in caught.value.refusals] == [
        "declare.too_far",
        "declare.no_unit",
        "declare.no_enemy",
        "declare.supply_far",
        "declare.no_supply",
        "declare.twice",
        "declare.too_many",
    ]
    too_many = caught.value.refusals[-1]
    assert str(too_many) == "r.depot feeds 4 units, it can feed 3. (rule 6.4)"
    assert too_many.to_plain()["numbers"] == {"needs": 4, "has": 3}
    assert table.state.hash == before and table.tree.cursor is table.tree.root
    assert table.why("declare r.tank@warsaw -") == ["declare.unfed"]


def test_nothing_declared_is_a_declaration(table: Table) -> None:
    table.do("declare - -")
    assert table.owner() is None and table.state.piece("r.depot").space == "lodz"
