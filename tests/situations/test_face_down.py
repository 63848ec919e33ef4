"""Both sides place face down, then reveal: what each side's view, log and undo show."""

from __future__ import annotations

import pytest

from tests.situations import face_down
from tests.situations.table import Table, random_game
from wargame_desktop.core import engine
from wargame_desktop.core.engine import Outcome, hidden_names, view_for
from wargame_desktop.core.frozen import canonical
from wargame_desktop.core.state import State
from wargame_desktop.core.timeline import MATCH, TimelineError
from wargame_desktop.core.view import UNKNOWN, mask_action, mask_event

game = face_down.game
SEEN = "Hidden pieces were seen: in match play that cannot be taken back."


@pytest.fixture
def table() -> Table:
    return Table(game, face_down.start(), MATCH)


def log(table: Table, side: str | None) -> list[str]:
    """Actions and events as a side may read them, each with the names of its own time."""
    lines = []
    for node in reversed(list(table.tree.cursor.line())[:-1]):
        assert node.action is not None
        outcome = table.tree.outcome_at(node)
        names = hidden_names(game, outcome.state, side)
        lines.append("> " + game.notation.format(mask_action(node.action, names)))
        masked = [mask_event(event, side, names) for event in outcome.events]
        lines += [game.describe(event, outcome.state) for event in masked if event is not None]
    return lines


def hidden_words(state: State, side: str) -> list[str]:
    """Ids and kinds of what the other side has face down, and the salt of the stand-ins."""
    covered = [piece for piece in state.pieces.values() if piece.concealed and piece.power != side]
    return [state.secret, *(word for piece in covered for word in (piece.id, piece.kind))]


def assert_no_leak(state: State, side: str, *texts: str) -> None:
    for text in (canonical(view_for(game, state, side)), *texts):
        assert [word for word in hidden_words(state, side) if word in text] == []


def test_before_the_reveal_each_side_knows_its_own(table: Table) -> None:
    table.do("place red.tig north")
    table.do("place blue.dec north")
    table.do("place red.dec north")
    for side in ("red", "blue"):
        assert_no_leak(table.state, side, *log(table, side))
    blue = view_for(game, table.state, "blue")
    assert sorted(piece.kind for piece in blue.at("north")) == ["decoy_camp", UNKNOWN, UNKNOWN]
    assert [piece.id for piece in blue.at("pool.red")] == ["?pool.red.1"]
    assert log(table, "blue") == [
        "> place ?north.1 north",
        "placed side=red piece=?north.1 space=north",
        "> place blue.dec north",
        "placed side=blue piece=blue.dec space=north",
        "noted kind=decoy_camp",
        f"> place {hidden_names(game, table.state, 'blue')['red.dec']} north",
        f"placed side=red piece={hidden_names(game, table.state, 'blue')['red.dec']} space=north",
    ]
    assert log(table, None)[:3] == ["> place red.tig north", log(table, "red")[1], "noted kind=tiger"]
    # The file is the game: it holds everything.
    assert "tiger" in canonical(table.state)


def test_a_refusal_says_the_same_of_what_is_hidden_and_of_what_is_not_there(table: Table) -> None:
    table.do("place red.tig north")
    texts = []
    for name in ("red.pan", "red.xyz"):
        (reason,) = engine.refusals_for(game, table.state, face_down.Place(name, "south"))
        texts.append(str(reason).replace(name, "X"))
    assert texts[0] == texts[1] == "X is not in your pool. (rule 9.2)"


def test_placing_can_be_taken_back_before_anything_was_seen(table: Table) -> None:
    table.do("place red.tig north")
    table.do("place blue.gua south")
    table.back_and_forth()
    table.back(2)
    table.do("place red.pan north")
    assert table.tree.root.variations[0] is not table.tree.cursor


def place_all(table: Table) -> None:
    for line in ("red.tig north", "blue.dec north", "red.dec south", "blue.cos south"):
        table.do(f"place {line}")
    table.do("done")
    table.do("place blue.gua north")


def test_after_the_reveal_all_is_known_but_what_was_never_placed(table: Table) -> None:
    place_all(table)
    assert table.phase() == "look"
    blue = view_for(game, table.state, "blue")
    assert blue.piece("red.tig").kind == "tiger" and blue.piece("red.dec").space == "dead"
    assert [piece.id for piece in blue.at("pool.red")] == ["?pool.red.1"]
    assert_no_leak(table.state, "blue", *log(table, "blue"))
    assert "revealed piece=red.tig kind=tiger space=north" in log(table, "blue")
    assert "noted kind=tiger" not in log(table, "blue")
    # What was logged before the reveal still tells no more than was known then.
    assert log(table, "blue")[0] == "> place ?north.1 north"


def test_match_play_does_not_take_the_reveal_back(table: Table) -> None:
    place_all(table)
    with pytest.raises(TimelineError, match=SEEN):
        table.tree.undo()
    table.do("done")
    table.tree.undo()
    assert table.tree.undo_refusal() == SEEN
    with pytest.raises(TimelineError, match=SEEN):
        table.tree.goto(table.tree.root)


def test_study_takes_everything_back() -> None:
    table = Table(game, face_down.start())
    place_all(table)
    table.back_and_forth()
    table.back(1)
    assert_no_leak(table.state, "blue")
    assert_no_leak(table.state, "red")


@pytest.mark.parametrize("seed", range(8))
def test_random_play_leaks_nothing(seed: int) -> None:
    def look(outcome: Outcome) -> None:
        for side in ("red", "blue"):
            names = hidden_names(game, outcome.state, side)
            masked = [mask_event(event, side, names) for event in outcome.events]
            assert_no_leak(outcome.state, side, *(canonical(e.data) for e in masked if e is not None))

    random_game(game, face_down.start(), seed, look)
