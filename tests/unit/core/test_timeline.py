"""The tree of positions: nothing is lost, and match play does not take back what was seen."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from tests.unit.core import toy
from wargame_desktop.core import engine, timeline
from wargame_desktop.core.dice import DiceError, DiceNeeded, SeededDice, TypedDice
from wargame_desktop.core.refusal import Refused
from wargame_desktop.core.state import State
from wargame_desktop.core.timeline import MATCH, STUDY, Node, Timeline, TimelineError

game = toy.Toy()


def play(tree: Timeline, line: str, dice: Iterable[int] = ()) -> Node:
    return tree.play(game.notation.parse(line), TypedDice(dice))[0]


def new(mode: str = STUDY) -> Timeline:
    return Timeline(game, toy.start(), mode)


def test_undo_and_redo_move_a_cursor_and_delete_nothing() -> None:
    tree = new()
    first = play(tree, "move blue.tank sea")
    second = play(tree, "roll", [4])
    after = tree.state
    assert tree.undo() is first and tree.undo() is tree.root and tree.state == toy.start()
    assert tree.undo_refusal() == "There is nothing to take back."
    with pytest.raises(TimelineError, match="nothing to take back"):
        tree.undo()
    assert tree.redo() is first and tree.redo() is second and tree.state == after
    with pytest.raises(TimelineError, match="nothing to do again"):
        tree.redo()
    assert list(tree.nodes) == [0, 1, 2] and second.state_hash == after.hash and second.dice == (4,)
    assert (tree.root.depth, first.depth, second.depth) == (0, 1, 2)


def test_a_line_that_exists_is_followed_and_another_is_a_variation() -> None:
    tree = new()
    four = play(tree, "roll", [4])
    tree.undo()
    assert play(tree, "roll", [4]) is four and tree.root.variations == [four]
    tree.undo()
    five = play(tree, "roll", [5])
    tree.undo()
    move = play(tree, "move blue.tank sea")
    assert tree.root.variations == [four, five, move]
    assert [node.is_main_line for node in (tree.root, four, five, move)] == [True, True, False, False]
    assert not play(tree, "pass").is_main_line
    assert tree.main_line() == [four]


def test_promoting_and_demoting_variations() -> None:
    tree = new()
    nodes = []
    for face in (1, 2, 3):
        nodes.append(play(tree, "roll", [face]))
        tree.undo()
    one, two, three = nodes
    tree.promote(three)
    assert tree.root.variations == [one, three, two]
    tree.promote(three)
    tree.promote(three)
    assert tree.root.variations == [three, one, two] and three.is_main_line
    assert tree.redo() is three
    tree.demote(three)
    tree.demote(two)
    assert tree.root.variations == [one, three, two]
    for edit in (tree.promote, tree.demote):
        with pytest.raises(TimelineError, match="has no variations beside it"):
            edit(tree.root)


def test_jumping_anywhere_in_study() -> None:
    tree = new()
    rolled = play(tree, "roll", [6])
    play(tree, "pass")
    tree.goto(tree.root)
    other = play(tree, "show red.spy")
    tree.goto(rolled)
    assert tree.cursor is rolled and tree.state.number("sum") == 6
    tree.goto(tree.node(other.id))
    assert not tree.state.piece("red.spy").concealed
    with pytest.raises(TimelineError, match="the game has no position 99"):
        tree.node(99)


def test_a_refused_action_leaves_the_tree_as_it_was() -> None:
    tree = new()
    with pytest.raises(Refused):
        play(tree, "move nobody moon")
    with pytest.raises(DiceNeeded):
        play(tree, "roll count=2", [1])
    assert tree.cursor is tree.root and list(tree.nodes) == [0] and tree.root.variations == []


DICE = "Dice have fallen: in match play that cannot be taken back."
SEEN = "Hidden pieces were seen: in match play that cannot be taken back."


@pytest.mark.parametrize(("line", "dice", "sentence"), [("roll", [3], DICE), ("show red.spy", [], SEEN)])
def test_match_play_stops_at_dice_and_at_what_was_seen(line: str, dice: list[int], sentence: str) -> None:
    tree = new(MATCH)
    play(tree, "move blue.tank sea")
    stop = play(tree, line, dice)
    moved = play(tree, "move blue.tank north")
    tree.undo()
    assert tree.undo_refusal() == sentence
    with pytest.raises(TimelineError, match=sentence):
        tree.undo()
    with pytest.raises(TimelineError, match=sentence):
        tree.goto(tree.root)
    assert tree.cursor is stop
    tree.goto(moved)  # forward along the game is free
    with pytest.raises(TimelineError, match=sentence):
        tree.goto(tree.root)
    assert tree.cursor is moved
    tree.mode = STUDY
    tree.goto(tree.root)
    assert tree.undo_refusal() == "There is nothing to take back."


def test_match_play_goes_over_to_another_variation_where_undo_may_go() -> None:
    tree = new(MATCH)
    first = play(tree, "move blue.tank sea")
    deep = play(tree, "move blue.tank north")
    tree.goto(tree.root)
    other = play(tree, "move red.tank sea")
    tree.goto(deep)
    assert tree.cursor is deep and tree.state.piece("red.tank").space == "north"
    tree.goto(other)
    tree.goto(first)
    assert tree.cursor is first


def test_nodes_from_a_file_are_looked_at_when_undo_asks() -> None:
    source = new()
    play(source, "move blue.tank sea")
    shown = play(source, "show red.spy")
    tree = new(MATCH)
    parent = tree.root
    for node, number in zip(source.main_line(), (1, 8), strict=True):
        assert node.action is not None
        parent = tree.attach(parent, number, node.action, node.dice, node.state_hash)
    tree.goto(tree.node(8))
    assert tree.cursor.reveals is None
    assert tree.undo_refusal() == SEEN and tree.cursor.reveals
    assert tree.state == source.state_at(shown)
    with pytest.raises(TimelineError, match="there is a node 8 already"):
        tree.attach(tree.root, 8, toy.Pass(), (), "")
    assert play(tree, "pass").id == 9  # numbers go on after the highest


def test_the_outcome_of_a_node_can_be_had_again() -> None:
    tree = new()
    node, outcome = tree.play(toy.Roll(2), SeededDice("seed"))
    assert tree.outcome_at(node) is outcome
    later, _ = tree.play(toy.Pass(), SeededDice("later"))
    assert tree.outcome_at(node) == outcome and tree.outcome_at(later) != outcome
    with pytest.raises(TimelineError, match="nothing happened before the start"):
        tree.outcome_at(tree.root)
    node.dice = (*node.dice, 1)
    with pytest.raises(DiceError, match="the record holds 3 dice, the action used 2"):
        tree.outcome_at(node)


def long_game(moves: int) -> tuple[Timeline, dict[int, State]]:
    tree, states = new(), {}
    for number in range(moves):
        if number % 3:
            play(tree, "roll", [number % 6 + 1])
        else:
            play(tree, f"move blue.tank {toy.SPACES[number % 9 // 3]}")
        states[tree.cursor.id] = tree.state
    return tree, states


def test_states_that_are_no_longer_at_hand_are_computed_again_equal() -> None:
    tree, states = long_game(150)
    assert len(tree._recent) < 150
    for node_id in (149, 1, 31, 32, 33, 70, 150, 2):
        state = tree.state_at(tree.node(node_id))
        assert (
            state == states[node_id] and state.hash == states[node_id].hash == tree.node(node_id).state_hash
        )


def test_a_jump_replays_from_the_nearest_state_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    tree, states = long_game(150)
    calls: list[str] = []

    def counted(*arguments: object) -> engine.Outcome:
        calls.append("apply")
        return engine.apply(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(timeline, "apply", counted)
    assert tree.state_at(tree.node(40)) == states[40] and len(calls) == 8  # from 32
    tree.keep(tree.node(20), states[20])
    assert tree.state_at(tree.node(22)) == states[22] and len(calls) == 10
