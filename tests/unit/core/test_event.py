"""Events: data with an audience."""

from __future__ import annotations

import json

from tests.unit.core import toy
from wargame_desktop.core.dice import NoDice
from wargame_desktop.core.draft import Draft
from wargame_desktop.core.event import Event
from wargame_desktop.core.frozen import FrozenMap


def test_events_are_data() -> None:
    draft = Draft(toy.start(), NoDice())
    draft.emit("moved", piece="red.spy", kind="spy", path=["north", "sea"])
    draft.emit("saw", audience=["blue"], important=True)
    moved, saw = draft.events
    assert moved["path"] == ("north", "sea") and moved.text("piece") == "red.spy"
    assert json.loads(json.dumps(moved.to_plain()))["data"] == {
        "piece": "red.spy",
        "kind": "spy",
        "path": ["north", "sea"],
    }
    assert not moved.important and saw == Event("saw", FrozenMap(), ("blue",), True)
    assert [event.visible_to("red") for event in draft.events] == [True, False]
    assert saw.visible_to("blue") and saw.visible_to(None)
