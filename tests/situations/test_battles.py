"""Battles with choices on both sides, several queued, and chances asked of the same rules."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from tests.situations import battles
from tests.situations.battles import ATTACKER, DEFENDER, Force
from tests.situations.table import Table
from wargame_desktop.core import engine
from wargame_desktop.core.action import Action
from wargame_desktop.core.dice import RecordedDice, TypedDice
from wargame_desktop.core.state import State


@pytest.fixture
def table() -> Table:
    return Table(battles.game, battles.start())


def test_the_attacker_chooses_the_order(table: Table) -> None:
    assert table.legal() == ["fight bay", "fight cape", "fight strait"]
    assert table.why("fight home") == ["fight.nobody"]
    table.do("fight cape", 3, 6)  # two attack; the one hit will still fire
    assert table.why("fight bay") == ["sequence.not_now"]
    table.do("casualties blue.cape.tank1", 6)
    assert table.legal() == ["fight bay", "fight strait"]
    table.do("fight strait", 6, 6, 6)


def test_a_round_with_choices_on_both_sides(table: Table) -> None:
    table.do("fight bay", 2)  # the submarine's opening fire
    assert (table.owner(), table.phase()) == (DEFENDER, "choose")
    assert table.why("casualties blue.bay.inf1,red.bay.inf1") == ["casualties.not_there", "casualties.count"]
    table.do("casualties blue.bay.inf1", 6, 3)  # it does not fire back; infantry misses, the tank hits
    assert (table.owner(), len(table.state.at("dead"))) == (DEFENDER, 1)
    table.do("casualties blue.bay.inf2", 1)  # hit, it still fires, and hits
    assert (table.owner(), table.state.piece("blue.bay.inf2").mark("hit")) == (ATTACKER, True)
    table.back_and_forth()
    table.do("casualties red.bay.inf1")
    assert table.phase() == "battles" and table.legal() == ["fight cape", "fight strait"]
    assert all(not piece.marks for piece in table.state.at("dead"))


def test_press_submerge_and_retreat(table: Table) -> None:
    table.do("fight strait", 6, 6, 6)
    assert table.legal() == ["press", "retreat", "submerge red.strait.sub1"]
    table.do("press", 6, 6, 6)
    assert table.state.stack[-2]["round"] == 2
    assert table.why("submerge blue.strait.sub1") == ["submerge.no_sub"]
    table.do("submerge red.strait.sub1")
    assert table.state.piece("red.strait.sub1").space == "below" and table.phase() == "battles"
    table.do("fight bay", 6, 6, 6, 6, 6)
    table.do("retreat")
    assert len(table.state.at("home")) == 3 and table.legal() == ["fight cape"]
    table.back_and_forth()


def cheapest(state: State) -> Action:
    """The casualties that the odds assume: of equal price, any will do."""

    def price(action: Action) -> int:
        assert isinstance(action, battles.Casualties)
        return sum(battles.PRICE[state.piece(i).kind] for i in action.pieces)

    return min(engine.legal_actions(battles.game, state), key=price)


def force(state: State, side: str) -> Force:
    return tuple(
        sorted((p.kind for p in battles.fighters(state, "bay", side)), key=battles.PRICE.__getitem__)
    )


class Enough:
    """A throw of more dice than any round takes; tells how many were used."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        self.faces, self.used = faces, 0

    def draw(self, purpose: str, count: int, sides: int, position: int, kind: str) -> tuple[int, ...]:
        self.used += count
        return RecordedDice(self.faces[position : position + count]).draw(
            purpose, count, sides, position, kind
        )


def play_a_round(start: State, faces: tuple[int, ...]) -> tuple[Force, Force]:
    dice = Enough(faces)
    state = engine.apply(battles.game, start, battles.Fight("bay"), dice).state
    while state.stack and state.top.name == "choose":
        state = engine.apply(battles.game, state, cheapest(state), dice).state
    return force(state, ATTACKER), force(state, DEFENDER)


@pytest.mark.parametrize(
    "stacks", ["inf / inf", "tank inf / inf", "sub / tank", "sub inf / inf", "inf / sub inf"]
)
def test_the_odds_are_those_of_the_rules(stacks: str) -> None:
    """Every throw of a round, played through the kernel, counted: no chance differs by one in 216."""
    start = battles.position(bay=stacks)
    red, blue = force(start, ATTACKER), force(start, DEFENDER)
    before = start.hash
    asked = battles.one_round(red, blue)
    assert start.hash == before
    count = len(red) + len(blue)
    counted = Counter(play_a_round(start, faces) for faces in product(range(1, 7), repeat=count))
    assert dict(asked.items()) == {left: Fraction(n, 6**count) for left, n in counted.items()}


def test_what_if_in_the_middle_of_a_battle_touches_nothing(table: Table) -> None:
    table.do("fight bay", 6, 6, 6, 6, 6)
    here, nodes = table.state.hash, len(table.tree.nodes)
    chances = battles.to_the_end(force(table.state, ATTACKER), force(table.state, DEFENDER))
    assert sum(chance for _, chance in chances.items()) == 1
    assert all(not red or not blue for red, blue in chances)
    assert chances.chance(lambda left: bool(left[0])) > Fraction(4, 5)
    assert (table.state.hash, len(table.tree.nodes)) == (here, nodes)
    # Equal pieces that hit at even chances: either alone, or none, is left equally often.
    even = battles.to_the_end(("tank",), ("tank",))
    assert even[(("tank",), ())] == even[((), ("tank",))] == even[((), ())] == Fraction(1, 3)
    # A "what if" may also be played, from the state in hand: the game does not notice.
    tried = engine.apply(battles.game, table.state, battles.Press(), TypedDice([6] * 5))
    assert tried.state.hash != here == table.state.hash
