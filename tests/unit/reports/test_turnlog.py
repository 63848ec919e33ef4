"""The log as data: what stands in it, and what each side may read."""

from __future__ import annotations

import json

import pytest

from tests.unit.reports.desk import Forbidden, new_game, play
from wargame_desktop.core.action import Action
from wargame_desktop.core.timeline import Timeline
from wargame_desktop.reports.turnlog import (
    BROKEN,
    EDIT,
    VARIATION,
    Entry,
    GameLog,
    LoggedRoll,
    Sentence,
    game_log,
)
from wargame_desktop.systems.base import GameSystem


def log_of(timeline: Timeline, **options: object) -> GameLog:
    """The log of a game at the desk."""
    assert isinstance(timeline.system, GameSystem)
    return game_log(timeline, timeline.system, **options)  # type: ignore[arg-type]


def entries(timeline: Timeline, **options: object) -> list[Entry]:
    """The entries of its log."""
    return list(log_of(timeline, **options).entries)


def test_a_game_without_actions_has_an_empty_log() -> None:
    timeline = new_game()
    log = log_of(timeline, title="A game")
    assert (log.turns, log.position, log.branch) == ((), timeline.root.state_hash, "main line")
    assert (log.title, log.system, log.reader) == ("A game", "Free table", "")
    assert log.provenance == "made for this program"


def test_actions_stand_under_the_turn_and_phase_in_which_they_were_decided() -> None:
    timeline = new_game()
    play(timeline, "phase", "phase name=movement", 'note "on"', "turn", 'note "again"')
    shape = [
        (turn.title, [(phase.title, [entry.node for entry in phase.entries]) for phase in turn.phases])
        for turn in log_of(timeline).turns
    ]
    assert shape == [
        ("Turn 1", [("Weather", [1]), ("Reinforcements", [2]), ("Movement", [3, 4])]),
        ("Turn 2", [("Weather", [5])]),
    ]


def test_an_entry_says_who_did_what_and_which_dice_fell() -> None:
    timeline = new_game()
    (node,) = play(timeline, 'roll 2d6 purpose="Weather of the Selm"')
    (entry,) = entries(timeline)
    assert (entry.node, entry.anchor, entry.who) == (1, "a1", "The Pact")
    assert entry.action == 'roll 2d6 purpose="Weather of the Selm"'
    assert entry.rolls == (LoggedRoll("Weather of the Selm", 6, node.dice),)
    assert entry.sentences[0].text.startswith("Weather of the Selm: 2d6 rolled ")
    assert not entry.is_important


def test_shuffling_shows_no_dice() -> None:
    timeline = new_game("free_table/campaign")
    (node,) = play(timeline, "shuffle event_deck")
    assert node.dice
    assert entries(timeline)[0].rolls == ()


def test_a_hidden_piece_goes_by_its_stand_in_and_its_owner_reads_its_name() -> None:
    timeline = new_game()
    play(timeline, "move nor.para 1204")
    (theirs,), (ours,) = entries(timeline, side="league"), entries(timeline, side="pact")
    assert theirs.action == "move ?1204.1 1204"
    assert theirs.sentences[0].text.startswith("A hidden piece to ")
    assert ours.action == "move nor.para 1204"
    assert "Para" in ours.sentences[0].text


def test_a_revealed_piece_is_named_and_a_concealed_one_no_longer() -> None:
    timeline = new_game()
    play(timeline, "reveal nor.para", "conceal nor.para")
    revealed, concealed = entries(timeline, side="league")
    assert revealed.action == "reveal nor.para"
    assert concealed.action.startswith("conceal ?1202.")


def test_a_hidden_piece_that_leaves_the_game_stays_unknown() -> None:
    timeline = new_game()
    play(timeline, "remove nor.para")
    assert entries(timeline, side="league")[0].action.startswith("remove ?1202.")
    assert entries(timeline, side="pact")[0].action == "remove nor.para"


def test_a_secret_action_shows_others_neither_order_nor_dice() -> None:
    timeline = new_game()
    play(timeline, "plot pact feint")
    (theirs,), (ours,), (all_,) = (entries(timeline, side=side) for side in ("league", "pact", None))
    assert (theirs.action, theirs.rolls) == ("", ())
    assert theirs.sentences == (Sentence("pact made a plan.", True),)
    assert "feint" not in json.dumps(log_of(timeline, side="league").to_plain())
    assert ours.action == all_.action == "plot pact feint"
    assert [sentence.text for sentence in ours.sentences] == ["Plan: feint.", "pact made a plan."]
    assert len(ours.rolls) == 1


