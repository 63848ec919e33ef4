"""What one side may know: nothing of a hidden piece but its space and whose it is."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from tests.unit.core import toy
from wargame_desktop.core import engine, invariants
from wargame_desktop.core.dice import NoDice
from wargame_desktop.core.event import Event
from wargame_desktop.core.frozen import canonical, freeze
from wargame_desktop.core.state import HOLD, Piece, PieceTable, State
from wargame_desktop.core.view import UNKNOWN, mask_action, mask_event

game = toy.Toy()
# What blue may not read anywhere: ids and kinds of red's concealed pieces, the salt, red's own variable.
SECRETS = ("spy", "mine", "submarine", "red.sub", "agent", "salt", "secret.red")


def leaks(value: object) -> list[str]:
    text = canonical(value)
    return [secret for secret in SECRETS if secret in text]


def names_for(side: str | None, state: State | None = None) -> dict[str, str]:
    return engine.hidden_names(game, state or toy.start(), side)


def test_a_view_holds_nothing_of_what_is_hidden() -> None:
    assert set(leaks(toy.start())) == set(SECRETS)
    view = engine.view_for(game, toy.start(), "blue")
    assert leaks(view) == []
    assert view.var("secret.red") is None and view.number("sum") == 0
    # The places they were mentioned in are still there: mark, variable, parameter of the phase.
    assert view.piece("red.tank").mark("escort") == names_for("blue")["red.spy"]
    assert view.top["watching"] == (names_for("blue")["red.spy"],)
    assert canonical(view.var("target")).count("?") == 3


def test_control_of_a_hidden_carrier_is_under_its_stand_in() -> None:
    state = replace(toy.start(), control=toy.start().control.set(HOLD + "red.sub", "red"))
    view = engine.view_for(game, state, "blue")
    assert leaks(view) == [] and view.control[HOLD + "?sea.1"] == "red"


def test_a_view_is_a_state_like_any_other() -> None:
    view = engine.view_for(game, toy.start(), "blue")
    invariants.check(game, view)
    assert State.from_plain(json.loads(json.dumps(view.to_plain()))).hash == view.hash
    decision = engine.decision(game, view)
    assert decision is not None and decision.owner == "red"
    hidden = [piece for piece in view.pieces.values() if piece.kind == UNKNOWN]
    assert len(view.pieces) == len(toy.start().pieces) and len(hidden) == 4
    assert all(piece.concealed and not piece.marks and piece.face == "front" for piece in hidden)
    assert {piece.power for piece in view.at("north")} == {"red", "red2"}


def test_owners_and_onlookers_see_what_is_theirs() -> None:
    assert engine.view_for(game, toy.start(), None) == toy.start()
    red = engine.view_for(game, toy.start(), "red")
    assert red.pieces == toy.start().pieces and red.var("secret.red") == 7
    assert red.secret == ""  # the order of blue's stand-ins could be worked out from it
    assert names_for("red") == {} == names_for(None)


def test_what_is_carried_by_a_hidden_piece_is_named_after_the_stand_in() -> None:
    names = names_for("blue")
    view = engine.view_for(game, toy.start(), "blue")
    assert names["red.sub"] == "?sea.1" and names["red.agent"] == "?in:?sea.1.1"
    assert view.piece("red.radio").space == HOLD + "?sea.1"
    assert [piece.id for piece in view.at(HOLD + "?sea.1")] == ["?in:?sea.1.1", "red.radio"]
    open_carrier = toy.with_piece(toy.start(), id="red.sub", concealed=False)
    assert names_for("blue", open_carrier)["red.agent"] == "?in:red.sub.1"


def crowd(secret: str, ids: str = "abcdefgh") -> State:
    pieces = [
        Piece(name, f"kind {name}", "red", "north", concealed=True, order=i) for i, name in enumerate(ids)
    ]
    return replace(toy.start(), pieces=PieceTable(pieces), secret=secret)


def test_stand_ins_are_stable_and_say_nothing_of_alphabet_or_set_up() -> None:
    one, again = (names_for("blue", crowd("one")) for _ in range(2))
    assert one == again
    assert sorted(one.values()) == sorted(names_for("blue", crowd("one", "hgfedcba")).values())
    assert one == names_for("blue", crowd("one", "hgfedcba"))
    by_alias = [sorted("abcdefgh", key=names_for("blue", crowd(secret)).__getitem__) for secret in "12345"]
    assert len({"".join(order) for order in by_alias}) == 5
    assert all(order not in (sorted(order), sorted(order, reverse=True)) for order in by_alias)


def test_the_order_of_the_table_does_not_show() -> None:
    plain = engine.view_for(game, crowd("one"), "blue").to_plain()
    assert plain["pieces"] == engine.view_for(game, crowd("one", "hgfedcba"), "blue").to_plain()["pieces"]
    assert plain["pieces"] == sorted(plain["pieces"], key=lambda piece: piece["id"])


def test_stand_ins_stay_when_other_spaces_change() -> None:
    before = names_for("blue")
    outcome = engine.apply(game, toy.start(), toy.Move("red.sub", "south"), NoDice())
    after = names_for("blue", outcome.state)
    assert after["red.spy"] == before["red.spy"] and after["red.mine"] == before["red.mine"]
    assert after["red.sub"] == "?south.1"


def test_events_hide_names_and_keep_to_their_audience() -> None:
    outcome = engine.apply(game, toy.start(), toy.Move("red.spy", "south"), NoDice())
    names = names_for("blue", outcome.state)
    (event,) = outcome.events
    masked = mask_event(event, "blue", names)
    assert (
        masked is not None and leaks(masked.data) == [] and masked["piece"] == "?south.1" and masked.important
    )
    assert mask_event(event, None, {}) == event
    private = Event("looked", freeze({"piece": "red.spy"}), ("red",))  # type: ignore[arg-type]
    assert mask_event(private, "blue", names) is None
    assert mask_event(private, "red", names_for("red")) == private


@pytest.mark.parametrize(
    "action",
    [
        toy.Move("red.spy", "in:red.sub"),
        toy.Note("red.spy", (1, 2), ("red.mine", "x"), ("north", "in:red.sub")),
        toy.Roll(3),
    ],
)
def test_actions_hide_names_and_can_still_be_written(action: toy.Action) -> None:
    masked = mask_action(action, names_for("blue"))
    line = game.notation.format(masked)
    assert leaks(line) == [] and game.notation.parse(line) == masked
    assert mask_action(action, {}) == action
