"""Edit mode: rules are broken on purpose, but never the position."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from wargame_desktop.core import engine
from wargame_desktop.core.action import Action, Notation
from wargame_desktop.core.dice import NoDice
from wargame_desktop.core.event import Event
from wargame_desktop.core.state import PieceTable, State
from wargame_desktop.systems import registry
from wargame_desktop.systems.base import GameData
from wargame_desktop.systems.editing import EDIT_ACTIONS, describe_edit, edit_rules
from wargame_desktop.systems.free_table.model import Flip
from wargame_desktop.systems.free_table.system import FreeTable


class Strict(FreeTable):
    """A system that allows nothing but turning pieces over; all else is an edit."""

    notation = Notation((Flip, *EDIT_ACTIONS))

    def __init__(self, data: GameData) -> None:
        super().__init__(data)
        table = self.phases["table"]
        table.rules = [rule for rule in table.rules if rule.action is Flip]
        self.edits = edit_rules(self)

    def describe(self, event: Event, state: State) -> str:
        return describe_edit(event) or super().describe(event, state)


@pytest.fixture
def game() -> tuple[Strict, State]:
    new = registry.new_game("free_table/campaign", seed="e")
    return Strict(new.system.data), new.state


def apply(system: Strict, state: State, line: str) -> engine.Outcome:
    return engine.apply(system, state, system.notation.parse(line), NoDice())


def codes(system: Strict, state: State, line: str) -> list[str]:
    action: Action = system.notation.parse(line)
    return [refusal.code for refusal in engine.refusals_for(system, state, action)]


@pytest.mark.parametrize(
    ("line", "look", "expected"),
    [
        ("edit.move sel.1_inf sz_4", lambda s: s.pieces["sel.1_inf"].space, "sz_4"),
        ("edit.move sel.1_inf in:cal.carrier", lambda s: s.pieces["sel.1_inf"].space, "in:cal.carrier"),
        ("edit.face sel.1_inf back", lambda s: s.pieces["sel.1_inf"].face, "back"),
        ('edit.mark sel.1_inf hits value="2"', lambda s: s.pieces["sel.1_inf"].marks["hits"], 2),
        ("edit.mark sel.1_inf moved", lambda s: s.pieces["sel.1_inf"].marks["moved"], True),
        ("edit.add sel.militia castrel", lambda s: s.pieces["sel.militia.5"].power, "sel"),
        ("edit.remove sel.1_inf,sel.2_inf", lambda s: "sel.1_inf" in s.pieces, False),
        ("edit.control kestrow nor", lambda s: s.control["kestrow"], "nor"),
        ("edit.control castrel nobody", lambda s: "castrel" in s.control, False),
        ("edit.side tar league", lambda s: s.powers["tar"], "league"),
        ("edit.set turn 4", lambda s: s.vars["turn"], 4),
        ("edit.set treasury.sel 40", lambda s: s.vars["treasury"]["sel"], 40),
    ],
)
def test_edits(game: tuple[Strict, State], line: str, look: Any, expected: object) -> None:
    system, state = game
    outcome = apply(system, state, line)
    assert look(outcome.state) == expected
    (event,) = outcome.events
    assert event.important
    assert system.describe(event, outcome.state).startswith("Edited by hand: ")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("edit.move nobody sz_4", "edit.unknown"),
        ("edit.move - sz_4", "edit.unknown"),
        ("edit.move sel.1_inf nowhere", "edit.unknown"),
        ("edit.move cal.transport.1 in:cal.marine.1", "edit.impossible"),
        ("edit.move sel.1_inf in:nobody", "edit.impossible"),
        ("edit.remove cal.transport.1", "edit.impossible"),
        ("edit.face sel.1_inf up", "edit.unknown"),
        ("edit.mark nobody moved", "edit.unknown"),
        ("edit.add nothing castrel", "edit.unknown"),
        ("edit.add sel.militia nowhere power=sel", "edit.unknown"),
        ("edit.add sel.militia castrel power=nobody", "edit.unknown"),
        ("edit.remove nobody", "edit.unknown"),
        ("edit.control nowhere sel", "edit.unknown"),
        ("edit.control kestrow nobody_at_all", "edit.unknown"),
        ("edit.side nobody league", "edit.unknown"),
        ("edit.side tar nowhere", "edit.unknown"),
        ("edit.set phases 3", "edit.unknown"),
        ("edit.set treasury.nobody 3", "edit.unknown"),
    ],
)
def test_an_edit_never_leaves_an_impossible_position(
    game: tuple[Strict, State], line: str, code: str
) -> None:
    system, state = game
    assert set(codes(system, state, line)) == {code}


def test_edits_are_never_offered_or_listed(game: tuple[Strict, State]) -> None:
    system, state = game
    owed = engine.decision(system, state)
    assert owed is not None and [offer.verb for offer in owed.offers] == ["flip"]
    assert {action.verb for action in engine.legal_actions(system, state)} == {"flip"}


def test_what_was_wrong_before_does_not_stop_an_edit(game: tuple[Strict, State]) -> None:
    system, state = game
    lost = replace(state.pieces["sel.1_inf"], space="gone")
    worse = replace(state, pieces=PieceTable({**state.pieces, lost.id: lost}.values()))
    assert codes(system, worse, "edit.face sel.2_inf back") == []
