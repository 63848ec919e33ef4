"""Conditions with some spaces opened are those made so from the start."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.board.maps import boards, some_spaces
from tests.unit.board.test_search_properties import step_costs
from wargame_desktop.board import Conditions, MovePolicy, reach


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_opened_conditions_search_like_new_ones(data: st.DataObject) -> None:
    board = data.draw(boards())
    ids = [space.id for space in board.spaces]
    costs = data.draw(step_costs(board))
    forbidden, opened = data.draw(some_spaces(board)), data.draw(some_spaces(board))
    extra = data.draw(st.dictionaries(st.sampled_from(ids), st.integers(0, 3), max_size=3))
    base = Conditions(board, forbidden=forbidden, extra=extra)
    start = data.draw(st.sampled_from(ids))
    before = reach(MovePolicy(costs, base, 6), start).costs
    fresh = Conditions(board, forbidden=forbidden - opened, extra=extra)
    varied = base.opened(sorted(opened))
    assert reach(MovePolicy(costs, varied, 6), start).costs == reach(MovePolicy(costs, fresh, 6), start).costs
    assert reach(MovePolicy(costs, base, 6), start).costs == before, "the first conditions stay as they were"
    assert varied.forbidden.keys() == fresh.forbidden.keys()
