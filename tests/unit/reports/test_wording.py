"""Words that all reports share."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.unit.reports.desk import new_game
from wargame_desktop.content.provenance import Provenance
from wargame_desktop.core.frozen import FrozenMap
from wargame_desktop.core.state import State
from wargame_desktop.reports.wording import one_line, provenance, turn_title
from wargame_desktop.systems import registry
from wargame_desktop.systems.base import GameSystem
from wargame_desktop.systems.free_table.system import FreeTable


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("as it is,  “ß” €", "as it is,  “ß” €"),
        ("two\nlines\u2028and\tmore", "two lines and more"),
        ("\x1b[2Jcleared\x00", "[2Jcleared"),
        ("\u202egnirts", "gnirts"),
        ("", ""),
    ],
)
def test_a_text_becomes_one_harmless_line(text: str, line: str) -> None:
    assert one_line(text) == line


@pytest.mark.parametrize(
    ("turn", "title"), [(3, "Turn 3"), ("Spring 1940", "Spring 1940"), (None, ""), ("", "")]
)
def test_a_turn_is_a_number_or_a_name(turn: int | str | None, title: str) -> None:
    system = new_game().system
    assert turn_title(system, State("toy", vars=FrozenMap({"turn": turn}))) == title
    assert turn_title(system, State("toy")) == ""


def test_a_game_may_call_its_turns_by_name() -> None:
    game = registry.new_game("european_theater/barbarossa", seed="1")
    assert turn_title(game.system, game.state) == "Summer 1941"


def test_the_sources_of_all_data_are_named_once_in_a_fixed_order() -> None:
    system = new_game().system
    assert isinstance(system, GameSystem)
    assert provenance(system) == "made for this program"
    units = system.data.units[0]
    counter = next(iter(units.counters.values()))
    own = replace(counter, provenance=Provenance("user", "units.yaml"))
    rebuilt = replace(units.header, provenance=Provenance("reconstructed", why="by guess"))
    changed = replace(units, header=rebuilt, counters=units.counters.set(own.id, own))
    other = FreeTable(replace(system.data, units=(changed,)))
    assert provenance(other) == "reconstructed; made for this program; the player's own values"


def test_a_game_without_data_names_none() -> None:
    system = new_game().system
    assert isinstance(system, GameSystem)
    bare = FreeTable(replace(system.data, map=None, units=(), charts=(), cards=()))
    assert provenance(bare) == ""
