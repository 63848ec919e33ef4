"""What a player of the European theatre sees unasked: the right part of the map, and no stale words."""

from __future__ import annotations

from dataclasses import replace

from tests.gui.window.hands import Hands
from wargame_desktop.systems import registry


def _in_sight(hands: Hands, space: str) -> bool:
    view, geometry = hands.tables.view, hands.tables.geometry_
    return view.viewport().rect().contains(view.mapFromScene(geometry.piece_anchor(space)))


def test_the_set_up_begins_where_the_first_power_is(make_hands) -> None:
    hands: Hands = make_hands("european_theater/campaign")
    assert _in_sight(hands, "1709"), "Paris"
    assert hands.tables.decision.head.who.text() == "The Allies"


def test_places_to_choose_from_are_brought_into_sight(make_hands) -> None:
    hands: Hands = make_hands("european_theater/campaign")
    hands.tables.view.centre_on("3903")
    assert not _in_sight(hands, "1709")
    hands.tables.table.pick_space(("1709", "1710"), lambda _space: None)
    assert _in_sight(hands, "1709")


def test_a_refusal_is_forgotten_with_the_next_action(make_hands) -> None:
    hands: Hands = make_hands("european_theater/campaign")
    hands.session.play("pass")
    assert "5 units of France still have to be placed" in hands.status
    hands.session.play("auto rest")
    assert hands.status == ""
    assert not hands.tables.scene.hand.callout.isVisible()


def test_the_map_goes_to_the_units_a_question_is_about(make_hands) -> None:
    new = registry.new_game("european_theater/barbarossa", seed="1")
    armies = [new.state.piece(f"su.{number}_inf") for number in range(1, 5)]
    crowd = {army.id: replace(army, space="2604") for army in armies}
    state = replace(new.state, pieces=new.state.pieces.update(crowd))
    hands: Hands = make_hands(new=replace(new, state=state))
    hands.tables.view.centre_on("1213")
    hands.session.play("pass")
    assert hands.session.decision is not None
    assert hands.session.decision.prompt.title == "Too many units in Minsk (2604)"
    assert _in_sight(hands, "2604")
