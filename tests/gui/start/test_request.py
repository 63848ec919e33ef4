"""From what was chosen to a game file, and what files say about themselves."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from wargame_desktop.content.problems import ContentError
from wargame_desktop.gui.start.glance import glance_at
from wargame_desktop.gui.start.request import NewGameRequest, create_game, games_folder
from wargame_desktop.storage.errors import NotWritten
from wargame_desktop.storage.file import GameFile

DAY = date(2026, 5, 4)


def test_file_is_named_after_title_and_day(tmp_path: Path) -> None:
    request = NewGameRequest("free_table/skirmish", title="  Our: first/game?  ", seed="7")
    with create_game(request, tmp_path / "new folder", day=DAY) as game:
        assert game.path.name == "Our firstgame 2026-05-04.wargame"
        assert game.header.title == "Our: first/game?"
        assert game.header.seed == "7"


def test_second_game_of_the_day_does_not_touch_the_first(tmp_path: Path) -> None:
    request = NewGameRequest("free_table/skirmish", title="Game")
    with create_game(request, tmp_path, day=DAY) as first, create_game(request, tmp_path, day=DAY) as second:
        assert [first.path.name, second.path.name] == [
            "Game 2026-05-04.wargame",
            "Game 2026-05-04 (2).wargame",
        ]
        assert first.header.seed != second.header.seed  # each has a seed of its own


def test_all_choices_reach_the_file(tmp_path: Path) -> None:
    request = NewGameRequest(
        "free_table/campaign",
        options={"open_hands": "yes"},
        seats={"selmark": "bot"},
        dice="typed",
        mode="match",
    )
    create_game(request, tmp_path, day=DAY).close()
    with GameFile.open(next(tmp_path.glob("*.wargame"))).game as game:
        assert (game.header.dice, game.header.mode) == ("typed", "match")
        assert game.state.options["open_hands"] is True
        assert {seat["id"]: seat["player"] for seat in game.header.seats}["selmark"] == "bot"
        assert sum(seat["player"] == "human" for seat in game.header.seats) == len(game.header.seats) - 1


@pytest.mark.parametrize("title", ["", "...", "///", "\n"])
def test_a_title_that_is_no_name_still_gives_a_file(tmp_path: Path, title: str) -> None:
    with create_game(NewGameRequest("free_table/skirmish", title=title), tmp_path, day=DAY) as game:
        assert game.path.parent == tmp_path
        assert not game.path.name.startswith(".")


def test_a_very_long_title_fits_into_a_name(tmp_path: Path) -> None:
    with create_game(NewGameRequest("free_table/skirmish", title="é" * 500), tmp_path, day=DAY) as game:
        assert len(game.path.name.encode()) < 200


def test_unknown_scenario_and_wrong_option_are_content_errors(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match="no such scenario"):
        create_game(NewGameRequest("free_table/nowhere"), tmp_path)
    with pytest.raises(ContentError, match="no option"):
        create_game(NewGameRequest("free_table/skirmish", options={"magic": "yes"}), tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_a_storage_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(NotWritten, match="cannot be made"):
        create_game(NewGameRequest("free_table/skirmish"), tmp_path / "file" / "games")


def test_games_folder_is_inside_documents_only_when_there_are_some(tmp_path: Path, monkeypatch) -> None:
    import platformdirs

    monkeypatch.setattr(platformdirs, "user_documents_path", lambda: tmp_path)
    assert games_folder().parent == tmp_path
    monkeypatch.setattr(platformdirs, "user_documents_path", lambda: tmp_path / "none")
    assert tmp_path not in games_folder().parents


def test_glance_counts_actions_without_replaying(tmp_path: Path) -> None:
    with create_game(NewGameRequest("free_table/skirmish", title="Short"), tmp_path) as game:
        game.play("roll 2d6")
        game.play('note "kind node"')
        seen = glance_at(game.path)
    assert (seen.title, seen.system, seen.actions, seen.problem) == ("Short", "free_table", 2, "")
    assert seen.when is not None


def test_glance_says_what_is_wrong(tmp_path: Path) -> None:
    assert glance_at(tmp_path / "gone.wargame").is_missing
    assert glance_at(tmp_path).is_missing  # a folder is no file
    (tmp_path / "text.wargame").write_text("not a game\n")
    assert "no game" in glance_at(tmp_path / "text.wargame").problem
    (tmp_path / "empty.wargame").write_bytes(b"")
    assert glance_at(tmp_path / "empty.wargame").problem