def test_only_who_sees_all_reads_comments() -> None:
    timeline = new_game()
    (node,) = play(timeline, 'note "x"')
    node.comment = "the para\nlands tomorrow"
    assert entries(timeline)[0].comment == "the para lands tomorrow"
    assert entries(timeline, side="pact")[0].comment == ""


def test_the_short_log_keeps_what_is_important() -> None:
    timeline = new_game()
    nodes = play(timeline, 'note "a"', "turn", "plot pact feint", 'note "b"', "edit.move sel.hq 0404")
    nodes[3].comment = "worth a look"
    log = log_of(timeline, important_only=True)
    assert log.important_only
    assert [entry.node for entry in log.entries] == [2, 3, 4, 5]
    assert [[s.text for s in entry.sentences] for entry in log.entries] == [
        ["Turn 2 begins."],
        ["pact made a plan."],
        [],
        [],
    ]


def test_edits_are_marked() -> None:
    timeline = new_game()
    play(timeline, "edit.move sel.hq 0404", "move sel.hq 0507")
    assert [entry.marks for entry in entries(timeline)] == [(EDIT,), ()]


def test_a_variation_is_marked_and_names_what_was_tried_beside_it() -> None:
    timeline = new_game()
    play(timeline, 'note "a"', 'note "b"')
    timeline.undo()
    (side_line,) = play(timeline, 'note "c"')
    main = entries(timeline)
    assert [(entry.node, entry.marks, entry.others) for entry in main] == [(1, (), ()), (2, (), (3,))]
    log = log_of(timeline, upto=side_line)
    assert [(e.node, e.marks, e.others) for e in log.entries] == [(1, (), ()), (3, (VARIATION,), (2,))]
    assert (log.branch, log.position) == ("variation ending at 3", side_line.state_hash)


def with_broken_node() -> Timeline:
    """A game whose second action the rules no longer allow."""
    timeline = new_game()
    (first,) = play(timeline, "turn")
    broken = timeline.attach(first, 2, Forbidden(), (), "0" * 20)
    state = timeline.state_at(first)
    timeline.keep(broken, state)
    timeline.cursor = broken
    play(timeline, 'note "on"')
    broken.comment = "what was this?"
    return timeline


def test_an_action_that_no_longer_replays_does_not_cost_the_log() -> None:
    log = log_of(with_broken_node())
    first, broken, last = log.entries
    assert (first.marks, broken.marks, last.marks) == ((), (BROKEN,), ())
    assert (broken.action, broken.comment) == ("forbidden", "what was this?")
    assert broken.sentences[0].text.endswith("do not accept it: That is not done any more.")
    assert last.sentences[0].text == "on"
    assert [turn.title for turn in log.turns] == ["Turn 1", "Turn 2"]


def test_a_side_learns_nothing_of_an_action_that_cannot_be_read() -> None:
    broken = entries(with_broken_node(), side="league")[1]
    assert (broken.action, broken.comment) == ("", "")
    assert broken.sentences[0].text.endswith("do not accept it.")


def test_text_of_writes_what_the_notation_cannot() -> None:
    timeline = new_game()

    class Unread(Action):
        verb = "?"

    timeline.attach(timeline.root, 1, Unread(), (), "0" * 20)
    assert entries(timeline)[0].action == "? …"
    assert entries(timeline, text_of=lambda action: "jump 3")[0].action == "jump 3"


def test_the_log_is_plain_json() -> None:
    timeline = new_game()
    play(timeline, "roll d6", "turn")
    plain = log_of(timeline, title="T").to_plain()
    again = json.loads(json.dumps(plain))
    assert again["turns"][0]["phases"][0]["entries"][0]["action"] == "roll d6"
    assert set(again) == {
        "title", "system", "reader", "branch", "important_only", "position", "provenance", "turns"
    }  # fmt: skip


@pytest.mark.parametrize("side", [None, "league", "pact"])
def test_steering_characters_do_not_reach_the_log(side: str | None) -> None:
    timeline = new_game()
    play(timeline, r'note "a\u001b[31mred\nnext\u202eend"')
    (entry,) = entries(timeline, side=side)
    assert entry.sentences[0].text == "a[31mred nextend"
